//! The result of a search.

use raceproof_base::{Finding, Finer, Place, Unsupported, Work};
use std::fmt;
use std::time::Duration;

/// Statistics of an exploration.
///
/// Each transition leads to a state (new or visited before), to a violation, to something
/// unsupported, or to where the program cuts the path off; so `transitions = states - 1 +
/// revisited + violations + unsupported + ignored`, unless the search was ended before its time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Different states, the first one included. Where a violated execution stopped is none.
    pub states: u64,
    /// Transitions that led to a state visited before.
    pub revisited: u64,
    /// How many of these were expanded again, because no earlier visit covers them.
    pub again: u64,
    /// Transitions executed.
    pub transitions: u64,
    /// Ends of executions met: the program ended, no thread could go on, or a violation.
    pub executions: u64,
    /// How many of these were violations in the middle of a transition.
    pub violations: u64,
    /// Executions that came to what is not modelled, in the middle of a transition.
    pub unsupported: u64,
    /// Paths that the program cut off.
    pub ignored: u64,
    /// The length of the longest path, in transitions, the one into a visited state included.
    pub max_depth: u64,
    /// The length of the current path.
    pub depth: u64,
    /// States waiting to be explored, in searches with a frontier.
    pub queue: u64,
    /// The most that ever waited.
    pub max_queue: u64,
    /// Bytes of memory that the search and the machine's states take, by their own account.
    pub bytes: u64,
    /// What the machine did.
    pub work: Work,
    /// What a partial-order reduction did, if the search is one.
    pub reduction: Option<Reduction>,
}

impl Statistics {
    /// With those of a search of the same kind, behind this one.
    fn absorb(&mut self, next: &Self) {
        self.states += next.states;
        self.revisited += next.revisited;
        self.again += next.again;
        self.transitions += next.transitions;
        self.executions += next.executions;
        self.violations += next.violations;
        self.unsupported += next.unsupported;
        self.ignored += next.ignored;
        self.max_depth = self.max_depth.max(next.max_depth);
        self.max_queue = self.max_queue.max(next.max_queue);
        self.bytes = self.bytes.max(next.bytes);
        self.work.instructions += next.work.instructions;
        self.work.bytes = self.work.bytes.max(next.work.bytes);
        self.work.prints += next.work.prints;
    }
}

/// Statistics of a partial-order reduction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reduction {
    /// Backtracking points: wakeup sequences added (`dpor`), states opened (`lockset`).
    pub added: u64,
    /// Those left out, because no execution from there has a data race.
    pub skipped: u64,
    /// Queries whether a subtree is free of data races.
    pub checks: u64,
    /// Those answered yes.
    pub race_free: u64,
    /// Executions cut because they came back to one of their own states: they need not end.
    pub endless: u64,
    /// Executions cut because every enabled thread sleeps (or spins): redundant ones.
    pub sleep_blocked: u64,
}

/// A limit that was reached, with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// There are more states.
    States(u64),
    /// There are longer schedules.
    Depth(u64),
    /// It would take longer.
    Time(Duration),
    /// It would take more memory, in bytes.
    Memory(u64),
    /// It would take more transitions.
    Transitions(u64),
    /// As many random schedules were tried as were asked for.
    Runs(u64),
    /// The strategy leaves schedules out by a bound of its own, which is named.
    Own(&'static str),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::States(states) => write!(f, "the limit of {states} states"),
            Self::Depth(depth) => write!(f, "the limit of {depth} transitions on a path"),
            Self::Time(time) => write!(f, "the limit of {} seconds", time.as_secs_f64()),
            Self::Memory(bytes) => write!(f, "the limit of {bytes} bytes of memory"),
            Self::Transitions(most) => write!(f, "the limit of {most} transitions"),
            Self::Runs(runs) => write!(f, "the limit of {runs} random executions"),
            Self::Own(bound) => f.write_str(bound),
        }
    }
}

/// All schedules with few preemptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounded {
    /// At most so many: switches away from a thread that could go on.
    pub preemptions: u64,
    /// So many executions of them came to their end.
    pub executions: u64,
}

/// Something that ended executions and is counted instead of reported, with its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted<T> {
    /// What, and where.
    pub what: T,
    /// How many of the executions met ended so.
    pub executions: u64,
}

impl<T> Counted<T> {
    /// Counts one more, which may be like one before.
    pub(crate) fn add(all: &mut Vec<Self>, what: T, is_same: impl Fn(&T, &T) -> bool) {
        Self::absorb(all, [Self { what, executions: 1 }], is_same);
    }

