//! Counterexamples that people read: made simpler before they are told, laid out in columns, and
//! gone through by hand; and what can go wrong with that.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use raceproof_tests::process::{self, Finished};
use raceproof_tests::sandbox::{Sandbox, expect};
use serde_json::Value;

/// Two threads that take two forks, and one that only turns pages.
const TABLE: &str = "public class Table {
    static final Object left = new Object(), right = new Object();
    static volatile int page, meals;

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                meals = 1;
            }
        }
    }

    public static void main(String[] arguments) {
        new Thread(() -> both(left, right)).start();
        new Thread(() -> { page = 1; page = 2; page = 3; }, \"re\\u001b[2Jader\").start();
        both(right, left);
    }
}
";

/// Fails in every schedule, after much that two threads do side by side.
const PAGES: &str = "public class Pages {
    static volatile int one, other;

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(() -> {
            for (int i = 0; i < 10; i++) one = i;
        });
        thread.start();
        for (int i = 0; i < 10; i++) other = i;
        thread.join();
        throw new IllegalStateException(\"read\");
    }
}
";

fn sandbox(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("traces-{name}"));
    sandbox.file("Table.java", TABLE);
    sandbox
}

fn json(finished: &Finished) -> Value {
    expect(finished, 1, &[]);
    serde_json::from_str(&finished.stdout_text()).unwrap()
}

/// Switches and steps of the first finding's trace.
fn cost(report: &Value) -> (usize, usize) {
    let steps = report["findings"][0]["trace"].as_array().unwrap();
    assert_eq!(report["findings"][0]["length"], steps.len());
    let switches = steps.windows(2).filter(|pair| pair[0]["thread"] != pair[1]["thread"]).count();
    (switches, steps.len())
}

/// Goes through a trace by these lines.
fn stepped(sandbox: &Sandbox, arguments: &[&str], lines: &str) -> Finished {
    let mut command = sandbox.command(&[&["replay", "--step"], arguments].concat());
    command.env_remove("COLUMNS");
    process::run(command, lines.as_bytes(), process::patience()).unwrap()
}

fn saved(sandbox: &Sandbox) {
    let check = ["check", "Table.java", "--search", "bfs", "--save-trace", "t.trace"];
    expect(&sandbox.raceproof(&check), 1, &[]);
}

#[test]
fn what_chance_has_found_is_made_simpler_and_replayed() {
    let sandbox = sandbox("simpler");
    sandbox.file("Pages.java", PAGES);
    let check = |search: &str, word: &str| {
        let options = ["--search", search, "--minimise", word, "--format", "json"];
        let check = ["check", "Pages.java", "--save-trace", "t.trace"];
        let report = json(&sandbox.raceproof(&[&check[..], &options].concat()));
        let again = json(&sandbox.raceproof(&["replay", "t.trace", "--format", "json"]));
        assert_eq!(report["findings"], again["findings"]);
        report
    };
    let shortest = cost(&check("bfs", "off"));
    assert!(cost(&check("bfs", "on")) <= shortest);
    let (before, after) = (check("random", "off"), check("random", "on"));
    assert!(cost(&before).0 >= 6, "{before:#}");
    assert!(
        2 * cost(&after).0 <= cost(&before).0 && cost(&after).1 <= cost(&before).1,
        "{after:#}"
    );
    assert_eq!(check("random", "on")["findings"], after["findings"], "the same again");
    let finished = sandbox.raceproof(&["check", "Table.java", "--minimise", "maybe"]);
    expect(&finished, 2, &["`maybe` is not a value of `minimise`", "on"]);
}

#[test]
fn a_column_for_each_thread_where_there_is_room() {
    let sandbox = sandbox("columns");
    saved(&sandbox);
    let replay = |options: &[&str], columns: &str| {
        let mut command = sandbox.command(&[&["replay", "t.trace"], options].concat());
        command.env("COLUMNS", columns);
        let finished = sandbox.finish(command);
        expect(&finished, 1, &[]);
        let text = finished.stdout_text();
        let trace = text.split_once("trace, ").unwrap().1;
        trace.split_once("threads at the end").unwrap().0.to_owned()
    };
    let wide = replay(&["--trace-columns", "always"], "80");
    assert!(wide.lines().nth(1).unwrap().contains("Thread-0  "), "{wide}");
    assert!(wide.lines().all(|line| line.chars().count() <= 80), "{wide}");
    let list = replay(&[], "80");
    assert!(list.contains(", 1 step\n") && list != wide, "{list}");
    // What is asked for is done where it can be, and else it is said why not.
    let narrow = replay(&["--trace-columns", "always"], "40");
    assert!(narrow.lines().nth(1).unwrap().contains("Thread-0  "), "{narrow}");
    assert!(narrow.lines().all(|line| line.chars().count() <= 40), "{narrow}");
    let refused = replay(&["--trace-columns", "always"], "1");
    let (why, rest) = refused.split_once("\n  (no column for each thread: ").unwrap();
    let (needed, rest) = rest.split_once(" characters, and a line has 1; `COLUMNS` says").unwrap();
    assert!(needed.contains(" threads need "), "{refused}");
    assert_eq!(format!("{why}{}", &rest[rest.find('\n').unwrap()..]), list);
    assert_eq!(replay(&["--trace-columns", "never"], "200"), list);
    assert_eq!(
        replay(&["--trace-columns", "always"], "wide"),
        replay(&["--trace-columns", "always"], "100")
    );
    assert!(!wide.contains("inside Thread.run") && !wide.contains('\u{1b}'), "{wide}");
}

