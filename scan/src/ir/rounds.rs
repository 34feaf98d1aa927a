//! Loops that visit each element of an array or a list once, and go on only behind the last: `for`
//! over an index from 0 on, and over an iterator.

use super::{Body, Number, Statement};
use crate::ids::{MethodId, Reg};
use crate::world::World;
use raceproof_bytecode::dominators::Dominators;
use raceproof_bytecode::graph::Graph;
use raceproof_bytecode::loops::{Loop, Loops};
use raceproof_bytecode::{Flow, Op};

const LOAD_INT: u8 = 21;
const STORE_INT: u8 = 54;
const INCREMENT: u8 = 132;
const IF_LESS: u8 = 161;
const IF_NOT_LESS: u8 = 162;
const LENGTH: u8 = 190;
/// How many blocks are looked through for where a loop's numbers come from.
const FAR: usize = 8;

/// What a loop goes over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// The array of that register, as long as it is.
    Array(Reg),
    /// As many elements of whatever arrays.
    Count(Number),
    /// What that register gave an iterator of.
    Iterable(Reg),
}

/// A loop of which each round has an element of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// Its blocks; it is left, without an exception, from its head alone if [`Round::exit`] is
    /// where it goes then.
    pub blocks: Vec<usize>,
    /// Where it begins each round, or ends.
    pub head: usize,
    /// Where it goes on behind the last round.
    pub exit: u32,
    /// What it goes over.
    pub over: Over,
    /// Blocks that each round executes, if it throws nothing.
    pub always: Vec<usize>,
    /// Statements that read the element of the round.
    pub elements: Vec<u32>,
    /// Statements that write it, at most once in a round.
    pub writes: Vec<u32>,
    /// Whether it is in no other loop.
    pub is_outermost: bool,
}

struct Finder<'a> {
    world: &'a World,
    body: &'a Body,
    flow: &'a Flow<'a>,
    /// By block: the position where it begins.
    starts: Vec<usize>,
    graph: Graph,
    before: Graph,
    dominators: Dominators,
    loops: Loops,
    /// How many locals are parameters.
    parameters: u16,
}

/// All such loops of a method.
#[must_use]
pub fn rounds(world: &World, method: MethodId, body: &Body) -> Vec<Round> {
    let found = &world.methods[method.index()];
    let Some(file) = world.classes[found.class.index()].file else { return Vec::new() };
    let Ok(Some(code)) = file.code(&file.methods[found.index]) else { return Vec::new() };
    let Ok(flow) = Flow::new(file, &code) else { return Vec::new() };
    let graph = body.graph();
    let dominators = Dominators::new(&graph, 0);
    let loops = Loops::new(&graph, &dominators);
    let starts: Vec<usize> =
        (0..flow.leaders.len()).filter(|at| flow.entry[*at].is_some()).collect();
    if starts.len() != body.blocks.len() || !loops.irreducible.is_empty() {
        return Vec::new();
    }
    let (types, _) = world.types(found.selector);
    let receiver = u16::from(!found.is(crate::world::access::STATIC));
    let parameters = types.iter().fold(receiver, |sum, ty| sum + 1 + u16::from(ty.is_wide()));
    let (before, flow) = (graph.reversed(), &flow);
    let finder = Finder { world, body, flow, starts, graph, before, dominators, loops, parameters };
    finder
        .loops
        .all
        .iter()
        .filter_map(|one| finder.counted(one).or_else(|| finder.iterated(one)))
        .collect()
}

