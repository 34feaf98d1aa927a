//! Fairness: a thread that goes round and round lets the others go first.
//!
//! A thread **goes round** when it yields (`onSpinWait` is that, too), when its sleep or timed wait ends by time, when it has run for long
//! without a visible operation, when by reading alone it comes back to an operation that it has done, and, if it is a daemon,
//! when it comes back to an operation at all. Such loops need not come back to a *state*: a counter, a random number or the
//! clock makes each one new, and a search would follow the loop for ever. So each thread counts the rounds that others go while it
//! could go on and does not ([`Passed`]). Those that are passed over come first in the order of choices; and whom the others
//! have passed over [`MOST`] times goes on before anybody else does.
//!
//! **What is still explored.** Every execution in which no thread that could go on is passed over for [`ROUNDS`] rounds. Let `r` be
//! the count of a thread in such an execution, where every return to an operation is noticed, and `c` that in the explored state which
//! stands for it. Up to [`SLACK`], counts are no part of a state's identity, so that a loop that does come back to its state is known by
//! that: there `c <= SLACK + r` for any `r`. Beyond, the identity has the counts, and what each thread's rounds are noticed by
//! ([`Passed::noticed`]): a state is left to an earlier visit only if both are the same, so both counts fall to zero at the same steps,
//! and `c` rises where `r` does, or does not: but for the round with which it came to be beyond, and one whose beginning only
//! the earlier visit had seen. So `c <= SLACK + 2 * ROUND + r` always, and `c < MOST` where `r` is less than so many rounds: nothing
//! of the execution is held back. Whether anything was held back is remembered, for the report's assumptions.
//!
//! Searches that execute one of several orders hold back the same threads. There, rounds are those of the order that was chosen.

use crate::clock::ClockUse;
use crate::thread::Status;
use crate::vm::Vm;
use raceproof_base::{Address, Choice, OperationKind, Progress};

/// A round, in the units of the counts.
const ROUND: u32 = 8;
/// A round by reading alone: these are quick, and many programs read some hundred times before they wait.
const READING: u32 = 1;
/// Up to here, counts are no part of a state.
const SLACK: u32 = 8 * ROUND;
/// Whoever was passed over so often goes on now.
const MOST: u32 = SLACK + (2 + ROUNDS) * ROUND;
/// After so many units, time passes more quickly for whoever reads the clock.
const HURRY: u32 = 8 * ROUND;

/// The rounds that a thread may be passed over, for people.
pub const ROUNDS: u32 = 16;

/// What fairness must know of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Passed {
    /// How far the others went round while it could have gone on.
    rounds: u32,
    turtle: Turtle,
}

impl Passed {
    /// Of two threads, that which was passed over more often.
    pub(crate) fn max(self, other: Self) -> Self {
        if other.rounds > self.rounds { other } else { self }
    }

    /// Whether the count is past where it tells nothing.
    pub(crate) fn is_often(self) -> bool {
        self.rounds > SLACK
    }

    /// By what the thread's next rounds are noticed.
    pub(crate) fn noticed(self) -> [u64; 2] {
        let Turtle { place, steps, power } = self.turtle;
        [place, u64::from(steps) << 32 | u64::from(power)]
    }

    /// The count as far as it tells states apart. Where time passes only when nothing else goes on, it is also whether it does.
    pub(crate) fn counted(self, idle: bool) -> u32 {
        if self.rounds > SLACK { self.rounds } else { u32::from(idle && self.rounds >= 2 * ROUND) }
    }
}

/// Brent's way to notice that something goes round: the place is compared with one that is left behind, farther and farther.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Turtle {
    place: u64,
    steps: u32,
    power: u32,
}

impl Turtle {
    fn meets(&mut self, place: u64) -> bool {
        if self.power > 0 && self.place == place {
            self.steps = 0;
            return true;
        }
        self.steps += 1;
        if self.steps > self.power {
            *self = Self { place, steps: 0, power: self.power.max(1).saturating_mul(2) };
        }
        false
    }
}

/// An operation that is about to be performed, and what its variable holds if it may be updated.
#[derive(Clone, Copy)]
pub(crate) struct Begun {
    kind: Option<OperationKind>,
    on: Address,
    held: u64,
    interrupted: bool,
}

impl Vm {
    pub(crate) fn begun(&self, number: usize) -> Begun {
        let operation = self.threads[number].pending.map(|pending| pending.operation);
        let on = operation.map_or(Address::NONE, |operation| operation.on);
        let interrupted = self.threads[number].interrupted;
        let kind = operation.map(|operation| operation.kind);
        let held = if kind == Some(OperationKind::Update) { self.word_at(on) } else { 0 };
        Begun { kind, on, held, interrupted }
    }

