//! Objects: named by the order in which they are met, frozen ones by where they lie.

use super::*;
use crate::state::clock::EPOCH;

#[test]
fn states_that_are_equal_up_to_addresses_are_one() {
    let Cells { mut vm, class, .. } = Cells::new();
    let build = |backwards: bool| {
        move |vm: &mut Vm| {
            let (one, other);
            if backwards {
                cell(vm, class, 99, Ref::NULL);
                other = cell(vm, class, 2, Ref::NULL);
                one = cell(vm, class, 1, other);
            } else {
                one = cell(vm, class, 1, Ref::NULL);
                other = cell(vm, class, 2, Ref::NULL);
                vm.set_field(one, "next", other.word());
            }
            vm.set_field(other, "next", one.word());
            vm.set_static(class, "first", one.word());
            vm.set_static(class, "second", other.word());
        }
    };
    are_one(&mut vm, build(false), build(true));
}

#[test]
fn one_object_is_not_two_of_equal_content() {
    let Cells { mut vm, class, .. } = Cells::new();
    let link = |is_one: bool| {
        move |vm: &mut Vm| {
            let one = cell(vm, class, 1, Ref::NULL);
            let other = if is_one { one } else { cell(vm, class, 1, Ref::NULL) };
            vm.set_static(class, "first", one.word());
            vm.set_static(class, "second", other.word());
        }
    };
    are_two(&mut vm, link(true), link(false));
}

#[test]
fn what_new_objects_lead_to_counts() {
    let Cells { mut vm, class, .. } = Cells::new();
    let chain = |circular: bool| {
        move |vm: &mut Vm| {
            let last = cell(vm, class, 1, Ref::NULL);
            let first = cell(vm, class, 1, last);
            vm.set_field(last, "next", if circular { first.word() } else { 0 });
            vm.set_static(class, "first", first.word());
        }
    };
    are_two(&mut vm, chain(true), chain(false));
    let number = |number| {
        move |vm: &mut Vm| {
            let last = cell(vm, class, number, Ref::NULL);
            let first = cell(vm, class, 1, last);
            vm.set_static(class, "first", first.word());
        }
    };
    are_two(&mut vm, number(5), number(6));
}

#[test]
fn objects_that_nobody_can_come_to_do_not_count() {
    let Cells { mut vm, class, .. } = Cells::new();
    let garbage = |vm: &mut Vm| {
        let lost = cell(vm, class, 8, Ref::NULL);
        cell(vm, class, 9, lost);
    };
    are_one(&mut vm, garbage, |_| ());
}

#[test]
fn a_frozen_object_is_named_by_where_it_lies() {
    let Cells { mut vm, class, cell: frozen, array } = Cells::new();
    let lead_to = |object: Ref| move |vm: &mut Vm| vm.set_static(class, "first", object.word());
    are_two(&mut vm, lead_to(frozen), lead_to(array));
    are_two(&mut vm, lead_to(frozen), lead_to(Ref::NULL));
    // The first object that is met has the number one, a frozen one never.
    let new = move |vm: &mut Vm| {
        let new = cell(vm, class, 0, Ref::NULL);
        vm.set_static(class, "first", new.word());
    };
    are_two(&mut vm, lead_to(frozen), new);
    are_two(&mut vm, lead_to(Ref::NULL), new);
}

#[test]
fn a_frozen_word_counts_while_it_differs_from_what_it_was() {
    let Cells { mut vm, class, cell: frozen, .. } = Cells::new();
    let set = |number| move |vm: &mut Vm| vm.set_field(frozen, "number", number);
    are_two(&mut vm, set(1), set(2));
    let there_and_back = |vm: &mut Vm| {
        vm.set_field(frozen, "number", 1);
        vm.set_field(frozen, "number", 0);
    };
    are_one(&mut vm, there_and_back, |_| ());
    // Which word it is counts, too.
    let count = |vm: &mut Vm| vm.set_static(class, "count", 1);
    are_two(&mut vm, set(1), count);
}

