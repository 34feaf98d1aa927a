//! What detectors of data races are told: accesses of variables, and the two ends of happens-before
//! edges.
//!
//! What an instruction does is noted (`Vm::tell_access` and its like) and told right after it
//! (`Ear`), while the stack still shows who did it. Nothing is noted before a second thread is
//! started: what was done by then happens before everything else.
//!
//! **Which plain accesses:** those of fields whose class is not trusted, and of array elements if
//! code that is not has made the array or accesses it. What a thread does to an object that nobody
//! else knows counts, too, since the object may be published without any order; but it is told in
//! one ([`Event::Published`]), and singly only if a detector then needs to know
//! ([`Finer::PrivateAccesses`]).
//!
//! **Which edges:** all that a program can wait for. The class library's bookkeeping makes no
//! schedules, so its locks must order nothing either; and what linking does is no part of any
//! execution.

use crate::ground::bookkeeping::Books;
use crate::ground::class::Scrutiny;
use crate::ground::class::{ClassRef, FieldRef, LoaderId, access, fields_of};
use crate::ground::code::Code;
use crate::ground::heap::{CHECKED, ESCAPED, HEADER_BYTES, HEADER_WORDS, Ref, SHARED};
use crate::tell::naming::Naming;
use crate::threads::pending::{address_of, field_address};
use crate::threads::thread::Frame;
use crate::vm::{Telling, Vm};
use raceproof_base::{
    AccessKind, Address, Event, Finer, Listener, Mode, Site, Sync, ThreadId, Trust,
};

/// By whose methods a program accesses variables in whatever mode it likes.
fn is_atomic(class: ClassRef) -> bool {
    class.loader.0 == 0 && class.name.text().starts_with("java/util/concurrent/atomic/Atomic")
}

/// What of the class library hands over, by contract, what it writes plainly to a slot of its own
/// arrays: a task is pushed under a lock whose release comes later. Whoever takes it acquires the
/// slot, or compares and sets it, so the write orders as a release does. (Elsewhere,
/// `java.util.concurrent` writes what it hands over by a mode, or moves it by one from another
/// slot.)
const HANDS_OVER: &[&str] = &["java/util/concurrent/ForkJoinPool$WorkQueue"];

/// Code that accesses arrays and fields for whoever calls it.
const ON_BEHALF: &[&str] = &[
    "java/lang/Object",
    "java/lang/System",
    "java/lang/invoke/",
    "java/lang/reflect/",
    "java/util/ArrayPrefixHelpers",
    "java/util/Arrays",
    "java/util/ComparableTimSort",
    "java/util/DualPivotQuicksort",
    "java/util/TimSort",
    "jdk/internal/misc/Unsafe",
    "jdk/internal/reflect/",
    "jdk/internal/util/ArraysSupport",
    "sun/misc/Unsafe",
];

/// Among these, the machinery of method handles and of reflection, which has arrays of its own:
/// caches, and lists of types.
const MACHINERY: &[&str] = &["java/lang/invoke/", "java/lang/reflect/", "jdk/internal/reflect/"];

/// And the part of that machinery that accesses only what it is given. (Of the class `VarHandle`
/// itself, and those nested in it, that is not true.)
const ACCESSORS: &[&str] = &[
    "java/lang/invoke/MethodHandleImpl$ArrayAccessor",
    "java/lang/invoke/VarHandle",
    "java/lang/reflect/Array",
];

impl Scrutiny {
    /// Of a class of the boot loader that works on behalf of its callers.
    fn on_behalf(name: &str) -> Option<Self> {
        let is_in = |list: &[&str]| list.iter().any(|prefix| name.starts_with(prefix));
        let is_var_handle = || name.split('$').next() == Some("java/lang/invoke/VarHandle");
        match () {
            () if !is_in(ON_BEHALF) => None,
            () if is_in(ACCESSORS) && !is_var_handle() => Some(Self::Accessor),
            () if is_in(MACHINERY) => Some(Self::Machinery),
            () => Some(Self::OnBehalf),
        }
    }

