//! The shape of a method's bytecode: instruction boundaries, block starts, and the operand stack at each block's start.
//!
//! This is also the structural verification of JVMS 4.9: whatever passes here can be linked and run without the
//! interpreter ever leaving its frame. Types of references are not compared: `verify` does that for the classes of
//! applications, and those of the JDK's image are trusted.

use raceproof_classfile::descriptor::{Type, split_method};
use raceproof_classfile::{ClassFile, Code, Constant};
use std::borrow::Cow;

/// What kind of value a stack entry or a local holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Int,
    Long,
    Float,
    Double,
    Ref,
}

impl Kind {
    /// The computational kind of a descriptor type.
    pub fn of(ty: Type) -> Option<Self> {
        Some(match ty {
            Type::Long => Self::Long,
            Type::Float => Self::Float,
            Type::Double => Self::Double,
            Type::Reference => Self::Ref,
            Type::Void => return None,
            _ => Self::Int,
        })
    }

    /// Whether it takes two slots.
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Long | Self::Double)
    }
}

/// One decoded bytecode instruction: the operation and its immediate operands.
#[derive(Clone, Copy, Debug)]
pub struct Op {
    pub at: usize,
    pub code: u8,
    pub length: usize,
    /// Local variable index, constant-pool index or immediate.
    pub operand: i32,
    /// Second immediate: `iinc`'s constant, `multianewarray`'s dimensions.
    pub second: i32,
}

/// Bytecode with its boundaries known.
pub struct Flow<'a> {
    pub file: &'a ClassFile<'static>,
    pub code: &'a Code<'static>,
    /// Operations in order; `index[position]` is the operation that starts there.
    pub ops: Vec<Op>,
    pub index: Vec<u32>,
    /// Positions where a block starts.
    pub leaders: Vec<bool>,
    /// The stack at each leader that is reached.
    pub entry: Vec<Option<Vec<Kind>>>,
}

const NONE: u32 = u32::MAX;

/// Targets of a switch: the default, then each case.
pub struct SwitchTargets {
    pub default: usize,
    pub keys: Vec<i32>,
    pub targets: Vec<usize>,
}

impl<'a> Flow<'a> {
    /// Decodes and checks `code`.
    pub fn new(file: &'a ClassFile<'static>, code: &'a Code<'static>) -> Result<Self, String> {
        let mut flow = Self::decoded(file, code)?;
        flow.find_leaders()?;
        flow.find_stacks()?;
        Ok(flow)
    }

    /// Decodes `code` and checks no more than that it consists of instructions.
    pub fn decoded(file: &'a ClassFile<'static>, code: &'a Code<'static>) -> Result<Self, String> {
        let length = code.bytecode.len();
        let mut flow = Self {
            file,
            code,
            ops: Vec::with_capacity(length / 2),
            index: vec![NONE; length + 1],
            leaders: vec![false; length + 1],
            entry: vec![None; length + 1],
        };
        flow.decode()?;
        Ok(flow)
    }

    fn byte(&self, at: usize) -> Result<u8, String> {
        self.code.bytecode.get(at).copied().ok_or_else(|| "the code ends inside an instruction".to_owned())
    }

    fn u16(&self, at: usize) -> Result<u16, String> {
        Ok(u16::from_be_bytes([self.byte(at)?, self.byte(at + 1)?]))
    }

    fn i32(&self, at: usize) -> Result<i32, String> {
        Ok(i32::from_be_bytes([self.byte(at)?, self.byte(at + 1)?, self.byte(at + 2)?, self.byte(at + 3)?]))
    }

    fn decode(&mut self) -> Result<(), String> {
        let mut at = 0;
        while at < self.code.bytecode.len() {
            let op = self.decode_one(at)?;
            if at + op.length > self.code.bytecode.len() {
                return Err("the code ends inside an instruction".to_owned());
            }
            self.index[at] = self.ops.len() as u32;
            self.ops.push(op);
            at += op.length;
        }
        Ok(())
    }

