//! Fairness: a thread that goes round and round lets the others go first.
//!
//! A thread **goes round** when it yields (`onSpinWait` is that, too), when its sleep or timed wait
//! ends by time, when it has run for long without a visible operation, when by reading alone it
//! comes back to an operation that it has done, and, if it is a daemon, when it comes back to an
//! operation at all. Each thread counts the rounds that others go while it could go on and does not
//! ([`Passed`]), and those that are passed over come first in the order of choices.
//!
//! Most such loops end, or come back to a state that is known. Those that do neither (a counter, a
//! random number or the clock makes each state new) a search would follow for ever, and some that
//! do nothing but work, which is no round. [`crate::explore::unending`] finds both out, the latter
//! by following them as far as a search would; and once others have come back to the places of such
//! loops [`ROUNDS`] times while a thread could go on, nobody leaves such a place before it has gone
//! on.
//!
//! **What is still explored.** Every execution in which no thread that can go on is passed over
//! while the others come to such places [`ROUNDS`] times (or more often, where a loop takes longer
//! to show all that it does). For let `r` be that number for a thread and a state of the execution,
//! and `c` the count for it in the explored state that stands for it: then `c <= r`, and nothing of
//! the execution is held back. A step adds to both alike, or to `r` alone as long as the loop is
//! not found out; both fall to zero when the thread goes on; and where the search leaves a state to
//! an earlier visit, both had the same count, which is part of a state's identity. Whether anything
//! was held back is remembered, for the report's assumptions.
//!
//! Searches that execute one of several orders hold back the same threads. There, rounds are those
//! of the order that was chosen, so nothing is proved by one that has held somebody back.

use crate::vm::Vm;
use raceproof_base::{Address, Choice, GOLDEN, Operation, OperationKind, Progress};

/// A round, in the units in which what is passed over is counted.
const ROUND: u32 = 8;
/// A round by reading alone: these are quick, and many programs read some hundred times before they
/// wait.
const READING: u32 = 1;
/// Each time after so many units, one who goes round is suspected to do so for ever.
const SUSPICIOUS: u32 = 8 * ROUND;

/// The rounds of loops that do not end that a thread may be passed over, if all of them are alike.
pub const ROUNDS: u32 = 16;
/// So long before anybody is held back for a loop, it is followed from there: what comes of its
/// first rounds then is explored anyway.
pub(crate) const AHEAD: u32 = 8;

/// After so many steps, and each time again, who goes on is suspected if others could have gone on
/// all the time.
const LONG: u32 = 1 << 10;

/// A thread that may go round for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Suspect {
    pub(crate) thread: usize,
    /// It works, as loops do that end: it must be followed for long.
    pub(crate) works: bool,
}

/// What fairness must know of the machine.
pub(crate) struct Fairness {
    /// What the last step was to others.
    pub(crate) progress: Progress,
    /// Whether a thread was ever held back.
    pub(crate) held_back: bool,
    /// Whether loops that do not end are looked for, and threads held back for them.
    pub(crate) is_fair: bool,
    /// Who went round in the last step, if that may be for ever.
    pub(crate) suspect: Option<Suspect>,
}

impl Default for Fairness {
    fn default() -> Self {
        Self { progress: Progress::Works, held_back: false, is_fair: true, suspect: None }
    }
}

/// What fairness must know of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Passed {
    /// How far the others went round while it could have gone on.
    units: u32,
    /// How often they came to places of loops that do not end.
    rounds: u32,
    /// The step of the execution that was its last.
    last: u32,
    turtle: Turtle,
}

/// Brent's way to notice that something goes round: the place is compared with one that is left
/// behind, farther and farther.
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
    kind: OperationKind,
    on: Address,
    held: u64,
    interrupted: bool,
    collections: u64,
}

impl Begun {
    pub(crate) fn is_of(self, kind: OperationKind) -> bool {
        self.kind == kind
    }
}

impl Vm {
    pub(crate) fn begun(&self, number: usize) -> Begun {
        let Operation { kind, on, .. } = self.next_operation(number, &self.threads[number]);
        let interrupted = self.threads[number].interrupted;
        let held = if kind == OperationKind::Update { self.word_at(on) } else { 0 };
        Begun { kind, on, held, interrupted, collections: self.collections }
    }

    /// The eight bytes at an address, if it is one of the heap's.
    pub(crate) fn word_at(&self, variable: Address) -> u64 {
        let bytes = self.heap.raw(variable.0 as usize, 8);
        bytes.map_or(0, |bytes| {
            bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
        })
    }

    /// A thread has taken a step.
    pub(crate) fn note_step(&mut self, number: usize, choice: Choice, begun: Begun) {
        self.fairness.progress = self.progress_by(choice, begun);
        let units = self.round_by(number, choice, begun);
        let rounds = u32::from(self.is_in_unending_loop(number));
        self.scalars.steps += 1;
        let last = self.scalars.steps;
        let passed = &mut self.thread_aside(number).passed;
        *passed = Passed { units: 0, rounds: 0, last, turtle: passed.turtle };
        if last.is_multiple_of(LONG)
            && (0..self.threads.len()).any(|other| self.is_passed_over(other))
        {
            self.fairness.suspect = Some(Suspect { thread: number, works: true });
        }
        if units > 0 || rounds > 0 {
            self.pass_over(number, units, rounds);
        }
    }

