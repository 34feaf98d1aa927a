//! Random executions, in blocks that `--threads` shares out. An execution depends on the seed and
//! its number (where priorities change, on its block, too), so it is the same whoever makes it.

use std::thread;
use std::time::Instant;

use raceproof_search::{End, Limit, Monitor};

use crate::ahead::{Ahead, Task};
use crate::detectors::Explored;
use crate::exploration::{Budget, Job, Machines};
use crate::machine::{Fineness, Refusal};

/// Executions of a block.
const BLOCK: u64 = 250;

/// With fewer, another machine takes longer to start than it is of use.
const FEW: u64 = 1_000;

impl Job<'_> {
    /// So many random executions as the options say, or up to the first that ends the search.
    pub fn random(
        &self,
        fineness: Fineness,
        budget: Budget,
        started: Instant,
        monitor: &mut dyn Monitor,
        machines: &mut Machines,
    ) -> Result<Explored, Refusal> {
        let runs = self.options.search.runs.get();
        let block = |number: usize| {
            let first = u64::try_from(number).ok()?.checked_mul(BLOCK)?;
            (first < runs)
                .then(|| Budget { runs: Some((first, BLOCK.min(runs - first))), ..budget })
        };
        let tasks = |number| Some(Task { options: self.options.clone(), budget: block(number)? });
        let threads = if runs > FEW { self.threads() } else { 1 };
        let is_started = threads > 1 && machines.have_started(true);
        let ahead = Ahead::new(self, &tasks, (started, threads), (&fineness, is_started));
        let begun = Instant::now();
        thread::scope(|scope| {
            let _stop = ahead.begin(scope);
            let none = |fineness| Explored {
                fineness,
                ..Explored::without_a_search(End::Limit(Limit::Runs(0)))
            };
            let mut all = none(fineness.clone());
            let (mut number, mut coarser) = (0, None);
            while let Some(mut budget) = block(number) {
                let done = all.exploration.statistics.transitions;
                let left = budget.transitions.map(|most| most.saturating_sub(done));
                let told = ahead.take(number, &all.fineness, monitor);
                // It did not know how many transitions those before it would leave.
                let fits = |explored: &Explored| {
                    left.is_none_or(|left| explored.exploration.statistics.transitions <= left)
                };
                let next = match told {
                    Some(Ok(explored)) if !fits(&explored) => None,
                    told => told.transpose()?,
                };
                budget.transitions = left;
                budget.time = budget.time.map(|time| time.saturating_sub(begun.elapsed()));
                let next = match next {
                    Some(explored) => explored,
                    None => {
                        self.search(all.fineness.clone(), budget, started, monitor, machines)?
                    }
                };
                if next.fineness != all.fineness && all.exploration.has_found() {
                    // Those schedules have other steps now.
                    number = 0;
                    coarser = Some(std::mem::replace(&mut all, none(next.fineness)));
                    continue;
                }
                let goes_on = matches!(next.exploration.end, End::Limit(Limit::Runs(_)))
                    && next.exploration.statistics.transitions > 0;
                all.absorb(next);
                if !goes_on {
                    break;
                }
                number += 1;
            }
            // Nothing that was found is lost where a limit came before it was found again.
            if let Some(coarser) = coarser.filter(|_| !all.exploration.has_found()) {
                let end = all.exploration.end;
                all = coarser;
                all.exploration.end = end;
            }
            match &mut all.exploration.end {
                End::Limit(Limit::Runs(done)) => *done = runs,
                End::Limit(Limit::Transitions(most)) => *most = budget.transitions.unwrap_or(*most),
                _ => {}
            }
            Ok(all)
        })
    }
}
