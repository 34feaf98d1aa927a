//! Method handles, method types and variable handles.
//!
//! The JDK builds method handles as trees of lambda forms: straight lists of calls. Where HotSpot spins a class for a
//! form, this machine translates the form's names into register code, once per form, and remembers the code's number
//! in a field it added to `LambdaForm`. A direct variable-handle access calls the static method of that name in the
//! handle's class, as HotSpot's guards do; anything less direct goes through the JDK's own generic invoker.

use crate::class::{ClassRef, MethodRef, Resolved};
use crate::code::{Code, Extra, Insn, NO_REG, Reg};
use crate::generate::Generator;
use crate::heap::Ref;
use crate::native::{Exec, Trap};
use crate::symbol::Symbol;
use crate::vm::{Vm, missing};
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::{Type, object_name, split_method};
use rustc_hash::FxHashMap;

/// Kinds of questions to Java, see [`crate::ask`].
const ASK_TYPE: u32 = 1 << 28;
const ASK_HANDLE: u32 = 2 << 28;
const ASK_DYNAMIC: u32 = 3 << 28;
pub(crate) const ASK_SITE: u32 = 4 << 28;

/// `MemberName.IS_FIELD`.
const MEMBER_IS_FIELD: u64 = 0x4_0000;

/// Method types by the loader that resolved them and the descriptor.
#[derive(Default)]
struct MethodTypes(FxHashMap<(u32, Symbol), Ref>);

/// Stubs of polymorphic call sites, by loader, operation and descriptor.
#[derive(Default)]
struct PolymorphicStubs(FxHashMap<(u32, u32, Symbol), MethodRef>);

fn malformed(what: impl std::fmt::Display) -> Trap {
    Trap::java("java/lang/ClassFormatError", what.to_string())
}

impl Vm {
    /// The class a field descriptor names, seen from `from`.
    ///
    /// # Errors
    /// What loading throws.
    pub fn class_of_descriptor(&mut self, from: ClassRef, descriptor: &str) -> Exec<ClassRef> {
        if descriptor.len() == 1 {
            return Type::of(descriptor).map(|ty| self.known.primitive(ty)).ok_or_else(|| malformed(descriptor));
        }
        let name = self.symbol(object_name(descriptor));
        if name == from.name {
            return Ok(from);
        }
        self.load(from.loader, name)
    }

