//! The happens-before summary `h` of Kim, Yavuz-Kahveci and Sanders, "Precise data race detection in a relaxed memory model using
//! heuristic-based model checking" (2009): section 3.1, with the representation of 3.2.
//!
//! `h` maps threads and what carries edges to sets of variables: `x ∈ h(t)` if thread `t` can read or write `x` without a
//! write-write or write-read race. It tells exactly these, up to the first; read-write races it leaves out by design (Theorem 7).
//! After a race it goes on as if the two accesses had been ordered: what it tells then is a race too, but not every one is told.
//!
//! Kept is the complement, since almost everything is in every set: what is *missing* from `h(z)`. A variable that nobody has
//! written since its object was made is missing nowhere, because its default value was written before every access
//! (JLS 17.4.4); so there is no `instantiate` for fields, and [`Event::Allocated`] only takes back what lay there before
//! (section 5.3). What was written at least once, `written`, is missing from the sets of who has not been met yet.
//!
//! Where the paper has plain and volatile variables, one variable here may be accessed in both ways. It has a column for its plain
//! writes, which every access must know of, and one for the writes by ordering modes of each thread, which plain accesses must
//! know of: writes of different threads by modes need not be ordered, and one column would tell only whether one was known.
//!
//! **Reads.** The theorem speaks of all executions, and a read that comes before a write is a write before a read in another one, where
//! the reader was held up. A search that switches threads at synchronization only does not hold it up there. For such a
//! search `h` has columns for reads, too ([`H::with_reads`]): a write that does not know of one, not both by modes, tells
//! that the variable is contested ([`Listener::finer`]), and the search begins again with switches at accesses of it. What still is
//! read before it is written, and never after, is the read-write race that is left out.
//!
//! Rows and columns are found by tables that only grow, whatever path is taken. The history stack holds the words that changed;
//! a copy of the whole ([`H::save`]) shares the rows that did not change since.

mod rows;
mod slots;
mod tables;

use crate::race::{Found, Last, race};
use crate::summary::{self, Owner};
use raceproof_base::{
    Access, Address, Canonical, Event, Finding, Finer, Listener, Mode, Names, Sync, ThreadId, variables_alike,
};
use rows::{Rows, Word};
use tables::{Tables, WRITTEN};

/// A piece of the history: what was there before.
enum Before {
    Word(Word),
    NoRow { row: usize },
    Writer { column: usize, last: Option<Last> },
}

/// The detector.
#[derive(Default)]
pub struct H {
    h: Rows,
    tables: Tables,
    history: Vec<Before>,
    found: Found,
    writer: summary::Writer,
    /// Whether reads have columns; then, the variables that are known to be contested.
    with_reads: Option<Vec<String>>,
    finer: Option<Finer>,
}

impl H {
    /// For a search that switches threads at synchronization and at accesses of these variables.
    #[must_use]
    pub fn with_reads(contested: Vec<String>) -> Self {
        Self { with_reads: Some(contested), ..Self::default() }
    }

    /// Equation 5: whether the thread may read or write the variable plainly, and race with no write.
    #[must_use]
    #[inline]
    pub fn norace(&self, thread: ThreadId, variable: Address) -> bool {
        let row = self.tables.row_of(thread);
        self.racing(row, variable, true).is_none()
    }

    /// The column of a write that an access must know of, and does not.
    #[inline]
    fn racing(&self, thread: usize, variable: Address, is_plain: bool) -> Option<usize> {
        let is_missing = |column: &usize| !self.h.norace(thread, *column);
        // Nothing is missing of a variable without a column: its number is beyond all rows.
        let plain = self.tables.plain.number(variable);
        if is_missing(&plain) {
            return Some(plain);
        }
        if !is_plain || !self.tables.has_modes() {
            return None;
        }
        // Of several, the same one whatever paths were taken before: columns come in the order in which they were first needed.
        let by_mode = self.tables.by_mode(variable).filter(|(_, column)| is_missing(column));
        by_mode.min_by_key(|(thread, _)| *thread).map(|(_, column)| column)
    }

    /// The row of an owner, which from now on is met.
    fn row(&mut self, owner: Owner) -> usize {
        let row = self.tables.row(owner);
        if self.h.meet(row) {
            self.history.push(Before::NoRow { row });
        }
        row
    }

    /// Equation 2.
    fn release(&mut self, thread: ThreadId, to: Sync) {
        let (thread, to) = (self.row(Owner::Thread(thread)), self.row(Owner::Sync(to)));
        self.h.unite(thread, to, |word| self.history.push(Before::Word(word)));
    }

    /// Equation 3.
    fn acquire(&mut self, thread: ThreadId, from: Sync) {
        let (thread, from) = (self.row(Owner::Thread(thread)), self.row(Owner::Sync(from)));
        self.h.unite(from, thread, |word| self.history.push(Before::Word(word)));
    }

