//! Dynamic partial-order reduction: of all schedules whose steps depend on each other in the same order, one is executed.
//!
//! Optimal DPOR (Abdulla, Aronis, Jonsson, Sagonas, "Source sets", JACM 2017): at the end of each execution, every race of it is
//! planned the other way round, by all steps that do not depend on its first one. (Planning by those alone that the second one needs is not
//! enough: what sleeps beside them would hide executions.) The machine goes back instead of starting again, so the search is
//! depth first and keeps plans (`wakeup.rs`) for the current path only.
//!
//! * What depends on what is `dependence.rs`'s table; who did what, `path.rs`'s; things are called what they are called in all
//!   executions (`names.rs`), since plans are compared across them.
//! * Plain accesses are no steps: of those that conflict, some execution has them unordered, and the detector says so.
//! * A thread that comes back, alone, to the state in which it was spins: it goes on when somebody has used what
//!   it waits for. An execution that comes back to one of its own states is not gone on with; whoever could do something else
//!   there, does (`Search::close`).
//! * Where an execution is over for all threads (a violation, an exit), each other thread could have done something before.

mod names;
mod path;
mod pruning;
mod wakeup;

use crate::End;
use crate::dependence::{self, Clock, ClockMatters, Footprint, Step};
use crate::driver::{Driver, Position};
use names::Thread;
use path::{Done, Path, Way};
use raceproof_base::{
    Choice, Effect, Fingerprint, Listener, Machine, Mark, Operation, OperationKind, Schedule, Thing, ThreadId, Use,
};
use wakeup::{Branch, Plan, Sleeper};

/// Explores everything below the current state, and goes back to it. Whoever looks for races only can have all pruned that
/// has none.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>, prunes: bool) -> Result<(), End> {
    driver.reduction();
    let start = driver.mark();
    let mut ended = Search::new(false, prunes).explore(driver);
    if let Err(Stop::ClockMatters) = ended {
        driver.rollback(start);
        ended = Search::new(true, prunes).explore(driver);
    }
    driver.rollback(start);
    match ended {
        Ok(()) => Ok(()),
        Err(Stop::End(end)) => Err(end),
        Err(Stop::ClockMatters) => unreachable!("it was known to matter"),
    }
}

/// Why the search stops before it is done.
enum Stop {
    End(End),
    /// The program reads the clock: what lets time pass must be ordered.
    ClockMatters,
}

impl From<ClockMatters> for Stop {
    fn from(ClockMatters: ClockMatters) -> Self {
        Self::ClockMatters
    }
}

impl From<End> for Stop {
    fn from(end: End) -> Self {
        Self::End(end)
    }
}

/// A state on the path.
struct Node<Mark> {
    mark: Mark,
    choices: Vec<Choice>,
    sleep: Vec<Sleeper>,
    /// What is to be explored from here, beside the branch that is being explored.
    tree: Vec<Branch>,
    /// Threads that spin, and what they wait for.
    spinning: Vec<(Thread, Footprint)>,
    /// The branch that is being explored.
    taken: Option<Choice>,
    /// Whether any was.
    left: bool,
    fingerprint: Option<Fingerprint>,
}

/// So many steps back, a thread's operation is looked for to see whether it comes round again.
const ROUND: usize = 64;
/// From this length on, every state of an execution is compared with those before.
const LONG: usize = 10_000;

struct Search<Mark> {
    nodes: Vec<Node<Mark>>,
    path: Path,
    clock: Clock,
    /// What has no race is left out.
    prunes: bool,
    patience: pruning::Patience,
}

impl<Mark> Position for Search<Mark> {
    fn depth(&self) -> u64 {
        self.nodes.len() as u64
    }

    fn schedule(&self) -> Schedule {
        Schedule { choices: self.nodes.iter().filter_map(|node| node.taken).collect() }
    }

    fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node<Mark>>()) as u64 + self.path.bytes()
    }
}

impl<L: Copy> Search<(Mark, L)> {
    fn new(clock_matters: bool, prunes: bool) -> Self {
        Self {
            nodes: Vec::new(),
            path: Path::new(),
            clock: Clock::new(clock_matters),
            prunes,
            patience: pruning::Patience::default(),
        }
    }
}

