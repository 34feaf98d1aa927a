//! Batches: many objects that one step made, and left where something leads to them.
//!
//! A state's identity walks all that was made since the first choice, and the next state's again.
//! So where a step left many new objects, they become one thing in that walk, from then on until the
//! search goes back before that step: a hash of what they hold, made once; the words by which they
//! lead to other new objects, whose names differ from state to state; and the words that were
//! overwritten since. Who makes a batch, where it lies and how old it is does not matter, as it
//! does not for an object. But whoever leads to one of its objects, leads to all of them, so what
//! has become garbage inside tells states apart that would be one without the batch: more may be
//! explored, never less. That is why few objects make none.

use crate::ground::heap::{Ref, SHARED};
use crate::state::identity::WordKind;
use crate::vm::Vm;
use raceproof_base::Mark;
use rustc_hash::FxHashSet;

/// So many objects at least make a batch. Fewer are walked in no time, and what waits for a lock
/// leaves some.
const FEWEST: usize = 256;

/// A word of an object that was met at the end of a step, and is in no batch.
const ALONE: u32 = u32::MAX;

#[derive(Default)]
pub(crate) struct Batch {
    /// The position of the first of its objects.
    first: usize,
    pub(crate) hash: u128,
    /// The words that lead to other new objects, or hold times, and of what kind they are.
    pub(crate) open: Vec<(u32, WordKind)>,
    /// The words overwritten since, with what they held.
    pub(crate) changed: Vec<(u32, u64)>,
}

/// How much there was before the steps behind so many marks.
struct Layer {
    marks: usize,
    batches: usize,
    alone: usize,
}

/// The batches on the path.
#[derive(Default)]
pub(crate) struct Batches {
    /// By word from the frozen end: the position of the object in a batch that it lies in, plus
    /// one; [`ALONE`], or zero.
    slots: Vec<u32>,
    /// The objects of all batches, and of which they are.
    members: Vec<(Ref, u32)>,
    batches: Vec<Batch>,
    /// Objects met that are in none.
    alone: Vec<Ref>,
    layers: Vec<Layer>,
    /// Words that were overwritten, by where the heap's log says so for the first time.
    changes: Vec<(usize, u32)>,
    changed: FxHashSet<u32>,
    /// How much of the heap's log was looked at.
    read: usize,
    /// Where the frozen objects end.
    start: usize,
    /// So many objects make one, if not [`FEWEST`]: for tests.
    pub(crate) fewest: Option<usize>,
}

impl Batches {
    pub(crate) fn len(&self) -> usize {
        self.batches.len()
    }

    pub(crate) fn get(&self, batch: usize) -> &Batch {
        &self.batches[batch]
    }

    /// The objects of a batch, in the order of their addresses.
    pub(crate) fn members(&self, batch: usize) -> &[(Ref, u32)] {
        let end = self.batches.get(batch + 1).map_or(self.members.len(), |next| next.first);
        &self.members[self.batches[batch].first..end]
    }

    /// All objects that are in batches.
    pub(crate) fn all(&self) -> impl Iterator<Item = Ref> {
        self.members.iter().map(|(object, _)| *object)
    }

    /// The object in a batch that a word lies in, with the batch and as the how-manieth it is there.
    #[inline]
    pub(crate) fn member_at(&self, index: usize) -> Option<(Ref, usize, usize)> {
        let slot = *self.slots.get(index.checked_sub(self.start)?)?;
        if slot == 0 || slot == ALONE {
            return None;
        }
        let position = slot as usize - 1;
        let (object, batch) = self.members[position];
        Some((object, batch as usize, position - self.batches[batch as usize].first))
    }

    fn slot(&mut self, index: usize) -> &mut u32 {
        let slot = index - self.start;
        if slot >= self.slots.len() {
            self.slots.resize((slot + 1).next_power_of_two(), 0);
        }
        &mut self.slots[slot]
    }

    /// Nothing is gone back to any more.
    pub(crate) fn clear(&mut self, frozen_end: usize) {
        *self = Self {
            slots: std::mem::take(&mut self.slots),
            start: frozen_end,
            fewest: self.fewest,
            ..Self::default()
        };
        self.slots.clear();
    }

