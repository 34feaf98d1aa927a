//! Mistakes as they stand in real code, each told so that a newcomer knows what happened and what to
//! change: the programs of `findings`, with the words that their report must have beside them, in
//! this order. What is said in between may change.

use std::fs;

use raceproof_tests::place;
use raceproof_tests::sandbox::{Sandbox, expect};

const PROGRAMS: [&str; 6] = ["Bookings", "Catalog", "Downloads", "Mailbox", "Settings", "Stock"];

/// With one blank between words.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

#[track_caller]
fn has_in_order(program: &str, told: &str, words: &str) {
    let mut rest = told;
    for line in words.lines() {
        let line = plain(line);
        let at = rest.find(&line);
        let at = at.unwrap_or_else(|| panic!("{program}: `{line}` does not follow in\n{rest}"));
        rest = &rest[at + line.len()..];
    }
}

#[test]
fn each_mistake_is_plain_from_its_report_alone() {
    let folder = place::workspace().join("tests/reports/findings");
    let files = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    assert_eq!(files.count(), 2 * PROGRAMS.len(), "a program and its words each");
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "reports-understood");
    for program in PROGRAMS {
        let read = |name: String| fs::read_to_string(folder.join(&name)).expect(&name);
        let (source, words) = (format!("{program}.java"), read(format!("{program}.txt")));
        sandbox.file(&source, read(source.clone()));
        let finished = sandbox.raceproof(&["check", &source]);
        expect(&finished, 1, &[]);
        has_in_order(program, &plain(&finished.stdout_text()), &words);
        let finished = sandbox.raceproof(&["check", &source, "--format", "html"]);
        expect(&finished, 1, &[]);
        // The same advice stands at the top of the page.
        let advice = words.lines().find_map(|line| line.strip_prefix("help: "));
        let advice = format!("<strong>What to change:</strong> {}", advice.expect("advice"));
        assert!(finished.stdout_text().contains(&advice), "{program}: {advice}");
    }
}
