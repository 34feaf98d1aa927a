//! What looks on: detectors, recorders, printers.

use crate::{Address, Among, Canonical, Event, Finding, Finer, Site, ThreadId};

/// A place in the program's source.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Place {
    /// Binary name of the class.
    pub class: String,
    /// Name of the method.
    pub method: String,
    /// Source file, empty if the class does not say.
    pub file: String,
    /// Line, zero if the class does not say.
    pub line: u32,
    /// Whether the code is the class library's, not the program's.
    pub library: bool,
}

impl std::fmt::Display for Place {
    /// As a stack trace shows it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.file.as_str(), self.line) {
            ("", _) => write!(f, "{}.{}(Unknown Source)", self.class, self.method),
            (file, 0) => write!(f, "{}.{}({file})", self.class, self.method),
            (file, line) => write!(f, "{}.{}({file}:{line})", self.class, self.method),
        }
    }
}

/// What the machine knows about the ids in an event, for people. Valid while the event is being
/// told.
pub trait Names {
    /// The name of a thread.
    fn thread(&self, thread: ThreadId) -> String;
    /// An object, or that of a variable, as `Account@2`: its class and its number among the objects
    /// of that class met so far.
    fn object(&self, object: Address) -> String;
    /// A variable, as `Account.balance` or `int[][3]`.
    fn variable(&self, variable: Address) -> String;
    /// The value that a variable has now, as Java would write it.
    fn value(&self, variable: Address) -> String;
    /// Where an instruction stands.
    fn place(&self, site: Site) -> Place;
    /// What an instruction that accesses a variable is among those of its method; none if that is
    /// not known.
    fn among(&self, _site: Site) -> Option<Among> {
        None
    }
    /// The stack of a thread, innermost first.
    fn stack(&self, thread: ThreadId) -> Vec<Place>;
}

/// Nothing has a name, for where nobody reads.
impl Names for () {
    fn thread(&self, _thread: ThreadId) -> String {
        String::new()
    }

    fn object(&self, _object: Address) -> String {
        String::new()
    }

    fn variable(&self, _variable: Address) -> String {
        String::new()
    }

    fn value(&self, _variable: Address) -> String {
        String::new()
    }

    fn place(&self, _site: Site) -> Place {
        Place::default()
    }

    fn stack(&self, _thread: ThreadId) -> Vec<Place> {
        Vec::new()
    }
}

/// The largest value that a listener gives a transition: what a search by values adds for each step
/// of depth, so that it goes deep first.
pub const LARGEST_VALUE: u32 = 8;

/// A fold over the events of an execution that can be taken back.
///
/// A listener is one value with three duties: [`Listener::event`] takes an event in; `mark` and
/// `rollback` go back to an earlier point of the same execution, last in first out, as a
/// depth-first search needs it; `save` and `restore` keep a whole copy, as searches with a frontier
/// need it. Listeners combine as pairs: `(A, B)` tells both, `A` first.
///
/// ```
/// use raceproof_base::{Event, Listener, Names};
///
/// /// Counts volatile and plain writes of one execution.
/// #[derive(Default)]
/// struct Writes(usize);
///
/// impl Listener for Writes {
///     type Mark = usize;
///     type Snapshot = usize;
///     fn event(&mut self, event: &Event, _names: &dyn Names) {
///         self.0 += usize::from(matches!(event, Event::Access { access: raceproof_base::AccessKind::Write, .. }));
///     }
///     fn mark(&mut self) -> usize { self.0 }
///     fn rollback(&mut self, to: usize) { self.0 = to; }
///     fn save(&mut self) -> usize { self.0 }
///     fn restore(&mut self, from: &usize) { self.0 = *from; }
/// }
/// ```
pub trait Listener {
    /// A point of an execution to go back to.
    type Mark: Copy;

    /// A whole copy of what it knows.
    type Snapshot: Clone;

    /// Whether any event is wanted at all; what a run without listeners pays for is decided when it
    /// is compiled.
    const LISTENS: bool = true;

    /// Whether what it may find depends on the path to a state: then a state may be left alone only
    /// if an earlier visit's summary covers the present one.
    const DETECTS: bool = false;

