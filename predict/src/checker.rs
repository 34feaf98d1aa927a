//! Checks that a witness is one, from the trace alone: it shares no code with the engines that make
//! witnesses.
//!
//! A witness is a list of positions of events of a well-formed trace. Executed in this order, each
//! thread does what it did in the trace, up to some point; no lock is held twice; what was started,
//! ended, sent or signalled before an event comes before it again; each read sees the write that it
//! saw, or the initial value again; and the last two events are of two threads, conflict, and stand
//! side by side, so that nothing orders them. What these two read themselves is free, but for an
//! update beside a read.

use crate::event::{Event, EventKind, NONE};
use crate::trace::Trace;
use std::collections::HashMap;

/// Why a list of events is no witness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// It has less than two events, or names one that is not there.
    NoPair,
    /// The last two do not conflict.
    NoConflict,
    /// This event is not the next of its thread.
    OutOfOrder(u32),
    /// It takes a lock that is held, or gives away one that is not.
    Locked(u32),
    /// What must come before it does not.
    TooEarly(u32),
    /// It reads another write than in the trace.
    OtherValue(u32),
}

/// What of a trace a check needs, found out once.
pub struct Checker<'a> {
    trace: &'a Trace,
    /// Of each event, how many of its thread come before it.
    index: Vec<u32>,
    /// What must come before an event, beside those of its thread.
    needs: HashMap<u32, Vec<u32>>,
    /// Of each event that reads, the write that it sees.
    seen: Vec<u32>,
    threads: usize,
}

impl<'a> Checker<'a> {
    /// Of a well-formed trace.
    #[must_use]
    pub fn new(trace: &'a Trace) -> Self {
        let mut counts: HashMap<u32, u32> = HashMap::new();
        let mut last_of: HashMap<u32, u32> = HashMap::new();
        let mut forked: HashMap<u32, u32> = HashMap::new();
        let (mut written, mut told) = (HashMap::new(), HashMap::new());
        let mut needs: HashMap<u32, Vec<u32>> = HashMap::new();
        let (mut index, mut seen) = (Vec::with_capacity(trace.len()), vec![NONE; trace.len()]);
        for (at, event) in trace.events().enumerate() {
            let (at, Event { thread, object, kind, .. }) = (at as u32, event);
            let count = counts.entry(thread).or_default();
            index.push(*count);
            *count += 1;
            if let Some(fork) = forked.remove(&thread) {
                needs.entry(at).or_default().push(fork);
            }
            let needed = match kind {
                // A thread that did nothing yet was at least started.
                EventKind::Join => [last_of.get(&object), forked.get(&object)],
                EventKind::Receive => [told.get(&(EventKind::Send, object)), None],
                EventKind::Await => [told.get(&(EventKind::Signal, object)), None],
                _ => [None; 2],
            };
            for needed in needed.into_iter().flatten() {
                needs.entry(at).or_default().push(*needed);
            }
            match kind {
                EventKind::Fork => drop(forked.insert(object, at)),
                EventKind::Send | EventKind::Signal => drop(told.insert((kind, object), at)),
                _ => {}
            }
            if kind.reads() {
                seen[at as usize] = written.get(&object).copied().unwrap_or(NONE);
            }
            if kind.writes() {
                written.insert(object, at);
            }
            last_of.insert(thread, at);
        }
        let threads = counts.keys().max().map_or(0, |most| *most as usize + 1);
        Self { trace, index, needs, seen, threads }
    }

    /// Whether the events, in this order, are a witness of a race of the last two.
    ///
    /// # Errors
    /// If they are not.
    pub fn check(&self, witness: &[u32]) -> Result<(), Flaw> {
        let [.., first, second] = witness else { return Err(Flaw::NoPair) };
        if witness.iter().any(|at| *at as usize >= self.trace.len()) {
            return Err(Flaw::NoPair);
        }
        let (one, other) = (self.trace.event(*first), self.trace.event(*second));
        if one.thread == other.thread
            || one.object != other.object
            || !one.kind.conflicts(other.kind)
        {
            return Err(Flaw::NoConflict);
        }
        let mut done = vec![0_u32; self.threads];
        let mut holders: HashMap<u32, (Option<u32>, Vec<u32>)> = HashMap::new();
        let mut written: HashMap<u32, u32> = HashMap::new();
        for (place, at) in witness.iter().copied().enumerate() {
            let Event { thread, object, kind, .. } = self.trace.event(at);
            if self.index[at as usize] != done[thread as usize] {
                return Err(Flaw::OutOfOrder(at));
            }
            done[thread as usize] += 1;
            let is_done = |needed: &u32| {
                done[self.trace.event(*needed).thread as usize] > self.index[*needed as usize]
            };
            if !self.needs.get(&at).is_none_or(|needed| needed.iter().all(is_done)) {
                return Err(Flaw::TooEarly(at));
            }
            let (owner, sharing) =
                holders.entry(if is_of_lock(kind) { object } else { NONE }).or_default();
            let is_allowed = match kind {
                EventKind::Acquire => {
                    owner.replace(thread).is_none() && sharing.iter().all(|other| *other == thread)
                }
                EventKind::Release => owner.take() == Some(thread),
                EventKind::AcquireShared => {
                    sharing.push(thread);
                    owner.is_none_or(|owner| owner == thread)
                }
                EventKind::ReleaseShared => {
                    let place = sharing.iter().position(|other| *other == thread);
                    place.map(|place| sharing.swap_remove(place)).is_some()
                }
                _ => true,
            };
            if !is_allowed {
                return Err(Flaw::Locked(at));
            }
            // What the two read is for nobody to see any more, unless one would not write with
            // another value.
            let beside =
                (place + 2 >= witness.len()).then_some(if at == *first { other } else { one });
            let is_free = beside.is_some_and(|beside| !kind.must_see_the_same(beside.kind));
            let sees = written.get(&object).copied().unwrap_or(NONE);
            if kind.reads() && !is_free && sees != self.seen[at as usize] {
                return Err(Flaw::OtherValue(at));
            }
            if kind.writes() {
                written.insert(object, at);
            }
        }
        Ok(())
    }
}

fn is_of_lock(kind: EventKind) -> bool {
    matches!(
        kind,
        EventKind::Acquire
            | EventKind::Release
            | EventKind::AcquireShared
            | EventKind::ReleaseShared
    )
}
