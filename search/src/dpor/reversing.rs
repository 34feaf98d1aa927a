//! Reversing races at the end of each execution: makes the wakeup sequences.

use super::names::Thread;
use super::plan::Plan;
use super::{Search, Spinning, wakeup};
use crate::dependence::{Footprint, Stop};
use crate::driver::Driver;
use raceproof_base::{Address, Choice, Listener, Machine, Mark, Thing, ThreadId, Use};

/// After so many pairs it is looked whether the search may go on.
const BETWEEN_CHECKS: usize = 64;

impl<K: Copy> Search<(Mark, K)> {
    /// Every enabled thread of the last state sleeps or spins.
    pub(super) fn end_of_path<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        sleeps: bool,
        spins: bool,
    ) -> Result<(), Stop> {
        self.nodes.last_mut().expect("there is a state").in_vain = false;
        if sleeps {
            driver.reduction().sleep_blocked += 1;
            self.tell_if_endless(driver)?;
        } else if spins {
            if !self.all_spin(driver)? {
                return self.choose_freely(driver);
            }
            driver.reduction().endless += 1;
        }
        self.reverse_pairs(driver, !sleeps)
    }

    /// An execution is cut. Each thread that was enabled in one of its last states, from this index
    /// on, but did not take the step there, is scheduled in the last such state.
    pub(super) fn close<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        from: usize,
    ) -> Result<(), Stop> {
        let mut placed: Vec<Thread> = Vec::new();
        // The races of threads that are blocked at the end, and not only for some time, are
        // reversed below.
        let is_last = from + 1 == self.path.len();
        let stuck = if is_last { driver.machine().blocked() } else { Vec::new() };
        for index in (from..self.path.len()).rev() {
            let choices = self.nodes[index].choices.clone();
            let is_stuck = |choice: &Choice| {
                !matches!(choice, Choice::TimeOut(_)) && stuck.contains(&choice.thread())
            };
            for id in
                choices.iter().filter(|choice| !is_stuck(choice)).map(|choice| choice.thread())
            {
                let thread = self.thread(driver, id);
                if thread != self.path.events[index].done.thread && !placed.contains(&thread) {
                    placed.push(thread);
                    let footprint = self.potential(driver.machine(), Choice::Run(id));
                    let plan = self.path.plan(thread, None, footprint);
                    self.plan_at(driver, index, Plan::of(&self.path, plan));
                }
            }
        }
        self.reverse_pairs(driver, placed.is_empty())
    }

    /// At the end of an execution: reverses each of its races, those of blocked threads included.
    /// The execution is whole (maximal) if no thread was enabled at its end.
    pub(super) fn reverse_pairs<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        whole: bool,
    ) -> Result<(), Stop> {
        let pairs = self.path.pairs().to_vec();
        let free = if whole { self.first_race_free(driver, &pairs) } else { self.path.len() };
        for (at, pair) in pairs.iter().filter(|pair| (pair.first as usize) < free).enumerate() {
            // A long execution has many pairs, each with a long plan.
            if (at + 1).is_multiple_of(BETWEEN_CHECKS) {
                driver.check(self)?;
            }
            let plan = self.path.reversal(*pair, whole);
            self.plan_at(driver, pair.first as usize, plan);
        }
        self.prune(driver, &pairs, free);
        let blocked = driver.machine().blocked();
        self.reverse_pairs_of_stuck(driver, blocked, whole)
    }

    /// The next step of a thread that does not go on may be in a race with steps of the path, which
    /// could have come after it.
    pub(super) fn reverse_pairs_of_stuck<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        stuck: Vec<ThreadId>,
        whole: bool,
    ) -> Result<(), Stop> {
        for id in stuck {
            let thread = self.thread(driver, id);
            let operation = driver.machine().operation(Choice::Run(id));
            let footprint = self.potential(driver.machine(), Choice::Run(id));
            // Whether it goes on is up to its operation alone.
            let awaited = self.potential_of(&operation);
            for pair in self.path.pairs_of_blocked(thread, &operation, &awaited) {
                let plan = self.path.reversal_of_blocked(pair, thread, footprint.clone(), whole);
                self.plan_at(driver, pair.first as usize, plan);
            }
        }
        Ok(())
    }

    pub(super) fn plan_at<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        index: usize,
        plan: Plan,
    ) {
        let node = &mut self.nodes[index];
        let without = |plan: Plan, spins: &Spinning| {
            plan.without_spinning(&self.path, spins.thread, &spins.awaited)
        };
        let Some(plan) = node.spinning.iter().try_fold(plan, without) else { return };
        if !wakeup::is_slept_through(&self.path, &plan, &node.sleep)
            && wakeup::insert(&mut node.tree, &self.path, plan)
        {
            driver.reduction().added += 1;
        }
    }

    /// A thread that a step wakes could have stopped waiting before, by a timeout or an interrupt.
    pub(super) fn plan_instead_of_waking<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        woken: Thread,
        id: ThreadId,
        object: Address,
    ) {
        let node = self.nodes.last().expect("there is a state");
        if node.choices.iter().any(|choice| choice.thread() == id) {
            let thing = self.path.names.thing(Thing::Waiters(object));
            let plan = self.path.plan(woken, None, Footprint::of([(thing, Use::Set)], false));
            self.plan_at(driver, self.nodes.len() - 1, Plan::of(&self.path, plan));
        }
    }
}
