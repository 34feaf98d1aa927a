//! The outer loop: runs a thread's frames, calls and returns. What a frame cannot do alone is in
//! `slow.rs`, what an exception does in `traps.rs`.

use crate::execute::frames::{FRAME_COST, Frames, STACK_WORDS};
use crate::execute::interp::{Exit, execute};
use crate::ground::class::MethodRef;
use crate::ground::code::{Code, NO_REG, Reg};
use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Manner, Trap};
use crate::tell::telling::Ear;
use crate::threads::pending::address_of;
use crate::threads::sched::Stop;
use crate::threads::thread::AGAIN;
use crate::threads::thread::{Frame, Phase, Status};
use crate::vm::Vm;
use raceproof_base::{Cause, Effect};

/// A stack size is counted in pages; as many words as a megabyte holds stand for its pages.
const STACK_PAGE: usize = 4096;
const WORDS_OF_PAGE: usize = STACK_WORDS / ((1 << 20) / STACK_PAGE);
/// The most words of a thread that asks for a larger stack: a few hundred megabytes of this
/// process.
const MOST_STACK_WORDS: usize = 40_000_000;
/// Instructions of one go outside the schedule of `run`: while booting, and before the first choice
/// of a search.
pub(crate) const SLICE: i64 = 20_000_000;

/// Copies of a call's arguments; nearly all calls have few.
struct Arguments {
    few: [u64; 8],
    many: Vec<u64>,
    count: usize,
}

impl Arguments {
    fn read(regs: &[u64], list: &[Reg]) -> Self {
        let mut arguments = Self { few: [0; 8], many: Vec::new(), count: list.len() };
        if list.len() <= 8 {
            for (slot, register) in arguments.few.iter_mut().zip(list) {
                *slot = regs[usize::from(*register)];
            }
        } else {
            arguments.many = list.iter().map(|r| regs[usize::from(*r)]).collect();
        }
        arguments
    }

    fn words(&self) -> &[u64] {
        if self.count <= 8 { &self.few[..self.count] } else { &self.many }
    }
}

impl Vm {
    /// Runs the current thread until it stops, and tells what it does.
    pub(crate) fn run_thread<E: Ear>(&mut self, ear: &mut E) -> Stop {
        loop {
            if let Some(cause) = self.cancelled() {
                return Stop::Cancelled(cause);
            }
            self.tell(ear);
            let Some((exit, code)) = self.run_frames() else {
                match self.next_phase() {
                    Ok(true) => continue,
                    Ok(false) => return Stop::Switch,
                    Err(trap) => match self.trap(trap) {
                        Some(stop) => return stop,
                        None => continue,
                    },
                }
            };
            let done = match exit {
                Exit::Call(method, site) => self.call_site(method, code, site),
                Exit::Return(word) => {
                    if let Some(stop) = self.return_word(word) {
                        return stop;
                    }
                    Ok(())
                }
                Exit::Slow(insn) => self.slow(code, insn),
                Exit::Slice => return Stop::Switch,
                Exit::Stepped => Ok(()),
                other => Err(self.fault(other)),
            };
            if let Err(trap) = done {
                if matches!(trap, Trap::Throw(_) | Trap::Java(..) | Trap::Caused(..)) {
                    // What an instruction did before it throws is told while the stack still shows
                    // it.
                    self.tell(ear);
                }
                if let Some(stop) = self.trap(trap) {
                    return stop;
                }
            }
        }
    }

    /// Executes the last frame, and those that it calls plainly and returns to, until something
    /// needs more of the machine, and tells what, and in which code; none if there is no frame.
    fn run_frames(&mut self) -> Option<(Exit, &'static Code)> {
        let before = self.fuel;
        let is_plain = self.runs_plainly();
        let left = loop {
            let frame = self.frames.last()?;
            let (code, base, pc) = (frame.code, frame.base as usize, frame.pc as usize);
            let exit = match is_plain {
                true => self.run_frame::<true>(None, false),
                false => {
                    let watched = self.watched_elements(code);
                    let is_logged = self.log_instruction(code, base, pc);
                    self.run_frame::<false>(watched, is_logged)
                }
            };
            let code = self.frames.last()?.code;
            let goes_on = match exit {
                Exit::Call(method, site) => self.calls_plainly(method, code, site),
                Exit::Return(word) => self.returns_plainly(word),
                _ => false,
            };
            if !goes_on {
                break (exit, code);
            }
        };
        self.instructions += (before - self.fuel).cast_unsigned();
        Some(left)
    }

    /// Whether nothing is done at calls and returns, nor at accesses of elements.
    fn runs_plainly(&self) -> bool {
        let is_watched = self.noted.on || self.explore.accesses;
        !is_watched && !self.is_logging() && !self.library.is_on() && !self.heap.private_writes
    }

