//! Subroutines (JVMS 4.10.2.5) where types are inferred, as HotSpot's old verifier has them.
//!
//! A subroutine is code like any other: the states of all its calls are merged where it begins. So
//! each state has, for every subroutine it is in, the local variables that were touched there.
//! Behind a call those have the types of the `ret`, all others those of the `jsr`.

use super::Verifier;
use super::failure::{Check, Failure};
use super::method::Body;
use super::types::{Frame, VType};
use crate::ground::native::Trap;
use raceproof_bytecode::Op;
use rustc_hash::FxHashMap;
use std::rc::Rc;

const JSR: [u8; 2] = [168, 201];
const RET: u8 = 169;

/// A subroutine that a state is in.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Level {
    /// Where it begins.
    entry: u32,
    /// The local variables that were read or written since, as bits.
    touched: Vec<u64>,
}

impl Level {
    fn has(&self, local: usize) -> bool {
        self.touched.get(local / 64).is_some_and(|bits| bits >> (local % 64) & 1 != 0)
    }

    fn touch(&mut self, local: usize) {
        if self.touched.len() <= local / 64 {
            self.touched.resize(local / 64 + 1, 0);
        }
        self.touched[local / 64] |= 1 << (local % 64);
    }

    /// Adds what the other has touched; says whether that is more.
    fn add(&mut self, other: &Self) -> bool {
        let mut is_more = false;
        self.touched.resize(self.touched.len().max(other.touched.len()), 0);
        for (mine, theirs) in self.touched.iter_mut().zip(&other.touched) {
            is_more |= theirs & !*mine != 0;
            *mine |= theirs;
        }
        is_more
    }
}

/// The subroutines that a state is in, the innermost last. Shared until changed.
pub(super) type Levels = Rc<Vec<Level>>;

/// Notes the local variables that an instruction touches. Says whether any level had not known it.
pub(super) fn touch(levels: &mut Levels, op: &Op, before: &Frame, after: &Frame) -> bool {
    if levels.is_empty() {
        return false;
    }
    let local = op.operand as usize;
    let touched = match op.code {
        22 | 24 | 55 | 57 => vec![local, local + 1],
        21..=25 | 54..=58 | 132 | RET => vec![local],
        // A constructor finishes an object, `new` makes older ones unusable.
        183 | 187 => {
            (0..before.locals().len()).filter(|n| before.local(*n) != after.local(*n)).collect()
        }
        _ => return false,
    };
    if levels.iter().all(|level| touched.iter().all(|local| level.has(*local))) {
        return false;
    }
    let levels = Rc::make_mut(levels);
    levels.iter_mut().for_each(|level| touched.iter().for_each(|local| level.touch(*local)));
    true
}

/// Merges the subroutines of two states: those that both are in, in the same order. None if nothing
/// changes.
pub(super) fn merged(known: &Levels, other: &Levels) -> Option<Levels> {
    if known.is_empty() || Rc::ptr_eq(known, other) {
        return None;
    }
    let (mut common, mut next, mut is_more) = (Vec::new(), 0, false);
    for level in known.iter() {
        if let Some(at) = other[next..].iter().position(|theirs| theirs.entry == level.entry) {
            let mut level = level.clone();
            is_more |= level.add(&other[next + at]);
            common.push(level);
            next += at + 1;
        }
    }
    (is_more || common.len() < known.len()).then(|| Rc::new(common))
}

/// The calls of a method's subroutines, and where each returns from.
pub(super) struct Calls {
    /// Position of each `jsr`, the position behind it, and the subroutine it calls.
    calls: Vec<(usize, usize, u32)>,
    returns: FxHashMap<usize, usize>,
}

impl Calls {
    pub(super) fn of(body: &Body<'_>) -> Self {
        let calls = body.ops().iter().filter(|op| JSR.contains(&op.code));
        let calls = calls
            .map(|op| (op.at, op.at + op.length, (op.at as i64 + i64::from(op.operand)) as u32));
        Self { calls: calls.collect(), returns: FxHashMap::default() }
    }

    /// The `ret` that the call at a position comes back from, if one was met.
    pub(super) fn return_of(&self, call: usize) -> Option<usize> {
        self.returns.get(&call).copied()
    }

    /// The calls that a `ret` from a subroutine goes back to, with the positions behind them.
    pub(super) fn come_back(&mut self, ret: usize, entry: u32) -> Check<Vec<(usize, usize)>> {
        let calls: Vec<_> =
            self.calls.iter().filter(|call| call.2 == entry).map(|call| (call.0, call.1)).collect();
        for (call, _) in &calls {
            if *self.returns.entry(*call).or_insert(ret) != ret {
                return Err(Failure::verify("Multiple returns to single jsr"));
            }
        }
        Ok(calls)
    }
}

/// The state in which a subroutine begins.
pub(super) fn enter(entry: u32, frame: &mut Frame, levels: &mut Levels) -> Check<()> {
    if levels.iter().any(|level| level.entry == entry) {
        return Err(Failure::verify("Recursive call to jsr entry"));
    }
    Rc::make_mut(levels).push(Level { entry, touched: Vec::new() });
    frame.push(VType::ReturnAddress(entry))?;
    frame.forget_unfinished();
    Ok(())
}

/// The state behind a call, from those at the `ret` and before the `jsr`.
pub(super) fn leave(
    entry: u32,
    ret: (&Frame, &Levels),
    before_call: &Frame,
) -> Check<(Frame, Levels)> {
    let (frame, levels) = ret;
    let Some(at) = levels.iter().rposition(|level| level.entry == entry) else {
        return Err(Failure::verify("Illegal return from subroutine"));
    };
    let mut after = frame.clone();
    after.forget_unfinished();
    let mut called = before_call.clone();
    called.forget_unfinished();
    if !after.stack.iter().map(kind).eq(called.stack.iter().map(kind)) {
        let what = "a subroutine (jsr) that leaves other values on the operand stack than it was called with";
        return Err(Trap::Unsupported(what.to_owned()).into());
    }
    let count = after.locals().len().max(before_call.locals().len());
    let locals =
        (0..count).map(|n| if levels[at].has(n) { after.local(n) } else { before_call.local(n) });
    let locals = Rc::new(locals.collect());
    after.replace_locals(locals, after.this_uninitialized);
    Ok((after, Rc::new(levels[..at].to_vec())))
}

/// Where code that runs keeps a value: references apart from the rest.
fn kind(ty: &VType) -> (bool, bool) {
    (ty.is_reference() || ty.is_uninitialized(), ty.is_second())
}

impl Verifier<'_> {
    /// `new`: what was made there before, and is not finished, cannot be used any more.
    pub(super) fn made_again(at: usize, frame: &mut Frame) -> Check<()> {
        let unfinished = VType::Uninitialized(at as u16);
        let made = frame.stack.len().saturating_sub(1);
        if frame.stack[..made].contains(&unfinished) {
            return Err(Failure::verify("Uninitialized object on stack at creating point"));
        }
        frame.forget_in_locals(unfinished);
        Ok(())
    }
}
