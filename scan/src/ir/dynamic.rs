//! `invokedynamic`: what the JDK's own bootstrap methods make of a call site, as statements.
//!
//! A lambda is an object of a class of its own, with fields for what was captured, and a method
//! that calls what the handle stands for.

use super::build::Builder;
use super::ssa::Value;
use super::{Block, Body, Call, Callee, Statement};
use crate::ids::{ClassId, FieldId, MethodId, Reg, Selector};
use crate::world::access;
use raceproof_bytecode::Op;
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::{Type, object_name, split_method};

/// A method that a method handle constant stands for (JVMS 4.4.8).
#[derive(Clone, Copy)]
struct Handle {
    /// 5 to 9: virtual, static, special, new, interface. Handles of fields are not made by `javac`.
    kind: u8,
    class: ClassId,
    method: MethodId,
    selector: Selector,
}

const NEW: u8 = 8;

const BOXES: [(Type, &str); 8] = [
    (Type::Boolean, "java/lang/Boolean"),
    (Type::Byte, "java/lang/Byte"),
    (Type::Char, "java/lang/Character"),
    (Type::Short, "java/lang/Short"),
    (Type::Int, "java/lang/Integer"),
    (Type::Long, "java/lang/Long"),
    (Type::Float, "java/lang/Float"),
    (Type::Double, "java/lang/Double"),
];

impl Builder<'_, '_> {
    /// The result, which goes on the stack; its arguments are taken from there.
    pub(super) fn dynamic(&mut self, op: &Op, arguments: &[Reg]) -> Result<Value, String> {
        let file = self.flow.file;
        let Constant::InvokeDynamic { bootstrap, .. } =
            file.constant(op.operand as u16).map_err(|error| error.to_string())?
        else {
            return Err("invokedynamic of another constant".to_owned());
        };
        let rows = file.bootstrap_methods().map_err(|error| error.to_string())?;
        let row = rows
            .get(usize::from(bootstrap))
            .ok_or("invokedynamic without a bootstrap method")?
            .clone();
        let (name, descriptor) = self.flow.member(op.operand)?;
        let (owner, bootstrap) =
            self.handle_names(row.method).ok_or("invokedynamic by no method")?;
        match (&*owner, &*bootstrap) {
            ("java/lang/invoke/LambdaMetafactory", _) => {
                self.lambda(&name, &descriptor, &row.arguments, arguments)
            }
            ("java/lang/invoke/StringConcatFactory", _) => {
                let types = split_method(&descriptor).map(|(types, _)| types).unwrap_or_default();
                for (argument, _) in
                    arguments.iter().zip(types).filter(|(argument, _)| argument.is_some())
                {
                    self.call_of_object("toString", "()Ljava/lang/String;", &[*argument]);
                }
                Ok(self.string())
            }
            ("java/lang/runtime/ObjectMethods", _) => self.record(&name, &row.arguments, arguments),
            // Which `case` fits: looks at classes, strings and enum constants only.
            ("java/lang/runtime/SwitchBootstraps", _) => Ok(Value::Unknown),
            (owner, bootstrap) => Err(format!(
                "it has a call site made by {}.{bootstrap}, which is not followed",
                owner.replace('/', ".")
            )),
        }
    }

    fn string(&mut self) -> Value {
        let to = self.ssa.fresh();
        let class = self.world.class("java/lang/String");
        self.push_statement(Statement::Constant { to, class });
        Value::Reg(to)
    }

    fn call_of_object(&mut self, name: &str, descriptor: &str, arguments: &[Reg]) {
        let (class, selector) = (self.world.object(), self.world.selector(name, descriptor));
        let callee = Callee::Virtual { class, selector };
        let call = self.calls.len() as u32;
        self.calls.push(Call {
            callee,
            arguments: arguments.to_vec(),
            result: Reg::NONE,
            statement: 0,
            through: None,
        });
        self.push_statement(Statement::Call { call });
    }

