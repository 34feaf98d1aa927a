//! The command lines of `predict` and `record`, and what they say of files that are no traces.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use raceproof_tests::jdk::Jdk;
use raceproof_tests::place;
use raceproof_tests::process::{self, Finished};
use raceproof_tests::schemas;
use serde_json::{Value, json};

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

/// Two threads that write the same, one of them holding a lock that nobody else takes.
const RACY: &str =
    "main|fork(T1)|1\nmain|acq(L)|2\nmain|w(V)|3\nmain|rel(L)|4\nT1|w(V)|5\nmain|join(T1)|6\n";
const ORDERED: &str = "main|w(V)|1\nmain|fork(T1)|2\nT1|w(V)|3\nmain|join(T1)|4\nmain|r(V)|5\n";

fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(TEMPORARY).join(name);
    fs::write(&path, content).unwrap();
    path
}

fn run(words: &[&str]) -> Finished {
    let mut command = Command::new(place::raceproof(Path::new(TEMPORARY)).unwrap());
    process::plain_environment(&mut command);
    command.args(words).current_dir(TEMPORARY);
    process::run(command, b"", process::patience()).unwrap()
}

fn predict(path: &Path, more: &[&str]) -> (Option<i32>, Value) {
    let words = [&["predict", path.to_str().unwrap(), "--format", "json"], more].concat();
    let finished = run(&words);
    let report = serde_json::from_slice(&finished.stdout).unwrap_or(Value::Null);
    if !report.is_null() {
        schemas::report(&report).unwrap_or_else(|error| panic!("{error}\n{report:#}"));
    }
    (finished.status, report)
}

#[test]
fn a_trace_is_judged_by_what_it_contains() {
    let (status, report) = predict(&file("racy.txt", RACY), &[]);
    assert_eq!(
        (status, &report["verdict"], &report["complete"]),
        (Some(1), &"violated".into(), &true.into())
    );
    let finding = &report["findings"][0];
    assert_eq!((&finding["kind"], &finding["status"]), (&"data-race".into(), &"predicted".into()));
    assert_eq!((&finding["variable"], &finding["conflict"]), (&"V".into(), &"write-write".into()));
    assert_eq!(finding["accesses"][0]["locks"][0], "L");
    assert_eq!(finding["witness"]["events"], 4);
    let (status, report) = predict(&file("ordered.txt", ORDERED), &[]);
    assert_eq!((status, &report["verdict"]), (Some(0), &"passed".into()));
    assert!(report["guarantee"].as_str().unwrap().contains("other executions"), "{report:#}");
}

#[test]
fn each_engine_tells_the_race_by_itself() {
    for engine in ["syncp", "witness", "ipa"] {
        let (status, report) = predict(&file("engines.txt", RACY), &["--engine", engine]);
        assert_eq!(
            (status, &report["findings"][0]["predicted_by"]),
            (Some(1), &engine.into()),
            "{report:#}"
        );
    }
    // A proof by an exact engine stands, even beside an engine that finds none and proves nothing.
    for engines in ["witness,syncp", "syncp,witness", "witness"] {
        let (status, report) = predict(&file("engines.txt", ORDERED), &["--engine", engines]);
        assert_eq!(
            (status, &report["verdict"]),
            (Some(0), &"passed".into()),
            "{engines}: {report:#}"
        );
    }
    // An engine that finds none and proves nothing must not claim that there is none.
    let (status, report) = predict(&file("engines.txt", ORDERED), &["--engine", "syncp"]);
    assert_eq!((status, &report["verdict"]), (Some(3), &"incomplete".into()), "{report:#}");
}

