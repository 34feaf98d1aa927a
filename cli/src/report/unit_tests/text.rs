//! The report on tests for people: a line each, then what was found in full, what the verdicts rest
//! on, and how many there are of each.

use super::{TestOutcome, TestReport, TestsReport};
use crate::report::page::{Page, Style, counted};
use crate::report::text::{self, TextOptions};
use crate::report::{CheckReport, Verdict};
use crate::source_lines::SourceLines;

/// As wide as the longest word.
const WIDTH: usize = "unsupported".len();

pub fn as_text(report: &TestsReport, sources: &SourceLines, options: TextOptions) -> String {
    let mut page = Page::new(options.palette);
    report.tests.iter().for_each(|test| line(&mut page, test));
    for test in &report.tests {
        if let TestOutcome::Checked { report: checked, trace } = &test.outcome
            && (options.verbose || !is_good(checked))
        {
            page.end().put(Style::Strong, &format!("--- {} ---", test.name())).end();
            if options.verbose {
                text::put(&mut page, checked, sources, TextOptions { unsaved: false, ..options });
            } else {
                text::told(&mut page, checked, sources, options);
            }
            if let Some(trace) = trace {
                page.end().put(Style::Strong, "saved: ");
                page.plain(&format!("raceproof replay {}", trace.display())).end();
            }
        }
    }
    page.end();
    if !options.verbose {
        resting_on(&mut page, report);
    }
    if options.unsaved && report.status() == 1 {
        text::put_unsaved(&mut page);
    }
    put_summary(&mut page, report);
    page.finish()
}

fn is_good(report: &CheckReport) -> bool {
    matches!(report.verdict, Verdict::RaceFree | Verdict::Passed)
}

fn line(page: &mut Page, test: &TestReport) {
    let word = test.word();
    let style = match word {
        "ok" => Style::Good,
        "violated" | "error" => Style::Bad,
        _ => Style::Doubtful,
    };
    page.put(style, word).plain(&" ".repeat(WIDTH - word.len() + 2)).plain(&test.name());
    let what = match &test.outcome {
        TestOutcome::Checked { report, .. } => explored(report),
        TestOutcome::Skipped(_, reason)
        | TestOutcome::NotBegun(reason)
        | TestOutcome::Refused(reason) => reason.clone(),
    };
    page.plain("  ").put(Style::Dim, &what).end();
    for note in &test.notes {
        page.plain(&" ".repeat(WIDTH + 2)).put(Style::Dim, &format!("note: {note}")).end();
    }
}

/// What a check came to, in a few words.
fn explored(report: &CheckReport) -> String {
    let figures = &report.statistics;
    match report.verdict {
        Verdict::RaceFree => format!("race-free, {}", counted(figures.transitions, "step")),
        Verdict::Passed => {
            format!("{} (races were not looked for)", counted(figures.transitions, "step"))
        }
        Verdict::Violated => {
            let kinds: Vec<&str> =
                report.findings.iter().map(|finding| finding.kind.name()).collect();
            kinds.join(", ")
        }
        Verdict::Incomplete => report.limit.clone().unwrap_or_default(),
        Verdict::Unsupported => {
            let what = report.unsupported.first().map(|counted| counted.what.what.clone());
            what.unwrap_or_default()
        }
    }
}

/// What the verdicts mean and rest on, each sentence once.
fn resting_on(page: &mut Page, report: &TestsReport) {
    let checked = || report.tests.iter().filter_map(TestReport::checked);
    let mut guarantees: Vec<&str> = checked().map(|report| report.guarantee.as_str()).collect();
    guarantees.retain(|guarantee| !guarantee.is_empty());
    for guarantee in once(guarantees) {
        page.put(Style::Strong, "guarantee: ").put(Style::Plain, guarantee).end();
    }
    let assumptions = checked().flat_map(|report| &report.assumptions).map(String::as_str);
    let assumptions = once(assumptions.collect());
    if !assumptions.is_empty() {
        page.put(Style::Strong, "assuming:").end();
        for assumption in assumptions {
            page.plain("  - ").put(Style::Plain, assumption).end();
        }
        page.end();
    }
}

/// Each once, in the order of their first.
fn once(texts: Vec<&str>) -> Vec<&str> {
    let mut kept: Vec<&str> = Vec::new();
    for text in texts {
        if !kept.contains(&text) {
            kept.push(text);
        }
    }
    kept
}

/// Who comes to the end of a long report has not seen its beginning.
fn put_summary(page: &mut Page, report: &TestsReport) {
    let style = match report.status() {
        0 => Style::Good,
        1 | 2 => Style::Bad,
        _ => Style::Doubtful,
    };
    let counts: Vec<String> =
        report.counts().iter().map(|(count, word)| format!("{count} {word}")).collect();
    let all = counted(report.tests.len() as u64, "test");
    page.put(style, report.verdict())
        .put(Style::Strong, &format!(": {all}, {}.", counts.join(", ")));
    if report.tests.iter().all(|test| test.status().is_none()) {
        page.plain(" None could be checked.");
    }
    page.end();
}
