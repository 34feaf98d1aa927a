//! The constant pool (JVMS 4.4), beyond that its indices lead somewhere: which kinds the version
//! knows, and that texts are what they stand for.

use super::{Checked, Checker, JAVA_7, JAVA_8, JAVA_9, JAVA_11};
use crate::reader::Constant;

/// Before it, NUL could stand as a byte in a `Utf8`.
const JAVA_4: u16 = 48;

impl Checker<'_, '_> {
    pub(super) fn check_constants(&self) -> Checked {
        for constant in &self.file.constants {
            self.check_version_of(constant)?;
            if let Constant::Utf8(bytes) = constant {
                let is_legal = is_modified_utf8(bytes, self.file.major < JAVA_4);
                self.require(is_legal, || "Illegal UTF8 string in constant pool".to_owned())?;
            }
        }
        // The text of each is right before anything is said of what it stands for.
        for constant in &self.file.constants {
            self.check_constant(constant)?;
        }
        Ok(())
    }

    /// Constants of modules have no place in a class.
    pub(super) fn check_unknown_constants(&self) -> Checked {
        let found = self.file.constants.iter().find_map(|constant| match constant {
            Constant::Module { .. } => Some(19),
            Constant::Package { .. } => Some(20),
            _ => None,
        });
        found.map_or(Ok(()), |tag| self.refuse(format!("Unknown constant tag {tag}")))
    }

    fn check_version_of(&self, constant: &Constant<'_>) -> Checked {
        let (tag, since) = match constant {
            Constant::MethodHandle { .. } => (15, JAVA_7),
            Constant::MethodType { .. } => (16, JAVA_7),
            Constant::Dynamic { .. } => (17, JAVA_11),
            Constant::InvokeDynamic { .. } => (18, JAVA_7),
            Constant::Module { .. } if !self.is_at_least(JAVA_9) => {
                return self.refuse("Unknown constant tag 19");
            }
            Constant::Package { .. } if !self.is_at_least(JAVA_9) => {
                return self.refuse("Unknown constant tag 20");
            }
            _ => return Ok(()),
        };
        self.require(self.is_at_least(since), || {
            format!("Class file version does not support constant tag {tag}")
        })
    }

    fn check_constant(&self, constant: &Constant<'_>) -> Checked {
        match *constant {
            Constant::Class { name } => self.check_class_name(self.text(name)?),
            Constant::NameAndType { name, descriptor } => {
                self.check_name_and_type(name, descriptor)
            }
            Constant::MethodType { descriptor } => {
                self.check_method_descriptor(b"type", self.text(descriptor)?).map(|_| ())
            }
            Constant::Field { name_and_type, .. } => self.check_kind("Field", name_and_type, false),
            Constant::Dynamic { name_and_type, .. } => {
                self.check_kind("CONSTANT_Dynamic", name_and_type, false)
            }
            Constant::InterfaceMethod { name_and_type, .. }
            | Constant::InvokeDynamic { name_and_type, .. } => {
                self.check_kind("Method", name_and_type, true)
            }
            Constant::Method { name_and_type, .. } => {
                self.check_kind("Method", name_and_type, true)?;
                let (index, name, _) = self.parts(name_and_type)?;
                self.require(name.first() != Some(&b'<') || name == b"<init>", || {
                    bad_name("method", index)
                })
            }
            Constant::MethodHandle { kind, reference } => self.check_handle(kind, reference),
            _ => Ok(()),
        }
    }

    fn check_name_and_type(&self, name: u16, descriptor: u16) -> Checked {
        for index in [descriptor, name] {
            if self.text(index)?.is_empty() {
                let what = format!(
                    "Illegal zero length constant pool entry at {index} in class {}",
                    self.name
                );
                return self.illegal(what);
            }
        }
        let (name, descriptor) = (self.text(name)?, self.text(descriptor)?);
        if descriptor[0] == b'(' {
            self.check_method_name(name)?;
            self.check_method_descriptor(name, descriptor).map(|_| ())
        } else {
            self.check_field_name(name)?;
            self.check_field_descriptor(name, descriptor)
        }
    }

    /// That the descriptor is one of a method, or of a field.
    fn check_kind(&self, what: &str, name_and_type: u16, method: bool) -> Checked {
        let (_, name, descriptor) = self.parts(name_and_type)?;
        if (descriptor.first() == Some(&b'(')) == method {
            return Ok(());
        }
        self.illegal_descriptor(what, name, descriptor)
    }

    /// The index of the name, the name and the descriptor.
    fn parts(&self, name_and_type: u16) -> Checked<(u16, &[u8], &[u8])> {
        match self.file.constant(name_and_type)? {
            Constant::NameAndType { name, descriptor } => {
                Ok((name, self.text(name)?, self.text(descriptor)?))
            }
            _ => self.refuse(format!("Invalid constant pool index {name_and_type}")),
        }
    }

    fn check_handle(&self, kind: u8, reference: u16) -> Checked {
        let name_and_type = match self.file.constant(reference)? {
            Constant::Method { name_and_type, .. } => name_and_type,
            Constant::InterfaceMethod { name_and_type, .. } => {
                let fits = kind == 9 || self.is_at_least(JAVA_8);
                self.require(fits, || format!("Invalid constant pool index {reference}"))?;
                name_and_type
            }
            _ => return Ok(()),
        };
        let (index, name, _) = self.parts(name_and_type)?;
        match kind {
            8 => self.require(name == b"<init>", || bad_name("constructor", index)),
            5..=7 => self.require(name != b"<init>", || bad_name("method", index)),
            _ => Ok(()),
        }
    }
}

fn bad_name(what: &str, index: u16) -> String {
    format!("Bad {what} name at constant pool index {index}")
}

/// Modified UTF-8 (JVMS 4.4.7), each character in its only form.
fn is_modified_utf8(mut bytes: &[u8], nul_allowed: bool) -> bool {
    let is_next = |byte: Option<&u8>| byte.is_some_and(|byte| byte & 0xC0 == 0x80);
    while let Some(first) = bytes.first() {
        let length = match first {
            0 if !nul_allowed => return false,
            0..=0x7F => 1,
            0xC0..=0xDF => 2,
            0xE0..=0xEF => 3,
            _ => return false,
        };
        if !(1..length).all(|n| is_next(bytes.get(n))) {
            return false;
        }
        // NUL alone is written longer than it need be.
        let is_overlong = match length {
            2 => (0xC0..=0xC1).contains(first) && bytes[..2] != [0xC0, 0x80],
            3 => *first == 0xE0 && bytes[1] < 0xA0,
            _ => false,
        };
        if is_overlong && !nul_allowed {
            return false;
        }
        bytes = &bytes[length..];
    }
    true
}
