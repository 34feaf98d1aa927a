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
            // Control characters, line separators, and those that turn the direction of writing
            // around.
            _ if character.is_control()
                || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}') =>
            {
                shown.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            _ => shown.push(character),
        }
    }
    shown
}
