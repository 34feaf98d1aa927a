//! Sizes as people write them: `64m`, `1g`, `1048576`.

/// The number of bytes `text` stands for.
pub fn parse(text: &str) -> Option<u64> {
    let (digits, shift) = match text.as_bytes().last()?.to_ascii_lowercase() {
        b'k' => (&text[..text.len() - 1], 10),
        b'm' => (&text[..text.len() - 1], 20),
        b'g' => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse::<u64>().ok()?.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn units_are_powers_of_1024() {
        assert_eq!(parse("64m"), Some(64 << 20));
        assert_eq!(parse("1G"), Some(1 << 30));
        assert_eq!(parse("512k"), Some(512 << 10));
        assert_eq!(parse("4096"), Some(4096));
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in [
            "",
            "m",
            "-1m",
            "+1m",
            "1gb",
            "1.5g",
            "99999999999999999999",
            "18446744073709551615g",
            "1é",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
