//! `raceproof record TARGET -o FILE`: one execution, as a trace.

use std::fs::File;
use std::io::BufWriter;

use raceproof_config::{CheckOptions, Detail, Key, Settings};
use raceproof_predict::rpt::{Codec, RptWriter};
use raceproof_vm::RunOptions;

use crate::agent;
use crate::arguments::Arguments;
use crate::exploration::Job;
use crate::failure::{Failure, Status};
use crate::guard;
use crate::interrupt::Interrupt;
use crate::jdk::Jdk;
use crate::logging;
use crate::machine;
use crate::prediction::observe::{self, Observed};
use crate::report::{counted, grouped};
use crate::show_config;
use crate::target::Program;
use crate::watchdog::Watchdog;

/// The exit status of the command.
pub fn execute(arguments: &Arguments) -> Result<i32, Failure> {
    let settings = Settings::gather(arguments.command, &arguments.settings)?;
    logging::start(&settings);
    if arguments.show_config {
        return show_config::print(&settings);
    }
    let options = CheckOptions::of(&settings)?;
    let Some(output) = &options.output else {
        return Err(Failure::bad_input("no file for the trace")
            .help("name one: `raceproof record TARGET -o app.rpt`"));
    };
    crate::commands::check::can_be_kept(&settings, Key::Output)?;
    if let (true, Some(target)) = (settings.is_on(Key::Agent), settings.get(Key::Target)) {
        return Err(Failure::bad_input(format!("--agent records a command, and `{}` is a target", target.text))
            .help("put the command behind `--`: `raceproof record --agent -o app.rpt -- java -jar app.jar`"));
    }
    let number = |key| super::predict::number(&settings, key);
    let sample = number(Key::Sample);
    if settings.is_on(Key::Agent) {
        if let Some(option) = super::predict::of_program_given(&settings) {
            return Err(Failure::bad_input(format!(
                "`{option}` is for the machine, and --agent records the host's Java machine"
            ))
            .help("leave it out; what the command itself takes stands behind `--`"));
        }
        let is_quiet = options.detail == Detail::Quiet;
        return agent::record(&settings.arguments(), output, sample, is_quiet);
    }
    if sample > 0 {
        return Err(Failure::bad_input("--sample is for --agent: the machine records all there is")
            .help("leave it out; or record the host's Java machine: `raceproof record --agent --sample 16 -o app.rpt -- java -jar app.jar`"));
    }
    let seed = number(Key::Seed);
    let jdk = Jdk::find(settings.get(Key::JavaHome))?;
    let program = Program::find(&settings, &jdk)?;
    let watchdog = Watchdog::start(&options.limits, Interrupt::listen());
    let run = machine::run_options(&options.machine, &jdk, &program);
    let run = RunOptions { cancellation: watchdog.cancellation(), ..run };
    let job = Job { options: &options, program: &program, run };
    let observed = match guard::on_a_large_stack(|| observe::observe(&job, seed, 0))? {
        None => return Ok(Status::Defect.code()),
        Some(observed) => observed.map_err(super::predict::refused)?,
    };
    write(&observed, &options, output).map_err(|error| {
        Failure::bad_input(format!(
            "the trace cannot be written to `{}`: {error}",
            output.display()
        ))
        .help("name a file that can be written: `-o FILE`")
    })?;
    if options.detail != Detail::Quiet {
        let threads = counted(observed.names.threads.len() as u64, "thread");
        logging::tell(&format!(
            "recorded {} events of {threads}: {}",
            grouped(observed.events.len() as u64),
            output.display()
        ));
    }
    Ok(0)
}

fn write(
    observed: &Observed,
    options: &CheckOptions,
    output: &std::path::Path,
) -> std::io::Result<()> {
    let mut writer = RptWriter::new(BufWriter::new(File::create(output)?), Codec::Zstd)?;
    if let Some(what) = super::predict::not_recorded(options) {
        writer.meta(&[("not-recorded", &what)])?;
    }
    writer.append(&observed.events, &observed.names)?;
    writer.finish(&observed.names).map(drop)
}
