//! Commands that look at no program: they answer from what the tool knows of itself. Each takes one
//! word at most, and no option.

use clap::Arg;

use crate::failure::Failure;

/// Such a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What a kind of finding is.
    Explain,
    /// Completions of a shell.
    Completions,
    /// Pages of the manual.
    Man,
    /// Where a jar of the tool's own is.
    Jar,
}

/// The commands.
pub const QUESTIONS: [Question; 4] =
    [Question::Explain, Question::Completions, Question::Man, Question::Jar];

const WORD: &str = "word";

/// A command, and the word that was given to it.
#[derive(Debug)]
pub struct Asked {
    pub question: Question,
    pub word: Option<String>,
}

impl Question {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Explain => "explain",
            Self::Completions => "completions",
            Self::Man => "man",
            Self::Jar => "jar",
        }
    }

    /// How its word is called in help.
    pub fn placeholder(self) -> &'static str {
        match self {
            Self::Explain => "KIND",
            Self::Completions => "SHELL",
            Self::Man => "COMMAND",
            Self::Jar => "NAME",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Explain => "Say what a kind of finding is, why it matters, and how to mend it",
            Self::Completions => "Print completions for a shell: bash, zsh or fish",
            Self::Man => "Print a page of the manual, for `man -l -`",
            Self::Jar => "Print where a jar of the tool's own is, and unpack it there",
        }
    }

    fn of_the_word(self) -> &'static str {
        match self {
            Self::Explain => "The kind, as reports name it; without it, all kinds are listed",
            Self::Completions => "The shell; without it, each with where its file belongs",
            Self::Man => "The command; without it, the page of `raceproof` itself",
            Self::Jar => "The jar; without it, each with what it is for",
        }
    }

    /// As `clap` reads it.
    pub fn definition(self) -> clap::Command {
        let word = Arg::new(WORD).value_name(self.placeholder()).help(self.of_the_word());
        clap::Command::new(self.name()).about(self.about()).arg(word)
    }

    /// What `clap` refuses.
    pub fn refused(self, error: &clap::Error) -> Failure {
        use clap::error::{ContextKind, ContextValue};
        let wrong = match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(text)) => format!("`{text}`"),
            _ => "what was given".to_owned(),
        };
        let name = self.name();
        Failure::bad_input(format!(
            "{wrong} is no word of `{name}`, which takes one, and no option"
        ))
        .help(format!("write `raceproof {name} {}`", self.placeholder()))
    }
}

impl Asked {
    /// What was asked, if it is such a command.
    pub fn of(name: &str, matches: &clap::ArgMatches) -> Option<Self> {
        let question = named(name)?;
        Some(Self { question, word: matches.get_one::<String>(WORD).cloned() })
    }
}

/// The command of that name.
pub fn named(name: &str) -> Option<Question> {
    QUESTIONS.into_iter().find(|question| question.name() == name)
}
