//! What of the class library's objects nobody can observe as long as its operations are steps
//! (`--library atomic` or `instant`). States that differ in nothing else are one.
//!
//! * **Counts** that only estimates tell (`?` in `config/atomic.properties`): where a program asks
//!   for one, the exploration begins anew without such steps ([`Finer::InsideOperations`]).
//! * **A queue of a synchronizer in which nobody waits, while no thread is in a method of that
//!   synchronizer.** Whoever contended for it first has left a node there that stands for nobody, and
//!   is `head` and `tail` at once; before, both are null. Then `AbstractQueuedSynchronizer` wakes
//!   nobody either way, since the node has no next one, and who comes to wait finds a node to stand
//!   behind, or makes one first: one more attempt to acquire, which an attempt of the other that comes
//!   later stands for, as those of the class library leave nothing behind when they fail. What was
//!   read of the ends lies in frames of these methods, so as long as there is one, as in a wait for a
//!   time that is many steps, they count. (A condition asks only by calling them.) So they do in
//!   classes of the program, which may count attempts, or ask `hasContended`.
//!
//! [`Finer::InsideOperations`]: raceproof_base::Finer::InsideOperations

use crate::ground::class::{Class, ClassRef, LoaderId};

/// Fields of classes that are such counts.
const COUNTS: &[(&str, &str)] = &[
    ("java/util/concurrent/ForkJoinPool", "stealCount"),
    ("java/util/concurrent/ForkJoinPool$WorkQueue", "nsteals"),
    ("java/util/concurrent/ThreadPoolExecutor", "completedTaskCount"),
    ("java/util/concurrent/ThreadPoolExecutor$Worker", "completedTasks"),
];

/// Classes that have such queues.
const SYNCHRONIZERS: &[&str] = &[
    "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
    "java/util/concurrent/locks/AbstractQueuedSynchronizer",
];

/// The words of such fields in the objects of a class.
#[derive(Default)]
pub(crate) struct Unobserved {
    counts: Vec<usize>,
    ends: Option<[usize; 2]>,
}

impl Unobserved {
    pub(crate) fn of(class: ClassRef) -> Self {
        let mut found = Self::default();
        let mut above: Option<&Class> = Some(class);
        while let Some(declaring) = above {
            found.add(declaring);
            above = declaring.super_class;
        }
        if class.loader != LoaderId::BOOT {
            found.ends = None;
        }
        found
    }

    fn add(&mut self, class: &Class) {
        if class.loader != LoaderId::BOOT {
            return;
        }
        let name = class.name.text();
        let word = |field: &str| {
            let declared = class.fields.iter().find(|f| !f.is_static() && f.name.text() == field);
            declared.map(|field| field.word)
        };
        let counts = COUNTS.iter().filter(|(of, _)| *of == name);
        self.counts.extend(counts.filter_map(|(_, field)| word(field)));
        if let (true, Some(head), Some(tail)) =
            (SYNCHRONIZERS.contains(&name), word("head"), word("tail"))
        {
            self.ends = Some([head, tail]);
        }
    }

    /// Whether the class is a synchronizer.
    pub(crate) fn has_queue(&self) -> bool {
        self.ends.is_some()
    }

    pub(crate) fn count_words(&self) -> impl Iterator<Item = usize> {
        self.counts.iter().copied()
    }

    /// Whether a word is such a count.
    pub(crate) fn counts(&self, word: usize) -> bool {
        self.counts.contains(&word)
    }

    /// The other end, if a word is an end of a queue.
    pub(crate) fn other_end(&self, word: usize) -> Option<usize> {
        let [head, tail] = self.ends?;
        (word == head).then_some(tail).or_else(|| (word == tail).then_some(head))
    }

    /// Whether there is nothing such.
    pub(crate) fn is_empty(&self) -> bool {
        self.counts.is_empty() && self.ends.is_none()
    }
}
