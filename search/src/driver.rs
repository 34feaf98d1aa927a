//! What every strategy does at every step: execute, count, note findings, check limits, match
//! states.

use crate::components::Component;
use crate::endless::{self, Ending, Unknown};
use crate::exploration::{Bounded, Counted};
use crate::options::Chance;
use crate::summaries::{Novelty, Summaries};
use crate::visited::{Meeting, VisitedSet};
use crate::waiting::Waiting;
use crate::{End, Exploration, Limit, Monitor, Reduction, SearchOptions, Signal, Statistics};
use raceproof_base::{
    Choice, Effect, Finding, Fingerprint, GOLDEN, Listener, Machine, Mark, Progress, Schedule,
    Situation, StepOutcome, ThreadId, Unsupported, mix,
};
use std::time::Instant;

/// Limits are checked, and the monitor is asked, once in so many transitions.
const CHECK_EVERY: u64 = 256;

/// The limit of depth if the user sets none: many more steps than terminating programs take, and
/// soon reached by others.
const LONGEST: u64 = 100_000;

/// Where a strategy stands: the path to the state that it has reached.
pub(crate) trait Position {
    /// The number of transitions from the first state.
    fn depth(&self) -> u64;

    /// These transitions.
    fn schedule(&self) -> Schedule;

    /// Bytes of memory that the strategy holds, beside what the machine does.
    fn bytes(&self) -> u64 {
        0
    }
}

/// A position behind a step under way that stands for several ([`Machine::joins_on`]).
struct Underway<'a> {
    position: &'a dyn Position,
    again: (Choice, usize),
}

impl Position for Underway<'_> {
    fn depth(&self) -> u64 {
        self.position.depth() + self.again.1 as u64
    }

    fn schedule(&self) -> Schedule {
        let mut schedule = self.position.schedule();
        let (choice, times) = self.again;
        schedule.choices.extend(std::iter::repeat_n(choice, times));
        schedule
    }
}

impl Position for Schedule {
    fn depth(&self) -> u64 {
        self.len() as u64
    }

    fn schedule(&self) -> Schedule {
        self.clone()
    }
}

/// What a choice leads to.
pub(crate) enum Arrival {
    /// A state to go on from, by these choices.
    Open(Vec<Choice>),
    /// A state that an earlier visit covers.
    Known,
    /// An end of the execution, or of what may be explored.
    Over,
}

/// A machine with its listener, and what the search has counted and found.
pub(crate) struct Driver<'a, M: Machine, L: Listener> {
    machine: &'a mut M,
    listener: &'a mut L,
    options: &'a SearchOptions,
    monitor: &'a mut dyn Monitor,
    /// When it began; no clock is read unless a limit needs it.
    began: Option<Instant>,
    visited: VisitedSet,
    /// The state met last, and whether it was new.
    met: u128,
    is_new: bool,
    /// The search is over; what is executed now is for reports.
    is_telling: bool,
    /// The visited set, instead of `visited`, if the listener's findings depend on the path.
    summaries: Summaries,
    summary: Vec<u64>,
    findings: Vec<Finding>,
    /// Livelocks with work in them: findings if other executions of the program end.
    endless: Vec<Finding>,
    ending: Ending,
    /// The same of who only waits.
    waiting: Ending,
    apart: Vec<Finding>,
    noted: Vec<Counted<Finding>>,
    unsupported: Vec<Counted<Unsupported>>,
    /// The length of the shortest schedule to one of these.
    shortest_unsupported: Option<u64>,
    /// Whether a wait ended by its time.
    timed_out: bool,
    weak_races: Vec<Finding>,
    statistics: Statistics,
    /// States that were never left because they lie at the limit of depth.
    cut: u64,
    /// Whether a state at the limit of depth was explored later, from nearer.
    has_made_up: bool,
    covered_depth: Option<u64>,
    bounded: Option<Bounded>,
}

/// Whether it matters how deep a state lies: breadth-first, the first path to a state is a shortest
/// one; a random walk prunes nothing.
fn has_depths(options: &SearchOptions) -> bool {
    options.max_depth.is_some() && options.strategy.about().goes_deep
}

