//! Breadth-first search: all states at one depth before any at the next, so that the first
//! counterexample is a shortest one.

use crate::End;
use crate::bytes::Bytes;
use crate::driver::Driver;
use crate::frontier::{self, Frontier, Waiting};
use crate::strategy::{AboutStrategy, Covers};
use raceproof_base::{Listener, Machine};
use std::collections::VecDeque;

/// What holds of this strategy.
pub(crate) const ABOUT: AboutStrategy = AboutStrategy {
    name: "bfs",
    covers: Covers::Schedules,
    keeps_states: true,
    goes_deep: false,
    goes_by_value: false,
    foresees: false,
};

/// Explores everything below the current state, and goes back to it.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    frontier::search::<M, L, Layers<_>>(driver)
}

/// First in, first out.
struct Layers<S>(VecDeque<Waiting<S>>);

impl<S> Default for Layers<S> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<S> Frontier<S> for Layers<S> {
    const BY_DEPTH: bool = true;

    fn put(&mut self, state: Waiting<S>, _value: u64) {
        self.0.push_back(state);
    }

    fn take(&mut self) -> Option<Waiting<S>> {
        self.0.pop_front()
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_the_states_that_wait() {
        frontier::takes::<Layers<()>>(0);
    }
}
