//! Bytes to [`ClassFile`]: constant pool, members and attributes, without decoding what nobody
//! asked for.
//!
//! Attributes are kept as raw slices (reflection hands annotation bytes to the JDK's own parser,
//! and most methods of a program never run). All constant-pool cross references are checked here
//! once, so that later look-ups of a checked index can only fail for indices that come from
//! instructions or attributes.

use crate::bytes::Bytes;
use crate::error::{ClassFileError, malformed};
use crate::mutf8;
use std::borrow::Cow;

/// One entry of the constant pool (JVMS 4.4).
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are the JVMS's")]
pub enum Constant<'a> {
    /// Index zero and the second half of long and double.
    Unusable,
    Utf8(&'a [u8]),
    Integer(i32),
    Float(u32),
    Long(i64),
    Double(u64),
    Class {
        name: u16,
    },
    String {
        utf8: u16,
    },
    Field {
        class: u16,
        name_and_type: u16,
    },
    Method {
        class: u16,
        name_and_type: u16,
    },
    InterfaceMethod {
        class: u16,
        name_and_type: u16,
    },
    NameAndType {
        name: u16,
        descriptor: u16,
    },
    MethodHandle {
        kind: u8,
        reference: u16,
    },
    MethodType {
        descriptor: u16,
    },
    Dynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    InvokeDynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    Module {
        name: u16,
    },
    Package {
        name: u16,
    },
}

/// A named attribute, its content not looked into.
#[derive(Clone, Copy, Debug)]
pub struct Attribute<'a> {
    /// The attribute's name, as in the file.
    pub name: &'a [u8],
    /// Its content.
    pub data: &'a [u8],
}

/// A field or a method.
#[derive(Clone, Debug)]
pub struct Member<'a> {
    /// Access flags.
    pub access: u16,
    /// Constant-pool index of the name.
    pub name: u16,
    /// Constant-pool index of the descriptor.
    pub descriptor: u16,
    /// All attributes.
    pub attributes: Vec<Attribute<'a>>,
}

/// One row of a method's exception table.
#[derive(Clone, Copy, Debug)]
pub struct ExceptionRange {
    /// First covered bytecode position.
    pub start: u16,
    /// First position no longer covered.
    pub end: u16,
    /// Where the handler starts.
    pub handler: u16,
    /// Constant-pool index of the caught class; 0 for all.
    pub catch_type: u16,
}

/// A method's `Code` attribute.
#[derive(Clone, Debug)]
pub struct Code<'a> {
    /// Greatest depth of the operand stack.
    pub max_stack: u16,
    /// Number of local variable slots.
    pub max_locals: u16,
    /// The bytecode.
    pub bytecode: &'a [u8],
    /// The exception table.
    pub exceptions: Vec<ExceptionRange>,
    /// Attributes of the code: line numbers, stack maps.
    pub attributes: Vec<Attribute<'a>>,
}

/// One row of `BootstrapMethods`.
#[derive(Clone, Debug)]
pub struct BootstrapMethod {
    /// Constant-pool index of the method handle.
    pub method: u16,
    /// Constant-pool indices of the static arguments.
    pub arguments: Vec<u16>,
}

/// A parsed class file that borrows its bytes.
#[derive(Clone, Debug)]
pub struct ClassFile<'a> {
    /// Major version: 52 for Java 8, 69 for Java 25.
    pub major: u16,
    /// Minor version.
    pub minor: u16,
    /// The constant pool; index 0 is unusable.
    pub constants: Vec<Constant<'a>>,
    /// Access flags of the class.
    pub access: u16,
    /// Constant-pool index of this class.
    pub this_class: u16,
    /// Constant-pool index of the superclass; 0 for `java.lang.Object`.
    pub super_class: u16,
    /// Constant-pool indices of the direct superinterfaces.
    pub interfaces: Vec<u16>,
    /// Fields in the order of the file.
    pub fields: Vec<Member<'a>>,
    /// Methods in the order of the file.
    pub methods: Vec<Member<'a>>,
    /// Attributes of the class.
    pub attributes: Vec<Attribute<'a>>,
}

