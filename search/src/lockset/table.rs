//! The paper's `table` and `rtable`: for each state, the locksets with which it was explored, and
//! the uses that race behind it; in canonical names.

use super::sets::{Element, SetId, Sets};
use super::{Slot, Used};
use crate::bytes::Bytes;
use crate::interned::Interned;
use raceproof_base::{Canonical, OperationKind, Thing, Use};
use rustc_hash::FxHashMap;

/// Uses that race: before which some conflicting earlier use does not happen.
#[derive(Clone, Default, Debug)]
pub(super) struct Races {
    /// Any use may race.
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

    /// Whether an earlier use may race with one of these.
    pub(super) fn conflict(&self, thing: Used, how: Use) -> bool {
        self.all || self.things.iter().any(|(other, use_)| *other == thing && use_.conflicts(how))
    }
}

/// A name of a thing: its sort and its canonical name; zero for the thing that every step uses.
type Name = (u8, u64);

/// A name of a use: thing, how, thread (none if that has ended), and whether it is a start: of a
/// thread that has ended, that is another use than its end, by one who may have ended, too.
type UseName = (Name, Use, Option<u64>, bool);

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

/// An entry for a state.
struct StateRecord {
    /// The locksets with which it was explored.
    locksets: u32,
    /// The uses that race behind it; none if any may.
    races: Option<u32>,
    /// How often it is on the path.
    on_stack: u32,
    /// Whether executions end there.
    is_end: bool,
}

/// The answer to a state that is reached again.
pub(super) struct Found {
    /// It need not be explored again.
    pub(super) covered: bool,
    pub(super) on_stack: bool,
    /// Executions end there: conflicts with blocked threads' next steps are looked for again.
    pub(super) is_end: bool,
    /// The uses that race behind it.
    pub(super) races: Races,
}

/// All interned names. States have most of them in common.
#[derive(Default)]
struct Named {
    uses: Interned<UseName>,
    elements: Interned<ElementName>,
    /// Each in order.
    sets: Interned<u32>,
    locksets: Interned<(u32, u32)>,
    races: Interned<(Name, Use)>,
}

#[derive(Default)]
pub(super) struct Table {
    states: FxHashMap<u128, StateRecord>,
    named: Named,
    /// So many states were explored again.
    again: usize,
}

/// States are explored again while these are so many, and one of so many.
const AGAIN: (usize, usize) = (1000, 4);

const ENTERED: &str = "a state on the path was entered when it was met";

impl Table {
    /// Enters a state with its locksets, which become the meet with those that it had before.
    ///
    /// All that exploring a state again with smaller sets can add is races with uses before it. If
    /// too much is explored again, all uses whose sets are not covered are taken to race with
    /// something behind the state instead.
    pub(super) fn meet(
        &mut self,
        names: &dyn Canonical,
        key: u128,
        slots: &mut Vec<Slot>,
        sets: &mut Sets,
    ) -> Option<Found> {
        // What has no name is unreachable.
        slots.retain(|slot| name_of_used(names, slot.thing).is_some());
        let present = self.named.locksets_of(names, slots, sets);
        let Some(entry) = self.states.get(&key) else {
            self.enter(key, &present);
            return None;
        };
        let races = races_here(names, entry.races.map(|races| self.named.races.get(races)));
        let before = self.named.locksets.get(entry.locksets);
        let uncovered = |lockset: &(u32, u32)| !self.named.covers(before, *lockset);
        let mut found = Found {
            covered: !present.iter().any(uncovered),
            on_stack: entry.on_stack > 0,
            is_end: entry.is_end,
            races,
        };
        if found.covered {
            return Some(found);
        }
        let (always, part) = AGAIN;
        if self.again >= always + self.states.len() / part {
            let uncovered = slots.iter().zip(&present).filter(|(_, lockset)| uncovered(lockset));
            uncovered.for_each(|(slot, _)| found.races.add(slot.thing, Use::Write));
            found.covered = true;
        } else {
            self.explored_again(names, key, &present, slots, sets);
        }
        Some(found)
    }

    fn enter(&mut self, key: u128, present: &[(u32, u32)]) {
        let locksets = self.named.met(&[], present);
        let races = Some(self.named.races.number(&[]));
        self.states.insert(key, StateRecord { locksets, races, on_stack: 0, is_end: false });
    }

