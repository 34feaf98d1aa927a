//! A program flattened: each thread's statements as atomic steps, with jumps.

use raceproof_base::Mode as Order;

use super::program::{Fence, Lock, Program, REENTRANT, Side, Statement, Thread, Variable};

/// An atomic step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Read(Variable),
    Write(Variable, i32),
    /// Reads into the thread's temporary.
    Load(Variable),
    /// Writes one more than the temporary.
    StoreNext(Variable),
    CompareAndSet(Variable, i32, i32),
    GetAndAdd(Variable, i32),
    ReadBy(Variable, Order),
    WriteBy(Variable, i32, Order),
    AddBy(Variable, i32, Side),
    Fence(Fence),
    /// [`Step::SkipUnless`] whose read is by that mode.
    SkipUnlessBy(Variable, i32, usize, Order),
    /// Jumps over so many steps, unless the variable has the value.
    SkipUnless(Variable, i32, usize),
    Enter(Lock),
    Exit(Lock),
    /// Acquires the lock, or jumps over so many steps if another thread holds it.
    TryEnter(Lock, usize),
    Wait(Lock),
    Notify(Lock),
    NotifyAll(Lock),
    Park,
    Unpark(Thread),
    Start(Thread),
    Join(Thread),
    IsAlive(Thread),
    Interrupt(Thread),
    Interrupted,
    /// Reads the top of the stack into the temporary.
    LoadTop,
    /// A new node before the temporary becomes the top.
    StoreNode(i32),
    /// What follows the temporary becomes the top.
    StoreRest,
    /// As the two above if the temporary is still the top; else the thread goes back to
    /// [`Step::LoadTop`].
    ExchangeNode(i32),
    ExchangeRest,
}

/// The steps of all threads, `main` after the others.
#[derive(Clone, Debug)]
pub struct Code {
    pub threads: Vec<Vec<Step>>,
    /// The number of shared variables.
    pub variables: usize,
}

impl Code {
    pub fn of(program: &Program) -> Self {
        let all = (0..program.threads.len()).map(Thread);
        let mut main = vec![Step::Start(Thread(0))];
        flatten(&program.early, &mut main);
        main.extend(all.clone().skip(1).map(Step::Start));
        flatten(&program.main, &mut main);
        main.extend(all.map(Step::Join));
        let flat = |body: &Vec<Statement>| {
            let mut steps = Vec::new();
            flatten(body, &mut steps);
            steps
        };
        let threads = program.threads.iter().map(flat).chain([main.clone()]).collect();
        Self { threads, variables: program.variables.len() }
    }
}

fn flatten(body: &[Statement], into: &mut Vec<Step>) {
    for statement in body {
        match statement {
            Statement::Increment(v) => into.extend([Step::Load(*v), Step::StoreNext(*v)]),
            Statement::Push(value) => into.extend([Step::LoadTop, Step::ExchangeNode(*value)]),
            Statement::Pop => into.extend([Step::LoadTop, Step::ExchangeRest]),
            Statement::PushRacily(value) => into.extend([Step::LoadTop, Step::StoreNode(*value)]),
            Statement::PopRacily => into.extend([Step::LoadTop, Step::StoreRest]),
            Statement::If(v, value, body) => {
                skippable(|over| Step::SkipUnless(*v, *value, over), body, &[], into);
            }
            Statement::IfBy(v, value, order, body) => {
                skippable(|over| Step::SkipUnlessBy(*v, *value, over, *order), body, &[], into);
            }
            Statement::Synchronized(lock, body) => {
                into.push(Step::Enter(*lock));
                flatten(body, into);
                into.push(Step::Exit(*lock));
            }
            Statement::Locked(body) => {
                into.push(Step::Enter(REENTRANT));
                flatten(body, into);
                into.push(Step::Exit(REENTRANT));
            }
            Statement::TryLocked(body) => {
                skippable(
                    |over| Step::TryEnter(REENTRANT, over),
                    body,
                    &[Step::Exit(REENTRANT)],
                    into,
                );
            }
            simple => into.push(single(simple)),
        }
    }
}

/// A conditional step, which jumps over the body and over `end`, and these.
fn skippable(step: impl Fn(usize) -> Step, body: &[Statement], end: &[Step], into: &mut Vec<Step>) {
    let mut inner = Vec::new();
    flatten(body, &mut inner);
    inner.extend(end);
    into.push(step(inner.len()));
    into.extend(inner);
}

fn single(statement: &Statement) -> Step {
    match *statement {
        Statement::Read(v) => Step::Read(v),
        Statement::Write(v, value) => Step::Write(v, value),
        Statement::CompareAndSet(v, old, new) => Step::CompareAndSet(v, old, new),
        Statement::GetAndAdd(v, more) => Step::GetAndAdd(v, more),
        Statement::ReadBy(v, order) => Step::ReadBy(v, order),
        Statement::WriteBy(v, value, order) => Step::WriteBy(v, value, order),
        Statement::AddBy(v, more, side) => Step::AddBy(v, more, side),
        Statement::Fence(fence) => Step::Fence(fence),
        Statement::Wait(lock) => Step::Wait(lock),
        Statement::Notify(lock) => Step::Notify(lock),
        Statement::NotifyAll(lock) => Step::NotifyAll(lock),
        Statement::Park => Step::Park,
        Statement::Unpark(thread) => Step::Unpark(thread),
        Statement::Join(thread) => Step::Join(thread),
        Statement::IsAlive(thread) => Step::IsAlive(thread),
        Statement::Interrupt(thread) => Step::Interrupt(thread),
        Statement::Interrupted => Step::Interrupted,
        ref other => unreachable!("{other:?} takes several steps"),
    }
}
