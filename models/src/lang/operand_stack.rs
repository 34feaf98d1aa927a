//! Where the values on a method's operand stack come from: a data flow as HotSpot's
//! `bytecodeUtils.cpp` computes it.
//!
//! Not the textbook's fixed point: like the original, passes over the code in order end as soon as
//! the instruction asked for has a stack, so that a message does not depend on loops behind it.

use raceproof_classfile::descriptor::{Type, split_method};
use raceproof_classfile::{ClassFile, Code, Constant};

/// The most slots that all stacks together may have, as in HotSpot.
const MOST_SLOTS: usize = 1_000_000;

/// What is known of a slot of the stack.
#[derive(Clone, Copy, PartialEq)]
pub struct Slot {
    /// The instruction that pushed it, if it is always the same.
    pub source: Option<u16>,
    kind: SlotType,
}

#[derive(Clone, Copy, PartialEq)]
enum SlotType {
    Int,
    Float,
    Long,
    Double,
    Object,
    Conflict,
}

impl SlotType {
    fn of(ty: Type) -> Self {
        match ty {
            Type::Float => Self::Float,
            Type::Long => Self::Long,
            Type::Double => Self::Double,
            Type::Reference => Self::Object,
            _ => Self::Int,
        }
    }

    fn slots(self) -> usize {
        if matches!(self, Self::Long | Self::Double) { 2 } else { 1 }
    }
}

/// The stack before an instruction, and which of the first 64 local variables were written by then.
#[derive(Clone, Default)]
pub struct Stack {
    slots: Vec<Slot>,
    written: u64,
}

impl Stack {
    /// The slot so many places below the top.
    pub fn slot(&self, below_top: usize) -> Option<Slot> {
        let index = self.slots.len().checked_sub(below_top + 1)?;
        Some(self.slots[index])
    }

    /// Whether a local variable may have been written since the method was entered.
    pub fn was_written(&self, local: u16) -> bool {
        local < 64 && self.written >> local & 1 != 0
    }

    fn write(&mut self, local: u16, slots: usize) {
        for local in usize::from(local)..usize::from(local) + slots {
            if local < 64 {
                self.written |= 1 << local;
            }
        }
    }

    fn push(&mut self, source: u16, kind: SlotType) {
        for _ in 0..kind.slots() {
            self.slots.push(Slot { source: Some(source), kind });
        }
    }

    fn pop(&mut self, count: usize) {
        self.slots.truncate(self.slots.len().saturating_sub(count));
    }

    /// Puts copies of the top `count` slots below `under` others, as the `dup` family does.
    fn duplicate(&mut self, count: usize, under: usize) {
        let length = self.slots.len();
        if length < count + under {
            return;
        }
        let top = self.slots[length - count..].to_vec();
        let at = length - count - under;
        self.slots.splice(at..at, top);
    }

    fn merge(&mut self, other: &Self) {
        self.written |= other.written;
        self.slots.truncate(other.slots.len());
        for (mine, theirs) in self.slots.iter_mut().zip(&other.slots) {
            if mine.kind != theirs.kind {
                *mine = Slot { source: None, kind: SlotType::Conflict };
            } else if mine.source != theirs.source {
                mine.source = None;
            }
        }
    }
}

/// What an instruction does to the flow of control.
#[derive(Default)]
struct Flow {
    targets: Vec<i64>,
    ends: bool,
}

/// The stacks before the instructions of one method.
pub struct Analysis<'a> {
    pub file: &'a ClassFile<'static>,
    pub code: &'a Code<'static>,
    stacks: Vec<Option<Stack>>,
    slots: usize,
    changed: bool,
}

impl<'a> Analysis<'a> {
    /// Analyses a method as far as the instruction at `wanted` needs.
    pub fn new(file: &'a ClassFile<'static>, code: &'a Code<'static>, wanted: u16) -> Self {
        let mut stacks = vec![None; code.bytecode.len() + 1];
        stacks[0] = Some(Stack::default());
        for range in &code.exceptions {
            if let Some(stack) = stacks.get_mut(usize::from(range.handler)) {
                let mut caught = Stack::default();
                caught.push(range.handler, SlotType::Object);
                *stack = Some(caught);
            }
        }
        let mut analysis = Self { file, code, stacks, slots: 0, changed: true };
        while analysis.changed && analysis.pass(usize::from(wanted)) {}
        analysis
    }

