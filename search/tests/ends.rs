//! Ends that belong to last steps, and joins that go on, against all interleavings of programs in
//! which each is a step.

mod programs;

use programs::Op::{self, AssertNot, Join, Read, Start, Unpark, Write};
use programs::Program;
use programs::checks::{Searched, check_random, of, shown, started};
use programs::machine::Interpreter;
use programs::random::Taste;
use programs::twin::{Ending, Trace, Twin, reachable};
use raceproof_base::{FindingKind, Machine, Situation, StepOutcome};
use raceproof_search::{SplitMix, StrategyKind};
use std::cell::Cell;
use std::collections::{BTreeSet, HashSet};

const MOST: usize = 2_500;

fn machine(program: &Program) -> Interpreter<'_> {
    let mut machine = Interpreter::new(program);
    machine.ends_within = true;
    machine
}

fn reduced(program: &Program) -> Searched {
    Searched::with(StrategyKind::Dpor, machine(program))
}

/// Nobody knows whether one who has ended had a permit.
fn without_permits(endings: impl IntoIterator<Item = Ending>) -> BTreeSet<Ending> {
    let cleared = |mut state: programs::State| {
        let over = |thread: &&mut programs::Thread| thread.life == programs::Life::Ended;
        state.threads.iter_mut().filter(over).for_each(|thread| thread.permit = false);
        state
    };
    let endings = endings.into_iter().map(|ending| match ending {
        Ending::Ended(state) => Ending::Ended(cleared(state)),
        Ending::Deadlock(state) => Ending::Deadlock(cleared(state)),
        violated @ Ending::Violated(_) => violated,
    });
    endings.collect()
}

fn has(program: &Program, is_it: impl Fn(&Op) -> bool) -> bool {
    program.threads.iter().flatten().any(is_it)
}

/// The traces are those of the twin, each executed once, where one who has ended is not given a
/// permit.
fn compare_traces(reduced: &Searched, twin: &Twin) -> Result<(), String> {
    let executed: HashSet<&Trace> = reduced.ended.iter().map(|(_, trace)| trace).collect();
    let all: HashSet<&Trace> = twin.traces.iter().collect();
    let blocked = reduced.answer.statistics.reduction.map_or(0, |counted| counted.sleep_blocked);
    match executed == all && reduced.ended.len() == all.len() && blocked == 0 {
        true => Ok(()),
        false => Err(format!(
            "{} executions of {} traces, {} of these, {blocked} blocked",
            reduced.ended.len(),
            all.len(),
            executed.intersection(&all).count()
        )),
    }
}

/// Each schedule of a finding shows it, one step after the other.
fn replay(program: &Program, searched: &Searched) -> Result<(), String> {
    let endings = |kind| matches!(kind, FindingKind::Assertion | FindingKind::Deadlock);
    for finding in searched.answer.findings.iter().filter(|finding| endings(finding.kind)) {
        let mut machine = machine(program);
        let mut outcome = StepOutcome::Done;
        for choice in &finding.schedule.choices {
            match machine.situation() {
                Situation::Open(choices) if choices.contains(choice) => {}
                other => return Err(format!("{choice:?} of {finding:?}: {other:?}")),
            }
            outcome = machine.step(*choice, &mut ());
        }
        let shown = match (outcome, finding.kind) {
            (StepOutcome::Violated(shown), _) => shown,
            (StepOutcome::Done, FindingKind::Deadlock) => match machine.situation() {
                Situation::Deadlock(shown) => shown,
                other => return Err(format!("{finding:?}: {other:?}")),
            },
            (other, _) => return Err(format!("{finding:?}: {other:?}")),
        };
        // What is left of the permits of those who have ended tells states apart.
        if shown.kind != finding.kind
            || shown.kind == FindingKind::Assertion && shown.stack != finding.stack
        {
            return Err(format!("{shown:?} instead of {finding:?}"));
        }
    }
    Ok(())
}

fn compare(program: &Program, joined: &Cell<u64>) -> Result<(), String> {
    let Some(twin) = Twin::of(program, MOST) else { return Ok(()) };
    let reduced = reduced(program);
    if !reduced.answer.is_complete() {
        return Err(format!("ended by {:?}", reduced.answer.end));
    }
    let (found, expected) = (
        without_permits(reduced.ended.iter().map(|(ending, _)| *ending)),
        without_permits(twin.endings.iter().copied()),
    );
    if found != expected {
        return Err(format!("{found:?} of {expected:?}"));
    }
    let counted = &reduced.answer.statistics;
    let joins_on = counted.executions == 1 && counted.max_depth > counted.transitions;
    joined.update(|count| count + u64::from(joins_on));
    replay(program, &reduced)?;
    match twin.has_violations() || has(program, |op| matches!(op, Unpark(_))) {
        true => Ok(()),
        false => compare_traces(&reduced, &twin),
    }
}

