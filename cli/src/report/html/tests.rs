//! The rows of schedules written by hand, their folds, and what becomes of hostile texts.

use raceproof_base::{AccessKind, Edge, Finding, FindingKind, Moment, Moments, Step, StepAccess};

use super::data::{self, folds};
use super::rows::{self, Line, Sort};
use super::*;
use crate::report::samples::{self, inside, place, step};

fn access(event: usize, thread: &str, access: AccessKind, variable: &str) -> StepAccess {
    StepAccess {
        event,
        thread: thread.to_owned(),
        variable: variable.to_owned(),
        access,
        value: Some("7".to_owned()),
        place: place("Forks", "run", 12),
        is_operation: false,
    }
}

fn edge(from: (usize, usize), releaser: &str, event: usize, acquirer: &str) -> Edge {
    Edge {
        from: Moment { step: from.0, event: from.1 },
        releaser: releaser.to_owned(),
        event,
        acquirer: acquirer.to_owned(),
        carrier: "the monitor of Fork@1".to_owned(),
        release: Some("unlock Fork@1".to_owned()),
        object: Some("Fork@1".to_owned()),
    }
}

fn with(step: Step, accesses: Vec<StepAccess>, edges: Vec<Edge>) -> Step {
    Step { moments: Moments { accesses, edges, ..Moments::default() }, ..step }
}

fn finding(trace: Vec<Step>) -> Finding {
    Finding { trace, ..Finding::new(FindingKind::UncaughtException, "") }
}

fn told(rows: &rows::Rows<'_>) -> Vec<String> {
    rows.rows.iter().map(|row| format!("{} {}: {}", row.step, row.thread, row.text)).collect()
}

use AccessKind::{Read, Write};

#[test]
fn edges_join_what_was_before_the_release_with_what_comes_after_the_acquire() {
    let before = access(1, "a", Write, "Forks.x");
    let after = access(3, "a", Write, "Forks.y");
    let finding = finding(vec![
        with(step("a", "lock Fork@1", 6), vec![before, after], vec![]),
        with(
            step("b", "lock Fork@1", 9),
            vec![access(1, "b", Read, "Forks.x")],
            vec![edge((1, 2), "a", 0, "b")],
        ),
    ]);
    let rows = rows::of(&finding);
    assert_eq!(
        told(&rows),
        [
            "1 a: lock Fork@1",
            "1 a: write Forks.x = 7",
            "1 a: unlock Fork@1",
            "1 a: write Forks.y = 7",
            "2 b: lock Fork@1",
            "2 b: read Forks.x = 7",
        ]
    );
    assert_eq!(rows.edges, [Line { from: 2, to: 4, text: "the monitor of Fork@1".to_owned() }]);
    let quiet: Vec<bool> = rows.rows.iter().map(|row| row.is_quiet).collect();
    assert_eq!(quiet, [false, false, false, true, false, false], "nobody else uses Forks.y");
}

#[test]
fn a_thread_that_was_started_begins_by_what_it_does_next() {
    let start = Edge {
        carrier: "the start of b".to_owned(),
        release: Some("start b".to_owned()),
        object: None,
        ..edge((0, 0), "a", 1, "b")
    };
    let mut first = step("a", "lock Fork@1", 6);
    first.moments.before = Some(Box::new(Moments { edges: vec![start], ..Moments::default() }));
    let finding = finding(vec![first, step("b", "begin", 9)]);
    let rows = rows::of(&finding);
    assert_eq!(told(&rows), ["0 a: start b", "1 a: lock Fork@1", "2 b: begin"]);
    assert_eq!(rows.edges, [Line { from: 0, to: 2, text: "the start of b".to_owned() }]);
}

#[test]
fn the_value_of_a_volatile_access_is_told_with_its_step() {
    let own = |name: &str| StepAccess { is_operation: true, ..access(0, "a", Write, name) };
    let of = |operation: &str| {
        let finding = finding(vec![with(step("a", operation, 6), vec![own("Forks.x")], vec![])]);
        told(&rows::of(&finding))
    };
    assert_eq!(of("write Forks.x"), ["1 a: write Forks.x = 7"]);
    assert_eq!(of("write Forks.x = 7"), ["1 a: write Forks.x = 7"]);
    assert_eq!(of("lock Fork@1"), ["1 a: lock Fork@1"]);
}

#[test]
fn a_race_leads_from_one_access_to_the_other_and_ends_there() {
    let mut finding = samples::race().findings.remove(0);
    let accesses = vec![
        access(0, "main", Read, "Forks.turn"),
        access(1, "main", Write, "Forks.turn"),
        access(2, "main", Write, "Forks.later"),
    ];
    finding.trace = vec![
        with(
            step("Thread-0", "begin", 1),
            vec![access(0, "Thread-0", Write, "Forks.turn")],
            vec![],
        ),
        with(step("main", "lock Fork@1", 7), accesses, vec![]),
    ];
    let rows = rows::of(&finding);
    assert_eq!(rows.race, Some((Some(1), 4)));
    assert_eq!(rows.rows.len(), 5, "what comes after the race is no part of it");
    // What was not kept is said, and the second access is told all the same.
    finding.trace.iter_mut().for_each(|step| step.moments.accesses.clear());
    let rows = rows::of(&finding);
    assert_eq!(rows.race, Some((None, 2)));
    assert_eq!((rows.rows[2].sort, rows.rows[2].text.as_str()), (Sort::Ending, "write Forks.turn"));
}

