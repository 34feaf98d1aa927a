//! Records an execution step by step, for the counterexamples of reports.

use raceproof_base::{
    AccessKind, Address, Choice, Event, Listener, Moments, Names, Operation, OperationKind, Place,
    Schedule, Step, StepValue, Sync, ThreadId,
};

use crate::moments::Inside;
use crate::words;

/// Makes one [`Step`] of each transition: thread, operation, place.
///
/// The text of an operation is completed by the events that follow it in the same transition: the
/// value that was read or written, the thread that was started. A snapshot is a copy of all steps:
/// the recorder is meant for replaying one schedule, not for searches with a frontier.
#[derive(Debug, Default)]
pub struct Recorder {
    choices: Vec<Choice>,
    steps: Vec<Step>,
    /// The operation of the last step, as long as something is to be added to its text.
    open: Option<(ThreadId, Operation)>,
    /// Records what happens inside the steps, if that is wanted.
    inside: Option<Inside>,
}

impl Recorder {
    /// For an execution whose choices are not known: a wait that ended by its time is told like any
    /// other.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// For the execution of a schedule, from its start.
    #[must_use]
    pub fn of(schedule: &Schedule) -> Self {
        Self { choices: schedule.choices.clone(), ..Self::default() }
    }

    /// With what happens inside the steps. Only as long as nothing is taken back: one that goes back
    /// loses it, also that of earlier steps.
    #[must_use]
    pub fn with_moments(self) -> Self {
        Self { inside: Some(Inside::default()), ..self }
    }

    /// The steps so far.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The steps, for a finding.
    #[must_use]
    pub fn into_steps(self) -> Vec<Step> {
        self.steps
    }

    fn begin(&mut self, thread: ThreadId, operation: &Operation, names: &dyn Names) {
        let choice =
            self.choices.get(self.steps.len()).copied().filter(|choice| choice.thread() == thread);
        let mut step = Step {
            thread: names.thread(thread),
            operation: words::operation(operation, choice, names),
            value: None,
            place: names.place(operation.site),
            library: false,
            called: None,
            timed_out: matches!(choice, Some(Choice::TimeOut(_))),
            ending: None,
            moments: Moments::default(),
        };
        if operation.kind == OperationKind::Begin && step.place.library {
            // The library's code that calls the thread's own is no place for a report.
            step.place = Place::default();
        } else if step.place.library {
            step.library = true;
            let stack = names.inner_stack(thread);
            // Below the program's innermost frame stands what it called; a thread of the library's
            // own has only that.
            let program = stack.iter().position(|place| !place.library);
            let called = match program {
                Some(position) => position.checked_sub(1),
                // What begins each thread says nothing of this one, unless it ends by an exception.
                None => stack
                    .iter()
                    .position(|place| place.method == "dispatchUncaughtException")
                    .or_else(|| stack.iter().rposition(|place| place.class != "java.lang.Thread")),
            };
            let called = called.map_or(&step.place, |position| &stack[position]);
            let begins = called.class == "java.lang.Thread" && called.method == "run";
            step.called = (!begins).then(|| format!("{}.{}", called.class, called.method));
            if let Some(position) = program {
                step.place = stack[position].clone();
            }
        }
        if let Some(inside) = &mut self.inside {
            step.moments = inside.begin(self.steps.is_empty());
            step.moments.on = what_about(operation, names);
        }
        self.steps.push(step);
        let is_plain = matches!(choice, None | Some(Choice::Run(_)));
        self.open = is_plain.then_some((thread, *operation));
    }

    /// Of a variable whose ordered accesses are not told, the edge tells that it is accessed.
    fn complete_by_edge(
        &mut self,
        actor: ThreadId,
        operation: &Operation,
        event: &Event,
        names: &dyn Names,
    ) {
        use OperationKind::{VolatileRead, VolatileWrite};
        let variable = Sync::Variable(operation.on);
        let access = match *event {
            Event::Acquire { thread, from, .. } if (thread, from) == (actor, variable) => {
                AccessKind::Read
            }
            Event::Release { thread, to, .. } if (thread, to) == (actor, variable) => {
                AccessKind::Write
            }
            _ => return,
        };
        let is_simple = matches!(
            (operation.kind, access),
            (VolatileRead, AccessKind::Read) | (VolatileWrite, AccessKind::Write)
        );
        if let Some(inside) = self.inside.as_mut().filter(|_| is_simple) {
            let Operation { on, site, .. } = *operation;
            inside.access((actor, access, on, site), true, &mut self.steps, names);
        }
        self.value(operation, access, names);
    }

