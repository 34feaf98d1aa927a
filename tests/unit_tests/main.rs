//! `check --test`: which tests there are by the rules of JUnit 3, 4 and 5 and of TestNG, what is
//! called around them, their reports and traces, and what a user can get wrong.
//!
//! Against the jars of the frameworks, where they are installed. That JUnit itself runs the same
//! tests the same is in `as_junit`.

mod as_junit;
mod bad_input;
mod reports;

use raceproof_tests::frameworks::{Frameworks, frameworks};
use raceproof_tests::javac;
use raceproof_tests::process::Finished;
use raceproof_tests::sandbox::{Sandbox, expect};
use raceproof_tests::test_lines::{expect_lines, lines};

/// A folder with compiled tests.
struct Tests {
    sandbox: Sandbox,
    frameworks: Frameworks,
}

impl Tests {
    fn new(name: &str) -> Self {
        let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("unit-tests-{name}"));
        let frameworks = frameworks(&sandbox.jdk, &sandbox.folder);
        Self { sandbox, frameworks }
    }

    /// Compiles a source into the folder `classes`.
    fn with(self, path: &str, text: &str) -> Self {
        let source = self.sandbox.file(path, text);
        let classes = self.sandbox.folder.join("classes");
        let class_path = format!("{}:{}", classes.display(), self.frameworks.class_path);
        javac::compile(&self.sandbox.jdk, &source, &classes, &class_path)
            .unwrap_or_else(|messages| panic!("{messages}"));
        self
    }

    fn class_path(&self) -> String {
        format!("classes:{}", self.frameworks.class_path)
    }

    fn check(&self, arguments: &[&str]) -> Finished {
        let class_path = self.class_path();
        let head = ["check", "-cp", &class_path];
        self.sandbox.raceproof(&[&head, arguments].concat())
    }
}

/// Whoever calls it in another order than is given ends otherwise.
const ORDER: &str = "
    static java.util.List<String> order = new java.util.ArrayList<>();
    static void must(String expected) {
        if (!order.toString().equals(expected)) throw new IllegalStateException(order.toString());
    }
";

