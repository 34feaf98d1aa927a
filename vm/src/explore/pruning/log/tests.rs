//! What of an execution is logged, and that the log goes back with it.

use super::*;
use crate::ground::code::Insn;
use crate::testing::{choices, explorer_of, freeze, machine, program, stand_before, start, take};
use crate::vm::ExploreOptions;

fn options() -> ExploreOptions {
    ExploreOptions { log: true, ..ExploreOptions::default() }
}

/// A machine whose main thread stands before `Cell.walk`, frozen.
fn standing(options: ExploreOptions) -> (Vm, ClassRef, &'static Code) {
    let mut vm = machine(options);
    let class = program(&mut vm, "Cell");
    stand_before(&mut vm, class, "walk");
    freeze(&mut vm);
    let code = vm.frames[0].code;
    (vm, class, code)
}

fn entries(vm: &Vm) -> Vec<(u32, u32, u32)> {
    vm.explored.log.entries.iter().map(|entry| (entry.thread, entry.depth, entry.pc)).collect()
}

#[test]
fn the_log_begins_with_where_each_thread_stands() {
    let (mut vm, class, code) = standing(options());
    vm.frames[0].pc = 2;
    let registers = usize::from(code.registers);
    (0..registers).for_each(|register| vm.stack[register] = 100 + register as u64);
    let frame = vm.frames[0];
    stand_in(&mut vm, frame);
    vm.set_mark();
    vm.explored.log.mark();
    start(&mut vm, class, "walk");
    // The caller is at its call, the innermost frame before its next instruction.
    assert_eq!(entries(&vm), [(0, 0, 1), (0, 1, 2), (1, 0, 0)]);
    assert_eq!((vm.explored.log.threads, vm.explored.log.marks_before), (2, 1));
    let first: Vec<u64> = (0..registers).map(|register| 100 + register as u64).collect();
    assert_eq!(vm.explored.log.registers(&vm.explored.log.entries[0]), first);
    assert!(vm.explored.log.registers(&vm.explored.log.entries[1]).iter().all(|word| *word == 0));
}

#[test]
fn the_log_begins_once_and_only_where_it_is_asked_for() {
    for (log, exploring, expected) in [(false, true, 0), (true, false, 0), (true, true, 2)] {
        let (mut vm, class, _) = standing(ExploreOptions { log, ..ExploreOptions::default() });
        vm.exploring = exploring;
        start(&mut vm, class, "walk");
        assert_eq!(vm.explored.log.entries.len(), expected, "{log} {exploring}");
        start(&mut vm, class, "walk");
        assert_eq!(vm.explored.log.entries.len(), expected, "{log} {exploring}");
    }
}

/// Who holds what when the log begins: found in the registers of its frames, but for the monitor of
/// a synchronized method, which its frame says.
#[test]
fn monitors_held_when_the_log_begins_are_noted_once() {
    let (mut vm, class, code) = standing(options());
    let object = vm.new_object(class).unwrap();
    let free = vm.new_object(class).unwrap();
    let own = vm.new_object(class).unwrap();
    for held in [object, own] {
        vm.heap.set_monitor(held, 1 | 1 << 18);
    }
    let references: Vec<usize> =
        (0..usize::from(code.registers)).filter(|register| code.is_reference(*register)).collect();
    assert!(!references.is_empty());
    vm.stack[references[0]] = object.word();
    let frame = vm.frames[0];
    stand_in(&mut vm, frame);
    let base = vm.frames[1].base as usize;
    vm.stack[base + references[0]] = object.word();
    stand_in(&mut vm, frame);
    let base = vm.frames[2].base as usize;
    vm.stack[base + references[0]] = free.word();
    stand_in(&mut vm, frame);
    vm.frames[3].lock = own;
    let base = vm.frames[3].base as usize;
    vm.stack[base + references[0]] = own.word();
    start(&mut vm, class, "walk");
    assert_eq!(vm.explored.log.held, [(0, object)]);
}

#[test]
fn instructions_of_the_program_alone_are_logged() {
    let (mut vm, class, code) = standing(options());
    assert!(!vm.log_instruction(code, 0, 1), "it has not begun");
    start(&mut vm, class, "walk");
    let before = vm.explored.log.entries.len();
    vm.stack[0] = 77;
    assert!(vm.log_instruction(code, 0, 1));
    let entry = *vm.explored.log.entries.last().unwrap();
    assert_eq!((entry.thread, entry.depth, entry.pc), (0, 0, 1));
    assert_eq!(vm.explored.log.registers(&entry)[0], 77);
    let library = vm.load_boot("java/util/ArrayList").unwrap();
    let size = vm.method_named(library, "size", "()I").unwrap();
    let size = vm.code(size).unwrap();
    assert!(!vm.log_instruction(size, 0, 0));
    assert_eq!(vm.explored.log.entries.len(), before + 1);
    let platform = vm.linked.platform_loader();
    assert!(vm.is_of_program(class) && !vm.is_of_program(library));
    assert!(class.loader != platform);
}

