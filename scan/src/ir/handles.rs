//! Static fields that hold a variable handle, or the offset of a field for `Unsafe`: which field an
//! access through one of them is of.
//!
//! Both are what an initialiser gets once, for a class and a name that stand there as constants.

use super::{Body, Call, Callee, Statement};
use crate::ids::{ClassId, FieldId, Reg};
use crate::world::{Origin, World, access};
use std::rc::Rc;

impl World {
    /// The field that a static field stands for. It is final, and its class's initialiser stores
    /// there what is asked for by the constant name of a field, in one place.
    pub fn named_by(&mut self, handle: FieldId) -> Option<FieldId> {
        if let Some(known) = self.named.get(&handle) {
            return *known;
        }
        let found = self.find_named_by(handle);
        self.named.insert(handle, found);
        found
    }

    /// The field that a call accesses by a handle or an offset, if that was found by
    /// [`Self::named_by`].
    #[must_use]
    pub fn handled(&self, call: &Call) -> Option<FieldId> {
        self.named.get(&call.through?).copied().flatten()
    }

    /// All fields that calls access by a handle or an offset.
    pub fn all_handled(&self) -> impl Iterator<Item = FieldId> {
        self.named.values().filter_map(|field| *field)
    }

    fn find_named_by(&mut self, handle: FieldId) -> Option<FieldId> {
        let field = &self.fields[handle.index()];
        let class = field.class;
        if !field.is(access::STATIC) || !field.is(access::FINAL) {
            return None;
        }
        let selector = self.selector("<clinit>", "()V");
        let initialiser = self.declared(class, selector)?;
        let body = self.body(initialiser)?;
        let mut stores =
            body.statements.iter().enumerate().filter_map(|(at, statement)| match statement {
                Statement::PutStatic { field, from } if *field == handle => Some((at, *from)),
                _ => None,
            });
        let (at, from) = stores.next()?;
        if stores.next().is_some() {
            return None;
        }
        let Statement::Call { call } = *body.statements.get(at.checked_sub(1)?)? else {
            return None;
        };
        let call = &body.calls[call as usize];
        if let Some(found) = self.asked_for(class, call, from, &|reg| body.constant(reg)) {
            return Some(found);
        }
        self.asked_for_by_helper(class, &body, call)
    }

    /// The field that a call asks for, by what is known of its arguments.
    fn asked_for(
        &self,
        class: ClassId,
        call: &Call,
        result: Reg,
        known: &dyn Fn(Reg) -> Option<HandleConstant>,
    ) -> Option<FieldId> {
        let (name, descriptor) = self.called(call)?;
        let is_by_library = match call.callee {
            Callee::Exactly(method) => {
                self.classes[self.methods[method.index()].class.index()].origin == Origin::Jdk
            }
            Callee::Virtual { class, .. } => self.classes[class.index()].origin == Origin::Jdk,
            Callee::Polymorphic { .. } | Callee::Missing => false,
        };
        let is_asked = is_by_library
            && match name {
                "findVarHandle" | "findStaticVarHandle" => {
                    call.result == result && result.is_some()
                }
                "objectFieldOffset" => descriptor == "(Ljava/lang/Class;Ljava/lang/String;)J",
                _ => false,
            };
        if !is_asked {
            return None;
        }
        match (known(*call.arguments.get(1)?)?, call.arguments.get(2).and_then(|reg| known(*reg))) {
            (HandleConstant::Class(owner), Some(HandleConstant::Text(text))) => {
                self.field_named(owner, &text)
            }
            // `MhUtil.findVarHandle` looks in the class itself.
            (HandleConstant::Text(text), _) => self.field_named(class, &text),
            _ => None,
        }
    }

    /// The same if a method of the application asks, and gives what it gets: with its parameters as
    /// the initialiser gives them.
    fn asked_for_by_helper(&mut self, class: ClassId, body: &Body, call: &Call) -> Option<FieldId> {
        let Callee::Exactly(helper) = call.callee else { return None };
        if !self.is_of_application(helper) {
            return None;
        }
        let helper = self.body(helper)?;
        let known = |reg: Reg| {
            let parameter = helper.parameters.iter().position(|own| *own == reg && reg.is_some());
            let given =
                parameter.and_then(|parameter| body.constant(*call.arguments.get(parameter)?));
            given.or_else(|| helper.constant(reg))
        };
        let mut given = helper.statements.iter().filter_map(|statement| match statement {
            Statement::Return { from } => Some(*from),
            _ => None,
        });
        let result = given.next().filter(|first| given.all(|other| other == *first))?;
        helper.calls.iter().find_map(|call| self.asked_for(class, call, result, &known))
    }

    /// The class that a call asks for by a name that is known, if there is such a class.
    pub fn class_asked_for(&mut self, body: &Body, call: &Call) -> Option<ClassId> {
        let (method, _) = self.called(call)?;
        let Some(HandleConstant::Text(name)) =
            call.arguments.first().and_then(|reg| body.constant(*reg))
        else {
            return None;
        };
        if method != "forName" || name.starts_with('[') {
            return None;
        }
        let class = self.class(&name.replace('.', "/"));
        self.classes[class.index()].file.is_some().then_some(class)
    }

    /// The field of that name, of whatever type, if there is one.
    pub(crate) fn field_named(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let chain =
            std::iter::successors(Some(class), |class| self.classes[class.index()].superclass);
        let mut fields = chain.flat_map(|class| self.classes[class.index()].fields.iter().copied());
        fields.find(|field| &*self.fields[field.index()].name == name)
    }
}

/// A constant in a register.
enum HandleConstant {
    Text(Rc<str>),
    Class(ClassId),
}

impl Body {
    fn constant(&self, reg: Reg) -> Option<HandleConstant> {
        if !reg.is_some() {
            return None;
        }
        let text = self
            .texts
            .iter()
            .find(|(other, _)| *other == reg)
            .map(|(_, text)| HandleConstant::Text(text.clone()));
        text.or_else(|| {
            self.statements.iter().find_map(|statement| match statement {
                Statement::ClassConstant { to, class } if *to == reg => {
                    Some(HandleConstant::Class(*class))
                }
                _ => None,
            })
        })
    }
}
