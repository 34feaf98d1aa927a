//! Stateless dynamic partial-order reduction with sleep sets and wakeup trees: one schedule is
//! executed of each Mazurkiewicz trace (schedules that order dependent steps alike).
//!
//! Optimal DPOR (Abdulla, Aronis, Jonsson, Sagonas, "Source sets", JACM 2017): at the end of each
//! execution, every reversible race of its steps is reversed: the steps after its first one that do
//! not happen after that, then its second one, are a wakeup sequence (`Plan`), which is inserted
//! into the wakeup tree of the state before the first one. (Only those steps that the second one
//! needs are not enough: the sleep set would then block executions that are needed.) The machine
//! goes back instead of starting again, so trees are kept for the current path only.
//!
//! * `dependence.rs` is the dependence relation, `path.rs` happens-before of steps and their
//!   reversible races, `needs.rs` which earlier steps enabled a step; `reversing.rs` and `plan.rs`
//!   make wakeup sequences, `wakeup.rs` has trees and sleep sets. Threads and things have names
//!   that are the same in all executions (`names.rs`).
//! * Plain accesses are no steps. If two conflict and some schedule has a data race of them, they
//!   are unordered in the schedule executed of its trace, too, and the detector reports them.
//! * Cycles, beyond the paper: an execution that comes back to one of its own states (`rounds.rs`)
//!   is cut, and each other thread is scheduled before (`Search::close`); a thread that comes back
//!   alone spins, and is scheduled again after a step that conflicts with its own.
//! * Where an execution is over for all threads (a violation, an exit), each other enabled thread
//!   is scheduled before its last step.

mod names;
mod needs;
mod path;
mod plan;
mod pruning;
mod reversing;
mod rounds;
mod wakeup;

use crate::End;
use crate::bytes::Bytes;
use crate::dependence::{self, Chosen, Clock, Footprint, Matters, Step, Stop};
use crate::driver::{Driver, Position};
use crate::strategy::{AboutStrategy, Covers};
use names::Thread;
use path::{Done, Path, Way};
use raceproof_base::{
    Choice, Effect, Listener, Machine, Mark, Operation, OperationKind, Progress, Schedule, ThreadId,
};
use rounds::{Compared, Rounds};
use std::iter::repeat_n;
use wakeup::{Branch, Sleeper};

/// What holds of this strategy.
pub(crate) const ABOUT: AboutStrategy = AboutStrategy {
    name: "dpor",
    covers: Covers::Orders,
    keeps_states: false,
    goes_deep: false,
    goes_by_value: false,
    foresees: false,
};

/// Explores everything below the current state, and goes back to it.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    explore(driver, false)
}

/// The same; `prunes` adds property-driven pruning, for data races only.
pub(crate) fn explore<M: Machine, L: Listener>(
    driver: &mut Driver<'_, M, L>,
    prunes: bool,
) -> Result<(), End> {
    driver.reduction();
    driver.machine().goes_back_only();
    let start = driver.mark();
    let (mut clock_matters, mut release_matters) = (false, false);
    loop {
        let ended = Search::new(clock_matters, release_matters, prunes).explore(driver);
        driver.rollback(start);
        match ended {
            Ok(()) => return Ok(()),
            Err(Stop::End(end)) => return Err(end),
            Err(Stop::Finer(matters)) => {
                clock_matters |= matches!(matters, Matters::Clock);
                release_matters |= matches!(matters, Matters::Released);
                driver.machine().begin_search();
            }
        }
    }
}

/// A state on the path.
struct Node<Mark> {
    mark: Mark,
    choices: Vec<Choice>,
    /// The sleep set.
    sleep: Vec<Sleeper>,
    /// The wakeup tree, without the branch that is being explored.
    tree: Vec<Branch>,
    /// Threads that spin.
    spinning: Vec<Spinning>,
    /// The branch that is being explored.
    taken: Option<Choice>,
    /// Whether a branch was explored.
    left: bool,
    /// Whether the next branch was chosen freely.
    is_free: bool,
    /// Whether a wakeup tree led to it, and no execution was explored behind it so far.
    in_vain: bool,
    compared: Option<Compared>,
}

