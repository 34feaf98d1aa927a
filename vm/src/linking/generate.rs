//! Register code that the machine writes itself: class initialisers, adapters, lambda bodies.

use crate::ground::brief::Brief;
use crate::ground::class::{ClassRef, MethodRef, access};
use crate::ground::code::{CallSite, Code, Extra, Handler, Insn, InvokeKind, Reg, reference_bits};
use crate::ground::native::{Exec, Manner};
use crate::vm::Vm;
use raceproof_classfile::descriptor::Type;
use std::cell::Cell;

/// Builds one method. Its parameters must be allocated first, in order.
pub struct Generator {
    class: ClassRef,
    is_reference: Vec<bool>,
    insns: Vec<Insn>,
    constants: Vec<u64>,
    sites: Vec<CallSite>,
    handlers: Vec<Handler>,
    extras: Vec<Extra>,
}

impl Generator {
    /// A method of `class`.
    #[must_use]
    pub fn new(class: ClassRef) -> Self {
        Self {
            class,
            is_reference: Vec::new(),
            insns: Vec::new(),
            constants: Vec::new(),
            sites: Vec::new(),
            handlers: Vec::new(),
            extras: Vec::new(),
        }
    }

    /// A new register for a value of that type.
    pub fn register(&mut self, ty: Type) -> Reg {
        self.is_reference.push(ty == Type::Reference);
        self.is_reference.len() as Reg - 1
    }

    /// A new register for a reference.
    pub fn reference(&mut self) -> Reg {
        self.register(Type::Reference)
    }

    /// Registers for all types of a list.
    pub fn registers(&mut self, types: &[Type]) -> Vec<Reg> {
        types.iter().map(|ty| self.register(*ty)).collect()
    }

    /// Appends an instruction.
    pub fn emit(&mut self, insn: Insn) {
        self.insns.push(insn);
    }

    /// Number of the next instruction.
    #[must_use]
    pub fn position(&self) -> u16 {
        self.insns.len() as u16
    }

    /// Makes the branch at `at` go to the next instruction.
    pub fn land(&mut self, at: u16) {
        let here = self.position();
        *self.insns[usize::from(at)].target_mut().expect("only a branch lands somewhere") = here;
    }

    /// Appends the load of a word.
    pub(crate) fn constant(&mut self, d: Reg, word: u64) {
        self.constants.push(word);
        self.emit(Insn::ConstPool { d, k: self.constants.len() as u16 - 1 });
    }

    /// Appends the machine's own work.
    pub fn extra(&mut self, d: Reg, a: Reg, extra: Extra) {
        self.extras.push(extra);
        self.emit(Insn::Extra { d, a, extra: self.extras.len() as u16 - 1 });
    }

    /// Appends a call of exactly this method.
    pub fn call(&mut self, method: MethodRef, arguments: &[Reg], result: Reg) {
        let site = self.site(InvokeKind::Static, Some(method), arguments, result);
        self.emit(Insn::CallDirect { site });
    }

    /// Appends a call of exactly this method, whose receiver must not be null.
    pub(crate) fn call_special(&mut self, method: MethodRef, arguments: &[Reg], result: Reg) {
        let site = self.site(InvokeKind::Special, Some(method), arguments, result);
        self.emit(Insn::CallSpecial { site });
    }

    /// Appends a call that selects by the receiver's class.
    pub fn call_virtual(&mut self, method: MethodRef, arguments: &[Reg], result: Reg) {
        let kind =
            if method.class().is_interface() { InvokeKind::Interface } else { InvokeKind::Virtual };
        let site = self.site(kind, Some(method), arguments, result);
        match (kind, method.vtable_index.get()) {
            (InvokeKind::Virtual, Some(index)) => {
                self.sites[usize::from(site)].vtable_index.set(index);
                self.emit(Insn::CallVirtual { site });
            }
            (InvokeKind::Interface, _) if !method.is_private() => {
                self.emit(Insn::CallInterface { site });
            }
            _ => self.emit(Insn::CallSpecial { site }),
        }
    }

