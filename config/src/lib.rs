//! What a user asked for: from the words of the command line and the lines of properties files to
//! each engine's options.
//!
//! [`schema`] is the one table of keys; [`Settings`] puts the layers together and knows where each
//! value came from; `options` gives the values their types. Nothing here reads a class file,
//! prints, or ends the process: what is wrong comes back as a [`Mistake`], what is merely odd as a
//! note.

mod absent;
pub mod atomic;
mod contradictions;
mod defaults;
mod files;
mod jpf;
mod listed;
mod memory;
mod mistake;
mod options;
mod origin;
mod overwritten;
mod properties;
#[cfg(test)]
mod random;
mod reading;
mod reference;
pub mod schema;
mod settings;
mod shown;
mod size;
pub mod suggest;
pub mod trusted;
mod value;
pub mod words;

pub use defaults::default_properties;
pub use mistake::Mistake;
pub use options::{CheckOptions, Detail, Findings, Limits, MachineOptions, Nondeterminism, Search};
pub use origin::{Layer, Origin, Setting};
pub use reading::{advice as reading_advice, looked_at, read_at_most};
pub use reference::options_page;
pub use schema::{Command, Key};
pub use settings::{CommandLine, Settings};
pub use shown::Shown;
pub use words::{
    ColorChoice, Decider, Engine, ExitStatus, Format, Granularity, Heuristic, Library, Listener,
    ProgramOutput, Timeouts,
};
