//! What a trace consists of: events, in the order in which they were observed.
//!
//! Engines see only these. What a program does beyond them (a wait and its notification, an
//! interrupt, the initialisation of a class) a recorder writes as locks and as messages between
//! threads.

/// The sort of an event, and what a reordering must keep of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum EventKind {
    /// A plain read. In a reordering it sees the same write, or the initial value again.
    Read,
    /// A plain write.
    Write,
    /// A read by a mode that orders: it acquires from all earlier such writes of the variable.
    OrderedRead,
    /// A write by a mode that orders: it releases.
    OrderedWrite,
    /// Both at once, with nothing in between: compare-and-set and its like.
    OrderedUpdate,
    /// A lock is taken, for the first time if it is re-entrant: nobody else may hold it.
    Acquire,
    /// It is given away.
    Release,
    /// A lock is taken together with others who do the same: nobody else may hold it by
    /// [`EventKind::Acquire`].
    AcquireShared,
    /// It is given away.
    ReleaseShared,
    /// `Object.wait` gives a lock away, however often it was taken.
    Wait,
    /// The end of `wait`: takes it again, as often.
    Woken,
    /// Starts the thread that is the object.
    Fork,
    /// The first event of a thread. It changes nothing.
    Begin,
    /// The last event of a thread. It changes nothing.
    End,
    /// Has seen the end of the thread that is the object.
    Join,
    /// A message, which happens before its receipt.
    Send,
    /// Comes after the last [`EventKind::Send`] of the same message, which happens before it.
    Receive,
    /// A message that must come first, but orders no accesses: a notification, a permit.
    Signal,
    /// Comes after the last [`EventKind::Signal`] of the same message.
    Await,
    /// A read that orders nothing, but is no plain one: an opaque read.
    OpaqueRead,
    /// Such a write.
    OpaqueWrite,
}

/// What the object of an event is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// A field of an object or class, or an element of an array.
    Variable,
    /// Whatever is locked.
    Lock,
    /// A thread.
    Thread,
    /// A name by which sender and receiver find each other.
    Message,
    /// The event has no object.
    Nothing,
}

impl EventKind {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 21] = [
        Self::Read,
        Self::Write,
        Self::OrderedRead,
        Self::OrderedWrite,
        Self::OrderedUpdate,
        Self::Acquire,
        Self::Release,
        Self::AcquireShared,
        Self::ReleaseShared,
        Self::Wait,
        Self::Woken,
        Self::Fork,
        Self::Begin,
        Self::End,
        Self::Join,
        Self::Send,
        Self::Receive,
        Self::Signal,
        Self::Await,
        Self::OpaqueRead,
        Self::OpaqueWrite,
    ];

    /// Its object.
    #[must_use]
    pub const fn subject(self) -> Subject {
        match self {
            Self::Read
            | Self::Write
            | Self::OrderedRead
            | Self::OrderedWrite
            | Self::OrderedUpdate
            | Self::OpaqueRead
            | Self::OpaqueWrite => Subject::Variable,
            Self::Acquire
            | Self::Release
            | Self::AcquireShared
            | Self::ReleaseShared
            | Self::Wait
            | Self::Woken => Subject::Lock,
            Self::Fork | Self::Join => Subject::Thread,
            Self::Send | Self::Receive | Self::Signal | Self::Await => Subject::Message,
            Self::Begin | Self::End => Subject::Nothing,
        }
    }

    /// Whether it sees what was written to a variable.
    #[must_use]
    pub fn reads(self) -> bool {
        matches!(self, Self::Read | Self::OrderedRead | Self::OrderedUpdate | Self::OpaqueRead)
    }

    /// Whether it writes a variable.
    #[must_use]
    pub fn writes(self) -> bool {
        matches!(self, Self::Write | Self::OrderedWrite | Self::OrderedUpdate | Self::OpaqueWrite)
    }

    /// Whether two such accesses of one variable race if nothing orders them.
    #[must_use]
    pub fn conflicts(self, other: Self) -> bool {
        let is_plain = |kind: Self| matches!(kind, Self::Read | Self::Write);
        let are_accesses =
            self.subject() == Subject::Variable && other.subject() == Subject::Variable;
        are_accesses && (self.writes() || other.writes()) && (is_plain(self) || is_plain(other))
    }

    /// Whether it conflicts with the other by what it writes, and writes that for sure only if it
    /// sees what it saw: a compare-and-set that sees another value is a read.
    #[must_use]
    pub fn must_see_the_same(self, other: Self) -> bool {
        self == Self::OrderedUpdate && !other.writes()
    }
}

/// Something that a thread did. Ids are dense, by first appearance, each [`Subject`] for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// Who.
    pub thread: u32,
    /// To what.
    pub object: u32,
    /// Where in the program.
    pub location: u32,
    /// What.
    pub kind: EventKind,
}

/// No thread, no event, no variable.
pub const NONE: u32 = u32::MAX;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_takes_sixteen_bytes() {
        assert_eq!(size_of::<Event>(), 16);
    }

    #[test]
    fn kinds_are_numbered_in_order() {
        assert!(EventKind::ALL.iter().enumerate().all(|(number, kind)| *kind as usize == number));
    }

    #[test]
    fn two_accesses_conflict_if_one_writes_and_one_is_plain() {
        assert!(
            EventKind::Read.conflicts(EventKind::Write)
                && EventKind::Write.conflicts(EventKind::Write)
        );
        assert!(
            EventKind::OrderedWrite.conflicts(EventKind::Read)
                && EventKind::Write.conflicts(EventKind::OrderedRead)
        );
        assert!(
            !EventKind::Read.conflicts(EventKind::Read)
                && !EventKind::OrderedWrite.conflicts(EventKind::OrderedUpdate)
        );
        assert!(
            EventKind::OpaqueWrite.conflicts(EventKind::Read)
                && !EventKind::OpaqueWrite.conflicts(EventKind::OpaqueRead)
        );
        assert!(!EventKind::Write.conflicts(EventKind::Acquire));
        assert!(
            EventKind::OrderedUpdate.must_see_the_same(EventKind::Read)
                && !EventKind::Read.must_see_the_same(EventKind::OrderedUpdate)
        );
        assert!(
            !EventKind::OrderedUpdate.must_see_the_same(EventKind::Write)
                && !EventKind::OrderedRead.must_see_the_same(EventKind::Write)
        );
    }
}
