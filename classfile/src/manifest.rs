//! A jar's `META-INF/MANIFEST.MF`: its main section, as far as finding classes needs it.

/// The main section of a jar's manifest. Reading is total: lines that are no attribute are passed
/// over, as the launcher does, because a manifest's other tools may have put them there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    attributes: Vec<(String, String)>,
}

impl Manifest {
    /// Reads the main section, which ends at the first empty line.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Self {
        let mut manifest = Self::default();
        // Lines are joined as bytes: a line of 72 bytes may break in the middle of a character.
        let mut attribute: Vec<u8> = Vec::new();
        for line in Lines(bytes) {
            if let Some(continued) = line.strip_prefix(b" ") {
                attribute.extend_from_slice(continued);
                continue;
            }
            manifest.add(&attribute);
            attribute.clear();
            if line.is_empty() {
                return manifest;
            }
            attribute.extend_from_slice(line);
        }
        manifest.add(&attribute);
        manifest
    }

    /// The value of an attribute of the main section; names are compared without regard to case.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        // The JDK keeps the last of two attributes with one name.
        let found =
            self.attributes.iter().rev().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The class `java -jar` would start, with dots as it is written.
    #[must_use]
    pub fn main_class(&self) -> Option<&str> {
        self.get("Main-Class").filter(|name| !name.is_empty())
    }

    /// Whether `META-INF/versions` holds classes for newer JDKs.
    #[must_use]
    pub fn multi_release(&self) -> bool {
        self.get("Multi-Release").is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }

    /// The other jars and folders this jar asks for, as relative URLs.
    pub fn class_path(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.get("Class-Path").unwrap_or_default().split_ascii_whitespace()
    }

    fn add(&mut self, line: &[u8]) {
        let line = String::from_utf8_lossy(line);
        if let Some((name, value)) = line.split_once(':') {
            self.attributes.push((name.to_owned(), value.trim().to_owned()));
        }
    }
}

/// Lines ended by CR LF, LF or CR.
struct Lines<'a>(&'a [u8]);

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        if self.0.is_empty() {
            return None;
        }
        let end =
            self.0.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(self.0.len());
        let (line, rest) = self.0.split_at(end);
        let rest = rest.strip_prefix(b"\r\n").or_else(|| rest.get(1..)).unwrap_or_default();
        self.0 = rest;
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::Manifest;

    #[test]
    fn reads_the_main_section_with_each_line_end() {
        for end in ["\n", "\r\n", "\r"] {
            let text = [
                "Manifest-Version: 1.0",
                "main-class: a.B ",
                "Multi-Release: TRUE",
                "",
                "Name: x",
                "Main-Class: no",
            ];
            let manifest = Manifest::parse(text.join(end).as_bytes());
            assert_eq!(manifest.main_class(), Some("a.B"), "line end {end:?}");
            assert!(manifest.multi_release());
            assert_eq!(manifest.get("name"), None);
        }
    }

    #[test]
    fn joins_continued_lines_even_within_a_character() {
        let mut bytes =
            b"Class-Path: one.jar tw\r\n o.jar\r\n  three.jar\r\nMain-Class: a.\xc3".to_vec();
        bytes.extend_from_slice(b"\n \xa9t\xc3\xa9\n");
        let manifest = Manifest::parse(&bytes);
        assert_eq!(manifest.class_path().collect::<Vec<_>>(), ["one.jar", "two.jar", "three.jar"]);
        assert_eq!(manifest.main_class(), Some("a.été"));
    }

    #[test]
    fn keeps_the_last_of_two_and_passes_over_what_is_no_attribute() {
        let manifest = Manifest::parse(
            b" leading\nno colon here\nMain-Class: a\nMain-Class: b\n:empty name\n\xff\xfe: x",
        );
        assert_eq!(manifest.main_class(), Some("b"));
        assert!(!manifest.multi_release());
        assert_eq!(Manifest::parse(b""), Manifest::default());
        assert_eq!(Manifest::parse(b"Main-Class:").main_class(), None);
        assert!(!Manifest::parse(b"Multi-Release: true1").multi_release());
    }
}
