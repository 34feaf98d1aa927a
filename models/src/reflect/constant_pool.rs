//! `jdk.internal.reflect.ConstantPool`: what the parser of annotations reads. The handle of a pool
//! is its class's mirror.

use crate::args::{from_int, int, non_null};
use crate::reflect::members::{constructor_object, field_object, method_object};
use raceproof_classfile::Constant;
use raceproof_vm::ground::class::{ClassRef, Resolved};
use raceproof_vm::{Exec, Registry, Trap, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.natives(
        "jdk/internal/reflect/ConstantPool",
        &[
            ("getSize0", "", size),
            ("getTagAt0", "", tag),
            ("getClassAt0", "", class_at),
            ("getClassAtIfLoaded0", "", class_if_loaded),
            ("getClassRefIndexAt0", "", class_index),
            ("getMethodAt0", "", method_at),
            ("getMethodAtIfLoaded0", "", method_at),
            ("getFieldAt0", "", field_at),
            ("getFieldAtIfLoaded0", "", field_at),
            ("getMemberRefInfoAt0", "", member_info),
            ("getNameAndTypeRefIndexAt0", "", name_and_type_index),
            ("getNameAndTypeRefInfoAt0", "", name_and_type_info),
            ("getIntAt0", "", int_at),
            ("getLongAt0", "", long_at),
            ("getFloatAt0", "", float_at),
            ("getDoubleAt0", "", double_at),
            ("getStringAt0", "", string_at),
            ("getUTF8At0", "", utf8_at),
        ],
    );
}

fn pool(vm: &Vm, args: &[u64]) -> Exec<ClassRef> {
    Ok(vm.mirrored(non_null(args[1])?))
}

fn wrong_type() -> Trap {
    Trap::java("java/lang/IllegalArgumentException", "Wrong type at constant pool index")
}

/// The class of the pool, the index, and the constant there.
fn entry(vm: &Vm, args: &[u64]) -> Exec<(ClassRef, u16, Constant<'static>)> {
    let class = pool(vm, args)?;
    let constants = class.file.map_or(&[][..], |file| &file.constants);
    let index =
        u16::try_from(int(args[2])).ok().filter(|index| usize::from(*index) < constants.len());
    let index = index.ok_or_else(|| {
        Trap::java("java/lang/IllegalArgumentException", "Constant pool index out of bounds")
    })?;
    Ok((class, index, constants[usize::from(index)]))
}

fn size(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    Ok(pool(vm, args)?.file.map_or(0, |file| file.constants.len() as u64))
}

/// The tag as the class file has it (JVMS 4.4).
fn tag(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (_, _, constant) = entry(vm, args)?;
    Ok(match constant {
        Constant::Unusable => 0,
        Constant::Utf8(_) => 1,
        Constant::Integer(_) => 3,
        Constant::Float(_) => 4,
        Constant::Long(_) => 5,
        Constant::Double(_) => 6,
        Constant::Class { .. } => 7,
        Constant::String { .. } => 8,
        Constant::Field { .. } => 9,
        Constant::Method { .. } => 10,
        Constant::InterfaceMethod { .. } => 11,
        Constant::NameAndType { .. } => 12,
        Constant::MethodHandle { .. } => 15,
        Constant::MethodType { .. } => 16,
        Constant::Dynamic { .. } => 17,
        Constant::InvokeDynamic { .. } => 18,
        Constant::Module { .. } => 19,
        Constant::Package { .. } => 20,
    })
}

fn class_at(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (class, index, constant) = entry(vm, args)?;
    match constant {
        Constant::Class { .. } => Ok(vm.resolve_class(class, index)?.mirror.word()),
        _ => Err(wrong_type()),
    }
}

fn class_if_loaded(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (class, index, constant) = entry(vm, args)?;
    match (constant, class.resolved[usize::from(index)].get()) {
        (Constant::Class { .. }, Resolved::Class(found)) => Ok(found.mirror.word()),
        (Constant::Class { name }, _) => {
            let name = vm.utf8(class, name)?;
            Ok(vm.linked.class_named(class.loader, name).map_or(0, |found| found.mirror.word()))
        }
        _ => Err(wrong_type()),
    }
}

