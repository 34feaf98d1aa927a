//! `raceproof scan` on Java programs whose races are known, those that `scan/tests/programs.txt`
//! lists. In `tests/java/race`, the race must be among the candidates; in `tests/java/race-free`,
//! there must be neither candidates nor gaps; in `scan/tests/java`, the candidates must be those of
//! the first line, and there must be gaps if it has `gaps=` (its `benign=` and `trusted=` are
//! options). False candidates of racy programs are not noticed, and in `scan/tests/java` neither
//! are gaps that are not announced.

use raceproof_tests::bench::Bench;
use raceproof_tests::compile::Compiler;
use raceproof_tests::jdk::Jdk;
use raceproof_tests::parallel::in_parallel;
use raceproof_tests::place;
use raceproof_tests::process::{self, Finished};
use raceproof_tests::program::Program;
use raceproof_tests::sandbox::Sandbox;
use raceproof_tests::scanned;
use raceproof_tests::schemas;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

fn temporary() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

fn scan(jdk: &Jdk, arguments: &[&str]) -> Finished {
    let mut command = Command::new(place::raceproof(temporary()).unwrap());
    command.arg("scan").args(arguments).arg("--java-home").arg(&jdk.home);
    process::run(command, b"", process::patience()).unwrap()
}

fn report(bench: &Bench, program: &Program) -> (Value, i32) {
    let mut command = bench.command("scan");
    command.arg("-cp").arg(bench.classes(program).unwrap()).arg(program.main_class());
    let head =
        program.text.lines().next().filter(|head| head.starts_with("// scan:")).unwrap_or_default();
    for (word, option) in [("benign=", "--benign"), ("trusted=", "--trusted")] {
        for pattern in noted(head, word) {
            command.args([option, pattern]);
        }
    }
    let finished = process::run(command, b"", process::patience()).unwrap();
    let report = schemas::read(&finished.stdout);
    let report = report
        .unwrap_or_else(|error| panic!("{}: {error}\n{}", program.name, finished.stderr_text()));
    (report, finished.status.unwrap_or(-1))
}

fn variables(report: &Value) -> BTreeSet<String> {
    let candidates = report["candidates"].as_array().unwrap();
    candidates.iter().map(|candidate| candidate["variable"].as_str().unwrap().to_owned()).collect()
}

/// Patterns: `int[][0]` is any element of an `int[]`; `java.util.HashMap.*` any variable of the map
/// or of what it consists of.
fn is_meant(pattern: &str, variable: &str) -> bool {
    if pattern.ends_with(']') || pattern.ends_with("]*") {
        let element = pattern.split('[').next().unwrap();
        return variable.starts_with(element) && variable.ends_with(']');
    }
    match pattern.strip_suffix(".*") {
        Some(class) => variable.starts_with(class),
        None => variable == pattern,
    }
}

/// The values behind a word of the first line; `none` is none.
fn noted<'a>(head: &'a str, word: &str) -> Vec<&'a str> {
    let found = head.split_whitespace().find_map(|part| part.strip_prefix(word));
    found
        .into_iter()
        .flat_map(|found| found.split(['|', ',']))
        .filter(|name| *name != "none")
        .collect()
}

/// What is wrong with the answer about a program, if anything is.
fn complaint(bench: &Bench, kind: &str, program: &Program) -> Option<String> {
    let head = program.text.lines().next().unwrap_or_default();
    let (report, status) = report(bench, program);
    let found = variables(&report);
    let is_wrong = match kind {
        "race" => {
            let wanted = noted(head, "variable=");
            wanted.is_empty()
                || !wanted.iter().any(|wanted| found.iter().any(|found| is_meant(wanted, found)))
        }
        "race-free" => !found.is_empty() || report["gaps"] != serde_json::json!([]),
        _ => {
            let wanted = noted(head, "candidates=");
            let is_missed = |wanted: &&&str| !found.iter().any(|found| is_meant(wanted, found));
            let is_unwanted =
                |found: &&String| !wanted.iter().any(|wanted| is_meant(wanted, found));
            let is_passed_over =
                !noted(head, "gaps=").is_empty() && report["gaps"] == serde_json::json!([]);
            wanted.iter().find(is_missed).is_some()
                || found.iter().find(is_unwanted).is_some()
                || is_passed_over
        }
    };
    let answer = (report["verdict"].as_str().unwrap_or_default(), status);
    let meant = match (found.is_empty(), report["gaps"] == serde_json::json!([])) {
        (false, _) => ("candidates", 1),
        (true, false) => ("incomplete", 3),
        (true, true) => ("race-free", 0),
    };
    (is_wrong || answer != meant).then(|| {
        let (source, feature) = (program.source.display(), bench.jdk.feature);
        format!(
            "{source} on {feature}: {found:?}, status {status}, gaps {}\n{head}",
            report["gaps"]
        )
    })
}

