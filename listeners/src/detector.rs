//! The table of detectors of data races: a line for each. What holds of a detector, its own file
//! says; whoever treats detectors differently asks for that, and never for their names.

use raceproof_base::Listener;

/// What must be told to a detector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hears {
    /// Nothing.
    Nothing,
    /// Synchronization, and writes of shared data; reads where threads are switched there.
    Writes,
    /// All accesses of shared data.
    All,
}

/// What holds of a detector, whatever the program. Verdicts rest on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AboutDetector {
    /// As users call it.
    pub name: &'static str,
    /// What must be told to it.
    pub hears: Hears,
    /// What no execution has if it finds nothing in any.
    pub finds: &'static str,
    /// Whether that is each data race there is: then executions without are sequentially
    /// consistent.
    pub finds_all: bool,
}

/// What a detector is to go by, besides what it hears.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Whether threads are switched at each access of shared data.
    pub by_access: bool,
    /// Whether there are accesses by modes weaker than volatile.
    pub weak_modes: bool,
    /// Variables at whose plain accesses threads are switched.
    pub contested: &'a [String],
}

/// Does something with the listener of a detector. The machine is compiled for each.
pub trait WithListener {
    /// What comes of it.
    type Answer;

    /// Does it.
    fn run<L: Listener>(self, listener: L) -> Self::Answer;
}

macro_rules! detectors {
    ($($(#[$summary:meta])* $name:ident => $($file:ident)::+),* $(,)?) => {
        /// Which data races are looked for, and how.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum DetectorKind {
            $($(#[$summary])* $name,)*
        }

        impl DetectorKind {
            /// All there are.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// What holds of it.
            #[must_use]
            pub const fn about(self) -> &'static AboutDetector {
                match self {
                    $(Self::$name => &crate::$($file)::+::ABOUT,)*
                }
            }

            /// Does something with its listener.
            pub fn with<W: WithListener>(self, wanted: Wanted<'_>, work: W) -> W::Answer {
                match self {
                    $(Self::$name => work.run(crate::$($file)::+::listener(wanted)),)*
                }
            }
        }
    };
}

detectors! {
    /// The happens-before summary `h`, with reads: all races.
    Full => h::full,
    /// The happens-before summary `h`, as published.
    H => h::published,
    /// Goldilocks locksets.
    Goldilocks => goldilocks,
    /// Vector clocks.
    VectorClock => vector_clock,
    /// None.
    Off => off,
}

impl DetectorKind {
    /// Whether it looks for any.
    #[must_use]
    pub const fn detects(self) -> bool {
        match self.about().hears {
            Hears::Nothing => false,
            Hears::Writes | Hears::All => true,
        }
    }
}

/// What no execution has if a detector of all data races finds nothing.
pub(crate) const ANY: &str = "a data race of any kind";