/// A thread that came back to its state alone: not scheduled until a step of another one conflicts
/// with `awaited`, the footprint of its cycle.
#[derive(Clone)]
struct Spinning {
    thread: Thread,
    awaited: Footprint,
    /// Its cycle has no step that works.
    only_waits: bool,
}

struct Search<Mark> {
    nodes: Vec<Node<Mark>>,
    path: Path,
    rounds: Rounds,
    clock: Clock,
    /// What a step releases is part of its footprint.
    release_matters: bool,
    /// Property-driven pruning is on.
    prunes: bool,
    patience: pruning::Patience,
}

impl<Mark> Position for Search<Mark> {
    fn depth(&self) -> u64 {
        (self.nodes.len() + self.path.joined_on()) as u64
    }

    fn schedule(&self) -> Schedule {
        let mut choices = Vec::with_capacity(self.nodes.len());
        for (at, node) in self.nodes.iter().enumerate() {
            let more = self.path.events.get(at).map_or(0, |event| event.done.step.joined_on.len());
            choices.extend(node.taken.into_iter().flat_map(|taken| repeat_n(taken, 1 + more)));
        }
        Schedule { choices }
    }

    fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.path.bytes() + self.rounds.bytes()
    }
}

impl<L: Copy> Search<(Mark, L)> {
    fn new(clock_matters: bool, release_matters: bool, prunes: bool) -> Self {
        Self {
            nodes: Vec::new(),
            path: Path::new(),
            rounds: Rounds::default(),
            clock: Clock::new(clock_matters),
            release_matters,
            prunes,
            patience: pruning::Patience::default(),
        }
    }
}

