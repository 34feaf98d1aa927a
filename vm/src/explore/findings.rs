//! What a violation looks like from the machine: the exception nobody caught, the threads that
//! cannot go on.

use crate::ground::class::LoaderId;
use crate::ground::heap::Ref;
use crate::tell::naming::Naming;
use crate::threads::pending::{Pending, Wait};
use crate::threads::thread::{Status, Thread};
use crate::vm::Vm;
use raceproof_base::{
    Address, Finding, FindingKind, Names as _, Operation, OperationKind, Place, ThreadReport,
    Unsupported, programs_own,
};

/// Where idle threads of the class library wait for work.
const IDLE: &[(&str, &str)] = &[
    ("java/util/TimerThread", "mainLoop"),
    ("java/util/concurrent/ThreadPoolExecutor", "getTask"),
    ("java/util/concurrent/ForkJoinPool", "awaitWork"),
];

/// What is said of a thread that does.
const GOES_ROUND: &str = "goes round and round";

/// So many causes of an exception are told.
const MOST_CAUSES: usize = 5;

/// Exceptions that keep their causes in a field of their own.
const CAUSES: &[(&str, &str)] = &[
    ("java/lang/reflect/InvocationTargetException", "target"),
    ("java/rmi/RemoteException", "detail"),
    ("javax/management/MBeanException", "exception"),
    ("javax/naming/NamingException", "rootException"),
];

/// Exceptions that make their message of two values, which JUnit does where texts differ.
const COMPARISONS: &[&str] = &["org/junit/ComparisonFailure", "junit/framework/ComparisonFailure"];

impl Vm {
    /// While exploring: the running thread ends by this exception, and the others go on.
    pub fn note_uncaught(&mut self, exception: Ref) {
        let finding = self.violation(exception);
        self.explored.uncaught.push_back(finding);
        self.thread_mut(self.current).failure_told = true;
    }

    /// Whether `java` will end with status 1 though nobody was told why: a handler has taken the
    /// exception that has ended `main`.
    pub(crate) fn fails_silently(&self) -> bool {
        let main = &self.threads[0];
        main.failed && !main.failure_told
    }

    /// The program has ended by itself.
    pub(crate) fn note_end(&mut self) {
        if self.scalars.ended.is_none() && self.fails_silently() {
            let main = self.name_of_thread(0);
            let sentence = format!(
                "the program ends with status 1, since an exception has ended thread \"{main}\", though a handler has taken it"
            );
            let mut finding = Finding::new(FindingKind::ExitStatus, sentence);
            finding.status = Some(1);
            self.explored.uncaught.push_back(finding);
        }
    }

    /// The finding for an exception that ends the running thread.
    fn violation(&self, exception: Ref) -> Finding {
        let class = self.class_of(exception);
        let assertion = self.is_named_subtype(exception, "java/lang/AssertionError");
        let kind = if assertion { FindingKind::Assertion } else { FindingKind::UncaughtException };
        let text = self.message_of(exception);
        let thread = self.name_of_thread(self.current);
        let what = if assertion { "an assertion failed" } else { "nobody caught" };
        let sentence = match (assertion, text.as_str()) {
            (true, "") => format!("{what} in thread \"{thread}\""),
            (true, text) => format!("{what} in thread \"{thread}\"{text}"),
            (false, text) => format!("{what} {}{text} in thread \"{thread}\"", class.java_name()),
        };
        let mut finding = Finding::new(kind, sentence);
        finding.exception = Some(class.java_name());
        finding.stack = self.places_where_made(exception);
        finding.detail = self.causes_of(exception);
        finding.threads = self.thread_reports_but_for_who_fails();
        finding
    }

    /// How the threads stand when an exception has come to the end of its way. Where the running
    /// one is then, in what handles it, says nothing: its stack is the exception's.
    fn thread_reports_but_for_who_fails(&self) -> Vec<ThreadReport> {
        let failed = |n: usize| ThreadReport {
            name: self.name_of_thread(n),
            state: "is ended by this exception".to_owned(),
            stack: Vec::new(),
        };
        let told = |n| if n == self.current { failed(n) } else { self.thread_report(n) };
        self.live_threads().map(told).collect()
    }

