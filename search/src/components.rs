//! Livelocks: bottom strongly connected components of the graph of states without an end, found by
//! Tarjan's algorithm (1972) while a search goes through the graph depth first.
//!
//! Each state from which no end can be reached leads to such a component: one that no step leaves,
//! and in which neither the program ends, nor an execution by a violation, nor the path by a limit.
//! A step into a state whose component is complete leaves the present one.
//!
//! Whether one is a mistake the graph alone does not say: a server's main loop is none. It is a
//! finding if other executions do end, or if all its steps only read what no thread is left to
//! change ([`Component::only_waits`]).

use crate::bytes::Bytes;
use raceproof_base::Progress;
use rustc_hash::FxHashMap;

/// A state on Tarjan's stack: its component is not complete.
struct Open {
    state: u128,
    /// The low link: the lowest position on the stack that can be reached from it.
    low: u32,
    /// A step of it leads out of its component, or ends.
    leaves: bool,
    works: bool,
    looks: bool,
    /// [`Progress::Waits`] led from it.
    waits: bool,
}

/// A bottom strongly connected component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Component {
    /// The lowest of its states' names.
    pub(crate) lowest: u128,
    works: bool,
    looks: bool,
}

impl Component {
    /// One whose threads wait for each other, for searches without the graph.
    pub(crate) const WAITS: Self = Self { lowest: 0, works: false, looks: true };

    /// One in which a thread works for ever, for searches without the graph.
    pub(crate) const WORKS: Self = Self { lowest: 0, works: true, looks: false };

    /// Whether its threads only read what others could change, and no thread changes anything.
    pub(crate) fn only_waits(self) -> bool {
        self.looks && !self.works
    }
}

/// A state on the path: its position on the stack, or none if its component is complete already and
/// it is gone through again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Node(Option<u32>);

/// Tarjan's stack: the states on the path, and those from which a state on it can be reached.
#[derive(Default)]
pub(crate) struct Components {
    positions: FxHashMap<u128, u32>,
    open: Vec<Open>,
}

impl Components {
    /// The path goes on to a state. Answers its node, and whether this visit pushes it.
    pub(crate) fn enter(&mut self, state: u128, is_new: bool) -> (Node, bool) {
        match self.positions.get(&state) {
            Some(position) => (Node(Some(*position)), false),
            None if !is_new => (Node(None), false),
            None => {
                let position = self.open.len() as u32;
                self.open.push(Open {
                    state,
                    low: position,
                    leaves: false,
                    works: false,
                    looks: false,
                    waits: false,
                });
                self.positions.insert(state, position);
                (Node(Some(position)), true)
            }
        }
    }

    /// A step from the node leads to an end.
    pub(crate) fn ends(&mut self, from: Node) {
        if let Node(Some(position)) = from {
            self.open[position as usize].leaves = true;
        }
    }

    /// A step from the node leads to a state that is pruned.
    pub(crate) fn meets(&mut self, from: Node, state: u128, by: Progress) {
        match self.positions.get(&state).copied() {
            Some(position) => self.joins(from, position, by),
            None => self.ends(from),
        }
    }

    /// A step leads from one state on the stack to another.
    fn joins(&mut self, from: Node, position: u32, by: Progress) {
        let Node(Some(from)) = from else { return };
        let from = &mut self.open[from as usize];
        from.low = from.low.min(position);
        match by {
            Progress::Works => from.works = true,
            Progress::Looks => from.looks = true,
            Progress::Waits => from.waits = true,
            Progress::Rests => {}
        }
    }

    /// Everything behind a node that was entered by a step from another is explored. Answers the
    /// component whose root it is, if no step leaves that. `opened` says whether this is the visit
    /// that pushed it.
    pub(crate) fn leave(
        &mut self,
        node: Node,
        from: Option<(Node, Progress)>,
        opened: bool,
    ) -> Option<Component> {
        let Node(Some(position)) = node else {
            // Its component was complete before.
            if let Some((from, _)) = from {
                self.ends(from);
            }
            return None;
        };
        let low = self.open[position as usize].low;
        if !opened || low < position {
            if let Some((from, by)) = from {
                self.joins(from, low, by);
            }
            return None;
        }
        let mut component = Component { lowest: u128::MAX, works: false, looks: false };
        let (mut leaves, mut waits) = (false, false);
        for state in self.open.drain(position as usize..) {
            self.positions.remove(&state.state);
            component.lowest = component.lowest.min(state.state);
            leaves |= state.leaves;
            component.works |= state.works;
            component.looks |= state.looks;
            waits |= state.waits;
        }
        // What is known of one of its states holds of all: if nothing leaves the component, it is
        // the circle through which the thread goes from there.
        component.works &= !waits;
        component.looks |= waits;
        if let Some((from, _)) = from {
            self.ends(from);
        }
        (!leaves).then_some(component)
    }

    /// Bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.positions.bytes() + self.open.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_both_tables() {
        let mut components = Components::default();
        (0..1_000).for_each(|state| _ = components.enter(state, true));
        let entry = size_of::<(u128, u32)>() + size_of::<Open>();
        assert!(crate::bytes::are_about(components.bytes(), 1_000 * entry));
    }
}
