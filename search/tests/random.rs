//! Random walks: their figures, and that they are the same for the same seed.

mod toys;

use raceproof_base::{Choice, FindingKind};
use raceproof_search::{
    Chance, End, Exploration, Limit, Scheduler, SearchOptions, StrategyKind, explore,
};
use std::collections::BTreeSet;
use toys::{Edge, Graph, Grid, Look, Model, Next, Ring, Toy, Tree, explored, options, run};

fn walks(seed: u64, runs: u64) -> SearchOptions {
    let chance = Chance { seed, first: 0, runs, scheduler: Scheduler::Uniform };
    SearchOptions { chance, ..options(StrategyKind::Random) }
}

fn walked(model: &dyn Model, seed: u64, runs: u64) -> Exploration {
    explored(model, &walks(seed, runs))
}

#[test]
fn walks_to_the_end_of_a_grid() {
    let answer = walked(&Grid { threads: 3, steps: 4, stuck: false }, 1, 50);
    let counted = &answer.statistics;
    assert_eq!(answer.end, End::Limit(Limit::Runs(50)));
    assert_eq!((counted.executions, counted.transitions, counted.max_depth), (50, 50 * 12, 12));
    assert_eq!((counted.states, counted.revisited), (0, 0), "states are not compared");
}

#[test]
fn proves_nothing_even_of_the_only_execution() {
    let answer = walked(&Grid { threads: 1, steps: 3, stuck: false }, 1, 10);
    assert_eq!((answer.statistics.transitions, answer.statistics.executions), (30, 10));
    assert!(!answer.is_complete());
    assert_eq!(answer.covered_depth, None);
    assert_eq!(
        walked(&Grid { threads: 1, steps: 3, stuck: false }, 1, 0).end,
        End::Limit(Limit::Runs(0))
    );
}

#[test]
fn the_same_seed_the_same_walks() {
    let tree = Tree { height: 16 };
    let leaves = |seed, runs| {
        let mut toy = Toy::new(&tree);
        explore(&mut toy, &mut (), &walks(seed, runs), &mut ());
        toy.reached
    };
    assert_eq!(leaves(5, 100), leaves(5, 100));
    assert_ne!(leaves(5, 100), leaves(6, 100));

    // All walks end in the deadlock, and more walks only add to the first.
    let grid = Grid { threads: 4, steps: 8, stuck: true };
    let first = |seed, runs| walked(&grid, seed, runs).findings[0].schedule.clone();
    assert_eq!(first(1, 1), first(1, 20));
    assert_ne!(first(1, 1), first(2, 1));
}

#[test]
fn every_way_is_taken_some_time() {
    for scheduler in [Scheduler::Uniform, Scheduler::Pct, Scheduler::Pos, Scheduler::InTurns] {
        let tree = Tree { height: 5 };
        let mut toy = Toy::new(&tree);
        let chance = Chance { seed: 0, first: 0, runs: 1_000, scheduler };
        explore(&mut toy, &mut (), &SearchOptions { chance, ..walks(0, 0) }, &mut ());
        assert_eq!(toy.reached.len(), 62, "{scheduler:?}");
    }
}

#[test]
fn the_first_finding_ends_them() {
    let graph = Graph {
        edges: vec![vec![Edge::To(1), Edge::Violated(1)], vec![Edge::Race(0, 2), Edge::To(0)]],
        stuck: vec![],
    };
    let mut kinds = BTreeSet::new();
    for seed in 0..20 {
        let answer = explored(&graph, &SearchOptions { all: false, ..walks(seed, 1_000) });
        assert_eq!((answer.end, answer.findings.len()), (End::Found, 1));
        kinds.insert(answer.findings[0].kind);
    }
    assert_eq!(kinds, [FindingKind::DataRace, FindingKind::Assertion].into());
    // With all, each walk goes past races to the violation.
    let answer = walked(&graph, 0, 100);
    assert_eq!(
        (answer.findings.len(), answer.statistics.violations, answer.statistics.executions),
        (2, 100, 100)
    );
    assert!(answer.findings.iter().all(|found| found.schedule.len() <= 2), "not the shortest met");
}

#[test]
fn circles_are_left() {
    let ring = Ring { states: 5, both_ways: true, bad: None };
    let bounded = SearchOptions { max_depth: Some(30), ..walks(1, 4) };
    let answer = explored(&ring, &bounded);
    assert_eq!((answer.statistics.transitions, answer.statistics.executions), (120, 0));
    // Without a limit of depth too.
    let answer = walked(&ring, 1, 1);
    assert_eq!((answer.end, answer.statistics.transitions), (End::Limit(Limit::Runs(1)), 100_000));
}

#[test]
fn other_limits_end_them_too() {
    let limited = SearchOptions { max_transitions: Some(500), ..walks(1, 1_000) };
    let answer = explored(&Tree { height: 20 }, &limited);
    assert_eq!(
        (answer.end, answer.statistics.transitions),
        (End::Limit(Limit::Transitions(500)), 500)
    );
}

/// Two threads, of which the first must not be ahead by twelve steps.
struct Ahead;

impl Model for Ahead {
    fn look(&self, state: u64) -> Look {
        if state < 100 { Look::Open(vec![run(0), run(1)]) } else { Look::Ended }
    }

    fn next(&self, state: u64, choice: Choice) -> Next {
        match (choice == run(0), state) {
            (true, 11) => Next::Violated(0),
            (true, _) => Next::To(state + 1),
            (false, _) => Next::To(100),
        }
    }
}

/// A uniform walk gets there once in 4,096 times, one with random weights about once in 13.
#[test]
fn in_every_other_walk_a_thread_may_run_far_ahead() {
    let answer = walked(&Ahead, 1, 200);
    assert!((4..15).contains(&answer.statistics.violations), "{}", answer.statistics.violations);
}
