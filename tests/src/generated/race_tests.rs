//! Tests of the oracle for data races: against races known by hand, and by mutation. For each
//! mutant, with a happens-before edge left out or added, some default program must have another
//! answer: else the tests on generated programs would not notice that edge.

use std::sync::LazyLock;

use raceproof_base::Conflict::{self, ReadWrite, WriteRead, WriteWrite};
use raceproof_base::Mode as Order;

use crate::parallel::in_parallel;

use super::disciplines::{self, MOST_STATES, Raced};
use super::modes;
use super::program::Fence as Barrier;
use super::program::Statement::*;
use super::program::{Lock, Mode, Program, REENTRANT, Statement, Thread, Variable, VariableKind};
use super::races::{self, Carrier, Orders, Place, Which};

const DATA: Variable = Variable(0);
const FLAG: Variable = Variable(1);

/// Expects these races for a plain variable besides a volatile one; and those whose write comes
/// first.
fn must_be(threads: &[&[Statement]], all: &[Conflict], of_writes: &[Conflict]) {
    let threads = threads.iter().map(|body| body.to_vec()).collect();
    let (early, main) = (Vec::new(), Vec::new());
    let variables = vec![VariableKind::Plain, VariableKind::Volatile];
    let program =
        Program { mode: Mode::Mixed, variables, top: VariableKind::Volatile, threads, early, main };
    for (which, expected) in [(Which::All, all), (Which::OfWrites, of_writes)] {
        let races = races::explore(&program, which, MOST_STATES).unwrap();
        let expected = expected.iter().map(|conflict| (Place::Variable(DATA), *conflict)).collect();
        assert_eq!(races.first, expected, "{which:?} {program:?}");
    }
}

fn synchronized(lock: usize, body: &[Statement]) -> Statement {
    Synchronized(Lock(lock), body.to_vec())
}

#[test]
fn accesses_race_unless_both_are_guarded_by_one_lock() {
    must_be(&[&[Write(DATA, 1)], &[Read(DATA)]], &[WriteRead, ReadWrite], &[WriteRead]);
    must_be(&[&[Read(DATA)], &[Read(DATA)]], &[], &[]);
    let guarded = |lock| synchronized(lock, &[Write(DATA, 1)]);
    must_be(&[&[guarded(0)], &[guarded(0)]], &[], &[]);
    must_be(&[&[guarded(0)], &[guarded(1)]], &[WriteWrite], &[WriteWrite]);
    must_be(&[&[Locked(vec![Write(DATA, 1)])], &[TryLocked(vec![Write(DATA, 1)])]], &[], &[]);
}

#[test]
fn a_volatile_flag_publishes_what_is_read_if_it_is_set() {
    let [write, set, read] = [Write(DATA, 1), Write(FLAG, 1), Read(DATA)];
    let reader = [If(FLAG, 1, vec![read])];
    must_be(&[&[write.clone(), set.clone()], &reader], &[], &[]);
    must_be(&[&[set, write], &reader], &[WriteRead, ReadWrite], &[WriteRead]);
}

#[test]
fn a_permit_orders_nothing() {
    // The read is always the first.
    must_be(&[&[Read(DATA), Unpark(Thread(1))], &[Park, Write(DATA, 1)]], &[ReadWrite], &[]);
}

#[test]
fn an_end_and_an_interrupt_order_what_follows_who_learns_of_them() {
    let writer = [Write(DATA, 1)];
    must_be(&[&writer, &[Join(Thread(0)), Read(DATA)]], &[], &[]);
    must_be(&[&writer, &[IsAlive(Thread(0)), Read(DATA)]], &[WriteRead, ReadWrite], &[WriteRead]);
    let interrupter = [Write(DATA, 1), Interrupt(Thread(1))];
    must_be(&[&interrupter, &[synchronized(0, &[Wait(Lock(0))]), Read(DATA)]], &[], &[]);
    must_be(&[&interrupter, &[Interrupted, Read(DATA)]], &[WriteRead, ReadWrite], &[WriteRead]);
}

#[test]
fn atomic_operations_race_with_plain_accesses_only() {
    must_be(&[&[GetAndAdd(DATA, 1)], &[CompareAndSet(DATA, 0, 1)]], &[], &[]);
    must_be(&[&[GetAndAdd(DATA, 1)], &[Read(DATA)]], &[WriteRead, ReadWrite], &[WriteRead]);
    // It reads before it writes.
    must_be(
        &[&[GetAndAdd(DATA, 1)], &[Write(DATA, 1)]],
        &[WriteRead, ReadWrite, WriteWrite],
        &[WriteRead, WriteWrite],
    );
}

#[test]
fn fences_order_what_opaque_accesses_between_them_hand_over() {
    let give = |fence, order| [Write(DATA, 1), Fence(fence), WriteBy(FLAG, 1, order)];
    let take = |order, fence| [IfBy(FLAG, 1, order, vec![Fence(fence), Read(DATA)])];
    // The read has seen the flag, so the write comes first.
    let raced = [WriteRead];
    for (given, taken, all) in [
        (give(Barrier::Release, Order::Opaque), take(Order::Opaque, Barrier::Acquire), &[][..]),
        (give(Barrier::Full, Order::Opaque), take(Order::Opaque, Barrier::Full), &[]),
        (give(Barrier::Acquire, Order::AcquireRelease), take(Order::Opaque, Barrier::Acquire), &[]),
        (give(Barrier::Release, Order::Opaque), take(Order::AcquireRelease, Barrier::Release), &[]),
        (give(Barrier::Acquire, Order::Opaque), take(Order::Opaque, Barrier::Acquire), &raced),
        (give(Barrier::Release, Order::Opaque), take(Order::Opaque, Barrier::Release), &raced),
    ] {
        must_be(&[&given, &taken], all, all);
    }
}

