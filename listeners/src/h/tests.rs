//! What `h` says of executions, and what it does not keep.

use super::*;
use crate::testing::{BALANCE, access, acquire, by_mode, knows_again, release, tells_first_races};
use raceproof_base::Mode;

const LOCK: Sync = Sync::Monitor(Address(64));

#[test]
fn the_first_race_is_the_first_of_a_write_and_what_follows_it() {
    tells_first_races::<H>(3, |earlier| earlier == AccessKind::Write);
}

#[test]
fn what_was_released_at_a_frozen_object_stays_so() {
    let races = |events: &[Event]| crate::testing::first_race(H::default(), events).is_some();
    crate::testing::keeps_what_was_released_at_the_frozen(races);
}

#[test]
fn a_new_object_inherits_nothing() {
    let races = |events: &[Event]| crate::testing::first_race(H::default(), events).is_some();
    crate::testing::forgets_what_lay_there(races);
}

#[test]
fn what_came_before_publication_is_asked_for() {
    crate::testing::asks_for_what_came_before_publication(H::default);
}

#[test]
fn with_reads_told_the_first_race_is_that_of_the_definition() {
    crate::testing::tells_first_races_of(8, || H::new(Reads::Told), |_| true);
}

#[test]
fn the_weak_races_are_those_of_the_definition() {
    for reads in [Reads::Weak, Reads::Contest(Vec::new()), Reads::Told] {
        crate::testing::tells_weak_races(9, || H::new(reads.clone()));
    }
}

#[test]
fn with_reads_a_write_that_does_not_know_of_a_read_contests_the_variable() {
    use crate::testing::TestNames;
    let contested = |known: &[&str], events: &[Event]| {
        let mut h = H::new(Reads::Contest(known.iter().map(|name| (*name).to_owned()).collect()));
        events.iter().for_each(|event| h.event(event, &TestNames::default()));
        assert!(h.finding().is_none());
        h.finer()
    };
    let (read, write) =
        (access(1, AccessKind::Read, BALANCE), access(2, AccessKind::Write, BALANCE));
    let lock = Sync::Monitor(crate::testing::ACCOUNT);
    let name = Some(Finer::Accesses("Account.balance".to_owned()));
    assert_eq!(contested(&[], &[read, write]), name);
    assert_eq!(contested(&["Account.balance"], &[read, write]), None);
    assert_eq!(contested(&[], &[read, release(1, lock), acquire(2, lock), write]), None);
    assert_eq!(contested(&[], &[release(1, lock), read, acquire(2, lock), write]), name);
}

/// One that was told events.
fn after(reads: Reads, events: &[Event]) -> H {
    let mut h = H::new(reads);
    events.iter().for_each(|event| h.event(event, &crate::testing::TestNames::default()));
    h
}

fn summary(h: &mut H) -> Vec<u64> {
    let mut words = Vec::new();
    h.summary(&raceproof_base::AsIs, &mut words);
    words
}

#[test]
fn of_several_races_that_of_the_first_thread_is_told() {
    let volatile = |thread| by_mode(thread, AccessKind::Write, Mode::Volatile);
    let read = access(3, AccessKind::Read, BALANCE);
    for order in [[1, 2], [2, 1]] {
        let mut h = after(Reads::None, &[volatile(order[0]), volatile(order[1]), read]);
        let race = h.finding().and_then(|finding| finding.race).expect("they race");
        assert_eq!(race.evidence.threads, [1, 3].map(ThreadId));
    }
}

#[test]
fn norace_is_about_writes_of_all_modes() {
    let norace = |event| after(Reads::Told, &[event]).norace(ThreadId(2), BALANCE);
    assert!(norace(access(1, AccessKind::Read, BALANCE)));
    assert!(!norace(access(1, AccessKind::Write, BALANCE)));
    assert!(!norace(by_mode(1, AccessKind::Write, Mode::Volatile)));
}

