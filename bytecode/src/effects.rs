//! What each instruction takes from the operand stack and leaves there.

use crate::{Flow, Op, StackType};
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::{Type, split_method};
use std::borrow::Cow;

impl Flow<'_> {
    /// Applies an instruction to the kinds on the stack.
    pub(super) fn effect(&self, op: &Op, stack: &mut Vec<StackType>) -> Result<(), String> {
        use StackType::{Int as I, Ref as A};
        const BY_CODE: [StackType; 5] =
            [I, StackType::Long, StackType::Float, StackType::Double, A];
        let shape = match op.code {
            18..=20 => {
                stack.push(self.constant_kind(op)?);
                return Ok(());
            }
            21..=25 => {
                let kind = BY_CODE[usize::from(op.code - 21)];
                self.local(op, kind)?;
                stack.push(kind);
                return Ok(());
            }
            54..=58 => {
                let mut kind = BY_CODE[usize::from(op.code - 54)];
                if kind == A && stack.last() == Some(&I) {
                    kind = I; // astore of a return address
                }
                self.local(op, kind)?;
                return pop(stack, kind);
            }
            87..=95 => {
                return shuffle(op.code, stack)
                    .ok_or_else(|| "a stack operation splits a value".to_owned());
            }
            132 | 169 => {
                self.local(op, I)?;
                (&[][..], &[][..])
            }
            178 => {
                stack.push(StackType::of(self.field_type(op.operand)?).unwrap_or(I));
                return Ok(());
            }
            179 => return pop(stack, StackType::of(self.field_type(op.operand)?).unwrap_or(I)),
            180 => {
                pop(stack, A)?;
                stack.push(StackType::of(self.field_type(op.operand)?).unwrap_or(I));
                return Ok(());
            }
            181 => {
                pop(stack, StackType::of(self.field_type(op.operand)?).unwrap_or(I))?;
                return pop(stack, A);
            }
            182..=186 => {
                let (parameters, result) = self.method_type(op)?;
                for ty in parameters.iter().rev() {
                    pop(stack, StackType::of(*ty).unwrap_or(I))?;
                }
                if !matches!(op.code, 184 | 186) {
                    pop(stack, A)?;
                }
                stack.extend(StackType::of(result));
                return Ok(());
            }
            197 => {
                if op.second == 0 {
                    return Err("multianewarray of no dimension".to_owned());
                }
                for _ in 0..op.second {
                    pop(stack, I)?;
                }
                stack.push(A);
                return Ok(());
            }
            code => shape(code).ok_or_else(|| format!("unknown opcode {code}"))?,
        };
        for kind in shape.0.iter().rev() {
            pop(stack, *kind)?;
        }
        stack.extend_from_slice(shape.1);
        Ok(())
    }

    fn local(&self, op: &Op, kind: StackType) -> Result<(), String> {
        let last = op.operand + i32::from(kind.is_wide());
        if last < i32::from(self.code.max_locals) {
            Ok(())
        } else {
            Err(format!("local variable {} does not exist", op.operand))
        }
    }

    /// The name and descriptor of the member a constant refers to.
    pub fn member(&self, cp: i32) -> Result<(Cow<'static, str>, Cow<'static, str>), String> {
        let constant = self.file.constant(cp as u16).map_err(|e| e.to_string())?;
        match constant {
            Constant::Field { name_and_type, .. }
            | Constant::Method { name_and_type, .. }
            | Constant::InterfaceMethod { name_and_type, .. }
            | Constant::Dynamic { name_and_type, .. }
            | Constant::InvokeDynamic { name_and_type, .. } => {
                self.file.name_and_type(name_and_type).map_err(|e| e.to_string())
            }
            other => Err(format!("constant {cp} is {other:?}, not a member")),
        }
    }

    /// The type of the field a constant refers to.
    pub fn field_type(&self, cp: i32) -> Result<Type, String> {
        let constant = self.file.constant(cp as u16).map_err(|e| e.to_string())?;
        if !matches!(constant, Constant::Field { .. } | Constant::Dynamic { .. }) {
            return Err(format!("constant {cp} is {constant:?}, not a field"));
        }
        let (_, descriptor) = self.member(cp)?;
        Type::of(&descriptor)
            .filter(|t| *t != Type::Void)
            .ok_or_else(|| format!("bad field descriptor {descriptor}"))
    }

    /// The types of the parameters and of the result of the method a constant refers to.
    pub fn method_type(&self, op: &Op) -> Result<(Vec<Type>, Type), String> {
        let constant = self.file.constant(op.operand as u16).map_err(|e| e.to_string())?;
        let fits = match op.code {
            185 => matches!(constant, Constant::InterfaceMethod { .. }),
            186 => matches!(constant, Constant::InvokeDynamic { .. }),
            _ => matches!(constant, Constant::Method { .. } | Constant::InterfaceMethod { .. }),
        };
        if !fits {
            return Err(format!(
                "constant {} is {constant:?}, not what opcode {} calls",
                op.operand, op.code
            ));
        }
        let (name, descriptor) = self.member(op.operand)?;
        if name.starts_with('<') && !(op.code == 183 && name == "<init>") {
            return Err(format!("an initialiser {name} is called by name"));
        }
        let (parameters, result) = split_method(&descriptor)
            .ok_or_else(|| format!("bad method descriptor {descriptor}"))?;
        let types = parameters.iter().map(|p| Type::of(p).unwrap_or(Type::Int)).collect();
        Ok((types, Type::of(result).unwrap_or(Type::Void)))
    }

    /// The kind of value an `ldc` loads.
    pub fn constant_kind(&self, op: &Op) -> Result<StackType, String> {
        let constant = self.file.constant(op.operand as u16).map_err(|e| e.to_string())?;
        let kind = match constant {
            Constant::Integer(_) => StackType::Int,
            Constant::Float(_) => StackType::Float,
            Constant::Long(_) => StackType::Long,
            Constant::Double(_) => StackType::Double,
            Constant::Dynamic { .. } => {
                StackType::of(self.field_type(op.operand)?).ok_or("a void constant")?
            }
            Constant::String { .. }
            | Constant::Class { .. }
            | Constant::MethodType { .. }
            | Constant::MethodHandle { .. } => StackType::Ref,
            other => return Err(format!("ldc of {other:?}")),
        };
        if kind.is_wide() == (op.code == 20) {
            Ok(kind)
        } else {
            Err("ldc of the wrong width".to_owned())
        }
    }
}

