//! Structured locking (JVMS 2.11.10), as HotSpot enforces it: a frame leaves only monitors that it
//! entered, and each of them.
//!
//! For code of compilers this is proved when it is linked (`bytecode/src/locking.rs`). Other code
//! has [`MOST_MONITORS`] registers for what it holds, and says before each return that it is about
//! to: an `IllegalMonitorStateException` that is thrown there may be caught in the method still.

use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::threads::thread::Frame;
use crate::vm::Vm;

/// How many monitors a frame may hold whose locking is not seen to be structured.
pub(crate) const MOST_MONITORS: u16 = 64;

impl Vm {
    /// `monitorenter`.
    pub(crate) fn enter_in_frame(&mut self, object: Ref) -> Exec<()> {
        let Some(monitors) = self.monitors_of_frame() else {
            return self.in_block(object, Self::enter);
        };
        let free = monitors.into_iter().find(|register| self.stack[*register] == 0);
        let Some(free) = free else {
            let most = format!(
                "a method that holds more than {MOST_MONITORS} monitors, not one block in another"
            );
            return Err(Trap::Unsupported(most));
        };
        self.enter(object)?;
        self.stack[free] = object.word();
        Ok(())
    }

    /// `monitorexit`: the frame's last entry of the object's monitor is over, at last that of its
    /// synchronized method.
    pub(crate) fn leave_in_frame(&mut self, object: Ref) -> Exec<()> {
        let Some(monitors) = self.monitors_of_frame() else {
            return self.in_block(object, Self::leave);
        };
        let entered = monitors.rev().find(|register| self.stack[*register] == object.word());
        match (entered, self.frames.last_mut()) {
            (Some(register), _) => self.stack[register] = 0,
            (None, Some(frame)) if frame.lock == object => frame.lock = Ref::NULL,
            _ => return Err(not_structured()),
        }
        self.leave(object)
    }

    /// Takes or gives away the monitor of a block. That around `Thread.start`, which is a synchronized
    /// method in earlier releases, is one of such a method: who starts a thread first is seen by a
    /// program.
    fn in_block(&mut self, object: Ref, act: fn(&mut Self, Ref) -> Exec<()>) -> Exec<()> {
        let starts = |frame: &&Frame| {
            let method = frame.code.method;
            method.class().id == self.known.thread.get().id
                && method.name.text() == "start"
                && self.stack[frame.base as usize] == object.word()
        };
        match self.frames.last().filter(starts) {
            Some(frame) => {
                let (method, callers) = (frame.code.method, self.frames.len() - 1);
                self.with_callee(method, callers, |vm| act(vm, object))
            }
            None => act(self, object),
        }
    }

    /// What comes before a return: with monitors left, the method's own is given back nevertheless,
    /// and the exception is thrown.
    pub(crate) fn check_monitors(&mut self) -> Exec<()> {
        let is_held = self
            .monitors_of_frame()
            .is_some_and(|mut all| all.any(|register| self.stack[register] != 0));
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let is_given_away = has_given_away(frame);
        if is_held && !is_given_away {
            let lock = std::mem::replace(&mut frame.lock, Ref::NULL);
            let method = frame.code.method;
            if !lock.is_null() {
                self.with_callee(method, self.frames.len() - 1, |vm| vm.leave(lock))?;
            }
        }
        if is_held || is_given_away { Err(not_structured()) } else { Ok(()) }
    }

    /// Gives back what the running frame holds, which an exception leaves: what goes on from there
    /// instead, if it held monitors that it should have left, or none where its method is
    /// synchronized.
    pub(crate) fn leave_frame(&mut self, frame: &Frame) -> Exec<()> {
        let held: Vec<usize> = self.monitors_of_frame().into_iter().flatten().collect();
        let held: Vec<Ref> =
            held.into_iter().map(|r| Ref::of(self.stack[r])).filter(|o| !o.is_null()).collect();
        for object in held.iter().filter(|object| !object.is_null()) {
            self.leave(*object)?;
        }
        if !frame.lock.is_null() {
            let callers = self.frames.len() - 1;
            self.with_callee(frame.code.method, callers, |vm| vm.leave(frame.lock))?;
        }
        if held.is_empty() && !has_given_away(frame) { Ok(()) } else { Err(not_structured()) }
    }

    /// The words of the stack that keep the running frame's monitors, in the order in which they
    /// were entered.
    fn monitors_of_frame(&self) -> Option<std::ops::Range<usize>> {
        let frame = self.frames.last()?;
        let first = frame.base as usize + usize::from(frame.code.monitors?);
        Some(first..first + usize::from(MOST_MONITORS))
    }
}

/// Whether the monitor of a synchronized method is no longer held. The machine's own calls take
/// none.
fn has_given_away(frame: &Frame) -> bool {
    let is_locked = frame.code.method.is_synchronized() && !frame.is_again() && !frame.barrier;
    frame.code.monitors.is_some() && is_locked && frame.lock.is_null()
}

fn not_structured() -> Trap {
    Trap::plain("java/lang/IllegalMonitorStateException")
}
