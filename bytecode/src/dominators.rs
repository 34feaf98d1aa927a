//! Dominators of a graph: what every way from its root to a node comes through. (Cooper, Harvey and
//! Kennedy, "A simple, fast dominance algorithm", 2001.)
//!
//! Of a graph turned round they are postdominators: where the ways that leave a branch meet again.

use crate::graph::Graph;

/// The dominators of the nodes that a root leads to.
pub struct Dominators {
    /// By node: the nearest one, other than itself, that every way to it comes through; the root
    /// has itself, and what is not reached none.
    nearest: Vec<Option<usize>>,
    /// By node: its place in an order in which each node comes behind its dominators.
    place: Vec<usize>,
}

impl Dominators {
    /// Of what `root` leads to.
    #[must_use]
    pub fn new(graph: &Graph, root: usize) -> Self {
        let order = graph.reverse_postorder(root);
        let mut place = vec![0; graph.len()];
        for (at, node) in order.iter().enumerate() {
            place[*node] = at;
        }
        let mut dominators = Self { nearest: vec![None; graph.len()], place };
        dominators.nearest[root] = Some(root);
        let before = graph.reversed();
        // Where ways meet depends on all dominators of those before a node, not on the nearest
        // alone: so all are gone through each time.
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            for node in order[1..].iter().copied() {
                let known = before
                    .next(node)
                    .iter()
                    .copied()
                    .filter(|from| dominators.nearest[*from].is_some());
                let nearest = known.reduce(|one, other| dominators.meeting(one, other));
                is_stable &= dominators.nearest[node] == nearest;
                dominators.nearest[node] = nearest;
            }
        }
        dominators
    }

    /// The nearest dominator of a node other than itself; none of the root, and of what is not
    /// reached.
    #[must_use]
    pub fn nearest(&self, node: usize) -> Option<usize> {
        self.nearest[node].filter(|nearest| *nearest != node)
    }

    /// The place of a node that is reached in an order in which each comes behind its dominators.
    pub(crate) fn place(&self, node: usize) -> usize {
        self.place[node]
    }

    /// Whether the root leads to a node.
    #[must_use]
    pub fn reaches(&self, node: usize) -> bool {
        self.nearest[node].is_some()
    }

    /// Whether every way to a node that is reached comes through another, or it is that.
    #[must_use]
    pub fn dominates(&self, one: usize, node: usize) -> bool {
        self.reaches(one) && self.reaches(node) && self.meeting(one, node) == one
    }

    /// The nearest node that dominates both of two that are reached.
    #[must_use]
    pub fn meeting(&self, mut one: usize, mut other: usize) -> usize {
        while one != other {
            let further = if self.place[one] > self.place[other] { &mut one } else { &mut other };
            *further = self.nearest[*further].unwrap_or(*further);
        }
        one
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::testing::random_graphs;

    /// By definition: whether a node is reached, if ways through another do not count.
    fn is_reached(graph: &Graph, node: usize, without: Option<usize>) -> bool {
        let (mut met, mut work) = (vec![false; graph.len()], vec![0]);
        while let Some(at) = work.pop() {
            if Some(at) != without && !std::mem::replace(&mut met[at], true) {
                work.extend(graph.next(at));
            }
        }
        met[node]
    }

    #[test]
    fn dominators_are_on_every_way() {
        let mut dominated = 0;
        for graph in random_graphs(3_000) {
            let dominators = Dominators::new(&graph, 0);
            for node in 0..graph.len() {
                let reached = is_reached(&graph, node, None);
                assert_eq!(dominators.reaches(node), reached, "{graph:?}: {node}");
                let are_on_every_way = |one: &usize| {
                    reached && (*one == node || !is_reached(&graph, node, Some(*one)))
                };
                let all: Vec<usize> = (0..graph.len()).filter(are_on_every_way).collect();
                let said: Vec<usize> =
                    (0..graph.len()).filter(|one| dominators.dominates(*one, node)).collect();
                assert_eq!(said, all, "{graph:?}: {node}");
                // All others dominate the nearest.
                let nearest = all.iter().copied().find(|one| {
                    *one != node
                        && all
                            .iter()
                            .all(|other| *other == node || dominators.dominates(*other, *one))
                });
                assert_eq!(dominators.nearest(node), nearest, "{graph:?}: {node}");
                dominated += usize::from(all.len() > 2);
            }
        }
        assert!(dominated > 1_000, "{dominated}");
    }
}
