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
//! round cannot. So it is watched meanwhile in which rounds each of the program's own instructions
//! is executed ([`Explorer::settled_by`]). One that comes again and again, at most a period apart,
//! from the first period to the last, is as it was before; any other means that the loop has
//! changed by then. The loop is explored for more rounds than went by until its last change, and
//! for more than the longest period; if either is longer than half of all that was followed, it is
//! not bounded at all.
//!
//! A loop that does not end in one state may do so, or change, in another, where others have not
//! come as far. So the place of one that is known is tried again, as long as others are at places
//! that are new: a few rounds before anybody would be held back, so that what is there from the
//! first round of the trial on is explored, whether or not it was there before. And if more rounds
//! turn out to be needed when somebody was held back already, the exploration begins anew with that
//! many.
//!
//! What is found is kept in [`Explored::unending`] and never forgotten: what it is good for, and
//! why it may be found at any time, is said in [`crate::threads::fairness`].
//!
//! [`Explored::unending`]: crate::explore::explored::Explored::unending

use crate::explore::explorer::Explorer;
use crate::explore::pruning::Trail;
use crate::threads::fairness::{self, Suspect};
use crate::threads::thread::Status;
use crate::vm::Vm;
use raceproof_base::{Choice, Finer, Machine, OperationKind, Site, Situation, StepOutcome, mix_in};
use rustc_hash::{FxHashMap, FxHashSet};

/// A loop that comes to its place so often does not end.
///
/// The class library's longest loop that ends by a counter: an `Exchanger` looks some 2,100 times.
const ROUNDS: u32 = 2_500;
/// Where each round costs too much: a search by dependences has an execution for each round in
/// which others may come.
const ROUNDS_REDUCED: u32 = 1_000;
/// One that has gone round so often is taken not to end where it is followed no further, or where a
/// round costs too much.
const FEW_ROUNDS: u32 = 64;
/// The loop around it comes to its own places so often meanwhile.
const OUTER_ROUNDS: u32 = 12;
/// Before a loop around it has come by so often, or not twice, it is followed on.
const OUTER_ROUNDS_ENOUGH: u32 = 100;
/// It is not followed further than this; where it is tried again, not as far.
const STEPS: usize = 250_000;
const STEPS_AGAIN: usize = 40_000;
/// Whether a state was met before is looked at in each round, and after so many steps.
const BETWEEN: usize = 64;
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

/// What a thread does from a place on, as far as it was followed.
enum Course {
    /// It comes back for ever, there or to another place.
    Endless(Unending),
    /// It comes back no more. So many rounds show all of it.
    Ends {
        rounds: u32,
    },
    /// It comes back, but not only to what it has done before.
    Unsettled,
    Unknown,
}

/// A place that a thread has come to.
struct Met {
    /// How many places were met before it: of places met equally often the first one stands for a
    /// loop, which no hash decides.
    order: usize,
    rounds: u32,
    site: Site,
}

impl Explorer {
    /// Whether the loop in which a thread was noticed ends is found out. Leaves the machine where
    /// it is. An answer is what the exploration must begin anew with.
    pub(crate) fn look_for_unending_loop(&mut self, suspect: Suspect) -> Option<Finer> {
        let place = self.vm.place_in_code(suspect.thread);
        let is_known = self.vm.is_unending(place);
        let tried_at = if is_known { self.places_passed_over(place) } else { place };
        if !self.vm.fairness.is_fair
            || is_known && (suspect.works || self.vm.explore.dependences)
            || !self.is_due(tried_at)
        {
            return None;
        }
        let course = self.tried(|explorer| {
            explorer.vm.explored.log.trail = Some(Trail::default());
            explorer.goes_round(suspect, place)
        });
        self.vm.explored.log.trail = None;
        let before = self.vm.most_rounds();
        if matches!(course, Course::Endless(_)) {
            self.vm.explored.followed.insert(place);
        }
        match course {
            // One place stands for a loop: two would count each round twice.
            Course::Endless(found) if !is_known && !self.vm.is_unending(found.place) => {
                self.vm.explored.unending.push(found);
            }
            // The place that stands for a loop that is known need not be the one found now.
            Course::Endless(found) => {
                self.take_more_rounds([place, found.place], found.rounds);
            }
            Course::Ends { rounds } => self.take_more_rounds([place; 2], rounds),
            Course::Unsettled => self.take_more_rounds([place; 2], u32::MAX),
            Course::Unknown => {}
        }
        let most = self.vm.most_rounds();
        // A reduction that holds somebody back proves nothing anyway.
        let was_too_few = most > before && self.vm.fairness.held_back;
        // Twice as many as the last time, so that it does not begin anew again and again.
        (was_too_few && !self.vm.explore.dependences)
            .then(|| Finer::Rounds(most.max(2 * self.vm.explore.rounds)))
    }

