//! Updates by `jdk.internal.misc.Unsafe`, which read and write in one step: compare-and-set and
//! -exchange, get-and-set, sums, bits. Those of atomics and `VarHandle`s end in these.

use crate::memory::unsafe_accesses::{
    OPAQUE, ORDERED, PLAIN, Row, VOLATILE, address, first_touched, leak, note_others,
    reference_address, tell, visible,
};
use raceproof_base::{AccessKind, Address, Effect, OperationKind};
use raceproof_vm::threads::pending::Grant;
use raceproof_vm::{Exec, Ref, Registry, Vm};

/// An update whose read and write have modes of their own: what acquires need not release. Both are
/// atomic in any case.
macro_rules! update_modes {
    ($rows:ident, $name:expr, $peer:ident) => {
        for (mode, peer) in [
            ("", $peer::<VOLATILE, VOLATILE> as raceproof_vm::Peer),
            ("Acquire", $peer::<ORDERED, OPAQUE>),
            ("Release", $peer::<OPAQUE, ORDERED>),
        ] {
            $rows.push((leak(format!("{}{mode}", $name)), "", peer));
        }
    };
}

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    let mut rows: Vec<Row> = vec![
        ("compareAndSetInt", "", cas_int::<VOLATILE, VOLATILE>),
        ("compareAndSetLong", "", cas_long::<VOLATILE, VOLATILE>),
        ("weakCompareAndSetIntPlain", "", weak_cas_int::<PLAIN, PLAIN>),
        ("weakCompareAndSetLongPlain", "", weak_cas_long::<PLAIN, PLAIN>),
    ];
    update_modes!(rows, "weakCompareAndSetInt", weak_cas_int);
    update_modes!(rows, "weakCompareAndSetLong", weak_cas_long);
    update_modes!(rows, "compareAndExchangeInt", exchange_int);
    update_modes!(rows, "compareAndExchangeLong", exchange_long);
    for ty in ["Reference", "Object"] {
        rows.push((leak(format!("compareAndSet{ty}")), "", cas_reference::<VOLATILE, VOLATILE>));
        rows.push((
            leak(format!("weakCompareAndSet{ty}Plain")),
            "",
            weak_cas_reference::<PLAIN, PLAIN>,
        ));
        update_modes!(rows, format!("weakCompareAndSet{ty}"), weak_cas_reference);
        update_modes!(rows, format!("compareAndExchange{ty}"), exchange_reference);
        update_modes!(rows, format!("getAndSet{ty}"), get_and_set_reference);
    }
    update_modes!(rows, "getAndAddInt", get_and_add_int);
    update_modes!(rows, "getAndAddLong", get_and_add_long);
    update_modes!(rows, "getAndSetInt", get_and_set_int);
    update_modes!(rows, "getAndSetLong", get_and_set_long);
    update_modes!(rows, "getAndBitwiseAndInt", get_and_and_int);
    update_modes!(rows, "getAndBitwiseOrInt", get_and_or_int);
    update_modes!(rows, "getAndBitwiseXorInt", get_and_xor_int);
    update_modes!(rows, "getAndBitwiseAndLong", get_and_and_long);
    update_modes!(rows, "getAndBitwiseOrLong", get_and_or_long);
    update_modes!(rows, "getAndBitwiseXorLong", get_and_xor_long);
    registry.class("jdk/internal/misc/Unsafe", &rows);
}

/// Compare-and-exchange of a word's type, and the peers made of it. A failing one only reads.
macro_rules! compare_and_set {
    ($exchange:ident, $set:ident, $weak:ident, $raw:ident, $read:ident, $write:ident, $bytes:literal, $ty:ty, $address:ident, $publish:expr) => {
        fn $raw(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
            let at = $address(vm, args)?;
            let old = vm.heap.$read(at);
            if old == args[3] as $ty {
                vm.heap.$write(at, args[4] as $ty);
                if $publish {
                    vm.publish(Ref::of(args[1]), Ref::of(args[4]));
                }
            }
            Ok(u64::from(old))
        }
        fn $exchange<const R: u8, const W: u8>(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
            visible(vm, OperationKind::Update, args, $bytes)?;
            note_comparison(vm, args, $bytes);
            let old = $raw(vm, args)?;
            tell::<R>(vm, AccessKind::Read, args, $bytes);
            if old as $ty == args[3] as $ty {
                tell::<W>(vm, AccessKind::Write, args, $bytes);
            }
            Ok(old)
        }
        fn $set<const R: u8, const W: u8>(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
            Ok(u64::from($exchange::<R, W>(vm, args)? as $ty == args[3] as $ty))
        }
        fn $weak<const R: u8, const W: u8>(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
            if visible_weak(vm, args, $bytes)? == Grant::Spurious {
                tell::<R>(vm, AccessKind::Read, args, $bytes);
                return Ok(0);
            }
            note_comparison(vm, args, $bytes);
            let old = $raw(vm, args)? as $ty;
            tell::<R>(vm, AccessKind::Read, args, $bytes);
            if old == args[3] as $ty {
                tell::<W>(vm, AccessKind::Write, args, $bytes);
            }
            Ok(u64::from(old == args[3] as $ty))
        }
    };
}