#[test]
fn marks_say_how_long_the_log_was() {
    let (mut vm, class, code) = standing(options());
    vm.explored.log.mark();
    start(&mut vm, class, "walk");
    vm.explored.log.mark();
    vm.log_instruction(code, 0, 1);
    vm.explored.log.mark();
    assert_eq!(vm.explored.log.at(Mark(0)), None, "then it had not begun");
    assert_eq!((vm.explored.log.at(Mark(1)), vm.explored.log.at(Mark(2))), (Some(2), Some(3)));
    assert_eq!(vm.explored.log.at(Mark(3)), None, "there is no such mark");
    vm.explored.log.is_full = true;
    assert_eq!(vm.explored.log.at(Mark(1)), None, "not all was kept");
}

#[test]
fn the_log_goes_back_to_a_mark() {
    let (mut vm, class, code) = standing(options());
    vm.explored.log.mark();
    start(&mut vm, class, "walk");
    vm.explored.log.mark();
    let (there, words) = (entries(&vm), vm.explored.log.words.len());
    vm.log_instruction(code, 0, 1);
    vm.explored.log.mark();
    vm.log_instruction(code, 0, 2);
    vm.explored.log.go_back(Mark(1));
    assert_eq!((entries(&vm), vm.explored.log.words.len()), (there.clone(), words));
    assert_eq!((vm.explored.log.at(Mark(1)), vm.explored.log.at(Mark(2))), (Some(2), None));
    vm.explored.log.go_back(Mark(1));
    assert_eq!(entries(&vm), there, "it stays valid");
    assert!(vm.explored.log.is_on);
    vm.explored.log.go_back(Mark(0));
    assert_eq!(entries(&vm), []);
    assert!(!vm.explored.log.is_on, "behind this mark it may begin otherwise");
    assert!(!vm.log_instruction(code, 0, 1));
}

#[test]
fn a_log_that_is_full_says_nothing_until_it_has_gone_back() {
    let (mut vm, class, code) = standing(options());
    vm.explored.log.mark();
    start(&mut vm, class, "walk");
    vm.explored.log.mark();
    while vm.explored.log.entries.len() < MOST {
        vm.log_instruction(code, 0, 1);
    }
    vm.explored.log.mark();
    assert_eq!(vm.explored.log.at(Mark(1)), Some(2));
    vm.log_instruction(code, 0, 1);
    assert_eq!((vm.explored.log.entries.len(), vm.explored.log.at(Mark(1))), (MOST, None));
    vm.explored.log.go_back(Mark(2));
    assert_eq!(vm.explored.log.at(Mark(1)), None, "what did not fit was before that mark");
    vm.explored.log.go_back(Mark(1));
    assert_eq!(vm.explored.log.at(Mark(1)), Some(2));
}

#[test]
fn a_trail_tells_in_which_rounds_instructions_were_executed_and_whether_one_decides() {
    let (mut vm, _, code) = standing(ExploreOptions::default());
    vm.explored.log.trail = Some(Trail::default());
    let ways = |pc: usize| {
        let mut ways = 0;
        successors(code, code.insns[pc].get(), pc, |_| ways += 1);
        ways
    };
    let straight = (0..code.insns.len()).find(|pc| ways(*pc) == 1).unwrap();
    let branch = (0..code.insns.len()).find(|pc| ways(*pc) == 2).unwrap();
    let mut at_round = |round, pc| {
        vm.explored.log.trail.as_mut().unwrap().round = round;
        assert!(vm.log_instruction(code, 0, pc), "also without a log");
    };
    [1, 2, 2, 5, 7].into_iter().for_each(|round| at_round(round, straight));
    let trail = vm.explored.log.trail.as_ref().unwrap();
    let rounds = |done: Rounds| (done.first, done.last, done.gap);
    assert_eq!(trail.rounds().map(rounds).collect::<Vec<_>>(), [(1, 7, 3)]);
    assert!(!trail.decides);
    vm.log_instruction(code, 0, branch);
    assert!(vm.explored.log.trail.as_ref().unwrap().decides);
    assert_eq!(vm.explored.log.entries.len(), 0);
}

#[test]
fn what_executes_is_logged_in_order() {
    let mut explorer = explorer_of(options(), &["Branches", "Branches$Locked"], "bothLock");
    let choice = choices(&mut explorer)[0];
    take(&mut explorer, choice);
    let vm = &explorer.vm;
    let main: Vec<LoggedStep> =
        vm.explored.log.entries.iter().filter(|entry| entry.thread == 0).copied().collect();
    let names: Vec<&str> = main.iter().map(|entry| entry.code.method.name.text()).collect();
    assert!(names.iter().all(|name| *name == "bothLock"), "{names:?}");
    assert!(main.len() > 1);
    let last = main.last().unwrap();
    let insn = last.code.insns[last.pc as usize].get();
    assert!(!matches!(insn, Insn::Return), "it stops before the flag is read");
}

/// Calls the method of a frame once more, with empty registers.
fn stand_in(vm: &mut Vm, frame: crate::threads::thread::Frame) {
    let method = frame.code.method;
    vm.push_frame(method, &[], crate::ground::code::NO_REG, Ref::NULL, false).unwrap();
    vm.frames.last_mut().unwrap().pc = frame.pc;
}
