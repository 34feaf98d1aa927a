//! The constraint graph: nodes with points-to sets, and inclusion edges, along which new objects
//! are propagated (difference propagation) to the least fixpoint.
//!
//! Nodes of a cycle have the same set in the end, and are merged. Nodes come in topological order.
//! Neither changes the result.

use super::bits::Bits;
use crate::ids::{ClassId, ObjectId};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A node: a points-to set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(pub u32);

struct NodeData<U> {
    /// The points-to set.
    objects: Bits,
    /// Those of it that were not propagated yet.
    pending: Bits,
    /// Those of it to which the uses were not applied yet.
    unused: Bits,
    next: Vec<Node>,
    /// Only objects of that class pass.
    filtered: Vec<(Node, ClassId)>,
    uses: Vec<U>,
}

impl<U> NodeData<U> {
    fn new() -> Self {
        let (objects, pending, unused) = (Bits::default(), Bits::default(), Bits::default());
        Self { objects, pending, unused, next: Vec::new(), filtered: Vec::new(), uses: Vec::new() }
    }
}

/// Nodes and edges. `U` is what is to be done with each object that comes to a node.
pub struct Graph<U> {
    nodes: Vec<NodeData<U>>,
    merged: Vec<u32>,
    ranks: Vec<u32>,
    edges: FxHashSet<(Node, Node)>,
    filtered_edges: FxHashSet<(Node, Node, ClassId)>,
    waiting: BinaryHeap<Reverse<(u32, u32)>>,
    is_waiting: Vec<bool>,
    edges_when_merged: usize,
}

/// Objects that are new at a node, and what is to be done with each.
pub struct Turn<U> {
    pub new: Bits,
    pub uses: Vec<U>,
}

const FIRST_MERGE: usize = 2_000;

impl<U: Clone> Graph<U> {
    pub fn new() -> Self {
        Self {
            nodes: Vec::new(),
            merged: Vec::new(),
            ranks: Vec::new(),
            edges: FxHashSet::default(),
            filtered_edges: FxHashSet::default(),
            waiting: BinaryHeap::new(),
            is_waiting: Vec::new(),
            edges_when_merged: FIRST_MERGE,
        }
    }

    /// So many nodes; the first of them.
    pub fn add(&mut self, count: u32) -> Node {
        let first = self.nodes.len() as u32;
        for number in first..first + count {
            self.nodes.push(NodeData::new());
            self.merged.push(number);
            self.ranks.push(number);
            self.is_waiting.push(false);
        }
        Node(first)
    }

    pub fn edge_count(&self) -> usize {
        self.edges.len() + self.filtered_edges.len()
    }

    /// The node that it was merged with.
    fn find(&mut self, node: Node) -> Node {
        let mut root = node.0;
        while self.merged[root as usize] != root {
            root = self.merged[root as usize];
        }
        let mut at = node.0;
        while self.merged[at as usize] != root {
            at = std::mem::replace(&mut self.merged[at as usize], root);
        }
        Node(root)
    }

    /// What it points to.
    pub fn objects(&self, node: Node) -> &Bits {
        let mut root = node.0;
        while self.merged[root as usize] != root {
            root = self.merged[root as usize];
        }
        &self.nodes[root as usize].objects
    }

    fn wake(&mut self, node: Node) {
        if !std::mem::replace(&mut self.is_waiting[node.0 as usize], true) {
            self.waiting.push(Reverse((self.ranks[node.0 as usize], node.0)));
        }
    }

    /// An object comes to a node.
    pub fn insert(&mut self, node: Node, object: ObjectId) {
        let node = self.find(node);
        let data = &mut self.nodes[node.0 as usize];
        if data.objects.insert(object.0) {
            data.pending.insert(object.0);
            self.wake(node);
        }
    }

    fn add_all(&mut self, node: Node, objects: &Bits) {
        let data = &mut self.nodes[node.0 as usize];
        if data.objects.add_all(objects, &mut data.pending) {
            self.wake(node);
        }
    }

    /// All objects of one node are also the other's.
    pub fn edge(&mut self, from: Node, to: Node) {
        let (from, to) = (self.find(from), self.find(to));
        if from != to && self.edges.insert((from, to)) {
            self.nodes[from.0 as usize].next.push(to);
            let objects = std::mem::take(&mut self.nodes[from.0 as usize].objects);
            self.add_all(to, &objects);
            self.nodes[from.0 as usize].objects = objects;
        }
    }

