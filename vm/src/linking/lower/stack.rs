//! The symbolic operand stack: what a value is before it has to be in a register, and how it gets
//! into one.

use super::Lowering;
use crate::ground::code::{Insn, NO_REG, Reg};
use raceproof_bytecode::{StackType, shuffle_plan};

/// An entry of the symbolic stack.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value {
    /// In this register.
    Reg(Reg),
    Int(i32),
    Long(i64),
    /// A float or double, as bits.
    Bits(u64),
    Null,
}

#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) kind: StackType,
    pub(super) value: Value,
}

/// Registers by what they stand for, numbered on first use.
#[derive(Default)]
pub(super) struct Registers {
    /// Local and stack registers, for references and primitives: `[local ref, local prim, stack
    /// ref, stack prim]`.
    families: [Vec<Reg>; 4],
    pub(super) is_reference: Vec<bool>,
}

impl Registers {
    pub(super) fn get(&mut self, stack: bool, slot: usize, reference: bool) -> Reg {
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

    /// The first of `count` registers for references that stand for no variable and no stack
    /// position.
    pub(super) fn reserve(&mut self, count: u16) -> Reg {
        let first = self.is_reference.len() as Reg;
        self.is_reference.resize(self.is_reference.len() + usize::from(count), true);
        first
    }
}

impl Lowering<'_> {
    pub(super) fn push(&mut self, kind: StackType, value: Value) {
        self.stack.push(Operand { kind, value });
    }

    pub(super) fn pop_entry(&mut self) -> Operand {
        self.stack.pop().expect("the flow analysis has checked the depth of the stack")
    }

    /// Pops into a register: the one the value is in, or its stack position's.
    pub(super) fn pop(&mut self) -> Reg {
        let entry = self.pop_entry();
        let position = self.stack.len();
        self.in_register(entry, position)
    }

    pub(super) fn local(&mut self, slot: usize, kind: StackType) -> Reg {
        self.registers.get(false, slot, kind == StackType::Ref)
    }

    pub(super) fn in_register(&mut self, entry: Operand, position: usize) -> Reg {
        if let Value::Reg(register) = entry.value {
            return register;
        }
        let register = self.registers.get(true, position, entry.kind == StackType::Ref);
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
        let register = self.registers.get(true, position, entry.kind == StackType::Ref);
        self.load(register, entry.value);
        self.stack[position].value = Value::Reg(register);
    }

    pub(super) fn spill_all(&mut self) {
        for position in 0..self.stack.len() {
            self.spill(position);
        }
    }

    /// Before a local variable changes: whoever still means its old value takes a copy.
    pub(super) fn release(&mut self, register: Reg) {
        for position in 0..self.stack.len() {
            if self.stack[position].value == Value::Reg(register) {
                self.spill(position);
            }
        }
    }

    /// The register for a result: the local variable the next instruction stores it to, else its
    /// stack position's. The caller emits the instruction right after.
    pub(super) fn result(&mut self, kind: StackType) -> Reg {
        if self.next < self.flow.code.bytecode.len() && !self.flow.leaders[self.next] {
            let next = self.flow.ops[self.flow.index[self.next] as usize];
            if matches!(next.code, 54..=58) {
                let register = self.local(next.operand as usize, kind);
                self.release(register);
                self.push(kind, Value::Reg(register));
                return register;
            }
        }
        let register = self.registers.get(true, self.stack.len(), kind == StackType::Ref);
        self.push(kind, Value::Reg(register));
        register
    }

    pub(super) fn store_local(&mut self, slot: usize) {
        let entry = self.pop_entry();
        let register = self.local(slot, entry.kind);
        if entry.value == Value::Reg(register) {
            return;
        }
        self.release(register);
        self.load(register, entry.value);
    }

    pub(super) fn unary(&mut self, kind: StackType, insn: impl Fn(Reg, Reg) -> Insn) {
        let a = self.pop();
        let d = self.result(kind);
        self.emit(insn(d, a));
    }

    pub(super) fn binary(&mut self, kind: StackType, insn: impl Fn(Reg, Reg, Reg) -> Insn) {
        let b = self.pop();
        let a = self.pop();
        let d = self.result(kind);
        self.emit(insn(d, a, b));
    }

    pub(super) fn array_store(&mut self, insn: impl Fn(Reg, Reg, Reg) -> Insn) {
        let v = self.pop();
        let i = self.pop();
        let a = self.pop();
        self.emit(insn(a, i, v));
    }

    /// The small constant on top of the stack, if it is one.
    pub(super) fn small_top(&self) -> Option<i16> {
        match self.stack.last()?.value {
            Value::Int(v) => i16::try_from(v).ok(),
            Value::Long(v) => i16::try_from(v).ok(),
            _ => None,
        }
    }

    pub(super) fn shuffle(&mut self, code: u8) {
        let length = self.stack.len();
        let plan = shuffle_plan(code, |depth| {
            length.checked_sub(depth + 1).map(|n| self.stack[n].kind.is_wide())
        });
        let (taken, left) = plan.expect("the flow analysis has checked stack operations");
        let base = length - taken;
        if matches!(code, 87..=89 | 92) {
            // Popping, and copies that go above their originals: entries may share a register.
            let entries: Vec<Operand> = self.stack.split_off(base);
            self.stack.extend(left.iter().map(|n| entries[*n]));
            return;
        }
        // Values change places: constants and locals move freely, what sits in stack registers goes
        // through copies above.
        let mut entries = self.stack.split_off(base);
        for (n, entry) in entries.iter_mut().enumerate() {
            if let Value::Reg(register) = entry.value
                && self.is_stack_register(register, entry.kind)
            {
                let high = self.registers.get(
                    true,
                    base + left.len() + taken + n,
                    entry.kind == StackType::Ref,
                );
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

    fn is_stack_register(&self, register: Reg, kind: StackType) -> bool {
        self.registers.families[2 + usize::from(kind != StackType::Ref)].contains(&register)
    }
}
