//! The textbook detector of data races by vector clocks (no epochs), exact.
//!
//! A race is two conflicting accesses of one variable by two threads, at least one of them plain,
//! that happens-before does not order. Each thread has a vector clock, whose own component counts
//! its releases; a release joins it into the clock of the carrier (monitor, variable, thread,
//! class), an acquire joins the carrier's clock into the thread's. Of each variable, the last
//! access of each kind by each thread is kept with its thread's time: if an earlier one of the same
//! kind does not happen before a later access, neither does the last.
//!
//! A weak race, of two accesses of which none is plain and one is weaker than volatile, is reported
//! likewise, for each of the earlier accesses.
//!
//! It reports the first race of an execution, of all three kinds: write-write, write-read,
//! read-write; if an access races with several, with the latest of them. After a race the two
//! accesses stay unordered.

use crate::detector::{ANY, AboutDetector, Hears, Wanted};
use crate::journal::{Journal, Journaled, Saved};
use crate::race::{Found, Last, Sort};
use crate::summary::{self, Owner};
use raceproof_base::{
    AccessKind, Address, Canonical, Event, Finding, Finer, Listener, Mode, Names, Site, Sync,
    ThreadId,
};
use rustc_hash::FxHashMap as HashMap;
use std::rc::Rc;

/// What holds of this detector.
pub(crate) const ABOUT: AboutDetector =
    AboutDetector { name: "vector-clock", hears: Hears::All, finds: ANY, finds_all: true };

/// The listener, whatever is wanted.
pub(crate) fn listener(_wanted: Wanted<'_>) -> VectorClocks {
    VectorClocks::default()
}

/// A vector clock; zeros at the end are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Clock(Vec<u32>);

impl Clock {
    fn of(&self, thread: ThreadId) -> u32 {
        self.0.get(thread.0 as usize).copied().unwrap_or(0)
    }

    fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, others) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(*others);
        }
    }

    fn tick(&mut self, thread: ThreadId) {
        let index = thread.0 as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, 0);
        }
        self.0[index] += 1;
    }
}

/// The detector's state at a point of an execution.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct ClockTable {
    threads: HashMap<ThreadId, Clock>,
    released: HashMap<Sync, Clock>,
    /// In the order of the accesses.
    variables: HashMap<Address, Vec<Last>>,
}

/// What was there before, to go back to.
pub(crate) enum OldClock {
    Thread(ThreadId, Option<Clock>),
    Released(Sync, Option<Clock>),
    Variable(Address, Option<Vec<Last>>),
}

/// The detector.
#[derive(Default)]
pub struct VectorClocks {
    known: Journal<Rc<ClockTable>>,
    found: Found,
}

impl VectorClocks {
    /// A thread's clock, to be changed. Its own component starts at one, so that a clock without
    /// entry for it is before all its accesses.
    fn clock(&mut self, thread: ThreadId) -> &mut Clock {
        let (known, old) = self.known.change();
        old.push(OldClock::Thread(thread, known.threads.get(&thread).cloned()));
        Rc::make_mut(known).threads.entry(thread).or_insert_with(|| {
            let mut clock = Clock::default();
            clock.tick(thread);
            clock
        })
    }

    fn acquire(&mut self, thread: ThreadId, from: Sync) {
        if let Some(released) = self.known.released.get(&from).cloned() {
            self.clock(thread).join(&released);
        }
    }

    fn release(&mut self, thread: ThreadId, to: Sync) {
        let clock = self.clock(thread);
        let told = clock.clone();
        clock.tick(thread);
        self.join(to, &told);
    }

    /// If the publication of an object does not happen before this access, accesses before it may
    /// race with it: the machine must tell them.
    fn come_to(&mut self, object: Address, thread: ThreadId) {
        let Some(published) =
            self.known.variables.get(&object).and_then(|lasts| lasts.last()).copied()
        else {
            return;
        };
        if published.thread != thread && published.time > self.clock(thread).of(published.thread) {
            self.found.needs(Finer::PrivateAccesses);
        }
    }

    /// Later acquires from `to` acquire from `from`, too.
    fn pass(&mut self, from: Sync, to: Sync) {
        if let Some(released) = self.known.released.get(&from).cloned() {
            self.join(to, &released);
        }
    }

    /// Joins a clock into that of a carrier.
    fn join(&mut self, to: Sync, clock: &Clock) {
        let (known, old) = self.known.change();
        old.push(OldClock::Released(to, known.released.get(&to).cloned()));
        Rc::make_mut(known).released.entry(to).or_default().join(clock);
    }

