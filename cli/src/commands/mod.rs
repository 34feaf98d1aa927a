//! One file for each command; `check_tests` is `check --test`.

pub mod audit;
pub mod check;
mod check_tests;
pub mod completions;
pub mod explain;
pub mod jar;
pub mod man;
pub mod predict;
pub mod record;
pub mod replay;
pub mod run;
pub mod scan;
