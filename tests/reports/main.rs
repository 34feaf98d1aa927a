//! Reports, end to end. Those for people are understood by newcomers. Those for other programs are held
//! to what reads them: SARIF to the standard's own schema, JSON to ours, JUnit to Jenkins' and
//! `xmllint`, commands for GitHub line by line. With what is asked of the tool about itself
//! (`explain`, `completions`, `man`), by the real shells; and what can go wrong with all of them.

mod bad_input;
mod formats;
mod installed;
mod questions;
mod suspicions;
mod terminal;
mod understood;

use raceproof_tests::process::Finished;
use raceproof_tests::sandbox::Sandbox;
use serde_json::Value;

/// Every format of a report.
const FORMATS: [&str; 6] = ["text", "json", "junit", "sarif", "github", "html"];

/// Two threads that count, and one that fails.
const HITS: &str = "package web;

public class Hits {
    static int hits;

    static void hit() {
        hits++;
    }

    public static void main(String[] arguments) {
        new Thread(Hits::hit).start();
        hit();
    }
}
";

/// Two locks in both orders.
const FORKS: &str = "public class Forks {
    static final Object left = new Object(), right = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) { }
        }
    }

    public static void main(String[] arguments) {
        new Thread(() -> both(left, right)).start();
        both(right, left);
    }
}
";

/// Fails in two ways, and never in the same: an assertion, and an exit.
const SEVERAL: &str = "public class Several {
    static volatile int turn;

    public static void main(String[] arguments) {
        new Thread(() -> {
            turn = 1;
            assert turn == 1 : \"overtaken\";
        }).start();
        turn = 2;
        if (turn == 1) {
            System.exit(7);
        }
    }
}
";

/// Calls what is not modelled in one of two schedules.
const CALM: &str = "public class Calm {
    public static void main(String[] arguments) {
        new Thread(() -> { }).start();
    }
}
";

/// A folder with these programs as classes, their sources in `src`.
fn sandbox(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("reports-{name}"));
    for (path, text) in [
        ("src/web/Hits.java", HITS),
        ("src/Forks.java", FORKS),
        ("src/Several.java", SEVERAL),
        ("src/Calm.java", CALM),
    ] {
        sandbox.class(path, text);
    }
    sandbox
}

/// A check of a class in a format.
fn check(sandbox: &Sandbox, class: &str, format: &str, more: &[&str]) -> Finished {
    let words = ["check", class, "-cp", "classes", "--format", format, "--all"];
    sandbox.raceproof(&[&words, more].concat())
}

fn object(finished: &Finished) -> Value {
    let text = finished.stdout_text();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}
