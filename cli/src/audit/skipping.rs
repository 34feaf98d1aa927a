//! `check --skip-proved LEDGER`: races of variables that the scan of an audit has proved impossible,
//! whatever the input, are not looked for again.
//!
//! A proof counts if it is of what is checked now: the same main class, class files, JDK, version,
//! system properties and trusted or benign classes and variables, and a scan without gaps. The
//! arguments may differ, since it is of all inputs. Threads are switched as without it, so that the
//! schedules, and all else that is found in them, are the same; only the detector is not told.
//!
//! Before the search a few executions are looked at as if nothing were proved. A race of what is to
//! be skipped ends the check: then the scan, or the ledger, is wrong.

use std::collections::BTreeSet;
use std::path::PathBuf;

use raceproof_base::{Finding, variables_alike};
use raceproof_config::{CheckOptions, Findings, Key, Library, Settings};
use raceproof_search::{Covers, SplitMix};
use raceproof_vm::RunOptions;

use crate::audit::aiming::Plan;
use crate::audit::been::Been;
use crate::audit::directed::Directed;
use crate::audit::ledger::{Head, Ledger};
use crate::audit::parting::{Batch, Sought};
use crate::commands::check::{Check, trace_of};
use crate::commands::predict;
use crate::exploration::Job;
use crate::failure::{Failure, Status};
use crate::jdk::Jdk;
use crate::machine::{self, Fineness, Refusal};
use crate::report::{CheckReport, SkippedReport, Verdict, visible};
use crate::target::Program;
use crate::watchdog::Watchdog;
use crate::{guard, trace_file};

/// Executions that are looked at as if nothing were proved.
const LOOKED_AT: u64 = 8;

/// What of a ledger holds.
pub struct Skipping {
    ledger: PathBuf,
    /// By class and name.
    fields: BTreeSet<(String, String)>,
    /// What the scan assumed.
    assumptions: Vec<String>,
    /// Why there are none.
    none: Option<String>,
}

impl Skipping {
    /// What is asked to be skipped, as far as it holds; a file that is no ledger of this program is
    /// refused.
    pub fn asked(
        settings: &Settings,
        options: &CheckOptions,
        jdk: &Jdk,
        program: &Program,
    ) -> Result<Option<Self>, Failure> {
        let Some(path) = settings.path(Key::SkipProved) else { return Ok(None) };
        let ledger = Ledger::read_whole(&path)?;
        ledger.refuse_another_program(&path, program, "--skip-proved")?;
        let now = Head::of_scan(settings, options, jdk, program, ledger.classes())?;
        let none = why_none(options, &ledger, &now);
        let fields =
            if none.is_some() { BTreeSet::new() } else { ledger.proved_fields().collect() };
        let assumptions = ledger.scan_assumptions.clone();
        Ok(Some(Self { ledger: path, fields, assumptions, none }))
    }

    /// For a search that does not look for them.
    pub fn options(&self, options: &CheckOptions) -> CheckOptions {
        CheckOptions { proved: self.fields.clone(), ..options.clone() }
    }

    /// Says so in the report. A finding is real, whatever was skipped; all else rests on it.
    pub fn tell(&self, report: &mut CheckReport) {
        let skipped = SkippedReport {
            ledger: self.ledger.display().to_string(),
            variables: self.fields.iter().map(|(class, name)| format!("{class}.{name}")).collect(),
            why_none: self.none.clone(),
        };
        if report.verdict != Verdict::Violated && self.none.is_none() {
            report.guarantee += &format!("; {}", skipped.in_words());
            let assumptions = self.assumptions.iter();
            report.assumptions.extend(
                assumptions.map(|one| format!("of what was skipped, the scan assumes: {one}")),
            );
        }
        report.skipped = Some(skipped);
    }

    /// Whether a finding is a race that cannot be, if the proofs hold.
    fn denies(&self, finding: &Finding) -> bool {
        let variable = finding.race.as_ref().map(|race| variables_alike(&race.variable));
        let field = variable.and_then(|variable| variable.rsplit_once('.'));
        field
            .is_some_and(|(class, name)| self.fields.contains(&(class.to_owned(), name.to_owned())))
    }

