//! A directed graph of numbered nodes: instructions, blocks, methods that call each other.

/// Who leads to whom.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    next: Vec<Vec<usize>>,
}

impl Graph {
    /// By node: where it leads.
    #[must_use]
    pub fn new(next: Vec<Vec<usize>>) -> Self {
        Self { next }
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.next.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// Where a node leads.
    #[must_use]
    pub fn next(&self, node: usize) -> &[usize] {
        &self.next[node]
    }

    /// The same with each edge the other way round.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut next = vec![Vec::new(); self.len()];
        for (from, to) in self.edges() {
            next[to].push(from);
        }
        Self { next }
    }

    /// All edges, by where they begin.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        self.next.iter().enumerate().flat_map(|(from, next)| next.iter().map(move |to| (from, *to)))
    }

    /// What a root leads to, each node before those that it leads to, but for edges of circles.
    #[must_use]
    pub fn reverse_postorder(&self, root: usize) -> Vec<usize> {
        let mut met = vec![false; self.len()];
        met[root] = true;
        let (mut order, mut path) = (Vec::new(), vec![(root, 0)]);
        while let Some((node, taken)) = path.last_mut() {
            if let Some(to) = self.next[*node].get(*taken).copied() {
                *taken += 1;
                if !std::mem::replace(&mut met[to], true) {
                    path.push((to, 0));
                }
            } else {
                order.push(*node);
                path.pop();
            }
        }
        order.reverse();
        order
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::Graph;

    /// So many graphs of up to a dozen nodes, the same each time.
    pub(crate) fn random_graphs(count: usize) -> impl Iterator<Item = Graph> {
        let mut seed = 1u64;
        let mut random = move |below: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        (0..count).map(move |_| {
            let nodes = 1 + random(12);
            let next = (0..nodes).map(|node| match random(4) {
                0 => vec![random(nodes)],
                1 => vec![random(nodes), random(nodes)],
                2 => Vec::new(),
                _ => vec![(node + 1) % nodes],
            });
            Graph::new(next.collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::testing::random_graphs;

    #[test]
    fn who_is_led_to_comes_later_or_back() {
        for graph in random_graphs(1_000) {
            let order = graph.reverse_postorder(0);
            let place = |node: usize| order.iter().position(|one| *one == node);
            let leads = |from: usize, to: usize| {
                let (mut met, mut work) = (vec![false; graph.len()], vec![from]);
                while let Some(at) = work.pop() {
                    if !std::mem::replace(&mut met[at], true) {
                        work.extend(graph.next(at));
                    }
                }
                met[to]
            };
            assert!(
                (0..graph.len()).all(|node| place(node).is_some() == leads(0, node)),
                "{graph:?}"
            );
            for (from, to) in graph.edges().filter(|(from, _)| place(*from).is_some()) {
                assert!(
                    place(from) < place(to) || leads(to, from),
                    "{graph:?}: {from} to {to} in {order:?}"
                );
            }
            assert_eq!(graph.reversed().reversed().edges().count(), graph.edges().count());
        }
    }
}
