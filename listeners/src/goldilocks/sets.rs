//! The locksets of Goldilocks, as interned bit sets.

use crate::summary::Owner;
use raceproof_base::{Address, Sync};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::rc::Rc;

/// An interned set of owners: equal numbers are equal sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Lockset(usize);

/// The empty one.
pub(super) const NOBODY: Lockset = Lockset(0);

/// An owner in a set, by the number of its bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Bit(usize);

/// All owners and all their sets met so far: interning tables, which going back does not undo.
pub(super) struct Sets {
    pub(super) bits: BTreeMap<Owner, Bit>,
    /// The last word of a set is not zero, so that equal sets are equal words.
    pub(super) words: Vec<Rc<[u64]>>,
    names: HashMap<Rc<[u64]>, Lockset>,
    with: HashMap<(Lockset, Bit), Lockset>,
}

impl Default for Sets {
    fn default() -> Self {
        let mut sets = Self {
            bits: BTreeMap::new(),
            words: Vec::new(),
            names: HashMap::new(),
            with: HashMap::new(),
        };
        sets.intern(Vec::new());
        sets
    }
}

impl Sets {
    pub(super) fn bit(&mut self, owner: Owner) -> Bit {
        let next = Bit(self.bits.len());
        *self.bits.entry(owner).or_insert(next)
    }

    /// The carriers of edges whose address lies in some memory.
    pub(super) fn carriers(&self, memory: &Range<Address>) -> Vec<Bit> {
        let of = |carrier: fn(Address) -> Sync| {
            let owners = Owner::Sync(carrier(memory.start))..Owner::Sync(carrier(memory.end));
            self.bits.range(owners).map(|(_, bit)| *bit)
        };
        [Sync::Monitor, Sync::Variable, Sync::Class, Sync::Interrupt]
            .into_iter()
            .flat_map(of)
            .collect()
    }

    fn intern(&mut self, mut words: Vec<u64>) -> Lockset {
        words.truncate(words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1));
        *self.names.entry(words.into()).or_insert_with_key(|words| {
            self.words.push(Rc::clone(words));
            Lockset(self.words.len() - 1)
        })
    }

    pub(super) fn contains(&self, set: Lockset, bit: Bit) -> bool {
        self.words[set.0].get(bit.0 / 64).is_some_and(|word| word >> (bit.0 % 64) & 1 == 1)
    }

    pub(super) fn with(&mut self, set: Lockset, bit: Bit) -> Lockset {
        if let Some(with) = self.with.get(&(set, bit)) {
            return *with;
        }
        let mut words = self.words[set.0].to_vec();
        words.resize(words.len().max(bit.0 / 64 + 1), 0);
        words[bit.0 / 64] |= 1 << (bit.0 % 64);
        let with = self.intern(words);
        self.with.insert((set, bit), with);
        with
    }

    pub(super) fn without(&mut self, set: Lockset, bits: &[Bit]) -> Lockset {
        let mut words = self.words[set.0].to_vec();
        for bit in bits.iter().filter(|bit| self.contains(set, **bit)) {
            words[bit.0 / 64] &= !(1 << (bit.0 % 64));
        }
        self.intern(words)
    }

    #[cfg(test)]
    pub(super) fn owners(&self, set: Lockset) -> Vec<Owner> {
        let all = self.bits.iter();
        all.filter(|(_, bit)| self.contains(set, **bit)).map(|(owner, _)| *owner).collect()
    }
}
