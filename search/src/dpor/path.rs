//! The steps of the current execution, their happens-before (by vector clocks), and their
//! reversible races.
//!
//! Happens-before of steps, which is not that of data races, is the smallest transitive relation
//! that orders steps of one thread, steps that are dependent, and a step before those of a thread
//! that it starts or wakes, each as they were executed. A **reversible pair** (the paper's
//! reversible race) are two dependent steps that no third orders, of which the second may be
//! enabled before the first.

use super::names::{Names, Point, Thread};
use crate::bytes::Bytes;
use crate::dependence::{Footprint, Step, is_handed_over};
use raceproof_base::{Choice, Operation, OperationKind, Progress, Thing, Use};
use rustc_hash::FxHashMap;

/// No step.
pub(super) const NONE: u32 = u32::MAX;

/// A choice without its thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Run,
    TimeOut,
    Spurious,
    Value(u32),
    Notify(u32),
}

impl Way {
    pub(super) fn of(choice: Choice) -> Self {
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
pub(super) struct Done {
    pub(super) thread: Thread,
    pub(super) step: Step,
    /// The threads whose waiting it ended.
    pub(super) woke: Vec<Thread>,
    /// The threads it started.
    pub(super) started: Vec<Thread>,
    /// Where the names stood before.
    pub(super) point: Point,
    /// If it is no progress and its thread had one choice: which kind.
    pub(super) waits: Option<Progress>,
}

/// What happens-before asks of a step, apart from the rest, which is much larger.
#[derive(Clone, Copy)]
struct Stamp {
    thread: Thread,
    /// Its number among the thread's steps, from one.
    ordinal: u32,
    /// Where its vector clock is.
    clock: u32,
    clock_length: u32,
}

/// A step on the path.
pub(super) struct Event {
    pub(super) done: Done,
    /// Where the links of its footprint's things begin.
    links: usize,
    /// For each thing it left, the step that had left it before.
    left_before: Vec<u32>,
    /// For each thread it woke, the step that had woken it before.
    woken_before: Vec<u32>,
    /// The thread's step before, or the one that started it.
    previous: u32,
    /// The step that has ended the thread's waiting since, if any.
    woken_by: u32,
    /// The last global step.
    world_before: u32,
    /// How many pairs there were before it.
    pairs: usize,
}

/// Of a thing that a step uses: the step that used it before, and the one that did so in another
/// way.
#[derive(Clone, Copy)]
struct Link {
    before: u32,
    unlike: u32,
}

/// A reversible race of two steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ReversiblePair {
    pub(super) first: u32,
    /// The step, or the length of the path for the next step of a thread blocked at its end.
    pub(super) second: u32,
    /// Whether the second step is known to be enabled before the first.
    pub(super) sure: bool,
    /// What they both use; none if one of them is global.
    pub(super) about: Option<Thing>,
}

#[derive(Default)]
pub(super) struct Path {
    pub(super) names: Names,
    pub(super) events: Vec<Event>,
    stamps: Vec<Stamp>,
    /// The last step that used a thing.
    pub(super) last: FxHashMap<Thing, u32>,
    /// The last step that left a thing.
    left: FxHashMap<Thing, u32>,
    /// By thread: its last step, or the one that started it; the step that ended its waiting; how
    /// many steps it has taken.
    threads: Vec<Standing>,
    world: u32,
    /// For how many steps its steps stand beside themselves.
    joined_on: usize,
    clocks: Vec<u32>,
    /// Of all steps, for each thing of their footprints.
    links: Vec<Link>,
    /// Of the step that was judged last.
    clock: Vec<u32>,
    /// The same before its operation.
    before: Vec<u32>,
    pairs: Vec<ReversiblePair>,
}

#[derive(Clone, Copy)]
pub(super) struct Standing {
    last: u32,
    pub(super) woken_by: u32,
    pub(super) steps: u32,
}

const STANDING: Standing = Standing { last: NONE, woken_by: NONE, steps: 0 };

/// A candidate for a reversible pair: an earlier step, and what it has in common with the later
/// one.
type Conflicting = (u32, Option<Thing>);

impl Path {
    pub(super) fn new() -> Self {
        Self { world: NONE, ..Self::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.events.len()
    }

    /// For how many steps its steps stand beside themselves.
    pub(super) fn joined_on(&self) -> usize {
        self.joined_on
    }

    /// The number of steps that a thread has taken.
    pub(super) fn steps_of(&self, thread: Thread) -> u32 {
        self.standing_of(thread).steps
    }

    pub(super) fn standing_of(&self, thread: Thread) -> Standing {
        self.threads.get(thread as usize).copied().unwrap_or(STANDING)
    }

    fn standing(&mut self, thread: Thread) -> &mut Standing {
        let index = thread as usize;
        if self.threads.len() <= index {
            self.threads.resize(index + 1, STANDING);
        }
        &mut self.threads[index]
    }

    pub(super) fn event(&self, event: u32) -> &Event {
        &self.events[event as usize]
    }

    /// The thread of a step.
    pub(super) fn thread_of(&self, event: u32) -> Thread {
        self.stamps[event as usize].thread
    }

    fn clock_of(&self, event: u32) -> &[u32] {
        let Stamp { clock, clock_length, .. } = self.stamps[event as usize];
        &self.clocks[clock as usize..(clock + clock_length) as usize]
    }

    /// Whether a step is in a vector clock.
    pub(super) fn is_known(&self, clock: &[u32], event: u32) -> bool {
        let Stamp { thread, ordinal, .. } = self.stamps[event as usize];
        clock.get(thread as usize).is_some_and(|steps| *steps >= ordinal)
    }

    /// Whether a step happens before another, or is it.
    pub(super) fn happens_before(&self, first: u32, second: u32) -> bool {
        first <= second && self.is_known(self.clock_of(second), first)
    }

    fn join(&self, clock: &mut Vec<u32>, event: u32) {
        let other = self.clock_of(event);
        if clock.len() < other.len() {
            clock.resize(other.len(), 0);
        }
        clock.iter_mut().zip(other).for_each(|(mine, other)| *mine = (*mine).max(*other));
    }

    /// The vector clock before the next step of a thread, whatever its operation.
    pub(super) fn clock_before(&self, thread: Thread, into: &mut Vec<u32>) {
        into.clear();
        let standing = self.standing_of(thread);
        self.join_all(into, [standing.last, standing.woken_by]);
    }

    /// The same for a step on the path.
    pub(super) fn clock_before_event(&self, event: &Event, into: &mut Vec<u32>) {
        into.clear();
        self.join_all(into, [event.previous, event.woken_by]);
    }

    fn join_all(&self, into: &mut Vec<u32>, events: [u32; 2]) {
        events.iter().filter(|event| **event != NONE).for_each(|event| self.join(into, *event));
    }

    /// The latest earlier steps that conflict with a footprint.
    ///
    /// Who releases what its operation takes is none: the operation is not enabled before that.
    fn conflicting(
        &self,
        thread: Thread,
        operation: &Operation,
        footprint: &Footprint,
    ) -> Vec<Conflicting> {
        let mut found: Vec<Conflicting> = Vec::new();
        for (thing, how) in &*footprint.things {
            let mut at = self.last.get(thing).copied().unwrap_or(NONE);
            while at != NONE {
                let (event, slot, other) = self.using(at, *thing);
                // Nor with the steps before that which use the thing in the same way.
                if !how.conflicts(other) {
                    at = self.link(event, slot).unlike;
                    continue;
                }
                let is_release = other == Use::Set && self.takes(operation, *thing);
                if event.done.thread != thread && !is_release {
                    found.push((at, Some(*thing)));
                }
                // A step of several operations may have taken again what it had released: then the
                // one that took it first has to do with it, too.
                let step = &event.done.step;
                if other == Use::Write && (step.is_whole || !step.left.contains(thing)) {
                    break;
                }
                at = self.before(event, slot);
            }
        }
        if footprint.world {
            let others = self
                .threads
                .iter()
                .enumerate()
                .filter(|(other, s)| *other != thread as usize && s.steps > 0);
            let last = others.map(|(_, standing)| self.before_begin(standing.last));
            found.extend(last.filter(|last| *last != NONE).map(|last| (last, None)));
        } else if self.world != NONE && self.thread_of(self.world) != thread {
            found.push((self.world, None));
        }
        found.sort_unstable_by_key(|(event, _)| std::cmp::Reverse(*event));
        found
    }

    /// A step that uses a thing, the thing's index in its footprint, and how it is used.
    pub(super) fn using(&self, at: u32, thing: Thing) -> (&Event, usize, Use) {
        let event = &self.events[at as usize];
        let things = &event.done.step.footprint.things;
        let slot = things.iter().position(|(known, _)| *known == thing);
        let slot = slot.expect("a step is in the list of a thing that it uses");
        (event, slot, things[slot].1)
    }

    fn link(&self, event: &Event, slot: usize) -> Link {
        self.links[event.links + slot]
    }

    /// The step that used a thing before, by its index in the footprint.
    pub(super) fn before(&self, event: &Event, slot: usize) -> u32 {
        self.link(event, slot).before
    }

    /// The last step that has used a thing in another way, where `before` has used it last.
    fn unlike(&self, before: u32, thing: Thing, how: Use) -> u32 {
        if before == NONE {
            return NONE;
        }
        let (event, slot, other) = self.using(before, thing);
        if other == how { self.link(event, slot).unlike } else { before }
    }

    /// A step, or of a thread's first one, which comes with its start, the start.
    fn before_begin(&self, step: u32) -> u32 {
        let event = &self.events[step as usize];
        if event.done.step.operation.kind == OperationKind::Begin { event.previous } else { step }
    }

    /// Whether an operation takes a monitor or class, and is not enabled before it is released.
    fn takes(&self, operation: &Operation, thing: Thing) -> bool {
        use OperationKind::{End, Initialize, Lock, WaitAgain};
        match thing {
            Thing::Class(_) => operation.kind == Initialize,
            Thing::Monitor(_) => {
                matches!(operation.kind, Lock | WaitAgain | End)
                    && self.names.thing(Thing::Monitor(operation.on)) == thing
            }
            _ => false,
        }
    }

    /// Reports the conflicts of a step that happens-before does not order otherwise; puts its
    /// vector clock into `self.clock`.
    ///
    /// A monitor or class is released by a later step than the one that took it. That orders a step
    /// whose operation takes it, but not one that only uses a class, or takes a monitor, *after*
    /// its operation: the operation could have come in between.
    fn judge(
        &mut self,
        thread: Thread,
        operation: &Operation,
        footprint: &Footprint,
        candidates: Vec<Conflicting>,
        mut report: impl FnMut(&Self, Conflicting),
    ) {
        let mut before = std::mem::take(&mut self.before);
        self.clock_before(thread, &mut before);
        let handed_over =
            footprint.things.iter().map(|(thing, _)| *thing).filter(|thing| is_handed_over(*thing));
        let (taken, in_passing): (Vec<Thing>, Vec<Thing>) =
            handed_over.partition(|thing| self.takes(operation, *thing));
        let mut clock = std::mem::take(&mut self.clock);
        clock.clone_from(&before);
        self.join_left(&mut clock, &taken);
        for (event, about) in candidates {
            let is_handed_over = about.is_some_and(is_handed_over);
            let known = if is_handed_over { &before } else { &clock };
            if !self.is_known(known, event) {
                report(self, (event, about));
            }
            self.join(&mut clock, event);
        }
        self.join_left(&mut clock, &in_passing);
        (self.clock, self.before) = (clock, before);
    }

    /// Whether a step that is possible without an earlier one is known to be enabled before it. Of
    /// steps of several operations it is not known what they had released when they took it.
    fn is_enabled_for_sure(&self, first: u32, second: &Step) -> bool {
        use OperationKind::{Join, Lock, Park, StopWaiting, WaitAgain};
        let blocks = matches!(second.operation.kind, Lock | WaitAgain | Park | Join | StopWaiting);
        !blocks || (second.is_whole && self.event(first).done.step.is_whole)
    }

    fn join_left(&self, clock: &mut Vec<u32>, things: &[Thing]) {
        for left in things.iter().filter_map(|thing| self.left.get(thing)) {
            self.join(clock, *left);
        }
    }

    /// Appends a step to the path, and notes its reversible pairs.
    pub(super) fn push(&mut self, done: Done) {
        let index = self.events.len() as u32;
        let needs = self.needs(&done);
        let mut pairs = std::mem::take(&mut self.pairs);
        let pairs_before = pairs.len();
        self.judge(
            done.thread,
            &done.step.operation,
            &done.step.footprint,
            self.conflicting(done.thread, &done.step.operation, &done.step.footprint),
            |path, (first, about)| {
                let possible = path.is_possible_without(first, &needs);
                let sure = possible && path.is_enabled_for_sure(first, &done.step);
                if (possible || !needs.sure)
                    && path.events[first as usize].done.step.operation.kind != OperationKind::Begin
                {
                    pairs.push(ReversiblePair { first, second: index, sure, about });
                }
            },
        );
        // Before the start of the joined thread, `join` does not block: a race with the start.
        let start = needs.start;
        if start != NONE && !pairs[pairs_before..].iter().any(|pair| pair.first == start) {
            let mut before = Vec::new();
            self.clock_before(done.thread, &mut before);
            if !self.is_known(&before, start) {
                let step = &self.events[start as usize].done.step;
                let about = step.footprint.things.first().map(|(thing, _)| *thing);
                let sure = step.is_whole && done.step.is_whole;
                pairs.push(ReversiblePair { first: start, second: index, sure, about });
            }
        }
        self.pairs = pairs;
        let mut clock = std::mem::take(&mut self.clock);
        self.join_ends(&done.step.joined_on, &mut clock);
        self.clock = clock;
        self.put(done, pairs_before);
    }

    /// Adds the ends of these lives to a clock.
    fn join_ends(&self, lives: &[Thing], clock: &mut Vec<u32>) {
        let end = |life: &Thing| self.last_that(*life, |step| step.ended == Some(*life));
        lives.iter().filter_map(end).for_each(|end| self.join(clock, end));
    }

    /// Whether a step that joins several threads comes after all steps of all others, whatever the
    /// order of these, and after the starts of those that it joins without that. It is in no
    /// wakeup sequence then.
    pub(super) fn comes_last(&self, done: &Done) -> bool {
        let mut clock = Vec::new();
        self.clock_before(done.thread, &mut clock);
        let start = |life: &Thing| self.last_that(*life, |step| step.lives.contains(life));
        let joined = &done.step.joined_on;
        let are_started = joined.iter().filter_map(start).all(|start| self.is_known(&clock, start));
        self.join_ends(joined, &mut clock);
        let of_operation = self.names.thing(Thing::Life(done.step.operation.on));
        self.join_ends(&[of_operation], &mut clock);
        let is_known =
            |standing: &Standing| standing.last == NONE || self.is_known(&clock, standing.last);
        are_started && self.threads.iter().all(is_known)
    }

    fn put(&mut self, done: Done, pairs: usize) {
        let index = self.events.len() as u32;
        let thread = done.thread;
        let standing = self.standing(thread);
        standing.steps += 1;
        let (previous, woken_by, ordinal) = (standing.last, standing.woken_by, standing.steps);
        (standing.last, standing.woken_by) = (index, NONE);
        let threads = self.clock.len().max(thread as usize + 1);
        self.clock.resize(threads, 0);
        self.clock[thread as usize] = ordinal;
        let (clock, clock_length) = (self.clocks.len() as u32, threads as u32);
        self.stamps.push(Stamp { thread, ordinal, clock, clock_length });
        self.clocks.extend_from_slice(&self.clock);
        let replace = |map: &mut FxHashMap<Thing, u32>, thing: Thing| {
            map.insert(thing, index).unwrap_or(NONE)
        };
        self.joined_on += done.step.joined_on.len();
        let links = self.links.len();
        for (thing, how) in &*done.step.footprint.things {
            let before = replace(&mut self.last, *thing);
            let unlike = self.unlike(before, *thing, *how);
            self.links.push(Link { before, unlike });
        }
        let left_before =
            done.step.left.iter().map(|thing| replace(&mut self.left, *thing)).collect();
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
        self.events.push(Event {
            done,
            links,
            left_before,
            woken_before,
            previous,
            woken_by,
            world_before,
            pairs,
        });
    }

    /// Takes the last step back.
    pub(super) fn pop(&mut self) -> Event {
        let (event, stamp) = self
            .events
            .pop()
            .zip(self.stamps.pop())
            .expect("as many steps are taken back as were put there");
        let back = |map: &mut FxHashMap<Thing, u32>, thing: Thing, before: u32| {
            if before == NONE {
                map.remove(&thing)
            } else {
                map.insert(thing, before)
            };
        };
        self.world = event.world_before;
        self.joined_on -= event.done.step.joined_on.len();
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
        let links = self.links.drain(event.links..);
        for ((thing, _), link) in event.done.step.footprint.things.iter().zip(links) {
            back(&mut self.last, *thing, link.before);
        }
        self.clocks.truncate(stamp.clock as usize);
        self.pairs.truncate(event.pairs);
        *self.standing(event.done.thread) =
            Standing { last: event.previous, woken_by: event.woken_by, steps: stamp.ordinal - 1 };
        self.names.back_to(event.done.point);
        event
    }

    /// Bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        let tables = self.last.bytes() + self.left.bytes();
        let steps = self.events.bytes() + self.stamps.bytes();
        steps + self.clocks.bytes() + self.links.bytes() + tables
    }

