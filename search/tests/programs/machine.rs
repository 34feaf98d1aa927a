//! The machine that the search drives through a [`Program`], as the real one would: threads have
//! numbers in the order of their start, addresses and keys are the same in all executions, what
//! follows an operation is told as effects.

use super::twin::{Ending, Trace, trace_of};
use super::{Act, Life, Op, Program, State, Step, THREADS, VARIABLES};
use raceproof_base::{
    Address, AsIs, Canonical, Choice, Effect, Finding, FindingKind, Fingerprint, Listener, Machine,
    Mark, Operation, OperationKind, Place, Progress, Site, Situation, StepOutcome, Sync, Thing,
    ThreadId, Use, Work,
};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Threads by their numbers.
#[derive(Clone, Copy, Default)]
pub struct Numbers {
    threads: [u8; THREADS],
    count: usize,
}

/// A state on the path, and the step that led to it, of one operation or more.
#[derive(Clone)]
struct Reached {
    state: State,
    numbers: Numbers,
    steps: Vec<Step>,
    /// Whether all of that step only looked.
    looks: bool,
}

pub struct Interpreter<'a> {
    program: &'a Program,
    path: Vec<Reached>,
    /// The marks that are still valid, in order: lengths of the path.
    marks: Vec<usize>,
    effects: Vec<Effect>,
    steps: u64,
    /// Whether it proves that nothing is violated from a state on, which stands for a data race.
    pub proves: bool,
    /// If several operations are one step: so many, as they stand in the program, unless one cannot
    /// go on, or in several ways.
    pub together: Option<u8>,
    /// Whether the end of a thread belongs to its last step.
    pub ends_within: bool,
    joins_on: bool,
    /// How the executions ended that came to an end, in their order.
    pub ended: Vec<(Ending, Trace)>,
}

const INT: u64 = 4;

fn address_of_variable(variable: usize) -> Address {
    Address(0x1000 + variable as u64 * INT)
}

fn address_of_monitor(monitor: usize) -> Address {
    Address(0x2000 + monitor as u64 * 16)
}

fn address_of_thread(thread: usize) -> Address {
    Address(0x3000 + thread as u64 * 16)
}

fn finding(kind: FindingKind, what: u32) -> Box<Finding> {
    let mut finding = Finding::new(kind, "");
    finding.stack.push(Place { line: what, ..Place::default() });
    Box::new(finding)
}

impl<'a> Interpreter<'a> {
    pub fn new(program: &'a Program) -> Self {
        let mut numbers = Numbers::default();
        let state = program.first();
        for thread in 0..program.threads.len() {
            if state.threads[thread].life != Life::Unstarted {
                numbers.threads[numbers.count] = thread as u8;
                numbers.count += 1;
            }
        }
        let path = vec![Reached { state, numbers, steps: Vec::new(), looks: false }];
        let (marks, effects, ended) = (Vec::new(), Vec::new(), Vec::new());
        let (proves, together, ends_within, joins_on) = (false, None, false, false);
        Self {
            program,
            path,
            marks,
            effects,
            steps: 0,
            proves,
            together,
            ends_within,
            joins_on,
            ended,
        }
    }

    fn now(&self) -> &Reached {
        self.path.last().expect("the first state is never taken back")
    }

    pub fn depth(&self) -> usize {
        self.path.len() - 1
    }

    fn note_ending(&mut self, ending: Ending) {
        let steps = self.path.iter().flat_map(|reached| reached.steps.iter().cloned());
        let is_told = !self.program.goes_round() && self.together.is_none();
        let trace = if is_told { trace_of(steps) } else { Trace::new() };
        self.ended.push((ending, trace));
    }

    /// What the program calls a thread.
    fn thread_of(&self, id: ThreadId) -> usize {
        usize::from(self.now().numbers.threads[id.0 as usize])
    }

    fn id_of(&self, thread: usize) -> ThreadId {
        let numbers = &self.now().numbers;
        let number =
            numbers.threads[..numbers.count].iter().position(|known| usize::from(*known) == thread);
        ThreadId(number.expect("the thread was started") as u32)
    }

