//! The reduction against its slow and obvious twin: random programs whose interleavings are all
//! executed, and what they come to counted; and programs whose count is known by arithmetic.

mod programs;

use programs::Op::{
    AssertNot, BackUnless, Cas, Choose, Fence, Join, Lock, Park, Read, SkipIf, Start, Unlock,
    Unpark, Write,
};
use programs::checks::{self, Searched, check_random, of, shown, started};
use programs::machine::Interpreter;
use programs::random::{Taste, program};
use programs::twin::{Ending, Trace, Twin, reachable};
use programs::{Op, Program};
use raceproof_search::{SplitMix, StrategyKind};
use std::cell::Cell;
use std::collections::{BTreeSet, HashSet};

/// Programs with more interleavings are left out.
const MOST: usize = 2_500;

/// By the reduction.
fn reduced(program: &Program) -> Searched {
    Searched::by(StrategyKind::Dpor, program)
}

/// That each trace was executed once, and nothing in vain.
fn check_optimal(searched: &Searched, traces: usize) -> Result<(), String> {
    let counted = &searched.answer.statistics;
    let blocked = counted.reduction.ok_or("it does not tell what it did")?.sleep_blocked;
    let mut met = HashSet::new();
    if let Some((_, twice)) = searched.ended.iter().find(|(_, trace)| !met.insert(trace)) {
        return Err(format!("executed twice: {twice:?}"));
    }
    if (counted.executions, searched.ended.len(), blocked) != (traces as u64, traces, 0) {
        return Err(format!(
            "{} executions, {blocked} blocked, of {traces} traces",
            counted.executions
        ));
    }
    Ok(())
}

/// Compares with all interleavings. A violation ends an execution for all threads: then only what
/// is found is the same.
fn compare(program: &Program, twin: &Twin) -> Result<(), String> {
    let reduced = reduced(program);
    reduced.check_endings(&twin.endings)?;
    if twin.has_violations() {
        return Ok(());
    }
    let executed: HashSet<&Trace> = reduced.ended.iter().map(|(_, trace)| trace).collect();
    if let Some(missed) = twin.traces.iter().find(|trace| !executed.contains(trace)) {
        return Err(format!(
            "{} of {} traces, missed {missed:?}",
            executed.len(),
            twin.traces.len()
        ));
    }
    check_optimal(&reduced, twin.traces.len())
}

fn compare_with_all(program: &Program) -> Result<(), String> {
    Twin::of(program, MOST).map_or(Ok(()), |twin| compare(program, &twin))
}

/// Compares where only states can be: with data choices, and with loops.
fn compare_endings(program: &Program) -> Result<(), String> {
    checks::compare_endings(StrategyKind::Dpor, program)
}

type Check = fn(&Program) -> Result<(), String>;

#[test]
fn random_programs() {
    check_random(1, 2_500, Taste::random, compare_with_all);
}

#[test]
fn most_random_programs_are_small_enough_and_have_something_to_reduce() {
    let mut random = SplitMix::new(1);
    let (small, traces, interleavings) = (Cell::new(0), Cell::new(0), Cell::new(0));
    for _ in 0..500 {
        let taste = Taste::random(&mut random);
        if let Some(twin) = Twin::of(&program(&mut random, taste), MOST) {
            small.update(|count| count + 1);
            traces.update(|count| count + twin.traces.len());
            interleavings.update(|count| count + twin.interleavings);
        }
    }
    assert!(small.get() > 250, "{small:?}");
    assert!(
        traces.get() > 3_000 && interleavings.get() > 10 * traces.get(),
        "{traces:?} of {interleavings:?}"
    );
}

#[test]
fn random_programs_with_violations() {
    check_random(
        1,
        1_000,
        |random| Taste { violations: true, ..Taste::random(random) },
        compare_with_all,
    );
}

