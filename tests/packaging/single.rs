//! The executable by itself, in a folder of its own: what it carries is unpacked when it is needed.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Command, Stdio};

use raceproof_tests::javac;
use raceproof_tests::process::{self, Finished};
use raceproof_tests::sandbox::{Sandbox, expect};

use super::{binary, files_below, finds_the_race, sandbox};

const CHOOSES: &str = "\
public class Chooses {
    public static void main(String[] a) {
        assert raceproof.Choose.between(1, 3) < 3;
    }
}
";

#[test]
fn a_copy_of_the_executable_is_the_whole_tool() {
    let sandbox = sandbox("copy");
    let copy = sandbox.folder.join("alone");
    fs::copy(binary(), &copy).unwrap();
    // What lies beside it counts for nothing.
    sandbox.file("raceproof.jar", "an old one");
    finds_the_race(&sandbox, &copy);
    let source = sandbox.file("Chooses.java", CHOOSES);
    let mut command = Command::new(&copy);
    process::plain_environment(&mut command);
    command.env("JAVA_HOME", &sandbox.jdk.home).env("RACEPROOF_CACHE", sandbox.folder.join("c"));
    let finished = sandbox.finish({
        command.arg("check").arg(source);
        command
    });
    assert_eq!(finished.status, Some(1), "{}", finished.stderr_text());
    assert!(finished.stdout_text().contains("error[assertion]"), "{}", finished.stdout_text());
}

#[test]
fn a_jar_that_is_not_whole_is_written_again() {
    let sandbox = sandbox("half");
    let jar = unpacked(&sandbox, "choose");
    let whole = fs::read(&jar).unwrap();
    for damaged in [&whole[..whole.len() / 2], b"", &[&whole[..whole.len() - 1], b"x"].concat()] {
        fs::write(&jar, damaged).unwrap();
        assert_eq!(unpacked(&sandbox, "choose"), jar);
        assert!(fs::read(&jar).unwrap() == whole, "{} bytes were left", damaged.len());
    }
    fs::remove_file(&jar).unwrap();
    unpacked(&sandbox, "choose");
    assert!(fs::read(&jar).unwrap() == whole);
    // Nothing half-written is left beside it.
    assert_eq!(files_below(&sandbox.folder.join("cache")).len(), 1);
}

#[test]
fn many_that_unpack_at_once_do_not_meet() {
    let sandbox = sandbox("at-once");
    let words = ["choose", "agent", "maven", "choose", "agent", "maven", "choose", "agent"];
    let started = words.map(|word| {
        let mut command = sandbox.command(&["jar", word]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    });
    let paths = started.map(|child| {
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() || told.contains("was built without"), "{told}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    });
    for (word, path) in words.iter().zip(&paths) {
        let first = words.iter().position(|other| other == word).unwrap();
        assert_eq!(path, &paths[first]);
    }
    let left = files_below(&sandbox.folder.join("cache"));
    assert!(!left.iter().any(|file| file.contains("making-")), "{left:?}");
}

/// A command whose cache can only be found from these.
fn at_home(sandbox: &Sandbox, home: &Path, temporary: &Path, words: &[&str]) -> Finished {
    let mut command = sandbox.command(words);
    command.env_remove("RACEPROOF_CACHE").env_remove("XDG_CACHE_HOME");
    command.env("HOME", home).env("TMPDIR", temporary);
    sandbox.finish(command)
}

#[test]
fn a_cache_that_cannot_be_written_is_told_with_what_to_do() {
    let sandbox = sandbox("unwritable");
    let source = sandbox.file("Racy.java", super::RACY);
    let blocked = sandbox.file("blocked", "a file where a folder is wanted");
    let temporary = sandbox.folder.join("tmp");
    let told = ["blocked/.cache/raceproof", "cannot be written", "RACEPROOF_CACHE=/some/folder"];
    for words in [&["jar", "choose"][..], &["check", source.to_str().unwrap()]] {
        expect(&at_home(&sandbox, &blocked, &temporary, words), 2, &told);
    }
}

/// A program that chooses would end by a `NoClassDefFoundError` without the jar, as if that were its
/// mistake.
#[test]
fn without_a_cache_what_is_compiled_is_judged_as_with_one() {
    let sandbox = sandbox("no-cache");
    let jar = unpacked(&sandbox, "choose");
    let source = sandbox.file("Chooses.java", CHOOSES);
    let classes = sandbox.folder.join("classes");
    javac::compile(&sandbox.jdk, &source, &classes, &jar).unwrap_or_else(|why| panic!("{why}"));
    let blocked = sandbox.file("blocked", "a file where a folder is wanted");
    let check = ["check", "Chooses", "-cp", "classes", "--quiet"];

    let temporary = sandbox.folder.join("tmp");
    let finished = at_home(&sandbox, &blocked, &temporary, &check);
    expect(&finished, 1, &[]);
    assert!(finished.stdout_text().contains("error[assertion]"), "{}", finished.stdout_text());
    let user = fs::metadata(&blocked).unwrap().uid();
    let cache = temporary.join(format!("raceproof-cache-{user}"));
    let mode = |folder: &Path| fs::metadata(folder).unwrap().mode() & 0o777;
    assert_eq!(mode(&cache), 0o700);

    // Nor may there be a folder of which others decide what is in it.
    fs::set_permissions(&cache, Permissions::from_mode(0o777)).unwrap();
    let told =
        ["blocked/.cache/raceproof", "RACEPROOF_CACHE=/some/folder", "nor was there another"];
    let finished = at_home(&sandbox, &blocked, &temporary, &check);
    expect(&finished, 2, &[&told[..], &["others than this user may change"]].concat());
    expect(&at_home(&sandbox, &blocked, &blocked, &check), 2, &told);
}

#[test]
fn where_there_is_no_home_it_goes_among_temporary_files() {
    let sandbox = sandbox("no-home");
    let temporary = sandbox.folder.join("tmp");
    let finished = at_home(&sandbox, Path::new(""), &temporary, &["jar", "choose"]);
    expect(&finished, 0, &[]);
    assert!(finished.stdout_text().starts_with(temporary.to_str().unwrap()));
}

#[test]
fn what_jars_there_are_is_told_and_each_is_where_it_is_said() {
    let sandbox = sandbox("jars");
    let list = sandbox.raceproof(&["jar"]).stdout_text();
    let words: Vec<&str> = list.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(words, ["choose", "agent", "junit", "maven"]);
    let choose = sandbox.jdk_tool("jar", &["--list", "--file", &unpacked(&sandbox, "choose")]);
    let listed = choose.stdout_text();
    assert!(listed.contains("raceproof/Choose.class"), "{listed}");
    assert!(!listed.contains("META-INF"), "a program would see it: {listed}");
    expect(&sandbox.raceproof(&["jar", "agnet"]), 2, &["did you mean `agent`?"]);
}

fn unpacked(sandbox: &Sandbox, word: &str) -> String {
    let finished = sandbox.raceproof(&["jar", word]);
    expect(&finished, 0, &[]);
    finished.stdout_text().trim_end().to_owned()
}
