//! Loading: finding a class, defining it from its bytes, linking it into the machine.
//!
//! The built-in loaders are the machine's own: no Java code, no locks. A loader written in Java is asked by calling
//! its `loadClass`, after which the instruction that needed the class is executed again.

use crate::class::{
    Class, ClassId, ClassKind, ClassRef, Field, FieldRef, LoaderId, Method, MethodRef, Resolved, access,
};
use crate::heap::{HEADER_WORDS, Ref};
use crate::known::primitive_index;
use crate::native::{Exec, Row, Trap};
use crate::symbol::Symbol;
use crate::vm::Vm;
use raceproof_classfile::descriptor::{Type, field_length, split_method};
use raceproof_classfile::{Attribute, ClassFile, Member, find_attribute};
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell};

/// Fields the machine adds to classes of the JDK, behind their own.
const INJECTED: &[(&str, &[(&str, &str)])] = &[
    ("java/lang/Class", &[("$class", "J"), ("$status", "J"), ("$failure", "J")]),
    ("java/lang/invoke/ResolvedMethodName", &[("$method", "J")]),
    ("java/lang/invoke/MemberName", &[("$index", "J")]),
    ("java/lang/invoke/LambdaForm", &[("$code", "J")]),
    ("java/lang/Thread", &[("$thread", "J")]),
    ("jdk/internal/misc/Unsafe", &[("$memory", "[Ljava/lang/Object;")]),
    ("java/lang/Module", &[("$defined", "J")]),
];

/// What `define` may be told beyond the bytes.
#[derive(Default, Clone)]
pub struct Definition {
    /// Where the class came from.
    pub origin: Option<String>,
    /// A hidden class, and its nest host if it has one.
    pub hidden: bool,
    pub nest_host: Option<ClassRef>,
    /// The name to give instead of the file's.
    pub name: Option<String>,
    /// Whether it comes from the JDK's image, whose code needs no verification.
    pub trusted: bool,
}

/// A class that the machine makes itself.
pub struct Shape {
    pub name: Symbol,
    pub loader: LoaderId,
    pub access: u16,
    pub super_class: ClassRef,
    pub interfaces: Vec<ClassRef>,
    /// Instance fields, placed already.
    pub fields: Vec<FieldRef>,
    /// Name, descriptor and flags of the methods, whose code is attached later.
    pub methods: Vec<(Symbol, Symbol, u16)>,
    pub nest_host: ClassRef,
}

