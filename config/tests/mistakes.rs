//! What a user can get wrong: each message says what, where, and what to do.

mod common;

use common::{Folder, gather, line};
use raceproof_config::{CheckOptions, Command, CommandLine, Key, Mistake, Settings};

#[track_caller]
fn says(mistake: &Mistake, words: &[&str]) {
    assert!(!mistake.help.is_empty(), "no advice: {mistake:?}");
    for word in words {
        let all = format!("{}\n{}", mistake.message, mistake.help.join("\n"));
        assert!(all.contains(word), "`{word}` is not said:\n{all}");
    }
}

fn options(settings: &Settings) -> Result<CheckOptions, Mistake> {
    CheckOptions::of(settings)
}

#[test]
fn lines_of_a_file() {
    let folder = Folder::new("lines");
    let cases: [(&str, &[&str]); 26] = [
        ("hepa = 1g", &["`hepa` is not a key", "did you mean `heap`"]),
        ("serach = dfs", &["did you mean `search`"]),
        ("max_states = 5", &["did you mean `max-states`"]),
        ("@inclde x", &["did you mean `@include`"]),
        ("user.name = me", &["`property.user.name`"]),
        ("report.console.start = x", &["key of JPF's", "leave it out"]),
        ("search.class = pkg.Other", &["`pkg.Other`", "auto, dfs, bfs"]),
        ("search.depth_limt = 5", &["did you mean `search.depth_limit`"]),
        ("heap = lots", &["`lots` is not a value of `heap`", "64m"]),
        ("heap = 1k", &["`1k`", "at least 4m"]),
        ("processors = 0", &["`0`", "from 1 to 1024"]),
        ("search = dsf", &["`dsf`", "did you mean `dfs`", "auto, dfs, bfs"]),
        ("granularity = fine", &["sync, access"]),
        ("all = maybe", &["true, false"]),
        ("max-states = 0", &["`0`", "greater than zero", "leave it out"]),
        ("max-depth = -1", &["`-1`", "greater than zero"]),
        ("time = soon", &["`soon`", "seconds"]),
        ("time = 0", &["`0`", "leave it out"]),
        ("memory = 200%", &["`200%`", "share"]),
        ("listener = prnt", &["did you mean `print`"]),
        ("classpath = ${nothing}/x", &["`nothing`", "stands above", "nothing = VALUE"]),
        ("classpath = ${tagret}", &["did you mean `${target}`"]),
        ("classpath = ${x", &["lacks a `}`"]),
        ("@include", &["names no file"]),
        ("@include lacking.properties", &["lacking.properties", "does not exist"]),
        ("target = other.properties", &["do not nest"]),
    ];
    for (text, words) in cases {
        let mistake =
            folder.check("app.properties", &format!("# a comment\ntarget = Main\n{text}\n"));
        let Err(mistake) = mistake else { panic!("{text} is accepted") };
        let words: Vec<&str> = ["app.properties, line 3"].iter().chain(words).copied().collect();
        says(&mistake, &words);
    }
    for text in ["heap = \\u12", " = 5"] {
        let mistake =
            folder.check("app.properties", &format!("target = Main\n{text}\n")).unwrap_err();
        assert!(mistake.message.contains("app.properties, line 2"), "{mistake:?}");
    }
}

#[test]
fn files_that_are_none() {
    let folder = Folder::new("files");
    folder.file("app.properties", "heap = 1g\n");
    let config =
        |name: &str| CommandLine { config: vec![folder.0.join(name)], ..CommandLine::default() };
    let mistake = gather(Command::Check, config("apps.properties")).unwrap_err();
    says(&mistake, &["apps.properties` does not exist", "did you mean", "app.properties`"]);
    assert!(
        gather(Command::Check, config("."))
            .unwrap_err()
            .message
            .contains("is a folder, not a file")
    );
    let large = folder.file("large.properties", "#".repeat(2 << 20));
    let mistake =
        gather(Command::Check, CommandLine { config: vec![large], ..CommandLine::default() })
            .unwrap_err();
    assert!(mistake.message.contains("large.properties") && mistake.message.contains("megabyte"));
    says(
        &folder.check("none.properties", "heap = 1g\n").unwrap_err(),
        &["none.properties", "names no target"],
    );
}

#[test]
fn circles_of_includes() {
    let folder = Folder::new("circles");
    let mistake = folder.check("self.properties", "\n@include self.properties\n").unwrap_err();
    says(&mistake, &["self.properties, line 2", "includes itself"]);
    folder.file("b.properties", "@include sub/c.properties\n");
    folder.file("sub/c.properties", "heap = 1g\n@include ../a.properties\n");
    let mistake = folder.check("a.properties", "@include b.properties\n").unwrap_err();
    says(
        &mistake,
        &[
            "c.properties, line 2",
            "a.properties` includes `",
            "b.properties` includes `",
            "take one",
        ],
    );
}

