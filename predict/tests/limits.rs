//! What is known of a trace when a limit ends the work, and of one that is followed without being
//! kept.

#[path = "support/generated.rs"]
mod generated;

use raceproof_predict::analysis::{self, Analysed, EngineName, Followed, Reading};
use raceproof_predict::event::EventKind;
use raceproof_predict::prediction::Settled;
use raceproof_predict::read::StdReader;
use std::cell::Cell;

const ENGINES: [EngineName; 2] = [EngineName::SyncPreserving, EngineName::Witness];

/// A race at the beginning of a trace of some blocks, and one behind them.
fn text() -> String {
    let racing = |at| format!("T1|w(early{at})|{at}1\nT2|w(early{at})|{at}2\n");
    racing(7) + &generated::whole(generated::recorded(3, 200_000)) + &racing(8)
}

fn whole(text: &str) -> Analysed {
    match analysis::read(&mut StdReader::new(text.as_bytes()), |_| true).unwrap() {
        Reading::Whole(analysed) => *analysed,
        Reading::Cut(_) => panic!("nothing has ended it"),
    }
}

/// Says yes so many times.
fn so_often(times: u64) -> impl Fn(u64) -> bool {
    let left = Cell::new(times);
    move |_| left.replace(left.get().saturating_sub(1)) > 0
}

#[test]
fn a_trace_that_is_followed_has_the_same_unordered_pairs() {
    let text = text();
    let analysed = whole(&text);
    let followed = analysis::follow(&mut StdReader::new(text.as_bytes()), |_| true).unwrap();
    assert!(!followed.is_cut);
    assert_eq!((followed.read, &followed.unordered), (analysed.read, &analysed.unordered));
    assert_eq!(followed.unordered.len(), 2);
    let first = followed.unordered[0];
    let places = first.accesses.map(|access| analysed.names.locations.name(access.location));
    assert_eq!(
        (places, first.accesses.map(|access| access.kind)),
        (["71".into(), "72".into()], [EventKind::Write; 2])
    );
}

#[test]
fn of_a_trace_that_was_not_read_to_its_end_the_beginning_is_known() {
    let text = text();
    let check = |followed: Followed, all: u64| {
        assert!(followed.is_cut && followed.read > 0 && followed.read < all);
        assert_eq!(followed.unordered.len(), 1);
    };
    let all = whole(&text).read;
    for blocks in 0..2 {
        check(
            analysis::follow(&mut StdReader::new(text.as_bytes()), so_often(blocks)).unwrap(),
            all,
        );
        match analysis::read(&mut StdReader::new(text.as_bytes()), so_often(blocks)).unwrap() {
            Reading::Cut(followed) => check(followed, all),
            Reading::Whole(_) => panic!("it was not read whole"),
        }
    }
}

/// Wherever the work ends, nothing is said to be proved that was not looked at.
#[test]
fn what_a_limit_ends_is_called_cut() {
    let text = text();
    let analysed = whole(&text);
    let all = analysed.predict(&ENGINES, false, &|_| true);
    assert!(!all.is_cut && all.count(|known| matches!(known, Settled::Race { .. })) == 2);
    let asked = Cell::new(0);
    let _ = analysed.predict(&ENGINES, false, &|_| {
        asked.set(asked.get() + 1);
        true
    });
    for times in 0..asked.get() {
        let goes_on = so_often(times);
        let cut = analysed.predict(&ENGINES, false, &goes_on);
        assert!(cut.is_cut, "{times}");
        assert_eq!(cut.count(|known| matches!(known, Settled::Infeasible)), 0, "{times}");
        assert!(
            cut.places
                .iter()
                .all(|places| all.places.contains(places) || places.known == Settled::Open)
        );
    }
}

/// The engines' memory is asked for before it is taken.
#[test]
fn what_engines_take_at_once_is_asked_for() {
    let analysed = whole(&text());
    let most = Cell::new(0);
    let may = |bytes: u64| {
        most.set(most.get().max(bytes));
        bytes == 0
    };
    let cut = analysed.predict(&ENGINES, false, &may);
    assert!(cut.is_cut && cut.places.is_empty());
    assert!(most.get() >= 8 * analysed.trace.len() as u64);
}
