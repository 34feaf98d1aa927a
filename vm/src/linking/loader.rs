//! Finding a class by its name, on behalf of a loader.
//!
//! The built-in loaders are the machine's own: no Java code, no locks. A loader written in Java is
//! asked by calling its `loadClass`, after which the instruction that needed the class is executed
//! again.

use crate::ground::class::{ClassRef, LoaderId};
use crate::ground::native::{Exec, Trap};
use crate::ground::symbol::Symbol;
use crate::linking::define::Definition;
use crate::vm::Vm;
use raceproof_classfile::descriptor::{Type, field_length};

impl Vm {
    /// Loads a class by its internal name, `java/lang/String` or `[I`.
    ///
    /// # Errors
    /// `NoClassDefFoundError` with the name if there is none, or whatever defining it throws.
    pub fn load(&mut self, loader: LoaderId, name: Symbol) -> Exec<ClassRef> {
        match self.find_class(loader, name)? {
            Some(class) => Ok(class),
            None => Err(self.no_class(loader, name)?),
        }
    }

    /// The class that a loader has for a name by now; loads nothing.
    pub(crate) fn loaded(&self, loader: LoaderId, name: &str) -> Option<ClassRef> {
        self.linked.class_named(loader, self.linked.symbols.known(name)?)
    }

    /// Loads a class of the boot loader.
    ///
    /// # Errors
    /// If this JDK has no such class.
    pub fn load_boot(&mut self, name: &str) -> Exec<ClassRef> {
        let name = self.symbol(name);
        self.load(LoaderId::BOOT, name)
    }

    /// Finds or loads a class; `None` if there is no such class.
    ///
    /// # Errors
    /// What defining it throws; [`Trap::Call`] never.
    pub fn find_class(&mut self, loader: LoaderId, name: Symbol) -> Exec<Option<ClassRef>> {
        if let Some(class) = self.linked.class_named(loader, name) {
            return Ok(Some(class));
        }
        let text = name.text();
        if let Some(element) = text.strip_prefix('[') {
            return self.find_array(loader, element);
        }
        let found = if self.linked.is_built_in(loader) {
            self.find_builtin(loader, name)?
        } else {
            return self.ask_loader(loader, name);
        };
        if let Some(class) = found {
            self.linked.enter(loader, name, class);
        }
        Ok(found)
    }

    fn find_array(&mut self, loader: LoaderId, element: &str) -> Exec<Option<ClassRef>> {
        let class = match element.as_bytes().first() {
            Some(b'[') => {
                let symbol = self.symbol(element);
                self.find_class(loader, symbol)?
            }
            Some(b'L') if field_length(element) == Some(element.len()) => {
                let symbol = self.symbol(&element[1..element.len() - 1]);
                self.find_class(loader, symbol)?
            }
            Some(_) if element.len() == 1 => {
                Type::of(element).filter(|t| *t != Type::Void).map(|ty| self.known.primitive(ty))
            }
            _ => None,
        };
        class.map(|class| self.array_class(class)).transpose()
    }

    fn find_builtin(&mut self, loader: LoaderId, name: Symbol) -> Exec<Option<ClassRef>> {
        let text = name.text();
        let found =
            self.linked.image().class(text).map_err(|e| Trap::Unsupported(e.to_string()))?;
        if let Some((_, bytes)) = found {
            let bytes: &'static [u8] = Box::leak(bytes.into_owned().into_boxed_slice());
            let defining = self.module_loader(text);
            // Before the module system is up, everything comes from the boot loader.
            if loader == LoaderId::BOOT && defining != LoaderId::BOOT {
                return Ok(None);
            }
            if let Some(class) = self.linked.class_named(defining, name) {
                return Ok(Some(class));
            }
            let class = self.define(
                defining,
                bytes,
                Definition { trusted: true, ..Definition::default() },
            )?;
            return Ok(Some(class));
        }
        if loader != self.linked.app_loader() || self.linked.app_loader() == LoaderId::BOOT {
            return Ok(None);
        }
        let found = self
            .linked
            .class_path()
            .class(text)
            .map_err(|e| Trap::java("java/lang/ClassFormatError", e.to_string()))?;
        let Some(found) = found else { return Ok(None) };
        let bytes: &'static [u8] = Box::leak(found.bytes.clone().into_boxed_slice());
        let (name, origin) = (Some(text.to_owned()), Some(found.origin.display().to_string()));
        self.define(loader, bytes, Definition { origin, name, ..Definition::default() }).map(Some)
    }

    fn module_loader(&self, class: &str) -> LoaderId {
        let package = class.rsplit_once('/').map_or("", |(package, _)| package);
        self.linked.package(package).map_or(LoaderId::BOOT, |(_, loader)| loader)
    }
}
