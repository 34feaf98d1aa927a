//! The memory of the last heap, for the next: an exploration that begins anew would else have a
//! gigabyte cleared, of which hardly any was used.

use super::{Heap, PERMANENT_WORDS};
use std::sync::{Mutex, PoisonError};

/// All zero.
static SPARE: Mutex<Vec<u64>> = Mutex::new(Vec::new());

/// The memory of a heap that is gone, if it had as many words.
pub(super) fn take(words: usize) -> Option<Vec<u64>> {
    let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
    (spare.len() == words).then(|| std::mem::take(&mut *spare))
}

impl Drop for Heap {
    fn drop(&mut self) {
        let mut words = std::mem::take(&mut self.words);
        words[..self.permanent_top].fill(0);
        words[PERMANENT_WORDS..self.frontier.max(self.top)].fill(0);
        debug_assert!(words.iter().all(|word| *word == 0), "memory behind the frontier was used");
        *SPARE.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }
}
