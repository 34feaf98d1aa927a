//! The oracle for outcomes and deadlocks: every interleaving of a program's atomic steps, each
//! state visited once, without any reduction. Accesses are sequentially consistent. The rules are
//! those of the Java Language Specification (17.2 for wait sets, interruption and notification) and
//! of the documentation of `Thread` and `LockSupport`, without spurious returns of `wait` and
//! `park`.
//!
//! Where these leave a choice, it is HotSpot's: interrupting a thread before its start is
//! remembered, a permit given then is not. A waiting thread that is interrupted may still be
//! notified before it wakes (JLS 17.2.4).

use std::collections::{BTreeSet, HashSet};

use super::flat::{Code, Step};
use super::program::{EMPTY, INTERRUPTED, Lock, MONITORS, Program, TAKEN, Thread, fold, outcome};

/// All ends that a program's executions have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behaviour {
    /// The outcomes of executions that end.
    pub outcomes: BTreeSet<i32>,
    /// Whether some execution ends with threads that wait for ever.
    pub deadlock: bool,
}

impl Behaviour {
    /// Whether it is a part of another's.
    #[must_use]
    pub fn is_part_of(&self, other: &Self) -> bool {
        self.outcomes.is_subset(&other.outcomes) && (other.deadlock || !self.deadlock)
    }

    /// An error that says how `told`, the behaviour a check has found, differs from this.
    pub fn must_be(&self, told: &Self) -> Result<(), String> {
        if self == told {
            return Ok(());
        }
        let missing: Vec<_> = self.outcomes.difference(&told.outcomes).collect();
        let extra: Vec<_> = told.outcomes.difference(&self.outcomes).collect();
        let deadlock = match (self.deadlock, told.deadlock) {
            (true, false) => ", the deadlock is missing",
            (false, true) => ", a deadlock that cannot be",
            _ => "",
        };
        Err(format!("missing outcomes: {missing:?}, extra ones: {extra:?}{deadlock}"))
    }
}

/// The behaviour of `program`; none if it has more than `most` states.
pub fn explore(program: &Program, most: usize) -> Option<Behaviour> {
    explore_code(&Code::of(program), most)
}

