//! The listener trait: folds over the events of an execution (detectors, recorders, printers).

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

/// Text for the ids in an event, for reports. Valid only during the call of [`Listener::event`]
/// that passes it.
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
    /// What a variable of an object refers to now; none if it has no reference.
    fn referred(&self, _object: Address, _variable: Address) -> Option<Address> {
        None
    }
    /// Whether threads are switched at plain accesses of a variable whose races the user accepts;
    /// none if they are to be told.
    fn accepted(&self, _variable: Address) -> Option<bool> {
        None
    }
    /// Where an instruction stands.
    fn place(&self, site: Site) -> Place;
    /// Which of its method's accesses the instruction is; none if that is not known.
    fn among(&self, _site: Site) -> Option<Among> {
        None
    }
    /// The stack of a thread, innermost first.
    fn stack(&self, thread: ThreadId) -> Vec<Place>;
    /// The stack of a thread down to the program's innermost place; all of it if there is none.
    fn inner_stack(&self, thread: ThreadId) -> Vec<Place> {
        let mut stack = self.stack(thread);
        stack.truncate(
            stack.iter().position(|place| !place.library).map_or(stack.len(), |at| at + 1),
        );
        stack
    }
    /// Method references that are called on that stack, by the classes that have them:
    /// `executor.submit(list::clear)` calls a library's method and has no place in a stack.
    fn referring(&self, _thread: ThreadId) -> Vec<Place> {
        Vec::new()
    }
}

/// Empty names, for executions whose reports are not read.
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

/// The largest heuristic value of a transition. The best-first search adds this much for each step
/// of depth, so a state's successors come before all states of smaller depth.
pub const LARGEST_VALUE: u32 = 8;

/// A fold over the events of an execution that can be undone.
///
/// A listener is one value with three duties. [`Listener::event`] takes an event in. `mark` and
/// `rollback` undo, last in first out, for depth-first searches; `save` and `restore` keep whole
/// copies, for searches with a frontier. After either, each later answer is the one it would have
/// been without the events since; only caches, and the record of what was already reported, may
/// keep more. Listeners combine as pairs: `(A, B)` passes each event to `A`, then to `B`.
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

    /// A copy of the listener's state.
    type Snapshot: Clone;

    /// Whether it takes in any event: a machine compiled for a listener that does not, tells none.
    const LISTENS: bool = true;

    /// Whether its findings depend on the path to a state, as data races depend on happens-before.
    /// Stateful searches then prune a revisited state only if an earlier visit's summary covers the
    /// present one.
    const DETECTS: bool = false;

    /// Appends all that the listener has recorded and that decides what it may still report, in
    /// names that are the same on every path to the state. A race detector's summary has for each
    /// access: the threads before whose next steps, and the carriers of edges ([`crate::Sync`])
    /// before whose next acquires, it happens; it leaves out accesses that are before all threads.
    ///
    /// Example: `main` joins `T1: x = 1; synchronized (m) {}` and `T2: synchronized (m) {} r = x;`.
    /// Two paths lead to the state in which `r = x` is left. If T1's section came first, the
    /// summary is `x: {T2, m, end of T1}`; if T2's did, `x: {m, end of T1}`, and `r = x` races.
    fn summary(&mut self, _names: &dyn Canonical, _into: &mut Vec<u64>) {}

    /// Whether visits with the first summaries make one with the second redundant, in states of one
    /// fingerprint: if true, each continuation that shows a race after the present visit shows one
    /// of the same variable after one of those visited, no later. (The earlier access may be another,
    /// of the same kind.) Sufficient, and what the detectors compute: each access of `present` is
    /// in one of `visited`, with a subset of its threads and carriers. In the example of
    /// [`Listener::summary`], the second covers the first, and not the other way round.
    ///
    /// A preorder: equal summaries are not asked about, and of two visits the covered one is
    /// forgotten. Only summaries of visits count: their meet covers them all, but nothing was
    /// explored from it (`search/src/summaries.rs`).
    #[must_use]
    fn covers(_visited: &[&[u64]], _present: &[u64]) -> bool {
        true
    }

    /// The heuristic value of the last transition, for a best-first search: the larger, the more
    /// promising; at most [`LARGEST_VALUE`].
    fn value(&self) -> u32 {
        0
    }

    /// Its size, for statistics: threads and carriers of edges, and variables; none if it keeps
    /// no such sets.
    fn size(&self) -> Option<(usize, usize)> {
        None
    }

    /// Takes an event in.
    fn event(&mut self, event: &Event, names: &dyn Names);

    /// The next finding that was not returned yet; the search adds the schedule. Asked after each
    /// step, until none is left; `rollback` and `restore` may drop what was not asked for.
    fn finding(&mut self) -> Option<Box<Finding>> {
        None
    }

    /// The next weak race that was not returned yet: two conflicting accesses that happens-before
    /// does not order, neither plain, and one weaker than volatile. It has the form of a finding,
    /// but ends no search.
    fn weak_race(&mut self) -> Option<Box<Finding>> {
        None
    }

    /// A refinement of the machine without which the search's answer could be wrong; returned once.
    fn finer(&mut self) -> Option<Finer> {
        None
    }

    /// A point to go back to.
    fn mark(&mut self) -> Self::Mark;

    /// Undoes the events since the mark. Marks taken after it are void; this one stays valid.
    fn rollback(&mut self, to: Self::Mark);

    /// Copies its state.
    fn save(&mut self) -> Self::Snapshot;

    /// Makes a saved state its state, on whatever path it is; all marks are void.
    fn restore(&mut self, from: &Self::Snapshot);
}

/// The listener that takes nothing in.
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

    /// At most one of the two may be a detector: the words of two summaries would run together.
    fn summary(&mut self, names: &dyn Canonical, into: &mut Vec<u64>) {
        const { assert!(!(A::DETECTS && B::DETECTS), "two detectors at once") };
        if A::DETECTS { self.0.summary(names, into) } else { self.1.summary(names, into) }
    }

    fn covers(visited: &[&[u64]], present: &[u64]) -> bool {
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
