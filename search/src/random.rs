//! Random walks: executions from the first state, which share nothing but how long they were.
//!
//! Finds frequent bugs fast, in little memory, since states are not compared; proves nothing, so it
//! always ends by a limit: of runs, if no other.

use crate::components::Component;
use crate::driver::Driver;
use crate::options::Chance;
use crate::scheduler::Choosing;
use crate::strategy::{AboutStrategy, Covers};
use crate::waiting::Waiting;
use crate::{End, Limit, SplitMix};
use raceproof_base::{Choice, Listener, Machine, Schedule};

/// What holds of this strategy.
pub(crate) const ABOUT: AboutStrategy = AboutStrategy {
    name: "random",
    covers: Covers::Samples,
    keeps_states: false,
    goes_deep: false,
    goes_by_value: false,
    foresees: false,
};

/// Tries so many executions from the current state, and goes back to it.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    let start = driver.save();
    let ended = walks(driver, &start);
    driver.restore(&start);
    ended
}

fn walks<M: Machine, L: Listener>(
    driver: &mut Driver<'_, M, L>,
    start: &(M::Snapshot, L::Snapshot),
) -> Result<(), End> {
    let Chance { seed, first: lowest, runs, scheduler } = driver.chance();
    let mut most_steps = 0;
    if let Some(first) = driver.open(&Schedule::default())? {
        for run in lowest..lowest + runs {
            if run > lowest {
                driver.restore(start);
            }
            // A generator for each walk: its choices depend on the seed, its number, and (where
            // priorities change) on how long the walks before were.
            let mut random = SplitMix::new(SplitMix::new(seed).next_u64().wrapping_add(run));
            let mut choosing = Choosing::new(scheduler, run, most_steps, &mut random);
            let path = walk(driver, first.clone(), (&mut choosing, &mut random))?;
            most_steps = most_steps.max(path.len() as u64);
        }
    }
    Err(End::Limit(Limit::Runs(runs)))
}

/// One walk, from a state with these choices.
fn walk<M: Machine, L: Listener>(
    driver: &mut Driver<'_, M, L>,
    first: Vec<Choice>,
    (choosing, random): (&mut Choosing, &mut SplitMix),
) -> Result<Schedule, End> {
    let mut path = Schedule::default();
    let mut reached = Some(first);
    let mut waiting = Waiting::default();
    while let Some(choices) = reached
        && (path.len() as u64) < driver.longest()
    {
        let machine = &*driver.machine();
        let choice = choosing.choose(&choices, |choice| machine.operation(choice), random);
        path.choices.push(choice);
        if !driver.advance(choice, &path)? {
            break;
        }
        if driver.all_wait(&mut waiting, (choice, &choices)) {
            driver.hangs(Component::WAITS, &path)?;
            break;
        }
        choosing.done(choice.thread(), driver.progress());
        reached = driver.open(&path)?;
    }
    Ok(path)
}
