//! The command line of Raceproof.
//!
//! `main` sets the process up, hands the work to one file of `commands/`, and turns what comes back
//! into an exit status. A [`failure::Failure`] is a value until here; only `main` prints one.

// Standard error has one place that spells out names: `logging`.
#![warn(clippy::print_stderr)]

mod agent;
mod ahead;
mod answer;
mod arguments;
mod argv;
mod audit;
mod booted;
mod cache;
mod chance;
mod class_digests;
mod commands;
mod companion;
mod detectors;
mod explained;
mod exploration;
mod failure;
mod guard;
mod interrupt;
mod javac;
mod jdk;
mod launcher;
mod logging;
mod machine;
mod main_method;
mod next;
mod output_file;
mod prediction;
mod progress;
mod project;
mod questions;
#[cfg(test)]
#[path = "../../config/src/random.rs"]
mod random;
mod reflection_log;
mod report;
mod rounds;
mod scan_accepted;
mod scan_advice;
mod scan_baseline;
mod scan_changed;
mod scan_explain;
mod scan_names;
mod scan_outline;
mod scan_recorded;
mod scan_report;
mod scan_source;
mod scan_specified;
mod scan_text;
mod scan_told;
mod scan_verdict;
mod show_config;
mod side_by_side;
mod signals;
mod source;
mod source_lines;
mod statistics;
mod stepping;
mod target;
mod trace_file;
mod unit_tests;
mod watchdog;
mod width;

use std::ffi::OsString;
use std::process;

use raceproof_config::Command;

use arguments::{Arguments, Parsed};
use failure::{Failure, Palette};
use questions::{Asked, Question};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    guard::announce_defects();
    let words: Vec<OsString> = std::env::args_os().collect();
    let palette = Palette::for_standard_error(argv::color(&words));
    process::exit(match start(words, palette) {
        Ok(status) => status,
        Err(failure) => {
            failure.print(palette);
            failure.status.code()
        }
    });
}

/// The exit status of the whole command.
fn start(words: Vec<OsString>, palette: Palette) -> Result<i32, Failure> {
    let words = argv::translate(words)?;
    let command = argv::command(&words);
    let question = argv::question(&words);
    let arguments = match Arguments::parse(words) {
        Ok(Parsed::Command(arguments)) => arguments,
        Ok(Parsed::Question(asked)) => return tell(&asked),
        Err(error) => return argv::explain(error, command, question, palette),
    };
    match arguments.command {
        Command::Run => commands::run::execute(&arguments),
        Command::Check => commands::check::execute(&arguments),
        Command::Replay => commands::replay::execute(&arguments),
        Command::Predict => commands::predict::execute(&arguments),
        Command::Record => commands::record::execute(&arguments),
        Command::Scan => commands::scan::execute(&arguments),
        Command::Audit => commands::audit::execute(&arguments),
    }
}

/// The exit status of a command that looks at no program.
fn tell(asked: &Asked) -> Result<i32, Failure> {
    let word = asked.word.as_deref();
    match asked.question {
        Question::Explain => commands::explain::execute(word),
        Question::Completions => commands::completions::execute(word),
        Question::Man => commands::man::execute(word),
        Question::Jar => commands::jar::execute(word),
    }
}
