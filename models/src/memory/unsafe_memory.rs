//! `jdk.internal.misc.Unsafe`: raw access to objects and to memory outside them.
//!
//! An object's fields and elements lie at byte offsets from its first word, as in HotSpot, so an
//! access is an address: object times eight plus offset. Memory outside the heap is a byte array
//! inside it, so that it is part of the state like everything else. Where accesses go is checked in
//! `wild_memory.rs`.

use crate::args::{from_int, int, long, non_null, nothing};
use crate::memory::outside_memory::{allocate_memory, free_memory, reallocate_memory};
use crate::memory::wild_memory::{checked_range, is_number, is_reference, wild};
use raceproof_base::{AccessKind, Address, Effect, Mode, OperationKind};
use raceproof_vm::ground::heap::HEADER_BYTES;
use raceproof_vm::threads::pending::{Grant, Pending};
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};

type Row = (&'static str, &'static str, raceproof_vm::Peer);

/// The getter and setter of a type, by mode. The modes are alike in a machine that runs one thread
/// at a time; other threads may notice them, and plain accesses where these are watched, and they
/// order different things.
macro_rules! accessors {
    ($name:ident, $read:ident, $write:ident, $bytes:literal, $of:expr, $to:expr) => {
        mod $name {
            use super::*;

            pub fn get<const M: u8>(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
                access::<M>(vm, AccessKind::Read, args, $bytes)?;
                read(vm, args)
            }
            pub fn put<const M: u8>(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
                access::<M>(vm, AccessKind::Write, args, $bytes)?;
                write(vm, args)
            }
            pub fn read(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
                let at = address(vm, AccessKind::Read, args[1], args[2], $bytes)?;
                Ok($of(vm.heap.$read(at)))
            }
            pub fn write(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
                let at = address(vm, AccessKind::Write, args[1], args[2], $bytes)?;
                vm.heap.$write(at, $to(args[3]));
                Ok(0)
            }
        }
    };
}

accessors!(boolean, u8, put_u8, 1, |v: u8| u64::from(v & 1), |w: u64| (w & 1) as u8);
accessors!(byte, u8, put_u8, 1, |v: u8| from_int(i32::from(v.cast_signed())), |w: u64| w as u8);
accessors!(character, u16, put_u16, 2, u64::from, |w: u64| w as u16);
accessors!(short, u16, put_u16, 2, |v: u16| from_int(i32::from(v.cast_signed())), |w: u64| w
    as u16);
accessors!(word, u32, put_u32, 4, u64::from, |w: u64| w as u32);
accessors!(long_word, u64, put_u64, 8, |v: u64| v, |w: u64| w);

mod object {
    use super::{
        AccessKind, Exec, ORDERED, OperationKind, PLAIN, Ref, Vm, access, reference_address, tell,
        visible,
    };

    pub fn get<const M: u8>(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
        access::<M>(vm, AccessKind::Read, args, 4)?;
        let at = reference_address(vm, AccessKind::Read, args[1], args[2])?;
        Ok(u64::from(vm.heap.u32(at)))
    }

    /// What becomes known is told before the release that tells others of it.
    pub fn put<const M: u8>(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
        if M == PLAIN && vm.hands_over(Ref::of(args[1])) {
            return put::<ORDERED>(vm, args);
        }
        let at = reference_address(vm, AccessKind::Write, args[1], args[2])?;
        if M == PLAIN {
            access::<M>(vm, AccessKind::Write, args, 4)?;
            vm.publish(Ref::of(args[1]), Ref::of(args[3]));
        } else {
            visible(vm, OperationKind::VolatileWrite, args)?;
            vm.publish(Ref::of(args[1]), Ref::of(args[3]));
            tell::<M>(vm, AccessKind::Write, args);
        }
        vm.heap.put_u32(at, args[3] as u32);
        Ok(0)
    }
}

