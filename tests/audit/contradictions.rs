//! What is proved and executed at once is a defect, and told as that.

use super::{audit, with};
use raceproof_tests::sandbox::{Sandbox, expect};
use serde_json::Value;
use std::fs;

/// `x` races, `y` does not with this input.
const RACY: &str = "
public class Racy {
    static int x, y;
    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> { x = 1; if (args.length > 0) y = 1; }).start();
        }
    }
}";

/// A ledger that claims a proof of what races, and says nothing of what does not: so that engines
/// are asked, and execute the race.
fn with_a_false_proof(sandbox: &Sandbox) {
    let path = sandbox.folder.join("racy.ledger");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let of = |variable: &str| -> Value {
        let line =
            lines.iter().find(|line| line.contains(&format!("\"Racy.{variable}: "))).unwrap();
        serde_json::from_str(line).unwrap()
    };
    let (mut x, y) = (of("x"), of("y"));
    assert_eq!((&x["status"], &y["status"]), (&"witnessed".into(), &"proved".into()), "{text}");
    for key in ["status", "by", "scope"] {
        x[key] = y[key].clone();
    }
    fs::write(path, format!("{}\n{x}\n{{\"end\":1}}\n", lines[0])).unwrap();
}

#[test]
fn a_proof_that_is_executed_as_a_race_is_a_contradiction() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-contradiction");
    sandbox.class("Racy.java", RACY);
    let ledger = ["--ledger", "racy.ledger"];
    let (finished, _) = audit(&sandbox, "Racy", &ledger);
    expect(&finished, 1, &[]);
    with_a_false_proof(&sandbox);
    let tampered = fs::read(sandbox.folder.join("racy.ledger")).unwrap();

    let (finished, report) =
        audit(&sandbox, "Racy", &[&ledger[..], &["--save-traces", "t"]].concat());
    expect(&finished, 101, &[]);
    assert_eq!(report["verdict"], "contradiction");
    let said = report["contradictions"][0].as_str().unwrap();
    for words in
        ["Racy.x: ", "proved by check", "as the ledger says", "executed as a race", "new ledger"]
    {
        assert!(said.contains(words), "no {words:?} in {said}");
    }
    let executed = with(&report, "witnessed");
    assert_eq!(executed.len(), 1, "{report:#}");
    let trace = executed[0]["witness"]["trace"].as_str().unwrap();
    let replayed = sandbox.raceproof(&["replay", trace]);
    expect(&replayed, 1, &[]);
    assert!(replayed.stdout_text().contains("Racy.x"), "{}", replayed.stdout_text());

    // In words, both.
    fs::write(sandbox.folder.join("racy.ledger"), tampered).unwrap();
    let all = ["audit", "Racy", "-cp", "classes", "--ledger", "racy.ledger"];
    let finished = sandbox.raceproof(&all);
    let text = finished.stdout_text();
    assert_eq!(finished.status, Some(101), "{text}");
    for words in ["contradiction: Racy.x: ", "defect of raceproof", "new ledger", "writes Racy.x"] {
        assert!(text.contains(words), "no {words:?} in {text}");
    }

    // The proof is not kept.
    let (finished, report) = audit(&sandbox, "Racy", &ledger);
    expect(&finished, 1, &[]);
    assert_eq!(report["contradictions"], serde_json::json!([]));
}
