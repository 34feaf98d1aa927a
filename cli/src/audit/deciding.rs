//! The engines in turn, the cheap ones first, until each candidate is decided or a limit comes.
//!
//! 1. `predict`, on one execution.
//! 2. A little directed search for each candidate.
//! 3. The rounds of `check`, which go on after findings: what they complete proves what is left, for
//!    this input.
//! 4. Directed search for what is left then, while there is time.
//!
//! With directed search, plain heuristic search takes turns ([`plainly`](crate::audit::plainly)).
//!
//! What an executed race proves is not asked again; a race that is of no candidate, or of one that
//! is proved, is kept as a contradiction: then the scan, or we, are wrong.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use raceproof_base::{Cause, Finding, variables_alike};
use raceproof_config::{
    CheckOptions, Decider, Detail, ExitStatus, Findings, Key, Library, Limits, Settings,
};
use raceproof_listeners::deadlock;
use raceproof_vm::RunOptions;

use crate::audit::aiming::Seen;
use crate::audit::been::Been;
use crate::audit::candidates::{self, Candidate};
use crate::audit::plainly::Plainly;
use crate::audit::status::{Reason, Status, Witness};
use crate::commands::{check, predict};
use crate::exploration::Job;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::jdk::Jdk;
use crate::machine::{self, Fineness, Refusal};
use crate::progress::Terminal;
use crate::target::Program;
use crate::watchdog::Watchdog;
use crate::{guard, trace_file};

/// Executions of directed search for a candidate before all is explored, and in a turn after that.
const FEW: u64 = 24;
const MORE: u64 = 200;
/// Whoever counts the time of a phase may be that much early.
const MOMENT: Duration = Duration::from_millis(5);

/// The audit of a program.
pub struct Auditor<'a> {
    pub settings: &'a Settings,
    pub options: &'a CheckOptions,
    pub jdk: &'a Jdk,
    pub program: &'a Program,
    pub interrupt: Interrupt,
    pub started: Instant,
    pub terminal: Terminal,
    /// Who may be asked.
    pub deciders: Vec<Decider>,
    pub candidates: Vec<Candidate>,
    /// Executed races of no candidate.
    pub unexpected: Vec<Witness>,
    /// Candidates that are both: their keys, with the proof.
    pub contradictions: Vec<String>,
    /// What was found beside races: so many messages of each.
    pub beside: BTreeMap<String, u64>,
    /// Whether all executions with this input were explored.
    pub is_complete: bool,
    /// What the proofs of executions rest on.
    pub assumptions: Vec<String>,
    /// What is to be known of a part of the work: of the ledger, for one.
    pub warnings: Vec<String>,
    pub unsupported: Option<String>,
    /// Which limit came, if one did.
    pub limit: Option<String>,
    /// By candidate: what directed search has seen.
    pub seen: Vec<Option<Seen>>,
    pub plainly: Plainly,
    /// Races that directed search has met, as they were met.
    pub met: Vec<Finding>,
    /// By candidate: where directed search has been.
    pub been: Vec<Been>,
}

/// Why a phase came to no end of its own.
pub(super) enum Broken {
    Failed(Failure),
    /// We are wrong, as was said.
    Defect,
}

impl From<Failure> for Broken {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl Auditor<'_> {
    /// Decides; false if we are wrong, which was said. `must_explore` is set if executions count
    /// though no candidate is open.
    pub fn decide(&mut self, must_explore: bool) -> Result<bool, Failure> {
        match self.phases(must_explore) {
            Ok(()) => Ok(true),
            Err(Broken::Defect) => Ok(false),
            Err(Broken::Failed(failure)) => Err(failure),
        }
    }

    fn phases(&mut self, must_explore: bool) -> Result<(), Broken> {
        if !self.is_open() && !must_explore {
            return Ok(());
        }
        if self.asks(Decider::Predict) {
            self.predict()?;
        }
        self.direct(FEW)?;
        if self.asks(Decider::Check) && (self.is_open() || must_explore) {
            self.explore()?;
        }
        self.direct(MORE)?;
        while self.options.limits.time.is_some() && self.asks(Decider::Directed) && self.goes_on() {
            self.direct(MORE)?;
        }
        self.conclude();
        Ok(())
    }

    pub(super) fn asks(&self, decider: Decider) -> bool {
        self.deciders.contains(&decider)
    }

    fn is_open(&self) -> bool {
        self.candidates.iter().any(Candidate::is_open)
    }

    pub(super) fn goes_on(&self) -> bool {
        self.is_open()
            && self.unsupported.is_none()
            && !self.interrupt.is_asked()
            && self.has_time()
    }