/// Happens-before reports the races of the recorded order, and nothing of other orders.
#[test]
fn happens_before_alone_tells_what_nothing_orders() {
    let (status, report) = predict(&file("hb.txt", RACY), &["--engine", "hb"]);
    assert_eq!(
        (status, &report["verdict"], &report["complete"]),
        (Some(1), &"violated".into(), &false.into())
    );
    let finding = &report["findings"][0];
    assert_eq!(
        (&finding["predicted_by"], &finding["status"]),
        (&"hb".into(), &"race".into()),
        "{report:#}"
    );
    assert_eq!((&finding["variable"], &finding["conflict"]), (&"V".into(), &"write-write".into()));
    assert_eq!(
        (&finding["accesses"][0]["thread"], &finding["accesses"][1]["location"]),
        (&"main".into(), &"5".into())
    );
    assert!(
        finding["accesses"][0]["locks"].is_null() && finding["witness"].is_null(),
        "nobody has looked for them"
    );
    let (status, report) =
        predict(&file("hb.txt", format!("{RACY}T2|w(V)|7\n")), &["--engine", "hb"]);
    assert_eq!(
        (status, report["findings"].as_array().unwrap().len(), &report["open"]),
        (Some(1), 2, &json!([]))
    );
    let (status, report) = predict(&file("hb.txt", ORDERED), &["--engine", "hb"]);
    assert_eq!((status, &report["verdict"]), (Some(3), &"incomplete".into()), "{report:#}");
    let (status, report) = predict(&file("hb.txt", ORDERED), &["--engine", "hb,syncp,witness"]);
    assert_eq!((status, &report["verdict"]), (Some(0), &"passed".into()), "{report:#}");
    let program = file("Plain.java", PLAIN);
    let (status, report) = predict(&program, &["--engine", "hb"]);
    assert_eq!((status, &report["findings"][0]["status"]), (Some(1), &"race".into()), "{report:#}");
}

/// A trace that does not fit ends in a report of what was covered, and happens-before follows it in
/// the same memory.
#[test]
fn a_trace_too_large_for_the_memory_is_said_to_be() {
    let sections = (0..600_000).map(|n| {
        let (thread, lock) = (n % 3, n / 3 % 50);
        format!("T{thread}|acq(L{lock})|1\nT{thread}|r(V{lock})|2\nT{thread}|w(V{lock})|3\nT{thread}|rel(L{lock})|4\n")
    });
    let trace = file("large.txt", sections.collect::<String>());
    let all = 2_400_000;
    let (status, report) = predict(&trace, &["--memory", "512m"]);
    assert_eq!(
        (status, &report["verdict"], &report["statistics"]["events"]),
        (Some(0), &"passed".into(), &all.into())
    );
    // Too little for the trace; and enough for that, but not for what the engines make of it.
    for (memory, is_read) in [("32m", false), ("112m", true)] {
        let limit = memory.trim_end_matches('m').parse::<u64>().unwrap() << 20;
        let (status, report) = predict(&trace, &["--memory", memory]);
        assert_eq!(
            (status, &report["verdict"]),
            (Some(3), &"incomplete".into()),
            "{memory}: {report:#}"
        );
        let gap = report["gaps"][0].as_str().unwrap();
        assert!(gap.contains("(--memory)") && gap.contains("`--engine hb`"), "{memory}: {gap}");
        let events = report["statistics"]["events"].as_u64().unwrap();
        assert!(events > 0 && (events == all) == is_read, "{memory}: {events}");
        let peak = report["statistics"]["peak_memory_bytes"].as_u64().unwrap();
        assert!(peak < 2 * limit, "{memory}: {peak}");
    }
    let (status, report) = predict(&trace, &["--memory", "32m", "--engine", "hb"]);
    assert_eq!((status, &report["statistics"]["events"]), (Some(3), &all.into()), "{report:#}");
    assert!(!report["gaps"].to_string().contains("--memory"), "{report:#}");
    let (status, report) = predict(&trace, &["--time", "0.001"]);
    let covered = report["statistics"]["events"].as_u64().unwrap();
    assert!(
        status == Some(3) && covered < all && report["gaps"].to_string().contains("(--time)"),
        "{report:#}"
    );
}

/// A handover that is no happens-before edge cannot be reordered: the accesses race in the recorded
/// order.
#[test]
fn a_race_of_the_recorded_order_needs_no_other_order() {
    let handed = "main|fork(T1)|1\nmain|w(V)|2\nmain|signal(M)|3\nT1|await(M)|4\nT1|r(V)|5\nmain|join(T1)|6\n";
    let (status, report) = predict(&file("handed.txt", handed), &[]);
    assert_eq!((status, &report["verdict"]), (Some(1), &"violated".into()), "{report:#}");
    assert_eq!(
        (&report["findings"][0]["status"], &report["findings"][0]["variable"]),
        (&"race".into(), &"V".into())
    );
    assert!(report["guarantee"].as_str().unwrap().contains("recorded"), "{report:#}");
    // Beside one with a witness, it is told as what may come of that.
    let both = handed.replace("main|join", "T1|w(W)|7\nmain|w(W)|8\nmain|join");
    let (status, report) = predict(&file("handed.txt", both), &[]);
    assert_eq!((status, report["findings"].as_array().unwrap().len()), (Some(1), 1), "{report:#}");
    assert_eq!(
        (&report["findings"][0]["variable"], &report["unordered"]),
        (&"W".into(), &json!([["2", "5"]]))
    );
    // Handed over by a message that orders, it is none.
    let ordered = handed.replace("signal", "send").replace("await", "receive");
    let (status, report) = predict(&file("handed.txt", ordered), &[]);
    assert_eq!((status, &report["verdict"]), (Some(0), &"passed".into()), "{report:#}");
}

