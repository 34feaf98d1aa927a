//! Locals, fields, elements and arrays.

use super::{Builder, kept};
use crate::ids::{ClassId, Reg};
use crate::ir::ssa::Value;
use crate::ir::{ANY_INDEX, Number, Statement};
use crate::world::access;
use raceproof_bytecode::{Op, shuffle_plan};
use raceproof_classfile::descriptor::Type;

impl Builder<'_, '_> {
    pub(super) fn load_local(&mut self, op: &Op) {
        let variable = op.operand as u16;
        let value = if op.code == 25 {
            self.ssa.read(self.block, variable)
        } else {
            match self.ssa.written(self.block, variable) {
                None | Some(Value::Unknown) if op.code == 21 => Value::Local(variable),
                known => known.unwrap_or(Value::Unknown),
            }
        };
        self.push(value, matches!(op.code, 22 | 24));
    }

    pub(super) fn store_local(&mut self, op: &Op) {
        let value = kept(self.pop());
        self.ssa.write(self.block, op.operand as u16, value);
        if matches!(op.code, 55 | 57) {
            self.ssa.write(self.block, op.operand as u16 + 1, Value::Unknown);
        }
    }

    pub(super) fn index(value: Value) -> u32 {
        match value {
            Value::Int(index) => u32::try_from(index).unwrap_or(ANY_INDEX),
            _ => ANY_INDEX,
        }
    }

    /// The next statement accesses an element.
    pub(super) fn note_index(&mut self, index: Value) {
        if let Value::Local(local) = index
            && self.is_of_application
        {
            self.counting.indices.push((self.statements.len() as u32, local));
        }
    }

    pub(super) fn load_element(&mut self, code: u8) {
        let number = self.pop();
        self.note_index(number);
        let index = Self::index(number);
        let array = self.pop().reg();
        let to = if code == 50 {
            self.defined()
        } else {
            self.push(Value::Unknown, matches!(code, 47 | 49));
            Reg::NONE
        };
        self.push_statement(Statement::Load { to, array, index });
    }

    pub(super) fn store_element(&mut self) {
        let from = self.pop().reg();
        let number = self.pop();
        self.note_index(number);
        let index = Self::index(number);
        let array = self.pop().reg();
        self.push_statement(Statement::Store { array, from, index });
    }

    pub(super) fn shuffle(&mut self, code: u8) -> Result<(), String> {
        let wide = |depth: usize| self.stack.iter().rev().nth(depth).map(|(_, is_wide)| *is_wide);
        let (taken, left) = shuffle_plan(code, wide).ok_or("a stack operation splits a value")?;
        let top = self.stack.split_off(self.stack.len() - taken);
        self.stack.extend(left.iter().map(|from| top[*from]));
        Ok(())
    }

    pub(super) fn field(&mut self, op: &Op) -> Result<(), String> {
        let class = self.owner(op.operand)?;
        let (name, descriptor) = self.flow.member(op.operand)?;
        let ty = Type::of(&descriptor).unwrap_or(Type::Int);
        let is_read = matches!(op.code, 178 | 180);
        let from = if is_read { Value::Unknown } else { self.pop() };
        let base = if matches!(op.code, 180 | 181) { self.pop().reg() } else { Reg::NONE };
        let to = if !is_read {
            Reg::NONE
        } else if ty == Type::Reference {
            self.defined()
        } else {
            self.push(self.given(), ty.is_wide());
            Reg::NONE
        };
        let Some(field) = self.world.field(class, &name, &descriptor) else {
            if self.world.classes[class.index()].file.is_some() {
                let what = format!("the field {}.{name} is missing", self.world.shown(class));
                self.world.gaps.push(what);
            }
            return Ok(());
        };
        let is_static = self.world.fields[field.index()].is(access::STATIC);
        if is_static != matches!(op.code, 178 | 179) {
            let what = if is_static { "static" } else { "not static" };
            let what = format!(
                "the field {}.{name} is {what}, and accessed as if it were not so",
                self.world.shown(class)
            );
            self.world.gap(what);
            return Ok(());
        }
        self.note_constant(from);
        if op.code == 178 {
            self.loaded.insert(to, field);
        }
        let from = from.reg();
        self.push_statement(match op.code {
            178 => Statement::GetStatic { to, field },
            179 => Statement::PutStatic { from, field },
            180 => Statement::GetField { to, base, field },
            _ => Statement::PutField { base, from, field },
        });
        Ok(())
    }

    pub(super) fn new_array(&mut self, op: &Op) -> Result<(), String> {
        const PRIMITIVES: [&str; 8] = ["[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"];
        let class = match op.code {
            188 => {
                let name = usize::try_from(op.operand - 4)
                    .ok()
                    .and_then(|n| PRIMITIVES.get(n))
                    .ok_or("newarray of no type")?;
                self.world.class(name)
            }
            189 => {
                let element = self.class_at(op.operand);
                self.array_of(element)
            }
            _ => self.class_at(op.operand),
        };
        let dimensions = if op.code == 197 { op.second } else { 1 };
        let mut size = Value::Unknown;
        for _ in 0..dimensions {
            size = self.pop();
        }
        let to = self.defined();
        match size {
            Value::Int(number) if self.is_of_application => {
                self.counting.sizes.push((to, Number::Constant(number)));
            }
            Value::Local(local) if self.is_of_application => {
                self.counting.sizes.push((to, Number::Local(local)))
            }
            _ => {}
        }
        self.push_statement(Statement::New { to, class });
        // Arrays inside arrays stand in each other; how many there are of each does not matter.
        let (mut outer, mut class) = (to, class);
        for _ in 1..dimensions {
            let Some(element) = self.world.classes[class.index()].element else { break };
            let inner = self.ssa.fresh();
            self.push_statement(Statement::New { to: inner, class: element });
            self.push_statement(Statement::Store { array: outer, from: inner, index: ANY_INDEX });
            (outer, class) = (inner, element);
        }
        Ok(())
    }

    pub(super) fn array_of(&mut self, element: ClassId) -> ClassId {
        let name = &self.world.classes[element.index()].name;
        let name = if name.starts_with('[') { format!("[{name}") } else { format!("[L{name};") };
        self.world.class(&name)
    }
}
