//! Each limit: reached, and just not reached; and what is claimed then.

mod toys;

use raceproof_search::{
    End, Exploration, Limit, Monitor, SearchOptions, Signal, Statistics, explore,
};
use std::time::Duration;
use toys::{
    BFS, DFS, DPOR, Graph, Grid, LOCKSET, Model, Ring, Toy, Tree, explored, explored_states,
    options,
};

const GRID: Grid = Grid { threads: 2, steps: 9, stuck: false };

#[test]
fn states() {
    for strategy in [DFS, BFS] {
        let with = |limit| {
            explored(&GRID, &SearchOptions { max_states: Some(limit), ..options(strategy) })
        };
        assert!(with(101).is_complete());
        assert!(with(100).is_complete(), "exactly as many as there are");
        for limit in [0, 1, 50, 99] {
            let answer = with(limit);
            assert_eq!(
                (answer.end, answer.statistics.states),
                (End::Limit(Limit::States(limit)), limit)
            );
        }
    }
}

#[test]
fn breadth_first_says_how_far_it_came() {
    // There are d + 1 states at depth d: six up to depth 2. The seventh is met from one at depth 2.
    for (limit, covered) in [(5, 1), (6, 2), (9, 2), (10, 3)] {
        let answer = explored(&GRID, &SearchOptions { max_states: Some(limit), ..options(BFS) });
        assert_eq!(answer.covered_depth, Some(covered));
        let answer = explored(&GRID, &SearchOptions { max_states: Some(limit), ..options(DFS) });
        assert_eq!(answer.covered_depth, None);
    }
}

#[test]
fn depth() {
    for strategy in [DFS, BFS] {
        let with =
            |limit| explored(&GRID, &SearchOptions { max_depth: Some(limit), ..options(strategy) });
        assert!(with(19).is_complete());
        assert!(with(18).is_complete(), "exactly as deep as it is");
        for limit in 0..18 {
            let answer = with(limit);
            assert_eq!(
                (answer.end, answer.covered_depth),
                (End::Limit(Limit::Depth(limit)), Some(limit))
            );
            assert_eq!(answer.statistics.max_depth, limit);
            // Points of the square whose coordinates sum up to no more.
            let states = (0..=9)
                .flat_map(|x| (0..=9).map(move |y| x + y))
                .filter(|&sum| sum <= limit)
                .count();
            assert_eq!(answer.statistics.states, states as u64);
        }
    }
}

#[test]
fn a_reduction_is_cut_where_its_path_is_too_long() {
    for strategy in [LOCKSET, DPOR] {
        let with = |limit| {
            let chain = Grid { threads: 1, steps: 9, stuck: false };
            let limited = SearchOptions { max_depth: Some(limit), ..options(strategy) };
            explore(&mut Toy::new(&chain), &mut (), &limited, &mut ())
        };
        let whole = with(10);
        assert_eq!((whole.is_complete(), whole.statistics.max_depth), (true, 9));
        assert!(with(9).is_complete(), "exactly as deep as it is");
        let cut = with(8);
        assert_eq!((cut.end, cut.covered_depth), (End::Limit(Limit::Depth(8)), None));
        assert_eq!(cut.statistics.max_depth, 8);
    }
}

#[test]
fn a_state_reached_nearer_is_explored_again() {
    // 1 is first reached the long way round, at depth 3.
    let graph = Graph::of(&[&[2, 1], &[4], &[3], &[1], &[5], &[]]);
    let with = |limit| {
        let answer = explored(&graph, &SearchOptions { max_depth: Some(limit), ..options(DFS) });
        let counted = &answer.statistics;
        (answer.is_complete(), counted.states, counted.revisited, counted.again)
    };
    // No path is cut.
    assert_eq!(with(5), (true, 6, 3, 3));
    // The long way is cut at 4, but all that lies there is reached the short way; livelocks were
    // looked for without it.
    assert_eq!(with(4), (false, 6, 2, 2));
    assert_eq!(with(3), (false, 6, 1, 1));
    // 3 and 4 are cut, and reached no other way.
    assert_eq!(with(2), (false, 5, 0, 0));
    assert_eq!(with(1), (false, 3, 0, 0));
    assert_eq!(with(0), (false, 1, 0, 0));
}

