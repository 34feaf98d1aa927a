//! `docs/options.md`: the table of keys as a page for people.

use crate::schema::{COMMANDS, Key, Row, TABLE, ValueKind};
use crate::words;

/// The text of `docs/options.md`.
#[must_use]
pub fn options_page() -> String {
    let mut text = String::from(
        "# Options and keys\n\n\
         Written from the table in `config/src/schema.rs`, like `raceproof COMMAND --help`: change it there. Each\n\
         option is a key of a properties file as well ([configuration.md](configuration.md)); the key is its name\n\
         without the dashes. Besides these, every command takes `--config FILE` (a properties file; a later one wins),\n\
         `-D KEY=VALUE` or `+KEY=VALUE`, and `--show-config`, which prints each key with where its value came from.\n",
    );
    let mut group = None;
    for row in TABLE.iter().filter(|row| !row.commands.is_empty()) {
        if group != Some(row.group) {
            group = Some(row.group);
            let title = row.group.title();
            text += &format!(
                "\n## {title}\n\n| option | values | default | commands | what it is |\n| --- | --- | --- | --- | --- |\n"
            );
        }
        text += &line(row);
    }
    text
}

fn line(row: &Row) -> String {
    let commands = match row.commands.len() == COMMANDS.len() {
        true => "all".to_owned(),
        false => row.commands.iter().map(|command| command.name()).collect::<Vec<_>>().join(", "),
    };
    let option = match row.key {
        Key::Target => "TARGET, key `target`".to_owned(),
        Key::Arguments => "`-- A B`, key `target.args`".to_owned(),
        _ if row.option().trim_start_matches("--") == row.name => format!("`{}`", row.option()),
        // A switch that is on has another name than its key.
        _ => format!("`{}`, key `{}`", row.option(), row.name),
    };
    let default = match row.default {
        "" => String::new(),
        default => format!("`{default}`"),
    };
    let cells = [option, values(row), default, commands, format!("{}.", row.doc)];
    // A bar would end a cell.
    format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
}

fn values(row: &Row) -> String {
    match row.kind {
        ValueKind::Word(words) => words::list(words),
        ValueKind::Words(words) => format!("some of {}", words::list(words)),
        ValueKind::Switch => "true, false".to_owned(),
        ValueKind::Number { least, most } if most == u64::MAX => format!("from {least} on"),
        ValueKind::Number { least, most } => format!("{least} to {most}"),
        ValueKind::Patterns(_) => format!("{}, repeatable", row.placeholder().unwrap_or_default()),
        _ => row.placeholder().unwrap_or_default().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// `UPDATE_DEFAULTS=1 cargo test -p raceproof-config` writes the page.
    #[test]
    fn the_page_is_that_of_the_table() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/options.md");
        if std::env::var_os("UPDATE_DEFAULTS").is_some() {
            std::fs::write(&path, options_page()).unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let advice =
            "docs/options.md: write it again by UPDATE_DEFAULTS=1 cargo test -p raceproof-config";
        assert!(text == options_page(), "{advice}");
        for row in TABLE.iter().filter(|row| !row.commands.is_empty()) {
            assert!(text.contains(row.name) && text.contains(&row.doc.replace('|', "\\|")));
        }
    }
}
