//! What people and build servers read.

use super::*;

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
    for step in [
        "begin",
        "lock java.lang.Object@2  Forks.java:5  synchronized (first) {",
        "lock java.lang.Object@1  Forks",
    ] {
        assert!(text.contains(step), "`{step}` is no step:\n{text}");
    }
    assert!(
        !text.contains("eats") && !text.contains("begins"),
        "the program's output is kept out of the way:\n{text}"
    );
    assert!(!text.contains('\u{1b}'), "colours are for terminals:\n{text}");
    let coloured = sandbox.raceproof(&["check", "Forks.java", "--color", "always"]).stdout_text();
    assert!(coloured.contains("\u{1b}[1;31mviolated"), "{coloured}");
}

#[test]
fn a_proof_is_told_with_what_it_rests_on() {
    let sandbox = sandbox("passed");
    sandbox.class(
        "Calm.java",
        "class Calm { public static void main(String[] a) { new Thread(() -> {}).start(); } }",
    );
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
    let fine = [
        "check",
        "Calm",
        "-cp",
        "classes",
        "--race",
        "off",
        "--spurious-wakeups",
        "--granularity",
        "access",
    ];
    let text = sandbox.raceproof(&fine).stdout_text();
    assert!(!text.contains("for no reason (--spurious-wakeups"), "{text}");
    assert!(text.contains("sequentially consistent"), "{text}");
}

/// What a detector does not find, its proof does not claim.
#[test]
fn a_proof_claims_what_its_detector_finds() {
    let sandbox = sandbox("claims");
    sandbox.class(
        "Calm.java",
        "class Calm { public static void main(String[] a) { new Thread(() -> {}).start(); } }",
    );
    for (race, finds_all) in
        [("full", true), ("goldilocks", true), ("vector-clock", true), ("h", false)]
    {
        let finished = sandbox.raceproof(&["check", "Calm", "-cp", "classes", "--race", race]);
        expect(&finished, 0, &[]);
        let text = finished.stdout_text();
        assert_eq!(
            text.contains("so every execution is sequentially consistent"),
            finds_all,
            "{race}:\n{text}"
        );
        assert_eq!(text.contains("a data race of any kind"), finds_all, "{race}:\n{text}");
        assert_eq!(
            text.contains("those of which the read comes first are not told"),
            !finds_all,
            "{race}:\n{text}"
        );
    }
}

