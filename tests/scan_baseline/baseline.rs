//! The baseline: what is in it is not told, what is new and what is fixed is.

use super::*;

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
    for (option, words) in [
        ("--baseline", ["the baseline `lib` cannot be read: it is a folder", "name a file in it"]),
        ("--write-baseline", ["--write-baseline lib: it is a folder", "name a file in it"]),
    ] {
        expect(&sandbox.finish(command(&sandbox, "Counts", &[option, "lib"])), 2, &words);
    }
    let cases: [(&str, &[&str]); 6] = [
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
        &[
            "--write-baseline nowhere/x.txt: there is no folder `nowhere`",
            "make it, or name another",
        ],
    );
    // That is told before the work begins.
    refused(
        &["--write-baseline", "nowhere/x.txt", "--time", "0.000001"],
        &["there is no folder `nowhere`"],
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
