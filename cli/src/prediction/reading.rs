//! The line on the terminal that says how far a trace was read.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use raceproof_predict::read::Opened;

use crate::progress::{INTERVAL, PATIENCE, Terminal};
use crate::report::{counted, grouped};

/// How far a file was read, and how quickly.
pub struct ReadingLine {
    terminal: Terminal,
    started: Instant,
    next: Instant,
    bytes: u64,
    position: Rc<Cell<u64>>,
}

impl ReadingLine {
    pub fn of(opened: &Opened, quiet: bool) -> Self {
        let now = Instant::now();
        let position = Rc::clone(&opened.position);
        Self {
            terminal: Terminal::new(quiet),
            started: now,
            next: now + PATIENCE,
            bytes: opened.bytes,
            position,
        }
    }

    /// Shows it, if it is time for that.
    pub fn note(&mut self, events: u64) {
        let now = Instant::now();
        if now >= self.next {
            self.next = now + INTERVAL;
            self.terminal.show(&line(
                events,
                self.position.get(),
                self.bytes,
                now.duration_since(self.started).as_secs_f64(),
            ));
        }
    }
}

/// What is left is told from how long the bytes so far have taken.
fn line(events: u64, position: u64, bytes: u64, seconds: f64) -> String {
    let part = (position as f64 / bytes.max(1) as f64).clamp(0.0, 1.0);
    let speed = (events as f64 / seconds.max(0.001)) as u64;
    let mut text =
        format!("{}, {}/s, {:.0}% read", counted(events, "event"), grouped(speed), 100.0 * part);
    if part > 0.0 {
        text += &format!(", {:.0} s left", seconds * (1.0 - part) / part);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn what_is_left_follows_from_what_was_read() {
        assert_eq!(
            line(6_000_000, 25, 100, 2.0),
            "6,000,000 events, 3,000,000/s, 25% read, 6 s left"
        );
        assert_eq!(line(0, 0, 0, 0.0), "0 events, 0/s, 0% read");
        // A file that grows, or of which parts are read twice.
        assert_eq!(line(10, 300, 100, 5.0), "10 events, 2/s, 100% read, 0 s left");
    }
}
