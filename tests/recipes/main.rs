//! The commands of README.md and `docs/`, executed (`commands.rs`).
//!
//! The recipes of CONTRIBUTING.md, followed: what they name is there, and who adds what they say
//! where they say it, has added it. The additions are in `recipes/examples`, each at its path in
//! the workspace; none of them is shipped.

mod commands;
mod crates;
mod documents;
mod page;
mod programs;

use crates::Extended;
use page::Sources;
use raceproof_tests::place;
use std::collections::BTreeSet;

/// Recipes that are followed here.
const FOLLOWED: [&str; 8] = [
    "A native",
    "A conformance program",
    "A program to check",
    "A program about races",
    "A detector",
    "A strategy",
    "A listener",
    "A format of reports",
];

/// Recipes of which only the names are held to what is there, and why.
const NAMED: [(&str, &str); 17] = [
    ("A program that was judged wrongly", "goes all ways: minutes"),
    ("A trusted class", "is compiled into `config`"),
    ("A program to scan", "is entered in a list that is read whole"),
    ("A program that says what guards what", "is read with its whole folder"),
    ("A kind of statement in generated programs", "is a change of several files"),
    ("A benchmark", "measures"),
    ("An assumption", "is a row in the binary"),
    ("A rule of the verifier", "is assembled with all others"),
    ("A unit test of the machine", "is compiled into `vm`"),
    ("A test framework", "is a case in the binary"),
    ("A build tool", "is asked by the binary"),
    ("A kind of finding", "is a case in the binary, whose text `explain` asks for"),
    ("A key of JSON reports", "is in a schema to which all suites hold their reports"),
    ("An option", "is a row in the binary"),
    ("A command", "is a case in the binary"),
    ("A key that changes what a schedule means", "is a row in the binary"),
    ("", "is no recipe"),
];

#[test]
fn each_recipe_is_followed_or_excused() {
    let told: BTreeSet<String> = page::recipes().into_iter().map(|recipe| recipe.name).collect();
    let known = FOLLOWED.iter().chain(NAMED.iter().map(|(name, _)| name));
    let known: BTreeSet<String> = known.map(|name| (*name).to_owned()).collect();
    assert_eq!(told, known);
}

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
    let formatted =
        extended.cargo("fmt --check -p raceproof-search -p raceproof-listeners -p lock-counts");
    assert_eq!(formatted.status, Some(0), "{}", formatted.stdout_text());
}
