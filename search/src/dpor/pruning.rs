//! Property-driven pruning (Wang, Yang, Gupta, Gopalakrishnan, "Dynamic model checking with
//! property driven pruning to detect race conditions", Figure 7): no race of steps is reversed in a
//! state from which no schedule has a data race.
//!
//! The machine proves that of a state on the path of a complete execution
//! ([`Machine::is_race_free_from`]). It then holds of all later states, so the first one is looked
//! for by bisection; the wakeup trees of those behind it are dropped, too.
//!
//! **Deviation from line 27**, which considers executed steps only. A step that only a pruned
//! execution takes may conflict with one before the race-free state, and the reversal lead to a
//! data race. (One thread writes `y`, then `b` and `a` under locks; the other, if it finds `a`
//! not written, reads `b`, and if that is not written either, writes `y`. Behind the write of
//! `b` there is no race; but the second thread's read of `b` is executed only there, and must come
//! before that write.) So where anything is pruned, every other enabled thread is scheduled in
//! every state before, unless no step can conflict with the one taken there. This may begin
//! redundant executions, which sleep sets cut: no two executions of one trace come to their end.

use super::Search;
use super::path::{ReversiblePair, Way};
use super::plan::Plan;
use crate::dependence::Footprint;
use crate::driver::Driver;
use raceproof_base::{Listener, Machine, Mark, OperationKind, ThreadId};

/// How many executions pass before the machine is asked again: the more, the more often it has said
/// no.
#[derive(Default)]
pub(super) struct Patience {
    refused: u32,
    left: u32,
}

impl Patience {
    /// After so many refusals one execution more is let pass.
    const STEP: u32 = 16;
    const MOST: u32 = 15;

    fn is_over(&mut self) -> bool {
        let is_over = self.left == 0;
        self.left = self.left.saturating_sub(1);
        is_over
    }

    fn longer(&mut self) {
        self.refused += 1;
        self.left = (self.refused / Self::STEP).min(Self::MOST);
    }
}

impl<K: Copy> Search<(Mark, K)> {
    /// The index of the first state of the path from which no schedule has a data race; the path's
    /// length if there is none, or if the machine is not asked.
    pub(super) fn first_race_free<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        pairs: &[ReversiblePair],
    ) -> usize {
        let length = self.path.len();
        let last = pairs.iter().map(|pair| pair.first as usize).max();
        let Some(last) = last.filter(|_| self.prunes && self.patience.is_over()) else {
            return length;
        };
        if !self.is_race_free(driver, last) {
            self.patience.longer();
            return length;
        }
        self.patience = Patience::default();
        let (mut racy, mut free) = (0, last);
        while racy < free {
            let middle = (racy + free) / 2;
            if self.is_race_free(driver, middle) {
                free = middle;
            } else {
                racy = middle + 1;
            }
        }
        free
    }

    fn is_race_free<M: Machine, L: Listener<Mark = K>>(
        &self,
        driver: &mut Driver<'_, M, L>,
        index: usize,
    ) -> bool {
        let (mark, _) = self.nodes[index].mark;
        let answer = driver.machine().is_race_free_from(mark);
        let books = driver.reduction();
        books.checks += 1;
        books.race_free += u64::from(answer);
        answer
    }

    /// Drops the wakeup trees behind the first race-free state, and counts them, and the races that
    /// are not reversed.
    pub(super) fn prune<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        pairs: &[ReversiblePair],
        free: usize,
    ) {
        let planned: usize =
            self.nodes[free.min(self.nodes.len())..].iter().map(|node| node.tree.len()).sum();
        let skipped = planned + pairs.iter().filter(|pair| pair.first as usize >= free).count();
        if skipped == 0 {
            return;
        }
        driver.reduction().skipped += skipped as u64;
        self.nodes[free..].iter_mut().for_each(|node| node.tree.clear());
        for index in 0..free {
            let footprint = &self.path.events[index].done.step.footprint;
            if footprint.world || !footprint.things.is_empty() {
                let choices = self.nodes[index].choices.clone();
                choices.iter().for_each(|choice| self.give_turn(driver, index, choice.thread()));
            }
        }
    }

    /// Schedules a thread in a state of the path, unless its step was, or will be, explored there.
    fn give_turn<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        index: usize,
        id: ThreadId,
    ) {
        let thread = self.thread(driver, id);
        if thread == self.path.events[index].done.thread {
            return;
        }
        // Its step there is the one that it takes next, unless it waits and would be woken before.
        let next = self.path.events[index..]
            .iter()
            .map(|event| &event.done)
            .find(|done| done.thread == thread);
        let certain = next.filter(|done| {
            let kind = done.step.operation.kind;
            done.step.is_whole
                && Way::of(done.step.choice) == Way::Run
                && !matches!(kind, OperationKind::StopWaiting | OperationKind::WaitAgain)
        });
        let footprint = match certain {
            Some(done) => self.potential_of(&done.step.operation),
            None => Footprint::of([], true),
        };
        let plan = self.path.plan(thread, None, footprint);
        self.plan_at(driver, index, Plan::of(&self.path, plan));
    }
}

#[cfg(test)]
mod tests {
    use super::Patience;

    /// After 16 refusals every other execution asks, after 32 every third, and so on up to 15 left
    /// out in between.
    #[test]
    fn who_refuses_is_asked_less_often() {
        for (refusals, left_out) in [(15, 0), (16, 1), (31, 1), (32, 2), (160, 10), (1_000, 15)] {
            let mut patience = Patience::default();
            (0..refusals).for_each(|_| patience.longer());
            let asked = (0..100).position(|_| patience.is_over());
            assert_eq!(asked, Some(left_out));
            assert!(patience.is_over(), "asked until it refuses again");
        }
    }
}