impl<'a> ClassFile<'a> {
    /// Parses and checks the structure of a class file.
    ///
    /// # Errors
    /// If the bytes are not a well-formed class file of a known version.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, ClassFileError> {
        let mut b = Bytes::new(bytes);
        let (minor, major) = version(&mut b)?;
        let mut file = Self::head(&mut b, major, minor)?;
        for _ in 0..b.u16()? {
            file.interfaces.push(b.u16()?);
        }
        file.fields = members(&mut b, &file.constants)?;
        file.methods = members(&mut b, &file.constants)?;
        file.attributes = attributes(&mut b, &file.constants)?;
        if !b.is_empty() {
            let name = file.class_name(file.this_class)?;
            return Err(ClassFileError::Illegal(format!(
                "Extra bytes at the end of class file {name}"
            )));
        }
        file.check_members()?;
        file.forget_newer_attributes();
        Ok(file)
    }

    /// What stands before the interfaces: the constants, and which class it is. Nothing else is
    /// looked at.
    ///
    /// # Errors
    /// If that much is not well formed.
    pub fn parse_head(bytes: &'a [u8]) -> Result<Self, ClassFileError> {
        let mut b = Bytes::new(bytes);
        let (minor, major) = version(&mut b)?;
        Self::head(&mut b, major, minor)
    }

    /// The major and the minor version.
    ///
    /// # Errors
    /// What is wrong with the bytes before the constants.
    pub fn parse_version(bytes: &[u8]) -> Result<(u16, u16), ClassFileError> {
        let (minor, major) = version(&mut Bytes::new(bytes))?;
        Ok((major, minor))
    }

    fn head(b: &mut Bytes<'a>, major: u16, minor: u16) -> Result<Self, ClassFileError> {
        let constants = constant_pool(b)?;
        let file = Self {
            major,
            minor,
            constants,
            access: b.u16()?,
            this_class: b.u16()?,
            super_class: b.u16()?,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            attributes: Vec::new(),
        };
        file.check_constants()?;
        Ok(file)
    }

    /// Attributes mean nothing in versions before the one that has introduced them.
    fn forget_newer_attributes(&mut self) {
        let major = self.major;
        let is_known = |attribute: &Attribute<'_>| {
            SINCE.iter().all(|(name, since)| major >= *since || attribute.name != name.as_bytes())
        };
        self.attributes.retain(is_known);
        let members = self.fields.iter_mut().chain(&mut self.methods);
        members.for_each(|member| member.attributes.retain(is_known));
    }

    /// The constant at `index`.
    ///
    /// # Errors
    /// If there is none.
    pub fn constant(&self, index: u16) -> Result<Constant<'a>, ClassFileError> {
        match self.constants.get(usize::from(index)) {
            None | Some(Constant::Unusable) => {
                malformed(format!("Invalid constant pool index {index}"))
            }
            Some(constant) => Ok(*constant),
        }
    }

    /// The raw bytes (modified UTF-8) of a `Utf8` constant.
    ///
    /// # Errors
    /// If `index` is not one.
    pub fn utf8(&self, index: u16) -> Result<&'a [u8], ClassFileError> {
        match self.constant(index)? {
            Constant::Utf8(bytes) => Ok(bytes),
            _ => malformed(format!("Invalid constant pool index {index}")),
        }
    }

    /// The text of a `Utf8` constant.
    ///
    /// # Errors
    /// If `index` is not one.
    pub fn text(&self, index: u16) -> Result<Cow<'a, str>, ClassFileError> {
        Ok(mutf8::text(self.utf8(index)?))
    }

    /// The name in a `Class` constant, `java/lang/String` or `[I`.
    ///
    /// # Errors
    /// If `index` is not one.
    pub fn class_name(&self, index: u16) -> Result<Cow<'a, str>, ClassFileError> {
        match self.constant(index)? {
            Constant::Class { name } => self.text(name),
            other => malformed(format!("constant {index} is {other:?}, not a class")),
        }
    }

    /// The name and the descriptor in a `NameAndType` constant.
    ///
    /// # Errors
    /// If `index` is not one.
    pub fn name_and_type(
        &self,
        index: u16,
    ) -> Result<(Cow<'a, str>, Cow<'a, str>), ClassFileError> {
        match self.constant(index)? {
            Constant::NameAndType { name, descriptor } => {
                Ok((self.text(name)?, self.text(descriptor)?))
            }
            other => malformed(format!("constant {index} is {other:?}, not a name and type")),
        }
    }

    /// The rows of `BootstrapMethods`.
    ///
    /// # Errors
    /// If the attribute is damaged.
    pub fn bootstrap_methods(&self) -> Result<Vec<BootstrapMethod>, ClassFileError> {
        let Some(attribute) = find(&self.attributes, "BootstrapMethods") else {
            return Ok(Vec::new());
        };
        let mut b = Bytes::new(attribute.data);
        let mut rows = Vec::new();
        for _ in 0..b.u16()? {
            let method = b.u16()?;
            let mut arguments = Vec::new();
            for _ in 0..b.u16()? {
                arguments.push(b.u16()?);
            }
            rows.push(BootstrapMethod { method, arguments });
        }
        Ok(rows)
    }

    /// The code of a method, if it has any.
    ///
    /// # Errors
    /// If the attribute is damaged.
    pub fn code(&self, method: &Member<'a>) -> Result<Option<Code<'a>>, ClassFileError> {
        let Some(attribute) = find(&method.attributes, "Code") else {
            return Ok(None);
        };
        let mut b = Bytes::new(attribute.data);
        let max_stack = b.u16()?;
        let max_locals = b.u16()?;
        let length = b.u32()? as usize;
        if length == 0 || length > 65535 {
            return malformed(format!("Invalid method Code length {length}"));
        }
        let bytecode = b.take(length)?;
        let mut exceptions = Vec::new();
        for _ in 0..b.u16()? {
            let range = ExceptionRange {
                start: b.u16()?,
                end: b.u16()?,
                handler: b.u16()?,
                catch_type: b.u16()?,
            };
            if range.start >= range.end || usize::from(range.end) > length {
                return malformed("Illegal exception table range");
            }
            if usize::from(range.handler) >= length {
                return malformed("Illegal exception table handler");
            }
            exceptions.push(range);
        }
        let attributes = attributes(&mut b, &self.constants)?;
        if !b.is_empty() {
            return malformed("Code segment has wrong length");
        }
        Ok(Some(Code { max_stack, max_locals, bytecode, exceptions, attributes }))
    }

    /// Checks every cross reference without decoding a name: one long name may be referred to
    /// thousands of times.
    fn check_constants(&self) -> Result<(), ClassFileError> {
        for (index, constant) in self.constants.iter().enumerate() {
            match *constant {
                Constant::Class { name: utf8 }
                | Constant::Module { name: utf8 }
                | Constant::Package { name: utf8 }
                | Constant::String { utf8 }
                | Constant::MethodType { descriptor: utf8 } => {
                    self.utf8(utf8)?;
                }
                Constant::NameAndType { name, descriptor } => {
                    self.utf8(name)?;
                    self.utf8(descriptor)?;
                }
                Constant::Field { class, name_and_type }
                | Constant::Method { class, name_and_type }
                | Constant::InterfaceMethod { class, name_and_type } => {
                    self.expect_class(class)?;
                    self.expect_name_and_type(name_and_type)?;
                }
                Constant::Dynamic { name_and_type, .. }
                | Constant::InvokeDynamic { name_and_type, .. } => {
                    self.expect_name_and_type(name_and_type)?;
                }
                Constant::MethodHandle { kind, reference } => {
                    self.check_method_handle(index, kind, reference)?;
                }
                _ => {}
            }
        }
        self.expect_class(self.this_class)?;
        if self.super_class != 0 {
            self.expect_class(self.super_class)?;
        }
        Ok(())
    }

    fn expect_class(&self, index: u16) -> Result<(), ClassFileError> {
        match self.constant(index)? {
            Constant::Class { .. } => Ok(()),
            _ => malformed(format!("Invalid constant pool index {index}")),
        }
    }

    fn expect_name_and_type(&self, index: u16) -> Result<(), ClassFileError> {
        match self.constant(index)? {
            Constant::NameAndType { .. } => Ok(()),
            _ => malformed(format!("Invalid constant pool index {index}")),
        }
    }

    fn check_method_handle(
        &self,
        index: usize,
        kind: u8,
        reference: u16,
    ) -> Result<(), ClassFileError> {
        let target = self.constant(reference)?;
        let (fits, what) = match kind {
            1..=4 => (matches!(target, Constant::Field { .. }), "a field"),
            5 | 8 => (matches!(target, Constant::Method { .. }), "a method"),
            6 | 7 => (
                matches!(target, Constant::Method { .. } | Constant::InterfaceMethod { .. }),
                "a method",
            ),
            9 => (matches!(target, Constant::InterfaceMethod { .. }), "an interface method"),
            _ => {
                return malformed(format!("Bad method handle kind at constant pool index {index}"));
            }
        };
        if fits {
            return Ok(());
        }
        // The parenthesis stands behind the file's name.
        let name = self.class_name(self.this_class)?;
        let message =
            format!("Invalid constant pool index {reference} in class file {name} (not {what})");
        Err(ClassFileError::Illegal(message))
    }

    fn check_members(&self) -> Result<(), ClassFileError> {
        for index in &self.interfaces {
            self.expect_class(*index)?;
        }
        for member in self.fields.iter().chain(&self.methods) {
            self.utf8(member.name)?;
            self.utf8(member.descriptor)?;
        }
        Ok(())
    }
}

