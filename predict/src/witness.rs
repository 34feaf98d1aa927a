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
//! Most events can be executed as soon as they are possible and leave no choice (`Order::move_of`);
//! only writes and acquires that others compete for are tried in each order.
//!
//! Sound and complete but for the budget, which counts prefixes and states with a choice.
//! `tests/oracle.rs` holds it to an exhaustive search.

use crate::contexts::Context;
use crate::engine::{Engine, Outcome};
use crate::event::{EventKind, NONE};
use crate::ideal::{Ideal, Marks, ordered_before};
use crate::model::{Hold, Item, Model, excludes};
use crate::reordering::Reordering;
use raceproof_base::{GOLDEN, mix};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
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

/// What a search for an order came to.
enum Found {
    Order(Vec<u32>),
    Nothing,
    OutOfBudget,
}

/// What the next event of a thread is.
enum Move {
    /// Not possible now.
    Blocked,
    /// Possible, and no order is lost by executing it at once.
    Safe,
    /// Possible, and so is something else that excludes it later.
    Choice,
}

/// A state in which a choice was made: how long the trail was, and what is still to be tried, last
/// first.
struct Branch {
    trail: usize,
    moves: Vec<u32>,
}

/// The search for an order of fixed prefixes.
struct Order<'a> {
    model: &'a Model,
    /// How far each thread goes, and is.
    ends: Vec<u32>,
    done: Vec<u32>,
    /// What each variable holds: the write, or none.
    held: Vec<u32>,
    /// Of each write, and of each variable's initial value, how many reads of the prefixes are
    /// still to see it.
    wanted: Vec<u32>,
    wanted_first: Vec<u32>,
    /// How many writes of a variable, and acquires of a lock by a mode, are still to come; and how
    /// many of these by one thread ([`Self::slots`]).
    writes: Vec<u32>,
    acquires: Vec<u32>,
    own: Vec<u32>,
    /// Of each item that writes or acquires, its number in [`Self::own`]; and of what a thread
    /// takes by a mode.
    slots: Vec<u32>,
    slots_of_holds: HashMap<(Hold, u32), u32>,
    /// Who holds what, exclusively or not.
    holders: Vec<Vec<(u32, Hold)>>,
    /// What was executed, with what a written variable held before.
    trail: Vec<(u32, u32)>,
    /// The state so far, as a sum over what is done and held.
    hash: u128,
}

impl<'a> Order<'a> {
    fn new(model: &'a Model) -> Self {
        let (mut slots, mut own) = (vec![NONE; model.items.len()], 0);
        let (mut slots_of_holds, mut slots_of_writes) = (HashMap::default(), HashMap::default());
        for (number, item) in model.items.iter().enumerate() {
            let slot = match item.kind {
                kind if is_acquire(kind) => slots_of_holds.entry((hold(item), item.thread)),
                kind if kind.writes() => slots_of_writes.entry((item.object, item.thread)),
                _ => continue,
            };
            slots[number] = *slot.or_insert_with(|| {
                own += 1;
                own - 1
            });
        }
        Self {
            model,
            ends: Vec::new(),
            done: vec![0; model.threads.len()],
            held: vec![NONE; model.variables],
            wanted: vec![0; model.items.len()],
            wanted_first: vec![0; model.variables],
            writes: vec![0; model.variables],
            acquires: vec![0; model.locks * 2],
            own: vec![0; own as usize],
            slots,
            slots_of_holds,
            holders: vec![Vec::new(); model.locks],
            trail: Vec::new(),
            hash: 0,
        }
    }

    /// Searches for an order of all items of these prefixes, behind which an update would see what
    /// it saw.
    fn find(&mut self, ends: &[u32], update: Option<u32>, budget: &mut Budget<'_>) -> Found {
        self.ends = ends.to_vec();
        self.expect(true);
        // A read that never comes: nobody writes over what it waits for.
        let update = update.map(|update| self.model.items[update as usize]);
        update.iter().for_each(|update| *self.wanted_by(update) += 1);
        let found = self.search(budget);
        self.undo_to(0);
        update.iter().for_each(|update| *self.wanted_by(update) -= 1);
        self.expect(false);
        found
    }

