//! The happens-before summary function `h` of JRF (Kim, Yavuz-Kahveci, Sanders, "Precise data race
//! detection in a relaxed memory model"): Figure 1 and section 3.1, as the bit matrix of section
//! 3.2.
//!
//! `h` maps threads, and the carriers of edges, to sets of variables: `x ∈ h(t)` if all writes of
//! `x` so far happen before the next step of `t`, so that its next access of `x` is in no
//! write-write or write-read race. These it reports exactly, up to the first of an execution;
//! read-write races are left out by design (Theorem 7). After a race the two accesses count as
//! ordered: what is reported then is a race, too, but not every race is.
//!
//! Deviation: the complement is kept, what is *missing* from `h(z)`, since almost every variable is
//! in every set. A variable that was not written since its object was allocated is missing nowhere,
//! because its default value is written before every access (JLS 17.4.4); so there is no
//! `instantiate` for fields, and [`Event::Allocated`] only removes what lay there before (section
//! 5.3). The row `written`, of all that was ever written, is that of threads and carriers without a
//! row of their own.
//!
//! Deviation: where the paper has plain and volatile variables, one variable here may be accessed
//! by several modes. It has a column for its plain writes, which must happen before every access;
//! for each thread, one for its volatile writes, which must happen before plain accesses; and one
//! for its writes by weaker modes. (Writes by modes of different threads need not be ordered, so
//! one column for all would not do.) A weak write unordered with an access by a mode is a weak
//! race.
//!
//! **Reads** ([`Reads`]) have columns, too, likewise for each thread and sort of mode.
//! * [`Reads::Told`]: read-write races are reported. This is `--race full`: all races, up to the
//!   first.
//! * [`Reads::Contest`]: Theorem 7 quantifies over all executions: a read before a write is a write
//!   before a read in another one, in which the reader was preempted before. A search that switches
//!   threads at synchronization only has no such preemption. So a write that an earlier read does
//!   not happen before, not both by modes, makes the variable contested ([`Listener::finer`]), and
//!   the search begins again with switches at its accesses. If the read then still never comes
//!   after the write, it is a read-write race that is left out.
//! * [`Reads::Weak`]: only reads by modes have columns, since the read of a weak race may come
//!   first.
//! * [`Reads::None`]: as published.
//!
//! The tables of rows and columns only grow, whatever path is taken. The history stack holds the
//! words that changed; a copy of the whole ([`H::save`]) shares the rows that did not change since.

pub(crate) mod full;
pub(crate) mod published;
mod rows;
mod slots;
mod tables;
#[cfg(test)]
mod tests;

use crate::journal::{Journal, Journaled, Saved};
use crate::race::{Found, Last, Sort};
use crate::summary::{self, Knowing, Owner};
use raceproof_base::{
    AccessKind, Address, Canonical, Event, Finding, Finer, Listener, Names, Sync, ThreadId,
    variables_alike,
};
use rows::{Gone, Missing, Rows, Word};
use tables::{Column, Tables, WRITTEN};

/// A piece of the history: what was there before.
pub(crate) enum OldRow {
    Word(Word),
    Missing(Missing),
    NoRow { row: usize },
    Gone(Gone),
    Writer { column: usize, last: Option<Last> },
}

/// Which reads have columns, and what a write does that is unordered with one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Reads {
    /// None have.
    #[default]
    None,
    /// Those by modes, for weak races.
    Weak,
    /// All. The write makes its variable contested, so that threads are switched there, but for
    /// these variables, which are already.
    Contest(Vec<String>),
    /// All. The write is a data race.
    Told,
}

/// So few rows that it does not matter which of them are of garbage.
const MANY_ROWS: usize = 32;

/// The detector.
#[derive(Default)]
pub struct H {
    h: Journal<Rows>,
    tables: Tables,
    found: Found,
    writer: summary::Writer,
    /// Of the last summary: words of columns that are missing from a live thread's row.
    missing: Vec<u64>,
    /// How many rows were met when those of garbage had been left out the last time.
    rows_left: usize,
    reads: Reads,
}