    /// The `MethodType` of a method descriptor, seen from `from`.
    ///
    /// # Errors
    /// What loading throws; asks Java.
    pub fn method_type(&mut self, from: ClassRef, descriptor: Symbol) -> Exec<Ref> {
        if let Some(known) = self.extension.get::<MethodTypes>().0.get(&(from.loader.0, descriptor)) {
            return Ok(*known);
        }
        let (parameters, result) = split_method(descriptor.text()).ok_or_else(|| malformed(descriptor))?;
        let mut mirrors = Vec::new();
        for parameter in parameters {
            mirrors.push(self.class_of_descriptor(from, parameter)?.mirror);
        }
        let result = self.class_of_descriptor(from, result)?.mirror;
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
        let found = Ref::of(self.ask(question, finder, &[result.word(), array.word()])?);
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
        | Constant::InterfaceMethod { class: holder, name_and_type }) = self.constant(class, reference)?
        else {
            return Err(malformed("a method handle of no member"));
        };
        let (name, descriptor) = self.name_and_type(class, name_and_type)?;
        Ok((self.resolve_class(class, holder)?, name, descriptor))
    }

    fn method_handle(&mut self, class: ClassRef, cp: u16, kind: u8, reference: u16) -> Exec<Ref> {
        let (holder, name, descriptor) = self.member(class, reference)?;
        let ty = if kind <= 4 {
            self.class_of_descriptor(class, descriptor.text())?.mirror
        } else {
            self.method_type(class, descriptor)?
        };
        let natives = self.load_boot("java/lang/invoke/MethodHandleNatives")?;
        let linker = self.only_method(natives, "linkMethodHandleConstant")?;
        let name = self.intern(name.text())?;
        let arguments = [class.mirror.word(), u64::from(kind), holder.mirror.word(), name.word(), ty.word()];
        self.ask((ASK_HANDLE | u32::from(cp), class.id.0), linker, &arguments).map(Ref::of)
    }

    /// The one method of that name.
    pub(crate) fn only_method(&mut self, class: ClassRef, name: &str) -> Exec<MethodRef> {
        let found = class.methods.iter().find(|m| m.name.text() == name);
        found.copied().ok_or_else(|| missing(&format!("{}.{name}", class.name)))
    }

    /// The static arguments of a bootstrap method as the JDK takes them: nothing, one object, or an array.
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
    pub(crate) fn bootstrap(&self, class: ClassRef, index: u16) -> Exec<&'static raceproof_classfile::BootstrapMethod> {
        let file = class.file.ok_or_else(|| malformed("no class file"))?;
        let rows = class.bootstraps.get_or_init(|| file.bootstrap_methods().unwrap_or_default());
        rows.get(usize::from(index)).ok_or_else(|| malformed(format!("bootstrap method {index} does not exist")))
    }

    fn dynamic_constant(&mut self, class: ClassRef, cp: u16, bootstrap: u16, name_and_type: u16) -> Exec<u64> {
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
        let object = Ref::of(self.ask((ASK_DYNAMIC | u32::from(cp), class.id.0), linker, &words)?);
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

    /// Links a call of `MethodHandle.invoke…` or `VarHandle.…` to a stub for its descriptor.
    pub(crate) fn link_polymorphic(
        &mut self,
        code: &'static Code,
        class: ClassRef,
        method: MethodRef,
        site: u16,
    ) -> Exec<()> {
        let cp = code.sites[usize::from(site)].cp;
        let Constant::Method { name_and_type, .. } = self.constant(class, cp)? else {
            return Err(malformed("a polymorphic call through an interface"));
        };
        let (_, descriptor) = self.name_and_type(class, name_and_type)?;
        let key = (class.loader.0, method.id, descriptor);
        let known = self.extension.get::<PolymorphicStubs>().0.get(&key).copied();
        let stub = match known {
            Some(stub) => stub,
            None => {
                let stub = self.polymorphic_stub(class, method, descriptor)?;
                self.extension.get::<PolymorphicStubs>().0.insert(key, stub);
                stub
            }
        };
        self.bind_site(code, site, stub)
    }

    fn polymorphic_stub(&mut self, class: ClassRef, method: MethodRef, descriptor: Symbol) -> Exec<MethodRef> {
        let (parameters, result) = split_method(descriptor.text()).ok_or_else(|| malformed(descriptor))?;
        let owner = method.class();
        let mut g = Generator::new(owner);
        let mut types: Vec<Type> = parameters.iter().filter_map(|p| Type::of(p)).collect();
        let name = method.name.text();
        if !method.is_static() {
            types.insert(0, Type::Reference);
        }
        let registers = g.registers(&types);
        let result_type = Type::of(result).unwrap_or(Type::Void);
        let d = if result_type == Type::Void { NO_REG } else { g.register(result_type) };
        match name {
            "invokeExact" | "invoke" => {
                let ty = self.method_type(class, descriptor)?;
                self.emit_invoke(&mut g, name == "invokeExact", ty, &registers, d)?;
            }
            "invokeBasic" => g.extra(d, NO_REG, Extra::Native(invoke_basic, registers.clone().into())),
            "linkToStatic" => g.extra(d, NO_REG, Extra::Native(link_direct, registers.clone().into())),
            "linkToSpecial" => g.extra(d, NO_REG, Extra::Native(link_special, registers.clone().into())),
            "linkToVirtual" | "linkToInterface" => {
                g.extra(d, NO_REG, Extra::Native(link_selected, registers.clone().into()))
            }
            "linkToNative" => {
                return Err(Trap::Unsupported("foreign functions (MethodHandle.linkToNative)".to_owned()));
            }
            _ => self.emit_var_handle(&mut g, class, name, descriptor, &registers, d, result_type)?,
        }
        if result_type == Type::Reference && owner.name.text().ends_with("VarHandle") && result != "Ljava/lang/Object;"
        {
            let target = self.class_of_descriptor(class, result)?;
            g.extra(d, d, Extra::Cast(target));
        }
        g.emit(if d == NO_REG { Insn::Return } else { Insn::ReturnValue { a: d } });
        g.finish(self, name, "()V")
    }

    fn emit_invoke(&mut self, g: &mut Generator, exact: bool, ty: Ref, registers: &[Reg], d: Reg) -> Exec<()> {
        let type_register = g.reference();
        g.constant(type_register, ty.word());
        let handle = registers[0];
        let mut call = registers.to_vec();
        if exact {
            let invokers = self.load_boot("java/lang/invoke/Invokers")?;
            let check = self.only_method(invokers, "checkExactType")?;
            g.extra(NO_REG, NO_REG, Extra::Native(require_handle, [handle].into()));
            g.emit(Insn::EnsureInit { class: invokers.id.0 });
            g.call(check, &[handle, type_register], NO_REG);
        } else {
            let handles = self.known.method_handle.get();
            let as_type = self
                .method_named(handles, "asType", "(Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;")
                .ok_or_else(|| missing("MethodHandle.asType"))?;
            let adapted = g.reference();
            g.call_virtual(as_type, &[handle, type_register], adapted);
            call[0] = adapted;
        }
        g.extra(d, NO_REG, Extra::Native(invoke_basic, call.into()));
        Ok(())
    }

    /// A direct handle's access is a call of the static method of that name; the first operand of the extra tells which.
    #[allow(clippy::too_many_arguments)] // the parts of one call site
    fn emit_var_handle(
        &mut self,
        g: &mut Generator,
        class: ClassRef,
        name: &str,
        descriptor: Symbol,
        registers: &[Reg],
        d: Reg,
        result: Type,
    ) -> Exec<()> {
        let ty = self.method_type(class, descriptor)?;
        let number = g.register(Type::Int);
        let type_register = g.reference();
        let operation = self.var_operation(name, descriptor, result);
        g.constant(number, u64::from(operation));
        g.constant(type_register, ty.word());
        let chosen = g.reference();
        let direct = g.reference();
        g.extra(NO_REG, NO_REG, Extra::Native(require_handle, [registers[0]].into()));
        // `chosen` becomes null for a direct call, else the method handle to invoke with `direct` as the first argument.
        g.extra(chosen, NO_REG, Extra::Native(var_handle_generic, [registers[0], number, type_register].into()));
        let branch = g.position();
        g.emit(Insn::JNonNull { a: chosen, t: 0 });
        let mut list = vec![number];
        list.extend_from_slice(registers);
        g.extra(d, NO_REG, Extra::Native(var_handle_direct, list.into()));
        g.emit(if d == NO_REG { Insn::Return } else { Insn::ReturnValue { a: d } });
        g.land(branch);
        let handles = self.known.var_handle.get();
        let as_direct = self
            .method_named(handles, "asDirect", "()Ljava/lang/invoke/VarHandle;")
            .ok_or_else(|| missing("VarHandle.asDirect"))?;
        g.call_virtual(as_direct, &[registers[0]], direct);
        let mut list = vec![chosen, direct];
        list.extend_from_slice(&registers[1..]);
        g.extra(d, NO_REG, Extra::Native(invoke_basic, list.into()));
        Ok(())
    }

    fn var_operation(&mut self, name: &str, descriptor: Symbol, result: Type) -> u32 {
        let name = self.symbol(name);
        let arguments =
            split_method(descriptor.text()).map_or(Vec::new(), |(p, _)| p.iter().filter_map(|p| Type::of(p)).collect());
        let table = &mut self.extension.get::<VarOperations>().0;
        table.push(VarOperation { name, arguments, result });
        table.len() as u32 - 1
    }

    /// The code of a lambda form.
    fn form_code(&mut self, form: Ref) -> Exec<MethodRef> {
        let number = self.field(form, "$code");
        if number != 0 {
            return Ok(self.generated[number as usize - 1]);
        }
        let method = self.translate_form(form)?;
        self.generated.push(method);
        let number = self.generated.len() as u64;
        self.set_field(form, "$code", number);
        Ok(method)
    }

    fn translate_form(&mut self, form: Ref) -> Exec<MethodRef> {
        let names = self.references(self.field_ref(form, "names"));
        let arity = self.field(form, "arity") as usize;
        let result = self.field(form, "result") as i32;
        let mut g = Generator::new(self.known.lambda_form.get());
        let mut registers = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let ty = self.basic_type(*name);
            if index < arity || ty != Type::Void {
                registers.push(g.register(ty));
            } else {
                registers.push(NO_REG);
            }
        }
        for (index, name) in names.iter().enumerate().skip(arity) {
            self.translate_name(&mut g, *name, &registers, registers[index])?;
        }
        match usize::try_from(result).ok().and_then(|r| registers.get(r)) {
            Some(register) if *register != NO_REG => g.emit(Insn::ReturnValue { a: *register }),
            _ => g.emit(Insn::Return),
        }
        g.finish(self, "<form>", "()V")
    }

    fn basic_type(&self, name: Ref) -> Type {
        let ty = self.field_ref(name, "type");
        match self.field(ty, "ordinal") {
            0 => Type::Reference,
            1 => Type::Int,
            2 => Type::Long,
            3 => Type::Float,
            4 => Type::Double,
            _ => Type::Void,
        }
    }

    fn translate_name(&mut self, g: &mut Generator, name: Ref, registers: &[Reg], d: Reg) -> Exec<()> {
        let function = self.field_ref(name, "function");
        let arguments = self.references(self.field_ref(name, "arguments"));
        let member = self.field_ref(function, "member");
        let handle = self.field_ref(function, "resolvedHandle");
        if !member.is_null() && handle.is_null() && self.field(member, "flags") & MEMBER_IS_FIELD != 0 {
            return self.translate_constant(g, member, d);
        }
        let target = if member.is_null() { None } else { self.member_method(member)? };
        let mut list: Vec<Reg> = Vec::new();
        if target.is_none() {
            if handle.is_null() {
                let name = self.text(self.field_ref(member, "name"));
                return Err(Trap::Unsupported(format!("a lambda form whose function {name} is not resolved")));
            }
            let register = g.reference();
            g.constant(register, handle.word());
            list.push(register);
        }
        for (index, argument) in arguments.iter().enumerate() {
            list.push(self.form_argument(g, *argument, target, index, registers)?);
        }
        let Some(method) = target else {
            g.extra(d, NO_REG, Extra::Native(invoke_basic, list.into()));
            return Ok(());
        };
        let kind = (self.field(member, "flags") >> 24 & 0xF) as u8;
        if method.signature_polymorphic {
            let routine = match method.name.text() {
                "invokeBasic" => invoke_basic,
                "linkToStatic" => link_direct,
                "linkToSpecial" => link_special,
                "linkToVirtual" | "linkToInterface" => link_selected,
                other => return Err(Trap::Unsupported(format!("{other} inside a lambda form"))),
            };
            g.extra(d, NO_REG, Extra::Native(routine, list.into()));
        } else if method.is_static() {
            g.emit(Insn::EnsureInit { class: method.class().id.0 });
            g.call(method, &list, d);
        } else if kind == 5 || kind == 9 {
            g.call_virtual(method, &list, d);
        } else {
            g.extra(NO_REG, NO_REG, Extra::Native(require_handle, [list[0]].into()));
            g.call(method, &list, d);
        }
        Ok(())
    }

    /// A name whose function is a static field gives the field's value.
    fn translate_constant(&mut self, g: &mut Generator, member: Ref, d: Reg) -> Exec<()> {
        let class = self.mirrored(self.field_ref(member, "clazz"));
        let at = class.mirror.0 + (self.field(member, "$index") / 8) as u32;
        g.emit(Insn::EnsureInit { class: class.id.0 });
        g.emit(Insn::StaticW { d, at });
        Ok(())
    }

    /// The register of an argument: an earlier name's, or a new one with the constant.
    fn form_argument(
        &mut self,
        g: &mut Generator,
        argument: Ref,
        target: Option<MethodRef>,
        index: usize,
        registers: &[Reg],
    ) -> Exec<Reg> {
        if !argument.is_null() && self.class_of(argument).name.text() == "java/lang/invoke/LambdaForm$Name" {
            let index = self.field(argument, "index") as u16;
            return Ok(registers[usize::from(index)]);
        }
        let declared = target.filter(|m| !m.signature_polymorphic).and_then(|m| m.arguments.get(index).copied());
        let boxed = if argument.is_null() { None } else { self.known.boxed_type(self.class_of(argument)) };
        let ty = match (declared, boxed) {
            (Some(Type::Reference), _) | (_, None) => Type::Reference,
            (Some(ty), _) => ty,
            (None, Some(ty)) if target.is_some() => ty,
            (None, Some(_)) => Type::Reference,
        };
        let register = g.register(ty);
        let word = if ty == Type::Reference { argument.word() } else { self.unbox_word(argument, ty)? };
        g.constant(register, word);
        Ok(register)
    }

    /// The method a resolved `MemberName` stands for.
    ///
    /// # Errors
    /// What resolving it throws.
    pub fn member_method(&mut self, member: Ref) -> Exec<Option<MethodRef>> {
        let resolved = self.field_ref(member, "method");
        if !resolved.is_null() {
            let number = self.field(resolved, "$method");
            if number != 0 {
                return Ok(Some(self.methods[number as usize - 1]));
            }
        }
        Ok(None)
    }

    /// Makes `member` stand for `method`.
    ///
    /// # Errors
    /// `OutOfMemoryError`.
    pub fn set_member_method(&mut self, member: Ref, method: MethodRef) -> Exec<()> {
        let resolved = self.new_object(self.known.resolved_name.get())?;
        self.set_field(resolved, "$method", u64::from(method.id) + 1);
        if self.known.resolved_name.get().field_named("vmholder").is_some() {
            self.set_field(resolved, "vmholder", method.class().mirror.word());
        }
        self.set_field(member, "method", resolved.word());
        Ok(())
    }
}

