//! What RoadRunner's tool `P` prints, and RAPID reads: a line an event, `@ Acquire(thread,lock)` or
//! `@ ARd(thread,variable) state location`.
//!
//! RoadRunner prints the beginning and the end of a call alike. Of two equal `Start`s in a row of
//! one thread the first counts, of two equal `Join`s the second; `Wait`s of a thread are in turn
//! the wait and its end. `VRd` and `VWr` are of volatile variables.
//!
//! Not read, but counted: `Enter` and `Exit`, `Notify` (which does not tell of whom), what else
//! RoadRunner prints behind an `@`, and all lines of others.

use super::{BLOCK, Lines, Problem, Reader, words};
use crate::event::{Event, EventKind};
use crate::names::Names;
use std::io::Read;

/// The operations. `Wait` is either of two.
const OPERATIONS: [(&str, EventKind); 11] = [
    ("Acquire", EventKind::Acquire),
    ("Release", EventKind::Release),
    ("Rd", EventKind::Read),
    ("ARd", EventKind::Read),
    ("Wr", EventKind::Write),
    ("AWr", EventKind::Write),
    ("VRd", EventKind::OrderedRead),
    ("VWr", EventKind::OrderedWrite),
    ("Start", EventKind::Fork),
    ("Join", EventKind::Join),
    ("Wait", EventKind::Wait),
];

/// What orders nothing; and, last, all other lines.
const IGNORED: [&str; 5] = ["Enter", "Exit", "Notify", "Dummy", "other lines"];

pub(super) const GRAMMAR: &str = "\
    a line is @ operation(thread,operand) location, such as @ ARd(1,@02[3]) Shared A.java:7, with an operation of: \
    Acquire, Release, Rd, ARd, VRd, Wr, AWr, VWr, Start, Join, Wait";

/// A location that was not printed.
const NOWHERE: &[u8] = b"-";

/// Reads what RoadRunner prints.
pub struct RoadRunnerReader<R> {
    lines: Lines<R>,
    names: Names,
    ignored: Vec<(String, u64)>,
    calls: Vec<Calls>,
}

/// What a thread may not have returned from.
#[derive(Clone, Copy, Default)]
struct Calls {
    /// Its last event, if that is a start.
    start: Option<Event>,
    /// The same of a join, which was not told yet.
    join: Option<Event>,
    waits: bool,
}

/// Whether a line is an event of this format.
pub(super) fn is_event(line: &[u8]) -> bool {
    matches!(parse(line), Ok(Some(Line::Event(..))))
}