impl<'a, M: Machine, L: Listener> Driver<'a, M, L> {
    pub(crate) fn new(
        machine: &'a mut M,
        listener: &'a mut L,
        options: &'a SearchOptions,
        monitor: &'a mut dyn Monitor,
    ) -> Self {
        Self {
            machine,
            listener,
            options,
            monitor,
            began: options.time.map(|_| Instant::now()),
            visited: VisitedSet::new(has_depths(options)),
            met: 0,
            is_new: true,
            is_telling: false,
            summaries: Summaries::default(),
            summary: Vec::new(),
            findings: Vec::new(),
            endless: Vec::new(),
            ending: Ending::default(),
            waiting: Ending::default(),
            apart: Vec::new(),
            noted: Vec::new(),
            unsupported: Vec::new(),
            shortest_unsupported: None,
            timed_out: false,
            weak_races: Vec::new(),
            statistics: Statistics::default(),
            cut: 0,
            has_made_up: false,
            covered_depth: None,
            bounded: None,
        }
    }

    /// Takes the machine's findings from before the first state.
    pub(crate) fn look_before(&mut self) -> Result<(), End> {
        while let Some(finding) = self.machine.finding() {
            self.found(finding, &Schedule::default())?;
        }
        Ok(())
    }

    /// Arrives at the first state.
    pub(crate) fn begin(&mut self) -> Result<Arrival, End> {
        self.arrive(&Schedule::default())
    }

    /// Takes a choice, to `position`. Answers what it leads to.
    pub(crate) fn take(&mut self, choice: Choice, position: &dyn Position) -> Result<Arrival, End> {
        if self.advance(choice, position)? { self.arrive(position) } else { Ok(Arrival::Over) }
    }

    /// Takes a choice, to `position`. Answers whether it leads to a state.
    pub(crate) fn advance(&mut self, choice: Choice, position: &dyn Position) -> Result<bool, End> {
        if self.statistics.transitions.is_multiple_of(CHECK_EVERY) {
            self.check(position)?;
        }
        if self.options.max_transitions.is_some_and(|most| self.statistics.transitions >= most) {
            return Err(End::Limit(Limit::Transitions(self.statistics.transitions)));
        }
        self.statistics.transitions += 1;
        self.timed_out |= matches!(choice, Choice::TimeOut(_));
        self.statistics.depth = position.depth();
        self.statistics.max_depth = self.statistics.max_depth.max(position.depth());
        let outcome = self.machine.step(choice, self.listener);
        let joined = |effect: &&Effect| matches!(effect, Effect::JoinedOn(_));
        let again = (choice, self.machine.effects().iter().filter(joined).count());
        let position = &Underway { position, again };
        // An edge that was not told may order what seems to race, and what was done for all schedules
        // may be of none.
        let is_whole = !matches!(outcome, StepOutcome::TooCoarse(_));
        while is_whole && let Some(weak) = self.listener.weak_race() {
            note(&mut self.weak_races, weak, position);
        }
        // More than one if listeners are combined; the next step must not be blamed for the second.
        while is_whole && let Some(finding) = self.listener.finding() {
            self.found(finding, position)?;
        }
        while is_whole && let Some(finding) = self.machine.finding() {
            self.found(finding, position)?;
        }
        if let Some(finer) = self.listener.finer() {
            return Err(End::TooCoarse(finer));
        }
        match outcome {
            StepOutcome::Done => return Ok(true),
            StepOutcome::Violated(finding) => {
                self.statistics.executions += 1;
                self.statistics.violations += 1;
                self.found(finding, position)?;
            }
            StepOutcome::Ignored => self.statistics.ignored += 1,
            StepOutcome::TooCoarse(finer) => return Err(End::TooCoarse(finer)),
            StepOutcome::Cancelled(cause) => return Err(self.options.cancelled(cause)),
            StepOutcome::Unsupported(what) => {
                self.statistics.unsupported += 1;
                let before = self.shortest_unsupported.unwrap_or(u64::MAX);
                self.shortest_unsupported = Some(before.min(position.depth()));
                Counted::add(&mut self.unsupported, *what, |a, b| a == b);
                if self.machine.is_spoilt() {
                    return Err(End::Unsupported);
                }
            }
        }
        Ok(false)
    }

    /// State matching: counts the state that was reached, and answers whether it is to be expanded.
    ///
    /// This alone prunes revisited states, those on the current path included. A detector's summary
    /// is part of the state: see [`Listener::covers`].
    pub(crate) fn meet(&mut self, position: &dyn Position) -> Result<Novelty, End> {
        self.matched((None, position.depth()), self.options.max_depth)
    }

    /// The same where it matters which thread runs, if any does, and how many preemptions led here.
    pub(crate) fn meet_within_bound(
        &mut self,
        reached: (Option<ThreadId>, u64),
    ) -> Result<Novelty, End> {
        self.matched(reached, Some(u64::MAX))
    }