#[test]
fn references_in_frozen_words_are_renumbered_wherever_they_lie() {
    let Cells { mut vm, class, cell: frozen, array } = Cells::new();
    let build = |garbage: usize, at: usize| {
        move |vm: &mut Vm| {
            (0..garbage).for_each(|_| _ = cell(vm, class, 0, Ref::NULL));
            let new = cell(vm, class, 3, Ref::NULL);
            match at {
                0 => vm.set_static(class, "first", new.word()),
                1 => vm.set_field(frozen, "next", new.word()),
                place => vm.heap.put_element(array, place - 2, new),
            }
        }
    };
    for at in 0..4 {
        are_one(&mut vm, build(0, at), build(3, at));
    }
    are_two(&mut vm, build(0, 2), build(0, 3));
}

/// A number that looks like a reference is none.
#[test]
fn numbers_are_not_renumbered() {
    let Cells { mut vm, class, cell: frozen, .. } = Cells::new();
    let top = vm.heap.top as u64;
    let words = |number: u64| {
        move |vm: &mut Vm| {
            cell(vm, class, 1, Ref::NULL);
            vm.set_static(class, "count", number);
            vm.set_field(frozen, "number", number);
        }
    };
    are_two(&mut vm, words(top), words(top + 1));
}

#[test]
fn both_elements_of_a_frozen_word_count() {
    let Cells { mut vm, class, array, .. } = Cells::new();
    for index in 0..2 {
        let element = |number| {
            move |vm: &mut Vm| {
                let new = cell(vm, class, number, Ref::NULL);
                vm.heap.put_element(array, index, new);
            }
        };
        are_two(&mut vm, element(1), element(2));
    }
}

#[test]
fn where_in_a_new_array_a_reference_is_counts() {
    let Cells { mut vm, class, cell: frozen, .. } = Cells::new();
    let lead_to = |places: &'static [usize]| {
        move |vm: &mut Vm| {
            let array = vm.new_references(class, &[Ref::NULL; 7]).unwrap();
            places.iter().for_each(|place| vm.heap.put_element(array, *place, frozen));
            vm.set_static(class, "first", array.word());
        }
    };
    are_one(&mut vm, lead_to(&[1, 6]), lead_to(&[6, 1]));
    are_two(&mut vm, lead_to(&[2]), lead_to(&[3]));
    are_two(&mut vm, lead_to(&[2]), lead_to(&[4]));
    are_two(&mut vm, lead_to(&[]), lead_to(&[6]));
    are_two(&mut vm, lead_to(&[1]), lead_to(&[1, 6]));
}

#[test]
fn the_content_of_new_arrays_counts() {
    let Cells { mut vm, class, .. } = Cells::new();
    let bytes = |content: &'static [u8]| {
        move |vm: &mut Vm| {
            let array = vm.new_bytes(content).unwrap();
            vm.set_static(class, "first", array.word());
        }
    };
    are_two(&mut vm, bytes(&[1, 2]), bytes(&[1, 3]));
    are_two(&mut vm, bytes(&[1, 0]), bytes(&[1]));
    let elements = |garbage: usize, second: u64| {
        move |vm: &mut Vm| {
            (0..garbage).for_each(|_| _ = cell(vm, class, 0, Ref::NULL));
            let (one, other) = (cell(vm, class, 1, Ref::NULL), cell(vm, class, second, Ref::NULL));
            let array = vm.new_references(class, &[other, one, other]).unwrap();
            vm.set_static(class, "first", array.word());
        }
    };
    are_one(&mut vm, elements(0, 2), elements(5, 2));
    are_two(&mut vm, elements(0, 2), elements(0, 3));
}