/// Each file includes the next one twice: 2^40 files, if nobody counts.
#[test]
fn includes_that_would_never_end() {
    let folder = Folder::new("many");
    for number in 0..40 {
        let text = format!("@include {0}.properties\n@include {0}.properties\n", number + 1);
        folder.file(&format!("{number}.properties"), text);
    }
    folder.file("40.properties", "heap = 1g\n");
    let mistake = folder.check("app.properties", "@include 0.properties\n").unwrap_err();
    says(&mistake, &["line 1", "more than 1000 files"]);
}

/// Each line doubles the value: a megabyte after twenty, all memory after thirty-six.
#[test]
fn values_that_would_fill_memory() {
    let folder = Folder::new("long");
    let doubling = format!("main = x\n{}", "main = ${main}${main}\n".repeat(60));
    let mistake = folder.check("app.properties", &doubling).unwrap_err();
    says(&mistake, &["app.properties, line 22", "longer than a megabyte"]);
    let appending = format!("main = {}\n{}", "x".repeat(500_000), "main += y\n".repeat(1000));
    says(&folder.check("app.properties", &appending).unwrap_err(), &["values are too long"]);
}

#[test]
fn words_of_the_command_line() {
    let cases: [(&str, &[&str]); 8] = [
        ("hepa=1g", &["`hepa` is not a key (-D hepa=1g)", "did you mean `heap`"]),
        ("heap", &["`-D heap` has no value", "-D heap=VALUE"]),
        ("max-states=0", &["`0`", "(-D max-states=0)"]),
        ("trusted=,!", &["`,!`", "names of classes"]),
        ("benign=balance", &["`balance`", "a class and a field"]),
        ("switch-at=[]", &["`[]`", "or a class of arrays"]),
        ("statistics=true", &["`statistics`", "an option of `run`, not of `check`"]),
        (
            "listener=gov.nasa.jpf.listener.NonSharedChecker",
            &["no listener `gov.nasa.jpf.listener.NonSharedChecker`"],
        ),
    ];
    for (word, words) in cases {
        let command_line =
            CommandLine { define: vec![word.to_owned()], ..line(&[(Key::Target, "Main")]) };
        says(&gather(Command::Check, command_line).unwrap_err(), words);
    }
    says(&gather(Command::Check, line(&[(Key::Heap, "")])).unwrap_err(), &["--heap is empty"]);
}

#[test]
fn contradictions() {
    let cases: [(&[(Key, &str)], &[&str]); 10] = [
        (
            &[(Key::Search, "pdp"), (Key::Race, "off")],
            &["`--search pdp`", "`--race off`", "`--search dpor`"],
        ),
        (
            &[(Key::Search, "pdp"), (Key::MaxStates, "5")],
            &["`--max-states 5`", "`--search pdp`", "keeps no states"],
        ),
        (
            &[(Key::Seed, "5"), (Key::Search, "dfs")],
            &["`--seed 5`", "`--search random`", "`--search dfs`"],
        ),
        (
            &[(Key::Scheduler, "pos"), (Key::Search, "bfs")],
            &["`--scheduler pos`", "`--search random`", "leave `scheduler` out"],
        ),
        (&[(Key::Seed, "0"), (Key::Search, "bfs")], &["`--seed 0`", "`--search bfs`"]),
        (
            &[(Key::Runs, "5"), (Key::Search, "dfs")],
            &["`--runs 5`", "`--search dfs`", "leave `runs` out"],
        ),
        (
            &[(Key::Heuristic, "wf"), (Key::Search, "dfs")],
            &["`--heuristic wf`", "`--search heuristic`"],
        ),
        (&[(Key::Heuristic, "wf,xy")], &["`wf,xy`", "wf, ww, ara, af"]),
        (&[(Key::Verbose, "true"), (Key::Quiet, "true")], &["`--verbose` and `--quiet`"]),
        (
            &[(Key::Output, "x"), (Key::SaveTrace, "x")],
            &["`--output x` and `--save-trace x`", "same file"],
        ),
    ];
    for (given, words) in cases {
        says(&gather(Command::Check, line(given)).unwrap_err(), words);
    }
    for (key, option) in
        [(Key::Baseline, "`--baseline x`"), (Key::WriteBaseline, "`--write-baseline x`")]
    {
        let mistake = gather(Command::Scan, line(&[(Key::Output, "x"), (key, "x")])).unwrap_err();
        says(&mistake, &["`--output x`", option, "same file"]);
    }
    let folder = Folder::new("contradictions");
    let mistake =
        folder.check("app.properties", "target = Main\nsearch = bfs\nseed = 5\n").unwrap_err();
    says(&mistake, &["`seed = 5`", "app.properties, line 3", "app.properties, line 2"]);
}

