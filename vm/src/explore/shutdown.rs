//! The end of a program that has shutdown hooks.
//!
//! With the last thread that keeps the program alive, or where a thread calls `System.exit`, the
//! JDK's `java.lang.Shutdown` starts the hooks and joins them. In the second case the calling thread
//! executes that; in the first one HotSpot has a thread of its own, `DestroyJavaVM`, which has waited
//! for all others that are no daemons. Here that thread begins when the last of them has ended, and
//! ends the program. Daemons go on meanwhile.
//!
//! A program without hooks ends with its last thread, without these steps: nobody could see them.

use crate::ground::class::{ClassRef, LoaderId, MethodRef};
use crate::ground::code::{Extra, Insn, NO_REG};
use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::linking::generate::Generator;
use crate::linking::init::INITIALIZED;
use crate::threads::pending::{PATIENCE, Pending, field_address};
use crate::threads::thread::{Status, Thread};
use crate::vm::Vm;
use raceproof_base::{Address, Effect, OperationKind, Sync, Thing, ThreadId, Use};

const HOOKS: &str = "java/lang/ApplicationShutdownHooks";
const NAME: &str = "DestroyJavaVM";
/// `JVMTI_THREAD_STATE_ALIVE` and `RUNNABLE`.
const ALIVE: u64 = 5;
const NORMAL_PRIORITY: u64 = 5;
/// The name of the thread in a state's identity: whoever ended last, it is the same.
const KEY: u64 = 0xD5A7_0F11_9E3B_6C25;

impl Vm {
    /// The class that keeps the hooks, once somebody has used it.
    fn hooks_class(&mut self) -> Option<ClassRef> {
        let name = self.symbol(HOOKS);
        let class = self.linked.class_named(LoaderId::BOOT, name)?;
        (self.init_status(class) & 0xFF == INITIALIZED).then_some(class)
    }

    /// Whether the program must not end before the JDK has looked for hooks: there are some, or they
    /// run already.
    pub fn has_shutdown_hooks(&mut self) -> bool {
        let Some(class) = self.hooks_class() else { return false };
        let hooks = self.static_field(class, "hooks").map_or(Ref::NULL, Ref::of);
        hooks.is_null() || self.field(hooks, "size") as i32 > 0
    }

    /// Whether hooks run or not depends on who was there before: to be called when a thread that is
    /// no daemon has ended, or hooks change.
    pub fn note_use_of_hooks(&mut self) {
        let Some(class) = self.hooks_class() else { return };
        let Some(field) = class.field_named("hooks") else { return };
        let variable = field_address(class.mirror, field.word);
        self.note_effect(Effect::Uses(Thing::Variable(variable), Use::Write));
    }

    /// The group of main, which its end will take from it.
    pub(crate) fn note_main_group(&mut self) {
        let main = self.threads[0].object;
        let group = match self.class_of(main).field_named("holder") {
            Some(_) => self.field_ref(self.field_ref(main, "holder"), "group"),
            None => self.field_ref(main, "group"),
        };
        self.explored.main_group = group;
        self.pin(group);
    }

    /// To be called when the running thread has ended.
    pub(crate) fn begin_shutdown(&mut self) -> Exec<()> {
        if !self.exploring || self.threads[self.current].daemon {
            return Ok(());
        }
        self.note_use_of_hooks();
        if self.has_live_threads() || self.scalars.ended.is_some() || !self.has_shutdown_hooks() {
            return Ok(());
        }
        let object = self.destroyer()?;
        let body = self.shutdown_body()?;
        let number = self.threads.len();
        let mut thread = self.thread_before(body, object, object.word())?;
        let state = thread.state_mut();
        state.status = Status::Runnable;
        state.key = KEY;
        self.threads.push(thread);
        self.undo.new_thread();
        self.alone = false;
        self.fuel = self.fuel.min(PATIENCE - 2);
        self.set_field(object, "$thread", number as u64 + 1);
        self.set_field(object, "eetop", 1);
        self.set_thread_state(object, ALIVE);
        self.tell_start(number);
        self.begin_log();
        self.note_effect(Effect::Started(ThreadId(number as u32)));
        Ok(())
    }

    /// The `Thread` of whoever ends the program: one for all schedules, made as linking makes things,
    /// and without a constructor, which would give it a number that steps give.
    fn destroyer(&mut self) -> Exec<Ref> {
        let known = self.explored.destroyer;
        if !known.is_null() {
            return Ok(known);
        }
        let class = self.known.thread.get();
        let context = self.linked.loader(self.linked.app_loader());
        let bindings = self.static_field(class, "NEW_THREAD_BINDINGS").unwrap_or(0);
        let holders = match class.field_named("holder") {
            Some(_) => Some(self.load_boot("java/lang/Thread$FieldHolder")?),
            None => None,
        };
        let made = self.linking(|vm| {
            let object = vm.new_object(class)?;
            let lock = vm.new_object(vm.known.object.get())?;
            let name = vm.new_string(NAME)?;
            let holder = match holders {
                Some(holders) => vm.new_object(holders)?,
                None => object,
            };
            for (object, field, word) in [
                (object, "name", name.word()),
                (object, "contextClassLoader", context.word()),
                (object, "blockerLock", lock.word()),
                (object, "interruptLock", lock.word()),
                (object, "scopedValueBindings", bindings),
                (object, "holder", holder.word()),
                (holder, "group", vm.explored.main_group.word()),
                (holder, "priority", NORMAL_PRIORITY),
            ] {
                if vm.class_of(object).field_named(field).is_some() {
                    vm.set_field(object, field, word);
                }
            }
            Ok(object)
        })?;
        self.explored.destroyer = made;
        Ok(made)
    }

    /// What it does.
    fn shutdown_body(&mut self) -> Exec<MethodRef> {
        if let Some(body) = self.explored.shutdown_body {
            return Ok(body);
        }
        let class = self.load_boot("java/lang/Shutdown")?;
        let shutdown = self.required_method(class, "shutdown", "()V")?;
        let mut g = Generator::new(class);
        g.reference();
        g.extra(NO_REG, NO_REG, Extra::Native(see_all_end, [].into()));
        g.emit(Insn::EnsureInit { class: class.id.0 });
        g.call(shutdown, &[], NO_REG);
        g.extra(NO_REG, NO_REG, Extra::Native(end_program, [].into()));
        g.emit(Insn::Return);
        let body = g.finish(self, "<shutdown>", "(Ljava/lang/Object;)V")?;
        self.explored.shutdown_body = Some(body);
        Ok(body)
    }
}

/// It has waited for the end of all threads but daemons, as `join` does, so what they did comes
/// before the hooks.
fn see_all_end(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let ended = |thread: &Thread| !thread.daemon && thread.status == Status::Terminated;
    let numbers: Vec<usize> = (0..vm.threads.len()).filter(|n| ended(&vm.threads[*n])).collect();
    for number in numbers {
        vm.end_is_seen(number);
        vm.tell_acquire(Sync::Thread(ThreadId(number as u32)));
    }
    Ok(0)
}

/// Daemons may do more before.
fn end_program(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    vm.visible(Pending::new(OperationKind::Exit, Address::NONE))?;
    vm.note_end();
    Err(Trap::Exit(0))
}
