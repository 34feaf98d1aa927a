//! As much of a Java source file as is needed to name its main class: the package, and the types at
//! the top.

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
    let mut words = words(text).peekable();
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

/// The comments of a Java file that begin with `//`, each with the offset at which it does. What
/// looks like one inside a string, a character or another comment is none. (`\u002f`, which is a
/// slash to `javac`, is not understood: nobody writes that.)
pub fn line_comments(text: &str) -> impl Iterator<Item = (usize, &str)> {
    Pieces { text, at: 0 }.filter(|(_, piece)| piece.starts_with("//"))
}

/// Identifiers and single characters of the text, without comments, strings and white space.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_noise =
        |piece: &str| ["//", "/*", "\"", "'"].iter().any(|start| piece.starts_with(start));
    Pieces { text, at: 0 }.map(|(_, piece)| piece).filter(move |piece| !is_noise(piece))
}

/// Identifiers, comments, literals and single characters of the text, without white space; each
/// with its offset.
struct Pieces<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let rest = self.text[self.at..].trim_start();
        let first = rest.chars().next()?;
        let is_part =
            |character: char| character.is_alphanumeric() || character == '_' || character == '$';
        let length = match length_of_noise(rest, first) {
            0 if is_part(first) => rest.find(|character| !is_part(character)).unwrap_or(rest.len()),
            0 => first.len_utf8(),
            noise => noise,
        };
        let start = self.text.len() - rest.len();
        self.at = start + length;
        Some((start, &rest[..length]))
    }
}

/// The length of the comment or literal at the front, if there is one.
fn length_of_noise(rest: &str, first: char) -> usize {
    let through = |end: &str, from: usize| {
        rest[from..].find(end).map_or(rest.len(), |position| from + position + end.len())
    };
    match first {
        '/' if rest.starts_with("//") => through("\n", 2),
        '/' if rest.starts_with("/*") => through("*/", 2),
        '"' if rest.starts_with("\"\"\"") => literal(rest, "\"\"\""),
        '"' => literal(rest, "\""),
        '\'' => literal(rest, "'"),
        _ => 0,
    }
}

fn literal(text: &str, quote: &str) -> usize {
    let mut position = quote.len();
    while position < text.len() {
        let rest = &text[position..];
        if rest.starts_with(quote) {
            return position + quote.len();
        }
        let mut characters = rest.chars();
        let escaped = if characters.next() == Some('\\') {
            characters.next().map_or(0, char::len_utf8)
        } else {
            0
        };
        position += rest.chars().next().map_or(1, char::len_utf8) + escaped;
    }
    text.len()
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
    fn comments_are_told_from_what_looks_like_one() {
        let text = "x = \"// no\"; // one\nchar c = '\"'; // two\n/* // no\n */ y = \"\\\"// no\"; // three\n\
                    t = \"\"\"\n // no \\\"\"\" // no \"\"\"; // four\n'\\'' //five\r\n a / b; //// six // seven";
        let found: Vec<&str> = line_comments(text).map(|(_, comment)| comment.trim()).collect();
        assert_eq!(
            found,
            ["// one", "// two", "// three", "// four", "//five", "//// six // seven"]
        );
        assert!(line_comments(text).all(|(at, comment)| text[at..].starts_with(comment)));
    }

    #[test]
    fn broken_text_ends() {
        for text in ["package", "class", "package a.;class é", "class\u{301}"] {
            outline(text);
        }
        for text in crate::random::texts("/*\"'\\{}\n .aé") {
            outline(&text);
            let _ = line_comments(&text).count();
        }
    }
}