    fn change(&mut self, row: usize, column: usize, change: impl Fn(u64, u64) -> u64) {
        self.history.extend(self.h.change(row, column, change).map(Before::Word));
    }

    /// The variable is removed from `h(z)` for all `z` but the thread.
    fn invalidate(&mut self, thread: usize, column: usize) {
        for row in (0..self.h.len()).filter(|row| *row != thread) {
            self.change(row, column, |bits, bit| bits | bit);
        }
        // A race was told if it was missing here: from now on the thread's own write is the last.
        self.change(thread, column, |bits, bit| bits & !bit);
    }

    /// Whoever does not know that an object was published may come to what was done to it before: that must be told singly.
    fn come_to(&mut self, object: Address, thread: ThreadId) {
        let column = self.tables.plain.number(object);
        let thread = self.tables.row_of(thread);
        if !self.h.norace(thread, column) {
            self.finer.get_or_insert(Finer::PrivateAccesses);
        }
    }

    fn access(&mut self, variable: Address, now: Last, names: &dyn Names) {
        let thread = self.row(Owner::Thread(now.thread));
        let racing = self.racing(thread, variable, now.is_plain);
        if let Some(earlier) = racing.and_then(|column| self.h.writer(column)) {
            self.found.add(race(variable, &earlier, &now, names));
        }
        match now.access {
            Access::Write => {
                self.tell_readers(variable, thread, &now, names);
                let column = self.tables.column(variable, &now);
                self.invalidate(thread, column);
                self.set_writer(column, Some(now));
            }
            Access::Read if self.with_reads.is_some() => {
                let column = self.tables.column(variable, &now);
                self.invalidate(thread, column);
            }
            Access::Read => {}
        }
    }

    /// A write that does not know of a read makes the variable a contested one. A plain write that knows of all stands for them
    /// from now on: whoever writes next must know of it.
    fn tell_readers(&mut self, variable: Address, thread: usize, now: &Last, names: &dyn Names) {
        let Some(known) = &self.with_reads else { return };
        let reads: Vec<usize> = self.tables.reads(variable, now.is_plain).collect();
        if reads.iter().any(|column| !self.h.norace(thread, *column)) {
            let name = variables_alike(&names.variable(variable)).to_owned();
            if !known.contains(&name) {
                self.finer.get_or_insert(Finer::Accesses(name));
            }
        }
        if now.is_plain {
            reads.into_iter().for_each(|column| self.clear(column));
        }
    }

    /// An access that everybody knows of.
    fn clear(&mut self, column: usize) {
        (0..self.h.len()).for_each(|row| self.change(row, column, |bits, bit| bits & !bit));
    }

    fn set_writer(&mut self, column: usize, last: Option<Last>) {
        if self.h.writer(column) != last {
            let before = self.h.set_writer(column, last);
            self.history.push(Before::Writer { column, last: before });
        }
    }

    /// Section 5.3: a new object inherits nothing of what lay there, neither its variables nor what was released at it.
    fn forget(&mut self, object: Address, bytes: u64) {
        let inside = object.0..object.0 + bytes;
        for column in 0..self.tables.columns.len() {
            if inside.contains(&self.tables.columns[column].0.0) {
                self.clear(column);
                self.set_writer(column, None);
            }
        }
        for index in 0..self.tables.owners.len() {
            let row = index + 1 + WRITTEN;
            let lay_there = self.tables.owners[index].address().is_some_and(|address| inside.contains(&address.0));
            if lay_there && self.h.is_met(row) {
                self.forget_row(row);
            }
        }
    }

    /// What was released there is known to nobody who acquires from there.
    fn forget_row(&mut self, row: usize) {
        let written = self.h.row(WRITTEN).to_vec();
        for (word, bits) in written.into_iter().enumerate() {
            (0..64).filter(|bit| bits >> bit & 1 == 1).for_each(|bit| {
                self.change(row, word * 64 + bit, |bits, bit| bits | bit);
            });
        }
    }
}

impl Listener for H {
    type Mark = usize;
    type Snapshot = Snapshot;
    const DETECTS: bool = true;

    fn event(&mut self, event: &Event, names: &dyn Names) {
        match *event {
            Event::Acquire { thread, from, .. } => self.acquire(thread, from),
            Event::Release { thread, to, .. } => self.release(thread, to),
            Event::Access { thread, object, variable, access, mode, site } => {
                let now = Last { thread, access, is_plain: mode == Mode::Plain, time: 0, site };
                self.come_to(object, thread);
                self.access(variable, now, names);
            }
            Event::Published { thread, object } => {
                let thread = self.row(Owner::Thread(thread));
                let column = self.tables.plain(object);
                self.invalidate(thread, column);
            }
            Event::Allocated { object, bytes, .. } => self.forget(object, bytes),
            Event::Operation { .. } => {}
        }
    }

