//! Visible operations: where an exploring machine stops a thread, and what must hold before it goes on.
//!
//! A thread stops *before* a visible operation on something shared: [`Vm::visible`] notes what it is about to do and ends
//! the transition ([`Trap::Pause`]). When the search chooses the thread, the instruction is executed again with a
//! [`Grant`], which the same call picks up. What blocks (a monitor, `park`, `join`, `sleep`) is one operation with a
//! condition: the thread is simply not enabled until the condition holds, and waiting takes no transition of its own.
//!
//! Not visible, though other threads notice them: leaving a monitor, beginning to wait in one, and a `notify` that has no
//! choice of whom to wake. They only ever let others go on, need the monitor that the thread holds, and so can always be
//! moved back to the operation that entered it: no order is lost by leaving them in its transition.

use crate::bookkeeping::Books;
use crate::class::LoaderId;
use crate::explore::PATIENCE;
use crate::heap::{HEADER_BYTES, Ref};
use crate::native::{Exec, Trap};
use crate::thread::Status;
use crate::vm::Vm;
use raceproof_base::{Address, Choice, Operation, OperationKind, Site, ThreadId};

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
    /// One of those that wait on the object is to be woken.
    Waiter(Ref),
    /// Whether the thread of that object lives is looked at. One that has done its last action may still be seen alive,
    /// until somebody has seen that it ended: so its end needs no transition of its own.
    Alive(Ref),
    /// What the thread of that object is doing is looked at. One that has stopped before something it must wait for may be
    /// seen waiting, or not yet.
    State(Ref),
}

/// The next visible operation of a thread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pending {
    /// What it is.
    pub operation: Operation,
    /// What it waits for.
    pub wait: Wait,
    /// When the waiting ends by itself, on the virtual clock.
    pub deadline: Option<u64>,
    /// Whether it may fail or end for no reason, where the options ask for that.
    pub spurious: bool,
}

impl Pending {
    /// An operation on a variable or an object, by address.
    #[must_use]
    pub fn new(kind: OperationKind, on: Address) -> Self {
        let operation = Operation { kind, on, site: Site::NOWHERE };
        Self { operation, wait: Wait::Nothing, deadline: None, spurious: false }
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
    pub fn number(self) -> usize {
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
pub fn object_at(address: Address) -> Ref {
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
            return Ok(grant);
        }
        if self.alone && self.has_one_way(&pending) {
            return Ok(Grant::Go);
        }
        let state = self.thread_mut(self.current);
        state.pending = Some(Pending { operation, ..pending });
        Err(Trap::Pause)
    }

    /// What was granted for this operation, if it is the one for which the thread had stopped. The instruction at which it
    /// stopped may no longer need what it waited for, and no later one may take that.
    fn take_grant(&mut self, operation: Operation) -> Option<Grant> {
        let is_first_instruction = self.fuel >= PATIENCE - 1;
        let granted = self.grant.take().filter(|(granted, _)| is_first_instruction && *granted == operation);
        granted.map(|(_, grant)| grant)
    }

    /// Whether the running thread could only perform the operation.
    fn has_one_way(&self, pending: &Pending) -> bool {
        if pending.wait == Wait::Nothing {
            return !pending.spurious;
        }
        let mut ways = Vec::new();
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

    /// [`Vm::visible_on`] for an access.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn visible_access(&mut self, kind: OperationKind, object: Ref, on: Address) -> Exec<Grant> {
        self.visible_on(object, Pending::new(kind, on))
    }

    /// [`Vm::visible_on`] for a plain access by a peer.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn plain_access(&mut self, kind: OperationKind, object: Ref, on: Address) -> Exec<()> {
        if self.is_watched(object) {
            self.visible(Pending::new(kind, on))?;
        }
        Ok(())
    }

    /// Whether each plain access of the object by the running code is a step of its own: what would access much of it at
    /// once must do so piece by piece.
    #[must_use]
    pub fn is_watched(&self, object: Ref) -> bool {
        self.exploring
            && self.explore.accesses
            && !self.alone
            && self.heap.is_shared(object)
            && !self.keeps_books(object)
    }

