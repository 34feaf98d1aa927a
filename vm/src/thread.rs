//! Threads: frames, stacks, what a thread waits for.

use crate::code::{Code, Reg};
use crate::heap::Ref;

/// Number of a thread, in order of creation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ThreadId(pub u32);

/// An activation of a method.
#[derive(Clone, Copy)]
pub struct Frame {
    pub code: &'static Code,
    /// First register in the thread's stack.
    pub base: u32,
    /// The next instruction.
    pub pc: u32,
    /// Register of the caller that receives the result.
    pub result: Reg,
    /// The monitor a synchronized method holds.
    pub lock: Ref,
    /// The frame ends a call from outside the interpreter.
    pub barrier: bool,
}

/// What a thread is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Made but not started.
    New,
    /// Can run.
    Runnable,
    /// Waits to enter a monitor.
    Blocked(Ref),
    /// Waits for another thread to finish initialising the class with this mirror.
    InitWait(Ref),
    /// In `Object.wait`, until notified or the deadline.
    Waiting { object: Ref, deadline: Option<u64> },
    /// In `LockSupport.park`.
    Parked { deadline: Option<u64> },
    /// In `Thread.sleep`.
    Sleeping { deadline: u64 },
    /// Finished.
    Terminated,
}

/// How a wait, park or sleep came to its end; read when the blocked instruction is executed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// It has not begun.
    None,
    /// By `notify`, `unpark`.
    Notified,
    /// By its deadline.
    TimedOut,
    /// By an interrupt.
    Interrupted,
}

/// How far a thread is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Its own code.
    Running,
    /// The handler of its uncaught exception.
    Dispatching,
    /// The JDK's `Thread.exit`.
    Exiting,
    /// Done.
    Done,
}

/// A Java thread.
pub struct Thread {
    pub object: Ref,
    pub frames: Vec<Frame>,
    pub stack: Vec<u64>,
    pub status: Status,
    pub phase: Phase,
    pub wake: Wake,
    /// Recursion count of the monitor given up by `wait`.
    pub saved_count: u32,
    /// Order of arrival in the wait set.
    pub wait_sequence: u64,
    pub permit: bool,
    pub interrupted: bool,
    pub daemon: bool,
    /// Cache of scoped values, null until the thread makes one.
    pub scoped_cache: Ref,
    /// Ended by an exception nobody caught.
    pub failed: bool,
}

impl Thread {
    /// A thread for the given `java.lang.Thread` object.
    #[must_use]
    pub fn new(object: Ref) -> Self {
        Self {
            object,
            frames: Vec::new(),
            stack: Vec::new(),
            status: Status::New,
            phase: Phase::Running,
            wake: Wake::None,
            saved_count: 0,
            wait_sequence: 0,
            permit: false,
            interrupted: false,
            daemon: false,
            scoped_cache: Ref::NULL,
            failed: false,
        }
    }
}
