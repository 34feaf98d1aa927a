//! Directed search: executions that hold threads before the two accesses of a pair until both could
//! be next, on one object. How one is made is [`aiming`](crate::audit::aiming)'s, how it differs from
//! others [`parting`](crate::audit::parting)'s; here is the machine for them.

use raceproof_base::{Finding, Machine as _};
use raceproof_search::ReplayEnd;
use raceproof_vm::Explorer;

use crate::audit::been::Been;
use crate::audit::candidates::Member;
use crate::audit::parting::{Batch, Executed, Parting, Sought};
use crate::detectors;
use crate::exploration::Job;
use crate::machine::{self, Fineness, Refusal};

/// A machine that switches threads at the variables of pairs.
pub struct Directed<'a> {
    job: &'a Job<'a>,
    pub fineness: Fineness,
    explorer: Explorer,
}

impl<'a> Directed<'a> {
    /// That switches threads at these variables.
    pub fn at(job: &'a Job<'a>, variables: &[String]) -> Result<Self, Refusal> {
        let mut fineness = Fineness::of(job.options).of_replay();
        for variable in variables {
            if !fineness.contested.contains(variable) {
                fineness.contested.push(variable.clone());
            }
        }
        let explorer = job.start(machine::explore_options(job.options, &fineness))?;
        Ok(Self { job, fineness, explorer })
    }

    /// Whether it switches at these.
    pub fn is_for(&self, variables: &[String]) -> bool {
        variables.iter().all(|variable| self.fineness.contested.contains(variable))
    }

    /// Executions, the last of which ends with what is sought.
    pub fn execute(
        &mut self,
        members: &[Member],
        batch: Batch,
        been: &mut Been,
        sought: Sought<'_>,
    ) -> Result<Executed, Refusal> {
        loop {
            been.begin(&self.fineness);
            let start = self.explorer.save();
            let explorer = &mut self.explorer;
            let parting = Parting { explorer, members, batch, been, sought };
            let executed = detectors::with_detector(self.job.detection(&self.fineness), parting);
            self.explorer.restore(&start);
            match &executed.walk.end {
                ReplayEnd::TooCoarse(finer) if self.fineness.refine(finer) => {
                    let options = machine::explore_options(self.job.options, &self.fineness);
                    self.explorer = self.job.start(options)?;
                }
                _ => {
                    if self.explorer.is_spoilt() {
                        let options = machine::explore_options(self.job.options, &self.fineness);
                        self.explorer = self.job.start(options)?;
                    }
                    return Ok(executed);
                }
            }
        }
    }

    /// Executes the schedule of a finding again, and tells it step by step; false if a limit came.
    pub fn confirm(&mut self, finding: &mut Finding) -> Result<bool, Refusal> {
        let detection = self.job.detection(&self.fineness);
        let confirmed = detectors::confirm(detection, &mut self.explorer, finding);
        confirmed.and_then(detectors::Confirmed::shown).map_err(Refusal::Failed)
    }
}
