//! Operations of the class library as steps (`--library atomic`): from the visible operation at
//! which a thread was chosen, it goes on through those behind it as long as it is inside the same
//! call of a listed method.
//!
//! **What is executed** is the class library's own code, and each step is a sequence of steps that
//! the machine has without this: so whatever is found can happen. What is left out are switches
//! inside such a call. That nothing but they is lost is a property of the listed methods, held by
//! comparison with all schedules (`tests/library.rs`), not by this code.
//!
//! **A call of an operation** is the outermost frame of a listed method ([`Part::Operation`]) that
//! has no frame of other code ([`Part::Apart`]) above it. The step ends before a visible operation
//!
//! * in another call, also one of the same method at the same depth: the frame is marked;
//! * behind other code that the operation has called (a task, a comparator), whether or not that
//!   had visible operations of its own: the rest of the operation is a step of its own;
//! * that cannot go on, or has several ways to go on (a timed wait): others go, or the search
//!   chooses;
//! * that gives way to others (`Thread.yield`, `onSpinWait`), unless the step began with such a
//!   one: a loop that spins lets the others go once, and then spins to its end;
//! * where the operation only looks for long ([`LOOKS`]) or takes very many steps
//!   ([`OPERATIONS`]): it may wait for what only another thread can do.
//!
//! Ending a step earlier leaves nothing out.

use crate::ground::class::MethodRef;
use crate::threads::pending::Pending;
use crate::vm::Vm;
use raceproof_base::{Finer, Operation, OperationKind, Part};

/// So many visible operations in sequence that only look may be a loop that waits.
const LOOKS: u32 = 2_048;
/// So many visible operations of one step are too many to be one operation.
const OPERATIONS: u32 = 10_000;

/// The operation of the class library that the running step is in.
#[derive(Default)]
pub(crate) struct LibraryStep {
    /// Its outermost frame, by its index.
    outermost: Option<usize>,
    /// It began with giving way to others.
    spins: bool,
    operations: u32,
    looks: u32,
    /// Whether any visible operation behind the step's first one did more than look.
    pub(crate) worked: bool,
    /// Whether a step was ended for its length; never taken back.
    cut: Option<Operation>,
}

impl LibraryStep {
    /// To be called before each step.
    pub(crate) fn begin(&mut self) {
        *self = Self { cut: self.cut, ..Self::default() };
    }

    /// Whether calls are to be told ([`Vm::calls`]).
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.outermost.is_some()
    }
}

impl Vm {
    /// The running thread performs the visible operation for which it was chosen.
    pub(crate) fn enter_library_step(&mut self, kind: OperationKind) {
        if self.explore.library.is_empty() {
            return;
        }
        let mut outermost = None;
        for (index, frame) in self.frames.iter().enumerate().rev() {
            match frame.code.method.part {
                Part::Apart => break,
                Part::Operation | Part::Estimate => outermost = Some(index),
                Part::Inner => {}
            }
        }
        self.library.outermost = outermost;
        self.library.spins = kind == OperationKind::Yield;
        if let Some(index) = outermost {
            self.frames[index].in_step = true;
        }
    }

    /// To be called when the running step has ended: marks are no part of the state.
    pub(crate) fn leave_library_step(&mut self) {
        if let Some(frame) =
            self.library.outermost.take().and_then(|index| self.frames.get_mut(index))
        {
            frame.in_step = false;
        }
    }

    /// To be called when a method is executed for the first time.
    pub(crate) fn note_estimate(&mut self, method: MethodRef) {
        if method.part == Part::Estimate {
            self.noted.finer.get_or_insert(Finer::InsideOperations);
        }
    }

    /// To be called before a method is.
    #[inline]
    pub(crate) fn calls(&mut self, method: MethodRef) {
        if method.part == Part::Apart {
            self.leave_library_step();
        }
    }

    /// Whether a visible operation belongs to the running step.
    pub(crate) fn goes_on_in_library(&mut self, pending: &Pending) -> bool {
        use OperationKind as Kind;
        let Some(outermost) = self.library.outermost else { return false };
        let kind = pending.operation.kind;
        let is_inside = self.frames.get(outermost).is_some_and(|frame| frame.in_step);
        let gives_way = kind == Kind::Yield && !self.library.spins || kind == Kind::Sleep;
        if !is_inside || gives_way || !self.has_one_way(pending) {
            return false;
        }
        let looks = matches!(
            kind,
            Kind::VolatileRead | Kind::Read | Kind::Observe | Kind::Inspect | Kind::Yield
        );
        let step = &mut self.library;
        step.operations += 1;
        step.looks = if looks { step.looks + 1 } else { 0 };
        step.worked |= !looks;
        let is_long = step.looks >= LOOKS || step.operations >= OPERATIONS;
        if is_long {
            step.cut = step.cut.or(Some(pending.operation));
        }
        !is_long
    }
}
