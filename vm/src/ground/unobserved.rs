//! What of the class library's objects nobody can observe as long as its operations are steps
//! (`--library atomic` or `instant`). States that differ in nothing else are one, and the search goes
//! on from the one that it comes to first. What the program does from there is the same; how many
//! states that takes need not be (a queue's ends count again while a thread is in a method of it), so
//! two searches may count a few more or less.
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
//! * **What a thread that waits in `acquire` of such a synchronizer remembers of how it came there.**
//!   How often it was woken in vain says how often it tries, in the step that follows its waking,
//!   before it parks again; see above for such tries. That it is the first in the queue, with `head`
//!   before it, stays true until it leaves, since nobody but the first moves `head`; and who does not
//!   know that looks before it tries, and finds what the queue's nodes say. So these say it all.
//! * **When a task of a scheduled pool was due that is done.** Once it has left the pool's queue nobody
//!   compares it there, or asks how long it has to wait, but a pool that is shut down and goes through
//!   what was in its queue: whatever it is told, the task is not there any more. So a periodic task
//!   that goes on beside makes no new states of how long ago that was. Where anybody else asks,
//!   compares or queues tasks, the exploration begins anew, and the time counts ([`Registry::changes`]).
//!
//! [`Finer::InsideOperations`]: raceproof_base::Finer::InsideOperations
//! [`Registry::changes`]: crate::ground::native::Registry::changes

use crate::ground::class::{Class, ClassRef, FieldRef, LoaderId};
use crate::ground::code::{Code, Insn, Reg};

/// Fields of classes that are such counts.
const COUNTS: &[(&str, &str)] = &[
    ("java/util/concurrent/ForkJoinPool", "stealCount"),
    ("java/util/concurrent/ForkJoinPool$WorkQueue", "nsteals"),
    ("java/util/concurrent/ThreadPoolExecutor", "completedTaskCount"),
    ("java/util/concurrent/ThreadPoolExecutor$Worker", "completedTasks"),
];

/// The tasks of scheduled pools.
pub(crate) const TASK: &str =
    "java/util/concurrent/ScheduledThreadPoolExecutor$ScheduledFutureTask";

/// Classes that have such queues.
const SYNCHRONIZERS: &[&str] = &[
    "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
    "java/util/concurrent/locks/AbstractQueuedSynchronizer",
];

/// Where in a method a thread waits, and what it remembers there that does not count.
pub(crate) struct Waits {
    /// It waits in calls behind this instruction.
    since: usize,
    forgotten: [Reg; 4],
}

impl Waits {
    /// Of the method `acquire` of a synchronizer; none if its code has another form.
    ///
    /// Its variables are `spins`, `postSpins`, `interrupted`, `first` and `pred`, which begin as zero
    /// one after the other; it is about to park when it has given both of the former one value.
    pub(crate) fn of(code: &Code) -> Option<Self> {
        let class = code.method.class();
        let is_synchronizer =
            class.loader == LoaderId::BOOT && SYNCHRONIZERS.contains(&class.name.text());
        if !is_synchronizer || code.method.name.text() != "acquire" {
            return None;
        }
        let insns: Vec<Insn> = code.insns.iter().map(std::cell::Cell::get).collect();
        let (at, post_spins, spins) = insns.windows(3).enumerate().find_map(|(at, three)| {
            let [Insn::I2B { d, .. }, Insn::Mov { d: post, s }, Insn::Mov { d: spins, s: same }] =
                *three
            else {
                return None;
            };
            (s == d && same == d).then_some((at, post, spins))
        })?;
        let zero = |insn: &Insn| match *insn {
            Insn::ConstI { d, v: 0 } => Some(d),
            _ => None,
        };
        let begin = insns.iter().position(|insn| zero(insn).is_some())?;
        let begun: Vec<Reg> = insns[begin..].iter().map_while(zero).collect();
        let [first_begun, second_begun, _, first, pred] = begun[..] else { return None };
        ([first_begun, second_begun] == [spins, post_spins])
            .then_some(Self { since: at + 3, forgotten: [spins, post_spins, first, pred] })
    }

    /// Whether a register does not count in a call before an instruction.
    pub(crate) fn forgets(&self, pc: usize, register: Reg) -> bool {
        pc > self.since && self.forgotten.contains(&register)
    }
}

/// The words of such fields in the objects of a class.
#[derive(Default)]
pub(crate) struct Unobserved {
    counts: Vec<usize>,
    ends: Option<[usize; 2]>,
    due: Option<Due>,
}

/// The fields of a task of a scheduled pool.
pub(crate) struct Due {
    pub(crate) time: FieldRef,
    state: usize,
    period: usize,
    position: usize,
}

impl Due {
    fn of(task: &Class) -> Option<Self> {
        let word = |name: &str| task.field_named(name).map(|field| field.word);
        Some(Self {
            time: task.field_named("time")?,
            state: word("state")?,
            period: word("period")?,
            position: word("heapIndex")?,
        })
    }

    /// Whether a task with such words is done, came only once, and is in no queue.
    pub(crate) fn is_over(&self, word: impl Fn(usize) -> u64) -> bool {
        const NEW: u64 = 0;
        const IN_NO_QUEUE: i32 = -1;
        word(self.state) != NEW
            && word(self.period) == 0
            && word(self.position) as i32 == IN_NO_QUEUE
    }
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
        if name == TASK {
            self.due = Due::of(class);
        }
    }

    /// When a task is due, if the class's objects are some.
    pub(crate) fn due(&self) -> Option<&Due> {
        self.due.as_ref()
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
        self.counts.is_empty() && self.ends.is_none() && self.due.is_none()
    }
}
