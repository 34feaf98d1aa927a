//! The bit matrix of `h`, of what is missing, and the last access of each column, at a point of an
//! execution.
//!
//! Both are persistent: cut into pages, which copies share, and of which a change copies one, since
//! a search's saved states are many, and differ in little. Rows share pages, too: a write makes its
//! column missing from all rows but one, so most rows change alike ([`Rows::invalidate`]).

use super::tables::WRITTEN;
use crate::race::Last;
use bitvec::BitArr;
use bitvec::order::Lsb0;
use std::ops::Range;
use std::rc::Rc;

/// Words of a row in a page.
const WORDS: usize = 16;
/// Columns of a row in a page.
const COLUMNS: usize = WORDS * 64;
/// All that is done to it is done to its raw words. Bit by bit, searches take up to 6% more
/// instructions, and `bitvec` 1.1 does what Miri's stacked borrows do not allow.
type Page = BitArr!(for COLUMNS, in u64, Lsb0);

/// A bit for each column that is missing. Nothing is missing in a page that is not there.
type Row = Rc<Vec<Option<Rc<Page>>>>;

/// Writers in a block.
const BLOCK: usize = 16;
type Writers = [Option<Last>; BLOCK];

/// A column that came to be missing from these rows.
pub(crate) struct Missing {
    column: usize,
    rows: Range<usize>,
}

/// A row whose owner is met no more.
pub(crate) struct Gone {
    row: usize,
    words: Row,
}

/// A word of a row, as it was before.
pub(crate) struct Word {
    row: u32,
    word: u32,
    bits: u64,
}

#[derive(Clone, Debug)]
pub struct Rows {
    /// None for owners not met on this path: all that was written is missing.
    rows: Vec<Option<Row>>,
    /// Bits of those that are there: few, as rows are numbered for all paths.
    met: Vec<u64>,
    /// The last access, by column.
    written_by: Rc<Vec<Rc<Writers>>>,
}

impl Default for Rows {
    fn default() -> Self {
        Self {
            rows: vec![Some(Row::default())],
            met: vec![1 << WRITTEN],
            written_by: Rc::default(),
        }
    }
}

