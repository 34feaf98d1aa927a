//! How random executions choose among what is enabled.
//!
//! Where a thread has several choices, or its wait may end by time, the scheduler chooses the
//! thread, and whether its wait is to end; among its choices then all are alike.

use crate::SplitMix;
use crate::dependence::{Footprint, potential};
use raceproof_base::{Choice, Operation, Progress, ThreadId};
use rustc_hash::FxHashMap;

/// How random executions choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scheduler {
    /// In every other execution uniformly; in the rest each thread has a random weight, so that one
    /// may run far ahead of, or behind, all others, as in uniform ones hardly ever.
    #[default]
    Uniform,
    /// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte, "A
    /// randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010, DOI
    /// 10.1145/1736020.1736040): the thread of the highest priority runs; at a few random steps the
    /// one that runs gets the lowest.
    Pct,
    /// Partial order sampling (Yuan, Yang and Gu, "Partial order aware concurrency sampling", CAV
    /// 2018, DOI 10.1007/978-3-319-96142-2_20): the next step of each thread has a random priority;
    /// those that conflict with the one that is executed get others.
    Pos,
    /// Each of these in turn.
    InTurns,
}

/// The scheduler of one execution.
pub(crate) enum Choosing {
    Uniform(Speeds),
    Pct(Priorities),
    Pos(FxHashMap<Course, u64>),
}

/// A thread, and whether it goes on or its wait ends without what it waits for.
type Course = (ThreadId, bool);

fn course(choice: Choice) -> Course {
    let waits = matches!(choice, Choice::TimeOut(_) | Choice::Spurious(_));
    (choice.thread(), waits)
}

impl Choosing {
    /// Of the execution with that number; the longest so far had so many steps.
    pub(crate) fn new(scheduler: Scheduler, run: u64, longest: u64, random: &mut SplitMix) -> Self {
        let (scheduler, run) = match scheduler {
            Scheduler::InTurns => {
                let all = [Scheduler::Pos, Scheduler::Pct, Scheduler::Uniform];
                (all[(run % 3) as usize], run / 3)
            }
            one => (one, run),
        };
        match scheduler {
            Scheduler::Uniform | Scheduler::InTurns => Self::Uniform(Speeds::new(run, random)),
            Scheduler::Pct => Self::Pct(Priorities::new(run, longest, random)),
            Scheduler::Pos => Self::Pos(FxHashMap::default()),
        }
    }

    /// One of the choices at a state, whose operations are known.
    pub(crate) fn choose(
        &mut self,
        choices: &[Choice],
        operation: impl Fn(Choice) -> Operation,
        random: &mut SplitMix,
    ) -> Choice {
        match self {
            Self::Uniform(speeds) => speeds.choose(choices, random),
            Self::Pct(priorities) => one_of(priorities.choose(choices, random), choices, random),
            Self::Pos(priorities) => {
                let course = highest(priorities, choices, random);
                let chosen = one_of(course, choices, random);
                let uses = |choice| potential(&operation(choice), |thing| thing);
                let footprint: Footprint = uses(chosen);
                for other in choices.iter().filter(|other| other.thread() != chosen.thread()) {
                    if uses(*other).conflicts(&footprint) {
                        priorities.remove(&self::course(*other));
                    }
                }
                priorities.remove(&course);
                chosen
            }
        }
    }

    /// What the step of a thread was.
    pub(crate) fn done(&mut self, thread: ThreadId, progress: Progress) {
        match self {
            Self::Pct(priorities) => priorities.done(thread, progress),
            Self::Uniform(_) | Self::Pos(_) => {}
        }
    }
}

fn one_of(wanted: Course, choices: &[Choice], random: &mut SplitMix) -> Choice {
    let ways: Vec<Choice> =
        choices.iter().copied().filter(|choice| course(*choice) == wanted).collect();
    ways[random.below(ways.len() as u64) as usize]
}

/// The one of the highest priority; who has none gets a random one.
fn highest(
    priorities: &mut FxHashMap<Course, u64>,
    choices: &[Choice],
    random: &mut SplitMix,
) -> Course {
    let mut best = (0, course(choices[0]));
    for course in choices.iter().map(|choice| course(*choice)) {
        // Above all that were lowered.
        let priority = *priorities.entry(course).or_insert_with(|| random.next_u64() | 1 << 63);
        if priority > best.0 {
            best = (priority, course);
        }
    }
    best.1
}

/// The largest weight of a thread over the smallest, as a power of two.
const SPREAD: u64 = 5;

/// The weights of threads in a walk: all equal if there is no seed.
pub(crate) struct Speeds {
    seed: Option<u64>,
}

