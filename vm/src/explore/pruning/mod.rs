//! Whether all schedules that begin like the current one, up to a state, are free of data races:
//! `SubspaceRaceFree` of Wang, Yang, Gupta and Gopalakrishnan (Property driven pruning, Figures 4
//! and 5).
//!
//! The current execution is complete. What other schedules from that state on may do instead is
//! told from the log of what the program's code has executed (`observed.rs`), and for branches that
//! were not taken from the code (`untaken.rs`). From each access of a variable, with the monitors
//! that are held there in any case, it follows whether two of them can race: they do not if a
//! common monitor is held, or if the one's thread was started after it, or has been joined before
//! the other.
//!
//! Beyond the figures:
//! * A branch counts as one that could go the other way only if its condition depends on the
//!   schedule: if it comes from a variable that somebody writes after the state, from the class
//!   library, or from what such a branch has decided. Likewise, an access goes to another variable
//!   of the kind if its object or index depends on the schedule.
//! * Accesses before the state race, too, with those after it.
//! * Whatever is not understood (a method of the library that is not in `quiet.rs`, an exception, a
//!   class that is initialised, a thread started where a branch was not taken) makes the answer
//!   "no".

mod flow;
mod ground;
mod insns;
mod log;
mod observed;
mod others;
mod quiet;
mod untaken;

pub(crate) use log::{Log, Trail};

use crate::ground::class::{ClassRef, FieldRef};
use crate::threads::thread::Status;
use crate::vm::Vm;
use raceproof_base::Mark;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Why nothing is known.
pub(crate) type Reason = &'static str;
/// What holds a monitor is not to be told from the code.
const NOT_STRUCTURED: Reason = "locking is not structured";

/// A kind of variable: all that one field of many objects is, or elements of arrays of one type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum MemoryKind {
    /// A field, by its place in memory.
    Field(usize),
    /// Elements of so many bytes; of references, none.
    Elements(u8),
    /// What an object of the class library has inside that promises no thread safety: a collection,
    /// a `StringBuilder`.
    Inside,
}

impl MemoryKind {
    fn of_field(field: FieldRef) -> Self {
        Self::Field(std::ptr::from_ref(field) as usize)
    }

    /// The elements of arrays of a type, by its descriptor.
    fn of_array(descriptor: &str) -> Option<Self> {
        Some(Self::Elements(match descriptor.strip_prefix('[')?.as_bytes().first()? {
            b'Z' | b'B' => 1,
            b'C' | b'S' => 2,
            b'I' | b'F' => 4,
            b'J' | b'D' => 8,
            _ => 0,
        }))
    }
}

/// What other schedules may write after the state.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Written {
    /// These variables,
    at: FxHashSet<u64>,
    /// and all of these kinds.
    kinds: FxHashSet<MemoryKind>,
}

impl Written {
    fn has(&self, kind: MemoryKind, address: Option<u64>) -> bool {
        self.kinds.contains(&kind) || address.is_some_and(|address| self.at.contains(&address))
    }

    fn add(&mut self, kind: MemoryKind, address: Option<u64>) {
        match address {
            Some(address) => self.at.insert(address),
            None => self.kinds.insert(kind),
        };
    }

    /// Answers whether there was anything new.
    fn extend(&mut self, other: &Self) -> bool {
        let before = self.at.len() + self.kinds.len();
        self.at.extend(&other.at);
        self.kinds.extend(&other.kinds);
        self.at.len() + self.kinds.len() > before
    }
}

/// What holds where something is accessed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Stand {
    thread: u32,
    /// The monitors held in any case.
    locks: Rc<[u64]>,
    /// The threads that have been joined in any case.
    joined: Rc<[u32]>,
    /// How many threads this one has started before.
    started: u32,
    /// Whether it is before the state.
    is_past: bool,
}

/// An access that some schedule may make.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct PossibleAccess {
    /// Of which variable of its kind; none if of any.
    address: Option<u64>,
    is_write: bool,
    stand: Stand,
}

