//! As much of a Java source file as is needed to name its main class: the package, and the types at the top.

/// What stands at the top level of a source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// With dots; empty for the unnamed package.
    pub package: String,
    /// Simple names of the types, in order.
    pub types: Vec<String>,
}

pub fn outline(text: &str) -> Outline {
    let mut outline = Outline::default();
    let mut depth = 0_usize;
    let mut words = Words { rest: text }.peekable();
    while let Some(word) = words.next() {
        match word {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "package" if depth == 0 && outline.package.is_empty() && outline.types.is_empty() => {
                while let Some(part) = words.next_if(|word| *word == "." || is_identifier(word)) {
                    outline.package.push_str(part);
                }
            }
            "class" | "interface" | "enum" | "record" if depth == 0 => {
                if let Some(name) = words.next_if(|word| is_identifier(word)) {
                    outline.types.push(name.to_owned());
                }
            }
            _ => {}
        }
    }
    outline
}

fn is_identifier(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_' || first == '$')
}

/// Identifiers and single characters of the text, without comments, strings and white space.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            self.rest = self.rest.trim_start();
            let first = self.rest.chars().next()?;
            let skipped = self.length_of_noise(first);
            if skipped > 0 {
                self.rest = &self.rest[skipped..];
                continue;
            }
            let is_part = |character: char| character.is_alphanumeric() || character == '_' || character == '$';
            let length = if is_part(first) {
                self.rest.find(|character| !is_part(character)).unwrap_or(self.rest.len())
            } else {
                first.len_utf8()
            };
            let (word, rest) = self.rest.split_at(length);
            self.rest = rest;
            return Some(word);
        }
    }
}

impl Words<'_> {
    /// The length of the comment or literal at the front, if there is one.
    fn length_of_noise(&self, first: char) -> usize {
        let through = |end: &str, from: usize| {
            self.rest[from..].find(end).map_or(self.rest.len(), |position| from + position + end.len())
        };
        match first {
            '/' if self.rest.starts_with("//") => through("\n", 2),
            '/' if self.rest.starts_with("/*") => through("*/", 2),
            '"' if self.rest.starts_with("\"\"\"") => self.literal("\"\"\""),
            '"' => self.literal("\""),
            '\'' => self.literal("'"),
            _ => 0,
        }
    }

    fn literal(&self, quote: &str) -> usize {
        let mut position = quote.len();
        while position < self.rest.len() {
            let rest = &self.rest[position..];
            if rest.starts_with(quote) {
                return position + quote.len();
            }
            let mut characters = rest.chars();
            let escaped = if characters.next() == Some('\\') { characters.next().map_or(0, char::len_utf8) } else { 0 };
            position += rest.chars().next().map_or(1, char::len_utf8) + escaped;
        }
        self.rest.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_level_is_found_through_noise() {
        let text = "/* class No { */ package a . b; // class Nor\nimport x.Y;\n@A(v = B.class) public final class First<T> \
                    { String s = \"}\\\" class Deep {\"; char c = '\\''; enum Inner {} }\nrecord Second(int x) {}\n\
                    interface Third { String t = \"\"\"\n } \"class\" Q {\n \"\"\"; } @interface Fourth {}";
        let outline = outline(text);
        assert_eq!(outline.package, "a.b");
        assert_eq!(outline.types, ["First", "Second", "Third", "Fourth"]);
    }

    #[test]
    fn broken_text_ends() {
        for text in ["package", "class", "package a.;class é", "class\u{301}"] {
            outline(text);
        }
        for text in crate::random::texts("/*\"'\\{}\n .aé") {
            outline(&text);
        }
    }
}
