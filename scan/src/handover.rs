//! Hand-over between threads, as a proof of happens-before: one thread sets a flag, and another has
//! found it set.
//!
//! A flag is a volatile field of the application's, or one of its latches, semaphores, atomics,
//! futures or collections of `java.util.concurrent` (the table below). Setting it is a release: a
//! write of anything but zero or null, `countDown`, `put`. Looking is an acquire if it finds the
//! flag set: a read of something else than zero or null, `await`, `take`.
//!
//! The rule: if all settings of a flag are by one concrete thread, then the accesses of this thread
//! before the first of them happen before all accesses of another thread after that has found the
//! flag set. It has seen some setting, and all settings are behind the access. Example: one thread
//! does `data = 1; ready = true`, another `if (ready) use(data)`. The look must be at a single
//! object, or it might see a setting of another one.
//!
//! A flag is spoiled, and orders nothing, if it may be set in ways that order nothing, or begin
//! set, or be used by methods that the table does not know.

use crate::ids::{FieldId, InstanceId, MethodId, ObjectId};
use crate::ir::{Call, Callee, Statement};
use crate::points_to::{PointsTo, Site};
use crate::threads::Threads;
use crate::world::{Origin, access};
use raceproof_bytecode::dominators::Dominators;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What can be set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Flag {
    /// A static field.
    Static(FieldId),
    /// A field of an object.
    Field(ObjectId, FieldId),
    /// An object of `java.util.concurrent`: a latch, a queue.
    Object(ObjectId),
    /// The end of that thread, which `isAlive` observes.
    End(ObjectId),
}

/// Under which condition a statement has found a flag set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// It has returned.
    Always,
    /// Its result is not null, or not zero.
    IfSome,
    /// Its result is zero.
    IfZero,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Does {
    Sets,
    Sees(When),
    Nothing,
}

/// Which new objects of a class are flags that are not set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Begins {
    /// By a constructor without an argument, or with a zero.
    Zero,
    /// With a number that is not zero.
    NotZero,
    /// By any constructor that takes no other collection.
    Empty,
}

const SEES: Does = Does::Sees(When::Always);
const SEES_IF_SOME: Does = Does::Sees(When::IfSome);
const SEES_IF_ZERO: Does = Does::Sees(When::IfZero);

type Rows = &'static [(&'static str, Does)];

const LATCH: Rows = &[("countDown", Does::Sets), ("await", SEES), ("getCount", Does::Nothing)];
const SEMAPHORE: Rows = &[
    ("release", Does::Sets),
    ("acquire", SEES),
    ("acquireUninterruptibly", SEES),
    ("tryAcquire", SEES_IF_SOME),
    ("availablePermits", Does::Nothing),
    ("drainPermits", Does::Nothing),
];
const ATOMIC: Rows = &[
    ("get", SEES_IF_SOME),
    ("getAcquire", SEES_IF_SOME),
    ("getPlain", Does::Nothing),
    ("getOpaque", Does::Nothing),
    ("set", Does::Sets),
    ("lazySet", Does::Sets),
    ("setRelease", Does::Sets),
    ("getAndSet", Does::Sets),
    ("compareAndSet", Does::Sets),
    ("weakCompareAndSetVolatile", Does::Sets),
    ("getAndIncrement", Does::Sets),
    ("incrementAndGet", Does::Sets),
    ("getAndDecrement", Does::Sets),
    ("decrementAndGet", Does::Sets),
    ("getAndAdd", Does::Sets),
    ("addAndGet", Does::Sets),
];
const FUTURE: Rows = &[
    ("run", Does::Sets),
    ("complete", Does::Sets),
    ("completeExceptionally", Does::Sets),
    ("cancel", Does::Sets),
    ("get", SEES),
    ("join", SEES),
    ("isDone", SEES_IF_SOME),
    ("isCancelled", SEES_IF_SOME),
    ("getNow", Does::Nothing),
    ("thenAccept", Does::Nothing),
    ("thenApply", Does::Nothing),
    ("thenRun", Does::Nothing),
    ("whenComplete", Does::Nothing),
    ("handle", Does::Nothing),
];
const COLLECTION: Rows = &[
    ("add", Does::Sets),
    ("addFirst", Does::Sets),
    ("addLast", Does::Sets),
    ("offer", Does::Sets),
    ("offerFirst", Does::Sets),
    ("offerLast", Does::Sets),
    ("put", Does::Sets),
    ("putFirst", Does::Sets),
    ("putLast", Does::Sets),
    ("push", Does::Sets),
    ("transfer", Does::Sets),
    ("tryTransfer", Does::Sets),
    ("putIfAbsent", Does::Sets),
    ("take", SEES),
    ("takeFirst", SEES),
    ("takeLast", SEES),
    ("element", SEES),
    ("pop", SEES),
    ("getFirst", SEES),
    ("getLast", SEES),
    ("removeFirst", SEES),
    ("removeLast", SEES),
    ("first", SEES),
    ("last", SEES),
    ("poll", SEES_IF_SOME),
    ("pollFirst", SEES_IF_SOME),
    ("pollLast", SEES_IF_SOME),
    ("peek", SEES_IF_SOME),
    ("peekFirst", SEES_IF_SOME),
    ("peekLast", SEES_IF_SOME),
    ("get", SEES_IF_SOME),
    ("contains", SEES_IF_SOME),
    ("containsKey", SEES_IF_SOME),
    ("iterator", Does::Nothing),
    ("clear", Does::Nothing),
];
/// A collection whose emptiness is what its elements, or a number behind them, say.
const QUEUE: Rows = &[("isEmpty", SEES_IF_ZERO), ("size", SEES_IF_SOME)];

