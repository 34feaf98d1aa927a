//! Stateful partial-order reduction by locksets: `Search` and `Successor` (Figures 6 and 7) of
//! Elmas, Qadeer and Tasiran, "Precise race detection and efficient model checking using locksets".
//! One thread is scheduled in a state, as if its step were independent of all others; the rest only
//! if the lockset of a later conflicting use shows that happens-before does not order the two.
//!
//! * Deviation: what the paper says of accesses to shared data holds here for each use of a thing
//!   by a visible operation, monitors included; data races are the detector's. So an acquire is no
//!   reason to schedule others unless another thread uses the monitor and nothing else orders them.
//! * `la`, the node of the last access, is [`Slot::node`]; `tid = 0` is [`Node::open`]; `done`,
//!   `races`, `va`, `succOnStack`, `table` and `rtable` are the paper's.
//! * A revisited state is pruned if the locksets with which it was explored are contained in the
//!   present ones; else it is explored again with the meet of both, which is kept. That is sound
//!   here, since smaller locksets only let more threads be scheduled. (A *detector's* summaries
//!   have no sound meet, and are matched besides.) Deviation: where too much is explored again,
//!   uses that are not covered are assumed to race ([`Table::meet`]). Chains of meets are long.
//! * Cycles: lines 25 to 32 and 44 to 47.

mod sets;
mod table;

use crate::End;
use crate::bytes::Bytes;
use crate::components::Component;
use crate::dependence::{self, Chosen, Clock, Footprint, Matters, Step, Stop};
use crate::driver::{Driver, Position};
use crate::strategy::{AboutStrategy, Covers};
use crate::summaries::Novelty;
use raceproof_base::{
    Choice, Listener, Machine, Mark, OperationKind, Progress, Schedule, Thing, ThreadId, Use,
};
use sets::{Element, SetId, Sets, Update};
use table::{Races, Table};

/// What holds of this strategy.
pub(crate) const ABOUT: AboutStrategy = AboutStrategy {
    name: "lockset",
    covers: Covers::Orders,
    keeps_states: true,
    goes_deep: true,
    goes_by_value: false,
    foresees: true,
};

/// Explores everything below the current state, and goes back to it.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    driver.reduction();
    driver.machine().goes_back_only();
    let start = driver.mark();
    let mut finer = Distinctions::default();
    loop {
        let ended = Search::new(finer).explore(driver);
        driver.rollback(start);
        match ended {
            Ok(()) => return Ok(()),
            Err(Stop::End(end)) => return Err(end),
            Err(Stop::Finer(Matters::Clock)) => finer.clock = true,
            Err(Stop::Finer(Matters::World)) => finer.world = true,
            Err(Stop::Finer(Matters::Released)) => unreachable!("its steps are single operations"),
        }
        driver.forget_states();
    }
}

/// Dependence that most programs do not need.
#[derive(Clone, Copy, Default)]
struct Distinctions {
    /// The program reads the clock.
    clock: bool,
    /// It has global steps.
    world: bool,
}

/// A thing, or none for the one that every step uses, and global steps write.
pub(crate) type Used = Option<Thing>;

/// A last use of a thing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    thing: Used,
    how: Use,
    by: ThreadId,
    /// Its lockset.
    set: SetId,
    /// The state from which it was executed.
    node: u32,
    /// By which operation: a `join` is not enabled before the end of its thread, but before its
    /// start.
    kind: OperationKind,
}

/// A state on the path.
struct Node<Mark> {
    mark: Mark,
    choices: Vec<Choice>,
    slots: Vec<Slot>,
    /// Whether one more thread is to be scheduled.
    open: bool,
    done: Vec<ThreadId>,
    /// Choices of the thread scheduled last, still to be taken.
    ways: Vec<Choice>,
    taken: Option<Choice>,
    left: bool,
    races: Races,
    /// What the step that led here writes: later uses race with that step, not with those before.
    va: Vec<Used>,
    succ_on_stack: bool,
    key: u128,
    /// If the step taken from here is no progress and its thread had one choice: which kind.
    waits: Option<Progress>,
    /// Threads in cycles without progress, as long as no other thread works.
    waiting: Vec<ThreadId>,
}

struct Search<Mark> {
    nodes: Vec<Node<Mark>>,
    sets: Sets,
    table: Table,
    clock: Clock,
    world: bool,
}