#[test]
fn that_an_object_is_shared_does_not_count_but_its_hash_does() {
    let Cells { mut vm, class, cell: frozen, .. } = Cells::new();
    let new = move |vm: &mut Vm| {
        let new = cell(vm, class, 1, Ref::NULL);
        vm.set_static(class, "first", new.word());
        new
    };
    are_one(
        &mut vm,
        |vm| _ = new(vm),
        |vm| {
            let new = new(vm);
            vm.heap.set_shared(new);
        },
    );
    are_two(
        &mut vm,
        |vm| _ = new(vm),
        |vm| {
            let new = new(vm);
            vm.heap.set_hash(new, 3);
        },
    );
    are_two(&mut vm, |_| (), |vm| vm.heap.set_hash(frozen, 3));
    let header = vm.heap.get(frozen.index());
    are_one(&mut vm, |_| (), |vm| vm.heap.put(frozen.index(), header ^ SHARED));
}

#[test]
fn whose_a_monitor_is_and_how_often_it_was_entered_counts() {
    let Cells { mut vm, class, cell: frozen, .. } = Cells::new();
    crate::testing::start(&mut vm, class, "walk");
    for is_frozen in [true, false] {
        let entered = |thread: usize, times: u32| {
            move |vm: &mut Vm| {
                let object = if is_frozen { frozen } else { cell(vm, class, 1, Ref::NULL) };
                vm.set_static(class, "first", object.word());
                vm.switch_to(thread);
                vm.exploring = false;
                (0..times).for_each(|_| vm.enter(object).unwrap());
                vm.exploring = true;
                vm.switch_to(0);
            }
        };
        are_two(&mut vm, entered(0, 1), entered(1, 1));
        are_two(&mut vm, entered(0, 1), entered(0, 2));
        are_two(&mut vm, entered(0, 0), entered(0, 1));
    }
}

/// Once the clock was read for deadlines alone, what lies in fields is told relative to it.
#[test]
fn times_are_relative_where_the_clock_was_read_for_deadlines() {
    let Cells { mut vm, class, cell: frozen, .. } = Cells::new();
    let at = |clock_use: ClockUse, clock: u64, time: u64, is_frozen: bool| {
        move |vm: &mut Vm| {
            (vm.scalars.clock, vm.scalars.clock_use) = (EPOCH + clock, clock_use);
            let object = if is_frozen { frozen } else { cell(vm, class, 1, Ref::NULL) };
            vm.set_static(class, "first", object.word());
            vm.set_field(object, "time", EPOCH + time);
        }
    };
    for is_frozen in [true, false] {
        let by = |clock_use, clock, time| at(clock_use, clock, time, is_frozen);
        are_one(&mut vm, by(ClockUse::Deadlines, 10, 15), by(ClockUse::Deadlines, 110, 115));
        are_two(&mut vm, by(ClockUse::Deadlines, 10, 15), by(ClockUse::Deadlines, 10, 16));
        are_two(&mut vm, by(ClockUse::Program, 10, 15), by(ClockUse::Program, 110, 115));
        are_two(&mut vm, by(ClockUse::None, 10, 15), by(ClockUse::None, 110, 115));
        are_one(&mut vm, by(ClockUse::None, 10, 15), by(ClockUse::None, 110, 15));
    }
}

/// The first object of all lies at the second word.
#[test]
fn the_number_of_a_new_object_is_no_address_of_a_frozen_one() {
    let Cells { mut vm, class, cell: frozen, .. } = Cells::new();
    let old = Ref(2);
    assert!(vm.is_object_at(old));
    let lead_to = |is_second: bool| {
        move |vm: &mut Vm| {
            let (one, two) = (cell(vm, class, 1, Ref::NULL), cell(vm, class, 2, Ref::NULL));
            let (second, third) = if is_second { (two, old) } else { (old, two) };
            vm.set_static(class, "first", one.word());
            vm.set_static(class, "second", second.word());
            vm.set_field(frozen, "next", third.word());
        }
    };
    are_two(&mut vm, lead_to(true), lead_to(false));
}

#[test]
fn words_that_changed_on_other_paths_only_do_not_count() {
    let Cells { mut vm, cell: frozen, .. } = Cells::new();
    let mark = vm.set_mark();
    let before = Told::of(&vm);
    vm.set_field(frozen, "number", 1);
    Told::of(&vm).must_not_be(&before);
    vm.go_back(mark);
    Told::of(&vm).must_be(&before);
}