/// The same two places, once holding this lock and once another.
#[test]
fn all_pairs_are_told_if_asked_for() {
    let under = |lock| format!("main|acq({lock})|2\nmain|w(V)|3\nmain|rel({lock})|4\n");
    let others = "T1|acq(L)|6\nT1|rel(L)|7\nT1|acq(M)|8\nT1|rel(M)|9\n";
    let trace = file(
        "pairs.txt",
        format!("main|fork(T1)|1\n{}{}T1|w(V)|5\n{others}", under("L"), under("M")),
    );
    for (words, races) in [(&[][..], 1), (&["--all-pairs"][..], 2)] {
        let (status, report) = predict(&trace, words);
        let findings = report["findings"].as_array().unwrap();
        assert_eq!((status, findings.len()), (Some(1), races), "{report:#}");
        assert!(findings.iter().all(|finding| finding["accesses"][0]["location"] == "3"));
    }
}

/// Figure 1 of the paper on iPA.
const FIGURE_1: &str = "
    B|acq(L1)|201 B|acq(L3)|202 B|rel(L3)|203 B|signal(begun)|0 A|acq(L3)|101 A|acq(L2)|102
    A|await(begun)|0 A|signal(notified)|0 B|await(notified)|0 B|rel(L1)|204 A|rel(L3)|103 A|acq(L1)|104
    A|rel(L2)|105 B|acq(L3)|205 B|acq(L2)|206 B|acq(L0)|207 B|rel(L3)|208 B|rel(L0)|209
    B|r(X)|210 B|rel(L2)|210 B|w(X)|211 A|acq(L2)|106 A|rel(L1)|107 A|acq(L0)|108
    A|rel(L2)|109 A|w(X)|110 A|acq(L3)|110 A|w(X)|111 A|rel(L3)|111 A|rel(L0)|112
    B|acq(L1)|211 B|rel(L1)|212";

