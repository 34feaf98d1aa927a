//! The machine as a search drives it: a program started, stopped at its first choice, and from
//! there stepped, undone, saved and told apart.
//!
//! **The first state** is the one in which for the first time more than one way leads on: the boot
//! and whatever `main` does before it has started a thread are the same in every execution, so they
//! run once and everything they made is frozen.
//!
//! **A transition** is one visible operation of one thread ([`crate::threads::pending`]) and what
//! follows it, up to the thread's next one. After 50,000 instructions it ends at the next backward
//! jump: the thread may spin on a variable that only another thread changes.

use crate::execute::exec::SLICE;
use crate::ground::class::{ClassRef, MethodRef};
use crate::ground::heap::Ref;
use crate::ground::native::Registry;
use crate::state::identity::Identity;
use crate::state::snapshot::{Saved, Store};
use crate::tell::naming::Naming;
use crate::tell::telling::{Ear, EarlyEvents, Told};
use crate::threads::pending::PATIENCE;
use crate::threads::pending::{Grant, address_of, object_at};
use crate::threads::sched::Stop;
use crate::threads::thread::{Status, Wake};
use crate::vm::{ExploreOptions, RunOptions, RunOutcome, TimedWaits, Vm};
use raceproof_base::{
    Address, Canonical, Cause, Choice, Effect, Event, Finding, Finer, Fingerprint, Listener,
    Machine, Mark, Names, Operation, OperationKind, Place, Progress, Site, Situation, StepOutcome,
    Sync, Thing, ThreadId, ThreadReport, Trust, Unsupported, Use, Work,
};
use std::collections::VecDeque;

/// Slices of the part before the first choice, before it is taken for a loop and left to the
/// search.
const PREFIX_SLICES: usize = 10;
/// And so many waits that end in one way.
const PREFIX_WAITS: usize = 1_000;

/// A program whose schedules can be explored.
pub struct Explorer {
    pub(crate) vm: Vm,
    identity: Identity,
    /// No snapshot is restored: see [`Machine::goes_back_only`].
    goes_back_only: bool,
    store: Store,
    /// How the program ended before it had a choice: its only transition.
    prefix: Option<StepOutcome>,
    prefix_taken: bool,
    /// Exceptions before the first choice that nobody caught.
    uncaught_before: VecDeque<Finding>,
    /// What detectors must know of what happened before it.
    before: EarlyEvents,
}

impl Explorer {
    /// How the threads stand that were started and have not ended.
    #[must_use]
    pub fn standing(&self) -> Vec<ThreadReport> {
        self.vm.thread_reports()
    }

    /// Boots the JDK and runs the program up to its first choice.
    ///
    /// # Errors
    /// If the program cannot be started, in the words of [`RunOutcome`].
    pub fn start(
        options: &RunOptions,
        explore: ExploreOptions,
        trust: Trust,
        registry: Registry,
    ) -> Result<Self, RunOutcome> {
        let options = RunOptions { explore: true, ..options.clone() };
        let mut vm = Vm::create(&options, registry).map_err(RunOutcome::BadTarget)?;
        vm.explore = explore;
        vm.noted.trust = trust;
        vm.boot_or_refuse()?;
        let (class, method, instance): (ClassRef, MethodRef, bool) =
            vm.main_of_program().map_err(RunOutcome::BadTarget)?;
        vm.prepare_main(class, method, instance)
            .map_err(|stop| vm.outcome_of(stop, "while calling main"))?;
        vm.collect();
        vm.heap.keep_tail();
        vm.share_everything();
        vm.first_of_program = vm.heap.top;
        vm.note_standard_streams();
        vm.note_main_group();
        vm.exploring = true;
        let mut explorer = Self {
            vm,
            identity: Identity::default(),
            goes_back_only: false,
            store: Store::default(),
            prefix: None,
            prefix_taken: false,
            uncaught_before: VecDeque::new(),
            before: EarlyEvents::default(),
        };
        explorer.run_prefix();
        explorer.uncaught_before = std::mem::take(&mut explorer.vm.explored.uncaught);
        match explorer.prefix {
            Some(StepOutcome::Cancelled(cause)) => return Err(RunOutcome::Cancelled(cause)),
            // Nothing runs any more.
            Some(_) => explorer.vm.heap.allocate_behind_everything(),
            None if explorer.vm.heap.has_ample_tail() => {
                explorer.vm.heap.allocate_behind_everything();
            }
            None => {}
        }
        if explorer.prefix.is_none() {
            explorer.vm.load_before_first_choice().map_err(RunOutcome::Cancelled)?;
        }
        explorer.vm.freeze();
        // What could not be frozen is copied wherever the state is.
        if !explorer.vm.may_be_saved() {
            return Err(RunOutcome::Cancelled(Cause::Memory));
        }
        Ok(explorer)
    }

