//! Bytecode to [`Body`].

mod blocks;
mod calls;
mod memory;

use super::ssa::{Ssa, Value};
use super::{Block, Body, Call, Counting, Statement, ZeroTest};
use crate::ids::{ClassId, FieldId, MethodId, Reg};
use crate::world::{Origin, World, access};
use raceproof_bytecode::graph::Graph;
use raceproof_bytecode::{Flow, Op, StackType, shape};
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::Type;
use rustc_hash::FxHashMap;
use std::rc::Rc;

const STATIC_CALL: u8 = 184;
const DYNAMIC_CALL: u8 = 186;
const IF_EQ: u8 = 153;
const IF_NE: u8 = 154;
const IF_INT_EQ: u8 = 159;
const IF_INT_NE: u8 = 160;
const IF_NULL: u8 = 198;
const IF_NONNULL: u8 = 199;

/// A value on the operand stack, and whether it takes two slots.
type StackEntry = (Value, bool);

pub(super) struct Builder<'w, 'f> {
    pub(super) world: &'w mut World,
    pub(super) flow: &'f Flow<'f>,
    pub(super) class: ClassId,
    pub(super) ssa: Ssa,
    parameters: Vec<Reg>,
    /// By block: the position where it begins.
    starts: Vec<usize>,
    blocks: Vec<Block>,
    /// Statements of the blocks in the order in which they are filled.
    statements: Vec<Statement>,
    positions: Vec<u16>,
    pub(super) calls: Vec<Call>,
    constants: Vec<(u32, i32)>,
    texts: Vec<(Reg, Rc<str>)>,
    counting: Counting,
    is_of_application: bool,
    /// Registers that static fields were loaded into.
    loaded: FxHashMap<Reg, FieldId>,
    block: usize,
    at: usize,
    stack: Vec<StackEntry>,
}

impl<'w, 'f> Builder<'w, 'f> {
    pub(super) fn new(
        world: &'w mut World,
        method: MethodId,
        flow: &'f Flow<'f>,
    ) -> Result<Self, String> {
        if flow.ops.iter().any(|op| matches!(op.code, 168 | 169 | 201)) {
            return Err("it has subroutines (`jsr`), which are not followed yet".to_owned());
        }
        let (class, selector) =
            (world.methods[method.index()].class, world.methods[method.index()].selector);
        let is_static = world.methods[method.index()].is(access::STATIC);
        let (types, _) = world.types(selector);
        let receiver = (!is_static).then_some(Type::Reference);
        let (mut parameters, mut locals, mut registers) = (Vec::new(), Vec::new(), 0);
        for ty in receiver.into_iter().chain(types) {
            let value = if ty == Type::Reference {
                registers += 1;
                Value::Reg(Reg(registers - 1))
            } else {
                Value::Unknown
            };
            parameters.push(value.reg());
            locals.push(value);
            locals.extend(ty.is_wide().then_some(Value::Unknown));
        }
        let starts: Vec<usize> =
            (0..flow.leaders.len()).filter(|at| flow.entry[*at].is_some()).collect();
        let is_of_application = world.classes[class.index()].origin != Origin::Jdk;
        let (blocks, before) = blocks::blocks(flow, &starts, is_of_application)?;
        let ssa = Ssa::new(before, locals, registers);
        Ok(Self {
            world,
            flow,
            class,
            ssa,
            parameters,
            starts,
            blocks,
            statements: Vec::new(),
            positions: Vec::new(),
            calls: Vec::new(),
            constants: Vec::new(),
            texts: Vec::new(),
            counting: Counting::default(),
            is_of_application,
            loaded: FxHashMap::default(),
            block: 0,
            at: 0,
            stack: Vec::new(),
        })
    }

    pub(super) fn build(mut self) -> Result<Body, String> {
        let edges = |block: &Block| {
            block.next.iter().chain(&block.handlers).map(|to| *to as usize).collect()
        };
        let graph = Graph::new(self.blocks.iter().map(edges).collect());
        for block in graph.reverse_postorder(0) {
            self.fill(block)?;
        }
        Ok(self.finish())
    }

