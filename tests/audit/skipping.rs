//! `check --skip-proved`: what the scan of an audit has proved for all inputs is not looked for, if
//! the proof is of what is checked, and nothing else is skipped.

use super::audit;
use raceproof_tests::process::Finished;
use raceproof_tests::sandbox::{Sandbox, expect};
use raceproof_tests::schemas;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

/// `guarded` is proved for all inputs, `sometimes` for none: it races with an argument. Neither
/// says anything of the fields of the same name in a nested class.
const PARTS: &str = "
public class Parts {
    static int guarded, sometimes;
    static class Nested { static int guarded; }
    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                synchronized (Parts.class) { guarded++; }
                if (args.length > 0) sometimes++;
                if (args.length > 1) Nested.guarded++;
            }).start();
        }
    }
}";

const SKIP: [&str; 2] = ["--skip-proved", "parts.ledger"];

fn parts(test: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("audit-skipping-{test}"));
    sandbox.class("Parts.java", PARTS);
    let (finished, _) = audit(&sandbox, "Parts", &["--ledger", "parts.ledger"]);
    expect(&finished, 0, &[]);
    sandbox
}

fn check(sandbox: &Sandbox, options: &[&str]) -> (Finished, Value) {
    let all = [&["check", "Parts", "-cp", "classes", "--format", "json"], options].concat();
    let finished = sandbox.raceproof(&all);
    let report = schemas::read(&finished.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}", finished.stderr_text()));
    (finished, report)
}

/// The variables that the detector was told of.
fn told(report: &Value) -> u64 {
    report["statistics"]["h"]["columns"].as_u64().unwrap()
}

#[test]
fn what_is_proved_for_all_inputs_is_not_looked_for() {
    let sandbox = parts("honest");
    let (finished, report) = check(&sandbox, &SKIP);
    expect(&finished, 0, &[]);
    assert_eq!(report["verdict"], "race-free");
    let skipped = json!({
        "ledger": "parts.ledger", "variables": ["Parts.guarded"], "why_none": null
    });
    assert_eq!(report["skipped"], skipped);
    assert!(report["guarantee"].as_str().unwrap().contains("not looked for (Parts.guarded)"));
    let assumptions = report["assumptions"].to_string();
    assert!(assumptions.contains("the scan assumes: classes come from this class path alone"));
    let (_, whole) = check(&sandbox, &[]);
    assert_eq!(whole.get("skipped"), None);
    assert!(told(&report) < told(&whole), "{report:#}\n{whole:#}");

    // In words, too: with the verdict, and behind it.
    let text = sandbox.raceproof(&[&["check", "Parts", "-cp", "classes"], &SKIP[..]].concat());
    let text = text.stdout_text();
    let verdict = "race-free: nothing was found. Every schedule was explored. Races of 1 variable were not looked for: `scan` has proved that there are none.";
    assert_eq!(text.matches(verdict).count(), 2, "{text}");
    assert!(text.contains("(Parts.guarded)") && text.contains("parts.ledger"), "{text}");
}

/// The variable and the lines of each race.
fn races(report: &Value) -> BTreeSet<(&str, Vec<u64>)> {
    let findings = report["findings"].as_array().unwrap().iter();
    let race = |race: &'_ Value| {
        let accesses = race["accesses"].as_array().unwrap().iter();
        let mut lines: Vec<u64> = accesses.map(|access| access["line"].as_u64().unwrap()).collect();
        lines.sort_unstable();
        lines
    };
    findings.map(|one| (one["variable"].as_str().unwrap(), race(one))).collect()
}

/// Each search finds what it finds otherwise. (The heuristic one goes by what is told, and so by
/// other schedules.)
#[test]
fn nothing_else_is_skipped() {
    let sandbox = parts("else");
    for search in ["auto", "dfs", "heuristic", "dpor", "persistent", "lockset"] {
        for arguments in [&["--", "1"][..], &["--", "1", "2"]] {
            let options = ["--search", search, "--all", "--save-trace", "race.trace"];
            let (finished, report) = check(&sandbox, &[&options, &SKIP[..], arguments].concat());
            expect(&finished, 1, &[]);
            let (_, whole) = check(&sandbox, &[&options[..3], arguments].concat());
            assert_eq!(report["skipped"]["variables"], json!(["Parts.guarded"]), "{report:#}");
            assert_eq!(races(&report), races(&whole), "{search}");
            // Two states that only what the detector knows of a variable tells apart are one.
            for count in ["states", "transitions"] {
                let of = |report: &Value| report["statistics"][count].as_u64().unwrap();
                assert!(of(&report) <= of(&whole), "{search}: {report:#}");
            }
            let variables: Vec<&str> = report["findings"]
                .as_array()
                .unwrap()
                .iter()
                .map(|race| race["variable"].as_str().unwrap())
                .collect();
            let is_nested = variables.contains(&"Parts$Nested.guarded");
            assert!(variables.contains(&"Parts.sometimes"), "{search}: {report:#}");
            assert_eq!(is_nested, arguments.len() == 3, "{search}: {report:#}");
            expect(&sandbox.raceproof(&["replay", "race.trace"]), 1, &[]);
        }
    }
}

