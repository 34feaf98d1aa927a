//! What a snapshot keeps, and that it alone decides what is restored.

use super::*;
use crate::ground::heap::Ref;
use crate::state::clock::ClockUse;
use crate::testing::{freeze, frozen, machine, program, stand_before, start};
use crate::threads::thread::Status;
use crate::vm::ExploreOptions;
use raceproof_base::{Cancellation, Cause};

/// A machine with two threads that have frames, frozen, and a class with static fields.
fn two_threads() -> (Vm, Ref) {
    let mut vm = machine(ExploreOptions::default());
    let class = program(&mut vm, "Cell");
    stand_before(&mut vm, class, "walk");
    start(&mut vm, class, "walk");
    freeze(&mut vm);
    (vm, class.mirror)
}

/// All that a state is, as words: what was frozen, what is newer, the threads, the scalars.
fn picture(vm: &Vm) -> (Vec<u64>, String) {
    let heap = &vm.heap;
    let mut words: Vec<u64> = heap.words[heap.journal.frozen_end..heap.end].to_vec();
    words.extend(heap.journal.changed.iter().map(|(index, _)| heap.get(*index as usize)));
    let mut text = format!("{:?} {} {}", vm.scalars, vm.current, heap.top);
    for thread in 0..vm.threads.len() {
        let (frames, stack) = vm.stack_of(thread);
        let frames: Vec<_> = frames.iter().map(|f| (f.base, f.pc, f.code.method.id)).collect();
        text += &format!("{:?} {frames:?} {stack:?}", *vm.threads[thread]);
    }
    (words, text)
}

/// Changes something of each kind.
fn change(vm: &mut Vm, mirror: Ref, by: u64) {
    let at = mirror.index() + 2;
    vm.heap.put(at, vm.heap.get(at) + by);
    let start = vm.heap.allocate(PAGE + 3).unwrap();
    (start..start + PAGE + 3).for_each(|index| vm.heap.put(index, by + index as u64));
    vm.switch_to(1);
    vm.stack[1] += by;
    vm.frames[0].pc += 1;
    vm.thread_mut(0).hashes += by as u32;
    vm.thread_mut(1).status = Status::Blocked(mirror);
    vm.scalars.clock += by;
    vm.scalars.wait_counter += by;
    vm.scalars.steps += by as u32;
}

#[test]
fn a_snapshot_brings_everything_back() {
    let (mut vm, mirror) = two_threads();
    let mut store = Store::default();
    change(&mut vm, mirror, 5);
    let there = picture(&vm);
    let saved = store.save(&vm, false);
    change(&mut vm, mirror, 7);
    vm.switch_to(0);
    assert!(picture(&vm) != there);
    assert!(!store.restore(&mut vm, &saved));
    assert!(picture(&vm) == there);
}

#[test]
fn snapshots_are_restored_in_any_order() {
    let (mut vm, mirror) = two_threads();
    let mut store = Store::default();
    let mut states = Vec::new();
    for by in 1..4 {
        states.push((store.save(&vm, by == 2), by == 2, picture(&vm)));
        change(&mut vm, mirror, by);
    }
    for index in [2, 0, 1, 0, 2, 1] {
        let (saved, taken, there) = &states[index];
        assert_eq!(store.restore(&mut vm, saved), *taken);
        // A word that changed only later has its frozen value: it is compared as that.
        let now = picture(&vm);
        assert_eq!(now.1, there.1, "{index}");
        assert!(now.0.starts_with(&there.0), "{index}");
    }
}

#[test]
fn a_word_that_changed_only_later_gets_its_frozen_value() {
    let (mut vm, mirror) = two_threads();
    let mut store = Store::default();
    let before = vm.heap.get(mirror.index());
    assert_ne!(before, 0, "it is the header");
    let saved = store.save(&vm, false);
    vm.heap.set_hash(mirror, 5);
    store.restore(&mut vm, &saved);
    assert_eq!(vm.heap.get(mirror.index()), before);
}

#[test]
fn threads_are_taken_away_and_made_as_the_snapshot_has_them() {
    let (mut vm, mirror) = two_threads();
    let class = vm.mirrored(mirror);
    let mut store = Store::default();
    let two = store.save(&vm, false);
    let third = start(&mut vm, class, "walk");
    let object = vm.threads[third].object;
    vm.threads[third].stack[1] = 99;
    let (three, there) = (store.save(&vm, false), picture(&vm).1);
    vm.switch_to(2);
    store.restore(&mut vm, &two);
    assert_eq!((vm.threads.len(), vm.current), (2, 0));
    store.restore(&mut vm, &three);
    assert_eq!((vm.threads.len(), vm.threads[2].object), (3, object));
    assert_eq!(picture(&vm).1, there);
    assert!(vm.threads[2].stack.len() >= 256, "as long as that of a thread that was started");
}

#[test]
fn memory_beyond_a_snapshot_is_cleared_and_handed_out_next() {
    let mut vm = frozen();
    let mut store = Store::default();
    vm.heap.allocate(10).unwrap();
    let (saved, top) = (store.save(&vm, false), vm.heap.top);
    let start = vm.heap.allocate(50).unwrap();
    (start..start + 50).for_each(|index| vm.heap.put(index, 1));
    vm.heap.frontier = vm.heap.top;
    store.restore(&mut vm, &saved);
    assert!(vm.heap.words[top..top + 60].iter().all(|word| *word == 0));
    assert_eq!((vm.heap.top, vm.heap.chunk_end, vm.heap.allocated), (top, vm.heap.end, 10));
}

