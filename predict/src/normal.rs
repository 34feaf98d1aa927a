//! Makes a trace well-formed, event by event, before an engine sees it: engines rely on what is
//! written here.
//!
//! * A lock is taken by one thread at a time, or shared; only the outermost of re-entrant pairs are
//!   left. What a lock's history does not allow (a release without its acquire, an acquire of what
//!   another holds) is dropped and counted, since the trace is then incomplete, and the verdict
//!   must say so.
//! * `wait` is a release and an acquire of the same hold.
//! * `Fork` and `Join` of a thread itself are dropped and counted.

use crate::event::{Event, EventKind, NONE};

/// What was dropped because it cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dropped {
    /// Releases by threads that do not hold the lock.
    pub releases: u64,
    /// Acquires of what another thread holds.
    pub acquires: u64,
    /// Threads that start or await themselves.
    pub threads: u64,
}

impl Dropped {
    /// How many events.
    #[must_use]
    pub fn all(self) -> u64 {
        self.releases + self.acquires + self.threads
    }
}

#[derive(Clone)]
struct Lock {
    owner: u32,
    /// How often the owner has taken it.
    depth: u32,
    /// Who shares it, how often each.
    sharing: Vec<(u32, u32)>,
    /// Who waits in it, having held it how often.
    waiting: Vec<(u32, u32)>,
}

impl Lock {
    const FREE: Self = Self { owner: NONE, depth: 0, sharing: Vec::new(), waiting: Vec::new() };

    fn is_shared_by_another(&self, thread: u32) -> bool {
        self.sharing.iter().any(|(other, _)| *other != thread)
    }
}

/// The state of all locks.
#[derive(Default)]
pub struct Normal {
    locks: Vec<Lock>,
    dropped: Dropped,
}

impl Normal {
    /// What was dropped so far.
    #[must_use]
    pub fn dropped(&self) -> Dropped {
        self.dropped
    }

    /// The event as engines see it, if they do.
    #[inline]
    pub fn event(&mut self, event: Event) -> Option<Event> {
        match event.kind {
            EventKind::Acquire | EventKind::Release => self.exclusive(event),
            EventKind::AcquireShared
            | EventKind::ReleaseShared
            | EventKind::Wait
            | EventKind::Woken => self.other_hold(event),
            EventKind::Fork | EventKind::Join if event.thread == event.object => {
                self.dropped.threads += 1;
                None
            }
            EventKind::Begin | EventKind::End => None,
            EventKind::Fork
            | EventKind::Join
            | EventKind::Send
            | EventKind::Receive
            | EventKind::Signal
            | EventKind::Await => Some(event),
            EventKind::Read
            | EventKind::Write
            | EventKind::OrderedRead
            | EventKind::OrderedWrite
            | EventKind::OrderedUpdate => Some(event),
            EventKind::OpaqueRead | EventKind::OpaqueWrite => Some(event),
        }
    }

    fn lock(&mut self, number: u32) -> &mut Lock {
        let number = number as usize;
        if number >= self.locks.len() {
            self.locks.resize(number + 1, Lock::FREE);
        }
        &mut self.locks[number]
    }

    #[inline]
    fn exclusive(&mut self, event: Event) -> Option<Event> {
        let thread = event.thread;
        let lock = self.lock(event.object);
        if event.kind == EventKind::Acquire {
            if lock.owner == thread {
                lock.depth += 1;
                return None;
            }
            if lock.owner != NONE || lock.is_shared_by_another(thread) {
                self.dropped.acquires += 1;
                return None;
            }
            (lock.owner, lock.depth) = (thread, 1);
            return Some(event);
        }
        if lock.owner != thread {
            self.dropped.releases += 1;
            return None;
        }
        lock.depth -= 1;
        if lock.depth > 0 {
            return None;
        }
        lock.owner = NONE;
        Some(event)
    }

