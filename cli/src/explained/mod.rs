//! What each kind of finding is, as texts: a file for each, named as reports name it. The first
//! line is a title, the first paragraph says what it is; then come why it matters, how to mend it,
//! and an example, wrong and mended.

/// A kind of finding, explained.
#[derive(Clone, Copy, Debug)]
pub struct Explained {
    /// As reports name it.
    pub name: &'static str,
    /// The whole text.
    pub text: &'static str,
}

/// Pairs of accesses that are noted, and are no finding.
pub const WEAK_RACE: &str = "weak-race";

macro_rules! explained {
    ($($name:literal),* $(,)?) => {
        [$(Explained { name: $name, text: include_str!(concat!($name, ".md")) }),*]
    };
}

/// All kinds, in the order of reports.
pub const ALL: [Explained; 7] = explained![
    "data-race",
    "weak-race",
    "deadlock",
    "livelock",
    "assertion",
    "uncaught-exception",
    "exit-status",
];

/// The text of a kind.
pub fn of(name: &str) -> Option<&'static Explained> {
    ALL.iter().find(|explained| explained.name == name)
}

impl Explained {
    /// What it is, in a few words.
    pub fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    /// What it is, in a paragraph, on one line.
    pub fn summary(&self) -> String {
        let paragraph = self.text.lines().skip(2).take_while(|line| !line.is_empty());
        paragraph.collect::<Vec<_>>().join(" ")
    }

    /// The rest of the text: why it matters, how to mend it, an example.
    pub fn help(&self) -> &'static str {
        self.text.find("\n## ").map_or("", |at| &self.text[at + 1..])
    }
}

/// The names of all kinds that are explained.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|explained| explained.name)
}

#[cfg(test)]
mod tests {
    use raceproof_base::FindingKind;

    use super::*;

    const PARTS: [&str; 3] = ["## Why it matters", "## How to mend it", "## Example"];

    #[test]
    fn every_kind_of_finding_has_a_text() {
        for kind in FindingKind::ALL {
            assert!(of(kind.name()).is_some(), "{} is not explained", kind.name());
        }
        assert!(of(WEAK_RACE).is_some());
        assert_eq!(ALL.len(), FindingKind::ALL.len() + 1, "a text explains no kind");
    }

    #[test]
    fn every_text_says_what_it_is_why_it_matters_and_how_to_mend_it() {
        for explained in ALL {
            let Explained { name, text } = explained;
            assert!(text.starts_with("# ") && !explained.title().is_empty(), "{name}");
            assert!(explained.title().len() < 72 && !explained.title().ends_with('.'), "{name}");
            assert!(explained.summary().ends_with('.'), "{name}: {}", explained.summary());
            let parts: Vec<&str> = text.lines().filter(|line| line.starts_with("## ")).collect();
            assert_eq!(parts, PARTS, "{name}");
            let mended = explained.help().split(PARTS[1]).nth(1).unwrap();
            assert!(mended.trim_start().starts_with("- "), "{name} is not mended");
            let example = mended.split(PARTS[2]).nth(1).unwrap().trim_start_matches('\n');
            assert!(example.lines().filter(|line| line.starts_with("    ")).count() > 3, "{name}");
            assert!(text.lines().all(|line| line.chars().count() <= 100), "{name}: a long line");
        }
    }
}