/// The class and the name-and-type of a member constant.
fn member(constant: Constant<'static>) -> Exec<(u16, u16)> {
    match constant {
        Constant::Field { class, name_and_type }
        | Constant::Method { class, name_and_type }
        | Constant::InterfaceMethod { class, name_and_type } => Ok((class, name_and_type)),
        _ => Err(wrong_type()),
    }
}

fn class_index(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (_, _, constant) = entry(vm, args)?;
    Ok(u64::from(member(constant)?.0))
}

fn name_and_type_index(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (_, _, constant) = entry(vm, args)?;
    match constant {
        Constant::InvokeDynamic { name_and_type, .. } | Constant::Dynamic { name_and_type, .. } => {
            Ok(u64::from(name_and_type))
        }
        constant => Ok(u64::from(member(constant)?.1)),
    }
}

fn method_at(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (class, index, constant) = entry(vm, args)?;
    if !matches!(constant, Constant::Method { .. } | Constant::InterfaceMethod { .. }) {
        return Err(wrong_type());
    }
    let method = vm.resolve_method(class, index)?;
    let object = if method.name.text() == "<init>" {
        constructor_object(vm, method)?
    } else {
        method_object(vm, method)?
    };
    Ok(object.word())
}

fn field_at(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (class, index, constant) = entry(vm, args)?;
    if !matches!(constant, Constant::Field { .. }) {
        return Err(wrong_type());
    }
    let field = vm.resolve_field(class, index)?;
    Ok(field_object(vm, field)?.word())
}

fn strings(vm: &mut Vm, texts: &[&str]) -> Exec<u64> {
    let mut list = Vec::new();
    for text in texts {
        list.push(vm.new_string(text)?);
    }
    let element = vm.known().string.get();
    Ok(vm.new_references(element, &list)?.word())
}

fn member_info(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (class, _, constant) = entry(vm, args)?;
    let (holder, name_and_type) = member(constant)?;
    let Constant::Class { name: holder } = vm.constant(class, holder)? else {
        return Err(wrong_type());
    };
    let holder = vm.utf8(class, holder)?;
    let (name, descriptor) = vm.name_and_type(class, name_and_type)?;
    strings(vm, &[holder.text(), name.text(), descriptor.text()])
}

fn name_and_type_info(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (class, index, constant) = entry(vm, args)?;
    if !matches!(constant, Constant::NameAndType { .. }) {
        return Err(wrong_type());
    }
    let (name, descriptor) = vm.name_and_type(class, index)?;
    strings(vm, &[name.text(), descriptor.text()])
}

fn int_at(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    match entry(vm, args)?.2 {
        Constant::Integer(value) => Ok(from_int(value)),
        _ => Err(wrong_type()),
    }
}

fn long_at(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    match entry(vm, args)?.2 {
        Constant::Long(value) => Ok(value.cast_unsigned()),
        _ => Err(wrong_type()),
    }
}

fn float_at(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    match entry(vm, args)?.2 {
        Constant::Float(bits) => Ok(u64::from(bits)),
        _ => Err(wrong_type()),
    }
}

fn double_at(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    match entry(vm, args)?.2 {
        Constant::Double(bits) => Ok(bits),
        _ => Err(wrong_type()),
    }
}

/// Text of a constant as an interned string: annotations compare names.
fn interned(vm: &mut Vm, bytes: &[u8]) -> Exec<u64> {
    let units = raceproof_classfile::mutf8::utf16(bytes);
    Ok(vm.intern_units(&units)?.word())
}

fn string_at(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (class, _, constant) = entry(vm, args)?;
    match (constant, class.file) {
        (Constant::String { utf8 }, Some(file)) => {
            interned(vm, file.utf8(utf8).map_err(|_| wrong_type())?)
        }
        _ => Err(wrong_type()),
    }
}

fn utf8_at(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    match entry(vm, args)?.2 {
        Constant::Utf8(bytes) => interned(vm, bytes),
        _ => Err(wrong_type()),
    }
}