impl H {
    /// One that treats reads so.
    #[must_use]
    pub fn new(reads: Reads) -> Self {
        Self { reads, ..Self::default() }
    }

    /// Equation 5: whether a plain access of the variable by the thread would race with no write.
    #[must_use]
    #[inline]
    pub fn norace(&self, thread: ThreadId, variable: Address) -> bool {
        let row = self.tables.row_of(thread);
        let others = self.tables.others(variable, AccessKind::Read).iter();
        self.h.norace(row, self.tables.plain.number(variable))
            && others
                .filter(|column| !column.accesses.are_reads())
                .all(|column| self.h.norace(row, column.number))
    }

    /// The row of an owner, which from now on has one of its own.
    fn row(&mut self, owner: Owner) -> usize {
        let row = self.tables.row(owner);
        let (h, history) = self.h.change();
        if h.meet(row) {
            history.push(OldRow::NoRow { row });
        }
        row
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

    /// Later acquires from `to` acquire from `from`, too.
    fn pass(&mut self, from: Sync, to: Sync) {
        let (from, to) = (self.row(Owner::Sync(from)), self.row(Owner::Sync(to)));
        self.unite(from, to);
    }

    /// From what the program can reach no more, nobody will acquire: an execution with many
    /// short-lived locks and volatile variables, as nodes of waiting threads have, leaves many such
    /// rows. They are looked for when there are twice as many as were left the last time.
    fn part_from_garbage(&mut self, names: &dyn Canonical) {
        if self.h.count_met() < 2 * self.rows_left + MANY_ROWS {
            return;
        }
        self.part_from(|at| names.variable(at).is_none());
        self.rows_left = self.h.count_met();
    }

    fn unite(&mut self, from: usize, to: usize) {
        let (h, history) = self.h.change();
        h.unite(from, to, |word| history.push(OldRow::Word(word)));
    }

    fn set(&mut self, row: usize, word: usize, bits: u64) {
        let (h, history) = self.h.change();
        history.extend(h.set(row, word, bits).map(OldRow::Word));
    }

    /// The column is no more missing from a row.
    fn add(&mut self, row: usize, column: usize) {
        self.set(row, column / 64, self.h.word(row, column / 64) & !(1 << (column % 64)));
    }

    /// The variable is removed from `h(z)` for all `z` but the thread.
    fn invalidate(&mut self, thread: usize, column: usize) {
        let (h, history) = self.h.change();
        h.invalidate(thread, column, |missing| history.push(OldRow::Missing(missing)));
        // If it was missing here a race was reported: from now on the thread's own write is last.
        self.add(thread, column);
    }

    /// If the publication of an object does not happen before this access, accesses before it may
    /// race with it: the machine must tell them.
    fn come_to(&mut self, object: Address, thread: ThreadId) {
        let column = self.tables.plain.number(object);
        let thread = self.tables.row_of(thread);
        if !self.h.norace(thread, column) {
            self.found.needs(Finer::PrivateAccesses);
        }
    }

    fn access(&mut self, variable: Address, now: Last, names: &dyn Names) {
        let thread = self.row(Owner::Thread(now.thread));
        self.compare(variable, thread, &now, names);
        if now.access == AccessKind::Read && !self.has_column_for_read(&now) {
            return;
        }
        let column = self.tables.column(variable, &now);
        self.invalidate(thread, column);
        // A read that only contests is in no report.
        if now.access == AccessKind::Write || !now.is_plain() || self.reads == Reads::Told {
            self.set_writer(column, Some(now));
        }
        if now.access == AccessKind::Write && now.is_plain() {
            self.stand_for_reads(variable);
        }
    }

    fn has_column_for_read(&self, now: &Last) -> bool {
        match self.reads {
            Reads::None => false,
            Reads::Weak => !now.is_plain(),
            Reads::Contest(_) | Reads::Told => true,
        }
    }

    /// Reports the races of an access with the last ones of each column.
    #[inline]
    fn compare(&mut self, variable: Address, thread: usize, now: &Last, names: &dyn Names) {
        // Nothing is missing of a variable without a column: its number is beyond all rows.
        let plain = self.tables.plain.number(variable);
        let mut data = (!self.h.norace(thread, plain)).then_some(plain);
        if !self.tables.others(variable, now.access).is_empty() {
            data = data.or(self.compare_others(variable, thread, now, names));
        }
        if let Some(earlier) = data.and_then(|column| self.h.writer(column)) {
            self.found.add(variable, &earlier, now, names);
        }
    }

    /// The column of an access, other than a plain write, with which this one has a data race.
    fn compare_others(
        &mut self,
        variable: Address,
        thread: usize,
        now: &Last,
        names: &dyn Names,
    ) -> Option<usize> {
        let missing = |column: &&Column| !self.h.norace(thread, column.number);
        let others = self.tables.others(variable, now.access).iter().filter(missing);
        let mut data: Option<Column> = None;
        let mut is_contested = false;
        for column in others {
            match column.accesses.conflict(now) {
                None => {}
                Some(Sort::Weak) => {
                    if let Some(earlier) = self.h.writer(column.number) {
                        self.found.add_weak(variable, &earlier, now, names);
                    }
                }
                Some(Sort::Data) if column.accesses.are_reads() && self.reads != Reads::Told => {
                    is_contested = true
                }
                // Of several, the same one whatever paths were taken before: columns come in the
                // order in which they were first needed.
                Some(Sort::Data) => {
                    let order = |column: &Column| {
                        (column.accesses.are_reads(), column.thread, column.accesses)
                    };
                    data = data.filter(|other| order(other) < order(column)).or(Some(*column));
                }
            }
        }
        if let (true, Reads::Contest(known)) = (is_contested, &self.reads) {
            let name = variables_alike(&names.variable(variable)).to_owned();
            if !known.contains(&name) {
                self.found.needs(Finer::Accesses(name));
            }
        }
        data.map(|column| column.number)
    }

    /// All earlier reads happen before a plain write (or a race was reported), so they are
    /// forgotten: the next access is compared with the write.
    fn stand_for_reads(&mut self, variable: Address) {
        let columns = self.tables.others(variable, AccessKind::Write).iter();
        let reads: Vec<usize> =
            columns.filter(|column| column.accesses.are_reads()).map(|c| c.number).collect();
        reads.into_iter().for_each(|column| self.clear(column));
    }

    /// The column is missing nowhere: its accesses happen before all later ones.
    fn clear(&mut self, column: usize) {
        for row in 0..self.h.len() {
            if !self.h.norace(row, column) {
                self.add(row, column);
            }
        }
    }

    fn set_writer(&mut self, column: usize, last: Option<Last>) {
        if self.h.writer(column) != last {
            let (h, history) = self.h.change();
            history.push(OldRow::Writer { column, last: h.set_writer(column, last) });
        }
    }

    /// All accesses of what lies there happen before all later ones.
    fn forget_accesses(&mut self, object: Address, bytes: u64) {
        let inside = object.0..object.0 + bytes;
        for column in 0..self.tables.columns.len() {
            if inside.contains(&self.tables.columns[column].0.0) {
                self.clear(column);
                self.set_writer(column, None);
            }
        }
    }

    /// Section 5.3: a new object inherits nothing of what lay there, neither its variables nor what
    /// was released at it.
    fn forget(&mut self, object: Address, bytes: u64) {
        self.forget_accesses(object, bytes);
        let inside = object.0..object.0 + bytes;
        self.part_from(|at| inside.contains(&at.0));
    }

    /// Nothing was released at owners that lie there.
    fn part_from(&mut self, is_gone: impl Fn(Address) -> bool) {
        let met = owners_met(&self.h, &self.tables);
        let gone: Vec<usize> = met
            .filter(|(_, owner)| owner.address().is_some_and(&is_gone))
            .map(|(row, _)| row)
            .collect();
        let (h, history) = self.h.change();
        history.extend(gone.into_iter().filter_map(|row| h.part_from(row)).map(OldRow::Gone));
    }
}

/// The owners that were met on this path, with their rows.
fn owners_met(h: &Rows, tables: &Tables) -> impl Iterator<Item = (usize, Owner)> {
    let rows = h.met().filter(|row| *row != WRITTEN);
    rows.map(|row| (row, tables.owners[row - 1 - WRITTEN]))
}

impl Journaled for Rows {
    type Old = OldRow;