/// A variable handle's access: what a call site asks for.
struct VarOperation {
    name: Symbol,
    arguments: Vec<Type>,
    result: Type,
}

#[derive(Default)]
struct VarOperations(Vec<VarOperation>);

/// Null check of a handle.
fn require_handle(_: &mut Vm, registers: &[u64]) -> Exec<u64> {
    if registers[0] == 0 { Err(Trap::null()) } else { Ok(0) }
}

/// `invokeBasic`: runs the handle's form.
pub fn invoke_basic(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let handle = Ref::of(registers[0]);
    if handle.is_null() {
        return Err(Trap::null());
    }
    let form = vm.field_ref(handle, "form");
    let method = vm.form_code(form)?;
    Err(Trap::Call(method, registers.to_vec()))
}

fn trailing_member(vm: &mut Vm, registers: &[u64]) -> Exec<(MethodRef, Vec<u64>)> {
    let (member, arguments) = registers.split_last().ok_or_else(Trap::null)?;
    let member = Ref::of(*member);
    if member.is_null() {
        return Err(Trap::null());
    }
    let method =
        vm.member_method(member)?.ok_or_else(|| Trap::java("java/lang/InternalError", "unresolved member name"))?;
    Ok((method, arguments.to_vec()))
}

fn link_direct(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let (method, arguments) = trailing_member(vm, registers)?;
    vm.ensure_initialized(method.class())?;
    Err(Trap::Call(method, arguments))
}

