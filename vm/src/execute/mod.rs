//! One instruction after the other: the interpreter, what it leaves to slower code, exceptions, and
//! Java code that the machine calls for itself. Enters what a thread does while it has the machine.

pub(crate) mod accessing;
pub(crate) mod ask;
pub mod boxes;
pub(crate) mod checked;
pub(crate) mod exceptions;
pub(crate) mod exec;
pub(crate) mod extras;
pub(crate) mod frames;
pub(crate) mod interp;
pub(crate) mod quicken;
pub(crate) mod slow;
pub(crate) mod traps;
