//! What a check of tests found (`--test`): a verdict for each, in the three forms.

mod html;
mod json;
mod junit;
mod text;

use std::path::PathBuf;

use raceproof_config::Format;

use super::{CheckReport, Outline, TextOptions, Verdict, as_github, as_sarif};
use crate::failure::{Failure, Status};
use crate::source_lines::SourceLines;
use crate::unit_tests::Why;

/// The outcome of a check of tests, in the order in which they were checked.
#[derive(Clone, Debug)]
pub struct TestsReport {
    pub tests: Vec<TestReport>,
}

#[derive(Clone, Debug)]
pub struct TestReport {
    /// Binary name of its class.
    pub class: String,
    pub method: String,
    /// What of its annotations is not heeded.
    pub notes: Vec<String>,
    pub outcome: TestOutcome,
}

#[derive(Clone, Debug)]
pub enum TestOutcome {
    Checked {
        report: Box<CheckReport>,
        /// The file of its counterexample.
        trace: Option<PathBuf>,
    },
    Skipped(Why, String),
    /// Whoever asked for an end did so before.
    NotBegun(String),
    /// Something of the command line does not fit it.
    Refused(String),
}

impl TestReport {
    pub fn name(&self) -> String {
        format!("{}#{}", self.class, self.method)
    }

    pub(super) fn checked(&self) -> Option<&CheckReport> {
        match &self.outcome {
            TestOutcome::Checked { report, .. } => Some(report),
            _ => None,
        }
    }

    /// In a word: what the first column says.
    fn word(&self) -> &'static str {
        match &self.outcome {
            TestOutcome::Checked { report, .. } => match report.verdict {
                Verdict::RaceFree | Verdict::Passed => "ok",
                other => other.name(),
            },
            TestOutcome::Skipped(..) => "skipped",
            TestOutcome::NotBegun(_) => Verdict::Incomplete.name(),
            TestOutcome::Refused(_) => "error",
        }
    }

    /// The exit status that it alone would have; none if it is not to be checked.
    fn status(&self) -> Option<i32> {
        match &self.outcome {
            TestOutcome::Checked { report, .. } => Some(report.verdict.status()),
            TestOutcome::Skipped(..) => None,
            TestOutcome::NotBegun(_) => Some(Verdict::Incomplete.status()),
            TestOutcome::Refused(_) => Some(Status::BadInput.code()),
        }
    }
}

/// From bad to good: a finding is the worst, since it is sure; then what was not understood, what
/// is not modelled, and what was not completed.
const WORST: [i32; 4] = [1, 2, 4, 3];

impl TestsReport {
    /// The exit status: that of the worst test. Where none could be checked, nothing has succeeded.
    pub fn status(&self) -> i32 {
        let statuses: Vec<i32> = self.tests.iter().filter_map(TestReport::status).collect();
        if statuses.is_empty() {
            let is_undone =
                |test: &TestReport| matches!(test.outcome, TestOutcome::Skipped(Why::NotDone, _));
            let status = if self.tests.iter().any(is_undone) {
                Status::Unsupported
            } else {
                Status::BadInput
            };
            return status.code();
        }
        WORST.into_iter().find(|worst| statuses.contains(worst)).unwrap_or(0)
    }

    /// The verdict of all, in a word.
    pub fn verdict(&self) -> &'static str {
        match self.status() {
            1 => Verdict::Violated.name(),
            3 => Verdict::Incomplete.name(),
            4 => Verdict::Unsupported.name(),
            0 => {
                let checked = || self.tests.iter().filter_map(TestReport::checked);
                let is_free = checked().all(|report| report.verdict == Verdict::RaceFree);
                if is_free { Verdict::RaceFree.name() } else { Verdict::Passed.name() }
            }
            _ => "error",
        }
    }

    /// How many have each word, in the order of the words.
    pub fn counts(&self) -> Vec<(usize, &'static str)> {
        let words = ["ok", "violated", "error", "unsupported", "incomplete", "skipped"];
        let count = |word: &str| self.tests.iter().filter(|test| test.word() == word).count();
        words.into_iter().map(|word| (count(word), word)).filter(|(count, _)| *count > 0).collect()
    }
}

