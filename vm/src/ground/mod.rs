//! What everything is made of: linked classes with their fields and methods, register code,
//! interned names, the heap, and the trait of natives. Enters data, and what can be done with it by
//! itself; nothing that makes classes, executes code or knows a second thread.

pub(crate) mod bookkeeping;
pub(crate) mod brief;
pub mod class;
pub mod code;
pub(crate) mod extension;
pub mod heap;
pub mod known;
pub(crate) mod makers;
pub(crate) mod native;
pub(crate) mod symbol;
pub(crate) mod unobserved;
