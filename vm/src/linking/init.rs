//! Class initialisation by JLS 12.4.2, as code the machine generates for each class that has
//! something to run.
//!
//! The stub of a class initialises its superclass and the superinterfaces with default methods,
//! calls `<clinit>`, and marks the class; its handler marks it erroneous. The status word lies in
//! the mirror, so it is part of the state: zero before, then `IN_PROGRESS` with the thread's
//! number above, then [`INITIALIZED`] or `ERRONEOUS`.

use crate::ground::class::{ClassRef, LoaderId, access};
use crate::ground::code::Insn;
use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::linking::generate::Generator;
use crate::linking::kept::initializer;
use crate::threads::pending::{Pending, Wait, address_of};
use crate::threads::thread::Status;
use crate::vm::Vm;
use raceproof_base::{Effect, OperationKind, Sync, Thing};
use rustc_hash::FxHashMap;

/// Some thread is at it.
pub(crate) const IN_PROGRESS: u64 = 1;
/// Done.
pub const INITIALIZED: u64 = 2;
/// The initialiser threw.
pub(crate) const ERRONEOUS: u64 = 3;

impl Vm {
    /// The initialisation status of a class.
    #[inline]
    #[must_use]
    pub fn init_status(&self, class: ClassRef) -> u64 {
        self.heap.get(class.mirror.index() + self.known.mirror_status)
    }

    /// Whether the class is initialised and no going back can change that: its checks may be left
    /// out for good.
    pub(crate) fn is_settled(&self, class: ClassRef) -> bool {
        let status = class.mirror.index() + self.known.mirror_status;
        self.heap.get(status) == INITIALIZED && !self.heap.journal.has_changed(status)
    }

    /// Whether a thread other than this one runs the initialiser of the class with that mirror.
    pub(crate) fn is_initializing_elsewhere(&self, mirror: Ref, thread: usize) -> bool {
        let status = self.init_status(self.mirrored(mirror));
        status & 0xFF == IN_PROGRESS && status >> 8 != thread as u64
    }

    fn set_init_status(&mut self, class: ClassRef, status: u64) {
        self.heap.put(class.mirror.index() + self.known.mirror_status, status);
    }

    /// Makes sure the running thread may use the class.
    ///
    /// # Errors
    /// [`Trap::Retry`] after pushing the initialiser, [`Trap::Block`] while another thread runs it,
    /// or `NoClassDefFoundError` if it failed before.
    pub fn ensure_initialized(&mut self, class: ClassRef) -> Exec<()> {
        self.ensure_verified(class)?;
        let is_library = class.loader == LoaderId::BOOT;
        let status = self.init_status(class);
        match status & 0xFF {
            INITIALIZED => {
                self.tell_acquire(Sync::Class(address_of(class.mirror)));
                self.note_use_of_class(class);
                Ok(())
            }
            IN_PROGRESS if status >> 8 == self.current as u64 => Ok(()),
            IN_PROGRESS => {
                if self.exploring {
                    let wait = Wait::Initialized(class.mirror);
                    self.visible(Pending::on_object(
                        OperationKind::Initialize,
                        class.mirror,
                        wait,
                    ))?;
                    return self.ensure_initialized(class);
                }
                self.thread_mut(self.current).status = Status::InitWait(class.mirror);
                Err(Trap::Block)
            }
            ERRONEOUS => {
                self.tell_acquire(Sync::Class(address_of(class.mirror)));
                self.note_use_of_class(class);
                let message = format!("Could not initialize class {}", class.java_name());
                Err(self.init_failed_before(class, message))
            }
            _ if self.exploring && is_library && !self.is_initialized_by_steps(class) => {
                self.initialize_apart(class)
            }
            _ => {
                if self.exploring && !class.trivial_initializer {
                    let wait = Wait::Initialized(class.mirror);
                    self.visible(Pending::on_object(
                        OperationKind::Initialize,
                        class.mirror,
                        wait,
                    ))?;
                }
                self.set_init_status(class, IN_PROGRESS | (self.current as u64) << 8);
                self.heap.enter_initializer();
                let stub = self.init_stub(class)?;
                self.push_call(stub, &[], crate::ground::code::NO_REG)?;
                Err(Trap::Retry)
            }
        }
    }

    fn init_failed_before(&mut self, class: ClassRef, message: String) -> Trap {
        let cause = self.heap.get(class.mirror.index() + self.known.mirror_failure);
        match self.new_exception("java/lang/NoClassDefFoundError", Some(&message)) {
            Ok(exception) => {
                if cause != 0 {
                    self.set_field(exception, "cause", cause);
                }
                Trap::Throw(exception)
            }
            Err(trap) => trap,
        }
    }

