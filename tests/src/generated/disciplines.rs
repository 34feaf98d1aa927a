//! Random programs of which about half have no data race: each plain variable is kept from racing
//! by one of the usual disciplines (a lock, atomic operations, a volatile flag, a handover, a
//! join), and now and then an access ignores it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::generator::{Family, Source};
use super::program::{
    Lock, MONITORS, Mode, Program, REENTRANT, Statement, Thread, Variable, VariableKind,
};
use super::races::{self, Races, Which};
use super::reference;

/// A program, and its races by the naive explorer.
#[derive(Clone, Debug)]
pub struct Raced {
    /// The seed, from which the generator makes the same program again.
    pub seed: u64,
    /// The program.
    pub program: Program,
    /// The races of all its executions.
    pub all: Races,
    /// Those of [`Which::OfWrites`].
    pub of_writes: Races,
}

/// Programs with more states in the reference are skipped. The limit is low, since each state has
/// its clocks.
pub(super) const MOST_STATES: usize = 20_000;
/// The default seeds.
pub const SEEDS: Range<u64> = 0..60;
/// Seeds that once found defects: branches without code; variables accessed by mode in one place
/// and plainly in another, in one order only, if nothing reverses it.
pub const BEFORE: [u64; 8] = [3292, 3299, 3379, 3453, 3524, 3537, 3571, 3658];
/// One access in so many ignores its discipline.
const FORGETFUL: usize = 6;

/// The program of a seed: the first in the seed's sequence that has something to race for, cannot
/// deadlock and is small enough. A deadlock would be a finding of its own, which may come first.
pub fn generate(seed: u64) -> Raced {
    let mut source = Source::new(seed, Mode::Mixed);
    loop {
        let program = source.mixed();
        let can_deadlock =
            reference::explore(&program, MOST_STATES).is_none_or(|behaviour| behaviour.deadlock);
        if can_deadlock {
            continue;
        }
        let explored = |which| races::explore(&program, which, MOST_STATES);
        if let (Some(all), Some(of_writes)) = (explored(Which::All), explored(Which::OfWrites))
            && all.is_contested
        {
            return Raced { seed, program, all, of_writes };
        }
    }
}

/// How a variable is kept from racing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Discipline {
    /// Volatile, or not protected.
    None,
    Guarded(Lock),
    /// By atomic operations only.
    Atomic,
    /// Owned by a thread until it sets the flag; then all may read it.
    Published(usize, Variable),
    /// Owned by one thread and then by another, see [`Handover`].
    Handed,
    /// Owned by a thread, and by those that have joined it.
    Owned(usize),
}

/// The thread that hands variables over, the one that receives them, and the signal between them.
/// The receiver is started first, since a permit given before its start is lost.
#[derive(Clone, Copy, Debug)]
struct Handover {
    from: usize,
    to: usize,
    how: Signal,
}

#[derive(Clone, Copy, Debug)]
enum Signal {
    /// The receiver waits, and is interrupted.
    Interrupt,
    /// The receiver parks, and is given a permit. That orders nothing: the accesses race, though
    /// their order is always the same.
    Permit,
}

/// The disciplines of a program's variables, and the state of the generator on which they depend.
pub(super) struct Disciplines {
    of: Vec<Discipline>,
    handover: Handover,
    /// The thread whose statements are being made has set its flags, and handed over its variables.
    published: bool,
    /// It has received what is handed over to it.
    received: bool,
    /// How many threads are started at the statements of `main` that are being made.
    started: usize,
}

impl Source {
    fn mixed(&mut self) -> Program {
        self.threads = self.pick(&[1, 2, 2, 2, 3]);
        self.families = self.some_families();
        self.families.extend([Family::Variables; 3]);
        self.variables = self.some_kinds();
        self.top = if self.below(3) == 0 { VariableKind::Plain } else { VariableKind::Volatile };
        let of = (0..self.variables.len())
            .map(|number| self.some_discipline(Variable(number)))
            .collect();
        let handover = self.some_handover();
        self.disciplines =
            Some(Disciplines { of, handover, published: false, received: false, started: 0 });
        let longest = [6, 5, 3][self.threads - 1];
        let threads = (0..self.threads).map(|me| self.mixed_thread(me, longest)).collect();
        self.me = None;
        let (early, late) = (self.below(3), self.below(if self.threads == 1 { 5 } else { 3 }));
        let early = self.mixed_main(1, early);
        let main = self.mixed_main(self.threads, late);
        self.with_bodies(threads, early, main)
    }

