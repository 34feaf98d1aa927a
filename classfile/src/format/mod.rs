//! The format of class files (JVMS 4.8), as far as HotSpot checks it before a class is made, in
//! HotSpot's words.
//!
//! The reader checks what it needs to find its way; this is asked for class files that nobody
//! vouches for. What depends on other classes (supertypes, access) is checked where a class is
//! defined, and code by the verifier.
//!
//! One deviation: before release 5 names were identifiers, and which characters beyond ASCII an
//! identifier may have is taken from Unicode's letters and digits, not from `Character`.

mod attributes;
mod code;
mod constants;
mod members;
mod names;

use crate::bytes::Bytes;
use crate::error::ClassFileError;
use crate::reader::{Attribute, ClassFile, Constant};

type Checked<T = ()> = Result<T, ClassFileError>;

const JAVA_5: u16 = 49;
const JAVA_6: u16 = 50;
const JAVA_7: u16 = 51;
const JAVA_8: u16 = 52;
const JAVA_9: u16 = 53;
const JAVA_11: u16 = 55;
const JAVA_16: u16 = 60;
const JAVA_17: u16 = 61;

const PUBLIC: u16 = 0x1;
const PRIVATE: u16 = 0x2;
const PROTECTED: u16 = 0x4;
const STATIC: u16 = 0x8;
const FINAL: u16 = 0x10;
const SYNCHRONIZED: u16 = 0x20;
const VOLATILE: u16 = 0x40;
const BRIDGE: u16 = 0x40;
const TRANSIENT: u16 = 0x80;
const NATIVE: u16 = 0x100;
const INTERFACE: u16 = 0x200;
const ABSTRACT: u16 = 0x400;
const STRICT: u16 = 0x800;
const ANNOTATION: u16 = 0x2000;
const ENUM: u16 = 0x4000;
const MODULE: u16 = 0x8000;
/// `ACC_SUPER`, where a method is synchronized.
const SUPER: u16 = 0x20;

const CLASS_FLAGS: u16 = 0x7631;
const FIELD_FLAGS: u16 = 0x50DF;
const METHOD_FLAGS: u16 = 0x1DFF;

impl<'a> ClassFile<'a> {
    /// Checks the format of all that stands behind the head of the file.
    ///
    /// # Errors
    /// [`ClassFileError::Illegal`] or [`ClassFileError::Malformed`] for what is wrong first.
    pub fn check_format(&self) -> Result<(), ClassFileError> {
        let checker = self.checker()?;
        checker.check_supertypes()?;
        self.fields.iter().try_for_each(|field| checker.check_field(field))?;
        self.methods.iter().try_for_each(|method| checker.check_method(method))?;
        checker.check_class_attributes()
    }

    /// The same for what stands before the interfaces.
    ///
    /// # Errors
    /// The same.
    pub fn check_format_of_head(&self) -> Result<(), ClassFileError> {
        let checker = self.checker()?;
        checker.check_constants()?;
        checker.check_class_flags(self.class_flags())?;
        checker.check_unknown_constants()
    }

    fn checker(&self) -> Checked<Checker<'_, 'a>> {
        Ok(Checker { file: self, name: self.class_name(self.this_class)?.into_owned() })
    }

    /// The flags of the class that mean something. Interfaces were abstract before they had to say
    /// so.
    #[must_use]
    pub fn class_flags(&self) -> u16 {
        let known = if self.major >= JAVA_9 { CLASS_FLAGS | MODULE } else { CLASS_FLAGS };
        let old_interface = self.access & INTERFACE != 0 && self.major < JAVA_6;
        self.access & known | if old_interface { ABSTRACT } else { 0 }
    }

    /// The flags of a field that mean something.
    #[must_use]
    pub fn field_flags(access: u16) -> u16 {
        access & FIELD_FLAGS
    }

    /// The flags of a method that mean something: of a class initialiser all but two are ignored
    /// (JVMS 4.6).
    #[must_use]
    pub fn method_flags(&self, name: &str, access: u16) -> u16 {
        match name {
            "<clinit>" if self.major < JAVA_7 => STATIC,
            "<clinit>" if access & STATIC != 0 => access & (STATIC | STRICT),
            _ => access & METHOD_FLAGS,
        }
    }
}

struct Checker<'f, 'a> {
    file: &'f ClassFile<'a>,
    /// The name of the class, for messages.
    name: String,
}

impl<'a> Checker<'_, 'a> {
    /// The error that says what is wrong, and in which file.
    fn refuse<T>(&self, what: impl Into<String>) -> Checked<T> {
        Err(ClassFileError::Malformed(what.into()))
    }

    fn require(&self, holds: bool, what: impl FnOnce() -> String) -> Checked {
        if holds { Ok(()) } else { self.refuse(what()) }
    }

    /// The error whose text says all by itself.
    fn illegal<T>(&self, message: String) -> Checked<T> {
        Err(ClassFileError::Illegal(message))
    }

    fn constant(&self, index: u16) -> Option<Constant<'a>> {
        self.file.constant(index).ok()
    }

    fn is_class(&self, index: u16) -> bool {
        matches!(self.constant(index), Some(Constant::Class { .. }))
    }

    fn utf8(&self, index: u16) -> Option<&'a [u8]> {
        self.file.utf8(index).ok()
    }

    /// The bytes of a `Utf8` that the reader has found to be one.
    fn text(&self, index: u16) -> Checked<&'a [u8]> {
        self.file.utf8(index)
    }

    fn is_at_least(&self, version: u16) -> bool {
        self.file.major >= version
    }

    /// At most one attribute of these names may be there.
    fn check_single(&self, attributes: &[Attribute<'_>], names: &[&str], whose: &str) -> Checked {
        for name in names {
            let count =
                attributes.iter().filter(|attribute| attribute.name == name.as_bytes()).count();
            self.require(count <= 1, || format!("Multiple {name} attributes{whose}"))?;
        }
        Ok(())
    }

    /// Of a list of constants with its length before it, each must be a class.
    fn check_classes(
        &self,
        data: &[u8],
        what: impl Fn(u16) -> String,
        wrong_length: &str,
    ) -> Checked {
        let mut bytes = Bytes::new(data);
        for _ in 0..bytes.u16()? {
            let index = bytes.u16()?;
            self.require(self.is_class(index), || what(index))?;
        }
        self.require(bytes.is_empty(), || wrong_length.to_owned())
    }
}

/// Bytes of a name, as text in a message.
fn shown(bytes: &[u8]) -> String {
    crate::mutf8::text(bytes).into_owned()
}