    /// Whether an operation on the object is the class library's bookkeeping: of threads, classes, method handles. No
    /// program can tell in which order such locks are taken. What such code does to the program's own objects (reflection,
    /// method handles) is the program's.
    fn keeps_books(&self, object: Ref) -> bool {
        let class = self.class_of(object);
        let owner = if class.id == self.known.class.get().id { self.mirrored(object) } else { class };
        owner.loader == LoaderId::BOOT && self.is_keeping_books()
    }

    fn is_keeping_books(&self) -> bool {
        Books::are_kept_on(self.frames.iter().rev().map(|frame| frame.code.method.class().books))
    }

    /// The instruction that the running thread executes.
    #[must_use]
    pub fn current_site(&self) -> Site {
        self.frames.last().map_or(Site::NOWHERE, |frame| frame.site((frame.pc as usize).saturating_sub(1)))
    }

    /// The instruction that a thread that does not run will execute next.
    #[must_use]
    pub fn next_site(&self, thread: usize) -> Site {
        let (frames, _) = self.stack_of(thread);
        frames.last().map_or(Site::NOWHERE, |frame| frame.site(frame.pc as usize))
    }

    /// Whether a thread has done its last action, and nobody has seen that yet.
    #[must_use]
    pub fn is_ending(&self, thread: usize) -> bool {
        let state = &self.threads[thread];
        state.status == Status::Terminated && !state.end_seen
    }