/// Classes below `java.util.concurrent`, how their objects begin, and what their methods do.
const TABLE: &[(&str, Begins, &[Rows])] = &[
    ("CountDownLatch", Begins::NotZero, &[LATCH]),
    ("Semaphore", Begins::Zero, &[SEMAPHORE]),
    ("atomic/AtomicBoolean", Begins::Zero, &[ATOMIC]),
    ("atomic/AtomicInteger", Begins::Zero, &[ATOMIC]),
    ("atomic/AtomicLong", Begins::Zero, &[ATOMIC]),
    ("atomic/AtomicReference", Begins::Zero, &[ATOMIC]),
    ("FutureTask", Begins::Empty, &[FUTURE]),
    ("CompletableFuture", Begins::Empty, &[FUTURE]),
    ("ArrayBlockingQueue", Begins::Empty, &[COLLECTION, QUEUE]),
    ("ConcurrentHashMap", Begins::Empty, &[COLLECTION]),
    ("ConcurrentLinkedDeque", Begins::Empty, &[COLLECTION, QUEUE]),
    ("ConcurrentLinkedQueue", Begins::Empty, &[COLLECTION, QUEUE]),
    ("ConcurrentSkipListMap", Begins::Empty, &[COLLECTION]),
    ("ConcurrentSkipListSet", Begins::Empty, &[COLLECTION, QUEUE]),
    ("CopyOnWriteArrayList", Begins::Empty, &[COLLECTION, QUEUE]),
    ("DelayQueue", Begins::Empty, &[COLLECTION, QUEUE]),
    ("LinkedBlockingDeque", Begins::Empty, &[COLLECTION, QUEUE]),
    ("LinkedBlockingQueue", Begins::Empty, &[COLLECTION, QUEUE]),
    ("LinkedTransferQueue", Begins::Empty, &[COLLECTION, QUEUE]),
    ("PriorityBlockingQueue", Begins::Empty, &[COLLECTION, QUEUE]),
    ("SynchronousQueue", Begins::Empty, &[COLLECTION]),
];

/// The flags of a program, and where they are set and seen.
pub struct Handovers<'a> {
    points_to: &'a PointsTo,
    threads: &'a Threads,
    numbers: FxHashMap<Flag, u32>,
    /// By number.
    flags: Vec<Flag>,
    /// By flag: the instances that set it.
    setters: Vec<BTreeSet<InstanceId>>,
    spoiled: BTreeSet<Flag>,
    /// Fields that handles access.
    handled: BTreeSet<FieldId>,
    /// A handle may access any field.
    are_fields_spoiled: bool,
    sets: FxHashMap<(InstanceId, u32), Vec<u32>>,
    sees: FxHashMap<(InstanceId, u32), (u32, When)>,
}

