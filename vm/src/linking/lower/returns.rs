//! Returns, and what `ireturn` gives where a method says less than an int (JVMS 6.5): the value is
//! narrowed by an instruction before, unless it is seen to be narrow already: a constant, an element,
//! a field or a call of the type. So the interpreter's loop needs no instruction of its own.

use super::Lowering;
use crate::ground::code::Insn;
use raceproof_bytecode::{Op, StackType};
use raceproof_classfile::descriptor::Type;

impl Lowering<'_> {
    pub(super) fn return_value(&mut self, op: &Op, kind: StackType) -> Result<(), String> {
        let result = self.method.result;
        if StackType::of(result) != Some(kind) {
            return Err("return of the wrong kind of value".to_owned());
        }
        if !self.is_narrow_before(op.at, result) {
            self.unary(StackType::Int, |d, a| match result {
                Type::Boolean => Insn::AndIK { d, a, k: 1 },
                Type::Byte => Insn::I2B { d, a },
                Type::Char => Insn::I2C { d, a },
                _ => Insn::I2S { d, a },
            });
        }
        let a = self.pop();
        self.before_return();
        self.emit(Insn::ReturnValue { a });
        Ok(())
    }

    /// Checks the monitors of code that may not give them all back.
    pub(super) fn before_return(&mut self) {
        if self.monitors.is_some() {
            self.emit(Insn::CheckMonitors);
        }
    }

    /// Whether the top of the stack at a position is a value of that type, whatever way led there.
    fn is_narrow_before(&self, at: usize, ty: Type) -> bool {
        if !matches!(ty, Type::Boolean | Type::Byte | Type::Char | Type::Short) {
            return true;
        }
        let gives_behind = |n: u32| n > 0 && self.gives(&self.flow.ops[n as usize - 1], ty);
        let n = self.flow.index[at];
        if !self.flow.leaders[at] {
            return gives_behind(n);
        }
        let ends = |op: &Op| matches!(op.code, 167 | 169..=177 | 191 | 200);
        let falls = n > 0 && !ends(&self.flow.ops[n as usize - 1]);
        (!falls || gives_behind(n))
            && self.flow.ops.iter().all(|op| match op.code {
                167 | 200 if self.flow.target(op.at, op.operand) == Ok(at) => {
                    !self.flow.leaders[op.at] && gives_behind(self.flow.index[op.at])
                }
                153..=166 | 168 | 198 | 199 | 201 => self.flow.target(op.at, op.operand) != Ok(at),
                170 | 171 => false,
                _ => true,
            })
    }

    /// Whether what an operation leaves on top of the stack is a value of that type.
    fn gives(&self, op: &Op, ty: Type) -> bool {
        let has = |value: i32| match ty {
            Type::Boolean => matches!(value, 0 | 1),
            Type::Byte => i8::try_from(value).is_ok(),
            Type::Char => u16::try_from(value).is_ok(),
            _ => i16::try_from(value).is_ok(),
        };
        match op.code {
            2..=8 => has(i32::from(op.code) - 3),
            16 | 17 => has(op.operand),
            51 | 145 => matches!(ty, Type::Byte | Type::Short),
            52 | 146 => ty == Type::Char,
            53 | 147 => ty == Type::Short,
            178 | 180 => self.flow.field_type(op.operand) == Ok(ty),
            182..=186 => self.flow.method_type(op).is_ok_and(|(_, result)| result == ty),
            193 => true,
            _ => false,
        }
    }
}
