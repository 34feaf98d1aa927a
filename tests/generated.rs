//! Differential test of `check` on random programs (`raceproof_tests::generated`): depth first and
//! breadth first it must find exactly the outcomes and the deadlock that a naive explorer finds, in
//! the same number of states; so must `lockset`, and `dpor` as far as it comes in its time. Without
//! a detector of races; and with one, where the user trusts the class, so that threads are switched
//! at its variables only where these race.
//!
//! Programs with volatile variables are checked at synchronization, those with plain ones at
//! accesses; all of them on the oldest JDK, every fifth seed on the others.
//! `RACEPROOF_GENERATED=1000..2000 cargo test -p raceproof-tests --test generated` tries other
//! seeds.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use raceproof_tests::bench::Bench;
use raceproof_tests::compile::Compiler;
use raceproof_tests::generated;
use raceproof_tests::generated::generator::{self, Generated};
use raceproof_tests::generated::java::{self, Class};
use raceproof_tests::generated::program::Mode;
use raceproof_tests::generated::reference::Behaviour;
use raceproof_tests::jdk::Jdk;
use raceproof_tests::parallel::in_parallel;
use raceproof_tests::process;
use raceproof_tests::program::Program;
use serde_json::Value;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");
/// The stride of the sample on JDKs other than the oldest.
const SAMPLE: u64 = 5;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials =
        trials().unwrap_or_else(|error| vec![Trial::test("generated", move || Err(error.into()))]);
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials() -> Result<Vec<Trial>, String> {
    let seeds = generated::seeds(generator::SEEDS, &generator::BEFORE)?;
    let asked: Vec<(u64, Mode)> =
        seeds.into_iter().flat_map(|seed| [(seed, Mode::Volatile), (seed, Mode::Plain)]).collect();
    let generated = in_parallel(&asked, |(seed, mode)| generator::generate(*seed, *mode));
    let cases: Vec<Arc<Case>> =
        generated.into_iter().map(|g| Case::new(g).map(Arc::new)).collect::<Result<_, String>>()?;
    let temporary = Path::new(TEMPORARY);
    let mut trials = Vec::new();
    for (number, jdk) in Jdk::installed()?.into_iter().enumerate() {
        let is_wanted =
            |case: &&Arc<Case>| number == 0 || case.generated.seed.is_multiple_of(SAMPLE);
        let chosen: Vec<Arc<Case>> = cases.iter().filter(is_wanted).cloned().collect();
        let feature = jdk.feature;
        let programs = chosen.iter().map(|case| case.program.clone()).collect();
        let compiler = Compiler::new(&jdk, temporary);
        let bench = Arc::new(Bench::new(jdk, compiler, programs, temporary)?);
        for case in chosen {
            let bench = Arc::clone(&bench);
            let name = format!("generated/{feature}/{}", case.class.name);
            trials.push(Trial::test(name, move || judge(&bench, &case).map_err(Failed::from)));
        }
    }
    Ok(trials)
}

/// A program, the Java class printed from it, and its file.
struct Case {
    generated: Generated,
    class: Class,
    program: Program,
}

impl Case {
    fn new(generated: Generated) -> Result<Self, String> {
        let class =
            java::print(generated.seed, &generated.program, Some(&generated.behaviour.outcomes));
        let program = class.on_disk(&Path::new(TEMPORARY).join("generated"))?;
        Ok(Self { generated, class, program })
    }

    fn granularity(&self) -> &'static str {
        match self.generated.program.mode {
            Mode::Volatile => "sync",
            Mode::Plain | Mode::Mixed => "access",
        }
    }

    /// The behaviour that a report shows. A finding that is no outcome is an error, and so is an
    /// incomplete report where `must_be_complete`.
    fn told(&self, report: &Value, must_be_complete: bool) -> Result<Behaviour, String> {
        if must_be_complete && report["complete"] != true {
            return Err(format!("not complete:\n{report:#}"));
        }
        let mut told = Behaviour::default();
        for finding in report["findings"].as_array().into_iter().flatten() {
            let known = match (finding["kind"].as_str(), finding["exception"].as_str()) {
                (Some("deadlock"), _) => {
                    told.deadlock = true;
                    true
                }
                (Some("uncaught-exception"), Some("java.lang.IllegalStateException")) => self
                    .expected_outcome(finding)
                    .is_some_and(|outcome| told.outcomes.insert(outcome)),
                (Some("uncaught-exception"), Some("java.lang.Error")) => {
                    unexpected_outcome(finding).is_some_and(|outcome| told.outcomes.insert(outcome))
                }
                _ => false,
            };
            if !known {
                return Err(format!("a finding that is no outcome:\n{finding:#}"));
            }
        }
        Ok(told)
    }

    /// The outcome of an `IllegalStateException`, by the line that threw.
    fn expected_outcome(&self, finding: &Value) -> Option<i32> {
        let frame = finding["stack"][0].as_str()?;
        let line = frame.rsplit_once(':')?.1.strip_suffix(')')?.parse().ok()?;
        self.class.outcomes.get(&line).copied()
    }
}

/// The outcome of an `Error`, an unexpected one, by its message; one finding stands for all of
/// these.
fn unexpected_outcome(finding: &Value) -> Option<i32> {
    let message = finding["message"].as_str()?;
    message.split_once("java.lang.Error: ")?.1.split(' ').next()?.parse().ok()
}

fn judge(bench: &Bench, case: &Case) -> Result<(), String> {
    let classes = bench.classes(&case.program)?;
    let untold = ["--race", "off", "--granularity", case.granularity()];
    let judged = |search, ways: &[&str]| judge_one_way(bench, case, &classes, search, ways);
    let dfs = judged("dfs", &untold)?;
    let bfs = judged("bfs", &untold)?;
    // Whatever schedules these reductions leave out, no outcome may be lost.
    judged("lockset", &untold)?;
    judged("persistent", &untold)?;
    judged("dpor", &untold)?;
    let trusted = ["--race", "full", "--granularity", "sync", "--trusted", &case.class.name];
    for search in ["dfs", "dpor", "persistent"] {
        judged(search, &trusted)?;
    }
    if dfs == bfs {
        Ok(())
    } else {
        Err(format!("{}: {dfs} and {bfs} states", case.program.source.display()))
    }
}

/// Holds one search to the outcomes, and answers its number of states.
fn judge_one_way(
    bench: &Bench,
    case: &Case,
    classes: &Path,
    search: &str,
    ways: &[&str],
) -> Result<u64, String> {
    let mut command = bench.command("check");
    command.args(["--all", "--search", search]).args(ways);
    // A stateless search has more executions of some of these programs than a test has time for.
    command.args((search == "dpor").then_some(["--time", "0.5"]).into_iter().flatten());
    command.arg("-cp").arg(classes).arg(&case.class.name);
    let shown = process::spelled(&command);
    let wrong = |why: String| format!("{shown}\n{}\n{why}", case.program.source.display());
    let finished = process::run(command, b"", process::patience())?;
    let report: Value = serde_json::from_slice(&finished.stdout).map_err(|error| {
        wrong(format!("{error}\n{}{}", finished.stdout_text(), finished.stderr_text()))
    })?;
    let is_cut = search == "dpor" && report["complete"] == false;
    let told = case.told(&report, !is_cut).map_err(wrong)?;
    if is_cut {
        return if told.is_part_of(&case.generated.behaviour) {
            Ok(0)
        } else {
            Err(wrong("others than there are".to_owned()))
        };
    }
    case.generated.behaviour.must_be(&told).map_err(wrong)?;
    report["statistics"]["states"].as_u64().ok_or_else(|| wrong("no number of states".to_owned()))
}