    fn run_prefix(&mut self) {
        let (mut slices, mut waits) = (0, 0);
        self.vm.fuel = SLICE;
        self.vm.count_threads();
        let mut before = std::mem::take(&mut self.before);
        let mut outcome = self.run(&mut before);
        while matches!(outcome, StepOutcome::Done) && !self.is_over() {
            let Some(choice) =
                self.only_way().filter(|_| slices < PREFIX_SLICES && waits < PREFIX_WAITS)
            else {
                break;
            };
            let number = choice.thread().0 as usize;
            let is_slice = self.vm.threads[number].pending.is_none();
            *if is_slice { &mut slices } else { &mut waits } += 1;
            if !self.end_waiting(number, choice) {
                outcome = self.resume(number, choice, SLICE, &mut before);
            }
        }
        self.before = before;
        if matches!(outcome, StepOutcome::Done) && !self.vm.has_live_threads() {
            self.vm.note_end();
        }
        if !matches!(outcome, StepOutcome::Done) || self.is_over() {
            self.prefix = Some(outcome);
        }
    }

    /// How the only thread goes on, if there is one way: a sleep ends, too.
    fn only_way(&self) -> Option<Choice> {
        let mut ways = Vec::new();
        if self.vm.alone {
            (0..self.vm.threads.len()).for_each(|number| self.vm.choices_of(number, &mut ways));
        }
        if let [choice] = ways[..] { Some(choice) } else { None }
    }

    fn run<E: Ear>(&mut self, ear: &mut E) -> StepOutcome {
        let stop = self.vm.run_thread(ear);
        self.vm.tell(ear);
        self.outcome(stop)
    }

    fn is_over(&self) -> bool {
        self.vm.scalars.ended.is_some()
            || self.vm.threads.iter().all(|t| t.status == Status::Terminated)
    }

    /// What a stop of the running thread means for the search.
    fn outcome(&mut self, stop: Stop) -> StepOutcome {
        match stop {
            Stop::Switch => StepOutcome::Done,
            // Of a status, the system keeps eight bits.
            Stop::Exit(status) if status & 0xFF == 0 => {
                self.vm.scalars.ended = Some(0);
                StepOutcome::Done
            }
            Stop::Exit(status) => StepOutcome::Violated(Box::new(self.vm.exit_violation(status))),
            Stop::Ignored => StepOutcome::Ignored,
            Stop::Cancelled(cause) => StepOutcome::Cancelled(cause),
            Stop::Unsupported(what) => {
                StepOutcome::Unsupported(Box::new(self.vm.unsupported(what)))
            }
            Stop::Threw(_) | Stop::Returned(_) => {
                let what = "a call from outside the program ended inside it".to_owned();
                StepOutcome::Unsupported(Box::new(Unsupported { what, stack: Vec::new() }))
            }
        }
    }

