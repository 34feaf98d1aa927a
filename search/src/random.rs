//! Random walks: executions from the first state, which share nothing but the count of states. In
//! every other walk choices are uniform; in the rest each thread has a random weight, so that one
//! may run far ahead of, or behind, all others, as uniform walks hardly ever do.
//!
//! Finds frequent bugs fast, in little memory but for that count; proves nothing, so it always ends
//! by a limit: of runs, if no other.

use crate::components::Component;
use crate::driver::{Arrival, Driver};
use crate::options::Chance;
use crate::strategy::{AboutStrategy, Covers};
use crate::waiting::Waiting;
use crate::{End, Limit, SplitMix};
use raceproof_base::{Choice, Listener, Machine, Schedule};

/// What holds of this strategy.
pub(crate) const ABOUT: AboutStrategy = AboutStrategy {
    name: "random",
    covers: Covers::Samples,
    keeps_states: true,
    goes_deep: false,
    goes_by_value: false,
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
    let Chance { seed, runs } = driver.chance();
    let longest = driver.longest();
    if let Arrival::Open(first) = driver.begin()? {
        for run in 0..runs {
            if run > 0 {
                driver.restore(start);
            }
            // A generator for each walk: its choices depend on the seed and its number only.
            let mut random = SplitMix::new(SplitMix::new(seed).next_u64().wrapping_add(run));
            let speeds = Speeds { seed: (run % 2 == 1).then(|| random.next_u64()) };
            let mut path = Schedule::default();
            let mut reached = Some(first.clone());
            let mut waiting = Waiting::default();
            while let Some(choices) = reached
                && (path.len() as u64) < longest
            {
                let choice = speeds.choose(&choices, &mut random);
                path.choices.push(choice);
                if !driver.advance(choice, &path)? {
                    break;
                }
                driver.meet(&path)?;
                if driver.all_wait(&mut waiting, (choice, &choices)) {
                    driver.hangs(Component::WAITS, &path)?;
                    break;
                }
                reached = driver.open(&path)?;
            }
        }
    }
    Err(End::Limit(Limit::Runs(runs)))
}

/// The largest weight of a thread over the smallest, as a power of two.
const SPREAD: u64 = 5;

/// The weights of threads in a walk: all equal if there is no seed.
struct Speeds {
    seed: Option<u64>,
}

impl Speeds {
    fn of(&self, choice: Choice) -> u64 {
        let thread = u64::from(choice.thread().0);
        self.seed.map_or(1, |seed| 1 << SplitMix::new(seed.wrapping_add(thread)).below(SPREAD + 1))
    }

    fn choose(&self, choices: &[Choice], random: &mut SplitMix) -> Choice {
        let all = choices.iter().map(|choice| self.of(*choice)).sum();
        let mut left = random.below(all);
        for choice in choices {
            match left.checked_sub(self.of(*choice)) {
                Some(less) => left = less,
                None => return *choice,
            }
        }
        choices[0]
    }
}
