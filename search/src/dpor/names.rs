//! Names of threads and things that are the same in all executions in which they exist, since sleep
//! sets and wakeup trees are compared across executions: a thread by the one that started it, an
//! object by the thread and step that allocated it. The machine's ids depend on the schedule.

use raceproof_base::{Address, GOLDEN, Thing, ThreadId, mix};
use rustc_hash::FxHashMap;

/// A thread, in all executions.
pub(crate) type Thread = u32;

/// A run of memory that a step gave to new objects.
struct Birth {
    from: u64,
    to: u64,
    /// The name of its first byte.
    name: u64,
}

/// The names along the current path.
#[derive(Default)]
pub(crate) struct Names {
    /// Threads by key, in all executions.
    threads: FxHashMap<u64, Thread>,
    /// Names of the machine's threads on this path, as far as they were met.
    known: Vec<Option<Thread>>,
    births: Vec<Birth>,
}

/// Where the path stood, to go back to.
#[derive(Clone, Copy)]
pub(crate) struct Point {
    known: usize,
    births: usize,
}

impl Names {
    /// The thread that the machine calls so, whose key is `key`.
    pub(crate) fn thread(&mut self, id: ThreadId, key: impl FnOnce() -> u64) -> Thread {
        let index = id.0 as usize;
        if self.known.len() <= index {
            self.known.resize(index + 1, None);
        }
        if let Some(thread) = self.known[index] {
            return thread;
        }
        let next = self.threads.len() as Thread;
        let thread = *self.threads.entry(key()).or_insert(next);
        self.known[index] = Some(thread);
        thread
    }

    /// The thread with that key, if it was ever met.
    pub(crate) fn known_thread(&self, key: u64) -> Option<Thread> {
        self.threads.get(&key).copied()
    }

    pub(crate) fn point(&self) -> Point {
        Point { known: self.known.len(), births: self.births.len() }
    }

    /// Forgets what was met and made since.
    pub(crate) fn back_to(&mut self, point: Point) {
        self.known.truncate(point.known);
        self.births.truncate(point.births);
    }

    /// A step of a thread, its `ordinal`-th, gave memory to objects, behind `before` bytes that it
    /// had given before.
    pub(crate) fn born(
        &mut self,
        thread: Thread,
        ordinal: u32,
        before: u64,
        from: Address,
        bytes: u64,
    ) {
        let step = spread(u64::from(thread) << 32 | u64::from(ordinal));
        self.births.push(Birth {
            from: from.0,
            to: from.0 + bytes,
            name: step.wrapping_add(before) | 1 << 63,
        });
    }

    /// The thing by its name in all executions: its address becomes a name.
    pub(crate) fn thing(&self, thing: Thing) -> Thing {
        thing.renamed(|address| {
            let birth =
                self.births.iter().rev().find(|birth| (birth.from..birth.to).contains(&address.0));
            birth.map_or(address, |birth| Address(birth.name + (address.0 - birth.from)))
        })
    }
}

/// Spreads a number over 62 bits, so that different steps' runs of memory do not meet.
fn spread(number: u64) -> u64 {
    mix(number.wrapping_add(GOLDEN)) >> 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_known_by_the_step_that_made_it() {
        let made = |thread, ordinal, before, from, address| {
            let mut names = Names::default();
            names.born(0, 9, 0, Address(1 << 20), 64);
            names.born(thread, ordinal, before, Address(from), 64);
            names.thing(Thing::Variable(Address(address)))
        };
        let it = made(1, 1, 0, 4096, 4104);
        assert_eq!(made(1, 1, 0, 8192, 8200), it, "wherever it lies");
        for other in [
            made(2, 1, 0, 4096, 4104),
            made(1, 2, 0, 4096, 4104),
            made(1, 1, 64, 4096, 4104),
            made(1, 1, 0, 4096, 4112),
        ] {
            assert_ne!(other, it);
        }
        // Behind it, and of before the first state.
        assert_eq!(made(1, 1, 0, 4096, 4160), Thing::Variable(Address(4160)));
        assert_eq!(made(1, 1, 0, 4096, 4088), Thing::Variable(Address(4088)));
        // What was made by one step lies in one row.
        assert_eq!(made(1, 1, 8, 4096, 4096), it);
    }

    /// Names lie above all addresses, with room for what lies behind them.
    #[test]
    fn names_are_no_addresses() {
        for ordinal in 0..100 {
            let mut names = Names::default();
            names.born(1, ordinal, 0, Address(4096), 64);
            let name = names.thing(Thing::Variable(Address(4096)));
            assert!(matches!(name, Thing::Variable(Address(name)) if name >> 62 == 0b10));
        }
    }

    #[test]
    fn going_back_forgets_numbers_and_births() {
        let mut names = Names::default();
        let point = names.point();
        assert_eq!([7, 8, 7].map(|key| names.thread(ThreadId(key as u32), || key)), [0, 1, 0]);
        names.born(0, 1, 0, Address(4096), 64);
        names.back_to(point);
        let variable = Thing::Variable(Address(4096));
        assert_eq!(names.thing(variable), variable);
        // The machine's number is another thread's now; keys stay known.
        assert_eq!(names.thread(ThreadId(7), || 8), 1);
        assert_eq!((names.known_thread(7), names.known_thread(9)), (Some(0), None));
    }
}
