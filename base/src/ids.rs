//! Names of things, as newtypes.

/// A thread of the program, by order of its start along the execution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ThreadId(pub u32);

/// Where a variable or an object lies in the machine's memory, in bytes. Zero is nowhere.
///
/// An address is only a name: equal addresses are the same variable until the memory is given to a
/// new object, which an [`crate::Event::Allocated`] reports.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Address(pub u64);

impl Address {
    /// No object, no variable.
    pub const NONE: Address = Address(0);
}

/// An instruction of the program: the method's number and the position in its code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Site {
    /// The machine's number of the method.
    pub method: u32,
    /// Position of the instruction in the method's bytecode.
    pub position: u16,
}

impl Site {
    /// No instruction of the program.
    pub const NOWHERE: Site = Site { method: u32::MAX, position: 0 };
}

/// The identity of a state, see [`crate::Machine::fingerprint`]: states that do not behave alike
/// have equal ones by a chance of 2⁻¹²⁸ a pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Fingerprint(pub u128);
