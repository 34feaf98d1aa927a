//! The visits of states, and what follows each: Tarjan's algorithm (1972) over the graph of explored
//! steps, since of states on a cycle the same follows.
//!
//! It differs from `components.rs`, which judges livelocks, in that a state may be visited more than
//! once (a detector knows more then), each time with steps of its own. Which of the visits covers
//! one that is pruned is not known: it is taken as one of the lowest that is open, and of all that
//! are closed.

use super::uses::SetOfUses;
use crate::bytes::Bytes;
use crate::interned::Interned;
use rustc_hash::FxHashMap;

/// A visit whose component is not complete.
struct Open {
    key: u128,
    /// The lowest open visit that is known to be reached from it.
    low: u32,
}

/// What is known of a state.
#[derive(Clone, Copy, Default)]
struct Record {
    /// What follows its closed visits, by number.
    after: Option<u32>,
    /// Executions end there.
    is_end: bool,
    /// Its lowest open visit.
    open: Option<u32>,
}

/// What follows a state that is met again.
pub(super) struct Met {
    /// By number; none if no visit is closed.
    pub(super) after: Option<u32>,
    pub(super) is_end: bool,
    /// The lowest open visit that is known to be reached from it, if one of its own is open.
    pub(super) open: Option<u32>,
}

#[derive(Default)]
pub(super) struct Visits {
    records: FxHashMap<u128, Record>,
    open: Vec<Open>,
    sets: Sets,
}

/// Sets of uses, kept once. Those of neighbouring states differ in little, so they share parts.
#[derive(Default)]
struct Sets {
    parts: Interned<u64>,
    /// Of each set its parts.
    sets: Interned<u32>,
}

/// Words in a part.
const PART: usize = 8;

impl Sets {
    fn number(&mut self, set: &SetOfUses) -> u32 {
        let parts: Vec<u32> =
            set.words().chunks(PART).map(|part| self.parts.number(part)).collect();
        self.sets.number(&parts)
    }

    fn get(&self, number: u32) -> SetOfUses {
        let parts = self.sets.get(number).iter();
        SetOfUses::of(parts.flat_map(|part| self.parts.get(*part)).copied().collect())
    }
}

impl Visits {
    /// A state is expanded. Answers the number of the visit.
    pub(super) fn enter(&mut self, key: u128) -> u32 {
        let visit = self.open.len() as u32;
        self.open.push(Open { key, low: visit });
        self.records.entry(key).or_default().open.get_or_insert(visit);
        visit
    }

    /// A state is met that is not expanded again.
    pub(super) fn meet(&self, key: u128) -> Met {
        let Record { after, is_end, open } = self.records.get(&key).copied().unwrap_or_default();
        let root = open.map(|mut visit| {
            while self.open[visit as usize].low < visit {
                visit = self.open[visit as usize].low;
            }
            visit
        });
        Met { after, is_end, open: root }
    }

    /// From one open visit, the other is reached.
    pub(super) fn joins(&mut self, from: u32, to: u32) {
        let from = &mut self.open[from as usize];
        from.low = from.low.min(to);
    }

    /// Executions end in a state.
    pub(super) fn ends(&mut self, key: u128, after: &SetOfUses) {
        self.close(key, after);
        self.records.entry(key).or_default().is_end = true;
    }

    /// A visit that another one has led to is over; `after` is what follows it, and all visits that
    /// are reached from it and open.
    pub(super) fn leave(&mut self, visit: u32, from: Option<u32>, after: &SetOfUses) {
        let low = self.open[visit as usize].low;
        if low < visit {
            if let Some(from) = from {
                self.joins(from, low);
            }
            return;
        }
        for (closed, number) in self.open.split_off(visit as usize).into_iter().zip(visit..) {
            self.close(closed.key, after);
            let record = self.records.entry(closed.key).or_default();
            record.open = record.open.filter(|lowest| *lowest != number);
        }
    }

