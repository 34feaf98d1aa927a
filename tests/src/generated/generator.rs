//! The generator: a seed determines a program, of random statements that are likely to interact.

use std::ops::Range;

use raceproof_search::SplitMix;

use super::disciplines::Disciplines;
use super::program::{
    Lock, MONITORS, Mode, Program, REENTRANT, Statement, Thread, Variable, VariableKind,
};
use super::reference::{self, Behaviour};

/// A program, and all that it can do.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The seed, from which the generator makes the same program again.
    pub seed: u64,
    /// The program.
    pub program: Program,
    /// Its behaviour, by the naive explorer.
    pub behaviour: Behaviour,
}

/// The default seeds, for each mode.
pub const SEEDS: Range<u64> = 0..45;
/// Seeds that once found defects: threads that join one that is not started yet, and are
/// interrupted; threads that are interrupted and notified; locks that no thread acquires any more.
pub const BEFORE: [u64; 9] = [3280, 3288, 3471, 4347, 4386, 4470, 4490, 4827, 6049];
/// Programs with more states in the reference are skipped.
pub const MOST_STATES: usize = 60_000;
/// Programs with more outcomes are skipped: they show little more, and are long.
const MOST_OUTCOMES: usize = 200;

/// The program of a seed: the first in the seed's sequence that can end in several ways, and is
/// small enough.
pub fn generate(seed: u64, mode: Mode) -> Generated {
    let mut source = Source::new(seed, mode);
    loop {
        let program = source.program();
        if let Some(behaviour) = reference::explore(&program, MOST_STATES) {
            let ends = behaviour.outcomes.len() + usize::from(behaviour.deadlock);
            if ends > 1 && behaviour.outcomes.len() <= MOST_OUTCOMES {
                return Generated { seed, program, behaviour };
            }
        }
    }
}

/// Statements that interact. A program is made of a few families, so that its threads have to do
/// with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Variables,
    Atomics,
    Monitors,
    Waiting,
    Parking,
    Lives,
    Interrupts,
    Stack,
    Reentrant,
}

/// The families, weighted by repetition. Few programs with waiting threads ever wake two of them,
/// so waiting is frequent.
const FAMILIES: [Family; 13] = [
    Family::Variables,
    Family::Atomics,
    Family::Monitors,
    Family::Waiting,
    Family::Waiting,
    Family::Waiting,
    Family::Parking,
    Family::Parking,
    Family::Lives,
    Family::Interrupts,
    Family::Interrupts,
    Family::Stack,
    Family::Reentrant,
];

/// A source of random programs, and its state while it makes one.
pub(super) struct Source {
    random: SplitMix,
    mode: Mode,
    pub(super) variables: Vec<VariableKind>,
    pub(super) top: VariableKind,
    /// The disciplines of the variables, in programs of `disciplines.rs`.
    pub(super) disciplines: Option<Disciplines>,
    pub(super) families: Vec<Family>,
    pub(super) threads: usize,
    /// The thread whose statements are being made; none for `main`.
    pub(super) me: Option<usize>,
}

