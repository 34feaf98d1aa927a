//! The verifier of application classes against the installed `java`: hand-made classes that each break one rule, and
//! tricky ones that break none.

use std::fs;
use std::path::Path;

use raceproof_tests::assembler::{assemble, blocks};
use raceproof_tests::jdk::Jdk;
use raceproof_tests::process;
use raceproof_tests::sandbox::{Sandbox, expect};

/// Loads the classes it is told and says what becomes of each.
const MAIN: &str = r#"
public class Main {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            try {
                Class.forName(name);
                System.out.println(name + ": accepted");
            } catch (LinkageError error) {
                String message = String.valueOf(error.getMessage()).split("\n")[0];
                System.out.println(name + ": " + error.getClass().getSimpleName() + ": " + message);
            }
        }
    }
}
"#;

/// Initialises one class and does not catch what comes of it.
const UNCAUGHT: &str = "public class Uncaught {
    public static void main(String[] names) throws Exception { Class.forName(names[0]); }
}
";

/// A class, and what its file says becomes of it.
struct Case {
    name: String,
    bytes: Vec<u8>,
    expected: String,
}

fn cases(file: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("verifier").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut cases = Vec::new();
    for lines in blocks(&text) {
        let expected = lines.iter().find_map(|line| line.strip_prefix("expect ")).unwrap_or("accepted");
        let class: Vec<&str> = lines.iter().copied().filter(|line| !line.starts_with("expect ")).collect();
        let (name, bytes) = assemble(&class.join("\n"));
        cases.push(Case { name, bytes, expected: expected.to_owned() });
    }
    assert!(cases.len() >= 10, "{} has but {} classes", path.display(), cases.len());
    cases
}

fn prepared(name: &str, jdk: Jdk, cases: &[Case]) -> Sandbox {
    let sandbox = Sandbox::with_jdk(env!("CARGO_TARGET_TMPDIR"), &format!("verifier-{name}-{}", jdk.feature), jdk);
    sandbox.class("Main.java", MAIN);
    sandbox.class("Uncaught.java", UNCAUGHT);
    for case in cases {
        sandbox.file(&format!("classes/{}.class", case.name), &case.bytes);
    }
    sandbox
}

fn java(sandbox: &Sandbox, arguments: &[&str]) -> process::Finished {
    let mut command = sandbox.jdk.tool("java");
    command.args(["-cp", "classes"]).args(arguments).current_dir(&sandbox.folder);
    process::run(command, b"", process::patience()).unwrap_or_else(|error| panic!("{error}"))
}

/// What is said of each class, by `java` and by us, and what the file says.
fn compare(file: &str) {
    let cases = cases(file);
    for jdk in Jdk::installed().unwrap() {
        let sandbox = prepared(file.trim_end_matches(".jasm"), jdk, &cases);
        let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        let expected = java(&sandbox, &[&["Main"], &names[..]].concat()).stdout_text();
        let finished = sandbox.raceproof(&[&["run", "Main", "-cp", "classes", "--"], &names[..]].concat());
        let found = finished.stdout_text();
        let mut wrong = Vec::new();
        for (n, case) in cases.iter().enumerate() {
            let (java, ours) = (expected.lines().nth(n).unwrap_or(""), found.lines().nth(n).unwrap_or(""));
            let said = format!("{}: {}", case.name, case.expected);
            // The old verifier's words are its own.
            let old = case.expected.starts_with("VerifyError: (class");
            let same = java == ours || old && ours.starts_with(&said);
            if !same || !java.starts_with(&said) {
                wrong.push(format!("expected {said}\n    java {java}\n    ours {ours}"));
            }
        }
        assert!(wrong.is_empty(), "JDK {}:\n{}\n{}", sandbox.jdk.feature, wrong.join("\n"), finished.stderr_text());
    }
}

#[test]
fn rejected_classes() {
    compare("rejected.jasm");
}

#[test]
fn accepted_classes() {
    compare("accepted.jasm");
}

/// Names, descriptors and flags: what is said before any code is looked at.
#[test]
fn the_format_of_class_files() {
    compare("format.jasm");
}

/// Old code with subroutines: it is accepted, does what it does under `java`, and is explored.
#[test]
fn subroutines() {
    compare("subroutines.jasm");
    let cases = cases("subroutines.jasm");
    for jdk in Jdk::installed().unwrap() {
        let sandbox = prepared("run-subroutines", jdk, &cases);
        for case in &cases {
            let expected = java(&sandbox, &[&case.name]);
            let finished = sandbox.raceproof(&["run", &case.name, "-cp", "classes"]);
            let stderr = finished.stderr_text();
            let (ours, theirs) = ((finished.status, finished.stdout), (expected.status, expected.stdout));
            assert_eq!(ours, theirs, "{}:\n{stderr}", case.name);
            let checked = sandbox.raceproof(&["check", &case.name, "-cp", "classes"]);
            expect(&checked, 0, &[]);
        }
    }
}

/// A method with a subroutine on a thread's stack, in every kind of search.
#[test]
fn subroutines_are_explored_in_every_way() {
    let cases = cases("subroutines.jasm");
    let sandbox = prepared("explored-subroutines", Jdk::any().unwrap(), &cases);
    for search in ["dfs", "bfs", "heuristic", "random", "dpor", "pdp", "lockset"] {
        for granularity in ["sync", "access"] {
            for race in ["h", "goldilocks", "vector-clock"] {
                let options = ["--search", search, "--granularity", granularity, "--race", race, "--runs", "20"];
                let options = &options[..if search == "random" { 8 } else { 6 }];
                let words = [&["check", "OldSynchronized", "-cp", "classes"], options].concat();
                // Executions at random prove nothing.
                expect(&sandbox.raceproof(&words), if search == "random" { 3 } else { 0 }, &[]);
            }
        }
    }
}

#[test]
fn an_uncaught_verify_error() {
    let cases = cases("rejected.jasm");
    for jdk in Jdk::installed().unwrap() {
        let sandbox = prepared("uncaught", jdk, &cases);
        for name in ["ObjectAsString", "UseBeforeInit", "MissingClass"] {
            let expected = java(&sandbox, &["Uncaught", name]);
            let finished = sandbox.raceproof(&["run", "Uncaught", "-cp", "classes", "--", name]);
            assert_eq!(finished.status, expected.status, "{name}:\n{}", finished.stderr_text());
            let first = |text: String| text.lines().take(5).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(first(finished.stderr_text()), first(expected.stderr_text()), "{name}");
        }
    }
}

/// The main class is looked at before anything runs.
#[test]
fn a_main_class_that_does_not_verify() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "verifier-main");
    let (_, bytes) = assemble(
        "class Main extends java/lang/Object version 52
        method public static main ([Ljava/lang/String;)V stack 1 locals 1
          aload_0
          athrow",
    );
    sandbox.file("classes/Main.class", bytes);
    let finished = sandbox.raceproof(&["run", "Main", "-cp", "classes"]);
    expect(
        &finished,
        2,
        &["class Main is broken: Bad type on operand stack", "Main.main([Ljava/lang/String;)V @1: athrow"],
    );
}
