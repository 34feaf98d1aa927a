//! The machine and a search put together: a program is started, its schedules are explored, and
//! whatever is found is executed again from the start before anyone is told.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use raceproof_base::{
    Cause, Checked, Finding, FindingKind, Finer, Machine as _, Schedule, Work, variables_alike,
};
use raceproof_config::{
    CheckOptions, ExitStatus, Findings, Format, Granularity, Heuristic, Listener, ProgramOutput,
    Search,
};
use raceproof_listeners::{Chosen, Wanted};
use raceproof_search::{
    Chance, End, Exploration, Limit, Monitor, ReplayOutcome, SearchOptions, StrategyKind,
};
use raceproof_vm::{ExploreOptions, Explorer, RunOptions};

use crate::detectors::{self, Confirmed, Detection, Explored, Exploring, Replaying};
use crate::machine::{self, Fineness, Refusal};
use crate::rounds;
use crate::target::Program;
use crate::watchdog::Watchdog;

/// A walk that is only to show what the program prints ends here at the latest.
const LONGEST_SHOWN: u64 = 100_000;

/// Steps that are executed at most to make the findings of a search simpler, and the one that is on
/// the way: about a second.
const MINIMISING: u64 = 200_000;

/// What is to be explored, and how.
pub struct Job<'a> {
    pub options: &'a CheckOptions,
    pub program: &'a Program,
    pub run: RunOptions,
}

/// How far a search may go, beside what the user limits.
#[derive(Clone, Copy, Default)]
pub struct Budget {
    pub transitions: Option<u64>,
    pub preemptions: Option<u64>,
    /// Of random executions the number of the first, and how many; else as many as are asked for.
    pub runs: Option<(u64, u64)>,
    /// Its share of the time there is.
    pub time: Option<Duration>,
    /// Whether a reduction ends where every order counts, instead of exploring all of them.
    pub must_reduce: bool,
}

/// How a reduction ends that must reduce, and may not.
const EVERY_ORDER_COUNTS: End =
    End::Limit(Limit::Own("a reduction's limit: here every order counts"));

/// Machines at the program's first choice, to be used again: starting one takes as long as some
/// hundred steps, and what it has linked it keeps.
#[derive(Default)]
pub struct Machines {
    kept: Vec<(ExploreOptions, Explorer)>,
    /// Whether the work of starting one is counted already, in the check's figures.
    has_started: bool,
    /// What a schedule needs that showed a finding and could not be executed by itself.
    finer: Option<Finer>,
}

/// So many are kept: those of depth-first search and of reductions, exact and in operations.
const MOST_MACHINES: usize = 4;

impl Machines {
    /// Of a check that has started a machine before, unless this is to be the first.
    pub fn more() -> Self {
        Self { has_started: true, ..Self::default() }
    }

    /// From now on others have started one; answers whether they had before.
    pub fn have_started(&mut self, now: bool) -> bool {
        std::mem::replace(&mut self.has_started, now)
    }

    fn take(&mut self, wanted: &ExploreOptions) -> Option<Explorer> {
        let at = self.kept.iter().position(|(options, _)| options == wanted)?;
        Some(self.kept.swap_remove(at).1)
    }

    fn keep(&mut self, options: ExploreOptions, explorer: Explorer) {
        if explorer.is_spoilt() {
            return;
        }
        if self.kept.len() == MOST_MACHINES {
            self.kept.remove(0);
        }
        self.kept.push((options, explorer));
    }
}