#[test]
fn a_trace_is_gone_through_forwards_and_back() {
    let sandbox = sandbox("step");
    saved(&sandbox);
    let finished = stepped(&sandbox, &["t.trace"], "n\nn\nb\ne\n\n0\n9\nfoo\nh\nq\nn\n");
    expect(&finished, 1, &[]);
    let text = finished.stdout_text();
    let heads: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("step ") || line.starts_with("before the"))
        .map(|line| line.split(':').next().unwrap())
        .collect();
    assert_eq!(heads[0], "before the first step of 4");
    assert_eq!(heads[1..4], ["step 1 of 4", "step 2 of 4", "step 1 of 4"]);
    assert_eq!(heads[4], "step 4 of 4");
    assert_eq!(heads[5], "step 4 is the last one");
    assert_eq!(heads.last(), Some(&"before the first step of 4"), "q ends it: {text}");
    for part in [
        "  -->",
        "  > 6 |         synchronized (first) {",
        "here it shows: deadlock: ",
        "java.lang.Object@1 by ",
        " waits to lock java.lang.Object@",
        "there is no step 9: they go to 4",
        "`foo` is no command: h lists them",
        "  b         the step before",
    ] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "{text}");
    assert!(text.contains("re\\u001b[2Jader"), "{text}");
}

#[test]
fn the_end_of_standard_input_is_the_end_and_a_closed_pipe_too() {
    let sandbox = sandbox("ends");
    saved(&sandbox);
    let finished = stepped(&sandbox, &["t.trace"], "");
    expect(&finished, 1, &[]);
    assert!(finished.stdout_text().contains("before the first step of 4"));
    // Neither bytes that are no text nor a line without an end is a reason to fail.
    let long = format!("\u{fffd}{}\nn", "x".repeat(5_000));
    let finished = stepped(&sandbox, &["t.trace"], &long);
    expect(&finished, 1, &[]);
    let text = finished.stdout_text();
    assert!(text.contains("is no command") && text.contains("step 1 of 4"), "{text}");
    assert!(text.lines().all(|line| line.len() < 500), "{text}");

    let mut command = sandbox.command(&["replay", "--step", "t.trace"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // It may be gone before all is written.
    let _ = input.write_all("e\nb\n".repeat(1_000).as_bytes());
    let done = child.wait_with_output().unwrap();
    assert_eq!((done.status.code(), done.stderr.len()), (Some(1), 0), "{done:?}");
}

#[test]
fn a_source_that_is_missing_and_a_narrow_terminal_are_no_reason_to_fail() {
    let sandbox = sandbox("missing");
    sandbox.class("gone/Table.java", TABLE);
    let check = ["check", "Table", "-cp", "classes", "--search", "bfs", "--save-trace", "t.trace"];
    expect(&sandbox.raceproof(&check), 1, &[]);
    fs::remove_dir_all(sandbox.folder.join("gone")).unwrap();
    fs::remove_file(sandbox.folder.join("Table.java")).unwrap();
    let finished = stepped(&sandbox, &["t.trace"], "e\n");
    expect(&finished, 1, &[]);
    let text = finished.stdout_text();
    assert!(text.contains("Table.java:6 in Table.both") && text.contains("is not found"), "{text}");

    sandbox.file("Table.java", TABLE);
    let mut command = sandbox.command(&["replay", "--step", "t.trace", "--color", "never"]);
    command.env("COLUMNS", "40");
    let finished = process::run(command, b"e\n", process::patience()).unwrap();
    expect(&finished, 1, &[]);
    let text = finished.stdout_text();
    let source = text.lines().filter(|line| line.contains(" | "));
    assert!(
        source.clone().count() > 3 && source.clone().all(|line| line.chars().count() <= 40),
        "{text}"
    );
}

#[test]
fn no_report_is_asked_for_where_steps_are() {
    let sandbox = sandbox("mixed");
    saved(&sandbox);
    for options in [["--format", "json"], ["--output", "o.txt"]] {
        let finished = stepped(&sandbox, &["t.trace", options[0], options[1]], "");
        expect(&finished, 2, &["`--step` goes through the trace", "leave `--step` out"]);
    }
    let finished = sandbox.raceproof(&["check", "Table.java", "--step"]);
    expect(&finished, 2, &["--step"]);
}

/// Fails after a hundred thousand steps, as far as a search goes at most.
const LONG: &str = "public class Long {
    static volatile int count, other;

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(() -> {
            for (int i = 0; i < 49_000; i++) {
                other = i;
            }
        });
        thread.start();
        for (int i = 0; i < 49_000; i++) {
            count = i;
        }
        thread.join();
        throw new IllegalStateException(\"long\");
    }
}
";

#[test]
fn a_hundred_thousand_steps_are_gone_through_like_three() {
    let sandbox = sandbox("long");
    sandbox.file("Long.java", LONG);
    let check = [
        "check",
        "Long.java",
        "--search",
        "random",
        "--minimise",
        "off",
        "--runs",
        "1",
        "--save-trace",
        "l.trace",
    ];
    expect(&sandbox.raceproof(&check), 1, &[]);
    let finished = stepped(&sandbox, &["l.trace"], "97000\nb\ne\n50000\n");
    expect(&finished, 1, &[]);
    let text = finished.stdout_text();
    for part in [
        "step 97000 of 98",
        "step 96999 of 98",
        "here it shows: uncaught-exception",
        "step 50000 of",
    ] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
}
