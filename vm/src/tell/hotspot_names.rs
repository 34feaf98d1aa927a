//! Classes, loaders and members as HotSpot's messages write them.

use crate::ground::class::{ClassKind, ClassRef, LoaderId};
use crate::ground::heap::Ref;
use crate::vm::Vm;
use raceproof_classfile::descriptor::{object_name, split_method};

impl Vm {
    /// Where two classes live, as HotSpot's messages say it.
    #[must_use]
    pub(crate) fn two_homes(&self, a: ClassRef, b: ClassRef) -> String {
        let (home_a, home_b) = (self.home(a), self.home(b));
        if home_a == home_b {
            format!("{} and {} are in {home_a}", a.java_name(), b.java_name())
        } else {
            format!("{} is in {home_a}; {} is in {home_b}", a.java_name(), b.java_name())
        }
    }

    pub(crate) fn home(&self, class: ClassRef) -> String {
        let mut class = class;
        while let ClassKind::Array { element, .. } = class.kind {
            class = element;
        }
        let module = class.mirror;
        let named = self.field_ref(module, "module");
        let name = if named.is_null() { Ref::NULL } else { self.field_ref(named, "name") };
        let module = if class.loader.0 == 0 && name.is_null() {
            "module java.base".to_owned()
        } else if name.is_null() {
            "unnamed module".to_owned()
        } else {
            format!("module {}", self.text(name))
        };
        format!("{module} of loader {}", self.loader_name(class))
    }

    /// The name HotSpot's messages give a class's loader.
    #[must_use]
    pub(crate) fn loader_name(&self, class: ClassRef) -> String {
        self.loader_text(class.loader)
    }

    /// The name HotSpot's messages give a loader.
    pub(crate) fn loader_text(&self, loader: LoaderId) -> String {
        if loader == LoaderId::BOOT {
            return "'bootstrap'".to_owned();
        }
        if loader == self.linked.app_loader() {
            return "'app'".to_owned();
        }
        if loader == self.linked.platform_loader() {
            return "'platform'".to_owned();
        }
        let object = self.linked.loader(loader);
        let name = self.field_ref(object, "name");
        let class = self.class_of(object).java_name();
        if name.is_null() {
            format!("{class} @{:x}", self.heap.hash(object))
        } else {
            format!("'{}' @{:x}", self.text(name), self.heap.hash(object))
        }
    }
}

/// A method as HotSpot's messages write it: `int Foo.bar(java.lang.String)`.
#[must_use]
pub fn external_method(class: ClassRef, name: &str, descriptor: &str) -> String {
    external_signature(&format!("{}.{name}", class.java_name()), descriptor)
}

pub(crate) fn external_signature(name: &str, descriptor: &str) -> String {
    let (parameters, result) = split_method(descriptor).unwrap_or((Vec::new(), "V"));
    let list: Vec<String> = parameters.into_iter().map(external_type).collect();
    format!("{} {name}({})", external_type(result), list.join(", "))
}

/// A field descriptor as Java source writes the type.
#[must_use]
pub fn external_type(descriptor: &str) -> String {
    let dimensions = descriptor.bytes().take_while(|b| *b == b'[').count();
    let base = &descriptor[dimensions..];
    let name = match base {
        "Z" => "boolean".to_owned(),
        "B" => "byte".to_owned(),
        "C" => "char".to_owned(),
        "S" => "short".to_owned(),
        "I" => "int".to_owned(),
        "J" => "long".to_owned(),
        "F" => "float".to_owned(),
        "D" => "double".to_owned(),
        "V" => "void".to_owned(),
        _ => object_name(base).replace('/', "."),
    };
    name + &"[]".repeat(dimensions)
}