fn format_error(name: &str, what: impl std::fmt::Display) -> Trap {
    Trap::java("java/lang/ClassFormatError", format!("{what} in class file {name}"))
}

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
        self.dictionary.get(&(loader, self.symbols.known(name)?)).copied()
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
        if let Some(class) = self.dictionary.get(&(loader, name)) {
            return Ok(Some(class));
        }
        let text = name.text();
        if let Some(element) = text.strip_prefix('[') {
            return self.find_array(loader, element);
        }
        let found = if loader == LoaderId::BOOT || loader == self.app_loader || loader == self.platform_loader {
            self.find_builtin(loader, name)?
        } else {
            return self.ask_loader(loader, name);
        };
        if let Some(class) = found {
            self.dictionary.insert((loader, name), class);
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
        let found = self.image.class(text).map_err(|e| Trap::Unsupported(e.to_string()))?;
        if let Some((module, bytes)) = found {
            let module = module.to_owned();
            let bytes: &'static [u8] = Box::leak(bytes.into_owned().into_boxed_slice());
            let defining = self.module_loader(text, &module);
            // Before the module system is up, everything comes from the boot loader.
            if loader == LoaderId::BOOT && defining != LoaderId::BOOT {
                return Ok(None);
            }
            if let Some(class) = self.dictionary.get(&(defining, name)) {
                return Ok(Some(class));
            }
            let class = self.define(defining, bytes, Definition { trusted: true, ..Definition::default() })?;
            return Ok(Some(class));
        }
        if loader != self.app_loader || self.app_loader == LoaderId::BOOT {
            return Ok(None);
        }
        let found = self.class_path.class(text).map_err(|e| Trap::java("java/lang/ClassFormatError", e.to_string()))?;
        let Some(found) = found else { return Ok(None) };
        let bytes: &'static [u8] = Box::leak(found.bytes.to_vec().into_boxed_slice());
        let origin = Some(found.origin.display().to_string());
        self.define(loader, bytes, Definition { origin, ..Definition::default() }).map(Some)
    }

    fn module_loader(&self, class: &str, _module: &str) -> LoaderId {
        let package = class.rsplit_once('/').map_or("", |(package, _)| package);
        self.packages.get(package).map_or(LoaderId::BOOT, |(_, loader)| *loader)
    }

    /// The array class whose elements are of `element`.
    ///
    /// # Errors
    /// If it would have more than 255 dimensions, or memory is exhausted.
    pub fn array_class(&mut self, element: ClassRef) -> Exec<ClassRef> {
        match element.array_class.get() {
            Some(class) => Ok(class),
            None => self.linking(|vm| vm.make_array_class(element)),
        }
    }

    fn make_array_class(&mut self, element: ClassRef) -> Exec<ClassRef> {
        let name = match element.kind {
            ClassKind::Primitive(ty) => format!("[{}", ty.letter()),
            ClassKind::Array { .. } => format!("[{}", element.name),
            ClassKind::Instance => format!("[L{};", element.name),
        };
        if name.starts_with(&"[".repeat(256)) {
            return Err(Trap::java("java/lang/IllegalArgumentException", "too many dimensions"));
        }
        let name = self.symbol(&name);
        let element_type = match element.kind {
            ClassKind::Primitive(ty) => ty,
            _ => Type::Reference,
        };
        let object = self.known.object.get();
        let mut class = self.blank_class(name, element.loader, ClassKind::Array { element, element_type });
        let mut innermost = element;
        while let Some((inner, _)) = innermost.element() {
            innermost = inner;
        }
        class.access = innermost.access & (access::PUBLIC | access::PRIVATE | access::PROTECTED)
            | access::FINAL
            | access::ABSTRACT;
        class.super_class = Some(object);
        class.interfaces = Box::new([self.known.cloneable.get(), self.known.serializable.get()]);
        class.vtable = object.vtable.clone();
        let class = self.install(class)?;
        element.array_class.set(Some(class));
        self.dictionary.insert((class.loader, name), class);
        Ok(class)
    }

    /// Makes the class of a primitive type.
    ///
    /// # Errors
    /// If memory is exhausted.
    pub fn primitive_class(&mut self, ty: Type, name: &str) -> Exec<ClassRef> {
        let name = self.symbol(name);
        let mut class = self.blank_class(name, LoaderId::BOOT, ClassKind::Primitive(ty));
        class.access = access::PUBLIC | access::FINAL | access::ABSTRACT;
        let class = self.install(class)?;
        self.known.primitives[primitive_index(ty)].set(class);
        Ok(class)
    }

    fn blank_class(&self, name: Symbol, loader: LoaderId, kind: ClassKind) -> Class {
        Class {
            id: ClassId(self.classes.len() as u32),
            name,
            loader,
            access: 0,
            kind,
            super_class: None,
            interfaces: Box::default(),
            display: Box::default(),
            all_interfaces: Box::default(),
            file: None,
            instance_words: HEADER_WORDS,
            fields: Box::default(),
            methods: Box::default(),
            method_index: FxHashMap::default(),
            vtable: Box::default(),
            reference_words: Box::default(),
            static_reference_words: Box::default(),
            mirror: Ref::NULL,
            trivial_initializer: true,
            array_class: Cell::new(None),
            selected: RefCell::default(),
            resolved: Box::default(),
            bootstraps: OnceCell::new(),
            source: None,
            init_stub: OnceCell::new(),
            nest_host: Cell::new(None),
            hidden: false,
            verified: Cell::new(false),
            keeps_books: loader == LoaderId::BOOT && crate::class::keeps_books(name.text()),
            origin: RefCell::new(None),
        }
    }

    /// Makes a hidden class without a class file.
    ///
    /// # Errors
    /// If memory is exhausted.
    pub fn synthetic_class(&mut self, shape: Shape) -> Exec<ClassRef> {
        self.linking(|vm| vm.make_synthetic_class(shape))
    }

    fn make_synthetic_class(&mut self, shape: Shape) -> Exec<ClassRef> {
        let mut class = self.blank_class(shape.name, shape.loader, ClassKind::Instance);
        class.access = shape.access;
        class.super_class = Some(shape.super_class);
        class.interfaces = shape.interfaces.into();
        class.hidden = true;
        class.nest_host = Cell::new(Some(shape.nest_host));
        class.instance_words = HEADER_WORDS + shape.fields.len();
        let references = shape.fields.iter().filter(|f| f.ty == Type::Reference);
        class.reference_words = references.map(|f| f.word as u16).collect();
        class.fields = shape.fields.into();
        let mut vtable = shape.super_class.vtable.to_vec();
        let mut methods = Vec::new();
        for (slot, (name, descriptor, flags)) in shape.methods.into_iter().enumerate() {
            let method = self.make_method(&class, name, descriptor, flags, slot as u16, &[])?;
            class.method_index.insert((name, descriptor), method);
            methods.push(method);
            self.enter_vtable(&class, &mut vtable, method)?;
        }
        class.methods = methods.into();
        class.vtable = vtable.into();
        self.install(class)
    }

    /// Gives a class its place, supertypes' tables and mirror.
    fn install(&mut self, mut class: Class) -> Exec<ClassRef> {
        if class.id.0 >= 1 << 24 {
            return Err(Trap::java("java/lang/OutOfMemoryError", "too many classes"));
        }
        let mut display: Vec<ClassId> = class.super_class.map_or(Vec::new(), |s| s.display.to_vec());
        display.push(class.id);
        class.display = display.into();
        let mut interfaces: Vec<ClassId> = class.super_class.map_or(Vec::new(), |s| s.all_interfaces.to_vec());
        for interface in &class.interfaces {
            interfaces.push(interface.id);
            interfaces.extend_from_slice(&interface.all_interfaces);
        }
        interfaces.sort_unstable();
        interfaces.dedup();
        class.all_interfaces = interfaces.into();
        class.mirror = self.new_mirror(&class)?;
        let class: ClassRef = Box::leak(Box::new(class));
        self.classes.push(class);
        for field in &class.fields {
            field.class.set(Some(class));
        }
        for method in &class.methods {
            method.class.set(Some(class));
        }
        Ok(class)
    }

    /// The mirror lies in permanent memory: `Class`'s fields, then the class's static fields.
    fn new_mirror(&mut self, class: &Class) -> Exec<Ref> {
        let statics = class.fields.iter().filter(|f| f.is_static()).count();
        let words = self.known.mirror_words + statics;
        let at =
            self.heap.allocate_permanent(words).ok_or_else(|| Trap::java("java/lang/OutOfMemoryError", "Metaspace"))?;
        let id = self.known.class.known().map_or(ClassId(0), |known| known.id);
        self.heap.set_permanent_header(at, id, 0);
        self.heap.put(at + self.known.mirror_class, u64::from(class.id.0));
        if class.trivial_initializer {
            self.heap.put(at + self.known.mirror_status, crate::init::INITIALIZED);
        }
        self.fill_mirror(class, at);
        Ok(Ref(at as u32))
    }

    fn fill_mirror(&mut self, class: &Class, at: usize) {
        let Some(known) = self.known.class.known() else { return };
        let loader = self.loaders[class.loader.0 as usize];
        if let Some(field) = known.field_named("classLoader") {
            self.heap.put(at + field.word, loader.word());
        }
        if let (Some(field), Some((element, _))) = (known.field_named("componentType"), class.element()) {
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
    pub fn module_of(&mut self, class: &Class) -> Ref {
        if let Some((module, _)) = self.packages.get(class.package())
            && !self.class_in_unnamed_module(class)
        {
            return *module;
        }
        if class.is_primitive() {
            return self.packages.get("java/lang").map_or(Ref::NULL, |(module, _)| *module);
        }
        let loader = self.loaders[class.loader.0 as usize];
        if loader.is_null() {
            return self.extension.get::<BootUnnamedModule>().0;
        }
        self.field_ref(loader, "unnamedModule")
    }

    fn class_in_unnamed_module(&self, class: &Class) -> bool {
        let loader = self.packages.get(class.package()).map_or(LoaderId::BOOT, |(_, loader)| *loader);
        loader != class.loader && !class.is_primitive()
    }

    /// Defines a class from the bytes of its file.
    ///
    /// # Errors
    /// `ClassFormatError` and its like, or whatever loading the supertypes throws.
    pub fn define(&mut self, loader: LoaderId, bytes: &'static [u8], with: Definition) -> Exec<ClassRef> {
        self.linking(|vm| vm.define_apart(loader, bytes, with))
    }

    fn define_apart(&mut self, loader: LoaderId, bytes: &'static [u8], with: Definition) -> Exec<ClassRef> {
        let file = ClassFile::parse(bytes).map_err(|e| self.broken_file(&e, bytes, with.name.as_deref()))?;
        let file: &'static ClassFile<'static> = Box::leak(Box::new(file));
        let own_name = file.class_name(file.this_class).map_err(|e| format_error("?", e))?;
        let name = self.symbol(with.name.as_deref().unwrap_or(&own_name));
        self.check_version(file, &own_name)?;
        if let (false, Some(class)) = (with.hidden, self.dictionary.get(&(loader, name))) {
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
        class.access = file.access;
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
            self.dictionary.insert((loader, name), class);
        }
        self.initial_constants(class)?;
        Ok(class)
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

    /// A sealed class may only be extended by those it lists, in the same module (JVMS 5.3.5).
    fn check_sealed(&self, loader: LoaderId, name: Symbol, parent: ClassRef) -> Exec<()> {
        let (Some(list), Some(file)) = (parent.attribute("PermittedSubclasses"), parent.file) else { return Ok(()) };
        let permitted = list
            .get(2..)
            .unwrap_or(&[])
            .chunks_exact(2)
            .any(|pair| file.class_name(u16::from_be_bytes([pair[0], pair[1]])).is_ok_and(|n| n == name.text()));
        if permitted && (parent.loader == loader || loader == LoaderId::BOOT) {
            return Ok(());
        }
        let verb = if parent.is_interface() { "implement sealed interface" } else { "inherit from sealed class" };
        let message = format!("class {} cannot {verb} {}", name.text().replace('/', "."), parent.java_name());
        Err(Trap::java("java/lang/IncompatibleClassChangeError", message))
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
                format!("class {a} can not implement {b}, because it is not an interface ({b} is in {home})")
            } else {
                format!("class {a} has interface {b} as super class")
            };
            return Err(Trap::java("java/lang/IncompatibleClassChangeError", message));
        }
        Ok(class)
    }

    fn lay_out_fields(&mut self, class: &mut Class, file: &'static ClassFile<'static>) -> Exec<()> {
        let mut instance = class.super_class.map_or(HEADER_WORDS, |s| s.instance_words);
        let mut references = class.super_class.map_or(Vec::new(), |s| s.reference_words.to_vec());
        let mut statics = self.known.mirror_words;
        let mut static_references = Vec::new();
        let mut fields: Vec<FieldRef> = Vec::new();
        for (index, member) in file.fields.iter().enumerate() {
            let field = self.make_field(class.name, file, member, index)?;
            if fields.iter().any(|f| f.name == field.name && f.descriptor == field.descriptor) {
                let what = format!("Duplicate field name \"{}\" with signature \"{}\"", field.name, field.descriptor);
                return Err(format_error(class.name.text(), what));
            }
            let (word, refs): (usize, _) = if field.is_static() {
                statics += 1;
                (statics - 1, None)
            } else {
                instance += 1;
                (instance - 1, Some(&mut references))
            };
            match refs {
                Some(list) if field.ty == Type::Reference => list.push(word as u16),
                None if field.ty == Type::Reference => static_references.push(word as u32),
                _ => {}
            }
            fields.push(Box::leak(Box::new(Field { word, ..field })));
        }
        for (name, descriptor) in INJECTED.iter().find(|(n, _)| *n == class.name.text()).map_or(&[][..], |(_, f)| f) {
            let field = Field {
                class: Cell::new(None),
                index: u16::MAX,
                name: self.symbol(name),
                descriptor: self.symbol(descriptor),
                ty: Type::Long,
                access: access::PRIVATE | access::SYNTHETIC,
                word: instance,
                attributes: &[],
            };
            instance += 1;
            fields.push(Box::leak(Box::new(field)));
        }
        if instance > usize::from(u16::MAX) {
            return Err(Trap::Unsupported(format!("a class with more than 65,000 fields: {}", class.name)));
        }
        class.instance_words = instance;
        class.reference_words = references.into();
        class.static_reference_words = static_references.into();
        class.fields = fields.into();
        Ok(())
    }

    fn make_field(
        &mut self,
        class: Symbol,
        file: &'static ClassFile<'static>,
        member: &'static Member<'static>,
        index: usize,
    ) -> Exec<Field> {
        let text = |index| file.text(index).map_err(|e| format_error(class.text(), e));
        let descriptor = text(member.descriptor)?;
        if field_length(&descriptor) != Some(descriptor.len()) {
            return Err(format_error(class.text(), format!("Field has invalid signature \"{descriptor}\"")));
        }
        Ok(Field {
            class: Cell::new(None),
            index: index as u16,
            name: self.symbol(&text(member.name)?),
            descriptor: self.symbol(&descriptor),
            ty: Type::of(&descriptor).unwrap_or(Type::Int),
            access: member.access,
            word: 0,
            attributes: &member.attributes,
        })
    }

    fn make_methods(&mut self, class: &mut Class, file: &'static ClassFile<'static>) -> Exec<()> {
        let mut methods: Vec<MethodRef> = Vec::new();
        let mut vtable = class.super_class.map_or(Vec::new(), |s| s.vtable.to_vec());
        for (slot, member) in file.methods.iter().enumerate() {
            let text = |index| file.text(index).map_err(|e| format_error(class.name.text(), e));
            let (name, descriptor) = (text(member.name)?, text(member.descriptor)?);
            let name = self.symbol(&name);
            let descriptor = self.symbol(&descriptor);
            let method = self.make_method(class, name, descriptor, member.access, slot as u16, &member.attributes)?;
            if class.method_index.insert((name, descriptor), method).is_some() {
                return Err(format_error(
                    class.name.text(),
                    format!("Duplicate method name \"{name}\" with signature \"{descriptor}\""),
                ));
            }
            methods.push(method);
            self.enter_vtable(class, &mut vtable, method)?;
        }
        class.methods = methods.into();
        class.vtable = vtable.into();
        Ok(())
    }

    /// Makes a method; also for code that the machine generates.
    ///
    /// # Errors
    /// `ClassFormatError` if the descriptor is malformed.
    pub fn make_method(
        &mut self,
        class: &Class,
        name: Symbol,
        descriptor: Symbol,
        flags: u16,
        slot: u16,
        attributes: &'static [Attribute<'static>],
    ) -> Exec<MethodRef> {
        let Some((parameters, result)) = split_method(descriptor.text()) else {
            return Err(format_error(
                class.name.text(),
                format!("Method \"{name}\" has invalid signature \"{descriptor}\""),
            ));
        };
        let mut arguments: Vec<Type> = Vec::new();
        if flags & access::STATIC == 0 {
            arguments.push(Type::Reference);
        }
        arguments.extend(parameters.iter().filter_map(|p| Type::of(p)));
        let class_name = class.name.text();
        let fits = |(n, d, _): &&Row| *n == name.text() && (d.is_empty() || *d == descriptor.text());
        // All peers stand in for methods of `java.base`: a program's class may have the name of one of its classes. Only
        // those for exploration also mean classes that programs bring along.
        let in_jdk = class.loader == LoaderId::BOOT;
        let exploring = if self.options.explore { self.registry.exploring_of(class_name) } else { &[] };
        let mut peer = exploring.iter().find(fits);
        if in_jdk {
            peer = peer.or_else(|| self.registry.of(class_name).iter().find(fits));
            if flags & access::NATIVE != 0 {
                let natives = self.registry.natives_of(class_name).iter().chain(self.registry.of("*"));
                peer = peer.or_else(|| natives.into_iter().find(fits));
            }
        }
        let polymorphic = flags & (access::NATIVE | access::VARARGS) == access::NATIVE | access::VARARGS
            && (class_name == "java/lang/invoke/MethodHandle" || class_name == "java/lang/invoke/VarHandle");
        let annotated = |text: &str| has_annotation(class.file, attributes, text);
        let method: MethodRef = Box::leak(Box::new(Method {
            id: self.methods.len() as u32,
            class: Cell::new(None),
            slot,
            name,
            descriptor,
            access: flags,
            arguments: arguments.into(),
            result: Type::of(result).unwrap_or(Type::Void),
            attributes,
            peer: Cell::new(peer.map(|(_, _, peer)| *peer)),
            outside: in_jdk && self.registry.is_outside(class_name, name.text()),
            code: OnceCell::new(),
            vtable_index: Cell::new(None),
            hidden: class.hidden
                || in_jdk
                    && (annotated("Ljava/lang/invoke/LambdaForm$Hidden;")
                        || annotated("Ljdk/internal/vm/annotation/Hidden;")),
            signature_polymorphic: polymorphic,
            caller_sensitive: in_jdk && annotated("Ljdk/internal/reflect/CallerSensitive;"),
        }));
        self.methods.push(method);
        Ok(method)
    }

    fn enter_vtable(&self, class: &Class, vtable: &mut Vec<MethodRef>, method: MethodRef) -> Exec<()> {
        if method.is_static() || method.is_private() || method.is_initializer() || class.is_interface() {
            return Ok(());
        }
        let mut place = None;
        for (index, inherited) in vtable.iter_mut().enumerate() {
            if inherited.name == method.name && inherited.descriptor == method.descriptor && overrides(class, inherited)
            {
                if inherited.access & access::FINAL != 0 {
                    let (name, holder) = (class.java_name(), inherited.class().java_name());
                    let (overridden, descriptor) = (inherited.name, inherited.descriptor);
                    return Err(Trap::java(
                        "java/lang/IncompatibleClassChangeError",
                        format!("class {name} overrides final method {holder}.{overridden}{descriptor}"),
                    ));
                }
                *inherited = method;
                place = place.or(Some(index as u32));
            }
        }
        if place.is_none() {
            vtable.push(method);
            place = Some(vtable.len() as u32 - 1);
        }
        method.vtable_index.set(place);
        Ok(())
    }

    /// Gives static fields the values of their `ConstantValue` attributes.
    fn initial_constants(&mut self, class: ClassRef) -> Exec<()> {
        use raceproof_classfile::Constant;
        let Some(file) = class.file else { return Ok(()) };
        for field in class.fields.iter().filter(|f| f.is_static()) {
            let Some(attribute) = find_attribute(field.attributes, "ConstantValue") else { continue };
            let [high, low] = attribute.data else {
                return Err(format_error(class.name.text(), "Invalid ConstantValue"));
            };
            let constant =
                file.constant(u16::from_be_bytes([*high, *low])).map_err(|e| format_error(class.name.text(), e))?;
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
                    let units = raceproof_classfile::mutf8::utf16(
                        file.utf8(utf8).map_err(|e| format_error(class.name.text(), e))?,
                    );
                    self.intern_units(&units)?.word()
                }
                other => return Err(format_error(class.name.text(), format!("ConstantValue {other:?}"))),
            };
            self.heap.put(class.mirror.index() + field.word, word);
        }
        Ok(())
    }

    /// Learns the size of a mirror from the class file of `Class`, before any class is defined.
    pub(crate) fn measure_mirrors(&mut self) -> Exec<()> {
        let name = "java/lang/Class";
        let found = self.image.class(name).map_err(|e| Trap::Unsupported(e.to_string()))?;
        let (_, bytes) = found.ok_or_else(|| crate::vm::missing(name))?;
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
        for class in self.classes.clone() {
            self.heap.set_class_id(class.mirror, known.id);
            self.fill_mirror(class, class.mirror.index());
        }
    }
}

