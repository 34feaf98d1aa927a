//! Locksets of the last uses of things, after Figure 8 of the Goldilocks paper: for each use, what
//! happens after it.
//!
//! A lockset has threads, whose next steps happen after the use; and things with a way of using
//! them, whose next conflicting users come after it, too. The paper's locks, and its treatment of
//! volatile variables as locks, are the special case of a thing that is always written. Deviation:
//! a thing is never in the locksets of its own uses, which are to tell what *else* orders them.
//!
//! Locksets, and the results of updates, are interned.

use super::Used;
use crate::bytes::Bytes;
use crate::dependence::Footprint;
use crate::interned::Interned;
use raceproof_base::{Thing, ThreadId, Use};
use rustc_hash::FxHashMap;

/// What a set may contain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Element {
    /// Whatever the thread does next.
    Thread(ThreadId),
    /// The next use of the thing that conflicts with this one.
    Used(Thing, Use),
    /// The next step of every thread.
    World,
}

/// The number of a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct SetId(u32);

/// What adds an element to a set that contains others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Update {
    /// The thread has used the thing so.
    Uses(ThreadId, Thing, Use),
    /// It acquires the thing.
    Takes(ThreadId, Thing),
    /// It releases the thing.
    Leaves(ThreadId, Thing),
    /// It starts or wakes the other thread.
    LetsGo(ThreadId, ThreadId),
    /// Its step is global.
    World(ThreadId),
    /// Its step is after the global ones.
    AfterWorld(ThreadId),
}

/// All locksets so far.
#[derive(Default)]
pub(crate) struct Sets {
    sets: Interned<Element>,
    updated: FxHashMap<(SetId, Update), SetId>,
}

impl Sets {
    pub(crate) fn of(&mut self, mut elements: Vec<Element>) -> SetId {
        elements.sort_unstable();
        elements.dedup();
        SetId(self.sets.number(&elements))
    }

    pub(crate) fn elements(&self, set: SetId) -> &[Element] {
        self.sets.get(set.0)
    }

    pub(crate) fn contains(&self, set: SetId, element: Element) -> bool {
        self.elements(set).binary_search(&element).is_ok()
    }

    /// A set after an update; `own` is the thing whose use it belongs to.
    pub(crate) fn update(&mut self, set: SetId, update: Update, own: Used) -> SetId {
        if update.is_of(own) {
            return set;
        }
        if let Some(known) = self.updated.get(&(set, update)) {
            return *known;
        }
        let mut elements = self.elements(set).to_vec();
        grow(&mut elements, update);
        let updated = self.of(elements);
        self.updated.insert((set, update), updated);
        updated
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.sets.bytes() + self.updated.bytes()
    }
}

impl Update {
    /// Whether it is by a use of this thing.
    fn is_of(self, own: Used) -> bool {
        match self {
            Self::Uses(_, thing, _) | Self::Takes(_, thing) | Self::Leaves(_, thing) => {
                own == Some(thing)
            }
            Self::World(_) | Self::AfterWorld(_) => own.is_none(),
            Self::LetsGo(..) => false,
        }
    }
}

fn grow(elements: &mut Vec<Element>, update: Update) {
    let has = |element| elements.contains(&element);
    let was_used = |thing, how: Use| {
        let uses = [Use::Read, Use::Write, Use::Set].into_iter();
        uses.filter(|used| used.conflicts(how))
            .any(|used| elements.contains(&Element::Used(thing, used)))
    };
    let added = match update {
        Update::Uses(me, thing, how) => {
            let comes_after = was_used(thing, how) || has(Element::Thread(me));
            if !comes_after {
                return;
            }
            vec![Element::Thread(me), Element::Used(thing, how)]
        }
        Update::Takes(me, thing) if was_used(thing, Use::Write) => vec![Element::Thread(me)],
        Update::Leaves(me, thing) if has(Element::Thread(me)) => {
            vec![Element::Used(thing, Use::Write)]
        }
        Update::LetsGo(me, other) if has(Element::Thread(me)) => vec![Element::Thread(other)],
        Update::World(me) => vec![Element::Thread(me), Element::World],
        Update::AfterWorld(me) if has(Element::World) => vec![Element::Thread(me)],
        Update::Takes(..) | Update::Leaves(..) | Update::LetsGo(..) | Update::AfterWorld(_) => {
            return;
        }
    };
    elements.extend(added);
}

/// The updates that follow from a step's footprint.
pub(crate) fn updates(me: ThreadId, footprint: &Footprint, into: &mut Vec<Update>) {
    into.push(Update::AfterWorld(me));
    for (thing, how) in &*footprint.things {
        if crate::dependence::is_handed_over(*thing) {
            into.push(Update::Takes(me, *thing));
        } else {
            into.push(Update::Uses(me, *thing, *how));
        }
    }
    if footprint.world {
        into.push(Update::World(me));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_base::Address;

    #[test]
    fn a_use_of_the_thing_itself_orders_nothing() {
        let (mut sets, me) = (Sets::default(), ThreadId(1));
        let thing = Thing::Variable(Address(8));
        let set = sets.of(vec![Element::Used(thing, Use::Write)]);
        let uses = Update::Uses(me, thing, Use::Write);
        assert_eq!(sets.update(set, uses, Some(thing)), set);
        let updated = sets.update(set, uses, None);
        assert!(sets.contains(updated, Element::Thread(me)));
    }

    #[test]
    fn after_a_global_step_comes_every_other() {
        let (mut sets, [me, other]) = (Sets::default(), [1, 2].map(ThreadId));
        let none = sets.of(Vec::new());
        assert_eq!(sets.update(none, Update::AfterWorld(me), Some(Thing::Clock)), none);
        let global = sets.update(none, Update::World(other), Some(Thing::Clock));
        let after = sets.update(global, Update::AfterWorld(me), Some(Thing::Clock));
        assert!(sets.contains(after, Element::Thread(me)));
    }

    #[test]
    fn bytes_are_those_of_sets_and_updates() {
        let mut sets = Sets::default();
        for thread in 0..1_000 {
            let set = sets.of(vec![Element::Thread(ThreadId(thread))]);
            sets.update(set, Update::World(ThreadId(thread)), Some(Thing::Clock));
        }
        let each = size_of::<((SetId, Update), SetId)>() + 2 * 3 * size_of::<usize>();
        assert!(crate::bytes::are_about(sets.bytes(), 1_000 * each));
    }
}
