//! What `scan` is told to accept: a baseline, what has not changed, and comments in the source.

use raceproof_tests::process::Finished;
use raceproof_tests::sandbox::{Sandbox, expect};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Two racy variables, one of them behind a lambda and one behind an anonymous class; nothing that
/// is not followed.
const COUNTS: &str = "package lib; public class Counts {
    private int count;
    private int total;
    public void add() { count++; }
    public void sum() { Runnable r = () -> total++; r.run(); }
    public void other() { Runnable r = new Runnable() { public void run() { total--; } }; r.run(); }
}
";

/// The same elsewhere in the file, with lambdas and anonymous classes before it that shift the
/// numbers of the others.
const MOVED: &str = "package lib;

public class Counts {
    static void first() { Runnable a = () -> { }; Runnable b = new Runnable() { public void run() { } }; a.run(); b.run(); }
    public void other() { Runnable r = new Runnable() { public void run() {
        total--; } }; r.run(); }
    public void sum() { first(); Runnable r = () -> { }; r.run(); r = () ->

        total++; r.run(); }
    public void add() {
        count++;
    }
    private int total, count;
}
";

/// Calls what it is given, which is a gap.
const VISIT: &str =
    "package lib; public class Visit { public void visit(Runnable r) { r.run(); } }";

fn sandbox(name: &str) -> Sandbox {
    Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("scan-accepted-{name}"))
}

fn counts(name: &str) -> Sandbox {
    let sandbox = sandbox(name);
    sandbox.class("lib/Counts.java", COUNTS);
    sandbox
}

/// The report on a class of the package `lib`, as JSON.
#[track_caller]
fn report(sandbox: &Sandbox, class: &str, status: i32, arguments: &[&str]) -> Value {
    json_of(&sandbox.finish(command(sandbox, class, arguments)), status)
}

#[track_caller]
fn json_of(finished: &Finished, status: i32) -> Value {
    expect(finished, status, &[]);
    serde_json::from_slice(&finished.stdout).unwrap()
}

fn command(sandbox: &Sandbox, class: &str, arguments: &[&str]) -> Command {
    let class = format!("lib.{class}");
    let mut command = sandbox
        .command(&[&["scan", &class, "-cp", "classes", "--format", "json"], arguments].concat());
    // The folder of tests may be in a repository itself.
    command.env("GIT_CEILING_DIRECTORIES", sandbox.folder.parent().unwrap());
    command
}

#[track_caller]
fn text(sandbox: &Sandbox, class: &str, status: i32, arguments: &[&str]) -> String {
    let class = format!("lib.{class}");
    let finished = sandbox.raceproof(&[&["scan", &class, "-cp", "classes"], arguments].concat());
    expect(&finished, status, &[]);
    finished.stdout_text()
}

fn read(sandbox: &Sandbox, file: &str) -> String {
    fs::read_to_string(sandbox.folder.join(file)).unwrap()
}

/// The variables of what is told, each once.
fn variables(report: &Value) -> Vec<&str> {
    let mut all: Vec<&str> = report["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["variable"].as_str().unwrap())
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn entries(file: &str) -> Vec<&str> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

#[track_caller]
fn has(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "`{word}` is not said:\n{text}");
    }
}

// ---- the baseline

#[test]
fn what_is_in_the_baseline_is_not_told_wherever_its_code_is() {
    let sandbox = counts("moved");
    let first = report(&sandbox, "Counts", 1, &["--write-baseline", "base.txt"]);
    let pairs = first["candidates"].as_array().unwrap().len();
    let file = read(&sandbox, "base.txt");
    has(
        &file,
        &[
            "race lib.Counts.count of lib.Counts made by clients: written in lib.Counts.add(), written in lib.Counts.add()\n",
            "read in lib.Counts$(other).run(), written in lib.Counts.lambda$sum$_()\n",
        ],
    );
    assert_eq!(
        first["written"],
        json!({ "file": "base.txt", "written": true, "entries": entries(&file).len(), "comments_gone": [] })
    );
    sandbox.class("lib/Counts.java", MOVED);
    let second =
        report(&sandbox, "Counts", 0, &["--baseline", "base.txt", "--write-baseline", "new.txt"]);
    assert_eq!((&second["verdict"], &second["candidates"]), (&json!("nothing-new"), &json!([])));
    assert_eq!(
        second["baseline"],
        json!({ "file": "base.txt", "pairs": pairs, "unguarded": 0, "gaps": 0, "fixed": [] })
    );
    assert_eq!(read(&sandbox, "new.txt"), file);
    let told = text(&sandbox, "Counts", 0, &["--baseline", "base.txt"]);
    has(
        &told,
        &[&format!("verdict: nothing new; {pairs} pairs are in the baseline; that is no proof")],
    );
    assert!(!told.contains("Fixed") && !told.contains("1. lib"), "{told}");
}

