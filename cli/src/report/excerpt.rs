//! Pieces of Java source with the place marked, in the manner of `rustc`. Where the source is not found, or was changed
//! since, only the file and the line are named.

use raceproof_base::Place;

use super::page::{Page, Style};
use crate::source_lines::SourceLines;

const TAB: &str = "    ";

/// A place to point at.
pub struct Spot<'a> {
    pub place: &'a Place,
    /// What happens there, if it is to be said.
    pub label: String,
    /// Words of the line of which the first that is there is underlined; else the whole line is.
    pub words: Vec<String>,
}

/// Shows all spots, one after the other, their line numbers under each other.
pub fn show(page: &mut Page, spots: &[Spot<'_>], sources: &SourceLines) {
    let width = spots.iter().map(|spot| spot.place.line.to_string().len()).max().unwrap_or(1);
    let margin = " ".repeat(width);
    for (number, spot) in spots.iter().enumerate() {
        let found = sources.line(spot.place);
        let arrow = if number == 0 { "--> " } else { "::: " };
        page.plain(&margin).put(Style::Frame, arrow).plain(&location(spot.place, found.as_ref().map(|f| &*f.file)));
        let Some(found) = found else {
            if !spot.label.is_empty() {
                page.plain(": ").plain(&spot.label);
            }
            page.end();
            continue;
        };
        let text = found.text.replace('\t', TAB);
        let (start, length) = underlined(&text, &spot.words);
        page.end().plain(&margin).put(Style::Frame, " |").end();
        page.put(Style::Frame, &format!("{:>width$} |", spot.place.line)).plain(" ").plain(text.trim_end()).end();
        page.plain(&margin).put(Style::Frame, " |").plain(" ").plain(&" ".repeat(start));
        page.put(Style::Bad, &"^".repeat(length)).plain(" ").put(Style::Bad, &spot.label).end();
    }
}

/// `src/Foo.java:12 in Foo.main`, with as much as is known.
fn location(place: &Place, file: Option<&str>) -> String {
    let method = format!("{}.{}", place.class, place.method);
    match (file.unwrap_or(&place.file), place.line) {
        ("", _) => method,
        (file, 0) => format!("{file} in {method}"),
        (file, line) => format!("{file}:{line} in {method}"),
    }
}

/// `Foo.java:12`, or what else there is.
pub fn short(place: &Place) -> String {
    match (place.file.as_str(), place.line) {
        ("", _) if place.class.is_empty() => String::new(),
        ("", _) => format!("{}.{}", place.class, place.method),
        (file, 0) => file.to_owned(),
        (file, line) => format!("{file}:{line}"),
    }
}

/// Start and length of what is underlined, in characters.
fn underlined(text: &str, words: &[String]) -> (usize, usize) {
    let code = text.split(" //").next().unwrap_or(text).trim_end();
    let characters = |text: &str| text.chars().count();
    for word in words {
        if let Some(position) = position_of(code, word) {
            return (characters(&code[..position]), characters(word));
        }
    }
    let indent = code.len() - code.trim_start().len();
    (characters(&code[..indent]), characters(&code[indent..]).max(1))
}

/// Where a whole word stands.
fn position_of(code: &str, word: &str) -> Option<usize> {
    let is_part = |character: char| character.is_alphanumeric() || character == '_' || character == '$';
    let is_whole = |&(position, _): &(usize, &str)| {
        !code[..position].ends_with(is_part) && !code[position + word.len()..].starts_with(is_part)
    };
    if word.is_empty() { None } else { code.match_indices(word).find(is_whole).map(|(position, _)| position) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_word_is_underlined_or_else_the_statement() {
        let words = |text: &str| vec![text.to_owned()];
        assert_eq!(underlined("  int turns = turn; // turn", &words("turn")), (14, 4));
        assert_eq!(underlined("  return turns; // turn", &words("turn")), (2, 13));
        assert_eq!(underlined("  é = turn;", &words("turn")), (6, 4));
        assert_eq!(underlined("", &[]), (0, 1));
        assert_eq!(underlined("x", &words("")), (0, 1));
    }
}
