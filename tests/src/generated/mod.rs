//! Small concurrent Java programs made at random, and all that each can do by the rules of the
//! language: an explorer as plain as it can be made says which results a program has and whether it
//! can deadlock, and `check` must say the same.

//!
//! For programs whose variables are partly plain, another such explorer says which data races they
//! have.

pub mod disciplines;
mod flat;
pub mod generator;
pub mod java;
pub mod modes;
pub mod program;
#[cfg(test)]
mod race_tests;
pub mod races;
pub mod reference;
#[cfg(test)]
mod tests;

use std::ops::Range;

/// Those that `RACEPROOF_GENERATED` asks for; usually a range, and what has found mistakes before.
pub fn seeds(usual: Range<u64>, before: &[u64]) -> Result<Vec<u64>, String> {
    let Ok(text) = std::env::var("RACEPROOF_GENERATED") else {
        return Ok(usual.chain(before.iter().copied()).collect());
    };
    let ends =
        text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    ends.map(Range::collect)
        .ok_or_else(|| format!("RACEPROOF_GENERATED is `FROM..TO`, not `{text}`"))
}
