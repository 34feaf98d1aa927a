//! The attributes of classes and fields, and those that all may have.

use super::{
    ABSTRACT, CLASS_FLAGS, Checked, Checker, FINAL, INTERFACE, JAVA_5, JAVA_6, JAVA_9, JAVA_11,
    JAVA_16, JAVA_17, MODULE,
};
use crate::bytes::Bytes;
use crate::reader::{Attribute, Constant, find};

const INNER_FLAGS: u16 = CLASS_FLAGS | 0xE;

/// Attributes of annotations, each at most once.
const ANNOTATIONS: &[&str] = &[
    "RuntimeVisibleAnnotations",
    "RuntimeInvisibleAnnotations",
    "RuntimeVisibleParameterAnnotations",
    "RuntimeInvisibleParameterAnnotations",
    "RuntimeVisibleTypeAnnotations",
    "RuntimeInvisibleTypeAnnotations",
    "AnnotationDefault",
];

impl Checker<'_, '_> {
    /// `Synthetic`, `Deprecated`, `Signature` and annotations; `whose` is "field", "method",
    /// "classfile".
    pub(super) fn check_common(&self, attributes: &[Attribute<'_>], whose: &str) -> Checked {
        for attribute in attributes {
            let (name, length) = (attribute.name, attribute.data.len());
            if matches!(name, b"Synthetic" | b"Deprecated") {
                let name = super::shown(name);
                self.require(length == 0, || {
                    format!("Invalid {name} {whose} attribute length {length}")
                })?;
            }
            if name == b"Signature" && self.is_at_least(JAVA_5) {
                self.check_signature(attribute, whose)?;
            }
        }
        if !self.is_at_least(JAVA_5) {
            return Ok(());
        }
        let suffix = if whose == "classfile" { String::new() } else { format!(" for {whose}") };
        self.check_single(attributes, &["Signature"], &suffix)?;
        self.check_single(attributes, ANNOTATIONS, &suffix)
    }

    fn check_signature(&self, attribute: &Attribute<'_>, whose: &str) -> Checked {
        let length = attribute.data.len();
        let [high, low] = attribute.data else {
            return self.refuse(match whose {
                "field" => format!("Wrong size {length} for field's Signature attribute"),
                "classfile" => format!("Wrong Signature attribute length {length}"),
                "Record component" => {
                    format!("Invalid Signature attribute length {length} in Record component")
                }
                _ => format!("Invalid Signature attribute length {length}"),
            });
        };
        let index = u16::from_be_bytes([*high, *low]);
        self.require(self.utf8(index).is_some(), || match whose {
            "classfile" => format!("Invalid constant pool index {index} in Signature attribute"),
            _ => format!("Invalid Signature attribute at constant pool index {index}"),
        })
    }

    pub(super) fn check_field_attributes(
        &self,
        attributes: &[Attribute<'_>],
        is_static: bool,
        descriptor: &[u8],
    ) -> Checked {
        let mut values =
            attributes.iter().filter(|attribute| is_static && attribute.name == b"ConstantValue");
        if let Some(value) = values.next() {
            let [high, low] = value.data else {
                return self.refuse(format!(
                    "Invalid ConstantValue field attribute length {}",
                    value.data.len()
                ));
            };
            self.check_first_value(u16::from_be_bytes([*high, *low]), descriptor)?;
            self.require(values.next().is_none(), || {
                "Duplicate ConstantValue attribute".to_owned()
            })?;
        }
        self.check_common(attributes, "field")
    }

    pub(super) fn check_class_attributes(&self) -> Checked {
        let attributes = &self.file.attributes;
        self.check_single(attributes, &["SourceFile", "SourceDebugExtension", "InnerClasses"], "")?;
        if let Some(source) = find(attributes, "SourceFile") {
            let [high, low] = source.data else {
                return self.refuse("Wrong SourceFile attribute length");
            };
            let index = u16::from_be_bytes([*high, *low]);
            self.require(self.utf8(index).is_some(), || {
                format!("Invalid SourceFile attribute at constant pool index {index}")
            })?;
        }
        self.check_common(attributes, "classfile")?;
        if self.is_at_least(JAVA_5) {
            self.check_single(attributes, &["EnclosingMethod"], "")?;
            find(attributes, "EnclosingMethod")
                .map_or(Ok(()), |attribute| self.check_enclosing(attribute))?;
        }
        self.check_bootstraps()?;
        find(attributes, "InnerClasses")
            .map_or(Ok(()), |attribute| self.check_inner_classes(attribute))?;
        if self.is_at_least(JAVA_11) {
            self.check_nest()?;
        }
        if self.is_at_least(JAVA_16) {
            self.check_single(attributes, &["Record"], "")?;
            find(attributes, "Record").map_or(Ok(()), |attribute| self.check_record(attribute))?;
        }
        if self.is_at_least(JAVA_17) {
            self.check_permitted()?;
        }
        Ok(())
    }

    fn check_enclosing(&self, attribute: &Attribute<'_>) -> Checked {
        let length = attribute.data.len();
        self.require(length == 4, || format!("Wrong EnclosingMethod attribute length {length}"))?;
        let mut bytes = Bytes::new(attribute.data);
        let (class, method) = (bytes.u16()?, bytes.u16()?);
        self.require(class != 0, || "Invalid class index in EnclosingMethod attribute".to_owned())?;
        let what = "Invalid or out-of-bounds class index in EnclosingMethod attribute";
        self.require(self.is_class(class), || what.to_owned())?;
        let is_method =
            method == 0 || matches!(self.constant(method), Some(Constant::NameAndType { .. }));
        self.require(is_method, || {
            "Invalid or out-of-bounds method index in EnclosingMethod attribute".to_owned()
        })
    }

    /// `BootstrapMethods` (JVMS 4.7.23), and that each constant that needs a row has one.
    fn check_bootstraps(&self) -> Checked {
        if !self.has_bootstraps() {
            return Ok(());
        }
        self.check_single(&self.file.attributes, &["BootstrapMethods"], "")?;
        let needed = self.file.constants.iter().filter_map(|constant| match constant {
            Constant::Dynamic { bootstrap, .. } | Constant::InvokeDynamic { bootstrap, .. } => {
                Some(*bootstrap)
            }
            _ => None,
        });
        let last = needed.max();
        let Some(attribute) = find(&self.file.attributes, "BootstrapMethods") else {
            return self
                .require(last.is_none(), || "Missing BootstrapMethods attribute".to_owned());
        };
        let length = attribute.data.len();
        self.require(length >= 2, || {
            format!("Invalid BootstrapMethods attribute length {length}")
        })?;
        let mut bytes = Bytes::new(attribute.data);
        let count = bytes.u16()?;
        self.require(last.is_none_or(|last| last < count), || {
            "Short length on BootstrapMethods".to_owned()
        })?;
        for _ in 0..count {
            let method = bytes.u16()?;
            let is_handle = matches!(self.constant(method), Some(Constant::MethodHandle { .. }));
            self.require(is_handle, || {
                format!("bootstrap_method_index {method} has bad constant type")
            })?;
            for _ in 0..bytes.u16()? {
                let argument = bytes.u16()?;
                let is_loadable =
                    self.constant(argument).is_some_and(|constant| is_loadable(&constant));
                self.require(is_loadable, || {
                    format!("argument_index {argument} has bad constant type")
                })?;
            }
        }
        self.require(bytes.is_empty(), || "Bad length on BootstrapMethods".to_owned())
    }

    fn check_inner_classes(&self, attribute: &Attribute<'_>) -> Checked {
        let mut bytes = Bytes::new(attribute.data);
        let mut rows = Vec::new();
        for _ in 0..bytes.u16()? {
            let (inner, outer, name, flags) =
                (bytes.u16()?, bytes.u16()?, bytes.u16()?, bytes.u16()?);
            self.require(self.is_class(inner), || {
                format!("inner_class_info_index {inner} has bad constant type")
            })?;
            self.require(outer == 0 || self.is_class(outer), || {
                format!("outer_class_info_index {outer} has bad constant type")
            })?;
            self.require(name == 0 || self.utf8(name).is_some(), || {
                format!("inner_name_index {name} has bad constant type")
            })?;
            self.require(inner != outer, || "Class is both outer and inner class".to_owned())?;
            let known = if self.is_at_least(JAVA_9) { INNER_FLAGS | MODULE } else { INNER_FLAGS };
            let old_interface = flags & INTERFACE != 0 && !self.is_at_least(JAVA_6);
            let flags = flags & known | if old_interface { ABSTRACT } else { 0 };
            self.check_class_flags(flags)?;
            rows.push((inner, outer, name, flags));
        }
        if !self.is_at_least(JAVA_5) {
            return Ok(());
        }
        // Where classes surround each other in a circle, nothing more is looked at.
        if !self.has_circle(&rows) {
            for (n, row) in rows.iter().enumerate() {
                let what = "Duplicate entry in InnerClasses attribute";
                self.require(!rows[..n].contains(row), || what.to_owned())?;
            }
        }
        self.require(bytes.is_empty(), || "Wrong InnerClasses attribute length".to_owned())
    }

    fn has_circle(&self, rows: &[(u16, u16, u16, u16)]) -> bool {
        let name = |index: u16| self.file.class_name(index).ok();
        let outer_of =
            |index: u16| rows.iter().find(|row| name(row.0) == name(index)).map(|row| row.1);
        rows.iter().any(|row| {
            let mut at = row.1;
            for _ in 0..=rows.len() {
                if at == 0 {
                    return false;
                }
                let Some(outer) = outer_of(at) else { return false };
                at = outer;
            }
            true
        })
    }

    fn check_nest(&self) -> Checked {
        let attributes = &self.file.attributes;
        self.check_single(attributes, &["NestMembers", "NestHost"], "")?;
        if let Some(members) = find(attributes, "NestMembers") {
            let conflict = "Conflicting NestHost and NestMembers attributes";
            self.require(find(attributes, "NestHost").is_none(), || conflict.to_owned())?;
            let what =
                |index| format!("Nest member class_info_index {index} has bad constant type");
            self.check_classes(members.data, what, "Wrong NestMembers attribute length")?;
        }
        let Some(host) = find(attributes, "NestHost") else { return Ok(()) };
        let [high, low] = host.data else { return self.refuse("Wrong NestHost attribute length") };
        let index = u16::from_be_bytes([*high, *low]);
        self.require(self.is_class(index), || {
            format!("Nest-host class_info_index {index} has bad constant type")
        })
    }

    fn check_permitted(&self) -> Checked {
        self.check_single(&self.file.attributes, &["PermittedSubclasses"], "")?;
        let Some(permitted) = find(&self.file.attributes, "PermittedSubclasses") else {
            return Ok(());
        };
        let is_final = self.file.access & FINAL != 0;
        self.require(!is_final, || "PermittedSubclasses attribute in final class".to_owned())?;
        let what =
            |index| format!("Permitted subclass class_info_index {index} has bad constant type");
        self.check_classes(permitted.data, what, "Wrong PermittedSubclasses attribute length")
    }

    fn check_record(&self, attribute: &Attribute<'_>) -> Checked {
        let mut bytes = Bytes::new(attribute.data);
        for _ in 0..bytes.u16()? {
            let (name, descriptor) = (bytes.u16()?, bytes.u16()?);
            let at = |index, what| {
                format!("Invalid constant pool index {index} for {what} in Record attribute")
            };
            let Some(text) = self.utf8(name) else { return self.refuse(at(name, "name")) };
            self.check_field_name(text)?;
            let Some(ty) = self.utf8(descriptor) else {
                return self.refuse(at(descriptor, "descriptor"));
            };
            self.check_field_descriptor(text, ty)?;
            let mut attributes = Vec::new();
            for _ in 0..bytes.u16()? {
                let index = bytes.u16()?;
                let Some(name) = self.utf8(index) else {
                    return self.refuse(format!("Invalid Record attribute name index {index}"));
                };
                let length = bytes.u32()? as usize;
                attributes.push(Attribute { name, data: bytes.take(length)? });
            }
            // Of a component, other attributes mean nothing.
            attributes.retain(|attribute| !matches!(attribute.name, b"Synthetic" | b"Deprecated"));
            self.check_common(&attributes, "Record component")?;
        }
        self.require(bytes.is_empty(), || "Record attribute has wrong length".to_owned())
    }
}

fn is_loadable(constant: &Constant<'_>) -> bool {
    matches!(
        constant,
        Constant::Integer(_)
            | Constant::Float(_)
            | Constant::Long(_)
            | Constant::Double(_)
            | Constant::Class { .. }
            | Constant::String { .. }
            | Constant::MethodHandle { .. }
            | Constant::MethodType { .. }
            | Constant::Dynamic { .. }
    )
}
