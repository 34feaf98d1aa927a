//! The engine `ipa` against its paper's example, against exhaustive search under data abstraction,
//! and against itself.
//!
//! `PREDICT_TRACES=40000 PREDICT_SEED=1 cargo test --release -p raceproof-predict --test ipa` tries
//! other traces than the usual ones.

mod common;

use common::generator::{Chance, Generator};
use common::naive::Naive;
use common::{figure, histories};
use raceproof_predict::checker::Checker;
use raceproof_predict::contexts::Contexts;
use raceproof_predict::engine::{Engine, Outcome};
use raceproof_predict::event::{Event, EventKind};
use raceproof_predict::ipa::{Options, PairwiseReachability, Strategy, Verdict};
use raceproof_predict::model::Model;
use raceproof_predict::trace::Trace;
use raceproof_predict::witness::{Answer, Budget, Exact};

const BOTH: [Strategy; 2] = [Strategy::One, Strategy::Two];

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn seeds(usual: u64) -> std::ops::Range<u64> {
    let first = number("PREDICT_SEED", 0);
    first..first + number("PREDICT_TRACES", usual)
}

fn engine(model: &Model, strategy: Strategy, incremental: bool) -> PairwiseReachability<'_> {
    PairwiseReachability::new(model, Options { strategy, incremental })
}

fn text(trace: &Trace) -> String {
    let events: Vec<String> =
        trace.events().enumerate().map(|(at, event)| format!("{at} {event:?}")).collect();
    events.join("\n")
}

/// The conflicting accesses of two threads, as items of the model, in an order by chance: later
/// targets may be before earlier ones.
fn pairs(model: &Model, seed: u64) -> Vec<[u32; 2]> {
    let accesses = 0..model.items.len() as u32;
    let conflict = |one: u32, other: u32| {
        let (one, other) = (&model.items[one as usize], &model.items[other as usize]);
        one.thread != other.thread && one.object == other.object && one.kind.conflicts(other.kind)
    };
    let all = accesses.clone().flat_map(|one| accesses.clone().map(move |other| [one, other]));
    let mut pairs: Vec<[u32; 2]> =
        all.filter(|[one, other]| one < other && conflict(*one, *other)).collect();
    let mut chance = Chance::new(seed);
    if chance.below(4) > 0 {
        (1..pairs.len()).for_each(|at| pairs.swap(at, chance.below(at as u32 + 1) as usize));
    }
    pairs
}

fn figure_targets(trace: &Trace, model: &Model) -> Vec<[u32; 2]> {
    let access = |location| figure::access(trace, model, location).expect("the figure has it");
    figure::TARGETS.iter().map(|target| target.map(access)).collect()
}

#[test]
fn the_papers_example_is_searched_as_in_table_2() {
    let trace = figure::trace();
    let model = Model::new(&trace);
    for strategy in BOTH {
        let mut ipa = engine(&model, strategy, true);
        let [first, second] = figure_targets(&trace, &model)[0];
        assert_eq!(ipa.check_reach(first, second), Verdict::Unreachable);
        let rows: Vec<([u32; 2], &str)> = ipa
            .steps()
            .iter()
            .map(|step| (step.pair.map(|location| location + 1), step.check.label()))
            .collect();
        assert_eq!(rows, figure::TABLE_2);
        let next = ipa.steps().iter().skip(1).map(|step| Some(step.pair)).chain([None]);
        assert!(
            ipa.steps().iter().map(|step| step.next).eq(next),
            "each row leads to the one below"
        );
    }
}

#[test]
fn the_papers_four_targets_take_21_calls_together() {
    let trace = figure::trace();
    let model = Model::new(&trace);
    for strategy in BOTH {
        let (mut incremental, mut fresh) =
            (engine(&model, strategy, true), engine(&model, strategy, false));
        let targets = figure_targets(&trace, &model);
        let verdicts = |ipa: &mut PairwiseReachability| -> Vec<(bool, u64)> {
            let mut check = |[one, other]: [u32; 2]| {
                let before = ipa.counts().calls;
                (ipa.check_reach(one, other) == Verdict::Reachable, ipa.counts().calls - before)
            };
            targets.iter().map(|target| check(*target)).collect()
        };
        assert_eq!(verdicts(&mut incremental), [(false, 9), (true, 9), (false, 2), (true, 1)]);
        assert_eq!(verdicts(&mut fresh), [(false, 9), (true, 13), (false, 11), (true, 14)]);
        assert_eq!(incremental.counts().calls, 21);
        assert_eq!(incremental.counts().potential, 446);
        let waiting = [figure::TABLE_2[9].0].map(|pair| pair.map(|location| location + 100));
        let location = |item: &u32| trace.event(model.items[*item as usize].at).location;
        let deadlocks = incremental
            .deadlocks()
            .iter()
            .map(|[first, second]| [location(first), location(second) - 100]);
        assert_eq!(
            deadlocks.collect::<Vec<_>>(),
            waiting,
            "the paper's (a10,b7); (a10,b6) only leads to it"
        );
    }
}

