//! `--show-config`: each key, its value, and where that came from.

use crate::options::check::by_search;
use crate::origin::{Layer, Setting};
use crate::schema::{Key, PROPERTY_PREFIX, TABLE};
use crate::settings::Settings;

/// One line of `--show-config`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The key.
    pub key: String,
    /// Its value; empty if it has none.
    pub value: String,
    /// Who gave it.
    pub origin: String,
}

impl Settings {
    /// The keys that the command heeds, in the order of the table, and the system properties of the
    /// program.
    #[must_use]
    pub fn shown(&self) -> Vec<Shown> {
        let rows = TABLE.iter().filter(|row| row.is_for(self.command));
        let properties = self.properties().iter();
        let properties =
            properties.map(|(name, setting)| shown(&format!("{PROPERTY_PREFIX}{name}"), setting));
        rows.map(|row| self.shown_key(row.key)).chain(properties).collect()
    }

    fn shown_key(&self, key: Key) -> Shown {
        let name = key.name();
        match (self.get(key), self.after_dashes()) {
            (_, Some(arguments)) if key == Key::Arguments => Shown {
                key: name.to_owned(),
                value: arguments.join(","),
                origin: "after `--`".to_owned(),
            },
            (Some(setting), _) => shown(name, setting),
            (None, _) => {
                let by_search = by_search(self, key);
                let origin =
                    if by_search.is_some() { "default with this search" } else { "default" };
                let value = by_search.unwrap_or_else(|| key.row().default.to_owned());
                Shown { key: name.to_owned(), value, origin: origin.to_owned() }
            }
        }
    }
}

fn shown(name: &str, setting: &Setting) -> Shown {
    let origin = match &setting.written_as {
        Some(written_as) if setting.layer < Layer::CommandLine => {
            format!("{} ({written_as})", setting.origin)
        }
        _ => setting.origin.to_string(),
    };
    Shown { key: name.to_owned(), value: setting.text.clone(), origin }
}
