//! Operations in Java's terms.

use raceproof_base::{Address, Choice, Names, Operation, OperationKind, Sync};

/// The text of an operation: `lock Account@2`. The choice tells what the operation alone does not,
/// such as a wait that ends by its timeout.
pub fn operation(operation: &Operation, choice: Option<Choice>, names: &dyn Names) -> String {
    match choice {
        Some(Choice::TimeOut(_)) => {
            return format!("time out: {} ends by its time", waiting(operation, names));
        }
        Some(Choice::Spurious(_)) if operation.kind == OperationKind::Update => {
            return format!("compare-and-set {} fails for no reason", names.variable(operation.on));
        }
        Some(Choice::Spurious(_)) => {
            return format!("{} ends for no reason", waiting(operation, names));
        }
        Some(Choice::Notify(_, waiter)) => {
            return format!(
                "notify {}, which wakes waiter {}",
                names.object(operation.on),
                u64::from(waiter) + 1
            );
        }
        Some(Choice::Value(_, value)) if operation.kind == OperationKind::Choose => {
            return format!("choose value {value}");
        }
        Some(Choice::Run(_) | Choice::Value(..)) | None => {}
    }
    let object = || names.object(operation.on);
    // `thread Thread-1`: that it is a thread is said by what is done to it.
    let thread = || object().strip_prefix("thread ").map_or_else(object, str::to_owned);
    let variable = || names.variable(operation.on);
    match operation.kind {
        OperationKind::Begin => "begin".to_owned(),
        OperationKind::Park => "park".to_owned(),
        OperationKind::Yield => "yield".to_owned(),
        OperationKind::Sleep => "sleep".to_owned(),
        OperationKind::ReadClock => "read the clock".to_owned(),
        OperationKind::Choose => "choose".to_owned(),
        OperationKind::Lock => format!("lock {}", object()),
        OperationKind::Wait => format!("wait on {}", object()),
        OperationKind::WaitAgain | OperationKind::StopWaiting => {
            format!("lock {} again after the wait", object())
        }
        OperationKind::Notify => format!("notify {}", object()),
        OperationKind::NotifyAll => format!("notify all on {}", object()),
        OperationKind::VolatileRead | OperationKind::Read => format!("read {}", variable()),
        OperationKind::VolatileWrite | OperationKind::Write => format!("write {}", variable()),
        OperationKind::Update => format!("compare-and-set {}", variable()),
        OperationKind::Start => format!("start {}", thread()),
        OperationKind::End => "end".to_owned(),
        OperationKind::Inspect if operation.on == Address::NONE => "look at all threads".to_owned(),
        OperationKind::Observe | OperationKind::Inspect => {
            format!("look whether {} has ended", thread())
        }
        OperationKind::Unpark => format!("unpark {}", thread()),
        OperationKind::Interrupt => format!("interrupt {}", thread()),
        OperationKind::Interrupted => "look whether interrupted".to_owned(),
        OperationKind::Initialize => format!("wait for the initialisation of {}", object()),
        OperationKind::GoOn => "go on".to_owned(),
        // Those whose name says it all.
        kind if operation.on == Address::NONE => format!("{kind:?}").to_lowercase(),
        kind => format!("{} {}", format!("{kind:?}").to_lowercase(), thread()),
    }
}

/// What it is that ends by its time, or for no reason.
fn waiting(operation: &Operation, names: &dyn Names) -> String {
    match operation.kind {
        OperationKind::Sleep => "sleep".to_owned(),
        OperationKind::Park => "park".to_owned(),
        _ => {
            let object = names.object(operation.on);
            object
                .strip_prefix("thread ")
                .map_or_else(|| format!("wait on {object}"), |name| format!("join {name}"))
        }
    }
}

/// Of what the class library has for one thread at a time: what to use in its place.
pub fn not_thread_safe(class: &str, guard: &str) -> String {
    if class == "java.lang.StringBuilder" {
        return "a StringBuilder is not thread-safe: give each thread its own, or use a StringBuffer"
            .to_owned();
    }
    format!("{class} is not thread-safe: use a collection of java.util.concurrent, or {guard}")
}

/// A lock for what has none yet.
pub const ONE_LOCK: &str = "guard every use of it by one lock";

/// What carries an edge.
pub fn sync(sync: Sync, names: &dyn Names) -> String {
    match sync {
        Sync::Monitor(object) => format!("the monitor of {}", names.object(object)),
        Sync::Variable(variable) => format!("the variable {}", names.variable(variable)),
        Sync::Thread(thread) => format!("the start or end of {}", names.thread(thread)),
        Sync::Class(mirror) => {
            let name = names.object(mirror);
            format!("the initialisation of {}", name.strip_prefix("class ").unwrap_or(&name))
        }
        Sync::Interrupt(object) => format!("the interrupt status of {}", names.object(object)),
        Sync::ReleaseFence(thread) => format!("a release fence of {}", names.thread(thread)),
        Sync::AcquireFence(thread) => format!("an acquire fence of {}", names.thread(thread)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ACCOUNT, TestNames};
    use raceproof_base::{Site, ThreadId};

    #[test]
    fn operations_are_told_by_their_kind_and_choice() {
        use OperationKind as Kind;
        let thread = ThreadId(0);
        for (kind, on, choice, told) in [
            (Kind::Fence, Address::NONE, None, "fence"),
            (Kind::Join, ACCOUNT, None, "join Account@2"),
            (
                Kind::Sleep,
                Address::NONE,
                Some(Choice::TimeOut(thread)),
                "time out: sleep ends by its time",
            ),
            (
                Kind::Park,
                Address::NONE,
                Some(Choice::TimeOut(thread)),
                "time out: park ends by its time",
            ),
            // Of other operations than a data choice, its value tells nothing.
            (Kind::Choose, Address::NONE, Some(Choice::Value(thread, 3)), "choose value 3"),
            (Kind::Lock, ACCOUNT, Some(Choice::Value(thread, 3)), "lock Account@2"),
        ] {
            let it = Operation { kind, on, site: Site::NOWHERE };
            assert_eq!(operation(&it, choice, &TestNames::default()), told);
        }
    }
}
