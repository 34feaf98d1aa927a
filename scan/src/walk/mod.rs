//! May-happen-in-parallel and locksets: for each statement and thread, which other threads may be
//! running, and which locks the thread holds on all paths there.
//!
//! Running threads are a may-set: a start adds the thread and what that may start in turn; a `join`
//! removes a thread that is single, if the joining thread alone starts it, or if it is never
//! started after the joining thread (`ends.rs`). Held locks are a must-set: monitors and the locks
//! of `java.util.concurrent`, by the register that holds them or by a single abstract object.
//!
//! Otherwise both are lock-oblivious, as in Chord's section 5.1: locks block no thread.

mod ends;
mod locks;

use crate::flow::states;
use crate::handover::{Handovers, When};
use crate::ids::{InstanceId, ObjectId, Reg};
use crate::ir::{Body, Call, Statement};
use crate::joined::JoinLoops;
use crate::order::Waiting;
use crate::points_to::{Bits, PointsTo};
use crate::threads::Threads;
use crate::world::access;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A lock that is held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lock {
    /// The monitor of a single abstract object, or the lock of `java.util.concurrent` that has it
    /// as its part `sync`.
    Single(ObjectId),
    /// A single one for reading: several threads may hold it at once.
    Shared(ObjectId),
    /// The monitor of what a register holds, in the instance that is executed. Its definition
    /// dominates the statements where it is held, and on the first path to the definition it is not
    /// held. Since only what is held on all paths counts, it is not held where a loop executes the
    /// definition again, and gives the register another object.
    Register(Reg),
    /// The lock of `java.util.concurrent` that a register holds; the monitor of the same object is
    /// another lock.
    Itself(Reg),
}

/// What holds at a statement.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Here {
    /// Threads that may be running.
    pub running: Bits,
    /// Locks that are held.
    pub held: BTreeSet<Lock>,
    /// Of these, how many times more than once this activation has acquired them.
    again: BTreeMap<Lock, u32>,
    /// Flags that this thread may have set ([`crate::handover`]).
    pub set: Bits,
    /// Flags that it has found set on all paths.
    pub seen: Bits,
}

impl Here {
    /// Merges the state of another path: may-sets are united, must-sets intersected. Says whether
    /// anything changed.
    fn meet(&mut self, other: &Self) -> bool {
        let grew = self.running.add_all(&other.running, &mut Bits::default());
        let grew = self.set.add_all(&other.set, &mut Bits::default()) || grew;
        let before = (self.held.len(), self.seen.len());
        self.held.retain(|lock| other.held.contains(lock));
        self.seen = self.seen.common(&other.seen);
        let mut fewer = false;
        self.again.retain(|lock, times| {
            let also = other.again.get(lock).copied().unwrap_or(0).min(*times);
            fewer |= also < *times;
            *times = also;
            also > 0
        });
        grew || fewer || (self.held.len(), self.seen.len()) != before
    }

    /// A lock is acquired, maybe again by the thread that holds it.
    fn hold(&mut self, lock: Lock) {
        if !self.held.insert(lock) {
            *self.again.entry(lock).or_default() += 1;
        }
    }

    /// A lock is released once; it stays held if it was acquired more often.
    fn release(&mut self, lock: Lock) {
        match self.again.get_mut(&lock) {
            Some(1) => drop(self.again.remove(&lock)),
            Some(times) => *times -= 1,
            None => drop(self.held.remove(&lock)),
        }
    }

    /// Of other locks it is not known any more that they are held.
    fn keep(&mut self, is_kept: impl Fn(&Lock) -> bool) {
        self.held.retain(|lock| is_kept(lock));
        self.again.retain(|lock, _| is_kept(lock));
    }
}

/// What a call does to the threads that run: those that it may have started, and those that it
/// surely has seen end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Summary {
    started: Bits,
    /// None if it does not return, as far as is known (the least element).
    ended: Option<Bits>,
}