#[test]
fn what_is_new_is_told_and_what_is_fixed() {
    let sandbox = counts("new");
    report(&sandbox, "Counts", 1, &["--write-baseline", "base.txt"]);
    let commented = read(&sandbox, "base.txt")
        .replace(
            "race lib.Counts.count of lib.Counts made by clients: w",
            "# only a guess\nrace lib.Counts.count of lib.Counts made by clients: w",
        )
        .replacen("race lib.Counts.total", "# see\n# ticket 7\nrace lib.Counts.total", 1);
    sandbox.file("base.txt", &commented);
    let text_of = COUNTS.replace(
        "public void add()",
        "int more; public void more() { more = 1; } public synchronized void add()",
    );
    sandbox.class("lib/Counts.java", &text_of);
    let now = report(&sandbox, "Counts", 1, &["--baseline", "base.txt"]);
    assert_eq!((&now["verdict"], variables(&now)), (&json!("candidates"), vec!["lib.Counts.more"]));
    assert_eq!(
        now["candidates"][0]["new"],
        json!([
            "race lib.Counts.more of lib.Counts made by clients: written in lib.Counts.more(), written in lib.Counts.more()"
        ])
    );
    let fixed = now["baseline"]["fixed"].as_array().unwrap();
    assert_eq!(fixed.len(), 2, "{fixed:?}");
    assert!(
        fixed.iter().all(|line| line.as_str().unwrap().starts_with("race lib.Counts.count of ")),
        "{fixed:?}"
    );
    let told = text(&sandbox, "Counts", 1, &["--baseline", "base.txt"]);
    has(
        &told,
        &[
            "not in the baseline: one pair of accesses may race; ",
            "Fixed, though the baseline base.txt has it:\n   race lib.Counts.count of ",
            "write it again, so that it does not come back unseen: `--write-baseline base.txt`",
        ],
    );
    // Written again over itself, it keeps the comments of what is left.
    let told =
        text(&sandbox, "Counts", 1, &["--baseline", "base.txt", "--write-baseline", "base.txt"]);
    has(
        &told,
        &["Fixed, though", "These comments of it went with their entries:\n   # only a guess\n"],
    );
    assert!(!told.contains("write it again"), "{told}");
    let again = read(&sandbox, "base.txt");
    has(&again, &["# see\n# ticket 7\nrace lib.Counts.total", "race lib.Counts.more"]);
    assert!(!again.contains("guess") && !again.contains("Counts.count"), "{again}");
    assert_eq!(
        report(&sandbox, "Counts", 0, &["--baseline", "base.txt"])["baseline"]["fixed"],
        json!([])
    );
}

/// Pairs of one line are told as one, and are in the baseline as what they are.
#[test]
fn one_line_may_have_several_methods() {
    let sandbox = sandbox("line");
    let text_of = |more: &str| {
        format!("package lib; public class Line {{ int x; public void set() {{ x = 1; {more} }} }}")
    };
    sandbox.class("lib/Line.java", &text_of(""));
    let one = report(&sandbox, "Line", 1, &["--write-baseline", "base.txt"]);
    sandbox.class("lib/Line.java", &text_of("Runnable r = () -> x = 2; r.run();"));
    let two = report(&sandbox, "Line", 1, &["--baseline", "base.txt"]);
    assert_eq!(
        (one["candidates"].as_array().unwrap().len(), two["candidates"].as_array().unwrap().len()),
        (1, 1)
    );
    assert_eq!(two["candidates"][0]["new"].as_array().unwrap().len(), 2, "{two:#}");
    has(&two["candidates"][0]["new"][0].to_string(), &["written in lib.Line.lambda$set$_()"]);
}

