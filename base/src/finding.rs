//! Findings: violations of the program, as engines report them.

use crate::{AccessKind, Address, Mode, Moments, Place, Schedule, Site, ThreadId};

/// The sort of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FindingKind {
    /// Two conflicting accesses, one of them plain, that happens-before does not order.
    DataRace,
    /// No thread can go on.
    Deadlock,
    /// Threads go on, but however they do, the program cannot end.
    Livelock,
    /// An uncaught `AssertionError`.
    Assertion,
    /// Any other uncaught exception.
    UncaughtException,
    /// The program ended itself with a status that says it failed.
    ExitStatus,
}

impl FindingKind {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 6] = [
        Self::DataRace,
        Self::Deadlock,
        Self::Livelock,
        Self::Assertion,
        Self::UncaughtException,
        Self::ExitStatus,
    ];

    /// Whether it is a state that the program cannot end from, which is known by how its threads
    /// stand.
    #[must_use]
    pub fn is_hang(self) -> bool {
        matches!(self, Self::Deadlock | Self::Livelock)
    }

    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::DataRace => "data-race",
            Self::Deadlock => "deadlock",
            Self::Livelock => "livelock",
            Self::Assertion => "assertion",
            Self::UncaughtException => "uncaught-exception",
            Self::ExitStatus => "exit-status",
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

/// What an access of one variable comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepValue {
    /// The value that is read.
    Read(String),
    /// The value that is written.
    Written(String),
    /// Of a compare-and-set that writes nothing: the value that it finds.
    Refused(String),
}

impl StepValue {
    /// As a clause: "reads 10".
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::Read(value) => format!("reads {value}"),
            Self::Written(value) => format!("writes {value}"),
            Self::Refused(value) => format!("finds {value} and writes nothing"),
        }
    }
}

/// One step of a counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The name of the acting thread.
    pub thread: String,
    /// What it does, in Java's terms: "lock Account@2".
    pub operation: String,
    /// If it is an access of one variable: its value, if that was told.
    pub value: Option<StepValue>,
    /// Where; the innermost place in the program's own code if `operation` is the library's.
    pub place: Place,
    /// Whether the operation itself happens inside the class library.
    pub library: bool,
    /// If it does: the library's method that the program called,
    /// `java.util.concurrent.locks.ReentrantLock.lock`.
    pub called: Option<String>,
    /// Whether it is the end of a wait by its time.
    pub timed_out: bool,
    /// Of the last one, what fails at its end.
    pub ending: Option<Ending>,
    /// What happens inside it, if that was recorded.
    pub moments: Moments,
}

/// What fails at the end of a counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// What, in Java's terms: "throw java.lang.AssertionError: lost".
    pub what: String,
    /// Where, in the program's own code if it is there.
    pub place: Place,
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

/// Which of its method's accesses an access is, by the order of the bytecode.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Among {
    /// The name of the field; empty for an element of an array.
    pub name: String,
    /// The field's type, or the array's, as in class files; of references, an array's is `[L`.
    pub descriptor: String,
    /// So many accesses on its line that do the same to what has that name come before it.
    pub nth: usize,
    /// So many are there, itself included.
    pub of: usize,
    /// Whether its method first reads the same and then writes it: one of the two is this access.
    pub is_update: bool,
}

/// One of the two accesses of a race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RacingAccess {
    /// The name of the thread.
    pub thread: String,
    /// Read or written.
    pub access: AccessKind,
    /// How.
    pub mode: Mode,
    /// The stack at the access, innermost first.
    pub stack: Vec<Place>,
    /// Method references that are called there, by the classes that have them: in stacks they have
    /// no place.
    pub referring: Vec<Place>,
    /// Which access of its line it is; filled in when the schedule is replayed, if it is told.
    pub among: Option<Among>,
    /// The step of the trace, by its number from one, in which it is executed; filled in when the
    /// schedule is replayed.
    pub step: Option<usize>,
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
    /// The variable from which one of the threads has read the object that it accesses; filled in
    /// when the schedule is replayed, if it is told.
    pub came_by: Option<String>,
    /// What an execution of the same schedule knows them by.
    pub evidence: Evidence,
}

