//! What initialisers read that run for all schedules, and whether a step writes it later: see
//! `linking/looked_at.rs`.

use crate::ground::heap::journal::Words;
use crate::ground::heap::{Heap, Ref};
use rustc_hash::FxHashMap;

#[derive(Default)]
pub(crate) struct Reads {
    are_noted: bool,
    /// What was read since somebody began to ask, with what was found there first.
    words: Vec<(usize, u64)>,
    noted: Words,
    /// Those of them that were written after.
    written: Words,
    /// Where the objects begin that initialisers make which are under way, outermost first.
    under_way: Vec<usize>,
    /// Where those lie that initialisers have made which have ended within another's.
    ended: Vec<(usize, usize)>,
    /// Whose initialiser has read what, in ascending order.
    readers: Vec<(String, Vec<usize>)>,
    read: Words,
    /// What a step has written since.
    overtaken: Vec<usize>,
    /// Objects whose monitors were taken since somebody began to ask.
    locked: Vec<usize>,
    /// Who has taken the monitor of an object first.
    lockers: FxHashMap<usize, String>,
}

impl Reads {
    #[inline]
    pub(crate) fn are_noted(&self) -> bool {
        self.are_noted
    }

    /// From here on what is read is noted.
    pub(crate) fn begin(&mut self) {
        self.are_noted = true;
    }

    /// What was read since, with what was found there first, and whether it was written after.
    pub(crate) fn end(&mut self) -> Vec<(usize, u64, bool)> {
        self.are_noted = false;
        let words = std::mem::take(&mut self.words);
        let told = words.into_iter().map(|(index, found)| {
            self.noted.remove(index);
            (index, found, self.written.remove(index))
        });
        told.collect()
    }

    #[cold]
    pub(super) fn note(&mut self, index: usize, found: u64) {
        if self.noted.insert(index) {
            self.words.push((index, found));
        }
    }

    /// Linking takes a monitor.
    pub(super) fn note_locked(&mut self, object: usize) {
        self.locked.push(object);
    }

    /// The objects whose monitors were taken since linking began to note.
    pub(crate) fn take_locked(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.locked)
    }

    /// An initialiser has taken monitors that code of the program must not take.
    pub(crate) fn keep_locked(&mut self, locker: &str, objects: Vec<usize>) {
        for object in objects {
            self.lockers.entry(object).or_insert_with(|| locker.to_owned());
        }
    }

    /// Whose initialiser has taken the monitor of an object.
    #[inline]
    pub(crate) fn locker(&self, object: usize) -> Option<&str> {
        if self.lockers.is_empty() {
            return None;
        }
        self.lockers.get(&object).map(|locker| &**locker)
    }

    /// Linking writes a word.
    pub(super) fn note_written(&mut self, index: usize) {
        if self.are_noted && self.noted.contains(index) {
            self.written.insert(index);
        }
    }

    /// An initialiser begins; the next object lies there.
    pub(crate) fn enter(&mut self, top: usize) {
        self.under_way.push(top);
    }

    /// The last one that has begun ends; the next object lies there.
    pub(crate) fn leave(&mut self, top: usize) {
        let Some(first) = self.under_way.pop() else { return };
        self.ended.truncate(self.ended.partition_point(|(_, end)| *end <= first));
        self.ended.push((first, top));
    }

    /// Linking is done: none is under way.
    pub(crate) fn forget_order(&mut self) {
        self.under_way.clear();
        self.ended.clear();
    }

    /// Whether a word belongs to what an initialiser has made that has ended.
    pub(super) fn is_of_ended(&self, index: usize) -> bool {
        let before = self.ended.partition_point(|(first, _)| *first <= index);
        before.checked_sub(1).is_some_and(|last| index < self.ended[last].1)
    }

    /// An initialiser has read words that steps may write.
    pub(crate) fn keep(&mut self, reader: &str, mut words: Vec<usize>) {
        words.sort_unstable();
        for word in &words {
            self.read.insert(*word);
        }
        self.readers.push((reader.to_owned(), words));
    }

    /// A step writes a word for the first time.
    pub(super) fn write(&mut self, index: usize) {
        if self.read.contains(index) {
            self.overtaken.push(index);
        }
    }

    /// What a step has written that an initialiser had read, each once.
    pub(crate) fn take_overtaken(&mut self) -> Option<usize> {
        self.overtaken.pop()
    }

    /// Whose initialiser has read a word.
    pub(crate) fn reader(&self, index: usize) -> Option<&str> {
        let has_read = |words: &[usize]| words.binary_search(&index).is_ok();
        self.readers.iter().find(|(_, words)| has_read(words)).map(|(reader, _)| &**reader)
    }
}

