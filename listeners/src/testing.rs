//! Names and events for tests: a bank with one account.

use crate::race::{Last, Sort};
use crate::{H, Reads};
use raceproof_base::{
    AccessKind, Address, AsIs, Conflict, Event, Finer, Listener, Mode, Names, Operation,
    OperationKind, Place, Site, Sync, ThreadId,
};

pub const ACCOUNT: Address = Address(16);
pub const BALANCE: Address = Address(24);
const SITE: Site = Site { method: 1, position: 4 };

/// Names as plain data.
#[derive(Default)]
pub struct TestNames {
    /// The value every variable has now.
    pub value: String,
    /// What every variable refers to now.
    pub referred: Option<Address>,
    /// Whether the object is a class.
    pub is_class: bool,
    /// Whether instructions are the class library's.
    pub library_sites: bool,
    /// Whether threads are in the program's own code, and not in what it has called.
    pub is_own: bool,
}

impl Names for TestNames {
    fn thread(&self, thread: ThreadId) -> String {
        thread.0.checked_sub(1).map_or("main".to_owned(), |number| format!("Thread-{number}"))
    }

    fn object(&self, object: Address) -> String {
        assert!(object == ACCOUNT || object == BALANCE, "{object:?}");
        if self.is_class { "class Account" } else { "Account@2" }.to_owned()
    }

    fn variable(&self, variable: Address) -> String {
        assert!(variable == ACCOUNT || variable == BALANCE, "{variable:?}");
        "Account.balance".to_owned()
    }