impl<K: Copy> Search<(Mark, K)> {
    fn explore<M: Machine, L: Listener<Mark = K>>(&mut self, driver: &mut Driver<'_, M, L>) -> Result<(), Stop> {
        let Some(choices) = driver.open(self)? else { return Ok(()) };
        self.arrive(driver, choices, Vec::new(), Vec::new(), Vec::new())?;
        while !self.nodes.is_empty() {
            match self.next_branch(driver) {
                Some((choice, below)) => self.take(driver, choice, below)?,
                None => {
                    self.nodes.pop();
                    self.retreat();
                }
            }
        }
        Ok(())
    }

    /// A state is reached that can be left.
    fn arrive<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        choices: Vec<Choice>,
        mut sleep: Vec<Sleeper>,
        tree: Vec<Branch>,
        spinning: Vec<(Thread, Footprint)>,
    ) -> Result<(), Stop> {
        // What is explored freely may leave to a sleeper no more than the sleeper's own step.
        let is_free = tree.is_empty();
        if is_free {
            sleep.iter_mut().for_each(|sleeper| sleeper.over = true);
        }
        let node =
            Node { mark: driver.mark(), choices, sleep, tree, spinning, taken: None, left: false, fingerprint: None };
        self.nodes.push(node);
        if !self.come_round(driver, is_free)? && self.nodes.last().is_some_and(|node| node.tree.is_empty()) {
            self.choose_freely(driver)?;
        }
        Ok(())
    }

    /// Chooses a thread where nothing is planned.
    fn choose_freely<M: Machine, L: Listener<Mark = K>>(&mut self, driver: &mut Driver<'_, M, L>) -> Result<(), Stop> {
        let choices = self.nodes.last().expect("there is a state").choices.clone();
        let mut first: Option<(Thread, ThreadId)> = None;
        let (mut sleeps, mut spins) = (false, false);
        for choice in choices {
            let thread = self.thread(driver, choice.thread());
            let node = self.nodes.last().expect("there is a state");
            if node.spinning.iter().any(|(spinning, _)| *spinning == thread) {
                spins = true;
            } else if is_asleep(node, thread, choice) {
                sleeps = true;
            } else {
                first = first.or(Some((thread, choice.thread())));
            }
        }
        let Some((thread, id)) = first else {
            self.end_of_path(driver, sleeps, spins);
            return Ok(());
        };
        let footprint = self.potential(driver.machine().operation(Choice::Run(id)));
        let node = self.nodes.last_mut().expect("there is a state");
        node.tree.push(Branch { thread, way: None, footprint, sure: true, below: Vec::new() });
        Ok(())
    }

    /// Nobody goes on from a state in which somebody could.
    fn end_of_path<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        sleeps: bool,
        spins: bool,
    ) {
        if sleeps {
            driver.reduction().sleep_blocked += 1;
        } else if spins {
            driver.ended();
        }
        self.reverse_races(driver, !sleeps);
    }

    fn thread<M: Machine, L: Listener>(&mut self, driver: &mut Driver<'_, M, L>, id: ThreadId) -> Thread {
        let machine = driver.machine();
        self.path.names.thread(id, || machine.key(id))
    }

    fn potential(&self, operation: Operation) -> Footprint {
        dependence::potential(&operation, |thing| self.path.names.thing(thing))
    }

    /// The next branch to explore from the last state, and what is planned behind it.
    fn next_branch<M: Machine, L: Listener>(&mut self, driver: &mut Driver<'_, M, L>) -> Option<(Choice, Vec<Branch>)> {
        loop {
            let node = self.nodes.last_mut().expect("there is a state");
            if node.tree.is_empty() {
                return None;
            }
            // The first step of a new thread is taken at once, whatever is planned.
            if let [only] = node.choices[..]
                && driver.machine().operation(only).kind == OperationKind::Begin
            {
                let thread = self.thread(driver, only.thread());
                let planned = std::mem::take(&mut self.nodes.last_mut().expect("there is a state").tree);
                let behind = |branch: Branch| if branch.thread == thread { branch.below } else { vec![branch] };
                return Some((only, planned.into_iter().flat_map(behind).collect()));
            }
            let branch = self.nodes.last_mut().expect("there is a state").tree.remove(0);
            if let Some(choice) = self.choice_of(driver, &branch) {
                return Some((choice, branch.below));
            }
        }
    }

    /// How to go on with a branch: none if that was explored, or turns out not to be possible. Other ways are planned.
    fn choice_of<M: Machine, L: Listener>(&mut self, driver: &mut Driver<'_, M, L>, branch: &Branch) -> Option<Choice> {
        let choices = self.nodes.last().expect("there is a state").choices.clone();
        let mut ways = Vec::new();
        for choice in choices {
            let thread = self.thread(driver, choice.thread());
            let node = self.nodes.last().expect("there is a state");
            if thread == branch.thread && !is_asleep(node, thread, choice) {
                ways.push(choice);
            }
        }
        let wanted = ways.iter().position(|way| branch.way.is_none_or(|wanted| wanted == Way::of(*way)));
        let index = wanted.or_else(|| (branch.below.is_empty() && !ways.is_empty()).then_some(0))?;
        let choice = ways.remove(index);
        let node = self.nodes.last_mut().expect("there is a state");
        for way in ways.iter().rev().map(|other| Way::of(*other)) {
            let is_planned = |b: &Branch| b.thread == branch.thread && b.way.is_none_or(|planned| planned == way);
            if !node.tree.iter().any(is_planned) {
                let footprint = branch.footprint.clone();
                let other = Branch { thread: branch.thread, way: Some(way), footprint, sure: true, below: Vec::new() };
                node.tree.insert(0, other);
            }
        }
        Some(choice)
    }

    fn take<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        choice: Choice,
        below: Vec<Branch>,
    ) -> Result<(), Stop> {
        let node = self.nodes.last_mut().expect("there is a state");
        if node.left {
            driver.rollback(node.mark);
        }
        node.left = true;
        node.taken = Some(choice);
        let thread = self.thread(driver, choice.thread());
        let machine = driver.machine();
        let operation = machine.operation(choice);
        let operation = (choice, operation, machine.value(operation.on));
        let before = Before { thread, operation, point: self.path.names.point() };
        let goes_on = driver.advance(choice, self)?;
        let done = self.done(driver, before)?;
        self.path.push(done);
        let reached = if goes_on { driver.open(self)? } else { None };
        let Some(choices) = reached else {
            self.close(driver, self.nodes.len() - 1);
            self.retreat();
            if !goes_on && let Some(sleeper) = self.nodes.last_mut().and_then(|node| node.sleep.last_mut()) {
                sleeper.over = true;
            }
            return Ok(());
        };
        let (sleep, spinning) = self.inherited();
        if driver.max_depth().is_some_and(|limit| self.depth() >= limit) {
            driver.cut();
            self.reverse_races(driver, false);
            self.retreat();
            return Ok(());
        }
        self.arrive(driver, choices, sleep, below, spinning)
    }

    /// What a step has done.
    fn done<M: Machine, L: Listener>(&mut self, driver: &mut Driver<'_, M, L>, before: Before) -> Result<Done, Stop> {
        let Before { thread, operation, point } = before;
        let effects = driver.machine().effects().to_vec();
        self.name_births(thread, &effects);
        let names = &self.path.names;
        let step = Step::told(operation, &effects, &mut self.clock, |thing| names.thing(thing))?;
        let mut woke = Vec::new();
        for (id, object) in &step.woke {
            let woken = self.thread(driver, *id);
            self.plan_instead_of_waking(driver, woken, *id, *object);
            woke.push(woken);
        }
        let started = step.started.iter().map(|id| self.thread(driver, *id)).collect();
        Ok(Done { thread, step, woke, started, point })
    }

    fn name_births(&mut self, thread: Thread, effects: &[Effect]) {
        let ordinal = self.path.steps_of(thread) + 1;
        let mut given = 0;
        for effect in effects {
            if let Effect::Allocated { from, bytes } = *effect {
                self.path.names.born(thread, ordinal, given, from, bytes);
                given += bytes;
            }
        }
    }

    /// A thread that somebody wakes could have stopped waiting before.
    fn plan_instead_of_waking<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        woken: Thread,
        id: ThreadId,
        object: raceproof_base::Address,
    ) {
        let node = self.nodes.last().expect("there is a state");
        if node.choices.iter().any(|choice| choice.thread() == id) {
            let thing = self.path.names.thing(Thing::Waiters(object));
            let plan = self.path.plan(woken, None, Footprint::of([(thing, Use::Set)], false));
            self.plan_at(driver, self.nodes.len() - 1, Plan { steps: vec![plan], sure: true, whole: false });
        }
    }

    /// Who still sleeps, and who still spins, after the last step.
    fn inherited(&self) -> (Vec<Sleeper>, Vec<(Thread, Footprint)>) {
        let node = self.nodes.last().expect("a step leads from a state");
        let event = self.path.events.last().expect("a step was taken");
        let done = &event.done;
        let is_left_alone = |thread: Thread, footprint: &Footprint| {
            thread != done.thread && !done.woke.contains(&thread) && !done.step.footprint.conflicts(footprint)
        };
        let sleep = node.sleep.iter().filter(|sleeper| is_left_alone(sleeper.thread, &sleeper.footprint));
        let spinning = node.spinning.iter().filter(|(thread, awaited)| is_left_alone(*thread, awaited));
        (sleep.cloned().collect(), spinning.cloned().collect())
    }

    /// After everything that begins with the last step: its thread sleeps.
    fn retreat(&mut self) {
        let Some(node) = self.nodes.last_mut() else { return };
        let done = self.path.pop().done;
        node.sleep.push(Sleeper {
            thread: done.thread,
            way: Way::of(done.step.choice),
            footprint: done.step.footprint,
            over: false,
        });
    }

    /// An execution is not gone on with, though threads that could go on before its last steps, from the state with this
    /// index on, might have done something else.
    fn close<M: Machine, L: Listener<Mark = K>>(&mut self, driver: &mut Driver<'_, M, L>, from: usize) {
        let mut placed: Vec<Thread> = Vec::new();
        // Who is stuck at the end, and not only for some time, could have come before what it waits for: that is seen to there.
        let is_last = from + 1 == self.path.len();
        let stuck = if is_last { driver.machine().blocked() } else { Vec::new() };
        for index in (from..self.path.len()).rev() {
            let choices = self.nodes[index].choices.clone();
            let is_stuck = |choice: &Choice| !matches!(choice, Choice::TimeOut(_)) && stuck.contains(&choice.thread());
            for id in choices.iter().filter(|choice| !is_stuck(choice)).map(|choice| choice.thread()) {
                let thread = self.thread(driver, id);
                if thread != self.path.events[index].done.thread && !placed.contains(&thread) {
                    placed.push(thread);
                    let footprint = self.potential(driver.machine().operation(Choice::Run(id)));
                    let plan = self.path.plan(thread, None, footprint);
                    self.plan_at(driver, index, Plan { steps: vec![plan], sure: true, whole: false });
                }
            }
        }
        self.reverse_races(driver, placed.is_empty());
    }

    /// At the end of an execution: plans the other order for each of its races, and for what threads could not do. It is
    /// whole if no thread could have gone on.
    fn reverse_races<M: Machine, L: Listener<Mark = K>>(&mut self, driver: &mut Driver<'_, M, L>, whole: bool) {
        let races = self.path.races().to_vec();
        let free = if whole { self.first_race_free(driver, &races) } else { self.path.len() };
        for race in races.iter().filter(|race| (race.first as usize) < free) {
            let plan = Plan { steps: self.path.reversal(*race), sure: race.sure, whole };
            self.plan_at(driver, race.first as usize, plan);
        }
        self.prune(driver, &races, free);
        for id in driver.machine().blocked() {
            let thread = self.thread(driver, id);
            let operation = driver.machine().operation(Choice::Run(id));
            let footprint = self.potential(operation);
            for race in self.path.races_of_blocked(thread, operation.kind, &footprint) {
                let steps = self.path.reversal_of_blocked(race, thread, footprint.clone());
                self.plan_at(driver, race.first as usize, Plan { steps, sure: true, whole });
            }
        }
    }

    fn plan_at<M: Machine, L: Listener>(&mut self, driver: &mut Driver<'_, M, L>, index: usize, plan: Plan) {
        let node = &mut self.nodes[index];
        let Some(plan) = without_spinning(&self.path, &node.spinning, plan) else { return };
        if !wakeup::is_slept_through(&self.path, &plan, &node.sleep) && wakeup::insert(&mut node.tree, &self.path, plan)
        {
            driver.reduction().added += 1;
        }
    }

    /// Whether the execution has come back to one of its states; if so, what to do is done.
    fn come_round<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        is_free: bool,
    ) -> Result<bool, Stop> {
        let top = self.nodes.len() - 1;
        let Some(thread) = self.path.events.last().map(|event| event.done.thread) else { return Ok(false) };
        let choices = self.nodes[top].choices.clone();
        let Some(choice) = choices.into_iter().find(|choice| self.thread(driver, choice.thread()) == thread) else {
            return Ok(false);
        };
        let operation = driver.machine().operation(choice);
        if top < LONG && !self.path.has_done(thread, &operation, ROUND) {
            return Ok(false);
        }
        let fingerprint = driver.machine().fingerprint();
        self.nodes[top].fingerprint = Some(fingerprint);
        let Some(first) = self.nodes[..top].iter().rposition(|node| node.fingerprint == Some(fingerprint)) else {
            return Ok(false);
        };
        // Who wake each other by steps that change nothing go round together: since an earlier time in this state, all did
        // something.
        let earliest = self.nodes[..top].iter().position(|node| node.fingerprint == Some(fingerprint)).unwrap_or(first);
        let mut all_did = is_free;
        for choice in self.nodes[top].choices.clone() {
            let other = self.thread(driver, choice.thread());
            all_did &= self.path.events[earliest..].iter().any(|event| event.done.thread == other);
        }
        let is_alone = self.path.events[first..].iter().all(|event| event.done.thread == thread);
        let several = self.path.events[earliest..].iter().any(|event| event.done.thread != thread);
        if is_alone && all_did && several {
            driver.ended();
            self.close(driver, earliest);
        } else if is_alone {
            // It does so again until somebody uses what it has used.
            let used =
                self.path.events[first..].iter().flat_map(|event| event.done.step.footprint.things.iter().copied());
            let used = Footprint::of(used, false);
            let node = &mut self.nodes[top];
            node.spinning.push((thread, used));
            node.tree.retain(|branch| branch.thread != thread);
            if node.tree.is_empty() {
                self.choose_freely(driver)?;
            }
        } else if is_free {
            driver.ended();
            self.close(driver, first);
        }
        Ok(is_alone || is_free)
    }
}

