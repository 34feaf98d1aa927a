//! What becomes of a candidate.

use raceproof_base::Finding;

/// How a candidate stands.
pub enum Status {
    /// The race was executed.
    Witnessed(Box<Witness>),
    /// No execution with this input has it.
    Proved {
        /// Who says so.
        by: String,
        /// Whether that was known before, and nothing has changed since.
        is_known: bool,
    },
    /// Nobody knows.
    Open(Reason),
}

/// A race that was executed, and executed again.
pub struct Witness {
    /// Who found it.
    pub by: String,
    pub finding: Finding,
    /// The trace, as its file has it.
    pub trace: String,
    /// Where that was saved.
    pub file: Option<String>,
    /// Whether it was known before, and was only executed again.
    pub is_known: bool,
}

/// Why a candidate is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A limit came before.
    Untried,
    /// Only `predict` was asked, which tries one execution.
    Unasked,
    /// No execution came to the access of that side, on an object that threads share.
    NotReached(usize),
    /// Executions came to both, never on one object at once.
    NeverAtOnce,
    /// They were at both at once, and something ordered them all the same.
    Ordered,
    /// A race was executed that may be this one or that of another candidate.
    Ambiguous,
    /// The program needs what is not modelled.
    Unsupported(String),
}

impl Reason {
    /// In a word, for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Untried => "budget",
            Self::Unasked => "not-asked",
            Self::NotReached(_) => "not-reached",
            Self::NeverAtOnce => "never-at-once",
            Self::Ordered => "ordered-so-far",
            Self::Ambiguous => "ambiguous",
            Self::Unsupported(_) => "unsupported",
        }
    }
}