    /// The eight bytes at an address, if it is one of the heap's.
    pub(crate) fn word_at(&self, variable: Address) -> u64 {
        let bytes = self.heap.raw(variable.0 as usize, 8);
        bytes.map_or(0, |bytes| bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }

    /// A thread has taken a step.
    pub(crate) fn note_step(&mut self, number: usize, choice: Choice, begun: Begun) {
        self.progress = self.progress_by(choice, begun);
        let units = self.round_by(number, choice, begun);
        if self.threads[number].passed.rounds > 0 {
            self.thread_aside(number).passed.rounds = 0;
        }
        if units == 0 {
            return;
        }
        let mut ways = Vec::new();
        for other in (0..self.threads.len()).filter(|other| *other != number) {
            ways.clear();
            self.choices_of(other, &mut ways);
            let before = self.threads[other].passed.rounds;
            let now = if ways.is_empty() { 0 } else { (before + units).min(MOST) };
            if now != before {
                self.thread_aside(other).passed.rounds = now;
            }
        }
    }

    fn progress_by(&self, choice: Choice, begun: Begun) -> Progress {
        use OperationKind as Kind;
        match (begun.kind, choice) {
            (Some(Kind::VolatileRead | Kind::Read), Choice::Run(_)) => Progress::Looks,
            (Some(Kind::Update), Choice::Run(_)) if self.word_at(begun.on) == begun.held => Progress::Looks,
            (Some(Kind::Interrupted), Choice::Run(_)) if !begun.interrupted => Progress::Looks,
            (Some(Kind::Yield | Kind::GoOn | Kind::Fence), Choice::Run(_)) => Progress::Rests,
            (Some(Kind::Sleep), Choice::TimeOut(_)) => Progress::Rests,
            _ => Progress::Works,
        }
    }

    /// How far a step takes a thread round, in units.
    fn round_by(&mut self, number: usize, choice: Choice, begun: Begun) -> u32 {
        let ends_waiting = matches!(choice, Choice::TimeOut(_) | Choice::Spurious(_));
        let gives_way = matches!(begun.kind, Some(OperationKind::Yield | OperationKind::GoOn));
        let is_daemon = self.threads[number].daemon;
        if ends_waiting || gives_way || !(is_daemon || self.progress != Progress::Works) {
            if self.threads[number].passed.turtle != Turtle::default() {
                self.thread_aside(number).passed.turtle = Turtle::default();
            }
            return if ends_waiting || gives_way { ROUND } else { 0 };
        }
        let place = self.place_in_loop(number);
        let meets = self.thread_aside(number).passed.turtle.meets(place);
        match (meets, is_daemon) {
            (false, _) => 0,
            (true, true) => ROUND,
            (true, false) => READING,
        }
    }

    /// Where a thread has stopped, and before what.
    fn place_in_loop(&self, number: usize) -> u64 {
        let (frames, _) = self.stack_of(number);
        let on = self.threads[number].pending.map_or(0, |pending| pending.operation.on.0);
        let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        frames.iter().fold(on, |hash, frame| mix(hash, u64::from(frame.code.method.id) << 32 | u64::from(frame.pc)))
    }

    /// The choices of a state, fairly: those first who were passed over, and nobody else if somebody was passed over too often.
    pub(crate) fn fairly(&mut self, mut choices: Vec<Choice>) -> Vec<Choice> {
        if self.explore.idle_timeouts {
            self.let_time_pass_when_idle(&mut choices);
        }
        let passed = |vm: &Self, choice: &Choice| vm.threads[choice.thread().0 as usize].passed.rounds;
        let most = choices.iter().map(|choice| passed(self, choice)).max().unwrap_or(0);
        if most >= MOST {
            let before = choices.len();
            choices.retain(|choice| passed(self, choice) >= MOST);
            self.held_back |= choices.len() < before;
        } else if most > 0 {
            choices.sort_by_key(|choice| std::cmp::Reverse(passed(self, choice)));
        }
        choices
    }

    /// A timed wait ends by time only where nothing else goes on, or all that does goes round; and the earliest first.
    fn let_time_pass_when_idle(&self, choices: &mut Vec<Choice>) {
        let is_timed = |choice: &Choice| matches!(choice, Choice::TimeOut(_));
        let others_go_on = choices.iter().any(|choice| !is_timed(choice) && !matches!(choice, Choice::Spurious(_)));
        let rounds = |choice: &Choice| self.threads[choice.thread().0 as usize].passed.rounds;
        let deadline = |choice: &Choice| self.deadline_of(choice.thread().0 as usize);
        let first = choices.iter().filter(|choice| is_timed(choice)).map(deadline).min();
        choices.retain(|choice| {
            let may_end = !others_go_on || rounds(choice) >= 2 * ROUND;
            !is_timed(choice) || may_end && Some(deadline(choice)) == first || rounds(choice) >= MOST
        });
    }

    fn deadline_of(&self, number: usize) -> u64 {
        let thread = &self.threads[number];
        let waiting = match thread.status {
            Status::Waiting { deadline, .. } => deadline,
            _ => thread.pending.and_then(|pending| pending.deadline),
        };
        waiting.unwrap_or(u64::MAX)
    }

    /// Lets the time of a timed wait pass. A machine may be slow: the more often the others are passed over by somebody who reads
    /// the clock, the longer it takes, so that who waits for a time by sleeping comes to the end of it.
    pub(crate) fn pass_time(&mut self, number: usize, until: u64) {
        const MILLISECOND: u64 = 1_000_000;
        self.clock = self.clock.max(until);
        let others = (0..self.threads.len()).filter(|other| *other != number);
        let most = others.map(|other| self.threads[other].passed.rounds).max().unwrap_or(0);
        if self.clock_use == ClockUse::Program && most >= HURRY && !self.explore.idle_timeouts {
            let longer = MILLISECOND.saturating_mul(4_u64.saturating_pow((most - HURRY) / ROUND));
            self.clock = self.clock.saturating_add(longer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Turtle;

    #[test]
    fn a_loop_is_noticed_once_a_round_wherever_it_begins() {
        for (before, length) in [(0, 1), (3, 1), (5, 4), (1, 100)] {
            let mut turtle = Turtle::default();
            let place = |step: u64| if step < before { 1_000 + step } else { (step - before) % length };
            let met = (0..10 * length + 10 * before).filter(|step| turtle.meets(place(*step))).count() as u64;
            assert!((6..=10 + 10 * before).contains(&met), "{met} of ten rounds of {length} behind {before}");
        }
    }

    #[test]
    fn what_never_comes_back_is_no_loop() {
        let mut turtle = Turtle::default();
        assert!(!(1..10_000).any(|place| turtle.meets(place)));
    }
}
