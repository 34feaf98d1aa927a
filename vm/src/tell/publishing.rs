//! What detectors are told when an object becomes known to other threads, and what final fields
//! have to do with it (JLS 17.5).
//!
//! Who reads a final field of an object that was complete when it became known sees the field, and
//! of what that leads to all that was done before the constructor ended, though nothing orders the
//! two. So accesses of such fields are not told; and of an object that others can come to only by
//! them, what was done before that *freeze* is not either. Objects at the freeze get a bit in their
//! header, which a later write takes away: then all that was done to the object is told.
//!
//! **Approximated.** The freeze covers writes by whoever comes by the final field, too, not only
//! reads; an object that lay behind two complete objects counts as frozen by the later; and what
//! somebody got by a final field and hands on by other means counts as got by the final field
//! everywhere.

use crate::ground::bookkeeping::Books;
use crate::ground::class::{ClassRef, FieldRef, LoaderId, Scrutiny, access, fields_of};
use crate::ground::heap::{CHECKED, ESCAPED, FROZEN, Ref};
use crate::threads::pending::{address_of, element_address, field_address};
use crate::threads::thread::Frame;
use crate::vm::Vm;
use raceproof_base::{AccessKind, Event, Mode};
use raceproof_classfile::descriptor::Type;
use std::collections::HashSet;

/// Whose the elements of an array are that trusted code has made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    /// It lies in the program's own objects.
    Program,
    /// It lies among whatever others give a trusted object to keep.
    Kept,
    /// A trusted object has it for itself: in a field that can hold nothing but such arrays.
    Library,
    /// The same of code that nobody but the class library calls: what its arrays hold is its own, too.
    Internal,
    /// Nothing but who makes it known tells that.
    Publisher,
}

/// Whether nobody but the class library calls a class.
fn is_internal(class: ClassRef) -> bool {
    let name = class.name.text();
    class.loader == LoaderId::BOOT
        && (name.starts_with("sun/") || name.starts_with("jdk/internal/"))
}

impl Vm {
    /// An object becomes known to others.
    pub(crate) fn note_publication(&mut self, object: Ref, owner: Owner) {
        self.note_if_it_escapes(object);
        if self.is_to_adopt(object, owner) {
            self.adopt(object);
            self.tell_filled_before(object);
        }
        self.tell_published(object);
    }

    /// An object becomes known to others by what a final field leads to, and in no other way.
    pub(crate) fn note_frozen(&mut self, object: Ref, owner: Owner) {
        self.note_if_it_escapes(object);
        if self.is_to_adopt(object, owner) {
            self.adopt(object);
        }
        self.tell_published(object);
        if self.tells() && self.explore.private && self.heap.get(object.index()) & FROZEN != 0 {
            let bytes = self.object_words(object) as u64 * 8;
            let event = Event::Frozen { thread: self.me(), object: address_of(object), bytes };
            self.noted.events.push(event);
        }
    }

    /// That an object becomes known is told instead of what was done to it before, if that is not
    /// told singly.
    fn tell_published(&mut self, object: Ref) {
        if self.tells() && !self.explore.private && self.has_checked_variables(object) {
            let event = Event::Published { thread: self.me(), object: address_of(object) };
            self.noted.events.push(event);
        }
    }

    /// Whether an object is an array that trusted code has made, as `String.toCharArray` does, and
    /// that is the program's from now on.
    fn is_to_adopt(&self, object: Ref, owner: Owner) -> bool {
        let is_given = || !self.noted.trust.has_exceptions() && !self.is_published_internally();
        self.class_of(object).element().is_some()
            && self.heap.get(object.index()) & CHECKED == 0
            && match owner {
                Owner::Library | Owner::Internal => false,
                Owner::Publisher => self.is_published_by_program(),
                Owner::Program => is_given(),
                Owner::Kept => is_given() && !self.is_of_books(object),
            }
    }

    /// Whether an array is one of what keepers of books make: of method handles, classes and the
    /// like.
    fn is_of_books(&self, array: Ref) -> bool {
        let mut class = self.class_of(array);
        while let Some((element, _)) = class.element() {
            class = element;
        }
        class.books.are_kept()
    }

    /// From now on races of an array's elements are looked for.
    fn adopt(&mut self, array: Ref) {
        let header = self.heap.get(array.index());
        self.heap.put(array.index(), header | CHECKED);
    }

    /// An array that the program itself accesses is its own, too, wherever it has it from.
    pub(crate) fn claim(&mut self, object: Ref) {
        if self.is_to_adopt(object, Owner::Program) && self.is_doing_checked() {
            self.adopt(object);
        }
    }

    /// Who filled an array before it was the program's was not told.
    fn tell_filled_before(&mut self, array: Ref) {
        let Some((_, ty)) = self.class_of(array).element().filter(|_| self.explore.private) else {
            return;
        };
        for index in 0..self.heap.length(array) {
            if self.load_element(array, index, ty) != 0 {
                let variable = element_address(array, index, ty.element_bytes());
                self.tell_access(AccessKind::Write, Mode::Plain, array, variable);
            }
        }
    }

    /// Whose what an object leads to is, if it is an array.
    pub(crate) fn owner_of(&self, target: Ref, holder: Ref, word: u16, holders: Owner) -> Owner {
        let is_array = !target.is_null() && self.class_of(target).element().is_some();
        if is_array { self.owner_in(holder, word, holders) } else { Owner::Publisher }
    }

