//! Tests of the oracle for outcomes and deadlocks: against outcomes known by hand, and by mutation.
//! For each mutant, with one rule changed, some default program must behave differently: else the
//! tests on generated programs would not notice that rule.

use super::flat::{Code, Step};
use super::generator::{self, Generated};
use super::java;
use super::program::Statement::*;
use super::program::{
    EMPTY, INTERRUPTED, Lock, Mode, Program, REENTRANT, Statement, TAKEN, Thread, Variable,
    VariableKind,
};
use super::program::{fold, outcome};
use super::reference::{self, Behaviour};

const V: Variable = Variable(0);
const W: Variable = Variable(1);
const L: Lock = Lock(0);
const M: Lock = Lock(1);
const MOST: usize = 20_000;

fn program(threads: &[&[Statement]]) -> Program {
    let threads = threads.iter().map(|body| body.to_vec()).collect();
    let variables = vec![VariableKind::Volatile; 2];
    Program {
        mode: Mode::Volatile,
        variables,
        top: VariableKind::Volatile,
        threads,
        early: Vec::new(),
        main: Vec::new(),
    }
}

/// Expects these outcomes, each as results, `main`'s, variables and stack; and a deadlock or none.
fn must_be(threads: &[&[Statement]], outcomes: &[&[i32]], deadlock: bool) {
    let outcomes = outcomes.iter().map(|parts| outcome(parts.iter().copied())).collect();
    let found = reference::explore(&program(threads), MOST);
    assert_eq!(found, Some(Behaviour { outcomes, deadlock }), "{threads:?}");
}

fn synchronized(body: &[Statement]) -> Statement {
    Synchronized(L, body.to_vec())
}

#[test]
fn increments_may_be_lost_unless_atomic_or_guarded() {
    must_be(&[&[Increment(V)], &[Increment(V)]], &[&[0, 0, 0, 1, 0], &[0, 0, 0, 2, 0]], false);
    must_be(
        &[&[GetAndAdd(V, 1)], &[GetAndAdd(V, 1)]],
        &[&[0, 1, 0, 2, 0], &[1, 0, 0, 2, 0]],
        false,
    );
    for guarded in [synchronized(&[Increment(V)]), Locked(vec![Increment(V)])] {
        let guarded = [guarded];
        must_be(&[&guarded, &guarded], &[&[0, 0, 0, 2, 0]], false);
    }
}

#[test]
fn store_buffering_is_sequentially_consistent() {
    let outcomes: [&[i32]; 3] = [&[0, 1, 0, 1, 1], &[1, 0, 0, 1, 1], &[1, 1, 0, 1, 1]];
    must_be(&[&[Write(V, 1), Read(W)], &[Write(W, 1), Read(V)]], &outcomes, false);
}

#[test]
fn conditions_and_exchanges_depend_on_the_value() {
    let outcomes: [&[i32]; 2] = [&[0, 0, 0, 1, 0], &[0, 0, 0, 1, 2]];
    must_be(&[&[If(V, 1, vec![Write(W, 2)])], &[Write(V, 1)]], &outcomes, false);
    let exchange = [CompareAndSet(V, 0, 3)];
    must_be(&[&exchange, &exchange], &[&[0, 1, 0, 3, 0], &[1, 0, 0, 3, 0]], false);
}

#[test]
fn monitors_are_reentrant_and_may_deadlock() {
    must_be(&[&[synchronized(&[synchronized(&[Increment(V)])])], &[]], &[&[0, 0, 0, 1, 0]], false);
    let nested = |outer, inner| Synchronized(outer, vec![Synchronized(inner, vec![])]);
    must_be(&[&[nested(L, M)], &[nested(M, L)]], &[&[0; 5]], true);
    must_be(&[&[nested(L, M)], &[nested(L, M)]], &[&[0; 5]], false);
}

#[test]
fn a_wait_leaves_the_monitor_wholly_and_needs_a_notification() {
    let waiting = synchronized(&[synchronized(&[Wait(L), Read(V)]), Read(V)]);
    let notifying = synchronized(&[Write(V, 1), Notify(L), Write(V, 2)]);
    must_be(&[&[waiting], &[notifying]], &[&[fold(2, 2), 0, 0, 2, 0]], true);
}

#[test]
fn a_notification_wakes_one_and_notify_all_all() {
    let waiting = || synchronized(&[GetAndAdd(V, 1), Wait(L)]);
    let waking = |how| synchronized(&[If(V, 2, vec![Write(W, 1), how])]);
    let notified =
        reference::explore(&program(&[&[waiting()], &[waiting()], &[waking(Notify(L))]]), MOST)
            .unwrap();
    assert!(notified.outcomes.is_empty() && notified.deadlock, "{notified:?}");
    let outcomes: [&[i32]; 2] = [&[0, 1, 0, 0, 2, 1], &[1, 0, 0, 0, 2, 1]];
    must_be(&[&[waiting()], &[waiting()], &[waking(NotifyAll(L))]], &outcomes, true);
}

