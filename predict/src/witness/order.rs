//! The search for an order of fixed prefixes in which each read sees the write that it saw: depth
//! first over how far each thread is and what each variable holds.
//!
//! Most events can be executed as soon as they are possible and leave no choice (`Order::move_of`);
//! only writes and acquires that others compete for are tried in each order.

use super::{Budget, hold, is_acquire};
use crate::event::{EventKind, NONE};
use crate::model::{Hold, Item, Model, excludes};
use raceproof_base::{GOLDEN, mix};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// What a search for an order came to.
pub(super) enum Found {
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
pub(super) struct Order<'a> {
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
    pub(super) fn new(model: &'a Model) -> Self {
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
    pub(super) fn find(
        &mut self,
        ends: &[u32],
        update: Option<u32>,
        budget: &mut Budget<'_>,
    ) -> Found {
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
