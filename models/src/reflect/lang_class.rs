//! `java.lang.Class`: what a class is, and finding one by its name.

use crate::args::reference;
use crate::reflect::classes::{class_argument, in_jdk, mirrors, this_class};
use crate::reflect::reflected::class_found;
use raceproof_classfile::descriptor::{Type, innermost};
use raceproof_vm::ground::class::{ClassRef, LoaderId, MethodRef, access};
use raceproof_vm::ground::code::{Extra, Insn, NO_REG};
use raceproof_vm::linking::generate::Generator;
use raceproof_vm::linking::init::INITIALIZED;
use raceproof_vm::linking::mirrors::reflected_access;
use raceproof_vm::{Exec, Registry, Trap, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.natives(
        "java/lang/Class",
        &[
            ("getPrimitiveClass", "", primitive_class),
            ("initClassName", "", init_name),
            ("isArray", "", is_array),
            ("isPrimitive", "", is_primitive),
            ("isInterface", "", is_interface),
            ("isHidden", "", is_hidden),
            ("isInstance", "", is_instance),
            ("isAssignableFrom", "", is_assignable_from),
            ("getSuperclass", "", superclass),
            ("getInterfaces0", "", interfaces),
            ("getModifiers", "", modifiers),
            ("getClassAccessFlagsRaw0", "", raw_access_flags),
            ("getClassFileVersion0", "", file_version),
            ("isRecord0", "", is_record),
            ("desiredAssertionStatus0", "", assertion_status),
            ("forName0", "", for_name),
        ],
    );
    registry.class("java/io/ObjectStreamClass", &[("hasStaticInitializer", "", has_initializer)]);
}

fn primitive_class(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let name = vm.text_of(reference(args[0]))?;
    let found = vm
        .known()
        .primitives
        .iter()
        .filter_map(raceproof_vm::ground::known::Slot::known)
        .find(|class| class.name.text() == name);
    match found {
        Some(class) => Ok(class.mirror.word()),
        None => Err(Trap::java("java/lang/ClassNotFoundException", name)),
    }
}

fn init_name(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let name = this_class(vm, args).java_name();
    let string = vm.intern(&name)?;
    // Linking asks for names, too.
    vm.linking(|vm| vm.set_field(reference(args[0]), "name", string.word()));
    Ok(string.word())
}

fn is_array(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    Ok(u64::from(this_class(vm, args).is_array()))
}

fn is_primitive(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    Ok(u64::from(this_class(vm, args).is_primitive()))
}

fn is_interface(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    Ok(u64::from(this_class(vm, args).is_interface()))
}

fn is_hidden(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    Ok(u64::from(this_class(vm, args).hidden))
}

fn is_instance(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let object = reference(args[1]);
    if object.is_null() {
        return Ok(0);
    }
    Ok(u64::from(vm.class_of(object).is_subtype_of(this_class(vm, args))))
}

fn is_assignable_from(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let other = class_argument(vm, args[1])?;
    Ok(u64::from(other.is_subtype_of(this_class(vm, args))))
}

fn superclass(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    if class.is_interface() {
        return Ok(0);
    }
    Ok(class.super_class.map_or(0, |parent| parent.mirror.word()))
}

fn interfaces(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    Ok(mirrors(vm, &class.interfaces)?.word())
}

fn modifiers(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    Ok(u64::from(modifiers_of(this_class(vm, args))))
}

/// What `Class.getModifiers` gives: an array's visibility is that of its innermost elements.
pub fn modifiers_of(class: ClassRef) -> u16 {
    let mut innermost = class;
    while let Some((element, _)) = innermost.element() {
        innermost = element;
    }
    let own = reflected_access(innermost);
    if class.is_array() {
        own & (access::PUBLIC | access::PRIVATE | access::PROTECTED)
            | access::FINAL
            | access::ABSTRACT
    } else {
        own
    }
}

fn raw_access_flags(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    Ok(u64::from(this_class(vm, args).access))
}

fn file_version(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    match this_class(vm, args).file {
        Some(file) => Ok(u64::from(file.minor) << 16 | u64::from(file.major)),
        // Classes without a file are as new as the JDK: version 45 was that of release 1.
        None => Ok(u64::from(vm.feature()) + 44),
    }
}

/// Serialization's default version number depends on it.
fn has_initializer(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = class_argument(vm, args[0])?;
    Ok(u64::from(class.methods.iter().any(|method| method.name.text() == "<clinit>")))
}

fn is_record(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    let extends_record =
        class.super_class.is_some_and(|parent| parent.name.text() == "java/lang/Record");
    Ok(u64::from(
        extends_record && class.access & access::FINAL != 0 && class.attribute("Record").is_some(),
    ))
}

fn assertion_status(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = class_argument(vm, args[0])?;
    Ok(u64::from(vm.options().assertions && !in_jdk(vm, class)))
}

