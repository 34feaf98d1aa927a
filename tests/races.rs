//! Detectors on twins: the programs of `java/race`, `java/race-free` and `java/papers/jrf`, of
//! which one races and another, a small change away, does not. Each must get the verdict of its
//! first line, about its variable, by the combinations of detector, search and granularity in
//! [`WAYS`]. Each goes the first way, whose race `replay` must show, and every second one another,
//! chosen by its position; all of them, each replayed, with `RACEPROOF_TESTS=all`. Programs with `large=true` are checked
//! within bounds ([`LARGE_WAYS`]).
//!
//! All of them on the oldest JDK; on the others every eighth, and those that the oldest cannot
//! compile. `cargo test -p raceproof-tests --test races -- 17/race/Name` checks one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use raceproof_tests::bench::Bench;
use raceproof_tests::checked::{Checked, Expected};
use raceproof_tests::compile::Compiler;
use raceproof_tests::jdk::Jdk;
use raceproof_tests::place;
use raceproof_tests::process;
use raceproof_tests::thorough;
use raceproof_tests::told::Told;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");
const FOLDERS: [&str; 3] = ["race", "race-free", "papers/jrf"];
/// Detector, search, granularity.
const WAYS: [[&str; 3]; 16] = [
    ["full", "auto", "sync"],
    ["h", "heuristic", "access"],
    ["full", "heuristic", "access"],
    ["h", "dfs", "sync"],
    ["goldilocks", "dfs", "access"],
    ["vector-clock", "heuristic", "sync"],
    ["full", "dfs", "access"],
    ["full", "preemptions", "sync"],
    ["h", "dfs", "access"],
    ["h", "heuristic", "sync"],
    ["goldilocks", "heuristic", "access"],
    ["goldilocks", "dfs", "sync"],
    ["goldilocks", "heuristic", "sync"],
    ["vector-clock", "dfs", "sync"],
    ["vector-clock", "dfs", "access"],
    ["vector-clock", "heuristic", "access"],
];
/// The number of ways that every program goes.
const USUAL: usize = 1;
/// Detector, search and bound for programs that are too large to be explored completely. Random
/// executions must find the race if there is one; the other searches may be incomplete, never
/// wrong.
const LARGE_WAYS: [[&str; 4]; 4] = [
    ["h", "random", "--runs", "1000"],
    ["vector-clock", "random", "--runs", "250"],
    ["h", "dfs", "--max-states", "10000"],
    ["h", "dpor", "--time", "0.3"],
];
/// The stride of the sample on JDKs other than the oldest.
const SAMPLE: usize = 8;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials =
        trials().unwrap_or_else(|error| vec![Trial::test("races", move || Err(error.into()))]);
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials() -> Result<Vec<Trial>, String> {
    let java = place::java_programs("");
    let mut programs = Vec::new();
    for folder in FOLDERS {
        programs.extend(Checked::in_folder(&java, folder)?);
    }
    let mut trials = Vec::new();
    for (number, jdk) in Jdk::installed()?.into_iter().enumerate() {
        let feature = jdk.feature;
        let oldest = if number == 0 { feature } else { 17 };
        let is_wanted = |(index, checked): &(usize, &Checked)| {
            let is_new = !checked.program.compiles_on(oldest);
            checked.program.compiles_on(feature) && (number == 0 || index % SAMPLE == 0 || is_new)
        };
        let chosen: Vec<Checked> = programs
            .iter()
            .enumerate()
            .filter(is_wanted)
            .map(|(_, checked)| checked.clone())
            .collect();
        let judge = Arc::new(Judge::new(jdk, &chosen)?);
        for (number, checked) in chosen.into_iter().enumerate() {
            let judge = Arc::clone(&judge);
            let name = format!("races/{feature}/{}/{}", checked.folder, checked.program.name);
            trials.push(Trial::test(name, move || {
                judge.judge(&checked, number).map_err(Failed::from)
            }));
        }
    }
    Ok(trials)
}

/// The trials on one JDK.
struct Judge(Bench);

