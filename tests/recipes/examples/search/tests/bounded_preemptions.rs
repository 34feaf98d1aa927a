//! The schedules of the strategy, against those that are counted by hand, and naively.

mod toys;

use raceproof_base::{Choice, ThreadId};
use raceproof_search::{End, Exploration, Limit, StrategyKind};
use toys::{Grid, Look, Model, Next, explored, options, run};

fn searched(model: &dyn Model) -> Exploration {
    let strategy = StrategyKind::ALL
        .iter()
        .find(|strategy| strategy.about().name == "bounded-preemptions")
        .expect("the strategy is not in the table");
    explored(model, &options(*strategy))
}

/// Interleavings of threads that never block, one after the other.
fn counted(left: &[u64], last: Option<usize>, preemptions: u64) -> u64 {
    if left.iter().all(|left| *left == 0) {
        return 1;
    }
    let mut schedules = 0;
    for thread in (0..left.len()).filter(|thread| left[*thread] > 0) {
        let is_preempted = last.is_some_and(|last| last != thread && left[last] > 0);
        let Some(preemptions) = preemptions.checked_sub(u64::from(is_preempted)) else { continue };
        let mut left = left.to_vec();
        left[thread] -= 1;
        schedules += counted(&left, Some(thread), preemptions);
    }
    schedules
}

/// Two threads of `n` steps, in `k` blocks: the switch away from the one that ends first is free,
/// the other `k - 2` are preemptions. Each thread's steps are cut into its blocks; either begins.
/// Three steps: 2 in two blocks, 2*2*1 in three, 2*2*2 in four; the 6 in five and six have more.
#[test]
fn as_many_schedules_as_by_hand() {
    let grid = |threads, steps| Grid { threads, steps, stuck: false };
    assert_eq!(searched(&grid(2, 3)).statistics.executions, 2 + 4 + 8);
    assert_eq!(searched(&grid(2, 2)).statistics.executions, 6, "all");
    assert_eq!(searched(&grid(2, 4)).statistics.executions, 2 + 2 * 3 + 2 * 3 * 3);
    for (threads, steps) in [(1, 5), (2, 6), (3, 3), (4, 2)] {
        let naive = counted(&vec![steps; threads as usize], None, 2);
        assert_eq!(searched(&grid(threads, steps)).statistics.executions, naive);
    }
}

#[test]
fn it_never_claims_to_be_complete() {
    for steps in [1, 4] {
        let answer = searched(&Grid { threads: 2, steps, stuck: false });
        assert!(matches!(answer.end, End::Limit(Limit::Own(_))), "{:?}", answer.end);
        assert_eq!(answer.covered_depth, None);
    }
}

/// One thread makes a step, and then either its timed wait ends or another thread makes one, four
/// times.
struct Waits;

impl Model for Waits {
    fn look(&self, state: u64) -> Look {
        match state {
            8 => Look::Ended,
            _ if state.is_multiple_of(2) => Look::Open(vec![run(0)]),
            _ => Look::Open(vec![Choice::TimeOut(ThreadId(0)), run(1)]),
        }
    }

    fn next(&self, state: u64, _choice: Choice) -> Next {
        Next::To(state + 1)
    }
}

/// Were the switches to the other thread preemptions, those with three or four would be missing: 11
/// would be left.
#[test]
fn switches_away_from_who_waits_are_free() {
    assert_eq!(searched(&Waits).statistics.executions, 16);
}