    fn referred(&self, _object: Address, _variable: Address) -> Option<Address> {
        self.referred
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
            _ if self.is_own => vec![program(), run],
            9 => vec![inner, run],
            _ => vec![
                inner,
                library("java.util.concurrent.locks.ReentrantLock", "lock"),
                program(),
                run,
            ],
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

pub fn access(thread: u32, access: AccessKind, variable: Address) -> Event {
    Event::Access {
        thread: ThreadId(thread),
        object: ACCOUNT,
        variable,
        access,
        mode: Mode::Plain,
        site: SITE,
    }
}

pub fn acquire(thread: u32, from: Sync) -> Event {
    Event::Acquire { thread: ThreadId(thread), from, site: SITE }
}

pub fn release(thread: u32, to: Sync) -> Event {
    Event::Release { thread: ThreadId(thread), to, site: SITE }
}

/// An access of the balance in a mode.
pub fn by_mode(thread: u32, access: AccessKind, mode: Mode) -> Event {
    Event::Access {
        thread: ThreadId(thread),
        object: ACCOUNT,
        variable: BALANCE,
        access,
        mode,
        site: SITE,
    }
}

/// What was done to a frozen object is known to everybody, and what was released at it stays
/// released.
pub fn keeps_what_was_released_at_the_frozen(races: impl Fn(&[Event]) -> bool) {
    let write = |thread| access(thread, AccessKind::Write, BALANCE);
    let frozen = |object| Event::Frozen { thread: ThreadId(1), object, bytes: 16 };
    assert!(races(&[write(1), write(2)]));
    assert!(!races(&[write(1), frozen(ACCOUNT), write(2)]));
    let (other, at_it) = (Address(64), Sync::Variable(Address(72)));
    let handed = |event| [write(1), release(1, at_it), event, acquire(2, at_it), write(2)];
    assert!(!races(&handed(frozen(other))));
    assert!(races(&handed(Event::Allocated { thread: ThreadId(1), object: other, bytes: 16 })));
}

/// What was done to memory that is used again is over; what lies beside it is not.
pub fn forgets_what_lay_there(races: impl Fn(&[Event]) -> bool) {
    let write = |thread| access(thread, AccessKind::Write, BALANCE);
    let allocated =
        |object, bytes| Event::Allocated { thread: ThreadId(2), object: Address(object), bytes };
    let frozen = Event::Frozen { thread: ThreadId(2), object: Address(8), bytes: 8 };
    assert!(!races(&[write(1), allocated(16, 16), write(2)]));
    for elsewhere in [allocated(32, 16), allocated(8, 8), frozen] {
        assert!(races(&[write(1), elsewhere, write(2)]), "{elsewhere:?}");
    }
    for carrier in [Sync::Monitor(Address(64)), Sync::Variable(Address(72))] {
        let (told, heard) = (release(1, carrier), acquire(2, carrier));
        for (elsewhere, bytes) in [(80, 16), (56, 8), (8, 16)] {
            assert!(!races(&[write(1), told, allocated(elsewhere, bytes), heard, write(2)]));
        }
        assert!(races(&[write(1), told, allocated(64, 16), heard, write(2)]));
        assert!(races(&[told, write(1), allocated(64, 16), heard, write(2)]));
    }
}

/// An access that the publication of its object does not happen before needs the accesses before
/// that told singly. Among so many other variables that `h` has its bits in the second word.
pub fn asks_for_what_came_before_publication<L: Listener>(detector: impl Fn() -> L) {
    let asks = |events: &[Event]| {
        let mut detector = detector();
        let others = (0..70).map(|n| access(2, AccessKind::Write, Address(128 + 8 * n)));
        others.chain(events.iter().copied()).for_each(|event| {
            detector.event(&event, &TestNames::default());
        });
        let asked = detector.finer();
        assert!(asked.is_none() || asked == Some(Finer::PrivateAccesses));
        asked.is_some()
    };
    let read = |thread| access(thread, AccessKind::Read, BALANCE);
    let published = Event::Published { thread: ThreadId(1), object: ACCOUNT };
    let lock = Sync::Monitor(Address(64));
    assert!(!asks(&[read(2)]));
    assert!(!asks(&[published, read(1)]));
    assert!(asks(&[published, read(2)]));
    assert!(!asks(&[published, release(1, lock), acquire(2, lock), read(2)]));
    assert!(asks(&[release(1, lock), published, acquire(2, lock), read(2)]));
    let allocated = Event::Allocated { thread: ThreadId(2), object: ACCOUNT, bytes: 16 };
    assert!(!asks(&[published, allocated, read(2)]));
}

/// The event at which a detector tells its first race.
pub fn first_race(mut detector: impl Listener, events: &[Event]) -> Option<(usize, Conflict)> {
    events.iter().enumerate().find_map(|(index, event)| {
        detector.event(event, &TestNames::default());
        detector.finding().and_then(|finding| finding.race).map(|race| (index, race.conflict))
    })
}

/// Numbers that look random, the same each time.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    pub fn event(&mut self) -> Event {
        const SYNCS: [Sync; 5] = [
            Sync::Monitor(ACCOUNT),
            Sync::Variable(Address(40)),
            Sync::Thread(ThreadId(1)),
            Sync::Class(Address(48)),
            Sync::ReleaseFence(ThreadId(1)),
        ];
        const MODES: [Mode; 4] = [Mode::Plain, Mode::Opaque, Mode::AcquireRelease, Mode::Volatile];
        let (thread, what) = (self.below(3) as u32, self.below(9));
        let [sync, other] = [0, 1].map(|_| SYNCS[self.below(5) as usize]);
        match what {
            0..3 => acquire(thread, sync),
            3..5 => release(thread, sync),
            5 => Event::Passed { thread: ThreadId(thread), from: sync, to: other },
            _ => {
                let kind = if self.below(3) == 0 { AccessKind::Write } else { AccessKind::Read };
                by_mode(thread, kind, MODES[self.below(4) as usize])
            }
        }
    }

    /// Now and then new memory where the account lay.
    pub fn event_or_allocation(&mut self) -> Event {
        match self.below(12) {
            0 => Event::Allocated {
                thread: ThreadId(self.below(3) as u32),
                object: ACCOUNT,
                bytes: 16,
            },
            1 => {
                Event::Frozen { thread: ThreadId(self.below(3) as u32), object: ACCOUNT, bytes: 16 }
            }
            _ => self.event(),
        }
    }
}

