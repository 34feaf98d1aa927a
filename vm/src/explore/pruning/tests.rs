//! What other schedules may do, told from executions of `Branches`, and when two accesses race.

mod scenarios;

use super::*;
use crate::explore::explorer::Explorer;
use crate::testing::{choices, explorer_of, run_to_end, take};
use crate::vm::{ExploreOptions, Telling};
use raceproof_base::Machine;

/// Classes that the executions use: initialised, so that no execution does it.
const CLASSES: [&str; 15] = [
    "Branches",
    "Branches$Box",
    "Branches$Plain",
    "Branches$Racing",
    "Branches$Setter",
    "Branches$Locked",
    "Branches$Unlocked",
    "Branches$Writer",
    "Branches$ByMethod",
    "Branches$Waiter",
    "Decisions$Other",
    "Decisions$Guard",
    "Decisions$Writer",
    "Decisions$Changer",
    "Decisions$Reader",
];

/// A complete execution of a method of `Branches`, with the state from which others are told: the
/// first one with a choice after the first thread was started.
pub(super) struct Execution {
    pub(super) explorer: Explorer,
    pub(super) mark: Mark,
}

impl Execution {
    pub(super) fn of(method: &str) -> Self {
        Self::of_class("Branches", method)
    }

    pub(super) fn of_class(class: &str, method: &str) -> Self {
        let options = ExploreOptions { telling: Telling::All, log: true, ..Default::default() };
        let classes: Vec<&str> = [&[class, "Branches", "Decisions"][..], &CLASSES[1..]].concat();
        let mut explorer = explorer_of(options, &classes, method);
        while explorer.vm.threads.len() == 1 {
            let choice = choices(&mut explorer)[0];
            take(&mut explorer, choice);
        }
        let mark = explorer.mark();
        // The main thread goes first as far as it can.
        while let Some(choice) = choices(&mut explorer).first().copied() {
            take(&mut explorer, choice);
        }
        run_to_end(&mut explorer);
        Self { explorer, mark }
    }

    pub(super) fn judge(&mut self) -> Result<(), Reason> {
        self.explorer.vm.is_race_free_from(self.mark)
    }

    /// What the schedules from the state on may do.
    pub(super) fn subspace(&mut self) -> Subspace {
        let vm = &mut self.explorer.vm;
        let log = std::mem::take(&mut vm.explored.log);
        let from = log.at(self.mark).expect("all was logged");
        let mut written = Written::default();
        let subspace = loop {
            let subspace = observed::observe(vm, &log, from, &written).expect("it is understood");
            if !written.extend(&subspace.written) {
                break subspace;
            }
        };
        vm.explored.log = log;
        subspace
    }

    /// The accesses of a static field of `Branches` behind the state: whether each writes, and how
    /// many monitors are held there in any case; sorted.
    pub(super) fn accesses(&mut self, field: &str, thread: u32) -> Vec<(bool, usize)> {
        let subspace = self.subspace();
        let vm = &self.explorer.vm;
        let class = vm.programs_classes().find(|class| class.name.text() == "Branches");
        let field = class.and_then(|class| class.field_named(field)).expect("it is there");
        let kind = MemoryKind::of_field(field);
        let address = u64::from(field.class().mirror.0) * 8 + field.word as u64 * 8;
        let all = subspace.accesses.get(&kind).into_iter().flatten();
        let mut found: Vec<(bool, usize)> = all
            .filter(|access| access.stand.thread == thread && !access.stand.is_past)
            .inspect(|access| assert_eq!(access.address, Some(address)))
            .map(|access| (access.is_write, access.stand.locks.len()))
            .collect();
        found.sort_unstable();
        found
    }
}

fn stand(thread: u32) -> Stand {
    let (locks, joined) = (Rc::from([]), Rc::from([]));
    Stand { thread, locks, joined, started: 0, is_past: false }
}

fn access(address: Option<u64>, is_write: bool, stand: Stand) -> PossibleAccess {
    PossibleAccess { address, is_write, stand }
}

const KIND: MemoryKind = MemoryKind::Elements(4);

/// Whether two accesses of one variable race, by the schedules of a subspace, in either order.
fn race(subspace: &Subspace, one: &PossibleAccess, other: &PossibleAccess) -> bool {
    let races = !subspace.do_not_race(one, other);
    assert_eq!(!subspace.do_not_race(other, one), races);
    races
}

#[test]
fn two_threads_race_if_one_of_them_writes() {
    let subspace = Subspace::default();
    let by = |thread, is_write| access(Some(8), is_write, stand(thread));
    assert!(race(&subspace, &by(1, true), &by(2, true)));
    assert!(race(&subspace, &by(1, true), &by(2, false)));
    assert!(!race(&subspace, &by(1, false), &by(2, false)));
    assert!(!race(&subspace, &by(1, true), &by(1, true)), "a thread does not race with itself");
}

#[test]
fn a_common_monitor_keeps_accesses_apart() {
    let subspace = Subspace::default();
    let by =
        |thread, locks: &[u64]| access(None, true, Stand { locks: locks.into(), ..stand(thread) });
    assert!(!race(&subspace, &by(1, &[1, 2]), &by(2, &[2, 3])));
    assert!(race(&subspace, &by(1, &[1, 2]), &by(2, &[3])));
    assert!(race(&subspace, &by(1, &[1]), &by(2, &[])));
}

