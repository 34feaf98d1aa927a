//! Schedules with few preemptions against their slow and obvious twin: every schedule, one after
//! the other, with its preemptions counted.

mod programs;
mod toys;

use programs::Op::{Lock, Unlock, Write};
use programs::Program;
use programs::checks::{check_random, of};
use programs::machine::Interpreter;
use programs::random::Taste;
use programs::twin::Ending;
use raceproof_base::{Choice, Machine as _, Situation, StepOutcome, ThreadId};
use raceproof_search::{Bounded, End, Limit, SearchOptions, SplitMix, StrategyKind, explore};
use std::collections::BTreeMap;
use toys::{Grid, Ring, Toy, explored, options};

/// Programs with more schedules are left out.
const MOST: usize = 4_000;

/// The fewest preemptions with which each end comes up, and how many schedules have how many.
#[derive(Default)]
struct Twin {
    fewest: BTreeMap<Ending, u64>,
    schedules: BTreeMap<u64, usize>,
}

impl Twin {
    /// None if there are too many.
    fn of(program: &Program) -> Option<Self> {
        let mut twin = Self::default();
        let mut machine = Interpreter::new(program);
        machine.begin(&mut ());
        twin.follow(&mut machine, None, 0).then_some(twin)
    }

    fn follow(
        &mut self,
        machine: &mut Interpreter<'_>,
        last: Option<ThreadId>,
        preemptions: u64,
    ) -> bool {
        let Situation::Open(choices) = machine.situation() else {
            return self.ended(machine, preemptions);
        };
        let goes_on = |choice: &Choice| Some(choice.thread()) == last;
        let could_go_on = choices.iter().any(goes_on);
        let mark = machine.mark();
        choices.iter().all(|choice| {
            let preemptions = preemptions + u64::from(could_go_on && !goes_on(choice));
            let goes_on = match machine.step(*choice, &mut ()) {
                StepOutcome::Done => self.follow(machine, Some(choice.thread()), preemptions),
                StepOutcome::Violated(_) => self.ended(machine, preemptions),
                _ => unreachable!("a toy does nothing else"),
            };
            machine.rollback(mark);
            goes_on
        })
    }

    fn ended(&mut self, machine: &Interpreter<'_>, preemptions: u64) -> bool {
        let (ending, _) = machine.ended.last().expect("an execution has ended");
        let fewest = self.fewest.entry(*ending).or_insert(preemptions);
        *fewest = preemptions.min(*fewest);
        *self.schedules.entry(preemptions).or_default() += 1;
        self.schedules.values().sum::<usize>() <= MOST
    }
}

fn within(bound: u64) -> SearchOptions {
    SearchOptions { preemptions: Some(bound), ..options(StrategyKind::Preemptions) }
}

/// The ends that come up within a bound are those that some schedule within it has.
fn compare(program: &Program) -> Result<(), String> {
    let Some(twin) = Twin::of(program) else { return Ok(()) };
    for bound in 0..4 {
        let mut machine = Interpreter::new(program);
        let answer = explore(&mut machine, &mut (), &within(bound), &mut ());
        let leaves_out = twin.schedules.keys().any(|preemptions| *preemptions > bound);
        let met = |ending: &Ending| machine.ended.iter().any(|(met, _)| met == ending);
        for (ending, fewest) in &twin.fewest {
            if met(ending) != (*fewest <= bound) {
                return Err(format!("{ending:?} needs {fewest} preemptions of {bound}"));
            }
        }
        let covered = answer.bounded.map(|bounded| bounded.preemptions);
        let is_as_said = match answer.end {
            // Other schedules may come to states only that were left within the bound.
            End::Complete => covered.is_none() && twin.fewest.values().all(|few| *few <= bound),
            End::Limit(Limit::Own(_)) => covered == Some(bound) && leaves_out,
            _ => false,
        };
        if !is_as_said {
            return Err(format!("{:?} and {covered:?} within {bound}", answer.end));
        }
    }
    Ok(())
}

