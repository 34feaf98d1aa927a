//! Loadable constants, and what they are made of: method types, method handles, dynamic constants.

use crate::dynamic::method_handles::malformed;
use crate::execute::ask::{ASK_DYNAMIC, ASK_HANDLE, ASK_TYPE};
use crate::ground::class::{ClassRef, MethodRef, Resolved};
use crate::ground::heap::Ref;
use crate::ground::native::Exec;
use crate::ground::symbol::Symbol;
use crate::vm::{Vm, missing};
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::{Type, object_name, split_method};
use rustc_hash::FxHashMap;

/// Method types by the loader that resolved them and the descriptor.
#[derive(Default)]
struct MethodTypes(FxHashMap<(u32, Symbol), Ref>);

/// The classes of a method's parameters and of its result.
pub(crate) struct MethodClasses {
    pub(crate) parameters: Vec<ClassRef>,
    pub(crate) result: ClassRef,
}

impl Vm {
    /// The class a field descriptor names, seen from `from`.
    ///
    /// # Errors
    /// What loading throws.
    pub(crate) fn class_of_descriptor(
        &mut self,
        from: ClassRef,
        descriptor: &str,
    ) -> Exec<ClassRef> {
        if descriptor.len() == 1 {
            return Type::of(descriptor)
                .map(|ty| self.known.primitive(ty))
                .ok_or_else(|| malformed(descriptor));
        }
        let name = self.symbol(object_name(descriptor));
        if name == from.name {
            return Ok(from);
        }
        self.load(from.loader, name)
    }

    /// The classes in a method descriptor, which `from` must be allowed to access.
    pub(crate) fn method_classes(
        &mut self,
        from: ClassRef,
        descriptor: Symbol,
    ) -> Exec<MethodClasses> {
        let (parameters, result) =
            split_method(descriptor.text()).ok_or_else(|| malformed(descriptor))?;
        let mut accessible = |descriptor| {
            let class = self.class_of_descriptor(from, descriptor)?;
            self.check_class_access(from, class).map(|()| class)
        };
        let parameters = parameters.into_iter().map(&mut accessible).collect::<Exec<_>>()?;
        Ok(MethodClasses { parameters, result: accessible(result)? })
    }

    /// The `MethodType` of a method descriptor, seen from `from`.
    ///
    /// # Errors
    /// What loading throws; asks Java.
    pub(crate) fn method_type(&mut self, from: ClassRef, descriptor: Symbol) -> Exec<Ref> {
        if let Some(known) = self.extension.get::<MethodTypes>().0.get(&(from.loader.0, descriptor))
        {
            return Ok(*known);
        }
        let MethodClasses { parameters, result } = self.method_classes(from, descriptor)?;
        let mirrors: Vec<Ref> = parameters.iter().map(|parameter| parameter.mirror).collect();
        let array = self.linking(|vm| vm.new_references(vm.known.class.get(), &mirrors))?;
        let natives = self.load_boot("java/lang/invoke/MethodHandleNatives")?;
        let finder = self
            .method_named(
                natives,
                "findMethodHandleType",
                "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;",
            )
            .ok_or_else(|| missing("MethodHandleNatives.findMethodHandleType"))?;
        let question = (ASK_TYPE | from.loader.0, descriptor.id());
        let found = Ref::of(self.ask(question, finder, &[result.mirror.word(), array.word()])?);
        self.pinned.push(found);
        self.extension.get::<MethodTypes>().0.insert((from.loader.0, descriptor), found);
        Ok(found)
    }