impl<Mark> Position for Search<Mark> {
    fn depth(&self) -> u64 {
        self.nodes.len() as u64
    }

    fn schedule(&self) -> Schedule {
        Schedule { choices: self.nodes.iter().filter_map(|node| node.taken).collect() }
    }

    fn bytes(&self) -> u64 {
        let slots: usize = self.nodes.iter().map(|node| node.slots.len() * size_of::<Slot>()).sum();
        self.nodes.bytes() + slots as u64 + self.sets.bytes() + self.table.bytes()
    }
}

impl<K: Copy> Search<(Mark, K)> {
    fn new(finer: Distinctions) -> Self {
        let clock = Clock::new(finer.clock);
        Self {
            nodes: Vec::new(),
            sets: Sets::default(),
            table: Table::default(),
            clock,
            world: finer.world,
        }
    }

    fn explore<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
    ) -> Result<(), Stop> {
        self.arrive(driver, Vec::new(), Vec::new(), None)?;
        while let Some(node) = self.nodes.last_mut() {
            match node.next_choice() {
                Some(choice) => self.take(driver, choice)?,
                None => self.pop(driver),
            }
        }
        Ok(())
    }

    /// Takes a choice of the last state: `Successor`.
    fn take<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        choice: Choice,
    ) -> Result<(), Stop> {
        let node = self.nodes.last_mut().expect("there is a state");
        if node.left {
            driver.rollback(node.mark);
        }
        node.left = true;
        node.taken = Some(choice);
        let chosen = Chosen::of(driver.machine(), choice);
        let goes_on = driver.advance(choice, self)?;
        let effects = driver.machine().effects().to_vec();
        let step = Step::told(chosen, &effects, &mut self.clock, |thing| thing)?;
        if step.footprint.world && !self.world {
            return Err(Stop::Finer(Matters::World));
        }
        let me = choice.thread();
        let progress = driver.progress();
        let node = self.nodes.last_mut().expect("there is a state");
        let is_only_way = node.choices.iter().filter(|other| other.thread() == me).count() == 1;
        node.waits = (is_only_way && progress != Progress::Works).then_some(progress);
        let waits =
            step.operation.kind == OperationKind::Join && !step.otherwise && !step.interrupted;
        self.meet_conflicts(driver, me, &step.footprint, waits);
        let slots = self.slots_after(&step);
        let node = self.nodes.last_mut().expect("there is a state");
        // A woken thread could have stopped waiting before.
        let could_go_on =
            |thread: &ThreadId| node.choices.iter().any(|choice| choice.thread() == *thread);
        if step.woke.iter().any(|(thread, _)| could_go_on(thread)) {
            node.open = true;
        }
        if !goes_on {
            self.end(driver);
            return Ok(());
        }
        let used = uses(self.world, &step.footprint).into_iter();
        let va = used.filter(|(_, how)| *how == Use::Write).map(|(thing, _)| thing).collect();
        self.arrive(driver, slots, va, Some(me))
    }

    /// Opens the state of each last use that conflicts with this step and in whose lockset the
    /// thread is not: nothing else orders the two.
    fn meet_conflicts<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        me: ThreadId,
        footprint: &Footprint,
        waits_for_end: bool,
    ) {
        let top = self.nodes.len() - 1;
        let slots = std::mem::take(&mut self.nodes[top].slots);
        let used = uses(self.world, footprint);
        for (thing, how) in used {
            let conflicting =
                |slot: &&Slot| slot.thing == thing && slot.by != me && slot.how.conflicts(how);
            for slot in slots
                .iter()
                .filter(conflicting)
                .filter(|slot| !(slot.kind == OperationKind::End && waits_for_end))
            {
                if !self.sets.contains(slot.set, Element::Thread(me)) {
                    self.open(driver, slot.node);
                    self.nodes[top].races.add(thing, how);
                }
            }
        }
        self.nodes[top].slots = slots;
    }

    fn open<M: Machine, L: Listener>(&mut self, driver: &mut Driver<'_, M, L>, node: u32) {
        let node = &mut self.nodes[node as usize];
        if !node.open {
            node.open = true;
            driver.reduction().added += 1;
        }
    }

    /// The last uses after a step, with their locksets.
    fn slots_after(&mut self, step: &Step) -> Vec<Slot> {
        let me = step.choice.thread();
        let mut updates = Vec::new();
        sets::updates(me, &step.footprint, &mut updates);
        updates.extend(step.started.iter().map(|other| Update::LetsGo(me, *other)));
        updates.extend(step.woke.iter().map(|(other, _)| Update::LetsGo(me, *other)));
        updates.extend(step.left.iter().map(|thing| Update::Leaves(me, *thing)));
        let index = self.nodes.len() as u32 - 1;
        let mut slots = self.nodes[index as usize].slots.clone();
        for slot in &mut slots {
            for update in &updates {
                slot.set = self.sets.update(slot.set, *update, slot.thing);
            }
        }
        for (thing, how) in uses(self.world, &step.footprint) {
            let kind = step.operation.kind;
            slots.retain(|slot| {
                let is_older = how == Use::Write || (slot.how, slot.by) == (how, me);
                slot.thing != thing
                    || !is_older
                    || (slot.kind, kind) == (OperationKind::Start, OperationKind::End)
            });
            let mut set = self.sets.of(vec![Element::Thread(me)]);
            for update in &updates {
                set = self.sets.update(set, *update, thing);
            }
            slots.push(Slot { thing, how, by: me, set, node: index, kind });
        }
        slots
    }

    /// A state is reached by a step of `last`.
    fn arrive<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        mut slots: Vec<Slot>,
        va: Vec<Used>,
        last: Option<ThreadId>,
    ) -> Result<(), Stop> {
        let known = driver.meet(self)?;
        let key = driver.met();
        self.forget_what_all_come_after(driver, &mut slots);
        let found = self.table.meet(driver.machine().canonical(), key, &mut slots, &mut self.sets);
        if let (Some(found), false) = (&found, self.nodes.is_empty()) {
            self.meet_races(driver, &slots, &found.races, &va);
            if found.covered && known == Novelty::Covered {
                if found.is_end {
                    self.end(driver);
                }
                if found.on_stack {
                    self.note_waiting(driver, key)?;
                    driver.comes_back(self)?;
                    let curr = self.nodes.last_mut().expect("there is a state");
                    curr.open = true;
                    curr.succ_on_stack = true;
                }
                return Ok(());
            }
        }
        if known != Novelty::New || found.is_some() {
            driver.again();
        }
        let Some(choices) = driver.open(self)? else {
            self.table.ends(key);
            self.end(driver);
            return Ok(());
        };
        if self.depth() >= driver.longest() {
            driver.cut();
            // The next steps of all threads may conflict with those of the path.
            let able = driver.machine().able();
            self.come_too_late(driver, able);
            self.end(driver);
            return Ok(());
        }
        self.table.push(key);
        let waiting = match self.nodes.last() {
            Some(node) if node.waits.is_some() => node.waiting.clone(),
            _ => Vec::new(),
        };
        let mut node = Node {
            mark: driver.mark(),
            choices,
            slots,
            open: true,
            done: Vec::new(),
            ways: Vec::new(),
            taken: None,
            left: false,
            races: Races::default(),
            va,
            succ_on_stack: false,
            key,
            waits: None,
            waiting,
        };
        node.prefer(last);
        self.nodes.push(node);
        Ok(())
    }

    /// The last step has led back to a state on the path. If only its thread has taken steps since,
    /// without progress, it waits; if all enabled threads do, it is a livelock.
    fn note_waiting<M: Machine, L: Listener<Mark = K>>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        key: u128,
    ) -> Result<(), Stop> {
        let Some(since) = self.nodes.iter().rposition(|node| node.key == key) else {
            return Ok(());
        };
        let thread = |node: &Node<_>| node.taken.map(Choice::thread);
        let round = &mut self.nodes[since..];
        let Some(me) = round.last().and_then(thread) else { return Ok(()) };
        let any = |progress| round.iter().any(|node| node.waits == Some(progress));
        let only_looks = round.iter().all(|node| node.waits.is_some()) && any(Progress::Looks);
        if !round.iter().all(|node| thread(node) == Some(me))
            || !only_looks && !any(Progress::Waits)
        {
            return Ok(());
        }
        for node in round.iter_mut().filter(|node| !node.waiting.contains(&me)) {
            node.waiting.push(me);
        }
        let curr = self.nodes.last().expect("a round has states");
        let waiting = curr.waiting.clone();
        // The state that the path is in is one of the same round.
        let able = driver.machine().able();
        if !able.is_empty() && able.iter().all(|thread| waiting.contains(thread)) {
            driver.hangs(Component::WAITS, self)?;
        }
        Ok(())
    }

    /// Drops uses with all threads in their locksets: no later use races with them.
    fn forget_what_all_come_after<M: Machine, L: Listener>(
        &self,
        driver: &mut Driver<'_, M, L>,
        slots: &mut Vec<Slot>,
    ) {
        let threads = driver.machine().threads();
        let all_come_after = |slot: &Slot| {
            !threads.is_empty()
                && threads
                    .iter()
                    .all(|thread| self.sets.contains(slot.set, Element::Thread(*thread)))
        };
        slots.retain(|slot| !all_come_after(slot));
    }

    /// Uses that race behind a state that is reached again may race with the last uses on this
    /// path: opens the states of these.
    fn meet_races<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        slots: &[Slot],
        races: &Races,
        va: &[Used],
    ) {
        for slot in slots.iter().filter(|slot| races.conflict(slot.thing, slot.how)) {
            self.open(driver, slot.node);
        }
        let curr = self.nodes.last_mut().expect("there is a state");
        curr.races.add_all_but(races, va);
    }

    /// An execution is over after a step from the last state on the path: opens that state if other
    /// threads were enabled there, and those of uses that conflict with blocked threads' next
    /// steps.
    fn end<M: Machine, L: Listener>(&mut self, driver: &mut Driver<'_, M, L>) {
        if self.nodes.is_empty() {
            return;
        }
        let curr = self.nodes.last_mut().expect("there is a state");
        let me = curr.taken.map(Choice::thread);
        if curr.choices.iter().any(|choice| Some(choice.thread()) != me) {
            curr.open = true;
        }
        let blocked = driver.machine().blocked();
        self.come_too_late(driver, blocked);
    }

    /// These threads do not go on: opens the states of uses that conflict with their next steps.
    fn come_too_late<M: Machine, L: Listener>(
        &mut self,
        driver: &mut Driver<'_, M, L>,
        threads: Vec<ThreadId>,
    ) {
        if self.nodes.is_empty() {
            return;
        }
        for thread in threads {
            let operation = driver.machine().operation(Choice::Run(thread));
            let footprint = dependence::potential(&operation, |thing| thing);
            self.meet_conflicts(driver, thread, &footprint, operation.kind == OperationKind::Join);
        }
    }

    /// Everything that was scheduled from the last state is explored.
    fn pop<M: Machine, L: Listener<Mark = K>>(&mut self, driver: &mut Driver<'_, M, L>) {
        let mut curr = self.nodes.pop().expect("there is a state");
        if curr.succ_on_stack {
            for slot in &curr.slots {
                self.open(driver, slot.node);
            }
            curr.races.all = true;
        }
        if !curr.races.is_empty() {
            // Its names are asked for where they are valid.
            driver.rollback(curr.mark);
            driver.machine().fingerprint();
        }
        self.table.pop(driver.machine().canonical(), curr.key, &curr.races);
        if let Some(prev) = self.nodes.last_mut() {
            prev.races.add_all_but(&curr.races, &curr.va);
        }
    }
}