    /// A choice with the program's name of its thread, or the other way round.
    fn renamed(choice: Choice, name: impl FnOnce(ThreadId) -> ThreadId) -> Choice {
        match choice {
            Choice::Value(thread, value) => Choice::Value(name(thread), value),
            Choice::TimeOut(thread) => Choice::TimeOut(name(thread)),
            other => Choice::Run(name(other.thread())),
        }
    }

    fn note_effects(&mut self, step: &Step) {
        let own = address_of_thread(step.thread);
        match step.act {
            Act::Do(Op::Cas(variable, expected, _)) => {
                let variable = address_of_variable(variable);
                self.effects.push(Effect::Compared {
                    variable,
                    expected: u64::from(expected),
                    bytes: INT as u8,
                });
            }
            Act::Do(Op::Park | Op::Join(_)) => {
                self.effects.push(Effect::Uses(Thing::Interrupt(own), Use::Read));
            }
            Act::Do(Op::ParkInTime) => {
                self.effects.push(Effect::Uses(Thing::Interrupt(own), Use::Read));
                self.effects.push(Effect::Otherwise);
                self.effects.extend((step.chosen == 1).then_some(Effect::TimePassed));
            }
            Act::Do(Op::Start(other)) => self.effects.push(Effect::Started(self.id_of(other))),
            Act::End => self.effects.push(Effect::Left(Thing::Monitor(own))),
            _ => {}
        }
        let left = step
            .left
            .iter()
            .map(|monitor| Effect::Left(Thing::Monitor(address_of_monitor(*monitor))));
        self.effects.extend(left);
    }
}

/// More operations make no step: a thread may go round.
const LONGEST_STEP: usize = 5;

impl Interpreter<'_> {
    /// Goes on through the operations that are one step with the last one. Answers the last of all.
    fn go_on(&mut self, first: Step) -> Step {
        let mut last = first;
        let thread = last.thread;
        let at = |state: &State| state.threads[thread].at;
        let Some(length) = self.together else { return last };
        // What the instruction at hand belongs to; the one before was the step's.
        let mut before = at(&self.path[self.path.len() - 2].state);
        let is_operation = matches!(last.act, Act::Do(_));
        for _ in 1..LONGEST_STEP {
            let Reached { mut state, mut numbers, .. } = self.now().clone();
            let is_inside = at(&state) > before && at(&state) / length == before / length;
            let next = self.program.next(&state, thread);
            if !is_operation || last.violated.is_some() || !is_inside {
                break;
            }
            let Some(Act::Do(_)) = next else { break };
            let operation = self.operation(Choice::Run(self.id_of(thread)));
            let choices = self.program.choices(&state).into_iter();
            let ways: Vec<Choice> =
                choices.filter(|choice| choice.thread().0 as usize == thread).collect();
            let [Choice::Run(_)] = ways[..] else {
                self.effects.push(Effect::Stopped(operation));
                break;
            };
            self.effects.push(Effect::Inner(operation));
            before = at(&state);
            last = self.program.step(&mut state, ways[0]);
            if let Act::Do(Op::Start(other)) = last.act {
                numbers.threads[numbers.count] = other as u8;
                numbers.count += 1;
            }
            let reached = self.path.last_mut().expect("the first state is never taken back");
            let looks = reached.looks && last.only_looks();
            *reached = Reached { state, numbers, steps: vec![last.clone()], looks };
            self.note_effects(&last);
        }
        last
    }
}

/// Steps that stand for several, of which each could be one.
impl Interpreter<'_> {
    /// The last step goes on to what its thread does next.
    fn extend(&mut self, thread: usize) -> Step {
        let reached = self.path.last_mut().expect("the first state is never taken back");
        let step = self.program.step(&mut reached.state, Choice::Run(ThreadId(thread as u32)));
        reached.looks &= step.only_looks();
        reached.steps.push(step.clone());
        step
    }

    /// Goes on through the joins behind a join, once all others have ended. Answers the last step.
    fn join_on(&mut self, mut last: Step) -> Step {
        let thread = last.thread;
        while self.joins_on
            && matches!(last.act, Act::Do(Op::Join(_)))
            && last.violated.is_none()
            && let state = &self.now().state
            && let Some(Act::Do(Op::Join(other))) = self.program.next(state, thread)
            && state.threads[other].life == Life::Ended
            && (0..self.program.threads.len())
                .all(|other| other == thread || self.program.next(state, other).is_none())
        {
            last = self.extend(thread);
            self.effects.push(Effect::JoinedOn(address_of_thread(other)));
        }
        last
    }

    /// If nothing is left for the thread to do, it ends.
    fn end_with(&mut self, last: &Step) {
        let next = self.program.next(&self.now().state, last.thread);
        if self.ends_within && last.violated.is_none() && next == Some(Act::End) {
            self.extend(last.thread);
            self.effects.push(Effect::Ended(address_of_thread(last.thread)));
        }
    }
}

