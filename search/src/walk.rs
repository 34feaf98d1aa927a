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
    /// Of a machine in its current state, which is to be its first.
    fn begin<M: Machine, L: Listener>(machine: &mut M, listener: &mut L) -> Self {
        machine.begin(listener);
        let (schedule, findings, weak_races) = (Schedule::default(), Vec::new(), Vec::new());
        let mut walk = Self { schedule, findings, weak_races, end: ReplayEnd::Ended };
        while let Some(finding) = machine.finding() {
            walk.note(finding);
        }
        walk
    }

    fn note(&mut self, mut finding: Box<Finding>) {
        finding.schedule = self.schedule.clone();
        self.findings.push(*finding);
    }

    /// The choices that are enabled; none if the execution is over.
    fn offered<M: Machine>(&mut self, machine: &mut M) -> Option<Vec<Choice>> {
        self.end = match machine.situation() {
            Situation::Open(offered) => return Some(offered),
            Situation::Ended => ReplayEnd::Ended,
            Situation::Deadlock(finding) => {
                self.note(finding);
                ReplayEnd::Deadlock
            }
        };
        None
    }

    /// Makes a choice; false if the execution is over then.
    fn take<M: Machine, L: Listener>(
        &mut self,
        choice: Choice,
        machine: &mut M,
        listener: &mut L,
    ) -> bool {
        let stopped = machine.step(choice, listener);
        self.schedule.choices.push(choice);
        while let Some(finding) = listener.finding().or_else(|| machine.finding()) {
            self.note(finding);
        }
        while let Some(mut weak) = listener.weak_race() {
            weak.schedule = self.schedule.clone();
            self.weak_races.push(*weak);
        }
        self.end = match stopped {
            StepOutcome::Done => return true,
            StepOutcome::Violated(finding) => {
                self.note(finding);
                ReplayEnd::Violated
            }
            StepOutcome::Ignored => ReplayEnd::Ignored,
            StepOutcome::TooCoarse(finer) => ReplayEnd::TooCoarse(finer),
            StepOutcome::Unsupported(what) => ReplayEnd::Unsupported(what),
            StepOutcome::Cancelled(cause) => ReplayEnd::Cancelled(cause),
        };
        false
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
    let mut walk = Walk::begin(machine, listener);
    while let Some(offered) = walk.offered(machine) {
        let chosen = choose(machine, listener, &offered, &walk);
        let Some(choice) = chosen.filter(|choice| offered.contains(choice)) else {
            walk.end = ReplayEnd::Open(offered);
            break;
        };
        if !walk.take(choice, machine, listener) {
            break;
        }
    }
    walk
}

/// Who makes the choices of executions that have their beginnings in common.
pub trait Guide<M: Machine, L: Listener> {
    /// Of the choices that are enabled; none: this execution is to end here.
    fn choose(
        &mut self,
        machine: &mut M,
        listener: &mut L,
        offered: &[Choice],
        walk: &Walk,
    ) -> Option<Choice>;

    /// An execution is over: the number of its steps after which the next one parts from it; none
    /// if there is to be no other.
    fn go_back(&mut self, walk: &Walk) -> Option<usize>;
}

/// Executes a machine from its current state, which is to be its first, again and again, each time
/// from where the guide goes back to. The findings are those of all executions.
pub fn wander<M: Machine, L: Listener>(
    machine: &mut M,
    listener: &mut L,
    guide: &mut impl Guide<M, L>,
) -> Walk {
    let mut walk = Walk::begin(machine, listener);
    // By steps that were made.
    let mut marks = Vec::new();
    loop {
        while let Some(offered) = walk.offered(machine) {
            marks.push((machine.mark(), listener.mark()));
            let chosen = guide.choose(machine, listener, &offered, &walk);
            let Some(choice) = chosen else {
                walk.end = ReplayEnd::Open(offered);
                break;
            };
            if !walk.take(choice, machine, listener) {
                break;
            }
        }
        let Some(steps) = guide.go_back(&walk) else { return walk };
        let (of_machine, of_listener) = marks[steps];
        machine.rollback(of_machine);
        listener.rollback(of_listener);
        marks.truncate(steps);
        walk.schedule.choices.truncate(steps);
    }
}