impl Speeds {
    fn new(run: u64, random: &mut SplitMix) -> Self {
        Self { seed: (run % 2 == 1).then(|| random.next_u64()) }
    }

    fn of(&self, choice: Choice) -> u64 {
        let thread = u64::from(choice.thread().0);
        self.seed.map_or(1, |seed| 1 << SplitMix::new(seed.wrapping_add(thread)).below(SPREAD + 1))
    }

    fn choose(&self, choices: &[Choice], random: &mut SplitMix) -> Choice {
        let all = choices.iter().map(|choice| self.of(*choice)).sum();
        let mut left = random.below(all);
        for choice in choices {
            match left.checked_sub(self.of(*choice)) {
                Some(less) => left = less,
                None => return *choice,
            }
        }
        choices[0]
    }
}

/// A mistake of depth `d` needs `d - 1` changes of priority; these are tried in turn.
const MOST_CHANGES: u64 = 4;

/// The priorities of PCT.
pub(crate) struct Priorities {
    priorities: FxHashMap<Course, u64>,
    /// The steps at which who runs is put last, the next one at the end.
    changes: Vec<u64>,
    steps: u64,
    /// The next priority below all others.
    lowest: u64,
}

impl Priorities {
    fn new(run: u64, longest: u64, random: &mut SplitMix) -> Self {
        let count = run % MOST_CHANGES;
        let mut changes: Vec<u64> = (0..count).map(|_| random.below(longest.max(1))).collect();
        changes.sort_unstable_by_key(|step| std::cmp::Reverse(*step));
        Self { priorities: FxHashMap::default(), changes, steps: 0, lowest: (1 << 63) - 1 }
    }

    fn lower(&mut self, course: Course) {
        self.priorities.insert(course, self.lowest);
        self.lowest -= 1;
    }

    fn choose(&mut self, choices: &[Choice], random: &mut SplitMix) -> Course {
        let mut first = highest(&mut self.priorities, choices, random);
        if self.changes.last().is_some_and(|step| *step <= self.steps) {
            self.changes.pop();
            self.lower(first);
            first = highest(&mut self.priorities, choices, random);
        }
        self.steps += 1;
        // A loop around a wait would end it by time again and again, and others never come.
        if first.1 {
            self.lower(first);
        }
        first
    }