    /// With `PLAIN`, what it calls plainly and returns to, too.
    #[inline]
    fn run_frame<const PLAIN: bool>(&mut self, watched: Option<[u64; 2]>, is_logged: bool) -> Exit {
        let frames = Frames { frames: &mut self.frames, registers: &mut self.stack };
        let (heap, fuel, classes) = (&mut self.heap, &mut self.fuel, self.linked.classes());
        match (watched, is_logged) {
            (_, false) if heap.journal.reads.are_noted() => {
                execute::<false, false, PLAIN, true>(frames, heap, classes, fuel, [0; 2])
            }
            (None, false) => {
                execute::<false, false, PLAIN, false>(frames, heap, classes, fuel, [0; 2])
            }
            (Some(bits), false) => {
                execute::<true, false, false, false>(frames, heap, classes, fuel, bits)
            }
            (bits, true) => {
                let bits = bits.unwrap_or([u64::MAX; 2]);
                execute::<true, true, false, false>(frames, heap, classes, fuel, bits)
            }
        }
    }

    /// Why the machine is to stop here, if it is. What it links meanwhile is done to the end: half
    /// of it could not be undone.
    #[inline]
    fn cancelled(&self) -> Option<Cause> {
        self.options.cancellation.cause().filter(|_| !self.heap.is_linking())
    }

    /// Executes the instruction again when the frame goes on.
    pub(crate) fn step_back(&mut self) {
        if let Some(frame) = self.frames.last_mut()
            && frame.pc > 0
        {
            frame.pc -= 1;
            // Once it is linked, it is executed once: how far a step goes must not depend on that,
            // nor what is counted.
            self.fuel += 1;
            self.instructions = self.instructions.saturating_sub(1);
        }
    }

    /// Pushes a call that the machine makes on its own account before the current instruction is
    /// executed again.
    ///
    /// # Errors
    /// `StackOverflowError`, or what linking the method throws.
    pub fn push_call(&mut self, method: MethodRef, arguments: &[u64], result: Reg) -> Exec<()> {
        debug_assert_eq!(
            result, NO_REG,
            "the instruction is executed again: it has no use for a result"
        );
        self.push_frame(method, arguments, AGAIN, Ref::NULL, false)
    }

