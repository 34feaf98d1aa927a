//! `--show-config`: what would be heeded, and who said so. On standard output, since it is the
//! answer.

use raceproof_config::{Format, Key, Settings, Shown, words};
use serde_json::json;

use crate::failure::Failure;
use crate::report;

/// Prints the settings, as text or with `--format json` as an object of keys.
pub fn print(settings: &Settings) -> Result<i32, Failure> {
    let lines = settings.shown();
    let text = match settings.word(Key::Format, &words::FORMATS)? {
        Format::Json => as_json(&lines),
        _ => as_text(&lines),
    };
    report::print(&text)?;
    Ok(0)
}

fn as_text(lines: &[Shown]) -> String {
    let width = |texts: &mut dyn Iterator<Item = &String>| {
        texts.map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let keys = width(&mut lines.iter().map(|line| &line.key));
    // One long class path must not push all origins out of sight.
    let values = width(&mut lines.iter().map(|line| &line.value)).min(32);
    lines
        .iter()
        .map(|Shown { key, value, origin }| format!("{key:keys$} = {value:values$}  # {origin}\n"))
        .collect()
}

fn as_json(lines: &[Shown]) -> String {
    let entries = lines.iter().map(|Shown { key, value, origin }| {
        let value = if value.is_empty() { json!(null) } else { json!(value) };
        (key.clone(), json!({ "value": value, "origin": origin }))
    });
    format!("{:#}\n", serde_json::Value::Object(entries.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(key: &str, value: &str, origin: &str) -> Shown {
        Shown { key: key.to_owned(), value: value.to_owned(), origin: origin.to_owned() }
    }

    #[test]
    fn both_formats_tell_the_same() {
        let lines = [line("search", "bfs", "--search"), line("max-states", "", "default")];
        assert_eq!(as_text(&lines), "search     = bfs  # --search\nmax-states =      # default\n");
        let object: serde_json::Value = serde_json::from_str(&as_json(&lines)).unwrap();
        assert_eq!(object["search"]["value"], "bfs");
        assert_eq!(object["max-states"], json!({ "value": null, "origin": "default" }));
    }
}
