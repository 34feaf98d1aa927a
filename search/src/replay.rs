//! Executing a schedule again.

use raceproof_base::{Choice, Finding, Finer, Listener, Machine, Schedule, Situation, StepOutcome, Unsupported};

/// Where an execution stands after its schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayEnd {
    /// It could go on, by these choices.
    Open(Vec<Choice>),
    /// The program has ended.
    Ended,
    /// No thread can go on; it is the last finding.
    Deadlock,
    /// In a violation; it is the last finding.
    Violated,
    /// Where the program says that the path is of no interest.
    Ignored,
    /// At something that is not modelled.
    Unsupported(Box<Unsupported>),
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
/// Each choice must be one that the state offers, so a schedule of another program is noticed, and where.
pub fn replay<M: Machine, L: Listener>(machine: &mut M, listener: &mut L, schedule: &Schedule) -> ReplayOutcome {
    let mut findings = Vec::new();
    machine.begin(listener);
    let end = follow(machine, listener, &schedule.choices, &mut findings);
    ReplayOutcome { findings, end }
}

fn follow<M: Machine, L: Listener>(
    machine: &mut M,
    listener: &mut L,
    choices: &[Choice],
    findings: &mut Vec<Finding>,
) -> ReplayEnd {
    let note = |mut finding: Box<Finding>, done: usize, findings: &mut Vec<Finding>| {
        finding.schedule = Schedule { choices: choices[..done].to_vec() };
        findings.push(*finding);
    };
    for (at, &choice) in choices.iter().enumerate() {
        match machine.situation() {
            Situation::Open(offered) if offered.contains(&choice) => {}
            Situation::Open(offered) => return ReplayEnd::Parted { at, offered },
            Situation::Ended | Situation::Deadlock(_) => return ReplayEnd::Parted { at, offered: Vec::new() },
        }
        let done = at + 1;
        let outcome = machine.step(choice, listener);
        while let Some(finding) = listener.finding() {
            note(finding, done, findings);
        }
        let end = match outcome {
            StepOutcome::Done => continue,
            StepOutcome::Violated(finding) => {
                note(finding, done, findings);
                ReplayEnd::Violated
            }
            StepOutcome::Ignored => ReplayEnd::Ignored,
            StepOutcome::TooCoarse(finer) => ReplayEnd::TooCoarse(finer),
            StepOutcome::Unsupported(what) => ReplayEnd::Unsupported(what),
        };
        return if done == choices.len() { end } else { ReplayEnd::Parted { at: done, offered: Vec::new() } };
    }
    match machine.situation() {
        Situation::Open(offered) => ReplayEnd::Open(offered),
        Situation::Ended => ReplayEnd::Ended,
        Situation::Deadlock(finding) => {
            note(finding, choices.len(), findings);
            ReplayEnd::Deadlock
        }
    }
}
