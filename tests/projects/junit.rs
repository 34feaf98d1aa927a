//! `@RaceproofTest`: under JUnit's own launcher, and in a build of Maven's.

use super::*;
use raceproof_tests::frameworks::{frameworks, junit_console};
use raceproof_tests::{javac, place};

const TESTS: &str = "import raceproof.junit.*; import raceproof.host.Incomplete; import org.junit.jupiter.api.*;
class AllTest {
    int plain; volatile long loud; int guarded;
    @BeforeEach void fill() { guarded = 1; }
    void both(Runnable task) throws Exception {
        Thread other = new Thread(task); other.start(); task.run(); other.join();
    }
    void large() { for (int i = 0; i < 6; i++) new Thread(() -> { for (int j = 0; j < 60; j++) loud++; }).start(); }
    @RaceproofTest void guards() throws Exception {
        both(() -> { synchronized (this) { guarded++; } });
        Assertions.assertEquals(3, guarded);
    }
    @RaceproofTest void races() throws Exception { both(() -> plain++); }
    @RaceproofTest(benign = \"AllTest.plain\", search = \"dfs\") void allowed() throws Exception { both(() -> plain++); }
    @RaceproofTest(race = \"off\") void unseen() throws Exception { both(() -> plain++); }
    @RaceproofTest(trusted = \"AllTest\") void trusts() throws Exception { both(() -> plain++); }
    @RaceproofTest(checked = \"!AllTest\") void others() throws Exception { both(() -> plain++); }
    @RaceproofTest(timeouts = \"idle\") void waits() throws Exception {
        java.util.concurrent.Semaphore free = new java.util.concurrent.Semaphore(0);
        new Thread(free::release).start();
        Assertions.assertTrue(free.tryAcquire(1, java.util.concurrent.TimeUnit.SECONDS));
    }
    @RaceproofTest(time = 1) void leaves() { large(); }
    @RaceproofTest(time = 1, incomplete = Incomplete.FAIL) void demands() { large(); }
    @RaceproofTest(time = 1, incomplete = Incomplete.PASS) void suffices() { large(); }
    @RaceproofTest void starts() throws Exception { new ProcessBuilder(\"true\").start(); }
    @RaceproofTest(search = \"widely\") void mistaken() { }
    @Test void ordinary() { plain++; Assertions.assertEquals(1, plain); }
}
";

/// A sandbox with the tests compiled, and their class path; nothing where JUnit is not installed.
fn compiled(name: &str, source: &str) -> Option<(Sandbox, String)> {
    let sandbox = Sandbox::new(TEMPORARY, &format!("projects-{name}"));
    let frameworks = frameworks(&sandbox.jdk, &sandbox.folder);
    if !frameworks.are_real {
        eprintln!("*** SKIPPED: the annotation for JUnit 5 ***");
        return None;
    }
    let jar = place::unpacked(TEMPORARY.as_ref(), "junit").unwrap_or_else(|why| panic!("{why}"));
    let class_path = format!("{}:{}", jar.display(), frameworks.class_path);
    let file = sandbox.file("AllTest.java", source);
    let classes = sandbox.folder.join("classes");
    javac::compile(&sandbox.jdk, &file, &classes, &class_path)
        .unwrap_or_else(|messages| panic!("{messages}"));
    Some((sandbox, format!("classes:{class_path}")))
}

/// JUnit runs the tests; `binary` is given by a property, by a variable, or by nothing.
fn by_junit(sandbox: &Sandbox, class_path: &str, binary: Given<'_>) -> Option<Finished> {
    let mut java = junit_console(&sandbox.jdk, class_path)?;
    java.arg("--select-class=AllTest").current_dir(&sandbox.folder).env("PATH", "/usr/bin:/bin");
    match binary {
        Given::Property(path) => {
            java.env("JDK_JAVA_OPTIONS", format!("-Draceproof.binary={}", path.display()))
        }
        Given::Variable(path) => java.env("RACEPROOF_BIN", path),
        Given::Path(folder) => java.env("PATH", folder),
    };
    Some(sandbox.finish(java))
}

enum Given<'a> {
    Property(&'a std::path::Path),
    Variable(&'a std::path::Path),
    Path(&'a std::path::Path),
}

/// What the launcher's tree has behind a test's name.
#[track_caller]
fn marked(text: &str, test: &str, mark: &str) {
    let line = text.lines().find(|line| line.contains(&format!("-- {test}() [")));
    let Some(line) = line else { panic!("{test}\n{text}") };
    assert!(line.contains(mark), "{mark} {line}\n{text}");
}

#[test]
fn a_test_ends_as_its_verdict_says() {
    let Some((sandbox, class_path)) = compiled("junit", TESTS) else { return };
    std::fs::create_dir(sandbox.folder.join("target")).unwrap();
    let binary = place::raceproof(TEMPORARY.as_ref()).unwrap();
    let Some(finished) = by_junit(&sandbox, &class_path, Given::Property(&binary)) else { return };
    let text = finished.stdout_text();
    for passed in
        ["guards", "allowed", "unseen", "trusts", "others", "waits", "suffices", "ordinary"]
    {
        marked(&text, passed, "[OK]");
    }
    for (other, mark) in [
        ("races", "[X] violated"),
        ("demands", "[X] incomplete"),
        ("mistaken", "`widely` is not a value of `search`"),
        ("leaves", "[A] incomplete"),
        ("starts", "[A] unsupported"),
    ] {
        marked(&text, other, mark);
    }
    let trace = sandbox.folder.join("target/raceproof/AllTest.races.trace");
    let again = format!("saved: raceproof replay {}", trace.display());
    for part in ["error[data-race]: main writes AllTest.plain", &again] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    expect(&sandbox.raceproof(&["replay", trace.to_str().unwrap()]), 1, &[]);
    let said = finished.stderr_text();
    for part in ["raceproof checks AllTest#races", "incomplete: 1 test"] {
        assert!(said.contains(part), "{part}\n{said}");
    }
}

const ONE: &str = "import raceproof.junit.*; class AllTest { @RaceproofTest void one() { } }";

#[test]
fn the_program_is_found_or_told_how_to_be() {
    let Some((sandbox, class_path)) = compiled("junit-binary", ONE) else { return };
    let binary = place::raceproof(TEMPORARY.as_ref()).unwrap().canonicalize().unwrap();
    let nowhere = sandbox.folder.join("nowhere");
    let echo = std::path::Path::new("/bin/echo");
    for (given, mark) in [
        (Given::Variable(&binary), "[OK]"),
        (Given::Path(binary.parent().unwrap()), "[OK]"),
        (Given::Path(&nowhere), "[X] the program `raceproof` is not there: neither the property"),
        (Given::Property(&nowhere), "[X] the program `raceproof` is not there: raceproof.binary"),
        (Given::Variable(&sandbox.folder), "which is no program"),
        (Given::Property(echo), "[X] `/bin/echo` is not Raceproof: to --version it answers"),
    ] {
        let Some(finished) = by_junit(&sandbox, &class_path, given) else { return };
        marked(&finished.stdout_text(), "one", mark);
    }
}