/// What was recycled lies behind the chunk that is handed out, and belongs to the state.
#[test]
fn words_up_to_the_frontier_are_kept() {
    let mut vm = frozen();
    let mut store = Store::default();
    let start = vm.heap.allocate(10).unwrap();
    vm.heap.put(start + 9, 77);
    vm.heap.frontier = vm.heap.top;
    vm.heap.top = start + 4;
    let saved = store.save(&vm, false);
    vm.heap.words[start + 9] = 0;
    store.restore(&mut vm, &saved);
    assert_eq!(vm.heap.get(start + 9), 77);
}

#[test]
fn nothing_can_be_undone_beyond_a_restored_state() {
    let (mut vm, mirror) = two_threads();
    let mut store = Store::default();
    let mark = vm.set_mark();
    let saved = store.save(&vm, false);
    change(&mut vm, mirror, 1);
    store.restore(&mut vm, &saved);
    assert!(vm.heap.journal.log.is_empty());
    assert_eq!(vm.set_mark(), mark, "marks begin anew");
    let there = picture(&vm);
    change(&mut vm, mirror, 2);
    vm.keep_stack(1);
    vm.go_back(mark);
    assert_eq!(vm.threads[0].hashes, 0);
    assert_eq!(
        vm.heap.words[vm.heap.journal.frozen_end..],
        there.0[..vm.heap.end - vm.heap.journal.frozen_end]
    );
}

#[test]
fn equal_pages_are_kept_once() {
    let mut vm = frozen();
    let mut store = Store::default();
    let start = vm.heap.allocate(4 * PAGE).unwrap();
    let stacks: usize = (0..vm.threads.len()).map(|n| vm.stack_of(n).1.len()).sum();
    let before = stacks + vm.heap.journal.changed.len();
    assert_eq!(before, 0, "pages begin with the new words");
    vm.heap.put(start, 1);
    let one = store.save(&vm, false);
    assert_eq!((one.0.pages.len(), store.pages.len()), (4, 2), "three of four are empty");
    let other = store.save(&vm, false);
    assert_eq!((store.pages.len(), &one.0.pages), (2, &other.0.pages));
    vm.heap.put(start + 3 * PAGE, 1);
    let third = store.save(&vm, false);
    assert_eq!(*third.0.pages, [0, 1, 1, 0]);
}

#[test]
fn a_last_page_that_is_not_full_is_filled_up() {
    let mut vm = frozen();
    let mut store = Store::default();
    let start = vm.heap.allocate(PAGE + 1).unwrap();
    vm.heap.put(start + PAGE, 3);
    let saved = store.save(&vm, false);
    assert_eq!((saved.0.pages.len(), saved.0.allocated), (2, PAGE + 1));
    vm.heap.put(start + PAGE, 4);
    store.restore(&mut vm, &saved);
    assert_eq!(vm.heap.get(start + PAGE), 3);
    let pages = store.pages.capacity() * PAGE * 8;
    assert_eq!(store.bytes(), pages + store.known.capacity() * 32);
    assert!(store.known.capacity() > 0 && pages > 0);
}

#[test]
fn scalars_come_from_the_snapshot() {
    let mut vm = frozen();
    let mut store = Store::default();
    let there = Scalars {
        clock: 1,
        clock_use: ClockUse::Deadlines,
        wait_counter: 2,
        ended: Some(3),
        steps: 4,
        spins: true,
    };
    let before = vm.scalars;
    vm.scalars = there;
    let saved = store.save(&vm, true);
    vm.scalars = before;
    assert!(store.restore(&mut vm, &saved));
    assert_eq!(vm.scalars, there);
}

/// A machine that may use so many bytes more, whose state has so many words.
fn limited(words: usize, bytes: u64) -> Vm {
    let mut vm = frozen();
    vm.options.cancellation = Cancellation::default();
    vm.options.cancellation.allow(Some(bytes));
    vm.heap.allocate(words).unwrap();
    vm
}

#[test]
fn small_states_are_kept_without_asking() {
    let vm = limited(LARGE / 8 - 1, 1);
    assert!(vm.may_be_saved());
    assert_eq!(vm.options.cancellation.cause(), None);
}

#[test]
fn large_states_are_kept_where_there_is_memory_for_twice_as_much() {
    let bytes = LARGE as u64;
    let vm = limited(LARGE / 8, 2 * bytes);
    assert!(!vm.may_be_saved());
    assert_eq!(vm.options.cancellation.cause(), Some(Cause::Memory));
    assert!(limited(LARGE / 8, 2 * bytes + 1).may_be_saved());
}

/// Only the running thread's stack may have become large; others count if it has.
#[test]
fn stacks_count_for_the_size_of_a_state() {
    let (mut vm, _) = two_threads();
    vm.options.cancellation = Cancellation::default();
    vm.options.cancellation.allow(Some(1));
    assert!(vm.may_be_saved());
    let frame = vm.frames[0];
    vm.frames = vec![frame; LARGE / size_of::<Frame>() / 2 + 1];
    assert!(vm.may_be_saved(), "with both stacks it might be large, but it is not");
    vm.frames = vec![frame; LARGE / size_of::<Frame>() + 1];
    assert!(!vm.may_be_saved());
}