#[test]
fn waits_lead_to_where_the_lock_was_taken() {
    let mut finding = samples::deadlock().findings.remove(0);
    finding.trace[3].moments.on = Some("Object@1".to_owned());
    let rows = rows::of(&finding);
    let standing = rows.rows.iter().position(|row| row.sort == Sort::Standing).unwrap();
    let ends: Vec<_> = rows.waits.iter().map(|line| (line.from, line.to)).collect();
    // Where it took the other one is not known here: the line leads to the thread.
    assert_eq!(ends, [(standing, standing + 1), (standing + 1, 3)]);
}

#[test]
fn folds_hold_the_inside_of_a_call_and_repetitions() {
    let steps = vec![
        inside("T", "compare-and-set s", 7, "java.util.Lock.lock"),
        inside("T", "park", 7, "java.util.Lock.lock"),
        inside("T", "write s", 9, "java.util.Lock.unlock"),
        step("T", "read flag", 3),
        step("T", "read flag", 3),
        step("U", "read flag", 3),
        step("U", "read flag", 4),
    ];
    let finding = finding(steps);
    let rows = rows::of(&finding);
    let all = folds(&rows, None);
    let folded = |at: Option<usize>| -> Vec<(usize, usize, String)> {
        folds(&rows, at).into_iter().map(|fold| (fold.first, fold.rows, fold.text)).collect()
    };
    let expected = [
        (0, 2, "Lock.lock, 2 steps".to_owned()),
        (2, 1, "Lock.unlock, 1 step".to_owned()),
        (3, 2, "read flag, 2 times".to_owned()),
    ];
    assert_eq!(folded(None), expected);
    assert_eq!(all.len(), 3);
    // Where rows are left out, no fold goes on.
    assert_eq!(folded(Some(1))[0], (0, 1, "Lock.lock, 1 step".to_owned()));
}

#[test]
fn the_middle_of_a_very_long_schedule_is_left_out_and_counted() {
    let threads = ["A", "B"];
    let steps = (0..100_000_u32).map(|n| step(threads[n as usize % 2], "yield", n)).collect();
    let finding = finding(steps);
    let mut rows = rows::of(&finding);
    rows.edges = [(1, 2), (1, 50_000), (99_990, 99_999)]
        .map(|(from, to)| Line { from, to, text: String::new() })
        .to_vec();
    let data = data::of(rows, &SourceLines::none());
    assert_eq!(data["cut"], serde_json::json!([5_000, 60_000]));
    assert_eq!(data["rows"].as_array().unwrap().len(), 40_000);
    assert_eq!(data["rows"][4_999][2], 5_000);
    assert_eq!(data["rows"][5_000][2], 65_001);
    let edges = data["edges"].as_array().unwrap();
    let ends: Vec<_> = edges.iter().map(|edge| (&edge[0], &edge[1])).collect();
    let json = |number: u32| serde_json::json!(number);
    assert_eq!(ends, [(&json(1), &json(2)), (&json(39_990), &json(39_999))]);
}

#[test]
fn hostile_texts_are_text_and_data() {
    let mut report = samples::exceptions();
    let hostile = "</script><script>alert(1)</script><!--\u{1b}[31m\u{2028}\"'&";
    for finding in &mut report.findings {
        finding.message = hostile.to_owned();
        finding.advice = hostile.to_owned();
        finding.exception = Some(hostile.to_owned());
        finding.trace = vec![with(
            Step { called: Some(hostile.to_owned()), library: true, ..step(hostile, hostile, 3) },
            vec![access(0, hostile, Write, hostile)],
            vec![],
        )];
    }
    report.target.main = hostile.to_owned();
    let page = as_html(&report, &SourceLines::none());
    // The data of each schedule, and the page's own.
    assert_eq!(page.matches("</script>").count(), report.findings.len() + 1);
    assert_eq!(page.matches("<script").count(), report.findings.len() + 1);
    assert!(!page.contains(['\u{1b}', '\u{2028}', '\0']));
    assert!(!page.contains("<!--"));
    let data = page.split_once("id=\"data-1\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["threads"][0], crate::report::visible(hostile));
}

#[test]
fn nothing_leads_to_the_network() {
    let page = as_html(&samples::race(), &SourceLines::none());
    for word in ["src=", "url(", "@import", "fetch(", "XMLHttpRequest", "https:"] {
        assert!(!page.contains(word), "{word}");
    }
    assert_eq!(page.matches("http:").count(), 1, "the name of the format of drawings");
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn answers_without_findings_say_what_they_mean() {
    let sources = SourceLines::none();
    for report in [samples::passed(), samples::incomplete(), samples::unsupported()] {
        let page = as_html(&report, &sources);
        assert!(page.contains(&text(&headline(&report))), "{page}");
        assert!(page.contains("<details class=\"rests\" open>"));
        assert!(!page.contains("<section class=\"finding\""));
    }
    assert!(as_html(&samples::incomplete(), &sources).contains("a higher `--max-states`"));
    assert!(as_html(&samples::unsupported(), &sources).contains("java.lang.Foo.bar()V is native"));
}

#[test]
fn what_a_program_only_uses_has_its_sections_too() {
    let mut report = samples::race();
    report.in_libraries = samples::race().findings;
    let page = as_html(&report, &SourceLines::none());
    assert!(page.contains("id=\"finding-2\"") && page.contains("href=\"#finding-2\""));
    assert!(page.contains("Races of what the program uses"));
}
