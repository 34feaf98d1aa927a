//! The main section of a jar's manifest: what to run, and what else is on its class path.

use std::path::{Path, PathBuf};

use crate::failure::Failure;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    attributes: Vec<(String, String)>,
}

impl Manifest {
    /// A jar without a manifest has an empty one.
    pub fn of_jar(jar: &Path) -> Result<Self, Failure> {
        let text = crate::jar_stub::entry(jar, "META-INF/MANIFEST.MF").map_err(|error| {
            Failure::bad_input(format!("`{}` cannot be read as a jar: {error}", jar.display()))
                .help(format!("`jar --list --file {}` should list its classes", jar.display()))
        })?;
        Ok(text.map(|bytes| Self::parse(&String::from_utf8_lossy(&bytes))).unwrap_or_default())
    }

    /// Reads the main section, which ends at the first empty line. A line that starts with a space goes on with the
    /// value before it.
    fn parse(text: &str) -> Self {
        let mut attributes: Vec<(String, String)> = Vec::new();
        for line in text.lines().take_while(|line| !line.is_empty()) {
            if let Some(more) = line.strip_prefix(' ') {
                if let Some((_, value)) = attributes.last_mut() {
                    value.push_str(more);
                }
            } else if let Some((name, value)) = line.split_once(':') {
                attributes.push((name.to_owned(), value.strip_prefix(' ').unwrap_or(value).to_owned()));
            }
        }
        Self { attributes }
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        let value = self.attributes.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?.1.trim();
        (!value.is_empty()).then_some(value)
    }

    /// The entries of `Class-Path`: URLs relative to the folder of the jar. Only files can be meant here.
    pub fn class_path(&self, jar: &Path) -> Vec<PathBuf> {
        let folder = jar.parent().unwrap_or(Path::new(""));
        let entries = self.get("Class-Path").unwrap_or_default().split_whitespace();
        entries
            .map(|entry| entry.strip_prefix("file:").unwrap_or(entry))
            .filter(|entry| !entry.contains("://"))
            .map(|entry| folder.join(decode(entry)))
            .collect()
    }
}

/// Replaces `%20` and its like.
fn decode(url: &str) -> String {
    let bytes = url.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut position = 0;
    while position < bytes.len() {
        let escape = url.get(position + 1..position + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match escape {
            Some(byte) if bytes[position] == b'%' => {
                decoded.push(byte);
                position += 3;
            }
            _ => {
                decoded.push(bytes[position]);
                position += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_go_on_and_sections_end() {
        let manifest = Manifest::parse(
            "Manifest-Version: 1.0\r\nMain-Class: pkg.Ma\r\n in\r\nClass-Path: lib/a.jar b%20c.jar\r\n  http://x/y.jar\r\n\r\n\
             Name: other\r\nMain-Class: No\r\n",
        );
        assert_eq!(manifest.get("main-class"), Some("pkg.Main"));
        assert_eq!(
            manifest.class_path(Path::new("dist/app.jar")),
            [PathBuf::from("dist/lib/a.jar"), PathBuf::from("dist/b c.jar")]
        );
    }

    #[test]
    fn odd_escapes_stay() {
        assert_eq!(decode("a%2"), "a%2");
        assert_eq!(decode("%é%zz%41"), "%é%zzA");
    }
}