fn some_operations(random: &mut SplitMix, most: u64) -> Vec<Op> {
    let operation = |random: &mut SplitMix| {
        let variable = random.below(2) as usize;
        if random.below(2) == 0 { Read(variable) } else { Write(variable, 4) }
    };
    (0..random.below(most) + 1).map(|_| operation(random)).collect()
}

/// Programs whose ends are steps, and of which a thread, usually the first, joins all others, and
/// may start one more or do something behind that.
fn joining(random: &mut SplitMix, mut program: Program) -> Program {
    let count = program.threads.len();
    let joiner = if random.below(4) == 0 { random.below(count as u64) as usize } else { 0 };
    for other in (0..count).filter(|other| *other != joiner) {
        if random.below(4) > 0 {
            program.threads[joiner].push(Join(other));
        }
        if random.below(8) == 0 {
            program.threads[joiner].push(Read(0));
        }
    }
    if program.starts && random.below(2) == 0 {
        program.threads[joiner].push(Start(count));
        program.threads.push(some_operations(random, 3));
        program.threads[joiner].extend(some_operations(random, 2));
    }
    if random.below(3) == 0 {
        program.threads[joiner].push(AssertNot(random.below(2) as u32));
    }
    if random.below(2) == 0 {
        program.threads[joiner].push(Write(0, 3));
    }
    program.ends = true;
    program
}

#[test]
fn random_programs_that_join_many() {
    let joined = Cell::new(0);
    let number = Cell::new(0);
    let taste = |random: &mut SplitMix| Taste {
        joins: random.below(2) == 0,
        starts: random.below(2) == 0,
        locks: false,
        parks: random.below(8) == 0,
        violations: random.below(6) == 0,
        ..Taste::random(random)
    };
    check_random(5, 3_000, taste, |program| {
        number.update(|number| number + 1);
        let mut random = SplitMix::new(number.get());
        let program = joining(&mut random, program.clone());
        compare(&program, &joined).map_err(|why| format!("{why}\n{}", shown(&program)))
    });
    assert!(joined.get() > 20, "{joined:?}");
}

/// With loops, where only states can be compared.
#[test]
fn random_programs_with_loops() {
    check_random(6, 1_500, Taste::with_loops, |program| {
        let program = Program { ends: true, ..program.clone() };
        let Some(expected) = reachable(&program, 150) else { return Ok(()) };
        let reduced = reduced(&program);
        let found = without_permits(reduced.ended.iter().map(|(ending, _)| *ending));
        match found == without_permits(expected.endings) && reduced.hangs() == expected.hangs {
            true => replay(&program, &reduced),
            false => Err(format!("{found:?}, hangs: {}", reduced.hangs())),
        }
    });
}

/// Three steps of the others, two reads, one that joins all, and a read behind it; as a schedule, nine.
#[test]
fn one_step_for_all_joins() {
    let mut threads = vec![vec![Read(0), Read(0), Join(1), Join(2), Join(3), Read(0)]];
    threads.extend((1..4).map(|variable| vec![Write(variable, 1)]));
    let program = Program { ends: true, ..of(threads) };
    let counted = reduced(&program).answer.statistics;
    assert_eq!((counted.executions, counted.transitions, counted.max_depth), (1, 7, 9));
}

fn holds(program: &Program) {
    let twin = Twin::of(program, 1_000_000).expect("it is small enough");
    assert_eq!(compare_traces(&reduced(program), &twin), Ok(()), "{}", shown(program));
}

/// A thread that nobody joins may do its last step later: what comes behind the joins may come
/// before it, then.
#[test]
fn one_that_is_not_joined() {
    let behind = [
        vec![Read(0)],
        vec![Start(4), Write(1, 4), Read(0)],
        vec![Start(4), Read(1), Read(0), Write(1, 3)],
    ];
    for behind in behind {
        let first = vec![Start(1), Start(2), Start(3), Join(1), Join(2)];
        let threads = vec![
            [first, behind].concat(),
            vec![Write(2, 1)],
            vec![],
            vec![Write(0, 1)],
            vec![Write(1, 2), Read(1)],
        ];
        holds(&started(threads, true));
    }
}

/// Who is joined before it is started is not waited for, behind another join as well.
#[test]
fn one_that_another_starts() {
    for joins in [[Join(1), Join(3)], [Join(3), Join(1)]] {
        let first = vec![Start(1), Start(2), Read(1)];
        let threads = vec![
            [first, joins.to_vec(), vec![Read(0)]].concat(),
            vec![],
            vec![Start(3)],
            vec![Write(0, 1)],
        ];
        holds(&started(threads, true));
    }
}
