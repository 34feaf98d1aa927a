//! `make deb`: made, installed into an empty root, used there, and removed.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use raceproof_tests::process;
use raceproof_tests::sandbox::{Sandbox, expect};

use super::{VERSION, binary, files_below, finds_the_race, has, sandbox, script, succeeded};

fn deb(sandbox: &Sandbox) -> Command {
    let mut command = script("deb.sh");
    command.arg(binary()).arg(VERSION).arg(sandbox.folder.join("to"));
    command
}

fn is_installed(program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        eprintln!("*** SKIPPED: {program} is not installed ***");
    }
    is_there
}

#[test]
fn a_package_is_installed_used_and_removed() {
    if !is_installed("dpkg-deb") {
        return;
    }
    let sandbox = sandbox("deb");
    let package = PathBuf::from(succeeded(&sandbox, deb(&sandbox)).stdout_text().trim_end());
    let name = package.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with(&format!("raceproof_{VERSION}_")), "{name}");
    says_what_it_needs(&sandbox, &package);

    let root = empty_root(&sandbox);
    let before = files_below(&root);
    // Java and the C library are packages of the host's, which the empty root knows nothing of.
    succeeded(&sandbox, dpkg(&root, &["--force-depends", "--install", package.to_str().unwrap()]));
    let usr = root.join("usr");
    has(
        &files_below(&usr),
        &[
            "bin/raceproof",
            "share/man/man1/raceproof.1.gz",
            "share/man/man1/raceproof-check.1.gz",
            "share/bash-completion/completions/raceproof",
            "share/zsh/vendor-completions/_raceproof",
            "share/fish/vendor_completions.d/raceproof.fish",
            "share/doc/raceproof/copyright",
            "share/doc/raceproof/changelog.gz",
        ],
    );
    let copyright = fs::read_to_string(usr.join("share/doc/raceproof/copyright")).unwrap();
    for part in
        ["Apache License", "Mozilla Public License", "clap 4", "libmimalloc-sys", "zstd-sys"]
    {
        assert!(copyright.contains(part), "{part}");
    }
    succeeded(&sandbox, dpkg(&root, &["--verify", "raceproof"]));
    finds_the_race(&sandbox, &usr.join("bin/raceproof"));
    inside_of_it_alone(&sandbox, &root);

    succeeded(&sandbox, dpkg(&root, &["--purge", "raceproof"]));
    let of_dpkg = |file: &String| file.starts_with("var/");
    let left: Vec<String> = files_below(&root).into_iter().filter(|f| !of_dpkg(f)).collect();
    assert_eq!(left, before.into_iter().filter(|f| !of_dpkg(f)).collect::<Vec<_>>());
}

fn says_what_it_needs(sandbox: &Sandbox, package: &Path) {
    let field = |name: &str| {
        let mut command = Command::new("dpkg-deb");
        command.arg("--field").arg(package).arg(name);
        succeeded(sandbox, command).stdout_text().trim_end().to_owned()
    };
    assert_eq!(field("Version"), VERSION);
    let depends = field("Depends");
    assert!(depends.starts_with("libc6 (>= 2.") || depends.contains(", libc6 (>= 2."), "{depends}");
    assert!(depends.contains("default-jre-headless (>= 2:1.17)"), "{depends}");
    assert!(field("Recommends").contains("default-jdk-headless"));
}

/// What dpkg keeps its books in, and nothing else.
fn empty_root(sandbox: &Sandbox) -> PathBuf {
    for folder in ["info", "updates", "triggers"] {
        sandbox.file(&format!("root/var/lib/dpkg/{folder}/.keep"), "");
    }
    sandbox.file("root/var/lib/dpkg/status", "");
    sandbox.folder.join("root")
}

fn dpkg(root: &Path, words: &[&str]) -> Command {
    let mut command = Command::new("dpkg");
    process::plain_environment(&mut command);
    command.arg(format!("--root={}", root.display()));
    command.args(["--force-not-root", "--force-bad-path", "--log=/dev/null"]).args(words);
    command
}

/// With that root as the whole file system, but for the C library, the JDK and `/tmp`.
fn inside_of_it_alone(sandbox: &Sandbox, root: &Path) {
    let allowed = Command::new("unshare").args(["--mount", "true"]).status();
    if !allowed.is_ok_and(|status| status.success()) {
        eprintln!(
            "*** SKIPPED: using the package in a root of its own: unshare is not permitted ***"
        );
        return;
    }
    sandbox.class("Racy.java", super::RACY);
    fs::copy(sandbox.folder.join("classes/Racy.class"), root.join("Racy.class")).unwrap();
    // Mounts of this namespace go with it.
    let text = "set -e; cd \"$1\"; mkdir -p jdk tmp
        for file in $(ldd usr/bin/raceproof | grep -o '/[^ ]*'); do
            mkdir -p \".$(dirname \"$file\")\"; cp -L \"$file\" \".$file\"
        done
        mount --bind \"$2\" jdk
        status=0
        JAVA_HOME=/jdk HOME= chroot . /usr/bin/raceproof check Racy -cp / || status=$?
        exit $status";
    let mut command = Command::new("unshare");
    process::plain_environment(&mut command);
    command.args(["--mount", "sh", "-c", text, "sh"]).arg(root);
    command.arg(sandbox.jdk.home.canonicalize().unwrap());
    let finished = sandbox.finish(command);
    let told = format!("{}{}", finished.stdout_text(), finished.stderr_text());
    assert_eq!(finished.status, Some(1), "{told}");
    assert!(told.contains("Racy.x"), "{told}");
    for made in ["Racy.class", "jdk", "tmp", "lib", "lib64"] {
        let _ = fs::remove_file(root.join(made));
        let _ = fs::remove_dir_all(root.join(made));
    }
}

#[test]
fn without_its_tools_it_says_what_to_do_instead() {
    let sandbox = sandbox("no-dpkg");
    let tools = sandbox.folder.join("tools");
    fs::create_dir(&tools).unwrap();
    for tool in ["sh", "dirname", "objdump", "strip"] {
        symlink(format!("/usr/bin/{tool}"), tools.join(tool)).unwrap();
    }
    let mut command = deb(&sandbox);
    command.env("PATH", &tools);
    expect(&sandbox.finish(command), 2, &["dpkg-deb is missing", "apt-get install", "make dist"]);
    assert!(!sandbox.folder.join("to").exists());
}
