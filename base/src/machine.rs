//! What a search drives.

use crate::{Choice, Finding, Fingerprint, Listener, Operation};

/// A point of the current execution, to go back to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mark(pub usize);

/// How things stand in a state.
#[derive(Clone, Debug)]
pub enum Situation {
    /// These ways lead on, in a fixed order; never none.
    Open(Vec<Choice>),
    /// The program has ended.
    Ended,
    /// No thread can ever go on, though the program has not ended.
    Deadlock(Box<Finding>),
}

/// What is not modelled, and where the program needed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The method or feature.
    pub what: String,
    /// The Java stack that reached it.
    pub stack: Vec<String>,
}

/// How a transition ended.
#[derive(Clone, Debug)]
pub enum StepOutcome {
    /// In a state to go on from.
    Done,
    /// In a violation that ends the execution: an uncaught exception, a failed assertion.
    Violated(Box<Finding>),
    /// The program says that this path is of no interest.
    Ignored,
    /// At something that is not modelled.
    Unsupported(Box<Unsupported>),
}

/// What a machine has done so far, for statistics; never taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Instructions executed.
    pub instructions: u64,
    /// Bytes of memory its states take.
    pub bytes: u64,
}

/// A program whose schedule is ours to choose.
///
/// A machine is deterministic: from one state, one choice leads to one state.
pub trait Machine {
    /// A state kept aside.
    type Snapshot: Clone;

    /// How the state can be left.
    fn situation(&mut self) -> Situation;

    /// The visible operation with which a choice of this state begins.
    fn operation(&self, choice: Choice) -> Operation;

    /// Takes one of the state's choices: one visible operation, and what follows it up to the next.
    fn step<L: Listener>(&mut self, choice: Choice, listener: &mut L) -> StepOutcome;

    /// A point to go back to, last in first out.
    fn mark(&mut self) -> Mark;

    /// Goes back; later marks are void, this one stays valid.
    fn rollback(&mut self, to: Mark);

    /// Keeps the state.
    fn save(&mut self) -> Self::Snapshot;

    /// Makes a kept state the current one; marks are void.
    fn restore(&mut self, from: &Self::Snapshot);

    /// The identity of the state.
    fn fingerprint(&mut self) -> Fingerprint;

    /// What was done so far.
    fn work(&self) -> Work;
}
