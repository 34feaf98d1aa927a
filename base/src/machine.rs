//! The machine trait: a program's transition system, as searches drive it.

use crate::{
    Address, Cause, Choice, Effect, Finding, FindingKind, Fingerprint, Listener, Operation, Place,
    Sync, ThreadId,
};

/// A point of the current execution, to go back to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mark(pub usize);

/// What can follow a state.
#[derive(Clone, Debug)]
pub enum Situation {
    /// The enabled choices, in a fixed order; never empty.
    Open(Vec<Choice>),
    /// The program has ended.
    Ended,
    /// No thread can ever go on, or a cycle of threads waits for each other's monitors, though the
    /// program has not ended.
    Deadlock(Box<Finding>),
}

/// Something that the machine does not model, and where the program needed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The method or feature.
    pub what: String,
    /// The Java stack that reached it.
    pub stack: Vec<String>,
}

/// A refinement: what a machine leaves out to save time until it is needed. It is then built anew
/// with it, and the search starts again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finer {
    /// Threads are switched at plain accesses of this variable, named as by
    /// [`crate::Names::variable`] (elements of arrays by the array's type); its other accesses are
    /// events. The same of the initialiser of a class of the JDK (`….<clinit>`) that is otherwise
    /// executed at once.
    Accesses(String),
    /// Each access of an object that has not escaped its thread is an event.
    PrivateAccesses,
    /// The program has accesses by modes weaker than volatile, or fences: their edges are events.
    WeakModes,
    /// The program asks what others are in the middle of: threads are switched inside operations of
    /// the class library.
    InsideOperations,
    /// Likewise where only operations that take effect at one instant are steps: others may ask
    /// inside themselves, and know what it is worth.
    InsideInstants,
    /// A loop that was taken not to end does so after that many rounds, from another state: so
    /// often it is to go round while another thread could go on.
    Rounds(u32),
    /// No order of steps stands for another: when time passes depends on what all threads can do.
    AllOrders,
}

/// How a transition ended.
#[derive(Clone, Debug)]
pub enum StepOutcome {
    /// In a state.
    Done,
    /// In a violation that ends the execution: an exit with a status that is not 0.
    Violated(Box<Finding>),
    /// The program cut this path off.
    Ignored,
    /// Where the machine must be refined first.
    TooCoarse(Finer),
    /// At something that is not modelled.
    Unsupported(Box<Unsupported>),
    /// Somewhere within the transition, because it was told to stop: not in a state, and only
    /// `rollback` or `restore` may follow.
    Cancelled(Cause),
}

/// Whether the last step is progress, for the detection of livelocks: a cycle of states without a
/// step that works is waiting. Decided by the step's visible operation: what it writes plainly
/// behind that, other threads see by a race only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// It may have changed what other threads can observe; also where the machine cannot tell.
    Works,
    /// It only read what other threads can change: `while (!flag) {}`, a failing compare-and-set.
    Looks,
    /// It only let others go on, or time pass: `Thread.yield()`, a sleep.
    Rests,
    /// From here, or from earlier on, one execution is left, without choices: a cycle of states all
    /// of whose steps wait.
    Waits,
}

/// What a machine has done so far, for statistics; going back does not undo it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Instructions executed.
    pub instructions: u64,
    /// Bytes of memory its states take.
    pub bytes: u64,
    /// How often the program printed on a standard stream.
    pub prints: u64,
}

/// Canonical names: two states with one fingerprint have the same names for the same things,
/// whatever the addresses and thread numbers. Valid from the time when the fingerprint was asked
/// for to the next step.
pub trait Canonical {
    /// The name of a variable or an object; none if the program can reach it no more.
    fn variable(&self, variable: Address) -> Option<u64>;

    /// The inverse of [`Canonical::variable`]; none if no address has the name here.
    fn address(&self, _name: u64) -> Option<Address> {
        None
    }

    /// The name of a thread; none if it has ended.
    fn thread(&self, thread: ThreadId) -> Option<u64>;

    /// The name of a carrier of edges; none if no acquire can name it before the next release at
    /// it, which then is of a thread behind all that was released there (a monitor that is held),
    /// or if no acquire can name it at all.
    fn sync(&self, sync: Sync) -> Option<u64>;
}

/// Canonical names that are the ids themselves, for machines whose ids depend on the state alone.
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

/// A program as a transition system, whose schedule the search chooses.
///
/// A machine is deterministic: from one state, one choice leads to one state and tells the same
/// events.
pub trait Machine {
    /// A state kept aside.
    type Snapshot: Clone;

    /// Tells the listener the events before the first state, all by one thread: to be called there,
    /// once, before the first step.
    fn begin<L: Listener>(&mut self, _listener: &mut L) {}

    /// A search begins, or begins anew, from the first state. What the machine has tried, to find
    /// out where executions lead, it may try again; what it has found out it may keep.
    fn begin_search(&mut self) {}

    /// Whether a step that joins a thread, all others having ended, joins those that come next as
    /// well: it stands then for as many more of the same choice, one by one.
    fn joins_on(&mut self, _joins_on: bool) {}

    /// From here on the search goes back by marks, and restores no snapshot; the next that is
    /// restored ends this. Of large states the fingerprints are found sooner then, but two of one
    /// state may differ, and those from before from those from then on.
    fn goes_back_only(&mut self) {}

    /// What can follow the state.
    fn situation(&mut self) -> Situation;

    /// The visible operation with which a choice of this state begins.
    fn operation(&self, choice: Choice) -> Operation;

    /// Takes one of the state's choices: one visible operation, and what follows it up to the next.
    fn step<L: Listener>(&mut self, choice: Choice, listener: &mut L) -> StepOutcome;

