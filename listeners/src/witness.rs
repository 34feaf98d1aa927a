//! Explains a race: completes the finding while its schedule is replayed.
//!
//! Follows one execution from its start for the stack of the first access, the monitors that each
//! thread held, the release of the one and the acquire of the other that could have ordered the
//! accesses, and advice.

use std::collections::BTreeMap;

use crate::words;
use raceproof_base::{
    AccessKind, Address, Among, Event, Finding, Listener, Mode, Names, Place, Race, RacingAccess,
    Site, Sync, ThreadId,
};

/// A release or acquire by a thread.
#[derive(Clone, Debug)]
struct Passed {
    /// What it is of: "the monitor of Account@2".
    of: String,
    place: Place,
}

/// One of the two accesses, as it was executed.
#[derive(Clone, Debug, Default)]
struct Seen {
    stack: Vec<Place>,
    referring: Vec<Place>,
    mode: Option<Mode>,
    /// Which access of its line it is.
    among: Option<Among>,
    /// The number of the step.
    step: usize,
    /// The monitors that its thread held, and where it took them, the last one last.
    held: Vec<Passed>,
    /// The variable from which its thread has read the object.
    came_by: Option<String>,
    /// What its thread has acquired last before it.
    acquired: Option<Passed>,
    /// What its thread has released first after it.
    released: Option<Passed>,
}

/// A listener that follows the accesses of one race.
pub struct Witness {
    race: Race,
    /// The monitors that threads hold.
    held: Vec<(ThreadId, Address, Passed)>,
    /// The variables from which the two threads have read objects.
    read: BTreeMap<(ThreadId, Address), Address>,
    /// The last acquires of threads.
    acquired: Vec<(ThreadId, Passed)>,
    /// So many steps were begun.
    steps: usize,
    first: Seen,
    second: Seen,
}

impl Passed {
    /// With its place, if that is known.
    fn at(&self) -> String {
        match self.place.line {
            0 => self.of.clone(),
            line => format!("{} ({}:{line})", self.of, self.place.file),
        }
    }
}

impl Witness {
    /// For the execution of the race's schedule, from its start.
    #[must_use]
    pub fn of(race: &Race) -> Self {
        let (first, second) = (Seen::default(), Seen::default());
        let (held, acquired) = (Vec::new(), Vec::new());
        Self { race: race.clone(), held, acquired, read: BTreeMap::new(), steps: 0, first, second }
    }

    fn see(&self, thread: ThreadId, mode: Mode, site: Site, names: &dyn Names) -> Seen {
        let held = self
            .held
            .iter()
            .filter(|(holder, ..)| *holder == thread)
            .map(|(.., passed)| passed.clone())
            .collect();
        let acquired =
            self.acquired.iter().find(|(who, _)| *who == thread).map(|(_, passed)| passed.clone());
        Seen {
            stack: names.stack(thread),
            referring: names.referring(thread),
            mode: Some(mode),
            among: names.among(site),
            step: self.steps,
            held,
            came_by: None,
            acquired,
            released: None,
        }
    }

    /// The variable from which a thread has read an object. To the variables of a class nobody comes
    /// by its mirror.
    fn came_by(&self, thread: ThreadId, object: Address, names: &dyn Names) -> Option<String> {
        let variable = *self.read.get(&(thread, object))?;
        let is_class = names.object(object).starts_with("class ");
        (!is_class).then(|| names.variable(variable))
    }

    fn acquire(&mut self, thread: ThreadId, from: Sync, passed: Passed) {
        if let Sync::Monitor(object) = from {
            self.held.push((thread, object, passed.clone()));
        }
        self.acquired.retain(|(who, _)| *who != thread);
        self.acquired.push((thread, passed));
    }

    fn release(&mut self, thread: ThreadId, to: Sync, passed: Passed) {
        if let Sync::Monitor(object) = to {
            self.held.retain(|(holder, monitor, _)| (*holder, *monitor) != (thread, object));
        }
        let [first, _] = self.race.evidence.threads;
        if thread == first && !self.first.stack.is_empty() && self.first.released.is_none() {
            self.first.released = Some(passed);
        }
    }

