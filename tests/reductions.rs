//! Differential test of the searches that execute only some schedules, `dpor`, `pdp` and `lockset`,
//! against depth-first search, and against numbers of executions that were derived independently.
//!
//! * Each program of `java/reductions` has a data race exactly if it is in [`RACY`], by every
//!   search; those of [`COUNTED`] have as many executions under `dpor` as they have orders of
//!   dependent steps, and no execution is blocked by a sleep set.
//! * Each program of the other folders has the same verdict as depth first; racy ones, those of
//!   [`BEFORE`] and those that ask for `--all` also the same findings with `--all`, if both
//!   searches are complete (only the same races, if executions were pruned).
//!
//! Of the latter, a sample of one in [`USUAL`], unless `RACEPROOF_REDUCTIONS=all`. Programs on
//! which depth first reaches its limits are not compared. `cargo test -p raceproof-tests --test
//! reductions -- LastZero` checks one.

use std::collections::BTreeSet;
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
use raceproof_tests::program::Program;
use raceproof_tests::told::Told;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

/// A program, its arguments, and how many executions `dpor` makes of it: one for each order of its
/// dependent steps.
const COUNTED: [(&str, &str, u64); 30] = [
    // Each reader before the write or after it.
    ("Readers", "8", 256),
    // (n + 3) 2^(n-2), see the program.
    ("LastZero", "5", 64),
    ("LastZero", "10", 3328),
    // n!
    ("LastWrite", "5", 120),
    ("LastWrite", "6", 720),
    // As others have counted for this program.
    ("CasRotation", "5", 43),
    // From 14 threads on, each meets one of the first on a block: 2^(n-13).
    ("FileSystem", "13", 1),
    ("FileSystem", "14", 2),
    ("FileSystem", "16", 8),
    ("FileSystem", "18", 32),
    // From 12 threads on, each meets others on three entries: 8^(n-11).
    ("Indexer", "11", 1),
    ("Indexer", "12", 8),
    ("Indexer", "14", 512),
    // Two orders for each counter.
    ("TwoCounters", "", 4),
    ("IndependentWork1", "4", 1),
    ("IndependentWork2", "4", 1),
    // (blocks n)! / (blocks!)^n: every order in which n threads come to one lock so many times
    // each.
    ("Downloader", "3 3", 1680),
    ("Downloader", "4 2", 2520),
    ("Downloader", "5 1", 120),
    // 2 n! for one task of n subtasks; 6 (n!)^2 for two.
    ("TaskQueue", "3 1", 12),
    ("TaskQueue", "3 2", 216),
    // 495 (n - 2) + 140.
    ("Compressor", "2", 140),
    ("Compressor", "4", 1130),
    // Computed by separate programs that count the orders of locks and volatile variables.
    ("HaltException", "3", 80),
    ("HaltException", "4", 270),
    ("QuickSort", "8", 94),
    ("FileScan", "3", 334),
    ("BlinkTree", "3", 1681),
    ("IOManager", "1", 96),
    ("IOManager", "2", 2580),
];

/// Programs of which `pdp` executes one schedule, however many orders there are.
const NO_ORDER_MATTERS: [(&str, &str); 4] =
    [("Compressor", "6"), ("Compressor2", "10"), ("Downloader", "5 4"), ("FileScan", "3")];

/// Programs and arguments of which `lockset` schedules exactly one interleaving: as many
/// transitions as the path is long.
const ONE_INTERLEAVING: [(&str, &str); 4] =
    [("Indexer", "11"), ("FileSystem", "13"), ("IndependentWork1", ""), ("IndependentWork2", "")];

/// The programs with a data race, and the end of its variable's name.
const RACY: [(&str, &str); 10] = [
    ("ChosenBefore", ".y"),
    ("CollectionEscape", ".modCount"),
    ("CollectionLock", ".modCount"),
    ("CollectionReceiver", ".modCount"),
    ("CollectionReentrant", ".modCount"),
    ("CollectionUnexecuted", "ArrayList.size"),
    ("FdRd", ".y"),
    ("FileScanBug", ".entriesScanned"),
    ("UnseenOrder", ".y"),
    ("UnseenStep", ".y"),
];

