//! Where keeping begins, and what is asked of it.

use super::*;
use crate::testing::{freeze, program, start};

#[test]
fn the_frozen_state_begins_with_nothing_allocated() {
    let mut vm = machine(ExploreOptions::default());
    let class = program(&mut vm, "Cell");
    vm.new_object(class).unwrap();
    let cell = vm.new_object(class).unwrap();
    vm.freeze();
    assert_eq!(vm.heap.journal.frozen_end, vm.heap.top);
    assert_eq!((vm.heap.allocated, vm.heap.threshold), (0, COLLECT_AFTER));
    let last = cell.index() + class.instance_words - 1;
    assert_eq!(vm.frozen_object_containing(last), cell, "its objects are found by their words");
    assert_eq!(vm.heap.journal.floor, vm.heap.top);
    assert!(vm.heap.journal.mode == Mode::Undo);
}

/// A collection puts free runs among what the state has, so from there on each word is logged.
#[test]
fn before_a_collection_the_free_runs_are_kept() {
    let mut vm = frozen();
    let mark = vm.set_mark();
    let free = vm.heap.free.clone();
    let top = vm.heap.allocate(4).unwrap();
    vm.heap.put(top, 5);
    assert!(vm.heap.journal.log.is_empty());
    vm.keep_room();
    vm.heap.put(top, 6);
    assert_eq!(vm.heap.journal.log, [(top as u32, 5)]);
    vm.heap.free = vec![(top, top + 4)];
    vm.go_back(mark);
    assert_eq!((&vm.heap.free, vm.heap.get(top)), (&free, 0));
}

#[test]
fn a_mark_lets_new_memory_be_written_unlogged_again() {
    let mut vm = frozen();
    vm.heap.journal.floor = usize::MAX;
    vm.set_mark();
    assert_eq!(vm.heap.journal.floor, vm.heap.top);
}

#[test]
fn who_leaves_the_state_is_stopped_only_while_it_can_be_undone() {
    let mut vm = machine(ExploreOptions::default());
    assert!(vm.leaves_state(String::new).is_ok(), "nothing is explored yet");
    vm.exploring = true;
    assert!(vm.leaves_state(String::new).is_ok(), "nothing can be undone yet");
    freeze(&mut vm);
    let refused = vm.leaves_state(|| "writing a file".to_owned());
    let Err(Trap::Unsupported(what)) = refused else { panic!("{refused:?}") };
    assert!(what.starts_with("writing a file while schedules are explored"), "{what}");
    vm.exploring = false;
    assert!(vm.leaves_state(String::new).is_ok(), "linking is no part of the state");
}

#[test]
fn a_thread_is_alone_if_all_others_have_ended_or_have_not_begun() {
    let mut vm = machine(ExploreOptions::default());
    let class = program(&mut vm, "Cell");
    vm.count_threads();
    assert!(vm.alone);
    let other = start(&mut vm, class, "walk");
    vm.count_threads();
    assert!(!vm.alone);
    for (status, alone) in
        [(Status::New, true), (Status::Runnable, false), (Status::Terminated, true)]
    {
        vm.thread_mut(other).status = status;
        vm.count_threads();
        assert_eq!(vm.alone, alone, "{status:?}");
    }
    vm.explored.watch(true);
    vm.count_threads();
    assert!(!vm.alone, "what a watched thread does alone is visible");
    vm.explored.watch(false);
    vm.explore.dependences = true;
    vm.count_threads();
    assert!(!vm.alone, "others depend on what was done before they ended");
}

#[test]
fn the_bytes_of_a_state_are_those_of_new_words_and_of_the_log() {
    let mut vm = frozen();
    let before = vm.state_bytes();
    vm.heap.allocate(100).unwrap();
    assert_eq!(vm.state_bytes(), before + 800);
    vm.heap.frontier = vm.heap.top + 10;
    assert_eq!(vm.state_bytes(), before + 880);
    vm.heap.frontier = 0;
    let (journal, undo) = (vm.heap.journal.log.capacity(), vm.undo.bytes());
    assert_eq!(before, journal * 16 + undo);
    vm.heap.journal.log.reserve_exact(1_000);
    let grown = (vm.heap.journal.log.capacity() - journal) * 16;
    assert_eq!(vm.state_bytes(), before + 800 + grown);
}

#[test]
fn the_bytes_of_the_log_are_those_of_all_its_lists() {
    let mut undo = Undo::default();
    assert_eq!(undo.bytes(), 0);
    undo.kept.reserve_exact(3);
    let kept = undo.kept.capacity() * size_of::<UndoRecord>();
    assert_eq!(undo.bytes(), kept);
    undo.frames.reserve_exact(5);
    let frames = undo.frames.capacity() * size_of::<Frame>();
    assert_eq!(undo.bytes(), kept + frames);
    undo.words.reserve_exact(7);
    let words = undo.words.capacity() * 8;
    assert_eq!(undo.bytes(), kept + frames + words);
    undo.points.reserve_exact(11);
    assert_eq!(undo.bytes(), kept + frames + words + undo.points.capacity() * size_of::<Point>());
}
