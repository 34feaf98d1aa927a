//! Peers that stand in for methods only while schedules are explored.
//!
//! They keep the JDK's own bookkeeping from making schedules of its own (printing, thread groups),
//! give operations their meaning as one step (`join`, `interrupt`), and are the ends of an
//! execution and the data choices.

use crate::args::{int, long, non_null, nothing, reference};
use raceproof_base::{AccessKind, Address, OperationKind, Sync, mix};
use raceproof_vm::ground::heap::HEADER_BYTES;
use raceproof_vm::threads::pending::{Pending, Wait, address_of, element_address};
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};
use std::ops::Range;

/// The first release whose threads cannot be stopped, so that `ThreadDeath` is an exception like
/// others.
const STOP_IS_DEGRADED: u32 = 20;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.exploring(
        "java/lang/Thread",
        &[
            ("join", "(J)V", join),
            ("interrupt", "()V", interrupt),
            ("isInterrupted", "()Z", is_interrupted),
            ("interrupted", "()Z", interrupted),
            ("getThreadGroup", "()Ljava/lang/ThreadGroup;", asks_for_group),
            (
                "getUncaughtExceptionHandler",
                "()Ljava/lang/Thread$UncaughtExceptionHandler;",
                asks_for_group,
            ),
            ("stop", "", stop),
            ("suspend", "", stop),
            ("resume", "", stop),
        ],
    );
    // Who belongs to a group is asked of the threads themselves.
    registry.exploring(
        "java/lang/ThreadGroup",
        &[
            ("add", "(Ljava/lang/Thread;)V", nothing),
            ("addUnstarted", "()V", nothing),
            ("threadStartFailed", "(Ljava/lang/Thread;)V", nothing),
            ("threadTerminated", "(Ljava/lang/Thread;)V", nothing),
            ("activeCount", "()I", group),
            ("enumerate", "", group),
            ("interrupt", "()V", group),
            ("stop", "()V", group),
            ("suspend", "()V", group),
            ("resume", "()V", group),
            ("list", "()V", group),
            ("destroy", "()V", group),
            ("isDestroyed", "()Z", group),
            ("uncaughtException", "(Ljava/lang/Thread;Ljava/lang/Throwable;)V", uncaught),
        ],
    );
    // What is kept of classes for reflection, and the classes made for it. Linking uses these, too.
    registry.apart(
        "java/lang/Class",
        &[
            "getPackageName",
            "reflectionData",
            "privateGetDeclaredFields",
            "privateGetPublicFields",
            "privateGetDeclaredConstructors",
            "privateGetDeclaredMethods",
            "privateGetPublicMethods",
        ],
    );
    registry.apart("java/lang/reflect/Proxy", &["getProxyConstructor"]);
    registry.exploring("java/lang/reflect/Proxy", &[("getProxyConstructor", "", read_interfaces)]);
    registry.apart("java/lang/invoke/MethodHandleProxies", &["getProxyClass"]);
    registry.apart("jdk/internal/reflect/MethodAccessorGenerator", &["generate"]);
    // Method handles made before, for next time.
    registry.exploring(
        "java/lang/invoke/MethodTypeForm",
        &[
            ("setCachedMethodHandle", "", keep_for_linking),
            ("setCachedLambdaForm", "", keep_for_linking),
        ],
    );
    registry.exploring(METHOD_TYPE, &[("makeImpl", MAKE_TYPE, make_method_type)]);
    // Whose threads belong together, for dumps of threads only.
    registry.exploring(
        "jdk/internal/vm/ThreadContainers",
        &[
            (
                "registerContainer",
                "(Ljdk/internal/vm/ThreadContainer;)Ljava/lang/Object;",
                register_container,
            ),
            ("deregisterContainer", "(Ljava/lang/Object;)V", nothing),
        ],
    );
    registry.exploring("java/lang/Runtime", &[("exit", "(I)V", exit), ("halt", "(I)V", halt)]);
    registry.exploring(
        "java/lang/ApplicationShutdownHooks",
        &[("add", "", change_hooks), ("remove", "", change_hooks)],
    );
    // What it prints is left out, and temporary files are nobody's any more.
    registry.exploring("java/lang/Shutdown", &[("logRuntimeExit", "(I)V", nothing_exploring)]);
    registry.exploring("java/io/DeleteOnExitHook", &[("runHooks", "()V", nothing_exploring)]);
    registry.exploring("java/lang/ThreadLocal", &[("nextHashCode", "()I", thread_local_hash)]);
    registry.exploring(
        "java/util/concurrent/ThreadLocalRandom",
        &[("localInit", "()V", seed_by_thread)],
    );
    registry.exploring(
        "java/io/PrintStream",
        &[
            ("write", "(Ljava/lang/String;)V", print),
            ("writeln", "(Ljava/lang/String;)V", print_line),
            ("write", "([C)V", print),
            ("writeln", "([C)V", print_line),
            ("newLine", "()V", print_line),
            ("write", "(I)V", print_byte),
            ("write", "([BII)V", print_bytes),
            ("write", "([B)V", print_bytes),
            ("flush", "()V", print),
        ],
    );
    registry.exploring(
        "java/util/Random",
        &[
            ("next", "(I)I", random_bits),
            ("nextInt", "(I)I", random_below),
            ("nextBoolean", "()Z", random_boolean),
        ],
    );
}