impl<'a> Handovers<'a> {
    /// Looks at all statements.
    #[must_use]
    pub fn new(points_to: &'a PointsTo, threads: &'a Threads) -> Self {
        let mut found = Self {
            points_to,
            threads,
            numbers: FxHashMap::default(),
            flags: Vec::new(),
            setters: Vec::new(),
            spoiled: BTreeSet::new(),
            handled: points_to.world.all_handled().collect(),
            are_fields_spoiled: false,
            sets: FxHashMap::default(),
            sees: FxHashMap::default(),
        };
        for (instance, at, statement) in points_to.statements() {
            found.add(instance, at, statement);
        }
        found
    }

    /// The flags that a statement may set.
    pub fn set_by(&self, instance: InstanceId, at: u32) -> impl Iterator<Item = u32> {
        self.sets.get(&(instance, at)).into_iter().flatten().copied()
    }

    /// All that are set by an instance itself.
    pub fn set_in(&self, instance: InstanceId) -> impl Iterator<Item = u32> {
        let setters = self.setters.iter().enumerate();
        setters.filter(move |(_, setters)| setters.contains(&instance)).map(|(flag, _)| flag as u32)
    }

    /// Whether a statement sets or sees a flag.
    #[must_use]
    pub fn touches(&self, instance: InstanceId, at: u32) -> bool {
        self.sets.contains_key(&(instance, at)) || self.sees.contains_key(&(instance, at))
    }

    /// The flag that a statement may see.
    #[must_use]
    pub fn seen_by(&self, instance: InstanceId, at: u32) -> Option<(u32, When)> {
        self.sees.get(&(instance, at)).copied()
    }

    /// The flag of a number.
    #[must_use]
    pub fn flag(&self, number: u32) -> Flag {
        self.flags[number as usize]
    }

    /// Whether all accesses of a thread before it sets a flag happen before what another does once
    /// it has found the flag set. The end of a thread sets its flag: all that the ended thread did
    /// is before, if the other alone starts it, and both are one concrete thread.
    #[must_use]
    pub fn orders(&self, flag: u32, thread: usize, other: usize) -> bool {
        let kind = self.flags[flag as usize];
        let is_one = self.is_one(thread);
        let is_field = matches!(kind, Flag::Static(_) | Flag::Field(..));
        let is_spoiled = self.spoiled.contains(&kind) || is_field && self.are_fields_spoiled;
        let by_it_alone =
            || self.setters[flag as usize].iter().all(|by| self.threads.reaching(*by).eq([thread]));
        match kind {
            Flag::End(object) => {
                let ended = &self.threads.all[thread];
                let is_started_by_other =
                    |by: &(InstanceId, u32)| self.threads.reaching(by.0).eq([other]);
                is_one
                    && self.is_one(other)
                    && ended.object == Some(object)
                    && ended.starts.iter().all(is_started_by_other)
            }
            _ => is_one && !is_spoiled && by_it_alone(),
        }
    }

    /// Whether an abstract thread is at most one concrete thread.
    fn is_one(&self, thread: usize) -> bool {
        let object = self.threads.all[thread].object;
        thread == 0 || object.is_some_and(|object| self.threads.is_single(self.points_to, object))
    }

    fn number(&mut self, flag: Flag) -> u32 {
        let next = self.setters.len() as u32;
        let number = *self.numbers.entry(flag).or_insert(next);
        if number == next {
            self.setters.push(BTreeSet::new());
            self.flags.push(flag);
        }
        number
    }

    fn sets(&mut self, instance: InstanceId, at: u32, flag: Flag) {
        let number = self.number(flag);
        self.setters[number as usize].insert(instance);
        self.sets.entry((instance, at)).or_default().push(number);
    }

    fn sees(&mut self, instance: InstanceId, at: u32, flag: Option<Flag>, when: When) {
        if let Some(flag) = flag {
            let number = self.number(flag);
            self.sees.insert((instance, at), (number, when));
        }
    }