/// May-effects of an instance and all that it calls, flow-insensitive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Effects {
    /// The threads that are started, and by these.
    started: Bits,
    /// The locks of `java.util.concurrent` that are released, and their common parts
    /// (`common_parts`).
    unlocked: Bits,
    /// The flags that are set.
    set: Bits,
}

/// What a call does to the state before it, whatever that is.
#[derive(Debug, Default)]
struct Effect {
    /// The threads that may run behind it, besides those that did before; none if it also joins
    /// some.
    starts: Option<Bits>,
    /// Those that may run if it throws.
    may_start: Bits,
    set: Bits,
    unlocked: Bits,
}

/// The walks of all threads.
pub struct Walks<'a> {
    points_to: &'a PointsTo,
    threads: &'a Threads,
    handovers: &'a Handovers<'a>,
    joined: JoinLoops,
    callers: Vec<Vec<(InstanceId, Option<u32>)>>,
    /// Instances in which the state is the same from their beginning to their end.
    quiet: Bits,
    /// The instances from which one that is asked for is reached: others need no state.
    leading: Bits,
    summaries: FxHashMap<InstanceId, Summary>,
    effects: FxHashMap<InstanceId, Effects>,
    /// By call, as far as it was asked for.
    by_call: RefCell<FxHashMap<(InstanceId, u32), Rc<Effect>>>,
    /// By abstract thread: those that may run at the same time, itself among them if several of its
    /// concrete threads may.
    pub parallel: Vec<Bits>,
    /// By thread: those that it may start, and these in turn.
    descendants: Vec<Bits>,
    /// By thread: what holds where an instance begins.
    entries: Vec<BTreeMap<InstanceId, Here>>,
}

impl<'a> Walks<'a> {
    /// Walks until nothing changes.
    #[must_use]
    pub fn new(
        points_to: &'a PointsTo,
        threads: &'a Threads,
        handovers: &'a Handovers<'a>,
        wanted: &BTreeSet<InstanceId>,
    ) -> Self {
        let count = threads.all.len();
        let mut walks = Self {
            points_to,
            threads,
            handovers,
            joined: JoinLoops::new(points_to, threads),
            callers: points_to.callers(),
            quiet: Bits::default(),
            leading: Bits::default(),
            summaries: FxHashMap::default(),
            effects: FxHashMap::default(),
            by_call: RefCell::default(),
            parallel: vec![Bits::default(); count],
            descendants: Vec::new(),
            entries: vec![BTreeMap::new(); count],
        };
        walks.descendants = (0..count).map(|thread| walks.descendants_of(thread)).collect();
        walks.find_effects();
        walks.summarise();
        walks.find_quiet();
        // Which threads run in parallel follows from what holds where they are started.
        let starters =
            threads.all.iter().flat_map(|thread| thread.starts.iter().map(|(starter, _)| *starter));
        walks.find_leading(starters.collect());
        loop {
            let before = walks.parallel.clone();
            for thread in 0..count {
                walks.walk(thread);
                walks.find_parallel(thread);
            }
            if before == walks.parallel || !points_to.goes_on() {
                break;
            }
        }
        walks.find_leading(wanted.iter().copied().collect());
        (0..count).for_each(|thread| walks.walk(thread));
        walks
    }

    fn find_leading(&mut self, mut work: Vec<InstanceId>) {
        self.leading = Bits::default();
        while let Some(instance) = work.pop() {
            if self.leading.insert(instance.0) {
                work.extend(self.callers[instance.index()].iter().map(|(caller, _)| *caller));
            }
        }
    }

    fn descendants_of(&self, thread: usize) -> Bits {
        let mut found = Bits::default();
        let mut work = vec![thread];
        while let Some(at) = work.pop() {
            for (child, thread) in self.threads.all.iter().enumerate() {
                let is_child = thread
                    .starts
                    .iter()
                    .any(|(starter, _)| self.threads.all[at].reached.contains(starter.0));
                if is_child && found.insert(child as u32) {
                    work.push(child);
                }
            }
        }
        found
    }

    // ---- walks

