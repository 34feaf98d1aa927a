//! `java.lang.invoke`: how member names are resolved, and what replaces the spinning of classes.

use crate::args::{int, non_null, nothing, reference};
use crate::memory::unsafe_accesses::store;
use raceproof_base::Mode;
use raceproof_classfile::descriptor::Type;
use raceproof_vm::dynamic::lambda::descriptor_of;
use raceproof_vm::ground::class::{ClassKind, ClassRef, FieldRef, MethodRef, access};
use raceproof_vm::ground::code::{Extra, Insn, NO_REG};
use raceproof_vm::linking::generate::Generator;
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};

const IS_METHOD: u64 = 0x1_0000;
const IS_CONSTRUCTOR: u64 = 0x2_0000;
const IS_FIELD: u64 = 0x4_0000;
const CALLER_SENSITIVE: u64 = 0x10_0000;
const TRUSTED_FINAL: u64 = 0x20_0000;
const KIND_SHIFT: u32 = 24;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/lang/invoke/MethodHandleNatives",
        &[
            ("init", "", init),
            ("expand", "", nothing),
            ("resolve", "", resolve),
            ("objectFieldOffset", "", field_offset),
            ("staticFieldOffset", "", field_offset),
            ("staticFieldBase", "", field_base),
            ("getMemberVMInfo", "", member_info),
            ("setCallSiteTargetNormal", "", set_target),
            ("setCallSiteTargetVolatile", "", set_target_volatile),
            ("getNamedCon", "", nothing),
            ("getMembers", "", nothing),
            ("clearCallSiteContext", "", nothing),
        ],
    );
    // Forms are translated by the machine when they first run: nothing is compiled, nothing needs
    // an entry point.
    registry.class(
        "java/lang/invoke/LambdaForm",
        &[("prepare", "()V", nothing), ("compileToBytecode", "()V", nothing)],
    );
    registry.class(
        "java/lang/invoke/MethodHandle",
        &[
            ("customize", "", this),
            ("maybeCustomize", "()V", nothing),
            ("updateForm", "", update_form),
        ],
    );
    registry.class(
        "java/lang/invoke/Invokers",
        &[("maybeCustomize", "", nothing), ("checkCustomized", "", nothing)],
    );
    registry.class(
        "java/lang/invoke/MethodHandleImpl",
        &[("isCompileConstant", "", nothing), ("tryFinally", "", try_finally)],
    );
}

/// `tryFinally(target, cleanup, arguments)`: the JDK's own body hands a null result to a cleanup
/// that takes a primitive when the target throws; the code HotSpot spins instead hands it zero, and
/// so does this.
fn try_finally(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let handles = vm.known().method_handle.get();
    let invoke = vm
        .method_named(handles, "invokeWithArguments", "([Ljava/lang/Object;)Ljava/lang/Object;")
        .ok_or_else(|| raceproof_vm::vm::missing("MethodHandle.invokeWithArguments"))?;
    let mut g = Generator::new(handles);
    let p = g.registers(&[Type::Reference; 3]);
    let (thrown, result, list) = (g.reference(), g.reference(), g.reference());
    g.call_virtual(invoke, &[p[0], p[2]], result);
    let finish = g.position();
    g.emit(Insn::Jump { t: 0 });
    g.handle(0, finish, thrown);
    g.extra(result, NO_REG, Extra::Native(zero_result, [p[0]].into()));
    g.land(finish);
    g.extra(list, NO_REG, Extra::Native(cleanup_arguments, [p[0], p[2], thrown, result].into()));
    g.call_virtual(invoke, &[p[1], list], result);
    let rethrow = g.position();
    g.emit(Insn::JNonNull { a: thrown, t: 0 });
    g.emit(Insn::ReturnValue { a: result });
    g.land(rethrow);
    g.emit(Insn::Throw { a: thrown });
    let stub = g.finish(vm, "<tryFinally>", "()V")?;
    Err(Trap::Call(stub, args.to_vec()))
}

fn result_type(vm: &Vm, handle: u64) -> ClassRef {
    let ty = vm.field_ref(reference(handle), "type");
    vm.mirrored(vm.field_ref(ty, "rtype"))
}

/// The boxed zero of the result type of a handle, null for references.
fn zero_result(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    match result_type(vm, registers[0]).kind {
        ClassKind::Primitive(ty) => vm.box_word(ty, 0).map(Ref::word),
        _ => Ok(0),
    }
}

/// The cleanup's arguments: what was thrown, the result unless it is void, then the target's own.
fn cleanup_arguments(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let mut list = vec![reference(registers[2])];
    if !matches!(result_type(vm, registers[0]).kind, ClassKind::Primitive(Type::Void)) {
        list.push(reference(registers[3]));
    }
    list.extend(vm.references(reference(registers[1])));
    let object = vm.known().object.get();
    vm.new_references(object, &list).map(Ref::word)
}

