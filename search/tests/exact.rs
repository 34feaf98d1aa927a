//! Exhaustive searches of toy machines whose figures are known by arithmetic.

mod toys;

use raceproof_base::{FindingKind, Schedule};
use raceproof_search::{Chance, End, Limit, SearchOptions, StrategyKind, explore, replay};
use toys::{BFS, DFS, Edge, Graph, Grid, Model, Ring, Toy, Tree, explored, finding, options, run};

/// States, transitions, revisits, executions; and the longest path of either search.
fn check(model: &dyn Model, expected: (u64, u64, u64, u64), depths: (u64, u64)) {
    for (strategy, depth) in [(DFS, depths.0), (BFS, depths.1)] {
        let answer = explored(model, &options(strategy));
        let counted = &answer.statistics;
        assert_eq!(answer.end, End::Complete);
        assert_eq!(answer.covered_depth, None);
        assert_eq!(
            (counted.states, counted.transitions, counted.revisited, counted.executions),
            expected
        );
        assert_eq!(counted.max_depth, depth, "{strategy:?}");
        assert_eq!(counted.again, 0);
    }
}

#[test]
fn grids() {
    for threads in 1..=4 {
        for steps in [1, 2, 5] {
            let states = (steps + 1u64).pow(threads);
            let transitions = u64::from(threads) * steps * (steps + 1).pow(threads - 1);
            let depth = u64::from(threads) * steps;
            let grid = Grid { threads, steps, stuck: false };
            check(&grid, (states, transitions, transitions + 1 - states, 1), (depth, depth));
        }
    }
}

#[test]
fn nothing_to_do() {
    check(&Grid { threads: 0, steps: 1, stuck: false }, (1, 0, 0, 1), (0, 0));
}

#[test]
fn rings() {
    for states in [1, 2, 3, 100] {
        // The last transition closes the ring.
        check(
            &Ring { states, both_ways: false, bad: None },
            (states, states, 1, 0),
            (states, states),
        );
    }
    // Both ways, breadth-first meets itself at the far side, and goes one step beyond what it
    // knows.
    check(&Ring { states: 10, both_ways: true, bad: None }, (10, 20, 11, 0), (10, 6));
}

#[test]
fn every_state_to_every_state() {
    for states in [2, 7, 30] {
        let all: Vec<u64> = (0..states).collect();
        let edges = vec![&all[..]; states as usize];
        check(
            &Graph::of(&edges),
            (states, states * states, states * states - states + 1, 0),
            (states, 2),
        );
    }
}

#[test]
fn a_diamond() {
    check(&Graph::of(&[&[1, 2], &[3], &[3], &[]]), (4, 4, 1, 1), (2, 2));
}

#[test]
fn trees_share_nothing() {
    for height in [1, 2, 10] {
        let leaves = 1 << height;
        check(
            &Tree { height },
            (2 * leaves - 1, 2 * leaves - 2, 0, leaves),
            (u64::from(height), u64::from(height)),
        );
    }
}

#[test]
fn a_deep_path_needs_no_deep_stack() {
    check(
        &Grid { threads: 1, steps: 99_999, stuck: false },
        (100_000, 99_999, 0, 1),
        (99_999, 99_999),
    );
}

#[test]
fn what_goes_on_for_too_long_is_cut_off_and_the_rest_explored() {
    // Of the first state's two ways one is very long, and the other, taken last, ends in a
    // violation.
    let mut edges: Vec<Vec<Edge>> = (0..150_000).map(|state| vec![Edge::To(state + 1)]).collect();
    edges[0].push(Edge::Violated(7));
    edges.push(Vec::new());
    let graph = Graph { edges, stuck: Vec::new() };
    for strategy in [DFS, BFS] {
        let answer = explored(&graph, &options(strategy));
        assert_eq!(
            (answer.end, answer.findings.len()),
            (End::Limit(Limit::Depth(100_000)), 1),
            "{strategy:?}"
        );
        assert_eq!((answer.statistics.executions, answer.covered_depth), (1, None));
        let deeper = SearchOptions { max_depth: Some(200_000), ..options(strategy) };
        assert_eq!(
            (explored(&graph, &deeper).end, answer.findings.len()),
            (End::Complete, 1),
            "{strategy:?}"
        );
    }
}