fn for_name(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let name = vm.text_of(reference(args[0]))?;
    // Of an array it is the class of the elements that is not found.
    let element = name.trim_start_matches('[');
    let sought = if element.len() < name.len() && element.starts_with('L') {
        raceproof_classfile::descriptor::object_name(element)
    } else {
        &name
    };
    let missing = || Trap::java("java/lang/ClassNotFoundException", sought);
    // A name with slashes is an internal one, which Java code has no business with.
    if name.is_empty() || name.contains('/') {
        return Err(missing());
    }
    if !name.starts_with('[') && name.contains(['[', ';']) {
        return Err(Trap::java("java/lang/ClassNotFoundException", name.replace('.', "/")));
    }
    let loader = vm.loader_of(reference(args[2]));
    let symbol = vm.symbol(&name.replace('.', "/"));
    let built_in = vm.linked.is_built_in(loader);
    // No loader is asked for what is no class name.
    let array = name.starts_with('[');
    let known = if built_in || array {
        vm.find_class(loader, symbol)?
    } else {
        vm.linked.class_named(loader, symbol)
    };
    let Some(class) = known else {
        // What is missing of an array are its elements, and their loader says so.
        if let (true, false, Some(element)) = (built_in, loader == LoaderId::BOOT, innermost(&name))
        {
            let element = vm.new_string(element)?;
            return Err(asking_loader(vm, &[element.word(), 0, args[2]])?);
        }
        return Err(match loader {
            // Nobody translates the name that HotSpot looks for.
            LoaderId::BOOT => {
                Trap::java("java/lang/ClassNotFoundException", name.replace('.', "/"))
            }
            _ if array => missing(),
            _ => asking_loader(vm, args)?,
        });
    };
    class_found(vm, class);
    if args[1] & 1 != 0 {
        if vm.init_status(class) != INITIALIZED {
            return Err(Trap::Call(initializing(vm)?, vec![class.mirror.word()]));
        }
        // What has nothing to initialise may still have to be verified.
        vm.ensure_initialized(class)?;
    }
    Ok(class.mirror.word())
}

/// The code that asks a loader, and the code that initialises a class; both are seen as `forName0`.
#[derive(Default)]
struct Stubs {
    finder: Option<MethodRef>,
    initializer: Option<MethodRef>,
}

/// Links code as a static method that stack traces show as `forName0`.
fn shown_as_for_name(
    vm: &mut Vm,
    g: Generator,
    holder: ClassRef,
    name: &str,
    descriptor: &str,
) -> Exec<MethodRef> {
    let class = vm.known().class.get();
    let shown = class.methods.iter().copied().find(|method| method.name.text() == "forName0");
    let stub = vm.bare_method(holder, name, descriptor, access::STATIC)?;
    g.attach_as(stub, shown.unwrap_or(stub));
    Ok(stub)
}

/// Initialises the class of a mirror and gives that back: what initialisers throw has passed
/// through `forName0`.
fn initializing(vm: &mut Vm) -> Exec<MethodRef> {
    if let Some(stub) = vm.extension.get::<Stubs>().initializer {
        return Ok(stub);
    }
    let holder = vm.known().class.get();
    let mut g = Generator::new(holder);
    let mirror = g.reference();
    g.extra(mirror, NO_REG, Extra::Native(initialized, [mirror].into()));
    g.emit(Insn::ReturnValue { a: mirror });
    let stub =
        shown_as_for_name(vm, g, holder, "<initialize>", "(Ljava/lang/Object;)Ljava/lang/Object;")?;
    vm.extension.get::<Stubs>().initializer = Some(stub);
    Ok(stub)
}

fn initialized(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    vm.ensure_initialized(vm.mirrored(reference(registers[0])))?;
    Ok(registers[0])
}

/// Goes on with the loader's `loadClass`. A built-in one will not find the class either: it is
/// called for its exception, with the stack trace it has in HotSpot.
fn asking_loader(vm: &mut Vm, args: &[u64]) -> Exec<Trap> {
    let words = vec![args[2], args[0], args[1]];
    if let Some(stub) = vm.extension.get::<Stubs>().finder {
        return Ok(Trap::Call(stub, words));
    }
    let (holder, descriptor) =
        (vm.known().class_loader.get(), "(Ljava/lang/String;)Ljava/lang/Class;");
    let missing = || raceproof_vm::vm::missing("ClassLoader.loadClass");
    let load = vm.method_named(holder, "loadClass", descriptor).ok_or_else(missing)?;
    let mut g = Generator::new(holder);
    let (loader, name, initialize) = (g.reference(), g.reference(), g.register(Type::Int));
    let result = g.reference();
    g.call_virtual(load, &[loader, name], result);
    g.extra(result, NO_REG, Extra::Native(found, [loader, name, initialize, result].into()));
    g.emit(Insn::ReturnValue { a: result });
    let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;I)Ljava/lang/Object;";
    let stub = shown_as_for_name(vm, g, holder, "<find>", descriptor)?;
    vm.extension.get::<Stubs>().finder = Some(stub);
    Ok(Trap::Call(stub, words))
}

/// What `forName` makes of a loader's answer: loader, name, whether to initialise, mirror.
fn found(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let name = vm.text(reference(registers[1]));
    let symbol = vm.symbol(&name.replace('.', "/"));
    let mirror = reference(registers[3]);
    let class = if mirror.is_null() {
        None
    } else {
        Some(vm.mirrored(mirror)).filter(|class| class.name == symbol)
    };
    let class = class.ok_or_else(|| Trap::java("java/lang/ClassNotFoundException", name))?;
    let loader = vm.loader_of(reference(registers[0]));
    vm.linked.enter(loader, symbol, class);
    class_found(vm, class);
    if registers[2] & 1 != 0 {
        vm.ensure_initialized(class)?;
    }
    Ok(mirror.word())
}
