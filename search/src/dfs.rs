//! Depth-first search: goes on from the state just reached, and back by rolling back.
//!
//! Explores every state that is reachable (within the limit of depth, by a path within it) once, or again if it is
//! reached by a shorter path while there is such a limit. Memory: the visited set, and the undo log and choices of one
//! path.

use crate::End;
use crate::driver::{Driver, Position};
use raceproof_base::{Choice, Listener, Machine, Mark, Schedule};

/// Explores everything below the current state, and goes back to it.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    let start = driver.mark();
    let ended = descend(driver);
    driver.rollback(start);
    ended
}

/// The current path, from the first state.
struct Path<Mark> {
    levels: Vec<Level<Mark>>,
    /// The choices of all its states, one state's after the other's.
    choices: Vec<Choice>,
}

/// A state on the path.
struct Level<Mark> {
    mark: Mark,
    /// Where its choices begin.
    first: usize,
    /// The first choice not yet taken; the one before is on the path.
    next: usize,
}

impl<Mark> Position for Path<Mark> {
    fn depth(&self) -> u64 {
        self.levels.len() as u64
    }

    fn schedule(&self) -> Schedule {
        Schedule { choices: self.levels.iter().map(|level| self.choices[level.next - 1]).collect() }
    }

    fn bytes(&self) -> u64 {
        (self.levels.capacity() * size_of::<Level<Mark>>() + self.choices.capacity() * size_of::<Choice>()) as u64
    }
}

fn descend<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    let mut path: Path<(Mark, L::Mark)> = Path { levels: Vec::new(), choices: Vec::new() };
    let mut reached = driver.begin()?;
    loop {
        if let Some(choices) = reached.take() {
            let first = path.choices.len();
            path.choices.extend(choices);
            path.levels.push(Level { mark: driver.mark(), first, next: first });
        }
        let Some(level) = path.levels.last_mut() else { return Ok(()) };
        let Some(&choice) = path.choices.get(level.next) else {
            path.choices.truncate(level.first);
            path.levels.pop();
            continue;
        };
        if level.next > level.first {
            driver.rollback(level.mark);
        }
        level.next += 1;
        reached = driver.take(choice, &path)?;
    }
}
