//! `jdk.internal.reflect.Reflection`: who calls whom.

use crate::args::non_null;
use raceproof_vm::{Exec, Registry, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "jdk/internal/reflect/Reflection",
        &[("getCallerClass", "", caller_class), ("getClassAccessFlags", "", class_access), ("areNestMates", "", nest_mates)],
    );
}

/// The class that called the caller-sensitive method: reflection's own frames and hidden ones do not count.
fn caller_class(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let visible = vm.frames.iter().rev().map(|f| f.code.method).filter(|m| {
        let class = m.class().name.text();
        let reflective = class == "java/lang/reflect/Method" && m.name.text() == "invoke"
            || class.starts_with("jdk/internal/reflect/") && class.ends_with("MethodAccessorImpl")
            || class.starts_with("jdk/internal/reflect/DirectMethodHandleAccessor");
        !m.hidden && !reflective
    });
    let caller = visible.skip(1).next();
    Ok(caller.map_or(0, |m| m.class().mirror.word()))
}

fn class_access(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(non_null(args[0])?);
    Ok(u64::from(class.access))
}

fn nest_mates(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let a = vm.mirrored(non_null(args[0])?);
    let b = vm.mirrored(non_null(args[1])?);
    vm.load_nest_host(a);
    vm.load_nest_host(b);
    Ok(u64::from(vm.nest_host(a).id == vm.nest_host(b).id))
}
