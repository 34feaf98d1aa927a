//! The programs of `java/race`, `java/race-free` and `java/papers/jrf`, twins of which one races: each is checked with every detector,
//! depth first and by the heuristic search, at both granularities, and must get the verdict of its first line, about its
//! variable; what was found must be shown again by `replay`. All of them on the oldest JDK, and a part on the others.
//! The default detector goes every way, the others go one way each unless `RACEPROOF_RACES=all`.
//!
//! `cargo test -p raceproof-tests --test races -- 17/race/Name` checks one.

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
use raceproof_tests::told::Told;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");
const FOLDERS: [&str; 3] = ["race", "race-free", "papers/jrf"];
/// Detector, search, granularity.
const WAYS: [[&str; 3]; 12] = [
    ["h", "dfs", "sync"],
    ["h", "dfs", "access"],
    ["h", "heuristic", "sync"],
    ["h", "heuristic", "access"],
    ["goldilocks", "heuristic", "access"],
    ["vector-clock", "dfs", "sync"],
    ["goldilocks", "dfs", "sync"],
    ["goldilocks", "dfs", "access"],
    ["goldilocks", "heuristic", "sync"],
    ["vector-clock", "dfs", "access"],
    ["vector-clock", "heuristic", "sync"],
    ["vector-clock", "heuristic", "access"],
];
/// So many of them are gone unless all are asked for.
const USUAL: usize = 6;
/// On JDKs but the oldest: each program of so many.
const SAMPLE: usize = 4;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = trials().unwrap_or_else(|error| vec![Trial::test("races", move || Err(error.into()))]);
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
        let chosen = programs.iter().enumerate().filter(|(index, _)| number == 0 || index % SAMPLE == 0);
        let chosen: Vec<Checked> = chosen.map(|(_, checked)| checked.clone()).collect();
        let judge = Arc::new(Judge::new(jdk, &chosen)?);
        for checked in chosen {
            let judge = Arc::clone(&judge);
            let name = format!("races/{feature}/{}/{}", checked.folder, checked.program.name);
            trials.push(Trial::test(name, move || judge.judge(&checked).map_err(Failed::from)));
        }
    }
    Ok(trials)
}

/// The trials on one JDK.
struct Judge(Bench);

impl Judge {
    fn new(jdk: Jdk, chosen: &[Checked]) -> Result<Self, String> {
        let temporary = Path::new(TEMPORARY);
        let compiler = Compiler::new(&jdk, &temporary.join("races"));
        let programs = chosen.iter().map(|checked| checked.program.clone()).collect();
        Bench::new(jdk, compiler, programs, temporary).map(Self)
    }

    fn judge(&self, checked: &Checked) -> Result<(), String> {
        let classes = self.0.classes(&checked.program)?;
        let ways = if std::env::var_os("RACEPROOF_RACES").is_some_and(|all| all == "all") { WAYS.len() } else { USUAL };
        WAYS[..ways].iter().try_for_each(|way| self.judge_one_way(checked, &classes, *way))
    }

    fn judge_one_way(&self, checked: &Checked, classes: &Path, way: [&str; 3]) -> Result<(), String> {
        let [race, search, granularity] = way;
        let trace = self.trace(checked, way)?;
        let mut command = self.0.command("check");
        command.args(["--race", race, "--search", search, "--granularity", granularity]);
        command.args(&checked.expected.options).arg("--save-trace").arg(&trace);
        command.arg("-cp").arg(classes).arg(checked.program.main_class());
        let shown = process::spelled(&command);
        let wrong = |why: String| format!("{shown}\n{why}");
        let told = Told::of(&process::run(command, b"", process::patience())?).map_err(wrong)?;
        told.fits(&expected(&checked.expected, race)).map_err(wrong)?;
        if told.status == 1 {
            self.0.replay(&trace, &told).map_err(wrong)?;
        }
        let _ = fs::remove_file(&trace);
        Ok(())
    }

    fn trace(&self, checked: &Checked, way: [&str; 3]) -> Result<PathBuf, String> {
        let folder = Path::new(TEMPORARY).join("race-traces").join(self.0.jdk.feature.to_string());
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(folder.join(format!("{}-{}.trace", checked.program.name, way.join("-"))))
    }
}

/// What a detector must tell: `h` leaves out races whose read comes first in every execution, by design.
fn expected(expected: &Expected, race: &str) -> Expected {
    let mut expected = expected.clone();
    if race == "h" && expected.conflicts == ["read-write"] {
        expected.verdict = "race-free".to_owned();
        expected.kind = None;
        expected.variables.clear();
        expected.conflicts.clear();
        return expected;
    }
    if race == "h" {
        expected.conflicts.retain(|conflict| conflict != "read-write");
    }
    expected
}
