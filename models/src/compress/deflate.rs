//! zlib's deflate (`deflate.c`, version 1.3.1): finds what repeats, with zlib's choices at every
//! level and strategy.
//!
//! The libraries of this kind in Rust compress by other rules (zlib-rs by zlib-ng's), so sizes and
//! bytes would not be those that `java` gives.

mod search;
mod store;

use crate::compress::deflate_codes::Blocks;
use zlib_rs::adler32::adler32;

const WINDOW: usize = 1 << 15;
const WINDOW_MASK: usize = WINDOW - 1;
const HASH_SIZE: usize = 1 << 15;
const HASH_SHIFT: usize = 5;
const MIN_MATCH: usize = 3;
const MAX_MATCH: usize = 258;
const MIN_LOOKAHEAD: usize = MAX_MATCH + MIN_MATCH + 1;
const MAX_DISTANCE: usize = WINDOW - MIN_LOOKAHEAD;
/// A match of three bytes farther away than this costs more than its literals.
const TOO_FAR: usize = 4096;
const PENDING_SIZE: usize = 1 << 16;
const LARGEST_STORED: usize = 65535;
const PRESET_DICTIONARY: u32 = 0x20;
/// `last_flush` before the first call, and after a call that ran out of room.
const NEVER: i32 = -2;
const INTERRUPTED: i32 = -1;

pub const NO_FLUSH: i32 = 0;
const PARTIAL_FLUSH: i32 = 1;
const FULL_FLUSH: i32 = 3;
pub const FINISH: i32 = 4;
const BLOCK: i32 = 5;

const FILTERED: i32 = 1;
const HUFFMAN_ONLY: i32 = 2;
pub const DEFAULT_LEVEL: i32 = 6;

/// What a call of zlib answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Went on.
    Okay,
    /// All is written.
    End,
    /// Could do nothing.
    NoProgress,
    /// Was called in a state that forbids it.
    Misuse,
}

#[derive(Clone, Copy, PartialEq)]
enum Status {
    Start,
    Busy,
    Finish,
}

#[derive(Clone, Copy, PartialEq)]
enum Progress {
    NeedMore,
    BlockDone,
    FinishStarted,
    FinishDone,
}

#[derive(Clone, Copy, PartialEq)]
enum Method {
    Stored,
    Fast,
    Slow,
}

/// Limits of a level's search: shorten it from this length on, search lazily below that, enough,
/// steps.
const LEVELS: [(usize, usize, usize, usize, Method); 10] = [
    (0, 0, 0, 0, Method::Stored),
    (4, 4, 8, 4, Method::Fast),
    (4, 5, 16, 8, Method::Fast),
    (4, 6, 32, 32, Method::Fast),
    (4, 4, 16, 16, Method::Slow),
    (8, 16, 32, 32, Method::Slow),
    (8, 16, 128, 128, Method::Slow),
    (8, 32, 128, 256, Method::Slow),
    (32, 128, 258, 1024, Method::Slow),
    (32, 258, 258, 4096, Method::Slow),
];

/// The caller's buffers during a call.
pub struct Buffers<'a> {
    pub input: &'a [u8],
    pub output: &'a mut [u8],
    /// Bytes taken from the input.
    pub taken: usize,
    /// Bytes written to the output.
    pub given: usize,
}

impl<'a> Buffers<'a> {
    /// Nothing taken, nothing given.
    pub fn new(input: &'a [u8], output: &'a mut [u8]) -> Self {
        Self { input, output, taken: 0, given: 0 }
    }

    fn left(&self) -> usize {
        self.input.len() - self.taken
    }

    fn room(&self) -> usize {
        self.output.len() - self.given
    }

    fn put(&mut self, bytes: &[u8]) {
        self.output[self.given..self.given + bytes.len()].copy_from_slice(bytes);
        self.given += bytes.len();
    }
}

/// A compressor.
#[derive(Clone)]
pub struct Deflate {
    blocks: Blocks,
    status: Status,
    /// A header and a checksum surround the data; negative once the checksum is written.
    wrap: i32,
    last_flush: i32,
    level: i32,
    strategy: i32,
    /// Checksum of the input, or of the dictionary before there was any.
    pub adler: u32,
    window: Vec<u8>,
    previous: Vec<u16>,
    head: Vec<u16>,
    hash: usize,
    block_start: isize,
    match_length: usize,
    previous_match: usize,
    match_available: bool,
    start: usize,
    match_start: usize,
    lookahead: usize,
    previous_length: usize,
    /// Bytes before `start` that are not in the hash table yet.
    unhashed: usize,
}

