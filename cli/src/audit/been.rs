//! Where the executions towards a candidate have been: which choices were made in a state, and
//! behind which of them nothing new lies. Only who proves nothing may go by it.

use std::collections::HashMap;

use crate::machine::Fineness;

/// By state.
#[derive(Default)]
pub struct Been {
    states: HashMap<u128, Choices>,
    /// How finely the machine works: others have other choices in a state.
    on: Fineness,
    /// All that there is was seen.
    pub is_everywhere: bool,
}

/// Of a state: by number, whether a choice was made, and whether all behind it was seen.
#[derive(Clone, Copy, Default)]
struct Choices {
    made: u64,
    done: u64,
}

/// A state on a path, how many choices it has, and which was made.
#[derive(Clone, Copy)]
pub struct Step {
    pub state: u128,
    pub choices: usize,
    pub made: usize,
}

/// States of one turn: some 60 MB.
const LARGEST: usize = 1 << 20;
/// States that are kept for a candidate's next turn: enough for all of a small program.
const KEPT: usize = 1 << 13;

/// So many choices of a state are told apart.
const MOST: usize = u64::BITS as usize;

impl Been {
    /// Executions on a machine of that fineness follow.
    pub fn begin(&mut self, on: &Fineness) {
        if self.on != *on {
            *self = Self { on: on.clone(), ..Self::default() };
        }
    }

    fn of(&self, state: u128) -> Choices {
        self.states.get(&state).copied().unwrap_or_default()
    }

    /// Whether all behind a choice was seen.
    pub fn is_done(&self, state: u128, choice: usize) -> bool {
        choice < MOST && self.of(state).done >> choice & 1 == 1
    }

    /// Whether a choice was made.
    pub fn is_made(&self, state: u128, choice: usize) -> bool {
        choice < MOST && self.of(state).made >> choice & 1 == 1
    }

    /// Whether all behind a state of so many choices was seen.
    pub fn is_over(&self, state: u128, choices: usize) -> bool {
        (0..choices).all(|choice| self.is_done(state, choice))
    }

    /// Others have their turn: what is large is not kept until the next one.
    pub fn rest(&mut self) {
        if self.states.len() > KEPT {
            self.states = HashMap::new();
        }
    }

    /// Notes that a choice is made.
    pub fn make(&mut self, step: Step) {
        if self.states.len() >= LARGEST {
            self.states.clear();
        }
        if step.made < MOST {
            self.states.entry(step.state).or_default().made |= 1 << step.made;
        }
    }

    /// Notes that nothing new lies behind the last step of a path, and what follows of the others.
    pub fn finish(&mut self, path: &[Step]) {
        for step in path.iter().rev() {
            if step.made < MOST {
                self.states.entry(step.state).or_default().done |= 1 << step.made;
            }
            if !self.is_over(step.state, step.choices) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(state: u128, choices: usize, made: usize) -> Step {
        Step { state, choices, made }
    }

    #[test]
    fn a_state_is_over_when_all_behind_its_choices_was_seen() {
        let mut been = Been::default();
        let first = [step(1, 2, 0), step(2, 2, 1)];
        first.iter().for_each(|step| been.make(*step));
        been.finish(&first);
        assert!(been.is_done(2, 1) && !been.is_over(2, 2) && !been.is_done(1, 0));
        been.finish(&[step(1, 2, 0), step(2, 2, 0)]);
        assert!(been.is_over(2, 2) && been.is_done(1, 0) && !been.is_over(1, 2));
        assert!(been.is_made(1, 0) && !been.is_made(1, 1));
        been.finish(&[step(1, 2, 1)]);
        assert!(been.is_over(1, 2));
    }

    #[test]
    fn no_more_is_kept_than_a_small_program_has() {
        let mut been = Been::default();
        let make = |been: &mut Been, states: usize| {
            (0..states).for_each(|state| been.make(step(state as u128, 2, 0)));
        };
        make(&mut been, KEPT);
        been.rest();
        assert!(been.is_made(0, 0));
        make(&mut been, KEPT + 1);
        been.rest();
        assert!(!been.is_made(0, 0));
        make(&mut been, LARGEST + 1);
        assert!(been.is_made(LARGEST as u128, 0) && !been.is_made(0, 0));
    }

    #[test]
    fn of_many_choices_the_last_are_never_done() {
        let mut been = Been::default();
        for made in 0..=MOST {
            been.make(step(1, MOST + 1, made));
            been.finish(&[step(1, MOST + 1, made)]);
        }
        assert!(been.is_done(1, MOST - 1) && !been.is_done(1, MOST) && !been.is_made(1, MOST));
        assert!(!been.is_over(1, MOST + 1));
    }
}