fn link_special(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let (method, arguments) = trailing_member(vm, registers)?;
    if arguments.first() == Some(&0) {
        return Err(Trap::null());
    }
    Err(Trap::Call(method, arguments))
}

fn link_selected(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let (method, arguments) = trailing_member(vm, registers)?;
    let receiver = Ref::of(arguments.first().copied().unwrap_or(0));
    if receiver.is_null() {
        return Err(Trap::null());
    }
    let class = vm.class_of(receiver);
    if method.class().is_interface() && !class.is_subtype_of(method.class()) {
        let message = format!(
            "Class {} does not implement the requested interface {}",
            class.java_name(),
            method.class().java_name()
        );
        return Err(Trap::java("java/lang/IncompatibleClassChangeError", message));
    }
    let selected = vm.select_virtual(class, method)?;
    Err(Trap::Call(selected, arguments))
}

/// The static method that performs an access, if the handle has one for exactly these kinds of values.
fn direct_access(vm: &mut Vm, handle: Ref, number: u64) -> Option<MethodRef> {
    let operation = vm.extension.get::<VarOperations>().0.get(number as usize)?;
    let (name, arguments, result) = (operation.name, operation.arguments.clone(), operation.result);
    let mut class = Some(vm.class_of(handle));
    while let Some(this) = class {
        let fits = |m: &&MethodRef| {
            m.is_static()
                && m.name == name
                && m.arguments.len() == arguments.len() + 1
                && m.arguments[1..] == arguments[..]
                && (m.result == result || result == Type::Void)
        };
        if let Some(method) = this.methods.iter().find(fits) {
            return Some(method);
        }
        if this.name.text() == "java/lang/invoke/VarHandle" {
            return None;
        }
        class = this.super_class;
    }
    None
}

