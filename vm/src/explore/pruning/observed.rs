//! What was executed, seen as what other schedules execute, too: `ComputeLocksets` (Figure 5), for
//! all threads at once.
//!
//! The log is gone through in the order of execution, with a shadow of each thread's frames. Behind
//! the state, a register depends on the schedule if what it was computed from does, or, where the
//! ways of a branch that depends on it have met, if one of them has written it. Where such a branch
//! meets what was not taken of it, only those monitors count as held, and only those threads as
//! joined, that are so on either way.

use super::ground::Ground;
use super::insns::{call_of, element_of, field_at};
use super::log::{Log, LoggedStep};
use super::quiet::Call;
use super::untaken::Walk;
use super::{MemoryKind, NOT_STRUCTURED, Reason, Stand, Subspace, Written};
use crate::ground::class::{FieldRef, MethodRef};
use crate::ground::code::{Code, Extra, Insn, InvokeKind, NO_REG, Reg};
use crate::ground::heap::{HEADER_BYTES, Ref};
use crate::state::liveness::{defined, used};
use crate::vm::Vm;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A branch whose ways have not met yet.
pub(super) struct Region {
    pub(super) meeting: usize,
    /// What is held and joined on the way that was not taken.
    pub(super) locks: Vec<u64>,
    pub(super) joined: Rc<[u32]>,
    /// The registers that are written on one of the ways.
    pub(super) defined: Vec<bool>,
}

/// A frame of the program's.
pub(super) struct Shadow {
    depth: u32,
    pub(super) code: &'static Code,
    /// Which registers depend on the schedule.
    pub(super) depends: Vec<bool>,
    /// The instruction under way: its entry in the log.
    pub(super) entry: LoggedStep,
    /// The monitor of a synchronized method.
    lock: Option<u64>,
    /// Those it has entered since, the last one last; none for one that depends on the schedule.
    entered: Vec<Option<u64>>,
    pub(super) regions: Vec<Region>,
    /// The call under way has returned; whether what it gave depends on the schedule.
    returned: Option<bool>,
}

impl Shadow {
    pub(super) fn insn(&self) -> Insn {
        self.code.insns[self.entry.pc as usize].get()
    }

    fn depends(&self, register: Reg) -> bool {
        self.depends[usize::from(register)]
    }

    pub(super) fn locks(&self) -> impl Iterator<Item = u64> {
        self.lock.into_iter().chain(self.entered.iter().flatten().copied())
    }
}

#[derive(Default)]
pub(super) struct Thread {
    pub(super) frames: Vec<Shadow>,
    /// The monitors held in any case, as often as they were entered.
    locks: Vec<u64>,
    joined: Rc<[u32]>,
    started: u32,
    /// How many branches have not met again.
    pub(super) open: usize,
    has_begun: bool,
    /// What it begins with depends on the schedule.
    is_unsure: bool,
}

impl Thread {
    fn release(&mut self, lock: u64) {
        if let Some(at) = self.locks.iter().rposition(|held| *held == lock) {
            self.locks.remove(at);
        }
    }
}

/// Goes through the log; `written` is what may be written after its first `from` entries.
pub(super) fn observe(
    vm: &mut Vm,
    log: &Log,
    from: usize,
    written: &Written,
) -> Result<Subspace, Reason> {
    let threads = (0..vm.threads.len()).map(|_| Thread::default()).collect();
    let certain = (0..log.threads).map(|thread| (thread, None)).collect();
    let (ground, made) = (Ground::new(vm, written), FxHashSet::default());
    let mut observer = Observer { ground, log, threads, is_past: true, made, certain };
    for (thread, object) in &log.held {
        let count = observer.ground.vm.monitor(*object).count.max(1);
        let held = &mut observer.threads[*thread as usize].locks;
        (0..count).for_each(|_| held.push(u64::from(object.0)));
    }
    for (index, entry) in log.entries.iter().enumerate() {
        observer.is_past = index < from;
        observer.step(entry)?;
    }
    observer.is_past = false;
    for thread in 0..observer.threads.len() {
        while !observer.threads[thread].frames.is_empty() {
            observer.leave(thread)?;
        }
    }
    Ok(observer.ground.subspace)
}