    /// All instances that a thread executes, from its first.
    fn walk(&mut self, thread: usize) {
        let own = &self.threads.all[thread];
        // Of several such threads, one may have started them before another begins.
        let is_one = self.threads.is_called_once(own.entry);
        let only_descendants = |other: &u32| {
            is_one
                && self.descendants[thread].contains(*other)
                && self.threads.all[*other as usize].starts.iter().all(|(at, _)| {
                    self.threads.reaching(*at).all(|starter| {
                        starter == thread || self.descendants[thread].contains(starter as u32)
                    })
                })
        };
        let running =
            self.parallel[thread].iter().filter(|other| !only_descendants(other)).collect();
        let begin = Here { running, ..Here::default() };
        let mut entries = BTreeMap::from([(own.entry, begin)]);
        let mut waiting = Waiting::nobody(self.points_to);
        waiting.add(own.entry);
        while let Some(instance) = waiting.caller() {
            let here = entries[&instance].clone();
            self.visit(thread, instance, here, |call, state| {
                let callees: Vec<InstanceId> = match call {
                    Some((number, _)) => {
                        self.points_to.instances[instance.index()].called_by(number).collect()
                    }
                    None => self.points_to.instances[instance.index()]
                        .callees
                        .iter()
                        .filter(|(call, _)| call.is_none())
                        .map(|(_, callee)| *callee)
                        .collect(),
                };
                for callee in callees.into_iter().filter(|callee| self.leading.contains(callee.0)) {
                    let passed = self.passed(state, call.map(|(_, call)| call), callee);
                    let changed = match entries.entry(callee) {
                        std::collections::btree_map::Entry::Vacant(entry) => {
                            entry.insert(passed);
                            true
                        }
                        std::collections::btree_map::Entry::Occupied(mut entry) => {
                            entry.get_mut().meet(&passed)
                        }
                    };
                    if changed {
                        waiting.add(callee);
                    }
                }
            });
        }
        self.entries[thread] = entries;
    }

    /// The state of a call as the callee has it: locks by its own registers.
    fn passed(&self, state: &Here, call: Option<&Call>, callee: InstanceId) -> Here {
        let body = &self.points_to.instances[callee.index()].body;
        let mut held = BTreeSet::new();
        for lock in &state.held {
            match lock {
                Lock::Single(_) | Lock::Shared(_) => {
                    held.insert(*lock);
                }
                Lock::Register(reg) | Lock::Itself(reg) => {
                    let arguments = call
                        .into_iter()
                        .flat_map(|call| call.arguments.iter().zip(&body.parameters));
                    let own = arguments.filter(|(argument, own)| *argument == reg && own.is_some());
                    held.extend(own.map(|(_, own)| match lock {
                        Lock::Itself(_) => Lock::Itself(*own),
                        _ => Lock::Register(*own),
                    }));
                }
            }
        }
        Here { held, again: BTreeMap::new(), ..state.clone() }
    }

    /// What holds before each call, and where the instance begins.
    fn visit(
        &self,
        thread: usize,
        instance: InstanceId,
        mut here: Here,
        mut call: impl FnMut(Option<(u32, &Call)>, &Here),
    ) {
        let body = self.points_to.instances[instance.index()].body.clone();
        self.enter_method(instance, &mut here);
        if self.quiet.contains(instance.0) {
            return self.calls_of_quiet(thread, instance, &here, call);
        }
        // It is not known which statement finds a class that is not initialised yet.
        let initialises = self.points_to.instances[instance.index()].initialises();
        let mut anywhere = here.clone();
        self.at_statements(thread, instance, here, |at, state| {
            if initialises {
                anywhere.meet(state);
            }
            if let Statement::Call { call: number } = body.statements[at as usize] {
                call(Some((number, &body.calls[number as usize])), state);
            }
        });
        if initialises {
            call(None, &anywhere);
        }
    }

