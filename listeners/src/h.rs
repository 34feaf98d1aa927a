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
//! search `h` has columns for plain reads, too ([`H::with_reads`]): a write that does not know of one tells that the variable
//! is contested ([`Listener::finer`]), and the search begins again with switches at accesses of it. What still is
//! read before it is written, and never after, is the read-write race that is left out.
//!
//! Rows and columns are found by tables that only grow, whatever path is taken. The history stack holds the words that changed;
//! a copy of the whole ([`H::save`]) shares the rows that did not change since.

use crate::race::{Found, Last, race};
use crate::summary::{self, Owner};
use raceproof_base::{Access, Address, Canonical, Event, Finding, Finer, Listener, Mode, Names, Sync, ThreadId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The row of all variables that were ever written.
const WRITTEN: usize = 0;

/// Writers are kept in blocks, so that a copy shares those that stay the same.
const BLOCK: usize = 64;
type Writers = [Option<Last>; BLOCK];

/// `h`, as rows of missing variables: what a path has made of it.
#[derive(Clone, Debug)]
struct Summary {
    /// None for who was not met on this path: all that was written is missing.
    rows: Vec<Option<Rc<Vec<u64>>>>,
    /// Who wrote last, by column.
    written_by: Vec<Rc<Writers>>,
}

/// Which row and which column stand for what; the same on every path.
#[derive(Default)]
struct Tables {
    row_of: FxHashMap<Owner, usize>,
    owners: Vec<Owner>,
    /// The columns of plain writes.
    plain: FxHashMap<Address, usize>,
    /// The columns of writes by modes, for each thread that wrote so.
    by_mode: FxHashMap<Address, Vec<(ThreadId, usize)>>,
    /// The columns of plain reads, for each thread that read.
    reads: FxHashMap<Address, Vec<(ThreadId, usize)>>,
    /// The variable of a column, and which accesses it is of.
    columns: Vec<(Address, Accesses)>,
}

/// The accesses that a column stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Accesses {
    Writes,
    WritesByMode,
    Reads,
}

impl Tables {
    fn row(&mut self, owner: Owner) -> usize {
        *self.row_of.entry(owner).or_insert_with(|| {
            self.owners.push(owner);
            self.owners.len() + WRITTEN
        })
    }

    fn column(&mut self, variable: Address, now: &Last) -> usize {
        let next = self.columns.len();
        let (accesses, of_thread) = match (now.access, now.is_plain) {
            (Access::Write, true) => (Accesses::Writes, None),
            (Access::Write, false) => (Accesses::WritesByMode, Some(&mut self.by_mode)),
            (Access::Read, _) => (Accesses::Reads, Some(&mut self.reads)),
        };
        let column = match of_thread {
            None => return self.plain(variable),
            Some(columns) => {
                let columns = columns.entry(variable).or_default();
                match columns.iter().find(|(thread, _)| *thread == now.thread) {
                    Some((_, column)) => *column,
                    None => {
                        columns.push((now.thread, next));
                        next
                    }
                }
            }
        };
        if column == next {
            self.columns.push((variable, accesses));
        }
        column
    }

    /// The column of plain writes; of an object, that of all that was done to it before others knew of it.
    fn plain(&mut self, variable: Address) -> usize {
        let next = self.columns.len();
        let column = *self.plain.entry(variable).or_insert(next);
        if column == next {
            self.columns.push((variable, Accesses::Writes));
        }
        column
    }

    /// The columns of plain reads.
    fn reads(&self, variable: Address) -> impl Iterator<Item = usize> {
        let reads = if self.reads.is_empty() { None } else { self.reads.get(&variable) };
        reads.into_iter().flatten().map(|(_, column)| *column)
    }

    /// The columns of the writes that an access must know of.
    fn columns(&self, variable: Address, is_plain: bool) -> impl Iterator<Item = usize> {
        let by_mode = if is_plain && !self.by_mode.is_empty() { self.by_mode.get(&variable) } else { None };
        let plain = self.plain.get(&variable).copied();
        plain.into_iter().chain(by_mode.into_iter().flatten().map(|(_, column)| *column))
    }
}

