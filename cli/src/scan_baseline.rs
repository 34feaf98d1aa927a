//! The baseline: a file of what `scan` has found and somebody has accepted, one entry a line, to be
//! kept beside the source.
//!
//! An entry names a pair by what stays when code is moved: the variable, whose it is, and the
//! methods of its two accesses. It stands for all pairs of these methods, whatever their lines. A
//! method makes several objects of one class often, as a constructor for its fields, so an entry
//! counts them: a pair on one more is not accepted by it.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::io;
use std::path::Path;

use raceproof_config::{read_at_most, reading_advice};

use crate::failure::Failure;
use crate::output_file;

/// Larger files are no baselines.
const LARGEST: u64 = 64 << 20;

/// How the first line begins, before the number of the version.
const FIRST: &str = "# raceproof baseline, version ";
const VERSION: &str = "1";

/// What follows the first line, up to an empty one.
const HEADER: &str = "\
# Each line is a pair of accesses that may race, a place without a lock that should be held, or a gap of the analysis, which `raceproof scan` has found and somebody has accepted.
# `raceproof scan --baseline FILE` tells what is not in here. `raceproof scan --write-baseline FILE` writes the file again, these lines, too.
# A comment above an entry is kept as long as the entry is: say there why it is accepted.
";

/// What was accepted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Accepted {
    /// A pair of accesses that may race.
    Race(AcceptedRace),
    /// What is not followed.
    Gap(String),
    /// What is done without a lock that should be held: `A.x by lock: written in A.set`.
    Unguarded(String),
}

/// All pairs of accesses by two methods of a variable. Its names have neither spaces nor colons
/// ([`plain`]).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AcceptedRace {
    pub variable: String,
    /// Whose variable it is; nothing of a static field.
    pub object: Option<String>,
    /// In order, since it does not matter which is which.
    pub sides: [Side; 2],
}

/// What one of two methods does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    pub method: String,
    pub writes: bool,
}

/// A name as entries have it: names in class files are whatever somebody wrote there.
pub fn plain(name: &str) -> String {
    escaped(name, |character| character.is_whitespace() || matches!(character, ',' | ':'))
}

fn escaped(text: &str, is_special: impl Fn(char) -> bool) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        if character == '\\' || character.is_control() || is_special(character) {
            // Writing to a `String` cannot fail.
            let _ = write!(plain, "\\u{{{:x}}}", u32::from(character));
        } else {
            plain.push(character);
        }
    }
    plain
}

impl Accepted {
    pub fn race(variable: String, object: Option<String>, mut sides: [Side; 2]) -> Self {
        sides.sort();
        Self::Race(AcceptedRace { variable, object, sides })
    }

    pub fn gap(text: &str) -> Self {
        Self::Gap(escaped(text.trim(), |_| false))
    }

    pub fn unguarded(text: &str) -> Self {
        Self::Unguarded(escaped(text.trim(), |_| false))
    }

    /// The line of an entry that stands for so many objects.
    pub fn line(&self, count: usize) -> String {
        let race = match self {
            Self::Gap(text) => return format!("gap {text}"),
            Self::Unguarded(text) => return format!("unguarded {text}"),
            Self::Race(race) => race,
        };
        let count = if count > 1 { format!("{count} ") } else { String::new() };
        let of =
            race.object.as_ref().map_or_else(String::new, |object| format!(" of {count}{object}"));
        let [one, other] = &race.sides;
        format!("race {}{of}: {one}, {other}", race.variable)
    }