/// The class library's accesses are at the same places for all lists.
#[test]
fn one_more_object_is_new() {
    let sandbox = sandbox("objects");
    let text_of = |more: &str, method: &str| {
        format!(
            "package lib; import java.util.*; public class Lists {{ private final List<String> one = new ArrayList<>(){more};
            public void one(String s) {{ one.add(s); }} {method} }}"
        )
    };
    sandbox.class("lib/Lists.java", &text_of("", ""));
    report(&sandbox, "Lists", 1, &["--write-baseline", "base.txt"]);
    has(
        &read(&sandbox, "base.txt"),
        &["race java.util.ArrayList.size of java.util.ArrayList made in lib.Lists.<init>(): "],
    );
    let two = "public void two(String s) { two.add(s); }";
    sandbox.class("lib/Lists.java", &text_of(", two = new ArrayList<>()", two));
    let now =
        report(&sandbox, "Lists", 1, &["--baseline", "base.txt", "--write-baseline", "two.txt"]);
    assert!(variables(&now).contains(&"java.util.ArrayList.size"), "{now:#}");
    has(&now["candidates"].to_string(), &["of 2 java.util.ArrayList made in lib.Lists.<init>(): "]);
    report(&sandbox, "Lists", 0, &["--baseline", "two.txt"]);
    // Made elsewhere, and private in the method that the baseline knows.
    let two = "private List<String> two; public void make() { two = new ArrayList<>(); } public void two(String s) { two.add(s); }";
    sandbox.class("lib/Lists.java", &text_of("", two));
    let told = text(&sandbox, "Lists", 1, &["--baseline", "base.txt"]);
    has(
        &told,
        &[
            "not in the baseline: race java.lang.Object[] of java.util.ArrayList made in lib.Lists.make(): ",
        ],
    );
    sandbox.class("lib/Lists.java", &text_of("", ""));
    let fewer = report(&sandbox, "Lists", 0, &["--baseline", "two.txt"]);
    has(
        &fewer["baseline"]["fixed"].to_string(),
        &["of 2 java.util.ArrayList made in lib.Lists.<init>()", "(of 1 still)"],
    );
}

#[test]
fn gaps_are_accepted_likewise() {
    let sandbox = sandbox("gaps");
    sandbox.class("lib/Visit.java", VISIT);
    let first = report(&sandbox, "Visit", 3, &["--write-baseline", "base.txt"]);
    assert_eq!(first["gaps"].as_array().unwrap().len(), 1, "{first:#}");
    let file = read(&sandbox, "base.txt");
    assert!(
        entries(&file)[0].starts_with("gap lib.Visit.visit(Ljava/lang/Runnable;)V calls "),
        "{file}"
    );
    sandbox.class("lib/Visit.java", &VISIT.replace("; public", ";\n\npublic"));
    let second = report(&sandbox, "Visit", 0, &["--baseline", "base.txt"]);
    assert_eq!(
        (&second["verdict"], &second["gaps"], &second["baseline"]["gaps"]),
        (&json!("nothing-new"), &json!([]), &json!(1))
    );
    sandbox.class(
        "lib/Visit.java",
        &VISIT.replace("r.run(); }", "r.run(); } public void call(Runnable r) { r.run(); }"),
    );
    let third = report(&sandbox, "Visit", 3, &["--baseline", "base.txt"]);
    assert_eq!((&third["verdict"], &third["baseline"]["gaps"]), (&json!("incomplete"), &json!(1)));
    has(&third["gaps"].to_string(), &["lib.Visit.call"]);
    sandbox.class(
        "lib/Visit.java",
        "package lib; public class Visit { public void visit(Runnable r) { } }",
    );
    // Nothing is left at all: what a baseline has is fixed, and nothing is new.
    let none = report(&sandbox, "Visit", 0, &["--baseline", "base.txt"]);
    assert_eq!(
        (&none["verdict"], none["baseline"]["fixed"].as_array().unwrap().len()),
        (&json!("nothing-new"), 1)
    );
}

/// A comment of the old file goes along, and the new file's own comes first.
#[test]
fn comments_go_from_the_old_file_to_the_new() {
    let sandbox = counts("both");
    report(&sandbox, "Counts", 1, &["--write-baseline", "old.txt"]);
    let old = read(&sandbox, "old.txt").replacen("race ", "# from old\nrace ", 1);
    sandbox.file("old.txt", &old);
    report(&sandbox, "Counts", 0, &["--baseline", "old.txt", "--write-baseline", "new.txt"]);
    assert_eq!(read(&sandbox, "new.txt"), old);
    sandbox.file("new.txt", old.replace("from old", "own"));
    report(&sandbox, "Counts", 0, &["--baseline", "old.txt", "--write-baseline", "new.txt"]);
    assert_eq!(read(&sandbox, "new.txt"), old.replace("from old", "own"));
}

