//! What holds where a statement is executed by a thread: which other threads may be running, and which locks the thread holds on all
//! ways there.
//!
//! Running threads are a may-set: a start adds the thread and what that may start in turn; a join takes away a thread of which there is
//! one object, if the joining thread alone starts it. Held locks are a must-set: monitors and the locks of `java.util.concurrent`,
//! by the register that holds them or by an object of which there is one.
//!
//! Both are lock-oblivious otherwise, as in the paper: nobody waits for anybody.

use crate::flow::states;
use crate::handover::{Handovers, When};
use crate::ids::{InstanceId, ObjectId, Reg};
use crate::ir::{Body, Call, Statement};
use crate::joined::JoinLoops;
use crate::points_to::{Bits, PointsTo};
use crate::threads::Threads;
use crate::world::access;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A lock that is held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lock {
    /// The one object of its kind.
    Single(ObjectId),
    /// The same, for reading: two may hold it at once.
    Shared(ObjectId),
    /// The monitor of what a register holds, in the instance that is executed. Its definition dominates where it is held, and is not held
    /// on the first way to it: so a lock is never held by a register whose object is another one meanwhile.
    Register(Reg),
    /// What a register holds, if that is a lock itself: its monitor is another one.
    Itself(Reg),
}

/// What holds at a statement.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Here {
    /// Threads that may be running.
    pub running: Bits,
    /// Locks that are held.
    pub held: BTreeSet<Lock>,
    /// Flags that this thread may have set ([`crate::handover`]).
    pub set: Bits,
    /// Flags that it has surely seen set.
    pub seen: Bits,
}

impl Here {
    /// On another way here, that holds. Says whether anything changed.
    fn meet(&mut self, other: &Self) -> bool {
        let grew = self.running.add_all(&other.running, &mut Bits::default());
        let grew = self.set.add_all(&other.set, &mut Bits::default()) || grew;
        let before = (self.held.len(), self.seen.len());
        self.held.retain(|lock| other.held.contains(lock));
        self.seen = self.seen.common(&other.seen);
        grew || (self.held.len(), self.seen.len()) != before
    }
}

/// What a call does to the threads that run: those that it may have started, and those that it surely has seen end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Summary {
    started: Bits,
    /// None: it does not come back, as far as is known.
    ended: Option<Bits>,
}

/// What an instance and all that it calls may do, in whatever order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Effects {
    /// The threads that are started, and by these.
    started: Bits,
    /// The objects by which locks are released that are no monitors, and what these have in common.
    unlocked: Bits,
    /// The flags that are set.
    set: Bits,
}

/// The walks of all threads.
pub struct Walks<'a> {
    points_to: &'a PointsTo,
    threads: &'a Threads,
    handovers: &'a Handovers<'a>,
    joined: JoinLoops,
    callers: Vec<Vec<(InstanceId, Option<u32>)>>,
    summaries: FxHashMap<InstanceId, Summary>,
    effects: FxHashMap<InstanceId, Effects>,
    /// By thread: those that may run at the same time, itself among them if there are several of it.
    pub parallel: Vec<Bits>,
    /// By thread: those that it may start, and these in turn.
    descendants: Vec<Bits>,
    /// By thread: what holds where an instance begins.
    entries: Vec<BTreeMap<InstanceId, Here>>,
}

impl<'a> Walks<'a> {
    /// Walks until nothing changes.
    #[must_use]
    pub fn new(points_to: &'a PointsTo, threads: &'a Threads, handovers: &'a Handovers<'a>) -> Self {
        let count = threads.all.len();
        let mut walks = Self {
            points_to,
            threads,
            handovers,
            joined: JoinLoops::new(points_to, threads),
            callers: points_to.callers(),
            summaries: FxHashMap::default(),
            effects: FxHashMap::default(),
            parallel: vec![Bits::default(); count],
            descendants: Vec::new(),
            entries: vec![BTreeMap::new(); count],
        };
        walks.descendants = (0..count).map(|thread| walks.descendants_of(thread)).collect();
        walks.find_effects();
        walks.summarise();
        loop {
            let before = walks.parallel.clone();
            for thread in 0..count {
                walks.walk(thread);
                walks.find_parallel(thread);
            }
            if before == walks.parallel {
                return walks;
            }
        }
    }

