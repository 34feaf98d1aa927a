//! Wakeup trees: for each state on the path, the beginnings of executions that are still to be explored from there; and the
//! sleepers, whose executions have been explored.

use super::names::Thread;
use super::path::{Path, Planned, Way};
use crate::dependence::Footprint;

/// A step to be taken, and what follows it. Without anything below: whatever can follow.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) thread: Thread,
    /// In which way; none for all ways that there are.
    pub(crate) way: Option<Way>,
    pub(crate) footprint: Footprint,
    /// Whether the step is known to be possible there.
    pub(crate) sure: bool,
    pub(crate) below: Vec<Branch>,
}

/// A thread whose next step has been explored from a state, or from an earlier one on the path, and that has met nothing
/// since that its step depends on.
#[derive(Clone, Debug)]
pub(crate) struct Sleeper {
    pub(crate) thread: Thread,
    pub(crate) way: Way,
    pub(crate) footprint: Footprint,
    /// Whether that ended the execution for all threads: what the others do is not explored behind it.
    pub(crate) over: bool,
}

/// The beginning of an execution that is to be explored.
pub(crate) struct Plan {
    pub(crate) steps: Vec<Planned>,
    /// Whether its last step is known to be possible.
    pub(crate) sure: bool,
    /// Whether it has all steps of the execution it was made from that do not depend on what it avoids. Who is not in it does
    /// then nothing that bears on it.
    pub(crate) whole: bool,
}

impl Plan {
    /// If a thread's step could come first: its place, or none if it is not among those planned.
    fn weak_initial(&self, path: &Path, thread: Thread, footprint: &Footprint) -> Option<Option<usize>> {
        match self.steps.iter().position(|step| step.thread == thread) {
            Some(at) => {
                self.steps[..at].iter().all(|earlier| !path.depends(&self.steps[at], earlier)).then_some(Some(at))
            }
            None => (self.whole && self.steps.iter().all(|step| !step.footprint.conflicts(footprint))).then_some(None),
        }
    }
}

fn is_same_way(explored: Option<Way>, planned: Option<Way>) -> bool {
    explored.is_none() || explored == planned
}

/// Whether an execution that begins like this has been explored already.
pub(crate) fn is_slept_through(path: &Path, plan: &Plan, sleep: &[Sleeper]) -> bool {
    sleep.iter().any(|sleeper| match plan.weak_initial(path, sleeper.thread, &sleeper.footprint) {
        // All its ways are explored one after the other, or the one that is planned is.
        Some(Some(at)) => plan.steps[at].way.is_none_or(|way| way == sleeper.way),
        Some(None) => !sleeper.over,
        None => false,
    })
}

/// Adds the beginning of an execution, unless one that is there already will come to an equivalent one. Answers
/// whether it was added.
pub(crate) fn insert(tree: &mut Vec<Branch>, path: &Path, mut plan: Plan) -> bool {
    let mut level = tree;
    loop {
        let met = level.iter().enumerate().find_map(|(index, branch)| {
            let place = plan.weak_initial(path, branch.thread, &branch.footprint)?;
            let is_met = branch.sure && place.is_none_or(|at| is_same_way(branch.way, plan.steps[at].way));
            is_met.then_some((index, place))
        });
        let Some((index, place)) = met else { break };
        if let Some(at) = place {
            plan.steps.remove(at);
        }
        if level[index].below.is_empty() || plan.steps.is_empty() {
            return false;
        }
        level = &mut level[index].below;
    }
    let last = plan.steps.len() - 1;
    let mut below = Vec::new();
    for (index, step) in plan.steps.into_iter().enumerate().rev() {
        let sure = plan.sure || index < last;
        below = vec![Branch { thread: step.thread, way: step.way, footprint: step.footprint, sure, below }];
    }
    level.append(&mut below);
    true
}
