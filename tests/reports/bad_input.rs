//! What can go wrong with a report: no source, names that are meant to do harm, nobody who reads,
//! nowhere to write.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;

use raceproof_tests::sandbox::{Sandbox, expect};
use raceproof_tests::{hostile, place, process, schemas};
use serde_json::{Value, json};

use super::{FORMATS, check, installed, object, sandbox};

#[test]
fn a_finding_whose_source_is_missing_names_what_the_class_file_says() {
    let sandbox = sandbox("missing");
    fs::remove_dir_all(sandbox.folder.join("src")).unwrap();
    let report = object(&check(&sandbox, "web.Hits", "json", &[]));
    schemas::report(&report).unwrap();
    let access = &report["findings"][0]["accesses"][0];
    assert_eq!(
        (&access["file"], &access["path"], &access["line"]),
        (&json!("Hits.java"), &Value::Null, &json!(7))
    );
    let log = object(&check(&sandbox, "web.Hits", "sarif", &[]));
    schemas::sarif(&log).unwrap();
    let place =
        &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(*place, json!({ "uri": "web/Hits.java", "uriBaseId": "SOURCES" }));
    let text = check(&sandbox, "web.Hits", "github", &[]).stdout_text();
    assert!(
        text.starts_with("::error title=data-race%3A ") && text.contains("Hits.java:7: "),
        "{text}"
    );
    // People see the line, and what happens there.
    let text = check(&sandbox, "web.Hits", "text", &[]).stdout_text();
    let places = text.lines().filter(|line| line.contains(" Hits.java:7 in web.Hits.hit: "));
    let places: Vec<&str> = places.collect();
    assert!(
        places.len() >= 2 && places.iter().all(|line| line.ends_with("web.Hits.hits")),
        "{text}"
    );
}

/// What GitHub takes at most of a log.
const LARGEST_LOG: usize = 10 << 20;

#[test]
fn a_hundred_thousand_steps_are_told_in_every_format() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "reports-long");
    sandbox.class("src/Turns.java", include_str!("../html/Turns.java"));
    for format in FORMATS {
        let check = ["check", "Turns", "-cp", "classes", "--format", format];
        let options = ["--search", "random", "--seed", "1", "--max-depth", "1000000"];
        let finished = sandbox.raceproof(&[&check[..], &options, &["--", "25000"]].concat());
        expect(&finished, 1, &[]);
        let size = finished.stdout.len();
        let text = || finished.stdout_text();
        match format {
            "json" => {
                let report = schemas::read(&finished.stdout).unwrap();
                let steps = report["findings"][0]["trace"].as_array().unwrap().len();
                assert!(steps > 100_000, "the whole schedule: {steps}");
            }
            "sarif" => {
                assert!(size < LARGEST_LOG, "{size} bytes");
                schemas::sarif(&object(&finished)).unwrap();
                assert!(text().contains("steps in the middle are left out"));
            }
            "html" => assert!(size < LARGEST_LOG && text().contains("left out"), "{size} bytes"),
            "text" => {
                let told = text();
                assert!(told.lines().count() < 1000, "{}", told.lines().count());
                assert!(told.contains("trace, 100,00") && told.contains("… "), "{told}");
            }
            _ => assert!(size < 1 << 20, "{format}: {size} bytes"),
        }
    }
}

fn hostile(name: &str) -> Sandbox {
    let sandbox = sandbox(name);
    hostile::plant(&sandbox);
    sandbox
}

