//! Where a timed wait ends only when nothing else goes on: each with `--timeouts idle`, those of
//! idle workers otherwise.
//!
//! Time passes where no thread can take a step but those that **go round**, and those whose own wait
//! ends first. A thread goes round in a state if it would do so for ever, were it alone: by steps that
//! change nothing for others it comes to a state, and from there back to the same one; or it comes
//! back to the state where it is, whatever it does between (a lock that is taken and left). Whoever
//! would first change something is waited for, so a wait never ends while a thread that could go on
//! is on its way to what the wait is for. It is a function of the state alone: states that are one
//! have the same choices, and no history has to be kept.
//!
//! A loop that makes each of its states new (a counter) does not go round. Beside such a one, time
//! passes once its rounds are as many as others may be passed over
//! ([`crate::threads::fairness::ROUNDS`]). Threads that go round only together (each changes what
//! the other waits for) count as going on, and time stands still beside them.
//!
//! **Idle workers.** A worker of a pool that has had nothing to do for some time ends, mostly after a
//! minute. That this minute may be over between any two steps of others would bring in schedules
//! without number (workers that end and are replaced), in which others are held up for as long.

use crate::explore::explorer::Explorer;
use crate::threads::library::{ASKS_QUEUE, AWAITS_WORK, QUEUES};
use crate::threads::thread::{Frame, Status};
use crate::vm::{TimedWaits, Vm};
use raceproof_base::{Choice, Machine, Progress, StepOutcome};
use rustc_hash::FxHashSet;

/// A loop by which a thread waits has fewer steps before it comes round.
const STEPS: usize = 1_000;
/// One that changes something on the way, and takes that back.
const WORKING_STEPS: usize = 16;

/// They wait for long if at least so much is left, a second: a program may ask for less on purpose.
const LONG: u64 = 1_000_000_000;

impl Explorer {
    /// Leaves out the ends of timed waits for which it is not time yet.
    pub(crate) fn let_time_pass_when_idle(&mut self, choices: &mut Vec<Choice>) {
        let is_timed = |choice: &Choice| matches!(choice, Choice::TimeOut(_));
        let deadline = |vm: &Vm, choice: &Choice| vm.deadline_of(choice.thread().0 as usize);
        let ends_last = |vm: &Vm, choice: &Choice| {
            is_timed(choice) && vm.ends_when_idle(choice.thread().0 as usize)
        };
        if !choices.iter().any(|choice| ends_last(&self.vm, choice)) {
            return;
        }
        self.vm.explored.held_waits = true;
        let timed = choices.iter().filter(|choice| is_timed(choice));
        let Some(first) = timed.map(|choice| deadline(&self.vm, choice)).min() else { return };
        let mut going: Vec<usize> = choices
            .iter()
            .filter(|choice| !is_timed(choice) && !matches!(choice, Choice::Spurious(_)))
            .map(|choice| choice.thread().0 as usize)
            .collect();
        going.dedup();
        let is_idle = going.into_iter().all(|number| self.goes_round_alone(number));
        choices.retain(|choice| {
            !ends_last(&self.vm, choice)
                || is_idle && deadline(&self.vm, choice) == first
                || self.vm.is_passed_over_too_often(choice.thread().0 as usize)
        });
    }

    fn goes_round_alone(&mut self, number: usize) -> bool {
        self.vm.explored.watch(true);
        let goes_round = self.tried(|explorer| explorer.comes_back_alone(number));
        self.vm.explored.watch(false);
        goes_round
    }

    fn comes_back_alone(&mut self, number: usize) -> bool {
        let (start, place) = (self.fingerprint(), self.vm.place_in_code(number));
        let mut seen = FxHashSet::from_iter([start]);
        let mut working = None;
        for step in 0..STEPS {
            if working.is_some_and(|since| step >= since + WORKING_STEPS) || !self.step_of(number) {
                return false;
            }
            if self.vm.fairness.progress == Progress::Works {
                working.get_or_insert(step);
            }
            let comes_back = match working {
                Some(_) => self.vm.place_in_code(number) == place && self.fingerprint() == start,
                None => !seen.insert(self.fingerprint()),
            };
            if comes_back {
                return true;
            }
        }
        false
    }

    /// A step of a thread by the only way it has, if that takes no time and ends nothing.
    fn step_of(&mut self, number: usize) -> bool {
        let mut ways = Vec::new();
        self.vm.choices_of(number, &mut ways);
        let [choice @ Choice::Run(_)] = ways[..] else { return false };
        matches!(self.step(choice, &mut ()), StepOutcome::Done)
            && self.vm.explored.uncaught.is_empty()
    }
}

impl Vm {
    /// Whether a reduction is about to let time pass. When it does depends on what all threads can
    /// do, and which wait ends on the order in which they were begun, so no two steps are independent
    /// there. Until then a reduction leaves out no state in which time could pass first: in such a
    /// one nothing else goes on, and that, as a deadlock, is reached by some order that is explored.
    ///
    /// Not so where other waits may end at any moment: then such a state need not be reached. So no
    /// reduction has both, waits that end and waits that are held.
    pub(crate) fn must_tell_orders_apart(&mut self, choice: Choice) -> bool {
        self.explored.ended_waits |= matches!(choice, Choice::TimeOut(_));
        self.explore.dependences && self.explored.ended_waits && self.explored.held_waits
    }

    /// The wait of a thread ends by its time.
    pub(crate) fn let_pass_until(&mut self, number: usize, deadline: u64) {
        let is_last = self.ends_when_idle(number);
        self.scalars.clock = self.scalars.clock.max(deadline);
        if is_last {
            self.settle();
        }
    }

    /// Whether a thread's wait ends by its time only where nothing else goes on.
    fn ends_when_idle(&self, number: usize) -> bool {
        match self.explore.timed_waits {
            TimedWaits::AtAnyMoment => false,
            TimedWaits::WhenIdle => true,
            TimedWaits::WorkersLast => {
                let left = self.deadline_of(number).saturating_sub(self.scalars.clock);
                left >= LONG && self.waits_for_work(number)
            }
        }
    }

    /// Whether it is an idle worker: of a `ForkJoinPool`, or of a pool in whose queue it waits for as
    /// long as its keep-alive time. (In that of a scheduled pool it waits for a task to be due.)
    fn waits_for_work(&self, number: usize) -> bool {
        let (frames, _) = self.stack_of(number);
        let name = |frame: &Frame| {
            let method = frame.code.method;
            (method.class().name.text(), method.name.text())
        };
        let asks_queue =
            |pair: &[Frame]| name(&pair[0]) == ASKS_QUEUE && QUEUES.contains(&name(&pair[1]).0);
        frames.iter().any(|frame| name(frame) == AWAITS_WORK) || frames.windows(2).any(asks_queue)
    }

    /// Whoever has done its last action has ended, and whoever is stopped before what it must wait
    /// for waits there.
    fn settle(&mut self) {
        for number in 0..self.threads.len() {
            let thread = &self.threads[number];
            if self.may_end_now(thread.object) {
                self.end_is_seen(number);
            } else if self.may_not_wait_yet(number)
                && let Some(pending) = &mut self.thread_mut(number).pending
            {
                pending.reached = true;
            }
        }
    }

    fn deadline_of(&self, number: usize) -> u64 {
        let thread = &self.threads[number];
        let waiting = match thread.status {
            Status::Waiting { deadline, .. } => deadline,
            _ => thread.pending.and_then(|pending| pending.deadline),
        };
        waiting.unwrap_or(u64::MAX)
    }
}