    fn fill(&mut self, block: usize) -> Result<(), String> {
        self.block = block;
        let start = self.starts[block];
        self.blocks[block].start = self.statements.len() as u32;
        let kinds = self.flow.entry[start].clone().unwrap_or_default();
        self.stack.clear();
        let is_handler =
            self.flow.code.exceptions.iter().any(|range| usize::from(range.handler) == start);
        self.at = start;
        for (depth, kind) in kinds.iter().enumerate() {
            let value = match kind {
                StackType::Ref if is_handler => self.caught(start),
                StackType::Ref => self.ssa.at_start(block, self.entry_variable(depth)),
                _ => Value::Unknown,
            };
            self.stack.push((value, kind.is_wide()));
        }
        let mut n = self.flow.index[start] as usize;
        while let Some(op) = self.flow.ops.get(n).copied() {
            if op.at != start && self.flow.leaders[op.at] {
                break;
            }
            self.at = op.at;
            self.note_test(&op)?;
            self.op(&op)?;
            n += 1;
            if matches!(op.code, 167 | 170..=177 | 191 | 200) {
                break;
            }
        }
        for depth in 0..self.stack.len() {
            let variable = self.entry_variable(depth);
            self.ssa.write(block, variable, kept(self.stack[depth].0));
        }
        self.blocks[block].end = self.statements.len() as u32;
        self.ssa.fill(block);
        Ok(())
    }

    /// Which way leads on only if a value is not null, or not zero; none if both lead to the same
    /// place.
    fn note_test(&mut self, op: &Op) -> Result<(), String> {
        if !matches!(op.code, IF_EQ | IF_NE | IF_INT_EQ | IF_INT_NE | IF_NULL | IF_NONNULL) {
            return Ok(());
        }
        let (target, behind) = (self.flow.target(op.at, op.operand)?, op.at + op.length);
        let values: Vec<Value> = self.stack.iter().rev().take(2).map(|(value, _)| *value).collect();
        // Equal to a number other than zero is not zero; not equal to it tells nothing.
        let (value, unless, is_of_zero) = match (op.code, &values[..]) {
            (IF_NULL | IF_EQ, [value, ..]) => (*value, behind, true),
            (IF_NONNULL | IF_NE, [value, ..]) => (*value, target, true),
            (IF_INT_EQ, [Value::Int(number), value] | [value, Value::Int(number)])
                if *number != 0 =>
            {
                (*value, target, false)
            }
            (IF_INT_NE, [Value::Int(number), value] | [value, Value::Int(number)])
                if *number != 0 =>
            {
                (*value, behind, false)
            }
            _ => return Ok(()),
        };
        if target == behind {
            return Ok(());
        }
        let block = |at: usize| {
            let found = self
                .starts
                .binary_search(&at)
                .map_err(|_| format!("no block begins at position {at}"));
            found.map(|block| block as u32)
        };
        let (unless, other) =
            (block(unless)?, block(if unless == target { behind } else { target })?);
        let only_if = is_of_zero.then_some(other);
        let block = &mut self.blocks[self.block];
        match value {
            Value::Reg(reg) => block.unless_null = Some((reg, unless)),
            Value::Of(statement) => block.zero_test = Some(ZeroTest { statement, unless, only_if }),
            _ => {}
        }
        Ok(())
    }

    fn entry_variable(&self, depth: usize) -> u16 {
        // Both are at most 65535; what does not fit is not asked for by code that fits in a class
        // file.
        self.flow.code.max_locals.saturating_add(depth as u16)
    }

    /// Several ranges may have one handler: then what is caught is any of their classes.
    fn caught(&mut self, handler: usize) -> Value {
        let to = self.ssa.fresh();
        let exceptions = &self.flow.code.exceptions;
        let mut types: Vec<u16> = exceptions
            .iter()
            .filter(|range| usize::from(range.handler) == handler)
            .map(|range| range.catch_type)
            .collect();
        types.sort_unstable();
        types.dedup();
        for ty in types {
            let class = (ty != 0).then(|| self.class_at(i32::from(ty)));
            self.push_statement(Statement::Catch { to, class });
        }
        Value::Reg(to)
    }

