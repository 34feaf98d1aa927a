//! The heuristic search of Kim, Yavuz-Kahveci and Sanders (Figure 5): goes to the most promising successor first.
//!
//! A state's priority is the heuristic value of what led to it plus its depth times the largest value, so the children of the
//! state just expanded come before all others. Values are the listener's ([`Listener::value`]); of equal priorities, which the
//! paper leaves open, the state that was met first comes first. Every state is kept as a snapshot until it is expanded, with a whole copy of
//! what the listener knows.

use crate::driver::{Driver, Position};
use crate::{End, Limit};
use raceproof_base::{Choice, Listener, Machine, Schedule};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The largest heuristic value: `WRITE_written_by_other`.
const MAX: u64 = 8;

/// Explores everything below the current state, and goes back to it.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    let start = driver.save();
    let ended = pursue(driver, &start);
    driver.restore(&start);
    ended
}

/// How a state was reached: the one before, by its number, and what led from it.
struct Link {
    from: u32,
    choice: Choice,
}

/// A state that waits to be expanded.
struct Waiting<Snapshot> {
    depth: u64,
    snapshot: Snapshot,
    choices: Vec<Choice>,
}

struct Successor<'a> {
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

fn pursue<M: Machine, L: Listener>(
    driver: &mut Driver<'_, M, L>,
    start: &(M::Snapshot, L::Snapshot),
) -> Result<(), End> {
    let mut links: Vec<Link> = Vec::new();
    let mut queue = BinaryHeap::new();
    let mut waiting = Slots::default();
    if let Some(choices) = driver.begin()? {
        let place = waiting.put(Waiting { depth: 0, snapshot: start.clone(), choices });
        queue.push((u64::MAX, Reverse(0), place));
    }
    while let Some((_, Reverse(number), place)) = queue.pop() {
        let Some(state) = waiting.take(place) else { continue };
        driver.restore(&state.snapshot);
        // Going back to the state for the next choice costs less than restoring it again.
        let mark = driver.mark();
        for (turn, &choice) in state.choices.iter().enumerate() {
            if turn > 0 {
                driver.rollback(mark);
            }
            let bytes = links.capacity() * size_of::<Link>() + waiting.slots.capacity() * size_of_val(&state);
            let depth = state.depth + 1;
            let position = Successor { links: &links, from: number, choice, depth, bytes: bytes as u64 };
            let Some(choices) = driver.take(choice, &position)? else { continue };
            let priority = driver.value() + depth.saturating_mul(MAX);
            links.push(Link { from: number, choice });
            let Ok(next) = u32::try_from(links.len()) else {
                return Err(End::Limit(Limit::States(u64::from(u32::MAX))));
            };
            let place = waiting.put(Waiting { depth, snapshot: driver.save(), choices });
            queue.push((priority, Reverse(next), place));
        }
        driver.queued(queue.len());
    }
    Ok(())
}

/// The states that wait, where the queue's entries name them.
struct Slots<T> {
    slots: Vec<Option<T>>,
    free: Vec<usize>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self { slots: Vec::new(), free: Vec::new() }
    }
}

impl<T> Slots<T> {
    fn put(&mut self, value: T) -> usize {
        match self.free.pop() {
            Some(place) => {
                self.slots[place] = Some(value);
                place
            }
            None => {
                self.slots.push(Some(value));
                self.slots.len() - 1
            }
        }
    }

    fn take(&mut self, place: usize) -> Option<T> {
        self.free.push(place);
        self.slots[place].take()
    }
}