impl Rows {
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn count_met(&self) -> usize {
        self.met.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The rows that were met, in order; [`WRITTEN`] is the first.
    pub(super) fn met(&self) -> impl Iterator<Item = usize> {
        bits(&self.met)
    }

    fn set_row(&mut self, row: usize, words: Option<Row>) -> Option<Row> {
        let bit = 1 << (row % 64);
        if words.is_some() {
            self.met[row / 64] |= bit;
        } else {
            self.met[row / 64] &= !bit;
        }
        std::mem::replace(&mut self.rows[row], words)
    }

    /// From now on the row is a row of its own. False if it was before.
    pub(super) fn meet(&mut self, row: usize) -> bool {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, None);
            self.met.resize(row / 64 + 1, 0);
        }
        let is_new = self.rows[row].is_none();
        if is_new {
            self.set_row(row, self.rows[WRITTEN].clone());
        }
        is_new
    }

    /// The row of an owner that is met no more, as it was: from now on all that was written is
    /// missing from it. It is also how [`Rows::meet`] is taken back.
    pub(super) fn part_from(&mut self, row: usize) -> Option<Gone> {
        self.set_row(row, None).map(|words| Gone { row, words })
    }

    /// Takes [`Rows::part_from`] back.
    pub(super) fn put_row_back(&mut self, Gone { row, words }: Gone) {
        self.set_row(row, Some(words));
    }

    #[inline]
    fn row(&self, row: usize) -> Option<&Row> {
        self.rows.get(row).and_then(Option::as_ref).or(self.rows[WRITTEN].as_ref())
    }

    #[inline]
    pub(super) fn word(&self, row: usize, word: usize) -> u64 {
        let page = self.row(row).and_then(|row| row.get(word / WORDS)).and_then(Option::as_ref);
        page.map_or(0, |page| page.data[word % WORDS])
    }

    /// Adds what is missing from a row to words with room for all columns.
    pub(super) fn add_to(&self, words: &mut [u64], row: usize) {
        for (words, page) in
            words.chunks_mut(WORDS).zip(self.row(row).into_iter().flat_map(|row| row.iter()))
        {
            if let Some(page) = page {
                words.iter_mut().zip(&page.data).for_each(|(word, bits)| *word |= bits);
            }
        }
    }

    /// Equation 5: `x ∈ h(t)`.
    #[inline]
    pub(super) fn norace(&self, row: usize, column: usize) -> bool {
        self.word(row, column / 64) >> (column % 64) & 1 == 0
    }

    /// `h[to := h(from) ∪ h(to)]`: missing from both stays missing.
    pub(super) fn unite(&mut self, from: usize, to: usize, mut changed: impl FnMut(Word)) {
        let Some(from) = self.rows[from].clone() else { return };
        let Some(pages) = self.rows[to].as_mut().filter(|to| !Rc::ptr_eq(to, &from)) else {
            return;
        };
        for number in 0..pages.len() {
            let Some(page) = &pages[number] else { continue };
            let other = from.get(number).and_then(Option::as_ref);
            if other.is_some_and(|other| Rc::ptr_eq(page, other)) {
                continue;
            }
            let words = &page.data;
            let others = other.map(|other| &other.data);
            let both: [u64; WORDS] =
                std::array::from_fn(|word| words[word] & others.map_or(0, |others| others[word]));
            let mut differs = false;
            for (word, bits) in
                words.iter().enumerate().filter(|(word, bits)| **bits != both[*word])
            {
                changed(Word { row: to as u32, word: (number * WORDS + word) as u32, bits: *bits });
                differs = true;
            }
            if differs {
                // What is missing from both is often what is missing from the one.
                let is_others = other.filter(|other| other.data == both);
                let is_empty = both == [0; WORDS];
                let united =
                    is_others.cloned().or_else(|| (!is_empty).then(|| Rc::new(Page::new(both))));
                Rc::make_mut(pages)[number] = united;
            }
        }
    }

    /// The column is missing from all rows that were met, but from one.
    pub(super) fn invalidate(
        &mut self,
        but: usize,
        column: usize,
        mut changed: impl FnMut(Missing),
    ) {
        let (number, word, bit) = place_of(column);
        let (mut alike, mut run) = (Alike::default(), 0..0);
        for row in bits(&self.met).filter(|row| *row != but) {
            let Some(pages) = self.rows[row].as_mut() else { continue };
            let page = pages.get(number).and_then(Option::as_ref);
            if page.is_some_and(|page| page.data[word] & bit != 0) {
                continue;
            }
            alike.change(page_of(pages, number), |page| page.data[word] |= bit);
            if row != run.end {
                let rows = std::mem::replace(&mut run, row..row);
                if !rows.is_empty() {
                    changed(Missing { column, rows });
                }
            }
            run.end = row + 1;
        }
        if !run.is_empty() {
            changed(Missing { column, rows: run });
        }
    }

    /// Takes [`Rows::invalidate`] back.
    pub(super) fn put_column_back(&mut self, Missing { column, rows }: &Missing) {
        let (number, word, bit) = place_of(*column);
        let mut alike = Alike::default();
        for pages in self.rows[rows.clone()].iter_mut().flatten() {
            alike.change(page_of(pages, number), |page| page.data[word] &= !bit);
        }
    }

    /// Changes a word of a row that was met. None if nothing changes.
    pub(super) fn set(&mut self, row: usize, word: usize, bits: u64) -> Option<Word> {
        let pages = self.rows.get_mut(row)?.as_mut()?;
        let before = pages
            .get(word / WORDS)
            .and_then(Option::as_ref)
            .map_or(0, |page| page.data[word % WORDS]);
        (before != bits).then(|| {
            let page = page_of(pages, word / WORDS).get_or_insert_with(|| Rc::new(Page::ZERO));
            Rc::make_mut(page).data[word % WORDS] = bits;
            Word { row: row as u32, word: word as u32, bits: before }
        })
    }

    /// Takes a change back.
    pub(super) fn put_word_back(&mut self, Word { row, word, bits }: &Word) {
        self.set(*row as usize, *word as usize, *bits);
    }

    pub(super) fn writer(&self, column: usize) -> Option<Last> {
        self.written_by.get(column / BLOCK).and_then(|block| block[column % BLOCK])
    }

    /// The one before.
    pub(super) fn set_writer(&mut self, column: usize, last: Option<Last>) -> Option<Last> {
        let blocks = Rc::make_mut(&mut self.written_by);
        if blocks.len() <= column / BLOCK {
            blocks.resize_with(column / BLOCK + 1, || Rc::new([None; BLOCK]));
        }
        std::mem::replace(&mut Rc::make_mut(&mut blocks[column / BLOCK])[column % BLOCK], last)
    }
}

/// The numbers of the bits that are set.
fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(at, word)| {
        let rest = std::iter::successors(Some(*word), |word| Some(word & word.wrapping_sub(1)));
        rest.take_while(|word| *word != 0).map(move |word| at * 64 + word.trailing_zeros() as usize)
    })
}