/// Stores a reference into a field of an object, found by name, as Java code would.
pub(crate) fn store(vm: &mut Vm, object: Ref, field: &str, value: u64, mode: Mode) -> Exec<u64> {
    let Some(field) = vm.class_of(object).field_named(field) else { return Ok(0) };
    let args = [0, object.word(), field.word as u64 * 8, value];
    if mode == Mode::Plain {
        object::put::<PLAIN>(vm, &args)
    } else {
        object::put::<VOLATILE>(vm, &args)
    }
}

/// The byte address of an access of a number; `bytes` wide and aligned, or wide enough to be taken
/// apart.
fn address(vm: &mut Vm, what: AccessKind, base: u64, offset: u64, bytes: usize) -> Exec<usize> {
    let at = checked_range(vm, what, base, offset, bytes)?;
    if !at.is_multiple_of(bytes) {
        return Err(Trap::Unsupported(format!("an unaligned raw memory access of {bytes} bytes")));
    }
    if what == AccessKind::Write && !is_number(vm, base, offset, bytes) {
        return Err(wild(what, bytes, at, "where a reference lies"));
    }
    Ok(at)
}

/// The byte address of an access of a reference.
fn reference_address(vm: &mut Vm, what: AccessKind, base: u64, offset: u64) -> Exec<usize> {
    let at = checked_range(vm, what, base, offset, 4)?;
    if is_reference(vm, base, offset) {
        Ok(at)
    } else {
        Err(wild(what, 4, at, "as a reference, where none lies"))
    }
}

/// Stops before an access in a mode if another thread may notice it.
fn visible(vm: &mut Vm, kind: OperationKind, args: &[u64]) -> Exec<Grant> {
    let base = Ref::of(args[1]);
    if base.is_null() {
        // Who knows the address of memory outside the heap cannot be told.
        return vm.visible(Pending::new(kind, Address(args[2])));
    }
    vm.visible_access(kind, base, Address(base.word().wrapping_mul(8).wrapping_add(args[2])))
}

/// Stops before an access in a mode if another thread may notice it, and tells it.
fn access<const M: u8>(vm: &mut Vm, access: AccessKind, args: &[u64], bytes: usize) -> Exec<()> {
    if M == PLAIN {
        plain(vm, access, args)?;
        // What is wider than an element accesses several.
        let array = Ref::of(args[1]);
        let element = if array.is_null() { None } else { vm.class_of(array).element() };
        if element.is_some_and(|(_, ty)| ty.element_bytes() < bytes) {
            vm.tell_elements(
                access,
                array,
                Address(array.word().wrapping_mul(8).wrapping_add(args[2])),
                bytes,
            );
        }
        return Ok(());
    }
    let kind = match access {
        AccessKind::Read => OperationKind::VolatileRead,
        AccessKind::Write => OperationKind::VolatileWrite,
    };
    visible(vm, kind, args)?;
    tell::<M>(vm, access, args);
    Ok(())
}

/// Stops before a plain access, where these are steps, and tells it.
fn plain(vm: &mut Vm, access: AccessKind, args: &[u64]) -> Exec<()> {
    let base = Ref::of(args[1]);
    if base.is_null() {
        if vm.exploration().accesses {
            visible(vm, OperationKind::Read, args)?;
        }
        return Ok(());
    }
    vm.plain_access(access, base, Address(base.word().wrapping_mul(8).wrapping_add(args[2])))
}

/// The modes of accesses, as constants that functions can be made for.
const PLAIN: u8 = 0;
const OPAQUE: u8 = 1;
const ORDERED: u8 = 2;
const VOLATILE: u8 = 3;

/// Tells an access in a mode.
fn tell<const M: u8>(vm: &mut Vm, access: AccessKind, args: &[u64]) {
    if !vm.tells() {
        return;
    }
    let mode = match M {
        PLAIN => Mode::Plain,
        OPAQUE => Mode::Opaque,
        ORDERED => Mode::AcquireRelease,
        _ => Mode::Volatile,
    };
    let base = Ref::of(args[1]);
    let is_told = vm.is_told_by_mode(mode, base, args[2] as usize);
    vm.tell_by_mode(
        access,
        mode,
        base,
        Address(base.word().wrapping_mul(8).wrapping_add(args[2])),
        is_told,
    );
}

