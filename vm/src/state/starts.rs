//! Where objects start, to find the one that a word lies in: for names of variables, and what
//! frozen words hold.

use crate::ground::heap::{HEADER_WORDS, Ref};
use crate::vm::Vm;
use raceproof_base::{Address, GOLDEN, mix};
use std::cell::OnceCell;

/// The starts of objects, in order.
#[derive(Default)]
pub(crate) struct Starts {
    /// Of the permanent region, as far as it was filled when somebody asked first: they stay where
    /// they are.
    permanent: OnceCell<Vec<u32>>,
    /// Of the program's region, when it was frozen.
    frozen: Vec<u32>,
}

impl Vm {
    /// Tells the objects between two words, the first of which starts one.
    pub(crate) fn each_object(&self, start: usize, end: usize, mut tell: impl FnMut(Ref)) {
        let mut at = start;
        while at < end {
            let header = self.heap.get(at);
            if header & 0x00FF_FFFF == 0 {
                at += ((header >> 32) as usize).max(1);
            } else {
                tell(Ref(at as u32));
                at += self.object_words(Ref(at as u32));
            }
        }
    }

    fn starts_between(&self, start: usize, end: usize) -> Vec<u32> {
        let mut starts = Vec::new();
        self.each_object(start, end, |object| starts.push(object.0));
        starts
    }

    /// The object that a word lies in; none if there is none.
    pub(crate) fn object_containing(&self, index: usize) -> Ref {
        let program = self.heap.program_start();
        let is_swept = !self.heap.journal.free_lists.is_empty();
        let (known, first): (&[u32], _) = match index < program {
            true => (self.permanent_starts(), HEADER_WORDS),
            // Where garbage was collected, others may start now.
            false if is_swept => (&[], program),
            false => (&self.starts.frozen, program),
        };
        self.object_from(last_up_to(known, index).map_or(first, Ref::index), index)
    }

    /// The same, from a word on at which an object starts.
    fn object_from(&self, near: usize, index: usize) -> Ref {
        let mut found = Ref::NULL;
        self.each_object(near, index + 1, |object| found = object);
        found
    }

    /// What a variable or an object is, alike in all states with one identity, in which it may have
    /// other addresses: of what is frozen or permanent the address, else its class, its maker if it
    /// carries that, and where in the object it lies. Nothing else that is said here may change as
    /// long as the object lives.
    ///
    /// [`raceproof_base::Machine::likeness`]
    pub(crate) fn likeness(
        &self,
        variable: Address,
        near: impl FnOnce() -> Option<Address>,
    ) -> Address {
        let index = (variable.0 / 8) as usize;
        if index < self.heap.journal.frozen_end {
            return variable;
        }
        // Where garbage was collected, others may start now.
        let is_swept = !self.heap.journal.free_lists.is_empty();
        let object = match (is_swept, near()) {
            (false, Some(near)) => self.object_from((near.0 / 8) as usize, index),
            _ => self.object_containing(index),
        };
        let offset = variable.0.wrapping_sub(8 * object.index() as u64);
        let class = self.class_of(object);
        let maker = if class.is_array() { 0 } else { self.heap.length(object) as u64 };
        let kind = maker << 32 | u64::from(class.id.0);
        // Above all addresses.
        Address(1 << 63 | mix(kind.wrapping_add(GOLDEN)).wrapping_add(offset))
    }

    /// The frozen object that a word lies in, also where that is garbage by now.
    pub(crate) fn frozen_object_containing(&self, index: usize) -> Ref {
        if index < self.heap.program_start() {
            return self.object_containing(index);
        }
        last_up_to(&self.starts.frozen, index).expect("a frozen word lies in a frozen object")
    }

    fn permanent_starts(&self) -> &[u32] {
        self.starts
            .permanent
            .get_or_init(|| self.starts_between(HEADER_WORDS, self.heap.permanent_top))
    }

    /// What is there now is what is frozen.
    pub(crate) fn note_frozen_starts(&mut self) {
        self.starts.frozen =
            self.starts_between(self.heap.program_start(), self.heap.journal.frozen_end);
    }
}

fn last_up_to(starts: &[u32], index: usize) -> Option<Ref> {
    let after = starts.partition_point(|start| *start as usize <= index);
    after.checked_sub(1).map(|last| Ref(starts[last]))
}
