//! The search by locksets on programs of which all states are known: it finds every way in which
//! they end, hang and deadlock, though it leaves out most schedules.

mod programs;

use programs::Op::{BackUnless, Join, Lock, Read, Start, Unlock, Write};
use programs::Program;
use programs::checks::{Searched, check_random, compare_endings, of, shown, started};
use programs::random::Taste;
use raceproof_search::StrategyKind;

fn by_locksets(program: &Program) -> Result<(), String> {
    compare_endings(StrategyKind::Lockset, program)
}

#[test]
fn random_programs() {
    check_random(2, 2_000, Taste::random, by_locksets);
}

#[test]
fn random_programs_with_fences() {
    check_random(2, 500, Taste::with_fences, by_locksets);
}

#[test]
fn random_programs_with_data() {
    check_random(2, 2_000, Taste::with_data, by_locksets);
}

/// States on the path are met again: lines 25 to 32 and 44 to 47 of the paper's Figures 6 and 7.
#[test]
fn random_programs_with_loops() {
    check_random(2, 2_000, Taste::with_loops, by_locksets);
}

/// States, transitions and executions, and how often others were scheduled besides the thread that
/// went first.
fn counts(program: &Program, expected: (u64, u64, u64, u64)) {
    let counted = Searched::by(StrategyKind::Lockset, program).answer.statistics;
    let added = counted.reduction.map_or(0, |reduction| reduction.added);
    assert_eq!(
        (counted.states, counted.transitions, counted.executions, added),
        expected,
        "{}",
        shown(program)
    );
    assert_eq!(by_locksets(program), Ok(()));
}

#[test]
fn what_bears_on_nobody_is_executed_in_one_order() {
    for (threads, steps) in [(1, 3), (2, 1), (3, 2), (4, 3)] {
        let own = (0..threads).map(|thread| vec![Write(thread, 1); steps]);
        let all = (threads * steps) as u64;
        counts(&of(own.collect()), (all + 1, all, 1, 0));
    }
}

/// Each first, and the last write decides: two ways of two steps. What is used at the first state
/// is found in conflict once from each.
#[test]
fn two_writers() {
    counts(&of(vec![vec![Write(0, 1)], vec![Write(0, 2)]]), (5, 4, 2, 2));
}

/// Whoever writes the same is in no other state: all subsets of those that have written.
#[test]
fn writers_of_one_value() {
    counts(&of(vec![vec![Write(0, 0)]; 3]), (8, 12, 1, 9));
}

/// Only who takes the lock first is open: what is done under it is ordered by its release.
#[test]
fn a_lock_orders_what_it_guards() {
    let guarded = |value| vec![Lock(0), Write(0, value), Unlock(0)];
    counts(&of(vec![guarded(1), guarded(2)]), (9, 8, 2, 2));
}

/// A start orders what was before it, and a join what comes behind.
#[test]
fn starts_and_joins_order() {
    counts(&started(vec![vec![Write(0, 1), Start(1)], vec![Write(0, 2)]], false), (5, 4, 1, 0));
    counts(
        &started(vec![vec![Start(1), Join(1), Write(0, 1)], vec![Write(0, 2)]], true),
        (8, 7, 1, 0),
    );
}

/// Two reads in turns until one of them sees what another thread writes: two states before the
/// write, two behind it, and the end. Where the path closes, all that was used on it is open (lines
/// 25 to 32, 44 to 47).
#[test]
fn a_round_on_the_path() {
    let reads = vec![Read(0), Read(1), BackUnless(1, 2)];
    let program = of(vec![reads, vec![Write(1, 1)]]);
    counts(&program, (5, 9, 1, 5));
    // Some of the states that are reached again are explored again.
    let counted = Searched::by(StrategyKind::Lockset, &program).answer.statistics;
    assert_eq!(counted.revisited, 5);
    assert!((1..5).contains(&counted.again), "{}", counted.again);
}