/// What is known of a step before it is taken.
struct Before {
    thread: Thread,
    /// The choice, the operation, and what its variable held.
    operation: (Choice, Operation, u64),
    point: names::Point,
}

fn is_asleep<Mark>(node: &Node<Mark>, thread: Thread, choice: Choice) -> bool {
    node.sleep.iter().any(|sleeper| sleeper.thread == thread && sleeper.way == Way::of(choice))
}

/// A plan without what only the spinning threads do; none if its last step needs that.
fn without_spinning(path: &Path, spinning: &[(Thread, Footprint)], mut plan: Plan) -> Option<Plan> {
    for (thread, awaited) in spinning {
        let Some(at) = plan.steps.iter().position(|step| step.thread == *thread) else { continue };
        if plan.steps[..at].iter().any(|step| step.footprint.conflicts(awaited)) {
            continue;
        }
        let mut gone = vec![plan.steps.remove(at)];
        let mut index = at;
        while index < plan.steps.len() {
            if gone.iter().any(|earlier| path.depends(&plan.steps[index], earlier)) {
                if index + 1 == plan.steps.len() {
                    return None;
                }
                gone.push(plan.steps.remove(index));
            } else {
                index += 1;
            }
        }
        plan.whole = false;
        if plan.steps.is_empty() {
            return None;
        }
    }
    Some(plan)
}
