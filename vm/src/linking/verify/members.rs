//! Field access, and the rule for protected members of superclasses in other packages (JVMS
//! 4.10.1.8).

use super::Verifier;
use super::failure::{Check, Failure};
use super::instructions::not_assignable;
use super::types::{Frame, VType, Wanted};
use crate::ground::class::access;
use crate::ground::symbol::Symbol;
use raceproof_bytecode::Op;
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::field_length;

/// A member as an instruction names it.
#[derive(Clone, Copy)]
pub(crate) struct Member {
    /// The class it is looked up in; none for `invokedynamic`.
    pub(crate) holder: Option<VType>,
    pub(crate) name: Symbol,
    pub(crate) descriptor: Symbol,
    /// Whether the constant says that the holder is an interface.
    pub(crate) interface: bool,
}

impl Verifier<'_> {
    /// The texts of a `NameAndType` constant.
    pub(crate) fn name_and_type(&mut self, index: u16) -> Check<(Symbol, Symbol)> {
        match self.file.constant(index) {
            Ok(Constant::NameAndType { name, descriptor }) => {
                Ok((self.text(name)?, self.text(descriptor)?))
            }
            _ => Err(self.wrong_constant(index)),
        }
    }

    /// The member that the constant at `index` names.
    pub(crate) fn member(&mut self, index: u16) -> Check<Member> {
        let (holder, name_and_type, interface) = match self.file.constant(index) {
            Ok(
                Constant::Field { class, name_and_type }
                | Constant::Method { class, name_and_type },
            ) => (Some(class), name_and_type, false),
            Ok(Constant::InterfaceMethod { class, name_and_type }) => {
                (Some(class), name_and_type, true)
            }
            Ok(Constant::InvokeDynamic { name_and_type, .. }) => (None, name_and_type, false),
            _ => return Err(self.wrong_constant(index)),
        };
        let holder = holder.map(|class| self.class_type(class)).transpose()?;
        let (name, descriptor) = self.name_and_type(name_and_type)?;
        Ok(Member { holder, name, descriptor, interface })
    }

    /// The type of a field descriptor.
    pub(crate) fn descriptor_type(&mut self, descriptor: Symbol) -> Check<VType> {
        let text = descriptor.text();
        let ty = (field_length(text) == Some(text.len())).then(|| self.field_type(text)).flatten();
        ty.ok_or_else(|| Failure::Format(format!("Field has invalid signature \"{descriptor}\"")))
    }

    /// `getstatic`, `putstatic`, `getfield`, `putfield`.
    pub(crate) fn access_field(&mut self, op: &Op, frame: &mut Frame) -> Check<()> {
        let index = op.operand as u16;
        if !matches!(self.file.constant(index), Ok(Constant::Field { .. })) {
            return Err(self.wrong_constant(index));
        }
        let member = self.member(index)?;
        let holder = member.holder.unwrap_or(VType::Top);
        let is_static = op.code < 180;
        if !is_static && !matches!(holder, VType::Class(_)) {
            let class = self.class.java_name();
            let message = format!(
                "Expecting reference to class in class {class} at constant pool index {index}"
            );
            return Err(Failure::verify(message));
        }
        let ty = self.descriptor_type(member.descriptor)?;
        if op.code == 179 || op.code == 181 {
            self.pop(frame, ty)?;
        }
        if !is_static {
            let receiver = match op.code {
                180 => self.pop(frame, holder)?,
                _ => self.pop_changed_object(frame, holder, &member, index)?,
            };
            if !self.may_use_protected(receiver, &member, false)? {
                let message = format!(
                    "Bad access to protected data in {}",
                    if op.code == 180 { "getfield" } else { "putfield" }
                );
                let own = Wanted::Type(VType::Class(self.class.name));
                return Err(Failure::because(message, not_assignable(receiver, frame, own)));
            }
        }
        if op.code == 178 || op.code == 180 { frame.push(ty) } else { Ok(()) }
    }

    /// The object of a `putfield`. A constructor may set fields of its own class before it calls
    /// another one.
    fn pop_changed_object(
        &mut self,
        frame: &mut Frame,
        holder: VType,
        member: &Member,
        index: u16,
    ) -> Check<VType> {
        let mut object = frame.pop_slot()?;
        let own = VType::Class(self.class.name);
        if object == VType::UninitializedThis
            && holder == own
            && self
                .class
                .fields
                .iter()
                .any(|f| f.name == member.name && f.descriptor == member.descriptor)
        {
            object = own;
        }
        if self.is_assignable(object, holder)? {
            return Ok(object);
        }
        let reason = not_assignable(object, frame, Wanted::Type(holder));
        let reason = format!("{reason} (constant pool {index})");
        Err(Failure::because("Bad type on operand stack in putfield", reason))
    }

    /// Whether code of this class may use the member on that receiver: a protected one of a
    /// superclass in another package only on objects of its own class.
    pub(crate) fn may_use_protected(
        &mut self,
        receiver: VType,
        member: &Member,
        method: bool,
    ) -> Check<bool> {
        let Some(VType::Class(holder)) = member.holder else { return Ok(true) };
        // What passes for a class that is no superclass is an object of this class or a subclass.
        if receiver == VType::Class(self.class.name) || !self.is_superclass_name(holder) {
            return Ok(true);
        }
        let holder_class = self.load(holder)?;
        if !self.class.is_subtype_of(holder_class) {
            return Ok(true);
        }
        let found = if method {
            holder_class
                .inherited_method(member.name, member.descriptor)
                .map(|m| (m.access, m.class()))
        } else {
            holder_class.find_field(member.name, member.descriptor).map(|f| (f.access, f.class()))
        };
        let Some((flags, owner)) = found else { return Ok(true) };
        if flags & access::PROTECTED == 0 || self.class.same_package(owner) {
            return Ok(true);
        }
        // Arrays have a public `clone`.
        if method
            && holder == self.names.object
            && receiver.is_array()
            && member.name.text() == "clone"
        {
            return Ok(true);
        }
        self.is_protected_receiver(receiver)
    }

    /// Whether a superclass has that name.
    pub(crate) fn is_superclass_name(&self, name: Symbol) -> bool {
        std::iter::successors(self.class.super_class, |class| class.super_class)
            .any(|class| class.name == name)
    }
}
