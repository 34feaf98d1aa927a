//! The textual format STD: a line an event, `thread|operation(operand)|location`.

use super::{BLOCK, Lines, Problem, Reader};
use crate::event::{Event, EventKind, Subject};
use crate::names::Names;
use std::io::Read;

/// The operations. What stands behind `end` is this project's own, for what others' programs do not
/// have.
pub(crate) const OPERATIONS: [(&str, EventKind); 23] = [
    ("r", EventKind::Read),
    ("w", EventKind::Write),
    ("acq", EventKind::Acquire),
    ("rel", EventKind::Release),
    ("fork", EventKind::Fork),
    ("join", EventKind::Join),
    ("begin", EventKind::Begin),
    ("end", EventKind::End),
    ("vr", EventKind::OrderedRead),
    ("vw", EventKind::OrderedWrite),
    ("vu", EventKind::OrderedUpdate),
    ("or", EventKind::OpaqueRead),
    ("ow", EventKind::OpaqueWrite),
    ("racq", EventKind::AcquireShared),
    ("rrel", EventKind::ReleaseShared),
    ("wait", EventKind::Wait),
    ("woken", EventKind::Woken),
    ("send", EventKind::Send),
    ("receive", EventKind::Receive),
    ("signal", EventKind::Signal),
    ("await", EventKind::Await),
    // As others write them.
    ("lock", EventKind::Acquire),
    ("unlock", EventKind::Release),
];

/// Operations of others that order nothing.
const IGNORED: [&str; 3] = ["dummy", "branch", "sync"];

pub(super) const GRAMMAR: &str = "\
    a line is thread|operation(operand)|location, such as T1|w(V2)|7, with an operation of: r, w, acq, rel, fork, \
    join, begin, end, vr, vw, vu, or, ow, racq, rrel, wait, woken, send, receive, signal, await";

/// Reads STD.
pub struct StdReader<R> {
    lines: Lines<R>,
    names: Names,
    ignored: Vec<(String, u64)>,
}

impl<R: Read> StdReader<R> {
    /// Of a file.
    pub fn new(source: R) -> Self {
        let ignored = IGNORED.iter().map(|name| ((*name).to_owned(), 0)).collect();
        Self { lines: Lines::new(source), names: Names::default(), ignored }
    }
}

/// What a line says.
enum Line {
    Event(Event),
    Ignored(usize),
    Wrong(&'static str),
}

impl<R: Read> Reader for StdReader<R> {
    fn format(&self) -> &'static str {
        "STD"
    }