    fn decode_one(&self, at: usize) -> Result<Op, String> {
        let code = self.byte(at)?;
        let op = |length, operand, second| Op { at, code, length, operand, second };
        let signed = |at| Ok::<i32, String>(i32::from(self.u16(at)?.cast_signed()));
        Ok(match code {
            16 => op(2, i32::from(self.byte(at + 1)?.cast_signed()), 0),
            17 => op(3, signed(at + 1)?, 0),
            18 | 21..=25 | 54..=58 | 169 | 188 => op(2, i32::from(self.byte(at + 1)?), 0),
            19 | 20 | 178..=184 | 187 | 189 | 192 | 193 => op(3, i32::from(self.u16(at + 1)?), 0),
            132 => op(3, i32::from(self.byte(at + 1)?), i32::from(self.byte(at + 2)?.cast_signed())),
            153..=168 | 198 | 199 => op(3, signed(at + 1)?, 0),
            185 | 186 => op(5, i32::from(self.u16(at + 1)?), 0),
            197 => op(4, i32::from(self.u16(at + 1)?), i32::from(self.byte(at + 3)?)),
            200 | 201 => op(5, self.i32(at + 1)?, 0),
            170 | 171 => op(self.switch_length(at, code)?, 0, 0),
            196 => {
                let inner = self.byte(at + 1)?;
                let index = i32::from(self.u16(at + 2)?);
                match inner {
                    132 => Op { at, code: inner, length: 6, operand: index, second: signed(at + 4)? },
                    21..=25 | 54..=58 | 169 => Op { at, code: inner, length: 4, operand: index, second: 0 },
                    _ => return Err(format!("wide before opcode {inner}")),
                }
            }
            26..=45 => {
                // iload_0 … aload_3
                Op { at, code: 21 + (code - 26) / 4, length: 1, operand: i32::from((code - 26) % 4), second: 0 }
            }
            59..=78 => Op { at, code: 54 + (code - 59) / 4, length: 1, operand: i32::from((code - 59) % 4), second: 0 },
            0..=201 => op(1, 0, 0),
            _ => return Err(format!("unknown opcode {code} at position {at}")),
        })
    }

    fn switch_length(&self, at: usize, code: u8) -> Result<usize, String> {
        let base = (at + 4) & !3;
        let count = if code == 170 {
            let (low, high) = (i64::from(self.i32(base + 4)?), i64::from(self.i32(base + 8)?));
            if low > high {
                return Err("a tableswitch with low > high".to_owned());
            }
            12 + (high - low + 1) * 4
        } else {
            let pairs = i64::from(self.i32(base + 4)?);
            if pairs < 0 {
                return Err("a lookupswitch with a negative number of pairs".to_owned());
            }
            8 + pairs * 8
        };
        usize::try_from(count)
            .ok()
            .filter(|c| *c <= 65536)
            .map(|c| base + c - at)
            .ok_or("a switch longer than a method".to_owned())
    }

    /// The targets of the switch at `op`.
    pub fn switch_targets(&self, op: &Op) -> Result<SwitchTargets, String> {
        let base = (op.at + 4) & !3;
        let default = self.target(op.at, self.i32(base)?)?;
        let (mut keys, mut targets) = (Vec::new(), Vec::new());
        if op.code == 170 {
            let (low, high) = (self.i32(base + 4)?, self.i32(base + 8)?);
            for (n, key) in (low..=high).enumerate() {
                keys.push(key);
                targets.push(self.target(op.at, self.i32(base + 12 + n * 4)?)?);
            }
        } else {
            for n in 0..self.i32(base + 4)? as usize {
                keys.push(self.i32(base + 8 + n * 8)?);
                targets.push(self.target(op.at, self.i32(base + 12 + n * 8)?)?);
            }
        }
        Ok(SwitchTargets { default, keys, targets })
    }

    /// The position a branch at `at` by `offset` goes to.
    pub fn target(&self, at: usize, offset: i32) -> Result<usize, String> {
        usize::try_from(at as i64 + i64::from(offset))
            .ok()
            .filter(|target| *target < self.code.bytecode.len() && self.index[*target] != NONE)
            .ok_or_else(|| format!("the branch at position {at} goes to no instruction"))
    }