/// The class library does the accesses, each at one place of its own for all calls of the program.
#[test]
fn an_access_by_a_handle_is_where_the_program_asks_for_it() {
    let source = "import java.lang.invoke.*;
        public class Handles {
            static int x;
            static final VarHandle X;
            static {
                try {
                    X = MethodHandles.lookup().findStaticVarHandle(Handles.class, \"x\", int.class);
                } catch (ReflectiveOperationException e) {
                    throw new ExceptionInInitializerError(e);
                }
            }
            public static void main(String[] arguments) throws InterruptedException {
                Thread other = new Thread(() -> {
                    X.setVolatile(1);
                    X.setRelease(2);
                    X.getAndAdd(3);
                });
                other.start();
                x = 4;
                other.join();
            }
        }
        ";
    let program = file("Handles.java", source);
    let (status, report) = predict(&program, &[]);
    let findings = report["findings"].as_array().unwrap();
    let by_handle = |finding: &Value| {
        let accesses = finding["accesses"].as_array().unwrap().iter();
        accesses.map(|access| access["line"].as_u64().unwrap()).min().unwrap()
    };
    let mut lines: Vec<u64> = findings.iter().map(by_handle).collect();
    lines.sort_unstable();
    assert_eq!((status, lines), (Some(1), vec![14, 15, 16]), "{report:#}");
    assert!(findings.iter().all(|finding| finding["status"] == "race"), "{report:#}");
    // In a trace, by which calls each thread came there first.
    let trace = Path::new(TEMPORARY).join("handles.rpt");
    let [program, path] = [&program, &trace].map(|path| path.to_str().unwrap());
    assert_eq!(run(&["record", program, "-o", path]).status, Some(0));
    let (status, report) = predict(&trace, &[]);
    let accesses = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|finding| finding["accesses"].as_array().unwrap());
    let mut by_handle = accesses.filter(|access| access["thread"] == "Thread-0").peekable();
    assert!(status == Some(1) && by_handle.peek().is_some(), "{report:#}");
    for access in by_handle {
        let stack: Vec<&str> =
            access["stack"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(stack[0], access["location"], "{report:#}");
        assert!(stack.len() == 2 && stack[1].starts_with("java.lang.Thread.run("), "{report:#}");
    }
}

/// Of lock histories, a deadlock is no more than possible.
#[test]
fn a_deadlock_of_lock_histories_is_told_as_possible() {
    let lines =
        |text: &str| text.split_whitespace().map(|event| format!("{event}\n")).collect::<String>();
    let (_, report) = predict(&file("figure.txt", lines(FIGURE_1)), &["--engine", "ipa"]);
    let deadlocks = report["deadlocks"].as_array().unwrap();
    assert_eq!((deadlocks.len(), &deadlocks[0]["status"]), (1, &"open".into()), "{report:#}");
    let [other, one] = [0, 1].map(|side| &deadlocks[0]["waits"][side]);
    assert_eq!((&one["lock"], &one["locks"]), (&"L3".into(), &json!(["L0"])));
    assert_eq!((&other["lock"], &other["locks"]), (&"L0".into(), &json!(["L3", "L2"])));
    let text = run(&["predict", "figure.txt", "--engine", "ipa"]).stdout_text();
    assert!(
        text.contains("possible[deadlock]: B waits for L0 at 207 and holds L3, L2; A waits for L3"),
        "{text}"
    );
    let (_, report) = predict(&file("figure.txt", lines(FIGURE_1)), &[]);
    assert_eq!(report["deadlocks"], json!([]), "the other engines don't look for any");
}

#[test]
fn what_a_trace_is_not_is_said_with_what_to_do() {
    let trace = file("whole.txt", ORDERED);
    let trace = trace.to_str().unwrap();
    for (words, message) in [
        (&["predict", "nosuch.rpt"][..], "there is no file `nosuch.rpt`"),
        (&["predict", "/no/such/trace"], "there is no file `/no/such/trace`"),
        (&["predict", "/"], "this is a folder, and no trace: `/`"),
        (
            &["predict", trace, "--save-trace", "out.trace"],
            "`--save-trace` is about executing a program",
        ),
        (&["predict", trace, "--runs", "5"], "`--runs` is about executing a program"),
        (&["predict", trace, "--", "more"], "`-- ARGUMENTS` is about executing a program"),
    ] {
        let finished = run(words);
        let errors = String::from_utf8_lossy(&finished.stderr).into_owned();
        assert!(finished.status == Some(2) && errors.contains(message), "{words:?}: {errors}");
    }
    let (status, report) = predict(&file("nothing.txt", "main|fork(T1)|1\nmain|join(T1)|2\n"), &[]);
    assert_eq!((status, &report["verdict"]), (Some(3), &"incomplete".into()), "{report:#}");
    assert!(report["gaps"].to_string().contains("no program was recorded"), "{report:#}");
}

#[test]
fn what_contradicts_itself_is_said() {
    let (status, report) =
        predict(&file("contradicts.txt", format!("T9|rel(L)|9\n{ORDERED}")), &[]);
    assert_eq!((status, &report["verdict"]), (Some(3), &"incomplete".into()));
    assert!(report["gaps"][0].as_str().unwrap().starts_with("1 event"), "{report:#}");
    // What was left out may be what orders the two.
    let (status, report) = predict(&file("doubtful.txt", format!("T9|rel(L)|9\n{RACY}")), &[]);
    assert_eq!((status, &report["verdict"]), (Some(3), &"incomplete".into()));
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(1), "{report:#}");
}

#[test]
fn what_is_no_trace_is_refused_with_what_would_be_one() {
    for (name, content) in [
        ("empty.txt", &b""[..]),
        ("prose.txt", b"This is no trace of anything.\nIt has two lines.\n"),
        ("ones.bin", &[0xFF; 100]),
        ("cut.std", b"T0|w(V)|1\nT0|w(V"),
    ] {
        let path = file(name, content);
        let finished = run(&["predict", path.to_str().unwrap()]);
        let told = finished.stderr_text();
        assert_eq!(finished.status, Some(2), "{name}: {told}");
        assert!(told.contains(name) && told.contains("help"), "{name}: {told}");
    }
    for words in [
        &["predict"][..],
        &["predict", "there-is-none.rpt"],
        &["predict", "--engine", "none", "racy.txt"],
        &["predict", "--strategy", "3", "racy.txt"],
        &["record", "racy.txt"],
        &["record"],
    ] {
        assert_eq!(run(words).status, Some(2), "{words:?}");
    }
}

