//! The search by locksets on programs of which all states are known: it finds every way in which they end, hang and deadlock, though
//! it leaves out most schedules.

mod programs;

use programs::Program;
use programs::checks::{check_random, compare_endings};
use programs::random::Taste;
use raceproof_search::{SplitMix, StrategyKind};

fn by_locksets(program: &Program) -> Result<(), String> {
    compare_endings(StrategyKind::Lockset, program)
}

#[test]
fn random_programs() {
    check_random(2, 2_000, Taste::random, by_locksets);
}

#[test]
fn random_programs_with_data() {
    let taste =
        |random: &mut SplitMix| Taste { chooses: true, violations: random.below(3) == 0, ..Taste::random(random) };
    check_random(2, 2_000, taste, by_locksets);
}

/// States on the path are met again: lines 25 to 32 and 44 to 47 of the paper's Figures 6 and 7.
#[test]
fn random_programs_with_loops() {
    let taste =
        |random: &mut SplitMix| Taste { loops: true, violations: random.below(3) == 0, ..Taste::random(random) };
    check_random(2, 2_000, taste, by_locksets);
}