/// What an instruction takes from the stack and leaves there, where its opcode alone tells.
pub fn shape(code: u8) -> Option<(&'static [StackType], &'static [StackType])> {
    use StackType::{Double as D, Float as F, Int as I, Long as J, Ref as A};
    Some(match code {
        0 | 167 | 168 | 177 | 200 | 201 => (&[], &[]),
        1 => (&[], &[A]),
        2..=8 | 16 | 17 => (&[], &[I]),
        9 | 10 => (&[], &[J]),
        11..=13 => (&[], &[F]),
        14 | 15 => (&[], &[D]),
        46 | 51..=53 => (&[A, I], &[I]),
        47 => (&[A, I], &[J]),
        48 => (&[A, I], &[F]),
        49 => (&[A, I], &[D]),
        50 => (&[A, I], &[A]),
        79 | 84..=86 => (&[A, I, I], &[]),
        80 => (&[A, I, J], &[]),
        81 => (&[A, I, F], &[]),
        82 => (&[A, I, D], &[]),
        83 => (&[A, I, A], &[]),
        96 | 100 | 104 | 108 | 112 | 120 | 122 | 124 | 126 | 128 | 130 => (&[I, I], &[I]),
        97 | 101 | 105 | 109 | 113 | 127 | 129 | 131 => (&[J, J], &[J]),
        98 | 102 | 106 | 110 | 114 => (&[F, F], &[F]),
        99 | 103 | 107 | 111 | 115 => (&[D, D], &[D]),
        116 | 145..=147 => (&[I], &[I]),
        117 => (&[J], &[J]),
        118 => (&[F], &[F]),
        119 => (&[D], &[D]),
        121 | 123 | 125 => (&[J, I], &[J]),
        133 => (&[I], &[J]),
        134 => (&[I], &[F]),
        135 => (&[I], &[D]),
        136 => (&[J], &[I]),
        137 => (&[J], &[F]),
        138 => (&[J], &[D]),
        139 => (&[F], &[I]),
        140 => (&[F], &[J]),
        141 => (&[F], &[D]),
        142 => (&[D], &[I]),
        143 => (&[D], &[J]),
        144 => (&[D], &[F]),
        148 => (&[J, J], &[I]),
        149 | 150 => (&[F, F], &[I]),
        151 | 152 => (&[D, D], &[I]),
        153..=158 | 170..=172 => (&[I], &[]),
        159..=164 => (&[I, I], &[]),
        165 | 166 => (&[A, A], &[]),
        173 => (&[J], &[]),
        174 => (&[F], &[]),
        175 => (&[D], &[]),
        176 | 191 | 194 | 195 | 198 | 199 => (&[A], &[]),
        187 => (&[], &[A]),
        188 | 189 => (&[I], &[A]),
        190 | 193 => (&[A], &[I]),
        192 => (&[A], &[A]),
        _ => return None,
    })
}

