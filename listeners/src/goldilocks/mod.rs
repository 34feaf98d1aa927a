//! Goldilocks: the locksets of Elmas, Qadeer and Tasiran, "Precise race detection and efficient
//! model checking using locksets": the extended rules of Figure 8, with the lockset table of
//! section 7.
//!
//! The lockset of an access has the threads before whose next action it happens, and the monitors,
//! variables and other carriers of edges ([`Sync`]) before whose next acquire it happens. A thread
//! that is not in the lockset of an earlier conflicting access races with it. That is exact, up to
//! the first race of an execution, for all three kinds: write-write, write-read, read-write; of
//! several the one with the latest earlier access is reported.
//!
//! Deviation: the paper lets a lock into locksets while a thread holds it, `LH(t)`. Here it joins
//! when it is released: edges come as events, carriers that are no locks are not held, and no
//! thread acquires a lock before its release. Fork and join are edges, too.
//!
//! Deviation: where the paper has plain variables only, one variable here may also be accessed by
//! ordering modes. Pairs race that contain a write and a plain access, so of each variable there
//! are locksets of
//! - its last plain write, `LSW(q)`. It conflicts with every access; so if there was no race, all
//!   earlier accesses happen before it, and are before whatever it is before: it takes the place of
//!   them all, as `LSR(q) := λu. lh` does in rule 3;
//! - since then, by thread: its last plain read, `LSR(q, t)`, which races with writes of all modes;
//!   its last write by a mode, which races with plain accesses; its last read by a mode, which
//!   races with plain writes; each of the last two apart for modes weaker than volatile, which race
//!   weakly with others by modes. One for all threads would not do, since none of these conflicts
//!   with its own kind, so that nothing need order them, nor one for all kinds of a thread, since
//!   each races with others. The last of a thread's accesses of a kind takes the place of the
//!   earlier, which happen before it.
//!
//! An acquire or release costs as many steps as there are distinct locksets, at most threads times
//! owners, however many the variables. All sets ever met are kept: executions of one program meet
//! the same again, but in a long one with thousands of carriers they are many, and vector clocks
//! are smaller.

mod sets;

use crate::detector::{ANY, AboutDetector, Hears, Wanted};
use crate::journal::{Journal, Journaled, Saved};
use crate::race::{Found, Last, Sort};
use crate::summary::{self, Owner};
use imbl::GenericOrdMap;
use imbl::shared_ptr::RcK;
use raceproof_base::{
    AccessKind, Address, Canonical, Event, Finding, Finer, Listener, Mode, Names, Site, Sync,
    ThreadId,
};
use sets::{Bit, Lockset, NOBODY, Sets};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// What holds of this detector.
pub(crate) const ABOUT: AboutDetector =
    AboutDetector { name: "goldilocks", hears: Hears::All, finds: ANY, finds_all: true };

/// The listener, whatever is wanted.
pub(crate) fn listener(_wanted: Wanted<'_>) -> Goldilocks {
    Goldilocks::default()
}

/// An index of the lockset table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Index(usize);

/// An entry of the lockset table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LocksetEntry {
    Lockset(Lockset),
    /// The lockset has become equal to that of an older entry, and stays equal to it. Sets that
    /// grow meet soon, so that chains are short.
    SameAs(Index),
}

/// The detector's state at a point of an execution.
///
/// Accesses refer to entries of the table, not to sets: then an acquire changes a few entries, and
/// visits no variable.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct LocksetTable {
    /// In the order of the accesses. What many states that wait know of them differs in little, so
    /// they share it.
    variables: GenericOrdMap<Address, Vec<(Last, Index)>, RcK>,
    table: Vec<LocksetEntry>,
    /// The entry of each lockset. Of one thread's accesses the older have the larger locksets, so
    /// they are no more than owners.
    in_use: BTreeMap<Lockset, Index>,
    /// Threads are numbered as they start: all before this one were met.
    threads: u32,
}

impl LocksetTable {
    fn lockset(&self, mut at: Index) -> Lockset {
        loop {
            match self.table[at.0] {
                LocksetEntry::Lockset(set) => return set,
                LocksetEntry::SameAs(older) => at = older,
            }
        }
    }
}

/// What was there before, to go back to.
pub(crate) enum OldLockset {
    Variable(Address, Option<Vec<(Last, Index)>>),
    /// The last entry was not.
    NoEntry(Lockset),
    /// One lockset was not yet another, which stood elsewhere, if anywhere.
    Replaced {
        set: Lockset,
        at: Index,
        by: Lockset,
        other: Option<Index>,
    },
    Threads(u32),
}

