//! Iterative context bounding: every schedule without a preemption, then every schedule with at
//! most one, two, and so on (Musuvathi and Qadeer, "Iterative context bounding for systematic
//! testing of multithreaded programs", PLDI 2007, DOI 10.1145/1250734.1250785). Most mistakes need
//! no more than two; and if it is ended early, what it has covered can be said.
//!
//! A preemption is a switch away from a thread that could go on. A switch away from one that is
//! blocked or has ended is free, and so is the beginning. A thread whose timed wait could end, or
//! that could wake up for no reason, waits nevertheless: leaving it is no preemption, and the wait
//! ends for free where no other thread could go on.
//!
//! **Guarantees**, of each bound that it has done ([`Bounded`]), that each schedule within it was
//! explored; if a bound leaves nothing out, or hardly more than the one before, it ends with
//! [`dfs`], whose guarantees are then its own. **Misses** livelocks until then, since they are judged
//! by the graph of all states.
//!
//! **Deviates** from the paper's Algorithm 1 in going through a bound depth-first and beginning the
//! next one anew, so that it needs no more memory than depth-first search. A state is left alone if
//! it was reached before by a step of the same thread with at most as many preemptions: what can be
//! reached from it within the bound depends on nothing else.

use crate::dfs;
use crate::driver::Driver;
use crate::exploration::Bounded;
use crate::strategy::{AboutStrategy, Covers};
use crate::summaries::Novelty;
use crate::{End, Limit};
use raceproof_base::{Choice, Listener, Machine, Schedule, ThreadId};

/// What holds of this strategy.
pub(crate) const ABOUT: AboutStrategy = AboutStrategy {
    name: "preemptions",
    covers: Covers::Schedules,
    keeps_states: true,
    goes_deep: true,
    goes_by_value: false,
    foresees: false,
};

/// From this bound on, one that takes less than half as many steps again as the one before is the
/// last: so many more would take longer, all together, than everything at once.
const LEAST: u64 = 2;

/// Explores everything below the current state, bound by bound, and goes back to it.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    driver.machine().goes_back_only();
    let most = driver.most_preemptions();
    let mut transitions = 0;
    for bound in 0..=most.unwrap_or(u64::MAX) {
        driver.forget_within_bound();
        let before = driver.done();
        let mut pass = Pass { bound, leaves_out: false, is_cut: false };
        let start = driver.mark();
        let ended = pass.descend(driver);
        driver.rollback(start);
        ended?;
        if !pass.is_cut {
            let executions = driver.done().executions - before.executions;
            driver.covered_within(Bounded { preemptions: bound, executions });
        }
        let before =
            std::mem::replace(&mut transitions, driver.done().transitions - before.transitions);
        let is_nearly_all = most.is_none() && bound > LEAST && 2 * transitions < 3 * before;
        if !pass.leaves_out || is_nearly_all {
            driver.forget_states();
            return dfs::search(driver);
        }
    }
    Err(End::Limit(Limit::Own("the limit of preemptions")))
}

/// The schedules within one bound.
struct Pass {
    bound: u64,
    /// Whether there are schedules with more preemptions.
    leaves_out: bool,
    /// Whether a schedule was not followed to its end, for its length.
    is_cut: bool,
}

/// A state on the path.
struct Level<Mark> {
    mark: Mark,
    /// The choices that are still to be taken, each with the preemptions up to it.
    left: Vec<(Choice, u64)>,
}

/// Whether the thread goes on by itself.
fn acts(choice: Choice) -> bool {
    match choice {
        Choice::Run(_) | Choice::Value(..) | Choice::Notify(..) => true,
        Choice::TimeOut(_) | Choice::Spurious(_) => false,
    }
}

/// The thread, if leaving it for another one is a preemption.
fn running(choices: &[Choice], last: ThreadId) -> Option<ThreadId> {
    choices.iter().any(|choice| choice.thread() == last && acts(*choice)).then_some(last)
}

impl Pass {
    /// The state, where that thread runs, after so many preemptions.
    fn level<Mark>(
        &mut self,
        mark: Mark,
        choices: &[Choice],
        (running, so_far): (Option<ThreadId>, u64),
    ) -> Level<Mark> {
        let counted = choices.iter().rev().map(|choice| {
            let switches = running.is_some_and(|running| choice.thread() != running);
            (*choice, so_far + u64::from(switches))
        });
        let all = choices.len();
        let left: Vec<_> = counted.filter(|(_, preemptions)| *preemptions <= self.bound).collect();
        self.leaves_out |= left.len() < all;
        Level { mark, left }
    }

    fn descend<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
    ) -> Result<(), End> {
        let mut path = Schedule::default();
        let mut levels = Vec::new();
        driver.meet_within_bound((None, 0))?;
        if let Some(choices) = driver.open(&path)? {
            levels.push(self.level(driver.mark(), &choices, (None, 0)));
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
            let choices = driver.open(&path)?.unwrap_or_default();
            let reached = (running(&choices, choice.thread()), preemptions);
            if driver.meet_within_bound(reached)? == Novelty::Covered || choices.is_empty() {
                continue;
            }
            if path.len() as u64 >= driver.longest() {
                self.is_cut = true;
            } else {
                levels.push(self.level(driver.mark(), &choices, reached));
            }
        }
        Ok(())
    }
}