/// Code that needs fences is code whose plain accesses other threads notice. What orders loads
/// alone, or stores alone, is told as nothing: happens-before has no name for it.
fn fence<const ACQUIRES: bool, const RELEASES: bool>(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    vm.visible(Pending::new(OperationKind::Fence, Address::NONE))?;
    vm.tell_fence(ACQUIRES, RELEASES);
    Ok(0)
}

/// The peers of an accessor: plain, and by the modes opaque, acquiring or releasing, volatile.
type Modes = [raceproof_vm::Peer; 4];

macro_rules! by_mode {
    ($module:ident, $access:ident) => {
        [
            $module::$access::<PLAIN>,
            $module::$access::<OPAQUE>,
            $module::$access::<ORDERED>,
            $module::$access::<VOLATILE>,
        ]
    };
}

/// Getters and setters.
const ACCESSORS: &[(&str, Modes, Modes)] = &[
    ("Boolean", by_mode!(boolean, get), by_mode!(boolean, put)),
    ("Byte", by_mode!(byte, get), by_mode!(byte, put)),
    ("Char", by_mode!(character, get), by_mode!(character, put)),
    ("Short", by_mode!(short, get), by_mode!(short, put)),
    ("Int", by_mode!(word, get), by_mode!(word, put)),
    ("Float", by_mode!(word, get), by_mode!(word, put)),
    ("Long", by_mode!(long_word, get), by_mode!(long_word, put)),
    ("Double", by_mode!(long_word, get), by_mode!(long_word, put)),
    ("Reference", by_mode!(object, get), by_mode!(object, put)),
    ("Object", by_mode!(object, get), by_mode!(object, put)),
];

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
    let mut rows: Vec<Row> = Vec::new();
    for (ty, getters, setters) in ACCESSORS {
        for (mode, peer) in ["", "Opaque", "Acquire", "Volatile"].iter().zip(getters) {
            rows.push((leak(format!("get{ty}{mode}")), object_getter(ty), *peer));
        }
        for (mode, peer) in ["", "Opaque", "Release", "Volatile"].iter().zip(setters) {
            rows.push((leak(format!("put{ty}{mode}")), object_putter(ty), *peer));
        }
    }
    rows.push(("compareAndSetInt", "", cas_int::<VOLATILE, VOLATILE>));
    rows.push(("compareAndSetLong", "", cas_long::<VOLATILE, VOLATILE>));
    rows.push(("weakCompareAndSetIntPlain", "", weak_cas_int::<PLAIN, PLAIN>));
    rows.push(("weakCompareAndSetLongPlain", "", weak_cas_long::<PLAIN, PLAIN>));
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
    rows.extend_from_slice(&[
        ("arrayBaseOffset0", "", base_offset),
        ("arrayIndexScale0", "", index_scale),
        ("pageSize", "()I", page_size),
        ("objectFieldOffset0", "", object_field_offset),
        ("objectFieldOffset1", "", named_field_offset),
        ("staticFieldOffset0", "", object_field_offset),
        ("staticFieldBase0", "", static_base),
        ("shouldBeInitialized0", "", should_be_initialized),
        ("ensureClassInitialized0", "", ensure_initialized),
        ("allocateInstance", "", allocate_instance),
        ("allocateUninitializedArray0", "", allocate_array),
        ("throwException", "", throw),
        ("fullFence", "()V", fence::<true, true>),
        ("loadFence", "()V", fence::<true, false>),
        ("storeFence", "()V", fence::<false, true>),
        ("loadLoadFence", "()V", fence::<false, false>),
        ("storeStoreFence", "()V", fence::<false, false>),
        ("allocateMemory0", "(J)J", allocate_memory),
        ("reallocateMemory0", "(JJ)J", reallocate_memory),
        ("freeMemory0", "(J)V", free_memory),
        ("setMemory0", "", set_memory),
        ("copyMemory0", "", copy_memory),
        ("copySwapMemory0", "", copy_swap_memory),
        ("writebackMemory", "", nothing),
        ("getLoadAverage0", "", nothing),
    ]);
    registry.class("jdk/internal/misc/Unsafe", &rows);
    // HotSpot fills these constants in; unaligned access stays off, so raw accesses are always
    // aligned.
    registry.class("jdk/internal/misc/UnsafeConstants", &[("<clinit>", "()V", constants)]);
}