/// The detector.
#[derive(Default)]
pub struct Goldilocks {
    known: Journal<Rc<LocksetTable>>,
    /// Shared by all points of all executions: a saved state is valid only with this detector.
    sets: Sets,
    found: Found,
}

impl Goldilocks {
    /// The accesses whose locksets do not have all threads met so far, with their locksets, sorted.
    /// One that has all races with no later access, since new threads are started by one of them.
    #[cfg(test)]
    fn locksets(&self) -> impl Iterator<Item = (Address, &Last, Vec<Owner>)> {
        let accesses = self
            .known
            .variables
            .iter()
            .flat_map(|(variable, lasts)| lasts.iter().map(|last| (*variable, last)));
        accesses.filter_map(|(variable, (last, at))| {
            let owners = self.sets.owners(self.known.lockset(*at));
            let threads = owners.iter().filter(|owner| matches!(owner, Owner::Thread(_))).count();
            (threads < self.known.threads as usize).then_some((variable, last, owners))
        })
    }

    fn meet(&mut self, thread: ThreadId) {
        if self.known.threads <= thread.0 {
            let (known, old) = self.known.change();
            old.push(OldLockset::Threads(known.threads));
            Rc::make_mut(known).threads = thread.0.saturating_add(1);
        }
    }

    /// Accesses with one lockset get another.
    fn replace(&mut self, set: Lockset, by: Lockset) {
        let (known, old) = self.known.change();
        let known = Rc::make_mut(known);
        let Some(at) = known.in_use.remove(&set) else { return };
        let other = known.in_use.get(&by).copied();
        let older = other.map_or(at, |other| other.min(at));
        for at in [Some(at), other].into_iter().flatten() {
            known.table[at.0] =
                if at == older { LocksetEntry::Lockset(by) } else { LocksetEntry::SameAs(older) };
        }
        known.in_use.insert(by, older);
        old.push(OldLockset::Replaced { set, at, by, other });
    }

    /// Rules 4 to 7, for acquires and releases alike: `to` joins each lockset that has `from`.
    fn tell(&mut self, from: Owner, to: Owner) {
        let (from, to) = (self.sets.bit(from), self.sets.bit(to));
        let news = |set: &Lockset| self.sets.contains(*set, from) && !self.sets.contains(*set, to);
        let sets: Vec<Lockset> = self.known.in_use.keys().copied().filter(news).collect();
        for set in sets {
            let with = self.sets.with(set, to);
            self.replace(set, with);
        }
    }

    /// The index of the lockset `{t}`.
    fn only(&mut self, thread: Bit) -> Index {
        let set = self.sets.with(NOBODY, thread);
        if let Some(at) = self.known.in_use.get(&set) {
            return *at;
        }
        let (known, old) = self.known.change();
        let known = Rc::make_mut(known);
        let at = Index(known.table.len());
        known.table.push(LocksetEntry::Lockset(set));
        known.in_use.insert(set, at);
        old.push(OldLockset::NoEntry(set));
        at
    }

    /// If the publication of an object does not happen before this access, accesses before it may
    /// race with it: the machine must tell them.
    fn come_to(&mut self, object: Address, thread: ThreadId) {
        let Some((_, at)) =
            self.known.variables.get(&object).and_then(|lasts| lasts.last()).copied()
        else {
            return;
        };
        let thread = self.sets.bit(Owner::Thread(thread));
        if !self.sets.contains(self.known.lockset(at), thread) {
            self.found.needs(Finer::PrivateAccesses);
        }
    }

    /// Rules 2 and 3.
    fn access(&mut self, variable: Address, now: Last, names: &dyn Names) {
        let thread = self.sets.bit(Owner::Thread(now.thread));
        let at = self.only(thread);
        let mut lasts = self.known.variables.get(&variable).cloned().unwrap_or_default();
        let knows = |at: Index| self.sets.contains(self.known.lockset(at), thread);
        let unordered = lasts.iter().rev().filter(|(_, at)| !knows(*at));
        let racing = unordered.filter_map(|(last, _)| Some((last, last.conflict(&now)?)));
        let (data, weak): (Vec<_>, Vec<_>) = racing.partition(|(_, sort)| *sort == Sort::Data);
        if let Some((earlier, _)) = data.first() {
            self.found.add(variable, earlier, &now, names);
        }
        for (earlier, _) in weak {
            self.found.add_weak(variable, earlier, &now, names);
        }
        let replaces_all = now.is_plain() && now.access == AccessKind::Write;
        lasts.retain(|(last, _)| !replaces_all && !last.is_as(&now));
        lasts.push((now, at));
        let (known, old) = self.known.change();
        let before = Rc::make_mut(known).variables.insert(variable, lasts);
        old.push(OldLockset::Variable(variable, before));
    }