/// Null if the access has a direct method, else the method handle the JDK's generic path invokes.
fn var_handle_generic(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let handle = Ref::of(registers[0]);
    let exact = vm.class_of(handle).field_named("exact").is_some_and(|f| vm.heap.get(handle.index() + f.word) != 0);
    if !exact && direct_access(vm, handle, registers[1]).is_some() {
        return Ok(0);
    }
    let name = vm.extension.get::<VarOperations>().0[registers[1] as usize].name;
    let modes = vm.load_boot("java/lang/invoke/VarHandle$AccessMode")?;
    vm.ensure_initialized(modes)?;
    let values = vm.static_field(modes, "$VALUES").map_or(Vec::new(), |array| vm.references(Ref::of(array)));
    let mode = values.into_iter().find(|m| vm.text(vm.field_ref(*m, "methodName")) == name.text());
    let mode = mode.ok_or_else(|| missing("VarHandle access mode"))?;
    let ordinal = vm.field(mode, "ordinal");
    let shape = vm.field_ref(mode, "at");
    let shape_ordinal = vm.field(shape, "ordinal");
    let descriptors = vm.load_boot("java/lang/invoke/VarHandle$AccessDescriptor")?;
    let constructor = vm
        .method_named(descriptors, "<init>", "(Ljava/lang/invoke/MethodType;II)V")
        .ok_or_else(|| missing("VarHandle.AccessDescriptor"))?;
    let invokers = vm.load_boot("java/lang/invoke/Invokers")?;
    vm.ensure_initialized(invokers)?;
    let check = vm.only_method(invokers, "checkVarHandleGenericType")?;
    let stub = generic_stub(vm, descriptors, constructor, check)?;
    Err(Trap::Call(stub, vec![registers[0], registers[2], shape_ordinal, ordinal]))
}