    /// The same holds at all calls.
    fn calls_of_quiet(
        &self,
        thread: usize,
        instance: InstanceId,
        here: &Here,
        mut call: impl FnMut(Option<(u32, &Call)>, &Here),
    ) {
        let body = &self.points_to.instances[instance.index()].body;
        let may_be = self.threads.blocks(self.points_to, instance, thread);
        let mut met = vec![false; body.blocks.len()];
        let mut work: Vec<u32> = (!body.blocks.is_empty()).then_some(0).into_iter().collect();
        while let Some(number) = work.pop() {
            if !may_be[number as usize] || std::mem::replace(&mut met[number as usize], true) {
                continue;
            }
            let block = &body.blocks[number as usize];
            for statement in &body.statements[block.start as usize..block.end as usize] {
                if let Statement::Call { call: number } = *statement {
                    call(Some((number, &body.calls[number as usize])), here);
                }
            }
            work.extend(block.next.iter().chain(&block.handlers));
        }
        if self.points_to.instances[instance.index()].initialises() {
            call(None, here);
        }
    }

    fn find_quiet(&mut self) {
        let is_quiet = |number: &u32| self.is_quiet(InstanceId(*number));
        self.quiet = (0..self.points_to.instances.len() as u32).filter(is_quiet).collect();
    }

    /// Neither the instance nor what it calls starts or awaits threads, takes or releases locks,
    /// sets or sees flags.
    fn is_quiet(&self, instance: InstanceId) -> bool {
        let found = &self.points_to.instances[instance.index()];
        let changes = |callee: &InstanceId| {
            self.summaries.contains_key(callee) || self.effects.contains_key(callee)
        };
        let is_loud = |(at, statement): (usize, &Statement)| match *statement {
            Statement::Enter { .. } | Statement::Exit { .. } => true,
            Statement::Call { call } => {
                let call = &found.body.calls[call as usize];
                self.locking(call).is_some()
                    || self.is_join(call)
                    || self.handovers.touches(instance, at as u32)
            }
            _ => self.handovers.touches(instance, at as u32),
        };
        found.starts.is_empty()
            && !found.callees.iter().any(|(_, callee)| changes(callee))
            && !found.body.statements.iter().enumerate().any(is_loud)
    }

    fn enter_method(&self, instance: InstanceId, here: &mut Here) {
        let found = &self.points_to.instances[instance.index()];
        here.running.add_all(&self.started_by_initialisers(instance), &mut Bits::default());
        for effects in self.effects_of_initialisers(instance) {
            here.set.add_all(&effects.set, &mut Bits::default());
        }
        self.forget_unlocked_any_time(instance, here);
        let method = &self.points_to.world.methods[found.method.index()];
        if !method.is(access::SYNCHRONIZED) {
            return;
        }
        if method.is(access::STATIC) {
            self.points_to
                .mirror_of(method.class)
                .into_iter()
                .for_each(|class| here.hold(Lock::Single(class)));
        } else {
            self.take(instance, Reg(0), here);
        }
    }

    /// What holds before each statement.
    fn at_statements(
        &self,
        thread: usize,
        instance: InstanceId,
        here: Here,
        mut at_statement: impl FnMut(u32, &Here),
    ) {
        let body = self.points_to.instances[instance.index()].body.clone();
        let flow = |state: &mut Here, at: u32| self.behind(instance, &body, state, at);
        let edge =
            |state: &Here, block: usize, to: u32| self.along(instance, &body, state, block, to);
        let thrown = |state: &Here, at: u32| {
            let mut state = state.clone();
            self.set_flags(instance, at, &mut state);
            if let Statement::Call { call } = body.statements[at as usize] {
                let effect = self.effect(instance, &body, call);
                state.running.add_all(&effect.may_start, &mut Bits::default());
                state.set.add_all(&effect.set, &mut Bits::default());
                self.forget(instance, &effect.unlocked, &mut state);
            }
            state
        };
        for (block, state) in states(
            &body,
            &self.threads.blocks(self.points_to, instance, thread),
            here,
            flow,
            thrown,
            edge,
            Here::meet,
        ) {
            let block = &body.blocks[block];
            let mut state = state;
            for at in block.start..block.end {
                at_statement(at, &state);
                self.behind(instance, &body, &mut state, at);
            }
        }
    }

