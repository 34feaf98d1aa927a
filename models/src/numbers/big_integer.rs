//! The inner loops of `BigInteger`, whose arrays hold digits of 32 bits, the highest first.

use crate::args::{int, non_null};
use raceproof_classfile::descriptor::Type;
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/math/BigInteger",
        &[
            ("implMultiplyToLen", "([II[II[I)[I", multiply),
            ("implSquareToLen", "([II[II)[I", square),
            ("implMulAdd", "([I[IIII)I", multiply_add),
        ],
    );
}

fn outside() -> Trap {
    Trap::plain("java/lang/ArrayIndexOutOfBoundsException")
}

/// The first digits of an array.
fn digits(vm: &Vm, array: u64, count: u64) -> Exec<Vec<u32>> {
    let array: Ref = non_null(array)?;
    let count = usize::try_from(int(count)).map_err(|_| outside())?;
    if count > vm.heap.length(array) {
        return Err(outside());
    }
    let bytes = vm.heap.bytes(array, count * 4);
    Ok(bytes.as_chunks::<4>().0.iter().map(|digit| u32::from_le_bytes(*digit)).collect())
}

fn put_digits(vm: &mut Vm, array: Ref, from: usize, digits: &[u32]) {
    let bytes: Vec<u8> = digits.iter().flat_map(|digit| digit.to_le_bytes()).collect();
    vm.heap.put_bytes(array, from * 4, &bytes);
}

/// `out += in * factor`, both of equal length; gives the carry.
fn add_multiple(out: &mut [u32], digits: &[u32], factor: u32) -> u32 {
    out.iter_mut().zip(digits).rev().fold(0, |carry, (out, digit)| {
        let sum = u64::from(*digit) * u64::from(factor) + u64::from(*out) + u64::from(carry);
        *out = sum as u32;
        (sum >> 32) as u32
    })
}

fn product(x: &[u32], y: &[u32]) -> Vec<u32> {
    let mut z = vec![0; x.len() + y.len()];
    for (i, digit) in x.iter().enumerate().rev() {
        z[i] = add_multiple(&mut z[i + 1..i + 1 + y.len()], y, *digit);
    }
    z
}

/// `(x, xLength, y, yLength, z)`: into `z` if it is there and large enough.
fn multiply(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let result = product(&digits(vm, a[0], a[1])?, &digits(vm, a[2], a[3])?);
    let given = Ref::of(a[4]);
    let fits = !given.is_null() && vm.heap.length(given) >= result.len();
    let z = if fits {
        given
    } else {
        vm.new_array(vm.known().primitive_array(Type::Int), result.len())?
    };
    put_digits(vm, z, 0, &result);
    Ok(z.word())
}

/// `(x, length, z, zLength)`
fn square(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let x = digits(vm, a[0], a[1])?;
    let result = product(&x, &x);
    let z = non_null(a[2])?;
    if result.len() > vm.heap.length(z) {
        return Err(outside());
    }
    put_digits(vm, z, 0, &result);
    Ok(z.word())
}

/// `(out, in, offset, length, factor)`: the offset counts from the end of `out`.
fn multiply_add(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let out = non_null(a[0])?;
    let all = digits(vm, a[0], vm.heap.length(out) as u64)?;
    let added = digits(vm, a[1], a[3])?;
    let end = usize::try_from(int(a[2]))
        .ok()
        .and_then(|offset| all.len().checked_sub(offset))
        .ok_or_else(outside)?;
    let start = end.checked_sub(added.len()).ok_or_else(outside)?;
    let mut part = all[start..end].to_vec();
    let carry = add_multiple(&mut part, &added, a[4] as u32);
    put_digits(vm, out, start, &part);
    Ok(u64::from(carry))
}
