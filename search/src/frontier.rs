//! What the searches with a frontier share: states to be expanded are kept as snapshots of machine
//! and listener; how each was reached, as a link to its predecessor, 16 bytes, kept for good.

use crate::bytes::Bytes;
use crate::driver::{Arrival, Driver, Position};
use crate::graph::Graph;
use crate::{End, Limit};
use raceproof_base::{Choice, Listener, Machine, Schedule};

/// The states to be expanded, in the search's order.
pub(crate) trait Frontier<S>: Default {
    /// Whether all states of one depth come before any of the next.
    const BY_DEPTH: bool;

    /// Enters a state, with the listener's value of what led to it.
    fn put(&mut self, state: Waiting<S>, value: u64);

    /// The next one.
    fn take(&mut self) -> Option<Waiting<S>>;

    fn len(&self) -> usize;

    /// Bytes of memory it takes, the snapshots apart.
    fn bytes(&self) -> u64;
}

/// A state that waits to be expanded.
pub(crate) struct Waiting<S> {
    pub(crate) number: u32,
    pub(crate) depth: u64,
    snapshot: S,
    choices: Vec<Choice>,
}

/// How a state was reached.
struct Link {
    /// The state before, by its number; the first state's own is never followed.
    from: u32,
    /// What led from it.
    choice: Choice,
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
        let mut schedule = schedule_to(self.links, self.from);
        schedule.choices.push(self.choice);
        schedule
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// The transitions from the first state to the one with that number.
fn schedule_to(links: &[Link], mut number: u32) -> Schedule {
    let mut choices = Vec::new();
    while number > 0 {
        let link = &links[number as usize - 1];
        choices.push(link.choice);
        number = link.from;
    }
    choices.reverse();
    Schedule { choices }
}

/// Explores everything below the current state, and goes back to it.
pub(crate) fn search<M, L, F>(driver: &mut Driver<'_, M, L>) -> Result<(), End>
where
    M: Machine,
    L: Listener,
    F: Frontier<(M::Snapshot, L::Snapshot)>,
{
    let start = driver.save();
    let ended = spread::<M, L, F>(driver, &start);
    driver.restore(&start);
    ended
}

fn spread<M, L, F>(
    driver: &mut Driver<'_, M, L>,
    start: &(M::Snapshot, L::Snapshot),
) -> Result<(), End>
where
    M: Machine,
    L: Listener,
    F: Frontier<(M::Snapshot, L::Snapshot)>,
{
    let mut links: Vec<Link> = Vec::new();
    let mut graph = Graph::default();
    let mut frontier = F::default();
    if let Arrival::Open(choices) = driver.begin()? {
        graph.reach(driver.met(), 0);
        frontier.put(Waiting { number: 0, depth: 0, snapshot: start.clone(), choices }, u64::MAX);
    }
    while let Some(state) = frontier.take() {
        if F::BY_DEPTH {
            driver.covered(state.depth);
        }
        driver.restore(&state.snapshot);
        graph.expand(state.number);
        // Going back to the state for the next choice costs less than restoring it again.
        let mark = driver.mark();
        for (turn, &choice) in state.choices.iter().enumerate() {
            if turn > 0 {
                driver.rollback(mark);
            }
            let (from, depth) = (state.number, state.depth + 1);
            let bytes = links.bytes() + frontier.bytes() + graph.bytes();
            match driver.take(choice, &Successor { links: &links, from, choice, depth, bytes })? {
                Arrival::Over => graph.ends(),
                Arrival::Known => graph.leads_to(driver.met(), driver.progress()),
                Arrival::Open(choices) => {
                    links.push(Link { from, choice });
                    let Ok(number) = u32::try_from(links.len()) else {
                        // What a link can name; their memory alone would be 64 GB.
                        return Err(End::Limit(Limit::States(u64::from(u32::MAX))));
                    };
                    graph.reach(driver.met(), number);
                    graph.leads_to(driver.met(), driver.progress());
                    frontier.put(
                        Waiting { number, depth, snapshot: driver.save(), choices },
                        driver.value(),
                    );
                }
            }
        }
        driver.queued(frontier.len());
    }
    for component in graph.components_without_end() {
        let schedule = schedule_to(&links, component.lowest as u32);
        driver.restore(start);
        driver.follow(&schedule);
        driver.hangs(component, &schedule)?;
    }
    Ok(())
}

/// States that wait take so many bytes each, beside their own.
#[cfg(test)]
pub(crate) fn takes<F: Frontier<()>>(each: usize) {
    // Nearly as many as there is room for then.
    const STATES: usize = 1_750;
    let mut frontier = F::default();
    for number in 0..STATES as u32 {
        frontier.put(Waiting { number, depth: 0, snapshot: (), choices: Vec::new() }, 0);
    }
    assert_eq!(frontier.len(), STATES);
    let least = STATES * (each + size_of::<Waiting<()>>());
    assert!(crate::bytes::are_about(frontier.bytes(), least));
}
