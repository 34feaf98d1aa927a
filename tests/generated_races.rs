//! Differential test of the detectors on random programs with plain and volatile variables
//! (`raceproof_tests::generated::disciplines` and `modes`): each detector must report a race
//! exactly if a naive explorer finds one (`h`: one whose write comes first), and the first finding
//! must be one of the races that come first in some execution. With `--all`, every variable that
//! has such a race must be reported. A reduction that runs out of time may miss races.
//!
//! All on the oldest JDK, each in every fourth way. `RACEPROOF_GENERATED=1000..2000 cargo test -p
//! raceproof-tests --test generated_races` tries other seeds, in all ways; with `RACEPROOF_WAYS=2`
//! in the first two only, with `RACEPROOF_KIND=modes` those of weaker modes and fences only.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use raceproof_base::Conflict;
use raceproof_tests::bench::Bench;
use raceproof_tests::compile::Compiler;
use raceproof_tests::generated;
use raceproof_tests::generated::disciplines::{self, Raced};
use raceproof_tests::generated::java;
use raceproof_tests::generated::modes;
use raceproof_tests::generated::races::{Place, Races};
use raceproof_tests::jdk::Jdk;
use raceproof_tests::parallel::in_parallel;
use raceproof_tests::process;
use raceproof_tests::program::Program;
use raceproof_tests::told::Told;
use serde_json::Value;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");
/// Detector, search, granularity, and whether `--all` is given.
const WAYS: [(&str, &str, &str, bool); 18] = [
    ("full", "auto", "sync", false),
    ("vector-clock", "preemptions", "sync", true),
    ("full", "dfs", "sync", false),
    ("h", "dfs", "sync", false),
    ("full", "heuristic", "access", false),
    ("goldilocks", "dfs", "access", false),
    ("h", "heuristic", "access", false),
    ("vector-clock", "bfs", "access", false),
    ("vector-clock", "dfs", "access", true),
    ("full", "dfs", "sync", true),
    ("full", "dpor", "sync", false),
    ("vector-clock", "dpor", "sync", true),
    ("full", "persistent", "sync", false),
    ("vector-clock", "persistent", "sync", true),
    ("full", "lockset", "sync", false),
    ("vector-clock", "lockset", "sync", true),
    ("h", "pdp", "sync", false),
    ("vector-clock", "pdp", "sync", true),
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = trials()
        .unwrap_or_else(|error| vec![Trial::test("generated_races", move || Err(error.into()))]);
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials() -> Result<Vec<Trial>, String> {
    let only_modes = std::env::var("RACEPROOF_KIND").is_ok_and(|kind| kind == "modes");
    let seeds = if only_modes {
        Vec::new()
    } else {
        generated::seeds(disciplines::SEEDS, &disciplines::BEFORE)?
    };
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
    let trial = |case: Arc<Case>| {
        let bench = Arc::clone(&bench);
        let sort = if case.raced.all.first.is_empty() { "race-free" } else { "race" };
        let name = format!("generated_races/{feature}/{sort}/{}", case.program.name);
        Trial::test(name, move || judge(&bench, &case).map_err(Failed::from))
    };
    Ok(cases.into_iter().map(trial).collect())
}

/// A program with its races, and the file of its Java class.
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

    fn name(&self, place: Place) -> String {
        match place {
            Place::Variable(variable) => format!("{}.v{}", self.program.name, variable.0),
            Place::Top => format!("{}.top", self.program.name),
        }
    }

    /// The first finding must be a race that comes first in an execution. With `--all` only its
    /// variable is compared, since a shortest schedule may have the race behind another one; and no
    /// variable with a first race may be missing.
    fn must_be(&self, races: &Races, told: &Told, all: bool) -> Result<(), String> {
        let findings = told.report["findings"].as_array().map_or(&[][..], Vec::as_slice);
        let tells = |finding: &Value, place: Place| {
            finding["kind"] == "data-race" && finding["variable"] == self.name(place)
        };
        let is_expected = |finding: &Value| {
            let is_first = |conflict: &Conflict| all || finding["conflict"] == conflict.name();
            races.first.iter().any(|(place, conflict)| tells(finding, *place) && is_first(conflict))
        };
        let is_told = match (told.status, findings.first()) {
            (0, None) => races.first.is_empty() && told.report["verdict"] == "race-free",
            (1, Some(first)) => {
                let is_missing =
                    |place: Place| !findings.iter().any(|finding| tells(finding, place));
                is_expected(first)
                    && !(all && races.first.iter().any(|(place, _)| is_missing(*place)))
            }
            _ => false,
        };
        if is_told {
            return if told.status == 0 { self.must_be_weak(races, told) } else { Ok(()) };
        }
        let said =
            ["verdict", "limit", "unsupported"].map(|key| told.report[key].to_string()).join(" ");
        let found = findings
            .iter()
            .map(|finding| format!("{} {}", finding["conflict"], finding["message"]));
        let found = found.collect::<Vec<_>>().join("\n");
        Err(format!("the first races are {:?}, not as told: {said}\n{found}", races.first))
    }

    /// A race-free program's weak races must be reported for exactly the variables that have one.
    fn must_be_weak(&self, races: &Races, told: &Told) -> Result<(), String> {
        let expected: BTreeSet<String> = races.weak.iter().map(|place| self.name(*place)).collect();
        let weak = told.report["weak_races"].as_array().map_or(&[][..], Vec::as_slice);
        let told: BTreeSet<String> = weak
            .iter()
            .map(|race| race["variable"].as_str().unwrap_or_default().to_owned())
            .collect();
        if told == expected {
            Ok(())
        } else {
            Err(format!("weak races of {expected:?}, not of {told:?}"))
        }
    }
}