#[test]
fn races_are_left_and_proofs_found() {
    let jdk = Jdk::installed()
        .unwrap()
        .into_iter()
        .find(|jdk| jdk.feature == 17)
        .unwrap_or(Jdk::any().unwrap());
    let programs = scanned::programs().unwrap();
    assert!(programs.len() > 300, "{}", programs.len());
    let compiler = Compiler::new(&jdk, temporary());
    let sources = programs.iter().map(|(_, program)| program.clone()).collect();
    let bench = Bench::new(jdk, compiler, sources, temporary()).unwrap();
    let answers = in_parallel(&programs, |(kind, program)| complaint(&bench, kind, program));
    let complaints: Vec<String> = answers.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// A method is overridden only where it is accessible (JVMS 5.4.5): `two.Sub` does not override the
/// package-private method of `one`, and `one.Again` does.
#[test]
fn what_only_a_package_sees_is_overridden_there() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "scan-packages");
    let base = "package one; public class Base { int base; void work() { base++; } public void go() { work(); } }";
    let sub = "package two; public class Sub extends one.Base { int sub; void work() { sub++; } }";
    let again =
        "package one; public class Again extends two.Sub { int again; void work() { again++; } }";
    let main = |class: &str| {
        format!(
            "public class Main {{ public static void main(String[] none) {{
                one.Base shared = new {class}(); new Thread(shared::go).start(); shared.go(); }} }}"
        )
    };
    for (path, text) in [("one/Base.java", base), ("two/Sub.java", sub), ("one/Again.java", again)]
    {
        sandbox.class(path, text);
    }
    for (class, variable) in [("two.Sub", "one.Base.base"), ("one.Again", "one.Again.again")] {
        sandbox.class("Main.java", &main(class));
        let finished = sandbox.raceproof(&["scan", "Main", "-cp", "classes", "--format", "json"]);
        let report: Value = serde_json::from_slice(&finished.stdout).unwrap();
        assert_eq!(variables(&report), BTreeSet::from([variable.to_owned()]), "{class}");
    }
}

/// Nothing of a report depends on the run. With JDK 25 far too much is reached yet.
#[test]
fn two_scans_say_the_same() {
    for jdk in Jdk::installed().unwrap().into_iter().filter(|jdk| jdk.feature == 17) {
        let source =
            place::java_programs("race").join("CounterUnguarded.java").display().to_string();
        let [one, other] = [(), ()].map(|()| scan(&jdk, &["--format", "json", &source]).stdout);
        assert_eq!(one, other);
        let report: Value = serde_json::from_slice(&one).unwrap();
        assert_eq!(
            variables(&report),
            BTreeSet::from(["CounterUnguarded.count".to_owned()]),
            "{}",
            jdk.feature
        );
    }
}

/// Since release 25 `main` may be an object's, and take no arguments (JEP 512).
#[test]
fn each_main_that_the_launcher_calls_is_followed() {
    let Some(jdk) = Jdk::installed().unwrap().into_iter().find(|jdk| jdk.feature >= 25) else {
        return;
    };
    let races = "{ new Thread(() -> x++).start(); x++; }";
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "scan-mains");
    for (text, owner) in [
        (format!("class Main {{ int x; void main() {races} synchronized void f() {{}} }}"), true),
        (format!("class Main {{ int x; void main(String[] a) {races} void main() {{}} }}"), true),
        (format!("class Main {{ static int x; static void main() {races} }}"), false),
        (format!("class Main extends Base {{}} class Base {{ int x; void main() {races} }}"), true),
        (format!("int x; void main() {races}"), true),
    ] {
        let source = sandbox.file("Main.java", &text).display().to_string();
        let report: Value =
            serde_json::from_slice(&scan(&jdk, &["--format", "json", &source]).stdout).unwrap();
        let name = if text.contains("Base") { "Base.x" } else { "Main.x" };
        assert_eq!(variables(&report), BTreeSet::from([name.to_owned()]), "{text}");
        let told = scan(&jdk, &[&source]).stdout_text();
        assert_eq!(told.contains("of the Main that `main` is called on"), owner, "{told}");
    }
}

#[test]
fn what_cannot_be_scanned_is_told() {
    let jdk = Jdk::any().unwrap();
    for (arguments, told) in [
        (&["Nowhere"][..], "Nowhere"),
        (&["--format", "junit", "Nowhere"][..], "junit"),
        (&["--search", "dfs", "Nowhere"][..], "--search"),
    ] {
        let finished = scan(&jdk, arguments);
        assert_eq!(finished.status, Some(2), "{arguments:?}");
        assert!(finished.stderr_text().contains(told), "{}", finished.stderr_text());
    }
}
