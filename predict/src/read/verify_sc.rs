//! The binary format of verify_sc (of enumerate-race-detection): eight bytes an event,
//! little-endian, and nothing else.
//!
//! ```text
//! event = u64: bits 60-63 operation, 52-59 thread, 32-51 operand, 0-31 value
//! ```
//!
//! The operand is a variable, a lock or a thread; of a begin and an end it is zero. The value is
//! what is read or written. Things are called as in STD: `T1`, `L2`, `V3`. Events have no location:
//! what is done stands for where, such as `w(V3)`.
//!
//! No file says that it is one, so [`is_certain`] asks for more than words that can be events:
//! nothing that no execution does, and something that is hardly ever there by chance. A trace
//! without either is not recognised, nor is one that was cut within an event. Not read: values, but
//! for that; a write of the same value is another write.

use super::{BLOCK, Problem, Reader};
use crate::event::{Event, EventKind, Subject};
use crate::names::Names;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::io::Read;

/// The operations, by number.
const OPERATIONS: [EventKind; 8] = [
    EventKind::Read,
    EventKind::Write,
    EventKind::Acquire,
    EventKind::Release,
    EventKind::Begin,
    EventKind::End,
    EventKind::Fork,
    EventKind::Join,
];

/// What they are called, and what they are done to.
const NAMES: [(&str, &str); 8] = [
    ("r", "V"),
    ("w", "V"),
    ("acq", "L"),
    ("rel", "L"),
    ("begin", ""),
    ("end", ""),
    ("fork", "T"),
    ("join", "T"),
];

/// Of an event.
const WORD: usize = 8;

pub(super) const GRAMMAR: &str = "\
    eight bytes an event, little-endian: bits 60-63 operation (0 to 7), 52-59 thread, 32-51 operand, 0-31 value";

/// Reads verify_sc.
pub struct VerifyScReader<R> {
    source: R,
    bytes: Vec<u8>,
    names: Names,
    /// By operation and operand.
    locations: HashMap<(EventKind, u32), u32>,
    /// How many events were read.
    read: u64,
    truncated: Option<Problem>,
}

/// A word, taken to pieces.
#[derive(Clone, Copy)]
struct Word {
    operation: usize,
    thread: u32,
    operand: u32,
    value: u32,
}

impl Word {
    fn of(bytes: &[u8]) -> Self {
        let word = bytes.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        Self {
            operation: (word >> 60) as usize,
            thread: (word >> 52) as u32 & 0xff,
            operand: (word >> 32) as u32 & 0xf_ffff,
            value: word as u32,
        }
    }

    fn kind(self) -> Option<EventKind> {
        OPERATIONS.get(self.operation).copied()
    }
}

/// Whether a file is of this format, by what it begins with and its length: an execution of several
/// threads that does only what can be done, in which a read sees what was written, a lock is given
/// away by who took it, or a thread begins that was started.
pub(super) fn is_certain(start: &[u8], length: u64) -> bool {
    // What has no zero byte is a text.
    if !length.is_multiple_of(WORD as u64) || !start.contains(&0) {
        return false;
    }
    let mut seen = Seen::default();
    start.chunks_exact(WORD).all(|bytes| seen.is_possible(Word::of(bytes)))
        && seen.is_proved
        && seen.threads.len() > 1
}

/// What was done so far.
#[derive(Default)]
struct Seen {
    threads: HashSet<u32>,
    /// By variable: its value, and whether that was written or is the initial one.
    values: HashMap<u32, (u32, bool)>,
    /// By lock: who holds it, and how often.
    holders: HashMap<u32, (u32, u32)>,
    started: HashSet<u32>,
    ended: HashSet<u32>,
    is_proved: bool,
}

impl Seen {
    fn is_possible(&mut self, word: Word) -> bool {
        let Word { thread, operand, value, .. } = word;
        let Some(kind) = word.kind() else { return false };
        self.threads.insert(thread);
        let is_thread = operand <= 0xff && operand != thread;
        !self.ended.contains(&thread)
            && match kind {
                EventKind::Read => {
                    let (last, is_written) = *self.values.entry(operand).or_insert((value, false));
                    self.is_proved |= is_written && value != 0;
                    last == value
                }
                EventKind::Write => {
                    self.values.insert(operand, (value, true));
                    true
                }
                EventKind::Acquire => {
                    let (holder, depth) = self.holders.entry(operand).or_insert((thread, 0));
                    *depth += 1;
                    *holder == thread && value == 0
                }
                EventKind::Release => {
                    let Some((holder, depth)) = self.holders.get_mut(&operand) else {
                        return false;
                    };
                    *depth -= 1;
                    let is_own = *holder == thread;
                    if *depth == 0 {
                        self.holders.remove(&operand);
                    }
                    self.is_proved = true;
                    is_own && value == 0
                }
                EventKind::Fork => self.started.insert(operand) && is_thread && value == 0,
                EventKind::Begin => {
                    self.is_proved |= self.started.contains(&thread);
                    operand == 0 && value == 0
                }
                EventKind::End => {
                    self.ended.insert(thread);
                    operand == 0 && value == 0
                }
                _ => is_thread && value == 0,
            }
    }
}

