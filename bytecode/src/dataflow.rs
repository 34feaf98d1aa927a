//! Data flow: what is known of each node of a graph follows from what is known of others, and is
//! found by going on until nothing changes. Forwards or backwards, who asks says by the graph.

use crate::graph::Graph;
use std::collections::BTreeSet;

/// Updates nodes until nothing changes. `update` works out what is known of a node from what is
/// known so far, and says whether that is new; then the nodes to which it leads are updated again.
///
/// Each of `order` is updated at least once, the earliest of those that wait first: it should have
/// nodes before those to which they lead. Others are left alone. It ends if what is known only ever
/// grows, and not for ever.
pub fn stabilise(graph: &Graph, order: &[usize], mut update: impl FnMut(usize) -> bool) {
    let mut places = vec![None; graph.len()];
    for (place, node) in order.iter().enumerate() {
        places[*node] = Some(place);
    }
    let mut waiting: BTreeSet<usize> = (0..order.len()).collect();
    while let Some(place) = waiting.pop_first() {
        if update(order[place]) {
            waiting.extend(graph.next(order[place]).iter().filter_map(|to| places[*to]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::testing::random_graphs;

    /// Which nodes lead to one, as bits: in any order, what walking finds.
    #[test]
    fn what_is_stable_does_not_depend_on_the_order() {
        for graph in random_graphs(500) {
            let before = graph.reversed();
            let forwards: Vec<usize> = (0..graph.len()).collect();
            let backwards: Vec<usize> = forwards.iter().rev().copied().collect();
            for order in [forwards, backwards] {
                let mut leading = vec![0_u32; graph.len()];
                stabilise(&graph, &order, |node| {
                    let found =
                        before.next(node).iter().fold(1 << node, |all, from| all | leading[*from]);
                    std::mem::replace(&mut leading[node], found) != found
                });
                for (node, leading) in leading.iter().enumerate() {
                    let walked = before
                        .reverse_postorder(node)
                        .into_iter()
                        .fold(0, |all, from| all | 1 << from);
                    assert_eq!(*leading, walked, "{graph:?}: {node}");
                }
            }
        }
    }

    #[test]
    fn what_is_not_in_the_order_is_left_alone() {
        let graph = Graph::new(vec![vec![1], vec![2], vec![]]);
        let mut updated = Vec::new();
        stabilise(&graph, &[0, 2], |node| {
            updated.push(node);
            true
        });
        assert_eq!(updated, [0, 2]);
    }
}
