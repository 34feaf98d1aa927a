//! The answers of an engine, and the trait of those that need the whole trace. Each is a file; `hb`
//! is online and none of them.

use crate::contexts::Context;
use crate::reordering::Reordering;

/// What is known of the pairs of accesses of two contexts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Two of them race, behind this.
    Race(Reordering),
    /// No two of them race in any correct reordering.
    NoRace,
    /// The engine finds none, which proves nothing.
    Unknown,
}

/// Decides pairs of accesses of one model.
pub trait Engine {
    /// Its name in reports and options.
    fn name(&self) -> &'static str;

    /// Pairs of acquires, by position in the trace, that it has seen wait for each other on its
    /// way.
    fn deadlocks(&self) -> Vec<[u32; 2]> {
        Vec::new()
    }

    /// Whether accesses of two contexts race: of different threads, to one variable, that conflict
    /// and whose locks exclude nothing.
    fn race(&mut self, one: &Context, other: &Context) -> Outcome;
}
