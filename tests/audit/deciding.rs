//! Each candidate ends witnessed, proved or open, and never as two of these.

use super::{audit, sandbox, with};
use raceproof_tests::sandbox::{Sandbox, expect};
use std::collections::BTreeSet;
use std::fs;

/// A program, the exit status, the variables with an executed race, and how many candidates are
/// open.
struct Case {
    folder: &'static str,
    program: &'static str,
    status: i32,
    witnessed: &'static [&'static str],
    open: usize,
}

const SCAN: &str = "scan/tests/java";
const JRF: &str = "tests/java/papers/jrf";
const RACE: &str = "tests/java/race";

const CASES: &[Case] = &[
    Case { folder: SCAN, program: "ShapeElevator", status: 0, witnessed: &[], open: 0 },
    Case { folder: SCAN, program: "ShapePhilo", status: 0, witnessed: &[], open: 0 },
    Case { folder: SCAN, program: "ShapeTspGuarded", status: 0, witnessed: &[], open: 0 },
    Case {
        folder: SCAN,
        program: "ShapeTsp",
        status: 1,
        witnessed: &["ShapeTsp$Solver.minTourLen"],
        open: 0,
    },
    Case {
        folder: SCAN,
        program: "ShapePhiloUnguarded",
        status: 1,
        witnessed: &["ShapePhiloUnguarded$Table.meals", "boolean[]"],
        open: 0,
    },
    Case {
        folder: SCAN,
        program: "ShapeElevatorPeeked",
        status: 1,
        witnessed: &["ShapeElevatorPeeked$Floor.upPressed", "ShapeElevatorPeeked$Lift.travelDir"],
        open: 0,
    },
    Case {
        folder: RACE,
        program: "CounterUnguarded",
        status: 1,
        witnessed: &["CounterUnguarded.count"],
        open: 0,
    },
    // The write is told where the constructor hands the object on.
    Case {
        folder: RACE,
        program: "FinalBeforeEscape",
        status: 1,
        witnessed: &["FinalBeforeEscape$Box.x"],
        open: 0,
    },
    // Accesses by the class library, of one object.
    Case {
        folder: RACE,
        program: "ListUnguarded",
        status: 1,
        witnessed: &["the ArrayList made at ListUnguarded.java:9"],
        open: 0,
    },
];

#[test]
fn what_the_programs_of_papers_end_in() {
    for Case { folder, program, status, witnessed, open } in CASES {
        let sandbox = sandbox("papers", folder, program);
        let (finished, report) = audit(&sandbox, program, &["--save-traces", "traces"]);
        expect(&finished, *status, &[]);
        let found: BTreeSet<&str> = with(&report, "witnessed")
            .iter()
            .map(|one| one["variable"].as_str().unwrap())
            .collect();
        assert_eq!(found, witnessed.iter().copied().collect(), "{program}: {report:#}");
        assert_eq!(with(&report, "open").len(), *open, "{program}: {report:#}");
        assert_eq!(report["unexpected"].as_array().unwrap().len(), 0, "{program}: {report:#}");
        assert_eq!(report["contradictions"].as_array().unwrap().len(), 0, "{program}: {report:#}");
        for one in with(&report, "witnessed") {
            let trace = one["witness"]["trace"].as_str().unwrap();
            let replayed = sandbox.raceproof(&["replay", trace, "--format", "json"]);
            expect(&replayed, 1, &[]);
            let replayed: serde_json::Value = serde_json::from_slice(&replayed.stdout).unwrap();
            let message = &replayed["findings"][0]["message"];
            assert_eq!(message, &one["witness"]["finding"]["message"], "{program}");
        }
    }
}

/// Programs of the paper, whose first line says whether they race.
#[test]
fn what_is_said_beside_the_programs_is_what_they_end_in() {
    for program in ["Peterson", "SenseBarrier", "TourBarrier", "PetersonPlain", "LockFreeQueue"] {
        let sandbox = sandbox("jrf", JRF, program);
        let text = fs::read_to_string(sandbox.folder.join(format!("{program}.java"))).unwrap();
        // Some end otherwise, without a race.
        let is_race_free = !text.lines().next().unwrap().contains("kind=data-race");
        let (finished, report) = audit(&sandbox, program, &[]);
        expect(&finished, i32::from(!is_race_free), &[]);
        assert_eq!(with(&report, "witnessed").is_empty(), is_race_free, "{program}: {report:#}");
        assert_eq!(with(&report, "open").len(), 0, "{program}: {report:#}");
        assert_eq!(report["unexpected"], serde_json::json!([]), "{program}");
    }
}

