//! From a trap or a fault to a Java exception, and from an exception to its handler or the thread's
//! end.

use crate::execute::interp::Exit;
use crate::ground::class::{ClassRef, MethodRef, Resolved};
use crate::ground::code::{NO_REG, Reg};
use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::threads::sched::Stop;
use crate::threads::thread::{Frame, Phase};
use crate::vm::Vm;
use raceproof_classfile::Constant;

impl Vm {
    /// Acts on a trap; gives a stop if the thread does not simply go on.
    pub(crate) fn trap(&mut self, trap: Trap) -> Option<Stop> {
        match trap {
            Trap::Throw(exception) => self.unwind(exception),
            Trap::Java(..) | Trap::Caused(..) => match self.thrown_with_room(trap) {
                Ok(exception) => self.unwind(exception),
                Err(Trap::Java("java/lang/OutOfMemoryError", what)) => {
                    let what = what.unwrap_or_default();
                    Some(Stop::Unsupported(format!(
                        "an exception that there is no memory left for ({what})"
                    )))
                }
                Err(trap) => {
                    self.step_back();
                    self.trap(trap)
                }
            },
            Trap::Retry => None,
            Trap::Block | Trap::Pause => {
                self.step_back();
                Some(Stop::Switch)
            }
            Trap::Exit(status) => Some(Stop::Exit(status)),
            Trap::Ignored => Some(Stop::Ignored),
            Trap::Cancelled(cause) => Some(Stop::Cancelled(cause)),
            Trap::Unsupported(what) => Some(Stop::Unsupported(what)),
            Trap::Call(..) | Trap::Yield(_) | Trap::Body => {
                unreachable!("handled where natives are called")
            }
        }
    }

    pub(crate) fn fault(&mut self, exit: Exit) -> Trap {
        match exit {
            Exit::NullPointer => Trap::null(),
            Exit::DivideByZero => Trap::java("java/lang/ArithmeticException", "/ by zero"),
            Exit::Bounds { index, length } => out_of_bounds(index, length),
            Exit::ArrayStore { value } => array_store(self, value),
            Exit::ClassCast { object, class } => self.class_cast(object, class),
            Exit::Call(..) | Exit::Return(_) | Exit::Slow(_) | Exit::Slice | Exit::Stepped => {
                unreachable!("not a fault")
            }
        }
    }

    /// The exception that a trap throws. If there is no room for it, garbage is collected: nobody
    /// holds references here.
    fn thrown_with_room(&mut self, trap: Trap) -> Exec<Ref> {
        let Trap::Java(class, message) = trap else { return self.thrown_by(None, trap) };
        match self.new_exception(class, message.as_deref()) {
            Err(Trap::Java("java/lang/OutOfMemoryError", _)) if !self.heap.is_linking() => {
                self.collect();
                self.new_exception(class, message.as_deref())
            }
            given => given,
        }
    }

    /// The exception that a trap throws, in a native method if one is given.
    fn thrown_by(&mut self, native: Option<MethodRef>, trap: Trap) -> Exec<Ref> {
        match trap {
            Trap::Throw(exception) => Ok(exception),
            Trap::Java(class, message) => self.new_exception_in(native, class, message.as_deref()),
            Trap::Caused(class, message, cause) => {
                let exception = self.new_exception_in(native, class, Some(&message))?;
                self.set_field(exception, "cause", cause.word());
                Ok(exception)
            }
            other => Err(other),
        }
    }

    /// What a native method, or one that a native routine stands in for, throws shows the method on
    /// top of its stack.
    pub(crate) fn thrown_in(&mut self, method: MethodRef, given: Exec<u64>) -> Exec<u64> {
        match given {
            Err(trap @ (Trap::Java(..) | Trap::Caused(..))) if !method.hidden => {
                Err(Trap::Throw(self.thrown_by(Some(method), trap)?))
            }
            given => given,
        }
    }

    /// Finds the handler of an exception, leaving the frames above it.
    pub(crate) fn unwind(&mut self, mut exception: Ref) -> Option<Stop> {
        while let Some(frame) = self.frames.last().copied() {
            if frame.pc > 0
                && let Some((target, register)) = self.handler(&frame, exception)
            {
                let last = self.frames.last_mut()?;
                last.pc = u32::from(target);
                self.stack[frame.base as usize + usize::from(register)] = exception.word();
                return (self.fuel < 0).then_some(Stop::Switch);
            }
            if let Err(trap) = self.leave_frame(&frame) {
                exception = match self.thrown_with_room(trap) {
                    Ok(exception) => exception,
                    Err(_) => {
                        return Some(Stop::Unsupported(
                            "an exception that there is no memory left for".to_owned(),
                        ));
                    }
                };
            }
            self.frames.pop();
            if frame.barrier {
                return Some(Stop::Threw(exception));
            }
        }
        self.uncaught(exception)
    }

