//! The binary format RapidBin, `.data`, of SPDOffline and of trace-analyzer: a header, and eight
//! bytes an event, all big-endian.
//!
//! ```text
//! header = i16 threads  i32 locks  i32 variables  i64 events
//! event  = u64: bits 0-9 thread, 10-13 operation, 14-47 operand, 48-62 location
//! ```
//!
//! The counts of the header are not read: writers put there what they had planned, and what counts
//! is what the file has. Requests of locks order nothing, and are counted. Things are called as in
//! STD: `T1`, `L2`, `V3`, and a location is its number.

use super::{BLOCK, Problem, Reader};
use crate::event::{Event, EventKind, Subject};
use crate::names::Names;
use std::io::{self, Read};

/// The operations, by number.
const OPERATIONS: [EventKind; 8] = [
    EventKind::Acquire,
    EventKind::Release,
    EventKind::Read,
    EventKind::Write,
    EventKind::Fork,
    EventKind::Join,
    EventKind::Begin,
    EventKind::End,
];

/// The operation behind them, which is none of an engine's.
const REQUEST: u64 = 8;

pub(super) const HEADER: usize = 18;

pub(super) const GRAMMAR: &str = "\
    a header of 18 bytes, then eight bytes an event, big-endian: bits 0-9 thread, 10-13 operation (0 to 8), 14-47 \
    operand, 48-62 location";

/// Reads RapidBin.
pub struct RapidBinReader<R> {
    source: R,
    bytes: Vec<u8>,
    names: Names,
    ignored: [(String, u64); 1],
    /// How many events were read, of any sort.
    read: u64,
    truncated: Option<Problem>,
}

/// A thread has ten bits.
const MOST_THREADS: u16 = 1 << 10;

/// Whether what a file begins with may be RapidBin: no more threads than can be, counts that are
/// not negative, events that there are.
pub(super) fn is_plausible(start: &[u8]) -> bool {
    let Some((header, events)) = start.split_at_checked(HEADER) else { return false };
    // The highest bit of each count is its sign.
    let are_counts = [0, 2, 6, 10].iter().all(|at| header[*at] < 0x80);
    let has_threads = u16::from_be_bytes([header[0], header[1]]) <= MOST_THREADS;
    has_threads
        && are_counts
        && events.chunks_exact(8).take(64).all(|word| kind(word_of(word)).is_ok())
}

impl<R: Read> RapidBinReader<R> {
    /// Of a file.
    pub fn new(mut source: R) -> Result<Self, Problem> {
        match source.read_exact(&mut [0; HEADER]) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                let what = "the file ends within its header".to_owned();
                return Err(Problem { place: "byte 0".to_owned(), what, help: GRAMMAR.to_owned() });
            }
            Err(error) => return Err(Problem::unreadable("byte 0", &error)),
            Ok(()) => {}
        }
        let ignored = [("request".to_owned(), 0)];
        Ok(Self {
            source,
            bytes: Vec::new(),
            names: Names::default(),
            ignored,
            read: 0,
            truncated: None,
        })
    }

    fn problem(&self, what: &str, help: &str) -> Problem {
        let place = format!("event {}, byte {}", self.read + 1, HEADER as u64 + 8 * self.read);
        Problem { place, what: what.to_owned(), help: help.to_owned() }
    }
}

fn word_of(bytes: &[u8]) -> u64 {
    bytes.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes))
}

/// The operation, if it is of interest.
fn kind(word: u64) -> Result<Option<EventKind>, &'static str> {
    match word >> 10 & 0xf {
        _ if word >> 63 != 0 => Err("the event is negative"),
        REQUEST => Ok(None),
        operation => OPERATIONS
            .get(operation as usize)
            .map(|kind| Some(*kind))
            .ok_or("there is no such operation"),
    }
}

fn event(word: u64, kind: EventKind, names: &mut Names) -> Event {
    let (thread, operand, location) =
        (word & 0x3ff, word >> 14 & 0x3_ffff_ffff, word >> 48 & 0x7fff);
    let thread = names.threads.number_with("T", thread);
    let object = match kind.subject() {
        Subject::Variable => names.variables.number_with("V", operand),
        Subject::Lock => names.locks.number_with("L", operand),
        Subject::Thread => names.threads.number_with("T", operand),
        Subject::Message | Subject::Nothing => thread,
    };
    Event { thread, object, location: names.locations.number_with("", location), kind }
}