/// The ways that a program goes: every fourth, beginning by its seed; all for seeds that are asked
/// for.
fn ways(seed: u64) -> impl Iterator<Item = (&'static str, &'static str, &'static str, bool)> {
    let most = std::env::var("RACEPROOF_WAYS")
        .ok()
        .and_then(|ways| ways.parse().ok())
        .unwrap_or(WAYS.len());
    let all = std::env::var_os("RACEPROOF_GENERATED").is_some();
    let is_gone = move |number: usize| all || (number as u64) % 4 == seed % 4;
    WAYS.into_iter()
        .take(most)
        .enumerate()
        .filter(move |(number, _)| is_gone(*number))
        .map(|(_, way)| way)
}

/// The other ways are tried after a wrong one, too, to show where the mistake lies.
fn judge(bench: &Bench, case: &Case) -> Result<(), String> {
    let classes = bench.classes(&case.program)?;
    let wrong: Vec<String> = ways(case.raced.seed)
        .filter_map(|way| judge_one_way(bench, case, &classes, way).err())
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn judge_one_way(
    bench: &Bench,
    case: &Case,
    classes: &Path,
    (race, search, granularity, all): (&str, &str, &str, bool),
) -> Result<(), String> {
    let mut command = bench.command("check");
    command.args(["--race", race, "--search", search, "--granularity", granularity]);
    command.args(all.then_some("--all"));
    let reduces = matches!(search, "persistent" | "dpor" | "pdp" | "lockset");
    command.args(reduces.then_some(["--time", "1"]).into_iter().flatten());
    command.arg("-cp").arg(classes).arg(&case.program.name);
    let shown = process::spelled(&command);
    let wrong = |why: String| format!("{shown}\n{}\n{why}", case.program.source.display());
    let told = Told::of(&process::run(command, b"", process::patience())?).map_err(wrong)?;
    // A reduction has more executions of some of these programs than a test has time for. What it
    // has found by then must be right.
    let is_cut = reduces && told.report["complete"] == false;
    if is_cut && told.status == 3 {
        return Ok(());
    }
    let all = all && !is_cut;
    // `h` leaves out races of which the read comes first, by design.
    let races = if race == "h" {
        // Weak races are reported whichever access comes first.
        &Races { weak: case.raced.all.weak.clone(), ..case.raced.of_writes.clone() }
    } else {
        &case.raced.all
    };
    case.must_be(races, &told, all).map_err(wrong)
}
