//! Executes programs that are lists of operations, threads taking turns by chance, and keeps the
//! trace.

use raceproof_predict::event::{Event, EventKind};
use raceproof_predict::trace::Trace;

/// What a thread does.
#[derive(Clone, Copy)]
pub enum Op {
    Lock(u32),
    Unlock(u32),
    /// A variable, and where in the program.
    Read(u32, u32),
    Write(u32, u32),
    Fork(u32),
    Join(u32),
    /// A semaphore of its own, raised once and awaited once.
    Post(u32),
    Pend(u32),
}

/// Numbers that look random and are the same everywhere.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
}

struct Machine<'a> {
    threads: &'a [Vec<Op>],
    done: Vec<usize>,
    started: Vec<bool>,
    owners: Vec<Option<usize>>,
    posted: Vec<bool>,
    trace: Trace,
}

/// The trace of the first execution, by other and other chances, that does not end in a deadlock.
/// Thread 0 starts the others.
pub fn execute(threads: &[Vec<Op>]) -> Trace {
    let all = || (1..).filter_map(|seed| execute_once(threads, &mut Chance(seed)));
    all().next().unwrap_or_default()
}

fn execute_once(threads: &[Vec<Op>], chance: &mut Chance) -> Option<Trace> {
    let mut machine = Machine {
        threads,
        done: vec![0; threads.len()],
        started: (0..threads.len()).map(|thread| thread == 0).collect(),
        owners: vec![None; 256],
        posted: vec![false; 4096],
        trace: Trace::default(),
    };
    while machine.done.iter().zip(threads).any(|(done, ops)| *done < ops.len()) {
        let ready: Vec<usize> =
            (0..threads.len()).filter(|thread| machine.next(*thread).is_some()).collect();
        let thread = *ready.get(chance.below(ready.len().max(1) as u32) as usize)?;
        for _ in 0..1 + chance.below(24) {
            let Some(op) = machine.next(thread) else { break };
            machine.step(thread, op);
        }
    }
    Some(machine.trace)
}

impl Machine<'_> {
    /// The next operation of a thread, if it can be executed.
    fn next(&self, thread: usize) -> Option<Op> {
        let op = *self.threads[thread].get(self.done[thread]).filter(|_| self.started[thread])?;
        let is_possible = match op {
            Op::Lock(lock) => self.owners[lock as usize].is_none(),
            Op::Join(other) => self.done[other as usize] == self.threads[other as usize].len(),
            Op::Pend(semaphore) => self.posted[semaphore as usize],
            _ => true,
        };
        is_possible.then_some(op)
    }

    fn step(&mut self, thread: usize, op: Op) {
        self.done[thread] += 1;
        let (kind, object, location) = match op {
            Op::Lock(lock) => (EventKind::Acquire, lock, 0),
            Op::Unlock(lock) => (EventKind::Release, lock, 0),
            Op::Read(variable, place) => (EventKind::Read, variable, place),
            Op::Write(variable, place) => (EventKind::Write, variable, place),
            Op::Fork(other) => (EventKind::Fork, other, 0),
            Op::Join(other) => (EventKind::Join, other, 0),
            Op::Post(semaphore) => (EventKind::Send, semaphore, 0),
            Op::Pend(semaphore) => (EventKind::Receive, semaphore, 0),
        };
        match op {
            Op::Lock(lock) => self.owners[lock as usize] = Some(thread),
            Op::Unlock(lock) => self.owners[lock as usize] = None,
            Op::Fork(other) => self.started[other as usize] = true,
            Op::Post(semaphore) => self.posted[semaphore as usize] = true,
            _ => {}
        }
        self.trace.push(Event { thread: thread as u32, object, location, kind });
    }
}
