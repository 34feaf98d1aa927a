//! The words of the command line, as `clap` reads them. Values stay text here: `settings` gives them their meaning,
//! whether they came from an option or from a key in a file.

use clap::{Args, Parser, Subcommand};

const AFTER_HELP: &str = "\
Exit status:
  run ends with the program's own status, or with
  1    every thread of the program waits for ever, where java would hang
  2    the command line, a configuration, the target or a class file is wrong
  4    the program needs something that is not modelled; it is named, with the Java stack
  101  a defect of raceproof itself

Environment:
  JAVA_HOME        the JDK, unless --java-home names one
  RACEPROOF_LOG    what to log, unless --log says
  RACEPROOF_CACHE  where compiled sources are kept";

#[derive(Debug, Parser)]
#[command(name = "raceproof", version, after_help = AFTER_HELP, max_term_width = 100)]
#[command(about = "Runs Java programs in a deterministic virtual machine of its own, on your JDK's class library")]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a program once, deterministically, as `java -ea` would
    Run(RunArguments),
}

#[derive(Args, Debug)]
pub struct RunArguments {
    #[command(flatten)]
    pub common: CommonArguments,

    /// The largest size of the Java heap, such as 64m or 2g [default: 1g]
    #[arg(long, value_name = "SIZE")]
    pub heap: Option<String>,

    /// The number of processors the program is told of [default: 4]
    #[arg(long, value_name = "N")]
    pub processors: Option<String>,

    /// Print instructions, time and memory at the end, on standard error
    #[arg(long)]
    pub statistics: bool,
}

/// Options every command takes.
#[derive(Args, Debug)]
pub struct CommonArguments {
    /// Foo.java, a .jar, a main class with --classpath, or a .properties or .jpf file that names one
    #[arg(value_name = "TARGET")]
    pub target: Option<String>,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub program_arguments: Option<Vec<String>>,

    /// Folders and jars of the program's classes, separated by `:` (also -cp)
    #[arg(long, value_name = "PATH")]
    pub classpath: Option<String>,

    /// The class whose `main` is run, when the target does not say
    #[arg(long, value_name = "CLASS")]
    pub main: Option<String>,

    /// A properties file of options
    #[arg(long, value_name = "FILE")]
    pub config: Vec<String>,

    /// Set an option by its key, as in a properties file (also +KEY=VALUE);
    /// `property.NAME` sets a system property of the program
    #[arg(short = 'D', value_name = "KEY=VALUE")]
    pub define: Vec<String>,

    /// The format of the report: text or json [default: text]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,

    /// Where the report goes, instead of standard error
    #[arg(long, value_name = "FILE")]
    pub output: Option<String>,

    /// The home of the JDK [default: JAVA_HOME, or the `java` on the PATH]
    #[arg(long, value_name = "DIR")]
    pub java_home: Option<String>,

    /// Nothing of our own but errors
    #[arg(long)]
    pub quiet: bool,

    /// off, error, warn, info, debug or trace [default: warn]
    #[arg(long, value_name = "LEVEL")]
    pub log: Option<String>,

    /// Colours in our own messages: auto, always or never [default: auto]
    #[arg(long, value_name = "WHEN")]
    pub color: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn options_may_follow_the_target_and_arguments_the_dashes() {
        let arguments =
            Arguments::parse_from(["raceproof", "run", "Foo", "-Da=b", "--heap", "1g", "--", "-x", "--heap"]);
        let Command::Run(run) = arguments.command;
        assert_eq!(run.common.target.as_deref(), Some("Foo"));
        assert_eq!(run.common.define, ["a=b"]);
        assert_eq!(run.common.program_arguments, Some(vec!["-x".to_owned(), "--heap".to_owned()]));
    }
}
