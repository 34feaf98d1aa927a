//! The words of the command line. Each key of `raceproof_config::schema` is an option of the
//! commands that heed it, so the table there is the only list; values stay text until `Settings`
//! gives them their meaning.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches};
use raceproof_config::schema::{COMMANDS, Group, Row, TABLE, ValueKind};
use raceproof_config::{Command, CommandLine, Key, words};

use crate::questions::{Asked, QUESTIONS, Question};

const ABOUT: &str = "Checks Java programs in a deterministic virtual machine of its own, on your JDK's class library";

const AFTER_HELP: &str = "\
Exit status:
  0    check: explored completely, nothing found; scan: nothing but what was accepted
  1    check: at least one finding; scan: candidates; replay: the trace shows its finding again
  2    the command line, a configuration, the target, a class file or a trace is wrong
  3    check: a limit was reached before the exploration was complete, and nothing was found so far;
       scan: the same, or something is not followed
  4    the program needs something that is not modelled; it is named, with the Java stack
  101  a defect of raceproof itself
  run ends with the program's own status, or with 1 when every thread waits for ever, where java would hang

Environment:
  JAVA_HOME        the JDK, unless --java-home names one
  RACEPROOF_LOG    what to log, unless --log says
  RACEPROOF_CACHE  where compiled sources and unpacked jars are kept";

const TRACE: &str = "trace";
const STEP: &str = "step";
const CONFIG: &str = "config";
const DEFINE: &str = "define";
const SHOW_CONFIG: &str = "show-config";

/// What the command line asks for.
#[derive(Debug)]
pub struct Arguments {
    pub command: Command,
    pub settings: CommandLine,
    /// Go through it by hand.
    pub step: bool,
    /// Only say what would be heeded.
    pub show_config: bool,
}

/// A command line that was understood.
#[derive(Debug)]
pub enum Parsed {
    Command(Arguments),
    /// It looks at no program.
    Question(Asked),
}

impl Arguments {
    pub fn parse(words: Vec<OsString>) -> Result<Parsed, clap::Error> {
        let matches = command().try_get_matches_from(words)?;
        let asked = matches.subcommand().and_then(|(name, matches)| Asked::of(name, matches));
        if let Some(asked) = asked {
            return Ok(Parsed::Question(asked));
        }
        let chosen = matches.subcommand().and_then(|(name, matches)| {
            let command = COMMANDS.into_iter().find(|command| command.name() == name)?;
            Some((command, matches))
        });
        let (command, matches) =
            chosen.ok_or_else(|| clap::Error::new(clap::error::ErrorKind::MissingSubcommand))?;
        let step = command == Command::Replay && matches.get_flag(STEP);
        let show_config = matches.get_flag(SHOW_CONFIG);
        let settings = command_line(command, matches);
        Ok(Parsed::Command(Self { command, settings, step, show_config }))
    }
}

fn command_line(command: Command, matches: &ArgMatches) -> CommandLine {
    let all = |name: &str| {
        matches.get_many::<String>(name).map(|words| words.cloned().collect::<Vec<String>>())
    };
    let is_replay = command == Command::Replay;
    CommandLine {
        trace: is_replay.then(|| matches.get_one::<String>(TRACE).map(PathBuf::from)).flatten(),
        options: TABLE
            .iter()
            .filter(|row| is_option(row, command))
            .filter_map(|row| given(row, matches))
            .collect(),
        config: all(CONFIG).unwrap_or_default().into_iter().map(PathBuf::from).collect(),
        define: all(DEFINE).unwrap_or_default(),
        arguments: if !takes_arguments(command) { None } else { all(Key::Arguments.name()) },
    }
}

/// What speaks of all inputs is given none.
fn takes_arguments(command: Command) -> bool {
    Key::Arguments.row().is_for(command)
}

/// Arguments of the program follow `--`: they are no option.
fn is_option(row: &Row, command: Command) -> bool {
    row.is_for(command) && row.key != Key::Arguments
}

fn given(row: &Row, matches: &ArgMatches) -> Option<(Key, String)> {
    let value = match row.kind {
        // The option of a switch turns it to what it is not by default.
        ValueKind::Switch => {
            matches.get_flag(row.name).then(|| (row.default != "true").to_string())
        }
        ValueKind::Patterns(_) => matches
            .get_many::<String>(row.name)
            .map(|given| given.map(String::as_str).collect::<Vec<_>>().join(",")),
        _ => matches.get_one::<String>(row.name).cloned(),
    };
    value.map(|value| (row.key, value))
}

/// The whole command line, as `clap` reads it.
pub fn command() -> clap::Command {
    clap::Command::new("raceproof")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .after_help(AFTER_HELP)
        .max_term_width(100)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(COMMANDS.map(subcommand))
        .subcommands(QUESTIONS.map(Question::definition))
}

