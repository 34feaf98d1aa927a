//! What every strategy does at every step: execute, count, note findings, mind the limits, recognise states.

use crate::summaries::{Known, Summaries};
use crate::visited::{Meeting, VisitedSet};
use crate::{End, Exploration, Limit, Monitor, Reduction, SearchOptions, Signal, Statistics, StrategyKind};
use raceproof_base::{Choice, Finding, Listener, Machine, Mark, Schedule, Situation, StepOutcome};
use std::time::Instant;

/// Limits are checked, and the monitor is asked, once in so many transitions.
const CHECK_EVERY: u64 = 256;

/// Where a strategy stands: how the state that it has reached is reached.
pub(crate) trait Position {
    /// The number of transitions from the first state.
    fn depth(&self) -> u64;

    /// These transitions.
    fn schedule(&self) -> Schedule;

    /// Bytes of memory that the strategy holds, beside what the machine does.
    fn bytes(&self) -> u64 {
        0
    }
}

impl Position for Schedule {
    fn depth(&self) -> u64 {
        self.len() as u64
    }

    fn schedule(&self) -> Schedule {
        self.clone()
    }
}

/// A machine with its listener, and the books of the search.
pub(crate) struct Driver<'a, M: Machine, L: Listener> {
    machine: &'a mut M,
    listener: &'a mut L,
    options: &'a SearchOptions,
    monitor: &'a mut dyn Monitor,
    /// When it began; no clock is read unless a limit needs it.
    began: Option<Instant>,
    visited: VisitedSet,
    /// The state met last.
    met: u128,
    /// Instead of `visited`, if what the listener finds depends on the path.
    summaries: Summaries,
    summary: Vec<u64>,
    findings: Vec<Finding>,
    statistics: Statistics,
    /// States that were never left because they lie at the limit of depth.
    cut: u64,
    covered_depth: Option<u64>,
}

impl<'a, M: Machine, L: Listener> Driver<'a, M, L> {
    pub(crate) fn new(
        machine: &'a mut M,
        listener: &'a mut L,
        options: &'a SearchOptions,
        monitor: &'a mut dyn Monitor,
    ) -> Self {
        // Breadth-first, the first path to a state is a shortest; a random walk prunes nothing.
        let goes_deep =
            matches!(options.strategy, StrategyKind::DepthFirst | StrategyKind::Heuristic | StrategyKind::Lockset);
        let with_depths = options.max_depth.is_some() && goes_deep;
        Self {
            machine,
            listener,
            options,
            monitor,
            began: options.time.map(|_| Instant::now()),
            visited: VisitedSet::new(with_depths),
            met: 0,
            summaries: Summaries::default(),
            summary: Vec::new(),
            findings: Vec::new(),
            statistics: Statistics::default(),
            cut: 0,
            covered_depth: None,
        }
    }

    /// The ways to leave the first state, none if there is nothing to explore.
    pub(crate) fn begin(&mut self) -> Result<Option<Vec<Choice>>, End> {
        self.arrive(&Schedule::default())
    }

    /// Takes a choice, to `position`. Answers the ways to leave the state it leads to: none if the path ends here, or
    /// if the state is explored already, or must not be.
    pub(crate) fn take(&mut self, choice: Choice, position: &dyn Position) -> Result<Option<Vec<Choice>>, End> {
        if self.advance(choice, position)? { self.arrive(position) } else { Ok(None) }
    }

