//! The search by persistent sets on programs of which all states are known: it finds every way in
//! which they end, hang and deadlock, though it leaves out most schedules.

mod programs;

use programs::Op::{BackUnless, Fence, Join, Lock, Read, Start, Unlock, Write};
use programs::Program;
use programs::checks::{Searched, check_random, compare_endings, of, shown, started};
use programs::random::Taste;
use raceproof_search::StrategyKind;

fn by_persistent_sets(program: &Program) -> Result<(), String> {
    compare_endings(StrategyKind::Persistent, program)
}

#[test]
fn random_programs() {
    check_random(2, 2_000, Taste::random, by_persistent_sets);
}

#[test]
fn random_programs_with_fences() {
    check_random(2, 500, Taste::with_fences, by_persistent_sets);
}

#[test]
fn random_programs_with_data() {
    check_random(2, 2_000, Taste::with_data, by_persistent_sets);
}

#[test]
fn random_programs_with_loops() {
    check_random(2, 2_000, Taste::with_loops, by_persistent_sets);
}

/// States, transitions and executions.
fn counts(program: &Program, expected: (u64, u64, u64)) {
    let counted = Searched::by(StrategyKind::Persistent, program).answer.statistics;
    assert_eq!(
        (counted.states, counted.transitions, counted.executions),
        expected,
        "{}",
        shown(program)
    );
    assert_eq!(by_persistent_sets(program), Ok(()));
}

#[test]
fn what_bears_on_nobody_is_executed_in_one_order() {
    for (threads, steps) in [(1, 3), (2, 1), (3, 2), (4, 3)] {
        let own = (0..threads).map(|thread| vec![Write(thread, 1); steps]);
        let all = (threads * steps) as u64;
        counts(&of(own.collect()), (all + 1, all, 1));
    }
}

/// Each first, and the last write decides: two ways of two steps.
#[test]
fn two_writers() {
    counts(&of(vec![vec![Write(0, 1)], vec![Write(0, 2)]]), (5, 4, 2));
}

/// Under a lock, who comes first goes on to its end, since the other waits.
#[test]
fn a_lock_orders_what_it_guards() {
    let guarded = |value| vec![Lock(0), Write(0, value), Unlock(0)];
    counts(&of(vec![guarded(1), guarded(2)]), (9, 8, 2));
}

/// A start orders what was before it, and a join what comes behind.
#[test]
fn starts_and_joins_order() {
    counts(&started(vec![vec![Write(0, 1), Start(1)], vec![Write(0, 2)]], false), (5, 4, 1));
    counts(
        &started(vec![vec![Start(1), Join(1), Write(0, 1)], vec![Write(0, 2)]], true),
        (8, 7, 1),
    );
}

/// Who was started cannot have come before its start, so nobody else is scheduled for that.
#[test]
fn a_start_conflicts_with_nothing_of_whom_it_starts() {
    let main = vec![Start(1), Start(2)];
    let program = started(vec![main, vec![Write(1, 1)], vec![Write(2, 1)]], true);
    let counted = Searched::by(StrategyKind::Persistent, &program).answer.statistics;
    assert_eq!((counted.transitions + 1, counted.executions), (counted.states, 1));
    assert_eq!(by_persistent_sets(&program), Ok(()));
}

/// It depends on the steps of all threads, in either order.
#[test]
fn a_fence_conflicts_with_every_step() {
    counts(&of(vec![vec![Fence], vec![Write(0, 1)]]), (4, 4, 1));
}

/// Two reads in turns until one of them sees what another thread writes: all states on the cycle are
/// expanded by both.
#[test]
fn a_round_on_the_path() {
    let reads = vec![Read(0), Read(1), BackUnless(1, 2)];
    counts(&of(vec![reads, vec![Write(1, 1)]]), (5, 6, 1));
}

/// Who spins in a monitor keeps the one out who would end that: no execution ends in which this one's
/// step is seen.
#[test]
fn who_is_blocked_for_ever_could_have_come_first() {
    let spins = vec![Lock(0), Read(0), BackUnless(1, 1), Unlock(0)];
    let program = of(vec![spins, vec![Lock(0), Write(0, 1), Unlock(0)]]);
    let searched = Searched::by(StrategyKind::Persistent, &program);
    assert!(searched.hangs() && searched.answer.statistics.executions == 1);
    assert_eq!(by_persistent_sets(&program), Ok(()));
}

/// Pairs that do not meet are gone through one after the other, not all with all: the states of each
/// pair add up.
#[test]
fn pairs_that_do_not_meet_add_up() {
    let pair = |thing, value| vec![Write(thing, value)];
    let one = of(vec![pair(0, 1), pair(0, 2)]);
    let two = of(vec![pair(0, 1), pair(0, 2), pair(1, 1), pair(1, 2)]);
    let states = |program| Searched::by(StrategyKind::Persistent, program).answer.statistics.states;
    assert_eq!(states(&one), 5);
    assert!(states(&two) < 25, "{}", states(&two));
    assert_eq!(by_persistent_sets(&two), Ok(()));
}