/// With a violation for a data race, which the machine proves or does not: pruning leaves none out.
#[test]
fn random_programs_pruned() {
    let (skipped, checks, proved) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let violated = |ending: &&Ending| matches!(ending, Ending::Violated(_));
    let check = |program: &Program| {
        let Some(expected) = reachable(program, 300) else { return Ok(()) };
        let by = |strategy| {
            let mut machine = Interpreter::new(program);
            machine.proves = true;
            Searched::with(strategy, machine)
        };
        let unpruned = by(StrategyKind::Dpor).answer.statistics.reduction;
        if unpruned.is_none_or(|unpruned| unpruned.checks > 0) {
            return Err("dpor asks what may be pruned".to_owned());
        }
        let pruned = by(StrategyKind::Pruned);
        let counted = pruned.answer.statistics.reduction.ok_or("it does not tell what it did")?;
        skipped.update(|sum| sum + counted.skipped);
        checks.update(|sum| sum + counted.checks);
        proved.update(|sum| sum + counted.race_free);
        let endings: BTreeSet<Ending> = pruned.ended.iter().map(|(ending, _)| *ending).collect();
        let (found, all) =
            (endings.iter().filter(violated), expected.endings.iter().filter(violated));
        match found.eq(all) {
            true => Ok(()),
            false => Err(format!("{endings:?} of {:?}", expected.endings)),
        }
    };
    let taste = |random: &mut SplitMix| Taste { violations: true, ..Taste::random(random) };
    check_random(4, 800, taste, check);
    assert!(
        skipped.get() > 1_000 && proved.get() > 1_000 && checks > proved,
        "{skipped:?} {proved:?}"
    );
}

#[test]
fn random_programs_with_fences() {
    check_random(1, 500, Taste::with_fences, compare_with_all);
}

#[test]
fn random_programs_with_data() {
    check_random(1, 2_000, Taste::with_data, compare_endings);
}

#[test]
fn random_programs_with_loops() {
    check_random(1, 1_500, Taste::with_loops, compare_endings);
}

/// That the twin counts so many traces, where it can, and the reduction executes as many.
fn counts(program: &Program, traces: usize) {
    if let Some(twin) = Twin::of(program, 20_000) {
        assert_eq!(twin.traces.len(), traces, "the twin\n{}", shown(program));
        assert_eq!(compare(program, &twin), Ok(()), "{}", shown(program));
    }
    let searched = reduced(program);
    assert_eq!(check_optimal(&searched, traces), Ok(()), "{}", shown(program));
    // Each but the first was added to a wakeup tree.
    let added = searched.answer.statistics.reduction.map(|reduction| reduction.added);
    assert!(added >= Some(traces as u64 - 1), "{added:?} {}", shown(program));
}

#[test]
fn readers_of_one_writer() {
    for n in 1..=5 {
        let mut threads = vec![vec![Read(0)]; n];
        threads.push(vec![Write(0, 1)]);
        counts(&of(threads), 1 << n);
    }
}

#[test]
fn writers_of_one_variable() {
    for (n, orders) in [(1, 1), (2, 2), (3, 6), (4, 24), (5, 120), (6, 720)] {
        counts(&of((1..=n).map(|value| vec![Write(0, value)]).collect()), orders);
    }
}

/// One looks for the last zero of an array from its end, the others each set their element to their
/// neighbour's plus one.
#[test]
fn last_zero() {
    for n in 2..=5 {
        let mut search = Vec::new();
        for index in (1..=n).rev() {
            search.extend([Read(index), SkipIf(0, 2 * index - 1)]);
        }
        search.push(Read(0));
        let mut threads = vec![search];
        threads.extend((1..=n).map(|index| vec![Read(index - 1), Op::WriteNext(index)]));
        counts(&of(threads), (n + 3) << (n - 2));
    }
}

#[test]
fn two_counters_with_a_lock_each() {
    let increment =
        |counter| vec![Lock(counter), Read(counter), Op::WriteNext(counter), Unlock(counter)];
    counts(&of(vec![increment(0), increment(0), increment(1), increment(1)]), 4);
}

#[test]
fn compare_and_set_in_rotation() {
    counts(&of((0..5).map(|mine| vec![Cas(0, mine, mine + 1)]).collect()), 43);
}

#[test]
fn locks_in_two_orders() {
    let both = |first, second| vec![Lock(first), Lock(second), Unlock(second), Unlock(first)];
    let program = of(vec![both(0, 1), both(1, 0)]);
    counts(&program, 3);
    assert_eq!(reduced(&program).answer.findings.len(), 1);
}

#[test]
fn a_permit_is_given_once() {
    // Either one permit is given twice before it is taken, or the second remains.
    counts(&of(vec![vec![Park], vec![Unpark(0)], vec![Unpark(0)]]), 3);
    counts(&of(vec![vec![Park, Park], vec![Unpark(0)], vec![Unpark(0)]]), 3);
}