#[test]
fn accesses_behind_a_join_do_not_race_with_who_was_joined() {
    let subspace = Subspace::default();
    let by = |thread, joined: &[u32]| {
        access(None, true, Stand { joined: joined.into(), ..stand(thread) })
    };
    assert!(!race(&subspace, &by(1, &[3, 2]), &by(2, &[])));
    assert!(race(&subspace, &by(1, &[3]), &by(2, &[])));
    assert!(race(&subspace, &by(1, &[3]), &by(2, &[3])), "both have joined another");
}

#[test]
fn what_was_done_before_the_state_races_only_with_what_is_done_behind_it() {
    let subspace = Subspace::default();
    let by = |thread, is_past| access(None, true, Stand { is_past, ..stand(thread) });
    assert!(!race(&subspace, &by(1, true), &by(2, true)));
    assert!(race(&subspace, &by(1, true), &by(2, false)));
}

/// Thread 1 starts thread 2 as its child of number 1, that starts thread 3.
#[test]
fn what_is_done_before_a_start_does_not_race_with_who_is_started() {
    let mut subspace = Subspace::default();
    subspace.starters.insert(2, (1, 1));
    subspace.starters.insert(3, (2, 0));
    let by = |thread, started| access(None, true, Stand { started, ..stand(thread) });
    for child in [2, 3] {
        for (started, races) in [(0, false), (1, false), (2, true)] {
            assert_eq!(race(&subspace, &by(1, started), &by(child, 0)), races, "{child} {started}");
        }
    }
    assert!(!race(&subspace, &by(2, 0), &by(3, 0)));
    assert!(race(&subspace, &by(2, 1), &by(3, 0)));
    assert!(race(&subspace, &by(4, 0), &by(3, 0)), "nobody has started thread 4");
}

#[test]
fn accesses_of_one_variable_race_and_of_any_with_all() {
    let by = |thread, address| access(address, true, stand(thread));
    let racing = |accesses: &[PossibleAccess]| {
        let mut subspace = Subspace::default();
        accesses.iter().for_each(|access| subspace.add(KIND, access.clone()));
        subspace.racing()
    };
    assert_eq!(racing(&[]), None);
    assert_eq!(racing(&[by(1, Some(8)), by(2, Some(8))]), Some(KIND));
    assert_eq!(racing(&[by(1, Some(8)), by(2, Some(16))]), None);
    assert_eq!(racing(&[by(1, None), by(2, Some(16))]), Some(KIND));
    assert_eq!(racing(&[by(1, None), by(2, None)]), Some(KIND));
    assert_eq!(racing(&[by(1, None), by(1, Some(16)), by(1, None)]), None);
}

#[test]
fn accesses_of_two_kinds_do_not_race() {
    let mut subspace = Subspace::default();
    subspace.add(KIND, access(None, true, stand(1)));
    subspace.add(MemoryKind::Elements(8), access(None, true, stand(2)));
    assert_eq!(subspace.racing(), None);
}

#[test]
fn what_is_written_behind_the_state_is_noted() {
    let mut subspace = Subspace::default();
    let past = Stand { is_past: true, ..stand(1) };
    subspace.add(KIND, access(Some(8), false, stand(1)));
    subspace.add(KIND, access(Some(16), true, past));
    assert_eq!(subspace.written, Written::default());
    subspace.add(KIND, access(Some(24), true, stand(1)));
    let written = &subspace.written;
    assert!(written.has(KIND, Some(24)) && written.has(MemoryKind::Inside, Some(24)));
    assert!(!written.has(KIND, Some(8)) && !written.has(KIND, Some(16)));
    assert!(!written.has(KIND, None), "one of them is not any of them");
    subspace.add(KIND, access(None, true, stand(1)));
    let written = &subspace.written;
    assert!(written.has(KIND, None) && written.has(KIND, Some(8)));
    assert!(!written.has(MemoryKind::Inside, None));
}

#[test]
fn what_is_written_grows_until_nothing_is_new() {
    let (mut all, mut more) = (Written::default(), Written::default());
    assert!(!all.extend(&more));
    more.add(KIND, Some(8));
    assert!(all.extend(&more));
    assert!(!all.extend(&more));
    more.add(KIND, None);
    assert!(all.extend(&more));
    assert!(!all.extend(&more));
    assert_eq!(all, more);
}

#[test]
fn elements_are_told_apart_by_their_size() {
    for (descriptor, kind) in [
        ("[Z", Some(1)),
        ("[B", Some(1)),
        ("[C", Some(2)),
        ("[S", Some(2)),
        ("[I", Some(4)),
        ("[F", Some(4)),
        ("[J", Some(8)),
        ("[D", Some(8)),
        ("[LFoo;", Some(0)),
        ("[[I", Some(0)),
        ("I", None),
        ("LFoo;", None),
    ] {
        assert_eq!(
            MemoryKind::of_array(descriptor),
            kind.map(MemoryKind::Elements),
            "{descriptor}"
        );
    }
}
