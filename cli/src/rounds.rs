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
//! 7. What is proved is explored with switches inside operations, a little way. `--library atomic`,
//!    `instant` or `exact` does one.
//!
//! What a round has learnt (that races are to be switched at, weaker access modes, and so on)
//! serves the next ([`Fineness`]). Rounds are ended by counts of transitions, so that without a
//! limit of time or memory two checks give the same report.

use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use raceproof_base::{Finding, Unsupported};
use raceproof_config::{CheckOptions, Findings, Granularity, Library, Timeouts};
use raceproof_listeners::DetectorKind;
use raceproof_search::{Counted, End, Exploration, Limit, Monitor, StrategyKind};

use crate::ahead::{Ahead, Task};
use crate::answer;
use crate::commands::check;
use crate::detectors::Explored;
use crate::exploration::{Budget, Job, Machines};
use crate::machine::{Fineness, Refusal};
use crate::report::RoundReport;
use crate::watchdog::Watchdog;

/// Transitions of the first look.
const LOOK: u64 = 10_000;
/// Of all random executions together.
const CHANCE: u64 = 100_000;
/// Of the schedules with few preemptions, and how many these may have.
const FEW: u64 = 50_000;
const MOST_PREEMPTIONS: u64 = 2;
/// None of these takes more than such a part of the time, if that is limited.
const SHARE: u32 = 6;
/// How many times as many transitions the next search may have as the one before.
const GROWTH: u64 = 10;

/// Those that may come to the end, in turns.
const SEARCHES: [StrategyKind; 4] = [
    StrategyKind::DepthFirst,
    StrategyKind::Persistent,
    StrategyKind::Dpor,
    StrategyKind::Preemptions,
];

/// Without `dpor`: reductions leave out orders that only plain accesses of the class library tell
/// apart, this one the most, and what rests on an assumption is not begun again for these.
const BY_STATES: [StrategyKind; 3] =
    [StrategyKind::DepthFirst, StrategyKind::Persistent, StrategyKind::Preemptions];
const REDUCED: [StrategyKind; 3] =
    [StrategyKind::Persistent, StrategyKind::DepthFirst, StrategyKind::Preemptions];

/// How many transitions those searches may have that are to come to the end.
struct Turns {
    first: u64,
    most: u64,
    /// Whether the first turn has schedules with few preemptions, too.
    preempts: bool,
    /// How many times as many reductions may have.
    reduced: u64,
    /// Which searches, in which order: if none are said, all, the order by how large it is.
    searches: Option<[StrategyKind; 3]>,
}

impl Turns {
    const ALL: Self =
        Self { first: 200_000, most: u64::MAX, preempts: false, reduced: 1, searches: None };
    /// With operations of one instant as steps. The second turn is no long one ([`LONG`]).
    const OF_INSTANTS: Self = Self { first: 190_000, most: 3_000_000, ..Self::ALL };
    /// The same behind what was complete with all operations as steps, of which it has more.
    const FEW_OF_INSTANTS: Self = Self { first: 50_000, most: 50_000, ..Self::ALL };
    /// With all operations as steps, before those that were compared are none.
    const BETWEEN_AT_FIRST: Self =
        Self { first: 400_000, most: 400_000, searches: Some(REDUCED), ..Self::ALL };
    /// With all operations as steps. What depth-first search does not complete soon, it will not.
    const BETWEEN: Self =
        Self { first: 100_000, reduced: 18, searches: Some(BY_STATES), ..Self::ALL };
    /// The same where waits have ended by their time: every order counts then for the most part, and
    /// depth-first search alone comes to the end.
    const BETWEEN_IN_TIME: Self = Self { first: 600_000, reduced: 1, ..Self::BETWEEN };
    /// With switches inside operations, when all is proved.
    const INSIDE: Self = Self { first: 100_000, most: 100_000, preempts: true, ..Self::ALL };
}

/// Up to so many, depth-first search goes first: what it completes is a proof at once.
const SMALL: u64 = 200_000;

/// So many it may have once a reduction is complete with so many, which leaves out little then, and
/// would do all again, being told of more.
const NEARLY_SMALL: u64 = 3 * SMALL;
const HARDLY_REDUCED: u64 = SMALL / 4;

/// From so many transitions on, the searches of a turn go side by side: what is done ahead is for
/// nothing where the first of them comes to the end, and most that do come there sooner.
const LONG: u64 = 2_000_000;

