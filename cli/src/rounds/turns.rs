//! Searches that may come to the end, in turns, each turn with more transitions ([`Turns`]).

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use raceproof_config::Library;
use raceproof_search::{End, Limit, StrategyKind};

use super::{Rounds, up_to, with};
use crate::ahead::{Ahead, Task};
use crate::detectors::Explored;
use crate::exploration::Budget;
use crate::machine::Refusal;

/// How many times as many transitions the next search may have as the one before.
pub(super) const GROWTH: u64 = 10;

/// Those that may come to the end, in turns.
const SEARCHES: [StrategyKind; 4] = [
    StrategyKind::DepthFirst,
    StrategyKind::Persistent,
    StrategyKind::Dpor,
    StrategyKind::Preemptions,
];

/// Without `dpor`: reductions leave out orders that only plain accesses of the class library tell
/// apart, this one the most, and what rests on an assumption is not begun again for these.
const BY_STATES: [StrategyKind; 3] =
    [StrategyKind::DepthFirst, StrategyKind::Persistent, StrategyKind::Preemptions];
const REDUCED: [StrategyKind; 3] =
    [StrategyKind::Persistent, StrategyKind::DepthFirst, StrategyKind::Preemptions];

/// How many transitions those searches may have that are to come to the end.
pub(super) struct Turns {
    pub(super) first: u64,
    pub(super) most: u64,
    /// Whether the first turn has schedules with few preemptions, too.
    pub(super) preempts: bool,
    /// How many times as many reductions may have.
    pub(super) reduced: u64,
    /// Which searches, in which order: if none are said, all, the order by how large it is.
    pub(super) searches: Option<[StrategyKind; 3]>,
}

impl Turns {
    pub(super) const ALL: Self =
        Self { first: 200_000, most: u64::MAX, preempts: false, reduced: 1, searches: None };
    /// With operations of one instant as steps. The second turn is no long one ([`LONG`]).
    pub(super) const OF_INSTANTS: Self = Self { first: 190_000, most: 3_000_000, ..Self::ALL };
    /// The same behind what was complete with all operations as steps, of which it has more.
    pub(super) const FEW_OF_INSTANTS: Self = Self { first: 50_000, most: 50_000, ..Self::ALL };
    /// With all operations as steps, before those that were compared are none.
    pub(super) const BETWEEN_AT_FIRST: Self =
        Self { first: 600_000, most: 600_000, searches: Some(REDUCED), ..Self::ALL };
    /// With all operations as steps. What depth-first search does not complete soon, it will not.
    pub(super) const BETWEEN: Self =
        Self { first: 100_000, reduced: 18, searches: Some(BY_STATES), ..Self::ALL };
    /// The same where waits have ended by their time: every order counts then for the most part, and
    /// depth-first search alone comes to the end.
    pub(super) const BETWEEN_IN_TIME: Self = Self { first: 600_000, reduced: 1, ..Self::BETWEEN };
    /// With switches inside operations, when all is proved.
    pub(super) const INSIDE: Self =
        Self { first: 100_000, most: 100_000, preempts: true, ..Self::ALL };
}

/// Up to so many, depth-first search goes first: what it completes is a proof at once.
pub(super) const SMALL: u64 = 200_000;

/// So many it may have once a reduction is complete with so many, which leaves out little then, and
/// would do all again, being told of more.
pub(super) const NEARLY_SMALL: u64 = 3 * SMALL;
pub(super) const HARDLY_REDUCED: u64 = SMALL / 4;

/// From so many transitions on, the searches of a turn go side by side: what is done ahead is for
/// nothing where the first of them comes to the end, and most that do come there sooner.
const LONG: u64 = 2_000_000;

/// Searches that each may have so many transitions.
pub(super) struct Turn {
    open: Vec<StrategyKind>,
    pub(super) library: Library,
    pub(super) transitions: u64,
    /// How many times as many reductions may have.
    reduced: u64,
    /// Whether no search is begun behind these, and whether none of these once more.
    is_last: bool,
    are_last: bool,
    /// How many go side by side.
    threads: usize,
}

/// What has decided, or the searches that are to go on.
pub(super) type Turned = ControlFlow<Explored, Vec<StrategyKind>>;

impl Turn {
    fn budget(&self, number: usize, left: Option<Duration>) -> Budget {
        let share = |left: Duration| match self.open.len() - number {
            1 => left,
            many if many <= self.threads => left,
            // The first is depth-first search, which comes to the end most often.
            _ if number == 0 => left * 3 / 4,
            _ => left / 2,
        };
        let factor = if self.open[number].reduces() { self.reduced } else { 1 };
        let transitions = self.transitions.saturating_mul(factor);
        Budget { time: left.map(share), must_reduce: true, ..up_to(transitions) }
    }
}

