//! Records what happens inside the steps of a schedule: accesses with their values, and edges of
//! happens-before, for reports that draw them.
//!
//! An edge is told where a thread acquires what another has released, unless the thread knows of
//! that release already: what is left is the transitive reduction, as far as it goes by threads
//! (each thread knows of each other a latest moment, and all before it). Edges through final fields
//! (`Event::Frozen`) and of a release before the first step are not told.

use raceproof_base::{
    Address, Edge, Event, Moment, Names, Step, StepAccess, Sync, ThreadId,
};
use std::collections::BTreeMap;

use crate::words;

/// Accesses that are kept of the beginning and of the end of a step.
const KEPT_AT_ENDS: usize = 16;

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
    /// Begins a step, which is the last of `steps` already.
    pub fn begin(&mut self) {
        self.events = 0;
    }

    /// Takes in an event of the last step.
    pub fn event(&mut self, event: &Event, steps: &mut [Step], names: &dyn Names) {
        let Some(last) = steps.len().checked_sub(1) else { return };
        let now = Moment { step: last, event: self.events };
        self.events += 1;
        match *event {
            Event::Access { thread, variable, access, site, .. } => {
                let access = StepAccess {
                    event: now.event,
                    thread: names.thread(thread),
                    variable: names.variable(variable),
                    access,
                    value: names.value(variable),
                    place: names.place(site),
                    is_operation: false,
                };
                self.keep(access, steps);
            }
            Event::Release { thread, to, .. } => self.release(thread, to, now),
            Event::Passed { from, to, .. } => {
                let passed = self.released.get(&from).cloned().unwrap_or_default();
                self.released.entry(to).or_default().extend(passed);
            }
            Event::Acquire { thread, from, .. } => {
                let edges = self.acquire(thread, from, now, names);
                steps[last].moments.edges.extend(edges);
            }
            // What lay there before is gone, and its releases with it.
            Event::Allocated { object, bytes, .. } => {
                let end = Address(object.0 + bytes);
                for at in [Sync::Monitor, Sync::Variable, Sync::Interrupt] {
                    let gone: Vec<Sync> =
                        self.released.range(at(object)..at(end)).map(|(sync, _)| *sync).collect();
                    gone.iter().for_each(|sync| _ = self.released.remove(sync));
                }
            }
            Event::Operation { .. } | Event::Published { .. } | Event::Frozen { .. } => {}
        }
    }

    fn keep(&mut self, access: StepAccess, steps: &mut [Step]) {
        let Some(moments) = steps.last_mut().map(|step| &mut step.moments) else { return };
        moments.accesses.push(access);
        if moments.accesses.len() > 2 * KEPT_AT_ENDS {
            moments.accesses.remove(KEPT_AT_ENDS);
            moments.untold += 1;
            return;
        }
        self.kept += 1;
        // The end of an execution says why it ends so.
        while self.kept > KEPT && self.thinned + 1 < steps.len() {
            let moments = &mut steps[self.thinned].moments;
            let dropped = std::mem::take(&mut moments.accesses).len();
            moments.untold += dropped;
            self.kept -= dropped;
            self.thinned += 1;
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
            edges.push(Edge {
                from: released,
                releaser: names.thread(releaser),
                event: at.event,
                acquirer: names.thread(thread),
                carrier: words::sync(from, names),
                monitor: match from {
                    Sync::Monitor(object) => Some(names.object(object)),
                    _ => None,
                },
            });
        }
        edges
    }
}
