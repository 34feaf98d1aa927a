//! Settings with their types: the options of each engine.

pub(crate) mod check;
mod machine;

pub use check::{CheckOptions, Detail, Findings, Limits, Nondeterminism, Search};
pub use machine::MachineOptions;
