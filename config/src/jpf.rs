//! What the keys of Java PathFinder mean here. Those with a counterpart are translated; the others
//! have no meaning, which is a warning in a file of JPF's and a mistake elsewhere.

use crate::schema::Key;
use crate::value;
use crate::words;

/// What one of JPF's settings comes to.
#[derive(Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A value of a key of ours; empty for its default.
    Ours(Key, String),
    /// The same, and something that has no meaning here: why.
    Partly(Key, String, String),
    /// No meaning here: why.
    Nothing(String),
}

/// Keys of JPF with a counterpart here.
pub const TRANSLATED: [&str; 5] = [
    "search.class",
    "search.depth_limit",
    "search.multiple_errors",
    "vm.enable_assertions",
    "cg.enumerate_random",
];

/// Beginnings of keys that JPF and its extensions read.
const PREFIXES: [&str; 25] = [
    "@",
    "branch_",
    "cg.",
    "choice.",
    "config",
    "et.",
    "event.",
    "extensions",
    "jpf",
    "jvm.",
    "listener.",
    "log.",
    "native_",
    "peer_",
    "race.",
    "report.",
    "search.",
    "shell",
    "site",
    "symbolic.",
    "target.",
    "target_",
    "test_",
    "ui.",
    "vm.",
];

/// Classes of searches, the package of JPF taken off, and the words for them.
const SEARCH_CLASSES: [(&str, &str); 5] = [
    ("search.DFSearch", "dfs"),
    ("search.heuristic.BFSHeuristic", "bfs"),
    ("search.heuristic.DFSHeuristic", "dfs"),
    ("search.RandomSearch", "random"),
    ("search.heuristic.RandomHeuristic", "random"),
];

/// Classes of listeners, the package of JPF taken off: the listener of ours, or why none is needed
/// or there.
const LISTENER_CLASSES: [(&str, Result<&str, &str>); 17] = [
    ("listener.ExecTracker", Ok("print")),
    ("listener.DeadlockAnalyzer", Err("deadlocks are explained without it")),
    ("listener.SearchMonitor", Err("progress is shown without it")),
    ("listener.SearchStats", Err("the report ends with statistics without it")),
    (
        "listener.PreciseRaceDetector",
        Err("data races are looked for without it, unless `race = off`"),
    ),
    ("listener.RaceDetector", Err("data races are looked for without it, unless `race = off`")),
    ("listener.CGMonitor", Err(ONLY_TELLS)),
    ("listener.ChoiceTracker", Err(ONLY_TELLS)),
    ("listener.CoverageAnalyzer", Err(ONLY_TELLS)),
    ("listener.ErrorTraceGenerator", Err(ONLY_TELLS)),
    ("listener.InsnCounter", Err(ONLY_TELLS)),
    ("listener.MethodAnalyzer", Err(ONLY_TELLS)),
    ("listener.ObjectTracker", Err(ONLY_TELLS)),
    ("listener.SimpleDot", Err(ONLY_TELLS)),
    ("listener.StateSpaceDot", Err(ONLY_TELLS)),
    ("listener.TraceStorer", Err("counterexamples are saved by `save-trace`")),
    ("listener.VarTracker", Err(ONLY_TELLS)),
];

const ONLY_TELLS: &str = "it only tells what happens, and checks nothing";

/// Properties of JPF that are always checked here.
const PROPERTY_CLASSES: [&str; 3] = [
    "vm.NotDeadlockedProperty",
    "vm.NoUncaughtExceptionsProperty",
    "vm.NoOutOfMemoryErrorProperty",
];

/// Whether JPF or an extension of it reads such a key.
pub fn is_known(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// What a setting of JPF comes to; none if it is no matter of JPF's.
pub fn translate(name: &str, value: &str) -> Option<Meaning> {
    let value = normalize(value);
    Some(match name {
        "search.class" => search(value),
        "search.depth_limit" => {
            let limit =
                value::number(value, 1, u64::MAX).map_or(String::new(), |limit| limit.to_string());
            Meaning::Ours(Key::MaxDepth, limit)
        }
        "search.multiple_errors" => Meaning::Ours(Key::All, value.to_owned()),
        "cg.enumerate_random" => Meaning::Ours(Key::EnumerateRandom, value.to_owned()),
        "vm.enable_assertions" => match value {
            "*" => Meaning::Ours(Key::Assertions, "true".to_owned()),
            "true" | "false" | "" => Meaning::Ours(Key::Assertions, value.to_owned()),
            _ => Meaning::Nothing(
                "assertions are executed in all classes or in none: write true or false".to_owned(),
            ),
        },
        "listener" if value::split(value).any(|part| part.contains('.')) => listeners(value),
        _ => return None,
    })
}

/// What a setting of JPF asks to be checked, or explored, that is not heeded: as clauses for the
/// verdict.
pub fn not_checked(name: &str, value: &str) -> Vec<String> {
    let value = normalize(value);
    let classes = |known: &dyn Fn(&str) -> bool| -> Vec<String> {
        let classes =
            value::split(value).filter(|class| class.contains('.') && !known(short(class)));
        classes.map(|class| format!("what `{name} = {class}` checks")).collect()
    };
    match name {
        "listener" | "vm.listener" | "search.listener" => {
            classes(&|class| LISTENER_CLASSES.iter().any(|(known, _)| *known == class))
        }
        "search.properties" => classes(&|class| PROPERTY_CLASSES.contains(&class)),
        _ if name.starts_with("vm.por")
            || name.starts_with("cg.")
            || name.starts_with("choice.") =>
        {
            vec![format!("what `{name} = {value}` asks to be explored")]
        }
        _ => Vec::new(),
    }
}

/// Whether a setting of JPF's asks for data races.
pub fn asks_for_races(name: &str, value: &str) -> bool {
    name == "listener" && value::split(value).any(|class| short(class).ends_with("RaceDetector"))
}

/// JPF's other words for true, false and nothing.
fn normalize(value: &str) -> &str {
    match value.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => "true",
        "false" | "no" | "off" => "false",
        "null" | "nil" => "",
        _ => value,
    }
}

