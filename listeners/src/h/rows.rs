//! The rows of `h`, which hold what is missing, and who wrote last: what a path has made of it.

use super::tables::WRITTEN;
use crate::race::Last;
use std::rc::Rc;

/// Writers are kept in blocks, so that a copy shares those that stay the same.
const BLOCK: usize = 64;
type Writers = [Option<Last>; BLOCK];

/// A bit for each column that is missing.
type Row = Rc<[u64]>;

/// A word of a row, as it was before.
pub(super) struct Word {
    row: u32,
    word: u32,
    bits: u64,
}

#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// None for who was not met on this path: all that was written is missing.
    rows: Vec<Option<Row>>,
    /// Who wrote last, by column.
    written_by: Vec<Rc<Writers>>,
}

impl Default for Rows {
    fn default() -> Self {
        Self { rows: vec![Some(Rc::new([]))], written_by: Vec::new() }
    }
}

impl Rows {
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn is_met(&self, row: usize) -> bool {
        self.rows.get(row).is_some_and(Option::is_some)
    }

    /// From now on the row is a row of its own. False if it was before.
    pub(super) fn meet(&mut self, row: usize) -> bool {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, None);
        }
        let is_new = self.rows[row].is_none();
        if is_new {
            self.rows[row] = self.rows[WRITTEN].clone();
        }
        is_new
    }

    /// Takes [`Rows::meet`] back.
    pub(super) fn part_from(&mut self, row: usize) {
        self.rows[row] = None;
    }

    pub(super) fn row(&self, row: usize) -> &[u64] {
        let known = self.rows.get(row).and_then(Option::as_ref);
        known.or(self.rows[WRITTEN].as_ref()).map_or(&[], |words| &**words)
    }

    /// Equation 5: `x ∈ h(t)`.
    pub(super) fn norace(&self, row: usize, column: usize) -> bool {
        self.row(row).get(column / 64).is_none_or(|bits| bits >> (column % 64) & 1 == 0)
    }

    /// `h[to := h(from) ∪ h(to)]`: missing from both stays missing.
    pub(super) fn unite(&mut self, from: usize, to: usize, mut changed: impl FnMut(Word)) {
        let Some(from) = self.rows[from].clone() else { return };
        let Some(words) = self.rows[to].as_mut().filter(|to| !Rc::ptr_eq(to, &from)) else { return };
        let differs = |(word, bits): (usize, &u64)| bits & !from.get(word).copied().unwrap_or(0) != 0;
        let Some(first) = words.iter().enumerate().position(differs) else { return };
        for (word, bits) in Rc::make_mut(words).iter_mut().enumerate().skip(first) {
            let both = *bits & from.get(word).copied().unwrap_or(0);
            if both != *bits {
                changed(Word { row: to as u32, word: word as u32, bits: *bits });
                *bits = both;
            }
        }
    }

    /// Changes the bits of a column in a row that was met.
    pub(super) fn change(&mut self, row: usize, column: usize, change: impl Fn(u64, u64) -> u64) -> Option<Word> {
        let words = self.rows.get_mut(row)?.as_mut()?;
        let (word, bit) = (column / 64, 1 << (column % 64));
        let bits = words.get(word).copied().unwrap_or(0);
        let changed = change(bits, bit);
        (changed != bits).then(|| {
            if words.len() <= word {
                let mut longer = words.to_vec();
                longer.resize((word + 1).next_power_of_two(), 0);
                *words = longer.into();
            }
            Rc::make_mut(words)[word] = changed;
            Word { row: row as u32, word: word as u32, bits }
        })
    }

    /// Takes a change back.
    pub(super) fn put_back(&mut self, Word { row, word, bits }: &Word) {
        if let Some(words) = &mut self.rows[*row as usize] {
            Rc::make_mut(words)[*word as usize] = *bits;
        }
    }

    pub(super) fn writer(&self, column: usize) -> Option<Last> {
        self.written_by.get(column / BLOCK).and_then(|block| block[column % BLOCK])
    }

    /// The one before.
    pub(super) fn set_writer(&mut self, column: usize, last: Option<Last>) -> Option<Last> {
        if self.written_by.len() <= column / BLOCK {
            self.written_by.resize_with(column / BLOCK + 1, || Rc::new([None; BLOCK]));
        }
        std::mem::replace(&mut Rc::make_mut(&mut self.written_by[column / BLOCK])[column % BLOCK], last)
    }
}
