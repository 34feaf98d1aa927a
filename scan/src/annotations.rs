//! What a class says of itself by annotations, whichever library they are from: their simple names count.

use raceproof_classfile::{ClassFile, find_attribute};

/// It is meant for several threads at once.
const SHARED: &[&str] = &["ThreadSafe"];
/// It is not.
const UNSHARED: &[&str] = &["NotThreadSafe", "Immutable", "ThreadConfined", "UiThread", "MainThread"];

/// Whether a class says that it is, or is not, meant to be used by several threads at once; none if it says nothing.
#[must_use]
pub fn sharing(file: &ClassFile<'static>) -> Option<bool> {
    let names = names(file);
    let says = |words: &[&str]| names.iter().any(|name| words.contains(&&**name));
    if says(UNSHARED) { Some(false) } else { says(SHARED).then_some(true) }
}

/// The simple names of a class's annotations.
fn names(file: &ClassFile<'static>) -> Vec<String> {
    let mut names = Vec::new();
    for attribute in ["RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"] {
        if let Some(found) = find_attribute(&file.attributes, attribute) {
            // What does not parse says nothing.
            let _ = annotations(file, &mut Bytes(found.data), &mut names);
        }
    }
    names
}

fn annotations(file: &ClassFile<'static>, bytes: &mut Bytes<'_>, names: &mut Vec<String>) -> Option<()> {
    for _ in 0..bytes.two()? {
        let descriptor = file.text(bytes.two()?).ok()?;
        let simple = descriptor.trim_end_matches(';').rsplit(['/', '$']).next().unwrap_or_default();
        names.push(simple.to_owned());
        members(bytes, 0)?;
    }
    Some(())
}

/// Deeper than any compiler nests annotations.
const DEEPEST: usize = 64;

/// The rest of an annotation (JVMS 4.7.16).
fn members(bytes: &mut Bytes<'_>, depth: usize) -> Option<()> {
    for _ in 0..bytes.two()? {
        bytes.two()?;
        value(bytes, depth)?;
    }
    Some(())
}

fn value(bytes: &mut Bytes<'_>, depth: usize) -> Option<()> {
    match bytes.one()? {
        _ if depth > DEEPEST => return None,
        b'e' => {
            bytes.two()?;
            bytes.two()?;
        }
        b'@' => {
            bytes.two()?;
            members(bytes, depth + 1)?;
        }
        b'[' => {
            for _ in 0..bytes.two()? {
                value(bytes, depth + 1)?;
            }
        }
        _ => drop(bytes.two()?),
    }
    Some(())
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn one(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn two(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes([self.one()?, self.one()?]))
    }
}
