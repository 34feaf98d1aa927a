//! What is held, joined and depended on behind the places where ways meet.

use super::super::tests::Execution;
use super::*;
use crate::testing::{machine, program};
use crate::vm::ExploreOptions;

#[test]
fn a_monitor_is_held_behind_a_join_as_often_as_on_either_way() {
    assert_eq!(intersection(vec![1, 2, 3], &[3, 1]), [1, 3]);
    assert_eq!(intersection(vec![1, 1, 1], &[1, 1]), [1, 1]);
    assert_eq!(intersection(vec![1], &[1, 1]), [1]);
    assert_eq!(intersection(vec![1, 2], &[]), []);
    assert_eq!(intersection(vec![], &[1]), []);
}

fn thread(locks: &[u64], joined: &[u32]) -> Thread {
    Thread { locks: locks.to_vec(), joined: joined.into(), ..Thread::default() }
}

#[test]
fn where_ways_meet_only_what_both_hold_and_have_joined_is_so() {
    let mut this = thread(&[1, 2, 2], &[5, 6]);
    this.meet(&[2, 3], &[6, 7]);
    assert_eq!((this.locks, &*this.joined), (vec![2], &[6][..]));
}

#[test]
fn a_monitor_is_released_once_and_the_last_entered_first() {
    let mut this = thread(&[1, 2, 1], &[]);
    this.release(1);
    assert_eq!(this.locks, [1, 2]);
    this.release(3);
    assert_eq!(this.locks, [1, 2], "it is not held");
}

