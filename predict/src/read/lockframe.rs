//! LockFrame's CSV: a line an event, `thread,operation,resource`, and behind that perhaps the
//! location and a running number. Where the location is not told, it is the line.
//!
//! `SIG` and `WT` are of threads, a start and a join; `NT` and `NTWT` are a notification and its
//! receipt, which LockFrame takes for order, as is done here; `ARD` and `AWR`, which it leaves out,
//! are accesses by modes that order.
//!
//! Not read: the same format as SpeedyGo writes it, whose `SIG` and `WT` are any signals. There a
//! thread begins with the `WT` of a signal, as none does here, which tells it.

use super::{BLOCK, Lines, Problem, Reader};
use crate::event::{Event, EventKind};
use crate::names::Names;
use std::io::Read;

/// The operations.
const OPERATIONS: [(&str, EventKind); 10] = [
    ("LK", EventKind::Acquire),
    ("UK", EventKind::Release),
    ("RD", EventKind::Read),
    ("WR", EventKind::Write),
    ("SIG", EventKind::Fork),
    ("WT", EventKind::Join),
    ("NT", EventKind::Send),
    ("NTWT", EventKind::Receive),
    ("ARD", EventKind::OrderedRead),
    ("AWR", EventKind::OrderedWrite),
];

pub(super) const GRAMMAR: &str = "\
    a line is thread,operation,resource, such as 1,WR,7, and may go on with ,location,number; the operation is one \
    of: LK, UK, RD, WR, SIG, WT, NT, NTWT, ARD, AWR";

/// Reads LockFrame's CSV.
pub struct LockFrameReader<R> {
    lines: Lines<R>,
    names: Names,
    /// By thread, whether it has had an event.
    begun: Vec<bool>,
}

/// Whether a line is an event of this format.
pub(super) fn is_event(line: &[u8]) -> bool {
    parse(line).is_ok()
}

/// EventKind, thread, resource and location, if that is told.
type Parts<'a> = (EventKind, &'a [u8], &'a [u8], Option<&'a [u8]>);

fn parse(line: &[u8]) -> Result<Parts<'_>, &'static str> {
    let mut cells = line.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    let mut cell = |what| cells.next().filter(|cell| !cell.is_empty()).ok_or(what);
    let thread = cell("there is no thread")?;
    let name = cell("there is no operation behind the thread")?;
    let resource = cell("there is no resource behind the operation")?;
    let kind = OPERATIONS
        .iter()
        .find(|(other, _)| other.as_bytes() == name)
        .ok_or("there is no such operation")?
        .1;
    Ok((kind, thread, resource, cells.next().filter(|cell| !cell.is_empty())))
}

impl<R: Read> LockFrameReader<R> {
    /// Of a file.
    pub fn new(source: R) -> Self {
        Self { lines: Lines::new(source), names: Names::default(), begun: Vec::new() }
    }

    /// Whether it is the first event of the thread.
    fn begins(&mut self, thread: u32) -> bool {
        let thread = thread as usize;
        if self.begun.len() <= thread {
            self.begun.resize(thread + 1, false);
        }
        !std::mem::replace(&mut self.begun[thread], true)
    }
}

impl<R: Read> Reader for LockFrameReader<R> {
    fn format(&self) -> &'static str {
        "LockFrame"
    }

    fn next_block(&mut self, into: &mut Vec<Event>) -> Result<bool, Problem> {
        for _ in 0..BLOCK {
            let Some(line) = self.lines.next()? else { return Ok(false) };
            let (kind, thread, resource, location) = match parse(line) {
                Ok(parts) => parts,
                Err(_) if line.trim_ascii().is_empty() => continue,
                Err(what) => return Err(self.lines.problem(what, GRAMMAR)),
            };
            let thread = self.names.threads.number(thread);
            let object = self.names.of(kind.subject()).number(resource);
            let location = match location {
                Some(location) => self.names.locations.number(location),
                None => self.names.locations.number_with("", self.lines.number),
            };
            if self.begins(thread) && kind == EventKind::Join {
                let what = "the first event of a thread is WT, so signals are not of threads, as SpeedyGo writes them";
                return Err(self
                    .lines
                    .problem(what, "write SIG and WT of threads, started and joined"));
            }
            into.push(Event { thread, object, location, kind });
        }
        Ok(true)
    }

    fn names(&self) -> &Names {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cut_anywhere, read_all};
    use super::*;

    #[test]
    fn lines_are_events() {
        let text = "1,SIG,2\n2,LK,7\n 2 , WR , 7 ,a.go:5,3\r\n\n2,UK,7,,\n1,WT,2\n\
                    1,NT,3\n2,NTWT,3\n1,RD,7\n1,ARD,8\n1,AWR,8,b.go:1\n";
        let (events, reader) = read_all(LockFrameReader::new(text.as_bytes())).unwrap();
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
            (0, EventKind::Send, 0, 5),
            (1, EventKind::Receive, 0, 6),
            (0, EventKind::Read, 0, 7),
            (0, EventKind::OrderedRead, 1, 8),
            (0, EventKind::OrderedWrite, 1, 9),
        ];
        assert_eq!(told, expected);
        let names = reader.names();
        assert_eq!([names.locations.name(2), names.locations.name(3)], ["a.go:5", "5"]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for wrong in ["1", "1,LK", "1,LK,", ",LK,1", "1,,1", "1,XX,1", "1,lk,1", "2,WT,1"] {
            let text = format!("1,LK,2\n{wrong}\n");
            let problem = read_all(LockFrameReader::new(text.as_bytes())).map(|_| ()).unwrap_err();
            assert_eq!(problem.place, "line 2", "{wrong}: {problem}");
        }
    }

    #[test]
    fn a_text_cut_anywhere_is_read_or_refused() {
        cut_anywhere("1,SIG,2\n2,LK,7\n2,WR,7,a.go:5,3\n", LockFrameReader::new);
    }
}
