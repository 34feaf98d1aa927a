//! Searches of random graphs, cycles and all, against the slow and obvious algorithms.

mod toys;

use raceproof_base::FindingKind;
use raceproof_search::{End, Exploration, Limit, SearchOptions, SplitMix, StrategyKind};
use std::collections::BTreeSet;
use toys::{BFS, DFS, Edge, Graph, explored, explored_states, options};

const HEURISTIC: StrategyKind = StrategyKind::Heuristic;

fn random_graph(random: &mut SplitMix) -> Graph {
    let states = 1 + random.below(24);
    let most = 1 + random.below(4);
    let mut graph = Graph::default();
    for state in 0..states {
        let edges = (0..random.below(most + 1)).map(|edge| {
            // No two edges are told apart by their findings' numbers.
            let number = (state * 10 + edge) as u32 + 1000;
            match random.below(20) {
                0 => Edge::Violated(number),
                1 => Edge::Race(random.below(states), number),
                2 => Edge::Ignored,
                _ => Edge::To(random.below(states)),
            }
        });
        let edges: Vec<_> = edges.collect();
        if edges.is_empty() && random.below(2) == 0 {
            graph.stuck.push(state);
        }
        graph.edges.push(edges);
    }
    graph
}

/// The length of the shortest path to each state: by lengthening paths until nothing changes.
fn distances(graph: &Graph) -> Vec<Option<u64>> {
    let mut distances = vec![None; graph.edges.len()];
    distances[0] = Some(0);
    loop {
        let before = distances.clone();
        for (from, edges) in graph.edges.iter().enumerate() {
            for edge in edges {
                if let (&(Edge::To(to) | Edge::Race(to, _)), Some(so_far)) = (edge, distances[from])
                {
                    let to = &mut distances[to as usize];
                    *to = Some(to.map_or(so_far + 1, |known| known.min(so_far + 1)));
                }
            }
        }
        if distances == before {
            return distances;
        }
    }
}

/// What is to be expected of paths of up to some length.
#[derive(Default)]
struct Expected {
    states: BTreeSet<u64>,
    transitions: u64,
    executions: u64,
    complete: bool,
    /// Each finding's number, with the length of its shortest schedule.
    findings: BTreeSet<(u64, u32)>,
}

fn expected(graph: &Graph, limit: u64) -> Expected {
    let mut expected = Expected { complete: true, ..Expected::default() };
    for (state, distance) in distances(graph).into_iter().enumerate() {
        let Some(distance) = distance.filter(|&distance| distance <= limit) else { continue };
        let edges = &graph.edges[state];
        expected.states.insert(state as u64);
        if graph.stuck.contains(&(state as u64)) {
            expected.findings.insert((distance, state as u32));
        }
        if edges.is_empty() {
            expected.executions += 1;
        } else if distance == limit {
            expected.complete = false;
            continue;
        }
        expected.transitions += edges.len() as u64;
        for edge in edges {
            match edge {
                Edge::Violated(number) => {
                    expected.executions += 1;
                    expected.findings.insert((distance + 1, *number));
                }
                Edge::Race(_, number) => {
                    expected.findings.insert((distance + 1, *number));
                }
                _ => {}
            }
        }
    }
    expected
}

fn found(answer: &Exploration) -> BTreeSet<(u64, u32)> {
    let others = answer.findings.iter().filter(|found| found.kind != FindingKind::Livelock);
    others.map(|found| (found.schedule.len() as u64, found.stack[0].line)).collect()
}

fn numbers(findings: &BTreeSet<(u64, u32)>) -> BTreeSet<u32> {
    findings.iter().map(|&(_, number)| number).collect()
}

#[test]
fn depth_first_and_breadth_first_agree_with_the_oracle() {
    let mut random = SplitMix::new(2026);
    let mut with_findings = 0;
    for _ in 0..500 {
        let graph = random_graph(&mut random);
        let expected = expected(&graph, u64::MAX);
        with_findings += u32::from(!expected.findings.is_empty());
        for strategy in [DFS, BFS] {
            let (answer, states) = explored_states(&graph, &options(strategy), &mut ());
            assert!(answer.is_complete());
            assert_eq!(states, expected.states, "{strategy:?} {graph:?}");
            assert_eq!(answer.statistics.transitions, expected.transitions);
            assert_eq!(answer.statistics.executions, expected.executions);
            if strategy == BFS {
                // Of every finding, breadth-first search shows a shortest schedule.
                assert_eq!(found(&answer), expected.findings);
            } else {
                assert_eq!(numbers(&found(&answer)), numbers(&expected.findings));
            }

            let first = explored(&graph, &SearchOptions { all: false, ..options(strategy) });
            match expected.findings.first() {
                None => assert!(first.is_complete()),
                Some(&(shortest, _)) => {
                    assert_eq!((&first.end, first.findings.len()), (&End::Found, 1));
                    let length = first.findings[0].schedule.len() as u64;
                    assert!(if strategy == BFS { length == shortest } else { length >= shortest });
                }
            }
        }
    }
    assert!(
        (100..400).contains(&with_findings),
        "too few graphs of one sort: {with_findings} with findings"
    );
}