    /// Those of them that pass for that class; all that do are known.
    pub fn filtered_edge(&mut self, from: Node, to: Node, class: ClassId, passing: &Bits) {
        let (from, to) = (self.find(from), self.find(to));
        if from != to && self.filtered_edges.insert((from, to, class)) {
            self.nodes[from.0 as usize].filtered.push((to, class));
            let objects = self.nodes[from.0 as usize].objects.common(passing);
            self.add_all(to, &objects);
        }
    }

    /// From now on `done` is done with each object that comes to the node; those that are there
    /// already are the answer.
    pub fn add_use(&mut self, node: Node, done: U) -> Bits {
        let node = self.find(node);
        let data = &mut self.nodes[node.0 as usize];
        data.uses.push(done);
        // What is pending comes as new.
        data.objects.without(&data.pending)
    }

    /// All objects go along all edges. What is new at nodes is the answer, with what is to be done
    /// with each of it: only that makes new edges, so sets grow to their full size before anybody
    /// looks at them. Nobody waits for the answer if it does not go on.
    pub fn wave(
        &mut self,
        mut passing: impl FnMut(&Bits, ClassId) -> Bits,
        goes_on: impl Fn() -> bool,
    ) -> Vec<Turn<U>> {
        if self.edge_count() > self.edges_when_merged + self.edges_when_merged / 8 {
            self.merge_circles();
        }
        let mut used: Vec<Node> = Vec::new();
        while let Some(Reverse((_, number))) = self.waiting.pop().filter(|_| goes_on()) {
            let node = Node(number);
            if !std::mem::replace(&mut self.is_waiting[number as usize], false)
                || self.find(node) != node
            {
                continue;
            }
            let new = std::mem::take(&mut self.nodes[number as usize].pending);
            if new.is_empty() {
                continue;
            }
            let next = std::mem::take(&mut self.nodes[number as usize].next);
            for to in &next {
                let to = self.find(*to);
                if to != node {
                    self.add_all(to, &new);
                }
            }
            self.nodes[number as usize].next = next;
            let filtered = std::mem::take(&mut self.nodes[number as usize].filtered);
            for (to, class) in &filtered {
                let to = self.find(*to);
                self.add_all(to, &passing(&new, *class));
            }
            let data = &mut self.nodes[number as usize];
            data.filtered = filtered;
            if !data.uses.is_empty() {
                if data.unused.is_empty() {
                    used.push(node);
                }
                data.unused.add_all(&new, &mut Bits::default());
            }
        }
        used.sort_unstable();
        used.into_iter()
            .map(|node| {
                let data = &mut self.nodes[node.0 as usize];
                Turn { new: std::mem::take(&mut data.unused), uses: data.uses.clone() }
            })
            .collect()
    }

    /// Tarjan's algorithm (Depth-First Search and Linear Graph Algorithms, 1972), without
    /// recursion.
    fn merge_circles(&mut self) {
        self.edges_when_merged = self.edge_count();
        let count = self.nodes.len();
        let (mut order, mut low, mut on_stack) =
            (vec![0_u32; count], vec![0_u32; count], vec![false; count]);
        let (mut met, mut rank) = (0, count as u32);
        let (mut stack, mut path): (Vec<u32>, Vec<(u32, usize)>) = (Vec::new(), Vec::new());
        let mut circles: Vec<Vec<u32>> = Vec::new();
        for root in 0..count as u32 {
            if order[root as usize] != 0 || self.merged[root as usize] != root {
                continue;
            }
            path.push((root, 0));
            while let Some((node, taken)) = path.pop() {
                let at = node as usize;
                if taken == 0 {
                    met += 1;
                    (order[at], low[at], on_stack[at]) = (met, met, true);
                    stack.push(node);
                }
                if let Some(next) = self.nodes[at].next.get(taken).copied() {
                    path.push((node, taken + 1));
                    let next = self.find(next).0;
                    if order[next as usize] == 0 {
                        path.push((next, 0));
                    } else if on_stack[next as usize] {
                        low[at] = low[at].min(order[next as usize]);
                    }
                    continue;
                }
                if let Some((above, _)) = path.last() {
                    low[*above as usize] = low[*above as usize].min(low[at]);
                }
                if low[at] == order[at] {
                    let start = stack.iter().rposition(|other| *other == node).unwrap_or(0);
                    let circle = stack.split_off(start);
                    rank -= 1;
                    for member in &circle {
                        on_stack[*member as usize] = false;
                        self.ranks[*member as usize] = rank;
                    }
                    if circle.len() > 1 {
                        circles.push(circle);
                    }
                }
            }
        }
        circles.into_iter().for_each(|circle| self.merge(&circle));
        self.forget_twins();
        self.waiting.clear();
        for node in 0..count as u32 {
            if self.is_waiting[node as usize] {
                self.waiting.push(Reverse((self.ranks[node as usize], node)));
            }
        }
    }

