//! Linked classes, fields and methods: what loading makes of class files. None of it is part of the
//! state.

use crate::ground::bookkeeping::Books;
use crate::ground::code::Code;
use crate::ground::heap::Ref;
use crate::ground::native::{Manner, Peer};
use crate::ground::symbol::Symbol;
use crate::ground::unobserved::Unobserved;
use raceproof_base::Part;
use raceproof_classfile::descriptor::Type;
use raceproof_classfile::{Attribute, BootstrapMethod, ClassFile};
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell};
use std::fmt;

/// Access flags of classes and members (JVMS 4.1, 4.5, 4.6).
#[allow(missing_docs, reason = "the names are the JVMS's")]
pub mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub(crate) const SYNCHRONIZED: u16 = 0x0020;
    pub(crate) const SUPER: u16 = 0x0020;
    pub(crate) const VOLATILE: u16 = 0x0040;
    pub(crate) const VARARGS: u16 = 0x0080;
    pub(crate) const NATIVE: u16 = 0x0100;
    pub(crate) const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub(crate) const SYNTHETIC: u16 = 0x1000;
    pub(crate) const ENUM: u16 = 0x4000;
}

/// Number of a class, in order of loading; fits the 24 bits of an object's header. Zero is no
/// class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClassId(pub u32);

/// Number of a class loader; zero is the boot loader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LoaderId(pub u32);

impl LoaderId {
    /// The boot loader, whose Java object is null.
    pub const BOOT: LoaderId = LoaderId(0);
}

/// Classes live as long as the process.
pub type ClassRef = &'static Class;
/// Methods live as long as the process.
pub type MethodRef = &'static Method;
/// Fields live as long as the process.
pub type FieldRef = &'static Field;

/// What sort of class.
#[derive(Clone, Copy)]
pub enum ClassKind {
    /// A class or interface from a class file.
    Instance,
    /// `int.class` and the like.
    Primitive(Type),
    /// An array class.
    Array {
        /// Class of the elements.
        element: ClassRef,
        /// Type of the elements.
        element_type: Type,
    },
}

/// A linked class.
pub struct Class {
    /// Its place in `Linked::classes`, and what its instances have in their headers.
    pub id: ClassId,
    /// The binary name with slashes; of an array class, its descriptor.
    pub name: Symbol,
    /// The defining loader.
    pub loader: LoaderId,
    /// Flags of [`access`]; not those that the `InnerClasses` attribute has.
    pub access: u16,
    /// Whether instances are objects or arrays, or the class stands for a primitive type.
    pub kind: ClassKind,
    /// As in the class file: that of an interface is `Object`, and only that of `Object` is none.
    pub super_class: Option<ClassRef>,
    /// The direct superinterfaces, in the order of the class file.
    pub interfaces: Box<[ClassRef]>,
    /// The class and its superclasses, from `Object` down.
    pub(crate) display: Box<[ClassId]>,
    /// All superinterfaces, sorted.
    pub(crate) all_interfaces: Box<[ClassId]>,
    /// What it was made of; none for arrays and primitive types.
    pub file: Option<&'static ClassFile<'static>>,
    /// Words of an instance, header included.
    pub instance_words: usize,
    /// The declared fields, in the order of the class file; then those that the machine adds.
    pub fields: Box<[FieldRef]>,
    /// The declared methods, in the order of the class file.
    pub methods: Box<[MethodRef]>,
    pub(crate) method_index: FxHashMap<(Symbol, Symbol), MethodRef>,
    pub(crate) vtable: Box<[MethodRef]>,
    /// Instance fields of reference type, own and inherited, as word offsets from the object's
    /// start.
    pub reference_words: Box<[u16]>,
    /// Static fields of reference type, as word offsets from the mirror's start.
    pub static_reference_words: Box<[u32]>,
    /// The `java.lang.Class` object, with the static fields behind it.
    pub mirror: Ref,
    /// Whether initialising runs any code, this class's or a superclass's.
    pub(crate) trivial_initializer: bool,
    pub(crate) array_class: Cell<Option<ClassRef>>,
    pub(crate) selected: RefCell<FxHashMap<u32, Option<MethodRef>>>,
    /// What each entry of the constant pool was resolved to, by its index.
    pub resolved: Box<[Cell<Resolved>]>,
    pub(crate) bootstraps: OnceCell<Vec<BootstrapMethod>>,
    /// The `SourceFile` attribute.
    pub source: Option<&'static str>,
    /// Stub that runs the initialiser by JLS 12.4.2.
    pub(crate) init_stub: OnceCell<MethodRef>,
    /// Nest host when given by the definer (hidden classes), else from the attribute.
    pub(crate) nest_host: Cell<Option<ClassRef>>,
    /// Whether no name leads to it, as for `Lookup.defineHiddenClass`.
    pub hidden: bool,
    /// Whether the class has been verified and all its code linked, as using it requires; those of
    /// the JDK's image are trusted.
    pub(crate) verified: Cell<bool>,
    /// Whether what its code does is the class library's bookkeeping.
    pub(crate) books: Books,
    /// Whether detectors of races look at it.
    pub(crate) scrutiny: OnceCell<Scrutiny>,
    /// The words of its instances' final fields.
    pub(crate) final_words: OnceCell<Box<[u16]>>,
    /// What nobody can observe of its objects, once somebody has asked.
    pub(crate) unobserved: OnceCell<Unobserved>,
    /// Whether races of its instances' fields are looked for.
    pub(crate) has_checked: OnceCell<bool>,
    /// Whether its code goes by elements of arrays that it reads plainly.
    pub(crate) goes_by_elements: OnceCell<bool>,
    /// Where application classes came from.
    pub origin: RefCell<Option<String>>,
}