#[test]
fn names_that_are_meant_to_do_harm_do_none() {
    let sandbox = hostile("hostile");
    let class = hostile::CLASS;
    let schema = place::workspace().join("tests/schemas/junit-10.xsd").display().to_string();
    for format in FORMATS {
        let finished = check(&sandbox, class, format, &["--sourcepath", "src"]);
        expect(&finished, 1, &[]);
        let text = finished.stdout_text();
        let harmful = |letter: char| letter.is_control() && letter != '\n';
        assert!(!text.contains(harmful), "{format}:\n{text}");
        // No line begins in the middle of a name: those of the thread, of the field, of the file.
        let torn = ["::error::\\u0000", "##{0}]", ".java"];
        let torn = |line: &str| torn.iter().any(|rest| line.trim_start().starts_with(rest));
        assert!(!text.lines().any(torn), "{format}:\n{text}");
        match format {
            "json" => {
                schemas::read(&finished.stdout).map(drop).unwrap();
                // To programs it is told as it is.
                assert!(
                    object(&finished)["findings"][0]["variable"]
                        .as_str()
                        .unwrap()
                        .ends_with(hostile::FIELD)
                );
            }
            "sarif" => {
                let log = object(&finished);
                schemas::sarif(&log).unwrap_or_else(|error| panic!("{error}"));
                let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
                let uri = place["artifactLocation"]["uri"].as_str().unwrap();
                assert!(uri.starts_with("..%2F%3Cb%3E%1B"), "{uri}");
            }
            "junit" => {
                installed::accepts(
                    "xmllint",
                    &["--noout", "--schema", &schema, "-"],
                    &finished.stdout,
                );
                assert!(!text.contains("<script>"), "{text}");
            }
            "github" => {
                let begins =
                    |line: &str| ["::error ", "::notice "].iter().any(|it| line.starts_with(it));
                assert!(text.lines().all(begins), "{text}");
                assert!(!text.contains("##["), "{text}");
            }
            _ => assert!(!text.lines().any(|line| line.starts_with("::")), "{text}"),
        }
    }
}

/// As if a program had written it: each line is seen around what is meant, and nowhere whole.
#[test]
fn a_source_line_of_thousands_of_characters_is_cut() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "reports-minified");
    let padding = |name: char| format!("static int {name}{};", "x".repeat(2500));
    let text = format!(
        "public class Wide {{ {} static int hits; static void hit() {{ synchronized (Wide.class) {{ }} hits++; }} \
         public static void main(String[] a) {{ new Thread(Wide::hit).start(); hit(); }} {} }}",
        padding('a'),
        padding('z')
    );
    sandbox.class("src/Wide.java", &text);
    let words = ["Wide", "-cp", "classes", "--sourcepath", "src"];
    for format in FORMATS {
        let check = [&["check"], &words[..], &["--format", format, "--save-trace", "t"]].concat();
        let text = sandbox.raceproof(&check).stdout_text();
        assert!(!text.contains(&"x".repeat(400)), "{format}:\n{text}");
        if format == "text" {
            let lines: Vec<&str> = text.lines().collect();
            let at = lines.iter().position(|line| line.starts_with("1 | …")).unwrap();
            let (source, marks) = (lines[at], lines[at + 1]);
            assert!(source.ends_with('…') && source.chars().count() == 204, "{text}");
            let marked = marks.chars().zip(source.chars()).filter(|(mark, _)| *mark == '^');
            assert_eq!(marked.map(|(_, letter)| letter).collect::<String>(), "hits", "{text}");
        }
        if format == "html" {
            assert!(text.contains("{ } <mark>hits</mark>++; }"), "{text}");
        }
    }
    let replay = sandbox.command(&["replay", "t", "--step"]);
    let stepped = process::run(replay, b"\n\n\n", process::patience()).unwrap().stdout_text();
    assert!(stepped.contains("x…\n") && !stepped.contains(&"x".repeat(400)), "{stepped}");
}