/// Races, and ends as its argument says.
const ENDS: &str = "
public class Ends {
    static int hits;
    public static void main(String[] how) throws Exception {
        Thread other = new Thread(() -> hits++);
        other.start();
        hits++;
        other.join();
        switch (how[0]) {
            case \"exit\": System.exit(3);
            case \"throw\": throw new IllegalStateException(\"over\");
            case \"wait\": synchronized (Ends.class) { Ends.class.wait(); }
        }
    }
}";

/// It decides nothing, and is said, whichever engine has executed it.
#[test]
fn how_executions_end_beside_races_is_said() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-ends");
    sandbox.class("Ends.java", ENDS);
    for (how, said) in [
        ("exit", Some("thread \"main\" ends the program with status 3")),
        ("throw", Some("nobody caught java.lang.IllegalStateException: over in thread \"main\"")),
        ("wait", Some("no thread can go on: main waits to be notified on class Ends")),
        ("well", None),
    ] {
        for deciders in ["predict", "check", "predict,directed,check"] {
            let options = ["--deciders", deciders, "--", how];
            let (finished, report) = audit(&sandbox, "Ends", &options);
            expect(&finished, 1, &[]);
            assert_eq!(report["verdict"], "violated", "{how} {deciders}");
            let beside: Vec<&str> = said.into_iter().collect();
            assert_eq!(report["beside"], serde_json::json!(beside), "{how} {deciders}");
        }
    }
    let text = sandbox.raceproof(&["audit", "Ends", "-cp", "classes", "--", "exit"]).stdout_text();
    let told = "Found beside races (`raceproof check` tells how):\n  - thread \"main\" ends the program with status 3\n";
    assert!(text.contains(told), "{text}");
}

/// The folder has the races of the last audit, and what an audit did not write stays as it is.
#[test]
fn traces_of_an_earlier_audit_are_removed() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-older");
    sandbox.class("Ends.java", ENDS);
    let saving = |more: &[&str]| {
        let words = ["audit", "Ends", "-cp", "classes", "--save-traces", "races"];
        sandbox.raceproof(&[&words, more, &["--", "well"]].concat())
    };
    let names = || {
        let files = fs::read_dir(sandbox.folder.join("races")).unwrap();
        let names = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<std::collections::BTreeSet<String>>().into_iter().collect::<Vec<_>>()
    };
    expect(&saving(&[]), 1, &[]);
    assert_eq!(names(), ["1.trace"]);
    let trace = fs::read(sandbox.folder.join("races/1.trace")).unwrap();
    for name in ["2.trace", "unexpected-1.trace", "mine.trace", "02-mine.trace"] {
        sandbox.file(&format!("races/{name}"), &trace);
    }
    sandbox.file("races/notes", "of mine");
    expect(&saving(&["--deciders", "nobody"]), 2, &[]);
    assert_eq!(names().len(), 6);
    expect(&saving(&[]), 1, &["`races/2.trace` was removed", "`races/unexpected-1.trace` was"]);
    assert_eq!(names(), ["02-mine.trace", "1.trace", "mine.trace", "notes"]);
    expect(&saving(&["--trusted", "Ends"]), 0, &["`races/1.trace` was removed"]);
    assert_eq!(names(), ["02-mine.trace", "mine.trace", "notes"]);
    sandbox.file("races/7.trace", "of mine");
    expect(&saving(&[]), 2, &["--save-traces races/7.trace: that file is no trace"]);
    assert_eq!(names(), ["02-mine.trace", "7.trace", "mine.trace", "notes"]);
}

/// Two locks in both orders, beside a race that the scan leaves and that nothing executes.
const ORDERS: &str = "
public class Orders {
    static final Object one = new Object(), other = new Object();
    static int x;
    static void both(Object first, Object second) {
        synchronized (first) { synchronized (second) { } }
    }
    public static void main(String[] args) {
        Thread late = new Thread(() -> { both(other, one); if (args.length > 5) x++; });
        late.start();
        both(one, other);
        x++;
    }
}";

#[test]
fn a_deadlock_of_a_directed_execution_is_said() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-orders");
    sandbox.class("Orders.java", ORDERS);
    let (finished, report) = audit(&sandbox, "Orders", &["--deciders", "directed"]);
    expect(&finished, 3, &[]);
    let beside = report["beside"].to_string();
    assert!(beside.contains("two threads wait for each other: "), "{report:#}");
}