    /// The message of an exception behind a colon, if it has one. A `getMessage` of the program's own
    /// is not asked.
    fn message_of(&self, exception: Ref) -> String {
        let text = |field| {
            let text = self.field_ref(exception, field);
            (!text.is_null()).then(|| self.text(text))
        };
        let message = text("detailMessage").filter(|message| !message.is_empty());
        let mut told: Vec<String> = message.into_iter().collect();
        let has = |field| self.class_of(exception).inherited_field(field).is_some();
        if COMPARISONS.iter().any(|class| self.is_named_subtype(exception, class))
            && has("fExpected")
            && has("fActual")
        {
            let [expected, actual] =
                ["fExpected", "fActual"].map(|field| text(field).unwrap_or("null".to_owned()));
            told.push(format!("expected:<{expected}> but was:<{actual}>"));
        }
        if told.is_empty() { String::new() } else { format!(": {}", told.join(" ")) }
    }

    fn places_where_made(&self, exception: Ref) -> Vec<Place> {
        let levels = self.backtrace(exception);
        levels.iter().filter(|l| !l.method.hidden).map(|l| self.place_of(l)).collect()
    }

    /// What has led to an exception, each with the place where the program made it.
    fn causes_of(&self, exception: Ref) -> String {
        let (mut told, mut met) = (Vec::new(), vec![exception]);
        let mut exception = exception;
        while let Some(cause) = self.cause_of(exception) {
            if met.contains(&cause) {
                told.push("and so on in a circle".to_owned());
                break;
            }
            if told.len() == MOST_CAUSES {
                told.push("and so on".to_owned());
                break;
            }
            let class = self.class_of(cause).java_name();
            let places = self.places_where_made(cause);
            let place = if places.is_empty() {
                String::new()
            } else {
                format!(", made at {}", programs_own(&places))
            };
            told.push(format!("caused by {class}{}{place}", self.message_of(cause)));
            met.push(cause);
            exception = cause;
        }
        told.join("; ")
    }

    /// What `getCause` gives, unless the program has one of its own.
    fn cause_of(&self, exception: Ref) -> Option<Ref> {
        let elsewhere = CAUSES.iter().find(|(class, field)| {
            self.is_named_subtype(exception, class)
                && self.class_of(exception).inherited_field(field).is_some()
        });
        let cause = self.field_ref(exception, elsewhere.map_or("cause", |(_, field)| field));
        (!cause.is_null() && cause != exception).then_some(cause)
    }

    /// The finding for a program that the running thread ends with a status that says it failed.
    pub(crate) fn exit_violation(&self, status: i32) -> Finding {
        let thread = self.name_of_thread(self.current);
        let sentence = format!("thread \"{thread}\" ends the program with status {status}");
        let mut finding = Finding::new(FindingKind::ExitStatus, sentence);
        finding.status = Some(status);
        finding.stack = self.places_of_thread(self.current);
        finding.threads = self.thread_reports();
        finding
    }

    /// Whether an object is of the class of that name, or of one that extends it.
    #[must_use]
    pub fn is_named_subtype(&self, object: Ref, name: &str) -> bool {
        self.class_of(object).display.iter().any(|id| self.class(*id).name.text() == name)
    }

    /// The finding for a state that no thread can leave.
    pub(crate) fn deadlock(&self) -> Finding {
        let waiting = self.threads.iter().filter(|t| t.status != Status::Terminated).count();
        let sentence = if waiting == 1 {
            "the last thread waits for ever".to_owned()
        } else {
            format!("no thread can go on: {waiting} wait for ever")
        };
        let mut finding = Finding::new(FindingKind::Deadlock, sentence);
        finding.threads = self.thread_reports();
        finding
    }

