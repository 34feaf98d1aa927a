//! Regression tests: programs that were once judged wrongly or never finished, those of
//! `java/every` and those elsewhere whose first line says `every=true`. Each must get the verdict
//! of its first line by [`ALWAYS`] and a quarter of the other [`SEARCHES`], and by one of the other
//! [`DETECTORS`], on one JDK of those that compile it, all chosen by the program's name; a quarter
//! of them on the others by [`FEW`] only. With `RACEPROOF_TESTS=all` (`make every`) by all searches and detectors,
//! and those whose first line says `jdks=all` on every JDK.
//!
//! A search that does not end is cut off after [`PATIENCE`] seconds, where the first line allows
//! that (`cut`, `large`). A search or a detector that the first line names among its options is not
//! varied.
//!
//! `cargo test -p raceproof-tests --test every -- 17/SpinDeadlock` checks one.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

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
const FOLDERS: [&str; 8] =
    ["every", "safe", "deadlock", "assertion", "exception", "exit", "race", "race-free"];

/// With the default detector.
const SEARCHES: [&str; 10] = [
    "auto",
    "dfs",
    "bfs",
    "heuristic",
    "preemptions",
    "random",
    "persistent",
    "dpor",
    "pdp",
    "lockset",
];
/// Searches by which each program is judged.
const ALWAYS: [&str; 2] = ["auto", "dfs"];
/// Besides the default one, each depth first.
const DETECTORS: [&str; 3] = ["h", "goldilocks", "vector-clock"];

/// The searches on JDKs on which a program is not judged in full.
const FEW: [&str; 1] = ["auto"];

/// `--time` where a search may be cut off, the second one if no execution has ended by the first;
/// and where it may not, many times what it takes.
const PATIENCE: [&str; 2] = ["0.5", "10"];
const LONG: [&str; 1] = ["120"];
/// After which a process is killed that does not heed `--time`.
const VERY_LONG: Duration = Duration::from_secs(150);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials =
        trials().unwrap_or_else(|error| vec![Trial::test("every", move || Err(error.into()))]);
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials() -> Result<Vec<Trial>, String> {
    let java = place::java_programs("");
    let mut chosen = Vec::new();
    for folder in FOLDERS {
        let programs = Checked::in_folder(&java, folder)?.into_iter();
        chosen.extend(programs.filter(|checked| folder == "every" || checked.expected.every));
    }
    let is_all = thorough::is_asked();
    let mut trials = Vec::new();
    let jdks = Jdk::installed()?;
    let count = jdks.len();
    let features: Vec<u32> = jdks.iter().map(|jdk| jdk.feature).collect();
    for jdk in jdks {
        let compiler = Compiler::new(&jdk, Path::new(TEMPORARY));
        let programs = chosen.iter().map(|checked| checked.program.clone()).collect();
        let bench = Arc::new(Bench::new(jdk, compiler, programs, Path::new(TEMPORARY))?);
        for checked in chosen.iter().filter(|c| c.program.compiles_on(bench.jdk.feature)).cloned() {
            let bench = Arc::clone(&bench);
            let name = format!("every/{}/{}", bench.jdk.feature, checked.program.name);
            let name_sum: usize = checked.program.name.bytes().map(usize::from).sum();
            let usable = features.iter().filter(|feature| checked.program.compiles_on(**feature));
            let usable: Vec<u32> = usable.copied().collect();
            let is_chosen = usable[name_sum % usable.len()] == bench.jdk.feature;
            if !is_all && !is_chosen && !(name_sum / count).is_multiple_of(4) {
                continue;
            }
            let is_in_full = is_all && checked.expected.all_jdks || is_chosen;
            let detectors = match (is_in_full, is_all) {
                (false, _) => &[][..],
                (true, true) => &DETECTORS[..],
                (true, false) => std::slice::from_ref(&DETECTORS[name_sum % DETECTORS.len()]),
            };
            let is_tried = |number: usize, search: &str| match is_in_full {
                true => {
                    is_all
                        || ALWAYS.contains(&search)
                        || (name_sum / count + number).is_multiple_of(4)
                }
                false => FEW.contains(&search),
            };
            let searches = SEARCHES.iter().enumerate().filter(|(number, s)| is_tried(*number, s));
            let searches: Vec<&str> = searches.map(|(_, search)| *search).collect();
            trials.push(Trial::test(name, move || {
                judge(&bench, &checked, &searches, detectors).map_err(Failed::from)
            }));
        }
    }
    Ok(trials)
}

fn judge(
    bench: &Bench,
    checked: &Checked,
    searches: &[&'static str],
    detectors: &[&str],
) -> Result<(), String> {
    let options = &checked.expected.options;
    let named = |option: &str| options.iter().any(|named| named.starts_with(option));
    // What its first line names is not varied.
    let searches = if named("--search") { &SEARCHES[..] } else { searches };
    let searches = searches.iter().map(|search| [*search, "full"]);
    let ways =
        searches.chain(detectors.iter().map(|race| ["dfs", race])).filter(|[search, race]| {
            (*search == "dfs" || !named("--search")) && (*race == "full" || !named("--race"))
        });
    ways.into_iter().try_for_each(|[search, race]| {
        let varied = [("--search", search), ("--race", race)]
            .into_iter()
            .filter(|(option, _)| !named(option));
        judge_one_way(
            bench,
            checked,
            search,
            &varied.flat_map(|(option, value)| [option, value]).collect::<Vec<_>>(),
        )
    })
}

fn judge_one_way(
    bench: &Bench,
    checked: &Checked,
    search: &str,
    way: &[&str],
) -> Result<(), String> {
    let expected = &checked.expected;
    let may_be_cut = expected.large
        || expected.cut.iter().any(|cut| cut == search || way.contains(&cut.as_str()));
    let classes = bench.classes(&checked.program)?;
    let hangs = expected.kinds.iter().any(|kind| kind == "livelock");
    let mut answer = Ok(());
    for patience in if may_be_cut { &PATIENCE[..] } else { &LONG } {
        let mut command = bench.command("check");
        command.args(way).args(["--time", patience]).args(&expected.options);
        command
            .arg("-cp")
            .arg(&classes)
            .arg(checked.program.main_class())
            .arg("--")
            .args(&expected.arguments);
        let shown = process::spelled(&command);
        let wrong = |why: String| format!("{shown}\n{why}");
        let told = if hangs { Told::of } else { Told::of_ending };
        let told = told(&process::run(command, b"", process::patience().max(VERY_LONG))?)
            .map_err(wrong)?;
        let executions = told.report["statistics"]["executions"].as_u64().unwrap_or_default();
        answer = match told.status {
            // Random executions prove nothing, but each of them ends.
            3 if search == "random" && expected.kinds.is_empty() && executions > 0 => Ok(()),
            3 if may_be_cut && (executions > 0 || hangs) => Ok(()),
            _ => told.fits(expected).map_err(wrong),
        };
        if told.status != 3 || answer.is_ok() {
            break;
        }
    }
    answer
}
