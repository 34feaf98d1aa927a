//! What the application reaches by reflection, for who wants to know it ([`Recording`]): looked at
//! where its calls of the class library begin, and changed by nobody.
//!
//! Most are seen by peers that stand before a method's own code and leave the call to that
//! ([`Trap::Body`]). They are registered only where something is recorded, so that a machine that
//! records nothing has none. Whether a class is found is known deep inside the library: the natives
//! that find it tell it ([`class_found`]).
//!
//! Not seen are what method handles reach, and what the library reaches for itself, as by a service
//! or a serialized object.
//!
//! [`Recording`]: raceproof_base::Recording

use crate::args::reference;
use crate::reflect::classes::in_jdk;
use crate::reflect::members::{field_of, method_of};
use raceproof_base::{Reached, ReflectiveCall, Reflector};
use raceproof_classfile::descriptor::split_method;
use raceproof_vm::ground::class::{ClassRef, MethodRef};
use raceproof_vm::tell::hotspot_names::external_type;
use raceproof_vm::threads::thread::Frame;
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class("java/lang/Class", &[("newInstance", "", class_made)]);
    registry.class("java/lang/reflect/Constructor", &[("newInstance", "", constructed)]);
    registry.class("java/lang/reflect/Method", &[("invoke", "", invoked)]);
    registry.class(
        "java/lang/reflect/Array",
        &[
            ("newInstance", "(Ljava/lang/Class;I)Ljava/lang/Object;", array_made),
            ("newInstance", "(Ljava/lang/Class;[I)Ljava/lang/Object;", array_of_arrays_made),
        ],
    );
    registry.class(
        "java/lang/reflect/Field",
        &[
            ("get", "", field_read),
            ("getBoolean", "", field_read),
            ("getByte", "", field_read),
            ("getChar", "", field_read),
            ("getDouble", "", field_read),
            ("getFloat", "", field_read),
            ("getInt", "", field_read),
            ("getLong", "", field_read),
            ("getShort", "", field_read),
            ("set", "", field_written),
            ("setBoolean", "", field_written),
            ("setByte", "", field_written),
            ("setChar", "", field_written),
            ("setDouble", "", field_written),
            ("setFloat", "", field_written),
            ("setInt", "", field_written),
            ("setLong", "", field_written),
            ("setShort", "", field_written),
        ],
    );
}

fn class_made(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(reference(args[0]));
    record(vm, Reflector::ClassNewInstance, Some(Reached::Class(type_name(class, 0))), "");
    Err(Trap::Body)
}

fn array_made(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    record_array(vm, reference(args[0]), 1);
    Err(Trap::Body)
}

fn array_of_arrays_made(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let lengths = reference(args[1]);
    if !lengths.is_null() {
        record_array(vm, reference(args[0]), vm.heap.length(lengths));
    }
    Err(Trap::Body)
}

fn constructed(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let constructor = method_of(vm, reference(args[0]))?;
    record(vm, Reflector::ConstructorNewInstance, method_named(constructor), forced(vm, args));
    Err(Trap::Body)
}

/// The method is the one that the receiver's class selects.
fn invoked(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (method, receiver) = (method_of(vm, reference(args[0]))?, reference(args[1]));
    let selected = if method.is_static() {
        Some(method)
    } else if receiver.is_null() || !vm.class_of(receiver).is_subtype_of(method.class()) {
        None
    } else {
        vm.select_virtual(vm.class_of(receiver), method).ok()
    };
    record(vm, Reflector::MethodInvoke, selected.and_then(method_named), forced(vm, args));
    Err(Trap::Body)
}

fn field_read(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    record_field(vm, Reflector::FieldGet, args)
}

fn field_written(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    record_field(vm, Reflector::FieldSet, args)
}

fn record_field(vm: &mut Vm, by: Reflector, args: &[u64]) -> Exec<u64> {
    let field = field_of(vm, reference(args[0]))?;
    let (class, ty) = (type_name(field.class(), 0), external_type(field.descriptor.text()));
    let reached = Reached::Field { class, ty, name: field.name.text().to_owned() };
    record(vm, by, Some(reached), forced(vm, args));
    Err(Trap::Body)
}

