//! Which row and which column of `h` stand for what.

use super::slots::Slots;
use crate::race::Last;
use crate::summary::Owner;
use raceproof_base::{Access, Address, Sync, ThreadId};
use rustc_hash::FxHashMap;

/// The row of all variables that were ever written.
pub(super) const WRITTEN: usize = 0;

/// Which row and which column stand for what; the same on every path.
#[derive(Default)]
pub(super) struct Tables {
    /// Of a thread that was never met, [`WRITTEN`].
    row_of_thread: Vec<usize>,
    row_of_sync: FxHashMap<Sync, usize>,
    pub(super) owners: Vec<Owner>,
    /// The columns of plain writes.
    pub(super) plain: Slots,
    /// The columns of writes by modes, for each thread that wrote so.
    by_mode: FxHashMap<Address, Vec<(ThreadId, usize)>>,
    /// The columns of plain reads, for each thread that read.
    reads: FxHashMap<Address, Vec<(ThreadId, usize)>>,
    /// The columns of reads by modes, likewise.
    reads_by_mode: FxHashMap<Address, Vec<(ThreadId, usize)>>,
    /// The variable of a column, and which accesses it is of.
    pub(super) columns: Vec<(Address, Accesses)>,
}

/// The accesses that a column stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Accesses {
    Writes,
    WritesByMode,
    Reads,
    ReadsByMode,
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

    /// The row of a thread; of one that was never met, that of all that was written.
    pub(super) fn row_of(&self, ThreadId(thread): ThreadId) -> usize {
        self.row_of_thread.get(thread as usize).copied().unwrap_or(WRITTEN)
    }

    pub(super) fn column(&mut self, variable: Address, now: &Last) -> usize {
        let next = self.columns.len();
        let (accesses, of_thread) = match (now.access, now.is_plain) {
            (Access::Write, true) => (Accesses::Writes, None),
            (Access::Write, false) => (Accesses::WritesByMode, Some(&mut self.by_mode)),
            (Access::Read, true) => (Accesses::Reads, Some(&mut self.reads)),
            (Access::Read, false) => (Accesses::ReadsByMode, Some(&mut self.reads_by_mode)),
        };
        let column = match of_thread {
            None => return self.plain(variable),
            Some(columns) => {
                let columns = columns.entry(variable).or_default();
                match columns.iter().find(|(thread, _)| *thread == now.thread) {
                    Some((_, column)) => *column,
                    None => {
                        columns.push((now.thread, next));
                        next
                    }
                }
            }
        };
        if column == next {
            self.columns.push((variable, accesses));
        }
        column
    }

    /// The column of plain writes; of an object, that of all that was done to it before others knew of it.
    pub(super) fn plain(&mut self, variable: Address) -> usize {
        let next = self.columns.len();
        let column = self.plain.get_or_insert(variable, next);
        if column == next {
            self.columns.push((variable, Accesses::Writes));
        }
        column
    }

    /// The columns of the reads that a write must know of: a plain one of all, one by a mode of the plain ones.
    pub(super) fn reads(&self, variable: Address, is_plain: bool) -> impl Iterator<Item = usize> {
        let of = |reads: &'_ FxHashMap<Address, Vec<(ThreadId, usize)>>| {
            let known = if reads.is_empty() { None } else { reads.get(&variable) };
            known.into_iter().flatten().map(|(_, column)| *column).collect::<Vec<_>>()
        };
        let by_mode = if is_plain { of(&self.reads_by_mode) } else { Vec::new() };
        of(&self.reads).into_iter().chain(by_mode)
    }

    /// Whether there is any write by a mode.
    pub(super) fn has_modes(&self) -> bool {
        !self.by_mode.is_empty()
    }

    /// The columns of the writes by modes, which plain accesses must know of, with the threads that wrote.
    pub(super) fn by_mode(&self, variable: Address) -> impl Iterator<Item = (ThreadId, usize)> {
        self.by_mode.get(&variable).into_iter().flatten().copied()
    }
}
