//! `gov.nasa.jpf.vm.Verify`, Java PathFinder's class by which programs talk to their checker, while
//! schedules are explored. Its Java (`cli/java`) says what needs no peer.
//!
//! What cannot be done soundly is named: the program depends on it then, and its executions are not
//! followed beyond.

use crate::args::{int, non_null, nothing};
use raceproof_vm::{Exec, Registry, Trap, Vm};

const VERIFY: &str = "gov/nasa/jpf/vm/Verify";

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.exploring(
        "raceproof/Choose",
        &[("bool", "()Z", choose_bool), ("between", "(II)I", choose_between)],
    );
    registry.exploring(
        VERIFY,
        &[
            ("getBoolean", "()Z", choose_bool),
            ("getBoolean", "(Z)Z", choose_bool),
            ("randomBool", "()Z", choose_bool),
            ("getInt", "(II)I", choose_between),
            ("random", "(I)I", choose_up_to),
            ("ignoreIf", "(Z)V", ignore_if),
            ("isRunningInJPF", "()Z", is_explored),
            ("notModelled", "(Ljava/lang/String;)V", not_modelled),
            ("beginAtomic", "()V", nothing),
            ("endAtomic", "()V", nothing),
        ],
    );
}

/// Says what is missing, and why.
fn not_modelled(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let what = vm.text(non_null(args[0])?);
    if vm.is_exploring() {
        Err(Trap::Unsupported(format!("gov.nasa.jpf.vm.Verify.{what}")))
    } else {
        Err(Trap::Body)
    }
}

fn is_explored(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    if vm.is_exploring() { Ok(1) } else { Err(Trap::Body) }
}

fn choose_bool(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    if vm.is_exploring() { vm.choose(2).map(u64::from) } else { Err(Trap::Body) }
}

fn choose_between(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    if !vm.is_exploring() {
        return Err(Trap::Body);
    }
    let (low, high) = (int(args[0]), int(args[1]));
    let count = i64::from(high) - i64::from(low) + 1;
    if count < 1 {
        return Err(Trap::java(
            "java/lang/IllegalArgumentException",
            format!("nothing lies between {low} and {high}"),
        ));
    }
    let count = u32::try_from(count)
        .map_err(|_| Trap::Unsupported("a choice of more than 2^32-1 values".to_owned()))?;
    let value = vm.choose(count)?;
    Ok(u64::from(low.wrapping_add(value.cast_signed()).cast_unsigned()))
}

fn choose_up_to(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    choose_between(vm, &[0, args[0]])
}

fn ignore_if(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    if vm.is_exploring() && args[0] & 1 == 1 { Err(Trap::Ignored) } else { Ok(0) }
}
