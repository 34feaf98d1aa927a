//! Modules, the boot loader, access control: what tells the machine about packages and loaders.

use crate::args::{non_null, nothing, reference};
use raceproof_vm::ground::class::LoaderId;
use raceproof_vm::linking::exports::Exported;
use raceproof_vm::linking::mirrors::BootUnnamedModule;
use raceproof_vm::{Exec, Ref, Registry, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/lang/Module",
        &[
            ("defineModule0", "", define_module),
            ("addReads0", "", nothing),
            ("addExports0", "", export_to),
            ("addExportsToAll0", "", export),
            ("addExportsToAllUnnamed0", "", export),
        ],
    );
    registry.class(
        "jdk/internal/loader/BootLoader",
        &[
            ("setBootLoaderUnnamedModule0", "", set_unnamed),
            ("getSystemPackageLocation", "", package_location),
            ("getSystemPackageNames", "", package_names),
        ],
    );
    registry.class(
        "java/security/AccessController",
        &[
            ("getStackAccessControlContext", "", nothing),
            ("getInheritedAccessControlContext", "", nothing),
            ("getProtectionDomain", "", nothing),
            ("ensureMaterializedForStackWalk", "", nothing),
        ],
    );
}

/// `defineModule0(module, isOpen, version, location, packages)`.
fn define_module(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let module = non_null(args[0])?;
    let loader_object = vm.field_ref(module, "loader");
    let loader = vm.loader_of(loader_object);
    let packages = reference(args[4]);
    if packages.is_null() {
        return Ok(0);
    }
    for package in vm.references(packages) {
        let name = vm.text(package).replace('.', "/");
        vm.linked.add_package(name, module, loader);
    }
    adopt_classes(vm, module, loader);
    Ok(0)
}

/// `(module, package)`: to everyone, or to all unnamed modules.
fn export(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let package = vm.text(non_null(args[1])?).replace('.', "/");
    vm.extension.get::<Exported>().0.insert(package);
    Ok(0)
}

/// `(module, package, to)`: named modules are the JDK's, whose exports to each other nobody doubts.
fn export_to(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let unnamed = vm.field_ref(non_null(args[2])?, "name").is_null();
    if unnamed { export(vm, args) } else { Ok(0) }
}

/// Classes that were loaded before their module was defined get it now.
fn adopt_classes(vm: &mut Vm, module: Ref, loader: LoaderId) {
    let java_base = vm.linked.package("java/lang").is_some_and(|(m, _)| m == module);
    for class in vm.linked.classes().to_vec() {
        let ours = vm.linked.package(class.package()).is_some_and(|(m, _)| m == module)
            && class.loader == loader;
        if ours || java_base && class.package().is_empty() && class.loader == LoaderId::BOOT {
            vm.set_field(class.mirror, "module", module.word());
        }
    }
}

fn set_unnamed(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    vm.extension.get::<BootUnnamedModule>().0 = reference(args[0]);
    vm.pin(reference(args[0]));
    Ok(0)
}

fn package_location(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let name = vm.text(non_null(args[0])?);
    let Some((module, loader)) = vm.linked.package(&name) else { return Ok(0) };
    if loader != LoaderId::BOOT {
        return Ok(0);
    }
    let module_name = vm.text(vm.field_ref(module, "name"));
    vm.new_string(&format!("jrt:/{module_name}")).map(raceproof_vm::Ref::word)
}

fn package_names(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let mut names: Vec<String> = vm.linked.packages_of(LoaderId::BOOT).map(str::to_owned).collect();
    names.sort_unstable();
    let mut strings = Vec::new();
    for name in names {
        strings.push(vm.new_string(&name)?);
    }
    let string = vm.known().string.get();
    vm.new_references(string, &strings).map(raceproof_vm::Ref::word)
}