#[test]
fn what_is_no_baseline_is_told_and_kept() {
    let sandbox = counts("damaged");
    let head = "# raceproof baseline, version 1\n\n";
    sandbox.file("other.txt", "all my notes\n");
    sandbox.file("empty.txt", "");
    sandbox.file("version.txt", head.replace('1', "2"));
    sandbox.file("line.txt", format!("{head}gap x\nrace lib.Counts.count written\n"));
    sandbox.file("merge.txt", format!("{head}<<<<<<< HEAD\ngap x\n"));
    sandbox.file("bytes.txt", [head.as_bytes(), b"gap x\ngap \xff\n"].concat());
    let cases: [(&str, &[&str]); 7] = [
        (
            "other.txt",
            &["the baseline `other.txt`, line 1: it is no baseline", "--write-baseline FILE"],
        ),
        ("empty.txt", &["the baseline `empty.txt`, line 1: it is no baseline"]),
        (
            "version.txt",
            &["`version.txt`, line 1: it is a baseline of version `2`", "knows version 1"],
        ),
        (
            "line.txt",
            &[
                "`line.txt`, line 4: `race lib.Counts.count written` is no entry",
                "written in METHOD",
            ],
        ),
        (
            "merge.txt",
            &["`merge.txt`, line 3: `<<<<<<< HEAD` is no entry", "two versions were merged"],
        ),
        ("bytes.txt", &["`bytes.txt`, line 4: it is not text in UTF-8"]),
        ("lib", &["the baseline `lib` cannot be read: it is a folder"]),
    ];
    for (file, words) in cases {
        let before = fs::read(sandbox.folder.join(file)).ok();
        for option in ["--baseline", "--write-baseline"] {
            let finished = sandbox.finish(command(&sandbox, "Counts", &[option, file]));
            expect(&finished, 2, words);
            assert_eq!(finished.stdout_text(), "", "{option} {file}");
            let refuses =
                finished.stderr_text().contains("`--write-baseline` does not write over it");
            assert_eq!(refuses, option == "--write-baseline", "{option} {file}");
        }
        assert_eq!(fs::read(sandbox.folder.join(file)).ok(), before, "{file}");
    }
    let refused = |arguments: &[&str], words: &[&str]| {
        expect(&sandbox.finish(command(&sandbox, "Counts", arguments)), 2, words);
    };
    refused(
        &["--baseline", "nowhere.txt"],
        &["`nowhere.txt` cannot be read", "`raceproof scan --write-baseline FILE` writes one"],
    );
    refused(
        &["--write-baseline", "nowhere/x.txt"],
        &["the baseline cannot be written to `nowhere/x.txt`"],
    );
    // That is told before the work begins.
    refused(
        &["--write-baseline", "nowhere/x.txt", "--time", "0.000001"],
        &["the baseline cannot be written"],
    );
    refused(
        &["--write-baseline", "x", "--output", "x"],
        &["`--output x` and `--write-baseline x` name the same file"],
    );
    refused(&["--write-baseline", "/dev/null"], &["`/dev/null` cannot be read", "not a file"]);
}

/// What was not looked at is neither written nor fixed.
#[test]
fn a_scan_that_was_stopped_says_nothing_of_the_baseline() {
    let sandbox = counts("stopped");
    let old = "# raceproof baseline, version 1\n\ngap nothing of the kind\n";
    sandbox.file("base.txt", old);
    let arguments =
        ["--baseline", "base.txt", "--write-baseline", "base.txt", "--time", "0.000001"];
    let stopped = report(&sandbox, "Counts", 3, &arguments);
    assert_eq!(
        (&stopped["verdict"], &stopped["baseline"]["fixed"]),
        (&json!("incomplete"), &json!([]))
    );
    assert_eq!(stopped["written"]["written"], json!(false));
    assert_eq!(read(&sandbox, "base.txt"), old);
    has(
        &text(&sandbox, "Counts", 3, &arguments),
        &["The baseline base.txt was not written: not all is known"],
    );
    assert_eq!(
        report(&sandbox, "Counts", 1, &["--baseline", "base.txt"])["baseline"]["fixed"],
        json!(["gap nothing of the kind"])
    );
}

// ---- what has changed

