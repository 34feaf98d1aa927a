//! The classes of a program and of its JDK: loaded when they are first named, and never executed.
//!
//! A class that is missing has no members here, and is a gap: nothing can be said of what it would
//! have done.

mod hierarchy;
mod source;

pub use source::{ClassSource, Files, Origin, Unreadable};

use crate::ids::{ClassId, FieldId, MethodId, Reg, Selector};
use crate::ir::{Body, Call, Callee};
use raceproof_classfile::descriptor::{Type, split_method};
use raceproof_classfile::{ClassFile, ClassFileError, Member};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// `ACC_PRIVATE` and others (JVMS 4.1, 4.5, 4.6).
pub mod access {
    #![allow(missing_docs, reason = "the names are the JVMS's")]
    pub const PUBLIC: u16 = 0x1;
    pub const PROTECTED: u16 = 0x4;
    pub const PRIVATE: u16 = 0x2;
    pub const STATIC: u16 = 0x8;
    pub const FINAL: u16 = 0x10;
    pub const SYNCHRONIZED: u16 = 0x20;
    pub const VOLATILE: u16 = 0x40;
    /// Of a method.
    pub const BRIDGE: u16 = 0x40;
    pub const NATIVE: u16 = 0x100;
    pub const INTERFACE: u16 = 0x200;
    pub const ABSTRACT: u16 = 0x400;
}

/// A class, an interface or an array class.
#[derive(Debug)]
pub struct Class {
    /// Its internal name: `java/util/Map$Entry`, `[I`.
    pub name: Rc<str>,
    /// Where it is from.
    pub origin: Origin,
    /// Access flags.
    pub access: u16,
    /// None for `java.lang.Object`.
    pub superclass: Option<ClassId>,
    /// The direct ones.
    pub interfaces: Vec<ClassId>,
    /// All that it has, by whatever way: those of its superclass first, then its own, each before
    /// those that it extends.
    pub all_interfaces: Rc<[ClassId]>,
    /// Whether its supertypes are being loaded.
    is_loading: bool,
    /// Of an array class whose elements are references.
    pub element: Option<ClassId>,
    /// In the order of the file.
    pub fields: Vec<FieldId>,
    /// In the order of the file.
    pub methods: Vec<MethodId>,
    /// None for array classes and for those that are missing.
    pub file: Option<&'static ClassFile<'static>>,
    by_selector: FxHashMap<Selector, MethodId>,
    by_field: FxHashMap<(Rc<str>, Rc<str>), FieldId>,
}

impl Class {
    fn empty(name: Rc<str>, superclass: Option<ClassId>) -> Self {
        Self {
            name,
            origin: Origin::Missing,
            access: 0,
            superclass,
            interfaces: Vec::new(),
            all_interfaces: Rc::from([]),
            is_loading: false,
            element: None,
            fields: Vec::new(),
            methods: Vec::new(),
            file: None,
            by_selector: FxHashMap::default(),
            by_field: FxHashMap::default(),
        }
    }
}

/// A field as it is declared.
#[derive(Debug)]
pub struct Field {
    /// Its class.
    pub class: ClassId,
    /// Its name.
    pub name: Rc<str>,
    /// The type's descriptor.
    pub descriptor: Rc<str>,
    /// Access flags.
    pub access: u16,
}

impl Field {
    /// Whether it holds references.
    #[must_use]
    pub fn is_reference(&self) -> bool {
        Type::of(&self.descriptor) == Some(Type::Reference)
    }

    /// Whether it has one of these access flags.
    #[must_use]
    pub fn is(&self, flags: u16) -> bool {
        self.access & flags != 0
    }
}

/// A method as it is declared.
#[derive(Debug)]
pub struct Method {
    /// Its class.
    pub class: ClassId,
    /// Its name and descriptor.
    pub selector: Selector,
    /// Access flags.
    pub access: u16,
    /// Where it stands in the file.
    pub index: usize,
}

impl Method {
    /// Whether it has one of these access flags.
    #[must_use]
    pub fn is(&self, flags: u16) -> bool {
        self.access & flags != 0
    }
}

