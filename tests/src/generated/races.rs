//! The oracle for data races: every interleaving of a program's atomic steps, up to the first race
//! of each, with happens-before kept in vector clocks. Interleavings are merged only where their
//! clocks and last accesses are equal, too. A race that comes only after others is not found.
//!
//! A race is two accesses of one variable by two threads, one of them a write and one of them
//! plain, that happens-before does not order. The edges are those of the Java Language
//! Specification (17.4.5), with two liberties: a read of a volatile variable synchronizes with all
//! earlier writes of it, not only with the one it reads; and the `ReentrantLock` is modelled as the
//! volatile variable that implements it, so that a `tryLock` that fails orders, too.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use raceproof_base::{AccessKind, Conflict, Mode as Order};

use super::flat::{Code, Step};
use super::program::{Fence, Lock, Program, REENTRANT, Side, Thread, Variable, VariableKind};
use super::reference::{State, Status, Wake};

/// A variable that accesses can race for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// A shared variable of the program.
    Variable(Variable),
    /// The top of the stack.
    Top,
}

/// Which races are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Whichever access comes first.
    All,
    /// Races whose read comes first are ignored, and executions are followed past them.
    OfWrites,
}

/// The races over all executions of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Races {
    /// The first races of each execution: those of the earliest access that races with an earlier
    /// one, with all that it races with.
    pub first: BTreeSet<(Place, Conflict)>,
    /// The variables with a weak race in some execution, up to its first race: two accesses that
    /// race but for their modes, none plain, one weaker than volatile.
    pub weak: BTreeSet<Place>,
    /// Whether some execution has conflicting accesses of two threads, one of them plain, ordered
    /// or not.
    pub is_contested: bool,
}

/// The races of a program; none if it has more than `most` states.
pub fn explore(program: &Program, which: Which, most: usize) -> Option<Races> {
    // A permit orders nothing.
    explore_ordered(program, which, most, |carrier| !matches!(carrier, Carrier::Permit(_)))
}

