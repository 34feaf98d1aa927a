//! What can go wrong, as a value: a status of the contract, one message that names the culprit, and
//! what to do next.

use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use raceproof_base::{visible, visible_lines};
use raceproof_classfile::SourceError;
use raceproof_config::{ColorChoice, Mistake};

use crate::logging;

/// The exit statuses that are the tool's own, not the program's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The program is at fault, where `java` would hang without a word.
    Finding,
    /// The command line, a configuration, a target or a class file is wrong.
    BadInput,
    /// The program needs something that is not modelled.
    Unsupported,
    /// The tool itself is wrong.
    Defect,
}

impl Status {
    pub fn code(self) -> i32 {
        match self {
            Status::Finding => 1,
            Status::BadInput => 2,
            Status::Unsupported => 4,
            Status::Defect => 101,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Status::Finding => "deadlock",
            Status::BadInput => "error",
            Status::Unsupported => "unsupported",
            Status::Defect => "defect",
        }
    }
}

/// Whether the terminal says that it can do nothing but print.
pub fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub status: Status,
    pub message: String,
    /// Another program's own words, printed before the message, line by line.
    pub quoted: String,
    /// Lines that belong under the message, such as a Java stack.
    pub details: Vec<String>,
    /// What to do next.
    pub help: Vec<String>,
}

impl Failure {
    pub fn new(status: Status, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            quoted: String::new(),
            details: Vec::new(),
            help: Vec::new(),
        }
    }

    pub fn bad_input(message: impl Into<String>) -> Self {
        Self::new(Status::BadInput, message)
    }

    pub fn help(mut self, line: impl Into<String>) -> Self {
        self.help.push(line.into());
        self
    }

    pub fn quoting(mut self, text: impl Into<String>) -> Self {
        self.quoted = text.into();
        self
    }

    /// What reading a class, a jar or a JDK said: it names the culprit and what to do by itself.
    pub fn unreadable(error: &SourceError) -> Self {
        Self::bad_input(error.to_string())
    }

    /// What was named by others (files, classes, arguments) is spelled out here, whatever it is in.
    fn render(&self, palette: Palette) -> String {
        let mut text = visible_lines(&self.quoted);
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let label = palette.strong(self.status.label());
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{label}: {}", visible(&self.message));
        for line in &self.details {
            let _ = writeln!(text, "    {}", visible(line));
        }
        for line in &self.help {
            let _ = writeln!(text, "  {}: {}", palette.helpful("help"), visible(line));
        }
        text
    }

    pub fn print(&self, palette: Palette) {
        logging::put(&self.render(palette));
    }
}

impl From<Mistake> for Failure {
    fn from(mistake: Mistake) -> Self {
        Self { help: mistake.help, ..Self::bad_input(mistake.message) }
    }
}

/// Colours of the tool's own words on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    Plain,
    Ansi,
}

impl Palette {
    pub fn for_standard_error(choice: ColorChoice) -> Self {
        Self::chosen(choice, || io::stderr().is_terminal())
    }

    /// For a report on standard output.
    pub fn for_standard_output(choice: ColorChoice) -> Self {
        Self::chosen(choice, || io::stdout().is_terminal())
    }

    fn chosen(choice: ColorChoice, is_terminal: impl FnOnce() -> bool) -> Self {
        let wanted = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !refused && !is_dumb() && is_terminal()
            }
        };
        if wanted { Palette::Ansi } else { Palette::Plain }
    }

    fn strong(self, text: &str) -> String {
        self.paint("1;31", text)
    }

    fn helpful(self, text: &str) -> String {
        self.paint("1;36", text)
    }

    pub fn paint(self, code: &str, text: &str) -> String {
        match self {
            Palette::Plain => text.to_owned(),
            Palette::Ansi => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_reads_from_quotation_to_help() {
        let failure = Failure::bad_input("`Foo.java` does not compile")
            .quoting("Foo.java:1: error")
            .help("mend it");
        assert_eq!(
            failure.render(Palette::Plain),
            "Foo.java:1: error\nerror: `Foo.java` does not compile\n  help: mend it\n"
        );
    }

    #[test]
    fn statuses_are_those_of_the_contract() {
        let statuses = [Status::Finding, Status::BadInput, Status::Unsupported, Status::Defect];
        assert_eq!(statuses.map(Status::code), [1, 2, 4, 101]);
    }
}
