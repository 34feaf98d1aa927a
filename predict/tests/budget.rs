//! A pair of accesses whose prefixes are too many to be tried: whatever ends the work, it is left
//! open, and never called proved.

use raceproof_predict::analysis::{self, Analysed, EngineName};
use raceproof_predict::event::{Event, EventKind};
use raceproof_predict::model::Model;
use raceproof_predict::names::Names;
use raceproof_predict::prediction::Settled;
use raceproof_predict::trace::Trace;
use raceproof_predict::witness::{Answer, Budget, Exact};
use std::cell::Cell;

/// The locks and variables of the first two threads; what others have comes behind them.
const M: u32 = 0;
const V: u32 = 0;
const Y: u32 = 1;
const Z: u32 = 2;

/// The first thread has to be within its section of M when the second one reads Y, and outside of
/// it when that goes on to its own section: so nothing brings the two writes of V together. Each of
/// the other threads has written in a section what the first one reads, and the first one has taken
/// its lock before it wrote Z: so each of these sections may end or not, and all the ways are to be
/// tried.
fn trace(others: u32) -> Trace {
    let event =
        |(thread, kind, object)| Event { thread, object, location: object * 4 + thread, kind };
    let mut events: Vec<(u32, EventKind, u32)> = Vec::new();
    let locks = 1..=others;
    events.extend(
        locks
            .clone()
            .flat_map(|lock| [(0, EventKind::Acquire, lock), (0, EventKind::Release, lock)]),
    );
    events.push((0, EventKind::Write, Z));
    for lock in locks.clone() {
        let written = (EventKind::Write, Z + lock);
        let all =
            [(EventKind::Read, Z), (EventKind::Acquire, lock), written, (EventKind::Release, lock)];
        events.extend(all.map(|(kind, object)| (1 + lock, kind, object)));
    }
    events.extend(locks.map(|lock| (0, EventKind::Read, Z + lock)));
    events.extend([(0, EventKind::Acquire, M), (0, EventKind::Write, Y), (0, EventKind::Write, V)]);
    events.extend([(1, EventKind::Read, Y), (0, EventKind::Release, M)]);
    events.extend([
        (1, EventKind::Acquire, M),
        (1, EventKind::Release, M),
        (1, EventKind::Write, V),
    ]);
    events.into_iter().map(event).collect()
}

/// The two writes of V, as items of the model.
fn pair(model: &Model) -> [u32; 2] {
    let is_it = |number: &u32| {
        let item = &model.items[*number as usize];
        (item.kind, item.object) == (EventKind::Write, V)
    };
    let writes: Vec<u32> = (0..model.items.len() as u32).filter(is_it).collect();
    writes.try_into().unwrap()
}

fn decide(others: u32, most: u64, goes_on: &dyn Fn() -> bool) -> Answer {
    let trace = trace(others);
    let model = Model::new(&trace);
    let [one, other] = pair(&model);
    Exact::new(&model, &|| true).decide(one, other, &mut Budget::new(most, goes_on))
}

#[test]
fn each_prefix_costs_budget() {
    // Any set of the others' sections has ended, which leaves the rest of them to be ended, and
    // that of M. And in each such prefix the first thread takes all their locks, each of which
    // another is still to take.
    let tried = |others: u32| {
        (u64::from(others) << (others - 1)) + (1 << others) + (u64::from(others) << others)
    };
    for others in 1..8 {
        assert_eq!(decide(others, tried(others), &|| true), Answer::Infeasible, "{others}");
        assert_eq!(decide(others, tried(others) - 1, &|| true), Answer::Open, "{others}");
    }
    assert_eq!(decide(40, 10_000, &|| true), Answer::Open);
}

#[test]
fn each_prefix_asks_whether_to_go_on() {
    let asked = Cell::new(0);
    let so_often = |most: u32| {
        asked.set(0);
        let asked = &asked;
        move || asked.replace(asked.get() + 1) < most
    };
    assert_eq!(decide(4, u64::MAX, &so_often(u32::MAX)), Answer::Infeasible);
    let all = asked.get();
    for most in 0..all {
        assert_eq!(decide(4, u64::MAX, &so_often(most)), Answer::Open, "{most} of {all}");
        assert_eq!(asked.get(), most + 1, "it went on");
    }
}

fn predict(analysed: &Analysed, goes_on: &dyn Fn() -> bool) -> (Settled, bool) {
    let mut prediction = analysed.predict(&[EngineName::Witness], false, &|_| goes_on());
    let places = [0, 1].map(|thread| V * 4 + thread);
    prediction.places.retain(|known| known.places == places);
    (prediction.places.pop().unwrap().known, prediction.is_cut)
}

/// Both ends are told apart: the budget is the engine's own, a limit is the user's.
#[test]
fn what_is_not_finished_is_open() {
    let analysed =
        |others| analysis::of_events(&trace(others).events().collect::<Vec<_>>(), Names::default());
    assert_eq!(predict(&analysed(6), &|| true), (Settled::Infeasible, false));
    assert_eq!(predict(&analysed(40), &|| true), (Settled::Open, false));
    let asked = Cell::new(0);
    let few = || asked.replace(asked.get() + 1) < 1000;
    assert_eq!(predict(&analysed(40), &few), (Settled::Open, true));
    // By the engine, and once behind it.
    assert_eq!(asked.get(), 1002);
}