    /// A new object inherits nothing of what lay there: neither accesses of its variables, nor
    /// releases at it.
    fn forget_accesses(&mut self, memory: &Range<Address>) {
        let gone: Vec<Address> =
            self.known.variables.range(memory.clone()).map(|(variable, _)| *variable).collect();
        for variable in gone {
            let (known, old) = self.known.change();
            let lasts = Rc::make_mut(known).variables.remove(&variable);
            old.push(OldLockset::Variable(variable, lasts));
        }
    }

    fn forget(&mut self, memory: &Range<Address>) {
        self.forget_accesses(memory);
        let carriers = self.sets.carriers(memory);
        let told = |set: &Lockset| carriers.iter().any(|bit| self.sets.contains(*set, *bit));
        let sets: Vec<Lockset> = self.known.in_use.keys().copied().filter(told).collect();
        for set in sets {
            let without = self.sets.without(set, &carriers);
            self.replace(set, without);
        }
    }
}

impl Journaled for Rc<LocksetTable> {
    type Old = OldLockset;

    fn put_back(&mut self, old: OldLockset) {
        let known = Rc::make_mut(self);
        match old {
            OldLockset::Variable(variable, Some(lasts)) => {
                _ = known.variables.insert(variable, lasts)
            }
            OldLockset::Variable(variable, None) => _ = known.variables.remove(&variable),
            OldLockset::NoEntry(set) => {
                known.in_use.remove(&set);
                known.table.pop();
            }
            OldLockset::Replaced { set, at, by, other } => {
                known.in_use.remove(&by);
                for (set, at) in
                    [Some((set, at)), other.map(|other| (by, other))].into_iter().flatten()
                {
                    known.table[at.0] = LocksetEntry::Lockset(set);
                    known.in_use.insert(set, at);
                }
            }
            OldLockset::Threads(threads) => known.threads = threads,
        }
    }
}

impl Listener for Goldilocks {
    type Mark = usize;
    type Snapshot = Saved<Rc<LocksetTable>>;
    const DETECTS: bool = true;

    fn summary(&mut self, names: &dyn Canonical, into: &mut Vec<u64>) {
        let (owners, bits): (Vec<Owner>, Vec<Bit>) =
            self.sets.bits.iter().map(|(owner, bit)| (*owner, *bit)).unzip();
        let lasts = self
            .known
            .variables
            .iter()
            .flat_map(|(variable, lasts)| lasts.iter().map(|last| (*variable, last)));
        let (accesses, sets): (Vec<(Address, u64)>, Vec<Lockset>) = lasts
            .map(|(variable, (last, at))| ((variable, last.kind()), self.known.lockset(*at)))
            .unzip();
        let knows = |owner: usize, access: usize| self.sets.contains(sets[access], bits[owner]);
        summary::write(&owners, accesses.into_iter(), knows, names, into);
    }

    fn covers(visited: &[&[u64]], present: &[u64]) -> bool {
        summary::covers(visited, present)
    }

