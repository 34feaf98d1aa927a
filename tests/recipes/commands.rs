//! Every command of README.md and `docs/` is executed as it stands there, one page after the other,
//! each in a folder that has what its commands name, and prints what is shown. What cannot be
//! executed here is left out by name, with the reason.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use raceproof_tests::frameworks::frameworks;
use raceproof_tests::maven::{Maven, example};
use raceproof_tests::process::{self, Finished};
use raceproof_tests::sandbox::Sandbox;
use raceproof_tests::{javac, place};

use super::documents::{Part, Shown, disguised, pages, parts};

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

/// Commands that are not executed here, by their beginning, and why.
const LEFT_OUT: [(&str, &str); 4] = [
    ("make demo", "builds the tool, minutes; `.ci/run` builds it by the same rule"),
    ("make test", "is what executes this"),
    ("cargo install", "builds the tool, minutes"),
    (
        "make install",
        "asks for the right to write below /usr/local; the suite `packaging` installs elsewhere",
    ),
];

const FOO: &str = "\
public class Foo {
    static int hits;
    static synchronized void hello(String s) { }
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { hello(\"a\"); hits++; });
        t.start();
        hits++;
        t.join();
    }
}
";

const TESTS: [(&str, &str); 2] = [
    (
        "com/acme/BankTest.java",
        "package com.acme;\npublic class BankTest {\n    int balance;\n    @org.junit.jupiter.api.Test void transfers() throws Exception {\n        Thread t = new Thread(() -> balance++);\n        t.start();\n        t.join();\n    }\n}\n",
    ),
    ("Other.java", "class Other {\n    @org.junit.jupiter.api.Test void slowly() { }\n}\n"),
];

#[test]
fn every_command_of_a_page_is_marked_as_one() {
    for page in pages() {
        let found = disguised(&fs::read_to_string(&page).unwrap());
        assert!(found.is_empty(), "{}: write `$ ` before {found:#?}", page.display());
    }
}

#[test]
fn what_is_left_out_is_shown_somewhere() {
    let mut shown = BTreeSet::new();
    for page in pages() {
        for part in parts(&fs::read_to_string(&page).unwrap()) {
            if let Part::Command(command) = part {
                shown.insert(command.text);
            }
        }
    }
    let stale: Vec<&str> = LEFT_OUT
        .iter()
        .map(|(start, _)| *start)
        .filter(|start| !shown.iter().any(|command| command.starts_with(start)))
        .collect();
    assert!(stale.is_empty(), "no page shows {stale:?}");
}

