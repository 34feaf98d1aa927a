//! The table of strategies: a line for each. A strategy's file declares its guarantees
//! ([`AboutStrategy`]); code that treats strategies differently asks for these, never for names.

use crate::End;
use crate::driver::Driver;
use raceproof_base::{Listener, Machine};

/// Which of all schedules a strategy executes, if nothing (a limit, a finding) ends it before. A
/// violation *comes up* if an executed schedule shows it.
///
/// Example: `T1: lock a; lock b` and `T2: lock c` have three schedules, which are one Mazurkiewicz
/// trace, since `lock c` commutes with both others: under [`Covers::Orders`] one is enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Covers {
    /// All, up to state matching: each transition of each reachable state is executed, so each
    /// deadlock, violation and data race comes up.
    Schedules,
    /// A partial-order reduction: of schedules that differ only by swaps of adjacent independent
    /// steps (a Mazurkiewicz trace) not all; each deadlock, violation and data race comes up. The
    /// machine has more visible operations then, so its schedules replay only on one made so.
    Orders,
    /// The same, without subtrees that are proved free of data races: each data race comes up,
    /// deadlocks and other violations need not.
    RacingOrders,
    /// Some, at random: nothing need come up.
    Samples,
    /// Those within a bound of its own: nothing that is outside need come up, so it ends by a
    /// [`Limit::Own`](crate::Limit::Own).
    Part,
}

/// The guarantees of a strategy, for every program. Verdicts rest on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AboutStrategy {
    /// As users call it.
    pub name: &'static str,
    /// What it executes.
    pub covers: Covers,
    /// Whether it is stateful (keeps a visited set): then a limit of states means something.
    pub keeps_states: bool,
    /// Whether it may reach a state by a longer path before a shorter one: then a state that was
    /// pruned at the limit of depth is explored when it is reached again at a smaller depth.
    pub goes_deep: bool,
    /// Whether the listener's heuristic values guide it.
    pub goes_by_value: bool,
    /// Whether it rests on what a step uses before that is executed: then it cannot be used where a
    /// step has several operations ([`Machine::is_whole`]).
    pub foresees: bool,
}

macro_rules! strategies {
    ($($(#[$summary:meta])* $name:ident => $file:ident),* $(,)?) => {
        /// Which schedules are tried, in what order.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum StrategyKind {
            $($(#[$summary])* $name,)*
        }

        impl StrategyKind {
            /// All there are.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// What holds of it.
            #[must_use]
            pub const fn about(self) -> &'static AboutStrategy {
                match self {
                    $(Self::$name => &crate::$file::ABOUT,)*
                }
            }

            pub(crate) fn search<M: Machine, L: Listener>(self, driver: &mut Driver<'_, M, L>) -> Result<(), End> {
                match self {
                    $(Self::$name => crate::$file::search(driver),)*
                }
            }
        }
    };
}

strategies! {
    /// Depth-first search: little memory.
    DepthFirst => dfs,
    /// Breadth-first search: the first counterexample is a shortest one.
    BreadthFirst => bfs,
    /// Schedules with few preemptions first: what it has covered when it is ended is known.
    Preemptions => preemptions,
    /// Random schedules, one after the other. Proves nothing.
    Random => random,
    /// Best-first search by the listener's heuristic values.
    Heuristic => heuristic,
    /// Stateful partial-order reduction by locksets.
    Lockset => lockset,
    /// Stateful partial-order reduction: each state once, by no more threads than what follows asks
    /// for.
    Persistent => persistent,
    /// Stateless optimal dynamic partial-order reduction: one schedule of each Mazurkiewicz trace.
    Dpor => dpor,
    /// The same with property-driven pruning: subtrees without data races are left out.
    Pruned => pdp,
}

impl StrategyKind {
    /// Whether it is a partial-order reduction.
    #[must_use]
    pub const fn reduces(self) -> bool {
        match self.about().covers {
            Covers::Orders | Covers::RacingOrders => true,
            Covers::Schedules | Covers::Samples | Covers::Part => false,
        }
    }
}
