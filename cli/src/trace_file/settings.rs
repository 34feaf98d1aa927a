//! From settings to the options of a trace, and back.

use std::collections::BTreeMap;

use raceproof_config::schema::{TABLE, ValueKind};
use raceproof_config::words::SEARCHES;
use raceproof_config::{CommandLine, Key, Settings};

use super::{KEYS, TraceFile};

/// What a trace says of the settings a check ran with: the values in force, whether given or
/// default, so that they are the same when a later version has other defaults. A default that
/// depends on more than its key (the granularity of some searches) is for the caller to put in
/// place.
pub fn options_of(settings: &Settings) -> BTreeMap<String, String> {
    let rows = TABLE.iter().filter(|row| KEYS.contains(&row.name));
    let values = rows.map(|row| {
        let value = match (row.key, row.kind) {
            (_, ValueKind::Paths) => joined(&settings.paths(row.key)),
            // The name of a class, or a file that may have been named relative to another.
            (Key::Target, _) => {
                let path = settings.path(Key::Target).filter(|path| path.is_file());
                path.map_or_else(
                    || settings.text(Key::Target).to_owned(),
                    |path| path.display().to_string(),
                )
            }
            _ => settings.text(row.key).to_owned(),
        };
        (row.name.to_owned(), value)
    });
    // A search is part of what a schedule means only if it has steps of its own.
    let is_reduced =
        settings.word(Key::Search, &SEARCHES).is_ok_and(|search| search.strategy().reduces());
    let means_something = |name: &str| name != Key::Search.name() || is_reduced;
    values.filter(|(name, value)| !value.is_empty() && means_something(name)).collect()
}

/// A class path as it is typed.
pub fn joined(paths: &[std::path::PathBuf]) -> String {
    std::env::join_paths(paths)
        .map(|paths| paths.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// The trace's options as if they were typed after those of the command line, which say where the
/// JDK is and what the report looks like. The program's properties are not among them: take those
/// of the trace as they are.
pub fn command_line(trace: &TraceFile, typed: CommandLine) -> CommandLine {
    let row = |name: &String| TABLE.iter().find(|row| row.name == name).map(|row| row.key);
    let traced = trace.options.iter().filter_map(|(name, value)| Some((row(name)?, value.clone())));
    let mut options = typed.options;
    options.extend(traced);
    CommandLine { options, arguments: Some(trace.arguments.clone()), ..typed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_base::{FindingKind, Schedule};
    use raceproof_config::Command;

    fn gather(options: &[(Key, &str)]) -> Settings {
        let options = options.iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
        let line = CommandLine {
            options,
            arguments: Some(vec!["a,b".to_owned()]),
            ..CommandLine::default()
        };
        Settings::gather(Command::Check, &line).unwrap()
    }

    #[test]
    fn settings_come_back_from_a_trace() {
        let settings = gather(&[
            (Key::Target, "pkg.Main"),
            (Key::ClassPath, "a:b:"),
            (Key::Heap, "64m"),
            (Key::Granularity, "access"),
            (Key::Search, "bfs"),
        ]);
        let options = options_of(&settings);
        assert_eq!(options["classpath"], "a:b:");
        assert_eq!(options["assertions"], "true");
        assert!(!options.contains_key("search"));
        let trace = TraceFile {
            tool: String::new(),
            jdk: String::new(),
            java_home: None,
            options: options.clone(),
            properties: BTreeMap::new(),
            arguments: settings.arguments(),
            classes: BTreeMap::new(),
            kind: FindingKind::Deadlock,
            message: String::new(),
            accesses: Vec::new(),
            schedule: Schedule::default(),
        };
        let typed = CommandLine {
            options: vec![(Key::Heap, "1g".to_owned()), (Key::Format, "json".to_owned())],
            ..CommandLine::default()
        };
        let again = Settings::gather(Command::Check, &command_line(&trace, typed)).unwrap();
        assert_eq!(options_of(&again), options);
        assert_eq!(again.arguments(), ["a,b"]);
        assert_eq!(again.text(Key::Format), "json");
    }
}
