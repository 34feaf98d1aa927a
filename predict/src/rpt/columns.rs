//! The columns of a block of events: written event by event, read in pieces of any size.
//!
//! Where each column begins follows from the first, that of the operations; so all are read at
//! once, and no memory is taken but for the events themselves.

use super::block::{Bytes, put_varint};
use crate::event::{Event, EventKind, NONE, Subject};
use crate::names::Names;

/// In an operation: its kind, whether another thread does it than the one before or, in a block of
/// one thread, whether it comes at the next time, and whether at the same location.
const KIND: u8 = 0x1f;
const OTHER_THREAD: u8 = 0x20;
const NEXT_TIME: u8 = 0x20;
const SAME_LOCATION: u8 = 0x40;

/// The sorts of objects that have numbers of their own.
const SORTS: usize = 4;

/// The sort of the object of each kind; of what has no object or is no kind, another number.
const SORT: [u8; 32] = {
    let (mut sorts, mut kind) = ([u8::MAX; 32], 0);
    while kind < EventKind::ALL.len() {
        sorts[kind] = EventKind::ALL[kind].subject() as u8;
        kind += 1;
    }
    sorts
};

/// The last object of each sort of a thread.
type Lasts = [u32; SORTS];

/// How many names of each sort there are: what has none is damage, and would take memory for all
/// numbers before it.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    objects: Lasts,
    locations: u32,
}

impl Limits {
    pub(super) fn of(names: &Names) -> Self {
        let count = |names: &crate::names::Interner| u32::try_from(names.len()).unwrap_or(NONE);
        let objects = [&names.variables, &names.locks, &names.threads, &names.messages].map(count);
        Self { objects, locations: count(&names.locations) }
    }

    fn threads(&self) -> u32 {
        self.objects[Subject::Thread as usize]
    }

    /// Whether all that an event is about has a name.
    pub(super) fn cover(&self, event: &Event) -> bool {
        let object = self.objects.get(event.kind.subject() as usize);
        event.thread < self.threads()
            && event.location < self.locations
            && object.is_none_or(|most| event.object < *most)
    }
}

/// Events on their way into a block.
#[derive(Default)]
pub(super) struct Encoder {
    ops: Vec<u8>,
    threads: Vec<u8>,
    objects: Vec<u8>,
    locations: Vec<u8>,
    /// By thread.
    lasts: Vec<Lasts>,
    thread: u32,
    location: u32,
}

impl Encoder {
    /// Appends an event, all of which has a name.
    pub(super) fn push(&mut self, event: &Event) {
        let mut op = event.kind as u8;
        if self.ops.is_empty() || event.thread != self.thread {
            op |= OTHER_THREAD;
            self.thread = event.thread;
            put_varint(&mut self.threads, u64::from(event.thread));
        }
        if event.location == self.location {
            op |= SAME_LOCATION;
        } else {
            put_varint(&mut self.locations, zigzag(self.location, event.location));
            self.location = event.location;
        }
        self.ops.push(op);
        let thread = event.thread as usize;
        if self.lasts.len() <= thread {
            self.lasts.resize(thread + 1, Lasts::default());
        }
        if let Some(last) = self.lasts[thread].get_mut(event.kind.subject() as usize) {
            put_varint(&mut self.objects, zigzag(*last, event.object));
            *last = event.object;
        }
    }

    /// How many events there are.
    pub(super) fn len(&self) -> usize {
        self.ops.len()
    }

    /// Appends the columns, those of several threads or of one, and forgets them.
    pub(super) fn finish(&mut self, out: &mut Vec<u8>, has_threads: bool) {
        out.append(&mut self.ops);
        if has_threads {
            out.append(&mut self.threads);
        }
        out.append(&mut self.objects);
        out.append(&mut self.locations);
        self.threads.clear();
        self.lasts.clear();
        (self.thread, self.location) = (0, 0);
    }
}

fn zigzag(from: u32, to: u32) -> u64 {
    let difference = i64::from(to) - i64::from(from);
    ((difference << 1) ^ (difference >> 63)) as u64
}

