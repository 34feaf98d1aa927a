//! In which queue a worker of a `ForkJoinPool` looks for a task first.
//!
//! The pool draws a number for it, by a generator that each worker has of its own
//! (`linking/lower/looks.rs`). Which numbers come depends on how often the worker has looked in vain,
//! and on how many threads drew numbers before: a program can rely on none. So where operations of
//! pools are steps, the search chooses among the queues that have a task when the worker looks; what
//! was drawn before is no part of the state then. (With switches inside these operations a queue may
//! come to have a task while others are looked at, so that several orders are seen with one number.)
//!
//! What the worker does next, up to where it has a task or finds none, belongs to the same step. So
//! does what it does between two tasks of one queue.

use crate::ground::heap::Ref;
use crate::ground::native::Exec;
use crate::threads::library::AWAITS_WORK;
use crate::threads::pending::{Pending, Wait, element_address};
use crate::threads::thread::Frame;
use crate::vm::Vm;
use raceproof_base::{Effect, OperationKind, Part, Thing, Use};

/// What a worker does: it looks for tasks, and runs them.
const WORKER: (&str, &str) = (AWAITS_WORK.0, "runWorker");

/// Where it runs a task, and those that follow.
const EXECUTES: (&str, &str) = ("java/util/concurrent/ForkJoinPool$WorkQueue", "topLevelExec");

/// A worker that is done with a task asks its own queue for another, to which nobody else adds, then
/// that from which the task came (JDK 17), then says that it has none: if it finds none, all that takes
/// effect with the last look. Given the operation in which it asks first.
pub(super) fn between_tasks(frames: &[Frame], operation: usize) -> Option<usize> {
    operation.checked_sub(1).filter(|caller| is_in(&frames[*caller], EXECUTES))
}

/// A worker takes more from a queue in which it has found a task, without another look at which queue
/// (from JDK 19 on): as if it had looked.
pub(super) fn next_of_queue(frames: &[Frame]) -> Option<usize> {
    let last = frames.len().checked_sub(1)?;
    let is_apart = frames[last].code.method.part == Part::Apart;
    (is_apart && is_in(&frames[last], WORKER)).then_some(last)
}

pub(super) fn is_in(frame: &Frame, (class, method): (&str, &str)) -> bool {
    let running = frame.code.method;
    running.name.text() == method && running.class().name.text() == class
}

impl Vm {
    /// The order in which the worker that runs looks through the queues, after the one before.
    pub(crate) fn look(&mut self, before: u32) -> Exec<u64> {
        if !self.exploring || self.explore.library.are_instants() {
            let mut r = before;
            r ^= r << 13;
            r ^= r >> 17;
            r ^= r << 5;
            return Ok(u64::from(r));
        }
        let frame = self.frames.last().expect("an instruction runs in a frame");
        let pool = Ref::of(self.stack[frame.base as usize]);
        let look = Pending::on_object(OperationKind::Choose, pool, Wait::Look(pool));
        let granted = self.visible(look)?;
        self.library.looks = true;
        // A task that comes to a queue behind the one chosen would have been another choice.
        for (_, array, index) in self.next_slots(pool) {
            let variable = Thing::Variable(element_address(array, index, 4));
            self.note_effect(Effect::Uses(variable, Use::Read));
        }
        Ok(self.queues_with_tasks(pool).nth(granted.number()).map_or(0, u64::from))
    }

    /// The numbers of a pool's queues in which a task is next.
    pub(crate) fn queues_with_tasks(&self, pool: Ref) -> impl Iterator<Item = u32> {
        let slots = self.next_slots(pool).into_iter();
        slots
            .filter(|(_, array, index)| !self.heap.element(*array, *index).is_null())
            .map(|(n, ..)| n)
    }

    /// The numbers of a pool's queues, each with where its next task is or will be.
    fn next_slots(&self, pool: Ref) -> Vec<(u32, Ref, usize)> {
        let queues = self.field_ref(pool, "queues");
        let numbers = 0..if queues.is_null() { 0 } else { self.heap.length(queues) };
        let slot = |number| {
            let (array, index) = self.next_slot(self.heap.element(queues, number))?;
            Some((number as u32, array, index))
        };
        numbers.filter_map(slot).collect()
    }

    /// Where a queue has its next task.
    fn next_slot(&self, queue: Ref) -> Option<(Ref, usize)> {
        let array = (!queue.is_null()).then(|| self.field_ref(queue, "array"))?;
        let length = (!array.is_null()).then(|| self.heap.length(array)).filter(|l| *l > 0)?;
        let base = self.field(queue, "base") as u32 as usize;
        Some((array, base & (length - 1)))
    }
}