    /// The finding for a state in which threads go on, but from which the program cannot end.
    pub(crate) fn hanging(&self) -> Finding {
        let mut finding = Finding::new(FindingKind::Livelock, String::new());
        finding.threads = self.live_threads().map(|number| self.going_round(number)).collect();
        let goes = |report: &&ThreadReport| report.state.starts_with(GOES_ROUND);
        let names: Vec<&str> =
            finding.threads.iter().filter(goes).map(|report| report.name.as_str()).collect();
        let (go, they) = if names.len() == 1 { ("goes", "it does") } else { ("go", "they do") };
        finding.message = format!(
            "from here on the program cannot end, though {} {go} on: whatever {they}, no schedule ends it",
            names.join(", ")
        );
        finding.advice =
            "a loop that waits must be ended by somebody: look at what each of these threads waits for, and at who \
                          was to change it; or wait by a lock, a condition or a latch, which shows who holds whom up"
                .to_owned();
        finding
    }

    /// How a thread stands that may go round and round.
    fn going_round(&self, number: usize) -> ThreadReport {
        let mut report = self.thread_report(number);
        if self.can_go_on(number) {
            report.state = match self.threads[number].pending.map(|pending| pending.operation) {
                Some(Operation {
                    kind: OperationKind::VolatileRead | OperationKind::Read,
                    on,
                    ..
                }) => {
                    format!("{GOES_ROUND}, reading {}", Naming::new(self).variable(on))
                }
                Some(Operation { kind: OperationKind::Update, on, .. }) => {
                    format!("{GOES_ROUND}, trying to set {}", Naming::new(self).variable(on))
                }
                _ => GOES_ROUND.to_owned(),
            };
        }
        report
    }

    /// Threads that wait for each other's monitors in a circle, one of which keeps the program
    /// alive: whatever the others do, these wait for ever.
    pub(crate) fn circle(&self) -> Option<Vec<usize>> {
        (0..self.threads.len()).find_map(|first| {
            let waits_for = |number: &usize| self.waits_for(*number);
            // A circle that this one leads to is found from one of its own.
            let behind =
                std::iter::successors(waits_for(&first), waits_for).take(self.threads.len());
            let length = behind.clone().position(|number| number == first)? + 1;
            let circle: Vec<usize> = std::iter::once(first).chain(behind).take(length).collect();
            circle.iter().any(|n| !self.threads[*n].daemon).then_some(circle)
        })
    }

    /// The thread that must act before this one can, if nothing else lets it go on.
    fn waits_for(&self, number: usize) -> Option<usize> {
        let thread = &self.threads[number];
        let pending = thread.pending.filter(|_| thread.status == Status::Runnable)?;
        match pending.wait {
            Wait::Monitor(object) => self.monitor(object).owner.filter(|owner| *owner != number),
            Wait::Initialized(mirror) if !self.holds(number, &pending) => {
                Some((self.init_status(self.mirrored(mirror)) >> 8) as usize)
            }
            _ => None,
        }
    }

    /// Whether a test has ended and has left nothing but timers and workers that wait for work: its
    /// runner ends the process then.
    pub(crate) fn leaves_idle_threads_only(&self) -> bool {
        self.options.is_test && self.live_threads().all(|number| self.is_idle(number))
    }

    fn is_idle(&self, number: usize) -> bool {
        self.stack_of(number).0.iter().any(|frame| {
            let method = frame.code.method;
            let class = method.class();
            let waits = (class.name.text(), method.name.text());
            class.loader == LoaderId::BOOT && IDLE.contains(&waits)
        })
    }

    /// The finding for such a circle, while other threads can go on.
    pub(crate) fn partial_deadlock(&self, circle: &[usize]) -> Finding {
        let names: Vec<String> = circle.iter().map(|n| self.name_of_thread(*n)).collect();
        let sentence = format!(
            "{} wait for each other for ever, while other threads go on",
            names.join(" and ")
        );
        let mut finding = Finding::new(FindingKind::Deadlock, sentence);
        // Those that it is about come first.
        let others = self.live_threads().filter(|n| !circle.contains(n));
        finding.threads =
            circle.iter().copied().chain(others).map(|n| self.thread_report(n)).collect();
        finding
    }

    /// Something that is not modelled, with the stack that needs it.
    pub(crate) fn unsupported(&self, what: String) -> Unsupported {
        Unsupported {
            what,
            stack: self.levels(64).iter().map(|level| format!("at {level}")).collect(),
        }
    }

