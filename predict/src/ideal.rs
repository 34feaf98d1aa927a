//! Ideals: a prefix of each thread, closed under program order, the write that a read sees, forks,
//! joins and messages. They only grow, so the closure of each event is computed once.

use crate::event::EventKind;
use crate::model::Model;

/// An item that matters to closing: one that follows another thread's, or takes a lock.
#[derive(Clone, Copy)]
struct Mark {
    index: u32,
    item: u32,
}

/// The marks of a model, by thread.
pub(crate) struct Marks(Vec<Vec<Mark>>);

impl Marks {
    pub(crate) fn new(model: &Model) -> Self {
        let is_mark = |number: u32| {
            let item = &model.items[number as usize];
            let comes_from_another =
                item.follows_partner() && model.items[item.partner as usize].thread != item.thread;
            comes_from_another || matches!(item.kind, EventKind::Acquire | EventKind::AcquireShared)
        };
        let of_thread = |items: &Vec<u32>| {
            let marks = items.iter().filter(|number| is_mark(**number));
            marks
                .map(|number| Mark { index: model.items[*number as usize].index, item: *number })
                .collect()
        };
        Self(model.threads.iter().map(of_thread).collect())
    }
}

/// The prefixes.
#[derive(Clone, Default)]
pub(crate) struct Ideal {
    /// How many items of each thread are in it.
    pub(crate) counts: Vec<u32>,
    /// How many marks of each thread were followed.
    followed: Vec<u32>,
    /// Threads that have grown.
    grown: Vec<u32>,
}

impl Ideal {
    /// The empty one.
    pub(crate) fn new(model: &Model) -> Self {
        let threads = model.threads.len();
        Self { counts: vec![0; threads], followed: vec![0; threads], grown: Vec::new() }
    }

    /// Empties it.
    pub(crate) fn clear(&mut self) {
        self.counts.fill(0);
        self.followed.fill(0);
        self.grown.clear();
    }

    pub(crate) fn has(&self, model: &Model, item: u32) -> bool {
        let item = &model.items[item as usize];
        item.index < self.counts[item.thread as usize]
    }

    /// Puts so many items of a thread in.
    pub(crate) fn raise(&mut self, thread: u32, count: u32) {
        if count > self.counts[thread as usize] {
            self.counts[thread as usize] = count;
            self.grown.push(thread);
        }
    }

    /// Puts an item in, with all of its thread before it.
    pub(crate) fn put(&mut self, model: &Model, item: u32) {
        let item = &model.items[item as usize];
        self.raise(item.thread, item.index + 1);
    }

    /// Puts all in that must come before what is in; `takes` is told of each acquire that is new,
    /// and may put in more.
    pub(crate) fn close(
        &mut self,
        model: &Model,
        marks: &Marks,
        mut takes: impl FnMut(&mut Self, u32),
    ) {
        while let Some(thread) = self.grown.pop() {
            let thread = thread as usize;
            while let Some(mark) = marks.0[thread].get(self.followed[thread] as usize)
                && mark.index < self.counts[thread]
            {
                self.followed[thread] += 1;
                let item = &model.items[mark.item as usize];
                if item.follows_partner() {
                    self.put(model, item.partner);
                } else if item.kind == EventKind::Acquire || item.kind == EventKind::AcquireShared {
                    takes(self, mark.item);
                }
            }
        }
    }

    /// How many items it has.
    pub(crate) fn size(&self) -> u64 {
        self.counts.iter().map(|count| u64::from(*count)).sum()
    }
}

/// Of accesses of one thread, how many must come before each of another's. Both ascend, and so do
/// the answers.
pub(crate) fn ordered_before(
    model: &Model,
    marks: &Marks,
    ones: &[u32],
    others: &[u32],
) -> Vec<usize> {
    let (mut ideal, mut count) = (Ideal::new(model), 0);
    let before = |other: &u32| {
        let item = &model.items[*other as usize];
        ideal.raise(item.thread, item.index);
        ideal.close(model, marks, |_, _| {});
        count += ones[count..].iter().take_while(|one| ideal.has(model, **one)).count();
        count
    };
    others.iter().map(before).collect()
}

/// Where the prefixes of threads end in the trace: before which position, by thread. Behind the
/// last item of a prefix nothing is needed; only the two racing threads go up to their accesses.
pub(crate) fn ends(model: &Model, counts: &[u32], pair: [u32; 2]) -> Vec<u32> {
    let behind = |(thread, count): (usize, &u32)| match count
        .checked_sub(1)
        .map(|last| model.item(thread, last))
    {
        Some(last) => last.at + u32::from(last.is_event()),
        None => 0,
    };
    let mut ends: Vec<u32> = counts.iter().enumerate().map(behind).collect();
    for number in pair {
        let item = &model.items[number as usize];
        ends[item.thread as usize] = item.at;
    }
    ends
}
