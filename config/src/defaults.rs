//! `config/default.properties`: the table of keys as a file that a user can read, copy and change.

use crate::schema::{COMMANDS, Row, TABLE, ValueKind};
use crate::words;

/// The text of `config/default.properties`.
#[must_use]
pub fn default_properties() -> String {
    let mut text = String::from(
        "# Every key of raceproof, with its default. A key without a value here is not set.\n\
         #\n\
         # Copy what you change into a file of your own, and give it by `--config FILE` or as the target. The command line\n\
         # wins over --config, which wins over the target's own file, which wins over this one. Besides `key = value`, a\n\
         # file may hold `key += more`, `${key}` for a value given earlier, `${config_path}` for the file's folder, and\n\
         # `@include FILE`. An empty value takes back what a weaker file gave. `raceproof check --show-config` tells what\n\
         # came of it all. A system property of the program is the key `property.NAME`.\n",
    );
    let mut group = None;
    for row in TABLE.iter().filter(|row| !row.commands.is_empty()) {
        if group != Some(row.group) {
            group = Some(row.group);
            let title = row.group.title();
            text += &format!("\n\n# {title}\n# {}\n", "-".repeat(title.len()));
        }
        text += &entry(row);
    }
    text
}

fn entry(row: &Row) -> String {
    let mut text = format!("\n# {}.\n", row.doc);
    if let ValueKind::Word(words) | ValueKind::Words(words) = row.kind {
        text += &format!("# Values: {}\n", words::list(words));
    }
    if row.commands.len() < COMMANDS.len() {
        let names: Vec<&str> = row.commands.iter().map(|command| command.name()).collect();
        text += &format!("# For: {}\n", names.join(", "));
    }
    let line = format!("{} = {}", row.name, row.default);
    text += line.trim_end();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::schema::Command;
    use crate::settings::{CommandLine, Settings};
    use crate::value;

    /// `UPDATE_DEFAULTS=1 cargo test -p raceproof-config` writes the file.
    #[test]
    fn the_file_is_that_of_the_table() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("default.properties");
        if std::env::var_os("UPDATE_DEFAULTS").is_some() {
            std::fs::write(&path, default_properties()).unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let advice = "config/default.properties: write it again by UPDATE_DEFAULTS=1 cargo test -p raceproof-config";
        assert!(text == default_properties(), "{advice}");

        let line = CommandLine { config: vec![path], ..CommandLine::default() };
        let from_file = Settings::gather(Command::Check, &line).unwrap();
        assert_eq!(from_file.notes, [""; 0]);
        for row in &TABLE {
            assert_eq!(from_file.text(row.key), row.default, "{}", row.name);
        }
    }

    #[test]
    fn defaults_are_values() {
        for row in TABLE.iter().filter(|row| !row.default.is_empty()) {
            assert_eq!(value::check(row.kind, row.default), Ok(()), "{}", row.name);
        }
    }
}
