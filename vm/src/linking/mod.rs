//! From class files to classes and code, as JVMS 5 has it: loading, definition, verification,
//! resolution, initialisation. Enters what is done once for a class, a member or an instruction,
//! and is no part of an explored state.

pub(crate) mod access_checks;
pub(crate) mod asking;
pub mod define;
pub mod exports;
mod first_use;
pub mod generate;
pub mod init;
pub(crate) mod kept;
pub(crate) mod linked;
pub(crate) mod loader;
mod looked_at;
pub(crate) mod lower;
pub(crate) mod made_classes;
pub(crate) mod members;
pub mod mirrors;
pub(crate) mod refusals;
pub(crate) mod resolve;
pub(crate) mod stepwise;
pub(crate) mod strings;
pub(crate) mod verify;
