//! Calls through `Method` and `Constructor`.
//!
//! JDK 17 calls natives. Later releases call method handles, which would cost thousands of
//! instructions to make; the accessors of those releases get the `Method` itself where they keep
//! the handle, and [`handle_call`] stands in for the hidden method that would call it. Their own
//! Java code checks receivers and counts and wraps what is thrown.

use crate::args::{non_null, reference};
use crate::reflect::members::{method_object, method_of};
use crate::reflect::reflection_arguments::{Style, words_of};
use raceproof_base::AccessKind;
use raceproof_classfile::descriptor::Type;
use raceproof_vm::ground::class::{ClassRef, MethodRef};
use raceproof_vm::ground::code::{Extra, Insn, NO_REG};
use raceproof_vm::linking::generate::Generator;
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};
use std::collections::BTreeMap;

/// In `DirectMethodHandleAccessor.flags`: the target takes the calling class as one more argument.
const HAS_CALLER_PARAMETER: u64 = 0x100;

/// Registers this file's peers and those of the files that belong to it.
pub fn register(registry: &mut Registry) {
    registry.class("jdk/internal/reflect/NativeMethodAccessorImpl", &[("invoke0", "", invoke_17)]);
    registry.class(
        "jdk/internal/reflect/NativeConstructorAccessorImpl",
        &[("newInstance0", "", construct_17)],
    );
    registry.class(
        "jdk/internal/reflect/ReflectionFactory",
        &[("inflationThreshold", "()I", never_inflate)],
    );
    registry.class(
        "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor",
        &[("invoke0", "", invoke_21)],
    );
    registry.class(
        "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor",
        &[("newInstance0", "", construct_21)],
    );
    registry.class(
        "jdk/internal/reflect/MethodHandleAccessorFactory",
        &[
            ("getDirectMethod", "", method_itself),
            ("findCallerSensitiveAdapter", "", caller_adapter),
            ("newConstructorAccessor", "", constructor_accessor),
            ("newSerializableConstructorAccessor", "", serial_constructor_accessor),
        ],
    );
    registry.class(
        "jdk/internal/reflect/DirectMethodHandleAccessor",
        &[("invokeImpl", "", handle_call)],
    );
    registry.class(
        "jdk/internal/reflect/DirectConstructorHandleAccessor",
        &[("invokeImpl", "", handle_construct)],
    );
    crate::reflect::constant_pool::register(registry);
    crate::reflect::reflect_array::register(registry);
}

/// JDK 17 would replace its natives by classes spun after so many calls.
fn never_inflate(_: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(i32::MAX as u64)
}

fn invoke_17(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    native_invoke(vm, args, "jdk/internal/reflect/NativeMethodAccessorImpl")
}

fn invoke_21(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    native_invoke(vm, args, "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor")
}

fn construct_17(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    native_construct(vm, args, "jdk/internal/reflect/NativeConstructorAccessorImpl")
}

fn construct_21(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    native_construct(
        vm,
        args,
        "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor",
    )
}

/// `invoke0(method, receiver, arguments)`.
fn native_invoke(vm: &mut Vm, args: &[u64], accessor: &str) -> Exec<u64> {
    let executable = non_null(args[0])?;
    let method = method_of(vm, executable)?;
    let shown = native_of(vm, accessor, "invoke0")?;
    let receiver = reference(args[1]);
    if method.is_static() {
        vm.ensure_initialized(method.class())?;
    } else {
        check_receiver(vm, receiver, method)?;
    }
    let given = arguments_in(vm, reference(args[2]))?;
    let words = words_of(vm, executable, method, &given, Style::Native)?;
    call_selected(vm, method, receiver, words, shown)
}

/// `newInstance0(constructor, arguments)`.
fn native_construct(vm: &mut Vm, args: &[u64], accessor: &str) -> Exec<u64> {
    let executable = non_null(args[0])?;
    let constructor = method_of(vm, executable)?;
    let class = constructor.class();
    let shown = native_of(vm, accessor, "newInstance0")?;
    vm.ensure_initialized(class)?;
    if class.is_abstract() || class.is_interface() {
        return Err(Trap::java("java/lang/InstantiationException", class.java_name()));
    }
    let given = arguments_in(vm, reference(args[1]))?;
    let words = words_of(vm, executable, constructor, &given, Style::Native)?;
    call_constructor(vm, class, constructor, words, shown)
}