    /// Counts what is to come in, or out again.
    fn expect(&mut self, comes: bool) {
        for thread in 0..self.ends.len() {
            for index in 0..self.ends[thread] {
                let number = self.model.threads[thread][index as usize];
                self.count(number, comes);
            }
        }
    }

    fn count(&mut self, number: u32, comes: bool) {
        let item = &self.model.items[number as usize];
        let add = |count: &mut u32| *count = if comes { *count + 1 } else { *count - 1 };
        if item.kind.reads() {
            add(self.wanted_by(item));
        }
        if item.kind.writes() {
            add(&mut self.writes[item.object as usize]);
            add(&mut self.own[self.slots[number as usize] as usize]);
        } else if is_acquire(item.kind) {
            add(&mut self.acquires[hold(item) as usize]);
            add(&mut self.own[self.slots[number as usize] as usize]);
        }
    }

    /// The count of reads that are to see what an item reads.
    fn wanted_by(&mut self, item: &Item) -> &mut u32 {
        match item.partner {
            NONE => &mut self.wanted_first[item.object as usize],
            write => &mut self.wanted[write as usize],
        }
    }

    fn search(&mut self, budget: &mut Budget<'_>) -> Found {
        let mut branches: Vec<Branch> = Vec::new();
        let mut seen: HashSet<u128> = HashSet::default();
        loop {
            // Between two choices there may be as many steps as the trace has.
            if !budget.goes_on() {
                return Found::OutOfBudget;
            }
            self.execute_what_is_safe();
            if self.done == self.ends {
                return Found::Order(self.trail.iter().map(|(number, _)| *number).collect());
            }
            if seen.insert(self.hash) {
                let moves = self.choices();
                if !moves.is_empty() {
                    if !budget.take() {
                        return Found::OutOfBudget;
                    }
                    branches.push(Branch { trail: self.trail.len(), moves });
                }
            }
            let number = loop {
                let Some(branch) = branches.last_mut() else { return Found::Nothing };
                let (trail, next) = (branch.trail, branch.moves.pop());
                self.undo_to(trail);
                match next {
                    Some(number) => break number,
                    None => drop(branches.pop()),
                }
            };
            self.execute(number);
        }
    }

    /// Each thread goes on as far as it can, before another does: people read witnesses.
    fn execute_what_is_safe(&mut self) {
        let mut thread = 0;
        let mut idle = 0;
        while idle < self.ends.len() {
            let before = self.done[thread];
            while let Some(number) = self.next(thread)
                && matches!(self.move_of(number), Move::Safe)
            {
                self.execute(number);
            }
            idle = if self.done[thread] > before { 1 } else { idle + 1 };
            thread = (thread + 1) % self.ends.len();
        }
    }

    /// What can be executed and leaves a choice, the earliest observed last.
    fn choices(&self) -> Vec<u32> {
        let next = (0..self.ends.len()).filter_map(|thread| self.next(thread));
        let mut moves: Vec<u32> =
            next.filter(|number| matches!(self.move_of(*number), Move::Choice)).collect();
        moves.sort_unstable_by(|a, b| b.cmp(a));
        moves
    }

    fn next(&self, thread: usize) -> Option<u32> {
        let done = self.done[thread];
        (done < self.ends[thread]).then(|| self.model.threads[thread][done as usize])
    }

    fn move_of(&self, number: u32) -> Move {
        let item = &self.model.items[number as usize];
        match item.kind {
            EventKind::Read | EventKind::OrderedRead | EventKind::OpaqueRead
                if self.sees_its_write(item) =>
            {
                Move::Safe
            }
            // While it waits, nobody else may write.
            EventKind::OrderedUpdate
                if self.sees_its_write(item) && self.wanted_now(item.object) == 1 =>
            {
                Move::Safe
            }
            EventKind::Read
            | EventKind::OrderedRead
            | EventKind::OrderedUpdate
            | EventKind::OpaqueRead => Move::Blocked,
            EventKind::Write | EventKind::OrderedWrite | EventKind::OpaqueWrite
                if self.wanted_now(item.object) > 0 =>
            {
                Move::Blocked
            }
            EventKind::Write | EventKind::OrderedWrite | EventKind::OpaqueWrite => {
                let own = self.own[self.slots[number as usize] as usize];
                if self.writes[item.object as usize] == own { Move::Safe } else { Move::Choice }
            }
            EventKind::Acquire | EventKind::AcquireShared => self.move_of_acquire(item),
            _ if item.follows_partner() && !self.is_done(item.partner) => Move::Blocked,
            _ => Move::Safe,
        }
    }

