//! The memory of heaps that are gone, for the next ones: a machine that begins anew would else have
//! a gigabyte cleared, of which hardly any was used.
//!
//! As many are kept as were there at once: given back to the allocator, one would be handed out
//! again for the next heap, and all of it cleared by hand.

use super::{Heap, PERMANENT_WORDS};
use std::sync::{Mutex, PoisonError};

static SPARE: Spare = Spare(Mutex::new(Vec::new()));

/// Memory of one length, all of it zero.
struct Spare(Mutex<Vec<Vec<u64>>>);

impl Spare {
    fn take(&self, words: usize) -> Option<Vec<u64>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.pop_if(|last| last.len() == words)
    }

    fn keep(&self, words: Vec<u64>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|other| other.len() == words.len());
        kept.push(words);
    }
}

/// The memory of a heap that is gone, if there is one of as many words.
pub(super) fn take(words: usize) -> Option<Vec<u64>> {
    SPARE.take(words)
}

impl Drop for Heap {
    fn drop(&mut self) {
        self.end_linking();
        let mut words = std::mem::take(&mut self.words);
        words[..self.permanent_top].fill(0);
        words[PERMANENT_WORDS..self.frontier.max(self.top)].fill(0);
        debug_assert!(words.iter().all(|word| *word == 0), "memory behind the frontier was used");
        SPARE.keep(words);
    }
}

#[cfg(test)]
mod tests {
    use super::Spare;
    use std::sync::Mutex;

    #[test]
    fn as_many_are_kept_as_were_there_at_once() {
        let spare = Spare(Mutex::new(Vec::new()));
        spare.keep(vec![0; 8]);
        spare.keep(vec![0; 8]);
        assert_eq!([8, 8, 8].map(|words| spare.take(words).is_some()), [true, true, false]);
    }

    #[test]
    fn only_one_length_is_kept_and_asked_for() {
        let spare = Spare(Mutex::new(Vec::new()));
        spare.keep(vec![0; 8]);
        spare.keep(vec![0; 4]);
        assert!(spare.take(8).is_none());
        assert!(spare.take(4).is_some());
        spare.keep(vec![0; 8]);
        spare.keep(vec![0; 4]);
        assert!(spare.take(4).is_some());
        assert!(spare.take(8).is_none(), "the longer one was given back");
    }
}
