//! Search strategies over a [`Machine`] (explicit-state model checking): which schedules of a
//! program are executed, and in what order.
//!
//! A strategy is one file and a line of the table in `strategy`. The file says what it guarantees
//! ([`AboutStrategy`]), and decides where to go next, and nothing else; what every strategy does at
//! each step (counting, limits, findings, state matching) is in `driver`, once. A strategy knows
//! its place only as a `driver::Position`.
//!
//! Every answer says how complete it is ([`End`]). All is deterministic but for where a limit of
//! time or memory falls.

mod bfs;
mod bytes;
mod components;
mod dependence;
mod dfs;
mod dpor;
mod driver;
mod endless;
mod exploration;
mod frontier;
mod graph;
mod heuristic;
mod interned;
mod lockset;
mod minimise;
mod monitor;
mod options;
mod pdp;
mod persistent;
mod preemptions;
mod random;
mod replay;
mod scheduler;
mod splitmix;
mod strategy;
mod summaries;
mod things;
mod visited;
mod waiting;
mod walk;

pub use exploration::{Bounded, Counted, End, Exploration, Limit, Reduction, Statistics};
pub use minimise::{minimise, switches};
pub use monitor::{Monitor, Signal};
pub use options::{Chance, SearchOptions};
pub use replay::{ReplayOutcome, replay};
pub use scheduler::Scheduler;
pub use splitmix::SplitMix;
pub use strategy::{AboutStrategy, Covers, StrategyKind};
pub use walk::{Guide, Walk, walk, wander};

use driver::Driver;
use raceproof_base::{Listener, Machine};

/// Explores the executions of a machine from its current state on; the listener gets their events.
///
/// Afterwards machine and listener are in the state in which they were, so a finding can be
/// [replayed](fn@replay) at once. So the machine must be able to go back from wherever a step
/// ended, from something unsupported too.
///
/// Depth of states and length of schedules count from the current state. The same machine, listener
/// and options give the same answer, unless a limit of time or memory or the monitor ends the
/// search.
pub fn explore<M: Machine, L: Listener>(
    machine: &mut M,
    listener: &mut L,
    options: &SearchOptions,
    monitor: &mut dyn Monitor,
) -> Exploration {
    let before = listener.save();
    machine.begin(listener);
    machine.begin_search();
    let mut driver = Driver::new(machine, listener, options, monitor);
    let ended = driver.look_before().and_then(|()| options.strategy.search(&mut driver));
    let exploration = driver.finish(ended);
    listener.restore(&before);
    exploration
}
pub use walk::ReplayEnd;
