//! What has changed: only what has to do with changed files is told.

use super::*;

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
    sandbox.file("README.md", "");
    sandbox.file("lib/use.java", "");
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

/// A slip is no change of nothing.
#[test]
fn a_file_that_is_not_there_and_is_no_class_is_refused() {
    let sandbox = parts("changed-missing");
    sandbox.file("lib/notes.txt", "");
    for (files, missing) in [("lib/Uze.java", "lib/Uze.java"), ("lib/Use.java:gone.md", "gone.md")]
    {
        let finished = sandbox.finish(command(&sandbox, "Main", &["--changed", files]));
        let told = format!("`{missing}` does not exist (--changed), and no class was made of it");
        expect(&finished, 2, &[&told, "--changed-since REV"]);
        assert_eq!(finished.stdout_text(), "");
    }
    let slip = sandbox.finish(command(&sandbox, "Main", &["--changed", "lib/Uze.java"]));
    expect(&slip, 2, &["did you mean `lib/Use.java`?"]);
    // What is there may be no class.
    report(&sandbox, "Main", 0, &["--changed", "lib/notes.txt"]);
    // Nobody knows what a scan would have come to that was stopped.
    report(&sandbox, "Main", 3, &["--changed", "lib/Uze.java", "--time", "0.000001"]);
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
    sandbox.file("lib/None.java", "package lib;");
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
