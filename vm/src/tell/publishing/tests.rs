//! What is told of an object that becomes known, and what its header keeps of that.

mod owners;

use super::*;
use crate::ground::code::NO_REG;
use crate::testing::{freeze, machine, program};
use crate::vm::{ExploreOptions, Telling};
use raceproof_base::ThreadId;

const ME: ThreadId = ThreadId(0);

/// A machine of the class `Cell` that tells all, of private accesses only if asked to.
fn telling(private: bool) -> (Vm, ClassRef) {
    let options = ExploreOptions { telling: Telling::All, private, ..ExploreOptions::default() };
    let mut vm = machine(options);
    let class = program(&mut vm, "Cell");
    program(&mut vm, "Finals");
    freeze(&mut vm);
    vm.begin_telling();
    (vm, class)
}

/// A new cell with what lies in its final fields.
fn cell(vm: &mut Vm, class: ClassRef, kept: Ref, many: Ref) -> Ref {
    let cell = vm.new_object(class).unwrap();
    vm.set_field(cell, "kept", kept.word());
    vm.set_field(cell, "many", many.word());
    vm.noted.events.clear();
    cell
}

fn plain(vm: &mut Vm, class: ClassRef) -> Ref {
    cell(vm, class, Ref::NULL, Ref::NULL)
}

/// The running thread is in the constructor of a cell.
fn construct(vm: &mut Vm, class: ClassRef, object: Ref) {
    let init = vm.method_named(class, "<init>", "(LCell;[LCell;)V").unwrap();
    vm.push_frame(init, &[object.word(), 0, 0], NO_REG, Ref::NULL, false).unwrap();
}

fn published(object: Ref) -> Event {
    Event::Published { thread: ME, object: address_of(object) }
}

fn has(vm: &Vm, object: Ref, bit: u64) -> bool {
    vm.heap.get(object.index()) & bit != 0
}

#[test]
fn each_object_that_becomes_known_is_told_once() {
    let (mut vm, class) = telling(false);
    let end = plain(&mut vm, class);
    let kept = plain(&mut vm, class);
    vm.set_field(kept, "next", end.word());
    let next = plain(&mut vm, class);
    let first = cell(&mut vm, class, kept, Ref::NULL);
    vm.set_field(first, "next", next.word());
    vm.noted.events.clear();
    vm.share(first);
    // First what is reached otherwise, then what final fields alone lead to.
    assert_eq!(vm.noted.events, [first, next, kept, end].map(published));
    vm.share(first);
    vm.share(end);
    assert_eq!(vm.noted.events.len(), 4);
}

#[test]
fn nothing_is_told_before_there_is_a_second_thread() {
    let options = ExploreOptions { telling: Telling::All, ..ExploreOptions::default() };
    let mut vm = machine(options);
    let class = program(&mut vm, "Cell");
    freeze(&mut vm);
    let object = plain(&mut vm, class);
    construct(&mut vm, class, object);
    vm.share(object);
    assert!(vm.noted.events.is_empty() && vm.heap.is_shared(object));
    // The thread that is started may be the first to read what is written later.
    assert!(vm.has_escaped(object));
}

#[test]
fn where_private_accesses_are_told_singly_publishing_is_not() {
    let (mut vm, class) = telling(true);
    let object = plain(&mut vm, class);
    vm.share(object);
    assert_eq!(vm.noted.events, []);
}

#[test]
fn an_object_in_which_nothing_can_race_is_not_told() {
    let (mut vm, class) = telling(false);
    let finals = program(&mut vm, "Finals");
    let with_plain = program(&mut vm, "Finals$Plain");
    let nothing = vm.new_object(finals).unwrap();
    vm.share(nothing);
    assert_eq!(vm.noted.events, []);
    let something = vm.new_object(with_plain).unwrap();
    vm.share(something);
    let cell = plain(&mut vm, class);
    vm.share(cell);
    assert_eq!(vm.noted.events[0], published(cell));
    vm.noted.events.clear();
    let array = vm.new_references(class, &[]).unwrap();
    vm.heap.set_shared(array);
    vm.note_publication(array, Owner::Library);
    assert_eq!(vm.noted.events, [], "an array of the class library's");
    vm.note_publication(array, Owner::Program);
    assert_eq!(vm.noted.events, [published(array)]);
    let inherits = vm.new_object(with_plain).unwrap();
    vm.noted.events.clear();
    vm.note_publication(inherits, Owner::Publisher);
    assert_eq!(vm.noted.events, [published(inherits)]);
}

#[test]
fn an_object_that_becomes_known_while_it_is_made_has_escaped() {
    let (mut vm, class) = telling(false);
    let (kept, other) = (plain(&mut vm, class), plain(&mut vm, class));
    let object = cell(&mut vm, class, kept, Ref::NULL);
    construct(&mut vm, class, object);
    vm.note_publication(other, Owner::Publisher);
    assert!(!vm.has_escaped(other), "it is not the one that is made");
    vm.heap.set_shared(object);
    vm.noted.events.clear();
    vm.note_publication(object, Owner::Publisher);
    assert!(vm.has_escaped(object));
    // Of its final fields, one was written.
    let word = vm.word_of(class, "kept");
    let [Event::Access { thread, object: of, variable, access, mode, .. }, last] =
        vm.noted.events[..]
    else {
        panic!("{:?}", vm.noted.events)
    };
    assert_eq!((thread, of, variable), (ME, address_of(object), field_address(object, word)));
    assert_eq!((access, mode), (AccessKind::Write, Mode::Plain));
    assert_eq!(last, published(object));
}