    fn handler(&mut self, frame: &Frame, exception: Ref) -> Option<(u16, Reg)> {
        let pc = frame.pc as u16 - 1;
        let class = self.class_of(exception);
        for handler in &frame.code.handlers {
            if !(handler.start..handler.end).contains(&pc) {
                continue;
            }
            if handler.catch_type == 0 {
                return Some((handler.target, handler.register));
            }
            if self.catches(frame.code.method.class(), handler.catch_type, class) {
                return Some((handler.target, handler.register));
            }
        }
        None
    }

    /// Whether a handler for the class at `cp` takes an exception of that class. Nothing is loaded
    /// for that: what takes it is a superclass, which is loaded.
    fn catches(&mut self, from: ClassRef, cp: u16, thrown: ClassRef) -> bool {
        if let Resolved::Class(caught) = from.resolved[usize::from(cp)].get() {
            return thrown.is_subtype_of(caught);
        }
        let Ok(Constant::Class { name }) = self.constant(from, cp) else { return false };
        let Ok(name) = self.utf8(from, name) else { return false };
        let named =
            thrown.display.iter().map(|id| self.class(*id)).find(|class| class.name == name);
        let known = self.linked.class_named(from.loader, name);
        named.is_some_and(|named| known.is_none_or(|known| known.id == named.id))
    }

    fn uncaught(&mut self, exception: Ref) -> Option<Stop> {
        let exploring = self.exploring;
        let thread = self.thread_mut(self.current);
        match thread.phase {
            Phase::Running => {
                thread.failed = true;
                thread.phase = Phase::Dispatching;
                let object = thread.object;
                let arguments = [object.word(), exception.word()];
                let method = self.known.thread_dispatch.get();
                let pushed = method
                    .map(|method| self.push_frame(method, &arguments, NO_REG, Ref::NULL, false));
                if !matches!(pushed, Some(Ok(()))) {
                    self.thread_mut(self.current).phase = Phase::Exiting;
                    if exploring {
                        self.note_uncaught(exception);
                    }
                }
            }
            // Thrown by the handler: nobody is left to catch it, and the thread ends.
            Phase::Dispatching if exploring => self.note_uncaught(exception),
            Phase::Dispatching => {
                let class = self.class_of(exception).java_name();
                let name = self.text(self.thread_name(self.current));
                self.flush();
                eprintln!(
                    "\nException: {class} thrown from the UncaughtExceptionHandler in thread \"{name}\""
                );
            }
            // What the JDK's own clean-up throws, HotSpot ignores too.
            Phase::Exiting | Phase::Done => {}
        }
        None
    }

    /// The exception of a failed cast.
    pub(crate) fn class_cast(&mut self, object: Ref, class: ClassRef) -> Trap {
        let actual = self.class_of(object);
        if self.is_gone(object) {
            return self.gone();
        }
        let message = format!(
            "class {} cannot be cast to class {} ({})",
            actual.java_name(),
            class.java_name(),
            self.two_homes(actual, class)
        );
        Trap::java("java/lang/ClassCastException", message)
    }
}

impl Vm {
    /// Whether an object was taken back with the schedule in which it was made.
    pub(crate) fn is_gone(&self, object: Ref) -> bool {
        !object.is_null() && self.class_of(object).id.0 == 0
    }

    /// What linking keeps must not be of a schedule, but if it reads what a step has changed, it may
    /// be: nothing that follows is the program's doing, in no schedule.
    pub(crate) fn gone(&mut self) -> Trap {
        self.linked.spoil();
        Trap::Unsupported(
            "an object of another schedule, which the class library has kept while it was initialised"
                .to_owned(),
        )
    }
}

/// The exception of a call through an interface that the receiver's class does not have.
pub(crate) fn not_implemented(class: ClassRef, method: MethodRef) -> Trap {
    let (class, interface) = (class.java_name(), method.class().java_name());
    let message = format!("Class {class} does not implement the requested interface {interface}");
    Trap::java("java/lang/IncompatibleClassChangeError", message)
}

pub(crate) fn out_of_bounds(index: i32, length: usize) -> Trap {
    Trap::java(
        "java/lang/ArrayIndexOutOfBoundsException",
        format!("Index {index} out of bounds for length {length}"),
    )
}

pub(crate) fn array_store(vm: &mut Vm, value: Ref) -> Trap {
    if vm.is_gone(value) {
        return vm.gone();
    }
    Trap::java("java/lang/ArrayStoreException", vm.class_of(value).java_name())
}