/// 3 and 4 go round for ever. 4 is first reached at the limit, from there 3 counts as left.
#[test]
fn a_livelock_that_was_cut_is_not_said_not_to_be() {
    let graph = Graph::of(&[&[1, 3, 5], &[2], &[3], &[4], &[3], &[]]);
    for limit in 2..6 {
        let answer = explored(&graph, &SearchOptions { max_depth: Some(limit), ..options(DFS) });
        assert!(!answer.is_complete() || !answer.findings.is_empty(), "{limit}: {answer:?}");
    }
}

#[test]
fn a_cycle_that_fits_the_limit_of_depth_is_complete() {
    for strategy in [DFS, BFS] {
        let with = |limit| {
            let ring = Ring { states: 5, both_ways: false, bad: None };
            explored(&ring, &SearchOptions { max_depth: Some(limit), ..options(strategy) })
                .is_complete()
        };
        // The fifth transition leads back.
        assert_eq!([4, 5, 6].map(with), [false, true, true]);
    }
}

#[test]
fn time() {
    for strategy in [DFS, BFS] {
        let with = |time| explored(&GRID, &SearchOptions { time: Some(time), ..options(strategy) });
        let answer = with(Duration::ZERO);
        assert_eq!(
            (answer.end, answer.statistics.transitions),
            (End::Limit(Limit::Time(Duration::ZERO)), 0)
        );
        assert!(with(Duration::MAX).is_complete());
    }
}

/// Claims so many bytes more each time it is asked.
struct Growing(u64);

impl Monitor for Growing {
    fn progress(&mut self, _statistics: &Statistics) -> Signal {
        Signal::GoOn
    }

    fn memory(&mut self) -> Option<u64> {
        self.0 += 1000;
        Some(self.0)
    }
}

#[test]
fn memory() {
    let tree = Tree { height: 12 };
    for strategy in [DFS, BFS] {
        let with = |limit, monitor: &mut dyn Monitor| -> Exploration {
            explored_states(
                &tree,
                &SearchOptions { memory: Some(limit), ..options(strategy) },
                monitor,
            )
            .0
        };
        // By its own account: 8,191 states.
        let needed = explored(&tree, &options(strategy)).statistics.bytes;
        assert!((8_191 * 16..8_191 * 60).contains(&needed), "{needed}");
        assert!(with(10 * needed, &mut ()).is_complete());
        let answer = with(needed / 2, &mut ());
        assert_eq!(answer.end, End::Limit(Limit::Memory(needed / 2)));
        assert!((500..8_000).contains(&answer.statistics.states));
        // By what the monitor knows: asked before the transitions 0, 256 and 512.
        let answer = with(3000, &mut Growing(0));
        assert_eq!(
            (answer.end, answer.statistics.transitions),
            (End::Limit(Limit::Memory(3000)), 512)
        );
    }
}

/// So many bytes, roughly, for each of the 12,000 states of a path: what the strategy keeps of it,
/// too.
#[test]
fn paths_are_counted() {
    for (strategy, each) in [(DFS, 100), (BFS, 50), (LOCKSET, 200), (DPOR, 400)] {
        let mut most = 0;
        let mut monitor = |statistics: &Statistics| {
            most = most.max(statistics.bytes);
            Signal::GoOn
        };
        let chain = Grid { threads: 1, steps: 12_000, stuck: false };
        explore(&mut Toy::new(&chain), &mut (), &options(strategy), &mut monitor);
        assert!((each..4 * each).contains(&(most / 12_000)), "{strategy:?}: {most}");
    }
}

#[test]
fn an_interruption() {
    for strategy in [DFS, BFS] {
        let mut asked = Vec::new();
        let mut third = |statistics: &Statistics| {
            asked.push((statistics.transitions, statistics.depth));
            if asked.len() == 3 { Signal::Stop } else { Signal::GoOn }
        };
        let model: &dyn Model = &Tree { height: 20 };
        let (answer, _) = explored_states(model, &options(strategy), &mut third);
        assert_eq!((answer.end, answer.statistics.transitions), (End::Interrupted, 512));
        // A breadth-first search has then been through the 255 states of the first eight levels.
        assert_eq!(answer.covered_depth, if strategy == BFS { Some(8) } else { None });
        assert_eq!(asked.iter().map(|asked| asked.0).collect::<Vec<_>>(), [0, 256, 512]);
    }
}

#[test]
fn limits_say_what_they_are() {
    assert_eq!(Limit::States(5).to_string(), "the limit of 5 states");
    assert_eq!(Limit::Time(Duration::from_millis(1500)).to_string(), "the limit of 1.5 seconds");
}