    fn parse(line: &str) -> Option<(Self, usize)> {
        let words =
            |kind: &str| line.strip_prefix(kind).map(str::trim).filter(|text| !text.is_empty());
        if let Some(text) = words("gap ") {
            return Some((Self::Gap(text.to_owned()), 1));
        }
        if let Some(text) = words("unguarded ") {
            return Some((Self::Unguarded(text.to_owned()), 1));
        }
        let (what, sides) = line.strip_prefix("race ")?.split_once(": ")?;
        let (one, other) = sides.split_once(", ")?;
        let sides = [Side::parse(one)?, Side::parse(other)?];
        let (variable, object, count) = match what.split_once(" of ") {
            None => (what, None, 1),
            Some((variable, object)) => {
                match object.split_once(' ').map(|(count, rest)| (count.parse(), rest)) {
                    Some((Ok(count), rest)) => (variable, Some(rest), count),
                    _ => (variable, Some(object), 1),
                }
            }
        };
        let is_whole =
            !variable.is_empty() && !variable.contains(' ') && object != Some("") && count > 0;
        is_whole.then(|| (Self::race(variable.to_owned(), object.map(str::to_owned), sides), count))
    }
}

impl fmt::Display for Side {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} in {}", if self.writes { "written" } else { "read" }, self.method)
    }
}

impl Side {
    fn parse(text: &str) -> Option<Self> {
        let (verb, method) = text.split_once(" in ")?;
        let writes = match verb {
            "written" => true,
            "read" => false,
            _ => return None,
        };
        let is_one = !method.is_empty() && !method.contains(' ');
        is_one.then(|| Self { method: method.to_owned(), writes })
    }
}

/// Entries, each with the number of objects that it stands for.
pub type Entries = BTreeMap<Accepted, usize>;

/// A baseline as a file holds it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    pub entries: Entries,
    /// By entry: the lines of the comment above it.
    comments: BTreeMap<Accepted, Vec<String>>,
    /// Comments behind the last entry.
    last: Vec<String>,
}

/// Why a file is none.
#[derive(Debug, PartialEq, Eq)]
struct Damage {
    line: usize,
    what: String,
    help: &'static str,
}

impl Baseline {
    /// Reads what `--baseline` names.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = read_at_most(path, LARGEST).map_err(|error| {
            let failure = Failure::bad_input(format!(
                "the baseline `{}` cannot be read: {error}",
                path.display()
            ));
            match error.kind() {
                io::ErrorKind::NotFound => {
                    failure.help("`raceproof scan --write-baseline FILE` writes one")
                }
                _ => failure.help(reading_advice(&error)),
            }
        })?;
        Self::parse(&bytes).map_err(|damage| damage.told(path))
    }

    /// What the file holds that is to be written again; nothing if there is none yet. What is no
    /// baseline is not written over.
    pub fn read_to_replace(path: &Path) -> Result<Option<Self>, Failure> {
        match path.symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            _ => Self::read(path).map(Some).map_err(|failure| {
                failure.help(
                    "`--write-baseline` does not write over it: take it away, or name another file",
                )
            }),
        }
    }

    fn parse(bytes: &[u8]) -> Result<Self, Damage> {
        let text = std::str::from_utf8(bytes).map_err(|error| Damage {
            line: 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count(),
            what: "it is not text in UTF-8".to_owned(),
            help: "a baseline is text as `--write-baseline` writes it",
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        check_version(text.lines().next().unwrap_or_default())?;
        let (mut baseline, mut above) = (Self::default(), Vec::new());
        let lines = text.lines().map(str::trim).enumerate();
        for (number, line) in
            lines.skip_while(|(_, line)| line.starts_with('#')).filter(|(_, line)| !line.is_empty())
        {
            if line.starts_with('#') {
                above.push(line.to_owned());
                continue;
            }
            let (entry, count) =
                Accepted::parse(line).ok_or_else(|| malformed(number + 1, line))?;
            if !above.is_empty() {
                baseline.comments.entry(entry.clone()).or_default().append(&mut above);
            }
            let known = baseline.entries.entry(entry).or_default();
            *known = count.max(*known);
        }
        baseline.last = above;
        Ok(baseline)
    }

    /// The same entries' comments, from this file and, where it has none, from another.
    pub fn with_comments_of(mut self, other: &Self) -> Self {
        for (entry, comment) in &other.comments {
            self.comments.entry(entry.clone()).or_insert_with(|| comment.clone());
        }
        self
    }

    /// With other entries, and those of the comments that belong to one; the lines of the others
    /// are given back.
    pub fn replaced(mut self, entries: Entries) -> (Self, Vec<String>) {
        let is_kept = |entry: &Accepted| entries.contains_key(entry);
        let gone: Vec<String> = self
            .comments
            .iter()
            .filter(|(entry, _)| !is_kept(entry))
            .flat_map(|(_, lines)| lines.clone())
            .collect();
        self.entries = entries;
        (self, gone)
    }

    /// As a file.
    pub fn text(&self) -> String {
        let mut text = format!("{FIRST}{VERSION}\n{HEADER}\n");
        for (entry, count) in &self.entries {
            let comment = self.comments.get(entry).into_iter().flatten().cloned();
            comment.chain([entry.line(*count)]).for_each(|line| text += &(line + "\n"));
        }
        self.last.iter().for_each(|line| text += &format!("{line}\n"));
        text
    }

    /// Writes the file.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        output_file::write(path, &self.text()).map_err(|error| unwritten(path, &error))
    }
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Failure::bad_input(format!("the baseline cannot be written to `{}`: {error}", path.display()))
        .help("name a file that can be written: `--write-baseline FILE`")
}

