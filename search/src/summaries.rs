//! The visited set of a search with a race detector: states with the detector's summaries.
//!
//! Two paths may reach one state of the program with different happens-before. The second visit is
//! pruned only if the summaries of earlier ones *cover* its own ([`Listener::covers`]). Otherwise
//! the state is explored again, and its summary is kept beside theirs.
//!
//! One earlier visit may cover some of its accesses, and another one the rest. For what comes of an
//! access along a continuation, its own lockset decides, and no other access: an edge passes on who
//! knows of it, whatever else they know. So each race of an access with a later one is shown where
//! that access, or one that fewer know of, was visited: by the continuation there, of which each
//! step leads to a visit that was explored or is covered in its turn, access by access, with less of
//! the continuation left.
//!
//! Their meet instead is unsound. Say `x` was written, T2 goes on with `f = true` (volatile), and
//! T1 with `if (f) r = x;`. No race follows a visit in which the write happens before T1's next
//! step, nor one in which it happens before T2's, since `f` orders it before `r = x`. After a third
//! visit, in which it happens before neither, `r = x` races; the meet of the first two covers it.
//!
//! Summaries are interned; a state's visits are their numbers, each with its depth.
//!
//! [`Listener::covers`]: raceproof_base::Listener::covers

use crate::bytes::Bytes;
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
    /// Earlier visits cover this one.
    Covered,
    /// It was reached before, but no earlier visits cover this one. Of the visits that this one
    /// covers, so many were pruned at the limit of depth.
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
    /// Enters a visit, unless earlier ones cover it, at no greater depth if depth is limited; drops
    /// those that it covers.
    pub(crate) fn meet(
        &mut self,
        Fingerprint(key): Fingerprint,
        summary: &[u64],
        depth: u64,
        limit: Option<u64>,
        covers: impl Fn(&[&[u64]], &[u64]) -> bool,
    ) -> Novelty {
        let depth = limit.map_or(0, |_| u32::try_from(depth).unwrap_or(u32::MAX));
        let visit = Visit { summary: self.summaries.number(summary), depth };
        let Some(first) = self.visits.get_mut(&key) else {
            self.visits.insert(key, visit);
            return Novelty::New;
        };
        let others = self.more.get(&key).map_or(&[][..], Vec::as_slice);
        let all = std::iter::once(&*first).chain(others);
        let near = all.clone().filter(|earlier| earlier.depth <= depth);
        if near.clone().any(|earlier| earlier.summary == visit.summary) {
            return Novelty::Covered;
        }
        let knowledge = |visit: &Visit| self.summaries.get(visit.summary);
        let known: Vec<&[u64]> = near.map(knowledge).collect();
        if !known.is_empty() && covers(&known, summary) {
            return Novelty::Covered;
        }
        let mut left: Vec<Visit> = all.copied().collect();
        let is_cut = |visit: &Visit| limit.is_some_and(|limit| u64::from(visit.depth) >= limit);
        let cut_before = left.iter().filter(|visit| is_cut(visit)).count();
        let is_needless = |earlier: &Visit| {
            depth <= earlier.depth
                && (earlier.summary == visit.summary || covers(&[summary], knowledge(earlier)))
        };
        left.retain(|earlier| !is_needless(earlier));
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
        // Of those that have more, most have two more.
        let more = self.more.len() * 2 * size_of::<Visit>();
        self.visits.bytes() + self.more.bytes() + more as u64 + self.summaries.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix;

    /// Summaries as the locksets of two accesses, four bits each: of which fewer know, finds more.
    fn subset(visited: &[&[u64]], present: &[u64]) -> bool {
        let is_known = |access: u64| visited.iter().any(|v| v[0] & !present[0] & access == 0);
        is_known(0b1111) && is_known(0b1111_0000)
    }

    #[test]
    fn agrees_with_a_list_of_all_visits() {
        let mut random = SplitMix::new(3);
        let mut table = Summaries::default();
        let mut all: Vec<(u128, u64, u64)> = Vec::new();
        for _ in 0..20_000 {
            let key = u128::from(random.below(200));
            let (summary, depth) = (random.below(256), random.below(6));
            let seen = all.iter().any(|(k, ..)| *k == key);
            let near = all.iter().filter(|(k, _, d)| *k == key && *d <= depth);
            let covered = [0b1111, 0b1111_0000]
                .into_iter()
                .all(|access| near.clone().any(|(_, s, _)| s & !summary & access == 0));
            let known = table.meet(Fingerprint(key), &[summary], depth, Some(5), subset);
            match known {
                Novelty::New => assert!(!seen),
                Novelty::Covered => assert!(covered),
                Novelty::Again(_) => assert!(seen && !covered),
            }
            all.push((key, summary, depth));
        }
    }

    /// The example at the head of this file: the meet of two visits covers the third, they do not.
    #[test]
    fn a_visit_that_only_the_meet_of_others_covers_is_explored() {
        let mut table = Summaries::default();
        let mut meet = |summary| table.meet(Fingerprint(1), &[summary], 0, None, subset);
        assert_eq!(meet(0b0001), Novelty::New);
        assert_eq!(meet(0b0010), Novelty::Again(0));
        assert_eq!(meet(0b0000), Novelty::Again(0));
        assert_eq!(meet(0b0010), Novelty::Covered);
    }

    #[test]
    fn one_visit_covers_one_access_and_another_the_other() {
        let mut table = Summaries::default();
        let mut meet = |summary| table.meet(Fingerprint(1), &[summary], 0, None, subset);
        assert_eq!(meet(0b0011_0001), Novelty::New);
        assert_eq!(meet(0b0001_0011), Novelty::Again(0));
        assert_eq!(meet(0b0011_0011), Novelty::Covered);
        assert_eq!(meet(0b0001_0001), Novelty::Covered);
        assert_eq!(meet(0b0010_0001), Novelty::Again(0));
    }

    #[test]
    fn bytes_are_those_of_visits_and_summaries() {
        let mut table = Summaries::default();
        let visit = size_of::<(u128, Visit)>();
        for key in 0..1_000 {
            assert_eq!(table.meet(Fingerprint(key), &[0b11], 0, None, subset), Novelty::New);
        }
        assert!(crate::bytes::are_about(table.bytes(), 1_000 * visit));
        // Each state has two more, of summaries of its own.
        let more = visit + size_of::<(u128, Vec<Visit>)>() + 2 * size_of::<Visit>() + 3 * 8;
        for (key, bits) in (0..1_000).flat_map(|key| [(key, 0b01), (key, 0b10)]) {
            let summary = [0b100 | bits, key as u64, 0];
            let covers = |_: &[&[u64]], _: &[u64]| false;
            table.meet(Fingerprint(key), &summary, 0, None, covers);
        }
        assert!(crate::bytes::are_about(table.bytes(), 1_000 * more));
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
