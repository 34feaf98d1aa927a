//! Annotations (JVMS 4.7.16), for those who ask class files what they are marked by. The JDK reads
//! them for itself when a program asks.

use crate::bytes::Bytes;
use crate::error::{ClassFileError, malformed};
use crate::reader::{Attribute, ClassFile, Constant, find};

/// Deeper than any compiler nests them.
const DEEPEST: usize = 64;

/// One annotation of a class, a field or a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// Its type, as `org/junit/Test`.
    pub class: String,
    /// Its members that were given, in their order.
    pub members: Vec<(String, AnnotationValue)>,
}

/// What a member is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnnotationValue {
    /// A text.
    Text(String),
    /// A class, by its descriptor.
    Class(String),
    /// A constant of an enumeration.
    Constant(String),
    /// A whole number, a character, or a truth value: 0 or 1.
    Whole(i64),
    /// Another annotation.
    Annotation(Box<Annotation>),
    /// Several.
    Many(Vec<AnnotationValue>),
    /// A number with a fraction.
    Fraction,
}

impl Annotation {
    /// A member, if it was given.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&AnnotationValue> {
        self.members.iter().find(|(given, _)| given == name).map(|(_, value)| value)
    }
}

impl AnnotationValue {
    /// The values of an array; of anything else itself, as the source may have it.
    #[must_use]
    pub fn each(&self) -> &[Self] {
        match self {
            Self::Many(values) => values,
            one => std::slice::from_ref(one),
        }
    }

    /// The name of a class, as `java/lang/String`; none if it is none.
    #[must_use]
    pub fn class_name(&self) -> Option<&str> {
        match self {
            Self::Class(descriptor) => descriptor.strip_prefix('L')?.strip_suffix(';'),
            _ => None,
        }
    }

    /// A text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The annotations among the attributes of a class, a field or a method, whether the program can
/// see them or not. From what is damaged on, they say nothing.
#[must_use]
pub fn annotations(file: &ClassFile<'_>, attributes: &[Attribute<'_>]) -> Vec<Annotation> {
    let mut found = Vec::new();
    for name in ["RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"] {
        if let Some(attribute) = find(attributes, name) {
            let _ = several(file, &mut Bytes::new(attribute.data), &mut found);
        }
    }
    found
}

fn several(
    file: &ClassFile<'_>,
    bytes: &mut Bytes<'_>,
    found: &mut Vec<Annotation>,
) -> Result<(), ClassFileError> {
    for _ in 0..bytes.u16()? {
        found.push(annotation(file, bytes, 0)?);
    }
    Ok(())
}

fn annotation(
    file: &ClassFile<'_>,
    bytes: &mut Bytes<'_>,
    depth: usize,
) -> Result<Annotation, ClassFileError> {
    let descriptor = file.text(bytes.u16()?)?;
    let class = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
    let class = class.unwrap_or(&descriptor).to_owned();
    let mut members = Vec::new();
    for _ in 0..bytes.u16()? {
        let name = file.text(bytes.u16()?)?.into_owned();
        members.push((name, value(file, bytes, depth)?));
    }
    Ok(Annotation { class, members })
}

fn value(
    file: &ClassFile<'_>,
    bytes: &mut Bytes<'_>,
    depth: usize,
) -> Result<AnnotationValue, ClassFileError> {
    if depth > DEEPEST {
        return malformed("annotations that are nested too deep");
    }
    Ok(match bytes.u8()? {
        b's' => AnnotationValue::Text(file.text(bytes.u16()?)?.into_owned()),
        b'c' => AnnotationValue::Class(file.text(bytes.u16()?)?.into_owned()),
        b'e' => {
            bytes.u16()?;
            AnnotationValue::Constant(file.text(bytes.u16()?)?.into_owned())
        }
        b'@' => AnnotationValue::Annotation(Box::new(annotation(file, bytes, depth + 1)?)),
        b'[' => {
            let count = bytes.u16()?;
            let values = (0..count).map(|_| value(file, bytes, depth + 1));
            AnnotationValue::Many(values.collect::<Result<_, _>>()?)
        }
        _ => match file.constant(bytes.u16()?)? {
            Constant::Integer(number) => AnnotationValue::Whole(number.into()),
            Constant::Long(number) => AnnotationValue::Whole(number),
            _ => AnnotationValue::Fraction,
        },
    })
}