/// A class of JPF without the beginning that may be left out.
fn short(class: &str) -> &str {
    class.strip_prefix("gov.nasa.jpf.").or_else(|| class.strip_prefix('.')).unwrap_or(class)
}

fn search(class: &str) -> Meaning {
    if class.is_empty() {
        return Meaning::Ours(Key::Search, String::new());
    }
    match SEARCH_CLASSES.iter().find(|(known, _)| *known == short(class)) {
        Some((_, word)) => Meaning::Ours(Key::Search, (*word).to_owned()),
        None => {
            let searches = words::list(&words::SEARCHES);
            Meaning::Nothing(format!(
                "there is no search `{class}` here; `search` is one of {searches}"
            ))
        }
    }
}

fn listeners(value: &str) -> Meaning {
    let (mut ours, mut others) = (Vec::new(), Vec::new());
    for class in value::split(value) {
        match LISTENER_CLASSES.iter().find(|(known, _)| *known == short(class)) {
            Some((_, Ok(word))) => ours.push(*word),
            Some((_, Err(why))) => others.push(format!("`{class}`: {why}")),
            None if class.contains('.') => {
                others.push(format!("there is no listener `{class}` here"));
            }
            None => ours.push(class),
        }
    }
    let others = others.join("; ");
    match (ours.is_empty(), others.is_empty()) {
        (true, _) => Meaning::Nothing(others),
        (false, true) => Meaning::Ours(Key::Listener, ours.join(",")),
        (false, false) => Meaning::Partly(Key::Listener, ours.join(","), others),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn becomes(name: &str, value: &str, key: Key, ours: &str) {
        assert_eq!(
            translate(name, value),
            Some(Meaning::Ours(key, ours.to_owned())),
            "{name} = {value}"
        );
    }

    #[track_caller]
    fn means_nothing(name: &str, value: &str, word: &str) {
        match translate(name, value) {
            Some(Meaning::Nothing(why)) => assert!(why.contains(word), "{why}"),
            other => panic!("{name} = {value}: {other:?}"),
        }
    }

    #[test]
    fn searches() {
        becomes("search.class", "gov.nasa.jpf.search.DFSearch", Key::Search, "dfs");
        becomes("search.class", ".search.heuristic.BFSHeuristic", Key::Search, "bfs");
        becomes("search.class", "gov.nasa.jpf.search.RandomSearch", Key::Search, "random");
        means_nothing(
            "search.class",
            "gov.nasa.jpf.search.heuristic.Interleaving",
            "auto, dfs, bfs",
        );
        becomes("search.depth_limit", "50", Key::MaxDepth, "50");
        becomes("search.depth_limit", "0", Key::MaxDepth, "");
        becomes("search.depth_limit", "-1", Key::MaxDepth, "");
        becomes("search.multiple_errors", "yes", Key::All, "true");
    }

    #[test]
    fn what_is_not_checked_is_known() {
        assert_eq!(not_checked("listener", ".listener.PreciseRaceDetector, print"), [""; 0]);
        assert_eq!(
            not_checked(
                "listener",
                "gov.nasa.jpf.listener.CoverageAnalyzer,.aprop.listener.SharedChecker"
            ),
            ["what `listener = .aprop.listener.SharedChecker` checks"]
        );
        assert_eq!(
            not_checked("search.properties", ".vm.NotDeadlockedProperty, my.P"),
            ["what `search.properties = my.P` checks"]
        );
        assert_eq!(not_checked("vm.por", "no"), ["what `vm.por = false` asks to be explored"]);
        assert_eq!(not_checked("report.console.start", "jpf"), [""; 0]);
        assert!(
            asks_for_races("listener", ".listener.PreciseRaceDetector")
                && !asks_for_races("listener", "print")
        );
    }

    #[test]
    fn machines() {
        becomes("vm.enable_assertions", "off", Key::Assertions, "false");
        becomes("vm.enable_assertions", "*", Key::Assertions, "true");
        means_nothing("vm.enable_assertions", "pkg.*", "all classes or in none");
        becomes("cg.enumerate_random", "true", Key::EnumerateRandom, "true");
        assert_eq!(translate("vm.class", "x"), None);
    }

    #[test]
    fn listeners() {
        becomes("listener", "gov.nasa.jpf.listener.ExecTracker", Key::Listener, "print");
        becomes("listener", ".listener.ExecTracker,print", Key::Listener, "print,print");
        means_nothing("listener", ".listener.PreciseRaceDetector", "without it");
        means_nothing("listener", "pkg.Mine", "`pkg.Mine`");
        means_nothing("listener", ".listener.CoverageAnalyzer", "checks nothing");
        assert_eq!(translate("listener", "print"), None, "a word of ours");
        let both = translate("listener", "pkg.Mine, .listener.ExecTracker");
        assert!(
            matches!(both, Some(Meaning::Partly(Key::Listener, ours, why)) if ours == "print" && why.contains("Mine"))
        );
    }
}
