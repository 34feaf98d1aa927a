//! Level zero: blocks of bytes as they are.

use super::{Buffers, Deflate, FINISH, LARGEST_STORED, NO_FLUSH, PENDING_SIZE, Progress, WINDOW};
use zlib_rs::adler32::adler32;

impl Deflate {
    /// `deflate_stored`: copies, straight from the input where there is room.
    pub(super) fn store(&mut self, buffers: &mut Buffers<'_>, flush: i32) -> Progress {
        let before = buffers.taken;
        let last = self.store_directly(buffers, flush);
        let used = buffers.taken - before;
        if used > 0 {
            self.remember_stored(&buffers.input[before..buffers.taken]);
        }
        if last {
            return Progress::FinishDone;
        }
        let nothing_held = self.start as isize == self.block_start;
        if flush != NO_FLUSH && flush != FINISH && buffers.left() == 0 && nothing_held {
            return Progress::BlockDone;
        }
        self.hold_rest(buffers);
        // What does not fit the output goes to the pending bytes, if it is worth a block.
        let header = (self.blocks.odd_bits() + 42) >> 3;
        let have = (PENDING_SIZE - header).min(LARGEST_STORED);
        let left = (self.start as isize - self.block_start) as usize;
        let flushes = (left > 0 || flush == FINISH)
            && flush != NO_FLUSH
            && buffers.left() == 0
            && left <= have;
        let mut last = false;
        if left >= have.min(WINDOW) || flushes {
            let length = left.min(have);
            last = flush == FINISH && buffers.left() == 0 && length == left;
            let from = self.block_start.max(0) as usize;
            self.blocks.stored_block(&self.window[from..from + length], last);
            self.block_start += length as isize;
            self.flush_pending(buffers);
        }
        if last { Progress::FinishStarted } else { Progress::NeedMore }
    }

    /// Writes blocks straight to the output; whether the last one was among them.
    fn store_directly(&mut self, buffers: &mut Buffers<'_>, flush: i32) -> bool {
        let least = (PENDING_SIZE - 5).min(WINDOW);
        loop {
            let header = (self.blocks.odd_bits() + 42) >> 3;
            if buffers.room() < header {
                return false;
            }
            let held = (self.start as isize - self.block_start) as usize;
            let all = held + buffers.left();
            let mut length = LARGEST_STORED.min(all).min(buffers.room() - header);
            if length < least
                && (length == 0 && flush != FINISH || flush == NO_FLUSH || length != all)
            {
                return false;
            }
            let last = flush == FINISH && length == all;
            self.blocks.stored_header(length, last);
            self.flush_pending(buffers);
            if held > 0 {
                let count = held.min(length);
                let from = self.block_start.max(0) as usize;
                buffers.put(&self.window[from..from + count]);
                self.block_start += count as isize;
                length -= count;
            }
            if length > 0 {
                let bytes = &buffers.input[buffers.taken..buffers.taken + length];
                if self.wrap == 1 {
                    self.adler = adler32(self.adler, bytes);
                }
                buffers.output[buffers.given..buffers.given + length].copy_from_slice(bytes);
                buffers.given += length;
                buffers.taken += length;
            }
            if last {
                return true;
            }
        }
    }

    /// Keeps what was copied as the history of a later level.
    fn remember_stored(&mut self, used: &[u8]) {
        if used.len() >= WINDOW {
            self.blocks.matches = 2;
            self.window[..WINDOW].copy_from_slice(&used[used.len() - WINDOW..]);
            self.start = WINDOW;
            self.unhashed = WINDOW;
        } else {
            if 2 * WINDOW - self.start <= used.len() {
                self.slide_stored();
            }
            self.window[self.start..self.start + used.len()].copy_from_slice(used);
            self.start += used.len();
            self.unhashed += used.len().min(WINDOW - self.unhashed);
        }
        self.block_start = self.start as isize;
    }

    fn slide_stored(&mut self) {
        self.start -= WINDOW;
        self.window.copy_within(WINDOW..WINDOW + self.start, 0);
        self.blocks.matches = (self.blocks.matches + 1).min(2);
        self.unhashed = self.unhashed.min(self.start);
    }

    /// Takes what is left of the input into the window.
    fn hold_rest(&mut self, buffers: &mut Buffers<'_>) {
        let mut have = 2 * WINDOW - self.start;
        if buffers.left() > have && self.block_start >= WINDOW as isize {
            self.block_start -= WINDOW as isize;
            self.slide_stored();
            have += WINDOW;
        }
        let count = self.take(buffers, self.start, have);
        self.start += count;
        self.unhashed += count.min(WINDOW - self.unhashed);
    }
}