#[test]
fn the_object_says_what_was_asked_and_found() {
    let sandbox = sandbox("json");
    let arguments =
        ["check", "Forks", "-cp", "classes", "--format", "json", "--search", "bfs", "--", "a", "b"];
    let finished = sandbox.raceproof(&arguments);
    expect(&finished, 1, &[]);
    let report = object(&finished.stdout_text());
    assert_eq!(report["target"], serde_json::json!({ "main": "Forks", "arguments": ["a", "b"] }));
    assert_eq!(
        report["engine"],
        serde_json::json!({ "search": "bfs", "heuristic": [], "race": "full", "granularity": "sync", "library": "exact" })
    );
    let finding = &report["findings"][0];
    assert_eq!((&finding["kind"], &finding["length"]), (&"deadlock".into(), &3.into()));
    let steps = finding["trace"].as_array().unwrap();
    let (index, step) =
        steps.iter().enumerate().find(|(_, step)| step["thread"] == "main").unwrap();
    let expected = serde_json::json!({
        "step": index + 1, "thread": "main", "operation": "lock java.lang.Object@2", "file": "Forks.java", "line": 5,
        "path": "Forks.java"
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
    for part in [
        "<?xml",
        "<testsuite",
        "failures=\"1\"",
        "deadlock",
        "two threads wait for each other",
        "</testsuite",
    ] {
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
        &[
            "check", "Forks", "-cp", "classes", "--format", "json", "--search", "random", "--seed",
            "7", "--runs", "20",
        ],
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
        let finished = sandbox.raceproof(&[
            "check", "Several", "-cp", "classes", "--format", "json", "--all", "--search", search,
        ]);
        expect(&finished, 1, &[]);
        let report = object(&finished.stdout_text());
        assert_eq!(report["complete"], true, "{search}");
        let findings = report["findings"].as_array().unwrap();
        let kinds: Vec<&str> =
            findings.iter().map(|finding| finding["kind"].as_str().unwrap()).collect();
        assert!(
            kinds.contains(&"assertion") && kinds.contains(&"uncaught-exception"),
            "{search}: {kinds:?}"
        );
        let exceptions: Vec<&Value> =
            findings.iter().map(|finding| &finding["exception"]).collect();
        assert!(
            exceptions.contains(&&"java.lang.IllegalStateException".into()),
            "{search}: {exceptions:?}"
        );
    }
}

#[test]
fn each_search_tells_exits_or_counts_them() {
    let sandbox = sandbox("exits");
    sandbox.class("ExitOfOneSchedule.java", include_str!("../java/exit/ExitOfOneSchedule.java"));
    for search in SEARCHES {
        let check = [
            "check",
            "ExitOfOneSchedule",
            "-cp",
            "classes",
            "--format",
            "json",
            "--search",
            search,
        ];
        let finished = sandbox.raceproof(&check);
        expect(&finished, 1, &[]);
        let finding = &object(&finished.stdout_text())["findings"][0];
        assert_eq!(
            (&finding["kind"], &finding["status"]),
            (&"exit-status".into(), &1.into()),
            "{search}: {finding:#}"
        );
        assert!(
            finding["stack"][1].as_str().unwrap().starts_with("ExitOfOneSchedule.main"),
            "{search}: {finding:#}"
        );

        let finished = sandbox.raceproof(&[&check[..], &["--exit-status", "note"]].concat());
        expect(&finished, if search == "random" { 3 } else { 0 }, &[]);
        let report = object(&finished.stdout_text());
        let exit = &report["exit_statuses"][0];
        assert_eq!(
            (&exit["status"], &report["findings"]),
            (&1.into(), &Value::Array(Vec::new())),
            "{search}"
        );
        assert!(
            exit["executions"].as_u64().is_some_and(|executions| executions > 0),
            "{search}: {exit:#}"
        );
    }
    let text = sandbox
        .raceproof(&["check", "ExitOfOneSchedule", "-cp", "classes", "--exit-status", "note"])
        .stdout_text();
    has_in_order(
        &text,
        &[
            "race-free: ",
            "note: thread \"main\" ends the program with status 1, in 1 execution",
            "at java",
        ],
    );
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
    let text = sandbox
        .raceproof(&["check", "Calm", "-cp", "classes", "--program-output", "show"])
        .stdout_text();
    has_in_order(
        &text,
        &[
            "---- output of the program, in one execution",
            "one",
            "two",
            "---- end of",
            "race-free: ",
        ],
    );
    expect(&sandbox.raceproof(&[&show[..], &["--format", "json"]].concat()), 2, &["--output FILE"]);
    let finished =
        sandbox.raceproof(&[&show[..], &["--format", "json", "--output", "report.json"]].concat());
    expect(&finished, 1, &[]);
    assert!(finished.stdout_text().contains("begins"));
}

#[test]
fn what_steps_print_that_are_tried_and_taken_back_is_not_shown() {
    let sandbox = sandbox("tried");
    let logs = "import java.util.logging.Logger;
    class Logs { static int x; public static void main(String[] a) throws Exception {
        System.setProperty(\"java.locale.providers\", \"NONE_SUCH\");
        Thread other = new Thread(() -> x++);
        other.start();
        Logger.getLogger(\"\").info(\"one\");
        x++;
    } }";
    sandbox.class("Logs.java", logs);
    let show =
        ["check", "Logs", "-cp", "classes", "--program-output", "show", "--save-trace", "trace"];
    for arguments in [&show[..], &["replay", "trace", "--program-output", "show"]] {
        let finished = sandbox.raceproof(arguments);
        expect(&finished, 1, &[]);
        let text = finished.stdout_text();
        assert_eq!(text.matches("INFO: one").count(), 1, "{text}");
        assert!(text.find("INFO: one") < text.find("---- end of"), "{text}");
    }
    let hidden = sandbox.raceproof(&["check", "Logs", "-cp", "classes"]);
    expect(&hidden, 1, &[]);
    assert!(!hidden.stdout_text().contains("INFO"));
    assert_eq!(hidden.stderr_text(), "", "an initialiser tells of the property");
}

#[test]
fn a_listener_prints_what_happens() {
    let sandbox = sandbox("listener");
    let finished = sandbox.raceproof(&[
        "check",
        "Forks",
        "-cp",
        "classes",
        "--format",
        "json",
        "--listener",
        "print",
    ]);
    expect(
        &finished,
        1,
        &["main: lock java.lang.Object@2  at Forks.both(Forks.java:5)", "-- back to after event"],
    );
    object(&finished.stdout_text());
}

/// What the program chose can neither colour a terminal nor begin a line.
#[test]
fn a_listener_spells_out_control_characters() {
    let sandbox = sandbox("listener-names");
    sandbox.file(
        "Named.java",
        "public class Named {
            public static void main(String[] args) throws Exception {
                Thread named = new Thread(() -> { synchronized (Named.class) { } }, \"\\u001b[31mred\\nline\");
                named.start();
                named.join();
            }
        }",
    );
    let told = sandbox.raceproof(&["check", "Named.java", "--listener", "print"]).stderr_text();
    assert!(told.contains("\\u001b[31mred\\nline: ") && !told.contains('\u{1b}'), "{told}");
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
    assert_eq!(
        object(&finished.stdout_text())["findings"][0]["exception"],
        "java.lang.StackOverflowError"
    );
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
    let arguments =
        ["check", "Twins", "-cp", "classes", "--search", "bfs", "--save-trace", "twins.trace"];
    let finished = sandbox.raceproof(&arguments);
    expect(&finished, 1, &[]);
    has_in_order(
        &finished.stdout_text(),
        &[
            "error[deadlock]: two threads wait for each other: w waits to lock java.lang.Object@2, held by w#2; w#2 waits",
            "w, 1 step",
            "w#2, 2 steps",
            "threads at the end:",
            "w waits to lock java.lang.Object@2, held by w#2",
            "w#2 waits to lock java.lang.Object@1, held by w",
        ],
    );
    let replayed = sandbox.raceproof(&["replay", "twins.trace"]);
    expect(&replayed, 1, &[]);
    has_in_order(&replayed.stdout_text(), &["w, 1 step", "w#2, 2 steps"]);
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
        let arguments =
            ["check", "Same", "-cp", "classes", "--all", "--format", "json", "--search", search];
        let finished = sandbox.raceproof(&arguments);
        expect(&finished, 1, &[]);
        let report = object(&finished.stdout_text());
        assert_eq!(
            (report["findings"].as_array().unwrap().len(), &report["complete"]),
            (1, &true.into()),
            "{search}"
        );
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
    let finished =
        sandbox.raceproof(&["check", "Prints", "-cp", "classes", "--program-output", "show"]);
    expect(&finished, 0, &[]);
    let text = finished.stdout_text();
    let framed = format!("in one execution ----\n{shown}---- end of");
    assert!(text.contains(&framed), "{text}");
    assert_eq!(sandbox.raceproof(&["run", "Prints", "-cp", "classes"]).stdout_text(), shown);
}

/// Whose own fields hide those of `Throwable`.
const CAUSED: &str = "public class Caused {
    static class Wrapped extends RuntimeException {
        int cause = 77;
        int detailMessage = 78;

        Wrapped(Throwable cause) { super(\"outer\", cause); }
    }

    static int parse(String text) { return Integer.parseInt(text); }

    static Exception round() {
        Exception one = new Exception(\"one\"), other = new Exception(\"other\", one);
        one.initCause(other);
        return other;
    }

    public static void main(String[] arguments) {
        new Thread(() -> {
            try {
                Caused.class.getDeclaredMethod(\"parse\", String.class).invoke(null, \"seven\");
            } catch (ReflectiveOperationException e) {
                throw new Wrapped(arguments.length == 0 ? e : round());
            }
        }).start();
    }
}
";

#[test]
fn the_causes_of_an_exception_are_told() {
    let sandbox = sandbox("caused");
    sandbox.file("Caused.java", CAUSED);
    let detail = |more: &[&str]| {
        let check = ["check", "Caused.java", "--format", "json", "--"];
        let finished = sandbox.raceproof(&[&check, more].concat());
        expect(&finished, 1, &[]);
        let finding = object(&finished.stdout_text())["findings"][0].clone();
        let message = finding["message"].as_str().unwrap();
        assert!(message.starts_with("nobody caught Caused$Wrapped: outer in thread"), "{message}");
        finding["detail"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        detail(&[]),
        "caused by java.lang.reflect.InvocationTargetException, made at Caused.lambda$main$0(Caused.java:20); \
         caused by java.lang.NumberFormatException: For input string: \"seven\", made at Caused.parse(Caused.java:9)"
    );
    assert_eq!(
        detail(&["round"]),
        "caused by java.lang.Exception: other, made at Caused.round(Caused.java:12); \
         caused by java.lang.Exception: one, made at Caused.round(Caused.java:12); and so on in a circle"
    );
}

/// Two updates of a volatile variable, or of an atomic one that is read and set in two steps.
const LOST: &str = "import java.util.concurrent.atomic.AtomicInteger;

public class Lost {
    static volatile int n;
    static final AtomicInteger sum = new AtomicInteger(10);

    static void add(boolean atomic) {
        if (atomic) sum.set(sum.get() + 5);
        else n++;
    }

    public static void main(String[] which) throws InterruptedException {
        boolean atomic = which.length > 0;
        Thread other = new Thread(() -> add(atomic));
        other.start();
        add(atomic);
        other.join();
        assert atomic ? sum.get() == 20 : n == 2;
    }
}";

#[test]
fn a_trace_has_the_values_and_a_lost_update_is_explained() {
    let sandbox = sandbox("lost");
    sandbox.class("Lost.java", LOST);
    for (which, what, read, written, make) in [
        (&[][..], "Lost.n", "read Lost.n = 0", "write Lost.n = 1", "make it an atomic variable"),
        (
            &["--", "atomic"],
            "an AtomicInteger",
            "… 1 step inside java.util.concurrent.atomic.AtomicInteger.get, which reads 10",
            "… 1 step inside java.util.concurrent.atomic.AtomicInteger.set, which writes 15",
            "do both in one step",
        ),
    ] {
        let finished = sandbox.raceproof(&[&["check", "Lost", "-cp", "classes"], which].concat());
        expect(&finished, 1, &[]);
        let text = finished.stdout_text();
        let begins = format!("  = help: {what} may have lost an update: ");
        let help = text.lines().find(|line| line.starts_with(&begins));
        let help = help.unwrap_or_else(|| panic!("no help:\n{text}"));
        assert!(help.contains(&format!(" depends on what they have read, {make}")), "{help}");
        for told in [read, written] {
            assert_eq!(text.matches(told).count(), 2, "{told}\n{text}");
        }
        let columns = ["--trace-columns", "always"];
        let finished = sandbox
            .raceproof(&[&["check", "Lost", "-cp", "classes"], &columns[..], which].concat());
        let text = finished.stdout_text();
        let words: Vec<&str> = text.split_whitespace().collect();
        let value = written.rsplit(' ').next().unwrap();
        let told =
            if which.is_empty() { ["Lost.n", "=", value] } else { ["which", "writes", value] };
        assert_eq!(words.windows(3).filter(|words| *words == told).count(), 2, "{text}");
    }
}

#[test]
fn a_thread_that_the_exception_ends_stands_nowhere() {
    let sandbox = sandbox("ended");
    sandbox.class("Lost.java", LOST);
    let check = ["check", "Lost", "-cp", "classes"];
    let text = sandbox.raceproof(&check).stdout_text();
    assert!(text.contains("threads at the end:\n  main is ended by this exception\n\n"), "{text}");
    let told =
        object(&sandbox.raceproof(&[&check[..], &["--format", "json"]].concat()).stdout_text());
    let ended =
        serde_json::json!([{ "name": "main", "state": "is ended by this exception", "stack": [] }]);
    assert_eq!(told["findings"][0]["threads"], ended);
}

#[test]
fn what_junit_compares_is_told_where_its_class_has_it() {
    for (fields, message) in [
        (
            "String fExpected = \"one\", fActual;",
            "in thread \"main\": expected:<one> but was:<null>",
        ),
        ("", "nobody caught junit.framework.ComparisonFailure in thread \"main\""),
    ] {
        let sandbox = sandbox("compared");
        let text = format!(
            "package junit.framework;
            public class ComparisonFailure extends {} {{
                {fields}
                public static void main(String[] args) {{ throw new ComparisonFailure(); }}
            }}",
            if fields.is_empty() { "Error" } else { "AssertionError" }
        );
        sandbox.class("ComparisonFailure.java", &text);
        let finished =
            sandbox.raceproof(&["check", "junit.framework.ComparisonFailure", "-cp", "classes"]);
        expect(&finished, 1, &[]);
        assert!(finished.stdout_text().contains(message), "{}", finished.stdout_text());
    }
}
