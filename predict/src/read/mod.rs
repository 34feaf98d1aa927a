//! Readers of traces: one file for each format, found out by what a file contains.

mod std_format;

use crate::event::Event;
use crate::names::Names;
use std::fmt;
use std::io::{self, Read};

pub use std_format::StdReader;

/// So many events are read at once, or a few more.
pub const BLOCK: usize = 1 << 16;

/// Reads a trace block by block, so that memory does not grow with the trace.
pub trait Reader {
    /// The name of the format.
    fn format(&self) -> &'static str;

    /// Adds the next events; none are left if it answers no.
    fn next_block(&mut self, into: &mut Vec<Event>) -> Result<bool, Problem>;

    /// The names of what the events that were read so far are about.
    fn names(&self) -> &Names;

    /// What was read and means nothing to an engine, by name.
    fn ignored(&self) -> &[(String, u64)] {
        &[]
    }

    /// What the trace tells of itself, such as what was executed: keys with values.
    fn meta(&self) -> &[(String, String)] {
        &[]
    }

    /// Why the rest of the trace could not be read, if that is how it ends.
    fn truncated(&self) -> Option<&Problem> {
        None
    }
}

/// Where in a trace something is wrong, what, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Such as `line 7`.
    pub place: String,
    /// What is wrong there.
    pub what: String,
    /// What would be right.
    pub help: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

impl Problem {
    pub(crate) fn unreadable(place: &str, error: &io::Error) -> Self {
        let help = "see that the file is whole, and can be read".to_owned();
        Self { place: place.to_owned(), what: error.to_string(), help }
    }
}

/// So much of a file is read at once.
const CHUNK: usize = 1 << 20;

/// The longest line of a textual trace.
const LONGEST_LINE: usize = 1 << 16;

/// The lines of a text, read in large pieces.
pub(crate) struct Lines<R> {
    source: R,
    buffer: Vec<u8>,
    /// What of the buffer is still to be told.
    at: usize,
    filled: usize,
    /// The number of the last line that was told.
    pub(crate) number: u64,
    is_at_end: bool,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(source: R) -> Self {
        Self { source, buffer: vec![0; CHUNK], at: 0, filled: 0, number: 0, is_at_end: false }
    }

    /// The next line with the line feed that ends it, which a last line without one is given; none behind the last.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>, Problem> {
        let mut looked = self.at;
        loop {
            if let Some(length) = self.buffer[looked..self.filled].iter().position(|byte| *byte == b'\n') {
                let start = std::mem::replace(&mut self.at, looked + length + 1);
                self.number += 1;
                return Ok(Some(&self.buffer[start..self.at]));
            }
            looked = self.filled;
            if self.filled - self.at > LONGEST_LINE {
                return Err(self.problem("the line is longer than any event", "give it a trace of text"));
            }
            if self.is_at_end {
                if self.at == self.filled {
                    return Ok(None);
                }
                self.buffer.truncate(self.filled);
                self.buffer.push(b'\n');
                self.filled += 1;
                continue;
            }
            looked -= self.at;
            self.fill()?;
        }
    }

    /// What is left of the piece that was read last: whole lines, and perhaps the beginning of one.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.buffer[self.at..self.filled]
    }

    /// Takes so many bytes of it, which are so many lines, as told.
    pub(crate) fn skip(&mut self, bytes: usize, lines: u64) {
        self.at += bytes;
        self.number += lines;
    }

    /// Makes room by moving what is left to the front, and reads on.
    fn fill(&mut self) -> Result<(), Problem> {
        self.buffer.copy_within(self.at..self.filled, 0);
        self.filled -= self.at;
        self.at = 0;
        let read = loop {
            match self.source.read(&mut self.buffer[self.filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        let read = read.map_err(|error| Problem::unreadable(&format!("behind line {}", self.number), &error))?;
        self.filled += read;
        self.is_at_end = read == 0;
        Ok(())
    }

    /// About the line that was told last, or the one that is too long to be told.
    pub(crate) fn problem(&self, what: &str, help: &str) -> Problem {
        Problem { place: format!("line {}", self.number.max(1)), what: what.to_owned(), help: help.to_owned() }
    }
}
