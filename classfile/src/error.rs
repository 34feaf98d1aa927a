//! What can be wrong with the bytes of a class.

use std::fmt;

/// Why bytes are not a class file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassFileError {
    /// The data ends in the middle of something.
    Truncated {
        /// Where reading stopped.
        at: usize,
        /// How many bytes were needed there.
        wanted: usize,
    },
    /// The first four bytes are not 0xCAFEBABE.
    NotAClassFile,
    /// A version this tool does not know.
    Version {
        /// The major version found.
        major: u16,
        /// The minor version found.
        minor: u16,
    },
    /// Something is inconsistent: what, to be told with the file it stands in.
    Malformed(String),
    /// Something is not as the format has it, in a message that says where.
    Illegal(String),
    /// The file of a module, in a message.
    NotAClass(String),
}

impl fmt::Display for ClassFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { at, wanted } => {
                write!(f, "truncated class file: {wanted} more byte(s) expected at offset {at}")
            }
            Self::NotAClassFile => write!(f, "not a class file: it does not start with 0xCAFEBABE"),
            Self::Version { major, minor } => write!(
                f,
                "class file version {major}.{minor} is not supported (45 to 69, that is up to Java 25, without preview features of other releases)"
            ),
            Self::Malformed(what) => write!(f, "malformed class file: {what}"),
            Self::Illegal(message) | Self::NotAClass(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for ClassFileError {}

pub(crate) fn malformed<T>(what: impl Into<String>) -> Result<T, ClassFileError> {
    Err(ClassFileError::Malformed(what.into()))
}
