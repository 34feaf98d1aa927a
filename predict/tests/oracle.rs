//! The engines against an exhaustive search: on generated traces, each pair of conflicting accesses
//! of two threads is decided by both.
//!
//! `PREDICT_TRACES=40000 PREDICT_SEED=1 cargo test --release -p raceproof-predict --test oracle`
//! tries other traces than the usual ones.

mod common;

use common::generator::Generator;
use common::naive::Naive;
use raceproof_predict::checker::Checker;
use raceproof_predict::model::Model;
use raceproof_predict::syncp::SyncPreserving;
use raceproof_predict::trace::Trace;
use raceproof_predict::witness::{Answer, Budget, Exact};

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The conflicting accesses of two threads, as items of the model.
fn pairs(model: &Model) -> Vec<[u32; 2]> {
    let accesses: Vec<u32> = (0..model.items.len() as u32).collect();
    let conflict = |one: u32, other: u32| {
        let (one, other) = (&model.items[one as usize], &model.items[other as usize]);
        one.thread != other.thread && one.object == other.object && one.kind.conflicts(other.kind)
    };
    let mut pairs = Vec::new();
    for one in &accesses {
        pairs.extend(
            accesses[*one as usize..]
                .iter()
                .filter(|other| conflict(*one, **other))
                .map(|other| [*one, *other]),
        );
    }
    pairs
}

/// What was decided, for the sum at the end.
#[derive(Default)]
struct Sums {
    pairs: u64,
    racy: u64,
    undecided: u64,
    sync_preserving: u64,
}

fn compare(trace: &Trace, sums: &mut Sums) -> Result<(), String> {
    let model = Model::new(trace);
    let (mut exact, mut sync_preserving) =
        (Exact::new(&model, &|| true), SyncPreserving::new(&model));
    let (naive, checker) = (Naive::new(trace), Checker::new(trace));
    for pair in pairs(&model) {
        let [one, other] = pair.map(|number| model.items[number as usize].at);
        let (expected, meet) = (naive.races(one, other), naive.meet(one, other));
        let wrong = |what: &str| {
            Err(format!("{one} and {other}: {what}; the exhaustive search says {expected}, {meet}"))
        };
        sums.pairs += 1;
        sums.racy += u64::from(expected);
        match exact.decide(pair[0], pair[1], &mut Budget::unlimited()) {
            Answer::Racy(reordering) if expected => {
                let witness = reordering.positions(trace);
                if let Err(flaw) = checker.check(&witness) {
                    return wrong(&format!("witness {witness:?} has a flaw: {flaw:?}"));
                }
            }
            Answer::Infeasible if !meet => {}
            // They meet, but the update would see another value then.
            Answer::Open if meet && !expected => sums.undecided += 1,
            answer => return wrong(&format!("witness says {answer:?}")),
        }
        if let Some(reordering) = sync_preserving.decide(pair[0], pair[1]) {
            sums.sync_preserving += 1;
            let witness = reordering.positions(trace);
            if let Err(flaw) = checker.check(&witness) {
                return wrong(&format!("syncp's witness {witness:?} has a flaw: {flaw:?}"));
            }
        }
    }
    Ok(())
}

#[test]
fn each_pair_is_decided_as_by_exhaustive_search() {
    let (first, count) = (number("PREDICT_SEED", 0), number("PREDICT_TRACES", 400));
    let mut sums = Sums::default();
    for seed in first..first + count {
        let trace = Generator::new(seed).trace();
        if let Err(why) = compare(&trace, &mut sums) {
            let events: Vec<String> =
                trace.events().enumerate().map(|(at, event)| format!("{at} {event:?}")).collect();
            panic!("seed {seed}: {why}\n{}", events.join("\n"));
        }
    }
    let Sums { pairs, racy, undecided, sync_preserving } = sums;
    println!(
        "{pairs} pairs, {racy} racy, {sync_preserving} of them sync-preserving, {undecided} by the value of an update"
    );
    assert!(
        racy > pairs / 100 && sync_preserving < racy && undecided > 0,
        "the traces are of no use"
    );
}