/// What a constant-pool entry was resolved to.
#[derive(Clone, Copy)]
pub enum Resolved {
    /// Not resolved yet.
    No,
    /// A class.
    Class(ClassRef),
    /// A field.
    Field(FieldRef),
    /// A method.
    Method(MethodRef),
    /// A permanent object: a string, a mirror.
    Object(Ref),
    /// A computed constant (dynamic constants, method types), as register word.
    Word(u64),
}

/// A linked field.
pub struct Field {
    pub(crate) class: Cell<Option<ClassRef>>,
    /// Position in the class file, the `slot` of reflection; `u16::MAX` if the machine added it.
    pub index: u16,
    /// The name without its class.
    pub name: Symbol,
    /// The type, as in JVMS 4.3.2.
    pub descriptor: Symbol,
    pub(crate) ty: Type,
    /// Flags of [`access`].
    pub access: u16,
    /// Word offset from the object's (or the mirror's) start.
    pub word: usize,
    /// Whether races of it are looked for.
    pub(crate) checked: OnceCell<bool>,
    /// Whether plain accesses of it are visible in any case.
    pub(crate) contested: OnceCell<bool>,
    /// Whether it is one of those by name that a search was begun anew for.
    pub(crate) listed: OnceCell<bool>,
    /// Whether the user says that its races are accepted.
    pub(crate) excepted: OnceCell<bool>,
    /// Whether it was proved to have no races.
    pub(crate) proved: OnceCell<bool>,
    /// Whether its accesses order others: see `Vm::orders`, asked when an access is linked.
    pub(crate) orders: OnceCell<bool>,
    /// The attributes of the class file, not decoded.
    pub attributes: &'static [Attribute<'static>],
}

impl Field {
    /// The declaring class.
    #[must_use]
    pub fn class(&self) -> ClassRef {
        self.class.get().expect("a field gets its class when the class is linked")
    }

    /// Whether the field is static.
    #[must_use]
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }

    /// Whether the field is a final one of objects.
    #[must_use]
    pub(crate) fn is_final_of_objects(&self) -> bool {
        !self.is_static() && self.access & access::FINAL != 0
    }

    /// Whether the field is volatile.
    #[must_use]
    pub fn is_volatile(&self) -> bool {
        self.access & access::VOLATILE != 0
    }
}

/// The fields of a class's objects and its static ones, those of its superclasses too, its own
/// first.
pub(crate) fn fields_of(class: ClassRef) -> impl Iterator<Item = FieldRef> {
    let classes = std::iter::successors(Some(class), |class| class.super_class);
    classes.flat_map(|class| class.fields.iter().copied())
}