compare_and_set!(
    exchange_int,
    cas_int,
    weak_cas_int,
    swap_int,
    u32,
    put_u32,
    4,
    u32,
    int_changed,
    false
);
compare_and_set!(
    exchange_long,
    cas_long,
    weak_cas_long,
    swap_long,
    u64,
    put_u64,
    8,
    u64,
    long_changed,
    false
);
compare_and_set!(
    exchange_reference,
    cas_reference,
    weak_cas_reference,
    swap_reference,
    u32,
    put_u32,
    4,
    u32,
    reference_changed,
    true
);

fn int_changed(vm: &mut Vm, args: &[u64]) -> Exec<usize> {
    address(vm, AccessKind::Write, args[1], args[2], 4)
}

fn long_changed(vm: &mut Vm, args: &[u64]) -> Exec<usize> {
    address(vm, AccessKind::Write, args[1], args[2], 8)
}

fn reference_changed(vm: &mut Vm, args: &[u64]) -> Exec<usize> {
    reference_address(vm, AccessKind::Write, args[1], args[2])
}

fn note_comparison(vm: &mut Vm, args: &[u64], bytes: u8) {
    let variable = Address(args[1].wrapping_mul(8).wrapping_add(args[2]));
    vm.note_effect(Effect::Compared { variable, expected: args[3], bytes });
}

/// Stops before a weak compare-and-set, which may be made to fail.
fn visible_weak(vm: &mut Vm, args: &[u64], bytes: usize) -> Exec<Grant> {
    let base = Ref::of(args[1]);
    if base.is_null() {
        return visible(vm, OperationKind::Update, args, bytes);
    }
    let grant = vm.visible_weak(base, first_touched(vm, args, bytes))?;
    note_others(vm, OperationKind::Update, args, bytes);
    Ok(grant)
}

/// Reads a number and writes a function of it and the argument, in one step.
macro_rules! update {
    ($name:ident, $read:ident, $write:ident, $bytes:literal, $ty:ty, $compute:expr) => {
        fn $name<const R: u8, const W: u8>(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
            visible(vm, OperationKind::Update, args, $bytes)?;
            tell::<R>(vm, AccessKind::Read, args, $bytes);
            tell::<W>(vm, AccessKind::Write, args, $bytes);
            let at = address(vm, AccessKind::Write, args[1], args[2], $bytes)?;
            let old = vm.heap.$read(at);
            let compute: fn($ty, $ty) -> $ty = $compute;
            vm.heap.$write(at, compute(old, args[3] as $ty));
            Ok(u64::from(old))
        }
    };
}

update!(get_and_add_int, u32, put_u32, 4, u32, u32::wrapping_add);
update!(get_and_add_long, u64, put_u64, 8, u64, u64::wrapping_add);
update!(get_and_set_long, u64, put_u64, 8, u64, |_, new| new);
update!(get_and_set_int, u32, put_u32, 4, u32, |_, new| new);
update!(get_and_and_int, u32, put_u32, 4, u32, |old, mask| old & mask);
update!(get_and_or_int, u32, put_u32, 4, u32, |old, mask| old | mask);
update!(get_and_xor_int, u32, put_u32, 4, u32, |old, mask| old ^ mask);
update!(get_and_and_long, u64, put_u64, 8, u64, |old, mask| old & mask);
update!(get_and_or_long, u64, put_u64, 8, u64, |old, mask| old | mask);
update!(get_and_xor_long, u64, put_u64, 8, u64, |old, mask| old ^ mask);

fn get_and_set_reference<const R: u8, const W: u8>(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    visible(vm, OperationKind::Update, args, 4)?;
    vm.publish(Ref::of(args[1]), Ref::of(args[3]));
    tell::<R>(vm, AccessKind::Read, args, 4);
    tell::<W>(vm, AccessKind::Write, args, 4);
    let at = reference_changed(vm, args)?;
    let old = vm.heap.u32(at);
    vm.heap.put_u32(at, args[3] as u32);
    Ok(u64::from(old))
}
