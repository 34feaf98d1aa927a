//! Method handles.
//!
//! The JDK builds method handles as trees of lambda forms: straight lists of calls. Where HotSpot
//! spins a class for a form, this machine translates the form's names into register code, once per
//! form, and remembers the code's number in a field it added to `LambdaForm`.

use crate::execute::traps::not_implemented;
use crate::ground::class::{ClassRef, MethodRef};
use crate::ground::code::{Code, Extra, Insn, NO_REG, Reg};
use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::ground::symbol::Symbol;
use crate::linking::generate::Generator;
use crate::vm::{Vm, missing};
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::{Type, split_method};
use rustc_hash::FxHashMap;

/// `MemberName.IS_FIELD`.
const MEMBER_IS_FIELD: u64 = 0x4_0000;

/// Stubs of polymorphic call sites, by loader, operation and descriptor.
#[derive(Default)]
struct PolymorphicStubs(FxHashMap<(u32, u32, Symbol), MethodRef>);

pub(crate) fn malformed(what: impl std::fmt::Display) -> Trap {
    Trap::java("java/lang/ClassFormatError", what.to_string())
}

impl Vm {
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

    fn polymorphic_stub(
        &mut self,
        class: ClassRef,
        method: MethodRef,
        descriptor: Symbol,
    ) -> Exec<MethodRef> {
        let (parameters, result) =
            split_method(descriptor.text()).ok_or_else(|| malformed(descriptor))?;
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
            "invokeBasic" => {
                g.extra(d, NO_REG, Extra::Native(invoke_basic, registers.clone().into()));
            }
            "linkToStatic" => {
                g.extra(d, NO_REG, Extra::Native(link_direct, registers.clone().into()));
            }
            "linkToSpecial" => {
                g.extra(d, NO_REG, Extra::Native(link_special, registers.clone().into()));
            }
            "linkToVirtual" | "linkToInterface" => {
                g.extra(d, NO_REG, Extra::Native(link_selected, registers.clone().into()));
            }
            "linkToNative" => {
                return Err(Trap::Unsupported(
                    "foreign functions (MethodHandle.linkToNative)".to_owned(),
                ));
            }
            _ => {
                self.emit_var_handle(&mut g, class, name, descriptor, &registers, d, result_type)?;
            }
        }
        if result_type == Type::Reference
            && owner.name.text().ends_with("VarHandle")
            && result != "Ljava/lang/Object;"
        {
            let target = self.class_of_descriptor(class, result)?;
            g.extra(d, d, Extra::Cast(target));
        }
        g.emit(if d == NO_REG { Insn::Return } else { Insn::ReturnValue { a: d } });
        g.finish(self, name, "()V")
    }

    fn emit_invoke(
        &mut self,
        g: &mut Generator,
        exact: bool,
        ty: Ref,
        registers: &[Reg],
        d: Reg,
    ) -> Exec<()> {
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
                .method_named(
                    handles,
                    "asType",
                    "(Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;",
                )
                .ok_or_else(|| missing("MethodHandle.asType"))?;
            let adapted = g.reference();
            g.call_virtual(as_type, &[handle, type_register], adapted);
            call[0] = adapted;
        }
        g.extra(d, NO_REG, Extra::Native(invoke_basic, call.into()));
        Ok(())
    }

    /// The code of a lambda form.
    fn form_code(&mut self, form: Ref) -> Exec<MethodRef> {
        let number = self.field(form, "$code");
        if number != 0 {
            return Ok(self.forms.generated[number as usize - 1]);
        }
        let code = self.translate_form(form)?;
        // Going back forgets forms, not code: a form made again gets the number that it had, and
        // the state is the same.
        let likeness = code.likeness();
        let position = match self.forms.by_likeness.get(&likeness) {
            Some(position) => *position,
            None => {
                let method = code.finish(self, "<form>", "()V")?;
                self.forms.generated.push(method);
                self.forms.by_likeness.insert(likeness, self.forms.generated.len() - 1);
                self.forms.generated.len() - 1
            }
        };
        self.set_field(form, "$code", position as u64 + 1);
        Ok(self.forms.generated[position])
    }

    fn translate_form(&mut self, form: Ref) -> Exec<Generator> {
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
        Ok(g)
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

    fn translate_name(
        &mut self,
        g: &mut Generator,
        name: Ref,
        registers: &[Reg],
        d: Reg,
    ) -> Exec<()> {
        let is_gone = |object| self.is_gone(object);
        if is_gone(name) || is_gone(self.field_ref(name, "function")) {
            return Err(self.gone());
        }
        let function = self.field_ref(name, "function");
        let arguments = self.references(self.field_ref(name, "arguments"));
        let member = self.field_ref(function, "member");
        let handle = self.field_ref(function, "resolvedHandle");
        if !member.is_null()
            && handle.is_null()
            && self.field(member, "flags") & MEMBER_IS_FIELD != 0
        {
            return self.translate_constant(g, member, d);
        }
        let target = if member.is_null() { None } else { self.member_method(member)? };
        let mut list: Vec<Reg> = Vec::new();
        if target.is_none() {
            if handle.is_null() {
                let name = self.text(self.field_ref(member, "name"));
                return Err(Trap::Unsupported(format!(
                    "a lambda form whose function {name} is not resolved"
                )));
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
        if !argument.is_null()
            && self.class_of(argument).name.text() == "java/lang/invoke/LambdaForm$Name"
        {
            let index = self.field(argument, "index") as u16;
            return Ok(registers[usize::from(index)]);
        }
        let declared = target
            .filter(|m| !m.signature_polymorphic)
            .and_then(|m| m.arguments.get(index).copied());
        let boxed =
            if argument.is_null() { None } else { self.known.boxed_type(self.class_of(argument)) };
        let ty = match (declared, boxed) {
            (Some(Type::Reference), _) | (_, None) => Type::Reference,
            (Some(ty), _) => ty,
            (None, Some(ty)) if target.is_some() => ty,
            (None, Some(_)) => Type::Reference,
        };
        let register = g.register(ty);
        let word =
            if ty == Type::Reference { argument.word() } else { self.unbox_word(argument, ty)? };
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
                return Ok(Some(self.linked.methods()[number as usize - 1]));
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

/// Null check of a handle.
fn require_handle(_: &mut Vm, registers: &[u64]) -> Exec<u64> {
    if registers[0] == 0 { Err(Trap::null()) } else { Ok(0) }
}

/// `invokeBasic`: runs the handle's form.
pub(crate) fn invoke_basic(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
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
    let method = vm
        .member_method(member)?
        .ok_or_else(|| Trap::java("java/lang/InternalError", "unresolved member name"))?;
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
        return Err(not_implemented(class, method));
    }
    let selected = vm.select_virtual(class, method)?;
    Err(Trap::Call(selected, arguments))
}
