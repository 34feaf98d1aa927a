//! The report on tests for build servers: a test case each, as if the test had been run.
//!
//! What is not complete is `skipped`, with the reason, since nothing was shown of it; what is not
//! modelled is an `error`. Readers of this format take one failure a case, so all findings of a
//! test stand in one.

use std::fmt::Write as _;

use raceproof_base::Finding;

use super::{TestOutcome, TestReport, TestsReport};
use crate::report::junit::{Outcome, attribute, of_all, put_case, seconds};
use crate::report::text::{finding_as_text, unsupported_as_text};
use crate::report::{CheckReport, Verdict};
use crate::source_lines::SourceLines;

pub fn as_junit(report: &TestsReport, sources: &SourceLines) -> String {
    let outcomes: Vec<Option<Outcome>> =
        report.tests.iter().map(|test| outcome(test, sources)).collect();
    let count = |element: &str| {
        outcomes.iter().flatten().filter(|outcome| outcome.element == element).count()
    };
    let elapsed = report.tests.iter().filter_map(TestReport::checked);
    let elapsed = elapsed.map(|report| report.statistics.elapsed_ms).sum();
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{}\"",
        outcomes.len(),
        count("failure"),
        count("error"),
        count("skipped"),
        seconds(elapsed)
    );
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a `String` cannot fail.
    let _ = writeln!(xml, "<testsuites name=\"raceproof\" {}>", of_all(&counts));
    let _ = writeln!(xml, "  <testsuite name=\"raceproof check\" {counts}>");
    for (test, outcome) in report.tests.iter().zip(&outcomes) {
        let time = test.checked().map(|report| seconds(report.statistics.elapsed_ms));
        let time = time.map_or(String::new(), |time| format!(" time=\"{time}\""));
        let (class, method) = (attribute(&test.class), attribute(&test.method));
        let names = format!("classname=\"{class}\" name=\"{method}\"{time}");
        put_case(&mut xml, &names, outcome.as_ref());
    }
    xml.push_str("  </testsuite>\n</testsuites>\n");
    xml
}

/// What stands in a test case; nothing if it passed.
fn outcome(test: &TestReport, sources: &SourceLines) -> Option<Outcome> {
    let without_body = |element, message: String| {
        Some(Outcome { element, kind: "", message, body: String::new() })
    };
    match &test.outcome {
        TestOutcome::Checked { report, .. } => checked(report, sources),
        TestOutcome::Skipped(_, reason) => without_body("skipped", reason.clone()),
        TestOutcome::NotBegun(reason) => without_body("skipped", format!("not decided: {reason}")),
        TestOutcome::Refused(reason) => without_body("error", reason.clone()),
    }
}

fn checked(report: &CheckReport, sources: &SourceLines) -> Option<Outcome> {
    match (report.verdict, report.findings.first()) {
        (_, Some(first)) => Some(Outcome {
            element: "failure",
            kind: first.kind.name(),
            message: first.message.clone(),
            body: told(&report.findings, sources),
        }),
        (Verdict::Unsupported, None) => Some(Outcome {
            element: "error",
            kind: "unsupported",
            message: report
                .unsupported
                .iter()
                .map(|counted| counted.what.what.as_str())
                .collect::<Vec<_>>()
                .join("; "),
            body: unsupported_as_text(&report.unsupported),
        }),
        (Verdict::Incomplete, None) => {
            let limit = report.limit.as_deref().unwrap_or("a limit");
            Some(Outcome {
                element: "skipped",
                kind: "",
                message: format!("not decided: nothing was found before {limit} ended the search"),
                body: String::new(),
            })
        }
        (Verdict::RaceFree | Verdict::Passed | Verdict::Violated, None) => None,
    }
}

fn told(findings: &[Finding], sources: &SourceLines) -> String {
    findings.iter().map(|finding| format!("\n{}", finding_as_text(finding, sources))).collect()
}