    /// The next violation of the last step (after [`Machine::begin`]: before the first state) that
    /// does not end the execution and was not returned yet: an uncaught exception ends its thread
    /// only.
    fn finding(&mut self) -> Option<Box<Finding>> {
        None
    }

    /// Whether something that is not modelled has changed what going back does not restore: no
    /// other execution of this machine can be trusted then.
    fn is_spoilt(&self) -> bool {
        false
    }

    /// A point to go back to, last in first out.
    fn mark(&mut self) -> Mark;

    /// Goes back; later marks are void, this one stays valid.
    fn rollback(&mut self, to: Mark);

    /// Copies the state.
    fn save(&mut self) -> Self::Snapshot;

    /// Makes a saved state the current one; marks are void.
    fn restore(&mut self, from: &Self::Snapshot);

    /// The identity of the state, on which stateful searches prune: states with equal fingerprints
    /// have, up to canonical names, the same executions from there on, with the same findings.
    /// (Two states that differ only in an object's address, or in garbage, should be equal; two in
    /// which a counter differs that some code still reads must not be. What listeners know is no
    /// part of it: that is [`Listener::summary`].) The converse need not hold: states that behave
    /// alike but differ are explored twice.
    fn fingerprint(&mut self) -> Fingerprint;

    /// The canonical names of the state whose fingerprint was asked for last.
    fn canonical(&self) -> &dyn Canonical {
        &AsIs
    }

    /// What the last step did beside its operation that steps of other threads may depend on, for
    /// partial-order reduction. Complete, if the machine was made for that: two adjacent steps of
    /// different threads commute unless their operations (`search/src/dependence.rs`) and effects
    /// use one thing in conflicting ways, or one let the other go on. Both orders then lead to one
    /// state, with the same happens-before. Example: leaving a monitor is no operation, but the
    /// next thread's `Lock` needs it, so it is [`Effect::Left`].
    fn effects(&self) -> &[Effect] {
        &[]
    }

    /// Whether the operation of a choice is the only one of its step, so that what others can
    /// notice of it, effects aside, is known before. It is not where several operations are one
    /// step.
    fn is_whole(&self, _choice: Choice) -> bool {
        true
    }

    /// What a variable holds: its first eight bytes, or all it has.
    fn value(&self, _variable: Address) -> u64 {
        0
    }

    /// A name of a thread that is the same in all executions in which it is started: by which
    /// thread, as its how manieth child.
    fn key(&self, thread: ThreadId) -> u64 {
        u64::from(thread.0)
    }

    /// A name for what a variable or an object is, by what can be told of it alike in all states
    /// with one fingerprint, up to canonical names: different ones may share it. (A field of a class,
    /// if addresses differ; the address itself, if it is the same in all states.) `near` tells
    /// where the memory begins that was given away with it, if that is known.
    fn likeness(&self, variable: Address, _near: impl FnOnce() -> Option<Address>) -> Address {
        variable
    }

    /// The threads that are blocked in an operation.
    fn blocked(&self) -> Vec<ThreadId> {
        Vec::new()
    }

    /// The enabled threads, with those that fairness holds back; none if the machine cannot tell.
    fn able(&self) -> Vec<ThreadId> {
        Vec::new()
    }

    /// The threads that have not ended; none if the machine cannot tell.
    fn threads(&self) -> Vec<ThreadId> {
        Vec::new()
    }

    /// Property-driven pruning, after a complete execution: true promises that no schedule which
    /// begins like this one up to the mark has a data race with at least one access behind the
    /// mark. False if the machine cannot prove it.
    ///
    /// Ignored are races of two accesses before the mark (a listener has seen both), races that no
    /// event would show (trusted classes), weak races, other violations, and deadlocks.
    /// Example: two threads do `synchronized (m) { n++; }` only. True at any mark, though their
    /// sections may come in either order. If one also does `if (n == 2) y++;` behind its section,
    /// and the other accesses `y`, false, even if this execution has not taken that branch.
    fn is_race_free_from(&mut self, _mark: Mark) -> bool {
        false
    }

    /// Whether the last step is progress.
    fn progress(&self) -> Progress {
        Progress::Works
    }

    /// The finding for a livelock in this state: threads can go on, but the program cannot end.
    fn hanging(&self) -> Box<Finding> {
        Box::new(Finding::new(FindingKind::Livelock, "threads go on, but the program cannot end"))
    }

    /// Whether `situation` leaves out threads that fairness holds back (that spin while others
    /// could go on). Off for replaying a schedule.
    fn be_fair(&mut self, _is_fair: bool) {}

    /// The loops that need not end in which fairness has held a thread back: executions that stay
    /// in them longer were not explored.
    fn unending(&self) -> Vec<Place> {
        Vec::new()
    }

    /// An instruction inside an operation that is one step, at which threads were switched all the
    /// same: the operation was too long.
    fn divided(&self) -> Option<Place> {
        None
    }

    /// An operation that was one step in which several things were done, though too few of its
    /// clients were ever compared with what switches inside it lead to.
    fn uncompared(&self) -> Option<Place> {
        None
    }

    /// Where something was changed that other threads can ask for, while neither a step nor an event
    /// tells of it: who goes by orders of steps may have left some out.
    fn untold(&self) -> Option<Place> {
        None
    }

    /// An operation that was one step in which several things were done, though nothing says why it
    /// takes effect at one instant ([`Part::Instant`]): what was explored proves nothing.
    ///
    /// [`Part::Instant`]: crate::Part::Instant
    fn unargued(&self) -> Option<Place> {
        None
    }

    /// Whether any step was in an operation that is one step: where none was, what was explored is
    /// what there is with switches inside operations.
    fn has_operations(&self) -> bool {
        false
    }

    /// What was done so far.
    fn work(&self) -> Work;
}