fn this(_: &mut Vm, args: &[u64]) -> Exec<u64> {
    Ok(args[0])
}

/// `updateForm` only serves customisation for speed.
fn update_form(_: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(0)
}

fn set_flags(vm: &mut Vm, member: Ref, flags: u64) {
    vm.set_field(member, "flags", flags);
}

fn describe_method(vm: &mut Vm, member: Ref, method: MethodRef, kind: u64) -> Exec<()> {
    let sort = if method.name.text() == "<init>" { IS_CONSTRUCTOR } else { IS_METHOD };
    let mut flags = u64::from(method.access) | sort | kind << KIND_SHIFT;
    if method.caller_sensitive {
        flags |= CALLER_SENSITIVE;
    }
    set_flags(vm, member, flags);
    vm.set_field(member, "clazz", method.class().mirror.word());
    vm.set_member_method(member, method)
}

fn describe_field(vm: &mut Vm, member: Ref, field: FieldRef, setter: bool) {
    let kind = u64::from(field.is_static()) + 1 + if setter { 2 } else { 0 };
    let mut flags = u64::from(field.access) | IS_FIELD | kind << KIND_SHIFT;
    if trusted_final(field) {
        flags |= TRUSTED_FINAL;
    }
    set_flags(vm, member, flags);
    vm.set_field(member, "clazz", field.class().mirror.word());
    vm.set_field(member, "$index", field.word as u64 * 8);
}

/// Final fields that even `setAccessible` does not open: static ones, those of records and hidden
/// classes.
fn trusted_final(field: FieldRef) -> bool {
    let class = field.class();
    let record = class.super_class.is_some_and(|s| s.name.text() == "java/lang/Record");
    field.access & access::FINAL != 0 && (field.is_static() || record || class.hidden)
}

/// `init(MemberName, Object)`: from a reflected field, method or constructor.
fn init(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (member, object) = (non_null(args[0])?, non_null(args[1])?);
    let class = vm.mirrored(vm.field_ref(object, "clazz"));
    let slot = vm.field(object, "slot") as u16;
    match vm.class_of(object).name.text() {
        "java/lang/reflect/Field" => {
            let field = class.fields.iter().find(|f| f.index == slot).copied();
            let field = field.ok_or_else(|| Trap::plain("java/lang/InternalError"))?;
            describe_field(vm, member, field, false);
        }
        _ => {
            let method = class.methods.iter().find(|m| m.slot == slot).copied();
            let method = method.ok_or_else(|| Trap::plain("java/lang/InternalError"))?;
            let kind = natural_kind(method);
            describe_method(vm, member, method, kind)?;
        }
    }
    Ok(0)
}

/// The reference kind by which a method is called directly or by selection.
fn natural_kind(method: MethodRef) -> u64 {
    if method.is_static() {
        6
    } else if method.is_initializer() || binds_statically(method) {
        7
    } else if method.class().is_interface() {
        9
    } else {
        5
    }
}

fn binds_statically(method: MethodRef) -> bool {
    method.is_private()
        || (method.access | method.class().access) & access::FINAL != 0
            && !method.class().is_interface()
}

/// The descriptor in a member name's `type`: a `MethodType`, a class, or a string.
fn descriptor(vm: &mut Vm, ty: Ref) -> Exec<String> {
    if ty.is_null() {
        return Err(Trap::java("java/lang/IllegalArgumentException", "nothing to resolve"));
    }
    let class = vm.class_of(ty);
    if class.id == vm.known().string.get().id {
        return Ok(vm.text(ty));
    }
    if class.id == vm.known().class.get().id {
        return Ok(type_descriptor(vm.mirrored(ty)));
    }
    let mut text = "(".to_owned();
    for parameter in vm.references(vm.field_ref(ty, "ptypes")) {
        text.push_str(&type_descriptor(vm.mirrored(parameter)));
    }
    text.push(')');
    text.push_str(&type_descriptor(vm.mirrored(vm.field_ref(ty, "rtype"))));
    Ok(text)
}

fn type_descriptor(class: ClassRef) -> String {
    match class.kind {
        ClassKind::Primitive(ty) => ty.letter().to_string(),
        _ => descriptor_of(class),
    }
}

fn is_error_free(speculative: bool, trap: Trap) -> Exec<u64> {
    if speculative && trap.is_exception() { Ok(0) } else { Err(trap) }
}

/// `resolve(MemberName self, Class caller, [int lookupMode,] boolean speculative)`.
fn resolve(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let member = non_null(args[0])?;
    let caller = reference(args[1]);
    let speculative = args.last().is_some_and(|w| int(*w) != 0);
    match resolve_member(vm, member, caller) {
        Ok(()) => Ok(member.word()),
        Err(trap) => is_error_free(speculative, trap),
    }
}

