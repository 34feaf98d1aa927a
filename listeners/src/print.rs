//! `--listener print`: every event as a line, as a detector gets it.

use std::io::{self, Write};

use raceproof_base::{AccessKind, Event, Listener, Mode, Names, visible};

use crate::words;

/// Prints events as they happen. Going back is a line as well, so that the events of the current
/// execution can be told from those that were taken back.
#[derive(Debug)]
pub struct Printer<W> {
    out: W,
    events: usize,
    failed: Option<io::Error>,
}

impl<W: Write> Printer<W> {
    /// Prints to `out`, which should be buffered: there are many events.
    pub fn new(out: W) -> Self {
        Self { out, events: 0, failed: None }
    }

    /// Flushes, and says what went wrong first, after which nothing more was printed.
    ///
    /// # Errors
    /// If something could not be written.
    pub fn finish(mut self) -> io::Result<W> {
        match self.failed {
            Some(error) => Err(error),
            None => self.out.flush().map(|()| self.out),
        }
    }

    fn line(&mut self, text: &str) {
        if self.failed.is_none() {
            self.failed = writeln!(self.out, "{}", visible(text)).err();
        }
    }

    fn go_back(&mut self, to: usize) {
        if to != self.events {
            self.line(&format!("     -- back to after event {to}"));
            self.events = to;
        }
    }
}

impl<W: Write> Listener for Printer<W> {
    type Mark = usize;
    type Snapshot = usize;

    fn event(&mut self, event: &Event, names: &dyn Names) {
        self.events += 1;
        let number = self.events;
        self.line(&format!("{number:>7} {}", describe(event, names)));
    }

    fn mark(&mut self) -> usize {
        self.events
    }

    fn rollback(&mut self, to: usize) {
        self.go_back(to);
    }

    fn save(&mut self) -> usize {
        self.events
    }

    fn restore(&mut self, from: &usize) {
        self.go_back(*from);
    }
}

/// An operation begins a transition and stands out; its other events are indented.
fn describe(event: &Event, names: &dyn Names) -> String {
    match *event {
        Event::Operation { thread, operation } => {
            let what = words::operation(&operation, None, names);
            format!("{}: {what}  at {}", names.thread(thread), names.place(operation.site))
        }
        Event::Access { thread, variable, access, mode, site, .. } => {
            let verb = match access {
                AccessKind::Read => "reads",
                AccessKind::Write => "writes",
            };
            let mode = match mode {
                Mode::Plain => String::new(),
                mode => format!(" ({})", mode.name(access)),
            };
            let (name, value) = (names.variable(variable), names.value(variable));
            format!(
                "  {} {verb} {name} = {value}{mode}  at {}",
                names.thread(thread),
                names.place(site)
            )
        }
        Event::Acquire { thread, from, site } => {
            format!(
                "  {} acquires {}  at {}",
                names.thread(thread),
                words::sync(from, names),
                names.place(site)
            )
        }
        Event::Release { thread, to, site } => {
            format!(
                "  {} releases {}  at {}",
                names.thread(thread),
                words::sync(to, names),
                names.place(site)
            )
        }
        Event::Passed { thread, from, to } => {
            let (from, to) = (words::sync(from, names), words::sync(to, names));
            format!("  {} passes on to {to} what was released at {from}", names.thread(thread))
        }
        Event::Published { thread, object } => {
            format!("  {} publishes {}", names.thread(thread), names.object(object))
        }
        Event::Frozen { thread, object, .. } => {
            format!(
                "  {} publishes {} by a final field",
                names.thread(thread),
                names.object(object)
            )
        }
        Event::Allocated { thread, object, bytes } => {
            format!("  {} frees {bytes} bytes at {}", names.thread(thread), object.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ACCOUNT, BALANCE, TestNames, access, acquire, operation, release};
    use raceproof_base::Sync;
    use raceproof_base::{OperationKind, ThreadId};

    #[test]
    fn an_execution_and_a_way_back() {
        let names = TestNames { value: "70".to_owned(), ..TestNames::default() };
        let mut printer = Printer::new(Vec::new());
        printer.event(&operation(1, OperationKind::Lock, ACCOUNT), &names);
        printer.event(&acquire(1, Sync::Monitor(ACCOUNT)), &names);
        let mark = printer.mark();
        printer.event(&access(1, AccessKind::Write, BALANCE), &names);
        printer
            .event(&Event::Allocated { thread: ThreadId(1), object: ACCOUNT, bytes: 24 }, &names);
        let saved = printer.save();
        printer.rollback(mark);
        printer.rollback(mark);
        printer.event(&operation(1, OperationKind::Yield, ACCOUNT), &names);
        printer.restore(&saved);
        printer.restore(&mark);
        printer.event(&release(1, Sync::Interrupt(ACCOUNT)), &names);
        let printed = String::from_utf8(printer.finish().unwrap()).unwrap();
        assert_eq!(
            printed.lines().collect::<Vec<_>>(),
            [
                "      1 Thread-0: lock Account@2  at Account.pay(Account.java:7)",
                "      2   Thread-0 acquires the monitor of Account@2  at Account.pay(Account.java:7)",
                "      3   Thread-0 writes Account.balance = 70  at Account.pay(Account.java:7)",
                "      4   Thread-0 frees 24 bytes at 16",
                "     -- back to after event 2",
                "      3 Thread-0: yield  at Account.pay(Account.java:7)",
                "     -- back to after event 4",
                "     -- back to after event 2",
                "      3   Thread-0 releases the interrupt status of Account@2  at Account.pay(Account.java:7)",
            ]
        );
    }

    #[test]
    fn a_closed_output_is_told_once_and_at_the_end() {
        let mut room = [0_u8; 10];
        let mut printer = Printer::new(room.as_mut_slice());
        printer.event(&operation(1, OperationKind::Lock, ACCOUNT), &TestNames::default());
        printer.event(&operation(1, OperationKind::Lock, ACCOUNT), &TestNames::default());
        assert!(printer.finish().is_err());
    }
}
