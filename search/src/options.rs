//! What a user can choose about a search.

use crate::{End, Limit};
use raceproof_base::{Cause, FindingKind};
use std::time::Duration;

/// Which schedules are tried, in what order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StrategyKind {
    /// Every schedule, the deepest first: little memory.
    #[default]
    DepthFirst,
    /// Every schedule, the shortest first: the first counterexample is a shortest one.
    BreadthFirst,
    /// Every schedule, the most promising first, as the listener values what leads to a state.
    Heuristic,
    /// One schedule of all those in which dependent steps come in the same order: no states are kept.
    Dpor,
    /// The same, without those that have no data race. What else they may end in is not explored.
    Pruned,
    /// One thread's schedule, and others only where its steps bear on them, by locksets: states are kept.
    Lockset,
    /// Random schedules, one after the other. Proves nothing.
    Random {
        /// Another seed, other schedules; the same seed, the same.
        seed: u64,
        /// How many schedules.
        runs: u64,
    },
}

/// How to search, and when to stop.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchOptions {
    /// Which schedules, in what order.
    pub strategy: StrategyKind,
    /// Whether to go on after the first finding.
    pub all: bool,
    /// A kind of what ends an execution that is not looked for: it is counted, and the search goes on.
    pub noted: Option<FindingKind>,
    /// No more states than these are explored.
    pub max_states: Option<u64>,
    /// No schedule longer than this is tried.
    pub max_depth: Option<u64>,
    /// The search ends after this time.
    pub time: Option<Duration>,
    /// The search ends when this many bytes of memory are in use.
    pub memory: Option<u64>,
}

impl SearchOptions {
    /// The end of a search that was told to stop.
    #[must_use]
    pub fn cancelled(&self, cause: Cause) -> End {
        match cause {
            Cause::Time => End::Limit(Limit::Time(self.time.unwrap_or_default())),
            Cause::Memory => End::Limit(Limit::Memory(self.memory.unwrap_or_default())),
            Cause::Asked => End::Interrupted,
        }
    }
}
