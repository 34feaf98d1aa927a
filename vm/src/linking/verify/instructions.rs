//! What each instruction does to the type state (JVMS 4.10.1.9). Field access is in `members.rs`,
//! calls in `invocation.rs`.

use super::Verifier;
use super::failure::{Check, Failure};
use super::method::Body;
use super::types::{Frame, VType, Wanted};
use raceproof_bytecode::{Op, StackType, shape, shuffle_plan};
use raceproof_classfile::Constant;

/// Where control goes after an instruction. Positions need not be in the code.
pub(crate) enum Next {
    /// To the next instruction.
    Fall,
    /// To that position or the next instruction.
    Branch(i64),
    Jump(i64),
    Switch(Vec<i64>),
    /// Nowhere: the method ends.
    End,
    /// Into the subroutine at that position.
    Subroutine(i64),
    /// Back from the subroutine whose call is in that local variable.
    Return(usize),
}

/// The letters of primitive array types by the operand of `newarray`, from 4.
const NEW_ARRAY: &[u8] = b"ZCFDBSIJ";
/// Letters of the arrays that the loads from 46 and the stores from 79 work on.
const ELEMENTS: [&[u8]; 8] = [b"I", b"J", b"F", b"D", b"", b"BZ", b"C", b"S"];
/// What those load and store.
const LOADED: [VType; 8] = [
    VType::Int,
    VType::Long,
    VType::Float,
    VType::Double,
    VType::Null,
    VType::Int,
    VType::Int,
    VType::Int,
];

fn value(kind: StackType) -> Option<VType> {
    Some(match kind {
        StackType::Int => VType::Int,
        StackType::Long => VType::Long,
        StackType::Float => VType::Float,
        StackType::Double => VType::Double,
        StackType::Ref => return None,
    })
}

