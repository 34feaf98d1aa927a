//! Stateful depth-first search, which backtracks by an undo log.
//!
//! Explores every state that is reachable (within the limit of depth) once, or again if it is
//! reached by a shorter path while there is such a limit, or if no earlier visit's summary covers
//! it. Memory: the visited set, and the undo log and choices of one path.

use crate::End;
use crate::bytes::Bytes;
use crate::components::{Component, Components, Node};
use crate::driver::{Arrival, Driver, Position};
use crate::strategy::{AboutStrategy, Covers};
use raceproof_base::{Choice, Listener, Machine, Mark, Progress, Schedule};

/// What holds of this strategy.
pub(crate) const ABOUT: AboutStrategy = AboutStrategy {
    name: "dfs",
    covers: Covers::Schedules,
    keeps_states: true,
    goes_deep: true,
    goes_by_value: false,
    foresees: false,
};

/// Explores everything below the current state, and goes back to it.
///
/// A state at the limit of depth counts as an end. If it is then reached by a shorter path, what is
/// behind it is explored, but components that lead there were judged before: a livelock may be
/// missed, so the search says that it ended at the limit.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    driver.machine().goes_back_only();
    let start = driver.mark();
    let ended = descend(driver);
    driver.rollback(start);
    if driver.has_made_up() {
        driver.cut();
    }
    ended
}

/// The current path, from the first state.
struct Path<Mark> {
    levels: Vec<Level<Mark>>,
    /// The choices of all its states, one state's after the other's.
    choices: Vec<Choice>,
    components: Components,
}

/// A state on the path.
struct Level<Mark> {
    mark: Mark,
    /// Where its choices begin.
    first: usize,
    /// The first choice not yet taken; the one before is on the path.
    next: usize,
    /// The state among those that are open, and what led to it.
    node: Node,
    by: Progress,
    /// Whether this visit opened it there.
    opened: bool,
}

impl<Mark> Position for Path<Mark> {
    fn depth(&self) -> u64 {
        self.levels.len() as u64
    }

    fn schedule(&self) -> Schedule {
        Schedule { choices: self.levels.iter().map(|level| self.choices[level.next - 1]).collect() }
    }

    fn bytes(&self) -> u64 {
        self.levels.bytes() + self.choices.bytes() + self.components.bytes()
    }
}

impl<Mark: Copy> Path<Mark> {
    /// Adds the last step to the strongly connected components under construction.
    fn note(&mut self, arrival: &Arrival, state: u128, by: Progress) {
        let Some(from) = self.levels.last().map(|level| level.node) else { return };
        match arrival {
            Arrival::Open(_) => {}
            Arrival::Known => self.components.meets(from, state, by),
            Arrival::Over => self.components.ends(from),
        }
    }

    /// Goes on to the state that was reached.
    fn push(
        &mut self,
        choices: Vec<Choice>,
        mark: Mark,
        (state, is_new): (u128, bool),
        by: Progress,
    ) {
        let first = self.choices.len();
        self.choices.extend(choices);
        let (node, opened) = self.components.enter(state, is_new);
        self.levels.push(Level { mark, first, next: first, node, by, opened });
    }

    /// Everything behind the last state is explored. Answers the strongly connected component whose
    /// root it is, if no step leaves that.
    fn pop(&mut self) -> Option<(Mark, Component)> {
        let level = self.levels.pop()?;
        self.choices.truncate(level.first);
        let from = self.levels.last().map(|from| from.node);
        let component =
            self.components.leave(level.node, from.map(|from| (from, level.by)), level.opened)?;
        Some((level.mark, component))
    }
}

fn descend<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    let mut path: Path<(Mark, L::Mark)> =
        Path { levels: Vec::new(), choices: Vec::new(), components: Components::default() };
    let mut arrival = driver.begin()?;
    loop {
        path.note(&arrival, driver.met(), driver.progress());
        if let Arrival::Open(choices) = arrival {
            path.push(choices, driver.mark(), (driver.met(), driver.is_new()), driver.progress());
        }
        arrival = loop {
            let Some(level) = path.levels.last_mut() else { return Ok(()) };
            let Some(&choice) = path.choices.get(level.next) else {
                if let Some((mark, component)) = path.pop() {
                    driver.rollback(mark);
                    driver.hangs(component, &path)?;
                }
                continue;
            };
            if level.next > level.first {
                driver.rollback(level.mark);
            }
            level.next += 1;
            break driver.take(choice, &path)?;
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_base::ThreadId;

    #[test]
    fn bytes_are_those_of_the_path() {
        let mut path =
            Path { levels: Vec::new(), choices: Vec::new(), components: Components::default() };
        let choices = vec![Choice::Run(ThreadId(0)); 8];
        for state in 0..1_000 {
            path.push(choices.clone(), (), (state, true), Progress::Works);
        }
        let level = size_of::<Level<()>>() + 8 * size_of::<Choice>();
        let least = 1_000 * level + path.components.bytes() as usize;
        assert!(path.components.bytes() > 32_000);
        assert!(crate::bytes::are_about(path.bytes(), least));
    }
}