impl<R: Read> VerifyScReader<R> {
    /// Of a file.
    pub fn new(source: R) -> Self {
        let (bytes, names, locations) = (Vec::new(), Names::default(), HashMap::default());
        Self { source, bytes, names, locations, read: 0, truncated: None }
    }

    fn problem(&self, what: &str, help: &str) -> Problem {
        let place = format!("event {}, byte {}", self.read + 1, WORD as u64 * self.read);
        Problem { place, what: what.to_owned(), help: help.to_owned() }
    }

    fn event(&mut self, word: Word, kind: EventKind) -> Event {
        let Self { names, locations, .. } = self;
        let (thread, operand) =
            (names.threads.number_with("T", word.thread.into()), u64::from(word.operand));
        let object = match kind.subject() {
            Subject::Variable => names.variables.number_with("V", operand),
            Subject::Lock => names.locks.number_with("L", operand),
            Subject::Thread => names.threads.number_with("T", operand),
            Subject::Message | Subject::Nothing => thread,
        };
        let location = *locations.entry((kind, word.operand)).or_insert_with(|| {
            let (name, letter) = NAMES[word.operation];
            names.locations.number(format!("{name}({letter}{operand})").as_bytes())
        });
        Event { thread, object, location, kind }
    }
}

impl<R: Read> Reader for VerifyScReader<R> {
    fn format(&self) -> &'static str {
        "verify_sc"
    }

    fn next_block(&mut self, into: &mut Vec<Event>) -> Result<bool, Problem> {
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        let read = (&mut self.source).take((WORD * BLOCK) as u64).read_to_end(&mut bytes);
        read.map_err(|error| Problem::unreadable(&self.problem("", "").place, &error))?;
        for word in bytes.chunks_exact(WORD).map(Word::of) {
            let kind =
                word.kind().ok_or_else(|| self.problem("there is no such operation", GRAMMAR))?;
            into.push(self.event(word, kind));
            self.read += 1;
        }
        if !bytes.len().is_multiple_of(WORD) {
            self.truncated =
                Some(self.problem("the file ends within the event", "see that the file is whole"));
        }
        self.bytes = bytes;
        Ok(self.bytes.len() == WORD * BLOCK)
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn truncated(&self) -> Option<&Problem> {
        self.truncated.as_ref()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::tests::read_all;
    use super::*;

    /// Operation, thread, operand, value.
    pub(in crate::read) fn file(events: &[(u64, u64, u64, u64)]) -> Vec<u8> {
        let word = |(operation, thread, operand, value): &(u64, u64, u64, u64)| {
            (operation << 60 | thread << 52 | operand << 32 | value).to_le_bytes()
        };
        events.iter().flat_map(word).collect()
    }

    /// Two threads that do all there is.
    pub(in crate::read) const ALL: [(u64, u64, u64, u64); 12] = [
        (6, 1, 255, 0),
        (4, 255, 0, 0),
        (2, 255, 5, 0),
        (0, 255, 0xf_ffff, 7),
        (1, 255, 0xf_ffff, 0xffff_ffff),
        (0, 255, 0xf_ffff, 0xffff_ffff),
        (3, 255, 5, 0),
        (2, 1, 5, 0),
        (3, 1, 5, 0),
        (5, 255, 0, 0),
        (7, 1, 255, 0),
        (0, 1, 0xf_ffff, 0xffff_ffff),
    ];

    fn is_certain(bytes: &[u8]) -> bool {
        super::is_certain(bytes, bytes.len() as u64)
    }

    #[test]
    fn words_are_events() {
        let bytes = file(&ALL);
        let (events, reader) = read_all(VerifyScReader::new(&bytes[..])).unwrap();
        let told: Vec<_> =
            events.iter().map(|event| (event.thread, event.kind, event.object)).collect();
        let expected = [
            (0, EventKind::Fork, 1),
            (1, EventKind::Begin, 1),
            (1, EventKind::Acquire, 0),
            (1, EventKind::Read, 0),
            (1, EventKind::Write, 0),
            (1, EventKind::Read, 0),
            (1, EventKind::Release, 0),
            (0, EventKind::Acquire, 0),
            (0, EventKind::Release, 0),
            (1, EventKind::End, 1),
            (0, EventKind::Join, 1),
            (0, EventKind::Read, 0),
        ];
        assert_eq!(told, expected);
        let names = reader.names();
        assert_eq!(
            [names.threads.name(0), names.threads.name(1), names.locks.name(0)],
            ["T1", "T255", "L5"]
        );
        assert_eq!(names.variables.name(0), "V1048575");
        let places: Vec<_> =
            events.iter().map(|event| names.locations.name(event.location)).collect();
        assert_eq!(places[..4], ["fork(T255)", "begin(0)", "acq(L5)", "r(V1048575)"]);
        assert_eq!(places[3], places[11]);
        assert_eq!(reader.truncated(), None);
    }

    #[test]
    fn what_is_no_event_is_told_with_its_place() {
        let bytes = file(&[(0, 1, 1, 1), (8, 1, 1, 1)]);
        let problem = read_all(VerifyScReader::new(&bytes[..])).map(|_| ()).unwrap_err();
        assert_eq!(problem.place, "event 2, byte 8");
    }

    #[test]
    fn an_execution_is_known() {
        assert!(is_certain(&file(&ALL)));
        let (start, seen, locked) = (
            ALL[..2].to_vec(),
            [(1, 1, 9, 3), (0, 2, 9, 3)],
            [(2, 1, 4, 0), (3, 1, 4, 0), (0, 2, 1, 1)],
        );
        for proof in [&start[..], &seen, &locked] {
            assert!(is_certain(&file(proof)), "{proof:?}");
            assert!(!is_certain(&file(&proof[1..])), "{proof:?}");
        }
    }

    /// Each of these is an execution but for its last event.
    #[test]
    fn what_no_execution_does_is_another_format() {
        let mut sound = ALL[..9].to_vec();
        assert!(is_certain(&file(&sound)));
        for wrong in [
            (8, 1, 1, 0),        // no operation
            (0, 1, 0xf_ffff, 7), // another value than was written
            (3, 1, 5, 0),        // a lock that nobody holds
            (2, 1, 6, 1),        // a lock with a value
            (4, 255, 1, 0),      // a begin with an operand
            (5, 255, 0, 1),      // an end with a value
            (6, 1, 255, 0),      // a thread that was started already
            (6, 1, 256, 0),      // and no thread at all
            (7, 1, 1, 0),        // its own end
        ] {
            sound.push(wrong);
            assert!(!is_certain(&file(&sound)), "{wrong:?}");
            sound.pop();
        }
        for two in [
            [(2, 1, 6, 0), (3, 255, 6, 0)],
            [(2, 1, 6, 0), (2, 255, 6, 0)],
            [(5, 1, 0, 0), (0, 1, 3, 0)],
            [(0, 1, 3, 0), (0, 1, 3, 1)],
        ] {
            sound.extend(two);
            assert!(!is_certain(&file(&sound)), "{two:?}");
            sound.truncate(9);
        }
    }

    #[test]
    fn what_proves_nothing_is_another_format() {
        assert!(!is_certain(&[0; 80]), "reads of what nobody has written");
        assert!(!is_certain(&file(&[(1, 1, 9, 3), (0, 1, 9, 3)])), "one thread");
        assert!(!is_certain(&file(&[(1, 1, 9, 0), (0, 2, 9, 0)])), "zeros");
        assert!(!is_certain(&[&file(&ALL)[..], &[0]].concat()), "cut within an event");
        assert!(!is_certain(&file(&[(0, 1, 9, 3), (0, 2, 9, 3)])), "reads of an initial value");
        assert!(
            !is_certain(&file(&[(4, 1, 0, 0), (4, 2, 0, 0)])),
            "threads that nobody has started"
        );
        let without_zeros =
            |thread| [(1, thread, 0x1_1111, 0x0101_0101), (0, thread + 1, 0x1_1111, 0x0101_0101)];
        assert!(!is_certain(&file(&without_zeros(0x11))), "a text");
    }

    #[test]
    fn a_file_cut_anywhere_is_read_up_to_there() {
        let bytes = file(&ALL);
        let all = read_all(VerifyScReader::new(&bytes[..])).unwrap().0;
        for end in 0..bytes.len() {
            let (events, reader) = read_all(VerifyScReader::new(&bytes[..end])).unwrap();
            assert_eq!(events, all[..end / WORD]);
            assert_eq!(reader.truncated().is_some(), !end.is_multiple_of(WORD));
        }
    }

    #[test]
    fn many_events_come_block_by_block() {
        let bytes = file(&vec![(0, 1, 1, 1); BLOCK + 1]);
        let mut reader = VerifyScReader::new(&bytes[..]);
        let mut events = Vec::new();
        assert_eq!((reader.next_block(&mut events), events.len()), (Ok(true), BLOCK));
        assert_eq!((reader.next_block(&mut events), events.len()), (Ok(false), BLOCK + 1));
    }
}
