//! Wakeup sequences (`v` in the paper), as they are made from the current execution.

use super::names::Thread;
use super::path::{Event, Path, ReversiblePair, Way};
use crate::dependence::{self, Footprint, Uses};
use raceproof_base::{Thing, Use};

/// The last step of a wakeup sequence, which is not on the path there.
pub(super) struct Planned {
    thread: Thread,
    /// By which of the thread's choices; none for all that there are.
    way: Option<Way>,
    /// All that it may use.
    footprint: Footprint,
    /// What it is known to use.
    known_uses: Footprint,
    /// Its vector clock: the steps that happen before it.
    known: Vec<u32>,
}

/// A wakeup sequence: steps of the path, and one that is not among them. Insertion takes steps out.
pub(super) struct Plan {
    /// In their order; none for what was taken out.
    events: Vec<Option<u32>>,
    last: Option<Planned>,
    /// For each place, that of the same thread's next step.
    next: Vec<Option<usize>>,
    /// Each thread's first step that is left: only these can be initials, and if any step happens
    /// before another, so does one of these.
    heads: Vec<Head>,
    /// Whether its last step is known to be enabled.
    sure: bool,
    /// Whether it has all steps of a maximal execution that do not happen after the one it leaves
    /// out. A thread without a step in it then has none that conflicts with it.
    whole: bool,
}

/// A step's thread, and its place: behind those of the path for the last one.
#[derive(Clone, Copy)]
struct Head {
    thread: Thread,
    at: usize,
}

impl Plan {
    pub(super) fn new(
        path: &Path,
        events: Vec<u32>,
        last: Planned,
        sure: bool,
        whole: bool,
    ) -> Self {
        let mut next = vec![None; events.len() + 1];
        let mut heads: Vec<Head> = vec![Head { thread: last.thread, at: events.len() }];
        for (at, event) in events.iter().enumerate().rev() {
            let thread = path.thread_of(*event);
            match heads.iter_mut().find(|head| head.thread == thread) {
                Some(head) => next[at] = Some(std::mem::replace(&mut head.at, at)),
                None => heads.push(Head { thread, at }),
            }
        }
        Self {
            events: events.into_iter().map(Some).collect(),
            last: Some(last),
            next,
            heads,
            sure,
            whole,
        }
    }

    /// Nothing but one step.
    pub(super) fn of(path: &Path, step: Planned) -> Self {
        Self::new(path, Vec::new(), step, true, false)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    pub(super) fn is_one_step(&self) -> bool {
        self.events.iter().flatten().count() + usize::from(self.last.is_some()) == 1
    }

    /// By which choice a step is to be taken; none for all that there are.
    pub(super) fn way(&self, path: &Path, at: usize) -> Option<Way> {
        self.step(path, at).and_then(|(_, way, _)| way)
    }

    /// The step at a place, if it is left: its thread, choice and footprint.
    fn step<'a>(
        &'a self,
        path: &'a Path,
        at: usize,
    ) -> Option<(Thread, Option<Way>, &'a Footprint)> {
        let Some(event) = self.events.get(at) else {
            return self.last.as_ref().map(|last| (last.thread, last.way, &last.footprint));
        };
        let done = &path.event((*event)?).done;
        Some((done.thread, Some(Way::of(done.step.choice)), &done.step.footprint))
    }

