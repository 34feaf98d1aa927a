//! Traces of text, from numbers that are the same each time: for tests, and to measure.

use std::fmt::Write;

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
                let operand = if letters == "T" { numbers.below(5) } else { numbers.below(numbers.0 % 900 + 1) };
                writeln!(text, "T{thread}|{operation}({letters}{operand})|{location}")
            }
        };
        assert!(written.is_ok());
    }
    text
}

/// Lines of STD such as a recorder writes: nine of ten accesses are of what stays with its thread, loops come to the
/// same places again and again, and what is shared is locked.
#[allow(dead_code)]
pub fn recorded(threads: u64, events: u64) -> String {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut text = String::with_capacity(events as usize * 18);
    let mut written = 0;
    let line = |text: &mut String, thread: u64, what: std::fmt::Arguments<'_>, location: u64| {
        assert!(writeln!(text, "T{thread}|{what}|{location}").is_ok());
    };
    for thread in 1..threads {
        line(&mut text, 0, format_args!("fork(T{thread})"), thread);
    }
    while written < events {
        let thread = numbers.below(threads);
        // A thread runs on for a while: a loop over its own variables, now and then one that is shared.
        let body = numbers.below(40) * 5;
        let (start, rounds) = (numbers.below(5_000), 4 + numbers.below(60));
        for round in 0..rounds {
            for step in 0..4 {
                let own = 1_000 + thread * 6_000 + start + if step == 3 { 0 } else { round };
                let operation = if step == 2 { "w" } else { "r" };
                line(&mut text, thread, format_args!("{operation}(V{own})"), 100 + body + step);
            }
            written += 4;
            if round % 4 == 0 {
                let shared = numbers.below(200);
                let lock = shared % 16;
                line(&mut text, thread, format_args!("acq(L{lock})"), 400 + body);
                line(&mut text, thread, format_args!("r(V{shared})"), 401 + body);
                line(&mut text, thread, format_args!("w(V{shared})"), 402 + body);
                line(&mut text, thread, format_args!("rel(L{lock})"), 403 + body);
                written += 4;
            }
        }
    }
    text
}
