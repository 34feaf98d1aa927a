//! Resources of the JDK's own modules, which lie in its image.

use crate::args::{non_null, nothing, reference};
use raceproof_vm::{Exec, Registry, Trap, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "jdk/internal/module/SystemModuleFinders$SystemModuleReader",
        &[("containsImageLocation", "(Ljava/lang/String;)Z", contains)],
    );
    // The JDK's own reader would map the whole image; so told, it maps the index and reads what it
    // needs.
    registry.class("jdk/internal/jimage/BasicImageReader", &[("isSystemProperty", "", nothing)]);
}

/// Whether the reader's module has a resource of that name.
fn contains(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let reader = non_null(a[0])?;
    if vm.field(reader, "closed") != 0 {
        return Err(Trap::java("java/io/IOException", "ModuleReader is closed"));
    }
    let module = vm.text_of(vm.field_ref(reader, "module"))?;
    let name = vm.text_of(reference(a[1]))?;
    Ok(u64::from(vm.linked.image().resource(&module, &name).is_ok_and(|found| found.is_some())))
}
