//! Argument reduction for the trigonometric functions, as fdlibm 5.3 does it, bit for bit:
//! remainder by half of pi.
//!
//! After fdlibm's `e_rem_pio2.c` and `k_rem_pio2.c`, Copyright (C) 1993-2004 by Sun Microsystems,
//! Inc. All rights reserved. Permission to use, copy, modify, and distribute that software is
//! freely granted, provided that this notice is preserved.

/// The bits of 2/pi in groups of 24.
const TWO_OVER_PI: [i32; 66] = [
    0xA2F983, 0x6E4E44, 0x1529FC, 0x2757D1, 0xF534DD, 0xC0DB62, 0x95993C, 0x439041, 0xFE5163,
    0xABDEBB, 0xC561B7, 0x246E3A, 0x424DD2, 0xE00649, 0x2EEA09, 0xD1921C, 0xFE1DEB, 0x1CB129,
    0xA73EE8, 0x8235F5, 0x2EBB44, 0x84E99C, 0x7026B4, 0x5F7E41, 0x3991D6, 0x398353, 0x39F49C,
    0x845F8B, 0xBDF928, 0x3B1FF8, 0x97FFDE, 0x05980F, 0xEF2F11, 0x8B5A0A, 0x6D1F6D, 0x367ECF,
    0x27CB09, 0xB74F46, 0x3F669E, 0x5FEA2D, 0x7527BA, 0xC7EBE5, 0xF17B3D, 0x0739F7, 0x8A5292,
    0xEA6BFB, 0x5FB11F, 0x8D5D08, 0x560330, 0x46FC7B, 0x6BABF0, 0xCFBC20, 0x9AF436, 0x1DA9E3,
    0x91615E, 0xE61B08, 0x659985, 0x5F14A0, 0x68408D, 0xFFD880, 0x4D7327, 0x310606, 0x1556CA,
    0x73A8C9, 0x60E27B, 0xC08C6B,
];

/// High words of small multiples of half of pi.
const MULTIPLES: [i32; 32] = [
    0x3FF921FB, 0x400921FB, 0x4012D97C, 0x401921FB, 0x401F6A7A, 0x4022D97C, 0x4025FDBB, 0x402921FB,
    0x402C463A, 0x402F6A7A, 0x4031475C, 0x4032D97C, 0x40346B9C, 0x4035FDBB, 0x40378FDB, 0x403921FB,
    0x403AB41B, 0x403C463A, 0x403DD85A, 0x403F6A7A, 0x40407E4C, 0x4041475C, 0x4042106C, 0x4042D97C,
    0x4043A28C, 0x40446B9C, 0x404534AC, 0x4045FDBB, 0x4046C6CB, 0x40478FDB, 0x404858EB, 0x404921FB,
];

/// Half of pi in pieces of 24 bits.
const PIECES: [f64; 8] = [
    1.570_796_251_296_997,
    7.549_789_415_861_596e-8,
    5.390_302_529_957_765e-15,
    3.282_003_415_807_913e-22,
    1.270_655_753_080_676e-29,
    1.229_333_089_811_113_3e-36,
    2.733_700_538_164_645_6e-44,
    2.167_416_838_778_048_2e-51,
];

const TWO_24: f64 = 16_777_216.0;
const INVERSE: f64 = 6.366_197_723_675_814e-1;
/// Half of pi in three parts of 33 bits, each with what is left of it.
const PARTS: [(f64, f64); 3] = [
    (1.570_796_326_734_125_6, 6.077_100_506_506_192e-11),
    (6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21),
    (2.022_266_248_711_166_5e-21, 8.478_427_660_368_9e-32),
];

/// `x` as a multiple of half of pi, modulo 8 where it is large, and the remainder in two parts.
pub fn reduce(x: f64) -> (i32, f64, f64) {
    let hx = high(x);
    let ix = hx & 0x7FFF_FFFF;
    if ix <= 0x3FE9_21FB {
        (0, x, 0.0)
    } else if ix < 0x4002_D97C {
        reduce_near(x, ix)
    } else if ix <= 0x4139_21FB {
        reduce_medium(x, ix)
    } else if ix >= 0x7FF0_0000 {
        (0, f64::NAN, f64::NAN)
    } else {
        let (n, parts) = reduce_large(x.abs(), Precision::Double);
        if hx < 0 { (-n, -parts[0], -parts[1]) } else { (n, parts[0], parts[1]) }
    }
}