impl Deflate {
    /// A compressor of that level and strategy, with or without header and checksum.
    pub fn new(level: i32, strategy: i32, raw: bool) -> Self {
        let mut new = Self {
            blocks: Blocks::default(),
            status: Status::Start,
            wrap: i32::from(!raw),
            last_flush: NEVER,
            level: if level < 0 { DEFAULT_LEVEL } else { level.min(9) },
            strategy,
            adler: 1,
            window: vec![0; 2 * WINDOW],
            previous: vec![0; WINDOW],
            head: vec![0; HASH_SIZE],
            hash: 0,
            block_start: 0,
            match_length: 0,
            previous_match: 0,
            match_available: false,
            start: 0,
            match_start: 0,
            lookahead: 0,
            previous_length: 0,
            unhashed: 0,
        };
        new.reset();
        new
    }

    /// Starts over with the same level and strategy.
    pub fn reset(&mut self) {
        self.blocks = Blocks::default();
        self.status = Status::Start;
        self.wrap = self.wrap.abs();
        self.last_flush = NEVER;
        self.adler = 1;
        self.head.fill(0);
        self.start = 0;
        self.block_start = 0;
        self.lookahead = 0;
        self.unhashed = 0;
        self.match_length = MIN_MATCH - 1;
        self.previous_length = MIN_MATCH - 1;
        self.match_available = false;
        self.hash = 0;
    }

    /// Gives bytes that matches may refer to before any input.
    pub fn set_dictionary(&mut self, dictionary: &[u8]) -> Answer {
        let wrap = self.wrap;
        if wrap == 1 && self.status != Status::Start || self.lookahead != 0 {
            return Answer::Misuse;
        }
        if wrap == 1 {
            self.adler = adler32(self.adler, dictionary);
        }
        // The window is filled without summing.
        self.wrap = 0;
        let mut dictionary = dictionary;
        if dictionary.len() >= WINDOW {
            if wrap == 0 {
                self.forget();
            }
            dictionary = &dictionary[dictionary.len() - WINDOW..];
        }
        let mut buffers = Buffers::new(dictionary, &mut []);
        self.fill_window(&mut buffers);
        while self.lookahead >= MIN_MATCH {
            let end = self.start + self.lookahead - (MIN_MATCH - 1);
            for at in self.start..end {
                self.insert(at);
            }
            self.start = end;
            self.lookahead = MIN_MATCH - 1;
            self.fill_window(&mut buffers);
        }
        self.start += self.lookahead;
        self.block_start = self.start as isize;
        self.unhashed = self.lookahead;
        self.lookahead = 0;
        self.match_length = MIN_MATCH - 1;
        self.previous_length = MIN_MATCH - 1;
        self.match_available = false;
        self.wrap = wrap;
        Answer::Okay
    }

    fn forget(&mut self) {
        self.head.fill(0);
        self.start = 0;
        self.block_start = 0;
        self.unhashed = 0;
    }

    /// Changes level and strategy, compressing what was given before with the old ones.
    pub fn set_parameters(
        &mut self,
        buffers: &mut Buffers<'_>,
        level: i32,
        strategy: i32,
    ) -> Answer {
        let level = if level < 0 { DEFAULT_LEVEL } else { level.min(9) };
        let method = |level: i32| LEVELS[level as usize].4;
        if (strategy != self.strategy || method(level) != method(self.level))
            && self.last_flush != NEVER
        {
            if self.compress(buffers, BLOCK) == Answer::Misuse {
                return Answer::Misuse;
            }
            if buffers.left() != 0
                || self.start as isize - self.block_start + self.lookahead as isize != 0
            {
                return Answer::NoProgress;
            }
        }
        if self.level != level {
            if self.level == 0 && self.blocks.matches != 0 {
                if self.blocks.matches == 1 {
                    self.slide_hash();
                } else {
                    self.head.fill(0);
                }
                self.blocks.matches = 0;
            }
            self.level = level;
        }
        self.strategy = strategy;
        Answer::Okay
    }

