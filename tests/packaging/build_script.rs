//! `cli/build`, which compiles the Java parts: by itself, since it uses no crate.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use raceproof_tests::place;
use raceproof_tests::process::{self, Finished};
use raceproof_tests::sandbox::Sandbox;

use super::{TEMPORARY, files_below, sandbox, succeeded};

/// The script as an executable.
fn compiled(sandbox: &Sandbox) -> &'static Path {
    static SCRIPT: OnceLock<PathBuf> = OnceLock::new();
    SCRIPT.get_or_init(|| {
        let script = Path::new(TEMPORARY).join("build-script");
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
        rustc.args(["--edition", "2024", "-o"]).arg(&script);
        rustc.arg(place::workspace().join("cli/build/main.rs"));
        succeeded(sandbox, rustc);
        script
    })
}

/// As cargo starts it, with the folder for what it makes.
fn script(sandbox: &Sandbox, out: &str) -> Command {
    let mut command = Command::new(compiled(sandbox));
    process::plain_environment(&mut command);
    let out = sandbox.folder.join(out);
    fs::create_dir_all(&out).unwrap();
    command.env("CARGO_MANIFEST_DIR", place::workspace().join("cli"));
    command.env("CARGO_PKG_VERSION", super::VERSION);
    command.env("OUT_DIR", out).env("JAVA_HOME", &sandbox.jdk.home);
    command
}

/// Two of its runs with the same inputs, and what is true of either: each takes seconds.
#[test]
fn the_same_inputs_are_the_same_bytes_and_jars_for_javas_own_tools() {
    let sandbox = sandbox("reproducible");
    succeeded(&sandbox, script(&sandbox, "first"));
    succeeded(&sandbox, script(&sandbox, "second"));
    are_jars(&sandbox, "first");
    let (first, second) = (sandbox.folder.join("first/made"), sandbox.folder.join("second/made"));
    let files = files_below(&first);
    assert!(files.contains(&"raceproof.jar".to_owned()), "{files:?}");
    assert_eq!(files, files_below(&second));
    for file in files {
        assert!(
            fs::read(first.join(&file)).unwrap() == fs::read(second.join(&file)).unwrap(),
            "{file}"
        );
    }
}

fn are_jars(sandbox: &Sandbox, out: &str) {
    for file in files_below(&sandbox.folder.join(out).join("made")) {
        if file.ends_with(".jar") {
            sandbox.jdk_tool("jar", &["--extract", "--file", &format!("{out}/made/{file}")]);
        }
    }
    for class in ["Choose", "TestRun"] {
        let (mine, compiled) =
            (format!("raceproof/{class}.class"), format!("{out}/choose/raceproof/{class}.class"));
        let read = |path: String| fs::read(sandbox.folder.join(path)).unwrap();
        assert!(read(mine) == read(compiled), "{class}");
    }
}

#[track_caller]
fn failed(finished: &Finished, parts: &[&str]) {
    let text = finished.stdout_text();
    assert_eq!(finished.status, Some(1), "{text}");
    let message = text.lines().find(|line| line.starts_with("cargo::error="));
    let message = message.unwrap_or_else(|| panic!("no error is told: {text}"));
    for part in parts {
        assert!(message.contains(part), "`{part}` is not said: {message}");
    }
}

#[test]
fn without_a_compiler_it_says_what_to_install() {
    let sandbox = sandbox("no-javac");
    let empty = sandbox.folder.join("empty");
    fs::create_dir(&empty).unwrap();
    let mut command = script(&sandbox, "out");
    command.env_remove("JAVA_HOME").env("PATH", &empty);
    let advice = "apt-get install default-jdk-headless";
    failed(&sandbox.finish(command), &["javac is missing", "the PATH has none", advice]);
    let mut command = script(&sandbox, "out");
    command.env("JAVA_HOME", &empty);
    failed(&sandbox.finish(command), &["javac is missing", empty.to_str().unwrap(), advice]);
}

#[test]
fn what_cannot_be_compiled_is_an_error_and_what_is_missing_a_warning() {
    let sandbox = sandbox("missing");
    let empty = sandbox.folder.join("empty");
    fs::create_dir(&empty).unwrap();
    let mut command = script(&sandbox, "out");
    command.env("ASM_JARS", &empty).env("JARS", &empty);
    let told = succeeded(&sandbox, command).stdout_text();
    for (word, package) in
        [("agent", "libasm-java"), ("junit", "junit5"), ("maven", "install maven")]
    {
        let start = format!("cargo::warning=left out: `raceproof jar {word}`: ");
        let line = told.lines().find(|line| line.starts_with(&start));
        assert!(line.is_some_and(|line| line.contains(package)), "{word}: {told}");
    }
    let table = fs::read_to_string(sandbox.folder.join("out/companions.rs")).unwrap();
    assert_eq!(table.matches("Err(").count(), 3, "{table}");

    // A jar that is none: not missing, but wrong.
    for jar in ["asm", "asm-commons", "asm-tree"] {
        sandbox.file(&format!("broken/{jar}.jar"), "no archive");
    }
    let mut command = script(&sandbox, "out");
    command.env("ASM_JARS", sandbox.folder.join("broken"));
    failed(&sandbox.finish(command), &["agent/build.sh failed"]);
}
