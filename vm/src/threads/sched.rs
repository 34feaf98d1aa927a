//! The fixed schedule of `run`: a thread goes on until it blocks, yields, ends or has used up its
//! slice.
//!
//! Time is virtual and a function of what has been executed: each instruction takes a moment,
//! whoever executes it, and when no thread can run the clock goes on to the next deadline at once.
//! A slice ends at the first deadline, so that a thread that never blocks holds nobody up. Whatever
//! a thread executes, its loops jump backwards, return or catch; there it is noticed that the slice
//! is used up.

use crate::ground::class::MethodRef;
use crate::ground::code::NO_REG;
use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::threads::monitor::MOST_THREADS;
use crate::threads::pending::PATIENCE;
use crate::threads::pending::{Grant, Pending, Wait, address_of};
use crate::threads::thread::{Frame, Phase, Status, Thread, ThreadState, Wake};
use crate::vm::Vm;
use raceproof_base::{Address, Cause, Effect, OperationKind, Sync, Thing, ThreadId, Use, mix_in};

/// How a stretch of running ended, for the scheduler.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The running thread cannot or need not go on.
    Switch,
    /// A call from outside the interpreter has returned this word.
    Returned(u64),
    /// A call from outside ended with this exception.
    Threw(Ref),
    /// The program exits.
    Exit(i32),
    /// Not modelled.
    Unsupported(String),
    /// The program says that this path is of no interest.
    Ignored,
    /// The machine was told to stop.
    Cancelled(Cause),
}

/// Instructions before a thread that never blocks lets others run.
const SLICE: i64 = 5_000_000;
/// A wait for more nanoseconds than these, 146 years, has no end: `Long.MAX_VALUE` means that.
const FOR_EVER: u64 = 1 << 62;
/// Nanoseconds that an instruction takes on the virtual clock.
const INSTRUCTION_TAKES: u64 = 1;
/// Nanoseconds that a yield takes.
const YIELD_TAKES: u64 = 1_000;

