//! Operations of the class library as steps (`--library atomic`): from the visible operation at
//! which a thread was chosen, it goes on through those behind it as long as it is inside the same
//! call of a listed method.
//!
//! **What is executed** is the class library's own code, and each step is a sequence of steps that
//! the machine has without this: so whatever is found can happen. What is left out are switches
//! inside such a call. That nothing but they is lost is a property of the listed methods, held by
//! comparison with all schedules (`tests/library.rs`), not by this code.
//!
//! **A call of an operation** is the outermost frame of a listed method ([`Part::Operation`]) that
//! has no frame of other code ([`Part::Apart`]) above it. The step ends before a visible operation
//!
//! * in another call, also one of the same method at the same depth: the frame is marked;
//! * behind other code that the operation has called (a task, a comparator), whether or not that
//!   had visible operations of its own: the rest of the operation is a step of its own;
//! * that changes something in a method of which only the looks belong to its caller's step
//!   ([`Part::Divided`]);
//! * that cannot go on, or has several ways to go on (a timed wait): others go, or the search
//!   chooses.
//!
//! As any step, it ends after [`PATIENCE`](crate::threads::pending::PATIENCE) instructions: the
//! operation may spin for what only another thread can do. The next visible operation is a step of
//! its own then. Ending a step earlier leaves nothing out.

use crate::ground::class::{LoaderId, MethodRef};
use crate::ground::heap::Ref;
use crate::ground::native::Variables;
use crate::ground::unobserved::TASK;
use crate::threads::pending::Pending;
use crate::threads::thread::{Frame, Status};
use crate::vm::Vm;
use raceproof_base::{Finer, OperationKind, Part, Site};

/// Whose threads park, and look at others, in loops that check what they wait for.
const SYNCHRONIZERS: &str = "java/util/concurrent/";

/// Whose references only they themselves clear, or only the thread whose they are.
const CLEANERS: [&str; 2] = ["jdk/internal/ref/", "java/lang/ThreadLocal"];

/// Whose owner the JDK's own locks set when they have it; what a lock of the program's does is its
/// own matter.
const OWNABLE: &str = "java/util/concurrent/locks/AbstractOwnableSynchronizer";

/// Pools that queue their tasks and ask when they are due, and know what that is worth.
pub(crate) const SCHEDULED: &str = "java/util/concurrent/ScheduledThreadPoolExecutor";

/// What the exceptions of rejected tasks say, which `toString` and others ask for, too.
const MESSAGE: &str = "getMessage";
const REJECTED: &str = "java/util/concurrent/RejectedExecutionException";

/// Whose idle workers wait in a queue.
const POOL: &str = "java/util/concurrent/ThreadPoolExecutor";

/// The queue of scheduled pools, which compares tasks, and asks them when they are due.
pub(crate) const DELAYED: &str =
    "java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue";

/// By whose methods fields are changed, besides static ones that do nothing else.
const HANDLES: [&str; 2] = ["java/lang/invoke/", "jdk/internal/misc/Unsafe"];

/// What waits with a lock given up.
const CONDITION: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject";

/// Where idle workers wait for work.
pub(crate) const AWAITS_WORK: (&str, &str) = ("java/util/concurrent/ForkJoinPool", "awaitWork");

/// Where idle workers of other pools ask their queue for work.
pub(crate) const ASKS_QUEUE: (&str, &str) = (POOL, "getTask");

/// What locks a queue of a pool, and where in JDK 17 that is done for whoever adds a task from outside.
const LOCKS: [(&str, &str); 2] = [
    ("java/util/concurrent/ForkJoinPool$WorkQueue", "tryLock"),
    ("java/util/concurrent/ForkJoinPool", "submissionQueue"),
];

/// How a `CountedCompleter` is told of one that is done.
const COUNTS_DOWN: &str = "weakCompareAndSetPendingCount";

/// What parallel streams are computed by.
const STREAMS_TASK: &str = "java/util/stream/AbstractTask";

