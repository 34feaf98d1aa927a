//! The virtual machine: loads, links and runs real class files. See ARCHITECTURE.md.

mod ask;
mod asking;
pub mod boot;
pub mod class;
pub mod code;
pub mod concat;
pub mod exceptions;
pub mod exec;
pub mod extension;
mod flow;
mod gc;
pub mod generate;
pub mod heap;
pub mod indy;
pub mod init;
mod interp;
pub mod known;
pub mod lambda;
pub mod loader;
mod lower;
pub mod method_handles;
pub mod monitor;
pub mod native;
mod refusals;
pub mod resolve;
pub mod sched;
mod strings;
pub mod switches;
pub mod symbol;
pub mod thread;
pub mod vm;

pub use boot::run;
pub use heap::Ref;
pub use native::{Exec, Peer, Registry, Trap};
pub use vm::{RunOptions, RunOutcome, Vm};