    /// So many rounds of a loop at one of these places are to be explored, if it is known.
    fn take_more_rounds(&mut self, places: [u64; 2], rounds: u32) {
        let known = self.vm.explored.unending.iter_mut();
        known.filter(|known| places.contains(&known.place)).for_each(|known| {
            known.rounds = known.rounds.max(rounds.min(2 * ROUNDS));
        });
    }

    /// A loop's place, and those of all who are passed over for it.
    fn places_passed_over(&self, place: u64) -> u64 {
        let passed = (0..self.vm.threads.len()).filter(|other| self.vm.is_passed_over(*other));
        passed.fold(place, |hash, other| mix_in(hash, self.vm.place_in_code(other)))
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
        let is_trying = std::mem::replace(&mut self.vm.explored.is_trying, true);
        let answer = what(self);
        self.vm.explored.is_trying = is_trying;
        self.rollback(start);
        (self.vm.fairness.is_fair, self.vm.alone) = (is_fair, alone);
        (self.vm.explored.effects, self.vm.explored.uncaught, self.vm.fairness.progress) = told;
        answer
    }

    /// What comes of the loop in which a thread was noticed at a place.
    fn goes_round(&mut self, suspect: Suspect, place: u64) -> Course {
        let Suspect { thread: suspect, works } = suspect;
        // So many rounds at most have gone by already.
        let passed = 0..self.vm.threads.len();
        let before = match self.vm.is_unending(place) {
            true => passed.map(|other| self.vm.rounds_passed_over(other)).max(),
            false => passed.map(|other| self.vm.passed_over_for(other)).max(),
        };
        let before = before.unwrap_or(0);
        let (steps, instructions) = match works {
            true => (LONGEST, 10 * INSTRUCTIONS),
            false if self.vm.explored.followed.contains(&place) => (STEPS_AGAIN, INSTRUCTIONS),
            false => (STEPS, INSTRUCTIONS),
        };
        let is_passed_over: Vec<bool> =
            (0..self.vm.threads.len()).map(|other| self.vm.is_passed_over(other)).collect();
        let may_go = |choice: &Choice| {
            !is_passed_over.get(choice.thread().0 as usize).is_some_and(|passed| *passed)
        };
        let instructions = self.vm.instructions + instructions;
        let (mut stands, mut seen, mut last) =
            (FxHashSet::default(), FxHashSet::default(), suspect);
        let mut places: FxHashMap<u64, Met> = FxHashMap::default();
        let reduces = self.vm.explore.dependences;
        let mut wanted = if reduces { ROUNDS_REDUCED } else { ROUNDS };
        let (mut goes_on, mut ends, mut taken) = (true, false, 0);
        while goes_on
            && taken < steps
            && self.vm.instructions < instructions
            && (works || !self.is_enough(&places, place, &mut wanted))
        {
            let next = self.next_in_turn(last, may_go);
            let outcome = next.map(|choice| self.step(choice, &mut ()));
            ends = matches!(outcome, None | Some(StepOutcome::Violated(_)));
            goes_on = matches!(outcome, Some(StepOutcome::Done));
            last = next.map_or(last, |choice| choice.thread().0 as usize);
            taken += 1;
            let came_to = (last == suspect).then(|| self.vm.place_in_code(suspect));
            let is_due = came_to == Some(place) || taken.is_multiple_of(BETWEEN);
            if goes_on && is_due && !stands.insert(self.vm.stand(last)) {
                goes_on = seen.insert(self.fingerprint());
            }
            if let Some(came_to) = came_to {
                let (site, order) = (self.vm.programs_site_of(suspect), places.len());
                let met = places.entry(came_to).or_insert(Met { order, rounds: 0, site });
                met.rounds += 1;
                if let (true, Some(trail)) = (came_to == place, &mut self.vm.explored.log.trail) {
                    trail.round = met.rounds;
                }
            }
        }
        let rounds = places.get(&place).map_or(0, |met| met.rounds);
        let is_long = rounds >= FEW_ROUNDS;
        let is_followed = if works { taken >= steps } else { goes_on || reduces };
        if !is_long || !is_followed {
            let rounds = before + rounds + fairness::ROUNDS;
            return if ends { Course::Ends { rounds } } else { Course::Unknown };
        }
        let (settled, period) = self.settled_by(rounds);
        if 2 * settled.max(period) > rounds {
            return Course::Unsettled;
        }
        // What comes in the first rounds is explored before anybody is held back.
        let late = if settled > fairness::AHEAD { before + settled } else { 0 };
        let seldom = if period > fairness::AHEAD { period } else { 0 };
        let rounds = fairness::ROUNDS + late.max(seldom);
        // If a loop that does end is gone through in each round of one that does not, that is the
        // one.
        let outer = places.into_iter().filter(|(_, met)| met.rounds >= OUTER_ROUNDS);
        let outermost = outer.min_by_key(|(_, met)| (met.rounds, met.order));
        outermost.map_or(Course::Unknown, |(place, met)| {
            Course::Endless(Unending { place, site: met.site, rounds })
        })
    }

