//! Simpler schedules for the same finding.

mod toys;

use raceproof_base::{Choice, Finding, FindingKind, Schedule};
use raceproof_search::{ReplayOutcome, minimise, replay, switches};
use toys::{Attentive, Look, Model, Next, Toy, run};

const THREADS: u64 = 3;

/// Threads with four steps each. Thread 1 fails at its last step if thread 0 has taken two before.
/// A state has a digit for each thread.
struct Waits;

fn steps(state: u64, thread: u64) -> u64 {
    state / 10u64.pow(thread as u32) % 10
}

impl Model for Waits {
    fn look(&self, state: u64) -> Look {
        let open: Vec<Choice> =
            (0..THREADS).filter(|t| steps(state, *t) < 4).map(|t| run(t as u32)).collect();
        if open.is_empty() { Look::Ended } else { Look::Open(open) }
    }

    fn next(&self, state: u64, choice: Choice) -> Next {
        let thread = u64::from(choice.thread().0);
        match (thread, steps(state, 1), steps(state, 0)) {
            (1, 3, 2..) => Next::Violated(9),
            _ => Next::To(state + 10u64.pow(thread as u32)),
        }
    }
}

fn schedule(threads: &[u32]) -> Schedule {
    Schedule { choices: threads.iter().map(|thread| run(*thread)).collect() }
}

fn replayed(schedule: &Schedule) -> ReplayOutcome {
    replay(&mut Toy::new(&Waits), &mut Attentive::default(), schedule, None)
}

fn found(threads: &[u32]) -> Finding {
    replayed(&schedule(threads)).findings.pop().expect("it fails")
}

fn simpler(finding: &Finding, steps: u64) -> Option<Finding> {
    let mut toy = Toy::new(&Waits);
    let simpler = minimise(&mut toy, &mut Attentive::default(), finding, steps);
    assert_eq!(toy.depth(), 0, "the machine is not where it was");
    simpler
}

const LONG_WAY: [u32; 11] = [2, 0, 1, 2, 1, 0, 2, 1, 0, 2, 1];

#[test]
fn only_what_a_finding_needs_is_left() {
    let found = found(&LONG_WAY);
    let simple = simpler(&found, 10_000).unwrap();
    assert!(simple.is_same(&found));
    assert_eq!(simple.schedule, schedule(&[0, 0, 1, 1, 1, 1]));
    assert!(replayed(&simple.schedule).confirms(&simple));
    assert_eq!((switches(&found.schedule), switches(&simple.schedule)), (10, 1));
    assert_eq!(simpler(&found, 10_000), Some(simple.clone()), "the same again");
    assert_eq!(simpler(&simple, 10_000), None, "nothing is simpler");
}

#[test]
fn attempts_end_with_the_budget() {
    let found = found(&LONG_WAY);
    assert_eq!(simpler(&found, 1), None);
    for steps in [20, 40, 80] {
        let cost = |finding: &Finding| (switches(&finding.schedule), finding.schedule.len());
        if let Some(simple) = simpler(&found, steps) {
            assert!(cost(&simple) < cost(&found) && simple.schedule.len() <= LONG_WAY.len());
            assert!(replayed(&simple.schedule).confirms(&simple));
        }
    }
    assert!(simpler(&found, 80).is_some());
}

#[test]
fn what_never_ends_stays_as_it_is() {
    let livelock = Finding { kind: FindingKind::Livelock, ..found(&LONG_WAY) };
    assert_eq!(simpler(&livelock, 10_000), None);
}