#[test]
fn an_interrupt_ends_a_wait_now_or_later() {
    let threads: [&[Statement]; 2] =
        [&[synchronized(&[Wait(L)]), Interrupted], &[Interrupt(Thread(0))]];
    must_be(&threads, &[&[fold(INTERRUPTED, 0), 0, 0, 0, 0]], false);
}

#[test]
fn who_is_notified_before_being_interrupted_stays_so() {
    let first = synchronized(&[Write(V, 1), Wait(L), Write(V, 2)]);
    let second = synchronized(&[If(V, 1, vec![Notify(L), Interrupt(Thread(0))])]);
    must_be(&[&[first, Interrupted], &[second]], &[&[1, 0, 0, 2, 0]], true);
}

#[test]
fn permits_do_not_add_and_need_a_thread_that_is_alive() {
    must_be(&[&[Park], &[Unpark(Thread(0))]], &[&[0; 5]], false);
    must_be(&[&[Park, Park], &[Unpark(Thread(0)), Unpark(Thread(0))]], &[&[0; 5]], true);
    // Before its start the permit is lost.
    must_be(&[&[Unpark(Thread(1))], &[Park]], &[&[0; 5]], true);
    must_be(&[&[Interrupt(Thread(1))], &[Park, Interrupted]], &[&[0, 1, 0, 0, 0]], false);
}

#[test]
fn a_life_begins_with_start_and_ends_after_the_last_statement() {
    must_be(&[&[IsAlive(Thread(1))], &[]], &[&[0; 5], &[1, 0, 0, 0, 0]], false);
    // Not yet started, ended, or neither and waited for.
    must_be(
        &[&[Join(Thread(1)), Read(V)], &[Write(V, 1)]],
        &[&[0, 0, 0, 1, 0], &[1, 0, 0, 1, 0]],
        false,
    );
    must_be(&[&[Join(Thread(1)), IsAlive(Thread(1))], &[]], &[&[0; 5], &[1, 0, 0, 0, 0]], false);
    must_be(&[&[], &[Join(Thread(0)), IsAlive(Thread(0))]], &[&[0; 5]], false);
    must_be(&[&[Join(Thread(1))], &[Join(Thread(0))]], &[&[0; 5]], true);
}

#[test]
fn what_main_does_early_may_come_before_another_start() {
    let explored = |early, thread: Statement| {
        let program = Program { early: vec![early], ..program(&[&[], &[thread]]) };
        reference::explore(&program, MOST).unwrap()
    };
    assert!(explored(Unpark(Thread(1)), Park).outcomes.is_empty());
    let seen = explored(Interrupt(Thread(1)), Interrupted);
    assert_eq!(seen, Behaviour { outcomes: [outcome([0, 1, 0, 0, 0])].into(), deadlock: false });
    let seen = explored(IsAlive(Thread(1)), Read(V));
    assert_eq!(seen, Behaviour { outcomes: [0].into(), deadlock: false });
}

#[test]
fn an_interrupt_ends_a_join_of_who_is_alive() {
    let outcomes: [&[i32]; 2] = [&[0, 1, 0, 0, 0], &[0, fold(INTERRUPTED, 0), 0, 0, 0]];
    must_be(&[&[Interrupt(Thread(1))], &[Join(Thread(0)), Interrupted]], &outcomes, false);
}

#[test]
fn a_lock_that_is_taken_is_not_waited_for() {
    let outcomes: [&[i32]; 2] = [&[TAKEN, 0, 0, 0, 0], &[0, 0, 0, 1, 0]];
    must_be(&[&[TryLocked(vec![Write(V, 1)])], &[Locked(vec![])]], &outcomes, false);
}

#[test]
fn a_stack_loses_nothing_unless_by_racing() {
    must_be(&[&[Push(1)], &[Push(2)]], &[&[0, 0, 0, 0, 0, 1, 2], &[0, 0, 0, 0, 0, 2, 1]], false);
    let lost: [&[i32]; 4] =
        [&[0, 0, 0, 0, 0, 1, 2], &[0, 0, 0, 0, 0, 2, 1], &[0, 0, 0, 0, 0, 1], &[0, 0, 0, 0, 0, 2]];
    must_be(&[&[PushRacily(1)], &[PushRacily(2)]], &lost, false);
    must_be(&[&[Push(1)], &[Pop]], &[&[0, 1, 0, 0, 0], &[0, EMPTY, 0, 0, 0, 1]], false);
}

