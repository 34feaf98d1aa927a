//! What is restored by going back, thing by thing.

mod machine;
mod stacks;

use super::*;
use crate::ground::heap::Ref;
use crate::testing::{frozen, heap, machine};
use crate::threads::fairness::Passed;
use crate::threads::pending::Pending;
use crate::threads::thread::{Phase, Wake};
use crate::vm::ExploreOptions;
use raceproof_base::{Address, OperationKind};

fn allocate(heap: &mut Heap, words: usize, value: u64) {
    let start = heap.allocate(words).expect("there is room");
    (start..start + words).for_each(|index| heap.put(index, value));
}

fn mark(heap: &mut Heap) -> (usize, Room) {
    heap.journal.floor = heap.floor();
    (heap.journal.log.len(), heap.room())
}

/// From where memory was handed out behind everything to where it was recycled, over a mark in
/// between.
#[test]
fn going_back_from_new_memory_to_recycled_memory() {
    let mut heap = heap();
    (heap.journal.mode, heap.journal.frozen_end) = (Mode::Undo, heap.top);
    let start = heap.top;
    allocate(&mut heap, 100, 1);
    heap.retire_chunk();
    heap.restart(vec![(start + 100, heap.end), (start, start + 100)], 0);
    allocate(&mut heap, 50, 2);
    let (log, room) = mark(&mut heap);
    let there = heap.words.clone();
    allocate(&mut heap, 60, 3);
    mark(&mut heap);
    allocate(&mut heap, 10, 4);
    heap.go_back(log, &room);
    assert!(heap.words == there);
    allocate(&mut heap, 60, 5);
}

#[test]
fn the_last_words_written_are_undone_first() {
    let mut heap = heap();
    let at = heap.allocate(4).unwrap();
    heap.put(at, 1);
    (heap.journal.mode, heap.journal.frozen_end) = (Mode::Undo, heap.top);
    let (log, room) = mark(&mut heap);
    heap.put(at, 2);
    heap.put(at, 3);
    heap.put(at + 1, 4);
    heap.go_back(log, &room);
    assert_eq!(heap.words[at..at + 2], [1, 0]);
    assert_eq!(heap.journal.log.len(), log);
}

#[test]
fn memory_handed_out_since_a_mark_is_not_logged_but_cleared() {
    let mut heap = heap();
    (heap.journal.mode, heap.journal.frozen_end) = (Mode::Undo, heap.top);
    let (log, room) = mark(&mut heap);
    allocate(&mut heap, 100, 7);
    let top = heap.top;
    assert_eq!(heap.journal.log.len(), log, "behind the floor nothing is logged");
    heap.go_back(log, &room);
    assert_eq!(heap.top, room.top);
    assert!(heap.words[heap.top..top].iter().all(|word| *word == 0));
}

/// A word below the floor is one that the state at the mark had.
#[test]
fn the_floor_of_a_mark_is_where_memory_ends() {
    let mut heap = heap();
    (heap.journal.mode, heap.journal.frozen_end) = (Mode::Undo, heap.top);
    allocate(&mut heap, 10, 1);
    assert_eq!(heap.floor(), heap.top);
    heap.frontier = heap.top;
    assert_eq!(heap.floor(), heap.top, "nothing lies behind");
    heap.frontier = heap.top + 1;
    assert_eq!(heap.floor(), usize::MAX, "recycled memory is logged word by word");
}

#[test]
fn going_back_sets_the_floor_anew() {
    let mut heap = heap();
    (heap.journal.mode, heap.journal.frozen_end) = (Mode::Undo, heap.top);
    let (log, room) = mark(&mut heap);
    allocate(&mut heap, 10, 1);
    let (_, _) = mark(&mut heap);
    allocate(&mut heap, 10, 2);
    heap.go_back(log, &room);
    assert_eq!(heap.journal.floor, room.top);
}

#[test]
fn all_of_allocation_is_restored() {
    let mut heap = heap();
    heap.free = vec![(heap.end - 20, heap.end)];
    let (log, room) = mark(&mut heap);
    heap.journal.mode = Mode::Undo;
    heap.keep_free_list();
    heap.free.push((1, 2));
    heap.keep_free_list();
    heap.free.clear();
    let end = heap.end;
    (heap.top, heap.chunk_end, heap.frontier) = (heap.top + 8, heap.chunk_end - 2, heap.top + 9);
    (heap.allocated, heap.threshold) = (3, 4);
    heap.go_back(log, &room);
    let again = heap.room();
    assert_eq!(heap.free, [(end - 20, end)], "the oldest list since is the one at the mark");
    assert_eq!((again.top, again.chunk_end, again.frontier), (room.top, end, room.frontier));
    assert_eq!((again.allocated, again.threshold), (room.allocated, room.threshold));
    assert_eq!((again.free_lists, room.free_lists), (0, 0));
}

#[test]
fn lists_of_free_runs_from_before_the_mark_stay() {
    let mut heap = heap();
    heap.journal.mode = Mode::Undo;
    heap.keep_free_list();
    let (log, room) = mark(&mut heap);
    heap.free.push((heap.end - 1, heap.end));
    let now = heap.free.clone();
    heap.go_back(log, &room);
    assert_eq!((heap.journal.free_lists.len(), &heap.free), (1, &now));
}

