//! The steps of the current execution: which happen before which, and which could have come in the other order.
//!
//! A step happens before another if it is of the same thread and earlier, if both use something in ways that conflict and it
//! is earlier, or if it let the other one's thread go on; and what follows from these. A **race** is a pair of steps that
//! conflict and are ordered by nothing but that: the second one could have come first.

use super::names::{Names, Point, Thread};
use crate::dependence::{self, Footprint, Step, Uses, is_handed_over};
use raceproof_base::{Choice, Operation, OperationKind, Thing, Use};
use rustc_hash::FxHashMap;

/// No step.
const NONE: u32 = u32::MAX;

/// The way in which a thread goes on with its operation: a choice without its thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Run,
    TimeOut,
    Spurious,
    Value(u32),
    Notify(u32),
}

impl Way {
    pub(crate) fn of(choice: Choice) -> Self {
        match choice {
            Choice::Run(_) => Self::Run,
            Choice::TimeOut(_) => Self::TimeOut,
            Choice::Spurious(_) => Self::Spurious,
            Choice::Value(_, value) => Self::Value(value),
            Choice::Notify(_, waiter) => Self::Notify(waiter),
        }
    }
}

/// A step as it was executed, to be put on the path.
pub(crate) struct Done {
    pub(crate) thread: Thread,
    pub(crate) step: Step,
    /// Whose waiting it ended.
    pub(crate) woke: Vec<Thread>,
    /// Whom it started.
    pub(crate) started: Vec<Thread>,
    /// Where the names stood before.
    pub(crate) point: Point,
}

/// A step on the path.
pub(crate) struct Event {
    /// It is the thread's so manieth, from one.
    pub(crate) ordinal: u32,
    pub(crate) done: Done,
    /// For each thing of the footprint, the step that used it before.
    before: Vec<u32>,
    /// For each thing it left, the step that had left it before.
    left_before: Vec<u32>,
    /// For each thread it woke, who had woken it before.
    woken_before: Vec<u32>,
    /// The thread's step before, or the one that started it.
    previous: u32,
    /// Who has ended the thread's waiting since, if somebody had to.
    woken_by: u32,
    /// The last step that concerned everybody.
    world_before: u32,
    clock: usize,
    clock_length: usize,
    /// How many races there were before it.
    races: usize,
}

/// A pair of steps that could have come in the other order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Race {
    pub(crate) first: u32,
    /// The step, or the length of the path for what a thread could not do at the end.
    pub(crate) second: u32,
    /// Whether the second step is known to be possible before the first.
    pub(crate) sure: bool,
    /// What they both use; none if one of them concerns everybody.
    pub(crate) about: Option<Thing>,
}

#[derive(Default)]
pub(crate) struct Path {
    pub(crate) names: Names,
    pub(crate) events: Vec<Event>,
    /// The last step that used a thing.
    last: FxHashMap<Thing, u32>,
    /// The last step that left a thing.
    left: FxHashMap<Thing, u32>,
    /// By thread: its last step, or the one that started it; who ended its waiting; how many steps it has taken.
    threads: Vec<Standing>,
    world: u32,
    clocks: Vec<u32>,
    clock: Vec<u32>,
    races: Vec<Race>,
}

#[derive(Clone, Copy)]
struct Standing {
    last: u32,
    woken_by: u32,
    steps: u32,
}

const STANDING: Standing = Standing { last: NONE, woken_by: NONE, steps: 0 };

/// Without what a step cannot be taken.
struct Needs {
    /// One of these, unless there are none.
    enablers: Vec<u32>,
    /// Or not this: who joins a thread that was not started does not wait.
    start: u32,
    /// Whether there can be no other reason that the step could be taken.
    sure: bool,
    /// Nothing at all.
    is_free: bool,
}

/// A candidate for a race: an earlier step, and what it has in common with the later one.
type Conflicting = (u32, Option<Thing>);