    /// Who lets others go on does so; else a thread that waits in a loop would be the only one to
    /// run.
    fn done(&mut self, thread: ThreadId, progress: Progress) {
        if matches!(progress, Progress::Rests | Progress::Waits) {
            self.lower((thread, false));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_base::{Address, OperationKind, Site};

    fn run(thread: u32) -> Choice {
        Choice::Run(ThreadId(thread))
    }

    /// What two threads of so many steps do, each on a variable of its own but for the step of that
    /// number.
    fn execution(
        scheduler: Scheduler,
        (number, longest): (u64, u64),
        (steps, common): (usize, usize),
    ) -> Vec<u32> {
        let mut random = SplitMix::new(number);
        let mut choosing = Choosing::new(scheduler, number, longest, &mut random);
        let mut done = [0, 0];
        let mut order = Vec::new();
        while order.len() < 2 * steps {
            let choices: Vec<Choice> =
                (0..2).filter(|thread| done[*thread as usize] < steps).map(run).collect();
            let operation = |choice: Choice| {
                let thread = choice.thread().0;
                let own = Address(8 + 8 * u64::from(thread));
                let on = if done[thread as usize] == common { Address(64) } else { own };
                Operation { kind: OperationKind::VolatileWrite, on, site: Site::NOWHERE }
            };
            let chosen = choosing.choose(&choices, operation, &mut random).thread();
            choosing.done(chosen, Progress::Works);
            done[chosen.0 as usize] += 1;
            order.push(chosen.0);
        }
        order
    }

    fn switches(order: &[u32]) -> usize {
        order.windows(2).filter(|two| two[0] != two[1]).count()
    }

    #[test]
    fn pct_switches_as_often_as_it_changes_priorities() {
        let mut counts = [[0; 4]; 4];
        for number in 0..400 {
            let order = execution(Scheduler::Pct, (number, 40), (20, 99));
            counts[(number % 4) as usize][(switches(&order) - 1).min(3)] += 1;
        }
        // One that ends is followed by the other; each change is a switch, unless it comes when
        // only one is left or follows another at once.
        assert_eq!(counts[0], [100, 0, 0, 0]);
        assert!(counts[1][1] > 30 && counts[1][2] == 0, "{counts:?}");
        assert!(counts[2][2] > 10 && counts[2][3] == 0, "{counts:?}");
        assert!(counts[3][3] > 3, "{counts:?}");
    }

    /// A step that is in nobody's way keeps its priority: which of the two common steps comes
    /// first is open, whether one thread has many steps before it or none.
    #[test]
    fn pos_orders_conflicts_evenly_however_many_steps_come_before() {
        let first = |scheduler, number| {
            let mut random = SplitMix::new(number);
            let mut choosing = Choosing::new(scheduler, 0, 0, &mut random);
            let mut left = 30;
            loop {
                let operation = |choice: Choice| {
                    let own = choice == run(0) && left > 0;
                    let on = Address(if own { 8 } else { 64 });
                    Operation { kind: OperationKind::VolatileWrite, on, site: Site::NOWHERE }
                };
                let chosen = choosing.choose(&[run(0), run(1)], operation, &mut random);
                if chosen == run(1) || left == 0 {
                    return chosen.thread().0;
                }
                left -= 1;
            }
        };
        let late = |scheduler| (0..1_000).filter(|number| first(scheduler, *number) == 0).count();
        // Thirty-one random numbers above another one: once in 32. Uniformly, once in 2^31.
        assert!((15..60).contains(&late(Scheduler::Pos)), "{}", late(Scheduler::Pos));
        assert_eq!(late(Scheduler::Uniform), 0);
    }

    #[test]
    fn what_conflicts_gets_another_priority() {
        let mut random = SplitMix::new(3);
        let Choosing::Pos(mut priorities) = Choosing::new(Scheduler::InTurns, 0, 0, &mut random)
        else {
            panic!("the first in turn is another");
        };
        let choices = [run(0), run(1), run(2)];
        highest(&mut priorities, &choices, &mut random);
        priorities.insert((ThreadId(0), false), u64::MAX);
        let before = priorities.clone();
        let mut choosing = Choosing::Pos(priorities);
        let on = |choice: Choice| Address(if choice == run(2) { 8 } else { 16 });
        let operation = |choice| Operation {
            kind: OperationKind::VolatileWrite,
            on: on(choice),
            site: Site::NOWHERE,
        };
        assert_eq!(choosing.choose(&choices, operation, &mut random), run(0));
        let Choosing::Pos(after) = choosing else { unreachable!() };
        assert_eq!(after.len(), 1);
        assert_eq!(after[&(ThreadId(2), false)], before[&(ThreadId(2), false)]);
    }

    #[test]
    fn who_rests_lets_others_run() {
        let mut random = SplitMix::new(0);
        let mut choosing = Choosing::new(Scheduler::Pct, 0, 0, &mut random);
        let operation =
            |_| Operation { kind: OperationKind::Yield, on: Address(0), site: Site::NOWHERE };
        let mut order = Vec::new();
        for _ in 0..6 {
            let chosen = choosing.choose(&[run(0), run(1)], operation, &mut random);
            choosing.done(chosen.thread(), Progress::Rests);
            order.push(chosen.thread().0);
        }
        assert_eq!(switches(&order), 5);
    }

    #[test]
    fn a_wait_that_has_ended_by_time_does_so_again_when_others_have_gone_on() {
        for number in 0..20 {
            let mut random = SplitMix::new(number);
            let mut choosing = Choosing::new(Scheduler::Pct, 0, 0, &mut random);
            let choices = [Choice::TimeOut(ThreadId(0)), run(1)];
            let operation = |_| unreachable!("priorities of threads ask for none");
            let mut ended = 0;
            for _ in 0..6 {
                let chosen = choosing.choose(&choices, operation, &mut random);
                choosing.done(chosen.thread(), Progress::Works);
                ended += usize::from(chosen == choices[0]);
            }
            assert!(ended < 2, "seed {number}: {ended}");
        }
    }

    /// That a wait ends by time is a course of its own: it does not come first because its thread
    /// does.
    #[test]
    fn a_wait_that_ends_by_time_has_a_priority_of_its_own() {
        let choices = [Choice::TimeOut(ThreadId(0)), run(0), run(1)];
        let chosen: Vec<Choice> = (0..60)
            .map(|number| {
                let mut random = SplitMix::new(number);
                let mut choosing = Choosing::new(Scheduler::Pct, 0, 0, &mut random);
                let operation = |_| unreachable!("priorities of threads ask for none");
                choosing.choose(&choices, operation, &mut random)
            })
            .collect();
        for choice in choices {
            let count = chosen.iter().filter(|one| **one == choice).count();
            assert!((10..32).contains(&count), "{choice:?}: {count}");
        }
    }
}
