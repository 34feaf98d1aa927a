//! Small programs of some threads, and what each of their steps does: what the machine that the
//! search drives ([`machine`]) and its slow twin ([`twin`]) have in common.

#![allow(dead_code, reason = "each test file uses what it needs")]

pub mod checks;
pub mod machine;
pub mod random;
pub mod twin;

use raceproof_base::{Choice, ThreadId};
use std::collections::BTreeSet;

pub const VARIABLES: usize = 6;
pub const MONITORS: usize = 3;
pub const THREADS: usize = 6;

/// One instruction. A thread has a register, zero at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// The register becomes a variable's value.
    Read(usize),
    /// A variable becomes this.
    Write(usize, u32),
    /// A variable becomes the register and one.
    WriteNext(usize),
    /// A variable that is the first number becomes the second one; the register says whether it
    /// was.
    Cas(usize, u32, u32),
    /// The register becomes a variable's value, to which this is added.
    Add(usize, u32),
    Lock(usize),
    Park,
    /// The same, but its wait may end by time; the register says whether it did not.
    ParkInTime,
    Unpark(usize),
    Start(usize),
    Join(usize),
    /// Changes nothing, and depends on the steps of all threads.
    Fence,
    /// The register becomes a number below this one: which, the search chooses.
    Choose(u32),
    /// From here on nothing is visible: it is done in the same step as what comes before. A monitor
    /// is left, if it is had.
    Unlock(usize),
    /// So many instructions are left out if the register is the first number.
    SkipIf(u32, usize),
    /// Goes back so many instructions unless the register is the first number.
    BackUnless(u32, usize),
    /// The register must not be this.
    AssertNot(u32),
}

impl Op {
    pub fn is_visible(self) -> bool {
        !matches!(self, Op::Unlock(_) | Op::SkipIf(..) | Op::BackUnless(..) | Op::AssertNot(_))
    }
}

/// What each thread does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    pub threads: Vec<Vec<Op>>,
    /// Whether only the first thread is there from the beginning; else all are.
    pub starts: bool,
    /// Whether the end of a thread is a step; else nobody may wait for it.
    pub ends: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Life {
    #[default]
    Unstarted,
    /// Started; its first step is the next one, whoever else could go on.
    New,
    Running,
    Ended,
    /// It violated something.
    Broken,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Thread {
    pub at: u8,
    pub register: u32,
    pub permit: bool,
    pub life: Life,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct State {
    pub variables: [u32; VARIABLES],
    pub owners: [Option<u8>; MONITORS],
    pub threads: [Thread; THREADS],
}

/// What a thread does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Begin,
    Do(Op),
    End,
}

/// What a step did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub thread: usize,
    pub act: Act,
    /// The number that was chosen, if one was.
    pub chosen: u32,
    /// Whether it changed its variable, if it has one.
    pub wrote: bool,
    /// The monitors that it left at its end.
    pub left: Vec<usize>,
    /// The place of what it violated.
    pub violated: Option<u32>,
}

impl Step {
    /// Whether it has read what others can change, and changed nothing that they see.
    pub fn only_looks(&self) -> bool {
        matches!(self.act, Act::Do(Op::Read(_) | Op::Cas(..)))
            && !self.wrote
            && self.left.is_empty()
    }
}

impl Program {
    /// Whether a thread may take a step again.
    pub fn goes_round(&self) -> bool {
        self.threads.iter().flatten().any(|op| matches!(op, Op::BackUnless(..)))
    }

    pub fn first(&self) -> State {
        let mut state = State::default();
        let there = if self.starts { 1 } else { self.threads.len() };
        for thread in 0..there {
            state.threads[thread].life = Life::Running;
            assert_eq!(
                self.settle(&mut state, thread, &mut Vec::new()),
                None,
                "a violation before the first step"
            );
        }
        state
    }

    /// What a thread that is there, and has not ended, does next.
    pub fn next(&self, state: &State, thread: usize) -> Option<Act> {
        let standing = &state.threads[thread];
        match standing.life {
            Life::New => Some(Act::Begin),
            Life::Running => Some(
                self.threads[thread]
                    .get(usize::from(standing.at))
                    .map_or(Act::End, |op| Act::Do(*op)),
            ),
            Life::Unstarted | Life::Ended | Life::Broken => None,
        }
    }

    fn can(&self, state: &State, thread: usize, act: Act) -> bool {
        match act {
            Act::Do(Op::Lock(monitor)) => state.owners[monitor].is_none(),
            Act::Do(Op::Park) => state.threads[thread].permit,
            // As in Java: who was never started is not waited for.
            Act::Do(Op::Join(other)) => {
                matches!(state.threads[other].life, Life::Unstarted | Life::Ended)
            }
            _ => true,
        }
    }

