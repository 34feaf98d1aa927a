//! Programs made at random (`raceproof_tests::generated`): `check` must find exactly the outcomes that a naive explorer finds, and a
//! deadlock where that finds one; depth first and breadth first, in as many states.
//!
//! Programs with volatile variables are checked at synchronization, those with plain ones at accesses; all on the oldest JDK, and a
//! part on the others. `RACEPROOF_GENERATED=1000..2000 cargo test -p raceproof-tests --test generated` tries other seeds.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

use libtest_mimic::{Arguments, Failed, Trial};
use raceproof_tests::compile::Compiler;
use raceproof_tests::generated::generator::{self, Generated};
use raceproof_tests::generated::java::{self, Class};
use raceproof_tests::generated::program::Mode;
use raceproof_tests::generated::reference::Behaviour;
use raceproof_tests::jdk::Jdk;
use raceproof_tests::place;
use raceproof_tests::process;
use raceproof_tests::program::{Header, Program};
use serde_json::Value;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");
/// On JDKs but the oldest: each program of so many.
const SAMPLE: u64 = 5;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = trials().unwrap_or_else(|error| vec![Trial::test("generated", move || Err(error.into()))]);
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn seeds() -> Result<Range<u64>, String> {
    let Ok(text) = std::env::var("RACEPROOF_GENERATED") else { return Ok(generator::SEEDS) };
    let ends = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    ends.ok_or_else(|| format!("RACEPROOF_GENERATED is `FROM..TO`, not `{text}`"))
}

fn trials() -> Result<Vec<Trial>, String> {
    let asked: Vec<(u64, Mode)> = seeds()?.flat_map(|seed| [(seed, Mode::Volatile), (seed, Mode::Plain)]).collect();
    let generated = in_parallel(&asked, |(seed, mode)| generator::generate(*seed, *mode));
    let cases: Vec<Arc<Case>> =
        generated.into_iter().map(|g| Case::new(g).map(Arc::new)).collect::<Result<_, String>>()?;
    let mut trials = Vec::new();
    for (number, jdk) in Jdk::installed()?.into_iter().enumerate() {
        let is_wanted = |case: &&Arc<Case>| number == 0 || case.generated.seed.is_multiple_of(SAMPLE);
        let chosen: Vec<Arc<Case>> = cases.iter().filter(is_wanted).cloned().collect();
        let feature = jdk.feature;
        let bench = Arc::new(Bench::new(jdk, &chosen)?);
        for case in chosen {
            let bench = Arc::clone(&bench);
            let name = format!("generated/{feature}/{}", case.class.name);
            trials.push(Trial::test(name, move || bench.judge(&case).map_err(Failed::from)));
        }
    }
    Ok(trials)
}

/// The answers in the order of the questions.
fn in_parallel<Q: Sync, A: Send>(questions: &[Q], answer: impl Fn(&Q) -> A + Sync) -> Vec<A> {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(Vec::new());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(question) = questions.get(number) else { break };
            let answer = answer(question);
            answers.lock().expect("no answer panics").push((number, answer));
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut answers = answers.into_inner().expect("no answer panics");
    answers.sort_by_key(|(number, _)| *number);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// A program in all its forms.
struct Case {
    generated: Generated,
    class: Class,
    program: Program,
}

impl Case {
    /// With the source on disk.
    fn new(generated: Generated) -> Result<Self, String> {
        let class = java::print(&generated);
        let folder = Path::new(TEMPORARY).join("generated");
        let source = folder.join(format!("{}.java", class.name));
        let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&source, &class.text));
        written.map_err(|error| format!("{}: {error}", source.display()))?;
        let header = Header { min: 17, ..Header::default() };
        let program = Program { name: class.name.clone(), source, text: class.text.clone(), header };
        Ok(Self { generated, class, program })
    }

    fn granularity(&self) -> &'static str {
        match self.generated.program.mode {
            Mode::Volatile => "sync",
            Mode::Plain => "access",
        }
    }

    /// What a complete report tells of the program's behaviour; anything else in it is an error.
    fn told(&self, report: &Value) -> Result<Behaviour, String> {
        if report["complete"] != true {
            return Err(format!("not complete:\n{report:#}"));
        }
        let mut told = Behaviour::default();
        for finding in report["findings"].as_array().into_iter().flatten() {
            let known = match (finding["kind"].as_str(), finding["exception"].as_str()) {
                (Some("deadlock"), _) => {
                    told.deadlock = true;
                    true
                }
                (Some("uncaught-exception"), Some("java.lang.IllegalStateException")) => {
                    self.expected_outcome(finding).is_some_and(|outcome| told.outcomes.insert(outcome))
                }
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

    /// By the line that threw.
    fn expected_outcome(&self, finding: &Value) -> Option<i32> {
        let frame = finding["stack"][0].as_str()?;
        let line = frame.rsplit_once(':')?.1.strip_suffix(')')?.parse().ok()?;
        self.class.outcomes.get(&line).copied()
    }
}

/// By the message, which holds the first of them.
fn unexpected_outcome(finding: &Value) -> Option<i32> {
    let message = finding["message"].as_str()?;
    message.split_once("java.lang.Error: ")?.1.split(' ').next()?.parse().ok()
}

/// One JDK with what the trials on it share.
struct Bench {
    jdk: Jdk,
    binary: PathBuf,
    programs: Vec<Program>,
    compiler: Compiler,
    compiled: OnceLock<Result<(), String>>,
}

impl Bench {
    fn new(jdk: Jdk, chosen: &[Arc<Case>]) -> Result<Self, String> {
        let temporary = Path::new(TEMPORARY);
        let compiler = Compiler::new(&jdk, temporary);
        let programs = chosen.iter().map(|case| case.program.clone()).collect();
        Ok(Self { jdk, binary: place::raceproof(temporary)?, programs, compiler, compiled: OnceLock::new() })
    }

    fn judge(&self, case: &Case) -> Result<(), String> {
        self.compiled.get_or_init(|| self.compiler.compile(&self.programs)).clone()?;
        let classes = self.compiler.classes(&case.program)?;
        let dfs = self.judge_one_way(case, &classes, "dfs")?;
        let bfs = self.judge_one_way(case, &classes, "bfs")?;
        if dfs == bfs { Ok(()) } else { Err(format!("{}: {dfs} and {bfs} states", case.program.source.display())) }
    }

    /// The number of states of a check whose findings are the outcomes.
    fn judge_one_way(&self, case: &Case, classes: &Path, search: &str) -> Result<u64, String> {
        let mut command = Command::new(&self.binary);
        process::plain_environment(&mut command);
        command.args(["check", "--all", "--format", "json", "--search", search]);
        command.args(["--granularity", case.granularity()]).arg("--java-home").arg(&self.jdk.home);
        command.arg("-cp").arg(classes).arg(&case.class.name);
        let shown = process::spelled(&command);
        let wrong = |why: String| format!("{shown}\n{}\n{why}", case.program.source.display());
        let finished = process::run(command, b"", process::patience())?;
        let report: Value = serde_json::from_slice(&finished.stdout)
            .map_err(|error| wrong(format!("{error}\n{}{}", finished.stdout_text(), finished.stderr_text())))?;
        let told = case.told(&report).map_err(wrong)?;
        case.generated.behaviour.must_be(&told).map_err(wrong)?;
        report["statistics"]["states"].as_u64().ok_or_else(|| wrong("no number of states".to_owned()))
    }
}
