//! `--threads`: however many searches go side by side, the answer is that of one after the other.

use super::*;

/// What a report says, without what depends on the machine it was made on.
fn told(sandbox: &Sandbox, status: i32, threads: &str, arguments: &[&str]) -> Value {
    let fixed = ["check", "-cp", "classes", "--format", "json", "--threads", threads];
    let finished = sandbox.raceproof(&[&fixed, arguments].concat());
    expect(&finished, status, &[]);
    let mut report: Value = serde_json::from_str(&finished.stdout_text()).unwrap();
    let statistics = report["statistics"].as_object_mut().unwrap();
    for of_the_machine in ["elapsed_ms", "peak_memory_bytes"] {
        statistics.remove(of_the_machine).unwrap();
    }
    // Of what the detector keeps, a machine that has linked before is told less.
    statistics.remove("h");
    report
}

fn are_alike(sandbox: &Sandbox, status: i32, arguments: &[&str]) -> Value {
    let one = told(sandbox, status, "1", arguments);
    for threads in ["2", "5"] {
        let more = told(sandbox, status, threads, arguments);
        assert_eq!(one, more, "{arguments:?} by {threads}");
    }
    one
}

#[test]
fn random_executions_are_the_same_by_any_number_of_threads() {
    let sandbox = sandbox("threads_random");
    sandbox.class("Several.java", SEVERAL);
    sandbox.class("Forks.java", FORKS);
    for scheduler in ["uniform", "pct", "pos"] {
        let random = ["--search", "random", "--runs", "2100", "--scheduler", scheduler];
        let all = are_alike(&sandbox, 1, &[&random[..], &["--all", "Several"]].concat());
        assert_eq!(all["statistics"]["executions"], 2100, "{scheduler}");
        assert_eq!(all["findings"].as_array().unwrap().len(), 2, "{scheduler}");
        let first = are_alike(&sandbox, 1, &[&random[..], &["Forks"]].concat());
        assert!(first["statistics"]["executions"].as_u64().unwrap() < 250, "{scheduler}");
    }
}

/// Fails where five threads come in one order of 120, and before that only by a race.
const SELDOM: &str = "public class Seldom {
    static volatile int come;
    static int plain;

    public static void main(String[] arguments) {
        for (int i = 1; i <= 6; i++) {
            int digit = i;
            new Thread(() -> {
                synchronized (Seldom.class) {
                    come = come * 10 + digit;
                    assert come != 654321 : \"the last comes first\";
                }
                plain = digit;
            }).start();
        }
    }
}
";

/// The search is begun anew where a race is found that counts for nothing, and what was done ahead
/// without knowing that is done again.
#[test]
fn what_a_block_has_learnt_serves_those_behind_it() {
    let sandbox = sandbox("threads_learn");
    sandbox.class("Seldom.java", SELDOM);
    let random = ["--search", "random", "--runs", "4000", "--benign", "Seldom.plain"];
    let found = are_alike(&sandbox, 1, &[&random[..], &["Seldom"]].concat());
    let executions = found["statistics"]["executions"].as_u64().unwrap();
    assert!(executions > 250, "found in the first block, after {executions} executions");
}

/// The second turn of rounds is a long one, whose searches go side by side: the first of them comes to
/// the end, and what the others have done ahead is for nothing.
#[test]
fn long_rounds_are_the_same_by_any_number_of_threads() {
    let sandbox = sandbox("threads_rounds");
    let shared = "class Shared {
        static volatile int value;
        public static void main(String[] a) {
            for (int t = 0; t < 3; t++) {
                int mine = t;
                new Thread(() -> { for (int r = 0; r < 3; r++) value = 10 * value + mine; }).start();
            }
        }
    }";
    sandbox.class("Shared.java", shared);
    let exact = ["--library", "exact", "Shared"];
    let one = told(&sandbox, 0, "1", &exact);
    assert_eq!(one["verdict"], "race-free");
    let rounds = one["rounds"].as_array().unwrap().iter();
    let rounds: Vec<_> = rounds.map(|round| (&round["search"], &round["transitions"])).collect();
    let last = rounds.iter().rposition(|(search, _)| *search != "persistent").unwrap();
    assert!(rounds[last + 1].1.as_u64() > Some(200_000), "the second turn is short: {rounds:?}");
    assert_eq!(one, told(&sandbox, 0, "2", &exact));
}

#[test]
fn a_limit_of_random_executions_is_the_users() {
    let sandbox = sandbox("threads_limits");
    sandbox.class("Endless.java", ENDLESS);
    let random = ["--search", "random", "--runs", "18446744073709551615", "--max-depth", "50"];
    let timed = [&random[..], &["--time", "1", "Endless"]].concat();
    let finished = told(&sandbox, 3, "2", &timed);
    assert_eq!(finished["limit"], "the limit of 1 s (--time)");
}

#[test]
fn a_number_of_threads_is_one_or_more() {
    let sandbox = sandbox("threads_none");
    for wrong in ["0", "all", "-1", "1025"] {
        let finished = sandbox.raceproof(&["check", "Nothing", &format!("--threads={wrong}")]);
        expect(&finished, 2, &["--threads"]);
    }
}
