//! The command line before and after `clap`: what users of `java` and JPF type is translated into
//! our options beforehand, and what `clap` refuses is explained afterwards.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use raceproof_base::visible_lines;
use raceproof_config::schema::{self, COMMANDS};
use raceproof_config::{ColorChoice, Command, suggest};

use crate::arguments;
use crate::failure::{Failure, Palette, Status};
use crate::logging;
use crate::questions::{self, QUESTIONS, Question};
use crate::report;

/// Options of `java` that mean nothing here, or are spelled otherwise: the beginning of the word,
/// and what to do.
const JAVA_OPTIONS: [(&str, &str); 10] = [
    ("-Xmx", "the size of the heap is `--heap SIZE`, such as `--heap 512m`"),
    ("-Xms", "the heap has only a largest size: `--heap SIZE`"),
    ("-Xss", "leave it out: Java frames live in the heap of the virtual machine"),
    ("-ea", "leave it out: assertions are enabled unless `--no-assertions` is given"),
    ("-enableassertions", "leave it out: assertions are enabled unless `--no-assertions` is given"),
    ("-da", "assertions are left out by `--no-assertions`"),
    ("-disableassertions", "assertions are left out by `--no-assertions`"),
    (
        "-jar",
        "give the jar itself as the target: `raceproof run app.jar`, `raceproof check app.jar`",
    ),
    ("-X", "leave it out: options of HotSpot have no meaning here"),
    ("--add-", "leave it out: this version has no options for modules"),
];

/// Rewrites `-cp`, `-classpath` and `+KEY=VALUE` in the words before `--`. What follows is the
/// program's: bytes that are no text reach it as they would under `java`, with U+FFFD in their
/// place.
pub fn translate(words: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    let mut translated = Vec::with_capacity(words.len() + 1);
    let mut words = words.into_iter();
    translated.extend(words.next());
    while let Some(word) = words.next() {
        if word == "--" {
            translated.push(word);
            translated.extend(words.map(|word| word.to_string_lossy().into_owned().into()));
            break;
        }
        match word.to_str() {
            Some("-cp" | "-classpath" | "--class-path") => translated.push("--classpath".into()),
            Some(text) if text.starts_with('+') && text.len() > 1 => {
                translated.push("-D".into());
                translated.push(text[1..].into());
            }
            Some(text) => {
                refuse_java_option(text)?;
                translated.push(word);
            }
            None => return Err(no_text(&word)),
        }
    }
    Ok(translated)
}

fn no_text(word: &OsStr) -> Failure {
    Failure::bad_input(format!(
        "`{}` is not UTF-8 text: the bytes at `\u{FFFD}` are no characters",
        word.to_string_lossy()
    ))
    .help("give the file or folder another name, or work in it and name it `.`")
}

fn refuse_java_option(word: &str) -> Result<(), Failure> {
    match JAVA_OPTIONS.iter().find(|(prefix, _)| word.starts_with(prefix)) {
        Some((_, advice)) => {
            Err(Failure::bad_input(format!("`{word}` is an option of `java`, not of raceproof"))
                .help(*advice))
        }
        None => Ok(()),
    }
}

/// `--color`, read before anything can fail. A wrong value is reported where all options are
/// checked.
pub fn color(words: &[OsString]) -> ColorChoice {
    let mut choice = ColorChoice::Auto;
    let mut value_follows = false;
    for word in words.iter().take_while(|word| *word != "--") {
        let value = if value_follows {
            Some(word.as_os_str())
        } else {
            word.to_str().and_then(|text| text.strip_prefix("--color=")).map(OsStr::new)
        };
        value_follows = word == "--color";
        match value.and_then(OsStr::to_str) {
            Some("always") => choice = ColorChoice::Always,
            Some("never") => choice = ColorChoice::Never,
            _ => {}
        }
    }
    choice
}