/// All classes, fields and methods that were ever named.
pub struct World {
    source: Box<dyn ClassSource>,
    /// By number.
    pub classes: Vec<Class>,
    /// By number.
    pub fields: Vec<Field>,
    /// By number.
    pub methods: Vec<Method>,
    /// By number: name and descriptor.
    pub selectors: Vec<(Rc<str>, Rc<str>)>,
    by_name: FxHashMap<Rc<str>, ClassId>,
    by_selector: FxHashMap<(Rc<str>, Rc<str>), Selector>,
    dispatched: FxHashMap<(ClassId, Selector), Option<MethodId>>,
    bodies: FxHashMap<MethodId, Option<Rc<Body>>>,
    /// By static field: the field that it is a handle or an offset of.
    pub(crate) named: FxHashMap<FieldId, Option<FieldId>>,
    /// What cannot be analysed, and why: told, each once.
    pub gaps: Vec<String>,
    object: ClassId,
}

impl World {
    /// A world in which no class but `java.lang.Object` was named.
    #[must_use]
    pub fn new(source: Box<dyn ClassSource>) -> Self {
        let mut world = Self {
            source,
            classes: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            selectors: Vec::new(),
            by_name: FxHashMap::default(),
            by_selector: FxHashMap::default(),
            dispatched: FxHashMap::default(),
            bodies: FxHashMap::default(),
            named: FxHashMap::default(),
            gaps: Vec::new(),
            object: ClassId(0),
        };
        world.object = world.class("java/lang/Object");
        world
    }

    /// `java.lang.Object`.
    #[must_use]
    pub fn object(&self) -> ClassId {
        self.object
    }

    /// A class without a file: of a primitive type, or one that the JDK spins.
    pub fn placeholder(&mut self, name: &str) -> ClassId {
        if let Some(known) = self.by_name.get(name) {
            return *known;
        }
        let name: Rc<str> = Rc::from(name);
        let id = ClassId(self.classes.len() as u32);
        self.classes
            .push(Class { origin: Origin::Jdk, ..Class::empty(name.clone(), Some(self.object)) });
        self.by_name.insert(name, id);
        id
    }

    /// The class of that internal name, loaded if need be.
    pub fn class(&mut self, name: &str) -> ClassId {
        if let Some(known) = self.by_name.get(name) {
            return *known;
        }
        let name: Rc<str> = Rc::from(name);
        let id = ClassId(self.classes.len() as u32);
        // Known before its supertypes are, so that a circle of them ends.
        self.by_name.insert(name.clone(), id);
        self.classes.push(Class {
            is_loading: true,
            ..Class::empty(name.clone(), (id.0 != 0).then_some(ClassId(0)))
        });
        if let Some(element) = name.strip_prefix('[') {
            self.load_array(id, element);
        } else {
            self.load(id, &name);
        }
        self.classes[id.index()].is_loading = false;
        id
    }

    /// The class of the objects that a lambda makes: fields for what it captures, and its method,
    /// by whatever bridge it is called.
    pub fn add_lambda(
        &mut self,
        within: ClassId,
        interfaces: &[ClassId],
        captured: &[&str],
        method: Selector,
    ) -> (ClassId, Vec<FieldId>, MethodId) {
        let class = ClassId(self.classes.len() as u32);
        let name: Rc<str> =
            Rc::from(format!("{}$$Lambda${}", self.classes[within.index()].name, class.0));
        let origin = self.classes[within.index()].origin;
        self.classes.push(Class { origin, ..Class::empty(name.clone(), Some(self.object)) });
        self.set_interfaces(class, interfaces.to_vec());
        self.by_name.insert(name, class);
        let mut fields = Vec::new();
        for (number, descriptor) in captured.iter().enumerate() {
            fields.push(FieldId(self.fields.len() as u32));
            let name = Rc::from(format!("captured{number}"));
            self.fields.push(Field {
                class,
                name,
                descriptor: Rc::from(*descriptor),
                access: access::FINAL,
            });
        }
        self.classes[class.index()].fields.clone_from(&fields);
        let id = MethodId(self.methods.len() as u32);
        self.methods.push(Method { class, selector: method, access: access::PUBLIC, index: 0 });
        for selector in self.bridged(class, method) {
            self.classes[class.index()].by_selector.insert(selector, id);
        }
        (class, fields, id)
    }

