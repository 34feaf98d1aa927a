//! `raceproof scan --explain A.java:12,B.java:40`: why two lines cannot race, or where the proof
//! fails.

use raceproof_tests::sandbox::{Sandbox, expect};
use raceproof_tests::schemas;
use serde_json::Value;
use std::path::Path;

/// A program of `scan/tests/java`, two lines, the stage that proves them apart (`candidates` if
/// they may race), words of the reason, and words of the advice that would rule the race out.
struct Case {
    program: &'static str,
    lines: [u16; 2],
    stage: &'static str,
    why: &'static str,
    advice: Option<&'static str>,
}

const fn proved(
    program: &'static str,
    lines: [u16; 2],
    stage: &'static str,
    why: &'static str,
) -> Case {
    Case { program, lines, stage, why, advice: None }
}

const CASES: [Case; 13] = [
    proved("AliasingSites", [15, 16], "aliasing", "no object is accessed by both"),
    proved("AliasingIndices", [10, 11], "aliasing", "they access elements with different indices"),
    proved("EscapingNever", [13, 14], "escaping", "one thread alone knows the object"),
    proved("ParallelAfterJoin", [10, 13], "parallel", "they are never executed at the same time"),
    proved(
        "GlobalStaticFinal",
        [12, 12],
        "unlocked-global",
        "both hold the Object made at GlobalStaticFinal.java:7",
    ),
    proved("Figure1XF", [26, 26], "unlocked-local", "both lock the object that they access"),
    proved(
        "TaskOwnData",
        [20, 20],
        "thread-local",
        "each accesses an object that belongs to its own thread",
    ),
    proved("OrderedQueue", [19, 26], "ordered", "the other thread knows the object"),
    proved("InitialiserArray", [12, 19], "ordered", "the initialiser of a class does one of them"),
    proved(
        "OrderedByFlag",
        [11, 18],
        "ordered",
        "one is over when the other has seen OrderedByFlag.",
    ),
    Case {
        program: "LocalUnlockedEarly",
        lines: [16, 20],
        stage: "candidates",
        why: "holds the ReentrantLock made at LocalUnlockedEarly.java:10",
        advice: Some(
            "hold the ReentrantLock made at LocalUnlockedEarly.java:10 at both: 2 of 3 places",
        ),
    },
    Case {
        program: "ContainerUnguarded",
        lines: [13, 13],
        stage: "candidates",
        why: "holds nothing",
        advice: Some("hold one lock, that exists once or belongs to the object, at all"),
    },
    Case {
        program: "OrderedPlain",
        lines: [15, 22],
        stage: "candidates",
        why: "which it may come to know by a race",
        advice: Some("or make it volatile"),
    },
];

fn sandbox(program: &str, test: &str) -> Sandbox {
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../scan/tests/java/{program}.java"));
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("explain-{test}-{program}"));
    sandbox.class(&format!("{program}.java"), &std::fs::read_to_string(source).unwrap());
    sandbox
}

fn explained(sandbox: &Sandbox, program: &str, lines: &str) -> Value {
    let finished = sandbox.raceproof(&[
        "scan",
        "--format",
        "json",
        program,
        "-cp",
        "classes",
        "--explain",
        lines,
    ]);
    let report: Value = schemas::read(&finished.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", finished.stderr_text()));
    report["explained"].clone()
}

#[test]
fn each_stage_says_why() {
    for Case { program, lines: [one, other], stage, why, advice } in CASES {
        let explained = explained(
            &sandbox(program, "stages"),
            program,
            &format!("{program}.java:{one},{program}.java:{other}"),
        );
        let pairs = explained["pairs"].as_array().unwrap();
        let is_meant = |pair: &&Value| {
            let mut reasons = pair["reasons"].as_array().unwrap().iter();
            reasons.any(|reason| {
                reason["stage"] == stage && reason["why"].as_str().unwrap().contains(why)
            })
        };
        let pair =
            pairs.iter().find(is_meant).unwrap_or_else(|| panic!("{program}: {explained:#}"));
        assert_eq!(pair["may_race"], advice.is_some(), "{program}: {explained:#}");
        let told = pair["advice"].as_str();
        assert_eq!(told.is_some(), advice.is_some(), "{program}: {explained:#}");
        assert!(
            advice.is_none_or(|advice| told.is_some_and(|told| told.contains(advice))),
            "{program}: {explained:#}"
        );
    }
}

#[test]
fn lines_that_cannot_race_at_all_say_why() {
    let sandbox = sandbox("LocalUnlockedEarly", "nothing");
    let cases = [
        ("8", "LocalUnlockedEarly.java:8 has no access and no call, or no thread reaches it"),
        ("25", "nothing at LocalUnlockedEarly.java:25 accesses a variable that could race"),
        ("20", "both only read what both access: LocalUnlockedEarly$Counter.value"),
    ];
    for (line, words) in cases {
        let explained =
            explained(&sandbox, "LocalUnlockedEarly", &format!("LocalUnlockedEarly.java:{line}"));
        let nothing = explained["nothing"].as_str().unwrap();
        assert!(nothing.contains(words), "{explained:#}");
    }
}

/// As text, the report is the explanation alone, and the verdict.
#[test]
fn text_tells_the_two_lines() {
    let sandbox = sandbox("LocalUnlockedEarly", "text");
    let lines = "LocalUnlockedEarly.java:16,LocalUnlockedEarly.java:20";
    let finished =
        sandbox.raceproof(&["scan", "LocalUnlockedEarly", "-cp", "classes", "--explain", lines]);
    let text = finished.stdout_text();
    let words = [
        "LocalUnlockedEarly.java:16 and LocalUnlockedEarly.java:20:",
        "made at LocalUnlockedEarly.java:25: may race",
        "   written at LocalUnlockedEarly.java:16 in LocalUnlockedEarly$Counter.add",
        "   to rule it out, hold the ReentrantLock",
        "verdict: one pair of accesses may race",
    ];
    words.iter().for_each(|words| assert!(text.contains(words), "`{words}` is not said:\n{text}"));
    assert!(!text.contains("Assumed"), "{text}");
    assert_eq!(finished.status, Some(1));
}

#[test]
fn questions_that_cannot_be_understood() {
    let sandbox = sandbox("LocalUnlockedEarly", "mistakes");
    let cases = [
        ("A.java", "`explain = A.java` names no two lines"),
        ("A.java:0", "names no two lines"),
        ("A.java:1,", "names no two lines"),
        (":4", "names no two lines"),
        ("A.java:x,B.java:2", "names no two lines"),
        ("Other.java:4", "no class that is executed is from a file `Other.java`"),
        ("Early.java:4", "no class that is executed is from a file `Early.java`"),
    ];
    for (lines, words) in cases {
        let finished = sandbox.raceproof(&[
            "scan",
            "LocalUnlockedEarly",
            "-cp",
            "classes",
            "--explain",
            lines,
        ]);
        expect(&finished, 2, &[words]);
    }
}
