//! Names and events for tests: a bank with one account.

use raceproof_base::{Access, Address, Event, Mode, Names, Operation, OperationKind, Place, Site, Sync, ThreadId};

pub const ACCOUNT: Address = Address(16);
pub const BALANCE: Address = Address(24);
const SITE: Site = Site { method: 1, position: 4 };

/// Names as plain data.
#[derive(Default)]
pub struct TestNames {
    /// The value every variable has now.
    pub value: String,
    /// Whether instructions are the class library's.
    pub library_sites: bool,
}

impl Names for TestNames {
    fn thread(&self, thread: ThreadId) -> String {
        thread.0.checked_sub(1).map_or("main".to_owned(), |number| format!("Thread-{number}"))
    }

    fn object(&self, object: Address) -> String {
        assert!(object == ACCOUNT || object == BALANCE, "{object:?}");
        "Account@2".to_owned()
    }

    fn variable(&self, variable: Address) -> String {
        assert!(variable == ACCOUNT || variable == BALANCE, "{variable:?}");
        "Account.balance".to_owned()
    }

    fn value(&self, _variable: Address) -> String {
        self.value.clone()
    }

    fn place(&self, _site: Site) -> Place {
        if self.library_sites {
            library("java.util.concurrent.locks.AbstractQueuedSynchronizer", "acquire")
        } else {
            program()
        }
    }

    fn stack(&self, thread: ThreadId) -> Vec<Place> {
        let run = library("java.lang.Thread", "run");
        let inner = library("java.util.concurrent.locks.AbstractQueuedSynchronizer", "acquire");
        match thread.0 {
            9 => vec![inner, run],
            _ => vec![inner, library("java.util.concurrent.locks.ReentrantLock", "lock"), program(), run],
        }
    }
}

pub fn library(class: &str, method: &str) -> Place {
    let simple = class.rsplit('.').next().unwrap_or(class);
    Place {
        class: class.to_owned(),
        method: method.to_owned(),
        file: format!("{simple}.java"),
        line: 100,
        library: true,
    }
}

pub fn program() -> Place {
    Place {
        class: "Account".to_owned(),
        method: "pay".to_owned(),
        file: "Account.java".to_owned(),
        line: 7,
        library: false,
    }
}

pub fn operation(thread: u32, kind: OperationKind, on: Address) -> Event {
    Event::Operation { thread: ThreadId(thread), operation: Operation { kind, on, site: SITE } }
}

pub fn access(thread: u32, access: Access, variable: Address) -> Event {
    Event::Access { thread: ThreadId(thread), variable, access, mode: Mode::Plain, site: SITE }
}

pub fn acquire(thread: u32, from: Sync) -> Event {
    Event::Acquire { thread: ThreadId(thread), from, site: SITE }
}

pub fn release(thread: u32, to: Sync) -> Event {
    Event::Release { thread: ThreadId(thread), to, site: SITE }
}