    /// Compresses from the input to the output: `deflate`.
    pub fn compress(&mut self, buffers: &mut Buffers<'_>, flush: i32) -> Answer {
        if !(NO_FLUSH..=BLOCK).contains(&flush) || self.status == Status::Finish && flush != FINISH
        {
            return Answer::Misuse;
        }
        if buffers.room() == 0 {
            return Answer::NoProgress;
        }
        let rank = |flush: i32| flush * 2 - if flush > 4 { 9 } else { 0 };
        let old_flush = std::mem::replace(&mut self.last_flush, flush);
        if !self.blocks.pending.is_empty() {
            self.flush_pending(buffers);
            if buffers.room() == 0 {
                return self.interrupted();
            }
        } else if buffers.left() == 0 && rank(flush) <= rank(old_flush) && flush != FINISH {
            return Answer::NoProgress;
        }
        if self.status == Status::Finish && buffers.left() != 0 {
            return Answer::NoProgress;
        }
        if self.status == Status::Start {
            self.write_header();
            self.status = Status::Busy;
            self.flush_pending(buffers);
            if !self.blocks.pending.is_empty() {
                return self.interrupted();
            }
        }
        if (buffers.left() != 0
            || self.lookahead != 0
            || flush != NO_FLUSH && self.status != Status::Finish)
            && let Some(answer) = self.work(buffers, flush)
        {
            return answer;
        }
        if flush != FINISH {
            return Answer::Okay;
        }
        if self.wrap <= 0 {
            return Answer::End;
        }
        self.blocks.put_short_high_first(self.adler >> 16);
        self.blocks.put_short_high_first(self.adler);
        self.flush_pending(buffers);
        self.wrap = -self.wrap;
        if self.blocks.pending.is_empty() { Answer::End } else { Answer::Okay }
    }

    fn interrupted(&mut self) -> Answer {
        self.last_flush = INTERRUPTED;
        Answer::Okay
    }

    /// RFC 1950, 2.2.
    fn write_header(&mut self) {
        if self.wrap == 0 {
            return;
        }
        let level = match self.level {
            _ if self.strategy >= HUFFMAN_ONLY => 0,
            0 | 1 => 0,
            2..=5 => 1,
            6 => 2,
            _ => 3,
        };
        let mut header = 0x7800 | level << 6;
        if self.start != 0 {
            header |= PRESET_DICTIONARY;
        }
        header += 31 - header % 31;
        self.blocks.put_short_high_first(header);
        if self.start != 0 {
            self.blocks.put_short_high_first(self.adler >> 16);
            self.blocks.put_short_high_first(self.adler);
        }
        self.adler = 1;
    }

    /// Goes on with the current block; an answer if the call ends here.
    fn work(&mut self, buffers: &mut Buffers<'_>, flush: i32) -> Option<Answer> {
        let progress = match LEVELS[self.level as usize].4 {
            Method::Stored => self.store(buffers, flush),
            _ if self.strategy == HUFFMAN_ONLY => self.only_literals(buffers, flush),
            Method::Fast => self.search_once(buffers, flush),
            Method::Slow => self.search_lazily(buffers, flush),
        };
        if matches!(progress, Progress::FinishStarted | Progress::FinishDone) {
            self.status = Status::Finish;
        }
        if matches!(progress, Progress::NeedMore | Progress::FinishStarted) {
            return Some(if buffers.room() == 0 { self.interrupted() } else { Answer::Okay });
        }
        if progress == Progress::BlockDone {
            if flush == PARTIAL_FLUSH {
                self.blocks.align();
            } else if flush != BLOCK {
                self.blocks.stored_block(&[], false);
                if flush == FULL_FLUSH {
                    self.head.fill(0);
                    if self.lookahead == 0 {
                        self.forget();
                    }
                }
            }
            self.flush_pending(buffers);
            if buffers.room() == 0 {
                return Some(self.interrupted());
            }
        }
        None
    }

    fn flush_pending(&mut self, buffers: &mut Buffers<'_>) {
        self.blocks.flush_bits();
        let count = self.blocks.pending.len().min(buffers.room());
        buffers.put(&self.blocks.pending[..count]);
        self.blocks.pending.drain(..count);
    }

    /// Takes input into the window.
    fn take(&mut self, buffers: &mut Buffers<'_>, to: usize, room: usize) -> usize {
        let count = buffers.left().min(room);
        let bytes = &buffers.input[buffers.taken..buffers.taken + count];
        self.window[to..to + count].copy_from_slice(bytes);
        if self.wrap == 1 {
            self.adler = adler32(self.adler, bytes);
        }
        buffers.taken += count;
        count
    }

    fn slide_hash(&mut self) {
        for position in self.head.iter_mut().chain(&mut self.previous) {
            *position = position.saturating_sub(WINDOW as u16);
        }
    }

    fn update_hash(&mut self, byte: u8) {
        self.hash = (self.hash << HASH_SHIFT ^ usize::from(byte)) & (HASH_SIZE - 1);
    }

    /// Enters the three bytes from a position on; gives the position of the last three that had
    /// their hash, or zero.
    fn insert(&mut self, at: usize) -> usize {
        self.update_hash(self.window[at + MIN_MATCH - 1]);
        let head = std::mem::replace(&mut self.head[self.hash], at as u16);
        self.previous[at & WINDOW_MASK] = head;
        usize::from(head)
    }

