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
    decide("decidedByWritten", RACES);
    decide("decidedByUnwritten", Ok(()));
    judge("resultsInTurn", Ok(()));
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
    let elements = &subspace.accesses[&MemoryKind::Elements(0)];
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
    execution.explorer.vm.explored.log = Log::default();
    assert_eq!(execution.judge(), Err("too much was executed"));
}

#[test]
fn variables_have_names() {
    let mut execution = Execution::of("oneLocks");
    let racing = execution.subspace().racing().unwrap();
    assert_eq!(execution.explorer.vm.kind_name(racing), "Branches.value");
    assert_eq!(execution.explorer.vm.kind_name(MemoryKind::Inside), "Inside");
}

#[track_caller]
fn decide(method: &str, expected: Result<(), Reason>) {
    assert_eq!(Execution::of_class("Decisions", method).judge(), expected, "{method}");
}

#[test]
fn what_a_method_gives_depends_on_where_it_returned() {
    decide("decidedByReturn", RACES);
}

#[test]
fn a_synchronized_method_holds_the_monitor_of_a_receiver_that_is_certain() {
    let value = |method| Execution::of_class("Decisions", method).accesses("value", 0);
    assert_eq!(value("monitorOfReceiver"), [(false, 0), (true, 0)]);
    assert_eq!(value("monitorOfCertain"), [(false, 1), (true, 1)]);
}

#[test]
fn a_field_of_an_object_that_depends_on_the_schedule_is_that_of_any() {
    decide("writtenFieldThatDepends", RACES);
    decide("readFieldThatDepends", RACES);
    decide("fieldThatDoesNot", Ok(()));
}

#[test]
fn what_a_receiver_gives_depends_on_which_it_is() {
    decide("answerOfReceiver", RACES);
    decide("answerOfCertain", Ok(()));
}

#[test]
fn a_thread_that_one_way_starts_may_not_have_been_joined() {
    decide("joinsWhatOneWayStarts", RACES);
    decide("joinsWhatIsStarted", Ok(()));
}

#[test]
fn recursion_that_was_not_executed_is_not_understood() {
    decide("untakenRecursion", Err("a recursion that was not executed"));
}

#[test]
fn what_was_not_taken_may_throw_and_be_caught() {
    decide("untakenThrows", RACES);
    decide("untakenCatches", RACES);
    decide("callerCatches", RACES);
    decide("callerDoesNotCatch", Ok(()));
    decide("callerCatchesWithoutLock", RACES);
    decide("callerCatchesInLock", Ok(()));
}

#[test]
fn a_monitor_is_known_where_each_way_to_it_has_the_same() {
    decide("untakenKnowsItsLock", Ok(()));
    decide("untakenLoop", RACES);
    decide("untakenWithLockThatDepends", RACES);
    decide("untakenWithChangedLock", RACES);
    decide("untakenWithKeptLock", Ok(()));
}

#[test]
fn monitors_held_around_a_branch_are_held_behind_it() {
    decide("heldBehindTheBranch", Ok(()));
}

#[test]
fn elements_that_would_be_used_are_any() {
    decide("untakenWrite", RACES);
    decide("untakenWriteThatWasLinked", RACES);
    decide("untakenElement", RACES);
    decide("untakenSort", RACES);
}