/// The report in a format.
pub fn render(
    report: &TestsReport,
    format: Format,
    sources: &SourceLines,
    options: TextOptions,
) -> Result<String, Failure> {
    match format {
        Format::Text => Ok(text::as_text(report, sources, options)),
        Format::Json => Ok(format!("{:#}\n", json::as_json(report, sources))),
        Format::Junit => Ok(junit::as_junit(report, sources)),
        Format::Html => Ok(html::as_html(report, sources)),
        Format::Github => Ok(as_github(&Outline::of_tests(report), sources)),
        Format::Sarif => Ok(format!("{:#}\n", as_sarif(&Outline::of_tests(report), sources))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    fn test(outcome: TestOutcome) -> TestReport {
        TestReport {
            class: "pkg.ForksTest".to_owned(),
            method: "eats".to_owned(),
            notes: vec!["its timeout is not heeded".to_owned()],
            outcome,
        }
    }

    fn checked(report: CheckReport) -> TestReport {
        test(TestOutcome::Checked { report: Box::new(report), trace: None })
    }

    fn skipped(why: Why) -> TestReport {
        test(TestOutcome::Skipped(why, "it takes arguments".to_owned()))
    }

    fn status(tests: Vec<TestReport>) -> i32 {
        TestsReport { tests }.status()
    }

    #[test]
    fn the_worst_counts_and_nothing_is_no_success() {
        let passed = || checked(samples::passed());
        assert_eq!(status(vec![passed(), skipped(Why::NotDone)]), 0);
        assert_eq!(status(vec![passed(), checked(samples::incomplete())]), 3);
        let unsupported = || checked(samples::unsupported());
        assert_eq!(status(vec![checked(samples::incomplete()), unsupported()]), 4);
        let refused = || test(TestOutcome::Refused("no class is checked".to_owned()));
        assert_eq!(status(vec![unsupported(), refused()]), 2);
        assert_eq!(status(vec![refused(), checked(samples::deadlock())]), 1);
        assert_eq!(status(vec![skipped(Why::Disabled), skipped(Why::NotDone)]), 4);
        assert_eq!(status(vec![skipped(Why::Disabled)]), 2);
        assert_eq!(status(vec![test(TestOutcome::NotBegun("Ctrl-C".to_owned()))]), 3);
    }

    #[test]
    fn golden_reports() {
        let report = TestsReport {
            tests: vec![
                checked(samples::passed()),
                checked(samples::deadlock()),
                checked(samples::unsupported()),
                skipped(Why::NotDone),
            ],
        };
        let sources = SourceLines::of_text("Forks.java", samples::FORKS);
        let palette = crate::failure::Palette::Plain;
        let options = TextOptions { palette, ..TextOptions::PLAIN };
        samples::golden("tests.txt", &text::as_text(&report, &sources, options));
        samples::golden("tests.xml", &junit::as_junit(&report, &sources));
        let page = html::as_html(&report, &sources);
        let parts = page.matches("<section class=\"part\">").count();
        assert_eq!((parts, page.matches("id=\"finding-").count()), (4, 1));
        assert!(page.contains(
            "<title>violated: tests: 1 ok, 1 violated, 1 unsupported, 1 skipped</title>"
        ));
        assert!(page.contains("it takes arguments"));
        let object = json::as_json(&report, &sources);
        raceproof_tests::schemas::report(&object).unwrap();
        let log = as_sarif(&Outline::of_tests(&report), &sources);
        raceproof_tests::schemas::sarif(&log).unwrap();
        let result = &log["runs"][0]["results"][0];
        assert_eq!(result["properties"]["test"], "pkg.ForksTest#eats");
        let notifications = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
        assert!(
            notifications.to_string().contains("skipped: it takes arguments"),
            "{notifications}"
        );
        assert_eq!(object["tests"][0]["test"], "pkg.ForksTest#eats");
        assert_eq!(object["tests"][1]["findings"][0]["kind"], "deadlock");
        assert_eq!(object["tests"][3]["verdict"], "skipped");
        assert_eq!(object["verdict"], "violated");
    }
}
