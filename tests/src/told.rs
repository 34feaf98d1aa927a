//! The JSON reports of `check` and `replay`, held to the format of a report and to the expectation
//! in a program's first line.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::checked::Expected;
use crate::process::Finished;
use crate::schemas;

/// The keys of every report, in this order.
const KEYS: [&str; 14] = [
    "tool",
    "version",
    "format_version",
    "command",
    "target",
    "engine",
    "verdict",
    "complete",
    "guarantee",
    "assumptions",
    "unsupported",
    "findings",
    "weak_races",
    "statistics",
];
const STATISTICS: [&str; 8] = [
    "states",
    "revisited",
    "transitions",
    "executions",
    "max_depth",
    "instructions",
    "elapsed_ms",
    "peak_memory_bytes",
];

/// The depth at which a search stops following an execution: a program that ends under `java` must
/// stay below.
const LONGEST: u64 = 100_000;

/// The answer of a command.
pub struct Told {
    /// The exit status.
    pub status: i32,
    /// What `--format json` writes.
    pub report: Value,
}

impl Told {
    /// The answer, if the report has the right keys, and a verdict that fits the exit status.
    pub fn of(finished: &Finished) -> Result<Self, String> {
        let stderr = finished.stderr_text();
        let wrong = |why: &str| {
            format!("{why}\nstatus {:?}\n{}{stderr}", finished.status, finished.stdout_text())
        };
        let status = finished.status.ok_or_else(|| wrong("ended by a signal"))?;
        if !stderr.is_empty() {
            return Err(wrong("something is said on standard error"));
        }
        let report = schemas::read(&finished.stdout).map_err(|error| wrong(&error))?;
        let keys = |value: &Value| -> Vec<String> {
            value.as_object().into_iter().flat_map(|o| o.keys().cloned()).collect()
        };
        let mut told = keys(&report);
        told.retain(|key| {
            !["limit", "next", "not_checked", "skipped", "exit_statuses", "in_libraries", "rounds"]
                .contains(&key.as_str())
        });
        let mut statistics = keys(&report["statistics"]);
        statistics.retain(|key| key != "h" && key != "reduction");
        if told != KEYS || statistics != STATISTICS {
            return Err(wrong("the keys are others"));
        }
        let expected = match report["verdict"].as_str() {
            Some("passed" | "race-free") => 0,
            Some("violated") => 1,
            Some("incomplete") => 3,
            Some("unsupported") => 4,
            _ => return Err(wrong("the verdict is no word of the contract")),
        };
        let is_complete = report["complete"] == true;
        // A check that goes on after a violation may be complete, too.
        let fits = if status == 1 {
            report["complete"].is_boolean()
        } else {
            is_complete == (status == 0)
        };
        if status != expected || !fits {
            return Err(wrong("the status does not fit the report"));
        }
        Ok(Self { status, report })
    }

    /// The same for a program that ends under `java`: its executions must stay below the depth
    /// limit.
    pub fn of_ending(finished: &Finished) -> Result<Self, String> {
        let told = Self::of(finished)?;
        if told.report["statistics"]["max_depth"].as_u64() >= Some(LONGEST) {
            return Err(format!("an execution was followed for too long:\n{:#}", told.report));
        }
        Ok(told)
    }

    /// Compares the report with the expectation of a first line.
    pub fn fits(&self, expected: &Expected) -> Result<(), String> {
        let Expected {
            verdict,
            kinds,
            statuses,
            exception,
            variables,
            conflicts,
            lines,
            findings,
            ..
        } = expected;
        let finding = &self.report["findings"][0];
        let fits_kinds = match kinds.as_slice() {
            [] => true,
            [kind] => finding["kind"] == kind.as_str(),
            kinds => {
                self.all("kind")
                    == kinds.iter().map(|kind| Value::from(kind.as_str()).to_string()).collect()
            }
        };
        let accesses = finding["accesses"].as_array().map_or(&[][..], Vec::as_slice);
        let mut told_lines: Vec<u64> =
            accesses.iter().filter_map(|access| access["line"].as_u64()).collect();
        told_lines.sort_unstable();
        let count = self.report["findings"].as_array().map_or(0, Vec::len) as u64;
        let fits = self.report["verdict"] == verdict.as_str()
            && fits_kinds
            && self.all("status") == statuses.iter().map(i64::to_string).collect()
            && exception
                .as_ref()
                .is_none_or(|exception| finding["exception"] == exception.as_str())
            && (variables.is_empty()
                || variables.iter().any(|wanted| is_like(wanted, &finding["variable"])))
            && (lines.is_empty() || *lines == told_lines)
            && findings.is_none_or(|findings| findings == count)
            && (conflicts.is_empty()
                || conflicts.iter().any(|wanted| finding["conflict"] == wanted.as_str()));
        // A race-free verdict has seen all executions, and so all weak races; a check that stops at
        // a finding may have seen some.
        let weak = self.report["weak_races"].as_array().map_or(0, Vec::len);
        if self.report["verdict"] == "race-free" && (weak > 0) != expected.weak {
            return Err(format!("expected weak={}, not\n{:#}", expected.weak, self.report));
        }
        let length = finding["trace"].as_array().map_or(0, Vec::len) as u64;
        match (fits, kinds.is_empty()) {
            (false, _) => Err(format!(
                "expected {verdict} {kinds:?} {statuses:?} {exception:?} {variables:?} {conflicts:?} {lines:?} {findings:?}, not\n{:#}",
                self.report
            )),
            (true, false) if finding["length"] != length => {
                Err(format!("the trace has {length} steps:\n{finding:#}"))
            }
            (true, _) => Ok(()),
        }
    }

    /// The set of the findings' values under a key, as far as they have it.
    fn all(&self, key: &str) -> BTreeSet<String> {
        let findings = self.report["findings"].as_array().map_or(&[][..], Vec::as_slice);
        findings.iter().filter_map(|finding| finding.get(key)).map(Value::to_string).collect()
    }

    /// How many states the report counts.
    pub fn states(&self) -> u64 {
        self.report["statistics"]["states"].as_u64().unwrap_or(0)
    }
}

/// Whether a pattern with at most one `*` matches the variable.
fn is_like(wanted: &str, variable: &Value) -> bool {
    let variable = variable.as_str().unwrap_or_default();
    match wanted.split_once('*') {
        Some((start, end)) => variable.starts_with(start) && variable.ends_with(end),
        None => variable == wanted,
    }
}