    /// Looks at a few executions for what is to be skipped; false after a defect that is announced.
    pub fn look(&self, check: &Check<'_>, program: &Program) -> Result<bool, Failure> {
        if self.fields.is_empty() {
            return Ok(true);
        }
        let mut options = check.options.clone();
        options.search.auto = false;
        options.library = Library::Exact;
        options.findings = Findings::All;
        let watchdog = Watchdog::start(&options.limits, check.interrupt.clone());
        let run = machine::run_options(&options.machine, check.jdk, program);
        let run = RunOptions { cancellation: watchdog.cancellation(), ..run };
        let job = Job { options: &options, program, run };
        let seed = predict::number(check.settings, Key::Seed);
        match guard::on_a_large_stack(|| self.executed(&job, seed))? {
            None => Ok(false),
            Some(Ok(None)) => Ok(true),
            Some(Ok(Some((race, fineness)))) => {
                Err(self.denied(&race, &fineness, check, &options, program)?)
            }
            Some(Err(Refusal::Failed(failure))) => Err(failure),
            // The search will meet the same, and say so.
            Some(Err(Refusal::Unsupported(_) | Refusal::Cancelled(_))) => Ok(true),
        }
    }

    /// A race that was executed twice, of those that cannot be.
    fn executed(&self, job: &Job<'_>, seed: u64) -> Result<Option<(Finding, Fineness)>, Refusal> {
        let mut directed = Directed::at(job, &[])?;
        let seed = SplitMix::new(seed).next_u64();
        for run in 0..LOOKED_AT {
            let is_sought = |finding: &Finding| self.denies(finding);
            let plan = Plan::without_an_aim(run);
            let batch =
                Batch { first: run, plan, most: 1, enough: None, seed: seed.wrapping_add(run) };
            let sought = Sought { is: &is_sought, may_be: &is_sought };
            let executed = directed.execute(&[], batch, &mut Been::default(), sought)?;
            let Some(mut race) = executed.walk.findings.into_iter().find(is_sought) else {
                continue;
            };
            let is_confirmed = directed.confirm(&mut race)?;
            return Ok(is_confirmed.then(|| (race, directed.fineness.clone())));
        }
        Ok(None)
    }

    /// That we are wrong, or the ledger is.
    fn denied(
        &self,
        race: &Finding,
        fineness: &Fineness,
        check: &Check<'_>,
        options: &CheckOptions,
        program: &Program,
    ) -> Result<Failure, Failure> {
        if let Some(path) = &options.save_trace {
            let trace = trace_of(race, fineness, check.settings, options, program, check.jdk)?;
            trace_file::write(path, &trace, &race.trace)?;
        }
        let ledger = self.ledger.display();
        let mut failure = Failure::new(
            Status::Defect,
            format!(
                "a race was executed that the scan has proved impossible for all inputs, as the ledger `{ledger}` says: {}",
                visible(&race.message)
            ),
        );
        failure.details.push(format!("schedule: {:?}", race.schedule.choices));
        Ok(failure
            .help("check without `--skip-proved`: that needs no proof of the scan")
            .help("audit again with a new ledger; if it says the same, please report it, with the classes, the ledger and the trace (`--save-trace FILE`)"))
    }
}

/// Why nothing of the ledger counts now, and what to do; nothing if it does.
fn why_none(options: &CheckOptions, ledger: &Ledger, now: &Head) -> Option<String> {
    let again = "audit again with `--ledger`";
    if !options.race.detects() {
        return Some("races are not looked for (`--race off`)".to_owned());
    }
    if options.search.strategy.about().covers == Covers::RacingOrders {
        return Some(
            "`--search pdp` works out from all accesses what it may leave out; choose another search, or rounds"
                .to_owned(),
        );
    }
    if let Some(difference) = ledger.difference_for_all_inputs(now) {
        return Some(format!("{difference} since the ledger was written; {again}"));
    }
    if ledger.has_gaps() {
        return Some(
            "the scan had gaps, which may hide accesses; `raceproof audit` names them".to_owned(),
        );
    }
    let is_empty = ledger.proved_fields().next().is_none();
    is_empty.then(|| "the scan has proved nothing of any variable for all inputs".to_owned())
}