impl<R: Read> Reader for RapidBinReader<R> {
    fn format(&self) -> &'static str {
        "RapidBin"
    }

    fn next_block(&mut self, into: &mut Vec<Event>) -> Result<bool, Problem> {
        self.bytes.clear();
        let read = (&mut self.source).take(8 * BLOCK as u64).read_to_end(&mut self.bytes);
        read.map_err(|error| Problem::unreadable(&self.problem("", "").place, &error))?;
        for bytes in self.bytes.chunks_exact(8) {
            match kind(word_of(bytes)) {
                Ok(Some(kind)) => into.push(event(word_of(bytes), kind, &mut self.names)),
                Ok(None) => self.ignored[0].1 += 1,
                Err(what) => return Err(self.problem(what, GRAMMAR)),
            }
            self.read += 1;
        }
        if !self.bytes.len().is_multiple_of(8) {
            self.truncated =
                Some(self.problem("the file ends within the event", "see that the file is whole"));
        }
        Ok(self.bytes.len() == 8 * BLOCK)
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn ignored(&self) -> &[(String, u64)] {
        &self.ignored
    }

    fn truncated(&self) -> Option<&Problem> {
        self.truncated.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Operation, thread, operand, location.
    fn file(events: &[(u64, u64, u64, u64)]) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        for (operation, thread, operand, location) in events {
            bytes.extend((location << 48 | operand << 14 | operation << 10 | thread).to_be_bytes());
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Result<(Vec<Event>, RapidBinReader<&[u8]>), Problem> {
        let mut reader = RapidBinReader::new(bytes)?;
        let mut events = Vec::new();
        while reader.next_block(&mut events)? {}
        Ok((events, reader))
    }

    #[test]
    fn words_are_events() {
        let bytes = file(&[
            (4, 1, 1023, 0x7fff),
            (6, 1023, 0, 7),
            (8, 1023, 5, 7),
            (0, 1023, 5, 7),
            (3, 1023, 0x3_ffff_ffff, 7),
            (1, 1023, 5, 7),
            (2, 1, 0xffff_ffff, 8),
            (7, 1023, 0, 7),
            (5, 1, 1023, 8),
        ]);
        let (events, reader) = read(&bytes).unwrap();
        let told: Vec<_> = events
            .iter()
            .map(|event| (event.thread, event.kind, event.object, event.location))
            .collect();
        let expected = [
            (0, EventKind::Fork, 1, 0),
            (1, EventKind::Begin, 1, 1),
            (1, EventKind::Acquire, 0, 1),
            (1, EventKind::Write, 0, 1),
            (1, EventKind::Release, 0, 1),
            (0, EventKind::Read, 1, 2),
            (1, EventKind::End, 1, 1),
            (0, EventKind::Join, 1, 2),
        ];
        assert_eq!(told, expected);
        let names = reader.names();
        assert_eq!(
            [names.threads.name(0), names.threads.name(1), names.locks.name(0)],
            ["T1", "T1023", "L5"]
        );
        let others = [names.variables.name(0), names.variables.name(1), names.locations.name(0)];
        assert_eq!(others, ["V17179869183", "V4294967295", "32767"]);
        assert_eq!(reader.ignored(), [("request".to_owned(), 1)]);
        assert_eq!(reader.truncated(), None);
    }

    #[test]
    fn what_is_no_event_is_told_with_its_place() {
        for word in [9 << 10, 15 << 10, 1 << 63] {
            let mut bytes = file(&[(2, 1, 1, 1)]);
            bytes.extend(u64::to_be_bytes(word));
            assert!(!is_plausible(&bytes));
            assert_eq!(read(&bytes).map(|_| ()).unwrap_err().place, "event 2, byte 26");
        }
    }

    #[test]
    fn negative_counts_are_of_another_format() {
        let sound = file(&[(2, 1, 1, 1)]);
        assert!(is_plausible(&sound) && !is_plausible(&sound[..HEADER - 1]));
        for at in [0, 2, 6, 10] {
            let mut bytes = sound.clone();
            bytes[at] = 0x80;
            assert!(!is_plausible(&bytes), "{at}");
        }
    }

    #[test]
    fn a_file_cut_anywhere_is_read_up_to_there() {
        let bytes = file(&[(2, 1, 1, 1), (3, 2, 1, 1), (3, 2, 2, 1)]);
        let all = read(&bytes).unwrap().0;
        for end in 0..bytes.len() {
            match read(&bytes[..end]) {
                Err(problem) => assert!(end < HEADER && problem.place == "byte 0"),
                Ok((events, reader)) => {
                    assert_eq!(events, all[..(end - HEADER) / 8]);
                    assert_eq!(reader.truncated().is_some(), !(end - HEADER).is_multiple_of(8));
                }
            }
        }
    }

    #[test]
    fn many_events_come_block_by_block() {
        let bytes = file(&vec![(2, 1, 1, 1); BLOCK + 1]);
        let mut reader = RapidBinReader::new(&bytes[..]).unwrap();
        let mut events = Vec::new();
        assert_eq!((reader.next_block(&mut events), events.len()), (Ok(true), BLOCK));
        assert_eq!((reader.next_block(&mut events), events.len()), (Ok(false), BLOCK + 1));
    }
}
