//! Summaries of detectors ([`raceproof_base::Listener::summary`]): for each access that may still
//! race, its lockset in canonical names (threads, and carriers of edges, before whose next steps
//! and acquires it happens; they *know* of it, in the words below).
//!
//! An access with all live threads in its lockset races with no later one, since new threads are
//! started by one of them; so it is left out, and so is one of an unreachable variable. Accesses
//! with one lockset are a group, since a summary is kept for each state: the size of the lockset,
//! its names, the number of accesses, and these as their variable and kind in one word; all sorted.

use raceproof_base::{Address, Canonical, Sync, ThreadId};
use rustc_hash::FxHashMap;

/// An element of a lockset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Owner {
    /// A thread.
    Thread(ThreadId),
    /// A carrier of edges.
    Sync(Sync),
}

impl Owner {
    /// Where it lies, if it is a thing in memory.
    pub(crate) fn address(self) -> Option<Address> {
        match self {
            Self::Sync(
                Sync::Monitor(address)
                | Sync::Variable(address)
                | Sync::Class(address)
                | Sync::Interrupt(address),
            ) => Some(address),
            Self::Thread(_)
            | Self::Sync(Sync::Thread(_) | Sync::ReleaseFence(_) | Sync::AcquireFence(_)) => None,
        }
    }
}

/// The live threads among owners numbered from zero, by their numbers.
pub(crate) fn acting(owners: impl Iterator<Item = Owner>, names: &dyn Canonical) -> Vec<usize> {
    let acts = |owner| matches!(owner, Owner::Thread(thread) if names.thread(thread).is_some());
    owners.enumerate().filter(|(_, owner)| acts(*owner)).map(|(number, _)| number).collect()
}

/// A lockset: a number in [`Writer::sets`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Knowing(u32);

/// Bits of a word that no name of a variable has.
const KIND: u32 = 60;

/// Writes a summary; keeps its memory from one to the next.
#[derive(Default)]
pub(crate) struct Writer {
    /// Owners in some lockset that matters, in the order of their canonical names.
    knowing: Vec<(u64, usize)>,
    /// Locksets by the one without their last owner, and that owner.
    sets: FxHashMap<(Knowing, usize), Knowing>,
    /// The inverse; the first is the empty set.
    made_of: Vec<(Knowing, usize)>,
    /// Locksets and accesses.
    accesses: Vec<(Knowing, u64)>,
}

impl Writer {
    /// Enters an owner that is in the lockset of an access to be written, with the detector's
    /// number.
    pub(crate) fn knows(&mut self, owner: Owner, number: usize, names: &dyn Canonical) {
        let name = match owner {
            Owner::Thread(thread) => names.thread(thread),
            Owner::Sync(sync) => names.sync(sync),
        };
        self.knowing.extend(name.map(|name| (name, number)));
    }

    /// The owners entered, by the detector's numbers, in the order in which they are added to sets.
    pub(crate) fn knowing(&mut self) -> impl Iterator<Item = usize> {
        self.knowing.sort_unstable();
        self.made_of.push((Knowing::default(), usize::MAX));
        self.knowing.iter().map(|(_, number)| *number)
    }

    /// A lockset with one more owner: the one at that place in the order, behind all in it.
    pub(crate) fn with(&mut self, set: Knowing, one: usize) -> Knowing {
        let made_of = &mut self.made_of;
        *self.sets.entry((set, one)).or_insert_with(|| {
            made_of.push((set, one));
            Knowing(made_of.len() as u32 - 1)
        })
    }

    /// Enters an access whose lockset lacks a live thread.
    pub(crate) fn access(
        &mut self,
        variable: Address,
        kind: u64,
        known_by: Knowing,
        names: &dyn Canonical,
    ) {
        let name = names.variable(variable);
        self.accesses.extend(name.map(|name| (known_by, name | kind << KIND)));
    }

    /// Writes what was entered.
    pub(crate) fn write(&mut self, into: &mut Vec<u64>) {
        self.accesses.sort_unstable();
        self.accesses.dedup();
        let groups = self.accesses.chunk_by(|(one, _), (other, _)| one == other);
        let mut groups: Vec<(Vec<u64>, &[(Knowing, u64)])> =
            groups.map(|group| (self.names_of(group[0].0), group)).collect();
        groups.sort_unstable();
        for (known_by, group) in groups {
            into.push(known_by.len() as u64);
            into.extend(known_by);
            into.push(group.len() as u64);
            into.extend(group.iter().map(|(_, access)| *access));
        }
        self.knowing.clear();
        self.sets.clear();
        self.made_of.clear();
        self.accesses.clear();
    }

    fn names_of(&self, mut set: Knowing) -> Vec<u64> {
        let mut names = Vec::new();
        while set != Knowing::default() {
            let (less, one) = self.made_of[set.0 as usize];
            names.push(self.knowing[one].0);
            set = less;
        }
        names.reverse();
        names
    }
}

/// The summary of a detector by its matrix: whether an owner is in the lockset of an access.
pub(crate) fn write(
    owners: &[Owner],
    accesses: impl Iterator<Item = (Address, u64)>,
    knows: impl Fn(usize, usize) -> bool,
    names: &dyn Canonical,
    into: &mut Vec<u64>,
) {
    let mut writer = Writer::default();
    owners.iter().enumerate().for_each(|(number, owner)| writer.knows(*owner, number, names));
    let knowing: Vec<usize> = writer.knowing().collect();
    let acting = acting(owners.iter().copied(), names);
    for (number, (variable, kind)) in accesses.enumerate() {
        if !acting.iter().all(|thread| knows(*thread, number)) {
            let known_by = knowing.iter().enumerate().filter(|(_, owner)| knows(**owner, number));
            let set = known_by.fold(Knowing::default(), |set, (one, _)| writer.with(set, one));
            writer.access(variable, kind, set, names);
        }
    }
    writer.write(into);
}

