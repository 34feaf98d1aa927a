//! `predict` on the programs of `java/race` and `java/race-free`, each observed for a few
//! executions. For a race-free program it must report nothing. For a racy one it must report a race
//! of its variable and execute a witness, of this or another race, which `replay` shows again;
//! unless no reordering of these executions has the race ([`SILENT`]): then it must report nothing,
//! so that the list stays true. Other races that it reports of a racy program are not judged: see
//! `generated_predict`.
//!
//! `cargo test -p raceproof-tests --test predict -- race/Name` tries one.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use raceproof_tests::bench::Bench;
use raceproof_tests::checked::Checked;
use raceproof_tests::compile::Compiler;
use raceproof_tests::jdk::Jdk;
use raceproof_tests::place;
use raceproof_tests::process;
use raceproof_tests::schemas;
use serde_json::Value;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");
const FOLDERS: [&str; 2] = ["race", "race-free"];
const RUNS: &str = "3";

/// Seconds that a program may take that never ends.
const PATIENCE: &str = "2";

/// The options of a program's first line that `predict` heeds; programs with others are skipped.
const HEEDED: [&str; 2] = ["--benign", "--trusted"];

/// Programs whose race is in no reordering of the executions observed here: there, locks, messages
/// or the values that are read fix the order of the accesses, though in other executions nothing
/// orders them.
const SILENT: &[&str] = &[
    "AliveAnswerIgnored",
    "CapturedThenWritten",
    "ClonedHandedOpaque",
    "CopiedHandedOpaque",
    "DependantStillRunsPlain",
    "DirectBufferVolatileLate",
    "FenceMissingAcquire",
    "FenceMissingRelease",
    "FenceStoreLoad",
    "FenceSwapped",
    "FenceWriteBefore",
    "FrozenThenWritten",
    "HandConcurrentDequeLate",
    "HandCopyOnWriteListLate",
    "HandDelayQueueLate",
    "HandForkedTaskLate",
    "HandInvokeAllLate",
    "HandLinkedBlockingDequeLate",
    "HandLinkedBlockingQueueLate",
    "HandPriorityQueueLate",
    "HandSkipListLate",
    "HandTerminatedLate",
    "InitialisedHandedOpaque",
    "InterruptIgnored",
    "JucAddedThenChanged",
    "JucMappedThenChanged",
    "JucMarkThenWrite",
    "JucOpaqueFlag",
    "JucReferenceSetOpaque",
    "JucStackLinkAfterCas",
    "JucWriteUnderReadLock",
    "LettersHandedOpaque",
    "LettersPutOpaque",
    // What is reported is benign.
    "NonFinalPublished",
    "ThisEscapes",
];

/// Programs with tens of thousands of events: a limit may come before the race is found.
const LENGTHY: [&str; 1] = ["DigestWhileWritten"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials =
        trials().unwrap_or_else(|error| vec![Trial::test("predict", move || Err(error.into()))]);
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials() -> Result<Vec<Trial>, String> {
    let java = place::java_programs("");
    let jdk = Jdk::any()?;
    let mut chosen = Vec::new();
    for folder in FOLDERS {
        chosen.extend(Checked::in_folder(&java, folder)?);
    }
    let is_heeded =
        |option: &String| !option.starts_with("--") || HEEDED.contains(&option.as_str());
    chosen.retain(|checked| {
        checked.program.compiles_on(jdk.feature) && checked.expected.options.iter().all(is_heeded)
    });
    let programs = chosen.iter().map(|checked| checked.program.clone()).collect();
    let compiler = Compiler::new(&jdk, Path::new(TEMPORARY));
    let bench = Arc::new(Bench::new(jdk, compiler, programs, Path::new(TEMPORARY))?);
    let trials = chosen.into_iter().map(|checked| {
        let bench = Arc::clone(&bench);
        let name = format!("predict/{}/{}", checked.folder, checked.program.name);
        Trial::test(name, move || judge(&bench, &checked).map_err(Failed::from))
    });
    Ok(trials.collect())
}

fn judge(bench: &Bench, checked: &Checked) -> Result<(), String> {
    let classes = bench.classes(&checked.program)?;
    let name = &checked.program.name;
    let trace = Path::new(TEMPORARY).join(format!("predicted-{name}.trace"));
    let mut command = bench.command("predict");
    command.args(["--quiet", "--runs", RUNS, "--time", PATIENCE]).args(&checked.expected.options);
    command.arg("--save-trace").arg(&trace);
    command
        .arg("-cp")
        .arg(classes)
        .arg(checked.program.main_class())
        .arg("--")
        .args(&checked.expected.arguments);
    let shown = process::spelled(&command);
    let finished = process::run(command, b"", process::patience())?;
    let report: Value = schemas::read(&finished.stdout)
        .map_err(|error| format!("{shown}\n{error}\n{}", finished.stderr_text()))?;
    let wrong = |why: &str| Err(format!("{shown}\n{why}:\n{report:#}"));
    let findings = report["findings"].as_array().map_or(&[][..], Vec::as_slice);
    if checked.expected.kinds.is_empty() {
        let ends_quietly = matches!(finished.status, Some(0 | 3)) && findings.is_empty();
        return if ends_quietly { Ok(()) } else { wrong("it has no race") };
    }
    if SILENT.contains(&name.as_str()) {
        let is_told = !findings.is_empty();
        return if is_told {
            wrong("it is told: take it off the list of silent ones")
        } else {
            Ok(())
        };
    }
    let is_its = |finding: &Value| {
        let variable = finding["variable"].as_str().unwrap_or_default();
        let patterns = &checked.expected.variables;
        patterns.iter().any(|pattern| match pattern.split_once('*') {
            Some((start, end)) => variable.starts_with(start) && variable.ends_with(end),
            None => variable == pattern,
        })
    };
    if finished.status == Some(3) && LENGTHY.contains(&name.as_str()) {
        return Ok(());
    }
    if finished.status != Some(1) || !findings.iter().any(is_its) {
        return wrong("its race is not told");
    }
    // `--save-trace` keeps the first race that was executed.
    match findings.iter().find(|finding| finding["status"] == "race") {
        None if LENGTHY.contains(&name.as_str()) => Ok(()),
        None => wrong("nothing was executed, and nothing says why"),
        Some(_) => {
            let mut command = bench.command("replay");
            command.arg(&trace);
            let again = process::run(command, b"", process::patience())?;
            let _ = std::fs::remove_file(&trace);
            if again.status == Some(1) {
                Ok(())
            } else {
                wrong(&format!("replay says {}", again.stdout_text()))
            }
        }
    }
}
