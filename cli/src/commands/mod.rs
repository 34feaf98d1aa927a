//! One file for each command.

pub mod replay;
pub mod run;
