//! Finds lost updates in one execution, to explain what fails at its end: two threads read the same
//! value of a variable, one writes it, and the other writes over that without having read it.
//!
//! No race is needed for that: the accesses may be volatile, of an atomic variable, or each under a
//! lock. What is told has happened; whether the two writes depend on what was read is not known, so
//! it is advice, and no finding. Variables that the class library keeps for itself are left out,
//! but for those of `java.util.concurrent.atomic`, which are the program's own.

use std::collections::BTreeMap;

use raceproof_base::{
    AccessKind, Address, Event, Finding, FindingKind, Listener, Names, Place, Sync, ThreadId,
    programs_own,
};

const ATOMIC: &str = "java.util.concurrent.atomic.";

/// A value of a variable, and where it was read or written.
#[derive(Clone, Debug)]
struct Seen {
    value: String,
    place: Place,
}

/// A write of a variable by a thread that had read it.
#[derive(Clone, Debug)]
struct Update {
    thread: ThreadId,
    /// The number of the value that it had read.
    from: usize,
    written: Seen,
}

/// What is known of a variable.
#[derive(Clone, Debug, Default)]
struct Variable {
    /// So many writes there were: the number of its value.
    writes: usize,
    /// What each thread has read last, by its number, unless the thread has written since.
    read: BTreeMap<ThreadId, (usize, Seen)>,
    /// The writes, as long as somebody has read what they replaced.
    updates: Vec<Update>,
}

/// Follows one execution, without going back.
#[derive(Debug, Default)]
pub struct LostUpdates {
    variables: BTreeMap<Address, Variable>,
    /// The advice for the last one.
    told: Option<String>,
}

impl LostUpdates {
    /// Whether a finding may be explained by one.
    #[must_use]
    pub fn may_explain(finding: &Finding) -> bool {
        matches!(finding.kind, FindingKind::Assertion | FindingKind::UncaughtException)
            && finding.advice.is_empty()
    }

    /// Advises of the last lost update, if there was one.
    pub fn complete(self, finding: &mut Finding) {
        if let Some(advice) = self.told.filter(|_| Self::may_explain(finding)) {
            finding.advice = advice;
        }
    }

    fn access(&mut self, thread: ThreadId, at: Address, access: AccessKind, names: &dyn Names) {
        let stack = names.inner_stack(thread);
        let Some(on) = own_name(at, &stack, names) else { return };
        let seen = Seen { value: names.value(at), place: programs_own(&stack).clone() };
        match access {
            AccessKind::Read => {
                let variable = self.variables.entry(at).or_default();
                variable.read.insert(thread, (variable.writes, seen));
            }
            AccessKind::Write => self.write(thread, at, (on, seen), names),
        }
    }

    fn write(
        &mut self,
        thread: ThreadId,
        at: Address,
        (on, written): (String, Seen),
        names: &dyn Names,
    ) {
        let variable = self.variables.entry(at).or_default();
        let read = variable.read.remove(&thread);
        if let Some((from, seen)) = &read
            && let Some(lost) = variable.loses(*from)
            && is_one_of_two(&lost.written.value, &written.value)
        {
            self.told = Some(told(
                &on,
                seen,
                (&names.thread(thread), &written),
                (&names.thread(lost.thread), &lost.written),
            ));
        }
        variable.writes += 1;
        if let Some((from, _)) = read {
            variable.updates.push(Update { thread, from, written });
        }
        let oldest = variable.read.values().map(|(number, _)| *number).min();
        variable.updates.retain(|update| oldest.is_some_and(|oldest| update.from >= oldest));
    }
}

impl Variable {
    /// The update from a value that a thread has read last, and is now to write over. It is another
    /// thread's: what a thread has written, it has read no longer.
    fn loses(&self, from: usize) -> Option<&Update> {
        self.updates.iter().find(|update| update.from == from)
    }
}

/// Whether two writes leave another value than one would: two additions may write the same sum, but
/// a flag that both set is as each wanted it.
fn is_one_of_two(first: &str, last: &str) -> bool {
    first != last || last.parse::<f64>().is_ok()
}

/// The advice. Of the writes, the one that is lost comes second.
fn told(on: &str, read: &Seen, later: (&str, &Seen), lost: (&str, &Seen)) -> String {
    let at = |place: &Place| match place.line {
        0 => String::new(),
        line => format!(" ({}:{line})", place.file),
    };
    let ((later, last), (lost, first)) = (later, lost);
    let make = match on {
        // Its class.
        atomic if atomic.contains(' ') => {
            "do both in one step (incrementAndGet, updateAndGet, or compareAndSet in a loop)"
        }
        element if element.contains("[]") => {
            "use an array of java.util.concurrent.atomic and do both in one step (incrementAndGet, updateAndGet, or compareAndSet in a loop)"
        }
        _ => {
            "make it an atomic variable (AtomicInteger and the like) and do both in one step (incrementAndGet, updateAndGet, or compareAndSet in a loop)"
        }
    };
    format!(
        "{on} may have lost an update: {later} reads {}{}, then {lost}, which has read the same, writes {}{}, and {later} writes {}{} \
         over it; if what they write depends on what they have read, {make}, or guard both by one lock, held from the reading to the \
         writing",
        read.value,
        at(&read.place),
        first.value,
        at(&first.place),
        last.value,
        at(&last.place),
    )
}

/// The name of a variable that is the program's own; an atomic one has that of its class.
fn own_name(variable: Address, stack: &[Place], names: &dyn Names) -> Option<String> {
    let name = names.variable(variable);
    if let Some(atomic) = name.strip_prefix(ATOMIC) {
        let class = atomic.strip_suffix(".value")?;
        let article = if class.starts_with('A') { "an" } else { "a" };
        return Some(format!("{article} {class}"));
    }
    stack.first().is_some_and(|place| !place.library).then_some(name)
}

