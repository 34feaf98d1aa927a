//! The search for a consistent sequence, `do_search` (Table III of the paper), and how later
//! searches use what earlier ones have visited (section III-C).
//!
//! **Deviations.** Row 7 comes before row 2, for the target's locks must not be a third thread's
//! either, and asks the locks only: that nothing of a third thread is needed is asked once, of the
//! target, which needs all that the events before it need. Rows 3 and 4 fail if the thread that
//! must go first waits for a lock of the other. "Not in the rest" includes the event at the target
//! in rows 13 and 14 and excludes it in 15 and 16, the only reading that gives Table II.
//!
//! **Shared locks.** What excludes nothing disables nothing. In rows 13 to 16 an unlock in either
//! mode counts, and 15 and 16 are asked only where the two locks cannot be held at once: otherwise
//! both orders are tried.
//!
//! **Again.** The paper's targets only grow, those here come in any order, and a success leaves
//! calls unmade. So what is stored is each pair whose decision another target may change: in
//! `incremental` those of the rows with a star, those of rows 10 to 12 by the location that matters
//! if it is a target. They are decided again, and a call is made only if that leads to a pair that
//! was not visited.

use super::clocks::Clocks;
use super::history::{History, LockEvent};
use super::start::Start;
use super::{Check, Counts, Pair, Step};
use crate::model::{Hold, Model, excludes};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeSet;

/// What a search looks at: two threads, and what third ones hold all the while.
pub(super) struct Space<'a> {
    pub(super) model: &'a Model,
    pub(super) clocks: &'a Clocks,
    pub(super) histories: [&'a History; 2],
    /// Under strategy II: what the others hold in the snapshot.
    pub(super) held: &'a [Hold],
}

/// Which threads execute an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Move {
    /// None: this is where the search starts.
    Start,
    First,
    Second,
    Both,
}

impl Move {
    fn steps(self) -> Pair {
        match self {
            Self::Start => [0, 0],
            Self::First => [1, 0],
            Self::Second => [0, 1],
            Self::Both => [1, 1],
        }
    }

    fn from(self, pair: Pair) -> Pair {
        let steps = self.steps();
        [pair[0] + steps[0], pair[1] + steps[1]]
    }
}

/// The moves of a row, in the order in which they are tried.
const FAIL: &[Move] = &[];
const FIRST: &[Move] = &[Move::First];
const SECOND: &[Move] = &[Move::Second];
const BOTH: &[Move] = &[Move::Both];
const EITHER: &[Move] = &[Move::Second, Move::First];

