//! `--search auto`: rounds of the other searches, under one budget and in one report, for whoever
//! does not want to choose one.
//!
//! 1. A look: depth first, exactly. Most small programs are done then.
//! 2. Random executions, which find soon what is frequent.
//! 3. Every schedule with at most two preemptions, which most mistakes need no more than.
//! 4. If waits ended by their time, a little way where they do so only when nothing else can go on.
//!    It is no proof, but often has an end where ticks have none.
//! 5. To the end: depth-first search and two partial-order reductions, with states and without, in
//!    turns, since each may explode where the others do not; each time with more transitions
//!    ([`Turns`]). Between them, schedules with more preemptions: if time is short, it can be said
//!    what was covered. Reductions leave out orders that only plain accesses of the class library
//!    tell apart (`docs/limits.md`), so what one has completed it does again, being told of these,
//!    too ([`Rounds::with_all_orders`]), unless there are so few states that all are explored.
//!    Operations of the class library are steps in 2 to 5 that take effect at one instant
//!    (`config/atomic.properties` says why): so what is complete is proved.
//! 6. Where a few random executions show that the program calls other operations, all is explored
//!    with these as steps, too, before 5: there are fewer schedules then. What is complete so rests
//!    on the assumption that they are steps, which the answer says; then as much of 5 is tried as
//!    may come to an end.
//! 7. What is proved is explored with switches inside operations, a little way, unless no operation was
//!    called: then that was done ([`executed`]). `--library atomic`, `instant` or `exact` does one.
//!
//! What a round has learnt (that races are to be switched at, weaker access modes, and so on)
//! serves the next ([`Fineness`]). Rounds are ended by counts of transitions, so that without a
//! limit of time or memory two checks give the same report.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use raceproof_base::{Finding, Unsupported};
use raceproof_config::{CheckOptions, Findings, Library, Timeouts};
use raceproof_search::{Counted, End, Exploration, Limit, Monitor, StrategyKind};

use crate::answer;
use crate::commands::check;
use crate::detectors::Explored;
use crate::exploration::{Budget, Job, Machines};
use crate::machine::{Fineness, Refusal};
use crate::report::RoundReport;
use crate::watchdog::Watchdog;

use turns::{NEARLY_SMALL, SMALL, Turns};

/// Transitions of the first look.
const LOOK: u64 = 10_000;
/// Of all random executions together.
const CHANCE: u64 = 100_000;
/// Of the schedules with few preemptions, and how many these may have.
const FEW: u64 = 50_000;
const MOST_PREEMPTIONS: u64 = 2;
/// None of these takes more than such a part of the time, if that is limited.
const SHARE: u32 = 6;

/// Of random executions that show whether there are operations that are steps by an assumption.
const GLIMPSE: u64 = 2_000;
/// Of one in which waits are long enough, which is none either.
const WHEN_IDLE: u64 = 50_000;

/// Explores in rounds. Time counts from when it all started.
pub fn explore(
    job: &Job<'_>,
    fineness: Fineness,
    started: Instant,
    monitor: &mut dyn Monitor,
    watchdog: &Watchdog,
    machines: &mut Machines,
) -> Result<Explored, Refusal> {
    let mut rounds = Rounds {
        job,
        monitor,
        watchdog,
        machines,
        started,
        fineness,
        told: Vec::new(),
        found: Vec::new(),
        shown_by: Vec::new(),
        beside: Beside::default(),
        is_complete_when_idle: false,
        cut_off: Vec::new(),
    };
    let decided = rounds.run()?;
    Ok(rounds.conclude(decided))
}

struct Rounds<'a, 'b> {
    job: &'a Job<'b>,
    monitor: &'a mut dyn Monitor,
    watchdog: &'a Watchdog,
    machines: &'a mut Machines,
    started: Instant,
    fineness: Fineness,
    told: Vec<RoundReport>,
    /// The findings of all rounds, confirmed, and the round of each.
    found: Vec<Finding>,
    shown_by: Vec<(CheckOptions, Fineness)>,
    beside: Beside,
    is_complete_when_idle: bool,
    /// After how many transitions depth-first search was cut off, with which operations as steps.
    cut_off: Vec<(Library, u64)>,
}