    /// Whether what the class does is its callers' doing.
    fn is_on_behalf(self) -> bool {
        matches!(self, Self::OnBehalf | Self::Machinery | Self::Accessor)
    }
}

/// What was noted and not told yet.
#[derive(Default)]
pub(crate) struct Noted {
    pub(crate) events: Vec<Event>,
    pub(crate) trust: Trust,
    /// What must be told more finely.
    pub(crate) finer: Option<Finer>,
    /// A second thread has been started.
    pub(crate) on: bool,
}

/// Whoever is told.
pub(crate) trait Ear {
    /// Whether anybody listens.
    const HEARS: bool;

    fn hear(&mut self, vm: &Vm, event: &Event);
}

/// Nobody is told.
impl Ear for () {
    const HEARS: bool = false;

    fn hear(&mut self, _vm: &Vm, _event: &Event) {}
}

/// A listener is told, with names for what it is told of.
pub(crate) struct Told<'a, L>(pub(crate) &'a mut L);

impl<L: Listener> Ear for Told<'_, L> {
    const HEARS: bool = L::LISTENS;

    fn hear(&mut self, vm: &Vm, event: &Event) {
        self.0.event(event, &Naming::new(vm));
    }
}

/// What happened before the first state, with the stacks of those who did it: kept until somebody
/// listens.
#[derive(Default)]
pub(crate) struct EarlyEvents(pub(crate) Vec<(Event, Box<[Site]>)>);

impl Ear for EarlyEvents {
    const HEARS: bool = true;

    fn hear(&mut self, vm: &Vm, event: &Event) {
        self.0.push((*event, vm.sites()));
    }
}

impl Vm {
    /// Whether detectors are told of what happens now.
    #[must_use]
    pub fn tells(&self) -> bool {
        self.noted.on && self.exploring
    }

    /// Tells what was noted. Linking runs inside an instruction whose notes are for whoever runs
    /// that.
    #[inline]
    pub(crate) fn tell<E: Ear>(&mut self, ear: &mut E) {
        if self.noted.events.is_empty() || !self.exploring {
            return;
        }
        let mut events = std::mem::take(&mut self.noted.events);
        if E::HEARS {
            events.iter().for_each(|event| ear.hear(self, event));
        }
        events.clear();
        self.noted.events = events;
    }

    /// From now on there is more than one thread.
    pub(crate) fn begin_telling(&mut self) {
        if self.exploring && self.explore.telling != Telling::Operations {
            self.noted.on = true;
            self.heap.private_releases = true;
            self.heap.private_writes = self.explore.private;
            self.heap.private_reads = self.explore.private && self.explore.telling == Telling::All;
        }
    }

    pub(crate) fn me(&self) -> ThreadId {
        ThreadId(self.current as u32)
    }

    /// Who knows of `from` knows of all that was released there.
    pub fn tell_acquire(&mut self, from: Sync) {
        if self.tells() {
            let event = Event::Acquire { thread: self.me(), from, site: self.current_site() };
            self.noted.events.push(event);
        }
    }

    /// What was done so far happens before what follows an acquire of `to`.
    pub fn tell_release(&mut self, to: Sync) {
        if self.tells() {
            let event = Event::Release { thread: self.me(), to, site: self.current_site() };
            self.noted.events.push(event);
        }
    }

    /// What another thread has done last, when that is seen.
    pub(crate) fn tell_release_of(&mut self, thread: ThreadId, to: Sync) {
        if self.tells() {
            self.noted.events.push(Event::Release { thread, to, site: Site::NOWHERE });
        }
    }

    /// A monitor is taken; the class library's bookkeeping orders nothing.
    pub(crate) fn tell_enter(&mut self, object: Ref) {
        if self.tells() && !self.keeps_books(object) {
            self.tell_acquire(Sync::Monitor(address_of(object)));
        }
    }

    /// A monitor is given away.
    pub(crate) fn tell_leave(&mut self, object: Ref) {
        if self.tells() && !self.keeps_books(object) {
            self.tell_release(Sync::Monitor(address_of(object)));
        }
    }

