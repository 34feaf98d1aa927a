//! Traces of text, from numbers that are the same each time: for tests, and to measure.

use std::fmt::Write;
use std::io::{self, Read};

/// Numbers without a pattern (Marsaglia's xorshift).
pub struct Numbers(pub u64);

impl Numbers {
    /// The next one, below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

/// All operations of STD that have an operand, and letters for what they work on.
const OPERATIONS: [(&str, &str); 17] = [
    ("r", "V"),
    ("w", "V"),
    ("vr", "V"),
    ("vw", "V"),
    ("vu", "V"),
    ("acq", "lock "),
    ("rel", "lock "),
    ("racq", "lock "),
    ("rrel", "lock "),
    ("wait", "lock "),
    ("woken", "lock "),
    ("fork", "T"),
    ("join", "T"),
    ("send", "m"),
    ("receive", "m"),
    ("signal", "m"),
    ("await", "m"),
];

/// Lines of STD with whatever operations: no program has done that, but all of it can be read.
#[allow(dead_code)] // not all who include this use it
pub fn any_events(seed: u64, events: u64) -> String {
    let mut numbers = Numbers(seed);
    let mut text = String::new();
    for _ in 0..events {
        let thread = numbers.below(5);
        let location = match numbers.below(4) {
            0 => format!("a/B.c:{}", numbers.below(300)),
            _ => numbers.below(9).to_string(),
        };
        let written = match numbers.below(19) {
            17 => writeln!(text, "T{thread}|begin|{location}"),
            18 => writeln!(text, "T{thread}|end()|{location}"),
            which => {
                let (operation, letters) = OPERATIONS[which as usize];
                let operand = if letters == "T" {
                    numbers.below(5)
                } else {
                    numbers.below(numbers.0 % 900 + 1)
                };
                writeln!(text, "T{thread}|{operation}({letters}{operand})|{location}")
            }
        };
        assert!(written.is_ok());
    }
    text
}

/// A thread does something, somewhere.
fn line(text: &mut String, thread: u64, what: std::fmt::Arguments<'_>, location: u64) {
    assert!(writeln!(text, "T{thread}|{what}|{location}").is_ok());
}

/// Thread 0 starts the others.
fn start(text: &mut String, threads: u64) {
    for thread in 1..threads {
        line(text, 0, format_args!("fork(T{thread})"), thread);
    }
}

/// Lines of STD such as a recorder writes: nine of ten accesses are of what stays with its thread,
/// loops come to the same places again and again, and what is shared is locked. Each call adds
/// some, and answers whether there are more.
#[allow(dead_code)]
pub fn recorded(threads: u64, events: u64) -> impl FnMut(&mut String) -> bool {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut written, mut is_started) = (0, false);
    move |text| {
        if !std::mem::replace(&mut is_started, true) {
            start(text, threads);
        }
        if written >= events {
            return false;
        }
        let thread = numbers.below(threads);
        // A thread runs on for a while: a loop over its own variables, now and then one that is
        // shared.
        let body = numbers.below(40) * 5;
        let (start, rounds) = (numbers.below(5_000), 4 + numbers.below(60));
        for round in 0..rounds {
            for step in 0..4 {
                let own = 1_000 + thread * 6_000 + start + if step == 3 { 0 } else { round };
                let operation = if step == 2 { "w" } else { "r" };
                line(text, thread, format_args!("{operation}(V{own})"), 100 + body + step);
            }
            written += 4;
            if round % 4 == 0 {
                let shared = numbers.below(200);
                section(text, thread, shared % 16, shared, 400 + body);
                written += 4;
            }
        }
        true
    }
}

/// Lines of STD of nothing but critical sections, each of another thread, over a few locks. Called
/// as [`recorded`] is.
#[allow(dead_code)]
pub fn contended(threads: u64, events: u64) -> impl FnMut(&mut String) -> bool {
    const LOCKS: u64 = 64;
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut written = 0;
    move |text| {
        if written == 0 {
            start(text, threads);
        }
        if written >= events {
            return false;
        }
        let (thread, shared) = (numbers.below(threads), numbers.below(4 * LOCKS));
        section(text, thread, shared % LOCKS, shared, 400 + shared % LOCKS * 4);
        written += 4;
        true
    }
}

/// A variable is read and written under a lock.
fn section(text: &mut String, thread: u64, lock: u64, variable: u64, location: u64) {
    line(text, thread, format_args!("acq(L{lock})"), location);
    line(text, thread, format_args!("r(V{variable})"), location + 1);
    line(text, thread, format_args!("w(V{variable})"), location + 2);
    line(text, thread, format_args!("rel(L{lock})"), location + 3);
}

/// All that is added.
#[allow(dead_code)]
pub fn whole(mut more: impl FnMut(&mut String) -> bool) -> String {
    let mut text = String::new();
    while more(&mut text) {}
    text
}

/// What is added, read as it is made: no more of it is in memory than a piece.
#[allow(dead_code)]
pub struct Pieces<F> {
    more: F,
    text: String,
    at: usize,
}

#[allow(dead_code)]
impl<F: FnMut(&mut String) -> bool> Pieces<F> {
    /// From the beginning.
    pub fn new(more: F) -> Self {
        Self { more, text: String::new(), at: 0 }
    }
}

impl<F: FnMut(&mut String) -> bool> Read for Pieces<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() {
            self.text.clear();
            self.at = 0;
            if !(self.more)(&mut self.text) && self.text.is_empty() {
                return Ok(0);
            }
        }
        let read = (&self.text.as_bytes()[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}