const FOLDERS: [&str; 7] =
    ["safe", "deadlock", "assertion", "exception", "exit", "race", "race-free"];

/// The sample: one program in so many is compared, unless all are asked for. It is chosen by a hash
/// of the name, so that a new program changes nothing for the others.
const USUAL: u32 = 24;

/// Programs that have found defects are always compared.
const BEFORE: [&str; 12] = [
    "AsleepWhenThrown",
    "EndNeedsItsMonitor",
    "HashOfWhoAsksFirst",
    "InitialiserMidway",
    "InitialiserSeenMidway",
    "InterruptedBeforeJoin",
    "InterruptedBeforeNotified",
    "InterruptedTwiceBeforeWait",
    "PermitTakenInPassing",
    "StateBeforeStart",
    "TrustedArray",
    "TrustedHandle",
];

/// An option that the reductions refuse: programs with it are left out.
const REFUSED: &str = "--spurious-wakeups";

/// The reference search, with its limits. Most programs take a second of these.
const DEPTH_FIRST: [&str; 6] = ["--search", "dfs", "--max-states", "200000", "--time", "15"];

/// Seconds after which a search may be incomplete, for [`ENDLESS`] programs, and for [`LENGTHY`]
/// ones unless all are asked for; within which all others must end; and within which lengthy ones
/// must, if all are asked for. Most programs take a small part of that.
const SHORT: &str = "1";
const LONG: &str = "50";
const VERY_LONG: u64 = 400;

/// Too many executions for a stateless search: the queues of locks and pools, linked by
/// compare-and-set.
const ENDLESS: [&str; 10] = [
    "ArrayBlockingQueueHandOver",
    "AwaitTermination",
    "AwaitTerminationTrusted",
    "ConditionSignalAll",
    "ExchangerSwap",
    "PoolOfTwoNested",
    "PoolRejects",
    "PoolSubmitGet",
    "PoolSubmitSwallows",
    "ScheduledOnce",
];

/// Millions of states: depth first soon reaches a violation among them, `lockset` does not, and may
/// be incomplete.
const MANY_STATES: [&str; 3] = ["AwaitTerminationTrusted", "ExchangerAlone", "ScheduledTrusted"];

