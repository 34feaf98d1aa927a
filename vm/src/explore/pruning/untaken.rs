//! What code may do that was not executed: section 3.2, from the code instead of from calls put
//! into it.
//!
//! A walk goes over all that can be reached from an instruction up to where it meets the way that
//! was taken. It collects the accesses with the monitors that are held there in any case, follows
//! calls, and tells which registers are written and what is held where the ways meet. Registers
//! whose value is known (they do not depend on the schedule) make for exact variables and monitors;
//! all else is any variable of its kind, and no monitor.

use super::ground::Ground;
use super::insns::{call_of, element_of, may_throw};
use super::quiet::{Call, LibraryCall};
use super::{MemoryKind, NOT_STRUCTURED, Reason, Stand};
use crate::ground::class::{ClassRef, FieldRef, MethodRef, Resolved};
use crate::ground::code::{Code, Extra, Insn, InvokeKind, Reg};
use crate::ground::heap::Ref;
use crate::state::liveness::defined;
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::Type;
use std::collections::BTreeMap;

/// Some exception: in a register, where an object would be known.
pub(super) const THROWN: u64 = u64::MAX;

/// What is known before an instruction, whichever way led there.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    /// Monitors held since before the walk.
    pub(super) before: Vec<u64>,
    /// Monitors entered by the walk's method, the last one last; none for unknown ones.
    pub(super) entered: Vec<Option<u64>>,
    pub(super) known: Vec<Option<u64>>,
}

impl State {
    fn locks(&self) -> Vec<u64> {
        self.before.iter().copied().chain(self.entered.iter().flatten().copied()).collect()
    }

    /// The word in a register.
    fn word(&self, register: Reg) -> Option<u64> {
        self.known[usize::from(register)].filter(|word| *word != THROWN)
    }

    fn meet(&mut self, other: &State) -> bool {
        let old = self.clone();
        self.before.retain(|lock| other.before.contains(lock));
        self.entered.truncate(other.entered.len());
        let pairs = self
            .entered
            .iter_mut()
            .zip(&other.entered)
            .chain(self.known.iter_mut().zip(&other.known));
        pairs.filter(|(mine, other)| *mine != *other).for_each(|(mine, _)| *mine = None);
        *self != old
    }

    fn leave(&mut self, object: Option<u64>) {
        match (self.entered.pop(), object) {
            // Not by turns, as compilers have it.
            (Some(Some(entered)), Some(object)) if entered != object => {
                self.before.clear();
                self.entered.clear();
            }
            (Some(_), _) => {}
            (None, Some(object)) => {
                if let Some(at) = self.before.iter().rposition(|lock| *lock == object) {
                    self.before.remove(at);
                }
            }
            (None, None) => self.before.clear(),
        }
    }
}

/// What a walk comes to.
#[derive(Default)]
pub(super) struct Outcome {
    /// The monitors held where it meets the way that was taken, if it does.
    pub(super) locks: Option<Vec<u64>>,
    /// The registers it may write.
    pub(super) defined: Vec<Reg>,
    /// Whether it may end by an exception.
    pub(super) throws: bool,
}

/// A walk over what was not executed.
pub(super) struct Walk<'g, 'a> {
    pub(super) ground: &'g mut Ground<'a>,
    /// Of the thread, where the walk begins.
    pub(super) stand: Stand,
    /// The methods under way.
    calls: Vec<u32>,
    /// They were called back by the class library.
    is_asked: bool,
}

impl<'g, 'a> Walk<'g, 'a> {
    /// In a method.
    pub(super) fn new(ground: &'g mut Ground<'a>, stand: Stand, method: u32) -> Self {
        Self { ground, stand, calls: vec![method], is_asked: false }
    }

