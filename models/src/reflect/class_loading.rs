//! `java.lang.ClassLoader` and the JDK's built-in loaders: finding and defining classes.

use crate::args::{int, non_null, reference};
use crate::reflect::protection::set_protection_domain;
use crate::reflect::reflected::class_found;
use raceproof_classfile::ClassFile;
use raceproof_vm::ground::class::{ClassRef, LoaderId};
use raceproof_vm::ground::code::Insn;
use raceproof_vm::linking::define::Definition;
use raceproof_vm::linking::generate::Generator;
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};

/// `defineClass0`: the class joins the nest of the class it is looked up from.
const NESTMATE_CLASS: u64 = 1;
/// `defineClass0`: the class is hidden.
const HIDDEN_CLASS: u64 = 2;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.natives(
        "java/lang/ClassLoader",
        &[
            ("findLoadedClass0", "", find_loaded),
            ("findBootstrapClass", "", find_bootstrap),
            ("defineClass0", "", define_hidden),
            ("defineClass1", "", define_bytes),
            ("defineClass2", "", define_buffer),
            ("retrieveDirectives", "", assertion_directives),
        ],
    );
    // The real look-up of the built-in loaders takes locks and grows maps, which no schedule should
    // see.
    registry.class(
        "jdk/internal/loader/BuiltinClassLoader",
        &[
            ("loadClassOrNull", "(Ljava/lang/String;Z)Ljava/lang/Class;", load_or_null),
            ("findClassOnClassPathOrNull", "", find_in_builtin),
            (
                "findClass",
                "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Class;",
                find_in_named_module,
            ),
        ],
    );
}

/// What a native that has looked for a class gives.
fn answer(vm: &Vm, class: Option<ClassRef>) -> u64 {
    let Some(class) = class else { return 0 };
    class_found(vm, class);
    class.mirror.word()
}

fn find_loaded(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let loader = vm.loader_of(reference(args[0]));
    let name = vm.text_of(reference(args[1]))?;
    let symbol = vm.symbol(&name.replace('.', "/"));
    let known = vm.linked.class_named(loader, symbol);
    Ok(answer(vm, known))
}

fn find_bootstrap(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    find_dotted(vm, LoaderId::BOOT, reference(args[0]))
}

fn find_dotted(vm: &mut Vm, loader: LoaderId, name: Ref) -> Exec<u64> {
    let name = vm.text_of(name)?;
    // No loader knows arrays, or a class by its internal name.
    if name.starts_with('[') || name.contains('/') {
        return Ok(0);
    }
    let symbol = vm.symbol(&name.replace('.', "/"));
    let found = vm.find_class(loader, symbol)?;
    Ok(answer(vm, found))
}

/// The loader to search for a built-in one: before the machine knows it, everything comes from the
/// boot loader.
fn built_in(vm: &mut Vm, object: Ref) -> LoaderId {
    let loader = vm.loader_of(object);
    if vm.linked.is_built_in(loader) { loader } else { LoaderId::BOOT }
}

fn load_or_null(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    find_in_builtin(vm, args)
}

fn find_in_builtin(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let loader = built_in(vm, reference(args[0]));
    find_dotted(vm, loader, reference(args[1]))
}

/// `findClass(module, name)`: only a class of that module will do.
fn find_in_named_module(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let loader = built_in(vm, reference(args[0]));
    let name = vm.text_of(reference(args[2]))?;
    let symbol = vm.symbol(&name.replace('.', "/"));
    let Some(class) = vm.find_class(loader, symbol)? else { return Ok(0) };
    let module = vm.field_ref(class.mirror, "module");
    let actual = if module.is_null() { Ref::NULL } else { vm.field_ref(module, "name") };
    let wanted = reference(args[1]);
    let same = match (actual.is_null(), wanted.is_null()) {
        (false, false) => vm.text(actual) == vm.text(wanted),
        (a, b) => a == b,
    };
    Ok(if same { class.mirror.word() } else { 0 })
}

/// The bytes of a class file in an array. They live as long as the class, which is for ever.
fn file_bytes(vm: &Vm, array: Ref, offset: i32, length: i32) -> Exec<&'static [u8]> {
    let available = vm.heap.length(array) as i64;
    if offset < 0 || length < 0 || i64::from(offset) + i64::from(length) > available {
        return Err(Trap::plain("java/lang/ArrayIndexOutOfBoundsException"));
    }
    let (offset, length) = (offset as usize, length as usize);
    let bytes = vm.heap.bytes(array, offset + length)[offset..].to_vec();
    Ok(Box::leak(bytes.into_boxed_slice()))
}

/// A class that a program makes while schedules are explored would be there in the schedules that
/// do not make it, too.
fn leaves_state(vm: &Vm) -> Exec<()> {
    vm.leaves_state(|| "a class defined by the program's own code".to_owned())
}