    fn some_kinds(&mut self) -> Vec<VariableKind> {
        let number = 2 + self.below(3);
        let kind = |plain| if plain { VariableKind::Plain } else { VariableKind::Volatile };
        (0..number).map(|n| kind(n == 0 || self.below(2) > 0)).collect()
    }

    fn some_handover(&mut self) -> Handover {
        let from = if self.threads > 1 { 1 + self.below(self.threads - 1) } else { 0 };
        let how = self.pick(&[Signal::Interrupt, Signal::Interrupt, Signal::Permit]);
        Handover { from, to: self.below(from.max(1)), how }
    }

    fn some_discipline(&mut self, variable: Variable) -> Discipline {
        let flags: Vec<Variable> = self.of_kind(VariableKind::Volatile);
        if self.variables[variable.0] == VariableKind::Volatile {
            return Discipline::None;
        }
        // The condition of waiting threads.
        if variable == Variable(0) && self.families.contains(&Family::Waiting) {
            return Discipline::Guarded(Lock(0));
        }
        let locks = self.families.contains(&Family::Reentrant);
        match self.below(16) {
            _ if locks && self.below(3) > 0 => Discipline::Guarded(REENTRANT),
            0 => Discipline::None,
            1..3 => Discipline::Atomic,
            3..5 => Discipline::Owned(self.below(self.threads)),
            5..10 if !flags.is_empty() => {
                Discipline::Published(self.below(self.threads), self.pick(&flags))
            }
            10..13 if self.threads > 1 => Discipline::Handed,
            _ => Discipline::Guarded(Lock(self.below(MONITORS))),
        }
    }

    fn of_kind(&self, kind: VariableKind) -> Vec<Variable> {
        (0..self.variables.len()).map(Variable).filter(|v| self.variables[v.0] == kind).collect()
    }

    fn mixed_thread(&mut self, me: usize, longest: usize) -> Vec<Statement> {
        self.me = Some(me);
        let length = 1 + self.below(longest);
        let before = self.below(length + 1);
        let mut body = self.body(before, &[]);
        body.extend(self.last_writes_of(me));
        body.extend(self.signals_of(me));
        self.set(|disciplines| disciplines.published = true);
        body.extend(self.body(length - before, &[]));
        self.set(|disciplines| (disciplines.published, disciplines.received) = (false, false));
        if self.families.contains(&Family::Interrupts) {
            body.push(Statement::Interrupted);
        }
        body
    }

    fn mixed_main(&mut self, started: usize, length: usize) -> Vec<Statement> {
        self.set(|disciplines| disciplines.started = started);
        self.body(length, &[])
    }

    fn set(&mut self, change: impl FnOnce(&mut Disciplines)) {
        change(self.disciplines.as_mut().expect("a program of mixed variables has disciplines"));
    }

    fn disciplines(&self) -> &Disciplines {
        self.disciplines.as_ref().expect("a program of mixed variables has disciplines")
    }

    /// Writes before the signals, so that there mostly is something to hand over.
    fn last_writes_of(&mut self, me: usize) -> Vec<Statement> {
        let Disciplines { of, handover, .. } = self.disciplines();
        let is_left = |v: &Variable| match of[v.0] {
            Discipline::Published(by, _) => by == me,
            Discipline::Handed => handover.from == me,
            _ => false,
        };
        let mut left: Vec<Variable> = (0..of.len()).map(Variable).filter(is_left).collect();
        left.retain(|_| self.below(3) > 0);
        left.into_iter().map(|variable| Statement::Write(variable, 1)).collect()
    }

    /// The statements by which a thread publishes its variables and hands them over.
    fn signals_of(&self, me: usize) -> Vec<Statement> {
        let Disciplines { of, handover, .. } = self.disciplines();
        let flag = |discipline: &Discipline| match discipline {
            Discipline::Published(by, flag) if *by == me => Some(*flag),
            _ => None,
        };
        let flags: BTreeSet<Variable> = of.iter().filter_map(flag).collect();
        let mut signals: Vec<Statement> =
            flags.into_iter().map(|flag| Statement::Write(flag, 1)).collect();
        if of.contains(&Discipline::Handed) && handover.from == me {
            let to = Thread(handover.to);
            signals.push(match handover.how {
                Signal::Interrupt => Statement::Interrupt(to),
                Signal::Permit => Statement::Unpark(to),
            });
        }
        signals
    }

