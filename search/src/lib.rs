//! Strategies over a [`Machine`]: which schedules of a program are executed, and in what order.
//!
//! A strategy is one file: `dfs`, `bfs`, `heuristic`, `random`. It decides where to go next, and nothing else; what every
//! strategy does at each step (counting, limits, findings, recognising states) is in `driver`, once. A strategy knows
//! its place only as a `driver::Position`. To add one: a file, a case of [`StrategyKind`], a line in [`explore`].
//!
//! Every answer says how complete it is ([`End`]). All is deterministic but for where a limit of time or memory falls.

#![warn(missing_docs)]

mod bfs;
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
mod monitor;
mod options;
mod random;
mod replay;
mod splitmix;
mod summaries;
mod visited;
mod waiting;
mod walk;

pub use exploration::{Counted, End, Exploration, Limit, Reduction, Statistics};
pub use monitor::{Monitor, Signal};
pub use options::{SearchOptions, StrategyKind};
pub use replay::{ReplayEnd, ReplayOutcome, replay};
pub use splitmix::SplitMix;
pub use walk::{Walk, walk};

use driver::Driver;
use raceproof_base::{Listener, Machine};

/// Explores what a machine can do from its current state on, told to the listener.
///
/// Afterwards machine and listener stand where they stood before, so a finding can be [replayed](fn@replay) at once.
/// So the machine must be able to go back from wherever a step ended, from something unsupported too.
///
/// Depth of states and length of schedules count from the current state. The same machine, listener and options give
/// the same answer, unless a limit of time or memory or the monitor ends the search.
pub fn explore<M: Machine, L: Listener>(
    machine: &mut M,
    listener: &mut L,
    options: &SearchOptions,
    monitor: &mut dyn Monitor,
) -> Exploration {
    let before = listener.save();
    machine.begin(listener);
    let mut driver = Driver::new(machine, listener, options, monitor);
    let ended = driver.look_before().and_then(|()| match options.strategy {
        StrategyKind::DepthFirst => dfs::search(&mut driver),
        StrategyKind::BreadthFirst => bfs::search(&mut driver),
        StrategyKind::Dpor => dpor::search(&mut driver, false),
        StrategyKind::Heuristic => heuristic::search(&mut driver),
        StrategyKind::Lockset => lockset::search(&mut driver),
        StrategyKind::Pruned => dpor::search(&mut driver, true),
        StrategyKind::Random { seed, runs } => random::search(&mut driver, seed, runs),
    });
    let exploration = driver.finish(ended);
    listener.restore(&before);
    exploration
}
