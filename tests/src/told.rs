//! What `check` and `replay` answer in JSON, held to the form of an answer and to what a program's first line expects.

use serde_json::Value;

use crate::checked::Expected;
use crate::process::Finished;

/// What every report has, in this order.
const KEYS: [&str; 11] = [
    "tool",
    "version",
    "command",
    "target",
    "engine",
    "verdict",
    "complete",
    "guarantee",
    "assumptions",
    "findings",
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

/// What a command has answered.
pub struct Told {
    pub status: i32,
    pub report: Value,
}

impl Told {
    /// The answer, if it has the form of one.
    pub fn of(finished: &Finished) -> Result<Self, String> {
        let stderr = finished.stderr_text();
        let wrong = |why: &str| format!("{why}\nstatus {:?}\n{}{stderr}", finished.status, finished.stdout_text());
        let status = finished.status.ok_or_else(|| wrong("ended by a signal"))?;
        if !stderr.is_empty() {
            return Err(wrong("something is said on standard error"));
        }
        let report: Value = serde_json::from_slice(&finished.stdout).map_err(|error| wrong(&error.to_string()))?;
        let keys =
            |value: &Value| -> Vec<String> { value.as_object().into_iter().flat_map(|o| o.keys().cloned()).collect() };
        let mut told = keys(&report);
        told.retain(|key| key != "limit" && key != "unsupported");
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
        let fits = if status == 1 { report["complete"].is_boolean() } else { is_complete == (status == 0) };
        if status != expected || !fits {
            return Err(wrong("the status does not fit the report"));
        }
        Ok(Self { status, report })
    }

    pub fn fits(&self, expected: &Expected) -> Result<(), String> {
        let Expected { verdict, kind, exception, variables, conflicts, .. } = expected;
        let finding = &self.report["findings"][0];
        let fits = self.report["verdict"] == verdict.as_str()
            && kind.as_ref().is_none_or(|kind| finding["kind"] == kind.as_str())
            && exception.as_ref().is_none_or(|exception| finding["exception"] == exception.as_str())
            && (variables.is_empty() || variables.iter().any(|wanted| is_like(wanted, &finding["variable"])))
            && (conflicts.is_empty() || conflicts.iter().any(|wanted| finding["conflict"] == wanted.as_str()));
        let length = finding["trace"].as_array().map_or(0, Vec::len) as u64;
        match (fits, kind) {
            (false, _) => Err(format!(
                "expected {verdict} {kind:?} {exception:?} {variables:?} {conflicts:?}, not\n{:#}",
                self.report
            )),
            (true, Some(_)) if finding["length"] != length => {
                Err(format!("the trace has {length} steps:\n{finding:#}"))
            }
            (true, _) => Ok(()),
        }
    }

    pub fn states(&self) -> u64 {
        self.report["statistics"]["states"].as_u64().unwrap_or(0)
    }
}

/// Whether a variable is one that a pattern with at most one `*` stands for.
fn is_like(wanted: &str, variable: &Value) -> bool {
    let variable = variable.as_str().unwrap_or_default();
    match wanted.split_once('*') {
        Some((start, end)) => variable.starts_with(start) && variable.ends_with(end),
        None => variable == wanted,
    }
}