fn constants(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let class = vm.load_boot("jdk/internal/misc/UnsafeConstants")?;
    vm.set_static(class, "ADDRESS_SIZE0", 8);
    vm.set_static(class, "PAGE_SIZE", 4096);
    Ok(0)
}

fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// Only the forms with object and offset are native; those with a bare address call them.
fn object_getter(ty: &str) -> &'static str {
    match ty {
        "Boolean" => "(Ljava/lang/Object;J)Z",
        "Byte" => "(Ljava/lang/Object;J)B",
        "Char" => "(Ljava/lang/Object;J)C",
        "Short" => "(Ljava/lang/Object;J)S",
        "Int" => "(Ljava/lang/Object;J)I",
        "Float" => "(Ljava/lang/Object;J)F",
        "Long" => "(Ljava/lang/Object;J)J",
        "Double" => "(Ljava/lang/Object;J)D",
        _ => "(Ljava/lang/Object;J)Ljava/lang/Object;",
    }
}

fn object_putter(ty: &str) -> &'static str {
    match ty {
        "Boolean" => "(Ljava/lang/Object;JZ)V",
        "Byte" => "(Ljava/lang/Object;JB)V",
        "Char" => "(Ljava/lang/Object;JC)V",
        "Short" => "(Ljava/lang/Object;JS)V",
        "Int" => "(Ljava/lang/Object;JI)V",
        "Float" => "(Ljava/lang/Object;JF)V",
        "Long" => "(Ljava/lang/Object;JJ)V",
        "Double" => "(Ljava/lang/Object;JD)V",
        _ => "(Ljava/lang/Object;JLjava/lang/Object;)V",
    }
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
            visible(vm, OperationKind::Update, args)?;
            note_comparison(vm, args, $bytes);
            let old = $raw(vm, args)?;
            tell::<R>(vm, AccessKind::Read, args);
            if old as $ty == args[3] as $ty {
                tell::<W>(vm, AccessKind::Write, args);
            }
            Ok(old)
        }
        fn $set<const R: u8, const W: u8>(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
            Ok(u64::from($exchange::<R, W>(vm, args)? as $ty == args[3] as $ty))
        }
        fn $weak<const R: u8, const W: u8>(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
            if visible_weak(vm, args)? == Grant::Spurious {
                tell::<R>(vm, AccessKind::Read, args);
                return Ok(0);
            }
            note_comparison(vm, args, $bytes);
            let old = $raw(vm, args)? as $ty;
            tell::<R>(vm, AccessKind::Read, args);
            if old == args[3] as $ty {
                tell::<W>(vm, AccessKind::Write, args);
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
fn visible_weak(vm: &mut Vm, args: &[u64]) -> Exec<Grant> {
    let base = Ref::of(args[1]);
    if base.is_null() {
        return visible(vm, OperationKind::Update, args);
    }
    vm.visible_weak(base, Address(base.word().wrapping_mul(8).wrapping_add(args[2])))
}

/// Reads a number and writes a function of it and the argument, in one step.
macro_rules! update {
    ($name:ident, $read:ident, $write:ident, $bytes:literal, $ty:ty, $compute:expr) => {
        fn $name<const R: u8, const W: u8>(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
            visible(vm, OperationKind::Update, args)?;
            tell::<R>(vm, AccessKind::Read, args);
            tell::<W>(vm, AccessKind::Write, args);
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
    visible(vm, OperationKind::Update, args)?;
    vm.publish(Ref::of(args[1]), Ref::of(args[3]));
    tell::<R>(vm, AccessKind::Read, args);
    tell::<W>(vm, AccessKind::Write, args);
    let at = reference_changed(vm, args)?;
    let old = vm.heap.u32(at);
    vm.heap.put_u32(at, args[3] as u32);
    Ok(u64::from(old))
}

fn base_offset(_: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(HEADER_BYTES as u64)
}

fn index_scale(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(non_null(args[1])?);
    let (_, ty) = class.element().ok_or_else(|| Trap::plain("java/lang/InvalidClassException"))?;
    Ok(ty.element_bytes() as u64)
}

fn page_size(_: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(4096)
}

/// From a `java.lang.reflect.Field`.
fn object_field_offset(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let field = non_null(args[1])?;
    let class = vm.mirrored(vm.field_ref(field, "clazz"));
    let slot = vm.field(field, "slot") as u16;
    let found = class.fields.iter().find(|f| f.index == slot);
    found.map(|f| f.word as u64 * 8).ok_or_else(|| Trap::plain("java/lang/InternalError"))
}

fn named_field_offset(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(non_null(args[1])?);
    let name = vm.text(non_null(args[2])?);
    match class.field_named(&name).filter(|f| !f.is_static()) {
        Some(field) => Ok(field.word as u64 * 8),
        None => Err(Trap::java("java/lang/InternalError", format!("{}.{name}", class.java_name()))),
    }
}

fn static_base(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let field = non_null(args[1])?;
    Ok(vm.field(field, "clazz"))
}

fn should_be_initialized(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(non_null(args[1])?);
    Ok(u64::from(vm.init_status(class) != raceproof_vm::linking::init::INITIALIZED))
}

fn ensure_initialized(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(non_null(args[1])?);
    vm.ensure_initialized(class).map(|()| 0)
}

fn allocate_instance(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(non_null(args[1])?);
    if class.is_interface() || class.is_abstract() || class.is_array() || class.is_primitive() {
        return Err(Trap::java("java/lang/InstantiationException", class.java_name()));
    }
    vm.ensure_initialized(class)?;
    vm.new_object(class).map(raceproof_vm::Ref::word)
}

fn allocate_array(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let element = vm.mirrored(non_null(args[1])?);
    let class = vm.array_class(element)?;
    vm.new_array(class, int(args[2]).max(0) as usize).map(raceproof_vm::Ref::word)
}

fn throw(_: &mut Vm, args: &[u64]) -> Exec<u64> {
    Err(Trap::Throw(non_null(args[1])?))
}

fn set_memory(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let length = long(args[3]).max(0) as usize;
    let at = checked_range(vm, AccessKind::Write, args[1], args[2], length)?;
    vm.access_elements(AccessKind::Write, Ref::of(args[1]), Address(at as u64), length)?;
    vm.reserve_undo(at, length)?;
    vm.heap.fill_bytes(at, length, args[4] as u8);
    Ok(0)
}

fn copy_memory(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let length = long(args[5]).max(0) as usize;
    let from = checked_range(vm, AccessKind::Read, args[1], args[2], length)?;
    let to = checked_range(vm, AccessKind::Write, args[3], args[4], length)?;
    access_copied(vm, args, from, to, length)?;
    vm.reserve_undo(to, length)?;
    vm.heap.move_bytes(from, to, length);
    Ok(0)
}

/// Reading and writing at once are one step, before what is read, or else before what is written.
fn access_copied(vm: &mut Vm, args: &[u64], from: usize, to: usize, length: usize) -> Exec<()> {
    let (source, target) = (Ref::of(args[1]), Ref::of(args[3]));
    vm.access_elements(AccessKind::Read, source, Address(from as u64), length)?;
    vm.tell_elements(AccessKind::Write, target, Address(to as u64), length);
    Ok(())
}

fn copy_swap_memory(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let length = long(args[5]).max(0) as usize;
    let size = (args[6] as usize).max(1);
    let from = checked_range(vm, AccessKind::Read, args[1], args[2], length)?;
    let to = checked_range(vm, AccessKind::Write, args[3], args[4], length)?;
    access_copied(vm, args, from, to, length)?;
    let bytes: Vec<u8> = (0..length).map(|n| vm.heap.u8(from + n)).collect();
    for (n, element) in bytes.chunks(size).enumerate() {
        for (k, byte) in element.iter().rev().enumerate() {
            vm.heap.put_u8(to + n * size + k, *byte);
        }
    }
    Ok(0)
}
