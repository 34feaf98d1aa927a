//! `java.lang.Object`, `String`, `Runtime`, `ref.Reference` and other small classes.

use crate::args::{from_int, long, non_null, nothing, one, reference};
use crate::memory::stepwise_copy;
use raceproof_base::AccessKind;
use raceproof_vm::ground::class::ClassKind;
use raceproof_vm::ground::heap::{HEADER_WORDS, Ref};
use raceproof_vm::threads::pending::field_address;
use raceproof_vm::vm::missing;
use raceproof_vm::{Exec, Registry, Trap, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    // Classes register their natives with the JVM: here they are always registered.
    registry.class(
        "*",
        &[
            ("registerNatives", "()V", nothing),
            ("initIDs", "()V", nothing),
            ("initNative", "()V", nothing),
            ("init", "()V", nothing),
        ],
    );
    registry.class(
        "java/lang/Object",
        &[
            ("getClass", "", get_class),
            ("hashCode", "()I", hash_code),
            ("clone", "", clone),
            ("notify", "()V", notify),
            ("notifyAll", "()V", notify_all),
        ],
    );
    registry.natives("java/lang/Object", &[("wait", "(J)V", wait), ("wait0", "(J)V", wait)]);
    registry.class("java/lang/String", &[("intern", "", intern)]);
    registry.class("java/lang/StringUTF16", &[("isBigEndian", "()Z", nothing)]);
    registry.class(
        "java/lang/Runtime",
        &[
            ("availableProcessors", "()I", processors),
            ("maxMemory", "()J", max_memory),
            ("totalMemory", "()J", max_memory),
            ("freeMemory", "()J", free_memory),
            ("gc", "()V", gc),
        ],
    );
    registry.class(
        "java/lang/ref/Reference",
        &[
            ("getAndClearReferencePendingList", "", nothing),
            ("hasReferencePendingList", "()Z", nothing),
            ("waitForReferencePendingList", "()V", nothing),
            ("refersTo0", "(Ljava/lang/Object;)Z", refers_to),
            ("clear0", "()V", clear_reference),
            // Starts the reference handler: references are never cleared here, so it would have
            // nothing to do.
            ("startReferenceHandlerThread", "", nothing),
            ("<clinit>", "()V", reference_init),
        ],
    );
    registry.class(
        "java/lang/ref/PhantomReference",
        &[("refersTo0", "(Ljava/lang/Object;)Z", refers_to), ("clear0", "()V", clear_reference)],
    );
    registry.class(
        "java/lang/ref/Finalizer",
        &[
            ("isFinalizationEnabled", "()Z", nothing),
            ("startFinalizerThread", "", nothing),
            ("<clinit>", "()V", nothing),
            ("register", "(Ljava/lang/Object;)V", nothing),
            // Nothing is ever finalized here.
            ("runFinalization", "()V", nothing),
        ],
    );
    registry.class("java/util/concurrent/atomic/AtomicLong", &[("VMSupportsCS8", "()Z", one)]);
    registry.class("java/util/concurrent/atomic/Striped64", &[("getProbe", "()I", probe)]);
}

fn get_class(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    Ok(vm.class_of(reference(args[0])).mirror.word())
}

fn hash_code(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    Ok(u64::from(vm.identity_hash(reference(args[0]))))
}

/// `Object.clone`: a shallow copy, of arrays and of what implements `Cloneable`.
fn clone(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let object = reference(args[0]);
    let class = vm.class_of(object);
    if !class.is_subtype_of(vm.known().cloneable.get()) {
        return Err(Trap::java("java/lang/CloneNotSupportedException", class.java_name()));
    }
    let copy = match class.kind {
        ClassKind::Array { .. } => vm.new_array(class, vm.heap.length(object))?,
        _ => vm.new_object(class)?,
    };
    match class.element() {
        Some((_, ty)) if vm.is_watched(object) => {
            let length = vm.heap.length(object) as u64;
            return stepwise_copy::elements(vm, ty, &[object.word(), 0, copy.word(), 0, length]);
        }
        // Other threads may write the fields meanwhile.
        None if vm.is_exploring() && vm.heap.is_shared(object) => {
            return stepwise_copy::fields(vm, object, copy);
        }
        _ => {}
    }
    let words = vm.object_words(object);
    for word in HEADER_WORDS..words {
        let value = vm.heap.get(object.index() + word);
        vm.heap.put(copy.index() + word, value);
    }
    vm.tell_filled(copy);
    Ok(copy.word())
}

fn notify(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    vm.notify(reference(args[0]), false).map(|()| 0)
}

fn notify_all(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    vm.notify(reference(args[0]), true).map(|()| 0)
}

fn wait(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let millis = long(args[1]);
    if millis < 0 {
        return Err(Trap::java("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    let nanos = (millis > 0).then(|| millis.cast_unsigned().saturating_mul(1_000_000));
    vm.wait(reference(args[0]), nanos).map(|()| 0)
}

fn intern(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let units = vm.units(reference(args[0]));
    if let Some(known) = vm.linked.interned(units.as_slice()) {
        return Ok(known.word());
    }
    vm.intern_units(&units).map(raceproof_vm::Ref::word)
}

fn processors(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(u64::from(vm.options().processors))
}

fn max_memory(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(vm.options().heap_bytes)
}

fn free_memory(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(vm.options().heap_bytes / 2)
}

fn gc(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    // Collection is invisible to the program and natives may hold references: the machine collects
    // when it wants to.
    vm.note_collection();
    Ok(0)
}

fn refers_to(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let object = non_null(args[0])?;
    access_referent(vm, AccessKind::Read, object)?;
    Ok(u64::from(vm.field(object, "referent") == args[1]))
}

fn access_referent(vm: &mut Vm, access: AccessKind, object: Ref) -> Exec<()> {
    let field = vm.class_of(object).inherited_field("referent");
    let field = field.ok_or_else(|| missing("Reference.referent"))?;
    vm.plain_access(access, object, field_address(object, field.word))
}

fn clear_reference(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let object = non_null(args[0])?;
    access_referent(vm, AccessKind::Write, object)?;
    vm.set_field(object, "referent", 0);
    Ok(0)
}

/// The real initialiser starts a thread that would wait forever; the access object it publishes is
/// still needed.
fn reference_init(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let class = vm.known().reference.get();
    for field in ["processPendingLock", "queue"] {
        let object = vm.new_object(vm.known().object.get())?;
        if field == "processPendingLock" {
            vm.set_static(class, field, object.word());
        }
    }
    // Anonymous classes are numbered in source order: the one that implements the access interface
    // is looked for.
    let wanted = vm.load_boot("jdk/internal/access/JavaLangRefAccess")?;
    let secrets = vm.load_boot("jdk/internal/access/SharedSecrets")?;
    for number in 1..6 {
        let Ok(class) = vm.load_boot(&format!("java/lang/ref/Reference${number}")) else { break };
        if class.is_subtype_of(wanted) {
            let access = vm.new_object(class)?;
            vm.set_static(secrets, "javaLangRefAccess", access.word());
        }
    }
    Ok(0)
}

fn probe(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    // The probe only spreads contention: one that depends on the thread's number alone keeps runs
    // alike.
    Ok(from_int(vm.current() as i32 * 2 + 1))
}