#[test]
fn spinning() {
    let mut endless = 0;
    for program in [
        // Until it is set.
        of(vec![vec![Read(0), BackUnless(1, 1)], vec![Write(0, 1)]]),
        of(vec![vec![Read(0), BackUnless(1, 1)], vec![Read(0), Write(0, 1), Write(0, 2)]]),
        // In turns.
        of(vec![
            vec![Read(0), BackUnless(0, 1), Write(0, 1)],
            vec![Read(0), BackUnless(1, 1), Write(0, 0)],
        ]),
        // For each other, in vain.
        of(vec![
            vec![Read(0), BackUnless(1, 1), Write(1, 1)],
            vec![Read(1), BackUnless(1, 1), Write(0, 1)],
        ]),
        // A lock of one's own making.
        of(vec![vec![Cas(0, 0, 1), BackUnless(1, 1), Read(1), Op::WriteNext(1), Write(0, 0)]; 2]),
    ] {
        assert_eq!(compare_endings(&program), Ok(()), "{}", shown(&program));
        let counted = reduced(&program).answer.statistics.reduction;
        endless += counted.map_or(0, |counted| counted.endless);
    }
    assert!(endless > 0, "no execution was cut");
}

/// What random programs came down to, where the reduction was once wrong.
mod once_wrong {
    use super::*;

    fn holds(check: Check, program: &Program) {
        assert_eq!(check(program), Ok(()), "{}", shown(program));
    }

    /// Who is asleep and would violate something does not explore what the others do.
    #[test]
    fn after_a_violation() {
        holds(
            compare_with_all,
            &of(vec![vec![Read(0), AssertNot(0)], vec![Read(0), Write(0, 1)], vec![Read(0)]]),
        );
        holds(
            compare_with_all,
            &of(vec![vec![Write(0, 1)], vec![Read(0), AssertNot(0)], vec![Read(0), Read(0)]]),
        );
        let last = vec![Read(0), AssertNot(1)];
        holds(
            compare_with_all,
            &of(vec![vec![Write(0, 1)], vec![Read(0)], last.clone(), vec![Read(0)]]),
        );
        holds(
            compare_with_all,
            &of(vec![vec![Write(0, 1)], vec![Read(0)], vec![Cas(0, 1, 1)], last]),
        );
    }

    /// A plan that starts a thread goes on behind that thread's first step.
    #[test]
    fn a_start_in_a_plan() {
        holds(
            compare_with_all,
            &started(vec![vec![Start(1), Write(0, 1)], vec![Start(2), Read(0)], vec![]], false),
        );
        holds(
            compare_with_all,
            &started(vec![vec![Start(1), Read(0)], vec![Start(2)], vec![Write(0, 1)]], false),
        );
    }

    /// Who was not started yet is not waited for.
    #[test]
    fn a_join_before_the_start() {
        holds(
            compare_with_all,
            &started(vec![vec![Start(1), Start(2)], vec![Join(2)], vec![]], true),
        );
        holds(
            compare_with_all,
            &started(
                vec![vec![Start(1), Start(2)], vec![Join(2), Write(0, 1)], vec![Read(0)]],
                true,
            ),
        );
    }

    /// An execution that ends in a deadlock is a whole one, though one of those stuck could have
    /// gone on just before.
    #[test]
    fn nothing_in_vain_before_a_deadlock() {
        let locks = [vec![Lock(0), Unlock(0)], vec![Lock(0), Park, Unlock(0)]];
        holds(
            compare_with_all,
            &of([locks.to_vec(), vec![vec![Read(0)], vec![Write(0, 1)]]].concat()),
        );
        holds(
            compare_with_all,
            &of([locks.to_vec(), vec![vec![Write(0, 1)], vec![Write(0, 1)]]].concat()),
        );
    }

    /// A blocked thread's next step is in a race with the start that lies before a global step, not
    /// with that.
    #[test]
    fn blocked_behind_a_global_step() {
        let stuck = vec![Park];
        holds(
            compare_with_all,
            &of(vec![stuck, vec![Fence, Write(0, 1)], vec![Write(1, 1), Write(0, 1)]]),
        );
        holds(
            compare_with_all,
            &started(vec![vec![Start(1), Start(2), Fence], vec![Join(2)], vec![Join(1)]], true),
        );
    }

    /// A thread that reads two variables in turns comes round in the middle of a plan.
    #[test]
    fn spinning_on_two_variables() {
        let reads = vec![Read(1), Read(0), BackUnless(2, 2)];
        holds(compare_endings, &of(vec![vec![Write(1, 1)], vec![Write(0, 1)], reads]));
    }