/// The race needs that one thread is stopped just behind the only look at a flag.
const RARE: &str = "
public class Rare {
    static int x;
    static volatile int turn;
    public static void main(String[] args) {
        Thread one = new Thread(() -> { for (int i = 0; i < 40; i++) turn = i; x = 1; });
        Thread other = new Thread(() -> { if (turn == 7) x = 2; });
        one.start();
        other.start();
    }
}";

#[test]
fn directed_search_holds_threads_before_the_pair() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-rare");
    sandbox.class("Rare.java", RARE);
    let (finished, report) = audit(&sandbox, "Rare", &[]);
    expect(&finished, 1, &[]);
    let witnessed = with(&report, "witnessed");
    assert_eq!(witnessed.len(), 1, "{report:#}");
    assert_eq!(witnessed[0]["variable"], "Rare.x");
}

const BY_ARGUMENT: &str = "
public class ByArgument {
    static int x;
    static void race() { x++; }
    public static void main(String[] args) {
        Runnable task = () -> { if (args.length > 0) race(); };
        new Thread(task).start();
        new Thread(task).start();
    }
}";

#[test]
fn a_proof_is_of_one_input() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-argument");
    sandbox.class("ByArgument.java", BY_ARGUMENT);
    let (finished, report) = audit(&sandbox, "ByArgument", &[]);
    expect(&finished, 0, &[]);
    assert_eq!(report["verdict"], "proved");
    assert_eq!(with(&report, "proved").len(), 1, "{report:#}");
    let (finished, report) = audit(&sandbox, "ByArgument", &["--", "x"]);
    expect(&finished, 1, &[]);
    assert_eq!(with(&report, "witnessed").len(), 1, "{report:#}");
}

/// More than a second can explore, and a pair that is never reached.
const ENDLESS: &str = "
public class Endless {
    static int x;
    static volatile int a, b, c;
    public static void main(String[] args) {
        for (int t = 0; t < 6; t++) {
            new Thread(() -> {
                for (int i = 0; i < 300; i++) { a++; b++; c++; }
                if (a < 0) x++;
            }).start();
        }
    }
}";

#[test]
fn what_is_open_says_why() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-endless");
    sandbox.class("Endless.java", ENDLESS);
    let (finished, report) = audit(&sandbox, "Endless", &["--time", "3"]);
    expect(&finished, 3, &[]);
    let open = with(&report, "open");
    assert_eq!(open.len(), 1, "{report:#}");
    assert_eq!(open[0]["reason"], "not-reached", "{report:#}");
    let text = sandbox.raceproof(&["audit", "Endless", "-cp", "classes", "--time", "1"]);
    let text = text.stdout_text();
    assert!(text.contains("what would decide it: an input that leads there"), "{text}");
}

/// The scan does not follow the call, so it has no candidate for the race.
const REFLECTED: &str = "
public class Reflected {
    static int x;
    public static void race() { x++; }
    public static void main(String[] args) throws Exception {
        String name = args.length > 0 ? args[0] : \"race\";
        var method = Class.forName(new String(\"Reflected\")).getMethod(name);
        Runnable task = () -> {
            try { method.invoke(null); } catch (ReflectiveOperationException e) { }
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}";

#[test]
fn a_race_behind_a_gap_is_told_as_that() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-reflected");
    sandbox.class("Reflected.java", REFLECTED);
    let (finished, report) = audit(&sandbox, "Reflected", &[]);
    expect(&finished, 1, &[]);
    assert!(!report["gaps"].as_array().unwrap().is_empty(), "{report:#}");
    let unexpected = &report["unexpected"][0]["finding"];
    assert_eq!(unexpected["variable"], "Reflected.x", "{report:#}");
}

/// Each half of `getAndSetRelease` counts as what it is, for both engines.
#[test]
fn what_reads_plainly_and_writes_otherwise_is_witnessed() {
    let sandbox = sandbox("halves", RACE, "JucSwapReleaseOnly");
    let (finished, report) = audit(&sandbox, "JucSwapReleaseOnly", &[]);
    expect(&finished, 1, &[]);
    assert_eq!(report["unexpected"].as_array().map(Vec::len), Some(0), "{report:#}");
}

#[test]
fn what_cannot_be_audited_is_told() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-refused");
    sandbox.class(
        "NoMain.java",
        "public class NoMain { int x; public synchronized void f() { x++; } }",
    );
    let finished = sandbox.raceproof(&["audit", "NoMain", "-cp", "classes"]);
    expect(&finished, 2, &["no static `main(String[])`", "raceproof scan"]);
    let finished = sandbox.raceproof(&["audit", "NoMain", "-cp", "classes", "--format", "github"]);
    expect(&finished, 2, &["`audit` has no report as `github`"]);
    sandbox.file("taken", "");
    let finished =
        sandbox.raceproof(&["audit", "NoMain", "-cp", "classes", "--save-traces", "taken"]);
    expect(&finished, 2, &["--save-traces taken", "the folder cannot be made"]);
}

/// So many variables, each written by both threads; only another order of the threads than most have
/// brings the two writes side by side.
const VARIABLES: usize = 3000;

fn many() -> String {
    let each = |line: fn(usize) -> String| (0..VARIABLES).map(line).collect::<String>();
    let fields = each(|n| format!("static int f{n};\n"));
    let (ones, twos) = (each(|n| format!("f{n} = 1;\n")), each(|n| format!("f{n} = 2;\n")));
    format!(
        "class Many {{
            {fields}
            static synchronized void meet() {{ }}
            static void first() {{ {ones} }}
            static void second() {{ {twos} }}
            public static void main(String[] arguments) {{
                new Thread(() -> {{ first(); meet(); }}).start();
                meet();
                second();
            }}
        }}"
    )
}

