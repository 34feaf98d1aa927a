//! `raceproof replay TRACE`: executes a saved counterexample again, and says if it still ends the
//! same.

use std::path::Path;
use std::time::Instant;

use raceproof_base::{Choice, Finding, FindingKind};
use raceproof_classfile::ClassPath;
use raceproof_config::{CheckOptions, Command, Format, Key, Setting, Settings};
use raceproof_search::{ReplayEnd, ReplayOutcome};

use crate::answer;
use crate::arguments::Arguments;
use crate::class_digests;
use crate::commands::check;
use crate::exploration::Job;
use crate::failure::{Failure, Status};
use crate::guard;
use crate::jdk::Jdk;
use crate::logging;
use crate::machine::{self, Fineness, Refusal};
use crate::report::{CheckReport, EngineReport, Statistics, Verdict, counted, visible};
use crate::show_config;
use crate::statistics::peak_memory;
use crate::stepping;
use crate::target::Program;
use crate::trace_file::{self, TraceFile};
use crate::unit_tests::{self, Selected};

const SAME_FOLDER: &str =
    "a trace names its program as `check` was given it: replay it from the same folder";

/// The exit status of the command.
pub fn execute(arguments: &Arguments) -> Result<i32, Failure> {
    let path = arguments.settings.trace.as_deref().unwrap_or(Path::new(""));
    let started = Instant::now();
    let trace = trace_file::read(path)?;
    let settings = Settings::gather(
        Command::Check,
        &trace_file::command_line(&trace, arguments.settings.clone()),
    )?;
    logging::start(&settings);
    let mut options = CheckOptions::of(&settings)?;
    options.machine.properties.clone_from(&trace.properties);
    if arguments.show_config {
        return show_config::print(&settings);
    }
    check::refuse_a_mixture(&options)?;
    check::can_be_kept(&settings, Key::Output)?;
    if arguments.step {
        refuse_a_report(&options)?;
    }
    let jdk = jdk_of(&trace, settings.get(Key::JavaHome))?;
    let program = program_of(&settings, &jdk).map_err(|failure| failure.help(SAME_FOLDER))?;
    fits(path, &trace, &program, &jdk)?;

    let job = Job {
        options: &options,
        program: &program,
        run: machine::run_options(&options.machine, &jdk, &program),
    };
    let (outcome, work) = match guard::on_a_large_stack(|| {
        job.replay(&trace.schedule, Some(trace.kind), arguments.step)
    })? {
        None => return Ok(Status::Defect.code()),
        Some(Err(Refusal::Failed(failure))) => return Err(failure),
        Some(Err(Refusal::Cancelled(_))) => {
            return Err(Failure::new(
                Status::Defect,
                "a replay was told to stop, which nobody does",
            ));
        }
        Some(Err(Refusal::Unsupported(what))) => {
            return Err(machine::unsupported(&what.what, what.stack));
        }
        Some(Ok(replayed)) => replayed,
    };
    let mut finding = conclude(path, &trace, replayed(&trace, outcome))?;
    if let Some(test) = &program.test {
        unit_tests::cut(&mut finding, test);
    }
    if arguments.step {
        let text = check::text_options(&options, &settings)?;
        let gone = guard::on_a_large_stack(|| {
            let sources = check::sources(&options, &program);
            stepping::go_through(&job, &finding, &sources, text)
        })?;
        return gone
            .map_or(Ok(Status::Defect.code()), |gone| gone.map(|()| Status::Finding.code()));
    }

    let length = finding.schedule.len() as u64;
    let happened = answer::Happened {
        printed: work.prints > 0,
        is_test: program.test.is_some(),
        ..answer::Happened::default()
    };
    let report = CheckReport {
        command: "replay",
        target: program.target(),
        engine: EngineReport {
            search: "replay".to_owned(),
            heuristic: Vec::new(),
            race: settings.text(Key::Race).to_owned(),
            granularity: check::granularity(&options).to_owned(),
            library: check::library(&options, &Fineness::of(&options)),
        },
        verdict: Verdict::Violated,
        complete: false,
        held_back: false,
        assumes_steps: false,
        guarantee:
            "the finding is real: its schedule was executed again from the start and showed it"
                .to_owned(),
        assumptions: answer::assumptions(Verdict::Violated, &happened, &options, &trace.jdk),
        accepted: Vec::new(),
        findings: vec![finding],
        exits: Vec::new(),
        weak_races: Vec::new(),
        in_libraries: Vec::new(),
        statistics: Statistics {
            states: length + 1,
            revisited: 0,
            transitions: length,
            executions: 1,
            max_depth: length,
            instructions: work.instructions,
            elapsed_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
            peak_memory_bytes: peak_memory(),
            detector_size: None,
            reduction: None,
        },
        not_checked: Vec::new(),
        skipped: None,
        limit: None,
        next: Vec::new(),
        rounds: Vec::new(),
        unsupported: Vec::new(),
    };
    check::deliver(&report, &options, &settings, &program)?;
    Ok(report.verdict.status())
}