/// The trace with all reads made writes: then data abstraction abstracts from nothing.
fn without_reads(trace: &Trace) -> Trace {
    let written = |kind: EventKind| match kind {
        EventKind::Read => EventKind::Write,
        EventKind::OrderedRead | EventKind::OrderedUpdate => EventKind::OrderedWrite,
        EventKind::OpaqueRead => EventKind::OpaqueWrite,
        kind => kind,
    };
    trace.events().map(|event| Event { kind: written(event.kind), ..event }).collect()
}

/// What was decided, for the sum at the end.
#[derive(Default)]
struct Sums {
    pairs: u64,
    searched: u64,
    unreachable: u64,
    calls: u64,
    fresh_calls: u64,
    witnessed: u64,
    unwitnessed: u64,
    deadlocks: u64,
}

/// Both strategies, searching anew and not, against exhaustive search. Exact if `is_exact`,
/// otherwise from above and below.
fn compare(trace: &Trace, seed: u64, sums: &mut Sums) -> Result<(), String> {
    let model = Model::new(trace);
    let (naive, checker) = (Naive::abstracting(trace), Checker::new(trace));
    let has_reads = trace.events().any(|event| event.kind.reads());
    let has_two_threads = trace.events().all(|event| event.thread < 2);
    let mut engines =
        BOTH.map(|strategy| [true, false].map(|incremental| engine(&model, strategy, incremental)));
    for [one, other] in pairs(&model, seed) {
        let expected = naive.races(model.items[one as usize].at, model.items[other as usize].at);
        let verdicts =
            engines.each_mut().map(|pair| pair.each_mut().map(|ipa| ipa.check_reach(one, other)));
        let wrong =
            |what: &str| Err(format!("{one} and {other}: {what}: {expected}, {verdicts:?}"));
        if verdicts.iter().any(|[incremental, fresh]| incremental != fresh) {
            return wrong("incremental and fresh answers differ");
        }
        let [[first, _], [second, _]] = verdicts;
        let [is_first, is_second] = [first, second].map(|verdict| verdict == Verdict::Reachable);
        if has_two_threads && (is_first != expected || is_second != expected) {
            return wrong("exhaustive search says otherwise");
        }
        if expected && !is_first || is_second && !expected {
            return wrong("I misses one, or II has one that is none");
        }
        sums.pairs += 1;
        sums.searched += u64::from(matches!(first, Verdict::Reachable | Verdict::Unreachable));
        sums.unreachable += u64::from(first == Verdict::Unreachable);
        for ipa in engines.iter_mut().flatten().filter(|_| is_second) {
            let witness = ipa.witness(one, other).map(|witness| witness.positions(trace));
            if let Some(Err(flaw)) = witness.as_ref().map(|witness| checker.check(witness)) {
                return wrong(&format!("{flaw:?} in the witness {witness:?}"));
            }
        }
        let is_witnessed = engines[1][0].witness(one, other).is_some();
        if is_second && !has_reads && !is_witnessed {
            return wrong("nothing stands in the way of a witness, but there is none");
        }
        if is_first {
            let is_witnessed = engines[0][0].witness(one, other).is_some();
            sums.witnessed += u64::from(is_witnessed);
            sums.unwitnessed += u64::from(!is_witnessed);
        }
    }
    for (ipa, is_exact) in
        engines.iter().zip([has_two_threads, true]).flat_map(|(pair, is)| pair.iter().zip([is; 2]))
    {
        let is_met = |[one, other]: &[u32; 2]| {
            naive.races(model.items[*one as usize].at, model.items[*other as usize].at)
        };
        if let Some([one, other]) = ipa.deadlocks().iter().find(|pair| is_exact && !is_met(pair)) {
            return Err(format!("{one} and {other} never wait for each other"));
        }
        sums.deadlocks += ipa.deadlocks().len() as u64;
    }
    sums.calls += engines[0][0].counts().calls;
    sums.fresh_calls += engines[0][1].counts().calls;
    Ok(())
}

