//! What the heap keeps so that a search can go back: see `undo.rs`.

/// The undo log of the heap, and the frozen words that were ever overwritten.
#[derive(Default)]
pub(crate) struct Journal {
    /// Whether overwritten words are kept.
    pub(crate) on: bool,
    pub(crate) log: Vec<(u32, u64)>,
    /// Words from here on were handed out since the last mark: going back clears them, no log needed.
    pub(crate) floor: usize,
    /// Objects below were there when the state was frozen; a state is told apart by which of their words differ.
    pub(crate) frozen_end: usize,
    /// Lists of free runs that were replaced or cut, oldest first.
    pub(crate) free_lists: Vec<Vec<(usize, usize)>>,
    /// Frozen words ever overwritten, with what they held before; grows only.
    pub(crate) changed: Vec<(u32, u64)>,
    seen: Vec<u64>,
}

impl Journal {
    /// Whether a frozen word was ever overwritten.
    pub(crate) fn has_changed(&self, index: usize) -> bool {
        self.seen.get(index / 64).is_some_and(|bits| bits >> (index % 64) & 1 != 0)
    }

    /// Before a word is overwritten.
    #[cold]
    pub(super) fn keep(&mut self, index: usize, old: u64) {
        if index >= self.floor {
            return;
        }
        self.log.push((index as u32, old));
        if index < self.frozen_end {
            let (word, bit) = (index / 64, 1 << (index % 64));
            if self.seen.len() <= word {
                self.seen.resize(word + 1, 0);
            }
            if self.seen[word] & bit == 0 {
                self.seen[word] |= bit;
                self.changed.push((index as u32, old));
            }
        }
    }
}
