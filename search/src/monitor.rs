//! Monitors of a search: they show its progress, and may end it.

use crate::Statistics;
use raceproof_base::Finding;

/// Whether a search is to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// Yes.
    GoOn,
    /// No: it was interrupted.
    Stop,
}

/// Asked regularly while a search goes on: every 256 transitions, the first time before the first.
///
/// A closure from [`Statistics`] to [`Signal`] is a monitor; so is `()`, which never stops a
/// search.
pub trait Monitor {
    /// What has been explored so far; is it to go on?
    fn progress(&mut self, statistics: &Statistics) -> Signal;

    /// Something was found that does not end the search by itself; is it to go on?
    fn found(&mut self, _finding: &Finding) -> Signal {
        Signal::GoOn
    }

    /// Another search begins, of those that are made under one monitor.
    fn round(&mut self, _search: &str) {}

    /// The bytes of memory the process uses, if that is known: what a limit of memory is compared
    /// with. Otherwise that is the search's own account, [`Statistics::bytes`]. Only asked if there
    /// is such a limit.
    fn memory(&mut self) -> Option<u64> {
        None
    }
}

impl<F: FnMut(&Statistics) -> Signal> Monitor for F {
    fn progress(&mut self, statistics: &Statistics) -> Signal {
        self(statistics)
    }
}

/// The monitor that never stops a search.
impl Monitor for () {
    fn progress(&mut self, _statistics: &Statistics) -> Signal {
        Signal::GoOn
    }
}
