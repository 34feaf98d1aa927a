//! The fixed schedule of `run`: a thread goes on until it blocks, yields or ends.

use crate::class::MethodRef;
use crate::exec::{SLICE, Stop};
use crate::heap::Ref;
use crate::native::{Exec, Trap};
use crate::thread::{Phase, Status, Thread, Wake};
use crate::vm::Vm;

/// So many yields without anybody blocking, and time passes up to the next deadline.
const IDLE_YIELDS: u32 = 20_000;
/// A used-up slice counts for so many: computing takes time too.
pub(crate) const SLICE_YIELDS: u32 = 2_000;

fn deadline(status: Status) -> Option<u64> {
    match status {
        Status::Waiting { deadline, .. } | Status::Parked { deadline } => deadline,
        Status::Sleeping { deadline } => Some(deadline),
        _ => None,
    }
}

impl Vm {
    /// The `java.lang.Thread` object of the running thread.
    #[must_use]
    pub fn current_thread(&self) -> Ref {
        self.threads[self.current].object
    }

    /// The name of a thread, as a Java string.
    #[must_use]
    pub fn thread_name(&self, thread: usize) -> Ref {
        self.field_ref(self.threads[thread].object, "name")
    }

    /// The number of the thread that a `Thread` object stands for, if it was started.
    #[must_use]
    pub fn thread_of(&self, object: Ref) -> Option<usize> {
        let number = self.field(object, "$thread");
        (number != 0).then(|| number as usize - 1)
    }

    /// Starts a thread whose object has not been started; it will run `method`.
    ///
    /// # Errors
    /// If linking fails.
    pub fn start_thread(&mut self, object: Ref, method: MethodRef, daemon: bool) -> Exec<()> {
        let number = self.threads.len();
        let mut thread = Thread::new(object);
        thread.status = Status::Runnable;
        thread.daemon = daemon;
        let code = self.code(method)?;
        thread.stack = vec![0; usize::from(code.registers).max(256)];
        thread.stack[0] = object.word();
        thread.frames.push(crate::thread::Frame {
            code,
            base: 0,
            pc: 0,
            result: crate::code::NO_REG,
            lock: Ref::NULL,
            barrier: false,
        });
        self.threads.push(thread);
        self.set_field(object, "$thread", number as u64 + 1);
        Ok(())
    }

    /// Makes another thread the running one.
    pub fn switch_to(&mut self, thread: usize) {
        if thread == self.current {
            return;
        }
        let old = &mut self.threads[self.current];
        std::mem::swap(&mut self.frames, &mut old.frames);
        std::mem::swap(&mut self.stack, &mut old.stack);
        self.current = thread;
        let new = &mut self.threads[thread];
        std::mem::swap(&mut self.frames, &mut new.frames);
        std::mem::swap(&mut self.stack, &mut new.stack);
    }

    /// Picks the next thread to run, or says why none can.
    pub fn schedule(&mut self) -> Option<Stop> {
        self.fuel = SLICE;
        self.yielded = false;
        if self.idle_yields > IDLE_YIELDS {
            self.idle_yields = 0;
            self.advance_clock();
        }
        self.wake_due();
        loop {
            let count = self.threads.len();
            let next = (1..=count).map(|n| (self.current + n) % count).find(|n| self.is_runnable(*n));
            if let Some(next) = next {
                if let Status::Blocked(object) = self.threads[next].status {
                    self.lose_interest(object);
                    self.threads[next].status = Status::Runnable;
                }
                self.switch_to(next);
                return None;
            }
            if !self.advance_clock() {
                return Some(Stop::Switch);
            }
        }
    }

    /// Lets time pass up to the earliest deadline.
    fn advance_clock(&mut self) -> bool {
        let Some(earliest) = self.threads.iter().filter_map(|t| deadline(t.status)).min() else { return false };
        self.clock = self.clock.max(earliest);
        self.wake_due();
        true
    }

    /// Wakes the threads whose deadline has passed.
    fn wake_due(&mut self) {
        for n in 0..self.threads.len() {
            if deadline(self.threads[n].status).is_some_and(|d| d <= self.clock) {
                self.wake(n, Wake::TimedOut);
            }
        }
    }

    /// Ends a thread's wait, park or sleep.
    pub fn wake(&mut self, thread: usize, wake: Wake) {
        match self.threads[thread].status {
            Status::Waiting { .. } => self.end_wait(thread, wake),
            Status::Parked { .. } | Status::Sleeping { .. } => {
                self.threads[thread].wake = wake;
                self.threads[thread].status = Status::Runnable;
            }
            _ => {}
        }
    }

