//! Records what happens inside the steps of a schedule: accesses with their values, and edges of
//! happens-before, for reports that draw them.
//!
//! An edge is told where a thread acquires what another has released, unless the thread knows of
//! that release already: what is left is the transitive reduction, as far as it goes by threads
//! (each thread knows of each other a latest moment, and all before it). Edges through final fields
//! (`Event::Frozen`) are not told.

use raceproof_base::{
    AccessKind, Address, Edge, Event, Locking, Moment, Moments, Names, Site, Step, StepAccess,
    Sync, ThreadId,
};
use std::collections::BTreeMap;

use crate::words;

/// Accesses that are kept of the beginning and of the end of a step.
const KEPT_AT_ENDS: usize = 32;

/// Accesses that are kept of a whole execution: those of the last steps.
const KEPT: usize = 50_000;

/// Of each thread, the latest moment that is known of it.
type Known = BTreeMap<ThreadId, Moment>;

/// A release that can be acquired.
#[derive(Clone, Debug)]
struct Released {
    thread: ThreadId,
    at: Moment,
    known: Known,
}

/// Follows one execution from its start.
#[derive(Clone, Debug, Default)]
pub struct Inside {
    /// What happened before the first step.
    before: Moments,
    /// The events of the last step so far.
    events: usize,
    known: BTreeMap<ThreadId, Known>,
    released: BTreeMap<Sync, Vec<Released>>,
    /// Accesses that are kept.
    kept: usize,
    /// Steps before this one have lost theirs.
    thinned: usize,
}

impl Inside {
    /// Begins a step; if it is the first, with what happened before it.
    pub fn begin(&mut self, is_first: bool) -> Moments {
        self.events = 0;
        let before = is_first.then(|| Box::new(std::mem::take(&mut self.before)));
        Moments { before, ..Moments::default() }
    }

    /// Takes in an event of the last step, or one before the first.
    pub fn event(&mut self, event: &Event, steps: &mut [Step], names: &dyn Names) {
        let now = Moment { step: steps.len(), event: self.events };
        self.events += 1;
        match *event {
            Event::Access { thread, variable, access, site, .. } => {
                self.access((thread, access, variable, site), false, steps, names);
            }
            Event::Release { thread, to, .. } => {
                self.lock((thread, to, false), steps, names);
                self.release(thread, to, now);
            }
            Event::Passed { from, to, .. } => {
                let passed = self.released.get(&from).cloned().unwrap_or_default();
                self.released.entry(to).or_default().extend(passed);
            }
            Event::Acquire { thread, from, .. } => {
                self.lock((thread, from, true), steps, names);
                let edges = self.acquire(thread, from, now, names);
                let last = steps.last_mut().map(|step| &mut step.moments);
                last.unwrap_or(&mut self.before).edges.extend(edges);
            }
            Event::Allocated { object, bytes, .. } => self.forget(object, bytes),
            Event::Operation { .. } | Event::Published { .. } | Event::Frozen { .. } => {}
        }
    }

    fn lock(
        &mut self,
        (thread, sync, taken): (ThreadId, Sync, bool),
        steps: &mut [Step],
        names: &dyn Names,
    ) {
        let Sync::Monitor(object) = sync else { return };
        let locking = Locking { thread: names.thread(thread), object: names.object(object), taken };
        let last = steps.last_mut().map(|step| &mut step.moments);
        last.unwrap_or(&mut self.before).locks.push(locking);
    }

    /// Takes in an access, which was the last event.
    pub fn access(
        &mut self,
        (thread, access, variable, site): (ThreadId, AccessKind, Address, Site),
        is_operation: bool,
        steps: &mut [Step],
        names: &dyn Names,
    ) {
        let access = StepAccess {
            event: self.events.saturating_sub(1),
            thread: names.thread(thread),
            variable: names.variable(variable),
            access,
            value: Some(names.value(variable)),
            place: names.place(site),
            is_operation,
        };
        match steps {
            [] => self.keep_before(access),
            _ => self.keep(access, steps),
        }
    }

    /// What happened before the first step is told when that is over, and the values are those of
    /// then: they are those of the last write, and of the reads behind it.
    fn keep_before(&mut self, access: StepAccess) {
        if access.access == AccessKind::Write {
            let same = |earlier: &&mut StepAccess| earlier.variable == access.variable;
            self.before.accesses.iter_mut().filter(same).for_each(|earlier| earlier.value = None);
        }
        push(&mut self.before, access);
    }