/// Up to a million executions: compared when all programs are.
const LENGTHY: [&str; 5] = [
    "BarrierBrokenHandled",
    "ConditionSignalOne",
    "GarbageTwoThreads",
    "PhaserPartyDeregisters",
    "PhaserTwoParties",
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials =
        trials().unwrap_or_else(|error| vec![Trial::test("reductions", move || Err(error.into()))]);
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn are_all_asked_for() -> bool {
    std::env::var("RACEPROOF_REDUCTIONS").as_deref() == Ok("all")
}

fn is_usual(name: &str) -> bool {
    let sum =
        name.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
    sum.is_multiple_of(USUAL) || BEFORE.contains(&name)
}

fn trials() -> Result<Vec<Trial>, String> {
    let java = place::java_programs("");
    let reduced = Program::plain_in_folder(&java.join("reductions"))?;
    let mut checked = Vec::new();
    for folder in FOLDERS {
        checked.extend(Checked::in_folder(&java, folder)?);
    }
    let jdk = Jdk::any()?;
    let is_refused =
        |checked: &Checked| checked.expected.options.iter().any(|option| option == REFUSED);
    let is_large = |checked: &Checked| checked.expected.large;
    checked.retain(|checked| {
        checked.program.compiles_on(jdk.feature) && !is_refused(checked) && !is_large(checked)
    });
    if !are_all_asked_for() {
        checked.retain(|checked| is_usual(&checked.program.name));
    }
    let temporary = Path::new(TEMPORARY);
    let library = place::raceproof_jar(temporary)?;
    let compiler = || Compiler::new(&jdk, temporary).with_library(&library);
    let counting = Arc::new(Bench::new(jdk.clone(), compiler(), reduced.clone(), temporary)?);
    let programs = checked.iter().map(|checked| checked.program.clone()).collect();
    let comparing = Arc::new(Bench::new(jdk.clone(), compiler(), programs, temporary)?);
    let counted = reduced.into_iter().map(|program| {
        let bench = Arc::clone(&counting);
        Trial::test(format!("reductions/counted/{}", program.name), move || {
            count(&bench, &program).map_err(Failed::from)
        })
    });
    let compared = checked.into_iter().map(|checked| {
        let bench = Arc::clone(&comparing);
        let name = format!("reductions/{}/{}", checked.folder, checked.program.name);
        Trial::test(name, move || compare(&bench, &checked).map_err(Failed::from))
    });
    Ok(counted.chain(compared).collect())
}

/// The report of one check.
fn check(
    bench: &Bench,
    program: &Program,
    options: &[&str],
    arguments: &str,
) -> Result<Told, String> {
    let classes = bench.classes(program)?;
    let mut command = bench.command("check");
    command.args(options).arg("-cp").arg(classes).arg(program.main_class());
    command.arg("--").args(arguments.split_whitespace());
    let shown = process::spelled(&command);
    let very_long =
        if are_all_asked_for() { Duration::from_secs(2 * VERY_LONG) } else { Duration::ZERO };
    Told::of_ending(&process::run(command, b"", process::patience().max(very_long))?)
        .map_err(|why| format!("{shown}\n{why}"))
}

fn count(bench: &Bench, program: &Program) -> Result<(), String> {
    let racy = RACY.iter().find(|(name, _)| *name == program.name).map(|(_, variable)| *variable);
    for search in ["dfs", "persistent", "dpor", "pdp", "lockset"] {
        let told = check(bench, program, &["--search", search, "--race", "vector-clock"], "")?;
        let finding = &told.report["findings"][0];
        let fits = match racy {
            None => told.report["verdict"] == "race-free",
            Some(variable) => {
                finding["kind"] == "data-race"
                    && finding["variable"].as_str().is_some_and(|name| name.ends_with(variable))
            }
        };
        // Only one leaves out what may fail otherwise.
        let covers_all = search == "pdp" || !is_pruned(&told);
        if !fits || !covers_all {
            return Err(format!("{search}: {:#}", told.report));
        }
    }
    for (_, arguments, executions) in COUNTED.iter().filter(|(name, ..)| *name == program.name) {
        // An access of an atomic is known before it is made where it is no operation, either.
        for library in ["exact", "instant"] {
            let options = ["--search", "dpor", "--library", library];
            let told = check(bench, program, &options, arguments)?;
            let statistics = &told.report["statistics"];
            let in_vain = &statistics["reduction"]["sleep_blocked"];
            if statistics["executions"] != *executions || *in_vain != 0 {
                return Err(format!(
                    "{arguments}, {library}: not {executions} executions, none in vain: {statistics:#}"
                ));
            }
        }
    }
    for (_, arguments) in NO_ORDER_MATTERS.iter().filter(|(name, _)| *name == program.name) {
        let told = check(bench, program, &["--search", "pdp"], arguments)?;
        if told.report["statistics"]["executions"] != 1 || told.report["verdict"] != "race-free" {
            return Err(format!("{arguments}: more than one execution: {:#}", told.report));
        }
        let guarantee = told.report["guarantee"].as_str().unwrap_or_default();
        if !guarantee.contains(
            "failed assertions, exceptions that nobody catches and exit statuses are not covered",
        ) {
            return Err(format!("{arguments}: what was left out is not said: {guarantee}"));
        }
    }
    for (_, arguments) in ONE_INTERLEAVING.iter().filter(|(name, _)| *name == program.name) {
        let told = check(bench, program, &["--search", "lockset"], arguments)?;
        let statistics = &told.report["statistics"];
        // One path: no state is left twice.
        if statistics["executions"] != 1 || statistics["transitions"] != statistics["max_depth"] {
            return Err(format!("{arguments}: more than one interleaving: {statistics:#}"));
        }
    }
    Ok(())
}

/// The findings: kind and status, for races the two places, for exceptions where they were thrown.
fn found(told: &Told) -> BTreeSet<String> {
    let findings = told.report["findings"].as_array().map_or(&[][..], Vec::as_slice);
    let place = |access: &serde_json::Value| format!("{}:{}", access["file"], access["line"]);
    let name = |finding: &serde_json::Value| {
        let accesses = finding["accesses"].as_array().map_or(&[][..], Vec::as_slice);
        let mut places: Vec<String> = accesses.iter().map(place).collect();
        places.sort();
        let thrown = if finding["exception"].is_null() {
            ""
        } else {
            finding["stack"][0].as_str().unwrap_or_default()
        };
        let status = &finding["status"];
        format!(
            "{} {} {status} {thrown} {}",
            finding["kind"],
            finding["exception"],
            places.join(" ")
        )
    };
    findings.iter().map(name).collect()
}

/// Races only.
fn races(told: &Told) -> BTreeSet<String> {
    found(told).into_iter().filter(|name| name.contains("data-race")).collect()
}

/// Whether executions were pruned: they have no race, whatever other violations they may have.
fn is_pruned(told: &Told) -> bool {
    told.report["statistics"]["reduction"]["backtrack_skipped"]
        .as_u64()
        .is_some_and(|skipped| skipped > 0)
}

fn compare(bench: &Bench, checked: &Checked) -> Result<(), String> {
    let (all, options): (Vec<&str>, Vec<&str>) =
        checked.expected.options.iter().map(String::as_str).partition(|option| *option == "--all");
    let with = |more: &[&str]| {
        let all: Vec<&str> = options.iter().copied().chain(more.iter().copied()).collect();
        check(bench, &checked.program, &all, "")
    };
    let name = checked.program.name.as_str();
    let is_lengthy = LENGTHY.contains(&name);
    let is_endless = ENDLESS.contains(&name) || is_lengthy && !are_all_asked_for();
    let very_long = VERY_LONG.to_string();
    // Searches that foresee what a step uses refuse steps that are whole operations.
    let is_between = options.contains(&"atomic");
    let foresees = |search: &str| matches!(search, "pdp" | "lockset");
    let several = checked.folder == "race" || BEFORE.contains(&name) || !all.is_empty();
    for findings in [&[][..], &["--all"][..]].into_iter().take(if several { 2 } else { 1 }) {
        let plain = with(&[&DEPTH_FIRST[..], findings].concat())?;
        let searches = ["persistent", "dpor", "pdp", "lockset"];
        for search in searches.into_iter().filter(|search| !is_between || !foresees(search)) {
            let is_endless = is_endless || search == "lockset" && MANY_STATES.contains(&name);
            let patience = match () {
                () if is_endless => SHORT,
                () if is_lengthy => &very_long,
                () => LONG,
            };
            let told = with(&[&["--search", search, "--time", patience], findings].concat())?;
            // A search that reaches its limits does not disagree; one that finds what the other,
            // complete, does not, does.
            let is_cut = plain.status == 3 || told.status == 3 && is_endless;
            let is_complete = |told: &Told| findings.is_empty() || told.report["complete"] == true;
            let agree = plain.report["verdict"] == told.report["verdict"]
                && (!is_complete(&plain)
                    || !is_complete(&told)
                    || found(&plain) == found(&told)
                    || findings.is_empty())
                || is_pruned(&told) && races(&plain) == races(&told);
            if !agree && !is_cut {
                return Err(format!(
                    "{search} {findings:?}: {:#}\nnot as depth first: {:#}",
                    told.report, plain.report
                ));
            }
        }
    }
    Ok(())
}
