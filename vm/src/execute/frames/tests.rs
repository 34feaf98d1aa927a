//! Calls that are made without a frame, against the same with one.

use crate::ground::brief::Brief;
use crate::testing::{machine, program, stand_before};
use crate::vm::{ExploreOptions, Vm};

/// A machine in which a method was executed once, so that all it calls is linked and looked at.
fn linked(method: &str) -> Vm {
    let mut vm = machine(ExploreOptions::default());
    vm.options.explore = false;
    let class = program(&mut vm, "Small");
    let (name, descriptor) = method.split_at(method.find('(').unwrap_or(method.len()));
    let called = vm.method_named(class, name, descriptor).expect("the method is there");
    assert!(vm.call_now(called, &[]).is_ok());
    vm
}

/// Executes a method for so many instructions and no more than those to the end of a slice: what it
/// was stopped by, where, with which registers, and how many instructions it took.
fn slice(vm: &mut Vm, method: &str, fuel: i64) -> (String, Vec<(u32, u32, Vec<u64>)>, u64) {
    let class = program(vm, "Small");
    vm.frames.clear();
    stand_before(vm, class, method);
    vm.frames[0].barrier = true;
    let before = vm.instructions;
    vm.fuel = fuel;
    let stop = vm.run_thread(&mut ());
    let frames = vm.frames.iter();
    let frames = frames.map(|f| {
        let registers = vm.stack[f.base as usize..f.end()].to_vec();
        (f.code.method.id, f.pc, registers)
    });
    (format!("{stop:?}"), frames.collect(), vm.instructions - before)
}

/// The same with a frame for each call.
fn slice_with_frames(
    vm: &mut Vm,
    method: &str,
    fuel: i64,
) -> (String, Vec<(u32, u32, Vec<u64>)>, u64) {
    vm.library.calls_back = Some(false);
    let done = slice(vm, method, fuel);
    vm.library.calls_back = None;
    done
}

#[test]
fn what_is_brief_is_known_by_its_second_call() {
    let mut vm = linked("all()J");
    let class = program(&mut vm, "Small");
    let brief = |vm: &mut Vm, name: &str, descriptor: &str| {
        let method = vm.method_named(class, name, descriptor).expect("the method is there");
        method.plain.get().map(|code| code.brief.get())
    };
    assert_eq!(brief(&mut vm, "seven", "()I"), Some(Brief::Constant(-7)));
    assert_eq!(brief(&mut vm, "nothing", "()V"), Some(Brief::Nothing { insns: 1, words: 0 }));
    for (name, descriptor) in
        [("eight", "()B"), ("sixteen", "()S"), ("letter", "()C"), ("wide", "()J")]
    {
        let field = brief(&mut vm, name, descriptor);
        assert!(matches!(field, Some(Brief::Field(..))), "{name}: {field:?}");
    }
    let leaf = program(&mut vm, "Small$Leaf");
    let made = vm.method_named(leaf, "<init>", "()V").expect("the method is there");
    let made = made.plain.get().map(|code| code.brief.get());
    assert!(matches!(made, Some(Brief::Nothing { insns: 7, words: 1.. })), "{made:?}");
}

#[test]
fn calls_without_frames_end_their_slices_where_those_with_frames_do() {
    let [mut vm, mut twin] = [(); 2].map(|()| linked("all()J"));
    let mut stops = std::collections::BTreeSet::new();
    for fuel in 0..1_200 {
        let without = slice(&mut vm, "all()J", fuel);
        assert_eq!(without, slice_with_frames(&mut twin, "all()J", fuel), "{fuel} instructions");
        stops.insert((without.1, without.2));
    }
    assert!(stops.len() > 100, "{}", stops.len());
}

#[test]
fn calls_without_frames_overflow_the_stack_where_those_with_frames_do() {
    let [without, with] = [slice, slice_with_frames].map(|slice| {
        let mut vm = linked("all()J");
        let (stop, ..) = slice(&mut vm, "deep()J", i64::MAX / 2);
        let class = program(&mut vm, "Small");
        let field = class.field_named("depth").expect("the field is there");
        let at = class.mirror.index() + field.word;
        let depth = vm.heap.get(at);
        vm.heap.put(at, 0);
        (stop, depth)
    });
    assert_eq!(without, with);
    assert!(with.1 > 10_000, "{with:?}");
}

#[test]
fn a_field_of_null_is_an_exception_of_the_method_that_reads_it() {
    let mut vm = linked("all()J");
    let (stop, ..) = slice(&mut vm, "ofNull()J", i64::MAX / 2);
    assert!(stop.starts_with("Threw"), "{stop}");
}