impl Rounds<'_, '_> {
    /// Those searches in turns that may come to the end. Who has used up its share of the time is
    /// not begun again, since it would have less.
    pub(super) fn until_complete(
        &mut self,
        library: Library,
        turns: &Turns,
    ) -> Result<Explored, Refusal> {
        let mut open = turns.searches.map_or(SEARCHES.to_vec(), Vec::from);
        // Few preemptions were tried just before.
        let mut later = if turns.preempts { None } else { open.pop() };
        open.retain(|strategy| !strategy.reduces() || self.may_reduce());
        let mut transitions = turns.first;
        loop {
            if transitions > SMALL && turns.searches.is_none() {
                // What is large is done soonest by what leaves out most.
                open.sort_by_key(|strategy| *strategy != StrategyKind::Persistent);
            }
            let are_last = transitions >= turns.most;
            let is_long = transitions >= LONG;
            let (skipped, begun) = self.without_hope(&open, library, transitions);
            let threads = if is_long { self.job.threads().min(begun.len()) } else { 1 };
            let is_last = later.is_none() && skipped.is_empty() || are_last;
            let reduced = turns.reduced;
            let turn =
                Turn { open: begun, library, transitions, reduced, is_last, are_last, threads };
            match self.turn(&turn)? {
                ControlFlow::Break(decided) => return Ok(decided),
                ControlFlow::Continue(longer) => open = [skipped, longer].concat(),
            }
            open.extend(later.take());
            if open.is_empty() {
                open.push(StrategyKind::Preemptions);
            }
            transitions = transitions.saturating_mul(GROWTH).min(turns.most);
        }
    }

    /// The searches that cannot come to the end with so many transitions, and the others.
    fn without_hope(
        &self,
        open: &[StrategyKind],
        library: Library,
        transitions: u64,
    ) -> (Vec<StrategyKind>, Vec<StrategyKind>) {
        let is_hopeless = |strategy: &StrategyKind| {
            *strategy == StrategyKind::DepthFirst && self.are_too_few(library, transitions)
        };
        let (skipped, begun): (Vec<_>, _) = open.iter().copied().partition(is_hopeless);
        if begun.is_empty() { (begun, skipped) } else { (skipped, begun) }
    }

    /// Whether depth-first search was cut off with no fewer transitions where there are no more
    /// states: with switches inside operations there are those between them, too.
    pub(super) fn are_too_few(&self, library: Library, transitions: u64) -> bool {
        let has_no_fewer = |known: Library| match known {
            Library::Exact => library == Library::Exact,
            Library::Instant => library != Library::Atomic,
            Library::Atomic => true,
        };
        self.cut_off.iter().any(|(known, most)| transitions <= *most && has_no_fewer(*known))
    }

    /// One turn: what has decided, or the searches that are to go on.
    fn turn(&mut self, turn: &Turn) -> Result<Turned, Refusal> {
        if turn.threads == 1 {
            return self.by_turns(turn, None);
        }
        let (job, left) = (self.job, self.time_left());
        let tasks = |number: usize| {
            let options = with(job.options, *turn.open.get(number)?, turn.library);
            Some(Task { options, budget: turn.budget(number, left) })
        };
        let ahead = Ahead::new(job, &tasks, (self.started, turn.threads), (&self.fineness, true));
        thread::scope(|scope| {
            let _stop = ahead.begin(scope);
            self.by_turns(turn, Some(&ahead))
        })
    }

    fn by_turns(&mut self, turn: &Turn, ahead: Option<&Ahead<'_>>) -> Result<Turned, Refusal> {
        let mut longer = Vec::new();
        for (number, strategy) in turn.open.iter().enumerate() {
            let budget = turn.budget(number, self.time_left());
            let told = ahead.and_then(|ahead| ahead.take(number, &self.fineness, self.monitor));
            let explored = match told {
                Some(explored) => {
                    self.heard(explored?, with(self.job.options, *strategy, turn.library))?
                }
                None => self.round(*strategy, turn.library, budget)?,
            };
            let is_last = number + 1 == turn.open.len()
                && turn.is_last
                && (longer.is_empty() || turn.are_last);
            match explored.exploration.end {
                // What rests on an assumption gains nothing from this.
                End::Complete
                    if explored.fineness.strategy(*strategy).reduces()
                        && explored.exploration.unargued.is_none() =>
                {
                    let proof = match self.without_reduction(&explored, turn)? {
                        Some(proof) => Some(proof),
                        None => self.with_all_orders(explored, *strategy, turn)?,
                    };
                    if let Some(proof) = proof {
                        return Ok(ControlFlow::Break(proof));
                    }
                }
                End::Limit(Limit::Transitions(_)) if !is_last || !turn.are_last => {
                    longer.push(*strategy);
                }
                End::Limit(Limit::Own(_)) if !is_last => {}
                _ => return Ok(ControlFlow::Break(explored)),
            }
        }
        Ok(ControlFlow::Continue(longer))
    }
}
