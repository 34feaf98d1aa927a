//! The options of a search.

use crate::{End, Limit, Scheduler, StrategyKind};
use raceproof_base::{Cause, Checked, FindingKind};
use std::time::Duration;

/// The options of random executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chance {
    /// Another seed, other schedules; the same seed, the same.
    pub seed: u64,
    /// The number of the first schedule, which its choices depend on.
    pub first: u64,
    /// How many schedules.
    pub runs: u64,
    /// How each is chosen.
    pub scheduler: Scheduler,
}

/// How to search, and when to stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// Which schedules, in what order.
    pub strategy: StrategyKind,
    /// The options of random executions.
    pub chance: Chance,
    /// Whether to go on after the first finding.
    pub all: bool,
    /// Whose races are findings; those of others are kept apart ([`Exploration::apart`]), and the
    /// search goes on.
    ///
    /// [`Exploration::apart`]: crate::Exploration::apart
    pub checked: Checked,
    /// A kind of finding that is only counted; the search goes on.
    pub noted: Option<FindingKind>,
    /// No more states than these are explored.
    pub max_states: Option<u64>,
    /// No more transitions than these are executed.
    pub max_transitions: Option<u64>,
    /// No schedule with more preemptions is tried, by the strategy that counts them.
    pub preemptions: Option<u64>,
    /// No schedule longer than this is tried.
    pub max_depth: Option<u64>,
    /// The search ends after this time.
    pub time: Option<Duration>,
    /// The search ends when this many bytes of memory are in use.
    pub memory: Option<u64>,
}

impl SearchOptions {
    /// Up to the first finding, without limits.
    #[must_use]
    pub fn of(strategy: StrategyKind) -> Self {
        Self {
            strategy,
            chance: Chance::default(),
            all: false,
            checked: Checked::default(),
            noted: None,
            max_states: None,
            max_transitions: None,
            preemptions: None,
            max_depth: None,
            time: None,
            memory: None,
        }
    }

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
