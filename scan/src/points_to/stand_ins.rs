//! Methods that stand in for calls by reflection.
//!
//! One is given what the call is given and does, on one branch or another, what a log has recorded:
//! it makes an object and calls its constructor, calls a method, reads or writes a field. So later
//! stages see ordinary code. Its statements stand where the call stands.

use crate::ids::{ClassId, MethodId, Reg};
use crate::ir::{self, Block, Body, Call, Callee, Statement};
use crate::world::{World, access};
use raceproof_base::{Reached, ReflectiveCall, Reflector};
use raceproof_classfile::descriptor::{Type, object_name};

/// A body in the making: a way for each thing that is reached.
pub(super) struct Code<'w> {
    world: &'w mut World,
    /// The method that is called.
    called: MethodId,
    position: u16,
    body: Body,
    /// Classes that are initialised, though no statement says so.
    pub initialised: Vec<ClassId>,
    /// Of what is called or accessed: the register of the receivers that fit.
    pub receivers: Vec<(ReflectiveCall, Reg)>,
}

impl<'w> Code<'w> {
    /// For calls of a method, at a position of whoever calls.
    pub fn new(world: &'w mut World, called: MethodId, position: u16) -> Self {
        let found = &world.methods[called.index()];
        let (types, _) = world.types(found.selector);
        let receiver = (!found.is(access::STATIC)).then_some(Type::Reference);
        let (body, initialised, receivers) = (Body::default(), Vec::new(), Vec::new());
        let mut code = Self { world, called, position, body, initialised, receivers };
        for ty in receiver.into_iter().chain(types) {
            let reg = if ty == Type::Reference { code.fresh() } else { Reg::NONE };
            code.body.parameters.push(reg);
        }
        // The first block leads to all others.
        code.end_block(0);
        code
    }

    /// What a log tells. False if there is nothing of that name.
    pub fn add(&mut self, call: &ReflectiveCall) -> bool {
        let (start, calls) = (self.body.statements.len(), self.body.calls.len());
        let result = match (call.by, &call.reached) {
            (Reflector::ClassForName, Reached::Class(class)) => self.find_class(class),
            (Reflector::ClassNewInstance, Reached::Class(class)) => self.construct(class, &[]),
            (Reflector::ArrayNewInstance, Reached::Class(class)) => self.make_array(class),
            (Reflector::ConstructorNewInstance, Reached::Method { class, parameters, .. }) => {
                self.construct(class, parameters)
            }
            (Reflector::MethodInvoke, Reached::Method { class, result, name, parameters }) => {
                self.invoke(call, class, name, parameters, result)
            }
            (Reflector::FieldGet | Reflector::FieldSet, Reached::Field { class, ty, name }) => {
                self.access(call, class, ty, name)
            }
            _ => None,
        };
        match result {
            Some(from) => {
                self.push(Statement::Return { from });
                self.end_block(start as u32);
            }
            None => {
                self.body.statements.truncate(start);
                self.body.positions.truncate(start);
                self.body.calls.truncate(calls);
            }
        }
        result.is_some()
    }

    /// By `loadClass` it is not initialised. By `forName` it may not be either, which does no harm.
    fn find_class(&mut self, class: &str) -> Option<Reg> {
        let (class, to) = (self.class(class)?, self.fresh());
        let name = self.world.methods[self.called.index()].selector;
        if &*self.world.selectors[name.index()].0 == "forName" {
            self.initialised.push(class);
        }
        self.push(Statement::ClassConstant { to, class });
        Some(to)
    }

    fn construct(&mut self, class: &str, parameters: &[String]) -> Option<Reg> {
        let class = self.class(class)?;
        let constructor = self.method(class, "<init>", parameters, "void")?;
        if self.world.methods[constructor.index()].class != class {
            return None;
        }
        let given = self.given(1, parameters);
        let to = self.fresh();
        self.push(Statement::New { to, class });
        self.call(Callee::Exactly(constructor), [vec![to], given].concat(), Reg::NONE);
        Some(to)
    }

