//! Threads: by their keys, with when their waits end and who came first.

use super::*;
use crate::testing::start;
use crate::threads::pending::Pending;
use crate::threads::thread::ThreadState;
use crate::vm::TimedWaits;
use raceproof_base::OperationKind;

/// A machine with three threads, frozen.
fn three_threads() -> (Vm, ClassRef, Ref) {
    let mut vm = machine(ExploreOptions::default());
    let class = program(&mut vm, "Cell");
    let cell = vm.new_object(class).unwrap();
    start(&mut vm, class, "walk");
    start(&mut vm, class, "walk");
    freeze(&mut vm);
    (vm, class, cell)
}

fn waiting(object: Ref, deadline: Option<u64>, sequence: u64) -> impl Fn(&mut ThreadState) {
    move |state| {
        state.status = Status::Waiting { object, deadline };
        state.wait_sequence = sequence;
    }
}

fn parked(deadline: Option<u64>) -> impl Fn(&mut ThreadState) {
    let park = Pending::new(OperationKind::Park, Address(8));
    move |state| state.pending = Some(Pending { deadline, ..park })
}

/// Whether states that differ only in when a thread's wait ends are two: by ten nanoseconds at the
/// same time, and by as much as the time itself.
fn deadlines_tell_apart(vm: &mut Vm, set: &dyn Fn(Option<u64>) -> Box<dyn Fn(&mut ThreadState)>) {
    let at = |clock_use: ClockUse, clock: u64, deadline: Option<u64>| {
        let set = set(deadline);
        move |vm: &mut Vm| {
            (vm.scalars.clock_use, vm.scalars.clock) = (clock_use, clock);
            set(vm.thread_mut(1));
        }
    };
    for timed_waits in [TimedWaits::AtAnyMoment, TimedWaits::WhenIdle] {
        vm.explore.timed_waits = timed_waits;
        let (none, deadlines, program) = (ClockUse::None, ClockUse::Deadlines, ClockUse::Program);
        are_two(vm, at(program, 100, Some(110)), at(program, 100, Some(120)));
        are_two(vm, at(deadlines, 100, Some(110)), at(deadlines, 100, Some(120)));
        are_one(vm, at(deadlines, 100, Some(110)), at(deadlines, 200, Some(210)));
        are_two(vm, at(program, 100, Some(110)), at(program, 200, Some(210)));
        // What is overdue ends at once, however long.
        are_one(vm, at(deadlines, 100, Some(50)), at(deadlines, 100, Some(60)));
        let (one, other) = (at(none, 100, Some(110)), at(none, 100, Some(120)));
        if timed_waits == TimedWaits::WhenIdle {
            are_two(vm, one, other);
        } else {
            are_one(vm, one, other);
        }
        are_one(vm, at(none, 100, Some(110)), at(none, 200, Some(210)));
    }
}

#[test]
fn states_that_differ_in_the_deadline_of_a_wait_are_two() {
    let (mut vm, _, cell) = three_threads();
    deadlines_tell_apart(&mut vm, &|deadline| Box::new(waiting(cell, deadline, 1)));
}

#[test]
fn states_that_differ_in_the_deadline_of_an_operation_are_two() {
    let (mut vm, ..) = three_threads();
    deadlines_tell_apart(&mut vm, &|deadline| Box::new(parked(deadline)));
}

#[test]
fn a_timed_wait_is_none_without_time() {
    let (mut vm, _, cell) = three_threads();
    let wait = |deadline| move |vm: &mut Vm| waiting(cell, deadline, 1)(vm.thread_mut(1));
    are_two(&mut vm, wait(None), wait(Some(5)));
}

#[test]
fn the_order_of_waiting_counts_but_not_since_when() {
    let (mut vm, class, cell) = three_threads();
    let wait = |one: u64, other: u64| {
        move |vm: &mut Vm| {
            waiting(cell, None, one)(vm.thread_mut(1));
            waiting(cell, None, other)(vm.thread_mut(2));
        }
    };
    are_two(&mut vm, wait(1, 2), wait(2, 1));
    are_one(&mut vm, wait(1, 2), wait(5, 9));
    // Whoever waits elsewhere has come neither before nor after.
    let elsewhere = |one: u64, other: u64| {
        move |vm: &mut Vm| {
            waiting(cell, None, one)(vm.thread_mut(1));
            waiting(class.mirror, None, other)(vm.thread_mut(2));
        }
    };
    are_one(&mut vm, elsewhere(1, 2), elsewhere(2, 1));
}

