//! `jdk.internal.misc.Unsafe` apart from single accesses: where fields and elements lie, objects
//! without a constructor's call, memory that is set or copied as a whole. Single accesses are in
//! `unsafe_accesses.rs`, those that read and write at once in `unsafe_updates.rs`.

use crate::args::{int, long, non_null, nothing};
use crate::memory::outside_memory::{allocate_memory, free_memory, reallocate_memory};
use crate::memory::wild_memory::checked_range;
use raceproof_base::{AccessKind, Address};
use raceproof_vm::ground::heap::HEADER_BYTES;
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "jdk/internal/misc/Unsafe",
        &[
            ("arrayBaseOffset0", "", base_offset),
            ("arrayIndexScale0", "", index_scale),
            ("pageSize", "()I", page_size),
            ("objectFieldOffset0", "", object_field_offset),
            ("objectFieldOffset1", "", named_field_offset),
            ("staticFieldOffset0", "", object_field_offset),
            ("staticFieldBase0", "", static_base),
            ("shouldBeInitialized0", "", should_be_initialized),
            ("ensureClassInitialized0", "", ensure_initialized),
            ("allocateInstance", "", allocate_instance),
            ("allocateUninitializedArray0", "", allocate_array),
            ("throwException", "", throw),
            ("allocateMemory0", "(J)J", allocate_memory),
            ("reallocateMemory0", "(JJ)J", reallocate_memory),
            ("freeMemory0", "(J)V", free_memory),
            ("setMemory0", "", set_memory),
            ("copyMemory0", "", copy_memory),
            ("copySwapMemory0", "", copy_swap_memory),
            ("writebackMemory", "", nothing),
            ("getLoadAverage0", "", nothing),
        ],
    );
    // HotSpot fills these constants in; unaligned access stays off, so raw accesses are always
    // aligned.
    registry.class("jdk/internal/misc/UnsafeConstants", &[("<clinit>", "()V", constants)]);
}

fn constants(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let class = vm.load_boot("jdk/internal/misc/UnsafeConstants")?;
    vm.set_static(class, "ADDRESS_SIZE0", 8);
    vm.set_static(class, "PAGE_SIZE", 4096);
    Ok(0)
}

fn base_offset(_: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(HEADER_BYTES as u64)
}

fn index_scale(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(non_null(args[1])?);
    let (_, ty) = class.element().ok_or_else(|| Trap::plain("java/lang/InvalidClassException"))?;
    Ok(ty.element_bytes() as u64)
}

fn page_size(_: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(4096)
}

/// From a `java.lang.reflect.Field`.
fn object_field_offset(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let field = non_null(args[1])?;
    let class = vm.mirrored(vm.field_ref(field, "clazz"));
    let slot = vm.field(field, "slot") as u16;
    let found = class.fields.iter().find(|f| f.index == slot);
    found.map(|f| f.word as u64 * 8).ok_or_else(|| Trap::plain("java/lang/InternalError"))
}

fn named_field_offset(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(non_null(args[1])?);
    let name = vm.text(non_null(args[2])?);
    match class.field_named(&name).filter(|f| !f.is_static()) {
        Some(field) => Ok(field.word as u64 * 8),
        None => Err(Trap::java("java/lang/InternalError", format!("{}.{name}", class.java_name()))),
    }
}

fn static_base(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let field = non_null(args[1])?;
    Ok(vm.field(field, "clazz"))
}

fn should_be_initialized(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(non_null(args[1])?);
    Ok(u64::from(vm.init_status(class) != raceproof_vm::linking::init::INITIALIZED))
}

fn ensure_initialized(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(non_null(args[1])?);
    vm.ensure_initialized(class).map(|()| 0)
}

fn allocate_instance(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(non_null(args[1])?);
    if class.is_interface() || class.is_abstract() || class.is_array() || class.is_primitive() {
        return Err(Trap::java("java/lang/InstantiationException", class.java_name()));
    }
    vm.ensure_initialized(class)?;
    vm.new_object(class).map(raceproof_vm::Ref::word)
}

fn allocate_array(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let element = vm.mirrored(non_null(args[1])?);
    let class = vm.array_class(element)?;
    vm.new_array(class, int(args[2]).max(0) as usize).map(raceproof_vm::Ref::word)
}

fn throw(_: &mut Vm, args: &[u64]) -> Exec<u64> {
    Err(Trap::Throw(non_null(args[1])?))
}

fn set_memory(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let length = long(args[3]).max(0) as usize;
    let at = checked_range(vm, AccessKind::Write, args[1], args[2], length)?;
    vm.access_elements(AccessKind::Write, Ref::of(args[1]), Address(at as u64), length)?;
    vm.reserve_undo(at, length)?;
    vm.heap.fill_bytes(at, length, args[4] as u8);
    Ok(0)
}

fn copy_memory(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let length = long(args[5]).max(0) as usize;
    let from = checked_range(vm, AccessKind::Read, args[1], args[2], length)?;
    let to = checked_range(vm, AccessKind::Write, args[3], args[4], length)?;
    access_copied(vm, args, from, to, length)?;
    vm.reserve_undo(to, length)?;
    vm.heap.move_bytes(from, to, length);
    Ok(0)
}

/// Reading and writing at once are one step, before what is read, or else before what is written.
fn access_copied(vm: &mut Vm, args: &[u64], from: usize, to: usize, length: usize) -> Exec<()> {
    let (source, target) = (Ref::of(args[1]), Ref::of(args[3]));
    vm.access_elements(AccessKind::Read, source, Address(from as u64), length)?;
    vm.tell_elements(AccessKind::Write, target, Address(to as u64), length);
    Ok(())
}

fn copy_swap_memory(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let length = long(args[5]).max(0) as usize;
    let size = (args[6] as usize).max(1);
    let from = checked_range(vm, AccessKind::Read, args[1], args[2], length)?;
    let to = checked_range(vm, AccessKind::Write, args[3], args[4], length)?;
    access_copied(vm, args, from, to, length)?;
    let bytes: Vec<u8> = (0..length).map(|n| vm.heap.u8(from + n)).collect();
    for (n, element) in bytes.chunks(size).enumerate() {
        for (k, byte) in element.iter().rev().enumerate() {
            vm.heap.put_u8(to + n * size + k, *byte);
        }
    }
    Ok(0)
}