    /// The stack before an instruction.
    pub fn stack(&self, position: u16) -> Option<&Stack> {
        self.stacks.get(usize::from(position))?.as_ref()
    }

    /// The opcode at a position.
    pub fn opcode(&self, position: u16) -> u8 {
        self.byte(usize::from(position))
    }

    /// The byte at a position; zero behind the end, so that broken code is harmless.
    pub fn byte(&self, at: usize) -> u8 {
        self.code.bytecode.get(at).copied().unwrap_or(0)
    }

    /// The 16-bit number at a position.
    pub fn half(&self, at: usize) -> u16 {
        u16::from_be_bytes([self.byte(at), self.byte(at + 1)])
    }

    fn word(&self, at: usize) -> i32 {
        i32::from_be_bytes([self.byte(at), self.byte(at + 1), self.byte(at + 2), self.byte(at + 3)])
    }

    /// One pass in the order of the code; false when it has reached what was wanted or can do no
    /// more.
    fn pass(&mut self, wanted: usize) -> bool {
        self.changed = false;
        let mut all = true;
        let mut at = 0;
        while at < self.code.bytecode.len() {
            let length = self.length(at);
            match self.stacks[at].clone() {
                Some(stack) => self.execute(at, length, stack),
                None => all = false,
            }
            at += length;
            if at == wanted && self.stacks.get(at).is_some_and(Option::is_some)
                || self.slots > MOST_SLOTS
            {
                return false;
            }
        }
        !all
    }

    fn length(&self, at: usize) -> usize {
        match self.byte(at) {
            0xAA => {
                let start = (at + 4) & !3;
                let rows = i64::from(self.word(start + 8)) - i64::from(self.word(start + 4)) + 1;
                start + 12 + 4 * rows.clamp(0, 65_535) as usize - at
            }
            0xAB => {
                let start = (at + 4) & !3;
                start + 8 + 8 * self.word(start + 4).clamp(0, 65_535) as usize - at
            }
            0xC4 => 2 + if self.byte(at + 1) == 0x84 { 4 } else { 2 },
            opcode => {
                LENGTHS.get(usize::from(opcode)).map_or(1, |length| usize::from(length - b'0'))
            }
        }
    }

    fn execute(&mut self, at: usize, length: usize, mut stack: Stack) {
        let flow = self.effect(at, &mut stack);
        if !flow.ends {
            self.reach((at + length) as i64, &stack);
        }
        for target in flow.targets {
            self.reach(target, &stack);
        }
    }

    fn reach(&mut self, target: i64, stack: &Stack) {
        let Some(place) =
            usize::try_from(target).ok().and_then(|target| self.stacks.get_mut(target))
        else {
            return;
        };
        match place {
            Some(known) => known.merge(stack),
            None => {
                self.slots += stack.slots.len();
                *place = Some(stack.clone());
                self.changed = true;
            }
        }
    }

    /// Applies the instruction to the stack before it.
    fn effect(&self, at: usize, stack: &mut Stack) -> Flow {
        let source = at as u16;
        let opcode = self.byte(at);
        let mut flow = Flow::default();
        match opcode {
            0x12 => self.push_constant(stack, source, u16::from(self.byte(at + 1))),
            0x13 | 0x14 => self.push_constant(stack, source, self.half(at + 1)),
            0x36..=0x4E => self.store(stack, opcode, u16::from(self.byte(at + 1))),
            0x84 => stack.write(u16::from(self.byte(at + 1)), 1),
            0xC4 => self.wide(at, stack),
            0x59 => stack.duplicate(1, 0),
            0x5A => stack.duplicate(1, 1),
            0x5B => stack.duplicate(1, 2),
            0x5C => stack.duplicate(2, 0),
            0x5D => stack.duplicate(2, 1),
            0x5E => stack.duplicate(2, 2),
            0x5F => {
                let length = stack.slots.len();
                if length > 1 {
                    stack.slots.swap(length - 1, length - 2);
                }
            }
            0xB2..=0xB5 => self.field_access(at, stack),
            0xB6..=0xBA => self.call(at, stack),
            0xC5 => {
                stack.pop(usize::from(self.byte(at + 3)));
                stack.push(source, SlotType::Object);
            }
            _ => {
                let (pops, push) = simple_effect(opcode);
                stack.pop(pops);
                if let Some(kind) = push {
                    stack.push(source, kind);
                }
                flow = self.flow(at, opcode);
            }
        }
        flow
    }