fn define_bytes(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    leaves_state(vm)?;
    let array = non_null(args[2])?;
    let bytes = file_bytes(vm, array, int(args[3]), int(args[4]))?;
    let (name, domain, source) = (reference(args[1]), reference(args[5]), reference(args[6]));
    define_named(vm, reference(args[0]), name, bytes, domain, source)
}

fn define_buffer(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    leaves_state(vm)?;
    let buffer = non_null(args[2])?;
    let array = match vm.class_of(buffer).field_named("hb") {
        Some(field) => Ref::of(vm.heap.get(buffer.index() + field.word)),
        None => Ref::NULL,
    };
    if array.is_null() {
        return Err(Trap::Unsupported("defining a class from a direct buffer".to_owned()));
    }
    let offset = vm.field(buffer, "offset") as i32;
    let bytes = file_bytes(vm, array, offset.saturating_add(int(args[3])), int(args[4]))?;
    let (name, domain, source) = (reference(args[1]), reference(args[5]), reference(args[6]));
    define_named(vm, reference(args[0]), name, bytes, domain, source)
}

fn define_named(
    vm: &mut Vm,
    loader: Ref,
    name: Ref,
    bytes: &'static [u8],
    domain: Ref,
    source: Ref,
) -> Exec<u64> {
    let mut definition = Definition { origin: Some(String::new()), ..Definition::default() };
    if !name.is_null() {
        definition.name = Some(vm.text(name).replace('.', "/"));
    }
    if !source.is_null() {
        definition.origin = Some(vm.text(source));
    }
    let loader = vm.loader_of(loader);
    let class = vm.define(loader, bytes, definition)?;
    set_protection_domain(vm, class, domain);
    Ok(answer(vm, Some(class)))
}

/// Hidden classes made so far: their names must differ.
#[derive(Default)]
struct HiddenClasses(u64);

/// `defineClass0(loader, lookup, name, bytes, offset, length, domain, initialize, flags,
/// classData)`.
fn define_hidden(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    leaves_state(vm)?;
    let lookup = vm.mirrored(non_null(args[1])?);
    let array = non_null(args[3])?;
    let bytes = file_bytes(vm, array, int(args[4]), int(args[5]))?;
    let flags = args[8];
    let loader = vm.loader_of(reference(args[0]));
    let definition = if flags & HIDDEN_CLASS == 0 {
        Definition { origin: lookup.origin.borrow().clone(), ..Definition::default() }
    } else {
        let nest_host =
            if flags & NESTMATE_CLASS == 0 { None } else { Some(vm.loaded_nest_host(lookup)?) };
        Definition {
            origin: lookup.origin.borrow().clone(),
            hidden: true,
            nest_host,
            name: Some(hidden_name(vm, bytes)?),
            ..Definition::default()
        }
    };
    let class = vm.define(loader, bytes, definition)?;
    set_protection_domain(vm, class, reference(args[6]));
    vm.set_field(class.mirror, "classData", args[9]);
    if args[7] & 1 == 0 {
        return Ok(class.mirror.word());
    }
    // Initialising must not execute this native again: it would define a second class.
    let mut g = Generator::new(class);
    let mirror = g.reference();
    g.emit(Insn::EnsureInit { class: class.id.0 });
    g.emit(Insn::ConstRef { d: mirror, r: class.mirror.0 });
    g.emit(Insn::ReturnValue { a: mirror });
    let stub = g.finish(vm, "<define>", "()Ljava/lang/Class;")?;
    Err(Trap::Call(stub, Vec::new()))
}

/// The name in the file with a suffix that no class file can hold, as HotSpot does.
fn hidden_name(vm: &mut Vm, bytes: &'static [u8]) -> Exec<String> {
    let broken = |error: raceproof_classfile::ClassFileError| {
        Trap::java("java/lang/ClassFormatError", error.to_string())
    };
    let file = ClassFile::parse(bytes).map_err(broken)?;
    let name = file.class_name(file.this_class).map_err(broken)?;
    let counter = vm.extension.get::<HiddenClasses>();
    counter.0 += 1;
    Ok(format!("{name}+0x{:016x}", counter.0))
}

/// `-ea` without classes or packages named.
fn assertion_directives(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let class = vm.load_boot("java/lang/AssertionStatusDirectives")?;
    vm.ensure_initialized(class)?;
    let directives = vm.new_object(class)?;
    let strings = vm.known().string.get();
    for names in ["classes", "packages"] {
        let empty = vm.new_references(strings, &[])?;
        vm.set_field(directives, names, empty.word());
    }
    let booleans = vm.known().primitive_array(raceproof_classfile::descriptor::Type::Boolean);
    for values in ["classEnabled", "packageEnabled"] {
        let empty = vm.new_array(booleans, 0)?;
        vm.set_field(directives, values, empty.word());
    }
    vm.set_field(directives, "deflt", u64::from(vm.options().assertions));
    Ok(directives.word())
}