    /// A thread has gone round, and all others that can go on are passed over.
    fn pass_over(&mut self, number: usize, units: u32, rounds: u32) {
        let most = self.most_rounds();
        for other in (0..self.threads.len()).filter(|other| *other != number) {
            let before = self.threads[other].passed;
            let mut now = Passed { units: 0, rounds: 0, ..before };
            if self.can_go_on(other) {
                now.units = before.units.saturating_add(units);
                now.rounds = (before.rounds + rounds).min(most);
            }
            if now != before {
                self.thread_aside(other).passed = now;
            }
            let is_due = now.units / SUSPICIOUS > before.units / SUSPICIOUS;
            if is_due || before.rounds < most - AHEAD && now.rounds >= most - AHEAD {
                self.fairness.suspect = Some(Suspect { thread: number, works: false });
            }
        }
    }

    /// How many rounds others have gone at most while a thread could go on.
    pub(crate) fn passed_over_for(&self, number: usize) -> u32 {
        let passed = self.threads[number].passed;
        if self.is_passed_over(number) {
            passed.units.max(self.scalars.steps - passed.last)
        } else {
            0
        }
    }

    /// How often others have come to places of loops that do not end meanwhile.
    pub(crate) fn rounds_passed_over(&self, number: usize) -> u32 {
        self.threads[number].passed.rounds
    }

    /// Whether others have come to such places as often as they may.
    pub(crate) fn is_passed_over_too_often(&self, number: usize) -> bool {
        self.rounds_passed_over(number) >= self.most_rounds()
    }

    /// Whether a thread could go on, and did not for so long that somebody may go round for ever.
    pub(crate) fn is_passed_over(&self, number: usize) -> bool {
        let passed = self.threads[number].passed;
        passed.units >= SUSPICIOUS
            || passed.rounds >= self.most_rounds() - AHEAD
            || self.scalars.steps - passed.last >= LONG && self.can_go_on(number)
    }

    fn progress_by(&self, choice: Choice, begun: Begun) -> Progress {
        use OperationKind as Kind;
        match (begun.kind, choice) {
            // What a collection may clear, a loop may wait for.
            _ if self.collections != begun.collections => Progress::Works,
            _ if self.library.worked => Progress::Works,
            (
                Kind::VolatileRead | Kind::Read | Kind::Observe | Kind::Inspect | Kind::ReadClock,
                Choice::Run(_),
            ) => Progress::Looks,
            (Kind::Update, Choice::Run(_)) if self.word_at(begun.on) == begun.held => {
                Progress::Looks
            }
            (Kind::Interrupted, Choice::Run(_)) if !begun.interrupted => Progress::Looks,
            (Kind::Yield | Kind::Fence, Choice::Run(_)) => Progress::Rests,
            (Kind::Sleep, Choice::TimeOut(_)) => Progress::Rests,
            _ => Progress::Works,
        }
    }

    /// How far a step takes a thread round, in units.
    fn round_by(&mut self, number: usize, choice: Choice, begun: Begun) -> u32 {
        let ends_waiting = matches!(choice, Choice::TimeOut(_) | Choice::Spurious(_));
        let gives_way = matches!(begun.kind, OperationKind::Yield | OperationKind::GoOn);
        let is_daemon = self.threads[number].daemon;
        if ends_waiting || gives_way || !(is_daemon || self.fairness.progress != Progress::Works) {
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
        let on = self.threads[number].pending.map_or(0, |pending| pending.operation.on.0);
        self.place_in_code(number) ^ on.wrapping_mul(GOLDEN)
    }

    /// The choices of a state, fairly: those first who were passed over, and nobody else if
    /// somebody was passed over too often.
    pub(crate) fn fairly(&mut self, mut choices: Vec<Choice>) -> Vec<Choice> {
        let passed = |vm: &Self, choice: &Choice| vm.threads[choice.thread().0 as usize].passed;
        let most = self.most_rounds();
        if self.fairness.is_fair
            && self.has_unending_loops()
            && choices.iter().any(|choice| passed(self, choice).rounds >= most)
        {
            let before = choices.len();
            let goes_round = |choice: &Choice| self.is_in_unending_loop(choice.thread().0 as usize);
            choices.retain(|choice| passed(self, choice).rounds >= most || !goes_round(choice));
            self.fairness.held_back |= choices.len() < before;
        }
        if choices.iter().any(|choice| passed(self, choice).units > 0) {
            choices.sort_by_key(|choice| std::cmp::Reverse(passed(self, choice).units));
        }
        choices
    }
}

#[cfg(test)]
mod tests {
    use super::Turtle;

    #[test]
    fn a_loop_is_noticed_once_a_round_wherever_it_begins() {
        for (before, length) in [(0, 1), (3, 1), (5, 4), (1, 100)] {
            let mut turtle = Turtle::default();
            let place =
                |step: u64| if step < before { 1_000 + step } else { (step - before) % length };
            let met = (0..10 * length + 10 * before)
                .filter(|step| turtle.meets(place(*step)))
                .count() as u64;
            assert!(
                (6..=10 + 10 * before).contains(&met),
                "{met} of ten rounds of {length} behind {before}"
            );
        }
    }

    #[test]
    fn what_never_comes_back_is_no_loop() {
        let mut turtle = Turtle::default();
        assert!(!(1..10_000).any(|place| turtle.meets(place)));
    }
}