/// The ids of a race in an execution of its schedule, for replaying it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The variable.
    pub variable: Address,
    /// The threads, in the order of the accesses.
    pub threads: [ThreadId; 2],
    /// Where the first access is.
    pub first: Site,
}

impl Race {
    /// The places of the two accesses in the program, sorted.
    #[must_use]
    pub fn places(&self) -> [&Place; 2] {
        let [one, other] = [0, 1].map(|access| programs_own(&self.accesses[access].stack));
        if one <= other { [one, other] } else { [other, one] }
    }

    /// The variable, unless the class library accesses it for the program: then a call races with
    /// a call, whichever of the library's variables shows it.
    #[must_use]
    pub fn own_variable(&self) -> Option<&str> {
        let is_own = |access: &RacingAccess| access.stack.first().is_some_and(|at| !at.library);
        self.accesses.iter().any(is_own).then(|| variables_alike(&self.variable))
    }

    /// Where the two accesses are in the program, and which class of the library it calls there,
    /// sorted: the identity of a race, with [`Race::own_variable`].
    fn sides(&self) -> [(&Place, Option<&str>); 2] {
        let mut sides = self.accesses.each_ref().map(|access| {
            let inside = access.stack.iter().take_while(|place| place.library);
            (programs_own(&access.stack), inside.last().map(|place| place.class.as_str()))
        });
        sides.sort_unstable();
        sides
    }
}

/// The name at which threads are switched for a variable: `Account.balance`, and `int[]` for all
/// elements of arrays of that type.
#[must_use]
pub fn variables_alike(variable: &str) -> &str {
    let array = variable.strip_suffix(']').and_then(|name| name.rsplit_once('['));
    array.map_or(variable, |(array, _)| array)
}

/// The innermost place of a stack in the program's own code, else the innermost at all.
#[must_use]
pub fn programs_own(stack: &[Place]) -> &Place {
    static NOWHERE: Place = Place {
        class: String::new(),
        method: String::new(),
        file: String::new(),
        line: 0,
        library: true,
    };
    stack.iter().find(|place| !place.library).or(stack.first()).unwrap_or(&NOWHERE)
}