/// The page of a column in a row, the word in it, and the bit.
fn place_of(column: usize) -> (usize, usize, u64) {
    (column / COLUMNS, column / 64 % WORDS, 1 << (column % 64))
}

/// Pages of several rows that are all changed in one way: those that were shared stay so.
#[derive(Default)]
struct Alike {
    /// What becomes of one that is not there.
    empty: Option<Rc<Page>>,
    /// One that was shared, and what has become of it.
    shared: Option<(Rc<Page>, Rc<Page>)>,
}

impl Alike {
    fn change(&mut self, page: &mut Option<Rc<Page>>, change: impl Fn(&mut Page)) {
        let changed = |mut page: Page| {
            change(&mut page);
            Rc::new(page)
        };
        match page {
            None => *page = Some(Rc::clone(self.empty.get_or_insert_with(|| changed(Page::ZERO)))),
            Some(page) if Rc::strong_count(page) == 1 => change(Rc::make_mut(page)),
            Some(page) => match &self.shared {
                Some((before, after)) if Rc::ptr_eq(before, page) => *page = Rc::clone(after),
                _ => {
                    let after = changed(Page::clone(page));
                    let before = std::mem::replace(page, Rc::clone(&after));
                    self.shared = Some((before, after));
                }
            },
        }
    }
}

/// A place for a page in a row, to be changed.
fn page_of(row: &mut Row, number: usize) -> &mut Option<Rc<Page>> {
    let pages = Rc::make_mut(row);
    if pages.len() <= number {
        pages.resize(number + 1, None);
    }
    &mut pages[number]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Chance;
    use raceproof_base::{AccessKind, Mode, Site, ThreadId};

    const ROWS: usize = 5;

    enum Old {
        Word(Word),
        Missing(Missing),
    }

    /// More than two pages.
    const ALL: usize = 2 * COLUMNS + 200;

    /// What is missing, bit by bit, and the last accesses.
    type Plain = (Vec<Vec<bool>>, Vec<Option<Last>>);

    fn plain(rows: &Rows) -> Plain {
        let missing = |row| (0..ALL).map(|column| !rows.norace(row, column)).collect();
        let missing = (0..ROWS).map(missing).collect();
        (missing, (0..ALL).map(|column| rows.writer(column)).collect())
    }

    #[test]
    fn agrees_with_a_plain_matrix() {
        let mut chance = Chance(12);
        let (mut rows, mut twin) =
            (Rows::default(), (vec![vec![false; ALL]; ROWS], vec![None; ALL]));
        (1..ROWS).for_each(|row| _ = rows.meet(row));
        let mut points: Vec<(Rows, Plain)> = Vec::new();
        let mut history: Vec<Old> = Vec::new();
        for step in 0..3_000 {
            if step % 100 == 0 {
                assert!(plain(&rows) == twin, "after {step} steps");
                points.push((rows.clone(), twin.clone()));
                history.clear();
            }
            let [row, other] = [0, 1].map(|_| chance.below(ROWS as u64) as usize);
            // Some columns often, and any now and then.
            let column = match chance.below(3) {
                0 => chance.below(ALL as u64) as usize,
                _ => chance.below(10) as usize * (ALL / 10),
            };
            match chance.below(5) {
                0 => {
                    rows.unite(other, row, |word| history.push(Old::Word(word)));
                    for column in 0..ALL {
                        twin.0[row][column] &= twin.0[other][column];
                    }
                }
                1..3 => {
                    rows.invalidate(row, column, |missing| history.push(Old::Missing(missing)));
                    let others = twin.0.iter_mut().enumerate().filter(|(other, _)| *other != row);
                    others.for_each(|(_, missing)| missing[column] = true);
                }
                3 => {
                    let bits = rows.word(row, column / 64) ^ 1 << (column % 64);
                    history.extend(rows.set(row, column / 64, bits).map(Old::Word));
                    twin.0[row][column] ^= true;
                }
                _ => {
                    let last = Last {
                        thread: ThreadId(row as u32),
                        access: AccessKind::Write,
                        mode: Mode::Plain,
                        time: 0,
                        site: Site::NOWHERE,
                    };
                    let before = twin.1[column].replace(last);
                    assert_eq!(rows.set_writer(column, Some(last)), before);
                }
            }
        }
        // Copies have stayed as they were, and words can be put back.
        assert!(points.iter().all(|(rows, twin)| plain(rows) == *twin));
        history.drain(..).rev().for_each(|old| match old {
            Old::Word(word) => rows.put_word_back(&word),
            Old::Missing(missing) => rows.put_column_back(&missing),
        });
        assert!(plain(&rows).0 == points.last().expect("there are some").1.0);
    }
}
