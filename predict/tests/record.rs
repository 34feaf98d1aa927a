//! What the machine tells, and the order that a trace keeps of it.

use raceproof_base::{Address, Event as Told, Listener, Names, Place, Site, Sync, ThreadId};
use raceproof_predict::event::EventKind;
use raceproof_predict::record::TraceRecorder;

const WAITER: ThreadId = ThreadId(1);
const OTHER: ThreadId = ThreadId(2);
const MONITOR: Sync = Sync::Monitor(Address(64));
/// Of the one that waits.
const INTERRUPT: Sync = Sync::Interrupt(Address(128));

const IN_WAIT: Site = Site { method: 1, position: 0 };
const IN_PROGRAM: Site = Site { method: 2, position: 0 };

/// One method is `Object.wait`, the other is the program's.
struct Program;

impl Names for Program {
    fn thread(&self, thread: ThreadId) -> String {
        format!("T{}", thread.0)
    }

    fn object(&self, object: Address) -> String {
        format!("Lock@{}", object.0)
    }

    fn variable(&self, variable: Address) -> String {
        format!("x{}", variable.0)
    }

    fn value(&self, _variable: Address) -> String {
        "0".to_owned()
    }

    fn place(&self, site: Site) -> Place {
        let (class, method) =
            if site == IN_WAIT { ("java.lang.Object", "wait0") } else { ("Program", "main") };
        Place {
            class: class.to_owned(),
            method: method.to_owned(),
            library: site == IN_WAIT,
            ..Place::default()
        }
    }

    fn stack(&self, _thread: ThreadId) -> Vec<Place> {
        Vec::new()
    }
}

/// The messages of a trace: who sends or awaits which.
fn messages(told: &[Told]) -> Vec<(EventKind, String, String)> {
    let mut recorder = TraceRecorder::default();
    told.iter().for_each(|event| recorder.event(event, &Program));
    let (events, names) = recorder.into_trace();
    let messages =
        events.iter().filter(|event| matches!(event.kind, EventKind::Signal | EventKind::Await));
    let named = messages.map(|event| {
        (
            event.kind,
            names.threads.name(event.thread).clone(),
            names.messages.name(event.object).clone(),
        )
    });
    named.collect()
}

/// A thread that was interrupted before it waits would not give its monitor away, so what another
/// one did while it waited could not be.
#[test]
fn an_interrupt_comes_behind_the_beginning_of_waits() {
    let acquire = |thread, from| Told::Acquire { thread, from, site: IN_PROGRAM };
    let wait = Told::Release { thread: WAITER, to: MONITOR, site: IN_WAIT };
    let interrupt = Told::Release { thread: OTHER, to: INTERRUPT, site: IN_PROGRAM };
    let told = messages(&[acquire(WAITER, MONITOR), wait, interrupt]);
    let begins =
        told.iter().find(|(kind, thread, _)| (*kind, thread.as_str()) == (EventKind::Signal, "T1"));
    let (_, _, begun) = begins.expect("the beginning of a wait is a message");
    assert!(told.contains(&(EventKind::Await, "T2".to_owned(), begun.clone())), "{told:?}");

    let left = Told::Release { thread: WAITER, to: MONITOR, site: IN_PROGRAM };
    let told = messages(&[acquire(WAITER, MONITOR), left, interrupt]);
    assert!(
        told.iter().all(|(kind, _, _)| *kind != EventKind::Await),
        "nobody waits, and nothing is waited for: {told:?}"
    );
}