/// Each group has to do with another class, in another way.
fn parts(name: &str) -> Sandbox {
    let sandbox = sandbox(name);
    for (path, text) in [
        ("lib/Data.java", "package lib; public class Data { int own; }"),
        ("lib/Made.java", "package lib; public class Made { static Data data() { return new Data(); } }"),
        ("lib/Deep.java", "package lib; public class Deep { static int far; static void touch() { far++; } }"),
        ("lib/Way.java", "package lib; public class Way { static void go() { Deep.touch(); } }"),
        ("lib/Job.java", "package lib; public class Job extends Thread { public void run() { Away.touch(); } }"),
        ("lib/Away.java", "package lib; public class Away { static int gone; static void touch() { gone++; } }"),
        (
            "lib/Start.java",
            "package lib; public class Start { static void all() { new Job().start(); new Job().start(); } }",
        ),
        (
            "lib/Main.java",
            "package lib; public class Main { static int x;
             public static void main(String[] a) { Data data = Made.data(); Start.all();
               for (int i = 0; i < 2; i++) new Thread(() -> { x++; Way.go(); Use.use(data); }).start(); } }",
        ),
        ("lib/Use.java", "package lib; public class Use { static void use(Data data) { data.own++; } }"),
    ] {
        sandbox.file(path, text);
    }
    sandbox.jdk_tool("javac", &["-d", "classes", "lib/Main.java"]);
    sandbox
}

#[test]
fn only_what_has_to_do_with_changed_files_is_told() {
    let sandbox = parts("changed");
    let all = ["lib.Away.gone", "lib.Data.own", "lib.Deep.far", "lib.Main.x"];
    let whole = report(&sandbox, "Main", 1, &[]);
    assert_eq!((variables(&whole), &whole["outside"]), (all.to_vec(), &Value::Null));
    let cases: [(&str, &[&str]); 9] = [
        // The class that declares the variable, and has no code of the access.
        ("lib/Data.java", &["lib.Data.own"]),
        // Where the object is made.
        ("lib/Made.java", &["lib.Data.own"]),
        // A call on the way.
        ("lib/Way.java", &["lib.Deep.far"]),
        // Where the thread is made.
        ("lib/Start.java", &["lib.Away.gone"]),
        // The access.
        ("lib/Use.java", &["lib.Data.own"]),
        ("classes/lib/Use.class", &["lib.Data.own"]),
        // A class file that is not there, and a source that was removed.
        ("elsewhere/lib/Use.class", &["lib.Data.own"]),
        ("gone/lib/Use.java", &["lib.Data.own"]),
        ("lib/Use.java:lib/Way.java", &["lib.Data.own", "lib.Deep.far"]),
    ];
    for (files, wanted) in cases {
        let now = report(&sandbox, "Main", 1, &["--changed", files]);
        assert_eq!((variables(&now), &now["warnings"]), (wanted.to_vec(), &json!([])), "{files}");
        assert_eq!(now["outside"]["groups"], json!(all.len() - wanted.len()), "{files}");
    }
    let pairs = whole["candidates"].as_array().unwrap().len();
    let none = report(&sandbox, "Main", 0, &["--changed", "README.md:lib/use.java"]);
    assert_eq!((&none["verdict"], &none["candidates"]), (&json!("nothing-new"), &json!([])));
    assert_eq!(
        none["outside"],
        json!({ "of": "the files of `--changed`", "groups": 4, "pairs": pairs, "unguarded": 0, "gaps": 0 })
    );
    has(
        &none["warnings"].to_string(),
        &["changed files belong to no class that was analysed: README.md, lib/use.java"],
    );
    let told = text(&sandbox, "Main", 1, &["--changed", "lib/Way.java"]);
    has(
        &told,
        &[
            "in what has changed: ",
            "   3 more groups (",
            ") lie outside of the files of `--changed`",
        ],
    );
    // A file of the same name in another package.
    sandbox.file("Use.java", "public class Use { }");
    sandbox.file("other/lib/Use.java", "package other.lib; class Use { }");
    for file in ["Use.java", "other/lib/Use.java"] {
        report(&sandbox, "Main", 0, &["--changed", file]);
    }
}

