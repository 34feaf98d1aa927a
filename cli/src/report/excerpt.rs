//! Pieces of Java source with the place marked, in the manner of `rustc`. Where the source is not
//! found, or was changed since, only the file and the line are named.

use raceproof_base::{AccessKind, Among, Place};

use super::caret::{self, Span};
use super::page::{Page, Style};
use crate::source_lines::SourceLines;

const TAB: &str = "    ";

/// Characters of a line of source that are shown: what is longer nobody has written by hand.
pub const WIDEST: usize = 200;

/// A place to point at.
pub struct Spot<'a> {
    pub place: &'a Place,
    /// What happens there, if it is to be said.
    pub label: String,
    pub mark: Mark<'a>,
}

/// What to underline of a line.
pub enum Mark<'a> {
    /// The first of these words that is there, else the statement.
    Words(Vec<String>),
    /// An access.
    Access(&'a Among, AccessKind),
}

/// Shows all spots, one after the other, their line numbers under each other.
pub fn show(page: &mut Page, spots: &[Spot<'_>], sources: &SourceLines) {
    let width = spots.iter().map(|spot| spot.place.line.to_string().len()).max().unwrap_or(1);
    let margin = " ".repeat(width);
    for (number, spot) in spots.iter().enumerate() {
        let found = sources.line(spot.place);
        let arrow = if number == 0 { "--> " } else { "::: " };
        page.plain(&margin)
            .put(Style::Frame, arrow)
            .plain(&location(spot.place, found.as_ref().map(|f| &*f.file)));
        let Some(found) = found else {
            if !spot.label.is_empty() {
                page.plain(": ").plain(&spot.label);
            }
            page.end();
            continue;
        };
        let text = with_blanks(&found.text);
        let indent = text.chars().take_while(|c| c.is_whitespace()).count();
        // Where it cannot be told which of several is meant, none is marked.
        let span = underlined(&text, &spot.mark).unwrap_or((indent, 0));
        let (text, (start, length)) = cut(text.trim_end(), span, WIDEST);
        page.end().plain(&margin).put(Style::Frame, " |").end();
        page.put(Style::Frame, &format!("{:>width$} |", spot.place.line))
            .plain(" ")
            .plain(&text)
            .end();
        page.plain(&margin).put(Style::Frame, " |").plain(" ").plain(&" ".repeat(start));
        page.put(Style::Bad, &"^".repeat(length)).plain(if length > 0 { " " } else { "" });
        page.put(Style::Bad, &spot.label).end();
    }
}

/// A line of source with blanks for tabs, as it is underlined.
pub fn with_blanks(line: &str) -> String {
    line.replace('\t', TAB)
}

/// At most so many characters of a line, around what is marked, and where that is in them; `…` stands
/// for what is left out.
pub fn cut(line: &str, (start, length): Span, most: usize) -> (String, Span) {
    let characters: Vec<char> = line.chars().collect();
    if characters.len() <= most {
        return (line.to_owned(), (start, length));
    }
    let room = most.saturating_sub(2);
    let before = room.saturating_sub(length) / 2;
    let last = characters.len().saturating_sub(most.saturating_sub(1));
    let from = start.saturating_sub(before).min(last);
    let to = if from == last { characters.len() } else { from + room + usize::from(from == 0) };
    let mark = |is_left_out: bool| if is_left_out { "…" } else { "" };
    let shown: String = characters[from..to].iter().collect();
    let text = format!("{}{shown}{}", mark(from > 0), mark(to < characters.len()));
    (text, (start - from + usize::from(from > 0), length.min(to - start.min(to))))
}

/// The beginning of a line, if it is longer than that.
pub fn beginning(line: &str, most: usize) -> String {
    match line.chars().nth(most) {
        None => line.to_owned(),
        Some(_) => line.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// `src/Foo.java:12 in Foo.main`, with as much as is known.
pub fn location(place: &Place, file: Option<&str>) -> String {
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

/// `ReentrantLock.lock` of `java.util.concurrent.locks.ReentrantLock.lock`.
pub fn simple(method: &str) -> &str {
    let before = method.rfind('.').and_then(|name| method[..name].rfind('.'));
    before.map_or(method, |dot| &method[dot + 1..])
}

/// What is underlined: what is meant, or the statement if nothing of it is named there; none if it
/// stands there several times.
pub fn underlined(text: &str, mark: &Mark<'_>) -> Option<Span> {
    let words = match mark {
        Mark::Access(among, access) => return caret::of_access(text, among, *access),
        Mark::Words(words) => words,
    };
    for word in words {
        match caret::of_word(text, word) {
            Ok(Some(span)) => return Some(span),
            Ok(None) => {}
            Err(caret::Ambiguous) => return None,
        }
    }
    let characters = |text: &str| text.chars().count();
    let code = text.split(" //").next().unwrap_or(text).trim_end();
    let indent = code.len() - code.trim_start().len();
    Some((characters(&code[..indent]), characters(&code[indent..]).max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_around_what_is_marked() {
        let line: String = ('a'..='z').chain('A'..='Z').collect();
        for (span, most, shown, marked) in [
            ((0, 1), 10, "abcdefghi…", (0, 1)),
            ((3, 2), 10, "abcdefghi…", (3, 2)),
            ((4, 2), 10, "…bcdefghi…", (4, 2)),
            ((20, 2), 10, "…rstuvwxy…", (4, 2)),
            ((51, 1), 10, "…RSTUVWXYZ", (9, 1)),
            ((46, 1), 10, "…RSTUVWXYZ", (4, 1)),
            ((20, 30), 10, "…uvwxyzAB…", (1, 8)),
            ((0, 52), 10, "abcdefghi…", (0, 9)),
            ((20, 0), 10, "…qrstuvwx…", (5, 0)),
        ] {
            let told = cut(&line, span, most);
            assert_eq!((told.0.as_str(), told.1), (shown, marked), "{span:?} in {most}");
            assert_eq!(told.0.chars().count(), most, "{span:?}");
        }
        assert_eq!(cut("a short line", (2, 5), 12), ("a short line".to_owned(), (2, 5)));
        assert_eq!(beginning("é long line", 4), "é l…");
        // However little room there is, nothing goes wrong.
        for most in 0..4 {
            for start in 0..=52 {
                cut(&line, (start, 52 - start), most);
            }
        }
    }

    #[test]
    fn a_whole_word_is_underlined_or_else_the_statement() {
        let underlined =
            |text: &str, word: &str| super::underlined(text, &Mark::Words(vec![word.to_owned()]));
        assert_eq!(underlined("  int turns = turn; // turn", "turn"), Some((14, 4)));
        assert_eq!(underlined("  return turns; // turn", "turn"), Some((2, 13)));
        assert_eq!(underlined("  é = turn;", "turn"), Some((6, 4)));
        assert_eq!(underlined("  turn = turn;", "turn"), None);
        assert_eq!(underlined("", ""), Some((0, 1)));
        assert_eq!(underlined("x", ""), Some((0, 1)));
    }
}