    fn size(&self) -> Option<(usize, usize)> {
        Some((self.tables.owners.len(), self.tables.columns.len()))
    }

    fn finding(&mut self) -> Option<Box<Finding>> {
        self.found.next()
    }

    fn finer(&mut self) -> Option<Finer> {
        self.finer.take()
    }

    fn summary(&mut self, names: &dyn Canonical, into: &mut Vec<u64>) {
        let (h, tables, writer) = (&self.h, &self.tables, &mut self.writer);
        // Missing from the set of somebody who may still act.
        let mut missing = vec![0; tables.columns.len().div_ceil(64)];
        for thread in summary::acting(tables.owners.iter().copied(), names) {
            missing.iter_mut().zip(h.row(thread + 1 + WRITTEN)).for_each(|(all, bits)| *all |= bits);
        }
        for (word, mut bits) in missing.iter().copied().enumerate() {
            while bits != 0 {
                let column = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let (variable, accesses) = tables.columns[column];
                writer.access(variable, accesses as u64, column, names);
            }
        }
        for (number, owner) in tables.owners.iter().enumerate() {
            let row = h.row(number + 1 + WRITTEN).iter().chain(std::iter::repeat(&0));
            if missing.iter().zip(row).any(|(missing, row)| missing & !row != 0) {
                writer.knows(*owner, number, names);
            }
        }
        writer.write(|owner, column| h.norace(owner + 1 + WRITTEN, column), into);
    }

    fn covers(visited: &[u64], present: &[u64]) -> bool {
        summary::covers(visited, present)
    }

    fn mark(&mut self) -> usize {
        self.history.len()
    }

    fn rollback(&mut self, to: usize) {
        let history = &mut self.history;
        for before in history.drain(to..).rev() {
            match before {
                Before::Word(word) => self.h.put_back(&word),
                Before::NoRow { row } => self.h.part_from(row),
                Before::Writer { column, last } => {
                    self.h.set_writer(column, last);
                }
            }
        }
        self.found.clear();
        self.finer = None;
    }

    fn save(&mut self) -> Snapshot {
        Snapshot(self.h.clone())
    }

    fn restore(&mut self, from: &Snapshot) {
        self.h.clone_from(&from.0);
        self.history.clear();
        self.found.clear();
    }
}

/// `h` at a point, whole.
#[derive(Clone)]
pub struct Snapshot(Rows);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{knows_again, tells_first_races};

    #[test]
    fn the_first_race_is_the_first_of_a_write_and_what_follows_it() {
        tells_first_races::<H>(3, |earlier| earlier == Access::Write);
    }

    #[test]
    fn with_reads_a_write_that_does_not_know_of_a_read_contests_the_variable() {
        use crate::testing::{BALANCE, TestNames, access, acquire, release};
        let contested = |known: &[&str], events: &[Event]| {
            let mut h = H::with_reads(known.iter().map(|name| (*name).to_owned()).collect());
            events.iter().for_each(|event| h.event(event, &TestNames::default()));
            assert!(h.finding().is_none());
            h.finer()
        };
        let (read, write) = (access(1, Access::Read, BALANCE), access(2, Access::Write, BALANCE));
        let lock = Sync::Monitor(crate::testing::ACCOUNT);
        let name = Some(Finer::Accesses("Account.balance".to_owned()));
        assert_eq!(contested(&[], &[read, write]), name);
        assert_eq!(contested(&["Account.balance"], &[read, write]), None);
        assert_eq!(contested(&[], &[read, release(1, lock), acquire(2, lock), write]), None);
        assert_eq!(contested(&[], &[release(1, lock), read, acquire(2, lock), write]), name);
    }

    /// What is missing, and who wrote last, by owner and column.
    fn told(detector: &H) -> (Vec<(usize, Vec<bool>)>, Vec<Option<Last>>) {
        let columns = detector.tables.columns.len();
        let missing = |row: usize| (0..columns).map(|column| !detector.h.norace(row, column)).collect();
        let met = (0..detector.h.len()).filter(|row| detector.h.is_met(*row));
        let mut rows: Vec<(usize, Vec<bool>)> = met.map(|row| (row, missing(row))).collect();
        rows.iter_mut().for_each(|(_, row)| trim(row, &false));
        let mut writers: Vec<Option<Last>> = (0..columns).map(|column| detector.h.writer(column)).collect();
        trim(&mut writers, &None);
        (rows, writers)
    }

    fn trim<T: PartialEq>(list: &mut Vec<T>, nothing: &T) {
        while list.last() == Some(nothing) {
            list.pop();
        }
    }

    #[test]
    fn going_back_and_restoring_know_again_what_was_known() {
        knows_again::<H, _>(4, told);
    }
}
