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

/// The class library finds a class by a property, which the scan assumes that it does not: so it
/// proves, of all inputs and without a gap, that nobody but `main` writes `x`.
const FOUND_BY_NAME: &str = "
import java.util.concurrent.*;
public class Found {
    public static class Factory implements ForkJoinPool.ForkJoinWorkerThreadFactory {
        public ForkJoinWorkerThread newThread(ForkJoinPool pool) { return new Worker(pool); }
    }
    static class Worker extends ForkJoinWorkerThread {
        Worker(ForkJoinPool pool) { super(pool); }
        protected void onStart() { x++; }
    }
    static int x, y;
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            String key = \"java.util.concurrent.ForkJoinPool.common.threadFactory\";
            System.setProperty(key, \"Found$Factory\");
        }
        Runnable task = () -> { if (args.length > 5) y++; };
        Future<Void> one = CompletableFuture.runAsync(task);
        x = 7;
        one.get();
        if (args.length > 5) y++;
    }
}";

fn found_by_name(test: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("audit-found-{test}"));
    sandbox.class("Found.java", FOUND_BY_NAME);
    sandbox
}

#[test]
fn what_the_scan_proves_and_is_executed_is_a_contradiction() {
    let sandbox = found_by_name("audit");
    let (finished, report) =
        audit(&sandbox, "Found", &["--ledger", "l", "--save-traces", "t", "--", "1"]);
    expect(&finished, 101, &[]);
    assert_eq!(report["verdict"], "contradiction");
    for none in ["gaps", "contradictions"] {
        assert_eq!(report[none], serde_json::json!([]), "{report:#}");
    }
    let unexpected = report["unexpected"].as_array().unwrap();
    assert_eq!(unexpected.len(), 1, "{report:#}");
    assert_eq!(unexpected[0]["finding"]["variable"], "Found.x");
    let replayed = sandbox.raceproof(&["replay", unexpected[0]["trace"].as_str().unwrap()]);
    expect(&replayed, 1, &[]);
    // Nobody is to rest on it.
    let ledger = fs::read_to_string(sandbox.folder.join("l")).unwrap();
    assert!(!ledger.contains("Found.x"), "{ledger}");

    let text = sandbox.raceproof(&["audit", "Found", "-cp", "classes", "--", "1"]);
    assert_eq!(text.status, Some(101));
    let text = text.stdout_text();
    for words in [
        "one race that the scan proves impossible",
        "unless what the scan assumes does not hold here",
        "executed, though the scan proves it",
        "Found.x",
    ] {
        assert!(text.contains(words), "no {words:?} in {text}");
    }
}

#[test]
fn what_the_scan_proves_is_noticed_by_a_check_that_skips_it() {
    let sandbox = found_by_name("check");
    let (finished, _) = audit(&sandbox, "Found", &["--ledger", "l"]);
    expect(&finished, 0, &[]);
    let check = ["check", "Found", "-cp", "classes", "--skip-proved", "l"];
    expect(&sandbox.raceproof(&check), 0, &[]);
    let finished = sandbox.raceproof(&[&check[..], &["--", "1"]].concat());
    expect(&finished, 101, &["proved impossible for all inputs", "Found.x"]);
}
