//! The virtual machine: loads, links and runs real class files. See ARCHITECTURE.md.
//!
//! Its rooms, from the ground up: [`ground`], [`threads`], [`tell`], [`linking`], [`execute`],
//! [`dynamic`], `state`, `explore`. None may import one above it (`tests/rooms.rs`, which names
//! what still does). Around all of them stands [`vm::Vm`]; [`boot`] and `launch` start it.

pub mod boot;
pub mod dynamic;
pub mod execute;
mod explore;
pub mod ground;
mod launch;
pub mod linking;
mod state;
pub mod tell;
#[cfg(test)]
mod testing;
pub mod threads;
pub mod vm;

pub use boot::run;
pub use explore::ends::{ENDS, OBSERVED_ENDS};
pub use explore::explorer::Explorer;
pub use ground::heap::Ref;
pub use ground::native::{Exec, Peer, Registry, Trap};
pub use state::handover::booted;
pub use tell::output::PRINTING;
pub use threads::fairness::ROUNDS;
pub use threads::signals::Signals;
pub use vm::{ExploreOptions, RunOptions, RunOutcome, TimedWaits, Vm};
