//! The translation of each instruction: the table of opcodes, but for arithmetic and branches.

use super::Lowering;
use super::stack::Value;
use crate::ground::code::{CallSite, Insn, InvokeKind, NO_REG, Reg};
use raceproof_bytecode::{Op, StackType};
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::Type;

impl Lowering<'_> {
    /// Translates one instruction; says whether control goes on to the next.
    pub(super) fn op(&mut self, op: &Op) -> Result<bool, String> {
        use Insn::*;
        use StackType::{Double as D, Float as F, Int as I, Long as J, Ref as A};
        const BY_CODE: [StackType; 5] = [I, J, F, D, A];
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
            132 => {
                let register = self.local(op.operand as usize, I);
                self.release(register);
                self.increment(register, op.second);
            }
            96..=131 | 133..=152 => self.arithmetic(op.code),
            153..=166 => self.compare(op)?,
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
                self.spill_all();
                self.emit(Ret { a });
                return Ok(false);
            }
            170 | 171 => {
                self.switch(op)?;
                return Ok(false);
            }
            172..=176 => {
                self.return_value(op, BY_CODE[usize::from(op.code - 172)])?;
                return Ok(false);
            }
            177 => {
                if self.method.result != Type::Void {
                    return Err("return without a value".to_owned());
                }
                self.before_return();
                self.emit(Return);
                return Ok(false);
            }
            178 => {
                let kind = StackType::of(self.flow.field_type(op.operand)?).unwrap_or(I);
                let d = self.result(kind);
                self.emit(GetStatic { d, cp });
            }
            179 => {
                let v = self.pop();
                self.emit(PutStatic { v, cp });
            }
            180 => {
                let kind = StackType::of(self.flow.field_type(op.operand)?).unwrap_or(I);
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
        let arguments = self.arguments(parameters.len() + receiver);
        let register = match StackType::of(result) {
            None => NO_REG,
            Some(kind) => self.result(kind),
        };
        let site = self.site(CallSite::new(kind, op.operand as u16, &arguments, register));
        self.emit(Insn::Invoke { site });
        Ok(())
    }

    fn constant(&mut self, op: &Op) -> Result<(), String> {
        let constant = self.flow.file.constant(op.operand as u16).map_err(|e| e.to_string())?;
        match constant {
            Constant::Integer(v) => self.push(StackType::Int, Value::Int(v)),
            Constant::Float(bits) => self.push(StackType::Float, Value::Bits(u64::from(bits))),
            Constant::Long(v) => self.push(StackType::Long, Value::Long(v)),
            Constant::Double(bits) => self.push(StackType::Double, Value::Bits(bits)),
            _ => {
                let kind = self.flow.constant_kind(op)?;
                let d = self.result(kind);
                self.emit(Insn::Ldc { d, cp: op.operand as u16 });
            }
        }
        Ok(())
    }

    fn class_constant(&self, cp: u16) -> Result<(), String> {
        self.flow.file.class_name(cp).map(|_| ()).map_err(|e| e.to_string())
    }

    fn increment(&mut self, register: Reg, by: i32) {
        if let Ok(k) = i16::try_from(by) {
            self.emit(Insn::AddIK { d: register, a: register, k });
        }
    }

    fn multi_array(&mut self, op: &Op) {
        let arguments = self.arguments(op.second as usize);
        let d = self.result(StackType::Ref);
        let site = self.site(CallSite::new(InvokeKind::Static, op.operand as u16, &arguments, d));
        self.emit(Insn::MultiNewArray { d, site });
    }

    /// The operands of an instruction that takes so many, in their order.
    fn arguments(&mut self, count: usize) -> Vec<Reg> {
        let mut arguments: Vec<Reg> = (0..count).map(|_| self.pop()).collect();
        arguments.reverse();
        arguments
    }

    fn site(&mut self, site: CallSite) -> u16 {
        self.sites.push(site);
        self.sites.len() as u16 - 1
    }
}
