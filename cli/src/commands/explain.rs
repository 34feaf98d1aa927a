//! `raceproof explain KIND`: what a kind of finding is, why it matters, and how to mend it.

use raceproof_config::suggest;

use crate::explained::{self, Explained};
use crate::failure::Failure;
use crate::report;

/// The exit status of the command.
pub fn execute(kind: Option<&str>) -> Result<i32, Failure> {
    let text = match kind {
        None => list(),
        Some(kind) => explained::of(kind).ok_or_else(|| unknown(kind))?.text.to_owned(),
    };
    report::print(&text)?;
    Ok(0)
}

/// All kinds, each in a line.
fn list() -> String {
    let width = explained::names().map(str::len).max().unwrap_or(0);
    explained::ALL
        .iter()
        .map(|explained| format!("{:width$}  {}\n", explained.name, explained.title()))
        .collect()
}

fn unknown(kind: &str) -> Failure {
    let failure = Failure::bad_input(format!("`{}` is no kind of finding", report::visible(kind)));
    let near = near(kind);
    let failure = match near.as_slice() {
        [] => failure,
        near => failure.help(format!("did you mean {}?", near.join(" or "))),
    };
    let names: Vec<&str> = explained::ALL.iter().map(|Explained { name, .. }| *name).collect();
    failure.help(format!("there are {}", names.join(", ")))
}

/// The nearest name; else those of which the word is a part, as `race` is of two.
fn near(kind: &str) -> Vec<String> {
    let quoted = |name: &str| format!("`{name}`");
    if let Some(near) = suggest::nearest(kind, explained::names()) {
        return vec![quoted(near)];
    }
    let word = kind.to_lowercase();
    let parts = explained::names().filter(|name| {
        name.split('-').any(|part| part == word || word.split(' ').any(|w| w == part))
    });
    parts.map(quoted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_kind_gets_the_nearest_name() {
        assert_eq!(near("data-rase"), ["`data-race`"]);
        assert_eq!(near("Deadlok"), ["`deadlock`"]);
        assert_eq!(near("race"), ["`data-race`", "`weak-race`"]);
        assert_eq!(near("exception"), ["`uncaught-exception`"]);
        assert_eq!(near("data race"), ["`data-race`"]);
        assert!(near("starvation").is_empty());
        assert!(unknown("starvation\u{1b}[2J").message.contains("\\u001b[2J"));
    }

    #[test]
    fn the_list_has_a_line_for_each() {
        assert_eq!(list().lines().count(), explained::ALL.len());
        assert!(list().lines().all(|line| line.len() < 100), "{}", list());
    }
}
