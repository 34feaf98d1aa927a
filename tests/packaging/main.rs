//! What people get: one executable with everything inside, installed, as a package, as an archive.
//! The scripts are those of `packaging/`, with the binary under test; only what takes minutes (to
//! build the binary itself, as `cargo install` does) is not done here.

mod archive;
mod build_script;
mod installed;
mod package;
mod single;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use raceproof_tests::place;
use raceproof_tests::process::{self, Finished};
use raceproof_tests::sandbox::Sandbox;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

/// Of the whole workspace, as `Cargo.toml` says.
const VERSION: &str = env!("CARGO_PKG_VERSION");

const RACY: &str = "\
public class Racy {
    static int x;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> x++);
        t.start();
        x++;
        t.join();
    }
}
";

fn sandbox(name: &str) -> Sandbox {
    Sandbox::new(TEMPORARY, &format!("packaging-{name}"))
}

fn binary() -> PathBuf {
    let binary = place::raceproof(TEMPORARY.as_ref()).unwrap_or_else(|why| panic!("{why}"));
    binary.canonicalize().unwrap()
}

/// A script of `packaging/`.
fn script(name: &str) -> Command {
    let mut command = Command::new("sh");
    process::plain_environment(&mut command);
    // They ask cargo for the dependencies, which need not be below the home.
    for kept in ["CARGO", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"] {
        if let Some(value) = std::env::var_os(kept) {
            command.env(kept, value);
        }
    }
    command.arg(place::workspace().join("packaging").join(name));
    command
}

#[track_caller]
fn succeeded(sandbox: &Sandbox, command: Command) -> Finished {
    let shown = process::spelled(&command);
    let finished = sandbox.finish(command);
    let told = format!("{}{}", finished.stdout_text(), finished.stderr_text());
    assert_eq!(finished.status, Some(0), "{shown}:\n{told}");
    finished
}

/// The files below a folder, by their names from there.
fn files_below(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for path in fs::read_dir(&at).into_iter().flatten().map(|entry| entry.unwrap().path()) {
            match path.is_dir() && !path.is_symlink() {
                true => open.push(path),
                false => found.push(path.strip_prefix(folder).unwrap().display().to_string()),
            }
        }
    }
    found.sort();
    found
}

#[track_caller]
fn has(files: &[String], wanted: &[&str]) {
    for name in wanted {
        assert!(files.iter().any(|file| file == name), "{name} is not among {files:#?}");
    }
}

/// An installed executable finds the race of a source file.
#[track_caller]
fn finds_the_race(sandbox: &Sandbox, executable: &Path) {
    let source = sandbox.file("Racy.java", RACY);
    let mut command = Command::new(executable);
    process::plain_environment(&mut command);
    command.env("JAVA_HOME", &sandbox.jdk.home);
    command.env("RACEPROOF_CACHE", sandbox.folder.join("cache of it"));
    command.arg("check").arg(source);
    let finished = sandbox.finish(command);
    let told = format!("{}{}", finished.stdout_text(), finished.stderr_text());
    assert_eq!(finished.status, Some(1), "{told}");
    assert!(told.contains("error[data-race]") && told.contains("Racy.x"), "{told}");
}