/// Who goes through a trace by hand reads no report.
fn refuse_a_report(options: &CheckOptions) -> Result<(), Failure> {
    if options.format == Format::Text && options.output.is_none() {
        return Ok(());
    }
    Err(Failure::bad_input("`--step` goes through the trace here, and writes no report")
        .help("leave `--step` out for a report, or `--format` and `--output` for the steps"))
}

/// The program of a trace, which may be a test.
fn program_of(settings: &Settings, jdk: &Jdk) -> Result<Program, Failure> {
    let Some(test) = settings.get(Key::Test) else { return Program::find(settings, jdk) };
    let program = Program::of_tests(settings, jdk)?;
    let names = std::slice::from_ref(&test.text);
    match unit_tests::select(names, &program.class_path, jdk)?.into_iter().next() {
        Some(Selected::Test(test)) => Ok(program.of_test(test)),
        Some(Selected::Skipped(skipped)) => {
            Err(Failure::bad_input(format!("{} is not run: {}", test.text, skipped.reason)))
        }
        None => Err(Failure::bad_input(format!("there is no test {}", test.text))),
    }
}

/// How an execution ended, in the words of a trace.
fn replayed(trace: &TraceFile, mut outcome: ReplayOutcome) -> Replayed {
    match outcome.end {
        ReplayEnd::Parted { at, offered } => {
            Replayed::Parted { step: at + 1, why: parted(&offered) }
        }
        // A race is found on the way, and one step may show several.
        _ if !outcome.findings.is_empty() => {
            let its = outcome.findings.iter().position(|finding| trace.is_of(finding));
            Replayed::Found(Box::new(outcome.findings.swap_remove(its.unwrap_or(0))))
        }
        ReplayEnd::Deadlock | ReplayEnd::Livelock | ReplayEnd::Violated => {
            Replayed::Ended("nothing is found".to_owned())
        }
        ReplayEnd::TooCoarse(_) | ReplayEnd::Open(_) => {
            Replayed::Ended("the program goes on".to_owned())
        }
        ReplayEnd::Ended => Replayed::Ended("the program ends".to_owned()),
        ReplayEnd::Cancelled(_) => Replayed::Ended("it was told to stop".to_owned()),
        ReplayEnd::Ignored => Replayed::Ended("the program leaves the path".to_owned()),
        ReplayEnd::Unsupported(what) => Replayed::Ended(format!(
            "the program needs what is not modelled, {},",
            visible(&what.what)
        )),
    }
}

fn parted(offered: &[Choice]) -> String {
    if offered.is_empty() {
        return "the execution is over there".to_owned();
    }
    let choices: Vec<String> = offered.iter().map(|&choice| trace_file::choice(choice)).collect();
    format!("there it can only go on by `{}`", choices.join("` or `"))
}

/// What came of executing a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replayed {
    /// It ends in this finding, whose trace is told.
    Found(Box<Finding>),
    /// It ends otherwise: "the program ends".
    Ended(String),
    /// The program does not offer this choice, counted from one.
    Parted { step: usize, why: String },
}

/// The JDK that is named, else the one that `check` would take, if it is the trace's, else the
/// trace's.
fn jdk_of(trace: &TraceFile, named: Option<&Setting>) -> Result<Jdk, Failure> {
    let found = Jdk::find(named);
    let is_its = |jdk: &Jdk| trace_file::jdk_name(&jdk.release) == trace.jdk;
    if named.is_some() || found.as_ref().is_ok_and(is_its) {
        return found;
    }
    own_jdk(trace).map_or(found, Ok)
}

/// The JDK that the trace was made on, if it still is where it was.
fn own_jdk(trace: &TraceFile) -> Option<Jdk> {
    let jdk = Jdk::in_folder(Path::new(trace.java_home.as_ref()?))?;
    (trace_file::jdk_name(&jdk.release) == trace.jdk).then_some(jdk)
}

/// Whether the trace is of this program, on this JDK: on others its choices mean something else.
fn fits(path: &Path, trace: &TraceFile, program: &Program, jdk: &Jdk) -> Result<(), Failure> {
    let shown = path.display();
    let name = trace_file::jdk_name(&jdk.release);
    if trace.jdk != name {
        return Err(Failure::bad_input(format!(
            "the trace `{shown}` was made on JDK {}, this is JDK {name}: another class library has other steps",
            visible(&trace.jdk)
        ))
        .help(match own_jdk(trace) {
            Some(own) => format!("leave --java-home out, or say `--java-home {}`", own.home.display()),
            None => format!("name a JDK {} by `--java-home DIR`, or check again", visible(&trace.jdk)),
        }));
    }
    let class_path = ClassPath::new(&program.class_path, jdk.feature)
        .map_err(|error| Failure::unreadable(&error))?;
    let classes = class_digests::of(&class_path, &program.roots())?;
    match class_digests::difference(&trace.classes, &classes) {
        None => Ok(()),
        Some(difference) => Err(Failure::bad_input(format!(
            "the trace `{shown}` is of another program, or of another version: {}",
            visible(&difference)
        ))
        .help("check the program as it is now: `raceproof check` writes a new trace by `--save-trace FILE`")
        .help(SAME_FOLDER)),
    }
}

