//! Defining a class from the bytes of its file: its supertypes, the checks on them, its constants.

use crate::ground::class::{Class, ClassKind, ClassRef, LoaderId, Resolved, access};
use crate::ground::native::{Exec, Trap};
use crate::ground::symbol::Symbol;
use crate::linking::access_checks::lists;
use crate::vm::{Vm, no_room_for_linking};
use raceproof_classfile::descriptor::Type;
use raceproof_classfile::mutf8::utf16;
use raceproof_classfile::{ClassFile, Constant, find_attribute};
use std::cell::{Cell, RefCell};

/// What `define` may be told beyond the bytes.
#[derive(Default, Clone)]
pub struct Definition {
    /// Where the class came from.
    pub origin: Option<String>,
    /// Whether no name shall lead to the class.
    pub hidden: bool,
    /// The nest that a hidden class joins, if it joins one.
    pub nest_host: Option<ClassRef>,
    /// The name to give instead of the file's.
    pub name: Option<String>,
    /// Whether it comes from the JDK's image, whose code needs no verification.
    pub trusted: bool,
}

/// Names of the classes being defined, to find circles.
#[derive(Default)]
struct Defining(Vec<String>);

/// About what a class takes outside the heap, by itself and for each byte of its file.
const LEAST_METADATA: usize = 6 << 10;
const METADATA_PER_BYTE: usize = 4;
/// What classes that are no part of the JDK's image may take.
const MOST_METADATA: usize = 1 << 30;

/// What the classes took that are no part of the JDK's image.
#[derive(Default)]
struct Metadata {
    bytes: usize,
}

impl Vm {
    /// Defines a class from the bytes of its file.
    ///
    /// # Errors
    /// `ClassFormatError` and its like, or whatever loading the supertypes throws.
    pub fn define(
        &mut self,
        loader: LoaderId,
        bytes: &'static [u8],
        with: Definition,
    ) -> Exec<ClassRef> {
        self.linking(|vm| vm.define_apart(loader, bytes, with))
    }

    fn define_apart(
        &mut self,
        loader: LoaderId,
        bytes: &'static [u8],
        with: Definition,
    ) -> Exec<ClassRef> {
        if !with.trusted {
            self.check_head(bytes, with.name.as_deref(), with.hidden)?;
        }
        let file = ClassFile::parse(bytes)
            .map_err(|e| self.broken_file(&e, bytes, with.name.as_deref()))?;
        let file: &'static ClassFile<'static> = Box::leak(Box::new(file));
        let own_name = file.class_name(file.this_class).map_err(|e| format_error("?", e))?;
        let name = self.symbol(with.name.as_deref().unwrap_or(&own_name));
        if !with.trusted {
            self.count_metadata(bytes.len())?;
            file.check_format().map_err(|e| self.broken_file(&e, bytes, Some(&own_name)))?;
        }
        if let (false, Some(class)) = (with.hidden, self.linked.class_named(loader, name)) {
            return Err(self.duplicate(class));
        }
        // A loader sees that HotSpot asks for the interfaces first.
        let mut interfaces = Vec::new();
        for index in &file.interfaces {
            interfaces.push(self.load_supertype(loader, file, *index, true)?);
        }
        let super_class = self.load_super(loader, file, name)?;
        for parent in super_class.iter().chain(&interfaces) {
            self.check_sealed(loader, name, parent)?;
        }
        let mut class = self.blank_class(name, loader, ClassKind::Instance);
        class.access = file.class_flags();
        class.super_class = super_class;
        class.interfaces = interfaces.into();
        class.file = Some(file);
        class.hidden = with.hidden;
        class.verified = Cell::new(with.trusted);
        class.nest_host = Cell::new(with.nest_host);
        class.origin = RefCell::new(with.origin);
        class.resolved = file.constants.iter().map(|_| Cell::new(Resolved::No)).collect();
        class.source = source_file(file);
        self.lay_out_fields(&mut class, file)?;
        self.make_methods(&mut class, file)?;
        class.trivial_initializer = is_trivial(&class);
        let class = self.install(class)?;
        self.check_super_access(class)?;
        if with.hidden {
            // Its code calls itself by the name in the file, under which no loader knows it.
            class.resolved[usize::from(file.this_class)].set(Resolved::Class(class));
        } else {
            self.linked.enter(loader, name, class);
        }
        self.initial_constants(class)?;
        Ok(class)
    }

    /// Classes are never unloaded: before they take all memory, the program has to end.
    fn count_metadata(&mut self, file_bytes: usize) -> Exec<()> {
        let taken = &mut self.extension.get::<Metadata>().bytes;
        *taken += LEAST_METADATA + METADATA_PER_BYTE * file_bytes;
        if *taken > MOST_METADATA { Err(no_room_for_linking()) } else { Ok(()) }
    }

    fn load_super(
        &mut self,
        loader: LoaderId,
        file: &'static ClassFile<'static>,
        name: Symbol,
    ) -> Exec<Option<ClassRef>> {
        if file.super_class == 0 {
            return if name.text() == "java/lang/Object" {
                Ok(None)
            } else {
                Err(format_error(name.text(), "Invalid superclass index 0"))
            };
        }
        let class = self.load_supertype(loader, file, file.super_class, false)?;
        if class.access & access::FINAL != 0 {
            return Err(Trap::java(
                "java/lang/IncompatibleClassChangeError",
                format!(
                    "class {} cannot inherit from final class {}",
                    name.text().replace('/', "."),
                    class.java_name()
                ),
            ));
        }
        Ok(Some(class))
    }