    /// A plan with a step of who spins is one without it.
    #[test]
    fn beside_one_that_spins() {
        let reads = vec![Read(0), Read(1), BackUnless(1, 2)];
        holds(compare_endings, &of(vec![reads, vec![Write(1, 1)], vec![Read(1)]]));
    }

    /// An execution is cut where two threads have come round together; behind it all are asleep
    /// that only wait, the third for ever.
    #[test]
    fn asleep_and_waiting_for_ever() {
        let threads = vec![
            vec![Read(0), BackUnless(1, 1)],
            vec![Read(0), Read(0), BackUnless(2, 2)],
            vec![Read(0), BackUnless(2, 1)],
            vec![Read(0)],
        ];
        holds(compare_endings, &Program { ends: true, ..of(threads) });
    }

    /// Each wakes the other for ever.
    #[test]
    fn a_loop_that_writes_and_one_that_reads() {
        holds(
            compare_endings,
            &of(vec![vec![Read(0), BackUnless(2, 1)], vec![Write(0, 1), BackUnless(1, 1)]]),
        );
        holds(
            compare_endings,
            &of(vec![
                vec![Choose(2), Read(0), BackUnless(2, 1)],
                vec![Write(0, 1), BackUnless(1, 1)],
            ]),
        );
    }
}

/// Waits that may end by time.
#[test]
fn waits_that_end_by_time() {
    let taste = |random: &mut SplitMix| {
        let (loops, chooses) = (random.below(4) == 0, random.below(6) == 0);
        Taste { parks: true, timed: true, loops, chooses, ..Taste::random(random) }
    };
    check_random(31, 1_500, taste, compare_endings);
}

/// Compares the reduction with depth-first search of the same machine, of which so many operations
/// are one step. Answers whether it could.
fn compare_steps(program: &Program, together: u8) -> Result<bool, String> {
    let searched = |strategy| {
        let mut machine = Interpreter::new(program);
        machine.together = Some(together);
        // Loops may take it many executions.
        let most = if program.goes_round() { 6_000 } else { 200_000 };
        Searched::within(strategy, machine, most)
    };
    let all = searched(StrategyKind::DepthFirst);
    let endings: BTreeSet<Ending> = all.ended.iter().map(|(ending, _)| *ending).collect();
    if !all.answer.is_complete() || all.answer.statistics.states > 600 {
        return Ok(false);
    }
    let reduced = searched(StrategyKind::Dpor);
    if program.goes_round() && !reduced.answer.is_complete() {
        return Ok(false);
    }
    reduced.check_endings(&endings)?;
    match (all.hangs(), reduced.hangs()) {
        (told, also) if told == also => Ok(true),
        (told, _) => Err(format!("a livelock is told by {}", if told { "dfs" } else { "dpor" })),
    }
}

/// A step that stops at a monitor in its middle depends on who releases that: before, others can
/// come between its halves.
#[test]
fn a_step_that_stops_at_a_monitor() {
    let holds = [vec![Read(3); 5], vec![Lock(0), Write(2, 1), Unlock(0)]].concat();
    let stops = vec![Read(0), Op::WriteNext(4), Lock(0), Read(1), Op::WriteNext(5), Unlock(0)];
    let between = vec![Write(0, 1), Write(1, 1)];
    for threads in
        [[&holds, &stops, &between], [&stops, &between, &holds], [&between, &holds, &stops]]
    {
        let program = of(threads.into_iter().cloned().collect());
        assert_eq!(compare_steps(&program, 6), Ok(true), "{}", shown(&program));
    }
}

/// Where several operations are one step: what such a step uses is known only when it was executed.
/// The twin is depth-first search of the same machine.
#[test]
fn steps_of_several_operations() {
    let taste = |random: &mut SplitMix| {
        let (loops, fences) = (random.below(8) == 0, random.below(4) == 0);
        Taste { loops, fences, chooses: random.below(4) == 0, ..Taste::random(random) }
    };
    let (compared, cut) = (Cell::new(0), Cell::new(0));
    for together in [2, 3, 5] {
        check_random(29, 400, taste, |program| {
            compare_steps(program, together).map(|is_done| match is_done {
                true => compared.update(|count| count + 1),
                false => cut.update(|count| count + 1),
            })
        });
    }
    assert!(compared.get() > 1_000 && cut.get() * 3 < compared.get(), "{compared:?} {cut:?}");
}