impl Verifier<'_> {
    /// Applies an instruction to the type state, and says where control goes from there.
    pub(crate) fn step(&mut self, body: &Body<'_>, op: &Op, frame: &mut Frame) -> Check<Next> {
        let target = op.at as i64 + i64::from(op.operand);
        match op.code {
            1 => frame.push(VType::Null)?,
            18..=20 => self.constant(body, op, frame)?,
            21..=25 => self.load_local(op, frame)?,
            54..=58 => self.store_local(body, op, frame)?,
            46..=53 => {
                let kind = usize::from(op.code - 46);
                self.pop(frame, VType::Int)?;
                let array = self.pop_array(frame, kind, op)?;
                let loaded =
                    if kind == 4 { array.component().unwrap_or(VType::Null) } else { LOADED[kind] };
                frame.push(loaded)?;
            }
            79..=86 => {
                let kind = usize::from(op.code - 79);
                self.pop_whole(
                    frame,
                    if kind == 4 { VType::Class(self.names.object) } else { LOADED[kind] },
                )?;
                self.pop(frame, VType::Int)?;
                self.pop_array(frame, kind, op)?;
            }
            87..=95 => self.shuffle(op, frame)?,
            132 => {
                self.local(frame, op.operand as usize, Wanted::Type(VType::Int))?;
            }
            153..=164 => {
                self.apply(op, frame)?;
                return Ok(Next::Branch(target));
            }
            165 | 166 | 198 | 199 => {
                for _ in 0..if op.code < 198 { 2 } else { 1 } {
                    self.pop_wanted(frame, Wanted::Reference)?;
                }
                return Ok(Next::Branch(target));
            }
            167 | 200 => return Ok(Next::Jump(target)),
            168 | 201 if body.inferring => return Ok(Next::Subroutine(target)),
            169 if body.inferring => return Ok(Next::Return(op.operand as usize)),
            170 | 171 => {
                let targets = body.switch_targets(op, self.file.major)?;
                self.pop(frame, VType::Int)?;
                return Ok(Next::Switch(targets));
            }
            172..=177 => {
                self.result(body, op, frame)?;
                return Ok(Next::End);
            }
            178..=181 => self.access_field(op, frame)?,
            182..=186 => self.invoke(body, op, frame)?,
            187 => {
                let VType::Class(_) = self.class_type(op.operand as u16)? else {
                    return Err(Failure::verify("Illegal new instruction"));
                };
                frame.push(VType::Uninitialized(op.at as u16))?;
            }
            188 | 189 | 197 => self.new_array(op, frame)?,
            190 => {
                let array = self.pop_wanted(frame, Wanted::Reference)?;
                if !array.is_array() && array != VType::Null {
                    return Err(Failure::because(bad_operand(op), invalid(array, frame)));
                }
                frame.push(VType::Int)?;
            }
            191 => {
                self.pop(frame, VType::Class(self.names.throwable))?;
                return Ok(Next::End);
            }
            192 | 193 => {
                let class = self.class_type(op.operand as u16)?;
                self.pop(frame, VType::Class(self.names.object))?;
                frame.push(if op.code == 192 { class } else { VType::Int })?;
            }
            194 | 195 => {
                self.pop_wanted(frame, Wanted::Reference)?;
            }
            168 | 169 | 201 => {
                return Err(Failure::verify(format!("Bad instruction: {:02x}", body.byte(op.at))));
            }
            _ => self.apply(op, frame)?,
        }
        Ok(Next::Fall)
    }

    /// Takes a value of a type, with its second half, from the stack.
    pub(crate) fn pop(&mut self, frame: &mut Frame, ty: VType) -> Check<VType> {
        if let Some(second) = ty.second() {
            self.pop_wanted(frame, Wanted::Type(second))?;
        }
        self.pop_wanted(frame, Wanted::Type(ty))
    }

    /// The same for instructions that look first whether there are two slots, which shows in what
    /// they say.
    fn pop_whole(&mut self, frame: &mut Frame, ty: VType) -> Check<VType> {
        if ty.second().is_some() && frame.stack.len() < 2 {
            return Err(Failure::underflow());
        }
        self.pop(frame, ty)
    }

    /// Takes one slot from the stack.
    pub(crate) fn pop_wanted(&mut self, frame: &mut Frame, wanted: Wanted) -> Check<VType> {
        let found = frame.pop_slot()?;
        if self.fits(found, wanted)? {
            return Ok(found);
        }
        Err(Failure::because("Bad type on operand stack", not_assignable(found, frame, wanted)))
    }

    /// An instruction on primitive values whose opcode says all.
    fn apply(&mut self, op: &Op, frame: &mut Frame) -> Check<()> {
        let (taken, left) = shape(op.code)
            .ok_or_else(|| Failure::verify(format!("Bad instruction: {:02x}", op.code)))?;
        for ty in taken.iter().rev().copied().filter_map(value) {
            self.pop_whole(frame, ty)?;
        }
        left.iter().copied().filter_map(value).try_for_each(|ty| frame.push(ty))
    }

    fn constant(&mut self, body: &Body<'_>, op: &Op, frame: &mut Frame) -> Check<()> {
        let index = op.operand as u16;
        let wrong = self.wrong_constant(index);
        let Ok(constant) = self.file.constant(index) else { return Err(wrong) };
        let ty = match constant {
            Constant::Integer(_) => VType::Int,
            Constant::Float(_) => VType::Float,
            Constant::Long(_) => VType::Long,
            Constant::Double(_) => VType::Double,
            Constant::String { .. } => VType::Class(self.names.string),
            // Where types are inferred the version is checked as well.
            Constant::Class { .. } if !body.inferring || self.file.major >= 49 => {
                VType::Class(self.names.class)
            }
            Constant::MethodHandle { .. } if !body.inferring => {
                VType::Class(self.names.method_handle)
            }
            Constant::MethodType { .. } if !body.inferring => VType::Class(self.names.method_type),
            Constant::Dynamic { name_and_type, .. } if !body.inferring => {
                let (_, descriptor) = self.name_and_type(name_and_type)?;
                self.descriptor_type(descriptor)?
            }
            _ => return Err(wrong),
        };
        if ty.second().is_some() != (op.code == 20) {
            return Err(wrong);
        }
        frame.push(ty)
    }

    /// The type of the local variable at `index`, which must be what is wanted.
    fn local(&mut self, frame: &Frame, index: usize, wanted: Wanted) -> Check<VType> {
        if index >= frame.max_locals {
            let reason = format!("Local index {index} is invalid");
            return Err(Failure::because("Local variable table overflow", reason));
        }
        let found = frame.local(index);
        if self.fits(found, wanted)? {
            return Ok(found);
        }
        let reason =
            format!("Type {found} (current frame, locals[{index}]) is not assignable to {wanted}");
        Err(Failure::because("Bad local variable type", reason))
    }

    fn load_local(&mut self, op: &Op, frame: &mut Frame) -> Check<()> {
        let index = op.operand as usize;
        let ty = match op.code {
            21 => VType::Int,
            22 => VType::Long,
            23 => VType::Float,
            24 => VType::Double,
            _ => {
                let found = self.local(frame, index, Wanted::Reference)?;
                return frame.push(found);
            }
        };
        if ty.second().is_some() && index + 1 >= frame.locals().len() {
            let reason = format!("Local index {index} is invalid");
            return Err(Failure::because("get long/double overflows locals", reason));
        }
        self.local(frame, index, Wanted::Type(ty))?;
        frame.push(ty)
    }

    fn store_local(&mut self, body: &Body<'_>, op: &Op, frame: &mut Frame) -> Check<()> {
        let ty = match op.code {
            54 => self.pop(frame, VType::Int)?,
            55 => self.pop_whole(frame, VType::Long)?,
            56 => self.pop(frame, VType::Float)?,
            57 => self.pop_whole(frame, VType::Double)?,
            _ => match frame.stack.last() {
                Some(VType::ReturnAddress(_)) if body.inferring => frame.pop_slot()?,
                _ => self.pop_wanted(frame, Wanted::Reference)?,
            },
        };
        frame.set_local(op.operand as usize, ty)
    }

    /// Takes an array of what loads and stores of that kind work on.
    fn pop_array(&mut self, frame: &mut Frame, kind: usize, op: &Op) -> Check<VType> {
        let array = self.pop_wanted(frame, Wanted::Reference)?;
        let fits = match kind {
            4 => array == VType::Null || array.component().is_some(),
            _ => array.is_array_of(ELEMENTS[kind]),
        };
        if fits {
            return Ok(array);
        }
        let reason = match ELEMENTS[kind] {
            [] => not_assignable(array, frame, Wanted::Reference),
            [letter] => {
                not_assignable(array, frame, Wanted::Type(VType::PrimitiveArray(1, *letter)))
            }
            _ => invalid(array, frame),
        };
        Err(Failure::because(bad_operand(op), reason))
    }

    fn shuffle(&mut self, op: &Op, frame: &mut Frame) -> Check<()> {
        // The plan is made of values, the stack of slots.
        let mut values = Vec::new();
        let mut slot = frame.stack.len();
        while slot > 0 && values.len() < 4 {
            let second = frame.stack[slot - 1].is_second();
            slot -= 1 + usize::from(second);
            values.push((frame.stack[slot], second));
        }
        let plan = shuffle_plan(op.code, |depth| values.get(depth).map(|(_, wide)| *wide));
        let plan =
            plan.filter(|(taken, _)| values.iter().take(*taken).all(|(ty, _)| *ty != VType::Top));
        let Some((taken, left)) = plan else {
            if frame.stack.len() < least_depth(op.code) {
                return Err(Failure::underflow());
            }
            return Err(Failure::verify("Bad type on operand stack"));
        };
        values.truncate(taken);
        values.reverse();
        for (_, wide) in &values {
            frame.stack.truncate(frame.stack.len() - 1 - usize::from(*wide));
        }
        left.iter().try_for_each(|n| frame.push(values[*n].0))
    }

    fn new_array(&mut self, op: &Op, frame: &mut Frame) -> Check<()> {
        let array = match op.code {
            188 => {
                let letter = op.operand.checked_sub(4).and_then(|n| NEW_ARRAY.get(n as usize));
                let letter =
                    letter.ok_or_else(|| Failure::verify("Illegal newarray instruction"))?;
                VType::PrimitiveArray(1, *letter)
            }
            189 => {
                let element = self.class_type(op.operand as u16)?;
                let many = "Illegal anewarray instruction, array has more than 255 dimensions";
                element.array().ok_or_else(|| Failure::verify(many))?
            }
            _ => {
                let array = self.class_type(op.operand as u16)?;
                if !array.is_array() {
                    return Err(Failure::verify(
                        "Illegal constant pool index in multianewarray instruction",
                    ));
                }
                if op.second < 1 || op.second > i32::from(array.dimensions()) {
                    let count = op.second;
                    let message =
                        format!("Illegal dimension in multianewarray instruction: {count}");
                    return Err(Failure::verify(message));
                }
                array
            }
        };
        for _ in 0..if op.code == 197 { op.second } else { 1 } {
            self.pop(frame, VType::Int)?;
        }
        frame.push(array)
    }

    fn result(&mut self, body: &Body<'_>, op: &Op, frame: &mut Frame) -> Check<()> {
        let ty = match op.code {
            172 => self.pop(frame, VType::Int)?,
            173 => self.pop(frame, VType::Long)?,
            174 => self.pop(frame, VType::Float)?,
            175 => self.pop(frame, VType::Double)?,
            176 => self.pop_wanted(frame, Wanted::Reference)?,
            _ => {
                if body.result.is_some() {
                    return Err(Failure::verify("Method expects a return value"));
                }
                if body.is_constructor() && frame.this_uninitialized {
                    return Err(Failure::verify(
                        "Constructor must call super() or this() before return",
                    ));
                }
                return Ok(());
            }
        };
        let Some(wanted) = body.result else {
            return Err(Failure::verify("Method does not expect a return value"));
        };
        if self.is_assignable(ty, wanted)? {
            return Ok(());
        }
        let (depth, from) = (frame.stack.len(), "(from method signature)");
        let reason = format!(
            "Type {ty} (current frame, stack[{depth}]) is not assignable to {wanted} {from}"
        );
        Err(Failure::because("Bad return type", reason))
    }
}

fn least_depth(code: u8) -> usize {
    match code {
        87 | 89 => 1,
        91 | 93 => 3,
        94 => 4,
        _ => 2,
    }
}

fn bad_operand(op: &Op) -> String {
    format!("Bad type on operand stack in {}", super::opcodes::OPCODES[usize::from(op.code)])
}

fn invalid(found: VType, frame: &Frame) -> String {
    format!("Invalid type: {found} (current frame, stack[{}])", frame.stack.len())
}

/// The reason when the value just popped is not what is wanted.
pub(crate) fn not_assignable(found: VType, frame: &Frame, wanted: Wanted) -> String {
    format!(
        "Type {found} (current frame, stack[{}]) is not assignable to {wanted}",
        frame.stack.len()
    )
}
