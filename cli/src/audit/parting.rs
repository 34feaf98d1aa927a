//! Executions towards a pair that have their beginnings in common: where one is over, the next goes
//! back to a state on its path and makes a choice there that was never made. So no step is made
//! again for nothing, and no schedule tried twice. Which choices they make else is
//! [`aiming`](crate::audit::aiming)'s.

use raceproof_base::{Choice, Finding, Fingerprint, Listener, Machine as _, mix, mix_in};
use raceproof_listeners::WithListener;
use raceproof_search::{Guide, ReplayEnd, SplitMix, Walk, wander};
use raceproof_vm::Explorer;

use crate::audit::aiming::{Aim, Offer, Plan, Seen};
use crate::audit::been::{Been, Step};
use crate::audit::candidates::Member;

/// Threads that spin come back to a state within so many steps.
const LOOP: usize = 64;
/// An execution that does nothing else for so many steps is given up.
const SPINS: usize = 32;

/// Which executions are to be made.
#[derive(Clone, Copy)]
pub struct Batch {
    /// The number of the first one.
    pub first: u64,
    /// How that is made; the others are made by their numbers.
    pub plan: Plan,
    pub most: u64,
    /// After so many transitions of all of them, none is begun.
    pub enough: Option<u64>,
    pub seed: u64,
}

/// What is looked for.
#[derive(Clone, Copy)]
pub struct Sought<'a> {
    /// Whether a finding is that.
    pub is: &'a dyn Fn(&Finding) -> bool,
    /// Whether it may be, when it is told in full: the execution goes on, but is the last.
    pub may_be: &'a dyn Fn(&Finding) -> bool,
}

/// Executions, and what is known from others before.
pub struct Parting<'a> {
    pub explorer: &'a mut Explorer,
    pub members: &'a [Member],
    pub batch: Batch,
    pub been: &'a mut Been,
    pub sought: Sought<'a>,
}

/// What executions have come to.
pub struct Executed {
    pub walk: Walk,
    pub seen: Seen,
    pub executions: u64,
    /// Transitions of all of them.
    pub steps: u64,
    /// By finding, those until it was met.
    pub met_after: Vec<u64>,
}

impl WithListener for Parting<'_> {
    type Answer = Executed;

    fn run<L: Listener>(self, mut detector: L) -> Executed {
        let mut guiding = Guiding {
            aim: Aim::new(self.members, self.batch.plan, SplitMix::new(self.batch.seed)),
            batch: self.batch,
            been: self.been,
            sought: self.sought,
            path: Vec::new(),
            parts: false,
            executions: 1,
            before: 0,
            met_after: Vec::new(),
            end: None,
            spins: 0,
            words: Vec::new(),
        };
        let walk = wander(self.explorer, &mut detector, &mut guiding);
        Executed {
            walk,
            seen: guiding.aim.seen,
            executions: guiding.executions,
            steps: guiding.steps(),
            met_after: guiding.met_after,
        }
    }
}

/// Why there is nothing to go on for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Over {
    /// It was found.
    Found,
    /// It may have been found.
    Unclear,
    /// All behind this state was seen.
    Known,
}

struct Guiding<'a> {
    aim: Aim<'a>,
    batch: Batch,
    been: &'a mut Been,
    sought: Sought<'a>,
    path: Vec<Step>,
    /// The next choice is one that was not made there.
    parts: bool,
    executions: u64,
    /// Transitions of earlier executions behind the steps from which they went back.
    before: u64,
    met_after: Vec<u64>,
    end: Option<Over>,
    /// For so many steps the execution came back to states.
    spins: usize,
    /// What the detector knows, as words.
    words: Vec<u64>,
}