    /// The ways to go on, threads in their order; none if all have ended or are stuck.
    pub fn choices(&self, state: &State) -> Vec<Choice> {
        let threads = 0..self.threads.len();
        if let Some(new) = threads.clone().find(|thread| state.threads[*thread].life == Life::New) {
            return vec![Choice::Run(ThreadId(new as u32))];
        }
        let mut choices = Vec::new();
        for thread in threads {
            let id = ThreadId(thread as u32);
            match self.next(state, thread) {
                Some(Act::Do(Op::Choose(count))) => {
                    choices.extend((0..count).map(|value| Choice::Value(id, value)));
                }
                Some(Act::Do(Op::ParkInTime)) => {
                    // Time ends only what has to wait.
                    let goes_on = state.threads[thread].permit;
                    choices.push(if goes_on { Choice::Run(id) } else { Choice::TimeOut(id) });
                }
                Some(act) if self.can(state, thread, act) => choices.push(Choice::Run(id)),
                _ => {}
            }
        }
        choices
    }

    /// Whether something can be violated from a state on.
    pub fn may_violate(&self, from: State) -> bool {
        let (mut met, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(state) = open.pop() {
            for choice in self.choices(&state) {
                let mut next = state;
                if self.step(&mut next, choice).violated.is_some() {
                    return true;
                }
                if met.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }

    /// The threads that wait for something.
    pub fn blocked(&self, state: &State) -> Vec<usize> {
        let waits = |thread: &usize| {
            self.next(state, *thread).is_some_and(|act| !self.can(state, *thread, act))
        };
        (0..self.threads.len()).filter(waits).collect()
    }

    pub fn has_live_threads(&self, state: &State) -> bool {
        (0..self.threads.len()).any(|thread| self.next(state, thread).is_some())
    }

    /// Takes a step: the act, and what follows it.
    pub fn step(&self, state: &mut State, choice: Choice) -> Step {
        let thread = choice.thread().0 as usize;
        let chosen = match choice {
            Choice::Value(_, value) => value,
            other => u32::from(matches!(other, Choice::TimeOut(_))),
        };
        let act = self.next(state, thread).expect("the choice is one of the state's");
        let wrote = match act {
            Act::Begin => {
                state.threads[thread].life = Life::Running;
                false
            }
            Act::End => {
                state.threads[thread].life = Life::Ended;
                false
            }
            Act::Do(op) => {
                state.threads[thread].at += 1;
                self.perform(state, thread, op, chosen)
            }
        };
        let mut left = Vec::new();
        let violated = if act == Act::End { None } else { self.settle(state, thread, &mut left) };
        Step { thread, act, chosen, wrote, left, violated }
    }

    /// Does an operation; answers whether it changed its variable.
    fn perform(&self, state: &mut State, thread: usize, op: Op, chosen: u32) -> bool {
        let register = state.threads[thread].register;
        let mut result = register;
        let mut wrote = false;
        let mut write = |variable: usize, value: u32| {
            state.variables[variable] = value;
            wrote = true;
        };
        match op {
            Op::Read(variable) => result = state.variables[variable],
            Op::Write(variable, value) => write(variable, value),
            Op::WriteNext(variable) => write(variable, register + 1),
            Op::Cas(variable, from, to) => {
                result = u32::from(state.variables[variable] == from);
                if result == 1 {
                    state.variables[variable] = to;
                    wrote = true;
                }
            }
            Op::Add(variable, by) => {
                result = state.variables[variable];
                state.variables[variable] += by;
                wrote = true;
            }
            Op::Lock(monitor) => state.owners[monitor] = Some(thread as u8),
            Op::Park => state.threads[thread].permit = false,
            Op::ParkInTime => {
                result = 1 - chosen;
                state.threads[thread].permit = false;
            }
            Op::Unpark(other) => {
                let other = &mut state.threads[other];
                // The end of a thread is something only if it is a step.
                let is_over = other.life == Life::Ended && self.ends;
                other.permit |= other.life != Life::Unstarted && !is_over;
            }
            Op::Start(other) => state.threads[other].life = Life::New,
            Op::Choose(_) => result = chosen,
            Op::Join(_) | Op::Fence => {}
            other => unreachable!("{other:?} is no step"),
        }
        state.threads[thread].register = result;
        wrote
    }

    /// Goes on to the next operation. Answers the place of a violation.
    fn settle(&self, state: &mut State, thread: usize, left: &mut Vec<usize>) -> Option<u32> {
        let code = &self.threads[thread];
        loop {
            let standing = &mut state.threads[thread];
            let at = usize::from(standing.at);
            let mut to = at + 1;
            match code.get(at) {
                None => {
                    standing.at = code.len() as u8;
                    standing.life = if self.ends { standing.life } else { Life::Ended };
                    return None;
                }
                Some(op) if op.is_visible() => return None,
                Some(Op::SkipIf(value, count)) if standing.register == *value => to += count,
                Some(Op::BackUnless(value, count)) if standing.register != *value => {
                    to = at - count;
                }
                Some(Op::AssertNot(value)) if standing.register == *value => {
                    standing.life = Life::Broken;
                    return Some((thread * 100 + at) as u32);
                }
                Some(Op::Unlock(monitor)) if state.owners[*monitor] == Some(thread as u8) => {
                    state.owners[*monitor] = None;
                    left.push(*monitor);
                }
                Some(_) => {}
            }
            state.threads[thread].at = to as u8;
        }
    }
}