    fn next_block(&mut self, into: &mut Vec<Event>) -> Result<bool, Problem> {
        let end = into.len() + BLOCK;
        while into.len() < end {
            let (bytes, lines) =
                usual_lines(self.lines.rest(), end - into.len(), &mut self.names, into);
            self.lines.skip(bytes, lines);
            let Some(line) = self.lines.next()? else { return Ok(false) };
            match parse(line, &mut self.names) {
                Line::Event(event) => into.push(event),
                Line::Ignored(which) => self.ignored[which].1 += 1,
                Line::Wrong(_) if line.iter().all(u8::is_ascii_whitespace) => {}
                Line::Wrong(what) => return Err(self.lines.problem(what, GRAMMAR)),
            }
        }
        Ok(true)
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn ignored(&self) -> &[(String, u64)] {
        &self.ignored
    }
}

/// Lines of the usual sort, at most so many, up to one that is not; how many bytes and lines they
/// are.
fn usual_lines(text: &[u8], most: usize, names: &mut Names, into: &mut Vec<Event>) -> (usize, u64) {
    into.reserve(most);
    let (mut at, mut lines) = (0, 0);
    while (lines as usize) < most
        && let Some((event, end)) = usual_line(text, at, names)
    {
        into.push(event);
        (at, lines) = (end, lines + 1);
    }
    (at, lines)
}

/// An access, an acquire or a release, all of whose names are numbered, and where the next line
/// begins.
#[inline]
fn usual_line(text: &[u8], at: usize, names: &mut Names) -> Option<(Event, usize)> {
    let (thread, at) = names.threads.usual_until(text, at, b'|')?;
    let (kind, (object, at)) = match text.get(at + 1..at + 5)? {
        [b'r', b'(', ..] => (EventKind::Read, names.variables.usual_until(text, at + 3, b')')?),
        [b'w', b'(', ..] => (EventKind::Write, names.variables.usual_until(text, at + 3, b')')?),
        b"acq(" => (EventKind::Acquire, names.locks.usual_until(text, at + 5, b')')?),
        b"rel(" => (EventKind::Release, names.locks.usual_until(text, at + 5, b')')?),
        _ => return None,
    };
    if text.get(at + 1) != Some(&b'|') {
        return None;
    }
    let (location, at) = names.locations.usual_until(text, at + 2, b'\n')?;
    Some((Event { thread, object, location, kind }, at + 1))
}

/// A line, with its line feed.
#[inline]
fn parse(line: &[u8], names: &mut Names) -> Line {
    let Some((thread, end)) = names.threads.number_until(line, 0, b'|') else {
        return Line::Wrong("there is no thread before a |");
    };
    let Some((operation, end)) = operation(line, end + 1) else {
        return Line::Wrong("there is no such operation");
    };
    let kind = match operation {
        Ok(kind) => kind,
        Err(which) => return Line::Ignored(which),
    };
    let subject = kind.subject();
    let (object, end) = match line.get(end) {
        Some(b'(') if subject != Subject::Nothing => {
            match names.of(subject).number_until(line, end + 1, b')') {
                Some((object, end)) => (object, end + 1),
                None => return Line::Wrong("there is no operand between ( and )"),
            }
        }
        _ if subject != Subject::Nothing => return Line::Wrong("the operation has no operand"),
        Some(b'(') => match line[end..].iter().position(|byte| *byte == b')') {
            Some(length) => (thread, end + length + 1),
            None => return Line::Wrong("there is no ) behind the operation"),
        },
        _ => (thread, end),
    };
    if line.get(end) != Some(&b'|') {
        return Line::Wrong("there is no | behind the operation");
    }
    let stop = if line.ends_with(b"\r\n") { b'\r' } else { b'\n' };
    match names.locations.number_until(line, end + 1, stop) {
        Some((location, _)) => Line::Event(Event { thread, object, location, kind }),
        None => Line::Wrong("there is no location behind the last |"),
    }
}

/// The operation at a place of a line, or the number of one that is ignored, and where it ends.
#[inline]
fn operation(line: &[u8], at: usize) -> Option<(Result<EventKind, usize>, usize)> {
    let length = line.get(at..)?.iter().position(|byte| !byte.is_ascii_alphabetic())?;
    let (name, end) = (&line[at..at + length], at + length);
    if let Some((_, kind)) = OPERATIONS.iter().find(|(other, _)| other.as_bytes() == name) {
        return Some((Ok(*kind), end));
    }
    IGNORED.iter().position(|other| other.as_bytes() == name).map(|which| (Err(which), end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Vec<(u32, EventKind, u32, u32)>, Names), Problem> {
        let mut reader = StdReader::new(text.as_bytes());
        let mut events = Vec::new();
        while reader.next_block(&mut events)? {}
        let told = events
            .iter()
            .map(|event| (event.thread, event.kind, event.object, event.location))
            .collect();
        Ok((told, reader.names))
    }

    #[test]
    fn lines_are_events() {
        let text = "T0|fork(T1)|1\nT1|begin|2\nT1|acq(L0)|3\r\nT1|w(V7)|3\n\nT1|dummy|4\nT0|r(V7)|a.b:1\nT1|end()|1";
        let (events, names) = read(text).unwrap();
        let expected = [
            (0, EventKind::Fork, 1, 0),
            (1, EventKind::Begin, 1, 1),
            (1, EventKind::Acquire, 0, 2),
            (1, EventKind::Write, 0, 2),
            (0, EventKind::Read, 0, 3),
            (1, EventKind::End, 1, 0),
        ];
        assert_eq!(events, expected);
        assert_eq!(
            (names.variables.name(0), names.locations.name(3)),
            ("V7".to_owned(), "a.b:1".to_owned())
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for wrong in [
            "T0",
            "|r(V1)|1",
            "T0|r|1",
            "T0|r()|1",
            "T0|r(V1|1",
            "T0|r(V1)1",
            "T0|r(V1)|",
            "T0|x(V1)|1",
            "T0|acq|1",
        ] {
            let problem = read(&format!("T0|r(V1)|1\n{wrong}\n")).map(|_| ()).unwrap_err();
            assert_eq!(problem.place, "line 2", "{wrong}: {problem}");
        }
    }

    #[test]
    fn a_text_cut_anywhere_is_read_or_refused() {
        let text = "T0|fork(T1)|1\nT1|acq(L0)|3\nT1|w(V7)|3\n";
        for end in 0..text.len() {
            let whole = text[..end].matches('\n').count();
            match read(&text[..end]) {
                Ok((events, _)) => assert!(events.len() >= whole),
                Err(problem) => assert_eq!(problem.place, format!("line {}", whole + 1)),
            }
        }
    }
}
