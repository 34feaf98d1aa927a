//! Races, as the detectors report them.

use raceproof_base::{
    AccessKind, Address, Conflict, Evidence, Finding, FindingKind, Finer, Mode, Names, Race,
    RacingAccess, Site, ThreadId, variables_alike,
};
use rustc_hash::FxHashSet;

/// The last access of one kind by one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Last {
    pub(crate) thread: ThreadId,
    pub(crate) access: AccessKind,
    pub(crate) mode: Mode,
    /// The thread's component of its vector clock, in the detector that has these.
    pub(crate) time: u32,
    pub(crate) site: Site,
}

impl Last {
    /// Whether it is of one thread and kind with another: they race with the same accesses.
    pub(crate) fn is_as(&self, other: &Self) -> bool {
        (self.thread, self.kind()) == (other.thread, other.kind())
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.mode == Mode::Plain
    }

    /// A number for whether it reads or writes, and how.
    pub(crate) fn kind(&self) -> u64 {
        u64::from(self.is_plain())
            | u64::from(self.access == AccessKind::Read) << 1
            | u64::from(self.mode.is_weak()) << 2
    }

    /// The race of the two if they are unordered.
    pub(crate) fn conflict(&self, other: &Self) -> Option<Sort> {
        if self.thread == other.thread
            || self.access == AccessKind::Read && other.access == AccessKind::Read
        {
            None
        } else {
            Sort::of(self.mode, other.mode)
        }
    }
}

/// The sort of a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sort {
    /// A data race: one of the two is plain.
    Data,
    /// A weak race: none is plain, one is weaker than volatile. Executions need not be sequentially
    /// consistent.
    Weak,
}

impl Sort {
    /// Of conflicting accesses in two modes; none if both are volatile.
    pub(crate) fn of(one: Mode, other: Mode) -> Option<Self> {
        match (one, other) {
            (Mode::Plain, _) | (_, Mode::Plain) => Some(Self::Data),
            (Mode::Volatile, Mode::Volatile) => None,
            _ => Some(Self::Weak),
        }
    }
}

/// The finding: of the earlier access only the instruction is known.
pub(crate) fn race(variable: Address, earlier: &Last, later: &Last, names: &dyn Names) -> Finding {
    let conflict = match (earlier.access, later.access) {
        (AccessKind::Write, AccessKind::Write) => Conflict::WriteWrite,
        (AccessKind::Write, AccessKind::Read) => Conflict::WriteRead,
        _ => Conflict::ReadWrite,
    };
    let racing = |last: &Last, stack, referring| {
        let Last { thread, access, mode, .. } = *last;
        RacingAccess {
            thread: names.thread(thread),
            access,
            mode,
            stack,
            referring,
            among: None,
            step: None,
        }
    };
    let accesses = [
        racing(earlier, vec![names.place(earlier.site)], Vec::new()),
        racing(later, names.stack(later.thread), names.referring(later.thread)),
    ];
    let evidence =
        Evidence { variable, threads: [earlier.thread, later.thread], first: earlier.site };
    let mut finding = Finding::new(FindingKind::DataRace, message(&accesses, variable, names));
    finding.stack.clone_from(&accesses[1].stack);
    finding.race = Some(Box::new(Race {
        variable: names.variable(variable),
        conflict,
        accesses,
        came_by: None,
        evidence,
    }));
    finding
}

/// "Thread-0 writes Account.balance of Account@2, and main reads it. Nothing orders the two.".
fn message(accesses: &[RacingAccess; 2], variable: Address, names: &dyn Names) -> String {
    let verb = |access: &RacingAccess| match access.access {
        AccessKind::Read => "reads",
        AccessKind::Write => "writes",
    };
    let object = names.object(variable);
    let object = if object.starts_with("class ") { String::new() } else { format!(" of {object}") };
    let ([one, other], name) = (accesses, names.variable(variable));
    let (first, second) = (verb(one), verb(other));
    let again = if first == second { "writes it, too" } else { &format!("{second} it") };
    format!(
        "{} {first} {name}{object}, and {} {again}. Nothing orders the two.",
        one.thread, other.thread
    )
}

/// The races found and not yet returned, each once.
#[derive(Default)]
pub(crate) struct Found {
    data: Vec<Finding>,
    weak: Vec<Finding>,
    /// A refinement of the machine that is needed.
    finer: Option<Finer>,
    /// Weak races that were reported, on whatever path: a search goes on after them, and meets them
    /// in many states.
    told: FxHashSet<(Address, [(Site, AccessKind, Mode); 2])>,
}

impl Found {
    /// A data race. If the user accepts it, what it leads to is to be explored all the same, so
    /// threads must be switched there.
    pub(crate) fn add(
        &mut self,
        variable: Address,
        earlier: &Last,
        later: &Last,
        names: &dyn Names,
    ) {
        match names.accepted(variable) {
            None => self.add_told(race(variable, earlier, later, names)),
            Some(true) => {}
            Some(false) => {
                let name = variables_alike(&names.variable(variable)).to_owned();
                self.needs(Finer::Accesses(name));
            }
        }
    }

    fn add_told(&mut self, finding: Finding) {
        if !self.data.iter().any(|known| known.is_same_in_detail(&finding)) {
            self.data.push(finding);
        }
    }

    /// A weak race.
    pub(crate) fn add_weak(
        &mut self,
        variable: Address,
        earlier: &Last,
        later: &Last,
        names: &dyn Names,
    ) {
        let pair = [earlier, later].map(|last| (last.site, last.access, last.mode));
        if self.told.insert((variable, pair)) && names.accepted(variable).is_none() {
            self.weak.push(race(variable, earlier, later, names));
        }
    }

    /// The next data race, in their order.
    pub(crate) fn next(&mut self) -> Option<Box<Finding>> {
        (!self.data.is_empty()).then(|| Box::new(self.data.remove(0)))
    }

    /// The next weak race.
    pub(crate) fn next_weak(&mut self) -> Option<Box<Finding>> {
        (!self.weak.is_empty()).then(|| Box::new(self.weak.remove(0)))
    }

    /// The search's answer could be wrong without this refinement.
    pub(crate) fn needs(&mut self, finer: Finer) {
        self.finer.get_or_insert(finer);
    }

    /// The refinement that is needed, if any.
    pub(crate) fn finer(&mut self) -> Option<Finer> {
        self.finer.take()
    }

    /// The search has gone back: drops what was not asked for.
    pub(crate) fn clear(&mut self) {
        self.data.clear();
        self.weak.clear();
        self.finer = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sort_of_a_race_is_that_of_the_weaker_mode() {
        use Mode::{AcquireRelease, Opaque, Plain, Volatile};
        for (one, other, sort) in [
            (Plain, Plain, Some(Sort::Data)),
            (Plain, Volatile, Some(Sort::Data)),
            (Plain, Opaque, Some(Sort::Data)),
            (Volatile, Volatile, None),
            (Volatile, AcquireRelease, Some(Sort::Weak)),
            (Opaque, Opaque, Some(Sort::Weak)),
        ] {
            assert_eq!((Sort::of(one, other), Sort::of(other, one)), (sort, sort));
        }
    }
}
