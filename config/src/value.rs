//! Values: what a text means under a kind, and what should have been written instead.

use std::time::Duration;

use crate::schema::{Named, ValueKind};
use crate::size;
use crate::suggest;
use crate::words::{self, Word};

/// Less memory is no room for a search.
const LEAST_MEMORY: u64 = 16 << 20;
/// A limit beyond this is none: a century.
const MOST_SECONDS: f64 = 3.2e9;

/// What `memory` was set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    Bytes(u64),
    /// Of the memory of the machine, in hundredths.
    Share(u64),
}

/// Whether the text is a value of this kind; if not, what to write instead, in lines of advice.
pub fn check(kind: ValueKind, text: &str) -> Result<(), Vec<String>> {
    let give = |what: &str| Err(vec![format!("give {what}")]);
    match kind {
        ValueKind::Text(_) | ValueKind::Path(_) | ValueKind::Paths => Ok(()),
        ValueKind::Patterns(named) => names(named, text),
        ValueKind::Switch => one_word(&words::SWITCH, text),
        ValueKind::Size { least } if size(text, least).is_none() => {
            give(&format!("a size of at least {}m, such as 64m or 2g", least >> 20))
        }
        ValueKind::Memory if memory(text).is_none() => give(
            "a size of at least 16m, such as 2g, or a share of the machine's memory, such as 80%",
        ),
        ValueKind::Number { least, most: u64::MAX } if number(text, least, u64::MAX).is_none() => {
            give(&format!("a number, at least {least}"))
        }
        ValueKind::Number { least, most } if number(text, least, most).is_none() => {
            give(&format!("a number from {least} to {most}"))
        }
        ValueKind::Limit if number(text, 1, u64::MAX).is_none() => {
            give("a number greater than zero, or leave it out: then there is no such limit")
        }
        ValueKind::Seconds if seconds(text).is_none() => give(
            "a time, more than zero: seconds, such as 90 or 0.5, or with a unit, 90s, 5m, 2h; or leave it out: then there is no such limit",
        ),
        ValueKind::Word(words) => one_word(words, text),
        ValueKind::Words(words) => several_words(words, text),
        ValueKind::Size { .. }
        | ValueKind::Memory
        | ValueKind::Number { .. }
        | ValueKind::Limit
        | ValueKind::Seconds => Ok(()),
    }
}

fn names(named: Named, text: &str) -> Result<(), Vec<String>> {
    let (is_right, give): (fn(&str) -> bool, _) = match named {
        Named::Classes => (
            |name| !name.trim_start_matches('!').is_empty(),
            "give names of classes, in which `*` stands for a part and `**` for several; `!` takes some out again",
        ),
        Named::Fields => (
            is_location,
            "give a class and a field, such as pkg.Bank$Account.balance; several are separated by commas",
        ),
        Named::Variables => (
            |name| is_location(name) || name.len() > 2 && name.ends_with("[]"),
            "give a class and a field, such as pkg.Bank$Account.balance, or a class of arrays, such as int[]",
        ),
        Named::Tests => (
            is_test,
            "give classes of tests, such as com.acme.BankTest, or one test, BankTest#transfers; `*` stands for any part",
        ),
    };
    if split(text).all(is_right) { Ok(()) } else { Err(vec![give.to_owned()]) }
}

/// Whether the text is a class's name and a field's.
fn is_location(text: &str) -> bool {
    text.rsplit_once('.').is_some_and(|(class, field)| !class.is_empty() && !field.is_empty())
}

/// Whether the text is a class's name, or a class's and a method's.
fn is_test(text: &str) -> bool {
    let (class, method) = text.split_once('#').unwrap_or((text, "*"));
    !class.is_empty() && !method.is_empty() && !method.contains('#')
}

fn one_word<T>(words: &[Word<T>], text: &str) -> Result<(), Vec<String>> {
    if word(words, text).is_some() { Ok(()) } else { Err(advice(words, text, "one of ")) }
}

fn several_words(words: &[Word], text: &str) -> Result<(), Vec<String>> {
    match split(text).find(|part| word(words, part).is_none()) {
        None => Ok(()),
        Some(wrong) => Err(advice(words, wrong, "a comma list of ")),
    }
}

