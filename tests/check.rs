//! `check` on the programs of `java/safe`, `deadlock`, `assertion`, `exception`, `exit` and
//! `unsupported`. Without a detector of races, each must get the verdict of its first line depth
//! first at synchronization, every fourth program also breadth first there and depth first at
//! accesses, every sixteenth breadth first at both (with `RACEPROOF_TESTS=all` every second, and
//! every eighth); complete searches must agree on the number of states, and `replay` must show the
//! violation of the first search, and that of each where all are tried. With the default detector, a
//! program that passes must be race-free, or have a race if its first line says `racy=true`, and one
//! that is tried in several ways must fail as before; those whose first line says `every=true` are
//! judged by it in `every.rs`. At accesses a program may
//! have too many states: then only wrong findings are noticed.
//!
//! All of them on the oldest JDK; on the others every tenth, and those that the oldest cannot
//! compile. `cargo test -p raceproof-tests --test check -- 17/deadlock/Name` checks one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use raceproof_tests::bench::Bench;
use raceproof_tests::checked::Checked;
use raceproof_tests::compile::Compiler;
use raceproof_tests::jdk::Jdk;
use raceproof_tests::place;
use raceproof_tests::process;
use raceproof_tests::thorough;
use raceproof_tests::told::Told;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");
const FOLDERS: [&str; 6] = ["safe", "deadlock", "assertion", "exception", "exit", "unsupported"];

/// More states than any of the programs has at synchronization, but for those that are too large.
const MOST_STATES: &str = "2000000";
/// At plain accesses, a program may have more states than a test has time for: then reaching this
/// limit without a finding passes.
const MOST_STATES_OF_ACCESSES: &str = "100000";
/// The stride of the sample on JDKs other than the oldest.
const SAMPLE: usize = 10;
/// One program of so many goes all ways, and what each finds is replayed; one of a quarter of so many
/// goes all but the last, the others the first.
const ALL_WAYS: usize = 16;
/// The same where everything is asked for.
const ALL_WAYS_THOROUGHLY: usize = 8;

/// Programs with more states than [`MOST_STATES`], from which release on, and why. They are
/// judged in rounds with operations of the class library as steps.
const TOO_LARGE: [(&str, u32, &str); 6] = [
    ("AwaitTermination", 17, POOL),
    (
        "ConditionSignalAll",
        17,
        "the queues of a lock and of a condition, linked by compare-and-set: two million states",
    ),
    ("ScheduledOnce", 17, POOL),
    ("ExchangerSwap", 17, SPINS),
    ("ExchangerAlone", 17, SPINS),
    ("ExchangeTooLate", 17, SPINS),
];

const POOL: &str =
    "every interleaving of the pool's own bookkeeping is a state: one to two million";
const SPINS: &str = "spins before it parks, and its spinning is counted in variables: a million";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials =
        trials().unwrap_or_else(|error| vec![Trial::test("check", move || Err(error.into()))]);
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials() -> Result<Vec<Trial>, String> {
    let java = place::java_programs("");
    let mut programs = Vec::new();
    for folder in FOLDERS {
        programs.extend(Checked::in_folder(&java, folder)?);
    }
    if let Some((name, ..)) =
        TOO_LARGE.iter().find(|(name, ..)| programs.iter().all(|p| p.program.name != *name))
    {
        return Err(format!("`{name}` is said to be too large, and is not there"));
    }
    let all_ways = if thorough::is_asked() { ALL_WAYS_THOROUGHLY } else { ALL_WAYS };
    let mut trials = Vec::new();
    for (number, jdk) in Jdk::installed()?.into_iter().enumerate() {
        let feature = jdk.feature;
        let oldest = if number == 0 { feature } else { 17 };
        let is_wanted = |(index, program): &(usize, &Checked)| {
            program.program.compiles_on(feature)
                && (number == 0 || index % SAMPLE == 0 || !program.program.compiles_on(oldest))
        };
        let chosen: Vec<Checked> = programs
            .iter()
            .enumerate()
            .filter(is_wanted)
            .map(|(_, program)| program.clone())
            .collect();
        let judge = Arc::new(Judge::new(jdk, &chosen)?);
        for (number, checked) in chosen.into_iter().enumerate() {
            let judge = Arc::clone(&judge);
            let name = format!("check/{feature}/{}/{}", checked.folder, checked.program.name);
            let ways = match number {
                _ if number.is_multiple_of(all_ways) => &WAYS[..],
                _ if number.is_multiple_of(all_ways / 4) => &WAYS[..3],
                _ => &WAYS[..1],
            };
            trials
                .push(Trial::test(name, move || judge.judge(&checked, ways).map_err(Failed::from)));
        }
    }
    Ok(trials)
}

/// One way to check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    search: &'static str,
    granularity: &'static str,
}

/// The last of them is the most expensive.
const WAYS: [Way; 4] = [
    Way { search: "dfs", granularity: "sync" },
    Way { search: "bfs", granularity: "sync" },
    Way { search: "dfs", granularity: "access" },
    Way { search: "bfs", granularity: "access" },
];

/// The trials on one JDK.
struct Judge(Bench);

impl Judge {
    fn new(jdk: Jdk, chosen: &[Checked]) -> Result<Self, String> {
        let temporary = Path::new(TEMPORARY);
        let compiler =
            Compiler::new(&jdk, temporary).with_library(&place::raceproof_jar(temporary)?);
        let programs = chosen.iter().map(|checked| checked.program.clone()).collect();
        Bench::new(jdk, compiler, programs, temporary).map(Self)
    }