impl Path {
    pub(crate) fn new() -> Self {
        Self { world: NONE, ..Self::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.events.len()
    }

    /// The number of steps that a thread has taken.
    pub(crate) fn steps_of(&self, thread: Thread) -> u32 {
        self.threads.get(thread as usize).map_or(0, |standing| standing.steps)
    }

    fn standing(&mut self, thread: Thread) -> &mut Standing {
        let index = thread as usize;
        if self.threads.len() <= index {
            self.threads.resize(index + 1, STANDING);
        }
        &mut self.threads[index]
    }

    fn clock_of(&self, event: u32) -> &[u32] {
        let event = &self.events[event as usize];
        &self.clocks[event.clock..event.clock + event.clock_length]
    }

    fn knows(clock: &[u32], event: &Event) -> bool {
        clock.get(event.done.thread as usize).is_some_and(|steps| *steps >= event.ordinal)
    }

    /// Whether a step happens before another, or is it.
    pub(crate) fn happens_before(&self, first: u32, second: u32) -> bool {
        first <= second && Self::knows(self.clock_of(second), &self.events[first as usize])
    }

    fn join(&self, clock: &mut Vec<u32>, event: u32) {
        let other = self.clock_of(event);
        if clock.len() < other.len() {
            clock.resize(other.len(), 0);
        }
        clock.iter_mut().zip(other).for_each(|(mine, other)| *mine = (*mine).max(*other));
    }

    /// What happens before the next step of a thread, whatever that is.
    fn clock_before(&self, thread: Thread, into: &mut Vec<u32>) {
        into.clear();
        let standing = self.threads.get(thread as usize).copied().unwrap_or(STANDING);
        for event in [standing.last, standing.woken_by] {
            if event != NONE {
                self.join(into, event);
            }
        }
    }

    /// The earlier steps that conflict with a footprint, and with no later one of their kind.
    fn conflicting(&self, thread: Thread, footprint: &Footprint) -> Vec<Conflicting> {
        let mut found: Vec<Conflicting> = Vec::new();
        for (thing, how) in &*footprint.things {
            let mut at = self.last.get(thing).copied().unwrap_or(NONE);
            while at != NONE {
                let event = &self.events[at as usize];
                let slot = event.done.step.footprint.things.iter().position(|(known, _)| known == thing);
                let slot = slot.expect("a step is in the list of a thing that it uses");
                let other = event.done.step.footprint.things[slot].1;
                if how.conflicts(other) && event.done.thread != thread {
                    found.push((at, Some(*thing)));
                }
                if other == Use::Write {
                    break;
                }
                at = event.before[slot];
            }
        }
        if footprint.world {
            let others = self.threads.iter().enumerate().filter(|(other, s)| *other != thread as usize && s.steps > 0);
            let last = others.map(|(_, standing)| self.before_begin(standing.last));
            found.extend(last.filter(|last| *last != NONE).map(|last| (last, None)));
        } else if self.world != NONE && self.events[self.world as usize].done.thread != thread {
            found.push((self.world, None));
        }
        found.sort_unstable_by_key(|(event, _)| std::cmp::Reverse(*event));
        found
    }

    /// A step, or of a thread's first one, which comes with its start, the start.
    fn before_begin(&self, step: u32) -> u32 {
        let event = &self.events[step as usize];
        if event.done.step.operation.kind == OperationKind::Begin { event.previous } else { step }
    }

    /// The last steps that set something, up to the one that took it. Answers whether there is none that took it.
    fn setters(&self, thing: Thing, into: &mut Vec<u32>) -> bool {
        let mut at = self.last.get(&thing).copied().unwrap_or(NONE);
        while at != NONE {
            let event = &self.events[at as usize];
            let slot = event.done.step.footprint.things.iter().position(|(known, _)| *known == thing);
            let slot = slot.expect("a step is in the list of a thing that it uses");
            match event.done.step.footprint.things[slot].1 {
                Use::Set => into.push(at),
                Use::Write => return false,
                Use::Read => {}
            }
            at = event.before[slot];
        }
        true
    }

    /// Who has interrupted the thread of a step. It may have been interrupted before the first state: then nothing is needed.
    fn needs_of_interrupted(&self, done: &Done, thing: Thing, needs: &mut Needs) {
        let mut interrupts = Vec::new();
        let ever_since = self.setters(thing, &mut interrupts) && done.step.interrupted;
        needs.is_free |= ever_since && interrupts.is_empty();
        needs.sure &= !ever_since || interrupts.is_empty();
        needs.enablers.extend(interrupts);
    }

    /// Without what a step cannot be taken.
    fn needs(&self, done: &Done) -> Needs {
        let standing = self.threads.get(done.thread as usize).copied().unwrap_or(STANDING);
        let mut needs = Needs { enablers: Vec::new(), start: NONE, sure: true, is_free: false };
        if done.step.otherwise || Way::of(done.step.choice) != Way::Run {
            return needs;
        }
        let things = done.step.footprint.things.iter().map(|(thing, _)| *thing);
        match done.step.operation.kind {
            OperationKind::WaitAgain => needs.enablers.extend((standing.woken_by != NONE).then_some(standing.woken_by)),
            OperationKind::Park | OperationKind::StopWaiting => {
                // Who was there before the first state may have been given a permit then.
                needs.sure = standing.steps > 0 && self.was_started(done.thread);
                for thing in things {
                    match thing {
                        Thing::Permit(_) => {
                            self.setters(thing, &mut needs.enablers);
                        }
                        Thing::Interrupt(_) => self.needs_of_interrupted(done, thing, &mut needs),
                        _ => {}
                    }
                }
            }
            OperationKind::Join => self.needs_of_join(done, &mut needs),
            _ => {}
        }
        needs
    }

    fn needs_of_join(&self, done: &Done, needs: &mut Needs) {
        let (mut has_ended, mut is_interrupted) = (false, false);
        for (thing, how) in &*done.step.footprint.things {
            match thing {
                Thing::Interrupt(_) => {
                    is_interrupted = *how == Use::Write;
                    self.needs_of_interrupted(done, *thing, needs);
                }
                Thing::Life(_) => {
                    let end = self.last_of_kind(*thing, OperationKind::End);
                    needs.start = self.last_of_kind(*thing, OperationKind::Start).unwrap_or(NONE);
                    needs.enablers.extend(end);
                    has_ended = end.is_some();
                }
                _ => {}
            }
        }
        // Whoever joins a thread that was not started goes on, interrupted or not.
        if !has_ended && !is_interrupted {
            needs.enablers.clear();
        }
    }

    /// The last step of a kind that used a thing.
    fn last_of_kind(&self, thing: Thing, kind: OperationKind) -> Option<u32> {
        let mut at = self.last.get(&thing).copied().unwrap_or(NONE);
        while at != NONE {
            let event = &self.events[at as usize];
            if event.done.step.operation.kind == kind {
                return Some(at);
            }
            let slot = event.done.step.footprint.things.iter().position(|(known, _)| *known == thing)?;
            at = event.before[slot];
        }
        None
    }

    fn was_started(&self, thread: Thread) -> bool {
        self.events.iter().any(|event| event.done.started.contains(&thread))
    }

    /// Whether a step would still be possible if another and all that depends on it were taken out.
    fn is_possible_without(&self, first: u32, needs: &Needs) -> bool {
        let stays = |enabler: &u32| !self.happens_before(first, *enabler);
        let not_started = needs.start != NONE && self.happens_before(first, needs.start);
        needs.is_free || not_started || needs.enablers.is_empty() || needs.enablers.iter().any(stays)
    }

    /// Judges the conflicts of a step; gives its clock in `self.clock`.
    ///
    /// Who hands over something has done so by a later step than the one that took it. That orders a step which takes it,
    /// but not one that only uses a class in passing, *after* its operation: that one could have come in between.
    fn judge(
        &mut self,
        thread: Thread,
        kind: OperationKind,
        footprint: &Footprint,
        mut report: impl FnMut(&Self, Conflicting),
    ) {
        let mut before = Vec::new();
        self.clock_before(thread, &mut before);
        let candidates = self.conflicting(thread, footprint);
        let is_in_passing = |thing: Thing| matches!(thing, Thing::Class(_)) && kind != OperationKind::Initialize;
        let handed_over = footprint.things.iter().map(|(thing, _)| *thing).filter(|thing| is_handed_over(*thing));
        let (in_passing, taken): (Vec<Thing>, Vec<Thing>) = handed_over.partition(|thing| is_in_passing(*thing));
        let mut clock = before.clone();
        self.join_left(&mut clock, &taken);
        for (event, about) in candidates {
            let is_handed_over = about.is_some_and(is_handed_over);
            let known = if is_handed_over { &before } else { &clock };
            if !Self::knows(known, &self.events[event as usize]) {
                report(self, (event, about));
            }
            self.join(&mut clock, event);
        }
        self.join_left(&mut clock, &in_passing);
        self.clock = clock;
    }

    fn join_left(&self, clock: &mut Vec<u32>, things: &[Thing]) {
        for left in things.iter().filter_map(|thing| self.left.get(thing)) {
            self.join(clock, *left);
        }
    }

    /// Puts a step on the path, and notes its races.
    pub(crate) fn push(&mut self, done: Done) {
        let index = self.events.len() as u32;
        let needs = self.needs(&done);
        let mut races = std::mem::take(&mut self.races);
        let races_before = races.len();
        self.judge(done.thread, done.step.operation.kind, &done.step.footprint, |path, (first, about)| {
            let possible = path.is_possible_without(first, &needs);
            if (possible || !needs.sure) && path.events[first as usize].done.step.operation.kind != OperationKind::Begin
            {
                races.push(Race { first, second: index, sure: possible, about });
            }
        });
        // Behind the end that was waited for lies the start, before which nobody waits.
        let start = needs.start;
        if start != NONE && !races[races_before..].iter().any(|race| race.first == start) {
            let mut before = Vec::new();
            self.clock_before(done.thread, &mut before);
            if !Self::knows(&before, &self.events[start as usize]) {
                let about = self.events[start as usize].done.step.footprint.things.first().map(|(thing, _)| *thing);
                races.push(Race { first: start, second: index, sure: true, about });
            }
        }
        self.races = races;
        self.put(done, races_before);
    }

    fn put(&mut self, done: Done, races: usize) {
        let index = self.events.len() as u32;
        let thread = done.thread;
        let standing = self.standing(thread);
        standing.steps += 1;
        let (previous, woken_by, ordinal) = (standing.last, standing.woken_by, standing.steps);
        (standing.last, standing.woken_by) = (index, NONE);
        let threads = self.clock.len().max(thread as usize + 1);
        self.clock.resize(threads, 0);
        self.clock[thread as usize] = ordinal;
        let clock = self.clocks.len();
        self.clocks.extend_from_slice(&self.clock);
        let replace = |map: &mut FxHashMap<Thing, u32>, thing: Thing| map.insert(thing, index).unwrap_or(NONE);
        let before = done.step.footprint.things.iter().map(|(thing, _)| replace(&mut self.last, *thing)).collect();
        let left_before = done.step.left.iter().map(|thing| replace(&mut self.left, *thing)).collect();
        let mut woken_before = Vec::new();
        for woken in done.woke.iter().filter(|woken| **woken != thread) {
            woken_before.push(std::mem::replace(&mut self.standing(*woken).woken_by, index));
        }
        for started in &done.started {
            self.standing(*started).last = index;
        }
        let world_before = self.world;
        if done.step.footprint.world {
            self.world = index;
        }
        let clock_length = threads;
        self.events.push(Event {
            ordinal,
            done,
            before,
            left_before,
            woken_before,
            previous,
            woken_by,
            world_before,
            clock,
            clock_length,
            races,
        });
    }

    /// Takes the last step back.
    pub(crate) fn pop(&mut self) -> Event {
        let event = self.events.pop().expect("as many steps are taken back as were put there");
        let back = |map: &mut FxHashMap<Thing, u32>, thing: Thing, before: u32| {
            if before == NONE {
                map.remove(&thing)
            } else {
                map.insert(thing, before)
            };
        };
        self.world = event.world_before;
        for started in &event.done.started {
            self.standing(*started).last = NONE;
        }
        let woken = event.done.woke.iter().filter(|woken| **woken != event.done.thread);
        for (woken, before) in woken.zip(&event.woken_before) {
            self.standing(*woken).woken_by = *before;
        }
        for (thing, before) in event.done.step.left.iter().zip(&event.left_before).rev() {
            back(&mut self.left, *thing, *before);
        }
        for ((thing, _), before) in event.done.step.footprint.things.iter().zip(&event.before) {
            back(&mut self.last, *thing, *before);
        }
        self.clocks.truncate(event.clock);
        self.races.truncate(event.races);
        *self.standing(event.done.thread) =
            Standing { last: event.previous, woken_by: event.woken_by, steps: event.ordinal - 1 };
        self.names.back_to(event.done.point);
        event
    }
}

/// What an explored or planned step is compared by.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    pub(crate) thread: Thread,
    /// In which way; none for all ways that there are.
    pub(crate) way: Option<Way>,
    pub(crate) footprint: Footprint,
    /// The step on the path, if it stands there.
    event: Option<u32>,
    /// What happens before it, if it does not.
    known: Vec<u32>,
}

