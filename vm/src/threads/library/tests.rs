//! What belongs to a step of an operation, and what ends it.

use super::*;
use crate::ground::class::MethodRef;
use crate::ground::heap::Ref;
use crate::ground::native::Trap;
use crate::testing::{freeze, machine, program, stand_before, start};
use crate::threads::pending::{Grant, PATIENCE, Wait, address_of};
use crate::vm::ExploreOptions;
use raceproof_base::{Address, Operations};

/// A machine with two threads whose first one has called `ArrayList.size`, of which such lines say
/// what it is; with that method, and one of the program's.
fn inside(lines: &[&str]) -> (Vm, MethodRef, MethodRef) {
    let mut library = Operations::default();
    lines.iter().for_each(|line| library.add(line));
    let mut vm = machine(ExploreOptions { library, ..ExploreOptions::default() });
    let class = program(&mut vm, "Cell");
    stand_before(&mut vm, class, "walk");
    start(&mut vm, class, "walk");
    freeze(&mut vm);
    vm.count_threads();
    let list = vm.load_boot("java/util/ArrayList").unwrap();
    let size = vm.method_named(list, "size", "()I").unwrap();
    let walk = vm.frames[0].code.method;
    call(&mut vm, size);
    (vm, size, walk)
}

fn call(vm: &mut Vm, method: MethodRef) {
    vm.push_frame(method, &[0], 0, Ref::NULL, false).unwrap();
    vm.frames.last_mut().unwrap().pc = 1;
}

fn update() -> Pending {
    Pending::new(OperationKind::Update, Address(8))
}

/// Performs an operation for which the thread was chosen.
fn begin(vm: &mut Vm, pending: Pending) {
    assert!(matches!(vm.visible(pending), Err(Trap::Pause)));
    let stopped = vm.thread_mut(0).pending.take().unwrap();
    vm.end_library_step();
    vm.library.begin();
    vm.grant = Some((stopped.operation, Grant::Go));
    vm.fuel = PATIENCE - 1;
    vm.visible(pending).unwrap();
}

fn goes_on(vm: &mut Vm, pending: Pending) -> bool {
    let goes_on = vm.visible(pending).is_ok();
    vm.thread_mut(0).pending = None;
    goes_on
}

#[test]
fn an_operation_goes_on_to_its_end_and_not_into_the_next_call() {
    let (mut vm, size, _) = inside(&["java.util.ArrayList"]);
    begin(&mut vm, update());
    assert!(goes_on(&mut vm, update()) && goes_on(&mut vm, update()));
    call(&mut vm, size);
    assert!(goes_on(&mut vm, update()), "an operation that it calls is its own");
    vm.frames.pop();
    assert!(goes_on(&mut vm, update()));
    vm.frames.pop();
    assert!(!goes_on(&mut vm, update()), "behind it");
    call(&mut vm, size);
    assert!(!goes_on(&mut vm, update()), "the same method, called again");
}

#[test]
fn where_only_looks_belong_to_the_caller_a_change_begins_a_step() {
    let lines = ["java.util.ArrayList#size", "|java.util.ArrayList#isEmpty"];
    let (mut vm, ..) = inside(&lines);
    let list = vm.load_boot("java/util/ArrayList").unwrap();
    let is_empty = vm.method_named(list, "isEmpty", "()Z").unwrap();
    begin(&mut vm, update());
    call(&mut vm, is_empty);
    assert!(goes_on(&mut vm, Pending::new(OperationKind::VolatileRead, Address(8))));
    assert!(!goes_on(&mut vm, update()));
    vm.frames.pop();
    assert!(goes_on(&mut vm, update()), "it is the caller's own");
}

#[test]
fn only_an_operation_goes_on() {
    for (line, is_one) in [
        ("java.util.ArrayList#size", true),
        ("?java.util.ArrayList", true),
        ("java.util.ArrayList#get", false),
        ("!java.util.ArrayList", false),
    ] {
        let (mut vm, ..) = inside(&[line]);
        begin(&mut vm, update());
        assert_eq!(goes_on(&mut vm, update()), is_one, "{line}");
    }
    let (mut vm, ..) = inside(&[]);
    begin(&mut vm, update());
    assert!(!goes_on(&mut vm, update()));
}