    fn keep(&mut self, access: StepAccess, steps: &mut [Step]) {
        let Some(last) = steps.last_mut() else { return };
        self.kept += usize::from(push(&mut last.moments, access));
        // The end of an execution says why it ends so.
        while self.kept > KEPT && self.thinned + 1 < steps.len() {
            let moments = &mut steps[self.thinned].moments;
            let dropped = std::mem::take(&mut moments.accesses).len();
            moments.untold += dropped;
            self.kept -= dropped;
            self.thinned += 1;
        }
    }

    /// What lay in this memory before is gone, and its releases with it.
    fn forget(&mut self, object: Address, bytes: u64) {
        let end = Address(object.0 + bytes);
        for at in [Sync::Monitor, Sync::Variable, Sync::Interrupt] {
            let gone: Vec<Sync> =
                self.released.range(at(object)..at(end)).map(|(sync, _)| *sync).collect();
            gone.iter().for_each(|sync| _ = self.released.remove(sync));
        }
    }

    fn release(&mut self, thread: ThreadId, to: Sync, at: Moment) {
        let known = self.known.entry(thread).or_default().clone();
        let releases = self.released.entry(to).or_default();
        // A thread's later release implies its earlier ones.
        releases.retain(|release| release.thread != thread);
        releases.push(Released { thread, at, known });
    }

    /// The edges that this acquire adds, the latest release first, which may imply others.
    fn acquire(
        &mut self,
        thread: ThreadId,
        from: Sync,
        at: Moment,
        names: &dyn Names,
    ) -> Vec<Edge> {
        let mut releases = self.released.get(&from).cloned().unwrap_or_default();
        releases.sort_by_key(|release| std::cmp::Reverse(release.at));
        let known = self.known.entry(thread).or_default();
        let mut edges = Vec::new();
        for Released { thread: releaser, at: released, known: theirs } in releases {
            if releaser == thread || known.get(&releaser).is_some_and(|known| *known >= released) {
                continue;
            }
            for (other, moment) in theirs.into_iter().chain([(releaser, released)]) {
                let latest = known.entry(other).or_insert(moment);
                *latest = moment.max(*latest);
            }
            let (carrier, release) = carried(from, thread, names);
            edges.push(Edge {
                from: released,
                releaser: names.thread(releaser),
                event: at.event,
                acquirer: names.thread(thread),
                carrier,
                release,
                object: match from {
                    Sync::Monitor(object) => Some(names.object(object)),
                    _ => None,
                },
            });
        }
        edges
    }
}

/// Keeps an access, in place of an earlier one if there are too many: of one that came again, else
/// of one in the middle. False if there are as many as before.
fn push(moments: &mut Moments, access: StepAccess) -> bool {
    let all = &mut moments.accesses;
    if all.len() < 2 * KEPT_AT_ENDS {
        all.push(access);
        return true;
    }
    let is_again = |earlier: &StepAccess| {
        (&earlier.variable, earlier.access, &earlier.place, &earlier.thread)
            == (&access.variable, access.access, &access.place, &access.thread)
    };
    let dropped = all.iter().position(is_again).unwrap_or(KEPT_AT_ENDS);
    all.remove(dropped);
    all.push(access);
    moments.untold += 1;
    false
}

