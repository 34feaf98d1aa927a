//! What is known where ways meet that were not taken.

use super::*;

fn state(before: &[u64], entered: &[Option<u64>], known: &[Option<u64>]) -> State {
    State { before: before.to_vec(), entered: entered.to_vec(), known: known.to_vec() }
}

#[test]
fn where_ways_meet_only_what_is_known_on_both_is_known() {
    let mut this = state(&[1, 2], &[Some(3), Some(4)], &[Some(5), Some(6), None]);
    assert!(this.meet(&state(&[2], &[Some(3), Some(9)], &[Some(5), Some(7), Some(8)])));
    assert_eq!(this, state(&[2], &[Some(3), None], &[Some(5), None, None]));
    assert_eq!(this.locks(), [2, 3]);
}

#[test]
fn a_monitor_entered_on_one_way_only_is_not_held_where_they_meet() {
    let mut this = state(&[1], &[Some(3), Some(4)], &[]);
    assert!(this.meet(&state(&[1], &[Some(3)], &[])));
    assert_eq!(this.locks(), [1, 3]);
}

#[test]
fn meeting_the_same_changes_nothing() {
    let this = state(&[1], &[Some(3)], &[Some(5), None]);
    assert!(!this.clone().meet(&this));
    let more = state(&[1, 2], &[Some(3)], &[Some(5), Some(6)]);
    assert!(!this.clone().meet(&more), "it knows less already");
}

#[test]
fn monitors_are_left_the_last_first() {
    let mut this = state(&[1, 2], &[Some(3), None], &[]);
    this.leave(Some(9));
    assert_eq!(this, state(&[1, 2], &[Some(3)], &[]), "the last one was unknown");
    this.leave(Some(3));
    assert_eq!(this.locks(), [1, 2]);
    this.leave(Some(1));
    assert_eq!(this.locks(), [2], "entered before the walk");
    this.leave(Some(7));
    assert_eq!(this.locks(), [2], "not held");
    this.leave(None);
    assert_eq!(this.locks(), [], "it may be any");
}

#[test]
fn monitors_that_are_left_out_of_turn_are_all_given_up() {
    let mut this = state(&[1], &[Some(3), Some(4)], &[]);
    this.leave(Some(3));
    assert_eq!(this.locks(), []);
    let mut this = state(&[1], &[Some(3), Some(4)], &[]);
    this.leave(None);
    assert_eq!(this.locks(), [1, 3], "it is the last one");
}

#[test]
fn an_exception_is_no_object_that_is_known() {
    let this = state(&[], &[], &[Some(THROWN), Some(5), None]);
    assert_eq!((this.word(0), this.word(1), this.word(2)), (None, Some(5), None));
}
