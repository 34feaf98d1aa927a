//! Traces, and files that are written.

use super::*;

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
    assert!(
        steps.contains("java.util.concurrent.CountDownLatch.await, where a wait ends by its time"),
        "{steps}"
    );
    has_in_order(
        &steps,
        &["trace, ", "throw java.lang.IllegalStateException  Late.java:7", "threads at the end"],
    );
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
fn a_trace_shows_its_finding_again_or_says_where_it_parts() {
    let sandbox = sandbox("replay");
    let saved = sandbox.raceproof(&[
        "check",
        "Forks",
        "-cp",
        "classes",
        "--search",
        "bfs",
        "--save-trace",
        "forks.trace",
    ]);
    expect(&saved, 1, &[]);
    let replay = |arguments: &[&str]| sandbox.raceproof(&[&["replay"], arguments].concat());
    let finished = replay(&["forks.trace"]);
    expect(&finished, 1, &[]);
    has_in_order(
        &finished.stdout_text(),
        &[
            "violated: 1 deadlock. It is shown again as in the trace.",
            "trace, 3 steps:",
            "threads at the end:",
        ],
    );
    let report = object(&replay(&["forks.trace", "--format", "json"]).stdout_text());
    assert_eq!(
        (&report["command"], &report["statistics"]["transitions"]),
        (&"replay".into(), &3.into())
    );
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
    expect(
        &replay(&["finding.trace"]),
        2,
        &["ends in another finding", "not deadlock (three threads"],
    );
    sandbox.file("elsewhere/forks.trace", &trace);
    let mut elsewhere = sandbox.command(&["replay", "forks.trace"]);
    elsewhere.current_dir(sandbox.folder.join("elsewhere"));
    expect(&sandbox.finish(elsewhere), 2, &["replay it from the same folder"]);
    expect(&replay(&["none.trace"]), 2, &["none.trace", "cannot be read"]);
    sandbox.file("empty.trace", "");
    expect(
        &replay(&["empty.trace"]),
        2,
        &["`empty.trace`, line 1", "it is no trace", "--save-trace"],
    );
    expect(&replay(&["classes"]), 2, &["`classes` cannot be read", "not a file"]);
    expect(&replay(&[]), 2, &["no TRACE", "--save-trace"]);
    expect(&replay(&["Forks.java"]), 2, &["Forks.java", "line 1", "it is no trace"]);
    expect(&replay(&["forks.trace", "--search", "bfs"]), 2, &["--search", "the trace knows"]);

    sandbox.class("Forks.java", &FORKS.replace("eats", "dines"));
    expect(
        &replay(&["forks.trace"]),
        2,
        &["another program, or of another version", "the class `Forks` has changed"],
    );
}

#[test]
fn a_trace_of_another_jdk_is_refused() {
    let sandbox = sandbox("replay-jdk");
    let Some(other) =
        Jdk::installed().unwrap().into_iter().find(|jdk| jdk.feature > sandbox.jdk.feature)
    else {
        return;
    };
    expect(
        &sandbox.raceproof(&["check", "Forks", "-cp", "classes", "--save-trace", "forks.trace"]),
        1,
        &[],
    );
    let home = other.home.display().to_string();
    let finished = sandbox.raceproof(&["replay", "forks.trace", "--java-home", &home]);
    expect(&finished, 2, &["was made on JDK", "another class library has other steps"]);
}

