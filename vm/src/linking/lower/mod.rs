//! Bytecode to register code.
//!
//! Every stack position and every local variable has a fixed register of its own kind. Within a
//! block the operand stack is symbolic: loads and constants emit nothing until used, results go
//! straight to the local variable that the next instruction stores them into, comparisons fuse with
//! branches. At block boundaries everything is back in its fixed register, so blocks fit together
//! whatever the way in.

mod arithmetic;
mod branches;
mod instructions;
mod looks;
mod returns;
mod stack;

use crate::ground::brief::Brief;
use crate::ground::class::MethodRef;
use crate::ground::code::{
    CallSite, Code, Extra, Handler, Insn, NO_REG, Reg, Switch, reference_bits,
};
use crate::threads::structured::MOST_MONITORS;
use raceproof_bytecode::{Flow, StackType};
use raceproof_classfile::descriptor::Type;
use raceproof_classfile::{Bytes, ClassFile, Code as ByteCode};
use stack::{Operand, Registers, Value};
use std::cell::Cell;

struct Lowering<'a> {
    method: MethodRef,
    flow: Flow<'a>,
    registers: Registers,
    stack: Vec<Operand>,
    insns: Vec<Insn>,
    positions: Vec<u16>,
    /// Instruction number where each bytecode position starts.
    starts: Vec<u32>,
    constants: Vec<u64>,
    sites: Vec<CallSite>,
    switches: Vec<Switch>,
    extras: Vec<Extra>,
    monitors: Option<Reg>,
    at: usize,
    next: usize,
}

/// Links the code of `method`.
///
/// # Errors
/// If the bytecode is not well formed: a `VerifyError`'s message.
pub(crate) fn lower(
    method: MethodRef,
    file: &ClassFile<'static>,
    code: &ByteCode<'static>,
) -> Result<&'static Code, String> {
    let flow = Flow::new(file, code)?;
    let mut lowering = Lowering {
        method,
        flow,
        registers: Registers::default(),
        stack: Vec::new(),
        insns: Vec::new(),
        positions: Vec::new(),
        starts: vec![u32::MAX; code.bytecode.len() + 1],
        constants: Vec::new(),
        sites: Vec::new(),
        switches: Vec::new(),
        extras: Vec::new(),
        monitors: None,
        at: 0,
        next: 0,
    };
    lowering.parameters()?;
    if !lowering.flow.is_structured() {
        lowering.monitors = Some(lowering.registers.reserve(MOST_MONITORS));
    }
    lowering.translate()?;
    lowering.finish()
}

impl Lowering<'_> {
    /// Parameters come first, in order, so that a call can copy its arguments to the frame's
    /// beginning.
    fn parameters(&mut self) -> Result<(), String> {
        let mut slot = 0;
        for ty in &self.method.arguments {
            self.registers.get(false, slot, *ty == Type::Reference);
            slot += 1 + usize::from(ty.is_wide());
        }
        if slot > usize::from(self.flow.code.max_locals) {
            return Err("the parameters do not fit into the local variables".to_owned());
        }
        Ok(())
    }

    fn translate(&mut self) -> Result<(), String> {
        let mut reachable = false;
        let mut drawn = 0;
        for n in 0..self.flow.ops.len() {
            let op = self.flow.ops[n];
            self.at = op.at;
            self.next = op.at + op.length;
            if self.flow.leaders[op.at] || op.at == 0 {
                if reachable {
                    self.spill_all();
                }
                self.starts[op.at] = self.insns.len() as u32;
                reachable = self.enter_block(op.at);
            }
            if self.starts[op.at] == u32::MAX {
                self.starts[op.at] = self.insns.len() as u32;
            }
            if !reachable || n < drawn {
                continue;
            }
            match self.draw_at(n) {
                Some(count) => {
                    self.draw(&op);
                    drawn = n + count;
                }
                None if self.spins_at(n) => self.push(StackType::Int, Value::Int(0)),
                None => reachable = self.op(&op)?,
            }
        }
        let end = self.flow.code.bytecode.len();
        self.starts[end] = self.insns.len() as u32;
        if self.insns.len() >= usize::from(u16::MAX)
            || self.registers.is_reference.len() >= usize::from(NO_REG)
        {
            return Err("the linked code of the method is too large".to_owned());
        }
        Ok(())
    }

    fn enter_block(&mut self, at: usize) -> bool {
        let Some(kinds) = self.flow.entry[at].clone() else { return false };
        self.stack.clear();
        for (position, kind) in kinds.into_iter().enumerate() {
            let register = self.registers.get(true, position, kind == StackType::Ref);
            self.stack.push(Operand { kind, value: Value::Reg(register) });
        }
        true
    }

    fn emit(&mut self, insn: Insn) {
        self.insns.push(insn);
        self.positions.push(self.at as u16);
    }

    fn finish(mut self) -> Result<&'static Code, String> {
        let starts = std::mem::take(&mut self.starts);
        let start = |position: u16| starts[usize::from(position)] as u16;
        for insn in &mut self.insns {
            if let Some(t) = insn.target_mut() {
                *t = start(*t);
            }
        }
        for switch in &self.switches {
            let (Switch::Table { targets, default, .. } | Switch::Lookup { targets, default, .. }) =
                switch;
            targets.iter().chain([default]).for_each(|t| t.set(start(t.get())));
        }
        let register = self.registers.get(true, 0, true);
        let code = self.flow.code;
        let handlers = code.exceptions.iter().map(|range| Handler {
            start: start(range.start),
            end: start(range.end),
            target: start(range.handler),
            catch_type: range.catch_type,
            register,
        });
        let handlers = handlers.collect();
        Ok(Box::leak(Box::new(Code {
            method: self.method,
            insns: self.insns.into_iter().map(Cell::new).collect(),
            positions: self.positions.into(),
            registers: self.registers.is_reference.len() as u16,
            brief: Cell::new(Brief::No),
            reference_registers: reference_bits(&self.registers.is_reference),
            constants: self.constants.into(),
            sites: self.sites.into(),
            switches: self.switches.into(),
            handlers,
            extras: self.extras.into(),
            monitors: self.monitors,
            lines: line_numbers(code),
        })))
    }
}

fn line_numbers(code: &ByteCode<'static>) -> Box<[(u16, u16)]> {
    let mut lines = Vec::new();
    for attribute in code.attributes.iter().filter(|a| a.name == b"LineNumberTable") {
        let mut b = Bytes::new(attribute.data);
        let count = b.u16().unwrap_or(0);
        for _ in 0..count {
            let (Ok(start), Ok(line)) = (b.u16(), b.u16()) else { break };
            lines.push((start, line));
        }
    }
    lines.sort_by_key(|(start, _)| *start);
    lines.into()
}