    /// Of visits of a state by the same thread, one at no greater distance may stand for another;
    /// those at the limit of distance were pruned.
    fn matched(
        &mut self,
        (running, distance): (Option<ThreadId>, u64),
        limit: Option<u64>,
    ) -> Result<Novelty, End> {
        let fingerprint = self.machine.fingerprint();
        self.met = fingerprint.0;
        let running = running.and_then(|thread| self.machine.canonical().thread(thread));
        let state = Fingerprint(running.map_or(fingerprint.0, |name| {
            fingerprint.0
                ^ u128::from(mix(name.wrapping_add(GOLDEN))) << 64
                ^ u128::from(mix(!name))
        }));
        let known = if L::DETECTS {
            self.summary.clear();
            self.listener.summary(self.machine.canonical(), &mut self.summary);
            self.summaries.meet(state, &self.summary, distance, limit, L::covers)
        } else {
            match self.visited.meet(state, distance) {
                Meeting::New => Novelty::New,
                Meeting::Covered => Novelty::Covered,
                Meeting::Nearer(before) => {
                    Novelty::Again(u64::from(limit.is_some_and(|limit| before >= limit)))
                }
            }
        };
        self.is_new = known == Novelty::New;
        if known != Novelty::New {
            self.statistics.revisited += 1;
        } else if let Some(limit) =
            self.options.max_states.filter(|&limit| self.statistics.states >= limit)
        {
            return Err(End::Limit(Limit::States(limit)));
        } else {
            self.statistics.states += 1;
        }
        Ok(known)
    }

    /// The heuristic value of the transition that led here.
    pub(crate) fn value(&self) -> u64 {
        u64::from(self.listener.value())
    }

    /// The ways to leave the state that was reached, none if the execution ends here.
    pub(crate) fn open(&mut self, position: &dyn Position) -> Result<Option<Vec<Choice>>, End> {
        match self.machine.situation() {
            Situation::Open(choices) => {
                assert!(!choices.is_empty(), "the machine calls a state open that cannot be left");
                return Ok(Some(choices));
            }
            Situation::Ended => self.statistics.executions += 1,
            Situation::Deadlock(finding) => {
                self.statistics.executions += 1;
                self.found(finding, position)?;
            }
        }
        Ok(None)
    }

    /// Arrives at the state that was reached.
    pub(crate) fn arrive(&mut self, position: &dyn Position) -> Result<Arrival, End> {
        let made_up_for = match self.meet(position)? {
            Novelty::New => 0,
            Novelty::Covered => return Ok(Arrival::Known),
            Novelty::Again(made_up_for) => {
                self.statistics.again += 1;
                made_up_for
            }
        };
        let choices = self.open(position)?;
        if choices.is_some() {
            self.cut -= made_up_for;
            self.has_made_up |= made_up_for > 0;
            if position.depth() >= self.longest() {
                self.cut += 1;
                return Ok(Arrival::Over);
            }
        }
        Ok(choices.map_or(Arrival::Over, Arrival::Open))
    }

    /// The machine is in a state of a bottom strongly connected component without an end.
    pub(crate) fn hangs(
        &mut self,
        component: Component,
        position: &dyn Position,
    ) -> Result<(), End> {
        let finding = self.machine.hanging();
        if component.only_waits() {
            return self.found(finding, position);
        }
        if !self.endless.iter().any(|known| known.is_same(&finding)) {
            self.endless.push(Finding { schedule: position.schedule(), ..*finding });
        }
        Ok(())
    }

    /// Whether no schedule ends the program from here, by exhaustive search.
    pub(crate) fn is_endless(&mut self) -> Result<bool, End> {
        let answer = endless::is_endless(self.machine, &mut self.ending, false);
        self.known(answer)
    }

    /// Whether no schedule ends the program from here, and none does anything but wait.
    pub(crate) fn only_waits(&mut self) -> Result<bool, End> {
        let answer = endless::is_endless(self.machine, &mut self.waiting, true);
        self.known(answer)
    }

    fn known(&self, answer: Result<bool, Unknown>) -> Result<bool, End> {
        answer.map_err(|unknown| match unknown {
            Unknown::Cancelled(cause) => self.options.cancelled(cause),
            Unknown::Large(states) => End::Limit(Limit::States(states)),
        })
    }

    /// The execution has come back to one of its states, in a search without the graph of states.
    pub(crate) fn comes_back(&mut self, position: &dyn Position) -> Result<(), End> {
        if self.is_endless()? { self.hangs(Component::WORKS, position) } else { Ok(()) }
    }

