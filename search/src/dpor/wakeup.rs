//! Wakeup trees: for each state on the path, the beginnings of executions that are still to be
//! explored from there; and the sleepers, whose executions have been explored.

use super::names::Thread;
use super::path::{Path, Way};
use super::plan::Plan;
use crate::dependence::Footprint;

/// A step to be taken, and what follows it. Without anything below: whatever can follow.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub(super) thread: Thread,
    /// In which way; none for all ways that there are.
    pub(super) way: Option<Way>,
    pub(super) footprint: Footprint,
    /// Whether the step is known to be possible there.
    pub(super) sure: bool,
    pub(super) below: Vec<Branch>,
}

/// A thread whose next step has been explored from a state, or from an earlier one on the path, and
/// that has met nothing since that its step depends on.
#[derive(Clone, Debug)]
pub(super) struct Sleeper {
    pub(super) thread: Thread,
    pub(super) way: Way,
    pub(super) footprint: Footprint,
    /// Whether that ended the execution for all threads: what the others do is not explored behind
    /// it.
    pub(super) over: bool,
}

fn is_same_way(explored: Option<Way>, planned: Option<Way>) -> bool {
    explored.is_none() || explored == planned
}

/// Whether an execution that begins like this has been explored already.
pub(super) fn is_slept_through(path: &Path, plan: &Plan, sleep: &[Sleeper]) -> bool {
    sleep.iter().any(|sleeper| match plan.weak_initial(path, sleeper.thread, &sleeper.footprint) {
        // All its ways are explored one after the other, or the one that is planned is.
        Some(Some(at)) => plan.way(path, at).is_none_or(|way| way == sleeper.way),
        Some(None) => !sleeper.over,
        None => false,
    })
}

/// Adds the beginning of an execution, unless one that is there already will come to an equivalent
/// one. Answers whether it was added.
pub(super) fn insert(tree: &mut Vec<Branch>, path: &Path, mut plan: Plan) -> bool {
    let mut level = tree;
    loop {
        let met = level.iter().enumerate().find_map(|(index, branch)| {
            let place = plan.weak_initial(path, branch.thread, &branch.footprint)?;
            let is_met = match place {
                // A step that may turn out not to be possible does so once.
                Some(at) => {
                    (branch.sure || plan.is_one_step())
                        && is_same_way(branch.way, plan.way(path, at))
                }
                None => branch.sure,
            };
            is_met.then_some((index, place))
        });
        let Some((index, place)) = met else { break };
        if let Some(at) = place {
            plan.take_out(path, at);
        }
        if level[index].below.is_empty() || plan.is_empty() {
            return false;
        }
        level = &mut level[index].below;
    }
    let mut below = Vec::new();
    for (thread, way, footprint, sure) in plan.into_steps(path).rev() {
        below = vec![Branch { thread, way, footprint, sure, below }];
    }
    level.append(&mut below);
    true
}
