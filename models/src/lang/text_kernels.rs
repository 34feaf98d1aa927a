//! The loops over the bytes of strings and arrays that HotSpot replaces by instructions of the
//! processor: equal results, thousands of instructions fewer.
//!
//! Callers have checked bounds. Where they have not, the exception is that of the Java loop's first
//! bad access.

use crate::args::{from_int, int, long, non_null};
use raceproof_base::AccessKind;
use raceproof_vm::ground::heap::HEADER_BYTES;
use raceproof_vm::threads::pending::element_address;
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};
use std::cmp::Ordering;

const NOT_FOUND: i32 = -1;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/lang/StringLatin1",
        &[
            ("equals", "([B[B)Z", equal),
            ("hashCode", "([B)I", |vm, a| {
                Ok(hash(0, bytes(vm, a[0])?.iter().map(|b| u32::from(*b))))
            }),
            ("compareTo", "([B[B)I", |vm, a| Ok(compare(latin1(vm, a[0])?, latin1(vm, a[1])?))),
            ("compareToUTF16", "([B[B)I", |vm, a| Ok(compare(latin1(vm, a[0])?, utf16(vm, a[1])?))),
            ("indexOfChar", "([BIII)I", index_of_latin1),
            ("indexOf", "([BI[BII)I", index_of_bytes),
            ("inflate", "([BI[CII)V", |vm, a| at_once(vm, &[a[2]], |vm| inflate(vm, a))),
            ("inflate", "([BI[BII)V", inflate),
            ("getChars", "([BII[CI)V", |vm, a| {
                let count = int(a[2]).wrapping_sub(int(a[1]));
                at_once(vm, &[a[3]], |vm| inflate(vm, &[a[0], a[1], a[3], a[4], from_int(count)]))
            }),
        ],
    );
    registry.class(
        "java/lang/StringUTF16",
        &[
            ("getChar", "([BI)C", get_char),
            ("putChar", "([BII)V", put_char),
            ("equals", "([B[B)Z", equal),
            ("hashCode", "([B)I", |vm, a| Ok(hash(0, utf16(vm, a[0])?.map(u32::from)))),
            ("compareTo", "([B[B)I", |vm, a| Ok(compare(utf16(vm, a[0])?, utf16(vm, a[1])?))),
            ("indexOfCharUnsafe", "([BIII)I", index_of_utf16),
            ("compress", "([CI[BII)I", |vm, a| at_once(vm, &[a[0]], |vm| compress(vm, a))),
            ("compress", "([BI[BII)I", compress),
            ("inflate", "([BI[BII)V", inflate),
            ("getChars", "([BII[CI)V", |vm, a| at_once(vm, &[a[3]], |vm| get_chars(vm, a))),
        ],
    );
    registry.class(
        "java/lang/StringCoding",
        &[
            ("hasNegatives", "([BII)Z", |vm, a| {
                at_once(vm, &[a[0]], |vm| {
                    Ok(u64::from(positives(vm, a)? < int(a[2]).max(0) as usize))
                })
            }),
            ("countPositives", "([BII)I", |vm, a| {
                at_once(vm, &[a[0]], |vm| {
                    if int(a[2]) < 0 { Ok(a[2]) } else { Ok(positives(vm, a)? as u64) }
                })
            }),
            ("implEncodeISOArray", "([BI[BII)I", |vm, a| {
                at_once(vm, &[a[0], a[2]], |vm| encode(vm, a, 0xFF))
            }),
            ("implEncodeAsciiArray", "([CI[BII)I", |vm, a| {
                at_once(vm, &[a[0], a[2]], |vm| encode(vm, a, 0x7F))
            }),
        ],
    );
    registry.class(
        "jdk/internal/util/ArraysSupport",
        &[
            ("vectorizedMismatch", "", |vm, a| at_once(vm, &[a[0], a[2]], |vm| mismatch(vm, a))),
            ("vectorizedHashCode", "(Ljava/lang/Object;IIII)I", |vm, a| {
                at_once(vm, &[a[0]], |vm| array_hash(vm, a))
            }),
        ],
    );
}

/// Does what the Java loop does at once, unless each access of these arrays, which may be the
/// program's, is a step.
fn at_once(vm: &mut Vm, arrays: &[u64], work: impl FnOnce(&mut Vm) -> Exec<u64>) -> Exec<u64> {
    let watched = |array: &u64| *array != 0 && vm.is_watched(Ref::of(*array));
    if arrays.iter().any(watched) { Err(Trap::Body) } else { work(vm) }
}

/// All bytes of an array's data.
fn data(vm: &Vm, array: u64) -> Exec<&[u8]> {
    let array: Ref = non_null(array)?;
    let width = vm.class_of(array).element().map_or(1, |(_, ty)| ty.element_bytes());
    Ok(vm.heap.bytes(array, vm.heap.length(array) * width))
}