#[test]
fn the_clock_counts_once_the_program_has_read_it() {
    let (mut vm, ..) = three_threads();
    let at = |clock_use, clock| {
        move |vm: &mut Vm| (vm.scalars.clock_use, vm.scalars.clock) = (clock_use, clock)
    };
    are_one(&mut vm, at(ClockUse::None, 1), at(ClockUse::None, 2));
    are_one(&mut vm, at(ClockUse::Deadlines, 1), at(ClockUse::Deadlines, 2));
    are_two(&mut vm, at(ClockUse::Program, 1), at(ClockUse::Program, 2));
    are_two(&mut vm, at(ClockUse::None, 1), at(ClockUse::Deadlines, 1));
    are_two(&mut vm, at(ClockUse::Deadlines, 1), at(ClockUse::Program, 1));
}

#[test]
fn that_the_program_has_ended_counts_but_not_how() {
    let (mut vm, ..) = three_threads();
    let end = |status| move |vm: &mut Vm| vm.scalars.ended = status;
    are_two(&mut vm, end(None), end(Some(0)));
    are_one(&mut vm, end(Some(1)), end(Some(0)));
    let fail = |failed, told| {
        move |vm: &mut Vm| {
            let main = vm.thread_mut(0);
            main.status = Status::Terminated;
            (main.failed, main.failure_told) = (failed, told);
        }
    };
    are_two(&mut vm, fail(true, false), fail(false, false));
    are_one(&mut vm, fail(true, true), fail(false, false));
}

/// Which number a thread has depends on whose child was started first, and says nothing.
#[test]
fn threads_are_named_by_their_keys() {
    let (mut vm, class, cell) = three_threads();
    let build = |parents: [usize; 2], is_swapped: bool| {
        move |vm: &mut Vm| {
            let mut children = [0; 3];
            for parent in parents {
                vm.switch_to(parent);
                children[parent] = start(vm, class, "walk");
            }
            vm.switch_to(0);
            let (one, other) = if is_swapped { (2, 1) } else { (1, 2) };
            let (one, other) = (children[one], children[other]);
            waiting(cell, None, 1)(vm.thread_mut(one));
            vm.heap.set_monitor(cell, (one as u32 + 1) | 1 << 18);
            let new = super::cell(vm, class, 1, Ref::NULL);
            vm.heap.set_monitor(new, (other as u32 + 1) | 1 << 18);
            vm.set_static(class, "first", new.word());
            vm.set_static(class, "second", vm.threads[one].object.word());
        }
    };
    are_one(&mut vm, build([1, 2], false), build([2, 1], false));
    are_two(&mut vm, build([1, 2], false), build([1, 2], true));
    let monitor = |owner: u32| move |vm: &mut Vm| vm.heap.set_monitor(cell, (owner + 1) | 1 << 18);
    are_two(&mut vm, monitor(1), monitor(2));
}

/// New `Thread` objects lead to their threads as frozen ones do.
#[test]
fn the_number_in_a_thread_object_stands_for_its_key() {
    let (mut vm, class, _) = three_threads();
    let threads = vm.known.thread.get();
    let build = |number: u64, keys: [u64; 2]| {
        move |vm: &mut Vm| {
            let new = vm.new_object(threads).unwrap();
            vm.set_field(new, "$thread", number);
            vm.set_static(class, "first", new.word());
            (1..3).for_each(|thread| vm.thread_mut(thread).key = keys[thread - 1]);
            // Only the object tells which is which.
            (1..3).for_each(|thread| vm.thread_mut(thread).object = Ref::NULL);
        }
    };
    are_one(&mut vm, build(2, [400, 500]), build(3, [500, 400]));
    are_two(&mut vm, build(2, [400, 500]), build(3, [400, 500]));
    are_two(&mut vm, build(0, [400, 500]), build(2, [400, 500]));
    let frozen = vm.threads[1].object;
    let set = |number: u64| move |vm: &mut Vm| vm.set_field(frozen, "$thread", number);
    are_two(&mut vm, set(0), set(3));
}

#[test]
fn a_thread_that_has_ended_counts_as_long_as_its_object_is_known() {
    let (mut vm, class, _) = three_threads();
    let threads = vm.known.thread.get();
    let end = |is_known: bool, is_frozen: bool, seen: bool| {
        move |vm: &mut Vm| {
            let object =
                if is_frozen { vm.threads[2].object } else { vm.new_object(threads).unwrap() };
            if is_known {
                vm.set_static(class, "first", object.word());
            }
            let state = vm.thread_mut(2);
            (state.object, state.status, state.end_seen) = (object, Status::Terminated, seen);
        }
    };
    are_two(&mut vm, end(true, false, true), end(true, false, false));
    are_one(&mut vm, end(false, false, true), end(false, false, false));
    are_two(&mut vm, end(false, true, true), end(false, true, false));
}