    fn descendants_of(&self, thread: usize) -> Bits {
        let mut found = Bits::default();
        let mut work = vec![thread];
        while let Some(at) = work.pop() {
            for (child, thread) in self.threads.all.iter().enumerate() {
                let is_child =
                    thread.starts.iter().any(|(starter, _)| self.threads.all[at].reached.contains(starter.0));
                if is_child && found.insert(child as u32) {
                    work.push(child);
                }
            }
        }
        found
    }

    // ---- starts and joins

    fn thread_of(&self, entry: InstanceId) -> Option<usize> {
        self.threads.all.iter().position(|thread| thread.entry == entry)
    }

    /// What a call starts by itself.
    fn started_by(&self, instance: InstanceId, call: u32) -> Bits {
        let mut started = Bits::default();
        for (_, entry) in self.points_to.instances[instance.index()].starts.iter().filter(|(other, _)| *other == call) {
            if let Some(thread) = self.thread_of(*entry) {
                started.insert(thread as u32);
                started.add_all(&self.descendants[thread], &mut Bits::default());
            }
        }
        started
    }

    /// What class initialisers may do that run somewhere in an instance.
    fn effects_of_initialisers(&self, instance: InstanceId) -> impl Iterator<Item = &Effects> {
        let callees = self.points_to.instances[instance.index()].callees.iter();
        callees.take_while(|(call, _)| call.is_none()).filter_map(|(_, initialiser)| self.effects.get(initialiser))
    }

    fn started_by_initialisers(&self, instance: InstanceId) -> Bits {
        let mut started = Bits::default();
        for effects in self.effects_of_initialisers(instance) {
            started.add_all(&effects.started, &mut Bits::default());
        }
        started
    }

    /// The thread that a call waits for to end: `join` without a limit, of an object of which there is one, which only the thread
    /// starts that waits.
    fn ended_by(&self, instance: InstanceId, call: &Call) -> Bits {
        let Some((receiver, "join", "()V")) = self.points_to.world.called_on(call) else { return Bits::default() };
        let objects = self.points_to.register(instance, receiver);
        let Some(object) = objects.iter().next().filter(|_| objects.len() == 1).map(ObjectId) else {
            return Bits::default();
        };
        let found = self.threads.all.iter().position(|thread| thread.object == Some(object));
        let Some(ended) = found.filter(|_| self.threads.is_single(self.points_to, object)) else {
            return Bits::default();
        };
        let waiting: Vec<usize> = self.threads.reaching(instance).collect();
        let [waiting] = waiting[..] else { return Bits::default() };
        if !self.is_started_by_one(ended, waiting) {
            return Bits::default();
        }
        self.ended_with(instance, &[ended])
    }

    /// The threads that have ended if a block goes on at another.
    fn ended_along(&self, instance: InstanceId, block: usize, to: u32) -> Bits {
        let ended = self.joined.ended(instance, block, to);
        if ended.is_empty() { Bits::default() } else { self.ended_with(instance, ended) }
    }

    /// Whether one thread alone starts another, of which there is no second that may wait for what the first has not started yet.
    fn is_started_by_one(&self, thread: usize, starter: usize) -> bool {
        let is_one = self.threads.is_called_once(self.threads.all[starter].entry);
        let thread_of = &self.threads.all[thread];
        is_one
            && !thread_of.is_hook
            && self.threads.all[thread].starts.iter().all(|(at, _)| self.threads.reaching(*at).eq([starter]))
    }

    /// Threads that an instance has seen end, but for those that initialisers start, nobody knows when. What these have started may
    /// still run, even if they join it in the end: an exception may have kept them from that.
    fn ended_with(&self, instance: InstanceId, ended: &[usize]) -> Bits {
        let any_time = self.started_by_initialisers(instance);
        ended.iter().map(|thread| *thread as u32).filter(|thread| !any_time.contains(*thread)).collect()
    }

    fn is_join(&self, call: &Call) -> bool {
        matches!(self.points_to.world.called_on(call), Some((_, "join", "()V")))
    }