    /// `equals`, `hashCode` and `toString` of a record: the same of the components.
    fn record(&mut self, name: &str, row: &[u16], arguments: &[Reg]) -> Result<Value, String> {
        let class =
            self.class_at(i32::from(*row.first().ok_or("a record's method without its class")?));
        for field in self.world.classes[class.index()].fields.clone() {
            let is_reference = self.world.fields[field.index()].is_reference();
            if self.world.fields[field.index()].is(access::STATIC) {
                continue;
            }
            let mut read = Vec::new();
            for base in arguments {
                let to = if is_reference { self.ssa.fresh() } else { Reg::NONE };
                self.push_statement(Statement::GetField { to, base: *base, field });
                read.push(to);
            }
            if !is_reference {
                continue;
            }
            match name {
                "equals" => self.call_of_object(name, "(Ljava/lang/Object;)Z", &read),
                "hashCode" => self.call_of_object(name, "()I", &read),
                _ => self.call_of_object(name, "()Ljava/lang/String;", &read),
            }
        }
        Ok(if name == "toString" { self.string() } else { Value::Unknown })
    }

    // ---- lambdas

    fn lambda(
        &mut self,
        name: &str,
        descriptor: &str,
        row: &[u16],
        arguments: &[Reg],
    ) -> Result<Value, String> {
        let (captured, result) = split_method(descriptor).ok_or("a lambda without a type")?;
        let interface = self.class_of_type(result);
        let [erased, handle, enforced, more @ ..] = row else {
            return Err("a lambda of too few arguments".to_owned());
        };
        let file = self.flow.file;
        let Ok(Constant::MethodType { descriptor: erased }) = file.constant(*erased) else {
            return Err("a lambda whose method has no type".to_owned());
        };
        let erased = file.text(erased).map_err(|error| error.to_string())?;
        let method = self.world.selector(name, &erased);
        let casts = self.casts(&erased, *enforced);
        let handle = self.handle(*handle)?;
        let mut interfaces = vec![interface];
        interfaces.extend(self.markers(more));
        let (class, fields, method) =
            self.world.add_lambda(self.class, &interfaces, &captured, method);
        // What is adapted to `Object`, or a class of its own, is boxed.
        let boxes = BOXES.map(|(ty, name)| (ty, self.world.class(name)));
        let body = self.lambda_body(method, &fields, &captured, handle, (&casts, &boxes));
        self.world.set_body(method, body);
        let to = self.ssa.fresh();
        self.push_statement(Statement::New { to, class });
        for (field, from) in fields.iter().zip(arguments) {
            self.push_statement(Statement::PutField { base: to, from: *from, field: *field });
        }
        Ok(Value::Reg(to))
    }

    /// By parameter of the interface's method: the class to which the lambda casts it, if it says
    /// more than the method does.
    fn casts(&mut self, erased: &str, enforced: u16) -> Vec<Option<ClassId>> {
        let file = self.flow.file;
        let enforced = match file.constant(enforced) {
            Ok(Constant::MethodType { descriptor }) => file.text(descriptor).ok(),
            _ => None,
        };
        let erased = split_method(erased).map_or(Vec::new(), |(parameters, _)| parameters);
        let enforced = enforced
            .as_deref()
            .and_then(split_method)
            .map_or(Vec::new(), |(parameters, _)| parameters);
        let types = (0..erased.len()).map(|number| (erased[number], enforced.get(number).copied()));
        let cast = |(erased, enforced): (&str, Option<&str>)| {
            let is_reference = |ty: &str| Type::of(ty) == Some(Type::Reference);
            let ty =
                enforced.filter(|ty| *ty != erased && is_reference(ty) && is_reference(erased))?;
            Some(self.world.class(object_name(ty)))
        };
        types.map(cast).collect()
    }