/// To start a machine for each prediction that is left would take three times as long as all may.
#[test]
fn a_limit_of_time_ends_the_execution_of_predictions_too() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-many");
    sandbox.class("Many.java", &many());
    let started = std::time::Instant::now();
    let (finished, report) =
        audit(&sandbox, "Many", &["--deciders", "predict", "--seed", "1", "--time", "5"]);
    let taken = started.elapsed().as_secs();
    assert!(matches!(finished.status, Some(1 | 3)), "{}", finished.stderr_text());
    assert!(taken < 12, "{taken} s in place of 5");
    assert_eq!(report["candidates"].as_array().unwrap().len(), VARIABLES);
    assert!(with(&report, "open").len() > VARIABLES / 2, "all was done in time");
}

/// One execution never ends, and is all that is predicted from; others find the race at once.
const COUNTS: &str = "
public class Counts {
    static int x;
    static volatile boolean done;
    public static void main(String[] args) {
        Thread other = new Thread(() -> { x++; done = true; });
        other.start();
        x++;
        long sum = 0;
        while (!done || true) { sum += x; }
    }
}";

#[test]
fn no_decider_takes_all_the_time() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-counts");
    sandbox.class("Counts.java", COUNTS);
    let (finished, report) = audit(&sandbox, "Counts", &["--time", "4"]);
    assert!(matches!(finished.status, Some(1)), "{report:#}");
    assert!(!with(&report, "witnessed").is_empty(), "{report:#}");
    if !with(&report, "open").is_empty() {
        assert_eq!(report["limit"], "the limit of time (--time)", "{report:#}");
    }
}

#[test]
fn who_was_not_asked_is_told() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-not-asked");
    sandbox.class("Endless.java", ENDLESS);
    let (_, report) = audit(&sandbox, "Endless", &["--deciders", "predict"]);
    assert_eq!(with(&report, "open")[0]["reason"], "not-asked", "{report:#}");
    assert!(report["limit"].is_null(), "{report:#}");
    let (_, report) = audit(&sandbox, "Endless", &["--deciders", "check", "--time", "2"]);
    assert_eq!(with(&report, "open")[0]["reason"], "budget", "{report:#}");
    assert_eq!(report["limit"], "the limit of time (--time)", "{report:#}");
    let (_, report) = audit(&sandbox, "Endless", &["--time", "2"]);
    assert_eq!(report["limit"], "the limit of time (--time)", "{report:#}");
}

/// What the scan does not follow, the input decides: it has no race with this one.
#[test]
fn what_a_gap_hides_is_proved_for_this_input_alone() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-by-name");
    let by_name = "public class ByName {
        static int x;
        public static void main(String[] args) throws Exception {
            String name = args.length > 0 ? args[0] : \"nothing\";
            new Thread(() -> {
                try {
                    ByName.class.getDeclaredMethod(name).invoke(null);
                } catch (ReflectiveOperationException e) {
                    throw new Error(e);
                }
            }).start();
            ByName.class.getDeclaredMethod(name).invoke(null);
        }
        public static void nothing() { }
        public static void counts() { x++; }
    }";
    sandbox.class("ByName.java", by_name);
    let finished = sandbox.raceproof(&["audit", "ByName", "-cp", "classes"]);
    expect(&finished, 0, &[]);
    let text = finished.stdout_text();
    assert!(text.contains("verdict: race-free for this input"), "{text}");
    let (finished, report) = audit(&sandbox, "ByName", &["--", "counts"]);
    expect(&finished, 1, &[]);
    assert!(!report["unexpected"].as_array().unwrap().is_empty(), "{report:#}");
}
