//! The shape of a method's bytecode: instruction boundaries, block starts, and the operand stack at
//! each block's start; and what can be said of any graph of such blocks: dominators, loops, and
//! data flow.
//!
//! The first is also the structural verification of JVMS 4.9: whatever passes here can be linked
//! and run without the interpreter ever leaving its frame. Types of references are not compared:
//! `verify` does that for the classes of applications, and those of the JDK's image are trusted.

pub mod dataflow;
mod decoding;
pub mod dominators;
mod effects;
pub mod graph;
mod locking;
pub mod loops;

pub use effects::{shape, shuffle_plan};

use raceproof_classfile::descriptor::Type;
use raceproof_classfile::{ClassFile, Code, ExceptionRange};

/// What kind of value a stack entry or a local holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackType {
    /// `int`, and what is narrower: `boolean`, `byte`, `char`, `short`.
    Int,
    /// `long`, which takes two slots.
    Long,
    /// `float`.
    Float,
    /// `double`, which takes two slots.
    Double,
    /// A reference, or null.
    Ref,
}

impl StackType {
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
    /// The position of its first byte.
    pub at: usize,
    /// The opcode: of `iload_0` and of `wide iload`, that of `iload`.
    pub code: u8,
    /// Bytes it takes, with the padding of a switch.
    pub length: usize,
    /// Local variable index, constant-pool index or immediate.
    pub operand: i32,
    /// Second immediate: `iinc`'s constant, `multianewarray`'s dimensions.
    pub second: i32,
}

/// Bytecode with its boundaries known.
pub struct Flow<'a> {
    /// The class file, for its constant pool.
    pub file: &'a ClassFile<'static>,
    /// The `Code` attribute that was decoded.
    pub code: &'a Code<'static>,
    /// Operations, in the order of the code.
    pub ops: Vec<Op>,
    /// `index[position]` is the place in `ops` of the operation that starts there.
    pub index: Vec<u32>,
    /// Positions where a block starts.
    pub leaders: Vec<bool>,
    /// The stack at each leader that is reached.
    pub entry: Vec<Option<Vec<StackType>>>,
}

const NONE: u32 = u32::MAX;

/// Targets of a switch: the default, then each case.
pub struct SwitchTargets {
    /// The position where no key matches.
    pub default: usize,
    /// The value of each case; of a `tableswitch`, consecutive ones.
    pub keys: Vec<i32>,
    /// The position of each case, in the order of the keys.
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
                    return Err(
                        "an exception table entry does not start at an instruction".to_owned()
                    );
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
        let mut handlers: Vec<_> = self.code.exceptions.iter().collect();
        // Behind calls of subroutines, which come back if a `ret` is reached: whose it is, the
        // verifier knows.
        let (mut behind, mut comes_back) = (Vec::new(), false);
        loop {
            let Some(start) = work.pop() else {
                let returned = if comes_back { std::mem::take(&mut behind) } else { Vec::new() };
                if returned.is_empty() {
                    return Ok(());
                }
                returned.into_iter().try_for_each(|(at, stack): (_, Vec<StackType>)| {
                    self.reach(at, &stack, &mut work)
                })?;
                continue;
            };
            let mut stack = self.entry[start].clone().expect("only reached positions are queued");
            let mut n = self.index[start] as usize;
            loop {
                let op = *self.ops.get(n).ok_or("the code falls off its end")?;
                if op.at != start && self.leaders[op.at] {
                    self.reach(op.at, &stack, &mut work)?;
                    break;
                }
                while let Some(at) = handlers.iter().position(|range| covers(range, op.at)) {
                    self.reach(
                        usize::from(handlers.swap_remove(at).handler),
                        &[StackType::Ref],
                        &mut work,
                    )?;
                }
                self.effect(&op, &mut stack).map_err(|e| format!("{e} at position {}", op.at))?;
                if stack.iter().map(|k| 1 + usize::from(k.is_wide())).sum::<usize>()
                    > usize::from(self.code.max_stack)
                {
                    return Err(format!("the operand stack overflows at position {}", op.at));
                }
                if !self.follow(&op, &stack, &mut work)? {
                    comes_back |= op.code == 169;
                    if matches!(op.code, 168 | 201) {
                        behind.push((op.at + op.length, stack));
                    }
                    break;
                }
                n += 1;
            }
        }
    }

    /// Queues the successors of a branch; says whether control goes on to the next instruction.
    fn follow(
        &mut self,
        op: &Op,
        stack: &[StackType],
        work: &mut Vec<usize>,
    ) -> Result<bool, String> {
        match op.code {
            153..=166 | 198 | 199 => self.reach(self.target(op.at, op.operand)?, stack, work)?,
            167 | 200 => {
                self.reach(self.target(op.at, op.operand)?, stack, work)?;
                return Ok(false);
            }
            168 | 201 => {
                let mut inside = stack.to_vec();
                inside.push(StackType::Int);
                self.reach(self.target(op.at, op.operand)?, &inside, work)?;
                return Ok(false);
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

    fn reach(
        &mut self,
        at: usize,
        stack: &[StackType],
        work: &mut Vec<usize>,
    ) -> Result<(), String> {
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
}

fn covers(range: &ExceptionRange, at: usize) -> bool {
    (usize::from(range.start)..usize::from(range.end)).contains(&at)
}
