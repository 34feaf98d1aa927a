//! Soundness of `predict` on the random programs of `generated_races`: each race that it predicts
//! from a few executions must also be found, at the same places, by exploring all executions; its
//! witness must have been executed, or the report says why not. For a program that a naive explorer
//! finds race-free it must predict nothing. Races that `predict` misses are not noticed.
//!
//! `RACEPROOF_GENERATED=1000..2000 cargo test -p raceproof-tests --test generated_predict` tries
//! other seeds; with `RACEPROOF_KIND=modes` those of weaker modes and fences only.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use raceproof_tests::bench::Bench;
use raceproof_tests::compile::Compiler;
use raceproof_tests::generated;
use raceproof_tests::generated::disciplines::{self, Raced};
use raceproof_tests::generated::java;
use raceproof_tests::generated::modes;
use raceproof_tests::jdk::Jdk;
use raceproof_tests::parallel::in_parallel;
use raceproof_tests::process;
use raceproof_tests::program::Program;
use serde_json::Value;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");
/// The number of executions that are observed of each program.
const RUNS: &str = "3";
/// The accepted reasons for a witness that was not executed: a thread depends on what no event
/// shows (whether another is alive), or a limit was reached.
const EXPLAINED: [&str; 2] = ["it depends on more than what it reads", "a limit came"];
/// Seeds that once found defects: waits were moved before their notifications, an interrupt came
/// too late when the witness was executed, a `park` was moved before the interrupt that ended it,
/// and a compare-and-set fails in another order.
const BEFORE: [u64; 6] = [1070, 1143, 1192, 1343, 2137, 2376];
/// Detector and granularity for exploring all executions, the cheaper way first: a race that comes
/// after another one in its execution may be found by the second way only.
const EXPLORED: [[&str; 2]; 2] = [["full", "sync"], ["vector-clock", "access"]];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = trials()
        .unwrap_or_else(|error| vec![Trial::test("generated_predict", move || Err(error.into()))]);
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials() -> Result<Vec<Trial>, String> {
    let only_modes = std::env::var("RACEPROOF_KIND").is_ok_and(|kind| kind == "modes");
    let seeds =
        if only_modes { Vec::new() } else { generated::seeds(disciplines::SEEDS, &BEFORE)? };
    let raced = in_parallel(&seeds, |seed| disciplines::generate(*seed));
    let by_modes =
        in_parallel(&generated::seeds(modes::SEEDS, &[])?, |seed| modes::generate(*seed));
    let cases: Vec<Arc<Case>> = raced
        .into_iter()
        .chain(by_modes)
        .map(|raced| Case::new(raced).map(Arc::new))
        .collect::<Result<_, String>>()?;
    let jdk = Jdk::any()?;
    let programs = cases.iter().map(|case| case.program.clone()).collect();
    let temporary = Path::new(TEMPORARY);
    let compiler = Compiler::new(&jdk, temporary);
    let bench = Arc::new(Bench::new(jdk, compiler, programs, temporary)?);
    let trial = |case: Arc<Case>| {
        let bench = Arc::clone(&bench);
        let sort = if case.raced.all.first.is_empty() { "race-free" } else { "race" };
        let name = format!("generated_predict/{sort}/{}", case.program.name);
        Trial::test(name, move || judge(&bench, &case).map_err(Failed::from))
    };
    Ok(cases.into_iter().map(trial).collect())
}

/// A program with the races that a naive explorer finds.
struct Case {
    raced: Raced,
    program: Program,
}

impl Case {
    fn new(raced: Raced) -> Result<Self, String> {
        let class = java::print(raced.seed, &raced.program, None);
        let program = class.on_disk(&Path::new(TEMPORARY).join("generated-predict"))?;
        Ok(Self { raced, program })
    }
}

/// A race: the variable, and the program's places of the two accesses, as far as a report has them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct ToldRace {
    variable: String,
    places: BTreeSet<String>,
}

