//! Loops that do not end, found out by trying.
//!
//! Who goes round while others could go on may do so for ever, and make a new state each time. So,
//! now and then, everybody goes on but those who are passed over, in turn: if that comes to an end,
//! or back to a state, or leaves the place at which the loop was noticed, all of it can be
//! explored. If it comes to that place [`ROUNDS`] times, the loop is taken not to end; and if it
//! comes to other places more seldom, an outer loop, as far as is seen, is the one. The more often
//! that is tried at one place, the more seldom.
//!
//! Who works while others could go on is suspected, too, but seldom, and followed as long as a
//! search would follow an execution.
//!
//! A loop whose rounds are all alike can be bounded, one that does something else in its hundredth
//! round cannot. So the program's own instructions are watched meanwhile: if later rounds execute
//! others than the first, the loop is explored for more rounds than went by until none was new; and
//! if that happened in the later half of all that was followed, it is not bounded at all.
//!
//! What is found is kept in [`Explored::unending`] and never forgotten: what it is good for, and why
//! it may be found at any time, is said in [`crate::threads::fairness`].
//!
//! [`Explored::unending`]: crate::explore::explored::Explored::unending

use crate::explore::explorer::Explorer;
use crate::explore::pruning::Trail;
use crate::threads::fairness::{self, Suspect};
use crate::threads::thread::Status;
use crate::vm::Vm;
use raceproof_base::{Choice, Machine, OperationKind, Site, Situation, StepOutcome, mix_in};
use rustc_hash::{FxHashMap, FxHashSet};

/// A loop that comes to its place so often does not end.
const ROUNDS: u32 = 1_000;
/// Where each round costs too much: a search by dependences has an execution for each round in
/// which others may come. And where it is followed no further.
const FEW_ROUNDS: u32 = 64;
/// The loop around it comes to its own places so often meanwhile.
const OUTER_ROUNDS: u32 = 12;
/// What is executed in these rounds for the first time since the loop was noticed is not new.
const FIRST: u32 = 8;
/// It is not followed further than this.
const STEPS: usize = 20_000;
/// What works may come to an end as long as a search follows it, unless it is told otherwise.
const LONGEST: usize = 100_000;
const INSTRUCTIONS: u64 = 20_000_000;

/// A loop that does not end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unending {
    place: u64,
    pub(crate) site: Site,
    /// So many rounds of it are explored beside a thread that could go on.
    pub(crate) rounds: u32,
}

/// A place that a thread has come to.
struct Met {
    /// How many places were met before it: of places met equally often the first one stands for a
    /// loop, which no hash decides.
    order: usize,
    rounds: u32,
    /// How many of them there were when code was executed for the last time that had not been
    /// before.
    at_news: u32,
    site: Site,
}

impl Explorer {
    /// Whether the loop in which a thread was noticed ends is found out. Leaves the machine where
    /// it is.
    pub(crate) fn look_for_unending_loop(&mut self, suspect: Suspect) {
        let place = self.vm.place_in_code(suspect.thread);
        if !self.vm.fairness.is_fair || self.vm.is_unending(place) || !self.is_due(place) {
            return;
        }
        let found = self.tried(|explorer| {
            explorer.vm.explored.log.trail = Some(Trail::default());
            explorer.goes_round_for_ever(suspect, place)
        });
        self.vm.explored.log.trail = None;
        if let Some(found) = found.filter(|found| !self.vm.is_unending(found.place)) {
            self.vm.explored.unending.push(found);
        }
    }

    /// Whether something is to be tried at a place: the more often it was, the more seldom.
    pub(crate) fn is_due(&mut self, place: u64) -> bool {
        let (noticed, next) = self.vm.explored.tried.entry(place).or_insert((0, 1));
        *noticed += 1;
        let is_due = noticed >= next;
        if is_due {
            *next = 2 * *noticed;
        }
        is_due
    }

    /// What comes of trying what may follow. Leaves the machine where it is, with all that is told
    /// of the last step.
    pub(crate) fn tried<T>(&mut self, what: impl FnOnce(&mut Self) -> T) -> T {
        let start = self.mark();
        let told = (
            std::mem::take(&mut self.vm.explored.effects),
            std::mem::take(&mut self.vm.explored.uncaught),
            self.vm.fairness.progress,
        );
        let (is_fair, alone) =
            (std::mem::replace(&mut self.vm.fairness.is_fair, false), self.vm.alone);
        let answer = what(self);
        self.rollback(start);
        (self.vm.fairness.is_fair, self.vm.alone) = (is_fair, alone);
        (self.vm.explored.effects, self.vm.explored.uncaught, self.vm.fairness.progress) = told;
        answer
    }

