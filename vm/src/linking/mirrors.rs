//! Mirrors: the `java.lang.Class` objects, with the static fields behind them, and the module each
//! names.

use crate::ground::class::{Class, ClassId, LoaderId, access};
use crate::ground::heap::{HEADER_WORDS, Ref};
use crate::ground::native::{Exec, Trap};
use crate::linking::define::format_error;
use crate::linking::init::INITIALIZED;
use crate::vm::{Vm, missing, no_room_for_linking};
use raceproof_classfile::ClassFile;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// The unnamed module of the boot loader, once the JDK has made it.
#[derive(Default)]
pub struct BootUnnamedModule(pub Ref);

impl Vm {
    /// Learns the size of a mirror from the class file of `Class`, before any class is defined.
    pub(crate) fn measure_mirrors(&mut self) -> Exec<()> {
        let name = "java/lang/Class";
        let found =
            self.linked.image().class(name).map_err(|e| Trap::Unsupported(e.to_string()))?;
        let (_, bytes) = found.ok_or_else(|| missing(name))?;
        let file = ClassFile::parse(&bytes).map_err(|e| format_error(name, e))?;
        let own = file.fields.iter().filter(|f| f.access & access::STATIC == 0).count();
        self.known.mirror_class = HEADER_WORDS + own;
        self.known.mirror_status = HEADER_WORDS + own + 1;
        self.known.mirror_failure = HEADER_WORDS + own + 2;
        self.known.mirror_words = HEADER_WORDS + own + 3;
        Ok(())
    }

    /// Completes the mirrors of the classes that were loaded before `java.lang.Class` was.
    pub(crate) fn complete_early_mirrors(&mut self) {
        let known = self.known.class.get();
        for class in self.linked.classes.clone() {
            self.heap.set_class_id(class.mirror, known.id);
            self.fill_mirror(class, class.mirror.index());
        }
    }

    /// The mirror lies in permanent memory: `Class`'s fields, then the class's static fields.
    pub(crate) fn new_mirror(&mut self, class: &Class) -> Exec<Ref> {
        let statics = class.fields.iter().filter(|f| f.is_static()).count();
        let words = self.known.mirror_words + statics;
        let at = self.heap.allocate_permanent(words).ok_or_else(no_room_for_linking)?;
        let id = self.known.class.known().map_or(ClassId(0), |known| known.id);
        self.heap.set_permanent_header(at, id, 0);
        self.heap.set_hash(Ref(at as u32), hash_of(class));
        self.heap.put(at + self.known.mirror_class, u64::from(class.id.0));
        if class.trivial_initializer {
            self.heap.put(at + self.known.mirror_status, INITIALIZED);
        }
        self.fill_mirror(class, at);
        Ok(Ref(at as u32))
    }

    fn fill_mirror(&mut self, class: &Class, at: usize) {
        let Some(known) = self.known.class.known() else { return };
        let loader = self.linked.loader(class.loader);
        if let Some(field) = known.field_named("classLoader") {
            self.heap.put(at + field.word, loader.word());
        }
        if let (Some(field), Some((element, _))) =
            (known.field_named("componentType"), class.element())
        {
            self.heap.put(at + field.word, element.mirror.word());
        }
        if let Some(field) = known.field_named("modifiers") {
            self.heap.put(at + field.word, u64::from(reflected_access(class)));
        }
        if let Some(field) = known.field_named("primitive") {
            self.heap.put(at + field.word, u64::from(class.is_primitive()));
        }
        if let Some(field) = known.field_named("module") {
            let module = self.module_of(class);
            self.heap.put(at + field.word, module.word());
        }
    }

    /// The module object of a class: null before the module system is up.
    pub(crate) fn module_of(&mut self, class: &Class) -> Ref {
        if let Some((module, _)) = self.linked.package(class.package())
            && !self.class_in_unnamed_module(class)
        {
            return module;
        }
        if class.is_primitive() {
            return self.linked.package("java/lang").map_or(Ref::NULL, |(module, _)| module);
        }
        let loader = self.linked.loader(class.loader);
        if loader.is_null() {
            return self.extension.get::<BootUnnamedModule>().0;
        }
        self.field_ref(loader, "unnamedModule")
    }

    fn class_in_unnamed_module(&self, class: &Class) -> bool {
        let loader =
            self.linked.package(class.package()).map_or(LoaderId::BOOT, |(_, loader)| loader);
        loader != class.loader && !class.is_primitive()
    }
}

/// The modifiers `Class.getModifiers` gives: those of the `InnerClasses` attribute if the class is
/// in it.
#[must_use]
pub fn reflected_access(class: &Class) -> u16 {
    match row_of_inner(class) {
        Some(row) => u16::from_be_bytes([row[6], row[7]]) & !access::SUPER,
        None if class.file.is_none() => class.access,
        None => class.access & !access::SUPER,
    }
}

/// The identity hash of a class, which is its name's: linking looks up by it what it has made for
/// all schedules (method types), so it must not be of one.
fn hash_of(class: &Class) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(class.name.text().as_bytes());
    let hash = hasher.finish();
    (((hash ^ hash >> 32) as u32) >> 1).max(1)
}

/// The row of the `InnerClasses` attribute that says of the class itself what it is, if it is an
/// inner one.
pub(crate) fn row_of_inner(class: &Class) -> Option<&'static [u8]> {
    let (file, list) = (class.file?, class.attribute("InnerClasses")?);
    let own = class.name.text();
    let mut rows = list.get(2..)?.chunks_exact(8);
    rows.find(|row| {
        file.class_name(u16::from_be_bytes([row[0], row[1]])).is_ok_and(|name| name == own)
    })
}
