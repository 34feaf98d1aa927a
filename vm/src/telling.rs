//! What detectors of data races are told: accesses of variables, and the two ends of happens-before edges.
//!
//! What an instruction does is noted (`Vm::tell_access` and its like) and told right after it (`Ear`), while the stack still
//! shows who did it. Nothing is noted before a second thread is started: what was done by then happens before everything else.
//!
//! **Which plain accesses:** those of fields whose class is not trusted, and of array elements if code that is not has made the
//! array or accesses it. What a thread does to an object that nobody else knows counts, too, since the object may be
//! published without any order; but it is told in one ([`Event::Published`]), and singly only if a detector then
//! needs to know ([`Finer::PrivateAccesses`]).
//!
//! **Which edges:** all that a program can wait for. The class library's bookkeeping makes no schedules, so its locks must order
//! nothing either; and what linking does is no part of any execution.

use crate::bookkeeping::Books;
use crate::class::{ClassRef, FieldRef, access, fields_of};
use crate::heap::{CHECKED, ESCAPED, HEADER_BYTES, HEADER_WORDS, Ref, SHARED};
use crate::naming::Naming;
use crate::pending::{address_of, field_address};
use crate::thread::Frame;
use crate::vm::Vm;
use raceproof_base::{Access, Address, Event, Finer, Listener, Mode, Site, Sync, ThreadId, Trust};

/// Which events are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Telling {
    /// Where transitions begin, nothing else.
    #[default]
    Operations,
    /// All that bears on races of which a write comes first.
    Writes,
    /// All that bears on races.
    All,
}

/// Classes of `java.util.concurrent.atomic` by whose methods a program accesses a volatile variable plainly.
const ATOMICS: [&str; 4] = ["AtomicBoolean", "AtomicInteger", "AtomicLong", "AtomicReference"];

/// Code that accesses arrays and fields for whoever calls it.
const ON_BEHALF: &[&str] = &[
    "java/lang/Object",
    "java/lang/System",
    "java/lang/invoke/",
    "java/lang/reflect/",
    "java/util/Arrays",
    "java/util/ComparableTimSort",
    "java/util/DualPivotQuicksort",
    "java/util/TimSort",
    "jdk/internal/misc/Unsafe",
    "jdk/internal/reflect/",
    "jdk/internal/util/ArraysSupport",
    "sun/misc/Unsafe",
];

/// What is looked for in a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scrutiny {
    /// Its variables are not checked, nor the arrays that it accesses.
    Trusted,
    /// They are checked.
    Checked,
    /// It works on behalf of its callers.
    OnBehalf,
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

/// What happened before the first state, with the stacks of those who did it: kept until somebody listens.
#[derive(Default)]
pub(crate) struct Kept(pub(crate) Vec<(Event, Box<[Site]>)>);

impl Ear for Kept {
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