impl Space<'_> {
    /// The first row of Table III that applies at a pair, and what it does.
    fn decide(&self, at: Pair, target: Pair) -> (Check, &'static [Move]) {
        let entry = |side: usize| match at[side] < target[side] {
            true => self.histories[side].entries.get(at[side] as usize),
            false => None,
        };
        let entries = [entry(0), entry(1)];
        let waits =
            [0, 1].map(|side| entries[side].is_some_and(|entry| self.is_disabled(entry, at, side)));
        // 7, strategy II: a third thread holds what one of the two has taken.
        if [0, 1].iter().any(|side| self.is_held_by_a_third(*side, at[*side])) {
            return (Check::Third, FAIL);
        }
        // 2, TC*: the terminal pair.
        if at == target {
            return (Check::Terminal, FAIL);
        }
        // 3, HB: a must happen before b.
        if self.waits_for_event(entries[1], at, 0) {
            return (Check::Before, if entries[0].is_none() || waits[0] { FAIL } else { FIRST });
        }
        // 4, HB: b must happen before a.
        if self.waits_for_event(entries[0], at, 1) {
            return (Check::Behind, if entries[1].is_none() || waits[1] { FAIL } else { SECOND });
        }
        match (waits, entries) {
            // 5, LCC1: each waits for a lock that the other holds.
            ([true, true], _) => (Check::Deadlock, FAIL),
            // 6, LCC2*: one waits for a lock held by the other, which is at its target.
            ([true, _], [_, None]) | ([_, true], [None, _]) => (Check::Stall, FAIL),
            // 8, LCC3*: a is at its target, or disabled by a lock that b holds.
            (_, [None, _]) | ([true, _], _) => (Check::LockConsistency3, SECOND),
            // 9, LCC4*: b is at its target, or disabled by a lock that a holds.
            (_, [_, None]) | ([_, true], _) => (Check::LockConsistency4, FIRST),
            (_, [Some(a), Some(b)]) => self.simplify([a, b], at, target),
        }
    }

    /// Rows 10 to 17: both can execute their events.
    fn simplify(
        &self,
        [a, b]: [&LockEvent; 2],
        at: Pair,
        target: Pair,
    ) -> (Check, &'static [Move]) {
        match (a.takes, b.takes) {
            // 10, RC1: a locks, b unlocks another.
            (true, false) => return (Check::Redundancy1, SECOND),
            // 11, RC2: a unlocks, b locks another.
            (false, true) => return (Check::Redundancy2, FIRST),
            // 12, RC3: both unlock.
            (false, false) => return (Check::Redundancy3, BOTH),
            (true, true) => {}
        }
        let unlocks =
            |side: usize, lock, end| self.histories[side].unlocks_within(lock, at[side], end);
        let are_different = a.lock() != b.lock();
        // 13, RC4*: the locks differ, and b does not unlock a's in the rest.
        if are_different && !unlocks(1, a.lock(), target[1] + 1) {
            return (Check::Redundancy4, FIRST);
        }
        // 14, RC5*: the locks differ, and a does not unlock b's in the rest.
        if are_different && !unlocks(0, b.lock(), target[0] + 1) {
            return (Check::Redundancy5, SECOND);
        }
        // 15, RC6*: a does not unlock its own before its target.
        if (a.is_exclusive() || excludes(a.hold, b.hold)) && !unlocks(0, a.lock(), target[0]) {
            return (Check::Redundancy6, SECOND);
        }
        // 16, RC7*: b does not unlock its own before its target.
        if (b.is_exclusive() || excludes(a.hold, b.hold)) && !unlocks(1, b.lock(), target[1]) {
            return (Check::Redundancy7, FIRST);
        }
        // 17: no pruning.
        (Check::Default, EITHER)
    }

    /// Whether an event takes what the other thread holds.
    fn is_disabled(&self, entry: &LockEvent, at: Pair, side: usize) -> bool {
        let other = self.histories[1 - side].lockset(at[1 - side]);
        entry.takes
            && self.model.locksets.holds(other).iter().any(|held| excludes(*held, entry.hold))
    }

    fn is_held_by_a_third(&self, side: usize, location: u32) -> bool {
        !self.held.is_empty() && {
            let set = self.histories[side].lockset(location);
            self.model
                .locksets
                .holds(set)
                .iter()
                .any(|hold| self.held.iter().any(|held| excludes(*held, *hold)))
        }
    }

    /// Whether an event must come behind the next one of the other thread.
    fn waits_for_event(&self, entry: Option<&LockEvent>, at: Pair, other: usize) -> bool {
        let next = self.histories[other].entries.get(at[other] as usize);
        entry.zip(next).is_some_and(|(entry, next)| {
            let [entry, next] = [entry, next].map(|entry| &self.model.items[entry.item as usize]);
            self.clocks.precedes(next, entry)
        })
    }
}

/// What is told of searches, beside their answers.
#[derive(Default)]
pub(super) struct Progress {
    pub(super) counts: Counts,
    /// What the last one has visited.
    pub(super) steps: Vec<Step>,
    /// Pairs of acquires, as items, that wait for each other.
    pub(super) deadlocks: BTreeSet<[u32; 2]>,
}

impl Progress {
    fn visited(&mut self, space: &Space, step: Step) {
        self.counts.count(step.check);
        self.steps.push(step);
        self.decided(space, step.pair, step.check);
    }

    fn decided(&mut self, space: &Space, pair: Pair, check: Check) {
        if check == Check::Deadlock {
            let acquire = |side: usize| {
                space.histories[side].entries.get(pair[side] as usize).map(|entry| entry.item)
            };
            self.deadlocks
                .extend(acquire(0).zip(acquire(1)).map(|(first, second)| [first, second]));
        }
    }
}

/// What searches from one start pair have found.
pub(super) struct Search {
    start: Start,
    /// The pairs that a consistent sequence reaches, with its last move.
    visited: HashMap<Pair, Move>,
    /// Pairs that none reaches: targets, and those of row 7.
    unreachable: HashSet<Pair>,
    /// `incpairs`: what another target may change.
    incremental: BTreeSet<Pair>,
    /// Pairs of rows 11 and 12, by the first location; of rows 10 and 12, by the second.
    at_first: HashMap<u32, Vec<u32>>,
    at_second: HashMap<u32, Vec<u32>>,
}

impl Search {
    pub(super) fn new(start: Start) -> Self {
        Self {
            start,
            visited: HashMap::default(),
            unreachable: HashSet::default(),
            incremental: BTreeSet::new(),
            at_first: HashMap::default(),
            at_second: HashMap::default(),
        }
    }

    pub(super) fn start(&self) -> Start {
        self.start
    }

