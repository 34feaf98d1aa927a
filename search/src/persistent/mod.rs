//! Stateful partial-order reduction by persistent sets that are found from what follows a state.
//!
//! Each state is expanded once, as by depth-first search, but first by one thread only. What the
//! steps behind it use is known once they are explored ([`Uses`]): if one of another thread
//! conflicts with the first step, that thread is scheduled from the state, too. A state that is met
//! again stands for what was explored behind it then: nothing of it is explored anew, but its uses
//! are compared with the step that led there (and, as they become those of the state before, with
//! all steps of the path). No happens-before is kept, so uses that are ordered by what lies between
//! count as conflicts: more states than need be, which are cheap, since each is expanded once.
//!
//! **Theorem.** Whatever is executed from a state in any schedule is, up to swaps of independent
//! steps, a part of some path that is explored from it. So each deadlock, violation, and data race
//! comes up, and each loop without end. In detail, for an execution w from a state s:
//!
//! * If s is expanded by all threads, its first step was explored; the rest by induction over the
//!   length of w.
//! * Else let e be a step that was explored from s, t where it leads, and u the first step of w that
//!   conflicts with e, by thread p. The steps of w before u commute with e, so they can be executed
//!   from t, and p stands before the same operation then. If it can go on, its step there conflicts
//!   with e, too (else both orders would commute), and as part of a shorter execution it is among
//!   what is explored behind t, so p was scheduled from s. If it is blocked, e did that, by a thing
//!   that the operation itself uses: it is used in whatever executes it; or nothing behind does, and
//!   the thread is blocked where an execution ends or goes round ([`Search::uses_of_blocked`]).
//! * So before the first step of w by a thread that was scheduled from s nothing conflicts with that
//!   step: it can come first. If w has no such step, nothing in w conflicts with e, and w is a part
//!   of what follows e.
//! * Of these cases the last does not make w shorter, so it must not go on for ever: states on a
//!   cycle of explored steps are expanded by all threads ([`Visits`]).
//! * A thread that e starts, or whose waiting it ends, cannot have come before e by itself, but for
//!   one that waits with a timeout, which is scheduled for that ([`Search::taken`]).
//! * Where an execution ends for all threads (exit, violation, the last thread that is no daemon, a
//!   cycle of waiting threads), all threads are scheduled before its last step.
//!
//! What a step uses must be told alike in equal states, while addresses are not: things that differ
//! may share a name, never one thing have two ([`Machine::likeness`]). A state that is explored again
//! because a detector knows more now is another node of the same graph: what follows it is what
//! follows any of its visits.

mod uses;
mod visits;

use crate::End;
use crate::bytes::Bytes;
use crate::components::{self, Components};
use crate::dependence::{self, Chosen, Clock, Matters, Step, Stop};
use crate::driver::{Arrival, Driver, Position};
use crate::strategy::{AboutStrategy, Covers};
use raceproof_base::{
    Address, Choice, Effect, Listener, Machine, Mark, Operation, Progress, Schedule, Thing,
    ThreadId,
};
use uses::{SetOfUses, Thread, UseNumber, Uses};
use visits::{Met, Visits};

/// What holds of this strategy.
pub(crate) const ABOUT: AboutStrategy = AboutStrategy {
    name: "persistent",
    covers: Covers::Orders,
    keeps_states: true,
    goes_deep: true,
    goes_by_value: false,
    foresees: false,
};

/// Explores everything below the current state, and goes back to it.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    driver.reduction();
    driver.machine().goes_back_only();
    let start = driver.mark();
    let (mut clock_matters, mut release_matters) = (false, false);
    loop {
        let ended = Search::new(clock_matters, release_matters).explore(driver);
        driver.rollback(start);
        match ended {
            Ok(()) => return Ok(()),
            Err(Stop::End(end)) => return Err(end),
            Err(Stop::Finer(matters)) => {
                clock_matters |= matches!(matters, Matters::Clock);
                release_matters |= matches!(matters, Matters::Released);
                driver.forget_states();
            }
        }
    }
}

/// A state on the path.
struct Node<Mark> {
    mark: Mark,
    /// Those that were explored come first; the last of these is on the path.
    choices: Vec<(Choice, Thread)>,
    explored: usize,
    /// The threads that are to be scheduled; all of them, if one is that cannot be.
    wanted: Vec<Thread>,
    wants_all: bool,
    /// The step on the path: what it uses, and the threads that it started or woke.
    uses: Vec<UseNumber>,
    let_go: Vec<Thread>,
    /// What the steps behind the state use.
    after: SetOfUses,
    /// How many runs of memory had been given away.
    births: usize,
    visit: u32,
    component: components::Node,
    by: Progress,
    /// Whether this visit opened the state's component.
    opened: bool,
}

