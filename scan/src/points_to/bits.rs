//! A set of small numbers: sorted blocks of 64 bits. Most sets are small and their members lie
//! close together.

/// A set of numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Bits {
    /// Number of the block and its bits, none of them empty, by number.
    blocks: Vec<(u32, u64)>,
}

impl Bits {
    /// Adds a number; says whether it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let (block, bit) = (number / 64, 1 << (number % 64));
        match self.blocks.binary_search_by_key(&block, |(block, _)| *block) {
            Ok(at) => {
                let is_new = self.blocks[at].1 & bit == 0;
                self.blocks[at].1 |= bit;
                is_new
            }
            Err(at) => {
                self.blocks.insert(at, (block, bit));
                true
            }
        }
    }

    /// Whether a number is in it.
    #[must_use]
    pub fn contains(&self, number: u32) -> bool {
        let found = self.blocks.binary_search_by_key(&(number / 64), |(block, _)| *block);
        found.is_ok_and(|at| self.blocks[at].1 & (1 << (number % 64)) != 0)
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.blocks.iter().map(|(_, bits)| bits.count_ones() as usize).sum()
    }

    /// Them, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.blocks.iter().flat_map(|(block, bits)| {
            let (mut rest, base) = (*bits, block * 64);
            std::iter::from_fn(move || {
                let next = (rest != 0).then(|| base + rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(next)
            })
        })
    }

    /// Whether some number is in both.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        let (mut one, mut two) = (0, 0);
        while let (Some((block, bits)), Some((others, other))) =
            (self.blocks.get(one), other.blocks.get(two))
        {
            if block == others && bits & other != 0 {
                return true;
            }
            one += usize::from(block <= others);
            two += usize::from(others <= block);
        }
        false
    }

    /// The numbers that are in both.
    #[must_use]
    pub fn common(&self, other: &Self) -> Self {
        let mut blocks = Vec::new();
        let mut others = other.blocks.iter().peekable();
        for (block, bits) in &self.blocks {
            while others.next_if(|(number, _)| number < block).is_some() {}
            if let Some((_, other)) = others.next_if(|(number, _)| number == block)
                && bits & other != 0
            {
                blocks.push((*block, bits & other));
            }
        }
        Self { blocks }
    }

    /// The numbers that are in this alone.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut others = other.blocks.iter().peekable();
        let left = self.blocks.iter().filter_map(|(block, bits)| {
            while others.next_if(|(number, _)| number < block).is_some() {}
            let gone = others.next_if(|(number, _)| number == block).map_or(0, |(_, other)| *other);
            (bits & !gone != 0).then_some((*block, bits & !gone))
        });
        Self { blocks: left.collect() }
    }

    /// Adds all of another set, and those that are new to a third; says whether there were any.
    pub fn add_all(&mut self, more: &Self, new: &mut Self) -> bool {
        let mut added = Vec::new();
        let mut at = 0;
        for (block, bits) in &more.blocks {
            while self.blocks.get(at).is_some_and(|(other, _)| other < block) {
                at += 1;
            }
            let known = self
                .blocks
                .get(at)
                .filter(|(other, _)| other == block)
                .map_or(0, |(_, bits)| *bits);
            if bits & !known != 0 {
                added.push((*block, bits & !known));
            }
        }
        if added.is_empty() {
            return false;
        }
        self.unite(&added);
        if new.blocks.is_empty() {
            new.blocks = added;
        } else {
            new.unite(&added);
        }
        true
    }

    /// Adds blocks, in place where none of them is new.
    fn unite(&mut self, more: &[(u32, u64)]) {
        let mut missing = 0;
        let mut at = 0;
        for (block, bits) in more {
            while self.blocks.get(at).is_some_and(|(other, _)| other < block) {
                at += 1;
            }
            match self.blocks.get_mut(at).filter(|(other, _)| other == block) {
                Some((_, own)) => *own |= bits,
                None => missing += 1,
            }
        }
        if missing == 0 {
            return;
        }
        let mut united = Vec::with_capacity(self.blocks.len() + missing);
        let mut own = self.blocks.iter().copied().peekable();
        for (block, bits) in more.iter().copied() {
            while let Some(before) = own.next_if(|(other, _)| *other < block) {
                united.push(before);
            }
            united.push(own.next_if(|(other, _)| *other == block).unwrap_or((block, bits)));
        }
        united.extend(own);
        self.blocks = united;
    }
}

impl Extend<u32> for Bits {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, numbers: I) {
        for number in numbers {
            self.insert(number);
        }
    }
}

impl FromIterator<u32> for Bits {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Self {
        let mut bits = Self::default();
        for number in numbers {
            bits.insert(number);
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Random sets against the standard library's.
    #[test]
    fn it_is_a_set() {
        let mut seed = 7_u64;
        let mut random = move |below: u32| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as u32 % below
        };
        for round in 0..2_000 {
            let (size, range) = (random(40), [50, 300, 5_000][round % 3]);
            let mut sets: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); 3];
            for _ in 0..size {
                sets[random(3) as usize].insert(random(range));
            }
            let mut bits: Vec<Bits> =
                sets.iter().map(|set| set.iter().copied().collect()).collect();
            assert_eq!(bits[0].meets(&bits[1]), !sets[0].is_disjoint(&sets[1]));
            assert!(bits[0].common(&bits[1]).iter().eq(sets[0].intersection(&sets[1]).copied()));
            assert!(bits[0].without(&bits[1]).iter().eq(sets[0].difference(&sets[1]).copied()));
            let (one, mut new) = (bits[1].clone(), std::mem::take(&mut bits[2]));
            let expected_new: BTreeSet<u32> =
                sets[1].difference(&sets[0]).chain(&sets[2]).copied().collect();
            assert_eq!(bits[0].add_all(&one, &mut new), !sets[1].is_subset(&sets[0]));
            assert_eq!(new.iter().collect::<BTreeSet<_>>(), expected_new);
            let union: Vec<u32> = sets[0].union(&sets[1]).copied().collect();
            assert_eq!(
                (bits[0].iter().collect::<Vec<_>>(), bits[0].len()),
                (union.clone(), union.len())
            );
            assert!((0..range).all(|number| bits[0].contains(number) == union.contains(&number)));
            assert_eq!(bits[0].is_empty(), union.is_empty());
            assert!(union.iter().all(|number| !bits[0].insert(*number)));
        }
    }
}