/// An observer whose first thread is in a frame of `Cell.walk`, with these monitors.
fn in_frame<T>(locks: &[u64], work: impl FnOnce(&mut Observer<'_>) -> T) -> T {
    let mut vm = machine(ExploreOptions { log: true, ..ExploreOptions::default() });
    let class = program(&mut vm, "Cell");
    crate::testing::stand_before(&mut vm, class, "walk");
    crate::testing::freeze(&mut vm);
    crate::testing::start(&mut vm, class, "walk");
    let (log, written) = (std::mem::take(&mut vm.explored.log), Written::default());
    let mut observer = Observer {
        ground: Ground::new(&mut vm, &written),
        log: &log,
        threads: vec![thread(locks, &[5, 6]), Thread::default()],
        is_past: false,
        made: FxHashSet::default(),
        certain: FxHashMap::default(),
    };
    observer.call(0, &log.entries[0]).expect("it is understood");
    work(&mut observer)
}

fn region(observer: &mut Observer<'_>, locks: &[u64], joined: &[u32], defined: usize) {
    let this = &mut observer.threads[0];
    let top = this.frames.last_mut().unwrap();
    let mut registers = vec![false; top.depends.len()];
    registers[defined] = true;
    let (locks, joined) = (locks.to_vec(), joined.into());
    top.regions.push(Region { meeting: 0, locks, joined, defined: registers });
    this.open += 1;
}

#[test]
fn a_lock_on_one_branch_only_is_not_held_behind_the_join() {
    in_frame(&[1, 2], |observer| {
        region(observer, &[2, 3], &[6], 1);
        observer.close(0);
        let stand = observer.stand(0);
        assert_eq!((&*stand.locks, &*stand.joined), (&[2][..], &[6][..]));
        assert_eq!(observer.threads[0].open, 0);
        let depends = &observer.top(0).depends;
        assert!(depends[1], "one of the ways has written it");
        assert!(!depends[0]);
    });
}

#[test]
fn regions_close_the_innermost_first() {
    in_frame(&[1], |observer| {
        region(observer, &[], &[5, 6], 0);
        region(observer, &[1], &[5, 6], 1);
        observer.close(0);
        assert_eq!(observer.threads[0].locks, [1]);
        observer.close(0);
        assert_eq!((observer.threads[0].locks.len(), observer.threads[0].open), (0, 0));
        observer.close(0);
        assert_eq!(observer.threads[0].open, 0, "there is none");
    });
}

#[test]
fn monitors_are_left_by_turns() {
    in_frame(&[9], |observer| {
        observer.enter(0, Some(1));
        observer.enter(0, None);
        assert_eq!(observer.threads[0].locks, [9, 1], "one that depends is not held");
        observer.exit(0, Some(7));
        assert_eq!(observer.threads[0].locks, [9, 1]);
        observer.exit(0, Some(1));
        assert_eq!(observer.threads[0].locks, [9]);
        observer.exit(0, Some(9));
        assert_eq!(observer.threads[0].locks, [], "entered before the log begins");
    });
    in_frame(&[9], |observer| {
        observer.enter(0, Some(1));
        observer.exit(0, None);
        assert_eq!(observer.threads[0].locks, [9], "whichever it is, it is this one");
        observer.exit(0, None);
        assert_eq!(observer.threads[0].locks, [], "nobody knows which");
    });
    in_frame(&[9], |observer| {
        observer.enter(0, Some(1));
        observer.exit(0, Some(2));
        assert_eq!(observer.threads[0].locks, [], "not by turns");
    });
}

#[test]
fn a_frame_that_is_left_leaves_its_monitors() {
    in_frame(&[9], |observer| {
        observer.enter(0, Some(1));
        observer.top(0).lock = Some(9);
        assert_eq!(observer.top(0).locks().collect::<Vec<_>>(), [9, 1]);
        observer.is_past = true;
        observer.leave(0).unwrap();
        assert_eq!(observer.threads[0].locks, []);
        assert!(observer.threads[0].frames.is_empty());
    });
}

#[test]
fn a_frame_that_is_left_without_a_return_was_left_by_an_exception() {
    in_frame(&[], |observer| {
        assert_eq!(observer.leave(0), Err("an exception is thrown"));
    });
}

#[test]
fn a_thread_is_started_in_any_case_outside_of_open_branches() {
    for (is_past, is_open) in [(false, false), (false, true), (true, true)] {
        in_frame(&[], |observer| {
            observer.is_past = is_past;
            observer.threads[0].open = usize::from(is_open);
            observer.start(0, 1);
            let is_certain = is_past || !is_open;
            assert_eq!(observer.is_started(1, 0), is_certain, "{is_past} {is_open}");
            assert_eq!(observer.threads[0].started, 1);
            assert_eq!(observer.ground.subspace.starters[&1], (0, 0));
            observer.threads.push(thread(&[], &[]));
            assert_eq!(observer.is_started(1, 2), is_past, "others do not know");
            observer.threads[2].joined = [0].into();
            assert_eq!(observer.is_started(1, 2), is_certain, "its starter was joined");
            assert!(!observer.is_started(2, 0));
        });
    }
}

#[test]
fn children_are_counted_in_order() {
    in_frame(&[], |observer| {
        observer.start(0, 1);
        observer.start(0, 0);
        assert_eq!(observer.ground.subspace.starters[&0], (0, 1));
        assert_eq!(observer.stand(0).started, 2);
    });
}

#[test]
fn accesses_are_noted_with_what_is_held() {
    for (method, expected) in [
        ("bothLock", vec![(false, 1), (true, 1)]),
        ("oneLocks", vec![(false, 0), (true, 0)]),
        ("nested", vec![(false, 1), (true, 1)]),
        ("behindTheLock", vec![(false, 0), (true, 0)]),
        ("lockThatDepends", vec![(false, 0), (true, 0)]),
        ("untakenWithLock", vec![(false, 1), (true, 1)]),
        ("untakenInTheLock", vec![(false, 1), (true, 1)]),
        ("certain", vec![]),
        ("leavesOnOneWay", vec![(false, 1), (true, 1)]),
    ] {
        assert_eq!(Execution::of(method).accesses("value", 0), expected, "{method}");
    }
    assert_eq!(Execution::of("nested").accesses("other", 0), [(false, 2), (true, 2)]);
}

/// A thread that comes from the class library once more may come with anything.
#[test]
fn a_thread_is_sure_of_nothing_that_it_begins_with_but_at_first() {
    in_frame(&[], |observer| {
        assert!(observer.top(0).depends.iter().all(|depends| !depends));
        let entry = observer.log.entries[0];
        observer.is_past = true;
        observer.leave(0).unwrap();
        observer.is_past = false;
        observer.call(0, &entry).unwrap();
        assert!(observer.top(0).depends.iter().all(|depends| *depends), "the second time");
        observer.threads[1].is_unsure = true;
        observer.call(1, &entry).unwrap();
        assert!(observer.top(1).depends.iter().all(|depends| *depends), "its object depends");
    });
}

#[test]
fn a_frame_that_never_returned_was_left_by_an_exception() {
    let mut execution = Execution::of("oneLocks");
    let vm = &mut execution.explorer.vm;
    let mut log = std::mem::take(&mut vm.explored.log);
    let from = log.at(execution.mark).unwrap();
    assert!(observe(vm, &log, from, &Written::default()).is_ok());
    while matches!(log.entries.last().unwrap().insn(), Insn::Return) {
        log.entries.pop();
    }
    let reason = observe(vm, &log, from, &Written::default()).err();
    assert_eq!(reason, Some("an exception is thrown"));
}

impl LoggedStep {
    fn insn(&self) -> Insn {
        self.code.insns[self.pc as usize].get()
    }
}

/// What a call gave is for the instruction behind it alone.
#[test]
fn what_a_call_has_given_is_forgotten_with_the_next_instruction() {
    in_frame(&[], |observer| {
        observer.top(0).returned = Some(true);
        let mut next = observer.log.entries[0];
        next.pc += 1;
        observer.complete(0, &next).unwrap();
        assert_eq!(observer.top(0).returned, None);
        assert_eq!(observer.top(0).entry.pc, 1);
    });
}
