//! Native peers: Rust routines that stand in for a JDK method, native or not.

use crate::ground::class::MethodRef;
use crate::ground::heap::Ref;
use crate::vm::Vm;
use raceproof_base::Cause;
use rustc_hash::FxHashMap;

/// A native routine: gets the arguments as register words, the receiver first, and gives the
/// result's word.
pub type Peer = fn(&mut Vm, &[u64]) -> Result<u64, Trap>;

/// Why an operation does not simply give a result.
#[derive(Debug)]
pub enum Trap {
    /// Throws this exception object.
    Throw(Ref),
    /// Throws a new exception of the class with the message.
    Java(&'static str, Option<String>),
    /// Throws a new exception of the class with the message and the cause.
    Caused(&'static str, String, Ref),
    /// The machine has pushed frames that must run first; the instruction is executed again
    /// afterwards.
    Retry,
    /// Goes on as a call of this method with these arguments; its result is the result.
    Call(MethodRef, Vec<u64>),
    /// The thread has been blocked; the instruction is executed again when it can go on.
    Block,
    /// The thread stops before a visible operation, which is executed when it is chosen.
    Pause,
    /// The result, after which another thread may run.
    Yield(u64),
    /// Something that is not modelled, named.
    Unsupported(String),
    /// The program ends with this status.
    Exit(i32),
    /// The peer leaves this call to the method's own code.
    Body,
    /// The program says that this path is of no interest.
    Ignored,
    /// The machine was told to stop.
    Cancelled(Cause),
}

impl Trap {
    /// An exception with a message.
    pub fn java(class: &'static str, message: impl Into<String>) -> Self {
        Self::Java(class, Some(message.into()))
    }

    /// An exception without a message.
    #[must_use]
    pub fn plain(class: &'static str) -> Self {
        Self::Java(class, None)
    }

    /// Whether this throws an exception.
    #[must_use]
    pub fn is_exception(&self) -> bool {
        matches!(self, Self::Throw(_) | Self::Java(..) | Self::Caused(..))
    }

    /// A `NullPointerException` as natives throw it.
    #[must_use]
    pub fn null() -> Self {
        Self::Java("java/lang/NullPointerException", None)
    }
}

/// The result of what may need a trap.
pub type Exec<T> = Result<T, Trap>;

/// How a method runs while schedules are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// As part of the step that calls it.
    Step,
    /// The same; it tells what others are in the middle of ([`raceproof_base::Part::Estimate`],
    /// `Glimpse`).
    Estimate,
    /// As linking does: [`Registry::apart`].
    Apart,
    /// Not at all: [`Registry::outside`].
    Outside,
    /// As part of the step that calls it; it changes what nothing is told of: [`Registry::untold`].
    Untold,
    /// As part of the step that calls it; accesses of these variables are steps, once one is
    /// called: [`Registry::changes`].
    Changes(Variables),
}

/// Names of variables.
pub(crate) type Variables = &'static [&'static str];

/// One row of a peer table: name, descriptor (empty: any), routine.
pub(crate) type Row = (&'static str, &'static str, Peer);

