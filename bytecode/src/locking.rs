//! Structured locking (JVMS 2.11.10): whether each monitor that a method enters is left in it on
//! every way out, and no other.
//!
//! What compilers make of `synchronized` is proved here, once, and costs nothing when it runs. A
//! method for which this fails keeps the monitors that it holds in registers of its frame, as
//! HotSpot's interpreter does for every method: see `vm/src/threads/structured.rs`.
//!
//! Why a yes is true: a monitor is known by the local variable that it is entered from and left by,
//! which nothing writes in between; ways that meet hold the same ones; and what may throw while one
//! is held is covered by a handler for everything.

use crate::{Flow, Op, covers};
use rustc_hash::FxHashMap;

/// The local variables whose monitors are held, the innermost last.
type Held = Vec<i32>;

struct Locking<'a> {
    flow: &'a Flow<'a>,
    /// What is held where a block starts.
    known: FxHashMap<usize, Held>,
    work: Vec<usize>,
}

impl Flow<'_> {
    /// Whether all locking in the code is seen to be structured.
    pub fn is_structured(&self) -> bool {
        let has = |codes: &[u8]| self.ops.iter().any(|op| codes.contains(&op.code));
        if !has(&[MONITOR_ENTER, MONITOR_EXIT]) {
            return true;
        }
        let mut locking = Locking { flow: self, known: FxHashMap::default(), work: Vec::new() };
        !has(&SUBROUTINES) && locking.is_structured().is_some()
    }
}

const MONITOR_ENTER: u8 = 194;
const MONITOR_EXIT: u8 = 195;
/// `jsr`, `ret`, `jsr_w`.
const SUBROUTINES: [u8; 3] = [168, 169, 201];
const ALOAD: u8 = 25;
const ASTORE: u8 = 58;
const DUP: u8 = 89;

/// `None` wherever the proof fails.
impl Locking<'_> {
    fn is_structured(&mut self) -> Option<()> {
        self.reach(0, &Held::new())?;
        while let Some(start) = self.work.pop() {
            self.block(start)?;
        }
        Some(())
    }

    fn block(&mut self, start: usize) -> Option<()> {
        let mut held = self.known[&start].clone();
        let first = self.flow.index[start] as usize;
        for n in first..self.flow.ops.len() {
            let op = self.flow.ops[n];
            if n > first && self.flow.leaders[op.at] {
                return self.reach(op.at, &held);
            }
            self.thrown(&op, &held)?;
            match op.code {
                MONITOR_ENTER => held.push(self.local_before(n)?),
                MONITOR_EXIT => {
                    let left = self.local_before(n)?;
                    (held.pop()? == left).then_some(())?;
                }
                54..=58 if held.iter().any(|local| writes(&op, *local)) => return None,
                172..=177 if !held.is_empty() => return None,
                _ => {}
            }
            if !self.follow(&op, &held)? {
                return Some(());
            }
        }
        None
    }

    /// The variable that holds what is on top of the stack: stored from a copy of it, or loaded,
    /// just before, on every way here.
    fn local_before(&self, n: usize) -> Option<i32> {
        let op = |back: usize| self.flow.ops.get(n.checked_sub(back)?);
        let starts_block = |back: usize| op(back).is_none_or(|op| self.flow.leaders[op.at]);
        let before = op(1).filter(|_| !starts_block(0))?;
        let is_copied = || op(2).is_some_and(|op| op.code == DUP) && !starts_block(1);
        (before.code == ALOAD || before.code == ASTORE && is_copied()).then_some(before.operand)
    }

    /// What an instruction throws goes to its handlers, with everything that is held. Leaving a
    /// monitor that is held throws nothing.
    fn thrown(&mut self, op: &Op, held: &Held) -> Option<()> {
        if !may_throw(op.code) || op.code == MONITOR_EXIT {
            return Some(());
        }
        for range in self.flow.code.exceptions.iter().filter(|range| covers(range, op.at)) {
            self.reach(usize::from(range.handler), held)?;
            if range.catch_type == 0 {
                return Some(());
            }
        }
        held.is_empty().then_some(())
    }

    /// Queues where a branch goes; says whether control goes on to the next instruction.
    fn follow(&mut self, op: &Op, held: &Held) -> Option<bool> {
        match op.code {
            153..=167 | 198..=200 => self.reach(self.flow.target(op.at, op.operand).ok()?, held)?,
            170 | 171 => {
                let targets = self.flow.switch_targets(op).ok()?;
                targets
                    .targets
                    .into_iter()
                    .chain([targets.default])
                    .try_for_each(|target| self.reach(target, held))?;
            }
            _ => {}
        }
        Some(!matches!(op.code, 167 | 170..=177 | 191 | 200))
    }

    fn reach(&mut self, at: usize, held: &Held) -> Option<()> {
        match self.known.get(&at) {
            None => {
                self.known.insert(at, held.clone());
                self.work.push(at);
                Some(())
            }
            Some(known) => (known == held).then_some(()),
        }
    }
}

/// Whether a store writes a local variable: a long or a double lies in the one behind as well.
fn writes(store: &Op, local: i32) -> bool {
    let is_wide = matches!(store.code, 55 | 57);
    store.operand == local || is_wide && store.operand + 1 == local
}

/// All but constants that are no objects, loads and stores of variables, the operand stack,
/// arithmetic but integer division, branches, and returns, which throw only where monitors are left
/// held.
fn may_throw(code: u8) -> bool {
    const INTEGER_DIVISIONS: [u8; 4] = [108, 109, 112, 113];
    INTEGER_DIVISIONS.contains(&code)
        || !matches!(code, 0..=17 | 21..=25 | 54..=58 | 87..=177 | 198..=200)
}