#[test]
fn a_proof_of_something_else_is_not_taken_over() {
    let sandbox = parts("stale");
    let none = |options: &[&str], status: i32, words: &str| {
        let (finished, report) = check(&sandbox, &[&SKIP, options].concat());
        expect(&finished, status, &[]);
        assert_eq!(report["skipped"]["variables"], json!([]), "{report:#}");
        let why = report["skipped"]["why_none"].as_str().unwrap();
        assert!(why.contains(words), "{why}");
        why.to_owned()
    };
    none(&["--trusted", "other.**"], 0, "what is trusted or benign changed");
    none(&["-D", "property.some=1"], 0, "the system properties changed");
    none(&["--race", "off"], 0, "races are not looked for");
    none(&["--search", "pdp"], 0, "`--search pdp`");
    // What was proved is no more so.
    sandbox.class(
        "Parts.java",
        &PARTS.replace("synchronized (Parts.class) { guarded++; }", "guarded++;"),
    );
    let why = none(&[], 1, "the class `Parts` has changed");
    assert!(why.contains("audit again with `--ledger`"), "{why}");
    let text = sandbox.raceproof(&[&["check", "Parts", "-cp", "classes"], &SKIP[..]].concat());
    expect(&text, 1, &[]);
    assert!(
        text.stdout_text().contains("skipped: nothing that the ledger"),
        "{}",
        text.stdout_text()
    );
}

/// What a gap hides may access any variable.
#[test]
fn where_the_scan_has_gaps_nothing_is_skipped() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-skipping-gaps");
    let text = PARTS.replace(
        "args) {",
        "args) throws Exception { Class.forName(args.length > 9 ? args[0] : \"Parts\");",
    );
    sandbox.class("Parts.java", &text);
    let (_, report) = audit(&sandbox, "Parts", &["--ledger", "parts.ledger"]);
    assert_ne!(report["gaps"], json!([]));
    let (finished, report) = check(&sandbox, &SKIP);
    expect(&finished, 0, &[]);
    assert!(report["skipped"]["why_none"].as_str().unwrap().contains("gaps"), "{report:#}");
    assert!(
        !fs::read_to_string(sandbox.folder.join("parts.ledger")).unwrap().contains("all-inputs")
    );
}

#[test]
fn what_is_no_whole_ledger_of_the_program_is_refused() {
    let sandbox = parts("refused");
    let refused = |file: &str, program: &[&str], words: &[&str]| {
        let all = [&["check"], program, &["-cp", "classes", "--skip-proved", file]].concat();
        expect(&sandbox.raceproof(&all), 2, words);
    };
    refused("missing", &["Parts"], &["the ledger `missing` cannot be read"]);
    refused("Parts.java", &["Parts"], &["`Parts.java` is no ledger"]);
    let text = fs::read_to_string(sandbox.folder.join("parts.ledger")).unwrap();
    for whole in 1..text.lines().count() {
        let lines: Vec<&str> = text.lines().take(whole).collect();
        sandbox.file("cut", lines.join("\n"));
        refused("cut", &["Parts"], &["the ledger `cut` was cut off", "audit TARGET --ledger"]);
    }
    sandbox.class("Other.java", "public class Other { public static void main(String[] a) { } }");
    refused("parts.ledger", &["Other"], &["made of the program `Parts`, and this is `Other`"]);
    refused("parts.ledger", &["--test", "Other"], &["`audit` makes none of tests"]);
}

/// A race of what is to be skipped, in one of the executions that are looked at before.
#[test]
fn a_false_proof_that_is_executed_is_a_defect() {
    let sandbox = parts("false");
    let path = sandbox.folder.join("parts.ledger");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"Parts.guarded\"", "\"Parts.sometimes\"")).unwrap();
    let (finished, report) = check(&sandbox, &SKIP);
    expect(&finished, 0, &[]);
    assert_eq!(report["skipped"]["variables"], json!(["Parts.sometimes"]));
    let all = ["check", "Parts", "-cp", "classes", "--save-trace", "t"];
    let finished = sandbox.raceproof(&[&all, &SKIP[..], &["--", "1"]].concat());
    expect(
        &finished,
        101,
        &[
            "the scan has proved impossible for all inputs",
            "parts.ledger",
            "Parts.sometimes",
            "new ledger",
        ],
    );
    assert_eq!(finished.stdout_text(), "");
    let replayed = sandbox.raceproof(&["replay", "t"]);
    expect(&replayed, 1, &[]);
    assert!(replayed.stdout_text().contains("Parts.sometimes"), "{}", replayed.stdout_text());
}
