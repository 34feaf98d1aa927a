//! The bytes of memory that collections take, without what their elements point to: for limits of
//! memory.

use std::collections::{HashMap, VecDeque};

/// What takes memory.
pub(crate) trait Bytes {
    /// How much.
    fn bytes(&self) -> u64;
}

impl<T> Bytes for Vec<T> {
    fn bytes(&self) -> u64 {
        (self.capacity() * size_of::<T>()) as u64
    }
}

impl<T> Bytes for VecDeque<T> {
    fn bytes(&self) -> u64 {
        (self.capacity() * size_of::<T>()) as u64
    }
}

impl<K, V, S> Bytes for HashMap<K, V, S> {
    /// A byte more for each place.
    fn bytes(&self) -> u64 {
        (self.capacity() * (size_of::<(K, V)>() + 1)) as u64
    }
}

/// Whether so many bytes are what must be kept at least, with the room that collections leave.
#[cfg(test)]
pub(crate) fn are_about(bytes: u64, least: usize) -> bool {
    (least as u64..=3 * least as u64).contains(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collections_take_what_their_places_take() {
        let (list, queue) = (Vec::<u64>::with_capacity(100), VecDeque::<u64>::with_capacity(100));
        assert_eq!(list.bytes(), 8 * list.capacity() as u64);
        assert_eq!(queue.bytes(), 8 * queue.capacity() as u64);
        let table = HashMap::<u64, u64>::with_capacity(100);
        assert_eq!(table.bytes(), 17 * table.capacity() as u64);
    }
}