impl Source {
    pub(super) fn new(seed: u64, mode: Mode) -> Self {
        let kind =
            if mode == Mode::Volatile { VariableKind::Volatile } else { VariableKind::Plain };
        Self {
            random: SplitMix::new(seed),
            mode,
            variables: vec![kind; 2],
            top: kind,
            disciplines: None,
            families: Vec::new(),
            threads: 0,
            me: None,
        }
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound as u64) as usize
    }

    fn number(&mut self, bound: usize) -> i32 {
        i32::try_from(self.below(bound)).expect("bounds are small")
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn program(&mut self) -> Program {
        self.threads = 2 + self.below(2);
        self.families = self.some_families();
        let meeting = self.threads == 3 && self.families[1..].first() == Some(&Family::Waiting);
        let longest = if self.threads == 2 { 7 } else { 4 };
        let mut threads = Vec::new();
        for me in 0..self.threads {
            self.me = Some(me);
            threads.push(if meeting {
                self.meeting(me)
            } else {
                let length = 2 + self.below(longest - 1);
                self.body(length, &[])
            });
        }
        // Otherwise a pending interrupt would not be observed.
        if self.families.contains(&Family::Interrupts) {
            threads.iter_mut().for_each(|body| body.push(Statement::Interrupted));
        }
        self.me = None;
        let (early, late) = (self.below(5).saturating_sub(3), self.below(5).saturating_sub(2));
        let (early, main) = (self.body(early, &[]), self.body(late, &[]));
        self.with_bodies(threads, early, main)
    }

    pub(super) fn with_bodies(
        &self,
        threads: Vec<Vec<Statement>>,
        early: Vec<Statement>,
        main: Vec<Statement>,
    ) -> Program {
        Program {
            mode: self.mode,
            variables: self.variables.clone(),
            top: self.top,
            threads,
            early,
            main,
        }
    }

    /// Two threads that wait on one object, and a third that wakes one or both: bodies made freely
    /// seldom reach that.
    fn meeting(&mut self, me: usize) -> Vec<Statement> {
        let lock = Lock(0);
        let before = self.below(2);
        let mut body = self.body(before, &[]);
        for _ in 0..if me < 2 { 1 } else { 1 + self.below(2) } {
            let signal = self.signal(lock, me < 2);
            body.push(Statement::Synchronized(lock, signal));
        }
        body.push(Statement::GetAndAdd(Variable(1), 1));
        body
    }

    /// Variables always, and one to three more that may be together. A `ReentrantLock` parks and
    /// unparks its threads itself, which may leave a permit that the program then finds; and the
    /// states of its queue are too many for three threads, or at accesses.
    pub(super) fn some_families(&mut self) -> Vec<Family> {
        let mut families = vec![Family::Variables];
        for number in 0..1 + self.below(3) {
            let family = self.pick(&FAMILIES);
            let excluded = match family {
                Family::Parking => families.contains(&Family::Reentrant),
                Family::Reentrant => {
                    self.mode == Mode::Plain
                        || self.threads > 2
                        || families.contains(&Family::Parking)
                }
                _ => false,
            };
            if !excluded {
                // The first family dominates the program.
                families.extend(std::iter::repeat_n(family, if number == 0 { 3 } else { 1 }));
            }
        }
        if families.contains(&Family::Interrupts) {
            // There must be something to interrupt.
            let blocking = self.pick(&[Family::Waiting, Family::Lives]);
            families.extend([blocking; 3]);
        }
        families
    }

    /// Statements of total size `length`, generated for a place where the locks `held` are held.
    pub(super) fn body(&mut self, length: usize, held: &[Lock]) -> Vec<Statement> {
        let mut body = Vec::new();
        let mut left = length;
        while left > 0 {
            let family = self.pick(&self.families.clone());
            let size = (1 + self.below(2)).min(left);
            let statement = match family {
                Family::Variables => self.variables(size, held),
                Family::Atomics => self.atomics(),
                Family::Monitors => self.monitors(size, held),
                Family::Waiting => self.waiting(size, held),
                Family::Parking => self.parking(),
                Family::Lives => self.lives(),
                Family::Interrupts => self.interrupts(),
                Family::Stack => self.stack(held),
                Family::Reentrant => self.reentrant(size, held),
            };
            body.extend(statement);
            left -= size;
        }
        body
    }

    pub(super) fn variable(&mut self) -> Variable {
        Variable(self.below(self.variables.len()))
    }

    fn variables(&mut self, size: usize, held: &[Lock]) -> Vec<Statement> {
        let variable = self.variable();
        if self.disciplines.is_some() {
            return self.disciplined(variable, size, held);
        }
        vec![self.access(variable, size, held)]
    }

    pub(super) fn access(&mut self, variable: Variable, size: usize, held: &[Lock]) -> Statement {
        match self.below(8) {
            0..3 => Statement::Read(variable),
            3..5 => Statement::Write(variable, 1 + self.number(3)),
            5..7 => Statement::Increment(variable),
            _ => {
                let value = self.number(3);
                Statement::If(variable, value, self.body(size, held))
            }
        }
    }

    fn atomics(&mut self) -> Vec<Statement> {
        let variable =
            if self.disciplines.is_some() { self.atomic_variable() } else { self.variable() };
        vec![self.atomic(variable)]
    }

    pub(super) fn atomic(&mut self, variable: Variable) -> Statement {
        match self.below(2) {
            0 => Statement::CompareAndSet(variable, self.number(3), 1 + self.number(4)),
            _ => Statement::GetAndAdd(variable, 1 + self.number(2)),
        }
    }

    /// The first of the monitors more often than the others, so that threads meet.
    fn monitor(&mut self) -> Lock {
        Lock(self.below(4 * MONITORS).saturating_sub(3 * MONITORS))
    }

    fn monitors(&mut self, size: usize, held: &[Lock]) -> Vec<Statement> {
        // Deeper, the programs become too large.
        if held.len() == 2 {
            return self.variables(size, held);
        }
        let lock = self.monitor();
        vec![Statement::Synchronized(lock, self.body(size, &[held, &[lock]].concat()))]
    }

    /// The first threads mostly wait and the others mostly notify, so that there are threads to
    /// wake, and sometimes a choice among them.
    fn waiting(&mut self, size: usize, held: &[Lock]) -> Vec<Statement> {
        let waits = self.me.is_some_and(|me| me + 1 < self.threads) == (self.below(4) > 0);
        if held.is_empty() || (held.len() < 2 && self.below(8) == 0) {
            let lock = self.monitor();
            let mut body = self.body(size - 1, &[held, &[lock]].concat());
            body.extend(self.signal(lock, waits));
            return vec![Statement::Synchronized(lock, body)];
        }
        let lock = self.pick(held);
        vec![if waits { Statement::Wait(lock) } else { self.notification(lock) }]
    }

    /// Waiting for a condition, or making it true and notifying; sometimes the condition is left
    /// out, so that notifications can be lost.
    fn signal(&mut self, lock: Lock, waits: bool) -> Vec<Statement> {
        let forgotten = self.below(3) == 0;
        let condition = Variable(0);
        match (waits, forgotten) {
            (true, true) => vec![Statement::Wait(lock)],
            (true, false) => vec![Statement::If(condition, 0, vec![Statement::Wait(lock)])],
            (false, true) => vec![self.notification(lock)],
            (false, false) => vec![Statement::Increment(condition), self.notification(lock)],
        }
    }

    fn notification(&mut self, lock: Lock) -> Statement {
        if self.below(3) < 2 { Statement::Notify(lock) } else { Statement::NotifyAll(lock) }
    }

    /// Another thread if there is one; `main` is none.
    fn other(&mut self) -> Thread {
        let others: Vec<usize> = (0..self.threads).filter(|n| Some(*n) != self.me).collect();
        if others.is_empty() { Thread(0) } else { Thread(self.pick(&others)) }
    }

    fn parking(&mut self) -> Vec<Statement> {
        // Nobody unparks `main`.
        vec![if self.me.is_some() && self.below(2) == 0 {
            Statement::Park
        } else {
            Statement::Unpark(self.other())
        }]
    }

    fn lives(&mut self) -> Vec<Statement> {
        let other = self.other();
        vec![if self.below(2) == 0 { Statement::Join(other) } else { Statement::IsAlive(other) }]
    }

    fn interrupts(&mut self) -> Vec<Statement> {
        // Nobody interrupts `main`.
        vec![if self.me.is_some() && self.below(2) == 0 {
            Statement::Interrupted
        } else {
            Statement::Interrupt(self.other())
        }]
    }

    fn stack(&mut self, held: &[Lock]) -> Vec<Statement> {
        let value = 1 + self.number(5);
        let statement = match self.below(6) {
            0..2 => Statement::Push(value),
            2..4 => Statement::Pop,
            4 => Statement::PushRacily(value),
            _ => Statement::PopRacily,
        };
        vec![if self.disciplines.is_some() {
            self.disciplined_stack(statement, held)
        } else {
            statement
        }]
    }

    /// By the started threads only, never inside a monitor or itself: the programs would become too
    /// large.
    fn reentrant(&mut self, size: usize, held: &[Lock]) -> Vec<Statement> {
        if !held.is_empty() || self.me.is_none() {
            return self.variables(size, held);
        }
        let families = std::mem::replace(&mut self.families, vec![Family::Variables]);
        let body = self.body(size, &[REENTRANT]);
        self.families = families;
        vec![if self.below(3) == 0 { Statement::TryLocked(body) } else { Statement::Locked(body) }]
    }
}
