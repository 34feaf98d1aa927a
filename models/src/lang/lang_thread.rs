//! `java.lang.Thread`: starting, parking, interrupting; virtual threads as bound threads.

use crate::args::{int, long, non_null, nothing, reference};
use raceproof_base::{Address, OperationKind};
use raceproof_vm::boot::ALIVE_RUNNABLE;
use raceproof_vm::threads::pending::{Pending, Wait};
use raceproof_vm::threads::thread::Status;
use raceproof_vm::{Exec, Registry, Trap, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/lang/Thread",
        &[
            ("currentThread", "()Ljava/lang/Thread;", current),
            ("currentCarrierThread", "()Ljava/lang/Thread;", current),
            ("setCurrentThread", "", nothing),
            ("start0", "()V", start),
            ("isAlive", "()Z", is_alive),
            ("getState", "()Ljava/lang/Thread$State;", state),
            ("threadState", "()Ljava/lang/Thread$State;", state),
            ("yield", "()V", yield_now),
            ("yield0", "()V", yield_now),
            ("onSpinWait", "()V", yield_now),
            ("sleep0", "(J)V", sleep_nanos),
            ("sleepNanos0", "(J)V", sleep_nanos),
            ("interrupt0", "()V", interrupt),
            ("clearInterruptEvent", "()V", clear_interrupt),
            ("setPriority0", "(I)V", nothing),
            ("setNativeName", "(Ljava/lang/String;)V", nothing),
            ("ensureMaterializedForStackWalk", "", nothing),
            ("holdsLock", "(Ljava/lang/Object;)Z", holds_lock),
            ("scopedValueCache", "", scoped_cache),
            ("setScopedValueCache", "", set_scoped_cache),
            ("getNextThreadIdOffset", "()J", next_id_address),
            ("findScopedValueBindings", "", find_bindings),
        ],
    );
    registry.natives("java/lang/Thread", &[("sleep", "(J)V", sleep_millis)]);
    registry.class(
        "jdk/internal/misc/Unsafe",
        &[("park", "(ZJ)V", park), ("unpark", "(Ljava/lang/Object;)V", unpark)],
    );
    registry.class("jdk/internal/vm/ContinuationSupport", &[("isSupported0", "()Z", nothing)]);
    registry.class(
        "jdk/internal/vm/Continuation",
        &[("pin", "()V", nothing), ("unpin", "()V", nothing), ("isPinned0", "", nothing)],
    );
}

fn current(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(vm.current_thread().word())
}

fn start(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let object = reference(args[0]);
    if vm.thread_of(object).is_some() {
        return Err(Trap::plain("java/lang/IllegalThreadStateException"));
    }
    // A service thread of the JDK, made by one of its initialisers: never scheduled.
    if vm.is_linking() {
        return Ok(0);
    }
    vm.visible_on_thread(object, Pending::on_object(OperationKind::Start, object, Wait::Nothing))?;
    if vm.is_exploring() {
        vm.share(object);
    }
    let class = vm.class_of(object);
    let run = vm
        .method_named(class, "run", "()V")
        .ok_or_else(|| raceproof_vm::vm::missing("Thread.run"))?;
    // Fields of the same names in a class of the program's are others.
    let threads = vm.known().thread.get();
    let daemon = match threads.field_named("daemon").filter(|f| !f.is_static()) {
        Some(field) => vm.heap.get(object.index() + field.word) != 0,
        None => {
            let holder = vm.field_ref(object, "holder");
            // A bound virtual thread has no holder of its own kind; it never keeps the program
            // alive.
            holder.is_null() || vm.field(holder, "daemon") != 0
        }
    };
    vm.set_field(object, "eetop", 1);
    vm.start_thread(object, run, daemon)?;
    vm.set_thread_state(object, ALIVE_RUNNABLE);
    if let Some(number) = vm.thread_of(object)
        && threads.field_named("interrupted").is_some()
    {
        let interrupted = vm.field(object, "interrupted") != 0;
        vm.thread_mut(number).interrupted = interrupted;
    }
    Ok(0)
}

fn is_alive(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    vm.sees_alive(reference(args[0])).map(u64::from)
}