    /// Whether time is left to begin anything with; without a limit there always is.
    fn has_time(&self) -> bool {
        self.left().is_none_or(|left| left > MOMENT)
    }

    pub fn left(&self) -> Option<Duration> {
        self.options.limits.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    pub(super) fn limits(&self) -> Limits {
        Limits { time: self.left(), ..self.options.limits }
    }

    /// What is left, of the time so many quarters: the rest is for others.
    fn share(&self, quarters: u32) -> Limits {
        let time = self.left().map(|left| left * quarters / 4);
        Limits { time, ..self.options.limits }
    }

    /// Single executions: exact, since whoever executes one again is.
    pub(super) fn executing(&self) -> CheckOptions {
        let mut options = self.options.clone();
        options.search.auto = false;
        options.library = Library::Exact;
        options.findings = Findings::All;
        options
    }

    fn job<'b>(&'b self, options: &'b CheckOptions, watchdog: &Watchdog) -> Job<'b> {
        let run = machine::run_options(&options.machine, self.jdk, self.program);
        let run = RunOptions { cancellation: watchdog.cancellation(), ..run };
        Job { options, program: self.program, run }
    }

    fn predict(&mut self) -> Result<(), Broken> {
        self.terminal.show("predicting from one execution");
        let options = self.executing();
        let is_last = self.deciders == [Decider::Predict];
        let limits = if is_last { self.limits() } else { self.share(1) };
        let watchdog = Watchdog::start(&limits, self.interrupt.clone());
        let engines = predict::engines(self.settings)?;
        let seed = predict::number(self.settings, Key::Seed);
        let job = self.job(&options, &watchdog);
        let predicted = guard::on_a_large_stack(|| {
            predict::predict_runs(&job, engines.as_deref(), seed, 1, false)
        })?;
        let Some((report, executed)) = self.unless_refused(predicted)? else { return Ok(()) };
        report.endings.iter().for_each(|ending| self.note_beside(ending));
        for executed in executed {
            self.witnessed(executed.finding, (&options, &executed.fineness), "predict")?;
        }
        Ok(())
    }

    /// What came of a phase; nothing if the program could not even begin, which is noted.
    pub(super) fn unless_refused<T>(
        &mut self,
        answer: Option<Result<T, Refusal>>,
    ) -> Result<Option<T>, Broken> {
        match answer {
            None => Err(Broken::Defect),
            Some(Ok(answer)) => Ok(Some(answer)),
            Some(Err(Refusal::Failed(failure))) => Err(Broken::Failed(failure)),
            Some(Err(Refusal::Unsupported(what))) => {
                self.unsupported.get_or_insert(what.what);
                Ok(None)
            }
            Some(Err(Refusal::Cancelled(cause))) => {
                self.note_limit(cause);
                Ok(None)
            }
        }
    }

    fn note_limit(&mut self, cause: Cause) {
        let limit = match cause {
            Cause::Time if self.has_time() => return,
            Cause::Time => "the limit of time (--time)".to_owned(),
            Cause::Memory => "the limit of memory (--memory)".to_owned(),
            Cause::Asked => self.interrupt.name().to_owned(),
        };
        self.limit.get_or_insert(limit);
    }

    /// The rounds of `check`: what they find, and if they come to the end, what they prove.
    fn explore(&mut self) -> Result<(), Broken> {
        if self.unsupported.is_some() || !self.has_time() {
            return Ok(());
        }
        let mut options = self.options.clone();
        options.search.auto = true;
        options.findings = Findings::All;
        options.exit_status = ExitStatus::Note;
        options.limits = if self.asks(Decider::Directed) { self.share(3) } else { self.limits() };
        let until = options.limits.time.map(|share| Instant::now() + share);
        let checking = check::Check {
            settings: self.settings,
            options: &options,
            jdk: self.jdk,
            interrupt: self.interrupt.clone(),
            is_alone: true,
        };
        let checked = checking.explore(self.program, None)?.ok_or(Broken::Defect)?;
        let report = &checked.report;
        for (finding, (options, fineness)) in report.findings.iter().zip(&checked.shown_by) {
            self.witnessed(finding.clone(), (options, fineness), "check")?;
        }
        report.exits.iter().for_each(|exit| self.note_beside(&exit.what));
        self.is_complete = report.complete && report.unsupported.is_empty();
        if let Some(unsupported) = report.unsupported.first() {
            self.unsupported.get_or_insert(unsupported.what.what.clone());
        }
        let is_limit_of_share = until.is_some_and(|until| Instant::now() >= until);
        if !self.is_complete && self.limit.is_none() && !is_limit_of_share {
            self.limit.clone_from(&report.limit);
        }
        if self.is_complete {
            let decided = report.rounds.iter().rfind(|round| round.ended == "complete");
            let by = decided.map_or("check", |round| round.search);
            let by = format!("check ({by}, {} library)", report.engine.library);
            for candidate in self.candidates.iter_mut().filter(|one| one.is_open()) {
                // Which of those it is nobody knows; the others are proved.
                if !matches!(candidate.status, Status::Open(Reason::Ambiguous)) {
                    candidate.status = Status::Proved { by: by.clone(), is_known: false };
                }
            }
            self.assumptions = checked.assumed_by_proofs;
        }
        Ok(())
    }

    /// Whether a race decides something.
    pub(super) fn is_news(&self, finding: &Finding) -> bool {
        let Some(race) = &finding.race else { return false };
        let which = candidates::which(&self.candidates, race);
        which.is_empty() && !self.unexpected.iter().any(|known| known.finding.is_same(finding))
            || which.iter().any(|at| {
                matches!(self.candidates[*at].status, Status::Open(_) | Status::Proved { .. })
            })
    }

    /// Whether a race of that variable was executed that is of no candidate.
    pub fn has_raced(&self, variable: &str) -> bool {
        let mut races = self.unexpected.iter().filter_map(|witness| witness.finding.race.as_ref());
        races.any(|race| variables_alike(&race.variable) == variable)
    }

    /// Notes a finding that was executed twice.
    pub fn witnessed(
        &mut self,
        finding: Finding,
        (options, fineness): (&CheckOptions, &Fineness),
        by: &str,
    ) -> Result<(), Failure> {
        let Some(race) = &finding.race else {
            self.note_beside(&finding);
            return Ok(());
        };
        if !self.is_news(&finding) {
            return Ok(());
        }
        let which = candidates::which(&self.candidates, race);
        let trace =
            check::trace_of(&finding, fineness, self.settings, options, self.program, self.jdk)?;
        let trace = trace_file::render(&trace, &finding.trace);
        let witness = Witness { by: by.to_owned(), finding, trace, file: None, is_known: false };
        self.note(&which, witness);
        Ok(())
    }

    /// Notes that an execution ended as none should, with all threads of a deadlock.
    pub(super) fn note_beside(&mut self, ending: &Finding) {
        let mut told = ending.clone();
        deadlock::complete(&mut told);
        *self.beside.entry(told.message).or_default() += 1;
    }

    /// Notes the witness of one of these candidates.
    pub fn note(&mut self, which: &[usize], witness: Witness) {
        let Some((first, others)) = which.split_first() else {
            self.unexpected.push(witness);
            return;
        };
        for other in others {
            let candidate = &mut self.candidates[*other];
            if candidate.is_open() {
                candidate.status = Status::Open(Reason::Ambiguous);
            }
        }
        let candidate = &mut self.candidates[*first];
        if let Status::Proved { by, is_known } = &candidate.status {
            let (whose, next) = if *is_known {
                (
                    " as the ledger says",
                    "audit again with a new ledger; if both come again, report it",
                )
            } else {
                ("", "report it")
            };
            self.contradictions.push(format!(
                "{}: proved by {by}{whose}, and executed as a race by {}: {next}, with the classes and the trace (`--save-traces DIR`)",
                candidate.key, witness.by
            ));
        }
        if !candidate.is_witnessed() {
            candidate.status = Status::Witnessed(Box::new(witness));
        }
    }

    /// Says of what is left why.
    fn conclude(&mut self) {
        if self.is_open() {
            self.note_limit(Cause::Time);
        }
        let only_predicts = self.deciders == [Decider::Predict] && self.limit.is_none();
        for (candidate, seen) in self.candidates.iter_mut().zip(&self.seen) {
            let Status::Open(reason) = &mut candidate.status else { continue };
            if *reason == Reason::Ambiguous {
                continue;
            }
            *reason = match (&self.unsupported, seen) {
                (Some(what), _) => Reason::Unsupported(what.clone()),
                (None, None) if only_predicts => Reason::Unasked,
                (None, None) => Reason::Untried,
                (None, Some(Seen { reached: [false, _], .. })) => Reason::NotReached(0),
                (None, Some(Seen { reached: [_, false], .. })) => Reason::NotReached(1),
                (None, Some(Seen { at_once: false, .. })) => Reason::NeverAtOnce,
                (None, Some(_)) => Reason::Ordered,
            };
        }
    }

    /// Whether nothing of ours is to be said meanwhile.
    pub fn is_quiet(options: &CheckOptions) -> bool {
        options.detail == Detail::Quiet
    }
}
