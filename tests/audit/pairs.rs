//! `--pair`: what may race at two lines, and nothing else.

use super::{audit, with};
use raceproof_tests::sandbox::{Sandbox, expect};
use serde_json::Value;

/// Two pairs that race, and one that does not with this input.
const THREE: &str = "package shop;
public class Three {
    static int x, y, z;
    static int least = Integer.parseInt(\"0\");
    static void seldom() {
        if (least > 0) z++;
    }
    public static void main(String[] args) {
        new Thread(() -> {
            x = 1;
            y = 1;
            seldom();
        }).start();
        x = 2;
        seldom();
        y = 2;
    }
}";

fn three(test: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("audit-pairs-{test}"));
    sandbox.class("Three.java", THREE);
    sandbox
}

fn variables(report: &Value, status: &str) -> Vec<String> {
    let all = with(report, status);
    all.iter().map(|one| one["variable"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn only_what_is_asked_for_is_decided() {
    let sandbox = three("asked");
    let (finished, report) = audit(&sandbox, "shop.Three", &["--deciders", "directed"]);
    expect(&finished, 1, &[]);
    assert_eq!(report["pairs"]["not_asked_for"], 0);
    let all = report["candidates"].as_array().unwrap().len();
    assert_eq!(variables(&report, "witnessed"), ["shop.Three.x", "shop.Three.y"]);
    for lines in [
        "Three.java:10,Three.java:14",
        "shop/Three.java:14,Three.java:10",
        "src/shop/Three.java:10,Three.java:14",
    ] {
        let options = ["--deciders", "directed", "--pair", lines];
        let (finished, report) = audit(&sandbox, "shop.Three", &options);
        expect(&finished, 1, &[]);
        assert!(variables(&report, "witnessed").contains(&"shop.Three.x".to_owned()), "{lines}");
        assert_eq!(with(&report, "open").len(), 0, "{lines}");
        let left_out = report["pairs"]["not_asked_for"].as_u64().unwrap();
        let told = report["candidates"].as_array().unwrap().len();
        assert_eq!(left_out > 0, told < all, "{lines}: {report:#}");
    }
}

/// A line alone stands for all pairs that it takes part in, and lines that the scan has proved are
/// decided.
#[test]
fn lines_that_cannot_race_are_proved() {
    let sandbox = three("proved");
    let (finished, report) =
        audit(&sandbox, "shop.Three", &["--deciders", "directed", "--pair", "Three.java:14"]);
    expect(&finished, 1, &[]);
    assert!(variables(&report, "witnessed").contains(&"shop.Three.x".to_owned()));
    let options = ["--deciders", "directed", "--pair", "Three.java:10,Three.java:16"];
    let (finished, report) = audit(&sandbox, "shop.Three", &options);
    expect(&finished, 0, &[]);
    assert_eq!(report["candidates"], serde_json::json!([]));
    let told =
        sandbox.raceproof(&[&["audit", "shop.Three", "-cp", "classes"], &options[..]].concat());
    expect(&told, 0, &[]);
    assert!(told.stdout_text().contains("what --pair asks for is race-free for every input"));
}

/// What races on the way is told, whoever asked.
#[test]
fn races_of_others_are_told_all_the_same() {
    let sandbox = three("others");
    let options = ["--deciders", "check", "--pair", "Three.java:6"];
    let (finished, report) = audit(&sandbox, "shop.Three", &options);
    expect(&finished, 1, &[]);
    assert_eq!(variables(&report, "witnessed"), ["shop.Three.x", "shop.Three.y"]);
    assert_eq!(variables(&report, "proved"), ["shop.Three.z"]);
}

#[test]
fn what_names_no_pair_is_refused() {
    let sandbox = three("refused");
    for (lines, message) in [
        ("Three.java", "names no two lines"),
        ("Three.java:10,Three.java:x", "names no two lines"),
        ("Three.java:10,Three.java:99", "Three.java:99 has no access and no call"),
        ("Other.java:10,Three.java:14", "no class that is executed is from a file `Other.java`"),
    ] {
        let finished =
            sandbox.raceproof(&["audit", "shop.Three", "-cp", "classes", "--pair", lines]);
        expect(&finished, 2, &[]);
        assert!(finished.stderr_text().contains(message), "{lines}: {}", finished.stderr_text());
    }
    let finished = sandbox.raceproof(&[
        "audit",
        "shop.Three",
        "-cp",
        "classes",
        "--pair",
        "Three.java:6",
        "--ledger",
        "all.ledger",
    ]);
    expect(&finished, 2, &[]);
    assert!(finished.stderr_text().contains("is of all pairs"), "{}", finished.stderr_text());
    assert!(!sandbox.folder.join("all.ledger").exists());
}