/// A violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Its sort.
    pub kind: FindingKind,
    /// One or two sentences for a person.
    pub message: String,
    /// What exactly is the matter, if there is more to say.
    pub detail: String,
    /// What to do about it, if that can be said.
    pub advice: String,
    /// Binary name of the exception's class, if one was thrown.
    pub exception: Option<String>,
    /// The program's own exit status, if it ended itself.
    pub status: Option<i32>,
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
            detail: String::new(),
            advice: String::new(),
            exception: None,
            status: None,
            race: None,
            stack: Vec::new(),
            threads: Vec::new(),
            schedule: Schedule::default(),
            trace: Vec::new(),
        }
    }

    /// Whether another finding is the same mistake of the program, met by another schedule.
    ///
    /// A deadlock is known by the threads that wait and what each waits for, in whatever order they
    /// were started. What is thrown is known by what it is and where, and an exit by its status and
    /// where: which thread does it, and how the others stand, is chance. A race is known by the two
    /// places in the program, and by its variable if the program accesses that itself, else by the
    /// classes that it calls there.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        if let (Some(race), Some(others)) = (&self.race, &other.race) {
            return race.sides() == others.sides() && race.own_variable() == others.own_variable();
        }
        (self.kind, &self.exception, self.status, &self.stack)
            == (other.kind, &other.exception, other.status, &other.stack)
            && self.race.is_some() == other.race.is_some()
            && (!self.kind.is_hang() || self.waiting() == other.waiting())
    }

    /// Where the accesses of a race are, in their order; nothing for what is no race.
    #[must_use]
    pub fn places(&self) -> Vec<String> {
        let accesses = self.race.iter().flat_map(|race| &race.accesses);
        accesses.map(|access| programs_own(&access.stack).to_string()).collect()
    }

    /// What the last step of the trace ends in; none for deadlocks and livelocks.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        if let Some(race) = &self.race {
            let RacingAccess { access, stack, .. } = &race.accesses[1];
            let verb = if *access == AccessKind::Read { "read" } else { "write" };
            let what = format!("{verb} {}, which races", race.variable);
            return Some(Ending { what, place: programs_own(stack).clone() });
        }
        let what = match self.kind {
            FindingKind::Assertion | FindingKind::UncaughtException => {
                format!("throw {}", self.exception.as_deref().unwrap_or("an exception"))
            }
            FindingKind::ExitStatus => {
                format!("exit with status {}", self.status.unwrap_or_default())
            }
            FindingKind::DataRace | FindingKind::Deadlock | FindingKind::Livelock => return None,
        };
        Some(Ending { what, place: programs_own(&self.stack).clone() })
    }

    /// The same, and of a race also the variable: a call of the class library may race for several
    /// of its variables.
    #[must_use]
    pub fn is_same_in_detail(&self, other: &Self) -> bool {
        self.is_same(other) && self.variables() == other.variables()
    }

    /// The same, and of a race also the threads, by their names, in the order of their accesses.
    #[must_use]
    pub fn is_same_by_threads(&self, other: &Self) -> bool {
        let threads = |race: &Race| race.accesses.each_ref().map(|access| access.thread.clone());
        self.is_same_in_detail(other)
            && self.race.as_deref().map(threads) == other.race.as_deref().map(threads)
    }

    /// Of a race, the name at which threads are switched for its variable.
    fn variables(&self) -> Option<&str> {
        self.race.as_ref().map(|race| variables_alike(&race.variable))
    }

    /// The threads with what they wait for, in an order of their own.
    fn waiting(&self) -> Vec<(&str, &str)> {
        let mut waiting: Vec<_> =
            self.threads.iter().map(|t| (t.name.as_str(), t.state.as_str())).collect();
        waiting.sort_unstable();
        waiting
    }

    /// Whether another finding is this one in the same state of the program: of one schedule, all
    /// must be the same.
    #[must_use]
    pub fn is_shown_by(&self, other: &Self) -> bool {
        let stands = |finding: &Self| -> Vec<(String, String)> {
            finding.threads.iter().map(|t| (t.name.clone(), t.state.clone())).collect()
        };
        self.is_same(other) && self.schedule == other.schedule && stands(self) == stands(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use FindingKind::{Assertion, Deadlock, UncaughtException};

    fn finding(kind: FindingKind, line: u32, threads: &[(&str, &str)]) -> Finding {
        let mut finding = Finding::new(kind, "");
        finding.stack.push(Place { line, ..Place::default() });
        finding.threads = threads
            .iter()
            .map(|(name, state)| ThreadReport {
                name: (*name).to_owned(),
                state: (*state).to_owned(),
                stack: Vec::new(),
            })
            .collect();
        finding
    }

    #[test]
    fn what_is_thrown_is_known_by_its_place() {
        let first = finding(Assertion, 7, &[("main", "can run"), ("w", "can run")]);
        let later = finding(Assertion, 7, &[("w", "waits to lock X@1")]);
        assert!(first.is_same(&later), "the other threads stand elsewhere");
        assert!(!first.is_same(&finding(Assertion, 8, &[])));
        assert!(!first.is_same(&finding(UncaughtException, 7, &[])));
        let thrown = Finding { exception: Some("java.lang.Error".to_owned()), ..first.clone() };
        assert!(!first.is_same(&thrown));
        assert!(!first.is_shown_by(&later) && first.is_shown_by(&first.clone()));
    }

    #[test]
    fn an_exit_is_known_by_its_status_and_its_place() {
        let exit = |status, line| Finding {
            status: Some(status),
            ..finding(FindingKind::ExitStatus, line, &[])
        };
        assert!(exit(1, 7).is_same(&exit(1, 7)));
        assert!(!exit(1, 7).is_same(&exit(2, 7)));
        assert!(!exit(1, 7).is_same(&exit(1, 8)));
    }

    #[test]
    fn a_deadlock_is_known_by_who_waits_for_what() {
        let first = finding(Deadlock, 0, &[("a", "waits to lock X@1"), ("b", "waits to lock Y@1")]);
        assert!(first.is_same(&finding(
            Deadlock,
            0,
            &[("b", "waits to lock Y@1"), ("a", "waits to lock X@1")]
        )));
        assert!(!first.is_same(&finding(Deadlock, 0, &[("a", "waits to lock X@1")])));
        assert!(!first.is_same(&finding(
            Deadlock,
            0,
            &[("a", "waits to lock Y@1"), ("b", "waits to lock X@1")]
        )));
    }
}