/// The name of a thread's child: no two threads of a program have the same, but for a chance of
/// 2⁻⁶⁴.
fn child_key(parent: u64, child: u32) -> u64 {
    mix_in(parent, u64::from(child))
}

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

    /// What tells the running thread from all others: who started it, and as which child.
    #[must_use]
    pub fn current_key(&self) -> u64 {
        self.threads[self.current].key
    }

    /// The name of a thread, as a Java string.
    #[must_use]
    pub(crate) fn thread_name(&self, thread: usize) -> Ref {
        self.field_ref(self.threads[thread].object, "name")
    }

    /// The number of the thread that a `Thread` object stands for, if it was started.
    #[must_use]
    pub fn thread_of(&self, object: Ref) -> Option<usize> {
        let number = self.heap.get(object.index() + self.known.thread_number);
        (number != 0).then(|| number as usize - 1)
    }

    /// Starts a thread whose object has not been started; it will run `method`.
    ///
    /// # Errors
    /// If linking fails.
    pub fn start_thread(&mut self, object: Ref, method: MethodRef, daemon: bool) -> Exec<()> {
        let number = self.threads.len();
        if number >= MOST_THREADS {
            return Err(Trap::Unsupported(format!("more than {MOST_THREADS} threads")));
        }
        if daemon {
            self.note_that_ends_matter();
        }
        let parent = self.thread_mut(self.current);
        parent.children += 1;
        let key = child_key(parent.key, parent.children);
        let mut thread = self.thread_before(method, object, object.word())?;
        let state = thread.state_mut();
        state.status = Status::Runnable;
        state.daemon = daemon;
        state.key = key;
        self.threads.push(thread);
        self.undo.new_thread();
        self.alone = false;
        if self.exploring {
            // Before the first choice, a step may be long; from here on it may spin.
            self.fuel = self.fuel.min(PATIENCE - 2);
        }
        self.set_field(object, "$thread", number as u64 + 1);
        self.tell_start(number);
        self.begin_log();
        self.note_effect(Effect::Started(ThreadId(number as u32)));
        Ok(())
    }

    /// A thread that stands before the first instruction of a method with one argument.
    pub(crate) fn thread_before(
        &mut self,
        method: MethodRef,
        object: Ref,
        argument: u64,
    ) -> Exec<Thread> {
        let code = self.code(method)?;
        let mut thread = Thread::new(object);
        thread.stack = vec![0; usize::from(code.registers).max(256)];
        thread.stack[0] = argument;
        thread.frames.push(Frame {
            code,
            base: 0,
            pc: 0,
            result: NO_REG,
            lock: Ref::NULL,
            barrier: false,
            in_step: false,
        });
        Ok(thread)
    }

    /// A thread's state, to be changed; while undoing is on, the old one is kept.
    pub fn thread_mut(&mut self, number: usize) -> &mut ThreadState {
        let thread = &mut self.threads[number];
        self.undo.keep_state(number, thread);
        thread.state_mut()
    }

    /// The same for what is not written into the thread's part of a state's identity.
    pub(crate) fn thread_aside(&mut self, number: usize) -> &mut ThreadState {
        let thread = &mut self.threads[number];
        self.undo.keep_aside(number, thread);
        thread.state_mut()
    }

    /// The frames of a thread, outermost first, and the words of its stack that they use, wherever
    /// these are kept.
    pub(crate) fn stack_of(&self, thread: usize) -> (&[Frame], &[u64]) {
        let (frames, stack) = if thread == self.current {
            (&self.frames, &self.stack)
        } else {
            (&self.threads[thread].frames, &self.threads[thread].stack)
        };
        (frames, &stack[..frames.last().map_or(0, Frame::end)])
    }

    /// Makes another thread the running one.
    pub(crate) fn switch_to(&mut self, thread: usize) {
        if thread == self.current {
            return;
        }
        self.swap_current();
        self.current = thread;
        self.swap_current();
    }

    /// The virtual clock, for a program that runs: what has been executed since it was last read
    /// took its time. While schedules are explored, time passes only where a wait ends by it.
    pub fn now(&mut self) -> u64 {
        if !self.options.explore {
            self.scalars.clock += (self.instructions - self.instructions_timed) * INSTRUCTION_TAKES;
            self.instructions_timed = self.instructions;
        }
        self.scalars.clock
    }

    /// Lets time pass that no instruction takes; it counts for the running thread's slice as well.
    pub fn spend(&mut self, nanos: u64) {
        if !self.options.explore {
            self.scalars.clock += nanos;
            self.fuel -= (nanos / INSTRUCTION_TAKES).cast_signed();
        }
    }

    /// The running thread lets others run, at its next backward jump.
    pub(crate) fn end_slice(&mut self) {
        self.spend(YIELD_TAKES);
        self.fuel = -1;
    }

    /// Picks the next thread to run, or says why none can.
    pub(crate) fn schedule(&mut self) -> Option<Stop> {
        self.show_output();
        self.take_signals();
        self.now();
        self.wake_due();
        let stop = self.pick();
        let next = self.threads.iter().filter_map(|t| deadline(t.status)).min();
        let until = next
            .map_or(u64::MAX, |next| next.saturating_sub(self.scalars.clock) / INSTRUCTION_TAKES);
        self.fuel = i64::try_from(until).unwrap_or(SLICE).clamp(1, SLICE);
        stop
    }

    fn pick(&mut self) -> Option<Stop> {
        loop {
            let count = self.threads.len();
            let next =
                (1..=count).map(|n| (self.current + n) % count).find(|n| self.is_runnable(*n));
            if let Some(next) = next {
                if let Status::Blocked(_) = self.threads[next].status {
                    self.thread_mut(next).status = Status::Runnable;
                }
                self.switch_to(next);
                return None;
            }
            if !self.advance_clock() {
                return Some(Stop::Switch);
            }
        }
    }

    /// Whether the thread is where the scheduler may pick it.
    fn is_runnable(&self, thread: usize) -> bool {
        match self.threads[thread].status {
            Status::Runnable => true,
            Status::Blocked(object) => self.can_enter(object, thread),
            _ => false,
        }
    }

    /// Lets time pass up to the earliest deadline.
    fn advance_clock(&mut self) -> bool {
        let Some(earliest) = self.threads.iter().filter_map(|t| deadline(t.status)).min() else {
            return false;
        };
        self.scalars.clock = self.scalars.clock.max(earliest);
        self.wake_due();
        true
    }

    /// Wakes the threads whose deadline has passed.
    fn wake_due(&mut self) {
        for n in 0..self.threads.len() {
            if deadline(self.threads[n].status).is_some_and(|d| d <= self.scalars.clock) {
                self.wake(n, Wake::TimedOut);
            }
        }
    }

    /// Ends a thread's wait, park or sleep.
    pub(crate) fn wake(&mut self, thread: usize, wake: Wake) {
        match self.threads[thread].status {
            Status::Waiting { .. } => self.end_wait(thread, wake),
            Status::Parked { .. } | Status::Sleeping { .. } => {
                let state = self.thread_mut(thread);
                state.wake = wake;
                state.status = Status::Runnable;
            }
            _ => {}
        }
    }

    /// When a wait for a time ends that begins now; never, while schedules are explored, if it is for
    /// longer than anybody will wait.
    pub(crate) fn deadline_after(&mut self, nanos: Option<u64>) -> Option<u64> {
        let nanos = nanos.filter(|nanos| !self.exploring || *nanos < FOR_EVER)?;
        Some(self.now().saturating_add(nanos))
    }

    /// `LockSupport.park`, executed again after blocking; `nanos` is the longest wait, if limited.
    ///
    /// # Errors
    /// Blocks.
    pub fn park(&mut self, nanos: Option<u64>) -> Exec<()> {
        let deadline = self.deadline_after(nanos);
        // Even who does not wait takes the permit, which is a step.
        if self.exploring {
            return self.park_exploring(deadline);
        }
        let thread = self.thread_mut(self.current);
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

    fn park_exploring(&mut self, deadline: Option<u64>) -> Exec<()> {
        if deadline.is_some() {
            self.note_effect(Effect::SetDeadline);
        }
        let park = Pending::new(OperationKind::Park, address_of(self.current_thread()));
        let spurious = self.explore.spurious_wakeups;
        self.visible(Pending { wait: Wait::Permit, deadline, spurious, ..park })?;
        self.thread_mut(self.current).permit = false;
        Ok(())
    }

    /// `LockSupport.unpark`.
    pub fn unpark(&mut self, thread: usize) {
        if matches!(self.threads[thread].status, Status::Parked { .. }) {
            self.wake(thread, Wake::Notified);
        } else {
            self.thread_mut(thread).permit = true;
        }
    }

    /// `Thread.sleep`, executed again after blocking.
    ///
    /// # Errors
    /// Blocks, or throws `InterruptedException`.
    pub fn sleep(&mut self, nanos: u64) -> Exec<()> {
        let me = self.current;
        let deadline = self.now().saturating_add(nanos);
        if self.exploring {
            if self.grant.is_none() {
                // Before it sleeps; later on, its time may be over first.
                self.note_effect(Effect::Uses(
                    Thing::Interrupt(address_of(self.current_thread())),
                    Use::Read,
                ));
                if self.threads[me].interrupted {
                    return Err(self.interrupted_sleep());
                }
            }
            self.note_effect(Effect::SetDeadline);
            let sleep = Pending::new(OperationKind::Sleep, Address::NONE);
            let granted =
                self.visible(Pending { wait: Wait::Interrupt, deadline: Some(deadline), ..sleep })?;
            return if granted == Grant::TimedOut { Ok(()) } else { Err(self.interrupted_sleep()) };
        }
        match std::mem::replace(&mut self.thread_mut(me).wake, Wake::None) {
            Wake::None if self.threads[me].interrupted => Err(self.interrupted_sleep()),
            Wake::None => {
                self.thread_mut(me).status = Status::Sleeping { deadline };
                Err(Trap::Block)
            }
            Wake::Interrupted => Err(self.interrupted_sleep()),
            _ => Ok(()),
        }
    }

    fn interrupted_sleep(&mut self) -> Trap {
        self.take_interrupt();
        Trap::java("java/lang/InterruptedException", "sleep interrupted")
    }

    /// Interrupts a thread. While exploring, one that waits is woken by a step of its own: it may
    /// be notified before.
    pub fn interrupt(&mut self, thread: usize) {
        self.tell_release(Sync::Interrupt(address_of(self.threads[thread].object)));
        self.set_interrupted(thread, true);
        if self.exploring && matches!(self.threads[thread].status, Status::Waiting { .. }) {
            return;
        }
        if matches!(self.threads[thread].status, Status::Parked { .. }) {
            self.wake(thread, Wake::Notified);
        } else {
            self.wake(thread, Wake::Interrupted);
        }
    }

    /// The running thread learns that it was interrupted, which ends that.
    pub fn take_interrupt(&mut self) {
        let interrupt = address_of(self.current_thread());
        self.tell_acquire(Sync::Interrupt(interrupt));
        self.note_effect(Effect::Uses(Thing::Interrupt(interrupt), Use::Write));
        self.set_interrupted(self.current, false);
    }

    /// Sets a thread's interrupt status, here and in its object.
    pub fn set_interrupted(&mut self, thread: usize, value: bool) {
        self.thread_mut(thread).interrupted = value;
        let object = self.threads[thread].object;
        if self.known.thread.get().field_named("interrupted").is_some() {
            self.set_field(object, "interrupted", u64::from(value));
        }
    }

    /// The end of the running thread: whoever joins it goes on.
    pub(crate) fn end_thread(&mut self) {
        self.tell_release(Sync::Thread(ThreadId(self.current as u32)));
        let thread = self.thread_mut(self.current);
        thread.phase = Phase::Done;
        thread.status = Status::Terminated;
        let object = thread.object;
        if self.known.thread.get().field_named("eetop").is_some() {
            self.set_field(object, "eetop", 0);
        }
        self.set_thread_state(object, 2);
        // While exploring, who waits on the thread is notified when somebody sees that it has
        // ended.
        if self.exploring && (self.explore.dependences || self.explore.ends_are_steps) {
            self.end_at_once();
        } else if !self.exploring {
            self.wake_waiters(object);
        }
    }

    /// Sets `threadStatus`, which lies in the thread or in its holder.
    pub fn set_thread_state(&mut self, object: Ref, state: u64) {
        if self.known.thread.get().field_named("threadStatus").is_some() {
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
    pub(crate) fn has_live_threads(&self) -> bool {
        self.threads
            .iter()
            .any(|t| !t.daemon && t.status != Status::Terminated && t.status != Status::New)
    }

    /// What each thread that is not done waits for.
    #[must_use]
    pub(crate) fn describe_threads(&self) -> Vec<String> {
        let describe = |n: &usize| {
            let thread = &self.threads[*n];
            let name = self.name_of_thread(*n);
            let named =
                |object: Ref| format!("{} @{:x}", self.class_of(object).java_name(), object.0);
            let what = match thread.status {
                Status::Blocked(object) => {
                    let holder = self.monitor(object).owner.map_or(String::new(), |o| {
                        format!(", held by \"{}\"", self.name_of_thread(o))
                    });
                    format!("waits to lock {}{holder}", named(object))
                }
                Status::InitWait(mirror) => {
                    format!("waits for the initialisation of {}", self.mirrored(mirror).java_name())
                }
                Status::Waiting { object, .. } => {
                    format!("waits to be notified on {}", named(object))
                }
                Status::Parked { .. } => "is parked".to_owned(),
                status => format!("{status:?}"),
            };
            let at = self.all_levels(*n).into_iter().find(|l| !l.method.hidden);
            let at = at.map_or(String::new(), |l| format!(" at {l}"));
            format!("\"{name}\" {what}{at}")
        };
        let waiting =
            |n: &usize| !matches!(self.threads[*n].status, Status::Terminated | Status::New);
        (0..self.threads.len()).filter(waiting).map(|n| describe(&n)).collect()
    }
}
