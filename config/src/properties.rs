//! The syntax of properties files: that of `java.util.Properties`, with `+=` to append and `${key}`
//! for a value given earlier, as JPF's files use them.
//!
//! As in Java: `=`, `:` or blanks after the key, `#` and `!` comments, lines that go on after a
//! backslash, escapes. As in JPF: blanks at the end of a value do not count, `key+ = value` appends
//! and `+key = value` prepends. Other than in Java, a file is UTF-8; one that is not is read as
//! Latin-1.

/// What a line does to the value of its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Set,
    Append,
    Prepend,
}

/// One assignment, escapes resolved, `${key}` not yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub number: usize,
    pub key: String,
    pub operation: Operation,
    pub value: String,
}

/// The text of a file.
pub fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// The assignments of `text` in order; or the line of the first mistake, and what it is.
pub fn parse(text: &str) -> Result<Vec<Line>, (usize, String)> {
    logical_lines(text)
        .into_iter()
        .map(|(number, line)| assignment(number, &line).map_err(|why| (number, why)))
        .collect()
}

fn assignment(number: usize, line: &str) -> Result<Line, String> {
    let (key, operation, value) = split(line);
    let (key, value) = (unescape(key)?, unescape(value)?);
    if key.is_empty() {
        return Err(format!("`{}` has no key before the `=`", line.trim()));
    }
    Ok(Line { number, key, operation, value })
}

/// Lines without comments and blanks, with continuations joined, each with the number of its first
/// line.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut continues = false;
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start();
        if !continues && (line.is_empty() || line.starts_with(['#', '!'])) {
            continue;
        }
        let trailing = line.len() - line.trim_end_matches('\\').len();
        let goes_on = trailing % 2 == 1;
        let content = if goes_on { &line[..line.len() - 1] } else { line };
        match lines.last_mut() {
            Some((_, last)) if continues => last.push_str(content),
            _ => lines.push((index + 1, content.to_owned())),
        }
        continues = goes_on;
    }
    lines
}

/// The key, what happens to it, and the value of a logical line.
fn split(line: &str) -> (&str, Operation, &str) {
    let mut escaped = false;
    let end = line
        .char_indices()
        .find(|&(_, character)| {
            let ends = !escaped && (matches!(character, '=' | ':') || character.is_whitespace());
            escaped = !escaped && character == '\\';
            ends
        })
        .map_or(line.len(), |(position, _)| position);
    let (key, rest) = line.split_at(end);
    let rest = rest.trim_start();
    if let Some(value) = rest.strip_prefix("+=") {
        return (key, Operation::Append, trim(value));
    }
    let value = trim(rest.strip_prefix(['=', ':']).unwrap_or(rest));
    if let Some(key) = key.strip_suffix('+').filter(|_| rest.starts_with('=')) {
        (key, Operation::Append, value)
    } else if let Some(key) = key.strip_prefix('+') {
        (key, Operation::Prepend, value)
    } else {
        (key, Operation::Set, value)
    }
}

/// Without the blanks around it, but for one that is escaped.
fn trim(value: &str) -> &str {
    let value = value.trim_start();
    let trimmed = value.trim_end();
    let backslashes = trimmed.len() - trimmed.trim_end_matches('\\').len();
    match value[trimmed.len()..].chars().next() {
        Some(blank) if backslashes % 2 == 1 => &value[..trimmed.len() + blank.len_utf8()],
        _ => trimmed,
    }
}

fn unescape(text: &str) -> Result<String, String> {
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut characters = text.chars();
    let mut buffer = [0; 2];
    while let Some(character) = characters.next() {
        let unescaped = match character {
            '\\' => match characters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('f') => '\u{c}',
                Some('u') => {
                    let digits: String = characters.by_ref().take(4).collect();
                    let unit = u16::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4);
                    units.push(unit.ok_or_else(|| {
                        format!("`\\u{digits}` is not `\\u` and four hexadecimal digits; a backslash is written `\\\\`")
                    })?);
                    continue;
                }
                Some(other) => other,
                None => continue,
            },
            other => other,
        };
        units.extend_from_slice(unescaped.encode_utf16(&mut buffer));
    }
    String::from_utf16(&units).map_err(|_| "half of a surrogate pair in `\\u` escapes".to_owned())
}

