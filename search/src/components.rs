//! Where the program can no longer end, though threads go on: from the graph of states, while a
//! search goes through it depth first.
//!
//! From a state no end can be reached just if none is in any strongly connected component behind
//! it; and every component leads on, until one does not. So what is looked for is a component
//! (Tarjan 1972) that no step leaves and in which nothing ends: not the program, nor an execution
//! by a violation, nor the path because of a limit. Steps into states that were explored before
//! leave it, unless the state is still open.
//!
//! Whether such a component is a mistake is not told by the graph alone. A server never ends, and
//! is none. So it is a finding if other executions do end; or if all that is done in it is to look
//! at what nobody is left to change ([`Component::only_waits`]).

use raceproof_base::Progress;
use rustc_hash::FxHashMap;

/// A state that is not known yet to be left for good.
struct Open {
    state: u128,
    /// The lowest position that can be reached from it.
    low: u32,
    /// Something behind it leads out of its component, or ends.
    leaves: bool,
    works: bool,
    looks: bool,
    /// From it on, all is waiting.
    waits: bool,
}

/// A component that no step leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Component {
    /// The lowest of its states' names.
    pub(crate) lowest: u128,
    works: bool,
    looks: bool,
}

impl Component {
    /// What threads are in that wait for each other.
    pub(crate) const WAITS: Self = Self { lowest: 0, works: false, looks: true };

    /// What threads are in that do something for ever, or one of them.
    pub(crate) const WORKS: Self = Self { lowest: 0, works: true, looks: false };

    /// Whether its threads only wait, by reading what others could change; and nobody does.
    pub(crate) fn only_waits(self) -> bool {
        self.looks && !self.works
    }
}

/// A state on the path, or one that was left for good and is gone through again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Node(Option<u32>);

/// The states that are open: those on the path, and those that lead back to it.
#[derive(Default)]
pub(crate) struct Components {
    positions: FxHashMap<u128, u32>,
    open: Vec<Open>,
}

impl Components {
    /// The path goes on to a state, which is to be gone through.
    /// Answers whether this visit opens it.
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

    /// A step from the node leads to a state that is not gone through again.
    pub(crate) fn meets(&mut self, from: Node, state: u128, by: Progress) {
        match self.positions.get(&state).copied() {
            Some(position) => self.joins(from, position, by),
            None => self.ends(from),
        }
    }

    /// A step from one open state leads to another.
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

    /// Everything behind a node that was entered by a step from another is explored. Answers
    /// whether it is the first of a component that nothing leaves. `entered` says whether this is
    /// the visit that opened it.
    pub(crate) fn leave(
        &mut self,
        node: Node,
        from: Option<(Node, Progress)>,
        opened: bool,
    ) -> Option<Component> {
        let Node(Some(position)) = node else {
            // It was left for good before.
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
        (self.positions.capacity() * (size_of::<(u128, u32)>() + 1)
            + self.open.capacity() * size_of::<Open>()) as u64
    }
}
