//! What a user sees and can do while a search goes on: a line on the terminal that says how far it
//! is, and Ctrl-C.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use raceproof_base::{Cancellation, visible};
use raceproof_search::{Monitor, Signal, Statistics};

use crate::failure::is_dumb;
use crate::interrupt::Interrupt;
use crate::report::{counted, grouped};
use crate::watchdog::resident_memory;
use crate::width;

/// A search that ends sooner shows nothing.
pub const PATIENCE: Duration = Duration::from_millis(500);
pub const INTERVAL: Duration = Duration::from_millis(250);
/// Nobody reads more of a line that passes by.
const WIDTH: usize = 79;

/// Standard error, if it is a terminal that has a line for what is not to stay.
pub struct Terminal {
    is_there: bool,
    is_written: bool,
}

impl Terminal {
    pub fn new(quiet: bool) -> Self {
        Self { is_there: !quiet && !is_dumb() && io::stderr().is_terminal(), is_written: false }
    }

    /// Shows a text in place of the last one.
    pub fn show(&mut self, text: &str) {
        if self.is_there {
            self.is_written = true;
            let text = fitting(&visible(text), width::of_standard_error());
            // A terminal that went away is no reason to stop.
            let _ = write!(io::stderr(), "\r{text}\x1b[K");
        }
    }
}

/// As much of a text as is always one line: one that goes on in the next line could not be replaced.
fn fitting(text: &str, columns: Option<usize>) -> String {
    let room = columns.map_or(WIDTH, |columns| columns.saturating_sub(1).min(WIDTH));
    text.chars().take(room).collect()
}

impl Drop for Terminal {
    /// Leaves an empty line to whatever is printed next.
    fn drop(&mut self) {
        if self.is_written {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// The monitor of a search on the command line.
pub struct Watch {
    interrupt: Interrupt,
    terminal: Terminal,
    line: ProgressLine,
    cancellation: Cancellation,
}

impl Watch {
    /// Shows progress if standard error is a terminal, unless `quiet`.
    pub fn new(interrupt: Interrupt, cancellation: Cancellation, quiet: bool) -> Self {
        Self {
            interrupt,
            terminal: Terminal::new(quiet),
            line: ProgressLine::new(Instant::now()),
            cancellation,
        }
    }
}

impl Monitor for Watch {
    fn progress(&mut self, statistics: &Statistics) -> Signal {
        if self.terminal.is_there
            && let Some(text) = self.line.due(statistics, resident_memory, Instant::now())
        {
            self.terminal.show(&text);
        }
        if self.interrupt.is_asked() { Signal::Stop } else { Signal::GoOn }
    }

    fn round(&mut self, search: &str) {
        self.line.round(search, Instant::now());
    }

    fn memory(&mut self) -> Option<u64> {
        self.cancellation.used()
    }
}

/// The line, and when it is time for it.
struct ProgressLine {
    started: Instant,
    next: Instant,
    /// When the line was shown last, and the states then: what the speed is measured from.
    last: (Instant, u64),
    /// Which search it is of several.
    search: String,
}

impl ProgressLine {
    fn new(now: Instant) -> Self {
        Self { started: now, next: now + PATIENCE, last: (now, 0), search: String::new() }
    }

    /// Another search begins, with no states.
    fn round(&mut self, search: &str, now: Instant) {
        search.clone_into(&mut self.search);
        self.last = (now, 0);
    }

    /// The text, if it is time for a new one.
    fn due(
        &mut self,
        statistics: &Statistics,
        memory: impl Fn() -> Option<u64>,
        now: Instant,
    ) -> Option<String> {
        if now < self.next {
            return None;
        }
        let (then, states) = self.last;
        let milliseconds = now.duration_since(then).as_millis().max(1);
        // Some searches keep no states.
        let (done, what) = match statistics.states {
            0 => (statistics.transitions, "transition"),
            states => (states, "state"),
        };
        let speed = u128::from(done.saturating_sub(states)) * 1000 / milliseconds;
        let mut text = match &*self.search {
            "" => String::new(),
            search => format!("{search}: "),
        };
        text += &format!(
            "{}, {}/s",
            counted(done, what),
            grouped(u64::try_from(speed).unwrap_or(u64::MAX))
        );
        text += &format!(", depth {}", grouped(statistics.depth));
        if statistics.queue > 0 {
            text += &format!(", queue {}", grouped(statistics.queue));
        }
        if let Some(bytes) = memory() {
            text += &format!(", {} MB", grouped(bytes / 1_000_000));
        }
        text += &format!(", {} s", grouped(now.duration_since(self.started).as_secs()));
        if statistics.violations > 0 {
            text += &format!(", {}", counted(statistics.violations, "finding"));
        }
        self.last = (now, done);
        self.next = now + INTERVAL;
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(states: u64, depth: u64, queue: u64) -> Statistics {
        Statistics { states, depth, queue, ..Statistics::default() }
    }

    #[test]
    fn the_line_comes_late_and_not_too_often() {
        let start = Instant::now();
        let at = |milliseconds: u64| start + Duration::from_millis(milliseconds);
        let memory = || Some(323_400_000);
        let mut line = ProgressLine::new(start);
        assert_eq!(line.due(&figures(100, 3, 0), memory, at(499)), None);
        assert_eq!(
            line.due(&figures(20_000, 310, 0), memory, at(500)).unwrap(),
            "20,000 states, 40,000/s, depth 310, 323 MB, 0 s"
        );
        assert_eq!(line.due(&figures(21_000, 9, 0), memory, at(749)), None);
        assert_eq!(
            line.due(&figures(81_199, 310, 1_200), || None, at(2_500)).unwrap(),
            "81,199 states, 30,599/s, depth 310, queue 1,200, 2 s"
        );
        line.round("dpor", at(2_600));
        let executed = Statistics { transitions: 700, violations: 1, ..figures(0, 12, 0) };
        assert_eq!(
            line.due(&executed, || None, at(3_300)).unwrap(),
            "dpor: 700 transitions, 1,000/s, depth 12, 3 s, 1 finding"
        );
        let huge = figures(u64::MAX, u64::MAX, u64::MAX);
        let huge = line.due(&huge, memory, at(9_000)).unwrap();
        for (columns, room) in [(None, 79), (Some(200), 79), (Some(40), 39), (Some(1), 0)] {
            assert_eq!(fitting(&huge, columns).chars().count(), room);
        }
    }

    #[test]
    fn ctrl_c_stops_the_search() {
        let interrupt = Interrupt::default();
        let mut watch = Watch::new(interrupt.clone(), Cancellation::default(), true);
        assert_eq!(watch.progress(&figures(1, 1, 1)), Signal::GoOn);
        interrupt.ask();
        assert_eq!(watch.progress(&figures(1, 1, 1)), Signal::Stop);
    }
}
