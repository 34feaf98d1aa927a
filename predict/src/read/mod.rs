//! Readers of traces: one file for each format, found out by what a file contains.

mod detect;
mod lockframe;
mod rapid_csv;
mod rapidbin;
mod roadrunner;
mod std_format;
mod verify_sc;

use crate::event::Event;
use crate::names::Names;
use std::fmt;
use std::io::{self, Read};

pub use detect::{Opened, detect, open};
pub use lockframe::LockFrameReader;
pub use rapid_csv::RapidCsvReader;
pub use rapidbin::RapidBinReader;
pub use roadrunner::RoadRunnerReader;
pub use std_format::StdReader;
pub use verify_sc::VerifyScReader;

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

    /// The next line with the line feed that ends it, which a last line without one is given; none
    /// behind the last.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>, Problem> {
        let mut looked = self.at;
        loop {
            if let Some(length) =
                self.buffer[looked..self.filled].iter().position(|byte| *byte == b'\n')
            {
                let start = std::mem::replace(&mut self.at, looked + length + 1);
                self.number += 1;
                return Ok(Some(&self.buffer[start..self.at]));
            }
            looked = self.filled;
            if self.filled - self.at > LONGEST_LINE {
                return Err(
                    self.problem("the line is longer than any event", "give it a trace of text")
                );
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
        let read = read.map_err(|error| {
            Problem::unreadable(&format!("behind line {}", self.number), &error)
        })?;
        self.filled += read;
        self.is_at_end = read == 0;
        Ok(())
    }

    /// About the line that was told last, or the one that is too long to be told.
    pub(crate) fn problem(&self, what: &str, help: &str) -> Problem {
        Problem {
            place: format!("line {}", self.number.max(1)),
            what: what.to_owned(),
            help: help.to_owned(),
        }
    }
}

/// What stands between spaces.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated;

    /// All events.
    pub(super) fn read_all<R: Reader>(mut reader: R) -> Result<(Vec<Event>, R), Problem> {
        let mut events = Vec::new();
        while reader.next_block(&mut events)? {}
        Ok((events, reader))
    }

    /// A text of lines that are an event each, or more, is read up to where it is cut, or the cut
    /// is told.
    pub(super) fn cut_anywhere<'a, R: Reader>(text: &'a str, reader: impl Fn(&'a [u8]) -> R) {
        for end in 0..text.len() {
            let whole = text[..end].matches('\n').count();
            match read_all(reader(&text.as_bytes()[..end])) {
                Ok((events, _)) => assert!(events.len() >= whole),
                Err(problem) => assert_eq!(problem.place, format!("line {}", whole + 1)),
            }
        }
    }

    /// Gives a few bytes at a time.
    struct Slowly<'a>(&'a [u8], usize);

    impl Read for Slowly<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = self.1.min(buffer.len());
            self.0.read(&mut buffer[..most])
        }
    }

    #[test]
    fn lines_are_the_same_however_they_are_read() {
        for text in
            [generated::any_events(1, 9_000), generated::whole(generated::recorded(3, 9_000))]
        {
            let (events, reader) = read_all(StdReader::new(text.as_bytes())).unwrap();
            assert_eq!(events.len(), text.lines().count());
            for most in [1, 7, 60, 1_000] {
                let (slowly, other) =
                    read_all(StdReader::new(Slowly(text.as_bytes(), most))).unwrap();
                assert!(slowly == events, "{most} bytes at a time");
                let name = |reader: &dyn Reader| reader.names().variables.name(9);
                assert_eq!(name(&other), name(&reader));
            }
        }
    }

    #[test]
    fn the_number_of_a_line_is_told_wherever_it_is() {
        let mut text = generated::whole(generated::recorded(3, 200_000));
        let lines = text.lines().count();
        text.push_str("wrong\n");
        let problem = read_all(StdReader::new(text.as_bytes())).map(|_| ()).unwrap_err();
        assert_eq!(problem.place, format!("line {}", lines + 1));
    }

    #[test]
    fn a_line_without_end_is_no_event() {
        let text = vec![b'x'; 3 * CHUNK];
        let problem = read_all(StdReader::new(&text[..])).map(|_| ()).unwrap_err();
        assert!(problem.what.contains("longer than any event"));
    }
}
