//! Which layer wins, what `+=`, `${key}` and `@include` do across files, and where values are said
//! to come from.

mod common;

use common::{Folder, gather, line};
use raceproof_config::{
    CheckOptions, Command, CommandLine, Findings, Granularity, Key, Layer, Settings,
};
use raceproof_search::StrategyKind;

fn origin(settings: &Settings, key: &str) -> (String, String) {
    let shown = settings.shown().into_iter().find(|shown| shown.key == key).unwrap();
    (shown.value, shown.origin)
}

fn pair(value: &str, origin: &str) -> (String, String) {
    (value.to_owned(), origin.to_owned())
}

#[test]
fn layers_win_in_order_and_are_named() {
    let folder = Folder::new("layers");
    let own = folder.file(
        "own.properties",
        "target = pkg.Main\nheap = 11m\nprocessors = 2\nsearch = bfs\nall=true\n",
    );
    let config = folder.file("more.properties", "heap = 12m\nprocessors = 3\n");
    let own_name = own.display().to_string();
    let command_line = CommandLine {
        config: vec![config.clone()],
        define: vec!["max-states=7".to_owned(), "property.a=b".to_owned()],
        arguments: Some(vec!["x".to_owned(), "y".to_owned()]),
        ..line(&[(Key::Target, &own_name), (Key::Heap, "13m")])
    };
    let settings = gather(Command::Check, command_line).unwrap();
    assert_eq!(origin(&settings, "target"), pair("pkg.Main", &format!("{own_name}, line 1")));
    assert_eq!(origin(&settings, "heap"), pair("13m", "--heap"));
    assert_eq!(
        origin(&settings, "processors"),
        pair("3", &format!("{}, line 2", config.display()))
    );
    assert_eq!(origin(&settings, "search"), pair("bfs", &format!("{own_name}, line 4")));
    assert_eq!(origin(&settings, "max-states"), pair("7", "-D max-states=7"));
    assert_eq!(origin(&settings, "max-depth"), pair("", "default"));
    assert_eq!(origin(&settings, "target.args"), pair("x,y", "after `--`"));
    assert_eq!(origin(&settings, "property.a"), pair("b", "-D property.a=b"));
    assert_eq!(settings.layer(Key::Search), Layer::TargetFile);

    let options = CheckOptions::of(&settings).unwrap();
    assert_eq!(options.machine.heap_bytes, 13 << 20);
    assert_eq!(options.machine.properties["a"], "b");
    assert_eq!(options.search.strategy, StrategyKind::BreadthFirst);
    assert_eq!(options.findings, Findings::All);
    assert_eq!(options.limits.states.map(u64::from), Some(7));
    assert_eq!(options.granularity, Granularity::Sync);
}

#[test]
fn a_file_of_config_may_name_the_target_file() {
    let folder = Folder::new("named");
    folder.file("own.properties", "target = Main\nheap = 11m\n");
    let config = folder.file("more.properties", "target = own.properties\nprocessors = 3\n");
    let command_line = CommandLine { config: vec![config], ..CommandLine::default() };
    let settings = gather(Command::Run, command_line).unwrap();
    assert_eq!((settings.text(Key::Target), settings.text(Key::Heap)), ("Main", "11m"));
}

#[test]
fn values_grow_across_layers_and_are_taken_back() {
    let folder = Folder::new("grow");
    let own = folder
        .file("own.properties", "target = Main\nclasspath = a\nheap = 9m\nstem = x\n")
        .display()
        .to_string();
    // `stem` is no key: a file of JPF's may still use such names.
    assert!(
        gather(Command::Run, line(&[(Key::Target, &own)])).unwrap_err().message.contains("`stem`")
    );

    let own = folder
        .file("own.properties", "target = Main\nclasspath = a\nheap = 9m\n")
        .display()
        .to_string();
    let config =
        folder.file("more.properties", "classpath += :${heap}\nheap =\nmain = ${processors}\n");
    let command_line = CommandLine {
        config: vec![config],
        define: vec!["classpath+=:c".to_owned()],
        ..line(&[(Key::Target, &own)])
    };
    let settings = gather(Command::Run, command_line).unwrap();
    assert_eq!(settings.text(Key::ClassPath), "a:9m:c");
    assert_eq!(origin(&settings, "heap"), pair("1g", "default"));
    assert_eq!(settings.text(Key::Main), "4", "a default can be referred to");
}

