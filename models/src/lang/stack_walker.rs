//! `StackWalker`: batches of the running thread's frames for `StackStreamFactory`.
//!
//! How far a walk has come is kept in the walker's own `anchor`: one more than the number of
//! frames, counted from the bottom of the stack, that are still to come. The frames below the walk
//! do not change while it lasts.

use crate::args::{from_int, int, nothing, one, reference};
use crate::lang::stack::fill_element;
use raceproof_vm::ground::class::{ClassRef, MethodRef, access};
use raceproof_vm::ground::code::Insn;
use raceproof_vm::linking::generate::Generator;
use raceproof_vm::tell::naming::Level;
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};

/// Walk modes of `StackStreamFactory`.
const CALLER_CLASS: u64 = 0x4;
const SHOW_HIDDEN: u64 = 0x20;
/// Flags of a `MemberName`.
const IS_METHOD: u32 = 0x1_0000;
const IS_CONSTRUCTOR: u32 = 0x2_0000;
const IS_CALLER_SENSITIVE: u32 = 0x10_0000;
const IS_HIDDEN: u32 = 0x40_0000;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class("java/lang/StackStreamFactory", &[("checkStackWalkModes", "", one)]);
    registry.class(
        "java/lang/StackStreamFactory$AbstractStackWalker",
        &[
            ("callStackWalk", "", begin_walk),
            // Java methods have the same name: only the natives are meant.
            ("fetchStackFrames", "(JJII[Ljava/lang/Object;)I", fetch),
            ("fetchStackFrames", "(IJIII[Ljava/lang/Object;)I", fetch),
            ("setContinuation", "(J[Ljava/lang/Object;Ljdk/internal/vm/Continuation;)V", nothing),
        ],
    );
    registry.class("java/lang/StackFrameInfo", &[("expandStackFrameInfo", "", expand)]);
    registry.class("java/lang/StackTraceElement", &[("initStackTraceElement", "", init_element)]);
}

/// The buffer of a batch, which every release passes last.
struct Batch {
    mode: u64,
    frames: Ref,
    start: usize,
    /// Most frames to fill in.
    count: usize,
}

fn batch(vm: &Vm, args: &[u64]) -> Exec<Batch> {
    let [.., size, start, frames] = *args else { return Err(Trap::null()) };
    let (size, start) = (int(size).max(0) as usize, int(start).max(0) as usize);
    let frames = crate::args::non_null(frames)?;
    // Since 22 the size of the buffer is passed, before that the number of frames.
    let count = if counts_frames(vm) { size.saturating_sub(start) } else { size };
    Ok(Batch {
        mode: args[1],
        frames,
        start,
        count: count.min(vm.heap.length(frames).saturating_sub(start)),
    })
}

/// Whether Java is told the number of frames filled in, not the index behind the last.
fn counts_frames(vm: &Vm) -> bool {
    vm.feature() >= 22
}

/// `callStackWalk(…)`: fills the first batch and goes on with `doStackWalk`, which consumes it.
fn begin_walk(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let walker = reference(args[0]);
    let batch = batch(vm, args)?;
    let class = vm.load_boot("java/lang/StackStreamFactory$AbstractStackWalker")?;
    let mut left = vm.frames().len();
    while left > 0 && is_walking(vm.frames()[left - 1].code.method.class(), class) {
        left -= 1;
    }
    let (end, left) = fill(vm, &batch, left)?;
    if end == batch.start {
        return Err(Trap::java("java/lang/InternalError", "stack walk: decode failed"));
    }
    let count = if counts_frames(vm) { end - batch.start } else { batch.count };
    let stub = walk_stub(vm, class)?;
    let words =
        vec![walker.word(), left as u64 + 1, 0, count as u64, batch.start as u64, end as u64];
    Err(Trap::Call(stub, words))
}

/// Whether a frame belongs to the walk itself.
fn is_walking(class: ClassRef, walker: ClassRef) -> bool {
    class.name.text() == "java/lang/StackWalker" || class.is_subtype_of(walker)
}

#[derive(Default)]
struct WalkStub(Option<MethodRef>);

/// Code that calls `doStackWalk`, shown as the native method that does.
fn walk_stub(vm: &mut Vm, class: ClassRef) -> Exec<MethodRef> {
    if let Some(stub) = vm.extension.get::<WalkStub>().0 {
        return Ok(stub);
    }
    let named =
        |name: &str| class.methods.iter().copied().find(|method| method.name.text() == name);
    let callback = named("doStackWalk").ok_or_else(|| raceproof_vm::vm::missing("doStackWalk"))?;
    let mut g = Generator::new(class);
    let arguments = g.registers(&callback.arguments);
    let result = g.reference();
    g.call(callback, &arguments, result);
    g.emit(Insn::ReturnValue { a: result });
    let descriptor = callback.descriptor.text().replace('(', "(Ljava/lang/Object;");
    let stub = vm.bare_method(class, "<walk>", &descriptor, access::STATIC)?;
    g.attach_as(stub, named("callStackWalk").unwrap_or(stub));
    vm.extension.get::<WalkStub>().0 = Some(stub);
    Ok(stub)
}

/// `fetchStackFrames(mode, anchor, …)`.
fn fetch(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let walker = reference(args[0]);
    let batch = batch(vm, args)?;
    let left = (vm.field(walker, "anchor") as usize).saturating_sub(1).min(vm.frames().len());
    let (end, left) = fill(vm, &batch, left)?;
    vm.set_field(walker, "anchor", left as u64 + 1);
    Ok(from_int(if counts_frames(vm) { end - batch.start } else { end } as i32))
}

