//! The vocabulary that all engines share: threads ([`ThreadId`]), variables and objects
//! ([`Address`]), instructions ([`Site`]), [`Event`]s, [`Choice`]s of the scheduler, [`Finding`]s;
//! and the traits between which they travel: a [`Machine`] (transition system) is driven by a
//! search strategy and reports to a [`Listener`]. [`booted`] is the heap of a class library that
//! has started, as input of the static analysis.
//!
//! A strategy chooses and never looks into a heap; a listener sees events and never the machine;
//! the machine knows no detector. So this crate depends on nothing.

pub mod booted;
mod cancellation;
mod choice;
mod effect;
mod event;
mod finding;
mod ids;
mod library;
mod listener;
mod machine;
mod mixer;
mod moment;
mod operation;
mod reflection;
mod sources;
mod trust;
mod visible;

pub use cancellation::{Cancellation, Cause};
pub use choice::{Choice, Schedule};
pub use effect::{Effect, Thing, Use};
pub use event::{AccessKind, Event, Mode, Sync};
pub use finding::{
    Among, Conflict, Ending, Evidence, Finding, FindingKind, Race, RacingAccess, Step, StepValue,
    ThreadReport, programs_own, variables_alike,
};
pub use ids::{Address, Fingerprint, Site, ThreadId};
pub use library::{Operations, Part};
pub use listener::{LARGEST_VALUE, Listener, Names, Place};
pub use machine::{
    AsIs, Canonical, Finer, Machine, Mark, Progress, Situation, StepOutcome, Unsupported, Work,
};
pub use mixer::{GOLDEN, fold, mix, mix_in};
pub use moment::{Edge, Locking, Moment, Moments, StepAccess};
pub use operation::{Operation, OperationKind};
pub use reflection::{Reached, Recording, ReflectionLog, ReflectiveCall, Reflector, WrongLine};
pub use sources::is_source;
pub use trust::{Checked, Location, Pattern, Trust};
pub use visible::{visible, visible_lines};
