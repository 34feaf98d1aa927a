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

/// Those whose knowledge still matters, by the numbers that a detector gives them, in the order of their canonical names.
pub(crate) struct Owners {
    named: Vec<(u64, usize)>,
    /// Those among them that act.
    threads: Vec<usize>,
}

impl Owners {
    /// Of owners numbered from zero.
    pub(crate) fn new(owners: impl Iterator<Item = Owner>, names: &dyn Canonical) -> Self {
        let (mut named, mut threads) = (Vec::new(), Vec::new());
        for (number, owner) in owners.enumerate() {
            let name = match owner {
                Owner::Thread(thread) => names.thread(thread),
                Owner::Sync(sync) => names.sync(sync),
            };
            let Some(name) = name else { continue };
            named.push((name, number));
            if matches!(owner, Owner::Thread(_)) {
                threads.push(number);
            }
        }
        named.sort_unstable();
        Self { named, threads }
    }

    /// The threads that may still act.
    pub(crate) fn threads(&self) -> impl Iterator<Item = usize> {
        self.threads.iter().copied()
    }

    /// Writes the summary of accesses: variable, kind, and what tells who knows of it.
    pub(crate) fn write<A>(
        &self,
        accesses: impl Iterator<Item = (Address, u64, A)>,
        knows: impl Fn(usize, &A) -> bool,
        names: &dyn Canonical,
        into: &mut Vec<u64>,
    ) {
        let mut entries: Vec<Vec<u64>> = Vec::new();
        for (variable, kind, access) in accesses {
            if self.threads.iter().all(|thread| knows(*thread, &access)) {
                continue;
            }
            let Some(variable) = names.variable(variable) else { continue };
            let mut entry = vec![variable, kind];
            entry.extend(self.named.iter().filter(|(_, owner)| knows(*owner, &access)).map(|(name, _)| *name));
            entry[1] |= (entry.len() as u64 - 2) << 8;
            entries.push(entry);
        }
        entries.sort_unstable();
        entries.dedup();
        entries.iter().for_each(|entry| into.extend(entry));
    }
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
        let owners = Owners::new((1..=4).map(|thread| Owner::Thread(ThreadId(thread))), &AsIs);
        let accesses = accesses.iter().map(|(variable, known_by)| (Address(*variable), 1, *known_by));
        owners.write(accesses, |owner, known_by| known_by.contains(&(owner as u32 + 1)), &AsIs, &mut words);
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
