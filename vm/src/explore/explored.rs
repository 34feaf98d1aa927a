//! What an exploration notes about steps, beside the state that they lead to.

use crate::explore::pruning::Log;
use crate::explore::unending::Unending;
use crate::ground::class::MethodRef;
use crate::ground::heap::Ref;
use crate::threads::fairness::ROUNDS;
use crate::vm::Vm;
use raceproof_base::{Effect, Finding};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// What this room alone may see of the machine.
#[derive(Default)]
pub(crate) struct Explored {
    /// What the current step did that others may depend on.
    pub(super) effects: Vec<Effect>,
    /// What the program's own code executed.
    pub(super) log: Log,
    /// The loops that were found not to end, by their places, and where they are for people; they
    /// are never forgotten.
    pub(super) unending: Vec<Unending>,
    /// Where threads were stopped last that were the only ones left.
    pub(crate) stops: VecDeque<u64>,
    /// What a thread does alone is visible, too.
    pub(super) is_watched: bool,
    /// What joins one thread goes on to join others, and the running step joins one.
    pub(crate) joins_on: bool,
    pub(crate) has_joined: bool,
    /// Steps are tried, and will be taken back.
    pub(super) is_trying: bool,
    /// How often something was to be tried at a place, and when it will be next.
    pub(crate) tried: FxHashMap<u64, (u64, u64)>,
    /// The places from which a loop was once followed that did not end.
    pub(crate) followed: FxHashSet<u64>,
    /// In this search a wait has ended by its time, and one was kept from it.
    pub(super) ended_waits: bool,
    pub(super) held_waits: bool,
    /// Exceptions that nobody caught in the current step; no part of the state.
    pub(super) uncaught: VecDeque<Finding>,
    /// The thread that ends a program with shutdown hooks, and what it does, once one was needed.
    pub(super) destroyer: Ref,
    pub(super) main_group: Ref,
    pub(super) shutdown_body: Option<MethodRef>,
}

impl Explored {
    /// What the current step did that others may depend on.
    pub(crate) fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// From now on what a thread does alone is visible, or not.
    pub(crate) fn watch(&mut self, is_watched: bool) {
        self.is_watched = is_watched;
    }

    /// Whether what a thread does alone is visible, too.
    pub(crate) fn is_watched(&self) -> bool {
        self.is_watched
    }
}

impl Vm {
    /// How often others may come to places of loops that do not end while a thread could go on: as
    /// often as any of these takes.
    pub(crate) fn most_rounds(&self) -> u32 {
        let found = self.explored.unending.iter().map(|found| found.rounds).max();
        found.unwrap_or(0).max(self.explore.rounds).max(ROUNDS)
    }
}