/// Writes a part of an array's data, and tells it.
fn put(vm: &mut Vm, array: u64, start: usize, bytes: &[u8]) -> Exec<()> {
    let array: Ref = non_null(array)?;
    vm.heap.put_bytes(array, start, bytes);
    vm.tell_elements(AccessKind::Write, array, element_address(array, start, 1), bytes.len());
    Ok(())
}

fn bytes(vm: &Vm, array: u64) -> Exec<&[u8]> {
    data(vm, array)
}

fn latin1(vm: &Vm, array: u64) -> Exec<impl ExactSizeIterator<Item = u16>> {
    Ok(data(vm, array)?.iter().map(|b| u16::from(*b)))
}

fn utf16(vm: &Vm, array: u64) -> Exec<impl ExactSizeIterator<Item = u16>> {
    Ok(units(data(vm, array)?))
}

fn units(bytes: &[u8]) -> impl ExactSizeIterator<Item = u16> {
    bytes.as_chunks::<2>().0.iter().map(|unit| u16::from_le_bytes(*unit))
}

fn outside(index: i64, length: usize) -> Trap {
    let message = format!("Index {index} out of bounds for length {length}");
    Trap::java("java/lang/ArrayIndexOutOfBoundsException", message)
}

/// A run of elements of an array with elements of so many bytes, as offsets in its data; empty for
/// a negative count.
fn run(bytes: &[u8], start: i32, count: i32, width: usize) -> Exec<std::ops::Range<usize>> {
    if count <= 0 {
        return Ok(0..0);
    }
    let length = bytes.len() / width;
    let (start, end) = (i64::from(start), i64::from(start) + i64::from(count));
    if start < 0 {
        return Err(outside(start, length));
    }
    if end > length as i64 {
        return Err(outside(start.max(length as i64), length));
    }
    Ok(start as usize * width..end as usize * width)
}

fn equal(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    Ok(u64::from(data(vm, a[0])? == data(vm, a[1])?))
}

fn hash(start: u32, values: impl Iterator<Item = u32>) -> u64 {
    u64::from(values.fold(start, |hash, value| hash.wrapping_mul(31).wrapping_add(value)))
}

/// The difference of the first units that differ, else of the lengths.
fn compare(a: impl ExactSizeIterator<Item = u16>, b: impl ExactSizeIterator<Item = u16>) -> u64 {
    let lengths = a.len() as i32 - b.len() as i32;
    let differing = a.zip(b).find(|(a, b)| a.cmp(b) != Ordering::Equal);
    from_int(differing.map_or(lengths, |(a, b)| i32::from(a) - i32::from(b)))
}

/// `(value, character, from, to)`
fn index_of_latin1(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let bytes = data(vm, a[0])?;
    let range = run(bytes, int(a[2]), int(a[3]).saturating_sub(int(a[2])), 1)?;
    let found = bytes[range].iter().position(|b| *b == a[1] as u8);
    Ok(from_int(found.map_or(NOT_FOUND, |n| int(a[2]) + n as i32)))
}

fn index_of_utf16(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let bytes = data(vm, a[0])?;
    let range = run(bytes, int(a[2]), int(a[3]).saturating_sub(int(a[2])), 2)?;
    let found = units(&bytes[range]).position(|unit| i32::from(unit) == int(a[1]));
    Ok(from_int(found.map_or(NOT_FOUND, |n| int(a[2]) + n as i32)))
}

/// `(value, valueCount, text, textCount, from)`: the text is not empty.
fn index_of_bytes(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let (all, sought) = (data(vm, a[0])?, data(vm, a[2])?);
    let from = int(a[4]);
    let sought = &sought[run(sought, 0, int(a[3]), 1)?];
    let Some(first) = sought.first() else { return Err(outside(0, 0)) };
    let range = run(all, from, int(a[1]).saturating_sub(from), 1)?;
    let text = &all[range];
    let last = text.len().checked_sub(sought.len());
    let fits = |n: &usize| text[*n] == *first && text[*n..*n + sought.len()] == *sought;
    let found = last.and_then(|last| (0..=last).find(fits));
    Ok(from_int(found.map_or(NOT_FOUND, |n| from + n as i32)))
}

/// `(source, from, target, to, count)`: bytes to characters, in an array of either.
fn inflate(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let source = data(vm, a[0])?;
    let wide: Vec<u8> =
        source[run(source, int(a[1]), int(a[4]), 1)?].iter().flat_map(|b| [*b, 0]).collect();
    let to = run(data(vm, a[2])?, int(a[3]), int(a[4]), 2)?;
    put(vm, a[2], to.start, &wide)?;
    Ok(0)
}