    /// Whether all enabled threads only wait for each other in the state to which a choice of these
    /// led.
    pub(crate) fn all_wait(&mut self, waiting: &mut Waiting, choice: (Choice, &[Choice])) -> bool {
        let by = self.machine.progress();
        let round = waiting.goes_on(choice, by, || self.machine.fingerprint().0);
        let Some(round) = round else { return false };
        let able = self.machine.able();
        !able.is_empty() && able.iter().all(|thread| round.iter().any(|(other, _)| other == thread))
    }

    /// Whether the last step is progress.
    pub(crate) fn progress(&self) -> Progress {
        self.machine.progress()
    }

    fn found(&mut self, finding: Box<Finding>, position: &dyn Position) -> Result<(), End> {
        if self.options.noted == Some(finding.kind) {
            Counted::add(&mut self.noted, *finding, Finding::is_same);
            return Ok(());
        }
        if !self.options.checked.concerns(&finding) {
            note_by(&mut self.apart, finding, position, Finding::is_same_by_threads);
            return Ok(());
        }
        let goes_on = self.options.all && self.monitor.found(&finding) == Signal::GoOn;
        note(&mut self.findings, finding, position);
        if goes_on { Ok(()) } else { Err(End::Found) }
    }

    /// Whether the search may go on: to be asked again and again, whatever it does.
    pub(crate) fn check(&mut self, position: &dyn Position) -> Result<(), End> {
        self.account(position.bytes());
        if self.monitor.progress(&self.statistics) == Signal::Stop {
            return Err(End::Interrupted);
        }
        if let (Some(began), Some(limit)) = (self.began, self.options.time)
            && began.elapsed() >= limit
        {
            return Err(End::Limit(Limit::Time(limit)));
        }
        if let Some(limit) = self.options.memory
            && self.monitor.memory().unwrap_or(self.statistics.bytes) >= limit
        {
            return Err(End::Limit(Limit::Memory(limit)));
        }
        Ok(())
    }

    fn account(&mut self, strategy: u64) {
        if !self.is_telling {
            self.statistics.work = self.machine.work();
        }
        self.statistics.bytes =
            self.statistics.work.bytes + self.visited.bytes() + self.summaries.bytes() + strategy;
    }

    /// Seed and number of random executions.
    pub(crate) fn chance(&self) -> Chance {
        self.options.chance
    }

    /// The machine, for partial-order reductions.
    pub(crate) fn machine(&mut self) -> &mut M {
        self.machine
    }

    /// The statistics of a reduction.
    pub(crate) fn reduction(&mut self) -> &mut Reduction {
        self.statistics.reduction.get_or_insert_default()
    }

    /// The identity of the state met last.
    pub(crate) fn met(&self) -> u128 {
        self.met
    }

    /// Whether it was met for the first time.
    pub(crate) fn is_new(&self) -> bool {
        self.is_new
    }

    /// Executes a schedule from the machine's state, without a listener.
    pub(crate) fn follow(&mut self, schedule: &Schedule) {
        // Work done for a report does not count as the search's.
        if !std::mem::replace(&mut self.is_telling, true) {
            self.statistics.work = self.machine.work();
        }
        for choice in &schedule.choices {
            self.machine.situation();
            self.machine.step(*choice, &mut ());
        }
    }

    /// A state that was met before is explored again.
    pub(crate) fn again(&mut self) {
        self.statistics.again += 1;
    }

    /// The strategy begins anew.
    pub(crate) fn forget_states(&mut self) {
        self.match_anew(has_depths(self.options));
    }

    /// The same, matching states by [`Self::meet_within_bound`].
    pub(crate) fn forget_within_bound(&mut self) {
        self.match_anew(true);
    }

    fn match_anew(&mut self, with_distances: bool) {
        self.machine.begin_search();
        // The first state is counted again, which no transition leads to.
        self.statistics.states = self.statistics.states.saturating_sub(1);
        self.visited = VisitedSet::new(with_distances);
        self.summaries = Summaries::default();
    }

    /// So many preemptions are the most that are wanted.
    pub(crate) fn most_preemptions(&self) -> Option<u64> {
        self.options.preemptions
    }

    /// What was explored so far.
    pub(crate) fn done(&self) -> Statistics {
        self.statistics.clone()
    }

    /// Every schedule within a bound has been tried.
    pub(crate) fn covered_within(&mut self, bound: Bounded) {
        self.bounded = Some(bound);
    }