    /// Completes the finding of the race.
    pub fn complete(self, finding: &mut Finding) {
        let Some(race) = &mut finding.race else { return };
        if !self.first.stack.is_empty() {
            race.accesses[0].stack.clone_from(&self.first.stack);
            race.accesses[0].referring.clone_from(&self.first.referring);
        }
        for (access, seen) in race.accesses.iter_mut().zip([&self.first, &self.second]) {
            // Inside the class library, its source is not shown.
            let is_own = access.stack.first().is_some_and(|place| !place.library);
            access.among = seen.among.clone().filter(|_| is_own);
            access.step = Some(seen.step).filter(|step| *step > 0);
        }
        race.came_by = self.second.came_by.clone().or(self.first.came_by.clone());
        finding.detail = why(race, &self.first, &self.second);
        finding.advice = advice(race, &self.first, &self.second);
    }
}

/// Whose method reference led to an access, if no place of its stack shows that.
fn by_reference(access: &RacingAccess) -> String {
    let is_shown = |class: &str| access.stack.iter().any(|place| place.class == class);
    let referring = access.referring.iter().find(|place| !is_shown(&place.class));
    referring
        .map_or(String::new(), |place| format!(", called by a method reference in {}", place.class))
}

/// The edges that could have ordered them, and do not.
fn why(race: &Race, first: &Seen, second: &Seen) -> String {
    let [one, other] = [&race.accesses[0].thread, &race.accesses[1].thread];
    let told = match &first.released {
        None => format!("after its access, {one} releases nothing"),
        Some(passed) => format!("after its access, {one} releases {}", passed.at()),
    };
    let heard = match &second.acquired {
        None => format!("{other} has acquired nothing before its own"),
        Some(passed) => {
            format!("the last thing that {other} has acquired before its own is {}", passed.at())
        }
    };
    let held = |who: &str, seen: &Seen| match seen.held.last() {
        None => format!("{who} holds no monitor"),
        Some(monitor) => format!("{who} holds {}", monitor.of),
    };
    let mode = |seen: &Seen| seen.mode.is_some_and(|mode| mode != Mode::Plain);
    let mixed = match (mode(first), mode(second)) {
        (true, false) => format!("; {other} accesses it plainly, though {one} does not"),
        (false, true) => format!("; {one} accesses it plainly, though {other} does not"),
        _ => String::new(),
    };
    let [there, here] = race.accesses.each_ref().map(by_reference);
    let holds = match (first.held.last(), second.held.last()) {
        (None, None) if there.is_empty() && here.is_empty() => {
            "neither holds a monitor there".to_owned()
        }
        _ => format!(
            "at the first access {}{there}, at the second {}{here}",
            held(one, first),
            held(other, second)
        ),
    };
    format!("{told}; {heard}; {holds}{mixed}")
}

fn advice(race: &Race, first: &Seen, second: &Seen) -> String {
    let [one, other] = [&race.accesses[0].thread, &race.accesses[1].thread];
    let is_plain = |seen: &Seen| seen.mode.is_none_or(|mode| mode == Mode::Plain);
    let is_collection = |place: &&Place| {
        let class = place.class.as_str();
        place.library
            && class.starts_with("java.util.")
            && !class.starts_with("java.util.concurrent.")
    };
    let library = race.accesses[1].stack.first().filter(is_collection);
    let guard = match (first.held.last(), second.held.last()) {
        (Some(held), None) => {
            Some(format!("guard both by {}, which {one} already holds", held.at()))
        }
        (None, Some(held)) => {
            Some(format!("guard both by {}, which {other} already holds", held.at()))
        }
        (Some(ones), Some(others)) if ones.of != others.of => Some(format!(
            "guard both by the same lock (different ones keep nobody apart: {one} holds {}, {other} {})",
            ones.at(),
            others.at()
        )),
        _ => None,
    };
    if let Some(place) = library {
        let collection = place.class.split('$').next().unwrap_or_default();
        return words::not_thread_safe(collection, guard.as_deref().unwrap_or(words::ONE_LOCK));
    }
    if race.variable.starts_with("java.lang.AbstractStringBuilder.") {
        return words::not_thread_safe("java.lang.StringBuilder", words::ONE_LOCK);
    }
    if let Some(update) = update(race, guard.as_deref()) {
        return update;
    }
    let is_element = race.variable.contains("[]");
    if is_plain(first) != is_plain(second) {
        let or = if is_element { "" } else { ", or declare it volatile" };
        return format!("access it by the same mode at both places{or}");
    }
    let single = match (
        is_element,
        race.accesses.iter().all(|access| access.access == AccessKind::Write),
    ) {
        (true, _) => {
            "use an array of java.util.concurrent.atomic (the elements of a volatile array are not volatile)"
        }
        (false, true) => "make it volatile if the last write may win",
        (false, false) if leads_to_what_is_made(race) => {
            "make it volatile, so that whoever reads it sees the object as it was when it was stored, which nothing promises now (and change that object no more afterwards)"
        }
        (false, false) => "make it volatile if it stands for itself",
    };
    let guard = guard.unwrap_or_else(|| "guard both by one lock".to_owned());
    let publish = "hand over what it belongs to by a final field or a concurrent collection, once it is complete";
    format!("{single}, or {guard}, or {publish}")
}

