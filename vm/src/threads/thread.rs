//! Threads: frames, stacks, what a thread waits for.

use crate::ground::code::{Code, NO_REG, Reg};
use crate::ground::heap::Ref;
use crate::ground::makers;
use crate::threads::fairness::Passed;
use crate::threads::pending::Pending;
use raceproof_base::Site;
use std::fmt;
use std::ops::Deref;

/// In a frame's `result`: the caller's instruction is executed again. Only then does the caller
/// step back: what the call throws belongs to that instruction, not to the one before.
pub(crate) const AGAIN: Reg = NO_REG - 1;

/// An activation of a method.
#[derive(Clone, Copy)]
pub struct Frame {
    /// The code of the method.
    pub code: &'static Code,
    /// First register in the thread's stack.
    pub base: u32,
    /// The next instruction.
    pub pc: u32,
    /// Register of the caller that receives the result.
    pub(crate) result: Reg,
    /// The monitor a synchronized method holds.
    pub(crate) lock: Ref,
    /// The frame ends a call from outside the interpreter.
    pub(crate) barrier: bool,
    /// It is the outermost one of an operation of the class library that the running step is in;
    /// false between steps.
    pub(crate) in_step: bool,
}

impl Frame {
    /// Whether the caller's instruction is executed again when this frame ends.
    #[must_use]
    pub(crate) fn is_again(&self) -> bool {
        self.result == AGAIN
    }

    /// An instruction of the frame's method, for whom it concerns outside the machine.
    pub(crate) fn site(&self, pc: usize) -> Site {
        let position = self.code.positions.get(pc).copied().unwrap_or(0);
        Site { method: self.code.method.id, position }
    }

    /// The first word of the stack behind the frame's registers.
    #[must_use]
    pub(crate) fn end(&self) -> usize {
        self.base as usize + usize::from(self.code.registers)
    }
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
    Waiting {
        /// The object whose wait set the thread is in.
        object: Ref,
        /// The virtual time at which the wait ends by itself, if it does.
        deadline: Option<u64>,
    },
    /// In `LockSupport.park`.
    Parked {
        /// The virtual time at which the thread goes on by itself, if it does.
        deadline: Option<u64>,
    },
    /// In `Thread.sleep`.
    Sleeping {
        /// The virtual time at which the sleep ends.
        deadline: u64,
    },
    /// Finished.
    Terminated,
}

/// How a wait, park or sleep came to its end; read when the blocked instruction is executed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wake {
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
pub(crate) enum Phase {
    /// Its own code.
    Running,
    /// The handler of its uncaught exception.
    Dispatching,
    /// The JDK's `Thread.exit`.
    Exiting,
    /// Done.
    Done,
}

/// What a thread is, but for its stack: small enough to be copied when it changes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ThreadState {
    /// The `java.lang.Thread`.
    pub object: Ref,
    /// What it is doing, or waits for.
    pub status: Status,
    pub(crate) phase: Phase,
    pub(crate) wake: Wake,
    /// Recursion count of the monitor given up by `wait`.
    pub(crate) saved_count: u32,
    /// Order of arrival in the wait set.
    pub(crate) wait_sequence: u64,
    pub(crate) permit: bool,
    /// The interrupted status of `Thread.interrupt`.
    pub interrupted: bool,
    pub(crate) daemon: bool,
    /// Cache of scoped values, null until the thread makes one.
    pub scoped_cache: Ref,
    /// Ended by an exception nobody caught.
    pub(crate) failed: bool,
    /// That it did is a finding.
    pub(crate) failure_told: bool,
    /// Another thread has seen that this one ended.
    pub(crate) end_seen: bool,
    /// Where an exploring machine has stopped it.
    pub pending: Option<Pending>,
    /// Its name in a state's identity: a function of who started it, and as which of its children.
    pub key: u64,
    /// How many threads it has started.
    pub(crate) children: u32,
    /// How many identity hashes it has asked for.
    pub hashes: u32,
    /// How many objects it has made that carry who made them.
    pub(crate) made: makers::Counts,
    /// How often it has read the clock since it last did what may take time.
    pub(crate) clock_reads: u32,
    /// How often others went round meanwhile.
    pub(crate) passed: Passed,
    /// What tells it, with its stack, from all that it has been.
    pub(crate) version: Version,
}

/// A number given to a thread each time it may change. It is no part of what the thread is, and so
/// tells nothing of itself.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Version(pub(crate) u64);

impl fmt::Debug for Version {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// A Java thread.
pub struct Thread {
    state: ThreadState,
    pub(crate) frames: Vec<Frame>,
    pub(crate) stack: Vec<u64>,
    /// The undo epochs in which state and stack were last kept: see `undo.rs`.
    pub(crate) state_kept: u32,
    pub(crate) stack_kept: u32,
}

/// Reading is free; whoever changes a state asks [`crate::Vm::thread_mut`], which keeps the old
/// one.
impl Deref for Thread {
    type Target = ThreadState;

    fn deref(&self) -> &ThreadState {
        &self.state
    }
}

impl Thread {
    /// A thread for the given `java.lang.Thread` object.
    #[must_use]
    pub(crate) fn new(object: Ref) -> Self {
        let state = ThreadState {
            object,
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
            failure_told: false,
            end_seen: false,
            pending: None,
            key: 0,
            children: 0,
            hashes: 0,
            made: makers::Counts::default(),
            clock_reads: 0,
            passed: Passed::default(),
            version: Version::default(),
        };
        Self { state, frames: Vec::new(), stack: Vec::new(), state_kept: 0, stack_kept: 0 }
    }

    /// The state, for whoever makes sure that it can be had back.
    pub(crate) fn state_mut(&mut self) -> &mut ThreadState {
        &mut self.state
    }
}
