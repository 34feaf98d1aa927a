//! Monitors lie in the object they belong to: owner and count in the upper half of its second word.
//! Nothing else is kept, so that locking is a write to the heap like any other: undone, saved and
//! compared with it.

use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::threads::pending::{Pending, Wait, address_of};
use crate::threads::thread::{Status, Wake};
use crate::vm::Vm;
use raceproof_base::{Effect, Operation, OperationKind, Thing, Use};

/// Bits of the owner: its number plus one, zero for nobody.
const OWNER_BITS: u32 = 18;
/// One more entry by the owner.
const ONCE: u32 = 1 << OWNER_BITS;
/// The most entries that the header counts.
const MOST_ENTRIES: u32 = (1 << (32 - OWNER_BITS)) - 1;
/// A thread's number must stay below this.
pub(crate) const MOST_THREADS: usize = (1 << OWNER_BITS) - 2;

/// The lock of one object.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Monitor {
    /// The owning thread.
    pub(crate) owner: Option<usize>,
    /// How often the owner has entered.
    pub(crate) count: u32,
}

impl Monitor {
    /// The monitor that the bits in an object's header stand for.
    pub(crate) fn of(bits: u32) -> Self {
        Self { owner: ((bits & (ONCE - 1)) as usize).checked_sub(1), count: bits >> OWNER_BITS }
    }
}

impl Vm {
    /// The monitor of an object.
    #[must_use]
    pub(crate) fn monitor(&self, object: Ref) -> Monitor {
        Monitor::of(self.heap.monitor(object))
    }

    /// Whether a thread could enter the monitor now.
    #[must_use]
    pub(crate) fn can_enter(&self, object: Ref, thread: usize) -> bool {
        self.monitor(object).owner.is_none_or(|owner| owner == thread)
    }

    /// Whether a thread owns the monitor.
    #[must_use]
    pub fn owns(&self, object: Ref, thread: usize) -> bool {
        self.monitor(object).owner == Some(thread)
    }

    /// Enters a monitor for the running thread.
    ///
    /// # Errors
    /// [`Trap::Block`] if another thread holds it; [`Trap::Pause`] before taking one that others
    /// may want.
    pub(crate) fn enter(&mut self, object: Ref) -> Exec<()> {
        self.note_monitor(object);
        self.note_locked_stream(object);
        if self.exploring && !self.owns(object, self.current) {
            if self.explore.ends_within && self.may_wait_for_end_in(object) {
                self.note_that_ends_matter();
            }
            let lock = Pending::on_object(OperationKind::Lock, object, Wait::Monitor(object));
            let granted = self.visible_on(object, lock)?;
            if granted.number() == 1
                && let Some(ended) = self.ending_thread(object)
            {
                self.end_is_seen(ended);
            }
        }
        self.enter_times(object, 1)
    }

    /// Whether it is the monitor of a `Thread`, which code takes that may do anything in it: not
    /// that of the class library which only starts it, or keeps books.
    fn may_wait_for_end_in(&self, object: Ref) -> bool {
        let thread = self.known.thread.get();
        let starts = self.callee.is_some_and(|(method, _)| {
            method.class().id == thread.id && method.name.text() == "start"
        });
        !starts && self.class_of(object).is_subtype_of(thread) && !self.keeps_books(object)
    }

    fn enter_times(&mut self, object: Ref, times: u32) -> Exec<()> {
        let bits = self.heap.monitor(object);
        let me = self.current as u32 + 1;
        let owner = bits & (ONCE - 1);
        if owner != 0 && owner != me {
            self.thread_mut(self.current).status = Status::Blocked(object);
            return Err(Trap::Block);
        }
        let count = (bits >> OWNER_BITS) + times;
        if count > MOST_ENTRIES {
            return self.enter_deep(object);
        }
        self.heap.set_monitor(object, me | count << OWNER_BITS);
        if owner == 0 {
            self.tell_enter(object);
        }
        Ok(())
    }

    /// More entries than the object's header counts: the rest is counted beside it, which no going
    /// back undoes.
    #[cold]
    fn enter_deep(&mut self, object: Ref) -> Exec<()> {
        if self.exploring {
            return Err(Trap::Unsupported(format!(
                "a monitor entered more than {MOST_ENTRIES} times"
            )));
        }
        *self.deep_monitors.entry(object).or_default() += 1;
        Ok(())
    }

    #[cold]
    fn leave_deep(&mut self, object: Ref) -> bool {
        let Some(more) = self.deep_monitors.get_mut(&object) else { return false };
        *more -= 1;
        if *more == 0 {
            self.deep_monitors.remove(&object);
        }
        true
    }

    /// Leaves a monitor once.
    ///
    /// # Errors
    /// `IllegalMonitorStateException` if the running thread does not own it.
    pub(crate) fn leave(&mut self, object: Ref) -> Exec<()> {
        if !self.owns(object, self.current) {
            return Err(not_owner());
        }
        let bits = self.heap.monitor(object);
        if bits >> OWNER_BITS == MOST_ENTRIES && self.leave_deep(object) {
            return Ok(());
        }
        let left = bits - ONCE;
        if left >> OWNER_BITS == 0 {
            self.heap.set_monitor(object, 0);
            self.tell_leave(object);
            self.note_effect(Effect::Left(Thing::Monitor(address_of(object))));
        } else {
            self.heap.set_monitor(object, left);
        }
        Ok(())
    }

