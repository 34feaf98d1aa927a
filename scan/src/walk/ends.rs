//! Interprocedural summaries of calls: the threads that one may start, and must have joined.

use super::locks::Locking;
use super::{Effect, Effects, Summary, Walks};
use crate::flow::states;
use crate::ids::{InstanceId, ObjectId};
use crate::ir::{Body, Call, Statement};
use crate::order::Waiting;
use crate::points_to::Bits;
use std::collections::BTreeSet;
use std::rc::Rc;

const START: &str = "java.lang.Thread.start()V";

impl Walks<'_> {
    // ---- starts and joins

    pub(super) fn thread_of(&self, entry: InstanceId) -> Option<usize> {
        self.threads.all.iter().position(|thread| thread.entry == entry)
    }

    /// What a call starts by itself.
    pub(super) fn started_by(&self, instance: InstanceId, call: u32) -> Bits {
        let mut started = Bits::default();
        for entry in self.points_to.instances[instance.index()].starts_by(call) {
            if let Some(thread) = self.thread_of(entry) {
                started.insert(thread as u32);
                started.add_all(&self.descendants[thread], &mut Bits::default());
            }
        }
        started
    }

    /// What class initialisers may do that run somewhere in an instance.
    pub(super) fn effects_of_initialisers(
        &self,
        instance: InstanceId,
    ) -> impl Iterator<Item = &Effects> {
        let callees = self.points_to.instances[instance.index()].callees.iter();
        callees
            .take_while(|(call, _)| call.is_none())
            .filter_map(|(_, initialiser)| self.effects.get(initialiser))
    }

    pub(super) fn started_by_initialisers(&self, instance: InstanceId) -> Bits {
        let mut started = Bits::default();
        for effects in self.effects_of_initialisers(instance) {
            started.add_all(&effects.started, &mut Bits::default());
        }
        started
    }

    /// The thread that has ended when a call returns: `join` without a limit, of a single thread
    /// object, by the only abstract thread that reaches the instance. Since `join` returns at once
    /// if the thread was not started yet, either the joining thread alone starts it (and adds it
    /// again then), or it is never started after the joining thread.
    pub(super) fn ended_by(&self, instance: InstanceId, call: &Call) -> Bits {
        let Some((receiver, "join", "()V")) = self.points_to.world.called_on(call) else {
            return Bits::default();
        };
        let objects = self.points_to.register(instance, receiver);
        let Some(object) = objects.iter().next().filter(|_| objects.len() == 1).map(ObjectId)
        else {
            return Bits::default();
        };
        let found = self.threads.all.iter().position(|thread| thread.object == Some(object));
        let Some(ended) = found.filter(|_| self.threads.is_single(self.points_to, object)) else {
            return Bits::default();
        };
        let waiting: Vec<usize> = self.threads.reaching(instance).collect();
        let [waiting] = waiting[..] else { return Bits::default() };
        if !self.is_started_by_one(ended, waiting) && !self.is_started_before(ended, waiting) {
            return Bits::default();
        }
        self.ended_with(instance, &[ended])
    }

    /// Whether a thread is never started after another: one activation of a method starts both,
    /// each at most once, and no path leads from the start of the other to its own. While the other
    /// runs, it was started before or never is.
    fn is_started_before(&self, thread: usize, other: usize) -> bool {
        let (Some((by, first)), Some((other_by, second))) =
            (self.only_start(thread), self.only_start(other))
        else {
            return false;
        };
        by == other_by && is_never_behind(&self.points_to.instances[by.index()].body, first, second)
    }

    /// The statement that calls `Thread.start` for a thread, if no other does; it is executed at
    /// most once.
    fn only_start(&self, thread: usize) -> Option<(InstanceId, u32)> {
        let [(library, _)] = self.threads.all[thread].starts[..] else { return None };
        let is_start =
            self.points_to.world.shown_method(self.points_to.instances[library.index()].method)
                == START;
        let [(by, Some(call))] = self.callers[library.index()][..] else { return None };
        let statement = self.points_to.instances[by.index()].body.calls[call as usize].statement;
        let is_once = self.threads.is_executed_once(self.points_to, by, statement);
        (is_start && is_once).then_some((by, statement))
    }

    /// The threads that have ended when control goes from a block to another.
    pub(super) fn ended_along(&self, instance: InstanceId, block: usize, to: u32) -> Bits {
        let ended = self.joined.ended(instance, block, to);
        if ended.is_empty() { Bits::default() } else { self.ended_with(instance, ended) }
    }

    /// Whether one abstract thread alone starts another, and is itself one concrete thread: a
    /// second one might join what the first has not started yet.
    pub(super) fn is_started_by_one(&self, thread: usize, starter: usize) -> bool {
        let is_one = self.threads.is_called_once(self.threads.all[starter].entry);
        let thread_of = &self.threads.all[thread];
        is_one
            && !thread_of.is_hook
            && self.threads.all[thread]
                .starts
                .iter()
                .all(|(at, _)| self.threads.reaching(*at).eq([starter]))
    }

    /// Of threads that have ended, those that no class initialiser starts which the instance may
    /// run at an unknown point. Threads that the ended ones have started may still run, even if
    /// these join them: an exception may have prevented that.
    pub(super) fn ended_with(&self, instance: InstanceId, ended: &[usize]) -> Bits {
        let any_time = self.started_by_initialisers(instance);
        ended
            .iter()
            .map(|thread| *thread as u32)
            .filter(|thread| !any_time.contains(*thread))
            .collect()
    }

    pub(super) fn is_join(&self, call: &Call) -> bool {
        matches!(self.points_to.world.called_on(call), Some((_, "join", "()V")))
    }

    // ---- effects and summaries

    pub(super) fn find_effects(&mut self) {
        let mut waiting = BTreeSet::new();
        for (number, instance) in self.points_to.instances.iter().enumerate() {
            let mut own = Effects::default();
            for (call, _) in &instance.starts {
                own.started.add_all(
                    &self.started_by(InstanceId(number as u32), *call),
                    &mut Bits::default(),
                );
            }
            for call in &instance.body.calls {
                if self.locking(call) == Some(Locking::Releases) && call.arguments[0].is_some() {
                    let objects =
                        self.points_to.register(InstanceId(number as u32), call.arguments[0]);
                    own.unlocked.add_all(objects, &mut Bits::default());
                    for object in objects.iter() {
                        own.unlocked
                            .add_all(&self.common_parts(ObjectId(object)), &mut Bits::default());
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

    /// What a call does.
    pub(super) fn effect(&self, instance: InstanceId, body: &Body, call: u32) -> Rc<Effect> {
        if let Some(known) = self.by_call.borrow().get(&(instance, call)) {
            return known.clone();
        }
        let found = &body.calls[call as usize];
        let mut effect = Effect {
            may_start: self.started_in(instance, body, found.statement),
            ..Effect::default()
        };
        for callee in self.points_to.instances[instance.index()].called_by(call) {
            if let Some(effects) = self.effects.get(&callee) {
                effect.set.add_all(&effects.set, &mut Bits::default());
                effect.unlocked.add_all(&effects.unlocked, &mut Bits::default());
            }
        }
        // If no thread ends, the threads behind a call are those before it and those that it has
        // started.
        let callees = self.points_to.instances[instance.index()].called_by(call);
        let mut summaries = callees.filter_map(|callee| self.summaries.get(&callee));
        let ends =
            |summary: &Summary| summary.ended.as_ref().is_some_and(|ended| !ended.is_empty());
        if !summaries.any(ends) && self.ended_by(instance, found).is_empty() {
            let mut nobody = Summary { started: Bits::default(), ended: Some(Bits::default()) };
            self.summary_behind(instance, body, &mut nobody, found.statement);
            effect.starts = Some(nobody.started);
        }
        let effect = Rc::new(effect);
        self.by_call.borrow_mut().insert((instance, call), effect.clone());
        effect
    }

    /// What may have been started when a statement throws.
    pub(super) fn started_in(&self, instance: InstanceId, body: &Body, at: u32) -> Bits {
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

    /// For instances that start or wait for threads, by themselves or by what they call. Others
    /// change nothing.
    pub(super) fn summarise(&mut self) {
        let count = self.points_to.instances.len();
        let mut matters = vec![false; count];
        let mut work = Vec::new();
        for (number, instance) in self.points_to.instances.iter().enumerate() {
            if !instance.starts.is_empty()
                || instance.body.calls.iter().any(|call| self.is_join(call))
            {
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
        let mut waiting = Waiting::nobody(self.points_to);
        waiting.extend((0..count).filter(|at| matters[*at]).map(|at| InstanceId(at as u32)));
        while let Some(instance) = waiting.callee() {
            let at = instance.index();
            let found = self.summary_of(instance);
            if self.summaries.get(&instance) != Some(&found) {
                self.summaries.insert(instance, found);
                let callers = self.callers[at].iter().map(|(caller, _)| *caller);
                waiting.extend(callers.filter(|caller| matters[caller.index()]));
            }
        }
    }

    pub(super) fn summary_of(&self, instance: InstanceId) -> Summary {
        let body = self.points_to.instances[instance.index()].body.clone();
        let mut left = Summary::default();
        let begin = Summary {
            started: self.started_by_initialisers(instance),
            ended: Some(Bits::default()),
        };
        let flow = |state: &mut Summary, at: u32| self.summary_behind(instance, &body, state, at);
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
        for (block, state) in
            states(&body, &self.blocks_of_any(instance), begin, flow, thrown, edge, join)
        {
            let block = &body.blocks[block];
            let mut state = state;
            for at in block.start..block.end {
                self.summary_behind(instance, &body, &mut state, at);
            }
            if block.next.is_empty() {
                join_summaries(&mut left, &state);
            }
        }
        left
    }

    /// The blocks that some thread may execute.
    pub(super) fn blocks_of_any(&self, instance: InstanceId) -> Vec<bool> {
        let mut blocks = vec![false; self.points_to.instances[instance.index()].reached.len()];
        for thread in self.threads.reaching(instance) {
            let own = self.threads.blocks(self.points_to, instance, thread);
            blocks.iter_mut().zip(own).for_each(|(block, own)| *block |= own);
        }
        blocks
    }

    pub(super) fn summary_behind(
        &self,
        instance: InstanceId,
        body: &Body,
        state: &mut Summary,
        at: u32,
    ) {
        let Statement::Call { call } = body.statements[at as usize] else { return };
        let caller = &self.points_to.instances[instance.index()];
        let found = &body.calls[call as usize];
        // Most calls neither start nor join threads.
        let does_something =
            caller.called_by(call).any(|callee| self.summaries.contains_key(&callee))
                || caller.starts_by(call).next().is_some()
                || self.is_join(found)
                || self.effects_of_initialisers(instance).next().is_some();
        if !does_something {
            return;
        }
        let before = state.clone();
        let mut behind: Option<Summary> = None;
        let mut add = |effect: &Summary| {
            let state = compose(&before, effect);
            match &mut behind {
                None => behind = Some(state),
                Some(behind) => {
                    join_summaries(behind, &state);
                }
            }
        };
        let nothing = Summary { started: Bits::default(), ended: Some(Bits::default()) };
        for callee in caller.called_by(call) {
            add(self.summaries.get(&callee).unwrap_or(&nothing));
        }
        if caller.may_do_otherwise(call) {
            add(&nothing);
        }
        let own = Summary {
            started: self.started_by(instance, call),
            ended: Some(self.ended_by(instance, found)),
        };
        let mut behind = compose(&behind.unwrap_or_else(|| before.clone()), &own);
        // A thread that an initialiser starts may have been joined before it was started.
        let any_time = self.started_by_initialisers(instance);
        if !any_time.is_empty() {
            let ended = behind
                .ended
                .iter()
                .flat_map(Bits::iter)
                .filter(|thread| !any_time.contains(*thread))
                .collect();
            behind.ended = behind.ended.as_ref().map(|_| ended);
            behind.started.add_all(&any_time, &mut Bits::default());
        }
        *state = behind;
    }
}

/// Whether no path leads from the second statement to the first. Neither is in a loop.
fn is_never_behind(body: &Body, statement: u32, other: u32) -> bool {
    let (to, from) = (body.block_of(statement), body.block_of(other));
    if to == from {
        return statement < other;
    }
    let graph = body.graph();
    let (mut is_met, mut work) = (vec![false; body.blocks.len()], vec![from]);
    while let Some(at) = work.pop() {
        if !std::mem::replace(&mut is_met[at], true) {
            work.extend(graph.next(at));
        }
    }
    !is_met[to]
}

fn join_summaries(state: &mut Summary, other: &Summary) -> bool {
    let grew = state.started.add_all(&other.started, &mut Bits::default());
    let both = match (&state.ended, &other.ended) {
        (None, other) => other.clone(),
        (own, None) => own.clone(),
        (Some(own), Some(other)) => Some(own.common(other)),
    };
    let changed = both != state.ended;
    state.ended = both;
    grew || changed
}

/// Sequential composition.
fn compose(first: &Summary, then: &Summary) -> Summary {
    let (Some(before), Some(ended)) = (&first.ended, &then.ended) else {
        return Summary { started: first.started.clone(), ended: None };
    };
    let (mut started, mut all_ended) = (first.started.without(ended), before.clone());
    started.add_all(&then.started, &mut Bits::default());
    all_ended.add_all(ended, &mut Bits::default());
    Summary { started, ended: Some(all_ended.without(&then.started)) }
}
