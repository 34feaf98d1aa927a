//! Comparisons, branches and switches.

use super::Lowering;
use super::stack::Value;
use crate::ground::code::{Cond, Insn, Reg, Switch};
use raceproof_bytecode::Op;
use std::cell::Cell;

/// The conditions in the order of their opcodes.
const CONDITIONS: [Cond; 6] = [Cond::Eq, Cond::Ne, Cond::Lt, Cond::Ge, Cond::Gt, Cond::Le];

/// What a branch compares its first operand with.
#[derive(Clone, Copy)]
enum With {
    Small(i16),
    /// An int, or for equality a reference.
    Int(Reg),
    Long(Reg),
}

impl Lowering<'_> {
    /// `if<cond>`, `if_icmp<cond>` and `if_acmp<cond>`.
    pub(super) fn compare(&mut self, op: &Op) -> Result<(), String> {
        let t = self.branch_to(op)?;
        let cond = CONDITIONS[usize::from(op.code - 153) % CONDITIONS.len()];
        let with_zero = op.code < 159;
        let (a, with) = if with_zero { self.operand_and_zero() } else { self.two_operands() };
        self.spill_all();
        self.emit(branch(cond, a, with, t));
        Ok(())
    }

    fn two_operands(&mut self) -> (Reg, With) {
        if let Some(k) = self.small_top() {
            self.pop_entry();
            return (self.pop(), With::Small(k));
        }
        let b = self.pop();
        (self.pop(), With::Int(b))
    }

    /// `lcmp` right before a comparison with zero becomes one with its operands.
    fn operand_and_zero(&mut self) -> (Reg, With) {
        match self.take_long_comparison() {
            Some((a, b)) => (a, With::Long(b)),
            None => (self.pop(), With::Small(0)),
        }
    }

    /// The operands of the `lcmp` whose result is on top of the stack, if it is the instruction
    /// before this one.
    fn take_long_comparison(&mut self) -> Option<(Reg, Reg)> {
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
        Some((a, b))
    }

    /// A target as a branch holds it until `finish` knows the instruction numbers.
    pub(super) fn branch_to(&self, op: &Op) -> Result<u16, String> {
        Ok(self.flow.target(op.at, op.operand)? as u16)
    }

    pub(super) fn switch(&mut self, op: &Op) -> Result<(), String> {
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
            let mut pairs: Vec<(i32, usize)> =
                targets.keys.into_iter().zip(targets.targets).collect();
            pairs.sort_by_key(|(key, _)| *key);
            let (keys, list): (Vec<i32>, Vec<usize>) = pairs.into_iter().unzip();
            self.switches.push(Switch::Lookup {
                keys: keys.into(),
                targets: cells(&list),
                default,
            });
            self.emit(Insn::LookupSwitch { a, table });
        }
        Ok(())
    }
}

fn branch(cond: Cond, a: Reg, with: With, t: u16) -> Insn {
    match (cond, with) {
        (Cond::Eq, With::Small(k)) => Insn::JEqIK { a, k, t },
        (Cond::Ne, With::Small(k)) => Insn::JNeIK { a, k, t },
        (Cond::Lt, With::Small(k)) => Insn::JLtIK { a, k, t },
        (Cond::Ge, With::Small(k)) => Insn::JGeIK { a, k, t },
        (Cond::Gt, With::Small(k)) => Insn::JGtIK { a, k, t },
        (Cond::Le, With::Small(k)) => Insn::JLeIK { a, k, t },
        (Cond::Eq, With::Int(b) | With::Long(b)) => Insn::JEq { a, b, t },
        (Cond::Ne, With::Int(b) | With::Long(b)) => Insn::JNe { a, b, t },
        (Cond::Lt, With::Int(b)) => Insn::JLtI { a, b, t },
        (Cond::Ge, With::Int(b)) => Insn::JGeI { a, b, t },
        (Cond::Gt, With::Int(b)) => Insn::JGtI { a, b, t },
        (Cond::Le, With::Int(b)) => Insn::JLeI { a, b, t },
        (Cond::Lt, With::Long(b)) => Insn::JLtL { a, b, t },
        (Cond::Ge, With::Long(b)) => Insn::JGeL { a, b, t },
        (Cond::Gt, With::Long(b)) => Insn::JGtL { a, b, t },
        (Cond::Le, With::Long(b)) => Insn::JLeL { a, b, t },
    }
}