    fn find_leaders(&mut self) -> Result<(), String> {
        for n in 0..self.ops.len() {
            let op = self.ops[n];
            match op.code {
                153..=168 | 198..=201 => {
                    let target = self.target(op.at, op.operand)?;
                    self.leaders[target] = true;
                    self.leaders[op.at + op.length] = true;
                }
                170 | 171 => {
                    let targets = self.switch_targets(&op)?;
                    self.leaders[targets.default] = true;
                    targets.targets.iter().for_each(|t| self.leaders[*t] = true);
                    self.leaders[op.at + op.length] = true;
                }
                169 | 172..=177 | 191 => self.leaders[op.at + op.length] = true,
                _ => {}
            }
        }
        for range in &self.code.exceptions {
            for at in [range.start, range.handler] {
                if self.index[usize::from(at)] == NONE {
                    return Err("an exception table entry does not start at an instruction".to_owned());
                }
            }
            self.leaders[usize::from(range.start)] = true;
            self.leaders[usize::from(range.end)] = true;
            self.leaders[usize::from(range.handler)] = true;
        }
        Ok(())
    }

    fn find_stacks(&mut self) -> Result<(), String> {
        let mut work = Vec::new();
        self.reach(0, &[], &mut work)?;
        for n in 0..self.code.exceptions.len() {
            let handler = usize::from(self.code.exceptions[n].handler);
            self.reach(handler, &[Kind::Ref], &mut work)?;
        }
        while let Some(start) = work.pop() {
            let mut stack = self.entry[start].clone().expect("only reached positions are queued");
            let mut n = self.index[start] as usize;
            loop {
                let op = *self.ops.get(n).ok_or("the code falls off its end")?;
                if op.at != start && self.leaders[op.at] {
                    self.reach(op.at, &stack, &mut work)?;
                    break;
                }
                self.effect(&op, &mut stack).map_err(|e| format!("{e} at position {}", op.at))?;
                if stack.iter().map(|k| 1 + usize::from(k.is_wide())).sum::<usize>() > usize::from(self.code.max_stack)
                {
                    return Err(format!("the operand stack overflows at position {}", op.at));
                }
                if !self.follow(&op, &stack, &mut work)? {
                    break;
                }
                n += 1;
            }
        }
        Ok(())
    }

    /// Queues the successors of a branch; says whether control goes on to the next instruction.
    fn follow(&mut self, op: &Op, stack: &[Kind], work: &mut Vec<usize>) -> Result<bool, String> {
        match op.code {
            153..=166 | 198 | 199 => self.reach(self.target(op.at, op.operand)?, stack, work)?,
            167 | 200 => {
                self.reach(self.target(op.at, op.operand)?, stack, work)?;
                return Ok(false);
            }
            168 | 201 => {
                let mut inside = stack.to_vec();
                inside.push(Kind::Int);
                self.reach(self.target(op.at, op.operand)?, &inside, work)?;
            }
            170 | 171 => {
                let targets = self.switch_targets(op)?;
                self.reach(targets.default, stack, work)?;
                for target in targets.targets {
                    self.reach(target, stack, work)?;
                }
                return Ok(false);
            }
            169 | 172..=177 | 191 => return Ok(false),
            _ => {}
        }
        Ok(true)
    }

    fn reach(&mut self, at: usize, stack: &[Kind], work: &mut Vec<usize>) -> Result<(), String> {
        match &self.entry[at] {
            None => {
                self.entry[at] = Some(stack.to_vec());
                work.push(at);
                Ok(())
            }
            Some(known) if known == stack => Ok(()),
            Some(_) => Err(format!("the operand stack at position {at} depends on the way there")),
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
        Type::of(&descriptor).filter(|t| *t != Type::Void).ok_or_else(|| format!("bad field descriptor {descriptor}"))
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
            return Err(format!("constant {} is {constant:?}, not what opcode {} calls", op.operand, op.code));
        }
        let (name, descriptor) = self.member(op.operand)?;
        if name.starts_with('<') && !(op.code == 183 && name == "<init>") {
            return Err(format!("an initialiser {name} is called by name"));
        }
        let (parameters, result) =
            split_method(&descriptor).ok_or_else(|| format!("bad method descriptor {descriptor}"))?;
        let types = parameters.iter().map(|p| Type::of(p).unwrap_or(Type::Int)).collect();
        Ok((types, Type::of(result).unwrap_or(Type::Void)))
    }

