//! Random programs of accesses by release, acquire and opaque mode and of fences, around the
//! message-passing pattern: one thread writes a plain variable and sets a flag; one or two others
//! read the flag and, if it is set, access the variable. Each side synchronizes correctly or
//! almost, and has other accesses by modes in between.

use std::ops::Range;

use raceproof_base::Mode as Order;

use super::disciplines::{MOST_STATES, Raced};
use super::generator::Source;
use super::program::{Fence, Lock, Mode, Program, Side, Statement, Variable, VariableKind};
use super::races::{self, Which};

/// The default seeds.
pub const SEEDS: Range<u64> = 0..25;

/// Keeps the names of classes apart from those of `disciplines`.
const NUMBERED_FROM: u64 = 1_000_000;

const DATA: Variable = Variable(0);
const FLAG: Variable = Variable(1);
const OTHER: Variable = Variable(2);
const ORDERS: [Order; 4] = [Order::Opaque, Order::Opaque, Order::AcquireRelease, Order::Volatile];
const FENCES: [Fence; 3] = [Fence::Acquire, Fence::Release, Fence::Full];

/// The program of a seed: the first in the seed's sequence that is small enough.
pub fn generate(seed: u64) -> Raced {
    let mut source = Source::new(seed, Mode::Mixed);
    loop {
        let program = source.of_modes();
        let explored = |which| races::explore(&program, which, MOST_STATES);
        if let (Some(all), Some(of_writes)) = (explored(Which::All), explored(Which::OfWrites)) {
            return Raced { seed: NUMBERED_FROM + seed, program, all, of_writes };
        }
    }
}

impl Source {
    fn of_modes(&mut self) -> Program {
        let threads = self.pick(&[1, 1, 2]);
        let kinds = [VariableKind::Plain, VariableKind::Plain, VariableKind::Volatile];
        self.variables = vec![VariableKind::Plain, self.pick(&kinds), self.pick(&kinds)];
        self.top = VariableKind::Volatile;
        let giver = self.giver();
        let mut threads: Vec<Vec<Statement>> = (0..threads).map(|_| self.taker()).collect();
        let main =
            if self.below(2) == 0 { std::mem::replace(&mut threads[0], giver) } else { giver };
        self.with_bodies(threads, Vec::new(), main)
    }

    fn giver(&mut self) -> Vec<Statement> {
        let mut body = self.meanwhile(1);
        body.push(Statement::Write(DATA, 1));
        body.extend(self.meanwhile(1));
        let by = |order| Statement::WriteBy(FLAG, 1, order);
        body.extend(match self.below(12) {
            0..3 => vec![by(Order::AcquireRelease)],
            3..5 => vec![Statement::Fence(Fence::Release), by(Order::Opaque)],
            5..7 => vec![Statement::Fence(Fence::Full), by(Order::Opaque)],
            7 => vec![Statement::AddBy(FLAG, 1, Side::Release)],
            8 => vec![by(Order::Volatile)],
            9 => vec![Statement::Synchronized(Lock(0), vec![by(Order::Opaque)])],
            10 => vec![by(Order::Opaque)],
            _ => vec![Statement::Fence(Fence::Acquire), by(Order::Opaque)],
        });
        body.extend(self.meanwhile(1));
        body
    }

    fn taker(&mut self) -> Vec<Statement> {
        let mut body = self.meanwhile(2);
        let data =
            if self.below(3) == 0 { Statement::Write(DATA, 2) } else { Statement::Read(DATA) };
        let fenced = |fence| vec![Statement::Fence(fence), data.clone()];
        let by = |order, body| Statement::IfBy(FLAG, 1, order, body);
        let plain = vec![data.clone()];
        body.extend(match self.below(12) {
            0..3 => vec![by(Order::AcquireRelease, plain)],
            3..5 => vec![by(Order::Opaque, fenced(Fence::Acquire))],
            5..7 => vec![by(Order::Opaque, fenced(Fence::Full))],
            7 => vec![by(Order::Volatile, plain)],
            8 => vec![Statement::AddBy(FLAG, 0, Side::Acquire), by(Order::Opaque, plain)],
            9 => vec![Statement::Synchronized(Lock(0), vec![by(Order::Opaque, plain)])],
            10 => vec![by(Order::Opaque, plain)],
            _ => vec![by(Order::Opaque, fenced(Fence::Release))],
        });
        body.extend(self.meanwhile(1));
        body
    }

    /// At most so many unrelated statements: accesses of another variable, reads of the flag,
    /// fences.
    fn meanwhile(&mut self, most: usize) -> Vec<Statement> {
        let number = self.below(most + 1);
        let order = |source: &mut Self| source.pick(&ORDERS);
        let statement = |source: &mut Self| match source.below(7) {
            0..2 => Statement::ReadBy(OTHER, order(source)),
            2..4 => Statement::WriteBy(OTHER, 1, order(source)),
            4 => Statement::AddBy(OTHER, 1, source.pick(&[Side::Acquire, Side::Release])),
            5 => Statement::ReadBy(FLAG, order(source)),
            _ => Statement::Fence(source.pick(&FENCES)),
        };
        (0..number).map(|_| statement(self)).collect()
    }
}