    fn access(
        &mut self,
        variable: Address,
        access: AccessKind,
        mode: Mode,
        by: (ThreadId, Site),
        names: &dyn Names,
    ) {
        let (thread, site) = by;
        let clock = self.clock(thread).clone();
        let now = Last { thread, access, mode, time: clock.of(thread), site };
        let (known, old) = self.known.change();
        old.push(OldClock::Variable(variable, known.variables.get(&variable).cloned()));
        let lasts = Rc::make_mut(known).variables.entry(variable).or_default();
        let unordered = lasts.iter().rev().filter(|last| last.time > clock.of(last.thread));
        let racing: Vec<(Last, Sort)> =
            unordered.filter_map(|last| Some((*last, last.conflict(&now)?))).collect();
        lasts.retain(|last| !last.is_as(&now));
        lasts.push(now);
        if let Some((earlier, _)) = racing.iter().find(|(_, sort)| *sort == Sort::Data) {
            self.found.add(variable, earlier, &now, names);
        }
        for (earlier, _) in racing.iter().filter(|(_, sort)| *sort == Sort::Weak) {
            self.found.add_weak(variable, earlier, &now, names);
        }
    }

    /// A new object inherits nothing of what lay there.
    fn forget(&mut self, object: Address, bytes: u64) {
        self.forget_accesses(object, bytes);
        let inside = object.0..object.0 + bytes;
        let inside_it = |sync: &Sync| {
            Owner::Sync(*sync).address().is_some_and(|address| inside.contains(&address.0))
        };
        let unreachable: Vec<Sync> =
            self.known.released.keys().copied().filter(inside_it).collect();
        for sync in unreachable {
            let (known, old) = self.known.change();
            old.push(OldClock::Released(sync, Rc::make_mut(known).released.remove(&sync)));
        }
    }

    fn forget_accesses(&mut self, object: Address, bytes: u64) {
        let inside = object.0..object.0 + bytes;
        let gone: Vec<Address> =
            self.known.variables.keys().copied().filter(|a| inside.contains(&a.0)).collect();
        for variable in gone {
            let (known, old) = self.known.change();
            let lasts = Rc::make_mut(known).variables.remove(&variable);
            old.push(OldClock::Variable(variable, lasts));
        }
    }
}

impl Journaled for Rc<ClockTable> {
    type Old = OldClock;

    fn put_back(&mut self, old: OldClock) {
        let known = Rc::make_mut(self);
        match old {
            OldClock::Thread(thread, clock) => put(&mut known.threads, thread, clock),
            OldClock::Released(to, clock) => put(&mut known.released, to, clock),
            OldClock::Variable(variable, lasts) => put(&mut known.variables, variable, lasts),
        }
    }
}

fn put<K: std::hash::Hash + Eq, V>(map: &mut HashMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => map.insert(key, value),
        None => map.remove(&key),
    };
}

impl Listener for VectorClocks {
    type Mark = usize;
    type Snapshot = Saved<Rc<ClockTable>>;
    const DETECTS: bool = true;

    fn event(&mut self, event: &Event, names: &dyn Names) {
        match *event {
            Event::Acquire { thread, from, .. } => self.acquire(thread, from),
            Event::Release { thread, to, .. } => self.release(thread, to),
            Event::Passed { from, to, .. } => self.pass(from, to),
            Event::Access { thread, object, variable, access, mode, site } => {
                self.come_to(object, thread);
                self.access(variable, access, mode, (thread, site), names);
            }
            Event::Published { thread, object } => {
                self.access(object, AccessKind::Write, Mode::Plain, (thread, Site::NOWHERE), names);
            }
            Event::Frozen { object, bytes, .. } => self.forget_accesses(object, bytes),
            Event::Allocated { object, bytes, .. } => self.forget(object, bytes),
            Event::Operation { .. } => {}
        }
    }

    fn finding(&mut self) -> Option<Box<Finding>> {
        self.found.next()
    }

    fn weak_race(&mut self) -> Option<Box<Finding>> {
        self.found.next_weak()
    }

    fn finer(&mut self) -> Option<Finer> {
        self.found.finer()
    }

    fn summary(&mut self, names: &dyn Canonical, into: &mut Vec<u64>) {
        let known = &self.known;
        let threads = known.threads.iter().map(|(thread, clock)| (Owner::Thread(*thread), clock));
        let released = known.released.iter().map(|(sync, clock)| (Owner::Sync(*sync), clock));
        let (owners, clocks): (Vec<Owner>, Vec<&Clock>) = threads.chain(released).unzip();
        let lasts = known
            .variables
            .iter()
            .flat_map(|(variable, lasts)| lasts.iter().map(|last| (*variable, last)));
        let lasts: Vec<(Address, &Last)> = lasts.collect();
        let accesses = lasts.iter().map(|(variable, last)| (*variable, last.kind()));
        let knows = |owner: usize, access: usize| {
            let last = lasts[access].1;
            clocks[owner].of(last.thread) >= last.time
        };
        summary::write(&owners, accesses, knows, names, into);
    }

