//! What of a thread tells states apart, field by field and register by register.

use super::*;
use crate::ground::code::{Insn, NO_REG};
use crate::state::clock::EPOCH;
use crate::testing::{frozen, machine, program, stand_before, start};
use crate::threads::pending::Pending;
use crate::threads::thread::{Phase, ThreadState, Wake};
use crate::vm::ExploreOptions;
use raceproof_base::{Address, OperationKind};

/// A thread's part, as its words.
fn part(vm: &Vm, number: usize) -> Vec<(bool, u64)> {
    let mut words = Vec::new();
    Parts::default().each_word(vm, number, |word| {
        words.push(match word {
            Word::Plain(word) => (false, word),
            Word::Reference(object) => (true, object.word()),
        });
    });
    words
}

type Change = (&'static str, fn(&mut ThreadState));

/// Each of these makes another state.
const TOLD: &[Change] = &[
    ("key", |state| state.key = 9),
    ("object", |state| state.object = Ref(40)),
    ("cache of scoped values", |state| state.scoped_cache = Ref(40)),
    ("permit", |state| state.permit = true),
    ("interrupted", |state| state.interrupted = true),
    ("daemon", |state| state.daemon = true),
    ("failed", |state| state.failed = true),
    ("dispatching", |state| state.phase = Phase::Dispatching),
    ("exiting", |state| state.phase = Phase::Exiting),
    ("done", |state| state.phase = Phase::Done),
    ("notified", |state| state.wake = Wake::Notified),
    ("timed out", |state| state.wake = Wake::TimedOut),
    ("woken by an interrupt", |state| state.wake = Wake::Interrupted),
    ("entries of a monitor", |state| state.saved_count = 1),
    ("more entries of it", |state| state.saved_count = 2),
    ("readings of the clock", |state| state.clock_reads = 1),
    ("more readings of it", |state| state.clock_reads = 2),
    ("new", |state| state.status = Status::New),
    ("blocked", |state| state.status = Status::Blocked(Ref(40))),
    ("blocked elsewhere", |state| state.status = Status::Blocked(Ref(48))),
    ("waits for a class", |state| state.status = Status::InitWait(Ref(40))),
    ("waits", |state| state.status = Status::Waiting { object: Ref(40), deadline: None }),
    ("waits with a limit", |state| {
        state.status = Status::Waiting { object: Ref(40), deadline: Some(5) };
    }),
    ("sleeps", |state| state.status = Status::Sleeping { deadline: 5 }),
    ("stopped before the first kind", |state| {
        state.pending = Some(Pending::new(OperationKind::Begin, Address(8)));
    }),
    ("stopped before another kind", |state| {
        state.pending = Some(Pending::new(OperationKind::Lock, Address(8)));
    }),
    ("known to have reached it", |state| {
        let lock = Pending::new(OperationKind::Lock, Address(8));
        state.pending = Some(Pending { reached: true, ..lock });
    }),
];

/// None of these does.
const NOT_TOLD: &[Change] = &[
    ("when it began to wait", |state| state.wait_sequence = 5),
    ("children", |state| state.children = 5),
    ("hashes", |state| state.hashes = 5),
    ("objects made", |state| state.made[0] = 5),
    ("its end was seen", |state| state.end_seen = true),
    ("its failure was told", |state| state.failure_told = true),
    ("version", |state| state.version = Version(5)),
];

#[test]
fn all_that_a_thread_does_is_told_apart() {
    let mut vm = frozen();
    let mark = vm.set_mark();
    let mut seen = vec![("nothing", part(&vm, 0))];
    for (what, change) in TOLD {
        change(vm.thread_mut(0));
        let now = part(&vm, 0);
        let same = seen.iter().find(|(_, words)| *words == now);
        assert!(same.is_none(), "{what} is as {}", same.unwrap().0);
        seen.push((what, now));
        vm.go_back(mark);
    }
    for (what, change) in NOT_TOLD {
        change(vm.thread_mut(0));
        assert_eq!(part(&vm, 0), seen[0].1, "{what}");
        vm.go_back(mark);
    }
}

/// A machine whose main thread has a frame of `Cell.walk`.
fn walking() -> (Vm, &'static Code) {
    let mut vm = machine(ExploreOptions::default());
    let class = program(&mut vm, "Cell");
    stand_before(&mut vm, class, "walk");
    let code = vm.frames[0].code;
    (vm, code)
}

#[test]
fn registers_count_where_they_will_be_read() {
    let (mut vm, code) = walking();
    let liveness = Liveness::of(code);
    let (mut live, mut dead) = (0, 0);
    for pc in 0..code.insns.len() {
        vm.frames[0].pc = pc as u32;
        let before = part(&vm, 0);
        for register in 0..code.registers {
            vm.stack[usize::from(register)] += 8;
            let is_live = liveness.before(pc).contains(&register);
            assert_eq!(part(&vm, 0) != before, is_live, "register {register} at {pc}");
            *if is_live { &mut live } else { &mut dead } += 1;
            vm.stack[usize::from(register)] -= 8;
        }
    }
    assert!(live > 0 && dead > 0, "{live} {dead}");
}

#[test]
fn references_in_registers_are_told_as_such() {
    let (mut vm, code) = walking();
    let liveness = Liveness::of(code);
    let (pc, register) = (0..code.insns.len())
        .flat_map(|pc| liveness.before(pc).into_iter().map(move |register| (pc, register)))
        .find(|(_, register)| code.is_reference(usize::from(*register)))
        .expect("a reference is live somewhere");
    vm.frames[0].pc = pc as u32;
    vm.stack[usize::from(register)] = 4321;
    assert!(part(&vm, 0).contains(&(true, 4321)));
    assert!(!part(&vm, 0).contains(&(false, 4321)));
}

/// The frame of a caller stands behind its call; one whose instruction is executed again, before
/// it.
#[test]
fn in_a_caller_those_registers_count_that_it_will_read_afterwards() {
    let (mut vm, code) = walking();
    let call = (0..code.insns.len())
        .find(|pc| matches!(code.insns[*pc].get(), Insn::Invoke { .. } | Insn::CallStatic { .. }))
        .expect("the method calls another");
    let liveness = Liveness::of(code);
    let (across, before) = (liveness.across(code, call + 1), liveness.before(call));
    assert_ne!(across, before, "the arguments are gone");
    vm.frames[0].pc = call as u32 + 1;
    let callee = vm.frames[0];
    let base = callee.end() as u32;
    for (result, live) in [(NO_REG, &across), (crate::threads::thread::AGAIN, &before)] {
        vm.frames.truncate(1);
        vm.frames.push(Frame { base, pc: 0, result, ..callee });
        let told = part(&vm, 0);
        for register in 0..code.registers {
            vm.stack[usize::from(register)] += 8;
            let is_live = live.contains(&register);
            assert_eq!(part(&vm, 0) != told, is_live, "register {register}, {result}");
            vm.stack[usize::from(register)] -= 8;
        }
    }
}

#[test]
fn where_a_thread_stands_counts() {
    let (mut vm, _) = walking();
    let there = part(&vm, 0);
    let frame = vm.frames[0];
    let changes: [Frame; 3] = [
        Frame { pc: frame.pc + 1, ..frame },
        Frame { result: 5, ..frame },
        Frame { lock: Ref(40), ..frame },
    ];
    for changed in changes {
        vm.frames[0] = changed;
        assert_ne!(part(&vm, 0), there);
    }
    vm.frames[0] = frame;
    let class = program(&mut vm, "Cell");
    let pass = vm.method_named(class, "pass", "(LCell;I)LCell;").unwrap();
    let code = vm.code(pass).unwrap();
    let (walk, other) = (there.clone(), Frame { code, ..frame });
    vm.frames[0] = other;
    assert_ne!(part(&vm, 0), walk, "another method");
    vm.frames.clear();
    let none = part(&vm, 0);
    assert_eq!((there[5], none[5]), ((false, 1), (false, 0)), "how many frames there are");
}

/// The hash of a part and the rest of it, by itself.
fn fresh(vm: &Vm, number: usize) -> (u128, Option<(Vec<Ref>, Vec<Time>)>) {
    copied(&mut Parts::default(), vm, number)
}

fn copied(parts: &mut Parts, vm: &Vm, number: usize) -> (u128, Option<(Vec<Ref>, Vec<Time>)>) {
    let (hash, rest) = parts.of(vm, number);
    (hash, rest.map(|rest| (rest.newer.clone(), rest.times.clone())))
}

#[test]
fn a_part_is_remembered_by_the_version_of_its_thread() {
    let mut vm = frozen();
    let mut parts = Parts::default();
    vm.thread_mut(0).permit = true;
    let first = copied(&mut parts, &vm, 0);
    // Nobody may do this: it shows that the part was not told again.
    vm.threads[0].state_mut().permit = false;
    assert_eq!(copied(&mut parts, &vm, 0), first);
    assert_ne!(fresh(&vm, 0), first);
    vm.thread_mut(0).interrupted = true;
    assert_eq!(copied(&mut parts, &vm, 0), fresh(&vm, 0));
}

#[test]
fn a_thread_without_a_version_is_told_each_time() {
    let mut vm = frozen();
    let mut parts = Parts::default();
    vm.threads[0].state_mut().version = Version::default();
    let first = copied(&mut parts, &vm, 0);
    vm.threads[0].state_mut().permit = true;
    assert_ne!(copied(&mut parts, &vm, 0), first);
}

/// Versions that share a place take it from each other, with the rest that belongs to it.
#[test]
fn versions_of_one_place_are_not_mixed_up() {
    let mut vm = frozen();
    let mut parts = Parts::default();
    let new = vm.heap.allocate(8).unwrap();
    for round in 0..2 {
        for (version, object) in
            [(7, Ref::NULL), (7 + REMEMBERED, Ref(new as u32)), (8, Ref(new as u32))]
        {
            let state = vm.threads[0].state_mut();
            (state.version, state.scoped_cache) = (Version(version), object);
            assert_eq!(copied(&mut parts, &vm, 0), fresh(&vm, 0), "{round} {version}");
        }
    }
}

#[test]
fn newer_objects_are_left_to_be_named_and_frozen_ones_are_not() {
    let mut vm = frozen();
    let frozen = fresh(&vm, 0);
    assert_eq!(frozen.1, None, "all it leads to is frozen");
    let new = vm.heap.allocate(16).unwrap() as u32;
    let lead_to = |vm: &mut Vm, object: u32| {
        vm.thread_mut(0).scoped_cache = Ref(object);
        fresh(vm, 0)
    };
    let (one, other) = (lead_to(&mut vm, new), lead_to(&mut vm, new + 8));
    assert_eq!(one.0, other.0, "newer ones have no name yet");
    assert_eq!(one.1, Some((vec![Ref(new)], Vec::new())));
    assert_eq!(other.1, Some((vec![Ref(new + 8)], Vec::new())));
    assert_ne!(lead_to(&mut vm, new - 1).0, one.0);
    assert_ne!(lead_to(&mut vm, new - 1).0, lead_to(&mut vm, new - 2).0);
    assert_eq!(lead_to(&mut vm, new - 1).1, None);
}

#[test]
fn times_in_registers_are_left_to_be_told_by_the_clock() {
    let (mut vm, code) = walking();
    let liveness = Liveness::of(code);
    let (pc, register) = (0..code.insns.len())
        .flat_map(|pc| liveness.before(pc).into_iter().map(move |register| (pc, register)))
        .find(|(_, register)| !code.is_reference(usize::from(*register)))
        .expect("a number is live somewhere");
    crate::testing::freeze(&mut vm);
    vm.frames[0].pc = pc as u32;
    let mut with = |word| {
        vm.stack[usize::from(register)] = word;
        fresh(&vm, 0)
    };
    let (one, other) = (with(EPOCH + 1), with(EPOCH + 2));
    assert_eq!(one.0, other.0);
    assert_eq!(one.1, Some((Vec::new(), vec![Time::Nanos(EPOCH + 1)])));
    let (one, other) = (with(1), with(2));
    assert_ne!(one.0, other.0);
    assert_eq!(one.1, None);
}

#[test]
fn each_thread_has_a_part_of_its_own() {
    let (mut vm, _) = walking();
    let class = program(&mut vm, "Cell");
    let other = start(&mut vm, class, "walk");
    assert_ne!(part(&vm, 0), part(&vm, other));
}

/// Methods that are alike but for who they are; all registers are zero.
#[test]
fn which_method_is_executed_and_where_counts_by_itself() {
    let mut vm = machine(ExploreOptions::default());
    let class = program(&mut vm, "Cell");
    let mut told = Vec::new();
    for name in ["one", "two"] {
        vm.frames.clear();
        stand_before(&mut vm, class, name);
        let code = vm.frames[0].code;
        let liveness = Liveness::of(code);
        let without = |pc: &usize| liveness.before(*pc).is_empty();
        let places: Vec<usize> = (0..code.insns.len()).filter(without).collect();
        assert!(places.len() > 1, "{places:?}");
        for pc in places {
            vm.frames[0].pc = pc as u32;
            told.push(part(&vm, 0));
        }
    }
    for (number, one) in told.iter().enumerate() {
        assert!(!told[..number].contains(one), "{number}");
    }
}

/// What is known of methods grows by one if they are met in their order.
#[test]
fn methods_may_be_met_in_any_order() {
    let mut vm = machine(ExploreOptions::default());
    let class = program(&mut vm, "Cell");
    let id = |vm: &mut Vm, name| vm.method_named(class, name, "()V").unwrap().id;
    assert_eq!(id(&mut vm, "one") + 1, id(&mut vm, "two"));
    for names in [["one", "two"], ["two", "one"]] {
        let mut parts = Parts::default();
        for name in names {
            vm.frames.clear();
            stand_before(&mut vm, class, name);
            // It is another thread now than it was.
            vm.thread_mut(0).hashes += 1;
            assert_eq!(copied(&mut parts, &vm, 0), fresh(&vm, 0), "{name}");
        }
    }
}

#[test]
fn times_of_one_version_are_not_left_to_the_next() {
    let (mut vm, code) = walking();
    let liveness = Liveness::of(code);
    let (pc, register) = (0..code.insns.len())
        .flat_map(|pc| liveness.before(pc).into_iter().map(move |register| (pc, register)))
        .find(|(_, register)| !code.is_reference(usize::from(*register)))
        .expect("a number is live somewhere");
    vm.frames[0].pc = pc as u32;
    let mut parts = Parts::default();
    for (round, word) in [EPOCH + 1, 5, EPOCH + 2, EPOCH + 3].into_iter().enumerate() {
        vm.stack[usize::from(register)] = word;
        vm.threads[0].state_mut().version = Version(3 + round as u64 * REMEMBERED);
        assert_eq!(copied(&mut parts, &vm, 0), fresh(&vm, 0), "{word}");
    }
}
