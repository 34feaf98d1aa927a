//! Two accesses that race, as the detectors tell them.

use raceproof_base::{Access, Address, Conflict, Finding, FindingKind, Names, Race, RacingAccess, Site, ThreadId};

/// The last access of one kind by one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Last {
    pub(crate) thread: ThreadId,
    pub(crate) access: Access,
    pub(crate) is_plain: bool,
    /// The thread's time, for who measures that.
    pub(crate) time: u32,
    pub(crate) site: Site,
}

impl Last {
    pub(crate) fn is_as(&self, other: &Self) -> bool {
        (self.thread, self.access, self.is_plain) == (other.thread, other.access, other.is_plain)
    }

    /// Whether the two can race, were nothing to order them.
    pub(crate) fn conflicts(&self, other: &Self) -> bool {
        self.thread != other.thread
            && (self.access == Access::Write || other.access == Access::Write)
            && (self.is_plain || other.is_plain)
    }
}

/// The finding: of the earlier access only the instruction is known.
pub(crate) fn race(variable: Address, earlier: &Last, later: &Last, names: &dyn Names) -> Finding {
    let conflict = match (earlier.access, later.access) {
        (Access::Write, Access::Write) => Conflict::WriteWrite,
        (Access::Write, Access::Read) => Conflict::WriteRead,
        _ => Conflict::ReadWrite,
    };
    let racing = |last: &Last, stack| RacingAccess { thread: names.thread(last.thread), access: last.access, stack };
    let accesses = [racing(earlier, vec![names.place(earlier.site)]), racing(later, names.stack(later.thread))];
    let variable = names.variable(variable);
    let (first, second) = (&accesses[0].thread, &accesses[1].thread);
    let message = format!("{} race on {variable} between {first} and {second}", conflict.name());
    let mut finding = Finding::new(FindingKind::DataRace, message);
    finding.stack.clone_from(&accesses[1].stack);
    finding.race = Some(Box::new(Race { variable, conflict, accesses }));
    finding
}