fn advice<T>(words: &[Word<T>], wrong: &str, which: &str) -> Vec<String> {
    let near = suggest::nearest(wrong, words.iter().map(|word| word.name));
    let which = if words.len() == 1 { "" } else { which };
    near.map(|near| format!("did you mean `{near}`?"))
        .into_iter()
        .chain([format!("give {which}{}", words::list(words))])
        .collect()
}

/// The word of that name.
pub fn word<'a, T>(words: &'a [Word<T>], text: &str) -> Option<&'a Word<T>> {
    words.iter().find(|word| word.name == text)
}

/// The parts of a comma list.
pub fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty())
}

pub fn size(text: &str, least: u64) -> Option<u64> {
    size::parse(text).filter(|bytes| *bytes >= least)
}

pub fn memory(text: &str) -> Option<Memory> {
    match text.strip_suffix('%') {
        Some(share) => number(share.trim_end(), 1, 100).map(Memory::Share),
        None => size(text, LEAST_MEMORY).map(Memory::Bytes),
    }
}

pub fn number(text: &str, least: u64, most: u64) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| plain && (least..=most).contains(number))
}

/// The units of a time, in seconds.
const UNITS: [(char, f64); 3] = [('s', 1.0), ('m', 60.0), ('h', 3600.0)];

/// A time in seconds, or in the unit that follows the number.
pub fn seconds(text: &str) -> Option<Duration> {
    let unit = UNITS.into_iter().find(|(unit, _)| text.ends_with(*unit));
    let (number, unit) =
        unit.map_or((text, 1.0), |(unit, seconds)| (text.trim_end_matches(unit), seconds));
    // One unit alone is taken away.
    let is_plain = text.len() - number.len() <= 1
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number: f64 = number.parse().ok().filter(|_| is_plain)?;
    let seconds = Some(number * unit).filter(|seconds| *seconds <= MOST_SECONDS)?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_each_kind() {
        assert_eq!(memory("80%"), Some(Memory::Share(80)));
        assert_eq!(memory("2g"), Some(Memory::Bytes(2 << 30)));
        assert_eq!(seconds("0.5"), Some(Duration::from_millis(500)));
        for (text, meant) in [("90", 90), ("90s", 90), ("1m", 60), ("1.5m", 90), ("2h", 7200)] {
            assert_eq!(seconds(text), Some(Duration::from_secs(meant)), "{text}");
        }
        assert_eq!(number("18446744073709551615", 0, u64::MAX), Some(u64::MAX));
        for wrong in ["0%", "101%", "%", "1m", "-1g", "80 percent"] {
            assert_eq!(memory(wrong), None, "{wrong}");
        }
        for wrong in [
            "",
            "0",
            "0.0",
            "-1",
            "+1",
            "1e9",
            "inf",
            "NaN",
            ".",
            "1d",
            "1ms",
            "1mm",
            "1m30s",
            "1 m",
            "m",
            "0h",
            "-1m",
            "99999999999",
            "999999999h",
        ] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
        for wrong in ["", "0", "+1", "-1", "1.0", "18446744073709551616", "1_000"] {
            assert_eq!(number(wrong, 1, u64::MAX), None, "{wrong}");
        }
    }

    #[test]
    fn the_advice_names_the_nearest_word_and_those_of_this_version() {
        let kind = crate::Key::Search.row().kind;
        let searches = words::SEARCHES.map(|search| search.name);
        assert!(searches.starts_with(&["auto", "dfs", "bfs"]), "{searches:?}");
        let all = format!("give one of {}", searches.join(", "));
        assert_eq!(check(kind, "dsf").unwrap_err(), ["did you mean `dfs`?", &all]);
        assert_eq!(check(kind, "later").unwrap_err(), [&*all]);
        assert!(
            check(crate::Key::MaxStates.row().kind, "0").unwrap_err()[0].contains("no such limit")
        );
    }

    #[test]
    fn no_text_makes_a_value_panic() {
        for text in crate::random::texts("0123456789.%kmg,+-edfs é") {
            for row in &crate::schema::TABLE {
                let _ = check(row.kind, &text);
            }
        }
    }
}
