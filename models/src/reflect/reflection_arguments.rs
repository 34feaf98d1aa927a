//! The arguments of reflective calls: from boxes to what the method takes, with the exceptions of
//! each release.

use raceproof_classfile::descriptor::Type;
use raceproof_vm::execute::boxes::widen;
use raceproof_vm::ground::class::{ClassRef, MethodRef};
use raceproof_vm::{Exec, Ref, Trap, Vm};

/// How mismatches are told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// As HotSpot's native reflection does: `IllegalArgumentException`.
    Native,
    /// As the method handle does that stands behind an accessor, whose Java code makes an
    /// `IllegalArgumentException` of it.
    Handle,
}

/// The words to call a method with, its receiver left out.
pub fn words_of(
    vm: &Vm,
    executable: Ref,
    method: MethodRef,
    given: &[Ref],
    style: Style,
) -> Exec<Vec<u64>> {
    let parameters = vm.references(vm.field_ref(executable, "parameterTypes"));
    if parameters.len() != given.len() {
        return Err(wrong_count(vm, given.len(), parameters.len()));
    }
    let skipped = usize::from(!method.is_static());
    let types = method.arguments.get(skipped..).unwrap_or(&[]);
    let mut words = vec![0; given.len()];
    // A method handle casts the references before it unboxes.
    for references in [true, false] {
        for (index, argument) in given.iter().enumerate() {
            let ty = types.get(index).copied().unwrap_or(Type::Reference);
            if (ty == Type::Reference) == references {
                words[index] = word_of(vm, *argument, ty, vm.mirrored(parameters[index]), style)?;
            }
        }
    }
    Ok(words)
}

fn wrong_count(vm: &Vm, given: usize, expected: usize) -> Trap {
    let message = if vm.feature() < 18 {
        "wrong number of arguments".to_owned()
    } else {
        format!("wrong number of arguments: {given} expected: {expected}")
    };
    Trap::java("java/lang/IllegalArgumentException", message)
}

fn word_of(vm: &Vm, argument: Ref, ty: Type, class: ClassRef, style: Style) -> Exec<u64> {
    if ty == Type::Reference {
        if argument.is_null() || vm.class_of(argument).is_subtype_of(class) {
            return Ok(argument.word());
        }
        return Err(mismatch(vm, argument, class, style));
    }
    if argument.is_null() {
        return Err(null_for(ty, style));
    }
    let actual = vm.class_of(argument);
    let unboxed =
        vm.known().boxed_type(actual).and_then(|from| widen(from, ty, vm.field(argument, "value")));
    unboxed.ok_or_else(|| mismatch(vm, argument, class, style))
}

fn null_for(ty: Type, style: Style) -> Trap {
    if style == Style::Native {
        return Trap::plain("java/lang/IllegalArgumentException");
    }
    let getter = match ty {
        Type::Byte => "byte",
        Type::Short => "short",
        Type::Long => "long",
        Type::Float => "float",
        Type::Double => "double",
        _ => "int",
    };
    let message = format!(
        "Cannot invoke \"java.lang.Number.{getter}Value()\" because the return value of \
         \"sun.invoke.util.ValueConversions.primitiveConversion(sun.invoke.util.Wrapper, Object, boolean)\" is null"
    );
    Trap::java("java/lang/NullPointerException", message)
}

fn mismatch(vm: &Vm, argument: Ref, class: ClassRef, style: Style) -> Trap {
    if style == Style::Native {
        return Trap::java("java/lang/IllegalArgumentException", "argument type mismatch");
    }
    let actual = vm.class_of(argument);
    let message = match class.is_primitive().then(|| primitive_of(class)) {
        Some(_) if vm.known().boxed_type(actual).is_none() => format!(
            "class {name} cannot be cast to class java.lang.Number ({name} and java.lang.Number are in module \
             java.base of loader 'bootstrap')",
            name = actual.java_name()
        ),
        Some(ty) => {
            format!("Cannot cast {} to {}", actual.java_name(), vm.known().box_of(ty).java_name())
        }
        None => format!("Cannot cast {} to {}", actual.java_name(), class.java_name()),
    };
    Trap::java("java/lang/ClassCastException", message)
}

/// The type a primitive class stands for.
pub fn primitive_of(class: ClassRef) -> Type {
    match class.kind {
        raceproof_vm::ground::class::ClassKind::Primitive(ty) => ty,
        _ => Type::Reference,
    }
}
