//! RAPID's CSV: a line an event, and a column for each thread, which the event is in: `,,w(x),`.
//! Threads are called `T0`, `T1` and so on; where an event stands in the program is its line.
//!
//! `sync(x)` is what RAPID takes it for: a lock of its own around a read and a write. Lines that
//! begin with `#` are comments. Not read, but counted: `enter`, `exit`, `dummy`.

use super::{BLOCK, Lines, Problem, Reader};
use crate::event::{Event, EventKind};
use crate::names::Names;
use std::io::Read;

/// The operations.
const OPERATIONS: [(&str, EventKind); 6] = [
    ("acq", EventKind::Acquire),
    ("rel", EventKind::Release),
    ("r", EventKind::Read),
    ("w", EventKind::Write),
    ("start", EventKind::Fork),
    ("join", EventKind::Join),
];

/// What stands for several.
const SYNC: &[u8] = b"sync";

/// What orders nothing.
const IGNORED: [&str; 3] = ["enter", "exit", "dummy"];

pub(super) const GRAMMAR: &str = "\
    a line is operation(operand) in the column of its thread, with a comma between columns, such as ,,w(x), for \
    T2, with an operation of: r, w, acq, rel, start, join, sync";

/// Reads RAPID's CSV.
pub struct RapidCsvReader<R> {
    lines: Lines<R>,
    names: Names,
    ignored: Vec<(String, u64)>,
}

/// Whether a line is an event of this format.
pub(super) fn is_event(line: &[u8]) -> bool {
    matches!(parse(line), Ok(Line::Event(..) | Line::Sync(..) | Line::Ignored(_)))
}

/// What a line says: the column of an event, and its operand.
enum Line<'a> {
    Event(usize, EventKind, &'a [u8]),
    Sync(usize, &'a [u8]),
    Ignored(usize),
    Nothing,
}

fn parse(line: &[u8]) -> Result<Line<'_>, &'static str> {
    let line = line.trim_ascii();
    if line.is_empty() || line[0] == b'#' {
        return Ok(Line::Nothing);
    }
    let thread = line.iter().take_while(|byte| **byte == b',').count();
    let cell = line[thread..].trim_ascii_start();
    let length =
        cell.iter().position(|byte| *byte == b'(').ok_or("there is no event in any column")?;
    let end =
        cell.iter().position(|byte| *byte == b')').ok_or("there is no ) behind the operation")?;
    let operand = cell.get(length + 1..end).filter(|operand| !operand.is_empty());
    let operand = operand.ok_or("there is no operand between ( and )")?;
    if !cell[end + 1..].iter().all(|byte| *byte == b',' || byte.is_ascii_whitespace()) {
        return Err("there is more than one event");
    }
    let name = &cell[..length];
    if let Some((_, kind)) = OPERATIONS.iter().find(|(other, _)| other.as_bytes() == name) {
        return Ok(Line::Event(thread, *kind, operand));
    }
    if name == SYNC {
        return Ok(Line::Sync(thread, operand));
    }
    let ignored = IGNORED.iter().position(|other| other.as_bytes() == name).map(Line::Ignored);
    ignored.ok_or("there is no such operation")
}

impl<R: Read> RapidCsvReader<R> {
    /// Of a file.
    pub fn new(source: R) -> Self {
        let ignored = IGNORED.iter().map(|name| ((*name).to_owned(), 0)).collect();
        Self { lines: Lines::new(source), names: Names::default(), ignored }
    }
}

impl<R: Read> Reader for RapidCsvReader<R> {
    fn format(&self) -> &'static str {
        "RAPID CSV"
    }

    fn next_block(&mut self, into: &mut Vec<Event>) -> Result<bool, Problem> {
        let names = &mut self.names;
        for _ in 0..BLOCK {
            let Some(line) = self.lines.next()? else { return Ok(false) };
            match parse(line) {
                Ok(Line::Event(thread, kind, operand)) => {
                    let thread = names.threads.number_with("T", thread as u64);
                    let object = names.of(kind.subject()).number(operand);
                    let location = names.locations.number_with("", self.lines.number);
                    into.push(Event { thread, object, location, kind });
                }
                Ok(Line::Sync(thread, operand)) => {
                    let thread = names.threads.number_with("T", thread as u64);
                    let lock = names.locks.number(&[b"the lock of ", operand].concat());
                    let variable = names.variables.number(operand);
                    let location = names.locations.number_with("", self.lines.number);
                    let parts = [
                        (EventKind::Acquire, lock),
                        (EventKind::Read, variable),
                        (EventKind::Write, variable),
                        (EventKind::Release, lock),
                    ];
                    into.extend(parts.map(|(kind, object)| Event {
                        thread,
                        object,
                        location,
                        kind,
                    }));
                }
                Ok(Line::Ignored(which)) => self.ignored[which].1 += 1,
                Ok(Line::Nothing) => {}
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
        let text = "# two threads\nstart(T1),\n,acq(l),\r\n,w(x[1])\n\n,rel(l)\n\
                    ,enter(f)\njoin(T1),,,\n r(x[1]) ,\n,sync(y)\n";
        let (events, reader) = read_all(RapidCsvReader::new(text.as_bytes())).unwrap();
        let told: Vec<_> = events
            .iter()
            .map(|event| (event.thread, event.kind, event.object, event.location))
            .collect();
        let expected = [
            (0, EventKind::Fork, 1, 0),
            (1, EventKind::Acquire, 0, 1),
            (1, EventKind::Write, 0, 2),
            (1, EventKind::Release, 0, 3),
            (0, EventKind::Join, 1, 4),
            (0, EventKind::Read, 0, 5),
            (1, EventKind::Acquire, 1, 6),
            (1, EventKind::Read, 1, 6),
            (1, EventKind::Write, 1, 6),
            (1, EventKind::Release, 1, 6),
        ];
        assert_eq!(told, expected);
        let names = reader.names();
        assert_eq!(
            [names.threads.name(1), names.variables.name(0), names.locations.name(3)],
            ["T1", "x[1]", "6"]
        );
        assert_eq!(reader.ignored()[0], ("enter".to_owned(), 1));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for wrong in [",,", "r", "r(x", "r()", "r)x(", "r(x),w(x)", "x(y)", ",hello,", "(x)"] {
            let text = format!("r(x),\n{wrong}\n");
            let problem = read_all(RapidCsvReader::new(text.as_bytes())).map(|_| ()).unwrap_err();
            assert_eq!(problem.place, "line 2", "{wrong}: {problem}");
        }
    }

    #[test]
    fn a_text_cut_anywhere_is_read_or_refused() {
        cut_anywhere("start(T1),\n,acq(l)\n,w(x)\n,sync(y)\n", RapidCsvReader::new);
    }
}
