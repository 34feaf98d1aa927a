//! The dependence of steps: the things that steps of different threads use, and how. Steps that use
//! no thing in conflicting ways are independent.

use crate::{Address, Operation, ThreadId};

/// Something that steps of several threads may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Thing {
    /// A variable whose accesses are visible operations.
    Variable(Address),
    /// The monitor of an object.
    Monitor(Address),
    /// The wait set of an object.
    Waiters(Address),
    /// The permit of the thread with that object, which `park` takes.
    Permit(Address),
    /// The interrupt status of the thread with that object.
    Interrupt(Address),
    /// Whether the thread with that object was started, and has ended.
    Life(Address),
    /// The initialisation of the class with that mirror.
    Class(Address),
    /// The clock of the program.
    Clock,
}

impl Thing {
    /// The same with another name for what it belongs to.
    #[must_use]
    pub fn renamed(self, name: impl FnOnce(Address) -> Address) -> Thing {
        match self {
            Thing::Variable(on) => Thing::Variable(name(on)),
            Thing::Monitor(on) => Thing::Monitor(name(on)),
            Thing::Waiters(on) => Thing::Waiters(name(on)),
            Thing::Permit(on) => Thing::Permit(name(on)),
            Thing::Interrupt(on) => Thing::Interrupt(name(on)),
            Thing::Life(on) => Thing::Life(name(on)),
            Thing::Class(on) => Thing::Class(name(on)),
            Thing::Clock => Thing::Clock,
        }
    }
}

/// How a step uses a thing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Use {
    /// Commutes with other reads.
    Read,
    /// Commutes with no other use.
    Write,
    /// Idempotent: commutes with other sets, as two `unpark`s of one thread do.
    Set,
}

impl Use {
    /// Whether two such uses of one thing do not commute.
    #[must_use]
    pub fn conflicts(self, other: Use) -> bool {
        !matches!((self, other), (Use::Read, Use::Read) | (Use::Set, Use::Set))
    }
}

/// What a step did beside its operation that steps of other threads may depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Used a thing beside that of its operation.
    Uses(Thing, Use),
    /// Performed another operation behind the one for which it was chosen, as a part of one step
    /// ([`Machine::is_whole`](crate::Machine::is_whole)).
    Inner(Operation),
    /// Stopped before another operation that would have been a part of the step, if it could go on.
    Stopped(Operation),
    /// Was the last one of its thread, which is this object: that has ended with it.
    Ended(Address),
    /// Joined this thread, too, which had ended: see [`Machine::joins_on`](crate::Machine::joins_on).
    JoinedOn(Address),
    /// Released a monitor, or ended the initialisation of a class.
    Left(Thing),
    /// Ended another thread's waiting in the monitor of an object.
    Woke {
        /// The thread that goes on.
        thread: ThreadId,
        /// The object in whose monitor it waited.
        object: Address,
    },
    /// Started a thread.
    Started(ThreadId),
    /// A compare-and-set, which only reads unless it finds this in so many bytes.
    Compared {
        /// The variable.
        variable: Address,
        /// The value that it replaces.
        expected: u64,
        /// The size of the variable.
        bytes: u8,
    },
    /// The thread's blocking operation could also have ended without its condition: by a timeout,
    /// or spuriously.
    Otherwise,
    /// The thread was interrupted when it went on.
    Interrupted,
    /// Time passed.
    TimePassed,
    /// The program read the clock.
    ReadClock,
    /// The end of a wait was computed from the clock, which matters only to programs that read it.
    SetDeadline,
    /// Memory was given to new objects.
    Allocated {
        /// Its first byte.
        from: Address,
        /// How many.
        bytes: u64,
    },
}