/// A piece of the history: what was there before.
enum Before {
    Word { row: u32, word: u32, bits: u64 },
    NoRow { row: usize },
    Writer { column: usize, last: Option<Last> },
}

/// The detector.
#[derive(Default)]
pub struct H {
    h: Summary,
    tables: Tables,
    history: Vec<Before>,
    found: Found,
    writer: summary::Writer,
    /// Whether reads have columns; then, the variables that are known to be contested.
    with_reads: Option<Vec<String>>,
    finer: Option<Finer>,
}

impl Default for Summary {
    fn default() -> Self {
        Self { rows: vec![Some(Rc::default())], written_by: Vec::new() }
    }
}

impl Summary {
    fn row(&self, row: usize) -> &[u64] {
        let known = self.rows.get(row).and_then(Option::as_ref);
        known.or(self.rows[WRITTEN].as_ref()).map_or(&[], |words| words)
    }

    /// Equation 5: `x ∈ h(t)`.
    fn norace(&self, row: usize, column: usize) -> bool {
        self.row(row).get(column / 64).is_none_or(|bits| bits >> (column % 64) & 1 == 0)
    }

    fn writer(&self, column: usize) -> Option<Last> {
        self.written_by.get(column / BLOCK).and_then(|block| block[column % BLOCK])
    }

    fn set_writer(&mut self, column: usize, last: Option<Last>) -> Option<Last> {
        if self.written_by.len() <= column / BLOCK {
            self.written_by.resize_with(column / BLOCK + 1, || Rc::new([None; BLOCK]));
        }
        std::mem::replace(&mut Rc::make_mut(&mut self.written_by[column / BLOCK])[column % BLOCK], last)
    }

    fn words(&mut self, row: usize) -> Option<&mut Vec<u64>> {
        self.rows.get_mut(row)?.as_mut().map(Rc::make_mut)
    }
}

impl H {
    /// For a search that switches threads at synchronization and at accesses of these variables.
    #[must_use]
    pub fn with_reads(contested: Vec<String>) -> Self {
        Self { with_reads: Some(contested), ..Self::default() }
    }

    /// The row of an owner, which from now on is met.
    fn row(&mut self, owner: Owner) -> usize {
        let row = self.tables.row(owner);
        if self.h.rows.len() <= row {
            self.h.rows.resize(row + 1, None);
        }
        if self.h.rows[row].is_none() {
            self.h.rows[row] = self.h.rows[WRITTEN].clone();
            self.history.push(Before::NoRow { row });
        }
        row
    }

    /// `h[to := h(from) ∪ h(to)]`: missing from both stays missing.
    fn unite(&mut self, from: usize, to: usize) {
        if from == to || shares(self.h.rows[from].as_ref(), self.h.rows[to].as_ref()) {
            return;
        }
        let Some(from) = self.h.rows[from].clone() else { return };
        let Some(words) = self.h.words(to) else { return };
        let history = &mut self.history;
        for (word, bits) in words.iter_mut().enumerate() {
            let both = *bits & from.get(word).copied().unwrap_or(0);
            if both != *bits {
                history.push(Before::Word { row: to as u32, word: word as u32, bits: *bits });
                *bits = both;
            }
        }
    }

    /// Equation 2.
    fn release(&mut self, thread: ThreadId, to: Sync) {
        let (thread, to) = (self.row(Owner::Thread(thread)), self.row(Owner::Sync(to)));
        self.unite(thread, to);
    }

    /// Equation 3.
    fn acquire(&mut self, thread: ThreadId, from: Sync) {
        let (thread, from) = (self.row(Owner::Thread(thread)), self.row(Owner::Sync(from)));
        self.unite(from, thread);
    }

