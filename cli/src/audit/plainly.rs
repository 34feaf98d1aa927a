//! Plain heuristic search, which takes turns with executions that aim: it goes from state to state
//! in order, and so comes sooner to the rare race of a small program, which many executions that are
//! drawn miss. It has a third of the transitions, so that all is never much worse than either.

use raceproof_base::Finding;
use raceproof_config::{CheckOptions, Granularity, words};
use raceproof_search::{Monitor, Signal, Statistics, StrategyKind};

/// Who has found what a turn of plain search shows.
pub const BY_TURNS: &str = "directed search, by a turn of heuristic search";

/// When it has its turn, and how far it may go then.
pub struct Plainly {
    next: u64,
    /// Whether all was explored, by which nothing more is found.
    pub is_over: bool,
}

impl Plainly {
    /// Most races are found with fewer transitions, and need no turn.
    const FIRST: u64 = 1000;
    /// What it keeps grows with them.
    const MOST: u64 = 100_000;

    pub fn new() -> Self {
        Self { next: Self::FIRST, is_over: false }
    }

    /// As `check --search heuristic --all` has it.
    pub fn options(of: &CheckOptions) -> CheckOptions {
        let mut options = of.clone();
        options.search.strategy = StrategyKind::Heuristic;
        options.search.heuristics = words::HEURISTICS.iter().map(|word| word.value).collect();
        options.granularity = Granularity::Access;
        options.minimises = false;
        options
    }

    /// Until its turn, so many transitions are left after those that one candidate has had.
    pub fn due_in(&self, spent: u64) -> Option<u64> {
        self.goes_on().then(|| (2 * self.next).saturating_sub(spent))
    }

    /// Whether it may find more.
    pub fn goes_on(&self) -> bool {
        !self.is_over && self.next <= Self::MOST
    }

    /// So many transitions, and twice as many the next time.
    pub fn next_budget(&mut self) -> u64 {
        let next = 2 * self.next;
        std::mem::replace(&mut self.next, next)
    }
}

/// Ends a turn with the race of a candidate: what the search would find behind it is not asked for.
pub struct Until<F>(pub F);

impl<F: Fn(&Finding) -> bool> Monitor for Until<F> {
    fn progress(&mut self, _statistics: &Statistics) -> Signal {
        Signal::GoOn
    }

    fn found(&mut self, finding: &Finding) -> Signal {
        if (self.0)(finding) { Signal::Stop } else { Signal::GoOn }
    }
}