fn kind_and_address(thread: usize, act: Act) -> (OperationKind, Address) {
    use OperationKind as Kind;
    match act {
        Act::Begin => (Kind::Begin, Address::NONE),
        Act::End => (Kind::End, address_of_thread(thread)),
        Act::Do(Op::Read(variable)) => (Kind::VolatileRead, address_of_variable(variable)),
        Act::Do(Op::Write(variable, _) | Op::WriteNext(variable)) => {
            (Kind::VolatileWrite, address_of_variable(variable))
        }
        Act::Do(Op::Cas(variable, ..) | Op::Add(variable, _)) => {
            (Kind::Update, address_of_variable(variable))
        }
        Act::Do(Op::Lock(monitor)) => (Kind::Lock, address_of_monitor(monitor)),
        Act::Do(Op::Park | Op::ParkInTime) => (Kind::Park, address_of_thread(thread)),
        Act::Do(Op::Unpark(other)) => (Kind::Unpark, address_of_thread(other)),
        Act::Do(Op::Start(other)) => (Kind::Start, address_of_thread(other)),
        Act::Do(Op::Join(other)) => (Kind::Join, address_of_thread(other)),
        Act::Do(Op::Fence) => (Kind::Fence, Address::NONE),
        Act::Do(Op::Choose(_)) => (Kind::Choose, Address::NONE),
        Act::Do(other) => unreachable!("{other:?} is no operation"),
    }
}

/// As the program calls its threads: their numbers are those of the order in which they were
/// started, which other ways to the same state have not.
impl Canonical for Interpreter<'_> {
    fn variable(&self, variable: Address) -> Option<u64> {
        AsIs.variable(variable)
    }

    fn address(&self, name: u64) -> Option<Address> {
        AsIs.address(name)
    }

    fn thread(&self, thread: ThreadId) -> Option<u64> {
        let thread = self.thread_of(thread);
        let is_over = self.program.next(&self.now().state, thread).is_none();
        AsIs.thread(ThreadId(thread as u32)).filter(|_| !is_over)
    }

    fn sync(&self, sync: Sync) -> Option<u64> {
        match sync {
            Sync::Thread(thread) => {
                AsIs.sync(Sync::Thread(ThreadId(self.thread_of(thread) as u32)))
            }
            Sync::ReleaseFence(thread) => {
                AsIs.sync(Sync::ReleaseFence(ThreadId(self.thread_of(thread) as u32)))
            }
            other => AsIs.sync(other),
        }
    }
}

