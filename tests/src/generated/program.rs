//! The language of the generated programs.
//!
//! `main` starts its threads in their order, with statements of its own after the first and after
//! the last, and joins them in their order. Each value that a thread observes is folded into its
//! result ([`fold`]); the results, the variables and the stack together are the outcome.

use raceproof_base::Mode as Order;

/// A shared variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(pub usize);

/// A lock: an object's monitor, or the `ReentrantLock`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lock(pub usize);

/// A thread, by its position in the order of starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thread(pub usize);

/// The number of objects whose monitors are used.
pub const MONITORS: usize = 2;
/// The `ReentrantLock`, which comes after the monitors.
pub const REENTRANT: Lock = Lock(MONITORS);

/// The kinds of a program's shared variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Each access is a synchronization action.
    Volatile,
    /// Programs with races, whose accesses are steps at `--granularity access`.
    Plain,
    /// Some are volatile, and most accesses of the others are kept from racing.
    Mixed,
}

/// The kind of one shared variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableKind {
    /// Declared `volatile`.
    Volatile,
    /// Not volatile; whether its accesses race depends on the program.
    Plain,
}

/// The half of an update that orders; the other is opaque.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The read.
    Acquire,
    /// The write.
    Release,
}

/// A fence of `VarHandle`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fence {
    /// `acquireFence`.
    Acquire,
    /// `releaseFence`.
    Release,
    /// `fullFence`.
    Full,
}

/// A statement of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Reads, and folds the value into the result.
    Read(Variable),
    /// Assigns the value.
    Write(Variable, i32),
    /// A read and a write: two steps.
    Increment(Variable),
    /// Writes the second value if the first is there, in one step; folds whether it did.
    CompareAndSet(Variable, i32, i32),
    /// Adds, in one step; folds the value before.
    GetAndAdd(Variable, i32),
    /// [`Statement::Read`] by an access mode of `VarHandle`.
    ReadBy(Variable, Order),
    /// [`Statement::Write`] by an access mode of `VarHandle`.
    WriteBy(Variable, i32, Order),
    /// [`Statement::If`] whose read is by that mode.
    IfBy(Variable, i32, Order, Vec<Statement>),
    /// An addition that acquires only, or releases only.
    AddBy(Variable, i32, Side),
    /// Orders accesses that are weaker than volatile.
    Fence(Fence),
    /// Does the statements if the variable has that value.
    If(Variable, i32, Vec<Statement>),
    /// Does the statements holding the monitor.
    Synchronized(Lock, Vec<Statement>),
    /// `Object.wait`, within that monitor.
    Wait(Lock),
    /// `Object.notify`, within that monitor.
    Notify(Lock),
    /// `Object.notifyAll`, within that monitor.
    NotifyAll(Lock),
    /// Does the statements holding the `ReentrantLock`.
    Locked(Vec<Statement>),
    /// Does the statements if `tryLock` gets the `ReentrantLock`; else folds [`TAKEN`].
    TryLocked(Vec<Statement>),
    /// `LockSupport.park`.
    Park,
    /// `LockSupport.unpark`.
    Unpark(Thread),
    /// `Thread.join`.
    Join(Thread),
    /// Folds into the result whether the thread is alive.
    IsAlive(Thread),
    /// `Thread.interrupt`.
    Interrupt(Thread),
    /// Reads and clears the thread's own status.
    Interrupted,
    /// Onto the stack, by compare-and-set.
    Push(i32),
    /// Off the stack, by compare-and-set.
    Pop,
    /// By a read and a write, between which another push may be lost.
    PushRacily(i32),
    /// By a read and a write, between which a push may be lost.
    PopRacily,
}

/// A generated program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// What its variables may be.
    pub mode: Mode,
    /// The kind of each variable, by its number.
    pub variables: Vec<VariableKind>,
    /// The kind of the stack's top.
    pub top: VariableKind,
    /// What each thread does, in the order in which they are started.
    pub threads: Vec<Vec<Statement>>,
    /// The statements of `main` when only the first thread is started.
    pub early: Vec<Statement>,
    /// Its statements between the last start and the first join.
    pub main: Vec<Statement>,
}

impl Program {
    /// Whether it has accesses by explicit modes, or fences.
    pub fn has_modes(&self) -> bool {
        use Statement::{AddBy, Fence, IfBy, ReadBy, WriteBy};
        self.has(|statement| {
            matches!(statement, AddBy(..) | Fence(_) | IfBy(..) | ReadBy(..) | WriteBy(..))
        })
    }

    /// Whether any statement of it, nested or not, satisfies `wanted`.
    pub fn has(&self, wanted: impl Fn(&Statement) -> bool + Copy) -> bool {
        self.threads.iter().chain([&self.early, &self.main]).any(|body| any(body, wanted))
    }
}

fn any(body: &[Statement], wanted: impl Fn(&Statement) -> bool + Copy) -> bool {
    body.iter().any(|statement| wanted(statement) || any(statement.inner(), wanted))
}

impl Statement {
    fn inner(&self) -> &[Statement] {
        match self {
            Self::If(_, _, body)
            | Self::IfBy(_, _, _, body)
            | Self::Synchronized(_, body)
            | Self::Locked(body)
            | Self::TryLocked(body) => body,
            _ => &[],
        }
    }
}

/// Folded for an `InterruptedException`.
pub const INTERRUPTED: i32 = 7;
/// Folded where the stack is empty.
pub const EMPTY: i32 = 9;
/// Folded where `tryLock` fails.
pub const TAKEN: i32 = 11;

const MODULUS: i32 = 97;

/// A result with one more observed value.
pub fn fold(result: i32, seen: i32) -> i32 {
    (result * 5 + seen) % MODULUS
}

/// An outcome as one number, a polynomial hash of its parts: results, variables, the stack from its
/// top. Outcomes that collide are not told apart.
pub fn outcome(parts: impl IntoIterator<Item = i32>) -> i32 {
    parts.into_iter().fold(0, |number: i32, part| number.wrapping_mul(31).wrapping_add(part))
}