    /// The value of a loadable constant.
    ///
    /// # Errors
    /// What resolution throws; asks Java for all but strings and classes.
    pub(crate) fn load_constant(&mut self, class: ClassRef, cp: u16) -> Exec<u64> {
        let constant = self.constant(class, cp)?;
        let cell = &class.resolved[usize::from(cp)];
        match cell.get() {
            Resolved::Object(object) => return Ok(object.word()),
            Resolved::Word(word) => return Ok(word),
            _ => {}
        }
        let object = match constant {
            Constant::Integer(v) => return Ok(u64::from(v.cast_unsigned())),
            Constant::Float(bits) => return Ok(u64::from(bits)),
            Constant::Long(v) => return Ok(v.cast_unsigned()),
            Constant::Double(bits) => return Ok(bits),
            Constant::String { utf8 } => {
                let file = class.file.ok_or_else(|| malformed("no class file"))?;
                let units = raceproof_classfile::mutf8::utf16(file.utf8(utf8).map_err(malformed)?);
                self.intern_units(&units)?
            }
            Constant::Class { .. } => return Ok(self.resolve_class(class, cp)?.mirror.word()),
            Constant::MethodType { descriptor } => {
                let descriptor = self.utf8(class, descriptor)?;
                self.method_type(class, descriptor)?
            }
            Constant::MethodHandle { kind, reference } => {
                let handle = self.method_handle(class, cp, kind, reference)?;
                self.pinned.push(handle);
                handle
            }
            Constant::Dynamic { bootstrap, name_and_type } => {
                return self.dynamic_constant(class, cp, bootstrap, name_and_type);
            }
            other => return Err(malformed(format!("{other:?} cannot be loaded"))),
        };
        cell.set(Resolved::Object(object));
        Ok(object.word())
    }

    fn member(&mut self, class: ClassRef, reference: u16) -> Exec<(ClassRef, Symbol, Symbol)> {
        let (Constant::Field { class: holder, name_and_type }
        | Constant::Method { class: holder, name_and_type }
        | Constant::InterfaceMethod { class: holder, name_and_type }) =
            self.constant(class, reference)?
        else {
            return Err(malformed("a method handle of no member"));
        };
        let (name, descriptor) = self.name_and_type(class, name_and_type)?;
        Ok((self.resolve_class(class, holder)?, name, descriptor))
    }

    /// As HotSpot does it: what the handle leads to is looked for before the classes in its type.
    fn method_handle(&mut self, class: ClassRef, cp: u16, kind: u8, reference: u16) -> Exec<Ref> {
        let (holder, name, descriptor) = self.member(class, reference)?;
        self.resolve_member(class, reference)?;
        let ty = if is_of_field(kind) {
            self.class_of_descriptor(class, descriptor.text())?.mirror
        } else {
            self.method_type(class, descriptor)?
        };
        let natives = self.load_boot("java/lang/invoke/MethodHandleNatives")?;
        let linker = self.only_method(natives, "linkMethodHandleConstant")?;
        let name = self.intern(name.text())?;
        let arguments =
            [class.mirror.word(), u64::from(kind), holder.mirror.word(), name.word(), ty.word()];
        self.ask((ASK_HANDLE | u32::from(cp), class.id.0), linker, &arguments).map(Ref::of)
    }

    fn resolve_member(&mut self, class: ClassRef, reference: u16) -> Exec<()> {
        match self.constant(class, reference)? {
            Constant::Field { .. } => self.resolve_field(class, reference).map(|_| ()),
            _ => self.resolve_method(class, reference).map(|_| ()),
        }
    }

    /// Resolves a static argument of a bootstrap method that the machine stands in for, which has
    /// no use for objects.
    pub(crate) fn resolve_argument(&mut self, class: ClassRef, cp: u16) -> Exec<()> {
        match self.constant(class, cp)? {
            Constant::MethodType { descriptor } => {
                let descriptor = self.utf8(class, descriptor)?;
                self.method_classes(class, descriptor).map(|_| ())
            }
            Constant::MethodHandle { kind, reference } => {
                let (_, _, descriptor) = self.member(class, reference)?;
                self.resolve_member(class, reference)?;
                if is_of_field(kind) {
                    return self.class_of_descriptor(class, descriptor.text()).map(|_| ());
                }
                self.method_classes(class, descriptor).map(|_| ())
            }
            _ => self.load_constant(class, cp).map(|_| ()),
        }
    }

