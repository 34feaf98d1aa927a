//! The functions of `StrictMath` that differ by a bit, here and there, between fdlibm 5.3, which
//! Java prescribes, and its descendants in C libraries (the `libm` crate is one; what it computes
//! alike is taken from there).
//!
//! After fdlibm, Copyright (C) 1993-2004 by Sun Microsystems, Inc. All rights reserved. Permission
//! to use, copy, modify, and distribute that software is freely granted, provided that this notice
//! is preserved.

use crate::numbers::trig_reduction::{high, reduce};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

const TWO_54: f64 = 18_014_398_509_481_984.0;
const LN2_HIGH: f64 = 6.931_471_803_691_238_164_90e-01;
const LN2_LOW: f64 = 1.908_214_929_270_587_700_02e-10;
const PI_LOW: f64 = 1.224_646_799_147_353_177_2e-16;
/// Coefficients of the logarithm's polynomial.
const LG: [f64; 7] = [
    6.666_666_666_666_735_130e-01,
    3.999_999_999_940_941_908e-01,
    2.857_142_874_366_239_149e-01,
    2.222_219_843_214_978_396e-01,
    1.818_357_216_161_805_012e-01,
    1.531_383_769_920_937_332e-01,
    1.479_819_860_511_658_591e-01,
];

fn low(x: f64) -> u32 {
    x.to_bits() as u32
}

fn with_high(x: f64, high: i32) -> f64 {
    f64::from_bits(x.to_bits() & 0xFFFF_FFFF | u64::from(high as u32) << 32)
}

/// `sin`
pub fn sin(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    if high(x) & 0x7FFF_FFFF <= 0x3FE9_21FB {
        return sine(x, 0.0, false);
    }
    let (n, y, rest) = reduce(x);
    match n & 3 {
        0 => sine(y, rest, true),
        1 => cosine(y, rest),
        2 => -sine(y, rest, true),
        _ => -cosine(y, rest),
    }
}

/// `cos`
pub fn cos(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (n, y, rest) = reduce(x);
    match n & 3 {
        0 => cosine(y, rest),
        1 => -sine(y, rest, true),
        2 => -cosine(y, rest),
        _ => sine(y, rest, true),
    }
}

fn sine(x: f64, y: f64, has_rest: bool) -> f64 {
    const S: [f64; 6] = [
        -1.666_666_666_666_663_243_48e-01,
        8.333_333_333_322_489_461_24e-03,
        -1.984_126_982_985_794_931_34e-04,
        2.755_731_370_707_006_767_89e-06,
        -2.505_076_025_340_686_341_95e-08,
        1.589_690_995_211_550_102_21e-10,
    ];
    if high(x) & 0x7FFF_FFFF < 0x3E40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = S[1] + z * (S[2] + z * (S[3] + z * (S[4] + z * S[5])));
    if has_rest { x - ((z * (0.5 * y - v * r) - y) - v * S[0]) } else { x + v * (S[0] + z * r) }
}

fn cosine(x: f64, y: f64) -> f64 {
    const C: [f64; 6] = [
        4.166_666_666_666_660_190_37e-02,
        -1.388_888_888_887_410_957_49e-03,
        2.480_158_728_947_672_941_78e-05,
        -2.755_731_435_139_066_330_35e-07,
        2.087_572_321_298_174_827_90e-09,
        -1.135_964_755_778_819_482_65e-11,
    ];
    let ix = high(x) & 0x7FFF_FFFF;
    if ix < 0x3E40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * (C[0] + z * (C[1] + z * (C[2] + z * (C[3] + z * (C[4] + z * C[5])))));
    if ix < 0x3FD3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * y));
    }
    let quarter = if ix > 0x3FE9_0000 { 0.28125 } else { with_high(0.0, ix - 0x0020_0000) };
    let half = 0.5 * z - quarter;
    (1.0 - quarter) - (half - (z * r - x * y))
}