    /// Over all from an instruction to where the ways meet: none if they do not, the number of
    /// instructions if that is at the end.
    pub(super) fn over(
        &mut self,
        code: &'static Code,
        start: usize,
        meeting: Option<usize>,
        state: State,
    ) -> Result<Outcome, Reason> {
        if code.monitors.is_some() {
            return Err(NOT_STRUCTURED);
        }
        let flow = self.ground.flow(code);
        let mut states: BTreeMap<usize, State> = BTreeMap::new();
        let mut work = vec![(start, state)];
        while let Some((pc, state)) = work.pop() {
            let is_new = match states.get_mut(&pc) {
                Some(known) => known.meet(&state),
                None => states.insert(pc, state).is_none(),
            };
            if !is_new || Some(pc) == meeting || pc == code.insns.len() {
                continue;
            }
            self.ground.left = self.ground.left.checked_sub(1).ok_or("too much code to look at")?;
            let before = states[&pc].clone();
            for handler in &flow.handlers[pc] {
                work.push((*handler, State { known: caught(code, *handler), ..before.clone() }));
            }
            let after = self.after(code, code.insns[pc].get(), before);
            flow.next[pc].iter().for_each(|next| work.push((*next, after.clone())));
        }
        let mut outcome = Outcome { locks: None, defined: Vec::new(), throws: false };
        for (pc, state) in states {
            if Some(pc) == meeting {
                outcome.locks = Some(state.locks());
            } else if pc < code.insns.len() {
                let insn = code.insns[pc].get();
                defined(code, insn, |register| outcome.defined.push(register));
                outcome.throws |= self.collect(code, insn, &state)?;
            }
        }
        Ok(outcome)
    }

    /// What is known after an instruction.
    fn after(&mut self, code: &'static Code, insn: Insn, mut state: State) -> State {
        let known = |register: Reg| state.word(register);
        let value = match insn {
            Insn::Mov { s, .. } => state.known[usize::from(s)],
            Insn::ConstRef { r, .. } => Some(u64::from(r)),
            Insn::CheckedGet { o, cp, .. } | Insn::GetField { o, cp, .. } => {
                let (object, field) = (known(o), self.field(code.method.class(), cp));
                object.and_then(|object| self.constant(field.ok()?, object))
            }
            Insn::GetStatic { cp, .. } => {
                self.field(code.method.class(), cp).ok().and_then(|field| self.constant(field, 0))
            }
            _ => call_of(insn).and_then(|site| self.receiver_given(code, site, &state)),
        };
        match insn {
            Insn::MonitorEnter { a } => state.entered.push(known(a)),
            Insn::MonitorExit { a } => {
                let object = known(a);
                state.leave(object);
            }
            _ => defined(code, insn, |register| state.known[usize::from(register)] = value),
        }
        state
    }

    /// The receiver of a call that gives it back.
    fn receiver_given(&mut self, code: &'static Code, site: u16, state: &State) -> Option<u64> {
        let method = self.method_of(code, site).ok()?;
        let vm = &*self.ground.vm;
        let is_fluent = !vm.is_of_program(method.class())
            && vm.library_call(method).is_ok_and(|called| called.call == Call::Fluent);
        is_fluent.then(|| state.word(*code.sites[usize::from(site)].arguments.first()?))?
    }

    /// The reference that a field holds, if nobody writes it.
    fn constant(&self, field: FieldRef, object: u64) -> Option<u64> {
        let address = Ground::address(field, Some(object).filter(|object| *object != 0))?;
        let is_constant = field.ty == Type::Reference
            && !field.is_volatile()
            && (self.ground.vm.is_field_checked(field) || self.ground.is_programs_constant(field))
            && !self.ground.written.has(MemoryKind::of_field(field), Some(address));
        is_constant.then(|| self.ground.vm.heap.get((address / 8) as usize))
    }

