//! One file for each command.

pub mod check;
pub mod predict;
pub mod record;
pub mod replay;
pub mod run;
pub mod scan;
