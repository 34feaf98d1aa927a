//! Names and descriptors (JVMS 4.2, 4.3).

use super::{Checked, Checker, JAVA_5, JAVA_7, shown};

/// Where a name stands, which decides what it may hold.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Class,
    Field,
    Method,
}

const MOST_DIMENSIONS: usize = 255;

impl Checker<'_, '_> {
    pub(super) fn check_class_name(&self, name: &[u8]) -> Checked {
        let is_legal = match name.first() {
            None => false,
            Some(b'[') => self.field_descriptor(name, false)? == Some(name.len()),
            Some(_) => self.is_name(name, Place::Class),
        };
        if is_legal {
            return Ok(());
        }
        self.illegal(format!("Illegal class name \"{}\" in class file {}", shown(name), self.name))
    }

    pub(super) fn check_field_name(&self, name: &[u8]) -> Checked {
        if self.is_name(name, Place::Field) {
            return Ok(());
        }
        self.illegal(format!("Illegal field name \"{}\" in class {}", shown(name), self.name))
    }

    pub(super) fn check_method_name(&self, name: &[u8]) -> Checked {
        let is_special = name == b"<init>" || name == b"<clinit>";
        if is_special || name.first() != Some(&b'<') && self.is_name(name, Place::Method) {
            return Ok(());
        }
        self.illegal(format!("Illegal method name \"{}\" in class {}", shown(name), self.name))
    }

    pub(super) fn check_field_descriptor(&self, name: &[u8], descriptor: &[u8]) -> Checked {
        if self.field_descriptor(descriptor, false)? == Some(descriptor.len()) {
            return Ok(());
        }
        self.illegal_descriptor("Field", name, descriptor)
    }

    /// Gives the slots of the parameters.
    pub(super) fn check_method_descriptor(&self, name: &[u8], descriptor: &[u8]) -> Checked<usize> {
        let is_old = !self.is_at_least(JAVA_7);
        let is_initializer_taking_something =
            name == b"<clinit>" && descriptor != b"()V" && !is_old;
        if !is_initializer_taking_something
            && let Some((slots, result)) = self.parameters(descriptor)?
            && self.is_result(name, result)?
        {
            return Ok(slots);
        }
        self.illegal_descriptor("Method", name, descriptor)
    }

    pub(super) fn illegal_descriptor<T>(
        &self,
        what: &str,
        name: &[u8],
        descriptor: &[u8],
    ) -> Checked<T> {
        let (name, descriptor) = (shown(name), shown(descriptor));
        self.illegal(format!(
            "{what} \"{name}\" in class {} has illegal signature \"{descriptor}\"",
            self.name
        ))
    }

    /// The slots of the parameters, and what follows them.
    fn parameters<'d>(&self, descriptor: &'d [u8]) -> Checked<Option<(usize, &'d [u8])>> {
        let Some(mut rest) = descriptor.strip_prefix(b"(") else { return Ok(None) };
        let mut slots = 0;
        while let Some(length) = self.field_descriptor(rest, false)? {
            slots += 1 + usize::from(matches!(rest[0], b'J' | b'D'));
            rest = &rest[length..];
        }
        Ok(rest.strip_prefix(b")").map(|result| (slots, result)))
    }

    fn is_result(&self, name: &[u8], result: &[u8]) -> Checked<bool> {
        if name.first() == Some(&b'<') {
            return Ok(result == b"V");
        }
        Ok(self.field_descriptor(result, true)? == Some(result.len()))
    }

    /// The length of the field descriptor that the bytes start with, if they do.
    fn field_descriptor(&self, bytes: &[u8], void: bool) -> Checked<Option<usize>> {
        let dimensions = bytes.iter().take_while(|byte| **byte == b'[').count();
        self.require(dimensions <= MOST_DIMENSIONS, || {
            "Array type descriptor has more than 255 dimensions".to_owned()
        })?;
        let element = &bytes[dimensions..];
        let length = match element.first() {
            Some(b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D') => Some(1),
            Some(b'V') if void && dimensions == 0 => Some(1),
            Some(b'L') => self.class_in_descriptor(element)?,
            _ => None,
        };
        Ok(length.map(|length| dimensions + length))
    }

    /// The length of `Lname;`.
    fn class_in_descriptor(&self, element: &[u8]) -> Checked<Option<usize>> {
        let Some(end) = element.iter().position(|byte| *byte == b';') else { return Ok(None) };
        let is_legal = self.is_name(&element[1..end], Place::Class);
        if !is_legal && self.is_at_least(JAVA_5) {
            return self.refuse("Class name is empty or contains illegal character in descriptor");
        }
        Ok(is_legal.then_some(end + 1))
    }

    fn is_name(&self, name: &[u8], place: Place) -> bool {
        if self.is_at_least(JAVA_5) {
            is_unqualified(name, place)
        } else {
            is_identifier(name, place)
        }
    }
}

/// JVMS 4.2.2; in the name of a class, unqualified names are separated by slashes.
fn is_unqualified(name: &[u8], place: Place) -> bool {
    let forbidden: &[u8] = if place == Place::Method { b".;[/<>" } else { b".;[/" };
    let is_legal =
        |part: &[u8]| !part.is_empty() && !part.iter().any(|byte| forbidden.contains(byte));
    if place == Place::Class {
        name.split(|byte| *byte == b'/').all(is_legal)
    } else {
        is_legal(name)
    }
}

/// Before release 5: the identifiers of Java.
fn is_identifier(name: &[u8], place: Place) -> bool {
    let text = shown(name);
    let mut characters = text.chars().peekable();
    let mut is_first = true;
    while let Some(character) = characters.next() {
        let is_legal = match character {
            '_' | '$' => true,
            '0'..='9' => !is_first,
            '/' => place == Place::Class && characters.peek().is_some_and(|next| *next != '/'),
            _ if is_first => character.is_alphabetic(),
            _ => character.is_alphanumeric(),
        };
        if !is_legal {
            return false;
        }
        is_first = false;
    }
    !is_first
}
