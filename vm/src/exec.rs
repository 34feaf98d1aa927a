//! The outer loop: calls, returns, exceptions, and everything else that needs the whole machine.

use crate::class::{ClassRef, MethodRef, Resolved};
use crate::code::{Code, Extra, Insn, InvokeKind, NO_REG, Reg};
use crate::heap::Ref;
use crate::interp::{Exit, execute};
use crate::native::{Exec, Trap};
use crate::thread::{Frame, Phase, Status};
use crate::vm::Vm;
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::Type;

/// A thread may use this many words of stack, frames included; about what a megabyte holds in HotSpot.
const STACK_WORDS: usize = 160_000;
/// Words a frame counts for beyond its registers.
const FRAME_COST: usize = 6;
/// In a frame's `result`: the caller's instruction is executed again. Only then does the caller step back: what the
/// call throws belongs to that instruction, not to the one before.
pub(crate) const AGAIN: Reg = NO_REG - 1;
/// Instructions of one go outside the schedule of `run`: while booting, and before the first choice of a search.
pub const SLICE: i64 = 20_000_000;

/// How a stretch of running ended, for the scheduler.
#[derive(Debug)]
pub enum Stop {
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
    /// While exploring: this exception, which nobody caught, is a finding.
    Violated(Ref),
    /// The program says that this path is of no interest.
    Ignored,
}

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
    /// Runs the current thread until it stops.
    pub fn run_thread(&mut self) -> Stop {
        loop {
            let Some(frame) = self.frames.last_mut() else {
                match self.next_phase() {
                    Ok(true) => continue,
                    Ok(false) => return Stop::Switch,
                    Err(trap) => match self.trap(trap) {
                        Some(stop) => return stop,
                        None => continue,
                    },
                }
            };
            let code = frame.code;
            let base = frame.base as usize;
            let mut pc = frame.pc as usize;
            let before = self.fuel;
            let regs = &mut self.stack[base..base + usize::from(code.registers)];
            let exit = if self.explore.accesses {
                execute::<true>(code, regs, &mut self.heap, &self.classes, &mut pc, &mut self.fuel)
            } else {
                execute::<false>(code, regs, &mut self.heap, &self.classes, &mut pc, &mut self.fuel)
            };
            frame.pc = pc as u32;
            self.instructions += (before - self.fuel).cast_unsigned();
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
                other => Err(self.fault(other)),
            };
            if let Err(trap) = done
                && let Some(stop) = self.trap(trap)
            {
                return stop;
            }
        }
    }

    fn fault(&mut self, exit: Exit) -> Trap {
        match exit {
            Exit::NullPointer => Trap::null(),
            Exit::DivideByZero => Trap::java("java/lang/ArithmeticException", "/ by zero"),
            Exit::Bounds { index, length } => out_of_bounds(index, length),
            Exit::ArrayStore { value } => array_store(self, value),
            Exit::ClassCast { object, class } => self.class_cast(object, class),
            Exit::Call(..) | Exit::Return(_) | Exit::Slow(_) | Exit::Slice => unreachable!("not a fault"),
        }
    }

    /// The exception of a failed cast.
    pub fn class_cast(&mut self, object: Ref, class: ClassRef) -> Trap {
        let actual = self.class_of(object);
        let message = format!(
            "class {} cannot be cast to class {} ({})",
            actual.java_name(),
            class.java_name(),
            self.two_homes(actual, class)
        );
        Trap::java("java/lang/ClassCastException", message)
    }

    /// Acts on a trap; gives a stop if the thread does not simply go on.
    fn trap(&mut self, trap: Trap) -> Option<Stop> {
        match trap {
            Trap::Throw(exception) => self.unwind(exception),
            Trap::Java(..) | Trap::Caused(..) => match self.thrown_by(None, trap) {
                Ok(exception) => self.unwind(exception),
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
            Trap::Violated(exception) => Some(Stop::Violated(exception)),
            Trap::Ignored => Some(Stop::Ignored),
            Trap::Unsupported(what) => Some(Stop::Unsupported(what)),
            Trap::Call(..) | Trap::Yield(_) | Trap::Body => unreachable!("handled where natives are called"),
        }
    }

    /// Executes the instruction again when the frame goes on.
    fn step_back(&mut self) {
        if let Some(frame) = self.frames.last_mut()
            && frame.pc > 0
        {
            frame.pc -= 1;
        }
    }

    /// Pushes a frame whose caller's instruction is to be executed again.
    fn push_retry(&mut self, method: MethodRef, arguments: &[u64]) -> Exec<()> {
        self.push_frame(method, arguments, AGAIN, Ref::NULL, false)
    }

    /// Pushes a call that the machine makes on its own account before the current instruction is executed again.
    ///
    /// # Errors
    /// `StackOverflowError`, or what linking the method throws.
    pub fn push_call(&mut self, method: MethodRef, arguments: &[u64], result: Reg) -> Exec<()> {
        debug_assert_eq!(result, NO_REG, "the instruction is executed again: it has no use for a result");
        self.push_retry(method, arguments)
    }

    /// The linked code of a method.
    ///
    /// # Errors
    /// `VerifyError` if it is malformed, `AbstractMethodError` if there is none.
    pub fn code(&mut self, method: MethodRef) -> Exec<&'static Code> {
        let linked = method.code.get_or_init(|| {
            let class = method.class();
            let file = class.file.ok_or_else(|| "no class file".to_owned())?;
            let member = file.methods.get(usize::from(method.slot)).ok_or_else(|| "no such method".to_owned())?;
            let code = file.code(member).map_err(|e| e.to_string())?.ok_or_else(|| "no code".to_owned())?;
            let code = Box::leak(Box::new(code));
            crate::lower::lower(method, file, code)
        });
        match linked {
            Ok(code) => Ok(code),
            Err(message) => Err(Trap::java("java/lang/VerifyError", format!("{message} in {method}"))),
        }
    }

    fn push_frame(&mut self, method: MethodRef, arguments: &[u64], result: Reg, lock: Ref, barrier: bool) -> Exec<()> {
        let code = match method.code.get() {
            Some(Ok(code)) => code,
            _ => self.code(method)?,
        };
        let base = self.frames.last().map_or(0, |f| f.base as usize + usize::from(f.code.registers));
        let end = base + usize::from(code.registers);
        if end + self.frames.len() * FRAME_COST > STACK_WORDS {
            return Err(Trap::plain("java/lang/StackOverflowError"));
        }
        if self.stack.len() < end {
            self.stack.resize(end.next_power_of_two().max(256), 0);
        }
        let regs = &mut self.stack[base..end];
        regs[..arguments.len()].copy_from_slice(arguments);
        regs[arguments.len()..].fill(0);
        self.frames.push(Frame { code, base: base as u32, pc: 0, result, lock, barrier });
        Ok(())
    }

    fn call_site(&mut self, method: MethodRef, code: &'static Code, site: u16) -> Exec<()> {
        let call = &code.sites[usize::from(site)];
        let base = self.frames.last().map_or(0, |f| f.base as usize);
        // The common case: bytecode that is linked, not synchronized, and fits on the stack.
        if let Some(Ok(callee)) = method.code.get()
            && method.peer.get().is_none()
            && !method.is_synchronized()
        {
            let start = base + usize::from(code.registers);
            let end = start + usize::from(callee.registers);
            if end <= self.stack.len() && end + self.frames.len() * FRAME_COST <= STACK_WORDS {
                let (caller, rest) = self.stack.split_at_mut(start);
                let caller = &caller[base..];
                let regs = &mut rest[..usize::from(callee.registers)];
                let (parameters, others) = regs.split_at_mut(call.arguments.len());
                for (slot, register) in parameters.iter_mut().zip(&call.arguments) {
                    *slot = caller[usize::from(*register)];
                }
                others.fill(0);
                self.frames.push(Frame {
                    code: callee,
                    base: start as u32,
                    pc: 0,
                    result: call.result,
                    lock: Ref::NULL,
                    barrier: false,
                });
                return Ok(());
            }
        }
        let arguments = Arguments::read(&self.stack[base..], &call.arguments);
        self.invoke(method, arguments.words(), call.result)
    }

    /// Calls a method from the running frame; the result goes to a register of it.
    ///
    /// # Errors
    /// Whatever the call traps with.
    pub fn invoke(&mut self, method: MethodRef, arguments: &[u64], result: Reg) -> Exec<()> {
        let lock = match method.is_synchronized() {
            true if method.is_static() => method.class().mirror,
            true => Ref::of(arguments[0]),
            false => Ref::NULL,
        };
        let Some(peer) = method.peer.get() else { return self.invoke_body(method, arguments, result, lock) };
        if method.outside && self.exploring && self.is_undoable() {
            let what = format!("{}.{}", method.class().java_name(), method.name);
            return Err(Trap::Unsupported(format!(
                "{what} while schedules are explored, where it could not be undone: use files before the first thread is started"
            )));
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

    fn invoke_body(&mut self, method: MethodRef, arguments: &[u64], result: Reg, lock: Ref) -> Exec<()> {
        if !lock.is_null() {
            self.enter(lock)?;
        }
        let done = if method.is_native() {
            self.thrown_in(method, Err(unlinked(self, method))).map(|_| ())
        } else if method.is_abstract() {
            Err(crate::resolve::abstract_method(method.class(), method))
        } else {
            self.push_frame(method, arguments, result, lock, false)
        };
        if done.is_err() && !lock.is_null() {
            self.leave(lock)?;
        }
        done
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

    /// What a native method, or one that a native routine stands in for, throws shows the method on top of its stack.
    fn thrown_in(&mut self, method: MethodRef, given: Exec<u64>) -> Exec<u64> {
        match given {
            Err(trap @ (Trap::Java(..) | Trap::Caused(..))) if !method.hidden => {
                Err(Trap::Throw(self.thrown_by(Some(method), trap)?))
            }
            given => given,
        }
    }

    fn finish_native(&mut self, given: Exec<u64>, result: Reg) -> Exec<()> {
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
        if !frame.lock.is_null()
            && let Err(trap) = self.leave(frame.lock)
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

    /// Finds the handler of an exception, leaving the frames above it.
    pub fn unwind(&mut self, exception: Ref) -> Option<Stop> {
        while let Some(frame) = self.frames.last().copied() {
            if frame.pc > 0
                && let Some((target, register)) = self.handler(&frame, exception)
            {
                let last = self.frames.last_mut()?;
                last.pc = u32::from(target);
                self.stack[frame.base as usize + usize::from(register)] = exception.word();
                return (self.fuel < 0).then_some(Stop::Switch);
            }
            self.frames.pop();
            if !frame.lock.is_null() {
                // A monitor that the code has given away already is no reason to lose the exception.
                self.leave(frame.lock).ok();
            }
            if frame.barrier {
                return Some(Stop::Threw(exception));
            }
        }
        self.uncaught(exception);
        None
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

    /// Whether a handler for the class at `cp` takes an exception of that class. Nothing is loaded for that: what
    /// takes it is a superclass, which is loaded.
    fn catches(&mut self, from: ClassRef, cp: u16, thrown: ClassRef) -> bool {
        if let Resolved::Class(caught) = from.resolved[usize::from(cp)].get() {
            return thrown.is_subtype_of(caught);
        }
        let Ok(Constant::Class { name }) = self.constant(from, cp) else { return false };
        let Ok(name) = self.utf8(from, name) else { return false };
        let named = thrown.display.iter().map(|id| self.class(*id)).find(|class| class.name == name);
        let known = self.dictionary.get(&(from.loader, name));
        named.is_some_and(|named| known.is_none_or(|known| known.id == named.id))
    }

    fn uncaught(&mut self, exception: Ref) {
        let thread = self.thread_mut(self.current);
        match thread.phase {
            Phase::Running => {
                thread.failed = true;
                thread.phase = Phase::Dispatching;
                let object = thread.object;
                if let Some(method) = self.known.thread_dispatch.get() {
                    let arguments = [object.word(), exception.word()];
                    if self.push_frame(method, &arguments, NO_REG, Ref::NULL, false).is_err() {
                        self.thread_mut(self.current).phase = Phase::Exiting;
                    }
                }
            }
            Phase::Dispatching => {
                let class = self.class_of(exception).java_name();
                let name = self.text(self.thread_name(self.current));
                self.flush();
                eprintln!("\nException: {class} thrown from the UncaughtExceptionHandler in thread \"{name}\"");
            }
            // What the JDK's own clean-up throws, HotSpot ignores too.
            Phase::Exiting | Phase::Done => {}
        }
    }

    /// Goes on with the thread's life when its frames are used up; false when it is over.
    fn next_phase(&mut self) -> Exec<bool> {
        let thread = self.thread_mut(self.current);
        match thread.phase {
            Phase::Running | Phase::Dispatching => {
                thread.phase = Phase::Exiting;
                let object = thread.object;
                if let Some(method) = self.known.thread_exit.get() {
                    self.push_frame(method, &[object.word()], NO_REG, Ref::NULL, false)?;
                    return Ok(true);
                }
                Ok(true)
            }
            Phase::Exiting => {
                self.end_thread();
                Ok(false)
            }
            // Only a thread of the machine's own, for a signal, comes here: nobody joins it.
            Phase::Done => {
                self.thread_mut(self.current).status = Status::Terminated;
                Ok(false)
            }
        }
    }

    /// Calls a method from outside the interpreter and runs until it returns: for booting and launching.
    ///
    /// # Errors
    /// The exception it threw, or why it could not end.
    pub fn call_now(&mut self, method: MethodRef, arguments: &[u64]) -> Result<u64, Stop> {
        let depth = self.frames.len();
        if let Err(trap) = self.push_frame(method, arguments, NO_REG, Ref::NULL, true) {
            return Err(match self.trap(trap) {
                Some(stop) => stop,
                None => Stop::Unsupported(format!("{method} could not be started")),
            });
        }
        loop {
            match self.run_thread() {
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

    /// Replaces the instruction just fetched by its resolved form and executes that.
    fn rewrite(&mut self, code: &'static Code, insn: Insn) {
        self.step_back();
        let pc = self.frames.last().map_or(0, |f| f.pc as usize);
        code.insns[pc].set(insn);
    }

    /// Executes an instruction that the inner loop left to the machine.
    fn slow(&mut self, code: &'static Code, insn: Insn) -> Exec<()> {
        let class = code.method.class();
        match insn {
            Insn::Ldc { d, cp } => {
                let word = self.load_constant(class, cp)?;
                match class.resolved[usize::from(cp)].get() {
                    Resolved::Object(object) => self.rewrite(code, Insn::ConstRef { d, r: object.0 }),
                    Resolved::Class(target) => self.rewrite(code, Insn::ConstRef { d, r: target.mirror.0 }),
                    _ => self.set_reg(d, word),
                }
            }
            Insn::GetField { .. } | Insn::PutField { .. } => self.link_field(code, class, insn)?,
            Insn::CheckedGet { d, o, cp } => self.checked_get(class, d, o, cp)?,
            Insn::CheckedPut { o, v, cp } => self.checked_put(class, o, v, cp)?,
            Insn::PutRef { o, v, w } => {
                let object = self.non_null(o)?;
                let value = Ref::of(self.reg(v));
                self.heap.put(object.index() + usize::from(w), value.word());
                self.share(value);
            }
            Insn::StoreA { a, i, v } if !self.explore.accesses => self.publishing_store(a, i, v),
            Insn::LoadB { a, i, .. }
            | Insn::LoadC { a, i, .. }
            | Insn::LoadS { a, i, .. }
            | Insn::LoadI { a, i, .. }
            | Insn::LoadL { a, i, .. }
            | Insn::StoreB { a, i, .. }
            | Insn::StoreH { a, i, .. }
            | Insn::StoreI { a, i, .. }
            | Insn::StoreL { a, i, .. }
            | Insn::StoreA { a, i, .. } => self.watched_element(insn, a, i)?,
            Insn::GetStatic { .. } | Insn::PutStatic { .. } => self.link_static(code, class, insn)?,
            Insn::New { d, cp } => {
                let target = self.resolve_class(class, cp)?;
                if target.is_interface() || target.is_abstract() {
                    return Err(Trap::java("java/lang/InstantiationError", target.java_name()));
                }
                self.ensure_initialized(target)?;
                if self.is_settled(target) {
                    self.rewrite(code, Insn::NewOf { d, class: target.id.0 });
                } else {
                    self.new_instance(d, target)?;
                }
            }
            Insn::NewOf { d, class } => {
                let target = self.classes[class as usize];
                self.new_instance(d, target)?;
            }
            Insn::NewArray { d, n, class: code } => {
                let array = self.known.primitive_array(array_type(code));
                self.new_array_slow(d, n, array)?;
            }
            Insn::ANewArray { d, n, cp } => {
                let element = self.resolve_class(class, cp)?;
                let array = self.array_class(element)?;
                self.new_array_slow(d, n, array)?;
            }
            Insn::MultiNewArray { d, site } => self.multi_array(code, class, d, site)?,
            Insn::CheckCast { cp, .. } | Insn::InstanceOf { cp, .. } => {
                self.resolve_class(class, cp)?;
                self.step_back();
            }
            Insn::MonitorEnter { a } => {
                let object = self.non_null(a)?;
                self.enter(object)?;
            }
            Insn::MonitorExit { a } => {
                let object = self.non_null(a)?;
                self.leave(object)?;
            }
            Insn::Throw { a } => return Err(Trap::Throw(self.non_null(a)?)),
            Insn::Invoke { site } => self.link_call(code, class, site)?,
            Insn::CallInterface { site } => {
                let call = &code.sites[usize::from(site)];
                let object = Ref::of(self.reg(call.arguments[0]));
                let actual = self.class_of(object);
                let method = call.method.get().ok_or_else(Trap::null)?;
                if method.class().is_interface() && !actual.is_subtype_of(method.class()) {
                    let message = format!(
                        "Class {} does not implement the requested interface {}",
                        actual.java_name(),
                        method.class().java_name()
                    );
                    return Err(Trap::java("java/lang/IncompatibleClassChangeError", message));
                }
                let selected = self.select(actual, method)?;
                call.cached_class.set(actual.id.0);
                call.cached_method.set(Some(selected));
                self.call_site(selected, code, site)?;
            }
            Insn::EnsureInit { class } => self.ensure_initialized(self.classes[class as usize])?,
            Insn::InitDone { a } => {
                let exception = if a == NO_REG { Ref::NULL } else { Ref::of(self.reg(a)) };
                let thrown = self.finish_initialization(class, exception)?;
                if a != NO_REG {
                    self.set_reg(a, thrown.word());
                }
            }
            Insn::Extra { d, a, extra } => self.extra(d, a, &code.extras[usize::from(extra)])?,
            other => unreachable!("{other:?} is executed in the inner loop"),
        }
        Ok(())
    }

    fn new_instance(&mut self, d: Reg, class: ClassRef) -> Exec<()> {
        self.collect_if_wanted(class.instance_words)?;
        let object = self.new_object(class)?;
        self.set_reg(d, object.word());
        Ok(())
    }

    pub(crate) fn non_null(&self, register: Reg) -> Exec<Ref> {
        let object = Ref::of(self.reg(register));
        if object.is_null() { Err(Trap::null()) } else { Ok(object) }
    }

    fn link_field(&mut self, code: &'static Code, class: ClassRef, insn: Insn) -> Exec<()> {
        let (Insn::GetField { cp, .. } | Insn::PutField { cp, .. }) = insn else { return Ok(()) };
        let field = self.resolve_field(class, cp)?;
        if field.is_static() {
            let message = format!("Expected non-static field {}.{}", field.class().java_name(), field.name);
            return Err(Trap::java("java/lang/IncompatibleClassChangeError", message));
        }
        let w = field.word as u16;
        let checked = self.options.explore && self.is_checked(field);
        let linked = match insn {
            Insn::GetField { d, o, cp } if checked => Insn::CheckedGet { d, o, cp },
            Insn::GetField { d, o, .. } => match field.ty {
                Type::Byte => Insn::GetB { d, o, w },
                Type::Short => Insn::GetS { d, o, w },
                _ => Insn::GetW { d, o, w },
            },
            Insn::PutField { o, v, .. } => {
                self.check_final(code, field, "<init>")?;
                match field.ty {
                    _ if checked => Insn::CheckedPut { o, v, cp },
                    Type::Reference if self.options.explore => Insn::PutRef { o, v, w },
                    Type::Byte => Insn::PutB { o, v, w },
                    Type::Short | Type::Char => Insn::PutH { o, v, w },
                    Type::Boolean => Insn::PutZ { o, v, w },
                    _ => Insn::PutW { o, v, w },
                }
            }
            _ => insn,
        };
        self.rewrite(code, linked);
        Ok(())
    }

    fn check_final(&self, code: &Code, field: crate::class::FieldRef, initializer: &str) -> Exec<()> {
        let method = code.method;
        if field.access & crate::class::access::FINAL == 0
            || method.class().id == field.class().id
                && (method.name.text() == initializer || method.class().file.is_some_and(|f| f.major < 53))
        {
            return Ok(());
        }
        let kind = if field.is_static() { "static final" } else { "final" };
        let message = if method.class().id == field.class().id {
            format!(
                "Update to {}{kind} field {}.{} attempted from a different method ({}) than the initializer method {initializer} ",
                if field.is_static() { "" } else { "non-static " },
                field.class().java_name(),
                field.name,
                method.name
            )
        } else {
            format!(
                "Update to {}{kind} field {}.{} attempted from a different class ({}) than the field's declaring class",
                if field.is_static() { "" } else { "non-static " },
                field.class().java_name(),
                field.name,
                method.class().java_name()
            )
        };
        Err(Trap::java("java/lang/IllegalAccessError", message))
    }

    fn link_static(&mut self, code: &'static Code, class: ClassRef, insn: Insn) -> Exec<()> {
        let (Insn::GetStatic { cp, .. } | Insn::PutStatic { cp, .. }) = insn else { return Ok(()) };
        let field = self.resolve_field(class, cp)?;
        if !field.is_static() {
            let message = format!("Expected static field {}.{}", field.class().java_name(), field.name);
            return Err(Trap::java("java/lang/IncompatibleClassChangeError", message));
        }
        let holder = field.class();
        self.ensure_initialized(holder)?;
        let at = holder.mirror.0 + field.word as u32;
        let linked = match insn {
            Insn::GetStatic { d, .. } => match field.ty {
                Type::Byte => Insn::StaticB { d, at },
                Type::Short => Insn::StaticS { d, at },
                _ => Insn::StaticW { d, at },
            },
            Insn::PutStatic { v, .. } => {
                self.check_final(code, field, "<clinit>")?;
                match field.ty {
                    Type::Byte => Insn::PutStaticB { v, at },
                    Type::Short | Type::Char => Insn::PutStaticH { v, at },
                    Type::Boolean => Insn::PutStaticZ { v, at },
                    _ => Insn::PutStaticW { v, at },
                }
            }
            _ => insn,
        };
        if self.options.explore && (self.is_checked(field) || field.ty == Type::Reference) {
            return self.checked_static(field, linked);
        }
        // While the initialiser runs, other threads must still find the unresolved form and wait.
        if self.is_settled(holder) {
            self.rewrite(code, linked);
        } else {
            self.static_access_once(linked);
        }
        Ok(())
    }

    pub(crate) fn static_access_once(&mut self, linked: Insn) {
        match linked {
            Insn::StaticW { d, at } => self.set_reg(d, self.heap.get(at as usize)),
            Insn::StaticB { d, at } => {
                self.set_reg(d, u64::from(i32::from(self.heap.get(at as usize) as i8).cast_unsigned()))
            }
            Insn::StaticS { d, at } => {
                self.set_reg(d, u64::from(i32::from(self.heap.get(at as usize) as i16).cast_unsigned()))
            }
            Insn::PutStaticW { v, at } => self.heap.put(at as usize, self.reg(v)),
            Insn::PutStaticB { v, at } => self.heap.put(at as usize, self.reg(v) & 0xFF),
            Insn::PutStaticH { v, at } => self.heap.put(at as usize, self.reg(v) & 0xFFFF),
            Insn::PutStaticZ { v, at } => self.heap.put(at as usize, self.reg(v) & 1),
            other => unreachable!("{other:?} is no static access"),
        }
    }

    fn new_array_slow(&mut self, d: Reg, n: Reg, array: ClassRef) -> Exec<()> {
        let length = self.reg(n) as i32;
        if length < 0 {
            return Err(Trap::java("java/lang/NegativeArraySizeException", length.to_string()));
        }
        let object = self.new_array_collecting(array, length as usize)?;
        self.set_reg(d, object.word());
        Ok(())
    }

    /// Allocates an array, collecting garbage before if that is due.
    ///
    /// # Errors
    /// `OutOfMemoryError`.
    pub fn new_array_collecting(&mut self, array: ClassRef, length: usize) -> Exec<Ref> {
        let bytes = array.element().map_or(0, |(_, ty)| ty.element_bytes());
        // A length that no array may have is told as such, whatever the heap holds.
        if length <= crate::vm::LONGEST_ARRAY {
            self.collect_if_wanted(length * bytes / 8 + 3)?;
        }
        self.new_array(array, length)
    }

    fn multi_array(&mut self, code: &'static Code, class: ClassRef, d: Reg, site: u16) -> Exec<()> {
        let call = &code.sites[usize::from(site)];
        let array = self.resolve_class(class, call.cp)?;
        let lengths: Vec<i32> = call.arguments.iter().map(|r| self.reg(*r) as i32).collect();
        let dimensions = array.name.text().bytes().take_while(|b| *b == b'[').count();
        if lengths.len() > dimensions {
            return Err(Trap::java("java/lang/VerifyError", "multianewarray of too many dimensions"));
        }
        let object = self.new_multi_array(array, &lengths)?;
        self.set_reg(d, object.word());
        Ok(())
    }

    /// An array of arrays; lengths beyond those given stay null.
    ///
    /// # Errors
    /// `NegativeArraySizeException`, `OutOfMemoryError`.
    pub fn new_multi_array(&mut self, array: ClassRef, lengths: &[i32]) -> Exec<Ref> {
        if let Some(negative) = lengths.iter().find(|n| **n < 0) {
            return Err(Trap::java("java/lang/NegativeArraySizeException", negative.to_string()));
        }
        let words: usize = lengths.iter().fold(1usize, |product, n| product.saturating_mul(*n as usize + 2));
        self.collect_if_wanted(words)?;
        self.fill_multi_array(array, lengths)
    }

    fn fill_multi_array(&mut self, array: ClassRef, lengths: &[i32]) -> Exec<Ref> {
        let Some((first, rest)) = lengths.split_first() else { return Ok(Ref::NULL) };
        let object = self.new_array(array, *first as usize)?;
        if let (Some((element, Type::Reference)), false) = (array.element(), rest.is_empty()) {
            for index in 0..*first as usize {
                let inner = self.fill_multi_array(element, rest)?;
                self.heap.put_element(object, index, inner);
            }
        }
        Ok(object)
    }

    /// Links a call when it is first executed.
    fn link_call(&mut self, code: &'static Code, class: ClassRef, site: u16) -> Exec<()> {
        let call = &code.sites[usize::from(site)];
        if call.kind == InvokeKind::Dynamic {
            return self.link_dynamic(code, class, site);
        }
        let method = self.resolve_method(class, call.cp)?;
        if method.signature_polymorphic {
            return self.link_polymorphic(code, class, method, site);
        }
        if method.is_static() != (call.kind == InvokeKind::Static) {
            let expected = match call.kind {
                InvokeKind::Static => "Expected static",
                InvokeKind::Interface => "Expected instance not static",
                _ => "Expecting non-static",
            };
            let what = crate::resolve::external_method(method.class(), method.name.text(), method.descriptor.text());
            return Err(Trap::java("java/lang/IncompatibleClassChangeError", format!("{expected} method '{what}'")));
        }
        match call.kind {
            InvokeKind::Static => {
                self.ensure_initialized(method.class())?;
                call.method.set(Some(method));
                if self.is_settled(method.class()) {
                    self.rewrite(code, Insn::CallStatic { site });
                } else {
                    self.call_site(method, code, site)?;
                }
            }
            InvokeKind::Special => {
                let target = self.special_target(class, call.cp, method)?;
                call.method.set(Some(target));
                self.rewrite(code, Insn::CallSpecial { site });
            }
            _ => self.link_virtual(code, site, method),
        }
        Ok(())
    }

    fn link_virtual(&mut self, code: &'static Code, site: u16, method: MethodRef) {
        let call = &code.sites[usize::from(site)];
        call.method.set(Some(method));
        let insn = match method.vtable_index.get() {
            // Any object passes for an interface: even a private method of one checks its receiver.
            _ if method.is_private() && !method.class().is_interface() => Insn::CallSpecial { site },
            _ if method.is_initializer() => Insn::CallSpecial { site },
            Some(index) if !method.class().is_interface() => {
                call.vtable_index.set(index);
                Insn::CallVirtual { site }
            }
            _ => Insn::CallInterface { site },
        };
        self.rewrite(code, insn);
    }

    /// `invokespecial`: a superclass's method, found from the direct superclass of the calling class (JVMS 6.5).
    fn special_target(&mut self, class: ClassRef, cp: u16, method: MethodRef) -> Exec<MethodRef> {
        let holder = match self.constant(class, cp)? {
            Constant::Method { class: c, .. } | Constant::InterfaceMethod { class: c, .. } => {
                self.resolve_class(class, c)?
            }
            _ => method.class(),
        };
        if method.is_initializer()
            || method.is_private()
            || holder.id == class.id
            || class.access & crate::class::access::SUPER == 0
        {
            return if method.is_abstract() { Err(crate::resolve::abstract_method(class, method)) } else { Ok(method) };
        }
        let target = if holder.is_interface() || class.is_interface() {
            if method.is_abstract() { None } else { Some(method) }
        } else {
            let parent = class.super_class.unwrap_or(class);
            self.find_method(parent, method.name, method.descriptor)
        };
        target.filter(|m| !m.is_abstract()).ok_or_else(|| crate::resolve::abstract_method(class, method))
    }

    /// Links a site to a fixed method with an optional extra argument, and calls it.
    pub(crate) fn bind_site(&mut self, code: &'static Code, site: u16, method: MethodRef) -> Exec<()> {
        code.sites[usize::from(site)].method.set(Some(method));
        self.rewrite(code, Insn::CallDirect { site });
        Ok(())
    }

    fn extra(&mut self, d: Reg, a: Reg, extra: &'static Extra) -> Exec<()> {
        let word = match extra {
            Extra::Box(ty) => self.box_word(*ty, self.reg(a))?.word(),
            Extra::Unbox(ty) => self.unbox_word(Ref::of(self.reg(a)), *ty)?,
            Extra::Cast(class) => {
                let object = Ref::of(self.reg(a));
                if !object.is_null() && !self.class_of(object).is_subtype_of(class) {
                    return Err(self.class_cast(object, class));
                }
                object.word()
            }
            Extra::Concat(recipe) => {
                let frame = self.frames.last().expect("an instruction runs in a frame");
                let regs = &self.stack[frame.base as usize..];
                let units = recipe.join(self, regs);
                self.new_string_units(&units)?.word()
            }
            Extra::Capture { class, fields } => {
                self.collect_if_wanted(class.instance_words)?;
                let object = self.new_object(class)?;
                for (word, register) in fields {
                    let value = self.reg(*register);
                    self.heap.put(object.index() + usize::from(*word), value);
                }
                object.word()
            }
            Extra::NewArray(class) => {
                let length = self.reg(a) as i32;
                self.new_array(class, length.max(0) as usize)?.word()
            }
            Extra::Wrap(class) => {
                let cause = Ref::of(self.reg(a));
                return Err(self.wrap_exception(class, cause)?);
            }
            Extra::Switch(labels, restart) => {
                let subject = Ref::of(self.reg(a));
                let restart = self.reg(*restart) as i32;
                labels.choose(self, subject, restart)?
            }
            Extra::IsExactly(class) => u64::from(self.class_of(Ref::of(self.reg(a))).id == class.id),
            Extra::Native(peer, registers) => {
                let words: Vec<u64> = registers.iter().map(|r| self.reg(*r)).collect();
                let given = peer(self, &words);
                return self.finish_native(given, d);
            }
        };
        if d != NO_REG {
            self.set_reg(d, word);
        }
        Ok(())
    }

    /// Boxes a primitive as `valueOf` does, caches included.
    ///
    /// # Errors
    /// `OutOfMemoryError`.
    pub fn box_word(&mut self, ty: Type, word: u64) -> Exec<Ref> {
        if ty == Type::Reference {
            return Ok(Ref::of(word));
        }
        if ty == Type::Void {
            return Ok(Ref::NULL);
        }
        let class = self.known.box_of(ty);
        if let Some(cached) = self.cached_box(ty, word) {
            return Ok(cached);
        }
        let object = self.new_object(class)?;
        let stored = match ty {
            Type::Byte => word & 0xFF,
            Type::Short | Type::Char => word & 0xFFFF,
            _ => word,
        };
        self.set_field(object, "value", stored);
        Ok(object)
    }

    fn cached_box(&self, ty: Type, word: u64) -> Option<Ref> {
        let value = word as i32;
        let (cache, index) = match ty {
            Type::Boolean => {
                let name = if word & 1 == 1 { "TRUE" } else { "FALSE" };
                return self.static_field(self.known.boolean_box.get(), name).map(Ref::of).filter(|r| !r.is_null());
            }
            Type::Int if (-128..=127).contains(&value) => ("java/lang/Integer$IntegerCache", value + 128),
            Type::Byte => ("java/lang/Byte$ByteCache", i32::from(word as i8) + 128),
            Type::Short if (-128..=127).contains(&(word as i16)) => {
                ("java/lang/Short$ShortCache", i32::from(word as i16) + 128)
            }
            Type::Char if word & 0xFFFF < 128 => ("java/lang/Character$CharacterCache", (word & 0xFFFF) as i32),
            Type::Long if (-128..=127).contains(&word.cast_signed()) => ("java/lang/Long$LongCache", word as i32 + 128),
            _ => return None,
        };
        let class = self.dictionary.iter().find(|((loader, name), _)| loader.0 == 0 && name.text() == cache)?.1;
        let array = Ref::of(self.static_field(class, "cache")?);
        (!array.is_null()).then(|| self.heap.element(array, index as usize))
    }

    /// The primitive in a box, widened to `ty` as a method call would.
    ///
    /// # Errors
    /// `NullPointerException`, `ClassCastException`.
    pub fn unbox_word(&mut self, object: Ref, ty: Type) -> Exec<u64> {
        if object.is_null() {
            return Err(Trap::null());
        }
        let class = self.class_of(object);
        let word = self.known.boxed_type(class).and_then(|from| {
            let word = self.field(object, "value");
            widen(from, ty, word)
        });
        match word {
            Some(word) => Ok(word),
            None => Err(self.class_cast(object, self.known.box_of(ty))),
        }
    }

    fn wrap_exception(&mut self, class: &'static str, cause: Ref) -> Exec<Trap> {
        let exception = self.new_exception(class, None)?;
        for name in ["target", "undeclaredThrowable"] {
            if let Some(field) = self.class_of(exception).field_named(name) {
                self.heap.put(exception.index() + field.word, cause.word());
                self.set_field(exception, "cause", 0);
                return Ok(Trap::Throw(exception));
            }
        }
        self.set_field(exception, "cause", cause.word());
        Ok(Trap::Throw(exception))
    }

    /// Whether the thread is where the scheduler may pick it.
    #[must_use]
    pub fn is_runnable(&self, thread: usize) -> bool {
        match self.threads[thread].status {
            Status::Runnable => true,
            Status::Blocked(object) => self.can_enter(object, thread),
            _ => false,
        }
    }
}

pub(crate) fn out_of_bounds(index: i32, length: usize) -> Trap {
    Trap::java("java/lang/ArrayIndexOutOfBoundsException", format!("Index {index} out of bounds for length {length}"))
}

pub(crate) fn array_store(vm: &Vm, value: Ref) -> Trap {
    Trap::java("java/lang/ArrayStoreException", vm.class_of(value).java_name())
}

/// A native method without a peer: one of the JDK is not modelled, one of the program has no library to be in.
fn unlinked(vm: &Vm, method: MethodRef) -> Trap {
    let class = method.class();
    let of_jdk = class.loader.0 == 0 || class.loader == vm.platform_loader || class.origin.borrow().is_none();
    if of_jdk {
        return Trap::Unsupported(format!("native method {method}"));
    }
    let name = crate::resolve::external_method(class, method.name.text(), method.descriptor.text());
    Trap::java("java/lang/UnsatisfiedLinkError", format!("'{name}'"))
}

/// Converts a stored primitive to a register word of a wider type, if the language allows it (JLS 5.1.2).
#[must_use]
pub fn widen(from: Type, to: Type, word: u64) -> Option<u64> {
    use Type::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    let int: i64 = match from {
        Boolean => return (to == Boolean).then_some(word & 1),
        Byte => i64::from(word as i8),
        Short => i64::from(word as i16),
        Char => i64::from(word as u16),
        Int => i64::from(word as i32),
        Long => word.cast_signed(),
        Float => {
            return match to {
                Float => Some(word & 0xFFFF_FFFF),
                Double => Some(f64::from(f32::from_bits(word as u32)).to_bits()),
                _ => None,
            };
        }
        Double => return (to == Double).then_some(word),
        Type::Void | Type::Reference => return None,
    };
    let rank = |ty| match ty {
        Byte => 1,
        Short => 2,
        Char => 2,
        Int => 3,
        Long => 4,
        Float => 5,
        Double => 6,
        _ => 0,
    };
    if rank(to) == 0 || rank(to) < rank(from) || rank(to) == rank(from) && to != from || (from == Byte && to == Char) {
        return None;
    }
    Some(match to {
        Long => int.cast_unsigned(),
        Float if from == Long => u64::from((int as f32).to_bits()),
        Float => u64::from((int as f32).to_bits()),
        Double => (int as f64).to_bits(),
        _ => u64::from((int as i32).cast_unsigned()),
    })
}

/// The element type a `newarray` operand names.
#[must_use]
pub fn array_type(code: u16) -> Type {
    match code {
        4 => Type::Boolean,
        5 => Type::Char,
        6 => Type::Float,
        7 => Type::Double,
        8 => Type::Byte,
        9 => Type::Short,
        10 => Type::Int,
        _ => Type::Long,
    }
}

/// HotSpot refuses the two greatest lengths, however large the heap.
///
/// # Errors
/// `OutOfMemoryError`.
pub fn check_length(length: usize) -> Exec<()> {
    if length > 0x7FFF_FFFD {
        return Err(Trap::java("java/lang/OutOfMemoryError", "Requested array size exceeds VM limit"));
    }
    Ok(())
}
