//! The order of fixpoint iterations over the call graph: callees before callers (post-order), or
//! the other way round, up to recursion. It bears on time, not on results.

use crate::ids::InstanceId;
use crate::points_to::PointsTo;
use std::collections::BTreeSet;

/// The instances in post-order of the call graph: callees before callers, up to recursion.
pub struct Order {
    rank: Vec<u32>,
    instances: Vec<InstanceId>,
}

impl Order {
    /// The order in which a depth-first search leaves them.
    #[must_use]
    pub fn new(points_to: &PointsTo) -> Self {
        let count = points_to.instances.len();
        let (mut rank, mut instances) = (vec![0; count], Vec::with_capacity(count));
        let mut is_met = vec![false; count];
        let entries = points_to.entries.iter().copied();
        for start in entries.chain((0..count as u32).map(InstanceId)) {
            let mut path = Vec::new();
            let mut next = Some(start);
            loop {
                match next.take() {
                    Some(instance) if std::mem::replace(&mut is_met[instance.index()], true) => {}
                    Some(instance) => {
                        path.push((instance, points_to.instances[instance.index()].callees.iter()));
                        continue;
                    }
                    None => {}
                }
                let Some((instance, callees)) = path.last_mut() else { break };
                match callees.next() {
                    Some((_, callee)) => next = Some(*callee),
                    None => {
                        rank[instance.index()] = instances.len() as u32;
                        instances.push(*instance);
                        path.pop();
                    }
                }
            }
        }
        Self { rank, instances }
    }
}

/// A worklist of instances, each once; empty when the work is cancelled.
pub struct Waiting<'a> {
    points_to: &'a PointsTo,
    ranks: BTreeSet<u32>,
}

impl<'a> Waiting<'a> {
    /// The empty one.
    #[must_use]
    pub fn nobody(points_to: &'a PointsTo) -> Self {
        Self { points_to, ranks: BTreeSet::new() }
    }

    /// One more.
    pub fn add(&mut self, instance: InstanceId) {
        self.ranks.insert(self.points_to.order().rank[instance.index()]);
    }

    /// The next one, callees before callers.
    pub fn callee(&mut self) -> Option<InstanceId> {
        let rank = self.ranks.pop_first().filter(|_| self.points_to.goes_on())?;
        Some(self.points_to.order().instances[rank as usize])
    }

    /// The next one, callers before callees.
    pub fn caller(&mut self) -> Option<InstanceId> {
        let rank = self.ranks.pop_last().filter(|_| self.points_to.goes_on())?;
        Some(self.points_to.order().instances[rank as usize])
    }
}

impl Extend<InstanceId> for Waiting<'_> {
    fn extend<I: IntoIterator<Item = InstanceId>>(&mut self, instances: I) {
        instances.into_iter().for_each(|instance| self.add(instance));
    }
}
