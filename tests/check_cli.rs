//! `check` and `replay`, end to end: what people read, what build servers read, limits, traces, and what a user can get wrong.
//! Verdicts are tested in `check`, options and files in `config`.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use raceproof_tests::jdk::Jdk;
use raceproof_tests::sandbox::{Sandbox, expect};
use serde_json::Value;

const FORKS: &str = "public class Forks {
    static final Object left = new Object(), right = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                System.out.println(\"eats\");
            }
        }
    }

    public static void main(String[] arguments) {
        System.out.println(\"begins\");
        new Thread(() -> both(left, right)).start();
        both(right, left);
    }
}
";

/// Fails in two ways.
const SEVERAL: &str = "public class Several {
    static volatile int turn;

    public static void main(String[] arguments) {
        new Thread(() -> {
            turn = 1;
            assert turn == 1 : \"overtaken\";
        }).start();
        turn = 2;
        if (turn == 1) {
            throw new IllegalStateException(\"late\");
        }
    }
}
";

/// Never ends, and never comes to the same state twice.
const ENDLESS: &str = "public class Endless {
    static volatile long count;

    public static void main(String[] arguments) {
        new Thread(() -> { while (true) count++; }).start();
        while (true) count++;
    }
}
";

fn sandbox(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("check-{name}"));
    sandbox.class("Forks.java", FORKS);
    sandbox
}

