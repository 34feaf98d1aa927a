//! What detectors of data races are told: accesses of variables, and the two ends of happens-before edges.
//!
//! What an instruction does is noted ([`Vm::tell_access`] and its like) and told right after it ([`Ear`]), while the stack still
//! shows who did it. Nothing is noted before a second thread is started: what was done by then happens before everything else.
//!
//! **Which plain accesses:** those of fields whose class is not trusted, and of array elements by code that is not. Writes count
//! from the beginning of an object's life, since it may be published without any order. Who reads what nobody else knows is told
//! only to detectors that track reads.
//!
//! **Which edges:** all that a program can wait for. The class library's bookkeeping makes no schedules, so its locks must order
//! nothing either; and what linking does is no part of any execution.

use crate::bookkeeping::Books;
use crate::class::{ClassRef, FieldRef, access};
use crate::heap::{ESCAPED, Ref};
use crate::naming::Naming;
use crate::pending::{address_of, field_address};
use crate::thread::Frame;
use crate::vm::Vm;
use raceproof_base::{Access, Address, Event, Listener, Mode, Site, Sync, ThreadId, Trust};

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

    /// Tells what was noted.
    #[inline]
    pub(crate) fn tell<E: Ear>(&mut self, ear: &mut E) {
        if self.noted.events.is_empty() {
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
            self.heap.private_writes = true;
            self.heap.private_reads = self.explore.telling == Telling::All;
        }
    }

    fn me(&self) -> ThreadId {
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

    /// A plain access of an untrusted variable, or one in a mode.
    pub(crate) fn tell_access(&mut self, access: Access, mode: Mode, object: Ref, variable: Address) {
        let is_told = access == Access::Write || self.heap.private_reads || self.heap.is_shared(object);
        if is_told && self.tells() {
            let event = Event::Access { thread: self.me(), variable, access, mode, site: self.programs_site() };
            self.noted.events.push(event);
        }
    }

    /// An access in a mode, with its edge: what was released at the variable is known before it is read, and the write is
    /// among what is released. `is_told` says whether plain accesses of the variable are.
    pub fn tell_by_mode(&mut self, access: Access, mode: Mode, object: Ref, variable: Address, is_told: bool) {
        if !self.tells() || self.keeps_books(object) {
            return;
        }
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

    /// Memory between two words may be given to new objects.
    pub(crate) fn tell_freed(&mut self, start: usize, end: usize) {
        if self.tells() && end > start {
            let (object, bytes) = (Address(start as u64 * 8), (end - start) as u64 * 8);
            self.noted.events.push(Event::Allocated { thread: self.me(), object, bytes });
        }
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

    /// Whether races of array elements that the running code accesses are looked for: whose doing it is, decides.
    pub(crate) fn is_element_told(&self) -> bool {
        let classes = || self.frames.iter().rev().map(|frame| frame.code.method.class());
        let doing = classes().find(|class| self.scrutiny(class) != Scrutiny::OnBehalf);
        doing.is_some_and(|class| {
            self.scrutiny(class) == Scrutiny::Checked && (class.books != Books::Collection || !self.is_done_for_books())
        })
    }

    /// Whether a collection is used by the class library's bookkeeping, whose locks order nothing.
    fn is_done_for_books(&self) -> bool {
        let mut classes = self.frames.iter().rev().map(|frame| frame.code.method.class());
        let is_means =
            |class: &ClassRef| class.books == Books::Collection || self.scrutiny(class) == Scrutiny::OnBehalf;
        classes.find(|class| !is_means(class)).is_some_and(|class| class.books.are_kept())
    }

    /// Whether races of what lies in an object at a byte offset are looked for, accessed by a peer.
    #[must_use]
    pub fn is_offset_told(&self, object: Ref, offset: usize) -> bool {
        if self.explore.telling == Telling::Operations || object.is_null() {
            return false;
        }
        if self.class_of(object).element().is_some() {
            return self.is_element_told();
        }
        self.field_at(object, offset / 8).is_some_and(|field| self.is_field_told(field))
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
        let classes = std::iter::successors(Some(class), |class| class.super_class);
        let mut fields = classes.flat_map(|class| class.fields.iter().copied());
        fields.find(|field| !field.is_static() && field.word == word)
    }

    /// An object becomes known to others. If that happens while the running thread constructs it, its final fields are
    /// like others from now on: who reads them may come before they are written (JLS 17.5). Otherwise nobody can tell when they
    /// were written, and no access of them is told.
    pub(crate) fn note_escape(&mut self, object: Ref) {
        if !self.tells() || !self.frames.iter().any(|frame| self.constructs(frame, object)) {
            return;
        }
        let header = self.heap.get(object.index());
        self.heap.put(object.index(), header | ESCAPED);
        let classes = std::iter::successors(Some(self.class_of(object)), |class| class.super_class);
        let fields: Vec<FieldRef> = classes.flat_map(|class| class.fields.iter().copied()).collect();
        for field in fields.into_iter().filter(|f| !f.is_static() && f.access & access::FINAL != 0) {
            if self.is_field_told(field) {
                self.tell_access(Access::Write, Mode::Plain, object, field_address(object, field.word));
            }
        }
    }

    fn constructs(&self, frame: &Frame, object: Ref) -> bool {
        frame.code.method.name.text() == "<init>" && self.stack[frame.base as usize] == object.word()
    }

    /// Whether an object was known to others before its constructor ended.
    pub(crate) fn has_escaped(&self, object: Ref) -> bool {
        self.heap.get(object.index()) & ESCAPED != 0
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
