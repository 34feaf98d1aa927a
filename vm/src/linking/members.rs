//! The members of a class that is being defined: where its fields lie, its methods with their
//! peers, its vtable.

use crate::ground::class::{Class, Field, FieldRef, LoaderId, Method, MethodRef, access};
use crate::ground::heap::HEADER_WORDS;
use crate::ground::native::{Exec, Manner, Row, Trap};
use crate::ground::symbol::Symbol;
use crate::linking::define::format_error;
use crate::vm::Vm;
use raceproof_base::Part;
use raceproof_classfile::descriptor::{Type, field_length, split_method};
use raceproof_classfile::{Attribute, ClassFile, Member, find_attribute};
use std::cell::{Cell, OnceCell};

/// Fields the machine adds to classes of the JDK, behind their own.
const INJECTED: &[(&str, &[(&str, &str)])] = &[
    ("java/lang/Class", &[("$class", "J"), ("$status", "J"), ("$failure", "J")]),
    ("java/lang/invoke/ResolvedMethodName", &[("$method", "J")]),
    ("java/lang/invoke/MemberName", &[("$index", "J")]),
    ("java/lang/invoke/LambdaForm", &[("$code", "J")]),
    ("java/lang/Thread", &[("$thread", "J")]),
    ("jdk/internal/misc/Unsafe", &[("$memory", "[Ljava/lang/Object;")]),
    ("java/lang/Module", &[("$defined", "J")]),
    ("java/io/FileDescriptor", &[("$moved", "J")]),
];