    fn move_of_acquire(&self, item: &Item) -> Move {
        let hold = hold(item);
        let excludes =
            |(thread, held): &(u32, Hold)| *thread != item.thread && excludes(*held, hold);
        if self.holders[item.object as usize].iter().any(excludes) {
            return Move::Blocked;
        }
        let competes = self.competes(item);
        let ends = self.ends[item.thread as usize];
        let is_open = item.partner == NONE || self.model.items[item.partner as usize].index >= ends;
        match (competes, is_open) {
            (false, _) => Move::Safe,
            // It comes behind all that need the lock.
            (true, true) => Move::Blocked,
            (true, false) => Move::Choice,
        }
    }

    /// Whether other threads are still to take the lock in a way that excludes this one.
    fn competes(&self, item: &Item) -> bool {
        let by_others = |hold: Hold| {
            let all = self.acquires[hold as usize];
            let own = || {
                self.slots_of_holds
                    .get(&(hold, item.thread))
                    .map_or(0, |slot| self.own[*slot as usize])
            };
            all > 0 && all > own()
        };
        by_others(item.object * 2)
            || item.kind == EventKind::Acquire && by_others(item.object * 2 + 1)
    }

    fn sees_its_write(&self, item: &Item) -> bool {
        self.held[item.object as usize] == item.partner
    }

    /// How many reads are still to see what the variable holds.
    fn wanted_now(&self, variable: u32) -> u32 {
        match self.held[variable as usize] {
            NONE => self.wanted_first[variable as usize],
            write => self.wanted[write as usize],
        }
    }

    fn is_done(&self, number: u32) -> bool {
        let item = &self.model.items[number as usize];
        item.index < self.done[item.thread as usize]
    }

    fn execute(&mut self, number: u32) {
        let item = self.model.items[number as usize];
        self.count(number, false);
        let mut before = NONE;
        if item.kind.writes() {
            before = self.hold_value(item.object, number);
        }
        match item.kind {
            EventKind::Acquire | EventKind::AcquireShared => {
                self.holders[item.object as usize].push((item.thread, hold(&item)));
            }
            EventKind::Release | EventKind::ReleaseShared => self.let_go(&item),
            _ => {}
        }
        self.advance(item.thread, item.index + 1);
        self.trail.push((number, before));
    }

    fn undo_to(&mut self, length: usize) {
        while self.trail.len() > length
            && let Some((number, before)) = self.trail.pop()
        {
            let item = self.model.items[number as usize];
            self.advance(item.thread, item.index);
            match item.kind {
                EventKind::Acquire | EventKind::AcquireShared => self.let_go(&item),
                EventKind::Release | EventKind::ReleaseShared => {
                    self.holders[item.object as usize].push((item.thread, hold(&item)));
                }
                _ => {}
            }
            if item.kind.writes() {
                self.hold_value(item.object, before);
            }
            self.count(number, true);
        }
    }

    fn let_go(&mut self, item: &Item) {
        let holders = &mut self.holders[item.object as usize];
        if let Some(place) = holders.iter().position(|held| *held == (item.thread, hold(item))) {
            holders.swap_remove(place);
        }
    }

    fn hold_value(&mut self, variable: u32, write: u32) -> u32 {
        let before = std::mem::replace(&mut self.held[variable as usize], write);
        self.hash ^= scattered(1 << 32 | u64::from(variable), before)
            ^ scattered(1 << 32 | u64::from(variable), write);
        before
    }

    fn advance(&mut self, thread: u32, done: u32) {
        let before = std::mem::replace(&mut self.done[thread as usize], done);
        self.hash ^= scattered(u64::from(thread), before) ^ scattered(u64::from(thread), done);
    }
}

/// A word for a pair of numbers, as if drawn at random.
fn scattered(what: u64, value: u32) -> u128 {
    let half = |seed: u64| {
        u128::from(mix((what.wrapping_mul(GOLDEN) ^ seed).wrapping_add(u64::from(value))))
    };
    half(0x243f_6a88_85a3_08d3) << 64 | half(0x1319_8a2e_0370_7344)
}
