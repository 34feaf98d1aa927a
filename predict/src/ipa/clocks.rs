//! The must-happens-before relation of the paper (section II): program order, forks, joins and
//! messages. The order of critical sections is none of it, and under data abstraction neither is
//! what a read sees.
//!
//! A thread's vector time changes only where it receives something, so it is stored there and
//! nowhere else.

use crate::event::{EventKind, NONE};
use crate::model::{Item, Model};

/// Where an item is behind one of another thread: the blocking and the unblocking event, ebk and
/// euk.
pub(super) fn unblocking(model: &Model, blocking: &Item) -> Option<u32> {
    let blocks = matches!(
        blocking.kind,
        EventKind::Begin | EventKind::Join | EventKind::Receive | EventKind::Await
    );
    let is_another = || model.items[blocking.partner as usize].thread != blocking.thread;
    (blocks && blocking.partner != NONE && is_another()).then_some(blocking.partner)
}

/// The vector times of a thread: how many items of each thread must come before its own from an
/// index on.
#[derive(Clone)]
struct Times {
    from: Vec<u32>,
    rows: Vec<Box<[u32]>>,
}

impl Times {
    fn at(&self, index: u32) -> &[u32] {
        &self.rows[self.from.partition_point(|from| *from <= index) - 1]
    }
}

/// The vector times of all threads.
pub(super) struct Clocks(Vec<Times>);

impl Clocks {
    pub(super) fn new(model: &Model) -> Self {
        let beginning = Times { from: vec![0], rows: vec![vec![0; model.threads.len()].into()] };
        let mut clocks = Self(vec![beginning; model.threads.len()]);
        for item in &model.items {
            if let Some(unblocking) = unblocking(model, item) {
                clocks.join(item, &model.items[unblocking as usize]);
            }
        }
        clocks
    }

    fn join(&mut self, blocking: &Item, unblocking: &Item) {
        let mut time: Box<[u32]> = self.0[blocking.thread as usize].at(blocking.index).into();
        let mut is_news = false;
        let mut raise = |thread: usize, count: u32| {
            is_news |= count > time[thread];
            time[thread] = time[thread].max(count);
        };
        for (thread, count) in
            self.0[unblocking.thread as usize].at(unblocking.index).iter().enumerate()
        {
            raise(thread, *count);
        }
        raise(unblocking.thread as usize, unblocking.index + 1);
        if is_news {
            self.0[blocking.thread as usize].from.push(blocking.index);
            self.0[blocking.thread as usize].rows.push(time);
        }
    }

    /// How many items of each thread must come before an item; of its own thread the answer means
    /// nothing.
    pub(super) fn time(&self, item: &Item) -> &[u32] {
        self.0[item.thread as usize].at(item.index)
    }

    /// Whether one item must come before another of a different thread.
    pub(super) fn precedes(&self, one: &Item, other: &Item) -> bool {
        one.index < self.time(other)[one.thread as usize]
    }
}
