//! Happens-before by epochs and vector clocks (Flanagan and Freund, "FastTrack", PLDI 2009), in one
//! pass and without the trace.
//!
//! Reports, by pairs of places, conflicting accesses that happens-before does not order in the
//! observed execution. The first of them is a race; later ones may be its consequences, so each is
//! only a candidate until a witness is found.
//!
//! Deviations: a read or write by an ordering mode acquires from *all* earlier such writes of its
//! variable (JLS 17.4.4), so their clocks are joined; a variable with such accesses, or with
//! unordered reads, has a record of its own (`Slow`). After a race the two accesses count as
//! ordered, so that what follows is told only if it is not explained by that.

use crate::event::{Event, EventKind, NONE, Subject};
use rustc_hash::FxHashSet as HashSet;

/// A thread and its time there, in one word: zero is nobody.
type Epoch = u64;

/// Instead of an epoch: the variable has a record, whose number is the lower half.
const SLOW: u64 = (NONE as u64) << 32;

fn epoch(thread: u32, time: u32) -> Epoch {
    u64::from(thread) << 32 | u64::from(time)
}

/// What a thread knows of the others' times, by thread.
#[derive(Clone, Default)]
struct Clock(Vec<u32>);

impl Clock {
    fn of(&self, thread: u32) -> u32 {
        self.0.get(thread as usize).copied().unwrap_or(0)
    }

    fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(own, others)| *own = (*own).max(*others));
    }

    fn raise(&mut self, thread: u32, time: u32) {
        let thread = thread as usize;
        if self.0.len() <= thread {
            self.0.resize(thread + 1, 0);
        }
        self.0[thread] = self.0[thread].max(time);
    }

    /// Becomes the other, in the same memory.
    fn copy(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }
}

/// The last accesses of a variable that has been read and written plainly, and never by two threads
/// unordered.
#[derive(Clone, Copy, Default)]
struct Variable {
    write: Epoch,
    read: Epoch,
    /// The places of the two.
    write_at: u32,
    read_at: u32,
}

/// The last access of each thread, with its time and place.
#[derive(Default)]
struct Lasts(Vec<(u32, u32, u32)>);

impl Lasts {
    fn put(&mut self, thread: u32, time: u32, location: u32) {
        match self.0.iter_mut().find(|last| last.0 == thread) {
            Some(last) => (last.1, last.2) = (time, location),
            None => self.0.push((thread, time, location)),
        }
    }
}

/// All that matters of any variable.
#[derive(Default)]
struct Slow {
    /// Plain reads and writes, then all others.
    lasts: [Lasts; 4],
    /// What its ordered writes have released.
    released: Clock,
}

/// Which of [`Slow::lasts`] an access is among.
fn rows(kind: EventKind) -> &'static [usize] {
    match kind {
        EventKind::Read => &[0],
        EventKind::Write => &[1],
        EventKind::OrderedRead | EventKind::OpaqueRead => &[2],
        EventKind::OrderedWrite | EventKind::OpaqueWrite => &[3],
        EventKind::OrderedUpdate => &[2, 3],
        _ => &[],
    }
}

/// What the accesses of each do, or the like.
const ROWS: [EventKind; 4] =
    [EventKind::Read, EventKind::Write, EventKind::OrderedRead, EventKind::OrderedWrite];

/// And of which it races with those that it does not know.
fn rivals(kind: EventKind) -> &'static [usize] {
    match kind {
        EventKind::Read => &[1, 3],
        EventKind::Write => &[0, 1, 2, 3],
        EventKind::OrderedRead | EventKind::OpaqueRead => &[1],
        EventKind::OrderedWrite | EventKind::OrderedUpdate | EventKind::OpaqueWrite => &[0, 1],
        _ => &[],
    }
}

#[derive(Default)]
struct Lock {
    /// What its last exclusive release knew, and who that was.
    released: Clock,
    releaser: u32,
    /// What the shared releases since then knew.
    shared: Option<Box<Clock>>,
}

/// Two accesses of a variable that conflict and that nothing orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unordered {
    /// The variable.
    pub variable: u32,
    /// The accesses as they were observed. An earlier update counts as the read or the write that
    /// it also is.
    pub accesses: [Event; 2],
}

/// The engine.
#[derive(Default)]
pub struct HappensBefore {
    threads: Vec<Clock>,
    variables: Vec<Variable>,
    slow: Vec<Slow>,
    locks: Vec<Lock>,
    messages: Vec<Clock>,
    /// Pairs of places, in order of their numbers; and in the order in which they were met.
    met: HashSet<(u32, u32)>,
    races: Vec<Unordered>,
    /// Accesses that race with an earlier one.
    racing: u64,
}