fn subcommand(command: Command) -> clap::Command {
    let about = match command {
        Command::Run => "Run a program once, deterministically, as `java -ea` would",
        Command::Check => {
            "Explore the schedules of a program: prove it free of violations, or show one"
        }
        Command::Replay => "Execute a counterexample again that `check --save-trace` has written",
        Command::Predict => {
            "Execute a program once, or read a trace, and predict the data races of its other schedules"
        }
        Command::Record => "Execute a program once, and write a trace of it, for `predict`",
        Command::Scan => {
            "Look for pairs of accesses that may race for any input, without executing the program"
        }
        Command::Audit => {
            "Decide each pair of accesses that may race: an executed race, a proof, or why it is open"
        }
    };
    let rows = TABLE.iter().filter(|row| is_option(row, command));
    let what = match command {
        Command::Replay => vec![trace(), step()],
        _ => takes_arguments(command).then(arguments_of_the_program).into_iter().collect(),
    };
    clap::Command::new(command.name())
        .about(about)
        .args(rows.map(|row| option(row, command)))
        .args(what)
        .args(beyond_the_table())
}

fn option(row: &'static Row, command: Command) -> Arg {
    let argument = Arg::new(row.name).help(help(row, command));
    if row.key == Key::Target {
        return argument.value_name("TARGET");
    }
    let argument = argument
        .long(row.option().trim_start_matches('-').to_owned())
        .help_heading(row.group.title());
    let argument = if row.key == Key::Output { argument.short('o') } else { argument };
    match row.placeholder() {
        Some(placeholder) if matches!(row.kind, ValueKind::Patterns(_)) => {
            argument.value_name(placeholder).action(ArgAction::Append)
        }
        // `--heap -5` is a wrong value, not an unknown option.
        Some(placeholder) => {
            argument.value_name(placeholder).action(ArgAction::Set).allow_negative_numbers(true)
        }
        None => argument.action(ArgAction::SetTrue),
    }
}

fn help(row: &Row, command: Command) -> String {
    let mut help = row.doc.to_owned();
    let words = row.words(command);
    if !words.is_empty() {
        help += &format!(" [values: {}]", words::list(words));
    }
    if !row.default.is_empty() && !matches!(row.kind, ValueKind::Switch) {
        help += &format!(" [default: {}]", row.default);
    }
    help
}

fn trace() -> Arg {
    Arg::new(TRACE)
        .value_name("TRACE")
        .help("The file; it knows the program, its arguments, and the options on which its steps depend")
        .required(true)
}

fn step() -> Arg {
    Arg::new(STEP)
        .long(STEP)
        .help("Go through it step by step, forwards and back, with the source, values, locks and threads of each")
        .help_heading(Group::Report.title())
        .action(ArgAction::SetTrue)
}

fn arguments_of_the_program() -> Arg {
    Arg::new(Key::Arguments.name())
        .value_name("ARGS")
        .help("Arguments of the program")
        .help_heading(Group::Program.title())
        .num_args(1..)
        .last(true)
}

/// What is not a key: where keys are set.
fn beyond_the_table() -> [Arg; 3] {
    let heading = "Configuration";
    [
        Arg::new(CONFIG)
            .long(CONFIG)
            .value_name("FILE")
            .help("A properties file of options; a later one wins")
            .help_heading(heading)
            .action(ArgAction::Append),
        Arg::new(DEFINE)
            .short('D')
            .value_name("KEY=VALUE")
            .help(
                "Set an option by its key, as in a properties file (also +KEY=VALUE); `property.NAME` sets a system \
                 property of the program",
            )
            .help_heading(heading)
            .action(ArgAction::Append),
        Arg::new(SHOW_CONFIG)
            .long(SHOW_CONFIG)
            .help("Print each key, its value and where that came from, and stop")
            .help_heading(heading)
            .action(ArgAction::SetTrue),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Arguments {
        match Arguments::parse(line.split(' ').map(OsString::from).collect()).unwrap() {
            Parsed::Command(arguments) => arguments,
            Parsed::Question(asked) => panic!("{asked:?}"),
        }
    }

    #[test]
    fn the_definition_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn options_may_follow_the_target_and_arguments_the_dashes() {
        let arguments = parse("raceproof run Foo -Da=b --heap 1g -- -x --heap");
        assert_eq!(arguments.command, Command::Run);
        let CommandLine { options, define, arguments, .. } = arguments.settings;
        assert_eq!(options, [(Key::Target, "Foo".to_owned()), (Key::Heap, "1g".to_owned())]);
        assert_eq!(define, ["a=b"]);
        assert_eq!(arguments, Some(vec!["-x".to_owned(), "--heap".to_owned()]));
    }

    #[test]
    fn a_switch_is_turned_from_its_default() {
        let arguments = parse("raceproof check Foo --all --no-assertions --show-config");
        assert!(arguments.show_config);
        let switches = [(Key::Assertions, "false".to_owned()), (Key::All, "true".to_owned())];
        assert_eq!(arguments.settings.options[1..], switches);
    }
}
