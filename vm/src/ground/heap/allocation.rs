//! Handing out memory: the chunk that is bumped through, the free runs behind it, the permanent
//! region while linking.

use super::journal::Mode;
use super::{FIRST_COLLECTION, Heap};

impl Heap {
    /// Whether a collection is due.
    #[inline]
    #[must_use]
    pub(crate) fn wants_collection(&self) -> bool {
        self.allocated > self.threshold
    }

    /// A zeroed run of `size` words for the program, or `None` if the heap is full.
    #[inline]
    pub(crate) fn allocate(&mut self, size: usize) -> Option<usize> {
        let start = self.top;
        let end = start + size;
        if end > self.chunk_end {
            return self.allocate_elsewhere(size);
        }
        self.top = end;
        self.allocated += size;
        Some(start)
    }

    #[cold]
    fn allocate_elsewhere(&mut self, size: usize) -> Option<usize> {
        if self.is_linking() {
            return None;
        }
        let position = self.free.iter().rposition(|(start, end)| end - start >= size)?;
        let (start, end) = self.free[position];
        if !self.may_keep(start, end.min(self.frontier).saturating_sub(start) * 8) {
            return None;
        }
        self.keep_free_list();
        if position + 1 == self.free.len() || size < 1024 {
            self.retire_chunk();
            let (start, end) = self.free.remove(position);
            self.top = start;
            self.born_from = start;
            self.chunk_end = end;
            self.clear_recycled(start, end);
            return self.allocate(size);
        }
        // A large object takes its words from a far chunk; the current chunk stays.
        let (start, end) = self.free[position];
        let rest = start + size;
        self.clear_recycled(start, rest);
        self.frontier = self.frontier.max(rest);
        if rest == end {
            self.free.remove(position);
        } else {
            self.free[position].0 = rest;
            self.fill_gap(rest, end);
        }
        self.allocated += size;
        self.births.push((start, rest));
        Some(start)
    }

    /// Notes what was handed out last.
    pub(crate) fn end_birth(&mut self) {
        if self.born_from < self.top {
            self.births.push((self.born_from, self.top));
        }
        self.born_from = self.top;
    }

    /// Before the list of free runs changes.
    pub(crate) fn keep_free_list(&mut self) {
        if self.journal.mode == Mode::Undo {
            self.journal.free_lists.push(self.free.clone());
        }
    }

    /// Makes a free run walkable; the run that was never used lies behind the frontier, where no
    /// walk goes.
    fn fill_gap(&mut self, start: usize, end: usize) {
        if start < end && start < self.frontier {
            self.put(start, filler(end - start));
        }
    }

    fn clear_recycled(&mut self, start: usize, end: usize) {
        let used = end.min(self.frontier);
        if start < used {
            self.remember_range(start * 8, (used - start) * 8);
            self.words[start..used].fill(0);
        }
    }

    /// Ends allocation in the current chunk, so that the heap can be walked up to the frontier.
    pub(crate) fn retire_chunk(&mut self) {
        self.end_birth();
        self.frontier = self.frontier.max(self.top);
        self.fill_gap(self.top, self.chunk_end);
        self.top = self.chunk_end;
    }

    /// Whether a run of that many words can be had.
    pub(crate) fn has_room(&self, words: usize) -> bool {
        self.chunk_end - self.top >= words
            || self.free.iter().any(|(start, end)| end - start >= words)
    }

    /// Starts over after a collection with these free chunks, lowest last, and so many live words.
    pub(crate) fn restart(&mut self, chunks: Vec<(usize, usize)>, live: usize) {
        self.end_birth();
        self.free = chunks;
        self.top = 0;
        self.born_from = 0;
        self.chunk_end = 0;
        self.allocated = 0;
        let free: usize = self.free.iter().map(|(start, end)| end - start).sum();
        self.threshold = live.max(FIRST_COLLECTION).min(free / 2 + 1);
    }

    /// After a collection: allocates behind everything that lives from here on, and forgets the
    /// free runs before it.
    pub(crate) fn keep_tail(&mut self) {
        let end = self.end;
        let tail = self.free.iter().find(|(_, e)| *e == end).copied();
        self.free.clear();
        if let Some((start, end)) = tail {
            self.clear_recycled(start, end);
            (self.top, self.chunk_end, self.frontier) = (start, end, start);
        }
    }

    /// Whether half of the program's region was never used.
    pub(crate) fn has_ample_tail(&self) -> bool {
        self.end - self.top.max(self.frontier) >= (self.end - self.permanent_end) / 2
    }

    /// Hands out memory behind all that was ever used, so that all of it can be frozen, free runs
    /// in between as well.
    pub(crate) fn allocate_behind_everything(&mut self) {
        self.allocate_from(self.top.max(self.frontier));
    }

    /// Hands out memory from here on, where nothing was ever used.
    pub(crate) fn allocate_from(&mut self, start: usize) {
        self.free.clear();
        (self.top, self.chunk_end, self.frontier) = (start, self.end, self.journal.frozen_end);
        self.allocated = start - self.journal.frozen_end;
    }

    /// A zeroed run of words for linking, never collected.
    pub fn allocate_permanent(&mut self, size: usize) -> Option<usize> {
        if self.is_linking() {
            return self.allocate(size);
        }
        let start = self.permanent_top;
        if start + size > self.permanent_end {
            return None;
        }
        self.permanent_top += size;
        Some(start)
    }

    /// Whether objects are made in the permanent region for now.
    pub(crate) fn is_linking(&self) -> bool {
        self.set_aside.is_some()
    }

    /// Makes objects in the permanent region until [`Heap::end_linking`].
    pub(crate) fn begin_linking(&mut self) {
        self.set_aside = Some((self.top, self.chunk_end, self.threshold));
        (self.top, self.chunk_end, self.threshold) =
            (self.permanent_top, self.permanent_end, usize::MAX);
    }

    /// Makes objects in the program's region again.
    pub(crate) fn end_linking(&mut self) {
        if let Some((top, chunk_end, threshold)) = self.set_aside.take() {
            self.permanent_top = self.top;
            (self.top, self.chunk_end, self.threshold) = (top, chunk_end, threshold);
        }
    }
}

/// The header of a run of free words.
pub(crate) fn filler(words: usize) -> u64 {
    (words as u64) << 32
}