/// Of random executions that show whether there are operations that are steps by an assumption.
const GLIMPSE: u64 = 2_000;
/// Of one in which waits are long enough, which is none either.
const WHEN_IDLE: u64 = 50_000;

/// Searches that each may have so many transitions.
struct Turn {
    open: Vec<StrategyKind>,
    library: Library,
    transitions: u64,
    /// How many times as many reductions may have.
    reduced: u64,
    /// Whether no search is begun behind these, and whether none of these once more.
    is_last: bool,
    are_last: bool,
    /// How many go side by side.
    threads: usize,
}

/// What has decided, or the searches that are to go on.
type Turned = ControlFlow<Explored, Vec<StrategyKind>>;

impl Turn {
    fn budget(&self, number: usize, left: Option<Duration>) -> Budget {
        let share = |left: Duration| match self.open.len() - number {
            1 => left,
            many if many <= self.threads => left,
            // The first is depth-first search, which comes to the end most often.
            _ if number == 0 => left * 3 / 4,
            _ => left / 2,
        };
        let factor = if self.open[number].reduces() { self.reduced } else { 1 };
        let transitions = self.transitions.saturating_mul(factor);
        Budget { time: left.map(share), must_reduce: true, ..up_to(transitions) }
    }
}

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

    /// Those searches in turns that may come to the end. Who has used up its share of the time is
    /// not begun again, since it would have less.
    fn until_complete(&mut self, library: Library, turns: &Turns) -> Result<Explored, Refusal> {
        let mut open = turns.searches.map_or(SEARCHES.to_vec(), Vec::from);
        // Few preemptions were tried just before.
        let mut later = if turns.preempts { None } else { open.pop() };
        open.retain(|strategy| !strategy.reduces() || self.may_reduce());
        let mut transitions = turns.first;
        loop {
            if transitions > SMALL && turns.searches.is_none() {
                // What is large is done soonest by what leaves out most.
                open.sort_by_key(|strategy| *strategy != StrategyKind::Persistent);
            }
            let are_last = transitions >= turns.most;
            let is_long = transitions >= LONG;
            let threads = if is_long { self.job.threads().min(open.len()) } else { 1 };
            let is_last = later.is_none() || are_last;
            let reduced = turns.reduced;
            let turn = Turn { open, library, transitions, reduced, is_last, are_last, threads };
            match self.turn(&turn)? {
                ControlFlow::Break(decided) => return Ok(decided),
                ControlFlow::Continue(longer) => open = longer,
            }
            open.extend(later.take());
            if open.is_empty() {
                open.push(StrategyKind::Preemptions);
            }
            transitions = transitions.saturating_mul(GROWTH).min(turns.most);
        }
    }

    /// One turn: what has decided, or the searches that are to go on.
    fn turn(&mut self, turn: &Turn) -> Result<Turned, Refusal> {
        if turn.threads == 1 {
            return self.by_turns(turn, None);
        }
        let (job, left) = (self.job, self.time_left());
        let tasks = |number: usize| {
            let options = with(job.options, *turn.open.get(number)?, turn.library);
            Some(Task { options, budget: turn.budget(number, left) })
        };
        let ahead = Ahead::new(job, &tasks, (self.started, turn.threads), (&self.fineness, true));
        thread::scope(|scope| {
            let _stop = ahead.begin(scope);
            self.by_turns(turn, Some(&ahead))
        })
    }

    fn by_turns(&mut self, turn: &Turn, ahead: Option<&Ahead<'_>>) -> Result<Turned, Refusal> {
        let mut longer = Vec::new();
        for (number, strategy) in turn.open.iter().enumerate() {
            let budget = turn.budget(number, self.time_left());
            let told = ahead.and_then(|ahead| ahead.take(number, &self.fineness, self.monitor));
            let explored = match told {
                Some(explored) => {
                    self.heard(explored?, with(self.job.options, *strategy, turn.library))?
                }
                None => self.round(*strategy, turn.library, budget)?,
            };
            let is_last = number + 1 == turn.open.len()
                && turn.is_last
                && (longer.is_empty() || turn.are_last);
            match explored.exploration.end {
                // What rests on an assumption gains nothing from this.
                End::Complete
                    if explored.fineness.strategy(*strategy).reduces()
                        && explored.exploration.unargued.is_none() =>
                {
                    let proof = match self.without_reduction(&explored, turn)? {
                        Some(proof) => Some(proof),
                        None => self.with_all_orders(explored, *strategy, turn)?,
                    };
                    if let Some(proof) = proof {
                        return Ok(ControlFlow::Break(proof));
                    }
                }
                End::Limit(Limit::Transitions(_)) if !is_last || !turn.are_last => {
                    longer.push(*strategy);
                }
                End::Limit(Limit::Own(_)) if !is_last => {}
                _ => return Ok(ControlFlow::Break(explored)),
            }
        }
        Ok(ControlFlow::Continue(longer))
    }

    /// All states, if these are likely to be few.
    fn without_reduction(
        &mut self,
        reduced: &Explored,
        turn: &Turn,
    ) -> Result<Option<Explored>, Refusal> {
        let is_nearly_small = HARDLY_REDUCED..=SMALL;
        if !is_nearly_small.contains(&reduced.exploration.statistics.transitions) {
            return Ok(None);
        }
        let time = self.time_left().map(|left| left / 3);
        let budget = Budget { time, ..up_to(NEARLY_SMALL) };
        let explored = self.round(StrategyKind::DepthFirst, turn.library, budget)?;
        Ok((!matches!(explored.exploration.end, End::Limit(_))).then_some(explored))
    }

    /// What a reduction has completed, if no order was left out that plain accesses of the class
    /// library tell apart: where none of its variables races but those at whose accesses threads
    /// are switched, every execution has the accesses and the results of one that was explored.
    fn with_all_orders(
        &mut self,
        mut explored: Explored,
        strategy: StrategyKind,
        turn: &Turn,
    ) -> Result<Option<Explored>, Refusal> {
        let known = explored.fineness.contested.len();
        let has_told_all = self.has_told_all_orders(strategy, turn)?;
        let all = self.fineness.contested.len();
        if all > known {
            let time = self.time_left();
            let budget = Budget { time, must_reduce: true, ..up_to(GROWTH * turn.transitions) };
            explored = self.round(strategy, turn.library, budget)?;
        }
        explored.are_all_orders_told = has_told_all
            && explored.fineness.contested.len() == all
            && explored.fineness.strategy(strategy).reduces();
        Ok(match explored.exploration.end {
            End::Complete if explored.are_all_orders_told => Some(explored),
            End::Found | End::Unsupported => Some(explored),
            _ => None,
        })
    }

    /// Explores by a reduction which is told of the class library's own variables, until it switches
    /// threads at all that race. Whether that is complete, has found nothing but such races, and
    /// nothing was changed of which it is not told.
    fn has_told_all_orders(
        &mut self,
        strategy: StrategyKind,
        turn: &Turn,
    ) -> Result<bool, Refusal> {
        let mut options = with(self.job.options, strategy, turn.library);
        options.findings = Findings::All;
        options.race = DetectorKind::Full;
        options.granularity = Granularity::Sync;
        options.trusts_library = false;
        options.checked.clear();
        let job = Job { options: &options, program: self.job.program, run: self.job.run.clone() };
        let time = self.time_left();
        let budget = Budget { time, must_reduce: true, ..up_to(GROWTH * turn.transitions) };
        self.monitor.round(options.search.strategy.about().name);
        // Machines that were kept trust the class library.
        let mut machines = Machines::more();
        let fineness = self.fineness.clone();
        let told = job.search(fineness, budget, self.started, self.monitor, &mut machines)?;
        let Exploration { end, findings, untold, .. } = &told.exploration;
        if let Some(place) = untold {
            log::info!("the reduction proves nothing: nothing tells of what is changed at {place}");
        }
        let is_complete = untold.is_none() && *end == End::Complete && !told.fineness.unreduced;
        let are_races = findings.iter().all(|finding| finding.race.is_some());
        self.fineness.contested.clone_from(&told.fineness.contested);
        let mut report = round_report(&told, &options);
        report.findings = 0;
        report.ended += ", told of the class library's own variables";
        self.told.push(report);
        Ok(is_complete && are_races)
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
        options: CheckOptions,
    ) -> Result<Explored, Refusal> {
        let job = Job { options: &options, program: self.job.program, run: self.job.run.clone() };
        self.learn(&explored.fineness);
        let Exploration { findings, apart, weak_races, .. } = &explored.exploration;
        if !findings.is_empty() || !apart.is_empty() || !weak_races.is_empty() {
            explored = job.confirm(explored, self.watchdog, self.machines)?;
            if options.findings == Findings::All {
                self.watchdog.go_on();
            }
        }
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
