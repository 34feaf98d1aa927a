//! Writes the format `.rpt`: blocks `N`, `K`, `E` and `M`, for one writer that sees all events in
//! observed order.
//!
//! Not written: blocks `T` and `W`, which threads write that cannot wait for each other.

use super::block::{self, Codec, Type, put_text, put_varint};
use super::columns::{Encoder, Limits};
use crate::event::Event;
use crate::names::{Interner, Names};
use crate::read::BLOCK;
use crate::stacks::{Stack, Stacks};
use std::io::{self, Write};

/// A block of names ends at this length.
const NAMES: usize = 1 << 20;

/// The longest name.
const LONGEST_NAME: usize = 1 << 20;

/// Writes a trace event by event; what was written by the last [`RptWriter::flush`] can be read
/// whatever happens.
pub struct RptWriter<W: Write> {
    out: W,
    codec: Codec,
    events: Encoder,
    /// How many events there are in blocks.
    written: u64,
    /// How many names of each sort, in the order of the sorts' numbers.
    named: [usize; 5],
    /// How many stacks.
    stacks: usize,
    raw: Vec<u8>,
}

/// The sorts of names, in the order of their numbers in the format.
pub(super) fn sorts(names: &Names) -> [&Interner; 5] {
    [&names.variables, &names.locks, &names.threads, &names.messages, &names.locations]
}

impl<W: Write> RptWriter<W> {
    /// Begins a file. What writes in small pieces should be buffered.
    pub fn new(mut out: W, codec: Codec) -> io::Result<Self> {
        block::write_file_header(&mut out)?;
        Ok(Self {
            out,
            codec,
            events: Encoder::default(),
            written: 0,
            named: [0; 5],
            stacks: 0,
            raw: Vec::new(),
        })
    }

    /// Tells what was executed and on what: keys with values. `end` is the writer's own.
    pub fn meta(&mut self, entries: &[(&str, &str)]) -> io::Result<()> {
        put_varint(&mut self.raw, entries.len() as u64);
        for text in entries.iter().flat_map(|(key, value)| [key, value]) {
            put_text(&mut self.raw, text.as_bytes());
        }
        self.block(Type::Meta, 0)
    }

    /// Appends events, whose names must be known. An event that has no object is read back with its
    /// thread as its object.
    pub fn append(&mut self, events: &[Event], names: &Names) -> io::Result<()> {
        let limits = Limits::of(names);
        for event in events {
            if !limits.cover(event) {
                return Err(invalid("an event is about something that has no name"));
            }
            self.events.push(event);
            if self.events.len() == BLOCK {
                self.put_events(names)?;
            }
        }
        Ok(())
    }

    /// Writes what was appended, as a shorter block.
    pub fn flush(&mut self, names: &Names) -> io::Result<()> {
        if self.events.len() > 0 {
            self.put_events(names)?;
        }
        self.out.flush()
    }

    /// Writes what was appended, and that there is no more.
    pub fn finish(mut self, names: &Names) -> io::Result<W> {
        self.flush(names)?;
        self.meta(&[("end", "")])?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn put_events(&mut self, names: &Names) -> io::Result<()> {
        for (sort, of_sort) in sorts(names).into_iter().enumerate() {
            while self.named[sort] < of_sort.len() {
                self.put_names(sort, of_sort)?;
            }
        }
        while self.stacks < names.stacks.all().len() {
            self.put_stacks(&names.stacks)?;
        }
        let count = self.events.len() as u32;
        self.events.finish(&mut self.raw, true);
        self.block(Type::Events, count)?;
        self.written += u64::from(count);
        Ok(())
    }

    /// As many new names of a sort as go into a block.
    fn put_names(&mut self, sort: usize, names: &Interner) -> io::Result<()> {
        let first = self.named[sort];
        let (mut next, mut texts, mut text) = (first, Vec::new(), Vec::new());
        while next < names.len() && texts.len() < NAMES {
            text.clear();
            names.append_name(next as u32, &mut text);
            if text.len() > LONGEST_NAME {
                return Err(invalid("a name is longer than a block may be"));
            }
            put_text(&mut texts, &text);
            next += 1;
        }
        self.raw.push(sort as u8);
        put_varint(&mut self.raw, first as u64);
        put_varint(&mut self.raw, (next - first) as u64);
        self.raw.append(&mut texts);
        self.named[sort] = next;
        self.block(Type::Names, 0)
    }

    /// As many new stacks as go into a block.
    fn put_stacks(&mut self, stacks: &Stacks) -> io::Result<()> {
        let (mut count, mut told) = (0, Vec::new());
        for Stack { thread, location, callers } in &stacks.all()[self.stacks..] {
            if told.len() >= NAMES {
                break;
            }
            [*thread, *location, callers.len() as u32]
                .iter()
                .chain(&**callers)
                .for_each(|n| put_varint(&mut told, u64::from(*n)));
            count += 1;
        }
        put_varint(&mut self.raw, count as u64);
        self.raw.append(&mut told);
        self.stacks += count;
        self.block(Type::Stacks, 0)
    }

    /// Writes a block of what was gathered.
    fn block(&mut self, sort: Type, events: u32) -> io::Result<()> {
        let written =
            block::write(&mut self.out, self.codec, sort, (self.written, events), &self.raw);
        self.raw.clear();
        written
    }
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what)
}