impl Machine for Interpreter<'_> {
    type Snapshot = (State, Numbers);

    fn situation(&mut self) -> Situation {
        let state = self.now().state;
        let mut choices: Vec<Choice> = self.program.choices(&state).into_iter().collect();
        if !choices.is_empty() {
            let id = |thread: ThreadId| self.id_of(thread.0 as usize);
            choices.iter_mut().for_each(|choice| *choice = Self::renamed(*choice, id));
            choices.sort_by_key(|choice| choice.thread());
            return Situation::Open(choices);
        }
        if self.program.has_live_threads(&state) {
            self.note_ending(Ending::Deadlock(state));
            return Situation::Deadlock(finding(FindingKind::Deadlock, hash(&state, 0) as u32));
        }
        self.note_ending(Ending::Ended(state));
        Situation::Ended
    }

    fn operation(&self, choice: Choice) -> Operation {
        let thread = self.thread_of(choice.thread());
        let state = &self.now().state;
        let act = self.program.next(state, thread).unwrap_or(Act::End);
        let (kind, on) = kind_and_address(thread, act);
        let position = u16::from(state.threads[thread].at);
        Operation { kind, on, site: Site { method: thread as u32, position } }
    }

    fn step<L: Listener>(&mut self, choice: Choice, _listener: &mut L) -> StepOutcome {
        self.steps += 1;
        let choice = Self::renamed(choice, |id| ThreadId(self.thread_of(id) as u32));
        let Reached { mut state, mut numbers, .. } = self.now().clone();
        assert!(self.program.choices(&state).contains(&choice), "{choice:?} is not possible");
        let step = self.program.step(&mut state, choice);
        if let Act::Do(Op::Start(other)) = step.act {
            numbers.threads[numbers.count] = other as u8;
            numbers.count += 1;
        }
        let looks = step.only_looks();
        self.path.push(Reached { state, numbers, steps: vec![step.clone()], looks });
        self.effects.clear();
        self.note_effects(&step);
        let step = self.go_on(step);
        let step = self.join_on(step);
        self.end_with(&step);
        match step.violated {
            Some(place) => {
                self.note_ending(Ending::Violated(place));
                StepOutcome::Violated(finding(FindingKind::Assertion, place))
            }
            None => StepOutcome::Done,
        }
    }

    fn joins_on(&mut self, joins_on: bool) {
        self.joins_on = joins_on;
    }

    fn mark(&mut self) -> Mark {
        self.marks.push(self.path.len());
        Mark(self.path.len())
    }

    fn rollback(&mut self, Mark(to): Mark) {
        while self.marks.last().is_some_and(|&mark| mark > to) {
            self.marks.pop();
        }
        assert_eq!(self.marks.last(), Some(&to), "the mark is void");
        self.path.truncate(to);
    }

    fn save(&mut self) -> Self::Snapshot {
        (self.now().state, self.now().numbers)
    }

    fn restore(&mut self, (state, numbers): &Self::Snapshot) {
        self.marks.clear();
        self.path =
            vec![Reached { state: *state, numbers: *numbers, steps: Vec::new(), looks: false }];
    }

    fn canonical(&self) -> &dyn Canonical {
        self
    }

    fn threads(&self) -> Vec<ThreadId> {
        let Reached { state, numbers, .. } = self.now();
        let there = numbers.threads[..numbers.count].iter().map(|thread| usize::from(*thread));
        there
            .filter(|thread| self.program.next(state, *thread).is_some())
            .map(|thread| self.id_of(thread))
            .collect()
    }

    fn able(&self) -> Vec<ThreadId> {
        let blocked = self.blocked();
        self.threads().into_iter().filter(|thread| !blocked.contains(thread)).collect()
    }

    fn fingerprint(&mut self) -> Fingerprint {
        let state = &self.now().state;
        Fingerprint(u128::from(hash(state, 1)) << 64 | u128::from(hash(state, 2)))
    }

    fn progress(&self) -> Progress {
        if self.now().looks { Progress::Looks } else { Progress::Works }
    }

    fn effects(&self) -> &[Effect] {
        &self.effects
    }

    fn is_whole(&self, choice: Choice) -> bool {
        let thread = self.thread_of(choice.thread());
        let act = self.program.next(&self.now().state, thread);
        self.together.is_none() || !matches!(act, Some(Act::Do(_)))
    }

    /// Eight bytes: the variable's own, and its neighbour's.
    fn value(&self, variable: Address) -> u64 {
        let index = variable.0.wrapping_sub(address_of_variable(0).0) / INT;
        let at = |index: u64| {
            self.now().state.variables.get(index as usize).copied().map_or(0, u64::from)
        };
        if index < VARIABLES as u64 { at(index) | at(index + 1) << 32 } else { 0 }
    }

    fn key(&self, thread: ThreadId) -> u64 {
        self.thread_of(thread) as u64 * 1000 + 7
    }

    fn blocked(&self) -> Vec<ThreadId> {
        let blocked = self.program.blocked(&self.now().state);
        blocked.into_iter().map(|thread| self.id_of(thread)).collect()
    }

    fn is_race_free_from(&mut self, Mark(to): Mark) -> bool {
        self.proves && !self.program.may_violate(self.path[to - 1].state)
    }

    fn work(&self) -> Work {
        Work { instructions: self.steps, ..Work::default() }
    }
}

fn hash(state: &State, salt: u8) -> u64 {
    let mut hasher = DefaultHasher::new();
    (salt, state).hash(&mut hasher);
    hasher.finish()
}