#[test]
fn junit4_calls_what_is_inherited_first_and_the_ends_behind_in_the_other_order() {
    let base = format!(
        "package old; import org.junit.*; public class Base {{ {ORDER}
            @BeforeClass public static void all() {{ order.add(\"all\"); }}
            @Before public void base() {{ order.add(\"base\"); }}
            @After public void close() {{ order.add(\"close\"); }}
            @AfterClass public static void end() {{ must(\"[all, base, own, test, drop, close]\"); }}
            @Test public void inherited() {{ order.add(\"test\"); }}
        }}"
    );
    let own = "package old; import org.junit.*; public class OwnTest extends Base {
        @Before public void own() { order.add(\"own\"); }
        @After public void drop() { order.add(\"drop\"); }
    }";
    let tests = Tests::new("junit4-order").with("Base.java", &base).with("OwnTest.java", own);
    let finished = tests.check(&["--test", "OwnTest"]);
    expect(&finished, 0, &[]);
    expect_lines(&finished, &[("ok", "old.OwnTest#inherited", "race-free")]);
}

#[test]
fn junit4_is_read_as_junit_reads_it() {
    let text = "import org.junit.*; public class OldTest {
        @Test(expected = IllegalStateException.class)
        public void comes() { throw new IllegalStateException(\"comes\"); }
        @Test(expected = IllegalStateException.class) public void comesNot() { }
        @Test(expected = IllegalStateException.class)
        public void other() { throw new IllegalArgumentException(\"other\"); }
        @Test(timeout = 10) public void slow() throws Exception { Thread.sleep(1000); }
        @Test @Ignore(\"some day\") public void off() { throw new Error(); }
        @Test void hidden() { }
        @Test public static void fixed() { }
        @Test public int gives() { return 1; }
        @Test public void takes(int i) { }
        public void none() { throw new Error(); }
    }";
    let tests = Tests::new("junit4").with("OldTest.java", text);
    let finished = tests.check(&["--test", "OldTest"]);
    expect(&finished, 1, &[]);
    expect_lines(
        &finished,
        &[
            ("ok", "OldTest#comes", ""),
            ("violated", "OldTest#comesNot", "assertion"),
            ("violated", "OldTest#other", "uncaught-exception"),
            ("ok", "OldTest#slow", ""),
            (
                "",
                "note: its timeout is not heeded: time is virtual, and what never ends is found as such",
                "",
            ),
            ("skipped", "OldTest#off", "@Ignore: some day"),
            ("skipped", "OldTest#hidden", "it is not public, so JUnit 4 does not run it"),
            ("skipped", "OldTest#fixed", "it is static, so"),
            ("skipped", "OldTest#gives", "it returns a value, so"),
            ("skipped", "OldTest#takes", "it takes arguments, so"),
        ],
    );
    let text = finished.stdout_text();
    assert!(text.contains("expected exception: java.lang.IllegalStateException"), "{text}");
    assert!(text.contains("nobody caught java.lang.IllegalArgumentException: other"), "{text}");
}

#[test]
fn junit5_is_read_as_junit_reads_it() {
    let text = format!(
        "package young; import org.junit.jupiter.api.*; import org.junit.jupiter.params.ParameterizedTest;
        class YoungTest {{ {ORDER}
            int filled;
            @BeforeAll static void all() {{ order.add(\"all\"); }}
            @BeforeEach void fill() {{ filled++; order.add(\"fill\"); }}
            @AfterEach void drop() {{ order.add(\"drop\"); }}
            @AfterAll static void end() {{ if (order.contains(\"inner\")) must(\"[all, fill, more, inner, less, drop]\"); }}
            @Test void plain() {{ must(\"[all, fill]\"); }}
            @Test private void hidden() {{ }}
            @Test void takes(int i) {{ }}
            @Test @Disabled void off() {{ }}
            @RepeatedTest(3) void again() {{ if (filled != 1) throw new Error(); }}
            @ParameterizedTest void many(int i) {{ }}
            @TestFactory Object made() {{ return null; }}
            @Nested class Inner {{
                @BeforeEach void more() {{ order.add(\"more\"); }}
                @AfterEach void less() {{ order.add(\"less\"); }}
                @Test void sees() {{ order.add(\"inner\"); if (filled != 1) throw new Error(); }}
            }}
            class Stray {{ @Test void lost() {{ }} }}
            static class Apart {{ @Test void fine() {{ }} }}
        }}"
    );
    let tests = Tests::new("junit5").with("YoungTest.java", &text);
    let finished = tests.check(&["--test", "*"]);
    expect(&finished, 0, &[]);
    expect_lines(
        &finished,
        &[
            ("ok", "young.YoungTest#plain", ""),
            ("skipped", "young.YoungTest#hidden", "it is private, so JUnit 5 does not run it"),
            ("skipped", "young.YoungTest#takes", "it takes arguments"),
            ("skipped", "young.YoungTest#off", "@Disabled"),
            ("ok", "young.YoungTest#again", ""),
            ("", "note: it is run once, not repeatedly: every schedule of it is explored", ""),
            ("skipped", "young.YoungTest#many", "it is parametrised"),
            ("skipped", "young.YoungTest#made", "(@TestFactory)"),
            ("ok", "young.YoungTest$Apart#fine", ""),
            ("ok", "young.YoungTest$Inner#sees", ""),
            ("skipped", "young.YoungTest$Stray#lost", "it must be static (or @Nested)"),
        ],
    );
    // With a class come those that are nested in it, and no others.
    let finished = tests.check(&["--test", "YoungTest#s*"]);
    expect_lines(&finished, &[("ok", "young.YoungTest$Inner#sees", "")]);
}

#[test]
fn testng_is_read_as_testng_reads_it() {
    let text = format!(
        "package ng; import org.testng.annotations.*; public class NgTest {{ {ORDER}
            @BeforeClass public void all() {{ order.add(\"all\"); }}
            @BeforeMethod public void fill() {{ order.add(\"fill\"); }}
            @BeforeMethod(enabled = false) public void never() {{ throw new Error(); }}
            @AfterMethod public void drop() {{ order.add(\"drop\"); }}
            @AfterClass public void end() {{ if (order.contains(\"test\")) must(\"[all, fill, test, drop]\"); }}
            @Test public void plain() {{ order.add(\"test\"); }}
            @Test(enabled = false) public void off() {{ }}
            @Test(expectedExceptions = {{IllegalStateException.class, Error.class}})
            public void throwsIt() {{ throw new Error(); }}
            @Test(expectedExceptions = Error.class) public void throwsNot() {{ }}
            @Test(dataProvider = \"data\") public void many(int i) {{ }}
            @DataProvider public Object[][] data() {{ return new Object[0][]; }}
            @Test(invocationCount = 9, threadPoolSize = 3) public void pooled() {{ }}
            @Test(dependsOnMethods = \"plain\") public void later() {{ }}
        }}"
    );
    let all = "package ng; import org.testng.annotations.*; @Test public class AllTest {
        @BeforeMethod public void none() { }
        public void one() { }
        void two() { }
    }";
    let tests = Tests::new("testng").with("NgTest.java", &text).with("AllTest.java", all);
    let finished = tests.check(&["--test", "ng.*"]);
    expect(&finished, 1, &[]);
    expect_lines(
        &finished,
        &[
            ("ok", "ng.AllTest#one", ""),
            ("ok", "ng.NgTest#plain", ""),
            ("skipped", "ng.NgTest#off", "enabled = false"),
            ("ok", "ng.NgTest#throwsIt", ""),
            ("violated", "ng.NgTest#throwsNot", "assertion"),
            ("skipped", "ng.NgTest#many", "it is parametrised (dataProvider)"),
            ("ok", "ng.NgTest#pooled", ""),
            ("", "note: it is run once, not repeatedly: every schedule of it is explored", ""),
            ("", "note: it is run in one thread: threadPoolSize is not heeded", ""),
            ("ok", "ng.NgTest#later", ""),
            ("", "note: it is run by itself: what it depends on is not run before it", ""),
        ],
    );
}

#[test]
fn what_fails_around_a_test_is_its_failure() {
    let text = "import org.junit.*; public class AroundTest {
        public static class Before { @org.junit.Before public void b() { throw new IllegalStateException(\"before\"); }
            @org.junit.After public void a() { System.out.println(\"after all the same\"); }
            @AfterClass public static void e() { System.out.println(\"end all the same\"); }
            @Test public void t() { System.out.println(\"is not run\"); } }
        public static class All { @org.testng.annotations.BeforeClass public void b() { throw new IllegalStateException(\"all\"); }
            @org.testng.annotations.AfterMethod public void a() { System.out.println(\"is not run\"); }
            @org.testng.annotations.Test public void t() { System.out.println(\"is not run\"); } }
        public static class After { @org.junit.After public void a() { throw new IllegalStateException(\"after\"); }
            @Test public void t() { } }
        public static class Both { @org.junit.After public void a() { throw new IllegalStateException(\"after\"); }
            @Test public void t() { throw new IllegalStateException(\"the test\"); } }
        public static class Made { public Made() { throw new IllegalStateException(\"constructor\"); }
            @org.junit.After public void a() { throw new Error(\"is not run\"); }
            @Test public void t() { } }
        public static class Loaded { static { if (true) throw new IllegalStateException(\"initialiser\"); }
            @Test public void t() { } }
    }";
    let tests = Tests::new("around").with("AroundTest.java", text);
    for (class, what, place) in [
        ("Before", "before", "AroundTest$Before.b"),
        ("All", "all", "AroundTest$All.b"),
        ("After", "after", "AroundTest$After.a"),
        ("Both", "the test", "AroundTest$Both.t"),
        ("Made", "constructor", "AroundTest$Made.<init>"),
        ("Loaded", "initialiser", "AroundTest$Loaded.<clinit>"),
    ] {
        let name = format!("AroundTest${class}");
        let finished = tests.check(&["--test", &name, "--program-output", "show"]);
        expect(&finished, 1, &[]);
        let text = finished.stdout_text();
        let sentence = format!("nobody caught java.lang.IllegalStateException: {what} in thread");
        assert!(text.contains(&sentence) && text.contains(&format!("at {place}(")), "{text}");
        for line in ["after all the same", "end all the same"] {
            assert_eq!(text.contains(line), class == "Before", "{text}");
        }
        assert!(!text.contains("is not run\n"), "{text}");
        // Neither the launcher nor what it calls by is the test's.
        assert!(!text.contains("TestRun") && !text.contains("java.lang.reflect"), "{text}");
    }
}

#[test]
fn who_takes_part_in_a_test_and_is_not_run_is_named() {
    let text = "import org.junit.jupiter.api.extension.ExtendWith; public class TakenTest {
        @ExtendWith(String.class) static class Extended { @org.junit.jupiter.api.Test void t() { } }
        @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
        @ExtendWith(String.class) @interface Brings { }
        static class Composed { @Brings @org.junit.jupiter.api.Test void t() { } }
        @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
        @org.junit.jupiter.api.Test @interface Quick { }
        static class Marked { @Quick void t() { } }
        public static class Ruled { @org.junit.Rule public Object rule = null; @org.junit.Test public void t() { } }
        public static class Given { public Given(int i) { } @org.junit.Test public void t() { } }
        static class Lower { @org.junit.Test public void t() { } }
    }";
    let text = text.replace("ExtendWith(String.class)", "ExtendWith(TakenTest.Taker.class)");
    let taker = if Tests::new("taken").frameworks.are_real {
        "static class Taker implements org.junit.jupiter.api.extension.Extension { } }"
    } else {
        "static class Taker { } }"
    };
    let text = format!("{}{taker}", text.trim_end().trim_end_matches('}'));
    let tests = Tests::new("taken").with("TakenTest.java", &text);
    let finished = tests.check(&["--test", "*"]);
    expect(&finished, 0, &[]);
    let extended = "@ExtendWith(TakenTest$Taker), which is not run here";
    expect_lines(
        &finished,
        &[
            ("skipped", "TakenTest$Composed#t", &format!("@Brings brings {extended}")),
            ("skipped", "TakenTest$Extended#t", extended),
            ("skipped", "TakenTest$Given#t", "the constructor of its class takes arguments"),
            ("skipped", "TakenTest$Lower#t", "its class is not public, so JUnit 4"),
            ("ok", "TakenTest$Marked#t", ""),
            ("skipped", "TakenTest$Ruled#t", "@Rule `rule` is not heeded here"),
        ],
    );
    let run_with =
        "import org.junit.*; @org.junit.runner.RunWith(RunTest.Runs.class) public class RunTest {
        @Test public void t() { } RUNS }";
    let runs = if tests.frameworks.are_real {
        "public static class Runs extends org.junit.runners.BlockJUnit4ClassRunner {
             public Runs(Class<?> c) throws Exception { super(c); } }"
    } else {
        "public static class Runs { }"
    };
    let tests = tests.with("RunTest.java", &run_with.replace("RUNS", runs));
    let finished = tests.check(&["--test", "RunTest"]);
    expect(&finished, 4, &[]);
    let what = "@RunWith(RunTest$Runs), which is not run here";
    expect_lines(&finished, &[("skipped", "RunTest#t", what)]);
    let text = finished.stdout_text();
    assert!(text.ends_with("unsupported: 1 test, 1 skipped. None could be checked.\n"), "{text}");
}

#[test]
fn schedules_of_a_test_are_explored() {
    let text = "import org.junit.jupiter.api.*; class BankTest {
        int plain; volatile int lost; int guarded;
        void both(Runnable task) throws Exception {
            Thread other = new Thread(task);
            other.start(); task.run(); other.join();
        }
        @Test void races() throws Exception { both(() -> plain++); }
        @Test void loses() throws Exception { both(() -> lost++); assert lost == 2 : \"lost \" + lost; }
        @Test void adds() throws Exception {
            both(() -> { synchronized (this) { guarded++; } });
            assert guarded == 2;
        }
        @Test void elsewhere() throws Exception { new Thread(() -> { throw new IllegalStateException(\"x\"); }).start(); }
    }";
    let tests = Tests::new("schedules").with("BankTest.java", text);
    for options in [&[][..], &["--search", "dfs"], &["--search", "dpor"]] {
        let finished = tests.check(&[&["--test", "BankTest"], options].concat());
        expect(&finished, 1, &[]);
        expect_lines(
            &finished,
            &[
                ("violated", "BankTest#races", "data-race"),
                ("violated", "BankTest#loses", "assertion"),
                ("ok", "BankTest#adds", "race-free"),
                ("violated", "BankTest#elsewhere", "uncaught-exception"),
            ],
        );
        let text = finished.stdout_text();
        assert!(text.contains("an assertion failed in thread \"main\": lost 1"), "{text}");
        assert!(text.ends_with("violated: 4 tests, 1 ok, 3 violated.\n"), "{text}");
    }
}

#[test]
fn a_runner_ends_idle_threads_but_none_that_waits_for_something() {
    let text = "import java.util.*; import java.util.concurrent.*; import org.junit.jupiter.api.*; class LeavesTest {
        @Test void pool() throws Exception {
            Assertions.assertEquals(1, (int) Executors.newFixedThreadPool(1).submit(() -> 1).get());
        }
        @Test void timer() throws Exception {
            CountDownLatch done = new CountDownLatch(1);
            new Timer().schedule(new TimerTask() { @Override public void run() { done.countDown(); } }, 1000);
            done.await();
        }
        @Test void stuck() {
            Executors.newFixedThreadPool(1).submit(() -> { new CountDownLatch(1).await(); return 1; });
        }
        @Test void alone() {
            new Thread(() -> { synchronized (this) { try { wait(); } catch (InterruptedException e) { } } }).start();
        }
    }";
    let tests = Tests::new("leaves").with("LeavesTest.java", text);
    let finished =
        tests.check(&["--test", "LeavesTest", "--search", "dfs", "--library", "instant"]);
    expect(&finished, 1, &[]);
    expect_lines(
        &finished,
        &[
            ("ok", "LeavesTest#pool", "race-free"),
            ("ok", "LeavesTest#timer", "race-free"),
            ("violated", "LeavesTest#stuck", "deadlock"),
            ("violated", "LeavesTest#alone", "deadlock"),
        ],
    );
}