    /// Whether a consistent sequence leads from the start to the target.
    pub(super) fn reaches(&mut self, space: &Space, target: Pair, progress: &mut Progress) -> bool {
        if self.is_known(target) {
            return self.visited.contains_key(&target);
        }
        let again = self.to_decide_again(target);
        let mut calls = Vec::new();
        if self.visited.is_empty() {
            calls.push((self.start.pair, Move::Start));
        }
        for pair in &again {
            let (check, moves) = space.decide(*pair, target);
            progress.decided(space, *pair, check);
            self.call(*pair, moves, &mut calls);
        }
        let is_reachable = self.search(space, target, calls, progress);
        for pair in again {
            if self.is_settled(space, pair) {
                self.incremental.remove(&pair);
            }
        }
        if !is_reachable {
            self.unreachable.insert(target);
        }
        is_reachable
    }

    /// Whether no target makes a difference any more: what may come next was visited, or is
    /// disabled. If both are, a later target may show that as a deadlock.
    fn is_settled(&self, space: &Space, pair: Pair) -> bool {
        let is_possible = |side: usize| {
            let entry = space.histories[side].entries.get(pair[side] as usize);
            entry.is_some_and(|entry| !space.is_disabled(entry, pair, side))
        };
        let possible = [(0, Move::First), (1, Move::Second)]
            .into_iter()
            .filter(|(side, _)| is_possible(*side));
        let next: Vec<Pair> = possible.map(|(_, step)| step.from(pair)).collect();
        !next.is_empty() && next.into_iter().all(|next| self.is_known(next))
    }

    /// The pairs before the target whose decision may be another than when they were visited.
    fn to_decide_again(&self, target: Pair) -> Vec<Pair> {
        let starred = self
            .incremental
            .range(..=[target[0], u32::MAX])
            .filter(|pair| pair[1] <= target[1])
            .copied();
        let first =
            self.at_first.get(&target[0]).into_iter().flatten().map(|second| [target[0], *second]);
        let second =
            self.at_second.get(&target[1]).into_iter().flatten().map(|first| [*first, target[1]]);
        let by_row =
            first.chain(second).filter(|pair| pair[0] <= target[0] && pair[1] <= target[1]);
        starred.chain(by_row).collect()
    }

    fn call(&self, pair: Pair, moves: &[Move], calls: &mut Vec<(Pair, Move)>) {
        let made = moves.iter().rev().map(|step| (step.from(pair), *step));
        // 1, VC: a pair that was visited fails.
        calls.extend(made.filter(|(next, _)| !self.is_known(*next)));
    }

    fn is_known(&self, pair: Pair) -> bool {
        self.visited.contains_key(&pair) || self.unreachable.contains(&pair)
    }

    fn search(
        &mut self,
        space: &Space,
        target: Pair,
        mut calls: Vec<(Pair, Move)>,
        progress: &mut Progress,
    ) -> bool {
        while let Some((pair, step)) = calls.pop() {
            // It may have been visited since the call was put off.
            if self.is_known(pair) {
                continue;
            }
            progress.counts.calls += u64::from(step != Move::Start);
            let (check, moves) = space.decide(pair, target);
            match check {
                Check::Third => drop(self.unreachable.insert(pair)),
                _ => drop(self.visited.insert(pair, step)),
            }
            self.store(pair, target, check);
            let before = calls.len();
            self.call(pair, moves, &mut calls);
            let next = calls.get(before..).and_then(<[_]>::last).map(|(next, _)| *next);
            progress.visited(space, Step { pair, check, next });
            if check == Check::Terminal {
                // What is not called any more another target may need.
                let callers = calls.iter().map(|(next, step)| {
                    let [first, second] = step.steps();
                    [next[0] - first, next[1] - second]
                });
                self.incremental.extend(callers);
                return true;
            }
        }
        false
    }

    fn store(&mut self, pair: Pair, target: Pair, check: Check) {
        let [first, second] = pair;
        let is_at_target = |side: usize| pair[side] == target[side];
        match check {
            Check::LockConsistency3 if !is_at_target(0) => {}
            Check::LockConsistency4 if !is_at_target(1) => {}
            _ if check.is_starred() => drop(self.incremental.insert(pair)),
            Check::Redundancy1 => self.at_second.entry(second).or_default().push(first),
            Check::Redundancy2 => self.at_first.entry(first).or_default().push(second),
            Check::Redundancy3 => {
                self.at_first.entry(first).or_default().push(second);
                self.at_second.entry(second).or_default().push(first);
            }
            _ => {}
        }
    }

    /// The events of a consistent sequence from the start to a pair that is reached, as items.
    pub(super) fn sequence(&self, histories: [&History; 2], target: Pair) -> Vec<u32> {
        let (mut sequence, mut pair) = (Vec::new(), target);
        while let Some(step) = self.visited.get(&pair).filter(|step| **step != Move::Start) {
            let steps = step.steps();
            for side in [1, 0] {
                if steps[side] == 1 {
                    pair[side] -= 1;
                    sequence.push(histories[side].entries[pair[side] as usize].item);
                }
            }
        }
        sequence.reverse();
        sequence
    }
}
