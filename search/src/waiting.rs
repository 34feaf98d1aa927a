//! Livelocks of threads that wait for each other by reading, in one execution: for searches without
//! the graph of states.
//!
//! An execution comes back to a state, and since then every enabled thread has taken steps, each of
//! which only read ([`Progress::Looks`], [`Progress::Waits`]) or let others go on, as the thread's
//! one choice. Then every schedule from there is such a cycle: no step changes what others read, so
//! each thread goes round its own loop, in whatever order they are scheduled.

use raceproof_base::{Choice, Progress, ThreadId};
use rustc_hash::FxHashMap;

/// The longest suffix of an execution without a step that works.
#[derive(Default)]
pub(crate) struct Waiting {
    states: FxHashMap<u128, usize>,
    steps: Vec<(ThreadId, Progress)>,
}

impl Waiting {
    /// The execution has taken a choice, of these, to a state. Answers whether all enabled threads
    /// only wait there.
    pub(crate) fn goes_on(
        &mut self,
        (choice, choices): (Choice, &[Choice]),
        by: Progress,
        state: u128,
        able: impl FnOnce() -> Vec<ThreadId>,
    ) -> bool {
        let thread = choice.thread();
        let is_only_way = choices.iter().filter(|other| other.thread() == thread).count() == 1;
        if by == Progress::Works || !is_only_way {
            self.states.clear();
            self.steps.clear();
            return false;
        }
        self.steps.push((thread, by));
        let first = *self.states.entry(state).or_insert(self.steps.len());
        let round = &self.steps[first..];
        let looks = round.iter().any(|(_, by)| matches!(by, Progress::Looks | Progress::Waits));
        let able = if looks { able() } else { return false };
        !able.is_empty() && able.iter().all(|thread| round.iter().any(|(other, _)| other == thread))
    }
}
