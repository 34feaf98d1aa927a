//! What steps use, and sets of such uses: of all steps behind a state.

use crate::bytes::Bytes;
use crate::dependence::{Footprint, Step};
use raceproof_base::{Operation, OperationKind, Thing, Use};
use rustc_hash::FxHashMap;

/// A thread, by its key.
pub(super) type Thread = u32;

/// A use by a thread.
pub(super) type UseNumber = u32;

/// A thing as far as orders go: its own, or one that every step reads, and global steps write. The
/// life of a thread is two: its start, and all of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Used {
    World,
    Thing(Thing),
    Start(Thing),
}

/// A set of uses, by their numbers.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub(super) struct SetOfUses(Vec<u64>);

impl SetOfUses {
    pub(super) fn of(words: Vec<u64>) -> Self {
        Self(words)
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }

    pub(super) fn add(&mut self, number: UseNumber) {
        let word = number as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    pub(super) fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(mine, other)| *mine |= other);
    }

    fn in_both(&self, other: &Self) -> impl Iterator<Item = UseNumber> {
        self.0.iter().zip(&other.0).zip(0..).flat_map(|((mine, other), word)| {
            let mut rest = mine & other;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                (bit < 64).then_some(64 * word + bit)
            })
        })
    }
}

/// All uses that were met.
#[derive(Default)]
pub(super) struct Uses {
    threads: FxHashMap<u64, Thread>,
    numbers: FxHashMap<(Thread, Used, Use), UseNumber>,
    by: Vec<(Thread, Use)>,
    /// With which others each one conflicts.
    conflicts: Vec<SetOfUses>,
    of_thing: FxHashMap<Used, Vec<UseNumber>>,
}

impl Uses {
    pub(super) fn thread(&mut self, key: u64) -> Thread {
        let next = self.threads.len() as Thread;
        *self.threads.entry(key).or_insert(next)
    }

    /// What a step has used.
    pub(super) fn of_step(&mut self, thread: Thread, step: &Step) -> Vec<UseNumber> {
        let waits = !step.otherwise && !step.interrupted;
        self.of(thread, step.operation.kind, waits, &step.footprint)
    }

    /// What the operation would use in which a thread is blocked.
    pub(super) fn of_blocked(
        &mut self,
        thread: Thread,
        operation: &Operation,
        footprint: &Footprint,
    ) -> Vec<UseNumber> {
        self.of(thread, operation.kind, true, footprint)
    }

    fn of(
        &mut self,
        thread: Thread,
        kind: OperationKind,
        waits: bool,
        footprint: &Footprint,
    ) -> Vec<UseNumber> {
        let of_world = if footprint.world { Use::Write } else { Use::Read };
        let mut uses = vec![self.number(thread, Used::World, of_world)];
        for (thing, how) in footprint.things.iter().copied() {
            if !matches!(thing, Thing::Life(_)) {
                uses.push(self.number(thread, Used::Thing(thing), how));
                continue;
            }
            // Who waits for the end of a thread cannot come before it, but before its start.
            if kind != OperationKind::End {
                uses.push(self.number(thread, Used::Start(thing), how));
            }
            if !(kind == OperationKind::Join && waits) {
                uses.push(self.number(thread, Used::Thing(thing), how));
            }
        }
        uses
    }

    fn number(&mut self, thread: Thread, used: Used, how: Use) -> UseNumber {
        if let Some(known) = self.numbers.get(&(thread, used, how)) {
            return *known;
        }
        let new = self.by.len() as UseNumber;
        self.numbers.insert((thread, used, how), new);
        self.by.push((thread, how));
        self.conflicts.push(SetOfUses::default());
        let alike = self.of_thing.entry(used).or_default();
        for other in alike.iter().copied() {
            let (by, its) = self.by[other as usize];
            if by != thread && how.conflicts(its) {
                self.conflicts[other as usize].add(new);
                self.conflicts[new as usize].add(other);
            }
        }
        alike.push(new);
        new
    }

    /// The threads of those in a set that conflict with a use.
    pub(super) fn conflicting(
        &self,
        number: UseNumber,
        set: &SetOfUses,
    ) -> impl Iterator<Item = Thread> {
        self.conflicts[number as usize].in_both(set).map(|other| self.by[other as usize].0)
    }

    /// Bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        let sets: usize = self.conflicts.iter().map(|set| size_of_val(set.words())).sum();
        self.numbers.bytes() + self.by.bytes() + self.conflicts.bytes() + sets as u64
    }
}