    fn fill_window(&mut self, buffers: &mut Buffers<'_>) {
        loop {
            let mut more = 2 * WINDOW - self.lookahead - self.start;
            if self.start >= WINDOW + MAX_DISTANCE {
                self.window.copy_within(WINDOW..2 * WINDOW - more, 0);
                self.match_start = self.match_start.wrapping_sub(WINDOW);
                self.start -= WINDOW;
                self.block_start -= WINDOW as isize;
                self.unhashed = self.unhashed.min(self.start);
                self.slide_hash();
                more += WINDOW;
            }
            if buffers.left() == 0 {
                break;
            }
            self.lookahead += self.take(buffers, self.start + self.lookahead, more);
            if self.lookahead + self.unhashed >= MIN_MATCH {
                let mut at = self.start - self.unhashed;
                self.hash = usize::from(self.window[at]);
                self.update_hash(self.window[at + 1]);
                while self.unhashed > 0 {
                    self.insert(at);
                    at += 1;
                    self.unhashed -= 1;
                    if self.lookahead + self.unhashed < MIN_MATCH {
                        break;
                    }
                }
            }
            if self.lookahead >= MIN_LOOKAHEAD || buffers.left() == 0 {
                break;
            }
        }
    }

    /// Ends the block here.
    fn end_block(&mut self, buffers: &mut Buffers<'_>, last: bool) {
        let length = (self.start as isize - self.block_start) as usize;
        let stored =
            usize::try_from(self.block_start).ok().map(|from| &self.window[from..self.start]);
        self.blocks.end_block(stored, length, self.level > 0, last);
        self.block_start = self.start as isize;
        self.flush_pending(buffers);
    }

    /// Ends the last block of a call.
    fn end_call(&mut self, buffers: &mut Buffers<'_>, flush: i32) -> Progress {
        if flush == FINISH {
            self.end_block(buffers, true);
            return if buffers.room() == 0 {
                Progress::FinishStarted
            } else {
                Progress::FinishDone
            };
        }
        if !self.blocks.is_empty() {
            self.end_block(buffers, false);
            if buffers.room() == 0 {
                return Progress::NeedMore;
            }
        }
        Progress::BlockDone
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Buffers, Deflate, FINISH};
    use zlib_rs::crc32::crc32;

    /// Strategy, level, and the size and checksum of what `java.util.zip.Deflater` of JDK 17 and 25
    /// makes of the sample.
    const EXPECTED: [(i32, i32, usize, u32); 21] = [
        (0, 0, 100_016, 0xD734_E5E5),
        (0, 1, 41_008, 0x2828_86A8),
        (0, 2, 39_699, 0x3B9F_0A1E),
        (0, 3, 38_522, 0xC2AA_EC5F),
        (0, 4, 35_801, 0x0660_55DB),
        (0, 5, 34_620, 0x16E2_D05F),
        (0, 6, 34_019, 0xB1F1_3693),
        (0, 7, 33_740, 0x1EFF_C535),
        (0, 8, 33_045, 0xB2D2_6356),
        (0, 9, 33_047, 0xCA28_60CB),
        (1, 0, 100_016, 0xD734_E5E5),
        (1, 1, 41_008, 0x2828_86A8),
        (1, 4, 37_762, 0x1BBF_534B),
        (1, 5, 36_829, 0x92BF_0A70),
        (1, 6, 36_175, 0x6358_B22A),
        (1, 7, 35_830, 0x98C4_BBB7),
        (1, 8, 34_895, 0xDD0F_CD7F),
        (1, 9, 34_896, 0x9254_9ABD),
        (2, 0, 100_016, 0xD734_E5E5),
        (2, 1, 61_612, 0x0CC4_B845),
        (2, 9, 61_612, 0x0CC4_B845),
    ];

    fn sample() -> Vec<u8> {
        let mut x: i32 = 1;
        let next = |i: usize| {
            x = x.wrapping_mul(1_103_515_245).wrapping_add(12345);
            let r = (x as u32) >> 16;
            let step = if r & 31 == 1 { 3 } else { 1 };
            if r & 7 == 0 { (r >> 3) as u8 } else { b"the quick brown fox "[i * step % 20] }
        };
        (0..100_000).map(next).collect()
    }

    #[test]
    fn output_is_that_of_zlib() {
        let input = sample();
        for (strategy, level, size, checksum) in EXPECTED {
            let mut output = vec![0; 200_000];
            let mut deflate = Deflate::new(level, 0, false);
            // As `Deflater.setStrategy` does it: at the first call.
            let mut buffers = Buffers::new(&input, &mut output);
            deflate.set_parameters(&mut buffers, level, strategy);
            assert_eq!(deflate.compress(&mut buffers, FINISH), Answer::End);
            let given = buffers.given;
            assert_eq!(
                (given, crc32(0, &output[..given])),
                (size, checksum),
                "strategy {strategy}, level {level}"
            );
        }
    }
}
