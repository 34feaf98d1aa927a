//! A witness from a consistent sequence of lock events: what else the prefixes of the threads need,
//! put between them.
//!
//! Nothing is searched here. Of what is possible the earliest observed item comes next; a read
//! waits until it sees the write that it saw, and a section that stays open until the others have
//! had the lock. If nothing is possible any more there is no witness this way: data abstraction has
//! promised too much, or a third thread's locks are in the way. Then the order of the lock events
//! is given up for the observed one, which is closer to what reads saw.

use crate::event::{EventKind, NONE};
use crate::model::{Hold, Item, Model, excludes};
use rustc_hash::FxHashMap as HashMap;

/// The items of these prefixes in an order in which they can be executed, with the lock events of a
/// pair of threads in the given one, if possible.
pub(super) fn order(
    model: &Model,
    counts: &[u32],
    threads: [u32; 2],
    locks: &[u32],
) -> Option<Vec<u32>> {
    let in_order = || execute(Sequence::new(model, counts, &threads, locks));
    in_order().or_else(|| execute(Sequence::new(model, counts, &[], &[])))
}

fn execute(mut sequence: Sequence) -> Option<Vec<u32>> {
    let mut order = Vec::new();
    while let Some(number) =
        (0..sequence.counts.len()).filter_map(|thread| sequence.next(thread)).min()
    {
        sequence.execute(number);
        order.push(number);
    }
    (sequence.done == sequence.counts).then_some(order)
}

struct Sequence<'a> {
    model: &'a Model,
    counts: &'a [u32],
    done: Vec<u32>,
    /// The threads whose lock events come in a given order, and what of that is still to come.
    threads: &'a [u32],
    locks: &'a [u32],
    /// How many acquires of a lock by a thread are still to come.
    acquires: HashMap<u32, Vec<u32>>,
    holders: HashMap<u32, Vec<(u32, Hold)>>,
    /// What each variable holds: the write, or none.
    held: HashMap<u32, u32>,
}

impl<'a> Sequence<'a> {
    fn new(model: &'a Model, counts: &'a [u32], threads: &'a [u32], locks: &'a [u32]) -> Self {
        let mut acquires: HashMap<u32, Vec<u32>> = HashMap::default();
        for (thread, count) in counts.iter().enumerate() {
            for number in &model.threads[thread][..*count as usize] {
                let item = &model.items[*number as usize];
                if is_acquire(item.kind) {
                    acquires.entry(item.object).or_insert_with(|| vec![0; counts.len()])[thread] +=
                        1;
                }
            }
        }
        let (done, holders, held) = (vec![0; counts.len()], HashMap::default(), HashMap::default());
        Self { model, counts, done, threads, locks, acquires, holders, held }
    }

    /// The next item of a thread, if it can be executed.
    fn next(&self, thread: usize) -> Option<u32> {
        let done = self.done[thread];
        let number = *self.model.threads[thread]
            .get(done as usize)
            .filter(|_| done < self.counts[thread])?;
        let item = &self.model.items[number as usize];
        let is_possible = match item.kind {
            EventKind::Acquire | EventKind::AcquireShared => {
                let is_in_order =
                    !self.threads.is_empty() || self.ends(item) || !self.is_awaited(item);
                self.is_its_turn(number, item) && self.is_free(item) && is_in_order
            }
            EventKind::Release | EventKind::ReleaseShared => self.is_its_turn(number, item),
            EventKind::Begin | EventKind::Join | EventKind::Receive | EventKind::Await => {
                item.partner == NONE || {
                    let partner = &self.model.items[item.partner as usize];
                    partner.index < self.done[partner.thread as usize]
                }
            }
            kind if kind.reads() => self.agrees(item),
            _ => true,
        };
        is_possible.then_some(number)
    }

    fn is_its_turn(&self, number: u32, item: &Item) -> bool {
        // A release of what was never taken is none of the sequence.
        let is_in_sequence =
            self.threads.contains(&item.thread) && (is_acquire(item.kind) || item.partner != NONE);
        !is_in_sequence || self.locks.first() == Some(&number)
    }

    /// Whether a section's end is in the prefix.
    fn ends(&self, acquire: &Item) -> bool {
        let release = || &self.model.items[acquire.partner as usize];
        acquire.partner != NONE && release().index < self.counts[acquire.thread as usize]
    }

    /// Whether another thread is still to take the lock.
    fn is_awaited(&self, acquire: &Item) -> bool {
        let acquires = self.acquires.get(&acquire.object).into_iter().flatten().enumerate();
        acquires.into_iter().any(|(thread, count)| thread as u32 != acquire.thread && *count > 0)
    }

    fn is_free(&self, item: &Item) -> bool {
        let holders = self.holders.get(&item.object).into_iter().flatten();
        !holders
            .into_iter()
            .any(|(thread, held)| *thread != item.thread && excludes(*held, hold(item)))
    }

    /// Whether a read sees what it saw.
    fn agrees(&self, item: &Item) -> bool {
        self.held.get(&item.object).copied().unwrap_or(NONE) == item.partner
    }

    fn execute(&mut self, number: u32) {
        let item = &self.model.items[number as usize];
        self.done[item.thread as usize] += 1;
        if self.locks.first() == Some(&number) {
            self.locks = &self.locks[1..];
        }
        match item.kind {
            EventKind::Acquire | EventKind::AcquireShared => {
                self.holders.entry(item.object).or_default().push((item.thread, hold(item)));
                if let Some(acquires) = self.acquires.get_mut(&item.object) {
                    acquires[item.thread as usize] -= 1;
                }
            }
            EventKind::Release | EventKind::ReleaseShared => {
                let holders = self.holders.entry(item.object).or_default();
                holders.retain(|holder| *holder != (item.thread, hold(item)));
            }
            _ => {}
        }
        if item.kind.writes() {
            self.held.insert(item.object, number);
        }
    }
}

fn is_acquire(kind: EventKind) -> bool {
    matches!(kind, EventKind::Acquire | EventKind::AcquireShared)
}

fn hold(item: &Item) -> Hold {
    item.object * 2
        + u32::from(matches!(item.kind, EventKind::AcquireShared | EventKind::ReleaseShared))
}