/// Attributes that not all versions know, with the first that does.
const SINCE: &[(&str, u16)] = &[
    ("AnnotationDefault", 49),
    ("EnclosingMethod", 49),
    ("RuntimeInvisibleAnnotations", 49),
    ("RuntimeInvisibleParameterAnnotations", 49),
    ("RuntimeInvisibleTypeAnnotations", 49),
    ("RuntimeVisibleAnnotations", 49),
    ("RuntimeVisibleParameterAnnotations", 49),
    ("RuntimeVisibleTypeAnnotations", 49),
    ("Signature", 49),
    ("BootstrapMethods", 51),
    ("NestHost", 55),
    ("NestMembers", 55),
    ("Record", 60),
    ("PermittedSubclasses", 61),
];

/// The attribute called `name`, if there is one.
#[must_use]
pub fn find<'b, 'a>(attributes: &'b [Attribute<'a>], name: &str) -> Option<&'b Attribute<'a>> {
    attributes.iter().find(|attribute| attribute.name == name.as_bytes())
}

/// The minor and the major version.
fn version(b: &mut Bytes<'_>) -> Result<(u16, u16), ClassFileError> {
    if b.u32()? != 0xCAFE_BABE {
        return Err(ClassFileError::NotAClassFile);
    }
    let (minor, major) = (b.u16()?, b.u16()?);
    if (45..=69).contains(&major) {
        Ok((minor, major))
    } else {
        Err(ClassFileError::Version { major, minor })
    }
}

