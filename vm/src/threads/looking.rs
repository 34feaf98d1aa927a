//! Threads that look at other threads: whether they live, what they are doing, waiting for their
//! end.
//!
//! The end of a thread is no step of its own: who looks may still see it alive, until somebody has
//! seen that it ended.

use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::threads::pending::{Grant, Pending, Wait, address_of};
use crate::threads::thread::Status;
use crate::vm::Vm;
use raceproof_base::{Effect, OperationKind, Sync, Thing, ThreadId, Use};

impl Vm {
    /// Whether a thread has done its last action, and nobody has seen that yet.
    #[must_use]
    pub(crate) fn is_ending(&self, thread: usize) -> bool {
        let state = &self.threads[thread];
        state.status == Status::Terminated && !state.end_seen
    }

    /// [`Vm::visible`] for an operation on a thread, which another one may start at any time. The
    /// class library's bookkeeping on the object makes no difference to it.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn visible_on_thread(&mut self, object: Ref, pending: Pending) -> Exec<Grant> {
        if self.heap.is_shared(object) { self.visible(pending) } else { Ok(Grant::Go) }
    }

    /// Whether a thread that has done its last action can end now: nobody else holds its monitor,
    /// which it takes for that. (Where schedules are not explored, it has ended before.)
    pub(crate) fn may_end_now(&self, object: Ref) -> bool {
        self.ending_thread(object)
            .is_some_and(|ending| !self.exploring || self.may_end(object, ending))
    }

    /// Whether it cannot.
    pub(crate) fn is_kept(&self, object: Ref) -> bool {
        self.ending_thread(object).is_some() && !self.may_end_now(object)
    }

    fn observe(&mut self, kind: OperationKind, object: Ref, wait: Wait) -> Exec<Grant> {
        if object == self.current_thread() {
            return Ok(Grant::Go);
        }
        self.note_that_ends_matter();
        self.visible_on_thread(object, Pending::on_object(kind, object, wait))
    }

    /// Whether a thread is alive, as the running one sees it.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn sees_alive(&mut self, object: Ref) -> Exec<bool> {
        let granted = self.observe(OperationKind::Observe, object, Wait::Alive(object))?;
        let Some(thread) = self.thread_of(object) else { return Ok(false) };
        if self.is_ending(thread) && (granted.number() == 1 || self.is_kept(object)) {
            return Ok(true);
        }
        self.see_end(thread);
        Ok(self.threads[thread].status != Status::Terminated)
    }

    /// The running thread has learned whether another has ended.
    pub(crate) fn see_end(&mut self, thread: usize) {
        self.end_is_seen(thread);
        if self.threads[thread].status == Status::Terminated {
            self.tell_acquire(Sync::Thread(ThreadId(thread as u32)));
        }
    }

    /// From now on a thread that has ended is seen so by everybody, and who waits on it has been
    /// notified.
    pub(crate) fn end_is_seen(&mut self, thread: usize) {
        if self.is_ending(thread) {
            let object = self.threads[thread].object;
            self.thread_mut(thread).end_seen = true;
            self.note_effect(Effect::Uses(Thing::Waiters(address_of(object)), Use::Write));
            // It notifies in its own monitor, which it leaves then.
            self.tell_release_of(ThreadId(thread as u32), Sync::Monitor(address_of(object)));
            self.wake_waiters(object);
        }
    }

    /// The thread that an object is, if it has done its last action and nobody has seen that yet.
    pub(crate) fn ending_thread(&self, object: Ref) -> Option<usize> {
        let is_thread = self.class_of(object).is_subtype_of(self.known.thread.get());
        if is_thread {
            self.thread_of(object).filter(|thread| self.is_ending(*thread))
        } else {
            None
        }
    }

    /// `Thread.join` while exploring: waits for the end of a thread, or an interrupt, or the time.
    ///
    /// # Errors
    /// [`Trap::Pause`], `InterruptedException`.
    pub fn join(&mut self, object: Ref, nanos: Option<u64>) -> Exec<()> {
        let deadline = self.deadline_after(nanos);
        if nanos.is_some() {
            self.note_effect(Effect::SetDeadline);
        }
        if nanos.is_some() || self.threads[self.current].interrupted {
            self.note_that_ends_matter();
        }
        let join = Pending::on_object(OperationKind::Join, object, Wait::Ended(object));
        let seen_before =
            self.thread_of(object).is_some_and(|thread| self.threads[thread].end_seen);
        if seen_before && self.grant.is_none() && !self.explore.dependences {
            return self.join_ended(object);
        }
        if nanos.is_none() && self.joins_at_once(object) {
            return self.join_ended(object);
        }
        match self.visible_on_thread(object, Pending { deadline, ..join })? {
            Grant::TimedOut => return Ok(()),
            Grant::Number(1) => return Err(self.interrupted_join()),
            _ => {}
        }
        self.join_ended(object)
    }

    fn join_ended(&mut self, object: Ref) -> Exec<()> {
        let Some(thread) = self.thread_of(object) else { return Ok(()) };
        if self.threads[thread].status == Status::Terminated {
            self.see_end(thread);
        } else if self.threads[self.current].interrupted {
            return Err(self.interrupted_join());
        }
        Ok(())
    }

    fn interrupted_join(&mut self) -> Trap {
        self.take_interrupt();
        Trap::plain("java/lang/InterruptedException")
    }

    /// What a thread is doing: whether it has ended, and whether it waits for what it has stopped
    /// at.
    ///
    /// # Errors
    /// [`Trap::Pause`].
    pub fn sees_state(&mut self, object: Ref) -> Exec<(bool, bool)> {
        let granted = self.observe(OperationKind::Inspect, object, Wait::State(object))?;
        let is_seen = granted.number() == 0 && !self.is_kept(object);
        let Some(thread) = self.thread_of(object).filter(|_| is_seen) else {
            return Ok((false, false));
        };
        self.see_end(thread);
        Ok((self.threads[thread].status == Status::Terminated, true))
    }

    /// Whether a thread has stopped before an operation that it must wait for, and may not have
    /// come to it yet.
    pub(crate) fn may_not_wait_yet(&self, thread: usize) -> bool {
        let state = &self.threads[thread];
        state.status == Status::Runnable
            && state.pending.is_some_and(|p| {
                let waits_elsewhere = p.operation.kind == OperationKind::WaitAgain || p.reached;
                !waits_elsewhere && !self.holds(thread, &p)
            })
    }
}