/// All peers, by class.
#[derive(Default, Clone)]
pub struct Registry {
    classes: FxHashMap<&'static str, Vec<Row>>,
    natives: FxHashMap<&'static str, Vec<Row>>,
    exploring: FxHashMap<&'static str, Vec<Row>>,
    outside: Vec<(&'static str, &'static [&'static str])>,
    apart: Vec<(&'static str, &'static [&'static str])>,
    untold: Vec<(&'static str, &'static [&'static str])>,
    changes: Vec<(&'static str, &'static [&'static str], Variables)>,
    endings: Vec<fn(&mut Vm)>,
}

impl Registry {
    /// Registers peers for methods of a class.
    pub fn class(&mut self, name: &'static str, rows: &[Row]) {
        self.classes.entry(name).or_default().extend_from_slice(rows);
    }

    /// Registers peers for native methods of a class: where a release has a Java method of that
    /// name, that stays.
    pub fn natives(&mut self, name: &'static str, rows: &[Row]) {
        self.natives.entry(name).or_default().extend_from_slice(rows);
    }

    /// Registers peers that stand in for methods only while schedules are explored.
    pub fn exploring(&mut self, name: &'static str, rows: &[Row]) {
        self.exploring.entry(name).or_default().extend_from_slice(rows);
    }

    /// Says whose natives, by the beginnings of their names, read or change what is no part of a
    /// state and so cannot be undone: they are unsupported while schedules are explored.
    pub fn outside(&mut self, class: &'static str, names: &'static [&'static str]) {
        self.outside.push((class, names));
    }

    /// Says which methods give the same whenever they are called, and keep it: while schedules are
    /// explored they run as linking does, at once and for good. What they keep must be kept by
    /// nobody else, and must not lead to the program's objects, their arguments among them. Nothing
    /// is told of what they read: if that is the program's, a peer tells it before
    /// ([`Registry::exploring`]), and gives [`Trap::Body`].
    pub fn apart(&mut self, class: &'static str, names: &'static [&'static str]) {
        self.apart.push((class, names));
    }

    /// Says which methods change what other threads can ask for, while neither a step nor an event
    /// tells of it: a search that goes by these alone proves nothing of who calls one.
    pub fn untold(&mut self, class: &'static str, names: &'static [&'static str]) {
        self.untold.push((class, names));
    }

    /// Says which methods change a variable of the class library's bookkeeping, by the names that it
    /// has in several releases: once a program calls one, accesses of it are steps.
    pub fn changes(
        &mut self,
        class: &'static str,
        names: &'static [&'static str],
        variables: &'static [&'static str],
    ) {
        self.changes.push((class, names, variables));
    }

    /// How a method of a class runs while schedules are explored.
    #[must_use]
    pub(crate) fn manner(&self, class: &str, method: &str) -> Manner {
        let outside = self
            .outside
            .iter()
            .any(|(c, names)| *c == class && names.iter().any(|n| method.starts_with(n)));
        let is_in = |list: &[(&str, &[&str])]| {
            list.iter().any(|(c, names)| *c == class && names.contains(&method))
        };
        let changed =
            self.changes.iter().find(|(c, names, _)| *c == class && names.contains(&method));
        match changed {
            _ if outside => Manner::Outside,
            _ if is_in(&self.apart) => Manner::Apart,
            _ if is_in(&self.untold) => Manner::Untold,
            Some((.., variables)) => Manner::Changes(variables),
            None => Manner::Step,
        }
    }

    /// The peers of a class while schedules are explored.
    #[must_use]
    pub(crate) fn exploring_of(&self, class: &str) -> &[Row] {
        self.exploring.get(class).map_or(&[], Vec::as_slice)
    }

    /// Registers what is to be done when the program has ended, however it did.
    pub fn at_end(&mut self, ending: fn(&mut Vm)) {
        self.endings.push(ending);
    }

    /// What is to be done when the program has ended.
    #[must_use]
    pub(crate) fn endings(&self) -> &[fn(&mut Vm)] {
        &self.endings
    }

    /// The peers of a class's native methods.
    #[must_use]
    pub fn natives_of(&self, class: &str) -> &[Row] {
        self.natives.get(class).map_or(&[], Vec::as_slice)
    }

    /// The peers of a class.
    #[must_use]
    pub fn of(&self, class: &str) -> &[Row] {
        self.classes.get(class).map_or(&[], Vec::as_slice)
    }

    /// Every row, class by class in the order of their names: for the check against the image.
    #[must_use]
    pub fn rows(&self) -> Vec<(&'static str, Row)> {
        let mut names: Vec<_> = self.classes.keys().chain(self.natives.keys()).copied().collect();
        names.sort_unstable();
        names.dedup();
        let of =
            |name| self.of(name).iter().chain(self.natives_of(name)).map(move |row| (name, *row));
        names.into_iter().flat_map(of).collect()
    }
}