/// `checkVarHandleGenericType(handle, new AccessDescriptor(type, shape, mode))`, as code.
fn generic_stub(vm: &mut Vm, descriptors: ClassRef, constructor: MethodRef, check: MethodRef) -> Exec<MethodRef> {
    #[derive(Default)]
    struct Known(Option<MethodRef>);
    if let Some(stub) = vm.extension.get::<Known>().0 {
        return Ok(stub);
    }
    let mut g = Generator::new(descriptors);
    let p = g.registers(&[Type::Reference, Type::Reference, Type::Int, Type::Int]);
    let (descriptor, result) = (g.reference(), g.reference());
    g.emit(Insn::EnsureInit { class: descriptors.id.0 });
    g.emit(Insn::NewOf { d: descriptor, class: descriptors.id.0 });
    g.call(constructor, &[descriptor, p[1], p[2], p[3]], NO_REG);
    g.call(check, &[p[0], descriptor], result);
    g.emit(Insn::ReturnValue { a: result });
    let stub = g.finish(vm, "<access>", "()V")?;
    vm.extension.get::<Known>().0 = Some(stub);
    Ok(stub)
}

/// Calls the method that [`direct_access`] finds.
fn var_handle_direct(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let handle = Ref::of(registers[1]);
    let method = direct_access(vm, handle, registers[0]).ok_or_else(|| missing("variable handle access"))?;
    vm.ensure_initialized(method.class())?;
    Err(Trap::Call(method, registers[1..].to_vec()))
}
