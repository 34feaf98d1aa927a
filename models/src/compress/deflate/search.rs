//! How matches are looked for, by level and strategy.

use super::{
    Buffers, Deflate, FILTERED, LEVELS, MAX_DISTANCE, MAX_MATCH, MIN_LOOKAHEAD, MIN_MATCH,
    NO_FLUSH, Progress, TOO_FAR, WINDOW_MASK,
};

impl Deflate {
    /// The length of the longest match among the earlier positions in the chain; where it starts is
    /// kept.
    fn longest_match(&mut self, first: usize) -> usize {
        let (good, _, nice, steps, _) = LEVELS[self.level as usize];
        let mut steps = if self.previous_length >= good { steps >> 2 } else { steps };
        let nice = nice.min(self.lookahead);
        let limit = self.start.saturating_sub(MAX_DISTANCE);
        let window = &self.window;
        let scan = &window[self.start..self.start + MAX_MATCH];
        let mut best = self.previous_length;
        let mut at = first;
        loop {
            // A change of parameters may leave the length at zero; then the bytes before both are
            // compared, as in C.
            let same = |n: usize| window[at + n - 1] == window[self.start + n - 1];
            if same(best + 1) && same(best) && same(1) && same(2) {
                let candidate = &window[at..at + MAX_MATCH];
                let length = scan.iter().zip(candidate).take_while(|(a, b)| a == b).count();
                if length > best {
                    self.match_start = at;
                    best = length;
                    if length >= nice {
                        break;
                    }
                }
            }
            at = usize::from(self.previous[at & WINDOW_MASK]);
            steps -= 1;
            if at <= limit || steps == 0 {
                break;
            }
        }
        best.min(self.lookahead)
    }

    /// Makes sure of enough input to search in: false if more must come first, or none is left.
    fn has_input(&mut self, buffers: &mut Buffers<'_>, flush: i32) -> Result<bool, Progress> {
        if self.lookahead < MIN_LOOKAHEAD {
            self.fill_window(buffers);
            if self.lookahead < MIN_LOOKAHEAD && flush == NO_FLUSH {
                return Err(Progress::NeedMore);
            }
        }
        Ok(self.lookahead > 0)
    }

    /// `deflate_fast`: takes the first match it finds.
    pub(super) fn search_once(&mut self, buffers: &mut Buffers<'_>, flush: i32) -> Progress {
        loop {
            match self.has_input(buffers, flush) {
                Err(progress) => return progress,
                Ok(false) => break,
                Ok(true) => {}
            }
            let head = if self.lookahead >= MIN_MATCH { self.insert(self.start) } else { 0 };
            if head != 0 && self.start - head <= MAX_DISTANCE {
                self.match_length = self.longest_match(head);
            }
            let full = if self.match_length >= MIN_MATCH {
                self.take_match()
            } else {
                self.take_literal()
            };
            if full {
                self.end_block(buffers, false);
                if buffers.room() == 0 {
                    return Progress::NeedMore;
                }
            }
        }
        self.unhashed = self.start.min(MIN_MATCH - 1);
        self.end_call(buffers, flush)
    }

    fn take_literal(&mut self) -> bool {
        let full = self.blocks.literal(self.window[self.start]);
        self.lookahead -= 1;
        self.start += 1;
        full
    }

    fn take_match(&mut self) -> bool {
        let full = self
            .blocks
            .repeat(self.start - self.match_start, (self.match_length - MIN_MATCH) as u8);
        self.lookahead -= self.match_length;
        let longest_entered = LEVELS[self.level as usize].1;
        if self.match_length <= longest_entered && self.lookahead >= MIN_MATCH {
            for _ in 1..self.match_length {
                self.start += 1;
                self.insert(self.start);
            }
            self.start += 1;
        } else {
            self.start += self.match_length;
            self.hash = usize::from(self.window[self.start]);
            self.update_hash(self.window[self.start + 1]);
        }
        self.match_length = 0;
        full
    }

    /// `deflate_slow`: takes a match only if the next position has no longer one.
    pub(super) fn search_lazily(&mut self, buffers: &mut Buffers<'_>, flush: i32) -> Progress {
        let lazy = LEVELS[self.level as usize].1;
        loop {
            match self.has_input(buffers, flush) {
                Err(progress) => return progress,
                Ok(false) => break,
                Ok(true) => {}
            }
            let head = if self.lookahead >= MIN_MATCH { self.insert(self.start) } else { 0 };
            self.previous_length = self.match_length;
            self.previous_match = self.match_start;
            self.match_length = MIN_MATCH - 1;
            if head != 0 && self.previous_length < lazy && self.start - head <= MAX_DISTANCE {
                self.match_length = self.longest_match(head);
                let too_far = self.match_length == MIN_MATCH
                    && self.start.wrapping_sub(self.match_start) > TOO_FAR;
                if self.match_length <= 5 && (self.strategy == FILTERED || too_far) {
                    self.match_length = MIN_MATCH - 1;
                }
            }
            if self.previous_length >= MIN_MATCH && self.match_length <= self.previous_length {
                if self.take_previous_match() {
                    self.end_block(buffers, false);
                    if buffers.room() == 0 {
                        return Progress::NeedMore;
                    }
                }
                continue;
            }
            if self.match_available && self.blocks.literal(self.window[self.start - 1]) {
                self.end_block(buffers, false);
            }
            self.start += 1;
            self.lookahead -= 1;
            if std::mem::replace(&mut self.match_available, true) && buffers.room() == 0 {
                return Progress::NeedMore;
            }
        }
        if std::mem::take(&mut self.match_available) {
            self.blocks.literal(self.window[self.start - 1]);
        }
        self.unhashed = self.start.min(MIN_MATCH - 1);
        self.end_call(buffers, flush)
    }

    fn take_previous_match(&mut self) -> bool {
        let last_entered = self.start + self.lookahead - MIN_MATCH;
        let distance = self.start - 1 - self.previous_match;
        let full = self.blocks.repeat(distance, (self.previous_length - MIN_MATCH) as u8);
        self.lookahead -= self.previous_length - 1;
        for _ in 0..self.previous_length - 2 {
            self.start += 1;
            if self.start <= last_entered {
                self.insert(self.start);
            }
        }
        self.previous_length = 0;
        self.match_available = false;
        self.match_length = MIN_MATCH - 1;
        self.start += 1;
        full
    }

    /// `deflate_huff`: no matches at all.
    pub(super) fn only_literals(&mut self, buffers: &mut Buffers<'_>, flush: i32) -> Progress {
        loop {
            if self.lookahead == 0 {
                self.fill_window(buffers);
                if self.lookahead == 0 {
                    if flush == NO_FLUSH {
                        return Progress::NeedMore;
                    }
                    break;
                }
            }
            self.match_length = 0;
            if self.take_literal() {
                self.end_block(buffers, false);
                if buffers.room() == 0 {
                    return Progress::NeedMore;
                }
            }
        }
        self.unhashed = 0;
        self.end_call(buffers, flush)
    }
}
