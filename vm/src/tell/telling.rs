//! What detectors of data races are told: accesses of variables, and the two ends of happens-before
//! edges.
//!
//! What an instruction does is noted (`Vm::tell_access` and its like) and told right after it
//! (`Ear`), while the stack still shows who did it. Nothing is noted before a second thread is
//! started: what was done by then happens before everything else.
//!
//! **Which plain accesses:** those of fields whose class is not trusted, and of array elements if
//! code that is not has made the array or accesses it (`whose.rs`, `modes.rs`). What a thread does
//! to an object that nobody else knows counts, too, since the object may be published without any
//! order; but it is told in one ([`Event::Published`]), and singly only if a detector then needs to
//! know ([`Finer::PrivateAccesses`]).
//!
//! **Which edges:** all that a program can wait for. The class library's bookkeeping makes no
//! schedules, so its locks must order nothing either; and what linking does is no part of any
//! execution.

use crate::ground::class::{ClassRef, FieldRef, Scrutiny, fields_of};
use crate::ground::heap::{HEADER_BYTES, HEADER_WORDS, Ref};
use crate::tell::naming::Naming;
use crate::threads::pending::{address_of, field_address};
use crate::threads::thread::Frame;
use crate::vm::{Telling, Vm};
use raceproof_base::{
    AccessKind, Address, Event, Finer, Listener, Mode, Site, Sync, ThreadId, Trust,
};

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
            // What is visible must not depend on whether accesses of what nobody else knows are told.
            if self.heap.is_shared(object) {
                self.claim(object);
            }
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
        if access == AccessKind::Read {
            self.heap.note_reads(from.0 as usize, bytes);
        }
        if !self.tells() || array.is_null() || !self.is_told_of(access, array) {
            return;
        }
        let Some((_, ty)) = self.class_of(array).element() else { return };
        if self.is_element_told(array) {
            let first = self.element_at(array, from);
            for at in (first.0..from.0 + bytes as u64).step_by(ty.element_bytes()) {
                self.tell_access(access, Mode::Plain, array, Address(at));
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

    /// Where the running thread is, innermost first, in frames that no stack shows, too.
    pub(crate) fn sites(&self) -> Box<[Site]> {
        let site = |frame: &Frame| frame.site((frame.pc as usize).saturating_sub(1));
        self.frames.iter().rev().map(site).collect()
    }
}
