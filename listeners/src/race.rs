//! Two accesses that race, as the detectors tell them.

use raceproof_base::{
    Access, Address, Conflict, Evidence, Finding, FindingKind, Names, Race, RacingAccess, Site, ThreadId,
};

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

    /// A number for whether it reads or writes, and how.
    pub(crate) fn kind(&self) -> u64 {
        u64::from(self.is_plain) | u64::from(self.access == Access::Read) << 1
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
    let evidence = Evidence { variable, threads: [earlier.thread, later.thread], first: earlier.site };
    let mut finding = Finding::new(FindingKind::DataRace, message(&accesses, variable, names));
    finding.stack.clone_from(&accesses[1].stack);
    finding.race = Some(Box::new(Race { variable: names.variable(variable), conflict, accesses, evidence }));
    finding
}

/// "Thread-0 writes Account.balance of Account@2, main reads it, and nothing orders the two".
fn message(accesses: &[RacingAccess; 2], variable: Address, names: &dyn Names) -> String {
    let verb = |access: &RacingAccess| match access.access {
        Access::Read => "reads",
        Access::Write => "writes",
    };
    let object = names.object(variable);
    let object = if object.starts_with("class ") { String::new() } else { format!(" of {object}") };
    let ([one, other], name) = (accesses, names.variable(variable));
    let (first, second) = (verb(one), verb(other));
    let again = if first == second { "writes it, too" } else { &format!("{second} it") };
    format!("{} {first} {name}{object}, {} {again}, and nothing orders the two", one.thread, other.thread)
}

/// The races found since somebody asked, each once.
#[derive(Default)]
pub(crate) struct Found(Vec<Finding>);

impl Found {
    pub(crate) fn add(&mut self, finding: Finding) {
        if !self.0.iter().any(|known| known.is_same_in_detail(&finding)) {
            self.0.push(finding);
        }
    }

    /// The next one, in their order.
    pub(crate) fn next(&mut self) -> Option<Box<Finding>> {
        (!self.0.is_empty()).then(|| Box::new(self.0.remove(0)))
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