    fn lose_moments(&mut self) {
        if self.inside.take().is_some() {
            self.steps.iter_mut().for_each(|step| step.moments = Moments::default());
        }
    }

    /// The operation has accessed its variable: it is told with the value. Answers whether that is
    /// all of it; none if it does not do that.
    fn value(
        &mut self,
        operation: &Operation,
        access: AccessKind,
        names: &dyn Names,
    ) -> Option<bool> {
        use OperationKind::{Read, Update, VolatileRead, VolatileWrite, Write};
        let (name, value) = (names.variable(operation.on), names.value(operation.on));
        let (text, value) = match (operation.kind, access) {
            (Read | VolatileRead, AccessKind::Read) => {
                (format!("read {name} = {value}"), StepValue::Read(value))
            }
            (Write | VolatileWrite, AccessKind::Write) => {
                (format!("write {name} = {value}"), StepValue::Written(value))
            }
            // One that succeeds writes as well, which is told next.
            (Update, AccessKind::Read) => {
                let text = format!("compare-and-set {name} fails: it is {value}");
                (text, StepValue::Refused(value))
            }
            (Update, AccessKind::Write) => {
                (format!("compare-and-set {name} = {value}"), StepValue::Written(value))
            }
            _ => return None,
        };
        let is_complete = !matches!(value, StepValue::Refused(_));
        if let Some(step) = self.steps.last_mut() {
            step.operation = text;
            step.value = Some(value);
        }
        Some(is_complete)
    }

    fn rewrite(&mut self, text: String) {
        if let Some(step) = self.steps.last_mut() {
            step.operation = text;
        }
        self.open = None;
    }
}

impl Listener for Recorder {
    type Mark = usize;
    type Snapshot = Vec<Step>;

    fn event(&mut self, event: &Event, names: &dyn Names) {
        use OperationKind::{Inspect, Observe, Start};
        if let Event::Operation { thread, operation } = event {
            return self.begin(*thread, operation, names);
        }
        if let Some(inside) = &mut self.inside {
            inside.event(event, &mut self.steps, names);
        }
        let Some((actor, operation)) = self.open else { return };
        self.complete_by_edge(actor, &operation, event, names);
        match *event {
            Event::Access { thread, variable, access, .. }
                if thread == actor && variable == operation.on =>
            {
                let Some(is_complete) = self.value(&operation, access, names) else { return };
                let told = self.steps.last_mut().and_then(|step| step.moments.accesses.last_mut());
                told.into_iter().for_each(|told| told.is_operation = true);
                self.open = self.open.filter(|_| !is_complete);
            }
            Event::Release { thread, to: Sync::Thread(other), .. }
                if thread == actor && operation.kind == Start =>
            {
                self.rewrite(format!("start {}", names.thread(other)));
            }
            Event::Acquire { thread, from: Sync::Thread(other), .. }
                if thread == actor && matches!(operation.kind, Observe | Inspect) =>
            {
                self.rewrite(format!("see that {} has ended", names.thread(other)));
            }
            // What follows belongs to the invisible instructions after the operation.
            Event::Access { thread, .. } if thread == actor => self.open = None,
            _ => {}
        }
    }

    fn mark(&mut self) -> usize {
        self.steps.len()
    }

    fn rollback(&mut self, to: usize) {
        self.steps.truncate(to);
        self.lose_moments();
        self.open = None;
    }

    fn save(&mut self) -> Vec<Step> {
        self.steps.clone()
    }

    fn restore(&mut self, from: &Vec<Step>) {
        self.steps.clone_from(from);
        self.lose_moments();
        self.open = None;
    }
}

