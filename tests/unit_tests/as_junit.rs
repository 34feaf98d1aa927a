//! The same tests by the frameworks' own launchers: what passes there under `java`, passes here;
//! what fails there, is found here; what is not run there, is not run here.

use super::*;
use std::collections::BTreeMap;

use raceproof_tests::frameworks::junit_console;
use raceproof_tests::process;

const JUNIT5: &str =
    "import org.junit.jupiter.api.*; import static org.junit.jupiter.api.Assertions.*;
class FiveTest extends FiveBase implements FiveFace {
    @BeforeEach void fill() { list.add(\"fill\"); }
    @Test void order() { assertEquals(java.util.List.of(\"base\", \"face\", \"fill\"), list); }
    @Test void fails() { fail(\"wrong\"); }
    @Test void throwsIt() { assertThrows(Error.class, () -> { throw new Error(); }); }
    @Test void assumed() { Assumptions.assumeTrue(false); fail(); }
    @Override void overridden() { throw new Error(); }
    @Override @Test void again() { }
    @Test @Disabled void off() { fail(); }
    @Nested class Inner { @Test void inner() { assertEquals(3, list.size()); } }
}
class FiveBase {
    java.util.List<String> list = new java.util.ArrayList<>();
    @BeforeEach void base() { list.add(\"base\"); }
    @Test void inherited() { assertEquals(3, list.size()); }
    @Test void overridden() { }
    @Test void again() { fail(); }
}
interface FiveFace {
    @BeforeEach default void face() { ((FiveBase) this).list.add(\"face\"); }
    @Test default void ofFace() { }
}
";

const JUNIT4: &str = "import org.junit.*; import static org.junit.Assert.*;
public class FourTest extends FourBase {
    @Before public void fill() { list.add(\"fill\"); }
    @Test public void order() { assertEquals(java.util.Arrays.asList(\"base\", \"fill\"), list); }
    @Test public void fails() { fail(\"wrong\"); }
    @Test(expected = Error.class) public void throwsIt() { throw new Error(); }
    @Test(expected = Error.class) public void throwsNot() { }
    @Test public void assumed() { Assume.assumeTrue(false); fail(); }
    @Override public void overridden() { fail(); }
    @Override public void before() { list.add(\"again\"); }
    @Ignore @Test public void off() { fail(); }
}
class FourBase {
    java.util.List<String> list = new java.util.ArrayList<>();
    @Before public void base() { list.add(\"base\"); }
    public void before() { }
    @Test public void inherited() { assertEquals(2, list.size()); }
    @Test public void overridden() { }
}
";

/// What the launcher of JUnit 5, which runs tests of JUnit 4, too, says of each.
fn by_junit(tests: &Tests, classes: &[&str]) -> Option<BTreeMap<String, String>> {
    let mut java = junit_console(&tests.sandbox.jdk, &tests.class_path())?;
    java.args(classes.iter().map(|class| format!("--select-class={class}")));
    java.current_dir(&tests.sandbox.folder);
    let finished = process::run(java, b"", process::patience()).unwrap();
    let text = finished.stdout_text();
    let mut told = BTreeMap::new();
    for line in text.lines().filter(|line| line.contains("-- ") || line.contains("--  ")) {
        let line = line.rsplit("-- ").next().unwrap_or_default();
        let Some((name, mark)) = line.split_once(" [") else { continue };
        let word = match mark.get(..2) {
            Some("OK") => "ok",
            Some("X]") => "violated",
            Some("S]") => "skipped",
            Some("A]") => "aborted",
            _ => panic!("{line}\n{text}"),
        };
        if name.ends_with("()") || !name.contains([' ', '.']) {
            told.insert(name.trim_end_matches("()").to_owned(), word.to_owned());
        }
    }
    assert!(!told.is_empty(), "{text}{}", finished.stderr_text());
    Some(told)
}

#[test]
fn junit_itself_says_the_same() {
    for (class, text) in [("FiveTest", JUNIT5), ("FourTest", JUNIT4)] {
        let tests = Tests::new(&format!("as-junit-{class}"));
        if !tests.frameworks.are_real {
            eprintln!("*** SKIPPED: the comparison with JUnit's own launcher ***");
            return;
        }
        let tests = tests.with(&format!("{class}.java"), text);
        let Some(mut theirs) = by_junit(&tests, &[class]) else { return };
        let finished = tests.check(&["--test", class]);
        let ours: BTreeMap<String, String> = lines(&finished)
            .into_iter()
            .map(|(word, test, _)| (test.rsplit('#').next().unwrap().to_owned(), word))
            .collect();
        theirs.retain(|name, _| ours.contains_key(name) || name.starts_with(char::is_lowercase));
        // Where an assumption does not hold, JUnit gives a test up; here it passes.
        assert_eq!(
            theirs.insert("assumed".to_owned(), "ok".to_owned()).as_deref(),
            Some("aborted")
        );
        assert_eq!(ours, theirs, "{class}");
    }
}