    fn flow(&self, at: usize, opcode: u8) -> Flow {
        let near = || at as i64 + i64::from(self.half(at + 1) as i16);
        match opcode {
            0x99..=0xA6 | 0xC6 | 0xC7 => Flow { targets: vec![near()], ends: false },
            0xA7 | 0xA8 => Flow { targets: vec![near()], ends: true },
            0xC8 | 0xC9 => {
                Flow { targets: vec![at as i64 + i64::from(self.word(at + 1))], ends: true }
            }
            0xAA | 0xAB => Flow { targets: self.switch_targets(at, opcode), ends: true },
            0xA9 | 0xAC..=0xB1 | 0xBF => Flow { targets: Vec::new(), ends: true },
            _ => Flow::default(),
        }
    }

    fn switch_targets(&self, at: usize, opcode: u8) -> Vec<i64> {
        let start = (at + 4) & !3;
        let end = at + self.length(at);
        let (first, step) = if opcode == 0xAA { (start + 12, 4) } else { (start + 12, 8) };
        let offsets = std::iter::once(start).chain((first..end).step_by(step));
        offsets.map(|offset| at as i64 + i64::from(self.word(offset))).collect()
    }

    fn push_constant(&self, stack: &mut Stack, source: u16, index: u16) {
        let kind = match self.file.constant(index) {
            Ok(Constant::Integer(_)) => SlotType::Int,
            Ok(Constant::Float(_)) => SlotType::Float,
            Ok(Constant::Long(_)) => SlotType::Long,
            Ok(Constant::Double(_)) => SlotType::Double,
            Ok(Constant::Dynamic { name_and_type, .. }) => {
                let descriptor =
                    self.file.name_and_type(name_and_type).ok().and_then(|(_, d)| Type::of(&d));
                SlotType::of(descriptor.unwrap_or(Type::Reference))
            }
            _ => SlotType::Object,
        };
        stack.push(source, kind);
    }

    fn store(&self, stack: &mut Stack, opcode: u8, operand: u16) {
        let (sort, local) = match opcode {
            0x36..=0x3A => (opcode - 0x36, operand),
            _ => ((opcode - 0x3B) / 4, u16::from((opcode - 0x3B) % 4)),
        };
        // Longs and doubles, the second and fourth of the five sorts, take two slots.
        let slots = if sort == 1 || sort == 3 { 2 } else { 1 };
        stack.pop(slots);
        stack.write(local, slots);
    }

    fn wide(&self, at: usize, stack: &mut Stack) {
        let (opcode, local) = (self.byte(at + 1), self.half(at + 2));
        match opcode {
            0x36..=0x3A => self.store(stack, opcode, local),
            0x84 => stack.write(local, 1),
            0x15..=0x19 => {
                if let (_, Some(kind)) = simple_effect(opcode) {
                    stack.push(at as u16, kind);
                }
            }
            _ => {}
        }
    }

    /// The class, name and descriptor of the member at a constant-pool index.
    pub fn member(&self, index: u16) -> Option<(String, String, String)> {
        let (class, name_and_type) = match self.file.constant(index).ok()? {
            Constant::Field { class, name_and_type }
            | Constant::Method { class, name_and_type }
            | Constant::InterfaceMethod { class, name_and_type } => (Some(class), name_and_type),
            Constant::InvokeDynamic { name_and_type, .. } => (None, name_and_type),
            _ => return None,
        };
        let (name, descriptor) = self.file.name_and_type(name_and_type).ok()?;
        let class = class.and_then(|class| self.file.class_name(class).ok()).unwrap_or_default();
        Some((class.into_owned(), name.into_owned(), descriptor.into_owned()))
    }

    fn field_access(&self, at: usize, stack: &mut Stack) {
        let descriptor = self.member(self.half(at + 1)).map(|(_, _, descriptor)| descriptor);
        let kind = SlotType::of(descriptor.and_then(|d| Type::of(&d)).unwrap_or(Type::Reference));
        match self.byte(at) {
            0xB2 => stack.push(at as u16, kind),
            0xB3 => stack.pop(kind.slots()),
            0xB4 => {
                stack.pop(1);
                stack.push(at as u16, kind);
            }
            _ => stack.pop(kind.slots() + 1),
        }
    }