    fn load_supertype(
        &mut self,
        loader: LoaderId,
        file: &'static ClassFile<'static>,
        index: u16,
        interface: bool,
    ) -> Exec<ClassRef> {
        let own = file.class_name(file.this_class).map_err(|e| format_error("?", e))?;
        let name = file.class_name(index).map_err(|e| format_error(&own, e))?;
        if name == own || self.extension.get::<Defining>().0.contains(&name.to_string()) {
            return Err(Trap::java("java/lang/ClassCircularityError", own.replace('/', ".")));
        }
        let symbol = self.symbol(&name);
        self.extension.get::<Defining>().0.push(own.to_string());
        let class = self.load(loader, symbol);
        self.extension.get::<Defining>().0.pop();
        let class = class?;
        if class.is_interface() != interface {
            let (a, b) = (own.replace('/', "."), class.java_name());
            let message = if interface {
                let home = self.home(class);
                format!(
                    "class {a} can not implement {b}, because it is not an interface ({b} is in {home})"
                )
            } else {
                format!("class {a} has interface {b} as super class")
            };
            return Err(Trap::java("java/lang/IncompatibleClassChangeError", message));
        }
        Ok(class)
    }

    /// A sealed class may only be extended by those it lists, in the same module (JVMS 5.3.5).
    fn check_sealed(&self, loader: LoaderId, name: Symbol, parent: ClassRef) -> Exec<()> {
        let Some(permitted) = lists(parent, "PermittedSubclasses", name.text()) else {
            return Ok(());
        };
        if permitted && (parent.loader == loader || loader == LoaderId::BOOT) {
            return Ok(());
        }
        let verb = if parent.is_interface() {
            "implement sealed interface"
        } else {
            "inherit from sealed class"
        };
        let message =
            format!("class {} cannot {verb} {}", name.text().replace('/', "."), parent.java_name());
        Err(Trap::java("java/lang/IncompatibleClassChangeError", message))
    }

    /// A class must be allowed to see what it extends.
    fn check_super_access(&mut self, class: ClassRef) -> Exec<()> {
        for parent in class.super_class.iter().chain(&class.interfaces) {
            if self.may_access_class(class, parent) {
                let kind = if parent.is_interface() { "superinterface" } else { "superclass" };
                self.check_exported(class, parent, &format!("{kind} access check failed: "))?;
                continue;
            }
            let kind = match (parent.is_interface(), parent.is_abstract()) {
                (true, _) => "superinterface",
                (false, true) => "abstract superclass",
                (false, false) => "superclass",
            };
            let (name, parent_name) = (class.java_name(), parent.java_name());
            let homes = self.two_homes(class, parent);
            let message = format!("class {name} cannot access its {kind} {parent_name} ({homes})");
            return Err(Trap::java("java/lang/IllegalAccessError", message));
        }
        Ok(())
    }

    /// Gives static fields the values of their `ConstantValue` attributes.
    fn initial_constants(&mut self, class: ClassRef) -> Exec<()> {
        let Some(file) = class.file else { return Ok(()) };
        for field in class.fields.iter().filter(|f| f.is_static()) {
            let Some(attribute) = find_attribute(field.attributes, "ConstantValue") else {
                continue;
            };
            let [high, low] = attribute.data else {
                return Err(format_error(class.name.text(), "Invalid ConstantValue"));
            };
            let constant = file
                .constant(u16::from_be_bytes([*high, *low]))
                .map_err(|e| format_error(class.name.text(), e))?;
            let word = match constant {
                Constant::Integer(v) => match field.ty {
                    Type::Boolean => u64::from(v & 1 != 0),
                    Type::Byte => u64::from(v as u8),
                    Type::Char | Type::Short => u64::from(v as u16),
                    _ => u64::from(v.cast_unsigned()),
                },
                Constant::Float(bits) => u64::from(bits),
                Constant::Long(v) => v.cast_unsigned(),
                Constant::Double(bits) => bits,
                Constant::String { utf8 } => {
                    let units =
                        utf16(file.utf8(utf8).map_err(|e| format_error(class.name.text(), e))?);
                    self.intern_units(&units)?.word()
                }
                other => {
                    return Err(format_error(
                        class.name.text(),
                        format!("ConstantValue {other:?}"),
                    ));
                }
            };
            self.heap.put(class.mirror.index() + field.word, word);
        }
        Ok(())
    }
}

pub(crate) fn format_error(name: &str, what: impl std::fmt::Display) -> Trap {
    Trap::java("java/lang/ClassFormatError", format!("{what} in class file {name}"))
}

fn is_trivial(class: &Class) -> bool {
    let own = class.methods.iter().any(|m| m.name.text() == "<clinit>");
    let supers = class.super_class.into_iter().chain(class.interfaces.iter().copied());
    !own && supers.into_iter().all(|s| s.trivial_initializer)
}

fn source_file(file: &'static ClassFile<'static>) -> Option<&'static str> {
    let attribute = find_attribute(&file.attributes, "SourceFile")?;
    let [high, low] = attribute.data else { return None };
    let text = file.text(u16::from_be_bytes([*high, *low])).ok()?;
    Some(Box::leak(text.into_owned().into_boxed_str()))
}
