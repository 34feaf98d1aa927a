//! What a check found, and its forms: text for people, JSON by the contract, JUnit for build
//! servers, SARIF and GitHub's commands for what shows problems in source code, a page for a browser.
//!
//! The forms are functions of a [`CheckReport`] and nothing else, so that equal checks give equal
//! reports.

mod caret;
mod excerpt;
mod fold;
mod github;
pub mod html;
mod json;
mod junit;
mod outline;
mod page;
#[cfg(test)]
pub mod samples;
mod sarif;
mod steps;
mod text;
mod thread_columns;
pub mod unit_tests;
mod verdict;
pub mod whereabouts;

use std::io::{self, Write as _};
use std::path::Path;

use raceproof_base::{Finding, Unsupported};
use raceproof_config::Format;
use raceproof_search::{Bounded, Counted, Reduction};

use crate::failure::Failure;
use crate::output_file;
use crate::source_lines::SourceLines;

pub use excerpt::{WIDEST, beginning, location, short, with_blanks};
pub use github::as_github;
pub use json::{as_json, finding as finding_as_json, put_path, weak_races as weak_races_as_json};
pub use junit::{as_junit, attribute, escaped, of_all};
pub use outline::{Labelled, Level, Notice, Outline, Problem, Weight, method};
pub use page::{Page, Style, counted, grouped, visible};
pub use sarif::as_sarif;
pub use text::{TextOptions, as_text, finding as put_finding, message as put_message};
pub use thread_columns::Room;
pub use verdict::weak_races as put_weak_races;

/// The version of the objects of `--format json`: it changes when a key goes, or comes to mean
/// something else. `docs/report.schema.json` says what they are.
pub const FORMAT_VERSION: u32 = 1;

/// The report in a format.
pub fn render(
    report: &CheckReport,
    format: Format,
    sources: &SourceLines,
    options: TextOptions,
) -> Result<String, Failure> {
    match format {
        Format::Text => Ok(as_text(report, sources, options)),
        Format::Json => Ok(format!("{:#}\n", as_json(report, sources))),
        Format::Junit => Ok(as_junit(report, sources)),
        Format::Html => Ok(html::as_html(report, sources)),
        Format::Github => Ok(as_github(&Outline::of(report), sources)),
        Format::Sarif => Ok(format!("{:#}\n", as_sarif(&Outline::of(report), sources))),
    }
}

/// Puts a report where it is wanted: into a file, else on standard output.
pub fn deliver(text: &str, output: Option<&Path>) -> Result<(), Failure> {
    match output {
        Some(path) => write_file(path, text),
        None => put(text)
            .map(|_| ())
            .map_err(|error| unprinted("report", &error).help("give it a file: `--output FILE`")),
    }
}

/// Puts a text on standard output that no option puts elsewhere; false if that is closed.
pub fn print(text: &str) -> Result<bool, Failure> {
    answered(write(text))
}

/// What came of putting an answer there.
pub fn answered(written: io::Result<()>) -> Result<bool, Failure> {
    unless_closed(written).map_err(|error| {
        unprinted("answer", &error).help("let standard output lead to what can be written to")
    })
}

fn unprinted(what: &str, error: &io::Error) -> Failure {
    Failure::bad_input(format!("the {what} cannot be written to standard output: {error}"))
}

fn put(text: &str) -> io::Result<bool> {
    unless_closed(write(text))
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}

/// False if standard output is closed. Who has closed it, as `head` does, does not want to know, and
/// the exit status still tells.
fn unless_closed(written: io::Result<()>) -> io::Result<bool> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error),
    }
}

/// Writes a report into a file.
pub fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    output_file::write(path, text).map_err(|error| unwritten(path, &error))
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Failure::bad_input(format!("the report cannot be written to `{}`: {error}", path.display()))
        .help("name a file that can be written: `--output FILE`")
}

/// Says now if a report could not be written later.
pub fn can_be_written(path: &Path) -> Result<(), Failure> {
    output_file::probe(path).map_err(|error| unwritten(path, &error))
}

