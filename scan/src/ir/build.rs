//! Bytecode to [`Body`].

use super::ssa::{Before, Ssa, Value};
use super::{ANY_INDEX, Block, Body, Call, Callee, Counting, Number, Statement, ZeroTest};
use crate::ids::{ClassId, FieldId, MethodId, Reg, Selector};
use crate::world::{Origin, World, access};
use raceproof_bytecode::graph::Graph;
use raceproof_bytecode::{Flow, Kind, Op, shape, shuffle_plan};
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::{Type, object_name};
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
type Entry = (Value, bool);

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
    stack: Vec<Entry>,
}

impl<'w, 'f> Builder<'w, 'f> {
    pub(super) fn new(world: &'w mut World, method: MethodId, flow: &'f Flow<'f>) -> Result<Self, String> {
        if flow.ops.iter().any(|op| matches!(op.code, 168 | 169 | 201)) {
            return Err("it has subroutines (`jsr`), which are not followed yet".to_owned());
        }
        let (class, selector) = (world.methods[method.index()].class, world.methods[method.index()].selector);
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
        let starts: Vec<usize> = (0..flow.leaders.len()).filter(|at| flow.entry[*at].is_some()).collect();
        let is_of_application = world.classes[class.index()].origin != Origin::Jdk;
        let (blocks, before) = blocks(flow, &starts, is_of_application)?;
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
        let edges = |block: &Block| block.next.iter().chain(&block.handlers).map(|to| *to as usize).collect();
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
        let is_handler = self.flow.code.exceptions.iter().any(|range| usize::from(range.handler) == start);
        self.at = start;
        for (depth, kind) in kinds.iter().enumerate() {
            let value = match kind {
                Kind::Ref if is_handler => self.caught(start),
                Kind::Ref => self.ssa.at_start(block, self.entry_variable(depth)),
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

    /// Which way leads on only if a value is not null, or not zero; none if both lead to the same place.
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
            (IF_INT_EQ, [Value::Int(number), value] | [value, Value::Int(number)]) if *number != 0 => {
                (*value, target, false)
            }
            (IF_INT_NE, [Value::Int(number), value] | [value, Value::Int(number)]) if *number != 0 => {
                (*value, behind, false)
            }
            _ => return Ok(()),
        };
        if target == behind {
            return Ok(());
        }
        let block = |at: usize| {
            let found = self.starts.binary_search(&at).map_err(|_| format!("no block begins at position {at}"));
            found.map(|block| block as u32)
        };
        let (unless, other) = (block(unless)?, block(if unless == target { behind } else { target })?);
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
        // Both are at most 65535; what does not fit is not asked for by code that fits in a class file.
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
            constants: Vec::new(),
            texts: self.texts,
            counting: self.counting,
        };
        let mut moved = vec![0; self.statements.len()];
        // In the order of the bytecode.
        for block in &mut body.blocks {
            let range = block.start as usize..block.end as usize;
            block.start = body.statements.len() as u32;
            range.clone().enumerate().for_each(|(at, from)| moved[from] = block.start + at as u32);
            body.statements.extend(self.statements[range.clone()].iter().map(|one| one.with(|reg| replaced.of(reg))));
            body.positions.extend(&self.positions[range]);
            block.end = body.statements.len() as u32;
            block.unless_null = block.unless_null.map(|(reg, to)| (replaced.of(reg), to));
        }
        for block in &mut body.blocks {
            if let Some(test) = &mut block.zero_test {
                test.statement = moved[test.statement as usize];
            }
        }
        body.constants = self.constants.iter().map(|(at, number)| (moved[*at as usize], *number)).collect();
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
                let statement = if op.code == 194 { Statement::Enter { of } } else { Statement::Exit { of } };
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
        let (taken, left) = shape(op.code).ok_or_else(|| format!("opcode {} is unknown", op.code))?;
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
            _ => return Err("it loads a constant that is computed (`condy`), which is not followed yet".to_owned()),
        };
        let class = self.world.class(class);
        let to = self.defined();
        self.push_statement(Statement::Constant { to, class });
        Ok(())
    }

    fn load_local(&mut self, op: &Op) {
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

    fn store_local(&mut self, op: &Op) {
        let value = kept(self.pop());
        self.ssa.write(self.block, op.operand as u16, value);
        if matches!(op.code, 55 | 57) {
            self.ssa.write(self.block, op.operand as u16 + 1, Value::Unknown);
        }
    }

    fn index(value: Value) -> u32 {
        match value {
            Value::Int(index) => u32::try_from(index).unwrap_or(ANY_INDEX),
            _ => ANY_INDEX,
        }
    }

    /// The next statement accesses an element.
    fn note_index(&mut self, index: Value) {
        if let Value::Local(local) = index
            && self.is_of_application
        {
            self.counting.indices.push((self.statements.len() as u32, local));
        }
    }

    fn load_element(&mut self, code: u8) {
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

    fn store_element(&mut self) {
        let from = self.pop().reg();
        let number = self.pop();
        self.note_index(number);
        let index = Self::index(number);
        let array = self.pop().reg();
        self.push_statement(Statement::Store { array, from, index });
    }

    fn shuffle(&mut self, code: u8) -> Result<(), String> {
        let wide = |depth: usize| self.stack.iter().rev().nth(depth).map(|(_, is_wide)| *is_wide);
        let (taken, left) = shuffle_plan(code, wide).ok_or("a stack operation splits a value")?;
        let top = self.stack.split_off(self.stack.len() - taken);
        self.stack.extend(left.iter().map(|from| top[*from]));
        Ok(())
    }

    fn field(&mut self, op: &Op) -> Result<(), String> {
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
            let what =
                format!("the field {}.{name} is {what}, and accessed as if it were not so", self.world.shown(class));
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

    fn new_array(&mut self, op: &Op) -> Result<(), String> {
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
            Value::Local(local) if self.is_of_application => self.counting.sizes.push((to, Number::Local(local))),
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

    fn array_of(&mut self, element: ClassId) -> ClassId {
        let name = &self.world.classes[element.index()].name;
        let name = if name.starts_with('[') { format!("[{name}") } else { format!("[L{name};") };
        self.world.class(&name)
    }

    // ---- calls

    fn call(&mut self, op: &Op) -> Result<(), String> {
        let (types, result) = self.flow.method_type(op)?;
        let has_receiver = !matches!(op.code, STATIC_CALL | DYNAMIC_CALL);
        let count = types.len() + usize::from(has_receiver);
        let mut values: Vec<Value> = (0..count).map(|_| self.pop()).collect();
        values.reverse();
        let arguments: Vec<Reg> = values.iter().map(|value| value.reg()).collect();
        if op.code == DYNAMIC_CALL {
            let value = self.dynamic(op, &arguments)?;
            if result != Type::Void {
                self.push(value, result.is_wide());
            }
            return Ok(());
        }
        let callee = self.callee(op)?;
        let through = self.through(&callee, &values);
        let result = match result {
            Type::Void => Reg::NONE,
            Type::Reference => self.defined(),
            other => {
                self.push(self.given(), other.is_wide());
                Reg::NONE
            }
        };
        if let [_, value] = values[..] {
            self.note_constant(value);
        }
        let call = self.calls.len() as u32;
        self.calls.push(Call { callee, arguments, result, statement: 0, through });
        self.push_statement(Statement::Call { call });
        Ok(())
    }

    /// What the next statement writes or passes.
    fn note_constant(&mut self, value: Value) {
        match value {
            Value::Int(number) => self.constants.push((self.statements.len() as u32, number)),
            Value::Null => self.constants.push((self.statements.len() as u32, 0)),
            _ => {}
        }
    }

    /// The primitive value that the next statement gives.
    fn given(&self) -> Value {
        Value::Of(self.statements.len() as u32)
    }

    /// The static field from which the handle of a call was loaded, or the offset of one of `Unsafe`'s.
    fn through(&self, callee: &Callee, values: &[Value]) -> Option<FieldId> {
        match (callee, values) {
            (Callee::Polymorphic { .. }, [handle, ..]) => self.loaded.get(&handle.reg()).copied(),
            (Callee::Exactly(_) | Callee::Virtual { .. }, [_, _, Value::Of(statement), ..]) => {
                match self.statements.get(*statement as usize) {
                    Some(Statement::GetStatic { field, .. }) => Some(*field),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn callee(&mut self, op: &Op) -> Result<Callee, String> {
        let class = self.owner(op.operand)?;
        let (name, descriptor) = self.flow.member(op.operand)?;
        let selector = self.world.selector(&name, &descriptor);
        let owner = &*self.world.classes[class.index()].name;
        if matches!(owner, "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle")
            && self.is_polymorphic(class, &name)
        {
            return Ok(Callee::Polymorphic { class, selector });
        }
        let Some(method) = self.world.method(class, selector) else {
            if self.world.classes[class.index()].file.is_some() {
                let what = format!("the method {}.{name}{descriptor} is missing", self.world.shown(class));
                self.world.gaps.push(what);
            }
            return Ok(Callee::Missing);
        };
        let found = &self.world.methods[method.index()];
        if found.is(access::STATIC) != (op.code == STATIC_CALL) {
            let what = if found.is(access::STATIC) { "static" } else { "not static" };
            let what =
                format!("the method {} is {what}, and called as if it were not so", self.world.shown_method(method));
            self.world.gap(what);
            return Ok(Callee::Missing);
        }
        if op.code == STATIC_CALL {
            return Ok(Callee::Exactly(method));
        }
        if op.code == 183 {
            return Ok(Callee::Exactly(self.special(class, selector, method)));
        }
        if found.is(access::PRIVATE | access::FINAL) {
            return Ok(Callee::Exactly(method));
        }
        Ok(Callee::Virtual { class, selector })
    }

    /// `super.f()` calls what the superclass of the class itself has (`ACC_SUPER`, JVMS 6.5).
    fn special(&self, class: ClassId, selector: Selector, method: MethodId) -> MethodId {
        let is_constructor = &*self.world.selectors[selector.index()].0 == "<init>";
        let superclass = self.world.classes[self.class.index()].superclass;
        let is_interface = self.world.classes[class.index()].access & access::INTERFACE != 0;
        if is_constructor || is_interface || class == self.class || !self.world.is_subtype(self.class, class) {
            return method;
        }
        superclass.and_then(|above| self.world.method(above, selector)).unwrap_or(method)
    }

    /// Native, of one array of objects, variable in number (JVMS 2.9.3).
    fn is_polymorphic(&self, class: ClassId, name: &str) -> bool {
        let methods = &self.world.classes[class.index()].methods;
        methods.iter().any(|method| {
            let method = &self.world.methods[method.index()];
            let (own, descriptor) = &self.world.selectors[method.selector.index()];
            &**own == name && method.is(access::NATIVE) && descriptor.starts_with("([Ljava/lang/Object;)")
        })
    }

    pub(super) fn class_at(&mut self, cp: i32) -> ClassId {
        let name = self.flow.file.class_name(cp as u16).unwrap_or_default();
        self.world.class(&name)
    }

    /// The class that a field or method constant names.
    pub(super) fn owner(&mut self, cp: i32) -> Result<ClassId, String> {
        match self.flow.file.constant(cp as u16).map_err(|error| error.to_string())? {
            Constant::Field { class, .. }
            | Constant::Method { class, .. }
            | Constant::InterfaceMethod { class, .. } => Ok(self.class_at(i32::from(class))),
            other => Err(format!("constant {cp} is {other:?}, not a member")),
        }
    }

    /// The class that a field's descriptor names, if it is one of references.
    pub(super) fn class_of_type(&mut self, descriptor: &str) -> ClassId {
        self.world.class(object_name(descriptor))
    }
}

/// What may be said of a value behind the next instruction.
fn kept(value: Value) -> Value {
    if matches!(value, Value::Local(_)) { Value::Unknown } else { value }
}

/// The blocks that begin at these positions, and how control comes to each. Assertions of the class library are never enabled.
fn blocks(flow: &Flow<'_>, starts: &[usize], has_assertions: bool) -> Result<(Vec<Block>, Vec<Vec<Before>>), String> {
    let number = |at: usize| starts.binary_search(&at).map_err(|_| format!("no block begins at position {at}"));
    let mut blocks = Vec::with_capacity(starts.len());
    let mut before = vec![Vec::new(); starts.len()];
    before[0].push(Before::Start);
    for (block, start) in starts.iter().copied().enumerate() {
        let mut next = Vec::new();
        for at in successors(flow, start, has_assertions)? {
            next.push(number(at)? as u32);
        }
        next.sort_unstable();
        next.dedup();
        let mut handlers = Vec::new();
        for range in &flow.code.exceptions {
            if (usize::from(range.start)..usize::from(range.end)).contains(&start) {
                handlers.extend(number(usize::from(range.handler)).ok().map(|handler| handler as u32));
            }
        }
        next.iter().for_each(|to| before[*to as usize].push(Before::End(block)));
        let mut distinct = handlers.clone();
        distinct.sort_unstable();
        distinct.dedup();
        distinct.iter().for_each(|to| before[*to as usize].push(Before::Inside(block)));
        blocks.push(Block { start: 0, end: 0, next, handlers, unless_null: None, zero_test: None });
    }
    Ok((blocks, before))
}

/// Where control goes from the block that begins there.
fn successors(flow: &Flow<'_>, start: usize, has_assertions: bool) -> Result<Vec<usize>, String> {
    let mut n = flow.index[start] as usize;
    loop {
        let op = flow.ops.get(n).ok_or("the code falls off its end")?;
        if op.at != start && flow.leaders[op.at] {
            return Ok(vec![op.at]);
        }
        let behind = op.at + op.length;
        match op.code {
            154 if !has_assertions && n > 0 && is_assertion(flow, &flow.ops[n - 1]) => {
                return Ok(vec![flow.target(op.at, op.operand)?]);
            }
            153..=166 | 198 | 199 => return Ok(vec![behind, flow.target(op.at, op.operand)?]),
            167 | 200 => return Ok(vec![flow.target(op.at, op.operand)?]),
            170 | 171 => {
                let targets = flow.switch_targets(op)?;
                return Ok(targets.targets.into_iter().chain([targets.default]).collect());
            }
            172..=177 | 191 => return Ok(Vec::new()),
            _ => n += 1,
        }
    }
}

/// Whether an instruction asks if assertions are disabled, as `javac` has it.
fn is_assertion(flow: &Flow<'_>, op: &Op) -> bool {
    op.code == 178 && flow.member(op.operand).is_ok_and(|(name, _)| name == "$assertionsDisabled")
}

impl Statement {
    /// The same with other registers.
    fn with(self, of: impl Fn(Reg) -> Reg) -> Self {
        match self {
            Self::New { to, class } => Self::New { to: of(to), class },
            Self::Constant { to, class } => Self::Constant { to: of(to), class },
            Self::ClassConstant { to, class } => Self::ClassConstant { to: of(to), class },
            Self::Cast { to, from, class } => Self::Cast { to: of(to), from: of(from), class },
            Self::GetField { to, base, field } => Self::GetField { to: of(to), base: of(base), field },
            Self::PutField { base, from, field } => Self::PutField { base: of(base), from: of(from), field },
            Self::GetStatic { to, field } => Self::GetStatic { to: of(to), field },
            Self::PutStatic { from, field } => Self::PutStatic { from: of(from), field },
            Self::Load { to, array, index } => Self::Load { to: of(to), array: of(array), index },
            Self::Store { array, from, index } => Self::Store { array: of(array), from: of(from), index },
            Self::Call { call } => Self::Call { call },
            Self::Return { from } => Self::Return { from: of(from) },
            Self::Throw { from } => Self::Throw { from: of(from) },
            Self::Catch { to, class } => Self::Catch { to: of(to), class },
            Self::Enter { of: reg } => Self::Enter { of: of(reg) },
            Self::Exit { of: reg } => Self::Exit { of: of(reg) },
        }
    }
}
