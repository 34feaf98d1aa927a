//! What of the time is told, and what it does to a thread to read it.

use super::*;
use crate::ground::class::ClassRef;
use crate::testing::{freeze, frozen, machine, program, stand_before};
use crate::threads::thread::Status;
use crate::vm::{ExploreOptions, TimedWaits};

#[test]
fn times_are_told_by_their_value() {
    assert_eq!(Time::of(EPOCH + 5), Some(Time::Nanos(EPOCH + 5)));
    let from_the_least = EPOCH + 5 + FROM_THE_LEAST;
    assert_eq!(Time::of(from_the_least), Some(Time::Nanos(from_the_least)));
    assert_eq!(Time::of(EPOCH / 1_000_000 + 5), Some(Time::Millis(EPOCH / 1_000_000 + 5)));
    for word in [0, 1, u64::MAX, EPOCH - 1, 5_000, i64::MAX as u64] {
        assert_eq!(Time::of(word), None, "{word}");
    }
}

/// Two years on either side of which a word is no time.
#[test]
fn a_word_is_a_time_from_the_epoch_on_and_not_for_ever() {
    assert_eq!(Time::of(EPOCH), Some(Time::Nanos(EPOCH)));
    assert_eq!(Time::of(EPOCH + FAR - 1), Some(Time::Nanos(EPOCH + FAR - 1)));
    assert_eq!(Time::of(EPOCH + FAR), None);
    let (first, far) = (EPOCH / MILLISECOND, FAR / MILLISECOND);
    assert_eq!(Time::of(first), Some(Time::Millis(first)));
    assert_eq!(Time::of(first + far - 1), Some(Time::Millis(first + far - 1)));
    assert_eq!(Time::of(first + far), None);
    assert_eq!(Time::of(first - 1), None);
}

#[test]
fn times_are_told_as_they_are_unless_the_clock_was_read_for_deadlines() {
    let mut vm = frozen();
    vm.scalars.clock = EPOCH + 5;
    for clock_use in [ClockUse::None, ClockUse::Program] {
        vm.scalars.clock_use = clock_use;
        assert!(!vm.has_relative_times());
        assert_eq!(vm.told_time(Time::Nanos(EPOCH + 9)), EPOCH + 9);
        assert_eq!(vm.told_time(Time::Millis(EPOCH / MILLISECOND)), EPOCH / MILLISECOND);
        assert_eq!(vm.told_word(EPOCH + 9), EPOCH + 9);
    }
    vm.scalars.clock_use = ClockUse::Deadlines;
    assert!(vm.has_relative_times());
    assert_eq!(vm.told_time(Time::Nanos(EPOCH + 9)), 4);
    assert_eq!(vm.told_time(Time::Nanos(EPOCH + 4)), u64::MAX, "one nanosecond ago");
    assert_eq!(vm.told_word(EPOCH + 9), 4);
    assert_eq!(vm.told_word(77), 77, "no time");
}

/// In milliseconds, too, a time is told to the nanosecond: when the next millisecond begins tells
/// states apart.
#[test]
fn milliseconds_are_relative_to_the_nanosecond() {
    let mut vm = frozen();
    vm.scalars.clock_use = ClockUse::Deadlines;
    let first = EPOCH / MILLISECOND;
    vm.scalars.clock = EPOCH + 3 * MILLISECOND + 7;
    assert_eq!(vm.told_time(Time::Millis(first + 5)), 2 * MILLISECOND - 7);
    vm.scalars.clock += 1;
    assert_eq!(vm.told_time(Time::Millis(first + 5)), 2 * MILLISECOND - 8);
    vm.scalars.clock += MILLISECOND;
    assert_eq!(vm.told_time(Time::Millis(first + 6)), 2 * MILLISECOND - 8);
}

#[test]
fn deadlines_are_told_where_they_make_a_difference() {
    let mut vm = frozen();
    vm.scalars.clock = 100;
    let mut told = |clock_use, idle, deadline| {
        vm.scalars.clock_use = clock_use;
        vm.explore.timed_waits = if idle { TimedWaits::WhenIdle } else { TimedWaits::AtAnyMoment };
        vm.told_deadline(deadline)
    };
    for idle in [false, true] {
        for clock_use in [ClockUse::None, ClockUse::Deadlines, ClockUse::Program] {
            assert_eq!(told(clock_use, idle, None), None);
        }
        assert_eq!(told(ClockUse::Program, idle, Some(130)), Some(130));
        assert_eq!(told(ClockUse::Deadlines, idle, Some(130)), Some(30));
        assert_eq!(told(ClockUse::Deadlines, idle, Some(70)), Some(0));
    }
    assert_eq!(told(ClockUse::None, false, Some(130)), None);
    assert_eq!(told(ClockUse::None, true, Some(130)), Some(30));
}

