//! What an engine found, ready to be told.

use crate::{Access, Place, Schedule};

/// The sort of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FindingKind {
    /// Two conflicting accesses that nothing orders.
    DataRace,
    /// No thread can go on.
    Deadlock,
    /// An `AssertionError` that nobody caught.
    Assertion,
    /// Any other exception that nobody caught.
    UncaughtException,
}

impl FindingKind {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 4] = [Self::DataRace, Self::Deadlock, Self::Assertion, Self::UncaughtException];

    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::DataRace => "data-race",
            Self::Deadlock => "deadlock",
            Self::Assertion => "assertion",
            Self::UncaughtException => "uncaught-exception",
        }
    }
}

/// How a thread stands at the end of a counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadReport {
    /// Its name.
    pub name: String,
    /// What it does or waits for, as a clause: "waits to lock Fork@2, held by Thread-1".
    pub state: String,
    /// Its stack, innermost first.
    pub stack: Vec<Place>,
}

/// One step of a counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The name of the acting thread.
    pub thread: String,
    /// What it does, in Java's terms: "lock Account@2".
    pub operation: String,
    /// Where; the innermost place in the program's own code if `operation` is the library's.
    pub place: Place,
    /// Whether the operation itself happens inside the class library.
    pub library: bool,
    /// If it does: the library's method that the program called, `java.util.concurrent.locks.ReentrantLock.lock`.
    pub called: Option<String>,
}

/// The order in which two racing accesses were met, and what they do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Conflict {
    /// Two writes.
    WriteWrite,
    /// A write, then a read of it.
    WriteRead,
    /// A read, then a write.
    ReadWrite,
}

impl Conflict {
    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::WriteWrite => "write-write",
            Self::WriteRead => "write-read",
            Self::ReadWrite => "read-write",
        }
    }
}

/// One of the two accesses of a race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RacingAccess {
    /// The name of the thread.
    pub thread: String,
    /// Read or written.
    pub access: Access,
    /// The stack at the access, innermost first.
    pub stack: Vec<Place>,
}

/// What a data race is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    /// The variable, as `Class.field` or `int[][3]`.
    pub variable: String,
    /// What the accesses do, in their order.
    pub conflict: Conflict,
    /// The accesses, in the order of the execution.
    pub accesses: [RacingAccess; 2],
}

/// A violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Its sort.
    pub kind: FindingKind,
    /// One sentence for a person.
    pub message: String,
    /// What to do about it, if that can be said.
    pub advice: String,
    /// Binary name of the exception's class, if one was thrown.
    pub exception: Option<String>,
    /// What a data race is about.
    pub race: Option<Box<Race>>,
    /// The stack where it happened, innermost first.
    pub stack: Vec<Place>,
    /// All threads that have not ended.
    pub threads: Vec<ThreadReport>,
    /// The choices that lead to it; filled in by the search.
    pub schedule: Schedule,
    /// The schedule told step by step; filled in when it is replayed.
    pub trace: Vec<Step>,
}

impl Finding {
    /// A finding without details.
    #[must_use]
    pub fn new(kind: FindingKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            advice: String::new(),
            exception: None,
            race: None,
            stack: Vec::new(),
            threads: Vec::new(),
            schedule: Schedule::default(),
            trace: Vec::new(),
        }
    }

    /// Whether another finding is the same one, met by another schedule.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        (self.kind, &self.exception, &self.race, &self.stack)
            == (other.kind, &other.exception, &other.race, &other.stack)
            && self.threads.iter().map(|t| (&t.name, &t.state)).eq(other.threads.iter().map(|t| (&t.name, &t.state)))
    }
}
