//! Variables that are accessed both plainly and by modes: which of their accesses are told, and
//! which must be steps.

use crate::ground::class::{ClassRef, FieldRef, LoaderId, Scrutiny, fields_of};
use crate::ground::heap::{ESCAPED, Ref};
use crate::tell::whose::is_atomic;
use crate::threads::thread::Frame;
use crate::vm::{Telling, Vm};
use raceproof_base::{AccessKind, Address, Effect, Finer, Mode, Thing, Use};

/// Plain fields of the class library, by class, that race by design, and by which others go. Of a
/// completion, what has run is cleared. (What goes with that, a function, is read behind it.) The top
/// of a queue is raised before the task lies there, and who sees one without the other looks again.
const GONE_BY: &[(&str, &[&str])] = &[
    ("java/util/concurrent/CompletableFuture$UniCompletion", &["src", "dep"]),
    ("java/util/concurrent/CompletableFuture$BiCompletion", &["snd"]),
    ("java/util/concurrent/CompletableFuture$AnyOf", &["src", "dep"]),
    ("java/util/concurrent/CompletableFuture$CoCompletion", &["base"]),
    ("java/util/concurrent/ForkJoinPool$WorkQueue", &["top"]),
];

/// Arrays of the class library whose elements race by design, by whose code, and by which it goes: a
/// task lies in the slot of a queue, or was taken. Who only looks depends on who sets them, though the
/// look is no step of its own.
const ELEMENTS_GONE_BY: (&str, &str) =
    ("[Ljava/util/concurrent/ForkJoinTask;", "java/util/concurrent/ForkJoinPool");

/// What the names of classes that have or inherit them begin with: looked at first, since every
/// access by a mode asks.
const WITH_SUCH: [&str; 2] =
    ["java/util/concurrent/CompletableFuture$", "java/util/concurrent/ForkJoinPool$WorkQueue"];

fn is_gone_by(field: FieldRef) -> bool {
    let (class, name) = (field.class().name.text(), field.name.text());
    GONE_BY.iter().any(|(owner, fields)| *owner == class && fields.contains(&name))
}

impl Vm {
    /// Whether an access of what lies in an object at a byte offset is told, by a peer in a mode. A
    /// weak one of the class library's is its own affair; one that the program asks an atomic class
    /// for is the program's.
    pub fn is_told_by_mode(&mut self, mode: Mode, object: Ref, offset: usize) -> bool {
        if self.explore.telling == Telling::Operations || object.is_null() {
            return false;
        }
        if mode == Mode::Volatile {
            return self.is_offset_told(object, offset);
        }
        if self.class_of(object).element().is_some() {
            return self.is_weaker_element_told(object);
        }
        let Some(field) = self.field_at(object, offset / 8) else { return false };
        if !field.is_volatile() {
            return self.is_access_told(field);
        }
        // What the program's author excepts, nobody looks at.
        let is_excepted = field.class().loader != LoaderId::BOOT && !self.is_field_checked(field);
        if is_excepted || !self.is_done_by_program() {
            return false;
        }
        self.note_weaker(field);
        self.is_access_told(field)
    }

    /// Whether races of what lies in an object at a byte offset are looked for, accessed by a peer.
    #[must_use]
    pub fn is_offset_told(&self, object: Ref, offset: usize) -> bool {
        if self.explore.telling == Telling::Operations || object.is_null() {
            return false;
        }
        if self.class_of(object).element().is_some() {
            return self.is_element_told(object) || self.is_told_of_atomic_array();
        }
        self.field_at(object, offset / 8).is_some_and(|field| self.is_access_told(field))
    }

    /// Whether accesses of a field are told. A volatile one races only if something accesses it
    /// plainly after all, which its own instructions cannot.
    pub(crate) fn is_access_told(&self, field: FieldRef) -> bool {
        match field.is_volatile() {
            true => {
                self.is_field_contested(field)
                    && !self.is_field_excepted(field)
                    && self.is_programs(field)
            }
            false => self.is_field_told(field),
        }
    }

    /// Whether a field is the program's, or one of an atomic class that works for it.
    fn is_programs(&self, field: FieldRef) -> bool {
        self.scrutiny(field.class()) == Scrutiny::Checked
            || is_atomic(field.class()) && self.is_done_by_program()
    }

    /// Whether it is the program that accesses something, itself or by an atomic class.
    pub(crate) fn is_done_by_program(&self) -> bool {
        self.doing_by(is_atomic).is_some_and(|class| self.scrutiny(class) == Scrutiny::Checked)
    }

