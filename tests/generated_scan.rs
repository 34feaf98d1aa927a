//! Soundness of `scan` on the random programs of `generated_races`: each variable whose race comes
//! first in some execution, by the naive explorer, must be among the candidates. Precision: of the
//! programs that only locks and joins order, at most one in twenty may have other candidates than
//! the variables that race, including those that `check --all` finds behind another race. In other
//! programs, false candidates are not noticed.
//!
//! `RACEPROOF_GENERATED=1000..2000 cargo test -p raceproof-tests --test generated_scan` tries other
//! seeds.

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
use raceproof_tests::generated::program::{Statement, VariableKind};
use raceproof_tests::generated::races::Place;
use raceproof_tests::jdk::Jdk;
use raceproof_tests::parallel::in_parallel;
use raceproof_tests::process;
use raceproof_tests::program::Program;
use serde_json::Value;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = trials()
        .unwrap_or_else(|error| vec![Trial::test("generated_scan", move || Err(error.into()))]);
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials() -> Result<Vec<Trial>, String> {
    let seeds = generated::seeds(disciplines::SEEDS, &disciplines::BEFORE)?;
    let raced = in_parallel(&seeds, |seed| disciplines::generate(*seed));
    let seeds = generated::seeds(modes::SEEDS, &[])?;
    let by_modes = in_parallel(&seeds, |seed| modes::generate(*seed));
    let cases = raced.into_iter().chain(by_modes).map(|raced| Case::new(raced).map(Arc::new));
    let cases: Vec<Arc<Case>> = cases.collect::<Result<_, String>>()?;
    let jdk = Jdk::any()?;
    let feature = jdk.feature;
    let programs = cases.iter().map(|case| case.program.clone()).collect();
    let temporary = Path::new(TEMPORARY);
    let compiler = Compiler::new(&jdk, temporary);
    let bench = Arc::new(Bench::new(jdk, compiler, programs, temporary)?);
    let trial = |case: &Arc<Case>| {
        let (bench, case) = (Arc::clone(&bench), Arc::clone(case));
        Trial::test(format!("generated_scan/{feature}/{}", case.program.name), move || {
            case.must_be_told(&case.candidates(&bench)?).map_err(Failed::from)
        })
    };
    let mut trials: Vec<Trial> = cases.iter().map(trial).collect();
    let simple =
        cases.into_iter().filter(|case| case.is_ordered_by_locks_and_joins()).collect::<Vec<_>>();
    trials.push(Trial::test(format!("generated_scan/{feature}/exact"), move || {
        must_be_exact(&bench, &simple)
    }));
    Ok(trials)
}

fn must_be_exact(bench: &Bench, cases: &[Arc<Case>]) -> Result<(), Failed> {
    let mut others = Vec::new();
    for case in cases {
        let candidates = case.candidates(bench)?;
        if candidates != case.races() {
            let told = case.told(bench)?;
            if candidates != told {
                others.push(format!("{}: {candidates:?} for {told:?}", case.program.name));
            }
        }
    }
    if others.len() * 20 <= cases.len() {
        return Ok(());
    }
    Err(format!(
        "{} of {} have other candidates than races:\n{}",
        others.len(),
        cases.len(),
        others.join("\n")
    )
    .into())
}

struct Case {
    raced: Raced,
    program: Program,
}

impl Case {
    fn new(raced: Raced) -> Result<Self, String> {
        let class = java::print(raced.seed, &raced.program, None);
        let program = class.on_disk(&Path::new(TEMPORARY).join("generated"))?;
        Ok(Self { raced, program })
    }

    /// The variables of the races that come first in some execution.
    fn races(&self) -> BTreeSet<String> {
        let name = |place: &Place| match place {
            Place::Variable(variable) => format!("{}.v{}", self.program.name, variable.0),
            Place::Top => format!("{}.top", self.program.name),
        };
        self.raced.all.first.iter().map(|(place, _)| name(place)).collect()
    }

    /// Whether all variables are plain, and no statement orders or decides anything but monitors,
    /// the lock and joins.
    fn is_ordered_by_locks_and_joins(&self) -> bool {
        let program = &self.raced.program;
        let orders_otherwise = |statement: &Statement| {
            !matches!(
                statement,
                Statement::Read(_)
                    | Statement::Write(..)
                    | Statement::Increment(_)
                    | Statement::Synchronized(..)
                    | Statement::Locked(_)
                    | Statement::Join(_)
            )
        };
        program.variables.iter().all(|kind| *kind == VariableKind::Plain)
            && !program.has(orders_otherwise)
    }

    fn candidates(&self, bench: &Bench) -> Result<BTreeSet<String>, String> {
        self.variables(bench, bench.command("scan"), "candidates")
    }

    fn told(&self, bench: &Bench) -> Result<BTreeSet<String>, String> {
        let mut command = bench.command("check");
        command.args([
            "--race",
            "vector-clock",
            "--search",
            "dfs",
            "--granularity",
            "access",
            "--all",
        ]);
        self.variables(bench, command, "findings")
    }

    fn variables(
        &self,
        bench: &Bench,
        mut command: Command,
        key: &str,
    ) -> Result<BTreeSet<String>, String> {
        command.arg("-cp").arg(bench.classes(&self.program)?).arg(&self.program.name);
        let shown = process::spelled(&command);
        let finished = process::run(command, b"", process::patience())?;
        let report: Value = serde_json::from_slice(&finished.stdout)
            .map_err(|error| format!("{shown}: {error}\n{}", finished.stderr_text()))?;
        let all = report[key].as_array().ok_or_else(|| format!("{shown}: no {key}"))?;
        Ok(all.iter().filter_map(|one| one["variable"].as_str()).map(str::to_owned).collect())
    }

    fn must_be_told(&self, candidates: &BTreeSet<String>) -> Result<(), String> {
        let missed: BTreeSet<String> = self.races().difference(candidates).cloned().collect();
        if missed.is_empty() {
            return Ok(());
        }
        Err(format!("{}: {missed:?} race, and are no candidates", self.program.source.display()))
    }
}
