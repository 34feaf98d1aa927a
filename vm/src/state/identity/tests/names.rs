//! What variables are called, the same in all states that are one.

use super::*;

#[test]
fn a_frozen_variable_is_called_by_its_address() {
    let Cells { vm, cell: frozen, .. } = Cells::new();
    let mut identity = Identity::default();
    identity.of(&vm);
    let address = Address(frozen.word() * 8 + 17);
    let name = identity.name_of(&vm, address);
    assert_eq!(name, Some(OLD | address.0));
    assert_eq!(identity.address_of_name(&vm, OLD | address.0), Some(address));
}

#[test]
fn a_new_variable_is_called_by_its_object_and_its_place_there() {
    let Cells { mut vm, class, .. } = Cells::new();
    let mut identity = Identity::default();
    let lost = cell(&mut vm, class, 1, Ref::NULL);
    let second = cell(&mut vm, class, 1, Ref::NULL);
    let first = cell(&mut vm, class, 1, second);
    vm.set_static(class, "first", first.word());
    identity.of(&vm);
    let bytes = class.instance_words as u64 * 8;
    for (object, number) in [(first, 1), (second, 2)] {
        for offset in [0, 8, bytes - 1] {
            let address = Address(object.word() * 8 + offset);
            let name = identity.name_of(&vm, address);
            assert_eq!(name, Some(number << 32 | offset));
            assert_eq!(identity.address_of_name(&vm, number << 32 | offset), Some(address));
        }
    }
    assert_eq!(identity.name_of(&vm, Address(lost.word() * 8)), None, "nobody can come to it");
    let behind = Address(first.word() * 8 + bytes);
    assert_eq!(identity.name_of(&vm, behind), None, "no object lies there");
    assert_eq!(identity.address_of_name(&vm, 3 << 32), None);
    assert_eq!(identity.address_of_name(&vm, 8), None, "no object has the number zero");
}

#[test]
fn names_are_those_of_the_state_asked_for_last() {
    let Cells { mut vm, class, .. } = Cells::new();
    let mut identity = Identity::default();
    let one = cell(&mut vm, class, 1, Ref::NULL);
    let other = cell(&mut vm, class, 2, Ref::NULL);
    for (object, lost) in [(one, other), (other, one)] {
        vm.set_static(class, "first", object.word());
        identity.of(&vm);
        let at = |object: Ref| Address(object.word() * 8);
        assert_eq!(identity.name_of(&vm, at(object)), Some(1 << 32));
        assert_eq!(identity.name_of(&vm, at(lost)), None);
    }
}
