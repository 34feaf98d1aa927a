//! Bytecode to register code.
//!
//! Every stack position and every local variable has a fixed register of its own kind. Within a block the operand
//! stack is symbolic: loads and constants emit nothing until used, results go straight to the local variable that
//! the next instruction stores them into, comparisons fuse with branches. At block boundaries everything is back in
//! its fixed register, so blocks fit together whatever the way in.

use crate::class::MethodRef;
use crate::code::{CallSite, Code, Handler, Insn, InvokeKind, NO_REG, Reg, Switch};
use crate::flow::{Flow, Kind, Op, shuffle_plan};
use raceproof_classfile::descriptor::Type;
use raceproof_classfile::{Bytes, ClassFile, Code as ByteCode, Constant};
use std::cell::Cell;

/// An entry of the symbolic stack.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    /// In this register.
    Reg(Reg),
    Int(i32),
    Long(i64),
    /// A float or double, as bits.
    Bits(u64),
    Null,
}

#[derive(Clone, Copy)]
struct Entry {
    kind: Kind,
    value: Value,
}

/// Registers by what they stand for, numbered on first use.
struct Registers {
    /// Local and stack registers, for references and primitives: `[local ref, local prim, stack ref, stack prim]`.
    families: [Vec<Reg>; 4],
    is_reference: Vec<bool>,
}

impl Registers {
    fn get(&mut self, stack: bool, slot: usize, reference: bool) -> Reg {
        let family = &mut self.families[usize::from(stack) * 2 + usize::from(!reference)];
        if family.len() <= slot {
            family.resize(slot + 1, NO_REG);
        }
        if family[slot] == NO_REG {
            family[slot] = self.is_reference.len() as Reg;
            self.is_reference.push(reference);
        }
        family[slot]
    }
}

struct Lowering<'a> {
    method: MethodRef,
    flow: Flow<'a>,
    registers: Registers,
    stack: Vec<Entry>,
    insns: Vec<Insn>,
    positions: Vec<u16>,
    /// Instruction number where each bytecode position starts.
    starts: Vec<u32>,
    constants: Vec<u64>,
    sites: Vec<CallSite>,
    switches: Vec<Switch>,
    at: usize,
    next: usize,
}

/// Links the code of `method`.
///
/// # Errors
/// If the bytecode is not well formed: a `VerifyError`'s message.
pub fn lower(method: MethodRef, file: &ClassFile<'static>, code: &ByteCode<'static>) -> Result<&'static Code, String> {
    let flow = Flow::new(file, code)?;
    let mut lowering = Lowering {
        method,
        flow,
        registers: Registers { families: Default::default(), is_reference: Vec::new() },
        stack: Vec::new(),
        insns: Vec::new(),
        positions: Vec::new(),
        starts: vec![u32::MAX; code.bytecode.len() + 1],
        constants: Vec::new(),
        sites: Vec::new(),
        switches: Vec::new(),
        at: 0,
        next: 0,
    };
    lowering.parameters()?;
    lowering.translate()?;
    lowering.finish()
}

