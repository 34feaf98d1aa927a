//! The last thread, which waits for what nobody will do.

use super::*;
use crate::testing::{choices, explorer, start, take};
use crate::vm::ExploreOptions;
use raceproof_base::{Situation, ThreadId};

/// So many steps the thread is given to be found out.
const ENOUGH: usize = 60;

/// The progress of the last thread after some steps, and whether the program has ended.
fn progress(method: &str) -> (Progress, bool) {
    let mut explorer = explorer(ExploreOptions::default(), "Spinner", method);
    for _ in 0..ENOUGH {
        let Some(choice) = choices(&mut explorer).first().copied() else { break };
        take(&mut explorer, choice);
        if explorer.progress() == Progress::Waits {
            break;
        }
    }
    let is_over = matches!(explorer.situation(), Situation::Ended);
    assert!(
        !explorer.vm.explored.is_watched && explorer.vm.explored.log.trail.is_none(),
        "trying is over"
    );
    (explorer.progress(), is_over)
}

#[test]
fn a_spinner_that_nobody_is_left_to_release_waits_for_ever() {
    assert_eq!(progress("waits"), (Progress::Waits, false));
}

#[test]
fn a_loop_that_counts_works() {
    assert_eq!(progress("counts"), (Progress::Works, false));
}

/// It comes back to its state, but others might read what it writes.
#[test]
fn a_loop_that_writes_the_programs_variables_works() {
    assert_eq!(progress("toggles"), (Progress::Works, false));
}

#[test]
fn a_long_computation_ends() {
    assert_eq!(progress("ends"), (Progress::Works, true));
}

#[test]
fn a_spinner_does_not_wait_for_ever_while_others_can_go_on() {
    let mut explorer = explorer(ExploreOptions::default(), "Spinner", "waits");
    let class = crate::testing::program(&mut explorer.vm, "Spinner");
    let other = start(&mut explorer.vm, class, "ends");
    for _ in 0..20 {
        take(&mut explorer, Choice::Run(ThreadId(0)));
        assert!(explorer.progress() != Progress::Waits);
    }
    assert!(!explorer.vm.is_last(0));
    explorer.vm.thread_mut(other).status = Status::Terminated;
    assert!(explorer.vm.is_last(0));
}

#[test]
fn that_a_thread_only_waits_is_part_of_the_state() {
    let mut explorer = explorer(ExploreOptions::default(), "Spinner", "waits");
    let mark = explorer.mark();
    for _ in 0..ENOUGH {
        take(&mut explorer, Choice::Run(ThreadId(0)));
    }
    assert!(explorer.vm.scalars.spins);
    assert_eq!(explorer.progress(), Progress::Waits, "once found out it is so in every step");
    explorer.rollback(mark);
    assert!(!explorer.vm.scalars.spins);
}

#[test]
fn who_has_ended_is_not_the_last() {
    let mut explorer = explorer(ExploreOptions::default(), "Spinner", "waits");
    assert!(explorer.vm.is_last(0));
    explorer.vm.scalars.ended = Some(0);
    assert!(!explorer.vm.is_last(0));
    explorer.vm.scalars.ended = None;
    explorer.vm.thread_mut(0).status = Status::Terminated;
    assert!(!explorer.vm.is_last(0));
}