    fn add(&mut self, instance: InstanceId, at: u32, statement: Statement) {
        let body = &self.points_to.instances[instance.index()].body;
        let is_zero = body
            .constants
            .binary_search_by_key(&at, |(at, _)| *at)
            .is_ok_and(|found| body.constants[found].1 == 0);
        match statement {
            Statement::PutStatic { field, .. } if self.is_flag(field) && !is_zero => {
                self.sets(instance, at, Flag::Static(field));
            }
            Statement::PutField { base, field, .. }
                if self.is_flag(field) && base.is_some() && !is_zero =>
            {
                for object in self.points_to.register(instance, base).iter() {
                    self.sets(instance, at, Flag::Field(ObjectId(object), field));
                }
            }
            // A field that handles set in some mode, and this sets in none.
            Statement::PutStatic { field, .. } if self.handled.contains(&field) && !is_zero => {
                self.spoiled.insert(Flag::Static(field));
            }
            Statement::PutField { base, field, .. }
                if self.handled.contains(&field) && base.is_some() && !is_zero =>
            {
                let objects = self.points_to.register(instance, base).iter();
                self.spoiled.extend(objects.map(|object| Flag::Field(ObjectId(object), field)));
            }
            Statement::GetStatic { field, .. } if self.is_flag(field) => {
                self.sees(instance, at, Some(Flag::Static(field)), When::IfSome);
            }
            Statement::GetField { base, field, .. } if self.is_flag(field) && base.is_some() => {
                let flag = self
                    .threads
                    .only_object(self.points_to, instance, base)
                    .map(|object| Flag::Field(object, field));
                self.sees(instance, at, flag, When::IfSome);
            }
            Statement::Call { call } => {
                let call = &self.points_to.instances[instance.index()].body.calls[call as usize];
                if let Callee::Polymorphic { .. } = call.callee {
                    self.add_handle(instance, at, call);
                } else {
                    self.add_call(instance, at, call, is_zero);
                }
            }
            _ => {}
        }
    }

    /// A volatile field of the application's.
    fn is_flag(&self, field: FieldId) -> bool {
        let field = &self.points_to.world.fields[field.index()];
        field.is(access::VOLATILE)
            && self.points_to.world.classes[field.class.index()].origin != Origin::Jdk
    }

    fn add_handle(&mut self, instance: InstanceId, at: u32, call: &'a Call) {
        let Callee::Polymorphic { selector, .. } = call.callee else { return };
        if !self.points_to.is_of_application(instance) {
            return;
        }
        let Some(field) = self.points_to.world.handled(call) else {
            self.are_fields_spoiled = true;
            return;
        };
        let is_static = self.points_to.world.fields[field.index()].is(access::STATIC);
        let base = call.arguments.get(1).copied().filter(|base| !is_static && base.is_some());
        let flags: Vec<Flag> = match base {
            None => vec![Flag::Static(field)],
            Some(base) => {
                let objects = self.points_to.register(instance, base).iter();
                objects.map(|object| Flag::Field(ObjectId(object), field)).collect()
            }
        };
        match &*self.points_to.world.selectors[selector.index()].0 {
            "get" | "getOpaque" => {}
            "getVolatile" | "getAcquire" => {
                let flag = match base {
                    None => flags.first().copied(),
                    Some(base) => self
                        .threads
                        .only_object(self.points_to, instance, base)
                        .map(|object| Flag::Field(object, field)),
                };
                self.sees(instance, at, flag, When::IfSome);
            }
            "setRelease"
            | "setVolatile"
            | "compareAndSet"
            | "weakCompareAndSet"
            | "weakCompareAndSetRelease"
            | "compareAndExchange"
            | "compareAndExchangeRelease"
            | "getAndSet"
            | "getAndSetRelease"
            | "getAndAdd"
            | "getAndAddRelease" => {
                flags.into_iter().for_each(|flag| self.sets(instance, at, flag))
            }
            _ => self.spoiled.extend(flags),
        }
    }