/// Names with the words of a verdict in a line of their own.
const FORGED: &str = "public class Forged {
    static int hits;
    static final Object one = new Object(), other = new Object();

    static void both(Object first, Object second) {
        synchronized (first) { synchronized (second) { } }
    }

    public static void main(String[] how) throws Exception {
        String name = \"T\\nrace-free: all is well\\u2028\\u001b[2K\";
        Thread thread = new Thread(() -> {
            switch (how[0]) {
                case \"race\" -> hits++;
                case \"hang\" -> both(one, other);
                case \"exit\" -> System.exit(3);
                default -> throw new IllegalStateException(\"1\\n2\");
            }
        }, name);
        thread.start();
        if (how[0].equals(\"race\")) hits++;
        if (how[0].equals(\"hang\")) both(other, one);
    }
}
";

/// Only what an exception says has the lines that the program gave it, behind a bar.
#[test]
fn a_name_is_in_one_line_wherever_it_is_told() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "reports-forged");
    sandbox.class("src/Forged.java", FORGED);
    let forged = |line: &str| {
        let line = line.trim_start();
        line.starts_with("race-free: all is well") || line.starts_with("[2K")
    };
    let told = |command: &str, format: &str, how: &str| {
        let options = ["-cp", "classes", "--sourcepath", "src", "--format", format, "--", how];
        let finished = sandbox.raceproof(&[&[command, "Forged"], &options[..]].concat());
        let text = finished.stdout_text();
        assert!(!text.lines().any(forged), "{command} {format} {how}:\n{text}");
        assert!(!text.contains('\u{1b}') && !text.contains('\u{2028}'), "{format} {how}:\n{text}");
        text
    };
    for how in ["race", "hang", "exit", "throw"] {
        for format in ["text", "junit", "html", "sarif", "github"] {
            told("check", format, how);
        }
    }
    told("predict", "text", "race");
    for format in ["text", "html"] {
        told("audit", format, "race");
    }
    let throws = told("check", "text", "throw");
    let message = "IllegalStateException: 1\n    | 2 in thread \"T\\nrace-free: all is well\\u2028\\u001b[2K\"\n";
    assert!(throws.contains(message), "{throws}");
}

#[test]
fn a_pipe_that_closes_is_no_defect_and_the_status_still_tells() {
    let sandbox = sandbox("pipe");
    for format in FORMATS {
        let mut command =
            sandbox.command(&["check", "Forks", "-cp", "classes", "--format", format]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let finished = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&finished.stderr);
        assert_eq!((finished.status.code(), &*stderr), (Some(1), ""), "{format}");
    }
    for (command, format) in
        [("scan", "text"), ("scan", "sarif"), ("audit", "html"), ("audit", "sarif")]
    {
        let mut command =
            sandbox.command(&[command, "web.Hits", "-cp", "classes", "--format", format]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let finished = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&finished.stderr);
        assert_eq!((finished.status.code(), &*stderr), (Some(1), ""), "{format}");
    }
    for words in [&["explain", "deadlock"][..], &["completions", "bash"], &["man"]] {
        let mut command = sandbox.command(words);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let finished = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&finished.stderr);
        assert_eq!((finished.status.code(), &*stderr), (Some(0), ""), "{words:?}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_told_before_the_search() {
    let sandbox = sandbox("read-only");
    let folder = sandbox.folder.join("kept");
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    // Who may do everything may write there, too; nobody may here.
    let may = fs::write(folder.join("probe"), "").is_ok();
    let file = if may { "/proc/report.json" } else { "kept/report.json" };
    for format in FORMATS {
        for option in ["--output", "--save-trace"] {
            let finished = check(&sandbox, "Forks", format, &[option, file]);
            expect(&finished, 2, &[option, file, "cannot be written", "name a file"]);
            assert_eq!(finished.stdout_text(), "", "{format}: it was not begun");
        }
    }
    expect(&check(&sandbox, "Forks", "sarif", &["--output", "kept"]), 2, &["it is a folder"]);
    for (command, format) in [("scan", "sarif"), ("audit", "html"), ("audit", "sarif")] {
        let words = [command, "web.Hits", "-cp", "classes", "--format", format, "--output", file];
        let finished = sandbox.raceproof(&words);
        expect(&finished, 2, &[file, "cannot be written", "name a file"]);
        assert_eq!(finished.stdout_text(), "");
    }
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    let finished = check(&sandbox, "Forks", "sarif", &["--output", "kept/report.sarif"]);
    expect(&finished, 1, &[]);
    let text = fs::read_to_string(folder.join("report.sarif")).unwrap();
    schemas::sarif(&serde_json::from_str(&text).unwrap()).unwrap();
}

#[test]
fn a_format_that_a_command_does_not_have_is_refused() {
    let sandbox = sandbox("no-format");
    for format in ["html", "github", "junit"] {
        let words = ["scan", "Calm", "-cp", "classes", "--format", format];
        expect(&sandbox.raceproof(&words), 2, &["`scan` has no report as", "--format json"]);
    }
    for format in ["github", "junit"] {
        let words = ["audit", "Calm", "-cp", "classes", "--format", format];
        expect(&sandbox.raceproof(&words), 2, &["`audit` has no report as", "--format html"]);
    }
    for format in ["sarif", "github", "junit"] {
        let words = ["run", "Calm", "-cp", "classes", "--format", format];
        expect(&sandbox.raceproof(&words), 2, &["--format json"]);
    }
    expect(&check(&sandbox, "Calm", "sarfi", &[]), 2, &["did you mean `sarif`?"]);
}
