//! Reads the format `.rpt` where each thread has written its own events with their times: blocks
//! `T`, merged by time.
//!
//! All blocks are looked at first, so that what is damaged is known before an event is told, and
//! names are read on the way. Then one block of each thread is in memory at a time, and a piece of
//! its events. If there is no room for all these blocks, the others are read again for each piece.
//!
//! Where the file has no proper end, threads may have events that none of the blocks contain. What
//! the last `W` covers is complete, and only that is told. Not read: blocks `E` among the others.

use super::FORMAT;
use super::block::{self, BLOCK_HEADER, Contents, Failure, Header, Type};
use super::columns::{Columns, Limits};
use super::read::Told;
use crate::event::{Event, NONE};
use crate::names::Names;
use crate::read::{BLOCK, Problem, Reader};
use rustc_hash::FxHashMap as HashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{Read, Seek};

/// So many events of a thread are decoded at once, and so many of all threads; but of each a few.
const PIECE: usize = 1 << 10;
const PIECES: usize = 1 << 18;
const LEAST_PIECE: usize = 8;

/// Blocks of threads stay in memory up to this length of all: each can be of a few bytes in the
/// file.
const HELD: usize = 16 << 20;

/// Where a block of a thread is, and the number of the place of its next one.
struct Place {
    header: Header,
    number: u64,
    at: u64,
    next: u32,
}

/// What a thread has written and was not told yet.
#[derive(Default)]
struct Thread {
    /// How many events are in its blocks.
    events: u64,
    /// The numbers of the places of the block that is read next, and of the last that is known.
    ahead: Option<u32>,
    latest: Option<u32>,
    /// The block that is read, unless it has to be read again.
    raw: Vec<u8>,
    place: Option<u32>,
    columns: Columns,
    /// The piece of it, and how much of that was told.
    piece: Vec<Event>,
    times: Vec<u64>,
    next: usize,
    /// The last time that was decoded.
    last: Option<u64>,
}

/// A source, where it stands, and the blocks of it.
struct Blocks<R> {
    source: R,
    at: u64,
    contents: Contents,
    places: Vec<Place>,
    /// How long the blocks are together that threads have in memory.
    held: usize,
}

/// Whether the first block of events is one of a thread.
pub(super) fn begins_with_a_thread(source: &mut (impl Read + Seek)) -> Result<bool, Problem> {
    block::read_file_header(source)?;
    loop {
        match Header::read(source) {
            Ok(Some(header)) if !header.sort.has_events() => {
                let moved = source.seek_relative(header.stored_len as i64);
                moved.map_err(|error| Problem::unreadable("the first blocks", &error))?;
            }
            Ok(header) => return Ok(header.is_some_and(|header| header.sort == Type::Thread)),
            Err(Failure::Damaged(_)) => return Ok(false),
            Err(Failure::Unreadable(error)) => {
                return Err(Problem::unreadable("the first blocks", &error));
            }
        }
    }
}

/// Reads a file whose threads have written each for itself.
pub struct ThreadsReader<R> {
    blocks: Blocks<R>,
    told: Told,
    limits: Limits,
    threads: Vec<Thread>,
    /// The time of each thread's next event, its number, and which of the threads it is; the
    /// earliest first.
    queue: BinaryHeap<Reverse<(u64, u32, usize)>>,
    /// The last time that counts, if any does.
    horizon: Option<u64>,
    truncated: Option<Problem>,
}

impl<R: Read + Seek> ThreadsReader<R> {
    /// Of a file, all of which is looked at.
    pub fn new(mut source: R) -> Result<Self, Problem> {
        block::read_file_header(&mut source)?;
        let (told, contents) = (Told::new(), Contents::new()?);
        let limits = Limits::of(&told.names);
        let (threads, queue) = (Vec::new(), BinaryHeap::new());
        let blocks = Blocks { source, at: 0, contents, places: Vec::new(), held: 0 };
        let mut reader =
            Self { blocks, told, limits, threads, queue, horizon: None, truncated: None };
        if let Err(failure) = reader.look() {
            reader.truncated = Some(reader.told.end(failure)?);
        }
        let place = reader.blocks.source.stream_position();
        reader.blocks.at = place.map_err(|error| Problem::unreadable("the end", &error))?;
        reader.limits = Limits::of(&reader.told.names);
        reader.horizon = if reader.told.is_whole { Some(u64::MAX) } else { reader.told.written };
        for which in 0..reader.threads.len() {
            reader.enqueue(which)?;
        }
        Ok(reader)
    }

    /// Looks at all blocks.
    fn look(&mut self) -> Result<(), Failure> {
        let (mut raw, mut columns, mut known) =
            (Vec::new(), Columns::default(), HashMap::default());
        let mut events = 0_u64;
        while let Some(header) = Header::read(&mut self.blocks.source)? {
            if self.told.is_whole {
                return Err(Failure::Damaged("there is more behind the end of the trace"));
            }
            self.blocks.contents.read(&header, &mut self.blocks.source, &mut raw)?;
            match header.sort {
                Type::Events => {
                    return Err(Failure::Damaged(
                        "a block has events of all, behind one of a thread",
                    ));
                }
                // Else nobody would miss the last block of a thread.
                Type::Meta | Type::Written if header.first_event != events => {
                    return Err(Failure::Damaged(
                        "there are other events before the block than it says",
                    ));
                }
                Type::Thread => {
                    events += u64::from(header.events);
                    let limits = Limits::of(&self.told.names);
                    let thread =
                        columns.of_one(&raw, header.events, &limits).map_err(Failure::Damaged)?;
                    let which = *known.entry(thread).or_insert(self.threads.len());
                    if which == self.threads.len() {
                        self.threads.push(Thread::default());
                    }
                    let place =
                        Place { header, number: self.told.block, at: self.told.at, next: NONE };
                    self.threads[which].put(place, &mut self.blocks.places)?;
                }
                sort => self.told.take(sort, &raw)?,
            }
            self.told.next(&header);
        }
        if self.told.is_whole {
            Ok(())
        } else {
            Err(Failure::Damaged("the trace was not written to its end"))
        }
    }