/// The native method as which the call's frame appears in stack traces.
fn native_of(vm: &mut Vm, class: &str, name: &str) -> Exec<Option<MethodRef>> {
    let class = vm.load_boot(class)?;
    Ok(class.methods.iter().copied().find(|method| method.name.text() == name))
}

fn arguments_in(vm: &mut Vm, array: Ref) -> Exec<Vec<Ref>> {
    vm.access_all(AccessKind::Read, array)?;
    Ok(if array.is_null() { Vec::new() } else { vm.references(array) })
}

fn check_receiver(vm: &Vm, receiver: Ref, method: MethodRef) -> Exec<()> {
    if receiver.is_null() {
        return Err(Trap::null());
    }
    let (actual, declaring) = (vm.class_of(receiver), method.class());
    if actual.is_subtype_of(declaring) {
        return Ok(());
    }
    let message = if vm.feature() < 18 {
        "object is not an instance of declaring class".to_owned()
    } else {
        format!(
            "object of type {} is not an instance of {}",
            actual.java_name(),
            declaring.java_name()
        )
    };
    Err(Trap::java("java/lang/IllegalArgumentException", message))
}

/// Goes on with the call of the method that the receiver's class selects.
fn call_selected(
    vm: &mut Vm,
    method: MethodRef,
    receiver: Ref,
    words: Vec<u64>,
    shown: Option<MethodRef>,
) -> Exec<u64> {
    if method.signature_polymorphic {
        let message = format!(
            "{}.{} cannot be invoked reflectively",
            simple_name(method.class()),
            method.name
        );
        return Err(Trap::java("java/lang/UnsupportedOperationException", message));
    }
    if method.is_static() {
        let stub = stub(vm, method, shown)?;
        return Err(Trap::Call(stub, words));
    }
    let target = vm.select_virtual(vm.class_of(receiver), method)?;
    let stub = stub(vm, target, shown)?;
    let mut all = vec![receiver.word()];
    all.extend(words);
    Err(Trap::Call(stub, all))
}

fn simple_name(class: ClassRef) -> &'static str {
    class.name.text().rsplit('/').next().unwrap_or_default()
}

/// Makes an instance and goes on with its constructor.
fn call_constructor(
    vm: &mut Vm,
    class: ClassRef,
    constructor: MethodRef,
    words: Vec<u64>,
    shown: Option<MethodRef>,
) -> Exec<u64> {
    let stub = stub(vm, constructor, shown)?;
    vm.collect_if_wanted(class.instance_words)?;
    let object = vm.new_object(class)?;
    let mut all = vec![object.word()];
    all.extend(words);
    Err(Trap::Call(stub, all))
}

/// Code that calls a method and boxes its result, by the numbers of the method and of what it is
/// shown as.
#[derive(Default)]
struct Stubs(BTreeMap<(u32, u32), MethodRef>);

/// The code that calls exactly `target`. If it is shown as a native method, it wraps what the
/// target throws.
fn stub(vm: &mut Vm, target: MethodRef, shown: Option<MethodRef>) -> Exec<MethodRef> {
    let key = (target.id, shown.map_or(0, |method| method.id));
    if let Some(stub) = vm.extension.get::<Stubs>().0.get(&key) {
        return Ok(stub);
    }
    let mut g = Generator::new(target.class());
    let parameters = g.registers(&target.arguments);
    let constructs = target.name.text() == "<init>";
    let void = target.result == Type::Void;
    let result = if void { NO_REG } else { g.register(target.result) };
    let boxed = g.reference();
    g.call(target, &parameters, result);
    let end = g.position();
    match target.result {
        _ if constructs => g.emit(Insn::ReturnValue { a: parameters[0] }),
        Type::Reference => g.emit(Insn::ReturnValue { a: result }),
        Type::Void => {
            g.emit(Insn::ConstRef { d: boxed, r: 0 });
            g.emit(Insn::ReturnValue { a: boxed });
        }
        primitive => {
            g.extra(boxed, result, Extra::Box(primitive));
            g.emit(Insn::ReturnValue { a: boxed });
        }
    }
    if shown.is_some() {
        let thrown = g.reference();
        g.handle(0, end, thrown);
        g.extra(NO_REG, thrown, Extra::Wrap("java/lang/reflect/InvocationTargetException"));
    }
    let receiver = if target.is_static() { "" } else { "Ljava/lang/Object;" };
    let parameters =
        target.descriptor.text().trim_start_matches('(').split(')').next().unwrap_or_default();
    let descriptor = format!("({receiver}{parameters})Ljava/lang/Object;");
    let flags = raceproof_vm::ground::class::access::STATIC;
    let method = vm.bare_method(target.class(), "<reflect>", &descriptor, flags)?;
    g.attach_as(method, shown.unwrap_or(method));
    vm.extension.get::<Stubs>().0.insert(key, method);
    Ok(method)
}