#[test]
fn a_limit_of_depth_means_the_same_to_both() {
    let mut random = SplitMix::new(3);
    let mut explored_again = 0;
    for _ in 0..500 {
        let graph = random_graph(&mut random);
        let limit = random.below(8);
        let expected = expected(&graph, limit);
        for strategy in [DFS, BFS] {
            let bounded = SearchOptions { max_depth: Some(limit), ..options(strategy) };
            let (answer, states) = explored_states(&graph, &bounded, &mut ());
            assert_eq!(states, expected.states, "{strategy:?} {graph:?}");
            assert_eq!(numbers(&found(&answer)), numbers(&expected.findings));
            // Behind what is explored again, from nearer, `dfs` may miss livelocks.
            let is_whole = strategy == BFS || answer.statistics.again == 0;
            if expected.complete && (is_whole || answer.is_complete()) {
                assert_eq!(answer.end, End::Complete);
            } else {
                assert_eq!(
                    (answer.end, answer.covered_depth),
                    (End::Limit(Limit::Depth(limit)), Some(limit))
                );
            }
            if strategy == BFS {
                assert_eq!(
                    (answer.statistics.transitions, answer.statistics.again),
                    (expected.transitions, 0)
                );
            }
            explored_again += answer.statistics.again;
        }
    }
    assert!(explored_again > 100, "{explored_again}");
}

/// Which states can be reached from which, by none or more steps.
fn reachable(graph: &Graph) -> Vec<BTreeSet<usize>> {
    let states = graph.edges.len();
    let mut reachable: Vec<BTreeSet<usize>> = (0..states).map(|state| [state].into()).collect();
    loop {
        let before = reachable.clone();
        for state in 0..states {
            for edge in &graph.edges[state] {
                if let Edge::To(to) | Edge::Look(to) | Edge::Wait(to) | Edge::Race(to, _) = edge {
                    let behind = reachable[*to as usize].clone();
                    reachable[state].extend(behind);
                }
            }
        }
        if reachable == before {
            return reachable;
        }
    }
}

/// The components that nothing leaves, each by its lowest state; and whether each is all looking,
/// or known to be waiting.
fn endless(graph: &Graph) -> Vec<(usize, bool)> {
    let reachable = reachable(graph);
    let ends = |state: &usize| {
        let edges = &graph.edges[*state];
        edges.is_empty()
            || edges.iter().any(|edge| matches!(edge, Edge::Violated(_) | Edge::Ignored))
    };
    let is_component = |state: &usize| {
        let states = &reachable[*state];
        states.first() == Some(state)
            && !states.iter().any(ends)
            && states.iter().all(|other| reachable[*other].contains(state))
    };
    let looks = |state: usize| {
        let mut edges = reachable[state].iter().flat_map(|state| &graph.edges[*state]);
        edges.clone().any(|edge| matches!(edge, Edge::Wait(_)))
            || edges.all(|edge| matches!(edge, Edge::Look(_)))
    };
    reachable[0].iter().copied().filter(is_component).map(|state| (state, looks(state))).collect()
}

#[test]
fn from_where_no_end_can_be_reached_is_found() {
    let mut random = SplitMix::new(14);
    let (mut looking, mut waiting, mut working, mut never) = (0, 0, 0, 0);
    for _ in 0..3_000 {
        let mut graph = random_graph(&mut random);
        let looks = random.below(4);
        for edge in graph.edges.iter_mut().flatten() {
            if let Edge::To(to) = *edge
                && random.below(4) < looks
            {
                *edge = Edge::Look(to);
            }
        }
        let reachable = reachable(&graph);
        // Of a circle that nothing leaves it may be known from anywhere on.
        for (state, _) in endless(&graph) {
            let circle: Vec<usize> = reachable[state].iter().copied().collect();
            let some = circle[random.below(circle.len() as u64) as usize];
            if circle.iter().all(|state| graph.edges[*state].len() == 1)
                && random.below(3) == 0
                && let Edge::To(to) = graph.edges[some][0]
            {
                graph.edges[some][0] = Edge::Wait(to);
                waiting += 1;
            }
        }
        let ends = expected(&graph_without_looks(&graph), u64::MAX).executions > 0;
        let components = endless(&graph);
        let wanted: BTreeSet<usize> = components
            .iter()
            .filter(|(_, looks)| *looks || ends)
            .map(|(state, _)| *state)
            .collect();
        looking += components.iter().filter(|(_, looks)| *looks).count();
        working += components.iter().filter(|(_, looks)| !looks && ends).count();
        never += components.iter().filter(|(_, looks)| !looks && !ends).count();
        for strategy in [DFS, BFS, HEURISTIC] {
            let answer = explored(&graph, &options(strategy));
            let hangs = answer.findings.iter().filter(|found| found.kind == FindingKind::Livelock);
            let lowest = |state: usize| *reachable[state].first().expect("a state reaches itself");
            let told: Vec<usize> =
                hangs.map(|found| lowest(found.stack[0].line as usize)).collect();
            let once: BTreeSet<usize> = told.iter().copied().collect();
            assert_eq!((once.len(), &once), (told.len(), &wanted), "{strategy:?} {graph:?}");
        }
    }
    let counts = [looking, waiting, working, never];
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

fn graph_without_looks(graph: &Graph) -> Graph {
    let to = |edge: &Edge| {
        if let Edge::Look(to) | Edge::Wait(to) = *edge { Edge::To(to) } else { *edge }
    };
    let edges = graph.edges.iter().map(|edges| edges.iter().map(to).collect()).collect();
    Graph { edges, stuck: graph.stuck.clone() }
}
