//! The report for build servers: JUnit's XML, one test case for each property.
//!
//! A property is failed by a finding of its kind, and passed only by a complete search; what an
//! incomplete search did not find is `skipped`, with the reason, and what the machine does not
//! model is an `error`. A property that failed in several ways has a test case for each, since
//! readers of this format take one failure a case.

use std::fmt::Write as _;

use raceproof_base::FindingKind;

use super::page::visible;
use super::text::{finding_as_text, unsupported_as_text};
use super::{CheckReport, Verdict};
use crate::source_lines::SourceLines;

/// A test case.
struct Case {
    name: String,
    /// What stands in it: element, attributes and text; nothing if it passed.
    result: Option<Outcome>,
}

/// What stands in a test case.
pub struct Outcome {
    pub element: &'static str,
    pub kind: &'static str,
    pub message: String,
    pub body: String,
}

pub fn as_junit(report: &CheckReport, sources: &SourceLines) -> String {
    let cases: Vec<Case> =
        FindingKind::ALL.into_iter().flat_map(|kind| cases(report, kind, sources)).collect();
    let count = |element: &str| {
        let is_such =
            |case: &&Case| case.result.as_ref().is_some_and(|result| result.element == element);
        cases.iter().filter(is_such).count()
    };
    let seconds = seconds(report.statistics.elapsed_ms);
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{seconds}\"",
        cases.len(),
        count("failure"),
        count("error"),
        count("skipped")
    );
    let main = attribute(&report.target.main);
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a `String` cannot fail.
    let _ = writeln!(xml, "<testsuites name=\"raceproof\" {}>", of_all(&counts));
    let _ = writeln!(xml, "  <testsuite name=\"raceproof {} {main}\" {counts}>", report.command);
    xml.push_str("    <properties>\n");
    for (name, value) in properties(report) {
        let _ = writeln!(xml, "      <property name=\"{name}\" value=\"{}\"/>", attribute(&value));
    }
    xml.push_str("    </properties>\n");
    for case in &cases {
        let names = format!("classname=\"{main}\" name=\"{}\"", attribute(&case.name));
        put_case(&mut xml, &names, case.result.as_ref());
    }
    xml.push_str("  </testsuite>\n</testsuites>\n");
    xml
}

/// The counts of a suite as those of all suites, which have no `skipped` in the format's schema.
pub fn of_all(counts: &str) -> String {
    let counts = counts.split(' ').filter(|count| !count.starts_with("skipped="));
    counts.collect::<Vec<_>>().join(" ")
}

/// Seconds, as the format has them.
pub fn seconds(milliseconds: u64) -> String {
    format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000)
}

/// A test case, with its attributes that are there in any case.
pub fn put_case(xml: &mut String, names: &str, outcome: Option<&Outcome>) {
    // Writing to a `String` cannot fail.
    let Some(Outcome { element, kind, message, body }) = outcome else {
        let _ = writeln!(xml, "    <testcase {names}/>");
        return;
    };
    let kind = if kind.is_empty() { String::new() } else { format!(" type=\"{kind}\"") };
    let message = attribute(message);
    let _ = write!(xml, "    <testcase {names}>\n      <{element}{kind} message=\"{message}\"");
    let _ = match body.as_str() {
        "" => writeln!(xml, "/>"),
        body => writeln!(xml, ">{}</{element}>", escaped(body)),
    };
    xml.push_str("    </testcase>\n");
}

fn cases(report: &CheckReport, kind: FindingKind, sources: &SourceLines) -> Vec<Case> {
    let name = kind.name();
    let findings = report.findings.iter().filter(|finding| finding.kind == kind);
    let failures: Vec<Case> = findings
        .enumerate()
        .map(|(number, finding)| Case {
            name: if number == 0 { name.to_owned() } else { format!("{name} ({})", number + 1) },
            result: Some(Outcome {
                element: "failure",
                kind: name,
                message: finding.message.clone(),
                body: format!("\n{}", finding_as_text(finding, sources)),
            }),
        })
        .collect();
    if failures.is_empty() {
        vec![Case { name: name.to_owned(), result: without_finding(report, kind) }]
    } else {
        failures
    }
}