    /// The field by which an atomic array has its elements, if its code runs on behalf of the
    /// program.
    fn atomic_elements(&self) -> Option<FieldRef> {
        let class = self
            .doing()
            .filter(|class| is_atomic(class) && class.name.text().ends_with("Array"))?;
        class.field_named("array").filter(|_| self.is_done_by_program())
    }

    /// Whether the elements of atomic arrays are told: only where some are accessed by a weaker
    /// mode than volatile.
    fn is_told_of_atomic_array(&self) -> bool {
        !self.explore.contested.is_empty()
            && self.atomic_elements().is_some_and(|field| self.is_field_contested(field))
    }

    /// Whether an access of an array's element is told that is plain, or by a mode weaker than
    /// volatile.
    pub(crate) fn is_weaker_element_told(&mut self, array: Ref) -> bool {
        self.note_weaker_element();
        self.is_element_told(array) || self.is_told_of_atomic_array()
    }

    /// An element of an atomic array is accessed by a mode weaker than volatile, or plainly.
    pub(crate) fn note_weaker_element(&mut self) {
        let works_for_others =
            |frame: &Frame| self.scrutiny(frame.code.method.class()).is_on_behalf();
        if self.tells()
            && self.frames.last().is_some_and(works_for_others)
            && let Some(field) =
                self.atomic_elements().filter(|field| !self.is_field_contested(field))
        {
            self.tell_all_of(field);
        }
    }

    /// A volatile field is accessed by a weaker mode: all its accesses must be told from the start.
    fn note_weaker(&mut self, field: FieldRef) {
        if self.tells() && !self.is_field_contested(field) {
            self.tell_all_of(field);
        }
    }

    fn tell_all_of(&mut self, field: FieldRef) {
        let name = format!("{}.{}", field.class().java_name(), field.name);
        self.noted.finer.get_or_insert(Finer::Accesses(name));
    }

    /// A peer accesses a field plainly. If it is a volatile one, all its accesses must be told from
    /// the start. Of the class library's own nobody looks whether they race, but such an access is
    /// one that others read by a mode: it must be a step, or two orders with other outcomes are taken
    /// for the same, by a search that goes by states, too.
    pub(crate) fn note_plain(&mut self, field: FieldRef, access: AccessKind, object: Ref) {
        if access == AccessKind::Write && field.is_final_of_objects() {
            // By reflection, at any time: it is like other fields, also for who reads it before.
            let header = self.heap.get(object.index());
            self.heap.put(object.index(), header | ESCAPED);
            if self.is_others_too(object) && !self.is_field_listed(field) {
                self.tell_all_of(field);
            }
        }
        if !field.is_volatile() || self.is_field_contested(field) {
            return;
        }
        if self.is_others_too(object) || self.tells() && self.is_programs(field) {
            self.tell_all_of(field);
        }
    }

    /// What lies there is accessed by a mode. If the field is not volatile, others may be about to
    /// access it plainly: as in `note_plain`.
    pub(crate) fn note_mode(&mut self, object: Ref, on: Address) {
        if !self.is_others_too(object) || self.class_of(object).element().is_some() {
            return;
        }
        let offset = on.0.wrapping_sub(object.word() * 8) as usize;
        let mixed = self.field_at(object, offset / 8).filter(|field| !field.is_volatile());
        let class = self.class_of(object);
        let has_such = |name: &str| WITH_SUCH.iter().any(|beginning| name.starts_with(beginning));
        let with_such = Some(class).filter(|class| has_such(class.name.text()));
        let gone_by = with_such.into_iter().flat_map(fields_of).filter(|field| is_gone_by(field));
        let unknown =
            mixed.into_iter().chain(gone_by).find(|field| !self.is_field_contested(field));
        if let Some(field) = unknown {
            self.tell_all_of(field);
        }
    }

    /// An element is accessed plainly.
    pub(crate) fn note_element(&mut self, access: AccessKind, array: Ref, on: Address) {
        if self.explore.dependences
            && self.is_others_too(array)
            && self.class_of(array).name.text() == ELEMENTS_GONE_BY.0
        {
            let how = if access == AccessKind::Read { Use::Read } else { Use::Write };
            self.note_effect(Effect::Uses(Thing::Variable(on), how));
        }
    }

    /// Whether a class's code goes by elements that it reads plainly.
    pub(crate) fn goes_by_elements(&self, class: ClassRef) -> bool {
        let has_name = || class.name.text().starts_with(ELEMENTS_GONE_BY.1);
        self.explore.dependences
            && *class.goes_by_elements.get_or_init(|| class.loader == LoaderId::BOOT && has_name())
    }

    /// Whether other threads may know an object.
    pub(crate) fn is_others_too(&self, object: Ref) -> bool {
        self.exploring && self.heap.is_shared(object) && !self.keeps_books(object)
    }
}