fn compare_all(seeds: std::ops::Range<u64>, trace: impl Fn(u64) -> Trace) -> Sums {
    let mut sums = Sums::default();
    for seed in seeds {
        let trace = trace(seed);
        if let Err(why) = compare(&trace, seed, &mut sums) {
            panic!("seed {seed}: {why}\n{}", text(&trace));
        }
    }
    println!(
        "{} pairs, {} searched for, {} of them unreachable; {} calls, {} without incremental search; \
         {} witnessed, {} not; {} deadlocks",
        sums.pairs,
        sums.searched,
        sums.unreachable,
        sums.calls,
        sums.fresh_calls,
        sums.witnessed,
        sums.unwitnessed,
        sums.deadlocks
    );
    sums
}

#[test]
fn two_threads_are_decided_as_by_exhaustive_search_of_the_lock_graph() {
    let sums = compare_all(seeds(3000), |seed| {
        let trace = histories::trace(seed, 2);
        if seed % 2 == 0 { trace } else { without_reads(&trace) }
    });
    assert!(
        sums.deadlocks > 100
            && sums.unreachable > sums.searched / 100
            && sums.calls < sums.fresh_calls,
        "the traces are of no use"
    );
}

#[test]
fn of_more_threads_the_first_strategy_misses_none_and_the_second_invents_none() {
    let sums = compare_all(seeds(1200), |seed| {
        let trace =
            if seed % 3 == 0 { Generator::new(seed).trace() } else { histories::trace(seed, 3) };
        if seed % 2 == 0 { trace } else { without_reads(&trace) }
    });
    assert!(sums.unreachable > 0 && sums.unwitnessed > 0, "the traces are of no use");
}

#[test]
fn what_the_exact_engine_proves_racy_the_first_strategy_reaches() {
    let mut racy = 0;
    for seed in seeds(300) {
        let trace = Generator::new(seed).trace();
        let model = Model::new(&trace);
        let (mut exact, mut ipa) =
            (Exact::new(&model, &|| true), engine(&model, Strategy::One, true));
        for [one, other] in pairs(&model, seed) {
            if matches!(exact.decide(one, other, &mut Budget::unlimited()), Answer::Racy(_)) {
                racy += 1;
                let verdict = ipa.check_reach(one, other);
                assert_eq!(
                    verdict,
                    Verdict::Reachable,
                    "seed {seed}: {one} and {other}\n{}",
                    text(&trace)
                );
            }
        }
    }
    assert!(racy > 300);
}

#[test]
fn as_an_engine_it_tells_races_with_witnesses_and_denies_none() {
    let (mut races, mut denied) = (0, 0);
    for seed in seeds(300) {
        let trace = Generator::new(seed).trace();
        let model = Model::new(&trace);
        let (contexts, checker) = (Contexts::new(&model, &trace), Checker::new(&trace));
        let (naive, strategy) = (Naive::new(&trace), BOTH[seed as usize % 2]);
        let mut ipa = engine(&model, strategy, true);
        for [one, other] in contexts.pairs(&model) {
            let at = |item: &u32| model.items[*item as usize].at;
            match ipa.race(one, other) {
                Outcome::Race(witness) => {
                    races += 1;
                    assert_eq!(checker.check(&witness.positions(&trace)), Ok(()), "seed {seed}");
                }
                Outcome::NoRace => {
                    denied += 1;
                    let mut all = one
                        .items
                        .iter()
                        .flat_map(|one| other.items.iter().map(move |other| [one, other]));
                    assert!(
                        !all.any(|[one, other]| naive.races(at(one), at(other))),
                        "seed {seed}\n{}",
                        text(&trace)
                    );
                }
                Outcome::Unknown => {}
            }
        }
    }
    assert!(races > 100 && denied > 100, "{races} races, {denied} denied");
}

/// A trace from lines such as `0 acq 1`; accesses are of one variable.
fn of_text(text: &str) -> Trace {
    let event = |(at, line): (usize, &str)| {
        let mut words = line.split_whitespace();
        let thread = words.next()?.parse().ok()?;
        let kind = match words.next()? {
            "acq" => EventKind::Acquire,
            "rel" => EventKind::Release,
            "share" => EventKind::AcquireShared,
            "send" => EventKind::Send,
            "receive" => EventKind::Receive,
            _ => EventKind::Write,
        };
        Some(Event { thread, kind, object: words.next()?.parse().ok()?, location: at as u32 })
    };
    text.lines().filter(|line| !line.trim().is_empty()).enumerate().filter_map(event).collect()
}