#[test]
fn weak_races_are_of_accesses_weaker_than_volatile_that_nothing_orders() {
    let weak = |threads: &[&[Statement]]| {
        let threads = threads.iter().map(|body| body.to_vec()).collect();
        let (early, main) = (Vec::new(), Vec::new());
        let variables = vec![VariableKind::Plain, VariableKind::Volatile];
        let program = Program {
            mode: Mode::Mixed,
            variables,
            top: VariableKind::Volatile,
            threads,
            early,
            main,
        };
        let races = races::explore(&program, Which::All, MOST_STATES).unwrap();
        assert!(races.first.is_empty(), "{program:?}");
        !races.weak.is_empty()
    };
    let (release, acquire) =
        ([WriteBy(FLAG, 1, Order::AcquireRelease)], [ReadBy(FLAG, Order::AcquireRelease)]);
    let volatile = [WriteBy(FLAG, 1, Order::Volatile), ReadBy(FLAG, Order::Volatile)];
    assert!(weak(&[&release, &acquire]) && weak(&[&release, &volatile[1..]]));
    assert!(weak(&[&volatile[..1], &acquire]) && !weak(&[&volatile[..1], &volatile[1..]]));
    assert!(!weak(&[&acquire, &acquire]));
    assert!(!weak(&[&[synchronized(0, &release)], &[synchronized(0, &acquire)]]));
}

/// [`each_edge_matters_to_some_program`], for the edges of programs by modes.
#[test]
fn each_edge_of_modes_matters_to_some_program() {
    let seeds: Vec<u64> = modes::SEEDS.collect();
    let programs = in_parallel(&seeds, |seed| modes::generate(*seed));
    let racy = programs.iter().filter(|raced| !raced.all.first.is_empty()).count();
    assert!((25..=75).contains(&(racy * 100 / programs.len())), "{racy} of {}", programs.len());
    let is_weak = |raced: &&Raced| raced.all.first.is_empty() && !raced.all.weak.is_empty();
    assert!(programs.iter().filter(is_weak).count() > 5);
    let changes: [(&str, Orders); 3] = [
        ("a variable", |carrier| !matches!(carrier, Carrier::Variable(_))),
        ("a release fence", |carrier| !matches!(carrier, Carrier::ReleaseFence(_))),
        ("an acquire fence", |carrier| !matches!(carrier, Carrier::AcquireFence(_))),
    ];
    for (edge, orders) in changes {
        let is_told = |raced: &Raced| {
            races::explore_ordered(&raced.program, Which::All, MOST_STATES, orders)
                .is_some_and(|races| races.first.is_empty() != raced.all.first.is_empty())
        };
        assert!(programs.iter().any(is_told), "{edge}");
    }
}

fn default_programs() -> &'static [Raced] {
    static PROGRAMS: LazyLock<Vec<Raced>> = LazyLock::new(|| {
        let seeds: Vec<u64> = disciplines::SEEDS.collect();
        in_parallel(&seeds, |seed| disciplines::generate(*seed))
    });
    &PROGRAMS
}

#[test]
fn about_half_of_the_programs_race() {
    let programs = default_programs();
    let racy = programs.iter().filter(|raced| !raced.all.first.is_empty()).count();
    assert!((35..=65).contains(&(racy * 100 / programs.len())), "{racy} of {}", programs.len());
}

/// An edge whose mutant no default seed tells apart would not be tested by `generated_races`
/// either.
#[test]
fn each_edge_matters_to_some_program() {
    let programs = default_programs();
    for (edge, orders) in CHANGES {
        let is_told = |raced: &Raced| {
            races::explore_ordered(&raced.program, Which::All, MOST_STATES, orders)
                .is_some_and(|races| races.first.is_empty() != raced.all.first.is_empty())
        };
        assert!(programs.iter().any(is_told), "{edge}");
    }
}

/// Mutants: an edge, and the carriers that order without it, or with the permit.
const CHANGES: [(&str, Orders); 7] = [
    ("a monitor", |carrier| !matches!(carrier, Carrier::Permit(_) | Carrier::Lock(Lock(0 | 1)))),
    ("a lock", |carrier| !matches!(carrier, Carrier::Permit(_) | Carrier::Lock(REENTRANT))),
    ("a volatile variable", |carrier| {
        !matches!(carrier, Carrier::Permit(_) | Carrier::Variable(_))
    }),
    ("a start", |carrier| !matches!(carrier, Carrier::Permit(_) | Carrier::Start(_))),
    ("an end", |carrier| !matches!(carrier, Carrier::Permit(_) | Carrier::End(_))),
    ("an interrupt", |carrier| !matches!(carrier, Carrier::Permit(_) | Carrier::Interrupt(_))),
    ("no permit", |_| true),
];
