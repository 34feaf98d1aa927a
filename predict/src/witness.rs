//! Decides exactly, within a budget, whether two accesses race in some correct reordering of the
//! trace (the predictable races).
//!
//! A reordering executes a prefix of each thread, such that all that must come before an event
//! comes before it, no lock is held twice, and each read sees the write that it saw. Two accesses
//! race if one ends right before both. Deciding that is NP-hard, but the prefixes that are needed
//! are small, and few of their events leave a choice.
//!
//! **Which prefixes** (`decide`). Those before the two accesses, closed (`crate::ideal`), are in
//! every witness. If a lock that one of them leaves held is needed by another thread, then either
//! that section comes last, or it ends, and its release is in, too: each open section is tried both
//! ways, smallest first. Prefixes are fixed before they are scheduled; growing them when a lock
//! blocks is faster and misses races.
//!
//! **Which order** (`Order`). Depth first over how far each thread is and what each variable holds.
//! **Which order** (`order`). Most events can be executed as soon as they are possible; only writes
//! and acquires that others compete for leave a choice.
//! Sound and complete but for the budget, which counts prefixes and states with a choice.
//! `tests/oracle.rs` holds it to an exhaustive search.

mod order;

use crate::contexts::Context;
use crate::engine::{Engine, Outcome};
use crate::event::{EventKind, NONE};
use crate::ideal::{Ideal, Marks, ordered_before};
use crate::model::{Hold, Item, Model, excludes};
use crate::reordering::Reordering;
use order::{Found, Order};
use rustc_hash::FxHashSet as HashSet;
use std::collections::BTreeMap;

/// What is known of a pair of accesses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// They race behind this.
    Racy(Reordering),
    /// No correct reordering brings them together.
    Infeasible,
    /// The budget was used up before that was known.
    Open,
}

/// What deciding one pair may take.
pub struct Budget<'a> {
    /// How many prefixes, and how many states with a choice.
    left: u64,
    /// Asked at each of these and at each step between them, whether there is time and memory to go
    /// on.
    goes_on: &'a dyn Fn() -> bool,
}

impl<'a> Budget<'a> {
    /// So many prefixes and states, as long as `goes_on`, which never takes a no back, says so.
    #[must_use]
    pub fn new(most: u64, goes_on: &'a dyn Fn() -> bool) -> Self {
        Self { left: most, goes_on }
    }

    /// Whatever it takes.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::new(u64::MAX, &|| true)
    }

    fn goes_on(&self) -> bool {
        (self.goes_on)()
    }

    /// One prefix or state more, if there may be.
    fn take(&mut self) -> bool {
        let may = self.left > 0 && self.goes_on();
        self.left -= u64::from(may);
        may
    }
}

/// The engine, for one model.
pub struct Exact<'a> {
    model: &'a Model,
    marks: Marks,
    /// Of each lock, who takes it first where: thread, hold, index.
    takers: Vec<Vec<(u32, Hold, u32)>>,
    order: Order<'a>,
    goes_on: &'a dyn Fn() -> bool,
}

impl<'a> Exact<'a> {
    /// For pairs of a model; as an [`Engine`] it leaves them open once `goes_on` says no.
    #[must_use]
    pub fn new(model: &'a Model, goes_on: &'a dyn Fn() -> bool) -> Self {
        let mut takers: Vec<Vec<(u32, Hold, u32)>> = vec![Vec::new(); model.locks];
        for item in model.items.iter().filter(|item| is_acquire(item.kind)) {
            let hold = hold(item);
            let takers = &mut takers[item.object as usize];
            if !takers.iter().any(|(thread, other, _)| (*thread, *other) == (item.thread, hold)) {
                takers.push((item.thread, hold, item.index));
            }
        }
        Self { model, marks: Marks::new(model), takers, order: Order::new(model), goes_on }
    }

    /// Whether two accesses of different threads race.
    ///
    /// One that is an update, beside a plain read, must see what it saw. If they meet only where it
    /// does not, they are left open: it may write some way before the read, with nothing that
    /// orders the two.
    pub fn decide(&mut self, one: u32, other: u32, budget: &mut Budget<'_>) -> Answer {
        let Some(update) = self.model.must_see_the_same([one, other]) else {
            return self.bring_together([one, other], None, budget);
        };
        match self.bring_together([one, other], Some(update), budget) {
            Answer::Infeasible => match self.bring_together([one, other], None, budget) {
                Answer::Racy(_) => Answer::Open,
                answer => answer,
            },
            answer => answer,
        }
    }