    /// Edges between nodes that were merged with those of others are there twice, or lead nowhere.
    fn forget_twins(&mut self) {
        self.edges.clear();
        self.filtered_edges.clear();
        for number in 0..self.nodes.len() as u32 {
            let from = Node(number);
            let mut next = std::mem::take(&mut self.nodes[number as usize].next);
            next.iter_mut().for_each(|to| *to = self.find(*to));
            next.retain(|to| *to != from && self.edges.insert((from, *to)));
            let mut filtered = std::mem::take(&mut self.nodes[number as usize].filtered);
            filtered.iter_mut().for_each(|(to, _)| *to = self.find(*to));
            filtered.retain(|(to, class)| {
                *to != from && self.filtered_edges.insert((from, *to, *class))
            });
            let data = &mut self.nodes[number as usize];
            (data.next, data.filtered) = (next, filtered);
        }
        self.edges_when_merged = self.edge_count().max(FIRST_MERGE);
    }

    fn merge(&mut self, circle: &[u32]) {
        let Some((root, others)) = circle.split_first() else { return };
        for other in others {
            let data = std::mem::replace(&mut self.nodes[*other as usize], NodeData::new());
            self.merged[*other as usize] = *root;
            let into = &mut self.nodes[*root as usize];
            into.objects.add_all(&data.objects, &mut Bits::default());
            into.next.extend(data.next);
            into.filtered.extend(data.filtered);
            into.uses.extend(data.uses);
        }
        // Uses are idempotent.
        self.nodes[*root as usize].pending = self.nodes[*root as usize].objects.clone();
        if !self.nodes[*root as usize].pending.is_empty() {
            self.wake(Node(*root));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Edges, objects and uses in any order, circles merged at any time: each set and each use has
    /// what plain propagation gives.
    #[test]
    fn merging_changes_nothing() {
        let mut seed = 3_u64;
        let mut random = move |below: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        for _ in 0..500 {
            let count = 3 + random(10);
            let mut graph: Graph<usize> = Graph::new();
            graph.add(count as u32);
            let (mut expected, mut edges) = (vec![BTreeSet::new(); count], Vec::new());
            let (mut uses, mut done) = (Vec::new(), BTreeSet::new());
            for _ in 0..40 {
                let (one, other, object) = (random(count), random(count), random(100) as u32);
                match random(6) {
                    0 | 1 => {
                        graph.edge(Node(one as u32), Node(other as u32));
                        edges.push((one, other));
                    }
                    2 => {
                        graph.insert(Node(one as u32), ObjectId(object));
                        expected[one].insert(object);
                    }
                    3 => {
                        let there = graph.add_use(Node(one as u32), uses.len());
                        done.extend(there.iter().map(|object| (uses.len(), object)));
                        uses.push(one);
                    }
                    4 => graph.merge_circles(),
                    _ => {
                        for turn in graph.wave(|new, _| new.clone(), || true) {
                            done.extend(turn.uses.iter().flat_map(|number| {
                                turn.new.iter().map(|object| (*number, object))
                            }));
                        }
                    }
                }
            }
            for turn in graph.wave(|new, _| new.clone(), || true) {
                done.extend(
                    turn.uses
                        .iter()
                        .flat_map(|number| turn.new.iter().map(|object| (*number, object))),
                );
            }
            for _ in 0..count {
                for (from, to) in &edges {
                    let objects = expected[*from].clone();
                    expected[*to].extend(objects);
                }
            }
            for (node, expected) in expected.iter().enumerate() {
                assert!(graph.objects(Node(node as u32)).iter().eq(expected.iter().copied()));
            }
            let wanted = uses
                .iter()
                .enumerate()
                .flat_map(|(number, node)| expected[*node].iter().map(move |o| (number, *o)));
            let wanted: BTreeSet<(usize, u32)> = wanted.collect();
            assert!(wanted.is_subset(&done), "{wanted:?} {done:?}");
        }
    }
}