    fn finish(self) -> Body {
        let (registers, phis, replaced) = self.ssa.finish();
        let mut body = Body {
            registers,
            parameters: self.parameters,
            statements: Vec::with_capacity(self.statements.len()),
            positions: Vec::with_capacity(self.positions.len()),
            blocks: self.blocks,
            phis,
            calls: self.calls,
            texts: self.texts,
            counting: self.counting,
            ..Body::default()
        };
        let mut moved = vec![0; self.statements.len()];
        // In the order of the bytecode.
        for block in &mut body.blocks {
            let range = block.start as usize..block.end as usize;
            block.start = body.statements.len() as u32;
            range.clone().enumerate().for_each(|(at, from)| moved[from] = block.start + at as u32);
            body.statements.extend(
                self.statements[range.clone()].iter().map(|one| one.with(|reg| replaced.of(reg))),
            );
            body.positions.extend(&self.positions[range]);
            block.end = body.statements.len() as u32;
            block.unless_null = block.unless_null.map(|(reg, to)| (replaced.of(reg), to));
        }
        for block in &mut body.blocks {
            if let Some(test) = &mut block.zero_test {
                test.statement = moved[test.statement as usize];
            }
        }
        body.constants =
            self.constants.iter().map(|(at, number)| (moved[*at as usize], *number)).collect();
        body.constants.sort_unstable();
        body.counting.indices.iter_mut().for_each(|(at, _)| *at = moved[*at as usize]);
        body.counting.lengths.iter_mut().for_each(|(_, array)| *array = replaced.of(*array));
        for (at, statement) in body.statements.iter().enumerate() {
            if let Statement::Call { call } = statement {
                body.calls[*call as usize].statement = at as u32;
            }
        }
        for call in &mut body.calls {
            call.result = replaced.of(call.result);
            call.arguments.iter_mut().for_each(|reg| *reg = replaced.of(*reg));
        }
        body
    }

    // ---- instructions

    pub(super) fn push_statement(&mut self, statement: Statement) {
        self.statements.push(statement);
        self.positions.push(self.at as u16);
    }

    fn push(&mut self, value: Value, is_wide: bool) {
        self.stack.push((value, is_wide));
    }

    /// Code that was checked takes nothing from an empty stack.
    pub(super) fn pop(&mut self) -> Value {
        self.stack.pop().map_or(Value::Unknown, |(value, _)| value)
    }

    /// A register for the result, on the stack.
    fn defined(&mut self) -> Reg {
        let reg = self.ssa.fresh();
        self.push(Value::Reg(reg), false);
        reg
    }

    fn op(&mut self, op: &Op) -> Result<(), String> {
        match op.code {
            1 => self.push(Value::Null, false),
            2..=8 => self.push(Value::Int(i32::from(op.code) - 3), false),
            16 | 17 => self.push(Value::Int(op.operand), false),
            18 | 19 => self.constant(op)?,
            20 => self.push(Value::Unknown, true),
            21..=25 => self.load_local(op),
            54..=58 => self.store_local(op),
            46..=53 => self.load_element(op.code),
            79..=86 => self.store_element(),
            87..=95 => self.shuffle(op.code)?,
            132 => self.ssa.write(self.block, op.operand as u16, Value::Unknown),
            172..=177 => {
                let from = if op.code == 177 { Value::Unknown } else { self.pop() };
                self.push_statement(Statement::Return { from: from.reg() });
            }
            178..=181 => self.field(op)?,
            182..=186 => self.call(op)?,
            187 => {
                let class = self.class_at(op.operand);
                let to = self.defined();
                self.push_statement(Statement::New { to, class });
            }
            188 | 189 | 197 => self.new_array(op)?,
            191 => {
                let from = self.pop().reg();
                self.push_statement(Statement::Throw { from });
            }
            192 => {
                let from = self.pop();
                match from.reg() {
                    from if from.is_some() => {
                        let class = self.class_at(op.operand);
                        let to = self.defined();
                        self.push_statement(Statement::Cast { to, from, class });
                    }
                    _ => self.push(from, false),
                }
            }
            194 | 195 => {
                let of = self.pop().reg();
                let statement =
                    if op.code == 194 { Statement::Enter { of } } else { Statement::Exit { of } };
                self.push_statement(statement);
            }
            190 => {
                let array = self.pop().reg();
                if self.is_of_application && array.is_some() {
                    self.counting.lengths.push((self.at as u16, array));
                }
                self.push(Value::Unknown, false);
            }
            _ => self.arithmetic(op)?,
        }
        Ok(())
    }