impl Judge {
    fn new(jdk: Jdk, chosen: &[Checked]) -> Result<Self, String> {
        let temporary = Path::new(TEMPORARY);
        let compiler = Compiler::new(&jdk, temporary);
        let programs = chosen.iter().map(|checked| checked.program.clone()).collect();
        Bench::new(jdk, compiler, programs, temporary).map(Self)
    }

    fn judge(&self, checked: &Checked, number: usize) -> Result<(), String> {
        let classes = self.0.classes(&checked.program)?;
        if checked.expected.large {
            return LARGE_WAYS
                .iter()
                .try_for_each(|way| self.judge_bounded(checked, &classes, *way));
        }
        let (usual, others) = WAYS.split_at(USUAL);
        let all = thorough::is_asked();
        let others = match all {
            true => others,
            false if number.is_multiple_of(2) => &others[number / 2 % others.len()..][..1],
            false => &[],
        };
        let ways = usual.iter().map(|way| (way, true)).chain(others.iter().map(|way| (way, all)));
        let mut ways = ways.map(|(way, replays)| (*way, replays));
        ways.try_for_each(|(way, replays)| self.judge_one_way(checked, &classes, way, replays))
    }

    fn judge_one_way(
        &self,
        checked: &Checked,
        classes: &Path,
        way: [&str; 3],
        replays: bool,
    ) -> Result<(), String> {
        let [race, search, granularity] = way;
        let trace = self.trace(checked, way)?;
        let mut command = self.0.command("check");
        command.args(["--race", race, "--search", search, "--granularity", granularity]);
        command.args(&checked.expected.options).arg("--save-trace").arg(&trace);
        command.arg("-cp").arg(classes).arg(checked.program.main_class());
        let shown = process::spelled(&command);
        let wrong = |why: String| format!("{shown}\n{why}");
        let told =
            Told::of_ending(&process::run(command, b"", process::patience())?).map_err(wrong)?;
        told.fits(&expected(&checked.expected, race)).map_err(wrong)?;
        if told.status == 1 && replays {
            self.0.replay(&trace, &told).map_err(wrong)?;
        }
        let _ = fs::remove_file(&trace);
        Ok(())
    }

    fn judge_bounded(
        &self,
        checked: &Checked,
        classes: &Path,
        way: [&str; 4],
    ) -> Result<(), String> {
        let [race, search, limit, most] = way;
        let mut command = self.0.command("check");
        command
            .args(["--race", race, "--search", search, limit, most])
            .args(&checked.expected.options);
        command.arg("-cp").arg(classes).arg(checked.program.main_class());
        let shown = process::spelled(&command);
        let wrong = |why: String| format!("{shown}\n{why}");
        let told =
            Told::of_ending(&process::run(command, b"", process::patience())?).map_err(wrong)?;
        let expected = expected(&checked.expected, race);
        // Random executions must find what there is to find; where there is nothing, each of them
        // must end.
        let is_enough = match search {
            "random" => {
                expected.kinds.is_empty()
                    && told.report["statistics"]["executions"].as_u64() == most.parse().ok()
            }
            _ => true,
        };
        if told.status == 3 && is_enough { Ok(()) } else { told.fits(&expected).map_err(wrong) }
    }

    fn trace(&self, checked: &Checked, way: [&str; 3]) -> Result<PathBuf, String> {
        let folder = Path::new(TEMPORARY).join("race-traces").join(self.0.jdk.feature.to_string());
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(folder.join(format!("{}-{}.trace", checked.program.name, way.join("-"))))
    }
}

/// What a detector must report: `h` leaves out races whose read comes first, by design.
fn expected(expected: &Expected, race: &str) -> Expected {
    let mut expected = expected.clone();
    if race == "h" && expected.conflicts == ["read-write"] {
        expected.verdict = "race-free".to_owned();
        expected.kinds.clear();
        expected.variables.clear();
        expected.conflicts.clear();
        return expected;
    }
    if race == "h" {
        expected.conflicts.retain(|conflict| conflict != "read-write");
    }
    expected
}