fn pop(stack: &mut Vec<StackType>, kind: StackType) -> Result<(), String> {
    match stack.pop() {
        Some(found) if found == kind => Ok(()),
        Some(found) => Err(format!("{found:?} on the operand stack where {kind:?} is needed")),
        None => Err("the operand stack is empty".to_owned()),
    }
}

fn shuffle(code: u8, stack: &mut Vec<StackType>) -> Option<()> {
    let (taken, left) = shuffle_plan(code, |depth| {
        stack.len().checked_sub(depth + 1).map(|index| stack[index].is_wide())
    })?;
    let kinds = stack.split_off(stack.len() - taken);
    stack.extend(left.iter().map(|n| kinds[*n]));
    Some(())
}

/// How a stack operation (`pop` … `swap`) rearranges the top: how many entries it takes, and which
/// of them, counted from the deepest taken, it leaves.
pub fn shuffle_plan(
    code: u8,
    wide: impl Fn(usize) -> Option<bool>,
) -> Option<(usize, &'static [usize])> {
    let one = |depth: usize| wide(depth).filter(|w| !w).map(|_| ());
    let top_wide = wide(0)?;
    Some(match code {
        87 => {
            one(0)?;
            (1, &[])
        }
        88 if top_wide => (1, &[]),
        88 => {
            one(1)?;
            (2, &[])
        }
        89 => {
            one(0)?;
            (1, &[0, 0])
        }
        90 => {
            one(0)?;
            one(1)?;
            (2, &[1, 0, 1])
        }
        91 => {
            one(0)?;
            if wide(1)? {
                (2, &[1, 0, 1])
            } else {
                one(2)?;
                (3, &[2, 0, 1, 2])
            }
        }
        92 if top_wide => (1, &[0, 0]),
        92 => {
            one(1)?;
            (2, &[0, 1, 0, 1])
        }
        93 if top_wide => {
            one(1)?;
            (2, &[1, 0, 1])
        }
        93 => {
            one(1)?;
            one(2)?;
            (3, &[1, 2, 0, 1, 2])
        }
        94 => match (top_wide, wide(1)?) {
            (true, true) => (2, &[1, 0, 1]),
            (true, false) => {
                one(2)?;
                (3, &[2, 0, 1, 2])
            }
            (false, true) => return None,
            (false, false) => {
                if wide(2)? {
                    (3, &[1, 2, 0, 1, 2])
                } else {
                    one(3)?;
                    (4, &[2, 3, 0, 1, 2, 3])
                }
            }
        },
        95 => {
            one(0)?;
            one(1)?;
            (2, &[1, 0])
        }
        _ => return None,
    })
}
