//! Events: what happens in a transition, as race detectors need it. Edges of happens-before are
//! pairs of [`Event::Release`] and [`Event::Acquire`]; `ARCHITECTURE.md` ("Data races") says more.

use crate::{Address, Operation, Site, ThreadId};

/// Whether a variable is read or written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum AccessKind {
    /// Its value is used.
    Read,
    /// Its value is replaced.
    Write,
}

/// The memory-order mode of an access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Mode {
    /// Neither atomic nor ordering: a data race if unordered with a conflicting access.
    Plain,
    /// Atomic, without an edge.
    Opaque,
    /// An acquiring read or a releasing write; its edge is an event of its own.
    AcquireRelease,
    /// A volatile access; its edge is an event of its own.
    Volatile,
}

impl Mode {
    /// Its name in reports.
    #[must_use]
    pub fn name(self, access: AccessKind) -> &'static str {
        match (self, access) {
            (Self::Plain, _) => "plain",
            (Self::Opaque, _) => "opaque",
            (Self::AcquireRelease, AccessKind::Read) => "acquire",
            (Self::AcquireRelease, AccessKind::Write) => "release",
            (Self::Volatile, _) => "volatile",
        }
    }

    /// Whether it is neither plain nor volatile: such accesses are in no data race, but executions
    /// with them need not be sequentially consistent.
    #[must_use]
    pub fn is_weak(self) -> bool {
        matches!(self, Self::Opaque | Self::AcquireRelease)
    }
}

/// What carries a happens-before edge from a release to an acquire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sync {
    /// The monitor of an object.
    Monitor(Address),
    /// A variable accessed by ordering modes.
    Variable(Address),
    /// A thread: its start, its end.
    Thread(ThreadId),
    /// The initialisation of a class, by its mirror.
    Class(Address),
    /// The interrupt status of a thread, by its object.
    Interrupt(Address),
    /// Released by a thread's last release fence, for its later writes to carry.
    ReleaseFence(ThreadId),
    /// Read by a thread without an acquire, for its next acquire fence to acquire.
    AcquireFence(ThreadId),
}

/// An event of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A transition begins: the thread performs this visible operation.
    Operation {
        /// The acting thread.
        thread: ThreadId,
        /// The operation.
        operation: Operation,
    },
    /// A shared variable was accessed; told after the access, so that [`crate::Names::value`] gives
    /// the value read or written.
    Access {
        /// The acting thread.
        thread: ThreadId,
        /// The object it belongs to.
        object: Address,
        /// The variable.
        variable: Address,
        /// Read or written.
        access: AccessKind,
        /// The memory-order mode.
        mode: Mode,
        /// By which instruction of the program: the one that called the class library, if the
        /// access is there.
        site: Site,
    },
    /// The releases at `from` so far happen before what this thread does next.
    Acquire {
        /// The acting thread.
        thread: ThreadId,
        /// The other end of the edge.
        from: Sync,
        /// By which instruction.
        site: Site,
    },
    /// What this thread did so far happens before what follows later acquires from `to`.
    Release {
        /// The acting thread.
        thread: ThreadId,
        /// The other end of the edge.
        to: Sync,
        /// By which instruction.
        site: Site,
    },
    /// Later acquires from `to` also acquire the releases at `from` so far: the edge of an access
    /// with a fence.
    Passed {
        /// The accessing thread, which acquires nothing by this.
        thread: ThreadId,
        /// Where it was released.
        from: Sync,
        /// Where it can be acquired now.
        to: Sync,
    },
    /// An object that only one thread could reach may escape to others. Detectors take this as one
    /// write of the whole object, in place of that thread's accesses so far, which were not told.
    Published {
        /// The thread that could reach it.
        thread: ThreadId,
        /// Its first byte, which is the address of no variable.
        object: Address,
    },
    /// An object escapes through a final field alone: its accesses so far happen before those of
    /// threads that read that field (JLS 17.5). Releases at the object stay.
    Frozen {
        /// The thread that could reach it.
        thread: ThreadId,
        /// Its first byte.
        object: Address,
        /// Its size in bytes.
        bytes: u64,
    },
    /// Memory is given to new objects, which inherit neither accesses nor releases of what lay
    /// there before.
    Allocated {
        /// The allocating thread.
        thread: ThreadId,
        /// Its first byte.
        object: Address,
        /// Its size in bytes.
        bytes: u64,
    },
}
