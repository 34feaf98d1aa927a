//! Protection domains: those that definers give, and for the program's classes those of their
//! folder or jar.

use crate::args::reference;
use crate::reflect::classes::this_class;
use raceproof_vm::ground::class::{ClassRef, MethodRef, access};
use raceproof_vm::ground::code::{Extra, Insn, NO_REG};
use raceproof_vm::linking::generate::Generator;
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};
use std::collections::BTreeMap;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.natives("java/lang/Class", &[("getProtectionDomain0", "", given_or_made)]);
    registry.class(
        "java/lang/Class",
        &[("getProtectionDomain", "()Ljava/security/ProtectionDomain;", domain)],
    );
}

/// Protection domains of classes, for JDKs whose `Class` has no field for it. The domains are
/// pinned.
#[derive(Default)]
struct Domains(BTreeMap<u32, Ref>);

/// Notes the domain that a class was defined with.
pub fn set_protection_domain(vm: &mut Vm, class: ClassRef, domain: Ref) {
    if domain.is_null() {
        return;
    }
    if vm.known().class.get().field_named("protectionDomain").is_some() {
        vm.set_field(class.mirror, "protectionDomain", domain.word());
    } else {
        vm.pin(domain);
        vm.extension.get::<Domains>().0.insert(class.id.0, domain);
    }
}

fn known_domain(vm: &mut Vm, class: ClassRef) -> Ref {
    if vm.known().class.get().field_named("protectionDomain").is_some() {
        vm.field_ref(class.mirror, "protectionDomain")
    } else {
        vm.extension.get::<Domains>().0.get(&class.id.0).copied().unwrap_or_default()
    }
}

/// The domain of a class, or null for those of the JDK.
fn given_or_made(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = this_class(vm, args);
    let known = known_domain(vm, class);
    let origin = class.origin.borrow().clone().filter(|_| class.loader == vm.linked.app_loader());
    match origin {
        Some(origin) if known.is_null() && !origin.is_empty() => make(vm, class, &origin),
        _ => Ok(known.word()),
    }
}

/// `getProtectionDomain()`, which in the newest releases reads a field that HotSpot filled in.
fn domain(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let class = vm.known().class.get();
    if let Some(method) =
        vm.method_named(class, "protectionDomain", "()Ljava/security/ProtectionDomain;")
    {
        return Err(Trap::Call(method, args.to_vec()));
    }
    let given = given_or_made(vm, args)?;
    if given != 0 {
        return Ok(given);
    }
    let holder = vm.load_boot("java/lang/Class$Holder")?;
    vm.ensure_initialized(holder)?;
    Ok(vm.static_field(holder, "allPermDomain").unwrap_or(0))
}

/// The code that makes a domain.
#[derive(Default)]
struct Maker(Option<MethodRef>);

/// Goes on with making the domain of a folder or jar, as `BuiltinClassLoader` does when it defines
/// a class.
///
/// What is kept of it outlives each schedule, so it is made as linking does.
fn make(vm: &mut Vm, class: ClassRef, origin: &str) -> Exec<u64> {
    let path = vm.intern(origin)?;
    let loader = vm.linked.loader(class.loader);
    let words = vec![class.mirror.word(), path.word(), loader.word()];
    let stub = maker(vm)?;
    if vm.is_exploring() { vm.ask_now(stub, &words) } else { Err(Trap::Call(stub, words)) }
}

fn maker(vm: &mut Vm) -> Exec<MethodRef> {
    if let Some(stub) = vm.extension.get::<Maker>().0 {
        return Ok(stub);
    }
    let urls = vm.load_boot("jdk/internal/loader/URLClassPath")?;
    let sources = vm.load_boot("java/security/CodeSource")?;
    let loaders = vm.load_boot("java/security/SecureClassLoader")?;
    let to_url = vm.required_method(urls, "toFileURL", "(Ljava/lang/String;)Ljava/net/URL;")?;
    let source =
        vm.required_method(sources, "<init>", "(Ljava/net/URL;[Ljava/security/CodeSigner;)V")?;
    let to_domain = vm.required_method(
        loaders,
        "getProtectionDomain",
        "(Ljava/security/CodeSource;)Ljava/security/ProtectionDomain;",
    )?;
    let mut g = Generator::new(loaders);
    let (mirror, path, loader) = (g.reference(), g.reference(), g.reference());
    let (url, code_source, none, domain) =
        (g.reference(), g.reference(), g.reference(), g.reference());
    g.emit(Insn::EnsureInit { class: urls.id.0 });
    g.call(to_url, &[path], url);
    g.emit(Insn::EnsureInit { class: sources.id.0 });
    g.emit(Insn::NewOf { d: code_source, class: sources.id.0 });
    g.emit(Insn::ConstRef { d: none, r: 0 });
    g.call(source, &[code_source, url, none], NO_REG);
    g.call(to_domain, &[loader, code_source], domain);
    g.extra(NO_REG, NO_REG, Extra::Native(remember, [mirror, domain].into()));
    g.emit(Insn::ReturnValue { a: domain });
    let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
    let stub = g.finish_as(vm, "<domain>", descriptor, access::STATIC)?;
    vm.extension.get::<Maker>().0 = Some(stub);
    Ok(stub)
}

fn remember(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let class = vm.mirrored(reference(registers[0]));
    set_protection_domain(vm, class, reference(registers[1]));
    Ok(0)
}