#[test]
fn what_a_thread_that_has_ended_was_doing_does_not_count() {
    let (mut vm, ..) = three_threads();
    let end = |hashes: u32, interrupted: bool| {
        move |vm: &mut Vm| {
            let state = vm.thread_mut(2);
            state.status = Status::Terminated;
            (state.hashes, state.interrupted) = (hashes, interrupted);
        }
    };
    are_one(&mut vm, end(1, true), end(2, false));
    let live = |interrupted: bool| move |vm: &mut Vm| vm.thread_mut(2).interrupted = interrupted;
    are_two(&mut vm, live(true), live(false));
}

/// Threads that come and go are put in order again.
#[test]
fn the_order_of_threads_is_that_of_their_keys_after_any_change() {
    let (mut vm, class, _) = three_threads();
    let mut used = Identity::default();
    let mark = vm.set_mark();
    for keys in [[5, 3, 4], [3, 5, 4], [9, 8, 7]] {
        (0..3).for_each(|number| vm.thread_mut(number).key = keys[number]);
        assert!(used.of(&vm) == Identity::default().of(&vm), "{keys:?}");
        let mut expected: Vec<usize> = (0..3).collect();
        expected.sort_by_key(|number| keys[*number]);
        assert_eq!(used.order, expected);
    }
    start(&mut vm, class, "walk");
    used.of(&vm);
    assert_eq!(used.order.len(), 4);
    vm.go_back(mark);
    used.of(&vm);
    assert_eq!(used.order.len(), 3);
}

/// Of a `Thread` object that was there before, the number depends on who was started first.
#[test]
fn frozen_thread_objects_that_are_started_later_lead_to_keys() {
    let mut vm = machine(ExploreOptions::default());
    let class = program(&mut vm, "Cell");
    let threads = vm.known.thread.get();
    start(&mut vm, class, "walk");
    let objects = [vm.new_object(threads).unwrap(), vm.new_object(threads).unwrap()];
    freeze(&mut vm);
    let run = vm.method_named(class, "walk", "()V").unwrap();
    let build = |parents: [usize; 2]| {
        move |vm: &mut Vm| {
            for parent in parents {
                vm.switch_to(parent);
                vm.start_thread(objects[parent], run, false).unwrap();
            }
            vm.switch_to(0);
        }
    };
    are_one(&mut vm, build([0, 1]), build([1, 0]));
    are_two(&mut vm, build([0, 1]), |vm| {
        vm.start_thread(objects[1], run, false).unwrap();
        vm.switch_to(1);
        vm.start_thread(objects[0], run, false).unwrap();
        vm.switch_to(0);
    });
}

/// A machine whose second thread holds a number in a register that it will read.
fn with_number(clock_use: ClockUse, clock: u64, word: u64) -> Vm {
    let (mut vm, ..) = three_threads();
    (vm.scalars.clock_use, vm.scalars.clock) = (clock_use, clock);
    let code = vm.threads[1].frames[0].code;
    let liveness = crate::state::liveness::Liveness::of(code);
    let (pc, register) = (0..code.insns.len())
        .flat_map(|pc| liveness.before(pc).into_iter().map(move |register| (pc, register)))
        .find(|(_, register)| !code.is_reference(usize::from(*register)))
        .unwrap();
    vm.threads[1].frames[0].pc = pc as u32;
    vm.threads[1].stack[usize::from(register)] = word;
    vm
}

#[test]
fn times_in_registers_count_as_those_in_fields_do() {
    let told = |clock_use, clock: u64, time: u64| {
        let epoch = crate::state::clock::EPOCH;
        Told::of(&with_number(clock_use, epoch + clock, epoch + time))
    };
    told(ClockUse::None, 0, 5).must_not_be(&told(ClockUse::None, 0, 6));
    told(ClockUse::Deadlines, 0, 5).must_be(&told(ClockUse::Deadlines, 10, 15));
    told(ClockUse::Deadlines, 0, 5).must_not_be(&told(ClockUse::Deadlines, 10, 16));
    told(ClockUse::None, 0, 5).must_be(&told(ClockUse::None, 10, 5));
}