impl<Mark> Node<Mark> {
    fn next_choice(&mut self) -> Option<Choice> {
        let is_wanted =
            |(_, thread): &(Choice, Thread)| self.wants_all || self.wanted.contains(thread);
        let at = self.explored + self.choices[self.explored..].iter().position(is_wanted)?;
        // The rest stays in its order.
        self.choices[self.explored..=at].rotate_right(1);
        self.explored += 1;
        Some(self.choices[self.explored - 1].0)
    }

    /// A step of a thread behind the last one conflicts with that: it is to be scheduled before, or
    /// whatever enables it.
    fn want(&mut self, thread: Thread) {
        if !self.choices.iter().any(|(_, other)| *other == thread) {
            self.wants_all = true;
        } else if !self.wanted.contains(&thread) {
            self.wanted.push(thread);
        }
    }
}

struct Search<Mark> {
    nodes: Vec<Node<Mark>>,
    components: Components,
    visits: Visits,
    uses: Uses,
    clock: Clock,
    /// What a step releases is part of its footprint.
    release_matters: bool,
    /// Runs of memory that steps of the path gave to objects: where they begin and end.
    births: Vec<(u64, u64)>,
}

impl<Mark> Position for Search<Mark> {
    fn depth(&self) -> u64 {
        self.nodes.len() as u64
    }

    fn schedule(&self) -> Schedule {
        Schedule {
            choices: self.nodes.iter().map(|node| node.choices[node.explored - 1].0).collect(),
        }
    }

    fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.components.bytes() + self.visits.bytes() + self.uses.bytes()
    }
}

impl<K: Copy> Search<(Mark, K)> {
    fn new(clock_matters: bool, release_matters: bool) -> Self {
        Self {
            nodes: Vec::new(),
            components: Components::default(),
            visits: Visits::default(),
            uses: Uses::default(),
            clock: Clock::new(clock_matters),
            release_matters,
            births: Vec::new(),
        }
    }