    /// With an update that is to see what it saw.
    fn bring_together(
        &mut self,
        pair: [u32; 2],
        update: Option<u32>,
        budget: &mut Budget<'_>,
    ) -> Answer {
        let mut start = Ideal::new(self.model);
        for number in pair {
            let item = &self.model.items[number as usize];
            start.raise(item.thread, item.index);
        }
        let seen = update.map(|update| self.model.items[update as usize].partner);
        if let Some(seen) = seen.filter(|seen| *seen != NONE) {
            start.put(self.model, seen);
        }
        start.close(self.model, &self.marks, |_, _| {});
        let mut waiting = BTreeMap::new();
        let mut seen: HashSet<Vec<u32>> = HashSet::default();
        self.enqueue(start, pair, &mut seen, &mut waiting);
        while let Some((_, ideal)) = waiting.pop_first() {
            let open = self.open_sections(&ideal);
            let is_crowded = |(thread, hold): &(u32, Hold)| {
                open.iter().any(|(other, held)| other != thread && excludes(*hold, *held))
            };
            let crowded: Vec<(u32, Hold)> = open.iter().copied().filter(is_crowded).collect();
            if crowded.is_empty() {
                match self.order.find(&ideal.counts, update, budget) {
                    Found::Order(order) => {
                        return Answer::Racy(Reordering::of_order(self.model, &order, pair));
                    }
                    Found::OutOfBudget => return Answer::Open,
                    Found::Nothing => {}
                }
            }
            let to_end = if crowded.is_empty() { &open } else { &crowded };
            for (thread, hold) in
                to_end.iter().filter(|section| self.is_contended(&ideal, **section))
            {
                let Some(release) = self.release_of(*thread, *hold, &ideal) else { continue };
                let mut longer = ideal.clone();
                longer.put(self.model, release);
                longer.close(self.model, &self.marks, |_, _| {});
                // There can be as many as there are subsets of open sections, and each takes
                // memory.
                if !budget.take() {
                    return Answer::Open;
                }
                self.enqueue(longer, pair, &mut seen, &mut waiting);
            }
        }
        Answer::Infeasible
    }

    /// Prefixes that reach one of the two are none before them.
    fn enqueue(
        &self,
        ideal: Ideal,
        pair: [u32; 2],
        seen: &mut HashSet<Vec<u32>>,
        waiting: &mut BTreeMap<(u64, usize), Ideal>,
    ) {
        let reaches = pair.iter().any(|number| ideal.has(self.model, *number));
        if !reaches && seen.insert(ideal.counts.clone()) {
            waiting.insert((ideal.size(), seen.len()), ideal);
        }
    }

    /// What each thread holds at the end of its prefix.
    fn open_sections(&self, ideal: &Ideal) -> Vec<(u32, Hold)> {
        let threads = ideal.counts.iter().enumerate();
        let held = threads.flat_map(|(thread, count)| {
            let set = self.model.lockset_behind(thread, *count);
            self.model.locksets.holds(set).iter().map(move |hold| (thread as u32, *hold))
        });
        held.collect()
    }

    /// Whether another thread takes the lock within its prefix.
    fn is_contended(&self, ideal: &Ideal, (thread, hold): (u32, Hold)) -> bool {
        self.takers[hold as usize / 2].iter().any(|(other, taken, first)| {
            *other != thread && excludes(*taken, hold) && *first < ideal.counts[*other as usize]
        })
    }

    /// The item by which a thread gives away what it holds at the end of its prefix.
    fn release_of(&self, thread: u32, hold: Hold, ideal: &Ideal) -> Option<u32> {
        let behind =
            self.model.threads[thread as usize].get(ideal.counts[thread as usize] as usize..)?;
        let is_it = |number: &&u32| {
            let item = &self.model.items[**number as usize];
            matches!(item.kind, EventKind::Release | EventKind::ReleaseShared)
                && self::hold(item) == hold
        };
        behind.iter().find(is_it).copied()
    }
}

/// Prefixes and states with a choice that one pair of accesses may take.
const BUDGET: u64 = 20_000;

/// Of accesses that are alike, so many are tried.
const TRIED: usize = 5;

/// Some of so many things, the first and the last among them.
fn sample(count: usize) -> impl Iterator<Item = usize> {
    let most = count.min(TRIED);
    (0..most)
        .map(move |number| if most == count { number } else { number * (count - 1) / (TRIED - 1) })
}

impl Engine for Exact<'_> {
    fn name(&self) -> &'static str {
        "witness"
    }

    fn race(&mut self, one: &Context, other: &Context) -> Outcome {
        // Of the first, those that must come before an access of the second, and those that must
        // come behind it.
        let before = ordered_before(self.model, &self.marks, &one.items, &other.items);
        let others_before = ordered_before(self.model, &self.marks, &other.items, &one.items);
        let unordered =
            |at: usize| before[at]..others_before.partition_point(|others| *others <= at);
        let open: Vec<usize> =
            (0..other.items.len()).filter(|at| !unordered(*at).is_empty()).collect();
        let (mut undecided, mut untried) = (false, open.len() > TRIED);
        for at in sample(open.len()).map(|number| open[number]) {
            let ones = unordered(at);
            untried |= ones.len() > TRIED;
            for number in sample(ones.len()) {
                let (one, other) = (one.items[ones.start + number], other.items[at]);
                match self.decide(one, other, &mut Budget::new(BUDGET, self.goes_on)) {
                    Answer::Racy(reordering) => return Outcome::Race(reordering),
                    Answer::Infeasible => {}
                    Answer::Open => undecided = true,
                }
            }
        }
        if undecided || untried { Outcome::Unknown } else { Outcome::NoRace }
    }
}

fn is_acquire(kind: EventKind) -> bool {
    matches!(kind, EventKind::Acquire | EventKind::AcquireShared)
}

fn hold(item: &Item) -> Hold {
    item.object * 2
        + u32::from(matches!(item.kind, EventKind::AcquireShared | EventKind::ReleaseShared))
}
