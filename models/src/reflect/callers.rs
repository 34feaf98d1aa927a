//! `jdk.internal.reflect.Reflection` and `SecurityManager`: who calls whom.

use crate::args::non_null;
use raceproof_vm::ground::class::{ClassRef, MethodRef};
use raceproof_vm::{Exec, Ref, Registry, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "jdk/internal/reflect/Reflection",
        &[
            ("getCallerClass", "", caller_class),
            ("getClassAccessFlags", "", class_access),
            ("areNestMates", "", nest_mates),
        ],
    );
    registry.class("java/lang/SecurityManager", &[("getClassContext", "", class_context)]);
}

/// The classes of all methods on the stack, the innermost first.
fn class_context(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let accessor = vm.load_boot("jdk/internal/reflect/MethodAccessorImpl").ok();
    let methods = vm.frames().iter().rev().map(|frame| frame.code.method);
    let methods = methods.filter(|method| !is_generated(method) && !is_ignored(method, accessor));
    let mirrors: Vec<Ref> = methods.map(|method| method.class().mirror).collect();
    let class = vm.known().class.get();
    vm.new_references(class, &mirrors).map(Ref::word)
}

/// The class that called the caller-sensitive method, whose frame is the innermost.
fn caller_class(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let accessor = vm.load_boot("jdk/internal/reflect/MethodAccessorImpl").ok();
    let mut methods = vm
        .frames()
        .iter()
        .rev()
        .map(|frame| frame.code.method)
        .filter(|method| !is_generated(method));
    methods.next();
    let caller = methods.find(|method| !is_ignored(method, accessor));
    Ok(caller.map_or(0, |method| method.class().mirror.word()))
}

/// Whether a method is code that the machine wrote itself.
fn is_generated(method: MethodRef) -> bool {
    method.slot == u16::MAX
}

/// What HotSpot's `is_ignored_by_security_stack_walk` tells: reflection and method handles call for
/// others.
fn is_ignored(method: MethodRef, accessor: Option<ClassRef>) -> bool {
    let class = method.class();
    let annotated_hidden =
        method.hidden && (!class.hidden || class.package() == "java/lang/invoke");
    annotated_hidden
        || class.name.text() == "java/lang/reflect/Method" && method.name.text() == "invoke"
        || accessor.is_some_and(|accessor| class.is_subtype_of(accessor))
}

fn class_access(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(non_null(args[0])?);
    Ok(u64::from(class.access))
}

fn nest_mates(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let a = vm.mirrored(non_null(args[0])?);
    let b = vm.mirrored(non_null(args[1])?);
    Ok(u64::from(vm.loaded_nest_host(a)?.id == vm.loaded_nest_host(b)?.id))
}
