//! `raceproof scan` on programs that declare by `@GuardedBy` which lock guards what
//! (`scan/tests/guarded`). Exactly the lines that end with `// broken` must be reported as accesses
//! without the lock.

use raceproof_tests::bench::Bench;
use raceproof_tests::compile::Compiler;
use raceproof_tests::jdk::Jdk;
use raceproof_tests::place;
use raceproof_tests::process;
use raceproof_tests::program::Program;
use raceproof_tests::sandbox::Sandbox;
use raceproof_tests::schemas;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

fn places(report: &Value) -> BTreeSet<String> {
    let broken = report["unguarded"].as_array().unwrap();
    broken.iter().map(|broken| broken["place"].as_str().unwrap().to_owned()).collect()
}

fn marked(name: &str, text: &str) -> BTreeSet<String> {
    let lines = text.lines().enumerate().filter(|(_, line)| line.trim_end().ends_with("// broken"));
    lines.map(|(number, _)| format!("{name}.java:{}", number + 1)).collect()
}

#[test]
fn what_is_guarded_is_accessed_under_its_lock() {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let programs =
        Program::plain_in_folder(&place::workspace().join("scan/tests/guarded")).unwrap();
    assert!(programs.len() > 1);
    for jdk in Jdk::installed().unwrap() {
        let feature = jdk.feature;
        let compiler = Compiler::new(&jdk, temporary);
        let bench = Bench::new(jdk, compiler, programs.clone(), temporary).unwrap();
        for program in &programs {
            let mut command = bench.command("scan");
            command.arg("-cp").arg(bench.classes(program).unwrap()).arg(program.main_class());
            let finished = process::run(command, b"", process::patience()).unwrap();
            let report: Value = schemas::read(&finished.stdout).unwrap();
            assert_eq!(
                places(&report),
                marked(&program.name, &program.text),
                "{} on {feature}",
                program.name
            );
            assert_eq!(
                (report["verdict"].as_str(), finished.status),
                (Some("candidates"), Some(1))
            );
        }
    }
}

const COUNTER: &str = "
    @interface GuardedBy { String value(); }
    public class Counter {
        private final Object lock = new Object();
        @GuardedBy(\"lock\") private int value;
        public void add() { synchronized (lock) { value++; } }
        public int get() { synchronized (lock) { return value; } }
        BODY
    }";

fn scanned(sandbox: &Sandbox, body: &str, options: &[&str]) -> (Value, i32, String) {
    sandbox.class("Counter.java", &COUNTER.replace("BODY", body));
    let options = [&["scan", "Counter", "-cp", "classes"], options].concat();
    let text = sandbox.raceproof(&options).stdout_text();
    let finished = sandbox.raceproof(&[&options[..], &["--format", "json"]].concat());
    (schemas::read(&finished.stdout).unwrap(), finished.status.unwrap_or(-1), text)
}

/// Nobody races as long as all calls are reads; the specification is broken all the same.
#[test]
fn it_is_told_with_what_is_held() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "scan-guarded-told");
    let (report, status, text) =
        scanned(&sandbox, "public synchronized int peek() { return value; }", &[]);
    assert_eq!(status, 1);
    let broken = &report["unguarded"][0];
    let words = |key: &str| broken[key].as_str().unwrap_or_default().to_owned();
    assert_eq!(
        ["member", "guard", "kind", "method"].map(words),
        ["Counter.value", "lock", "read", "Counter.peek"].map(str::to_owned)
    );
    let line = "Counter.value, guarded by `lock`, is read at Counter.java:8 in Counter.peek by a client, holding the client's Counter";
    assert!(
        text.contains(line) && text.contains("one place without the lock that `@GuardedBy` names"),
        "{text}"
    );
    let (report, _, text) = scanned(&sandbox, "", &[]);
    assert_eq!(
        (report["unguarded"].as_array().unwrap().len(), text.contains("GuardedBy")),
        (0, false),
        "{text}"
    );
}

#[test]
fn what_names_no_lock_is_a_gap() {
    for (name, is_known) in [
        ("lock", true),
        ("Counter.this.lock", true),
        ("lok", false),
        ("Counter.lock", false),
        ("lock.lock", false),
        ("Nobody.class", false),
        ("compute()", false),
        ("", false),
        ("..", false),
        (".class", false),
    ] {
        let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "scan-guarded-names");
        let member = format!(
            "@GuardedBy(\"{name}\") int other; Object compute() {{ return new Object(); }}"
        );
        let (report, ..) = scanned(&sandbox, &member, &[]);
        let what = format!(
            "Counter.other is declared `@GuardedBy(\"{name}\")`, which names no lock that is known"
        );
        let gaps = report["gaps"].as_array().unwrap();
        assert_eq!(!gaps.contains(&Value::from(what)), is_known, "{name}: {gaps:?}");
    }
}

/// Of one such lock it is known; of several it is not.
#[test]
fn what_is_not_known_is_a_gap() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "scan-guarded-unknown");
    let body = "
        static class Many {
            final java.util.concurrent.locks.ReentrantReadWriteLock lock = new java.util.concurrent.locks.ReentrantReadWriteLock();
            @GuardedBy(\"lock\") int many;
            void count() { lock.writeLock().lock(); many++; lock.writeLock().unlock(); many++; }
        }
        public static void all() { for (int i = 0; i < 9; i++) NEW.count(); }";
    for (new, is_known) in [("new Many()", true), ("ALL[i]", false)] {
        let all = "static final Many[] ALL = new Many[9]; static { for (int i = 0; i < 9; i++) ALL[i] = new Many(); }";
        let (report, ..) = scanned(&sandbox, &(body.replace("NEW", new) + all), &[]);
        let gaps = report["gaps"].to_string();
        let gap = "whether `lock` is held wherever Counter$Many.many is used is not known";
        assert_eq!(gaps.contains(gap), !is_known, "{new}: {gaps}");
        assert_eq!(report["unguarded"], serde_json::json!([]));
    }
}

#[test]
fn a_baseline_keeps_it_whatever_its_line() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "scan-guarded-baseline");
    let peek = "public int peek() { return value; }";
    scanned(&sandbox, peek, &["--write-baseline", "accepted"]);
    let (report, status, text) =
        scanned(&sandbox, &format!("\n\n{peek}"), &["--baseline", "accepted"]);
    assert_eq!((status, report["verdict"].as_str()), (0, Some("nothing-new")), "{text}");
    assert_eq!(report["baseline"]["unguarded"], 1);
    let another = format!("{peek} public int look() {{ return value; }}");
    let (report, status, text) = scanned(&sandbox, &another, &["--baseline", "accepted"]);
    assert_eq!((status, report["unguarded"].as_array().unwrap().len()), (1, 1), "{text}");
    assert_eq!(report["unguarded"][0]["method"], "Counter.look");
    let (report, ..) = scanned(&sandbox, "", &["--baseline", "accepted"]);
    let fixed = report["baseline"]["fixed"].to_string();
    assert!(fixed.contains("unguarded Counter.value by lock: read in Counter.peek"), "{fixed}");
}