    /// Puts the thread where its next event belongs, if it has one that counts. A block that does
    /// not contain what it says ends the trace: what was told until then is complete.
    fn enqueue(&mut self, which: usize) -> Result<(), Problem> {
        let most = (PIECES / self.threads.len()).clamp(LEAST_PIECE, PIECE);
        let thread = &mut self.threads[which];
        if thread.next == thread.piece.len()
            && let Err(failure) = thread.decode(&mut self.blocks, most, &self.limits)
        {
            if let Some(place) =
                thread.place.and_then(|place| self.blocks.places.get(place as usize))
            {
                (self.told.block, self.told.at) = (place.number, place.at);
            }
            self.truncated = Some(self.told.end(failure)?);
            self.horizon = None;
            return Ok(());
        }
        if let (Some(event), Some(time)) =
            (thread.piece.get(thread.next), thread.times.get(thread.next))
            && self.horizon.is_some_and(|horizon| *time <= horizon)
        {
            self.queue.push(Reverse((*time, event.thread, which)));
        }
        Ok(())
    }

    /// Tells the events of a thread until another's next one is earlier, its piece is told, or
    /// there are enough.
    fn tell(&mut self, which: usize, most: usize, into: &mut Vec<Event>) {
        let Some(horizon) = self.horizon else { return };
        let other = self.queue.peek().map(|Reverse((time, thread, _))| (*time, *thread));
        let thread = &mut self.threads[which];
        let left = thread.piece.iter().zip(&thread.times).skip(thread.next).take(most);
        let counts = |event: &Event, time| {
            time <= horizon && other.is_none_or(|other| (time, event.thread) < other)
        };
        let before = into.len();
        into.extend(
            left.take_while(|(event, time)| counts(event, **time)).map(|(event, _)| *event),
        );
        thread.next += into.len() - before;
    }
}

impl<R: Read + Seek> Reader for ThreadsReader<R> {
    fn format(&self) -> &'static str {
        FORMAT
    }

    fn next_block(&mut self, into: &mut Vec<Event>) -> Result<bool, Problem> {
        let end = into.len() + BLOCK;
        while into.len() < end {
            let Some(Reverse((_, _, which))) = self.queue.pop() else { return Ok(false) };
            self.tell(which, end - into.len(), into);
            self.enqueue(which)?;
        }
        Ok(true)
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

impl<R: Read + Seek> Blocks<R> {
    /// Reads the block at a place.
    fn read(&mut self, place: u32, raw: &mut Vec<u8>) -> Result<(), Failure> {
        let Place { header, at, .. } = &self.places[place as usize];
        let content = at + BLOCK_HEADER as u64;
        // What is near is in the source's buffer, which an absolute place would make it forget.
        self.source
            .seek_relative(content.wrapping_sub(self.at) as i64)
            .map_err(Failure::Unreadable)?;
        self.contents.read(header, &mut self.source, raw)?;
        self.at = content + header.stored_len as u64;
        Ok(())
    }
}

impl Thread {
    fn put(&mut self, place: Place, places: &mut Vec<Place>) -> Result<(), Failure> {
        if place.header.first_event != self.events {
            return Err(Failure::Damaged(
                "there are other events of the thread before the block than it says",
            ));
        }
        self.events += u64::from(place.header.events);
        let number = places.len() as u32;
        if let Some(before) = self.latest.replace(number) {
            places[before as usize].next = number;
        }
        self.ahead.get_or_insert(number);
        places.push(place);
        Ok(())
    }

    /// Decodes the next piece, which is empty behind the last.
    fn decode<R: Read + Seek>(
        &mut self,
        blocks: &mut Blocks<R>,
        most: usize,
        limits: &Limits,
    ) -> Result<(), Failure> {
        self.piece.clear();
        self.times.clear();
        self.next = 0;
        blocks.held -= self.raw.capacity();
        while self.columns.left() == 0 {
            let Some(place) = self.ahead else {
                (self.raw, self.piece, self.times) = (Vec::new(), Vec::new(), Vec::new());
                return Ok(());
            };
            self.place = Some(place);
            self.ahead = Some(blocks.places[place as usize].next).filter(|next| *next != NONE);
            self.raw.clear();
            blocks.read(place, &mut self.raw)?;
            let events = blocks.places[place as usize].header.events;
            self.columns.of_one(&self.raw, events, limits).map_err(Failure::Damaged)?;
        }
        if let Some(place) = self.place.filter(|_| self.raw.is_empty()) {
            blocks.read(place, &mut self.raw)?;
        }
        let taken = self.take(most, limits);
        if blocks.held + self.raw.capacity() > HELD {
            self.raw = Vec::new();
        }
        blocks.held += self.raw.capacity();
        if taken.is_err() {
            self.piece.clear();
        }
        taken.map_err(Failure::Damaged)
    }

    fn take(&mut self, most: usize, limits: &Limits) -> Result<(), &'static str> {
        self.columns.take(&self.raw, most, limits, &mut self.piece)?;
        self.columns.take_times(&self.raw, self.piece.len(), &mut self.times)?;
        if self.times.first().copied() <= self.last {
            return Err("the times of a thread do not grow from block to block");
        }
        self.last = self.times.last().copied();
        Ok(())
    }
}
