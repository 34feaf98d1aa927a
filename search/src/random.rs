//! Random walks: executions from the first state, each choice equally likely. They share nothing but the count of
//! states.
//!
//! Finds what is frequent fast, in little memory but for that count; proves nothing, so it always ends by a limit: of
//! runs, if no other.

use crate::driver::Driver;
use crate::{End, Limit, SplitMix};
use raceproof_base::{Listener, Machine, Schedule};

/// A walk in circles would never end: without a limit of depth, one ends here.
const LONGEST_WALK: u64 = 1_000_000;

/// Tries so many executions from the current state, and goes back to it.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>, seed: u64, runs: u64) -> Result<(), End> {
    let start = driver.save();
    let ended = walks(driver, &start, seed, runs);
    driver.restore(&start);
    ended
}

fn walks<M: Machine, L: Listener>(
    driver: &mut Driver<'_, M, L>,
    start: &(M::Snapshot, L::Snapshot),
    seed: u64,
    runs: u64,
) -> Result<(), End> {
    let longest = driver.max_depth().unwrap_or(LONGEST_WALK);
    if let Some(first) = driver.begin()? {
        for run in 0..runs {
            if run > 0 {
                driver.restore(start);
            }
            // A generator for each walk: the same walk of the same seed, however many there are and whatever ended the
            // others.
            let mut random = SplitMix::new(SplitMix::new(seed).next_u64().wrapping_add(run));
            let mut path = Schedule::default();
            let mut reached = Some(first.clone());
            while let Some(choices) = reached
                && (path.len() as u64) < longest
            {
                let choice = choices[random.below(choices.len() as u64) as usize];
                path.choices.push(choice);
                if !driver.advance(choice, &path)? {
                    break;
                }
                driver.meet(&path)?;
                reached = driver.open(&path)?;
            }
        }
    }
    Err(End::Limit(Limit::Runs(runs)))
}
