//! Files of Java PathFinder's users: what they mean here, and what is only warned about.

mod common;

use std::path::Path;

use common::{Folder, gather, line};
use raceproof_config::{CheckOptions, Command, CommandLine, Findings, Key, Listener, Settings};
use raceproof_search::StrategyKind;

/// The examples that the end-to-end tests use, too.
fn example(name: &str) -> Settings {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/java/config").join(name);
    gather(Command::Check, line(&[(Key::Target, &path.display().to_string())])).unwrap()
}

#[track_caller]
fn notes(settings: &Settings, expected: &[&[&str]]) {
    assert_eq!(settings.notes.len(), expected.len(), "{:#?}", settings.notes);
    for (note, words) in settings.notes.iter().zip(expected) {
        assert!(words.iter().all(|word| note.contains(word)), "{words:?}: {note}");
    }
}

#[test]
fn a_file_of_the_usual_keys() {
    let settings = example("Philosophers.jpf");
    let options = CheckOptions::of(&settings).unwrap();
    assert_eq!(settings.text(Key::Target), "Philosophers");
    assert_eq!(settings.arguments(), ["3", "ordered"]);
    assert!(settings.paths(Key::ClassPath)[0].ends_with("tests/java/config/classes"));
    assert_eq!(options.search.strategy, StrategyKind::BreadthFirst);
    assert_eq!(options.limits.depth.map(u64::from), Some(400));
    assert_eq!(options.findings, Findings::All);
    assert_eq!(options.listeners, [Listener::Print]);
    assert!(!options.machine.assertions);
    assert!(options.nondeterminism.enumerate_random);
    assert_eq!(options.source_path.len(), 1);
    notes(
        &settings,
        &[
            &["`listener`", "line 18", "DeadlockAnalyzer"],
            &["`report.console.property_violation`", "no meaning"],
            &["config/classes`", "line 6", "does not exist"],
        ],
    );
    let shown = settings.shown();
    let depth = shown.iter().find(|shown| shown.key == "max-depth").unwrap();
    assert!(depth.origin.ends_with("Philosophers.jpf, line 14 (search.depth_limit)"), "{depth:?}");
}

#[test]
fn what_has_no_meaning_here_is_a_warning() {
    let settings = example("Extension.jpf");
    assert_eq!(settings.text(Key::Target), "Main");
    assert_eq!(CheckOptions::of(&settings).unwrap().search.strategy, StrategyKind::DepthFirst);
    notes(
        &settings,
        &[
            &["`@using`", "line 2", "no meaning"],
            &["`search.class`", "`gov.nasa.jpf.search.heuristic.Interleaving`", "auto, dfs, bfs"],
            &["`native_classpath`"],
            &["`symbolic.method`"],
            &["`my.own.key`"],
            &["`vm.enable_asertions`", "did you mean `vm.enable_assertions`"],
            &["`listener`", "PreciseRaceDetector", "looked for without it"],
        ],
    );
}

#[test]
fn a_file_included_by_one_of_jpf_is_one_too() {
    let folder = Folder::new("jpf-include");
    folder.file("common.properties", "vm.class = x\nheap = 64m\n");
    let settings =
        folder.check("app.jpf", "@include = common.properties\ntarget = Main\n").unwrap();
    assert_eq!(settings.text(Key::Heap), "64m");
    notes(&settings, &[&["`vm.class`", "common.properties, line 1"]]);
}

#[test]
fn a_value_that_cannot_be_expanded_matters_only_in_a_key_that_does() {
    let folder = Folder::new("jpf-expand");
    let settings =
        folder.check("app.jpf", "target = Main\nnative_classpath = ${jpf-symbc}/x\n").unwrap();
    notes(&settings, &[&["`native_classpath`"]]);
    let mistake =
        folder.check("app.jpf", "target = Main\nclasspath = ${jpf-symbc}/x\n").unwrap_err();
    assert!(
        mistake.message.contains("`jpf-symbc`") && mistake.message.contains("line 2"),
        "{mistake:?}"
    );
}

/// A wrong value is wrong in a file of JPF's, too, and named by the key that is there.
#[test]
fn a_wrong_value_is_named_by_its_key() {
    let folder = Folder::new("jpf-wrong");
    let mistake =
        folder.check("app.jpf", "target = Main\nsearch.multiple_errors = perhaps\n").unwrap_err();
    assert!(
        mistake.message.contains("`perhaps` is not a value of `search.multiple_errors`"),
        "{mistake:?}"
    );
}

#[test]
fn keys_of_jpf_on_the_command_line() {
    let define = |words: &[&str]| CommandLine {
        define: words.iter().map(|word| (*word).to_owned()).collect(),
        ..line(&[(Key::Target, "Main")])
    };
    let words = [
        "search.class=.search.heuristic.BFSHeuristic",
        "search.multiple_errors",
        "vm.enable_assertions=no",
    ];
    let options = CheckOptions::of(&gather(Command::Check, define(&words)).unwrap()).unwrap();
    assert_eq!(
        (options.search.strategy, options.findings),
        (StrategyKind::BreadthFirst, Findings::All)
    );
    assert!(!options.machine.assertions);
    let mistake = gather(Command::Check, define(&["vm.por=true"])).unwrap_err();
    assert!(mistake.help[0].contains("JPF"), "{mistake:?}");
}
