//! Threads and what they wait for: monitors, parking, sleeping, signals, which of them goes next,
//! and loops that must let others go first. Enters what several threads are needed for; what one of
//! them executes is no business of this room.

pub(crate) mod fairness;
pub(crate) mod library;
pub(crate) mod looking;
pub(crate) mod monitor;
pub mod pending;
pub(crate) mod sched;
pub(crate) mod signals;
pub(crate) mod structured;
pub mod thread;
