//! Reading and writing by `jdk.internal.misc.Unsafe`, by each mode of access, and its fences.
//!
//! An object's fields and elements lie at byte offsets from its first word, as in HotSpot, so an
//! access is an address: object times eight plus offset. Memory outside the heap is a byte array
//! inside it, so that it is part of the state like everything else. Where accesses go is checked in
//! `wild_memory.rs`.

use crate::args::from_int;
use crate::memory::wild_memory::{checked_range, is_number, is_reference, wild};
use raceproof_base::{AccessKind, Address, Effect, Mode, OperationKind, Thing, Use};
use raceproof_vm::threads::pending::{Grant, Pending};
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};

pub(super) type Row = (&'static str, &'static str, raceproof_vm::Peer);

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
            visible(vm, OperationKind::VolatileWrite, args, 4)?;
            vm.publish(Ref::of(args[1]), Ref::of(args[3]));
            tell::<M>(vm, AccessKind::Write, args, 4);
        }
        vm.heap.put_u32(at, args[3] as u32);
        Ok(0)
    }
}

/// Stores a reference into a field of an object, found by name, as Java code would.
pub(crate) fn store(vm: &mut Vm, object: Ref, field: &str, value: u64, mode: Mode) -> Exec<u64> {
    let Some(field) = vm.class_of(object).inherited_field(field) else { return Ok(0) };
    let args = [0, object.word(), field.word as u64 * 8, value];
    if mode == Mode::Plain {
        object::put::<PLAIN>(vm, &args)
    } else {
        object::put::<VOLATILE>(vm, &args)
    }
}

/// The byte address of an access of a number; `bytes` wide and aligned, or wide enough to be taken
/// apart.
pub(super) fn address(
    vm: &mut Vm,
    what: AccessKind,
    base: u64,
    offset: u64,
    bytes: usize,
) -> Exec<usize> {
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
pub(super) fn reference_address(
    vm: &mut Vm,
    what: AccessKind,
    base: u64,
    offset: u64,
) -> Exec<usize> {
    let at = checked_range(vm, what, base, offset, 4)?;
    if is_reference(vm, base, offset) {
        Ok(at)
    } else {
        Err(wild(what, 4, at, "as a reference, where none lies"))
    }
}

/// The variables that an access of so many bytes touches: of an array the elements, wherever in them
/// it begins and ends. (A handle has views of other types, and a segment none.)
fn touched(vm: &Vm, args: &[u64], bytes: usize) -> impl Iterator<Item = Address> + use<> {
    let (base, at) = (Ref::of(args[1]), args[1].wrapping_mul(8).wrapping_add(args[2]));
    let element = if base.is_null() { None } else { vm.class_of(base).element() };
    let first = if element.is_some() { vm.element_at(base, Address(at)).0 } else { at };
    let width = element.map_or(bytes, |(_, ty)| ty.element_bytes());
    (first..at.saturating_add(bytes as u64)).step_by(width).map(Address)
}

/// The first of them, of which the operation is.
pub(super) fn first_touched(vm: &Vm, args: &[u64], bytes: usize) -> Address {
    touched(vm, args, bytes).next().expect("an access has a byte at least")
}

/// Stops before an access in a mode if another thread may notice it.
pub(super) fn visible(vm: &mut Vm, kind: OperationKind, args: &[u64], bytes: usize) -> Exec<Grant> {
    let base = Ref::of(args[1]);
    if base.is_null() {
        // Who knows the address of memory outside the heap cannot be told. Accesses of several
        // widths may overlap.
        return vm.visible(Pending::new(kind, Address(args[2] & !7)));
    }
    let grant = vm.visible_access(kind, base, first_touched(vm, args, bytes))?;
    note_others(vm, kind, args, bytes);
    Ok(grant)
}

/// Of an access that touches several variables, the operation is on the first; it uses the others,
/// too.
pub(super) fn note_others(vm: &mut Vm, kind: OperationKind, args: &[u64], bytes: usize) {
    let reads = matches!(kind, OperationKind::Read | OperationKind::VolatileRead);
    let how = if reads { Use::Read } else { Use::Write };
    for other in touched(vm, args, bytes).skip(1) {
        vm.note_effect(Effect::Uses(Thing::Variable(other), how));
    }
}

/// Stops before an access in a mode if another thread may notice it, and tells it.
fn access<const M: u8>(vm: &mut Vm, access: AccessKind, args: &[u64], bytes: usize) -> Exec<()> {
    if M == PLAIN {
        return plain(vm, access, args, bytes);
    }
    let kind = match access {
        AccessKind::Read => OperationKind::VolatileRead,
        AccessKind::Write => OperationKind::VolatileWrite,
    };
    visible(vm, kind, args, bytes)?;
    tell::<M>(vm, access, args, bytes);
    Ok(())
}

/// Stops before a plain access, where these are steps, and tells it. No races of memory outside the
/// heap are told, so nothing says that its plain accesses are ordered: each is a step.
fn plain(vm: &mut Vm, access: AccessKind, args: &[u64], bytes: usize) -> Exec<()> {
    let base = Ref::of(args[1]);
    let kind = match access {
        AccessKind::Read => OperationKind::Read,
        AccessKind::Write => OperationKind::Write,
    };
    if base.is_null() {
        return visible(vm, kind, args, bytes).map(|_| ());
    }
    let first = first_touched(vm, args, bytes);
    vm.plain_access(access, base, first)?;
    if touched(vm, args, bytes).nth(1).is_some() {
        note_others(vm, kind, args, bytes);
        vm.tell_elements(access, base, first, bytes);
    }
    Ok(())
}

/// The modes of accesses, as constants that functions can be made for.
pub(super) const PLAIN: u8 = 0;
pub(super) const OPAQUE: u8 = 1;
pub(super) const ORDERED: u8 = 2;
pub(super) const VOLATILE: u8 = 3;

/// Tells an access in a mode.
pub(super) fn tell<const M: u8>(vm: &mut Vm, access: AccessKind, args: &[u64], bytes: usize) {
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
    for variable in touched(vm, args, bytes) {
        let offset = variable.0.wrapping_sub(args[1].wrapping_mul(8));
        let is_told = vm.is_told_by_mode(mode, base, offset as usize);
        vm.tell_by_mode(access, mode, base, variable, is_told);
    }
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
    rows.extend_from_slice(&[
        ("fullFence", "()V", fence::<true, true>),
        ("loadFence", "()V", fence::<true, false>),
        ("storeFence", "()V", fence::<false, true>),
        ("loadLoadFence", "()V", fence::<false, false>),
        ("storeStoreFence", "()V", fence::<false, false>),
    ]);
    registry.class("jdk/internal/misc/Unsafe", &rows);
}

pub(super) fn leak(text: String) -> &'static str {
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