impl ToldRace {
    fn of(finding: &Value, program: &str) -> Self {
        let is_own = |frame: &&str| frame.starts_with(program);
        let place = |access: &Value| {
            let frames = access["stack"].as_array().into_iter().flatten().filter_map(Value::as_str);
            // A witness that was not executed has no stacks: its accesses may be within the class
            // library.
            let recorded = access["location"].as_str();
            frames.chain(recorded).find(is_own).map(str::to_owned)
        };
        let accesses = finding["accesses"].as_array().into_iter().flatten();
        let variable = finding["variable"].as_str().unwrap_or_default().to_owned();
        Self { variable, places: accesses.filter_map(place).collect() }
    }

    /// Whether it is one of the races found by exploring.
    fn is_among(&self, explored: &[Self]) -> bool {
        explored
            .iter()
            .any(|known| known.variable == self.variable && known.places.is_superset(&self.places))
    }
}

fn findings(report: &Value) -> &[Value] {
    report["findings"].as_array().map_or(&[], Vec::as_slice)
}

/// A command's exit status and report; standard error must be empty.
fn report(command: Command) -> Result<(Option<i32>, Value), String> {
    let finished = process::run(command, b"", process::patience())?;
    let stderr = finished.stderr_text();
    if !stderr.is_empty() {
        return Err(format!("something is said on standard error: {stderr}"));
    }
    let report = serde_json::from_slice(&finished.stdout).map_err(|error| error.to_string())?;
    Ok((finished.status, report))
}

fn judge(bench: &Bench, case: &Case) -> Result<(), String> {
    let classes = bench.classes(&case.program)?;
    let command = |name: &str, options: &[&str]| {
        let mut command = bench.command(name);
        command.args(options).arg("-cp").arg(&classes).arg(&case.program.name);
        command
    };
    let seed = case.raced.seed.to_string();
    let predict = command("predict", &["--seed", &seed, "--runs", RUNS]);
    let shown = process::spelled(&predict);
    let wrong = |why: String| format!("{shown}\n{}\n{why}", case.program.source.display());
    let (status, predicted) = report(predict).map_err(wrong)?;
    let told = findings(&predicted);
    must_have_form(status, &predicted).map_err(wrong)?;
    if case.raced.all.first.is_empty() && !told.is_empty() {
        return Err(wrong(format!("it has no race:\n{predicted:#}")));
    }
    let mut left: Vec<ToldRace> =
        told.iter().map(|finding| ToldRace::of(finding, &case.program.name)).collect();
    for [race, granularity] in EXPLORED {
        if left.is_empty() {
            break;
        }
        let check = command("check", &["--all", "--race", race, "--granularity", granularity]);
        let shown = process::spelled(&check);
        let (_, explored) = report(check).map_err(|why| wrong(format!("{shown}\n{why}")))?;
        let explored: Vec<ToldRace> = findings(&explored)
            .iter()
            .map(|finding| ToldRace::of(finding, &case.program.name))
            .collect();
        left.retain(|race| !race.is_among(&explored));
    }
    if left.is_empty() {
        Ok(())
    } else {
        Err(wrong(format!("exploring finds no race {left:?}:\n{predicted:#}")))
    }
}

/// Each finding was executed or has an accepted reason why not; the verdict and the status follow
/// from the findings.
fn must_have_form(status: Option<i32>, report: &Value) -> Result<(), String> {
    let wrong = |why: &str| Err(format!("{why}:\n{report:#}"));
    let fits = match findings(report) {
        [] => matches!(
            (status, report["verdict"].as_str()),
            (Some(0), Some("passed")) | (Some(3), Some("incomplete"))
        ),
        _ => status == Some(1) && report["verdict"] == "violated",
    };
    if !fits {
        return wrong("the verdict is another");
    }
    for finding in findings(report) {
        let is_explained = |why: &str| EXPLAINED.iter().any(|explained| why.contains(explained));
        match finding["status"].as_str() {
            Some("race") => {}
            Some("predicted") if finding["not_executed"].as_str().is_some_and(is_explained) => {}
            _ => return wrong("a race was not executed, and nothing explains why"),
        }
    }
    Ok(())
}
