//! Sharedness: which objects more than one thread may know.
//!
//! An object is shared once a static field, another thread or a shared object leads to it. The bit
//! in its header is set when a reference to it is stored into something shared, or handed to a
//! started thread, and spreads to all it leads to; like any word of the heap it is undone.
//! Operations on what is not shared concern nobody else and end no transition.
//!
//! The bit never goes away while the object lives, so it may say too much, never too little:
//! [`Vm::find_unshared`] is the slow check of that, for tests.

use crate::ground::class::fields_of;
use crate::ground::heap::Ref;
use crate::tell::publishing::Owner;
use crate::vm::{Telling, Vm};

impl Vm {
    /// Marks a reference's object, and all it leads to, as shared. Null is allowed.
    pub fn share(&mut self, object: Ref) {
        if object.is_null() || self.heap.is_shared(object) {
            return;
        }
        if self.is_to_tell() {
            return self.share_and_tell(object, Owner::Publisher);
        }
        self.heap.set_shared(object);
        let mut work = vec![object];
        let mut found = Vec::new();
        while let Some(object) = work.pop() {
            self.for_each_reference(object, |target| found.push(target));
            for target in found.drain(..) {
                if !target.is_null() && !self.heap.is_shared(target) {
                    self.heap.set_shared(target);
                    work.push(target);
                }
            }
        }
    }

    /// [`Vm::share`] where detectors are told: first what is reached in any other way than by final
    /// fields of complete objects, then what these alone lead to. With whom the object belongs to,
    /// if it is an array.
    fn share_and_tell(&mut self, object: Ref, owner: Owner) {
        let (mut open, mut frozen) = (vec![(object, owner)], Vec::new());
        while let Some((object, owner)) = open.pop() {
            if object.is_null() || self.heap.is_shared(object) {
                continue;
            }
            self.heap.set_shared(object);
            self.note_publication(object, owner);
            let finals = if self.has_escaped(object) { &[] } else { self.final_words(object) };
            for (target, word) in self.targets(object) {
                let to = if finals.contains(&word) { &mut frozen } else { &mut open };
                to.push((target, self.owner_of(target, object, word, owner)));
            }
        }
        while let Some((object, owner)) = frozen.pop() {
            if !object.is_null() && !self.heap.is_shared(object) {
                self.heap.set_shared(object);
                self.note_frozen(object, owner);
                for (target, word) in self.targets(object) {
                    frozen.push((target, self.owner_of(target, object, word, owner)));
                }
            }
        }
    }

    /// Whether detectors are told, or will be once there is a second thread.
    fn is_to_tell(&self) -> bool {
        self.exploring && self.explore.telling != Telling::Operations
    }

    /// What an object leads to, with the words of its fields.
    fn targets(&self, object: Ref) -> Vec<(Ref, u16)> {
        let mut found = Vec::new();
        self.for_each_reference_with_word(object, |target, word| found.push((target, word)));
        found
    }

    /// The words of an object's final fields.
    fn final_words(&self, object: Ref) -> &'static [u16] {
        let class = self.class_of(object);
        class.final_words.get_or_init(|| {
            let finals = fields_of(class).filter(|field| field.is_final_of_objects());
            finals.map(|field| field.word as u16).collect()
        })
    }

    /// To be called after a reference was stored into an object: what a shared object leads to is
    /// shared.
    pub fn publish(&mut self, holder: Ref, value: Ref) {
        if self.heap.is_shared(holder) && !value.is_null() && !self.heap.is_shared(value) {
            if self.is_to_tell() && self.class_of(value).element().is_some() {
                return self.share_and_tell(value, self.owner_where_stored(value, holder));
            }
            self.share(value);
        }
    }

    /// To be called after references were copied into an array.
    pub fn publish_elements(&mut self, array: Ref, from: usize, count: usize) {
        if self.heap.is_shared(array) {
            for index in from..from + count {
                self.share(self.heap.element(array, index));
            }
        }
    }

    /// Marks all that exists as shared: what is there before the program begins belongs to the
    /// class library.
    pub(crate) fn share_everything(&mut self) {
        self.share_between(crate::ground::heap::HEADER_WORDS, self.heap.permanent_top);
        self.share_between(self.heap.program_start(), self.heap.top);
    }

    /// Marks the objects between two words, the first of which starts one.
    pub(crate) fn share_between(&mut self, start: usize, end: usize) {
        let mut objects = Vec::new();
        self.each_object(start, end, |object| objects.push(object));
        objects.into_iter().for_each(|object| self.heap.set_shared(object));
    }

    /// A shared object that leads to one that is not: there must be none.
    #[must_use]
    pub fn find_unshared(&self) -> Option<(Ref, Ref)> {
        let end = self.heap.frontier.max(self.heap.top);
        let mut bad = None;
        self.each_object(self.heap.program_start(), end, |object| {
            if self.heap.is_shared(object) {
                self.for_each_reference(object, |target| {
                    if !target.is_null() && !self.heap.is_shared(target) {
                        bad = Some((object, target));
                    }
                });
            }
        });
        bad
    }
}

#[cfg(test)]
mod tests;