/// `x` as a multiple of half of pi and the remainder in two parts that together have 100 bits or
/// more.
pub fn reduce_widely(x: f64) -> (i32, f64, f64) {
    if x.abs() <= std::f64::consts::FRAC_PI_4 {
        return (0, x, 0.0);
    }
    let (n, [a, b, c]) = reduce_large(x.abs(), Precision::Quadruple);
    let low = b + c;
    let sum = a + low;
    let rest = low - (sum - a);
    if x < 0.0 { (-n, -sum, -rest) } else { (n, sum, rest) }
}

fn reduce_near(x: f64, ix: i32) -> (i32, f64, f64) {
    // Near half of pi itself the first part is not good enough; fdlibm forgets that for negative
    // numbers.
    let level = usize::from(ix == 0x3FF9_21FB && x > 0.0);
    let sign = if x > 0.0 { 1.0 } else { -1.0 };
    let mut z = x - sign * PARTS[0].0;
    if level == 1 {
        z -= PARTS[1].0;
    }
    let rest = sign * PARTS[level].1;
    let y = z - rest;
    (sign as i32, y, (z - y) - rest)
}

fn reduce_medium(x: f64, ix: i32) -> (i32, f64, f64) {
    let mut t = x.abs();
    let n = (t * INVERSE + 0.5) as i32;
    let fraction = f64::from(n);
    let mut r = t - fraction * PARTS[0].0;
    let mut w = fraction * PARTS[0].1;
    let mut y = r - w;
    let exponent = ix >> 20;
    let cancelled = |y: f64| exponent - (high(y) >> 20 & 0x7FF);
    let far = n < 32 && MULTIPLES.get(n as usize - 1) != Some(&ix);
    for (level, limit) in [(1, 16), (2, 49)] {
        if far || cancelled(y) <= limit {
            break;
        }
        t = r;
        w = fraction * PARTS[level].0;
        r = t - w;
        w = fraction * PARTS[level].1 - ((t - r) - w);
        y = r - w;
    }
    let rest = (r - y) - w;
    if x < 0.0 { (-n, -y, -rest) } else { (n, y, rest) }
}

#[derive(Clone, Copy, PartialEq)]
enum Precision {
    /// Two parts, as fdlibm's functions take them.
    Double,
    /// Three parts that do not overlap.
    Quadruple,
}

/// Splits a positive number into 24-bit integers times a power of two, and reduces it.
fn reduce_large(x: f64, precision: Precision) -> (i32, [f64; 3]) {
    let exponent = (high(x) >> 20) - 1046;
    let mut z = f64::from_bits(x.to_bits().wrapping_sub((i64::from(exponent) as u64) << 52));
    let mut digits = [0.0; 3];
    for digit in &mut digits[..2] {
        *digit = f64::from(z as i32);
        z = (z - *digit) * TWO_24;
    }
    digits[2] = z;
    let mut used = 3;
    while used > 1 && digits[used - 1] == 0.0 {
        used -= 1;
    }
    Kernel::new(&digits[..used], exponent, precision).run()
}

fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023).clamp(1, 2046) as u64) << 52)
}

/// The state of `__kernel_rem_pio2`, with its names spelled out: `jk` is `terms`, `jz` is `last`,
/// `jv` is `first`.
struct Kernel<'a> {
    x: &'a [f64],
    precision: Precision,
    terms: usize,
    first: i32,
    last: usize,
    q0: i32,
    f: [f64; 28],
    q: [f64; 28],
    iq: [i32; 28],
}

impl<'a> Kernel<'a> {
    fn new(x: &'a [f64], exponent: i32, precision: Precision) -> Self {
        let terms = if precision == Precision::Double { 4 } else { 6 };
        let jx = x.len() - 1;
        let first = ((exponent - 3) / 24).max(0);
        let mut kernel = Self {
            x,
            precision,
            terms,
            first,
            last: terms,
            q0: exponent - 24 * (first + 1),
            f: [0.0; 28],
            q: [0.0; 28],
            iq: [0; 28],
        };
        for i in 0..=jx + terms {
            kernel.f[i] = bits_of_inverse(first - jx as i32 + i as i32);
        }
        for i in 0..=terms {
            kernel.q[i] = kernel.product(i);
        }
        kernel
    }

    fn product(&self, i: usize) -> f64 {
        let jx = self.x.len() - 1;
        (0..=jx).fold(0.0, |sum, j| sum + self.x[j] * self.f[jx + i - j])
    }

    fn run(mut self) -> (i32, [f64; 3]) {
        loop {
            let (n, half, z) = self.distill();
            if z == 0.0
                && self.iq[self.terms..self.last].iter().all(|digit| *digit == 0)
                && self.extend()
            {
                continue;
            }
            self.normalize(z);
            let parts = self.multiply();
            return (n & 7, if half == 0 { parts } else { parts.map(|p| -p) });
        }
    }