    fn behind(&self, instance: InstanceId, body: &Body, here: &mut Here, at: u32) {
        let statement = body.statements[at as usize];
        self.set_flags(instance, at, here);
        if let Some((flag, When::Always)) = self.handovers.seen_by(instance, at) {
            here.seen.insert(flag);
        }
        match statement {
            Statement::Enter { of } => self.take(instance, of, here),
            Statement::Exit { of } => self.leave(instance, of, here),
            Statement::Call { call } => {
                let effect = self.effect(instance, body, call);
                match &effect.starts {
                    Some(started) => drop(here.running.add_all(started, &mut Bits::default())),
                    None => {
                        let started = std::mem::take(&mut here.running);
                        let mut summary = Summary { started, ended: Some(Bits::default()) };
                        self.summary_behind(instance, body, &mut summary, at);
                        here.running = summary.started;
                    }
                }
                here.set.add_all(&effect.set, &mut Bits::default());
                self.forget(instance, &effect.unlocked, here);
                self.call_lock(instance, &body.calls[call as usize], here);
            }
            _ => {}
        }
        self.forget_unlocked_any_time(instance, here);
    }

    // ---- flags

    fn set_flags(&self, instance: InstanceId, at: u32, here: &mut Here) {
        here.set.extend(self.handovers.set_by(instance, at));
    }

    /// The state along the edge from a block to another: which way a branch goes says whether the
    /// flag that it tests was set.
    fn along(
        &self,
        instance: InstanceId,
        body: &Body,
        state: &Here,
        block: usize,
        to: u32,
    ) -> Here {
        let mut here = state.clone();
        let ended = self.ended_along(instance, block, to);
        if !ended.is_empty() {
            here.running = here.running.iter().filter(|thread| !ended.contains(*thread)).collect();
        }
        let block = &body.blocks[block];
        if let Some(call) = self.tried_along(body, block, to) {
            self.take_lock(instance, call, &mut here);
        }
        if let Some(test) = block.zero_test {
            match self.handovers.seen_by(instance, test.statement) {
                Some((flag, When::IfSome)) if test.unless == to => {
                    here.seen.insert(flag);
                }
                Some((flag, When::IfZero)) if test.only_if == Some(to) => {
                    here.seen.insert(flag);
                }
                _ => {}
            }
        }
        if let Some((reg, unless)) = block.unless_null
            && unless == to
            && let Some(at) = body.definition(reg)
            && let Some((flag, When::IfSome)) = self.handovers.seen_by(instance, at)
        {
            here.seen.insert(flag);
        }
        here
    }

    // ---- what was found

    /// By the starts that a thread executes: which threads may run in parallel.
    fn find_parallel(&mut self, thread: usize) {
        let mut found: Vec<(usize, u32)> = Vec::new();
        let starters: BTreeSet<InstanceId> = self
            .threads
            .all
            .iter()
            .flat_map(|thread| thread.starts.iter().map(|(starter, _)| *starter))
            .collect();
        for (instance, here) in
            self.entries[thread].iter().filter(|(instance, _)| starters.contains(instance))
        {
            let points_to = self.points_to;
            self.visit(thread, *instance, here.clone(), |call, state| {
                let Some((call, _)) = call else { return };
                for (_, entry) in points_to.instances[instance.index()]
                    .starts
                    .iter()
                    .filter(|(other, _)| *other == call)
                {
                    let Some(started) = self.thread_of(*entry) else { continue };
                    found.push((started, thread as u32));
                    found.extend(state.running.iter().map(|other| (started, other)));
                }
            });
        }
        for (one, other) in found {
            self.parallel[one].insert(other);
            self.parallel[other as usize].insert(one as u32);
        }
    }

    /// Tells of each statement of an instance that was wanted, if a thread executes it, what holds
    /// there.
    pub fn tell(&self, thread: usize, instance: InstanceId, at_statement: impl FnMut(u32, &Here)) {
        if let Some(here) = self.entries[thread].get(&instance) {
            let mut here = here.clone();
            self.enter_method(instance, &mut here);
            self.at_statements(thread, instance, here, at_statement);
        }
    }
}