    /// Another thread's start, by the running one.
    pub(crate) fn tell_start(&mut self, thread: usize) {
        self.begin_telling();
        if self.tells() {
            let (child, site) = (ThreadId(thread as u32), self.current_site());
            self.tell_release(Sync::Thread(child));
            self.noted.events.push(Event::Acquire {
                thread: child,
                from: Sync::Thread(child),
                site,
            });
        }
    }

    /// Whether such accesses of the object's variables are told: of one that nobody else knows,
    /// only where they are told singly.
    fn is_told_of(&self, access: AccessKind, object: Ref) -> bool {
        let is_private_told = if access == AccessKind::Write {
            self.heap.private_writes
        } else {
            self.heap.private_reads
        };
        is_private_told || self.heap.is_shared(object)
    }

    /// A plain access of an untrusted variable, or one in a mode.
    pub(crate) fn tell_access(
        &mut self,
        access: AccessKind,
        mode: Mode,
        object: Ref,
        variable: Address,
    ) {
        if self.tells() && self.is_told_of(access, object) {
            if mode.is_weak() {
                self.need_weak_modes();
            }
            self.thaw(access, object);
            self.claim(object);
            let (thread, site) = (self.me(), self.programs_site_of(self.current));
            let object = address_of(object);
            self.noted.events.push(Event::Access { thread, object, variable, access, mode, site });
        }
    }

    /// An access in a mode, with its edge: what was released at the variable is known before it is
    /// read, and the write is among what is released. `is_told` says whether plain accesses of the
    /// variable are.
    pub fn tell_by_mode(
        &mut self,
        access: AccessKind,
        mode: Mode,
        object: Ref,
        variable: Address,
        is_told: bool,
    ) {
        if self.tells() && !self.keeps_books(object) {
            self.tell_ordered(access, mode, object, variable, is_told);
        }
    }

    /// [`Vm::tell_by_mode`], also where the class library keeps its books.
    pub(crate) fn tell_ordered(
        &mut self,
        access: AccessKind,
        mode: Mode,
        object: Ref,
        variable: Address,
        is_told: bool,
    ) {
        let orders = matches!(mode, Mode::AcquireRelease | Mode::Volatile);
        if orders && access == AccessKind::Read {
            self.tell_acquire(Sync::Variable(variable));
        }
        if is_told {
            self.tell_access(access, mode, object, variable);
        }
        if orders && access == AccessKind::Write {
            self.tell_release(Sync::Variable(variable));
        }
        if mode == Mode::Opaque {
            self.pass_at_fences(access, variable);
        }
    }

    /// What an access does for the fences of its thread that orders nothing by itself. One that is
    /// plain does nothing, since it may race, and an edge must not hide that.
    fn pass_at_fences(&mut self, access: AccessKind, variable: Address) {
        if self.explore.weak_modes {
            let (thread, variable) = (self.me(), Sync::Variable(variable));
            let (from, to) = match access {
                AccessKind::Read => (variable, Sync::AcquireFence(thread)),
                AccessKind::Write => (Sync::ReleaseFence(thread), variable),
            };
            self.noted.events.push(Event::Passed { thread, from, to });
        }
    }

    /// A memory fence of the program's: what was read before an acquiring one orders what follows,
    /// and what was done before a releasing one is ordered before who reads what is written after
    /// it. Those of the class library are its own.
    pub fn tell_fence(&mut self, acquires: bool, releases: bool) {
        let is_checked = |class: ClassRef| self.scrutiny(class) == Scrutiny::Checked;
        if !self.tells() || !self.doing_by(|_| false).is_some_and(is_checked) {
            return;
        }
        self.need_weak_modes();
        let thread = self.me();
        if acquires {
            self.tell_acquire(Sync::AcquireFence(thread));
        }
        if releases {
            self.tell_release(Sync::ReleaseFence(thread));
        }
    }

