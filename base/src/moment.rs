//! What happens inside the steps of a counterexample: accesses with their values, and the edges of
//! happens-before between threads. Recorded where a report draws them.

use crate::{AccessKind, Place};

/// A point of an execution: the later, the larger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Moment {
    /// The step, counted from one; zero before the first choice.
    pub step: usize,
    /// So many events of that step came before it.
    pub event: usize,
}

/// What happens inside one step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    /// The object or the variable that the operation is about; none if it is about none.
    pub on: Option<String>,
    /// Accesses of shared variables, in their order.
    pub accesses: Vec<StepAccess>,
    /// So many more there were.
    pub untold: usize,
    /// Monitors that are taken and given up, in their order.
    pub locks: Vec<Locking>,
    /// The edges that end here, but for those that others imply.
    pub edges: Vec<Edge>,
    /// Of the first step: what happened before the first choice.
    pub before: Option<Box<Moments>>,
}

/// An access inside a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepAccess {
    /// When, among the events of its step.
    pub event: usize,
    /// The name of the thread: one whose first action is no choice acts inside another's step.
    pub thread: String,
    /// The variable, as `Class.field` or `int[][3]`.
    pub variable: String,
    /// Read or written.
    pub access: AccessKind,
    /// The value read or written, if it is known.
    pub value: Option<String>,
    /// Where.
    pub place: Place,
    /// Whether it is told by the step's operation already.
    pub is_operation: bool,
}

/// A monitor that changes hands inside a step. One that a thread enters again does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Locking {
    /// The name of the thread.
    pub thread: String,
    /// The object: "Account@2".
    pub object: String,
    /// Whether it is taken; else it is given up.
    pub taken: bool,
}

/// An edge of happens-before from one thread to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// When it was released, and by which thread.
    pub from: Moment,
    /// The name of the releasing thread.
    pub releaser: String,
    /// When it is acquired, among the events of this step.
    pub event: usize,
    /// The name of the acquiring thread.
    pub acquirer: String,
    /// What carries it: "the monitor of Account@2".
    pub carrier: String,
    /// What the releasing thread does there, "unlock Account@2", unless an access tells it.
    pub release: Option<String>,
    /// The object, if it is its monitor.
    pub object: Option<String>,
}