/// The same by the carriers that `orders` says.
pub(super) fn explore_ordered(
    program: &Program,
    which: Which,
    most: usize,
    orders: Orders,
) -> Option<Races> {
    let code = Code::of(program);
    let first = (State::first(&code), Past::first(code.threads.len()));
    let mut seen = HashSet::from([first.clone()]);
    let mut open = vec![first];
    let mut races = Races::default();
    while let Some((state, past)) = open.pop() {
        for (me, steps) in code.threads.iter().enumerate() {
            let step = steps.get(state.threads[me].at);
            for next in state.successors_by(me, steps) {
                let mut telling = Telling::new(program, which, orders, me, past.clone());
                telling.tell(&state, step, &next);
                races.is_contested |= telling.is_contested;
                if telling.races.is_empty() {
                    let reached = (next, telling.past);
                    if seen.insert(reached.clone()) {
                        open.push(reached);
                    }
                }
                races.first.extend(telling.races);
                races.weak.extend(telling.weak);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(races)
}

/// A vector clock: how many steps of each thread happen before.
type Clock = Vec<usize>;

fn join(clock: &mut Clock, other: &Clock) {
    for (own, others) in clock.iter_mut().zip(other) {
        *own = (*own).max(*others);
    }
}

/// What a happens-before edge goes through: one thread releases its clock into it, another acquires
/// that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Carrier {
    Lock(Lock),
    Variable(Place),
    /// The start of a thread.
    Start(usize),
    /// Its end.
    End(usize),
    /// That it was interrupted.
    Interrupt(usize),
    /// That it may go on from where it parks.
    Permit(usize),
    /// What it had done at its last release fence: its later writes carry that.
    ReleaseFence(usize),
    /// What was released where it has read: its next acquire fence learns that.
    AcquireFence(usize),
}

/// The carriers that order; mutants of the oracle have others.
pub(super) type Orders = fn(Carrier) -> bool;

/// The history that races depend on: clocks and last accesses.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Past {
    clocks: Vec<Clock>,
    released: BTreeMap<Carrier, Clock>,
    /// The step of the last access of each sort; volatile ones only where there are weaker ones.
    accesses: BTreeMap<(Place, Accessor), usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Accessor {
    thread: usize,
    access: AccessKind,
    order: Order,
}

impl Past {
    fn first(threads: usize) -> Self {
        let clocks = vec![vec![0; threads]; threads];
        Self { clocks, released: BTreeMap::new(), accesses: BTreeMap::new() }
    }
}

/// The effect of one step: the history after it, and the races that it completes.
struct Telling<'a> {
    me: usize,
    program: &'a Program,
    which: Which,
    orders: Orders,
    past: Past,
    races: BTreeSet<(Place, Conflict)>,
    weak: BTreeSet<Place>,
    is_contested: bool,
}

impl<'a> Telling<'a> {
    fn new(program: &'a Program, which: Which, orders: Orders, me: usize, past: Past) -> Self {
        Self {
            me,
            program,
            which,
            orders,
            past,
            races: BTreeSet::new(),
            weak: BTreeSet::new(),
            is_contested: false,
        }
    }

    /// Applies what leads from one state to the next: a step, the end of a thread, or the end of
    /// its wait.
    fn tell(&mut self, before: &State, step: Option<&Step>, after: &State) {
        self.past.clocks[self.me][self.me] += 1;
        match (before.threads[self.me].status, step) {
            (Status::Woken(lock, _, wake), _) => {
                self.acquire(Carrier::Lock(lock));
                if wake == Wake::Interrupted {
                    self.acquire(Carrier::Interrupt(self.me));
                }
            }
            (Status::JoinInterrupted, _) => self.acquire(Carrier::Interrupt(self.me)),
            (Status::Running, None) => self.end(before),
            (Status::Running, Some(step)) => self.tell_step(before, *step, after),
            // Waking from a wait that was interrupted: the lock is still to be had.
            _ => {}
        }
    }

    /// Threads that join this one acquire its end in the same step.
    fn end(&mut self, before: &State) {
        let end = Carrier::End(self.me);
        self.release(end);
        for (other, thread) in before.threads.iter().enumerate() {
            if thread.status == Status::Joining(Thread(self.me)) {
                self.acquire_by(other, end);
            }
        }
    }

    fn tell_step(&mut self, before: &State, step: Step, after: &State) {
        let own = &before.threads[self.me];
        match step {
            Step::Start(Thread(other)) => {
                self.release(Carrier::Start(other));
                self.acquire_by(other, Carrier::Start(other));
            }
            Step::Join(Thread(other)) | Step::IsAlive(Thread(other)) => {
                if before.threads[other].status == Status::Ended {
                    self.acquire(Carrier::End(other));
                }
            }
            Step::Enter(lock) => self.enter(lock),
            Step::TryEnter(lock, _)
                if after.locks[lock.0].is_some_and(|held| held.by == self.me) =>
            {
                self.enter(lock);
            }
            Step::TryEnter(lock, _) => self.acquire(Carrier::Lock(lock)),
            Step::Exit(lock) => self.release(Carrier::Lock(lock)),
            Step::Wait(_) | Step::Interrupted if own.interrupted => {
                self.acquire(Carrier::Interrupt(self.me));
            }
            Step::Wait(lock) => self.release(Carrier::Lock(lock)),
            Step::Interrupt(Thread(other)) => self.release(Carrier::Interrupt(other)),
            Step::Unpark(Thread(other)) => self.release(Carrier::Permit(other)),
            Step::Park => self.acquire(Carrier::Permit(self.me)),
            // A notification orders nothing: the lock does.
            Step::Interrupted | Step::Notify(_) | Step::NotifyAll(_) => {}
            Step::Fence(fence) => self.fence(fence),
            access => self.tell_access(before, access),
        }
    }

    fn fence(&mut self, fence: Fence) {
        if fence != Fence::Release {
            self.acquire(Carrier::AcquireFence(self.me));
        }
        if fence != Fence::Acquire {
            self.release(Carrier::ReleaseFence(self.me));
        }
    }

    /// What was released into one carrier is released into the other, too.
    fn pass(&mut self, from: Carrier, to: Carrier) {
        if let Some(released) = self.past.released.get(&from).cloned().filter(|_| (self.orders)(to))
        {
            join(
                self.past.released.entry(to).or_insert_with(|| vec![0; released.len()]),
                &released,
            );
        }
    }

    fn tell_access(&mut self, before: &State, step: Step) {
        let node = before.threads[self.me].node;
        match step {
            Step::Read(v) | Step::Load(v) | Step::SkipUnless(v, ..) => {
                self.access(Place::Variable(v), AccessKind::Read);
            }
            Step::Write(v, _) | Step::StoreNext(v) => {
                self.access(Place::Variable(v), AccessKind::Write);
            }
            Step::ReadBy(v, order) | Step::SkipUnlessBy(v, _, _, order) => {
                self.access_by(Place::Variable(v), AccessKind::Read, order);
            }
            Step::WriteBy(v, _, order) => {
                self.access_by(Place::Variable(v), AccessKind::Write, order);
            }
            Step::AddBy(v, _, side) => self.add_by(Place::Variable(v), side),
            Step::CompareAndSet(v, old, _) => {
                self.update(Place::Variable(v), before.variables[v.0] == old);
            }
            Step::GetAndAdd(v, _) => self.update(Place::Variable(v), true),
            Step::LoadTop => self.access(Place::Top, AccessKind::Read),
            // Of an empty stack there is no rest.
            Step::StoreRest | Step::ExchangeRest if node.is_none() => {}
            Step::StoreNode(_) | Step::StoreRest => self.access(Place::Top, AccessKind::Write),
            Step::ExchangeNode(_) | Step::ExchangeRest => {
                self.update(Place::Top, before.top == node);
            }
            other => unreachable!("{other:?} is no access"),
        }
    }

    fn acquire(&mut self, from: Carrier) {
        self.acquire_by(self.me, from);
    }

    fn acquire_by(&mut self, thread: usize, from: Carrier) {
        if let Some(released) = self.past.released.get(&from) {
            join(&mut self.past.clocks[thread], released);
        }
    }

    fn release(&mut self, to: Carrier) {
        if !(self.orders)(to) {
            return;
        }
        let own = &self.past.clocks[self.me];
        join(self.past.released.entry(to).or_insert_with(|| vec![0; own.len()]), own);
    }

    /// Taking the `ReentrantLock` writes its state, which a `tryLock` that fails reads.
    fn enter(&mut self, lock: Lock) {
        self.acquire(Carrier::Lock(lock));
        if lock == REENTRANT {
            self.release(Carrier::Lock(lock));
        }
    }

    fn declared(&self, place: Place) -> VariableKind {
        match place {
            Place::Variable(v) => self.program.variables[v.0],
            Place::Top => self.program.top,
        }
    }

    /// An access by the mode that the variable's declaration gives.
    fn access(&mut self, place: Place, access: AccessKind) {
        let order = match self.declared(place) {
            VariableKind::Plain => Order::Plain,
            VariableKind::Volatile => Order::Volatile,
        };
        self.access_as(place, access, order);
    }

    /// A plain access of a volatile variable is one as it is declared: the language has no other.
    fn access_by(&mut self, place: Place, access: AccessKind, order: Order) {
        if order == Order::Plain {
            self.access(place, access);
        } else {
            self.access_as(place, access, order);
        }
    }

    /// A volatile read and, perhaps, write at once, whatever the variable is declared as.
    fn update(&mut self, place: Place, writes: bool) {
        self.access_as(place, AccessKind::Read, Order::Volatile);
        if writes && self.races.is_empty() {
            self.access_as(place, AccessKind::Write, Order::Volatile);
        }
    }

    fn add_by(&mut self, place: Place, side: Side) {
        let (read, write) = match side {
            Side::Acquire => (Order::AcquireRelease, Order::Opaque),
            Side::Release => (Order::Opaque, Order::AcquireRelease),
        };
        self.access_as(place, AccessKind::Read, read);
        if self.races.is_empty() {
            self.access_as(place, AccessKind::Write, write);
        }
    }

    fn access_as(&mut self, place: Place, access: AccessKind, order: Order) {
        let (variable, me) = (Carrier::Variable(place), self.me);
        match (order, access) {
            (Order::Volatile | Order::AcquireRelease, AccessKind::Read) => self.acquire(variable),
            (Order::Opaque, AccessKind::Read) => self.pass(variable, Carrier::AcquireFence(me)),
            _ => {}
        }
        if self.declared(place) == VariableKind::Plain || self.program.has_modes() {
            let accessor = Accessor { thread: me, access, order };
            self.compare(place, accessor);
            if self.which == Which::All || access == AccessKind::Write {
                self.past.accesses.insert((place, accessor), self.past.clocks[me][me]);
            }
        }
        match (order, access) {
            (Order::Volatile | Order::AcquireRelease, AccessKind::Write) => self.release(variable),
            (Order::Opaque, AccessKind::Write) => self.pass(Carrier::ReleaseFence(me), variable),
            _ => {}
        }
    }

    /// Compares an access with the earlier ones of its variable.
    fn compare(&mut self, place: Place, now: Accessor) {
        for ((_, earlier), step) in
            self.past.accesses.iter().filter(|((other, _), _)| *other == place)
        {
            let conflict = match (earlier.access, now.access) {
                (AccessKind::Write, AccessKind::Write) => Conflict::WriteWrite,
                (AccessKind::Write, AccessKind::Read) => Conflict::WriteRead,
                (AccessKind::Read, AccessKind::Write) => Conflict::ReadWrite,
                (AccessKind::Read, AccessKind::Read) => continue,
            };
            let is = |order: Order| earlier.order == order || now.order == order;
            let is_volatile = (earlier.order, now.order) == (Order::Volatile, Order::Volatile);
            if earlier.thread == now.thread || is_volatile {
                continue;
            }
            self.is_contested |= is(Order::Plain);
            if self.past.clocks[self.me][earlier.thread] < *step {
                if is(Order::Plain) {
                    self.races.insert((place, conflict));
                } else {
                    self.weak.insert(place);
                }
            }
        }
    }
}
