//! What a search drives.

use crate::{
    Address, Cause, Choice, Effect, Finding, FindingKind, Fingerprint, Listener, Operation, Place,
    Sync, ThreadId,
};

/// A point of the current execution, to go back to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mark(pub usize);

/// How things stand in a state.
#[derive(Clone, Debug)]
pub enum Situation {
    /// These ways lead on, in a fixed order; never none.
    Open(Vec<Choice>),
    /// The program has ended.
    Ended,
    /// No thread can ever go on, though the program has not ended.
    Deadlock(Box<Finding>),
}

/// What is not modelled, and where the program needed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The method or feature.
    pub what: String,
    /// The Java stack that reached it.
    pub stack: Vec<String>,
}

/// What a machine leaves out to save time, until somebody needs it. The machine is then to be made
/// anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finer {
    /// Plain accesses of this variable, named as by [`crate::Names::variable`] (elements of arrays
    /// by the array's type): they are steps of their own, and its other accesses are told.
    Accesses(String),
    /// Each access of what only one thread knows is told.
    PrivateAccesses,
    /// The program has accesses by modes weaker than volatile, or fences: what these need is told.
    WeakModes,
}

/// How a transition ended.
#[derive(Clone, Debug)]
pub enum StepOutcome {
    /// In a state to go on from.
    Done,
    /// In a violation that ends the execution: an exit with a status that is not 0.
    Violated(Box<Finding>),
    /// The program says that this path is of no interest.
    Ignored,
    /// Where what happened must be done or told more finely.
    TooCoarse(Finer),
    /// At something that is not modelled.
    Unsupported(Box<Unsupported>),
    /// Somewhere on the way, because it was told to stop: what is there is no state, and only good
    /// for going back from.
    Cancelled(Cause),
}

/// What the last step was to other threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// It may have changed what others can see.
    Works,
    /// It looked at what others can change, and could do nothing else.
    Looks,
    /// It let others go on, or time pass, and could do nothing else.
    Rests,
    /// From here, or from earlier on, there is one way to go on: round and round through the same
    /// states, and all of it is waiting.
    Waits,
}

/// What a machine has done so far, for statistics; never taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Instructions executed.
    pub instructions: u64,
    /// Bytes of memory its states take.
    pub bytes: u64,
    /// How often the program printed on a standard stream.
    pub prints: u64,
}

/// Names of what a state consists of that are the same in all states with one fingerprint. Valid
/// from the time when the fingerprint was asked for to the next step.
pub trait Canonical {
    /// A variable that somebody can still access.
    fn variable(&self, variable: Address) -> Option<u64>;

    /// The address that has that name, if it was ever given: what [`Canonical::variable`] answers,
    /// the other way.
    fn address(&self, _name: u64) -> Option<Address> {
        None
    }

    /// A thread that has not ended.
    fn thread(&self, thread: ThreadId) -> Option<u64>;

    /// A monitor, a variable, a thread's start and end, that an acquire can still name before the
    /// next release does: what was released there still matters.
    fn sync(&self, sync: Sync) -> Option<u64>;
}

/// The names of a machine whose addresses are the same whenever its states are.
pub struct AsIs;

impl Canonical for AsIs {
    fn variable(&self, variable: Address) -> Option<u64> {
        Some(variable.0)
    }

    fn address(&self, name: u64) -> Option<Address> {
        Some(Address(name))
    }

    fn thread(&self, thread: ThreadId) -> Option<u64> {
        Some(u64::from(thread.0) << 3)
    }

    fn sync(&self, sync: Sync) -> Option<u64> {
        Some(match sync {
            Sync::Monitor(object) => object.0 << 3 | 1,
            Sync::Variable(variable) => variable.0 << 3 | 2,
            Sync::Thread(thread) => u64::from(thread.0) << 3 | 3,
            Sync::Class(mirror) => mirror.0 << 3 | 4,
            Sync::Interrupt(object) => object.0 << 3 | 5,
            Sync::ReleaseFence(thread) => u64::from(thread.0) << 3 | 6,
            Sync::AcquireFence(thread) => u64::from(thread.0) << 3 | 7,
        })
    }
}