impl Job<'_> {
    /// Explores; the findings are confirmed and told step by step.
    pub fn explore(
        &self,
        monitor: &mut dyn Monitor,
        watchdog: &Watchdog,
    ) -> Result<Explored, Refusal> {
        let started = Instant::now();
        let mut machines = Machines::default();
        let mut from = Fineness::of(self.options);
        let mut explored = loop {
            let explored = if self.options.search.auto {
                rounds::explore(self, from.clone(), started, monitor, watchdog, &mut machines)
            } else {
                self.search(from.clone(), Budget::default(), started, monitor, &mut machines)
                    .and_then(|explored| self.confirm(explored, watchdog, &mut machines))
            };
            match machines.finer.take().filter(|_| explored.is_err()) {
                Some(finer) if from.refine(&finer) => {
                    log::info!("all begins anew, for what a finding's schedule needs: {finer:?}");
                    watchdog.go_on();
                }
                _ => break explored?,
            }
        };
        detectors::relate(&mut explored.exploration.findings);
        if let Some((_, explorer)) = machines.kept.last() {
            detectors::warn_of_idle_patterns(self.options, explorer.vm());
            let is_clean = explored.exploration.findings.is_empty();
            if is_clean && detectors::checks_none(self.options, explorer.vm()) {
                return Err(Refusal::Failed(detectors::nothing_checked(self.options)));
            }
        }
        if self.options.program_output == ProgramOutput::Show {
            let searched = explored.options.as_ref().unwrap_or(self.options);
            let (searched, fineness) =
                explored.shown_by.first().map_or((searched, &explored.fineness), |(o, f)| (o, f));
            let explore = machine::explore_options(searched, fineness);
            self.show_output(explore, explored.exploration.findings.first())?;
        }
        Ok(explored)
    }

    /// One search, begun anew where it was too coarse. Time counts from when it all started.
    pub fn search(
        &self,
        mut fineness: Fineness,
        budget: Budget,
        started: Instant,
        monitor: &mut dyn Monitor,
        machines: &mut Machines,
    ) -> Result<Explored, Refusal> {
        let is_random = self.options.search.strategy == StrategyKind::Random;
        if is_random && budget.runs.is_none() {
            return self.random(fineness, budget, started, monitor, machines);
        }
        let mut coarser: Option<Explored> = None;
        // What the searches have cost that were begun anew.
        let mut abandoned = 0;
        loop {
            let mut options = search_options(self.options, &fineness);
            let left = options.time.map(|time| time.saturating_sub(started.elapsed()));
            let share = budget.time.filter(|share| left.is_none_or(|left| *share < left));
            options.time = share.or(left);
            (options.max_transitions, options.preemptions) =
                (budget.transitions, budget.preemptions);
            if let Some((first, runs)) = budget.runs {
                options.chance = Chance { first, runs, ..options.chance };
            }
            let explore = machine::explore_options(self.options, &fineness);
            let (mut explorer, before) = match self.machine(&explore, machines) {
                Err(Refusal::Cancelled(cause)) => {
                    let mut explored = Explored::without_a_search(self.cancelled(cause));
                    explored.exploration.statistics.work.instructions = abandoned;
                    return Ok(or_coarser(Explored { fineness, ..explored }, coarser));
                }
                started => started?,
            };
            let exploring = Exploring {
                explorer: &mut explorer,
                options: &options,
                monitor,
                heuristics: heuristics(self.options),
                prints: self.prints(),
            };
            let mut explored = detectors::with_detector(self.detection(&fineness), exploring);
            machines.keep(explore, explorer);
            let work = &mut explored.exploration.statistics.work;
            work.instructions = abandoned + work.instructions.saturating_sub(before);
            abandoned = work.instructions;
            explored.fineness.clone_from(&fineness);
            let end = &mut explored.exploration.end;
            match (&*end, share, self.options.limits.time) {
                (End::Limit(Limit::Time(time)), Some(share), _) if *time == share => {
                    *end = End::Limit(Limit::Own("its share of the time"));
                }
                (End::Limit(Limit::Time(_)), _, Some(all)) => *end = End::Limit(Limit::Time(all)),
                _ => {}
            }
            match &explored.exploration.end {
                End::TooCoarse(Finer::AllOrders) if budget.must_reduce => {
                    explored.exploration.end = EVERY_ORDER_COUNTS;
                    return Ok(or_coarser(explored, coarser));
                }
                End::TooCoarse(finer) if fineness.refine(finer) => {
                    log::info!("the search begins anew: {finer:?}");
                }
                End::Complete | End::Unsupported
                    if self.must_not_reduce(&explored, &mut fineness) =>
                {
                    if budget.must_reduce {
                        explored.exploration.end = EVERY_ORDER_COUNTS;
                        return Ok(or_coarser(explored, coarser));
                    }
                    log::info!("the search begins anew, without reduction: a loop does not end");
                    coarser = Some(explored);
                }
                End::Complete | End::Unsupported if self.contest_racy(&explored, &mut fineness) => {
                    log::info!("the search begins anew, with switches at what races");
                    coarser = Some(explored);
                }
                _ => return Ok(or_coarser(explored, coarser)),
            }
        }
    }

    /// One that was kept, or a new one, with the instructions that count as others' work.
    fn machine(
        &self,
        explore: &ExploreOptions,
        machines: &mut Machines,
    ) -> Result<(Explorer, u64), Refusal> {
        match machines.take(explore) {
            Some(explorer) => {
                let before = explorer.work().instructions;
                Ok((explorer, before))
            }
            None => {
                let explorer = self.start(explore.clone())?;
                let counted = std::mem::replace(&mut machines.has_started, true);
                let before = if counted { explorer.work().instructions } else { 0 };
                Ok((explorer, before))
            }
        }
    }

    /// A reduction explores one of several orders; if a thread is held back in that, for a loop
    /// that does not end, others need not be held back. So nothing is proved then. False if nothing
    /// was reduced, or nobody held back.
    fn must_not_reduce(&self, explored: &Explored, fineness: &mut Fineness) -> bool {
        let is_reduced = fineness.strategy(self.options.search.strategy).reduces();
        is_reduced
            && !explored.exploration.unending.is_empty()
            && !std::mem::replace(&mut fineness.unreduced, true)
    }

    /// After a race of an execution not every race of it is told, and what it leads to is not
    /// explored. So if all are to be, or some are others' matter, and threads are switched at
    /// synchronization only, they are to be switched at what races, too. False if that is so
    /// already.
    fn contest_racy(&self, explored: &Explored, fineness: &mut Fineness) -> bool {
        let Exploration { findings, apart, .. } = &explored.exploration;
        let all = if self.options.findings == Findings::All { &findings[..] } else { &[] };
        let is_asked = self.options.granularity == Granularity::Sync;
        let races = all.iter().chain(apart).filter_map(|finding| finding.race.as_ref());
        let names = races.map(|race| variables_alike(&race.variable).to_owned());
        let added = names
            .filter(|name| is_asked && fineness.refine(&Finer::Accesses(name.clone())))
            .count();
        added > 0
    }

    /// Confirms what was found, and tells it: by a machine that tells all, as [`Job::replay`] has it,
    /// so that both say the same, and steps have the values of their accesses.
    pub fn confirm(
        &self,
        mut explored: Explored,
        watchdog: &Watchdog,
        machines: &mut Machines,
    ) -> Result<Explored, Refusal> {
        watchdog.allow_confirming();
        // What a race is made for is known when it is executed again.
        let sure = explored.exploration.findings.len();
        let apart = std::mem::take(&mut explored.exploration.apart);
        explored.exploration.findings.extend(apart);
        let Exploration { findings, weak_races, .. } = &explored.exploration;
        if findings.is_empty() && weak_races.is_empty() {
            return Ok(explored);
        }
        let explore = machine::explore_options(self.options, &explored.fineness.of_replay());
        let (mut explorer, _) = match self.machine(&explore, machines) {
            Err(Refusal::Cancelled(cause)) => {
                explored.exploration.findings.truncate(sure);
                return Ok(self.unconfirmed(cause, Vec::new(), explored));
            }
            started => started?,
        };
        let fineness = explored.fineness.clone();
        let detection = self.detection(&fineness);
        let mut confirmed = Vec::new();
        for finding in &explored.exploration.findings {
            let mut finding = finding.clone();
            match detectors::confirm(detection, &mut explorer, &mut finding)
                .map_err(Refusal::Failed)?
            {
                Confirmed::Yes => confirmed.push(finding),
                Confirmed::Cancelled(cause) => {
                    // Of the rest nobody knows whose matter they are.
                    explored.exploration.findings.truncate(sure);
                    confirmed.truncate(sure);
                    return Ok(self.unconfirmed(cause, confirmed, explored));
                }
                Confirmed::TooCoarse(finer, failure) => {
                    machines.finer = Some(finer);
                    return Err(Refusal::Failed(failure));
                }
            }
        }
        let found = std::mem::replace(&mut explored.exploration.findings, confirmed);
        let mut told = 0;
        for weak in &mut explored.exploration.weak_races {
            match detectors::confirm_weak(detection, &mut explorer, weak)
                .map_err(Refusal::Failed)?
            {
                Confirmed::Yes => told += 1,
                Confirmed::Cancelled(cause) => {
                    explored.exploration.end = self.cancelled(cause);
                    break;
                }
                Confirmed::TooCoarse(finer, failure) => {
                    machines.finer = Some(finer);
                    return Err(Refusal::Failed(failure));
                }
            }
        }
        explored.exploration.weak_races.truncate(told);
        let effort = self.effort(found.len());
        for (found, told) in found.iter().zip(&mut explored.exploration.findings) {
            detectors::simplify(detection, &mut explorer, found, told, effort)
                .map_err(Refusal::Failed)?;
        }
        let checked = Checked::new(&self.options.checked);
        let mut apart = explored.exploration.findings.split_off(sure);
        let own = apart.extract_if(.., |finding| checked.concerns(finding));
        explored.exploration.findings.extend(own);
        detectors::each_race_once(&mut explored.exploration.findings);
        detectors::each_race_once(&mut apart);
        explored.exploration.apart = apart;
        machines.keep(explore, explorer);
        Ok(explored)
    }

    /// What is left if a limit came while findings were executed again: what nobody has seen twice
    /// is not told.
    fn unconfirmed(
        &self,
        cause: Cause,
        confirmed: Vec<Finding>,
        mut explored: Explored,
    ) -> Explored {
        let found = std::mem::replace(&mut explored.exploration.findings, confirmed);
        explored.unconfirmed = found.len() - explored.exploration.findings.len();
        explored.exploration.covered_depth = None;
        explored.exploration.end = self.cancelled(cause);
        detectors::each_race_once(&mut explored.exploration.findings);
        explored
    }

    /// The machine that executes a schedule of a trace.
    pub fn replayed_as(&self) -> ExploreOptions {
        machine::explore_options(self.options, &Fineness::of(self.options).of_replay())
    }

    /// Executes a schedule once, and tells what it ends in step by step, if they are gone through
    /// with what happens inside them; with the work that took.
    pub fn replay(
        &self,
        schedule: &Schedule,
        shows: Option<FindingKind>,
        steps: bool,
    ) -> Result<(ReplayOutcome, Work), Refusal> {
        let fineness = Fineness::of(self.options).of_replay();
        let mut explore = self.replayed_as();
        explore.show_output = self.options.program_output == ProgramOutput::Show;
        framed(explore.show_output, "the execution that the trace tells", || {
            let mut explorer = self.start(explore)?;
            let start = explorer.save();
            let detection = self.detection(&fineness);
            let replaying = Replaying {
                explorer: &mut explorer,
                schedule,
                shows,
                prints: self.prints(),
                draws: detection.draws || steps,
            };
            let (mut outcome, recorder) = detectors::with_detector(detection, replaying);
            let work = explorer.work();
            explorer.show_output();
            explorer.restore(&start);
            for finding in &mut outcome.findings {
                finding.trace = recorder.steps().to_vec();
                detectors::complete(&mut explorer, finding);
            }
            Ok((outcome, work))
        })
    }

    /// Steps that may be executed to make each of so many findings simpler: of a count, not of time,
    /// so that the same check tells the same.
    pub fn effort(&self, findings: usize) -> u64 {
        if self.options.minimises { MINIMISING / findings.max(1) as u64 } else { 0 }
    }

    /// The end of a search that was told to stop.
    pub fn cancelled(&self, cause: Cause) -> End {
        search_options(self.options, &Fineness::of(self.options)).cancelled(cause)
    }

    pub fn detection<'a>(&self, fineness: &'a Fineness) -> Detection<'a> {
        let Fineness { contested, weak_modes, .. } = fineness;
        let (race, granularity) = (self.options.race, self.options.granularity);
        let by_access = granularity == Granularity::Access;
        let draws = self.options.format == Format::Html;
        Detection { race, wanted: Wanted { by_access, weak_modes: *weak_modes, contested }, draws }
    }

    pub fn start(&self, explore: ExploreOptions) -> Result<Explorer, Refusal> {
        machine::start(&self.run, explore, machine::trust(self.options), self.program)
    }

    /// How many searches may go side by side. What is told while a search goes on is told of one.
    pub fn threads(&self) -> usize {
        let is_told = self.prints() || self.run.reflection.is_some();
        if is_told { 1 } else { self.options.search.threads.get() }
    }

    fn prints(&self) -> bool {
        self.options.listeners.contains(&Listener::Print)
    }

    /// What the program prints, in the execution of the finding, else in one of many.
    fn show_output(
        &self,
        explore: ExploreOptions,
        finding: Option<&Finding>,
    ) -> Result<(), Refusal> {
        let explore = ExploreOptions { show_output: true, ..explore };
        let which =
            if finding.is_some() { "the execution that is told below" } else { "one execution" };
        framed(true, which, || {
            let mut explorer = match self.start(explore) {
                Err(Refusal::Cancelled(_)) => {
                    log::warn!("a limit came before what the program prints could be shown");
                    return Ok(());
                }
                started => started?,
            };
            match finding {
                Some(finding) => {
                    raceproof_search::replay(&mut explorer, &mut (), &finding.schedule, None);
                }
                None => {
                    let chance = Chance { seed: 0, runs: 1, ..Chance::default() };
                    let of = SearchOptions::of(StrategyKind::Random);
                    let options = SearchOptions { chance, max_depth: Some(LONGEST_SHOWN), ..of };
                    raceproof_search::explore(&mut explorer, &mut (), &options, &mut ());
                }
            }
            explorer.show_output();
            Ok(())
        })
    }
}