/// A linked method.
pub struct Method {
    /// Its place in `Linked::methods`; events name methods by it.
    pub id: u32,
    pub(crate) class: Cell<Option<ClassRef>>,
    /// Position in the class file: the `slot` of reflection.
    pub slot: u16,
    /// The name without its class; `<init>` of constructors.
    pub name: Symbol,
    /// The types of the parameters and the result, as in JVMS 4.3.3.
    pub descriptor: Symbol,
    /// Flags of [`access`].
    pub access: u16,
    /// Types of the arguments, the receiver included.
    pub arguments: Box<[Type]>,
    /// The type of the result, as the descriptor says.
    pub result: Type,
    /// The attributes of the class file, not decoded.
    pub attributes: &'static [Attribute<'static>],
    pub(crate) peer: Cell<Option<Peer>>,
    pub(crate) code: OnceCell<Result<&'static Code, String>>,
    /// The same where a call does nothing but go on in it, from the first such call on.
    pub(crate) plain: Cell<Option<&'static Code>>,
    pub(crate) vtable_index: Cell<Option<u32>>,
    /// Frames of this method are left out of stack traces.
    pub hidden: bool,
    /// Whether calls of it may have any descriptor (JVMS 2.9.3).
    pub signature_polymorphic: bool,
    /// How it runs while schedules are explored.
    pub(crate) manner: Manner,
    /// What it is to operations of the class library.
    pub(crate) part: Part,
    /// Whether the JDK annotates it as `CallerSensitive`.
    pub caller_sensitive: bool,
}

impl Method {
    /// Whether it is in no class file that the class library has: its code was made of a lambda
    /// form or for a call site.
    #[must_use]
    pub(crate) fn is_made(&self) -> bool {
        self.hidden && (self.class().hidden || self.name.text().starts_with('<'))
    }

    /// The declaring class.
    #[must_use]
    pub fn class(&self) -> ClassRef {
        self.class.get().expect("a method gets its class when the class is linked")
    }

    /// Whether it has no receiver.
    #[must_use]
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }

    /// Whether a peer has to stand in for its code.
    #[must_use]
    pub fn is_native(&self) -> bool {
        self.access & access::NATIVE != 0
    }

    #[must_use]
    pub(crate) fn is_abstract(&self) -> bool {
        self.access & access::ABSTRACT != 0
    }

    #[must_use]
    pub(crate) fn is_synchronized(&self) -> bool {
        self.access & access::SYNCHRONIZED != 0
    }

    /// Whether it is declared private.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.access & access::PRIVATE != 0
    }

    /// Whether it is declared public, whatever its class is.
    #[must_use]
    pub fn is_public(&self) -> bool {
        self.access & access::PUBLIC != 0
    }

    /// Whether this is a constructor or a class initialiser.
    #[must_use]
    pub fn is_initializer(&self) -> bool {
        self.name.text().starts_with('<')
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}{}", self.class().name.text().replace('/', "."), self.name, self.descriptor)
    }
}

impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)
    }
}

impl Class {
    /// Whether it is an interface; annotation types are.
    #[must_use]
    pub fn is_interface(&self) -> bool {
        self.access & access::INTERFACE != 0
    }

    /// Whether it is declared abstract; interfaces and arrays are, too.
    #[must_use]
    pub fn is_abstract(&self) -> bool {
        self.access & access::ABSTRACT != 0
    }

    /// Whether its instances are arrays.
    #[must_use]
    pub fn is_array(&self) -> bool {
        matches!(self.kind, ClassKind::Array { .. })
    }

    /// Whether it stands for a primitive type or `void`.
    #[must_use]
    pub fn is_primitive(&self) -> bool {
        matches!(self.kind, ClassKind::Primitive(_))
    }

    /// The name with dots, as `Class.getName` gives it.
    #[must_use]
    pub fn java_name(&self) -> String {
        let name = self.name.text().replace('/', ".");
        match name.rsplit_once('+') {
            // The suffix of a hidden class is behind a slash, which in the machine's own name would
            // end a package.
            Some((base, suffix)) if self.hidden => format!("{base}/{suffix}"),
            _ => name,
        }
    }