    fn close(&mut self, key: u128, after: &SetOfUses) {
        let before = self.records.get(&key).and_then(|record| record.after);
        let number = match before {
            None => self.sets.number(after),
            Some(before) => {
                let mut both = self.sets.get(before);
                both.join(after);
                self.sets.number(&both)
            }
        };
        self.records.entry(key).or_default().after = Some(number);
    }

    /// A set of uses by its number.
    pub(super) fn after(&self, number: u32) -> SetOfUses {
        self.sets.get(number)
    }

    /// Bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        let Sets { parts, sets } = &self.sets;
        self.records.bytes() + self.open.bytes() + parts.bytes() + sets.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(numbers: &[u32]) -> SetOfUses {
        let mut set = SetOfUses::default();
        numbers.iter().for_each(|number| set.add(*number));
        set
    }

    fn known(visits: &Visits, key: u128) -> Option<SetOfUses> {
        visits.meet(key).after.map(|number| visits.after(number))
    }

    #[test]
    fn what_follows_a_visit_is_known_when_it_is_over() {
        let mut visits = Visits::default();
        let (one, two) = (visits.enter(1), visits.enter(2));
        assert_eq!((visits.meet(2).open, known(&visits, 2)), (Some(two), None));
        visits.leave(two, Some(one), &set(&[700]));
        assert_eq!((visits.meet(2).open, known(&visits, 2)), (None, Some(set(&[700]))));
        assert_eq!((visits.meet(1).open, known(&visits, 1)), (Some(one), None));
    }

    /// 1 leads to 2, that to 3, and this to 2; later 3 is met from 4, behind 1, and so is 1.
    #[test]
    fn a_cycle_is_over_with_its_lowest_visit() {
        let mut visits = Visits::default();
        let (one, two, three) = (visits.enter(1), visits.enter(2), visits.enter(3));
        visits.joins(three, visits.meet(2).open.unwrap());
        visits.leave(three, Some(two), &set(&[3]));
        assert_eq!(visits.meet(3).open, Some(two), "which can be reached from it");
        let four = visits.enter(4);
        visits.joins(four, visits.meet(1).open.unwrap());
        visits.leave(four, Some(two), &set(&[4]));
        assert_eq!(visits.meet(4).open, Some(one));
        visits.leave(two, Some(one), &set(&[2, 3, 4]));
        assert_eq!((visits.meet(3).open, known(&visits, 3)), (Some(one), None));
        visits.leave(one, None, &set(&[1, 2, 3, 4]));
        for state in 1..=4 {
            assert_eq!(known(&visits, state), Some(set(&[1, 2, 3, 4])));
        }
    }

    /// A state that is explored again, because a detector knows more, inside what follows it.
    #[test]
    fn the_lowest_visit_of_a_state_stays_open() {
        let mut visits = Visits::default();
        let (low, between, high) = (visits.enter(1), visits.enter(2), visits.enter(1));
        visits.leave(high, Some(between), &set(&[1]));
        assert_eq!((visits.meet(1).open, known(&visits, 1)), (Some(low), Some(set(&[1]))));
        visits.leave(between, Some(low), &set(&[1, 2]));
        visits.leave(low, None, &set(&[90]));
        assert_eq!((visits.meet(1).open, known(&visits, 1)), (None, Some(set(&[1, 90]))));
    }

    #[test]
    fn ends_are_told_with_what_threads_could_not_do() {
        let mut visits = Visits::default();
        visits.ends(5, &set(&[7]));
        assert!(visits.meet(5).is_end && !visits.meet(6).is_end);
        assert_eq!(known(&visits, 5), Some(set(&[7])));
    }

    #[test]
    fn sets_share_their_parts() {
        let mut sets = Sets::default();
        let all: Vec<u32> = (0..5_000).collect();
        let numbers: Vec<u32> = (0..100).map(|less| sets.number(&set(&all[less..]))).collect();
        assert_eq!(sets.get(numbers[99]), set(&all[99..]));
        assert!(sets.parts.bytes() < 20_000, "{}", sets.parts.bytes());
    }
}