impl Heap {
    /// Java code reads a word; to be called by whoever reads it for that.
    #[inline]
    pub(crate) fn note_read(&mut self, index: usize) {
        if self.journal.reads.are_noted() {
            self.journal.note_read(index, self.words.get(index).copied().unwrap_or_default());
        }
    }

    /// [`Heap::note_read`] of so many bytes from an address on.
    pub(crate) fn note_reads(&mut self, from: usize, bytes: usize) {
        if self.journal.reads.are_noted() {
            (from / 8..(from + bytes).div_ceil(8)).for_each(|index| self.note_read(index));
        }
    }

    /// Java code takes the monitor of an object.
    pub(crate) fn note_locked(&mut self, object: Ref) {
        if self.journal.reads.are_noted() && self.journal.is_older(object.index()) {
            self.journal.reads.note_locked(object.index());
        }
    }

    /// An initialiser begins, which may be one that linking runs.
    pub(crate) fn enter_initializer(&mut self) {
        if self.is_linking() {
            self.journal.reads.enter(self.top);
        }
    }

    /// It ends.
    pub(crate) fn leave_initializer(&mut self) {
        if self.is_linking() {
            self.journal.reads.leave(self.top);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_is_told_once_with_what_was_found_first() {
        let mut reads = Reads::default();
        for _ in 0..2 {
            reads.begin();
            reads.note_written(7);
            reads.note(7, 1);
            reads.note(9, 2);
            reads.note_written(7);
            reads.note(7, 3);
            assert_eq!(reads.end(), [(7, 1, true), (9, 2, false)]);
            reads.note_written(9);
        }
    }

    #[test]
    fn what_an_initialiser_has_made_is_its_own_until_it_ends() {
        let mut reads = Reads::default();
        reads.enter(10);
        reads.enter(20);
        reads.leave(25);
        reads.enter(30);
        reads.enter(32);
        reads.leave(34);
        assert_eq!(
            [19, 20, 24, 25, 31, 33].map(|n| reads.is_of_ended(n)),
            [false, true, true, false, false, true]
        );
        reads.leave(36);
        assert_eq!([29, 30, 35, 36].map(|n| reads.is_of_ended(n)), [false, true, true, false]);
        reads.leave(40);
        assert_eq!(
            [9, 10, 27, 39, 40].map(|n| reads.is_of_ended(n)),
            [false, true, true, true, false]
        );
        reads.forget_order();
        assert!(!reads.is_of_ended(10));
    }

    #[test]
    fn a_word_that_was_read_and_is_written_has_its_reader() {
        let mut reads = Reads::default();
        reads.keep("A.<clinit>", vec![9, 5]);
        reads.keep("B.<clinit>", vec![5, 6]);
        for word in [4, 5, 6] {
            reads.write(word);
        }
        let overtaken: Vec<usize> = std::iter::from_fn(|| reads.take_overtaken()).collect();
        assert_eq!(overtaken, [6, 5]);
        assert_eq!(
            [5, 6, 9, 4].map(|word| reads.reader(word)),
            [Some("A.<clinit>"), Some("B.<clinit>"), Some("A.<clinit>"), None]
        );
    }
}
