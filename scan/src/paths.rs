//! The shortest call path from a thread's entry to an instance.

use crate::ids::InstanceId;
use crate::points_to::PointsTo;
use crate::threads::Threads;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// A call on the way: the caller, and its statement; none if it is the initialiser of a class that
/// the caller needs.
pub type Step = (InstanceId, Option<u32>);

/// The shortest call paths of all threads.
pub struct Paths<'a> {
    points_to: &'a PointsTo,
    threads: &'a Threads,
    /// By thread: the last step of the shortest path to each instance.
    known: FxHashMap<usize, FxHashMap<InstanceId, Step>>,
}

impl<'a> Paths<'a> {
    /// None is looked for yet.
    #[must_use]
    pub fn new(points_to: &'a PointsTo, threads: &'a Threads) -> Self {
        Self { points_to, threads, known: FxHashMap::default() }
    }

    /// The calls that lead a thread to an instance, the first one first.
    pub fn to(&mut self, thread: usize, instance: InstanceId) -> Vec<Step> {
        let (points_to, entry) = (self.points_to, self.threads.all[thread].entry);
        let before = self.known.entry(thread).or_insert_with(|| callers(points_to, entry));
        let (mut path, mut at) = (Vec::new(), instance);
        while at != entry
            && let Some(step) = before.get(&at)
        {
            path.push(*step);
            at = step.0;
        }
        path.reverse();
        path
    }
}

fn callers(points_to: &PointsTo, entry: InstanceId) -> FxHashMap<InstanceId, Step> {
    let mut before: FxHashMap<InstanceId, Step> = FxHashMap::default();
    let mut waiting = VecDeque::from([entry]);
    while let Some(instance) = waiting.pop_front() {
        let found = &points_to.instances[instance.index()];
        for (call, callee) in &found.callees {
            if *callee != entry && !before.contains_key(callee) {
                let statement = call.map(|call| found.body.calls[call as usize].statement);
                before.insert(*callee, (instance, statement));
                waiting.push_back(*callee);
            }
        }
    }
    before
}