/// The state as `Thread.getState` tells it: read off the machine's thread, not off a copy in the
/// object.
fn state(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let timed =
        |deadline: Option<u64>| if deadline.is_some() { "TIMED_WAITING" } else { "WAITING" };
    let object = reference(args[0]);
    let (ended, waits) = vm.sees_state(object)?;
    let number = vm.thread_of(object);
    let status =
        number.map(|n| vm.threads()[n].status).filter(|s| ended || *s != Status::Terminated);
    let waits = number.filter(|_| vm.is_exploring() && waits).and_then(|n| waiting_state(vm, n));
    let name = match status {
        None if number.is_some() => "RUNNABLE",
        Some(Status::Runnable) if waits.is_some() => waits.unwrap_or_default(),
        None | Some(Status::New) => "NEW",
        Some(Status::Runnable | Status::InitWait(_)) => "RUNNABLE",
        Some(Status::Blocked(_)) => "BLOCKED",
        Some(Status::Waiting { deadline, .. } | Status::Parked { deadline }) => timed(deadline),
        Some(Status::Sleeping { .. }) => "TIMED_WAITING",
        Some(Status::Terminated) => "TERMINATED",
    };
    let states = vm.load_boot("java/lang/Thread$State")?;
    vm.ensure_initialized(states)?;
    vm.static_field(states, name).ok_or_else(|| raceproof_vm::vm::missing("Thread.State"))
}

/// What a thread that has stopped before an operation whose condition does not hold is doing.
fn waiting_state(vm: &Vm, thread: usize) -> Option<&'static str> {
    let pending = vm.threads()[thread].pending.filter(|p| !vm.holds(thread, p))?;
    Some(match (pending.wait, pending.deadline) {
        (Wait::Monitor(_), _) => "BLOCKED",
        (Wait::Initialized(_), _) => "RUNNABLE",
        (_, Some(_)) => "TIMED_WAITING",
        (_, None) => "WAITING",
    })
}

fn yield_now(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    if vm.is_exploring() {
        return vm.visible(Pending::new(OperationKind::Yield, Address::NONE)).map(|_| 0);
    }
    Err(Trap::Yield(0))
}

fn sleep_millis(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let millis = long(args[0]);
    if millis < 0 {
        return Err(Trap::java("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    vm.sleep(millis.cast_unsigned().saturating_mul(1_000_000)).map(|()| 0)
}

fn sleep_nanos(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    vm.sleep(long(args[0]).max(0).cast_unsigned()).map(|()| 0)
}

fn interrupt(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    if let Some(thread) = vm.thread_of(reference(args[0])) {
        vm.interrupt(thread);
    }
    Ok(0)
}

fn clear_interrupt(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let me = vm.current();
    vm.set_interrupted(me, false);
    Ok(0)
}

fn holds_lock(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let object = non_null(args[0])?;
    Ok(u64::from(vm.owns(object, vm.current())))
}

fn park(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (absolute, time) = (int(args[1]) != 0, long(args[2]));
    let nanos = match (absolute, time) {
        (false, 0) => None,
        (false, n) => Some(n.max(0).cast_unsigned()),
        (true, millis) => {
            Some((millis.max(0).cast_unsigned().saturating_mul(1_000_000)).saturating_sub(vm.now()))
        }
    };
    vm.park(nanos).map(|()| 0)
}

fn unpark(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let object = reference(args[1]);
    if object.is_null() {
        return Ok(0);
    }
    vm.visible_on_thread(object, Pending::on_object(OperationKind::Unpark, object, Wait::Nothing))?;
    if let Some(thread) = vm.thread_of(object) {
        vm.unpark(thread);
    }
    Ok(0)
}

fn scoped_cache(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(vm.threads()[vm.current()].scoped_cache.word())
}

fn set_scoped_cache(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let me = vm.current();
    vm.thread_mut(me).scoped_cache = reference(args[0]);
    Ok(0)
}

/// The bindings of the innermost frame that runs with some: HotSpot finds them in the frame's
/// locals.
fn find_bindings(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    for frame in vm.frames().iter().rev() {
        let method = frame.code.method;
        let class = method.class().name.text();
        let runner = matches!(method.name.text(), "runWith" | "callWhere" | "runWhere")
            && (class == "java/lang/Thread"
                || class == "java/lang/VirtualThread"
                || class.starts_with("java/lang/ScopedValue$Carrier"));
        if runner {
            let slot = usize::from(!method.is_static());
            return Ok(vm.stack()[frame.base as usize + slot]);
        }
    }
    Ok(0)
}

/// The id of a program's first thread. HotSpot has given the ids below to threads of its own, more
/// of them the more processors there are; this is with two.
const FIRST_ID: u64 = 21;

/// Where the JDK keeps the next thread id: a word that the machine allocates once.
#[derive(Default)]
struct NextId(u64);

fn next_id_address(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    if vm.extension.get::<NextId>().0 == 0 {
        let at = vm
            .heap
            .allocate_permanent(3)
            .ok_or_else(|| Trap::plain("java/lang/OutOfMemoryError"))?;
        let class = vm.known().primitive_array(raceproof_classfile::descriptor::Type::Long);
        vm.heap.set_permanent_header(at, class.id, 1);
        vm.heap.put(at + 2, FIRST_ID);
        vm.extension.get::<NextId>().0 = (at as u64 + 2) * 8;
        crate::memory::outside_memory::open(vm, (at + 2) * 8..(at + 3) * 8);
    }
    Ok(vm.extension.get::<NextId>().0)
}