    /// By several lengths, the arrays inside are made, too.
    fn make_array(&mut self, class: &str) -> Option<Reg> {
        let made = class.strip_suffix("[]").and_then(|_| self.class(class))?;
        let to = self.fresh();
        self.push(Statement::New { to, class: made });
        let is_nested = self.argument(1).is_some();
        let (mut array, mut rest) = (to, class.strip_suffix("[]")?);
        while let Some(element) = rest.strip_suffix("[]").filter(|_| is_nested) {
            let (from, class) = (self.fresh(), self.class(rest)?);
            self.push(Statement::New { to: from, class });
            self.push(Statement::Store { array, from, index: ir::ANY_INDEX });
            (array, rest) = (from, element);
        }
        Some(to)
    }

    fn invoke(
        &mut self,
        call: &ReflectiveCall,
        class: &str,
        name: &str,
        parameters: &[String],
        result: &str,
    ) -> Option<Reg> {
        let class = self.class(class)?;
        let method = self.method(class, name, parameters, result)?;
        let given = self.given(2, parameters);
        let found = &self.world.methods[method.index()];
        let (is_static, is_private) = (found.is(access::STATIC), found.is(access::PRIVATE));
        let virtually = Callee::Virtual { class, selector: found.selector };
        let callee = if is_static || is_private { Callee::Exactly(method) } else { virtually };
        let receiver = (!is_static).then(|| self.receiver(call, class));
        let (result, to) = self.result(result);
        self.call(callee, receiver.into_iter().chain(given).collect(), result);
        Some(to)
    }

    fn access(&mut self, call: &ReflectiveCall, class: &str, ty: &str, name: &str) -> Option<Reg> {
        let class = self.class(class)?;
        let field = self.world.field(class, name, &descriptor(ty))?;
        let is_static = self.world.fields[field.index()].is(access::STATIC);
        let base = if is_static { Reg::NONE } else { self.receiver(call, class) };
        if call.by == Reflector::FieldSet {
            let is_reference = self.world.fields[field.index()].is_reference();
            let from = if is_reference { self.cast_to(self.argument(2), ty)? } else { Reg::NONE };
            let written = Statement::PutField { base, from, field };
            self.push(if is_static { Statement::PutStatic { from, field } } else { written });
            return Some(Reg::NONE);
        }
        let (to, given) = self.result(ty);
        self.push(if is_static {
            Statement::GetStatic { to, field }
        } else {
            Statement::GetField { to, base, field }
        });
        Some(given)
    }

    // ---- parts

    /// The receiver of the call is the first.
    fn argument(&self, number: usize) -> Reg {
        self.body.parameters.get(number).copied().unwrap_or(Reg::NONE)
    }

    fn fresh(&mut self) -> Reg {
        self.body.registers += 1;
        Reg(self.body.registers - 1)
    }

    fn push(&mut self, statement: Statement) {
        self.body.statements.push(statement);
        self.body.positions.push(self.position);
    }

    fn call(&mut self, callee: Callee, arguments: Vec<Reg>, result: Reg) {
        let (statement, call) = (self.body.statements.len() as u32, self.body.calls.len() as u32);
        self.body.calls.push(Call { callee, arguments, result, statement, through: None });
        self.push(Statement::Call { call });
    }

    fn cast(&mut self, from: Reg, class: ClassId) -> Reg {
        let to = self.fresh();
        self.push(Statement::Cast { to, from, class });
        to
    }

    fn cast_to(&mut self, from: Reg, ty: &str) -> Option<Reg> {
        let class = self.class(ty)?;
        Some(self.cast(from, class))
    }

    /// Of those that may be receivers, the ones that fit what is reached.
    fn receiver(&mut self, call: &ReflectiveCall, class: ClassId) -> Reg {
        let receiver = self.cast(self.argument(1), class);
        self.receivers.push((call.clone(), receiver));
        receiver
    }

