//! What `scan` is told to accept: a baseline, what has not changed, and comments in the source.
mod accepted;
mod baseline;
mod changed;

use raceproof_tests::process::Finished;
use raceproof_tests::sandbox::{Sandbox, expect};
use raceproof_tests::schemas;
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
    schemas::read(&finished.stdout).unwrap()
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
