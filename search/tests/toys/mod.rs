//! Toy machines: a state is a number, a model says in some lines where each choice leads. The
//! machine around it insists that marks are used last in first out, and the listener that comes
//! with it, that it is taken back together with the machine.

#![allow(dead_code, reason = "each test file uses what it needs")]

use raceproof_base::{
    AccessKind, Address, Cause, Choice, Event, Finding, FindingKind, Fingerprint, Listener,
    Machine, Mark, Mode, Names, Operation, OperationKind, Place, Progress, Site, Situation,
    StepOutcome, ThreadId, Unsupported, Work,
};
use raceproof_search::{End, Exploration, Monitor, SearchOptions, StrategyKind, explore, replay};
use std::collections::BTreeSet;

/// How a state of a model stands.
pub enum Look {
    Open(Vec<Choice>),
    Ended,
    Stuck,
}

/// Where a choice leads.
pub enum Next {
    To(u64),
    /// To a state, by only looking.
    Look(u64),
    /// To a state, from which all is waiting for ever.
    Wait(u64),
    /// To a state, with a race on the way that is known by this number.
    Race(u64, u32),
    /// To a violation known by this number.
    Violated(u32),
    Ignored,
    Unsupported,
    /// Into a step in which the machine is told to stop.
    Cancelled,
}

pub trait Model {
    fn look(&self, state: u64) -> Look;
    fn next(&self, state: u64, choice: Choice) -> Next;
    fn start(&self) -> u64 {
        0
    }
}

pub fn run(thread: u32) -> Choice {
    Choice::Run(ThreadId(thread))
}

pub fn value(value: u32) -> Choice {
    Choice::Value(ThreadId(0), value)
}

/// The number of a data choice.
pub fn number(choice: Choice) -> u32 {
    match choice {
        Choice::Value(_, value) => value,
        other => panic!("{other:?} is no data choice"),
    }
}

/// A finding known by a number.
pub fn finding(kind: FindingKind, line: u32) -> Box<Finding> {
    let mut finding = Finding::new(kind, "");
    finding.stack.push(Place { line, ..Place::default() });
    Box::new(finding)
}

pub struct Toy<'a> {
    model: &'a dyn Model,
    /// The states of the current execution since one was restored; the last is the current one.
    path: Vec<u64>,
    /// The number of transitions that led to the restored state.
    before: usize,
    /// The marks that are still valid, in order: lengths of the path.
    marks: Vec<usize>,
    steps: u64,
    progress: Progress,
    /// Violations that end no execution, not told yet.
    pub noticed: Vec<Finding>,
    /// Every state that was ever asked for its identity.
    pub seen: BTreeSet<u64>,
    /// Every state that a step led to.
    pub reached: BTreeSet<u64>,
}

impl<'a> Toy<'a> {
    pub fn new(model: &'a dyn Model) -> Self {
        Self {
            model,
            path: vec![model.start()],
            before: 0,
            marks: Vec::new(),
            steps: 0,
            progress: Progress::Works,
            noticed: Vec::new(),
            seen: BTreeSet::new(),
            reached: BTreeSet::new(),
        }
    }

    pub fn state(&self) -> u64 {
        *self.path.last().expect("the first state is never taken back")
    }

    pub fn depth(&self) -> usize {
        self.before + self.path.len() - 1
    }
}

