//! SSA construction: the value of a variable at a join (phi functions), after Braun and others,
//! "Simple and efficient construction of static single assignment form" (CC 2013,
//! 10.1007/978-3-642-37051-9_6). Variables are numbers: first the locals, then the entries of the
//! operand stack.

use crate::ids::Reg;
use rustc_hash::FxHashMap;

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A primitive value, or nothing.
    Unknown,
    /// This number.
    Int(i32),
    /// The primitive value that the statement of that number gives, in the order in which blocks
    /// are filled.
    Of(u32),
    /// What a local of type `int` holds just now; never written anywhere.
    Local(u16),
    /// Null.
    Null,
    /// What a register holds.
    Reg(Reg),
}

impl Value {
    /// The register, if there is one.
    pub fn reg(self) -> Reg {
        match self {
            Self::Reg(reg) => reg,
            _ => Reg::NONE,
        }
    }
}

/// How control comes to a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// The method begins.
    Start,
    /// From the end of a block.
    End(usize),
    /// From anywhere inside a block, by an exception.
    Inside(usize),
}

struct Phi {
    reg: Reg,
    operands: Vec<Value>,
}

/// The values of variables, by block.
pub struct Ssa {
    before: Vec<Vec<Arrival>>,
    parameters: Vec<Value>,
    filled: Vec<bool>,
    /// What was asked for at a block's start.
    entry: Vec<FxHashMap<u16, Value>>,
    /// What was written last in a block.
    exit: Vec<FxHashMap<u16, Value>>,
    /// All that was written in a block, in order.
    written: Vec<Vec<(u16, Value)>>,
    phis: Vec<Phi>,
    /// Phis that wait for blocks: which, of what variable, where.
    incomplete: Vec<(usize, u16, usize)>,
    registers: u32,
}

impl Ssa {
    /// By block, how control comes there; and what the method's locals hold when it begins.
    pub fn new(before: Vec<Vec<Arrival>>, parameters: Vec<Value>, registers: u32) -> Self {
        let blocks = before.len();
        Self {
            before,
            parameters,
            filled: vec![false; blocks],
            entry: vec![FxHashMap::default(); blocks],
            exit: vec![FxHashMap::default(); blocks],
            written: vec![Vec::new(); blocks],
            phis: Vec::new(),
            incomplete: Vec::new(),
            registers,
        }
    }

    /// A new register.
    pub fn fresh(&mut self) -> Reg {
        self.registers += 1;
        Reg(self.registers - 1)
    }

    /// The variable is written in a block that is being filled.
    pub fn write(&mut self, block: usize, variable: u16, value: Value) {
        self.exit[block].insert(variable, value);
        self.written[block].push((variable, value));
    }

    /// What was written to it in this block.
    pub fn written(&self, block: usize, variable: u16) -> Option<Value> {
        self.exit[block].get(&variable).copied()
    }

    /// What it holds at the end of a block, as far as that is filled.
    pub fn read(&mut self, block: usize, variable: u16) -> Value {
        self.written(block, variable).unwrap_or_else(|| self.at_start(block, variable))
    }

    /// Nothing more is written in this block.
    pub fn fill(&mut self, block: usize) {
        self.filled[block] = true;
    }

    /// What it holds where a block begins.
    pub fn at_start(&mut self, block: usize, variable: u16) -> Value {
        if let Some(known) = self.entry[block].get(&variable) {
            return *known;
        }
        let value = match self.before[block][..] {
            [Arrival::Start] => {
                self.parameters.get(usize::from(variable)).copied().unwrap_or(Value::Unknown)
            }
            [Arrival::End(from)] if self.filled[from] => self.read(from, variable),
            _ => return self.phi(block, variable),
        };
        self.entry[block].insert(variable, value);
        value
    }

    fn phi(&mut self, block: usize, variable: u16) -> Value {
        let reg = self.fresh();
        let number = self.phis.len();
        self.phis.push(Phi { reg, operands: Vec::new() });
        self.entry[block].insert(variable, Value::Reg(reg));
        let is_filled = |before: &Arrival| match before {
            Arrival::Start => true,
            Arrival::End(from) | Arrival::Inside(from) => self.filled[*from],
        };
        if self.before[block].iter().all(is_filled) {
            self.complete(number, variable, block);
        } else {
            self.incomplete.push((number, variable, block));
        }
        Value::Reg(reg)
    }

    fn complete(&mut self, phi: usize, variable: u16, block: usize) {
        let mut operands = Vec::new();
        for before in self.before[block].clone() {
            match before {
                Arrival::Start => operands.push(
                    self.parameters.get(usize::from(variable)).copied().unwrap_or(Value::Unknown),
                ),
                Arrival::End(from) => operands.push(self.read(from, variable)),
                Arrival::Inside(from) => {
                    operands.push(self.at_start(from, variable));
                    let written = self.written[from].iter().filter(|(other, _)| *other == variable);
                    operands.extend(written.map(|(_, value)| *value));
                }
            }
        }
        self.phis[phi].operands = operands;
    }

    /// All blocks are filled: what each register of a phi may be, and by register, which other it
    /// always is.
    ///
    /// A phi of which all operands are one register, or itself, is that register. One with null
    /// among them is not: it may be the register of a round before.
    pub fn finish(mut self) -> (u32, Vec<(Reg, Reg)>, Replaced) {
        while let Some((phi, variable, block)) = self.incomplete.pop() {
            self.complete(phi, variable, block);
        }
        let mut replaced = Replaced((0..self.registers).map(Reg).collect());
        loop {
            let mut has_changed = false;
            for phi in &self.phis {
                if replaced.of(phi.reg) == phi.reg
                    && let Some(only) = only_operand(phi, &replaced)
                {
                    replaced.0[phi.reg.index()] = only;
                    has_changed = true;
                }
            }
            if !has_changed {
                break;
            }
        }
        let mut copies = Vec::new();
        for phi in self.phis.iter().filter(|phi| replaced.of(phi.reg) == phi.reg) {
            let operands = phi.operands.iter().map(|operand| replaced.of(operand.reg()));
            copies.extend(
                operands
                    .filter(|operand| operand.is_some() && *operand != phi.reg)
                    .map(|from| (phi.reg, from)),
            );
        }
        copies.sort_unstable();
        copies.dedup();
        (self.registers, copies, replaced)
    }
}

fn only_operand(phi: &Phi, replaced: &Replaced) -> Option<Reg> {
    let mut only = None;
    for operand in &phi.operands {
        let reg = replaced.of(operand.reg());
        if reg == phi.reg {
            continue;
        }
        if !reg.is_some() || only.is_some_and(|only| only != reg) {
            return None;
        }
        only = Some(reg);
    }
    only
}

/// By register: which one it always is.
pub struct Replaced(Vec<Reg>);

impl Replaced {
    pub fn of(&self, mut reg: Reg) -> Reg {
        while reg.is_some() && self.0[reg.index()] != reg {
            reg = self.0[reg.index()];
        }
        reg
    }
}
