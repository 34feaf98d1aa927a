//! Static fields that say which field an access is of: variable handles, and offsets for `Unsafe`.
//!
//! Both are what an initialiser gets once, for a class and a name that stand there as constants.

use super::{Body, Call, Callee, Statement};
use crate::ids::{ClassId, FieldId, Reg};
use crate::world::{World, access};

impl World {
    /// The field that a static field stands for. It is final, and its class's initialiser stores there what is asked for by the
    /// constant name of a field, in one place.
    pub fn named_by(&mut self, handle: FieldId) -> Option<FieldId> {
        if let Some(known) = self.named.get(&handle) {
            return *known;
        }
        let found = self.find_named_by(handle);
        self.named.insert(handle, found);
        found
    }

    /// The field that a call accesses by a handle or an offset, if that was found by [`Self::named_by`].
    #[must_use]
    pub fn handled(&self, call: &Call) -> Option<FieldId> {
        self.named.get(&call.through?).copied().flatten()
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
        let mut stores = body.statements.iter().enumerate().filter_map(|(at, statement)| match statement {
            Statement::PutStatic { field, from } if *field == handle => Some((at, *from)),
            _ => None,
        });
        let (at, from) = stores.next()?;
        if stores.next().is_some() {
            return None;
        }
        let Statement::Call { call } = *body.statements.get(at.checked_sub(1)?)? else { return None };
        let call = &body.calls[call as usize];
        let (Callee::Exactly(_) | Callee::Virtual { .. }) = call.callee else { return None };
        let (name, descriptor) = self.called(call)?;
        let is_asked = match name {
            "findVarHandle" | "findStaticVarHandle" => call.result == from && from.is_some(),
            "objectFieldOffset" => descriptor == "(Ljava/lang/Class;Ljava/lang/String;)J",
            _ => false,
        };
        if !is_asked {
            return None;
        }
        let text = call.arguments.iter().find_map(|reg| body.text(*reg))?;
        // `MhUtil.findVarHandle` looks in the class itself.
        let owner = match call.arguments.get(1).and_then(|reg| body.class_constant(*reg)) {
            Some(owner) => owner,
            None if call.arguments.get(1).is_some_and(|reg| body.text(*reg).is_some()) => class,
            None => return None,
        };
        self.field_named(owner, text)
    }

    /// The field of that name, of whatever type, if there is one.
    pub(crate) fn field_named(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let chain = std::iter::successors(Some(class), |class| self.classes[class.index()].superclass);
        let mut fields = chain.flat_map(|class| self.classes[class.index()].fields.iter().copied());
        fields.find(|field| &*self.fields[field.index()].name == name)
    }
}

impl Body {
    /// The constant string in a register.
    #[must_use]
    pub fn text(&self, reg: Reg) -> Option<&str> {
        self.texts.iter().find(|(other, _)| *other == reg && reg.is_some()).map(|(_, text)| &**text)
    }

    /// The class whose `Class` object is in a register, if that is a constant.
    fn class_constant(&self, reg: Reg) -> Option<ClassId> {
        self.statements.iter().find_map(|statement| match statement {
            Statement::ClassConstant { to, class } if *to == reg && reg.is_some() => Some(*class),
            _ => None,
        })
    }
}