#[test]
fn what_cannot_be_written_or_found_is_said_at_once() {
    let sandbox = sandbox("bad");
    let check = |arguments: &[&str]| sandbox.raceproof(&[&["check"], arguments].concat());
    for option in ["--save-trace", "--output"] {
        expect(
            &check(&["Forks", "-cp", "classes", option, "no/x"]),
            2,
            &[option, "there is no folder `no`"],
        );
        expect(
            &check(&["Forks", "-cp", "classes", option, "classes"]),
            2,
            &[option, "it is a folder"],
        );
    }
    expect(&check(&["Fork", "-cp", "classes"]), 2, &["Fork", "did you mean `Forks`"]);
    sandbox.class("Main.java", "class Main { static void main() {} }");
    expect(&check(&["Main", "-cp", "classes"]), 2, &["main"]);
    sandbox.file("classes/Forks.class", "class Forks {}");
    expect(&check(&["Forks", "-cp", "classes"]), 2, &["Forks"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_finding_is_told_even_if_its_files_cannot_be_written() {
    let sandbox = sandbox("full");
    let check = |arguments: &[&str]| {
        sandbox.raceproof(&[&["check", "Forks", "-cp", "classes"], arguments].concat())
    };
    let finished = check(&["--save-trace", "/dev/full"]);
    expect(
        &finished,
        2,
        &["the trace cannot be written to `/dev/full`: No space left", "the finding stands above"],
    );
    has_in_order(&finished.stdout_text(), &["violated: 1 deadlock"]);
    let finished =
        check(&["--output", "/dev/full", "--format", "json", "--save-trace", "forks.trace"]);
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
    let Some(other) =
        Jdk::installed().unwrap().into_iter().find(|jdk| jdk.feature > sandbox.jdk.feature)
    else {
        return;
    };
    let home = other.home.display().to_string();
    let check =
        ["check", "Forks", "-cp", "classes", "--java-home", &home, "--save-trace", "forks.trace"];
    expect(&sandbox.raceproof(&check), 1, &[]);
    let finished = sandbox.raceproof(&["replay", "forks.trace"]);
    expect(&finished, 1, &[]);
    has_in_order(
        &finished.stdout_text(),
        &["violated: 1 deadlock. It is shown again as in the trace."],
    );

    let own = sandbox.jdk.home.display().to_string();
    let advice = format!("--java-home {home}`");
    let finished = sandbox.raceproof(&["replay", "forks.trace", "--java-home", &own]);
    expect(&finished, 2, &["was made on JDK", "leave --java-home out", &advice]);

    let trace = fs::read_to_string(sandbox.folder.join("forks.trace")).unwrap();
    sandbox.file("moved.trace", trace.replace(&home, "/nowhere"));
    expect(
        &sandbox.raceproof(&["replay", "moved.trace"]),
        2,
        &["was made on JDK", "name a JDK", "--java-home DIR"],
    );
}

/// Two threads count; an argument takes the other one away.
const COUNTS: &str = "public class Counts {
    static int x;
    public static void main(String[] a) {
        if (a.length == 0) new Thread(() -> x++).start();
        x++;
    }
}";

/// Whoever replays a trace is not shown a finding that is mended.
#[test]
fn a_search_without_a_finding_removes_the_trace_of_an_earlier_one() {
    let sandbox = sandbox("older");
    sandbox.class("Counts.java", COUNTS);
    let path = sandbox.folder.join("t");
    for command in ["check", "predict"] {
        let run = |more: &[&str]| {
            let words = [command, "Counts", "-cp", "classes", "--save-trace", "t"];
            sandbox.raceproof(&[&words, more].concat())
        };
        expect(&run(&[]), 1, &[]);
        let old = fs::read_to_string(&path).unwrap();
        assert!(old.starts_with("raceproof trace "), "{old}");
        // Nothing was asked for that can be done, so nothing is lost.
        for (wrong, words) in [
            (&["--seed", "x"][..], "`x` is not a value of"),
            (&["--main", "Cuonts"], "Cuonts"),
            (&["--format", "xml"], "xml"),
        ] {
            expect(&run(wrong), 2, &[words]);
            assert_eq!(fs::read_to_string(&path).unwrap(), old, "{command} {wrong:?}");
        }
        let removed = "the trace `t` was removed: it was of an earlier search";
        let finished = run(&["--", "alone"]);
        assert!(finished.stderr_text().contains(removed), "{}", finished.stderr_text());
        assert!(!path.exists(), "{command}");
        expect(&sandbox.raceproof(&["replay", "t"]), 2, &["`t` cannot be read"]);
        // And nothing is said of what is not there.
        assert!(!run(&["--", "alone"]).stderr_text().contains("removed"), "{command}");
        // What is no trace is nobody's to write over.
        for more in [&[][..], &["--", "alone"]] {
            sandbox.file("t", "notes\n");
            expect(&run(more), 2, &["--save-trace t: that file is no trace", "name a new file"]);
            assert_eq!(fs::read_to_string(&path).unwrap(), "notes\n", "{command}");
        }
        fs::remove_file(&path).unwrap();
    }
}

/// One step may show several races: a trace tells of one.
#[test]
fn the_race_of_the_places_that_a_trace_tells_is_shown_again() {
    let sandbox = sandbox("two-reads");
    let reads = "class Reads {
        static int c;
        public static void main(String[] a) {
            new Thread(() -> {
                int sum = c;
                sum += c;
                assert sum < 3;
            }).start();
            c = 1;
        }
    }";
    sandbox.class("Reads.java", reads);
    let finished =
        sandbox.raceproof(&["check", "Reads", "-cp", "classes", "--save-trace", "reads.trace"]);
    expect(&finished, 1, &[]);
    let trace = fs::read_to_string(sandbox.folder.join("reads.trace")).unwrap();
    let told = |known: &str, other: &str| {
        assert!(trace.contains(known), "{known} is not in\n{trace}");
        sandbox.file("told.trace", trace.replace(known, other));
        sandbox.raceproof(&["replay", "told.trace"])
    };
    for line in [5, 6] {
        let finished = told("(Reads.java:5)\"", &format!("(Reads.java:{line})\""));
        expect(&finished, 1, &[]);
        let place = format!("::: Reads.java:{line} in Reads.lambda$main$0");
        has_in_order(&finished.stdout_text(), &[&place]);
    }
    let finished = told("(Reads.java:5)\"", "(Reads.java:7)\"");
    expect(&finished, 2, &["ends in another finding", "(Reads.java:5)), not data-race (main"]);
    let finished = told("access \"Reads.main(Reads.java:9)\"\n", "");
    expect(&finished, 2, &["ends in another finding"]);
}

/// The array was the program's before another thread knew it, as far as that was told.
#[test]
fn what_is_visible_does_not_depend_on_what_is_told() {
    let sandbox = sandbox("described");
    let described = "import java.io.ObjectStreamClass;
    class Described {
        static class Kept implements java.io.Serializable { int value; }
        static int x;
        public static void main(String[] a) {
            new Thread(() -> { ObjectStreamClass.lookup(Kept.class); x = 2; }).start();
            ObjectStreamClass.lookup(Kept.class).getFields();
            x = 1;
        }
    }";
    sandbox.class("Described.java", described);
    for search in ["dfs", "heuristic"] {
        let check = ["check", "Described", "-cp", "classes", "--granularity", "access"];
        let finished = sandbox.raceproof(&[&check[..], &["--search", search]].concat());
        expect(&finished, 1, &[]);
    }
}
