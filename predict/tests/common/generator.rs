//! Traces made at random: a few threads that execute random programs under a random schedule, so
//! that each is the trace of an execution.

use raceproof_predict::event::{Event, EventKind};
use raceproof_predict::trace::Trace;

/// Numbers that look random and are the same everywhere.
pub struct Chance(u64);

impl Chance {
    /// Other seeds give other numbers.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }

    fn is(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }
}

/// A thread of the generated program.
#[derive(Clone, Default)]
struct Thread {
    is_started: bool,
    is_over: bool,
    /// Locks it holds, with how: exclusively or shared. The last was taken last.
    holds: Vec<(u32, bool)>,
    /// Where it waits, and for which notification, once there is one.
    waits: Option<(u32, Option<u32>)>,
}

/// What the traces are like.
pub struct Generator {
    chance: Chance,
    threads: Vec<Thread>,
    variables: u32,
    locks: u32,
    messages: u32,
    /// Whether locks are given away in the order opposite to that in which they were taken.
    is_nested: bool,
    has_waits: bool,
    trace: Trace,
    length: usize,
}

impl Generator {
    /// Of one trace.
    pub fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let threads = 2 + chance.below(3);
        let mut generator = Self {
            threads: vec![Thread::default(); threads as usize],
            variables: 1 + chance.below(4),
            locks: 1 + chance.below(4),
            messages: 0,
            is_nested: chance.is(50),
            has_waits: chance.is(40),
            trace: Trace::default(),
            length: 20 + chance.below(if threads == 4 { 30 } else { 71 }) as usize,
            chance,
        };
        generator.threads[0].is_started = true;
        // Some traces begin with threads that nobody forks.
        for thread in &mut generator.threads {
            thread.is_started |= generator.chance.is(50);
        }
        generator
    }

    /// The trace.
    pub fn trace(mut self) -> Trace {
        for _ in 0..20 * self.length {
            if self.trace.len() >= self.length {
                break;
            }
            let thread = self.chance.below(self.threads.len() as u32);
            let (started, over) =
                (self.threads[thread as usize].is_started, self.threads[thread as usize].is_over);
            if started && !over {
                self.step(thread);
            }
        }
        self.trace
    }

    fn put(&mut self, thread: u32, kind: EventKind, object: u32) {
        let location = self.trace.len() as u32;
        self.trace.push(Event { thread, object, location, kind });
    }

    fn step(&mut self, thread: u32) {
        if let Some((lock, notified)) = self.threads[thread as usize].waits {
            return self.wake(thread, lock, notified);
        }
        match self.chance.below(100) {
            0..50 => {
                let kinds = [
                    EventKind::Read,
                    EventKind::Write,
                    EventKind::OrderedRead,
                    EventKind::OrderedWrite,
                    EventKind::OrderedUpdate,
                    EventKind::OpaqueRead,
                    EventKind::OpaqueWrite,
                ];
                let ordered = self.chance.is(15);
                let kind =
                    kinds[if ordered { 2 + self.chance.below(5) } else { self.chance.below(2) }
                        as usize];
                let variable = self.chance.below(self.variables);
                self.put(thread, kind, variable);
            }
            50..72 => self.acquire(thread),
            72..90 => self.release(thread),
            90..94 => self.fork_or_join(thread),
            94..97 if self.has_waits => self.wait_or_notify(thread),
            97 if self.threads.iter().any(|other| !other.is_started) => {}
            98 if self.threads[thread as usize].holds.is_empty() => {
                self.threads[thread as usize].is_over = true;
            }
            _ => {}
        }
    }

    /// Whether nobody else holds the lock so that it could not be taken.
    fn is_free(&self, thread: u32, lock: u32, shared: bool) -> bool {
        let others = self.threads.iter().enumerate().filter(|(other, _)| *other != thread as usize);
        let mut holds = others.flat_map(|(_, other)| &other.holds);
        !holds.any(|(held, is_shared)| *held == lock && !(shared && *is_shared))
    }

    fn acquire(&mut self, thread: u32) {
        let (lock, shared) = (self.chance.below(self.locks), self.chance.is(25));
        let has = self.threads[thread as usize].holds.iter().any(|(held, _)| *held == lock);
        if !has && self.is_free(thread, lock, shared) {
            self.threads[thread as usize].holds.push((lock, shared));
            self.put(
                thread,
                if shared { EventKind::AcquireShared } else { EventKind::Acquire },
                lock,
            );
        }
    }

    fn release(&mut self, thread: u32) {
        let count = self.threads[thread as usize].holds.len();
        if count > 0 {
            let place =
                if self.is_nested { count - 1 } else { self.chance.below(count as u32) as usize };
            let (lock, shared) = self.threads[thread as usize].holds.remove(place);
            self.put(
                thread,
                if shared { EventKind::ReleaseShared } else { EventKind::Release },
                lock,
            );
        }
    }

    fn fork_or_join(&mut self, thread: u32) {
        let other = self.chance.below(self.threads.len() as u32);
        let Thread { is_started, is_over, .. } = self.threads[other as usize];
        if other == thread {
        } else if !is_started {
            self.threads[other as usize].is_started = true;
            self.put(thread, EventKind::Fork, other);
        } else if is_over {
            self.put(thread, EventKind::Join, other);
        }
    }

    fn wait_or_notify(&mut self, thread: u32) {
        let own = self.threads[thread as usize].holds.last().filter(|(_, shared)| !shared).copied();
        let Some((lock, _)) = own else { return };
        let waiter = self
            .threads
            .iter()
            .position(|other| matches!(other.waits, Some((at, None)) if at == lock));
        match waiter {
            Some(waiter) => {
                // The wait comes before its notification, and that before the end of the wait.
                let message = self.messages;
                self.messages += 2;
                self.put(thread, EventKind::Await, 2 * waiter as u32 + 1000);
                self.put(thread, EventKind::Signal, message);
                self.threads[waiter].waits = Some((lock, Some(message)));
            }
            None if self.threads.len() > 2 || self.chance.is(50) => {
                self.put(thread, EventKind::Signal, 2 * thread + 1000);
                self.put(thread, EventKind::Release, lock);
                self.threads[thread as usize].holds.pop();
                self.threads[thread as usize].waits = Some((lock, None));
            }
            None => {}
        }
    }

    fn wake(&mut self, thread: u32, lock: u32, notified: Option<u32>) {
        // Without a notification, by time; seldom.
        if (notified.is_some() || self.chance.is(5)) && self.is_free(thread, lock, false) {
            if let Some(message) = notified {
                self.put(thread, EventKind::Await, message);
            }
            self.put(thread, EventKind::Acquire, lock);
            self.threads[thread as usize].holds.push((lock, false));
            self.threads[thread as usize].waits = None;
        }
    }
}