    /// Ends a wait that is no instruction under way: the thread only competes for the monitor
    /// again.
    fn end_waiting(&mut self, number: usize, choice: Choice) -> bool {
        let Status::Waiting { object, deadline } = self.vm.threads[number].status else {
            return false;
        };
        self.vm.note_way(number, choice, None);
        self.vm.note_effect(Effect::Uses(Thing::Waiters(address_of(object)), Use::Set));
        match choice {
            Choice::TimeOut(_) => {
                self.vm.let_pass_until(number, deadline.unwrap_or(0));
                self.vm.end_wait(number, Wake::TimedOut);
            }
            Choice::Run(_) if self.vm.threads[number].interrupted => {
                self.vm.end_wait(number, Wake::Interrupted);
            }
            // A thread that ends notifies those who wait on it.
            Choice::Run(_) => {
                if let Some(ended) = self.vm.ending_thread(object) {
                    self.vm.end_is_seen(ended);
                }
            }
            _ => self.vm.end_wait(number, Wake::Notified),
        }
        true
    }

    fn resume<E: Ear>(
        &mut self,
        number: usize,
        choice: Choice,
        fuel: i64,
        ear: &mut E,
    ) -> StepOutcome {
        let pending = self.vm.threads[number].pending;
        if let (Choice::TimeOut(_), Some(deadline)) = (choice, pending.and_then(|p| p.deadline)) {
            self.vm.let_pass_until(number, deadline);
        }
        self.vm.note_way(number, choice, pending);
        self.vm.explored.has_joined =
            pending.is_some_and(|p| p.operation.kind == OperationKind::Join);
        let thread = self.vm.thread_mut(number);
        thread.pending = None;
        if pending.is_some_and(|p| p.may_take_time()) {
            thread.clock_reads = 0;
        }
        self.vm.keep_stack(number);
        self.vm.switch_to(number);
        let grant = match choice {
            Choice::Run(_) => Grant::Go,
            Choice::TimeOut(_) => Grant::TimedOut,
            Choice::Spurious(_) => Grant::Spurious,
            Choice::Value(_, value) | Choice::Notify(_, value) => Grant::Number(value),
        };
        self.vm.grant = pending.map(|p| (p.operation, grant));
        self.vm.count_threads();
        self.vm.fuel = fuel;
        self.vm.library.begin();
        let outcome = self.run(ear);
        self.vm.grant = None;
        self.vm.end_library_step();
        self.vm.look_for_overtaken_initializers();
        match &self.vm.noted.finer {
            Some(finer) => StepOutcome::TooCoarse(finer.clone()),
            None => outcome,
        }
    }

    /// The canonical words of what the identity of the state tells apart.
    pub fn dump(&mut self) -> Vec<u64> {
        self.identity.in_full(&self.vm).to_vec()
    }

    /// So few new objects that a step leaves are one thing in the identity of states: for tests.
    pub fn make_batches_of(&mut self, fewest: usize) {
        self.vm.batches.fewest = Some(fewest);
    }

    /// How many such things there are.
    #[must_use]
    pub fn count_batches(&self) -> usize {
        self.vm.batches.len()
    }

    /// Everything that belongs to the state, as it lies in memory: for tests of the ways back.
    #[must_use]
    pub fn raw_dump(&self) -> Vec<u64> {
        let vm = &self.vm;
        let journal = &vm.heap.journal;
        let used = vm.heap.top.max(vm.heap.frontier);
        let mut words = vm.heap.words[journal.frozen_end..used].to_vec();
        words.extend(journal.changed.iter().filter_map(|(index, before)| {
            let word = vm.heap.get(*index as usize);
            (word != *before).then_some(word ^ u64::from(*index) << 32)
        }));
        let mut text = format!("{:?}", vm.scalars);
        for (number, thread) in vm.threads.iter().enumerate() {
            let (frames, stack) = vm.stack_of(number);
            text += &format!("{:?}", **thread);
            for frame in frames {
                text += &format!(
                    "{} {} {} {:?};",
                    frame.code.method.id, frame.base, frame.pc, frame.lock
                );
            }
            words.extend_from_slice(stack);
        }
        words.extend(text.bytes().map(u64::from));
        words
    }

