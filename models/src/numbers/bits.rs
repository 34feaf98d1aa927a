//! Bits of numbers: raw floating point, counting and reversing.

use crate::args::{from_int, int, long};
use raceproof_vm::{Exec, Registry, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    // Registers hold floating-point numbers as their bits.
    registry.class(
        "java/lang/Float",
        &[("floatToRawIntBits", "(F)I", same_int), ("intBitsToFloat", "(I)F", same_int)],
    );
    registry.class(
        "java/lang/Double",
        &[("doubleToRawLongBits", "(D)J", same_long), ("longBitsToDouble", "(J)D", same_long)],
    );
    registry.class(
        "java/lang/Integer",
        &[
            ("bitCount", "(I)I", |_, a| Ok(u64::from((a[0] as u32).count_ones()))),
            ("numberOfLeadingZeros", "(I)I", |_, a| Ok(u64::from((a[0] as u32).leading_zeros()))),
            ("numberOfTrailingZeros", "(I)I", |_, a| Ok(u64::from((a[0] as u32).trailing_zeros()))),
            ("reverse", "(I)I", |_, a| Ok(u64::from((a[0] as u32).reverse_bits()))),
            ("reverseBytes", "(I)I", |_, a| Ok(u64::from((a[0] as u32).swap_bytes()))),
            ("compareUnsigned", "(II)I", |_, a| Ok(order((a[0] as u32).cmp(&(a[1] as u32))))),
        ],
    );
    registry.class(
        "java/lang/Long",
        &[
            ("bitCount", "(J)I", |_, a| Ok(u64::from(a[0].count_ones()))),
            ("numberOfLeadingZeros", "(J)I", |_, a| Ok(u64::from(a[0].leading_zeros()))),
            ("numberOfTrailingZeros", "(J)I", |_, a| Ok(u64::from(a[0].trailing_zeros()))),
            ("reverse", "(J)J", |_, a| Ok(a[0].reverse_bits())),
            ("reverseBytes", "(J)J", |_, a| Ok(a[0].swap_bytes())),
            ("compareUnsigned", "(JJ)I", |_, a| Ok(order(a[0].cmp(&a[1])))),
        ],
    );
    registry.class(
        "java/lang/Math",
        &[
            ("multiplyHigh", "(JJ)J", |_, a| {
                Ok(((i128::from(long(a[0])) * i128::from(long(a[1]))) >> 64) as u64)
            }),
            ("unsignedMultiplyHigh", "(JJ)J", |_, a| {
                Ok(((u128::from(a[0]) * u128::from(a[1])) >> 64) as u64)
            }),
        ],
    );
}

fn same_int(_: &mut Vm, a: &[u64]) -> Exec<u64> {
    Ok(from_int(int(a[0])))
}

fn same_long(_: &mut Vm, a: &[u64]) -> Exec<u64> {
    Ok(a[0])
}

fn order(ordering: std::cmp::Ordering) -> u64 {
    from_int(ordering as i32)
}
