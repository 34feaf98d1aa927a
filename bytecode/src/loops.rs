//! Natural loops: of each edge that goes back to a node which dominates its beginning, all nodes
//! that lead there without coming through that node. Those of one head are one loop.

use crate::dominators::Dominators;
use crate::graph::Graph;

/// A loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The node by which it is entered.
    pub head: usize,
    /// Its nodes in ascending order, the head among them.
    pub nodes: Vec<usize>,
}

/// The loops of a graph.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loops {
    /// By head.
    pub all: Vec<Loop>,
    /// Nodes on circles that no loop accounts for, since these can be entered by several nodes:
    /// nothing is known of their rounds.
    pub irreducible: Vec<usize>,
}

impl Loops {
    /// Of what the root of the dominators leads to.
    #[must_use]
    pub fn new(graph: &Graph, dominators: &Dominators) -> Self {
        let before = graph.reversed();
        let (mut loops, mut irreducible) = (Self::default(), Vec::new());
        for head in (0..graph.len()).filter(|node| dominators.reaches(*node)) {
            let back = before.next(head).iter().copied().filter(|from| dominators.reaches(*from));
            let (back, others): (Vec<usize>, Vec<usize>) =
                back.partition(|from| dominators.dominates(head, *from));
            let goes_back = |from: &usize| dominators.place(*from) >= dominators.place(head);
            irreducible.extend(others.into_iter().filter(goes_back).map(|from| (from, head)));
            if !back.is_empty() {
                let leading = collect(&before, &back, Some(head));
                let nodes = (0..graph.len())
                    .filter(|node| leading[*node] && dominators.reaches(*node))
                    .collect();
                loops.all.push(Loop { head, nodes });
            }
        }
        loops.irreducible = on_circles(graph, &before, &irreducible);
        loops
    }

    /// The loops that a node is in, by head.
    pub fn around(&self, node: usize) -> impl Iterator<Item = &Loop> {
        self.all.iter().filter(move |one| one.nodes.binary_search(&node).is_ok())
    }
}

/// By node, whether some of `starts` lead there without going on from `end`; these and the end are.
fn collect(graph: &Graph, starts: &[usize], end: Option<usize>) -> Vec<bool> {
    let (mut met, mut work) = (vec![false; graph.len()], starts.to_vec());
    end.into_iter().for_each(|end| met[end] = true);
    while let Some(node) = work.pop() {
        if !std::mem::replace(&mut met[node], true) {
            work.extend(graph.next(node));
        }
    }
    met
}

/// What is on a circle with one of these edges.
fn on_circles(graph: &Graph, before: &Graph, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut are_on = vec![false; graph.len()];
    for (from, to) in edges {
        let (behind, leading) = (collect(graph, &[*to], None), collect(before, &[*from], None));
        are_on
            .iter_mut()
            .zip(behind.iter().zip(leading))
            .for_each(|(on, (behind, leads))| *on |= *behind && leads);
    }
    (0..graph.len()).filter(|node| are_on[*node]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::testing::random_graphs;

    fn loops_of(next: &[&[usize]]) -> Loops {
        let graph = Graph::new(next.iter().map(|next| next.to_vec()).collect());
        Loops::new(&graph, &Dominators::new(&graph, 0))
    }

    #[test]
    fn loops_in_loops_and_with_several_ends() {
        let found = loops_of(&[&[1], &[2, 5], &[3], &[2, 4, 1], &[1], &[]]);
        let all: Vec<(usize, &[usize])> =
            found.all.iter().map(|one| (one.head, &one.nodes[..])).collect();
        assert_eq!(all, [(1, &[1, 2, 3, 4][..]), (2, &[2, 3][..])]);
        assert_eq!(found.around(3).map(|one| one.head).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(found.irreducible, []);
    }

    #[test]
    fn what_is_entered_in_two_places_is_no_loop() {
        let found = loops_of(&[&[1, 2], &[2], &[1, 3], &[]]);
        assert_eq!((found.all, found.irreducible), (Vec::new(), vec![1, 2]));
    }

    /// Every circle is in a loop, or told as irreducible.
    #[test]
    fn no_circle_is_missed() {
        let (mut circles, mut irreducible) = (0, 0);
        for graph in random_graphs(3_000) {
            let dominators = Dominators::new(&graph, 0);
            let loops = Loops::new(&graph, &dominators);
            for node in (0..graph.len()).filter(|node| dominators.reaches(*node)) {
                let is_on_circle = collect(&graph, graph.next(node), None)[node];
                let is_told =
                    loops.around(node).next().is_some() || loops.irreducible.contains(&node);
                assert_eq!(is_told, is_on_circle, "{graph:?}: {node}");
                circles += usize::from(is_on_circle);
                irreducible += usize::from(loops.irreducible.contains(&node));
            }
        }
        assert!(circles > 1_000 && irreducible > 50, "{circles} {irreducible}");
    }
}