    fn explore<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
    ) -> Result<(), Stop> {
        let first = driver.begin()?;
        self.reaches(driver, first, None);
        while let Some(node) = self.nodes.last_mut() {
            match node.next_choice() {
                Some(choice) => self.take(driver, choice)?,
                None => self.leave(driver)?,
            }
        }
        Ok(())
    }

    /// Takes a choice of the last state.
    fn take<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        choice: Choice,
    ) -> Result<(), Stop> {
        let node = self.nodes.last_mut().expect("there is a state");
        if node.explored > 1 {
            driver.rollback(node.mark);
            self.births.truncate(node.births);
        }
        let chosen = Chosen::of(driver.machine(), choice);
        let goes_on = driver.advance(choice, self)?;
        self.taken(driver, chosen)?;
        let arrival = if goes_on { driver.arrive(self)? } else { Arrival::Over };
        let me = self.thread(driver, choice.thread());
        self.reaches(driver, arrival, Some((me, goes_on)));
        Ok(())
    }

    /// Notes what the last step has used, and whom it has let go.
    fn taken<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        chosen: Chosen,
    ) -> Result<(), Stop> {
        let effects = driver.machine().effects().to_vec();
        let runs = effects.iter().filter_map(|effect| match effect {
            Effect::Allocated { from, bytes } => Some((from.0, from.0 + bytes)),
            _ => None,
        });
        self.births.extend(runs);
        let (machine, births) = (driver.machine(), &self.births);
        let mut step =
            Step::told(chosen, &effects, &mut self.clock, |thing| named(machine, births, thing))?;
        if self.release_matters {
            step.add_released();
        } else if !step.is_whole {
            return Err(Stop::Finer(Matters::Released));
        }
        let me = self.thread(driver, step.choice.thread());
        let uses = self.uses.of_step(me, &step);
        let woken: Vec<Thread> = step.woke.iter().map(|(id, _)| self.thread(driver, *id)).collect();
        let started = step.started.iter().map(|id| self.thread(driver, *id));
        let let_go = started.chain(woken.iter().copied()).collect();
        let node = self.nodes.last_mut().expect("a step leads from a state");
        uses.iter().for_each(|number| node.after.add(*number));
        (node.uses, node.let_go) = (uses, let_go);
        // Who was woken could have stopped waiting before.
        for thread in woken {
            if node.choices.iter().any(|(_, other)| *other == thread) {
                node.want(thread);
            }
        }
        Ok(())
    }

    fn thread<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        id: ThreadId,
    ) -> Thread {
        self.uses.thread(driver.machine().key(id))
    }

    /// The last step, if there was one, has led somewhere.
    fn reaches<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        arrival: Arrival,
        by: Option<(Thread, bool)>,
    ) {
        let (key, progress) = (driver.met(), driver.progress());
        let from = self.nodes.last().map(|node| node.component);
        match arrival {
            Arrival::Open(choices) => self.enter(driver, choices, by.map(|(thread, _)| thread)),
            Arrival::Known => {
                if let Some(from) = from {
                    self.components.meets(from, key, progress);
                }
                self.meets(driver, key);
            }
            Arrival::Over => {
                if let Some(from) = from {
                    self.components.ends(from);
                }
                let is_state = by.is_none_or(|(_, goes_on)| goes_on);
                self.ends(driver, is_state.then_some(key));
            }
        }
    }

    /// A state is to be expanded: at first by the thread that led there, if it can go on.
    fn enter<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        choices: Vec<Choice>,
        last: Option<Thread>,
    ) {
        let (key, by) = (driver.met(), driver.progress());
        let (component, opened) = self.components.enter(key, driver.is_new());
        let mark = driver.mark();
        let choices: Vec<(Choice, Thread)> =
            choices.into_iter().map(|way| (way, self.thread(driver, way.thread()))).collect();
        let goes_on = last.filter(|last| choices.iter().any(|(_, thread)| thread == last));
        let node = Node {
            mark,
            wanted: vec![goes_on.unwrap_or(choices[0].1)],
            choices,
            explored: 0,
            wants_all: false,
            uses: Vec::new(),
            let_go: Vec::new(),
            after: SetOfUses::default(),
            births: self.births.len(),
            visit: self.visits.enter(key),
            component,
            by,
            opened,
        };
        self.nodes.push(node);
    }

    /// A state is met again that an earlier visit covers.
    fn meets<M: Machine, L: Listener>(&mut self, driver: &mut Driver<'_, M, L>, key: u128) {
        let Met { after, is_end, open } = self.visits.meet(key);
        if is_end && let Some(node) = self.nodes.last_mut() {
            node.wants_all = true;
        }
        if let Some(after) = after {
            let after = self.visits.after(after);
            self.follows(&after);
        }
        let Some(root) = open else { return };
        // What follows is not known yet, so all that lies on the cycle is expanded. Who is blocked all
        // along it may never come to an end of an execution.
        let blocked = self.uses_of_blocked(driver);
        self.follows(&blocked);
        let top = self.nodes.last().expect("a step leads from a state").visit;
        self.visits.joins(top, root);
        for node in self.nodes.iter_mut().rev().take_while(|node| node.visit >= root) {
            node.wants_all = true;
        }
    }

    /// An execution is over: what threads could not do any more may depend on the steps before.
    fn ends<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        state: Option<u128>,
    ) {
        let after = self.uses_of_blocked(driver);
        if let Some(state) = state {
            self.visits.ends(state, &after);
        }
        self.follows(&after);
        if let Some(node) = self.nodes.last_mut() {
            node.wants_all = true;
        }
    }

    /// What threads would use that are blocked in this state.
    fn uses_of_blocked<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
    ) -> SetOfUses {
        let mut after = SetOfUses::default();
        for id in driver.machine().blocked() {
            let thread = self.thread(driver, id);
            let machine = driver.machine();
            let operation: Operation = machine.operation(Choice::Run(id));
            let births = &self.births;
            let footprint =
                dependence::potential(&operation, |thing| named(machine, births, thing));
            let uses = self.uses.of_blocked(thread, &operation, &footprint);
            uses.iter().for_each(|number| after.add(*number));
        }
        after
    }

    /// These uses come behind the last step of the path.
    fn follows(&mut self, after: &SetOfUses) {
        let Some(node) = self.nodes.last_mut() else { return };
        node.after.join(after);
        if node.wants_all {
            return;
        }
        let mut asked: Vec<Thread> = Vec::new();
        for other in node.uses.iter().flat_map(|number| self.uses.conflicting(*number, after)) {
            if !asked.contains(&other) && !node.let_go.contains(&other) {
                asked.push(other);
            }
        }
        asked.into_iter().for_each(|thread| node.want(thread));
    }

    /// All that is to be explored from the last state has been.
    fn leave<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
    ) -> Result<(), Stop> {
        let Some(node) = self.nodes.pop() else { return Ok(()) };
        driver.reduction().added += node.explored.saturating_sub(1) as u64;
        let from = self.nodes.last();
        self.visits.leave(node.visit, from.map(|from| from.visit), &node.after);
        let by = from.map(|from| (from.component, node.by));
        let component = self.components.leave(node.component, by, node.opened);
        self.follows(&node.after);
        if let Some(component) = component {
            driver.rollback(node.mark);
            driver.hangs(component, self)?;
        }
        Ok(())
    }
}

/// A thing by a name that is the same in equal states.
fn named<M: Machine>(machine: &M, births: &[(u64, u64)], thing: Thing) -> Thing {
    thing.renamed(|address| {
        let is_inside = |(from, to): &&(u64, u64)| (*from..*to).contains(&address.0);
        let run = || births.iter().rev().find(is_inside);
        machine.likeness(address, || run().map(|(from, _)| Address(*from)))
    })
}
