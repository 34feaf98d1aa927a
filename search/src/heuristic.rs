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
use raceproof_base::{LARGEST_VALUE, Listener, Machine};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What holds of this strategy.
pub(crate) const ABOUT: AboutStrategy = AboutStrategy {
    name: "heuristic",
    covers: Covers::Schedules,
    keeps_states: true,
    goes_deep: true,
    goes_by_value: true,
};

/// Explores everything below the current state, and goes back to it.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    frontier::search::<M, L, Promising<_>>(driver)
}

/// By priority.
struct Promising<S>(BinaryHeap<Ranked<S>>);

struct Ranked<S> {
    priority: u64,
    state: Box<Waiting<S>>,
}

impl<S> Ord for Ranked<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.priority.cmp(&other.priority).then(other.state.number.cmp(&self.state.number))
    }
}

impl<S> PartialOrd for Ranked<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S> PartialEq for Ranked<S> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<S> Eq for Ranked<S> {}

impl<S> Default for Promising<S> {
    fn default() -> Self {
        Self(BinaryHeap::new())
    }
}

impl<S> Frontier<S> for Promising<S> {
    const BY_DEPTH: bool = false;

    fn put(&mut self, state: Waiting<S>, value: u64) {
        let priority = value.saturating_add(state.depth.saturating_mul(u64::from(LARGEST_VALUE)));
        self.0.push(Ranked { priority, state: Box::new(state) });
    }

    fn take(&mut self) -> Option<Waiting<S>> {
        self.0.pop().map(|ranked| *ranked.state)
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Ranked<S>>() + self.0.len() * size_of::<Waiting<S>>()
    }
}
