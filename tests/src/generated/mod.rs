//! Small random concurrent Java programs, made from seeds, and the oracles for them: a naive
//! explorer of all interleavings (`reference`) gives the outcomes that a program has and whether it
//! can deadlock, another one (`races`) its data races. `check` must find the same.
//!
//! The oracles know the statements of `program` only. They are themselves held to cases known by
//! hand and to mutants (`tests`, `race_tests`).

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

use crate::thorough;
use std::ops::Range;

/// One of so many of the usual seeds is tried, unless everything is asked for.
const SAMPLE: usize = 3;

/// The seeds that `RACEPROOF_GENERATED=FROM..TO` asks for; else a sample of the `usual` ones, or all
/// of them with `RACEPROOF_TESTS=all`, and those that found defects `before`.
pub fn seeds(usual: Range<u64>, before: &[u64]) -> Result<Vec<u64>, String> {
    let Ok(text) = std::env::var("RACEPROOF_GENERATED") else {
        let sample = if thorough::is_asked() { 1 } else { SAMPLE };
        return Ok(usual.step_by(sample).chain(before.iter().copied()).collect());
    };
    let ends =
        text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    ends.map(Range::collect)
        .ok_or_else(|| format!("RACEPROOF_GENERATED is `FROM..TO`, not `{text}`"))
}
