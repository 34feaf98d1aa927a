//! Predicting races of other schedules: one execution is observed, engines look for races of its
//! reorderings, and what they find is executed in the machine.

pub mod confirm;
pub mod observe;
pub mod reading;
pub mod report;
pub mod telling;