fn conclude(path: &Path, trace: &TraceFile, outcome: Replayed) -> Result<Finding, Failure> {
    let shown = path.display();
    let length = counted(trace.schedule.len() as u64, "step");
    let parted = |what: String| {
        let mut failure = Failure::bad_input(what);
        if trace.tool != env!("CARGO_PKG_VERSION") {
            let writer = visible(&trace.tool);
            failure = failure
                .help(format!("it was written by raceproof {writer}, whose steps may be others"));
        }
        failure.help(
            "check the program again: `raceproof check` writes a new trace by `--save-trace FILE`",
        )
    };
    let told = |kind: FindingKind, message: &str, places: &[String]| {
        let at = if places.is_empty() { "" } else { " at " };
        format!("{} ({}{at}{})", kind.name(), visible(message), visible(&places.join(", ")))
    };
    let expected = told(trace.kind, &trace.message, &trace.accesses);
    match outcome {
        Replayed::Found(finding) if trace.is_of(&finding) => Ok(*finding),
        Replayed::Found(finding) => Err(parted(format!(
            "the trace `{shown}` ends in another finding: {}, not {expected}",
            told(finding.kind, &finding.message, &finding.places())
        ))),
        Replayed::Ended(how) => Err(parted(format!(
            "the trace `{shown}` does not show its finding: after {length} {how}, not {expected}"
        ))),
        Replayed::Parted { step, why } => Err(parted(format!(
            "the trace `{shown}` does not fit the program from step {step} on, of {length}: {why}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_base::{Choice, FindingKind, Schedule, ThreadId};

    fn trace() -> TraceFile {
        TraceFile {
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            jdk: "17.0.15".to_owned(),
            java_home: None,
            options: [].into(),
            properties: [].into(),
            arguments: Vec::new(),
            classes: [("Main".to_owned(), 7)].into(),
            kind: FindingKind::Deadlock,
            message: "two threads wait".to_owned(),
            accesses: Vec::new(),
            schedule: Schedule { choices: vec![Choice::Run(ThreadId(0))] },
        }
    }

    fn ended(trace: &TraceFile, outcome: Replayed) -> Result<Finding, String> {
        conclude(Path::new("t"), trace, outcome).map_err(|failure| failure.message)
    }

    #[test]
    fn only_the_same_finding_is_the_answer() {
        let found = |kind, message: &str| Replayed::Found(Box::new(Finding::new(kind, message)));
        assert!(ended(&trace(), found(FindingKind::Deadlock, "two threads wait")).is_ok());
        assert_eq!(
            ended(&trace(), found(FindingKind::Assertion, "a\nb")).unwrap_err(),
            "the trace `t` ends in another finding: assertion (a\\nb), not deadlock (two threads wait)"
        );
        assert_eq!(
            ended(&trace(), Replayed::Ended("the program ends".to_owned())).unwrap_err(),
            "the trace `t` does not show its finding: after 1 step the program ends, not deadlock (two threads wait)"
        );
        let parted = Replayed::Parted { step: 1, why: "thread 0 waits".to_owned() };
        assert_eq!(
            ended(&trace(), parted.clone()).unwrap_err(),
            "the trace `t` does not fit the program from step 1 on, of 1 step: thread 0 waits"
        );
        let old = TraceFile { tool: "0.0.1".to_owned(), ..trace() };
        let failure = conclude(Path::new("t"), &old, parted).unwrap_err();
        assert_eq!(failure.help[0], "it was written by raceproof 0.0.1, whose steps may be others");
        assert_eq!(failure.status.code(), 2);
    }

    #[test]
    fn another_jdk_and_another_program_are_refused_before_anything_is_executed() {
        let folder = std::env::temp_dir().join(format!("raceproof-replay-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let program = Program {
            main_class: "Main".to_owned(),
            class_path: vec![folder.clone()],
            ..Program::default()
        };
        let fits = |trace: &TraceFile, release: &str| {
            let jdk = Jdk { home: folder.clone(), feature: 17, release: release.to_owned() };
            super::fits(Path::new("t"), trace, &program, &jdk).map_err(|failure| failure.message)
        };
        let message = fits(&trace(), "JAVA_VERSION=\"25\"").unwrap_err();
        assert!(message.contains("was made on JDK 17.0.15, this is JDK 25"), "{message}");
        let message = fits(&trace(), "JAVA_VERSION=\"17.0.15\"").unwrap_err();
        assert!(message.ends_with("the class `Main` is not there any more"), "{message}");
        let same = TraceFile { classes: [].into(), ..trace() };
        assert_eq!(fits(&same, "JAVA_VERSION=\"17.0.15\""), Ok(()));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn where_they_part_is_told_in_the_words_of_the_file() {
        assert_eq!(
            parted(&[Choice::Run(ThreadId(1)), Choice::Notify(ThreadId(2), 0)]),
            "there it can only go on by `run 1` or `notify 2 0`"
        );
        assert_eq!(parted(&[]), "the execution is over there");
    }
}
