//! Reads the format `.rpt` where one writer has written all events: blocks `E`, as they come,
//! without going back.
//!
//! Not read: blocks `T`, of threads that have written for themselves. What is behind the first of
//! them does not count here; [`super::ThreadsReader`] reads those.

use super::FORMAT;
use super::block::{self, BLOCK_HEADER, Bytes, Contents, FILE_HEADER, Failure, Header, Type};
use super::columns::{Columns, Limits};
use crate::event::Event;
use crate::names::{Interner, Names};
use crate::read::{BLOCK, Problem, Reader};
use std::io::Read;

/// What blocks other than of events have told, and where the reader is.
#[derive(Default)]
pub(super) struct Told {
    pub(super) names: Names,
    pub(super) meta: Vec<(String, String)>,
    meta_size: u64,
    /// Every event of a thread with at most this time has been read.
    pub(super) written: Option<u64>,
    /// Whether the writing ended properly.
    pub(super) is_whole: bool,
    /// The number of the block that is read, and where it begins.
    pub(super) block: u64,
    pub(super) at: u64,
}

/// Names, and what the file tells of itself, may take so much memory, and so much more for each
/// byte of the file before them. What is not compressed, and has events besides, takes less.
const MOST_NAMES: u64 = 16 << 20;
const NAMES_PER_BYTE: (u64, u64) = (3, 2);

/// There may be so many variables, and so many more for each byte: what looks at a trace keeps
/// something of each.
const MOST_VARIABLES: u64 = 4 << 20;
const VARIABLES_PER_BYTE: u64 = 2;

/// What readers keep of each thread besides its name.
const OF_THREAD: u64 = 32;

const TOO_MANY: &str = "there are more names than a file of this length may have";
const OTHER: &str = "the block contains something else than it says";

const HELP: &str = "what is before that is analysed; record the trace again for the rest";

impl Told {
    pub(super) fn new() -> Self {
        Self { block: 1, at: FILE_HEADER, ..Self::default() }
    }

    /// Counts a block that was read.
    pub(super) fn next(&mut self, header: &Header) {
        self.block += 1;
        self.at += (BLOCK_HEADER + header.stored_len) as u64;
    }

    /// About the block that is read.
    pub(super) fn problem(&self, what: &str) -> Problem {
        let place = format!("block {}, byte {}", self.block, self.at);
        Problem { place, what: what.to_owned(), help: HELP.to_owned() }
    }

    /// A damaged block is where the trace ends; a file that cannot be read is the caller's problem.
    pub(super) fn end(&self, failure: Failure) -> Result<Problem, Problem> {
        match failure {
            Failure::Damaged(what) => Ok(self.problem(what)),
            Failure::Unreadable(error) => {
                Err(Problem::unreadable(&format!("byte {}", self.at), &error))
            }
        }
    }

    /// Takes in a block other than of events.
    pub(super) fn take(&mut self, sort: Type, raw: &[u8]) -> Result<(), Failure> {
        let mut bytes = Bytes(raw);
        let taken = match sort {
            Type::Names => self.take_names(&mut bytes),
            Type::Objects => self.take_objects(&mut bytes),
            Type::Meta => self.take_meta(&mut bytes),
            Type::Stacks => self.take_stacks(&mut bytes),
            Type::Written => bytes.varint().map(|time| self.written = Some(time)).ok_or(OTHER),
            Type::Events | Type::Thread => Err(OTHER),
        };
        let is_all = bytes.0.is_empty().then_some(()).ok_or(OTHER);
        taken.and(is_all).map_err(Failure::Damaged)
    }