    /// Whether the last so many steps of a thread contain an operation.
    pub(super) fn has_done(&self, thread: Thread, operation: &Operation, steps: usize) -> bool {
        let mine = |at: &u32| *at != NONE && self.thread_of(*at) == thread;
        let before = |at: &u32| Some(self.event(*at).previous).filter(mine);
        let own = std::iter::successors(Some(self.standing_of(thread).last).filter(mine), before);
        own.take(steps).any(|at| self.event(at).done.step.operation == *operation)
    }

    /// The reversible pairs of all its steps.
    pub(super) fn pairs(&self) -> &[ReversiblePair] {
        &self.pairs
    }

    /// The races of a blocked thread's next step, as pairs with the end of the path.
    pub(super) fn pairs_of_blocked(
        &mut self,
        thread: Thread,
        operation: &Operation,
        footprint: &Footprint,
    ) -> Vec<ReversiblePair> {
        let second = self.events.len() as u32;
        let mut pairs = Vec::new();
        let mut candidates = self.conflicting(thread, operation, footprint);
        // Without a global step it would be blocked as well; before what that hides it need not be.
        candidates.retain(|(_, about)| about.is_some());
        self.judge(thread, operation, footprint, candidates, |_, (first, about)| {
            pairs.push(ReversiblePair { first, second, sure: true, about });
        });
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_base::Address;

    #[test]
    fn bytes_are_those_of_steps_and_tables() {
        let mut path = Path::new();
        path.events.reserve_exact(400);
        path.clocks.reserve_exact(20_000);
        for number in 0..1_750 {
            let thing = Thing::Variable(Address(8 * number));
            path.last.insert(thing, 0);
            path.left.insert(thing, 0);
        }
        let tables = 2 * 1_750 * size_of::<(Thing, u32)>();
        let least = 400 * size_of::<Event>() + 20_000 * size_of::<u32>() + tables;
        assert!(crate::bytes::are_about(path.bytes(), least));
    }
}