/// A machine whose main thread runs code of that class.
fn running(class: &str, method: &str) -> Vm {
    let mut vm = machine(ExploreOptions { dependences: true, ..ExploreOptions::default() });
    let class: ClassRef = match class.contains('/') {
        true => vm.load_boot(class).unwrap(),
        false => program(&mut vm, class),
    };
    stand_before(&mut vm, class, method);
    freeze(&mut vm);
    vm
}

#[test]
fn what_the_clock_is_read_for_is_told_by_who_reads_it() {
    let mut vm = running("Cell", "walk");
    assert_eq!(vm.scalars.clock_use, ClockUse::None);
    let before = vm.scalars.clock;
    assert_eq!(vm.read_clock(), before, "while schedules are explored no time passes by itself");
    assert_eq!(vm.scalars.clock_use, ClockUse::Program);
    assert_eq!(vm.explored.effects(), [Effect::ReadClock]);
    let mut vm = running("java/util/concurrent/ForkJoinPool", "getCommonPoolParallelism()I");
    vm.read_clock();
    assert_eq!(vm.scalars.clock_use, ClockUse::Deadlines);
}

#[test]
fn a_use_of_the_clock_is_never_taken_back_by_a_lesser_one() {
    let mut vm = running("java/util/concurrent/ForkJoinPool", "getCommonPoolParallelism()I");
    vm.scalars.clock_use = ClockUse::Program;
    vm.read_clock();
    assert_eq!(vm.scalars.clock_use, ClockUse::Program);
}

#[test]
fn who_takes_the_time_for_a_seed_gets_the_same_always() {
    let mut vm = running("java/util/Random", "seedUniquifier()J");
    vm.scalars.clock = EPOCH + 50;
    assert_eq!(vm.read_clock(), EPOCH);
    assert_eq!((vm.scalars.clock_use, vm.threads[0].clock_reads), (ClockUse::None, 0));
    assert!(vm.explored.effects().is_empty());
}

/// The program may call its classes as it likes.
#[test]
fn only_the_class_library_reads_for_deadlines() {
    let mut vm = running("Cell", "walk");
    vm.frames.clear();
    vm.read_clock();
    assert_eq!(vm.scalars.clock_use, ClockUse::Program, "nobody is known to read");
}

#[test]
fn outside_of_schedules_the_clock_says_nothing_of_its_readers() {
    let mut vm = running("Cell", "walk");
    vm.exploring = false;
    vm.read_clock();
    assert_eq!((vm.scalars.clock_use, vm.threads[0].clock_reads), (ClockUse::None, 0));
}

/// Reads the clock so often, and answers how much time passed by each reading.
fn readings(vm: &mut Vm, count: u32) -> Vec<u64> {
    (0..count)
        .map(|_| {
            let before = vm.scalars.clock;
            vm.read_clock();
            vm.scalars.clock - before
        })
        .collect()
}

#[test]
fn who_reads_the_clock_again_and_again_makes_time_pass_faster_and_faster() {
    for (mut vm, waiting) in [
        (running("Cell", "walk"), BY_PROGRAM),
        (running("java/util/concurrent/ForkJoinPool", "getCommonPoolParallelism()I"), BY_LIBRARY),
    ] {
        let patience = waiting.patience as usize;
        let passed = readings(&mut vm, waiting.patience + waiting.readings + 5);
        assert!(passed[..patience].iter().all(|nanos| *nanos == 0), "{passed:?}");
        for longer in 0..=waiting.readings {
            let expected = FIRST_WAITING << (waiting.shift * longer);
            assert_eq!(passed[patience + longer as usize], expected, "{passed:?}");
        }
        let last = patience + waiting.readings as usize;
        assert!(passed[last] > 365 * 24 * 3_600_000_000_000, "more than a year: {passed:?}");
        assert!(passed[last + 1..].iter().all(|nanos| *nanos == 0), "{passed:?}");
        assert_eq!(vm.threads[0].clock_reads, waiting.patience + waiting.readings + 1);
        let passes = vm.explored.effects().iter().filter(|e| **e == Effect::TimePassed).count();
        assert_eq!(passes as u32, waiting.readings + 1);
    }
}

#[test]
fn readings_are_counted_for_each_thread_and_taken_back() {
    let mut vm = running("Cell", "walk");
    let mark = vm.set_mark();
    vm.read_clock();
    assert_eq!(vm.threads[0].clock_reads, 1);
    vm.go_back(mark);
    assert_eq!((vm.threads[0].clock_reads, vm.scalars.clock_use), (0, ClockUse::None));
    assert_eq!(vm.threads[0].status, Status::Runnable);
}

/// JDK 17.0.19 has such a text.
#[test]
fn text_that_was_there_before_is_no_time() {
    let mut vm = machine(ExploreOptions::default());
    let time = EPOCH + 1_000;
    vm.new_bytes(&time.to_le_bytes()).expect("there is room");
    freeze(&mut vm);
    let is_it = |index: &u32| vm.heap.get(*index as usize) == time;
    assert!(!vm.heap.journal.frozen_times.iter().any(is_it));
}