    fn arithmetic(&mut self, op: &Op) -> Result<(), String> {
        let (taken, left) =
            shape(op.code).ok_or_else(|| format!("opcode {} is unknown", op.code))?;
        for _ in taken {
            self.pop();
        }
        for kind in left {
            self.push(Value::Unknown, kind.is_wide());
        }
        Ok(())
    }

    fn constant(&mut self, op: &Op) -> Result<(), String> {
        let file = self.flow.file;
        let class = match file.constant(op.operand as u16).map_err(|error| error.to_string())? {
            Constant::Integer(value) => {
                self.push(Value::Int(value), false);
                return Ok(());
            }
            Constant::Float(_) => {
                self.push(Value::Unknown, false);
                return Ok(());
            }
            Constant::Class { .. } => {
                let class = self.class_at(op.operand);
                let to = self.defined();
                self.push_statement(Statement::ClassConstant { to, class });
                return Ok(());
            }
            Constant::String { utf8 } => {
                let text = file.text(utf8).map(std::borrow::Cow::into_owned).unwrap_or_default();
                let class = self.world.class("java/lang/String");
                let to = self.defined();
                self.texts.push((to, Rc::from(text)));
                self.push_statement(Statement::Constant { to, class });
                return Ok(());
            }
            Constant::MethodType { .. } => "java/lang/invoke/MethodType",
            Constant::MethodHandle { .. } => "java/lang/invoke/MethodHandle",
            Constant::Dynamic { .. } if self.flow.field_type(op.operand)? != Type::Reference => {
                self.push(Value::Unknown, false);
                return Ok(());
            }
            _ => {
                return Err(
                    "it loads a constant that is computed (`condy`), which is not followed yet"
                        .to_owned(),
                );
            }
        };
        let class = self.world.class(class);
        let to = self.defined();
        self.push_statement(Statement::Constant { to, class });
        Ok(())
    }
}

/// What may be said of a value behind the next instruction.
fn kept(value: Value) -> Value {
    if matches!(value, Value::Local(_)) { Value::Unknown } else { value }
}

impl Statement {
    /// The same with other registers.
    fn with(self, of: impl Fn(Reg) -> Reg) -> Self {
        match self {
            Self::New { to, class } => Self::New { to: of(to), class },
            Self::Constant { to, class } => Self::Constant { to: of(to), class },
            Self::ClassConstant { to, class } => Self::ClassConstant { to: of(to), class },
            Self::Cast { to, from, class } => Self::Cast { to: of(to), from: of(from), class },
            Self::GetField { to, base, field } => {
                Self::GetField { to: of(to), base: of(base), field }
            }
            Self::PutField { base, from, field } => {
                Self::PutField { base: of(base), from: of(from), field }
            }
            Self::GetStatic { to, field } => Self::GetStatic { to: of(to), field },
            Self::PutStatic { from, field } => Self::PutStatic { from: of(from), field },
            Self::Load { to, array, index } => Self::Load { to: of(to), array: of(array), index },
            Self::Store { array, from, index } => {
                Self::Store { array: of(array), from: of(from), index }
            }
            Self::Call { call } => Self::Call { call },
            Self::Return { from } => Self::Return { from: of(from) },
            Self::Throw { from } => Self::Throw { from: of(from) },
            Self::Catch { to, class } => Self::Catch { to: of(to), class },
            Self::Enter { of: reg } => Self::Enter { of: of(reg) },
            Self::Exit { of: reg } => Self::Exit { of: of(reg) },
        }
    }
}
