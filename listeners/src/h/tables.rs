//! The rows and columns of `h` by owner and by variable.

use super::slots::Slots;
use crate::race::{Last, Sort};
use crate::summary::Owner;
use raceproof_base::{AccessKind, Address, Mode, Sync, ThreadId};
use rustc_hash::FxHashMap;

/// The row of all variables that were ever written.
pub(super) const WRITTEN: usize = 0;

/// Rows by owner, columns by variable and accesses; the same on every path.
#[derive(Default)]
pub(super) struct Tables {
    /// Of a thread that was never met, [`WRITTEN`].
    row_of_thread: Vec<usize>,
    row_of_sync: FxHashMap<Sync, usize>,
    pub(super) owners: Vec<Owner>,
    /// The columns of plain writes.
    pub(super) plain: Slots,
    /// The columns of all other accesses, each with its thread.
    others: FxHashMap<Address, Vec<Column>>,
    /// Whether any of them is a write.
    has_modes: bool,
    /// The variable of a column, and which accesses it is of.
    pub(super) columns: Vec<(Address, Accesses)>,
}

/// A column of the accesses of one sort by one thread.
#[derive(Clone, Copy)]
pub(super) struct Column {
    pub(super) thread: ThreadId,
    pub(super) accesses: Accesses,
    pub(super) number: usize,
}

/// The accesses that a column stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Accesses {
    /// Plain ones, of all threads.
    Writes,
    VolatileWrites,
    /// By modes weaker than volatile.
    WeakWrites,
    Reads,
    VolatileReads,
    WeakReads,
}

impl Accesses {
    fn of(now: &Last) -> Self {
        match (now.access, now.mode) {
            (AccessKind::Write, Mode::Plain) => Self::Writes,
            (AccessKind::Write, Mode::Volatile) => Self::VolatileWrites,
            (AccessKind::Write, Mode::Opaque | Mode::AcquireRelease) => Self::WeakWrites,
            (AccessKind::Read, Mode::Plain) => Self::Reads,
            (AccessKind::Read, Mode::Volatile) => Self::VolatileReads,
            (AccessKind::Read, Mode::Opaque | Mode::AcquireRelease) => Self::WeakReads,
        }
    }

    pub(super) fn are_reads(self) -> bool {
        matches!(self, Self::Reads | Self::VolatileReads | Self::WeakReads)
    }

    /// The race of these accesses with an unordered one.
    pub(super) fn conflict(self, now: &Last) -> Option<Sort> {
        let mode = match self {
            Self::Writes | Self::Reads => Mode::Plain,
            Self::VolatileWrites | Self::VolatileReads => Mode::Volatile,
            Self::WeakWrites | Self::WeakReads => Mode::Opaque,
        };
        if self.are_reads() && now.access == AccessKind::Read {
            None
        } else {
            Sort::of(mode, now.mode)
        }
    }
}

impl Tables {
    pub(super) fn row(&mut self, owner: Owner) -> usize {
        let next = self.owners.len() + 1 + WRITTEN;
        let row = match owner {
            Owner::Thread(ThreadId(thread)) => {
                let thread = thread as usize;
                if self.row_of_thread.len() <= thread {
                    self.row_of_thread.resize(thread + 1, WRITTEN);
                }
                if self.row_of_thread[thread] == WRITTEN {
                    self.row_of_thread[thread] = next;
                }
                self.row_of_thread[thread]
            }
            Owner::Sync(sync) => *self.row_of_sync.entry(sync).or_insert(next),
        };
        if row == next {
            self.owners.push(owner);
        }
        row
    }

    /// The threads that were met on some path, with their rows.
    pub(super) fn threads(&self) -> impl Iterator<Item = (ThreadId, usize)> {
        let rows = self.row_of_thread.iter().enumerate();
        rows.filter(|(_, row)| **row != WRITTEN).map(|(t, row)| (ThreadId(t as u32), *row))
    }

    /// The row of a thread; of one that was never met, that of all that was written.
    pub(super) fn row_of(&self, ThreadId(thread): ThreadId) -> usize {
        self.row_of_thread.get(thread as usize).copied().unwrap_or(WRITTEN)
    }

    pub(super) fn column(&mut self, variable: Address, now: &Last) -> usize {
        let accesses = Accesses::of(now);
        if accesses == Accesses::Writes {
            return self.plain(variable);
        }
        let next = self.columns.len();
        let columns = self.others.entry(variable).or_default();
        let is_its = |column: &&Column| column.thread == now.thread && column.accesses == accesses;
        if let Some(column) = columns.iter().find(is_its) {
            return column.number;
        }
        columns.push(Column { thread: now.thread, accesses, number: next });
        self.has_modes |= !accesses.are_reads();
        self.columns.push((variable, accesses));
        next
    }

    /// The column of plain writes; of an object, that of all that was done to it before others knew
    /// of it.
    pub(super) fn plain(&mut self, variable: Address) -> usize {
        let next = self.columns.len();
        let column = self.plain.get_or_insert(variable, next);
        if column == next {
            self.columns.push((variable, Accesses::Writes));
        }
        column
    }

    /// The columns of other accesses than plain writes, if an access may conflict with them.
    #[inline]
    pub(super) fn others(&self, variable: Address, access: AccessKind) -> &[Column] {
        // Reads conflict with writes only, and of these nearly all are plain.
        let none = self.others.is_empty() || access == AccessKind::Read && !self.has_modes;
        if none { &[] } else { self.others.get(&variable).map_or(&[], Vec::as_slice) }
    }
}
