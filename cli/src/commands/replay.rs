//! `raceproof replay TRACE`: executes a saved counterexample again, and says if it still ends the same.

// Wired to the command line by the next merge, which takes this line out.
#![allow(dead_code)]

use std::path::Path;

use raceproof_base::Finding;
use raceproof_classfile::ClassPath;

use crate::class_digests;
use crate::failure::Failure;
use crate::jdk::Jdk;
use crate::report::{counted, visible};
use crate::target::Program;
use crate::trace_file::{self, TraceFile};

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

/// Executes the trace in a file: `prepare` makes its program ready, `execute` is the machine. The finding is that of the
/// trace; anything else is a failure that says where they part.
pub fn replay(
    path: &Path,
    prepare: impl FnOnce(&TraceFile) -> Result<(Program, Jdk), Failure>,
    execute: impl FnOnce(&TraceFile, &Program, &Jdk) -> Result<Replayed, Failure>,
) -> Result<Finding, Failure> {
    let trace = trace_file::read(path)?;
    let (program, jdk) = prepare(&trace)?;
    fits(path, &trace, &program, &jdk)?;
    conclude(path, &trace, execute(&trace, &program, &jdk)?)
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
        .help("name the JDK it was made on, by `--java-home DIR`, or check again"));
    }
    let class_path = ClassPath::new(&program.class_path, jdk.feature).map_err(|error| Failure::unreadable(&error))?;
    let classes = class_digests::of(&class_path, &program.main_class)?;
    match class_digests::difference(&trace.classes, &classes) {
        None => Ok(()),
        Some(difference) => Err(Failure::bad_input(format!(
            "the trace `{shown}` is of another program, or of another version: {}",
            visible(&difference)
        ))
        .help("check the program as it is now: `raceproof check` writes a new trace by `--save-trace FILE`")),
    }
}

fn conclude(path: &Path, trace: &TraceFile, outcome: Replayed) -> Result<Finding, Failure> {
    let shown = path.display();
    let length = counted(trace.schedule.len() as u64, "step");
    let parted = |what: String| {
        let mut failure = Failure::bad_input(what);
        if trace.tool != env!("CARGO_PKG_VERSION") {
            let writer = visible(&trace.tool);
            failure = failure.help(format!("it was written by raceproof {writer}, whose steps may be others"));
        }
        failure.help("check the program again: `raceproof check` writes a new trace by `--save-trace FILE`")
    };
    let expected = format!("{} ({})", trace.kind.name(), visible(&trace.message));
    match outcome {
        Replayed::Found(finding) if finding.kind == trace.kind && finding.message == trace.message => Ok(*finding),
        Replayed::Found(finding) => Err(parted(format!(
            "the trace `{shown}` ends in another finding: {} ({}), not {expected}",
            finding.kind.name(),
            visible(&finding.message)
        ))),
        Replayed::Ended(how) => {
            Err(parted(format!("the trace `{shown}` does not show its finding: after {length} {how}, not {expected}")))
        }
        Replayed::Parted { step, why } => {
            Err(parted(format!("the trace `{shown}` does not fit the program from step {step} on, of {length}: {why}")))
        }
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
            options: [].into(),
            properties: [].into(),
            arguments: Vec::new(),
            classes: [("Main".to_owned(), 7)].into(),
            kind: FindingKind::Deadlock,
            message: "two threads wait".to_owned(),
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
        let path = folder.join("trace.txt");
        let prepare = |release: &str| {
            let program =
                Program { main_class: "Main".to_owned(), class_path: vec![folder.clone()], arguments: Vec::new() };
            let jdk = Jdk { home: folder.clone(), feature: 17, release: release.to_owned() };
            move |_: &TraceFile| Ok((program, jdk))
        };
        let never = |_: &TraceFile, _: &Program, _: &Jdk| -> Result<Replayed, Failure> { unreachable!() };
        trace_file::write(&path, &trace(), &[]).unwrap();
        let failure = replay(&path, prepare("JAVA_VERSION=\"25\""), never).unwrap_err();
        assert!(failure.message.contains("was made on JDK 17.0.15, this is JDK 25"), "{failure:?}");
        let failure = replay(&path, prepare("JAVA_VERSION=\"17.0.15\""), never).unwrap_err();
        assert!(failure.message.ends_with("the class `Main` is not there any more"), "{failure:?}");

        let same = TraceFile { classes: [].into(), ..trace() };
        trace_file::write(&path, &same, &[]).unwrap();
        let finding = replay(&path, prepare("JAVA_VERSION=\"17.0.15\""), |trace, _, _| {
            Ok(Replayed::Found(Box::new(Finding::new(trace.kind, trace.message.clone()))))
        });
        assert_eq!(finding.unwrap().kind, FindingKind::Deadlock);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
