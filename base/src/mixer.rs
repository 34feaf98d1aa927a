//! The one hash of integers in the workspace.

/// Steele, Lea and Flood's finaliser of SplitMix64: a bijection in which each bit of the result
/// depends on all bits of the argument.
#[must_use]
pub const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// What counters are multiplied by, or advance by, before they are mixed: 2⁶⁴ by the golden ratio.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A word more of a sequence that is mixed into one number: the order of the words counts.
#[must_use]
pub const fn mix_in(hash: u64, word: u64) -> u64 {
    mix(hash.wrapping_add(GOLDEN) ^ word)
}

/// Half as many bits of a fingerprint. It should be evenly spread already; this way a machine that
/// numbers its states is served as well.
#[must_use]
pub const fn fold(fingerprint: u128) -> u64 {
    mix(fingerprint as u64 ^ ((fingerprint >> 64) as u64).rotate_left(32))
}
