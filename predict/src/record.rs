//! A listener that records a trace of the virtual machine's events.
//!
//! Edges that no lock or variable has are written as messages. Where the machine does not tell the
//! class library's accesses of its own variables, its critical sections keep their order, since a
//! reordering could not be checked: a monitor that the library enters is also a variable that it
//! updates.
//!
//! Not seen: that a thread was found alive, or the clock read; a reordering may give other answers.
//! So what is predicted from such a trace is executed before it is called a race.

use crate::event::{Event, EventKind, NONE, Subject};
use crate::names::Names;
use raceproof_base::{
    AccessKind, Address, Event as Told, Listener, Mode, Names as Naming, Operation, OperationKind,
    Site, Sync, ThreadId,
};
use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeMap;

/// A message, by what it is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Message {
    /// The initialisation of a class, an interrupt.
    Of(Sync),
    /// Waits in a monitor, and was notified there.
    Waits(ThreadId),
    Notified(ThreadId),
    /// A permit to go on from `park`.
    Permit(Address),
}

/// What is known of a place.
#[derive(Clone, Copy)]
struct KnownPlace {
    location: u32,
    is_librarys: bool,
    /// It is in `Object.wait`.
    waits: bool,
}

/// A thread that waits in a monitor.
#[derive(Clone, Copy)]
struct Waiter {
    thread: ThreadId,
    monitor: Address,
    is_notified: bool,
}

/// Records one execution. It does not go back: a search that executes at random needs no more.
#[derive(Default)]
pub struct TraceRecorder {
    events: Vec<Event>,
    names: Names,
    threads: HashMap<ThreadId, u32>,
    /// By address: what lies there now.
    variables: BTreeMap<u64, u32>,
    locks: BTreeMap<u64, u32>,
    messages: HashMap<Message, u32>,
    /// How often a message that orders accesses was sent, and how often it had been when a thread
    /// received it last.
    sent: HashMap<u32, u32>,
    received: HashMap<(ThreadId, u32), u32>,
    locations: HashMap<Site, KnownPlace>,
    waiters: Vec<Waiter>,
    /// The operation that the thread which acts has begun.
    operation: Option<(ThreadId, Operation)>,
    /// The write by a mode that was told last, and the program's instruction for it: its edge comes
    /// next.
    writing: Option<(ThreadId, Address, Site)>,
}

impl TraceRecorder {
    /// What was recorded. A lock that is given away first was taken before there was a second
    /// thread, when nothing was told: the trace begins with that.
    #[must_use]
    pub fn into_trace(self) -> (Vec<Event>, Names) {
        let mut seen = vec![false; self.names.locks.len()];
        let mut taken = Vec::new();
        for event in self.events.iter().filter(|event| event.kind.subject() == Subject::Lock) {
            let is_first = !std::mem::replace(&mut seen[event.object as usize], true);
            if is_first && event.kind == EventKind::Release {
                taken.push(Event { kind: EventKind::Acquire, ..*event });
            }
        }
        (taken.into_iter().chain(self.events).collect(), self.names)
    }

    /// What was recorded so far.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What a thread of the machine is called in the trace, if it has done anything.
    #[must_use]
    pub fn thread_of(&self, thread: ThreadId) -> Option<u32> {
        self.threads.get(&thread).copied()
    }

    fn thread(&mut self, thread: ThreadId, naming: &dyn Naming) -> u32 {
        if let Some(number) = self.threads.get(&thread) {
            return *number;
        }
        let name = naming.thread(thread);
        let known = self.names.threads.len() as u32;
        let mut number = self.names.threads.number(name.as_bytes());
        // A thread may be called now what another was called before.
        if number < known {
            number = self.names.threads.number(format!("{name}#{}", thread.0).as_bytes());
        }
        self.threads.insert(thread, number);
        number
    }

    fn message(&mut self, message: Message) -> u32 {
        let next = self.messages.len() as u32;
        let number = *self.messages.entry(message).or_insert(next);
        if number == next {
            self.names.messages.number(format!("M{next}").as_bytes());
        }
        number
    }

