//! A pseudo-random generator that gives the same numbers everywhere.

use raceproof_base::{GOLDEN, mix};

/// Steele, Lea and Flood's SplitMix64: small, fast, and good enough to choose among schedules.
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// Other seeds give other sequences, neighbouring seeds unrelated ones.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// The next number below a bound, each equally likely.
    ///
    /// # Panics
    /// If the bound is zero.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "no number lies below zero");
        // Lemire's method: the high half of a product, unless it falls where some results have one
        // chance more.
        let surplus = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            if product as u64 >= surplus {
                return (product >> 64) as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SplitMix;

    #[test]
    fn the_published_sequence() {
        // The reference implementation's first numbers for the state 1234567.
        let mut random = SplitMix(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
        assert_eq!(random.next_u64(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn every_number_below_a_bound_is_about_equally_frequent() {
        let mut random = SplitMix::new(0);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
    }
}