    /// Takes a choice, to `position`. Answers whether it leads to a state.
    pub(crate) fn advance(&mut self, choice: Choice, position: &dyn Position) -> Result<bool, End> {
        if self.statistics.transitions.is_multiple_of(CHECK_EVERY) {
            self.check(position)?;
        }
        self.statistics.transitions += 1;
        self.statistics.depth = position.depth();
        self.statistics.max_depth = self.statistics.max_depth.max(position.depth());
        let outcome = self.machine.step(choice, self.listener);
        // More than one if listeners are combined; the next step must not be blamed for the second.
        while let Some(finding) = self.listener.finding() {
            self.found(finding, position)?;
        }
        if let Some(finer) = self.listener.finer() {
            return Err(End::TooCoarse(finer));
        }
        match outcome {
            StepOutcome::Done => return Ok(true),
            StepOutcome::Violated(finding) => {
                self.statistics.executions += 1;
                self.statistics.violations += 1;
                self.found(finding, position)?;
            }
            StepOutcome::Ignored => self.statistics.ignored += 1,
            StepOutcome::TooCoarse(finer) => return Err(End::TooCoarse(finer)),
            StepOutcome::Unsupported(what) => {
                return Err(End::Unsupported { what, schedule: position.schedule() });
            }
        }
        Ok(false)
    }

    /// Counts the state that was reached. Answers what is known about it.
    ///
    /// This alone decides what is pruned, a state on the current path included. What a detector knows is part of the state.
    pub(crate) fn meet(&mut self, position: &dyn Position) -> Result<Known, End> {
        let known = if L::DETECTS {
            self.meet_with_summary(position)
        } else {
            let fingerprint = self.machine.fingerprint();
            self.met = fingerprint.0;
            match self.visited.meet(fingerprint, position.depth()) {
                Meeting::New => Known::New,
                Meeting::Covered => Known::Covered,
                Meeting::Nearer(before) => {
                    Known::Again(u64::from(self.options.max_depth.is_some_and(|limit| before >= limit)))
                }
            }
        };
        if known != Known::New {
            self.statistics.revisited += 1;
        } else if let Some(limit) = self.options.max_states.filter(|&limit| self.statistics.states >= limit) {
            return Err(End::Limit(Limit::States(limit)));
        } else {
            self.statistics.states += 1;
        }
        Ok(known)
    }

    fn meet_with_summary(&mut self, position: &dyn Position) -> Known {
        let fingerprint = self.machine.fingerprint();
        self.met = fingerprint.0;
        self.summary.clear();
        self.listener.summary(self.machine.canonical(), &mut self.summary);
        let limit = self.options.max_depth;
        self.summaries.meet(fingerprint, &self.summary, position.depth(), limit, L::covers)
    }

    /// How promising the transition was that led here.
    pub(crate) fn value(&self) -> u64 {
        u64::from(self.listener.value())
    }

    /// The ways to leave the state that was reached, none if the execution ends here.
    pub(crate) fn open(&mut self, position: &dyn Position) -> Result<Option<Vec<Choice>>, End> {
        match self.machine.situation() {
            Situation::Open(choices) => {
                assert!(!choices.is_empty(), "the machine calls a state open that cannot be left");
                return Ok(Some(choices));
            }
            Situation::Ended => self.statistics.executions += 1,
            Situation::Deadlock(finding) => {
                self.statistics.executions += 1;
                self.found(finding, position)?;
            }
        }
        Ok(None)
    }

    fn arrive(&mut self, position: &dyn Position) -> Result<Option<Vec<Choice>>, End> {
        let made_up_for = match self.meet(position)? {
            Known::New => 0,
            Known::Covered => return Ok(None),
            Known::Again(made_up_for) => {
                self.statistics.again += 1;
                made_up_for
            }
        };
        let choices = self.open(position)?;
        if let (Some(_), Some(limit)) = (&choices, self.options.max_depth) {
            self.cut -= made_up_for;
            if position.depth() >= limit {
                self.cut += 1;
                return Ok(None);
            }
        }
        Ok(choices)
    }

    fn found(&mut self, mut finding: Box<Finding>, position: &dyn Position) -> Result<(), End> {
        match self.findings.iter_mut().find(|known| known.is_same_in_detail(&finding)) {
            Some(known) if known.schedule.len() as u64 <= position.depth() => {}
            known => {
                finding.schedule = position.schedule();
                match known {
                    Some(known) => *known = *finding,
                    None => self.findings.push(*finding),
                }
            }
        }
        if self.options.all { Ok(()) } else { Err(End::Found) }
    }