    /// Changes the bits of a column in a row.
    fn change(&mut self, row: usize, column: usize, change: impl Fn(u64, u64) -> u64) {
        let Some(words) = self.h.rows.get_mut(row).and_then(Option::as_mut) else { return };
        let (word, bit) = (column / 64, 1 << (column % 64));
        let bits = words.get(word).copied().unwrap_or(0);
        let changed = change(bits, bit);
        if changed != bits {
            let words = Rc::make_mut(words);
            if words.len() <= word {
                words.resize(word + 1, 0);
            }
            words[word] = changed;
            self.history.push(Before::Word { row: row as u32, word: word as u32, bits });
        }
    }

    /// The variable is removed from `h(z)` for all `z` but the thread.
    fn invalidate(&mut self, thread: usize, column: usize) {
        for row in (0..self.h.rows.len()).filter(|row| *row != thread) {
            self.change(row, column, |bits, bit| bits | bit);
        }
        // A race was told if it was missing here: from now on the thread's own write is the last.
        self.change(thread, column, |bits, bit| bits & !bit);
    }

    /// Whoever does not know that an object was published may come to what was done to it before: that must be told singly.
    fn come_to(&mut self, object: Address, thread: ThreadId) {
        if let Some(column) = self.tables.plain.get(&object).copied() {
            let thread = self.row(Owner::Thread(thread));
            if !self.h.norace(thread, column) {
                self.finer.get_or_insert(Finer::PrivateAccesses);
            }
        }
    }

    fn access(&mut self, variable: Address, now: Last, names: &dyn Names) {
        let thread = self.row(Owner::Thread(now.thread));
        let mut columns = self.tables.columns(variable, now.is_plain);
        let racing = columns.find(|column| !self.h.norace(thread, *column));
        drop(columns);
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
            Access::Read if now.is_plain && self.with_reads.is_some() => {
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
        let reads: Vec<usize> = self.tables.reads(variable).collect();
        if reads.iter().any(|column| !self.h.norace(thread, *column)) {
            let name = contested_name(names.variable(variable));
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
        (0..self.h.rows.len()).for_each(|row| self.change(row, column, |bits, bit| bits & !bit));
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
            if self.tables.owners[index].address().is_some_and(|address| inside.contains(&address.0))
                && self.h.rows.get(row).is_some_and(Option::is_some)
            {
                self.forget_row(row);
            }
        }
    }

    /// What was released there is known to nobody who acquires from there.
    fn forget_row(&mut self, row: usize) {
        let Some(written) = self.h.rows[WRITTEN].clone() else { return };
        for (word, bits) in written.iter().enumerate() {
            (0..64).filter(|bit| bits >> bit & 1 == 1).for_each(|bit| {
                self.change(row, word * 64 + bit, |bits, bit| bits | bit);
            });
        }
    }
}

/// Elements of arrays of one type are alike: `int[]`.
fn contested_name(variable: String) -> String {
    match variable.strip_suffix(']').and_then(|name| name.rsplit_once('[')) {
        Some((array, _)) => array.to_owned(),
        None => variable,
    }
}

fn shares(one: Option<&Rc<Vec<u64>>>, other: Option<&Rc<Vec<u64>>>) -> bool {
    one.zip(other).is_some_and(|(one, other)| Rc::ptr_eq(one, other))
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
                Before::Word { row, word, bits } => {
                    if let Some(words) = self.h.words(row as usize) {
                        words[word as usize] = bits;
                    }
                }
                Before::NoRow { row } => self.h.rows[row] = None,
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
pub struct Snapshot(Summary);

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
        assert_eq!(contested_name("int[][3]".to_owned()), "int[]");
    }

    /// What is missing, and who wrote last, by owner and column.
    fn told(detector: &H) -> (Vec<(usize, Vec<bool>)>, Vec<Option<Last>>) {
        let columns = detector.tables.columns.len();
        let missing = |row: usize| (0..columns).map(|column| !detector.h.norace(row, column)).collect();
        let met = (0..detector.h.rows.len()).filter(|row| detector.h.rows[*row].is_some());
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
