//! `java.lang.System`: copying, time, the standard streams.

use crate::args::{int, non_null, reference};
use raceproof_base::{AccessKind, Address, OperationKind};
use raceproof_classfile::descriptor::Type;
use raceproof_vm::ground::heap::HEADER_BYTES;
use raceproof_vm::threads::pending::{Pending, element_address, field_address};
use raceproof_vm::vm::missing;
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/lang/System",
        &[
            ("arraycopy", "", array_copy),
            ("currentTimeMillis", "()J", millis),
            ("nanoTime", "()J", nanos),
            ("identityHashCode", "(Ljava/lang/Object;)I", identity_hash),
            ("setIn0", "", set_in),
            ("setOut0", "", set_out),
            ("setErr0", "", set_err),
        ],
    );
    registry.class(
        "java/lang/Shutdown",
        &[("beforeHalt", "()V", before_halt), ("halt0", "(I)V", halt)],
    );
    registry.class("jdk/internal/misc/VM", &[("getNanoTimeAdjustment", "(J)J", nano_adjustment)]);
}

fn millis(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    vm.stop_at_clock()?;
    Ok(vm.read_clock() / 1_000_000)
}

fn nanos(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    vm.stop_at_clock()?;
    Ok(vm.read_clock())
}

/// Nanoseconds since the given second, as `Clock.systemUTC` asks.
fn nano_adjustment(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let seconds = i128::from(args[0].cast_signed());
    let difference = i128::from(vm.read_clock()) - seconds * 1_000_000_000;
    if difference.abs() > i128::from(u32::MAX) * 1_000_000_000 {
        return Ok(u64::MAX);
    }
    Ok((difference as i64).cast_unsigned())
}

fn identity_hash(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let object = reference(args[0]);
    Ok(if object.is_null() { 0 } else { u64::from(vm.identity_hash(object)) })
}

fn set_stream(vm: &mut Vm, name: &str, word: u64) -> Exec<u64> {
    let system = vm.load_boot("java/lang/System")?;
    let field = system.field_named(name).ok_or_else(|| missing("a standard stream"))?;
    if vm.is_field_contested(field) {
        let on = field_address(system.mirror, field.word);
        vm.visible(Pending::new(OperationKind::Write, on))?;
    }
    vm.set_static(system, name, word);
    vm.share(reference(word));
    Ok(0)
}

fn set_in(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    set_stream(vm, "in", args[0])
}

fn set_out(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    set_stream(vm, "out", args[0])
}

fn set_err(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    set_stream(vm, "err", args[0])
}

fn before_halt(_: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(0)
}

fn halt(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    // Others may do more before.
    vm.visible(Pending::new(OperationKind::Exit, Address::NONE))?;
    Err(Trap::Exit(int(args[0])))
}

fn kind_name(ty: Type) -> &'static str {
    match ty {
        Type::Boolean => "boolean",
        Type::Byte => "byte",
        Type::Char => "char",
        Type::Short => "short",
        Type::Int => "int",
        Type::Long => "long",
        Type::Float => "float",
        Type::Double => "double",
        Type::Reference => "object array",
        Type::Void => "void",
    }
}

fn array_store(message: String) -> Trap {
    Trap::java("java/lang/ArrayStoreException", message)
}

fn element_type(vm: &Vm, object: Ref, which: &str) -> Exec<Type> {
    match vm.class_of(object).element() {
        Some((_, ty)) => Ok(ty),
        None => Err(array_store(format!(
            "arraycopy: {which} type {} is not an array",
            vm.class_of(object).java_name()
        ))),
    }
}

fn described(ty: Type, length: usize) -> String {
    format!("{}[{length}]", if ty == Type::Reference { "object array" } else { kind_name(ty) })
}

fn check_range(start: i32, count: i32, ty: Type, length: usize, source: bool) -> Exec<()> {
    let name = if source { "source" } else { "destination" };
    let fail =
        |message: String| Err(Trap::java("java/lang/ArrayIndexOutOfBoundsException", message));
    if start < 0 {
        return fail(format!(
            "arraycopy: {name} index {start} out of bounds for {}",
            described(ty, length)
        ));
    }
    if count < 0 {
        return fail(format!("arraycopy: length {count} is negative"));
    }
    let last = i64::from(start) + i64::from(count);
    if last > length as i64 {
        let side = if source { "source" } else { "destination" };
        return fail(format!(
            "arraycopy: last {side} index {} out of bounds for {}",
            last,
            described(ty, length)
        ));
    }
    Ok(())
}

