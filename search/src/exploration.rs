//! What a search answers.

use raceproof_base::{Finding, Finer, Place, Unsupported, Work};
use std::fmt;
use std::time::Duration;

/// What was explored, counted.
///
/// Each transition leads to a state (new or visited before), to a violation, to something
/// unsupported, or to where the program says the path is of no interest; so `transitions = states -
/// 1 + revisited + violations + unsupported + ignored`, unless the search was ended before its
/// time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Different states, the first one included. Where a violated execution stopped is none.
    pub states: u64,
    /// Transitions that led to a state visited before.
    pub revisited: u64,
    /// How many of these were explored again, because what was done at the earlier visit does not
    /// cover this one.
    pub again: u64,
    /// Transitions executed.
    pub transitions: u64,
    /// Ends of executions met: the program ended, no thread could go on, or a violation.
    pub executions: u64,
    /// How many of these were violations in the middle of a transition.
    pub violations: u64,
    /// Executions that came to what is not modelled, in the middle of a transition.
    pub unsupported: u64,
    /// Paths that the program said are of no interest.
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
    /// What was saved, by a search that executes one of several schedules with the same outcome.
    pub reduction: Option<Reduction>,
}

/// What a reduction did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reduction {
    /// Beginnings of executions that were planned, because a race could be the other way round.
    pub added: u64,
    /// Those that were left out, because no execution from there has a data race.
    pub skipped: u64,
    /// How often that was looked into.
    pub checks: u64,
    /// How often it was so.
    pub race_free: u64,
    /// Executions that were not gone on with, because they come back to their own states: they need
    /// not end.
    pub endless: u64,
    /// Executions that were not gone on with, because they turned out to be like others.
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
            Self::Runs(runs) => write!(f, "the limit of {runs} random executions"),
            Self::Own(bound) => f.write_str(bound),
        }
    }
}

/// What ended executions without being looked for, told once.
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
        match all.iter_mut().find(|known| is_same(&known.what, &what)) {
            Some(known) => known.executions += 1,
            None => all.push(Self { what, executions: 1 }),
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
    /// The machine leaves out what matters: it is to be made so that it does not, and the search
    /// begun anew.
    TooCoarse(Finer),
    /// The monitor ended it.
    Interrupted,
    /// Everything was explored but what is behind something that is not modelled:
    /// [`Exploration::unsupported`].
    Unsupported,
}

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// What was found, each with the schedule that shows it; the same finding only once, with the
    /// shortest schedule met.
    pub findings: Vec<Finding>,
    /// What would have been found, had it been looked for
    /// ([`SearchOptions::noted`](crate::SearchOptions::noted)).
    pub noted: Vec<Counted<Finding>>,
    /// What ended executions because it is not modelled, whatever ended the search.
    pub unsupported: Vec<Counted<Unsupported>>,
    /// Weak races that are no data races, likewise.
    pub weak_races: Vec<Finding>,
    /// What was explored.
    pub statistics: Statistics,
    /// If not everything was explored: every schedule of up to so many transitions was. None if
    /// nothing of the kind can be said.
    pub covered_depth: Option<u64>,
    /// Loops that were taken not to end, if threads in them were held back because others could go
    /// on.
    pub unending: Vec<Place>,
    /// Why it ended.
    pub end: End,
}

impl Exploration {
    /// Whether everything was explored: what was not found, does not exist.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.end == End::Complete
    }
}
