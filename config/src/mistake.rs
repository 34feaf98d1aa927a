//! What a user got wrong: one message that says what and where, and lines that say what to do next.

/// A wrong command line or configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// What is wrong, and where.
    pub message: String,
    /// What to do next.
    pub help: Vec<String>,
}

impl Mistake {
    /// A mistake without advice yet.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: Vec::new() }
    }

    /// Adds a line of advice.
    #[must_use]
    pub fn help(mut self, line: impl Into<String>) -> Self {
        self.help.push(line.into());
        self
    }

    /// Adds a line of advice, if there is one.
    #[must_use]
    pub fn maybe_help(self, line: Option<impl Into<String>>) -> Self {
        match line {
            Some(line) => self.help(line),
            None => self,
        }
    }
}