    /// What it knows that bears on what it may still find, in canonical names.
    fn summary(&mut self, _names: &dyn Canonical, _into: &mut Vec<u64>) {}

    /// Whether a search from a state with the first summary finds all that one with the second
    /// would.
    #[must_use]
    fn covers(_visited: &[u64], _present: &[u64]) -> bool {
        true
    }

    /// How promising the last transition was, for a search that goes where this says; at most
    /// [`LARGEST_VALUE`].
    fn value(&self) -> u32 {
        0
    }

    /// How much it keeps: what has a set of variables, and the variables; none if it keeps nothing
    /// of the kind.
    fn size(&self) -> Option<(usize, usize)> {
        None
    }

    /// Takes in what happened.
    fn event(&mut self, event: &Event, names: &dyn Names);

    /// What it has found since it was last asked, if anything; the search adds the schedule.
    fn finding(&mut self) -> Option<Box<Finding>> {
        None
    }

    /// A weak race that it has found since it was last asked: two conflicting accesses that nothing
    /// orders, none of them plain and one of them weaker than volatile. It is no finding of its
    /// own, but told as one.
    fn weak_race(&mut self) -> Option<Box<Finding>> {
        None
    }

    /// What the machine must do or tell more finely, if the search is to answer rightly: told once.
    fn finer(&mut self) -> Option<Finer> {
        None
    }

    /// A point to go back to.
    fn mark(&mut self) -> Self::Mark;

    /// Goes back; later marks are void, this one stays valid.
    fn rollback(&mut self, to: Self::Mark);

    /// Copies what it knows.
    fn save(&mut self) -> Self::Snapshot;

    /// Knows again what it knew then.
    fn restore(&mut self, from: &Self::Snapshot);
}

/// Nobody listens.
impl Listener for () {
    type Mark = ();
    type Snapshot = ();
    const LISTENS: bool = false;

    fn event(&mut self, _event: &Event, _names: &dyn Names) {}

    fn mark(&mut self) {}

    fn rollback(&mut self, (): ()) {}

    fn save(&mut self) {}

    fn restore(&mut self, (): &()) {}
}

/// Two listeners are told one after the other.
impl<A: Listener, B: Listener> Listener for (A, B) {
    type Mark = (A::Mark, B::Mark);
    type Snapshot = (A::Snapshot, B::Snapshot);
    const LISTENS: bool = A::LISTENS || B::LISTENS;
    const DETECTS: bool = A::DETECTS || B::DETECTS;

    /// One of the two may be a detector; not both, since nobody could tell their summaries apart.
    fn summary(&mut self, names: &dyn Canonical, into: &mut Vec<u64>) {
        const { assert!(!(A::DETECTS && B::DETECTS), "two detectors at once") };
        if A::DETECTS { self.0.summary(names, into) } else { self.1.summary(names, into) }
    }

    fn covers(visited: &[u64], present: &[u64]) -> bool {
        if A::DETECTS { A::covers(visited, present) } else { B::covers(visited, present) }
    }

    fn value(&self) -> u32 {
        self.0.value().max(self.1.value())
    }

    fn size(&self) -> Option<(usize, usize)> {
        self.0.size().or_else(|| self.1.size())
    }

    fn event(&mut self, event: &Event, names: &dyn Names) {
        self.0.event(event, names);
        self.1.event(event, names);
    }

    fn finding(&mut self) -> Option<Box<Finding>> {
        self.0.finding().or_else(|| self.1.finding())
    }

    fn weak_race(&mut self) -> Option<Box<Finding>> {
        self.0.weak_race().or_else(|| self.1.weak_race())
    }

    fn finer(&mut self) -> Option<Finer> {
        self.0.finer().or_else(|| self.1.finer())
    }

    fn mark(&mut self) -> Self::Mark {
        (self.0.mark(), self.1.mark())
    }

    fn rollback(&mut self, to: Self::Mark) {
        self.0.rollback(to.0);
        self.1.rollback(to.1);
    }

    fn save(&mut self) -> Self::Snapshot {
        (self.0.save(), self.1.save())
    }

    fn restore(&mut self, from: &Self::Snapshot) {
        self.0.restore(&from.0);
        self.1.restore(&from.1);
    }
}
