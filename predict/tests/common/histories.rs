//! Traces of two threads that do little but take and give away locks, in no order that nests, with a few messages and
//! accesses between.

use super::generator::Chance;
use raceproof_predict::event::{Event, Kind};
use raceproof_predict::trace::Trace;

/// What the threads hold, and what they have sent to each other.
struct Two {
    chance: Chance,
    locks: u32,
    /// Of 100 locks so many are taken in shared mode.
    shared: u32,
    holds: [Vec<(u32, bool)>; 2],
    sent: [u32; 2],
    received: [u32; 2],
    trace: Trace,
}

/// A trace by a seed.
pub fn trace(seed: u64) -> Trace {
    let mut chance = Chance::new(seed);
    let (locks, shared) = (2 + chance.below(3), [0, 0, 30][chance.below(3) as usize]);
    let (length, messages) = (16 + chance.below(40) as usize, [0, 4, 12][chance.below(3) as usize]);
    let holds = [Vec::new(), Vec::new()];
    let mut two = Two { chance, locks, shared, holds, sent: [0; 2], received: [0; 2], trace: Trace::default() };
    // Some begin with a thread that forks the other.
    if two.chance.below(3) == 0 {
        (0..two.chance.below(10)).for_each(|_| two.step(0, 0));
        two.put(0, Kind::Fork, 1);
    }
    let mut thread = 0;
    for _ in 0..10 * length {
        // Some go on for a while before it is the other's turn.
        if two.chance.below(3) == 0 {
            thread = 1 - thread;
        }
        two.step(thread, messages);
        if two.trace.len() >= length {
            break;
        }
    }
    two.trace
}

impl Two {
    fn put(&mut self, thread: usize, kind: Kind, object: u32) {
        let location = self.trace.len() as u32;
        self.trace.push(Event { thread: thread as u32, object, location, kind });
    }

    fn step(&mut self, thread: usize, messages: u32) {
        let what = self.chance.below(100);
        if what < messages {
            self.message(thread);
        } else if what < 22 {
            let kind = if self.chance.below(2) == 0 { Kind::Read } else { Kind::Write };
            self.put(thread, kind, 0);
        } else if what < 68 {
            self.acquire(thread);
        } else {
            self.release(thread);
        }
    }

    fn acquire(&mut self, thread: usize) {
        let (lock, is_shared) = (self.chance.below(self.locks), self.chance.below(100) < self.shared);
        let is_held = self.holds[thread].iter().any(|(held, _)| *held == lock);
        let mut others = self.holds[1 - thread].iter();
        let is_free = !others.any(|(held, shares)| *held == lock && !(*shares && is_shared));
        if is_free && !is_held {
            self.holds[thread].push((lock, is_shared));
            self.put(thread, if is_shared { Kind::AcquireShared } else { Kind::Acquire }, lock);
        }
    }

    fn release(&mut self, thread: usize) {
        let count = self.holds[thread].len() as u32;
        if count > 0 {
            let place = self.chance.below(count) as usize;
            let (lock, is_shared) = self.holds[thread].remove(place);
            self.put(thread, if is_shared { Kind::ReleaseShared } else { Kind::Release }, lock);
        }
    }

    /// Sends one, or receives what was sent.
    fn message(&mut self, thread: usize) {
        let other = 1 - thread;
        if self.received[thread] < self.sent[other] {
            let number = self.received[thread];
            self.received[thread] += 1;
            self.put(thread, Kind::Receive, 2 * number + other as u32);
        } else {
            let number = self.sent[thread];
            self.sent[thread] += 1;
            self.put(thread, Kind::Send, 2 * number + thread as u32);
        }
    }
}