/// The unnamed module of the boot loader, once the JDK has made it.
#[derive(Default)]
pub struct BootUnnamedModule(pub Ref);

/// Names of the classes being defined, to find circles.
#[derive(Default)]
struct Defining(Vec<String>);

fn overrides(class: &Class, inherited: MethodRef) -> bool {
    if inherited.is_private() {
        return false;
    }
    if inherited.access & (access::PUBLIC | access::PROTECTED) != 0 {
        return true;
    }
    inherited.class().same_package(class)
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

/// Whether a member carries an annotation: its type's name occurs as a `Utf8` the annotation attribute refers to.
fn has_annotation(file: Option<&'static ClassFile<'static>>, attributes: &[Attribute<'static>], ty: &str) -> bool {
    let (Some(file), Some(attribute)) = (file, find_attribute(attributes, "RuntimeVisibleAnnotations")) else {
        return false;
    };
    attribute.data.windows(2).any(|pair| file.utf8(u16::from_be_bytes([pair[0], pair[1]])) == Ok(ty.as_bytes()))
}

/// The modifiers `Class.getModifiers` gives: those of the `InnerClasses` attribute if the class is in it.
#[must_use]
pub fn reflected_access(class: &Class) -> u16 {
    let Some(file) = class.file else { return class.access };
    let Some(data) = class.attribute("InnerClasses") else { return class.access & !access::SUPER };
    let rows = data.get(2..).unwrap_or(&[]).chunks_exact(8);
    for row in rows {
        let inner = u16::from_be_bytes([row[0], row[1]]);
        if file.class_name(inner).is_ok_and(|name| name == class.name.text()) {
            return u16::from_be_bytes([row[6], row[7]]) & !access::SUPER;
        }
    }
    class.access & !access::SUPER
}