    /// Notes what an instruction may do. Answers whether it may throw.
    fn collect(&mut self, code: &'static Code, insn: Insn, state: &State) -> Result<bool, Reason> {
        let known = |register: Reg| state.word(register);
        let class = code.method.class();
        if let Some((kind, _, _, is_write)) = element_of(code, insn) {
            self.note(kind, None, is_write, state);
            return Ok(true);
        }
        match insn {
            Insn::CheckedGet { o, cp, .. } | Insn::GetField { o, cp, .. } => {
                self.note_field(class, cp, known(o), false, state)?;
            }
            Insn::CheckedPut { o, cp, .. } | Insn::PutField { o, cp, .. } => {
                self.note_field(class, cp, known(o), true, state)?;
            }
            Insn::GetStatic { cp, .. } => self.note_field(class, cp, None, false, state)?,
            Insn::PutStatic { cp, .. } => self.note_field(class, cp, None, true, state)?,
            Insn::PutStaticW { at, .. }
            | Insn::PutStaticB { at, .. }
            | Insn::PutStaticH { at, .. }
            | Insn::PutStaticZ { at, .. } => self.note_static(at, true, state),
            Insn::StaticW { at, .. } | Insn::StaticB { at, .. } | Insn::StaticS { at, .. } => {
                self.note_static(at, false, state);
            }
            Insn::New { cp, .. } => {
                let Resolved::Class(made) = class.resolved[usize::from(cp)].get() else {
                    return self.made(class, cp);
                };
                if !self.ground.is_ready(made) {
                    return Err("a class would be initialised");
                }
            }
            Insn::EnsureInit { .. } | Insn::InitDone { .. } => {
                return Err("a class is initialised");
            }
            Insn::Extra { extra, .. } => {
                if matches!(
                    code.extras[usize::from(extra)],
                    Extra::Look | Extra::Native(..) | Extra::Switch(..)
                ) {
                    return Err("code of the machine's own that was not executed");
                }
            }
            Insn::Jsr { .. } | Insn::Ret { .. } => return Err("subroutines"),
            _ => match call_of(insn) {
                Some(site) => self.call(code, site, state)?,
                None => return Ok(may_throw(insn)),
            },
        }
        Ok(true)
    }

    fn note(&mut self, kind: MemoryKind, address: Option<u64>, is_write: bool, state: &State) {
        let stand = Stand { locks: state.locks().into(), ..self.stand.clone() };
        self.ground.add(kind, address, is_write, &stand);
    }

    fn note_static(&mut self, at: u32, is_write: bool, state: &State) {
        if let Some(field) = self.ground.statics.get(&at).copied()
            && self.ground.vm.is_field_checked(field)
        {
            self.note(MemoryKind::of_field(field), Ground::address(field, None), is_write, state);
        }
    }

    fn note_field(
        &mut self,
        class: ClassRef,
        cp: u16,
        object: Option<u64>,
        is_write: bool,
        state: &State,
    ) -> Result<(), Reason> {
        let field = self.field(class, cp)?;
        if field.is_static() && !self.ground.is_ready(field.class()) {
            return Err("a class would be initialised");
        }
        if self.ground.vm.is_field_checked(field) && !field.is_volatile() {
            self.note(MemoryKind::of_field(field), Ground::address(field, object), is_write, state);
        }
        Ok(())
    }

    /// The field that a constant names, if its class was loaded already.
    fn field(&mut self, class: ClassRef, cp: u16) -> Result<FieldRef, Reason> {
        if let Resolved::Field(field) = class.resolved[usize::from(cp)].get() {
            return Ok(field);
        }
        let Constant::Field { class: holder, .. } = self.constant_at(class, cp)? else {
            return Err("no field");
        };
        self.loaded(class, holder)?;
        self.ground.vm.resolve_field(class, cp).map_err(|_| "a field that is not there")
    }

    /// A record's own `toString` and the like: they read its fields; what they ask of these is
    /// asked anyway.
    fn note_all_fields(&mut self, class: ClassRef, state: &State) {
        for field in class.fields.iter().copied().filter(|field| !field.is_static()) {
            if self.ground.vm.is_field_checked(field) {
                self.note(MemoryKind::of_field(field), None, false, state);
            }
        }
    }

