//! The visited set of a stateful search: a hash table of 128-bit fingerprints (hash compaction).
//!
//! Open addressing with linear probing; a slot is a fingerprint (16 bytes), and beside it the depth
//! (4 bytes) if there is a limit of depth. Between a half and four fifths of the slots are filled:
//! 20 to 30 bytes a state, 25 to 38 with depths. The table is cut into shards that grow one at a
//! time, so that growing never needs as much memory again as there is.

use crate::bytes::Bytes;
use raceproof_base::Fingerprint;
use raceproof_base::fold;

/// The answer to a state that has been reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meeting {
    /// It was never reached before.
    New,
    /// It was reached before, but at this greater depth, from which less was within the limit.
    Nearer(u64),
    /// It was reached before, at no greater depth.
    Covered,
}

/// The states seen so far.
pub(crate) struct VisitedSet {
    shards: Vec<Shard>,
    with_depths: bool,
    /// The depth of the state whose fingerprint is zero, which stands for an empty slot in the
    /// shards.
    zero: Option<u32>,
}

#[derive(Default)]
struct Shard {
    keys: Vec<u128>,
    depths: Vec<u32>,
    filled: usize,
}

const SHARD_BITS: u32 = 6;
const SMALLEST: usize = 16;

impl VisitedSet {
    /// An empty table. Depths cost a quarter more memory, and matter only to a search that has a
    /// limit of depth and does not reach states by their shortest path first.
    pub(crate) fn new(with_depths: bool) -> Self {
        Self {
            shards: (0..1 << SHARD_BITS).map(|_| Shard::default()).collect(),
            with_depths,
            zero: None,
        }
    }

    /// Enters a state, and says whether it was there.
    pub(crate) fn meet(&mut self, Fingerprint(key): Fingerprint, depth: u64) -> Meeting {
        // A path of four thousand million transitions fits in no memory.
        let depth = u32::try_from(depth).unwrap_or(u32::MAX);
        if key == 0 {
            return match &mut self.zero {
                Some(before) if self.with_depths => lower(before, depth),
                Some(_) => Meeting::Covered,
                none => {
                    *none = Some(depth);
                    Meeting::New
                }
            };
        }
        self.shards[(fold(key) >> (64 - SHARD_BITS)) as usize].meet(key, depth, self.with_depths)
    }

    /// Bytes of memory it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.shards.iter().map(|shard| shard.keys.bytes() + shard.depths.bytes()).sum()
    }
}

impl Shard {
    fn meet(&mut self, key: u128, depth: u32, with_depths: bool) -> Meeting {
        if self.filled * 5 >= self.keys.len() * 4 {
            self.grow(with_depths);
        }
        let slot = self.slot(key);
        if self.keys[slot] != key {
            self.put(slot, key, depth);
            self.filled += 1;
            Meeting::New
        } else if with_depths {
            lower(&mut self.depths[slot], depth)
        } else {
            Meeting::Covered
        }
    }

    /// Where a fingerprint is, or is to be entered.
    fn slot(&self, key: u128) -> usize {
        // The bits below those that chose the shard, scaled to the table.
        let mut slot =
            ((u128::from(fold(key) << SHARD_BITS) * self.keys.len() as u128) >> 64) as usize;
        while self.keys[slot] != 0 && self.keys[slot] != key {
            slot += 1;
            if slot == self.keys.len() {
                slot = 0;
            }
        }
        slot
    }

    fn put(&mut self, slot: usize, key: u128, depth: u32) {
        self.keys[slot] = key;
        if let Some(place) = self.depths.get_mut(slot) {
            *place = depth;
        }
    }

    fn grow(&mut self, with_depths: bool) {
        let slots = (self.keys.len() / 2 * 3).max(SMALLEST);
        let keys = std::mem::replace(&mut self.keys, vec![0; slots]);
        let depths =
            std::mem::replace(&mut self.depths, vec![0; if with_depths { slots } else { 0 }]);
        for (old, key) in keys.into_iter().enumerate().filter(|&(_, key)| key != 0) {
            let slot = self.slot(key);
            self.put(slot, key, depths.get(old).copied().unwrap_or(0));
        }
    }
}

/// A state seen before at some depth is reached at another.
fn lower(before: &mut u32, depth: u32) -> Meeting {
    if depth < *before {
        Meeting::Nearer(u64::from(std::mem::replace(before, depth)))
    } else {
        Meeting::Covered
    }
}

#[cfg(test)]
mod tests {
    use super::{Meeting, VisitedSet};
    use crate::SplitMix;
    use raceproof_base::Fingerprint;
    use std::collections::BTreeMap;

    #[test]
    fn agrees_with_a_map() {
        for with_depths in [false, true] {
            let mut random = SplitMix::new(7);
            let mut table = VisitedSet::new(with_depths);
            let mut map = BTreeMap::new();
            for _ in 0..200_000 {
                // Small numbers, numbers that differ in their upper half only, and zero in both.
                let key = u128::from(random.below(30_000)) << (64 * random.below(2));
                let depth = random.below(100);
                let expected = match map.get(&key) {
                    None => Meeting::New,
                    Some(&before) if with_depths && depth < before => Meeting::Nearer(before),
                    Some(_) => Meeting::Covered,
                };
                if expected != Meeting::Covered {
                    map.insert(key, depth);
                }
                assert_eq!(table.meet(Fingerprint(key), depth), expected);
            }
        }
    }

    #[test]
    fn forty_bytes_a_state_are_enough_at_any_size() {
        for (with_depths, least, most) in [(false, 20, 32), (true, 25, 40)] {
            let mut table = VisitedSet::new(with_depths);
            for states in 1..=1_000_000 {
                table.meet(Fingerprint(u128::from(states)), 0);
                assert!(
                    states < 10_000
                        || states % 101 > 0
                        || (least * states..=most * states).contains(&table.bytes()),
                    "{} bytes for {states}",
                    table.bytes()
                );
            }
        }
    }
}