    /// Programs without such accesses and fences do not pay for them.
    fn need_weak_modes(&mut self) {
        if !self.explore.weak_modes {
            self.noted.finer.get_or_insert(Finer::WeakModes);
        }
    }

    /// Plain accesses by a peer of all elements of an array that lie in so many bytes from an
    /// address on.
    pub fn tell_elements(&mut self, access: AccessKind, array: Ref, from: Address, bytes: usize) {
        if !self.tells() || array.is_null() || !self.is_told_of(access, array) {
            return;
        }
        let Some((_, ty)) = self.class_of(array).element() else { return };
        if self.is_element_told(array) {
            for at in (0..bytes as u64).step_by(ty.element_bytes()) {
                self.tell_access(access, Mode::Plain, array, Address(from.0 + at));
            }
        }
    }

    /// A peer has filled a new object, at once.
    pub fn tell_filled(&mut self, object: Ref) {
        if !self.tells() || !self.is_told_of(AccessKind::Write, object) {
            return;
        }
        if let Some((_, ty)) = self.class_of(object).element() {
            let first = Address(address_of(object).0 + HEADER_BYTES as u64);
            return self.tell_elements(
                AccessKind::Write,
                object,
                first,
                self.heap.length(object) * ty.element_bytes(),
            );
        }
        for word in HEADER_WORDS..self.object_words(object) {
            if self.is_offset_told(object, word * 8) {
                self.tell_access(
                    AccessKind::Write,
                    Mode::Plain,
                    object,
                    field_address(object, word),
                );
            }
        }
    }

    /// Memory between two words may be given to new objects.
    pub(crate) fn tell_freed(&mut self, start: usize, end: usize) {
        if self.tells() && end > start {
            let (object, bytes) = (Address(start as u64 * 8), (end - start) as u64 * 8);
            self.noted.events.push(Event::Allocated { thread: self.me(), object, bytes });
        }
    }

    /// Whether a field's accesses order others: it is volatile, or belongs to a class of the
    /// library that orders things by fences around plain accesses. For these the memory model has
    /// no rule: they are taken to order what the class documents.
    pub(crate) fn orders(&self, field: FieldRef) -> bool {
        *field.orders.get_or_init(|| {
            let class = field.class();
            let is_fenced = || {
                self.explore.telling != Telling::Operations
                    && class.loader.0 == 0
                    && class.name.text().starts_with("java/util/concurrent/ConcurrentSkipList")
            };
            field.is_volatile() || is_fenced()
        })
    }

    /// What is looked for in a class.
    pub(crate) fn scrutiny(&self, class: ClassRef) -> Scrutiny {
        *class.scrutiny.get_or_init(|| {
            let name = class.name.text();
            let on_behalf =
                if class.loader == LoaderId::BOOT { Scrutiny::on_behalf(name) } else { None };
            if self.explore.telling == Telling::Operations {
                Scrutiny::Trusted
            } else if let Some(on_behalf) = on_behalf {
                on_behalf
            } else if class.books.are_kept() {
                Scrutiny::Trusted
            } else if self.is_trusted(class) {
                let is_library = self.linked.is_of_jdk(class.loader);
                let is_excepted = !is_library || self.noted.trust.is_excepted(&class.java_name());
                match is_excepted {
                    true => Scrutiny::Excepted,
                    false if HANDS_OVER.contains(&name) => Scrutiny::HandsOver,
                    false => Scrutiny::Trusted,
                }
            } else {
                Scrutiny::Checked
            }
        })
    }

    /// What the program has brought along is not the class library, whatever it is called.
    fn is_trusted(&self, class: ClassRef) -> bool {
        let is_library = self.linked.is_of_jdk(class.loader);
        match !is_library && class.origin.borrow().is_some() {
            true => self.noted.trust.is_trusted_by_user(&class.java_name()),
            false => self.noted.trust.is_trusted(&class.java_name()),
        }
    }

