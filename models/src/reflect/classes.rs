//! What peers of classes share: from mirrors to classes and back, whose a class is, and the class
//! that a descriptor names.

use crate::args::{non_null, reference};
use raceproof_classfile::descriptor::Type;
use raceproof_vm::ground::class::{ClassKind, ClassRef};
use raceproof_vm::{Exec, Ref, Trap, Vm};

/// The class that the receiver, a mirror, stands for.
pub fn this_class(vm: &Vm, args: &[u64]) -> ClassRef {
    vm.mirrored(reference(args[0]))
}

/// The class of a mirror that must not be null.
pub fn class_argument(vm: &Vm, word: u64) -> Exec<ClassRef> {
    Ok(vm.mirrored(non_null(word)?))
}

/// An array of mirrors.
pub fn mirrors(vm: &mut Vm, classes: &[ClassRef]) -> Exec<Ref> {
    let list: Vec<Ref> = classes.iter().map(|class| class.mirror).collect();
    let element = vm.known().class.get();
    vm.new_references(element, &list)
}

/// Whether a class comes from the JDK's image; `-ea` leaves those alone.
pub fn in_jdk(vm: &Vm, class: ClassRef) -> bool {
    vm.linked.is_of_jdk(class.loader) || from_image(vm, class)
}

fn from_image(vm: &Vm, class: ClassRef) -> bool {
    class.loader == vm.linked.app_loader()
        && class.origin.borrow().is_none()
        && matches!(class.kind, ClassKind::Instance)
}

/// The class a field descriptor names, as code of `class` sees it.
pub fn type_named(vm: &mut Vm, class: ClassRef, descriptor: &str) -> Exec<ClassRef> {
    let name = match Type::of(descriptor) {
        Some(Type::Reference) if descriptor.starts_with('L') => {
            raceproof_classfile::descriptor::object_name(descriptor)
        }
        Some(Type::Reference) => descriptor,
        Some(primitive) => return Ok(vm.known().primitive(primitive)),
        None => {
            return Err(Trap::java(
                "java/lang/ClassFormatError",
                format!("invalid descriptor {descriptor}"),
            ));
        }
    };
    let symbol = vm.symbol(name);
    if class.name == symbol && !class.hidden {
        return Ok(class);
    }
    vm.load(class.loader, symbol)
}