impl Finder<'_> {
    fn ops(&self, block: usize) -> &[Op] {
        let first = self.flow.index[self.starts[block]] as usize;
        let end = self.starts.get(block + 1).copied().unwrap_or(usize::MAX);
        let ops = &self.flow.ops[first..];
        let count = ops.iter().take_while(|op| op.at < end).count();
        let ends = ops.iter().position(|op| matches!(op.code, 153..=177 | 191 | 198..=200));
        &ops[..ends.map_or(count, |last| count.min(last + 1))]
    }

    /// `for (int i = 0; i < bound; i++)`.
    fn counted(&self, one: &Loop) -> Option<Round> {
        let [load, bound @ .., test] = self.ops(one.head) else { return None };
        if load.code != LOAD_INT || !matches!(test.code, IF_LESS | IF_NOT_LESS) {
            return None;
        }
        let counter = load.operand as u16;
        let over = self.bound(one, bound)?;
        let target =
            self.starts.binary_search(&self.flow.target(test.at, test.operand).ok()?).ok()?;
        let behind = self.starts.binary_search(&(test.at + test.length)).ok()?;
        let (exit, again) =
            if test.code == IF_NOT_LESS { (target, behind) } else { (behind, target) };
        if !one.nodes.contains(&again) || one.nodes.contains(&exit) {
            return None;
        }
        let mut writes = one
            .nodes
            .iter()
            .flat_map(|node| self.writes(*node, counter).map(move |op| (*node, op)));
        let (step_block, step) =
            writes.next().filter(|(_, op)| op.code == INCREMENT && op.second == 1)?;
        let always = self.always(one);
        let is_counted = writes.next().is_none()
            && always.contains(&step_block)
            && self.is_zero(one.head, counter)?;
        if !is_counted || !self.is_innermost(one, step_block) {
            return None;
        }
        let mut round = self.round(one, exit, over, always);
        for (at, local) in &self.body.counting.indices {
            let block = self.body.block_of(*at);
            if *local != counter || !one.nodes.contains(&block) || !self.is_innermost(one, block) {
                continue;
            }
            // Behind the step the index would be that of the next round.
            let is_before = if block == step_block {
                usize::from(self.body.positions[*at as usize]) < step.at
            } else {
                self.dominators.dominates(block, step_block)
            };
            match self.body.statements[*at as usize] {
                Statement::Load { .. } if is_before => round.elements.push(*at),
                Statement::Store { .. } => round.writes.push(*at),
                _ => {}
            }
        }
        Some(round)
    }

    /// `while (iterator.hasNext())`, with one `next` in each round.
    fn iterated(&self, one: &Loop) -> Option<Round> {
        let test = self.body.blocks[one.head].zero_test?;
        let exit = test.only_if? as usize;
        if one.nodes.contains(&exit) || self.body.block_of(test.statement) != one.head {
            return None;
        }
        let iterator = self.receiver(test.statement, "hasNext")?;
        let made = self.body.definition(iterator)?;
        let of = self.receiver(made, "iterator")?;
        // Each time that the loop is entered, there is a new one, of what is there just then.
        let block = self.body.block_of(made);
        let nothing_else = (made + 1..self.body.blocks[block].end)
            .all(|at| !matches!(self.body.statements[at as usize], Statement::Call { .. }));
        if one.nodes.contains(&block)
            || !self.graph.next(block).contains(&one.head)
            || !nothing_else
        {
            return None;
        }
        let mut next = None;
        for call in self.body.calls.iter().filter(|call| call.arguments.contains(&iterator)) {
            if call.statement == test.statement {
                continue;
            }
            self.receiver(call.statement, "next")?;
            if next.replace(call.statement).is_some() {
                return None;
            }
        }
        let (always, next) = (self.always(one), next?);
        let block = self.body.block_of(next);
        if !always.contains(&block) || !self.is_innermost(one, block) || self.is_kept(iterator) {
            return None;
        }
        let mut round = self.round(one, exit, Over::Iterable(of), always);
        round.elements.push(next);
        Some(round)
    }

    fn round(&self, one: &Loop, exit: usize, over: Over, always: Vec<usize>) -> Round {
        let (elements, writes) = (Vec::new(), Vec::new());
        let is_outermost = self.loops.around(one.head).count() == 1;
        let (blocks, head, exit) = (one.nodes.clone(), one.head, exit as u32);
        Round { blocks, head, exit, over, always, elements, writes, is_outermost }
    }

    /// The receiver of a statement, if it calls a method of that name without arguments.
    fn receiver(&self, statement: u32, name: &str) -> Option<Reg> {
        let Statement::Call { call } = self.body.statements[statement as usize] else {
            return None;
        };
        let call = &self.body.calls[call as usize];
        let (receiver, called, descriptor) = self.world.called_on(call)?;
        (called == name && descriptor.starts_with("()")).then_some(receiver)
    }

    /// Whether the object of a register may get elsewhere, by other statements than calls.
    fn is_kept(&self, reg: Reg) -> bool {
        let is_copied = self.body.phis.iter().any(|(_, from)| *from == reg);
        is_copied
            || self.body.statements.iter().any(|statement| match *statement {
                Statement::Cast { from, .. }
                | Statement::PutField { from, .. }
                | Statement::PutStatic { from, .. }
                | Statement::Store { from, .. }
                | Statement::Return { from } => from == reg,
                _ => false,
            })
    }

    /// Blocks through which each round comes.
    fn always(&self, one: &Loop) -> Vec<usize> {
        let back = self.before.next(one.head).iter().filter(|from| one.nodes.contains(from));
        let back: Vec<usize> = back.copied().collect();
        let is_always =
            |node: &usize| back.iter().all(|from| self.dominators.dominates(*node, *from));
        one.nodes.iter().copied().filter(is_always).collect()
    }

    /// Whether a block of a loop is in no loop inside of it.
    fn is_innermost(&self, one: &Loop, block: usize) -> bool {
        self.loops
            .around(block)
            .all(|other| other.head == one.head || !one.nodes.contains(&other.head))
    }

    fn writes(&self, block: usize, local: u16) -> impl Iterator<Item = &Op> {
        self.ops(block).iter().filter(move |op| {
            matches!(op.code, STORE_INT | INCREMENT) && op.operand == i32::from(local)
        })
    }

    /// What the counter of a loop is compared to.
    fn bound(&self, one: &Loop, ops: &[Op]) -> Option<Over> {
        match ops {
            [op] if op.code == LOAD_INT => self.number(one, op.operand as u16),
            [op] => constant(op).map(|number| Over::Count(Number::Constant(number))),
            [_, op] if op.code == LENGTH => self.length(op),
            _ => None,
        }
    }

    fn length(&self, op: &Op) -> Option<Over> {
        let found = self.body.counting.lengths.iter().find(|(at, _)| usize::from(*at) == op.at);
        found.map(|(_, array)| Over::Array(*array))
    }

    /// What a local holds all through a loop.
    fn number(&self, one: &Loop, local: u16) -> Option<Over> {
        if one.nodes.iter().any(|node| self.writes(*node, local).next().is_some()) {
            return None;
        }
        if self.is_written_once(local) {
            return match self.last_write(one.head, local) {
                Some((op, write)) if op.code == LENGTH && write.code == STORE_INT => {
                    self.length(op)
                }
                _ => Some(Over::Count(Number::Local(local))),
            };
        }
        let is_length = |(op, write): &(&Op, &Op)| op.code == LENGTH && write.code == STORE_INT;
        self.last_write(one.head, local).filter(is_length).and_then(|(op, _)| self.length(op))
    }

    /// So that it holds the same wherever it is read.
    fn is_written_once(&self, local: u16) -> bool {
        let all =
            (0..self.starts.len()).map(|block| self.writes(block, local).count()).sum::<usize>();
        all + usize::from(local < self.parameters) == 1
    }

    /// Whether a local is zero where a loop is entered.
    fn is_zero(&self, head: usize, local: u16) -> Option<bool> {
        let (given, write) = self.last_write(head, local)?;
        Some(write.code == STORE_INT && constant(given) == Some(0))
    }

    /// The last write of a local before a loop, and the instruction before it, if all come that
    /// way.
    fn last_write(&self, head: usize, local: u16) -> Option<(&Op, &Op)> {
        let mut outside = self
            .before
            .next(head)
            .iter()
            .copied()
            .filter(|from| !self.dominators.dominates(head, *from));
        let (mut block, others) = (outside.next()?, outside.next());
        others.is_none().then_some(())?;
        for _ in 0..FAR {
            let ops = self.ops(block);
            let is_write = |op: &Op| {
                matches!(op.code, STORE_INT | INCREMENT) && op.operand == i32::from(local)
            };
            if let Some(at) = ops.iter().rposition(is_write) {
                return (at > 0).then(|| (&ops[at - 1], &ops[at]));
            }
            let before = self.before.next(block);
            let [from] = before else { return None };
            // An exception leaves a block in the middle.
            self.graph.next(*from).contains(&block).then_some(())?;
            self.body.blocks[*from].next.contains(&(block as u32)).then_some(())?;
            block = *from;
        }
        None
    }
}

fn constant(op: &Op) -> Option<i32> {
    match op.code {
        2..=8 => Some(i32::from(op.code) - 3),
        16 | 17 => Some(op.operand),
        _ => None,
    }
}
