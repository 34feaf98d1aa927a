//! The part of a trace that constrains its reorderings: accesses of shared, written variables,
//! locks that several threads take, forks, joins and messages. The rest can be executed whenever
//! its thread comes to it.

use crate::event::{EventKind, NONE, Subject};
use crate::trace::Trace;
use rustc_hash::FxHashMap as HashMap;

/// An event that bears on reorderings. Items are numbered in observed order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// Its position in the trace; of a [`EventKind::Begin`], which no event is, that of the fork,
    /// and of an [`EventKind::End`] that of the last event before it.
    pub at: u32,
    /// Who.
    pub thread: u32,
    /// How many items of the thread come before it.
    pub index: u32,
    /// The variable, the lock.
    pub object: u32,
    /// Of a read the write that it sees; of an acquire its release and the other way round; of the
    /// first item of a thread the fork, of a join the last item of the thread, of a message that is
    /// received its sender. [`NONE`] where there is none.
    pub partner: u32,
    /// The number of the set of locks held before it.
    pub lockset: u32,
    /// What.
    pub kind: EventKind,
}

impl Item {
    /// Whether it is an event of the trace.
    #[must_use]
    pub fn is_event(&self) -> bool {
        self.kind != EventKind::Begin
    }

    /// Whether it comes after its partner in each reordering, which another thread may have
    /// executed.
    #[must_use]
    pub fn follows_partner(&self) -> bool {
        self.partner != NONE
            && (self.kind.reads()
                || matches!(
                    self.kind,
                    EventKind::Begin | EventKind::Join | EventKind::Receive | EventKind::Await
                ))
    }
}

/// A lock as it is held: twice its number, and one more if it is shared.
pub type Hold = u32;

/// Sets of held locks, each stored once. The empty one is number zero.
#[derive(Debug)]
pub struct Locksets {
    sets: Vec<Box<[Hold]>>,
    numbers: HashMap<Box<[Hold]>, u32>,
    /// What becomes of a set when a lock is taken or given away.
    changed: HashMap<(u32, Hold), u32>,
}

impl Default for Locksets {
    fn default() -> Self {
        let empty: Box<[Hold]> = Box::default();
        Self {
            sets: vec![empty.clone()],
            numbers: HashMap::from_iter([(empty, 0)]),
            changed: HashMap::default(),
        }
    }
}

impl Locksets {
    /// The locks of a set, in ascending order.
    #[must_use]
    pub fn holds(&self, set: u32) -> &[Hold] {
        &self.sets[set as usize]
    }

    /// Whether two threads can hold them at once.
    #[must_use]
    pub fn are_compatible(&self, a: u32, b: u32) -> bool {
        self.holds(a).iter().all(|one| self.holds(b).iter().all(|other| !excludes(*one, *other)))
    }

    /// The set with the lock if it was without, and without if it was with.
    fn toggled(&mut self, set: u32, hold: Hold) -> u32 {
        if let Some(number) = self.changed.get(&(set, hold)) {
            return *number;
        }
        let mut holds = self.sets[set as usize].to_vec();
        match holds.binary_search(&hold) {
            Ok(place) => drop(holds.remove(place)),
            Err(place) => holds.insert(place, hold),
        }
        let holds = holds.into_boxed_slice();
        let number = *self.numbers.entry(holds.clone()).or_insert(self.sets.len() as u32);
        if number as usize == self.sets.len() {
            self.sets.push(holds);
        }
        self.changed.insert((set, hold), number);
        number
    }
}

/// Whether two threads cannot hold both at once.
#[must_use]
pub fn excludes(one: Hold, other: Hold) -> bool {
    one / 2 == other / 2 && (one & 1 == 0 || other & 1 == 0)
}

/// What of a trace bears on its reorderings.
#[derive(Debug, Default)]
pub struct Model {
    /// In observed order.
    pub items: Vec<Item>,
    /// Of each thread, its items in program order.
    pub threads: Vec<Vec<u32>>,
    /// What a thread holds behind its last item.
    pub last_locksets: Vec<u32>,
    /// The sets of locks.
    pub locksets: Locksets,
    /// How many variables the trace has; their numbers are those of the trace.
    pub variables: usize,
    /// How many locks.
    pub locks: usize,
}

/// So many events are modelled before it is asked whether to go on.
const ASKED: usize = 1 << 16;

/// Who uses something.
#[derive(Clone, Copy)]
struct Users {
    first: u32,
    are_several: bool,
    is_written: bool,
}

impl Users {
    const NOBODY: Self = Self { first: NONE, are_several: false, is_written: false };

    fn add(&mut self, thread: u32, writes: bool) {
        if self.first == NONE {
            self.first = thread;
        }
        self.are_several |= self.first != thread;
        self.is_written |= writes;
    }
}

fn at<T: Clone>(table: &mut Vec<T>, number: u32, default: T) -> &mut T {
    let number = number as usize;
    if number >= table.len() {
        table.resize(number + 1, default);
    }
    &mut table[number]
}

impl Model {
    /// Of a well-formed trace.
    #[must_use]
    pub fn new(trace: &Trace) -> Self {
        Self::within(trace, &|| true).unwrap_or_default()
    }