fn resolve_member(vm: &mut Vm, member: Ref, caller: Ref) -> Exec<()> {
    let flags = vm.field(member, "flags");
    let kind = flags >> KIND_SHIFT & 0xF;
    let holder = vm.field_ref(member, "clazz");
    let name = vm.field_ref(member, "name");
    if holder.is_null() || name.is_null() {
        return Err(Trap::java("java/lang/IllegalArgumentException", "nothing to resolve"));
    }
    let class = vm.mirrored(holder);
    let name = vm.text(name);
    let ty = vm.field_ref(member, "type");
    let descriptor = descriptor(vm, ty)?;
    let caller = if caller.is_null() { None } else { Some(vm.mirrored(caller)) };
    if flags & IS_FIELD != 0 {
        return resolve_field(vm, member, class, &name, &descriptor, kind >= 3);
    }
    resolve_method(vm, member, class, caller, &name, &descriptor, kind)
}

fn resolve_field(
    vm: &mut Vm,
    member: Ref,
    class: ClassRef,
    name: &str,
    descriptor: &str,
    setter: bool,
) -> Exec<()> {
    let (name, descriptor) = (vm.symbol(name), vm.symbol(descriptor));
    let field = class
        .find_field(name, descriptor)
        .ok_or_else(|| Trap::java("java/lang/NoSuchFieldError", name.text()))?;
    // Like HotSpot, fields are resolved without an access check: the lookup makes its own.
    describe_field(vm, member, field, setter);
    Ok(())
}

fn resolve_method(
    vm: &mut Vm,
    member: Ref,
    class: ClassRef,
    caller: Option<ClassRef>,
    name: &str,
    descriptor: &str,
    kind: u64,
) -> Exec<()> {
    let (name, descriptor) = (vm.symbol(name), vm.symbol(descriptor));
    let missing = || {
        let what = raceproof_vm::tell::hotspot_names::external_method(
            class,
            name.text(),
            descriptor.text(),
        );
        Trap::java("java/lang/NoSuchMethodError", format!("'{what}'"))
    };
    if vm.is_signature_polymorphic(class, name) {
        let method = class.methods.iter().copied().find(|m| m.name == name).ok_or_else(missing)?;
        let found = u64::from(method.access)
            | IS_METHOD
            | (if method.is_static() { 6 } else { kind }) << KIND_SHIFT;
        set_flags(vm, member, found);
        return vm.set_member_method(member, method);
    }
    let method = match name.text() {
        "<init>" => class.declared_method(name, descriptor),
        _ => vm.find_method(class, name, descriptor),
    };
    let method = method.ok_or_else(missing)?;
    check_kind(class, method, kind)?;
    if let Some(caller) = caller
        && !vm.may_access(caller, class, method.class(), method.access)
        && !class.is_array()
    {
        let what = raceproof_vm::tell::hotspot_names::external_method(
            method.class(),
            name.text(),
            descriptor.text(),
        );
        let message = format!("class {} tried to access method '{what}'", caller.java_name());
        return Err(Trap::java("java/lang/IllegalAccessError", message));
    }
    let kind = match kind {
        6 => 6,
        7 | 8 => 7,
        _ if binds_statically(method) => 7,
        // Methods of Object are called through the class even on an interface.
        9 if !method.class().is_interface() => 5,
        5 if method.class().is_interface() => 9,
        kind => kind,
    };
    describe_method(vm, member, method, kind)
}

fn check_kind(class: ClassRef, method: MethodRef, kind: u64) -> Exec<()> {
    let what = || {
        raceproof_vm::tell::hotspot_names::external_method(
            class,
            method.name.text(),
            method.descriptor.text(),
        )
    };
    if kind == 6 && !method.is_static() {
        return Err(Trap::java(
            "java/lang/IncompatibleClassChangeError",
            format!("Expected static method '{}'", what()),
        ));
    }
    if matches!(kind, 5 | 7 | 9) && method.is_static() {
        return Err(Trap::java(
            "java/lang/IncompatibleClassChangeError",
            format!("Expected instance not static method '{}'", what()),
        ));
    }
    Ok(())
}

fn field_offset(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let member = non_null(args[0])?;
    Ok(vm.field(member, "$index"))
}

fn field_base(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let member = non_null(args[0])?;
    Ok(vm.field(member, "clazz"))
}

/// `{ Long index, Object target }`, which the JDK uses to check itself.
fn member_info(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let member = non_null(args[0])?;
    let index = vm.field(member, "$index");
    let boxed = vm.box_word(Type::Long, index)?;
    let target = if vm.field(member, "flags") & IS_FIELD != 0 {
        vm.field_ref(member, "clazz")
    } else {
        member
    };
    let object = vm.known().object.get();
    vm.new_references(object, &[boxed, target]).map(Ref::word)
}

fn set_target(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let site = non_null(args[0])?;
    store(vm, site, "target", args[1], Mode::Plain)
}

fn set_target_volatile(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let site = non_null(args[0])?;
    store(vm, site, "target", args[1], Mode::Volatile)
}
