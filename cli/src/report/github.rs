//! The report for GitHub Actions: workflow commands, a line each, that become annotations of a pull
//! request. A finding is an error at its main place, with its other places in its text; what was
//! not explored is a warning; the verdict is a notice, so that a run without findings says so.
//!
//! The runner takes every line that begins with `::` for a command, and older ones `##[` anywhere
//! in a line; nothing that the program chose may make one.

use super::excerpt::short;
use super::outline::{Labelled, Level, Notice, Outline, Problem, Weight};
use super::page::visible;
use super::whereabouts::Whereabouts;
use crate::explained;
use crate::source_lines::SourceLines;

pub fn as_github(outline: &Outline<'_>, sources: &SourceLines) -> String {
    let problems = outline.problems.iter().map(|problem| annotation(problem, sources));
    let notices = outline.notices.iter().map(notice);
    let said = format!("{}: {}", outline.verdict, outline.headline);
    let title = format!("raceproof {} {}", outline.command, outline.target);
    let verdict = command("notice", &[("title", title)], &[said]);
    problems.chain(notices).chain([verdict]).collect()
}

fn annotation(problem: &Problem<'_>, sources: &SourceLines) -> String {
    let name = match problem.weight {
        Weight::Finding => "error",
        Weight::Suspected => "warning",
        Weight::Noted => "notice",
    };
    let mut properties = Vec::new();
    if let Some(Labelled { place, .. }) = problem.spots.first() {
        // An annotation of a file that is not in the repository would be shown nowhere.
        if let Whereabouts::Here(path) = Whereabouts::of(place, sources) {
            properties.push(("file", path));
            if place.line > 0 {
                properties.push(("line", place.line.to_string()));
            }
        }
    }
    let what = explained::of(problem.kind.name()).map_or("", |explained| explained.title());
    properties.push(("title", format!("{}: {what}", problem.kind.name())));
    let test = problem.test.iter().map(|test| format!("In the test {test}:"));
    let places = problem.spots.iter().map(|spot| match spot.label.as_str() {
        "" => format!("at {}", short(&spot.place)),
        label => format!("{}: {label}", short(&spot.place)),
    });
    let help = Some(&problem.advice).filter(|advice| !advice.is_empty());
    let help = help.map(|advice| format!("Help: {advice}"));
    let text = test.chain([problem.message.clone()]).chain(places);
    let text: Vec<String> =
        text.chain([problem.detail.clone()]).chain(help).filter(|part| !part.is_empty()).collect();
    command(name, &properties, &text)
}

fn notice(notice: &Notice) -> String {
    let name = match notice.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    command(name, &[("title", "raceproof".to_owned())], std::slice::from_ref(&notice.message))
}

/// A workflow command: `::name key=value,key=value::text`, with the text's lines in one.
fn command(name: &str, properties: &[(&str, String)], lines: &[String]) -> String {
    let properties: Vec<String> =
        properties.iter().map(|(key, value)| format!("{key}={}", property(value))).collect();
    let lines: Vec<String> = lines.iter().map(|line| data(line)).collect();
    format!("::{name} {}::{}\n", properties.join(","), lines.join("%0A"))
}

/// A line of text. Line breaks and other control characters of the program's are spelled out.
fn data(text: &str) -> String {
    visible(text).replace('%', "%25").replace("##[", "## [")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{CheckReport, samples};

    fn told(report: &CheckReport) -> Vec<String> {
        let sources = SourceLines::of_text("Forks.java", samples::FORKS);
        as_github(&Outline::of(report), &sources).lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_finding_is_an_error_at_its_main_place() {
        assert_eq!(
            told(&samples::race()),
            [
                "::error file=Forks.java,line=12,title=data-race%3A Two accesses of one variable that nothing orders::\
                 Thread-0 writes Forks.turn, and main writes it, too. Nothing orders the two.%0A\
                 Forks.java:12: Thread-0 writes Forks.turn%0AForks.java:7: main writes Forks.turn%0A\
                 Thread-0 holds no monitor there, main holds no monitor here%0A\
                 Help: guard both with one lock, or make the field volatile",
                "::notice title=raceproof check Forks::violated: 1 data race. Every schedule was explored.",
            ]
        );
    }

    #[test]
    fn what_was_not_explored_is_said_and_a_proof_is_too() {
        let incomplete = told(&samples::incomplete());
        assert!(incomplete[0].starts_with("::warning title=raceproof::"), "{incomplete:?}");
        assert!(incomplete[1].starts_with("::notice "), "{incomplete:?}");
        let unsupported = told(&samples::unsupported());
        assert!(
            unsupported[0].starts_with("::error title=raceproof::not modelled"),
            "{unsupported:?}"
        );
        let [proof] = told(&samples::passed()).try_into().unwrap();
        assert!(proof.contains("::passed: nothing was found"), "{proof}");
    }

    #[test]
    fn no_text_of_the_programs_is_a_command() {
        let mut report = samples::exceptions();
        report.findings[0].message = "a\n::error::b\r##[error]c 100%,d:e".to_owned();
        report.target.main = "Main,file=x::y\n::error::z".to_owned();
        let lines = told(&report);
        assert_eq!(lines.len(), 4, "{lines:#?}");
        assert!(lines[0].contains("::a\\n::error::b\\r## [error]c 100%25,d:e"), "{}", lines[0]);
        assert!(
            lines[3].starts_with(
                "::notice title=raceproof check Main%2Cfile=x%3A%3Ay\\n%3A%3Aerror%3A%3Az::"
            ),
            "{}",
            lines[3]
        );
    }

    #[test]
    fn a_file_that_was_not_found_is_only_named() {
        let lines = told(&samples::exceptions());
        assert!(lines[2].starts_with("::error title=assertion%3A "), "{}", lines[2]);
        assert!(lines[2].contains("%0Aat Gone.java:3"), "{}", lines[2]);
    }
}
