//! Native libraries: those of the JDK are part of the machine, others cannot be loaded.

use crate::args::{non_null, nothing, reference};
use raceproof_vm::{Exec, Registry, Trap, Vm};

/// Libraries of the JDK whose natives are peers here, or are missed by name when they are called.
const BUILT_IN: [&str; 20] = [
    "attach",
    "extnet",
    "instrument",
    "j2gss",
    "j2pcsc",
    "java",
    "jimage",
    "jli",
    "jsound",
    "management",
    "management_agent",
    "management_ext",
    "net",
    "nio",
    "prefs",
    "rmi",
    "sctp",
    "syslookup",
    "verify",
    "zip",
];
const JNI_VERSION: u64 = 0x0001_0008;
/// Any handle but zero, which would mean that nothing is loaded.
const HANDLE: u64 = 1;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/lang/System",
        &[("mapLibraryName", "(Ljava/lang/String;)Ljava/lang/String;", map_name)],
    );
    registry.class(
        "jdk/internal/loader/NativeLibraries",
        &[
            ("findBuiltinLib", "(Ljava/lang/String;)Ljava/lang/String;", find_built_in),
            ("load", "", load),
            ("unload", "", nothing),
            ("findEntry0", "", nothing),
        ],
    );
    registry.class("jdk/internal/loader/NativeLibrary", &[("findEntry0", "", nothing)]);
    registry.class(
        "jdk/internal/loader/RawNativeLibraries",
        &[("load0", "", load_raw), ("unload0", "", nothing)],
    );
}

fn map_name(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let name = vm.text_of(reference(a[0]))?;
    Ok(vm.new_string(&format!("lib{name}.so"))?.word())
}

fn find_built_in(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let file = vm.text_of(reference(a[0]))?;
    let name = file.strip_prefix("lib").and_then(|rest| rest.strip_suffix(".so"));
    match name.filter(|name| BUILT_IN.contains(name)) {
        Some(name) => Ok(vm.new_string(name)?.word()),
        None => Ok(0),
    }
}

/// `(library, name, isBuiltin …)`
fn load(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let name = vm.text_of(reference(a[1]))?;
    let file = name.rsplit('/').next().unwrap_or(&name);
    let plain = file.strip_prefix("lib").and_then(|rest| rest.strip_suffix(".so")).unwrap_or(file);
    if !BUILT_IN.contains(&plain) {
        return Err(Trap::Unsupported(format!("native library {name}")));
    }
    let library = non_null(a[0])?;
    vm.set_field(library, "handle", HANDLE);
    vm.set_field(library, "jniVersion", JNI_VERSION);
    Ok(1)
}

fn load_raw(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    Err(Trap::Unsupported(format!("native library {}", vm.text_of(reference(a[1]))?)))
}
