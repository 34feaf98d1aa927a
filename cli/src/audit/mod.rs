//! `audit`: all engines on one question, whether a pair that the scan leaves races.
//!
//! [`candidates`] are what the scan leaves, and how an executed race is told to be one of them;
//! [`directed`] looks for the race of one, by executions that [`aiming`] makes and [`parting`] makes
//! differ ([`been`] is where they were), with which [`plainly`] takes turns; `directing` asks for
//! them, candidate after candidate; [`deciding`] asks the engines in turn; [`ledger`] keeps what was
//! decided; [`report`] tells it, [`table`] as a page for a browser, [`outline`] to other programs.
//! [`skipping`] is what `check` takes over from a ledger.

pub mod aiming;
pub mod been;
pub mod candidates;
pub mod deciding;
pub mod directed;
mod directing;
pub mod ledger;
pub mod outline;
pub mod parting;
pub mod plainly;
pub mod report;
pub mod skipping;
pub mod status;
pub mod table;