    /// Whether races of a field are looked for.
    pub(crate) fn is_field_checked(&self, field: FieldRef) -> bool {
        *field.checked.get_or_init(|| {
            let class = field.class();
            let constant = field.is_static() && field.access & access::FINAL != 0;
            self.scrutiny(class) == Scrutiny::Checked
                && !constant
                && !self.noted.trust.is_benign(&class.java_name(), field.name.text())
        })
    }

    /// Whether races of a field are accepted, and anything it may hold because of them is looked
    /// at.
    pub(crate) fn is_field_excepted(&self, field: FieldRef) -> bool {
        *field.excepted.get_or_init(|| {
            let class = field.class();
            let constant = field.is_static() && field.access & access::FINAL != 0;
            let of_program = class.loader != LoaderId::BOOT && !self.is_field_checked(field);
            let named = || {
                !class.books.are_kept()
                    && self.noted.trust.is_field_excepted(&class.java_name(), field.name.text())
            };
            !constant && (of_program || named())
        })
    }

    /// Whether races of an array's elements are accepted, as those of fields are: one that code has
    /// made which the user trusts, as far as can be told by who accesses it.
    pub(crate) fn is_element_excepted(&self, array: Ref) -> bool {
        self.noted.trust.has_exceptions()
            && self.heap.get(array.index()) & CHECKED == 0
            && self.doing().is_some_and(|class| {
                matches!(self.scrutiny(class), Scrutiny::Checked | Scrutiny::Excepted)
                    && !self.is_done_for_books()
            })
    }

    /// Whether an access of a field is told: those of collections in which the class library keeps
    /// its books are not.
    pub(crate) fn is_field_told(&self, field: FieldRef) -> bool {
        self.is_field_checked(field)
            && (field.class().books != Books::Collection || !self.is_done_for_books())
    }

    /// Whose doing it is what the running code does to arrays: an array that is not the program's
    /// belongs to whoever comes to it without an accessor.
    fn doing(&self) -> Option<ClassRef> {
        self.doing_to_arrays(|_| false)
    }

    /// [`Vm::doing`], some classes being means to it.
    pub(crate) fn doing_to_arrays(&self, is_means: impl Fn(ClassRef) -> bool) -> Option<ClassRef> {
        let mut is_given = false;
        let mut methods = self.frames.iter().rev().map(|frame| frame.code.method);
        let doer = methods.find(|method| {
            let scrutiny = self.scrutiny(method.class());
            // Code made of a lambda form does what a program asked of a method handle.
            is_given |= scrutiny == Scrutiny::Accessor
                || scrutiny == Scrutiny::Machinery && method.is_made();
            let is_its_own =
                !scrutiny.is_on_behalf() || scrutiny == Scrutiny::Machinery && !is_given;
            is_its_own && !is_means(method.class())
        });
        doer.map(super::super::ground::class::Method::class)
    }

    /// Whose doing it is what the running code does, some classes being means to it as those are
    /// that work on behalf of others.
    pub(crate) fn doing_by(&self, is_means: impl Fn(ClassRef) -> bool) -> Option<ClassRef> {
        let mut classes = self.frames.iter().rev().map(|frame| frame.code.method.class());
        classes.find(|class| !self.scrutiny(class).is_on_behalf() && !is_means(class))
    }

    /// Whether what the running code does to arrays is checked.
    pub(crate) fn is_doing_checked(&self) -> bool {
        self.doing().is_some_and(|class| self.scrutiny(class) == Scrutiny::Checked)
    }

    /// Whether races of an array's elements are looked for: if checked code has made it, or
    /// accesses it now.
    pub(crate) fn is_element_told(&self, array: Ref) -> bool {
        let is_checked = self.heap.get(array.index()) & CHECKED != 0;
        self.doing().is_some_and(|class| {
            (is_checked || self.scrutiny(class) == Scrutiny::Checked)
                && (class.books != Books::Collection || !self.is_done_for_books())
        })
    }

    /// Whether what the running code writes plainly to an array's elements is handed over to
    /// whoever acquires it.
    #[must_use]
    pub fn hands_over(&self, array: Ref) -> bool {
        self.exploring
            && self.explore.telling != Telling::Operations
            && !array.is_null()
            && self.heap.get(array.index()) & CHECKED == 0
            && self.doing().is_some_and(|class| self.scrutiny(class) == Scrutiny::HandsOver)
    }

