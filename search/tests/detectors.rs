//! Searches with a detector whose knowledge depends on the path: two paths to one state are one
//! only where nothing is missed by it. The twin is every path, one after the other; a search that
//! leaves knowledge out of the state must not agree with it.

mod toys;

use raceproof_base::{Canonical, Event, Finding, FindingKind, Listener, Names};
use raceproof_search::{SearchOptions, SplitMix, StrategyKind, explore};
use std::collections::BTreeSet;
use toys::{Edge, Graph, Toy, finding, options};

const BITS: u32 = 6;

/// An edge by a number below [`BITS`] teaches that bit, as an acquire orders what was not; one by a
/// number from there on is a race for who does not know the bit. `DETECTS` is whether the search is
/// told that this matters.
#[derive(Default)]
struct Learner<const DETECTS: bool> {
    known: u64,
    found: Option<Box<Finding>>,
}

impl<const TELLS: bool> Listener for Learner<TELLS> {
    type Mark = u64;
    type Snapshot = u64;
    const DETECTS: bool = TELLS;

    fn event(&mut self, event: &Event, _names: &dyn Names) {
        let Event::Access { site, .. } = event else { return };
        match site.method.checked_sub(BITS) {
            None => self.known |= 1 << site.method,
            Some(bit) if self.known & 1 << bit == 0 => {
                self.found = Some(finding(FindingKind::DataRace, bit));
            }
            Some(_) => {}
        }
    }

    fn summary(&mut self, _names: &dyn Canonical, into: &mut Vec<u64>) {
        into.push(self.known);
    }

    /// Each bit is an access of its own, which one of the visits has to show.
    fn covers(visited: &[&[u64]], present: &[u64]) -> bool {
        visited.iter().fold(u64::MAX, |known, one| known & one[0]) & !present[0] == 0
    }

    fn finding(&mut self) -> Option<Box<Finding>> {
        self.found.take()
    }

    fn mark(&mut self) -> u64 {
        self.known
    }

    fn rollback(&mut self, to: u64) {
        self.known = to;
    }

    fn save(&mut self) -> u64 {
        self.known
    }

    fn restore(&mut self, from: &u64) {
        self.known = *from;
    }
}

/// The bits whose race is found.
fn races<const TELLS: bool>(graph: &Graph, options: &SearchOptions) -> BTreeSet<u32> {
    let answer = explore(&mut Toy::new(graph), &mut Learner::<TELLS>::default(), options, &mut ());
    assert!(answer.is_complete());
    let races = answer.findings.iter().filter(|found| found.kind == FindingKind::DataRace);
    races.map(|found| found.stack[0].line).collect()
}

/// The same by walking every path until state and knowledge come again.
fn on_all_paths(graph: &Graph) -> BTreeSet<u32> {
    let (mut races, mut met) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![(0, 0)];
    while let Some((state, known)) = open.pop() {
        if !met.insert((state, known)) {
            continue;
        }
        open.extend(graph.edges[state as usize].iter().map(|edge| match *edge {
            Edge::Race(to, number) if number < BITS => (to, known | 1 << number),
            Edge::Race(to, number) => {
                races.extend((known & 1 << (number - BITS) == 0).then_some(number - BITS));
                (to, known)
            }
            Edge::To(to) => (to, known),
            _ => panic!("{edge:?} is not made here"),
        }));
    }
    races
}

const STRATEGIES: [StrategyKind; 3] =
    [StrategyKind::DepthFirst, StrategyKind::BreadthFirst, StrategyKind::Heuristic];

/// `x = 1; synchronized (m) {}` beside `synchronized (m) {} r = x;`: both orders of the two blocks
/// lead to one state, and after only one of them the accesses race.
#[test]
fn two_orders_of_two_blocks_are_one_state_and_one_race() {
    let taught_first = vec![Edge::Race(1, 0), Edge::To(1)];
    let graph = Graph {
        edges: vec![taught_first, vec![Edge::Race(2, BITS)], Vec::new()],
        stuck: Vec::new(),
    };
    for strategy in STRATEGIES {
        assert_eq!(races::<true>(&graph, &options(strategy)), [0].into(), "{strategy:?}");
        assert_eq!(
            races::<false>(&graph, &options(strategy)),
            [].into(),
            "{strategy:?}: what the test is about"
        );
    }
}

#[test]
fn every_path_is_as_good_as_walked() {
    let mut random = SplitMix::new(11);
    let mut missed = 0;
    for round in 0..3_000 {
        let states = 4 + random.below(8);
        let is_cyclic = round % 3 == 0;
        let mut edge = |from: u64| {
            let to = if is_cyclic {
                random.below(states)
            } else {
                from + 1 + random.below((states - from - 1).min(3))
            };
            match random.below(3) {
                0 => Edge::To(to),
                1 => Edge::Race(to, random.below(u64::from(BITS)) as u32),
                _ => Edge::Race(to, BITS + random.below(u64::from(BITS)) as u32),
            }
        };
        let mut edges: Vec<Vec<Edge>> =
            (0..states - 1).map(|from| (0..1 + from % 3).map(|_| edge(from)).collect()).collect();
        edges.push(Vec::new());
        let graph = Graph { edges, stuck: Vec::new() };
        let all = on_all_paths(&graph);
        for strategy in STRATEGIES {
            assert_eq!(races::<true>(&graph, &options(strategy)), all, "{strategy:?}: {graph:?}");
            missed += usize::from(races::<false>(&graph, &options(strategy)) != all);
        }
    }
    assert!(missed > 100, "the graphs do not show the difference: {missed}");
}
