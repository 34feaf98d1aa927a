//! Which states are one, and which are told apart.

mod names;
mod objects;
mod threads;

use super::*;
use crate::testing::{freeze, machine, program};
use crate::vm::ExploreOptions;

/// What the identity of the present state is, as a hash and in full: by a new walk, and by one that
/// has seen other states before, which must say the same.
struct Told {
    fingerprint: Fingerprint,
    words: Vec<u64>,
}

impl Told {
    fn of(vm: &Vm) -> Self {
        let fingerprint = Identity::default().of(vm);
        Self { fingerprint, words: Identity::default().in_full(vm).to_vec() }
    }

    #[track_caller]
    fn must_be(&self, other: &Self) {
        assert_eq!(self.words, other.words);
        assert!(self.fingerprint == other.fingerprint);
    }

    #[track_caller]
    fn must_not_be(&self, other: &Self) {
        assert_ne!(self.words, other.words);
        assert!(self.fingerprint != other.fingerprint);
    }
}

/// The state after each of two changes of the same one.
fn two_ways(vm: &mut Vm, one: impl FnOnce(&mut Vm), other: impl FnOnce(&mut Vm)) -> [Told; 2] {
    let mark = vm.set_mark();
    one(vm);
    let first = Told::of(vm);
    vm.go_back(mark);
    other(vm);
    let second = Told::of(vm);
    vm.go_back(mark);
    [first, second]
}

#[track_caller]
fn are_one(vm: &mut Vm, one: impl FnOnce(&mut Vm), other: impl FnOnce(&mut Vm)) {
    let [one, other] = two_ways(vm, one, other);
    one.must_be(&other);
}

#[track_caller]
fn are_two(vm: &mut Vm, one: impl FnOnce(&mut Vm), other: impl FnOnce(&mut Vm)) {
    let [one, other] = two_ways(vm, one, other);
    one.must_not_be(&other);
}

/// A machine of the class `Cell`, frozen with one cell and an array of two.
struct Cells {
    vm: Vm,
    class: ClassRef,
    cell: Ref,
    array: Ref,
}

impl Cells {
    fn new() -> Self {
        let mut vm = machine(ExploreOptions::default());
        let class = program(&mut vm, "Cell");
        let cell = vm.new_object(class).expect("there is room");
        let array = vm.new_references(class, &[Ref::NULL; 2]).expect("there is room");
        freeze(&mut vm);
        Self { vm, class, cell, array }
    }
}

/// A new cell.
fn cell(vm: &mut Vm, class: ClassRef, number: u64, next: Ref) -> Ref {
    let cell = vm.new_object(class).expect("there is room");
    vm.set_field(cell, "number", number);
    vm.set_field(cell, "next", next.word());
    cell
}

#[test]
fn a_walk_that_has_seen_other_states_says_the_same() {
    let Cells { mut vm, class, .. } = Cells::new();
    let mut used = Identity::default();
    let mark = vm.set_mark();
    let mut told = Vec::new();
    for number in 0..3 {
        let last = cell(&mut vm, class, number, Ref::NULL);
        let first = cell(&mut vm, class, 7, last);
        vm.set_static(class, "first", first.word());
        vm.thread_mut(0).hashes += 1;
        told.push(Told::of(&vm));
        assert!(used.of(&vm) == told.last().unwrap().fingerprint);
        assert_eq!(used.in_full(&vm), told.last().unwrap().words);
    }
    told[0].must_not_be(&told[1]);
    vm.go_back(mark);
    assert!(used.of(&vm) == Identity::default().of(&vm));
}