/// `--help` and `--version` are answers; the rest becomes a failure with `clap`'s message and our
/// advice.
pub fn explain(
    error: clap::Error,
    command: Option<Command>,
    question: Option<Question>,
    palette: Palette,
) -> Result<i32, Failure> {
    let is_answer = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if let Some(question) = question.filter(|_| !is_answer) {
        return Err(question.refused(&error));
    }
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            report::answered(error.print().and_then(|()| io::stdout().flush()))?;
            Ok(0)
        }
        ErrorKind::InvalidSubcommand => Err(unknown_command(&culprit(&error, ContextKind::InvalidSubcommand))),
        ErrorKind::UnknownArgument => Err(unknown_argument(&culprit(&error, ContextKind::InvalidArg), command)),
        ErrorKind::ArgumentConflict => Err(given_twice(&culprit(&error, ContextKind::InvalidArg))),
        ErrorKind::TooManyValues => Err(value_of_a_switch(&culprit(&error, ContextKind::InvalidArg))),
        ErrorKind::InvalidValue if culprit(&error, ContextKind::InvalidValue).is_empty() => {
            Err(without_value(&culprit(&error, ContextKind::InvalidArg)))
        }
        // The trace is the only word that has to be there.
        ErrorKind::MissingRequiredArgument => Err(Failure::bad_input("no TRACE: nothing names the file to replay")
            .help(
                "give the file that `raceproof check TARGET --save-trace FILE` has written: `raceproof replay FILE`",
            )),
        _ => {
            let styled = error.render();
            let text = if palette == Palette::Ansi { styled.ansi().to_string() } else { visible_lines(&styled.to_string()) };
            logging::put(&text);
            Ok(Status::BadInput.code())
        }
    }
}

fn culprit(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    }
}

/// The option in clap's words for it, `--heap <SIZE>`.
fn option_of(shown: &str) -> &str {
    shown.split([' ', '=']).next().unwrap_or(shown)
}

fn given_twice(shown: &str) -> Failure {
    let option = option_of(shown);
    let failure = Failure::bad_input(format!("`{option}` is given twice"));
    if option == "--classpath" {
        return failure
            .help("give one class path, its folders and jars joined by `:`, as in `--classpath classes:lib/a.jar`");
    }
    failure.help("leave one out")
}

fn value_of_a_switch(shown: &str) -> Failure {
    let option = option_of(shown);
    Failure::bad_input(format!("`{option}` takes no value"))
        .help(format!("write `{option}` alone, or leave it out"))
}

fn without_value(shown: &str) -> Failure {
    let written = shown.replace(['<', '>'], "");
    Failure::bad_input(format!("`{}` lacks its value", option_of(shown)))
        .help(format!("write `{written}`"))
}

fn unknown_command(word: &str) -> Failure {
    let failure = Failure::bad_input(format!("`{word}` is not a command"));
    if crate::target::looks_like_a_file(word) {
        failure.help(format!(
            "name the command first: `raceproof check {word}` or `raceproof run {word}`"
        ))
    } else if let Some(near) = suggest::nearest(word, names()) {
        failure
            .help(format!("did you mean `raceproof {near}`?"))
            .help("`raceproof --help` says what each command does")
    } else {
        let all = names().collect::<Vec<_>>().join(", ");
        failure.help(format!("the commands are {all}; `raceproof --help` says what each does"))
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    let questions = QUESTIONS.into_iter().map(Question::name);
    COMMANDS.into_iter().map(Command::name).chain(questions).chain(["help"])
}

/// The command that was typed, if it looks at no program.
pub fn question(words: &[OsString]) -> Option<Question> {
    words.get(1).and_then(|word| word.to_str()).and_then(questions::named)
}

/// The command that was typed, as far as one can tell before parsing.
pub fn command(words: &[OsString]) -> Option<Command> {
    let mut words =
        words.iter().skip(1).take_while(|word| *word != "--").filter_map(|word| word.to_str());
    words.find_map(|word| COMMANDS.into_iter().find(|command| command.name() == word))
}

fn unknown_argument(word: &str, command: Option<Command>) -> Failure {
    let name = command.map_or("COMMAND", Command::name);
    if !word.starts_with('-') && command == Some(Command::Replay) {
        return Failure::bad_input(format!("`{word}` is one word too many: there is one trace"))
            .help("the trace knows the program and its arguments: `raceproof replay TRACE`");
    }
    if command == Some(Command::Scan) && !word.starts_with('-') {
        return Failure::bad_input(format!("`{word}` is one word too many: there is one target"))
            .help("`scan` executes no program, so arguments of one make no difference: leave them out");
    }
    if !word.starts_with('-') {
        return Failure::bad_input(format!("`{word}` is one word too many: there is one target"))
            .help(format!(
                "arguments of the program follow `--`: `raceproof {name} TARGET -- {word}`"
            ));
    }
    if word[1..].starts_with(|first: char| first.is_ascii_digit()) {
        return Failure::bad_input(format!("`{word}` is neither an option nor a value of one"))
            .help("sizes, numbers and times are not negative");
    }
    if let Some(failure) = option_out_of_place(word, name) {
        return failure;
    }
    let definition = arguments::command();
    let options: Vec<String> = definition
        .get_subcommands()
        .filter(|subcommand| command.is_none_or(|command| command.name() == subcommand.get_name()))
        .flat_map(clap::Command::get_arguments)
        .filter_map(|argument| argument.get_long().map(|long| format!("--{long}")))
        .collect();
    let failure = Failure::bad_input(format!("`{word}` is not an option"));
    match suggest::nearest(word, options.iter().map(String::as_str)) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => failure.help(format!(
            "`raceproof {name} --help` lists the options; arguments of the program follow `--`: \
             `raceproof {name} TARGET -- {word}`"
        )),
    }
}

