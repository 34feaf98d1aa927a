//! What a user can get wrong, and tests of which nothing can be said.

use super::*;

const BANK: &str = "package com.acme; import org.junit.jupiter.api.*; class BankTest {
    @Test void transfers() { }
    @Test void transfersTwice() { }
    @Test @Disabled(\"slow\") void off() { }
    void helper() { }
}";

fn bank(name: &str) -> Tests {
    let empty = "package com.acme; class Plain { void test() { } }";
    let base = "package com.acme; abstract class Base { @org.junit.Test public void t() { } }";
    let same = "package com.other; class BankTest { @org.junit.jupiter.api.Test void t() { } }";
    Tests::new(name)
        .with("com/acme/BankTest.java", BANK)
        .with("com/acme/Plain.java", empty)
        .with("com/acme/Base.java", base)
        .with("com/other/BankTest.java", same)
}

/// Whoever names a class of tests as the program learns how they are run.
#[test]
fn a_class_of_tests_has_no_main_method_but_tests() {
    let tests = bank("no_main");
    let told = tests.sandbox.raceproof(&["check", "com.acme.BankTest", "-cp", "classes"]);
    expect(&told, 2, &["has no main method", "`raceproof check --test com.acme.BankTest`"]);
    let told = tests.sandbox.raceproof(&["check", "com.acme.Plain", "-cp", "classes"]);
    expect(&told, 2, &["has no main method"]);
    assert!(!told.stderr_text().contains("--test"), "{}", told.stderr_text());
}

#[test]
fn a_text_that_means_no_test_says_what_it_may_have_meant() {
    let tests = bank("wrong");
    for (text, words) in [
        (
            "com.acme.BankTset",
            &[
                "there is no class `com.acme.BankTset` on the class path",
                "did you mean `com.acme.BankTest`?",
                "--classpath",
            ][..],
        ),
        ("Plian", &["there is no class `Plian`", "did you mean `com.acme.Plain`?"]),
        ("org.*", &["no class has such a name in `classes`"]),
        (
            "BankTest",
            &[
                "several classes have that name: `com.acme.BankTest`, `com.other.BankTest`",
                "give the name with its package",
            ],
        ),
        ("com.acme.Plain", &["`com.acme.Plain` has no tests", "a test is a method with @Test"]),
        ("com.acme.P*", &["`com.acme.Plain` has no tests"]),
        ("com.acme.[PB]*", &["no class has such a name"]),
        ("com.acme.Base", &["`com.acme.Base` is abstract", "name a class that extends it"]),
        (
            "com.acme.BankTest#transfer",
            &["the method `transfer` is not there", "did you mean `com.acme.BankTest#transfers`?"],
        ),
        (
            "com.acme.BankTest#helper",
            &[
                "the method `helper` is no test: it has no @Test",
                "its tests are `transfers`, `transfersTwice`, `off`",
            ],
        ),
        ("com.acme.BankTest#x*", &["the method `x*` is not there"]),
        ("#transfers", &["`#transfers` is not a value of `test`", "give classes of tests"]),
    ] {
        let finished = tests.check(&["--test", text]);
        expect(&finished, 2, words);
        assert_eq!(finished.stdout_text(), "", "{text}");
    }
    let missing = format!("{}:nowhere", tests.class_path());
    let finished = tests.sandbox.raceproof(&["check", "--test", "X", "-cp", &missing]);
    expect(&finished, 2, &["the class path names `nowhere`, which does not exist"]);
}

#[test]
fn a_test_is_asked_for_by_name_by_pattern_and_several_at_once() {
    let tests = bank("asked");
    for (text, methods) in [
        ("com.acme.BankTest#transfers", &["transfers"][..]),
        ("com.acme.BankTest#transfers()", &["transfers"]),
        ("com/acme/BankTest#transfers", &["transfers"]),
        ("com.acme.*#transfers*", &["transfers", "transfersTwice"]),
        ("*acme*Test", &["transfers", "transfersTwice", "off"]),
        ("com.acme.BankTest#off,com.acme.BankTest", &["off", "transfers", "transfersTwice"]),
    ] {
        let finished = tests.check(&["--test", text]);
        expect(&finished, 0, &[]);
        let told: Vec<String> = lines(&finished).into_iter().map(|(_, test, _)| test).collect();
        let expected: Vec<String> =
            methods.iter().map(|method| format!("com.acme.BankTest#{method}")).collect();
        assert_eq!(told, expected, "{text}");
    }
    let twice = tests.check(&["--test", "com.acme.BankTest#off", "--test", "com.other.BankTest"]);
    expect_lines(
        &twice,
        &[("skipped", "com.acme.BankTest#off", ""), ("ok", "com.other.BankTest#t", "")],
    );
}

