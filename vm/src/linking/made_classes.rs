//! Classes that have no file: arrays, primitive types, the classes behind lambdas. And what every
//! class is given on its way into the machine.

use crate::ground::bookkeeping::Books;
use crate::ground::class::{Class, ClassId, ClassKind, ClassRef, FieldRef, LoaderId, access};
use crate::ground::heap::{HEADER_WORDS, Ref};
use crate::ground::known::primitive_index;
use crate::ground::native::{Exec, Trap};
use crate::ground::symbol::Symbol;
use crate::vm::Vm;
use raceproof_classfile::descriptor::Type;
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell};

/// A class that the machine makes itself.
pub(crate) struct Shape {
    pub(crate) name: Symbol,
    pub(crate) loader: LoaderId,
    pub(crate) access: u16,
    pub(crate) super_class: ClassRef,
    pub(crate) interfaces: Vec<ClassRef>,
    /// Instance fields, placed already.
    pub(crate) fields: Vec<FieldRef>,
    /// Name, descriptor and flags of the methods, whose code is attached later.
    pub(crate) methods: Vec<(Symbol, Symbol, u16)>,
    pub(crate) nest_host: ClassRef,
}

impl Vm {
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
        let mut class =
            self.blank_class(name, element.loader, ClassKind::Array { element, element_type });
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
        self.linked.enter(class.loader, name, class);
        Ok(class)
    }

    /// Makes the class of a primitive type.
    ///
    /// # Errors
    /// If memory is exhausted.
    pub(crate) fn primitive_class(&mut self, ty: Type, name: &str) -> Exec<ClassRef> {
        let name = self.symbol(name);
        let mut class = self.blank_class(name, LoaderId::BOOT, ClassKind::Primitive(ty));
        class.access = access::PUBLIC | access::FINAL | access::ABSTRACT;
        let class = self.install(class)?;
        self.known.primitives[primitive_index(ty)].set(class);
        Ok(class)
    }

    /// Makes a hidden class without a class file.
    ///
    /// # Errors
    /// If memory is exhausted.
    pub(crate) fn synthetic_class(&mut self, shape: Shape) -> Exec<ClassRef> {
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

    pub(crate) fn blank_class(&self, name: Symbol, loader: LoaderId, kind: ClassKind) -> Class {
        Class {
            id: ClassId(self.linked.classes.len() as u32),
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
            books: Books::of(loader, name),
            scrutiny: OnceCell::new(),
            final_words: OnceCell::new(),
            unobserved: OnceCell::new(),
            has_checked: OnceCell::new(),
            goes_by_elements: OnceCell::new(),
            origin: RefCell::new(None),
        }
    }

    /// Gives a class its place, supertypes' tables and mirror.
    pub(crate) fn install(&mut self, mut class: Class) -> Exec<ClassRef> {
        if class.id.0 >= 1 << 24 {
            return Err(Trap::java("java/lang/OutOfMemoryError", "too many classes"));
        }
        let mut display: Vec<ClassId> =
            class.super_class.map_or(Vec::new(), |s| s.display.to_vec());
        display.push(class.id);
        class.display = display.into();
        let mut interfaces: Vec<ClassId> =
            class.super_class.map_or(Vec::new(), |s| s.all_interfaces.to_vec());
        for interface in &class.interfaces {
            interfaces.push(interface.id);
            interfaces.extend_from_slice(&interface.all_interfaces);
        }
        interfaces.sort_unstable();
        interfaces.dedup();
        class.all_interfaces = interfaces.into();
        class.mirror = self.new_mirror(&class)?;
        let class: ClassRef = Box::leak(Box::new(class));
        self.linked.classes.push(class);
        for field in &class.fields {
            field.class.set(Some(class));
        }
        for method in &class.methods {
            method.class.set(Some(class));
        }
        Ok(class)
    }
}
