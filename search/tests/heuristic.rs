//! The order in which the heuristic search expands states: Figure 5 of the paper, on graphs whose
//! edges say what they are worth.

mod toys;

use raceproof_base::{Event, Listener, Names};
use raceproof_search::{SearchOptions, StrategyKind, explore};
use toys::{Edge, Graph, Toy, options};

/// An edge to a state, known by that, of a value below 16.
fn edge(to: u64, value: u32) -> Edge {
    Edge::Race(to, to as u32 * 16 + value)
}

/// Values transitions as their edges say, and notes them in the order in which they are taken. That
/// is not taken back.
#[derive(Default)]
struct Valuing {
    value: u32,
    taken: Vec<u64>,
}

impl Listener for Valuing {
    type Mark = ();
    type Snapshot = ();

    fn event(&mut self, event: &Event, _names: &dyn Names) {
        if let Event::Access { site, .. } = event {
            self.value = site.method % 16;
            self.taken.push(u64::from(site.method / 16));
        }
    }

    fn value(&self) -> u32 {
        self.value
    }

    fn mark(&mut self) {}

    fn rollback(&mut self, (): ()) {}

    fn save(&mut self) {}

    fn restore(&mut self, (): &()) {}
}

/// The states in the order in which transitions lead to them.
fn taken(edges: Vec<Vec<Edge>>) -> Vec<u64> {
    let graph = Graph { edges, stuck: Vec::new() };
    let mut listener = Valuing::default();
    let options = SearchOptions { all: true, ..options(StrategyKind::Heuristic) };
    assert!(explore(&mut Toy::new(&graph), &mut listener, &options, &mut ()).is_complete());
    listener.taken
}

/// A path that begins with a state, to one more and the end.
fn leaf(state: u64) -> Vec<Edge> {
    vec![edge(state + 100, 0)]
}

/// Of siblings the one of the largest value is expanded first, of those that are alike the first
/// that was met.
#[test]
fn the_most_promising_sibling_first() {
    let mut edges = vec![Vec::new(); 110];
    edges[0] = vec![edge(1, 1), edge(2, 3), edge(3, 1), edge(4, 2)];
    (1..=4).for_each(|state| edges[state as usize] = leaf(state));
    assert_eq!(taken(edges), [1, 2, 3, 4, 102, 104, 101, 103]);
}

/// Children come before those that waited longer, whatever the values: depth counts as much as the
/// largest value.
#[test]
fn children_before_others() {
    let mut edges = vec![Vec::new(); 110];
    edges[0] = vec![edge(1, 2), edge(2, 7)];
    edges[1] = leaf(1);
    edges[2] = vec![edge(3, 0), edge(4, 1)];
    edges[3] = leaf(3);
    edges[4] = leaf(4);
    // 2 is worth 7 + 8, 1 only 2 + 8; behind 2, 4 is worth 1 + 16 and 3 is worth 16.
    assert_eq!(taken(edges), [1, 2, 3, 4, 104, 103, 101]);
}

/// The largest value of one depth is the least of the next: then the state that was met first comes
/// first.
#[test]
fn the_largest_value_is_one_depth() {
    let with = |value| {
        let mut edges = vec![Vec::new(); 110];
        edges[0] = vec![edge(1, 8), edge(2, 8)];
        edges[1] = vec![edge(3, value)];
        edges[2] = leaf(2);
        edges[3] = leaf(3);
        taken(edges)
    };
    // 1 comes first; then 2 is worth 8 + 8, and 3 is worth 16: 2 was met before.
    assert_eq!(with(0), [1, 2, 3, 102, 103]);
    // 3 is worth 17.
    assert_eq!(with(1), [1, 2, 3, 103, 102]);
}