impl Machine for Toy<'_> {
    type Snapshot = (u64, usize);

    fn situation(&mut self) -> Situation {
        match self.model.look(self.state()) {
            Look::Open(choices) => Situation::Open(choices),
            Look::Ended => Situation::Ended,
            Look::Stuck => Situation::Deadlock(finding(FindingKind::Deadlock, self.state() as u32)),
        }
    }

    fn operation(&self, choice: Choice) -> Operation {
        let site = Site { method: self.depth() as u32, position: 0 };
        Operation { kind: OperationKind::GoOn, on: Address(u64::from(choice.thread().0)), site }
    }

    fn step<L: Listener>(&mut self, choice: Choice, listener: &mut L) -> StepOutcome {
        let Look::Open(choices) = self.model.look(self.state()) else {
            panic!("a step from a last state")
        };
        assert!(choices.contains(&choice), "{choice:?} is not among {choices:?}");
        let thread = choice.thread();
        // Heard also if the step leads to no state; then the search goes back before it goes on.
        listener.event(&Event::Operation { thread, operation: self.operation(choice) }, &());
        self.steps += 1;
        self.progress = Progress::Works;
        let state = match self.model.next(self.state(), choice) {
            Next::To(state) => state,
            Next::Look(state) => {
                self.progress = Progress::Looks;
                state
            }
            Next::Wait(state) => {
                self.progress = Progress::Waits;
                state
            }
            Next::Race(state, race) => {
                let site = Site { method: race, position: 0 };
                let (variable, access, mode) = (Address(1), AccessKind::Write, Mode::Plain);
                listener.event(
                    &Event::Access { thread, object: variable, variable, access, mode, site },
                    &(),
                );
                state
            }
            Next::Violated(line) => {
                return StepOutcome::Violated(finding(FindingKind::Assertion, line));
            }
            Next::Ignored => return StepOutcome::Ignored,
            Next::Cancelled => return StepOutcome::Cancelled(Cause::Memory),
            Next::Unsupported => {
                let what = Unsupported { what: "flying".into(), stack: Vec::new() };
                return StepOutcome::Unsupported(Box::new(what));
            }
        };
        self.path.push(state);
        self.reached.insert(state);
        StepOutcome::Done
    }

    fn finding(&mut self) -> Option<Box<Finding>> {
        self.noticed.pop().map(Box::new)
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

    fn save(&mut self) -> (u64, usize) {
        (self.state(), self.depth())
    }

    fn restore(&mut self, &(state, depth): &(u64, usize)) {
        self.marks.clear();
        self.path = vec![state];
        self.before = depth;
    }

    fn fingerprint(&mut self) -> Fingerprint {
        let state = self.state();
        self.seen.insert(state);
        Fingerprint(u128::from(state))
    }

    fn progress(&self) -> Progress {
        self.progress
    }

    fn hanging(&self) -> Box<Finding> {
        finding(FindingKind::Livelock, self.state() as u32)
    }

    fn work(&self) -> Work {
        Work { instructions: self.steps, bytes: 8 * self.path.len() as u64, prints: 0 }
    }
}

/// Reports the races that models tell, and asserts that it hears one execution at a time, all of
/// it: each operation carries the number of those before.
#[derive(Default)]
pub struct Attentive {
    heard: u32,
    found: Option<Box<Finding>>,
}

impl Listener for Attentive {
    type Mark = u32;
    type Snapshot = u32;

    fn event(&mut self, event: &Event, _names: &dyn Names) {
        match event {
            Event::Operation { operation, .. } => {
                assert_eq!(
                    operation.site.method, self.heard,
                    "the listener was not taken back with the machine"
                );
                self.heard += 1;
            }
            Event::Access { site, .. } => {
                self.found = Some(finding(FindingKind::DataRace, site.method));
            }
            _ => {}
        }
    }

    fn finding(&mut self) -> Option<Box<Finding>> {
        self.found.take()
    }

    fn mark(&mut self) -> u32 {
        self.heard
    }

    fn rollback(&mut self, to: u32) {
        // A violated step was heard, though it led to no state.
        assert!(to <= self.heard);
        self.heard = to;
    }

    fn save(&mut self) -> u32 {
        self.heard
    }

    fn restore(&mut self, from: &u32) {
        self.heard = *from;
    }
}

pub const DFS: StrategyKind = StrategyKind::DepthFirst;
pub const BFS: StrategyKind = StrategyKind::BreadthFirst;
pub const LOCKSET: StrategyKind = StrategyKind::Lockset;
pub const DPOR: StrategyKind = StrategyKind::Dpor;

pub fn options(strategy: StrategyKind) -> SearchOptions {
    SearchOptions { all: true, ..SearchOptions::of(strategy) }
}

/// Explores a model, checks what holds of every exploration, and also gives the states that were
/// met.
pub fn explored_states(
    model: &dyn Model,
    options: &SearchOptions,
    monitor: &mut dyn Monitor,
) -> (Exploration, BTreeSet<u64>) {
    let mut toy = Toy::new(model);
    let mut listener = Attentive::default();
    let answer = explore(&mut toy, &mut listener, options, monitor);

    assert_eq!((toy.depth(), listener.heard), (0, 0), "not taken back to the start");
    assert_eq!(answer.statistics.work.instructions, answer.statistics.transitions);
    for (index, found) in answer.findings.iter().enumerate() {
        let again = replay(
            &mut Toy::new(model),
            &mut Attentive::default(),
            &found.schedule,
            Some(found.kind),
        );
        assert!(again.confirms(found), "{found:?} is not confirmed by {again:?}");
        assert!(
            !answer.findings[..index].iter().any(|other| other.is_same(found)),
            "{found:?} is reported twice"
        );
    }
    if matches!(answer.end, End::Complete | End::Unsupported) {
        let counted = &answer.statistics;
        let reached = counted.states - 1
            + counted.revisited
            + counted.violations
            + counted.unsupported
            + counted.ignored;
        assert_eq!(reached, counted.transitions);
        assert_eq!(counted.states, toy.seen.len() as u64);
    }
    (answer, toy.seen)
}

