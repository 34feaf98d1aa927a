//! The checker refuses what is no witness, for each reason that it knows; and the engines'
//! witnesses have all that must come before.

use raceproof_predict::checker::{Checker, Flaw};
use raceproof_predict::event::{Event, EventKind};
use raceproof_predict::model::Model;
use raceproof_predict::trace::Trace;
use raceproof_predict::witness::{Answer, Budget, Exact};

fn trace(events: &[(u32, EventKind, u32)]) -> Trace {
    events
        .iter()
        .map(|(thread, kind, object)| Event {
            thread: *thread,
            object: *object,
            location: 0,
            kind: *kind,
        })
        .collect()
}

fn check(trace: &Trace, witness: &[u32]) -> Result<(), Flaw> {
    Checker::new(trace).check(witness)
}

#[test]
fn a_read_sees_the_write_that_it_saw() {
    let trace = trace(&[
        (0, EventKind::Write, 0),
        (1, EventKind::Read, 0),
        (1, EventKind::Write, 1),
        (2, EventKind::Write, 1),
    ]);
    assert_eq!(check(&trace, &[0, 1, 2, 3]), Ok(()));
    assert_eq!(check(&trace, &[1, 2, 3]), Err(Flaw::OtherValue(1)));
    // What the two accesses read themselves is for nobody to see.
    assert_eq!(check(&trace, &[1, 0]), Ok(()));
}

/// A compare-and-set that sees another value writes nothing, and a read beside it is no conflict.
#[test]
fn an_update_beside_a_read_sees_what_it_saw() {
    let (write, update) = (EventKind::OrderedWrite, EventKind::OrderedUpdate);
    let beside = |last: EventKind| trace(&[(0, update, 0), (1, write, 0), (1, last, 0)]);
    assert_eq!(check(&beside(EventKind::Read), &[1, 0, 2]), Err(Flaw::OtherValue(0)));
    assert_eq!(check(&beside(EventKind::Read), &[1, 2, 0]), Err(Flaw::OtherValue(0)));
    assert_eq!(
        check(&beside(EventKind::Write), &[1, 0, 2]),
        Ok(()),
        "whatever it sees, it reads what is written"
    );
    let seen = trace(&[(1, write, 0), (0, update, 0), (1, EventKind::Read, 0)]);
    assert_eq!(check(&seen, &[0, 1, 2]), Ok(()));
}

#[test]
fn a_lock_is_held_once_and_threads_go_on_in_their_order() {
    let [acquire, release] = [EventKind::Acquire, EventKind::Release];
    let trace = trace(&[
        (0, acquire, 0),
        (0, EventKind::Write, 0),
        (0, release, 0),
        (1, acquire, 0),
        (1, EventKind::Write, 0),
    ]);
    assert_eq!(check(&trace, &[0, 3, 1, 4]), Err(Flaw::Locked(3)));
    assert_eq!(check(&trace, &[0, 1, 3, 2, 4]), Err(Flaw::NoConflict));
    assert_eq!(check(&trace, &[1, 4]), Err(Flaw::OutOfOrder(1)));
    assert_eq!(check(&trace, &[4]), Err(Flaw::NoPair));
    assert_eq!(check(&trace, &[9, 4]), Err(Flaw::NoPair));
}

#[test]
fn shared_holds_exclude_exclusive_ones() {
    let [shared, acquire] = [EventKind::AcquireShared, EventKind::Acquire];
    let trace = trace(&[
        (0, shared, 0),
        (0, EventKind::Write, 0),
        (0, EventKind::ReleaseShared, 0),
        (1, acquire, 0),
        (1, EventKind::Write, 0),
    ]);
    assert_eq!(check(&trace, &[0, 3, 1, 4]), Err(Flaw::Locked(3)));
}

#[test]
fn what_is_received_was_sent_before() {
    for (sent, received) in
        [(EventKind::Send, EventKind::Receive), (EventKind::Signal, EventKind::Await)]
    {
        let trace = trace(&[
            (0, sent, 0),
            (1, received, 0),
            (1, EventKind::Write, 0),
            (2, EventKind::Write, 0),
        ]);
        assert_eq!(check(&trace, &[1, 2, 3]), Err(Flaw::TooEarly(1)));
        assert_eq!(check(&trace, &[0, 1, 2, 3]), Ok(()));
    }
}

/// The thread that is joined does only what bears on no reordering; all of it comes before the join
/// even so.
#[test]
fn a_join_comes_behind_all_that_its_thread_did() {
    let trace = trace(&[
        (0, EventKind::Fork, 1),
        (1, EventKind::Read, 7),
        (0, EventKind::Join, 1),
        (0, EventKind::Write, 0),
        (2, EventKind::Write, 0),
    ]);
    assert_eq!(check(&trace, &[0, 2, 3, 4]), Err(Flaw::TooEarly(2)));
    assert_eq!(check(&trace, &[1, 0, 2, 3, 4]), Err(Flaw::TooEarly(1)));
    let model = Model::new(&trace);
    let pair: Vec<u32> =
        (0..model.items.len() as u32).filter(|item| model.items[*item as usize].at >= 3).collect();
    let Answer::Racy(reordering) =
        Exact::new(&model, &|| true).decide(pair[0], pair[1], &mut Budget::new(1000, &|| true))
    else {
        panic!("the two accesses race");
    };
    assert_eq!(check(&trace, &reordering.positions(&trace)), Ok(()));
}
