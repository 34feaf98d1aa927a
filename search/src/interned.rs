//! Interned sequences: equal ones are kept once, under one number.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::rc::Rc;

/// All sequences interned so far.
pub(crate) struct Interned<T> {
    kept: Vec<Rc<[T]>>,
    numbers: FxHashMap<Rc<[T]>, u32>,
    /// In all of them together.
    items: usize,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Self { kept: Vec::new(), numbers: FxHashMap::default(), items: 0 }
    }
}

impl<T: Clone + Eq + Hash> Interned<T> {
    pub(crate) fn number(&mut self, items: &[T]) -> u32 {
        if let Some(number) = self.known(items) {
            return number;
        }
        let number = self.kept.len() as u32;
        let kept: Rc<[T]> = items.into();
        self.items += kept.len();
        self.kept.push(Rc::clone(&kept));
        self.numbers.insert(kept, number);
        number
    }

    /// The number of a sequence that was seen before.
    pub(crate) fn known(&self, items: &[T]) -> Option<u32> {
        self.numbers.get(items).copied()
    }

    pub(crate) fn get(&self, number: u32) -> &[T] {
        &self.kept[number as usize]
    }

    /// Bytes of memory it takes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.items * size_of::<T>() + self.kept.len() * 3 * size_of::<Rc<[T]>>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sequences_have_one_number() {
        let mut interned = Interned::default();
        assert_eq!(interned.known(&[1, 2]), None);
        let numbers = [&[1, 2][..], &[], &[1, 2], &[2, 1]].map(|items| interned.number(items));
        assert_eq!(numbers, [0, 1, 0, 2]);
        assert_eq!((interned.known(&[2, 1]), interned.get(2)), (Some(2), &[2, 1][..]));
    }

    #[test]
    fn bytes_are_those_of_items_and_numbers() {
        let mut interned = Interned::default();
        (0..1_000_u64).for_each(|number| _ = interned.number(&[number; 9]));
        assert!(crate::bytes::are_about(
            interned.bytes(),
            1_000 * (9 * 8 + 2 * size_of::<Rc<[u64]>>())
        ));
    }
}