impl<L: Listener> Guide<Explorer, L> for Guiding<'_> {
    fn choose(
        &mut self,
        explorer: &mut Explorer,
        listener: &mut L,
        offered: &[Choice],
        walk: &Walk,
    ) -> Option<Choice> {
        self.look_at_findings(walk);
        if self.end == Some(Over::Found) || self.path.len() >= self.aim.plan.longest {
            return None;
        }
        let state = self.state(explorer, listener);
        if self.been.is_over(state, offered.len()) {
            self.been.is_everywhere |= self.path.is_empty();
            self.end.get_or_insert(Over::Known);
            return None;
        }
        let lately = self.path.len().saturating_sub(LOOP);
        let comes_back = self.path[lately..].iter().any(|step| step.state == state);
        self.spins = if comes_back { self.spins + 1 } else { 0 };
        if self.spins > SPINS {
            return None;
        }
        let those = |is: &dyn Fn(usize) -> bool| -> Vec<Choice> {
            (0..offered.len()).filter(|number| is(*number)).map(|number| offered[number]).collect()
        };
        let open = those(&|number| !self.been.is_done(state, number));
        let fresh = those(&|number| !self.been.is_made(state, number));
        let parts = std::mem::take(&mut self.parts) && !fresh.is_empty();
        let open = if parts { &fresh } else { &open };
        let offer = Offer { all: offered, open, fresh: &fresh, comes_back };
        let chosen = self.aim.choose(explorer, &offer);
        let made = offered.iter().position(|choice| *choice == chosen)?;
        let step = Step { state, choices: offered.len(), made };
        self.been.make(step);
        self.path.push(step);
        Some(chosen)
    }

    fn go_back(&mut self, walk: &Walk) -> Option<usize> {
        use ReplayEnd::{Deadlock, Ended, Ignored, Livelock, Open, Violated};
        self.look_at_findings(walk);
        match walk.end {
            _ if self.end == Some(Over::Found) => return None,
            Ended | Deadlock | Livelock | Violated | Ignored => self.been.finish(&self.path),
            Open(_) if self.end == Some(Over::Known) => self.been.finish(&self.path),
            Open(_) => {}
            _ => return None,
        }
        let is_spent = self.batch.enough.is_some_and(|enough| self.steps() >= enough);
        let is_last = self.executions >= self.batch.most || is_spent;
        if is_last || self.end == Some(Over::Unclear) {
            return None;
        }
        let to = self.where_to_part()?;
        self.aim.part(Plan::of(self.batch.first + self.executions));
        self.executions += 1;
        self.before += (self.path.len() - to) as u64;
        self.path.truncate(to);
        (self.parts, self.end, self.spins) = (true, None, 0);
        Some(to)
    }
}

impl Guiding<'_> {
    fn steps(&self) -> u64 {
        self.before + self.path.len() as u64
    }

    fn look_at_findings(&mut self, walk: &Walk) {
        let new = &walk.findings[self.met_after.len()..];
        if new.iter().any(self.sought.is) {
            self.end = Some(Over::Found);
        } else if new.iter().any(self.sought.may_be) {
            self.end = Some(Over::Unclear);
        }
        self.met_after.resize(walk.findings.len(), self.steps());
    }

    /// What a state is told by: the machine's, and what the detector knows.
    fn state<L: Listener>(&mut self, explorer: &mut Explorer, listener: &mut L) -> u128 {
        let Fingerprint(state) = explorer.fingerprint();
        self.words.clear();
        listener.summary(explorer.canonical(), &mut self.words);
        let knows = self.words.iter().fold(0, |hash, word| mix_in(hash, *word));
        state ^ (u128::from(knows) << 64 | u128::from(mix(knows)))
    }

    /// A step of the path from which there is a choice that was never made.
    fn where_to_part(&mut self) -> Option<usize> {
        let is_open =
            |step: &Step| (0..step.choices).any(|choice| !self.been.is_made(step.state, choice));
        let open: Vec<usize> = (0..self.path.len()).filter(|at| is_open(&self.path[*at])).collect();
        if open.is_empty() {
            return None;
        }
        Some(open[self.aim.random.below(open.len() as u64) as usize])
    }
}
