//! `raceproof run TARGET`: the program once, with its own output and its own exit status.

use raceproof_config::{Command, Key, MachineOptions, Settings};
use raceproof_vm::RunOutcome;

use crate::arguments::Arguments;
use crate::failure::{Failure, Status};
use crate::guard;
use crate::jdk::Jdk;
use crate::logging;
use crate::machine;
use crate::reflection_log::ReflectionFile;
use crate::show_config;
use crate::signals;
use crate::statistics::{Ending, Report};
use crate::target::Program;

/// The exit status of the command.
pub fn execute(arguments: &Arguments) -> Result<i32, Failure> {
    let settings = Settings::gather(arguments.command, &arguments.settings)?;
    logging::start(&settings);
    if arguments.show_config {
        return show_config::print(&settings);
    }
    let report = Report::wanted(&settings)?;
    let jdk = Jdk::find(settings.get(Key::JavaHome))?;
    let program = Program::find(&settings, &jdk)?;
    let options = machine::run_options(&MachineOptions::of(&settings)?, &jdk, &program);
    report.as_ref().map_or(Ok(()), Report::prepare)?;
    let kept = ReflectionFile::wanted(&settings)?;
    let options = kept.iter().fold(options, |options, kept| kept.told_by(options));
    let signals = signals::hand_on();
    match guard::on_a_large_stack(|| {
        raceproof_vm::run(&options, machine::registry(&options), signals)
    })? {
        Some(outcome) => {
            let concluded = conclude(outcome, &program, report.as_ref());
            kept.map_or(Ok(()), ReflectionFile::write)?;
            concluded
        }
        None => Ok(Status::Defect.code()),
    }
}

fn conclude(
    outcome: RunOutcome,
    program: &Program,
    report: Option<&Report>,
) -> Result<i32, Failure> {
    let write = |ending: Ending<'_>| report.map_or(Ok(()), |report| report.write(program, &ending));
    match outcome {
        RunOutcome::Exited { status, instructions } => {
            write(Ending::Exited { status, instructions })?;
            Ok(status)
        }
        RunOutcome::Unsupported { what, stack } => {
            write(Ending::Unsupported { what: &what, stack: &stack })?;
            Err(machine::unsupported(&what, stack))
        }
        RunOutcome::Deadlock { threads } => {
            write(Ending::Deadlock { threads: &threads })?;
            Err(deadlock(threads))
        }
        RunOutcome::Cancelled(_) => {
            Err(Failure::new(Status::Defect, "a run was told to stop, which nobody does"))
        }
        RunOutcome::BadTarget(message) => Err(machine::bad_target(message, program, Command::Run)),
    }
}

/// Under `java` such a program hangs: there is no status to hand on.
fn deadlock(threads: Vec<String>) -> Failure {
    let mut failure = Failure::new(Status::Finding, "every thread waits for ever");
    failure.details = threads;
    failure
}