impl Vm {
    pub(crate) fn lay_out_fields(
        &mut self,
        class: &mut Class,
        file: &'static ClassFile<'static>,
    ) -> Exec<()> {
        let mut instance = class.super_class.map_or(HEADER_WORDS, |s| s.instance_words);
        let mut references = class.super_class.map_or(Vec::new(), |s| s.reference_words.to_vec());
        let mut statics = self.known.mirror_words;
        let mut static_references = Vec::new();
        let mut fields: Vec<FieldRef> = Vec::new();
        for (index, member) in file.fields.iter().enumerate() {
            let field = self.make_field(class.name, file, member, index)?;
            if fields.iter().any(|f| f.name == field.name && f.descriptor == field.descriptor) {
                let what = format!(
                    "Duplicate field name \"{}\" with signature \"{}\"",
                    field.name, field.descriptor
                );
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
        for (name, descriptor) in
            INJECTED.iter().find(|(n, _)| *n == class.name.text()).map_or(&[][..], |(_, f)| f)
        {
            let ty = Type::of(descriptor).expect("the table's own descriptors");
            if ty == Type::Reference {
                references.push(instance as u16);
            }
            let field = Field {
                class: Cell::new(None),
                index: u16::MAX,
                name: self.symbol(name),
                descriptor: self.symbol(descriptor),
                ty,
                access: access::PRIVATE | access::SYNTHETIC,
                word: instance,
                checked: OnceCell::new(),
                contested: OnceCell::new(),
                listed: OnceCell::new(),
                excepted: OnceCell::new(),
                proved: OnceCell::new(),
                orders: OnceCell::new(),
                attributes: &[],
            };
            instance += 1;
            fields.push(Box::leak(Box::new(field)));
        }
        if instance > usize::from(u16::MAX) {
            return Err(Trap::Unsupported(format!(
                "a class with more than 65,000 fields: {}",
                class.name
            )));
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
            return Err(format_error(
                class.text(),
                format!("Field has invalid signature \"{descriptor}\""),
            ));
        }
        Ok(Field {
            class: Cell::new(None),
            index: index as u16,
            name: self.symbol(&text(member.name)?),
            descriptor: self.symbol(&descriptor),
            ty: Type::of(&descriptor).unwrap_or(Type::Int),
            access: ClassFile::field_flags(member.access),
            word: 0,
            checked: OnceCell::new(),
            contested: OnceCell::new(),
            listed: OnceCell::new(),
            excepted: OnceCell::new(),
            proved: OnceCell::new(),
            orders: OnceCell::new(),
            attributes: &member.attributes,
        })
    }

    pub(crate) fn make_methods(
        &mut self,
        class: &mut Class,
        file: &'static ClassFile<'static>,
    ) -> Exec<()> {
        let mut methods: Vec<MethodRef> = Vec::new();
        let mut vtable = class.super_class.map_or(Vec::new(), |s| s.vtable.to_vec());
        for (slot, member) in file.methods.iter().enumerate() {
            let text = |index| file.text(index).map_err(|e| format_error(class.name.text(), e));
            let (name, descriptor) = (text(member.name)?, text(member.descriptor)?);
            let flags = file.method_flags(&name, member.access);
            let name = self.symbol(&name);
            let descriptor = self.symbol(&descriptor);
            let method =
                self.make_method(class, name, descriptor, flags, slot as u16, &member.attributes)?;
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
    pub(crate) fn make_method(
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
        let fits =
            |(n, d, _): &&Row| *n == name.text() && (d.is_empty() || *d == descriptor.text());
        // All peers stand in for methods of `java.base`: a program's class may have the name of one
        // of its classes. Only those for exploration also mean classes that programs bring along.
        let in_jdk = class.loader == LoaderId::BOOT;
        let exploring = if self.options.explore {
            self.linked.registry().exploring_of(class_name)
        } else {
            &[]
        };
        let mut peer = exploring.iter().find(fits);
        if in_jdk {
            peer = peer.or_else(|| self.linked.registry().of(class_name).iter().find(fits));
            if flags & access::NATIVE != 0 {
                let natives = self
                    .linked
                    .registry()
                    .natives_of(class_name)
                    .iter()
                    .chain(self.linked.registry().of("*"));
                peer = peer.or_else(|| natives.into_iter().find(fits));
            }
        }
        let part = self.part_of(class, name, descriptor);
        let listed = match in_jdk && self.options.explore {
            true => self.linked.registry().manner(class_name, name.text()),
            false => Manner::Step,
        };
        let manner = match listed {
            Manner::Changes(_) => listed,
            _ if matches!(part, Part::Estimate | Part::Glimpse) => Manner::Estimate,
            _ => listed,
        };
        let polymorphic = flags & (access::NATIVE | access::VARARGS)
            == access::NATIVE | access::VARARGS
            && (class_name == "java/lang/invoke/MethodHandle"
                || class_name == "java/lang/invoke/VarHandle");
        let annotated = |text: &str| has_annotation(class.file, attributes, text);
        let method: MethodRef = Box::leak(Box::new(Method {
            id: self.linked.methods.len() as u32,
            class: Cell::new(None),
            slot,
            name,
            descriptor,
            access: flags,
            arguments: arguments.into(),
            result: Type::of(result).unwrap_or(Type::Void),
            attributes,
            peer: Cell::new(peer.map(|(_, _, peer)| *peer)),
            manner,
            part,
            code: OnceCell::new(),
            plain: Cell::new(None),
            vtable_index: Cell::new(None),
            hidden: class.hidden
                || in_jdk
                    && (annotated("Ljava/lang/invoke/LambdaForm$Hidden;")
                        || annotated("Ljdk/internal/vm/annotation/Hidden;")),
            signature_polymorphic: polymorphic,
            caller_sensitive: in_jdk && annotated("Ljdk/internal/reflect/CallerSensitive;"),
        }));
        self.linked.methods.push(method);
        Ok(method)
    }

    /// What a method is to operations of the class library.
    fn part_of(&self, class: &Class, method: Symbol, descriptor: Symbol) -> Part {
        let operations = &self.explore.library;
        if operations.is_empty() {
            Part::Inner
        } else if self.linked.is_of_jdk(class.loader) {
            operations.part(&class.java_name(), method.text(), descriptor.text())
        } else {
            Part::Apart
        }
    }

    pub(crate) fn enter_vtable(
        &self,
        class: &Class,
        vtable: &mut Vec<MethodRef>,
        method: MethodRef,
    ) -> Exec<()> {
        if method.is_static()
            || method.is_private()
            || method.is_initializer()
            || class.is_interface()
        {
            return Ok(());
        }
        let mut place = None;
        for (index, inherited) in vtable.iter_mut().enumerate() {
            if inherited.name == method.name
                && inherited.descriptor == method.descriptor
                && overrides(class, inherited)
            {
                if inherited.access & access::FINAL != 0 {
                    let (name, holder) = (class.java_name(), inherited.class().java_name());
                    let (overridden, descriptor) = (inherited.name, inherited.descriptor);
                    return Err(Trap::java(
                        "java/lang/IncompatibleClassChangeError",
                        format!(
                            "class {name} overrides final method {holder}.{overridden}{descriptor}"
                        ),
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
}

fn overrides(class: &Class, inherited: MethodRef) -> bool {
    if inherited.is_private() {
        return false;
    }
    if inherited.access & (access::PUBLIC | access::PROTECTED) != 0 {
        return true;
    }
    inherited.class().same_package(class)
}

/// Whether a member carries an annotation: its type's name occurs as a `Utf8` the annotation
/// attribute refers to.
fn has_annotation(
    file: Option<&'static ClassFile<'static>>,
    attributes: &[Attribute<'static>],
    ty: &str,
) -> bool {
    let (Some(file), Some(attribute)) =
        (file, find_attribute(attributes, "RuntimeVisibleAnnotations"))
    else {
        return false;
    };
    attribute
        .data
        .windows(2)
        .any(|pair| file.utf8(u16::from_be_bytes([pair[0], pair[1]])) == Ok(ty.as_bytes()))
}
