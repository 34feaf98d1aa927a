//! Schedules with few preemptions: most mistakes need no more than two (Musuvathi and Qadeer,
//! "Iterative context bounding", PLDI 2007).
//!
//! A preemption is a switch away from a thread that could go on. A switch away from one that is
//! blocked or has ended is free, and so is the beginning. A thread whose timed wait could end, or
//! that could wake up for no reason, waits nevertheless: leaving it is no preemption, and the wait
//! ends for free where no other thread could go on.
//!
//! **Guarantees** that each schedule with at most [`MOST`] preemptions is executed, once.
//! **Misses** whatever needs more of them, and livelocks. **Deviates** from the paper in going
//! depth-first under one bound instead of bound by bound. No states are recognised, since the same
//! state with fewer preemptions left leads less far; so a loop is followed up to the limit of
//! depth.

use crate::driver::{Arrival, Driver};
use crate::strategy::{AboutStrategy, Covers};
use crate::{End, Limit};
use raceproof_base::{Choice, Listener, Machine, Schedule, ThreadId};

/// What holds of this strategy.
pub(crate) const ABOUT: AboutStrategy = AboutStrategy {
    name: "bounded-preemptions",
    covers: Covers::Part,
    // They are counted, so a limit of them means something; none is left alone.
    keeps_states: true,
    goes_deep: false,
    goes_by_value: false,
    foresees: false,
};

/// No schedule has more preemptions, and how that is told.
const MOST: u32 = 2;
const BOUND: Limit = Limit::Own("the limit of 2 preemptions");

/// Explores the schedules below the current state, and goes back to it.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    let start = driver.mark();
    let ended = descend(driver);
    driver.rollback(start);
    ended?;
    Err(End::Limit(BOUND))
}

/// A state on the path.
struct Level<Mark> {
    mark: Mark,
    /// The choices that are still to be taken, each with the preemptions up to it.
    left: Vec<(Choice, u32)>,
}

impl<Mark> Level<Mark> {
    /// A state that `last` has led to, after so many preemptions.
    fn new(mark: Mark, choices: &[Choice], last: Option<ThreadId>, so_far: u32) -> Self {
        let could_go_on =
            choices.iter().any(|choice| Some(choice.thread()) == last && acts(*choice));
        let counted = choices.iter().rev().map(|choice| {
            let switches = could_go_on && Some(choice.thread()) != last;
            (*choice, so_far + u32::from(switches))
        });
        Self { mark, left: counted.filter(|(_, preemptions)| *preemptions <= MOST).collect() }
    }
}

/// Whether the thread goes on by itself.
fn acts(choice: Choice) -> bool {
    match choice {
        Choice::Run(_) | Choice::Value(..) | Choice::Notify(..) => true,
        Choice::TimeOut(_) | Choice::Spurious(_) => false,
    }
}

fn descend<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    let mut path = Schedule::default();
    let mut levels = Vec::new();
    if let Arrival::Open(choices) = driver.begin()? {
        levels.push(Level::new(driver.mark(), &choices, None, 0));
    }
    while let Some(level) = levels.last_mut() {
        let Some((choice, preemptions)) = level.left.pop() else {
            levels.pop();
            continue;
        };
        driver.rollback(level.mark);
        path.choices.truncate(levels.len() - 1);
        path.choices.push(choice);
        if !driver.advance(choice, &path)? {
            continue;
        }
        driver.meet(&path)?;
        if let Some(choices) = driver.open(&path)?
            && (path.len() as u64) < driver.longest()
        {
            levels.push(Level::new(driver.mark(), &choices, Some(choice.thread()), preemptions));
        }
    }
    Ok(())
}
