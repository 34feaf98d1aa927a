//! What becomes shared with an object, and what does not.

use super::*;
use crate::ground::class::ClassRef;
use crate::testing::{freeze, machine, program};
use crate::vm::ExploreOptions;

/// A machine of the class `Cell` that explores, with what detectors are told.
fn cells(telling: Telling) -> (Vm, ClassRef) {
    let mut vm = machine(ExploreOptions { telling, ..ExploreOptions::default() });
    let class = program(&mut vm, "Cell");
    freeze(&mut vm);
    (vm, class)
}

fn cell(vm: &mut Vm, class: ClassRef, next: Ref) -> Ref {
    let cell = vm.new_object(class).unwrap();
    vm.set_field(cell, "next", next.word());
    cell
}

fn shared(vm: &Vm, objects: &[Ref]) -> Vec<bool> {
    objects.iter().map(|object| vm.heap.is_shared(*object)).collect()
}

const EVERY: [Telling; 3] = [Telling::Operations, Telling::Writes, Telling::All];

#[test]
fn all_that_a_shared_object_leads_to_is_shared_and_nothing_else() {
    for telling in EVERY {
        let (mut vm, class) = cells(telling);
        let end = cell(&mut vm, class, Ref::NULL);
        let middle = cell(&mut vm, class, end);
        let array = vm.new_references(class, &[Ref::NULL, middle, middle]).unwrap();
        let first = cell(&mut vm, class, Ref::NULL);
        vm.set_field(first, "many", array.word());
        vm.set_field(end, "next", first.word());
        let before = cell(&mut vm, class, first);
        let aside = cell(&mut vm, class, Ref::NULL);
        vm.share(Ref::NULL);
        vm.share(first);
        assert_eq!(shared(&vm, &[first, array, middle, end]), [true; 4], "{telling:?}");
        assert_eq!(shared(&vm, &[before, aside]), [false; 2], "who leads to it is not");
        assert_eq!(vm.find_unshared(), None);
    }
}

/// The walk ends at what is shared: that leads to nothing else.
#[test]
fn what_was_shared_before_is_not_walked_again() {
    for telling in EVERY {
        let (mut vm, class) = cells(telling);
        let behind = cell(&mut vm, class, Ref::NULL);
        let known = cell(&mut vm, class, behind);
        vm.heap.set_shared(known);
        let first = cell(&mut vm, class, known);
        vm.share(known);
        vm.share(first);
        assert_eq!(shared(&vm, &[first, known, behind]), [true, true, false], "{telling:?}");
        assert_eq!(vm.find_unshared(), Some((known, behind)));
    }
}

#[test]
fn what_is_stored_into_something_shared_becomes_shared() {
    for telling in EVERY {
        let (mut vm, class) = cells(telling);
        let (holder, end) = (cell(&mut vm, class, Ref::NULL), cell(&mut vm, class, Ref::NULL));
        let value = cell(&mut vm, class, end);
        vm.publish(holder, value);
        assert_eq!(shared(&vm, &[holder, value, end]), [false; 3]);
        vm.heap.set_shared(holder);
        vm.publish(holder, Ref::NULL);
        vm.publish(holder, value);
        assert_eq!(shared(&vm, &[holder, value, end]), [true; 3], "{telling:?}");
    }
}

#[test]
fn an_array_that_is_stored_into_something_shared_becomes_shared() {
    for telling in EVERY {
        let (mut vm, class) = cells(telling);
        let end = cell(&mut vm, class, Ref::NULL);
        let array = vm.new_references(class, &[end]).unwrap();
        let holder = cell(&mut vm, class, Ref::NULL);
        vm.heap.set_shared(holder);
        vm.set_field(holder, "many", 0);
        let many = vm.word_of(class, "many");
        vm.heap.put(holder.index() + many, array.word());
        vm.publish(holder, array);
        assert_eq!(shared(&vm, &[array, end]), [true; 2], "{telling:?}");
    }
}

#[test]
fn elements_that_were_copied_into_something_shared_become_shared() {
    let (mut vm, class) = cells(Telling::Operations);
    let values: Vec<Ref> = (0..4).map(|_| cell(&mut vm, class, Ref::NULL)).collect();
    let array = vm.new_references(class, &values).unwrap();
    vm.publish_elements(array, 0, 4);
    assert_eq!(shared(&vm, &values), [false; 4], "nobody knows the array");
    vm.heap.set_shared(array);
    vm.publish_elements(array, 1, 2);
    assert_eq!(shared(&vm, &values), [false, true, true, false]);
}

#[test]
fn a_field_that_is_set_by_the_machine_publishes_references_alone() {
    let (mut vm, class) = cells(Telling::Operations);
    let (holder, value) = (cell(&mut vm, class, Ref::NULL), cell(&mut vm, class, Ref::NULL));
    vm.heap.set_shared(holder);
    vm.set_field(holder, "number", value.word());
    assert_eq!(shared(&vm, &[value]), [false]);
    vm.set_field(holder, "next", value.word());
    assert_eq!(shared(&vm, &[value]), [true]);
}

#[test]
fn sharing_is_undone_like_any_write() {
    let (mut vm, class) = cells(Telling::Operations);
    let object = cell(&mut vm, class, Ref::NULL);
    let mark = vm.set_mark();
    vm.share(object);
    vm.go_back(mark);
    assert_eq!(shared(&vm, &[object]), [false]);
}

#[test]
fn all_that_is_there_before_the_program_begins_is_shared() {
    let mut vm = machine(ExploreOptions::default());
    let class = program(&mut vm, "Cell");
    let object = cell(&mut vm, class, Ref::NULL);
    let mirror = class.mirror;
    let header = vm.heap.get(mirror.index());
    vm.heap.put(mirror.index(), header & !crate::ground::heap::SHARED);
    let last = cell(&mut vm, class, Ref::NULL);
    assert_eq!(shared(&vm, &[object, mirror, last]), [false; 3]);
    vm.share_everything();
    assert_eq!(shared(&vm, &[object, mirror, last]), [true; 3]);
}

#[test]
fn sharing_between_two_words_leaves_out_what_lies_around_them() {
    let mut vm = machine(ExploreOptions::default());
    let class = program(&mut vm, "Cell");
    let objects: Vec<Ref> = (0..3).map(|_| cell(&mut vm, class, Ref::NULL)).collect();
    vm.share_between(objects[1].index(), objects[2].index());
    assert_eq!(shared(&vm, &objects), [false, true, false]);
}

/// The check looks at recycled memory, too.
#[test]
fn what_is_shared_by_mistake_is_found_up_to_the_frontier() {
    let (mut vm, class) = cells(Telling::Operations);
    let hidden = cell(&mut vm, class, Ref::NULL);
    let holder = cell(&mut vm, class, hidden);
    let used = vm.heap.top;
    (vm.heap.frontier, vm.heap.top) = (used, vm.heap.journal.frozen_end);
    assert_eq!(vm.find_unshared(), None);
    vm.heap.set_shared(holder);
    assert_eq!(vm.find_unshared(), Some((holder, hidden)));
    vm.heap.frontier = 0;
    assert_eq!(vm.find_unshared(), None, "nothing is there");
    vm.heap.top = used;
}