fn check_version(first: &str) -> Result<(), Damage> {
    let first = first.trim();
    match first.strip_prefix(FIRST) {
        Some(VERSION) => Ok(()),
        Some(other) => Err(Damage {
            line: 1,
            what: format!(
                "it is a baseline of version `{other}`, and this raceproof knows version {VERSION}"
            ),
            help: "use the raceproof that has written it, or write it again by `--write-baseline`",
        }),
        None => Err(Damage {
            line: 1,
            what: format!("it is no baseline: it does not begin with `{FIRST}{VERSION}`"),
            help: "a baseline is what `raceproof scan --write-baseline FILE` has written",
        }),
    }
}

fn malformed(line: usize, text: &str) -> Damage {
    let is_unmerged =
        ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter().any(|mark| text.starts_with(mark));
    let shown: String = escaped(text, |_| false).chars().take(80).collect();
    Damage {
        line,
        what: format!("`{shown}` is no entry"),
        help: match is_unmerged {
            true => {
                "two versions were merged and left open: keep the entries of both, without the marks"
            }
            false => {
                "an entry is `race VARIABLE of OBJECT: written in METHOD, read in METHOD` , `unguarded WORDS` or `gap WORDS`; a comment begins with `#`"
            }
        },
    }
}

impl Damage {
    fn told(self, path: &Path) -> Failure {
        Failure::bad_input(format!(
            "the baseline `{}`, line {}: {}",
            path.display(),
            self.line,
            self.what
        ))
        .help(self.help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(method: &str, writes: bool) -> Side {
        Side { method: plain(method), writes }
    }

    fn race(variable: &str, object: Option<&str>) -> Accepted {
        Accepted::race(
            plain(variable),
            object.map(str::to_owned),
            [side("A.set()", true), side("A.get(int,long)", false)],
        )
    }

    fn parsed(body: &str) -> Result<Baseline, Damage> {
        Baseline::parse(format!("{FIRST}{VERSION}\n# ours\n\n{body}").as_bytes())
    }

    #[test]
    fn what_is_written_is_read() {
        let entries = Entries::from([
            (race("A.x", Some("B made in C.m()")), 3),
            (race("A.y", None), 1),
            (race("A.in the: way, of \\ \n", Some("the class A")), 1),
            (Accepted::gap("the class C is \n missing "), 1),
            (Accepted::unguarded("A.x by lock: written in A.set"), 1),
        ]);
        let (baseline, _) = Baseline::default().replaced(entries);
        let text = baseline.text();
        assert_eq!(Baseline::parse(text.as_bytes()).unwrap(), baseline, "{text}");
        assert_eq!(
            Baseline::parse(format!("\u{feff}{}", text.replace('\n', "\r\n")).as_bytes()).unwrap(),
            baseline
        );
        let lines: Vec<&str> =
            text.lines().skip_while(|line| line.starts_with('#')).skip(1).collect();
        assert_eq!(
            lines,
            [
                "race A.in\\u{20}the\\u{3a}\\u{20}way\\u{2c}\\u{20}of\\u{20}\\u{5c}\\u{20}\\u{a} of the class A: read in A.get(int\\u{2c}long), written in A.set()",
                "race A.x of 3 B made in C.m(): read in A.get(int\\u{2c}long), written in A.set()",
                "race A.y: read in A.get(int\\u{2c}long), written in A.set()",
                "gap the class C is \\u{a} missing",
                "unguarded A.x by lock: written in A.set",
            ]
        );
    }

    /// Nobody needs to know which comes first, and a merge may have left one twice.
    #[test]
    fn what_people_do_to_it_is_understood() {
        let baseline = parsed(
            "race A.x of B: written in M, read in N\nrace A.x of 2 B: read in N, written in M\n",
        )
        .unwrap();
        let lines: Vec<String> =
            baseline.entries.iter().map(|(entry, count)| entry.line(*count)).collect();
        assert_eq!(lines, ["race A.x of 2 B: written in M, read in N"]);
        assert_eq!(
            parsed("  gap  x \n\n").unwrap().entries.keys().next(),
            Some(&Accepted::gap("x"))
        );
    }

    #[test]
    fn comments_stay_with_their_entries() {
        let old = parsed("# why x\n# and how\ngap x\n\n# far above y\n\ngap y\n# last\n").unwrap();
        let new = Entries::from([(Accepted::gap("y"), 1), (Accepted::gap("a"), 1)]);
        let (baseline, gone) = old.clone().replaced(new);
        assert!(
            baseline
                .text()
                .ends_with("here why it is accepted.\n\ngap a\n# far above y\ngap y\n# last\n")
        );
        assert_eq!(gone, ["# why x", "# and how"]);
        let other = parsed("# mine\ngap y\n").unwrap().with_comments_of(&old);
        assert!(
            other
                .replaced(old.entries)
                .0
                .text()
                .ends_with("# why x\n# and how\ngap x\n# mine\ngap y\n")
        );
    }

    #[test]
    fn damage_is_named_by_its_line() {
        for (body, line, words) in [
            ("gap x\nrace A.x: written in M", 5, "`race A.x: written in M` is no entry"),
            ("race A.x of : read in M, read in N", 4, "is no entry"),
            ("race A.x of 0 B: read in M, read in N", 4, "is no entry"),
            ("race A.x: red in M, read in N", 4, "is no entry"),
            ("race A.x: read in M N, read in N", 4, "is no entry"),
            ("race : read in M, read in N", 4, "is no entry"),
            ("gap ", 4, "`gap` is no entry"),
            ("races", 4, "`races` is no entry"),
        ] {
            let damage = parsed(body).unwrap_err();
            assert_eq!((damage.line, damage.what.contains(words)), (line, true), "{damage:?}");
        }
        assert!(parsed("<<<<<<< HEAD").unwrap_err().help.contains("merged"));
        let damage = |bytes: &[u8]| Baseline::parse(bytes).unwrap_err();
        assert!(damage(b"").what.contains("is no baseline"));
        assert!(damage(b"# raceproof baseline, version 2\n").what.contains("version `2`"));
        assert_eq!(damage(b"# raceproof baseline, version 1\n\n\xff").line, 3);
    }

    #[test]
    fn no_text_makes_it_panic() {
        for text in crate::random::texts("racegp of:in,wtd 2#\\\n\r é") {
            let _ = parsed(&text);
            let _ = Baseline::parse(text.as_bytes());
        }
    }
}