impl<K: Copy> Search<(Mark, K)> {
    fn explore<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
    ) -> Result<(), Stop> {
        let Some(choices) = driver.open(self)? else { return Ok(()) };
        self.arrive(driver, choices, Vec::new(), Vec::new(), Vec::new())?;
        while !self.nodes.is_empty() {
            match self.next_branch(driver) {
                Some((choice, below)) => self.take(driver, choice, below)?,
                None => {
                    let in_vain = self.leave();
                    self.retreat(in_vain);
                }
            }
        }
        Ok(())
    }

    /// Everything below the last state is explored. Answers whether that was nothing.
    fn leave(&mut self) -> bool {
        let node = self.nodes.pop().expect("there is a state");
        if let Some(compared) = node.compared {
            self.rounds.leave(compared);
        }
        node.in_vain
    }

    /// A state is reached that can be left.
    fn arrive<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        choices: Vec<Choice>,
        mut sleep: Vec<Sleeper>,
        tree: Vec<Branch>,
        spinning: Vec<Spinning>,
    ) -> Result<(), Stop> {
        // Without a wakeup tree, a sleeper discharges only sequences that contain its step.
        let is_free = tree.is_empty();
        if is_free {
            sleep.iter_mut().for_each(|sleeper| sleeper.over = true);
        }
        let node = Node {
            mark: driver.mark(),
            choices,
            sleep,
            tree,
            spinning,
            taken: None,
            left: false,
            is_free: false,
            in_vain: !is_free,
            compared: None,
        };
        self.nodes.push(node);
        if !self.come_round(driver, is_free)?
            && self.nodes.last().is_some_and(|node| node.tree.is_empty())
        {
            self.choose_freely(driver)?;
        }
        Ok(())
    }

    /// Chooses a thread that is neither asleep nor spinning where the wakeup tree is empty.
    pub(super) fn choose_freely<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
    ) -> Result<(), Stop> {
        let mut first: Option<(u32, Thread, ThreadId)> = None;
        let (mut sleeps, mut spins) = (false, false);
        let top = self.nodes.len() - 1;
        for at in 0..self.nodes[top].choices.len() {
            let choice = self.nodes[top].choices[at];
            let thread = self.thread(driver, choice.thread());
            let node = &self.nodes[top];
            if node.spinning.iter().any(|spinning| spinning.thread == thread) {
                spins = true;
            } else if is_asleep(node, thread, choice) {
                sleeps = true;
            } else {
                let steps = self.path.steps_of(thread);
                if first.is_none_or(|(fewest, ..)| steps < fewest) {
                    first = Some((steps, thread, choice.thread()));
                }
            }
        }
        let Some((_, thread, id)) = first else {
            return self.end_of_path(driver, sleeps, spins);
        };
        let footprint = self.potential(driver.machine(), Choice::Run(id));
        let node = self.nodes.last_mut().expect("there is a state");
        node.tree.push(Branch { thread, way: None, footprint, sure: true, below: Vec::new() });
        node.is_free = true;
        Ok(())
    }

    fn thread<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        id: ThreadId,
    ) -> Thread {
        let machine = driver.machine();
        self.path.names.thread(id, || machine.key(id))
    }

    /// What the step of a choice may use: everything, if more is in it than its operation.
    fn potential<M: Machine>(&self, machine: &M, choice: Choice) -> Footprint {
        match machine.is_whole(choice) {
            true => self.potential_of(&machine.operation(choice)),
            false => Footprint::of([], true),
        }
    }

    fn potential_of(&self, operation: &Operation) -> Footprint {
        dependence::potential(operation, |thing| self.path.names.thing(thing))
    }

    /// The next branch to explore from the last state, and the subtree below it.
    fn next_branch<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
    ) -> Option<(Choice, Vec<Branch>)> {
        loop {
            let node = self.nodes.last_mut().expect("there is a state");
            if node.tree.is_empty() {
                return None;
            }
            // The first step of a new thread is taken at once, whatever the wakeup tree.
            if let [only] = node.choices[..]
                && driver.machine().operation(only).kind == OperationKind::Begin
            {
                let thread = self.thread(driver, only.thread());
                let planned =
                    std::mem::take(&mut self.nodes.last_mut().expect("there is a state").tree);
                let behind = |branch: Branch| {
                    if branch.thread == thread { branch.below } else { vec![branch] }
                };
                return Some((only, planned.into_iter().flat_map(behind).collect()));
            }
            let branch = self.nodes.last_mut().expect("there is a state").tree.remove(0);
            if let Some(choice) = self.choice_of(driver, &branch) {
                return Some((choice, branch.below));
            }
        }
    }

    /// The choice of a branch: none if it was explored, or is not enabled. The thread's other
    /// choices are added to the wakeup tree.
    fn choice_of<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        branch: &Branch,
    ) -> Option<Choice> {
        let (mut first, mut others) = (None, Vec::new());
        let top = self.nodes.len() - 1;
        for at in 0..self.nodes[top].choices.len() {
            let choice = self.nodes[top].choices[at];
            let thread = self.thread(driver, choice.thread());
            let node = &self.nodes[top];
            if thread == branch.thread && !is_asleep(node, thread, choice) {
                match first {
                    None => first = Some(choice),
                    Some(_) => others.push(choice),
                }
            }
        }
        let first = first?;
        let is_wanted = |way: &Choice| branch.way.is_none_or(|wanted| wanted == Way::of(*way));
        let choice = match others.iter().position(is_wanted) {
            _ if is_wanted(&first) => first,
            Some(at) => {
                let wanted = others.remove(at);
                others.insert(0, first);
                wanted
            }
            None if branch.below.is_empty() => first,
            None => return None,
        };
        let node = self.nodes.last_mut().expect("there is a state");
        for way in others.iter().rev().map(|other| Way::of(*other)) {
            let is_planned = |b: &Branch| {
                b.thread == branch.thread && b.way.is_none_or(|planned| planned == way)
            };
            if !node.tree.iter().any(is_planned) {
                let footprint = branch.footprint.clone();
                let other = Branch {
                    thread: branch.thread,
                    way: Some(way),
                    footprint,
                    sure: true,
                    below: Vec::new(),
                };
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
        let (mark, is_free) = (node.mark, std::mem::take(&mut node.is_free));
        let (mut done, mut goes_on) = self.execute(driver, choice, is_free)?;
        if !done.step.joined_on.is_empty() && !self.path.comes_last(&done) {
            self.path.names.back_to(done.point);
            driver.rollback(mark);
            (done, goes_on) = self.execute(driver, choice, false)?;
        }
        self.path.push(done);
        let reached = if goes_on { driver.open(self)? } else { None };
        let Some(choices) = reached else {
            self.close(driver, self.nodes.len() - 1)?;
            self.retreat(false);
            if !goes_on
                && let Some(sleeper) = self.nodes.last_mut().and_then(|node| node.sleep.last_mut())
            {
                sleeper.over = true;
            }
            return Ok(());
        };
        let (sleep, spinning) = self.inherited();
        if self.depth() >= driver.longest() {
            driver.cut();
            self.reverse_pairs(driver, false)?;
            // The next steps of all threads may be in races with those of the path.
            let able = driver.machine().able();
            self.reverse_pairs_of_stuck(driver, able, false)?;
            self.retreat(false);
            return Ok(());
        }
        self.arrive(driver, choices, sleep, below, spinning)
    }

    /// Takes a choice. Answers the step, and whether it leads to a state.
    fn execute<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        choice: Choice,
        joins_on: bool,
    ) -> Result<(Done, bool), Stop> {
        let thread = self.thread(driver, choice.thread());
        driver.machine().joins_on(joins_on);
        let chosen = Chosen::of(driver.machine(), choice);
        let before = NextStep { thread, chosen, point: self.path.names.point() };
        let goes_on = driver.advance(choice, self)?;
        Ok((self.done(driver, before)?, goes_on))
    }

    /// An executed step with its effects, to be put on the path.
    fn done<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        before: NextStep,
    ) -> Result<Done, Stop> {
        let NextStep { thread, chosen, point } = before;
        let effects = driver.machine().effects();
        self.name_births(thread, effects);
        let names = &self.path.names;
        let mut step = Step::told(chosen, effects, &mut self.clock, |thing| names.thing(thing))?;
        if self.release_matters {
            step.add_released();
        } else if !step.is_whole {
            return Err(Stop::Finer(Matters::Released));
        }
        let mut woke = Vec::new();
        for (id, object) in &step.woke {
            let woken = self.thread(driver, *id);
            self.plan_instead_of_waking(driver, woken, *id, *object);
            woke.push(woken);
        }
        let started = step.started.iter().map(|id| self.thread(driver, *id)).collect();
        let node = self.nodes.last().expect("a step leads from a state");
        let is_only_way =
            node.choices.iter().filter(|other| other.thread() == step.choice.thread()).count() == 1;
        let progress = driver.progress();
        let waits = (is_only_way && progress != Progress::Works).then_some(progress);
        Ok(Done { thread, step, woke, started, point, waits })
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

    /// The sleep set, and the spinning threads, after the last step: without those that it wakes by
    /// a conflict.
    fn inherited(&self) -> (Vec<Sleeper>, Vec<Spinning>) {
        let node = self.nodes.last().expect("a step leads from a state");
        let event = self.path.events.last().expect("a step was taken");
        let done = &event.done;
        let is_left_alone = |thread: Thread, footprint: &Footprint| {
            thread != done.thread
                && !done.woke.contains(&thread)
                && !done.step.footprint.conflicts(footprint)
        };
        // Most go on to sleep, and one more will.
        let mut sleep = Vec::with_capacity(node.sleep.len() + 1);
        let left = |sleeper: &&Sleeper| is_left_alone(sleeper.thread, &sleeper.footprint);
        sleep.extend(node.sleep.iter().filter(left).cloned());
        let spinning = node
            .spinning
            .iter()
            .filter(|spinning| is_left_alone(spinning.thread, &spinning.awaited));
        (sleep, spinning.cloned().collect())
    }

    /// After all that begins with the last step: its thread goes into the sleep set. Not if nothing
    /// was explored behind it, since the wakeup tree ended with a step that was not enabled
    /// (`Branch::sure`).
    fn retreat(&mut self, in_vain: bool) {
        let Some(node) = self.nodes.last_mut() else { return };
        let done = self.path.pop().done;
        if in_vain {
            return;
        }
        node.in_vain = false;
        node.sleep.push(Sleeper {
            thread: done.thread,
            way: Way::of(done.step.choice),
            footprint: done.step.footprint,
            over: false,
            waits: done.waits.is_some(),
        });
    }
}

/// A step before it is taken.
struct NextStep {
    thread: Thread,
    chosen: Chosen,
    point: names::Point,
}

fn is_asleep<Mark>(node: &Node<Mark>, thread: Thread, choice: Choice) -> bool {
    node.sleep.iter().any(|sleeper| sleeper.thread == thread && sleeper.way == Way::of(choice))
}