pub(super) struct Observer<'a> {
    pub(super) ground: Ground<'a>,
    pub(super) log: &'a Log,
    pub(super) threads: Vec<Thread>,
    /// Still before the state.
    is_past: bool,
    /// Objects made after the state.
    made: FxHashSet<u64>,
    /// Threads that are started in any case: before the state, or by whom.
    certain: FxHashMap<u32, Option<u32>>,
}

impl Observer<'_> {
    fn step(&mut self, entry: &LoggedStep) -> Result<(), Reason> {
        let thread = entry.thread as usize;
        while let Some(top) = self.threads[thread].frames.last() {
            let is_over = top.insn().returns() || top.code.method.id != entry.code.method.id;
            if top.depth < entry.depth || top.depth == entry.depth && !is_over {
                break;
            }
            self.leave(thread)?;
        }
        match self.threads[thread].frames.last() {
            Some(top) if top.depth == entry.depth && top.entry.pc != entry.pc => {
                self.complete(thread, entry)
            }
            Some(top) if top.depth == entry.depth => {
                self.top(thread).entry = *entry;
                Ok(())
            }
            _ => self.call(thread, entry),
        }
    }

    pub(super) fn top(&mut self, thread: usize) -> &mut Shadow {
        self.threads[thread].frames.last_mut().expect("an instruction is in a frame")
    }

    /// A method of the program begins.
    fn call(&mut self, thread: usize, entry: &LoggedStep) -> Result<(), Reason> {
        let code = entry.code;
        if code.monitors.is_some() {
            return Err(NOT_STRUCTURED);
        }
        let mut depends = vec![false; usize::from(code.registers)];
        let caller = self.threads[thread].frames.last();
        let site = caller
            .filter(|caller| caller.depth + 1 == entry.depth)
            .and_then(|caller| call_of(caller.insn()));
        if !self.is_past {
            if code.method.name.text() == "<clinit>" {
                return Err("a class is initialised");
            }
            match (caller, site) {
                (Some(caller), Some(site)) => {
                    let arguments = caller.code.sites[usize::from(site)].arguments.iter();
                    depends
                        .iter_mut()
                        .zip(arguments)
                        .for_each(|(slot, argument)| *slot = caller.depends(*argument));
                }
                (Some(_), None) => return Err("the class library calls the program"),
                (None, _) => {
                    depends.fill(self.threads[thread].is_unsure || self.threads[thread].has_begun);
                }
            }
        }
        let method = code.method;
        let lock = match method.is_static() {
            _ if !method.is_synchronized() => None,
            true => Some(u64::from(method.class().mirror.0)),
            false => self.log.registers(entry).first().copied().filter(|_| !depends[0]),
        };
        let this = &mut self.threads[thread];
        this.has_begun = true;
        this.locks.extend(lock);
        let (entered, regions) = (Vec::new(), Vec::new());
        let depth = entry.depth;
        this.frames.push(Shadow {
            depth,
            code,
            depends,
            entry: *entry,
            lock,
            entered,
            regions,
            returned: None,
        });
        Ok(())
    }

    /// The innermost frame is left.
    fn leave(&mut self, thread: usize) -> Result<(), Reason> {
        let top = self.top(thread);
        let gives = match top.insn() {
            Insn::ReturnValue { a } => Some(top.depends(a)),
            Insn::Return => Some(false),
            _ => None,
        };
        if gives.is_none() && !self.is_past {
            return Err("an exception is thrown");
        }
        let is_open = !self.top(thread).regions.is_empty();
        while !self.top(thread).regions.is_empty() {
            self.close(thread);
        }
        let this = &mut self.threads[thread];
        let Some(left) = this.frames.pop() else { return Ok(()) };
        left.locks().for_each(|lock| this.release(lock));
        if let Some(caller) = this.frames.last_mut().filter(|caller| caller.depth + 1 == left.depth)
        {
            caller.returned = Some(is_open || gives.unwrap_or(true));
        }
        Ok(())
    }

    /// The ways of the last branch meet.
    fn close(&mut self, thread: usize) {
        let this = &mut self.threads[thread];
        let Some(top) = this.frames.last_mut() else { return };
        let Some(region) = top.regions.pop() else { return };
        top.depends
            .iter_mut()
            .zip(&region.defined)
            .for_each(|(depends, defined)| *depends |= defined);
        this.open -= 1;
        this.meet(&region.locks, &region.joined);
    }

    /// The instruction under way is done; this one comes next.
    fn complete(&mut self, thread: usize, next: &LoggedStep) -> Result<(), Reason> {
        let (code, pc, to) = (next.code, self.top(thread).entry.pc as usize, next.pc as usize);
        let flow = self.ground.flow(code);
        if flow.next[pc].contains(&to) {
            // What comes instead finds things as they are before.
            let (stand, depends) = (self.stand(thread), self.top(thread).depends.clone());
            self.execute(thread, next)?;
            if !self.is_past {
                self.consider_others(thread, to, &depends, &stand)?;
            }
        } else if !self.is_past {
            return Err("an exception is thrown");
        }
        let top = self.top(thread);
        top.returned = None;
        top.entry = *next;
        while self.top(thread).regions.last().is_some_and(|region| region.meeting == to) {
            self.close(thread);
        }
        Ok(())
    }

    fn stand(&self, thread: usize) -> Stand {
        let this = &self.threads[thread];
        Stand {
            thread: thread as u32,
            locks: this.locks.as_slice().into(),
            joined: Rc::clone(&this.joined),
            started: this.started,
            is_past: self.is_past,
        }
    }

    fn execute(&mut self, thread: usize, next: &LoggedStep) -> Result<(), Reason> {
        let log = self.log;
        let top = self.top(thread);
        let (code, insn, class) = (top.code, top.insn(), top.code.method.class());
        let registers = log.registers(&top.entry);
        let value = |register: Reg| registers[usize::from(register)];
        let mut depends = false;
        used(code, insn, |register| depends |= top.depends(register));
        let depends_on = |this: &Self, register: Reg| {
            !this.is_past
                && this.threads[thread].frames.last().is_some_and(|top| top.depends(register))
        };
        if let Some((kind, a, i, is_write)) = element_of(code, insn) {
            let is_exact = !depends_on(self, a) && !depends_on(self, i);
            let size = self
                .ground
                .vm
                .class_of(Ref::of(value(a)))
                .element()
                .map_or(1, |(_, ty)| ty.element_bytes());
            let at = value(a) * 8 + HEADER_BYTES as u64 + u64::from(value(i) as u32) * size as u64;
            depends |= self.note(thread, kind, is_exact.then_some(at), is_write);
            self.write(thread, insn, depends);
            return Ok(());
        }
        match insn {
            Insn::CheckedGet { o, cp, .. } | Insn::GetField { o, cp, .. } => {
                let object = (!depends_on(self, o)).then_some(value(o));
                depends |= self.field(thread, field_at(code, cp), object, false);
            }
            Insn::CheckedPut { o, cp, .. } | Insn::PutField { o, cp, .. } => {
                let object = (!depends_on(self, o)).then_some(value(o));
                self.field(thread, field_at(code, cp), object, true);
            }
            Insn::GetStatic { cp, .. } => {
                depends |= self.field(thread, field_at(code, cp), None, false);
            }
            Insn::PutStatic { cp, .. } => {
                self.field(thread, field_at(code, cp), None, true);
            }
            Insn::StaticW { at, .. } | Insn::StaticB { at, .. } | Insn::StaticS { at, .. } => {
                let field = self.ground.statics.get(&at).copied();
                depends |= self.field(thread, field, None, false);
            }
            Insn::PutStaticW { at, .. }
            | Insn::PutStaticB { at, .. }
            | Insn::PutStaticH { at, .. }
            | Insn::PutStaticZ { at, .. } => {
                let field = self.ground.statics.get(&at).copied();
                self.field(thread, field, None, true);
            }
            // Fields that nobody looks at; those of what the machine has made, only it writes.
            Insn::GetW { o, .. } | Insn::GetB { o, .. } | Insn::GetS { o, .. } => {
                depends |= class.file.is_some() || self.made.contains(&value(o));
            }
            Insn::MonitorEnter { a } => {
                self.enter(thread, (!depends_on(self, a)).then_some(value(a)));
            }
            Insn::MonitorExit { a } => {
                self.exit(thread, (!depends_on(self, a)).then_some(value(a)));
            }
            Insn::New { d, .. } | Insn::NewOf { d, .. } => self.make(next, d),
            Insn::Extra { d, extra, .. } => match &code.extras[usize::from(extra)] {
                Extra::Capture { .. } => self.make(next, d),
                Extra::Look | Extra::Native(..) | Extra::Switch(..) if !self.is_past => {
                    return Err("code of the machine's own");
                }
                _ => {}
            },
            Insn::EnsureInit { .. } | Insn::InitDone { .. } if !self.is_past => {
                return Err("a class is initialised");
            }
            Insn::Jsr { .. } | Insn::Ret { .. } => return Err("subroutines"),
            _ => {
                if let Some(site) = call_of(insn) {
                    depends = self.called(thread, site, registers)?;
                }
            }
        }
        self.write(thread, insn, depends);
        Ok(())
    }

    /// Behind the state: what an instruction gives may depend on the schedule. If only whether it
    /// is executed does, that matters from where the ways meet.
    fn write(&mut self, thread: usize, insn: Insn, depends: bool) {
        if !self.is_past {
            let top = self.top(thread);
            let (all, regions) = (&mut top.depends, &mut top.regions);
            defined(top.code, insn, |register| {
                all[usize::from(register)] = depends;
                regions.iter_mut().for_each(|region| region.defined[usize::from(register)] = true);
            });
        }
    }

    fn make(&mut self, next: &LoggedStep, register: Reg) {
        if !self.is_past && register != NO_REG {
            self.made.insert(self.log.registers(next)[usize::from(register)]);
        }
    }

    /// Notes an access. Answers whether what it reads depends on the schedule.
    fn note(
        &mut self,
        thread: usize,
        kind: MemoryKind,
        address: Option<u64>,
        is_write: bool,
    ) -> bool {
        let stand = self.stand(thread);
        self.ground.add(kind, address, is_write, &stand);
        !self.is_past && (address.is_none() || self.ground.written.has(kind, address))
    }

    fn field(
        &mut self,
        thread: usize,
        field: Option<FieldRef>,
        object: Option<u64>,
        is_write: bool,
    ) -> bool {
        let Some(field) = field else { return true };
        if self.ground.is_programs_constant(field) {
            return false;
        }
        if field.is_volatile() || !self.ground.vm.is_field_checked(field) {
            return true;
        }
        self.note(thread, MemoryKind::of_field(field), Ground::address(field, object), is_write)
    }

    fn enter(&mut self, thread: usize, object: Option<u64>) {
        let this = &mut self.threads[thread];
        this.locks.extend(object);
        if let Some(top) = this.frames.last_mut() {
            top.entered.push(object);
        }
    }

    fn exit(&mut self, thread: usize, object: Option<u64>) {
        let entered = self.top(thread).entered.pop();
        let this = &mut self.threads[thread];
        match (entered, object) {
            (Some(Some(entered)), object) if object.is_none_or(|object| object == entered) => {
                this.release(entered);
            }
            (Some(None), _) => {}
            // Entered before the log begins.
            (None, Some(object)) => this.release(object),
            // Not by turns, as compilers have it.
            _ => this.locks.clear(),
        }
    }

    /// A call has returned. Answers whether what it gave depends on the schedule.
    fn called(&mut self, thread: usize, site: u16, registers: &[u64]) -> Result<bool, Reason> {
        let top = self.top(thread);
        let call = &top.code.sites[usize::from(site)];
        let (is_unsure, returned) =
            (call.arguments.first().is_some_and(|a| top.depends(*a)), top.returned);
        let method = call.method.get().ok_or("a call that was not linked")?;
        let receiver =
            call.arguments.first().map(|register| Ref::of(registers[usize::from(*register)]));
        let actual = *self
            .ground
            .targets(call.kind, method, receiver)?
            .first()
            .ok_or("a call of nothing")?;
        if !self.ground.vm.is_of_program(actual.class()) {
            let top = self.top(thread);
            let known = |a: &Reg| (!top.depends(*a)).then_some(registers[usize::from(*a)]);
            let arguments: Vec<Option<u64>> = call.arguments.iter().map(known).collect();
            return self.library(thread, actual, receiver, &arguments);
        }
        if self.is_past {
            return Ok(false);
        }
        let gives = returned.ok_or("a native method of the program")?;
        Ok(gives || is_unsure && !matches!(call.kind, InvokeKind::Static))
    }

    fn library(
        &mut self,
        thread: usize,
        method: MethodRef,
        receiver: Option<Ref>,
        arguments: &[Option<u64>],
    ) -> Result<bool, Reason> {
        let is_unsure = arguments.first().is_some_and(Option::is_none);
        // Not even in the past: what it has used may be used behind the state, too.
        let called = self.ground.vm.library_call(method)?;
        let call = called.call;
        let stand = self.stand(thread);
        let locks = stand.locks.to_vec();
        let within = self.top(thread).code.method.id;
        Walk::new(&mut self.ground, stand, within).library(&called, arguments, locks)?;
        let child = self.ground.vm.threads.iter().position(|child| Some(child.object) == receiver);
        match (call, child) {
            (Call::Start, _) if is_unsure => {
                return Err("which thread is started depends on the schedule");
            }
            (Call::Start, Some(child)) => self.start(thread, child),
            // Who joins a thread that was not started does not wait.
            (Call::Join, Some(child)) if !is_unsure && self.is_started(child, thread) => {
                let known = [
                    &[child as u32][..],
                    &self.threads[child].joined,
                    &self.threads[thread].joined,
                ]
                .concat();
                self.threads[thread].joined = known.into();
            }
            _ => {}
        }
        Ok(match call {
            Call::Pure => arguments.iter().any(Option::is_none),
            Call::Fluent => is_unsure,
            Call::Start | Call::Join | Call::Quiet => true,
        })
    }

    fn start(&mut self, thread: usize, child: usize) {
        let this = &mut self.threads[thread];
        let (order, is_certain) = (this.started, this.open == 0);
        this.started += 1;
        self.ground.subspace.starters.insert(child as u32, (thread as u32, order));
        self.threads[child].is_unsure =
            self.made.contains(&self.ground.vm.threads[child].object.word());
        if self.is_past || is_certain {
            self.certain.insert(child as u32, (!self.is_past).then_some(thread as u32));
        }
    }

    /// Whether a thread is started in any case before another goes on from here: in the past, or by
    /// itself, or by one that it has joined.
    fn is_started(&self, thread: usize, before: usize) -> bool {
        let is_known = |starter: &u32| {
            *starter as usize == before || self.threads[before].joined.contains(starter)
        };
        self.certain
            .get(&(thread as u32))
            .is_some_and(|starter| starter.as_ref().is_none_or(is_known))
    }
}

impl Thread {
    /// Two ways meet: what is held and joined on both is so in any case.
    fn meet(&mut self, locks: &[u64], joined: &[u32]) {
        self.locks = intersection(std::mem::take(&mut self.locks), locks);
        self.joined =
            self.joined.iter().copied().filter(|thread| joined.contains(thread)).collect();
    }
}

/// What two bags have in common.
pub(super) fn intersection(of: Vec<u64>, with: &[u64]) -> Vec<u64> {
    let mut left = with.to_vec();
    let mut is_common = |lock: &u64| match left.iter().position(|other| other == lock) {
        Some(at) => left.swap_remove(at) == *lock,
        None => false,
    };
    of.into_iter().filter(|lock| is_common(lock)).collect()
}

#[cfg(test)]
mod tests;
