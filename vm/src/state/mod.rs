//! The state and the ways back: marks, snapshots, garbage, what is shared, and what makes two
//! states the same. Enters what [`raceproof_base::Machine`] promises of marks, snapshots and
//! fingerprints.

pub(crate) mod batches;
pub(crate) mod clock;
pub(crate) mod gc;
pub(crate) mod handover;
pub(crate) mod identity;
pub(crate) mod liveness;
pub(crate) mod shared;
pub(crate) mod snapshot;
pub(crate) mod starts;
pub(crate) mod thread_identity;
pub(crate) mod undo;