    /// Tells what was noted. Linking runs inside an instruction whose notes are for whoever runs that.
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
            self.noted.events.push(Event::Acquire { thread: child, from: Sync::Thread(child), site });
        }
    }

    /// Whether such accesses of the object's variables are told: of one that nobody else knows, only where they are told singly.
    fn is_told_of(&self, access: Access, object: Ref) -> bool {
        let is_private_told = if access == Access::Write { self.heap.private_writes } else { self.heap.private_reads };
        is_private_told || self.heap.is_shared(object)
    }

    /// A plain access of an untrusted variable, or one in a mode.
    pub(crate) fn tell_access(&mut self, access: Access, mode: Mode, object: Ref, variable: Address) {
        if self.tells() && self.is_told_of(access, object) {
            self.thaw(access, object);
            let (thread, site) = (self.me(), self.programs_site());
            let object = address_of(object);
            self.noted.events.push(Event::Access { thread, object, variable, access, mode, site });
        }
    }

    /// An access in a mode, with its edge: what was released at the variable is known before it is read, and the write is
    /// among what is released. `is_told` says whether plain accesses of the variable are.
    pub fn tell_by_mode(&mut self, access: Access, mode: Mode, object: Ref, variable: Address, is_told: bool) {
        if self.tells() && !self.keeps_books(object) {
            self.tell_ordered(access, mode, object, variable, is_told);
        }
    }

    /// [`Vm::tell_by_mode`], also where the class library keeps its books.
    pub(crate) fn tell_ordered(&mut self, access: Access, mode: Mode, object: Ref, variable: Address, is_told: bool) {
        let orders = matches!(mode, Mode::AcquireRelease | Mode::Volatile);
        if orders && access == Access::Read {
            self.tell_acquire(Sync::Variable(variable));
        }
        if is_told {
            self.tell_access(access, mode, object, variable);
        }
        if orders && access == Access::Write {
            self.tell_release(Sync::Variable(variable));
        }
    }

    /// Plain accesses by a peer of all elements of an array that lie in so many bytes from an address on.
    pub fn tell_elements(&mut self, access: Access, array: Ref, from: Address, bytes: usize) {
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
        if !self.tells() || !self.is_told_of(Access::Write, object) {
            return;
        }
        if let Some((_, ty)) = self.class_of(object).element() {
            let first = Address(address_of(object).0 + HEADER_BYTES as u64);
            return self.tell_elements(Access::Write, object, first, self.heap.length(object) * ty.element_bytes());
        }
        for word in HEADER_WORDS..self.object_words(object) {
            if self.is_offset_told(object, word * 8) {
                self.tell_access(Access::Write, Mode::Plain, object, field_address(object, word));
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

    /// Whether a class of the library orders things by fences around plain accesses, for which the memory model has no rule: these
    /// accesses are taken to order what the class documents.
    pub(crate) fn is_fenced(&self, class: ClassRef) -> bool {
        self.explore.telling != Telling::Operations
            && class.loader.0 == 0
            && class.name.text().starts_with("java/util/concurrent/ConcurrentSkipList")
    }

    /// What is looked for in a class.
    pub(crate) fn scrutiny(&self, class: ClassRef) -> Scrutiny {
        *class.scrutiny.get_or_init(|| {
            let name = class.name.text();
            if self.explore.telling == Telling::Operations {
                Scrutiny::Trusted
            } else if class.loader.0 == 0 && ON_BEHALF.iter().any(|prefix| name.starts_with(prefix)) {
                Scrutiny::OnBehalf
            } else if class.books.are_kept() || self.noted.trust.is_trusted(&class.java_name()) {
                Scrutiny::Trusted
            } else {
                Scrutiny::Checked
            }
        })
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

    /// Whether an access of a field is told: those of collections in which the class library keeps its books are not.
    pub(crate) fn is_field_told(&self, field: FieldRef) -> bool {
        self.is_field_checked(field) && (field.class().books != Books::Collection || !self.is_done_for_books())
    }

    /// Whose doing it is what the running code does to arrays.
    fn doing(&self) -> Option<ClassRef> {
        self.doing_by(|_| false)
    }

    /// Whose doing it is what the running code does, some classes being means to it as those are that work on behalf of others.
    pub(crate) fn doing_by(&self, is_means: impl Fn(ClassRef) -> bool) -> Option<ClassRef> {
        let mut classes = self.frames.iter().rev().map(|frame| frame.code.method.class());
        classes.find(|class| self.scrutiny(class) != Scrutiny::OnBehalf && !is_means(class))
    }

    /// Whether what the running code does to arrays is checked.
    pub(crate) fn is_doing_checked(&self) -> bool {
        self.doing().is_some_and(|class| self.scrutiny(class) == Scrutiny::Checked)
    }

    /// Whether races of an array's elements are looked for: if checked code has made it, or accesses it now.
    pub(crate) fn is_element_told(&self, array: Ref) -> bool {
        let is_checked = self.heap.get(array.index()) & CHECKED != 0;
        self.doing().is_some_and(|class| {
            (is_checked || self.scrutiny(class) == Scrutiny::Checked)
                && (class.books != Books::Collection || !self.is_done_for_books())
        })
    }

    /// Which loads and which stores of elements are left to the machine: those of arrays with these bits in their header.
    #[inline]
    pub(crate) fn watched_elements(&self, class: ClassRef) -> Option<[u64; 2]> {
        if !self.noted.on {
            return self.explore.accesses.then_some([SHARED; 2]);
        }
        let is_trusted = self.scrutiny(class) == Scrutiny::Trusted;
        let checked = if is_trusted { CHECKED } else { 0 };
        let bits = |is_private_told| if is_private_told { checked } else { SHARED | checked };
        Some([bits(self.heap.private_reads), bits(self.heap.private_writes)])
    }

    /// Whether a collection is used by the class library's bookkeeping, whose locks order nothing.
    fn is_done_for_books(&self) -> bool {
        self.doing_by(|class| class.books == Books::Collection).is_some_and(|class| class.books.are_kept())
    }

    /// Whether races of what lies in an object at a byte offset are looked for, accessed by a peer in a mode.
    #[must_use]
    pub fn is_offset_told(&self, object: Ref, offset: usize) -> bool {
        if self.explore.telling == Telling::Operations || object.is_null() {
            return false;
        }
        if self.class_of(object).element().is_some() {
            return self.is_element_told(object);
        }
        self.field_at(object, offset / 8).is_some_and(|field| self.is_access_told(field))
    }

    /// Whether accesses of a field are told. A volatile one races only if something accesses it plainly after all, which its own
    /// instructions cannot.
    pub(crate) fn is_access_told(&self, field: FieldRef) -> bool {
        match field.is_volatile() {
            true => self.is_field_contested(field),
            false => self.is_field_told(field),
        }
    }

    /// A peer accesses a field plainly. If it is a volatile one, all its accesses must be told from the start.
    pub(crate) fn note_plain(&mut self, field: FieldRef, access: Access, object: Ref) {
        if access == Access::Write && field.is_final_of_objects() {
            // By reflection, at any time: from now on it is like other fields.
            let header = self.heap.get(object.index());
            self.heap.put(object.index(), header | ESCAPED);
        }
        if !field.is_volatile() || !self.tells() || self.is_field_contested(field) {
            return;
        }
        let class = field.class().java_name();
        let atomic = class.strip_prefix("java.util.concurrent.atomic.").is_some_and(|name| ATOMICS.contains(&name));
        let by_program = || {
            let caller = self.doing_by(|other| other.id == field.class().id);
            caller.is_some_and(|class| self.scrutiny(class) == Scrutiny::Checked)
        };
        if self.scrutiny(field.class()) == Scrutiny::Checked || atomic && by_program() {
            let name = format!("{class}.{}", field.name);
            self.noted.finer.get_or_insert(Finer::Accesses(name));
        }
    }

    /// The field at a word of an object, of a mirror the static one.
    #[must_use]
    pub fn field_at(&self, object: Ref, word: usize) -> Option<FieldRef> {
        let class = self.class_of(object);
        if class.id == self.known.class.get().id
            && let Some(field) = self.mirrored(object).fields.iter().find(|f| f.is_static() && f.word == word)
        {
            return Some(field);
        }
        fields_of(class).find(|field| !field.is_static() && field.word == word)
    }

    /// The innermost instruction of the program's own, else of all.
    fn programs_site(&self) -> Site {
        let own = self.frames.iter().rev().find(|frame| frame.code.method.class().loader == self.app_loader);
        own.map_or_else(|| self.current_site(), |frame| frame.site((frame.pc as usize).saturating_sub(1)))
    }

    /// Where the running thread is, innermost first.
    pub(crate) fn sites(&self) -> Box<[Site]> {
        let site = |frame: &Frame| frame.site((frame.pc as usize).saturating_sub(1));
        self.frames.iter().rev().filter(|frame| !frame.code.method.hidden).map(site).collect()
    }
}