impl Unordered {
    /// The two places, the lower number first.
    #[must_use]
    pub fn places(&self) -> [u32; 2] {
        let [one, other] = self.accesses.map(|access| access.location);
        [one.min(other), one.max(other)]
    }
}

impl HappensBefore {
    /// Of each pair of places that race, the first two accesses that do, in the order in which they
    /// were met. No other race explains the first of these.
    #[must_use]
    pub fn races(&self) -> &[Unordered] {
        &self.races
    }

    /// How many accesses race with an earlier one.
    #[must_use]
    pub fn racing(&self) -> u64 {
        self.racing
    }

    /// Takes in the next event of a well-formed trace.
    #[inline]
    pub fn event(&mut self, event: Event) {
        match event.kind {
            EventKind::Read => self.read(event),
            EventKind::Write => self.write(event),
            EventKind::Acquire => self.acquire(event),
            EventKind::Release => self.release(event),
            _ => self.other(event),
        }
    }

    /// A thread's clock. Its own component begins with one, so that a clock without it knows of no
    /// access.
    #[inline]
    fn clock(&mut self, thread: u32) -> &mut Clock {
        if self.threads.get(thread as usize).is_none_or(|clock| clock.0.is_empty()) {
            self.start(thread);
        }
        &mut self.threads[thread as usize]
    }

    #[cold]
    fn start(&mut self, thread: u32) {
        if self.threads.len() <= thread as usize {
            self.threads.resize_with(thread as usize + 1, Clock::default);
        }
        self.threads[thread as usize].raise(thread, 1);
    }

    #[inline]
    fn variable(&mut self, number: u32) -> &mut Variable {
        let number = number as usize;
        if number >= self.variables.len() {
            self.variables.resize(number + 1, Variable::default());
        }
        &mut self.variables[number]
    }

    #[inline]
    fn read(&mut self, event: Event) {
        let thread = event.thread;
        let now = epoch(thread, self.clock(thread).of(thread));
        let last = *self.variable(event.object);
        if last.read == now {
            return;
        }
        if last.write >= SLOW {
            return self.by_record((last.write & u64::from(NONE)) as usize, event);
        }
        let clock = &self.threads[thread as usize];
        let is_known = |epoch: Epoch| epoch as u32 <= clock.of((epoch >> 32) as u32);
        if !is_known(last.write) || !is_known(last.read) {
            // Racing, or one of several unordered reads.
            return self.with_record(event);
        }
        let variable = &mut self.variables[event.object as usize];
        (variable.read, variable.read_at) = (now, event.location);
    }

    #[inline]
    fn write(&mut self, event: Event) {
        let thread = event.thread;
        let now = epoch(thread, self.clock(thread).of(thread));
        let last = *self.variable(event.object);
        if last.write == now {
            return;
        }
        if last.write >= SLOW {
            return self.by_record((last.write & u64::from(NONE)) as usize, event);
        }
        let clock = &self.threads[thread as usize];
        let is_known = |epoch: Epoch| epoch as u32 <= clock.of((epoch >> 32) as u32);
        if !is_known(last.write) || !is_known(last.read) {
            return self.with_record(event);
        }
        // What raced with the read before races with this, too, or with what this races with.
        let variable = &mut self.variables[event.object as usize];
        *variable = Variable { write: now, write_at: event.location, read: 0, read_at: 0 };
    }

    /// Gives the variable a record of all that it has, and goes on by that.
    #[cold]
    fn with_record(&mut self, event: Event) {
        let number = self.slow.len();
        let last = *self.variable(event.object);
        let mut slow = Slow::default();
        for (row, epoch, at) in [(0, last.read, last.read_at), (1, last.write, last.write_at)] {
            if epoch != 0 {
                slow.lasts[row].put((epoch >> 32) as u32, epoch as u32, at);
            }
        }
        self.slow.push(slow);
        *self.variable(event.object) =
            Variable { write: SLOW | number as u64, ..Variable::default() };
        self.by_record(number, event);
    }

    fn by_record(&mut self, number: usize, event: Event) {
        let Event { thread, location, kind, .. } = event;
        self.clock(thread);
        let (slow, clock) = (&mut self.slow[number], &mut self.threads[thread as usize]);
        if kind == EventKind::OrderedRead || kind == EventKind::OrderedUpdate {
            clock.join(&slow.released);
        }
        let mut races = false;
        for row in rivals(kind) {
            for (other, time, at) in &slow.lasts[*row].0 {
                if *time > clock.of(*other) {
                    races = true;
                    let pair = (*at.min(&location), *at.max(&location));
                    if self.met.insert(pair) {
                        let earlier =
                            Event { thread: *other, location: *at, kind: ROWS[*row], ..event };
                        self.races
                            .push(Unordered { variable: event.object, accesses: [earlier, event] });
                    }
                    clock.raise(*other, *time);
                }
            }
        }
        self.racing += u64::from(races);
        let now = clock.of(thread);
        if kind == EventKind::Write {
            // Who races with what is known here races with this.
            for lasts in &mut slow.lasts[..2] {
                lasts.0.retain(|(other, time, _)| *time > clock.of(*other));
            }
        }
        rows(kind).iter().for_each(|row| slow.lasts[*row].put(thread, now, location));
        if kind == EventKind::OrderedWrite || kind == EventKind::OrderedUpdate {
            slow.released.join(clock);
            clock.raise(thread, now + 1);
        }
    }

