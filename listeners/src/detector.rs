//! The table of data race detectors: a line for each. A detector's file declares its guarantees
//! ([`AboutDetector`]); code that treats detectors differently asks for these, never for names.

use raceproof_base::Listener;

/// The events that a detector needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hears {
    /// None.
    Nothing,
    /// Synchronization, and writes of shared data; reads where threads are switched there.
    Writes,
    /// Synchronization, and all accesses of shared data.
    All,
}

/// The guarantees of a detector, for every program. Verdicts rest on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AboutDetector {
    /// As users call it.
    pub name: &'static str,
    /// The events that it needs.
    pub hears: Hears,
    /// What no execution has if it finds nothing in any.
    pub finds: &'static str,
    /// Whether it is complete: in each execution that has a data race among the accesses it hears
    /// of, it reports the first one (whose second access comes first). If it then finds none in any
    /// execution, the program is free of data races, and, without weak races, sequentially
    /// consistent (JLS 17.4.5). Example: `T1: r = x;` and then `T2: x = 1;` is a read-write race,
    /// which `full` reports and `h` does not.
    pub finds_all: bool,
}

/// Options of a detector.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Whether threads are switched at each access of shared data.
    pub by_access: bool,
    /// Whether there are accesses by modes weaker than volatile.
    pub weak_modes: bool,
    /// Variables at whose plain accesses threads are switched.
    pub contested: &'a [String],
}

/// Work with the listener of a detector, whose type differs: the machine is compiled for each.
pub trait WithListener {
    /// Its result.
    type Answer;

    /// Runs with that listener.
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

            /// Its guarantees.
            #[must_use]
            pub const fn about(self) -> &'static AboutDetector {
                match self {
                    $(Self::$name => &crate::$($file)::+::ABOUT,)*
                }
            }

            /// Runs work with its listener.
            pub fn with<W: WithListener>(self, wanted: Wanted<'_>, work: W) -> W::Answer {
                match self {
                    $(Self::$name => work.run(crate::$($file)::+::listener(wanted)),)*
                }
            }
        }
    };
}

detectors! {
    /// The happens-before summary `h` of JRF, extended to reads: all races.
    Full => h::full,
    /// The happens-before summary `h` of JRF, as published: no read-write races.
    H => h::published,
    /// The locksets of Goldilocks: all races.
    Goldilocks => goldilocks,
    /// Vector clocks: all races.
    VectorClock => vector_clock,
    /// None.
    Off => off,
}

impl DetectorKind {
    /// Whether it looks for data races.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{BALANCE, TestNames, access, by_mode};
    use raceproof_base::{AccessKind, Event, Finer, Mode};

    /// The detector's answers to events: whether it finds a data race, the refinement that it asks
    /// for, and whether it finds a weak race.
    struct Told<'a>(&'a [Event]);

    impl WithListener for Told<'_> {
        type Answer = (bool, Option<Finer>, bool);

        fn run<L: Listener>(self, mut listener: L) -> Self::Answer {
            self.0.iter().for_each(|event| listener.event(event, &TestNames::default()));
            (listener.finding().is_some(), listener.finer(), listener.weak_race().is_some())
        }
    }

    #[test]
    fn each_detector_finds_what_it_says() {
        let [read, write] = [AccessKind::Read, AccessKind::Write];
        let wanted = |by_access, weak_modes| Wanted { by_access, weak_modes, contested: &[] };
        for kind in DetectorKind::ALL {
            let about = kind.about();
            let told = |events: &[Event]| kind.with(wanted(true, false), Told(events));
            let finds = told(&[access(1, write, BALANCE), access(2, write, BALANCE)]).0;
            let finds_read = told(&[access(1, read, BALANCE), access(2, write, BALANCE)]).0;
            assert_eq!((kind.detects(), about.finds_all), (finds, finds_read), "{}", about.name);
        }
    }

    #[test]
    fn h_has_the_reads_that_are_wanted() {
        let told = |by_access, weak_modes, contested: &[String], events: &[Event]| {
            DetectorKind::H.with(Wanted { by_access, weak_modes, contested }, Told(events))
        };
        let [read, write] = [AccessKind::Read, AccessKind::Write];
        let plain = [access(1, read, BALANCE), access(2, write, BALANCE)];
        let name = "Account.balance".to_owned();
        let contested = Some(Finer::Accesses(name.clone()));
        assert_eq!(told(false, false, &[], &plain), (false, contested, false));
        assert_eq!(told(false, false, &[name], &plain), (false, None, false));
        assert_eq!(told(true, false, &[], &plain), (false, None, false));
        let weak = [by_mode(1, read, Mode::Opaque), by_mode(2, write, Mode::Opaque)];
        assert_eq!(told(true, true, &[], &weak), (false, None, true));
    }
}
