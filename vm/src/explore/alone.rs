//! The last thread that can go on, if all it does is to wait.
//!
//! What a thread does alone is no visible operation, so that its long computations are few steps. A
//! loop that waits for what nobody is left to change is then made of steps that say nothing of what
//! they did. So where the last thread stops, what follows is tried by single operations. If it
//! comes back to a state, it does the same for ever; and unless it writes variables of the
//! program's on the way, or prints, or lets time pass without looking at anything and without a
//! decision, it only waits. (What it writes to locks and queues is what waiting takes.)

use crate::explore::explorer::Explorer;
use crate::explore::pruning::Trail;
use crate::ground::class::ClassRef;
use crate::ground::heap::{HEADER_WORDS, Ref};
use crate::threads::thread::{Frame, Status};
use crate::vm::Vm;
use raceproof_base::{Choice, Fingerprint, Machine, OperationKind, Progress, StepOutcome, mix_in};

/// A round of such a loop has fewer operations.
const STEPS: usize = 1_024;
/// Where in its round such a loop is stopped varies; so many of the last stops are remembered.
const STOPS: usize = 16;
/// Tells what is tried here at a place from what is tried there for [`crate::explore::unending`].
const ALONE: u64 = 1;
/// Classes by which threads wait.
const WAITS_BY: &[&str] = &["java/util/concurrent/", "java/lang/", "jdk/internal/", "sun/"];
/// But these have variables for everybody.
const VARIABLES: &str = "java/util/concurrent/atomic/";
/// A field of this type in one of the classes by which threads wait holds a variable of its own: a
/// `Phaser` keeps its waiters in such.
const OWN_VARIABLE: &str = "Ljava/util/concurrent/atomic/AtomicReference;";

/// A state, and where the thread is then that is alone.
struct Stand {
    number: usize,
    place: u64,
    state: Fingerprint,
}

impl Explorer {
    /// To be called when a thread has taken a step: notes it as waiting, if that is all it will
    /// ever do.
    pub(crate) fn look_whether_it_spins_alone(&mut self, number: usize) {
        if self.vm.explored.is_watched || !self.vm.scalars.spins && !self.vm.stops_in_loops(number)
        {
            return;
        }
        self.vm.scalars.spins |= self.vm.is_last(number)
            && self.may_spin(number)
            && self.tried(|explorer| explorer.only_waits(number));
        if self.vm.scalars.spins {
            self.vm.fairness.progress = Progress::Waits;
        }
    }

    /// Whether it is to be tried: at a place where that was not done often, or where the thread
    /// stood before.
    fn may_spin(&mut self, number: usize) -> bool {
        // Long computations do not come back with all their registers as they were.
        let stopped = self.vm.where_it_stopped(number);
        let comes_back = self.vm.explored.stops.contains(&stopped);
        if !comes_back {
            self.vm.explored.stops.truncate(STOPS - 1);
            self.vm.explored.stops.push_front(stopped);
        }
        let place = self.vm.place_in_code(number);
        self.is_due(mix_in(place, ALONE)) || comes_back
    }

    fn only_waits(&mut self, number: usize) -> bool {
        self.vm.explored.watch(true);
        let only_waits = self.comes_back(number).is_some_and(|start| self.waits_in_round(&start));
        self.vm.explored.watch(false);
        only_waits
    }

    /// A state to which the machine comes back that has but one way to go on, each time.
    ///
    /// Kept is one state, a new one after twice as many steps (Brent's way of finding cycles): to look
    /// at all of a large heap in each step would take longer than what is looked for.
    fn comes_back(&mut self, number: usize) -> Option<Stand> {
        let mut kept: Option<Stand> = None;
        for taken in 1..=2 * STEPS {
            self.single_step()?;
            if kept.as_ref().is_some_and(|kept| self.is_at(kept)) {
                return kept;
            }
            if taken.is_power_of_two() {
                let place = self.vm.place_in_code(number);
                kept = Some(Stand { number, place, state: self.fingerprint() });
            }
        }
        None
    }

    /// Whether the machine is in that state, which it is not where the thread is elsewhere.
    fn is_at(&mut self, stand: &Stand) -> bool {
        self.vm.place_in_code(stand.number) == stand.place && self.fingerprint() == stand.state
    }

