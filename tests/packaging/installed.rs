//! `make install` and `make uninstall`.

use std::fs;
use std::path::Path;
use std::process::Command;

use raceproof_tests::place;
use raceproof_tests::process;
use raceproof_tests::sandbox::{Sandbox, expect};

use super::{binary, files_below, finds_the_race, has, sandbox, succeeded};

/// `make TARGET` with the binary under test, so nothing is built.
fn make(target: &str, root: &Path, prefix: &str) -> Command {
    let mut command = Command::new("make");
    process::plain_environment(&mut command);
    command.arg("--no-print-directory").arg("-C").arg(place::workspace()).arg(target);
    command.arg(format!("RACEPROOF={}", binary().display()));
    command.arg(format!("DESTDIR={}", root.display())).arg(format!("PREFIX={prefix}"));
    command
}

#[test]
fn it_is_installed_where_is_said_and_taken_away_again() {
    let sandbox = sandbox("install");
    let root = sandbox.folder.join("the root");
    let other = sandbox.file("the root/opt/my tools/bin/other", "stays");
    succeeded(&sandbox, make("install", &root, "/opt/my tools"));
    // Over what is there, too.
    succeeded(&sandbox, make("install", &root, "/opt/my tools"));
    let prefix = root.join("opt/my tools");
    has(
        &files_below(&prefix),
        &[
            "bin/raceproof",
            "share/man/man1/raceproof.1",
            "share/man/man1/raceproof-check.1",
            "share/man/man1/raceproof-jar.1",
            "share/bash-completion/completions/raceproof",
            "share/zsh/site-functions/_raceproof",
            "share/fish/vendor_completions.d/raceproof.fish",
            "share/doc/raceproof/LICENSE-MIT",
        ],
    );
    finds_the_race(&sandbox, &prefix.join("bin/raceproof"));
    shells_and_man_read_theirs(&sandbox, &prefix.join("share"));

    succeeded(&sandbox, make("uninstall", &root, "/opt/my tools"));
    assert_eq!(files_below(&root), ["opt/my tools/bin/other"]);
    assert_eq!(fs::read_to_string(other).unwrap(), "stays");
    let again = sandbox.finish(make("uninstall", &root, "/opt/my tools"));
    expect(&again, 2, &["there is no", "PREFIX and DESTDIR that it was installed with"]);
}

/// Each by its own program, where that is installed.
fn shells_and_man_read_theirs(sandbox: &Sandbox, share: &Path) {
    let readers = [
        ("bash", "bash-completion/completions/raceproof", "-c", ". \"$0\"; complete -p raceproof"),
        ("fish", "fish/vendor_completions.d/raceproof.fish", "-n", ""),
        ("zsh", "zsh/site-functions/_raceproof", "-n", ""),
        ("man", "man/man1/raceproof-check.1", "-l", ""),
    ];
    for (program, file, option, text) in readers {
        if Command::new(program).arg("--version").output().is_err() {
            eprintln!("*** SKIPPED: {program} is not installed ***");
            continue;
        }
        let mut command = Command::new(program);
        process::plain_environment(&mut command);
        command.env("MANPAGER", "cat").arg(option);
        if !text.is_empty() {
            command.arg(text);
        }
        succeeded(sandbox, {
            command.arg(share.join(file));
            command
        });
    }
}

#[test]
fn where_it_cannot_go_is_told() {
    let sandbox = sandbox("install-nowhere");
    sandbox.file("root/file", "in the way");
    let root = sandbox.folder.join("root");
    let advice = "make install PREFIX=\"$HOME/.local\"";
    expect(&sandbox.finish(make("install", &root, "/file")), 2, &["cannot be written to", advice]);
    expect(&sandbox.finish(make("install", &root, "file")), 2, &["does not begin with a slash"]);
    assert_eq!(files_below(&root), ["file"]);
}