    /// Where an instruction stands.
    #[must_use]
    pub fn place(&self, site: Site) -> Place {
        Naming::new(&self.vm).place(site)
    }

    /// What lies at an address, as [`Names::variable`] has it.
    #[must_use]
    pub fn variable_name(&self, address: Address) -> String {
        Naming::new(&self.vm).variable(address)
    }

    /// The machine, for tests of its invariants.
    #[must_use]
    pub fn vm(&self) -> &Vm {
        &self.vm
    }

    /// Shows what has been printed on the way here, if that was asked for, and nothing else.
    pub fn show_output(&mut self) {
        self.vm.show_explored();
    }
}

impl Vm {
    fn note_standard_streams(&mut self) {
        let streams = self.load_boot("java/lang/System").ok();
        let field = |vm: &Self, name| {
            streams.and_then(|class| vm.static_field(class, name)).map_or(Ref::NULL, Ref::of)
        };
        self.set_standard_streams([field(self, "out"), field(self, "err")]);
    }
}

impl Machine for Explorer {
    type Snapshot = Saved;

    fn begin<L: Listener>(&mut self, listener: &mut L) {
        for (event, sites) in &self.before.0 {
            listener.event(event, &Naming::of_stack(&self.vm, sites));
        }
        // What ends before its first choice has one step, which tells.
        self.vm.explored.uncaught =
            if self.prefix.is_none() { self.uncaught_before.clone() } else { VecDeque::new() };
    }

    fn canonical(&self) -> &dyn Canonical {
        self
    }

    fn situation(&mut self) -> Situation {
        if self.prefix.is_some() {
            let main = Choice::Run(ThreadId(0));
            return if self.prefix_taken { Situation::Ended } else { Situation::Open(vec![main]) };
        }
        // With its last thread that is no daemon, the program ends.
        if self.vm.scalars.ended.is_some() || !self.vm.has_live_threads() {
            return Situation::Ended;
        }
        if let Some(number) = (0..self.vm.threads.len()).find(|n| self.vm.is_private_step(*n)) {
            return Situation::Open(vec![Choice::Run(ThreadId(number as u32))]);
        }
        let mut choices = Vec::with_capacity(self.vm.threads.len());
        (0..self.vm.threads.len()).for_each(|n| self.vm.choices_of(n, &mut choices));
        if self.vm.explore.timed_waits != TimedWaits::AtAnyMoment {
            self.let_time_pass_when_idle(&mut choices);
        }
        // No thread owes a waking for no reason.
        if choices.iter().any(|choice| !matches!(choice, Choice::Spurious(_))) {
            return match self.vm.circle() {
                Some(circle) => Situation::Deadlock(Box::new(self.vm.partial_deadlock(&circle))),
                None => Situation::Open(self.vm.fairly(choices)),
            };
        }
        if self.vm.leaves_idle_threads_only() {
            return Situation::Ended;
        }
        Situation::Deadlock(Box::new(self.vm.deadlock()))
    }

    fn operation(&self, choice: Choice) -> Operation {
        let number = choice.thread().0 as usize;
        let Some(thread) = self.vm.threads.get(number) else {
            return Operation {
                kind: OperationKind::Begin,
                on: raceproof_base::Address::NONE,
                site: Site::NOWHERE,
            };
        };
        self.vm.next_operation(number, thread)
    }

