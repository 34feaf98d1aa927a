//! Time-stamped lock histories (section II of the paper): of each thread its lock and unlock
//! events. Location `i` of a thread is before the `i`-th of them, counted from zero, and goes on
//! until that is executed; whatever else the thread does meanwhile needs no lock.

use crate::event::{EventKind, NONE};
use crate::model::{Hold, Model};
use rustc_hash::FxHashMap as HashMap;

/// A lock or unlock event.
#[derive(Clone, Copy)]
pub(super) struct LockEvent {
    /// Its item, and how many items of the thread come before that.
    pub(super) item: u32,
    pub(super) index: u32,
    /// What it takes or gives away.
    pub(super) hold: Hold,
    pub(super) takes: bool,
    /// The locks held before it.
    lockset: u32,
}

impl LockEvent {
    pub(super) fn lock(&self) -> u32 {
        self.hold / 2
    }

    pub(super) fn is_exclusive(&self) -> bool {
        self.hold & 1 == 0
    }
}

/// The events of one thread.
#[derive(Default)]
pub(super) struct History {
    pub(super) entries: Vec<LockEvent>,
    last_lockset: u32,
    /// The places of the unlock events of a lock, in either mode.
    unlocks: HashMap<u32, Vec<u32>>,
}

impl History {
    fn new(model: &Model, thread: usize) -> Self {
        let mut history = Self { last_lockset: model.last_locksets[thread], ..Self::default() };
        for number in &model.threads[thread] {
            let item = &model.items[*number as usize];
            let (takes, shared) = match item.kind {
                EventKind::Acquire => (true, 0),
                EventKind::AcquireShared => (true, 1),
                EventKind::Release => (false, 0),
                EventKind::ReleaseShared => (false, 1),
                _ => continue,
            };
            if !takes && item.partner == NONE {
                continue;
            }
            if !takes {
                history.unlocks.entry(item.object).or_default().push(history.entries.len() as u32);
            }
            let (index, lockset, hold) = (item.index, item.lockset, item.object * 2 + shared);
            history.entries.push(LockEvent { item: *number, index, hold, takes, lockset });
        }
        history
    }

    /// Of all threads.
    pub(super) fn all(model: &Model) -> Vec<Self> {
        (0..model.threads.len()).map(|thread| Self::new(model, thread)).collect()
    }

    /// The locks held at a location.
    pub(super) fn lockset(&self, location: u32) -> u32 {
        self.entries.get(location as usize).map_or(self.last_lockset, |entry| entry.lockset)
    }

    /// Where a thread is that has executed so many of its items.
    pub(super) fn location(&self, index: u32) -> u32 {
        self.entries.partition_point(|entry| entry.index < index) as u32
    }

    /// Where a thread is when all items before this one were executed, as they were observed.
    pub(super) fn observed_location(&self, item: u32) -> u32 {
        self.entries.partition_point(|entry| entry.item < item) as u32
    }

    /// Whether a lock is given away from a location on and before another.
    pub(super) fn unlocks_within(&self, lock: u32, from: u32, end: u32) -> bool {
        self.unlocks.get(&lock).is_some_and(|unlocks| {
            let next = unlocks.partition_point(|place| *place < from);
            unlocks.get(next).is_some_and(|place| *place < end)
        })
    }
}
