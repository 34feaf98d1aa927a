//! What happens in a transition, as detectors need to know it: the table of happens-before edges of
//! `architecture.md`.

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
    /// Checked for races.
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

    /// Whether it is neither plain nor volatile: such accesses do not race, and are no interleaving
    /// either.
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
    /// What happened before the last release fence of a thread: its later writes carry that.
    ReleaseFence(ThreadId),
    /// What a thread has read without acquiring it: its next acquire fence does.
    AcquireFence(ThreadId),
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A transition begins: the thread performs this visible operation.
    Operation {
        /// Who.
        thread: ThreadId,
        /// What.
        operation: Operation,
    },
    /// A shared variable was accessed; told after it was, so that [`crate::Names::value`] gives
    /// what was read or written.
    Access {
        /// Who.
        thread: ThreadId,
        /// The object it belongs to.
        object: Address,
        /// The variable.
        variable: Address,
        /// Read or written.
        access: AccessKind,
        /// How.
        mode: Mode,
        /// By which instruction of the program: the one that called the class library, if the
        /// access is there.
        site: Site,
    },
    /// What happened before the releases of `from` happens before what this thread does next.
    Acquire {
        /// Who.
        thread: ThreadId,
        /// The other end of the edge.
        from: Sync,
        /// By which instruction.
        site: Site,
    },
    /// What this thread did happens before what follows an acquire of `to`.
    Release {
        /// Who.
        thread: ThreadId,
        /// The other end of the edge.
        to: Sync,
        /// By which instruction.
        site: Site,
    },
    /// Who acquires from `to` from now on acquires what was released at `from`, too: by an access
    /// that a fence goes with.
    Passed {
        /// Who has accessed something; it learns nothing by that.
        thread: ThreadId,
        /// Where it was released.
        from: Sync,
        /// Where it can be acquired now.
        to: Sync,
    },
    /// An object that only one thread knew may become known to others. What that thread has read
    /// and written of it before was not told: it may be all of it.
    Published {
        /// Who knew it.
        thread: ThreadId,
        /// Its first byte, which is the address of no variable.
        object: Address,
    },
    /// An object becomes known by a final field alone: what was done to it so far, whoever comes by
    /// that field knows (JLS 17.5). What was released at it stays released.
    Frozen {
        /// Who knew it.
        thread: ThreadId,
        /// Its first byte.
        object: Address,
        /// How many it has.
        bytes: u64,
    },
    /// Memory is given to new objects from here on, which inherit nothing of what lay there before.
    Allocated {
        /// Who made room for that.
        thread: ThreadId,
        /// Its first byte.
        object: Address,
        /// How many.
        bytes: u64,
    },
}
