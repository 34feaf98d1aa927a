//! Visible operations: where an exploring machine stops a thread, and what must hold before it goes
//! on.
//!
//! A thread stops *before* a visible operation on something shared: [`Vm::visible`] notes what it
//! is about to do and ends the transition ([`Trap::Pause`]). When the search chooses the thread,
//! the instruction is executed again with a [`Grant`], which the same call picks up. What blocks (a
//! monitor, `park`, `join`, `sleep`) is one operation with a condition: the thread is simply not
//! enabled until the condition holds, and waiting takes no transition of its own.
//!
//! Not visible, though other threads notice them: leaving a monitor, beginning to wait in one, and
//! a `notify` that has no choice of whom to wake. They only ever let others go on, need the monitor
//! that the thread holds, and so can always be moved back to the operation that entered it: no
//! order is lost by leaving them in its transition.

use crate::ground::bookkeeping::Books;
use crate::ground::class::LoaderId;
use crate::ground::heap::{CHECKED, HEADER_BYTES, Ref};
use crate::ground::native::{Exec, Trap};
use crate::threads::thread::Frame;
use crate::vm::{Telling, Vm};
use raceproof_base::{AccessKind, Address, Choice, Mode, Operation, OperationKind, Site};
use std::iter;

/// Instructions of a transition without a visible operation.
pub(crate) const PATIENCE: i64 = 50_000;

/// What must hold before a thread may perform its next operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// Nothing.
    Nothing,
    /// The monitor is free.
    Monitor(Ref),
    /// The thread has a permit or is interrupted.
    Permit,
    /// The thread of that object has ended or was not started, or this one is interrupted.
    Ended(Ref),
    /// The class with this mirror is not being initialised by another thread.
    Initialized(Ref),
    /// The thread is interrupted: a sleep.
    Interrupt,
    /// A data choice of so many values.
    Value(u32),
    /// The queue in which a worker of that `ForkJoinPool` looks first is to be chosen.
    Look(Ref),
    /// One of those that wait on the object is to be woken.
    Waiter(Ref),
    /// The thread of that object, which is about to end, may take its own monitor.
    ToEnd(Ref),
    /// Whether the thread of that object lives is looked at. One that has done its last action may
    /// still be seen alive, until somebody has seen that it ended: so its end needs no transition
    /// of its own.
    Alive(Ref),
    /// What the thread of that object is doing is looked at. One that has stopped before something
    /// it must wait for may be seen waiting, or not yet.
    State(Ref),
}

/// The next visible operation of a thread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pending {
    /// What it is.
    pub(crate) operation: Operation,
    /// What it waits for.
    pub wait: Wait,
    /// When the waiting ends by itself, on the virtual clock.
    pub deadline: Option<u64>,
    /// Whether it may fail or end for no reason, where the options ask for that.
    pub(crate) spurious: bool,
    /// Whether time has passed since the thread stopped before it, which it does only where all have
    /// come to what they wait for: see `idle.rs`.
    pub(crate) reached: bool,
}

impl Pending {
    /// An operation on a variable or an object, by address.
    #[must_use]
    pub fn new(kind: OperationKind, on: Address) -> Self {
        let operation = Operation { kind, on, site: Site::NOWHERE };
        Self { operation, wait: Wait::Nothing, deadline: None, spurious: false, reached: false }
    }

    /// Whether it is one in which threads spend time.
    pub(crate) fn may_take_time(&self) -> bool {
        matches!(self.wait, Wait::Permit | Wait::Ended(_) | Wait::Interrupt)
            || self.operation.kind == OperationKind::WaitAgain
    }

    /// An operation on an object.
    #[must_use]
    pub fn on_object(kind: OperationKind, object: Ref, wait: Wait) -> Self {
        Self { wait, ..Self::new(kind, address_of(object)) }
    }
}

/// How a thread may go on with the operation it was stopped at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grant {
    /// It performs it.
    Go,
    /// Its waiting ended by time.
    TimedOut,
    /// It ended, or failed, for no reason.
    Spurious,
    /// The value of a choice.
    Number(u32),
}

impl Grant {
    /// The value chosen; zero where nothing was to choose.
    #[must_use]
    pub(crate) fn number(self) -> usize {
        match self {
            Self::Number(number) => number as usize,
            _ => 0,
        }
    }
}

/// The name of an object: the address of its first word.
#[must_use]
pub fn address_of(object: Ref) -> Address {
    Address(object.word() * 8)
}

/// The object at an address that names one.
#[must_use]
pub(crate) fn object_at(address: Address) -> Ref {
    Ref::of(address.0 / 8)
}

/// The address of a field, by its word offset from the object's start.
#[must_use]
pub fn field_address(object: Ref, word: usize) -> Address {
    Address((object.word() + word as u64) * 8)
}