    fn step<L: Listener>(&mut self, choice: Choice, listener: &mut L) -> StepOutcome {
        if L::LISTENS {
            let operation = self.operation(choice);
            let event = Event::Operation { thread: choice.thread(), operation };
            listener.event(&event, &Naming::new(&self.vm));
        }
        if let Some(outcome) = &self.prefix {
            self.prefix_taken = true;
            self.vm.explored.uncaught.clone_from(&self.uncaught_before);
            return outcome.clone();
        }
        if self.vm.must_tell_orders_apart(choice) {
            return StepOutcome::TooCoarse(Finer::AllOrders);
        }
        let number = choice.thread().0 as usize;
        self.vm.explored.uncaught.clear();
        self.vm.begin_effects();
        let begun = self.vm.begun(number);
        let outcome = if self.end_waiting(number, choice) {
            self.vm.tell(&mut Told(listener));
            StepOutcome::Done
        } else {
            let outcome = self.resume(number, choice, PATIENCE, &mut Told(listener));
            self.vm.end_effects();
            outcome
        };
        self.vm.note_step(number, choice, begun);
        if let (Some(suspect), StepOutcome::Done) = (self.vm.fairness.suspect.take(), &outcome)
            && let Some(finer) = self.look_for_unending_loop(suspect)
        {
            return StepOutcome::TooCoarse(finer);
        }
        if matches!(outcome, StepOutcome::Done) {
            self.look_whether_it_spins_alone(number);
            if !self.vm.has_live_threads() {
                self.vm.note_end();
            }
        }
        // What is linked is never taken back: it is too coarse for whoever only tries, too.
        let finer = if self.vm.explored.is_trying { None } else { self.vm.noted.finer.take() };
        match (outcome, finer) {
            (StepOutcome::Done, Some(finer)) => StepOutcome::TooCoarse(finer),
            (StepOutcome::Done, None) if !self.vm.may_be_saved() => {
                StepOutcome::Cancelled(Cause::Memory)
            }
            (outcome, _) => outcome,
        }
    }

    fn finding(&mut self) -> Option<Box<Finding>> {
        self.vm.explored.uncaught.pop_front().map(Box::new)
    }

    fn is_spoilt(&self) -> bool {
        self.vm.linked.is_spoilt()
    }

    fn mark(&mut self) -> Mark {
        self.vm.explored.log.mark();
        self.vm.set_mark()
    }

    fn rollback(&mut self, to: Mark) {
        self.prefix_taken = false;
        self.vm.go_back(to);
        self.vm.explored.log.go_back(to);
    }

    fn save(&mut self) -> Saved {
        self.store.save(&self.vm, self.prefix_taken)
    }

    fn restore(&mut self, from: &Saved) {
        self.goes_back_only = false;
        self.prefix_taken = self.store.restore(&mut self.vm, from);
    }

    fn fingerprint(&mut self) -> Fingerprint {
        if self.prefix.is_some() {
            Fingerprint(u128::from(self.prefix_taken))
        } else if self.goes_back_only {
            self.identity.of_present(&mut self.vm)
        } else {
            self.identity.of(&self.vm)
        }
    }

    fn effects(&self) -> &[Effect] {
        self.vm.explored.effects()
    }

    fn value(&self, variable: Address) -> u64 {
        self.vm.word_at(variable)
    }

    fn goes_back_only(&mut self) {
        self.goes_back_only = true;
    }

    fn joins_on(&mut self, joins_on: bool) {
        self.vm.explored.joins_on = joins_on;
    }

    fn begin_search(&mut self) {
        self.vm.explored.tried.clear();
        self.vm.explored.followed.clear();
        self.vm.explored.stops.clear();
        (self.vm.explored.ended_waits, self.vm.explored.held_waits) = (false, false);
    }

    fn is_whole(&self, choice: Choice) -> bool {
        !self.vm.is_in_operation(choice.thread().0 as usize)
    }

    fn key(&self, thread: ThreadId) -> u64 {
        self.vm.threads[thread.0 as usize].key
    }

    fn likeness(&self, variable: Address, near: impl FnOnce() -> Option<Address>) -> Address {
        self.vm.likeness(variable, near)
    }

    fn blocked(&self) -> Vec<ThreadId> {
        let is_blocked = |number: &usize| {
            let thread = &self.vm.threads[*number];
            let pending = thread.pending.filter(|pending| !self.vm.holds(*number, pending));
            thread.status == Status::Runnable && pending.is_some()
        };
        (0..self.vm.threads.len())
            .filter(is_blocked)
            .map(|number| ThreadId(number as u32))
            .collect()
    }

