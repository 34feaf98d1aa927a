//! Best-first search, complete: Figure 5 of JRF (Kim, Yavuz-Kahveci, Sanders, "Precise data race
//! detection in a relaxed memory model").
//!
//! A state's priority is the heuristic value of the transition to it plus its depth times the
//! largest value, so the successors of the state just expanded come before all others. Values are
//! the listener's ([`Listener::value`]). Of equal priorities, which the paper leaves open, the
//! state met first comes first.

use crate::End;
use crate::driver::Driver;
use crate::frontier::{self, Frontier, Waiting};
use crate::strategy::{AboutStrategy, Covers};
use priority_queue::PriorityQueue;
use raceproof_base::{LARGEST_VALUE, Listener, Machine};
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::hash::{Hash, Hasher};

/// What holds of this strategy.
pub(crate) const ABOUT: AboutStrategy = AboutStrategy {
    name: "heuristic",
    covers: Covers::Schedules,
    keeps_states: true,
    goes_deep: true,
    goes_by_value: true,
    foresees: false,
};

/// Explores everything below the current state, and goes back to it.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    frontier::search::<M, L, Promising<_>>(driver)
}

/// The value first, then which state was met first.
type Priority = (u64, Reverse<u32>);

/// By priority.
struct Promising<S>(PriorityQueue<Numbered<S>, Priority, FxBuildHasher>);

/// A state is the one with its number.
struct Numbered<S>(Box<Waiting<S>>);

impl<S> PartialEq for Numbered<S> {
    fn eq(&self, other: &Self) -> bool {
        self.0.number == other.0.number
    }
}

impl<S> Eq for Numbered<S> {}

impl<S> Hash for Numbered<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.number.hash(state);
    }
}

impl<S> Default for Promising<S> {
    fn default() -> Self {
        Self(PriorityQueue::with_default_hasher())
    }
}

impl<S> Frontier<S> for Promising<S> {
    const BY_DEPTH: bool = false;

    fn put(&mut self, state: Waiting<S>, value: u64) {
        let value = value.saturating_add(state.depth.saturating_mul(u64::from(LARGEST_VALUE)));
        let priority = (value, Reverse(state.number));
        self.0.push(Numbered(Box::new(state)), priority);
    }

    fn take(&mut self) -> Option<Waiting<S>> {
        self.0.pop().map(|(state, _)| *state.0)
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn bytes(&self) -> u64 {
        (self.0.capacity() * ENTRY + self.0.len() * size_of::<Waiting<S>>()) as u64
    }
}

/// Bytes of an entry of the queue: its hash, the state and its priority; its place in the table of
/// hashes, in the heap and back.
const ENTRY: usize = 2 * size_of::<usize>() + size_of::<Priority>() + 3 * size_of::<usize>();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_the_states_that_wait_and_their_places() {
        frontier::takes::<Promising<()>>(size_of::<Priority>() + 5 * size_of::<usize>());
    }
}
