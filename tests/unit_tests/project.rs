//! The class path of a project, if none is given. Maven is played by a script, since the real one
//! fetches its plugins from the network.

use super::*;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

const TEST: &str = "class OneTest { @org.junit.jupiter.api.Test void t() { }
    @org.junit.jupiter.api.Test void fails() { throw new IllegalStateException(); } }";

/// Tests in the folder `target/test-classes`, and a `mvn` that says what `script` does.
fn maven(name: &str, script: &str) -> Tests {
    let tests = Tests::new(name).with("src/test/java/OneTest.java", TEST);
    tests.sandbox.file("pom.xml", "<project/>");
    let folder = &tests.sandbox.folder;
    fs::create_dir_all(folder.join("target")).unwrap();
    fs::rename(folder.join("classes"), folder.join("target/test-classes")).unwrap();
    let mvn = tests.sandbox.file("bin/mvn", format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(mvn, fs::Permissions::from_mode(0o755)).unwrap();
    tests
}

fn check(tests: &Tests) -> Finished {
    let mut command = tests.sandbox.command(&["check", "--test", "OneTest#t"]);
    command.env("PATH", format!("{}:/usr/bin:/bin", tests.sandbox.folder.join("bin").display()));
    tests.sandbox.finish(command)
}

/// Writes the class path that it is asked for where it is asked to.
const TELLS: &str = "echo \"$@\" >> asked
for word in \"$@\"; do case $word in -Dmdep.outputFile=*) printf %s \"$JARS\" > \"${word#*=}\";; esac; done";

#[test]
fn maven_is_asked_once_for_each_pom() {
    let tests = maven("maven", "");
    let script = format!("#!/bin/sh\nJARS='{}'\n{TELLS}\n", tests.frameworks.class_path);
    tests.sandbox.file("bin/mvn", script);
    for _ in 0..2 {
        let finished = check(&tests);
        expect(&finished, 0, &[]);
        expect_lines(&finished, &[("ok", "OneTest#t", "")]);
        assert!(!finished.stdout_text().contains("note:"), "{}", finished.stdout_text());
    }
    let asked = || fs::read_to_string(tests.sandbox.folder.join("asked")).unwrap();
    assert_eq!(asked().lines().count(), 1, "{}", asked());
    assert!(asked().starts_with("-o -q -B dependency:build-classpath"), "{}", asked());
    // Who replays a trace need not ask.
    let saved = ["check", "--test", "OneTest#fails", "--save-trace", "t"];
    expect(&tests.sandbox.raceproof(&saved), 1, &[]);
    tests.sandbox.file("pom.xml", "<project></project>");
    expect(&tests.sandbox.raceproof(&["replay", "t"]), 1, &[]);
    assert_eq!(asked().lines().count(), 1, "{}", asked());
    expect(&check(&tests), 0, &[]);
    assert_eq!(asked().lines().count(), 2, "{}", asked());
}

#[test]
fn what_a_project_misses_is_told_with_the_command_that_makes_it() {
    let tests = maven("maven-missing", "echo \"[ERROR] no plugin\"; exit 1");
    expect(
        &check(&tests),
        2,
        &[
            "the jars of the project are not known: `mvn -o dependency:build-classpath` failed",
            "[ERROR] no plugin",
            "`mvn dependency:build-classpath` fetches",
            "--classpath",
        ],
    );
    fs::remove_dir_all(tests.sandbox.folder.join("target/test-classes")).unwrap();
    expect(&check(&tests), 2, &["`target/test-classes` is missing", "`mvn test-compile` makes it"]);
    let finished = tests.sandbox.raceproof(&["check", "--test", "Nope", "-cp", "src"]);
    expect(&finished, 2, &["in a Maven project: `mvn test-compile`, then"]);

    fs::remove_file(tests.sandbox.folder.join("pom.xml")).unwrap();
    tests.sandbox.file("build.gradle.kts", "");
    expect(
        &check(&tests),
        2,
        &["`build/classes/java/test` is missing", "`gradle testClasses` makes it"],
    );
    let finished = tests.sandbox.raceproof(&["check", "--test", "Nope", "-cp", "src"]);
    expect(&finished, 2, &["in a Gradle project: `gradle testClasses`, then"]);
    fs::create_dir_all(tests.sandbox.folder.join("build/classes/java/test")).unwrap();
    expect(&check(&tests), 2, &["of a Gradle project the jars are not found", "runtimeClasspath"]);
}