/// Files of any bytes are read or refused, never more.
#[test]
fn no_file_makes_it_panic() {
    let folder = Folder::new("random");
    let pieces: [&[u8]; 20] = [
        b"heap",
        b"=",
        b"\n",
        b"${heap}",
        b"+=",
        b"\\",
        b"@include ",
        b"a.properties",
        b"\xff",
        b" ",
        b"target",
        b"Main",
        b"search",
        b"0",
        b"%",
        b",",
        b"\\u0041",
        b"property.",
        b"listener",
        b"#",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    for round in 0..400 {
        let mut bytes = Vec::new();
        for _ in 0..round % 40 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            bytes.extend_from_slice(pieces[usize::try_from(state >> 33).unwrap() % pieces.len()]);
        }
        for name in ["a.properties", "a.jpf"] {
            let path = folder.file(name, &bytes).display().to_string();
            if let Ok(settings) = gather(Command::Check, line(&[(Key::Target, &path)])) {
                let _ = (settings.shown(), options(&settings));
            }
        }
    }
}

/// Whatever names it, a file is not written over that is read.
#[test]
fn what_is_read_is_not_written_over() {
    let folder = Folder::new("overwritten");
    let path = |name: &str| folder.0.join(name).display().to_string();
    for name in ["r.trace", "log", "lib.jar", "A.java", "deep/A.class", "more.properties"] {
        folder.file(name, "");
    }
    let own = folder.file("own.properties", "target = Main\n@include more.properties\n");
    let own = own.display().to_string();
    std::os::unix::fs::symlink("r.trace", folder.0.join("link")).unwrap();
    let trace = CommandLine { trace: Some(path("r.trace").into()), ..line(&[]) };
    let config = CommandLine { config: vec![own.clone().into()], ..line(&[]) };
    let plain = || line(&[(Key::Target, "Main")]);
    let given = |key, name: &str| line(&[(key, &path(name))]);
    let cases: [(Command, Key, &str, CommandLine, &str); 13] = [
        (Command::Check, Key::Output, "r.trace", trace.clone(), "the trace `"),
        (Command::Check, Key::Output, "deep/../link", trace, "the trace `"),
        (
            Command::Check,
            Key::Output,
            "own.properties",
            given(Key::Target, "own.properties"),
            "same file",
        ),
        (Command::Check, Key::Output, "own.properties", config.clone(), "the file of options `"),
        (Command::Check, Key::SaveTrace, "more.properties", config, "the file of options `"),
        (Command::Scan, Key::Output, "log", given(Key::Reflection, "log"), "`--reflection "),
        (Command::Scan, Key::WriteBaseline, "log", given(Key::Changed, "log"), "`--changed "),
        (Command::Audit, Key::Ledger, "log", given(Key::Reflection, "log"), "`--reflection "),
        (
            Command::Run,
            Key::SaveReflection,
            "lib.jar",
            given(Key::ClassPath, "lib.jar"),
            "`--classpath ",
        ),
        (Command::Check, Key::Output, "A.java", plain(), "what a program is made of"),
        (Command::Record, Key::Output, "deep/A.class", plain(), "what a program is made of"),
        (
            Command::Audit,
            Key::Output,
            "deep/1.trace",
            given(Key::SaveTraces, "deep"),
            "`--save-traces ",
        ),
        // Neither is there yet.
        (Command::Check, Key::SaveTrace, "./deep/new", given(Key::Output, "deep/new"), "same file"),
    ];
    for (command, key, name, mut line, words) in cases {
        line.options.push((key, format!("{}/{name}", folder.0.display())));
        let mistake = gather(command, line).unwrap_err();
        says(&mistake, &[words]);
        assert!(!mistake.help.is_empty(), "{mistake:?}");
    }
}

/// A properties file serves all commands: what one writes another may read.
#[test]
fn a_file_may_be_written_by_one_command_and_read_by_another() {
    let folder = Folder::new("shared");
    let text = "target = Main\nledger = l\nskip-proved = l\nsave-reflection = g\nreflection = g\nsave-trace = t\n";
    let own = folder.file("own.properties", text).display().to_string();
    folder.file("t", "");
    for command in [Command::Run, Command::Check, Command::Scan, Command::Audit] {
        gather(command, line(&[(Key::Target, &own)])).unwrap();
    }
    let trace = Some(folder.0.join("t"));
    gather(Command::Check, CommandLine { trace, ..line(&[(Key::Target, &own)]) }).unwrap();
}