/// The address of an array element.
#[must_use]
pub fn element_address(array: Ref, index: usize, bytes: usize) -> Address {
    Address(array.word() * 8 + (HEADER_BYTES + index * bytes) as u64)
}

impl Vm {
    /// To be called before anything another thread could notice; gives how to go on.
    ///
    /// # Errors
    /// [`Trap::Pause`], after which the instruction is executed again.
    pub fn visible(&mut self, pending: Pending) -> Exec<Grant> {
        if !self.exploring {
            return Ok(Grant::Go);
        }
        let operation = Operation { site: self.current_site(), ..pending.operation };
        if let Some(grant) = self.take_grant(operation) {
            self.enter_library_step(operation.kind);
            return Ok(grant);
        }
        let is_alone = self.alone && self.has_one_way(&pending);
        let pending = Pending { operation, ..pending };
        if !is_alone && self.goes_on_in_library(&pending) {
            return Ok(Grant::Go);
        }
        self.note_operation_in_stream(operation);
        if is_alone {
            return Ok(Grant::Go);
        }
        let state = self.thread_mut(self.current);
        state.pending = Some(pending);
        Err(Trap::Pause)
    }

    /// What was granted for this operation, if it is the one for which the thread had stopped. The
    /// instruction at which it stopped may no longer need what it waited for, and no later one may
    /// take that.
    fn take_grant(&mut self, operation: Operation) -> Option<Grant> {
        let is_first_instruction = self.fuel >= PATIENCE - 1;
        let granted =
            self.grant.take().filter(|(granted, _)| is_first_instruction && *granted == operation);
        granted.map(|(_, grant)| grant)
    }

    /// Whether the running thread could only perform the operation.
    pub(crate) fn has_one_way(&self, pending: &Pending) -> bool {
        if pending.wait == Wait::Nothing {
            return !pending.spurious;
        }
        let mut ways: Vec<Choice> = Vec::new();
        self.ways(self.current, pending, &mut ways);
        matches!(ways[..], [Choice::Run(_)])
    }