/// Queues that call nobody while somebody waits in them.
pub(crate) const QUEUES: [&str; 4] = [
    "java/util/concurrent/ArrayBlockingQueue",
    "java/util/concurrent/LinkedBlockingDeque",
    "java/util/concurrent/LinkedBlockingQueue",
    "java/util/concurrent/SynchronousQueue",
];

/// The operation of the class library that the running step is in.
#[derive(Default)]
pub(crate) struct LibraryStep {
    /// Its outermost frame, by its index.
    outermost: Option<usize>,
    /// Whether a worker of a `ForkJoinPool` has begun to look for a task: the operation that it
    /// comes to next belongs to the same step.
    pub(crate) looks: bool,
    /// Whether any visible operation behind the step's first one did more than look.
    pub(crate) worked: bool,
    /// Where a step that did more than look was ended for its length; never taken back.
    pub(crate) divided: Option<Site>,
    /// A step's operation whose being one is held by no comparison; never taken back.
    pub(crate) uncompared: Option<Site>,
    /// Where something was changed that neither a step nor an event tells of; never taken back.
    pub(crate) untold: Option<Site>,
    /// A step's operation of which the list does not say why it takes effect at one instant; never
    /// taken back.
    pub(crate) unargued: Option<Site>,
    /// Whether any step was in an operation, or in a class whose objects have something
    /// [unobserved](Vm::unobserved): that changes nowhere else. Never taken back.
    pub(crate) has_operations: bool,
    /// While an initialiser of the JDK's runs for all schedules: whether it has called code of the
    /// program.
    pub(crate) calls_back: Option<bool>,
}

impl LibraryStep {
    /// To be called before each step.
    pub(crate) fn begin(&mut self) {
        let Self { divided, uncompared, untold, unargued, has_operations, .. } = *self;
        let kept = Self { divided, uncompared, untold, unargued, ..Self::default() };
        *self = Self { has_operations, ..kept };
    }

    /// Whether calls are to be told ([`Vm::calls`]).
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.outermost.is_some() || self.calls_back.is_some()
    }
}

impl Vm {
    /// The running thread performs the visible operation for which it was chosen.
    pub(crate) fn enter_library_step(&mut self, kind: OperationKind) {
        if self.explore.library.is_empty() {
            return;
        }
        let operation = self.steps_frame(&self.frames);
        if !self.library.has_operations {
            let is_of = |frame: &Frame| self.unobserved(frame.code.method.class()).is_some();
            self.library.has_operations = operation.is_some() || self.frames.iter().any(is_of);
        }
        let Some(index) = operation else { return };
        if looks(kind) || !self.is_divided() {
            self.library.outermost = Some(index);
            self.frames[index].in_step = true;
        }
    }

    /// A worker goes on with the look for which it was chosen: by an operation, or by itself.
    fn enter_look(&mut self) {
        let index = self.outermost_operation().unwrap_or(self.frames.len() - 1);
        self.library.has_operations = true;
        self.library.outermost = Some(index);
        self.frames[index].in_step = true;
    }

    /// The frame that a step belongs to which begins where these frames stand: the operation's, or
    /// that of a worker that takes tasks.
    fn steps_frame(&self, frames: &[Frame]) -> Option<usize> {
        match outermost_operation(frames) {
            Some(operation) => {
                Some(stealing::between_tasks(frames, operation).unwrap_or(operation))
            }
            None if self.explore.library.are_instants() => None,
            None => stealing::next_of_queue(frames),
        }
    }

    /// The operation that the running thread is in, by the index of its frame.
    fn outermost_operation(&self) -> Option<usize> {
        outermost_operation(&self.frames)
    }

    /// Whether the next step of a thread is in an operation, so that it may go on behind the
    /// visible operation for which it is chosen.
    pub(crate) fn is_in_operation(&self, thread: usize) -> bool {
        !self.explore.library.is_empty() && self.steps_frame(self.stack_of(thread).0).is_some()
    }