    fn put(
        &mut self,
        thread: ThreadId,
        kind: EventKind,
        object: u32,
        location: u32,
        naming: &dyn Naming,
    ) {
        let thread = self.thread(thread, naming);
        self.events.push(Event { thread, object, location, kind });
    }

    fn location(&mut self, site: Site, naming: &dyn Naming) -> u32 {
        self.place(site, naming).location
    }

    fn place(&mut self, site: Site, naming: &dyn Naming) -> KnownPlace {
        if let Some(known) = self.locations.get(&site) {
            return *known;
        }
        let (name, is_librarys, waits) = match site {
            Site::NOWHERE => ("?".to_owned(), true, false),
            site => {
                let place = naming.place(site);
                let waits = place.class == "java.lang.Object" && place.method.starts_with("wait");
                (place.to_string(), place.library, waits)
            }
        };
        let known = KnownPlace {
            location: self.names.locations.number(name.as_bytes()),
            is_librarys,
            waits,
        };
        self.locations.insert(site, known);
        known
    }

    /// The number of what lies at an address; the same name may stand for several things, one after
    /// the other.
    fn variable(&mut self, address: Address, name: impl FnOnce() -> String) -> u32 {
        if let Some(number) = self.variables.get(&address.0) {
            return *number;
        }
        let number = self.names.variables.add(name().as_bytes());
        self.variables.insert(address.0, number);
        number
    }

    fn lock(&mut self, object: Address, naming: &dyn Naming) -> u32 {
        if let Some(number) = self.locks.get(&object.0) {
            return *number;
        }
        let number = self.names.locks.add(naming.object(object).as_bytes());
        self.locks.insert(object.0, number);
        number
    }

    fn access(
        &mut self,
        thread: ThreadId,
        kind: EventKind,
        variable: Address,
        site: Site,
        naming: &dyn Naming,
    ) {
        let number = self.variable(variable, || naming.variable(variable));
        let location = self.location(site, naming);
        self.put(thread, kind, number, location, naming);
        self.keep_stack(thread, location, naming);
    }

    /// By which calls the thread that acts has come to the place, if it has not been there before.
    fn keep_stack(&mut self, thread: ThreadId, location: u32, naming: &dyn Naming) {
        let number = self.thread(thread, naming);
        if self.names.stacks.has(number, location) {
            return;
        }
        let place = self.names.locations.name(location);
        let stack = naming.stack(thread).into_iter().map(|place| place.to_string());
        let callers = stack.skip_while(|told| *told != place).skip(1);
        let callers =
            callers.map(|caller| self.names.locations.number(caller.as_bytes())).collect();
        self.names.stacks.add(number, location, callers);
    }

    fn acquire(&mut self, thread: ThreadId, from: Sync, site: Site, naming: &dyn Naming) {
        let location = self.location(site, naming);
        match from {
            Sync::Monitor(object) => {
                let lock = self.lock(object, naming);
                self.put(thread, EventKind::Acquire, lock, location, naming);
                self.keep_in_order(thread, EventKind::OrderedUpdate, object, site, naming);
            }
            Sync::Variable(variable) => {
                self.access(thread, EventKind::OrderedRead, variable, site, naming);
            }
            // Told of whoever begins, too.
            Sync::Thread(ended) if ended == thread => {}
            Sync::Thread(ended) => {
                let ended = self.thread(ended, naming);
                self.put(thread, EventKind::Join, ended, location, naming);
            }
            Sync::Class(_) | Sync::Interrupt(_) | Sync::ReleaseFence(_) | Sync::AcquireFence(_) => {
                // What nobody has sent orders nothing, and what a thread has received once it need
                // not receive again.
                let message = self.message(Message::Of(from));
                if self.sent.get(&message).is_some_and(|sent| {
                    self.received.insert((thread, message), *sent) != Some(*sent)
                }) {
                    self.put(thread, EventKind::Receive, message, location, naming);
                }
            }
        }
    }

