//! Wakeup trees: for each state on the path, the sequences that are still to be explored from
//! there; and sleep sets, of steps whose executions have been explored.
//!
//! Beyond the paper: a thread's step may have several choices (`way`), a step of a sequence may
//! turn out not to be enabled (`sure`), and some sleepers discharge less (`over`).

use super::names::Thread;
use super::path::{Path, Way};
use super::plan::Plan;
use crate::dependence::Footprint;

/// A node of a wakeup tree: a step to be taken, and what follows it; a leaf leaves that open.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub(super) thread: Thread,
    /// By which of the thread's choices; none for all that there are.
    pub(super) way: Option<Way>,
    pub(super) footprint: Footprint,
    /// Whether the step is known to be enabled there.
    pub(super) sure: bool,
    pub(super) below: Vec<Branch>,
}

/// An element of a sleep set: a thread whose next step has been explored from this state, or from
/// an earlier one on the path, and is independent of all steps since.
#[derive(Clone, Debug)]
pub(super) struct Sleeper {
    pub(super) thread: Thread,
    pub(super) way: Way,
    pub(super) footprint: Footprint,
    /// Whether it discharges only sequences that contain its step: if that ended the execution for
    /// all threads, no steps of others were explored behind it.
    pub(super) over: bool,
    /// Whether its step is no progress.
    pub(super) waits: bool,
}

fn is_same_way(explored: Option<Way>, planned: Option<Way>) -> bool {
    explored.is_none() || explored == planned
}

/// Whether the sleep set has a weak initial of the sequence: then an execution that begins with an
/// equivalent one has been explored.
pub(super) fn is_slept_through(path: &Path, plan: &Plan, sleep: &[Sleeper]) -> bool {
    sleep.iter().any(|sleeper| match plan.weak_initial(path, sleeper.thread, &sleeper.footprint) {
        // All its choices are explored one after the other, or the planned one was.
        Some(Some(at)) => plan.way(path, at).is_none_or(|way| way == sleeper.way),
        Some(None) => !sleeper.over,
        None => false,
    })
}

/// Inserts a wakeup sequence, unless a leaf of the tree leads to an equivalent execution already.
/// Answers whether it was inserted.
pub(super) fn insert(tree: &mut Vec<Branch>, path: &Path, mut plan: Plan) -> bool {
    let mut level = tree;
    loop {
        let met = level.iter().enumerate().find_map(|(index, branch)| {
            let place = plan.weak_initial(path, branch.thread, &branch.footprint)?;
            let is_met = match place {
                // A branch that may not be enabled stands for itself only.
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
            plan.take_out(at);
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