fn join(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let millis = long(args[1]);
    if millis < 0 {
        return Err(Trap::java("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    let nanos = (millis > 0).then(|| millis.cast_unsigned().saturating_mul(1_000_000));
    vm.join(reference(args[0]), nanos).map(|()| 0)
}

fn interrupt(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let object = reference(args[0]);
    vm.visible_on_thread(
        object,
        Pending::on_object(OperationKind::Interrupt, object, Wait::Nothing),
    )?;
    if let Some(thread) = vm.thread_of(object) {
        vm.interrupt(thread);
    } else if vm.known().thread.get().field_named("interrupted").is_some() {
        // Before it starts: the thread begins interrupted.
        vm.tell_release(Sync::Interrupt(address_of(object)));
        vm.set_field(object, "interrupted", 1);
    }
    Ok(0)
}

fn is_interrupted(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let object = reference(args[0]);
    vm.visible_on_thread(
        object,
        Pending::on_object(OperationKind::Interrupted, object, Wait::Nothing),
    )?;
    let is_interrupted = match vm.thread_of(object) {
        Some(thread) => vm.threads()[thread].interrupted,
        // Before it starts, its object says so.
        None => {
            vm.known().thread.get().field_named("interrupted").is_some()
                && vm.field(object, "interrupted") != 0
        }
    };
    if is_interrupted {
        vm.tell_acquire(Sync::Interrupt(address_of(object)));
    }
    Ok(u64::from(is_interrupted))
}

fn interrupted(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let me = vm.current();
    vm.visible(Pending::on_object(OperationKind::Interrupted, vm.current_thread(), Wait::Nothing))?;
    let was = vm.threads()[me].interrupted;
    if was {
        vm.take_interrupt();
    }
    Ok(u64::from(was))
}

fn asks_for_group(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    if vm.is_exploring() {
        vm.ask_for_group(reference(args[0]))?;
    }
    Err(Trap::Body)
}

const METHOD_TYPE: &str = "java/lang/invoke/MethodType";
const MAKE_TYPE: &str = "(Ljava/lang/Class;[Ljava/lang/Class;Z)Ljava/lang/invoke/MethodType;";

/// Linking makes method types, too, and there is one of each: so they are all made as if by
/// linking, which nothing undoes. The array of parameters belongs to the program: it is read here,
/// as nothing is told of what linking reads, and must be copied.
fn make_method_type(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    if !vm.is_exploring() {
        return Err(Trap::Body);
    }
    vm.access_all(AccessKind::Read, reference(args[1]))?;
    let class = vm.load_boot(METHOD_TYPE)?;
    let method = vm.required_method(class, "makeImpl", MAKE_TYPE)?;
    let untrusted = 0;
    vm.ask((method.id, 0), method, &[args[0], args[1], untrusted])
}

/// The classes behind proxies are made apart, where nothing is told: the program's array of
/// interfaces is read here.
fn read_interfaces(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let interfaces = args.last().map_or(Ref::NULL, |word| reference(*word));
    vm.access_all(AccessKind::Read, interfaces)?;
    Err(Trap::Body)
}

/// Steps keep nothing where linking does.
fn keep_for_linking(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    if vm.is_exploring() { Ok(args[2]) } else { Err(Trap::Body) }
}

/// The key by which it would be taken out again.
fn register_container(_: &mut Vm, args: &[u64]) -> Exec<u64> {
    Ok(args[0])
}

fn stop(_: &mut Vm, _: &[u64]) -> Exec<u64> {
    Err(Trap::Unsupported("Thread.stop, suspend and resume".to_owned()))
}

fn group(_: &mut Vm, _: &[u64]) -> Exec<u64> {
    Err(Trap::Unsupported("the threads of a ThreadGroup while schedules are explored".to_owned()))
}

/// Hooks that initialisers of the class library add as linking does (of logging, which closes its
/// handlers) are left out: they would be there in some schedules, or in all.
fn change_hooks(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    if vm.is_linking() {
        return Ok(0);
    }
    if vm.is_exploring() {
        vm.note_use_of_hooks();
        vm.note_that_ends_matter();
    }
    Err(Trap::Body)
}

fn nothing_exploring(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    if vm.is_exploring() { Ok(0) } else { Err(Trap::Body) }
}

/// The end of an exception's way: the default handler has it, or it is a finding, and the thread
/// ends. What `java` would print is left out, like all output.
fn uncaught(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    if !vm.is_exploring() {
        return Err(Trap::Body);
    }
    let exception = non_null(args[2])?;
    // A group of the program's own further up may handle it.
    if !vm.field_ref(reference(args[0]), "parent").is_null() {
        return Err(Trap::Body);
    }
    let handler =
        Ref::of(vm.visible_static(vm.known().thread.get(), "defaultUncaughtExceptionHandler")?);
    if handler.is_null() {
        if !is_passed_over(vm, exception) {
            vm.note_uncaught(exception);
        }
        return Ok(0);
    }
    let class = vm.class_of(handler);
    let method = "(Ljava/lang/Thread;Ljava/lang/Throwable;)V";
    let method = vm.method_named(class, "uncaughtException", method);
    let method = method
        .ok_or_else(|| raceproof_vm::vm::missing("UncaughtExceptionHandler.uncaughtException"))?;
    Err(Trap::Call(method, vec![handler.word(), args[1], args[2]]))
}

/// Releases on which `Thread.stop` works say nothing of a thread that it has ended.
fn is_passed_over(vm: &Vm, exception: Ref) -> bool {
    vm.feature() < STOP_IS_DEGRADED && vm.is_named_subtype(exception, "java/lang/ThreadDeath")
}

/// The JDK's own code runs hooks, and has nothing else to do.
fn exit(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    if !vm.is_exploring() {
        return Err(Trap::Body);
    }
    vm.visible(Pending::new(OperationKind::Exit, Address::NONE))?;
    if vm.has_shutdown_hooks() { Err(Trap::Body) } else { Err(Trap::Exit(int(args[1]))) }
}

fn halt(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    if !vm.is_exploring() {
        return Err(Trap::Body);
    }
    vm.visible(Pending::new(OperationKind::Exit, Address::NONE))?;
    Err(Trap::Exit(int(args[1])))
}

/// Spread by the golden ratio like the JDK's own, but a function of the thread and of how many it
/// has asked for.
fn thread_local_hash(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    if !vm.is_exploring() {
        return Err(Trap::Body);
    }
    let thread = vm.thread_mut(vm.current());
    thread.hashes += 1;
    let number = thread.hashes.wrapping_add(thread.key as u32);
    Ok(u64::from(number.wrapping_mul(0x61C8_8647)))
}

/// Output makes no schedules: what goes to the standard streams is dropped, without their locks and
/// buffers, so it orders nothing. (An edge between prints could order a program's accesses only if
/// another thread learns by an opaque or a racing access that something was printed; but both
/// orders of any two prints would have to be explored.) What the stream's own code would throw for,
/// it gets.
fn print(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    print_text(vm, args, "")
}

fn print_line(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    print_text(vm, args, "\n")
}

fn print_text(vm: &mut Vm, args: &[u64], end: &str) -> Exec<u64> {
    let text = args.get(1).map(|word| non_null_or_body(*word)).transpose()?;
    if let Some(letters) = text.filter(|object| vm.class_of(*object).element().is_some()) {
        let bytes = vm.heap.length(letters) * 2;
        vm.access_elements(AccessKind::Read, letters, element_address(letters, 0, 2), bytes)?;
    }
    show(vm, args, |vm| {
        let text = text.map_or(String::new(), |object| text_of(vm, object));
        (text + end).into_bytes()
    })
}

/// `write(int)`: its lowest eight bits.
fn print_byte(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    show(vm, args, |_| vec![args[1] as u8])
}

/// `write(byte[])` and `write(byte[], int, int)`.
fn print_bytes(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let array = non_null_or_body(args[1])?;
    let length = vm.heap.length(array);
    let range = match *args {
        [_, _, from, count] => part(int(from), int(count)).filter(|range| range.end <= length),
        _ => Some(0..length),
    };
    let range = range.ok_or(Trap::Body)?;
    vm.access_elements(
        AccessKind::Read,
        array,
        element_address(array, range.start, 1),
        range.len(),
    )?;
    show(vm, args, |vm| vm.heap.bytes(array, length)[range].to_vec())
}

fn part(from: i32, count: i32) -> Option<Range<usize>> {
    let (from, count) = (usize::try_from(from).ok()?, usize::try_from(count).ok()?);
    Some(from..from.checked_add(count)?)
}

/// What is printed on a standard stream is shown, if anybody wants to see it.
fn show(vm: &mut Vm, args: &[u64], bytes: impl FnOnce(&Vm) -> Vec<u8>) -> Exec<u64> {
    let stream = reference(args[0]);
    let is_own_code = vm.exploration().prints_itself || !vm.is_standard_stream(stream);
    // One that is closed prints nothing, and says so.
    if !vm.is_exploring() || is_own_code || vm.field_ref(stream, "out").is_null() {
        return Err(Trap::Body);
    }
    vm.note_print(stream);
    vm.print_exploring(bytes);
    Ok(0)
}

fn non_null_or_body(word: u64) -> Exec<Ref> {
    let object = reference(word);
    if object.is_null() { Err(Trap::Body) } else { Ok(object) }
}

/// The text of a string or of a `char[]`.
fn text_of(vm: &Vm, object: Ref) -> String {
    if vm.class_of(object).id == vm.known().string.get().id {
        return vm.text(object);
    }
    let first = object.index() * 8 + HEADER_BYTES;
    let units: Vec<u16> =
        (0..vm.heap.length(object)).map(|index| vm.heap.u16(first + index * 2)).collect();
    String::from_utf16_lossy(&units)
}

/// Seeds by which thread it is: who draws first makes no difference.
fn seed_by_thread(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let thread = vm.current_thread();
    let seed = mix(vm.current_key());
    vm.set_field(thread, "threadLocalRandomSeed", seed);
    vm.set_field(thread, "threadLocalRandomProbe", (seed >> 32).max(1));
    Ok(0)
}

fn random_bits(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    if !vm.is_exploring() || !vm.exploration().enumerate_random {
        return Err(Trap::Body);
    }
    let bits = int(args[1]).clamp(1, 32);
    if bits > 16 {
        return Err(Trap::Unsupported(format!(
            "every value of {bits} random bits: bound the number, as nextInt(bound) or nextBoolean does"
        )));
    }
    let value = vm.choose(1 << bits)?;
    Ok(u64::from(value))
}

fn random_below(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let bound = int(args[1]);
    if !vm.is_exploring() || !vm.exploration().enumerate_random || bound <= 0 {
        return Err(Trap::Body);
    }
    vm.choose(bound.cast_unsigned()).map(u64::from)
}

fn random_boolean(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    if vm.is_exploring() && vm.exploration().enumerate_random {
        vm.choose(2).map(u64::from)
    } else {
        Err(Trap::Body)
    }
}
