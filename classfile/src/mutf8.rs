//! Modified UTF-8 (JVMS 4.4.7): NUL as two bytes, supplementary characters as two three-byte
//! surrogates.

use std::borrow::Cow;

/// The text of modified UTF-8 bytes; unpaired surrogates become the replacement character.
#[must_use]
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(String::from_utf16_lossy(&utf16(bytes))),
    }
}

/// The UTF-16 units of modified UTF-8 bytes; what is malformed decodes to the replacement
/// character.
#[must_use]
pub fn utf16(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let low = |offset: usize| bytes.get(at + offset).map(|b| u16::from(b & 0x3F));
        let first = u16::from(bytes[at]);
        let (unit, length) = match (first, low(1), low(2)) {
            (0..=0x7F, _, _) => (first, 1),
            (0xC0..=0xDF, Some(a), _) => ((first & 0x1F) << 6 | a, 2),
            (0xE0..=0xEF, Some(a), Some(b)) => ((first & 0x0F) << 12 | a << 6 | b, 3),
            _ => (0xFFFD, 1),
        };
        units.push(unit);
        at += length;
    }
    units
}
