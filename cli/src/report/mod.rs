//! What a check found, and its three forms: text for people, JSON by the contract, JUnit for build servers.
//!
//! The forms are functions of a [`CheckReport`] and nothing else, so that equal checks give equal reports.

mod excerpt;
mod fold;
mod json;
mod junit;
mod page;
#[cfg(test)]
mod samples;
mod text;

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use raceproof_base::{Finding, Unsupported};
use raceproof_config::Format;
use raceproof_search::Reduction;

use crate::failure::Failure;
use crate::source_lines::SourceLines;

pub use excerpt::short;
pub use json::as_json;
pub use junit::as_junit;
pub use page::{counted, grouped, visible};
pub use text::{TextOptions, as_text};

/// The report in a format.
pub fn render(
    report: &CheckReport,
    format: Format,
    sources: &SourceLines,
    options: TextOptions,
) -> Result<String, Failure> {
    match format {
        Format::Text => Ok(as_text(report, sources, options)),
        Format::Json => Ok(format!("{:#}\n", as_json(report))),
        Format::Junit => Ok(as_junit(report, sources)),
        Format::Sarif | Format::Html => {
            Err(Failure::bad_input("this version's reports are `--format text`, `json` or `junit`"))
        }
    }
}

/// Puts a report where it is wanted: into a file, else on standard output.
pub fn deliver(text: &str, output: Option<&Path>) -> Result<(), Failure> {
    match output {
        Some(path) => write_file(path, text),
        None => {
            let mut out = io::stdout().lock();
            match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                // Whoever closed standard output does not want to know; the exit status still tells.
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                    Err(Failure::bad_input(format!("the report cannot be written to standard output: {error}"))
                        .help("give it a file: `--output FILE`"))
                }
                _ => Ok(()),
            }
        }
    }
}

/// Writes a report into a file.
pub fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| {
        Failure::bad_input(format!("the report cannot be written to `{}`: {error}", path.display()))
            .help("name a file that can be written: `--output FILE`")
    })
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
    /// What the verdict means for this engine.
    pub guarantee: String,
    /// What it rests on.
    pub assumptions: Vec<String>,
    pub findings: Vec<Finding>,
    pub statistics: Statistics,
    /// What ended the search before its time, as a noun: "the limit of 1,000 states (--max-states)".
    pub limit: Option<String>,
    /// What the program needed and the machine does not have.
    pub unsupported: Option<Unsupported>,
}

#[derive(Clone, Debug, Default)]
pub struct TargetReport {
    /// Binary name of the main class.
    pub main: String,
    pub arguments: Vec<String>,
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
    /// What the race detector keeps: how many have a set of variables, and how many variables there are.
    pub detector_size: Option<(usize, usize)>,
    /// What a reduction did.
    pub reduction: Option<Reduction>,
}