impl Path {
    /// Bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        let tables = (self.last.capacity() + self.left.capacity()) * size_of::<(Thing, u32)>();
        (self.events.capacity() * size_of::<Event>() + self.clocks.capacity() * 4 + tables) as u64
    }

    /// Whether the last so many steps of a thread contain an operation.
    pub(crate) fn has_done(&self, thread: Thread, operation: &Operation, steps: usize) -> bool {
        let own = self.events.iter().rev().filter(|event| event.done.thread == thread);
        own.take(steps).any(|event| event.done.step.operation == *operation)
    }

    /// The races of all its steps.
    pub(crate) fn races(&self) -> &[Race] {
        &self.races
    }

    /// What a thread that cannot go on could have come before: as races with the end of the path.
    pub(crate) fn races_of_blocked(&mut self, thread: Thread, kind: OperationKind, footprint: &Footprint) -> Vec<Race> {
        let second = self.events.len() as u32;
        let mut races = Vec::new();
        self.judge(thread, kind, footprint, |_, (first, about)| races.push(Race { first, second, sure: true, about }));
        races
    }

    /// A step that could be taken now.
    pub(crate) fn plan(&self, thread: Thread, way: Option<Way>, footprint: Footprint) -> Planned {
        let mut known = Vec::new();
        self.clock_before(thread, &mut known);
        Planned { thread, way, footprint, event: None, known }
    }

    /// The steps that lead from before a race's first step to its second one, without the first.
    pub(crate) fn reversal(&self, race: Race) -> Vec<Planned> {
        let second = &self.events[race.second as usize];
        let mut steps = self.independent_of(race.first);
        let mut known = Vec::new();
        for before in [second.previous, second.woken_by] {
            if before != NONE {
                self.join(&mut known, before);
            }
        }
        let footprint = self.footprint_before(race.first, race.about, second);
        let kind = second.done.step.operation.kind;
        let has_ways = second.done.step.otherwise || dependence::has_ways(kind) || !race.sure;
        let way = (!has_ways).then_some(Way::Run);
        steps.push(Planned { thread: second.done.thread, way, footprint, event: None, known });
        steps
    }

    /// The same for what a thread could not do at the end.
    pub(crate) fn reversal_of_blocked(&self, race: Race, thread: Thread, footprint: Footprint) -> Vec<Planned> {
        let mut steps = self.independent_of(race.first);
        steps.push(self.plan(thread, Some(Way::Run), footprint));
        steps
    }

    /// The steps after one that do not depend on it.
    fn independent_of(&self, first: u32) -> Vec<Planned> {
        let kept = (first + 1..self.events.len() as u32).filter(|at| !self.happens_before(first, *at));
        kept.map(|at| {
            let done = &self.events[at as usize].done;
            Planned {
                thread: done.thread,
                way: Some(Way::of(done.step.choice)),
                footprint: done.step.footprint.clone(),
                event: Some(at),
                known: Vec::new(),
            }
        })
        .collect()
    }

    /// What a step will use if it comes before another. A compare-and-set goes by what it finds then.
    fn footprint_before(&self, first: u32, about: Option<Thing>, second: &Event) -> Footprint {
        let table = match dependence::uses(&second.done.step.operation) {
            Uses::World => return second.done.step.footprint.clone(),
            Uses::Of(things) => things,
        };
        let first = &self.events[first as usize].done.step;
        let is_about_variable = matches!(about, Some(Thing::Variable(_)));
        let fails = is_about_variable
            && second.done.step.compared.is_some_and(|(expected, mask)| first.found & mask != expected & mask);
        let table = table.into_iter().flatten().map(|(thing, how)| (self.names.thing(thing), how));
        let table = table.map(|(thing, how)| match thing {
            Thing::Variable(_) if fails => (thing, Use::Read),
            _ => (thing, how),
        });
        let things: Vec<(Thing, Use)> = table.collect();
        let passing =
            second.done.step.footprint.things.iter().filter(|(thing, _)| things.iter().all(|(t, _)| t != thing));
        let passing: Vec<_> = passing.copied().collect();
        Footprint::of(things.into_iter().chain(passing), second.done.step.footprint.world)
    }

    /// Whether one planned step must stay behind another, earlier in the plan.
    pub(crate) fn depends(&self, later: &Planned, earlier: &Planned) -> bool {
        match (earlier.event, later.event) {
            (Some(first), Some(second)) => self.happens_before(first, second),
            (Some(first), None) => {
                Self::knows(&later.known, &self.events[first as usize])
                    || later.footprint.conflicts(&earlier.footprint)
                    || later.thread == earlier.thread
            }
            (None, _) => true,
        }
    }
}
