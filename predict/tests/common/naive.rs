//! The definition of a predicted race, by trying everything: states are how far each thread is and
//! which write each variable holds, steps are all events that are possible.

use raceproof_predict::event::{Event, EventKind, NONE};
use raceproof_predict::trace::Trace;
use std::collections::{BTreeMap, HashSet};

/// How far each thread is, and the last write of each variable.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    done: Vec<usize>,
    written: Vec<u32>,
}

/// All that is reachable in a trace's reorderings.
pub struct Naive<'a> {
    trace: &'a Trace,
    threads: Vec<Vec<u32>>,
    index: Vec<usize>,
    /// Of reads the write; of others what must be done.
    sees: BTreeMap<u32, u32>,
    needs: BTreeMap<u32, Vec<u32>>,
    states: HashSet<State>,
    /// Whether reads see what they saw: otherwise data is abstracted from.
    has_values: bool,
}

impl<'a> Naive<'a> {
    /// Explores all reorderings of a well-formed trace.
    pub fn new(trace: &'a Trace) -> Self {
        Self::exploring(trace, true)
    }

    /// Explores them under data abstraction: reads may see anything. What is left is the lock
    /// graph.
    pub fn abstracting(trace: &'a Trace) -> Self {
        Self::exploring(trace, false)
    }

    fn exploring(trace: &'a Trace, has_values: bool) -> Self {
        let threads = trace.events().map(|event| event.thread as usize + 1).max().unwrap_or(0);
        let mut naive = Self {
            trace,
            threads: vec![Vec::new(); threads],
            index: Vec::new(),
            sees: BTreeMap::new(),
            needs: BTreeMap::new(),
            states: HashSet::new(),
            has_values,
        };
        for at in 0..trace.len() as u32 {
            naive.learn(at);
        }
        naive.explore();
        naive
    }

    fn learn(&mut self, at: u32) {
        let Event { thread, object, kind, .. } = self.trace.event(at);
        let before = || (0..at).rev().map(|at| (at, self.trace.event(at)));
        let mut needs = Vec::new();
        // The fork since the thread's last event, if there is one.
        let last = self.threads[thread as usize].last().copied();
        let forks = before().take_while(|(at, _)| Some(*at) != last);
        needs.extend(
            forks
                .filter(|(_, e)| e.kind == EventKind::Fork && e.object == thread)
                .map(|(at, _)| at),
        );
        match kind {
            EventKind::Join => {
                let last =
                    self.threads.get(object as usize).and_then(|events| events.last()).copied();
                needs.extend(last);
                let forks = before().take_while(|(at, _)| Some(*at) != last);
                needs.extend(
                    forks
                        .filter(|(_, e)| e.kind == EventKind::Fork && e.object == object)
                        .map(|(at, _)| at),
                );
            }
            EventKind::Receive | EventKind::Await => {
                let sort =
                    if kind == EventKind::Receive { EventKind::Send } else { EventKind::Signal };
                needs.extend(
                    before().find(|(_, e)| e.kind == sort && e.object == object).map(|(at, _)| at),
                );
            }
            _ => {}
        }
        if kind.reads() {
            let write = before().find(|(_, e)| e.kind.writes() && e.object == object);
            self.sees.insert(at, write.map_or(NONE, |(at, _)| at));
        }
        self.needs.insert(at, needs);
        self.index.push(self.threads[thread as usize].len());
        self.threads[thread as usize].push(at);
    }

    fn explore(&mut self) {
        let variables =
            self.trace.events().map(|event| event.object as usize + 1).max().unwrap_or(0);
        let start = State { done: vec![0; self.threads.len()], written: vec![NONE; variables] };
        let mut waiting = vec![start];
        while let Some(state) = waiting.pop() {
            if self.states.insert(state.clone()) {
                for thread in 0..self.threads.len() {
                    waiting.extend(self.step(&state, thread));
                }
            }
        }
    }

    /// What a thread holds, exclusively or shared.
    fn holds(&self, state: &State, thread: usize, lock: u32) -> [bool; 2] {
        let mut holds = [false; 2];
        for at in &self.threads[thread][..state.done[thread]] {
            let event = self.trace.event(*at);
            match event.kind {
                _ if event.object != lock => {}
                EventKind::Acquire => holds[0] = true,
                EventKind::Release => holds[0] = false,
                EventKind::AcquireShared => holds[1] = true,
                EventKind::ReleaseShared => holds[1] = false,
                _ => {}
            }
        }
        holds
    }

    fn step(&self, state: &State, thread: usize) -> Option<State> {
        let at = *self.threads[thread].get(state.done[thread])?;
        let Event { object, kind, .. } = self.trace.event(at);
        let others = || (0..self.threads.len()).filter(|other| *other != thread);
        let is_possible = match kind {
            EventKind::Acquire => {
                others().all(|other| self.holds(state, other, object) == [false; 2])
            }
            EventKind::AcquireShared => others().all(|other| !self.holds(state, other, object)[0]),
            _ => {
                !self.has_values
                    || !kind.reads()
                    || state.written[object as usize] == self.sees[&at]
            }
        };
        if !is_possible || !self.may_begin(state, at) {
            return None;
        }
        let mut next = state.clone();
        next.done[thread] += 1;
        if self.has_values && kind.writes() {
            next.written[object as usize] = at;
        }
        Some(next)
    }

    /// Whether all has been done that must come before an event.
    fn may_begin(&self, state: &State, at: u32) -> bool {
        let is_done = |needed: &u32| {
            state.done[self.trace.event(*needed).thread as usize] > self.index[*needed as usize]
        };
        self.needs[&at].iter().all(is_done)
    }

    /// Whether some state comes right before both events, in which an update beside a read sees
    /// what it saw.
    pub fn races(&self, one: u32, other: u32) -> bool {
        let kind = |at: u32| self.trace.event(at).kind;
        let writes = |state: &State, at: u32, beside: u32| {
            let object = self.trace.event(at).object as usize;
            let is_free = !self.has_values || !kind(at).must_see_the_same(kind(beside));
            is_free || state.written[object] == self.sees[&at]
        };
        self.is_before_both(one, other, |state| {
            writes(state, one, other) && writes(state, other, one)
        })
    }

    /// Whether some state comes right before both events, whatever they would see.
    pub fn meet(&self, one: u32, other: u32) -> bool {
        self.is_before_both(one, other, |_| true)
    }

    fn is_before_both(&self, one: u32, other: u32, is_right: impl Fn(&State) -> bool) -> bool {
        let is_before = |state: &State, at: u32| {
            state.done[self.trace.event(at).thread as usize] == self.index[at as usize]
                && self.may_begin(state, at)
        };
        self.states
            .iter()
            .any(|state| is_before(state, one) && is_before(state, other) && is_right(state))
    }
}
