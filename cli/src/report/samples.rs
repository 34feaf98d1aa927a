//! Reports built by hand, for the tests of the formats.

use raceproof_base::{
    AccessKind, Address, Choice, Conflict, Evidence, Finding, FindingKind, Mode, Moments, Place,
    Race, RacingAccess, Schedule, Site, Step, ThreadId, ThreadReport, Unsupported,
};

use raceproof_search::Counted;

use super::{CheckReport, EngineReport, Statistics, TargetReport, Verdict};

pub fn place(class: &str, method: &str, line: u32) -> Place {
    let simple = class.rsplit('.').next().unwrap_or(class);
    Place {
        class: class.to_owned(),
        method: method.to_owned(),
        file: format!("{simple}.java"),
        line,
        library: false,
    }
}

pub fn library(class: &str, method: &str, line: u32) -> Place {
    Place { library: true, ..place(class, method, line) }
}

pub fn step(thread: &str, operation: &str, line: u32) -> Step {
    Step {
        timed_out: false,
        ending: None,
        value: None,
        moments: Moments::default(),
        thread: thread.to_owned(),
        operation: operation.to_owned(),
        place: place("Forks", "run", line),
        library: false,
        called: None,
    }
}

pub fn inside(thread: &str, operation: &str, line: u32, called: &str) -> Step {
    Step { library: true, called: Some(called.to_owned()), ..step(thread, operation, line) }
}

/// The source that the samples speak of.
pub const FORKS: &str = "class Forks {
    static final Object left = new Object(), right = new Object();
    static int turn;
    public static void main(String[] arguments) {
        new Thread(Forks::other).start(); // the other one
        synchronized (left) {
\t    synchronized (right) { turn = 1; }
        }
    }
    static void other() {
        synchronized (right) {
            synchronized (left) { turn = 2; }
        }
    }
}
";

pub fn schedule(length: u32) -> Schedule {
    Schedule { choices: (0..length).map(|n| Choice::Run(ThreadId(n % 2))).collect() }
}

fn report(verdict: Verdict, findings: Vec<Finding>) -> CheckReport {
    CheckReport {
        command: "check",
        target: TargetReport {
            main: "Forks".to_owned(),
            arguments: vec!["a b".to_owned()],
            test: None,
        },
        engine: EngineReport {
            search: "dfs".to_owned(),
            heuristic: Vec::new(),
            race: "off".to_owned(),
            granularity: "sync".to_owned(),
            library: "exact",
        },
        verdict,
        complete: true,
        held_back: false,
        assumes_steps: false,
        guarantee: "no execution of the program with this input deadlocks or throws".to_owned(),
        assumptions: vec!["the given input".to_owned(), "no spurious wake-ups".to_owned()],
        accepted: Vec::new(),
        findings,
        exits: Vec::new(),
        weak_races: Vec::new(),
        in_libraries: Vec::new(),
        statistics: Statistics {
            states: 81_199,
            revisited: 291_345,
            transitions: 372_544,
            executions: 12,
            max_depth: 310,
            instructions: 1_042_000,
            elapsed_ms: 2_140,
            peak_memory_bytes: Some(23_068_672),
            detector_size: None,
            reduction: None,
        },
        not_checked: Vec::new(),
        skipped: None,
        limit: None,
        next: Vec::new(),
        rounds: Vec::new(),
        unsupported: Vec::new(),
    }
}

pub fn passed() -> CheckReport {
    report(Verdict::Passed, Vec::new())
}

pub fn race_free() -> CheckReport {
    let mut report = report(Verdict::RaceFree, Vec::new());
    report.engine.race = "h".to_owned();
    report.not_checked = vec!["what `listener = my.Property` checks (app.jpf, line 3)".to_owned()];
    report
}

pub fn incomplete() -> CheckReport {
    let mut report = report(Verdict::Incomplete, Vec::new());
    report.complete = false;
    report.limit = Some("the limit of 1,000 states (--max-states)".to_owned());
    report.next = vec!["a higher `--max-states`".to_owned(), "a smaller program".to_owned()];
    report
}

