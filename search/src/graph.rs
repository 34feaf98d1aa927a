//! The graph of states and transitions of a search with a frontier, kept for its strongly connected
//! components, which are computed at the end.

use crate::bytes::Bytes;
use crate::components::{Component, Components, Node};
use raceproof_base::Progress;
use rustc_hash::FxHashMap;

/// Stands for an end among the states that steps lead to.
const END: u32 = u32::MAX;

/// Where a step leads, and what it was to other threads.
#[derive(Clone, Copy)]
struct Step {
    to: u32,
    by: Progress,
}

/// States by their numbers, and the steps that lead from them.
#[derive(Default)]
pub(crate) struct Graph {
    numbers: FxHashMap<u128, u32>,
    /// Where the steps of a state begin, and how many there are.
    steps_of: Vec<(usize, u32)>,
    steps: Vec<Step>,
    /// The state whose steps are being taken.
    from: usize,
}

impl Graph {
    /// A state gets a number, unless it has one.
    pub(crate) fn reach(&mut self, state: u128, number: u32) {
        self.numbers.entry(state).or_insert(number);
    }

    /// The steps of a state follow.
    pub(crate) fn expand(&mut self, number: u32) {
        self.from = number as usize;
        if self.steps_of.len() <= self.from {
            self.steps_of.resize(self.from + 1, (0, 0));
        }
        self.steps_of[self.from] = (self.steps.len(), 0);
    }

    /// A step leads to an end.
    pub(crate) fn ends(&mut self) {
        self.put(Step { to: END, by: Progress::Works });
    }

    /// A step leads to a state that was reached before.
    pub(crate) fn leads_to(&mut self, state: u128, by: Progress) {
        let to = self.numbers.get(&state).copied().unwrap_or(END);
        self.put(Step { to, by });
    }

    fn put(&mut self, step: Step) {
        self.steps.push(step);
        self.steps_of[self.from].1 += 1;
    }

    fn steps_of(&self, number: u32) -> &[Step] {
        let (first, count) = self.steps_of.get(number as usize).copied().unwrap_or_default();
        &self.steps[first..first + count as usize]
    }

    /// The bottom strongly connected components in which no execution ends.
    pub(crate) fn components_without_end(&self) -> Vec<Component> {
        struct Level {
            number: u32,
            node: Node,
            by: Progress,
            next: usize,
        }
        let mut found = Vec::new();
        if self.steps_of.is_empty() {
            return found;
        }
        let mut components = Components::default();
        let mut seen = vec![false; self.steps_of.len()];
        let mut enter = |components: &mut Components, number: u32, by: Progress| {
            let is_new = !std::mem::replace(&mut seen[number as usize], true);
            is_new.then(|| Level {
                number,
                node: components.enter(u128::from(number), true).0,
                by,
                next: 0,
            })
        };
        let mut path: Vec<Level> = enter(&mut components, 0, Progress::Works).into_iter().collect();
        while let Some(level) = path.last_mut() {
            let from = level.node;
            match self.steps_of(level.number).get(level.next) {
                Some(Step { to: END, .. }) => {
                    level.next += 1;
                    components.ends(from);
                }
                Some(Step { to, by }) => {
                    level.next += 1;
                    match enter(&mut components, *to, *by) {
                        Some(next) => path.push(next),
                        None => components.meets(from, u128::from(*to), *by),
                    }
                }
                None => {
                    let (node, by) = (level.node, level.by);
                    path.pop();
                    let from = path.last().map(|level| (level.node, by));
                    found.extend(components.leave(node, from, true));
                }
            }
        }
        found
    }

    /// Bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.numbers.bytes() + self.steps.bytes() + self.steps_of.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_states_and_steps() {
        let mut graph = Graph::default();
        for number in 0..1_000 {
            graph.reach(u128::from(number), number);
            graph.expand(number);
            (0..4).for_each(|_| graph.ends());
        }
        let state = size_of::<(u128, u32)>() + size_of::<(usize, u32)>() + 4 * size_of::<Step>();
        assert!(crate::bytes::are_about(graph.bytes(), 1_000 * state));
    }
}
