//! The happens-before summary `h` of Kim, Yavuz-Kahveci and Sanders, "Precise data race detection in a relaxed memory model using
//! heuristic-based model checking" (2009): section 3.1, with the representation of 3.2.
//!
//! `h` maps threads and what carries edges to sets of variables: `x ∈ h(t)` if thread `t` can read or write `x` without a
//! write-write or write-read race. It tells exactly these, up to the first; read-write races it leaves out by design (Theorem 7).
//!
//! Kept is the complement, since almost everything is in every set: what is *missing* from `h(z)`. A variable that nobody has
//! written since its object was made is missing nowhere, because its default value was written before every access
//! (JLS 17.4.4); so there is no `instantiate` for fields, and [`Event::Allocated`] only takes back what lay there before
//! (section 5.3). What was written at least once, `written`, is missing from the sets of who has not been met yet.
//!
//! Where the paper has plain and volatile variables, one variable here may be accessed in both ways. It has a column for its plain
//! writes, which every access must know of, and one for the writes by ordering modes of each thread, which plain accesses must
//! know of: writes of different threads by modes need not be ordered, and one column would tell only whether one was known.
//! The history stack holds the words that changed.

use crate::race::{Last, race};
use raceproof_base::{Access, Address, Event, Finding, Listener, Mode, Names, Sync, ThreadId};
use std::collections::HashMap;
use std::rc::Rc;

/// What has a set of variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Owner {
    Thread(ThreadId),
    Sync(Sync),
}

/// The row of all variables that were ever written.
const WRITTEN: usize = 0;

/// The writes that a column stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Writes {
    Plain,
    ByMode(ThreadId),
}

/// `h`, as rows of missing variables.
#[derive(Clone, PartialEq, Debug)]
struct Summary {
    rows: Vec<Vec<u64>>,
    row_of: HashMap<Owner, usize>,
    /// The columns of a variable.
    columns_of: HashMap<Address, Vec<(Writes, usize)>>,
    /// Who wrote last, by column.
    written_by: Vec<Option<Last>>,
}

/// A piece of the history: what was there before.
enum Before {
    Word { row: usize, word: usize, bits: u64 },
    Row(Owner),
    Writer { column: usize, last: Option<Last> },
}

/// The detector.
pub struct H {
    h: Rc<Summary>,
    history: Vec<Before>,
    found: Option<Box<Finding>>,
}

impl Default for H {
    fn default() -> Self {
        let nothing = Summary {
            rows: vec![Vec::new()],
            row_of: HashMap::new(),
            columns_of: HashMap::new(),
            written_by: Vec::new(),
        };
        Self { h: Rc::new(nothing), history: Vec::new(), found: None }
    }
}

impl H {
    /// The row of an owner; from who was never met, all is missing that was ever written: `h(z) = {}`.
    fn row(&mut self, owner: Owner) -> usize {
        if let Some(row) = self.h.row_of.get(&owner) {
            return *row;
        }
        let h = Rc::make_mut(&mut self.h);
        h.rows.push(h.rows[WRITTEN].clone());
        h.row_of.insert(owner, h.rows.len() - 1);
        self.history.push(Before::Row(owner));
        h.rows.len() - 1
    }

    fn columns(&self, variable: Address) -> &[(Writes, usize)] {
        self.h.columns_of.get(&variable).map_or(&[], Vec::as_slice)
    }

    fn column(&mut self, variable: Address, writes: Writes) -> usize {
        if let Some((_, column)) = self.columns(variable).iter().find(|(which, _)| *which == writes) {
            return *column;
        }
        let h = Rc::make_mut(&mut self.h);
        let column = h.written_by.len();
        h.written_by.push(None);
        h.columns_of.entry(variable).or_default().push((writes, column));
        column
    }

    fn set(&mut self, row: usize, word: usize, bits: u64) {
        let words = &mut Rc::make_mut(&mut self.h).rows[row];
        if words.len() <= word {
            words.resize(word + 1, 0);
        }
        if words[word] != bits {
            self.history.push(Before::Word { row, word, bits: words[word] });
            words[word] = bits;
        }
    }

