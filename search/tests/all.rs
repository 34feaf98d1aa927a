//! What each strategy of the table says of itself: a new one is tested here as soon as it has its
//! line.

mod programs;
mod toys;

use programs::Op::{self, BackUnless, Choose, Read, SkipIf, Write};
use programs::checks::{Searched, check_random, compare_endings, of, shown};
use programs::random::Taste;
use programs::twin::{Ending, reachable};
use raceproof_search::{
    Chance, Covers, End, Limit, SearchOptions, SplitMix, StrategyKind, explore,
};
use std::collections::BTreeSet;
use toys::{Edge, Graph, Toy, Tree, explored, options};

fn taste(random: &mut SplitMix) -> Taste {
    let (loops, chooses, violations) =
        (random.below(3) == 0, random.below(3) == 0, random.below(3) == 0);
    Taste { violations, chooses, loops, ..Taste::random(random) }
}

/// What executes everything, or one of each kind, comes to every end that there is, and tells it.
/// Here nothing has a data race, and nothing is shown to have none, so nothing is pruned either.
#[test]
fn every_end_comes_up() {
    for strategy in StrategyKind::ALL {
        match strategy.about().covers {
            Covers::Schedules | Covers::Orders | Covers::RacingOrders => {
                check_random(3, 400, taste, |program| compare_endings(*strategy, program));
            }
            Covers::Samples | Covers::Part => {}
        }
    }
}

/// Loops of which some work, some only look, and some are left: which are livelocks, each search
/// that covers all says, and one at random where all threads only look.
#[test]
fn loops_that_work_and_loops_that_look() {
    let looks = [Read(0), BackUnless(5, 1)];
    let works = [Read(0), Write(0, 1), BackUnless(5, 2)];
    let perhaps = |then: &[Op]| [&[Choose(2), SkipIf(1, then.len())], then].concat();
    for (threads, hangs, waits) in [
        (vec![works.to_vec()], false, false),
        (vec![works.to_vec(), vec![Write(1, 1)]], false, false),
        (vec![looks.to_vec(), works.to_vec()], false, false),
        (vec![looks.to_vec(), vec![Write(0, 1)]], true, true),
        (vec![looks.to_vec(), looks.to_vec()], true, true),
        (vec![perhaps(&looks)], true, true),
        (vec![perhaps(&works)], true, false),
        (vec![perhaps(&works), perhaps(&looks)], true, false),
    ] {
        let program = of(threads);
        assert_eq!(reachable(&program, 150).map(|expected| expected.hangs), Some(hangs));
        for strategy in StrategyKind::ALL {
            match strategy.about().covers {
                Covers::Samples => {
                    let told = Searched::by(*strategy, &program).hangs();
                    assert!(if told { hangs } else { !waits }, "{}", shown(&program));
                }
                Covers::Part => assert!(hangs || !Searched::by(*strategy, &program).hangs()),
                Covers::Schedules | Covers::Orders | Covers::RacingOrders => {
                    let compared = compare_endings(*strategy, &program);
                    assert_eq!(compared, Ok(()), "{strategy:?} {}", shown(&program));
                }
            }
        }
    }
}

/// What tries some executions makes up no end, and never claims to be complete.
#[test]
fn a_part_proves_nothing() {
    let leaves_out = |strategy: &&StrategyKind| match strategy.about().covers {
        Covers::Samples | Covers::Part => true,
        Covers::Schedules | Covers::Orders | Covers::RacingOrders => false,
    };
    for strategy in StrategyKind::ALL.iter().filter(leaves_out) {
        check_random(3, 400, taste, |program| {
            let Some(expected) = reachable(program, 150) else { return Ok(()) };
            let searched = Searched::by(*strategy, program);
            let endings: BTreeSet<Ending> =
                searched.ended.iter().map(|(ending, _)| *ending).collect();
            match endings.is_subset(&expected.endings) && !searched.answer.is_complete() {
                true => Ok(()),
                false => Err(format!("{endings:?} and {:?}", searched.answer.end)),
            }
        });
    }
}

/// A state is met at the limit of depth first, and then nearer to the start: what is behind it is
/// found nevertheless.
#[test]
fn a_state_is_explored_from_where_it_is_nearest() {
    // From 0 by 1 and 2 to 3, or by 5; behind that is 4, and behind 4 a violation.
    let edges = vec![
        vec![Edge::To(1), Edge::To(5)],
        vec![Edge::To(2)],
        vec![Edge::To(3)],
        vec![Edge::To(4)],
        vec![Edge::Violated(1)],
        vec![Edge::To(3)],
    ];
    let graph = Graph { edges, stuck: Vec::new() };
    for strategy in StrategyKind::ALL {
        let limited = SearchOptions { max_depth: Some(4), ..options(*strategy) };
        match strategy.about().covers {
            Covers::Schedules | Covers::Orders | Covers::RacingOrders => {
                assert_eq!(explored(&graph, &limited).findings.len(), 1, "{strategy:?}");
            }
            Covers::Samples => {
                assert_eq!(explored(&graph, &limited).end, End::Limit(Limit::Runs(0)));
            }
            Covers::Part => {
                let end = explored(&graph, &limited).end;
                assert!(matches!(end, End::Limit(Limit::Own(_))), "{strategy:?}: {end:?}");
            }
        }
    }
}

/// A limit of states ends those that keep them, and no others.
#[test]
fn who_keeps_states_heeds_their_limit() {
    let tree = Tree { height: 6 };
    for strategy in StrategyKind::ALL {
        let chance = Chance { seed: 1, runs: 1_000, ..Chance::default() };
        let limited = SearchOptions { max_states: Some(20), chance, ..options(*strategy) };
        let answer = explore(&mut Toy::new(&tree), &mut (), &limited, &mut ());
        let is_ended = answer.end == End::Limit(Limit::States(20));
        assert_eq!(is_ended, strategy.about().keeps_states, "{strategy:?}");
    }
}

/// Names are what users type: each stands for one.
#[test]
fn names_are_unlike() {
    let names: BTreeSet<&str> =
        StrategyKind::ALL.iter().map(|strategy| strategy.about().name).collect();
    assert_eq!(names.len(), StrategyKind::ALL.len());
}
