//! Predicting races of other schedules from one execution.
//!
//! A trace is read block by block ([`read`]), made well-formed ([`normal`]), and given to engines. What one predicts comes with a
//! witness: a reordering of the trace that ends with the two accesses.

#![warn(missing_docs)]

pub mod event;
pub mod hb;
pub mod names;
pub mod normal;
pub mod read;
pub mod rpt;

#[cfg(test)]
#[path = "../tests/support/generated.rs"]
mod generated;