/// Bits for the registers that hold references.
pub fn reference_bits(is_reference: &[bool]) -> Box<[u64]> {
    let mut bits = vec![0u64; is_reference.len() / 64 + 1];
    for (register, _) in is_reference.iter().enumerate().filter(|(_, r)| **r) {
        bits[register / 64] |= 1 << (register % 64);
    }
    bits.into()
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

impl Lowering<'_> {
    /// Parameters come first, in order, so that a call can copy its arguments to the frame's beginning.
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
            if !reachable {
                continue;
            }
            reachable = self.op(&op)?;
        }
        let end = self.flow.code.bytecode.len();
        self.starts[end] = self.insns.len() as u32;
        if self.insns.len() >= usize::from(u16::MAX) || self.registers.is_reference.len() >= usize::from(NO_REG) {
            return Err("the linked code of the method is too large".to_owned());
        }
        Ok(())
    }

    fn enter_block(&mut self, at: usize) -> bool {
        let Some(kinds) = self.flow.entry[at].clone() else { return false };
        self.stack.clear();
        for (position, kind) in kinds.into_iter().enumerate() {
            let register = self.registers.get(true, position, kind == Kind::Ref);
            self.stack.push(Entry { kind, value: Value::Reg(register) });
        }
        true
    }

    fn emit(&mut self, insn: Insn) {
        self.insns.push(insn);
        self.positions.push(self.at as u16);
    }

    fn local(&mut self, slot: usize, kind: Kind) -> Reg {
        self.registers.get(false, slot, kind == Kind::Ref)
    }

    fn push(&mut self, kind: Kind, value: Value) {
        self.stack.push(Entry { kind, value });
    }

    fn pop_entry(&mut self) -> Entry {
        self.stack.pop().expect("the flow analysis has checked the depth of the stack")
    }

    /// Pops into a register: the one the value is in, or its stack position's.
    fn pop(&mut self) -> Reg {
        let entry = self.pop_entry();
        let position = self.stack.len();
        self.in_register(entry, position)
    }

    fn in_register(&mut self, entry: Entry, position: usize) -> Reg {
        if let Value::Reg(register) = entry.value {
            return register;
        }
        let register = self.registers.get(true, position, entry.kind == Kind::Ref);
        self.load(register, entry.value);
        register
    }

    fn load(&mut self, d: Reg, value: Value) {
        match value {
            Value::Reg(s) if s == d => {}
            Value::Reg(s) => self.emit(Insn::Mov { d, s }),
            Value::Int(v) => self.emit(Insn::ConstI { d, v }),
            Value::Null => self.emit(Insn::ConstI { d, v: 0 }),
            Value::Long(v) => self.load_bits(d, v.cast_unsigned()),
            Value::Bits(bits) => self.load_bits(d, bits),
        }
    }

    fn load_bits(&mut self, d: Reg, bits: u64) {
        if let Ok(v) = i32::try_from(bits) {
            return self.emit(Insn::ConstI { d, v });
        }
        let k = self.constants.iter().position(|c| *c == bits).unwrap_or_else(|| {
            self.constants.push(bits);
            self.constants.len() - 1
        });
        self.emit(Insn::ConstPool { d, k: k as u16 });
    }

    /// Brings a stack entry to its own register.
    fn spill(&mut self, position: usize) {
        let entry = self.stack[position];
        let register = self.registers.get(true, position, entry.kind == Kind::Ref);
        self.load(register, entry.value);
        self.stack[position].value = Value::Reg(register);
    }

    fn spill_all(&mut self) {
        for position in 0..self.stack.len() {
            self.spill(position);
        }
    }

    /// Before a local variable changes: whoever still means its old value takes a copy.
    fn release(&mut self, register: Reg) {
        for position in 0..self.stack.len() {
            if self.stack[position].value == Value::Reg(register) {
                self.spill(position);
            }
        }
    }

    /// The register for a result: the local variable the next instruction stores it to, else its stack position's.
    /// The caller emits the instruction right after.
    fn result(&mut self, kind: Kind) -> Reg {
        if self.next < self.flow.code.bytecode.len() && !self.flow.leaders[self.next] {
            let next = self.flow.ops[self.flow.index[self.next] as usize];
            if matches!(next.code, 54..=58) {
                let register = self.local(next.operand as usize, kind);
                self.release(register);
                self.push(kind, Value::Reg(register));
                return register;
            }
        }
        let register = self.registers.get(true, self.stack.len(), kind == Kind::Ref);
        self.push(kind, Value::Reg(register));
        register
    }

    fn store_local(&mut self, slot: usize) {
        let entry = self.pop_entry();
        let register = self.local(slot, entry.kind);
        if entry.value == Value::Reg(register) {
            return;
        }
        self.release(register);
        self.load(register, entry.value);
    }

    fn unary(&mut self, kind: Kind, insn: impl Fn(Reg, Reg) -> Insn) {
        let a = self.pop();
        let d = self.result(kind);
        self.emit(insn(d, a));
    }

    fn binary(&mut self, kind: Kind, insn: impl Fn(Reg, Reg, Reg) -> Insn) {
        let b = self.pop();
        let a = self.pop();
        let d = self.result(kind);
        self.emit(insn(d, a, b));
    }

    /// The small constant on top of the stack, if it is one and `fits`.
    fn small_top(&self, fits: impl Fn(i64) -> bool) -> Option<i16> {
        let value = match self.stack.last()?.value {
            Value::Int(v) => i64::from(v),
            Value::Long(v) => v,
            _ => return None,
        };
        i16::try_from(value).ok().filter(|_| fits(value))
    }

    fn binary_or_small(
        &mut self,
        kind: Kind,
        fits: impl Fn(i64) -> bool,
        insn: impl Fn(Reg, Reg, Reg) -> Insn,
        small: impl Fn(Reg, Reg, i16) -> Insn,
    ) {
        if let Some(k) = self.small_top(fits) {
            self.pop_entry();
            let a = self.pop();
            let d = self.result(kind);
            return self.emit(small(d, a, k));
        }
        self.binary(kind, insn);
    }

    fn array_store(&mut self, insn: impl Fn(Reg, Reg, Reg) -> Insn) {
        let v = self.pop();
        let i = self.pop();
        let a = self.pop();
        self.emit(insn(a, i, v));
    }

    /// A target as a branch holds it until `finish` knows the instruction numbers.
    fn branch_to(&self, op: &Op) -> Result<u16, String> {
        Ok(self.flow.target(op.at, op.operand)? as u16)
    }

    fn compare_zero(&mut self, op: &Op) -> Result<(), String> {
        let t = self.branch_to(op)?;
        let cond = op.code - 153;
        if let Some(insn) = self.fuse_long_compare(cond, t) {
            self.spill_all();
            self.emit(insn);
            return Ok(());
        }
        let a = self.pop();
        self.spill_all();
        self.emit(branch_int_k(cond, a, 0, t));
        Ok(())
    }

    /// `lcmp` right before a comparison with zero becomes one branch.
    fn fuse_long_compare(&mut self, cond: u8, t: u16) -> Option<Insn> {
        let &Insn::CmpL { d, a, b } = self.insns.last()? else { return None };
        let top = self.stack.last()?;
        if top.value != Value::Reg(d)
            || usize::from(*self.positions.last()?) + 1 != self.at
            || self.flow.leaders[self.at]
        {
            return None;
        }
        self.insns.pop();
        self.positions.pop();
        self.pop_entry();
        Some(match cond {
            0 => Insn::JEq { a, b, t },
            1 => Insn::JNe { a, b, t },
            2 => Insn::JLtL { a, b, t },
            3 => Insn::JGeL { a, b, t },
            4 => Insn::JGtL { a, b, t },
            _ => Insn::JLeL { a, b, t },
        })
    }

    fn compare_ints(&mut self, op: &Op) -> Result<(), String> {
        let t = self.branch_to(op)?;
        let cond = op.code - 159;
        if let Some(k) = self.small_top(|_| true) {
            self.pop_entry();
            let a = self.pop();
            self.spill_all();
            self.emit(branch_int_k(cond, a, k, t));
            return Ok(());
        }
        let b = self.pop();
        let a = self.pop();
        self.spill_all();
        self.emit(match cond {
            0 => Insn::JEq { a, b, t },
            1 => Insn::JNe { a, b, t },
            2 => Insn::JLtI { a, b, t },
            3 => Insn::JGeI { a, b, t },
            4 => Insn::JGtI { a, b, t },
            _ => Insn::JLeI { a, b, t },
        });
        Ok(())
    }

    fn shuffle(&mut self, code: u8) {
        let length = self.stack.len();
        let plan = shuffle_plan(code, |depth| length.checked_sub(depth + 1).map(|n| self.stack[n].kind.is_wide()));
        let (taken, left) = plan.expect("the flow analysis has checked stack operations");
        let base = length - taken;
        if matches!(code, 87..=89 | 92) {
            // Popping, and copies that go above their originals: entries may share a register.
            let entries: Vec<Entry> = self.stack.split_off(base);
            self.stack.extend(left.iter().map(|n| entries[*n]));
            return;
        }
        // Values change places: constants and locals move freely, what sits in stack registers goes through copies above.
        let mut entries = self.stack.split_off(base);
        for (n, entry) in entries.iter_mut().enumerate() {
            if let Value::Reg(register) = entry.value
                && self.is_stack_register(register, entry.kind)
            {
                let high = self.registers.get(true, base + left.len() + taken + n, entry.kind == Kind::Ref);
                self.emit(Insn::Mov { d: high, s: register });
                entry.value = Value::Reg(high);
            }
        }
        for n in left {
            let entry = entries[*n];
            self.stack.push(entry);
            self.spill(self.stack.len() - 1);
        }
    }

    fn is_stack_register(&self, register: Reg, kind: Kind) -> bool {
        self.registers.families[2 + usize::from(kind != Kind::Ref)].contains(&register)
    }

    fn invoke(&mut self, op: &Op) -> Result<(), String> {
        let (parameters, result) = self.flow.method_type(op)?;
        let kind = match op.code {
            182 => InvokeKind::Virtual,
            183 => InvokeKind::Special,
            184 => InvokeKind::Static,
            185 => InvokeKind::Interface,
            _ => InvokeKind::Dynamic,
        };
        let receiver = usize::from(!matches!(kind, InvokeKind::Static | InvokeKind::Dynamic));
        let mut arguments: Vec<Reg> = (0..parameters.len() + receiver).map(|_| self.pop()).collect();
        arguments.reverse();
        let register = match Kind::of(result) {
            None => NO_REG,
            Some(kind) => self.result(kind),
        };
        let site = self.sites.len() as u16;
        self.sites.push(CallSite {
            kind,
            cp: op.operand as u16,
            arguments: arguments.into(),
            result: register,
            method: Cell::new(None),
            vtable_index: Cell::new(0),
            cached_class: Cell::new(0),
            cached_method: Cell::new(None),
            appendix: Cell::new(0),
        });
        self.emit(Insn::Invoke { site });
        Ok(())
    }

    fn switch(&mut self, op: &Op) -> Result<(), String> {
        let targets = self.flow.switch_targets(op)?;
        let cells = |list: &[usize]| list.iter().map(|t| Cell::new(*t as u16)).collect();
        let default = Cell::new(targets.default as u16);
        let a = self.pop();
        self.spill_all();
        let table = self.switches.len() as u16;
        if op.code == 170 {
            let low = targets.keys.first().copied().unwrap_or(0);
            self.switches.push(Switch::Table { low, targets: cells(&targets.targets), default });
            self.emit(Insn::TableSwitch { a, table });
        } else {
            let mut pairs: Vec<(i32, usize)> = targets.keys.into_iter().zip(targets.targets).collect();
            pairs.sort_by_key(|(key, _)| *key);
            let (keys, list): (Vec<i32>, Vec<usize>) = pairs.into_iter().unzip();
            self.switches.push(Switch::Lookup { keys: keys.into(), targets: cells(&list), default });
            self.emit(Insn::LookupSwitch { a, table });
        }
        Ok(())
    }

    fn constant(&mut self, op: &Op) -> Result<(), String> {
        let constant = self.flow.file.constant(op.operand as u16).map_err(|e| e.to_string())?;
        match constant {
            Constant::Integer(v) => self.push(Kind::Int, Value::Int(v)),
            Constant::Float(bits) => self.push(Kind::Float, Value::Bits(u64::from(bits))),
            Constant::Long(v) => self.push(Kind::Long, Value::Long(v)),
            Constant::Double(bits) => self.push(Kind::Double, Value::Bits(bits)),
            _ => {
                let kind = self.flow.constant_kind(op)?;
                let d = self.result(kind);
                self.emit(Insn::Ldc { d, cp: op.operand as u16 });
            }
        }
        Ok(())
    }

    /// Translates one instruction; says whether control goes on to the next.
    fn op(&mut self, op: &Op) -> Result<bool, String> {
        use Insn::*;
        use Kind::{Double as D, Float as F, Int as I, Long as J, Ref as A};
        const BY_CODE: [Kind; 5] = [I, J, F, D, A];
        let any = |_: i64| true;
        let cp = op.operand as u16;
        match op.code {
            0 => {}
            1 => self.push(A, Value::Null),
            2..=8 => self.push(I, Value::Int(i32::from(op.code) - 3)),
            9 | 10 => self.push(J, Value::Long(i64::from(op.code) - 9)),
            11..=13 => self.push(F, Value::Bits(u64::from((f32::from(op.code) - 11.0).to_bits()))),
            14 | 15 => self.push(D, Value::Bits((f64::from(op.code) - 14.0).to_bits())),
            16 | 17 => self.push(I, Value::Int(op.operand)),
            18..=20 => self.constant(op)?,
            21..=25 => {
                let kind = BY_CODE[usize::from(op.code - 21)];
                let register = self.local(op.operand as usize, kind);
                self.push(kind, Value::Reg(register));
            }
            54..=58 => self.store_local(op.operand as usize),
            46 | 48 => self.binary(if op.code == 46 { I } else { F }, |d, a, i| LoadI { d, a, i }),
            47 | 49 => self.binary(if op.code == 47 { J } else { D }, |d, a, i| LoadL { d, a, i }),
            50 => self.binary(A, |d, a, i| LoadI { d, a, i }),
            51 => self.binary(I, |d, a, i| LoadB { d, a, i }),
            52 => self.binary(I, |d, a, i| LoadC { d, a, i }),
            53 => self.binary(I, |d, a, i| LoadS { d, a, i }),
            79 | 81 => self.array_store(|a, i, v| StoreI { a, i, v }),
            80 | 82 => self.array_store(|a, i, v| StoreL { a, i, v }),
            83 => self.array_store(|a, i, v| StoreA { a, i, v }),
            84 => self.array_store(|a, i, v| StoreB { a, i, v }),
            85 | 86 => self.array_store(|a, i, v| StoreH { a, i, v }),
            87..=95 => self.shuffle(op.code),
            96 => self.binary_or_small(I, any, |d, a, b| AddI { d, a, b }, |d, a, k| AddIK { d, a, k }),
            100 => self.binary_or_small(
                I,
                |v| v > i64::from(i16::MIN),
                |d, a, b| SubI { d, a, b },
                |d, a, k| AddIK { d, a, k: -k },
            ),
            104 => self.binary_or_small(I, any, |d, a, b| MulI { d, a, b }, |d, a, k| MulIK { d, a, k }),
            108 => self.binary(I, |d, a, b| DivI { d, a, b }),
            112 => self.binary(I, |d, a, b| RemI { d, a, b }),
            116 => self.unary(I, |d, a| NegI { d, a }),
            120 => self.binary_or_small(I, any, |d, a, b| ShlI { d, a, b }, |d, a, k| ShlIK { d, a, k }),
            122 => self.binary_or_small(I, any, |d, a, b| ShrI { d, a, b }, |d, a, k| ShrIK { d, a, k }),
            124 => self.binary_or_small(I, any, |d, a, b| UshrI { d, a, b }, |d, a, k| UshrIK { d, a, k }),
            126 => self.binary_or_small(I, any, |d, a, b| AndI { d, a, b }, |d, a, k| AndIK { d, a, k }),
            128 => self.binary(I, |d, a, b| OrI { d, a, b }),
            130 => self.binary(I, |d, a, b| XorI { d, a, b }),
            97 => self.binary_or_small(J, any, |d, a, b| AddL { d, a, b }, |d, a, k| AddLK { d, a, k }),
            101 => self.binary_or_small(
                J,
                |v| v > i64::from(i16::MIN),
                |d, a, b| SubL { d, a, b },
                |d, a, k| AddLK { d, a, k: -k },
            ),
            105 => self.binary_or_small(J, any, |d, a, b| MulL { d, a, b }, |d, a, k| MulLK { d, a, k }),
            109 => self.binary(J, |d, a, b| DivL { d, a, b }),
            113 => self.binary(J, |d, a, b| RemL { d, a, b }),
            117 => self.unary(J, |d, a| NegL { d, a }),
            121 => self.binary_or_small(J, any, |d, a, b| ShlL { d, a, b }, |d, a, k| ShlLK { d, a, k }),
            123 => self.binary_or_small(J, any, |d, a, b| ShrL { d, a, b }, |d, a, k| ShrLK { d, a, k }),
            125 => self.binary_or_small(J, any, |d, a, b| UshrL { d, a, b }, |d, a, k| UshrLK { d, a, k }),
            127 => self.binary_or_small(J, any, |d, a, b| AndL { d, a, b }, |d, a, k| AndLK { d, a, k }),
            129 => self.binary(J, |d, a, b| OrL { d, a, b }),
            131 => self.binary(J, |d, a, b| XorL { d, a, b }),
            98 => self.binary(F, |d, a, b| AddF { d, a, b }),
            102 => self.binary(F, |d, a, b| SubF { d, a, b }),
            106 => self.binary(F, |d, a, b| MulF { d, a, b }),
            110 => self.binary(F, |d, a, b| DivF { d, a, b }),
            114 => self.binary(F, |d, a, b| RemF { d, a, b }),
            118 => self.unary(F, |d, a| NegF { d, a }),
            99 => self.binary(D, |d, a, b| AddD { d, a, b }),
            103 => self.binary(D, |d, a, b| SubD { d, a, b }),
            107 => self.binary(D, |d, a, b| MulD { d, a, b }),
            111 => self.binary(D, |d, a, b| DivD { d, a, b }),
            115 => self.binary(D, |d, a, b| RemD { d, a, b }),
            119 => self.unary(D, |d, a| NegD { d, a }),
            132 => {
                let register = self.local(op.operand as usize, I);
                self.release(register);
                self.increment(register, op.second);
            }
            133 => self.unary(J, |d, a| I2L { d, a }),
            134 => self.unary(F, |d, a| I2F { d, a }),
            135 => self.unary(D, |d, a| I2D { d, a }),
            136 => self.unary(I, |d, a| L2I { d, a }),
            137 => self.unary(F, |d, a| L2F { d, a }),
            138 => self.unary(D, |d, a| L2D { d, a }),
            139 => self.unary(I, |d, a| F2I { d, a }),
            140 => self.unary(J, |d, a| F2L { d, a }),
            141 => self.unary(D, |d, a| F2D { d, a }),
            142 => self.unary(I, |d, a| D2I { d, a }),
            143 => self.unary(J, |d, a| D2L { d, a }),
            144 => self.unary(F, |d, a| D2F { d, a }),
            145 => self.unary(I, |d, a| I2B { d, a }),
            146 => self.unary(I, |d, a| I2C { d, a }),
            147 => self.unary(I, |d, a| I2S { d, a }),
            148 => self.binary(I, |d, a, b| CmpL { d, a, b }),
            149 => self.binary(I, |d, a, b| CmpF { d, a, b }),
            150 => self.binary(I, |d, a, b| CmpFG { d, a, b }),
            151 => self.binary(I, |d, a, b| CmpD { d, a, b }),
            152 => self.binary(I, |d, a, b| CmpDG { d, a, b }),
            153..=158 => self.compare_zero(op)?,
            159..=164 => self.compare_ints(op)?,
            165 | 166 => {
                let t = self.branch_to(op)?;
                let b = self.pop();
                let a = self.pop();
                self.spill_all();
                self.emit(if op.code == 165 { JEq { a, b, t } } else { JNe { a, b, t } });
            }
            198 | 199 => {
                let t = self.branch_to(op)?;
                let a = self.pop();
                self.spill_all();
                self.emit(if op.code == 198 { JNull { a, t } } else { JNonNull { a, t } });
            }
            167 | 200 => {
                let t = self.branch_to(op)?;
                self.spill_all();
                self.emit(Jump { t });
                return Ok(false);
            }
            168 | 201 => {
                let t = self.branch_to(op)?;
                self.spill_all();
                let d = self.registers.get(true, self.stack.len(), false);
                self.emit(Jsr { d, t });
            }
            169 => {
                let a = self.local(op.operand as usize, I);
                self.emit(Ret { a });
                return Ok(false);
            }
            170 | 171 => {
                self.switch(op)?;
                return Ok(false);
            }
            172..=176 => {
                self.return_value(BY_CODE[usize::from(op.code - 172)])?;
                return Ok(false);
            }
            177 => {
                if self.method.result != Type::Void {
                    return Err("return without a value".to_owned());
                }
                self.emit(Return);
                return Ok(false);
            }
            178 => {
                let kind = Kind::of(self.flow.field_type(op.operand)?).unwrap_or(I);
                let d = self.result(kind);
                self.emit(GetStatic { d, cp });
            }
            179 => {
                let v = self.pop();
                self.emit(PutStatic { v, cp });
            }
            180 => {
                let kind = Kind::of(self.flow.field_type(op.operand)?).unwrap_or(I);
                let o = self.pop();
                let d = self.result(kind);
                self.emit(GetField { d, o, cp });
            }
            181 => {
                let v = self.pop();
                let o = self.pop();
                self.emit(PutField { o, v, cp });
            }
            182..=186 => self.invoke(op)?,
            187 => {
                self.class_constant(cp)?;
                let d = self.result(A);
                self.emit(New { d, cp });
            }
            188 => {
                if !(4..=11).contains(&op.operand) {
                    return Err(format!("newarray of the unknown type {}", op.operand));
                }
                self.unary(A, |d, n| NewArray { d, n, class: op.operand as u16 });
            }
            189 => {
                self.class_constant(cp)?;
                self.unary(A, |d, n| ANewArray { d, n, cp });
            }
            190 => self.unary(I, |d, a| ArrayLength { d, a }),
            191 => {
                let a = self.pop();
                self.emit(Throw { a });
                return Ok(false);
            }
            192 => {
                self.class_constant(cp)?;
                let entry = *self.stack.last().expect("checked by the flow analysis");
                let position = self.stack.len() - 1;
                let r = self.in_register(entry, position);
                self.stack[position].value = Value::Reg(r);
                self.emit(CheckCast { r, cp });
            }
            193 => {
                self.class_constant(cp)?;
                self.unary(I, |d, a| InstanceOf { d, a, cp });
            }
            194 => {
                let a = self.pop();
                self.emit(MonitorEnter { a });
            }
            195 => {
                let a = self.pop();
                self.emit(MonitorExit { a });
            }
            197 => {
                self.class_constant(cp)?;
                self.multi_array(op);
            }
            code => return Err(format!("unknown opcode {code}")),
        }
        Ok(true)
    }

    fn class_constant(&self, cp: u16) -> Result<(), String> {
        self.flow.file.class_name(cp).map(|_| ()).map_err(|e| e.to_string())
    }

    fn increment(&mut self, register: Reg, by: i32) {
        if let Ok(k) = i16::try_from(by) {
            self.emit(Insn::AddIK { d: register, a: register, k });
        }
    }

    fn return_value(&mut self, kind: Kind) -> Result<(), String> {
        if Kind::of(self.method.result) != Some(kind) {
            return Err("return of the wrong kind of value".to_owned());
        }
        let a = self.pop();
        self.emit(Insn::ReturnValue { a });
        Ok(())
    }

    fn multi_array(&mut self, op: &Op) {
        let mut arguments: Vec<Reg> = (0..op.second).map(|_| self.pop()).collect();
        arguments.reverse();
        let d = self.result(Kind::Ref);
        let site = self.sites.len() as u16;
        self.sites.push(CallSite {
            kind: InvokeKind::Static,
            cp: op.operand as u16,
            arguments: arguments.into(),
            result: d,
            method: Cell::new(None),
            vtable_index: Cell::new(0),
            cached_class: Cell::new(0),
            cached_method: Cell::new(None),
            appendix: Cell::new(0),
        });
        self.emit(Insn::MultiNewArray { d, site });
    }

    fn finish(mut self) -> Result<&'static Code, String> {
        let starts = std::mem::take(&mut self.starts);
        let start = |position: u16| starts[usize::from(position)] as u16;
        for insn in &mut self.insns {
            if let Some(t) = target_of(insn) {
                *t = start(*t);
            }
        }
        for switch in &self.switches {
            let (Switch::Table { targets, default, .. } | Switch::Lookup { targets, default, .. }) = switch;
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
            reference_registers: reference_bits(&self.registers.is_reference),
            constants: self.constants.into(),
            sites: self.sites.into(),
            switches: self.switches.into(),
            handlers,
            extras: Box::default(),
            lines: line_numbers(code),
        })))
    }
}

fn branch_int_k(cond: u8, a: Reg, k: i16, t: u16) -> Insn {
    match cond {
        0 => Insn::JEqIK { a, k, t },
        1 => Insn::JNeIK { a, k, t },
        2 => Insn::JLtIK { a, k, t },
        3 => Insn::JGeIK { a, k, t },
        4 => Insn::JGtIK { a, k, t },
        _ => Insn::JLeIK { a, k, t },
    }
}

fn target_of(insn: &mut Insn) -> Option<&mut u16> {
    use Insn::*;
    match insn {
        Jump { t }
        | JEq { t, .. }
        | JNe { t, .. }
        | JLtI { t, .. }
        | JGeI { t, .. }
        | JGtI { t, .. }
        | JLeI { t, .. }
        | JEqIK { t, .. }
        | JNeIK { t, .. }
        | JLtIK { t, .. }
        | JGeIK { t, .. }
        | JGtIK { t, .. }
        | JLeIK { t, .. }
        | JLtL { t, .. }
        | JGeL { t, .. }
        | JGtL { t, .. }
        | JLeL { t, .. }
        | JNull { t, .. }
        | JNonNull { t, .. }
        | Jsr { t, .. } => Some(t),
        _ => None,
    }
}