    /// The last state is not left because it lies at the limit of depth.
    pub(crate) fn cut(&mut self) {
        self.cut += 1;
    }

    /// Whether a state that lay at the limit of depth was explored later, from nearer.
    pub(crate) fn has_made_up(&self) -> bool {
        self.has_made_up
    }

    /// The longest path that is followed.
    pub(crate) fn longest(&self) -> u64 {
        self.options.max_depth.unwrap_or(LONGEST)
    }

    /// Whether all that was not explored lies behind the limit of depth. Not in a reduction, where
    /// reversals of steps behind the cut are unknown, nor without a limit of the user's, where
    /// states do not keep their depths.
    fn is_covered_up_to_limit(&self) -> bool {
        self.options.max_depth.is_some() && !self.options.strategy.reduces()
    }

    /// So many states wait to be explored.
    pub(crate) fn queued(&mut self, states: usize) {
        self.statistics.queue = states as u64;
        self.statistics.max_queue = self.statistics.max_queue.max(states as u64);
    }

    /// Every schedule of up to so many transitions has been tried.
    pub(crate) fn covered(&mut self, depth: u64) {
        self.covered_depth = Some(depth);
    }

    /// A point to go back to, last in first out.
    pub(crate) fn mark(&mut self) -> (Mark, L::Mark) {
        (self.machine.mark(), self.listener.mark())
    }

    /// Goes back there; the mark stays valid.
    pub(crate) fn rollback(&mut self, (machine, listener): (Mark, L::Mark)) {
        self.machine.rollback(machine);
        self.listener.rollback(listener);
    }

    /// Keeps the state.
    pub(crate) fn save(&mut self) -> (M::Snapshot, L::Snapshot) {
        (self.machine.save(), self.listener.save())
    }

    /// Makes a kept state the current one; marks are void.
    pub(crate) fn restore(&mut self, (machine, listener): &(M::Snapshot, L::Snapshot)) {
        self.machine.restore(machine);
        self.listener.restore(listener);
    }

    /// The answer, once the strategy has nothing left to do or something ended it.
    pub(crate) fn finish(mut self, ended: Result<(), End>) -> Exploration {
        let end = match ended {
            Err(end) => end,
            Ok(()) if self.cut > 0 => {
                self.covered_depth = self.is_covered_up_to_limit().then(|| self.longest());
                End::Limit(Limit::Depth(self.longest()))
            }
            Ok(()) if !self.unsupported.is_empty() => End::Unsupported,
            Ok(()) => {
                (self.covered_depth, self.bounded) = (None, None);
                End::Complete
            }
        };
        // What followed something that is not modelled was within the bound, too.
        let bounded = self.bounded.filter(|_| self.unsupported.is_empty());
        if let (Some(covered), Some(unsupported)) =
            (&mut self.covered_depth, self.shortest_unsupported)
        {
            *covered = (*covered).min(unsupported - 1);
        }
        self.account(0);
        if self.statistics.executions > 0 && (self.options.all || self.findings.is_empty()) {
            let wanted = if self.options.all { self.endless.len() } else { 1 };
            self.findings.extend(self.endless.drain(..).take(wanted));
        }
        let (unending, divided) = (self.machine.unending(), self.machine.divided());
        let (uncompared, unargued) = (self.machine.uncompared(), self.machine.unargued());
        let untold = self.machine.untold();
        let has_operations = self.machine.has_operations();
        let Self {
            findings,
            apart,
            noted,
            unsupported,
            weak_races,
            statistics,
            covered_depth,
            timed_out,
            ..
        } = self;
        Exploration {
            findings,
            apart,
            noted,
            unsupported,
            weak_races,
            statistics,
            covered_depth,
            bounded,
            unending,
            divided,
            uncompared,
            unargued,
            has_operations,
            untold,
            timed_out,
            end,
        }
    }
}

/// Keeps a finding, equal ones once, with the shortest schedule.
fn note(findings: &mut Vec<Finding>, finding: Box<Finding>, position: &dyn Position) {
    note_by(findings, finding, position, Finding::is_same_in_detail);
}

fn note_by(
    findings: &mut Vec<Finding>,
    mut finding: Box<Finding>,
    position: &dyn Position,
    is_same: impl Fn(&Finding, &Finding) -> bool,
) {
    match findings.iter_mut().find(|known| is_same(known, &finding)) {
        Some(known) if known.schedule.len() as u64 <= position.depth() => {}
        known => {
            finding.schedule = position.schedule();
            match known {
                Some(known) => *known = *finding,
                None => findings.push(*finding),
            }
        }
    }
}