/// Replaces each `${key}` by what `value_of` says; or tells the name it does not know.
pub fn expand(text: &str, value_of: impl Fn(&str) -> Option<String>) -> Result<String, Unexpanded> {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        expanded.push_str(&rest[..start]);
        let name_on = &rest[start + 2..];
        let end =
            name_on.find('}').ok_or_else(|| Unexpanded::Unclosed(rest[start..].to_owned()))?;
        let name = &name_on[..end];
        expanded.push_str(&value_of(name).ok_or_else(|| Unexpanded::Unknown(name.to_owned()))?);
        if expanded.len() > LONGEST_VALUE {
            return Err(Unexpanded::TooLong);
        }
        rest = &name_on[end + 1..];
    }
    expanded.push_str(rest);
    Ok(expanded)
}

/// A value that uses itself twice in each line would double with each line.
const LONGEST_VALUE: usize = 1 << 20;

/// Why a value could not be expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unexpanded {
    Unclosed(String),
    Unknown(String),
    TooLong,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> (String, Operation, String) {
        let line = parse(text).unwrap().pop().unwrap();
        (line.key, line.operation, line.value)
    }

    fn set(key: &str, value: &str) -> (String, Operation, String) {
        (key.to_owned(), Operation::Set, value.to_owned())
    }

    #[test]
    fn separators_comments_and_continuations() {
        let text = "# no\n! no \\\n\na=1\r\nb : 2\rc 3\nd=x,\\\n   y\n\te\n";
        let lines: Vec<(usize, String, String)> = parse(text)
            .unwrap()
            .into_iter()
            .map(|line| (line.number, line.key, line.value))
            .collect();
        let expected = [(4, "a", "1"), (5, "b", "2"), (6, "c", "3"), (7, "d", "x,y"), (9, "e", "")];
        assert_eq!(
            lines,
            expected.map(|(number, key, value)| (number, key.to_owned(), value.to_owned()))
        );
    }

    #[test]
    fn escapes() {
        assert_eq!(one(r"a\ b=\u00e9\t\\\:"), set("a b", "é\t\\:"));
        assert_eq!(one(r"a=\ud83d\ude00"), set("a", "😀"));
        assert_eq!(one("a = b\\   "), set("a", "b "));
        assert!(parse(r"a=\ud83d").unwrap_err().1.contains("surrogate"));
        assert_eq!(
            parse("\na=\\u12").unwrap_err(),
            (
                2,
                "`\\u12` is not `\\u` and four hexadecimal digits; a backslash is written `\\\\`"
                    .to_owned()
            )
        );
        assert!(parse(" = b").unwrap_err().1.contains("no key"));
    }

    #[test]
    fn appending_and_prepending() {
        assert_eq!(one("x += 2"), ("x".to_owned(), Operation::Append, "2".to_owned()));
        assert_eq!(one("x+=2"), ("x".to_owned(), Operation::Append, "2".to_owned()));
        assert_eq!(one("x+ = 2"), ("x".to_owned(), Operation::Append, "2".to_owned()));
        assert_eq!(one("+x = 2"), ("x".to_owned(), Operation::Prepend, "2".to_owned()));
    }

    #[test]
    fn expansion() {
        let value_of = |name: &str| (name == "a").then(|| "1".to_owned());
        assert_eq!(expand("${a}2${a}$", value_of), Ok("121$".to_owned()));
        assert_eq!(expand("x${b}", value_of), Err(Unexpanded::Unknown("b".to_owned())));
        assert_eq!(expand("x${a", value_of), Err(Unexpanded::Unclosed("${a".to_owned())));
        let long = "x".repeat(LONGEST_VALUE / 2 + 1);
        assert_eq!(expand("${a}${a}", |_| Some(long.clone())), Err(Unexpanded::TooLong));
    }

    #[test]
    fn bytes_are_utf_8_or_latin_1() {
        assert_eq!(decode("\u{feff}é".as_bytes()), "é");
        assert_eq!(decode(&[b'a', 0xE9]), "aé");
    }

    #[test]
    fn no_text_makes_it_panic() {
        for text in crate::random::texts("\\=:${}+u09 \r\n#!@aé") {
            for line in parse(&text).unwrap_or_default() {
                let _ = expand(&line.value, |name| Some(name.to_owned()));
            }
        }
    }

    /// What is written with all its escapes is read as it was.
    #[test]
    fn any_text_can_be_written() {
        for text in crate::random::texts("\\=:${}+u09 \r\n#!@aé😀") {
            let escaped: String =
                text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
            assert_eq!(one(&format!("k{escaped} = {escaped}")), set(&format!("k{text}"), &text));
        }
    }
}
