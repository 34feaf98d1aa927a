//! `Math` and `StrictMath`.
//!
//! `StrictMath` is fdlibm, bit for bit. `Math` is what HotSpot's intrinsics give on x86-64 in all
//! but one case of a thousand or fewer (see `accurate.rs`); basic operations are exact.

use crate::{numbers::accurate, numbers::fdlibm};
use raceproof_vm::{Exec, Registry, Vm};

/// HotSpot computes these by Intel's library from that version of the JDK on, before by fdlibm.
const INTEL_TANH: u32 = 24;
const INTEL_CBRT: u32 = 25;

macro_rules! one {
    ($function:expr) => {
        |_: &mut Vm, a: &[u64]| -> Exec<u64> { Ok($function(f64::from_bits(a[0])).to_bits()) }
    };
}

macro_rules! two {
    ($function:expr) => {
        |_: &mut Vm, a: &[u64]| -> Exec<u64> {
            Ok($function(f64::from_bits(a[0]), f64::from_bits(a[1])).to_bits())
        }
    };
}

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/lang/StrictMath",
        &[
            ("sin", "(D)D", one!(fdlibm::sin)),
            ("cos", "(D)D", one!(fdlibm::cos)),
            ("tan", "(D)D", one!(libm::tan)),
            ("asin", "(D)D", one!(libm::asin)),
            ("acos", "(D)D", one!(libm::acos)),
            ("atan", "(D)D", one!(libm::atan)),
            ("atan2", "(DD)D", two!(fdlibm::atan2)),
            ("exp", "(D)D", one!(libm::exp)),
            ("expm1", "(D)D", one!(libm::expm1)),
            ("log", "(D)D", one!(fdlibm::log)),
            ("log10", "(D)D", one!(fdlibm::log10)),
            ("log1p", "(D)D", one!(fdlibm::log1p)),
            ("pow", "(DD)D", two!(fdlibm::pow)),
            ("sinh", "(D)D", one!(fdlibm::sinh)),
            ("cosh", "(D)D", one!(fdlibm::cosh)),
            ("tanh", "(D)D", one!(fdlibm::tanh)),
            ("cbrt", "(D)D", one!(fdlibm::cbrt)),
            ("IEEEremainder", "(DD)D", two!(libm::remainder)),
            ("sqrt", "(D)D", one!(f64::sqrt)),
            ("ceil", "(D)D", one!(f64::ceil)),
            ("floor", "(D)D", one!(f64::floor)),
            ("rint", "(D)D", one!(f64::round_ties_even)),
        ],
    );
    registry.class(
        "java/lang/Math",
        &[
            ("sin", "(D)D", one!(accurate::sin)),
            ("cos", "(D)D", one!(accurate::cos)),
            ("tan", "(D)D", one!(accurate::tan)),
            ("exp", "(D)D", one!(accurate::exp)),
            ("log", "(D)D", one!(accurate::log)),
            ("log10", "(D)D", one!(accurate::log10)),
            ("pow", "(DD)D", two!(accurate::pow)),
            ("tanh", "(D)D", tanh),
            ("cbrt", "(D)D", cbrt),
            ("sqrt", "(D)D", one!(f64::sqrt)),
            ("ceil", "(D)D", one!(f64::ceil)),
            ("floor", "(D)D", one!(f64::floor)),
            ("rint", "(D)D", one!(f64::round_ties_even)),
            ("fma", "(DDD)D", fma_double),
            ("fma", "(FFF)F", fma_float),
        ],
    );
}

fn tanh(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let intel = vm.linked.image().version().feature >= INTEL_TANH;
    let function = if intel { accurate::tanh } else { fdlibm::tanh };
    Ok(function(f64::from_bits(a[0])).to_bits())
}

fn cbrt(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let intel = vm.linked.image().version().feature >= INTEL_CBRT;
    // The crate's cube root is correctly rounded.
    let function = if intel { libm::cbrt } else { fdlibm::cbrt };
    Ok(function(f64::from_bits(a[0])).to_bits())
}

fn fma_double(_: &mut Vm, a: &[u64]) -> Exec<u64> {
    Ok(f64::from_bits(a[0]).mul_add(f64::from_bits(a[1]), f64::from_bits(a[2])).to_bits())
}

fn fma_float(_: &mut Vm, a: &[u64]) -> Exec<u64> {
    let number = |word: u64| f32::from_bits(word as u32);
    Ok(u64::from(number(a[0]).mul_add(number(a[1]), number(a[2])).to_bits()))
}

#[cfg(test)]
mod tests {
    use crate::{numbers::accurate, numbers::fdlibm};

    /// Values that Java's `StrictMath` gives, and other C libraries do not.
    #[test]
    fn strict_functions_are_fdlibm() {
        assert_eq!(fdlibm::sin(8_805_986.697_893_161), 0.925_622_281_637_683_8);
        assert_eq!(fdlibm::cos(-338.555_279_612_721_16), 0.740_671_560_507_096_6);
        assert_eq!(fdlibm::log10(std::f64::consts::PI), 0.497_149_872_694_133_8);
        assert_eq!(fdlibm::sinh(710.0), 1.116_997_383_080_855_7e308);
        assert_eq!(fdlibm::atan2(f64::MAX, -7.186_084_710_927_503), 1.570_796_326_794_896_8);
        assert!(fdlibm::pow(1.0, f64::INFINITY).is_nan());
        assert_eq!(fdlibm::sin(1e300), -0.817_881_912_115_908_5);
    }

    #[test]
    fn functions_are_rounded_correctly() {
        assert_eq!(accurate::exp(1.0), std::f64::consts::E);
        assert_eq!(accurate::pow(16.0, 1.97), 235.568_038_559_968_02);
        assert_eq!(accurate::pow(2.0, -1074.0), f64::from_bits(1));
        assert_eq!(accurate::pow(-2.0, 3.0), -8.0);
        assert_eq!(accurate::log(3.0), 1.098_612_288_668_109_8);
        assert_eq!(accurate::log10(1000.0), 3.0);
        assert_eq!(accurate::sin(std::f64::consts::PI), 1.224_646_799_147_353_2e-16);
        assert_eq!(accurate::cos(1000.0), 0.562_379_076_290_702_9);
    }
}