/// What operations of the class library being single steps rests on, by the weakest of those that a
/// program calls.
#[derive(PartialEq, Eq)]
enum Basis {
    /// An argument that they take effect at one instant.
    Argued,
    /// Clients that come to the same with switches inside them.
    Compared,
    /// Neither.
    Assumed,
}

/// What all rounds met beside findings.
#[derive(Default)]
struct Beside {
    weak_races: Vec<Finding>,
    apart: Vec<Finding>,
    exits: Vec<Counted<Finding>>,
    unsupported: Vec<Counted<Unsupported>>,
    timed_out: bool,
}

impl Beside {
    fn add(&mut self, round: &Exploration) {
        for weak in &round.weak_races {
            if !self.weak_races.iter().any(|known| known.is_same(weak)) {
                self.weak_races.push(weak.clone());
            }
        }
        for race in &round.apart {
            if !self.apart.iter().any(|known| known.is_same(race)) {
                self.apart.push(race.clone());
            }
        }
        Counted::absorb(&mut self.exits, round.noted.iter().cloned(), Finding::is_same);
        let unsupported = round.unsupported.iter().cloned();
        Counted::absorb(&mut self.unsupported, unsupported, Unsupported::eq);
        self.timed_out |= round.timed_out;
    }
}

fn with(options: &CheckOptions, strategy: StrategyKind, library: Library) -> CheckOptions {
    let mut options = options.clone();
    (options.search.strategy, options.library) = (strategy, library);
    options
}

/// How operations of the class library were executed: where none was a step in all there is, every
/// step was one that there is with switches inside operations, and there are no others.
fn executed(options: &CheckOptions, exploration: &Exploration) -> Library {
    let is_exact = exploration.is_complete() && !exploration.has_operations;
    if is_exact && !options.is_library_asked { Library::Exact } else { options.library }
}

fn up_to(transitions: u64) -> Budget {
    Budget { transitions: Some(transitions), ..Budget::default() }
}

/// Whether a round has decided: it came to the end, or to a limit of the user's.
fn is_over(explored: &Explored) -> bool {
    !matches!(
        explored.exploration.end,
        End::Limit(Limit::Transitions(_) | Limit::Runs(_) | Limit::Own(_))
    )
}

impl Rounds<'_, '_> {
    fn run(&mut self) -> Result<Explored, Refusal> {
        let Job { options, .. } = self.job;
        let first = if options.is_library_asked { options.library } else { Library::Exact };
        let look = self.round(StrategyKind::DepthFirst, first, self.briefly(LOOK))?;
        if is_over(&look) {
            return Ok(look);
        }
        if options.is_library_asked {
            return match self.chance(options.library)? {
                Some(decided) => Ok(decided),
                None => self.until_complete(options.library, &Turns::ALL),
            };
        }
        if let Some(decided) = self.chance(Library::Instant)? {
            return self.and_inside(decided);
        }
        if let Some(found) = self.when_idle()? {
            return Ok(found);
        }
        let basis = match self.glimpse()? {
            ControlFlow::Break(found) => return Ok(found),
            ControlFlow::Continue(basis) => basis,
        };
        match basis {
            Basis::Argued => {}
            Basis::Compared => {
                let between = self.until_complete(Library::Atomic, &Turns::BETWEEN_AT_FIRST)?;
                if is_over(&between) {
                    return self.beyond(between, &Turns::OF_INSTANTS);
                }
            }
            Basis::Assumed => {
                let turns =
                    if self.beside.timed_out { &Turns::BETWEEN_IN_TIME } else { &Turns::BETWEEN };
                let between = self.until_complete(Library::Atomic, turns)?;
                return self.beyond(between, &Turns::FEW_OF_INSTANTS);
            }
        }
        let instants = self.until_complete(Library::Instant, &Turns::OF_INSTANTS)?;
        if is_over(&instants) {
            return self.and_inside(instants);
        }
        let between = self.until_complete(Library::Atomic, &Turns::BETWEEN)?;
        match between.exploration.unargued {
            None => self.and_inside(between),
            Some(_) => Ok(between),
        }
    }

    /// What the operations that the program calls being single steps rests on.
    fn glimpse(&mut self) -> Result<ControlFlow<Explored, Basis>, Refusal> {
        let seen = self.round(StrategyKind::Random, Library::Atomic, up_to(GLIMPSE))?;
        Ok(if is_over(&seen) {
            ControlFlow::Break(seen)
        } else if seen.exploration.uncompared.is_some() {
            ControlFlow::Continue(Basis::Assumed)
        } else if seen.exploration.unargued.is_some() {
            ControlFlow::Continue(Basis::Compared)
        } else {
            ControlFlow::Continue(Basis::Argued)
        })
    }