#[test]
fn frozen_words_are_restored_and_remembered_as_changed() {
    let mut vm = machine(ExploreOptions::default());
    let at = vm.heap.allocate(4).unwrap();
    vm.heap.put(at, 5);
    vm.freeze();
    let mark = vm.set_mark();
    vm.heap.put(at, 6);
    vm.go_back(mark);
    assert_eq!(vm.heap.get(at), 5);
    assert_eq!(vm.heap.journal.changed, [(at as u32, 5)]);
}

/// A state that differs from a new thread's in everything.
fn other_state(object: Ref) -> ThreadState {
    let operation = Pending::new(OperationKind::Park, Address(8));
    ThreadState {
        object,
        status: Status::Blocked(object),
        phase: Phase::Exiting,
        wake: Wake::Notified,
        saved_count: 2,
        wait_sequence: 3,
        permit: true,
        interrupted: true,
        daemon: true,
        scoped_cache: object,
        failed: true,
        failure_told: true,
        end_seen: true,
        pending: Some(Pending { deadline: Some(4), ..operation }),
        key: 5,
        children: 6,
        hashes: 7,
        made: [9, 10],
        clock_reads: 8,
        passed: Passed::default(),
        version: Version(u64::MAX),
    }
}

#[test]
fn everything_of_a_threads_state_is_restored() {
    let mut vm = frozen();
    let before = *vm.threads[0];
    let version = before.version.0;
    let mark = vm.set_mark();
    let object = Ref(before.object.0 + 1);
    *vm.thread_mut(0) = other_state(object);
    assert!(*vm.threads[0] != before);
    vm.go_back(mark);
    assert_eq!(*vm.threads[0], before);
    assert_eq!(
        vm.threads[0].version.0, version,
        "it is what it was, so its version is the old one"
    );
}

/// Of several changes between two marks the first keeps the state, the others keep nothing.
#[test]
fn a_thread_is_kept_once_between_two_marks() {
    let mut vm = frozen();
    let first = vm.set_mark();
    vm.thread_mut(0).hashes = 1;
    vm.thread_mut(0).hashes = 2;
    assert_eq!(vm.undo.kept.len(), 1);
    let second = vm.set_mark();
    vm.thread_mut(0).hashes = 3;
    assert_eq!(vm.undo.kept.len(), 2);
    vm.go_back(second);
    assert_eq!((vm.threads[0].hashes, vm.undo.kept.len()), (2, 1));
    vm.go_back(first);
    assert_eq!((vm.threads[0].hashes, vm.undo.kept.len()), (0, 0));
}

#[test]
fn a_mark_can_be_gone_back_to_again_and_again() {
    let mut vm = frozen();
    let mark = vm.set_mark();
    for hashes in 1..4 {
        vm.thread_mut(0).hashes = hashes;
        vm.scalars.clock += 1;
        let clock = vm.scalars.clock;
        vm.go_back(mark);
        assert_eq!((vm.threads[0].hashes, vm.scalars.clock), (0, clock - 1));
    }
}

/// What is changed behind a mark after going back to it must be kept again, though it had been
/// kept before.
#[test]
fn going_back_begins_a_new_epoch_of_keeping() {
    let mut vm = frozen();
    let first = vm.set_mark();
    let second = vm.set_mark();
    vm.thread_mut(0).hashes = 1;
    vm.go_back(second);
    vm.thread_mut(0).hashes = 2;
    vm.go_back(first);
    assert_eq!(vm.threads[0].hashes, 0);
}

#[test]
fn marks_behind_the_one_gone_back_to_are_gone() {
    let mut vm = frozen();
    let first = vm.set_mark();
    let second = vm.set_mark();
    assert_eq!((first, second), (Mark(0), Mark(1)));
    vm.go_back(first);
    assert_eq!(vm.set_mark(), second);
}

#[test]
fn every_change_of_a_thread_gives_it_a_version_of_its_own() {
    let mut vm = frozen();
    let mark = vm.set_mark();
    vm.thread_mut(0).hashes = 1;
    let one = vm.threads[0].version;
    vm.thread_mut(0).hashes = 2;
    let other = vm.threads[0].version;
    assert!(one != other);
    vm.go_back(mark);
    vm.thread_mut(0).hashes = 3;
    let third = vm.threads[0].version;
    assert!(third != one && third != other, "versions are not given again after going back");
}

#[test]
fn what_is_changed_aside_is_restored_but_makes_no_version() {
    let mut vm = frozen();
    let version = vm.threads[0].version;
    let mark = vm.set_mark();
    vm.thread_aside(0).children = 9;
    assert!(vm.threads[0].version == version);
    vm.go_back(mark);
    assert_eq!(vm.threads[0].children, 0);
}

#[test]
fn scalars_are_restored_one_by_one() {
    let mut vm = frozen();
    let before = vm.scalars;
    let mark = vm.set_mark();
    let other = Scalars {
        clock: 1,
        clock_use: ClockUse::Program,
        wait_counter: 2,
        ended: Some(3),
        steps: 4,
        spins: true,
    };
    vm.scalars = other;
    assert_eq!(vm.scalars, other);
    vm.go_back(mark);
    assert_eq!(vm.scalars, before);
}