#[test]
fn where_nothing_could_be_checked_nothing_has_succeeded() {
    let tests = bank("nothing");
    let finished = tests.check(&["--test", "com.acme.BankTest#off"]);
    expect(&finished, 2, &[]);
    let text = finished.stdout_text();
    assert!(text.ends_with("error: 1 test, 1 skipped. None could be checked.\n"), "{text}");
}

#[test]
fn a_test_has_no_second_program() {
    let tests = bank("second");
    for (arguments, what) in [
        (&["com.acme.Plain"][..], "the target `com.acme.Plain` and --test"),
        (&["--main", "com.acme.Plain"], "--main and --test"),
        (&["--", "argument"], "arguments behind `--` and --test"),
    ] {
        let finished = tests.check(&[&["--test", "com.acme.BankTest"], arguments].concat());
        expect(&finished, 2, &[what, "leave one out"]);
    }
}

#[test]
fn a_target_may_bring_the_tests() {
    let tests = bank("target");
    let source = "class SingleTest { @org.junit.jupiter.api.Test void t() { } }";
    tests.sandbox.file("SingleTest.java", source);
    let jars = tests.frameworks.class_path.clone();
    let check = |target: &str, text: &str| {
        tests.sandbox.raceproof(&["check", target, "--test", text, "-cp", &jars])
    };
    expect_lines(&check("SingleTest.java", "*"), &[("ok", "SingleTest#t", "")]);
    tests.sandbox.jdk_tool("jar", &["--create", "--file", "tests.jar", "-C", "classes", "."]);
    expect_lines(&check("tests.jar", "com.other.*"), &[("ok", "com.other.BankTest#t", "")]);
    // What is a project's own is in folders, unless there are none.
    let class_path = format!("tests.jar:{jars}");
    let finished = tests.sandbox.raceproof(&["check", "--test", "com.other.*", "-cp", &class_path]);
    expect_lines(&finished, &[("ok", "com.other.BankTest#t", "")]);
}

#[test]
fn a_class_file_that_is_damaged_or_in_the_wrong_place_is_named() {
    let tests = bank("damaged");
    tests.sandbox.file("classes/Torn.class", [0xca, 0xfe, 0xba, 0xbe, 0, 0]);
    let torn = tests.check(&["--test", "Torn"]);
    expect(&torn, 2, &["--test Torn: its file in `classes` is damaged: ", "compile it again"]);
    let bytes =
        std::fs::read(tests.sandbox.folder.join("classes/com/acme/BankTest.class")).unwrap();
    tests.sandbox.file("classes/Moved.class", bytes);
    let moved = tests.check(&["--test", "Moved"]);
    expect(&moved, 2, &["in `classes` its file holds the class `com/acme/BankTest`"]);
}

#[test]
fn a_test_of_an_engine_that_is_not_run_is_named() {
    let mark = "package org.quick; import java.lang.annotation.*;
        @Retention(RetentionPolicy.RUNTIME) @org.junit.platform.commons.annotation.Testable public @interface Property { }";
    let text = "package com.quick; class QuickTest { @org.quick.Property boolean holds() { return true; } }";
    let tests = bank("engine");
    if !tests.frameworks.are_real {
        eprintln!("*** SKIPPED: tests of other engines ***");
        return;
    }
    let tests = tests.with("org/quick/Property.java", mark).with("com/quick/QuickTest.java", text);
    let finished = tests.check(&["--test", "QuickTest"]);
    expect(&finished, 4, &[]);
    let what = "@Property is of an engine that is not run here (org.quick)";
    expect_lines(&finished, &[("skipped", "com.quick.QuickTest#holds", what)]);
}

#[test]
fn a_framework_that_is_not_there_is_noted() {
    let tests = bank("without-framework");
    let finished =
        tests.sandbox.raceproof(&["check", "--test", "com.other.BankTest", "-cp", "classes"]);
    expect(&finished, 0, &[]);
    let text = finished.stdout_text();
    assert!(text.contains("note: JUnit 5 is not on the class path"), "{text}");
}