    fn init_stub(&mut self, class: ClassRef) -> Exec<crate::ground::class::MethodRef> {
        if let Some(stub) = class.init_stub.get() {
            return Ok(stub);
        }
        let mut g = Generator::new(class);
        if let Some(super_class) = class.super_class.filter(|_| !class.is_interface()) {
            g.emit(Insn::EnsureInit { class: super_class.id.0 });
        }
        for id in class.all_interfaces.iter().filter(|_| !class.is_interface()) {
            let interface = self.class(*id);
            let has_default = interface
                .methods
                .iter()
                .any(|m| m.access & (access::STATIC | access::ABSTRACT) == 0);
            if has_default && !interface.trivial_initializer {
                g.emit(Insn::EnsureInit { class: interface.id.0 });
            }
        }
        if let Some(method) = class.methods.iter().find(|m| m.name.text() == "<clinit>") {
            g.call(method, &[], crate::ground::code::NO_REG);
        }
        g.emit(Insn::InitDone { a: crate::ground::code::NO_REG });
        g.emit(Insn::Return);
        let end = g.position();
        let exception = g.reference();
        g.handle(0, end, exception);
        g.emit(Insn::InitDone { a: exception });
        g.emit(Insn::Throw { a: exception });
        let stub = g.finish(self, "<initialize>", "()V")?;
        Ok(class.init_stub.get_or_init(|| stub))
    }

    /// The end of an initialisation: `exception` is what it threw, or null. Gives the exception to
    /// throw on.
    ///
    /// # Errors
    /// Only when making the exception fails.
    pub(crate) fn finish_initialization(&mut self, class: ClassRef, exception: Ref) -> Exec<Ref> {
        let failed = !exception.is_null();
        self.heap.leave_initializer();
        if failed && self.heap.journal.reads.are_noted() {
            // Whoever comes first gets another exception than the others.
            self.is_of_this_schedule(initializer(class));
        }
        self.set_init_status(class, if failed { ERRONEOUS } else { INITIALIZED });
        self.tell_release(Sync::Class(address_of(class.mirror)));
        self.note_effect(Effect::Left(Thing::Class(address_of(class.mirror))));
        for number in 0..self.threads.len() {
            if self.threads[number].status == Status::InitWait(class.mirror) {
                self.thread_mut(number).status = Status::Runnable;
            }
        }
        if !failed {
            return Ok(exception);
        }
        let error = self.known.error.get();
        let thrown = if self.class_of(exception).is_subtype_of(error) {
            exception
        } else {
            let wrapped = self.new_exception("java/lang/ExceptionInInitializerError", None)?;
            if self.class_of(wrapped).field_named("exception").is_some() {
                self.set_field(wrapped, "exception", exception.word());
            }
            self.set_field(wrapped, "cause", exception.word());
            wrapped
        };
        let noted = self.note_failure(class, exception)?;
        self.heap.put(class.mirror.index() + self.known.mirror_failure, noted.word());
        Ok(thrown)
    }

    /// What a later `NoClassDefFoundError` gives as its cause: kept for ever, once for each way to
    /// fail, for the mirror names it and the mirror is permanent.
    fn note_failure(&mut self, class: ClassRef, exception: Ref) -> Exec<Ref> {
        let name = self.class_of(exception).java_name();
        let message = Ref::of(self.field(exception, "detailMessage"));
        let thread = self.text(self.thread_name(self.current));
        let text = if message.is_null() {
            format!("Exception {name} [in thread \"{thread}\"]")
        } else {
            format!("Exception {name}: {} [in thread \"{thread}\"]", self.text(message))
        };
        let levels = self.backtrace(exception);
        let key = (class.id.0, text);
        if let Some(known) = self.extension.get::<InitFailures>().0.get(&key) {
            return Ok(*known);
        }
        let noted = self.linking(|vm| {
            let noted = vm.new_exception("java/lang/ExceptionInInitializerError", Some(&key.1))?;
            vm.set_backtrace(noted, &levels)?;
            vm.set_field(noted, "cause", 0);
            Ok(noted)
        })?;
        self.pinned.push(noted);
        self.extension.get::<InitFailures>().0.insert(key, noted);
        Ok(noted)
    }
}

/// Failed initialisations, by class and what is said of them: the error to give as cause.
#[derive(Default)]
struct InitFailures(FxHashMap<(u32, String), Ref>);
