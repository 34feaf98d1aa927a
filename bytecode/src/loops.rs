//! Natural loops: of each edge that goes back to a node which dominates its beginning, all nodes that lead there without coming
//! through that node. Those of one head are one loop.

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
    /// Nodes on circles that no loop accounts for, since these can be entered by several nodes: nothing is known of their rounds.
    pub irreducible: Vec<usize>,
}

impl Loops {
    /// Of what `root` leads to.
    #[must_use]
    pub fn new(graph: &Graph, root: usize, dominators: &Dominators) -> Self {
        let order = graph.reverse_postorder(root);
        let mut place = vec![usize::MAX; graph.len()];
        for (at, node) in order.iter().enumerate() {
            place[*node] = at;
        }
        let before = graph.reversed();
        let (mut loops, mut irreducible) = (Self::default(), Vec::new());
        for head in order {
            let back = before.next(head).iter().copied().filter(|from| place[*from] != usize::MAX);
            let (back, others): (Vec<usize>, Vec<usize>) = back.partition(|from| dominators.dominates(head, *from));
            irreducible.extend(others.into_iter().filter(|from| place[*from] >= place[head]).map(|from| (from, head)));
            if !back.is_empty() {
                let mut nodes = vec![head];
                collect(&before, back, &mut nodes, |node| place[node] != usize::MAX);
                nodes.sort_unstable();
                loops.all.push(Loop { head, nodes });
            }
        }
        loops.all.sort_unstable_by_key(|one| one.head);
        loops.irreducible = on_circles(graph, &before, &irreducible);
        loops
    }

    /// The loops that a node is in, by head.
    pub fn around(&self, node: usize) -> impl Iterator<Item = &Loop> {
        self.all.iter().filter(move |one| one.nodes.binary_search(&node).is_ok())
    }
}

/// Adds what leads to `work` without coming through what is there already.
fn collect(before: &Graph, mut work: Vec<usize>, nodes: &mut Vec<usize>, is_reached: impl Fn(usize) -> bool) {
    while let Some(node) = work.pop() {
        if !nodes.contains(&node) && is_reached(node) {
            nodes.push(node);
            work.extend(before.next(node));
        }
    }
}

/// What is on a circle with one of these edges.
fn on_circles(graph: &Graph, before: &Graph, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut all = Vec::new();
    for (from, to) in edges {
        let (mut behind, mut leading) = (Vec::new(), Vec::new());
        collect(graph, vec![*to], &mut behind, |_| true);
        collect(before, vec![*from], &mut leading, |_| true);
        all.extend(behind.into_iter().filter(|node| leading.contains(node)));
    }
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::testing::random_graphs;

    fn loops_of(next: &[&[usize]]) -> Loops {
        let graph = Graph::new(next.iter().map(|next| next.to_vec()).collect());
        Loops::new(&graph, 0, &Dominators::new(&graph, 0))
    }

    #[test]
    fn loops_in_loops_and_with_several_ends() {
        let found = loops_of(&[&[1], &[2, 5], &[3], &[2, 4, 1], &[1], &[]]);
        let all: Vec<(usize, &[usize])> = found.all.iter().map(|one| (one.head, &one.nodes[..])).collect();
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
            let loops = Loops::new(&graph, 0, &dominators);
            for node in (0..graph.len()).filter(|node| dominators.reaches(*node)) {
                let mut behind = Vec::new();
                collect(&graph, graph.next(node).to_vec(), &mut behind, |_| true);
                let is_on_circle = behind.contains(&node);
                let is_told = loops.around(node).next().is_some() || loops.irreducible.contains(&node);
                assert_eq!(is_told, is_on_circle, "{graph:?}: {node}");
                circles += usize::from(is_on_circle);
                irreducible += usize::from(loops.irreducible.contains(&node));
            }
        }
        assert!(circles > 1_000 && irreducible > 50, "{circles} {irreducible}");
    }
}