    /// The footprints of the steps before one.
    fn used_before<'a>(
        &'a self,
        path: &'a Path,
        end: usize,
    ) -> impl Iterator<Item = &'a Footprint> {
        (0..end).filter_map(|at| self.step(path, at)).map(|(_, _, used)| used)
    }

    /// A thread's first step.
    fn head(&self, thread: Thread) -> Option<usize> {
        self.heads.iter().find(|head| head.thread == thread).map(|head| head.at)
    }

    /// If a thread's step is a weak initial (an equivalent sequence, perhaps with steps appended,
    /// begins with it): its place, or none if it is not in the sequence.
    pub(super) fn weak_initial(
        &self,
        path: &Path,
        thread: Thread,
        footprint: &Footprint,
    ) -> Option<Option<usize>> {
        match self.head(thread) {
            Some(at) => self.is_initial(path, at).then_some(Some(at)),
            None => {
                let mut all = self.used_before(path, self.events.len() + 1);
                (self.whole && all.all(|used| !used.conflicts(footprint))).then_some(None)
            }
        }
    }

    /// Whether the first step of a thread is an initial: no step that is left happens before it.
    fn is_initial(&self, path: &Path, at: usize) -> bool {
        let mut before =
            self.heads.iter().filter(|head| head.at < at).filter_map(|head| self.events[head.at]);
        match (self.events.get(at), &self.last) {
            (Some(Some(event)), _) => before.all(|earlier| !path.happens_before(earlier, *event)),
            (None, Some(last)) => {
                before.all(|earlier| !path.is_known(&last.known, earlier))
                    && self.used_before(path, at).all(|used| !used.conflicts(&last.footprint))
            }
            (Some(None), _) | (None, None) => unreachable!("a first step was not taken out"),
        }
    }

    /// Takes out the first step of a thread.
    pub(super) fn take_out(&mut self, at: usize) {
        match self.next[at] {
            Some(next) => {
                self.heads.iter_mut().filter(|head| head.at == at).for_each(|head| head.at = next);
            }
            None => self.heads.retain(|head| head.at != at),
        }
        match self.events.get_mut(at) {
            Some(event) => *event = None,
            None => self.last = None,
        }
    }

    /// The sequence without the steps of a spinning thread, unless an earlier step conflicts with
    /// its cycle, and without all that happens after them; none if the last step does.
    pub(super) fn without_spinning(
        self,
        path: &Path,
        thread: Thread,
        awaited: &Footprint,
    ) -> Option<Self> {
        let Some(at) = self.head(thread) else { return Some(self) };
        if self.used_before(path, at).any(|used| used.conflicts(awaited)) {
            return Some(self);
        }
        let first = *self.events.get(at)?;
        let first = first.expect("a first step was not taken out");
        let left = self.events.into_iter().flatten();
        let (gone, kept): (Vec<u32>, Vec<u32>) =
            left.partition(|event| path.happens_before(first, *event));
        let last = self.last?;
        let follows = |event: &u32| {
            let done = &path.event(*event).done;
            done.thread == last.thread
                || path.is_known(&last.known, *event)
                || done.step.footprint.conflicts(&last.known_uses)
        };
        (!gone.iter().any(follows)).then(|| Self::new(path, kept, last, self.sure, false))
    }

    /// The steps that are left: thread, choice, footprint, and whether it is known to be enabled.
    pub(super) fn into_steps(
        self,
        path: &Path,
    ) -> impl DoubleEndedIterator<Item = (Thread, Option<Way>, Footprint, bool)> {
        let sure = self.sure;
        let of_path = self.events.into_iter().flatten().map(|event| {
            let done = &path.event(event).done;
            (done.thread, Some(Way::of(done.step.choice)), done.step.footprint.clone(), true)
        });
        of_path.chain(
            self.last.into_iter().map(move |last| (last.thread, last.way, last.footprint, sure)),
        )
    }
}

impl Path {
    /// A step that could be taken at the end of the path.
    pub(super) fn plan(&self, thread: Thread, way: Option<Way>, footprint: Footprint) -> Planned {
        let mut known = Vec::new();
        self.clock_before(thread, &mut known);
        let known_uses = Footprint { world: false, ..footprint.clone() };
        Planned { thread, way, footprint, known_uses, known }
    }

    /// The reversal of a race: `notdep(e, E)` of its first step `e`, then its second one.
    pub(super) fn reversal(&self, pair: ReversiblePair, whole: bool) -> Plan {
        let second = self.event(pair.second);
        let mut known = Vec::new();
        self.clock_before_event(second, &mut known);
        let known_uses = self.footprint_before(pair.first, pair.about, second);
        let footprint = match second.done.step.is_whole {
            true => known_uses.clone(),
            false => Footprint::of([], true),
        };
        let has_ways = second.done.step.otherwise
            || dependence::has_ways(second.done.step.operation.kind)
            || !pair.sure;
        let way = (!has_ways).then_some(Way::Run);
        let last = Planned { thread: second.done.thread, way, footprint, known_uses, known };
        Plan::new(self, self.independent_of(pair.first), last, pair.sure, whole)
    }

    /// The same for the next step of a thread that is blocked at the end.
    pub(super) fn reversal_of_blocked(
        &self,
        pair: ReversiblePair,
        thread: Thread,
        footprint: Footprint,
        whole: bool,
    ) -> Plan {
        let last = self.plan(thread, Some(Way::Run), footprint);
        Plan::new(self, self.independent_of(pair.first), last, true, whole)
    }

    /// `notdep(e, E)`: the steps after one that do not happen after it.
    fn independent_of(&self, first: u32) -> Vec<u32> {
        (first + 1..self.len() as u32).filter(|at| !self.happens_before(first, *at)).collect()
    }

    /// The footprint of a step if it comes before another: a compare-and-set may then fail.
    fn footprint_before(&self, first: u32, about: Option<Thing>, second: &Event) -> Footprint {
        let step = &second.done.step;
        let table = match dependence::uses(&step.operation) {
            Uses::World => return step.footprint.clone(),
            Uses::Of(things) => things,
        };
        let found = self.event(first).done.step.found;
        let is_about_variable = matches!(about, Some(Thing::Variable(_)));
        let fails = is_about_variable
            && step.compared.is_some_and(|(expected, mask)| found & mask != expected & mask);
        let table = table.into_iter().flatten().map(|(thing, how)| (self.names.thing(thing), how));
        let table = table.map(|(thing, how)| match thing {
            Thing::Variable(_) if fails => (thing, Use::Read),
            _ => (thing, how),
        });
        let things: Vec<(Thing, Use)> = table.collect();
        let passing = step
            .footprint
            .things
            .iter()
            .filter(|(thing, _)| things.iter().all(|(t, _)| t != thing));
        let passing: Vec<_> = passing.copied().collect();
        Footprint::of(things.into_iter().chain(passing), step.footprint.world)
    }
}
