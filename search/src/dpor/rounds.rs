//! Cycles: executions that come back to one of their own states, and threads that spin.

use super::names::Thread;
use super::{Search, Spinning};
use crate::End;
use crate::bytes::Bytes;
use crate::components::Component;
use crate::dependence::{Footprint, Stop};
use crate::driver::Driver;
use raceproof_base::{Fingerprint, Listener, Machine, Mark, Progress};
use rustc_hash::FxHashMap;

/// States are compared if a thread is about to repeat an operation of its last so many steps.
const ROUND: usize = 64;
/// From this length on, every state of an execution is compared with those before.
const LONG: usize = 10_000;

/// The times, the first and the last one, at which the path was in a state: their indices.
#[derive(Clone, Copy)]
struct Round {
    earliest: usize,
    last: usize,
}

/// The states of the path, as far as they were compared.
#[derive(Default)]
pub(super) struct Rounds(FxHashMap<Fingerprint, Round>);

/// A state that was compared, and where the path had been in it before.
pub(super) struct Compared {
    fingerprint: Fingerprint,
    before: Option<Round>,
}

impl Rounds {
    fn enter(&mut self, fingerprint: Fingerprint, last: usize) -> Compared {
        let before = self.0.get(&fingerprint).copied();
        let earliest = before.map_or(last, |before| before.earliest);
        self.0.insert(fingerprint, Round { earliest, last });
        Compared { fingerprint, before }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// The last one that was entered is no more on the path.
    pub(super) fn leave(&mut self, Compared { fingerprint, before }: Compared) {
        match before {
            Some(before) => self.0.insert(fingerprint, before),
            None => self.0.remove(&fingerprint),
        };
    }
}

impl<K: Copy> Search<(Mark, K)> {
    /// Whether the execution has come back to one of its states and is dealt with.
    pub(super) fn come_round<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        is_free: bool,
    ) -> Result<bool, Stop> {
        let Some(thread) = self.path.events.last().map(|event| event.done.thread) else {
            return Ok(false);
        };
        let Some(Round { earliest, last }) = self.round(driver, thread) else { return Ok(false) };
        if self.only_wait(earliest)
            && self.are_all_able(driver, |thread| self.has_acted(thread, earliest))
        {
            driver.hangs(Component::WAITS, self)?;
        } else {
            driver.comes_back(self)?;
        }
        let is_alone = self.path.events[last..].iter().all(|event| event.done.thread == thread);
        if is_alone && is_free && self.all_went_round(driver, thread, earliest) {
            driver.reduction().endless += 1;
            self.close(driver, earliest)?;
        } else if is_alone {
            self.spins(thread, last);
            if self.nodes.last().is_some_and(|node| node.tree.is_empty()) {
                self.choose_freely(driver)?;
            }
        } else if is_free {
            driver.reduction().endless += 1;
            self.close(driver, last)?;
        }
        Ok(is_alone || is_free)
    }

    /// Where the path was in its present state before. It is looked for if the thread of the last
    /// step is to do what it did.
    fn round<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        thread: Thread,
    ) -> Option<Round> {
        let top = self.nodes.len() - 1;
        let choice = (0..self.nodes[top].choices.len()).find_map(|at| {
            let choice = self.nodes[top].choices[at];
            (self.thread(driver, choice.thread()) == thread).then_some(choice)
        })?;
        let operation = driver.machine().operation(choice);
        if top < LONG && !self.path.has_done(thread, &operation, ROUND) {
            return None;
        }
        let compared = self.rounds.enter(driver.machine().fingerprint(), top);
        let before = compared.before;
        self.nodes[top].compared = Some(compared);
        before
    }

    /// Whether several threads, all that are enabled, have taken steps since an earlier time in
    /// this state: threads that wake each other by steps that change nothing are in one cycle.
    fn all_went_round<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        thread: Thread,
        earliest: usize,
    ) -> bool {
        let choices = self.nodes.last().expect("there is a state").choices.clone();
        let threads: Vec<Thread> =
            choices.iter().map(|choice| self.thread(driver, choice.thread())).collect();
        let since = &self.path.events[earliest..];
        threads.iter().all(|other| since.iter().any(|event| event.done.thread == *other))
            && since.iter().any(|event| event.done.thread != thread)
    }

    /// A thread came back to a state alone: it does so again until another thread's step conflicts
    /// with one of its cycle.
    fn spins(&mut self, thread: Thread, since: usize) {
        let used = self.path.events[since..]
            .iter()
            .flat_map(|event| event.done.step.footprint.things.iter().copied());
        let used = Footprint::of(used, false);
        let only_waits = self.only_wait(since);
        let node = self.nodes.last_mut().expect("there is a state");
        node.spinning.push(Spinning { thread, awaited: used, only_waits });
        node.tree.retain(|branch| branch.thread != thread);
    }

    /// Whether the steps since then, which led back to a state, are no progress, and one of them
    /// reads; or one of them is [`Progress::Waits`].
    fn only_wait(&self, since: usize) -> bool {
        let mut steps = self.path.events[since..].iter().map(|event| event.done.waits);
        steps.clone().any(|waits| waits == Some(Progress::Waits))
            || steps.clone().all(|waits| waits.is_some())
                && steps.any(|waits| waits == Some(Progress::Looks))
    }

    fn has_acted(&self, thread: Thread, since: usize) -> bool {
        self.path.events[since..].iter().any(|event| event.done.thread == thread)
    }

    fn are_all_able<M: Machine, L: Listener>(
        &self,
        driver: &mut Driver<'_, M, L>,
        mut what: impl FnMut(Thread) -> bool,
    ) -> bool {
        let machine = driver.machine();
        let able = machine.able();
        !able.is_empty()
            && able
                .into_iter()
                .all(|id| self.path.names.known_thread(machine.key(id)).is_some_and(&mut what))
    }

    /// Every enabled thread sleeps or spins. Who sleeps was explored before, but perhaps only until
    /// its execution came back to a state without having all threads in it. So if the next step of
    /// each waits, it is asked whether all that can follow does.
    pub(super) fn tell_if_endless<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
    ) -> Result<(), End> {
        let node = self.nodes.last().expect("there is a state");
        let only_waits = |thread| {
            let mut sleepers =
                node.sleep.iter().filter(|sleeper| sleeper.thread == thread).peekable();
            node.spinning.iter().any(|spins| spins.thread == thread && spins.only_waits)
                || sleepers.peek().is_some() && sleepers.all(|sleeper| sleeper.waits)
        };
        if self.are_all_able(driver, only_waits) && driver.only_waits()? {
            driver.hangs(Component::WAITS, self)?;
        }
        Ok(())
    }

    /// If all enabled threads spin without progress, the program cannot end: unless a plain write,
    /// which is no step, has changed what they read. Then they are scheduled again.
    pub(super) fn all_spin<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
    ) -> Result<bool, End> {
        let node = self.nodes.last().expect("there is a state");
        let only_waits =
            |thread| node.spinning.iter().any(|spins| spins.thread == thread && spins.only_waits);
        if !self.are_all_able(driver, only_waits) {
            return Ok(true);
        }
        if driver.is_endless()? {
            driver.hangs(Component::WAITS, self)?;
            return Ok(true);
        }
        self.nodes.last_mut().expect("there is a state").spinning.clear();
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_the_states_compared() {
        let mut rounds = Rounds::default();
        (0..1_000).for_each(|state| _ = rounds.enter(Fingerprint(state), 0));
        let least = 1_000 * size_of::<(Fingerprint, Round)>();
        assert!(crate::bytes::are_about(rounds.bytes(), least));
    }
}