/// Whether it is a reference to an object that may have been filled just before; a string or a
/// number is complete as soon as it is there.
fn leads_to_what_is_made(race: &Race) -> bool {
    let complete =
        ["Ljava/lang/String;", "Ljava/lang/Integer;", "Ljava/lang/Long;", "Ljava/lang/Boolean;"];
    let mut descriptors =
        race.accesses.iter().filter_map(|access| Some(access.among.as_ref()?.descriptor.as_str()));
    descriptors.any(|of| of.starts_with(['L', '[']) && !complete.contains(&of))
}

/// Advice where one of the two is part of a read-modify-write: no mode of access makes that atomic.
fn update(race: &Race, guard: Option<&str>) -> Option<String> {
    let update = race
        .accesses
        .iter()
        .find(|access| access.among.as_ref().is_some_and(|among| among.is_update))?;
    let among = update.among.as_ref()?;
    let place = raceproof_base::programs_own(&update.stack);
    let name = if among.name.is_empty() { "the element" } else { &among.name };
    let atomic = match among.descriptor.as_str() {
        array if array.starts_with('[') && !among.name.is_empty() => Some("an AtomicReference"),
        "I" => Some("an AtomicInteger"),
        "J" => Some("an AtomicLong"),
        "Z" => Some("an AtomicBoolean"),
        "[I" => Some("an AtomicIntegerArray"),
        "[J" => Some("an AtomicLongArray"),
        "[L" => Some("an AtomicReferenceArray"),
        object if object.starts_with('L') => Some("an AtomicReference"),
        _ => None,
    };
    let atomic = atomic.map_or(String::new(), |class| {
        format!("make it {class} and do both in one step (updateAndGet, compareAndSet and the like), or ")
    });
    let guard = guard.unwrap_or("guard both by one lock");
    let is_update =
        |access: &RacingAccess| access.among.as_ref().is_some_and(|among| among.is_update);
    let lost = if race.accesses.iter().all(is_update) {
        ", so that one of two updates is lost"
    } else {
        ""
    };
    Some(format!(
        "volatile is not enough: {}.{} reads {name} and then writes it, and another thread may come in between{lost}; {atomic}{guard}, \
         held from the reading to the writing",
        place.class, place.method
    ))
}

/// Follows one execution, without going back.
impl Listener for Witness {
    type Mark = ();
    type Snapshot = ();