    fn event(&mut self, event: &Event, names: &dyn Names) {
        match *event {
            Event::Acquire { thread, from, .. } => {
                self.meet(thread);
                self.tell(Owner::Sync(from), Owner::Thread(thread));
            }
            Event::Release { thread, to, .. } => {
                self.meet(thread);
                if let Sync::Thread(started) = to {
                    self.meet(started);
                }
                self.tell(Owner::Thread(thread), Owner::Sync(to));
            }
            Event::Passed { from, to, .. } => self.tell(Owner::Sync(from), Owner::Sync(to)),
            Event::Access { thread, object, variable, access, mode, site } => {
                self.meet(thread);
                self.come_to(object, thread);
                let now = Last { thread, access, mode, time: 0, site };
                self.access(variable, now, names);
            }
            Event::Published { thread, object } => {
                self.meet(thread);
                let all = Last {
                    thread,
                    access: AccessKind::Write,
                    mode: Mode::Plain,
                    time: 0,
                    site: Site::NOWHERE,
                };
                self.access(object, all, names);
            }
            Event::Frozen { object, bytes, .. } => {
                self.forget_accesses(&(object..Address(object.0 + bytes)))
            }
            // Rule 1 knows of no memory that is used again.
            Event::Allocated { object, bytes, .. } => {
                self.forget(&(object..Address(object.0 + bytes)))
            }
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
    use crate::VectorClocks;
    use crate::testing::{
        ACCOUNT, BALANCE, Chance, TestNames, access, acquire, by_mode, first_race, knows_again,
        release, tells_first_races,
    };
    use raceproof_base::Conflict;

    const LOCK: Sync = Sync::Monitor(Address(64));
    const OTHER: Sync = Sync::Monitor(Address(80));

    fn write(thread: u32) -> Event {
        access(thread, AccessKind::Write, BALANCE)
    }

    fn read(thread: u32) -> Event {
        access(thread, AccessKind::Read, BALANCE)
    }

    /// The lockset of the last access, and how many accesses have one, after more events without a
    /// race.
    fn told(detector: &mut Goldilocks, events: &[Event]) -> (Vec<Owner>, usize) {
        events.iter().for_each(|event| detector.event(event, &TestNames::default()));
        assert_eq!(detector.finding(), None);
        let last = detector.locksets().last().map_or(Vec::new(), |(_, _, owners)| owners);
        (last, detector.locksets().count())
    }

    fn lockset<const N: usize>(threads: [u32; N], syncs: &[Sync]) -> Vec<Owner> {
        let threads = threads.map(|thread| Owner::Thread(ThreadId(thread)));
        let mut owners: Vec<Owner> =
            threads.into_iter().chain(syncs.iter().copied().map(Owner::Sync)).collect();
        owners.sort_unstable();
        owners
    }

    /// Section 2.1, step by step. Threads tell what the paper's forks and joins tell by being
    /// carriers of edges themselves.
    #[test]
    fn the_task_queue() {
        let (queue, task) = (LOCK, OTHER);
        let [t3, t4] = [3, 4].map(|thread| Sync::Thread(ThreadId(thread)));
        let mut detector = Goldilocks::default();
        let mut then = |events: &[Event]| told(&mut detector, events);
        // T1 constructs the task and enqueues it; T2 dequeues it, and forks T3 and T4.
        assert_eq!(then(&[write(1)]), (lockset([1], &[]), 1));
        assert_eq!(then(&[acquire(1, queue), release(1, queue)]), (lockset([1], &[queue]), 1));
        assert_eq!(then(&[acquire(2, queue)]), (lockset([1, 2], &[queue]), 1));
        let forks =
            [release(2, queue), release(2, t3), acquire(3, t3), release(2, t4), acquire(4, t4)];
        assert_eq!(then(&forks), (lockset([1, 2, 3, 4], &[queue, t3, t4]), 1));
        // Each of them adds what it has computed.
        assert_eq!(then(&[acquire(3, task), read(3), write(3)]), (lockset([3], &[]), 1));
        assert_eq!(then(&[release(3, task)]), (lockset([3], &[task]), 1));
        assert_eq!(then(&[acquire(4, task)]), (lockset([3, 4], &[task]), 1));
        assert_eq!(then(&[read(4), write(4), release(4, task)]), (lockset([4], &[task]), 1));
        // T2 joins them and prints the sum.
        let joins = [release(3, t3), acquire(2, t3), release(4, t4), acquire(2, t4)];
        assert_eq!(then(&joins), (lockset([2, 4], &[task, t4]), 1));
        assert_eq!(then(&[read(2)]), (lockset([2], &[]), 2));
    }

    /// Section 2: T2 swaps the boxes, so that another lock protects what T1 has written.
    #[test]
    fn a_variable_whose_lock_changes() {
        let increments = |thread, lock| {
            [acquire(thread, lock), read(thread), write(thread), release(thread, lock)]
        };
        let swap = [acquire(2, LOCK), acquire(2, OTHER), release(2, LOCK), release(2, OTHER)];
        let (first, last) = (increments(1, LOCK), increments(3, OTHER));
        assert_eq!(first_race(Goldilocks::default(), &[&first[..], &swap, &last].concat()), None);
        let unswapped = [&first[..], &last].concat();
        assert_eq!(first_race(Goldilocks::default(), &unswapped), Some((5, Conflict::WriteRead)));
    }

    #[test]
    fn a_plain_write_takes_the_place_of_all_and_the_rest_of_its_like_only() {
        let mut detector = Goldilocks::default();
        let mut kept = |events: &[Event]| told(&mut detector, events).1;
        let modes =
            [AccessKind::Read, AccessKind::Write].map(|kind| by_mode(1, kind, Mode::Volatile));
        assert_eq!(kept(&[modes[0], modes[1], read(1)]), 3);
        assert_eq!(
            kept(&[read(1), modes[1], modes[0], by_mode(2, AccessKind::Read, Mode::Opaque)]),
            4
        );
        assert_eq!(kept(&[release(2, LOCK), acquire(1, LOCK), write(1)]), 1);
        assert_eq!(kept(&[read(1)]), 2);
        // What all know is not told.
        assert_eq!(kept(&[release(1, LOCK), acquire(2, LOCK), acquire(0, LOCK)]), 0);
        assert_eq!(kept(&[release(1, Sync::Thread(ThreadId(3)))]), 2);
    }

    #[test]
    fn what_was_released_at_a_frozen_object_stays_so() {
        let races =
            |events: &[Event]| crate::testing::first_race(Goldilocks::default(), events).is_some();
        crate::testing::keeps_what_was_released_at_the_frozen(races);
    }

    #[test]
    fn a_new_object_inherits_nothing() {
        let races = |events: &[Event]| first_race(Goldilocks::default(), events).is_some();
        crate::testing::forgets_what_lay_there(races);
    }

    #[test]
    fn what_came_before_publication_is_asked_for() {
        crate::testing::asks_for_what_came_before_publication(Goldilocks::default);
    }

    #[test]
    fn equal_locksets_share_an_entry() {
        let mut detector = Goldilocks::default();
        for number in 0..1_000 {
            let write = access(1, AccessKind::Write, Address(1_000 + 8 * number));
            [write, release(1, LOCK)]
                .iter()
                .for_each(|event| detector.event(event, &TestNames::default()));
        }
        assert_eq!((detector.known.in_use.len(), detector.sets.words.len()), (1, 3));
        detector.event(&acquire(2, LOCK), &TestNames::default());
        assert_eq!(detector.known.in_use.len(), 1);
        assert_eq!(detector.known.variables.len(), 1_000);
        assert!(detector.locksets().all(|(_, _, owners)| owners == lockset([1, 2], &[LOCK])));
    }

    #[test]
    fn a_set_of_many_owners_has_one_name() {
        let mut sets = Sets::default();
        let bits: Vec<Bit> =
            (0..200).map(|number| sets.bit(Owner::Thread(ThreadId(number)))).collect();
        let few = bits[..100].iter().fold(NOBODY, |set, bit| sets.with(set, *bit));
        let many = bits[100..].iter().fold(few, |set, bit| sets.with(set, *bit));
        assert_eq!(bits.iter().rev().fold(NOBODY, |set, bit| sets.with(set, *bit)), many);
        assert_eq!(sets.without(many, &bits[100..]), few);
        assert_eq!(sets.without(few, &bits), NOBODY);
    }

    #[test]
    fn the_first_race_is_that_of_the_definition() {
        tells_first_races::<Goldilocks>(5, |_| true);
    }

    #[test]
    fn the_first_race_is_that_of_vector_clocks() {
        let mut chance = Chance(6);
        for _ in 0..3_000 {
            let mut events: Vec<Event> = (0..40).map(|_| chance.event()).collect();
            for event in &mut events {
                if let Event::Access { variable, .. } = event {
                    *variable = [ACCOUNT, BALANCE][chance.below(2) as usize];
                }
            }
            let expected = first_race(VectorClocks::default(), &events);
            assert_eq!(first_race(Goldilocks::default(), &events), expected, "{events:#?}");
        }
    }

    #[test]
    fn the_weak_races_are_those_of_the_definition() {
        crate::testing::tells_weak_races(7, Goldilocks::default);
    }

    #[test]
    fn going_back_and_restoring_know_again_what_was_known() {
        knows_again::<Goldilocks, _>(7, |detector| LocksetTable::clone(&**detector.known));
    }

    #[test]
    fn a_visit_covers_another_as_by_h() {
        crate::testing::covers_as_h(11, Goldilocks::default);
    }
}