    /// Names count only where they belong: ids are dense.
    fn take_names(&mut self, bytes: &mut Bytes<'_>) -> Result<(), &'static str> {
        let mut room = self.room();
        let names = &mut self.names;
        let (sort, of_each) = match bytes.byte().ok_or(OTHER)? {
            0 => (&mut names.variables, 0),
            1 => (&mut names.locks, 0),
            2 => (&mut names.threads, OF_THREAD),
            3 => (&mut names.messages, 0),
            4 => (&mut names.locations, 0),
            _ => return Err(OTHER),
        };
        if bytes.varint() != Some(sort.len() as u64) {
            return Err(OTHER);
        }
        for _ in 0..bytes.count().ok_or(OTHER)? {
            let before = sort.size();
            sort.add(bytes.text().ok_or(OTHER)?);
            let taken = sort.size() - before + of_each;
            room = room.checked_sub(taken).ok_or(TOO_MANY)?;
        }
        Ok(())
    }

    /// The same for variables, most of which are called by their objects.
    fn take_objects(&mut self, bytes: &mut Bytes<'_>) -> Result<(), &'static str> {
        let most = MOST_VARIABLES + self.at * VARIABLES_PER_BYTE;
        let mut room = self.room();
        let variables = &mut self.names.variables;
        if bytes.varint() != Some(variables.len() as u64) {
            return Err(OTHER);
        }
        for _ in 0..bytes.count().ok_or(OTHER)? {
            let before = variables.size();
            take_object(bytes, variables).ok_or(OTHER)?;
            room = room.checked_sub(variables.size() - before).ok_or(TOO_MANY)?;
            if variables.len() as u64 > most {
                return Err(TOO_MANY);
            }
        }
        Ok(())
    }

    fn take_stacks(&mut self, bytes: &mut Bytes<'_>) -> Result<(), &'static str> {
        let mut room = self.room();
        let Names { threads, locations, stacks, .. } = &mut self.names;
        let below = |bytes: &mut Bytes<'_>, most: usize| {
            bytes
                .varint()
                .filter(|number| *number < most as u64)
                .map(|number| number as u32)
                .ok_or(OTHER)
        };
        for _ in 0..bytes.count().ok_or(OTHER)? {
            let (thread, location) = (below(bytes, threads.len())?, below(bytes, locations.len())?);
            let count = bytes.count().ok_or(OTHER)?;
            room.checked_sub((count * size_of::<u32>()) as u64).ok_or(TOO_MANY)?;
            let callers =
                (0..count).map(|_| below(bytes, locations.len())).collect::<Result<_, _>>()?;
            let before = stacks.size();
            stacks.add(thread, location, callers);
            room = room.checked_sub(stacks.size() - before).ok_or(TOO_MANY)?;
        }
        Ok(())
    }

    /// How much memory further names and meta data may take. A block of a few hundred bytes can
    /// have millions of them.
    fn room(&self) -> u64 {
        let Names { threads, variables, locks, messages, locations, stacks } = &self.names;
        let names = [threads, variables, locks, messages, locations]
            .map(Interner::size)
            .iter()
            .sum::<u64>();
        let taken = names + stacks.size() + threads.len() as u64 * OF_THREAD + self.meta_size;
        (MOST_NAMES + self.at * NAMES_PER_BYTE.0 / NAMES_PER_BYTE.1).saturating_sub(taken)
    }

    fn take_meta(&mut self, bytes: &mut Bytes<'_>) -> Result<(), &'static str> {
        let mut room = self.room();
        for _ in 0..bytes.count().ok_or(OTHER)? {
            let (Some(key), Some(value)) = (bytes.text(), bytes.text()) else { return Err(OTHER) };
            if key == b"end" {
                self.is_whole = true;
                continue;
            }
            let size = (size_of::<(String, String)>() + key.len() + value.len()) as u64;
            self.meta_size += size;
            room = room.checked_sub(size).ok_or(TOO_MANY)?;
            self.meta
                .push([key, value].map(|text| String::from_utf8_lossy(text).into_owned()).into());
        }
        Ok(())
    }
}

/// One entry of a block `O`.
fn take_object(bytes: &mut Bytes<'_>, variables: &mut Interner) -> Option<()> {
    let Some(tag) = bytes.varint()?.checked_sub(1) else {
        variables.add(bytes.text()?);
        return Some(());
    };
    let objects = variables.objects()?;
    let of_type = u32::try_from(tag / 2).ok()?;
    if of_type == objects.types() {
        let name = bytes.text()?;
        let fields: Vec<_> = (0..bytes.count()?).map(|_| bytes.text()).collect::<Option<_>>()?;
        objects.add_type(name, &fields);
    }
    if tag % 2 == 0 {
        return objects.add_object(of_type);
    }
    let mut number = || u32::try_from(bytes.varint()?).ok();
    objects.add_piece(of_type, number()?, number()?, number()?)
}

/// Reads a file whose events stand in the order in which they were observed.
pub struct RptReader<R> {
    source: R,
    contents: Contents,
    told: Told,
    raw: Vec<u8>,
    /// The block of events that is read.
    header: Option<Header>,
    columns: Columns,
    limits: Limits,
    /// So many events were read.
    read: u64,
    /// Why there is no more.
    truncated: Option<Problem>,
}

impl<R: Read> RptReader<R> {
    /// Of a file; small pieces of it are read, too.
    pub fn new(mut source: R) -> Result<Self, Problem> {
        block::read_file_header(&mut source)?;
        let (told, contents) = (Told::new(), Contents::new()?);
        let limits = Limits::of(&told.names);
        let (raw, header, columns) = (Vec::new(), None, Columns::default());
        Ok(Self { source, contents, told, raw, header, columns, limits, read: 0, truncated: None })
    }

    /// Reads blocks up to the next one of events; answers no behind the last.
    fn advance(&mut self) -> Result<bool, Failure> {
        loop {
            if let Some(header) = self.header.take() {
                self.told.next(&header);
            }
            let Some(header) = Header::read(&mut self.source)? else {
                let cut = Failure::Damaged("the trace was not written to its end");
                return if self.told.is_whole { Ok(false) } else { Err(cut) };
            };
            if self.told.is_whole {
                return Err(Failure::Damaged("there is more behind the end of the trace"));
            }
            if header.first_event != self.read {
                return Err(Failure::Damaged(
                    "there are other events before the block than it says",
                ));
            }
            self.contents.read(&header, &mut self.source, &mut self.raw)?;
            match header.sort {
                Type::Thread => {
                    return Err(Failure::Damaged(
                        "a thread has written for itself, behind events of all",
                    ));
                }
                Type::Events => {
                    self.limits = Limits::of(&self.told.names);
                    self.columns
                        .of_all(&self.raw, header.events, &self.limits)
                        .map_err(Failure::Damaged)?;
                    self.header = Some(header);
                    return Ok(true);
                }
                sort => self.told.take(sort, &self.raw)?,
            }
            self.header = Some(header);
        }
    }

    fn read_some(&mut self, into: &mut Vec<Event>) -> Result<bool, Failure> {
        while self.columns.left() == 0 {
            if !self.advance()? {
                return Ok(false);
            }
        }
        let before = into.len();
        if let Err(what) = self.columns.take(&self.raw, BLOCK, &self.limits, into) {
            into.truncate(before);
            return Err(Failure::Damaged(what));
        }
        self.read += (into.len() - before) as u64;
        Ok(true)
    }
}

impl<R: Read> Reader for RptReader<R> {
    fn format(&self) -> &'static str {
        FORMAT
    }

    fn next_block(&mut self, into: &mut Vec<Event>) -> Result<bool, Problem> {
        if self.truncated.is_some() {
            return Ok(false);
        }
        match self.read_some(into) {
            Ok(is_more) => Ok(is_more),
            Err(failure) => {
                self.truncated = Some(self.told.end(failure)?);
                Ok(false)
            }
        }
    }

    fn names(&self) -> &Names {
        &self.told.names
    }

    fn meta(&self) -> &[(String, String)] {
        &self.told.meta
    }

    fn truncated(&self) -> Option<&Problem> {
        self.truncated.as_ref()
    }
}
