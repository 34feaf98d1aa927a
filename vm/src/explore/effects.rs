//! What a step did that steps of other threads may depend on, for searches that execute one of
//! several schedules with the same outcome (`ExploreOptions::dependences`).
//!
//! Such a search goes by each step's operation, so whatever a thread does that others can notice
//! must then be an operation: the end of a thread is one of its own, and a thread that is alone
//! still stops before each. What follows an operation only lets others go on, or is noted here.

use crate::ground::class::ClassRef;
use crate::ground::heap::Ref;
use crate::threads::pending::{Pending, Wait, address_of};
use crate::threads::thread::Status;
use crate::vm::Vm;
use raceproof_base::{Address, Choice, Effect, Thing, ThreadId, Use};

impl Vm {
    /// Notes what the running step did, if anybody asks.
    pub fn note_effect(&mut self, effect: Effect) {
        if self.explore.dependences && self.exploring {
            self.explored.effects.push(effect);
        }
    }

    pub(crate) fn begin_effects(&mut self) {
        self.explored.effects.clear();
        self.heap.births.clear();
        self.heap.born_from = self.heap.top;
    }

    /// To be called when a step has ended.
    pub(crate) fn end_effects(&mut self) {
        if self.explore.dependences {
            self.heap.end_birth();
            let births = std::mem::take(&mut self.heap.births);
            let allocated = |(start, end): &(usize, usize)| Effect::Allocated {
                from: Address(*start as u64 * 8),
                bytes: (end - start) as u64 * 8,
            };
            self.explored.effects.extend(births.iter().map(allocated));
            self.heap.births = births;
        }
    }

    /// What a thread does when it is chosen in a way depends on more than its operation says.
    pub(crate) fn note_way(&mut self, number: usize, choice: Choice, pending: Option<Pending>) {
        if !self.explore.dependences {
            return;
        }
        if matches!(choice, Choice::TimeOut(_)) {
            self.explored.effects.push(Effect::TimePassed);
        }
        if let Status::Waiting { deadline, .. } = self.threads[number].status {
            self.note_whether_interrupted(number);
            self.explored.effects.extend(deadline.map(|_| Effect::Otherwise));
        }
        let Some(pending) = pending else { return };
        if matches!(pending.wait, Wait::Permit | Wait::Ended(_) | Wait::Interrupt) {
            self.note_whether_interrupted(number);
        }
        if pending.deadline.is_some() || pending.spurious {
            self.explored.effects.push(Effect::Otherwise);
        }
    }

    /// The running step comes to another operation, and goes on through it, or ends there. What
    /// ends a wait of its own is then no condition of the step, but something that it read.
    pub(crate) fn note_inner(&mut self, pending: &Pending, goes_on: bool) {
        let operation = pending.operation;
        self.note_effect(if goes_on {
            Effect::Inner(operation)
        } else {
            Effect::Stopped(operation)
        });
        if matches!(pending.wait, Wait::Permit | Wait::Ended(_) | Wait::Interrupt) {
            self.note_own_interrupt();
        }
    }

    fn note_whether_interrupted(&mut self, number: usize) {
        let thread = &self.threads[number];
        self.explored
            .effects
            .push(Effect::Uses(Thing::Interrupt(address_of(thread.object)), Use::Read));
        self.explored.effects.extend(thread.interrupted.then_some(Effect::Interrupted));
    }

    /// The running thread goes by whether it is interrupted.
    pub(crate) fn note_own_interrupt(&mut self) {
        self.note_effect(Effect::Uses(
            Thing::Interrupt(address_of(self.current_thread())),
            Use::Read,
        ));
    }

    /// The running thread uses a class that was initialised after the first state, perhaps by
    /// another.
    pub(crate) fn note_use_of_class(&mut self, class: ClassRef) {
        let used = Effect::Uses(Thing::Class(address_of(class.mirror)), Use::Read);
        if self.explore.dependences
            && self.exploring
            && !self.is_settled(class)
            && !self.explored.effects.contains(&used)
        {
            self.explored.effects.push(used);
        }
    }

    /// A thread goes on because somebody notified it. Interrupted before, it could have gone on for
    /// that.
    pub(crate) fn note_woken(&mut self, thread: usize, object: Ref) {
        self.note_effect(Effect::Uses(
            Thing::Interrupt(address_of(self.threads[thread].object)),
            Use::Read,
        ));
        self.note_effect(Effect::Woke {
            thread: ThreadId(thread as u32),
            object: address_of(object),
        });
    }
}
