//! Traces of two threads that do little but take and give away locks, in no order that nests, with
//! a few messages and accesses between.

use super::generator::Chance;
use raceproof_predict::event::{Event, EventKind};
use raceproof_predict::trace::Trace;

/// What the threads hold, and what they have sent to each other.
struct Threads {
    chance: Chance,
    locks: u32,
    /// Of 100 locks so many are taken in shared mode.
    shared: u32,
    holds: Vec<Vec<(u32, bool)>>,
    /// How many each has sent to the next, and received of these.
    sent: Vec<u32>,
    received: Vec<u32>,
    trace: Trace,
}

/// A trace of so many threads.
pub fn trace(seed: u64, count: usize) -> Trace {
    let mut chance = Chance::new(seed);
    let (locks, shared) = (2 + chance.below(3), [0, 0, 30][chance.below(3) as usize]);
    let (length, messages) = (16 + chance.below(40) as usize, [0, 4, 12][chance.below(3) as usize]);
    let (holds, sent, received) = (vec![Vec::new(); count], vec![0; count], vec![0; count]);
    let mut threads =
        Threads { chance, locks, shared, holds, sent, received, trace: Trace::default() };
    // Some begin with a thread that forks the others.
    if threads.chance.below(3) == 0 {
        (0..threads.chance.below(10)).for_each(|_| threads.step(0, 0));
        (1..count as u32).for_each(|thread| threads.put(0, EventKind::Fork, thread));
    }
    let mut thread = 0;
    for _ in 0..10 * length {
        // One goes on for a while before it is another's turn.
        if threads.chance.below(3) == 0 {
            thread = threads.chance.below(count as u32) as usize;
        }
        threads.step(thread, messages);
        if threads.trace.len() >= length {
            break;
        }
    }
    threads.trace
}

impl Threads {
    fn put(&mut self, thread: usize, kind: EventKind, object: u32) {
        let location = self.trace.len() as u32;
        self.trace.push(Event { thread: thread as u32, object, location, kind });
    }

    fn step(&mut self, thread: usize, messages: u32) {
        let what = self.chance.below(100);
        if what < messages {
            self.message(thread);
        } else if what < 22 {
            let kind = if self.chance.below(2) == 0 { EventKind::Read } else { EventKind::Write };
            self.put(thread, kind, 0);
        } else if what < 68 {
            self.acquire(thread);
        } else {
            self.release(thread);
        }
    }

    fn acquire(&mut self, thread: usize) {
        let (lock, is_shared) =
            (self.chance.below(self.locks), self.chance.below(100) < self.shared);
        let is_held = self.holds[thread].iter().any(|(held, _)| *held == lock);
        let mut others = self
            .holds
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != thread)
            .flat_map(|(_, holds)| holds);
        let is_free = !others.any(|(held, shares)| *held == lock && !(*shares && is_shared));
        if is_free && !is_held {
            self.holds[thread].push((lock, is_shared));
            self.put(
                thread,
                if is_shared { EventKind::AcquireShared } else { EventKind::Acquire },
                lock,
            );
        }
    }

    fn release(&mut self, thread: usize) {
        let count = self.holds[thread].len() as u32;
        if count > 0 {
            let place = self.chance.below(count) as usize;
            let (lock, is_shared) = self.holds[thread].remove(place);
            self.put(
                thread,
                if is_shared { EventKind::ReleaseShared } else { EventKind::Release },
                lock,
            );
        }
    }

    /// Receives what the thread before has sent, or sends one to the next.
    fn message(&mut self, thread: usize) {
        let count = self.holds.len();
        let sender = (thread + count - 1) % count;
        if self.received[sender] < self.sent[sender] {
            let number = self.received[sender];
            self.received[sender] += 1;
            self.put(thread, EventKind::Receive, number * count as u32 + sender as u32);
        } else {
            let number = self.sent[thread];
            self.sent[thread] += 1;
            self.put(thread, EventKind::Send, number * count as u32 + thread as u32);
        }
    }
}