    /// Bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.capacity() * 4 + self.members.capacity() * size_of::<(Ref, u32)>()
    }
}

impl Vm {
    /// Before the search goes back to a mark, where the heap's log was so long.
    pub(crate) fn go_back_in_batches(&mut self, Mark(mark): Mark, logged: usize) {
        let batches = &mut self.batches;
        batches.read = batches.read.min(logged);
        while let Some((_, index)) = batches.changes.pop_if(|(at, _)| *at >= logged) {
            batches.changed.remove(&index);
            if let Some((_, batch, _)) = batches.member_at(index as usize) {
                batches.batches[batch].changed.pop();
            }
        }
        while let Some(layer) = self.batches.layers.pop_if(|layer| layer.marks > mark) {
            for object in self.batches.alone.split_off(layer.alone) {
                *self.batches.slot(object.index()) = 0;
            }
            while self.batches.batches.len() > layer.batches {
                self.take_batch_apart();
            }
        }
    }

    fn take_batch_apart(&mut self) {
        let Some(Batch { first, .. }) = self.batches.batches.pop() else { return };
        for (object, _) in self.batches.members.split_off(first) {
            let words = self.object_words(object);
            (object.index()..object.index() + words)
                .for_each(|index| *self.batches.slot(index) = 0);
        }
    }

    /// Notes which words of batches were overwritten since this was asked last.
    pub(crate) fn note_changed_in_batches(&mut self) {
        let (batches, log) = (&mut self.batches, &self.heap.journal.log);
        let from = std::mem::replace(&mut batches.read, log.len());
        if batches.batches.is_empty() {
            return;
        }
        for (at, (index, before)) in log.iter().enumerate().skip(from) {
            let Some((object, batch, _)) = batches.member_at(*index as usize) else { continue };
            let is_shared = |word: u64| object.index() == *index as usize && word & SHARED != 0;
            let now = self.heap.words[*index as usize];
            // That an object becomes known does not count, and many do.
            let is_published = is_shared(now) && now ^ before == SHARED;
            if !is_published && batches.changed.insert(*index) {
                batches.changes.push((at, *index));
                batches.batches[batch].changed.push((*index, *before));
            }
        }
    }

    /// Makes a batch of the objects that were met for the first time, if they are many. Says
    /// whether it did; then the batch has no hash yet.
    pub(crate) fn make_batch(&mut self, met: impl Iterator<Item = Ref>) -> bool {
        let marks = self.undo.marks();
        if marks == 0 {
            return false;
        }
        let batches = &mut self.batches;
        let (layer, known) = (batches.alone.len(), batches.batches.len());
        for object in met {
            let slot = batches.slot(object.index());
            if *slot == 0 {
                *slot = ALONE;
                batches.alone.push(object);
            }
        }
        if batches.alone.len() == layer {
            return false;
        }
        if batches.layers.last().is_none_or(|last| last.marks < marks) {
            batches.layers.push(Layer { marks, batches: known, alone: layer });
        }
        if batches.alone.len() - layer < batches.fewest.unwrap_or(FEWEST) {
            return false;
        }
        let mut objects = batches.alone.split_off(layer);
        objects.sort_unstable_by_key(|object| object.index());
        let first = self.batches.members.len();
        for object in objects {
            let words = self.object_words(object);
            self.batches.members.push((object, known as u32));
            let position = self.batches.members.len() as u32;
            (object.index()..object.index() + words)
                .for_each(|index| *self.batches.slot(index) = position);
        }
        self.batches.batches.push(Batch { first, ..Batch::default() });
        // What is in it is logged from now on, though it could be cleared.
        self.heap.log_from_here();
        true
    }

    /// What the last batch holds.
    pub(crate) fn describe_batch(&mut self, hash: u128, open: Vec<(u32, WordKind)>) {
        if let Some(batch) = self.batches.batches.last_mut() {
            (batch.hash, batch.open) = (hash, open);
        }
    }
}