/// What a line says: an event with the names of its thread, operand and location, or one of those
/// that are ignored.
enum Line<'a> {
    Event(EventKind, [&'a [u8]; 3]),
    Ignored(usize),
}

/// None if it is a line of others.
fn parse(line: &[u8]) -> Result<Option<Line<'_>>, &'static str> {
    let mut words = words(line);
    let (Some(b"@"), Some(call)) = (words.next(), words.next()) else { return Ok(None) };
    let length = call.iter().position(|byte| *byte == b'(').unwrap_or(call.len());
    let (name, operands) = call.split_at(length);
    let Some((_, kind)) = OPERATIONS.iter().find(|(other, _)| other.as_bytes() == name) else {
        let which =
            IGNORED.iter().position(|other| other.as_bytes() == name && !operands.is_empty());
        return Ok(which.map(Line::Ignored));
    };
    // The old state may follow without a space, and a name may contain parentheses.
    let end = operands
        .iter()
        .rposition(|byte| *byte == b')')
        .ok_or("there is no ) behind the operation")?;
    let comma = operands
        .iter()
        .position(|byte| *byte == b',')
        .ok_or("there is no , between thread and operand")?;
    match (operands.get(1..comma), operands.get(comma + 1..end)) {
        (Some(thread @ [_, ..]), Some(operand @ [_, ..])) => {
            Ok(Some(Line::Event(*kind, [thread, operand, words.last().unwrap_or(NOWHERE)])))
        }
        _ => Err("a thread and an operand do not stand between ( and )"),
    }
}

impl<R: Read> RoadRunnerReader<R> {
    /// Of a file.
    pub fn new(source: R) -> Self {
        let ignored = IGNORED.iter().map(|name| ((*name).to_owned(), 0)).collect();
        Self { lines: Lines::new(source), names: Names::default(), ignored, calls: Vec::new() }
    }

    /// Tells the event, if it is one, as what it is.
    fn take(&mut self, mut event: Event, into: &mut Vec<Event>) {
        let thread = event.thread as usize;
        if self.calls.len() <= thread {
            self.calls.resize(thread + 1, Calls::default());
        }
        let calls = &mut self.calls[thread];
        let is_same = |other: &Event| (other.kind, other.object) == (event.kind, event.object);
        if calls.start.take().as_ref().is_some_and(is_same) {
            return;
        }
        match calls.join.take() {
            Some(join) if !is_same(&join) => into.push(join),
            Some(_) => return into.push(event),
            None => {}
        }
        match event.kind {
            EventKind::Join => {
                calls.join = Some(event);
                return;
            }
            EventKind::Fork => calls.start = Some(event),
            EventKind::Wait => {
                calls.waits = !calls.waits;
                event.kind = if calls.waits { EventKind::Wait } else { EventKind::Woken };
            }
            _ => {}
        }
        into.push(event);
    }
}

impl<R: Read> Reader for RoadRunnerReader<R> {
    fn format(&self) -> &'static str {
        "RoadRunner"
    }

    fn next_block(&mut self, into: &mut Vec<Event>) -> Result<bool, Problem> {
        for _ in 0..BLOCK {
            let Some(line) = self.lines.next()? else {
                into.extend(self.calls.drain(..).filter_map(|calls| calls.join));
                return Ok(false);
            };
            match parse(line) {
                Ok(Some(Line::Event(kind, [thread, operand, location]))) => {
                    let thread = self.names.threads.number(thread);
                    let object = self.names.of(kind.subject()).number(operand);
                    let location = self.names.locations.number(location);
                    self.take(Event { thread, object, location, kind }, into);
                }
                Ok(Some(Line::Ignored(which))) => self.ignored[which].1 += 1,
                Ok(None) => self.ignored[IGNORED.len() - 1].1 += 1,
                Err(what) => return Err(self.lines.problem(what, GRAMMAR)),
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

#[cfg(test)]
mod tests {
    use super::super::tests::{cut_anywhere, read_all};
    use super::*;

    #[test]
    fn lines_are_events() {
        let text = "RoadRunner says\n@  Acquire(1,@07)\n@   Rd(1,null.test/A.x_I)  Final  A.java:5:7\n\
                    @ AWr(1,@02[3])[5 -> 6]  Shared A.java:6:7\r\n@ Enter(1,A.f()V) from A.java:1\n@ Exit(1,A.f()V)\n\
                    @ Release(1,@07) A.java:8\n@ VRd(2,A.f()v_I)  x\n@ VWr(2,@01.v_I)\n\
                    @ test acquire @02\n@ Notify(2,@07)\n";
        let (events, reader) = read_all(RoadRunnerReader::new(text.as_bytes())).unwrap();
        let told: Vec<_> = events
            .iter()
            .map(|event| (event.thread, event.kind, event.object, event.location))
            .collect();
        let expected = [
            (0, EventKind::Acquire, 0, 0),
            (0, EventKind::Read, 0, 1),
            (0, EventKind::Write, 1, 2),
            (0, EventKind::Release, 0, 3),
            (1, EventKind::OrderedRead, 2, 4),
            (1, EventKind::OrderedWrite, 3, 0),
        ];
        assert_eq!(told, expected);
        let names = reader.names();
        assert_eq!([names.threads.name(0), names.locks.name(0)], ["1", "@07"]);
        assert_eq!(
            [names.variables.name(0), names.variables.name(1)],
            ["null.test/A.x_I", "@02[3]"]
        );
        assert_eq!(names.variables.name(2), "A.f()v_I");
        assert_eq!(
            [names.locations.name(1), names.locations.name(2)],
            ["A.java:5:7", "A.java:6:7"]
        );
        let ignored: Vec<u64> = reader.ignored().iter().map(|(_, count)| *count).collect();
        assert_eq!(ignored, [1, 1, 1, 0, 2]);
    }

    #[test]
    fn beginnings_and_ends_of_calls_are_told_apart() {
        let text = "@ Start(0,1)\n@ Acquire(1,@1)\n@ Start(0,1)\n@ Start(0,2)\n@ Wait(1,@1)\n@ Acquire(2,@1)\n\
                    @ Join(0,1)\n\
                    @ Release(2,@1)\n@ Wait(1,@1)\n@ Release(1,@1)\n@ Join(0,1)\n@ Join(0,2)\n\
                    @ Rd(2,x) a\n@ Rd(0,x) b\n\
                    @ Start(0,1)\n@ Rd(0,x) b\n@ Start(0,1)\n@ Join(0,1)\n";
        let (events, _) = read_all(RoadRunnerReader::new(text.as_bytes())).unwrap();
        let told: Vec<_> =
            events.iter().map(|event| (event.thread, event.kind, event.object)).collect();
        let expected = [
            (0, EventKind::Fork, 1),
            (1, EventKind::Acquire, 0),
            (0, EventKind::Fork, 2),
            (1, EventKind::Wait, 0),
            (2, EventKind::Acquire, 0),
            (2, EventKind::Release, 0),
            (1, EventKind::Woken, 0),
            (1, EventKind::Release, 0),
            (0, EventKind::Join, 1),
            (2, EventKind::Read, 0),
            (0, EventKind::Join, 2),
            (0, EventKind::Read, 0),
            (0, EventKind::Fork, 1),
            (0, EventKind::Read, 0),
            (0, EventKind::Fork, 1),
            (0, EventKind::Join, 1),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for wrong in
            ["@ Rd(1,x", "@ Rd(1)", "@ Rd(,x) a", "@ Rd(1,) a", "@ Rd 1", "@ Acquire", "@ Wr(1)x,2"]
        {
            let text = format!("@ Rd(1,x) a\n{wrong}\n");
            let problem = read_all(RoadRunnerReader::new(text.as_bytes())).map(|_| ()).unwrap_err();
            assert_eq!(problem.place, "line 2", "{wrong}: {problem}");
        }
    }

    #[test]
    fn a_text_cut_anywhere_is_read_or_refused() {
        cut_anywhere(
            "@ Acquire(1,@07)\n@ Rd(1,x)  Final  A.java:5:7\n@ Join(1,2)\n",
            RoadRunnerReader::new,
        );
    }
}