    /// To be called when the running step has ended.
    pub(crate) fn end_library_step(&mut self) {
        let thread = &self.threads[self.current];
        let is_cut = thread.status == Status::Runnable && thread.pending.is_none();
        if let Some(frame) = self.library_step().filter(|_| is_cut && self.library.worked) {
            let site = frame.site((frame.pc as usize).saturating_sub(1));
            self.library.divided.get_or_insert(site);
        }
        self.leave_library_step();
    }

    /// The outermost frame of the operation that the running step is in.
    fn library_step(&self) -> Option<&Frame> {
        let outermost = self.library.outermost.and_then(|index| self.frames.get(index));
        outermost.filter(|frame| frame.in_step)
    }

    /// Marks are no part of the state.
    fn leave_library_step(&mut self) {
        if let Some(frame) =
            self.library.outermost.take().and_then(|index| self.frames.get_mut(index))
        {
            frame.in_step = false;
        }
    }

    /// To be called before an estimate is: inside an operation the class library knows what it is
    /// worth. So it does of a glimpse where its synchronizers ask, and of idle workers that a pool
    /// interrupts: who waits in a queue looks at the pool again, whatever ends the wait. But what a
    /// pool says of a task that it rejects, with its counts, is read by others later.
    pub(crate) fn note_estimate(&mut self, method: MethodRef, arguments: &[u64]) {
        let is_known = match method.part {
            _ if method.name.text() == MESSAGE => !self.is_of_rejected(Ref::of(arguments[0])),
            _ if self.outermost_operation().is_some() => true,
            Part::Glimpse => self.is_called_by_a_synchronizer(),
            _ => self.is_called_for_idle_workers(),
        };
        if !is_known {
            let finer = match self.explore.library.are_instants() {
                true => Finer::InsideInstants,
                false => Finer::InsideOperations,
            };
            self.noted.finer.get_or_insert(finer);
        }
    }

    /// Whether an exception says what a pool was doing when it rejected a task.
    fn is_of_rejected(&self, exception: Ref) -> bool {
        let class = self.class_of(exception);
        class.loader == LoaderId::BOOT && class.name.text() == REJECTED
    }

    /// To be called before a method is that changes what nothing is told of.
    pub(crate) fn note_untold(&mut self, method: MethodRef, arguments: &[u64]) {
        if let Some((site, is_programs)) = self.changing(method, arguments)
            && (is_programs || self.library.untold.is_none())
        {
            self.library.untold = Some(site);
        }
    }

    /// To be called before a method is that changes one of these variables of the class library's
    /// bookkeeping, which are steps from then on.
    pub(crate) fn note_changes(
        &mut self,
        method: MethodRef,
        arguments: &[u64],
        variables: Variables,
    ) {
        if matches!(method.part, Part::Estimate | Part::Glimpse) {
            self.note_estimate(method, arguments);
        }
        let mut unknown = variables
            .iter()
            .filter(|variable| !self.explore.contested.iter().any(|known| known == *variable));
        if let Some(variable) = unknown.next()
            && let Some((_, is_programs)) = self.changing(method, arguments)
            && (is_programs || method.class().name.text() != OWNABLE)
            && !self.is_pools_own(method)
        {
            self.noted.finer.get_or_insert(Finer::Accesses((*variable).to_owned()));
        }
    }

    /// Whether it is a scheduled pool that asks or queues a task of its own.
    fn is_pools_own(&self, method: MethodRef) -> bool {
        let is_of_pools = |method: MethodRef| method.class().name.text().starts_with(SCHEDULED);
        is_of_pools(method)
            && self.frames.last().is_some_and(|frame| is_of_pools(frame.code.method))
    }

