//! `raceproof run TARGET`: the program once, with its own output and its own exit status.

use crate::arguments::RunArguments;
use crate::failure::{Failure, Status};
use crate::guard;
use crate::jdk::Jdk;
use crate::keys::Key;
use crate::logging;
use crate::settings::Settings;
use crate::statistics::{Ending, Report};
use crate::target::Program;
use raceproof_vm::{RunOptions, RunOutcome};

/// The exit status of the command.
pub fn execute(arguments: &RunArguments) -> Result<i32, Failure> {
    let settings = Settings::gather(
        &arguments.common,
        &[
            (Key::Heap, arguments.heap.as_deref()),
            (Key::Processors, arguments.processors.as_deref()),
            (Key::Statistics, arguments.statistics.then_some("true")),
        ],
    )?;
    logging::start(&settings)?;
    let report = Report::wanted(&settings)?;
    let jdk = Jdk::find(settings.get(Key::JavaHome))?;
    let program = Program::find(&settings, &jdk)?;
    let options = options(&settings, &jdk, &program)?;
    match guard::on_a_large_stack(|| raceproof_vm::run(&options, raceproof_models::registry()))? {
        Some(outcome) => conclude(outcome, &program, report.as_ref()),
        None => Ok(Status::Defect.code()),
    }
}

fn options(settings: &Settings, jdk: &Jdk, program: &Program) -> Result<RunOptions, Failure> {
    Ok(RunOptions {
        java_home: jdk.home.clone(),
        class_path: program.class_path.clone(),
        main_class: program.main_class.clone(),
        arguments: program.arguments.clone(),
        properties: settings.properties.clone().into_iter().collect(),
        heap_bytes: settings.heap()?,
        assertions: true,
        processors: settings.processors()?,
        explore: false,
    })
}

fn conclude(outcome: RunOutcome, program: &Program, report: Option<&Report>) -> Result<i32, Failure> {
    let write = |ending: Ending<'_>| report.map_or(Ok(()), |report| report.write(program, &ending));
    match outcome {
        RunOutcome::Exited { status, instructions } => {
            write(Ending::Exited { status, instructions })?;
            Ok(status)
        }
        RunOutcome::Unsupported { what, stack } => {
            write(Ending::Unsupported { what: &what, stack: &stack })?;
            Err(unsupported(&what, stack))
        }
        RunOutcome::Deadlock { threads } => {
            write(Ending::Deadlock { threads: &threads })?;
            Err(deadlock(threads))
        }
        RunOutcome::BadTarget(message) => {
            let mut failure = Failure::bad_input(message);
            failure.help = program.advice_if_missing();
            Err(failure)
        }
    }
}

fn unsupported(what: &str, stack: Vec<String>) -> Failure {
    let mut failure = Failure::new(Status::Unsupported, what);
    failure.details = stack;
    failure.help("raceproof does not model this; leave it out of what you run, or report it with the stack above")
}

/// Under `java` such a program hangs: there is no status to hand on.
fn deadlock(threads: Vec<String>) -> Failure {
    let mut failure = Failure::new(Status::Finding, "every thread waits for ever");
    failure.details = threads;
    failure
}