    /// Whose an array is that lies in an object, at this word if it is a field. (Zero: a static
    /// field.)
    fn owner_in(&self, holder: Ref, word: u16, holders: Owner) -> Owner {
        let class = self.class_of(holder);
        if let Some((element, _)) = class.element() {
            let is_checked = self.heap.get(holder.index()) & CHECKED != 0;
            let is_any_object = element.element().is_none();
            return match holders {
                _ if is_checked => Owner::Program,
                Owner::Library if is_any_object => Owner::Kept,
                _ => holders,
            };
        }
        let mut fields = fields_of(class).filter(|field| !field.is_static());
        let Some(field) = fields.find(|field| field.word == usize::from(word)) else {
            return Owner::Publisher;
        };
        let is_array = field.descriptor.text().starts_with('[');
        match self.scrutiny(field.class()) {
            Scrutiny::Excepted => Owner::Library,
            Scrutiny::Checked => Owner::Program,
            Scrutiny::OnBehalf => Owner::Publisher,
            _ if is_array && is_internal(field.class()) => Owner::Internal,
            _ if is_array => Owner::Library,
            Scrutiny::Trusted | Scrutiny::HandsOver => Owner::Kept,
            Scrutiny::Machinery | Scrutiny::Accessor => Owner::Publisher,
        }
    }

    /// Whose an array is that was just stored into an object.
    pub(crate) fn owner_where_stored(&self, array: Ref, holder: Ref) -> Owner {
        let mut word = 0;
        // Which element it is does not matter, and a list of many arrays would be walked for each.
        if self.class_of(holder).element().is_none() {
            self.for_each_reference_with_word(holder, |target, at| {
                word = if target == array { at } else { word }
            });
        }
        self.owner_in(holder, word, Owner::Library)
    }

    /// Whether it is the program's code that makes something known, itself or by an atomic
    /// reference.
    fn is_published_by_program(&self) -> bool {
        let is_atomic = |class: ClassRef| {
            class.loader.0 == 0 && class.name.text().starts_with("java/util/concurrent/atomic/")
        };
        self.doing_to_arrays(is_atomic)
            .is_some_and(|class| self.scrutiny(class) == Scrutiny::Checked)
    }

    /// Whether it is code that nobody but the class library calls, which may put what it makes known
    /// into a collection: the class library's it is then, unless the program comes to it.
    fn is_published_internally(&self) -> bool {
        self.doing_by(|class| class.books == Books::Collection).is_some_and(is_internal)
    }

    /// If an object becomes known while it is constructed, its final fields are like others from
    /// now on: who reads them may come before they are written. Otherwise nobody can tell when they
    /// were written, and no access of them is told.
    fn note_if_it_escapes(&mut self, object: Ref) {
        if !self.frames.iter().any(|frame| self.constructs(frame, object)) {
            return;
        }
        let header = self.heap.get(object.index());
        self.heap.put(object.index(), header | ESCAPED);
        if !self.tells() {
            return;
        }
        for field in fields_of(self.class_of(object)).filter(|field| field.is_final_of_objects()) {
            // One that is not written yet will be.
            if self.is_field_told(field) && self.heap.get(object.index() + field.word) != 0 {
                self.tell_access(
                    AccessKind::Write,
                    Mode::Plain,
                    object,
                    field_address(object, field.word),
                );
            }
        }
    }

    /// A method has returned: at the end of a constructor, its class's final fields are frozen.
    pub(crate) fn note_returned(&mut self, frame: &Frame) {
        if frame.code.method.name.text() == "<init>" {
            let object = Ref::of(self.stack[frame.base as usize]);
            self.note_freeze(object, frame.code.method.class());
        }
    }

    /// The final fields that a class declares are frozen in an object, with all that they lead to
    /// and that nobody else knows.
    pub(crate) fn note_freeze(&mut self, object: Ref, class: ClassRef) {
        if !self.heap.private_writes || !self.tells() {
            return;
        }
        let finals =
            class.fields.iter().filter(|f| f.is_final_of_objects() && f.ty == Type::Reference);
        let mut open: Vec<Ref> =
            finals.map(|field| Ref::of(self.heap.get(object.index() + field.word))).collect();
        let mut met = HashSet::new();
        while let Some(object) = open.pop() {
            if object.is_null() || self.heap.is_shared(object) || !met.insert(object.index()) {
                continue;
            }
            let header = self.heap.get(object.index());
            self.heap.put(object.index(), header | FROZEN);
            self.for_each_reference(object, |target| open.push(target));
        }
    }

    /// What is done to an object after a freeze is not covered by it.
    pub(crate) fn thaw(&mut self, access: AccessKind, object: Ref) {
        let header = self.heap.get(object.index());
        if access == AccessKind::Write && header & FROZEN != 0 && !self.heap.is_shared(object) {
            self.heap.put(object.index(), header & !FROZEN);
        }
    }

    /// Whether races of anything in an object are looked for.
    fn has_checked_variables(&self, object: Ref) -> bool {
        let class = self.class_of(object);
        if class.element().is_some() {
            return self.heap.get(object.index()) & CHECKED != 0;
        }
        *class.has_checked.get_or_init(|| {
            let variable =
                |f: &FieldRef| !f.is_static() && !f.is_volatile() && f.access & access::FINAL == 0;
            fields_of(class).filter(variable).any(|field| self.is_field_compared(field))
        })
    }

    fn constructs(&self, frame: &Frame, object: Ref) -> bool {
        frame.code.method.name.text() == "<init>"
            && self.stack[frame.base as usize] == object.word()
    }

    /// Whether an object was known to others before its constructor ended.
    pub(crate) fn has_escaped(&self, object: Ref) -> bool {
        self.heap.get(object.index()) & ESCAPED != 0
    }
}

#[cfg(test)]
mod tests;