    /// Whether in the round that begins and ends in this state nothing is done but waiting.
    fn waits_in_round(&mut self, start: &Stand) -> bool {
        self.mark();
        let logged = self.vm.heap.journal.log.len();
        let asked = |vm: &Vm| (vm.prints(), vm.collections);
        let before = asked(&self.vm);
        let (mut looks, mut sleeps) = (false, false);
        // A loop may be followed already, for being one that does not end.
        let followed = self.vm.explored.log.trail.replace(Trail::default());
        let comes_round = (0..STEPS).any(|_| {
            looks |= self.vm.begun(start.number).is_of(OperationKind::Lock);
            // It looks at what it waits for, among other things that are one step together.
            looks |= self.vm.is_in_operation(start.number);
            sleeps |= matches!(self.single_step(), Some(Choice::TimeOut(_)));
            looks |= self.vm.fairness.progress == Progress::Looks;
            self.is_at(start)
        });
        let decides = std::mem::replace(&mut self.vm.explored.log.trail, followed)
            .is_some_and(|trail| trail.decides);
        let writes = self.vm.heap.journal.log[logged..]
            .iter()
            .any(|(index, _)| self.vm.is_for_work(*index as usize));
        comes_round && !writes && asked(&self.vm) == before && (looks || decides || !sleeps)
    }

    /// A step by the only way there is.
    fn single_step(&mut self) -> Option<Choice> {
        let mut ways = Vec::new();
        (0..self.vm.threads.len()).for_each(|thread| self.vm.choices_of(thread, &mut ways));
        let [choice @ (Choice::Run(_) | Choice::TimeOut(_))] = ways[..] else { return None };
        matches!(self.step(choice, &mut ()), StepOutcome::Done).then_some(choice)
    }
}

impl Vm {
    /// Whether a thread has stopped where one that is alone does so in a loop.
    fn stops_in_loops(&self, number: usize) -> bool {
        use OperationKind as Kind;
        let thread = &self.threads[number];
        match &thread.pending {
            None => matches!(thread.status, Status::Runnable | Status::Waiting { .. }),
            Some(pending) => {
                pending.deadline.is_some()
                    || matches!(pending.operation.kind, Kind::Lock | Kind::Yield | Kind::Sleep)
            }
        }
    }

    /// Whether no other thread can go on.
    fn is_last(&self, number: usize) -> bool {
        self.scalars.ended.is_none()
            && self.has_live_threads()
            && (0..self.threads.len()).all(|other| other == number || !self.can_go_on(other))
    }

    /// A thread's place in its code, with all it has on its stack.
    fn where_it_stopped(&self, number: usize) -> u64 {
        let (frames, stack) = self.stack_of(number);
        let words = &stack[..frames.last().map_or(0, Frame::end)];
        words.iter().fold(self.place_in_code(number), |hash, word| mix_in(hash, *word))
    }

    /// Whether a word holds what is worked with, also in a collection; not what threads wait by.
    fn is_for_work(&self, index: usize) -> bool {
        let object = self.object_containing(index);
        if object.is_null() {
            return true;
        }
        let class = self.class_of(object);
        let owner =
            self.field_at(object, index - object.index()).map_or(class, |field| field.class());
        index >= object.index() + HEADER_WORDS && !waits_by(owner) && !self.is_own_variable(object)
    }

    /// Whether an object is a variable that belongs to something by which threads wait.
    fn is_own_variable(&self, object: Ref) -> bool {
        if !self.class_of(object).name.text().starts_with(VARIABLES) {
            return false;
        }
        let mut is_owned = false;
        self.each_object(
            self.heap.program_start(),
            self.heap.frontier.max(self.heap.top),
            |holder| {
                self.for_each_reference_with_word(holder, |held, word| {
                    is_owned |= held == object
                        && self.field_at(holder, usize::from(word)).is_some_and(|field| {
                            field.descriptor.text() == OWN_VARIABLE && waits_by(field.class())
                        });
                });
            },
        );
        is_owned
    }
}

/// Whether threads wait by what lies in the fields of a class.
fn waits_by(class: ClassRef) -> bool {
    let name = class.name.text();
    class.loader.0 == 0
        && WAITS_BY.iter().any(|prefix| name.starts_with(prefix))
        && !name.starts_with(VARIABLES)
}

#[cfg(test)]
mod tests;
