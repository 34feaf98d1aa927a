//! `Thread.getStackTrace` and `Thread.getAllStackTraces`: the stacks of other threads.

use crate::args::{non_null, reference};
use crate::lang::stack::fill_element;
use raceproof_vm::ground::class::MethodRef;
use raceproof_vm::tell::naming::Level;
use raceproof_vm::threads::thread::Status;
use raceproof_vm::{Exec, Ref, Registry, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.natives(
        "java/lang/Thread",
        &[
            ("getStackTrace0", "", one_stack),
            ("dumpThreads", "", dump),
            ("getThreads", "", live_threads),
        ],
    );
}

/// The number of a thread that was started and has not ended.
fn live(vm: &Vm, object: Ref) -> Option<usize> {
    let number = vm.thread_of(object)?;
    let status = vm.threads().get(number)?.status;
    (!matches!(status, Status::New | Status::Terminated)).then_some(number)
}

fn one_stack(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    vm.look_at_all_threads()?;
    let object = reference(args[0]);
    Ok(stack_of(vm, object)?.word())
}

/// The elements of a thread's stack, or null if it does not live.
fn stack_of(vm: &mut Vm, object: Ref) -> Exec<Ref> {
    let Some(number) = live(vm, object) else { return Ok(Ref::NULL) };
    let mut levels: Vec<Level> =
        waiting_in(vm, number).map(|method| Level { method, position: 0 }).into_iter().collect();
    levels.extend(vm.all_levels(number).into_iter().filter(|level| !level.method.hidden));
    let class = vm.known().stack_trace_element.get();
    let mut elements = Vec::new();
    for level in &levels {
        let element = vm.new_object(class)?;
        fill_element(vm, element, level)?;
        elements.push(element);
    }
    vm.new_references(class, &elements)
}

/// The native method, which has no frame here, that a thread waits in, or in which it looks at
/// itself.
fn waiting_in(vm: &Vm, number: usize) -> Option<MethodRef> {
    let (class, names): (_, &[&str]) = match vm.threads()[number].status {
        _ if number == vm.current() => ("java/lang/Thread", &["dumpThreads"]),
        Status::Waiting { .. } => ("java/lang/Object", &["wait0", "wait"]),
        Status::Parked { .. } => ("jdk/internal/misc/Unsafe", &["park"]),
        Status::Sleeping { .. } => ("java/lang/Thread", &["sleepNanos0", "sleep0", "sleep"]),
        _ => return None,
    };
    let class = vm.linked.classes().iter().find(|c| c.name.text() == class && c.loader.0 == 0)?;
    names.iter().find_map(|name| {
        class.methods.iter().copied().find(|m| m.is_native() && m.name.text() == *name)
    })
}

/// `dumpThreads(threads)`.
fn dump(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    vm.look_at_all_threads()?;
    let threads = vm.references(non_null(args[0])?);
    let mut stacks = Vec::new();
    for thread in threads {
        non_null(thread.word())?;
        stacks.push(stack_of(vm, thread)?);
    }
    let element = vm.array_class(vm.known().stack_trace_element.get())?;
    Ok(vm.new_references(element, &stacks)?.word())
}

pub(super) fn live_threads(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    vm.look_at_all_threads()?;
    let objects: Vec<Ref> = vm.threads().iter().map(|thread| thread.object).collect();
    let objects: Vec<Ref> = objects
        .into_iter()
        .filter(|object| !object.is_null() && live(vm, *object).is_some())
        .collect();
    let class = vm.known().thread.get();
    Ok(vm.new_references(class, &objects)?.word())
}
