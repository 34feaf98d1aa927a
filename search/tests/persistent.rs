//! The search by persistent sets on programs of which all states are known: it finds every way in
//! which they end, hang and deadlock, though it leaves out most schedules.

mod programs;

use programs::Op::{BackUnless, Join, Lock, Read, Start, Unlock, Write};
use programs::Program;
use programs::checks::{Searched, check_random, compare_endings, of, shown, started};
use programs::random::Taste;
use raceproof_search::{SplitMix, StrategyKind};

fn by_persistent_sets(program: &Program) -> Result<(), String> {
    compare_endings(StrategyKind::Persistent, program)
}

#[test]
fn random_programs() {
    check_random(2, 2_000, Taste::random, by_persistent_sets);
}

#[test]
fn random_programs_with_fences() {
    let taste = |random: &mut SplitMix| Taste { fences: true, ..Taste::random(random) };
    check_random(2, 500, taste, by_persistent_sets);
}

#[test]
fn random_programs_with_data() {
    let taste = |random: &mut SplitMix| Taste {
        chooses: true,
        violations: random.below(3) == 0,
        ..Taste::random(random)
    };
    check_random(2, 2_000, taste, by_persistent_sets);
}

#[test]
fn random_programs_with_loops() {
    let taste = |random: &mut SplitMix| Taste {
        loops: true,
        violations: random.below(3) == 0,
        ..Taste::random(random)
    };
    check_random(2, 2_000, taste, by_persistent_sets);
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