    /// Name of the package, with slashes; empty for the unnamed one.
    #[must_use]
    pub fn package(&self) -> &'static str {
        let mut class = self;
        while let ClassKind::Array { element, .. } = class.kind {
            class = element;
        }
        class.name.text().rsplit_once('/').map_or("", |(package, _)| package)
    }

    /// Whether the two are in the same run-time package.
    #[must_use]
    pub(crate) fn same_package(&self, other: &Class) -> bool {
        self.loader == other.loader && self.package() == other.package()
    }

    /// Whether this class is `other` or a subtype of it (JVMS 6.5, `checkcast`).
    #[inline]
    #[must_use]
    pub fn is_subtype_of(&self, other: &Class) -> bool {
        if self.id == other.id {
            return true;
        }
        if other.is_interface() {
            return self.all_interfaces.binary_search(&other.id).is_ok();
        }
        match (&self.kind, &other.kind) {
            (
                ClassKind::Array { element: from, element_type: a },
                ClassKind::Array { element: to, element_type: b },
            ) => *a == Type::Reference && *b == Type::Reference && from.is_subtype_of(to),
            _ => self.display.get(other.display.len().wrapping_sub(1)) == Some(&other.id),
        }
    }

    /// The method declared here under that name and descriptor.
    #[must_use]
    pub fn declared_method(&self, name: Symbol, descriptor: Symbol) -> Option<MethodRef> {
        self.method_index.get(&(name, descriptor)).copied()
    }

    /// The method of that name and descriptor declared here or in a superclass.
    #[must_use]
    pub(crate) fn inherited_method(&self, name: Symbol, descriptor: Symbol) -> Option<MethodRef> {
        let mut class = Some(self);
        while let Some(this) = class {
            if let Some(method) = this.declared_method(name, descriptor) {
                return Some(method);
            }
            class = this.super_class;
        }
        None
    }

    /// Looks a field up as JVMS 5.4.3.2 does.
    #[must_use]
    pub fn find_field(&self, name: Symbol, descriptor: Symbol) -> Option<FieldRef> {
        if let Some(field) =
            self.fields.iter().find(|f| f.name == name && f.descriptor == descriptor)
        {
            return Some(field);
        }
        for interface in &self.interfaces {
            if let Some(field) = interface.find_field(name, descriptor) {
                return Some(field);
            }
        }
        self.super_class.and_then(|class| class.find_field(name, descriptor))
    }

    /// The field of that name, declared here or inherited, whatever its type: for the machine's own
    /// look-ups.
    #[must_use]
    pub fn field_named(&self, name: &str) -> Option<FieldRef> {
        let mut class = Some(self);
        while let Some(this) = class {
            if let Some(field) = this.fields.iter().find(|f| f.name.text() == name) {
                return Some(field);
            }
            class = this.super_class;
        }
        None
    }

    /// The same, but of the class furthest up: that is the JDK's, where a program's class hides it by
    /// one of its own.
    #[must_use]
    pub fn inherited_field(&self, name: &str) -> Option<FieldRef> {
        let above = self.super_class.and_then(|class| class.inherited_field(name));
        above.or_else(|| self.fields.iter().find(|f| f.name.text() == name).copied())
    }

    /// The element type of an array class.
    #[must_use]
    pub fn element(&self) -> Option<(ClassRef, Type)> {
        match self.kind {
            ClassKind::Array { element, element_type } => Some((element, element_type)),
            _ => None,
        }
    }

    /// An attribute of the class file.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&'static [u8]> {
        let file = self.file?;
        raceproof_classfile::find_attribute(&file.attributes, name).map(|a| a.data)
    }
}

/// What is looked for in a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scrutiny {
    /// Its variables are not checked, nor the arrays that it accesses.
    Trusted,
    /// As those, but what is written to the elements of its arrays is handed over.
    HandsOver,
    /// As those, but because the user says so: nobody knows why that is right, so threads are
    /// switched at its accesses.
    Excepted,
    /// They are checked.
    Checked,
    /// It works on behalf of its callers.
    OnBehalf,
    /// It does, but what it does to arrays that are not the program's it does for itself.
    Machinery,
    /// As the machinery around it, but it accesses only what it is given.
    Accessor,
}