/// An option that there is, but of another command.
fn option_out_of_place(word: &str, command: &str) -> Option<Failure> {
    let row = schema::TABLE
        .iter()
        .find(|row| row.option() == word || format!("--{}", row.name) == word)?;
    if row.option() != word {
        let on = Failure::bad_input(format!("`{word}` is on unless `{}` is given", row.option()));
        return Some(on.help("leave it out"));
    }
    if command == Command::Replay.name() {
        let why = format!(
            "`{word}` is not an option of `replay`: the trace knows what its steps depend on"
        );
        return Some(Failure::bad_input(why).help("leave it out"));
    }
    let other = row.commands.first()?.name();
    let of_another =
        Failure::bad_input(format!("`{word}` is an option of `{other}`, not of `{command}`"));
    Some(of_another.help(format!("leave it out, or use it with `raceproof {other}`")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn java_and_jpf_spellings_become_ours() {
        let translated =
            translate(words("raceproof run -cp a:b +heap=64m Main -- -cp +x")).unwrap();
        assert_eq!(translated, words("raceproof run --classpath a:b -D heap=64m Main -- -cp +x"));
    }

    #[test]
    fn options_of_java_are_explained() {
        let failure = translate(words("raceproof run -Xmx1g Main")).unwrap_err();
        assert!(
            failure.message.contains("-Xmx1g") && failure.help[0].contains("--heap"),
            "{failure:?}"
        );
    }

    #[test]
    #[cfg(unix)]
    fn only_the_programs_own_arguments_may_be_other_than_text() {
        use std::os::unix::ffi::OsStringExt as _;
        let odd = || OsString::from_vec(b"b\xff.java".to_vec());
        let words = |before: OsString, after: OsString| {
            vec!["raceproof".into(), "run".into(), before, "--".into(), after]
        };
        let failure = translate(words(odd(), "x".into())).unwrap_err();
        assert!(failure.message.starts_with("`b\u{FFFD}.java` is not UTF-8 text"), "{failure:?}");
        assert_eq!(translate(words("Foo".into(), odd())).unwrap()[4], "b\u{FFFD}.java");
    }

    #[test]
    fn colour_is_known_before_parsing() {
        assert_eq!(color(&words("raceproof run --color always Foo")), ColorChoice::Always);
        assert_eq!(color(&words("raceproof run --color=never Foo")), ColorChoice::Never);
        assert_eq!(color(&words("raceproof run Foo -- --color=never")), ColorChoice::Auto);
    }

    #[test]
    fn what_is_unknown_is_named_with_what_was_meant() {
        assert_eq!(unknown_command("audits").help[0], "did you mean `raceproof audit`?");
        let all = &unknown_command("frobnicate").help[0];
        assert!(names().all(|name| all.contains(name)) && all.contains("`raceproof --help`"));
        assert_eq!(unknown_argument("--heep", None).help, ["did you mean `--heap`?"]);
        let run = Some(Command::Run);
        assert!(unknown_argument("--search", run).message.contains("an option of `check`"));
        assert!(unknown_argument("--trusted", run).message.contains("an option of `check`"));
        assert!(unknown_argument("--assertions", run).message.contains("`--no-assertions`"));
        assert!(unknown_command("Foo.java").help[0].contains("raceproof run Foo.java"));
    }
}
