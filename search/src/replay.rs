//! Replay of schedules.

use crate::endless::{self, Ending, Unknown};
use crate::walk::{ReplayEnd, walk};
use raceproof_base::{Finding, FindingKind, Finer, Listener, Machine, Schedule};

/// The result of a replay.
#[derive(Clone, Debug)]
pub struct ReplayOutcome {
    /// The findings on the way and at the end, each with its schedule.
    pub findings: Vec<Finding>,
    /// The weak races that were found, likewise.
    pub weak_races: Vec<Finding>,
    /// Where it led.
    pub end: ReplayEnd,
    /// What the machine needs to go on with it, if it was too coarse before the last step.
    pub needed: Option<Finer>,
}

impl ReplayOutcome {
    /// Whether the whole schedule fits the machine and shows this finding.
    #[must_use]
    pub fn confirms(&self, finding: &Finding) -> bool {
        !matches!(self.end, ReplayEnd::Parted { .. })
            && self.findings.iter().any(|found| found.is_shown_by(finding))
    }
}

/// Executes a schedule from the machine's current state.
///
/// Each choice must be enabled, so a schedule of another program is noticed, and where. Fairness is
/// off. If the schedule is to show a livelock, an exhaustive search behind it decides whether the
/// program can still end.
pub fn replay<M: Machine, L: Listener>(
    machine: &mut M,
    listener: &mut L,
    schedule: &Schedule,
    shows: Option<FindingKind>,
) -> ReplayOutcome {
    machine.be_fair(false);
    let walk =
        walk(machine, listener, |_, _, _, walk| schedule.choices.get(walk.schedule.len()).copied());
    machine.be_fair(true);
    let has_parted =
        walk.schedule.len() < schedule.len() && !matches!(walk.end, ReplayEnd::Cancelled(_));
    let offered = match &walk.end {
        ReplayEnd::Open(offered) => offered.clone(),
        _ => Vec::new(),
    };
    let needed = match &walk.end {
        ReplayEnd::TooCoarse(finer) if has_parted => Some(finer.clone()),
        _ => None,
    };
    let end =
        if has_parted { ReplayEnd::Parted { at: walk.schedule.len(), offered } } else { walk.end };
    let (findings, weak_races) = (walk.findings, walk.weak_races);
    let mut outcome = ReplayOutcome { findings, weak_races, end, needed };
    let is_sought =
        shows == Some(FindingKind::Livelock) && matches!(outcome.end, ReplayEnd::Open(_));
    if is_sought {
        match endless::is_endless(machine, &mut Ending::default(), false) {
            Ok(true) => {
                outcome.findings.push(Finding { schedule: schedule.clone(), ..*machine.hanging() });
                outcome.end = ReplayEnd::Livelock;
            }
            Ok(false) | Err(Unknown::Large(_)) => {}
            Err(Unknown::Cancelled(cause)) => outcome.end = ReplayEnd::Cancelled(cause),
        }
    }
    outcome
}