    /// The elements of the array that is the argument of that number.
    fn given(&mut self, number: usize, parameters: &[String]) -> Vec<Reg> {
        let array = self.argument(number);
        let given = parameters.iter().enumerate().map(|(index, ty)| {
            let is_reference = Type::of(&descriptor(ty)) == Some(Type::Reference);
            let to = self.fresh();
            self.push(Statement::Load { to, array, index: index as u32 });
            if is_reference { self.cast_to(to, ty).unwrap_or(to) } else { Reg::NONE }
        });
        given.collect()
    }

    /// Where a value of a type goes, and where what reflection makes of it is.
    fn result(&mut self, ty: &str) -> (Reg, Reg) {
        let Some((_, letter, class)) = PRIMITIVES.iter().find(|(name, ..)| *name == ty) else {
            let to = self.fresh();
            return (to, to);
        };
        if *letter == "V" {
            return (Reg::NONE, Reg::NONE);
        }
        let (to, class) = (self.fresh(), self.world.class(class));
        self.push(Statement::Constant { to, class });
        (Reg::NONE, to)
    }

    fn class(&mut self, ty: &str) -> Option<ClassId> {
        let descriptor = descriptor(ty);
        let is_reference = Type::of(&descriptor) == Some(Type::Reference);
        is_reference.then(|| self.world.class_if_there(object_name(&descriptor)))?
    }

    fn method(
        &mut self,
        class: ClassId,
        name: &str,
        parameters: &[String],
        result: &str,
    ) -> Option<MethodId> {
        let parameters: String = parameters.iter().map(|ty| descriptor(ty)).collect();
        let selector = self.world.selector(name, &format!("({parameters}){}", descriptor(result)));
        self.world.method(class, selector)
    }

    fn end_block(&mut self, start: u32) {
        let end = self.body.statements.len() as u32;
        let (next, handlers) = (Vec::new(), Vec::new());
        self.body.blocks.push(Block {
            start,
            end,
            next,
            handlers,
            unless_null: None,
            zero_test: None,
        });
    }

    /// What a constructor or method throws is wrapped.
    pub fn body(mut self) -> Body {
        let ways = 1..self.body.blocks.len() as u32;
        self.body.blocks[0].next = ways.clone().collect();
        let called = self.world.methods[self.called.index()].class;
        let wraps = ["java/lang/reflect/Constructor", "java/lang/reflect/Method"];
        let wrapper = self.world.class("java/lang/reflect/InvocationTargetException");
        let target = self.world.field(wrapper, "target", "Ljava/lang/Throwable;");
        if let Some(field) =
            target.filter(|_| wraps.contains(&&*self.world.classes[called.index()].name))
        {
            let start = self.body.statements.len() as u32;
            let (from, base) = (self.fresh(), self.fresh());
            self.push(Statement::Catch { to: from, class: None });
            self.push(Statement::New { to: base, class: wrapper });
            self.push(Statement::PutField { base, from, field });
            self.push(Statement::Throw { from: base });
            self.end_block(start);
            ways.clone().for_each(|way| self.body.blocks[way as usize].handlers.push(ways.end));
        }
        self.body
    }
}

/// `[La/B;` of `a.B[]`.
fn descriptor(ty: &str) -> String {
    if let Some(element) = ty.strip_suffix("[]") {
        return format!("[{}", descriptor(element));
    }
    let primitive = PRIMITIVES.iter().find(|(name, ..)| *name == ty);
    primitive.map_or_else(
        || format!("L{};", ty.replace('.', "/")),
        |(_, letter, _)| (*letter).to_owned(),
    )
}

/// Primitive types, and the classes in which reflection hands them on.
const PRIMITIVES: [(&str, &str, &str); 9] = [
    ("boolean", "Z", "java/lang/Boolean"),
    ("byte", "B", "java/lang/Byte"),
    ("char", "C", "java/lang/Character"),
    ("double", "D", "java/lang/Double"),
    ("float", "F", "java/lang/Float"),
    ("int", "I", "java/lang/Integer"),
    ("long", "J", "java/lang/Long"),
    ("short", "S", "java/lang/Short"),
    ("void", "V", "java/lang/Void"),
];
