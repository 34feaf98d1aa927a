//! What stands in for methods only while schedules are explored, and the class by which programs
//! talk to Java PathFinder. Enters what `run` does without.

pub(crate) mod cleanables;
pub(crate) mod exploring;
pub(crate) mod jpf;
pub(crate) mod settable;