    fn lock(&mut self, number: u32) -> &mut Lock {
        let number = number as usize;
        if number >= self.locks.len() {
            self.locks.resize_with(number + 1, || Lock { releaser: NONE, ..Lock::default() });
        }
        &mut self.locks[number]
    }

    #[inline]
    fn acquire(&mut self, event: Event) {
        self.lock(event.object);
        self.clock(event.thread);
        let lock = &mut self.locks[event.object as usize];
        let clock = &mut self.threads[event.thread as usize];
        // Who released it last knows all that was released before.
        if lock.releaser != event.thread {
            clock.join(&lock.released);
        }
        if let Some(shared) = &lock.shared {
            clock.join(shared);
        }
    }

    #[inline]
    fn release(&mut self, event: Event) {
        self.lock(event.object);
        self.clock(event.thread);
        let lock = &mut self.locks[event.object as usize];
        let clock = &mut self.threads[event.thread as usize];
        lock.released.copy(clock);
        (lock.releaser, lock.shared) = (event.thread, None);
        clock.0[event.thread as usize] += 1;
    }

    fn message(&mut self, number: u32) -> &mut Clock {
        let number = number as usize;
        if number >= self.messages.len() {
            self.messages.resize_with(number + 1, Clock::default);
        }
        &mut self.messages[number]
    }