    /// Who calls a method that changes what others may ask for, and whether that is the program.
    /// What only one thread knows is nobody else's matter, nor are references that the class library
    /// cleans up by.
    fn changing(&self, method: MethodRef, arguments: &[u64]) -> Option<(Site, bool)> {
        let is_known = method.is_static() || self.heap.is_shared(Ref::of(arguments[0]));
        let frame = self.frames.last().filter(|_| self.exploring && is_known)?;
        let class = frame.code.method.class();
        let is_own = CLEANERS.iter().any(|cleaner| class.name.text().starts_with(cleaner));
        let site = frame.site((frame.pc as usize).saturating_sub(1));
        (!is_own).then_some((site, class.loader != LoaderId::BOOT))
    }

    /// Whether what is called now is by a class that looks again, whatever it is told; not by what
    /// is made in its name for a handle.
    fn is_called_by_a_synchronizer(&self) -> bool {
        self.frames.last().is_some_and(|frame| {
            let method = frame.code.method;
            let class = method.class();
            !method.is_made()
                && class.loader == LoaderId::BOOT
                && class.name.text().starts_with(SYNCHRONIZERS)
        })
    }

    /// Whether a pool interrupts its idle workers, none of which can be in a program's code: in a
    /// queue of its own, or one that compares its tasks.
    fn is_called_for_idle_workers(&self) -> bool {
        let interrupts = |frame: &&Frame| {
            let method = frame.code.method;
            method.class().name.text() == POOL && method.name.text() == "interruptIdleWorkers"
        };
        let Some(frame) = self.frames.last().filter(interrupts) else { return false };
        let pool = Ref::of(self.stack[frame.base as usize]);
        let queue = self.class_of(self.field_ref(pool, "workQueue"));
        // A pool of the program's own may have put tasks of its own in there.
        let is_of_jdk =
            queue.name.text() == DELAYED && self.class_of(pool).loader == LoaderId::BOOT;
        queue.loader == LoaderId::BOOT && (is_of_jdk || QUEUES.contains(&queue.name.text()))
    }

    /// To be called before a method is. What linking calls is no part of the operation.
    #[inline]
    pub(crate) fn calls(&mut self, method: MethodRef) {
        if method.part == Part::Apart && self.exploring && !self.reads_clock_unseen(method) {
            self.library.looks = false;
            self.leave_library_step();
        }
        if let Some(calls_back) = &mut self.library.calls_back {
            *calls_back |= !self.linked.is_of_jdk(method.class().loader);
        }
    }

    /// Whether a method is to read the clock where nobody sees what lies before and behind that: the
    /// running thread has the lock of its condition, or of the queue of a scheduled pool, or is an
    /// idle worker of a `ForkJoinPool`.
    fn reads_clock_unseen(&self, method: MethodRef) -> bool {
        let is_clock = method.class().name.text() == "java/lang/System";
        let Some(frame) = self.frames.last().filter(|_| is_clock) else { return false };
        let method = frame.code.method;
        match method.class().name.text() {
            TASK => self.reads_for_queue(),
            pool if pool == AWAITS_WORK.0 => method.name.text() == AWAITS_WORK.1,
            CONDITION => !self.waits_without_lock(),
            _ => false,
        }
    }

    /// Whether the running thread is about to wait for a time in a condition, or does, and has given
    /// up the lock.
    pub(crate) fn waits_without_lock(&self) -> bool {
        let is_condition = |frame: &&Frame| frame.code.method.class().name.text() == CONDITION;
        let Some(frame) = self.frames.last().filter(is_condition) else { return false };
        let lock = self.field_ref(Ref::of(self.stack[frame.base as usize]), "this$0");
        self.class_of(lock).loader != LoaderId::BOOT
            || self.field_ref(lock, "exclusiveOwnerThread") != self.threads[self.current].object
    }

