//! The ways to go on with what a thread has stopped before: the choices of a search.

use crate::threads::pending::{Pending, Wait};
use crate::threads::thread::Status;
use crate::vm::Vm;
use raceproof_base::{Choice, OperationKind, ThreadId};

/// Whether there are choices, which need not be listed for that.
#[derive(Default)]
struct Any(bool);

impl Extend<Choice> for Any {
    fn extend<T: IntoIterator<Item = Choice>>(&mut self, choices: T) {
        self.0 |= choices.into_iter().next().is_some();
    }
}

impl Vm {
    /// Whether the condition of a thread's operation holds.
    #[must_use]
    pub fn holds(&self, thread: usize, pending: &Pending) -> bool {
        let state = &self.threads[thread];
        match pending.wait {
            Wait::Nothing
            | Wait::Value(_)
            | Wait::Look(_)
            | Wait::Waiter(_)
            | Wait::Alive(_)
            | Wait::State(_) => true,
            Wait::Monitor(object) => self.can_enter(object, thread),
            Wait::ToEnd(object) => self.may_end(object, thread),
            Wait::Permit => state.permit || state.interrupted,
            Wait::Ended(other) => {
                let ended = |number: usize| {
                    self.threads[number].status == Status::Terminated && !self.is_kept(other)
                };
                state.interrupted || self.thread_of(other).is_none_or(ended)
            }
            Wait::Initialized(mirror) => !self.is_initializing_elsewhere(mirror, thread),
            Wait::Interrupt => state.interrupted,
        }
    }

    /// Whether a thread's next transition is its first, which concerns no other thread. Such a
    /// transition can be taken at once and alone: it commutes with all others, and no cycle of
    /// states consists of such transitions only.
    pub(crate) fn is_private_step(&self, number: usize) -> bool {
        let thread = &self.threads[number];
        thread.status == Status::Runnable && thread.pending.is_none() && self.has_not_begun(number)
    }

    /// Whether a thread has executed nothing yet.
    pub(crate) fn has_not_begun(&self, thread: usize) -> bool {
        matches!(self.stack_of(thread).0, [first] if first.pc == 0)
    }

    /// Whether a thread offers a choice.
    pub(crate) fn can_go_on(&self, number: usize) -> bool {
        let mut any = Any::default();
        self.choices_of(number, &mut any);
        any.0
    }

    /// The choices a thread offers.
    pub(crate) fn choices_of(&self, number: usize, into: &mut impl Extend<Choice>) {
        let thread = &self.threads[number];
        let id = ThreadId(number as u32);
        if let Status::Waiting { object, deadline } = thread.status {
            let may_go_on = thread.interrupted || self.may_end_now(object);
            into.extend(may_go_on.then_some(Choice::Run(id)));
            into.extend(deadline.map(|_| Choice::TimeOut(id)));
            into.extend(self.explore.spurious_wakeups.then_some(Choice::Spurious(id)));
            return;
        }
        if thread.status != Status::Runnable {
            return;
        }
        match &thread.pending {
            Some(pending) => self.ways(number, pending, into),
            None => into.extend([Choice::Run(id)]),
        }
    }

    /// The ways to go on with an operation.
    pub(crate) fn ways(&self, number: usize, pending: &Pending, into: &mut impl Extend<Choice>) {
        let id = ThreadId(number as u32);
        let either = (0..2).map(|n| Choice::Value(id, n));
        let may_not_wait_yet =
            |object| self.thread_of(object).is_some_and(|thread| self.may_not_wait_yet(thread));
        match pending.wait {
            Wait::Value(count) => into.extend((0..count).map(|n| Choice::Value(id, n))),
            Wait::Look(pool) => {
                let tasks = self.queues_with_tasks(pool).count() as u32;
                into.extend((0..tasks.max(1)).map(|n| Choice::Value(id, n)));
            }
            Wait::Waiter(object) => {
                let waiting = self.waiters(object).len() as u32;
                into.extend((0..waiting.max(1)).map(|n| Choice::Notify(id, n)));
            }
            // A thread takes its own monitor to end: it has done so before, or will when this one
            // leaves it or waits in it.
            Wait::Monitor(other)
                if pending.operation.kind == OperationKind::Lock
                    && self.may_end_now(other)
                    && self.holds(number, pending) =>
            {
                into.extend(either);
            }
            Wait::Alive(other) if self.may_end_now(other) => into.extend(either),
            Wait::State(other) if self.may_end_now(other) || may_not_wait_yet(other) => {
                into.extend(either);
            }
            // The end may come before the interrupt, or after it.
            Wait::Ended(other) if self.may_end_now(other) && self.threads[number].interrupted => {
                into.extend(either);
            }
            _ => {
                let holds = self.holds(number, pending);
                into.extend(holds.then_some(Choice::Run(id)));
                // Time may still end what need not wait only where that makes a difference: in a
                // sleep, and in the `join` of a thread whose end nobody has seen.
                let ending = matches!(pending.wait, Wait::Ended(other) if self.may_end_now(other));
                let may_end = !holds || ending || pending.wait == Wait::Interrupt;
                into.extend(pending.deadline.filter(|_| may_end).map(|_| Choice::TimeOut(id)));
                into.extend(pending.spurious.then_some(Choice::Spurious(id)));
            }
        }
    }
}

#[cfg(test)]
mod tests;