    /// A class of the application's that no file has, with fields, which are final, and one method.
    pub fn add_class(
        &mut self,
        name: &str,
        superclass: ClassId,
        fields: &[&str],
        method: &str,
        descriptor: &str,
        is_static: bool,
    ) -> (ClassId, MethodId) {
        let (class, name): (_, Rc<str>) = (ClassId(self.classes.len() as u32), Rc::from(name));
        self.classes.push(Class {
            origin: Origin::Application,
            ..Class::empty(name.clone(), Some(superclass))
        });
        self.by_name.insert(name, class);
        self.set_interfaces(class, Vec::new());
        for (number, descriptor) in fields.iter().enumerate() {
            let (id, name) =
                (FieldId(self.fields.len() as u32), Rc::from(format!("field{number}")));
            self.fields.push(Field {
                class,
                name,
                descriptor: Rc::from(*descriptor),
                access: access::FINAL,
            });
            self.classes[class.index()].fields.push(id);
        }
        let selector = self.selector(method, descriptor);
        let id = MethodId(self.methods.len() as u32);
        let access = access::PUBLIC | if is_static { access::STATIC } else { 0 };
        self.methods.push(Method { class, selector, access, index: 0 });
        self.classes[class.index()].by_selector.insert(selector, id);
        self.classes[class.index()].methods.push(id);
        (class, id)
    }

    /// The method itself and the abstract ones of the interfaces that have its name and as many
    /// parameters: the types of their parameters are others, as generics leave them.
    fn bridged(&self, class: ClassId, method: Selector) -> Vec<Selector> {
        let mut found = vec![method];
        for interface in self.classes[class.index()].all_interfaces.iter() {
            let interface = &self.classes[interface.index()];
            found.extend(interface.methods.iter().filter_map(|other| {
                let other = &self.methods[other.index()];
                let has_name =
                    self.selectors[other.selector.index()].0 == self.selectors[method.index()].0;
                let is_bridged = other.is(access::ABSTRACT)
                    && has_name
                    && self.types(other.selector).0.len() == self.types(method).0.len();
                is_bridged.then_some(other.selector)
            }));
        }
        found
    }

    /// The body of a method that no class file has.
    pub fn set_body(&mut self, method: MethodId, body: Body) {
        self.bodies.insert(method, Some(Rc::new(body)));
    }

    /// A method that no class file has, and that is not found by its name. It stands in for what a
    /// method calls there: it is given the receiver and the arguments of that, and its positions
    /// are those of the method that calls.
    pub fn add_stand_in(&mut self, by: MethodId, called: MethodId, body: Body) -> MethodId {
        let (id, called) = (MethodId(self.methods.len() as u32), &self.methods[called.index()]);
        let receiver = match called.is(access::STATIC) {
            true => String::new(),
            false => format!("L{};", self.classes[called.class.index()].name),
        };
        let descriptor =
            self.selectors[called.selector.index()].1.replacen('(', &format!("({receiver}"), 1);
        let Method { class, index, selector, .. } = self.methods[by.index()];
        // It is no constructor, and no initialiser.
        let name = self.selectors[selector.index()].0.trim_matches(['<', '>']).to_owned();
        let selector = self.selector(&name, &descriptor);
        self.methods.push(Method {
            class,
            selector,
            access: access::PRIVATE | access::STATIC,
            index,
        });
        self.set_body(id, body);
        id
    }

    /// The class of that internal name, if there is one. That it is missing is nothing to tell.
    pub fn class_if_there(&mut self, name: &str) -> Option<ClassId> {
        let element = name.trim_start_matches('[');
        let is_primitive = element.len() < name.len() && Type::of(element) != Some(Type::Reference);
        let element = raceproof_classfile::descriptor::object_name(element);
        let is_there = is_primitive
            || match self.by_name.get(element) {
                Some(known) => self.classes[known.index()].origin != Origin::Missing,
                None => self.source.class(element).is_ok_and(|found| found.is_some()),
            };
        is_there.then(|| self.class(name))
    }

