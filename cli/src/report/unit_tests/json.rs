//! The report on tests for programs: an object with an object for each, which is that of a check.

use serde_json::{Map, Value, json};

use super::{TestOutcome, TestReport, TestsReport};
use crate::report::{FORMAT_VERSION, as_json as of_check};
use crate::source_lines::SourceLines;

pub fn as_json(report: &TestsReport, sources: &SourceLines) -> Value {
    let counts = report.counts().into_iter().map(|(count, word)| (word.to_owned(), json!(count)));
    json!({
        "tool": "raceproof",
        "version": env!("CARGO_PKG_VERSION"),
        "format_version": FORMAT_VERSION,
        "command": "check",
        "verdict": report.verdict(),
        "counts": counts.collect::<Map<_, _>>(),
        "tests": report.tests.iter().map(|one| test(one, sources)).collect::<Value>(),
    })
}

fn test(test: &TestReport, sources: &SourceLines) -> Value {
    let mut object = Map::new();
    object.insert("test".to_owned(), json!(test.name()));
    if !test.notes.is_empty() {
        object.insert("notes".to_owned(), json!(test.notes));
    }
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    match &test.outcome {
        TestOutcome::Checked { report, trace } => {
            if let Some(trace) = trace {
                put("saved_trace", json!(trace.display().to_string()));
            }
            if let Value::Object(checked) = of_check(report, sources) {
                object.extend(checked);
            }
        }
        TestOutcome::Skipped(_, reason)
        | TestOutcome::NotBegun(reason)
        | TestOutcome::Refused(reason) => {
            put("verdict", json!(test.word()));
            put("reason", json!(reason));
        }
    }
    Value::Object(object)
}