#[test]
fn breadth_first_queues_no_more_than_the_broadest_level() {
    let answer = explored(&Tree { height: 6 }, &options(BFS));
    // The leaves end, so they never wait; all of the level above does.
    assert_eq!((answer.statistics.max_queue, answer.statistics.queue), (32, 0));
    // Best-first, where nothing has a value: depth first, one more at each level.
    let answer = explored(&Tree { height: 6 }, &options(StrategyKind::Heuristic));
    assert_eq!((answer.statistics.max_queue, answer.statistics.queue), (6, 0));
}

#[test]
fn best_first_takes_many_states_for_as_many() {
    let answer = explored(&Tree { height: 12 }, &options(StrategyKind::Heuristic));
    assert_eq!((answer.end, answer.statistics.states), (End::Complete, 8_191));
}

#[test]
fn a_deadlock_in_the_last_corner() {
    for strategy in [DFS, BFS] {
        let grid = Grid { threads: 3, steps: 2, stuck: true };
        let answer = explored(&grid, &options(strategy));
        assert_eq!(answer.end, End::Complete);
        assert_eq!((answer.statistics.states, answer.statistics.executions), (27, 1));
        let [deadlock] = &answer.findings[..] else { panic!("{:?}", answer.findings) };
        assert_eq!((deadlock.kind, deadlock.schedule.len()), (FindingKind::Deadlock, 6));
        // Both take the first thread first.
        assert_eq!(deadlock.schedule.choices, [0, 0, 1, 1, 2, 2].map(run));

        let first = explored(&grid, &SearchOptions { all: false, ..options(strategy) });
        assert_eq!((first.end, first.findings.len()), (End::Found, 1));
    }
}

#[test]
fn a_first_state_that_is_a_deadlock() {
    let stuck = Graph { edges: vec![vec![]], stuck: vec![0] };
    for strategy in [DFS, BFS, StrategyKind::Random] {
        let chance = Chance { seed: 0, runs: 3, ..Chance::default() };
        let answer = explored(&stuck, &SearchOptions { all: false, chance, ..options(strategy) });
        let states = u64::from(strategy.about().keeps_states);
        assert_eq!(
            (answer.end, answer.statistics.states, answer.statistics.transitions),
            (End::Found, states, 0)
        );
        assert_eq!(answer.findings[0].schedule, Schedule::default());
    }
}

#[test]
fn what_happened_before_the_first_state_is_found_there() {
    let grid = Grid { threads: 1, steps: 2, stuck: false };
    let told = || [1, 2].map(|line| *finding(FindingKind::Assertion, line)).to_vec();
    for (all, found, transitions) in [(true, 2, 2), (false, 1, 0)] {
        let mut toy = Toy::new(&grid);
        toy.noticed = told();
        let options = SearchOptions { all, ..options(DFS) };
        let answer = explore(&mut toy, &mut (), &options, &mut ());
        assert_eq!((answer.findings.len(), answer.statistics.transitions), (found, transitions));
        assert!(answer.findings.iter().all(|found| found.schedule.is_empty()));
    }
    let mut toy = Toy::new(&grid);
    toy.noticed = told();
    let again = replay(&mut toy, &mut (), &Schedule::default(), None);
    assert_eq!(again.findings.len(), 2);
}

#[test]
fn a_step_that_is_cancelled_ends_the_search_by_its_cause() {
    let graph = Graph { edges: vec![vec![Edge::To(1)], vec![Edge::Cancelled]], stuck: vec![] };
    for strategy in StrategyKind::ALL {
        let chance = Chance { seed: 0, runs: 1, ..Chance::default() };
        let options = SearchOptions { chance, memory: Some(1 << 40), ..options(*strategy) };
        assert_eq!(explored(&graph, &options).end, End::Limit(Limit::Memory(1 << 40)));
    }
}