    fn call(&self, at: usize, stack: &mut Stack) {
        let Some((_, _, descriptor)) = self.member(self.half(at + 1)) else { return };
        let receiver = usize::from(!matches!(self.byte(at), 0xB8 | 0xBA));
        stack.pop(argument_slots(&descriptor) + receiver);
        if let Some(ty) = split_method(&descriptor).and_then(|(_, result)| Type::of(result))
            && ty != Type::Void
        {
            stack.push(at as u16, SlotType::of(ty));
        }
    }
}

/// Slots that the arguments of a method take on the stack, the receiver left out.
pub fn argument_slots(descriptor: &str) -> usize {
    let (parameters, _) = split_method(descriptor).unwrap_or_default();
    parameters
        .iter()
        .filter_map(|parameter| Type::of(parameter))
        .map(|ty| SlotType::of(ty).slots())
        .sum()
}

/// Lengths of the instructions of fixed length, by opcode.
const LENGTHS: &[u8] =
    b"111111111111111123233222221111111111111111111111111111222221111111111111111111111111111111111111\
    1111111111111111111111111111111111113111111111111111111113333333333333333211111111333333355323113311143355";

/// Slots popped and the kind pushed by instructions whose operands do not matter.
fn simple_effect(opcode: u8) -> (usize, Option<SlotType>) {
    use SlotType::{Double, Float, Int, Long, Object};
    match opcode {
        0x01 | 0x19 | 0x2A..=0x2D | 0xBB => (0, Some(Object)),
        0x02..=0x08 | 0x10 | 0x11 | 0x15 | 0x1A..=0x1D => (0, Some(Int)),
        0x09 | 0x0A | 0x16 | 0x1E..=0x21 => (0, Some(Long)),
        0x0B..=0x0D | 0x17 | 0x22..=0x25 => (0, Some(Float)),
        0x0E | 0x0F | 0x18 | 0x26..=0x29 => (0, Some(Double)),
        0x2E | 0x33..=0x35 => (2, Some(Int)),
        0x2F => (2, Some(Long)),
        0x30 => (2, Some(Float)),
        0x31 => (2, Some(Double)),
        0x32 => (2, Some(Object)),
        0x4F | 0x51 | 0x53..=0x56 => (3, None),
        0x50 | 0x52 => (4, None),
        0x57 => (1, None),
        0x58 => (2, None),
        0x60 | 0x64 | 0x68 | 0x6C | 0x70 | 0x78 | 0x7A | 0x7C | 0x7E | 0x80 | 0x82 => {
            (2, Some(Int))
        }
        0x61 | 0x65 | 0x69 | 0x6D | 0x71 | 0x7F | 0x81 | 0x83 => (4, Some(Long)),
        0x79 | 0x7B | 0x7D => (3, Some(Long)),
        0x62 | 0x66 | 0x6A | 0x6E | 0x72 => (2, Some(Float)),
        0x63 | 0x67 | 0x6B | 0x6F | 0x73 => (4, Some(Double)),
        0x74 | 0x8B | 0x91..=0x93 | 0xBE | 0xC1 => (1, Some(Int)),
        0x75 | 0x8F => (2, Some(Long)),
        0x76 | 0x86 => (1, Some(Float)),
        0x77 | 0x8A => (2, Some(Double)),
        0x85 | 0x8C => (1, Some(Long)),
        0x87 | 0x8D => (1, Some(Double)),
        0x88 | 0x8E => (2, Some(Int)),
        0x89 | 0x90 => (2, Some(Float)),
        0x94 | 0x97 | 0x98 => (4, Some(Int)),
        0x95 | 0x96 => (2, Some(Int)),
        0x99..=0x9E | 0xC6 | 0xC7 | 0xAA | 0xAB | 0xAC | 0xAE | 0xB0 | 0xBF | 0xC2 | 0xC3 => {
            (1, None)
        }
        0x9F..=0xA6 | 0xAD | 0xAF => (2, None),
        0xA8 | 0xC9 => (0, Some(Int)),
        0xBC | 0xBD => (1, Some(Object)),
        // A checked cast leaves the value, and with it the value's source, where it is.
        _ => (0, None),
    }
}