/// Accesses of a summary with one lockset.
struct Group<'a> {
    known_by: &'a [u64],
    accesses: &'a [u64],
}

fn groups(mut words: &[u64]) -> impl Iterator<Item = Group<'_>> {
    std::iter::from_fn(move || {
        let (known_by, rest) = counted(words)?;
        let (accesses, rest) = counted(rest)?;
        words = rest;
        Some(Group { known_by, accesses })
    })
}

/// So many words as the first one says, and the rest.
fn counted(words: &[u64]) -> Option<(&[u64], &[u64])> {
    let (count, rest) = words.split_first()?;
    rest.split_at_checked(*count as usize)
}

/// The rule of [`raceproof_base::Listener::covers`]: for each present access a visited summary
/// has one of the same variable and kind, with a subset of its lockset. What races with the present
/// one, would have raced with that.
pub(crate) fn covers(visited: &[&[u64]], present: &[u64]) -> bool {
    let earlier: Vec<Group<'_>> = visited.iter().flat_map(|summary| groups(summary)).collect();
    groups(present).all(|now| {
        let mut left: Vec<u64> = Vec::new();
        let mut is_first = true;
        for group in earlier.iter().filter(|group| is_subset(group.known_by, now.known_by)) {
            let open = if is_first { now.accesses } else { &left };
            left = without(open, group.accesses);
            is_first = false;
            if left.is_empty() {
                return true;
            }
        }
        false
    })
}

/// The difference of two sorted lists.
fn without(list: &[u64], other: &[u64]) -> Vec<u64> {
    let mut other = other.iter().peekable();
    let is_left = |word: &&u64| {
        while other.next_if(|next| next < word).is_some() {}
        other.peek() != Some(word)
    };
    list.iter().filter(is_left).copied().collect()
}

/// Of sorted lists.
fn is_subset(few: &[u64], many: &[u64]) -> bool {
    let mut many = many.iter();
    few.len() <= many.len() && few.iter().all(|one| many.any(|other| other == one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_base::AsIs;

    /// The summary of accesses by thread 1, each known to some of the threads 1 to 4, of which all
    /// are alive.
    fn summary(accesses: &[(u64, &[u32])]) -> Vec<u64> {
        let mut words = Vec::new();
        let owners: Vec<Owner> = (1..=4).map(|thread| Owner::Thread(ThreadId(thread))).collect();
        let knows = |owner: usize, access: usize| accesses[access].1.contains(&(owner as u32 + 1));
        write(
            &owners,
            accesses.iter().map(|(variable, _)| (Address(*variable), 1)),
            knows,
            &AsIs,
            &mut words,
        );
        words
    }

    #[test]
    fn who_knows_more_is_covered() {
        let little = summary(&[(8, &[1]), (16, &[1, 3])]);
        let more = summary(&[(8, &[1, 2]), (16, &[1, 3, 4])]);
        let covers = |visited: &Vec<u64>, present: &Vec<u64>| covers(&[visited], present);
        assert!(covers(&little, &more) && !covers(&more, &little) && covers(&more, &more));
        let other = summary(&[(8, &[2])]);
        assert!(!covers(&little, &other), "neither knows what the other does");
        assert!(covers(&little, &summary(&[])) && !covers(&summary(&[]), &little));
        assert!(!covers(&summary(&[(8, &[1])]), &summary(&[(16, &[1])])), "other variables");
    }

    #[test]
    fn each_access_is_covered_by_itself() {
        let (one, other) =
            (summary(&[(8, &[1]), (16, &[1, 2])]), summary(&[(8, &[1, 2]), (16, &[2])]));
        let (least, most) =
            (summary(&[(8, &[1]), (16, &[2])]), summary(&[(8, &[1, 3]), (16, &[2, 3])]));
        assert!(covers(&[&one, &other], &least) && covers(&[&one, &other], &most));
        for visited in [&one, &other] {
            assert!(!covers(&[visited], &least) && !covers(&[visited], &most));
        }
        let meet = summary(&[(8, &[]), (16, &[2])]);
        assert!(!covers(&[&one, &other, &most], &meet), "nothing was explored from that");
    }

    #[test]
    fn several_groups_cover_one() {
        let present = summary(&[(8, &[1, 2]), (16, &[1, 2])]);
        for (one, other) in [(8, 16), (16, 8)] {
            assert!(covers(&[&summary(&[(one, &[1]), (other, &[2])])], &present));
            assert!(!covers(&[&summary(&[(one, &[1]), (24, &[2])])], &present));
        }
    }

    #[test]
    fn a_read_covers_no_write() {
        let of = |kind: u64| {
            let (owners, mut words) = ([Owner::Thread(ThreadId(1))], Vec::new());
            write(&owners, [(Address(8), kind)].into_iter(), |_, _| false, &AsIs, &mut words);
            words
        };
        let covers = |visited: u64, present: u64| covers(&[&of(visited)], &of(present));
        assert!(covers(1, 1) && !covers(1, 3) && !covers(3, 1));
    }

    #[test]
    fn what_everybody_knows_is_left_out() {
        assert_eq!(summary(&[(8, &[1, 2, 3, 4])]), []);
        assert_eq!(summary(&[(16, &[1]), (8, &[2])]), summary(&[(8, &[2]), (16, &[1])]));
    }
}
