//! `java.lang.reflect.Array`.

use crate::args::{int, non_null, reference};
use crate::reflect::reflection_arguments::primitive_of;
use raceproof_base::AccessKind;
use raceproof_classfile::descriptor::Type;
use raceproof_vm::execute::boxes::widen;
use raceproof_vm::ground::class::ClassRef;
use raceproof_vm::ground::heap::HEADER_BYTES;
use raceproof_vm::threads::pending::element_address;
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.natives(
        "java/lang/reflect/Array",
        &[
            ("getLength", "", length),
            ("newArray", "", new_array),
            ("multiNewArray", "", new_multi_array),
            ("get", "", get),
            ("getBoolean", "", |vm, args| get_as(vm, args, Type::Boolean)),
            ("getByte", "", |vm, args| get_as(vm, args, Type::Byte)),
            ("getChar", "", |vm, args| get_as(vm, args, Type::Char)),
            ("getShort", "", |vm, args| get_as(vm, args, Type::Short)),
            ("getInt", "", |vm, args| get_as(vm, args, Type::Int)),
            ("getLong", "", |vm, args| get_as(vm, args, Type::Long)),
            ("getFloat", "", |vm, args| get_as(vm, args, Type::Float)),
            ("getDouble", "", |vm, args| get_as(vm, args, Type::Double)),
            ("set", "", set),
            ("setBoolean", "", |vm, args| set_as(vm, args, Type::Boolean)),
            ("setByte", "", |vm, args| set_as(vm, args, Type::Byte)),
            ("setChar", "", |vm, args| set_as(vm, args, Type::Char)),
            ("setShort", "", |vm, args| set_as(vm, args, Type::Short)),
            ("setInt", "", |vm, args| set_as(vm, args, Type::Int)),
            ("setLong", "", |vm, args| set_as(vm, args, Type::Long)),
            ("setFloat", "", |vm, args| set_as(vm, args, Type::Float)),
            ("setDouble", "", |vm, args| set_as(vm, args, Type::Double)),
        ],
    );
}

fn illegal(message: &str) -> Trap {
    Trap::java("java/lang/IllegalArgumentException", message)
}

/// The array in an argument, with the type of its elements.
fn array(vm: &Vm, word: u64) -> Exec<(Ref, ClassRef, Type)> {
    let object = non_null(word)?;
    match vm.class_of(object).element() {
        Some((element, ty)) => Ok((object, element, ty)),
        None => Err(illegal("Argument is not an array")),
    }
}

fn length(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (array, ..) = array(vm, args[0])?;
    Ok(vm.heap.length(array) as u64)
}

/// The index in an argument. HotSpot's exception says nothing of it.
fn index(vm: &Vm, array: Ref, word: u64) -> Exec<usize> {
    let index = int(word);
    match usize::try_from(index) {
        Ok(index) if index < vm.heap.length(array) => Ok(index),
        _ => Err(Trap::plain("java/lang/ArrayIndexOutOfBoundsException")),
    }
}

/// An element as its raw bits, as the program reads it.
fn get_element(vm: &mut Vm, array: Ref, ty: Type, index: usize) -> Exec<u64> {
    vm.plain_access(AccessKind::Read, array, element_address(array, index, ty.element_bytes()))?;
    Ok(load(vm, array, ty, index))
}

/// An element as its raw bits.
fn load(vm: &Vm, array: Ref, ty: Type, index: usize) -> u64 {
    let at = array.index() * 8 + HEADER_BYTES + index * ty.element_bytes();
    match ty.element_bytes() {
        1 => u64::from(vm.heap.u8(at)),
        2 => u64::from(vm.heap.u16(at)),
        4 => u64::from(vm.heap.u32(at)),
        _ => vm.heap.u64(at),
    }
}