/// `log`
pub fn log(x: f64) -> f64 {
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x == f64::INFINITY {
        return x;
    }
    let (x, scaled) = if high(x) < 0x0010_0000 { (x * TWO_54, -54) } else { (x, 0) };
    let hx = high(x) & 0x000F_FFFF;
    let i = (hx + 0x9_5F64) & 0x10_0000;
    let k = f64::from(scaled + (high(x) >> 20) - 1023 + (i >> 20));
    let f = with_high(x, hx | (i ^ 0x3FF0_0000)) - 1.0;
    if 0x000F_FFFF & (2 + hx) < 3 {
        return log_near_one(f, k);
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let even = w * (LG[1] + w * (LG[3] + w * LG[5]));
    let odd = z * (LG[0] + w * (LG[2] + w * (LG[4] + w * LG[6])));
    let r = odd + even;
    if (hx - 0x6_147A) | (0x6_B851 - hx) > 0 {
        let half = 0.5 * f * f;
        if k == 0.0 {
            f - (half - s * (half + r))
        } else {
            k * LN2_HIGH - ((half - (s * (half + r) + k * LN2_LOW)) - f)
        }
    } else if k == 0.0 {
        f - s * (f - r)
    } else {
        k * LN2_HIGH - ((s * (f - r) - k * LN2_LOW) - f)
    }
}

fn log_near_one(f: f64, k: f64) -> f64 {
    if f == 0.0 {
        return if k == 0.0 { 0.0 } else { k * LN2_HIGH + k * LN2_LOW };
    }
    let r = f * f * (0.5 - 0.333_333_333_333_333_33 * f);
    if k == 0.0 { f - r } else { k * LN2_HIGH - ((r - k * LN2_LOW) - f) }
}

/// `log10`
pub fn log10(x: f64) -> f64 {
    const INVERSE: f64 = 4.342_944_819_032_518_166_68e-01;
    const LOG2_HIGH: f64 = 3.010_299_956_636_117_713_06e-01;
    const LOG2_LOW: f64 = 3.694_239_077_158_930_786_16e-13;
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x == f64::INFINITY {
        return x;
    }
    let (x, scaled) = if high(x) < 0x0010_0000 { (x * TWO_54, -54) } else { (x, 0) };
    let k = scaled + (high(x) >> 20) - 1023;
    let i = i32::from(k < 0);
    let y = f64::from(k + i);
    let x = with_high(x, high(x) & 0x000F_FFFF | (0x3FF - i) << 20);
    let z = y * LOG2_LOW + INVERSE * log(x);
    z + y * LOG2_HIGH
}

/// `log1p`
pub fn log1p(x: f64) -> f64 {
    let hx = high(x);
    let ax = hx & 0x7FFF_FFFF;
    if x.is_nan() || x < -1.0 {
        return f64::NAN;
    }
    if x == -1.0 {
        return f64::NEG_INFINITY;
    }
    if x == f64::INFINITY {
        return x;
    }
    if hx < 0x3FDA_827A && ax < 0x3E20_0000 {
        return if ax < 0x3C90_0000 { x } else { x - x * x * 0.5 };
    }
    // Between -0.2929 and 0.41422 the number itself is the fraction.
    if hx < 0x3FDA_827A && (hx > 0 || hx <= 0xBFD2_BEC3_u32 as i32) {
        return log1p_of_parts(x, 0.0, 0.0, false);
    }
    let u = if hx < 0x4340_0000 { 1.0 + x } else { x };
    let mut k = (high(u) >> 20) - 1023;
    let correction = match hx < 0x4340_0000 {
        true => (if k > 0 { 1.0 - (u - x) } else { x - (u - 1.0) }) / u,
        false => 0.0,
    };
    let mut hu = high(u) & 0x000F_FFFF;
    let normal = if hu < 0x6_A09E {
        with_high(u, hu | 0x3FF0_0000)
    } else {
        k += 1;
        let normal = with_high(u, hu | 0x3FE0_0000);
        hu = (0x0010_0000 - hu) >> 2;
        normal
    };
    log1p_of_parts(normal - 1.0, f64::from(k), correction, hu == 0)
}

fn log1p_of_parts(f: f64, k: f64, correction: f64, near_one: bool) -> f64 {
    let half = 0.5 * f * f;
    if near_one {
        if f == 0.0 {
            return if k == 0.0 { 0.0 } else { k * LN2_HIGH + (correction + k * LN2_LOW) };
        }
        let r = half * (1.0 - 0.666_666_666_666_666_66 * f);
        return if k == 0.0 {
            f - r
        } else {
            k * LN2_HIGH - ((r - (k * LN2_LOW + correction)) - f)
        };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z
        * (LG[0] + z * (LG[1] + z * (LG[2] + z * (LG[3] + z * (LG[4] + z * (LG[5] + z * LG[6]))))));
    if k == 0.0 {
        f - (half - s * (half + r))
    } else {
        k * LN2_HIGH - ((half - (s * (half + r) + (k * LN2_LOW + correction))) - f)
    }
}

/// `atan2`
pub fn atan2(y: f64, x: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 1.0 {
        return libm::atan(y);
    }
    let below = y.is_sign_negative();
    let left = x.is_sign_negative();
    let signed = |angle: f64| if below { -angle } else { angle };
    if y == 0.0 {
        return if left { signed(PI) } else { y };
    }
    if x == 0.0 {
        return signed(FRAC_PI_2);
    }
    if x.is_infinite() {
        let angle = match (y.is_infinite(), left) {
            (true, false) => FRAC_PI_4,
            (true, true) => 3.0 * FRAC_PI_4,
            (false, false) => 0.0,
            (false, true) => PI,
        };
        return signed(angle);
    }
    if y.is_infinite() {
        return signed(FRAC_PI_2);
    }
    let k = ((high(y) & 0x7FFF_FFFF) - (high(x) & 0x7FFF_FFFF)) >> 20;
    let z = if k > 60 {
        FRAC_PI_2 + 0.5 * PI_LOW
    } else if left && k < -60 {
        0.0
    } else {
        libm::atan((y / x).abs())
    };
    match (below, left) {
        (false, false) => z,
        (true, false) => -z,
        (false, true) => PI - (z - PI_LOW),
        (true, true) => (z - PI_LOW) - PI,
    }
}

/// Whether `e` to that power overflows but half of it does not: then it is squared.
fn overflows_only_squared(ix: i32, x: f64) -> bool {
    ix < 0x4086_33CE || ix == 0x4086_33CE && low(x) <= 0x8FB9_F87D
}

/// `sinh`
pub fn sinh(x: f64) -> f64 {
    let ix = high(x) & 0x7FFF_FFFF;
    if ix >= 0x7FF0_0000 {
        return x + x;
    }
    let half = if x.is_sign_negative() { -0.5 } else { 0.5 };
    if ix < 0x4036_0000 {
        if ix < 0x3E30_0000 {
            return x;
        }
        let t = libm::expm1(x.abs());
        return if ix < 0x3FF0_0000 {
            half * (2.0 * t - t * t / (t + 1.0))
        } else {
            half * (t + t / (t + 1.0))
        };
    }
    if ix < 0x4086_2E42 {
        return half * libm::exp(x.abs());
    }
    if overflows_only_squared(ix, x) {
        let w = libm::exp(0.5 * x.abs());
        return half * w * w;
    }
    x * 1.0e307
}

/// `cosh`
pub fn cosh(x: f64) -> f64 {
    let ix = high(x) & 0x7FFF_FFFF;
    if ix >= 0x7FF0_0000 {
        return x * x;
    }
    if ix < 0x3FD6_2E43 {
        let t = libm::expm1(x.abs());
        let w = 1.0 + t;
        return if ix < 0x3C80_0000 { w } else { 1.0 + (t * t) / (w + w) };
    }
    if ix < 0x4036_0000 {
        let t = libm::exp(x.abs());
        return 0.5 * t + 0.5 / t;
    }
    if ix < 0x4086_2E42 {
        return 0.5 * libm::exp(x.abs());
    }
    if overflows_only_squared(ix, x) {
        let w = libm::exp(0.5 * x.abs());
        return 0.5 * w * w;
    }
    f64::INFINITY
}

/// `tanh`
pub fn tanh(x: f64) -> f64 {
    let ix = high(x) & 0x7FFF_FFFF;
    if x.is_nan() {
        return x;
    }
    let z = if ix >= 0x4036_0000 {
        1.0
    } else if ix < 0x3C80_0000 {
        return x * (1.0 + x);
    } else if ix >= 0x3FF0_0000 {
        1.0 - 2.0 / (libm::expm1(2.0 * x.abs()) + 2.0)
    } else {
        let t = libm::expm1(-2.0 * x.abs());
        -t / (t + 2.0)
    };
    if x.is_sign_negative() { -z } else { z }
}

/// `cbrt`
pub fn cbrt(x: f64) -> f64 {
    const SMALL: i32 = 696_219_795;
    const NORMAL: i32 = 715_094_163;
    if x == 0.0 || !x.is_finite() {
        return x + x;
    }
    let size = x.abs();
    // A first value by thirds of the exponent.
    let t = if high(size) < 0x0010_0000 {
        let t = TWO_54 * size;
        with_high(t, high(t) / 3 + SMALL)
    } else {
        with_high(0.0, high(size) / 3 + NORMAL)
    };
    let r = t * t / size;
    let s = 5.428_571_428_571_428_159_06e-01 + r * t;
    let polynomial = s + 1.414_285_714_285_714_368_19e+00 + -7.053_061_224_489_796_110_50e-01 / s;
    let t = t * (3.571_428_571_428_571_507_87e-01 + 1.607_142_857_142_857_206_30e+00 / polynomial);
    // Chopped to 20 bits and made a little too large, then one step of Newton's.
    let t = f64::from_bits(u64::from((high(t) + 1) as u32) << 32);
    let s = t * t;
    let r = size / s;
    let w = t + t;
    let r = (r - t) / (w + r);
    (t + t * r).copysign(x)
}

/// `pow`, with what Java says of ones and numbers that are none where C says otherwise.
pub fn pow(x: f64, y: f64) -> f64 {
    if y == 0.0 {
        1.0
    } else if x.is_nan() || y.is_nan() || x.abs() == 1.0 && y.is_infinite() {
        f64::NAN
    } else {
        libm::pow(x, y)
    }
}