/// What to say about a property that nothing was found against.
fn without_finding(report: &CheckReport, kind: FindingKind) -> Option<Outcome> {
    let skipped = |message: String| {
        Some(Outcome { element: "skipped", kind: "", message, body: String::new() })
    };
    if !report.unsupported.is_empty() {
        let whats: Vec<&str> =
            report.unsupported.iter().map(|counted| counted.what.what.as_str()).collect();
        return Some(Outcome {
            element: "error",
            kind: "unsupported",
            message: whats.join("; "),
            body: unsupported_as_text(&report.unsupported),
        });
    }
    if kind == FindingKind::DataRace && report.engine.race == "off" {
        return skipped("data races were not looked for".to_owned());
    }
    if kind == FindingKind::ExitStatus && !report.exits.is_empty() {
        return skipped("ends by another status than 0 were only counted".to_owned());
    }
    match (report.complete, report.verdict) {
        (true, _) => None,
        (false, Verdict::Violated) => {
            skipped("not decided: the search ended at another finding".to_owned())
        }
        (false, _) => {
            let limit = report.limit.as_deref().unwrap_or("a limit");
            skipped(format!("not decided: nothing was found before {limit} ended the search"))
        }
    }
}

fn properties(report: &CheckReport) -> Vec<(&'static str, String)> {
    let engine = &report.engine;
    let mut properties = vec![
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("search", engine.search.clone()),
        ("heuristic", engine.heuristic.join(",")),
        ("race", engine.race.clone()),
        ("granularity", engine.granularity.clone()),
        ("library", engine.library.to_owned()),
        ("verdict", report.verdict.name().to_owned()),
        ("complete", report.complete.to_string()),
        ("guarantee", report.guarantee.clone()),
    ];
    properties
        .extend(report.assumptions.iter().map(|assumption| ("assumption", assumption.clone())));
    properties.extend(report.not_checked.iter().map(|what| ("not-checked", what.clone())));
    let skipped = report.skipped.iter();
    properties.extend(skipped.map(|skipped| ("skipped", skipped.in_words())));
    properties.push(("states", report.statistics.states.to_string()));
    properties.push(("transitions", report.statistics.transitions.to_string()));
    properties
}

/// The value of an attribute, where line breaks would be lost.
pub fn attribute(text: &str) -> String {
    escaped(&visible(text))
}

pub fn escaped(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            // What XML cannot hold, even escaped; other control characters are spelled out already.
            '\u{fffe}' | '\u{ffff}' => xml.push('\u{fffd}'),
            _ => xml.push(character),
        }
    }
    xml
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    fn told(report: &CheckReport) -> String {
        let sources = SourceLines::of_text("Forks.java", samples::FORKS);
        as_junit(report, &sources).replace(env!("CARGO_PKG_VERSION"), "VERSION")
    }

    #[test]
    fn golden_suites() {
        samples::golden("deadlock.xml", &told(&samples::deadlock()));
        samples::golden("exceptions.xml", &told(&samples::exceptions()));
        samples::golden("unsupported.xml", &told(&samples::unsupported()));
    }

    #[test]
    fn only_a_complete_search_passes_a_property() {
        let passed = told(&samples::race_free());
        assert!(
            passed.contains("tests=\"6\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"2.140\""),
            "{passed}"
        );
        let without_races = told(&samples::passed());
        assert!(without_races.contains("skipped=\"1\""), "{without_races}");
        let incomplete = told(&samples::incomplete());
        assert!(incomplete.contains("failures=\"0\" errors=\"0\" skipped=\"6\""), "{incomplete}");
    }

    #[test]
    fn no_character_breaks_the_document() {
        let hostile: String =
            (0..0x300).filter_map(char::from_u32).chain("\u{ffff}\u{2028}]]>".chars()).collect();
        let text = attribute(&hostile);
        let is_xml = |character: char| {
            !character.is_control() && !matches!(character, '<' | '>' | '"' | '\u{ffff}')
        };
        assert!(text.chars().all(is_xml), "{text}");
    }
}
