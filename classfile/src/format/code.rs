//! The attributes of a method (JVMS 4.7.3, 4.7.5) and of its code (4.7.12 to 4.7.14). What the code
//! does is the verifier's.

use super::{ABSTRACT, Checked, Checker, JAVA_5, JAVA_6, NATIVE};
use crate::bytes::Bytes;
use crate::reader::{Attribute, Code, Member, find};
use std::collections::{HashMap, HashSet};

const MOST_CODE: usize = 65535;

/// A variable in a table of variables: from where, how far, its name, its slot.
type Variable = (u16, u16, u16, u16);

impl Checker<'_, '_> {
    pub(super) fn check_method_attributes(
        &self,
        method: &Member<'_>,
        flags: u16,
        arguments: usize,
    ) -> Checked {
        let has_code = find(&method.attributes, "Code").is_some();
        if flags & (NATIVE | ABSTRACT) != 0 {
            self.require(!has_code, || "Code attribute in native or abstract methods".to_owned())?;
        }
        self.check_single(&method.attributes, &["Code", "Exceptions", "MethodParameters"], "")?;
        for attribute in &method.attributes {
            match attribute.name {
                b"Code" => self.check_code(method, arguments)?,
                b"Exceptions" => self.check_classes(
                    attribute.data,
                    |index| format!("Exception name has bad type at constant pool {index}"),
                    "Exceptions attribute has wrong length",
                )?,
                b"MethodParameters" => {
                    let count = attribute.data.first().copied().unwrap_or(0);
                    let length = attribute.data.len();
                    self.require(length == usize::from(count) * 4 + 1, || {
                        format!("Invalid MethodParameters method attribute length {length}")
                    })?;
                }
                _ => {}
            }
        }
        self.check_common(&method.attributes, "method")?;
        let is_there = has_code || flags & (NATIVE | ABSTRACT) != 0;
        self.require(is_there, || {
            "Absent Code attribute in method that is not native or abstract".to_owned()
        })
    }

    fn check_code(&self, method: &Member<'_>, arguments: usize) -> Checked {
        let Some(code) = self.file.code(method)? else { return Ok(()) };
        self.require(arguments <= usize::from(code.max_locals), || {
            "Arguments can't fit into locals".to_owned()
        })?;
        self.require(code.bytecode.len() <= MOST_CODE, || {
            format!("Invalid method Code length {}", code.bytecode.len())
        })?;
        for range in code.exceptions.iter().filter(|range| range.catch_type != 0) {
            let what = "Catch type in exception table has bad constant type";
            self.require(self.is_class(range.catch_type), || what.to_owned())?;
        }
        if self.is_at_least(JAVA_6) {
            self.check_single(&code.attributes, &["StackMapTable"], "")?;
        }
        for attribute in
            code.attributes.iter().filter(|attribute| attribute.name == b"LineNumberTable")
        {
            self.check_lines(attribute, &code)?;
        }
        self.check_variables(&code)
    }

    fn check_lines(&self, attribute: &Attribute<'_>, code: &Code<'_>) -> Checked {
        let mut bytes = Bytes::new(attribute.data);
        let count = bytes.u16()?;
        let fits = attribute.data.len() == 2 + 4 * usize::from(count);
        self.require(fits, || "LineNumberTable attribute has wrong length".to_owned())?;
        for _ in 0..count {
            let (position, _line) = (bytes.u16()?, bytes.u16()?);
            let is_inside = usize::from(position) < code.bytecode.len();
            self.require(is_inside, || "Invalid pc in LineNumberTable".to_owned())?;
        }
        Ok(())
    }

    /// The tables of variables, and that those of their types tell of the same ones.
    fn check_variables(&self, code: &Code<'_>) -> Checked {
        let tables =
            |name: &'static str| code.attributes.iter().filter(move |a| a.name == name.as_bytes());
        let mut known: HashMap<Variable, bool> = HashMap::new();
        let mut count = 0;
        for attribute in tables("LocalVariableTable") {
            for variable in self.variables(attribute, code, "LocalVariableTable", true)? {
                count += 1;
                let is_new = known.insert(variable, false).is_none();
                self.require(is_new || !self.is_at_least(JAVA_5), || {
                    format!(
                        "Duplicated LocalVariableTable attribute entry for '{}'",
                        self.named(variable)
                    )
                })?;
            }
        }
        if !self.is_at_least(JAVA_5) {
            return Ok(());
        }
        let mut types = HashSet::new();
        for attribute in tables("LocalVariableTypeTable") {
            for variable in self.variables(attribute, code, "LocalVariableTypeTable", false)? {
                // They are compared with what there is.
                if count == 0 {
                    continue;
                }
                let (name, class) = (self.named(variable), &self.name);
                if !known.contains_key(&variable) {
                    let what = format!(
                        "LVTT entry for '{name}' in class file {class} does not match any LVT entry"
                    );
                    return self.illegal(what);
                }
                self.require(types.insert(variable), || {
                    format!("Duplicated LocalVariableTypeTable attribute entry for '{name}'")
                })?;
            }
        }
        Ok(())
    }

    fn named(&self, variable: Variable) -> String {
        self.utf8(variable.2).map(super::shown).unwrap_or_default()
    }

    fn variables(
        &self,
        attribute: &Attribute<'_>,
        code: &Code<'_>,
        table: &str,
        typed: bool,
    ) -> Checked<Vec<Variable>> {
        let mut bytes = Bytes::new(attribute.data);
        let count = bytes.u16()?;
        let fits = attribute.data.len() == 2 + 10 * usize::from(count);
        self.require(fits, || format!("{table} has wrong length"))?;
        let mut list = Vec::new();
        for _ in 0..count {
            let (start, length, name, descriptor, slot) =
                (bytes.u16()?, bytes.u16()?, bytes.u16()?, bytes.u16()?, bytes.u16()?);
            let end = code.bytecode.len();
            self.require(usize::from(start) < end, || {
                format!("Invalid start_pc {start} in {table}")
            })?;
            let is_inside = usize::from(start) + usize::from(length) <= end;
            self.require(is_inside, || format!("Invalid length {length} in {table}"))?;
            let Some(text) = self.utf8(name) else {
                return self.refuse(format!("Name index {name} in {table} has bad constant type"));
            };
            let Some(ty) = self.utf8(descriptor) else {
                return self.refuse(format!(
                    "Signature index {descriptor} in {table} has bad constant type"
                ));
            };
            self.check_field_name(text)?;
            let mut last = usize::from(slot);
            if typed {
                self.check_field_descriptor(text, ty)?;
                last += usize::from(matches!(ty, b"J" | b"D"));
            }
            let exists = last < usize::from(code.max_locals);
            self.require(exists, || format!("Invalid index {slot} in {table}"))?;
            list.push((start, length, name, slot));
        }
        Ok(list)
    }
}