/// A recorded trace predicts what the program predicts, and is read up to the last whole block when
/// it is cut.
#[test]
fn a_recorded_trace_is_read_again_whole_or_cut() {
    let program = file("Plain.java", PLAIN);
    let trace = Path::new(TEMPORARY).join("recorded.rpt");
    let recorded =
        run(&["record", program.to_str().unwrap(), "-o", trace.to_str().unwrap(), "--quiet"]);
    assert_eq!((recorded.status, recorded.stderr_text().as_str()), (Some(0), ""));
    let bytes = fs::read(&trace).unwrap();
    assert!(bytes.starts_with(b"RPTR"));
    let (status, report) = predict(&trace, &[]);
    assert_eq!(
        (status, &report["findings"][0]["variable"]),
        (Some(1), &"Plain.x".into()),
        "{report:#}"
    );
    let all = report["statistics"]["events"].as_u64().unwrap();
    for length in (0..bytes.len()).step_by(7) {
        let path = file("cut.rpt", &bytes[..length]);
        let (status, report) = predict(&path, &[]);
        match status {
            Some(2) => assert!(report.is_null()),
            Some(0 | 1 | 3) => {
                assert!(report["statistics"]["events"].as_u64().unwrap() <= all);
                assert!(
                    report["gaps"][0].as_str().unwrap().contains("cut"),
                    "{length}: {report:#}"
                );
            }
            status => panic!("{length} of {} bytes: {status:?}", bytes.len()),
        }
    }
}

const THROWS: &str = "public class Throws {
    static int x;
    public static void main(String[] args) throws Exception {
        int first = Integer.parseInt(args[0]);
        Thread other = new Thread(() -> x = first);
        other.start();
        x = 1;
        other.join();
    }
}
";

/// What the user accepts is not observed, and what an execution did not come to is not, either.
#[test]
fn what_was_not_observed_is_said() {
    let has = |report: &Value, text: &str| {
        let assumptions = report["assumptions"].as_array().unwrap().iter();
        assert!(
            assumptions.clone().any(|told| told.as_str().unwrap().contains(text)),
            "{report:#}"
        );
    };
    let program = file("Plain.java", PLAIN);
    let (status, report) = predict(&program, &["--benign", "Plain.x"]);
    assert_eq!(status, Some(0));
    has(&report, "races of Plain.x were accepted");
    let trace = Path::new(TEMPORARY).join("accepted.rpt");
    let (program, recorded) = (program.to_str().unwrap(), trace.to_str().unwrap());
    run(&["record", program, "--benign", "Plain.x", "-o", recorded, "--quiet"]);
    let (status, report) = predict(&trace, &[]);
    assert_eq!(status, Some(0));
    has(&report, "not recorded: races of Plain.x were accepted");
    let (status, report) = predict(&file("Throws.java", THROWS), &[]);
    assert_eq!(status, Some(0));
    has(&report, "execution 1 ended with an exception that nobody caught");
}

