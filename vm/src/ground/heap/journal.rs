//! What the heap keeps so that a search can go back: see `undo.rs`.

use crate::ground::heap::reads::Reads;

/// The undo log of the heap, and the frozen words that were ever overwritten.
#[derive(Default)]
pub(crate) struct Journal {
    pub(crate) mode: Mode,
    pub(crate) log: Vec<(u32, u64)>,
    /// Words from here on were handed out since the last mark: going back clears them, no log
    /// needed.
    pub(crate) floor: usize,
    /// Objects below were there when the state was frozen; a state is told apart by which of their
    /// words differ.
    pub(crate) frozen_end: usize,
    /// Words among these that were times then.
    pub(crate) frozen_times: Vec<u32>,
    /// Lists of free runs that were replaced or cut, oldest first.
    pub(crate) free_lists: Vec<Vec<(usize, usize)>>,
    /// Frozen words ever overwritten, with what they held before; grows only.
    pub(crate) changed: Vec<(u32, u64)>,
    seen: Words,
    /// Words that linking overwrote.
    linked: Words,
    /// Those that it overwrote last, with what they held before.
    pub(crate) rewritten: Vec<(usize, u64)>,
    pub(crate) reads: Reads,
}

/// What becomes of a word that is overwritten.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Mode {
    /// Nothing: no way leads back.
    #[default]
    Off,
    /// It is kept.
    Undo,
    /// It is noted that linking did it. Objects from `fresh` on are new.
    Linking { fresh: usize, old: usize },
}

/// A set of words.
#[derive(Default)]
pub(super) struct Words(Vec<u64>);

impl Words {
    pub(super) fn contains(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|bits| bits >> (index % 64) & 1 != 0)
    }

    /// Whether the word was in the set.
    pub(super) fn remove(&mut self, index: usize) -> bool {
        let was_there = self.contains(index);
        if was_there {
            self.0[index / 64] &= !(1 << (index % 64));
        }
        was_there
    }

    /// Whether the word is new in the set.
    pub(super) fn insert(&mut self, index: usize) -> bool {
        let (word, bit) = (index / 64, 1 << (index % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }
}

impl Journal {
    /// Whether a frozen word was ever overwritten.
    pub(crate) fn has_changed(&self, index: usize) -> bool {
        self.seen.contains(index)
    }

    /// Whether there is a state that all others are compared with.
    pub(crate) fn is_frozen(&self) -> bool {
        self.frozen_end != 0
    }

    /// Whether a word was ever overwritten by a step, or belongs to an object that one has made.
    pub(crate) fn is_of_a_step(&self, index: usize) -> bool {
        self.is_frozen() && (index >= self.frozen_end || self.has_changed(index))
    }

    /// Linking reads a word that it may not have made itself.
    pub(crate) fn note_read(&mut self, index: usize, found: u64) {
        if self.is_older(index) {
            self.reads.note(index, found);
        }
    }

    /// Whether a word belongs to what was there before the initialiser that linking runs now.
    pub(super) fn is_older(&self, index: usize) -> bool {
        !self.is_new_by_linking(index) || self.reads.is_of_ended(index)
    }

    /// Whether a word belongs to what this linking has made.
    fn is_new_by_linking(&self, index: usize) -> bool {
        matches!(self.mode, Mode::Linking { fresh, old } if (fresh..old).contains(&index))
    }

    /// Before a word is overwritten.
    #[cold]
    pub(super) fn keep(&mut self, index: usize, before: u64) {
        if let Mode::Linking { .. } = self.mode {
            self.reads.note_written(index);
            if !self.is_new_by_linking(index) && (index < self.floor || !self.is_frozen()) {
                // Steps may write what was there when the state was frozen.
                if self.is_frozen() {
                    self.linked.insert(index);
                }
                self.rewritten.push((index, before));
            }
            return;
        }
        if index >= self.floor {
            return;
        }
        self.log.push((index as u32, before));
        if index < self.frozen_end && self.seen.insert(index) {
            self.changed.push((index as u32, before));
            self.reads.write(index);
        }
    }

    /// Words that both linking and steps overwrote: there must be none, for going back undoes the
    /// one and not the other.
    pub(crate) fn contested(&self) -> impl Iterator<Item = usize> {
        let changed = self.changed.iter().map(|(index, _)| *index as usize);
        changed.filter(|index| self.linked.contains(*index))
    }

    /// Words of objects that are no older than the first choice, which linking overwrote.
    pub(crate) fn strayed(&self) -> impl Iterator<Item = usize> {
        (self.frozen_end..self.linked.0.len() * 64).filter(|index| self.linked.contains(*index))
    }
}