    fn event(&mut self, event: &Event, names: &dyn Names) {
        let passed = |sync: Sync, thread: ThreadId| {
            let stack = names.inner_stack(thread);
            Passed {
                of: words::sync(sync, names),
                place: raceproof_base::programs_own(&stack).clone(),
            }
        };
        match *event {
            Event::Acquire { thread, from, .. } => self.acquire(thread, from, passed(from, thread)),
            Event::Release { thread, to, .. } => self.release(thread, to, passed(to, thread)),
            Event::Access { thread, object, variable, access, mode, site }
                if variable == self.race.evidence.variable =>
            {
                let came_by = self.came_by(thread, object, names);
                let [first, second] = self.race.evidence.threads;
                let [does_first, does_second] = [0, 1].map(|at| self.race.accesses[at].access);
                if thread == first && access == does_first && site == self.race.evidence.first {
                    self.first = Seen { came_by, ..self.see(thread, mode, site, names) };
                } else if thread == second && access == does_second {
                    self.second = Seen { came_by, ..self.see(thread, mode, site, names) };
                }
            }
            Event::Access { thread, object, variable, access: AccessKind::Read, .. }
                if self.race.evidence.threads.contains(&thread) =>
            {
                if let Some(referred) = names.referred(object, variable) {
                    self.read.insert((thread, referred), variable);
                }
            }
            Event::Access { .. }
            | Event::Passed { .. }
            | Event::Published { .. }
            | Event::Frozen { .. }
            | Event::Allocated { .. } => {}
            Event::Operation { .. } => self.steps += 1,
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
    use crate::VectorClocks;
    use crate::testing::{ACCOUNT, BALANCE, TestNames, access, acquire, operation, release};
    use raceproof_base::OperationKind;

    /// The race of the events, completed.
    fn told(events: &[Event]) -> Finding {
        let mut detector = VectorClocks::default();
        events.iter().for_each(|event| detector.event(event, &TestNames::default()));
        let mut finding = *detector.finding().expect("the events race");
        let mut witness = Witness::of(finding.race.as_ref().unwrap());
        events.iter().for_each(|event| witness.event(event, &TestNames::default()));
        witness.complete(&mut finding);
        finding
    }

    #[test]
    fn the_variable_by_which_a_thread_came_to_the_object_is_known() {
        let came_by = |reads: &[(u32, Address)], is_class| {
            let races = [1, 2].map(|thread| access(thread, AccessKind::Write, BALANCE));
            let mut finding = told(&races);
            let race = finding.race.as_mut().unwrap();
            let mut witness = Witness::of(race);
            for (thread, object) in reads {
                let names = TestNames { referred: Some(*object), ..TestNames::default() };
                witness.event(&access(*thread, AccessKind::Read, ACCOUNT), &names);
            }
            let names = TestNames { is_class, ..TestNames::default() };
            races.iter().for_each(|event| witness.event(event, &names));
            witness.complete(&mut finding);
            finding.race.unwrap().came_by
        };
        let known = Some("Account.balance".to_owned());
        assert_eq!(came_by(&[(2, ACCOUNT)], false), known);
        assert_eq!(came_by(&[(1, ACCOUNT)], false), known);
        assert_eq!(came_by(&[(2, BALANCE), (3, ACCOUNT)], false), None);
        assert_eq!(came_by(&[(2, ACCOUNT)], true), None);
    }

    #[test]
    fn what_each_held_released_and_acquired_is_told() {
        let monitor = Sync::Monitor(ACCOUNT);
        let finding = told(&[
            acquire(1, monitor),
            access(1, AccessKind::Write, BALANCE),
            release(1, monitor),
            access(2, AccessKind::Write, BALANCE),
        ]);
        assert_eq!(
            finding.message,
            "Thread-0 writes Account.balance of Account@2, and Thread-1 writes it, too. Nothing orders the two."
        );
        assert_eq!(
            finding.detail,
            "after its access, Thread-0 releases the monitor of Account@2 (Account.java:7); \
             Thread-1 has acquired nothing before its own; \
             at the first access Thread-0 holds the monitor of Account@2, at the second Thread-1 holds no monitor"
        );
        assert!(finding.advice.contains(
            "guard both by the monitor of Account@2 (Account.java:7), which Thread-0 already holds"
        ));
        assert_eq!(finding.race.unwrap().accesses[0].stack.len(), 4);
    }

    #[test]
    fn a_monitor_that_was_released_is_not_held() {
        let monitor = Sync::Monitor(ACCOUNT);
        let finding = told(&[
            acquire(1, monitor),
            release(1, monitor),
            access(1, AccessKind::Write, BALANCE),
            access(2, AccessKind::Write, BALANCE),
        ]);
        assert!(finding.detail.ends_with("; neither holds a monitor there"), "{}", finding.detail);
    }

    #[test]
    fn a_read_before_a_write_is_not_mended_by_volatile() {
        let mut finding =
            told(&[access(1, AccessKind::Write, BALANCE), access(2, AccessKind::Read, BALANCE)]);
        assert!(!finding.advice.contains("volatile is not enough"), "{}", finding.advice);
        let race = finding.race.as_mut().unwrap();
        let advice = |race: &mut Race, name: &str, descriptor: &str| {
            let (name, descriptor) = (name.to_owned(), descriptor.to_owned());
            race.accesses[1].among =
                Some(Among { name, descriptor, nth: 0, of: 1, is_update: true });
            super::advice(race, &Seen::default(), &Seen::default())
        };
        let told = advice(race, "balance", "J");
        assert!(
            told.starts_with(
                "volatile is not enough: Account.pay reads balance and then writes it"
            ),
            "{told}"
        );
        assert!(
            told.contains("make it an AtomicLong")
                && told.contains("guard both by one lock, held from"),
            "{told}"
        );
        assert!(!advice(race, "rate", "D").contains("Atomic"), "there is none for a double");
        for (name, descriptor, class) in [
            ("x", "I", "AtomicInteger"),
            ("x", "J", "AtomicLong"),
            ("x", "Z", "AtomicBoolean"),
            ("x", "LPoint;", "AtomicReference"),
            ("x", "[I", "AtomicReference"),
            ("", "[I", "AtomicIntegerArray"),
            ("", "[J", "AtomicLongArray"),
            ("", "[L", "AtomicReferenceArray"),
        ] {
            let told = advice(race, name, descriptor);
            assert!(told.contains(&format!("make it an {class} and")), "{told}");
        }
    }

    #[test]
    fn the_first_release_after_and_the_last_acquire_before_are_told() {
        let (monitor, other) = (Sync::Monitor(ACCOUNT), Sync::Variable(BALANCE));
        let theirs = Sync::Monitor(BALANCE);
        let [write, read] = [AccessKind::Write, AccessKind::Read];
        let finding = told(&[
            release(1, other),
            access(1, write, BALANCE),
            release(2, other),
            release(1, monitor),
            release(1, other),
            acquire(2, Sync::Thread(ThreadId(2))),
            acquire(2, theirs),
            access(2, read, BALANCE),
            // The race is told; what follows is no part of it.
            acquire(1, monitor),
            access(1, write, ACCOUNT),
            release(2, theirs),
            access(2, write, BALANCE),
        ]);
        assert_eq!(
            finding.detail,
            "after its access, Thread-0 releases the monitor of Account@2 (Account.java:7); \
             the last thing that Thread-1 has acquired before its own is the monitor of Account@2 (Account.java:7); \
             at the first access Thread-0 holds no monitor, at the second Thread-1 holds the monitor of Account@2"
        );
    }

    #[test]
    fn which_access_of_its_line_it_is_is_told_of_the_programs_own_code() {
        let mut finding =
            told(&[access(1, AccessKind::Write, BALANCE), access(2, AccessKind::Read, BALANCE)]);
        let race = finding.race.as_mut().unwrap();
        race.accesses[1].stack = vec![crate::testing::program()];
        let mut witness = Witness::of(race);
        witness.first.among = Some(Among::default());
        witness.second.among = Some(Among::default());
        witness.complete(&mut finding);
        let race = finding.race.unwrap();
        assert_eq!([0, 1].map(|at| race.accesses[at].among.is_some()), [false, true]);
    }

    #[test]
    fn a_reference_that_publishes_is_told_apart_from_a_value() {
        let finding =
            told(&[access(1, AccessKind::Write, BALANCE), access(2, AccessKind::Read, BALANCE)]);
        let mut race = *finding.race.unwrap();
        let mut publishes = |descriptor: &str| {
            let descriptor = descriptor.to_owned();
            race.accesses[1].among = Some(Among { descriptor, ..Among::default() });
            let told = super::advice(&race, &Seen::default(), &Seen::default());
            assert!(told.starts_with("make it volatile") && told.contains("both by one lock"));
            told.contains("sees the object as it was when it was stored")
        };
        assert!(publishes("Ljava/util/Map;") && publishes("[I"));
        assert!(!publishes("Ljava/lang/String;") && !publishes("I") && !publishes(""));
    }

    #[test]
    fn only_two_updates_lose_one() {
        let finding =
            told(&[access(1, AccessKind::Write, BALANCE), access(2, AccessKind::Read, BALANCE)]);
        let mut race = *finding.race.unwrap();
        let among = Among { descriptor: "I".to_owned(), is_update: true, ..Among::default() };
        race.accesses[1].among = Some(among.clone());
        let advice = |race: &Race| super::advice(race, &Seen::default(), &Seen::default());
        assert!(!advice(&race).contains("is lost"), "{}", advice(&race));
        race.accesses[0].among = Some(among);
        assert!(advice(&race).contains("so that one of two updates is lost"), "{}", advice(&race));
    }

    #[test]
    fn the_steps_in_which_the_two_are_executed_are_told() {
        let monitor = Sync::Monitor(ACCOUNT);
        let lock = |thread| operation(thread, OperationKind::Lock, ACCOUNT);
        let finding = told(&[
            operation(1, OperationKind::Begin, ACCOUNT),
            lock(1),
            access(1, AccessKind::Write, BALANCE),
            operation(1, OperationKind::Park, ACCOUNT),
            release(1, monitor),
            operation(2, OperationKind::Begin, ACCOUNT),
            access(2, AccessKind::Write, BALANCE),
        ]);
        assert_eq!(finding.race.unwrap().accesses.map(|access| access.step), [Some(2), Some(4)]);
        let unseen =
            told(&[access(1, AccessKind::Write, BALANCE), access(2, AccessKind::Read, BALANCE)]);
        assert_eq!(unseen.race.unwrap().accesses.map(|access| access.step), [None, None]);
    }

    #[test]
    fn advice_depends_on_what_is_held_and_where_it_is_used() {
        let of = |modes: [Option<Mode>; 2], held: [&str; 2]| {
            [0, 1].map(|at| Seen {
                mode: modes[at],
                held: Some(held[at].to_owned())
                    .filter(|held| !held.is_empty())
                    .map(|of| Passed { of, place: Place::default() })
                    .into_iter()
                    .collect(),
                ..Seen::default()
            })
        };
        let plain = [Some(Mode::Plain); 2];
        let advice = |kinds: [AccessKind; 2], place: Place, seen: [Seen; 2]| {
            let mut finding =
                told(&[access(1, AccessKind::Write, BALANCE), access(2, kinds[1], BALANCE)]);
            let race = finding.race.as_mut().unwrap();
            race.accesses[0].access = kinds[0];
            race.accesses[1].stack = vec![place];
            super::advice(race, &seen[0], &seen[1])
        };
        let (read, write) = (AccessKind::Read, AccessKind::Write);
        let program = crate::testing::program;
        let library = |class: &str| crate::testing::library(class, "add");
        let own = Place { library: false, ..library("java.util.Own") };
        for (kinds, place, seen, beginning, guard) in [
            (
                [write; 2],
                program(),
                of(plain, ["", ""]),
                "make it volatile if the last write may win",
                "both by one lock",
            ),
            (
                [write, read],
                program(),
                of(plain, ["", ""]),
                "make it volatile if it stands",
                "both by one lock",
            ),
            (
                [read, write],
                program(),
                of(plain, ["", ""]),
                "make it volatile if it stands",
                "both by one lock",
            ),
            (
                [write; 2],
                program(),
                of(plain, ["A", ""]),
                "make it",
                "both by A, which Thread-0 already holds",
            ),
            (
                [write; 2],
                program(),
                of(plain, ["", "B"]),
                "make it",
                "both by B, which Thread-1 already holds",
            ),
            (
                [write; 2],
                program(),
                of(plain, ["A", "B"]),
                "make it",
                "both by the same lock (different ones keep nobody apart: Thread-0 holds A, Thread-1 B)",
            ),
            ([write; 2], program(), of(plain, ["A", "A"]), "make it", "both by one lock"),
            (
                [write; 2],
                library("java.util.ArrayList"),
                of(plain, ["", ""]),
                "java.util.ArrayList is not",
                "every use of it",
            ),
            (
                [write; 2],
                library("java.util.concurrent.A"),
                of(plain, ["", ""]),
                "make it",
                "both by one lock",
            ),
            (
                [write; 2],
                library("java.text.Format"),
                of(plain, ["", ""]),
                "make it",
                "both by one lock",
            ),
            ([write; 2], own, of(plain, ["", ""]), "make it", "both by one lock"),
            // One that was not seen counts as plain.
            (
                [write; 2],
                program(),
                of([None, Some(Mode::Plain)], ["", ""]),
                "make it",
                "both by one lock",
            ),
        ] {
            let told = advice(kinds, place, seen);
            assert!(
                told.starts_with(beginning) && told.contains(&format!("guard {guard}")),
                "{told}"
            );
        }
    }

    #[test]
    fn a_plain_access_beside_others_is_told() {
        let finding = told(&[
            crate::testing::by_mode(1, AccessKind::Write, Mode::Volatile),
            access(2, AccessKind::Read, BALANCE),
        ]);
        assert!(
            finding.detail.ends_with("; Thread-1 accesses it plainly, though Thread-0 does not"),
            "{}",
            finding.detail
        );
        assert_eq!(
            finding.advice,
            "access it by the same mode at both places, or declare it volatile"
        );
        let finding = told(&[
            access(1, AccessKind::Write, BALANCE),
            crate::testing::by_mode(2, AccessKind::Read, Mode::Volatile),
        ]);
        assert!(
            finding.detail.ends_with("; Thread-0 accesses it plainly, though Thread-1 does not"),
            "{}",
            finding.detail
        );
    }
}