    /// The linked code of a method.
    ///
    /// # Errors
    /// `VerifyError` if it is malformed, `AbstractMethodError` if there is none.
    pub(crate) fn code(&mut self, method: MethodRef) -> Exec<&'static Code> {
        let linked = method.code.get_or_init(|| {
            let class = method.class();
            let file = class.file.ok_or_else(|| "no class file".to_owned())?;
            let member = file
                .methods
                .get(usize::from(method.slot))
                .ok_or_else(|| "no such method".to_owned())?;
            let code = file
                .code(member)
                .map_err(|e| e.to_string())?
                .ok_or_else(|| "no code".to_owned())?;
            let code = Box::leak(Box::new(code));
            crate::linking::lower::lower(method, file, code)
        });
        match linked {
            Ok(code) => Ok(code),
            Err(message) => {
                Err(Trap::java("java/lang/VerifyError", format!("{message} in {method}")))
            }
        }
    }

    pub(crate) fn push_frame(
        &mut self,
        method: MethodRef,
        arguments: &[u64],
        result: Reg,
        lock: Ref,
        barrier: bool,
    ) -> Exec<()> {
        let code = match method.code.get() {
            Some(Ok(code)) => code,
            _ => self.code(method)?,
        };
        let base =
            self.frames.last().map_or(0, |f| f.base as usize + usize::from(f.code.registers));
        let end = base + usize::from(code.registers);
        let used = end + self.frames.len() * FRAME_COST;
        if used > STACK_WORDS && used > self.most_stack_words() {
            return Err(Trap::plain("java/lang/StackOverflowError"));
        }
        if self.stack.len() < end {
            let words = end.next_power_of_two().max(256);
            if used > STACK_WORDS && !self.options.cancellation.allows(words as u64 * 8) {
                return Err(self.no_room());
            }
            self.stack.resize(words, 0);
        }
        let regs = &mut self.stack[base..end];
        regs[..arguments.len()].copy_from_slice(arguments);
        regs[arguments.len()..].fill(0);
        if self.library.is_on() {
            self.calls(method);
        }
        let base = base as u32;
        self.frames.push(Frame { code, base, pc: 0, result, lock, barrier, in_step: false });
        Ok(())
    }

    /// The words that the running thread may use, by the stack size that its constructor was given.
    /// Asked for each call beyond the usual: threads that get so far are few.
    fn most_stack_words(&self) -> usize {
        let thread = self.current_thread();
        let object = match self.known.thread.get().field_named("holder") {
            Some(_) => self.field_ref(thread, "holder"),
            None => thread,
        };
        if object.is_null() {
            return STACK_WORDS;
        }
        let bytes = usize::try_from(self.field(object, "stackSize").cast_signed()).unwrap_or(0);
        (bytes / STACK_PAGE).saturating_mul(WORDS_OF_PAGE).clamp(STACK_WORDS, MOST_STACK_WORDS)
    }

    pub(crate) fn call_site(
        &mut self,
        method: MethodRef,
        code: &'static Code,
        site: u16,
    ) -> Exec<()> {
        if self.calls_plainly(method, code, site) {
            return Ok(());
        }
        let call = &code.sites[usize::from(site)];
        let base = self.frames.last().map_or(0, |f| f.base as usize);
        // A native routine allocates without collecting; its arguments are in registers still.
        self.collect_if_due()?;
        let arguments = Arguments::read(&self.stack[base..], &call.arguments);
        self.invoke(method, arguments.words(), call.result)
    }

    /// The common case of a call.
    #[inline]
    fn calls_plainly(&mut self, method: MethodRef, code: &'static Code, site: u16) -> bool {
        let mut frames = Frames { frames: &mut self.frames, registers: &mut self.stack };
        let Some(callee) = frames.plain(method) else { return false };
        if self.library.is_on() {
            self.calls(method);
            frames = Frames { frames: &mut self.frames, registers: &mut self.stack };
        }
        frames.push(callee, &code.sites[usize::from(site)]);
        true
    }

    /// The common case of a return.
    #[inline]
    fn returns_plainly(&mut self, word: u64) -> bool {
        let mut frames = Frames { frames: &mut self.frames, registers: &mut self.stack };
        self.fuel >= 0 && !self.heap.private_writes && frames.pop(word).is_some()
    }

    /// Calls a method from the running frame; the result goes to a register of it.
    ///
    /// # Errors
    /// Whatever the call traps with.
    pub(crate) fn invoke(&mut self, method: MethodRef, arguments: &[u64], result: Reg) -> Exec<()> {
        let lock = match method.is_synchronized() {
            true if method.is_static() => method.class().mirror,
            true => Ref::of(arguments[0]),
            false => Ref::NULL,
        };
        match method.manner {
            Manner::Outside => {
                self.leaves_state(|| format!("{}.{}", method.class().java_name(), method.name))?;
            }
            Manner::Apart if self.exploring => {
                let told = method.peer.get().map_or(Err(Trap::Body), |peer| peer(self, arguments));
                let given = match told {
                    Err(Trap::Body) => self.ask_now(method, arguments),
                    told => told,
                };
                return self.finish_native(given, result);
            }
            Manner::Estimate => self.note_estimate(method, arguments),
            Manner::Untold => self.note_untold(method, arguments),
            Manner::Changes(variables) => self.note_changes(method, arguments, variables),
            Manner::Apart | Manner::Step => {}
        }
        let Some(peer) = method.peer.get() else {
            return self.invoke_body(method, arguments, result, lock);
        };
        if self.library.is_on() {
            self.calls(method);
        }
        // While schedules are explored a peer is one step, which needs no lock.
        let locked = !lock.is_null() && !self.exploring;
        if locked {
            self.enter(lock)?;
        }
        let given = peer(self, arguments);
        let done = match given {
            Err(Trap::Body) => Err(Trap::Body),
            given => {
                let given = self.thrown_in(method, given);
                self.finish_native(given, result)
            }
        };
        if locked {
            self.leave(lock)?;
        }
        match done {
            Err(Trap::Body) => self.invoke_body(method, arguments, result, lock),
            done => done,
        }
    }

    fn invoke_body(
        &mut self,
        method: MethodRef,
        arguments: &[u64],
        result: Reg,
        lock: Ref,
    ) -> Exec<()> {
        if !lock.is_null() {
            self.on_behalf_of(method, |vm| vm.enter(lock))?;
        }
        let done = if method.is_native() {
            self.thrown_in(method, Err(unlinked(self, method))).map(|_| ())
        } else if method.is_abstract() {
            Err(crate::linking::resolve::abstract_method(
                self.class_of(Ref::of(arguments[0])),
                method,
            ))
        } else {
            self.push_frame(method, arguments, result, lock, false)
        };
        if done.is_err() && !lock.is_null() {
            self.on_behalf_of(method, |vm| vm.leave(lock))?;
        }
        done
    }

    /// Takes or gives away the monitor of a method that is called from the frames that there are.
    fn on_behalf_of<T>(&mut self, method: MethodRef, act: impl FnOnce(&mut Self) -> T) -> T {
        self.with_callee(method, self.frames.len(), act)
    }

    /// The same, from so many of the frames: the method may have one of its own still.
    pub(crate) fn with_callee<T>(
        &mut self,
        method: MethodRef,
        callers: usize,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.callee = Some((method, callers));
        let done = act(self);
        self.callee = None;
        done
    }

    pub(crate) fn finish_native(&mut self, given: Exec<u64>, result: Reg) -> Exec<()> {
        match given {
            Ok(word) => {
                self.set_result(result, word);
                Ok(())
            }
            Err(Trap::Yield(word)) => {
                self.set_result(result, word);
                self.end_slice();
                Ok(())
            }
            Err(Trap::Call(method, arguments)) => self.invoke(method, &arguments, result),
            Err(trap) => Err(trap),
        }
    }

    #[inline]
    fn set_result(&mut self, result: Reg, word: u64) {
        if result != NO_REG
            && let Some(frame) = self.frames.last()
        {
            self.stack[frame.base as usize + usize::from(result)] = word;
        }
    }

    fn return_word(&mut self, word: u64) -> Option<Stop> {
        let frame = self.frames.pop()?;
        if self.heap.private_writes {
            self.note_returned(&frame);
        }
        if !frame.lock.is_null()
            && let Err(trap) = self.on_behalf_of(frame.code.method, |vm| vm.leave(frame.lock))
        {
            return self.trap(trap);
        }
        if frame.barrier {
            return Some(Stop::Returned(word));
        }
        if frame.result == AGAIN {
            self.step_back();
        } else {
            self.set_result(frame.result, word);
        }
        if self.fuel < 0 {
            return Some(Stop::Switch);
        }
        None
    }

    /// Goes on with the thread's life when its frames are used up; false when it is over.
    fn next_phase(&mut self) -> Exec<bool> {
        match self.threads[self.current].phase {
            Phase::Running | Phase::Dispatching => {
                if self.exit_is_seen() {
                    self.stop_before_end()?;
                }
                let thread = self.thread_mut(self.current);
                thread.phase = Phase::Exiting;
                let object = thread.object;
                if let Some(method) = self.known.thread_exit.get() {
                    self.push_frame(method, &[object.word()], NO_REG, Ref::NULL, false)?;
                    return Ok(true);
                }
                Ok(true)
            }
            Phase::Exiting => {
                if self.exit_is_seen() {
                    // What it did there may have been steps.
                    self.note_effect(Effect::Ended(address_of(self.current_thread())));
                } else {
                    self.stop_before_end()?;
                }
                self.end_thread();
                self.begin_shutdown()?;
                Ok(false)
            }
            // Only a thread of the machine's own, for a signal, comes here: nobody joins it.
            Phase::Done => {
                self.thread_mut(self.current).status = Status::Terminated;
                Ok(false)
            }
        }
    }

    /// Calls a method from outside the interpreter and runs until it returns: for booting and
    /// launching.
    ///
    /// # Errors
    /// The exception it threw, or why it could not end.
    pub(crate) fn call_now(&mut self, method: MethodRef, arguments: &[u64]) -> Result<u64, Stop> {
        let depth = self.frames.len();
        if let Err(trap) = self.push_frame(method, arguments, NO_REG, Ref::NULL, true) {
            return Err(match self.trap(trap) {
                Some(stop) => stop,
                None => Stop::Unsupported(format!("{method} could not be started")),
            });
        }
        loop {
            match self.run_thread(&mut ()) {
                Stop::Returned(word) if self.frames.len() == depth => return Ok(word),
                Stop::Switch => {
                    if let Some(stop) = self.schedule() {
                        return Err(stop);
                    }
                }
                stop => return Err(stop),
            }
        }
    }

    pub(crate) fn reg(&self, register: Reg) -> u64 {
        let frame = self.frames.last().expect("an instruction runs in a frame");
        self.stack[frame.base as usize + usize::from(register)]
    }

    pub(crate) fn set_reg(&mut self, register: Reg, word: u64) {
        let frame = self.frames.last().expect("an instruction runs in a frame");
        self.stack[frame.base as usize + usize::from(register)] = word;
    }

    pub(crate) fn non_null(&self, register: Reg) -> Exec<Ref> {
        let object = Ref::of(self.reg(register));
        if object.is_null() { Err(Trap::null()) } else { Ok(object) }
    }
}

/// A native method without a peer: one of the JDK is not modelled, one of the program has no
/// library to be in.
fn unlinked(vm: &Vm, method: MethodRef) -> Trap {
    let class = method.class();
    let of_jdk = vm.linked.is_of_jdk(class.loader) || class.origin.borrow().is_none();
    if of_jdk {
        return Trap::Unsupported(format!("native method {method}"));
    }
    let name = crate::tell::hotspot_names::external_method(
        class,
        method.name.text(),
        method.descriptor.text(),
    );
    Trap::java("java/lang/UnsatisfiedLinkError", format!("'{name}'"))
}