fn object(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Whether the lines come in this order; each must begin with these words.
#[track_caller]
fn has_in_order(text: &str, lines: &[&str]) {
    let mut rest = text.lines();
    for line in lines {
        assert!(rest.any(|shown| shown.trim_start().starts_with(line)), "`{line}` is not there, or too early:\n{text}");
    }
}

/// The report without what may differ from time to time.
fn steady(text: &str) -> Value {
    let mut report = object(text);
    let statistics = report["statistics"].as_object_mut().unwrap();
    assert!(statistics.remove("elapsed_ms").is_some());
    assert!(statistics.remove("peak_memory_bytes").is_some());
    report
}

/// The second execution of a step finds everything linked that the first one has linked, and must not get any further.
#[test]
fn a_long_step_ends_where_it_ended_when_it_was_executed_first() {
    let sandbox = sandbox("long_step");
    sandbox.file(
        "Tokens.java",
        "public class Tokens {
            static final java.util.Scanner tokens = new java.util.Scanner(\"a\");

            public static void main(String[] args) {
                new Thread(() -> tokens.next()).start();
                tokens.next();
            }
        }",
    );
    let finished = sandbox.raceproof(&["check", "--race", "off", "Tokens.java"]);
    expect(&finished, 1, &[]);
    assert!(finished.stdout_text().contains("IndexOutOfBoundsException"), "{}", finished.stdout_text());
}

#[test]
fn a_deadlock_is_told_to_people() {
    let sandbox = sandbox("text");
    let finished = sandbox.raceproof(&["check", "Forks.java", "--search", "bfs"]);
    expect(&finished, 1, &[]);
    assert_eq!(finished.stderr_text(), "", "progress is for terminals");
    let text = finished.stdout_text();
    has_in_order(
        &text,
        &[
            "violated: 1 deadlock",
            "error[deadlock]: two threads wait for each other: main waits to lock",
            "--> Forks.java:6 in Forks.both",
            "6 |             synchronized (second) {",
            "= help: let every thread take these locks in one fixed order",
            "trace, 3 steps:",
            "threads at the end:",
            "main waits to lock java.lang.Object@1, held by Thread-0",
            "at Forks.both(Forks.java:6)",
            "Thread-0 waits to lock java.lang.Object@2, held by main",
            "guarantee: each finding is real",
            "assuming:",
            "explored: ",
            "took: ",
        ],
    );
    for step in
        ["begin", "lock java.lang.Object@2  Forks.java:5  synchronized (first) {", "lock java.lang.Object@1  Forks"]
    {
        assert!(text.contains(step), "`{step}` is no step:\n{text}");
    }
    assert!(!text.contains("eats") && !text.contains("begins"), "the program's output is kept out of the way:\n{text}");
    assert!(!text.contains('\u{1b}'), "colours are for terminals:\n{text}");
    let coloured = sandbox.raceproof(&["check", "Forks.java", "--color", "always"]).stdout_text();
    assert!(coloured.contains("\u{1b}[1;31mviolated"), "{coloured}");
}

#[test]
fn a_proof_is_told_with_what_it_rests_on() {
    let sandbox = sandbox("passed");
    sandbox.class("Calm.java", "class Calm { public static void main(String[] a) { new Thread(() -> {}).start(); } }");
    let finished = sandbox.raceproof(&["check", "Calm", "-cp", "classes"]);
    expect(&finished, 0, &[]);
    has_in_order(
        &finished.stdout_text(),
        &[
            "race-free: nothing was found. Every schedule was explored.",
            "guarantee: no execution of the program with this input ends in a deadlock",
            "assuming:",
            "- the program gets this input",
        ],
    );
    let finished = sandbox.raceproof(&["check", "Calm", "-cp", "classes", "--race", "off"]);
    expect(&finished, 0, &[]);
    has_in_order(
        &finished.stdout_text(),
        &[
            "passed: nothing was found in any schedule. Races were not looked for.",
            "guarantee: no execution of the program with this input ends in a deadlock",
            "assuming:",
            "- the program gets this input",
            "- it has no data races",
            "- `wait` and `park` do not return for no reason",
        ],
    );
    let fine = ["check", "Calm", "-cp", "classes", "--race", "off", "--spurious-wakeups", "--granularity", "access"];
    let text = sandbox.raceproof(&fine).stdout_text();
    assert!(!text.contains("for no reason (--spurious-wakeups"), "{text}");
    assert!(text.contains("sequentially consistent"), "{text}");
}

#[test]
fn the_object_says_what_was_asked_and_found() {
    let sandbox = sandbox("json");
    let arguments = ["check", "Forks", "-cp", "classes", "--format", "json", "--search", "bfs", "--", "a", "b"];
    let finished = sandbox.raceproof(&arguments);
    expect(&finished, 1, &[]);
    let report = object(&finished.stdout_text());
    assert_eq!(report["target"], serde_json::json!({ "main": "Forks", "arguments": ["a", "b"] }));
    assert_eq!(
        report["engine"],
        serde_json::json!({ "search": "bfs", "heuristic": [], "race": "full", "granularity": "sync" })
    );
    let finding = &report["findings"][0];
    assert_eq!((&finding["kind"], &finding["length"]), (&"deadlock".into(), &3.into()));
    let steps = finding["trace"].as_array().unwrap();
    let (index, step) = steps.iter().enumerate().find(|(_, step)| step["thread"] == "main").unwrap();
    let expected = serde_json::json!({
        "step": index + 1, "thread": "main", "operation": "lock java.lang.Object@2", "file": "Forks.java", "line": 5
    });
    assert_eq!(*step, expected);
    let written = sandbox.raceproof(&[&arguments[..8], &["--output", "report.json"]].concat());
    expect(&written, 1, &[]);
    assert_eq!(written.stdout_text(), "");
    let file = fs::read_to_string(sandbox.folder.join("report.json")).unwrap();
    assert_eq!(object(&file)["findings"], report["findings"]);
}

#[test]
fn build_servers_get_a_case_for_each_property() {
    let sandbox = sandbox("junit");
    let finished = sandbox.raceproof(&["check", "Forks", "-cp", "classes", "--format", "junit"]);
    expect(&finished, 1, &[]);
    let text = finished.stdout_text();
    for part in ["<?xml", "<testsuite", "failures=\"1\"", "deadlock", "two threads wait for each other", "</testsuite"]
    {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
}

#[test]
fn the_same_command_gives_the_same_object() {
    let sandbox = sandbox("twenty");
    sandbox.class("Several.java", SEVERAL);
    let commands: [&[&str]; 3] = [
        &["check", "Forks", "-cp", "classes", "--format", "json"],
        &[
            "check",
            "Several",
            "-cp",
            "classes",
            "--format",
            "json",
            "--all",
            "--search",
            "bfs",
            "--granularity",
            "access",
        ],
        &["check", "Forks", "-cp", "classes", "--format", "json", "--search", "random", "--seed", "7", "--runs", "20"],
    ];
    for command in commands {
        let run = || steady(&sandbox.raceproof(command).stdout_text());
        let first = run();
        for round in 2..=20 {
            assert_eq!(run(), first, "round {round} of {command:?}");
        }
    }
}

#[test]
fn all_findings_are_told_once_each() {
    let sandbox = sandbox("all");
    sandbox.class("Several.java", SEVERAL);
    for search in ["dfs", "bfs"] {
        let finished =
            sandbox.raceproof(&["check", "Several", "-cp", "classes", "--format", "json", "--all", "--search", search]);
        expect(&finished, 1, &[]);
        let report = object(&finished.stdout_text());
        assert_eq!(report["complete"], true, "{search}");
        let findings = report["findings"].as_array().unwrap();
        let kinds: Vec<&str> = findings.iter().map(|finding| finding["kind"].as_str().unwrap()).collect();
        assert!(kinds.contains(&"assertion") && kinds.contains(&"uncaught-exception"), "{search}: {kinds:?}");
        let exceptions: Vec<&Value> = findings.iter().map(|finding| &finding["exception"]).collect();
        assert!(exceptions.contains(&&"java.lang.IllegalStateException".into()), "{search}: {exceptions:?}");
    }
}

const SEARCHES: [&str; 7] = ["dfs", "bfs", "heuristic", "random", "dpor", "pdp", "lockset"];

#[test]
fn each_search_tells_exits_or_counts_them() {
    let sandbox = sandbox("exits");
    sandbox.class("ExitOfOneSchedule.java", include_str!("java/exit/ExitOfOneSchedule.java"));
    for search in SEARCHES {
        let check = ["check", "ExitOfOneSchedule", "-cp", "classes", "--format", "json", "--search", search];
        let finished = sandbox.raceproof(&check);
        expect(&finished, 1, &[]);
        let finding = &object(&finished.stdout_text())["findings"][0];
        assert_eq!((&finding["kind"], &finding["status"]), (&"exit-status".into(), &1.into()), "{search}: {finding:#}");
        assert!(finding["stack"][1].as_str().unwrap().starts_with("ExitOfOneSchedule.main"), "{search}: {finding:#}");

        let finished = sandbox.raceproof(&[&check[..], &["--exit-status", "note"]].concat());
        expect(&finished, if search == "random" { 3 } else { 0 }, &[]);
        let report = object(&finished.stdout_text());
        let exit = &report["exit_statuses"][0];
        assert_eq!((&exit["status"], &report["findings"]), (&1.into(), &Value::Array(Vec::new())), "{search}");
        assert!(exit["executions"].as_u64().is_some_and(|executions| executions > 0), "{search}: {exit:#}");
    }
    let text =
        sandbox.raceproof(&["check", "ExitOfOneSchedule", "-cp", "classes", "--exit-status", "note"]).stdout_text();
    has_in_order(
        &text,
        &["race-free: ", "note: thread \"main\" ends the program with status 1, in 1 execution", "at java"],
    );
}

#[test]
fn the_last_step_of_a_trace_says_what_failed() {
    let sandbox = sandbox("ending");
    let text = "import java.util.concurrent.*;
    public class Late {
        public static void main(String[] a) throws Exception {
            CountDownLatch latch = new CountDownLatch(1);
            new Thread(latch::countDown).start();
            boolean counted = latch.await(1, TimeUnit.SECONDS);
            if (!counted) throw new IllegalStateException(\"late\");
        }
    }";
    sandbox.file("Late.java", text);
    let finished = sandbox.raceproof(&["check", "Late.java"]);
    expect(&finished, 1, &[]);
    let steps = finished.stdout_text();
    assert!(steps.contains("java.util.concurrent.CountDownLatch.await, where a wait ends by its time"), "{steps}");
    has_in_order(&steps, &["trace, ", "throw java.lang.IllegalStateException  Late.java:7", "threads at the end"]);
    let finished = sandbox.raceproof(&["check", "Late.java", "--format", "json"]);
    let report = object(&finished.stdout_text());
    let steps = report["findings"][0]["trace"].as_array().unwrap();
    let (last, others) = steps.split_last().unwrap();
    assert_eq!(
        (&last["ends_in"]["what"], &last["ends_in"]["line"]),
        (&"throw java.lang.IllegalStateException".into(), &7.into())
    );
    assert!(others.iter().all(|step| step.get("ends_in").is_none()), "{report:#}");
}

#[test]
fn a_limit_says_what_was_covered() {
    let sandbox = sandbox("limits");
    sandbox.class("Endless.java", ENDLESS);
    let check = |options: &[&str]| {
        let finished =
            sandbox.raceproof(&[&["check", "Endless", "-cp", "classes", "--format", "json"], options].concat());
        expect(&finished, 3, &[]);
        let report = object(&finished.stdout_text());
        assert_eq!((&report["verdict"], &report["complete"]), (&"incomplete".into(), &false.into()), "{report:#}");
        report
    };
    let report = check(&["--max-states", "1000"]);
    assert_eq!(report["limit"], "the limit of 1,000 states (--max-states)");
    assert_eq!(report["statistics"]["states"], 1000);
    let report = check(&["--max-depth", "12"]);
    assert_eq!(report["limit"], "the limit of 12 transitions from the start (--max-depth)");
    assert!(report["guarantee"].as_str().unwrap().contains("no schedule of up to 12 transitions"), "{report:#}");
    assert_eq!(check(&["--time", "0.2"])["limit"], "the limit of 0.2 s (--time)");
    assert_eq!(check(&["--memory", "32m"])["limit"], "the limit of 33 MB of memory (--memory)");
    let report = check(&["--search", "random", "--runs", "3", "--max-depth", "50"]);
    assert_eq!(report["limit"], "the limit of 3 random executions (--runs)");
    assert!(report["guarantee"].as_str().unwrap().starts_with("none"), "{report:#}");
    let text = sandbox.raceproof(&["check", "Endless", "-cp", "classes", "--max-states", "100"]).stdout_text();
    has_in_order(
        &text,
        &[
            "incomplete: nothing was found so far. The limit of 100 states (--max-states) ended the search.",
            "try: a higher `--max-states`",
            "try: a smaller program",
        ],
    );
    assert!(text.trim_end().ends_with("ended the search."), "the verdict is the last line, too:\n{text}");
}

/// What is printed by a check that hears a signal after a second.
#[cfg(unix)]
fn report_at(sandbox: &Sandbox, class: &str, signal: &str) -> Value {
    let mut command = sandbox.command(&["check", class, "-cp", "classes", "--format", "json", "--time", "50"]);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    thread::sleep(Duration::from_secs(1));
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{class} {signal}: {stderr}");
    object(&String::from_utf8_lossy(&output.stdout))
}

#[test]
#[cfg(unix)]
fn a_signal_ends_with_what_was_covered() {
    let sandbox = sandbox("interrupt");
    sandbox.class("Endless.java", ENDLESS);
    sandbox.class(
        "Alone.java",
        "class Alone { public static void main(String[] a) { for (long x = 1; ; x = x * 31 | 1); } }",
    );
    thread::scope(|scope| {
        for (signal, name) in [("-INT", "Ctrl-C"), ("-TERM", "SIGTERM"), ("-HUP", "SIGHUP")] {
            let sandbox = &sandbox;
            scope.spawn(move || {
                let report = report_at(sandbox, "Endless", signal);
                assert_eq!((&report["limit"], &report["verdict"]), (&name.into(), &"incomplete".into()));
                assert!(report["statistics"]["states"].as_u64().unwrap() > 1, "{report:#}");
            });
        }
        // A program that never has a choice.
        scope.spawn(|| assert_eq!(report_at(&sandbox, "Alone", "-TERM")["limit"], "SIGTERM"));
    });
}

#[test]
fn what_is_not_modelled_is_named() {
    let sandbox = sandbox("unsupported");
    let text = "class Dice {
        static int roll() { return new java.util.Random().nextInt(); }
        public static void main(String[] a) { new Thread(Dice::roll).start(); }
    }";
    sandbox.class("Dice.java", text);
    let check = ["check", "Dice", "-cp", "classes", "--enumerate-random"];
    let finished = sandbox.raceproof(&check);
    expect(&finished, 4, &[]);
    let lines = [
        "unsupported: every value of 32 random bits",
        "not modelled: every",
        "at java.util.Random",
        "at Dice.roll",
        "help: leave",
    ];
    has_in_order(&finished.stdout_text(), &lines);
    let finished = sandbox.raceproof(&[&check[..], &["--format", "json"]].concat());
    expect(&finished, 4, &[]);
    let report = object(&finished.stdout_text());
    assert_eq!((&report["verdict"], &report["complete"]), (&"unsupported".into(), &false.into()));
    let unsupported = &report["unsupported"][0];
    assert!(unsupported["what"].as_str().unwrap().contains("32 random bits"), "{report:#}");
    assert_eq!((&unsupported["executions"], &report["statistics"]["executions"]), (&1.into(), &0.into()));
}

#[test]
fn what_is_not_modelled_ends_only_its_own_executions() {
    let sandbox = sandbox("unsupported-one");
    // Which of the two comes first decides.
    let text = "class Either {
        static volatile int turn;
        public static void main(String[] a) throws Exception {
            Thread other = new Thread(() -> turn = 1);
            other.start();
            if (turn == 1) new java.util.Random().nextInt();
            else if (a.length > 0) throw new IllegalStateException();
        }
    }";
    sandbox.class("Either.java", text);
    for search in SEARCHES {
        let check = ["check", "Either", "-cp", "classes", "--enumerate-random", "--format", "json", "--search", search];
        let finished = sandbox.raceproof(&check);
        expect(&finished, 4, &[]);
        let report = object(&finished.stdout_text());
        let executions = report["statistics"]["executions"].as_u64();
        assert!(executions.is_some_and(|executions| executions > 0), "{search} goes on: {report:#}");

        let finished = sandbox.raceproof(&[&check[..], &["--all", "--", "throw"]].concat());
        expect(&finished, 1, &[]);
        let report = object(&finished.stdout_text());
        assert_eq!((&report["verdict"], &report["complete"]), (&"violated".into(), &false.into()), "{search}");
        assert!(report["unsupported"][0]["stack"][0].as_str().unwrap().starts_with("at java.util.Random"), "{search}");
    }
    let check = ["check", "Either", "-cp", "classes", "--enumerate-random", "--all", "--", "throw"];
    let lines = ["violated: 1 uncaught exception. Not everything", "not modelled: every value", "help: leave"];
    has_in_order(&sandbox.raceproof(&check).stdout_text(), &lines);
}

#[test]
fn output_of_the_program_is_shown_for_one_execution() {
    let sandbox = sandbox("show");
    let show = ["check", "Forks", "-cp", "classes", "--program-output", "show"];
    let text = sandbox.raceproof(&show).stdout_text();
    has_in_order(
        &text,
        &[
            "---- output of the program, in the execution that is told below",
            "begins",
            "---- end of",
            "violated: 1 deadlock",
        ],
    );
    assert!(!text.contains("eats"), "nobody eats in that execution:\n{text}");
    let calm = "class Calm { public static void main(String[] a) throws Exception {
        Thread other = new Thread(() -> System.out.println(\"one\"));
        other.start();
        other.join();
        System.out.println(\"two\");
    } }";
    sandbox.class("Calm.java", calm);
    let text = sandbox.raceproof(&["check", "Calm", "-cp", "classes", "--program-output", "show"]).stdout_text();
    has_in_order(&text, &["---- output of the program, in one execution", "one", "two", "---- end of", "race-free: "]);
    expect(&sandbox.raceproof(&[&show[..], &["--format", "json"]].concat()), 2, &["--output FILE"]);
    let finished = sandbox.raceproof(&[&show[..], &["--format", "json", "--output", "report.json"]].concat());
    expect(&finished, 1, &[]);
    assert!(finished.stdout_text().contains("begins"));
}

#[test]
fn a_listener_prints_what_happens() {
    let sandbox = sandbox("listener");
    let finished = sandbox.raceproof(&["check", "Forks", "-cp", "classes", "--format", "json", "--listener", "print"]);
    expect(&finished, 1, &["main: lock java.lang.Object@2  at Forks.both(Forks.java:5)", "-- back to after event"]);
    object(&finished.stdout_text());
}

#[test]
fn programs_leave_values_to_the_checker() {
    let sandbox = sandbox("choose");
    let text = "import gov.nasa.jpf.vm.Verify;
    import raceproof.Choose;
    public class Values {
        public static void main(String[] a) {
            int sum = Choose.between(1, 3) + Choose.among(10, 20);
            Verify.ignoreIf(Verify.getBoolean());
            assert sum != 23 : sum;
        }
    }";
    sandbox.file("Values.java", text);
    let finished = sandbox.raceproof(&["check", "Values.java", "--format", "json"]);
    expect(&finished, 1, &[]);
    let report = object(&finished.stdout_text());
    assert_eq!(report["findings"][0]["message"], "an assertion failed in thread \"main\": 23");
    expect(&sandbox.raceproof(&["run", "Values.java"]), 0, &[]);
}

#[test]
fn programs_for_java_pathfinder_choose_by_its_class() {
    let sandbox = sandbox("verify");
    let text = "import gov.nasa.jpf.vm.Verify;
    public class Chooses {
        public static void main(String[] a) {
            if (!Verify.isRunningInJPF()) return;
            Verify.breakTransition(\"here\");
            Verify.interesting(a.length > 0);
            double sum = Verify.getIntFromList(3, 5) + Verify.getDoubleFromList(0.25, 0.5) + Verify.getLongFromList(10, 20);
            int flipped = Verify.getBitFlip(0, 2);
            Verify.threadPrintln(\"sum \" + sum);
            assert sum != 25.5 || flipped != (1 << 31 | 1 << 7) : sum;
        }
    }";
    sandbox.file("Chooses.java", text);
    let finished = sandbox.raceproof(&["check", "Chooses.java", "--format", "json"]);
    expect(&finished, 1, &[]);
    let finding = &object(&finished.stdout_text())["findings"][0];
    assert_eq!(finding["message"], "an assertion failed in thread \"main\": 25.5");
    expect(&sandbox.raceproof(&["run", "Chooses.java"]), 0, &[]);
}

#[test]
fn what_java_pathfinder_has_and_we_do_not_is_named() {
    let sandbox = sandbox("verify-missing");
    let calls = [
        ("Verify.incrementCounter(0)", "Verify.incrementCounter: it outlives going back"),
        ("Verify.terminateSearch()", "Verify.terminateSearch: what it leaves unexplored may fail"),
        ("Verify.getInt(\"size\")", "Verify.getInt: generators of a configuration are not read"),
        ("Verify.setObjectAttribute(a, 1)", "Verify.setObjectAttribute: there are no attributes"),
    ];
    for (call, words) in calls {
        let text = format!(
            "import gov.nasa.jpf.vm.Verify; public class Asks {{ public static void main(String[] a) {{ {call}; }} }}"
        );
        sandbox.file("Asks.java", text);
        let finished = sandbox.raceproof(&["check", "Asks.java"]);
        expect(&finished, 4, &[]);
        has_in_order(
            &finished.stdout_text(),
            &[&format!("unsupported: gov.nasa.jpf.vm.{words}"), "at gov.nasa.jpf.vm.Verify"],
        );
        expect(&sandbox.raceproof(&["run", "Asks.java"]), 0, &[]);
    }
    // Compiled with a class of JPF's that has more.
    sandbox.class(
        "gov/nasa/jpf/vm/Verify.java",
        "package gov.nasa.jpf.vm; public class Verify { public static void other(int n) { } }",
    );
    let text = "public class Other { public static void main(String[] a) { gov.nasa.jpf.vm.Verify.other(1); } }";
    sandbox.class("Other.java", text);
    fs::remove_dir_all(sandbox.file("classes/gone", "").parent().unwrap().join("gov")).unwrap();
    let finished = sandbox.raceproof(&["check", "Other", "-cp", "classes"]);
    expect(&finished, 4, &[]);
    let words = "unsupported: the method 'void gov.nasa.jpf.vm.Verify.other(int)' of Java PathFinder";
    has_in_order(&finished.stdout_text(), &[words, "at Other.main"]);
}

/// Philosophers with one fork each, in a package, as the examples of JPF lie beside their `.jpf` files.
const EXAMPLE: &str = "package table;
public class Eats {
    static int eaten;
    public static void main(String[] a) throws Exception {
        Thread other = new Thread(() -> { synchronized (Eats.class) { eaten++; } });
        other.start();
        synchronized (Eats.class) { eaten++; }
        other.join();
        assert eaten == 2 || a.length == 0;
    }
}
";

#[test]
fn a_configuration_of_java_pathfinder_finds_its_source_and_says_what_it_does_not_check() {
    let sandbox = sandbox("jpf");
    sandbox.file("src/table/Eats.java", EXAMPLE);
    let check = |lines: &str, options: &[&str]| {
        sandbox.file("src/table/Eats.jpf", format!("target = table.Eats\nclasspath = build\n{lines}"));
        sandbox.raceproof(&[&["check", "src/table/Eats.jpf"], options].concat())
    };
    expect(&check("", &["--quiet"]), 0, &[]);
    sandbox.file("src/Eats.jpf", "target = table.Eats\nlistener = .listener.PreciseRaceDetector\n");
    let finished = sandbox.raceproof(&["check", "src/Eats.jpf", "--quiet"]);
    expect(&finished, 0, &[]);
    has_in_order(&finished.stdout_text(), &["race-free: nothing was found. Every schedule"]);
    assert_eq!(finished.stderr_text(), "");

    let asks =
        "listener = gov.nasa.jpf.listener.DeadlockAnalyzer,my.Property\nsearch.properties = my.Safe\nvm.por = false\n";
    let finished = check(asks, &["--quiet"]);
    expect(
        &finished,
        0,
        &["not checked: what `listener = my.Property` checks", "search.properties = my.Safe", "vm.por = false"],
    );
    let lines = [
        "race-free: nothing was found in any schedule. Not everything that was asked for was checked.",
        "not checked: what",
    ];
    has_in_order(&finished.stdout_text(), &lines);
    let report = object(&check(asks, &["--quiet", "--format", "json"]).stdout_text());
    assert_eq!(report["not_checked"].as_array().map(Vec::len), Some(3), "{report:#}");
    let off = check("listener = .listener.PreciseRaceDetector\nrace = off\n", &["--quiet"]);
    expect(&off, 0, &["not checked: data races"]);

    // A trace names the source, which is compiled again.
    sandbox.file("src/table/Eats.java", EXAMPLE.replace("synchronized (Eats.class) { eaten++; }\n", "eaten++;\n"));
    let finished = check("", &["--quiet", "--save-trace", "eats.trace"]);
    expect(&finished, 1, &[]);
    assert!(finished.stdout_text().contains("eaten++;"), "its lines are shown: {}", finished.stdout_text());
    expect(&sandbox.raceproof(&["replay", "eats.trace"]), 1, &[]);
}

#[test]
fn a_trace_shows_its_finding_again_or_says_where_it_parts() {
    let sandbox = sandbox("replay");
    let saved =
        sandbox.raceproof(&["check", "Forks", "-cp", "classes", "--search", "bfs", "--save-trace", "forks.trace"]);
    expect(&saved, 1, &[]);
    let replay = |arguments: &[&str]| sandbox.raceproof(&[&["replay"], arguments].concat());
    let finished = replay(&["forks.trace"]);
    expect(&finished, 1, &[]);
    has_in_order(
        &finished.stdout_text(),
        &["violated: 1 deadlock. It is shown again as in the trace.", "trace, 3 steps:", "threads at the end:"],
    );
    let report = object(&replay(&["forks.trace", "--format", "json"]).stdout_text());
    assert_eq!((&report["command"], &report["statistics"]["transitions"]), (&"replay".into(), &3.into()));
    let shown = replay(&["forks.trace", "--program-output", "show"]).stdout_text();
    has_in_order(&shown, &["---- output of the program", "begins", "---- end of", "violated"]);

    let trace = fs::read_to_string(sandbox.folder.join("forks.trace")).unwrap();
    let other = |name: &str, from: &str, to: &str| {
        assert!(trace.contains(from), "`{from}` is not in\n{trace}");
        sandbox.file(name, trace.replacen(from, to, 1));
    };
    other("version.trace", "raceproof trace 1", "raceproof trace 2");
    expect(&replay(&["version.trace"]), 2, &["version.trace", "line 1", "version 2"]);
    other("cut.trace", "end 3\n", "");
    expect(&replay(&["cut.trace"]), 2, &["cut.trace", "cut off"]);
    other("jdk.trace", "jdk \"", "jdk \"9-");
    expect(&replay(&["jdk.trace"]), 2, &["was made on JDK 9-", "--java-home"]);
    other("calm.trace", "run 0", "run 1");
    expect(
        &replay(&["calm.trace"]),
        2,
        &["calm.trace", "does not show its finding: after 3 steps", "check the program again"],
    );
    other("thread.trace", "run 1", "run 9");
    expect(&replay(&["thread.trace"]), 2, &["from step ", " on, of 3 steps", "`run 1`"]);
    other("finding.trace", "finding deadlock \"two", "finding deadlock \"three");
    expect(&replay(&["finding.trace"]), 2, &["ends in another finding", "not deadlock (three threads"]);
    sandbox.file("elsewhere/forks.trace", &trace);
    let mut elsewhere = sandbox.command(&["replay", "forks.trace"]);
    elsewhere.current_dir(sandbox.folder.join("elsewhere"));
    expect(&sandbox.finish(elsewhere), 2, &["replay it from the same folder"]);
    expect(&replay(&["none.trace"]), 2, &["none.trace", "cannot be read"]);
    sandbox.file("empty.trace", "");
    expect(&replay(&["empty.trace"]), 2, &["`empty.trace`, line 1", "it is no trace", "--save-trace"]);
    expect(&replay(&["classes"]), 2, &["`classes` cannot be read", "not a file"]);
    expect(&replay(&[]), 2, &["no TRACE", "--save-trace"]);
    expect(&replay(&["Forks.java"]), 2, &["Forks.java", "line 1", "it is no trace"]);
    expect(&replay(&["forks.trace", "--search", "bfs"]), 2, &["--search", "the trace knows"]);

    sandbox.class("Forks.java", &FORKS.replace("eats", "dines"));
    expect(&replay(&["forks.trace"]), 2, &["another program, or of another version", "the class `Forks` has changed"]);
}

#[test]
fn a_trace_of_another_jdk_is_refused() {
    let sandbox = sandbox("replay-jdk");
    let Some(other) = Jdk::installed().unwrap().into_iter().find(|jdk| jdk.feature > sandbox.jdk.feature) else {
        return;
    };
    expect(&sandbox.raceproof(&["check", "Forks", "-cp", "classes", "--save-trace", "forks.trace"]), 1, &[]);
    let home = other.home.display().to_string();
    let finished = sandbox.raceproof(&["replay", "forks.trace", "--java-home", &home]);
    expect(&finished, 2, &["was made on JDK", "another class library has other steps"]);
}

#[test]
fn what_cannot_be_written_or_found_is_said_at_once() {
    let sandbox = sandbox("bad");
    let check = |arguments: &[&str]| sandbox.raceproof(&[&["check"], arguments].concat());
    for option in ["--save-trace", "--output"] {
        expect(&check(&["Forks", "-cp", "classes", option, "no/x"]), 2, &[option, "there is no folder `no`"]);
        expect(&check(&["Forks", "-cp", "classes", option, "classes"]), 2, &[option, "it is a folder"]);
    }
    expect(&check(&["Fork", "-cp", "classes"]), 2, &["Fork", "did you mean `Forks`"]);
    sandbox.class("Main.java", "class Main { static void main() {} }");
    expect(&check(&["Main", "-cp", "classes"]), 2, &["main"]);
    sandbox.file("classes/Forks.class", "class Forks {}");
    expect(&check(&["Forks", "-cp", "classes"]), 2, &["Forks"]);
}

#[test]
fn a_deep_stack_is_an_event_of_the_program() {
    let sandbox = sandbox("events");
    let text = "class Deep {
        static int depth() { return depth() + 1; }
        public static void main(String[] a) { new Thread(() -> depth()).start(); }
    }";
    sandbox.class("Deep.java", text);
    let finished = sandbox.raceproof(&["check", "Deep", "-cp", "classes", "--format", "json"]);
    expect(&finished, 1, &[]);
    assert_eq!(object(&finished.stdout_text())["findings"][0]["exception"], "java.lang.StackOverflowError");
}

#[test]
fn threads_of_one_name_are_told_apart() {
    let sandbox = sandbox("twins");
    let twins = FORKS.replace("Forks", "Twins").replace(
        "new Thread(() -> both(left, right)).start();
        both(right, left);",
        "new Thread(() -> both(left, right), \"w\").start();
        new Thread(() -> both(right, left), \"w\").start();",
    );
    sandbox.class("Twins.java", &twins);
    let arguments = ["check", "Twins", "-cp", "classes", "--search", "bfs", "--save-trace", "twins.trace"];
    let finished = sandbox.raceproof(&arguments);
    expect(&finished, 1, &[]);
    has_in_order(
        &finished.stdout_text(),
        &[
            "error[deadlock]: two threads wait for each other: w waits to lock java.lang.Object@2, held by w#2; w#2 waits",
            "w, 1 step",
            "w#2, 1 step",
            "threads at the end:",
            "w waits to lock java.lang.Object@2, held by w#2",
            "w#2 waits to lock java.lang.Object@1, held by w",
        ],
    );
    let replayed = sandbox.raceproof(&["replay", "twins.trace"]);
    expect(&replayed, 1, &[]);
    has_in_order(&replayed.stdout_text(), &["w, 1 step", "w#2, 1 step"]);
}

/// Whichever thread comes late, and wherever the others are then: it is one mistake.
#[test]
fn one_mistake_is_one_finding() {
    let sandbox = sandbox("same");
    let text = "public class Same {
        static volatile int n;
        static void late() { if (n == 1) throw new IllegalStateException(); }
        public static void main(String[] x) {
            for (int i = 0; i < 2; i++) new Thread(() -> { n++; n++; }).start();
            for (int i = 0; i < 2; i++) new Thread(Same::late).start();
        }
    }";
    sandbox.class("Same.java", text);
    for search in ["dfs", "bfs"] {
        let arguments = ["check", "Same", "-cp", "classes", "--all", "--format", "json", "--search", search];
        let finished = sandbox.raceproof(&arguments);
        expect(&finished, 1, &[]);
        let report = object(&finished.stdout_text());
        assert_eq!((report["findings"].as_array().unwrap().len(), &report["complete"]), (1, &true.into()), "{search}");
    }
}

#[test]
fn whatever_is_printed_is_shown() {
    let sandbox = sandbox("prints");
    let text = "public class Prints {
        public static void main(String[] x) throws Exception {
            System.out.write(\"bytes \".getBytes());
            System.out.write(\"(part)\".getBytes(), 1, 4);
            System.out.write(10);
            System.out.print(new char[] {'c', '\\u00e9'});
            System.out.println(new char[] {'d'});
            System.out.print('e');
            System.out.println();
            System.out.append('f').printf(\"%d%n\", 7);
            try { System.out.print((char[]) null); } catch (NullPointerException e) { System.out.println(\"null\"); }
            try { System.out.write(new byte[2], 1, 2); } catch (IndexOutOfBoundsException e) { System.out.println(\"bounds\"); }
            Thread other = new Thread(() -> System.out.println('g'));
            other.start();
            other.join();
        }
    }";
    sandbox.class("Prints.java", text);
    let shown = "bytes part\nc\u{e9}d\ne\nf7\nnull\nbounds\ng\n";
    let finished = sandbox.raceproof(&["check", "Prints", "-cp", "classes", "--program-output", "show"]);
    expect(&finished, 0, &[]);
    let text = finished.stdout_text();
    let framed = format!("in one execution ----\n{shown}---- end of");
    assert!(text.contains(&framed), "{text}");
    assert_eq!(sandbox.raceproof(&["run", "Prints", "-cp", "classes"]).stdout_text(), shown);
}

#[test]
#[cfg(target_os = "linux")]
fn a_finding_is_told_even_if_its_files_cannot_be_written() {
    let sandbox = sandbox("full");
    let check = |arguments: &[&str]| sandbox.raceproof(&[&["check", "Forks", "-cp", "classes"], arguments].concat());
    let finished = check(&["--save-trace", "/dev/full"]);
    expect(&finished, 2, &["the trace cannot be written to `/dev/full`: No space left", "the finding stands above"]);
    has_in_order(&finished.stdout_text(), &["violated: 1 deadlock"]);
    let finished = check(&["--output", "/dev/full", "--format", "json", "--save-trace", "forks.trace"]);
    expect(&finished, 2, &["the report cannot be written to `/dev/full`: No space left"]);
    assert_eq!(object(&finished.stdout_text())["verdict"], "violated");
    expect(&sandbox.raceproof(&["replay", "forks.trace"]), 1, &[]);

    let tool = sandbox.command(&[]);
    let mut shell = Command::new("sh");
    let script = format!("{} check Forks -cp classes > /dev/full", tool.get_program().display());
    shell.args(["-c", &script]).current_dir(&sandbox.folder);
    shell.envs(tool.get_envs().filter_map(|(key, value)| Some((key, value?))));
    expect(&sandbox.finish(shell), 2, &["standard output: No space left", "--output FILE"]);
}

#[test]
fn a_trace_finds_the_jdk_it_was_made_on() {
    let sandbox = sandbox("replay-home");
    let Some(other) = Jdk::installed().unwrap().into_iter().find(|jdk| jdk.feature > sandbox.jdk.feature) else {
        return;
    };
    let home = other.home.display().to_string();
    let check = ["check", "Forks", "-cp", "classes", "--java-home", &home, "--save-trace", "forks.trace"];
    expect(&sandbox.raceproof(&check), 1, &[]);
    let finished = sandbox.raceproof(&["replay", "forks.trace"]);
    expect(&finished, 1, &[]);
    has_in_order(&finished.stdout_text(), &["violated: 1 deadlock. It is shown again as in the trace."]);

    let own = sandbox.jdk.home.display().to_string();
    let advice = format!("--java-home {home}`");
    let finished = sandbox.raceproof(&["replay", "forks.trace", "--java-home", &own]);
    expect(&finished, 2, &["was made on JDK", "leave --java-home out", &advice]);

    let trace = fs::read_to_string(sandbox.folder.join("forks.trace")).unwrap();
    sandbox.file("moved.trace", trace.replace(&home, "/nowhere"));
    expect(&sandbox.raceproof(&["replay", "moved.trace"]), 2, &["was made on JDK", "name a JDK", "--java-home DIR"]);
}
