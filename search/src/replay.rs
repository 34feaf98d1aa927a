//! Executing a schedule again.

use crate::endless::{self, Ending, Unknown};
use raceproof_base::{
    Cause, Choice, Finding, FindingKind, Finer, Listener, Machine, Schedule, Situation, StepOutcome, Unsupported,
};

/// Where an execution stands after its schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayEnd {
    /// It could go on, by these choices.
    Open(Vec<Choice>),
    /// The program has ended.
    Ended,
    /// No thread can go on; it is the last finding.
    Deadlock,
    /// Threads go on, but the program cannot end; it is the last finding.
    Livelock,
    /// In a violation; it is the last finding.
    Violated,
    /// Where the program says that the path is of no interest.
    Ignored,
    /// At something that is not modelled.
    Unsupported(Box<Unsupported>),
    /// On the way, where the machine was told to stop.
    Cancelled(Cause),
    /// Where the machine leaves out what matters.
    TooCoarse(Finer),
    /// The schedule is not one of this machine's.
    Parted {
        /// The index of the choice that does not fit.
        at: usize,
        /// What is possible there; nothing if the execution is over.
        offered: Vec<Choice>,
    },
}

/// What came of a schedule.
#[derive(Clone, Debug)]
pub struct ReplayOutcome {
    /// What was found on the way and at the end, each with its schedule.
    pub findings: Vec<Finding>,
    /// The weak races that were found, likewise.
    pub weak_races: Vec<Finding>,
    /// Where it led.
    pub end: ReplayEnd,
}

impl ReplayOutcome {
    /// Whether it fits the machine and shows this finding, by all of the finding's schedule.
    #[must_use]
    pub fn confirms(&self, finding: &Finding) -> bool {
        !matches!(self.end, ReplayEnd::Parted { .. }) && self.findings.iter().any(|found| found.is_shown_by(finding))
    }
}

/// Executes a schedule from the machine's current state.
///
/// Each choice must be one that the state offers, so a schedule of another program is noticed, and where. If it is to show a
/// livelock, whether the program can still end is found out behind it; that takes a search, which others are spared.
pub fn replay<M: Machine, L: Listener>(
    machine: &mut M,
    listener: &mut L,
    schedule: &Schedule,
    shows: Option<FindingKind>,
) -> ReplayOutcome {
    let mut outcome = ReplayOutcome { findings: Vec::new(), weak_races: Vec::new(), end: ReplayEnd::Ended };
    machine.begin(listener);
    machine.be_fair(false);
    outcome.end = follow(machine, listener, &schedule.choices, &mut outcome);
    machine.be_fair(true);
    let is_sought = shows == Some(FindingKind::Livelock) && matches!(outcome.end, ReplayEnd::Open(_));
    if is_sought {
        match endless::is_endless(machine, &mut Ending::default()) {
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

fn follow<M: Machine, L: Listener>(
    machine: &mut M,
    listener: &mut L,
    choices: &[Choice],
    outcome: &mut ReplayOutcome,
) -> ReplayEnd {
    let note = |mut finding: Box<Finding>, done: usize, findings: &mut Vec<Finding>| {
        finding.schedule = Schedule { choices: choices[..done].to_vec() };
        findings.push(*finding);
    };
    while let Some(finding) = machine.finding() {
        note(finding, 0, &mut outcome.findings);
    }
    for (at, &choice) in choices.iter().enumerate() {
        match machine.situation() {
            Situation::Open(offered) if offered.contains(&choice) => {}
            Situation::Open(offered) => return ReplayEnd::Parted { at, offered },
            Situation::Ended | Situation::Deadlock(_) => return ReplayEnd::Parted { at, offered: Vec::new() },
        }
        let done = at + 1;
        let stopped = machine.step(choice, listener);
        while let Some(finding) = listener.finding().or_else(|| machine.finding()) {
            note(finding, done, &mut outcome.findings);
        }
        while let Some(weak) = listener.weak_race() {
            note(weak, done, &mut outcome.weak_races);
        }
        let end = match stopped {
            StepOutcome::Done => continue,
            StepOutcome::Violated(finding) => {
                note(finding, done, &mut outcome.findings);
                ReplayEnd::Violated
            }
            StepOutcome::Ignored => ReplayEnd::Ignored,
            StepOutcome::TooCoarse(finer) => ReplayEnd::TooCoarse(finer),
            StepOutcome::Unsupported(what) => ReplayEnd::Unsupported(what),
            StepOutcome::Cancelled(cause) => return ReplayEnd::Cancelled(cause),
        };
        return if done == choices.len() { end } else { ReplayEnd::Parted { at: done, offered: Vec::new() } };
    }
    match machine.situation() {
        Situation::Open(offered) => ReplayEnd::Open(offered),
        Situation::Ended => ReplayEnd::Ended,
        Situation::Deadlock(finding) => {
            note(finding, choices.len(), &mut outcome.findings);
            ReplayEnd::Deadlock
        }
    }
}