pub fn unsupported() -> CheckReport {
    let mut report = report(Verdict::Unsupported, Vec::new());
    report.complete = false;
    let what = Unsupported {
        what: "java.lang.Foo.bar()V is native".to_owned(),
        stack: vec!["at Forks.main(Forks.java:5)".to_owned()],
    };
    report.unsupported = vec![Counted { what, executions: 12 }];
    report
}

pub fn deadlock() -> CheckReport {
    let mut finding = Finding::new(
        FindingKind::Deadlock,
        "two threads wait for each other: main waits to lock Object@2, held by Thread-0; Thread-0 waits to lock \
         Object@1, held by main",
    );
    finding.advice = "let every thread take these locks in one fixed order".to_owned();
    finding.threads = vec![
        ThreadReport {
            name: "main".to_owned(),
            state: "waits to lock Object@2, held by Thread-0".to_owned(),
            stack: vec![place("Forks", "main", 7)],
        },
        ThreadReport {
            name: "Thread-0".to_owned(),
            state: "waits to lock Object@1, held by main".to_owned(),
            stack: vec![place("Forks", "other", 12), library("java.lang.Thread", "run", 840)],
        },
    ];
    finding.schedule = schedule(7);
    finding.trace = vec![
        step("main", "start Thread-0", 5),
        inside("main", "compare-and-set Thread.state = 1", 5, "java.lang.Thread.start"),
        inside("main", "write Thread.state = 2", 5, "java.lang.Thread.start"),
        step("main", "lock Object@1", 6),
        Step { place: Place::default(), ..step("Thread-0", "begin", 0) },
        step("Thread-0", "lock Object@2", 11),
        step("Thread-0", "lock Object@2", 11),
    ];
    let mut report = report(Verdict::Violated, vec![finding]);
    report.complete = false;
    report
}

pub fn race() -> CheckReport {
    let mut finding = Finding::new(
        FindingKind::DataRace,
        "Thread-0 writes Forks.turn, and main writes it, too. Nothing orders the two.",
    );
    finding.detail = "Thread-0 holds no monitor there, main holds no monitor here".to_owned();
    finding.advice = "guard both with one lock, or make the field volatile".to_owned();
    let access = |thread: &str, method: &str, line| RacingAccess {
        mode: Mode::Plain,
        thread: thread.to_owned(),
        access: AccessKind::Write,
        among: None,
        stack: vec![place("Forks", method, line)],
        referring: Vec::new(),
        step: None,
    };
    finding.race = Some(Box::new(Race {
        variable: "Forks.turn".to_owned(),
        conflict: Conflict::WriteWrite,
        accesses: [access("Thread-0", "other", 12), access("main", "main", 7)],
        came_by: None,
        evidence: Evidence {
            variable: Address(16),
            threads: [ThreadId(1), ThreadId(0)],
            first: Site { method: 0, position: 0 },
        },
    }));
    finding.schedule = schedule(1);
    finding.trace = vec![step("Thread-0", "write Forks.turn = 2", 12)];
    let mut report = report(Verdict::Violated, vec![finding]);
    report.engine.race = "h".to_owned();
    report.engine.search = "heuristic".to_owned();
    report.engine.heuristic = ["wf", "ww", "ara", "af"].map(str::to_owned).to_vec();
    report
}

/// An uncaught exception whose every text is hostile, twice.
pub fn exceptions() -> CheckReport {
    let mut finding = Finding::new(
        FindingKind::UncaughtException,
        "Thread \"<&\u{1b}[31m\" throws java.lang.IllegalStateException: a\nrace-free: ]]> \u{0}",
    );
    finding.exception = Some("java.lang.IllegalStateException".to_owned());
    finding.stack = vec![library("java.util.Optional", "get", 143), place("Forks", "main", 3)];
    let mut assertion =
        Finding::new(FindingKind::Assertion, "main throws java.lang.AssertionError");
    assertion.exception = Some("java.lang.AssertionError".to_owned());
    assertion.stack = vec![place("Gone", "main", 3)];
    report(Verdict::Violated, vec![finding.clone(), finding, assertion])
}

/// Compares with a file of the folder `golden`; `UPDATE_GOLDEN=1 cargo test` writes what is told
/// now, to be looked at.
#[track_caller]
pub fn golden(name: &str, told: &str) {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, told).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert!(told == expected, "not as in {}:\n{told}", path.display());
}
