//! The dependence relation, as a table: what each visible operation uses, and how. Two steps of different threads depend on
//! each other if they use one thing in ways that conflict, or if one of them concerns everybody.

use raceproof_base::{Operation, OperationKind, Thing, Use};

/// What an operation uses.
pub(crate) enum Uses {
    /// These things; most use one.
    Of([Option<(Thing, Use)>; 3]),
    /// Everything: its order with every other step matters.
    World,
}

fn one(thing: Thing, how: Use) -> Uses {
    Uses::Of([Some((thing, how)), None, None])
}

fn two(first: (Thing, Use), second: (Thing, Use)) -> Uses {
    Uses::Of([Some(first), Some(second), None])
}

/// The table. What an operation turns out not to have done (a compare-and-set that fails) is no part of it, nor what a step
/// does in passing.
pub(crate) fn uses(operation: &Operation) -> Uses {
    use OperationKind as Kind;
    let on = operation.on;
    match operation.kind {
        Kind::Lock | Kind::WaitAgain => one(Thing::Monitor(on), Use::Write),
        // It notifies in the thread's own monitor.
        Kind::End => two((Thing::Monitor(on), Use::Write), (Thing::Life(on), Use::Write)),
        Kind::StopWaiting => one(Thing::Waiters(on), Use::Set),
        Kind::Notify | Kind::NotifyAll => one(Thing::Waiters(on), Use::Write),
        Kind::VolatileRead | Kind::Read => one(Thing::Variable(on), Use::Read),
        Kind::VolatileWrite | Kind::Write | Kind::Update => one(Thing::Variable(on), Use::Write),
        Kind::Start => two((Thing::Life(on), Use::Write), (Thing::Interrupt(on), Use::Read)),
        Kind::Join | Kind::Observe => one(Thing::Life(on), Use::Read),
        Kind::Park => one(Thing::Permit(on), Use::Write),
        // A permit is a permit, and so is an interrupt: another one adds nothing.
        Kind::Unpark => two((Thing::Permit(on), Use::Set), (Thing::Life(on), Use::Read)),
        Kind::Interrupt => two((Thing::Interrupt(on), Use::Set), (Thing::Life(on), Use::Read)),
        // Whoever takes an interrupt does so in passing.
        Kind::Interrupted => one(Thing::Interrupt(on), Use::Read),
        Kind::Initialize => one(Thing::Class(on), Use::Write),
        // A fence orders plain accesses, of which nothing is known; what a thread is doing depends on what all do.
        Kind::Fence | Kind::Inspect | Kind::Exit => Uses::World,
        Kind::Begin | Kind::Wait | Kind::Yield | Kind::Sleep | Kind::Choose | Kind::GoOn => Uses::Of([None; 3]),
    }
}

/// Whether an operation can be gone on with in more than one way.
pub(crate) fn has_ways(kind: OperationKind) -> bool {
    matches!(kind, OperationKind::Choose | OperationKind::Notify | OperationKind::StopWaiting)
}

/// Whether a thing is handed over: who uses it waits until the one before has left it.
pub(crate) fn is_handed_over(thing: Thing) -> bool {
    matches!(thing, Thing::Monitor(_) | Thing::Class(_))
}
