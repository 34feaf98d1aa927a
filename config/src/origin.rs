//! Values and where they were given.

use std::fmt;
use std::path::{Path, PathBuf};

/// What can give a value, the weakest first: a stronger layer wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// The table of keys.
    Default,
    /// The properties file that is the target.
    TargetFile,
    /// A file of `--config`.
    Config,
    /// The command line.
    CommandLine,
}

/// Where a value was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// By these words of the command line.
    CommandLine(String),
    /// In a line of a file.
    File {
        /// The file.
        path: PathBuf,
        /// The number of the line.
        line: usize,
    },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::CommandLine(word) => f.write_str(word),
            Origin::File { path, line } => write!(f, "{}, line {line}", path.display()),
        }
    }
}

/// A value that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// As it was written, `${key}` expanded.
    pub text: String,
    /// Where.
    pub origin: Origin,
    /// How strong.
    pub layer: Layer,
    /// The key it was written under, if that is JPF's and not ours.
    pub written_as: Option<String>,
}

impl Setting {
    /// A value of the command line.
    #[must_use]
    pub fn typed(text: &str, word: &str) -> Self {
        let origin = Origin::CommandLine(word.to_owned());
        Self { text: text.to_owned(), origin, layer: Layer::CommandLine, written_as: None }
    }

    /// The value as a path. One from a file is relative to that file, or to the current folder if
    /// it is only there.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.resolve(&self.text)
    }

    pub(crate) fn resolve(&self, text: &str) -> PathBuf {
        if let Origin::File { path, .. } = &self.origin {
            let beside = path.parent().unwrap_or(Path::new("")).join(text);
            if beside.exists() || !Path::new(text).exists() {
                return beside;
            }
        }
        PathBuf::from(text)
    }
}
