//! Configuration, end to end: `check` and its options, `--show-config`, files of JPF's users, and
//! what a user can get wrong. What comes of each key and file is tested in `config/tests`.

use raceproof_tests::place;
use raceproof_tests::sandbox::{Sandbox, expect};

fn sandbox(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("config-{name}"));
    sandbox.file(
        "Hello.java",
        "public class Hello { public static void main(String[] a) { assert a.length > 9; } }",
    );
    sandbox
}

fn shown(sandbox: &Sandbox, arguments: &[&str]) -> serde_json::Value {
    let arguments = [&["check", "--show-config", "--format", "json"], arguments].concat();
    let finished = sandbox.raceproof(&arguments);
    expect(&finished, 0, &[]);
    serde_json::from_str(&finished.stdout_text()).unwrap()
}

#[test]
fn every_key_is_shown_with_its_value_and_origin() {
    let sandbox = sandbox("show");
    sandbox.file("base.properties", "max-states = 500\nheap = 64m\n");
    sandbox.file("app.properties", "@include base.properties\ntarget = Hello.java\nsearch = bfs\n");
    let arguments = [
        "check",
        "--show-config",
        "app.properties",
        "--config",
        "base.properties",
        "+all",
        "--",
        "x",
    ];
    let finished = sandbox.raceproof(&arguments);
    expect(&finished, 0, &[]);
    let stdout = finished.stdout_text();
    for (key, value, origin) in [
        ("target", "Hello.java", "app.properties, line 2"),
        ("target.args", "x", "after `--`"),
        ("search", "bfs", "app.properties, line 3"),
        ("max-states", "500", "base.properties, line 1"),
        ("all", "true", "-D all"),
        ("memory", "80%", "default"),
        ("save-trace", "", "default"),
    ] {
        let is_it = |line: &&str| line.split_once('=').is_some_and(|(name, _)| name.trim() == key);
        let line =
            stdout.lines().find(is_it).unwrap_or_else(|| panic!("{key} is not shown:\n{stdout}"));
        let (_, rest) = line.split_once('=').unwrap();
        let (shown, from) = rest.split_once(" # ").unwrap();
        assert_eq!((shown.trim(), from), (value, origin), "{key}");
    }
    assert_eq!(finished.stderr_text(), "");
    let json = shown(&sandbox, &["Hello.java", "--no-assertions"]);
    assert_eq!(
        json["assertions"],
        serde_json::json!({ "value": "false", "origin": "--no-assertions" })
    );
    assert!(sandbox.raceproof(&["run", "--show-config"]).stdout_text().contains("statistics"));
}

/// Each key of the file of defaults is shown by a command with that default.
#[test]
fn the_file_of_defaults_is_the_default() {
    let sandbox = sandbox("defaults");
    let text =
        std::fs::read_to_string(place::workspace().join("config/default.properties")).unwrap();
    let commands = ["run", "check", "predict", "record", "scan", "audit"]
        .map(|command| sandbox.raceproof(&[command, "--show-config"]).stdout_text());
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for (key, value) in lines.map(|line| line.split_once('=').unwrap()) {
        let is_it =
            |line: &&str| line.split_once('=').is_some_and(|(name, _)| name.trim() == key.trim());
        let line = commands.iter().find_map(|shown| shown.lines().find(is_it));
        let line = line.unwrap_or_else(|| panic!("{key} is no command's"));
        assert_eq!(
            line.split_once('=').unwrap().1.rsplit_once(" # ").unwrap().0.trim(),
            value.trim(),
            "{key}"
        );
    }
}

#[test]
fn files_of_jpf_are_understood() {
    let sandbox = sandbox("jpf");
    let example =
        place::workspace().join("tests/java/config/Philosophers.jpf").display().to_string();
    let json = shown(&sandbox, &[&example]);
    assert_eq!(json["search"]["value"], "bfs");
    assert_eq!(json["max-depth"]["value"], "400");
    assert_eq!(json["assertions"]["value"], "false");
    let finished = sandbox.raceproof(&["check", "--show-config", &example]);
    expect(
        &finished,
        0,
        &["warn", "report.console.property_violation", "line 19", "DeadlockAnalyzer"],
    );
    let finished = sandbox.raceproof(&["check", "--show-config", "--quiet", &example]);
    assert_eq!(finished.stderr_text(), "");
}