    /// The integer part, whether the fraction was beyond a half (and 1 minus it was taken), and the
    /// leading digit.
    fn distill(&mut self) -> (i32, i32, f64) {
        let mut z = self.q[self.last];
        for i in 0..self.last {
            let whole = f64::from((z / TWO_24) as i32);
            self.iq[i] = (z - TWO_24 * whole) as i32;
            z = self.q[self.last - i - 1] + whole;
        }
        z *= power_of_two(self.q0);
        z -= 8.0 * (z * 0.125).floor();
        let mut n = z as i32;
        z -= f64::from(n);
        let end = self.last - 1;
        let mut half = 0;
        if self.q0 > 0 {
            let i = self.iq[end] >> (24 - self.q0);
            n += i;
            self.iq[end] -= i << (24 - self.q0);
            half = self.iq[end] >> (23 - self.q0);
        } else if self.q0 == 0 {
            half = self.iq[end] >> 23;
        } else if z >= 0.5 {
            half = 2;
        }
        if half > 0 {
            n += 1;
            let carry = self.complement();
            if half == 2 {
                z = 1.0 - z;
                if carry {
                    z -= power_of_two(self.q0);
                }
            }
        }
        (n, half, z)
    }

    /// One minus the fraction; whether a digit was not zero.
    fn complement(&mut self) -> bool {
        let mut carry = false;
        for digit in &mut self.iq[..self.last] {
            if carry {
                *digit = 0xFF_FFFF - *digit;
            } else if *digit != 0 {
                carry = true;
                *digit = 0x100_0000 - *digit;
            }
        }
        let end = self.last - 1;
        match self.q0 {
            1 => self.iq[end] &= 0x7F_FFFF,
            2 => self.iq[end] &= 0x3F_FFFF,
            _ => {}
        }
        carry
    }

    /// Adds terms where all significant digits cancelled; false if there is no room for more, which
    /// no double reaches.
    fn extend(&mut self) -> bool {
        let jx = self.x.len() - 1;
        let more = (1..=self.terms).take_while(|k| self.iq[self.terms - k] == 0).count() + 1;
        if jx + self.last + more >= self.f.len() {
            return false;
        }
        for i in self.last + 1..=self.last + more {
            self.f[jx + i] = bits_of_inverse(self.first + i as i32);
            self.q[i] = self.product(i);
        }
        self.last += more;
        true
    }

    /// Chops off zero digits, or breaks the leading one into 24 bits.
    fn normalize(&mut self, z: f64) {
        if z == 0.0 {
            self.last -= 1;
            self.q0 -= 24;
            while self.last > 0 && self.iq[self.last] == 0 {
                self.last -= 1;
                self.q0 -= 24;
            }
            return;
        }
        let z = z * power_of_two(-self.q0);
        if z >= TWO_24 {
            let whole = f64::from((z / TWO_24) as i32);
            self.iq[self.last] = (z - TWO_24 * whole) as i32;
            self.last += 1;
            self.q0 += 24;
            self.iq[self.last] = whole as i32;
        } else {
            self.iq[self.last] = z as i32;
        }
    }

    /// The fraction times half of pi, in parts.
    fn multiply(&mut self) -> [f64; 3] {
        let mut scale = power_of_two(self.q0);
        for i in (0..=self.last).rev() {
            self.q[i] = scale * f64::from(self.iq[i]);
            scale /= TWO_24;
        }
        let mut products = [0.0; 28];
        for i in (0..=self.last).rev() {
            let count = self.terms.min(self.last - i);
            products[self.last - i] =
                (0..=count).fold(0.0, |sum, k| sum + PIECES[k] * self.q[i + k]);
        }
        match self.precision {
            Precision::Double => {
                let sum = products[..=self.last].iter().rev().fold(0.0, |sum, p| sum + p);
                let rest =
                    products[1..=self.last].iter().fold(products[0] - sum, |rest, p| rest + p);
                [sum, rest, 0.0]
            }
            Precision::Quadruple => {
                for end in [0, 1] {
                    for i in (end + 1..=self.last).rev() {
                        let sum = products[i - 1] + products[i];
                        products[i] += products[i - 1] - sum;
                        products[i - 1] = sum;
                    }
                }
                let rest = products[2..=self.last.max(1)].iter().rev().fold(0.0, |sum, p| sum + p);
                [products[0], products[1], rest]
            }
        }
    }
}

fn bits_of_inverse(group: i32) -> f64 {
    usize::try_from(group)
        .ok()
        .and_then(|group| TWO_OVER_PI.get(group))
        .map_or(0.0, |bits| f64::from(*bits))
}

/// The upper half of a number's bits.
pub fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}
