//! Reports of data races as users read them, end to end, and errors of usage. Verdicts are tested
//! in `races`.

use raceproof_tests::place;
use raceproof_tests::sandbox::{Sandbox, expect};
use serde_json::Value;

/// Guarded by one thread only, and once more not at all.
const BANK: &str = "public class Bank {
    static final Object lock = new Object();
    int balance;
    int bonus;

    void pay(int amount) { balance += amount; }

    public static void main(String[] args) throws Exception {
        Bank bank = new Bank();
        Thread payer = new Thread(() -> { synchronized (lock) { bank.pay(7); } bank.bonus = 1; });
        payer.start();
        bank.pay(5);
        bank.bonus = 2;
        payer.join();
    }
}
";

/// Each thread puts into one map: the race is inside the map, the mistake is not.
const ORDERS: &str = "import java.util.HashMap;

public class Orders {
    static final HashMap<Integer, String> open = new HashMap<>();

    public static void main(String[] args) {
        open.put(1, \"first\");
        new Thread(() -> open.put(2, \"second\")).start();
        open.put(3, \"third\");
    }
}
";

/// Two threads add to a list, inside which one of them fails.
const ADDED: &str = "import java.util.ArrayList;

public class Added {
    static final ArrayList<String> list = new ArrayList<>();
    static int rest;

    public static void main(String[] args) {
        new Thread(() -> { list.add(\"x\"); rest++; }).start();
        list.add(\"y\");
        rest++;
    }
}
";

/// Whichever thread comes first fails.
const MUTUAL: &str = "public class Mutual {
    static volatile boolean one, other;

    public static void main(String[] args) {
        new Thread(() -> {
            one = true;
            if (!other) throw new IllegalStateException(\"one\");
            one = true;
        }).start();
        other = true;
        if (!one) throw new IllegalStateException(\"other\");
        other = true;
    }
}
";

/// An object is handed over by a race, so what it holds races, too; of another one, that no race
/// hands over, something races by itself.
const SHARED: &str = "public class Shared {
    int value, known;
    int[] array;
    static Shared it;

    Shared() { value = 7; array = new int[] {1, 2}; }

    public static void main(String[] args) {
        Shared own = new Shared();
        new Thread(() -> {
            Shared shared = it;
            if (shared != null) System.out.println(shared.value + shared.array[1]);
            own.known = 1;
        }).start();
        it = new Shared();
        own.known = 2;
    }
}
";

/// The race of `data` is there only where main comes to see the flag, and no synchronization tells
/// one order from the other.
const BEHIND: &str = "public class Behind {
    static int data, flag;

    public static void main(String[] args) {
        new Thread(() -> { data = 1; flag = 1; }).start();
        if (flag == 1) {
            int read = data;
        }
    }
}
";

/// Two variables are raced for at the same two places: whoever switches threads at one of them only
/// misses an outcome.
const ONE_LINE: &str = "public class OneLine {
    static int once, twice, seen;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { twice++; once++; });
        other.start();
        seen = once; twice = 1;
        other.join();
        if (seen == 1) throw new Error(\"the other before\");
        if (twice == 2) throw new Error(\"the other behind\");
        throw new Error(\"the other in between\");
    }
}
";

fn sandbox(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("race-{name}"));
    sandbox.file("Bank.java", BANK);
    sandbox
}

/// Whether the words come in this order.
#[track_caller]
fn has_in_order(text: &str, words: &[&str]) {
    let mut rest = text;
    for wanted in words {
        let found = rest
            .find(wanted)
            .unwrap_or_else(|| panic!("`{wanted}` is not there, or too early:\n{text}"));
        rest = &rest[found + wanted.len()..];
    }
}

fn findings(sandbox: &Sandbox, arguments: &[&str]) -> Vec<Value> {
    let arguments = [&["check", "Bank.java", "--all", "--format", "json"], arguments].concat();
    let finished = sandbox.raceproof(&arguments);
    expect(&finished, 1, &[]);
    let report: Value = serde_json::from_str(&finished.stdout_text()).unwrap();
    report["findings"].as_array().unwrap().clone()
}

#[test]
fn a_race_is_told_with_both_places_why_and_what_to_do() {
    let sandbox = sandbox("told");
    let finished = sandbox.raceproof(&["check", "Bank.java"]);
    expect(&finished, 1, &[]);
    has_in_order(
        &finished.stdout_text(),
        &[
            "violated: 1 data race",
            "error[data-race]: main writes Bank.balance of Bank@1, and Thread-0 reads it. Nothing orders the two.",
            "Bank.java:6 in Bank.pay",
            "main writes Bank.balance",
            "Bank.java:6 in Bank.pay",
            "Thread-0 reads Bank.balance",
            "note: after its access, main releases nothing",
            "the last thing that Thread-0 has acquired before its own is the monitor of java.lang.Object@1 (Bank.java:10)",
            "at the first access main holds no monitor, at the second Thread-0 holds the monitor of java.lang.Object@1",
            "help: volatile is not enough: Bank.pay reads balance and then writes it, and another thread may come in between, so that one of two updates is lost",
            "make it an AtomicInteger",
            "guard both by the monitor of java.lang.Object@1 (Bank.java:10), which Thread-0 already holds",
            "at Bank.lambda$main$0(Bank.java:10)",
        ],
    );
}

#[test]
fn the_access_that_is_meant_is_marked_where_a_line_has_several() {
    let sandbox = sandbox("marked");
    let line = "        n = m + n; m = n;";
    let text = format!(
        "public class Marked {{\n    static int n;\n    static volatile int m;\n    static void go() {{\n{line}\n    }}\n\
        public static void main(String[] a) {{ new Thread(Marked::go).start(); go(); }}\n}}\n"
    );
    sandbox.file("Marked.java", &text);
    let finished = sandbox.raceproof(&["check", "Marked.java"]);
    expect(&finished, 1, &[]);
    let marks = [
        "        ^ main writes Marked.n",
        "                ^ Thread-0 reads Marked.n",
        "read Marked.n, which races",
    ];
    has_in_order(&finished.stdout_text(), &marks);
    // Which of the two blocks is meant, nobody can tell: there are no columns in class files.
    let text = "public class Marked { static Object a = new Object(), b = new Object(); static void go(Object x, Object y) {\n\
        synchronized (x) { synchronized (y) { } }\n\
        }\npublic static void main(String[] s) { new Thread(() -> go(a, b)).start(); go(b, a); } }\n";
    sandbox.file("Marked.java", text);
    let finished = sandbox.raceproof(&["check", "Marked.java"]);
    let told = finished.stdout_text();
    assert!(told.contains("error[deadlock]") && !told.contains('^'), "{told}");
    has_in_order(&told, &["2 | synchronized (x)", "| main waits to lock"]);
}

#[test]
fn all_races_are_told_once_for_each_pair_of_places() {
    let sandbox = sandbox("all");
    for search in ["dfs", "bfs", "heuristic"] {
        let races = findings(
            &sandbox,
            &["--race", "vector-clock", "--granularity", "access", "--search", search],
        );
        let mut told: Vec<String> = races.iter().map(|race| race["variable"].to_string()).collect();
        told.sort_unstable();
        assert_eq!(told, ["\"Bank.balance\"", "\"Bank.bonus\""], "{search}");
        let lines: Vec<&Value> = races
            .iter()
            .flat_map(|race| race["accesses"].as_array().unwrap())
            .map(|access| &access["line"])
            .collect();
        assert!(
            lines.iter().all(|line| line.as_u64().is_some_and(|line| [6, 10, 13].contains(&line))),
            "{lines:?}"
        );
    }
}

#[test]
fn a_race_behind_another_is_found_at_synchronization_too() {
    let sandbox = sandbox("behind");
    sandbox.file("Behind.java", BEHIND);
    for race in ["h", "goldilocks", "vector-clock"] {
        let finished = sandbox.raceproof(&[
            "check",
            "Behind.java",
            "--all",
            "--race",
            race,
            "--granularity",
            "sync",
        ]);
        expect(&finished, 1, &[]);
        let text = finished.stdout_text();
        assert!(
            text.contains("Behind.flag, ") && text.contains("Behind.data, "),
            "{race}:\n{text}"
        );
    }
}

#[test]
fn all_variables_of_a_pair_of_places_are_switched_at() {
    let sandbox = sandbox("one_line");
    sandbox.file("OneLine.java", ONE_LINE);
    for search in ["dfs", "bfs", "persistent", "dpor", "lockset"] {
        let finished = sandbox.raceproof(&["check", "OneLine.java", "--all", "--search", search]);
        expect(&finished, 1, &[]);
        let text = finished.stdout_text();
        assert!(
            text.starts_with("violated: 2 data races, 3 uncaught exceptions. Every"),
            "{search}:\n{text}"
        );
    }
}

#[test]
fn a_race_inside_a_collection_is_the_callers() {
    let sandbox = sandbox("collection");
    sandbox.file("Orders.java", ORDERS);
    let finished = sandbox.raceproof(&["check", "Orders.java"]);
    expect(&finished, 1, &[]);
    has_in_order(
        &finished.stdout_text(),
        &[
            "error[data-race]",
            "java.util.HashMap",
            "Orders.java:",
            "Orders.java:",
            "help: java.util.HashMap is not thread-safe: use a collection of java.util.concurrent",
        ],
    );
}

#[test]
fn an_exception_inside_a_collection_is_explained_by_what_that_is_not_made_for() {
    let sandbox = sandbox("inside");
    sandbox.file("Added.java", ADDED);
    let finished = sandbox.raceproof(&["check", "Added.java", "--all"]);
    expect(&finished, 1, &[]);
    let text = finished.stdout_text();
    let thrown: Vec<&str> = text.split("\nerror[uncaught-exception]").skip(1).collect();
    assert!(!thrown.is_empty(), "{text}");
    for told in thrown {
        has_in_order(told, &["= help: java.util.ArrayList is not thread-safe: use a", "trace, "]);
    }
    assert!(!text.contains("nothing makes"), "{text}");
    for columns in ["never", "always"] {
        let check = ["check", "Added.java", "--all", "--trace-columns", columns];
        let finished = sandbox.raceproof(&check);
        expect(&finished, 1, &[]);
        let text = finished.stdout_text();
        let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("no {what}:\n{text}"));
        assert!(at(" throw") < at("Thread.dispatchUncaught"), "{text}");
    }
}

#[test]
fn two_threads_are_not_both_advised_to_wait_for_the_other() {
    let sandbox = sandbox("mutual");
    sandbox.file("Mutual.java", MUTUAL);
    let advice = |more: &[&str]| {
        let finished =
            sandbox.raceproof(&[&["check", "Mutual.java", "--format", "json"], more].concat());
        expect(&finished, 1, &[]);
        let told: Value = serde_json::from_str(&finished.stdout_text()).unwrap();
        let findings = told["findings"].as_array().unwrap().iter();
        let advice = findings.map(|finding| finding["advice"].as_str().unwrap().to_owned());
        advice.collect::<Vec<_>>()
    };
    assert_eq!(advice(&["--all"]), ["", ""]);
    let [one] = &advice(&[])[..] else { panic!("a check ends by its first finding") };
    assert!(one.starts_with("nothing makes "), "{one}");
}

#[test]
fn the_race_by_which_an_object_came_is_to_be_mended_first() {
    let sandbox = sandbox("came_by");
    sandbox.file("Shared.java", SHARED);
    let finished = sandbox.raceproof(&["check", "Shared.java", "--all", "--format", "json"]);
    expect(&finished, 1, &[]);
    let told: Value = serde_json::from_str(&finished.stdout_text()).unwrap();
    let findings = told["findings"].as_array().unwrap();
    let advice = |variable: &str| {
        let finding = findings.iter().find(|finding| finding["variable"] == variable);
        finding.map(|finding| finding["advice"].as_str().unwrap()).unwrap_or_default()
    };
    let first = "which races, too (above): mend that first; if this races still, ";
    assert!(advice("Shared.it").starts_with("make it volatile"), "{told:#}");
    for (variable, by) in [
        ("Shared.value", "Shared.it"),
        ("Shared.array", "Shared.it"),
        ("int[][1]", "Shared.array, and that by Shared.it"),
    ] {
        let begins = format!("the object came by {by}, {first}");
        assert!(advice(variable).starts_with(&begins), "{variable}: {}", advice(variable));
    }
    // Main has made it itself.
    assert!(advice("Shared.known").starts_with("make it volatile"), "{told:#}");
}

#[test]
fn what_is_trusted_or_accepted_is_said() {
    let sandbox = sandbox("trusted");
    let finished = sandbox.raceproof(&["check", "Bank.java", "--trusted", "Bank"]);
    expect(&finished, 0, &[]);
    has_in_order(
        &finished.stdout_text(),
        &["race-free", "races of their own variables were not looked for: Bank\n"],
    );
    expect(&sandbox.raceproof(&["check", "Bank.java", "--benign", "Bank.b*"]), 0, &[]);
    let finished = sandbox.raceproof(&[
        "check",
        "Bank.java",
        "--benign",
        "Bank.balance",
        "--benign",
        "Bank.bonus",
    ]);
    expect(&finished, 0, &[]);
    has_in_order(
        &finished.stdout_text(),
        &[
            "race-free",
            "but for those that were accepted, of Bank.balance, Bank.bonus\n",
            "races of Bank.balance, Bank.bonus were accepted",
        ],
    );
    sandbox.file("app.properties", "target = Bank.java\ntrusted = Bank\nbenign = Bank.bonus\n");
    expect(&sandbox.raceproof(&["check", "app.properties"]), 0, &[]);
}

#[test]
fn what_is_trusted_is_switched_at_only_where_it_races() {
    let sandbox = sandbox("trusted_steps");
    let program = std::fs::read_to_string(place::java_programs("race-free/TrustedOrdered.java"));
    sandbox.file("TrustedOrdered.java", program.unwrap());
    let states = |arguments: &[&str]| {
        let check = ["check", "TrustedOrdered.java", "--search", "dfs", "--format", "json"];
        let finished = sandbox.raceproof(&[&check, arguments].concat());
        let report: Value = serde_json::from_slice(&finished.stdout).unwrap();
        assert_eq!(report["verdict"], "race-free", "{report:#}");
        report["statistics"]["states"].as_u64().unwrap()
    };
    let account = "TrustedOrdered$Account";
    let trusted = states(&["--trusted", account]);
    let guarded = format!("{account}.balance");
    let all = states(&["--trusted", account, "--switch-at", &guarded]);
    assert!(3 * trusted < all, "{trusted} states, and {all} with switches at what is guarded");
}

/// What is final is told only if it is known too early, and what is volatile of nobody but the program:
/// that they race is not seen.
#[test]
fn what_is_trusted_and_final_or_volatile_is_switched_at() {
    let sandbox = sandbox("trusted_kinds");
    for name in ["TrustedFinal", "TrustedByHandle"] {
        let source = place::java_programs("assertion").join(name).with_extension("java");
        let file = format!("{name}.java");
        sandbox.file(&file, std::fs::read_to_string(source).unwrap());
        let check = ["check", &file, "--search", "dfs", "--trusted", &format!("{name}Lib")];
        let finished = sandbox.raceproof(&check);
        expect(&finished, 1, &[]);
        has_in_order(&finished.stdout_text(), &["error[assertion]"]);
    }
}

#[test]
fn patterns_that_stand_for_nothing_are_warned_of_with_the_nearest_name() {
    let sandbox = sandbox("idle");
    let idle = [
        "--trusted",
        "Bnak,Bank",
        "--benign",
        "Bank.balanse",
        "--switch-at",
        "Bank.bonuss,double[]",
    ];
    let finished = sandbox.raceproof(&[&["check", "Bank.java"], &idle[..]].concat());
    expect(
        &finished,
        0,
        &[
            "warn: `trusted = Bnak` stands for no class of the program or of what it uses; did you mean `Bank`?",
            "warn: `benign = Bank.balanse` stands for no variable",
            "did you mean `Bank.balance`?",
            "warn: `switch-at = Bank.bonuss` stands for no variable",
            "did you mean `Bank.bonus`?",
        ],
    );
    assert!(!finished.stderr_text().contains("`trusted = Bank`"), "{}", finished.stderr_text());
}

#[test]
fn an_unknown_heuristic_is_refused_with_the_four_there_are() {
    let sandbox = sandbox("heuristic");
    let finished = sandbox.raceproof(&[
        "check",
        "Bank.java",
        "--search",
        "heuristic",
        "--heuristic",
        "wf,fastest",
    ]);
    expect(&finished, 2, &["`wf,fastest`", "--heuristic", "wf, ww, ara, af"]);
    assert_eq!(finished.stdout_text(), "");
}
