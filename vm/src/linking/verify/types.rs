//! Verification types (JVMS 4.10.1.2) and the type state of a frame.

use super::failure::{Check, Failure};
use crate::ground::symbol::Symbol;
use std::fmt;
use std::rc::Rc;

/// What the verifier knows about a local variable or a stack entry. Long and double take two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum VType {
    /// Unusable, or unknown.
    Top,
    Int,
    Float,
    Long,
    /// The second half of a long.
    Long2,
    Double,
    /// The second half of a double.
    Double2,
    Null,
    /// `this` in a constructor, before the superclass's constructor was called.
    UninitializedThis,
    /// What the `new` at this position made, before its constructor was called.
    Uninitialized(u16),
    /// A class or interface by its internal name.
    Class(Symbol),
    /// An array of so many dimensions of a class: taken apart and put together without making
    /// names.
    ClassArray(u8, Symbol),
    /// An array of so many dimensions of a primitive type, by its letter.
    PrimitiveArray(u8, u8),
    /// What a `jsr` to the subroutine at this position pushed; only where types are inferred.
    ReturnAddress(u32),
}

impl VType {
    /// The second half, if it has one.
    pub(crate) fn second(self) -> Option<Self> {
        match self {
            Self::Long => Some(Self::Long2),
            Self::Double => Some(Self::Double2),
            _ => None,
        }
    }

    /// Whether it is the upper half of a value of two slots.
    pub(crate) fn is_second(self) -> bool {
        matches!(self, Self::Long2 | Self::Double2)
    }

    /// Null, or an initialised object.
    pub(crate) fn is_reference(self) -> bool {
        matches!(self, Self::Null | Self::Class(_)) || self.is_array()
    }

    /// An object whose constructor has not been called.
    pub(crate) fn is_uninitialized(self) -> bool {
        matches!(self, Self::UninitializedThis | Self::Uninitialized(_))
    }

    pub(crate) fn is_array(self) -> bool {
        matches!(self, Self::ClassArray(..) | Self::PrimitiveArray(..))
    }

    /// How many dimensions an array has.
    pub(crate) fn dimensions(self) -> u8 {
        match self {
            Self::ClassArray(dimensions, _) | Self::PrimitiveArray(dimensions, _) => dimensions,
            _ => 0,
        }
    }

    /// Whether it is null or an array of one of these primitive types.
    pub(crate) fn is_array_of(self, letters: &[u8]) -> bool {
        match self {
            Self::Null => true,
            Self::PrimitiveArray(1, letter) => letters.contains(&letter),
            _ => false,
        }
    }

    /// What the elements of an array of references are.
    pub(crate) fn component(self) -> Option<Self> {
        match self {
            Self::ClassArray(1, name) => Some(Self::Class(name)),
            Self::ClassArray(n, name) => Some(Self::ClassArray(n - 1, name)),
            Self::PrimitiveArray(1, _) => None,
            Self::PrimitiveArray(n, letter) => Some(Self::PrimitiveArray(n - 1, letter)),
            _ => None,
        }
    }

    /// An array of these with one dimension more; `None` if that is more than arrays have.
    pub(crate) fn array(self) -> Option<Self> {
        match self {
            Self::Class(name) => Some(Self::ClassArray(1, name)),
            Self::ClassArray(n, name) => n.checked_add(1).map(|n| Self::ClassArray(n, name)),
            Self::PrimitiveArray(n, letter) => {
                n.checked_add(1).map(|n| Self::PrimitiveArray(n, letter))
            }
            _ => None,
        }
    }
}

/// As HotSpot's messages name it.
impl fmt::Display for VType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Top => f.write_str("top"),
            Self::Int => f.write_str("integer"),
            Self::Float => f.write_str("float"),
            Self::Long => f.write_str("long"),
            Self::Long2 => f.write_str("long_2nd"),
            Self::Double => f.write_str("double"),
            Self::Double2 => f.write_str("double_2nd"),
            Self::Null => f.write_str("null"),
            Self::UninitializedThis => f.write_str("uninitializedThis"),
            Self::Uninitialized(at) => write!(f, "uninitialized {at}"),
            Self::Class(name) => write!(f, "'{name}'"),
            Self::ClassArray(n, name) => write!(f, "'{}L{name};'", "[".repeat(usize::from(*n))),
            Self::PrimitiveArray(n, letter) => {
                write!(f, "'{}{}'", "[".repeat(usize::from(*n)), char::from(*letter))
            }
            Self::ReturnAddress(_) => f.write_str("returnAddress"),
        }
    }
}

/// What an instruction needs on the stack or in a local variable.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Wanted {
    Type(VType),
    /// Any reference, initialised or not.
    Reference,
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(ty) => ty.fmt(f),
            Self::Reference => f.write_str("reference type"),
        }
    }
}

