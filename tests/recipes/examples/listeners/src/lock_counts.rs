//! How often each monitor was acquired in an execution.
//!
//! What a thread acquires by waking up in [`Object.wait`] counts; so does each entry, but one of a
//! monitor that the thread has already, since that orders nothing and is not told. Nothing is told
//! before a second thread is started.
//!
//! [`Object.wait`]: https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/lang/Object.html

use raceproof_base::{Event, Listener, Names, Sync};
use std::collections::BTreeMap;

/// Counts by the name of the object, as `Account@2`: its address may be another's later.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LockCounts {
    acquired: Vec<String>,
}

impl LockCounts {
    /// How often each monitor was acquired so far.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for name in &self.acquired {
            *counts.entry(name.as_str()).or_default() += 1;
        }
        counts
    }
}

impl Listener for LockCounts {
    type Mark = usize;
    type Snapshot = Self;

    fn event(&mut self, event: &Event, names: &dyn Names) {
        if let Event::Acquire { from: Sync::Monitor(monitor), .. } = event {
            self.acquired.push(names.object(*monitor));
        }
    }

    fn mark(&mut self) -> usize {
        self.acquired.len()
    }

    fn rollback(&mut self, to: usize) {
        self.acquired.truncate(to);
    }

    fn save(&mut self) -> Self {
        self.clone()
    }

    fn restore(&mut self, from: &Self) {
        self.clone_from(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_base::{Address, Place, Site, ThreadId};

    /// Objects are called by their addresses.
    struct Numbers;

    impl Names for Numbers {
        fn thread(&self, thread: ThreadId) -> String {
            thread.0.to_string()
        }

        fn object(&self, object: Address) -> String {
            format!("Object@{}", object.0)
        }

        fn variable(&self, _variable: Address) -> String {
            String::new()
        }

        fn value(&self, _variable: Address) -> String {
            String::new()
        }

        fn place(&self, _site: Site) -> Place {
            Place::default()
        }

        fn stack(&self, _thread: ThreadId) -> Vec<Place> {
            Vec::new()
        }
    }

    fn acquire(from: Sync) -> Event {
        Event::Acquire { thread: ThreadId(1), from, site: Site::NOWHERE }
    }

    #[test]
    fn counts_monitors_and_can_go_back() {
        let [first, second] = [8, 16].map(|object| Sync::Monitor(Address(object)));
        let mut counts = LockCounts::default();
        for sync in [first, second, first, Sync::Variable(Address(8)), Sync::Thread(ThreadId(2))] {
            counts.event(&acquire(sync), &Numbers);
        }
        counts.event(
            &Event::Release { thread: ThreadId(1), to: first, site: Site::NOWHERE },
            &Numbers,
        );
        let expected = BTreeMap::from([("Object@8", 2), ("Object@16", 1)]);
        assert_eq!(counts.counts(), expected);
        let (mark, saved) = (counts.mark(), counts.save());
        counts.event(&acquire(second), &Numbers);
        assert_eq!(counts.counts()["Object@16"], 2);
        counts.rollback(mark);
        assert_eq!(counts.counts(), expected);
        counts.event(&acquire(second), &Numbers);
        counts.restore(&saved);
        assert_eq!(counts.counts(), expected);
    }
}