/// The outcome of a check.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The command that asked.
    pub command: &'static str,
    pub target: TargetReport,
    pub engine: EngineReport,
    pub verdict: Verdict,
    /// Whether everything was explored.
    pub complete: bool,
    /// Whether schedules were left out that are not fair.
    pub held_back: bool,
    /// Whether operations of the class library were single steps that are not known to take effect
    /// at one instant.
    pub assumes_steps: bool,
    /// What the verdict means for this engine.
    pub guarantee: String,
    /// What it rests on.
    pub assumptions: Vec<String>,
    /// Those of them by which races were not looked for, since the user accepts them.
    pub accepted: Vec<String>,
    pub findings: Vec<Finding>,
    /// Ends by another status than 0, if these are only counted.
    pub exits: Vec<Counted<Finding>>,
    /// Pairs of accesses that nothing orders, none of them plain, one of them weaker than volatile.
    pub weak_races: Vec<Finding>,
    /// Races of which no access is made by a class that is checked, or on its behalf.
    pub in_libraries: Vec<Finding>,
    pub statistics: Statistics,
    /// What a configuration of JPF's asks for that was not heeded.
    pub not_checked: Vec<String>,
    /// What was not looked for since it is proved, if that was asked.
    pub skipped: Option<SkippedReport>,
    /// What ended the search before its time, as a noun: "the limit of 1,000 states
    /// (--max-states)".
    pub limit: Option<String>,
    /// What to try if nothing was found before that.
    pub next: Vec<String>,
    /// What was done in rounds, if it was.
    pub rounds: Vec<RoundReport>,
    /// What ended executions because the machine does not have it.
    pub unsupported: Vec<Counted<Unsupported>>,
}

#[derive(Clone, Debug, Default)]
pub struct TargetReport {
    /// Binary name of the main class; of a test its class.
    pub main: String,
    pub arguments: Vec<String>,
    /// The test, if it is one: `pkg.BankTest#transfers`.
    pub test: Option<String>,
}

/// Variables whose races were not looked for, since a scan has proved them for all inputs.
#[derive(Clone, Debug, Default)]
pub struct SkippedReport {
    /// The file that says so.
    pub ledger: String,
    pub variables: Vec<String>,
    /// If there are none: why, and what to do.
    pub why_none: Option<String>,
}

impl SkippedReport {
    /// For people, and for the guarantee.
    pub fn in_words(&self) -> String {
        let Self { ledger, variables, why_none } = self;
        if let Some(why) = why_none {
            return format!("nothing that the ledger `{ledger}` has (--skip-proved): {why}");
        }
        format!(
            "races of {} were not looked for ({}): `scan` has proved for all inputs that there are none, as the ledger `{ledger}` says (--skip-proved)",
            counted(variables.len() as u64, "variable"),
            variables.join(", ")
        )
    }
}

/// The engine, in the words of the options that chose it.
#[derive(Clone, Debug, Default)]
pub struct EngineReport {
    pub search: String,
    /// The values of the heuristic search; empty for others.
    pub heuristic: Vec<String>,
    /// The race detector, `off` without one.
    pub race: String,
    pub granularity: String,
    /// Whether operations of the class library were one step.
    pub library: &'static str,
}

/// One of several searches.
#[derive(Clone, Debug)]
pub struct RoundReport {
    pub search: &'static str,
    pub library: &'static str,
    pub states: u64,
    pub revisited: u64,
    pub transitions: u64,
    pub executions: u64,
    pub max_depth: u64,
    pub instructions: u64,
    pub findings: usize,
    /// Whether waits ended by their time only when nothing else could go on, though nobody asked for
    /// that.
    pub is_idle: bool,
    /// If it went by preemptions.
    pub bounded: Option<Bounded>,
    /// How it ended, in a few words.
    pub ended: String,
}

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Explored completely with a race detector, nothing found.
    RaceFree,
    /// Explored completely without a race detector, nothing found.
    Passed,
    /// Something was found.
    Violated,
    /// A limit came first.
    Incomplete,
    /// The program needs what is not modelled.
    Unsupported,
}

impl Verdict {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::RaceFree => "race-free",
            Verdict::Passed => "passed",
            Verdict::Violated => "violated",
            Verdict::Incomplete => "incomplete",
            Verdict::Unsupported => "unsupported",
        }
    }

    /// The exit status of the contract.
    pub fn status(self) -> i32 {
        match self {
            Verdict::RaceFree | Verdict::Passed => 0,
            Verdict::Violated => 1,
            Verdict::Incomplete => 3,
            Verdict::Unsupported => 4,
        }
    }
}

/// What the check took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    pub states: u64,
    pub revisited: u64,
    pub transitions: u64,
    /// Complete executions explored.
    pub executions: u64,
    pub max_depth: u64,
    pub instructions: u64,
    pub elapsed_ms: u64,
    /// Unknown where the system does not tell.
    pub peak_memory_bytes: Option<u64>,
    /// What the race detector keeps: how many have a set of variables, and how many variables there
    /// are.
    pub detector_size: Option<(usize, usize)>,
    /// What a reduction did.
    pub reduction: Option<Reduction>,
}