/// Why columns cannot be read.
const CUT: &str = "the columns of the block do not fit each other";
const UNNAMED: &str = "an event is about something that has no name";

/// Columns that are being read: how far in each.
#[derive(Default)]
pub(super) struct Columns {
    ops: usize,
    ops_end: usize,
    threads: usize,
    objects: usize,
    locations: usize,
    times: usize,
    thread: u32,
    location: u32,
    time: Option<u64>,
    /// Whether all events are of one thread.
    is_one: bool,
    /// By thread; of a block of one thread, only its own.
    lasts: Vec<Lasts>,
    /// Those of them that may be other than zero.
    touched: Vec<u32>,
}

impl Columns {
    /// Of a block of all threads.
    pub(super) fn of_all(
        &mut self,
        raw: &[u8],
        events: u32,
        limits: &Limits,
    ) -> Result<(), &'static str> {
        self.lasts.resize(limits.threads() as usize, Lasts::default());
        for thread in self.touched.drain(..) {
            self.lasts[thread as usize] = Lasts::default();
        }
        (self.thread, self.is_one) = (0, false);
        self.start(raw, 0, events as usize)
    }

    /// Of a block of one thread, which it tells.
    pub(super) fn of_one(
        &mut self,
        raw: &[u8],
        events: u32,
        limits: &Limits,
    ) -> Result<u32, &'static str> {
        let mut bytes = Bytes(raw);
        let thread = bytes.varint().ok_or(CUT)?;
        self.thread = u32::try_from(thread)
            .ok()
            .filter(|thread| *thread < limits.threads())
            .ok_or(UNNAMED)?;
        self.is_one = true;
        self.lasts.clear();
        self.lasts.push(Lasts::default());
        self.start(raw, raw.len() - bytes.0.len(), events as usize)?;
        Ok(self.thread)
    }

    /// Finds the beginning of each column, and that the last ends where the block does.
    fn start(&mut self, raw: &[u8], at: usize, events: usize) -> Result<(), &'static str> {
        let ops = raw[at..].get(..events).ok_or(CUT)?;
        let count = |is: fn(u8) -> bool| ops.iter().map(|op| usize::from(is(*op))).sum::<usize>();
        let flagged = count(|op| op & OTHER_THREAD != 0);
        let threads = if self.is_one { 0 } else { flagged };
        let objects = events
            - count(|op| op & KIND == EventKind::Begin as u8)
            - count(|op| op & KIND == EventKind::End as u8);
        let locations = count(|op| op & SAME_LOCATION == 0);
        (self.ops, self.ops_end, self.threads) = (at, at + events, at + events);
        self.objects = behind(raw, self.threads, threads).ok_or(CUT)?;
        self.locations = behind(raw, self.objects, objects).ok_or(CUT)?;
        self.times = behind(raw, self.locations, locations).ok_or(CUT)?;
        let times = if self.is_one { events - flagged } else { 0 };
        let end = behind(raw, self.times, times);
        (self.location, self.time) = (0, None);
        if end == Some(raw.len()) { Ok(()) } else { Err(CUT) }
    }

    /// How many events are still to be read.
    pub(super) fn left(&self) -> usize {
        self.ops_end - self.ops
    }

    /// Reads the next events, at most so many.
    pub(super) fn take(
        &mut self,
        raw: &[u8],
        most: usize,
        limits: &Limits,
        out: &mut Vec<Event>,
    ) -> Result<(), &'static str> {
        let count = most.min(self.left());
        out.reserve(count);
        let is_one = self.is_one;
        let slot = |thread: u32| if is_one { 0 } else { thread as usize };
        let (mut thread, mut location) = (self.thread, self.location);
        let (mut objects, mut locations) = (self.objects, self.locations);
        let mut lasts = *self.lasts.get(slot(thread)).ok_or(UNNAMED)?;
        if !is_one && lasts == Lasts::default() {
            self.touched.push(thread);
        }
        for op in &raw[self.ops..self.ops + count] {
            if !is_one && op & OTHER_THREAD != 0 {
                self.lasts[slot(thread)] = lasts;
                let mut bytes = Bytes(&raw[self.threads..]);
                let other = bytes.varint().ok_or(CUT)?;
                self.threads = raw.len() - bytes.0.len();
                thread = u32::try_from(other)
                    .ok()
                    .filter(|thread| *thread < limits.threads())
                    .ok_or(UNNAMED)?;
                lasts = self.lasts[slot(thread)];
                if lasts == Lasts::default() {
                    self.touched.push(thread);
                }
            }
            let sort = usize::from(SORT[usize::from(op & KIND)]);
            let Some(kind) = EventKind::ALL.get(usize::from(op & KIND)).filter(|_| *op < 0x80)
            else {
                return Err("there is no such operation");
            };
            let object = if sort < SORTS {
                lasts[sort] =
                    moved(lasts[sort], difference(raw, &mut objects)?, limits.objects[sort])?;
                lasts[sort]
            } else {
                thread
            };
            if op & SAME_LOCATION == 0 {
                location = moved(location, difference(raw, &mut locations)?, limits.locations)?;
            } else if location >= limits.locations {
                return Err(UNNAMED);
            }
            out.push(Event { thread, object, location, kind: *kind });
        }
        self.lasts[slot(thread)] = lasts;
        self.ops += count;
        (self.thread, self.location, self.objects, self.locations) =
            (thread, location, objects, locations);
        Ok(())
    }

    /// Reads the times of the next events, as many.
    pub(super) fn take_times(
        &mut self,
        raw: &[u8],
        count: usize,
        out: &mut Vec<u64>,
    ) -> Result<(), &'static str> {
        let mut bytes = Bytes(&raw[self.times..]);
        // Their operations have been read.
        for op in &raw[self.ops - count..self.ops] {
            let is_next = op & NEXT_TIME != 0;
            let later = if is_next { 1 } else { bytes.varint().ok_or(CUT)? };
            let time = match self.time {
                None => Some(later).filter(|_| !is_next),
                Some(before) => before.checked_add(later).filter(|_| later > 0),
            };
            self.time = Some(time.ok_or("the times of a thread do not grow")?);
            out.extend(time);
        }
        self.times = raw.len() - bytes.0.len();
        Ok(())
    }
}