#[test]
fn final_fields_of_an_object_that_has_escaped_are_like_others() {
    let (mut vm, class) = telling(true);
    for escaped in [false, true] {
        let kept = plain(&mut vm, class);
        let object = cell(&mut vm, class, kept, Ref::NULL);
        construct(&mut vm, class, object);
        vm.note_returned(&vm.frames[0].clone());
        assert!(has(&vm, kept, FROZEN));
        if !escaped {
            vm.frames.clear();
        }
        vm.noted.events.clear();
        vm.share(object);
        let bytes = class.instance_words as u64 * 8;
        let frozen = Event::Frozen { thread: ME, object: address_of(kept), bytes };
        assert_eq!(vm.noted.events.contains(&frozen), !escaped, "{:?}", vm.noted.events);
        assert!(vm.heap.is_shared(kept));
        vm.frames.clear();
    }
}

#[test]
fn only_outside_of_its_constructor_an_object_is_complete() {
    let (mut vm, class) = telling(false);
    let object = plain(&mut vm, class);
    construct(&mut vm, class, object);
    let other = vm.method_named(class, "pass", "(LCell;I)LCell;").unwrap();
    vm.frames.clear();
    vm.push_frame(other, &[object.word(), 0], NO_REG, Ref::NULL, false).unwrap();
    vm.note_publication(object, Owner::Publisher);
    assert!(!vm.has_escaped(object), "it is the argument of something else");
}

#[test]
fn a_constructor_freezes_what_its_final_fields_lead_to() {
    let (mut vm, class) = telling(true);
    let end = plain(&mut vm, class);
    let kept = plain(&mut vm, class);
    vm.set_field(kept, "next", end.word());
    vm.set_field(end, "next", kept.word());
    let behind = plain(&mut vm, class);
    let known = plain(&mut vm, class);
    vm.set_field(known, "next", behind.word());
    vm.heap.set_shared(known);
    let many = vm.new_references(class, &[known, Ref::NULL]).unwrap();
    let aside = plain(&mut vm, class);
    let object = cell(&mut vm, class, kept, many);
    vm.set_field(object, "next", aside.word());
    construct(&mut vm, class, object);
    vm.note_returned(&vm.frames[0].clone());
    for frozen in [kept, end, many] {
        assert!(has(&vm, frozen, FROZEN), "{frozen:?}");
    }
    for other in [object, known, behind, aside] {
        assert!(!has(&vm, other, FROZEN), "{other:?}");
    }
}

#[test]
fn nothing_is_frozen_where_private_writes_are_not_told() {
    for (private, on) in [(false, true), (true, false)] {
        let (mut vm, class) = telling(private);
        vm.noted.on = on;
        let kept = plain(&mut vm, class);
        let object = cell(&mut vm, class, kept, Ref::NULL);
        vm.note_freeze(object, class);
        assert!(!has(&vm, kept, FROZEN), "{private} {on}");
    }
}

#[test]
fn only_constructors_freeze() {
    let (mut vm, class) = telling(true);
    let kept = plain(&mut vm, class);
    let object = cell(&mut vm, class, kept, Ref::NULL);
    let pass = vm.method_named(class, "pass", "(LCell;I)LCell;").unwrap();
    vm.push_frame(pass, &[object.word(), 0], NO_REG, Ref::NULL, false).unwrap();
    vm.note_returned(&vm.frames[0].clone());
    assert!(!has(&vm, kept, FROZEN));
}

#[test]
fn a_write_behind_the_freeze_thaws() {
    let (mut vm, class) = telling(true);
    let object = plain(&mut vm, class);
    let freeze = |vm: &mut Vm| {
        let header = vm.heap.get(object.index());
        vm.heap.put(object.index(), header | FROZEN);
    };
    freeze(&mut vm);
    vm.thaw(AccessKind::Read, object);
    assert!(has(&vm, object, FROZEN), "reading changes nothing");
    let header = vm.heap.get(object.index());
    vm.thaw(AccessKind::Write, object);
    assert_eq!(vm.heap.get(object.index()), header & !FROZEN, "nothing else is taken away");
    freeze(&mut vm);
    vm.heap.set_shared(object);
    vm.thaw(AccessKind::Write, object);
    assert!(has(&vm, object, FROZEN), "others may come to it by the final field");
}

#[test]
fn frozen_objects_are_told_where_private_accesses_are() {
    for (private, is_frozen) in [(true, true), (true, false), (false, true)] {
        let (mut vm, class) = telling(private);
        let object = plain(&mut vm, class);
        if is_frozen {
            let header = vm.heap.get(object.index());
            vm.heap.put(object.index(), header | FROZEN);
        }
        vm.heap.set_shared(object);
        vm.note_frozen(object, Owner::Publisher);
        let is_told = vm.noted.events.iter().any(|e| matches!(e, Event::Frozen { .. }));
        assert_eq!(is_told, private && is_frozen, "{private} {is_frozen}");
        assert_eq!(vm.noted.events.contains(&published(object)), !private);
    }
}