    #[inline(never)]
    fn other(&mut self, event: Event) {
        let Event { thread, object, kind, .. } = event;
        self.clock(thread);
        match kind {
            _ if kind.subject() == Subject::Variable => match self.variable(object).write {
                slow if slow >= SLOW => self.by_record((slow & u64::from(NONE)) as usize, event),
                _ => self.with_record(event),
            },
            EventKind::AcquireShared => {
                self.lock(object);
                self.threads[thread as usize].join(&self.locks[object as usize].released);
            }
            EventKind::ReleaseShared => {
                self.lock(object);
                let clock = &mut self.threads[thread as usize];
                self.locks[object as usize].shared.get_or_insert_default().join(clock);
                clock.0[thread as usize] += 1;
            }
            EventKind::Fork => {
                self.clock(object);
                let clock = std::mem::take(&mut self.threads[thread as usize]);
                self.threads[object as usize].join(&clock);
                self.threads[thread as usize] = clock;
                self.threads[thread as usize].0[thread as usize] += 1;
            }
            EventKind::Join => {
                self.clock(object);
                let ended = std::mem::take(&mut self.threads[object as usize]);
                self.threads[thread as usize].join(&ended);
                self.threads[object as usize] = ended;
                self.threads[object as usize].0[object as usize] += 1;
            }
            EventKind::Send => {
                self.message(object);
                let clock = &mut self.threads[thread as usize];
                self.messages[object as usize].copy(clock);
                clock.0[thread as usize] += 1;
            }
            EventKind::Receive => {
                self.message(object);
                self.threads[thread as usize].join(&self.messages[object as usize]);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::Normal;
    use crate::read::{Reader as _, StdReader};

    /// The pairs of places that race.
    fn races(text: &str) -> Vec<(String, String)> {
        let lines: Vec<String> = text
            .split_whitespace()
            .enumerate()
            .map(|(n, event)| format!("{event}|{}", n + 1))
            .collect();
        let (lines, mut events) = (lines.join("\n"), Vec::new());
        let mut reader = StdReader::new(lines.as_bytes());
        while reader.next_block(&mut events).unwrap() {}
        let (mut normal, mut engine) = (Normal::default(), HappensBefore::default());
        events
            .into_iter()
            .filter_map(|event| normal.event(event))
            .for_each(|event| engine.event(event));
        let name = |location| reader.names().locations.name(location);
        let places = |race: &Unordered| race.accesses.map(|access| name(access.location)).into();
        engine.races().iter().map(places).collect()
    }

    fn pairs(pairs: &[(u32, u32)]) -> Vec<(String, String)> {
        pairs.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect()
    }

    #[test]
    fn what_orders_and_what_does_not() {
        assert_eq!(races("T1|w(x) T2|w(x)"), pairs(&[(1, 2)]));
        assert_eq!(races("T1|w(x) T2|r(x)"), pairs(&[(1, 2)]));
        assert_eq!(races("T1|r(x) T2|w(x)"), pairs(&[(1, 2)]));
        assert_eq!(races("T1|r(x) T2|r(x)"), []);
        assert_eq!(races("T1|acq(l) T1|w(x) T1|rel(l) T2|acq(l) T2|w(x)"), []);
        assert_eq!(races("T1|acq(l) T1|rel(l) T1|w(x) T2|acq(l) T2|w(x)"), pairs(&[(3, 5)]));
        assert_eq!(races("T1|w(x) T1|fork(T2) T2|w(x) T1|join(T2) T1|w(x)"), []);
        assert_eq!(races("T1|fork(T2) T1|w(x) T2|w(x)"), pairs(&[(2, 3)]));
        assert_eq!(races("T1|w(x) T1|send(m) T2|receive(m) T2|w(x)"), []);
        assert_eq!(races("T1|w(x) T1|signal(m) T2|await(m) T2|w(x)"), pairs(&[(1, 4)]));
        assert_eq!(races("T1|w(x) T1|vw(f) T2|vr(f) T2|w(x)"), []);
        for (write, read) in [("ow", "or"), ("vw", "or"), ("ow", "vr")] {
            assert_eq!(
                races(&format!("T1|w(x) T1|{write}(f) T2|{read}(f) T2|w(x)")),
                pairs(&[(1, 4)])
            );
        }
        assert_eq!(races("T1|ow(x) T2|r(x) T3|or(x)"), pairs(&[(1, 2)]));
    }

    #[test]
    fn shared_holds_order_only_with_exclusive_ones() {
        assert_eq!(races("T1|racq(l) T1|r(x) T1|rrel(l) T2|acq(l) T2|w(x)"), []);
        assert_eq!(races("T1|racq(l) T1|w(x) T1|rrel(l) T2|racq(l) T2|w(x)"), pairs(&[(2, 5)]));
        assert_eq!(races("T1|acq(l) T1|w(x) T1|rel(l) T2|racq(l) T2|r(x)"), []);
    }

    #[test]
    fn ordered_accesses_acquire_from_all_earlier_ones() {
        assert_eq!(races("T1|w(x) T1|vw(v) T2|vw(v) T3|vr(v) T3|w(x)"), []);
        assert_eq!(races("T1|w(x) T1|vr(v) T2|vr(v) T2|w(x)"), pairs(&[(1, 4)]));
        assert_eq!(races("T1|w(x) T1|vu(v) T2|vu(v) T2|w(x)"), []);
        assert_eq!(races("T1|vw(v) T2|vw(v)"), []);
        assert_eq!(races("T1|vw(v) T2|r(v)"), pairs(&[(1, 2)]));
    }

    #[test]
    fn each_of_several_unordered_reads_races() {
        assert_eq!(races("T1|r(x) T2|r(x) T3|w(x)"), pairs(&[(1, 3), (2, 3)]));
        // The write is known to T2, the read of T1 is not.
        assert_eq!(
            races("T1|r(x) T2|acq(l) T2|r(x) T2|rel(l) T3|acq(l) T3|w(x)"),
            pairs(&[(1, 6)])
        );
    }

    /// Clocks of all threads before one would take more memory than there is.
    #[test]
    fn threads_that_do_nothing_take_no_clock() {
        let mut engine = HappensBefore::default();
        for thread in [400_000, 7] {
            engine.event(Event { thread, object: 0, location: 0, kind: EventKind::Write });
        }
        assert_eq!(engine.racing(), 1);
        let words: usize = engine.threads.iter().map(|clock| clock.0.capacity()).sum();
        assert!(words < 1_000_000, "{words}");
    }

    #[test]
    fn of_the_first_race_all_is_told() {
        let mut engine = HappensBefore::default();
        let event = |thread, object, location, kind| Event { thread, object, location, kind };
        let (read, write) = (event(1, 7, 3, EventKind::Read), event(2, 7, 4, EventKind::Write));
        [event(1, 8, 1, EventKind::Write), event(2, 9, 2, EventKind::Write), read]
            .into_iter()
            .for_each(|event| engine.event(event));
        assert_eq!(engine.races(), []);
        [write, event(2, 8, 5, EventKind::Write)].into_iter().for_each(|event| engine.event(event));
        assert_eq!(engine.races()[0], Unordered { variable: 7, accesses: [read, write] });
    }

    #[test]
    fn behind_a_race_its_accesses_count_as_ordered() {
        assert_eq!(races("T1|w(y) T1|w(x) T2|w(x) T2|w(y)"), pairs(&[(2, 3)]));
    }
}
