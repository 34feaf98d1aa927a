//! `raceproof check TARGET`: every schedule of the program, within the chosen search.

use raceproof_config::{CheckOptions, Key, Settings};

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::jdk::Jdk;
use crate::logging;
use crate::show_config;
use crate::target::Program;

/// The exit status of the command.
pub fn execute(arguments: &Arguments) -> Result<i32, Failure> {
    let settings = Settings::gather(arguments.command, &arguments.settings)?;
    logging::start(&settings);
    let options = CheckOptions::of(&settings)?;
    if arguments.show_config {
        return show_config::print(&settings);
    }
    let jdk = Jdk::find(settings.get(Key::JavaHome))?;
    let program = Program::find(&settings, &jdk)?;
    explore(&options, &program, &jdk)
}

/// Explores the program; the seam to the machine and the searches.
fn explore(options: &CheckOptions, program: &Program, jdk: &Jdk) -> Result<i32, Failure> {
    log::debug!("{} on the JDK at {}: {options:?}", program.main_class, jdk.home.display());
    Err(Failure::bad_input(
        "exploring schedules is not built yet: this version understands the options of `check` only",
    )
    .help(format!("`raceproof run {}` executes the program once", program.main_class)))
}
