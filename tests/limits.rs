//! `--memory` and `--time` are kept in the middle of a step, before the first choice, and by every
//! search. The programs of `java/limits` use as much memory or time as they can get.

use std::time::{Duration, Instant};

use raceproof_tests::checked::Checked;
use raceproof_tests::place;
use raceproof_tests::sandbox::Sandbox;
use serde_json::Value;

const SEARCHES: [&str; 8] =
    ["dfs", "bfs", "heuristic", "random", "persistent", "dpor", "pdp", "lockset"];

/// Under every search, the verdict is `incomplete`, less than twice the memory is used, and about
/// twice the time at most.
#[track_caller]
fn is_held(name: &str) {
    let checked = Checked::in_folder(&place::java_programs(""), "limits").unwrap();
    let checked = checked.iter().find(|checked| checked.program.name == name).unwrap();
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("limits-{name}"));
    sandbox.class(&format!("{name}.java"), &checked.program.text);
    let value = |option: &str| {
        checked.expected.options.iter().find_map(|o| o.strip_prefix(option)?.strip_prefix('='))
    };
    let memory =
        value("--memory").map(|size| size.trim_end_matches('m').parse::<u64>().unwrap() << 20);
    let time = Duration::from_secs_f64(value("--time").unwrap().parse().unwrap());
    for search in SEARCHES {
        let mut command = sandbox
            .command(&["check", name, "-cp", "classes", "--format", "json", "--search", search]);
        command.args(&checked.expected.options);
        let started = Instant::now();
        let finished = sandbox.finish(command);
        let took = started.elapsed();
        let text = finished.stdout_text();
        assert_eq!(finished.status, Some(3), "{search}: {text}\n{}", finished.stderr_text());
        let report: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (&report["verdict"], &report["complete"]),
            (&Value::from("incomplete"), &Value::from(false))
        );
        let limit = report["limit"].as_str().unwrap();
        assert!(limit.contains("(--memory)") || limit.contains("(--time)"), "{search}: {limit}");
        let tries = report["next"].as_array().unwrap();
        let is_raised = |next: &Value| {
            ["longer `--time`", "higher `--memory`"]
                .iter()
                .any(|r| next.as_str().unwrap().contains(r))
        };
        assert!(tries.iter().any(is_raised), "{search}: {tries:?}");
        let peak = report["statistics"]["peak_memory_bytes"].as_u64().unwrap();
        assert!(memory.is_none_or(|limit| peak < 2 * limit), "{search}: {peak} bytes");
        assert!(took < 2 * time + Duration::from_secs(1), "{search}: {took:?}");
    }
}

macro_rules! held {
    ($($test:ident: $program:literal,)*) => {
        $(#[test]
        fn $test() {
            is_held($program);
        })*

        #[test]
        fn each_program_has_a_test() {
            let programs = Checked::in_folder(&place::java_programs(""), "limits").unwrap();
            let names: Vec<&str> = programs.iter().map(|checked| checked.program.name.as_str()).collect();
            let mut tested = [$($program),*];
            tested.sort_unstable();
            assert_eq!(names, tested);
        }
    };
}

held! {
    an_endless_list: "AllocateForEver",
    deep_stacks: "DeepThreads",
    states_that_grow: "FillsInEveryStep",
    a_copy_of_much_at_once: "CopiesAtOnce",
    a_collection_in_a_step: "RecyclesMuch",
    an_execution_of_many_races: "LocksForLong",
    a_loop_before_the_first_choice: "SpinsBeforeTheFirstChoice",
}
