//! The page on tests: a part for each, in their order.

use super::{TestOutcome, TestReport, TestsReport};
use crate::report::html::{self, Content, Part};
use crate::source_lines::SourceLines;

pub fn as_html(report: &TestsReport, sources: &SourceLines) -> String {
    let counts: Vec<String> =
        report.counts().iter().map(|(count, word)| format!("{count} {word}")).collect();
    let headline = format!("{}: tests: {}", report.verdict(), counts.join(", "));
    let parts: Vec<Part<'_>> = report.tests.iter().map(part).collect();
    html::page(&headline, &parts, sources)
}

fn part(test: &TestReport) -> Part<'_> {
    let content = match &test.outcome {
        TestOutcome::Checked { report, .. } => Content::Report(report),
        TestOutcome::Skipped(_, why) | TestOutcome::NotBegun(why) | TestOutcome::Refused(why) => {
            Content::Not(why)
        }
    };
    Part { name: Some(format!("{}: {}", test.name(), test.word())), content }
}
