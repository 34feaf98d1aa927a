//! Text that a program chose, for terminals.

/// The text with everything spelled out that would not be seen, or would move what is.
#[must_use]
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            _ if character.is_control() || is_unseen(character) => {
                shown.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            _ => shown.push(character),
        }
    }
    shown
}

/// Line separators, what turns the direction of writing around, and what has no width.
fn is_unseen(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// The same of a text of several lines that another program has printed: ends of lines and tabs
/// stay.
#[must_use]
pub fn visible_lines(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let whole = line.strip_suffix('\n').unwrap_or(line);
        let whole = whole.strip_suffix('\r').unwrap_or(whole);
        shown.push_str(&whole.split('\t').map(visible).collect::<Vec<_>>().join("\t"));
        shown.push_str(if line.ends_with('\n') { "\n" } else { "" });
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_tabs_of_another_program_stay_and_nothing_else_of_that_kind() {
        let printed = "A.java:1: error\r\n\tint \u{1b}[31m\n\t    ^\rover";
        let told = "A.java:1: error\n\tint \\u001b[31m\n\t    ^\\rover";
        assert_eq!(visible_lines(printed), told);
        assert_eq!(visible("a\tb\n"), "a\\tb\\n");
        assert_eq!(visible("a\u{200b}b\u{202e}\u{feff}é線"), "a\\u200bb\\u202e\\ufeffé線");
    }
}