    // ---- effects and summaries

    fn find_effects(&mut self) {
        let mut waiting = BTreeSet::new();
        for (number, instance) in self.points_to.instances.iter().enumerate() {
            let mut own = Effects::default();
            for (call, _) in &instance.starts {
                own.started.add_all(&self.started_by(InstanceId(number as u32), *call), &mut Bits::default());
            }
            for call in &instance.body.calls {
                if self.locking(call) == Some(false) && call.arguments[0].is_some() {
                    let objects = self.points_to.register(InstanceId(number as u32), call.arguments[0]);
                    own.unlocked.add_all(objects, &mut Bits::default());
                    for object in objects.iter() {
                        own.unlocked.add_all(&self.common_parts(ObjectId(object)), &mut Bits::default());
                    }
                }
            }
            own.set.extend(self.handovers.set_in(InstanceId(number as u32)));
            if own != Effects::default() {
                self.effects.insert(InstanceId(number as u32), own);
                waiting.insert(number);
            }
        }
        while let Some(at) = waiting.pop_first() {
            let effects = self.effects[&InstanceId(at as u32)].clone();
            for (caller, _) in &self.callers[at] {
                let own = self.effects.entry(*caller).or_default();
                let grew = own.started.add_all(&effects.started, &mut Bits::default());
                let grew = own.set.add_all(&effects.set, &mut Bits::default()) || grew;
                if own.unlocked.add_all(&effects.unlocked, &mut Bits::default()) || grew {
                    waiting.insert(caller.index());
                }
            }
        }
    }

    /// What may have been started when a statement throws.
    fn started_in(&self, instance: InstanceId, body: &Body, at: u32) -> Bits {
        let mut started = Bits::default();
        if let Statement::Call { call } = body.statements[at as usize] {
            started.add_all(&self.started_by(instance, call), &mut Bits::default());
            for callee in self.points_to.instances[instance.index()].called_by(call) {
                if let Some(effects) = self.effects.get(&callee) {
                    started.add_all(&effects.started, &mut Bits::default());
                }
            }
        }
        started
    }

    /// For instances that start or wait for threads, by themselves or by what they call. Others change nothing.
    fn summarise(&mut self) {
        let count = self.points_to.instances.len();
        let mut matters = vec![false; count];
        let mut work = Vec::new();
        for (number, instance) in self.points_to.instances.iter().enumerate() {
            if !instance.starts.is_empty() || instance.body.calls.iter().any(|call| self.is_join(call)) {
                work.push(number);
            }
        }
        while let Some(at) = work.pop() {
            if !std::mem::replace(&mut matters[at], true) {
                work.extend(self.callers[at].iter().map(|(caller, _)| caller.index()));
            }
        }
        for at in (0..count).filter(|at| matters[*at]) {
            self.summaries.insert(InstanceId(at as u32), Summary::default());
        }
        let mut waiting: BTreeSet<usize> = (0..count).filter(|at| matters[*at]).collect();
        while let Some(at) = waiting.pop_last() {
            let instance = InstanceId(at as u32);
            let found = self.summary_of(instance);
            if self.summaries.get(&instance) != Some(&found) {
                self.summaries.insert(instance, found);
                waiting.extend(
                    self.callers[at].iter().map(|(caller, _)| caller.index()).filter(|caller| matters[*caller]),
                );
            }
        }
    }

    fn summary_of(&self, instance: InstanceId) -> Summary {
        let body = self.points_to.instances[instance.index()].body.clone();
        let mut left = Summary::default();
        let begin = Summary { started: self.started_by_initialisers(instance), ended: Some(Bits::default()) };
        let flow = |state: &Summary, at: u32| self.summary_behind(instance, &body, state, at);
        let join = |state: &mut Summary, other: &Summary| join_summaries(state, other);
        let thrown = |state: &Summary, at: u32| {
            let mut state = state.clone();
            state.started.add_all(&self.started_in(instance, &body, at), &mut Bits::default());
            state
        };
        let edge = |state: &Summary, block: usize, to: u32| {
            let ended = self.ended_along(instance, block, to);
            compose(state, &Summary { started: Bits::default(), ended: Some(ended) })
        };
        for (block, state) in states(&body, &self.blocks_of_any(instance), begin, flow, thrown, edge, join) {
            let block = &body.blocks[block];
            let mut state = state;
            for at in block.start..block.end {
                state = self.summary_behind(instance, &body, &state, at);
            }
            if block.next.is_empty() {
                join_summaries(&mut left, &state);
            }
        }
        left
    }