    fn release(&mut self, thread: ThreadId, to: Sync, site: Site, naming: &dyn Naming) {
        let location = self.location(site, naming);
        match to {
            Sync::Monitor(object) => {
                let lock = self.lock(object, naming);
                if site == Site::NOWHERE {
                    // A thread that ends notifies who waits in its own monitor, and is told to give
                    // that away only.
                    self.put(thread, EventKind::Acquire, lock, location, naming);
                }
                if self.place(site, naming).waits {
                    self.waiters.push(Waiter { thread, monitor: object, is_notified: false });
                    let message = self.message(Message::Waits(thread));
                    self.put(thread, EventKind::Signal, message, location, naming);
                }
                self.keep_in_order(thread, EventKind::OrderedWrite, object, site, naming);
                self.put(thread, EventKind::Release, lock, location, naming);
            }
            Sync::Variable(variable) if self.is_updating(thread, variable) => {
                // Nothing comes between the two halves.
                if let Some(last) = self.events.last_mut() {
                    last.kind = EventKind::OrderedUpdate;
                }
            }
            Sync::Variable(variable) => {
                let writing =
                    self.writing.take().filter(|(by, on, _)| (*by, *on) == (thread, variable));
                let site = writing.map_or(site, |(_, _, programs)| programs);
                self.access(thread, EventKind::OrderedWrite, variable, site, naming);
            }
            // The end of a thread is known by who joins it.
            Sync::Thread(started) if started == thread => {}
            Sync::Thread(started) => {
                let started = self.thread(started, naming);
                self.put(thread, EventKind::Fork, started, location, naming);
            }
            Sync::Class(_) | Sync::Interrupt(_) | Sync::ReleaseFence(_) | Sync::AcquireFence(_) => {
                if let Sync::Interrupt(interrupted) = to {
                    self.await_waiters(thread, location, naming);
                    // Who is interrupted does not stay in `park`, either.
                    let permit = self.message(Message::Permit(interrupted));
                    self.put(thread, EventKind::Signal, permit, location, naming);
                }
                let message = self.message(Message::Of(to));
                *self.sent.entry(message).or_default() += 1;
                self.put(thread, EventKind::Send, message, location, naming);
            }
        }
    }

    /// Who is interrupted before it waits gives no monitor away. Whom an interrupt is for is not
    /// known here: what comes before it is the beginning of all waits, which keeps more order than
    /// there need be.
    fn await_waiters(&mut self, thread: ThreadId, location: u32, naming: &dyn Naming) {
        let waiting: Vec<ThreadId> = self.waiters.iter().map(|waiter| waiter.thread).collect();
        for waiter in waiting {
            let waits = self.message(Message::Waits(waiter));
            self.put(thread, EventKind::Await, waits, location, naming);
        }
    }

    /// An access by a mode is told between the two ends of its edge, with the program's instruction
    /// for it: the edge itself has the class library's, at which different instructions of the
    /// program would be one place.
    fn ordered_access(
        &mut self,
        thread: ThreadId,
        access: AccessKind,
        variable: Address,
        site: Site,
        naming: &dyn Naming,
    ) {
        if access == AccessKind::Write {
            self.writing = Some((thread, variable, site));
        } else if self.is_last(thread, EventKind::OrderedRead, variable) {
            let location = self.location(site, naming);
            self.events.last_mut().expect("it was looked at").location = location;
            self.keep_stack(thread, location, naming);
        }
    }

    /// A monitor that the class library enters, since not all is told of what it does there.
    fn keep_in_order(
        &mut self,
        thread: ThreadId,
        kind: EventKind,
        object: Address,
        site: Site,
        naming: &dyn Naming,
    ) {
        if self.place(site, naming).is_librarys {
            // The address of an object is that of no variable.
            self.access(thread, kind, object, site, naming);
        }
    }

    /// Whether the last event is the read of an update that now writes.
    fn is_updating(&self, thread: ThreadId, variable: Address) -> bool {
        let is_update = self.operation.is_some_and(|(by, operation)| {
            by == thread && operation.kind == OperationKind::Update && operation.on == variable
        });
        is_update && self.is_last(thread, EventKind::OrderedRead, variable)
    }

    /// Whether this is the last event.
    fn is_last(&self, thread: ThreadId, kind: EventKind, variable: Address) -> bool {
        let number = self.variables.get(&variable.0).copied().unwrap_or(NONE);
        let by = self.threads.get(&thread);
        self.events.last().is_some_and(|last| {
            last.kind == kind && last.object == number && by == Some(&last.thread)
        })
    }