#[test]
fn every_command_does_what_its_page_says() {
    let shop = Shop::new();
    let mut failures = Vec::new();
    let mut executed = 0;
    for page in pages() {
        let name = page.file_name().unwrap().to_str().unwrap();
        let parts = parts(&fs::read_to_string(&page).unwrap());
        if parts.is_empty() {
            continue;
        }
        let place = Place::new(name, &shop);
        for part in parts {
            match part {
                Part::File { name, text } => drop(place.sandbox.file(&name, text)),
                Part::Command(shown) => {
                    executed += 1;
                    failures.extend(
                        place.wrong_with(&shown).map(|why| format!("{name}:{}: {why}", shown.line)),
                    );
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(executed > 40, "{executed} commands were found");
}

/// The Maven project in which commands about one are executed: the same for all pages, since most
/// of what Maven does is starting, and what it has compiled stays.
struct Shop {
    sandbox: Sandbox,
    maven: Option<Maven>,
    is_compiled: Cell<bool>,
}

impl Shop {
    fn new() -> Self {
        let sandbox = Sandbox::new(TEMPORARY, "commands-shop");
        let folder = example(&sandbox, "shop");
        // Its 155,000 steps would be most of the time, in each command about all tests; `projects`
        // has them.
        fs::remove_file(folder.join("src/test/java/shop/TillTest.java")).unwrap();
        Self { sandbox, maven: Maven::find(TEMPORARY), is_compiled: Cell::new(false) }
    }
}

/// Whether a command is one for the folder of a project.
fn is_of_a_project(text: &str) -> bool {
    text.contains("--test '*'") || text.contains("mvn ")
}

/// The folder in which the commands of a page are executed.
struct Place<'a> {
    sandbox: Sandbox,
    shop: &'a Shop,
}

impl<'a> Place<'a> {
    fn new(page: &str, shop: &'a Shop) -> Self {
        let sandbox = Sandbox::new(TEMPORARY, &format!("commands-{page}"));
        let place = Self { sandbox, shop };
        place.programs();
        place.tests();
        place.homes();
        place
    }

    fn programs(&self) {
        let sandbox = &self.sandbox;
        for name in ["Dinner", "OrderlyDinner", "Transfers"] {
            let path = format!("examples/{name}.java");
            sandbox.file(&path, fs::read(place::workspace().join(&path)).unwrap());
        }
        sandbox.class("Foo.java", FOO);
        sandbox.jdk_tool(
            "jar",
            &["--create", "--file", "app.jar", "--main-class", "Foo", "-C", "classes", "."],
        );
        sandbox.file("app.properties", "target = Foo\nclasspath = ${config_path}/classes\n");
        // A branch of a repository, with what it was taken from.
        let set = "git init -q . && git add Foo.java && git -c user.name=a -c user.email=a@b commit -qm first \
                   && git update-ref refs/remotes/origin/main HEAD";
        self.succeeded(set);
    }

    /// Two classes of tests, where builds put them.
    fn tests(&self) {
        let sandbox = &self.sandbox;
        fs::create_dir_all(sandbox.folder.join("target/classes")).unwrap();
        let classes = sandbox.folder.join("target/test-classes");
        let path = frameworks(&sandbox.jdk, &sandbox.folder).class_path;
        for (name, text) in TESTS {
            let source = sandbox.file(&format!("tests/{name}"), text);
            javac::compile(&sandbox.jdk, &source, &classes, &path)
                .unwrap_or_else(|why| panic!("{why}"));
        }
        // One jar that stands for all of the framework's.
        let others: Vec<String> = path
            .split(':')
            .map(|jar| format!("{jar}{}", if Path::new(jar).is_dir() { "/" } else { "" }))
            .collect();
        let manifest = sandbox.file("manifest", format!("Class-Path: {}\n", others.join("\n  ")));
        sandbox.jdk_tool(
            "jar",
            &["--create", "--file", "junit.jar", "--manifest", manifest.to_str().unwrap()],
        );
    }

    /// Folders of completions, as shells make them, and the tool on the `PATH`.
    fn homes(&self) {
        for folder in
            [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"]
        {
            fs::create_dir_all(self.sandbox.folder.join("home").join(folder)).unwrap();
        }
        let binary = place::raceproof(TEMPORARY.as_ref()).unwrap().canonicalize().unwrap();
        fs::create_dir_all(self.sandbox.folder.join("bin")).unwrap();
        std::os::unix::fs::symlink(binary, self.sandbox.folder.join("bin/raceproof")).unwrap();
    }

    fn shell(&self, text: &str) -> Finished {
        let sandbox = &self.sandbox;
        let mut command = Command::new("bash");
        process::plain_environment(&mut command);
        let path = std::env::var("PATH").unwrap_or_default();
        let folder = |name: &str| sandbox.folder.join(name);
        command.env(
            "PATH",
            format!(
                "{}:{}:{path}",
                folder("bin").display(),
                sandbox.jdk.home.join("bin").display()
            ),
        );
        command
            .env("JAVA_HOME", &sandbox.jdk.home)
            .env("HOME", folder("home"))
            .env("MANPAGER", "cat");
        command.env("RACEPROOF_CACHE", Path::new(TEMPORARY).join("commands-cache"));
        // As if it lay in no repository but its own.
        command.env("GIT_CEILING_DIRECTORIES", sandbox.folder.parent().unwrap());
        command.args(["-o", "pipefail", "-c", text]);
        command.current_dir(match is_of_a_project(text) {
            true => self.shop.sandbox.folder.join("shop"),
            false => sandbox.folder.clone(),
        });
        let command = match &self.shop.maven {
            Some(maven) => maven.given_to(command),
            None => command,
        };
        sandbox.finish(command)
    }

    fn succeeded(&self, text: &str) {
        let finished = self.shell(text);
        assert_eq!(finished.status, Some(0), "{text}: {}", finished.stderr_text());
    }

    /// What is wrong with a command, if anything.
    fn wrong_with(&self, shown: &Shown) -> Option<String> {
        let text = &shown.text;
        if LEFT_OUT.iter().any(|(start, _)| text.starts_with(start)) || self.lacks(text) {
            return None;
        }
        if text.contains("--test '*'") && !self.shop.is_compiled.replace(true) {
            self.succeeded("mvn -o -q -B test-compile");
        }
        let finished = self.shell(text);
        let printed = format!("{}{}", finished.stdout_text(), finished.stderr_text());
        // Anything but an answer: a wrong option, a limit, what is not modelled, a defect.
        if !matches!(finished.status, Some(0 | 1)) {
            return Some(format!("`{text}` ended by {:?}:\n{printed}", finished.status));
        }
        let line = shown.untrue(&printed)?;
        Some(format!("`{text}` does not print, in its place,\n{line}\nbut\n{printed}"))
    }

    /// Whether what it needs is not installed, which is said.
    fn lacks(&self, text: &str) -> bool {
        let is_missing = if is_of_a_project(text) {
            self.shop.maven.is_none()
        } else if text.contains("--agent") || text.contains("jar agent") {
            self.shell("raceproof jar agent").status != Some(0)
        } else if text.contains("| man ") {
            Command::new("man").arg("--version").output().is_err()
        } else {
            false
        };
        if is_missing {
            eprintln!("*** SKIPPED: `{text}`: what it needs is not installed ***");
        }
        is_missing
    }
}