    /// The round from which a loop that was followed for so many does only what it has done before,
    /// and its longest period: the rounds from one in which it does something to the next.
    fn settled_by(&self, rounds: u32) -> (u32, u32) {
        let trail = self.vm.explored.log.trail.iter();
        trail.flat_map(Trail::rounds).fold((0, 0), |(settled, period), done| {
            if rounds - done.last > done.gap.max(1) {
                (settled.max(done.last), period)
            } else if done.first > done.gap.max(1) {
                (settled.max(done.first), period)
            } else {
                (settled, period.max(done.gap))
            }
        })
    }

    /// Whether a loop was followed for long enough, which is asked in each round: what it had not
    /// done before lies in the first third, and what it does seldom, or a loop around it, has come
    /// often enough to be told from what comes once.
    fn is_enough(&self, places: &FxHashMap<u64, Met>, place: u64, wanted: &mut u32) -> bool {
        let rounds = places.get(&place).map_or(0, |met| met.rounds);
        if rounds < *wanted || self.vm.explore.dependences {
            return rounds >= *wanted;
        }
        if places.values().any(|met| (2..OUTER_ROUNDS_ENOUGH).contains(&met.rounds)) {
            return false;
        }
        let (settled, period) = self.settled_by(rounds);
        *wanted = (*wanted).max(3 * settled).max(OUTER_ROUNDS_ENOUGH * period);
        rounds >= *wanted
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
        self.has_unending_loops() && self.is_unending(self.place_in_code(number))
    }

    /// Whether any were found so far.
    pub(crate) fn has_unending_loops(&self) -> bool {
        !self.explored.unending.is_empty()
    }

    fn is_unending(&self, place: u64) -> bool {
        self.explored.unending.iter().any(|known| known.place == place)
    }

    /// What a thread has in common with itself where the machine comes back to a state for the
    /// second time: its place, and all its numbers. (References may have moved. The first time,
    /// registers that are not read any more may be left from before.)
    fn stand(&self, number: usize) -> u64 {
        let (frames, words) = self.stack_of(number);
        frames.iter().fold(self.place_in_code(number), |hash, frame| {
            let registers = &words[frame.base as usize..frame.end()];
            let numbers = registers.iter().enumerate();
            numbers
                .filter(|(register, _)| !frame.code.is_reference(*register))
                .fold(hash, |hash, (_, word)| mix_in(hash, *word))
        })
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
