//! Variable handles: an access calls the static method of that name in the handle's class, as
//! HotSpot's guards do; anything less direct goes through the JDK's own generic invoker.

use crate::dynamic::method_handles::invoke_basic;
use crate::ground::class::{ClassRef, MethodRef};
use crate::ground::code::{Extra, Insn, NO_REG, Reg};
use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::ground::symbol::Symbol;
use crate::linking::generate::Generator;
use crate::vm::{Vm, missing};
use raceproof_classfile::descriptor::{Type, split_method};

/// A variable handle's access: what a call site asks for.
struct VarOperation {
    name: Symbol,
    arguments: Vec<Type>,
    result: Type,
}

#[derive(Default)]
struct VarOperations(Vec<VarOperation>);

impl Vm {
    /// A direct handle's access is a call of the static method of that name; the first operand of
    /// the extra tells which.
    #[allow(clippy::too_many_arguments)] // the parts of one call site
    pub(crate) fn emit_var_handle(
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
        let handle = g.reference();
        let chosen = g.reference();
        let direct = g.reference();
        g.extra(handle, NO_REG, Extra::Native(initialized_handle, [registers[0]].into()));
        // `chosen` becomes null for a direct call, else the method handle to invoke with `direct`
        // as the first argument.
        g.extra(
            chosen,
            NO_REG,
            Extra::Native(var_handle_generic, [handle, number, type_register].into()),
        );
        let branch = g.position();
        g.emit(Insn::JNonNull { a: chosen, t: 0 });
        let mut list = vec![number, handle];
        list.extend_from_slice(&registers[1..]);
        g.extra(d, NO_REG, Extra::Native(var_handle_direct, list.into()));
        g.emit(if d == NO_REG { Insn::Return } else { Insn::ReturnValue { a: d } });
        g.land(branch);
        let handles = self.known.var_handle.get();
        let as_direct = self
            .method_named(handles, "asDirect", "()Ljava/lang/invoke/VarHandle;")
            .ok_or_else(|| missing("VarHandle.asDirect"))?;
        g.call_virtual(as_direct, &[handle], direct);
        let mut list = vec![chosen, direct];
        list.extend_from_slice(&registers[1..]);
        g.extra(d, NO_REG, Extra::Native(invoke_basic, list.into()));
        Ok(())
    }

    fn var_operation(&mut self, name: &str, descriptor: Symbol, result: Type) -> u32 {
        let name = self.symbol(name);
        let arguments = split_method(descriptor.text())
            .map_or(Vec::new(), |(p, _)| p.iter().filter_map(|p| Type::of(p)).collect());
        let table = &mut self.extension.get::<VarOperations>().0;
        table.push(VarOperation { name, arguments, result });
        table.len() as u32 - 1
    }
}

/// The handle to use: that of a static field of a class not initialised when the handle was made
/// stands for another, once the class is.
fn initialized_handle(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let handle = Ref::of(registers[0]);
    if handle.is_null() {
        return Err(Trap::null());
    }
    if vm.class_of(handle).name.text() != "java/lang/invoke/LazyInitializingVarHandle" {
        return Ok(handle.word());
    }
    let class = vm.mirrored(vm.field_ref(handle, "refc"));
    vm.ensure_initialized(class)?;
    Ok(vm.field_ref(handle, "target").word())
}

/// The static method that performs an access, if the handle has one for exactly these kinds of
/// values.
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
    let exact = vm
        .class_of(handle)
        .field_named("exact")
        .is_some_and(|f| vm.heap.get(handle.index() + f.word) != 0);
    if !exact && direct_access(vm, handle, registers[1]).is_some() {
        return Ok(0);
    }
    let name = vm.extension.get::<VarOperations>().0[registers[1] as usize].name;
    let modes = vm.load_boot("java/lang/invoke/VarHandle$AccessMode")?;
    vm.ensure_initialized(modes)?;
    let values =
        vm.static_field(modes, "$VALUES").map_or(Vec::new(), |array| vm.references(Ref::of(array)));
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
fn generic_stub(
    vm: &mut Vm,
    descriptors: ClassRef,
    constructor: MethodRef,
    check: MethodRef,
) -> Exec<MethodRef> {
    #[derive(Default)]
    struct DescriptorStub(Option<MethodRef>);
    if let Some(stub) = vm.extension.get::<DescriptorStub>().0 {
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
    vm.extension.get::<DescriptorStub>().0 = Some(stub);
    Ok(stub)
}

/// Calls the method that [`direct_access`] finds.
fn var_handle_direct(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let handle = Ref::of(registers[1]);
    let method =
        direct_access(vm, handle, registers[0]).ok_or_else(|| missing("variable handle access"))?;
    vm.ensure_initialized(method.class())?;
    Err(Trap::Call(method, registers[1..].to_vec()))
}