/// Fills a batch from the frame below `left` on; gives the index behind the last one filled in and
/// what is left.
fn fill(vm: &mut Vm, batch: &Batch, left: usize) -> Exec<(usize, usize)> {
    let (mut index, mut left) = (batch.start, left);
    let levels = vm.all_levels(vm.current());
    while left > 0 && index < batch.start + batch.count {
        left -= 1;
        let level = levels[levels.len() - 1 - left];
        // What the machine wrote itself has no counterpart in HotSpot.
        let generated = level.method.slot == u16::MAX;
        if generated
            || level.method.hidden
                && (batch.mode & SHOW_HIDDEN == 0 || batch.mode & CALLER_CLASS != 0)
        {
            continue;
        }
        fill_frame(vm, batch, index, &level)?;
        index += 1;
    }
    Ok((index, left))
}

fn fill_frame(vm: &mut Vm, batch: &Batch, index: usize, level: &Level) -> Exec<()> {
    let mirror = level.method.class().mirror;
    if batch.mode & CALLER_CLASS != 0 && index == batch.start && level.method.caller_sensitive {
        let message = format!(
            "StackWalker::getCallerClass called from @CallerSensitive '{}' method",
            shown_name(level.method)
        );
        return Err(Trap::java("java/lang/UnsupportedOperationException", message));
    }
    let holds_classes = vm
        .class_of(batch.frames)
        .element()
        .is_some_and(|(element, _)| element.id == vm.known().class.get().id);
    if holds_classes {
        vm.heap.put_element(batch.frames, index, mirror);
        return Ok(());
    }
    let info = vm.heap.element(batch.frames, index);
    if info.is_null() {
        return Err(Trap::java("java/lang/InternalError", "stack walk: no frame to fill in"));
    }
    if vm.class_of(info).field_named("memberName").is_some() {
        let member = vm.field_ref(info, "memberName");
        fill_member(vm, member, level.method)?;
        vm.set_field(info, "bci", u64::from(level.position));
        return Ok(());
    }
    let flags = vm.field(info, "flags") as u32 | member_flags(level.method);
    vm.set_field(info, "flags", u64::from(flags));
    if vm.class_of(info).field_named("bci").is_none() {
        vm.set_field(info, "classOrMemberName", mirror.word());
        return Ok(());
    }
    let resolved = vm.new_object(vm.known().resolved_name.get())?;
    vm.set_field(resolved, "$method", u64::from(level.method.id) + 1);
    if vm.class_of(resolved).field_named("vmholder").is_some() {
        vm.set_field(resolved, "vmholder", mirror.word());
    }
    vm.set_field(info, "classOrMemberName", resolved.word());
    vm.set_field(info, "bci", u64::from(level.position));
    Ok(())
}

fn shown_name(method: MethodRef) -> String {
    format!("{}.{}", method.class().java_name(), method.name)
}

fn member_flags(method: MethodRef) -> u32 {
    let mut flags = u32::from(method.access);
    flags |= if method.is_initializer() { IS_CONSTRUCTOR } else { IS_METHOD };
    if method.caller_sensitive {
        flags |= IS_CALLER_SENSITIVE;
    }
    if method.hidden {
        flags |= IS_HIDDEN;
    }
    flags
}

/// A `MemberName` that needs no further look-up: its type is a descriptor, as the JDK allows.
fn fill_member(vm: &mut Vm, member: Ref, method: MethodRef) -> Exec<()> {
    let name = vm.intern(method.name.text())?;
    let descriptor = vm.intern(method.descriptor.text())?;
    vm.set_field(member, "clazz", method.class().mirror.word());
    vm.set_field(member, "name", name.word());
    vm.set_field(member, "type", descriptor.word());
    // Hidden frames are told by their class; the bit came with 22.
    vm.set_field(member, "flags", u64::from(member_flags(method) & !IS_HIDDEN));
    vm.set_member_method(member, method)
}

/// The method of a `StackFrameInfo`.
fn method_of(vm: &mut Vm, info: Ref) -> Exec<Option<MethodRef>> {
    if vm.class_of(info).field_named("memberName").is_some() {
        let member = vm.field_ref(info, "memberName");
        return vm.member_method(member);
    }
    let resolved = vm.field_ref(info, "classOrMemberName");
    if resolved.is_null() || vm.class_of(resolved).id != vm.known().resolved_name.get().id {
        return Ok(None);
    }
    let number = (vm.field(resolved, "$method") as usize).wrapping_sub(1);
    Ok(vm.linked.methods().get(number).copied())
}

fn expand(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let info = reference(args[0]);
    if let Some(method) = method_of(vm, info)? {
        let name = vm.intern(method.name.text())?;
        vm.set_field(info, "name", name.word());
        let descriptor = vm.intern(method.descriptor.text())?;
        vm.set_field(info, "type", descriptor.word());
    }
    Ok(0)
}

/// `initStackTraceElement(element, info)`.
fn init_element(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let (element, info) = (crate::args::non_null(args[0])?, crate::args::non_null(args[1])?);
    if let Some(method) = method_of(vm, info)? {
        let position = vm.field(info, "bci") as u16;
        fill_element(vm, element, &Level { method, position })?;
    }
    Ok(0)
}