#[test]
fn breadth_first_finds_the_short_way_round() {
    for bad in 1..12 {
        let ring = Ring { states: 12, both_ways: true, bad: Some(bad) };
        let first = |strategy| {
            let answer = explored(&ring, &SearchOptions { all: false, ..options(strategy) });
            assert_eq!((answer.end, answer.findings.len()), (End::Found, 1));
            answer.findings[0].schedule.len() as u64
        };
        assert_eq!(first(BFS), bad.min(12 - bad));
        assert_eq!(first(DFS), bad);
        // All ways of meeting one finding are one finding, with the shortest schedule met.
        let all = explored(&ring, &options(DFS));
        assert_eq!((all.end, all.findings.len(), all.statistics.violations), (End::Complete, 1, 2));
    }
}

#[test]
fn what_was_covered_when_the_first_finding_ended_the_search() {
    let ring = Ring { states: 12, both_ways: true, bad: Some(4) };
    let answer = explored(&ring, &SearchOptions { all: false, ..options(BFS) });
    assert_eq!(answer.covered_depth, Some(3));
}

#[test]
fn a_race_ends_the_search_or_its_path_goes_on() {
    // The race lies on the longer way first taken, and on a shorter one.
    let edges = vec![
        vec![Edge::To(1), Edge::Race(2, 9)],
        vec![Edge::Race(2, 9)],
        vec![Edge::Race(3, 8), Edge::To(3)],
        vec![],
    ];
    let graph = Graph { edges, stuck: vec![] };
    for strategy in [DFS, BFS] {
        let answer = explored(&graph, &options(strategy));
        let counted = &answer.statistics;
        assert_eq!((counted.states, counted.transitions, counted.revisited), (4, 5, 2));
        let lengths: Vec<_> =
            answer.findings.iter().map(|f| (f.stack[0].line, f.schedule.len())).collect();
        // Depth-first, the state below was explored by the longer way only.
        assert_eq!(lengths, [(9, 1), (8, if strategy == DFS { 3 } else { 2 })]);

        let first = explored(&graph, &SearchOptions { all: false, ..options(strategy) });
        assert_eq!((first.end, first.findings.len()), (End::Found, 1));
    }
}

#[test]
fn a_path_of_no_interest_is_left() {
    let graph = Graph {
        edges: vec![vec![Edge::Ignored, Edge::To(1), Edge::Ignored], vec![]],
        stuck: vec![],
    };
    for strategy in [DFS, BFS] {
        let answer = explored(&graph, &options(strategy));
        assert!(answer.is_complete());
        assert_eq!(
            (answer.statistics.ignored, answer.statistics.executions, answer.statistics.states),
            (2, 1, 2)
        );
    }
}

#[test]
fn what_is_not_modelled_ends_its_execution_only() {
    let edges = vec![
        vec![Edge::Unsupported, Edge::To(1)],
        vec![Edge::To(0), Edge::Unsupported, Edge::To(2)],
        vec![],
    ];
    let graph = Graph { edges, stuck: vec![] };
    for strategy in [DFS, BFS] {
        let answer = explored(&graph, &options(strategy));
        assert_eq!(
            (answer.end, answer.statistics.states, answer.statistics.unsupported),
            (End::Unsupported, 3, 2)
        );
        let counted: Vec<_> =
            answer.unsupported.iter().map(|u| (u.what.what.as_str(), u.executions)).collect();
        assert_eq!(counted, [("flying", 2)]);
    }
    let limited = SearchOptions { max_depth: Some(2), ..options(BFS) };
    let edges =
        vec![vec![Edge::To(1)], vec![Edge::Unsupported, Edge::To(2)], vec![Edge::To(3)], vec![]];
    let answer = explored(&Graph { edges, stuck: vec![] }, &limited);
    assert_eq!(
        answer.covered_depth,
        Some(1),
        "schedules of two transitions that need what is not modelled were cut"
    );
}