/// Where a column ends that begins somewhere and has so many numbers.
fn behind(raw: &[u8], mut at: usize, mut count: usize) -> Option<usize> {
    const AT_ONCE: usize = 32;
    while count > AT_ONCE {
        let piece = raw.get(at..at + AT_ONCE)?;
        count -= piece.iter().map(|byte| usize::from(*byte < 0x80)).sum::<usize>();
        at += AT_ONCE;
    }
    while count > 0 {
        count -= usize::from(*raw.get(at)? < 0x80);
        at += 1;
    }
    Some(at)
}

/// A difference, and where the next one is.
#[inline]
fn difference(raw: &[u8], at: &mut usize) -> Result<i64, &'static str> {
    let value = match raw.get(*at..) {
        Some([first @ ..=0x7f, ..]) => {
            *at += 1;
            u64::from(*first)
        }
        Some([first, second @ ..=0x7f, ..]) => {
            *at += 2;
            u64::from(first & 0x7f) | u64::from(*second) << 7
        }
        rest => {
            let mut bytes = Bytes(rest.unwrap_or_default());
            let value = bytes.varint().ok_or(CUT)?;
            *at = raw.len() - bytes.0.len();
            value
        }
    };
    Ok((value >> 1) as i64 ^ -((value & 1) as i64))
}

#[inline]
fn moved(from: u32, difference: i64, limit: u32) -> Result<u32, &'static str> {
    let to = i64::from(from).wrapping_add(difference) as u64;
    if to < u64::from(limit) { Ok(to as u32) } else { Err(UNNAMED) }
}