/// What both strategies say of the last accesses of threads 0 and 1.
fn last_accesses(trace: &Trace) -> [Verdict; 2] {
    let model = Model::new(trace);
    let last = |thread: usize| {
        let is_it = |item: &u32| model.items[*item as usize].kind.writes();
        model.threads[thread].iter().copied().rfind(is_it).expect("each has an access")
    };
    BOTH.map(|strategy| engine(&model, strategy, true).check_reach(last(0), last(1)))
}

#[test]
fn the_other_way_round_the_example_takes_other_rows_to_the_same_answers() {
    let mirrored =
        figure::trace().events().map(|event| Event { thread: 1 - event.thread, ..event }).collect();
    let model = Model::new(&mirrored);
    let mut ipa = engine(&model, Strategy::One, true);
    let mut rows = Vec::new();
    for ([one, other], is_reachable) in
        figure_targets(&mirrored, &model).into_iter().zip([false, true, false, true])
    {
        assert_eq!(ipa.check_reach(one, other) == Verdict::Reachable, is_reachable);
        rows.push(ipa.steps().iter().map(|step| step.check.label()).collect::<Vec<_>>().join(" "));
    }
    let expected = [
        "RC3 RC4 LCC3 LCC3 RC6 LCC3 LCC3 LCC3 LCC4 LCC2",
        "LCC4 LCC4 LCC4 LCC4 LCC3 LCC3 LCC3 LCC3 TC",
        "RC1 Default RC1 RC7",
        "TC",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn what_keeps_two_accesses_apart_is_told() {
    let ordered =
        of_text("0 acq 0\n0 w 0\n0 rel 0\n0 send 0\n1 receive 0\n1 acq 0\n1 rel 0\n1 w 0");
    assert_eq!(last_accesses(&ordered), [Verdict::Ordered; 2]);
    assert_eq!(
        last_accesses(&of_text("0 acq 0\n0 w 0\n0 rel 0\n1 acq 0\n1 w 0")),
        [Verdict::Locked; 2]
    );
    let crossed = "0 acq 0\n0 acq 1\n0 rel 1\n0 w 0\n0 rel 0\n1 acq 1\n1 acq 0\n1 rel 0\n1 w 0";
    assert_eq!(last_accesses(&of_text(crossed)), [Verdict::Unreachable; 2]);
    assert_eq!(
        last_accesses(&of_text("0 acq 0\n0 w 0\n0 rel 0\n1 acq 0\n1 rel 0\n1 w 0")),
        [Verdict::Reachable; 2]
    );
}

#[test]
fn a_lock_that_is_shared_for_good_leaves_both_orders() {
    // Thread 1 must have had locks 1 and 2 before thread 0 takes them, for that keeps 2, whatever
    // becomes of lock 0.
    let trace = of_text(
        "1 share 0\n1 acq 1\n1 acq 2\n1 rel 2\n1 rel 1\n1 w 0\n0 acq 1\n0 acq 2\n0 rel 1\n0 share 0\n0 rel 0\n0 w 0",
    );
    let unshared = |event: Event| match (event.kind, event.object) {
        (EventKind::Release, 0) => Event { kind: EventKind::ReleaseShared, ..event },
        _ => event,
    };
    let trace: Trace = trace.events().map(unshared).collect();
    let mirrored =
        trace.events().map(|event| Event { thread: 1 - event.thread, ..event }).collect();
    assert_eq!([last_accesses(&trace), last_accesses(&mirrored)], [[Verdict::Reachable; 2]; 2]);
}

#[test]
fn the_second_strategy_leaves_a_third_thread_where_a_snapshot_has_it() {
    // Behind its message the third thread needs no lock any more, so what thread 0 needs of it is
    // in the snapshot.
    let before =
        "2 acq 0\n2 rel 0\n2 send 0\n0 receive 0\n0 acq 0\n0 rel 0\n0 w 0\n1 acq 0\n1 rel 0\n1 w 0";
    assert_eq!(last_accesses(&of_text(before)), [Verdict::Reachable; 2]);
    // It holds the lock while it sends: where it stays nobody else has it.
    let within =
        "2 acq 0\n2 send 0\n2 rel 0\n0 receive 0\n0 acq 0\n0 rel 0\n0 w 0\n1 acq 0\n1 rel 0\n1 w 0";
    assert_eq!(last_accesses(&of_text(within)), [Verdict::Reachable, Verdict::Unreachable]);
}
