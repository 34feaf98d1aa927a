//! The table of strategies: a line for each. What holds of a strategy, its own file says; whoever
//! treats strategies differently asks for that, and never for their names.

use crate::End;
use crate::driver::Driver;
use raceproof_base::{Listener, Machine};

/// Which of all schedules a strategy executes, if nothing ends it before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Covers {
    /// All of them.
    Schedules,
    /// One of those that have the same steps and differ only in the order of independent ones: each
    /// deadlock, violation and data race that there is comes up. Such a strategy has steps of its
    /// own, and so has a schedule that it finds.
    Orders,
    /// The same, without those that are shown to have no data race: no deadlock or violation need
    /// come up.
    RacingOrders,
    /// Some at random: nothing need come up.
    Samples,
    /// Those within a bound of its own: nothing that is outside need come up, so it ends by a
    /// [`Limit::Own`](crate::Limit::Own).
    Part,
}

/// What holds of a strategy, whatever the program. Verdicts rest on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AboutStrategy {
    /// As users call it.
    pub name: &'static str,
    /// What it executes.
    pub covers: Covers,
    /// Whether it recognises the states that it was in: then a limit of states means something.
    pub keeps_states: bool,
    /// Whether it may come to a state by a long path before it does by a short one: then a state
    /// that was left alone at the limit of depth is explored when it is met again nearer to the
    /// start.
    pub goes_deep: bool,
    /// Whether it goes by what the listener finds promising.
    pub goes_by_value: bool,
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
    /// Every schedule, the deepest first: little memory.
    DepthFirst => dfs,
    /// Every schedule, the shortest first: the first counterexample is a shortest one.
    BreadthFirst => bfs,
    /// Random schedules, one after the other. Proves nothing.
    Random => random,
    /// Every schedule, the most promising first, as the listener values what leads to a state.
    Heuristic => heuristic,
    /// One thread's schedule, and others only where its steps bear on them, by locksets: states are
    /// kept.
    Lockset => lockset,
    /// One schedule of all those in which dependent steps come in the same order: no states are
    /// kept.
    Dpor => dpor,
    /// The same, without those that have no data race. What else they may end in is not explored.
    Pruned => pdp,
}

impl StrategyKind {
    /// Whether it leaves out schedules that only have independent steps in another order.
    #[must_use]
    pub const fn reduces(self) -> bool {
        match self.about().covers {
            Covers::Orders | Covers::RacingOrders => true,
            Covers::Schedules | Covers::Samples | Covers::Part => false,
        }
    }
}
