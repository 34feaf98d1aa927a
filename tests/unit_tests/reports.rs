//! Reports, traces and limits.

use std::fs;

use super::*;
use raceproof_tests::schemas;
use serde_json::Value;

const TWO: &str = "import org.junit.jupiter.api.*; class TwoTest {
    volatile int count;
    @Test void loses() throws Exception {
        Thread other = new Thread(() -> count++);
        other.start(); count++; other.join();
        assert count == 2;
    }
    @Test void locks() throws Exception {
        Object a = new Object(), b = new Object();
        Thread other = new Thread(() -> { synchronized (a) { synchronized (b) { } } });
        other.start();
        synchronized (b) { synchronized (a) { } }
    }
    @Test void fine() { }
    @Test @Disabled void off() { }
}";

fn two(name: &str) -> Tests {
    Tests::new(name).with("TwoTest.java", TWO)
}

fn object(text: &str) -> Value {
    schemas::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn json_has_an_object_for_each_test() {
    let tests = two("json");
    let finished = tests.check(&["--test", "TwoTest", "--format", "json"]);
    expect(&finished, 1, &[]);
    let report = object(&finished.stdout_text());
    assert_eq!(report["verdict"], "violated");
    assert_eq!(report["counts"], serde_json::json!({ "ok": 1, "violated": 2, "skipped": 1 }));
    let told: Vec<(&str, &str)> = report["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| (test["test"].as_str().unwrap(), test["verdict"].as_str().unwrap()))
        .collect();
    assert_eq!(
        told,
        [
            ("TwoTest#loses", "violated"),
            ("TwoTest#locks", "violated"),
            ("TwoTest#fine", "race-free"),
            ("TwoTest#off", "skipped"),
        ]
    );
    let first = &report["tests"][0];
    assert_eq!(first["target"]["main"], "TwoTest");
    assert_eq!(first["findings"][0]["stack"][0], "TwoTest.loses(TwoTest.java:6)");
    assert_eq!(first["findings"][0]["stack"].as_array().unwrap().len(), 1);
    assert_eq!(report["tests"][3]["reason"], "@Disabled");
    let assumptions = first["assumptions"].to_string();
    assert!(assumptions.contains("the test is run by itself"), "{assumptions}");
}

#[test]
fn junit_has_a_case_for_each_test() {
    let tests = two("junit");
    let finished = tests.check(&["--test", "TwoTest", "--format", "junit"]);
    expect(&finished, 1, &[]);
    let text = finished.stdout_text();
    for part in [
        "tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"1\"",
        "<testcase classname=\"TwoTest\" name=\"loses\" time=",
        "<failure type=\"deadlock\" message=\"two threads wait",
        "<skipped message=\"@Disabled\"/>",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn each_counterexample_has_a_file_that_replay_executes() {
    let tests = two("traces");
    let finished = tests.check(&["--test", "TwoTest", "--save-trace", "two.trace"]);
    expect(&finished, 1, &[]);
    let text = finished.stdout_text();
    assert!(text.contains("saved: raceproof replay two.TwoTest.locks.trace"), "{text}");
    for (method, kind) in [("loses", "assertion"), ("locks", "deadlock")] {
        let file = format!("two.TwoTest.{method}.trace");
        let finished = tests.sandbox.raceproof(&["replay", &file, "--format", "json"]);
        expect(&finished, 1, &[]);
        let report = object(&finished.stdout_text());
        assert_eq!(report["findings"][0]["kind"], kind);
        assert_eq!(report["target"]["test"], format!("TwoTest#{method}"));
        let stacks = report["findings"].to_string();
        assert!(!stacks.contains("TestRun"), "{stacks}");
    }
    // So that of one that does not fail any more goes, and nothing else is written over.
    let fine = tests.sandbox.folder.join("two.TwoTest.fine.trace");
    assert!(!fine.exists());
    fs::copy(tests.sandbox.folder.join("two.TwoTest.locks.trace"), &fine).unwrap();
    fs::write(tests.sandbox.folder.join("two.trace"), "notes").unwrap();
    let saving = ["--test", "TwoTest", "--save-trace", "two.trace"];
    expect(&tests.check(&saving), 1, &["the trace `two.TwoTest.fine.trace` was removed"]);
    assert!(!fine.exists());
    fs::write(&fine, "notes").unwrap();
    expect(&tests.check(&saving), 2, &["--save-trace two.TwoTest.fine.trace: that file is no"]);
    assert_eq!(fs::read_to_string(&fine).unwrap(), "notes");
    // One test has the file that was named.
    let finished = tests.check(&["--test", "TwoTest#loses", "--save-trace", "one.trace"]);
    expect(&finished, 1, &[]);
    expect(&tests.sandbox.raceproof(&["replay", "one.trace"]), 1, &[]);
    // A trace is of the test's class as it was.
    let tests = tests.with("TwoTest.java", &TWO.replace("count == 2", "count == 3"));
    let finished = tests.sandbox.raceproof(&["replay", "one.trace"]);
    expect(&finished, 2, &["the class `TwoTest` has changed"]);
}

#[test]
fn limits_are_of_each_test() {
    let text = "import org.junit.jupiter.api.*; class LongTest {
        volatile long count;
        void work() { for (int i = 0; i < 40; i++) count++; }
        @Test void first() { Thread[] all = new Thread[4]; for (int i = 0; i < 4; i++) (all[i] = new Thread(this::work)).start(); }
        @Test void second() { }
        @Test void third() { first(); }
    }";
    let tests = Tests::new("limits").with("LongTest.java", text);
    let finished = tests.check(&["--test", "LongTest", "--search", "dfs", "--max-states", "50"]);
    expect(&finished, 3, &[]);
    expect_lines(
        &finished,
        &[
            ("incomplete", "LongTest#first", "--max-states"),
            ("ok", "LongTest#second", ""),
            ("incomplete", "LongTest#third", "--max-states"),
        ],
    );
}

#[test]
fn the_launcher_is_nobodys_own_class() {
    let library = "package lib; public class Lib { int count;
        public void use() throws Exception { Thread t = new Thread(() -> count++); t.start(); count++; t.join(); } }";
    let test = "import org.junit.jupiter.api.*; class LibTest { @Test void t() throws Exception { new lib.Lib().use(); } }";
    let tests = Tests::new("checked").with("lib/Lib.java", library).with("LibTest.java", test);
    let check = |pattern: &str| tests.check(&["--test", "LibTest", "--checked", pattern]);
    expect(&check("LibTest"), 1, &[]);
    expect(&check("!lib.**,!LibTest"), 0, &[]);
}

#[test]
fn a_test_follows_another_that_cannot_be_checked() {
    let library = "package lib; public class Lib { public static int one() { return 1; } }";
    let test = "import org.junit.jupiter.api.*; class MixedTest {
        @Test void with() { lib.Lib.one(); }
        @Test void without() { } }";
    let tests = Tests::new("refused").with("lib/Lib.java", library).with("MixedTest.java", test);
    let finished = tests.check(&["--test", "MixedTest", "--checked", "lib.**"]);
    expect(&finished, 2, &[]);
    expect_lines(
        &finished,
        &[("ok", "MixedTest#with", ""), ("error", "MixedTest#without", "checked")],
    );
}

/// What is no matter of the answer.
fn without_figures(mut report: Value) -> Value {
    for test in report["tests"].as_array_mut().unwrap() {
        if let Some(figures) = test["statistics"].as_object_mut() {
            figures.remove("elapsed_ms");
            figures.remove("peak_memory_bytes");
        }
    }
    report
}

#[test]
fn the_report_does_not_depend_on_how_many_tests_go_side_by_side() {
    let more = "import org.junit.jupiter.api.*; class MoreTest {
        int plain; volatile int count;
        @Test void races() throws Exception {
            Thread other = new Thread(() -> plain++);
            other.start(); plain++; other.join();
        }
        @Test void large() {
            for (int i = 0; i < 3; i++) new Thread(() -> { for (int j = 0; j < 9; j++) count++; }).start();
        }
        @Test void small() { }
    }";
    let tests = two("threads").with("MoreTest.java", more);
    let check = |threads: &str| {
        let head = ["--test", "*", "--format", "json", "--save-trace", "t", "--max-states", "3000"];
        tests.check(&[&head[..], &["--threads", threads]].concat())
    };
    let alone = check("1");
    expect(&alone, 1, &[]);
    let expected = without_figures(object(&alone.stdout_text()));
    assert_eq!(expected["counts"]["violated"], 3, "{expected:#}");
    for threads in ["2", "8"] {
        let beside = check(threads);
        assert_eq!(without_figures(object(&beside.stdout_text())), expected, "{threads}");
    }
}

#[test]
fn tests_go_side_by_side_unless_a_limit_is_for_one_alone() {
    let tests = two("beside");
    let began_together = |options: &[&str]| {
        let head = ["--test", "*", "--threads", "2", "--log", "info"];
        let finished = tests.check(&[&head, options].concat());
        expect(&finished, 1, &["the test TwoTest#loses"]);
        let said = finished.stderr_text();
        said.contains("2 tests side by side")
    };
    assert!(began_together(&[]));
    for one in
        [&["--memory", "2g"][..], &["--save-reflection", "log"], &["--program-output", "show"]]
    {
        assert!(!began_together(one), "{one:?}");
    }
}