    /// The one method of that name.
    pub(crate) fn only_method(&mut self, class: ClassRef, name: &str) -> Exec<MethodRef> {
        let found = class.methods.iter().find(|m| m.name.text() == name);
        found.copied().ok_or_else(|| missing(&format!("{}.{name}", class.name)))
    }

    /// The static arguments of a bootstrap method as the JDK takes them: nothing, one object, or an
    /// array.
    pub(crate) fn static_arguments(&mut self, class: ClassRef, list: &[u16]) -> Exec<Ref> {
        let mut objects = Vec::new();
        for cp in list {
            let word = self.load_constant(class, *cp)?;
            objects.push(self.boxed_constant(class, *cp, word)?);
        }
        match objects.as_slice() {
            [] => Ok(Ref::NULL),
            // An array alone would be taken for several arguments.
            [one] if !self.class_of(*one).is_array() => Ok(*one),
            _ => self.linking(|vm| vm.new_references(vm.known.object.get(), &objects)),
        }
    }

    fn boxed_constant(&mut self, class: ClassRef, cp: u16, word: u64) -> Exec<Ref> {
        let ty = match self.constant(class, cp)? {
            Constant::Integer(_) => Type::Int,
            Constant::Float(_) => Type::Float,
            Constant::Long(_) => Type::Long,
            Constant::Double(_) => Type::Double,
            Constant::Dynamic { name_and_type, .. } => {
                let (_, descriptor) = self.name_and_type(class, name_and_type)?;
                Type::of(descriptor.text()).unwrap_or(Type::Reference)
            }
            _ => Type::Reference,
        };
        self.linking(|vm| vm.box_word(ty, word))
    }

    /// A row of the class's bootstrap methods.
    pub(crate) fn bootstrap(
        &self,
        class: ClassRef,
        index: u16,
    ) -> Exec<&'static raceproof_classfile::BootstrapMethod> {
        let file = class.file.ok_or_else(|| malformed("no class file"))?;
        let rows = class.bootstraps.get_or_init(|| file.bootstrap_methods().unwrap_or_default());
        rows.get(usize::from(index))
            .ok_or_else(|| malformed(format!("bootstrap method {index} does not exist")))
    }

    fn dynamic_constant(
        &mut self,
        class: ClassRef,
        cp: u16,
        bootstrap: u16,
        name_and_type: u16,
    ) -> Exec<u64> {
        let row = self.bootstrap(class, bootstrap)?;
        let (name, descriptor) = self.name_and_type(class, name_and_type)?;
        let handle = self.load_constant(class, row.method)?;
        let ty = self.class_of_descriptor(class, descriptor.text())?;
        let arguments = self.static_arguments(class, &row.arguments)?;
        let natives = self.load_boot("java/lang/invoke/MethodHandleNatives")?;
        let linker = self.only_method(natives, "linkDynamicConstant")?;
        let name = self.intern(name.text())?;
        let mut words = vec![class.mirror.word()];
        if linker.arguments.len() == 6 {
            words.push(0); // index of the constant, on releases that take it
        }
        words.extend([handle, name.word(), ty.mirror.word(), arguments.word()]);
        let object =
            Ref::of(self.ask((ASK_DYNAMIC | u32::from(cp), class.id.0), linker, &words)?);
        let field_type = Type::of(descriptor.text()).unwrap_or(Type::Reference);
        let cell = &class.resolved[usize::from(cp)];
        if field_type == Type::Reference {
            self.pinned.push(object);
            cell.set(if object.is_null() { Resolved::Word(0) } else { Resolved::Object(object) });
            return Ok(object.word());
        }
        let word = self.unbox_word(object, field_type)?;
        cell.set(Resolved::Word(word));
        Ok(word)
    }
}

/// Whether a method handle of that kind reads or writes a field (JVMS 4.4.8).
fn is_of_field(kind: u8) -> bool {
    kind <= 4
}