    /// The state is explored with the meet from now on.
    fn explored_again(
        &mut self,
        names: &dyn Canonical,
        key: u128,
        present: &[(u32, u32)],
        slots: &mut [Slot],
        sets: &mut Sets,
    ) {
        self.again += 1;
        let entry = self.states.get_mut(&key).expect(ENTERED);
        let before = self.named.locksets.get(entry.locksets).to_vec();
        entry.locksets = self.named.met(&before, present);
        for (slot, (use_, _)) in slots.iter_mut().zip(present) {
            slot.set = self.named.restricted(names, slot.set, (entry.locksets, *use_), sets);
        }
    }

    pub(super) fn push(&mut self, key: u128) {
        self.states.get_mut(&key).expect(ENTERED).on_stack += 1;
    }

    /// Executions end in a state.
    pub(super) fn ends(&mut self, key: u128) {
        self.states.get_mut(&key).expect(ENTERED).is_end = true;
    }

    pub(super) fn pop(&mut self, names: &dyn Canonical, key: u128, races: &Races) {
        let entry = self.states.get_mut(&key).expect(ENTERED);
        entry.on_stack -= 1;
        if races.all {
            entry.races = None;
        }
        let Some(before) = entry.races else { return };
        let mut known = self.named.races.get(before).to_vec();
        for (thing, how) in &races.things {
            // What has no name is unreachable from here on.
            if let Some(name) = name_of_used(names, *thing)
                && !known.contains(&(name, *how))
            {
                known.push((name, *how));
            }
        }
        entry.races = Some(self.named.races.number(&known));
    }

    pub(super) fn bytes(&self) -> u64 {
        let Named { uses, elements, sets, locksets, races } = &self.named;
        self.states.bytes()
            + uses.bytes()
            + elements.bytes()
            + sets.bytes()
            + locksets.bytes()
            + races.bytes()
    }
}

impl Named {
    /// Of each slot its use and its lockset.
    fn locksets_of(
        &mut self,
        names: &dyn Canonical,
        slots: &[Slot],
        sets: &Sets,
    ) -> Vec<(u32, u32)> {
        let mut known: Vec<(SetId, u32)> = Vec::new();
        let mut number = |named: &mut Self, set: SetId| {
            if let Some((_, number)) = known.iter().find(|(known, _)| *known == set) {
                return *number;
            }
            let elements =
                sets.elements(set).iter().filter_map(|element| name_of_element(names, *element));
            let mut numbers: Vec<u32> =
                elements.map(|name| named.elements.number(&[name])).collect();
            numbers.sort_unstable();
            let number = named.sets.number(&numbers);
            known.push((set, number));
            number
        };
        let of = |slot: &Slot| {
            Some((self.uses.number(&[name_of_use(names, slot)?]), number(self, slot.set)))
        };
        slots.iter().filter_map(of).collect()
    }

    /// Whether a use's lockset contains the one with which the state was explored.
    fn covers(&self, before: &[(u32, u32)], (use_, set): (u32, u32)) -> bool {
        lockset(before, use_).is_some_and(|before| {
            let set_ = self.sets.get(set);
            before == set
                || self.sets.get(before).iter().all(|element| set_.binary_search(element).is_ok())
        })
    }

    /// The meet of the locksets a state was explored with and of the present ones. A use that is in
    /// one of them only was not there in the other.
    fn met(&mut self, before: &[(u32, u32)], present: &[(u32, u32)]) -> u32 {
        let mut met = [before, present].concat();
        met.sort_unstable();
        met.dedup_by(|later, earlier| {
            let is_same = later.0 == earlier.0;
            if is_same {
                earlier.1 = self.common(earlier.1, later.1);
            }
            is_same
        });
        self.locksets.number(&met)
    }

    fn common(&mut self, one: u32, other: u32) -> u32 {
        if one == other {
            return one;
        }
        let (one, other) = (self.sets.get(one), self.sets.get(other));
        let common: Vec<u32> =
            one.iter().filter(|element| other.binary_search(element).is_ok()).copied().collect();
        self.sets.number(&common)
    }