    fn add_call(&mut self, instance: InstanceId, at: u32, call: &'a Call, is_zero: bool) {
        let Some((receiver, name, descriptor)) = self.points_to.world.called_on(call) else {
            return;
        };
        if (name, descriptor) == ("isAlive", "()Z") {
            let thread = self.threads.only_object(self.points_to, instance, receiver);
            let flag = thread
                .filter(|thread| self.is_started_before(instance, at, *thread))
                .map(Flag::End);
            return self.sees(instance, at, flag, When::IfZero);
        }
        let here = &self.points_to.instances[instance.index()];
        let is_static = self.points_to.world.methods[here.method.index()].is(access::STATIC);
        let own = here.body.parameters.first().copied().filter(|_| !is_static);
        for object in self.points_to.register(instance, receiver).iter().map(ObjectId) {
            let Some((begins, rows)) = self.row(object) else { continue };
            let calls_itself = !self.points_to.is_of_application(instance)
                && own.is_some_and(|own| {
                    own.is_some() && self.points_to.register(instance, own).contains(object.0)
                });
            if calls_itself {
                continue;
            }
            if name == "<init>" {
                if !is_begun(begins, descriptor, self.constant(instance, at)) {
                    self.spoiled.insert(Flag::Object(object));
                }
                continue;
            }
            let is_of_all = matches!(name, "toString" | "hashCode" | "equals" | "getClass");
            let row = rows.iter().flat_map(|rows| rows.iter()).find(|(known, _)| *known == name);
            match row.map(|(_, does)| *does) {
                // So many permits as are given, maybe none.
                Some(Does::Sees(_)) if begins == Begins::Zero && descriptor.starts_with("(I") => {}
                Some(Does::Nothing) => {}
                Some(Does::Sets) => {
                    // Of a number or a permit, zero is as if it were not set.
                    if !is_zero || begins != Begins::Zero {
                        self.sets(instance, at, Flag::Object(object));
                    }
                }
                Some(Does::Sees(when)) => {
                    // With a limit, it says whether it has.
                    let when = if when == When::Always && descriptor.ends_with('Z') {
                        When::IfSome
                    } else {
                        when
                    };
                    let flag = self
                        .threads
                        .only_object(self.points_to, instance, receiver)
                        .map(Flag::Object);
                    self.sees(instance, at, flag, when);
                }
                None if is_of_all => {}
                None => drop(self.spoiled.insert(Flag::Object(object))),
            }
        }
    }

    /// Whether a thread was started before a statement is executed. A thread that was not is not
    /// alive either.
    fn is_started_before(&self, instance: InstanceId, at: u32, thread: ObjectId) -> bool {
        let body = &self.points_to.instances[instance.index()].body;
        let dominators = Dominators::new(&body.graph(), 0);
        let is_of_library = |instance: InstanceId| !self.points_to.is_of_application(instance);
        (0..).zip(&body.calls).any(|(number, call)| {
            let (start, here) = (body.block_of(call.statement), body.block_of(at));
            let is_before = start == here && call.statement < at
                || start != here
                    && body.blocks[start].handlers.is_empty()
                    && dominators.dominates(start, here);
            // A subclass may have a `start` of its own, which does not.
            let is_start = |receiver| {
                self.points_to.world.called_on(call) == Some((receiver, "start", "()V"))
                    && self.points_to.instances[instance.index()]
                        .called_by(number)
                        .all(is_of_library)
            };
            let receiver =
                call.arguments.first().copied().filter(|reg| reg.is_some() && is_start(*reg));
            is_before
                && receiver.and_then(|receiver| {
                    self.threads.only_object(self.points_to, instance, receiver)
                }) == Some(thread)
        })
    }

    fn constant(&self, instance: InstanceId, at: u32) -> Option<i32> {
        let constants = &self.points_to.instances[instance.index()].body.constants;
        let found = constants.binary_search_by_key(&at, |(at, _)| *at).ok()?;
        Some(constants[found].1)
    }

    /// Of an object that the application makes itself, and of no subclass.
    fn row(&self, object: ObjectId) -> Option<(Begins, &'static [Rows])> {
        let object = self.points_to.objects.get(object);
        let Site::Allocation { method, .. } = object.site else { return None };
        let name = &self.points_to.world.classes[object.class.index()].name;
        let name = name
            .strip_prefix("java/util/concurrent/")
            .filter(|_| self.is_of_application(method))?;
        TABLE.iter().find(|(class, ..)| *class == name).map(|(_, begins, rows)| (*begins, *rows))
    }

    fn is_of_application(&self, method: MethodId) -> bool {
        self.points_to.world.is_of_application(method)
    }
}

/// Whether a new object that is constructed so is a flag that is not set.
fn is_begun(begins: Begins, descriptor: &str, constant: Option<i32>) -> bool {
    match begins {
        Begins::Zero => descriptor == "()V" || constant == Some(0),
        Begins::NotZero => constant.is_some_and(|number| number > 0),
        Begins::Empty => {
            !["Collection", "Map", "[", "SortedSet"].iter().any(|other| descriptor.contains(other))
        }
    }
}
