//! `raceproof completions SHELL`: completions of commands, options and their words, made of the same
//! tables as the command line itself.

use clap::ValueHint;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use raceproof_config::schema::{COMMANDS, Row, TABLE, ValueKind};
use raceproof_config::{Command, Key, suggest};

use crate::arguments;
use crate::companion::{self, Which};
use crate::explained;
use crate::failure::Failure;
use crate::questions::{QUESTIONS, Question};
use crate::report;

/// The shells, each with the place where it looks for its file.
const SHELLS: [(&str, Shell, &str); 3] = [
    ("bash", Shell::Bash, "~/.local/share/bash-completion/completions/raceproof"),
    ("zsh", Shell::Zsh, "a folder of $fpath, as _raceproof"),
    ("fish", Shell::Fish, "~/.config/fish/completions/raceproof.fish"),
];

/// The exit status of the command.
pub fn execute(shell: Option<&str>) -> Result<i32, Failure> {
    let text = match shell {
        None => SHELLS.iter().map(|(name, _, place)| format!("{name:4}  {place}\n")).collect(),
        Some(word) => script(chosen(word)?),
    };
    report::print(&text)?;
    Ok(0)
}

fn chosen(word: &str) -> Result<Shell, Failure> {
    let names = || SHELLS.iter().map(|(name, ..)| *name);
    let shell = SHELLS.iter().find(|(name, ..)| *name == word).map(|(_, shell, _)| *shell);
    shell.ok_or_else(|| {
        let word = report::visible(word);
        let failure = Failure::bad_input(format!("there are no completions for `{word}`"));
        let near = suggest::nearest(&word, names());
        let failure = near
            .into_iter()
            .fold(failure, |failure, near| failure.help(format!("did you mean `{near}`?")));
        failure.help(format!("give one of {}", names().collect::<Vec<_>>().join(", ")))
    })
}

fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut definition(), "raceproof", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if shell == Shell::Fish {
        script.extend(QUESTIONS.map(words_for_fish));
    }
    script
}

/// What `clap_complete` leaves out for fish: words that are no value of an option.
fn words_for_fish(question: Question) -> String {
    format!(
        "complete -c raceproof -n \"__fish_raceproof_using_subcommand {}\" -f -a \"{}\"\n",
        question.name(),
        words(question).join(" ")
    )
}

/// The words that may follow the command.
fn words(question: Question) -> Vec<&'static str> {
    match question {
        Question::Explain => explained::names().collect(),
        Question::Completions => SHELLS.iter().map(|(name, ..)| *name).collect(),
        Question::Man => super::man::pages().collect(),
        Question::Jar => companion::ALL.map(Which::word).to_vec(),
    }
}

/// The command line with the words that its values may be. It is read without these: what is wrong
/// with a value is told by the schema, with advice.
fn definition() -> clap::Command {
    let mut all = arguments::command();
    for which in COMMANDS {
        all = all.mut_subcommand(which.name(), |command| {
            let known = |id: &clap::Id| TABLE.iter().find(|row| row.name == id.as_str());
            command.mut_args(|argument| match known(argument.get_id()) {
                Some(row) => with_values(argument, row, which),
                None => argument,
            })
        });
    }
    for question in QUESTIONS {
        let words = PossibleValuesParser::new(words(question));
        all = all.mut_subcommand(question.name(), |command| {
            command.mut_args(|argument| argument.value_parser(words.clone()))
        });
    }
    all
}

fn with_values(argument: clap::Arg, row: &Row, command: Command) -> clap::Arg {
    match row.kind {
        ValueKind::Word(_) | ValueKind::Words(_) => {
            let words = row.words(command).iter().map(|word| word.name);
            argument.value_parser(PossibleValuesParser::new(words))
        }
        ValueKind::Path(_) | ValueKind::Paths => argument.value_hint(ValueHint::AnyPath),
        ValueKind::Text(_) if row.key == Key::Target => argument.value_hint(ValueHint::FilePath),
        _ => argument,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_of_every_command_is_in_every_script() {
        for (name, shell, _) in SHELLS {
            let script = script(shell);
            for row in TABLE.iter().filter(|row| !matches!(row.key, Key::Target | Key::Arguments)) {
                let option = match shell {
                    Shell::Fish => format!("-l {}", row.option().trim_start_matches("--")),
                    _ => row.option(),
                };
                assert!(script.contains(&option), "{name}: {option}");
            }
            for word in ["sarif", "lockset", "weak-race", "predict", "zsh"] {
                assert!(script.contains(word), "{name}: {word}");
            }
        }
    }

    #[test]
    fn another_shell_is_refused_with_those_there_are() {
        let failure = chosen("bahs").unwrap_err();
        assert_eq!(failure.help, ["did you mean `bash`?", "give one of bash, zsh, fish"]);
    }
}
