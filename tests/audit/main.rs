//! `raceproof audit`: what becomes of the pairs that the scan leaves (`deciding.rs`; `shop.rs`, of a
//! small project), how soon directed search has a race (`directed.rs`), what cannot be
//! (`contradictions.rs`), what a later audit takes over (`ledgers.rs`), one pair alone
//! (`pairs.rs`), and what `check` does (`skipping.rs`).

mod contradictions;
mod deciding;
mod directed;
mod ledgers;
mod pairs;
mod shop;
mod skipping;

use std::fs;

use raceproof_tests::place;
use raceproof_tests::process::Finished;
use raceproof_tests::sandbox::Sandbox;
use raceproof_tests::schemas;
use serde_json::Value;

/// A folder with the compiled program of that name, whose source is below the workspace.
fn sandbox(test: &str, folder: &str, program: &str) -> Sandbox {
    let source = place::workspace().join(folder).join(format!("{program}.java"));
    let text = fs::read_to_string(&source).unwrap_or_else(|e| panic!("{}: {e}", source.display()));
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("audit-{test}-{program}"));
    sandbox.class(&format!("{program}.java"), &text);
    sandbox
}

/// An audit of the compiled program, with its report, which fits the schema and adds up.
fn audit(sandbox: &Sandbox, program: &str, options: &[&str]) -> (Finished, Value) {
    let all = [&["audit", program, "-cp", "classes", "--format", "json"], options].concat();
    let finished = sandbox.raceproof(&all);
    let report = schemas::read(&finished.stdout)
        .unwrap_or_else(|error| panic!("{program}: {error}\n{}", finished.stderr_text()));
    adds_up(&report);
    (finished, report)
}

#[track_caller]
fn adds_up(report: &Value) {
    let pairs = &report["pairs"];
    let number = |key: &str| pairs[key].as_u64().unwrap();
    let stages = pairs["proved_for_all_inputs"].as_object().unwrap();
    let proved: u64 = stages.values().map(|count| count.as_u64().unwrap()).sum();
    let rest = ["witnessed", "proved_for_this_input", "open", "accepted", "not_asked_for"];
    let rest: u64 = rest.into_iter().map(number).sum();
    assert_eq!(proved + rest, number("original"), "{pairs:#}");
    for (status, key) in
        [("witnessed", "witnessed"), ("proved", "proved_for_this_input"), ("open", "open")]
    {
        let told: u64 = with(report, status).iter().map(|one| one["pairs"].as_u64().unwrap()).sum();
        assert_eq!(told, number(key), "{status}: {report:#}");
    }
}

/// The candidates of a status.
fn with<'a>(report: &'a Value, status: &str) -> Vec<&'a Value> {
    let all = report["candidates"].as_array().unwrap().iter();
    all.filter(|candidate| candidate["status"] == status).collect()
}