#[test]
fn too_many_states_are_no_answer() {
    assert_eq!(reference::explore(&program(&[&[Increment(V)], &[Increment(V)]]), 10), None);
}

/// A rule whose mutant no default seed tells apart would not be tested by `generated` either.
#[test]
fn each_rule_matters_to_some_program() {
    let programs: Vec<_> = [Mode::Volatile, Mode::Plain]
        .into_iter()
        .flat_map(|mode| generator::SEEDS.map(move |seed| generator::generate(seed, mode)))
        .collect();
    for (rule, changed) in CHANGES {
        let is_told = |generated: &Generated| is_told_apart(generated, changed);
        assert!(programs.iter().any(is_told), "{rule}");
    }
}

/// Whether the program behaves differently with the threads' steps changed.
fn is_told_apart(generated: &Generated, changed: fn(Step) -> Step) -> bool {
    let code = Code::of(&generated.program);
    let mut wrong = code.clone();
    let started = generated.program.threads.len();
    wrong.threads[..started].iter_mut().flatten().for_each(|step| *step = changed(*step));
    wrong.threads != code.threads
        && reference::explore_code(&wrong, generator::MOST_STATES)
            .is_some_and(|told| generated.behaviour.must_be(&told).is_err())
}

/// Mutants: a rule, and the steps with it changed.
const CHANGES: [(&str, fn(Step) -> Step); 13] = [
    ("an increment is two steps", |step| match step {
        Step::StoreNext(v) => Step::GetAndAdd(v, 1),
        step => step,
    }),
    ("an exchange may fail", |step| match step {
        Step::CompareAndSet(v, _, new) => Step::Write(v, new),
        step => step,
    }),
    ("an exchange of the stack's top looks at it", |step| match step {
        Step::ExchangeNode(value) => Step::StoreNode(value),
        Step::ExchangeRest => Step::StoreRest,
        step => step,
    }),
    ("there are two monitors", |step| match step {
        Step::Enter(lock) if lock != REENTRANT => Step::Enter(L),
        Step::Exit(lock) if lock != REENTRANT => Step::Exit(L),
        Step::Wait(_) => Step::Wait(L),
        Step::Notify(_) => Step::Notify(L),
        Step::NotifyAll(_) => Step::NotifyAll(L),
        step => step,
    }),
    (
        "one is notified",
        |step| if let Step::Notify(lock) = step { Step::NotifyAll(lock) } else { step },
    ),
    (
        "all are notified",
        |step| if let Step::NotifyAll(lock) = step { Step::Notify(lock) } else { step },
    ),
    ("a wait needs a notification", |step| {
        if let Step::Wait(_) = step { Step::Interrupted } else { step }
    }),
    ("a park needs a permit", |step| if let Step::Park = step { Step::Read(V) } else { step }),
    ("a permit is no interrupt", |step| {
        if let Step::Unpark(other) = step { Step::Interrupt(other) } else { step }
    }),
    ("an interrupt is no permit", |step| {
        if let Step::Interrupt(other) = step { Step::Unpark(other) } else { step }
    }),
    ("a join waits", |step| if let Step::Join(other) = step { Step::IsAlive(other) } else { step }),
    (
        "a lock is tried",
        |step| if let Step::TryEnter(lock, _) = step { Step::Enter(lock) } else { step },
    ),
    ("a life is looked at", |step| if let Step::IsAlive(_) = step { Step::Read(V) } else { step }),
];

#[test]
fn a_difference_is_told() {
    let expected = Behaviour { outcomes: [1, 2].into(), deadlock: true };
    assert_eq!(expected.must_be(&expected), Ok(()));
    let told = Behaviour { outcomes: [2, 3].into(), deadlock: false };
    assert_eq!(
        expected.must_be(&told).unwrap_err(),
        "missing outcomes: [1], extra ones: [3], the deadlock is missing"
    );
}

#[test]
fn a_seed_gives_one_program_whose_outcomes_have_lines_of_their_own() {
    let generated = generator::generate(5, Mode::Plain);
    let print = |g: &Generated| java::print(g.seed, &g.program, Some(&g.behaviour.outcomes));
    let class = print(&generated);
    assert_eq!(class.text, print(&generator::generate(5, Mode::Plain)).text);
    assert_eq!(class.outcomes.len(), generated.behaviour.outcomes.len());
    for (line, outcome) in class.outcomes {
        let text = class.text.lines().nth(line - 1).unwrap();
        assert!(text.trim_start().starts_with(&format!("case {outcome}: throw")), "{text}");
    }
}