    fn site(
        &mut self,
        kind: InvokeKind,
        method: Option<MethodRef>,
        arguments: &[Reg],
        result: Reg,
    ) -> u16 {
        let site = CallSite::new(kind, 0, arguments, result);
        site.method.set(method);
        self.sites.push(site);
        self.sites.len() as u16 - 1
    }

    /// The instructions `[start, end)` are covered by a handler that starts here.
    pub fn handle(&mut self, start: u16, end: u16, register: Reg) {
        let target = self.position();
        self.handlers.push(Handler { start, end, target, catch_type: 0, register });
    }

    /// What tells a lambda form's code from another's: of the machine's own work, it has native
    /// routines only.
    #[must_use]
    pub(crate) fn likeness(&self) -> String {
        use std::fmt::Write as _;
        let mut text = format!("{:?} {:?} {:?}", self.is_reference, self.insns, self.constants);
        for site in &self.sites {
            let method = site.method.get().map(|method| method.id);
            let _ =
                write!(text, " {:?} {method:?} {:?} {}", site.kind, site.arguments, site.result);
        }
        for extra in &self.extras {
            let Extra::Native(routine, registers) = extra else { continue };
            let _ = write!(text, " {:x} {registers:?}", *routine as usize);
        }
        text
    }

    /// The method. It is static, hidden from stack traces, and known to nobody by name.
    ///
    /// # Errors
    /// Never for well-formed descriptors.
    pub fn finish(self, vm: &mut Vm, name: &str, descriptor: &str) -> Exec<MethodRef> {
        self.finish_as(vm, name, descriptor, access::STATIC | access::SYNTHETIC)
    }

    /// The method, with the access flags given.
    ///
    /// # Errors
    /// Never for well-formed descriptors.
    pub fn finish_as(
        self,
        vm: &mut Vm,
        name: &str,
        descriptor: &str,
        flags: u16,
    ) -> Exec<MethodRef> {
        let class = self.class;
        let method = vm.bare_method(class, name, descriptor, flags)?;
        self.attach(method);
        Ok(method)
    }

    /// Gives the code to a method that was made before.
    pub(crate) fn attach(self, method: MethodRef) {
        self.attach_as(method, method);
    }

    /// Gives the code to a method that was made before; in stack traces it appears as the method
    /// `shown`.
    pub fn attach_as(self, method: MethodRef, shown: MethodRef) {
        let code: &'static Code = Box::leak(Box::new(Code {
            method: shown,
            positions: vec![0; self.insns.len()].into(),
            insns: self.insns.into_iter().map(Cell::new).collect(),
            registers: self.is_reference.len() as u16,
            brief: Cell::new(Brief::No),
            reference_registers: reference_bits(&self.is_reference),
            constants: self.constants.into(),
            sites: self.sites.into(),
            switches: Box::default(),
            handlers: self.handlers.into(),
            extras: self.extras.into(),
            monitors: None,
            lines: Box::default(),
        }));
        method.code.set(Ok(code)).ok();
    }
}

impl Vm {
    /// A method without code, not entered into its class's tables, hidden from stack traces.
    ///
    /// # Errors
    /// If the descriptor is malformed.
    pub fn bare_method(
        &mut self,
        class: ClassRef,
        name: &str,
        descriptor: &str,
        flags: u16,
    ) -> Exec<MethodRef> {
        let name = self.symbol(name);
        let descriptor = self.symbol(descriptor);
        // A stand-in for the class so that `make_method` marks the method hidden.
        let made = self.make_method(class, name, descriptor, flags, u16::MAX, &[])?;
        let hidden: MethodRef = Box::leak(Box::new(crate::ground::class::Method {
            id: made.id,
            class: Cell::new(Some(class)),
            slot: made.slot,
            name,
            descriptor,
            access: flags,
            arguments: made.arguments.clone(),
            result: made.result,
            attributes: &[],
            peer: Cell::new(None),
            code: std::cell::OnceCell::new(),
            plain: Cell::new(None),
            vtable_index: Cell::new(None),
            hidden: true,
            signature_polymorphic: false,
            manner: Manner::Step,
            part: raceproof_base::Part::Inner,
            caller_sensitive: false,
        }));
        self.linked.methods[made.id as usize] = hidden;
        Ok(hidden)
    }
}
