//! A table from addresses to numbers of columns. The addresses that a program accesses lie close
//! together, so they are kept by page, with a cache of the page used last.

use raceproof_base::Address;
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// Numbers in a page.
const PAGE: u64 = 512;
/// No number.
const NONE: u32 = u32::MAX;
/// Fields lie at multiples of so many bytes; elements of arrays between them have pages of their
/// own.
const WORD: u64 = 8;

#[derive(Default)]
pub(super) struct Slots {
    words: Pages,
    others: Pages,
}

impl Slots {
    /// The number of an address, or one that is larger than any.
    #[inline]
    pub(super) fn number(&self, Address(address): Address) -> usize {
        match address % WORD {
            0 => self.words.number(address / WORD),
            _ => self.others.number(address),
        }
    }

    /// The number of an address, which is `next` if it had none.
    pub(super) fn get_or_insert(&mut self, Address(address): Address, next: usize) -> usize {
        match address % WORD {
            0 => self.words.get_or_insert(address / WORD, next),
            _ => self.others.get_or_insert(address, next),
        }
    }
}

struct Pages {
    page_of: FxHashMap<u64, usize>,
    pages: Vec<[u32; PAGE as usize]>,
    /// The last page asked for, and its place.
    last: Cell<(u64, usize)>,
}

impl Default for Pages {
    fn default() -> Self {
        Self { page_of: FxHashMap::default(), pages: Vec::new(), last: Cell::new((u64::MAX, 0)) }
    }
}

impl Pages {
    #[inline]
    fn number(&self, slot: u64) -> usize {
        self.page(slot / PAGE).map_or(NONE, |page| self.pages[page][(slot % PAGE) as usize])
            as usize
    }

    fn get_or_insert(&mut self, slot: u64, next: usize) -> usize {
        let page = self.page(slot / PAGE).unwrap_or_else(|| {
            self.pages.push([NONE; PAGE as usize]);
            self.page_of.insert(slot / PAGE, self.pages.len() - 1);
            self.pages.len() - 1
        });
        let number = &mut self.pages[page][(slot % PAGE) as usize];
        if *number == NONE {
            *number = next as u32;
        }
        *number as usize
    }

    #[inline]
    fn page(&self, page: u64) -> Option<usize> {
        let (last, at) = self.last.get();
        if last == page { Some(at) } else { self.another_page(page) }
    }

    #[cold]
    fn another_page(&self, page: u64) -> Option<usize> {
        let at = *self.page_of.get(&page)?;
        self.last.set((page, at));
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_map() {
        let (mut slots, mut map) = (Slots::default(), FxHashMap::default());
        for number in 0..20_000_usize {
            let address = Address((number as u64).wrapping_mul(0x9e37_79b9) % 40_000);
            assert_eq!(slots.number(address), map.get(&address).copied().unwrap_or(NONE as usize));
            assert_eq!(slots.get_or_insert(address, number), *map.entry(address).or_insert(number));
            assert_eq!(slots.number(address), map.get(&address).copied().unwrap_or(NONE as usize));
        }
    }
}