    fn able(&self) -> Vec<ThreadId> {
        (0..self.vm.threads.len())
            .filter(|number| self.vm.can_go_on(*number))
            .map(|number| ThreadId(number as u32))
            .collect()
    }

    fn threads(&self) -> Vec<ThreadId> {
        let lives = |number: &usize| self.vm.threads[*number].status != Status::Terminated;
        (0..self.vm.threads.len()).filter(lives).map(|number| ThreadId(number as u32)).collect()
    }

    fn is_race_free_from(&mut self, mark: Mark) -> bool {
        let answer = self.vm.is_race_free_from(mark);
        if let Err(reason) = answer {
            log::debug!("from {} on, there may be a race: {reason}", mark.0);
        }
        answer.is_ok()
    }

    fn progress(&self) -> Progress {
        self.vm.fairness.progress
    }

    fn hanging(&self) -> Box<Finding> {
        Box::new(self.vm.hanging())
    }

    fn be_fair(&mut self, is_fair: bool) {
        self.vm.fairness.is_fair = is_fair;
    }

    fn unending(&self) -> Vec<Place> {
        let naming = Naming::new(&self.vm);
        let loops = self.vm.explored.unending.iter().filter(|_| self.vm.fairness.held_back);
        let mut places: Vec<Place> = loops.map(|found| naming.place(found.site)).collect();
        places.sort_by_key(ToString::to_string);
        places.dedup();
        places
    }

    fn divided(&self) -> Option<Place> {
        self.vm.library.divided.map(|site| Naming::new(&self.vm).place(site))
    }

    fn uncompared(&self) -> Option<Place> {
        self.vm.library.uncompared.map(|site| Naming::new(&self.vm).place(site))
    }

    fn untold(&self) -> Option<Place> {
        self.vm.library.untold.map(|site| Naming::new(&self.vm).place(site))
    }

    fn unargued(&self) -> Option<Place> {
        self.vm.library.unargued.map(|site| Naming::new(&self.vm).place(site))
    }

    fn has_operations(&self) -> bool {
        self.vm.library.has_operations
    }

    fn work(&self) -> Work {
        let bytes = self.vm.state_bytes() + self.store.bytes();
        Work { instructions: self.vm.instructions, bytes: bytes as u64, prints: self.vm.prints() }
    }
}

impl Canonical for Explorer {
    fn variable(&self, variable: Address) -> Option<u64> {
        self.identity.name_of(&self.vm, variable)
    }

    fn address(&self, name: u64) -> Option<Address> {
        self.identity.address_of_name(&self.vm, name)
    }

    fn thread(&self, thread: ThreadId) -> Option<u64> {
        let thread = self.vm.threads.get(thread.0 as usize)?;
        (thread.status != Status::Terminated).then_some(thread.key << 3)
    }

    fn sync(&self, sync: Sync) -> Option<u64> {
        match sync {
            // Nobody enters a monitor before its owner has left it, who knows all that was released
            // there.
            Sync::Monitor(object) if self.vm.monitor(object_at(object)).owner.is_some() => None,
            Sync::Monitor(object) => self.variable(object).map(|name| name << 3 | 1),
            Sync::Variable(variable) => self.variable(variable).map(|name| name << 3 | 2),
            Sync::Thread(thread) => {
                let thread = self.vm.threads.get(thread.0 as usize)?;
                self.variable(address_of(thread.object)).map(|_| thread.key << 3 | 3)
            }
            Sync::Class(mirror) => self.variable(mirror).map(|name| name << 3 | 4),
            Sync::Interrupt(object) => self.variable(object).map(|name| name << 3 | 5),
            // Nobody else writes or reads for a thread.
            Sync::ReleaseFence(thread) => Canonical::thread(self, thread).map(|name| name | 6),
            Sync::AcquireFence(thread) => Canonical::thread(self, thread).map(|name| name | 7),
        }
    }
}

#[cfg(test)]
mod tests;