/// The twin: whether a chain of steps of one thread, and of releases and acquires, leads from one
/// event to another. What is passed on is no step of a thread, but leads from one release to
/// another.
fn happens_before(events: &[Event], from: usize, to: usize) -> bool {
    let is_step = |event: &Event| !matches!(event, Event::Passed { .. });
    let mut reached = vec![false; events.len()];
    reached[from] = true;
    for later in from + 1..=to {
        reached[later] = (from..later).any(|earlier| {
            let (one, other) = (&events[earlier], &events[later]);
            let program_order =
                is_step(one) && is_step(other) && thread_of(one) == thread_of(other);
            let is_told = match (one, other) {
                (
                    Event::Release { to, .. } | Event::Passed { to, .. },
                    Event::Acquire { from, .. } | Event::Passed { from, .. },
                ) => to == from,
                _ => false,
            };
            reached[earlier] && (program_order || is_told)
        });
    }
    reached[to]
}

fn thread_of(event: &Event) -> ThreadId {
    match event {
        Event::Operation { thread, .. }
        | Event::Access { thread, .. }
        | Event::Published { thread, .. }
        | Event::Frozen { thread, .. }
        | Event::Passed { thread, .. }
        | Event::Acquire { thread, .. }
        | Event::Release { thread, .. }
        | Event::Allocated { thread, .. } => *thread,
    }
}

/// The accesses that race with an earlier one of a kind that counts.
fn races_by_definition(
    events: &[Event],
    sort: Sort,
    counts: impl Fn(AccessKind) -> bool,
) -> impl Iterator<Item = usize> {
    let last = |event: &Event| match *event {
        Event::Access { thread, access, mode, site, .. } => {
            Some(Last { thread, access, mode, time: 0, site })
        }
        _ => None,
    };
    (0..events.len()).filter(move |&later| {
        (0..later).any(|earlier| {
            let pair = last(&events[earlier]).zip(last(&events[later]));
            pair.is_some_and(|(a, b)| a.conflict(&b) == Some(sort) && counts(a.access))
                && !happens_before(events, earlier, later)
        })
    })
}

/// The first access that races with an earlier one of a kind that counts.
pub fn first_race_by_definition(
    events: &[Event],
    counts: impl Fn(AccessKind) -> bool,
) -> Option<usize> {
    races_by_definition(events, Sort::Data, counts).next()
}

/// A detector's first race must be that of the definition, on random executions.
pub fn tells_first_races<L: Listener + Default>(seed: u64, counts: impl Fn(AccessKind) -> bool) {
    tells_first_races_of(seed, L::default, counts);
}

/// The same of one that is made so.
pub fn tells_first_races_of<L: Listener>(
    seed: u64,
    detector: impl Fn() -> L,
    counts: impl Fn(AccessKind) -> bool,
) {
    let mut chance = Chance(seed);
    let mut races = 0;
    for _ in 0..3_000 {
        let events: Vec<Event> = (0..24).map(|_| chance.event()).collect();
        let expected = first_race_by_definition(&events, &counts);
        assert_eq!(
            first_race(detector(), &events).map(|(index, _)| index),
            expected,
            "{events:#?}"
        );
        races += usize::from(expected.is_some());
    }
    assert!((300..2_900).contains(&races), "both answers must come often: {races} races");
}

