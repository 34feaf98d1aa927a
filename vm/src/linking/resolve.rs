//! Resolution of constant-pool entries (JVMS 5.4.3): classes, fields, methods. And which method a
//! call runs (5.4.6).

use crate::ground::class::{ClassRef, FieldRef, LoaderId, MethodRef, Resolved};
use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::ground::symbol::Symbol;
use crate::tell::hotspot_names::{external_method, external_signature, external_type};
use crate::vm::Vm;
use raceproof_classfile::Constant;
use rustc_hash::FxHashMap;
use std::cell::Cell;

fn malformed(class: ClassRef, what: impl std::fmt::Display) -> Trap {
    Trap::java("java/lang/ClassFormatError", format!("{what} in class file {}", class.name))
}

impl Vm {
    /// The constant at `cp` of a class.
    ///
    /// # Errors
    /// `ClassFormatError` if there is none.
    pub fn constant(&self, class: ClassRef, cp: u16) -> Exec<Constant<'static>> {
        let file = class.file.ok_or_else(|| malformed(class, "no constant pool"))?;
        file.constant(cp).map_err(|e| malformed(class, e))
    }

    /// The text of a `Utf8` constant.
    ///
    /// # Errors
    /// `ClassFormatError` if it is not one.
    pub fn utf8(&mut self, class: ClassRef, cp: u16) -> Exec<Symbol> {
        let file = class.file.ok_or_else(|| malformed(class, "no constant pool"))?;
        let text = file.text(cp).map_err(|e| malformed(class, e))?;
        Ok(self.symbol(&text))
    }

    /// Name and descriptor of a `NameAndType` constant.
    ///
    /// # Errors
    /// `ClassFormatError` if it is not one.
    pub fn name_and_type(&mut self, class: ClassRef, cp: u16) -> Exec<(Symbol, Symbol)> {
        match self.constant(class, cp)? {
            Constant::NameAndType { name, descriptor } => {
                Ok((self.utf8(class, name)?, self.utf8(class, descriptor)?))
            }
            _ => Err(malformed(class, "not a name and type")),
        }
    }

    /// Resolves a `Class` constant.
    ///
    /// # Errors
    /// What loading throws, or `IllegalAccessError`.
    pub fn resolve_class(&mut self, from: ClassRef, cp: u16) -> Exec<ClassRef> {
        if let Some(Resolved::Class(class)) = from.resolved.get(usize::from(cp)).map(Cell::get) {
            return Ok(class);
        }
        let Constant::Class { name } = self.constant(from, cp)? else {
            return Err(malformed(from, "not a class constant"));
        };
        let name = self.utf8(from, name)?;
        let class = if name == from.name { from } else { self.load_for(from, cp, name)? };
        self.check_class_access(from, class)?;
        from.resolved[usize::from(cp)].set(Resolved::Class(class));
        Ok(class)
    }

    /// Loads what a constant names. If there is no such class, the loader is not asked for it again
    /// (JVMS 5.4.3).
    fn load_for(&mut self, from: ClassRef, cp: u16, name: Symbol) -> Exec<ClassRef> {
        let key = (from.id.0, cp);
        if let Some(cause) = self.extension.get::<Unresolvable>().0.get(&key).copied() {
            let cause = self.made_anew(cause)?;
            return Err(Trap::Caused(
                "java/lang/NoClassDefFoundError",
                name.text().to_owned(),
                cause,
            ));
        }
        let loaded = self.load(from.loader, name);
        if let Err(Trap::Caused(_, _, cause)) = &loaded
            && !self.exploring
        {
            self.pinned.push(*cause);
            self.extension.get::<Unresolvable>().0.insert(key, *cause);
        }
        loaded
    }

    /// HotSpot keeps class and message of a failure's cause: the next one has the stack on which it
    /// is thrown.
    fn made_anew(&mut self, cause: Ref) -> Exec<Ref> {
        let class = self.class_of(cause);
        if class.loader != LoaderId::BOOT {
            return Ok(cause);
        }
        let message = self.field_ref(cause, "detailMessage");
        let message = (!message.is_null()).then(|| self.text(message));
        self.new_exception(class.name.text(), message.as_deref())
    }

    /// Resolves a `Fieldref`.
    ///
    /// # Errors
    /// `NoSuchFieldError`, `IllegalAccessError`, or what loading throws.
    pub fn resolve_field(&mut self, from: ClassRef, cp: u16) -> Exec<FieldRef> {
        if let Some(Resolved::Field(field)) = from.resolved.get(usize::from(cp)).map(Cell::get) {
            return Ok(field);
        }
        let Constant::Field { class, name_and_type } = self.constant(from, cp)? else {
            return Err(malformed(from, "not a field constant"));
        };
        let holder = self.resolve_class(from, class)?;
        let (name, descriptor) = self.name_and_type(from, name_and_type)?;
        let Some(field) = holder.find_field(name, descriptor) else {
            let message = if self.linked.image().version().feature >= 21 {
                format!(
                    "Class {} does not have member field '{} {name}'",
                    holder.java_name(),
                    external_type(descriptor.text())
                )
            } else {
                name.text().to_owned()
            };
            return Err(Trap::java("java/lang/NoSuchFieldError", message));
        };
        self.check_member_access(from, holder, field.class(), field.access, &|| {
            format!("field {}.{}", field.class().java_name(), field.name)
        })?;
        from.resolved[usize::from(cp)].set(Resolved::Field(field));
        Ok(field)
    }

    /// Resolves a `Methodref` or `InterfaceMethodref`.
    ///
    /// # Errors
    /// `NoSuchMethodError`, `IncompatibleClassChangeError`, `IllegalAccessError`, or what loading
    /// throws.
    pub fn resolve_method(&mut self, from: ClassRef, cp: u16) -> Exec<MethodRef> {
        if let Some(Resolved::Method(method)) = from.resolved.get(usize::from(cp)).map(Cell::get) {
            return Ok(method);
        }
        let (class, name_and_type, interface) = match self.constant(from, cp)? {
            Constant::Method { class, name_and_type } => (class, name_and_type, false),
            Constant::InterfaceMethod { class, name_and_type } => (class, name_and_type, true),
            _ => return Err(malformed(from, "not a method constant")),
        };
        let holder = self.resolve_class(from, class)?;
        let (name, descriptor) = self.name_and_type(from, name_and_type)?;
        if holder.is_interface() != interface {
            let (found, expected) =
                if interface { ("Found class", "interface") } else { ("Found interface", "class") };
            let message = format!("{found} {}, but {expected} was expected", holder.java_name());
            return Err(Trap::java("java/lang/IncompatibleClassChangeError", message));
        }
        let Some(method) = self.find_method(holder, name, descriptor) else {
            let message = format!("'{}'", external_method(holder, name.text(), descriptor.text()));
            // The user's program was compiled with more of JPF's class than there is here.
            if self.exploring && holder.name.text() == "gov/nasa/jpf/vm/Verify" {
                return Err(Trap::Unsupported(format!("the method {message} of Java PathFinder")));
            }
            return Err(Trap::java("java/lang/NoSuchMethodError", message));
        };
        if !(holder.is_array() && name.text() == "clone") {
            self.check_member_access(from, holder, method.class(), method.access, &|| {
                format!(
                    "method '{}'",
                    external_method(method.class(), method.name.text(), method.descriptor.text())
                )
            })?;
        }
        // A constructor is not inherited (JVMS 6.5.invokespecial).
        if name.text() == "<init>" && method.class().id != holder.id {
            let signature = external_signature("<init>", descriptor.text());
            let message = format!("{}: method '{signature}' not found", holder.java_name());
            return Err(Trap::java("java/lang/NoSuchMethodError", message));
        }
        from.resolved[usize::from(cp)].set(Resolved::Method(method));
        Ok(method)
    }

    /// Looks a method up in a class or interface and all its supertypes (JVMS 5.4.3.3, 5.4.3.4).
    #[must_use]
    pub fn find_method(
        &self,
        holder: ClassRef,
        name: Symbol,
        descriptor: Symbol,
    ) -> Option<MethodRef> {
        if let Some(method) = holder.inherited_method(name, descriptor) {
            // An interface sees only the public instance methods of Object.
            if !holder.is_interface()
                || method.class().is_interface()
                || method.is_public() && !method.is_static()
            {
                return Some(method);
            }
        }
        if self.is_signature_polymorphic(holder, name) {
            return holder.methods.iter().copied().find(|m| m.name == name);
        }
        self.interface_method(holder, name, descriptor, false)
    }

    /// Whether a call by that name on `MethodHandle` or `VarHandle` takes any descriptor.
    #[must_use]
    pub fn is_signature_polymorphic(&self, holder: ClassRef, name: Symbol) -> bool {
        (holder.name.text() == "java/lang/invoke/MethodHandle"
            || holder.name.text() == "java/lang/invoke/VarHandle")
            && holder.methods.iter().any(|m| m.name == name && m.signature_polymorphic)
    }

    /// The maximally specific method among all superinterfaces.
    fn interface_method(
        &self,
        class: ClassRef,
        name: Symbol,
        descriptor: Symbol,
        concrete: bool,
    ) -> Option<MethodRef> {
        let mut best: Option<MethodRef> = None;
        for id in &class.all_interfaces {
            let interface = self.class(*id);
            let Some(method) = interface.declared_method(name, descriptor) else { continue };
            if method.is_static() || method.is_private() {
                continue;
            }
            let better = match best {
                None => true,
                Some(b) => {
                    let more_specific =
                        interface.is_subtype_of(b.class()) && interface.id != b.class().id;
                    more_specific
                        || b.is_abstract()
                            && !method.is_abstract()
                            && !b.class().is_subtype_of(interface)
                }
            };
            if better {
                best = Some(method);
            }
        }
        best.filter(|m| !concrete || !m.is_abstract())
    }

    /// Selects the method that a call through an interface method runs on an object of `class`
    /// (JVMS 5.4.6).
    ///
    /// # Errors
    /// `AbstractMethodError` or `IllegalAccessError` as the JVM throws them.
    pub(crate) fn select(&self, class: ClassRef, method: MethodRef) -> Exec<MethodRef> {
        if method.is_private() {
            return Ok(method);
        }
        if let Some(known) = class.selected.borrow().get(&method.id) {
            return known.ok_or_else(|| abstract_method(class, method));
        }
        let mut found = None;
        let mut search = Some(class);
        while let Some(c) = search {
            if let Some(m) = c.declared_method(method.name, method.descriptor)
                && !m.is_static()
                && !m.is_private()
            {
                found = Some(m);
                break;
            }
            search = c.super_class;
        }
        let found = match found {
            Some(m) if !m.is_public() && method.class().is_interface() => {
                let message = format!(
                    "class {} tried to access {}method '{}'",
                    class.java_name(),
                    "",
                    external_method(m.class(), m.name.text(), m.descriptor.text())
                );
                return Err(Trap::java("java/lang/IllegalAccessError", message));
            }
            Some(m) => Some(m),
            None => self.interface_method(class, method.name, method.descriptor, false),
        };
        let found = found.filter(|m| !m.is_abstract());
        class.selected.borrow_mut().insert(method.id, found);
        found.ok_or_else(|| abstract_method(class, method))
    }

    /// The method a virtual call of `method` runs on an object of `class`.
    ///
    /// # Errors
    /// `AbstractMethodError`.
    pub fn select_virtual(&self, class: ClassRef, method: MethodRef) -> Exec<MethodRef> {
        if method.is_private() || method.is_initializer() || method.is_static() {
            return Ok(method);
        }
        match method.vtable_index.get() {
            Some(index) if !method.class().is_interface() => Ok(class.vtable[index as usize]),
            _ => self.select(class, method),
        }
    }
}

/// Constants that could not be resolved: number of the class, index, and the exception of the
/// loader, pinned.
#[derive(Default)]
struct Unresolvable(FxHashMap<(u32, u16), Ref>);

pub(crate) fn abstract_method(class: ClassRef, method: MethodRef) -> Trap {
    let message = format!(
        "Receiver class {} does not define or inherit an implementation of the resolved method 'abstract {}' of {} {}.",
        class.java_name(),
        external_signature(method.name.text(), method.descriptor.text()),
        if method.class().is_interface() { "interface" } else { "abstract class" },
        method.class().java_name()
    );
    Trap::java("java/lang/AbstractMethodError", message)
}