/// A program whose schedule is ours to choose.
///
/// A machine is deterministic: from one state, one choice leads to one state.
pub trait Machine {
    /// A state kept aside.
    type Snapshot: Clone;

    /// Tells what happened before the first state: to be called there, once, before the first step.
    fn begin<L: Listener>(&mut self, _listener: &mut L) {}

    /// How the state can be left.
    fn situation(&mut self) -> Situation;

    /// The visible operation with which a choice of this state begins.
    fn operation(&self, choice: Choice) -> Operation;

    /// Takes one of the state's choices: one visible operation, and what follows it up to the next.
    fn step<L: Listener>(&mut self, choice: Choice, listener: &mut L) -> StepOutcome;

    /// What else was found since it was asked last, told once: after [`Machine::begin`] in what
    /// happened before the first state, after a step in that step. The execution goes on: an
    /// uncaught exception ends its thread only.
    fn finding(&mut self) -> Option<Box<Finding>> {
        None
    }

    /// Whether something that is not modelled was met where going back does not lead out of it: no
    /// other execution can be trusted then.
    fn is_spoilt(&self) -> bool {
        false
    }

    /// A point to go back to, last in first out.
    fn mark(&mut self) -> Mark;

    /// Goes back; later marks are void, this one stays valid.
    fn rollback(&mut self, to: Mark);

    /// Keeps the state.
    fn save(&mut self) -> Self::Snapshot;

    /// Makes a kept state the current one; marks are void.
    fn restore(&mut self, from: &Self::Snapshot);

    /// The identity of the state.
    fn fingerprint(&mut self) -> Fingerprint;

    /// What the things in the state are called, whatever path led to it.
    fn canonical(&self) -> &dyn Canonical {
        &AsIs
    }

    /// What the last step did, beside its operation, that steps of other threads may depend on.
    fn effects(&self) -> &[Effect] {
        &[]
    }

    /// What a variable holds: its first eight bytes, or all it has.
    fn value(&self, _variable: Address) -> u64 {
        0
    }

    /// What a thread is called in every execution in which it is started: by whom, as which child.
    fn key(&self, thread: ThreadId) -> u64 {
        u64::from(thread.0)
    }

    /// The threads that have begun an operation and cannot go on with it.
    fn blocked(&self) -> Vec<ThreadId> {
        Vec::new()
    }

    /// The threads that can go on, also those that are held back for the sake of others; none if it
    /// does not say.
    fn able(&self) -> Vec<ThreadId> {
        Vec::new()
    }

    /// The threads that have not ended; none if it does not say.
    fn threads(&self) -> Vec<ThreadId> {
        Vec::new()
    }

    /// After a complete execution: whether no schedule that begins like it, up to the mark, has a
    /// data race, but for those that this one has up to there. "No" if the machine cannot tell.
    fn is_race_free_from(&mut self, _mark: Mark) -> bool {
        false
    }

    /// What the last step was to other threads.
    fn progress(&self) -> Progress {
        Progress::Works
    }

    /// The finding for a state in which threads can go on, but from which the program cannot end.
    fn hanging(&self) -> Box<Finding> {
        Box::new(Finding::new(FindingKind::Livelock, "threads go on, but the program cannot end"))
    }

    /// Whether threads are held back that go round and round. A schedule that somebody else has
    /// found is followed without.
    fn be_fair(&mut self, _is_fair: bool) {}

    /// The loops that were found not to end, if a thread was ever held back in one because others
    /// could go on.
    fn unending(&self) -> Vec<Place> {
        Vec::new()
    }

    /// What was done so far.
    fn work(&self) -> Work;
}
