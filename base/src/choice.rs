//! Choices of the scheduler, and schedules: executions as sequences of choices.

use crate::ThreadId;

/// One transition out of a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Choice {
    /// The thread performs its next visible operation.
    Run(ThreadId),
    /// The thread's timed wait, park or sleep ends by its time.
    TimeOut(ThreadId),
    /// The thread's wait or park ends for no reason, or its weak compare-and-set fails for none.
    Spurious(ThreadId),
    /// The thread's data choice has this value, counted from zero.
    Value(ThreadId, u32),
    /// The thread's `notify` wakes the waiter of that number, in order of arrival.
    Notify(ThreadId, u32),
}

impl Choice {
    /// The thread that acts.
    #[must_use]
    pub fn thread(self) -> ThreadId {
        match self {
            Self::Run(thread)
            | Self::TimeOut(thread)
            | Self::Spurious(thread)
            | Self::Value(thread, _)
            | Self::Notify(thread, _) => thread,
        }
    }
}

/// An execution: the choices from the machine's first state on. Executed again, it gives the same
/// states.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schedule {
    /// The choices, in order.
    pub choices: Vec<Choice>,
}

impl Schedule {
    /// How many transitions it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }
}