#[test]
fn wrong_words_are_named() {
    let sandbox = sandbox("words");
    sandbox.file("app.properties", "target = Hello.java\nsearch = bfs\n");
    let cases: [(&[&str], &[&str]); 31] = [
        (&[], &["no target", "raceproof check Foo.java"]),
        (&["Hello.java", "--search", "dsf"], &["`dsf`", "--search", "did you mean `dfs`"]),
        (
            &["Hello.java", "--search", "pdp", "--race", "off"],
            &["`--race off`", "data races", "--search dpor"],
        ),
        (
            &["Hello.java", "--search", "pdp", "--max-states", "5"],
            &["`--max-states 5`", "keeps no states", "--max-depth"],
        ),
        (
            &["Hello.java", "--search", "dpor", "--max-states", "5"],
            &["`--max-states 5`", "keeps no states", "--max-depth"],
        ),
        (
            &["Hello.java", "--search", "dpor", "--spurious-wakeups"],
            &["`--search dpor`", "`--spurious-wakeups`", "--search dfs"],
        ),
        (
            &["Hello.java", "--search", "lockset", "--spurious-wakeups"],
            &["`--spurious-wakeups`", "--search dfs"],
        ),
        (&["Hello.java", "--race", "hb"], &["`hb`", "did you mean `h`"]),
        (
            &["Hello.java", "--search", "heuristic", "--heuristic", "wf,wx"],
            &["`wf,wx`", "wf, ww, ara, af"],
        ),
        (&["Hello.java", "--heuristic", "wf"], &["`--heuristic wf`", "--search heuristic"]),
        (&["Hello.java", "--seed", "1", "--search", "dfs"], &["`--seed 1`", "--search random"]),
        (&["app.properties", "--runs", "1"], &["`--runs 1`", "app.properties, line 2"]),
        (&["Hello.java", "--max-states", "0"], &["`0`", "--max-states", "no such limit"]),
        (&["Hello.java", "--max-depth=0"], &["`0`", "--max-depth"]),
        (&["Hello.java", "--time", "0"], &["`0`", "--time", "seconds"]),
        (&["Hello.java", "--memory", "0"], &["`0`", "--memory", "80%"]),
        (&["Hello.java", "--granularity", "fine"], &["`fine`", "sync, access"]),
        (&["Hello.java", "--format", "pdf"], &["`pdf`", "--format", "text, json, junit"]),
        (&["Hello.java", "--listener", "prnt"], &["did you mean `print`"]),
        (&["Hello.java", "--program-output", "on"], &["`on`", "hide, show"]),
        (&["Hello.java", "--verbose", "--quiet"], &["contradict"]),
        (&["Hello.java", "--trusted", "!"], &["`!`", "--trusted", "names of classes"]),
        (&["Hello.java", "--benign", "balance"], &["`balance`", "--benign", "a class and a field"]),
        (&["Hello.java", "--switch-at", "[]"], &["`[]`", "--switch-at", "a class of arrays"]),
        (
            &["Hello.java", "--output", "Hello.java"],
            &["`--output Hello.java`", "name the same file"],
        ),
        (&["Hello.java", "--save-trace", "./Hello.java"], &["name the same file"]),
        (&["Hello.java", "--skip-proved", "l", "--output", "l"], &["name the same file"]),
        (&["Hello.java", "--statistics"], &["`--statistics`", "an option of `run`"]),
        (&["Hello.java", "--assertions"], &["`--no-assertions`"]),
        (&["Hello.java", "--max-state", "5"], &["did you mean `--max-states`"]),
        (&["Helo.java"], &["`Helo.java`", "did you mean `Hello.java`"]),
    ];
    for (arguments, words) in cases {
        let finished = sandbox.raceproof(&[&["check"], arguments].concat());
        expect(&finished, 2, words);
        assert_eq!(finished.stdout_text(), "", "{arguments:?}");
    }
}

#[test]
fn mistakes_in_files_are_placed() {
    let sandbox = sandbox("files");
    sandbox.file("circle.properties", "@include app.properties\n");
    let cases: [(&str, &[&str]); 6] = [
        ("serach = dfs", &["`serach`", "did you mean `search`"]),
        ("max-states = 0", &["`0`", "greater than zero"]),
        ("format = xml", &["`xml`", "text, json, junit, html, sarif, github"]),
        ("@include none.properties", &["`none.properties`", "does not exist"]),
        ("@include circle.properties", &["circle.properties, line 1", "includes itself"]),
        ("heuristic = wf", &["`heuristic = wf`", "--search heuristic"]),
    ];
    for (line, words) in cases {
        sandbox.file("app.properties", format!("target = Hello.java\n{line}\n"));
        let finished = sandbox.raceproof(&["check", "app.properties"]);
        expect(&finished, 2, words);
        if !line.contains("circle") {
            expect(&finished, 2, &["app.properties, line 2"]);
        }
    }
    expect(
        &sandbox.raceproof(&["check", "--config", "none.properties"]),
        2,
        &["`none.properties`", "does not exist"],
    );
}