    /// `Object.wait`, executed again after each blocking; `nanos` is the longest wait, if limited.
    ///
    /// # Errors
    /// Blocks, or throws `InterruptedException` or `IllegalMonitorStateException`.
    pub fn wait(&mut self, object: Ref, nanos: Option<u64>) -> Exec<()> {
        let me = self.current;
        match self.threads[me].wake {
            Wake::None => self.begin_wait(object, nanos),
            wake => {
                if self.exploring {
                    self.visible(Pending::on_object(
                        OperationKind::WaitAgain,
                        object,
                        Wait::Monitor(object),
                    ))?;
                }
                let times = self.threads[me].saved_count;
                self.enter_times(object, times)?;
                self.thread_mut(me).wake = Wake::None;
                if wake == Wake::Interrupted {
                    self.take_interrupt();
                    return Err(Trap::plain("java/lang/InterruptedException"));
                }
                Ok(())
            }
        }
    }

    fn begin_wait(&mut self, object: Ref, nanos: Option<u64>) -> Exec<()> {
        let me = self.current;
        if !self.owns(object, me) {
            return Err(not_owner());
        }
        self.note_own_interrupt();
        if self.threads[me].interrupted {
            // A step of its own: who sees what this thread has done since its last one may
            // interrupt it again before, which adds nothing, or after.
            self.visible(Pending::on_object(
                OperationKind::Interrupted,
                self.current_thread(),
                Wait::Nothing,
            ))?;
            self.take_interrupt();
            return Err(Trap::plain("java/lang/InterruptedException"));
        }
        let count = self.monitor(object).count;
        if self.deep_monitors.contains_key(&object) {
            return Err(Trap::Unsupported(format!(
                "Object.wait in a monitor entered more than {MOST_ENTRIES} times"
            )));
        }
        self.heap.set_monitor(object, 0);
        self.tell_leave(object);
        self.note_effect(Effect::Left(Thing::Monitor(address_of(object))));
        self.note_effect(Effect::Uses(Thing::Waiters(address_of(object)), Use::Set));
        if nanos.is_some() {
            self.note_effect(Effect::SetDeadline);
        }
        self.scalars.wait_counter += 1;
        let deadline = self.deadline_after(nanos);
        let sequence = self.scalars.wait_counter;
        let thread = self.thread_mut(me);
        thread.saved_count = count;
        thread.wait_sequence = sequence;
        thread.status = Status::Waiting { object, deadline };
        Err(Trap::Block)
    }

    /// `notify` and `notifyAll`.
    ///
    /// # Errors
    /// `IllegalMonitorStateException` if the running thread does not own the monitor; pauses while
    /// exploring if somebody waits: that one may be interrupted, because of what this thread did
    /// since it took the monitor, and stop waiting before.
    pub fn notify(&mut self, object: Ref, all: bool) -> Exec<()> {
        if !self.owns(object, self.current) {
            return Err(not_owner());
        }
        let kind = if all { OperationKind::NotifyAll } else { OperationKind::Notify };
        let wait = if all { Wait::Nothing } else { Wait::Waiter(object) };
        let mut chosen = 0;
        if !self.waiters(object).is_empty() {
            chosen = self.visible(Pending::on_object(kind, object, wait))?.number();
        }
        self.note_effect(Effect::Uses(Thing::Waiters(address_of(object)), Use::Write));
        if all {
            self.wake_waiters(object);
            return Ok(());
        }
        if let Some(thread) = self.waiters(object).get(chosen) {
            self.note_woken(*thread, object);
            self.end_wait(*thread, Wake::Notified);
        }
        Ok(())
    }

    /// The threads that wait on an object, in order of arrival.
    pub(crate) fn waiters(&self, object: Ref) -> Vec<usize> {
        let mut waiting: Vec<usize> = (0..self.threads.len())
            .filter(|n| matches!(self.threads[*n].status, Status::Waiting { object: o, .. } if o == object))
            .collect();
        waiting.sort_by_key(|n| self.threads[*n].wait_sequence);
        waiting
    }

    /// Wakes all threads that wait on an object, whoever owns the monitor.
    pub(crate) fn wake_waiters(&mut self, object: Ref) {
        for thread in self.waiters(object) {
            self.note_woken(thread, object);
            self.end_wait(thread, Wake::Notified);
        }
    }

    /// Ends a thread's wait; it now competes for the monitor again.
    pub(crate) fn end_wait(&mut self, thread: usize, wake: Wake) {
        if let Status::Waiting { object, .. } = self.threads[thread].status {
            let exploring = self.exploring;
            let site = self.next_site(thread);
            let state = self.thread_mut(thread);
            state.wake = wake;
            if exploring {
                state.status = Status::Runnable;
                let again =
                    Pending::on_object(OperationKind::WaitAgain, object, Wait::Monitor(object));
                state.pending =
                    Some(Pending { operation: Operation { site, ..again.operation }, ..again });
            } else {
                state.status = Status::Blocked(object);
            }
        }
    }
}

fn not_owner() -> Trap {
    Trap::java("java/lang/IllegalMonitorStateException", "current thread is not owner")
}