/// What carries an edge, and what the releasing thread does there if no access says it.
fn carried(sync: Sync, acquirer: ThreadId, names: &dyn Names) -> (String, Option<String>) {
    match sync {
        Sync::Thread(thread) if thread == acquirer => {
            let name = names.thread(thread);
            (format!("the start of {name}"), Some(format!("start {name}")))
        }
        Sync::Thread(thread) => {
            (format!("the end of {}", names.thread(thread)), Some("end".to_owned()))
        }
        Sync::Monitor(object) => {
            (words::sync(sync, names), Some(format!("unlock {}", names.object(object))))
        }
        Sync::Class(_) => {
            let carrier = words::sync(sync, names);
            let release = format!("end {carrier}");
            (carrier, Some(release))
        }
        Sync::Variable(_) | Sync::Interrupt(_) | Sync::ReleaseFence(_) | Sync::AcquireFence(_) => {
            (words::sync(sync, names), None)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Recorder;
    use crate::testing::{ACCOUNT, BALANCE, TestNames, access, acquire, operation, release};
    use raceproof_base::{
        AccessKind, Address, Event, Listener as _, Moment, Moments, OperationKind, Step, Sync,
        ThreadId,
    };

    const LOCK: Sync = Sync::Monitor(ACCOUNT);

    fn recorded(script: &[(&str, Event)]) -> Vec<Step> {
        let mut recorder = Recorder::new().with_moments();
        for (value, event) in script {
            let names = TestNames { value: (*value).to_owned(), ..TestNames::default() };
            recorder.event(event, &names);
        }
        recorder.into_steps()
    }

    fn step(thread: u32) -> (&'static str, Event) {
        ("", operation(thread, OperationKind::Yield, Address::NONE))
    }

    fn edges(script: &[(&str, Event)]) -> Vec<(usize, usize, String)> {
        let mut edges = Vec::new();
        for (number, step) in recorded(script).iter().enumerate() {
            let told = step.moments.edges.iter();
            edges.extend(told.map(|edge| (edge.from.step, number + 1, edge.carrier.clone())));
        }
        edges
    }

    #[test]
    fn accesses_have_the_value_of_their_moment() {
        let script = [
            ("", operation(0, OperationKind::Write, BALANCE)),
            ("70", access(0, AccessKind::Write, BALANCE)),
            ("70", access(0, AccessKind::Read, BALANCE)),
            ("71", access(0, AccessKind::Write, BALANCE)),
        ];
        let steps = recorded(&script);
        let told: Vec<_> = steps[0]
            .moments
            .accesses
            .iter()
            .map(|access| (access.value.as_deref().unwrap(), access.event, access.is_operation))
            .collect();
        assert_eq!(told, [("70", 0, true), ("70", 1, false), ("71", 2, false)]);
        assert_eq!(steps[0].moments.on.as_deref(), Some("Account.balance"));
        assert_eq!(steps[0].operation, "write Account.balance = 70");
    }

    #[test]
    fn a_volatile_access_that_is_not_told_is_known_by_its_edge() {
        let variable = Sync::Variable(BALANCE);
        let told = |kind, event: Event| {
            let steps = recorded(&[("", operation(0, kind, BALANCE)), ("70", event)]);
            let all = steps[0].moments.accesses.iter();
            all.map(|access| (access.access, access.value.clone().unwrap())).collect::<Vec<_>>()
        };
        let (read, write) = (OperationKind::VolatileRead, OperationKind::VolatileWrite);
        assert_eq!(told(read, acquire(0, variable)), [(AccessKind::Read, "70".to_owned())]);
        assert_eq!(told(write, release(0, variable)), [(AccessKind::Write, "70".to_owned())]);
        for (kind, event) in [
            (read, acquire(1, variable)),
            (read, acquire(0, LOCK)),
            (read, release(0, variable)),
            (write, acquire(0, variable)),
            (OperationKind::Lock, acquire(0, variable)),
        ] {
            assert!(told(kind, event).is_empty(), "{kind:?} {event:?}");
        }
    }

    #[test]
    fn of_what_came_before_the_first_step_only_the_last_values_are_known() {
        let script = [
            ("9", access(0, AccessKind::Write, BALANCE)),
            ("9", access(0, AccessKind::Read, BALANCE)),
            ("9", access(0, AccessKind::Write, BALANCE)),
            ("9", access(0, AccessKind::Read, BALANCE)),
            step(1),
            ("10", access(1, AccessKind::Write, BALANCE)),
        ];
        let steps = recorded(&script);
        let before = steps[0].moments.before.as_ref().unwrap();
        let values: Vec<_> = before.accesses.iter().map(|access| access.value.as_deref()).collect();
        assert_eq!(values, [None, None, Some("9"), Some("9")]);
        assert_eq!(steps[0].moments.accesses.len(), 1);
    }

    #[test]
    fn an_edge_leads_from_the_last_release_to_an_acquire_by_another_thread() {
        let script = [
            step(0),
            ("", release(0, LOCK)),
            step(0),
            ("", acquire(0, LOCK)),
            ("", release(0, LOCK)),
            step(1),
            ("", acquire(1, LOCK)),
            step(1),
            // It knows of that already.
            ("", acquire(1, LOCK)),
        ];
        assert_eq!(edges(&script), [(2, 3, "the monitor of Account@2".to_owned())]);
        let told = &recorded(&script)[2].moments.edges[0];
        assert_eq!((told.from, told.event), (Moment { step: 2, event: 1 }, 0));
        assert_eq!(told.release.as_deref(), Some("unlock Account@2"));
    }

    #[test]
    fn a_monitor_is_told_where_it_changes_hands() {
        let script = [
            ("", acquire(0, LOCK)),
            step(0),
            ("", release(0, LOCK)),
            ("", acquire(0, Sync::Variable(BALANCE))),
            step(1),
            ("", acquire(1, LOCK)),
        ];
        let steps = recorded(&script);
        let told = |moments: &Moments| {
            let locks = moments.locks.iter();
            locks.map(|l| format!("{} {} {}", l.thread, l.object, l.taken)).collect::<Vec<_>>()
        };
        assert_eq!(told(steps[0].moments.before.as_ref().unwrap()), ["main Account@2 true"]);
        assert_eq!(told(&steps[0].moments), ["main Account@2 false"]);
        assert_eq!(told(&steps[1].moments), ["Thread-0 Account@2 true"]);
    }

    #[test]
    fn what_other_edges_imply_is_no_edge() {
        let variable = Sync::Variable(BALANCE);
        let script = [
            ("", release(0, Sync::Thread(ThreadId(1)))),
            step(0),
            ("", release(0, variable)),
            step(1),
            ("", acquire(1, Sync::Thread(ThreadId(1)))),
            ("", acquire(1, variable)),
            ("", release(1, variable)),
            step(2),
            // Of the two that wrote it, the second knew of the first.
            ("", acquire(2, variable)),
        ];
        let variable = "the variable Account.balance";
        assert_eq!(
            edges(&script),
            [
                (0, 2, "the start of Thread-0".to_owned()),
                (1, 2, variable.to_owned()),
                (2, 3, variable.to_owned())
            ]
        );
    }

    #[test]
    fn memory_that_is_given_to_a_new_object_has_no_releases() {
        let allocated =
            |object, bytes| ("", Event::Allocated { thread: ThreadId(0), object, bytes });
        let script = |object, bytes| {
            [
                step(0),
                ("", release(0, LOCK)),
                allocated(object, bytes),
                step(1),
                ("", acquire(1, LOCK)),
            ]
        };
        assert!(edges(&script(ACCOUNT, 24)).is_empty());
        assert_eq!(edges(&script(Address(ACCOUNT.0 + 8), 24)).len(), 1);
        assert_eq!(edges(&script(Address(ACCOUNT.0 - 8), 8)).len(), 1);
    }

    #[test]
    fn of_many_accesses_the_first_and_the_last_are_kept_and_the_rest_counted() {
        let mut script = vec![step(0)];
        script.extend((0..500).map(|_| ("1", access(0, AccessKind::Read, BALANCE))));
        script.push(("2", access(0, AccessKind::Write, BALANCE)));
        script.extend((0..500).map(|_| ("2", access(0, AccessKind::Read, BALANCE))));
        let moments = recorded(&script).remove(0).moments;
        assert_eq!((moments.accesses.len(), moments.untold), (64, 1001 - 64));
        let is_write = |access: &&raceproof_base::StepAccess| access.access == AccessKind::Write;
        assert_eq!(moments.accesses.iter().filter(is_write).count(), 1, "the only one of its sort");
    }

    #[test]
    fn of_a_long_execution_the_end_is_kept() {
        let mut script = Vec::new();
        for _ in 0..super::KEPT / 10 + 100 {
            script.push(step(0));
            script.extend((0..10).map(|_| ("1", access(0, AccessKind::Read, BALANCE))));
        }
        let steps = recorded(&script);
        let of = |step: &Step| (step.moments.accesses.len(), step.moments.untold);
        assert_eq!((of(&steps[99]), of(&steps[100])), ((0, 10), (10, 0)));
        assert_eq!(of(&steps[steps.len() - 1]), (10, 0));
    }

    #[test]
    fn who_goes_back_loses_it() {
        let mut recorder = Recorder::new().with_moments();
        let names = TestNames::default();
        recorder.event(&step(0).1, &names);
        recorder.event(&access(0, AccessKind::Read, BALANCE), &names);
        let mark = recorder.mark();
        recorder.event(&step(1).1, &names);
        recorder.rollback(mark);
        assert!(recorder.steps()[0].moments.accesses.is_empty());
        recorder.event(&step(1).1, &names);
        recorder.event(&access(1, AccessKind::Read, BALANCE), &names);
        assert!(recorder.into_steps()[1].moments.accesses.is_empty());
    }
}