    /// A class that was named before.
    #[must_use]
    pub fn class_if_known(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name).copied()
    }

    /// Something that cannot be analysed is told once.
    pub fn gap(&mut self, what: String) {
        if !self.gaps.contains(&what) {
            self.gaps.push(what);
        }
    }

    /// The class of arrays of objects of a class.
    pub fn array_of(&mut self, element: ClassId) -> ClassId {
        let name = &self.classes[element.index()].name;
        let name = if name.starts_with('[') { format!("[{name}") } else { format!("[L{name};") };
        self.class(&name)
    }

    fn load_array(&mut self, id: ClassId, element: &str) {
        self.classes[id.index()].origin = Origin::Jdk;
        self.classes[id.index()].access = access::PUBLIC | access::FINAL | access::ABSTRACT;
        let interfaces =
            ["java/lang/Cloneable", "java/io/Serializable"].map(|name| self.class(name));
        self.set_interfaces(id, interfaces.to_vec());
        if Type::of(element) == Some(Type::Reference) {
            let element = self.class(raceproof_classfile::descriptor::object_name(element));
            self.classes[id.index()].element = Some(element);
            self.classes[id.index()].origin = self.classes[element.index()].origin;
        }
    }

    fn load(&mut self, id: ClassId, name: &str) {
        let (bytes, origin) = match self.source.class(name) {
            Ok(Some(found)) => found,
            Ok(None) => {
                return self.gaps.push(format!("the class {} is missing", name.replace('/', ".")));
            }
            Err(error) => {
                return self
                    .gaps
                    .push(format!("the class {} cannot be read: {error}", name.replace('/', ".")));
            }
        };
        match ClassFile::parse(bytes) {
            // Classes live as long as the process, which analyses one program.
            Ok(file) if file.class_name(file.this_class).is_ok_and(|own| own == name) => {
                self.define(id, Box::leak(Box::new(file)), origin);
            }
            Ok(file) => {
                let own = file.class_name(file.this_class).unwrap_or_default().replace('/', ".");
                self.gaps.push(format!(
                    "the class {} is missing: its file holds {own}",
                    name.replace('/', ".")
                ));
            }
            Err(error) => {
                let what = match error {
                    ClassFileError::Version { .. } => "cannot be read",
                    _ => "is damaged",
                };
                self.gaps.push(format!("the class {} {what}: {error}", name.replace('/', ".")));
            }
        }
    }

    fn define(&mut self, id: ClassId, file: &'static ClassFile<'static>, origin: Origin) {
        let named = |index: u16| {
            file.class_name(index).map(std::borrow::Cow::into_owned).unwrap_or_default()
        };
        let superclass = (file.super_class != 0).then(|| self.class(&named(file.super_class)));
        let interfaces: Vec<ClassId> =
            file.interfaces.iter().map(|index| self.class(&named(*index))).collect();
        let is_circular = |class: &ClassId| self.classes[class.index()].is_loading;
        let (superclass, interfaces) = if superclass.iter().chain(&interfaces).any(is_circular) {
            let what = format!("the class {} is a supertype of itself", self.shown(id));
            self.gap(what);
            ((id.0 != 0).then_some(self.object), Vec::new())
        } else {
            (superclass, interfaces)
        };
        let class = &mut self.classes[id.index()];
        (class.origin, class.access, class.file) = (origin, file.access, Some(file));
        class.superclass = superclass;
        self.set_interfaces(id, interfaces);
        for field in &file.fields {
            self.add_field(id, file, field);
        }
        for (index, method) in file.methods.iter().enumerate() {
            self.add_method(id, file, method, index);
        }
    }

    fn set_interfaces(&mut self, class: ClassId, own: Vec<ClassId>) {
        let above = self.classes[class.index()]
            .superclass
            .map(|above| self.classes[above.index()].all_interfaces.clone());
        let inherited = above.unwrap_or_else(|| Rc::from([]));
        let mut all = inherited.to_vec();
        let mut met: FxHashSet<ClassId> = all.iter().copied().collect();
        for interface in &own {
            let more = self.classes[interface.index()].all_interfaces.iter();
            all.extend(
                [interface].into_iter().chain(more).filter(|interface| met.insert(**interface)),
            );
        }
        let found = &mut self.classes[class.index()];
        found.all_interfaces = if all.len() == inherited.len() { inherited } else { Rc::from(all) };
        found.interfaces = own;
    }

    fn add_field(&mut self, class: ClassId, file: &ClassFile<'static>, member: &Member<'static>) {
        let Some((name, descriptor)) = names_of(file, member) else { return };
        let id = FieldId(self.fields.len() as u32);
        self.classes[class.index()].by_field.insert((name.clone(), descriptor.clone()), id);
        self.classes[class.index()].fields.push(id);
        self.fields.push(Field { class, name, descriptor, access: member.access });
    }

    fn add_method(
        &mut self,
        class: ClassId,
        file: &ClassFile<'static>,
        member: &Member<'static>,
        index: usize,
    ) {
        let Some((name, descriptor)) = names_of(file, member) else { return };
        let selector = self.selector(&name, &descriptor);
        let id = MethodId(self.methods.len() as u32);
        self.classes[class.index()].by_selector.insert(selector, id);
        self.classes[class.index()].methods.push(id);
        self.methods.push(Method { class, selector, access: member.access, index });
    }

    /// The number of a name and a descriptor.
    pub fn selector(&mut self, name: &str, descriptor: &str) -> Selector {
        let key: (Rc<str>, Rc<str>) = (Rc::from(name), Rc::from(descriptor));
        if let Some(known) = self.by_selector.get(&key) {
            return *known;
        }
        let id = Selector(self.selectors.len() as u32);
        self.by_selector.insert(key.clone(), id);
        self.selectors.push(key);
        id
    }

    /// `java.util.HashMap`.
    #[must_use]
    pub fn shown(&self, class: ClassId) -> String {
        self.classes[class.index()].name.replace('/', ".")
    }

    /// The application's classes that were looked at, by name.
    #[must_use]
    pub fn own_classes(&self) -> Vec<String> {
        let is_own = |class: &&Class| class.file.is_some() && class.origin == Origin::Application;
        self.classes.iter().filter(is_own).map(|class| class.name.replace('/', ".")).collect()
    }

    /// `java.util.HashMap.put(Ljava/lang/Object;…)`, its descriptor as it is.
    #[must_use]
    pub fn shown_method(&self, method: MethodId) -> String {
        let method = &self.methods[method.index()];
        let (name, descriptor) = &self.selectors[method.selector.index()];
        format!("{}.{name}{descriptor}", self.shown(method.class))
    }

    /// Whether it is an array class.
    #[must_use]
    pub fn is_array(&self, class: ClassId) -> bool {
        self.classes[class.index()].name.starts_with('[')
    }

    /// The fields of objects of a class, its superclasses' among them.
    pub fn instance_fields(&self, class: ClassId) -> impl Iterator<Item = FieldId> {
        let chain =
            std::iter::successors(Some(class), |class| self.classes[class.index()].superclass);
        let fields = chain.flat_map(|class| self.classes[class.index()].fields.iter().copied());
        fields.filter(|field| !self.fields[field.index()].is(access::STATIC))
    }

    /// The name and the descriptor by which a call calls.
    #[must_use]
    pub fn called(&self, call: &Call) -> Option<(&str, &str)> {
        let selector = match call.callee {
            Callee::Exactly(method) => self.methods[method.index()].selector,
            Callee::Virtual { selector, .. } => selector,
            Callee::Polymorphic { .. } | Callee::Missing => return None,
        };
        let (name, descriptor) = &self.selectors[selector.index()];
        Some((name, descriptor))
    }

    /// What a call is made of, by which name and descriptor; none of a static method.
    #[must_use]
    pub fn called_on(&self, call: &Call) -> Option<(Reg, &str, &str)> {
        let is_static = matches!(call.callee, Callee::Exactly(method) if self.methods[method.index()].is(access::STATIC));
        let receiver =
            call.arguments.first().copied().filter(|receiver| !is_static && receiver.is_some())?;
        let (name, descriptor) = self.called(call)?;
        Some((receiver, name, descriptor))
    }

    /// A position in a method, as gaps name it.
    #[must_use]
    pub fn shown_place(&self, method: MethodId, position: u16) -> String {
        let line = crate::ir::line(self, method, position)
            .map_or(String::new(), |line| format!(":{line}"));
        self.shown_method(method) + &line
    }

    /// Whether a method's class is one of the application's.
    #[must_use]
    pub fn is_of_application(&self, method: MethodId) -> bool {
        self.classes[self.methods[method.index()].class.index()].origin == Origin::Application
    }

    /// The body of a method that has one; made when it is first asked for.
    pub fn body(&mut self, method: MethodId) -> Option<Rc<Body>> {
        if let Some(known) = self.bodies.get(&method) {
            return known.clone();
        }
        let body = match Body::of(self, method) {
            Ok(body) => body.map(Rc::new),
            Err(why) => {
                let what = format!("{} cannot be analysed: {why}", self.shown_method(method));
                self.gaps.push(what);
                None
            }
        };
        self.bodies.insert(method, body.clone());
        body
    }

    /// How many parameters a descriptor has, the receiver not counted, and what it returns.
    #[must_use]
    pub fn types(&self, selector: Selector) -> (Vec<Type>, Type) {
        let (_, descriptor) = &self.selectors[selector.index()];
        let (parameters, result) = split_method(descriptor).unwrap_or_default();
        let types =
            parameters.iter().map(|parameter| Type::of(parameter).unwrap_or(Type::Int)).collect();
        (types, Type::of(result).unwrap_or(Type::Void))
    }
}

fn names_of(file: &ClassFile<'static>, member: &Member<'static>) -> Option<(Rc<str>, Rc<str>)> {
    let name = file.text(member.name).ok()?;
    let descriptor = file.text(member.descriptor).ok()?;
    Some((Rc::from(&*name), Rc::from(&*descriptor)))
}