    /// The loop in which a thread was noticed at a place, if it comes back to that for ever.
    fn goes_round_for_ever(&mut self, suspect: Suspect, place: u64) -> Option<Unending> {
        let Suspect { thread: suspect, works } = suspect;
        // So many rounds at most have gone by already.
        let before = (0..self.vm.threads.len())
            .map(|other| self.vm.passed_over_for(other))
            .max()
            .unwrap_or(0);
        let (most, steps, instructions) = if works {
            (u32::MAX, LONGEST, 10 * INSTRUCTIONS)
        } else {
            (ROUNDS, STEPS, INSTRUCTIONS)
        };
        let is_passed_over: Vec<bool> =
            (0..self.vm.threads.len()).map(|other| self.vm.is_passed_over(other)).collect();
        let may_go = |choice: &Choice| {
            !is_passed_over.get(choice.thread().0 as usize).is_some_and(|passed| *passed)
        };
        let instructions = self.vm.instructions + instructions;
        let (mut seen, mut last) = (FxHashSet::default(), suspect);
        let mut places: FxHashMap<u64, Met> = FxHashMap::default();
        let rounds = |places: &FxHashMap<u64, Met>| places.get(&place).map_or(0, |met| met.rounds);
        let mut goes_on = true;
        while goes_on
            && seen.len() < steps
            && self.vm.instructions < instructions
            && rounds(&places) < most
        {
            let next = self.next_in_turn(last, may_go);
            goes_on =
                next.is_some_and(|choice| matches!(self.step(choice, &mut ()), StepOutcome::Done));
            goes_on &= seen.insert(self.fingerprint());
            last = next.map_or(last, |choice| choice.thread().0 as usize);
            if last == suspect {
                let site = self.vm.programs_site_of(suspect);
                let order = places.len();
                places
                    .entry(self.vm.place_in_code(suspect))
                    .or_insert(Met { order, rounds: 0, at_news: 0, site })
                    .rounds += 1;
            }
            if self
                .vm
                .explored
                .log
                .trail
                .as_mut()
                .is_some_and(|trail| std::mem::take(&mut trail.grew))
            {
                places.values_mut().for_each(|met| met.at_news = met.rounds);
            }
        }
        let is_long = rounds(&places) >= FEW_ROUNDS;
        let is_to_the_end =
            if works { seen.len() >= steps } else { goes_on || self.vm.explore.dependences };
        if !is_long || !is_to_the_end {
            return None;
        }
        // If a loop that does end is gone through in each round of one that does not, that is the
        // one.
        let outer = places.into_iter().filter(|(_, met)| met.rounds >= OUTER_ROUNDS);
        let (place, met) = outer.min_by_key(|(_, met)| (met.rounds, met.order))?;
        let rounds = if met.at_news > FIRST { before + 2 * met.at_news } else { fairness::ROUNDS };
        (2 * met.at_news <= met.rounds).then_some(Unending { place, site: met.site, rounds })
    }

    /// Who goes on next, by time only if in no other way.
    fn next_in_turn(&mut self, last: usize, may_go: impl Fn(&Choice) -> bool) -> Option<Choice> {
        let Situation::Open(mut choices) = self.situation() else { return None };
        choices.retain(|choice| !matches!(choice, Choice::Spurious(_)) && may_go(choice));
        choices.sort_by_key(|choice| choice.thread());
        let after = choices.iter().find(|choice| choice.thread().0 as usize > last);
        after.or(choices.first()).copied()
    }
}

impl Vm {
    /// Whether a thread has come to the place of a loop that does not end.
    pub(crate) fn is_in_unending_loop(&self, number: usize) -> bool {
        !self.explored.unending.is_empty() && self.is_unending(self.place_in_code(number))
    }

    fn is_unending(&self, place: u64) -> bool {
        self.explored.unending.iter().any(|known| known.place == place)
    }

    /// Where in its code a thread has stopped, and what for. Code that is made on the way may be
    /// made again.
    pub(crate) fn place_in_code(&self, number: usize) -> u64 {
        let (frames, _) = self.stack_of(number);
        let thread = &self.threads[number];
        let waits = matches!(
            thread.status,
            Status::Waiting { .. } | Status::Parked { .. } | Status::Sleeping { .. }
        );
        let kind = thread.pending.map_or(OperationKind::GoOn, |pending| pending.operation.kind);
        let known = frames.iter().filter(|frame| !frame.code.method.hidden);
        known.fold(u64::from(waits) << 32 | kind as u64, |hash, frame| {
            mix_in(hash, u64::from(frame.code.method.id) << 32 | u64::from(frame.pc))
        })
    }
}
