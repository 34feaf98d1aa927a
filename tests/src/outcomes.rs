//! A machine that records the outcome of each execution that ends, under any search: to compare
//! searches by more than their findings.

use raceproof_base::{
    Address, Canonical, Choice, Effect, Finding, Fingerprint, Listener, Machine, Mark, Operation,
    Place, Progress, Situation, StepOutcome, ThreadId, Work,
};
use raceproof_vm::{Explorer, Ref};
use std::collections::BTreeSet;

/// The outcome that a program with the main class `Clients` has stored in its static field.
#[must_use]
pub fn outcome(machine: &Explorer) -> String {
    let vm = machine.vm();
    let class = vm.linked.classes().iter().find(|class| class.name.text() == "Clients");
    let told = class.and_then(|class| vm.static_field(class, "outcome")).expect("it tells");
    vm.text(Ref::of(told))
}

/// An explorer, and the outcomes of the executions that have ended.
pub struct Noting {
    /// The machine itself.
    pub machine: Explorer,
    /// Each outcome once; `deadlock` is one.
    pub outcomes: BTreeSet<String>,
}

/// Methods that delegate to the machine.
macro_rules! same {
    ($($name:ident($($argument:ident: $of:ty),*) -> $answer:ty;)*) => {
        $(fn $name(&self, $($argument: $of),*) -> $answer {
            self.machine.$name($($argument),*)
        })*
    };
    (mut $($name:ident($($argument:ident: $of:ty),*) -> $answer:ty;)*) => {
        $(fn $name(&mut self, $($argument: $of),*) -> $answer {
            self.machine.$name($($argument),*)
        })*
    };
}

impl Machine for Noting {
    type Snapshot = <Explorer as Machine>::Snapshot;

    fn begin<L: Listener>(&mut self, listener: &mut L) {
        self.machine.begin(listener);
    }

    fn situation(&mut self) -> Situation {
        let situation = self.machine.situation();
        match situation {
            Situation::Open(_) => {}
            Situation::Ended => drop(self.outcomes.insert(outcome(&self.machine))),
            Situation::Deadlock(_) => drop(self.outcomes.insert("deadlock".to_owned())),
        }
        situation
    }

    fn step<L: Listener>(&mut self, choice: Choice, listener: &mut L) -> StepOutcome {
        self.machine.step(choice, listener)
    }

    same! {
        operation(choice: Choice) -> Operation;
        is_spoilt() -> bool;
        canonical() -> &dyn Canonical;
        effects() -> &[Effect];
        is_whole(choice: Choice) -> bool;
        value(variable: Address) -> u64;
        key(thread: ThreadId) -> u64;
        blocked() -> Vec<ThreadId>;
        able() -> Vec<ThreadId>;
        threads() -> Vec<ThreadId>;
        progress() -> Progress;
        hanging() -> Box<Finding>;
        unending() -> Vec<Place>;
        divided() -> Option<Place>;
        uncompared() -> Option<Place>;
        unargued() -> Option<Place>;
        untold() -> Option<Place>;
        work() -> Work;
    }
    same! { mut
        finding() -> Option<Box<Finding>>;
        mark() -> Mark;
        rollback(to: Mark) -> ();
        save() -> Self::Snapshot;
        restore(from: &Self::Snapshot) -> ();
        fingerprint() -> Fingerprint;
        begin_search() -> ();
        goes_back_only() -> ();
        is_race_free_from(mark: Mark) -> bool;
        be_fair(is_fair: bool) -> ();
    }
}
