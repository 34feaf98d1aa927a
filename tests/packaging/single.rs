//! The executable by itself, in a folder of its own: what it carries is unpacked when it is needed.

use std::fs;
use std::process::{Command, Stdio};

use raceproof_tests::process;
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

#[test]
fn a_cache_that_cannot_be_written_is_told_with_what_to_do() {
    let sandbox = sandbox("unwritable");
    let source = sandbox.file("Racy.java", super::RACY);
    sandbox.class("Racy.java", super::RACY);
    let blocked = sandbox.file("blocked", "a file where a folder is wanted");
    let without_home = |words: &[&str]| {
        let mut command = sandbox.command(words);
        command.env_remove("RACEPROOF_CACHE").env_remove("XDG_CACHE_HOME").env("HOME", &blocked);
        sandbox.finish(command)
    };
    let told = ["blocked/.cache/raceproof", "cannot be written"];
    for words in [&["jar", "choose"][..], &["check", source.to_str().unwrap()]] {
        let finished = without_home(words);
        expect(&finished, 2, &told);
        assert!(finished.stderr_text().contains("RACEPROOF_CACHE=/some/folder"));
    }
    // What is compiled already needs no cache.
    expect(&without_home(&["check", "Racy", "-cp", "classes"]), 1, &told);
    // Where there is no home at all, the folder of temporary files is taken.
    let mut command = sandbox.command(&["jar", "choose"]);
    let temporary = sandbox.folder.join("tmp");
    command.env_remove("RACEPROOF_CACHE").env_remove("XDG_CACHE_HOME").env_remove("HOME");
    let finished = sandbox.finish({
        command.env("TMPDIR", &temporary);
        command
    });
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