/// JDK 21 and later: the accessor's method handle is the method.
fn method_itself(_: &mut Vm, args: &[u64]) -> Exec<u64> {
    Ok(args[0])
}

/// The method of the same name with the calling class as its last parameter, or null.
fn caller_adapter(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let method = method_of(vm, non_null(args[0])?)?;
    let descriptor = vm.symbol(&method.descriptor.text().replace(')', "Ljava/lang/Class;)"));
    match method.class().declared_method(method.name, descriptor) {
        Some(adapter) => Ok(method_object(vm, adapter)?.word()),
        None => Ok(0),
    }
}

/// `DirectMethodHandleAccessor.invokeImpl(receiver, arguments[, caller])`.
fn handle_call(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let accessor = reference(args[0]);
    let executable = vm.field_ref(accessor, "target");
    let method = method_of(vm, executable)?;
    let mut given = arguments_in(vm, reference(args[2]))?;
    if args.len() > 3 && vm.field(accessor, "flags") & HAS_CALLER_PARAMETER != 0 {
        given.push(reference(args[3]));
    }
    let words = words_of(vm, executable, method, &given, Style::Handle)?;
    call_selected(vm, method, reference(args[1]), words, None)
}

fn new_constructor_accessor(vm: &mut Vm, constructor: Ref, target: Ref) -> Exec<u64> {
    let parameters = vm.field_ref(constructor, "parameterTypes");
    let count = vm.heap.length(parameters);
    let class = vm.load_boot("jdk/internal/reflect/DirectConstructorHandleAccessor")?;
    vm.ensure_initialized(class)?;
    let accessor = vm.new_object(class)?;
    vm.set_field(accessor, "paramCount", count as u64);
    vm.set_field(accessor, "target", target.word());
    Ok(accessor.word())
}

/// `newConstructorAccessor(constructor)`.
fn constructor_accessor(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let constructor = non_null(args[0])?;
    let class = method_of(vm, constructor)?.class();
    vm.ensure_initialized(class)?;
    new_constructor_accessor(vm, constructor, constructor)
}

/// `newSerializableConstructorAccessor(class, constructor)`: the constructor is a superclass's.
fn serial_constructor_accessor(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(non_null(args[0])?);
    let constructor = non_null(args[1])?;
    let parent = method_of(vm, constructor)?.class();
    if parent.is_interface() || !class.is_subtype_of(parent) {
        let message =
            format!("{} is not a superclass of {}", parent.java_name(), class.java_name());
        return Err(Trap::java("java/lang/UnsupportedOperationException", message));
    }
    vm.ensure_initialized(class)?;
    let object = vm.known().object.get();
    let pair = vm.new_references(object, &[class.mirror, constructor])?;
    new_constructor_accessor(vm, constructor, pair)
}

/// `DirectConstructorHandleAccessor.invokeImpl(arguments)`: the target is a constructor, or a class
/// and one.
fn handle_construct(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let target = vm.field_ref(reference(args[0]), "target");
    let (class, executable) = if vm.class_of(target).is_array() {
        (Some(vm.mirrored(vm.heap.element(target, 0))), vm.heap.element(target, 1))
    } else {
        (None, target)
    };
    let constructor = method_of(vm, executable)?;
    let given = arguments_in(vm, reference(args[1]))?;
    let words = words_of(vm, executable, constructor, &given, Style::Handle)?;
    call_constructor(vm, class.unwrap_or(constructor.class()), constructor, words, None)
}