    /// `h[to := h(from) ∪ h(to)]`: missing from both stays missing.
    fn unite(&mut self, from: usize, to: usize) {
        for word in 0..self.h.rows[to].len() {
            let other = self.h.rows[from].get(word).copied().unwrap_or(0);
            self.set(to, word, self.h.rows[to][word] & other);
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

    /// The variable is removed from `h(z)` for all `z` but the thread.
    fn invalidate(&mut self, thread: usize, column: usize) {
        for row in (0..self.h.rows.len()).filter(|row| *row != thread) {
            let bits = self.h.rows[row].get(column / 64).copied().unwrap_or(0);
            self.set(row, column / 64, bits | 1 << (column % 64));
        }
    }

    /// Equation 5: `x ∈ h(t)`.
    fn norace(&self, thread: usize, column: usize) -> bool {
        self.h.rows[thread].get(column / 64).is_none_or(|bits| bits >> (column % 64) & 1 == 0)
    }

    fn access(&mut self, variable: Address, now: Last, names: &dyn Names) {
        let thread = self.row(Owner::Thread(now.thread));
        let racing = self
            .columns(variable)
            .iter()
            .find(|(writes, column)| (now.is_plain || *writes == Writes::Plain) && !self.norace(thread, *column));
        if let Some(earlier) = racing.and_then(|(_, column)| self.h.written_by[*column]) {
            self.found.get_or_insert_with(|| Box::new(race(variable, &earlier, &now, names)));
        }
        if now.access == Access::Write {
            let writes = if now.is_plain { Writes::Plain } else { Writes::ByMode(now.thread) };
            let column = self.column(variable, writes);
            self.invalidate(thread, column);
            self.set_writer(column, Some(now));
        }
    }

    fn set_writer(&mut self, column: usize, last: Option<Last>) {
        let before = std::mem::replace(&mut Rc::make_mut(&mut self.h).written_by[column], last);
        self.history.push(Before::Writer { column, last: before });
    }

    /// Section 5.3: a new object inherits nothing of what lay there.
    fn forget(&mut self, object: Address, bytes: u64) {
        let inside = object.0..object.0 + bytes;
        let gone = self.h.columns_of.iter().filter(|(variable, _)| inside.contains(&variable.0));
        let mut columns: Vec<usize> = gone.flat_map(|(_, columns)| columns.iter().map(|(_, column)| *column)).collect();
        columns.sort_unstable();
        for column in columns {
            for row in 0..self.h.rows.len() {
                let bits = self.h.rows[row].get(column / 64).copied().unwrap_or(0);
                self.set(row, column / 64, bits & !(1 << (column % 64)));
            }
            self.set_writer(column, None);
        }
    }
}

impl Listener for H {
    type Mark = usize;
    type Snapshot = Snapshot;

    fn event(&mut self, event: &Event, names: &dyn Names) {
        match *event {
            Event::Acquire { thread, from, .. } => self.acquire(thread, from),
            Event::Release { thread, to, .. } => self.release(thread, to),
            Event::Access { thread, variable, access, mode, site } => {
                let now = Last { thread, access, is_plain: mode == Mode::Plain, time: 0, site };
                self.access(variable, now, names);
            }
            Event::Allocated { object, bytes, .. } => self.forget(object, bytes),
            Event::Operation { .. } => {}
        }
    }

    fn finding(&mut self) -> Option<Box<Finding>> {
        self.found.take()
    }

    fn mark(&mut self) -> usize {
        self.history.len()
    }

    fn rollback(&mut self, to: usize) {
        let h = Rc::make_mut(&mut self.h);
        for before in self.history.drain(to..).rev() {
            match before {
                Before::Word { row, word, bits } => h.rows[row][word] = bits,
                Before::Row(owner) => {
                    h.row_of.remove(&owner);
                    h.rows.pop();
                }
                Before::Writer { column, last } => h.written_by[column] = last,
            }
        }
        self.found = None;
    }

    fn save(&mut self) -> Snapshot {
        Snapshot(Rc::clone(&self.h))
    }

    fn restore(&mut self, from: &Snapshot) {
        self.h = Rc::clone(&from.0);
        self.history.clear();
        self.found = None;
    }
}

/// `h` at a point, whole.
#[derive(Clone)]
pub struct Snapshot(Rc<Summary>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{knows_again, tells_first_races};

    #[test]
    fn the_first_race_is_the_first_of_a_write_and_what_follows_it() {
        tells_first_races::<H>(3, |earlier| earlier == Access::Write);
    }

    /// Rows without what may lie behind their last word that is not zero.
    fn told(h: &Summary) -> (Vec<Vec<u64>>, Vec<Option<Last>>) {
        let trimmed = |row: &Vec<u64>| {
            let end = row.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
            row[..end].to_vec()
        };
        let mut writers = h.written_by.clone();
        while writers.last() == Some(&None) {
            writers.pop();
        }
        (h.rows.iter().map(trimmed).collect(), writers)
    }

    #[test]
    fn going_back_and_restoring_know_again_what_was_known() {
        knows_again::<H, _>(4, |detector| told(&detector.h));
    }
}
