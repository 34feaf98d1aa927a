//! Chance for tests, the same each time. The tests of `cli` include this file, too.

/// Texts of a parser's own characters, for tests that it takes any.
pub fn texts(alphabet: &str) -> impl Iterator<Item = String> {
    let alphabet: Vec<char> = alphabet.chars().collect();
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut below = move |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % limit as u64).unwrap_or(0)
    };
    (0..20_000).map(move |_| (0..below(24)).map(|_| alphabet[below(alphabet.len())]).collect())
}