/// Gaps at what has not changed are counted, and a baseline holds what a change does elsewhere.
#[test]
fn gaps_and_the_baseline_go_along() {
    let sandbox = sandbox("changed-gaps");
    sandbox.class(
        "lib/Else.java",
        "package lib; public class Else { static int y; static void up() { y++; } }",
    );
    sandbox.class("lib/Visit.java", &VISIT.replace("r.run(); }", "r.run(); Else.up(); }"));
    let outside = report(&sandbox, "Visit", 1, &["--changed", "lib/Else.java"]);
    assert_eq!((&outside["gaps"], &outside["outside"]["gaps"]), (&json!([]), &json!(1)));
    let inside = report(&sandbox, "Visit", 1, &["--changed", "lib/Visit.java"]);
    assert_eq!(
        (inside["gaps"].as_array().unwrap().len(), &inside["outside"]["gaps"]),
        (1, &json!(0))
    );
    report(&sandbox, "Visit", 1, &["--write-baseline", "base.txt"]);
    let known =
        report(&sandbox, "Visit", 0, &["--changed", "lib/Visit.java", "--baseline", "base.txt"]);
    assert_eq!((&known["verdict"], &known["outside"]["pairs"]), (&json!("nothing-new"), &json!(0)));
    // All is written, whatever has changed.
    report(&sandbox, "Visit", 0, &["--changed", "lib/None.java", "--write-baseline", "all.txt"]);
    assert_eq!(read(&sandbox, "all.txt"), read(&sandbox, "base.txt"));
}

fn git(folder: &Path, arguments: &[&str]) {
    let who = [
        "-c",
        "user.name=nobody",
        "-c",
        "user.email=nobody@localhost",
        "-c",
        "commit.gpgsign=false",
    ];
    let output =
        Command::new("git").args(who).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn git_knows_what_has_changed() {
    let sandbox = parts("git");
    sandbox.file(".gitignore", "classes\ncache\nlib/Made.java\n");
    git(&sandbox.folder, &["init", "-q"]);
    git(
        &sandbox.folder,
        &[
            "add",
            ".gitignore",
            "lib/Main.java",
            "lib/Use.java",
            "lib/Way.java",
            "lib/Away.java",
            "lib/Job.java",
            "lib/Start.java",
        ],
    );
    git(&sandbox.folder, &["commit", "-q", "-m", "one"]);
    git(&sandbox.folder, &["tag", "start"]);
    let told = |folder: &str, revision: &str| {
        let classes = sandbox.folder.join("classes");
        let mut command = sandbox.command(&[
            "scan",
            "lib.Main",
            "--format",
            "json",
            "--changed-since",
            revision,
            "-cp",
        ]);
        command.arg(classes).current_dir(sandbox.folder.join(folder));
        sandbox.finish(command)
    };
    // Not known to git, and not ignored, are Data and Deep.
    let now = json_of(&told(".", "start"), 1);
    assert_eq!(
        (variables(&now), &now["outside"]["groups"]),
        (vec!["lib.Data.own", "lib.Deep.far"], &json!(2))
    );
    assert_eq!(now["outside"]["of"], "what has changed since start");
    git(&sandbox.folder, &["add", "."]);
    git(&sandbox.folder, &["commit", "-q", "-m", "two"]);
    assert_eq!(json_of(&told(".", "HEAD"), 0)["verdict"], "nothing-new");
    // Changed and not committed; seen from a folder inside.
    let text = read(&sandbox, "lib/Away.java");
    sandbox.file("lib/Away.java", text + "// changed\n");
    sandbox.file("inside/notes", "");
    let now = json_of(&told("inside", "HEAD"), 1);
    assert_eq!(variables(&now), ["lib.Away.gone"]);
    has(&now["warnings"].to_string(), &["inside/notes"]);
    // Both ways together.
    let both =
        report(&sandbox, "Main", 1, &["--changed-since", "HEAD", "--changed", "lib/Use.java"]);
    assert_eq!(variables(&both), ["lib.Away.gone", "lib.Data.own"]);
    for (revision, words) in [
        ("nowhere", ["`git diff", "nowhere", "failed", "shallow clone"].as_slice()),
        ("--output=stolen", &["`--output=stolen` is no revision", "--changed-since main"]),
    ] {
        let revision = format!("--changed-since={revision}");
        let finished = sandbox.finish(command(&sandbox, "Main", &[&revision]));
        expect(&finished, 2, words);
        assert_eq!(finished.stdout_text(), "");
    }
    assert!(!sandbox.folder.join("stolen").exists());
}

#[test]
fn no_git_no_answer() {
    let sandbox = counts("no-git");
    let outside = sandbox.finish(command(&sandbox, "Counts", &["--changed-since", "HEAD"]));
    expect(
        &outside,
        2,
        &["not a git repository", "`git rev-parse --show-toplevel` failed", "`--changed FILES`"],
    );
    let mut command = command(&sandbox, "Counts", &["--changed-since", "HEAD"]);
    command.env("PATH", sandbox.folder.join("nothing"));
    expect(&sandbox.finish(command), 2, &["there is no `git` on the PATH", "`--changed FILES`"]);
}

// ---- comments in the source

#[test]
fn a_comment_at_an_access_accepts_it() {
    let sandbox = sandbox("comments");
    let text_of = |first: &str, second: &str| {
        format!(
            "package lib; public class Hits {{ private int hits, seen;
            public void hit() {{ hits++; }} {first}
            {second}
            public void see() {{ seen = 1; }} }}"
        )
    };
    let (first, second) =
        ("// raceproof: benign  a guess is enough ", "// raceproof: benign it is always 1");
    sandbox.class("lib/Hits.java", &text_of(first, second));
    let now = report(&sandbox, "Hits", 0, &[]);
    assert_eq!(
        (&now["verdict"], &now["candidates"], &now["warnings"]),
        (&json!("accepted"), &json!([]), &json!([]))
    );
    let by = json!([
        { "place": "lib/Hits.java:2", "reason": "a guess is enough", "pairs": 2 },
        { "place": "lib/Hits.java:3", "reason": "it is always 1", "pairs": 1 },
    ]);
    assert_eq!(now["suppressed"], json!({ "pairs": 3, "by": by }));
    let told = text(&sandbox, "Hits", 0, &["--write-baseline", "base.txt"]);
    has(
        &told,
        &[
            "   2 pairs by the comment at lib/Hits.java:2: a guess is enough\n   one pair by the comment at lib/Hits.java:3: it",
            "verdict: no new candidates; 3 pairs are accepted by comments in the source; that is no proof",
        ],
    );
    // What a comment accepts needs no entry, and an entry of it is not fixed.
    assert_eq!(entries(&read(&sandbox, "base.txt")), [""; 0]);
    sandbox.file("lib/Hits.java", text_of("", ""));
    report(&sandbox, "Hits", 1, &["--write-baseline", "base.txt"]);
    sandbox.file("lib/Hits.java", text_of(first, second));
    assert_eq!(
        report(&sandbox, "Hits", 0, &["--baseline", "base.txt"])["baseline"]["fixed"],
        json!([])
    );
    // Only one of the two.
    sandbox.file("lib/Hits.java", text_of(first, ""));
    let one = report(&sandbox, "Hits", 1, &[]);
    assert_eq!((variables(&one), &one["suppressed"]["pairs"]), (vec!["lib.Hits.seen"], &json!(2)));
    // Found elsewhere, if it is said where.
    fs::create_dir(sandbox.folder.join("away")).unwrap();
    fs::rename(sandbox.folder.join("lib"), sandbox.folder.join("away/lib")).unwrap();
    report(&sandbox, "Hits", 1, &[]);
    assert_eq!(
        report(&sandbox, "Hits", 1, &["--sourcepath", "away"])["suppressed"]["pairs"],
        json!(2)
    );
}

