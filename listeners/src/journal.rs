//! A listener's state with an undo log, for `mark` and `rollback`, `save` and `restore`.

use std::ops::Deref;

/// A value whose changes can be undone.
pub(crate) trait Journaled: Clone {
    /// The old value of what a change overwrites.
    type Old;

    /// Undoes the last change.
    fn put_back(&mut self, old: Self::Old);
}

/// A value and the undo log of its changes. It is read as the value itself, and changed by
/// [`Journal::change`] alone, whose caller logs each change.
pub(crate) struct Journal<S: Journaled> {
    now: S,
    old: Vec<S::Old>,
}

/// A value as it was at a point.
#[derive(Clone)]
pub struct Saved<S>(S);

impl<S: Journaled> Journal<S> {
    /// The value, and its log, to which the caller pushes what it overwrites.
    #[inline]
    pub(crate) fn change(&mut self) -> (&mut S, &mut Vec<S::Old>) {
        (&mut self.now, &mut self.old)
    }

    /// How many changes there were.
    pub(crate) fn mark(&self) -> usize {
        self.old.len()
    }

    /// Undoes the changes since a mark.
    pub(crate) fn rollback(&mut self, to: usize) {
        for old in self.old.drain(to..).rev() {
            self.now.put_back(old);
        }
    }

    /// The value as it is.
    pub(crate) fn save(&self) -> Saved<S> {
        Saved(self.now.clone())
    }

    /// Makes a saved value the present one; all marks are void.
    pub(crate) fn restore(&mut self, from: &Saved<S>) {
        self.now.clone_from(&from.0);
        self.old.clear();
    }
}

impl<S: Journaled + Default> Default for Journal<S> {
    fn default() -> Self {
        Self { now: S::default(), old: Vec::new() }
    }
}

impl<S: Journaled> Deref for Journal<S> {
    type Target = S;

    #[inline]
    fn deref(&self) -> &S {
        &self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Journaled for Vec<u32> {
        type Old = (usize, u32);

        fn put_back(&mut self, (at, old): Self::Old) {
            self[at] = old;
        }
    }

    fn set(journal: &mut Journal<Vec<u32>>, at: usize, value: u32) {
        let (now, old) = journal.change();
        old.push((at, std::mem::replace(&mut now[at], value)));
    }

    #[test]
    fn changes_are_taken_back_the_last_one_first() {
        let mut journal = Journal { now: vec![1, 2], old: Vec::new() };
        set(&mut journal, 0, 5);
        let mark = journal.mark();
        set(&mut journal, 0, 6);
        set(&mut journal, 0, 7);
        set(&mut journal, 1, 8);
        assert_eq!(**journal, [7, 8]);
        journal.rollback(mark);
        assert_eq!(**journal, [5, 2]);
        assert_eq!(journal.mark(), mark);
        journal.rollback(0);
        assert_eq!(**journal, [1, 2]);
    }

    #[test]
    fn what_is_restored_has_no_changes_yet() {
        let mut journal = Journal { now: vec![1], old: Vec::new() };
        set(&mut journal, 0, 5);
        let saved = journal.save();
        set(&mut journal, 0, 6);
        journal.restore(&saved);
        assert_eq!((&**journal, journal.mark()), (&[5][..], 0));
    }
}