/// Until its first data race, a detector tells a weak race at exactly the accesses that have one.
/// Sites differ, since each pair is told once.
pub fn tells_weak_races<L: Listener>(seed: u64, detector: impl Fn() -> L) {
    let mut chance = Chance(seed);
    let mut races = 0;
    for _ in 0..3_000 {
        let mut events: Vec<Event> = (0..24).map(|_| chance.event()).collect();
        for (position, event) in events.iter_mut().enumerate() {
            if let Event::Access { site, mode, .. } = event {
                site.position = position as u16;
                // Most executions would race otherwise.
                if *mode == Mode::Plain && position % 3 > 0 {
                    *mode = Mode::Volatile;
                }
            }
        }
        let end = first_race_by_definition(&events, |_| true).unwrap_or(events.len());
        let expected: Vec<usize> =
            races_by_definition(&events[..end], Sort::Weak, |_| true).collect();
        let mut detector = detector();
        let told = events[..end].iter().enumerate().filter(|(_, event)| {
            detector.event(event, &TestNames::default());
            std::iter::from_fn(|| detector.weak_race()).count() > 0
        });
        assert_eq!(told.map(|(index, _)| index).collect::<Vec<_>>(), expected, "{events:#?}");
        races += expected.len();
    }
    assert!(races > 1_000, "{races}");
}

/// Going back, and restoring, must lead to what a detector knew; `told` tells that.
pub fn knows_again<L: Listener + Default, T: PartialEq + std::fmt::Debug>(
    seed: u64,
    told: impl Fn(&L) -> T,
) {
    let mut chance = Chance(seed);
    let names = TestNames::default();
    for _ in 0..500 {
        let mut detector = L::default();
        (0..chance.below(12)).for_each(|_| detector.event(&chance.event_or_allocation(), &names));
        let (mark, saved, before) = (detector.mark(), detector.save(), told(&detector));
        (0..12).for_each(|_| detector.event(&chance.event_or_allocation(), &names));
        detector.rollback(mark);
        assert_eq!(told(&detector), before);
        assert!(detector.finding().is_none());
        (0..12).for_each(|_| detector.event(&chance.event_or_allocation(), &names));
        detector.restore(&saved);
        assert_eq!(told(&detector), before);
    }
}

/// By two exact detectors a visited state covers another one alike: on random executions without a
/// race, of plain writes and two locks, behind as many variables as take two words of `h`.
pub fn covers_as_h<L: Listener>(seed: u64, detector: impl Fn() -> L) {
    let (mut chance, names) = (Chance(seed), TestNames::default());
    let write = |thread, variable| access(thread, AccessKind::Write, Address(64 + 8 * variable));
    let lock = |number| Sync::Monitor(Address(8 * (1 + number)));
    let mut summaries = Vec::new();
    for _ in 0..200 {
        let (mut h, mut other) = (H::new(Reads::Told), detector());
        let mut events: Vec<Event> = (0..70).map(|variable| write(0, variable)).collect();
        events.push(release(0, lock(0)));
        events.extend([1, 2].map(|thread| acquire(thread, lock(0))));
        events.iter().for_each(|event| h.event(event, &names));
        events.iter().for_each(|event| other.event(event, &names));
        for _ in 0..10 {
            let (thread, number) = (chance.below(3) as u32, chance.below(2));
            let variable = [3, 67, 69][chance.below(3) as usize];
            let event = match chance.below(4) {
                0 => acquire(thread, lock(number)),
                1 => release(thread, lock(number)),
                _ if h.norace(ThreadId(thread), Address(64 + 8 * variable)) => {
                    write(thread, variable)
                }
                _ => continue,
            };
            h.event(&event, &names);
            other.event(&event, &names);
        }
        let (mut one, mut two) = (Vec::new(), Vec::new());
        h.summary(&AsIs, &mut one);
        other.summary(&AsIs, &mut two);
        summaries.push((one, two));
    }
    let mut covered = 0;
    for (visited, as_visited) in &summaries {
        for (present, as_present) in &summaries {
            let covers = H::covers(&[visited], present);
            assert_eq!(covers, L::covers(&[as_visited], as_present));
            covered += usize::from(covers);
        }
    }
    assert!((1_000..38_000).contains(&covered), "both answers must come often: {covered}");
}