/// What the schedules from a state on may do.
#[derive(Default)]
struct Subspace {
    accesses: FxHashMap<MemoryKind, FxHashSet<PossibleAccess>>,
    written: Written,
    /// By thread: who has started it, as which of its children.
    starters: FxHashMap<u32, (u32, u32)>,
}

impl Subspace {
    fn add(&mut self, kind: MemoryKind, access: PossibleAccess) {
        if access.is_write && !access.stand.is_past {
            self.written.add(kind, access.address);
        }
        self.accesses.entry(kind).or_default().insert(access);
    }

    /// Figure 4, lines 8 to 13: a kind of variable that may race.
    fn racing(&self) -> Option<MemoryKind> {
        let mut racing = self.accesses.iter().filter(|(_, accesses)| !self.is_race_free(accesses));
        racing.next().map(|(kind, _)| *kind)
    }

    fn is_race_free(&self, accesses: &FxHashSet<PossibleAccess>) -> bool {
        let mut by_address: FxHashMap<Option<u64>, Vec<&PossibleAccess>> = FxHashMap::default();
        accesses
            .iter()
            .for_each(|access| by_address.entry(access.address).or_default().push(access));
        let anywhere = by_address.get(&None).map_or(&[][..], Vec::as_slice);
        let all_ordered = |one: &[&PossibleAccess], other: &[&PossibleAccess]| {
            one.iter().all(|a| other.iter().all(|b| self.do_not_race(a, b)))
        };
        let each = by_address.values().all(|same| all_ordered(same, same));
        each && anywhere.iter().all(|any| accesses.iter().all(|other| self.do_not_race(any, other)))
    }

    fn do_not_race(&self, a: &PossibleAccess, b: &PossibleAccess) -> bool {
        let (one, other) = (&a.stand, &b.stand);
        one.thread == other.thread
            || one.is_past && other.is_past
            || !a.is_write && !b.is_write
            || one.locks.iter().any(|lock| other.locks.contains(lock))
            || other.joined.contains(&one.thread)
            || one.joined.contains(&other.thread)
            || self.is_before_start(one, other.thread)
            || self.is_before_start(other, one.thread)
    }

    /// Whether a thread is started, perhaps by one that is started, after an access.
    fn is_before_start(&self, access: &Stand, mut thread: u32) -> bool {
        while let Some((starter, number)) = self.starters.get(&thread) {
            if *starter == access.thread {
                return access.started <= *number;
            }
            thread = *starter;
        }
        false
    }
}

impl Vm {
    /// Whether no schedule that begins like the current one up to the mark has a race but those
    /// that the current one has up to there.
    pub(crate) fn is_race_free_from(&mut self, mark: Mark) -> Result<(), Reason> {
        let log = std::mem::take(&mut self.explored.log);
        let answer = self.judge(&log, mark);
        self.explored.log = log;
        answer
    }

    fn kind_name(&self, kind: MemoryKind) -> String {
        let fields = |class: ClassRef| class.fields.iter().map(move |field| (class, *field));
        let named =
            |(class, field): (ClassRef, FieldRef)| format!("{}.{}", class.java_name(), field.name);
        let mut all = self.programs_classes().flat_map(fields);
        all.find(|(_, field)| MemoryKind::of_field(field) == kind)
            .map_or_else(|| format!("{kind:?}"), named)
    }

    fn judge(&mut self, log: &Log, mark: Mark) -> Result<(), Reason> {
        let from = log.at(mark).ok_or("too much was executed")?;
        if self.threads.iter().any(|thread| thread.status != Status::Terminated || thread.failed) {
            return Err("a thread has not ended");
        }
        if !self.heap.journal.free_lists.is_empty() {
            return Err("garbage was collected");
        }
        // What is written decides what depends on the schedule, and the other way round: up to
        // where both agree.
        let mut written = Written::default();
        loop {
            let subspace = observed::observe(self, log, from, &written)?;
            if !written.extend(&subspace.written) {
                return subspace.racing().map_or(Ok(()), |kind| {
                    ::log::debug!("two accesses of {} may race", self.kind_name(kind));
                    Err("two accesses may race")
                });
            }
        }
    }
}

#[cfg(test)]
mod tests;
