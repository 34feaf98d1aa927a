//! Why a class cannot be read from where it should be: told to a person, with what to do next.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a JDK, a jar or a class path cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceError {
    /// The JDK's folder does not exist or is no folder.
    NoSuchDirectory {
        /// The folder asked for.
        path: PathBuf,
    },
    /// The folder exists, and is not a JDK's.
    NotAJdk {
        /// The folder asked for.
        path: PathBuf,
        /// What was found instead, and what to do about it.
        hint: String,
    },
    /// A JDK from before the class library was kept in a form this tool reads, or whose library it
    /// does not know.
    JdkTooOld {
        /// The JDK's folder.
        path: PathBuf,
        /// Its version, as it calls itself.
        version: String,
    },
    /// The JDK's `lib/modules` is inconsistent.
    DamagedImage {
        /// The file.
        file: PathBuf,
        /// What is inconsistent.
        what: String,
    },
    /// Something on the class path is neither a folder nor a jar.
    NotAJar {
        /// The file.
        file: PathBuf,
        /// Why it is not a jar.
        why: String,
    },
    /// A jar is inconsistent.
    DamagedJar {
        /// The jar.
        file: PathBuf,
        /// What is inconsistent.
        what: String,
    },
    /// A jar or image uses something this tool does not read.
    Unsupported {
        /// The file.
        file: PathBuf,
        /// What it uses.
        what: String,
    },
    /// A file is larger than any class or resource should be.
    TooLarge {
        /// The file.
        file: PathBuf,
        /// The most that is accepted, in bytes.
        limit: u64,
    },
    /// The system refuses to read a file.
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The system's reason.
        why: String,
    },
}

impl SourceError {
    pub(crate) fn unreadable(file: &Path, error: &io::Error) -> Self {
        Self::Unreadable { file: file.to_owned(), why: error.to_string() }
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchDirectory { path } => {
                write!(
                    f,
                    "there is no folder '{}': set JAVA_HOME to the folder of a JDK 17 or newer",
                    path.display()
                )
            }
            Self::NotAJdk { path, hint } => write!(f, "'{}' is not a JDK: {hint}", path.display()),
            Self::JdkTooOld { path, version } => write!(
                f,
                "the JDK in '{}' is too old ({version}): a JDK 17 or newer is needed (11 is the oldest accepted); set JAVA_HOME to one",
                path.display()
            ),
            Self::DamagedImage { file, what } => {
                write!(
                    f,
                    "the class library '{}' is damaged: {what}; install this JDK again",
                    file.display()
                )
            }
            Self::NotAJar { file, why } => write!(
                f,
                "'{}' on the class path is not a jar: {why}; name a jar, or the folder that holds the classes",
                file.display()
            ),
            Self::DamagedJar { file, what } => {
                write!(
                    f,
                    "the jar '{}' is damaged: {what}; build or download it again",
                    file.display()
                )
            }
            Self::Unsupported { file, what } => {
                write!(f, "'{}' cannot be read: {what}", file.display())
            }
            Self::TooLarge { file, limit } => {
                write!(
                    f,
                    "'{}' is larger than the {limit} bytes accepted for one file of a class path",
                    file.display()
                )
            }
            Self::Unreadable { file, why } => write!(f, "cannot read '{}': {why}", file.display()),
        }
    }
}

impl std::error::Error for SourceError {}