    fn judge(&self, checked: &Checked, ways: &[Way]) -> Result<(), String> {
        let classes = self.0.classes(&checked.program)?;
        let is_it =
            |name: &str, from: u32| name == checked.program.name && self.0.jdk.feature >= from;
        if TOO_LARGE.iter().any(|(name, from, _)| is_it(name, *from)) {
            return self.judge_races(checked, &classes, &["--library", "atomic"]);
        }
        let mut figures = BTreeMap::new();
        for way in ways {
            let replays = figures.is_empty() || ways.len() == WAYS.len();
            let told = self.judge_one_way(checked, &classes, *way, replays)?;
            figures.insert(*way, told);
        }
        for granularity in ["sync", "access"] {
            if let [Some((dfs, one)), Some((bfs, other))] =
                ["dfs", "bfs"].map(|search| figures.get(&Way { search, granularity }))
            {
                let is_exact = !checked.expected.options.iter().any(|word| word == "--library");
                agree((dfs, bfs), one == other, is_exact)
                    .map_err(|why| format!("dfs and bfs at {granularity}: {why}"))?;
            }
        }
        let is_enough = checked.expected.verdict == "violated" && ways.len() == 1;
        if checked.expected.every || is_enough {
            return Ok(());
        }
        self.judge_races(checked, &classes, &["--search", "dfs"])
    }

    /// The default detector finds a race where there is one, and nowhere else.
    fn judge_races(&self, checked: &Checked, classes: &Path, way: &[&str]) -> Result<(), String> {
        let expected = &checked.expected;
        let mut command = self.0.command("check");
        command.args(&expected.options).args(way).args(["--max-states", MOST_STATES]);
        command.arg("-cp").arg(classes).arg(checked.program.main_class());
        let shown = process::spelled(&command);
        let told = Told::of_ending(&process::run(command, b"", process::patience())?)
            .map_err(|why| format!("{shown}\n{why}"))?;
        let is_race = told.report["findings"][0]["kind"] == "data-race";
        let fits = match (is_race, expected.verdict.as_str()) {
            (true, _) if expected.racy => Ok(()),
            (false, "passed") if !expected.racy => told.fits(&expected.as_race_free()),
            (false, "passed") | (true, _) => Err(format!("a race, or none: {:#}", told.report)),
            (false, _) => told.fits(expected),
        };
        fits.map_err(|why| format!("{shown}\n{why}"))
    }

    /// The report of one check, which is as expected, and what its trace says is switched at.
    fn judge_one_way(
        &self,
        checked: &Checked,
        classes: &Path,
        way: Way,
        replays: bool,
    ) -> Result<(Told, Vec<String>), String> {
        let Way { search, granularity } = way;
        let trace = self.trace(checked, way)?;
        let _ = fs::remove_file(&trace);
        let is_sync = granularity == "sync";
        let most = if is_sync { MOST_STATES } else { MOST_STATES_OF_ACCESSES };
        let mut command = self.0.command("check");
        command.args([
            "--race",
            "off",
            "--search",
            search,
            "--granularity",
            granularity,
            "--max-states",
            most,
        ]);
        command.args(&checked.expected.options).arg("--save-trace").arg(&trace);
        command.arg("-cp").arg(classes).arg(checked.program.main_class());
        let shown = process::spelled(&command);
        let told = Told::of_ending(&process::run(command, b"", process::patience())?)
            .map_err(|why| format!("{shown}\n{why}"))?;
        let verdict = if !is_sync && told.status == 3 {
            Ok(())
        } else {
            told.fits(&checked.expected.at(is_sync))
        };
        verdict.map_err(|why| format!("{shown}\n{why}"))?;
        if let (true, Some(states), "passed") =
            (is_sync, checked.expected.states, checked.expected.verdict.as_str())
            && told.states() != states
        {
            return Err(format!("{shown}\n{} states, not {states}", told.states()));
        }
        if told.status == 1 && replays {
            self.0.replay(&trace, &told).map_err(|why| format!("{shown}\n{why}"))?;
        }
        // There is none of what passes.
        let traced = fs::read_to_string(&trace).unwrap_or_default();
        let finer = traced.lines().filter(|line| line.starts_with("option switch-at"));
        let finer = finer.map(str::to_owned).collect();
        let _ = fs::remove_file(&trace);
        Ok((told, finer))
    }

    fn trace(&self, checked: &Checked, way: Way) -> Result<PathBuf, String> {
        let folder = Path::new(TEMPORARY).join("traces").join(self.0.jdk.feature.to_string());
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(folder
            .join(format!("{}-{}-{}.trace", checked.program.name, way.search, way.granularity)))
    }
}

/// Two complete searches meet the same states, and the counterexample of the second, breadth first,
/// is a shortest one, unless one has found that more is to be switched at, and the other has ended
/// before. Between operations, states are one that differ in what nobody observes: which of them is
/// gone on from, and so how many come behind, is a matter of order.
fn agree((dfs, bfs): (&Told, &Told), are_alike: bool, is_exact: bool) -> Result<(), String> {
    let length = |told: &Told| {
        let findings = told.report["findings"].as_array().map_or(&[][..], Vec::as_slice);
        findings.iter().filter_map(|finding| finding["length"].as_u64()).min().unwrap_or(0)
    };
    match (dfs.status, bfs.status) {
        (0, 0) if is_exact && dfs.states() != bfs.states() => {
            Err(format!("{} and {} states", dfs.states(), bfs.states()))
        }
        (1, 1) if are_alike && length(dfs) < length(bfs) => {
            Err(format!("{} and {} steps", length(dfs), length(bfs)))
        }
        (0, 1) | (1, 0) => Err("one finds what the other does not".to_owned()),
        _ => Ok(()),
    }
}
