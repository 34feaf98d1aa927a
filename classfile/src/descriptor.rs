//! Field and method descriptors (JVMS 4.3).

/// The type of a field, parameter, result or array element, references not told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the language's")]
pub enum Type {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Reference,
    Void,
}

impl Type {
    /// The type a descriptor's first character stands for.
    #[must_use]
    pub fn of(descriptor: &str) -> Option<Self> {
        Some(match descriptor.as_bytes().first()? {
            b'Z' => Self::Boolean,
            b'B' => Self::Byte,
            b'C' => Self::Char,
            b'S' => Self::Short,
            b'I' => Self::Int,
            b'J' => Self::Long,
            b'F' => Self::Float,
            b'D' => Self::Double,
            b'V' => Self::Void,
            b'L' | b'[' => Self::Reference,
            _ => return None,
        })
    }

    /// Whether a value takes two local variable slots.
    #[must_use]
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Long | Self::Double)
    }

    /// The descriptor's character of a primitive type; `L` for references.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Boolean => 'Z',
            Self::Byte => 'B',
            Self::Char => 'C',
            Self::Short => 'S',
            Self::Int => 'I',
            Self::Long => 'J',
            Self::Float => 'F',
            Self::Double => 'D',
            Self::Reference => 'L',
            Self::Void => 'V',
        }
    }

    /// Bytes of an array element of this type.
    #[must_use]
    pub fn element_bytes(self) -> usize {
        match self {
            Self::Boolean | Self::Byte => 1,
            Self::Char | Self::Short => 2,
            Self::Int | Self::Float | Self::Reference => 4,
            Self::Long | Self::Double => 8,
            Self::Void => 0,
        }
    }
}

/// The length in bytes of the field descriptor at the start of `text`, or `None` if there is none.
#[must_use]
pub fn field_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let dimensions = bytes.iter().take_while(|b| **b == b'[').count();
    if dimensions > 255 {
        return None;
    }
    match bytes.get(dimensions)? {
        b'L' => {
            let end = text[dimensions..].find(';')?;
            (end > 1).then_some(dimensions + end + 1)
        }
        b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D' => Some(dimensions + 1),
        _ => None,
    }
}

/// Splits a method descriptor into its parameters' descriptors and its result's; `None` if it is
/// malformed.
#[must_use]
pub fn split_method(descriptor: &str) -> Option<(Vec<&str>, &str)> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut parameters = Vec::new();
    while let Some(length) = field_length(rest) {
        let (parameter, tail) = rest.split_at(length);
        parameters.push(parameter);
        rest = tail;
    }
    let result = rest.strip_prefix(')')?;
    (result == "V" || field_length(result) == Some(result.len())).then_some((parameters, result))
}

/// The class of the innermost elements of an array (`[[Ljava/lang/String;`), if they are objects.
#[must_use]
pub fn innermost(array: &str) -> Option<&str> {
    array.strip_prefix('[')?.trim_start_matches('[').strip_prefix('L')?.strip_suffix(';')
}

/// The class name in the descriptor of an object type; any other descriptor unchanged.
#[must_use]
pub fn object_name(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';')).unwrap_or(descriptor)
}