    /// Behind what is complete between operations, as far as that goes, with those as steps alone that
    /// take effect at one instant, which has more schedules.
    fn beyond(&mut self, between: Explored, of_instants: &Turns) -> Result<Explored, Refusal> {
        let transitions = between.exploration.statistics.transitions;
        let is_too_large = transitions > SMALL && transitions > of_instants.most;
        if !between.exploration.is_complete() || self.is_exact() || is_too_large {
            return Ok(between);
        }
        let is_small = transitions <= SMALL / 10;
        // What is large is not done in a first turn, in which depth-first search goes first.
        let first = if is_small { of_instants.first } else { NEARLY_SMALL.min(of_instants.most) };
        let instants = self.until_complete(Library::Instant, &Turns { first, ..*of_instants })?;
        if matches!(instants.exploration.end, End::Complete | End::Found | End::Unsupported) {
            return self.and_inside(instants);
        }
        Ok(between)
    }

    /// Where waits end by their time, but only when nothing else can go on: what is found is a real
    /// execution, and what is complete can be said.
    fn when_idle(&mut self) -> Result<Option<Explored>, Refusal> {
        if !self.beside.timed_out || self.job.options.timeouts == Timeouts::Idle {
            return Ok(None);
        }
        let mut options = with(self.job.options, StrategyKind::DepthFirst, Library::Instant);
        options.timeouts = Timeouts::Idle;
        let time = self.time_left().map(|left| left / 4);
        let explored = self.round_of(options, Budget { time, ..up_to(WHEN_IDLE) })?;
        let exploration = &explored.exploration;
        self.is_complete_when_idle = exploration.is_complete() && exploration.unending.is_empty();
        if let Some(round) = self.told.last_mut() {
            round.is_idle = true;
        }
        Ok((explored.exploration.end == End::Found).then_some(explored))
    }

    /// What is proved with steps of one instant is explored with switches inside them, too.
    fn and_inside(&mut self, instants: Explored) -> Result<Explored, Refusal> {
        if instants.exploration.is_complete() && !self.is_exact() {
            return self.inside(instants);
        }
        Ok(instants)
    }

    /// Whether threads were switched inside operations in the last round.
    fn is_exact(&self) -> bool {
        self.told.last().is_some_and(|round| round.library == "exact")
    }

    fn briefly(&self, transitions: u64) -> Budget {
        let time = self.job.options.limits.time.map(|time| time / SHARE);
        Budget { time, ..up_to(transitions) }
    }

    /// Random executions, and schedules with few preemptions.
    fn chance(&mut self, library: Library) -> Result<Option<Explored>, Refusal> {
        let few = Budget { preemptions: Some(MOST_PREEMPTIONS), ..self.briefly(FEW) };
        for (strategy, budget) in
            [(StrategyKind::Random, self.briefly(CHANCE)), (StrategyKind::Preemptions, few)]
        {
            let explored = self.round(strategy, library, budget)?;
            if is_over(&explored) {
                return Ok(Some(explored));
            }
        }
        Ok(None)
    }

    /// What is proved with steps of one instant is explored a little way with switches inside them,
    /// too.
    fn inside(&mut self, proved: Explored) -> Result<Explored, Refusal> {
        let exact = match self.chance(Library::Exact)? {
            Some(decided) => decided,
            None => self.until_complete(Library::Exact, &Turns::INSIDE)?,
        };
        let decides =
            matches!(exact.exploration.end, End::Complete | End::Found | End::Unsupported);
        Ok(if decides { exact } else { proved })
    }

    /// A wake-up for no reason depends on all that others do.
    fn may_reduce(&self) -> bool {
        !self.job.options.nondeterminism.spurious_wakeups
    }

    fn time_left(&self) -> Option<Duration> {
        let time = self.job.options.limits.time?;
        Some(time.saturating_sub(self.started.elapsed()))
    }

    /// One search; what it finds is confirmed.
    fn round(
        &mut self,
        strategy: StrategyKind,
        library: Library,
        budget: Budget,
    ) -> Result<Explored, Refusal> {
        self.round_of(with(self.job.options, strategy, library), budget)
    }