    fn live_threads(&self) -> impl Iterator<Item = usize> {
        let alive =
            |n: &usize| !matches!(self.threads[*n].status, Status::Terminated | Status::New);
        (0..self.threads.len()).filter(alive)
    }

    fn thread_report(&self, number: usize) -> ThreadReport {
        ThreadReport {
            name: self.name_of_thread(number),
            state: self.describe_state(number),
            stack: self.places_of_thread(number),
        }
    }

    pub(crate) fn thread_reports(&self) -> Vec<ThreadReport> {
        self.live_threads().map(|n| self.thread_report(n)).collect()
    }

    fn describe_state(&self, number: usize) -> String {
        let thread = &self.threads[number];
        match (thread.status, &thread.pending) {
            (Status::Waiting { object, .. }, _) => {
                format!("waits to be notified on {}", self.object_name(object))
            }
            (Status::Runnable, Some(pending)) => self.describe_pending(number, pending),
            (Status::Blocked(object), _) => {
                format!("waits to lock {}{}", self.object_name(object), self.holder(object))
            }
            _ => "can run".to_owned(),
        }
    }

    fn describe_pending(&self, number: usize, pending: &Pending) -> String {
        if self.holds(number, pending) {
            return "can run".to_owned();
        }
        match pending.wait {
            Wait::Monitor(object) => {
                let again =
                    if pending.operation.kind == OperationKind::WaitAgain { " again" } else { "" };
                format!("waits to lock {}{again}{}", self.object_name(object), self.holder(object))
            }
            Wait::ToEnd(object) => {
                format!("waits to lock {} to end{}", self.object_name(object), self.holder(object))
            }
            Wait::Permit => self.describe_park(number),
            Wait::Ended(other) => {
                let name = self
                    .thread_of(other)
                    .map_or(String::new(), |thread| self.name_of_thread(thread) + " ");
                format!("waits for thread {name}to end")
            }
            Wait::Initialized(mirror) => {
                let by = (self.init_status(self.mirrored(mirror)) >> 8) as usize;
                format!(
                    "waits for {} to be initialised by {}",
                    self.object_name(mirror),
                    self.name_of_thread(by)
                )
            }
            Wait::Interrupt => "sleeps".to_owned(),
            Wait::Nothing
            | Wait::Value(_)
            | Wait::Look(_)
            | Wait::Waiter(_)
            | Wait::Alive(_)
            | Wait::State(_) => "can run".to_owned(),
        }
    }

    fn holder(&self, object: Ref) -> String {
        self.monitor(object)
            .owner
            .map_or(String::new(), |owner| format!(", held by {}", self.name_of_thread(owner)))
    }

    /// A parked thread may say what it waits for, and that, who holds it.
    fn describe_park(&self, number: usize) -> String {
        let blocker = self.field_ref(self.threads[number].object, "parkBlocker");
        if blocker.is_null() {
            return "is parked, without a permit".to_owned();
        }
        let class = self.class_of(blocker);
        let owner = class
            .field_named("exclusiveOwnerThread")
            .map(|f| Ref::of(self.heap.get(blocker.index() + f.word)));
        let owner =
            owner.filter(|object| !object.is_null()).and_then(|object| self.thread_of(object));
        let holder = owner
            .map_or(String::new(), |owner| format!(", held by {}", self.name_of_thread(owner)));
        format!("is parked, waiting for {}{holder}", self.object_name(blocker))
    }

    /// What a thread does when it is chosen.
    pub(crate) fn next_operation(&self, number: usize, thread: &Thread) -> Operation {
        if let Some(pending) = thread.pending {
            return pending.operation;
        }
        let site = self.next_site(number);
        let (kind, on) = match thread.status {
            Status::Waiting { object, .. } => {
                (OperationKind::StopWaiting, crate::threads::pending::address_of(object))
            }
            _ if self.has_not_begun(number) => (OperationKind::Begin, Address::NONE),
            _ => (OperationKind::GoOn, Address::NONE),
        };
        Operation { kind, on, site }
    }
}
