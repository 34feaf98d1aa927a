//! `Thread.stop`, `suspend` and `resume` of the releases that have them, where nothing is torn out
//! of a thread's hands.

use crate::args::reference;
use raceproof_vm::threads::thread::Status;
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.natives(
        "java/lang/Thread",
        &[
            ("stop0", "(Ljava/lang/Object;)V", stop),
            ("suspend0", "()V", suspend),
            ("resume0", "()V", |_, _| Ok(0)),
        ],
    );
}

/// A thread that stops itself throws; one that has ended does not notice.
fn stop(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let thread = reference(args[0]);
    if thread == vm.current_thread() {
        return Err(Trap::Throw(reference(args[1])));
    }
    match status(vm, thread) {
        Some(Status::Terminated) => Ok(0),
        _ => Err(Trap::Unsupported("Thread.stop of another thread".to_owned())),
    }
}

/// Only who runs can be suspended, so nobody ever is: there is nothing to resume.
fn suspend(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    match status(vm, reference(args[0])) {
        None | Some(Status::New | Status::Terminated) => Ok(0),
        Some(_) => Err(Trap::Unsupported("Thread.suspend of a thread that runs".to_owned())),
    }
}

fn status(vm: &mut Vm, thread: Ref) -> Option<Status> {
    vm.note_that_ends_matter();
    vm.thread_of(thread).map(|number| vm.threads()[number].status)
}