    fn put_back(&mut self, old: OldRow) {
        match old {
            OldRow::Word(word) => self.put_word_back(&word),
            OldRow::Missing(missing) => self.put_column_back(&missing),
            OldRow::NoRow { row } => _ = self.part_from(row),
            OldRow::Gone(row) => self.put_row_back(row),
            OldRow::Writer { column, last } => _ = self.set_writer(column, last),
        }
    }
}

impl Listener for H {
    type Mark = usize;
    type Snapshot = Saved<Rows>;
    const DETECTS: bool = true;

    fn event(&mut self, event: &Event, names: &dyn Names) {
        match *event {
            Event::Acquire { thread, from, .. } => self.acquire(thread, from),
            Event::Release { thread, to, .. } => self.release(thread, to),
            Event::Passed { from, to, .. } => self.pass(from, to),
            Event::Access { thread, object, variable, access, mode, site } => {
                let now = Last { thread, access, mode, time: 0, site };
                self.come_to(object, thread);
                self.access(variable, now, names);
            }
            Event::Published { thread, object } => {
                let thread = self.row(Owner::Thread(thread));
                let column = self.tables.plain(object);
                self.invalidate(thread, column);
            }
            Event::Frozen { object, bytes, .. } => self.forget_accesses(object, bytes),
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

    fn weak_race(&mut self) -> Option<Box<Finding>> {
        self.found.next_weak()
    }

    fn finer(&mut self) -> Option<Finer> {
        self.found.finer()
    }

    fn summary(&mut self, names: &dyn Canonical, into: &mut Vec<u64>) {
        let (h, tables, writer) = (&self.h, &self.tables, &mut self.writer);
        // Missing from the set of a live thread.
        let missing = &mut self.missing;
        missing.clear();
        missing.resize(tables.columns.len().div_ceil(64), 0);
        let acting = tables.threads().filter(|(thread, _)| names.thread(*thread).is_some());
        acting.for_each(|(_, row)| h.add_to(missing, row));
        let missing: Vec<(usize, u64)> =
            missing.iter().copied().enumerate().filter(|(_, bits)| *bits != 0).collect();
        if missing.is_empty() {
            return self.part_from_garbage(names);
        }
        for (row, owner) in owners_met(h, tables) {
            if missing.iter().any(|(word, bits)| bits & !h.word(row, *word) != 0) {
                writer.knows(owner, row, names);
            }
        }
        let knowing: Vec<usize> = writer.knowing().collect();
        for (word, bits) in missing {
            // Columns by the owners that have them, as far as these were compared.
            let mut alike = vec![(bits, Knowing::default())];
            for (one, row) in knowing.iter().enumerate() {
                let not = h.word(*row, word);
                for at in 0..alike.len() {
                    let (bits, known_by) = alike[at];
                    if bits & !not != 0 {
                        alike[at] = (bits & !not, writer.with(known_by, one));
                        alike.extend((bits & not != 0).then_some((bits & not, known_by)));
                    }
                }
            }
            for (mut bits, known_by) in alike {
                while bits != 0 {
                    let (variable, accesses) =
                        tables.columns[word * 64 + bits.trailing_zeros() as usize];
                    bits &= bits - 1;
                    writer.access(variable, accesses as u64, known_by, names);
                }
            }
        }
        writer.write(into);
        self.part_from_garbage(names);
    }

    fn covers(visited: &[&[u64]], present: &[u64]) -> bool {
        summary::covers(visited, present)
    }

    fn mark(&mut self) -> usize {
        self.h.mark()
    }

    fn rollback(&mut self, to: usize) {
        self.h.rollback(to);
        self.found.clear();
    }

    fn save(&mut self) -> Self::Snapshot {
        self.h.save()
    }

    fn restore(&mut self, from: &Self::Snapshot) {
        self.h.restore(from);
        self.found.clear();
    }
}