fn store(vm: &mut Vm, array: Ref, ty: Type, index: usize, word: u64) -> Exec<u64> {
    vm.plain_access(AccessKind::Write, array, element_address(array, index, ty.element_bytes()))?;
    let at = array.index() * 8 + HEADER_BYTES + index * ty.element_bytes();
    match ty {
        Type::Boolean => vm.heap.put_u8(at, (word & 1) as u8),
        Type::Byte => vm.heap.put_u8(at, word as u8),
        Type::Char | Type::Short => vm.heap.put_u16(at, word as u16),
        Type::Long | Type::Double => vm.heap.put_u64(at, word),
        _ => vm.heap.put_u32(at, word as u32),
    }
    if ty == Type::Reference {
        vm.publish(array, Ref::of(word));
    }
    Ok(0)
}

fn get(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (array, _, ty) = array(vm, args[0])?;
    let index = index(vm, array, args[1])?;
    let word = get_element(vm, array, ty, index)?;
    // A box holds an int's worth of a narrow element.
    let word = if ty == Type::Reference { word } else { widen(ty, ty, word).unwrap_or(word) };
    Ok(vm.box_word(ty, word)?.word())
}

fn get_as(vm: &mut Vm, args: &[u64], wanted: Type) -> Exec<u64> {
    let (array, _, ty) = array(vm, args[0])?;
    if ty == Type::Reference {
        return Err(illegal("Argument is not an array of primitive type"));
    }
    let index = index(vm, array, args[1])?;
    widen(ty, wanted, get_element(vm, array, ty, index)?)
        .ok_or_else(|| illegal("argument type mismatch"))
}

fn set(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (array, element, ty) = array(vm, args[0])?;
    let value = reference(args[2]);
    if ty == Type::Reference {
        let fits = value.is_null() || vm.class_of(value).is_subtype_of(element);
        let index = index(vm, array, args[1])?;
        if !fits {
            return Err(illegal("array element type mismatch"));
        }
        return store(vm, array, ty, index, value.word());
    }
    if value.is_null() {
        return Err(Trap::plain("java/lang/IllegalArgumentException"));
    }
    let from = vm
        .known()
        .boxed_type(vm.class_of(value))
        .ok_or_else(|| illegal("argument type mismatch"))?;
    let word = vm.field(value, "value");
    store_widened(vm, args, from, word)
}

fn set_as(vm: &mut Vm, args: &[u64], from: Type) -> Exec<u64> {
    let (_, _, ty) = array(vm, args[0])?;
    if ty == Type::Reference {
        return Err(illegal("Argument is not an array of primitive type"));
    }
    store_widened(vm, args, from, args[2])
}

fn store_widened(vm: &mut Vm, args: &[u64], from: Type, word: u64) -> Exec<u64> {
    let (array, _, ty) = array(vm, args[0])?;
    let index = index(vm, array, args[1])?;
    let word = widen(from, ty, word).ok_or_else(|| illegal("argument type mismatch"))?;
    store(vm, array, ty, index, word)
}

fn negative(length: i32) -> Trap {
    Trap::java("java/lang/NegativeArraySizeException", length.to_string())
}

fn element_argument(vm: &Vm, word: u64) -> Exec<ClassRef> {
    let class = vm.mirrored(non_null(word)?);
    if class.is_primitive() && primitive_of(class) == Type::Void {
        return Err(Trap::plain("java/lang/IllegalArgumentException"));
    }
    Ok(class)
}

fn new_array(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let element = element_argument(vm, args[0])?;
    let length = int(args[1]);
    let class = vm.array_class(element)?;
    let size = usize::try_from(length).map_err(|_| negative(length))?;
    Ok(vm.new_array_collecting(class, size)?.word())
}

fn new_multi_array(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let mut class = element_argument(vm, args[0])?;
    let dimensions = non_null(args[1])?;
    vm.access_all(AccessKind::Read, dimensions)?;
    let lengths: Vec<i32> = (0..vm.heap.length(dimensions))
        .map(|n| load(vm, dimensions, Type::Int, n) as i32)
        .collect();
    let nested = class.name.text().bytes().take_while(|byte| *byte == b'[').count();
    if lengths.is_empty() || lengths.len() + nested > 255 {
        return Err(Trap::plain("java/lang/IllegalArgumentException"));
    }
    for _ in &lengths {
        class = vm.array_class(class)?;
    }
    Ok(vm.new_multi_array(class, &lengths)?.word())
}
