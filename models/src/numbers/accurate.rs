//! Elementary functions rounded correctly in all but the rarest cases, by arithmetic on pairs of
//! doubles.
//!
//! HotSpot computes `Math.sin` and its kin by Intel's library, not by fdlibm. Intel's results are
//! correctly rounded nearly always, so these agree with it far more often than fdlibm does. Where
//! they differ, both are right by the specification of `Math`, which allows one unit in the last
//! place.

use crate::numbers::trig_reduction::reduce_widely;
use std::ops::{Add, Mul, Neg, Sub};

/// A number as the unevaluated sum of two doubles, the second at most half a unit in the last place
/// of the first.
#[derive(Clone, Copy)]
struct Pair(f64, f64);

const LN2: Pair = Pair(0.693_147_180_559_945_3, 2.319_046_813_846_299_6e-17);
const LN10_INVERSE: Pair = Pair(0.434_294_481_903_251_8, 1.098_319_650_216_765e-17);
const ONE: Pair = Pair(1.0, 0.0);

fn sum(a: f64, b: f64) -> Pair {
    let s = a + b;
    let t = s - a;
    Pair(s, (a - (s - t)) + (b - t))
}

/// The sum where the first is not the smaller one.
fn ordered_sum(a: f64, b: f64) -> Pair {
    let s = a + b;
    Pair(s, b - (s - a))
}

fn product(a: f64, b: f64) -> Pair {
    let p = a * b;
    Pair(p, f64::mul_add(a, b, -p))
}

impl Add for Pair {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let s = sum(self.0, other.0);
        let t = sum(self.1, other.1);
        let s = ordered_sum(s.0, s.1 + t.0);
        ordered_sum(s.0, s.1 + t.1)
    }
}

impl Neg for Pair {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0, -self.1)
    }
}

impl Sub for Pair {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Pair {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let p = product(self.0, other.0);
        ordered_sum(p.0, p.1 + (self.0 * other.1 + self.1 * other.0))
    }
}

impl Pair {
    fn over(self, other: Self) -> Self {
        let first = self.0 / other.0;
        let rest = self - Pair(first, 0.0) * other;
        let second = rest.0 / other.0;
        let rest = rest - Pair(second, 0.0) * other;
        let third = rest.0 / other.0;
        let quotient = ordered_sum(first, second);
        quotient + Pair(third, 0.0)
    }

    /// Times a power of two that changes no exponent out of range.
    fn scaled(self, factor: f64) -> Self {
        Self(self.0 * factor, self.1 * factor)
    }

    fn rounded(self) -> f64 {
        self.0 + self.1
    }
}

fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023).clamp(1, 2046) as u64) << 52)
}

/// The pair times a power of two, rounded once, even where the result is subnormal.
fn round_scaled(value: Pair, exponent: i32) -> f64 {
    let half = exponent / 2;
    if value.0.abs() * power_of_two(half) * power_of_two(exponent - half) > f64::MIN_POSITIVE * 4.0
    {
        return value.rounded() * power_of_two(half) * power_of_two(exponent - half);
    }
    // Adding this number pushes out all bits below the smallest subnormal's.
    let anchor = 1.5 * power_of_two(52) * power_of_two(-1074 - exponent);
    let s = sum(anchor, value.0);
    let kept = s.0 + (s.1 + value.1) - anchor;
    kept * power_of_two(half) * power_of_two(exponent - half)
}

const HALVINGS: i32 = 9;

/// `e` to the pair, as a pair and an exponent of two; the argument is within what a double can
/// hold.
fn exp_pair(x: Pair) -> (Pair, i32) {
    let k = (x.0 / LN2.0).round();
    // The product is taken in three parts: k has 11 bits, so the first is exact.
    let reduced = x - product(k, LN2.0) - product(k, LN2.1);
    let r = reduced.scaled(power_of_two(-HALVINGS));
    // Taylor's series of e^r - 1 for |r| < 0.0007; then (1 + a)^2 - 1 = 2a + a^2, nine times over.
    let mut a = (1..=9)
        .rev()
        .fold(Pair(0.0, 0.0), |series, n| (series + ONE) * r.over(Pair(f64::from(n), 0.0)));
    for _ in 0..HALVINGS {
        a = a.scaled(2.0) + a * a;
    }
    (ONE + a, k as i32)
}