impl Listener for LostUpdates {
    type Mark = ();
    type Snapshot = ();

    fn event(&mut self, event: &Event, names: &dyn Names) {
        match *event {
            Event::Access { thread, variable, access, .. } => {
                self.access(thread, variable, access, names);
            }
            // Of ordered accesses only the edges may be told.
            Event::Acquire { thread, from: Sync::Variable(variable), .. } => {
                self.access(thread, variable, AccessKind::Read, names);
            }
            Event::Release { thread, to: Sync::Variable(variable), .. } => {
                self.access(thread, variable, AccessKind::Write, names);
            }
            // Memory is used again.
            Event::Allocated { object, bytes, .. } => {
                let end = Address(object.0 + bytes);
                let gone: Vec<Address> =
                    self.variables.range(object..end).map(|(at, _)| *at).collect();
                gone.iter().for_each(|at| drop(self.variables.remove(at)));
            }
            Event::Operation { .. }
            | Event::Acquire { .. }
            | Event::Release { .. }
            | Event::Passed { .. }
            | Event::Published { .. }
            | Event::Frozen { .. } => {}
        }
    }

    fn mark(&mut self) {}

    fn rollback(&mut self, (): ()) {}

    fn save(&mut self) {}

    fn restore(&mut self, (): &()) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ACCOUNT, BALANCE, TestNames, access, acquire, release};

    /// What is told of accesses by threads, each with the value that it leaves.
    fn advice(script: &[(u32, AccessKind, &str)]) -> String {
        let mut lost = LostUpdates::default();
        for (thread, kind, value) in script {
            let names =
                TestNames { value: (*value).to_owned(), is_own: true, ..TestNames::default() };
            lost.event(&access(*thread, *kind, BALANCE), &names);
        }
        let mut finding = Finding::new(FindingKind::Assertion, "");
        lost.complete(&mut finding);
        finding.advice
    }

    use AccessKind::{Read, Write};

    #[test]
    fn who_writes_over_what_another_made_of_the_same_value_has_lost_it() {
        let told = advice(&[(1, Read, "7"), (2, Read, "7"), (2, Write, "8"), (1, Write, "9")]);
        assert!(
            told.starts_with(
                "Account.balance may have lost an update: Thread-0 reads 7 (Account.java:7), then Thread-1, which has read the same, \
                 writes 8 (Account.java:7), and Thread-0 writes 9 (Account.java:7) over it; if what they write depends on what they have read, make it an atomic variable"
            ),
            "{told}"
        );
        let both =
            |value| advice(&[(1, Read, "0"), (2, Read, "0"), (2, Write, value), (1, Write, value)]);
        assert_ne!(both("1"), "", "each may have added one");
        assert_eq!(both("true"), "", "each has set a flag");
        // The other may have written it in one step.
        assert_ne!(advice(&[(2, Read, "7"), (1, Read, "7"), (1, Write, "8"), (2, Write, "9")]), "");
    }

    #[test]
    fn of_ordered_accesses_the_edges_suffice() {
        let names = TestNames { value: "7".to_owned(), is_own: true, ..TestNames::default() };
        let variable = Sync::Variable(BALANCE);
        let reads = |thread| acquire(thread, variable);
        let writes = |thread| release(thread, variable);
        for (script, is_lost) in [
            ([reads(1), reads(2), writes(2), writes(1)], true),
            ([reads(1), writes(1), reads(2), writes(2)], false),
            ([reads(1), reads(2), writes(2), release(1, Sync::Monitor(ACCOUNT))], false),
        ] {
            let mut lost = LostUpdates::default();
            script.iter().for_each(|event| lost.event(event, &names));
            assert_eq!(lost.told.is_some(), is_lost, "{script:?}");
        }
    }

    #[test]
    fn what_was_read_again_or_not_at_all_is_not_lost() {
        for script in [
            &[(1, Read, "7"), (1, Write, "8"), (2, Read, "8"), (2, Write, "9")][..],
            &[(1, Read, "7"), (2, Read, "7"), (2, Write, "8"), (1, Read, "8"), (1, Write, "9")],
            // Whoever has not read it does not depend on it.
            &[(1, Read, "7"), (2, Write, "8"), (1, Write, "9")],
            &[(2, Read, "7"), (2, Write, "8"), (1, Write, "9")],
            // What a thread has written is known to it.
            &[(1, Read, "7"), (2, Read, "7"), (1, Write, "8"), (1, Write, "9")],
            // The same thread twice.
            &[(1, Read, "7"), (1, Write, "8"), (1, Write, "9")],
        ] {
            assert_eq!(advice(script), "", "{script:?}");
        }
    }

    #[test]
    fn memory_that_is_used_again_is_another_variable() {
        let names = TestNames { value: "7".to_owned(), is_own: true, ..TestNames::default() };
        let told = |object: Address| {
            let mut lost = LostUpdates::default();
            for event in [
                access(1, Read, BALANCE),
                access(2, Read, BALANCE),
                Event::Allocated { thread: ThreadId(2), object, bytes: 16 },
                access(2, Write, BALANCE),
                access(1, Write, BALANCE),
            ] {
                lost.event(&event, &names);
            }
            lost.told.is_some()
        };
        assert!(!told(ACCOUNT));
        assert!(told(Address(32)));
    }

    #[test]
    fn what_the_class_library_keeps_is_no_matter_of_the_program() {
        let mut lost = LostUpdates::default();
        for (thread, kind) in [(1, Read), (2, Read), (2, Write), (1, Write)] {
            let names = TestNames { value: "7".to_owned(), ..TestNames::default() };
            lost.event(&access(thread, kind, BALANCE), &names);
        }
        assert!(lost.told.is_none());
    }
}
