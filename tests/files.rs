//! Files under `check` and `replay`: what a program does to them before its first choice stays in
//! memory, and the host's files stay as they are. What `EveryWay` prints must be the same in the
//! replay, and under the last search the same as under `java`; what memory has no answer for must
//! be reported as unsupported.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, symlink};
use std::path::Path;

use raceproof_tests::jdk::Jdk;
use raceproof_tests::place;
use raceproof_tests::process;
use raceproof_tests::sandbox::{Sandbox, expect};

const SEARCHES: [&str; 8] =
    ["dfs", "bfs", "heuristic", "random", "persistent", "dpor", "pdp", "lockset"];

/// A folder `work` with files to change, beside the classes of the program.
fn sandbox(name: &str, program: &str, jdk: Jdk) -> Sandbox {
    let sandbox = Sandbox::with_jdk(env!("CARGO_TARGET_TMPDIR"), &format!("files-{name}"), jdk);
    let source = place::java_programs("files").join(format!("{program}.java"));
    sandbox.class(&format!("{program}.java"), &fs::read_to_string(source).unwrap());
    fill(&sandbox.folder.join("work"));
    sandbox
}

fn fill(work: &Path) {
    fs::create_dir_all(work.join("folder")).unwrap();
    for (name, text) in
        [("old.txt", "old content"), ("gone.txt", "gone"), ("folder/inner.txt", "inner")]
    {
        fs::write(work.join(name), text).unwrap();
    }
    symlink("old.txt", work.join("link")).unwrap();
}

/// Everything that could have changed: names, contents, modes, times, inode numbers, owners.
fn look(folder: &Path) -> BTreeMap<String, String> {
    let mut seen = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let found = fs::symlink_metadata(&path).unwrap();
        let content =
            if found.is_file() { fs::read_to_string(&path).unwrap() } else { String::new() };
        let facts = (found.mode(), found.mtime(), found.mtime_nsec(), found.ino(), found.uid());
        seen.insert(path.display().to_string(), format!("{facts:?} {content}"));
        if found.is_dir() {
            seen.extend(look(&path));
        }
    }
    seen
}

/// What the program printed, between the lines that frame it.
fn shown(text: &str) -> Vec<&str> {
    let is_frame = |line: &&str| line.starts_with("----");
    text.lines()
        .skip_while(|line| !is_frame(line))
        .skip(1)
        .take_while(|line| !is_frame(line))
        .collect()
}

#[test]
fn a_program_sees_in_memory_what_java_sees_on_the_host() {
    for jdk in Jdk::installed().unwrap() {
        let feature = jdk.feature;
        let sandbox = sandbox(&format!("every-way-{feature}"), "EveryWay", jdk);
        let work = sandbox.folder.join("work");
        let before = look(&work);
        for search in SEARCHES {
            let mut command =
                sandbox.command(&["check", "EveryWay", "-cp", "../classes", "--search", search]);
            command
                .args(["--program-output", "show", "--save-trace", "../trace", "--", "race"])
                .current_dir(&work);
            let finished = sandbox.finish(command);
            expect(&finished, 1, &[]);
            assert!(
                finished.stdout_text().contains("EveryWay.shared"),
                "{search}: {}",
                finished.stdout_text()
            );
            assert_eq!(look(&work), before, "{search} changed files of the host");
            let mut command = sandbox.command(&["replay", "../trace", "--program-output", "show"]);
            command.current_dir(&work);
            let replayed = sandbox.finish(command);
            expect(&replayed, 1, &[]);
            assert_eq!(look(&work), before, "the replay of {search} changed files of the host");
            let (checked, replayed) = (finished.stdout_text(), replayed.stdout_text());
            assert_eq!(shown(&checked), shown(&replayed), "{search}");
            if search == SEARCHES[SEARCHES.len() - 1] {
                let mut java = sandbox.jdk.tool("java");
                java.args(["-cp", "../classes", "EveryWay"]).current_dir(&work);
                let java = process::run(java, b"", process::patience()).unwrap();
                assert_eq!(shown(&checked), java.stdout_text().lines().collect::<Vec<_>>());
                assert_ne!(look(&work), before, "java should have changed files");
            }
        }
    }
}

#[test]
fn closing_a_file_leaves_it_to_the_other_schedules() {
    let sandbox = sandbox("closed", "ClosedByEither", Jdk::any().unwrap());
    for search in SEARCHES {
        let mut command =
            sandbox.command(&["check", "ClosedByEither", "-cp", "../classes", "--search", search]);
        command.args(if search == "random" { &["--runs", "50"][..] } else { &[] });
        command.current_dir(sandbox.folder.join("work"));
        expect(&sandbox.finish(command), if search == "random" { 3 } else { 0 }, &[]);
    }
}

#[test]
fn a_device_of_random_bytes_gives_the_same_each_time() {
    let sandbox = sandbox("random-device", "RandomDevice", Jdk::any().unwrap());
    let ran = || {
        let mut command = sandbox.command(&["run", "RandomDevice", "-cp", "../classes"]);
        command.current_dir(sandbox.folder.join("work"));
        let finished = sandbox.finish(command);
        expect(&finished, 0, &[]);
        finished.stdout_text()
    };
    assert_eq!(ran(), ran());
    let mut command = sandbox.command(&["check", "RandomDevice", "-cp", "../classes"]);
    command.current_dir(sandbox.folder.join("work"));
    expect(&sandbox.finish(command), 0, &[]);
}

#[test]
fn what_memory_has_no_answer_for_is_unsupported_by_its_name() {
    let sandbox = sandbox("not-in-memory", "NotInMemory", Jdk::any().unwrap());
    let work = sandbox.folder.join("work");
    let before = look(&work);
    for what in ["hard link", "renaming", "owner", "attributes", "device"] {
        let mut command =
            sandbox.command(&["check", "NotInMemory", "-cp", "../classes", "--", what]);
        command.current_dir(&work);
        let finished = sandbox.finish(command);
        expect(&finished, 4, &[]);
        let text = finished.stdout_text();
        assert!(text.contains(what) && text.contains("files stay in memory"), "{what}: {text}");
        assert_eq!(look(&work), before, "{what}");
    }
}