    /// The kind of value an `ldc` loads.
    pub fn constant_kind(&self, op: &Op) -> Result<Kind, String> {
        let constant = self.file.constant(op.operand as u16).map_err(|e| e.to_string())?;
        let kind = match constant {
            Constant::Integer(_) => Kind::Int,
            Constant::Float(_) => Kind::Float,
            Constant::Long(_) => Kind::Long,
            Constant::Double(_) => Kind::Double,
            Constant::Dynamic { .. } => Kind::of(self.field_type(op.operand)?).ok_or("a void constant")?,
            Constant::String { .. }
            | Constant::Class { .. }
            | Constant::MethodType { .. }
            | Constant::MethodHandle { .. } => Kind::Ref,
            other => return Err(format!("ldc of {other:?}")),
        };
        if kind.is_wide() == (op.code == 20) { Ok(kind) } else { Err("ldc of the wrong width".to_owned()) }
    }

    fn local(&self, op: &Op, kind: Kind) -> Result<(), String> {
        let last = op.operand + i32::from(kind.is_wide());
        if last < i32::from(self.code.max_locals) {
            Ok(())
        } else {
            Err(format!("local variable {} does not exist", op.operand))
        }
    }

    /// Applies an instruction to the kinds on the stack.
    pub fn effect(&self, op: &Op, stack: &mut Vec<Kind>) -> Result<(), String> {
        use Kind::{Int as I, Ref as A};
        const BY_CODE: [Kind; 5] = [I, Kind::Long, Kind::Float, Kind::Double, A];
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
            87..=95 => return shuffle(op.code, stack).ok_or_else(|| "a stack operation splits a value".to_owned()),
            132 | 169 => {
                self.local(op, I)?;
                (&[][..], &[][..])
            }
            178 => {
                stack.push(Kind::of(self.field_type(op.operand)?).unwrap_or(I));
                return Ok(());
            }
            179 => return pop(stack, Kind::of(self.field_type(op.operand)?).unwrap_or(I)),
            180 => {
                pop(stack, A)?;
                stack.push(Kind::of(self.field_type(op.operand)?).unwrap_or(I));
                return Ok(());
            }
            181 => {
                pop(stack, Kind::of(self.field_type(op.operand)?).unwrap_or(I))?;
                return pop(stack, A);
            }
            182..=186 => {
                let (parameters, result) = self.method_type(op)?;
                for ty in parameters.iter().rev() {
                    pop(stack, Kind::of(*ty).unwrap_or(I))?;
                }
                if !matches!(op.code, 184 | 186) {
                    pop(stack, A)?;
                }
                stack.extend(Kind::of(result));
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
}

/// What an instruction takes from the stack and leaves there, where its opcode alone tells.
pub fn shape(code: u8) -> Option<(&'static [Kind], &'static [Kind])> {
    use Kind::{Double as D, Float as F, Int as I, Long as J, Ref as A};
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

fn pop(stack: &mut Vec<Kind>, kind: Kind) -> Result<(), String> {
    match stack.pop() {
        Some(found) if found == kind => Ok(()),
        Some(found) => Err(format!("{found:?} on the operand stack where {kind:?} is needed")),
        None => Err("the operand stack is empty".to_owned()),
    }
}

/// How a stack operation (`pop` … `swap`) rearranges the top: how many entries it takes, and which of them, counted
/// from the deepest taken, it leaves.
pub fn shuffle_plan(code: u8, wide: impl Fn(usize) -> Option<bool>) -> Option<(usize, &'static [usize])> {
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

fn shuffle(code: u8, stack: &mut Vec<Kind>) -> Option<()> {
    let (taken, left) =
        shuffle_plan(code, |depth| stack.len().checked_sub(depth + 1).map(|index| stack[index].is_wide()))?;
    let kinds = stack.split_off(stack.len() - taken);
    stack.extend(left.iter().map(|n| kinds[*n]));
    Some(())
}