fn taste(random: &mut SplitMix) -> Taste {
    let (chooses, violations) = (random.below(3) == 0, random.below(3) == 0);
    Taste { violations, chooses, loops: false, ..Taste::random(random) }
}

#[test]
fn a_bound_has_the_ends_of_its_schedules() {
    check_random(11, 600, taste, compare);
}

/// Two threads that take two locks in turn meet in a deadlock by one preemption.
#[test]
fn a_deadlock_by_one_preemption() {
    let thread = |first, second| vec![Lock(first), Lock(second), Unlock(second), Unlock(first)];
    let program = of(vec![thread(0, 1), thread(1, 0)]);
    let found = |bound| {
        let mut machine = Interpreter::new(&program);
        explore(&mut machine, &mut (), &within(bound), &mut ()).findings.len()
    };
    assert_eq!([found(0), found(1)], [0, 1]);
}

/// What was covered when it was ended is the last bound that was done; so many executions.
#[test]
fn what_was_covered_is_told() {
    let program = of(vec![vec![Write(0, 1); 6], vec![Write(1, 1); 6]]);
    let ended_after = |transitions| {
        let limited = SearchOptions { max_transitions: Some(transitions), ..within(9) };
        explore(&mut Interpreter::new(&program), &mut (), &limited, &mut ())
    };
    let all = ended_after(u64::MAX);
    assert_eq!(all.end, End::Complete);
    assert_eq!(all.bounded, None, "all of it is more than a bound");
    let answer = ended_after(30);
    assert_eq!(answer.end, End::Limit(Limit::Transitions(30)));
    assert_eq!(answer.bounded.map(|bounded| bounded.preemptions), Some(0));
    assert_eq!(ended_after(3).bounded, None);
    // Either thread first, each to its end.
    let mut machine = Interpreter::new(&program);
    let first = explore(&mut machine, &mut (), &within(0), &mut ());
    assert_eq!(first.bounded, Some(Bounded { preemptions: 0, executions: 2 }));
}

/// A schedule that is not followed to its end is in no bound that was done.
#[test]
fn what_was_cut_off_is_not_covered() {
    let ring = Ring { states: 50, both_ways: false, bad: None };
    let cut = SearchOptions { max_depth: Some(10), ..within(0) };
    let answer = explored(&ring, &cut);
    assert_eq!((answer.end, answer.bounded), (End::Limit(Limit::Depth(10)), None));
}

/// Two threads with sixty steps each may preempt each other 118 times. Bounds soon grow by little,
/// and all at once takes less then than the rest of them.
#[test]
fn what_hardly_grows_is_explored_at_once() {
    let grid = Grid { threads: 2, steps: 60, stuck: false };
    let by = |grid: &Grid, options: &SearchOptions| {
        explore(&mut Toy::new(grid), &mut (), options, &mut ())
    };
    let transitions = |strategy| {
        let answer = by(&grid, &options(strategy));
        assert_eq!(answer.end, End::Complete);
        answer.statistics.transitions
    };
    let (all, bounds) =
        (transitions(StrategyKind::DepthFirst), transitions(StrategyKind::Preemptions));
    assert!(bounds < 8 * all, "{bounds} and {all}");
    // If a bound is asked for, it is the last.
    let asked = by(&grid, &within(1));
    assert_eq!(asked.bounded.map(|bounded| bounded.preemptions), Some(1));
    // Growth is left alone: each bound of three threads has many times as many at first.
    let wide = Grid { threads: 4, steps: 6, stuck: false };
    let limited = SearchOptions { max_transitions: Some(20_000), ..within(99) };
    let limited = SearchOptions { preemptions: None, ..limited };
    let covered = by(&wide, &limited).bounded.map(|bounded| bounded.preemptions);
    assert!(covered >= Some(2), "{covered:?}");
}