/// The natural logarithm of a positive finite number.
fn log_pair(x: f64) -> Pair {
    let (x, scaled) = if x < f64::MIN_POSITIVE { (x * power_of_two(54), -54) } else { (x, 0) };
    let mut k = ((x.to_bits() >> 52) as i32) - 1023;
    let mut m = f64::from_bits(x.to_bits() & 0x000F_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000);
    if m > std::f64::consts::SQRT_2 {
        m *= 0.5;
        k += 1;
    }
    let k = f64::from(k + scaled);
    // 2 artanh(s), whose series in s^2 needs 21 terms for |s| < 0.172.
    let s = sum(m, -1.0).over(sum(m, 1.0));
    let z = s * s;
    let terms = if s.0.abs() < 0.01 { 9 } else { 21 };
    let series = (0..=terms)
        .rev()
        .fold(Pair(0.0, 0.0), |series, n| series * z + ONE.over(Pair(f64::from(2 * n + 1), 0.0)));
    let log = (s * series).scaled(2.0);
    product(k, LN2.0) + product(k, LN2.1) + log
}

/// Sine and cosine of a pair of magnitude up to a quarter of pi.
fn sin_cos_pair(x: Pair) -> (Pair, Pair) {
    let z = x * x;
    let ratio = |n: u32| z.over(Pair(-f64::from(n * (n - 1)), 0.0));
    let sine = (1..=13).rev().fold(ONE, |series, n| ONE + series * ratio(2 * n + 1));
    let cosine = (1..=14).rev().fold(ONE, |series, n| ONE + series * ratio(2 * n));
    (x * sine, cosine)
}

fn sin_cos(x: f64) -> (Pair, Pair) {
    let (n, y, rest) = reduce_widely(x);
    let (sine, cosine) = sin_cos_pair(Pair(y, rest));
    match n & 3 {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

/// `sin`
pub fn sin(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    if x.abs() < 1e-8 { x } else { sin_cos(x).0.rounded() }
}

/// `cos`
pub fn cos(x: f64) -> f64 {
    if x.is_finite() { sin_cos(x).1.rounded() } else { f64::NAN }
}

/// `tan`
pub fn tan(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    if x.abs() < 1e-8 {
        return x;
    }
    let (sine, cosine) = sin_cos(x);
    sine.over(cosine).rounded()
}

/// `exp`
pub fn exp(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x > 709.79 {
        return f64::INFINITY;
    }
    if x < -745.2 {
        return 0.0;
    }
    let (value, exponent) = exp_pair(Pair(x, 0.0));
    round_scaled(value, exponent)
}

/// `log`
pub fn log(x: f64) -> f64 {
    if x > 0.0 && x.is_finite() { log_pair(x).rounded() } else { libm::log(x) }
}

/// `log10`
pub fn log10(x: f64) -> f64 {
    if x > 0.0 && x.is_finite() { (log_pair(x) * LN10_INVERSE).rounded() } else { libm::log10(x) }
}

/// `pow`
pub fn pow(x: f64, y: f64) -> f64 {
    if y == 0.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() || x.abs() == 1.0 && y.is_infinite() {
        return f64::NAN;
    }
    // Signs, zeros, infinities and what cannot be computed are the same in every library.
    let near = libm::pow(x, y);
    if near == 0.0 || !near.is_finite() || x == 0.0 || x.abs() == 1.0 {
        return near;
    }
    let power = log_pair(x.abs()) * Pair(y, 0.0);
    let (value, exponent) = exp_pair(power);
    round_scaled(value, exponent).copysign(near)
}

/// `tanh`
pub fn tanh(x: f64) -> f64 {
    let size = x.abs();
    if size > 22.0 {
        return 1_f64.copysign(x);
    }
    if x == 0.0 || x.is_nan() {
        return x;
    }
    if size < 1e-5 {
        return x - x * x * x / 3.0;
    }
    let (value, exponent) = exp_pair(Pair(2.0 * size, 0.0));
    let e = value.scaled(power_of_two(exponent));
    (e - ONE).over(e + ONE).rounded().copysign(x)
}