pub(super) fn explore_code(code: &Code, most: usize) -> Option<Behaviour> {
    let first = State::first(code);
    let mut seen = HashSet::from([first.clone()]);
    let mut open = vec![first];
    let mut behaviour = Behaviour::default();
    while let Some(state) = open.pop() {
        let next = state.successors(code);
        if next.is_empty() {
            match state.outcome() {
                Some(outcome) => drop(behaviour.outcomes.insert(outcome)),
                None => behaviour.deadlock = true,
            }
        }
        for state in next {
            if seen.insert(state.clone()) {
                open.push(state);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(behaviour)
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// `main` is the last.
    pub(super) threads: Vec<ThreadState>,
    pub(super) variables: Vec<i32>,
    pub(super) locks: [Option<Held>; MONITORS + 1],
    /// All nodes that were ever on the stack, which never change.
    nodes: Vec<Node>,
    pub(super) top: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct ThreadState {
    pub(super) status: Status,
    /// The next step.
    pub(super) at: usize,
    result: i32,
    temporary: i32,
    /// The node that was read.
    pub(super) node: Option<usize>,
    pub(super) interrupted: bool,
    permit: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Status {
    New,
    Running,
    /// In the wait set of a lock that the thread held so many times.
    Waiting(Lock, usize),
    /// Removed from the wait set, and to acquire the lock again.
    Woken(Lock, usize, Wake),
    /// Waiting for the end of another thread.
    Joining(Thread),
    JoinInterrupted,
    Ended,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Wake {
    Notified,
    Interrupted,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Held {
    pub(super) by: usize,
    times: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    value: i32,
    next: Option<usize>,
}

impl State {
    pub(super) fn first(code: &Code) -> Self {
        let new = ThreadState {
            status: Status::New,
            at: 0,
            result: 0,
            temporary: 0,
            node: None,
            interrupted: false,
            permit: false,
        };
        let mut threads = vec![new; code.threads.len()];
        if let Some(main) = threads.last_mut() {
            main.status = Status::Running;
        }
        let variables = vec![0; code.variables];
        Self { threads, variables, locks: [None; MONITORS + 1], nodes: Vec::new(), top: None }
    }

    /// The outcome, once all threads have ended.
    fn outcome(&self) -> Option<i32> {
        let ended = self.threads.iter().all(|thread| thread.status == Status::Ended);
        let results = self.threads.iter().map(|thread| thread.result);
        let nodes = std::iter::successors(self.top, |node| self.nodes[*node].next);
        let values = nodes.map(|node| self.nodes[node].value);
        ended.then(|| outcome(results.chain(self.variables.iter().copied()).chain(values)))
    }

    fn successors(&self, code: &Code) -> Vec<Self> {
        (0..self.threads.len()).flat_map(|me| self.successors_by(me, &code.threads[me])).collect()
    }

    /// The states to which one thread's next step leads.
    pub(super) fn successors_by(&self, me: usize, steps: &[Step]) -> Vec<Self> {
        let thread = &self.threads[me];
        match (thread.status, steps.get(thread.at)) {
            (Status::Waiting(..), _) if thread.interrupted => {
                vec![self.woken(me, Wake::Interrupted)]
            }
            (Status::New | Status::Ended | Status::Waiting(..) | Status::Joining(_), _) => {
                Vec::new()
            }
            (Status::Woken(lock, times, wake), _) => {
                self.clone().back_from_wait(me, lock, times, wake)
            }
            (Status::JoinInterrupted, _) => vec![self.clone().throw_interrupted(me)],
            (Status::Running, None) => vec![self.clone().end(me)],
            (Status::Running, Some(Step::Notify(lock))) => self.notify(me, *lock),
            (Status::Running, Some(Step::Wait(lock))) => vec![self.clone().wait(me, *lock)],
            (Status::Running, Some(step)) => {
                let mut next = self.clone();
                next.threads[me].at += 1;
                if next.execute(me, *step) { vec![next] } else { Vec::new() }
            }
        }
    }

    /// Executes a step; false if the thread is blocked there.
    fn execute(&mut self, me: usize, step: Step) -> bool {
        match step {
            Step::Enter(lock) => return self.enter(me, lock, 1),
            Step::Park => return self.park(me),
            Step::Exit(lock) => self.exit(lock),
            Step::TryEnter(lock, over) => {
                if !self.enter(me, lock, 1) {
                    self.threads[me].at += over;
                    self.see(me, TAKEN);
                }
            }
            Step::NotifyAll(lock) => {
                for other in self.waiters(lock) {
                    self.wake(other, Wake::Notified);
                }
            }
            Step::Unpark(Thread(other)) => {
                if self.is_alive(other) {
                    self.threads[other].permit = true;
                }
            }
            Step::Start(Thread(other)) => self.threads[other].status = Status::Running,
            Step::Join(other) => self.join(me, other),
            Step::IsAlive(Thread(other)) => self.see(me, i32::from(self.is_alive(other))),
            Step::Interrupt(Thread(other)) => self.interrupt(other),
            Step::Interrupted => {
                let was = std::mem::take(&mut self.threads[me].interrupted);
                self.see(me, i32::from(was));
            }
            access => self.access(me, access),
        }
        true
    }

    /// The steps that read and write variables and the stack.
    fn access(&mut self, me: usize, step: Step) {
        match step {
            Step::Read(v) | Step::ReadBy(v, _) => self.see(me, self.variables[v.0]),
            Step::Write(v, value) | Step::WriteBy(v, value, _) => self.variables[v.0] = value,
            Step::Load(v) => self.threads[me].temporary = self.variables[v.0],
            Step::StoreNext(v) => {
                self.variables[v.0] = std::mem::take(&mut self.threads[me].temporary) + 1;
            }
            Step::CompareAndSet(v, old, new) => {
                let done = self.variables[v.0] == old;
                if done {
                    self.variables[v.0] = new;
                }
                self.see(me, i32::from(done));
            }
            Step::Fence(_) => {}
            Step::GetAndAdd(v, more) | Step::AddBy(v, more, _) => {
                self.see(me, self.variables[v.0]);
                self.variables[v.0] += more;
            }
            Step::SkipUnless(v, value, over) | Step::SkipUnlessBy(v, value, over, _) => {
                if self.variables[v.0] != value {
                    self.threads[me].at += over;
                }
            }
            Step::LoadTop => self.threads[me].node = self.top,
            Step::StoreNode(value) => self.push(me, value),
            Step::StoreRest => self.pop(me),
            // `pop` returns at once when it reads an empty stack: there is nothing to exchange.
            Step::ExchangeRest if self.threads[me].node.is_none() => self.pop(me),
            Step::ExchangeNode(_) | Step::ExchangeRest if self.threads[me].node != self.top => {
                self.threads[me].at -= 2;
            }
            Step::ExchangeNode(value) => self.push(me, value),
            Step::ExchangeRest => self.pop(me),
            other => unreachable!("{other:?} is no access"),
        }
    }

    /// Folds into a thread's result what it sees.
    fn see(&mut self, me: usize, value: i32) {
        self.threads[me].result = fold(self.threads[me].result, value);
    }

    /// Puts a new node before the one that was read.
    fn push(&mut self, me: usize, value: i32) {
        let next = self.threads[me].node.take();
        self.nodes.push(Node { value, next });
        self.top = Some(self.nodes.len() - 1);
    }

    /// The stack becomes what follows the node that was read.
    fn pop(&mut self, me: usize) {
        match self.threads[me].node.take() {
            Some(node) => {
                self.see(me, self.nodes[node].value);
                self.top = self.nodes[node].next;
            }
            None => self.see(me, EMPTY),
        }
    }

    /// Acquires a lock `times` times, if it is free or the thread's own; else false.
    fn enter(&mut self, me: usize, lock: Lock, times: usize) -> bool {
        let before = match self.locks[lock.0] {
            None => 0,
            Some(held) if held.by == me => held.times,
            Some(_) => return false,
        };
        self.locks[lock.0] = Some(Held { by: me, times: before + times });
        true
    }

    fn exit(&mut self, lock: Lock) {
        let held = self.locks[lock.0].expect("who leaves a lock holds it");
        self.locks[lock.0] = (held.times > 1).then_some(Held { times: held.times - 1, ..held });
    }

    /// JLS 17.2.1: an interrupted thread throws, and keeps the lock; another one releases it fully.
    fn wait(mut self, me: usize, lock: Lock) -> Self {
        if self.threads[me].interrupted {
            return self.throw_interrupted(me);
        }
        let held = self.locks[lock.0].take().expect("who waits holds the lock");
        self.threads[me].status = Status::Waiting(lock, held.times);
        self
    }

    /// Returns from a wait, if the lock can be acquired.
    fn back_from_wait(mut self, me: usize, lock: Lock, times: usize, wake: Wake) -> Vec<Self> {
        if !self.enter(me, lock, times) {
            return Vec::new();
        }
        if wake == Wake::Interrupted {
            return vec![self.throw_interrupted(me)];
        }
        self.threads[me].status = Status::Running;
        self.threads[me].at += 1;
        vec![self]
    }

    /// An `InterruptedException` out of the next step, caught where it is thrown.
    fn throw_interrupted(mut self, me: usize) -> Self {
        self.threads[me].status = Status::Running;
        self.threads[me].interrupted = false;
        self.threads[me].at += 1;
        self.see(me, INTERRUPTED);
        self
    }

    fn waiters(&self, lock: Lock) -> Vec<usize> {
        let is_waiting =
            |n: &usize| matches!(self.threads[*n].status, Status::Waiting(on, _) if on == lock);
        (0..self.threads.len()).filter(is_waiting).collect()
    }

    fn wake(&mut self, other: usize, wake: Wake) {
        if let Status::Waiting(lock, times) = self.threads[other].status {
            self.threads[other].status = Status::Woken(lock, times, wake);
        }
    }

    fn woken(&self, other: usize, wake: Wake) -> Self {
        let mut next = self.clone();
        next.wake(other, wake);
        next
    }

    /// A successor for each waiting thread, or one without effect if none waits.
    fn notify(&self, me: usize, lock: Lock) -> Vec<Self> {
        let mut done = self.clone();
        done.threads[me].at += 1;
        let waiters = self.waiters(lock);
        if waiters.is_empty() {
            return vec![done];
        }
        waiters.iter().map(|other| done.woken(*other, Wake::Notified)).collect()
    }

    /// Passes if there is a permit, which is used up, or an interrupt, which is not.
    fn park(&mut self, me: usize) -> bool {
        let thread = &mut self.threads[me];
        std::mem::take(&mut thread.permit) || thread.interrupted
    }

    fn is_alive(&self, other: usize) -> bool {
        !matches!(self.threads[other].status, Status::New | Status::Ended)
    }

    /// Joining a thread that is not alive returns at once, even in an interrupted thread.
    fn join(&mut self, me: usize, other: Thread) {
        if !self.is_alive(other.0) {
            return;
        }
        self.threads[me].at -= 1;
        let interrupted = self.threads[me].interrupted;
        self.threads[me].status =
            if interrupted { Status::JoinInterrupted } else { Status::Joining(other) };
    }

    fn interrupt(&mut self, other: usize) {
        if self.threads[other].status == Status::Ended {
            return;
        }
        self.threads[other].interrupted = true;
        if matches!(self.threads[other].status, Status::Joining(_)) {
            self.threads[other].status = Status::JoinInterrupted;
        }
    }

    /// Ends a thread, and lets the threads that join it go on.
    fn end(mut self, me: usize) -> Self {
        self.threads[me].status = Status::Ended;
        for thread in &mut self.threads {
            if thread.status == Status::Joining(Thread(me)) {
                thread.status = Status::Running;
                thread.at += 1;
            }
        }
        self
    }
}