/// The type state: what the local variables and the stack hold.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// Local variables; those behind the last are unusable. Shared until changed.
    locals: Rc<Vec<VType>>,
    pub(crate) stack: Vec<VType>,
    /// Whether this is a constructor that has not called another one yet.
    pub(crate) this_uninitialized: bool,
    /// Tells states of the locals apart, so that what was checked is not checked again.
    pub(crate) generation: u64,
    pub(crate) max_locals: usize,
    pub(crate) max_stack: usize,
}

impl Frame {
    pub(crate) fn new(
        locals: Vec<VType>,
        this_uninitialized: bool,
        max_locals: usize,
        max_stack: usize,
    ) -> Self {
        let locals = Rc::new(locals);
        Self { locals, stack: Vec::new(), this_uninitialized, generation: 0, max_locals, max_stack }
    }

    /// The state in which a handler starts, but for the exception.
    pub(crate) fn in_handler(&self, this_uninitialized: bool) -> Self {
        Self { stack: Vec::new(), this_uninitialized, locals: self.shared_locals(), ..*self }
    }

    pub(crate) fn locals(&self) -> &[VType] {
        &self.locals
    }

    pub(crate) fn shared_locals(&self) -> Rc<Vec<VType>> {
        Rc::clone(&self.locals)
    }

    /// Goes on with another state of the locals.
    pub(crate) fn replace_locals(&mut self, locals: Rc<Vec<VType>>, this_uninitialized: bool) {
        self.locals = locals;
        self.this_uninitialized = this_uninitialized;
        self.generation += 1;
    }

    pub(crate) fn local(&self, index: usize) -> VType {
        self.locals.get(index).copied().unwrap_or(VType::Top)
    }

    /// Pushes a value, with its second half.
    pub(crate) fn push(&mut self, ty: VType) -> Check<()> {
        self.push_slot(ty)?;
        ty.second().map_or(Ok(()), |second| self.push_slot(second))
    }

    pub(crate) fn push_slot(&mut self, ty: VType) -> Check<()> {
        if self.stack.len() >= self.max_stack {
            return Err(Failure::because("Operand stack overflow", "Exceeded max stack size."));
        }
        self.stack.push(ty);
        Ok(())
    }

    pub(crate) fn pop_slot(&mut self) -> Check<VType> {
        self.stack.pop().ok_or_else(Failure::underflow)
    }

    /// Stores a value, with its second half. What it overwrites half of becomes unusable.
    pub(crate) fn set_local(&mut self, index: usize, ty: VType) -> Check<()> {
        let last = index + usize::from(ty.second().is_some());
        if last >= self.max_locals {
            let reason = format!("Local index {index} is invalid");
            return Err(Failure::because("Local variable table overflow", reason));
        }
        if self.local(index) == ty && ty.second().is_none() {
            return Ok(());
        }
        self.generation += 1;
        let locals = Rc::make_mut(&mut self.locals);
        if locals.len() <= last {
            locals.resize(last + 1, VType::Top);
        }
        if locals[index].is_second() && index > 0 {
            locals[index - 1] = VType::Top;
        }
        if locals[last].second().is_some()
            && let Some(half) = locals.get_mut(last + 1)
        {
            *half = VType::Top;
        }
        locals[index] = ty;
        if let Some(second) = ty.second() {
            locals[index + 1] = second;
        }
        Ok(())
    }

    /// Objects without constructor get neither into a subroutine nor out of it.
    pub(crate) fn forget_unfinished(&mut self) {
        let is_unfinished = |ty: &VType| matches!(ty, VType::Uninitialized(_));
        self.stack.iter_mut().filter(|ty| is_unfinished(ty)).for_each(|ty| *ty = VType::Top);
        if self.locals.iter().any(is_unfinished) {
            self.generation += 1;
            Rc::make_mut(&mut self.locals)
                .iter_mut()
                .filter(|ty| is_unfinished(ty))
                .for_each(|ty| *ty = VType::Top);
        }
    }

    /// Local variables of that type become unusable.
    pub(crate) fn forget_in_locals(&mut self, old: VType) {
        if self.locals.contains(&old) {
            self.generation += 1;
            Rc::make_mut(&mut self.locals)
                .iter_mut()
                .filter(|ty| **ty == old)
                .for_each(|ty| *ty = VType::Top);
        }
    }

    /// Replaces a type everywhere: its constructor has returned.
    pub(crate) fn initialize(&mut self, old: VType, new: VType) {
        self.generation += 1;
        if self.locals.contains(&old) {
            Rc::make_mut(&mut self.locals)
                .iter_mut()
                .filter(|ty| **ty == old)
                .for_each(|ty| *ty = new);
        }
        self.stack.iter_mut().filter(|ty| **ty == old).for_each(|ty| *ty = new);
        if old == VType::UninitializedThis {
            self.this_uninitialized = false;
        }
    }
}
