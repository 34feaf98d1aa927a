//! Properties files: the syntax of `java.util.Properties`, with `+=` to append and `${key}` for a value given
//! earlier, as JPF's files use them. `${config_path}` is the folder of the file.
//!
//! Not here yet: `@include` and its relatives.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use crate::failure::Failure;
use crate::suggest;

/// One assignment of a file, its value already expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub key: String,
    pub value: String,
    pub line: usize,
}

/// Files beyond this are no configuration; reading one would only fill memory.
const LARGEST_FILE: u64 = 1 << 20;

pub fn read(path: &Path) -> Result<Vec<Entry>, Failure> {
    let shown = path.display();
    suggest::existing_file(path)?;
    let unreadable = |error: io::Error| Failure::bad_input(format!("`{shown}` cannot be read: {error}"));
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if metadata.len() > LARGEST_FILE {
        return Err(Failure::bad_input(format!("`{shown}` is no properties file: it has {} bytes", metadata.len())));
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.display().to_string(),
        _ => ".".to_owned(),
    };
    parse(&String::from_utf8_lossy(&bytes), &folder)
        .map_err(|(line, message)| Failure::bad_input(format!("`{shown}`, line {line}: {message}")))
}

/// The assignments of `text` in order; or the line of the first mistake, and what it is.
fn parse(text: &str, config_path: &str) -> Result<Vec<Entry>, (usize, String)> {
    let mut values = BTreeMap::from([("config_path".to_owned(), config_path.to_owned())]);
    let mut entries = Vec::new();
    for (line, logical) in logical_lines(text) {
        let (raw_key, append, raw_value) = split(&logical);
        let at = |message| (line, message);
        let key = unescape(raw_key).map_err(at)?;
        let value = expand(&unescape(raw_value).map_err(at)?, &values).map_err(at)?;
        let value = match values.get(&key) {
            Some(earlier) if append => format!("{earlier}{value}"),
            _ => value,
        };
        values.insert(key.clone(), value.clone());
        entries.push(Entry { key, value, line });
    }
    Ok(entries)
}

/// Lines without comments and blanks, with continuations joined, each with the number of its first line.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut continues = false;
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

/// The key, whether the value is appended, and the value of a logical line.
fn split(line: &str) -> (&str, bool, &str) {
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
        return (key, true, value.trim());
    }
    let value = rest.strip_prefix(['=', ':']).unwrap_or(rest).trim();
    match key.strip_suffix('+') {
        Some(key) if rest.starts_with('=') => (key, true, value),
        _ => (key, false, value),
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
                    units.push(unit.ok_or_else(|| format!("`\\u{digits}` is not `\\u` and four hexadecimal digits"))?);
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

/// Replaces each `${key}` by its value.
fn expand(text: &str, values: &BTreeMap<String, String>) -> Result<String, String> {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        expanded.push_str(&rest[..start]);
        let name_on = &rest[start + 2..];
        let end = name_on.find('}').ok_or_else(|| format!("`{rest}` lacks a `}}`"))?;
        let name = &name_on[..end];
        let value = values.get(name).ok_or_else(|| format!("`${{{name}}}`: no value of `{name}` stands above"))?;
        expanded.push_str(value);
        rest = &name_on[end + 1..];
    }
    expanded.push_str(rest);
    Ok(expanded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(String, String)> {
        parse(text, "cfg").unwrap().into_iter().map(|entry| (entry.key, entry.value)).collect()
    }

    fn one(text: &str) -> (String, String) {
        pairs(text).pop().unwrap()
    }

    fn pair(key: &str, value: &str) -> (String, String) {
        (key.to_owned(), value.to_owned())
    }

    #[test]
    fn separators_comments_and_continuations() {
        assert_eq!(
            pairs("# no\n! no\n\na=1\nb : 2\nc 3\nd=x,\\\n   y\ne\n"),
            [pair("a", "1"), pair("b", "2"), pair("c", "3"), pair("d", "x,y"), pair("e", "")]
        );
    }

    #[test]
    fn escapes() {
        assert_eq!(one(r"a\ b=\u00e9\t\\\:"), pair("a b", "é\t\\:"));
        assert_eq!(one(r"a=\ud83d\ude00"), pair("a", "😀"));
        assert!(parse(r"a=\ud83d", "").is_err());
        assert!(parse(r"a=\u12", "").is_err());
    }

    #[test]
    fn appending_and_expansion() {
        assert_eq!(one("classpath=${config_path}/a\nclasspath+=;b"), pair("classpath", "cfg/a;b"));
        assert_eq!(one("x=1\nx += 2\ny=${x}"), pair("y", "12"));
        assert_eq!(parse("\na=${nope}", "").unwrap_err().0, 2);
    }

    #[test]
    fn no_text_makes_it_panic() {
        for text in crate::random::texts("\\=:${}+u09 \n#!aé") {
            let _ = parse(&text, "");
        }
    }
}
