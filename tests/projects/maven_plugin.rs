//! `raceproof:check` and `@RaceproofTest` in builds of Maven's.

use super::*;
use raceproof_tests::place;

/// As a project has it beside its other tests.
const ANNOTATED: &str = "package shop; import raceproof.junit.RaceproofTest;
class VisitorsTest {
    @RaceproofTest void come() throws Exception {
        Visits visits = new Visits();
        Together.run(visits::add, visits::add);
    }
}
";

/// Tests of which one kind of thing can be said each.
const OTHERS: &str = "package shop; import org.junit.jupiter.api.*;
class OthersTest {
    volatile long loud;
    @Test void large() { for (int i = 0; i < 6; i++) new Thread(() -> { for (int j = 0; j < 60; j++) loud++; }).start(); }
    @Test void starts() throws Exception { new ProcessBuilder(\"true\").start(); }
    int plain;
    @Test void races() throws Exception { Together.run(() -> plain++, () -> plain++); }
    void helper() { }
}
";

impl Shop {
    /// Maven with the plugin and the annotation; `binary` is a property of the command line.
    fn with_raceproof(&self, arguments: &[&str]) -> Finished {
        let repository = place::unpacked(TEMPORARY.as_ref(), "maven");
        let repository = repository.unwrap_or_else(|why| panic!("{why}"));
        let repository = format!("-Draceproof.repository={}", repository.display());
        let binary = place::raceproof(TEMPORARY.as_ref()).unwrap();
        let binary = format!("-Draceproof.binary={}", binary.display());
        self.mvn(&[&[repository.as_str(), &binary], arguments].concat())
    }
}

#[track_caller]
fn told(finished: &Finished, status: i32, parts: &[&str]) {
    let text = finished.stdout_text();
    assert_eq!(finished.status, Some(status), "{text}");
    for part in parts {
        assert!(text.contains(part), "`{part}` is not said\n{text}");
    }
}

#[test]
fn a_build_fails_by_what_is_found_and_succeeds_once_that_is_mended() {
    let Some(shop) = Shop::open("verify") else { return };
    shop.sandbox.file("shop/src/test/java/shop/VisitorsTest.java", ANNOTATED);
    let trace = shop.folder.join("target/raceproof/shop.VisitorsTest.come.trace");
    let saved = format!("saved: raceproof replay {}", trace.display());
    let finished = shop.with_raceproof(&["verify"]);
    told(
        &finished,
        1,
        &[
            "error[data-race]: main writes shop.Visits.count",
            &saved,
            "Tests run: 7, Failures: 1, Errors: 0, Skipped: 0",
        ],
    );
    // Where Maven goes on, the plugin has its turn.
    let finished = shop.with_raceproof(&["verify", "-Dmaven.test.failure.ignore=true"]);
    told(
        &finished,
        1,
        &[
            "raceproof-maven-plugin:0.1.0:check (default)",
            "[ERROR] violated     shop.CustomersTest#areCounted  data-race",
            "[ERROR] violated     shop.CustomersTest#payEachOther  deadlock",
            "[ERROR] violated     shop.GoodsTest#leaveTheStock  assertion",
            "[ERROR] violated     shop.VisitorsTest#come  data-race",
            "violated: 7 tests, 2 ok, 5 violated.",
            "Raceproof has found what is wrong with some tests",
        ],
    );
    let trace = "target/raceproof/check.shop.GoodsTest.leaveTheStock.trace";
    expect(&shop.raceproof(&["replay", trace]), 1, &[]);

    let shop = shop.mended();
    let finished = shop.with_raceproof(&["verify"]);
    told(
        &finished,
        0,
        &["Tests run: 7, Failures: 0, Errors: 0, Skipped: 0", "[INFO] race-free: 7 tests, 7 ok."],
    );
    assert!(!shop.folder.join(trace).exists(), "what was mended is no counterexample any more");
}

#[test]
fn what_is_no_verdict_fails_the_build_unless_it_says_otherwise() {
    let Some(shop) = Shop::open("otherwise") else { return };
    shop.sandbox.file("shop/src/test/java/shop/OthersTest.java", OTHERS);
    let shop = shop.built();
    for (options, status, parts) in [
        (
            &["-Draceproof.tests=OthersTest#large", "-Draceproof.time=1"][..],
            1,
            &["incomplete: 1 test", "<incomplete>warn</incomplete>"][..],
        ),
        (
            &[
                "-Draceproof.tests=OthersTest#large",
                "-Draceproof.time=1",
                "-Draceproof.incomplete=warn",
            ],
            0,
            &["[WARNING] a limit ended the search"],
        ),
        (&["-Draceproof.tests=OthersTest#starts"], 1, &["<unsupported>warn</unsupported>"]),
        (
            &["-Draceproof.tests=OthersTest#starts", "-Draceproof.unsupported=warn"],
            0,
            &["[WARNING] some tests need what is not modelled"],
        ),
        (&["-Draceproof.tests=OthersTest#races"], 1, &["violated: 1 test"]),
        (
            &["-Draceproof.tests=OthersTest#races", "-Draceproof.benign=shop.OthersTest.plain"],
            0,
            &["race-free: 1 test"],
        ),
        (
            &["-Draceproof.tests=OthersTest#helper"],
            1,
            &["the method `helper` is no test: it has no @Test"],
        ),
        (&["-Draceproof.binary=/nowhere"], 1, &["the program `raceproof` is not there"]),
        (&["-DskipTests"], 0, &["no test is checked: raceproof.skip or skipTests says so"]),
    ] {
        // The last of two properties counts.
        told(&shop.with_raceproof(&[&["raceproof:check"], options].concat()), status, parts);
    }
    std::fs::remove_dir_all(shop.folder.join("target/test-classes")).unwrap();
    told(
        &shop.with_raceproof(&["raceproof:check"]),
        0,
        &["[WARNING] no test is checked: there are none in"],
    );
}
