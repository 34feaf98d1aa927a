//! What a class says of itself by annotations, whichever library they are from: their simple names
//! count.

use raceproof_classfile::descriptor::object_name;
use raceproof_classfile::{Attribute, ClassFile, find_attribute};

/// The class is meant for several threads at once.
const SHARED: &[&str] = &["ThreadSafe"];
/// The class is not.
const UNSHARED: &[&str] =
    &["NotThreadSafe", "Immutable", "ThreadConfined", "UiThread", "MainThread"];

/// Whether a class says that it is, or is not, meant to be used by several threads at once; none if
/// it says nothing.
#[must_use]
pub fn sharing(file: &ClassFile<'static>) -> Option<bool> {
    let names = names(file);
    let says = |words: &[&str]| names.iter().any(|name| words.contains(&&**name));
    if says(UNSHARED) { Some(false) } else { says(SHARED).then_some(true) }
}

/// The simple names of a class's annotations.
fn names(file: &ClassFile<'static>) -> Vec<String> {
    of(file, &file.attributes).into_iter().map(|annotation| annotation.name).collect()
}

/// An annotation, as far as it is read here.
pub struct Annotation {
    /// Its simple name.
    pub name: String,
    /// The strings that its member `value` is.
    pub values: Vec<String>,
}

/// The annotations among the attributes of a class, a field or a method.
#[must_use]
pub fn of(file: &ClassFile<'static>, attributes: &[Attribute<'static>]) -> Vec<Annotation> {
    let mut found = Vec::new();
    for attribute in ["RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"] {
        if let Some(attribute) = find_attribute(attributes, attribute) {
            // What does not parse says nothing.
            let _ = annotations(file, &mut Bytes(attribute.data), &mut found);
        }
    }
    found
}

fn annotations(
    file: &ClassFile<'static>,
    bytes: &mut Bytes<'_>,
    found: &mut Vec<Annotation>,
) -> Option<()> {
    for _ in 0..bytes.two()? {
        let descriptor = file.text(bytes.two()?).ok()?;
        let simple = object_name(&descriptor).rsplit(['/', '$']).next().unwrap_or_default();
        let mut annotation = Annotation { name: simple.to_owned(), values: Vec::new() };
        for _ in 0..bytes.two()? {
            let member = file.text(bytes.two()?).ok()?;
            let mut strings = Vec::new();
            value(file, bytes, 0, &mut strings)?;
            if member == "value" {
                annotation.values = strings;
            }
        }
        found.push(annotation);
    }
    Some(())
}

/// Deeper than any compiler nests annotations.
const DEEPEST: usize = 64;

/// The rest of an annotation inside another (JVMS 4.7.16), whose strings are not read.
fn members(file: &ClassFile<'static>, bytes: &mut Bytes<'_>, depth: usize) -> Option<()> {
    for _ in 0..bytes.two()? {
        bytes.two()?;
        value(file, bytes, depth, &mut Vec::new())?;
    }
    Some(())
}

/// A value, and the strings in it.
fn value(
    file: &ClassFile<'static>,
    bytes: &mut Bytes<'_>,
    depth: usize,
    strings: &mut Vec<String>,
) -> Option<()> {
    match bytes.one()? {
        _ if depth > DEEPEST => return None,
        b'e' => {
            bytes.two()?;
            bytes.two()?;
        }
        b'@' => {
            bytes.two()?;
            members(file, bytes, depth + 1)?;
        }
        b'[' => {
            for _ in 0..bytes.two()? {
                value(file, bytes, depth + 1, strings)?;
            }
        }
        b's' => strings.push(file.text(bytes.two()?).ok()?.to_string()),
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