    /// Counts those of another search, which may be like some before.
    pub fn absorb(
        all: &mut Vec<Self>,
        more: impl IntoIterator<Item = Self>,
        is_same: impl Fn(&T, &T) -> bool,
    ) {
        for one in more {
            match all.iter_mut().find(|known| is_same(&known.what, &one.what)) {
                Some(known) => known.executions += one.executions,
                None => all.push(one),
            }
        }
    }
}

/// Why a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// Everything was explored.
    Complete,
    /// The first finding was all that was asked for.
    Found,
    /// There is more to explore than a limit allows.
    Limit(Limit),
    /// The machine must be refined, and the search begun anew.
    TooCoarse(Finer),
    /// The monitor ended it.
    Interrupted,
    /// All was explored but what follows something that is not modelled:
    /// [`Exploration::unsupported`].
    Unsupported,
}

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The findings, each with a schedule that shows it; equal ones once, with the shortest
    /// schedule met.
    pub findings: Vec<Finding>,
    /// Races of which no access seems to be made by a class that is checked, or on its behalf
    /// ([`SearchOptions::checked`](crate::SearchOptions::checked)): what their first accesses were
    /// made for is only known when they are executed again.
    pub apart: Vec<Finding>,
    /// Findings of the kind that is only counted
    /// ([`SearchOptions::noted`](crate::SearchOptions::noted)).
    pub noted: Vec<Counted<Finding>>,
    /// What is not modelled and ended executions, whatever ended the search.
    pub unsupported: Vec<Counted<Unsupported>>,
    /// Weak races that are no data races, likewise.
    pub weak_races: Vec<Finding>,
    /// What was explored.
    pub statistics: Statistics,
    /// If not everything was explored: every schedule of up to so many transitions was. None if
    /// nothing of the kind can be said.
    pub covered_depth: Option<u64>,
    /// Likewise: every schedule with so few preemptions was explored.
    pub bounded: Option<Bounded>,
    /// Loops that need not end in which fairness has held threads back.
    pub unending: Vec<Place>,
    /// Where an operation that is one step was divided, for being too long.
    pub divided: Option<Place>,
    /// An operation that is one step, which no comparison holds.
    pub uncompared: Option<Place>,
    /// An operation that is one step, though nothing says why it takes effect at one instant.
    pub unargued: Option<Place>,
    /// Whether any step was in an operation that is one step.
    pub has_operations: bool,
    /// Where something was changed of which neither a step nor an event tells.
    pub untold: Option<Place>,
    /// Whether a wait ended by its time.
    pub timed_out: bool,
    /// Why it ended.
    pub end: End,
}

impl Exploration {
    /// Whether everything was explored: what the strategy covers and did not find, does not exist.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.end == End::Complete
    }

    /// Whether anything was found that is told by a schedule.
    #[must_use]
    pub fn has_found(&self) -> bool {
        [&self.findings, &self.apart, &self.weak_races].iter().any(|found| !found.is_empty())
    }

    /// With what a search of the same kind has explored behind this one.
    pub fn absorb(&mut self, next: Self) {
        self.statistics.absorb(&next.statistics);
        add(&mut self.findings, next.findings);
        add(&mut self.apart, next.apart);
        add(&mut self.weak_races, next.weak_races);
        Counted::absorb(&mut self.noted, next.noted, Finding::is_same);
        Counted::absorb(&mut self.unsupported, next.unsupported, PartialEq::eq);
        let unending = next.unending.into_iter();
        let new: Vec<_> = unending.filter(|place| !self.unending.contains(place)).collect();
        self.unending.extend(new);
        self.divided = self.divided.take().or(next.divided);
        self.uncompared = self.uncompared.take().or(next.uncompared);
        self.unargued = self.unargued.take().or(next.unargued);
        self.has_operations |= next.has_operations;
        self.untold = self.untold.take().or(next.untold);
        self.timed_out |= next.timed_out;
        self.end = next.end;
    }
}

/// Adds findings, equal ones once, with the shortest schedule.
fn add(known: &mut Vec<Finding>, more: Vec<Finding>) {
    for finding in more {
        match known.iter_mut().find(|known| known.is_same_in_detail(&finding)) {
            Some(known) if known.schedule.len() <= finding.schedule.len() => {}
            Some(known) => *known = finding,
            None => known.push(finding),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_several_searches_met_is_counted_together() {
        let counted = |what, executions| Counted { what, executions };
        let mut all = vec![counted("exits with 3", 2)];
        let more = [counted("exits with 4", 1), counted("exits with 3", 5)];
        Counted::absorb(&mut all, more, PartialEq::eq);
        let told: Vec<_> = all.iter().map(|one| (one.what, one.executions)).collect();
        assert_eq!(told, [("exits with 3", 7), ("exits with 4", 1)]);
    }
}