/// What a step uses, with the thing that every step uses, if there are global steps.
fn uses(world: bool, footprint: &Footprint) -> Vec<(Used, Use)> {
    let everybody = if footprint.world { Use::Write } else { Use::Read };
    let things = footprint.things.iter().map(|(thing, how)| (Some(*thing), *how));
    things.chain(world.then_some((None, everybody))).collect()
}

impl<Mark> Node<Mark> {
    /// The next choice to take: of the thread that is scheduled, or, in an open state, of one more.
    fn next_choice(&mut self) -> Option<Choice> {
        if self.ways.is_empty() && self.open {
            let next = self
                .choices
                .iter()
                .map(|choice| choice.thread())
                .find(|thread| !self.done.contains(thread));
            self.schedule(next?);
        }
        self.ways.pop()
    }

    fn schedule(&mut self, thread: ThreadId) {
        self.ways =
            self.choices.iter().rev().filter(|choice| choice.thread() == thread).copied().collect();
        self.done.push(thread);
        self.open = false;
    }

    /// Goes on with a thread if it can.
    fn prefer(&mut self, thread: Option<ThreadId>) {
        if let Some(thread) =
            thread.filter(|thread| self.choices.iter().any(|choice| choice.thread() == *thread))
        {
            self.schedule(thread);
        }
    }
}