    /// [`Vm::visible`] for an operation on a thread, which another one may start at any time. The class library's
    /// bookkeeping on the object makes no difference to it.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn visible_on_thread(&mut self, object: Ref, pending: Pending) -> Exec<Grant> {
        if self.heap.is_shared(object) { self.visible(pending) } else { Ok(Grant::Go) }
    }

    fn observe(&mut self, object: Ref, wait: Wait) -> Exec<Grant> {
        if object == self.current_thread() {
            return Ok(Grant::Go);
        }
        self.visible_on_thread(object, Pending::on_object(OperationKind::Observe, object, wait))
    }

    /// Whether a thread is alive, as the running one sees it.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn sees_alive(&mut self, object: Ref) -> Exec<bool> {
        let granted = self.observe(object, Wait::Alive(object))?;
        let Some(thread) = self.thread_of(object) else { return Ok(false) };
        if self.is_ending(thread) && granted.number() == 1 {
            return Ok(true);
        }
        self.see_end(thread);
        Ok(self.threads[thread].status != Status::Terminated)
    }

    /// The running thread has learned whether another has ended.
    pub fn see_end(&mut self, thread: usize) {
        if self.is_ending(thread) {
            self.thread_mut(thread).end_seen = true;
        }
    }

    /// `Thread.join` while exploring: waits for the end of a thread, or an interrupt, or the time.
    ///
    /// # Errors
    /// [`Trap::Pause`], `InterruptedException`.
    pub fn join(&mut self, object: Ref, nanos: Option<u64>) -> Exec<()> {
        let deadline = nanos.map(|n| self.clock.saturating_add(n));
        let join = Pending::on_object(OperationKind::Join, object, Wait::Ended(object));
        let seen_before = self.thread_of(object).is_some_and(|thread| self.threads[thread].end_seen);
        if seen_before && self.grant.is_none() {
            return Ok(());
        }
        match self.visible_on_thread(object, Pending { deadline, ..join })? {
            Grant::TimedOut => return Ok(()),
            Grant::Number(1) => return Err(self.interrupted_join()),
            _ => {}
        }
        let Some(thread) = self.thread_of(object) else { return Ok(()) };
        if self.threads[thread].status == Status::Terminated {
            self.see_end(thread);
        } else if self.threads[self.current].interrupted {
            return Err(self.interrupted_join());
        }
        Ok(())
    }

    fn interrupted_join(&mut self) -> Trap {
        self.set_interrupted(self.current, false);
        Trap::plain("java/lang/InterruptedException")
    }

    /// What a thread is doing: whether it has ended, and whether it waits for what it has stopped at.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn sees_state(&mut self, object: Ref) -> Exec<(bool, bool)> {
        let granted = self.observe(object, Wait::State(object))?;
        let Some(thread) = self.thread_of(object).filter(|_| granted.number() == 0) else { return Ok((false, false)) };
        self.see_end(thread);
        Ok((self.threads[thread].status == Status::Terminated, true))
    }

    /// Whether a thread has stopped before an operation that it must wait for, and may not have come to it yet.
    fn may_not_wait_yet(&self, thread: usize) -> bool {
        let state = &self.threads[thread];
        state.status == Status::Runnable
            && state.pending.is_some_and(|p| p.operation.kind != OperationKind::WaitAgain && !self.holds(thread, &p))
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

    /// Whether the condition of a thread's operation holds.
    #[must_use]
    pub fn holds(&self, thread: usize, pending: &Pending) -> bool {
        let state = &self.threads[thread];
        match pending.wait {
            Wait::Nothing | Wait::Value(_) | Wait::Waiter(_) | Wait::Alive(_) | Wait::State(_) => true,
            Wait::Monitor(object) => self.can_enter(object, thread),
            Wait::Permit => state.permit || state.interrupted,
            Wait::Ended(other) => {
                let ended = |other: usize| self.threads[other].status == Status::Terminated;
                state.interrupted || self.thread_of(other).is_none_or(ended)
            }
            Wait::Initialized(mirror) => !self.is_initializing_elsewhere(mirror, thread),
            Wait::Interrupt => state.interrupted,
        }
    }

    /// Whether a thread's next transition is its first, which concerns no other thread. Such a transition can be taken at
    /// once and alone: it commutes with all others, and no cycle of states consists of such transitions only.
    pub(crate) fn is_private_step(&self, number: usize) -> bool {
        let thread = &self.threads[number];
        thread.status == Status::Runnable && thread.pending.is_none() && self.has_not_begun(number)
    }

    /// Whether a thread has executed nothing yet.
    pub(crate) fn has_not_begun(&self, thread: usize) -> bool {
        matches!(self.stack_of(thread).0, [first] if first.pc == 0)
    }

    /// The choices a thread offers.
    pub(crate) fn choices_of(&self, number: usize, into: &mut Vec<Choice>) {
        let thread = &self.threads[number];
        let id = ThreadId(number as u32);
        if let Status::Waiting { deadline, .. } = thread.status {
            into.extend(thread.interrupted.then_some(Choice::Run(id)));
            into.extend(deadline.map(|_| Choice::TimeOut(id)));
            into.extend(self.explore.spurious_wakeups.then_some(Choice::Spurious(id)));
            return;
        }
        if thread.status != Status::Runnable {
            return;
        }
        match &thread.pending {
            Some(pending) => self.ways(number, pending, into),
            None => into.push(Choice::Run(id)),
        }
    }

    /// The ways to go on with an operation.
    fn ways(&self, number: usize, pending: &Pending, into: &mut Vec<Choice>) {
        let id = ThreadId(number as u32);
        let either = (0..2).map(|n| Choice::Value(id, n));
        let is_ending = |object| self.thread_of(object).is_some_and(|thread| self.is_ending(thread));
        let may_not_wait_yet = |object| self.thread_of(object).is_some_and(|thread| self.may_not_wait_yet(thread));
        match pending.wait {
            Wait::Value(count) => into.extend((0..count).map(|n| Choice::Value(id, n))),
            Wait::Waiter(object) => {
                let waiting = self.waiters(object).len() as u32;
                into.extend((0..waiting.max(1)).map(|n| Choice::Notify(id, n)));
            }
            Wait::Alive(other) if is_ending(other) => into.extend(either),
            Wait::State(other) if is_ending(other) || may_not_wait_yet(other) => into.extend(either),
            // The end may come before the interrupt, or after it.
            Wait::Ended(other) if is_ending(other) && self.threads[number].interrupted => into.extend(either),
            _ => {
                let holds = self.holds(number, pending);
                into.extend(holds.then_some(Choice::Run(id)));
                // Time may still end what need not wait only where that makes a difference: in a sleep, and in the `join`
                // of a thread whose end nobody has seen.
                let ending = matches!(pending.wait, Wait::Ended(other) if is_ending(other));
                let may_end = !holds || ending || pending.wait == Wait::Interrupt;
                into.extend(pending.deadline.filter(|_| may_end).map(|_| Choice::TimeOut(id)));
                into.extend(pending.spurious.then_some(Choice::Spurious(id)));
            }
        }
    }
}
