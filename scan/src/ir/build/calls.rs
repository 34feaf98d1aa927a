//! Calls, and the members that they name.

use super::{Builder, DYNAMIC_CALL, STATIC_CALL};
use crate::ids::{ClassId, FieldId, MethodId, Reg, Selector};
use crate::ir::ssa::Value;
use crate::ir::{Call, Callee, Statement};
use crate::world::{Origin, access};
use raceproof_bytecode::Op;
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::{Type, object_name};

impl Builder<'_, '_> {
    pub(super) fn call(&mut self, op: &Op) -> Result<(), String> {
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
        if op.code == STATIC_CALL && self.is_given_back(op)? {
            self.push(values[0], false);
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

    /// Whether a static method returns its first argument, and does nothing else but throw if that
    /// is null: `Objects.requireNonNull`. It is called almost everywhere, and analysed without
    /// contexts it would return all that any caller passes to all of them.
    fn is_given_back(&mut self, op: &Op) -> Result<bool, String> {
        let class = self.owner(op.operand)?;
        let (name, descriptor) = self.flow.member(op.operand)?;
        let rest = descriptor.strip_prefix("(Ljava/lang/Object;").unwrap_or_default();
        let is_known =
            matches!(rest, ")Ljava/lang/Object;" | "Ljava/lang/String;)Ljava/lang/Object;");
        let owner = &self.world.classes[class.index()];
        Ok(is_known
            && name == "requireNonNull"
            && &*owner.name == "java/util/Objects"
            && owner.origin == Origin::Jdk)
    }

    /// What the next statement writes or passes.
    pub(super) fn note_constant(&mut self, value: Value) {
        match value {
            Value::Int(number) => self.constants.push((self.statements.len() as u32, number)),
            Value::Null => self.constants.push((self.statements.len() as u32, 0)),
            _ => {}
        }
    }

    /// The primitive value that the next statement gives.
    pub(super) fn given(&self) -> Value {
        Value::Of(self.statements.len() as u32)
    }

    /// The static field from which the handle of a call was loaded, or the offset of one of
    /// `Unsafe`'s.
    pub(super) fn through(&self, callee: &Callee, values: &[Value]) -> Option<FieldId> {
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

    pub(super) fn callee(&mut self, op: &Op) -> Result<Callee, String> {
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
                let what =
                    format!("the method {}.{name}{descriptor} is missing", self.world.shown(class));
                self.world.gaps.push(what);
            }
            return Ok(Callee::Missing);
        };
        let found = &self.world.methods[method.index()];
        if found.is(access::STATIC) != (op.code == STATIC_CALL) {
            let what = if found.is(access::STATIC) { "static" } else { "not static" };
            let what = format!(
                "the method {} is {what}, and called as if it were not so",
                self.world.shown_method(method)
            );
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
    pub(super) fn special(&self, class: ClassId, selector: Selector, method: MethodId) -> MethodId {
        let is_constructor = &*self.world.selectors[selector.index()].0 == "<init>";
        let superclass = self.world.classes[self.class.index()].superclass;
        let is_interface = self.world.classes[class.index()].access & access::INTERFACE != 0;
        if is_constructor
            || is_interface
            || class == self.class
            || !self.world.is_subtype(self.class, class)
        {
            return method;
        }
        superclass.and_then(|above| self.world.method(above, selector)).unwrap_or(method)
    }

    /// Native, of one array of objects, variable in number (JVMS 2.9.3).
    pub(super) fn is_polymorphic(&self, class: ClassId, name: &str) -> bool {
        let methods = &self.world.classes[class.index()].methods;
        methods.iter().any(|method| {
            let method = &self.world.methods[method.index()];
            let (own, descriptor) = &self.world.selectors[method.selector.index()];
            &**own == name
                && method.is(access::NATIVE)
                && descriptor.starts_with("([Ljava/lang/Object;)")
        })
    }

    pub(in crate::ir) fn class_at(&mut self, cp: i32) -> ClassId {
        let name = self.flow.file.class_name(cp as u16).unwrap_or_default();
        self.world.class(&name)
    }

    /// The class that a field or method constant names.
    pub(in crate::ir) fn owner(&mut self, cp: i32) -> Result<ClassId, String> {
        match self.flow.file.constant(cp as u16).map_err(|error| error.to_string())? {
            Constant::Field { class, .. }
            | Constant::Method { class, .. }
            | Constant::InterfaceMethod { class, .. } => Ok(self.class_at(i32::from(class))),
            other => Err(format!("constant {cp} is {other:?}, not a member")),
        }
    }

    /// The class that a field's descriptor names, if it is one of references.
    pub(in crate::ir) fn class_of_type(&mut self, descriptor: &str) -> ClassId {
        self.world.class(object_name(descriptor))
    }
}
