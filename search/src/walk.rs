//! One execution, whose choices the caller makes.

use raceproof_base::{
    Cause, Choice, Finding, Finer, Listener, Machine, Schedule, Situation, StepOutcome, Unsupported,
};

/// How an execution ended, or where it is after its schedule.
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
    /// Where the program cut the path off.
    Ignored,
    /// At something that is not modelled.
    Unsupported(Box<Unsupported>),
    /// Within a step, where the machine was told to stop.
    Cancelled(Cause),
    /// Where the machine must be refined.
    TooCoarse(Finer),
    /// The schedule is not one of this machine's.
    Parted {
        /// The index of the choice that does not fit.
        at: usize,
        /// What is possible there; nothing if the execution is over.
        offered: Vec<Choice>,
    },
}

/// The result of an execution.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The choices that were made.
    pub schedule: Schedule,
    /// The findings on the way and at the end, each with its schedule.
    pub findings: Vec<Finding>,
    /// The weak races that were found, likewise.
    pub weak_races: Vec<Finding>,
    /// Where it led.
    pub end: ReplayEnd,
}

impl Walk {
    fn note(&mut self, mut finding: Box<Finding>) {
        finding.schedule = self.schedule.clone();
        self.findings.push(*finding);
    }
}

/// Executes a machine from its current state, which is to be its first, until `choose` makes no
/// choice among those that are enabled, or the execution is over. `choose` gets the machine, the
/// listener, the enabled choices, and the walk so far.
pub fn walk<M: Machine, L: Listener>(
    machine: &mut M,
    listener: &mut L,
    mut choose: impl FnMut(&M, &L, &[Choice], &Walk) -> Option<Choice>,
) -> Walk {
    machine.begin(listener);
    let (schedule, findings, weak_races) = (Schedule::default(), Vec::new(), Vec::new());
    let mut walk = Walk { schedule, findings, weak_races, end: ReplayEnd::Ended };
    while let Some(finding) = machine.finding() {
        walk.note(finding);
    }
    loop {
        let offered = match machine.situation() {
            Situation::Open(offered) => offered,
            Situation::Ended => return walk,
            Situation::Deadlock(finding) => {
                walk.note(finding);
                walk.end = ReplayEnd::Deadlock;
                return walk;
            }
        };
        let chosen = choose(machine, listener, &offered, &walk);
        let Some(choice) = chosen.filter(|choice| offered.contains(choice)) else {
            walk.end = ReplayEnd::Open(offered);
            return walk;
        };
        let stopped = machine.step(choice, listener);
        walk.schedule.choices.push(choice);
        while let Some(finding) = listener.finding().or_else(|| machine.finding()) {
            walk.note(finding);
        }
        while let Some(mut weak) = listener.weak_race() {
            weak.schedule = walk.schedule.clone();
            walk.weak_races.push(*weak);
        }
        walk.end = match stopped {
            StepOutcome::Done => continue,
            StepOutcome::Violated(finding) => {
                walk.note(finding);
                ReplayEnd::Violated
            }
            StepOutcome::Ignored => ReplayEnd::Ignored,
            StepOutcome::TooCoarse(finer) => ReplayEnd::TooCoarse(finer),
            StepOutcome::Unsupported(what) => ReplayEnd::Unsupported(what),
            StepOutcome::Cancelled(cause) => ReplayEnd::Cancelled(cause),
        };
        return walk;
    }
}
