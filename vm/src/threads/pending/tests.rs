//! Where a thread stops, and who may take what it was granted.

use super::*;
use crate::testing::{freeze, machine, program, stand_before, start};
use crate::vm::ExploreOptions;

/// A machine with two threads, whose first one runs `Cell.walk`.
fn running() -> Vm {
    let mut vm = machine(ExploreOptions::default());
    let class = program(&mut vm, "Cell");
    stand_before(&mut vm, class, "walk");
    start(&mut vm, class, "walk");
    freeze(&mut vm);
    vm.count_threads();
    vm.frames[0].pc = 1;
    vm
}

fn park(vm: &Vm) -> Pending {
    let park = Pending::new(OperationKind::Park, address_of(vm.current_thread()));
    Pending { wait: Wait::Permit, ..park }
}

/// Stops before an operation and is granted it: then the first instruction of a step is executed.
fn stopped(vm: &mut Vm, pending: Pending, grant: Grant) {
    assert!(matches!(vm.visible(pending), Err(Trap::Pause)));
    let stopped = vm.thread_mut(0).pending.take().unwrap();
    assert_eq!(stopped.operation.site, vm.current_site());
    vm.grant = Some((stopped.operation, grant));
    vm.fuel = PATIENCE - 1;
}

#[test]
fn a_thread_stops_before_an_operation_and_performs_it_when_granted() {
    let mut vm = running();
    let pending = park(&vm);
    stopped(&mut vm, pending, Grant::TimedOut);
    assert!(matches!(vm.visible(pending), Ok(Grant::TimedOut)));
    assert!(matches!(vm.visible(pending), Err(Trap::Pause)), "once");
}

#[test]
fn a_grant_is_for_the_operation_that_the_thread_had_stopped_before() {
    for change in 0..3 {
        let mut vm = running();
        let pending = park(&vm);
        stopped(&mut vm, pending, Grant::TimedOut);
        let mut other = pending;
        match change {
            0 => other.operation.kind = OperationKind::Sleep,
            1 => other.operation.on = Address(8),
            _ => vm.frames[0].pc += 3,
        }
        assert!(matches!(vm.visible(other), Err(Trap::Pause)), "{change}");
        let stopped = vm.threads[0].pending.unwrap().operation;
        assert_eq!((stopped.kind, stopped.on), (other.operation.kind, other.operation.on));
        assert!(vm.grant.is_none(), "nobody can take it later");
    }
}

/// The instruction may turn out not to need the operation; the next one of the same kind must not
/// take what was granted.
#[test]
fn a_grant_is_for_the_first_instruction_of_a_step() {
    for (fuel, is_taken) in [(PATIENCE, true), (PATIENCE - 1, true), (PATIENCE - 2, false)] {
        let mut vm = running();
        let pending = park(&vm);
        stopped(&mut vm, pending, Grant::Spurious);
        vm.fuel = fuel;
        let taken = matches!(vm.visible(pending), Ok(Grant::Spurious));
        assert_eq!(taken, is_taken, "{fuel}");
    }
}

#[test]
fn a_thread_that_is_alone_stops_only_where_there_is_a_choice() {
    let mut vm = running();
    vm.alone = true;
    let nothing = Pending::new(OperationKind::Update, Address(8));
    assert!(matches!(vm.visible(nothing), Ok(Grant::Go)));
    assert!(vm.visible(Pending { spurious: true, ..nothing }).is_err());
    assert!(vm.visible(Pending { wait: Wait::Value(2), ..nothing }).is_err());
    assert!(vm.visible(Pending { wait: Wait::Value(1), ..nothing }).is_err(), "it has a value");
    let pending = park(&vm);
    assert!(vm.visible(pending).is_err(), "it would wait for ever");
    vm.thread_mut(0).permit = true;
    assert!(vm.visible(pending).is_ok());
    vm.alone = false;
    assert!(vm.visible(pending).is_err());
}

#[test]
fn nothing_is_visible_where_no_schedules_are_explored() {
    let mut vm = running();
    vm.exploring = false;
    let pending = park(&vm);
    assert!(matches!(vm.visible(pending), Ok(Grant::Go)));
    assert!(vm.threads[0].pending.is_none());
}

#[test]
fn what_nobody_else_knows_is_not_visible() {
    let mut vm = running();
    let class = program(&mut vm, "Cell");
    let object = vm.new_object(class).unwrap();
    let write = |vm: &mut Vm| {
        vm.visible_access(OperationKind::VolatileWrite, object, field_address(object, 2))
    };
    assert!(matches!(write(&mut vm), Ok(Grant::Go)));
    vm.share(object);
    assert!(matches!(write(&mut vm), Err(Trap::Pause)));
    let on = vm.threads[0].pending.unwrap().operation.on;
    assert_eq!(on, Address(object.word() * 8 + 16));
}

#[test]
fn a_weak_update_may_fail_where_that_is_asked_for() {
    let mut vm = running();
    let class = program(&mut vm, "Cell");
    let object = vm.new_object(class).unwrap();
    assert!(vm.visible_weak(object, Address(8)).is_ok());
    vm.explore.weak_failures = true;
    assert!(vm.visible_weak(object, Address(8)).is_err(), "whoever knows it");
    assert!(vm.threads[0].pending.unwrap().spurious);
}

#[test]
fn time_may_pass_in_what_waits_for_threads_or_time() {
    let of = |kind, wait| Pending { wait, ..Pending::new(kind, Address(8)) }.may_take_time();
    assert!(of(OperationKind::Park, Wait::Permit));
    assert!(of(OperationKind::Join, Wait::Ended(Ref(8))));
    assert!(of(OperationKind::Sleep, Wait::Interrupt));
    assert!(of(OperationKind::WaitAgain, Wait::Monitor(Ref(8))));
    assert!(!of(OperationKind::Lock, Wait::Monitor(Ref(8))));
    assert!(!of(OperationKind::VolatileRead, Wait::Nothing));
}