    fn covers(visited: &[&[u64]], present: &[u64]) -> bool {
        summary::covers(visited, present)
    }

    fn mark(&mut self) -> usize {
        self.known.mark()
    }

    fn rollback(&mut self, to: usize) {
        self.known.rollback(to);
        self.found.clear();
    }

    fn save(&mut self) -> Self::Snapshot {
        self.known.save()
    }

    fn restore(&mut self, from: &Self::Snapshot) {
        self.known.restore(from);
        self.found.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{
        BALANCE, access, acquire, by_mode, knows_again, release, tells_first_races,
    };
    use raceproof_base::Conflict;

    const MONITOR: Sync = Sync::Monitor(Address(16));

    fn first_race(events: &[Event]) -> Option<(usize, Conflict)> {
        crate::testing::first_race(VectorClocks::default(), events)
    }

    #[test]
    fn a_release_orders_what_follows_its_acquire() {
        let write = |thread| access(thread, AccessKind::Write, BALANCE);
        assert_eq!(first_race(&[write(1), write(2)]), Some((1, Conflict::WriteWrite)));
        assert_eq!(
            first_race(&[write(1), release(1, MONITOR), acquire(2, MONITOR), write(2)]),
            None
        );
        // The write comes after the release.
        let late = [release(1, MONITOR), write(1), acquire(2, MONITOR), write(2)];
        assert_eq!(first_race(&late), Some((3, Conflict::WriteWrite)));
        // The acquire comes before the release.
        let early = [acquire(2, MONITOR), write(1), release(1, MONITOR), write(2)];
        assert_eq!(first_race(&early), Some((3, Conflict::WriteWrite)));
    }

    #[test]
    fn reads_race_with_writes_only_and_modes_with_plain_accesses_only() {
        let (read, write) =
            (access(1, AccessKind::Read, BALANCE), access(2, AccessKind::Write, BALANCE));
        assert_eq!(first_race(&[read, access(2, AccessKind::Read, BALANCE)]), None);
        assert_eq!(first_race(&[read, write]), Some((1, Conflict::ReadWrite)));
        assert_eq!(first_race(&[write, read]), Some((1, Conflict::WriteRead)));
        let opaque = by_mode(1, AccessKind::Write, Mode::Opaque);
        assert_eq!(first_race(&[opaque, by_mode(2, AccessKind::Write, Mode::Volatile)]), None);
        assert_eq!(first_race(&[opaque, write]), Some((1, Conflict::WriteWrite)));
    }

    #[test]
    fn of_several_racing_accesses_the_latest_is_told() {
        let [read, write] =
            [AccessKind::Read, AccessKind::Write].map(|kind| access(1, kind, BALANCE));
        let other = access(2, AccessKind::Write, BALANCE);
        assert_eq!(first_race(&[read, write, other]), Some((2, Conflict::WriteWrite)));
        assert_eq!(first_race(&[read, write, read, other]), Some((3, Conflict::ReadWrite)));
    }

    #[test]
    fn what_was_released_at_a_frozen_object_stays_so() {
        let races = |events: &[Event]| {
            crate::testing::first_race(VectorClocks::default(), events).is_some()
        };
        crate::testing::keeps_what_was_released_at_the_frozen(races);
    }

    #[test]
    fn a_new_object_inherits_nothing() {
        crate::testing::forgets_what_lay_there(|events| first_race(events).is_some());
    }

    #[test]
    fn what_came_before_publication_is_asked_for() {
        crate::testing::asks_for_what_came_before_publication(VectorClocks::default);
    }

    #[test]
    fn the_first_race_is_that_of_the_definition() {
        tells_first_races::<VectorClocks>(1, |_| true);
    }

    #[test]
    fn the_weak_races_are_those_of_the_definition() {
        crate::testing::tells_weak_races(6, VectorClocks::default);
    }

    #[test]
    fn going_back_and_restoring_know_again_what_was_known() {
        knows_again::<VectorClocks, _>(2, |clocks| ClockTable::clone(&**clocks.known));
    }

    #[test]
    fn a_visit_covers_another_as_by_h() {
        crate::testing::covers_as_h(11, VectorClocks::default);
    }
}
