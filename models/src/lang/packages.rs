//! Packages of the program's jars: what their manifests say of them.
//!
//! The machine finds the program's classes itself, so `BuiltinClassLoader` never gets to define a
//! package with the attributes of the manifest. It is asked to when somebody first asks for the
//! package.

use crate::args::reference;
use raceproof_classfile::Found;
use raceproof_vm::ground::class::{ClassRef, MethodRef, access};
use raceproof_vm::ground::code::{Insn, NO_REG};
use raceproof_vm::linking::generate::Generator;
use raceproof_vm::{Exec, Registry, Trap, Vm};
use std::collections::BTreeSet;
use std::path::Path;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/lang/ClassLoader",
        &[
            ("definePackage", "(Ljava/lang/String;Ljava/lang/Module;)Ljava/lang/Package;", define),
            ("getDefinedPackages", "()[Ljava/lang/Package;", all_defined),
            ("getDefinedPackage", "(Ljava/lang/String;)Ljava/lang/Package;", defined),
        ],
    );
}

/// The names of packages that were asked for, and the code that defines one.
#[derive(Default)]
struct Packages {
    asked: BTreeSet<String>,
    maker: Option<MethodRef>,
}

/// `definePackage(name, module)`, through which `Class.getPackage` goes. A folder says nothing of
/// its packages.
fn define(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    match first_request(vm, args) {
        Some(Some(jar)) => define_first(vm, args, &jar),
        _ => Err(Trap::Body),
    }
}

/// `getDefinedPackage(name)`: a package that has a class is defined.
fn defined(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    match first_request(vm, args) {
        Some(jar) => define_first(vm, args, &jar.unwrap_or_default()),
        None => Err(Trap::Body),
    }
}

/// Defines a package before it is asked for. Under `java` it is there when its first class is, which
/// is linking; so is this, where other threads might come in between.
fn define_first(vm: &mut Vm, args: &[u64], jar: &str) -> Exec<u64> {
    let (maker, words) = with_manifest(vm, args, jar)?;
    if vm.is_undoable() {
        vm.ask_now(maker, &words)?;
        return Err(Trap::Body);
    }
    Err(Trap::Call(maker, words))
}

/// `getDefinedPackages()`: each package that has a class is defined first.
fn all_defined(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let names: Vec<String> =
        program_classes(vm).map(|class| class.package().replace('/', ".")).collect();
    for name in names {
        let name = vm.new_string(&name)?;
        let args = [args[0], name.word()];
        if let Some(jar) = first_request(vm, &args) {
            let (maker, words) = with_manifest(vm, &args, &jar.unwrap_or_default())?;
            if vm.is_undoable() {
                vm.ask_now(maker, &words)?;
                continue;
            }
            vm.push_call(maker, &words, NO_REG)?;
            return Err(Trap::Retry);
        }
    }
    Err(Trap::Body)
}

/// The program's classes that the machine found itself.
fn program_classes(vm: &Vm) -> impl Iterator<Item = ClassRef> {
    let ours = |class: &ClassRef| {
        class.loader == vm.linked.app_loader() && class.origin.borrow().is_some()
    };
    vm.linked.classes().iter().copied().filter(ours)
}

/// Whether a package of the program's own loader is asked for, `(loader, name …)`, for the first
/// time; and the jar, if it is one, that its first class came from.
fn first_request(vm: &mut Vm, args: &[u64]) -> Option<Option<String>> {
    let app = vm.linked.loader(vm.linked.app_loader());
    let name = reference(args[1]);
    if reference(args[0]) != app || name.is_null() {
        return None;
    }
    let package = vm.text(name).replace('.', "/");
    let origin =
        program_classes(vm).find(|class| class.package() == package)?.origin.borrow().clone()?;
    // No class of the unnamed package makes the JDK look at the manifest.
    let jar = Some(origin).filter(|path| !package.is_empty() && Path::new(path).is_file());
    vm.extension.get::<Packages>().asked.insert(package).then_some(jar)
}

/// The code that defines the package, and what it is called with.
fn with_manifest(vm: &mut Vm, args: &[u64], jar: &str) -> Exec<(MethodRef, Vec<u64>)> {
    let (loader, name) = (args[0], args[1]);
    let Some(manifest) = manifest_of(vm, jar) else {
        return Ok((definer(vm)?, vec![loader, name, 0, 0]));
    };
    let path = vm.new_string(jar)?;
    let manifest = vm.new_bytes(&manifest)?;
    Ok((maker(vm)?, vec![loader, name, path.word(), manifest.word()]))
}

/// Read by the machine, as the classes are: a `JarFile` would be one of the program's, too.
fn manifest_of(vm: &Vm, jar: &str) -> Option<Vec<u8>> {
    let found = vm.linked.class_path().resources("META-INF/MANIFEST.MF").ok()?;
    let of_jar = |found: &Found| found.origin.as_path() == Path::new(jar);
    found.into_iter().find(of_jar).map(|found| found.bytes)
}

/// `BuiltinClassLoader.definePackage(name, manifest, url)`
fn definer(vm: &mut Vm) -> Exec<MethodRef> {
    let loaders = vm.load_boot("jdk/internal/loader/BuiltinClassLoader")?;
    let descriptor =
        "(Ljava/lang/String;Ljava/util/jar/Manifest;Ljava/net/URL;)Ljava/lang/Package;";
    vm.required_method(loaders, "definePackage", descriptor)
}

/// `(loader, name, path, bytes) -> loader.definePackage(name, new Manifest(new
/// ByteArrayInputStream(bytes)), URLClassPath.toFileURL(path))`
fn maker(vm: &mut Vm) -> Exec<MethodRef> {
    if let Some(maker) = vm.extension.get::<Packages>().maker {
        return Ok(maker);
    }
    let urls = vm.load_boot("jdk/internal/loader/URLClassPath")?;
    let streams = vm.load_boot("java/io/ByteArrayInputStream")?;
    let manifests = vm.load_boot("java/util/jar/Manifest")?;
    let loaders = vm.load_boot("jdk/internal/loader/BuiltinClassLoader")?;
    let to_url = vm.required_method(urls, "toFileURL", "(Ljava/lang/String;)Ljava/net/URL;")?;
    let open = vm.required_method(streams, "<init>", "([B)V")?;
    let read = vm.required_method(manifests, "<init>", "(Ljava/io/InputStream;)V")?;
    let define = definer(vm)?;
    let mut g = Generator::new(loaders);
    let (loader, name, path, bytes) = (g.reference(), g.reference(), g.reference(), g.reference());
    let (url, stream, manifest, package) =
        (g.reference(), g.reference(), g.reference(), g.reference());
    g.emit(Insn::EnsureInit { class: urls.id.0 });
    g.call(to_url, &[path], url);
    g.emit(Insn::NewOf { d: stream, class: streams.id.0 });
    g.call(open, &[stream, bytes], NO_REG);
    g.emit(Insn::EnsureInit { class: manifests.id.0 });
    g.emit(Insn::NewOf { d: manifest, class: manifests.id.0 });
    g.call(read, &[manifest, stream], NO_REG);
    g.call(define, &[loader, name, manifest, url], package);
    g.emit(Insn::ReturnValue { a: package });
    let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
    let maker = g.finish_as(vm, "<package>", descriptor, access::STATIC)?;
    vm.extension.get::<Packages>().maker = Some(maker);
    Ok(maker)
}
