//! Livelocks of threads that wait for each other by reading, in one execution: for searches without
//! the graph of states.
//!
//! An execution comes back to a state, and since then every enabled thread has taken steps, each of
//! which only read ([`Progress::Looks`], [`Progress::Waits`]) or let others go on, as the thread's
//! one choice. Then every schedule from there is such a cycle: no step changes what others read, so
//! each thread goes round its own loop, in whatever order they are scheduled.

use raceproof_base::{Choice, Progress, ThreadId};
use rustc_hash::FxHashMap;

/// So many steps without one that works pass before states are compared, which costs more than most
/// steps.
const PATIENCE: usize = 32;

/// The longest suffix of an execution without a step that works.
#[derive(Default)]
pub(crate) struct Waiting {
    states: FxHashMap<u128, usize>,
    steps: Vec<(ThreadId, Progress)>,
}

impl Waiting {
    /// The execution has taken a choice, of these, to a state. Answers the steps since it was in
    /// that state before, if none of them works and one looks.
    pub(crate) fn goes_on(
        &mut self,
        (choice, choices): (Choice, &[Choice]),
        by: Progress,
        state: impl FnOnce() -> u128,
    ) -> Option<&[(ThreadId, Progress)]> {
        let thread = choice.thread();
        let is_only_way = choices.iter().filter(|other| other.thread() == thread).count() == 1;
        if by == Progress::Works || !is_only_way {
            self.states.clear();
            self.steps.clear();
            return None;
        }
        self.steps.push((thread, by));
        if self.steps.len() < PATIENCE {
            return None;
        }
        let first = *self.states.entry(state()).or_insert(self.steps.len());
        let round = &self.steps[first..];
        let looks = round.iter().any(|(_, by)| matches!(by, Progress::Looks | Progress::Waits));
        looks.then_some(round)
    }
}