/// The object or the variable that an operation is about.
fn what_about(operation: &Operation, names: &dyn Names) -> Option<String> {
    use OperationKind::{Read, Update, VolatileRead, VolatileWrite, Write};
    match operation.kind {
        _ if operation.on == Address::NONE => None,
        Read | Write | VolatileRead | VolatileWrite | Update => Some(names.variable(operation.on)),
        _ => Some(names.object(operation.on)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{self, TestNames, access, acquire, operation, release};
    use raceproof_base::Address;

    const ACCOUNT: Address = testing::ACCOUNT;
    const BALANCE: Address = testing::BALANCE;

    fn told(recorder: Recorder) -> Vec<String> {
        recorder
            .into_steps()
            .into_iter()
            .map(|step| format!("{}: {}", step.thread, step.operation))
            .collect()
    }

    #[test]
    fn each_operation_is_a_step_in_javas_terms() {
        let mut names = TestNames::default();
        let mut recorder = Recorder::new();
        let script = [
            ("", operation(0, OperationKind::Start, ACCOUNT)),
            ("", release(0, Sync::Thread(ThreadId(1)))),
            ("", operation(1, OperationKind::Begin, Address::NONE)),
            ("", operation(1, OperationKind::Lock, ACCOUNT)),
            ("", acquire(1, Sync::Monitor(ACCOUNT))),
            ("70", access(1, AccessKind::Write, BALANCE)),
            ("", operation(1, OperationKind::Write, BALANCE)),
            ("71", access(1, AccessKind::Write, BALANCE)),
            // The transition goes on invisibly: the operation is told already.
            ("72", access(1, AccessKind::Write, BALANCE)),
            ("", operation(0, OperationKind::Read, BALANCE)),
            ("72", access(0, AccessKind::Read, BALANCE)),
            ("", operation(0, OperationKind::Update, BALANCE)),
            ("72", access(0, AccessKind::Read, BALANCE)),
            ("", operation(0, OperationKind::Update, BALANCE)),
            ("72", access(0, AccessKind::Read, BALANCE)),
            ("73", access(0, AccessKind::Write, BALANCE)),
            ("", operation(1, OperationKind::Yield, Address::NONE)),
            ("", operation(0, OperationKind::Observe, ACCOUNT)),
            ("", acquire(0, Sync::Thread(ThreadId(1)))),
        ];
        for (value, event) in script {
            names.value = value.to_owned();
            recorder.event(&event, &names);
        }
        assert_eq!(
            told(recorder),
            [
                "main: start Thread-0",
                "Thread-0: begin",
                "Thread-0: lock Account@2",
                "Thread-0: write Account.balance = 71",
                "main: read Account.balance = 72",
                "main: compare-and-set Account.balance fails: it is 72",
                "main: compare-and-set Account.balance = 73",
                "Thread-0: yield",
                "main: see that Thread-0 has ended",
            ]
        );
    }

    #[test]
    fn what_other_threads_do_and_other_variables_are_no_part_of_a_step() {
        let told = |events: &[(&str, Event)]| {
            let mut recorder = Recorder::new();
            for (value, event) in events {
                let names = TestNames { value: (*value).to_owned(), ..TestNames::default() };
                recorder.event(event, &names);
            }
            told(recorder).concat()
        };
        let read = ("", operation(0, OperationKind::Read, BALANCE));
        let reads = |thread, variable| access(thread, AccessKind::Read, variable);
        let (mine, others) = (("1", reads(0, BALANCE)), ("2", reads(1, BALANCE)));
        assert_eq!(told(&[read, others, mine]), "main: read Account.balance = 1");
        // What follows an access of another variable is of a later instruction.
        let another = ("3", reads(0, ACCOUNT));
        assert_eq!(told(&[read, another, mine]), "main: read Account.balance");
        let of = |kind| ("", operation(0, kind, ACCOUNT));
        let release = |thread, to| ("", release(thread, Sync::Thread(ThreadId(to))));
        let acquire = |thread, from| ("", acquire(thread, Sync::Thread(ThreadId(from))));
        let start = of(OperationKind::Start);
        assert_eq!(told(&[start, release(1, 2), release(0, 1)]), "main: start Thread-0");
        let observe = of(OperationKind::Observe);
        let looks = "main: look whether Account@2 has ended";
        assert_eq!(told(&[observe, acquire(1, 2), release(0, 1)]), looks);
        assert_eq!(
            told(&[observe, acquire(1, 2), acquire(0, 1)]),
            "main: see that Thread-0 has ended"
        );
        assert_eq!(told(&[of(OperationKind::Lock), acquire(0, 1)]), "main: lock Account@2");
    }

    #[test]
    fn where_only_edges_are_told_they_have_the_values() {
        use OperationKind::{Update, VolatileRead, VolatileWrite};
        let variable = Sync::Variable(BALANCE);
        let (takes, gives) = (acquire(0, variable), release(0, variable));
        for (kind, edges, told) in [
            (VolatileRead, &[takes][..], "main: read Account.balance = 7"),
            (VolatileWrite, &[gives], "main: write Account.balance = 7"),
            (Update, &[takes], "main: compare-and-set Account.balance fails: it is 7"),
            (Update, &[takes, gives], "main: compare-and-set Account.balance = 7"),
            // What the operation does not do, another thread, another carrier.
            (VolatileRead, &[gives], "main: read Account.balance"),
            (VolatileWrite, &[takes], "main: write Account.balance"),
            (VolatileRead, &[acquire(1, variable)], "main: read Account.balance"),
            (VolatileRead, &[acquire(0, Sync::Monitor(ACCOUNT))], "main: read Account.balance"),
        ] {
            let names = TestNames { value: "7".to_owned(), ..TestNames::default() };
            let mut recorder = Recorder::new();
            recorder.event(&operation(0, kind, BALANCE), &names);
            edges.iter().for_each(|event| recorder.event(event, &names));
            assert_eq!(self::told(recorder), [told]);
        }
    }

    #[test]
    fn a_step_of_the_library_stands_where_the_program_called_it() {
        let names = TestNames { library_sites: true, ..TestNames::default() };
        let mut recorder = Recorder::new();
        recorder.event(&operation(0, OperationKind::Update, BALANCE), &names);
        // This thread is the library's own.
        recorder.event(&operation(9, OperationKind::Park, Address::NONE), &names);
        let steps = recorder.into_steps();
        assert_eq!(steps[0].place.to_string(), "Account.pay(Account.java:7)");
        assert_eq!(
            steps[0].called.as_deref(),
            Some("java.util.concurrent.locks.ReentrantLock.lock")
        );
        assert!(steps[0].library && steps[1].library);
        assert!(steps[1].place.library);
        assert_eq!(
            steps[1].called.as_deref(),
            Some("java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire")
        );
    }

    #[test]
    fn choices_tell_what_operations_do_not() {
        let thread = ThreadId(0);
        let schedule = Schedule {
            choices: vec![
                Choice::TimeOut(thread),
                Choice::Spurious(thread),
                Choice::Spurious(thread),
                Choice::Notify(thread, 1),
                Choice::Value(thread, 3),
                Choice::Run(thread),
            ],
        };
        let mut recorder = Recorder::of(&schedule);
        for kind in [
            OperationKind::WaitAgain,
            OperationKind::Park,
            OperationKind::Update,
            OperationKind::Notify,
            OperationKind::Choose,
            OperationKind::Sleep,
        ] {
            recorder.event(&operation(0, kind, ACCOUNT), &TestNames::default());
        }
        assert_eq!(
            told(recorder),
            [
                "main: time out: wait on Account@2 ends by its time",
                "main: park ends for no reason",
                "main: compare-and-set Account.balance fails for no reason",
                "main: notify Account@2, which wakes waiter 2",
                "main: choose value 3",
                "main: sleep",
            ]
        );
    }

    #[test]
    fn what_is_taken_back_is_forgotten() {
        let names = TestNames::default();
        let mut recorder = Recorder::new();
        assert_eq!(recorder.mark(), 0);
        recorder.event(&operation(0, OperationKind::Lock, ACCOUNT), &names);
        let mark = recorder.mark();
        let saved = recorder.save();
        recorder.event(&operation(1, OperationKind::Write, BALANCE), &names);
        recorder.rollback(mark);
        // Belongs to the transition that was taken back, and must not change the step before.
        recorder.event(&access(1, AccessKind::Write, BALANCE), &names);
        assert_eq!(recorder.steps(), saved);
        recorder.event(&operation(1, OperationKind::Yield, Address::NONE), &names);
        recorder.restore(&saved);
        assert_eq!(told(recorder), ["main: lock Account@2"]);
    }
}