    /// A use's lockset, restricted to these ones; elements without a name stay, being unreachable.
    fn restricted(
        &self,
        names: &dyn Canonical,
        set: SetId,
        (to, use_): (u32, u32),
        sets: &mut Sets,
    ) -> SetId {
        let Some(kept) = lockset(self.locksets.get(to), use_) else { return set };
        let kept = self.sets.get(kept);
        let is_kept = |element: &Element| {
            let number =
                name_of_element(names, *element).and_then(|name| self.elements.known(&[name]));
            number.is_none_or(|number| kept.binary_search(&number).is_ok())
        };
        let elements = sets.elements(set).iter().copied().filter(is_kept).collect();
        sets.of(elements)
    }
}

fn lockset(locksets: &[(u32, u32)], use_: u32) -> Option<u32> {
    let at = locksets.binary_search_by_key(&use_, |(use_, _)| *use_).ok()?;
    Some(locksets[at].1)
}

fn name_of_use(names: &dyn Canonical, slot: &Slot) -> Option<UseName> {
    // The thread does not matter once it has ended.
    let starts = slot.kind == OperationKind::Start;
    Some((name_of_used(names, slot.thing)?, slot.how, names.thread(slot.by), starts))
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

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_base::{Address, AsIs};

    #[test]
    fn each_sort_of_thing_has_a_name_of_its_own() {
        let at = Address(8);
        let things = [
            Thing::Variable(at),
            Thing::Monitor(at),
            Thing::Waiters(at),
            Thing::Permit(at),
            Thing::Interrupt(at),
            Thing::Life(at),
            Thing::Class(at),
            Thing::Clock,
        ];
        for thing in things {
            let name = name_of_thing(&AsIs, thing).expect("all is reachable");
            assert_eq!(thing_of_name(&AsIs, name), Some(thing));
            assert_ne!(name, EVERYBODY);
        }
    }

    #[test]
    fn races_are_of_things_used_in_conflicting_ways() {
        let [x, y] = [8, 16].map(|at| Some(Thing::Variable(Address(at))));
        let mut races = Races::default();
        races.add(x, Use::Read);
        assert!(races.conflict(x, Use::Write) && !races.conflict(x, Use::Read));
        assert!(!races.conflict(y, Use::Write));
        let any = Races { all: true, ..Races::default() };
        assert_eq!([&Races::default(), &races, &any].map(Races::is_empty), [true, false, false]);
        let with = |other: &Races, written: &[Used]| {
            let mut all = Races::default();
            all.add(y, Use::Read);
            all.add_all_but(other, written);
            [x, y].map(|thing| all.conflict(thing, Use::Write))
        };
        assert_eq!(with(&races, &[]), [true, true]);
        assert_eq!(with(&races, &[x]), [false, true]);
        assert_eq!(with(&any, &[x]), [true, true]);
    }

    #[test]
    fn the_meet_of_locksets_is_covered_by_both() {
        let mut named = Named::default();
        let [one, other, both] = [&[1, 2][..], &[2, 3], &[2]].map(|set| named.sets.number(set));
        assert_eq!((named.common(one, other), named.common(one, one)), (both, one));
        assert!(named.covers(&[(7, both)], (7, one)) && named.covers(&[(7, one)], (7, one)));
        assert!(!named.covers(&[(7, one)], (7, both)) && !named.covers(&[(8, both)], (7, one)));
    }

    #[test]
    fn bytes_are_those_of_states_and_names() {
        let mut table = Table::default();
        for number in 0..1_000_u32 {
            table.enter(u128::from(number), &[]);
            let name = (1, u64::from(number));
            table.named.uses.number(&[(name, Use::Read, None, false)]);
            table.named.elements.number(&[(1, name, None)]);
            table.named.sets.number(&[number]);
            table.named.locksets.number(&[(number, number)]);
            table.named.races.number(&[(name, Use::Read)]);
        }
        let state = size_of::<(u128, StateRecord)>() + 5 * 3 * size_of::<usize>();
        assert!(crate::bytes::are_about(table.bytes(), 1_000 * state));
        // Sets, of numbers, take the least.
        assert!(table.bytes() > table.states.bytes() + 5 * table.named.sets.bytes());
    }
}
