//! What ended before its time, or where something is not modelled, and what is said of it.

use super::*;

/// Somebody was held back for a loop that was taken to have no end, before it was seen to end after
/// more rounds from another state: what was left out by then is explored after all.
#[test]
fn a_loop_that_ends_elsewhere_begins_the_search_anew() {
    let sandbox = sandbox("ends_elsewhere");
    let source = place::java_programs("assertion").join("LoopEndsFirstTime.java");
    let check = ["check", "--log", "info", "--search", "dfs", source.to_str().unwrap()];
    expect(&sandbox.raceproof(&check), 1, &["the search begins anew: Rounds("]);
}

/// The second execution of a step finds everything linked that the first one has linked, and must
/// not get any further.
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
    assert!(
        finished.stdout_text().contains("IndexOutOfBoundsException"),
        "{}",
        finished.stdout_text()
    );
}

#[test]
fn a_limit_says_what_was_covered() {
    let sandbox = sandbox("limits");
    sandbox.class("Endless.java", ENDLESS);
    let check = |options: &[&str]| {
        let finished = sandbox.raceproof(
            &[&["check", "Endless", "-cp", "classes", "--format", "json"], options].concat(),
        );
        expect(&finished, 3, &[]);
        let report = object(&finished.stdout_text());
        assert_eq!(
            (&report["verdict"], &report["complete"]),
            (&"incomplete".into(), &false.into()),
            "{report:#}"
        );
        report
    };
    let report = check(&["--max-states", "1000"]);
    assert_eq!(report["limit"], "the limit of 1,000 states (--max-states)");
    assert_eq!(report["statistics"]["states"], 1000);
    let report = check(&["--max-depth", "12"]);
    assert_eq!(report["limit"], "the limit of 12 transitions from the start (--max-depth)");
    assert!(
        report["guarantee"].as_str().unwrap().contains("no schedule of up to 12 transitions"),
        "{report:#}"
    );
    assert_eq!(check(&["--time", "0.2"])["limit"], "the limit of 0.2 s (--time)");
    assert_eq!(check(&["--memory", "32m"])["limit"], "the limit of 33 MB of memory (--memory)");
    let report = check(&["--search", "random", "--runs", "3", "--max-depth", "50"]);
    assert_eq!(report["limit"], "the limit of 3 random executions (--runs)");
    assert!(report["guarantee"].as_str().unwrap().starts_with("none"), "{report:#}");
    let text = sandbox
        .raceproof(&["check", "Endless", "-cp", "classes", "--max-states", "100"])
        .stdout_text();
    has_in_order(
        &text,
        &[
            "incomplete: nothing was found so far. The limit of 100 states (--max-states) ended the search \
             before any execution came to its end.",
            "try: a higher `--max-states`",
            "try: a smaller program",
        ],
    );
    assert!(
        text.trim_end().ends_with("ended the search before any execution came to its end."),
        "the verdict is the last line, too:\n{text}"
    );
}

/// What is printed by a check that hears a signal after a second.
#[cfg(unix)]
fn report_at(sandbox: &Sandbox, class: &str, signal: &str) -> Value {
    let mut command =
        sandbox.command(&["check", class, "-cp", "classes", "--format", "json", "--time", "50"]);
    let child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    thread::sleep(Duration::from_secs(1));
    assert!(
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success()
    );
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
                assert_eq!(
                    (&report["limit"], &report["verdict"]),
                    (&name.into(), &"incomplete".into())
                );
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
    assert_eq!(
        (&unsupported["executions"], &report["statistics"]["executions"]),
        (&1.into(), &0.into())
    );
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
        let check = [
            "check",
            "Either",
            "-cp",
            "classes",
            "--enumerate-random",
            "--format",
            "json",
            "--search",
            search,
        ];
        let finished = sandbox.raceproof(&check);
        expect(&finished, 4, &[]);
        let report = object(&finished.stdout_text());
        let executions = report["statistics"]["executions"].as_u64();
        assert!(
            executions.is_some_and(|executions| executions > 0),
            "{search} goes on: {report:#}"
        );

        let finished = sandbox.raceproof(&[&check[..], &["--all", "--", "throw"]].concat());
        expect(&finished, 1, &[]);
        let report = object(&finished.stdout_text());
        assert_eq!(
            (&report["verdict"], &report["complete"]),
            (&"violated".into(), &false.into()),
            "{search}"
        );
        assert!(
            report["unsupported"][0]["stack"][0]
                .as_str()
                .unwrap()
                .starts_with("at java.util.Random"),
            "{search}"
        );
    }
    let check = ["check", "Either", "-cp", "classes", "--enumerate-random", "--all", "--", "throw"];
    let lines = [
        "violated: 1 uncaught exception. Not everything",
        "not modelled: every value",
        "help: leave",
    ];
    has_in_order(&sandbox.raceproof(&check).stdout_text(), &lines);
}