    /// [`Vm::visible`] for an operation on a shared object or on something inside it.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn visible_on(&mut self, object: Ref, pending: Pending) -> Exec<Grant> {
        if !self.exploring
            || !self.heap.is_shared(object)
            || self.keeps_books(object) && self.holds(self.current, &pending)
        {
            return Ok(Grant::Go);
        }
        self.visible(pending)
    }

    /// A compare-and-set that may fail for no reason, whoever knows the object.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn visible_weak(&mut self, object: Ref, on: Address) -> Exec<Grant> {
        let update = Pending::new(OperationKind::Update, on);
        if !self.explore.weak_failures || self.keeps_books(object) {
            return self.visible_on(object, update);
        }
        self.visible(Pending { spurious: true, ..update })
    }

    /// `Vm::visible_on` for an access.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn visible_access(&mut self, kind: OperationKind, object: Ref, on: Address) -> Exec<Grant> {
        self.heap.note_read(on.0 as usize / 8);
        self.note_mode(object, on);
        self.visible_on(object, Pending::new(kind, on))
    }

    /// `Vm::visible_on` for a plain access by a peer, which is told, too, where races of it are
    /// looked for.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn plain_access(&mut self, access: AccessKind, object: Ref, on: Address) -> Exec<()> {
        self.heap.note_read(on.0 as usize / 8);
        let offset = on.0.wrapping_sub(object.word() * 8) as usize;
        let field = self.field_at(object, offset / 8).filter(|_| self.exploring);
        let looks = self.tells() || self.explore.dependences || self.explore.accesses;
        match field.filter(|_| looks) {
            Some(field) => self.note_plain(field, access, object),
            None if self.tells() => self.note_weaker_element(),
            None => {}
        }
        self.note_element(access, object, on);
        let is_told = self.tells() && self.is_offset_told(object, offset);
        let is_step = is_told || self.explore.telling == Telling::Operations;
        let is_switched_at =
            is_step && self.explore.accesses || self.is_contested_at(object, offset);
        let is_listed = field.is_some_and(|field| self.is_field_listed(field));
        let is_visible =
            is_switched_at && self.is_watched(object) || is_listed && self.is_others_too(object);
        if is_visible && !self.alone {
            self.visible(Pending::new(kind_of(access), on))?;
        }
        if is_told {
            self.tell_access(access, Mode::Plain, object, on);
        }
        Ok(())
    }

    /// [`Vm::plain_access`] for all elements of an array that lie in so many bytes from an address
    /// on: one step.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn access_elements(
        &mut self,
        access: AccessKind,
        array: Ref,
        from: Address,
        bytes: usize,
    ) -> Exec<()> {
        if !array.is_null() && bytes > 0 {
            self.plain_access(access, array, self.element_at(array, from))?;
            self.tell_elements(access, array, from, bytes);
        }
        Ok(())
    }

    /// The element that an address lies in: a segment of memory need not begin with one.
    #[must_use]
    pub fn element_at(&self, array: Ref, address: Address) -> Address {
        let first = element_address(array, 0, 1).0;
        match self.class_of(array).element() {
            Some((_, ty)) if address.0 >= first => {
                Address(address.0 - (address.0 - first) % ty.element_bytes() as u64)
            }
            _ => address,
        }
    }

    /// [`Vm::access_elements`] for a whole array.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn access_all(&mut self, access: AccessKind, array: Ref) -> Exec<()> {
        let element = if array.is_null() { None } else { self.class_of(array).element() };
        let Some((_, ty)) = element else { return Ok(()) };
        let bytes = self.heap.length(array) * ty.element_bytes();
        self.access_elements(access, array, element_address(array, 0, 1), bytes)
    }

    fn is_contested_at(&self, object: Ref, offset: usize) -> bool {
        match self.class_of(object).element() {
            Some(_) => self.is_array_contested(object),
            None => self
                .field_at(object, offset / 8)
                .is_some_and(|field| self.is_field_contested(field)),
        }
    }

    /// Whether each plain access of the object by the running code is a step of its own, or told:
    /// what would access much of it at once must do so piece by piece.
    #[must_use]
    pub fn is_watched(&self, object: Ref) -> bool {
        let is_step = self.explore.accesses && !self.alone;
        self.exploring
            && (is_step || self.tells())
            && self.heap.is_shared(object)
            && !self.keeps_books(object)
            && (self.explore.telling == Telling::Operations || self.is_any_told(object))
    }

    fn is_any_told(&self, object: Ref) -> bool {
        self.class_of(object).element().is_none()
            || self.is_element_told(object)
            || self.is_array_contested(object)
    }

    /// Whether an operation on the object is the class library's bookkeeping: of threads, classes,
    /// method handles. No program can tell in which order such locks are taken. What such code does
    /// to the program's own objects (reflection, method handles) is the program's, and so is memory
    /// outside the heap, of which there is no object.
    pub(crate) fn keeps_books(&self, object: Ref) -> bool {
        if object.is_null() || self.heap.get(object.index()) & CHECKED != 0 {
            return false;
        }
        let class = self.class_of(object);
        let owner =
            if class.id == self.known.class.get().id { self.mirrored(object) } else { class };
        owner.loader == LoaderId::BOOT && self.is_keeping_books() && !self.is_loading_by_program()
    }

    /// Whether the code on top is that of a class loader of the program's, whose lock of a class
    /// guards what its `findClass` does.
    fn is_loading_by_program(&self) -> bool {
        self.frames.last().is_some_and(|frame| {
            let method = frame.code.method;
            let is_loaders =
                method.class().name.text() == "java/lang/ClassLoader" && !method.is_static();
            // The first register has `this`.
            let loader = || Ref::of(self.stack[frame.base as usize]);
            is_loaders && !loader().is_null() && self.class_of(loader()).loader != LoaderId::BOOT
        })
    }

    /// A synchronized method's own monitor is a matter of the books only if that is so for the method
    /// and for who calls it: a program renames a thread, and a keeper adds a program's hook.
    fn is_keeping_books(&self) -> bool {
        let books = |frame: &Frame| frame.code.method.class().books;
        let Some((callee, callers)) = self.callee else {
            return Books::are_kept_on(self.frames.iter().rev().map(books));
        };
        let callers = self.frames[..callers].iter().rev().map(books);
        let own = callee.class().books;
        Books::are_kept_on(callers.clone()) && Books::are_kept_on(iter::once(own).chain(callers))
    }

    /// The instruction that the running thread executes.
    #[must_use]
    pub(crate) fn current_site(&self) -> Site {
        self.frames
            .last()
            .map_or(Site::NOWHERE, |frame| frame.site((frame.pc as usize).saturating_sub(1)))
    }

    /// The instruction that a thread that does not run will execute next.
    #[must_use]
    pub(crate) fn next_site(&self, thread: usize) -> Site {
        let (frames, _) = self.stack_of(thread);
        frames.last().map_or(Site::NOWHERE, |frame| frame.site(frame.pc as usize))
    }

    /// A data choice: a number below `count`.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn choose(&mut self, count: u32) -> Exec<u32> {
        let choice = Pending::new(OperationKind::Choose, Address::NONE);
        let granted = self.visible(Pending { wait: Wait::Value(count), ..choice })?;
        Ok(granted.number() as u32)
    }
}

/// The operation that a plain access is.
pub(crate) fn kind_of(access: AccessKind) -> OperationKind {
    match access {
        AccessKind::Read => OperationKind::Read,
        AccessKind::Write => OperationKind::Write,
    }
}

#[cfg(test)]
mod tests;
