//! One file for each command.

pub mod check;
pub mod replay;
pub mod run;