fn array_copy(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (from, to) = (non_null(args[0])?, non_null(args[2])?);
    let (start, target, count) = (int(args[1]), int(args[3]), int(args[4]));
    let from_type = element_type(vm, from, "source")?;
    let to_type = element_type(vm, to, "destination")?;
    if from_type != to_type {
        let message = if from_type == Type::Reference || to_type == Type::Reference {
            let name = |ty: Type| {
                if ty == Type::Reference {
                    "object array".to_owned()
                } else {
                    format!("{}[]", kind_name(ty))
                }
            };
            format!(
                "arraycopy: type mismatch: can not copy {} into {}",
                name(from_type).replace("object array", "object array[]"),
                name(to_type).replace("object array", "object array[]")
            )
        } else {
            format!(
                "arraycopy: type mismatch: can not copy {}[] into {}[]",
                kind_name(from_type),
                kind_name(to_type)
            )
        };
        return Err(array_store(message));
    }
    let (from_length, to_length) = (vm.heap.length(from), vm.heap.length(to));
    // HotSpot looks at both starts before it looks at both ends.
    check_range(start, 0.min(count), from_type, from_length.max(start.max(0) as usize), true)?;
    check_range(target, 0.min(count), to_type, to_length.max(target.max(0) as usize), false)?;
    check_range(start, count, from_type, from_length, true)?;
    check_range(target, count, to_type, to_length, false)?;
    let size = from_type.element_bytes();
    if from_type == Type::Reference && !copies_freely(vm, from, to) {
        return copy_checked(vm, from, to, start as usize, target as usize, count as usize);
    }
    if vm.is_watched(from) || vm.is_watched(to) {
        return crate::memory::stepwise_copy::elements(vm, from_type, args);
    }
    let at = |array: Ref, index: i32| array.index() * 8 + HEADER_BYTES + index as usize * size;
    let bytes = count as usize * size;
    vm.reserve_undo(at(to, target), bytes)?;
    vm.heap.move_bytes(at(from, start), at(to, target), bytes);
    vm.tell_elements(AccessKind::Read, from, Address(at(from, start) as u64), bytes);
    vm.tell_elements(AccessKind::Write, to, Address(at(to, target) as u64), bytes);
    if from_type == Type::Reference {
        vm.publish_elements(to, target as usize, count as usize);
    }
    Ok(0)
}

fn copies_freely(vm: &Vm, from: Ref, to: Ref) -> bool {
    match (vm.class_of(from).element(), vm.class_of(to).element()) {
        (Some((a, _)), Some((b, _))) => a.is_subtype_of(b),
        _ => false,
    }
}

fn copy_checked(
    vm: &mut Vm,
    from: Ref,
    to: Ref,
    start: usize,
    target: usize,
    count: usize,
) -> Exec<u64> {
    let Some((element, _)) = vm.class_of(to).element() else { return Ok(0) };
    for n in 0..count {
        let at = element_address(from, start + n, 4);
        if n == 0 {
            // All of it is one step, before what is read.
            vm.plain_access(AccessKind::Read, from, at)?;
        } else {
            vm.tell_elements(AccessKind::Read, from, at, 4);
        }
        let value = vm.heap.element(from, start + n);
        if !value.is_null() && !vm.class_of(value).is_subtype_of(element) {
            let source = vm.class_of(from).element().map_or(String::new(), |(e, _)| e.java_name());
            return Err(array_store(format!(
                "arraycopy: element type mismatch: can not cast one of the elements of {source}[] to the type of the destination array, {}",
                element.java_name()
            )));
        }
        vm.heap.put_element(to, target + n, value);
        vm.tell_elements(AccessKind::Write, to, element_address(to, target + n, 4), 4);
        vm.publish(to, value);
    }
    Ok(0)
}
