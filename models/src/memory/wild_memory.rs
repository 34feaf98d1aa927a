//! Raw accesses that go astray. HotSpot ends with SIGSEGV then, or goes on with damaged memory:
//! what would happen next is nothing that can be modelled, so such an access is unsupported, and is
//! named.

use crate::memory::outside_memory::is_allocated;
use raceproof_base::AccessKind;
use raceproof_classfile::descriptor::Type;
use raceproof_vm::ground::heap::HEADER_BYTES;
use raceproof_vm::{Exec, Ref, Trap, Vm};

/// An access that must not be.
pub(crate) fn wild(what: AccessKind, bytes: usize, at: usize, where_: &str) -> Trap {
    let verb = match what {
        AccessKind::Read => "reads",
        AccessKind::Write => "writes",
    };
    Trap::Unsupported(format!(
        "Unsafe {verb} {bytes} byte(s) at the address {at:#x}, {where_}: under `java` the process crashes or its memory is damaged"
    ))
}

/// The address of bytes that must lie in one object, or in memory that was allocated outside the
/// heap.
pub(crate) fn checked_range(
    vm: &mut Vm,
    what: AccessKind,
    base: u64,
    offset: u64,
    bytes: usize,
) -> Exec<usize> {
    let at = base.wrapping_mul(8).wrapping_add(offset) as usize;
    let Some(end) = at.checked_add(bytes) else {
        return Err(wild(what, bytes, at, "beyond all memory"));
    };
    let object = Ref::of(base);
    if object.is_null() {
        if bytes == 0 || is_allocated(vm, &(at..end)) {
            return Ok(at);
        }
        return Err(wild(what, bytes, at, "where nothing was allocated"));
    }
    let start = object.index() * 8;
    let (size, class) = (vm.object_words(object) * 8, vm.class_of(object));
    if at >= start + HEADER_BYTES && end <= start + size {
        return Ok(at);
    }
    let whose = class.java_name();
    let (from, to) = (HEADER_BYTES, size);
    let where_ = format!(
        "offset {} of an object of {whose}, which has {from} to {to}",
        offset.cast_signed()
    );
    Err(wild(what, bytes, at, &where_))
}

/// Whether a reference lies at an offset of an object.
pub(crate) fn is_reference(vm: &Vm, base: u64, offset: u64) -> bool {
    let object = Ref::of(base);
    if object.is_null() {
        return false;
    }
    let class = vm.class_of(object);
    if let Some((_, element)) = class.element() {
        return element == Type::Reference && offset.is_multiple_of(4);
    }
    let word = offset / 8;
    let is_own =
        u16::try_from(word).is_ok_and(|word| class.reference_words.binary_search(&word).is_ok());
    let is_static = || {
        class.id == vm.known().class.get().id
            && u32::try_from(word)
                .is_ok_and(|word| vm.mirrored(object).static_reference_words.contains(&word))
    };
    offset.is_multiple_of(8) && (is_own || is_static())
}

/// Whether so many bytes at an offset hold no reference.
pub(crate) fn is_number(vm: &Vm, base: u64, offset: u64, bytes: usize) -> bool {
    let object = Ref::of(base);
    if object.is_null() {
        return true;
    }
    match vm.class_of(object).element() {
        Some((_, element)) => element != Type::Reference,
        None => bytes == 0 || !is_reference(vm, base, offset / 8 * 8),
    }
}
