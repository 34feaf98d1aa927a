//! What a later audit takes over from the ledger of an earlier one.

use super::{audit, with};
use raceproof_tests::sandbox::{Sandbox, expect};
use serde_json::Value;
use std::fs;

/// `x` races, `y` does not with this input, and `Other` is known to nobody.
const TWO: &str = "
public class Two {
    static int x, y;
    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> { x = 1; if (args.length > Limit.LEAST) y = 1; }).start();
        }
    }
}";
const LIMIT: &str = "public class Limit { static int LEAST = Integer.parseInt(\"0\"); }";

fn two(test: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("audit-ledger-{test}"));
    sandbox.class("Limit.java", LIMIT);
    sandbox.class("Two.java", TWO);
    sandbox
}

/// Of each variable, whether it was known.
fn known(report: &Value) -> Vec<(String, bool)> {
    let all = report["candidates"].as_array().unwrap().iter();
    let is_known = |one: &Value| one["witness"]["known"] == true || one["proof"]["known"] == true;
    let mut all: Vec<(String, bool)> =
        all.map(|one| (one["variable"].as_str().unwrap().to_owned(), is_known(one))).collect();
    all.sort();
    all
}

fn of(x: bool, y: bool) -> Vec<(String, bool)> {
    vec![("Two.x".to_owned(), x), ("Two.y".to_owned(), y)]
}

const KEEP: &[&str] = &["--ledger", "two.ledger"];

#[test]
fn what_has_not_changed_is_not_decided_again() {
    let sandbox = two("again");
    let (finished, report) = audit(&sandbox, "Two", KEEP);
    expect(&finished, 1, &[]);
    assert_eq!(known(&report), of(false, false), "{report:#}");
    assert_eq!((&report["complete"], &report["explored"]), (&true.into(), &true.into()));
    let (_, report) = audit(&sandbox, "Two", KEEP);
    assert_eq!(known(&report), of(true, true), "{report:#}");
    assert_eq!(report["warnings"], serde_json::json!([]));
    // Nothing was left to explore for.
    assert_eq!((&report["complete"], &report["explored"]), (&true.into(), &false.into()));
    // What no proof is of.
    sandbox.class("Other.java", "public class Other { }");
    let (_, report) = audit(&sandbox, "Two", KEEP);
    assert_eq!(known(&report), of(true, true), "{report:#}");
    // What a proof is of; the race is executed again.
    sandbox.class("Limit.java", &LIMIT.replace("\"0\"", "\"1\""));
    let (_, report) = audit(&sandbox, "Two", KEEP);
    assert_eq!(known(&report), of(true, false), "{report:#}");
    let warning = report["warnings"][0].as_str().unwrap();
    assert!(warning.contains("the class `Limit` has changed"), "{warning}");
    // Another input.
    let (_, report) = audit(&sandbox, "Two", &[KEEP, &["--", "1", "2"]].concat());
    assert_eq!(with(&report, "witnessed").len(), 2, "{report:#}");
    let warning = report["warnings"][0].as_str().unwrap();
    assert!(warning.contains("the arguments changed"), "{warning}");
}

#[test]
fn a_race_that_was_mended_is_not_told_again() {
    let sandbox = two("mended");
    audit(&sandbox, "Two", KEEP);
    sandbox.class("Two.java", &TWO.replace("x = 1;", "synchronized (Two.class) { x = 1; }"));
    let (finished, report) = audit(&sandbox, "Two", KEEP);
    expect(&finished, 0, &[]);
    assert_eq!(with(&report, "witnessed").len(), 0, "{report:#}");
    // Held by the thread that reads, not by all that write: the schedule may not fit any more.
    sandbox.class("Two.java", &TWO.replace("x = 1;", "if (args.length > 5) x = 1;"));
    let (finished, report) = audit(&sandbox, "Two", KEEP);
    expect(&finished, 0, &[]);
    assert_eq!(with(&report, "proved").len(), 2, "{report:#}");
}

