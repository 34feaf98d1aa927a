//! Predictive race detection: races of correct reorderings of one observed trace.
//!
//! A trace is read block by block ([`read`]), made well-formed ([`normal`]), and given to engines.
//! A predicted race comes with a witness: a reordering of the trace that ends with the two
//! accesses.

pub mod analysis;
pub mod checker;
pub mod contexts;
pub mod engine;
pub mod event;
pub mod hb;
mod ideal;
pub mod ipa;
pub mod model;
pub mod names;
pub mod normal;
mod objects;
pub mod prediction;
pub mod read;
pub mod record;
pub mod reordering;
pub mod rpt;
pub mod stacks;
pub mod syncp;
pub mod told;
pub mod trace;
pub mod witness;

#[cfg(test)]
#[path = "../tests/support/generated.rs"]
mod generated;
