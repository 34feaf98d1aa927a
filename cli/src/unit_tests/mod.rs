//! Tests as targets (`--test`): which there are, by the annotations of class files, and how each is
//! run by itself.
//!
//! No engine of a test framework is executed: under exploration its own threads, locks and
//! reflection would be most of each trace. What a framework does around a test is a list of steps
//! instead, made here and taken by `raceproof.TestRun` before the test has a second thread. What is
//! no such step (rules, extensions, runners, listeners, arguments) is not imitated: a test that
//! needs it is skipped, and told with the reason.

use raceproof_base::Place;

mod class;
mod framework;
mod hindrance;
mod listing;
mod selection;
mod stacks;

pub use framework::MARKS;
pub use selection::select;
pub use stacks::cut;

/// The class of `raceproof.jar` that takes the steps of a test.
pub const LAUNCHER: &str = "raceproof.TestRun";

/// A test that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selected {
    Test(UnitTest),
    Skipped(Skipped),
}

/// A test that can be run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitTest {
    /// Binary name of its class, with dots.
    pub class: String,
    pub method: String,
    /// Where the method begins.
    pub place: Place,
    /// What the launcher does, in its words.
    pub steps: Vec<String>,
    /// What of its annotations is not heeded.
    pub notes: Vec<String>,
}

/// A test that is not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    pub class: String,
    pub method: String,
    pub why: Why,
    /// In a few words.
    pub reason: String,
}

/// Why a test is not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It says so itself.
    Disabled,
    /// Its framework would refuse it, or pass over it.
    Mistake,
    /// It needs what is not done here.
    NotDone,
}

impl Selected {
    /// If it can be run.
    pub fn test(&self) -> Option<&UnitTest> {
        match self {
            Self::Test(test) => Some(test),
            Self::Skipped(_) => None,
        }
    }
}

impl UnitTest {
    /// As it is asked for.
    pub fn name(&self) -> String {
        format!("{}#{}", self.class, self.method)
    }
}

impl Skipped {
    pub fn name(&self) -> String {
        format!("{}#{}", self.class, self.method)
    }
}