    /// The same, as long as `goes_on` says so: a model can take more memory than there is.
    #[must_use]
    pub fn within(trace: &Trace, goes_on: &dyn Fn() -> bool) -> Option<Self> {
        let (mut variables, mut locks) = (Vec::new(), Vec::new());
        for event in trace.events() {
            let table = match event.kind.subject() {
                Subject::Variable => &mut variables,
                Subject::Lock => &mut locks,
                _ => continue,
            };
            at(table, event.object, Users::NOBODY).add(event.thread, event.kind.writes());
        }
        let mut builder = Builder::default();
        builder.model.variables = variables.len();
        builder.model.locks = locks.len();
        for (position, event) in trace.events().enumerate() {
            if position.is_multiple_of(ASKED) && !goes_on() {
                return None;
            }
            let bears = match event.kind.subject() {
                Subject::Variable => {
                    let users = variables[event.object as usize];
                    users.are_several && users.is_written
                }
                Subject::Lock => locks[event.object as usize].are_several,
                _ => true,
            };
            if bears {
                builder.add(position as u32, event.thread, event.kind, event.object);
            }
            *self::at(&mut builder.lasts, event.thread, NONE) = position as u32;
        }
        Some(builder.model)
    }

    /// The item of a thread, by how many come before it.
    #[must_use]
    pub fn item(&self, thread: usize, index: u32) -> &Item {
        &self.items[self.threads[thread][index as usize] as usize]
    }

    /// Which of two accesses must see what it saw, for the two to conflict.
    #[must_use]
    pub fn must_see_the_same(&self, pair: [u32; 2]) -> Option<u32> {
        let [one, other] = pair.map(|number| self.items[number as usize].kind);
        let is_first = one.must_see_the_same(other);
        (is_first || other.must_see_the_same(one)).then_some(pair[usize::from(!is_first)])
    }

    /// What a thread holds behind so many of its items.
    #[must_use]
    pub fn lockset_behind(&self, thread: usize, count: u32) -> u32 {
        match self.threads[thread].get(count as usize) {
            Some(item) => self.items[*item as usize].lockset,
            None => self.last_locksets[thread],
        }
    }
}

/// What is known on the way through the trace.
#[derive(Default)]
struct Builder {
    model: Model,
    /// The position of each thread's last event.
    lasts: Vec<u32>,
    /// The last item that wrote a variable, that sent a message.
    writes: Vec<u32>,
    messages: HashMap<(bool, u32), u32>,
    /// The open acquire of a lock by a thread.
    open: HashMap<(u32, Hold), u32>,
}

impl Builder {
    fn add(&mut self, at: u32, thread: u32, kind: EventKind, object: u32) {
        match kind {
            EventKind::Fork => {
                let fork = self.put(at, thread, kind, object, NONE);
                self.put(at, object, EventKind::Begin, object, fork);
            }
            EventKind::Join => {
                // Also what does not bear on reorderings comes before it.
                if let Some(last) =
                    self.lasts.get(object as usize).copied().filter(|last| *last != NONE)
                {
                    self.put(last, object, EventKind::End, object, NONE);
                }
                let last =
                    self.model.threads.get(object as usize).and_then(|items| items.last()).copied();
                self.put(at, thread, kind, object, last.unwrap_or(NONE));
            }
            EventKind::Send | EventKind::Signal => {
                let item = self.put(at, thread, kind, object, NONE);
                self.messages.insert((kind == EventKind::Send, object), item);
            }
            EventKind::Receive | EventKind::Await => {
                let sender = self.messages.get(&(kind == EventKind::Receive, object)).copied();
                self.put(at, thread, kind, object, sender.unwrap_or(NONE));
            }
            EventKind::Acquire | EventKind::AcquireShared => {
                let hold = hold(kind, object);
                let item = self.put(at, thread, kind, object, NONE);
                self.open.insert((thread, hold), item);
                self.toggle(thread, hold);
            }
            EventKind::Release | EventKind::ReleaseShared => {
                let hold = hold(kind, object);
                let acquire = self.open.remove(&(thread, hold)).unwrap_or(NONE);
                let item = self.put(at, thread, kind, object, acquire);
                if acquire != NONE {
                    self.model.items[acquire as usize].partner = item;
                    self.toggle(thread, hold);
                }
            }
            _ => {
                let seen =
                    if kind.reads() { *self::at(&mut self.writes, object, NONE) } else { NONE };
                let item = self.put(at, thread, kind, object, seen);
                if kind.writes() {
                    *self::at(&mut self.writes, object, NONE) = item;
                }
            }
        }
    }

    fn put(&mut self, at: u32, thread: u32, kind: EventKind, object: u32, partner: u32) -> u32 {
        let number = self.model.items.len() as u32;
        let lockset = *self::at(&mut self.model.last_locksets, thread, 0);
        let items = self::at(&mut self.model.threads, thread, Vec::new());
        let index = items.len() as u32;
        items.push(number);
        self.model.items.push(Item { at, thread, index, object, partner, lockset, kind });
        number
    }

    fn toggle(&mut self, thread: u32, hold: Hold) {
        let set = &mut self.model.last_locksets[thread as usize];
        *set = self.model.locksets.toggled(*set, hold);
    }
}

fn hold(kind: EventKind, lock: u32) -> Hold {
    lock * 2 + u32::from(matches!(kind, EventKind::AcquireShared | EventKind::ReleaseShared))
}
