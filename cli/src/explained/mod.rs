//! What each kind of finding is, as texts: a file for each, named as reports name it. The first
//! line is a title, the first paragraph says what it is; then come why it matters, how to mend it,
//! and an example, wrong and mended.

use raceproof_base::FindingKind;

/// What a report names a problem. Whatever it names so is explained here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportedKind {
    Finding(FindingKind),
    /// Pairs of accesses that are noted, and are no finding.
    WeakRace,
    /// What breaks a `@GuardedBy`.
    Unguarded,
}

impl ReportedKind {
    /// All that there are.
    #[cfg(test)]
    pub fn all() -> impl Iterator<Item = Self> {
        let findings = FindingKind::ALL.into_iter().map(Self::Finding);
        findings.chain([Self::WeakRace, Self::Unguarded])
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Finding(kind) => kind.name(),
            Self::WeakRace => "weak-race",
            Self::Unguarded => "unguarded",
        }
    }
}

impl From<FindingKind> for ReportedKind {
    fn from(kind: FindingKind) -> Self {
        Self::Finding(kind)
    }
}

/// A kind of finding, explained.
#[derive(Clone, Copy, Debug)]
pub struct Explained {
    /// As reports name it.
    pub name: &'static str,
    /// The whole text.
    pub text: &'static str,
}

macro_rules! explained {
    ($($name:literal),* $(,)?) => {
        [$(Explained { name: $name, text: include_str!(concat!($name, ".md")) }),*]
    };
}

/// All kinds, in the order of reports.
pub const ALL: [Explained; 8] = explained![
    "data-race",
    "weak-race",
    "deadlock",
    "livelock",
    "assertion",
    "uncaught-exception",
    "exit-status",
    "unguarded",
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
    use super::*;

    const PARTS: [&str; 3] = ["## Why it matters", "## How to mend it", "## Example"];

    #[test]
    fn every_kind_that_a_report_can_name_has_a_text() {
        for kind in ReportedKind::all() {
            assert!(of(kind.name()).is_some(), "{} is not explained", kind.name());
        }
        assert_eq!(ALL.len(), ReportedKind::all().count(), "a text explains no kind");
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
