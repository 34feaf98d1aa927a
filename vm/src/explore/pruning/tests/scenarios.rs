//! Verdicts about the methods of `Branches`: each rule has one for which it holds, and one, a small
//! change away, for which it does not.

use super::*;

const RACES: Result<(), Reason> = Err("two accesses may race");

#[track_caller]
fn judge(method: &str, expected: Result<(), Reason>) {
    assert_eq!(Execution::of(method).judge(), expected, "{method}");
}

#[test]
fn accesses_under_one_monitor_do_not_race() {
    judge("bothLock", Ok(()));
    judge("oneLocks", RACES);
    judge("locksAnother", RACES);
    judge("behindTheLock", RACES);
    judge("nested", Ok(()));
    judge("bothRead", Ok(()));
}

#[test]
fn a_synchronized_method_holds_its_monitor() {
    judge("lockedByMethod", Ok(()));
    judge("untakenByLockedCall", Ok(()));
}

#[test]
fn a_join_orders_what_is_done_behind_it() {
    judge("joined", Ok(()));
    judge("notJoined", RACES);
    judge("joinedOnOneWay", RACES);
}

#[test]
fn a_start_orders_what_was_done_before_it() {
    judge("beforeTheStart", Ok(()));
    judge("behindTheStart", RACES);
}

#[test]
fn what_was_done_before_the_state_races_with_what_others_do_behind_it() {
    judge("inThePast", RACES);
}

#[test]
fn a_way_that_was_not_taken_counts_with_the_monitors_held_there() {
    judge("untakenWithLock", Ok(()));
    judge("untakenInTheLock", Ok(()));
    judge("untakenWithout", RACES);
    judge("untakenBehindTheLock", RACES);
    judge("untakenByCall", RACES);
    judge("loops", RACES);
}

#[test]
fn only_what_depends_on_the_schedule_has_another_way() {
    judge("certain", Ok(()));
    judge("resultThatDoesNot", Ok(()));
    judge("resultThatDepends", RACES);
    judge("decidedByDecided", RACES);
}

#[test]
fn a_monitor_that_depends_on_the_schedule_is_not_held() {
    judge("lockThatDepends", RACES);
}

#[test]
fn an_element_that_depends_on_the_schedule_is_any() {
    judge("elementThatDoesNot", Ok(()));
    judge("sameElement", RACES);
    judge("elementThatDepends", RACES);
}

#[test]
fn a_receiver_that_depends_on_the_schedule_is_any() {
    judge("receiverThatDoesNot", Ok(()));
    judge("receiverThatDepends", RACES);
}

#[test]
fn what_throws_for_some_operands_may_be_caught() {
    judge("dividesByCertain", Ok(()));
    judge("divides", RACES);
}

#[test]
fn a_thread_that_might_be_started_is_not_understood() {
    judge("startThatDepends", Err("a thread would be started"));
}

#[test]
fn a_way_that_returns_leaves_its_monitors() {
    judge("leavesOnOneWay", Ok(()));
}

#[test]
fn elements_of_references_are_no_numbers() {
    judge("referencesInArrays", Ok(()));
    let mut execution = Execution::of("referencesInArrays");
    let subspace = execution.subspace();
    let elements = &subspace.accesses[&Kind::Elements(0)];
    let behind = elements.iter().filter(|access| !access.stand.is_past);
    let mut found: Vec<_> =
        behind.map(|access| (access.address.unwrap(), access.is_write)).collect();
    found.sort_unstable();
    let first = found[0].0;
    assert_eq!(found, [(first, false), (first, true), (first + 4, true)]);
}

#[test]
fn nothing_is_told_before_all_threads_have_ended() {
    let mut execution = Execution::of("bothLock");
    assert_eq!(execution.judge(), Ok(()));
    execution.explorer.vm.thread_mut(0).status = Status::Runnable;
    assert_eq!(execution.judge(), Err("a thread has not ended"));
    let main = execution.explorer.vm.thread_mut(0);
    (main.status, main.failed) = (Status::Terminated, true);
    assert_eq!(execution.judge(), Err("a thread has not ended"));
}

/// Where memory was recycled, an address is not one variable.
#[test]
fn nothing_is_told_where_garbage_was_collected() {
    let mut execution = Execution::of("bothLock");
    execution.explorer.vm.heap.keep_free_list();
    assert_eq!(execution.judge(), Err("garbage was collected"));
}

#[test]
fn nothing_is_told_from_before_the_log() {
    let mut execution = Execution::of("bothLock");
    execution.explorer.vm.log = Log::default();
    assert_eq!(execution.judge(), Err("too much was executed"));
}

#[test]
fn variables_have_names() {
    let mut execution = Execution::of("oneLocks");
    let racing = execution.subspace().racing().unwrap();
    assert_eq!(execution.explorer.vm.kind_name(racing), "Branches.value");
    assert_eq!(execution.explorer.vm.kind_name(Kind::Inside), "Inside");
}
