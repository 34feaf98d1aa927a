//! What is told of an execution: the events for listeners, names for people, the program's output.
//! Enters what no execution depends on.

pub mod hotspot_names;
mod modes;
pub mod naming;
pub(crate) mod output;
pub(crate) mod publishing;
pub(crate) mod telling;
mod whose;