/// The agent records in the host's own Java machine; where it was not built, what is missing is
/// said.
#[test]
fn a_java_command_is_recorded_by_the_agent_if_that_was_built() {
    let jdk = Jdk::any().unwrap();
    let source = file("Plain.java", PLAIN);
    let folder = Path::new(TEMPORARY).join("agent-classes");
    let compiled = Command::new(jdk.home.join("bin/javac"))
        .arg("-d")
        .arg(&folder)
        .arg(&source)
        .arg(file("ByHandle.java", BY_HANDLE))
        .status()
        .unwrap();
    assert!(compiled.success());
    let trace = Path::new(TEMPORARY).join("agent.rpt");
    let _ = fs::remove_file(&trace);
    let java = jdk.home.join("bin/java");
    let words = [java.to_str().unwrap(), "-Xshare:off", "-cp", folder.to_str().unwrap()];
    let record_of = |class, options: &[&str]| {
        let to = ["--quiet", "-o", trace.to_str().unwrap(), "--"];
        run(&[&["record", "--agent"], options, &to, &words[..], &[class]].concat())
    };
    let record = |options: &[&str]| record_of("Plain", options);
    let recorded = record(&[]);
    if place::unpacked(Path::new(TEMPORARY), "agent").is_err() {
        assert_eq!(recorded.status, Some(2));
        assert!(recorded.stderr_text().contains("libasm-java"), "{}", recorded.stderr_text());
        return;
    }
    assert_eq!((recorded.status, recorded.stderr_text().as_str()), (Some(0), ""));
    let (status, report) = predict(&trace, &[]);
    assert_eq!(
        (status, &report["findings"][0]["variable"]),
        (Some(1), &"Plain.x".into()),
        "{report:#}"
    );
    // Of a sample, other orders are not looked at.
    assert_eq!(record(&["--sample", "1"]).status, Some(0));
    let (status, report) = predict(&trace, &[]);
    assert_eq!((status, &report["engine"]["engines"]), (Some(1), &json!(["hb"])), "{report:#}");
    assert!(report["gaps"][0].as_str().unwrap().contains("sample=1"), "{report:#}");
    assert_eq!(predict(&trace, &["--engine", "hb"]).0, Some(1));
    assert_eq!(predict(&trace, &["--engine", "syncp"]).0, Some(2));
    // What a handle calls is not seen, and may order what seems to race.
    assert_eq!(record_of("ByHandle", &[]).status, Some(0));
    let (status, report) = predict(&trace, &[]);
    assert_eq!((status, &report["verdict"]), (Some(3), &"incomplete".into()), "{report:#}");
    assert!(report["gaps"][0].as_str().unwrap().contains("handles"), "{report:#}");
    // What is about executing a program in the machine is not ignored.
    assert_eq!(predict(&trace, &["--benign", "Plain.x"]).0, Some(2));
    assert_eq!(record(&["--trusted", "Plain"]).status, Some(2));
    // What is no command, or writes no trace, is said.
    assert_eq!(run(&["record", "--agent", "-o", "none.rpt"]).status, Some(2));
    for sample in ["-1", "two", "3"] {
        let output = run(&["record", "--sample", sample, "-o", "none.rpt", "Foo.java"]);
        assert_eq!(output.status, Some(2), "{}", output.stderr_text());
        assert!(output.stderr_text().contains("sample"), "{}", output.stderr_text());
    }
    assert_eq!(run(&["record", "--agent", "-o", "none.rpt", "--", "true"]).status, Some(2));
    assert_eq!(
        run(&["record", "--agent", "-o", "none.rpt", "--", "there-is-no-such-command"]).status,
        Some(2)
    );
}

const BY_HANDLE: &str = "import java.lang.invoke.*; import java.util.concurrent.atomic.*;
    public class ByHandle {
        static int x;
        static final AtomicInteger READY = new AtomicInteger();
        public static void main(String[] a) throws Throwable {
            MethodHandle set = MethodHandles.lookup()
                .findVirtual(AtomicInteger.class, \"set\", MethodType.methodType(void.class, int.class));
            new Thread(() -> {
                x = 1;
                try { set.invokeExact(READY, 1); } catch (Throwable e) { throw new AssertionError(e); }
            }).start();
            while (READY.get() == 0) Thread.onSpinWait();
            x++;
        }
    }";

const PLAIN: &str = "public class Plain { static int x; public static void main(String[] a) throws Exception { \
                     Thread t = new Thread(() -> x = 1); t.start(); x = 2; t.join(); } }";

/// What is no data race is noted, as `check` does, and decides nothing.
#[test]
fn weak_races_of_the_observed_execution_are_noted() {
    let path = file(
        "Weak.java",
        "import java.util.concurrent.atomic.AtomicInteger;
        class Weak {
            static final AtomicInteger shared = new AtomicInteger();
            public static void main(String[] arguments) {
                new Thread(() -> shared.setRelease(1)).start();
                shared.getAcquire();
            }
        }",
    );
    let (status, report) = predict(&path, &[]);
    assert_eq!((status, &report["verdict"]), (Some(0), &"passed".into()));
    let weak = report["weak_races"].as_array().unwrap();
    let modes: Vec<&str> = weak
        .iter()
        .flat_map(|race| race["accesses"].as_array().unwrap())
        .map(|access| access["mode"].as_str().unwrap())
        .collect();
    assert!(weak.len() == 1 && modes.contains(&"release"), "{report:#}");
    let path = path.to_str().unwrap();
    let [predicted, checked] =
        ["predict", "check"].map(|command| run(&[command, path]).stdout_text());
    let note = "note: nothing orders these accesses, and one of each pair is weaker than volatile";
    let after = |text: &str| {
        let at = text.find(note).unwrap_or_else(|| panic!("no note in {text}"));
        text[at..].split("\n\n").next().unwrap_or_default().to_owned()
    };
    let lines = |text: &str| after(text).lines().count();
    assert_eq!(lines(&predicted), lines(&checked), "{predicted}{checked}");
    let sarif = run(&["predict", path, "--format", "sarif"]).stdout_text();
    assert!(sarif.contains("\"ruleId\": \"weak-race\""), "{sarif}");
}