fn record_array(vm: &Vm, element: Ref, dimensions: usize) {
    if !element.is_null() {
        let array = Reached::Class(type_name(vm.mirrored(element), dimensions));
        record(vm, Reflector::ArrayNewInstance, Some(array), "");
    }
}

/// The last call, if it is the application's own.
fn record(vm: &Vm, by: Reflector, reached: Option<Reached>, metadata: &str) {
    if let (Some(caller), Some(reached)) = (vm.frames().last(), reached)
        && !in_jdk(vm, caller.code.method.class())
    {
        record_by(vm, caller, by, reached, metadata);
    }
}

fn record_by(vm: &Vm, caller: &Frame, by: Reflector, reached: Reached, metadata: &str) {
    let Some(recording) = &vm.options().reflection else { return };
    let (code, at) = (caller.code, (caller.pc as usize).saturating_sub(1));
    let line = code.line(at).filter(|line| *line > 0).map(u32::from);
    let (class, method) = (code.method.class().java_name(), code.method.name.text().to_owned());
    recording.add(ReflectiveCall {
        by,
        reached,
        class,
        method,
        line,
        metadata: metadata.to_owned(),
    });
}

/// Whether a member is used whoever may see it.
fn forced(vm: &Vm, args: &[u64]) -> &'static str {
    if vm.field(reference(args[0]), "override") & 1 != 0 {
        "isAccessible=true"
    } else {
        "isAccessible=false"
    }
}

fn method_named(method: MethodRef) -> Option<Reached> {
    let (parameters, result) = split_method(method.descriptor.text())?;
    Some(Reached::Method {
        class: type_name(method.class(), 0),
        result: external_type(result),
        name: method.name.text().to_owned(),
        parameters: parameters.into_iter().map(external_type).collect(),
    })
}

/// A class as Java writes it, or an array of that many dimensions of it.
fn type_name(class: ClassRef, dimensions: usize) -> String {
    let name = if class.is_array() { external_type(class.name.text()) } else { class.java_name() };
    name + &"[]".repeat(dimensions)
}

/// A class is found by its name: whoever has asked for that name is recorded, by `Class.forName` or
/// by a loader's `loadClass`. Loaders ask each other, so several calls may be open.
pub fn class_found(vm: &Vm, class: ClassRef) {
    if vm.options().reflection.is_none() || !vm.linked.is_booted() {
        return;
    }
    let mut is_asked_for = false;
    for frame in vm.frames().iter().rev() {
        let method = frame.code.method;
        if is_asked_for && !in_jdk(vm, method.class()) {
            record_by(vm, frame, Reflector::ClassForName, Reached::Class(type_name(class, 0)), "");
        }
        match asked_for(vm, frame) {
            Some(name) => is_asked_for = name == class.java_name(),
            None if is_loading(vm, method.class()) => is_asked_for = false,
            None => return,
        }
    }
}

/// The name of the class that this method has been asked for.
fn asked_for(vm: &Vm, frame: &Frame) -> Option<String> {
    let method = frame.code.method;
    let number = match (method.class().name.text(), method.name.text()) {
        ("java/lang/Class", "forName")
            if method.descriptor.text().starts_with("(Ljava/lang/String;") =>
        {
            0
        }
        (_, "loadClass") if is_loader(vm, method.class()) && !method.is_static() => 1,
        _ => return None,
    };
    let name = Ref::of(*vm.stack().get(frame.base as usize + number)?);
    (!name.is_null()).then(|| vm.text(name))
}

fn is_loader(vm: &Vm, class: ClassRef) -> bool {
    class.is_subtype_of(vm.known().class_loader.get())
}

/// Whether a class's methods are on the way from who asks for a class to who finds it.
fn is_loading(vm: &Vm, class: ClassRef) -> bool {
    let name = class.name.text();
    let is_means = ["java/lang/Class", "java/net/URLClassLoader", "java/security/"];
    is_loader(vm, class)
        || in_jdk(vm, class) && is_means.iter().any(|start| name.starts_with(start))
}
