//! Listeners: race detectors and other folds over the events of an execution. None of them sees the
//! machine, so all of them are tested on lists of events written by hand.
//!
//! # How to write one in a crate of your own
//!
//! 1. Depend on `raceproof-base` and on nothing else of Raceproof's.
//! 2. Write a type that implements [`raceproof_base::Listener`]. Its `event` gets all events of an
//!    execution, in order; happens-before edges are events of their own ([`Event::Acquire`],
//!    [`Event::Release`]), so that no listener has to know what a monitor or a `VarHandle` is.
//! 3. An execution is explored depth first by going back: `mark` is called between transitions,
//!    `rollback` undoes what came after a mark. Keep a log and truncate it, as [`Recorder`] does;
//!    do not copy at each mark. Breadth-first searches keep whole copies instead: `save` and
//!    `restore`.
//! 4. Ids in events are only names. [`raceproof_base::Names`] makes text of them, and is valid
//!    during the call of `event`: ask then, keep the text. Memory is reused: after an
//!    [`Event::Allocated`] an address is that of another object.
//! 5. Findings are returned by `finding`; the search adds the schedule and replays it before it
//!    reports them.
//! 6. Be deterministic: no clock, no randomly seeded map in an output, no state outside the value.
//!
//! Listeners combine as pairs, `(detector, printer)`, and the machine is compiled for the pair it
//! has.
//!
//! [`Event::Acquire`]: raceproof_base::Event::Acquire
//! [`Event::Release`]: raceproof_base::Event::Release
//! [`Event::Allocated`]: raceproof_base::Event::Allocated

pub mod behind;
pub mod came_by;
pub mod deadlock;
mod detector;
mod goldilocks;
mod h;
mod journal;
mod lost;
mod moments;
mod off;
mod print;
mod race;
mod recorder;
mod summary;
#[cfg(test)]
mod testing;
mod values;
mod vector_clock;
mod witness;
mod words;

pub use detector::{AboutDetector, DetectorKind, Hears, Wanted, WithListener};
pub use goldilocks::Goldilocks;
pub use h::{H, Reads};
pub use journal::Saved;
pub use lost::LostUpdates;
pub use print::Printer;
pub use recorder::Recorder;
pub use values::{Chosen, Values};
pub use vector_clock::VectorClocks;
pub use witness::Witness;