#[test]
fn comments_that_accept_nothing_are_told() {
    let sandbox = sandbox("unused");
    let text_of = "package lib; public class Hits { private int hits;
        // raceproof: benign nothing is here

        public void hit() { hits++; } // raceproof: benign
        // raceproof: bening it is a guess
        String said = \"// raceproof: benign x\"; /* // raceproof: benign y */ }";
    sandbox.class("lib/Hits.java", text_of);
    let now = report(&sandbox, "Hits", 1, &[]);
    assert_eq!(
        (variables(&now), &now["suppressed"]),
        (vec!["lib.Hits.hits"], &json!({ "pairs": 0, "by": [] }))
    );
    let warnings: Vec<&str> =
        now["warnings"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    let wanted = [
        "lib/Hits.java:2: unused: no pair has an access at line 3",
        "lib/Hits.java:4: a comment gives no reason",
        "lib/Hits.java:5: a comment begins with `raceproof:` and is not understood",
    ];
    assert_eq!(warnings.len(), wanted.len(), "{warnings:?}");
    assert!(
        warnings.iter().zip(wanted).all(|(warning, wanted)| warning.starts_with(wanted)),
        "{warnings:?}"
    );
    has(&text(&sandbox, "Hits", 1, &[]), &["Warnings:\n   lib/Hits.java:2: unused"]);
}

/// What the library does is one pair for all who call it.
#[test]
fn calls_of_the_library_are_accepted_where_they_all_are() {
    let sandbox = sandbox("calls");
    let text_of = |second: &str| {
        format!(
            "package lib; import java.util.*; public class Names {{ private final List<String> names = new ArrayList<>();
            public void add(String name) {{ names.add(name); }} // raceproof: benign only a log
            public void twice(String name) {{ names.add(name); }} {second}
            }}"
        )
    };
    sandbox.class("lib/Names.java", &text_of(""));
    let one = report(&sandbox, "Names", 1, &[]);
    assert_eq!(one["suppressed"]["pairs"], json!(0));
    has(
        &one["warnings"].to_string(),
        &[
            "lib/Names.java:2: unused: what is called at line 2 accesses the same from Names.java:3, too",
        ],
    );
    sandbox.file("lib/Names.java", text_of("// raceproof: benign also a log"));
    let both = report(&sandbox, "Names", 0, &[]);
    // What a method reference calls, no line calls.
    let third = "public void third(String name) { java.util.function.Consumer<String> c = names::add; c.accept(name); }";
    let whole = text_of("// raceproof: benign also a log");
    sandbox
        .class("lib/Names.java", &format!("{}{third} }}", whole.trim_end().trim_end_matches('}')));
    let now = report(&sandbox, "Names", 1, &[]);
    has(
        &now["warnings"].to_string(),
        &["lib/Names.java:3: unused: ", "from a place without a line, too"],
    );
    let reasons: Vec<&str> = both["suppressed"]["by"]
        .as_array()
        .unwrap()
        .iter()
        .map(|by| by["reason"].as_str().unwrap())
        .collect();
    assert_eq!(reasons, ["only a log", "also a log"]);
}