#[test]
fn only_reads_that_are_asked_for_have_columns() {
    let events = [
        access(1, AccessKind::Read, BALANCE),
        access(1, AccessKind::Write, BALANCE),
        by_mode(1, AccessKind::Read, Mode::Volatile),
        release(1, LOCK),
    ];
    let columns = [Reads::None, Reads::Weak, Reads::Contest(Vec::new()), Reads::Told]
        .map(|reads| after(reads, &events).size());
    assert_eq!(columns, [1, 2, 3, 3].map(|columns| Some((2, columns))));
}

#[test]
fn a_plain_write_takes_the_place_of_the_reads_before_it() {
    let read = access(1, AccessKind::Read, BALANCE);
    let then = [
        release(1, LOCK),
        acquire(2, LOCK),
        access(2, AccessKind::Write, BALANCE),
        release(3, Sync::Thread(ThreadId(3))),
    ];
    let mut with_read = after(Reads::Told, &[&[read][..], &then].concat());
    assert_eq!(summary(&mut with_read), summary(&mut after(Reads::Told, &then)));
}

/// 32 variables that all but the lock have to know of, and 32 of which only the lock knows,
/// take all bits of a word.
#[test]
fn a_lockset_has_what_lacks_all_other_variables() {
    let writes = |thread, from: u64| {
        (from..from + 32_u64).map(move |n| access(thread, AccessKind::Write, Address(128 + 8 * n)))
    };
    let other = Sync::Monitor(Address(72));
    let summary_with = |with_lock: bool| {
        let mut events: Vec<Event> = writes(1, 0).collect();
        events.extend(with_lock.then_some(release(1, LOCK)));
        events.extend(writes(2, 32));
        events.extend([release(2, other), acquire(1, other)]);
        summary(&mut after(Reads::None, &events))
    };
    let (with, without) = (summary_with(true), summary_with(false));
    assert!(H::covers(&[&without], &with) && !H::covers(&[&with], &without));
}

/// Of a hundred locks only the first can be reached.
#[test]
fn rows_of_garbage_are_left_out_until_one_goes_back() {
    struct Reachable;
    impl Canonical for Reachable {
        fn variable(&self, variable: Address) -> Option<u64> {
            (variable.0 < 2_000).then_some(variable.0)
        }
        fn thread(&self, thread: ThreadId) -> Option<u64> {
            Some(u64::from(thread.0))
        }
        fn sync(&self, sync: Sync) -> Option<u64> {
            Owner::Sync(sync).address().and_then(|address| self.variable(address))
        }
    }
    let locks = (0..100).map(|n| release(1, Sync::Monitor(Address(1_992 + 8 * n))));
    let events: Vec<Event> = [access(1, AccessKind::Write, BALANCE)]
        .into_iter()
        .chain(locks)
        .chain([access(2, AccessKind::Read, Address(8))])
        .collect();
    let mut h = after(Reads::None, &events);
    let (mark, before) = (h.mark(), told(&h));
    let [first, then] = [(), ()].map(|()| {
        let mut words = Vec::new();
        h.summary(&Reachable, &mut words);
        words
    });
    // All that was written, two threads, and a lock.
    assert_eq!((h.h.count_met(), &first), (4, &then));
    let lock = h.tables.row(Owner::Sync(Sync::Monitor(Address(1_992))));
    assert!(h.h.met().any(|row| row == lock));
    h.rollback(mark);
    assert_eq!(told(&h), before);
}

/// What is missing by owner, and the last access by column.
fn told(detector: &H) -> (Vec<(usize, Vec<bool>)>, Vec<Option<Last>>) {
    let columns = detector.tables.columns.len();
    let missing = |row: usize| (0..columns).map(|column| !detector.h.norace(row, column)).collect();
    let mut rows: Vec<(usize, Vec<bool>)> =
        detector.h.met().map(|row| (row, missing(row))).collect();
    rows.iter_mut().for_each(|(_, row)| trim(row, &false));
    let mut writers: Vec<Option<Last>> =
        (0..columns).map(|column| detector.h.writer(column)).collect();
    trim(&mut writers, &None);
    (rows, writers)
}

fn trim<T: PartialEq>(list: &mut Vec<T>, nothing: &T) {
    while list.last() == Some(nothing) {
        list.pop();
    }
}

#[test]
fn going_back_and_restoring_know_again_what_was_known() {
    knows_again::<H, _>(4, told);
}