    fn constant_at(&self, class: ClassRef, cp: u16) -> Result<Constant<'static>, Reason> {
        self.ground.vm.constant(class, cp).map_err(|_| "a malformed constant")
    }

    /// An instance of a class that no code here has made yet.
    fn made(&mut self, class: ClassRef, cp: u16) -> Result<bool, Reason> {
        let made = self.loaded(class, cp)?;
        if self.ground.is_ready(made) { Ok(true) } else { Err("a class would be initialised") }
    }

    /// The class that a constant names, if it is the class library's or was loaded already.
    fn loaded(&mut self, class: ClassRef, cp: u16) -> Result<ClassRef, Reason> {
        let Constant::Class { name } = self.constant_at(class, cp)? else { return Err("no class") };
        let vm = &mut *self.ground.vm;
        let name = vm.utf8(class, name).map_err(|_| "a malformed constant")?;
        let is_there = name.text().starts_with('[')
            || vm.loaded(class.loader, name.text()).is_some()
            || vm.load_boot(name.text()).is_ok();
        if !is_there {
            return Err("a class would be loaded");
        }
        vm.resolve_class(class, cp).map_err(|_| "a class that is not there")
    }

    fn method_of(&mut self, code: &'static Code, site: u16) -> Result<MethodRef, Reason> {
        let call = &code.sites[usize::from(site)];
        if let Some(method) = call.method.get() {
            return Ok(method);
        }
        let class = code.method.class();
        let (Constant::Method { class: holder, .. }
        | Constant::InterfaceMethod { class: holder, .. }) = self.constant_at(class, call.cp)?
        else {
            return Err("a dynamic call that was not executed");
        };
        self.loaded(class, holder)?;
        let method = self
            .ground
            .vm
            .resolve_method(class, call.cp)
            .map_err(|_| "a method that is not there")?;
        let is_super =
            call.kind == InvokeKind::Special && !method.is_initializer() && !method.is_private();
        if method.signature_polymorphic || is_super {
            return Err("a call that was not linked");
        }
        Ok(method)
    }

    fn call(&mut self, code: &'static Code, site: u16, state: &State) -> Result<(), Reason> {
        let call = &code.sites[usize::from(site)];
        if call.kind == InvokeKind::Dynamic
            && self.ground.vm.is_method_of_records(code.method.class(), call.cp)
        {
            self.note_all_fields(code.method.class(), state);
            return Ok(());
        }
        let method = self.method_of(code, site)?;
        if call.kind == InvokeKind::Static && !self.ground.is_ready(method.class()) {
            return Err("a class would be initialised");
        }
        let arguments: Vec<Option<u64>> =
            call.arguments.iter().map(|r| state.known[usize::from(*r)]).collect();
        let receiver =
            arguments.first().copied().flatten().filter(|word| *word != THROWN).map(Ref::of);
        for target in self.ground.targets(call.kind, method, receiver)? {
            self.enter(target, &arguments, state.locks())?;
        }
        Ok(())
    }

    /// What the class library may do to the program when it is called.
    pub(super) fn library(
        &mut self,
        called: &LibraryCall,
        arguments: &[Option<u64>],
        locks: Vec<u64>,
    ) -> Result<(), Reason> {
        // What these ask of others is asked of all here, with no more held.
        if !self.is_asked {
            let calls = std::mem::take(&mut self.calls);
            self.is_asked = true;
            for method in &called.back {
                self.enter(method, &[], locks.clone())?;
            }
            self.is_asked = false;
            self.calls = calls;
        }
        let stand = Stand { locks: locks.into(), ..self.stand.clone() };
        self.ground.use_by_library(called, arguments, &stand);
        Ok(())
    }

    /// All that a method may do, called with these arguments.
    pub(super) fn enter(
        &mut self,
        method: MethodRef,
        arguments: &[Option<u64>],
        locks: Vec<u64>,
    ) -> Result<(), Reason> {
        let vm = &mut *self.ground.vm;
        if method.is_native() || method.peer.get().is_some() || !vm.is_of_program(method.class()) {
            let called = vm.library_call(method)?;
            if called.call == Call::Start {
                return Err("a thread would be started");
            }
            return self.library(&called, arguments, locks);
        }
        if self.calls.contains(&method.id) {
            return Err("a recursion that was not executed");
        }
        let code = vm.code(method).map_err(|_| "malformed code")?;
        let mut known = vec![None; usize::from(code.registers)];
        known.iter_mut().zip(arguments).for_each(|(slot, argument)| *slot = *argument);
        let lock = match method.is_static() {
            true => Some(u64::from(method.class().mirror.0)),
            false => arguments.first().copied().flatten().filter(|word| *word != THROWN),
        };
        let entered = if method.is_synchronized() { vec![lock] } else { Vec::new() };
        self.calls.push(method.id);
        self.over(code, 0, None, State { before: locks, entered, known })?;
        self.calls.pop();
        Ok(())
    }
}

/// What is known in a handler: where the exception is.
pub(super) fn caught(code: &Code, handler: usize) -> Vec<Option<u64>> {
    let mut known = vec![None; usize::from(code.registers)];
    let row = code.handlers.iter().find(|row| usize::from(row.target) == handler);
    if let Some(slot) = row.and_then(|row| known.get_mut(usize::from(row.register))) {
        *slot = Some(THROWN);
    }
    known
}

#[cfg(test)]
mod tests;
