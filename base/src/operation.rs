//! Visible operations: those that other threads can observe or be blocked by. Each transition
//! begins with one; threads are switched before them only.

use crate::{Address, Site};

/// The sort of a visible operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum OperationKind {
    /// The first action of a thread.
    Begin,
    /// Enters a monitor.
    Lock,
    /// Begins `Object.wait`.
    Wait,
    /// Stops waiting in a monitor without a `notify`: by time, an interrupt, or for no reason.
    StopWaiting,
    /// Goes on after `Object.wait`: takes the monitor again.
    WaitAgain,
    /// `notify`.
    Notify,
    /// `notifyAll`.
    NotifyAll,
    /// A read of a volatile variable, or by an access mode that orders.
    VolatileRead,
    /// A write of a volatile variable, or by an access mode that orders.
    VolatileWrite,
    /// Compare-and-set, get-and-add and their like.
    Update,
    /// A plain read of a shared variable (a transition of its own under `access` granularity only).
    Read,
    /// A plain write of a shared variable (a transition of its own under `access` granularity
    /// only).
    Write,
    /// `Thread.start`.
    Start,
    /// `Thread.join`.
    Join,
    /// Reads whether another thread has ended: `isAlive`.
    Observe,
    /// Reads the state of another thread: `getState`.
    Inspect,
    /// The last action of a thread (a step of its own for partial-order reduction only).
    End,
    /// `LockSupport.park`.
    Park,
    /// `LockSupport.unpark`.
    Unpark,
    /// `Thread.interrupt`.
    Interrupt,
    /// Reads, and perhaps clears, the interrupt status.
    Interrupted,
    /// `Thread.yield` and `onSpinWait`.
    Yield,
    /// A memory fence.
    Fence,
    /// `Thread.sleep`.
    Sleep,
    /// The use of a class that another thread initialises.
    Initialize,
    /// A data choice.
    Choose,
    /// Goes on after a long run without a visible operation.
    GoOn,
    /// `System.exit` and `Runtime.halt`.
    Exit,
    /// Reads the clock.
    ReadClock,
}

/// A visible operation that a thread is about to perform.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// Its sort.
    pub kind: OperationKind,
    /// The object it locks, wakes or waits for, or the variable it accesses.
    pub on: Address,
    /// The instruction.
    pub site: Site,
}