#[test]
fn a_ledger_that_is_cut_off_is_used_as_far_as_it_goes() {
    let sandbox = two("cut");
    audit(&sandbox, "Two", KEEP);
    let path = sandbox.folder.join("two.ledger");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // Of the scan's proofs, that of a variable which its initialiser alone writes.
    assert!(lines.len() == 5 && lines[3].contains("\"Limit.LEAST\""), "{text}");
    let proved = lines.iter().find(|line| line.contains("\"proved\"")).unwrap();
    fs::write(&path, format!("{}\n{proved}\n{}", lines[0], &lines[2][..40])).unwrap();
    let (_, report) = audit(&sandbox, "Two", KEEP);
    assert_eq!(known(&report), of(false, true), "{report:#}");
    assert!(report["warnings"][0].as_str().unwrap().contains("was cut off"), "{report:#}");
    fs::write(&path, &text[..60]).unwrap();
    let (_, report) = audit(&sandbox, "Two", KEEP);
    assert_eq!(known(&report), of(false, false), "{report:#}");
    let warning = report["warnings"][0].as_str().unwrap();
    assert!(warning.contains("nothing of it is used"), "{warning}");
}

#[test]
fn what_is_no_ledger_is_left_alone() {
    let sandbox = two("none");
    for (text, words) in [
        ("public class Main { }", "is no ledger"),
        ("{\"ledger\":\"raceproof\",\"format_version\":99}\n", "has version 99 of the format"),
    ] {
        let path = sandbox.file("wrong", text);
        for option in ["--ledger", "--baseline"] {
            let finished = sandbox.raceproof(&["audit", "Two", "-cp", "classes", option, "wrong"]);
            expect(&finished, 2, &[words]);
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
    let finished = sandbox.raceproof(&["audit", "Two", "-cp", "classes", "--ledger", "classes"]);
    expect(&finished, 2, &["--ledger classes: it is a folder", "name a file in it"]);
    let finished = sandbox.raceproof(&["audit", "Two", "-cp", "classes", "--baseline", "missing"]);
    expect(&finished, 2, &["the ledger `missing` cannot be read"]);
    for option in ["--ledger", "--baseline"] {
        let finished = sandbox.raceproof(&["audit", "Two", "-cp", "classes", option, "/dev/zero"]);
        expect(&finished, 2, &["the ledger `/dev/zero` cannot be read: it is a pipe or a device"]);
    }
    // A new one that nothing was written into.
    let finished = sandbox.raceproof(&["audit", "None", "-cp", "classes", "--ledger", "new"]);
    expect(&finished, 2, &["None"]);
    assert!(!sandbox.folder.join("new").exists());
}

#[test]
fn a_ledger_of_another_program_is_left_alone() {
    let sandbox = two("another");
    audit(&sandbox, "Two", KEEP);
    let kept = fs::read(sandbox.folder.join("two.ledger")).unwrap();
    for option in ["--ledger", "--baseline"] {
        let finished =
            sandbox.raceproof(&["audit", "Limit", "-cp", "classes", option, "two.ledger"]);
        let made =
            "the ledger `two.ledger` (OPTION) was made of the program `Two`, and this is `Limit`";
        expect(&finished, 2, &[&made.replace("OPTION", option), "name the ledger of `Limit`"]);
        assert_eq!(fs::read(sandbox.folder.join("two.ledger")).unwrap(), kept);
    }
}

#[test]
fn a_second_audit_on_one_ledger_is_told() {
    let sandbox = two("locked");
    let path = sandbox.file("two.ledger", "");
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.lock().unwrap();
    let finished = sandbox.raceproof(&["audit", "Two", "-cp", "classes", "--ledger", "two.ledger"]);
    expect(&finished, 2, &["another audit works on the ledger `two.ledger`"]);
    file.unlock().unwrap();
    audit(&sandbox, "Two", KEEP);
}

#[test]
fn only_what_is_new_fails() {
    let sandbox = two("baseline");
    let (_, report) = audit(&sandbox, "Two", KEEP);
    let all = report["candidates"].as_array().unwrap().iter();
    assert!(all.into_iter().all(|one| one.get("new").is_none()), "{report:#}");
    let against = ["--baseline", "two.ledger"];
    let (finished, report) = audit(&sandbox, "Two", &against);
    expect(&finished, 0, &[]);
    assert_eq!(report["verdict"], "nothing-new");
    let (finished, report) = audit(&sandbox, "Two", &[&against[..], &["--", "1"]].concat());
    expect(&finished, 1, &[]);
    let new: Vec<&Value> =
        with(&report, "witnessed").into_iter().filter(|one| one["new"] == true).collect();
    assert_eq!(new.len(), 1, "{report:#}");
    assert_eq!(new[0]["variable"], "Two.y");
}