    /// Whether a visible operation belongs to the running step.
    pub(crate) fn goes_on_in_library(&mut self, pending: &Pending) -> bool {
        use OperationKind as Kind;
        let kind = pending.operation.kind;
        if std::mem::take(&mut self.library.looks) {
            self.enter_look();
        }
        if self.library_step().is_none() {
            return false;
        }
        let looks = looks(kind);
        let goes_on = kind != Kind::Sleep
            && self.has_one_way(pending)
            && (looks || !self.is_divided() && !self.is_late_submission());
        self.note_inner(pending, goes_on);
        if !goes_on {
            return false;
        }
        self.library.worked |= !looks;
        self.note_what_it_rests_on();
        true
    }

    /// Whether the change that the running thread is about to make begins another step.
    fn is_divided(&self) -> bool {
        self.changer().is_some_and(|at| {
            let frame = &self.frames[at];
            frame.code.method.part == Part::Divided && !self.is_streams_count(frame)
        })
    }

    /// Whether a task of a stream is told that a child is done. What is pending there is set before
    /// there are children: where it is zero, it stays so, and the look at that needs no step.
    fn is_streams_count(&self, frame: &Frame) -> bool {
        if frame.code.method.name.text() != COUNTS_DOWN {
            return false;
        }
        let class = self.class_of(Ref::of(self.stack[frame.base as usize]));
        let mut above = std::iter::successors(Some(class), |class| class.super_class);
        above.any(|class| class.loader == LoaderId::BOOT && class.name.text() == STREAMS_TASK)
    }

    /// The frame of the method whose change it is, not of what changes fields for others.
    fn changer(&self) -> Option<usize> {
        self.frames.iter().rposition(|frame| {
            let method = frame.code.method;
            let class = method.class().name.text();
            !method.is_static() && !HANDLES.iter().any(|handles| class.starts_with(handles))
        })
    }

    /// Whether the running thread has seen that a pool is not shut down, and now locks a queue to add a
    /// task. JDK 17's pool may be shut down before that, and then nobody takes the task; the common
    /// pool never is.
    fn is_late_submission(&self) -> bool {
        let Some([submits, locks]) =
            self.changer().and_then(|at| self.frames.get(at.checked_sub(1)?..=at))
        else {
            return false;
        };
        let is_own = || {
            let pool = Ref::of(self.stack[submits.base as usize]);
            !self.field_ref(pool, "workerNamePrefix").is_null()
        };
        stealing::is_in(locks, LOCKS[0]) && stealing::is_in(submits, LOCKS[1]) && is_own()
    }

    /// Notes if a step goes on inside an operation whose being one step no argument or no
    /// comparison holds.
    fn note_what_it_rests_on(&mut self) {
        let Some(outermost) = self.library_step().filter(|f| f.code.method.part != Part::Instant)
        else {
            return;
        };
        let site = |frame: &Frame| frame.site((frame.pc as usize).saturating_sub(1));
        let unargued = site(outermost);
        self.library.unargued.get_or_insert(unargued);
        if self.library.uncompared.is_none() {
            let frames = &self.frames[self.library.outermost.unwrap_or_default()..];
            let uncompared = frames.iter().find(|f| f.code.method.part == Part::Uncompared);
            self.library.uncompared = uncompared.map(site);
        }
    }
}

/// Whether an operation changes nothing for others.
fn looks(kind: OperationKind) -> bool {
    use OperationKind as Kind;
    matches!(
        kind,
        Kind::VolatileRead
            | Kind::Read
            | Kind::Observe
            | Kind::Inspect
            | Kind::Yield
            | Kind::ReadClock
    )
}

/// The operation that these frames are in, by the index of its outermost one.
fn outermost_operation(frames: &[Frame]) -> Option<usize> {
    let mut outermost = None;
    for (index, frame) in frames.iter().enumerate().rev() {
        match frame.code.method.part {
            Part::Apart => break,
            Part::Operation | Part::Instant | Part::Uncompared | Part::Estimate | Part::Glimpse => {
                outermost = Some(index);
            }
            Part::Inner | Part::Divided => {}
        }
    }
    outermost
}

mod stealing;

#[cfg(test)]
mod tests;