#[test]
fn what_comes_behind_other_code_is_a_step_of_its_own() {
    let (mut vm, _, walk) = inside(&["java.util.ArrayList"]);
    begin(&mut vm, update());
    call(&mut vm, walk);
    assert!(!goes_on(&mut vm, update()), "other code has steps of its own");
    let (mut vm, _, walk) = inside(&["java.util.ArrayList"]);
    begin(&mut vm, update());
    call(&mut vm, walk);
    vm.frames.pop();
    assert!(!goes_on(&mut vm, update()), "though the other code had none");
    begin(&mut vm, update());
    assert!(goes_on(&mut vm, update()), "the rest is one step");
}

#[test]
fn a_step_ends_where_it_cannot_go_on_or_has_several_ways() {
    let (mut vm, ..) = inside(&["java.util.ArrayList"]);
    begin(&mut vm, update());
    let park = Pending::new(OperationKind::Park, address_of(vm.current_thread()));
    let park = Pending { wait: Wait::Permit, ..park };
    assert!(!goes_on(&mut vm, park), "nobody gave a permit");
    vm.thread_mut(0).permit = true;
    assert!(goes_on(&mut vm, park));
    assert!(!goes_on(&mut vm, Pending { spurious: true, ..update() }));
    assert!(!goes_on(&mut vm, Pending { wait: Wait::Value(2), ..update() }));
}

#[test]
fn who_spins_goes_on_and_who_sleeps_does_not() {
    for (kind, is_inside) in [(OperationKind::Yield, true), (OperationKind::Sleep, false)] {
        let (mut vm, ..) = inside(&["java.util.ArrayList"]);
        begin(&mut vm, update());
        assert_eq!(goes_on(&mut vm, Pending::new(kind, Address::NONE)), is_inside, "{kind:?}");
    }
}

#[test]
fn marks_are_gone_between_steps_and_only_what_works_is_cut() {
    let (mut vm, ..) = inside(&["java.util.ArrayList"]);
    let read = Pending::new(OperationKind::VolatileRead, Address(8));
    for (pending, works) in [(read, false), (update(), true)] {
        begin(&mut vm, update());
        assert!(vm.frames[1].in_step && !vm.library.worked);
        assert!(goes_on(&mut vm, pending));
        assert_eq!(vm.library.worked, works);
        vm.end_library_step();
        assert!(!vm.frames[1].in_step && vm.library.divided.is_some() == works);
    }
}

#[test]
fn an_estimate_is_none_inside_an_operation() {
    for (line, is_inside, finer) in [
        ("java.util.ArrayList", true, Finer::InsideOperations),
        ("java.util.LinkedList", false, Finer::InsideOperations),
        ("+java.util.ArrayList", true, Finer::InsideInstants),
        ("!java.util.ArrayList", false, Finer::InsideInstants),
    ] {
        let (mut vm, ..) = inside(&[line, "?java.util.ArrayList#isEmpty"]);
        let list = vm.load_boot("java/util/ArrayList").unwrap();
        let asks = vm.method_named(list, "isEmpty", "()Z").unwrap();
        vm.note_estimate(asks, &[0]);
        let asked = Some(finer.clone()).filter(|_| !is_inside);
        assert_eq!(vm.noted.finer, asked, "the class library asks: {line}");
        vm.frames.pop();
        vm.note_estimate(asks, &[0]);
        assert_eq!(vm.noted.finer, Some(finer), "the program asks: {line}");
    }
}

/// What is said of a rejected task is an estimate for whoever reads it; other messages are none.
#[test]
fn the_message_of_a_rejection_is_an_estimate_inside_an_operation_too() {
    for (exception, is_asked) in [
        ("java/util/concurrent/RejectedExecutionException", true),
        ("java/lang/IllegalStateException", false),
    ] {
        let (mut vm, ..) = inside(&["java.util.ArrayList", "?java.lang.Throwable#getMessage"]);
        let throwable = vm.load_boot("java/lang/Throwable").unwrap();
        let message = vm.method_named(throwable, "getMessage", "()Ljava/lang/String;").unwrap();
        let class = vm.load_boot(exception).unwrap();
        let exception = vm.new_object(class).unwrap();
        vm.note_estimate(message, &[exception.word()]);
        assert_eq!(vm.noted.finer.is_some(), is_asked, "{class:?}");
    }
}