/// The finer of two explorations, with what the coarser one has found if a limit came before it was
/// found again.
fn or_coarser(finer: Explored, coarser: Option<Explored>) -> Explored {
    match coarser {
        Some(coarser) if coarser.exploration.findings.len() > finer.exploration.findings.len() => {
            // Schedules are of the switch points under which they were found.
            let Exploration { findings, weak_races, apart, .. } = coarser.exploration;
            Explored {
                exploration: Exploration { findings, weak_races, apart, ..finer.exploration },
                fineness: coarser.fineness,
                ..finer
            }
        }
        _ => finer,
    }
}

/// The heuristics of the search, if it has any, and whether plain accesses are steps.
fn heuristics(options: &CheckOptions) -> Option<(Chosen, bool)> {
    let search = &options.search;
    if !search.strategy.about().goes_by_value {
        return None;
    }
    let has = |heuristic| search.heuristics.contains(&heuristic);
    let chosen = Chosen {
        writes_first: has(Heuristic::WritesFirst),
        watch_written: has(Heuristic::WatchWritten),
        avoid_release_acquire: has(Heuristic::AvoidReleaseAcquire),
        acquire_first: has(Heuristic::AcquireFirst),
    };
    Some((chosen, options.granularity == Granularity::Access))
}

fn search_options(options: &CheckOptions, fineness: &Fineness) -> SearchOptions {
    let Search { seed, runs, scheduler, .. } = options.search;
    SearchOptions {
        strategy: fineness.strategy(options.search.strategy),
        chance: Chance { seed, first: 0, runs: runs.get(), scheduler },
        all: options.findings == Findings::All,
        checked: Checked::new(&options.checked),
        noted: (options.exit_status == ExitStatus::Note).then_some(FindingKind::ExitStatus),
        max_states: options.limits.states.map(std::num::NonZeroU64::get),
        max_transitions: None,
        preemptions: None,
        max_depth: options.limits.depth.map(std::num::NonZeroU64::get),
        time: options.limits.time,
        memory: options.limits.memory,
    }
}

/// What the program prints stands between two lines of ours.
fn framed<T>(is_framed: bool, which: &str, work: impl FnOnce() -> T) -> T {
    let line = |text: &str| {
        if is_framed {
            // Whoever closed standard output does not want to know.
            let _ = writeln!(io::stdout(), "{text}");
        }
    };
    line(&format!("---- output of the program, in {which} ----"));
    let result = work();
    line("---- end of the program's output ----");
    result
}
