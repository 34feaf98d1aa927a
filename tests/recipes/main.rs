//! The recipes of CONTRIBUTING.md, followed: what they name is there, and who adds what they say
//! where they say it, has added it. The additions are in `recipes/examples`, each at its path in the
//! workspace; none of them is shipped.

mod crates;
mod page;

use crates::Extended;
use page::Sources;
use raceproof_tests::place;

/// A file that has moved, a target, a variable or an item with another name: the page is to say so.
#[test]
fn what_the_page_names_is_there() {
    let sources = Sources::read();
    let stale: Vec<String> = page::recipes()
        .iter()
        .flat_map(|recipe| {
            let name = recipe.name.clone();
            recipe.stale(&sources).into_iter().map(move |what| format!("{name}: `{what}`"))
        })
        .collect();
    assert!(stale.is_empty(), "CONTRIBUTING.md names what is not there:\n{}", stale.join("\n"));
    for link in page::linked() {
        assert!(place::workspace().join(&link).is_file(), "{link}");
    }
}

#[test]
fn strategies_detectors_and_listeners_are_a_file_and_their_lines() {
    let extended = Extended::new();
    let search = extended.passed("-p raceproof-search --test all --test bounded_preemptions");
    for test in ["every_end_comes_up", "a_part_proves_nothing", "as_many_schedules_as_by_hand"] {
        assert!(search.iter().any(|passed| passed == test), "{test} is not among {search:?}");
    }
    let listeners = extended.passed(
        "-p raceproof-listeners -p lock-counts --lib -- writes_only lock_counts tests::counts",
    );
    for test in [
        "writes_only::tests::it_is_in_the_table_and_claims_no_more_than_it_finds",
        "lock_counts::tests::counts_monitors_and_can_go_back",
        "tests::counts_monitors_and_can_go_back",
    ] {
        assert!(listeners.iter().any(|passed| passed == test), "{test} is not in {listeners:?}");
    }
    let formatted = extended.cargo("fmt --all --check");
    assert_eq!(formatted.status, Some(0), "{}", formatted.stdout_text());
}