    fn other_hold(&mut self, event: Event) -> Option<Event> {
        let thread = event.thread;
        let lock = self.lock(event.object);
        let is_allowed = match event.kind {
            EventKind::AcquireShared => {
                if let Some((_, depth)) =
                    lock.sharing.iter_mut().find(|(other, _)| *other == thread)
                {
                    *depth += 1;
                    return None;
                }
                let is_free = lock.owner == NONE || lock.owner == thread;
                if is_free {
                    lock.sharing.push((thread, 1));
                }
                is_free
            }
            EventKind::ReleaseShared => {
                let place = lock.sharing.iter().position(|(other, _)| *other == thread);
                if let Some(place) = place {
                    lock.sharing[place].1 -= 1;
                    if lock.sharing[place].1 > 0 {
                        return None;
                    }
                    lock.sharing.swap_remove(place);
                }
                place.is_some()
            }
            EventKind::Wait => {
                let is_held = lock.owner == thread;
                if is_held {
                    lock.waiting.push((thread, lock.depth));
                    (lock.owner, lock.depth) = (NONE, 0);
                }
                is_held
            }
            _ => {
                let place = lock.waiting.iter().position(|(other, _)| *other == thread);
                let is_free = lock.owner == NONE && !lock.is_shared_by_another(thread);
                if let (Some(place), true) = (place, is_free) {
                    (lock.owner, lock.depth) = lock.waiting.swap_remove(place);
                }
                place.is_some() && is_free
            }
        };
        if is_allowed {
            // Engines know two sorts of holds, and no waiting.
            let kind = match event.kind {
                EventKind::Wait => EventKind::Release,
                EventKind::Woken => EventKind::Acquire,
                kind => kind,
            };
            return Some(Event { kind, ..event });
        }
        let takes = matches!(event.kind, EventKind::AcquireShared | EventKind::Woken);
        *(if takes { &mut self.dropped.acquires } else { &mut self.dropped.releases }) += 1;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use EventKind::{Acquire, AcquireShared, Join, Release, ReleaseShared, Wait, Woken};

    fn normal(events: &[(u32, EventKind)]) -> (Vec<(u32, EventKind)>, Dropped) {
        let mut normal = Normal::default();
        let event = |(thread, kind): &(u32, EventKind)| Event {
            thread: *thread,
            object: 0,
            location: 0,
            kind: *kind,
        };
        let left = events.iter().map(event).filter_map(|event| normal.event(event));
        (left.map(|event| (event.thread, event.kind)).collect(), normal.dropped())
    }

    #[test]
    fn the_outermost_pair_is_left() {
        let nested = [(1, Acquire), (1, Acquire), (1, Release), (1, Release), (2, Acquire)];
        assert_eq!(
            normal(&nested),
            (vec![(1, Acquire), (1, Release), (2, Acquire)], Dropped::default())
        );
    }

    #[test]
    fn what_cannot_be_is_dropped_and_counted() {
        let (left, dropped) = normal(&[
            (1, Release),
            (1, Acquire),
            (2, Acquire),
            (2, Release),
            (0, Join),
            (3, Woken),
        ]);
        assert_eq!(left, [(1, Acquire)]);
        assert_eq!(dropped, Dropped { releases: 2, acquires: 2, threads: 1 });
    }

    #[test]
    fn shared_holds_exclude_others() {
        let (left, dropped) = normal(&[
            (1, AcquireShared),
            (2, AcquireShared),
            (2, Acquire),
            (2, ReleaseShared),
            (1, Acquire),
            (1, Release),
            (1, ReleaseShared),
            (2, Acquire),
            (1, AcquireShared),
        ]);
        let expected = [
            (1, AcquireShared),
            (2, AcquireShared),
            (2, ReleaseShared),
            (1, Acquire),
            (1, Release),
            (1, ReleaseShared),
        ];
        assert_eq!(left, [&expected[..], &[(2, Acquire)]].concat());
        assert_eq!(dropped.acquires, 2);
    }

    #[test]
    fn waiting_gives_all_holds_away_and_takes_them_again() {
        let (left, dropped) = normal(&[
            (1, Acquire),
            (1, Acquire),
            (1, Wait),
            (2, Acquire),
            (2, Release),
            (1, Woken),
            (1, Release),
            (2, Acquire),
            (1, Release),
        ]);
        assert_eq!(
            left,
            [(1, Acquire), (1, Release), (2, Acquire), (2, Release), (1, Acquire), (1, Release)]
        );
        assert_eq!(dropped, Dropped { acquires: 1, ..Dropped::default() });
    }
}