#[test]
fn includes_are_relative_and_wherever_they_stand() {
    let folder = Folder::new("include");
    folder.file(
        "lib/base.properties",
        "@include deeper/last.properties\nheap = 64m\nclasspath = ${config_path}/classes\n",
    );
    folder.file("lib/deeper/last.properties", "processors = 2\nheap = 5m\n");
    let text = "heap = 8m\n@include = lib/base.properties\ntarget = Main\nmain = ${heap}\n@include lib/base.properties\n";
    let settings = folder.check("app.properties", text).unwrap();
    let place = folder.0.canonicalize().unwrap().display().to_string();
    assert_eq!(settings.text(Key::Main), "64m");
    assert_eq!(settings.text(Key::ClassPath), format!("{place}/lib/classes"));
    let last = folder.0.join("lib/deeper/last.properties");
    assert_eq!(origin(&settings, "processors"), pair("2", &format!("{}, line 1", last.display())));
}

#[test]
fn a_weaker_layer_may_be_overruled_without_contradiction() {
    let folder = Folder::new("overruled");
    let own = folder
        .file("own.properties", "target = Main\nsearch = random\nseed = 5\nruns = 10\n")
        .display()
        .to_string();
    let random = gather(Command::Check, line(&[(Key::Target, &own)])).unwrap();
    let runs = std::num::NonZeroU64::new(10).unwrap();
    let search = CheckOptions::of(&random).unwrap().search;
    assert_eq!((search.strategy, search.seed, search.runs), (StrategyKind::Random, 5, runs));
    let depth_first =
        gather(Command::Check, line(&[(Key::Target, &own), (Key::Search, "dfs")])).unwrap();
    assert_eq!(CheckOptions::of(&depth_first).unwrap().search.strategy, StrategyKind::DepthFirst);
    assert_eq!(depth_first.notes.len(), 2);
    assert!(
        depth_first.notes[0].contains("`seed = 5`") && depth_first.notes[0].contains("no effect")
    );
}

#[test]
fn a_file_serves_all_commands() {
    let folder = Folder::new("commands");
    let text = "target = Main\nsearch = pdp\nstatistics = true\ntrusted = pkg.*\n";
    let own = folder.file("own.properties", text).display().to_string();
    let run = gather(Command::Run, line(&[(Key::Target, &own)])).unwrap();
    assert!(run.is_on(Key::Statistics));
    assert!(run.notes.is_empty() && run.shown().iter().all(|shown| shown.key != "search"));
    let check = gather(Command::Check, line(&[(Key::Target, &own)])).unwrap();
    assert!(check.notes.is_empty(), "{:?}", check.notes);
    assert_eq!(CheckOptions::of(&check).unwrap().search.strategy, StrategyKind::Pruned);
}

#[test]
fn paths_of_a_file_are_beside_it() {
    let folder = Folder::new("paths");
    let settings = folder
        .check("cfg/app.properties", "target = Main.java\nclasspath = a;b, c:/d\nsave-trace = t\n")
        .unwrap();
    let beside = |name: &str| folder.0.join("cfg").join(name);
    assert_eq!(settings.path(Key::Target), Some(beside("Main.java")));
    assert_eq!(
        settings.paths(Key::ClassPath),
        [beside("a"), beside("b"), beside("c"), "/d".into()]
    );
    let typed = gather(Command::Run, line(&[(Key::ClassPath, "a::b")])).unwrap();
    assert_eq!(typed.paths(Key::ClassPath), ["a", "", "b"].map(std::path::PathBuf::from));
}

#[test]
fn limits_have_their_types() {
    let folder = Folder::new("limits");
    let settings = folder
        .check("app.properties", "target = Main\ntime = 1.5\nmemory = 1g\nmax-depth = 9\n")
        .unwrap();
    let limits = CheckOptions::of(&settings).unwrap().limits;
    assert_eq!(limits.time, Some(std::time::Duration::from_millis(1500)));
    assert_eq!(
        (limits.memory, limits.depth.map(u64::from), limits.states),
        (Some(1 << 30), Some(9), None)
    );
    let settings = folder.check("app.properties", "target = Main\n").unwrap();
    let memory = CheckOptions::of(&settings).unwrap().limits.memory;
    assert!(memory.is_none_or(|bytes| bytes > 16 << 20), "a share of the machine: {memory:?}");
}

/// Of what is shown, nothing is another value than the one that is heeded.
#[test]
fn defaults_that_the_search_decides_are_shown_as_they_are() {
    let with = |search| gather(Command::Check, line(&[(Key::Search, search)])).unwrap();
    let by_search = "default with this search";
    assert_eq!(origin(&with("dfs"), "library"), pair("exact", by_search));
    assert_eq!(origin(&with("auto"), "library"), pair("atomic", "default"));
    assert_eq!(origin(&with("heuristic"), "granularity"), pair("access", by_search));
    assert_eq!(origin(&with("dfs"), "granularity"), pair("sync", "default"));
    let asked = line(&[(Key::Search, "dfs"), (Key::Library, "atomic")]);
    assert_eq!(origin(&gather(Command::Check, asked).unwrap(), "library").0, "atomic");
}
