//! Stacks and threads, which are kept when they are first run after a mark.

use super::*;
use crate::testing::{freeze, program, stand_before, start};

/// A machine whose main thread has a frame, and whose second thread has one, too.
fn with_frames() -> Vm {
    let mut vm = machine(ExploreOptions::default());
    let class = program(&mut vm, "Cell");
    stand_before(&mut vm, class, "walk");
    let (words, frame) = (vm.frames[0].end(), vm.frames[0]);
    assert!(words > 2, "{words}");
    vm.stack[..words].fill(17);
    start(&mut vm, class, "walk");
    assert!(!frame.barrier);
    freeze(&mut vm);
    vm
}

/// What a thread's stack is, in a form that can be compared.
fn stack(vm: &Vm, thread: usize) -> (Vec<(u32, u32, u32)>, Vec<u64>) {
    let (frames, words) = vm.stack_of(thread);
    let frames = frames.iter().map(|f| (f.base, f.pc, f.code.method.id)).collect();
    (frames, words.to_vec())
}

fn change_stack(vm: &mut Vm, thread: usize) {
    vm.keep_stack(thread);
    vm.switch_to(thread);
    vm.stack[0] += 1;
    vm.frames[0].pc += 1;
}

#[test]
fn stacks_are_restored_whoever_runs() {
    let mut vm = with_frames();
    let before = [stack(&vm, 0), stack(&vm, 1)];
    let mark = vm.set_mark();
    for thread in [0, 1, 0] {
        change_stack(&mut vm, thread);
    }
    vm.go_back(mark);
    assert_eq!([stack(&vm, 0), stack(&vm, 1)], before);
    change_stack(&mut vm, 1);
    vm.go_back(mark);
    assert_eq!([stack(&vm, 0), stack(&vm, 1)], before);
    let left = &vm.undo;
    assert_eq!((left.kept.len(), left.frames.len(), left.words.len()), (0, 0, 0));
}

#[test]
fn a_stack_is_kept_once_between_two_marks() {
    let mut vm = with_frames();
    let words = vm.frames[0].end();
    vm.set_mark();
    change_stack(&mut vm, 0);
    change_stack(&mut vm, 0);
    assert_eq!((vm.undo.kept.len(), vm.undo.words.len()), (1, words));
    let before = stack(&vm, 0);
    let second = vm.set_mark();
    change_stack(&mut vm, 0);
    assert_eq!((vm.undo.kept.len(), vm.undo.words.len()), (2, 2 * words));
    vm.go_back(second);
    assert_eq!(stack(&vm, 0), before);
}

/// A thread that has ended may have a stack too small for what it had before.
#[test]
fn a_stack_that_was_given_up_is_restored() {
    let mut vm = with_frames();
    let before = stack(&vm, 1);
    let mark = vm.set_mark();
    vm.keep_stack(1);
    (vm.threads[1].frames, vm.threads[1].stack) = (Vec::new(), Vec::new());
    vm.go_back(mark);
    assert_eq!(stack(&vm, 1), before);
}

#[test]
fn threads_started_since_a_mark_are_gone() {
    let mut vm = with_frames();
    let class = program(&mut vm, "Cell");
    let before = stack(&vm, 0);
    let mark = vm.set_mark();
    let number = start(&mut vm, class, "walk");
    assert_eq!(number, 2);
    change_stack(&mut vm, number);
    vm.go_back(mark);
    assert_eq!((vm.threads.len(), vm.current), (2, 1), "another one runs in its place");
    assert_eq!(stack(&vm, 0), before);
}

#[test]
fn nothing_is_kept_where_nothing_is_undone() {
    let mut vm = machine(ExploreOptions::default());
    let class = program(&mut vm, "Cell");
    stand_before(&mut vm, class, "walk");
    assert!(!vm.is_undoable());
    vm.keep_stack(0);
    vm.thread_mut(0).hashes = 1;
    start(&mut vm, class, "walk");
    assert_eq!((vm.undo.kept.len(), vm.heap.journal.log.len()), (0, 0));
    freeze(&mut vm);
    assert!(vm.is_undoable());
}

#[test]
fn the_log_begins_anew_where_the_past_is_forgotten() {
    let mut vm = with_frames();
    vm.set_mark();
    change_stack(&mut vm, 0);
    vm.thread_mut(0).hashes = 1;
    let mirror = vm.known.object.get().mirror.index();
    vm.heap.put(mirror, vm.heap.get(mirror));
    vm.heap.keep_free_list();
    let (epoch, versions) = (vm.undo.epoch, vm.undo.versions);
    vm.start_undo();
    let (undo, journal) = (&vm.undo, &vm.heap.journal);
    assert_eq!((undo.kept.len(), undo.frames.len(), undo.words.len()), (0, 0, 0));
    assert_eq!((undo.points.len(), journal.log.len(), journal.free_lists.len()), (0, 0, 0));
    assert_eq!((undo.epoch, undo.versions), (epoch + 1, versions));
    assert_eq!(journal.floor, vm.heap.floor());
}