/// `(source, from, target, to, count)`: characters to bytes, until one that does not fit; how many
/// did. Versions before 22 answer zero then, and compare the answer with the count alone.
fn compress(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let done = narrow(vm, a, 0xFF)? as i32;
    Ok(from_int(if int(a[4]) < 0 { int(a[4]) } else { done }))
}

fn encode(vm: &mut Vm, a: &[u64], limit: u16) -> Exec<u64> {
    Ok(narrow(vm, a, limit)? as u64)
}

/// Copies characters as bytes up to the first beyond the limit; gives their number.
fn narrow(vm: &mut Vm, a: &[u64], limit: u16) -> Exec<usize> {
    let source = data(vm, a[0])?;
    let units = units(&source[run(source, int(a[1]), int(a[4]), 2)?]);
    let narrowed: Vec<u8> =
        units.take_while(|unit| *unit <= limit).map(|unit| unit as u8).collect();
    let to = run(data(vm, a[2])?, int(a[3]), narrowed.len() as i32, 1)?;
    put(vm, a[2], to.start, &narrowed)?;
    Ok(narrowed.len())
}

/// `(value, from, end, target, to)`
fn get_chars(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let count = int(a[2]).saturating_sub(int(a[1]));
    let source = data(vm, a[0])?;
    let wide = source[run(source, int(a[1]), count, 2)?].to_vec();
    let to = run(data(vm, a[3])?, int(a[4]), count, 2)?;
    put(vm, a[3], to.start, &wide)?;
    Ok(0)
}

fn get_char(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let bytes = data(vm, a[0])?;
    let at = run(bytes, int(a[1]), 1, 2)?.start;
    Ok(u64::from(bytes[at]) | u64::from(bytes[at + 1]) << 8)
}

fn put_char(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let at = run(data(vm, a[0])?, int(a[1]), 1, 2)?.start;
    put(vm, a[0], at, &(a[2] as u16).to_le_bytes())?;
    Ok(0)
}

/// How many bytes of `(array, from, count)` come before the first negative one.
fn positives(vm: &Vm, a: &[u64]) -> Exec<usize> {
    let bytes = data(vm, a[0])?;
    let range = run(bytes, int(a[1]), int(a[2]), 1)?;
    let part = &bytes[range];
    Ok(part.iter().position(|b| *b >= 0x80).unwrap_or(part.len()))
}

/// `(a, aOffset, b, bOffset, length, log2Scale)`: the first element that differs, or minus one when
/// all were compared.
fn mismatch(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let scale = a[5] as u32 & 3;
    let length = (int(a[4]).max(0) as usize) << scale;
    let (first, second) = (raw(vm, a[0], a[1], length)?, raw(vm, a[2], a[3], length)?);
    let differing = first.iter().zip(second).position(|(x, y)| x != y);
    Ok(from_int(differing.map_or(!0, |n| (n >> scale) as i32)))
}

/// Bytes of an object, or outside all of them.
fn raw(vm: &Vm, base: u64, offset: u64, length: usize) -> Exec<&[u8]> {
    let at = base.wrapping_mul(8).wrapping_add(offset);
    let fault =
        || Trap::java("java/lang/InternalError", "a fault occurred in an unsafe memory access");
    if long(at) < HEADER_BYTES as i64 {
        return Err(fault());
    }
    vm.heap.raw(at as usize, length).ok_or_else(fault)
}

/// `(array, from, length, initial, type)`, the type as `newarray` numbers it, boolean meaning
/// unsigned bytes.
fn array_hash(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    const BOOLEAN: i32 = 4;
    const CHAR: i32 = 5;
    const BYTE: i32 = 8;
    const SHORT: i32 = 9;
    const INT: i32 = 10;
    let bytes = data(vm, a[0])?;
    let (from, count, initial) = (int(a[1]), int(a[2]), a[3] as u32);
    let width = match int(a[4]) {
        BOOLEAN | BYTE => 1,
        CHAR | SHORT => 2,
        INT => 4,
        other => {
            let message = format!("unrecognized basic type: {other}");
            return Err(Trap::java("java/lang/IllegalArgumentException", message));
        }
    };
    let part = &bytes[run(bytes, from, count, width)?];
    Ok(match int(a[4]) {
        BOOLEAN => hash(initial, part.iter().map(|b| u32::from(*b))),
        BYTE => hash(initial, part.iter().map(|b| i32::from(b.cast_signed()) as u32)),
        CHAR => hash(initial, units(part).map(u32::from)),
        SHORT => hash(initial, units(part).map(|unit| i32::from(unit.cast_signed()) as u32)),
        _ => hash(initial, part.as_chunks::<4>().0.iter().map(|int| u32::from_le_bytes(*int))),
    })
}
