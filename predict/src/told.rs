//! A race for reports: threads, accesses, places and locks held, and the steps of the witness.

use crate::event::{Event, EventKind, NONE};
use crate::hb::Unordered;
use crate::names::Names;
use crate::reordering::Reordering;
use crate::trace::Trace;

/// One of two racing accesses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RacingEvent {
    /// The name of the thread.
    pub thread: String,
    /// What it does.
    pub kind: EventKind,
    /// Where, as the trace has it.
    pub location: String,
    /// By which calls the thread came there when it was there for the first time, the innermost
    /// first; empty if nobody has told.
    pub callers: Vec<String>,
    /// The locks it holds there.
    pub locks: Vec<String>,
    /// The position in the well-formed trace.
    pub position: u32,
}

/// A part of a witness in which one thread goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// The name of the thread.
    pub thread: String,
    /// How many events it has.
    pub events: usize,
    /// Where they begin and end, as the trace has it.
    pub places: [String; 2],
}

/// A race with its witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldRace {
    /// What is accessed.
    pub variable: String,
    /// The two accesses, the one that was observed first at the front.
    pub accesses: [RacingEvent; 2],
    /// The witness: who goes on how far, before the two.
    pub stretches: Vec<Stretch>,
    /// How many events that is.
    pub length: usize,
}

/// The locks that a thread holds before an event, in the order in which it took them.
fn held(trace: &Trace, position: u32) -> Vec<u32> {
    let thread = trace.event(position).thread;
    let mut held = Vec::new();
    for event in (0..position).map(|at| trace.event(at)).filter(|event| event.thread == thread) {
        match event.kind {
            EventKind::Acquire | EventKind::AcquireShared => held.push(event.object),
            EventKind::Release | EventKind::ReleaseShared => {
                if let Some(place) = held.iter().rposition(|lock| *lock == event.object) {
                    held.remove(place);
                }
            }
            _ => {}
        }
    }
    held
}

fn callers(names: &Names, event: Event) -> Vec<String> {
    let callers = names.stacks.callers(event.thread, event.location).iter();
    callers.map(|caller| names.locations.name(*caller)).collect()
}

/// Tells a race that is known without the trace: of its accesses neither the locks nor the
/// positions, and no witness.
#[must_use]
pub fn unordered(race: &Unordered, names: &Names) -> ToldRace {
    let access = |event: Event| RacingEvent {
        thread: names.threads.name(event.thread),
        kind: event.kind,
        location: names.locations.name(event.location),
        callers: callers(names, event),
        locks: Vec::new(),
        position: NONE,
    };
    let variable = names.variables.name(race.variable);
    ToldRace { variable, accesses: race.accesses.map(access), stretches: Vec::new(), length: 0 }
}

/// Two threads that wait for each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldDeadlock {
    /// The locks that they wait for, and how and where they do.
    pub waits: [(String, RacingEvent); 2],
}

/// Tells of two acquires that wait for each other.
#[must_use]
pub fn deadlock(trace: &Trace, names: &Names, pair: [u32; 2]) -> ToldDeadlock {
    ToldDeadlock {
        waits: pair.map(|at| (names.locks.name(trace.event(at).object), access(trace, names, at))),
    }
}

fn access(trace: &Trace, names: &Names, position: u32) -> RacingEvent {
    let event = trace.event(position);
    RacingEvent {
        thread: names.threads.name(event.thread),
        kind: event.kind,
        location: names.locations.name(event.location),
        callers: callers(names, event),
        locks: held(trace, position).into_iter().map(|lock| names.locks.name(lock)).collect(),
        position,
    }
}

/// Tells a race of a well-formed trace.
#[must_use]
pub fn tell(trace: &Trace, names: &Names, witness: &Reordering) -> ToldRace {
    let mut pair = witness.pair();
    pair.sort_unstable();
    let positions = witness.positions(trace);
    let before = &positions[..positions.len().saturating_sub(2)];
    let mut parts: Vec<(Event, Event, usize)> = Vec::new();
    for event in before.iter().map(|at| trace.event(*at)) {
        match parts.last_mut() {
            Some((first, last, count)) if first.thread == event.thread => {
                (*last, *count) = (event, *count + 1);
            }
            _ => parts.push((event, event, 1)),
        }
    }
    let stretch = |(first, last, events): (Event, Event, usize)| Stretch {
        thread: names.threads.name(first.thread),
        events,
        places: [first, last].map(|event| names.locations.name(event.location)),
    };
    ToldRace {
        variable: names.variables.name(trace.event(pair[0]).object),
        accesses: pair.map(|position| access(trace, names, position)),
        stretches: parts.into_iter().map(stretch).collect(),
        length: positions.len(),
    }
}