    fn check(&mut self, position: &dyn Position) -> Result<(), End> {
        self.account(position.bytes());
        if self.monitor.progress(&self.statistics) == Signal::Stop {
            return Err(End::Interrupted);
        }
        if let (Some(began), Some(limit)) = (self.began, self.options.time)
            && began.elapsed() >= limit
        {
            return Err(End::Limit(Limit::Time(limit)));
        }
        if let Some(limit) = self.options.memory
            && self.monitor.memory().unwrap_or(self.statistics.bytes) >= limit
        {
            return Err(End::Limit(Limit::Memory(limit)));
        }
        Ok(())
    }

    fn account(&mut self, strategy: u64) {
        self.statistics.work = self.machine.work();
        self.statistics.bytes = self.statistics.work.bytes + self.visited.bytes() + self.summaries.bytes() + strategy;
    }

    /// The machine, for strategies that go by what steps depend on.
    pub(crate) fn machine(&mut self) -> &mut M {
        self.machine
    }

    /// The books of a reduction.
    pub(crate) fn reduction(&mut self) -> &mut Reduction {
        self.statistics.reduction.get_or_insert_default()
    }

    /// The identity of the state met last.
    pub(crate) fn met(&self) -> u128 {
        self.met
    }

    /// A state that was met before is explored again.
    pub(crate) fn again(&mut self) {
        self.statistics.again += 1;
    }

    /// The strategy begins anew.
    pub(crate) fn forget_states(&mut self) {
        self.visited = VisitedSet::new(self.visited.has_depths());
        self.summaries = Summaries::default();
    }

    /// An execution ends, though threads could go on.
    pub(crate) fn ended(&mut self) {
        self.statistics.executions += 1;
    }

    /// The last state is not left because it lies at the limit of depth.
    pub(crate) fn cut(&mut self) {
        self.cut += 1;
    }

    /// The longest path allowed.
    pub(crate) fn max_depth(&self) -> Option<u64> {
        self.options.max_depth
    }

    /// So many states wait to be explored.
    pub(crate) fn queued(&mut self, states: usize) {
        self.statistics.queue = states as u64;
        self.statistics.max_queue = self.statistics.max_queue.max(states as u64);
    }

    /// Every schedule of up to so many transitions has been tried.
    pub(crate) fn covered(&mut self, depth: u64) {
        self.covered_depth = Some(depth);
    }

    /// A point to go back to, last in first out.
    pub(crate) fn mark(&mut self) -> (Mark, L::Mark) {
        (self.machine.mark(), self.listener.mark())
    }

    /// Goes back there; the mark stays valid.
    pub(crate) fn rollback(&mut self, (machine, listener): (Mark, L::Mark)) {
        self.machine.rollback(machine);
        self.listener.rollback(listener);
    }

    /// Keeps the state.
    pub(crate) fn save(&mut self) -> (M::Snapshot, L::Snapshot) {
        (self.machine.save(), self.listener.save())
    }

    /// Makes a kept state the current one; marks are void.
    pub(crate) fn restore(&mut self, (machine, listener): &(M::Snapshot, L::Snapshot)) {
        self.machine.restore(machine);
        self.listener.restore(listener);
    }

    /// The answer, once the strategy has nothing left to do or something ended it.
    pub(crate) fn finish(mut self, ended: Result<(), End>) -> Exploration {
        let end = match (ended, self.options.max_depth) {
            (Err(end), _) => end,
            (Ok(()), Some(limit)) if self.cut > 0 => {
                self.covered(limit);
                End::Limit(Limit::Depth(limit))
            }
            (Ok(()), _) => {
                self.covered_depth = None;
                End::Complete
            }
        };
        self.account(0);
        Exploration { findings: self.findings, statistics: self.statistics, covered_depth: self.covered_depth, end }
    }
}
