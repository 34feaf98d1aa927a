//! Programs and configurations for Java PathFinder.

use super::*;

#[test]
fn programs_leave_values_to_the_checker() {
    let sandbox = sandbox("choose");
    let text = "import gov.nasa.jpf.vm.Verify;
    import raceproof.Choose;
    public class Values {
        public static void main(String[] a) {
            int sum = Choose.between(1, 3) + Choose.among(10, 20);
            Verify.ignoreIf(Verify.getBoolean());
            assert sum != 23 : sum;
        }
    }";
    sandbox.file("Values.java", text);
    let finished = sandbox.raceproof(&["check", "Values.java", "--format", "json"]);
    expect(&finished, 1, &[]);
    let report = object(&finished.stdout_text());
    assert_eq!(report["findings"][0]["message"], "an assertion failed in thread \"main\": 23");
    expect(&sandbox.raceproof(&["run", "Values.java"]), 0, &[]);
}

#[test]
fn programs_for_java_pathfinder_choose_by_its_class() {
    let sandbox = sandbox("verify");
    let text = "import gov.nasa.jpf.vm.Verify;
    public class Chooses {
        public static void main(String[] a) {
            if (!Verify.isRunningInJPF()) return;
            Verify.breakTransition(\"here\");
            Verify.interesting(a.length > 0);
            double sum = Verify.getIntFromList(3, 5) + Verify.getDoubleFromList(0.25, 0.5) + Verify.getLongFromList(10, 20);
            int flipped = Verify.getBitFlip(0, 2);
            Verify.threadPrintln(\"sum \" + sum);
            assert sum != 25.5 || flipped != (1 << 31 | 1 << 7) : sum;
        }
    }";
    sandbox.file("Chooses.java", text);
    let finished = sandbox.raceproof(&["check", "Chooses.java", "--format", "json"]);
    expect(&finished, 1, &[]);
    let finding = &object(&finished.stdout_text())["findings"][0];
    assert_eq!(finding["message"], "an assertion failed in thread \"main\": 25.5");
    expect(&sandbox.raceproof(&["run", "Chooses.java"]), 0, &[]);
}

#[test]
fn what_java_pathfinder_has_and_we_do_not_is_named() {
    let sandbox = sandbox("verify-missing");
    let calls = [
        ("Verify.incrementCounter(0)", "Verify.incrementCounter: it outlives going back"),
        ("Verify.terminateSearch()", "Verify.terminateSearch: what it leaves unexplored may fail"),
        ("Verify.getInt(\"size\")", "Verify.getInt: generators of a configuration are not read"),
        ("Verify.setObjectAttribute(a, 1)", "Verify.setObjectAttribute: there are no attributes"),
    ];
    for (call, words) in calls {
        let text = format!(
            "import gov.nasa.jpf.vm.Verify; public class Asks {{ public static void main(String[] a) {{ {call}; }} }}"
        );
        sandbox.file("Asks.java", text);
        let finished = sandbox.raceproof(&["check", "Asks.java"]);
        expect(&finished, 4, &[]);
        has_in_order(
            &finished.stdout_text(),
            &[&format!("unsupported: gov.nasa.jpf.vm.{words}"), "at gov.nasa.jpf.vm.Verify"],
        );
        expect(&sandbox.raceproof(&["run", "Asks.java"]), 0, &[]);
    }
    // Compiled with a class of JPF's that has more.
    sandbox.class(
        "gov/nasa/jpf/vm/Verify.java",
        "package gov.nasa.jpf.vm; public class Verify { public static void other(int n) { } }",
    );
    let text = "public class Other { public static void main(String[] a) { gov.nasa.jpf.vm.Verify.other(1); } }";
    sandbox.class("Other.java", text);
    fs::remove_dir_all(sandbox.file("classes/gone", "").parent().unwrap().join("gov")).unwrap();
    let finished = sandbox.raceproof(&["check", "Other", "-cp", "classes"]);
    expect(&finished, 4, &[]);
    let words =
        "unsupported: the method 'void gov.nasa.jpf.vm.Verify.other(int)' of Java PathFinder";
    has_in_order(&finished.stdout_text(), &[words, "at Other.main"]);
}

/// Philosophers with one fork each, in a package, as the examples of JPF lie beside their `.jpf`
/// files.
const EXAMPLE: &str = "package table;
public class Eats {
    static int eaten;
    public static void main(String[] a) throws Exception {
        Thread other = new Thread(() -> { synchronized (Eats.class) { eaten++; } });
        other.start();
        synchronized (Eats.class) { eaten++; }
        other.join();
        assert eaten == 2 || a.length == 0;
    }
}
";

#[test]
fn a_configuration_of_java_pathfinder_finds_its_source_and_says_what_it_does_not_check() {
    let sandbox = sandbox("jpf");
    sandbox.file("src/table/Eats.java", EXAMPLE);
    let check = |lines: &str, options: &[&str]| {
        sandbox
            .file("src/table/Eats.jpf", format!("target = table.Eats\nclasspath = build\n{lines}"));
        sandbox.raceproof(&[&["check", "src/table/Eats.jpf"], options].concat())
    };
    expect(&check("", &["--quiet"]), 0, &[]);
    sandbox.file("src/Eats.jpf", "target = table.Eats\nlistener = .listener.PreciseRaceDetector\n");
    let finished = sandbox.raceproof(&["check", "src/Eats.jpf", "--quiet"]);
    expect(&finished, 0, &[]);
    has_in_order(&finished.stdout_text(), &["race-free: nothing was found. Every schedule"]);
    assert_eq!(finished.stderr_text(), "");

    let asks = "listener = gov.nasa.jpf.listener.DeadlockAnalyzer,my.Property\nsearch.properties = my.Safe\nvm.por = false\n";
    let finished = check(asks, &["--quiet"]);
    expect(
        &finished,
        0,
        &[
            "not checked: what `listener = my.Property` checks",
            "search.properties = my.Safe",
            "vm.por = false",
        ],
    );
    let lines = [
        "race-free: nothing was found in any schedule. Not everything that was asked for was checked.",
        "not checked: what",
    ];
    has_in_order(&finished.stdout_text(), &lines);
    let report = object(&check(asks, &["--quiet", "--format", "json"]).stdout_text());
    assert_eq!(report["not_checked"].as_array().map(Vec::len), Some(3), "{report:#}");
    let off = check("listener = .listener.PreciseRaceDetector\nrace = off\n", &["--quiet"]);
    expect(&off, 0, &["not checked: data races"]);

    // A trace names the source, which is compiled again.
    sandbox.file(
        "src/table/Eats.java",
        EXAMPLE.replace("synchronized (Eats.class) { eaten++; }\n", "eaten++;\n"),
    );
    let finished = check("", &["--quiet", "--save-trace", "eats.trace"]);
    expect(&finished, 1, &[]);
    assert!(
        finished.stdout_text().contains("eaten++;"),
        "its lines are shown: {}",
        finished.stdout_text()
    );
    expect(&sandbox.raceproof(&["replay", "eats.trace"]), 1, &[]);
}
