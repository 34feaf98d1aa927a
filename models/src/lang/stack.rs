//! Stack traces: what `Throwable` and `StackTraceElement` know of a stack.

use crate::args::{int, non_null, reference};
use raceproof_vm::tell::naming::Level;
use raceproof_vm::{Exec, Ref, Registry, Vm};

/// The line number that means a native method.
const NATIVE_LINE: i32 = -2;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry
        .class("java/lang/Throwable", &[("fillInStackTrace", "(I)Ljava/lang/Throwable;", fill_in)]);
    registry.class(
        "java/lang/StackTraceElement",
        &[
            (
                "initStackTraceElements",
                "([Ljava/lang/StackTraceElement;Ljava/lang/Throwable;)V",
                init_elements_of,
            ),
            (
                "initStackTraceElements",
                "([Ljava/lang/StackTraceElement;Ljava/lang/Object;I)V",
                init_elements,
            ),
        ],
    );
}

fn fill_in(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let exception = reference(args[0]);
    let levels = vm.levels_for(exception);
    vm.set_backtrace(exception, &levels)?;
    Ok(exception.word())
}

/// JDK 17: the exception itself is handed over.
fn init_elements_of(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let levels = vm.backtrace(non_null(args[1])?);
    fill_elements(vm, non_null(args[0])?, &levels)
}

/// JDK 21 and later: its backtrace is.
fn init_elements(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let levels = vm.levels_in(non_null(args[1])?);
    let depth = usize::try_from(int(args[2])).unwrap_or(0).min(levels.len());
    fill_elements(vm, non_null(args[0])?, &levels[..depth])
}

fn fill_elements(vm: &mut Vm, array: Ref, levels: &[Level]) -> Exec<u64> {
    for (index, level) in levels.iter().enumerate().take(vm.heap.length(array)) {
        let element = vm.heap.element(array, index);
        if !element.is_null() {
            fill_element(vm, element, level)?;
        }
    }
    Ok(0)
}

/// Sets all that a `StackTraceElement` tells of a level.
pub fn fill_element(vm: &mut Vm, element: Ref, level: &Level) -> Exec<()> {
    let class = level.method.class();
    let name = vm.intern(&class.java_name())?;
    let method = vm.intern(level.method.name.text())?;
    vm.set_field(element, "declaringClassObject", class.mirror.word());
    vm.set_field(element, "declaringClass", name.word());
    vm.set_field(element, "methodName", method.word());
    let loader = vm.linked.loader(class.loader);
    if !loader.is_null() {
        let loader_name = vm.field(loader, "name");
        vm.set_field(element, "classLoaderName", loader_name);
    }
    fill_module(vm, element, class.mirror)?;
    let (file, line) = match class.source {
        Some(source) => (vm.intern(source)?.word(), line_of(level)),
        None => (0, line_of(level)),
    };
    vm.set_field(element, "fileName", file);
    vm.set_field(element, "lineNumber", u64::from(line.cast_unsigned()));
    Ok(())
}

fn line_of(level: &Level) -> i32 {
    if level.method.is_native() { NATIVE_LINE } else { level.line().map_or(-1, i32::from) }
}

/// Name and version of the class's module, if that has a name.
fn fill_module(vm: &mut Vm, element: Ref, mirror: Ref) -> Exec<()> {
    let module = vm.field_ref(mirror, "module");
    if module.is_null() {
        return Ok(());
    }
    let name = vm.field(module, "name");
    vm.set_field(element, "moduleName", name);
    let descriptor = vm.field_ref(module, "descriptor");
    if name != 0 && !descriptor.is_null() {
        let raw = vm.field(descriptor, "rawVersionString");
        let version = vm.field_ref(descriptor, "version");
        let text = if raw == 0 && !version.is_null() { vm.field(version, "version") } else { raw };
        vm.set_field(element, "moduleVersion", text);
    }
    Ok(())
}