/// One behind a line and one above it: neither is unused.
#[test]
fn two_comments_may_speak_of_one_line() {
    let sandbox = sandbox("two");
    let text = "package lib; public class Two { int x;
        // raceproof: benign above
        public void set() { x = 1; } // raceproof: benign behind
        }";
    sandbox.class("lib/Two.java", text);
    let now = report(&sandbox, "Two", 0, &[]);
    assert_eq!(
        (&now["warnings"], now["suppressed"]["by"].as_array().unwrap().len()),
        (&json!([]), 2)
    );
}

/// Threads that a call starts inside the library are that call's.
#[test]
fn calls_that_start_threads_are_accepted_like_others() {
    let sandbox = sandbox("workers");
    let text_of = |at_sum: &str, at_also: &str| {
        format!(
            "package lib; import java.util.*; public class Sums {{ private final long[] data = new long[9999];
            public void sum() {{ Arrays.parallelPrefix(data, (a, b) -> a + b); }} {at_sum}
            public void also() {{ Arrays.parallelPrefix(data, (a, b) -> a + b); }} {at_also}
            }}"
        )
    };
    let (one, other) =
        ("// raceproof: benign they are summed up", "// raceproof: benign they are, too");
    sandbox.class("lib/Sums.java", &text_of(one, other));
    assert_eq!(report(&sandbox, "Sums", 0, &[])["verdict"], "accepted");
    sandbox.file("lib/Sums.java", text_of(one, ""));
    assert!(variables(&report(&sandbox, "Sums", 1, &[])).contains(&"long[]"));
}

/// Gaps are not accepted by what accepts pairs.
#[test]
fn what_is_not_followed_stays_open() {
    let sandbox = sandbox("comment-gap");
    sandbox.class(
        "lib/Visit.java",
        "package lib; public class Visit { int x; public void visit(Runnable r) { r.run();
         x = 1; // raceproof: benign always 1
         } }",
    );
    let now = report(&sandbox, "Visit", 3, &[]);
    assert_eq!((&now["verdict"], &now["suppressed"]["pairs"]), (&json!("incomplete"), &json!(1)));
    report(&sandbox, "Visit", 3, &["--write-baseline", "base.txt"]);
    assert_eq!(report(&sandbox, "Visit", 0, &["--baseline", "base.txt"])["verdict"], "nothing-new");
}

#[test]
fn an_option_accepts_variables_and_says_so() {
    let sandbox = counts("benign");
    let now = report(
        &sandbox,
        "Counts",
        1,
        &["--benign", "lib.Counts.count", "--benign", "lib.Counts.coutn"],
    );
    assert_eq!(variables(&now), ["lib.Counts.total"]);
    has(&now["warnings"].to_string(), &["`benign = lib.Counts.coutn` stands for no variable"]);
    has(
        &now["assumptions"].to_string(),
        &["races of lib.Counts.count, lib.Counts.coutn were accepted"],
    );
    assert_eq!(now["warnings"].as_array().unwrap().len(), 1);
}
