//! Directed search for all candidates: a scout for each, then executions towards one after the
//! other, with which plain heuristic search takes turns; and what each of them has cost.

use raceproof_base::Finding;
use raceproof_config::{Decider, Key};
use raceproof_search::{End, ReplayEnd, SplitMix};
use raceproof_vm::RunOptions;

use crate::audit::aiming::Plan;
use crate::audit::been::Been;
use crate::audit::candidates::{self, Candidate, Spent};
use crate::audit::deciding::{Auditor, Broken};
use crate::audit::directed::Directed;
use crate::audit::parting::{Batch, Sought};
use crate::audit::plainly::{BY_TURNS, Plainly, Until};
use crate::commands::predict;
use crate::exploration::{Budget, Job, Machines};
use crate::guard;
use crate::machine::{self, Fineness, Refusal};
use crate::watchdog::Watchdog;

/// Executions from one start, each parting from the one before.
const AT_ONCE: u64 = 20;

/// What an execution is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// What any execution shows.
    Scouts,
    Aims,
}

impl Auditor<'_> {
    /// Directed search for each candidate that is open, with so many executions.
    pub(super) fn direct(&mut self, executions: u64) -> Result<(), Broken> {
        if !self.goes_on() || !self.asks(Decider::Directed) {
            return Ok(());
        }
        let options = self.executing();
        let watchdog = Watchdog::start(&self.limits(), self.interrupt.clone());
        let run = machine::run_options(&options.machine, self.jdk, self.program);
        let run = RunOptions { cancellation: watchdog.cancellation(), ..run };
        let job = Job { options: &options, program: self.program, run };
        let done = guard::on_a_large_stack(|| self.direct_all(&job, &watchdog, executions))?;
        match done {
            None => Err(Broken::Defect),
            Some(done) => done,
        }
    }

    fn direct_all(
        &mut self,
        job: &Job<'_>,
        watchdog: &Watchdog,
        executions: u64,
    ) -> Result<(), Broken> {
        if !self.scout(job)? {
            return Ok(());
        }
        let plainly = Plainly::options(job.options);
        let plain = Job { options: &plainly, program: job.program, run: job.run.clone() };
        let mut machines = Machines::more();
        let mut directed: Option<Directed<'_>> = None;
        let all: Vec<String> = self.candidates.iter().flat_map(Candidate::variables).collect();
        let count = self.candidates.len();
        for number in 0..count {
            let candidate = &self.candidates[number];
            if !candidate.is_open() || !self.goes_on() {
                continue;
            }
            let progress = format!("candidate {} of {count}: {}", number + 1, candidate.variable);
            self.terminal.show(&progress);
            let variables = candidate.variables();
            let kept = directed.take().filter(|kept| kept.is_for(&variables));
            let at = match kept {
                Some(kept) => Some(kept),
                None => self.unless_refused(Some(Directed::at(job, &variables)))?,
            };
            let Some(at) = at else { return Ok(()) };
            let mut at = directed.insert(at);
            let until = self.candidates[number].spent.executions + executions;
            while self.candidates[number].spent.executions < until {
                let mut been = std::mem::take(&mut self.been[number]);
                let found = self.direct_some(job, at, number, How::Aims, &mut been);
                let is_everywhere = been.is_everywhere;
                self.been[number] = been;
                if self.unless_refused(Some(found))?.is_none() || !self.goes_on() {
                    return Ok(());
                }
                if is_everywhere && !at.is_for(&all) {
                    // It may take a switch at the variable of another one.
                    let finer = self.unless_refused(Some(Directed::at(job, &all)))?;
                    let Some(finer) = finer else { return Ok(()) };
                    at = directed.insert(finer);
                    continue;
                }
                let spent = self.candidates[number].spent.transitions;
                let is_due = self.plainly.due_in(spent) == Some(0);
                if is_due || is_everywhere && self.plainly.goes_on() {
                    let found = self.search_plainly(&plain, watchdog, &mut machines, number);
                    if self.unless_refused(Some(found))?.is_none() || !self.goes_on() {
                        return Ok(());
                    }
                }
                let is_left = is_everywhere && !self.plainly.goes_on();
                if is_left || !self.candidates[number].is_open() {
                    break;
                }
            }
            self.been[number].rest();
        }
        Ok(())
    }

    /// An execution for each candidate on which nobody has spent any; false if there are to be no
    /// more.
    fn scout(&mut self, job: &Job<'_>) -> Result<bool, Broken> {
        let is_new = |candidate: &Candidate| candidate.is_open() && candidate.spent.executions == 0;
        if !self.candidates.iter().any(is_new) {
            return Ok(true);
        }
        let Some(mut scout) = self.unless_refused(Some(Directed::at(job, &[])))? else {
            return Ok(false);
        };
        for number in 0..self.candidates.len() {
            if !is_new(&self.candidates[number]) {
                continue;
            }
            let found =
                self.direct_some(job, &mut scout, number, How::Scouts, &mut Been::default());
            if self.unless_refused(Some(found))?.is_none() || !self.goes_on() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A few more executions towards a candidate.
    fn direct_some(
        &mut self,
        job: &Job<'_>,
        directed: &mut Directed<'_>,
        number: usize,
        how: How,
        been: &mut Been,
    ) -> Result<(), Refusal> {
        let which = |finding: &Finding| {
            finding.race.as_ref().map(|race| candidates::which(&self.candidates, race))
        };
        let is_new = |finding: &Finding| !self.met.iter().any(|known| known.is_same(finding));
        // Stacks are whole when a race was executed again: only then is it sure whose it is.
        let is_its = |finding: &Finding| {
            which(finding)
                .is_some_and(|which| which.contains(&number) || which.is_empty() && is_new(finding))
        };
        let may_be_its = |finding: &Finding| finding.race.is_some() && is_new(finding);
        let sought = Sought { is: &is_its, may_be: &may_be_its };
        let candidate = &self.candidates[number];
        let run = candidate.spent.executions;
        let seed = SplitMix::new(predict::number(self.settings, Key::Seed)).next_u64();
        let seed = seed.wrapping_add(run);
        // The first was a scout.
        let first = run.saturating_sub(1);
        let (members, batch) = match how {
            How::Scouts => {
                (&[][..], Batch { first: 0, plan: Plan::SCOUT, most: 1, enough: None, seed })
            }
            How::Aims => {
                let enough = self.plainly.due_in(candidate.spent.transitions);
                let batch = Batch { first, plan: Plan::of(first), most: AT_ONCE, enough, seed };
                (&candidate.members[..], batch)
            }
        };
        let executed = directed.execute(members, batch, been, sought)?;
        for race in executed.walk.findings.iter().filter(|finding| finding.race.is_some()) {
            if !self.met.iter().any(|known| known.is_same(race)) {
                self.met.push(race.clone());
            }
        }
        let Spent { executions, transitions } = self.candidates[number].spent;
        let spent = |steps| Spent {
            executions: executions + executed.executions,
            transitions: transitions + steps,
        };
        self.candidates[number].spent = spent(executed.steps);
        if how == How::Aims {
            self.seen[number].get_or_insert_default().add(executed.seen);
        }
        match executed.walk.end {
            ReplayEnd::Cancelled(cause) => return Err(Refusal::Cancelled(cause)),
            ReplayEnd::Unsupported(what) => {
                self.beside.entry(format!("not modelled: {}", what.what)).or_insert(1);
            }
            _ => {}
        }
        for (mut finding, steps) in executed.walk.findings.into_iter().zip(executed.met_after) {
            if finding.race.is_none() {
                self.note_beside(&finding);
            }
            if !self.is_news(&finding) {
                continue;
            }
            if !directed.confirm(&mut finding)? {
                return Ok(());
            }
            let were_open = self.open();
            let how = (job.options, &directed.fineness);
            self.witnessed(finding, how, "directed search").map_err(Refusal::Failed)?;
            if were_open.contains(&number) && !self.candidates[number].is_open() {
                self.candidates[number].spent = spent(steps);
            }
            self.charge(&were_open, number, spent(steps));
        }
        Ok(())
    }

    /// What led to the race of another one was spent on that, too.
    fn charge(&mut self, were_open: &[usize], number: usize, spent: Spent) {
        let Spent { executions, transitions } = spent;
        for other in were_open.iter().filter(|other| **other != number) {
            let other = &mut self.candidates[*other];
            if other.is_witnessed() {
                other.spent.executions += executions;
                other.spent.transitions += transitions;
            }
        }
    }

    /// A turn of plain heuristic search, from the start again, with twice the transitions of the
    /// one before.
    fn search_plainly(
        &mut self,
        job: &Job<'_>,
        watchdog: &Watchdog,
        machines: &mut Machines,
        number: usize,
    ) -> Result<(), Refusal> {
        let budget = Budget { transitions: Some(self.plainly.next_budget()), ..Budget::default() };
        let from = Fineness::of(job.options);
        let is_its = |finding: &Finding| {
            let race = finding.race.as_ref();
            race.is_some_and(|race| candidates::which(&self.candidates, race).contains(&number))
        };
        let explored = job.search(from, budget, self.started, &mut Until(is_its), machines)?;
        self.candidates[number].spent.transitions += explored.exploration.statistics.transitions;
        self.plainly.is_over |= matches!(explored.exploration.end, End::Complete);
        let open = self.open();
        let spent = self.candidates[number].spent;
        let explored = job.confirm(explored, watchdog, machines)?;
        // Directed search goes on, within its limits.
        watchdog.go_on();
        for finding in explored.exploration.findings {
            let how = (job.options, &explored.fineness);
            self.witnessed(finding, how, BY_TURNS).map_err(Refusal::Failed)?;
        }
        self.charge(&open, number, spent);
        Ok(())
    }

    /// The candidates that are open.
    fn open(&self) -> Vec<usize> {
        let all = self.candidates.iter().enumerate();
        all.filter(|(_, one)| one.is_open()).map(|(at, _)| at).collect()
    }
}
