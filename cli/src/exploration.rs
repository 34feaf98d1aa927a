//! The machine and a search put together: a program is started, its schedules are explored, and whatever is found is
//! executed again from the start before anyone is told.

use std::io::{self, BufWriter, Write as _};

use raceproof_base::{Finding, Machine as _, Schedule, Step};
use raceproof_config::{CheckOptions, Findings, Listener as ListenerName, ProgramOutput, Search};
use raceproof_listeners::{Printer, Recorder, deadlock};
use raceproof_search::{Exploration, Monitor, ReplayOutcome, SearchOptions, StrategyKind};
use raceproof_vm::{ExploreOptions, Explorer, RunOptions};

use crate::failure::{Failure, Status};
use crate::machine::{self, Refusal};
use crate::report::visible;
use crate::target::Program;

/// A walk that is only to show what the program prints ends here at the latest.
const LONGEST_SHOWN: u64 = 100_000;

/// What is to be explored, and how.
pub struct Job<'a> {
    pub options: &'a CheckOptions,
    pub program: &'a Program,
    pub run: RunOptions,
}

impl Job<'_> {
    /// Explores; the findings are confirmed and told step by step.
    pub fn explore(&self, monitor: &mut dyn Monitor) -> Result<Exploration, Refusal> {
        let explore = machine::explore_options(self.options);
        let mut explorer = machine::start(&self.run, explore, self.program)?;
        let options = search_options(self.options);
        let mut exploration = if self.prints() {
            let mut printer = Printer::new(BufWriter::new(io::stderr()));
            let exploration = raceproof_search::explore(&mut explorer, &mut printer, &options, monitor);
            finish(printer);
            exploration
        } else {
            raceproof_search::explore(&mut explorer, &mut (), &options, monitor)
        };
        for finding in &mut exploration.findings {
            confirm(&mut explorer, finding).map_err(Refusal::Failed)?;
        }
        if self.options.program_output == ProgramOutput::Show {
            self.show_output(explore, exploration.findings.first())?;
        }
        Ok(exploration)
    }

    /// Executes a schedule once, and tells it step by step.
    pub fn replay(&self, schedule: &Schedule) -> Result<(ReplayOutcome, Told), Refusal> {
        let mut explore = machine::explore_options(self.options);
        explore.show_output = self.options.program_output == ProgramOutput::Show;
        framed(explore.show_output, "the execution that the trace tells", || {
            let mut explorer = machine::start(&self.run, explore, self.program)?;
            let mut recorder = Recorder::of(schedule);
            let outcome = if self.prints() {
                let mut both = (Printer::new(BufWriter::new(io::stderr())), recorder);
                let outcome = raceproof_search::replay(&mut explorer, &mut both, schedule);
                finish(both.0);
                recorder = both.1;
                outcome
            } else {
                raceproof_search::replay(&mut explorer, &mut recorder, schedule)
            };
            let instructions = explorer.work().instructions;
            Ok((outcome, Told { steps: recorder.into_steps(), instructions }))
        })
    }

    fn prints(&self) -> bool {
        self.options.listeners.contains(&ListenerName::Print)
    }

    /// What the program prints, in the execution of the finding, else in one of many.
    fn show_output(&self, explore: ExploreOptions, finding: Option<&Finding>) -> Result<(), Refusal> {
        let explore = ExploreOptions { show_output: true, ..explore };
        let which = if finding.is_some() { "the execution that is told below" } else { "one execution" };
        framed(true, which, || {
            let mut explorer = machine::start(&self.run, explore, self.program)?;
            match finding {
                Some(finding) => {
                    raceproof_search::replay(&mut explorer, &mut (), &finding.schedule);
                }
                None => {
                    let strategy = StrategyKind::Random { seed: 0, runs: 1 };
                    let options =
                        SearchOptions { strategy, max_depth: Some(LONGEST_SHOWN), ..SearchOptions::default() };
                    raceproof_search::explore(&mut explorer, &mut (), &options, &mut ());
                }
            }
            Ok(())
        })
    }
}

/// A schedule that was executed.
pub struct Told {
    pub steps: Vec<Step>,
    /// Executed by the machine, its start included.
    pub instructions: u64,
}

fn search_options(options: &CheckOptions) -> SearchOptions {
    let strategy = match &options.search {
        Search::BreadthFirst => StrategyKind::BreadthFirst,
        Search::Random { seed, runs } => StrategyKind::Random { seed: *seed, runs: runs.get() },
        // The others come with later versions; the table of words refuses them before anyone gets here.
        Search::DepthFirst | Search::Heuristic(_) | Search::Lockset | Search::Dpor | Search::Pdp => {
            StrategyKind::DepthFirst
        }
    };
    SearchOptions {
        strategy,
        all: options.findings == Findings::All,
        max_states: options.limits.states.map(std::num::NonZeroU64::get),
        max_depth: options.limits.depth.map(std::num::NonZeroU64::get),
        time: options.limits.time,
        memory: options.limits.memory,
    }
}

/// Executes a finding's schedule again. If that shows the finding, it is told step by step; if not, we are wrong.
fn confirm(explorer: &mut Explorer, finding: &mut Finding) -> Result<(), Failure> {
    let start = explorer.save();
    let mut recorder = Recorder::of(&finding.schedule);
    let outcome = raceproof_search::replay(explorer, &mut recorder, &finding.schedule);
    explorer.restore(&start);
    if !outcome.confirms(finding) {
        return Err(unconfirmed(finding, &outcome));
    }
    tell(finding, recorder.into_steps());
    Ok(())
}

/// Completes a finding by what the execution of its schedule has told.
pub fn tell(finding: &mut Finding, steps: Vec<Step>) {
    finding.trace = steps;
    deadlock::complete(finding);
}

fn unconfirmed(finding: &Finding, outcome: &ReplayOutcome) -> Failure {
    let told = |finding: &Finding| format!("{} ({})", finding.kind.name(), visible(&finding.message));
    let mut failure = Failure::new(
        Status::Defect,
        format!(
            "a finding is not shown again by its own schedule of {} steps, so it may be none: {}",
            finding.schedule.len(),
            told(finding)
        ),
    );
    failure.details = finding.threads.iter().map(|t| visible(&format!("{} {}", t.name, t.state))).collect();
    failure.details.push(format!("the schedule leads to: {}", visible(&format!("{:?}", outcome.end))));
    for shown in &outcome.findings {
        failure.details.push(format!("there: {}", told(shown)));
        failure.details.extend(shown.threads.iter().map(|t| visible(&format!("{} {}", t.name, t.state))));
    }
    failure.help("this says nothing about your program: please report it, with the program and these lines")
}

fn finish<W: io::Write>(printer: Printer<W>) {
    if let Err(error) = printer.finish() {
        log::warn!("not all events could be printed: {error}");
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
