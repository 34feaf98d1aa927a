//! Breadth-first search: all states at one depth before any at the next, so that the first counterexample is a shortest
//! one.
//!
//! States that wait are kept as snapshots. How a state was reached is one link to its predecessor, 16 bytes, kept for
//! good.

use crate::driver::{Driver, Position};
use crate::{End, Limit};
use raceproof_base::{Choice, Listener, Machine, Schedule};
use std::collections::VecDeque;

/// Explores everything below the current state, and goes back to it.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    let start = driver.save();
    let ended = spread(driver, &start);
    driver.restore(&start);
    ended
}

/// How a state was reached.
struct Link {
    /// The state before, by its number; the first state's own is never followed.
    from: u32,
    /// What led from it.
    choice: Choice,
}

/// A state that waits to be explored.
struct Waiting<Snapshot> {
    number: u32,
    depth: u64,
    snapshot: Snapshot,
    choices: Vec<Choice>,
}

/// The state that one choice of another leads to.
struct Successor<'a> {
    /// The links of states one and on.
    links: &'a [Link],
    from: u32,
    choice: Choice,
    depth: u64,
    bytes: u64,
}

impl Position for Successor<'_> {
    fn depth(&self) -> u64 {
        self.depth
    }

    fn schedule(&self) -> Schedule {
        let mut choices = vec![self.choice];
        let mut number = self.from;
        while number > 0 {
            let link = &self.links[number as usize - 1];
            choices.push(link.choice);
            number = link.from;
        }
        choices.reverse();
        Schedule { choices }
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }
}

fn spread<M: Machine, L: Listener>(
    driver: &mut Driver<'_, M, L>,
    start: &(M::Snapshot, L::Snapshot),
) -> Result<(), End> {
    let mut links = Vec::new();
    let mut frontier = VecDeque::new();
    if let Some(choices) = driver.begin()? {
        frontier.push_back(Waiting { number: 0, depth: 0, snapshot: start.clone(), choices });
    }
    while let Some(state) = frontier.pop_front() {
        driver.covered(state.depth);
        driver.restore(&state.snapshot);
        // Going back to the state for the next choice costs less than restoring it again.
        let mark = driver.mark();
        for (turn, &choice) in state.choices.iter().enumerate() {
            if turn > 0 {
                driver.rollback(mark);
            }
            let bytes = links.capacity() * size_of::<Link>() + frontier.capacity() * size_of_val(&state);
            let position =
                Successor { links: &links, from: state.number, choice, depth: state.depth + 1, bytes: bytes as u64 };
            let Some(choices) = driver.take(choice, &position)? else { continue };
            let depth = position.depth;
            links.push(Link { from: state.number, choice });
            let Ok(number) = u32::try_from(links.len()) else {
                // What a link can name; their memory alone would be 64 GB.
                return Err(End::Limit(Limit::States(u64::from(u32::MAX))));
            };
            frontier.push_back(Waiting { number, depth, snapshot: driver.save(), choices });
        }
        driver.queued(frontier.len());
    }
    Ok(())
}