    /// Reads what was captured, casts the parameters, and calls the handle's method with that and
    /// the parameters.
    fn lambda_body(
        &self,
        method: MethodId,
        fields: &[FieldId],
        captured: &[&str],
        handle: Handle,
        (casts, boxes): (&[Option<ClassId>], &[(Type, ClassId)]),
    ) -> Body {
        let (types, result) = self.world.types(self.world.methods[method.index()].selector);
        let mut registers = 1;
        let mut fresh = |is_reference: bool| {
            registers += u32::from(is_reference);
            if is_reference { Reg(registers - 1) } else { Reg::NONE }
        };
        let this = Reg(0);
        let mut parameters = vec![this];
        parameters.extend(types.iter().map(|ty| fresh(*ty == Type::Reference)));
        let (mut statements, mut arguments) = (Vec::new(), Vec::new());
        for (field, descriptor) in fields.iter().zip(captured) {
            let to = fresh(Type::of(descriptor) == Some(Type::Reference));
            statements.push(Statement::GetField { to, base: this, field: *field });
            arguments.push(to);
        }
        for (parameter, class) in parameters[1..].iter().zip(casts) {
            let cast =
                class.map(|class| Statement::Cast { to: fresh(true), from: *parameter, class });
            arguments.push(if let Some(Statement::Cast { to, .. }) = cast {
                to
            } else {
                *parameter
            });
            statements.extend(cast);
        }
        let (wanted, given) = self.world.types(handle.selector);
        let boxed =
            |ty: Type| boxes.iter().find(|(other, _)| *other == ty).map(|(_, class)| *class);
        let receiver = usize::from(matches!(handle.kind, 5 | 7 | 9));
        let passed = captured
            .iter()
            .map(|descriptor| Type::of(descriptor).unwrap_or(Type::Int))
            .chain(types.clone());
        for ((argument, ty), number) in arguments.iter_mut().zip(passed).zip(0..) {
            let is_wanted =
                number < receiver || wanted.get(number - receiver) == Some(&Type::Reference);
            if let Some(class) = boxed(ty).filter(|_| is_wanted) {
                *argument = fresh(true);
                statements.push(Statement::Constant { to: *argument, class });
            }
        }
        let callee = match handle.kind {
            5 | 9
                if !self.world.methods[handle.method.index()]
                    .is(access::PRIVATE | access::FINAL) =>
            {
                Callee::Virtual { class: handle.class, selector: handle.selector }
            }
            _ => Callee::Exactly(handle.method),
        };
        let mut returned = fresh(result == Type::Reference || handle.kind == NEW);
        if handle.kind == NEW {
            statements.push(Statement::New { to: returned, class: handle.class });
            arguments.insert(0, returned);
        }
        let is_boxed = boxed(given).filter(|_| returned.is_some() && handle.kind != NEW);
        let result_of_call =
            if handle.kind == NEW || is_boxed.is_some() { Reg::NONE } else { returned };
        let call = Call {
            callee,
            arguments,
            result: result_of_call,
            statement: statements.len() as u32,
            through: None,
        };
        statements.push(Statement::Call { call: 0 });
        statements.extend(is_boxed.map(|class| Statement::Constant { to: returned, class }));
        if result == Type::Void {
            returned = Reg::NONE;
        }
        statements.push(Statement::Return { from: returned });
        Body {
            registers,
            parameters,
            positions: vec![0; statements.len()],
            blocks: vec![Block {
                start: 0,
                end: statements.len() as u32,
                next: Vec::new(),
                handlers: Vec::new(),
                unless_null: None,
                zero_test: None,
            }],
            statements,
            calls: vec![call],
            ..Body::default()
        }
    }

    /// `altMetafactory`: flags, then if 2 is among them, how many further interfaces and which. 1
    /// is for `Serializable`.
    fn markers(&mut self, arguments: &[u16]) -> Vec<ClassId> {
        let file = self.flow.file;
        let number =
            |at: usize| match arguments.get(at).and_then(|index| file.constant(*index).ok()) {
                Some(Constant::Integer(value)) => value,
                _ => 0,
            };
        let mut markers = Vec::new();
        if number(0) & 1 != 0 {
            markers.push(self.world.class("java/io/Serializable"));
        }
        if number(0) & 2 != 0 {
            let count = usize::try_from(number(1)).unwrap_or(0);
            for index in arguments.iter().skip(2).take(count) {
                markers.push(self.class_at(i32::from(*index)));
            }
        }
        markers
    }

    fn handle(&mut self, index: u16) -> Result<Handle, String> {
        let file = self.flow.file;
        let Ok(Constant::MethodHandle { kind, reference }) = file.constant(index) else {
            return Err("a lambda without a method handle".to_owned());
        };
        if !(5..=9).contains(&kind) {
            return Err("a lambda that is a field".to_owned());
        }
        let class = self.owner(i32::from(reference))?;
        let (name, descriptor) = self.flow.member(i32::from(reference))?;
        let selector = self.world.selector(&name, &descriptor);
        let method = self.world.method(class, selector);
        let method = method.ok_or_else(|| {
            format!("the method {}.{name} of a lambda is missing", self.world.shown(class))
        })?;
        Ok(Handle { kind, class, method, selector })
    }

    fn handle_names(&mut self, index: u16) -> Option<(String, String)> {
        let file = self.flow.file;
        let Ok(Constant::MethodHandle { reference, .. }) = file.constant(index) else {
            return None;
        };
        let class = self.owner(i32::from(reference)).ok()?;
        let (name, _) = self.flow.member(i32::from(reference)).ok()?;
        Some((self.world.classes[class.index()].name.to_string(), name.into_owned()))
    }
}
