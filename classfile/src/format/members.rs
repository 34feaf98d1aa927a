//! Flags of classes, fields and methods (JVMS 4.1, 4.5, 4.6), supertypes, and the members' names,
//! descriptors and attributes.

use super::{
    ABSTRACT, ANNOTATION, BRIDGE, Checked, Checker, ENUM, FINAL, INTERFACE, JAVA_5, JAVA_7, JAVA_8,
    JAVA_17, MODULE, NATIVE, PRIVATE, PROTECTED, PUBLIC, STATIC, STRICT, SUPER, SYNCHRONIZED,
    TRANSIENT, VOLATILE, shown,
};
use crate::error::ClassFileError;
use crate::reader::{ClassFile, Constant, Member};

const MOST_ARGUMENTS: usize = 255;

impl Checker<'_, '_> {
    pub(super) fn check_class_flags(&self, flags: u16) -> Checked {
        if flags & MODULE != 0 {
            let name = &self.name;
            return Err(ClassFileError::NotAClass(format!(
                "{name} is not a class because access_flag ACC_MODULE is set"
            )));
        }
        let has = |flag| flags & flag != 0;
        let since_5 = self.is_at_least(JAVA_5);
        let is_illegal = has(ABSTRACT) && has(FINAL)
            || has(INTERFACE) && (!has(ABSTRACT) || since_5 && (has(SUPER) || has(ENUM)))
            || !has(INTERFACE) && since_5 && has(ANNOTATION);
        if is_illegal {
            return self
                .illegal(format!("Illegal class modifiers in class {}: 0x{flags:X}", self.name));
        }
        Ok(())
    }

    pub(super) fn check_supertypes(&self) -> Checked {
        let is_array = |name: &str| name.starts_with('[');
        self.require(!is_array(&self.name), || "Bad class name".to_owned())?;
        if self.file.super_class != 0 {
            let parent = self.file.class_name(self.file.super_class)?;
            self.require(!is_array(&parent), || "Bad superclass name".to_owned())?;
            let fits = self.file.access & INTERFACE == 0 || parent == "java/lang/Object";
            self.require(fits, || {
                "Interfaces must have java.lang.Object as superclass".to_owned()
            })?;
        }
        let mut seen = Vec::new();
        for index in &self.file.interfaces {
            let name = self.file.class_name(*index)?;
            self.require(!is_array(&name), || "Bad interface name".to_owned())?;
            self.require(!seen.contains(&name), || format!("Duplicate interface name \"{name}\""))?;
            seen.push(name);
        }
        Ok(())
    }

    pub(super) fn check_field(&self, field: &Member<'_>) -> Checked {
        let flags = ClassFile::field_flags(field.access);
        let has = |flag| flags & flag != 0;
        let is_illegal = if self.is_interface() {
            flags & (PUBLIC | STATIC | FINAL) != PUBLIC | STATIC | FINAL
                || has(PRIVATE | PROTECTED | VOLATILE | TRANSIENT)
                || has(ENUM) && self.is_at_least(JAVA_5)
        } else {
            is_seen_in_two_ways(flags) || has(FINAL) && has(VOLATILE)
        };
        if is_illegal {
            return self
                .illegal(format!("Illegal field modifiers in class {}: 0x{flags:X}", self.name));
        }
        let (name, descriptor) = (self.text(field.name)?, self.text(field.descriptor)?);
        self.check_field_name(name)?;
        self.check_field_descriptor(name, descriptor)?;
        self.check_field_attributes(&field.attributes, has(STATIC), descriptor)
    }

    pub(super) fn check_method(&self, method: &Member<'_>) -> Checked {
        let (name, descriptor) = (self.text(method.name)?, self.text(method.descriptor)?);
        self.check_method_name(name)?;
        let flags = self.file.method_flags(&shown(name), method.access);
        if name == b"<clinit>" {
            self.require(flags & STATIC != 0, || "Method <clinit> is not static".to_owned())?;
        } else {
            self.check_method_flags(name, method.access)?;
        }
        if name == b"<init>" && self.is_interface() {
            let class = &self.name;
            return self.illegal(format!(
                "Interface cannot have a method named <init>, class file {class}"
            ));
        }
        let receiver = usize::from(flags & STATIC == 0);
        let arguments = receiver + self.check_method_descriptor(name, descriptor)?;
        self.require(arguments <= MOST_ARGUMENTS, || {
            "Too many arguments in method signature".to_owned()
        })?;
        self.check_method_attributes(method, flags, arguments)
    }

    fn check_method_flags(&self, name: &[u8], flags: u16) -> Checked {
        let has = |flag| flags & flag != 0;
        let (since_5, since_8) = (self.is_at_least(JAVA_5), self.is_at_least(JAVA_8));
        let is_strict = has(STRICT) && !self.is_at_least(JAVA_17);
        let is_illegal = match (self.is_interface(), name == b"<init>") {
            (true, _) if since_8 => {
                has(PUBLIC) == has(PRIVATE)
                    || has(NATIVE | PROTECTED | FINAL | SYNCHRONIZED)
                    || has(ABSTRACT) && (has(PRIVATE | STATIC) || is_strict)
            }
            (true, _) => {
                !has(PUBLIC)
                    || !has(ABSTRACT)
                    || has(STATIC | FINAL | NATIVE)
                    || since_5 && has(PRIVATE | PROTECTED | SYNCHRONIZED | STRICT)
            }
            (false, true) => {
                is_seen_in_two_ways(flags)
                    || has(STATIC | FINAL | SYNCHRONIZED | NATIVE | ABSTRACT)
                    || since_5 && has(BRIDGE)
            }
            (false, false) => {
                is_seen_in_two_ways(flags)
                    || has(ABSTRACT)
                        && (has(FINAL | NATIVE | PRIVATE | STATIC)
                            || since_5 && (has(SYNCHRONIZED) || is_strict))
            }
        };
        if is_illegal {
            let (name, class) = (shown(name), &self.name);
            return self.illegal(format!(
                "Method {name} in class {class} has illegal modifiers: 0x{flags:X}"
            ));
        }
        Ok(())
    }

    /// That a field's first value is a constant of its kind.
    pub(super) fn check_first_value(&self, index: u16, descriptor: &[u8]) -> Checked {
        let Some(constant) = self.file.constants.get(usize::from(index)).filter(|_| index != 0)
        else {
            return self
                .refuse(format!("Bad initial value index {index} in ConstantValue attribute"));
        };
        let fits = match descriptor.first() {
            Some(b'J') => matches!(constant, Constant::Long(_)),
            Some(b'F') => matches!(constant, Constant::Float(_)),
            Some(b'D') => matches!(constant, Constant::Double(_)),
            Some(b'L') => {
                let is_string = descriptor == b"Ljava/lang/String;"
                    && matches!(constant, Constant::String { .. });
                return self.require(is_string, || "Bad string initial value".to_owned());
            }
            Some(b'[') => return self.refuse(format!("Unable to set initial value {index}")),
            _ => matches!(constant, Constant::Integer(_)),
        };
        self.require(fits, || "Inconsistent constant value type".to_owned())
    }

    pub(super) fn is_interface(&self) -> bool {
        self.file.access & INTERFACE != 0
    }

    /// Whether invokedynamic and its constants are known.
    pub(super) fn has_bootstraps(&self) -> bool {
        self.is_at_least(JAVA_7)
    }
}

fn is_seen_in_two_ways(flags: u16) -> bool {
    (flags & (PUBLIC | PRIVATE | PROTECTED)).count_ones() > 1
}
