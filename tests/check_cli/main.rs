//! `check` and `replay`, end to end: what people read, what build servers read, limits, traces, and
//! what a user can get wrong. Verdicts are tested in `check`, options and files in `config`.

mod checked;
mod initializers;
mod jpf;
mod library;
mod limits;
mod logging;
mod pools;
mod reports;
mod rounds;
mod threads;
mod traces;

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use raceproof_tests::jdk::Jdk;
use raceproof_tests::place;
use raceproof_tests::sandbox::{Sandbox, expect};
use serde_json::Value;

const FORKS: &str = "public class Forks {
    static final Object left = new Object(), right = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                System.out.println(\"eats\");
            }
        }
    }

    public static void main(String[] arguments) {
        System.out.println(\"begins\");
        new Thread(() -> both(left, right)).start();
        both(right, left);
    }
}
";

/// Fails in two ways.
const SEVERAL: &str = "public class Several {
    static volatile int turn;

    public static void main(String[] arguments) {
        new Thread(() -> {
            turn = 1;
            assert turn == 1 : \"overtaken\";
        }).start();
        turn = 2;
        if (turn == 1) {
            throw new IllegalStateException(\"late\");
        }
    }
}
";

/// Never ends, and never comes to the same state twice.
const ENDLESS: &str = "public class Endless {
    static volatile long count;

    public static void main(String[] arguments) {
        new Thread(() -> { while (true) count++; }).start();
        while (true) count++;
    }
}
";

const SEARCHES: [&str; 7] = ["dfs", "bfs", "heuristic", "random", "dpor", "pdp", "lockset"];

fn sandbox(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("check-{name}"));
    sandbox.class("Forks.java", FORKS);
    sandbox
}

fn report(sandbox: &Sandbox, status: i32, arguments: &[&str]) -> Value {
    let all = [&["check", "--format", "json", "-cp", "classes"], arguments].concat();
    let finished = sandbox.raceproof(&all);
    expect(&finished, status, &[]);
    object(&finished.stdout_text())
}

fn object(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Whether the lines come in this order; each must begin with these words.
#[track_caller]
fn has_in_order(text: &str, lines: &[&str]) {
    let mut rest = text.lines();
    for line in lines {
        assert!(
            rest.any(|shown| shown.trim_start().starts_with(line)),
            "`{line}` is not there, or too early:\n{text}"
        );
    }
}

/// The report without what may differ from time to time.
fn steady(text: &str) -> Value {
    let mut report = object(text);
    let statistics = report["statistics"].as_object_mut().unwrap();
    assert!(statistics.remove("elapsed_ms").is_some());
    assert!(statistics.remove("peak_memory_bytes").is_some());
    report
}