/// Explores a model, and checks what holds of every exploration.
pub fn explored(model: &dyn Model, options: &SearchOptions) -> Exploration {
    explored_states(model, options, &mut ()).0
}

/// Threads that each take some steps of their own: a grid with a dimension for each thread.
pub struct Grid {
    pub threads: u32,
    pub steps: u64,
    /// Whether the last corner is a deadlock.
    pub stuck: bool,
}

impl Grid {
    fn unit(&self, thread: u32) -> u64 {
        (self.steps + 1).pow(thread)
    }
}

impl Model for Grid {
    fn look(&self, state: u64) -> Look {
        let open: Vec<_> = (0..self.threads)
            .filter(|&thread| state / self.unit(thread) % (self.steps + 1) < self.steps)
            .map(run)
            .collect();
        match open.is_empty() {
            false => Look::Open(open),
            true if self.stuck => Look::Stuck,
            true => Look::Ended,
        }
    }

    fn next(&self, state: u64, choice: Choice) -> Next {
        Next::To(state + self.unit(choice.thread().0))
    }
}

/// A cycle of states, walked in one direction, or in both by two threads; perhaps with a state that
/// must not be entered.
pub struct Ring {
    pub states: u64,
    pub both_ways: bool,
    pub bad: Option<u64>,
}

impl Model for Ring {
    fn look(&self, _state: u64) -> Look {
        Look::Open((0..1 + u32::from(self.both_ways)).map(run).collect())
    }

    fn next(&self, state: u64, choice: Choice) -> Next {
        let step = if choice == run(0) { 1 } else { self.states - 1 };
        let to = (state + step) % self.states;
        if Some(to) == self.bad { Next::Violated(0) } else { Next::To(to) }
    }
}

/// A binary tree.
pub struct Tree {
    pub height: u32,
}

impl Model for Tree {
    fn look(&self, state: u64) -> Look {
        if state >> self.height == 0 { Look::Open(vec![value(0), value(1)]) } else { Look::Ended }
    }

    fn next(&self, state: u64, choice: Choice) -> Next {
        Next::To(state * 2 + u64::from(number(choice)))
    }

    fn start(&self) -> u64 {
        1
    }
}

/// What an edge of a [`Graph`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    To(u64),
    Look(u64),
    Wait(u64),
    Race(u64, u32),
    Violated(u32),
    Ignored,
    Unsupported,
    Cancelled,
}

/// Any graph; a state without edges is an end, unless it is among the stuck ones.
#[derive(Debug, Default)]
pub struct Graph {
    pub edges: Vec<Vec<Edge>>,
    pub stuck: Vec<u64>,
}

impl Graph {
    pub fn of(edges: &[&[u64]]) -> Self {
        let edges = edges.iter().map(|to| to.iter().map(|&to| Edge::To(to)).collect()).collect();
        Self { edges, stuck: Vec::new() }
    }
}

impl Model for Graph {
    fn look(&self, state: u64) -> Look {
        match self.edges[state as usize].len() {
            0 if self.stuck.contains(&state) => Look::Stuck,
            0 => Look::Ended,
            edges => Look::Open((0..edges as u32).map(value).collect()),
        }
    }

    fn next(&self, state: u64, choice: Choice) -> Next {
        match self.edges[state as usize][number(choice) as usize] {
            Edge::To(to) => Next::To(to),
            Edge::Look(to) => Next::Look(to),
            Edge::Wait(to) => Next::Wait(to),
            Edge::Race(to, race) => Next::Race(to, race),
            Edge::Violated(line) => Next::Violated(line),
            Edge::Ignored => Next::Ignored,
            Edge::Unsupported => Next::Unsupported,
            Edge::Cancelled => Next::Cancelled,
        }
    }
}
