//! The paper's `table` and `rtable`: for each state, the locksets with which it was explored, and what was found to race
//! behind it; in names that do not depend on the path.

use super::sets::{Element, Sets};
use super::{Slot, Used};
use raceproof_base::{Canonical, Thing, Use};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Uses that come too late for an earlier use to be ordered before them.
#[derive(Clone, Default, Debug)]
pub(super) struct Races {
    /// Any use may.
    pub(super) all: bool,
    things: Vec<(Used, Use)>,
}

impl Races {
    pub(super) fn is_empty(&self) -> bool {
        !self.all && self.things.is_empty()
    }

    pub(super) fn add(&mut self, thing: Used, how: Use) {
        if !self.things.contains(&(thing, how)) {
            self.things.push((thing, how));
        }
    }

    /// Those of another, but for uses of what was written in between.
    pub(super) fn add_all_but(&mut self, other: &Races, written: &[Used]) {
        self.all |= other.all;
        let left = other.things.iter().filter(|(thing, _)| !written.contains(thing));
        left.for_each(|(thing, how)| self.add(*thing, *how));
    }

    /// Whether a use may be too early for one of these.
    pub(super) fn conflict(&self, thing: Used, how: Use) -> bool {
        self.all || self.things.iter().any(|(other, use_)| *other == thing && use_.conflicts(how))
    }
}

/// A name of a thing: its sort and its name in the state; zero for everybody's steps.
type Name = (u8, u64);

/// A name of a use: of what, how, by whom (nothing for threads that have ended).
type UseName = (Name, Use, Option<u64>);

/// A name of an element of a lockset.
type ElementName = (u8, Name, Option<Use>);

fn name_of_thing(names: &dyn Canonical, thing: Thing) -> Option<Name> {
    let (sort, on) = match thing {
        Thing::Variable(on) => (1, on),
        Thing::Monitor(on) => (2, on),
        Thing::Waiters(on) => (3, on),
        Thing::Permit(on) => (4, on),
        Thing::Interrupt(on) => (5, on),
        Thing::Life(on) => (6, on),
        Thing::Class(on) => (7, on),
        Thing::Clock => return Some((8, 0)),
    };
    names.variable(on).map(|name| (sort, name))
}

/// The thing with that name, in another state.
fn thing_of_name(names: &dyn Canonical, (sort, name): Name) -> Option<Thing> {
    let thing: fn(raceproof_base::Address) -> Thing = match sort {
        1 => Thing::Variable,
        2 => Thing::Monitor,
        3 => Thing::Waiters,
        4 => Thing::Permit,
        5 => Thing::Interrupt,
        6 => Thing::Life,
        7 => Thing::Class,
        _ => return Some(Thing::Clock),
    };
    names.address(name).map(thing)
}

const EVERYBODY: Name = (0, 0);

fn name_of_used(names: &dyn Canonical, used: Used) -> Option<Name> {
    used.map_or(Some(EVERYBODY), |thing| name_of_thing(names, thing))
}

fn name_of_element(names: &dyn Canonical, element: Element) -> Option<ElementName> {
    match element {
        Element::Thread(thread) => names.thread(thread).map(|name| (0, (0, name), None)),
        Element::Used(thing, how) => name_of_thing(names, thing).map(|name| (1, name, Some(how))),
        Element::World => Some((2, EVERYBODY, None)),
    }
}

/// Locksets, each in order.
type Named = BTreeMap<UseName, Vec<ElementName>>;

#[derive(Default)]
struct Entry {
    locksets: Named,
    /// None if any use may race.
    races: Option<Vec<(Name, Use)>>,
    /// How often it is on the path.
    on_stack: u32,
}

/// What is known of a state that is reached again.
pub(super) struct Found {
    /// It was explored with locksets that are contained in the present ones.
    pub(super) covered: bool,
    pub(super) on_stack: bool,
    /// What races behind it.
    pub(super) races: Races,
}

#[derive(Default)]
pub(super) struct Table {
    states: FxHashMap<u128, Entry>,
    words: usize,
}

impl Table {
    /// Enters a state with its locksets, which become the meet with those that it had before.
    pub(super) fn meet(
        &mut self,
        names: &dyn Canonical,
        key: u128,
        slots: &mut Vec<Slot>,
        sets: &mut Sets,
    ) -> Option<Found> {
        // Nobody comes to what has no name.
        slots.retain(|slot| name_of_used(names, slot.thing).is_some());
        let present = named(names, slots, sets);
        let Some(entry) = self.states.get_mut(&key) else {
            self.words += present.values().map(|set| set.len() + 8).sum::<usize>();
            let entry = Entry { locksets: present, races: Some(Vec::new()), on_stack: 0 };
            self.states.insert(key, entry);
            return None;
        };
        let is_in = |(use_, set): (&UseName, &Vec<ElementName>)| {
            entry.locksets.get(use_).is_some_and(|before| before.iter().all(|element| set.contains(element)))
        };
        let covered = present.iter().all(is_in);
        let races = races_here(names, entry.races.as_deref());
        if !covered {
            for (use_, set) in present {
                let before = entry.locksets.entry(use_).or_insert_with(|| set.clone());
                before.retain(|element| set.contains(element));
            }
            for slot in slots.iter_mut() {
                let kept = name_of_use(names, slot).and_then(|use_| entry.locksets.get(&use_));
                let is_kept = |element: &Element| {
                    name_of_element(names, *element).is_none_or(|name| kept.is_none_or(|kept| kept.contains(&name)))
                };
                let elements = sets.elements(slot.set).iter().copied().filter(is_kept).collect();
                slot.set = sets.of(elements);
            }
        }
        Some(Found { covered, on_stack: entry.on_stack > 0, races })
    }

    pub(super) fn push(&mut self, key: u128) {
        self.states.entry(key).or_default().on_stack += 1;
    }

    pub(super) fn pop(&mut self, names: &dyn Canonical, key: u128, races: &Races) {
        let entry = self.states.entry(key).or_default();
        entry.on_stack -= 1;
        if races.all {
            entry.races = None;
        }
        let Some(known) = &mut entry.races else { return };
        for (thing, how) in &races.things {
            // Who has no name is used by nobody from here on.
            if let Some(name) = name_of_used(names, *thing)
                && !known.contains(&(name, *how))
            {
                known.push((name, *how));
            }
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<(u128, Entry)>() + self.words * size_of::<ElementName>()) as u64
    }
}

fn name_of_use(names: &dyn Canonical, slot: &Slot) -> Option<UseName> {
    // By whom matters to nobody else once that thread has ended.
    Some((name_of_used(names, slot.thing)?, slot.how, names.thread(slot.by)))
}

fn named(names: &dyn Canonical, slots: &[Slot], sets: &Sets) -> Named {
    let mut named = Named::new();
    for slot in slots {
        let Some(use_) = name_of_use(names, slot) else { continue };
        let elements = sets.elements(slot.set).iter().filter_map(|element| name_of_element(names, *element));
        let elements: Vec<ElementName> = elements.collect();
        // Of several threads that have ended.
        named.entry(use_).and_modify(|set| set.retain(|e| elements.contains(e))).or_insert(elements);
    }
    named
}

fn races_here(names: &dyn Canonical, races: Option<&[(Name, Use)]>) -> Races {
    let mut here = Races::default();
    let Some(races) = races else {
        here.all = true;
        return here;
    };
    for (name, how) in races {
        match thing_of_name(names, *name) {
            _ if *name == EVERYBODY => here.add(None, *how),
            Some(thing) => here.add(Some(thing), *how),
            None => here.all = true,
        }
    }
    here
}
