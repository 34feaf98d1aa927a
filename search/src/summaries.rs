//! Which states have been explored with a detector's knowledge of what: architecture.md, "A
//! detector is part of the state".
//!
//! Two paths may reach one state of the program with different happens-before. The second need not
//! be followed only if a search from there finds nothing that the search after the first did not:
//! if the first one's summary *covers* it. Otherwise the state is explored again, and both
//! summaries are kept. Not their meet: of two searches that find no race, one may have been saved
//! by what one thread knew and the other by what another did, while a third path that knows neither
//! shows the race.
//!
//! Summaries are kept once, whoever has them; a state's are their numbers, each with the depth at
//! which it was met.

use crate::interned::Interned;
use raceproof_base::{Fingerprint, fold};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Fingerprints are spread already.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _bytes: &[u8]) {}

    fn write_u128(&mut self, key: u128) {
        self.0 = fold(key);
    }
}

/// A visit of a state: which summary, at which depth.
#[derive(Clone, Copy)]
struct Visit {
    summary: u32,
    depth: u32,
}

/// What is known about a state that has been reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Novelty {
    /// It was never reached before.
    New,
    /// An earlier visit covers this one.
    Covered,
    /// It was reached before, but this visit may find more. So many visits that it makes needless
    /// were at the depth `limit` or below.
    Again(u64),
}

/// The visits so far.
#[derive(Default)]
pub(crate) struct Summaries {
    summaries: Interned<u64>,
    visits: HashMap<u128, Visit, BuildHasherDefault<AsItIs>>,
    /// Where one visit is not all.
    more: HashMap<u128, Vec<Visit>, BuildHasherDefault<AsItIs>>,
}

impl Summaries {
    /// Enters a visit, unless an earlier one covers it. Without a limit of depth all depths are
    /// alike.
    pub(crate) fn meet(
        &mut self,
        Fingerprint(key): Fingerprint,
        summary: &[u64],
        depth: u64,
        limit: Option<u64>,
        covers: impl Fn(&[u64], &[u64]) -> bool,
    ) -> Novelty {
        let depth = limit.map_or(0, |_| u32::try_from(depth).unwrap_or(u32::MAX));
        let visit = Visit { summary: self.summaries.number(summary), depth };
        let Some(first) = self.visits.get_mut(&key) else {
            self.visits.insert(key, visit);
            return Novelty::New;
        };
        let summaries = &self.summaries;
        let makes_needless = |one: &Visit, other: &Visit| {
            let knowledge = |visit: &Visit| summaries.get(visit.summary);
            one.depth <= other.depth
                && (one.summary == other.summary || covers(knowledge(one), knowledge(other)))
        };
        let empty = Vec::new();
        let others = self.more.get(&key).unwrap_or(&empty);
        if makes_needless(first, &visit)
            || others.iter().any(|earlier| makes_needless(earlier, &visit))
        {
            return Novelty::Covered;
        }
        let mut left: Vec<Visit> = std::iter::once(*first).chain(others.iter().copied()).collect();
        let is_cut = |visit: &Visit| limit.is_some_and(|limit| u64::from(visit.depth) >= limit);
        let cut_before = left.iter().filter(|visit| is_cut(visit)).count();
        left.retain(|earlier| !makes_needless(&visit, earlier));
        let cut_now = left.iter().filter(|visit| is_cut(visit)).count();
        *first = visit;
        if left.is_empty() {
            self.more.remove(&key);
        } else {
            self.more.insert(key, left);
        }
        Novelty::Again((cut_before - cut_now) as u64)
    }

    /// Bytes of memory it takes.
    pub(crate) fn bytes(&self) -> u64 {
        let visits = self.visits.capacity() * (size_of::<(u128, Visit)>() + 1);
        let more =
            self.more.capacity() * (size_of::<(u128, Vec<Visit>)>() + 1 + 2 * size_of::<Visit>());
        (visits + more) as u64 + self.summaries.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix;

    /// Summaries as sets of bits: who knows less finds more.
    fn subset(visited: &[u64], present: &[u64]) -> bool {
        visited[0] & !present[0] == 0
    }

    #[test]
    fn agrees_with_a_list_of_all_visits() {
        let mut random = SplitMix::new(3);
        let mut table = Summaries::default();
        let mut all: Vec<(u128, u64, u64)> = Vec::new();
        for _ in 0..20_000 {
            let key = u128::from(random.below(200));
            let (summary, depth) = (random.below(32), random.below(6));
            let seen = all.iter().any(|(k, ..)| *k == key);
            let covered = all.iter().any(|(k, s, d)| *k == key && *d <= depth && s & !summary == 0);
            let known = table.meet(Fingerprint(key), &[summary], depth, Some(5), subset);
            match known {
                Novelty::New => assert!(!seen),
                Novelty::Covered => assert!(covered),
                Novelty::Again(_) => assert!(seen && !covered),
            }
            all.push((key, summary, depth));
        }
    }

    #[test]
    fn visits_at_the_limit_that_are_made_up_for_are_counted() {
        let mut table = Summaries::default();
        let mut meet =
            |summary, depth| table.meet(Fingerprint(1), &[summary], depth, Some(5), subset);
        assert_eq!(meet(0b111, 5), Novelty::New);
        assert_eq!(meet(0b110, 6), Novelty::Again(0));
        assert_eq!(meet(0b111, 7), Novelty::Covered);
        assert_eq!(meet(0b011, 3), Novelty::Again(1));
        assert_eq!(meet(0b010, 2), Novelty::Again(1));
    }
}