    fn round_of(&mut self, options: CheckOptions, budget: Budget) -> Result<Explored, Refusal> {
        let job = Job { options: &options, program: self.job.program, run: self.job.run.clone() };
        self.monitor.round(options.search.strategy.about().name);
        let explored =
            job.search(self.fineness.clone(), budget, self.started, self.monitor, self.machines)?;
        self.heard(explored, options)
    }

    /// What a search has come to, in its turn.
    fn heard(
        &mut self,
        mut explored: Explored,
        mut options: CheckOptions,
    ) -> Result<Explored, Refusal> {
        let job = Job { options: &options, program: self.job.program, run: self.job.run.clone() };
        self.learn(&explored.fineness);
        if let End::Limit(Limit::Transitions(most)) = explored.exploration.end
            && options.search.strategy == StrategyKind::DepthFirst
            && options.timeouts == self.job.options.timeouts
        {
            self.cut_off.push((options.library, most));
        }
        let Exploration { findings, apart, weak_races, .. } = &explored.exploration;
        if !findings.is_empty() || !apart.is_empty() || !weak_races.is_empty() {
            explored = job.confirm(explored, self.watchdog, self.machines)?;
            if options.findings == Findings::All {
                self.watchdog.go_on();
            }
        }
        options.library = executed(&options, &explored.exploration);
        explored.options = Some(options);
        self.tell(&explored);
        Ok(explored)
    }

    /// What serves the next round.
    fn learn(&mut self, fineness: &Fineness) {
        let unreduced = self.fineness.unreduced;
        self.fineness = Fineness { unreduced, ..fineness.clone() };
    }

    fn tell(&mut self, explored: &Explored) {
        let findings = &explored.exploration.findings;
        let options = explored.options.as_ref().expect("a round has its options");
        self.told.push(round_report(explored, options));
        self.beside.add(&explored.exploration);
        for finding in findings {
            if !self.found.iter().any(|known| known.is_same(finding)) {
                self.found.push(finding.clone());
                self.shown_by.push((options.clone(), explored.fineness.clone()));
            }
        }
    }

    /// One answer of all rounds.
    fn conclude(self, mut decided: Explored) -> Explored {
        let exploration = &mut decided.exploration;
        let all = self.told.iter().map(|round| round.instructions).sum();
        exploration.statistics.work.instructions = all;
        exploration.findings = self.found;
        exploration.weak_races = self.beside.weak_races;
        exploration.apart = self.beside.apart;
        if !exploration.is_complete() {
            exploration.noted = self.beside.exits;
            exploration.unsupported = self.beside.unsupported;
            exploration.timed_out = self.beside.timed_out;
            decided.is_complete_when_idle = self.is_complete_when_idle;
            exploration.bounded =
                self.told.iter().filter_map(|round| round.bounded).max_by_key(|b| b.preemptions);
            // What nothing was decided by, all of it together.
            let counted = &mut exploration.statistics;
            let sum = |of: fn(&RoundReport) -> u64| self.told.iter().map(of).sum();
            let largest = self.told.iter().max_by_key(|round| round.states);
            let of_largest = largest.map(|round| (round.states, round.revisited));
            (counted.states, counted.revisited) = of_largest.unwrap_or_default();
            counted.max_depth = self.told.iter().map(|round| round.max_depth).max().unwrap_or(0);
            counted.transitions = sum(|round| round.transitions);
            counted.executions = sum(|round| round.executions);
        }
        (decided.shown_by, decided.rounds) = (self.shown_by, self.told);
        decided
    }
}

fn round_report(explored: &Explored, options: &CheckOptions) -> RoundReport {
    let Exploration { statistics, end, findings, .. } = &explored.exploration;
    RoundReport {
        search: explored.fineness.strategy(options.search.strategy).about().name,
        library: check::library(options, &explored.fineness),
        states: statistics.states,
        revisited: statistics.revisited,
        max_depth: statistics.max_depth,
        transitions: statistics.transitions,
        executions: statistics.executions,
        instructions: statistics.work.instructions,
        findings: findings.len(),
        bounded: explored.exploration.bounded,
        is_idle: false,
        ended: answer::ended(end),
    }
}

mod orders;
mod turns;
