//! Whole states kept aside, for searches with a frontier.
//!
//! A snapshot is what differs from the frozen state: the words that changed, the words allocated
//! since, the threads. Its words are cut into pages, and equal pages are kept once, whichever
//! snapshots they come from: neighbouring states share nearly all of theirs.

use crate::state::identity;
use crate::state::undo::Scalars;
use crate::threads::thread::{Frame, Thread, ThreadState};
use crate::vm::Vm;
use rustc_hash::FxHashMap;
use std::rc::Rc;

const PAGE: usize = 32;

/// A state kept aside.
#[derive(Clone)]
pub struct Saved(Rc<Contents>);

struct Contents {
    scalars: Scalars,
    current: usize,
    prefix_taken: bool,
    threads: Box<[(ThreadState, Box<[Frame]>)]>,
    /// How many frozen words had changed, and how many words were allocated.
    changed: usize,
    allocated: usize,
    pages: Box<[u32]>,
}

/// The pages of all snapshots.
#[derive(Default)]
pub(crate) struct Store {
    pages: Vec<[u64; PAGE]>,
    known: FxHashMap<u128, u32>,
    words: Vec<u64>,
}

impl Store {
    /// Keeps the machine's state.
    pub(crate) fn save(&mut self, vm: &Vm, prefix_taken: bool) -> Saved {
        self.words.clear();
        let mut threads = Vec::with_capacity(vm.threads.len());
        for (number, thread) in vm.threads.iter().enumerate() {
            let (frames, words) = vm.stack_of(number);
            self.words.extend_from_slice(words);
            threads.push((**thread, frames.into()));
        }
        let journal = &vm.heap.journal;
        self.words.extend(journal.changed.iter().map(|(index, _)| vm.heap.get(*index as usize)));
        let end = vm.heap.top.max(vm.heap.frontier);
        self.words.extend_from_slice(&vm.heap.words[journal.frozen_end..end]);
        Saved(Rc::new(Contents {
            scalars: vm.scalars,
            current: vm.current,
            prefix_taken,
            threads: threads.into(),
            changed: journal.changed.len(),
            allocated: end - journal.frozen_end,
            pages: self.intern(),
        }))
    }

    fn intern(&mut self) -> Box<[u32]> {
        self.words.resize(self.words.len().next_multiple_of(PAGE), 0);
        let (pages, known) = (&mut self.pages, &mut self.known);
        let number = |words: &[u64]| {
            let hash = identity::hash(words);
            *known.entry(hash).or_insert_with(|| {
                pages.push(words.try_into().expect("chunks are pages"));
                pages.len() as u32 - 1
            })
        };
        self.words.chunks_exact(PAGE).map(number).collect()
    }

    /// Makes a kept state the machine's. Says whether a program without choices had taken its only
    /// step.
    pub(crate) fn restore(&mut self, vm: &mut Vm, saved: &Saved) -> bool {
        let saved = &saved.0;
        self.words.clear();
        saved
            .pages
            .iter()
            .for_each(|page| self.words.extend_from_slice(&self.pages[*page as usize]));
        let mut from = 0;
        let mut take = |count: usize| {
            from += count;
            &self.words[from - count..from]
        };
        vm.swap_current();
        vm.threads.truncate(saved.threads.len());
        for (number, (state, frames)) in saved.threads.iter().enumerate() {
            if number == vm.threads.len() {
                vm.threads.push(Thread::new(state.object));
            }
            let thread = &mut vm.threads[number];
            *thread.state_mut() = *state;
            thread.frames.clear();
            thread.frames.extend_from_slice(frames);
            let words = take(thread.frames.last().map_or(0, Frame::end));
            if thread.stack.len() < words.len() {
                thread.stack.resize(words.len().next_power_of_two().max(256), 0);
            }
            thread.stack[..words.len()].copy_from_slice(words);
        }
        vm.current = saved.current;
        vm.swap_current();
        vm.scalars = saved.scalars;
        vm.restore_heap(take(saved.changed), take(saved.allocated));
        saved.prefix_taken
    }

    /// Bytes the pages take.
    pub(crate) fn bytes(&self) -> usize {
        self.pages.capacity() * size_of::<[u64; PAGE]>() + self.known.capacity() * 32
    }
}

/// States of so many bytes are asked for before they are kept aside.
const LARGE: usize = 1 << 20;

impl Vm {
    /// Whether there is memory for keeping the state aside: as words, and once more as pages. If
    /// not, the work is cancelled.
    pub(crate) fn may_be_saved(&self) -> bool {
        let stack = |number| {
            let (frames, words) = self.stack_of(number);
            size_of_val(frames) + size_of_val(words)
        };
        let heap = (self.heap.top.max(self.heap.frontier) - self.heap.journal.frozen_end) * 8;
        // Of the stacks, only the running thread's has changed since this was asked last.
        if heap + stack(self.current) * self.threads.len() < LARGE {
            return true;
        }
        let bytes = heap + (0..self.threads.len()).map(stack).sum::<usize>();
        bytes < LARGE || self.options.cancellation.allows(2 * bytes as u64)
    }

    fn restore_heap(&mut self, changed: &[u64], allocated: &[u64]) {
        let heap = &mut self.heap;
        for (position, (index, before)) in heap.journal.changed.iter().enumerate() {
            heap.words[*index as usize] = changed.get(position).copied().unwrap_or(*before);
        }
        let start = heap.journal.frozen_end;
        let end = start + allocated.len();
        let used = heap.top.max(heap.frontier);
        if used > end {
            heap.words[end..used].fill(0);
        }
        heap.words[start..end].copy_from_slice(allocated);
        // What had been recycled is left to the next collection.
        heap.allocate_from(end);
        self.start_undo();
    }
}

#[cfg(test)]
mod tests;
