//! Calls: arguments, receivers, and the constructors that turn unfinished objects into objects.

use super::Verifier;
use super::failure::{Check, Failure};
use super::instructions::not_assignable;
use super::members::Member;
use super::method::Body;
use super::types::{Frame, VType, Wanted};
use raceproof_bytecode::Op;
use raceproof_classfile::Constant;

/// The first version in which static and special calls can name an interface's method.
const INTERFACE_METHODS_VERSION: u16 = 52;
const INVOKEDYNAMIC_VERSION: u16 = 51;

const VIRTUAL: u8 = 182;
const SPECIAL: u8 = 183;
const STATIC: u8 = 184;
const INTERFACE: u8 = 185;
const DYNAMIC: u8 = 186;

impl Verifier<'_> {
    /// Applies a call to the type state.
    pub(crate) fn invoke(&mut self, body: &Body<'_>, op: &Op, frame: &mut Frame) -> Check<()> {
        let member = self.called(op)?;
        let signature = self.signature(member.descriptor)?;
        if op.code == INTERFACE {
            let slots = signature
                .parameters
                .iter()
                .map(|p| 1 + usize::from(p.second().is_some()))
                .sum::<usize>();
            if usize::from(body.byte(op.at + 3)) != slots + 1 {
                return Err(Failure::verify("Inconsistent args count operand in invokeinterface"));
            }
            if body.byte(op.at + 4) != 0 {
                return Err(Failure::verify("Fourth operand byte of invokeinterface must be zero"));
            }
        }
        if op.code == DYNAMIC && (body.byte(op.at + 3) != 0 || body.byte(op.at + 4) != 0) {
            return Err(Failure::verify(
                "Third and fourth operand bytes of invokedynamic must be zero",
            ));
        }
        let constructor = member.name == self.names.init;
        if member.name.text().starts_with('<') {
            if op.code != SPECIAL || !constructor {
                return Err(Failure::verify("Illegal call to internal method"));
            }
        } else if op.code == SPECIAL {
            self.check_special(&member)?;
        }
        self.spend(signature.parameters.len())?;
        for parameter in signature.parameters.iter().rev() {
            self.pop(frame, *parameter)?;
        }
        if constructor {
            self.construct(body, op, frame, &member)?;
            if signature.result.is_some() {
                return Err(Failure::verify("Return type must be void in <init> method"));
            }
        } else {
            self.pop_receiver(op, frame, &member)?;
        }
        signature.result.map_or(Ok(()), |result| frame.push(result))
    }

    /// The method that a call names, by a constant of the kind that the instruction takes.
    fn called(&mut self, op: &Op) -> Check<Member> {
        let index = op.operand as u16;
        let interface = self.file.major >= INTERFACE_METHODS_VERSION;
        let fits = match (op.code, self.file.constant(index)) {
            (INTERFACE, Ok(Constant::InterfaceMethod { .. })) => true,
            (DYNAMIC, Ok(Constant::InvokeDynamic { .. })) => true,
            (SPECIAL | STATIC, Ok(Constant::InterfaceMethod { .. })) => interface,
            (VIRTUAL | SPECIAL | STATIC, Ok(Constant::Method { .. })) => true,
            _ => false,
        };
        if !fits {
            return Err(self.wrong_constant(index));
        }
        if op.code == DYNAMIC && self.file.major < INVOKEDYNAMIC_VERSION {
            let (major, class) = (self.file.major, self.class.java_name());
            return Err(Failure::Format(format!(
                "invokedynamic instructions not supported by this class file version ({major}), class {class}"
            )));
        }
        self.member(index)
    }

    /// `invokespecial` reaches only methods of this class, its supertypes, and among interfaces the
    /// direct ones.
    fn check_special(&mut self, member: &Member) -> Check<()> {
        let own = VType::Class(self.class.name);
        let Some(holder) = member.holder else { return Ok(()) };
        let direct = self.class.super_class.iter().chain(&self.class.interfaces);
        if holder == own || direct.into_iter().any(|class| holder == VType::Class(class.name)) {
            return Ok(());
        }
        let problem = if !self.is_assignable(own, holder)? {
            "current class isn't assignable to reference class."
        } else if member.interface {
            "interface method reference is in an indirect superinterface."
        } else {
            return Ok(());
        };
        Err(Failure::verify(format!("Bad invokespecial instruction: {problem}")))
    }

    fn pop_receiver(&mut self, op: &Op, frame: &mut Frame, member: &Member) -> Check<()> {
        let Some(holder) = member.holder else { return Ok(()) };
        match op.code {
            SPECIAL => self.pop(frame, VType::Class(self.class.name)).map(|_| ()),
            INTERFACE => self.pop(frame, holder).map(|_| ()),
            VIRTUAL => {
                let receiver = self.pop(frame, holder)?;
                if self.may_use_protected(receiver, member, true)? {
                    return Ok(());
                }
                let own = Wanted::Type(VType::Class(self.class.name));
                let reason = not_assignable(receiver, frame, own);
                Err(Failure::because("Bad access to protected data in invokevirtual", reason))
            }
            _ => Ok(()),
        }
    }

    /// A call of a constructor on an object that no constructor was called for yet.
    fn construct(
        &mut self,
        body: &Body<'_>,
        op: &Op,
        frame: &mut Frame,
        member: &Member,
    ) -> Check<()> {
        let object = self.pop_wanted(frame, Wanted::Reference)?;
        let holder = member.holder.unwrap_or(VType::Top);
        let own = VType::Class(self.class.name);
        match object {
            VType::UninitializedThis => {
                let parent = self.class.super_class.map(|class| VType::Class(class.name));
                if holder != own && Some(holder) != parent {
                    let reason = format!("Type {holder} is not assignable to {own}");
                    return Err(Failure::because("Bad <init> method call", reason));
                }
                self.check_handlers_end(body, op.at)?;
                frame.initialize(object, own);
            }
            VType::Uninitialized(at) => {
                let Some(new) = body
                    .op_at(usize::from(at))
                    .map(|n| body.ops()[n])
                    .filter(|new| new.code == 187)
                else {
                    return Err(Failure::verify("Expecting new instruction"));
                };
                let made = self.class_type(new.operand as u16)?;
                if made != holder {
                    let reason = format!(
                        "Type {made} (constant pool {}) is not assignable to {holder} (constant pool {})",
                        new.operand, op.operand
                    );
                    return Err(Failure::because("Call to wrong <init> method", reason));
                }
                if !self.may_construct(made, member)? {
                    let reason = format!(
                        "Type {made} (constant pool {}) is not assignable to {own}",
                        new.operand
                    );
                    return Err(Failure::because("Bad access to protected <init> method", reason));
                }
                frame.initialize(object, made);
            }
            _ => {
                let reason =
                    format!("Invalid type: {object} (current frame, stack[{}])", frame.stack.len());
                return Err(Failure::because("Bad operand type when invoking <init>", reason));
            }
        }
        Ok(())
    }

    /// A protected constructor of a superclass in another package makes only objects of this
    /// class's own kind.
    fn may_construct(&mut self, made: VType, member: &Member) -> Check<bool> {
        let VType::Class(name) = made else { return Ok(true) };
        if !self.is_superclass_name(name) {
            return Ok(true);
        }
        let holder = self.load(name)?;
        let Some(method) = holder.inherited_method(member.name, member.descriptor) else {
            return Ok(true);
        };
        if method.access & crate::ground::class::access::PROTECTED == 0
            || self.class.same_package(method.class())
        {
            return Ok(true);
        }
        self.is_protected_receiver(made)
    }

    /// A handler around the call of another constructor would see `this` unfinished: it has to
    /// throw in the end.
    fn check_handlers_end(&mut self, body: &Body<'_>, at: usize) -> Check<()> {
        if body.inferring {
            return Ok(());
        }
        for range in &body.code.exceptions {
            if (usize::from(range.start)..usize::from(range.end)).contains(&at)
                && !self.ends_in_throw(body, usize::from(range.handler))?
            {
                return Err(Failure::verify(
                    "Bad <init> method call from after the start of a try block",
                ));
            }
        }
        Ok(())
    }
}
