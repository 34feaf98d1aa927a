//! The machine of a search: a step between two switches, the ways to go on, what a step did to
//! others, and what it has violated. Enters what only an exploration needs; `run` does without.

pub(crate) mod alone;
pub(crate) mod effects;
pub(crate) mod ends;
pub(crate) mod explored;
pub(crate) mod explorer;
pub(crate) mod findings;
pub(crate) mod idle;
pub(crate) mod pruning;
pub(crate) mod shutdown;
pub(crate) mod unending;
pub(crate) mod ways;