fn constant_pool<'a>(b: &mut Bytes<'a>) -> Result<Vec<Constant<'a>>, ClassFileError> {
    let count = usize::from(b.u16()?);
    if count == 0 {
        return malformed("Illegal constant pool size 0");
    }
    let mut pool = Vec::with_capacity(count);
    pool.push(Constant::Unusable);
    while pool.len() < count {
        let constant = match b.u8()? {
            1 => {
                let length = usize::from(b.u16()?);
                Constant::Utf8(b.take(length)?)
            }
            3 => Constant::Integer(b.u32()?.cast_signed()),
            4 => Constant::Float(b.u32()?),
            5 => Constant::Long(b.u64()?.cast_signed()),
            6 => Constant::Double(b.u64()?),
            7 => Constant::Class { name: b.u16()? },
            8 => Constant::String { utf8: b.u16()? },
            9 => Constant::Field { class: b.u16()?, name_and_type: b.u16()? },
            10 => Constant::Method { class: b.u16()?, name_and_type: b.u16()? },
            11 => Constant::InterfaceMethod { class: b.u16()?, name_and_type: b.u16()? },
            12 => Constant::NameAndType { name: b.u16()?, descriptor: b.u16()? },
            15 => Constant::MethodHandle { kind: b.u8()?, reference: b.u16()? },
            16 => Constant::MethodType { descriptor: b.u16()? },
            17 => Constant::Dynamic { bootstrap: b.u16()?, name_and_type: b.u16()? },
            18 => Constant::InvokeDynamic { bootstrap: b.u16()?, name_and_type: b.u16()? },
            19 => Constant::Module { name: b.u16()? },
            20 => Constant::Package { name: b.u16()? },
            tag => return malformed(format!("Unknown constant tag {tag}")),
        };
        let wide = matches!(constant, Constant::Long(_) | Constant::Double(_));
        pool.push(constant);
        if wide {
            if pool.len() == count {
                return malformed(format!("Invalid constant pool entry {}", count - 1));
            }
            pool.push(Constant::Unusable);
        }
    }
    Ok(pool)
}

fn members<'a>(
    b: &mut Bytes<'a>,
    pool: &[Constant<'a>],
) -> Result<Vec<Member<'a>>, ClassFileError> {
    let count = b.u16()?;
    let mut list = Vec::with_capacity(usize::from(count).min(1024));
    for _ in 0..count {
        let (access, name, descriptor) = (b.u16()?, b.u16()?, b.u16()?);
        list.push(Member { access, name, descriptor, attributes: attributes(b, pool)? });
    }
    Ok(list)
}

fn attributes<'a>(
    b: &mut Bytes<'a>,
    pool: &[Constant<'a>],
) -> Result<Vec<Attribute<'a>>, ClassFileError> {
    let count = b.u16()?;
    let mut list = Vec::with_capacity(usize::from(count).min(64));
    for _ in 0..count {
        let index = b.u16()?;
        let Some(Constant::Utf8(name)) = pool.get(usize::from(index)) else {
            return malformed(format!(
                "an attribute's name is constant {index}, which is not a Utf8"
            ));
        };
        let length = b.u32()? as usize;
        list.push(Attribute { name, data: b.take(length)? });
    }
    Ok(list)
}