    /// The blocks that some thread may execute.
    fn blocks_of_any(&self, instance: InstanceId) -> Vec<bool> {
        let mut blocks = vec![false; self.points_to.instances[instance.index()].reached.len()];
        for thread in self.threads.reaching(instance) {
            let own = self.threads.blocks(self.points_to, instance, thread);
            blocks.iter_mut().zip(own).for_each(|(block, own)| *block |= own);
        }
        blocks
    }

    fn summary_behind(&self, instance: InstanceId, body: &Body, before: &Summary, at: u32) -> Summary {
        let Statement::Call { call } = body.statements[at as usize] else { return before.clone() };
        let found = &body.calls[call as usize];
        let mut behind: Option<Summary> = None;
        let mut add = |effect: &Summary| {
            let state = compose(before, effect);
            match &mut behind {
                None => behind = Some(state),
                Some(behind) => {
                    join_summaries(behind, &state);
                }
            }
        };
        let nothing = Summary { started: Bits::default(), ended: Some(Bits::default()) };
        let caller = &self.points_to.instances[instance.index()];
        for callee in caller.called_by(call) {
            add(self.summaries.get(&callee).unwrap_or(&nothing));
        }
        if caller.may_do_otherwise(call) {
            add(&nothing);
        }
        let own = Summary { started: self.started_by(instance, call), ended: Some(self.ended_by(instance, found)) };
        let mut behind = compose(&behind.unwrap_or_else(|| before.clone()), &own);
        // Whoever has joined a thread that an initialiser starts may have come before that.
        let any_time = self.started_by_initialisers(instance);
        if !any_time.is_empty() {
            let ended = behind.ended.iter().flat_map(Bits::iter).filter(|thread| !any_time.contains(*thread)).collect();
            behind.ended = behind.ended.as_ref().map(|_| ended);
            behind.started.add_all(&any_time, &mut Bits::default());
        }
        behind
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
                    self.threads
                        .reaching(*at)
                        .all(|starter| starter == thread || self.descendants[thread].contains(starter as u32))
                })
        };
        let running = self.parallel[thread].iter().filter(|other| !only_descendants(other)).collect();
        let begin = Here { running, ..Here::default() };
        let mut entries = BTreeMap::from([(own.entry, begin)]);
        let mut waiting = BTreeSet::from([own.entry]);
        while let Some(instance) = waiting.pop_first() {
            let here = entries[&instance].clone();
            self.visit(thread, instance, here, |call, state| {
                let callees: Vec<InstanceId> = match call {
                    Some((number, _)) => self.points_to.instances[instance.index()].called_by(number).collect(),
                    None => self.points_to.instances[instance.index()]
                        .callees
                        .iter()
                        .filter(|(call, _)| call.is_none())
                        .map(|(_, callee)| *callee)
                        .collect(),
                };
                for callee in callees {
                    let passed = self.passed(state, call.map(|(_, call)| call), callee);
                    let changed = match entries.entry(callee) {
                        std::collections::btree_map::Entry::Vacant(entry) => {
                            entry.insert(passed);
                            true
                        }
                        std::collections::btree_map::Entry::Occupied(mut entry) => entry.get_mut().meet(&passed),
                    };
                    if changed {
                        waiting.insert(callee);
                    }
                }
            });
        }
        self.entries[thread] = entries;
    }

    /// What a callee has of what holds at the call: locks by its own names.
    fn passed(&self, state: &Here, call: Option<&Call>, callee: InstanceId) -> Here {
        let body = &self.points_to.instances[callee.index()].body;
        let mut held = BTreeSet::new();
        for lock in &state.held {
            match lock {
                Lock::Single(_) | Lock::Shared(_) => {
                    held.insert(*lock);
                }
                Lock::Register(reg) | Lock::Itself(reg) => {
                    let arguments = call.into_iter().flat_map(|call| call.arguments.iter().zip(&body.parameters));
                    let own = arguments.filter(|(argument, own)| *argument == reg && own.is_some());
                    held.extend(own.map(|(_, own)| match lock {
                        Lock::Itself(_) => Lock::Itself(*own),
                        _ => Lock::Register(*own),
                    }));
                }
            }
        }
        Here { held, ..state.clone() }
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
        // Which statement finds a class that is not initialised yet, nobody knows.
        let mut anywhere = here.clone();
        self.at_statements(thread, instance, here, |at, state| {
            anywhere.meet(state);
            if let Statement::Call { call: number } = body.statements[at as usize] {
                call(Some((number, &body.calls[number as usize])), state);
            }
        });
        call(None, &anywhere);
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
            here.held.extend(self.points_to.mirror_of(method.class).map(Lock::Single));
        } else {
            self.take(instance, Reg(0), here);
        }
    }

    /// What holds before each statement.
    fn at_statements(&self, thread: usize, instance: InstanceId, here: Here, mut at_statement: impl FnMut(u32, &Here)) {
        let body = self.points_to.instances[instance.index()].body.clone();
        let flow = |state: &Here, at: u32| self.behind(instance, &body, state, at);
        let edge = |state: &Here, block: usize, to: u32| self.along(instance, &body, state, block, to);
        let thrown = |state: &Here, at: u32| {
            let mut state = state.clone();
            state.running.add_all(&self.started_in(instance, &body, at), &mut Bits::default());
            self.set_flags(instance, &body, at, &mut state);
            if let Statement::Call { call } = body.statements[at as usize] {
                self.forget_unlocked(instance, call, &mut state);
            }
            state
        };
        for (block, state) in
            states(&body, &self.threads.blocks(self.points_to, instance, thread), here, flow, thrown, edge, Here::meet)
        {
            let block = &body.blocks[block];
            let mut state = state;
            for at in block.start..block.end {
                at_statement(at, &state);
                state = self.behind(instance, &body, &state, at);
            }
        }
    }

    fn behind(&self, instance: InstanceId, body: &Body, before: &Here, at: u32) -> Here {
        let statement = body.statements[at as usize];
        let mut here = before.clone();
        self.set_flags(instance, body, at, &mut here);
        if let Some((flag, When::Always)) = self.handovers.seen_by(instance, at) {
            here.seen.insert(flag);
        }
        match statement {
            Statement::Enter { of } => self.take(instance, of, &mut here),
            Statement::Exit { of } => self.leave(instance, of, &mut here),
            Statement::Call { call } => {
                let summary = Summary { started: before.running.clone(), ended: Some(Bits::default()) };
                here.running = self.summary_behind(instance, body, &summary, at).started;
                self.forget_unlocked(instance, call, &mut here);
                self.call_lock(instance, &body.calls[call as usize], &mut here);
            }
            _ => {}
        }
        self.forget_unlocked_any_time(instance, &mut here);
        here
    }

    // ---- flags

    fn set_flags(&self, instance: InstanceId, body: &Body, at: u32, here: &mut Here) {
        here.set.extend(self.handovers.set_by(instance, at));
        let Statement::Call { call } = body.statements[at as usize] else { return };
        for callee in self.points_to.instances[instance.index()].called_by(call) {
            if let Some(effects) = self.effects.get(&callee) {
                here.set.add_all(&effects.set, &mut Bits::default());
            }
        }
    }

    /// What holds if a block goes on at another: what it has looked at was set, or not.
    fn along(&self, instance: InstanceId, body: &Body, state: &Here, block: usize, to: u32) -> Here {
        let mut here = state.clone();
        let ended = self.ended_along(instance, block, to);
        if !ended.is_empty() {
            here.running = here.running.iter().filter(|thread| !ended.contains(*thread)).collect();
        }
        let block = &body.blocks[block];
        if let Some(test) = block.zero_test {
            match self.handovers.seen_by(instance, test.statement) {
                Some((flag, When::IfSome)) if test.unless == to => drop(here.seen.insert(flag)),
                Some((flag, When::IfZero)) if test.only_if == Some(to) => drop(here.seen.insert(flag)),
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

    // ---- locks

    /// Whatever a call may release is no longer held, though it may have been taken before that in the same call.
    fn forget_unlocked(&self, instance: InstanceId, call: u32, here: &mut Here) {
        if here.held.is_empty() {
            return;
        }
        for callee in self.points_to.instances[instance.index()].called_by(call) {
            if let Some(effects) = self.effects.get(&callee) {
                self.forget(instance, &effects.unlocked, here);
            }
        }
    }

    /// What an initialiser unlocks is held nowhere in an instance that may run it.
    fn forget_unlocked_any_time(&self, instance: InstanceId, here: &mut Here) {
        if !here.held.is_empty() {
            self.effects_of_initialisers(instance).for_each(|effects| self.forget(instance, &effects.unlocked, here));
        }
    }

    fn forget(&self, instance: InstanceId, unlocked: &Bits, here: &mut Here) {
        if unlocked.is_empty() {
            return;
        }
        here.held.retain(|lock| match lock {
            Lock::Single(object) | Lock::Shared(object) => !unlocked.contains(object.0),
            Lock::Register(reg) | Lock::Itself(reg) => !unlocked.meets(self.points_to.register(instance, *reg)),
        });
    }

    /// Whether a call takes (or releases) a lock that is no monitor.
    fn locking(&self, call: &Call) -> Option<bool> {
        match self.points_to.world.called_on(call)? {
            (_, "lock" | "lockInterruptibly", "()V") => Some(true),
            (_, "unlock", "()V") => Some(false),
            _ => None,
        }
    }

    /// What a lock's field `sync` holds: the same of one for reading and one for writing that belong together.
    fn common_parts(&self, lock: ObjectId) -> Bits {
        let class = self.points_to.objects.get(lock).class;
        let fields = &self.points_to.world.classes[class.index()].fields;
        let sync = fields.iter().find(|field| &*self.points_to.world.fields[field.index()].name == "sync");
        sync.and_then(|sync| self.points_to.field(lock, *sync)).cloned().unwrap_or_default()
    }

    fn take(&self, instance: InstanceId, reg: Reg, here: &mut Here) {
        let body = &self.points_to.instances[instance.index()].body;
        if reg.is_some() && body.phis.iter().all(|(phi, _)| *phi != reg) {
            here.held.insert(Lock::Register(reg));
        }
        here.held.extend(self.only_object(instance, reg).map(Lock::Single));
    }

    fn leave(&self, instance: InstanceId, reg: Reg, here: &mut Here) {
        let objects = reg.is_some().then(|| self.points_to.register(instance, reg));
        here.held.retain(|lock| match lock {
            Lock::Single(object) | Lock::Shared(object) => objects.is_none_or(|objects| !objects.contains(object.0)),
            // Another register may hold the same object.
            Lock::Register(other) => {
                *other != reg && objects.is_none_or(|objects| !objects.meets(self.points_to.register(instance, *other)))
            }
            Lock::Itself(_) => true,
        });
    }

    /// What a register surely holds, if there is only one such object.
    fn only_object(&self, instance: InstanceId, reg: Reg) -> Option<ObjectId> {
        let objects = reg.is_some().then(|| self.points_to.register(instance, reg))?;
        let object = objects.iter().next().filter(|_| objects.len() == 1).map(ObjectId)?;
        self.threads.is_single(self.points_to, object).then_some(object)
    }

    /// `lock` and `unlock` of the locks of `java.util.concurrent`. Of one for reading and one for writing, their common part is the lock.
    fn call_lock(&self, instance: InstanceId, call: &Call, here: &mut Here) {
        let Some(takes) = self.locking(call) else { return };
        let Some(reg) = call.arguments.first().copied().filter(|reg| reg.is_some()) else { return };
        let objects = self.points_to.register(instance, reg);
        if !takes {
            let mut parts = objects.clone();
            for object in objects.iter() {
                parts.add_all(&self.common_parts(ObjectId(object)), &mut Bits::default());
            }
            here.held.retain(|lock| match lock {
                Lock::Single(object) | Lock::Shared(object) => !parts.contains(object.0),
                Lock::Itself(other) => *other != reg && !objects.meets(self.points_to.register(instance, *other)),
                Lock::Register(_) => true,
            });
            return;
        }
        let kind = |object: u32| {
            let class = self.points_to.objects.get(ObjectId(object)).class;
            match &*self.points_to.world.classes[class.index()].name {
                "java/util/concurrent/locks/ReentrantLock" => Some(LockKind::Simple),
                "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock" => Some(LockKind::Write),
                "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock" => Some(LockKind::Read),
                _ => None,
            }
        };
        let kinds: BTreeSet<Option<LockKind>> = objects.iter().map(kind).collect();
        let Some(Some(kind)) = kinds.iter().next().filter(|_| kinds.len() == 1) else { return };
        let common = self.common_part(instance, reg);
        match kind {
            LockKind::Simple => {
                let body = &self.points_to.instances[instance.index()].body;
                if body.phis.iter().all(|(phi, _)| *phi != reg) {
                    here.held.insert(Lock::Itself(reg));
                }
                here.held.extend(common.map(Lock::Single));
            }
            LockKind::Write => here.held.extend(common.map(Lock::Single)),
            LockKind::Read => here.held.extend(common.map(Lock::Shared)),
        }
    }

    /// The one object that stands for a lock of which there is one: what its field `sync` holds.
    fn common_part(&self, instance: InstanceId, reg: Reg) -> Option<ObjectId> {
        let mut parts = Bits::default();
        for object in self.points_to.register(instance, reg).iter() {
            parts.add_all(&self.common_parts(ObjectId(object)), &mut Bits::default());
        }
        let part = parts.iter().next().filter(|_| parts.len() == 1).map(ObjectId)?;
        self.threads.is_single(self.points_to, part).then_some(part)
    }

    // ---- what was found

    /// By the starts that a thread executes: who may run beside whom.
    fn find_parallel(&mut self, thread: usize) {
        let mut found: Vec<(usize, u32)> = Vec::new();
        let starters: BTreeSet<InstanceId> =
            self.threads.all.iter().flat_map(|thread| thread.starts.iter().map(|(starter, _)| *starter)).collect();
        for (instance, here) in self.entries[thread].iter().filter(|(instance, _)| starters.contains(instance)) {
            let points_to = self.points_to;
            self.visit(thread, *instance, here.clone(), |call, state| {
                let Some((call, _)) = call else { return };
                for (_, entry) in
                    points_to.instances[instance.index()].starts.iter().filter(|(other, _)| *other == call)
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

    /// What holds at statements of an instance when a thread executes it; nothing if it does not.
    #[must_use]
    pub fn here(&self, thread: usize, instance: InstanceId) -> Option<Vec<Option<Here>>> {
        let mut here = self.entries[thread].get(&instance)?.clone();
        let mut found = vec![None; self.points_to.instances[instance.index()].body.statements.len()];
        self.enter_method(instance, &mut here);
        self.at_statements(thread, instance, here, |at, state| found[at as usize] = Some(state.clone()));
        Some(found)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LockKind {
    Simple,
    Read,
    Write,
}

fn join_summaries(state: &mut Summary, other: &Summary) -> bool {
    let grew = state.started.add_all(&other.started, &mut Bits::default());
    let both = match (&state.ended, &other.ended) {
        (None, other) => other.clone(),
        (own, None) => own.clone(),
        (Some(own), Some(other)) => Some(own.iter().filter(|thread| other.contains(*thread)).collect()),
    };
    let changed = both != state.ended;
    state.ended = both;
    grew || changed
}

/// One after the other.
fn compose(first: &Summary, then: &Summary) -> Summary {
    let (Some(before), Some(ended)) = (&first.ended, &then.ended) else {
        return Summary { started: first.started.clone(), ended: None };
    };
    let mut started: Bits = first.started.iter().filter(|thread| !ended.contains(*thread)).collect();
    started.add_all(&then.started, &mut Bits::default());
    let all_ended = before.iter().chain(ended.iter()).filter(|thread| !then.started.contains(*thread)).collect();
    Summary { started, ended: Some(all_ended) }
}
