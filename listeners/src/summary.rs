//! What a detector knows that bears on what it may still find, as words that can be compared: for each access that somebody may
//! still race with, who knows of it.
//!
//! An access that all living threads know of can race with nothing any more, since whoever comes later is started by one of them;
//! so it is left out, and so is one of a variable that nobody can come to. An access is written as its variable, its
//! kind with the number of those who know of it, and their names, all in order.

use raceproof_base::{Address, Canonical, Sync, ThreadId};

/// Who can know of an access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Owner {
    /// A thread.
    Thread(ThreadId),
    /// Whoever acquires from there.
    Sync(Sync),
}

impl Owner {
    /// Where it lies, if it is a thing in memory.
    pub(crate) fn address(self) -> Option<Address> {
        match self {
            Self::Sync(
                Sync::Monitor(address) | Sync::Variable(address) | Sync::Class(address) | Sync::Interrupt(address),
            ) => Some(address),
            Self::Thread(_) | Self::Sync(Sync::Thread(_)) => None,
        }
    }
}

/// The threads among owners numbered from zero that may still act, by their numbers.
pub(crate) fn acting(owners: impl Iterator<Item = Owner>, names: &dyn Canonical) -> Vec<usize> {
    let acts = |owner| matches!(owner, Owner::Thread(thread) if names.thread(thread).is_some());
    owners.enumerate().filter(|(_, owner)| acts(*owner)).map(|(number, _)| number).collect()
}

/// Writes a summary; keeps its memory from one to the next.
#[derive(Default)]
pub(crate) struct Writer {
    /// Those who know something that matters, in the order of their canonical names.
    knowing: Vec<(u64, usize)>,
    /// Variable, kind, and the detector's number of the access.
    accesses: Vec<(u64, u64, usize)>,
}

impl Writer {
    /// Enters somebody who knows of accesses that not all know of, with the detector's number.
    pub(crate) fn knows(&mut self, owner: Owner, number: usize, names: &dyn Canonical) {
        let name = match owner {
            Owner::Thread(thread) => names.thread(thread),
            Owner::Sync(sync) => names.sync(sync),
        };
        self.knowing.extend(name.map(|name| (name, number)));
    }

    /// Enters an access that not all who act know of.
    pub(crate) fn access(&mut self, variable: Address, kind: u64, number: usize, names: &dyn Canonical) {
        self.accesses.extend(names.variable(variable).map(|variable| (variable, kind, number)));
    }

    /// Writes what was entered; `knows` tells whether an owner knows of an access, by their numbers.
    pub(crate) fn write(&mut self, knows: impl Fn(usize, usize) -> bool, into: &mut Vec<u64>) {
        self.knowing.sort_unstable();
        self.accesses.sort_unstable();
        for (variable, kind, access) in self.accesses.drain(..) {
            let start = into.len();
            into.extend([variable, kind]);
            into.extend(self.knowing.iter().filter(|(_, owner)| knows(*owner, access)).map(|(name, _)| *name));
            let known_by = (into.len() - start - 2) as u64;
            into[start + 1] |= known_by << 8;
        }
        self.knowing.clear();
    }
}

/// The summary of a detector that can be asked for everything: who knows of what.
pub(crate) fn write(
    owners: &[Owner],
    accesses: impl Iterator<Item = (Address, u64)>,
    knows: impl Fn(usize, usize) -> bool,
    names: &dyn Canonical,
    into: &mut Vec<u64>,
) {
    let mut writer = Writer::default();
    let acting = acting(owners.iter().copied(), names);
    for (number, (variable, kind)) in accesses.enumerate() {
        if !acting.iter().all(|thread| knows(*thread, number)) {
            writer.access(variable, kind, number, names);
        }
    }
    owners.iter().enumerate().for_each(|(number, owner)| writer.knows(*owner, number, names));
    writer.write(knows, into);
}

/// An access in a summary.
struct Entry<'a> {
    variable: u64,
    kind: u64,
    known_by: &'a [u64],
}

fn entries(mut words: &[u64]) -> impl Iterator<Item = Entry<'_>> {
    std::iter::from_fn(move || {
        let [variable, kind, rest @ ..] = words else { return None };
        let (known_by, rest) = rest.split_at((kind >> 8) as usize);
        words = rest;
        Some(Entry { variable: *variable, kind: kind & 0xFF, known_by })
    })
}

/// Whether whatever races with one of the present accesses would have raced at the visit: for each of them there was one of the
/// same kind, known to no more.
pub(crate) fn covers(visited: &[u64], present: &[u64]) -> bool {
    let earlier: Vec<Entry<'_>> = entries(visited).collect();
    entries(present).all(|now| {
        let from = earlier.partition_point(|entry| entry.variable < now.variable);
        let same = earlier[from..].iter().take_while(|entry| entry.variable == now.variable);
        same.filter(|entry| entry.kind == now.kind).any(|entry| is_subset(entry.known_by, now.known_by))
    })
}

/// Of sorted lists.
fn is_subset(few: &[u64], many: &[u64]) -> bool {
    let mut many = many.iter();
    few.iter().all(|one| many.any(|other| other == one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_base::AsIs;

    /// The summary of accesses by thread 1, each known to some of the threads 1 to 4, of which all are alive.
    fn summary(accesses: &[(u64, &[u32])]) -> Vec<u64> {
        let mut words = Vec::new();
        let owners: Vec<Owner> = (1..=4).map(|thread| Owner::Thread(ThreadId(thread))).collect();
        let knows = |owner: usize, access: usize| accesses[access].1.contains(&(owner as u32 + 1));
        write(&owners, accesses.iter().map(|(variable, _)| (Address(*variable), 1)), knows, &AsIs, &mut words);
        words
    }

    #[test]
    fn who_knows_more_is_covered() {
        let little = summary(&[(8, &[1]), (16, &[1, 3])]);
        let more = summary(&[(8, &[1, 2]), (16, &[1, 3, 4])]);
        assert!(covers(&little, &more) && !covers(&more, &little) && covers(&more, &more));
        let other = summary(&[(8, &[2])]);
        assert!(!covers(&little, &other), "neither knows what the other does");
        assert!(covers(&little, &summary(&[])) && !covers(&summary(&[]), &little));
    }

    #[test]
    fn what_everybody_knows_is_left_out() {
        assert_eq!(summary(&[(8, &[1, 2, 3, 4])]), []);
        assert_eq!(summary(&[(16, &[1]), (8, &[2])]), summary(&[(8, &[2]), (16, &[1])]));
    }
}