    /// A variable for an atomic operation; now and then one whose discipline does not allow it.
    pub(super) fn atomic_variable(&mut self) -> Variable {
        let is_apt = |v: &Variable| {
            self.variables[v.0] == VariableKind::Volatile
                || self.disciplines().of[v.0] == Discipline::Atomic
        };
        let apt: Vec<Variable> = (0..self.variables.len()).map(Variable).filter(is_apt).collect();
        if apt.is_empty() || self.below(FORGETFUL) == 0 { self.variable() } else { self.pick(&apt) }
    }

    /// Statements that access a variable by its discipline; none if that allows no access here.
    pub(super) fn disciplined(
        &mut self,
        variable: Variable,
        size: usize,
        held: &[Lock],
    ) -> Vec<Statement> {
        let mut discipline = self.disciplines().of[variable.0];
        if self.below(FORGETFUL) == 0 {
            discipline = Discipline::None;
        }
        let Disciplines { published, started, .. } = *self.disciplines();
        let is_mine = |by: usize| self.me == Some(by) || (self.me.is_none() && by >= started);
        match discipline {
            Discipline::Guarded(lock) if !held.contains(&lock) => {
                self.guarded(lock, variable, size, held)
            }
            Discipline::Atomic => vec![self.atomic(variable)],
            Discipline::Published(by, flag) if published || !is_mine(by) => {
                vec![Statement::If(flag, 1, vec![Statement::Read(variable)])]
            }
            Discipline::Handed => self.handed(variable, size, held),
            // A thread must be started to be joined: those before are.
            Discipline::Owned(by) if !is_mine(by) && self.me.is_none_or(|me| by < me) => {
                vec![Statement::Join(Thread(by)), Statement::Read(variable)]
            }
            Discipline::Owned(by) if !is_mine(by) => Vec::new(),
            _ => vec![self.access(variable, size, held)],
        }
    }

    /// The receiver waits for the signal before its first access; not while it holds a monitor,
    /// which would be in the way.
    fn handed(&mut self, variable: Variable, size: usize, held: &[Lock]) -> Vec<Statement> {
        let Disciplines { handover, published, received, .. } = *self.disciplines();
        let mut statements = Vec::new();
        if self.me == Some(handover.to) && !received {
            if !held.is_empty() {
                return statements;
            }
            let lock = Lock(MONITORS - 1);
            statements.push(match handover.how {
                Signal::Interrupt => Statement::Synchronized(lock, vec![Statement::Wait(lock)]),
                Signal::Permit => Statement::Park,
            });
            self.set(|disciplines| disciplines.received = true);
        } else if self.me != Some(handover.to) && (self.me != Some(handover.from) || published) {
            return statements;
        }
        statements.push(self.access(variable, size, held));
        statements
    }

    /// An access under its lock; under the `ReentrantLock` only where that is used at all, see
    /// [`Source::some_families`].
    fn guarded(
        &mut self,
        lock: Lock,
        variable: Variable,
        size: usize,
        held: &[Lock],
    ) -> Vec<Statement> {
        if lock == REENTRANT && (self.me.is_none() || !held.is_empty()) {
            return Vec::new();
        }
        // Nothing else is done while it is held.
        let only = vec![Family::Variables];
        let families = if lock == REENTRANT { only } else { self.families.clone() };
        let families = std::mem::replace(&mut self.families, families);
        let access = self.access(variable, size, &[held, &[lock]].concat());
        self.families = families;
        vec![match lock {
            REENTRANT if self.below(3) == 0 => Statement::TryLocked(vec![access]),
            REENTRANT => Statement::Locked(vec![access]),
            _ => Statement::Synchronized(lock, vec![access]),
        }]
    }

    /// A statement of the stack, under a lock if the top is plain, unless that is forgotten.
    pub(super) fn disciplined_stack(&mut self, statement: Statement, held: &[Lock]) -> Statement {
        let lock = Lock(0);
        if self.top == VariableKind::Volatile || held.contains(&lock) || self.below(FORGETFUL) == 0
        {
            return statement;
        }
        Statement::Synchronized(lock, vec![statement])
    }
}