    /// `LockSupport.park`, executed again after blocking; `nanos` is the longest wait, if limited.
    ///
    /// # Errors
    /// Blocks.
    pub fn park(&mut self, nanos: Option<u64>) -> Exec<()> {
        let deadline = nanos.map(|n| self.clock.saturating_add(n));
        let thread = &mut self.threads[self.current];
        if thread.wake != Wake::None {
            thread.wake = Wake::None;
            return Ok(());
        }
        if thread.permit || thread.interrupted || nanos == Some(0) {
            thread.permit = false;
            return Ok(());
        }
        thread.status = Status::Parked { deadline };
        Err(Trap::Block)
    }

    /// `LockSupport.unpark`.
    pub fn unpark(&mut self, thread: usize) {
        if matches!(self.threads[thread].status, Status::Parked { .. }) {
            self.wake(thread, Wake::Notified);
        } else {
            self.threads[thread].permit = true;
        }
    }

    /// `Thread.sleep`, executed again after blocking.
    ///
    /// # Errors
    /// Blocks, or throws `InterruptedException`.
    pub fn sleep(&mut self, nanos: u64) -> Exec<()> {
        let me = self.current;
        match std::mem::replace(&mut self.threads[me].wake, Wake::None) {
            Wake::None => {
                if self.threads[me].interrupted {
                    self.set_interrupted(me, false);
                    return Err(Trap::java("java/lang/InterruptedException", "sleep interrupted"));
                }
                let deadline = self.clock.saturating_add(nanos);
                self.threads[me].status = Status::Sleeping { deadline };
                Err(Trap::Block)
            }
            Wake::Interrupted => {
                self.set_interrupted(me, false);
                Err(Trap::java("java/lang/InterruptedException", "sleep interrupted"))
            }
            _ => Ok(()),
        }
    }

    /// Interrupts a thread.
    pub fn interrupt(&mut self, thread: usize) {
        self.set_interrupted(thread, true);
        if matches!(self.threads[thread].status, Status::Parked { .. }) {
            self.wake(thread, Wake::Notified);
        } else {
            self.wake(thread, Wake::Interrupted);
        }
    }

    /// Sets a thread's interrupt status, here and in its object.
    pub fn set_interrupted(&mut self, thread: usize, value: bool) {
        self.threads[thread].interrupted = value;
        let object = self.threads[thread].object;
        if self.class_of(object).field_named("interrupted").is_some() {
            self.set_field(object, "interrupted", u64::from(value));
        }
    }

    /// The end of the running thread: whoever joins it goes on.
    pub(crate) fn end_thread(&mut self) {
        let thread = &mut self.threads[self.current];
        thread.phase = Phase::Done;
        thread.status = Status::Terminated;
        let object = thread.object;
        if self.class_of(object).field_named("eetop").is_some() {
            self.set_field(object, "eetop", 0);
        }
        self.set_thread_state(object, 2);
        self.wake_waiters(object, true);
    }

    /// Sets `threadStatus`, which lies in the thread or in its holder.
    pub fn set_thread_state(&mut self, object: Ref, state: u64) {
        if self.class_of(object).field_named("threadStatus").is_some() {
            self.set_field(object, "threadStatus", state);
        } else {
            let holder = self.field_ref(object, "holder");
            if !holder.is_null() {
                self.set_field(holder, "threadStatus", state);
            }
        }
    }

    /// Whether a thread that keeps the program alive is left.
    #[must_use]
    pub fn has_live_threads(&self) -> bool {
        self.threads.iter().any(|t| !t.daemon && t.status != Status::Terminated && t.status != Status::New)
    }

    /// What each thread that is not done waits for.
    #[must_use]
    pub fn describe_threads(&self) -> Vec<String> {
        let describe = |n: &usize| {
            let thread = &self.threads[*n];
            let name = self.text(self.thread_name(*n));
            let named = |object: Ref| format!("{} @{:x}", self.class_of(object).java_name(), object.0);
            let what = match thread.status {
                Status::Blocked(object) => {
                    let owner = self.monitor(object).map_or(0, |m| m.owner);
                    let holder = owner.checked_sub(1).map_or(String::new(), |o| {
                        format!(", held by \"{}\"", self.text(self.thread_name(o as usize)))
                    });
                    format!("waits to lock {}{holder}", named(object))
                }
                Status::InitWait(mirror) => {
                    format!("waits for the initialisation of {}", self.mirrored(mirror).java_name())
                }
                Status::Waiting { object, .. } => format!("waits to be notified on {}", named(object)),
                Status::Parked { .. } => "is parked".to_owned(),
                status => format!("{status:?}"),
            };
            let at = self.all_levels(*n).into_iter().find(|l| !l.method.hidden);
            let at = at.map_or(String::new(), |l| format!(" at {l}"));
            format!("\"{name}\" {what}{at}")
        };
        let waiting = |n: &usize| !matches!(self.threads[*n].status, Status::Terminated | Status::New);
        (0..self.threads.len()).filter(waiting).map(|n| describe(&n)).collect()
    }
}