    fn operation(&mut self, thread: ThreadId, operation: Operation, naming: &dyn Naming) {
        self.operation = Some((thread, operation));
        let (on, location) = (operation.on, self.location(operation.site, naming));
        match operation.kind {
            // Who of several is woken is not known here: all count as notified, which keeps more
            // order than there need be.
            OperationKind::Notify | OperationKind::NotifyAll => {
                let mut waiters = std::mem::take(&mut self.waiters);
                for waiter in waiters.iter_mut().filter(|waiter| waiter.monitor == on) {
                    waiter.is_notified = true;
                    let (waits, notified) = (
                        self.message(Message::Waits(waiter.thread)),
                        self.message(Message::Notified(waiter.thread)),
                    );
                    self.put(thread, EventKind::Await, waits, location, naming);
                    self.put(thread, EventKind::Signal, notified, location, naming);
                }
                self.waiters = waiters;
            }
            OperationKind::StopWaiting | OperationKind::WaitAgain => {
                let place = self.waiters.iter().position(|waiter| waiter.thread == thread);
                let waiter = place.map(|place| self.waiters.swap_remove(place));
                if waiter.is_some_and(|waiter| waiter.is_notified) {
                    let message = self.message(Message::Notified(thread));
                    self.put(thread, EventKind::Await, message, location, naming);
                }
            }
            OperationKind::Unpark => {
                let message = self.message(Message::Permit(on));
                self.put(thread, EventKind::Signal, message, location, naming);
            }
            OperationKind::Park => {
                let message = self.message(Message::Permit(on));
                self.put(thread, EventKind::Await, message, location, naming);
            }
            _ => {}
        }
    }

    /// What lay in memory that is given to new objects is gone.
    fn forget(&mut self, start: Address, bytes: u64) {
        let end = start.0 + bytes;
        for things in [&mut self.variables, &mut self.locks] {
            let mut behind = things.split_off(&start.0);
            things.append(&mut behind.split_off(&end));
        }
    }
}

impl Listener for TraceRecorder {
    type Mark = usize;
    type Snapshot = ();

    fn event(&mut self, event: &Told, naming: &dyn Naming) {
        match *event {
            Told::Operation { thread, operation } => self.operation(thread, operation, naming),
            Told::Access { thread, variable, access, mode, site, .. } => {
                let kind = match (mode, access) {
                    (Mode::Plain, AccessKind::Read) => EventKind::Read,
                    (Mode::Plain, AccessKind::Write) => EventKind::Write,
                    (Mode::Opaque, AccessKind::Read) => EventKind::OpaqueRead,
                    (Mode::Opaque, AccessKind::Write) => EventKind::OpaqueWrite,
                    (Mode::AcquireRelease | Mode::Volatile, _) => {
                        return self.ordered_access(thread, access, variable, site, naming);
                    }
                };
                self.access(thread, kind, variable, site, naming);
            }
            Told::Acquire { thread, from, site } => self.acquire(thread, from, site, naming),
            Told::Release { thread, to, site } => self.release(thread, to, site, naming),
            Told::Passed { thread, from: Sync::Variable(variable), .. } => {
                self.access(thread, EventKind::OrderedRead, variable, Site::NOWHERE, naming);
            }
            Told::Passed { thread, to: Sync::Variable(variable), .. } => {
                self.access(thread, EventKind::OrderedWrite, variable, Site::NOWHERE, naming);
            }
            // With accesses of what only one thread knows told singly, its publication tells
            // nothing more.
            Told::Passed { .. } | Told::Published { .. } => {}
            Told::Frozen { object, bytes, .. } | Told::Allocated { object, bytes, .. } => {
                self.forget(object, bytes);
            }
        }
    }

    fn mark(&mut self) -> usize {
        self.events.len()
    }

    fn rollback(&mut self, to: usize) {
        self.events.truncate(to);
    }

    fn save(&mut self) {}

    fn restore(&mut self, (): &()) {}
}