    /// Which loads and which stores of elements are left to the machine: those of arrays with these
    /// bits in their header.
    #[inline]
    pub(crate) fn watched_elements(&self, code: &Code) -> Option<[u64; 2]> {
        if !self.noted.on {
            return self.explore.accesses.then_some([SHARED; 2]);
        }
        let scrutiny = self.scrutiny(code.method.class());
        let is_trusted = matches!(scrutiny, Scrutiny::Trusted | Scrutiny::HandsOver);
        let checked = if is_trusted { CHECKED } else { 0 };
        let bits = |is_private_told| if is_private_told { checked } else { SHARED | checked };
        let stores =
            if scrutiny == Scrutiny::HandsOver { 0 } else { bits(self.heap.private_writes) };
        Some([bits(self.heap.private_reads), stores])
    }

    /// Whether a collection is used by the class library's bookkeeping, whose locks order nothing.
    fn is_done_for_books(&self) -> bool {
        self.doing_by(|class| class.books == Books::Collection)
            .is_some_and(|class| class.books.are_kept())
    }

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
    /// one that others read by a mode: a reduction must know it as a step
    /// (`ExploreOptions::dependences`), or it takes two orders with other outcomes for the same.
    pub(crate) fn note_plain(&mut self, field: FieldRef, access: AccessKind, object: Ref) {
        if access == AccessKind::Write && field.is_final_of_objects() {
            // By reflection, at any time: from now on it is like other fields.
            let header = self.heap.get(object.index());
            self.heap.put(object.index(), header | ESCAPED);
        }
        if !field.is_volatile() || self.is_field_contested(field) {
            return;
        }
        if self.is_dependence(object) || self.tells() && self.is_programs(field) {
            self.tell_all_of(field);
        }
    }

    /// What lies there is accessed by a mode. If the field is not volatile, others may be about to
    /// access it plainly: as in `note_plain`.
    pub(crate) fn note_mode(&mut self, object: Ref, on: Address) {
        if !self.is_dependence(object) || self.class_of(object).element().is_some() {
            return;
        }
        let offset = on.0.wrapping_sub(object.word() * 8) as usize;
        if let Some(field) = self.field_at(object, offset / 8)
            && !field.is_volatile()
            && !self.is_field_contested(field)
        {
            self.tell_all_of(field);
        }
    }

    /// Whether other threads may depend on how the running one accesses an object.
    fn is_dependence(&self, object: Ref) -> bool {
        self.explore.dependences
            && self.exploring
            && self.heap.is_shared(object)
            && !self.keeps_books(object)
    }

    /// The field at a word of an object, of a mirror the static one.
    #[must_use]
    pub fn field_at(&self, object: Ref, word: usize) -> Option<FieldRef> {
        let class = self.class_of(object);
        if class.id == self.known.class.get().id
            && let Some(field) =
                self.mirrored(object).fields.iter().find(|f| f.is_static() && f.word == word)
        {
            return Some(field);
        }
        fields_of(class).find(|field| !field.is_static() && field.word == word)
    }

    /// The innermost instruction of the program's own that a thread is in, else of all.
    pub(crate) fn programs_site_of(&self, number: usize) -> Site {
        let (frames, _) = self.stack_of(number);
        let own = frames
            .iter()
            .rev()
            .find(|frame| frame.code.method.class().loader == self.linked.app_loader());
        own.or(frames.last())
            .map_or(Site::NOWHERE, |frame| frame.site((frame.pc as usize).saturating_sub(1)))
    }

    /// Where the running thread is, innermost first.
    pub(crate) fn sites(&self) -> Box<[Site]> {
        let site = |frame: &Frame| frame.site((frame.pc as usize).saturating_sub(1));
        self.frames.iter().rev().filter(|frame| !frame.code.method.hidden).map(site).collect()
    }
}
