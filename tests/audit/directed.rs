//! Directed search: how soon it has the race of a pair. Its executions are the same each time.

use super::{audit, sandbox, with};
use raceproof_tests::sandbox::{Sandbox, expect};
use serde_json::Value;

const RARE: &str = "tests/java/rare";
const RACE: &str = "tests/java/race";

/// What was spent on each candidate, all of which directed search must witness.
#[track_caller]
fn spent(sandbox: &Sandbox, program: &str) -> Vec<(u64, u64)> {
    spent_from(sandbox, program, "0")
}

#[track_caller]
fn spent_from(sandbox: &Sandbox, program: &str, seed: &str) -> Vec<(u64, u64)> {
    let options = ["--deciders", "directed", "--time", "20", "--seed", seed];
    let (finished, report) = audit(sandbox, program, &options);
    expect(&finished, 1, &[]);
    let all = with(&report, "witnessed");
    assert_eq!(all.len(), report["candidates"].as_array().unwrap().len(), "{report:#}");
    let number = |one: &Value, key: &str| one["directed"][key].as_u64().unwrap();
    all.iter().map(|one| (number(one, "executions"), number(one, "transitions"))).collect()
}

/// What was spent on each candidate that is witnessed within four seconds.
#[track_caller]
fn spent_on_witnessed(sandbox: &Sandbox, program: &str, seed: u32) -> Vec<(u64, u64)> {
    let seed = seed.to_string();
    let options = ["--deciders", "directed", "--time", "4", "--seed", &seed];
    let (finished, report) = audit(sandbox, program, &options);
    expect(&finished, 1, &[]);
    let number = |one: &Value, key: &str| one["directed"][key].as_u64().unwrap();
    let all = with(&report, "witnessed");
    all.iter().map(|one| (number(one, "executions"), number(one, "transitions"))).collect()
}

/// Transitions of all of them.
fn transitions(all: &[(u64, u64)]) -> u64 {
    all.iter().map(|(_, transitions)| transitions).sum()
}

/// Whatever comes between the two accesses orders them: they must meet.
const MEETS: &str = "
public class Meets {
    static volatile int v;
    static int x;
    static void wander() { for (int i = 0; i < 30; i++) v++; }
    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> { wander(); x = 1; wander(); }).start();
        }
    }
}";

#[test]
fn threads_are_held_until_they_meet() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-directed-meets");
    sandbox.class("Meets.java", MEETS);
    let [(executions, _)] = spent(&sandbox, "Meets")[..] else { panic!("one candidate") };
    assert!(executions <= 5, "{executions} executions");
}

/// Eight others have work to do all the while.
const CROWD: &str = "
public class Crowd {
    static volatile int v, w;
    static int x;
    static void wander() { for (int n = 0; n < 10; n++) v++; }
    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> { wander(); x = 1; wander(); }).start();
        }
        for (int i = 0; i < 8; i++) {
            new Thread(() -> {
                w++; w++; w++; w++; w++; w++; w++; w++; w++; w++;
                w++; w++; w++; w++; w++; w++; w++; w++; w++; w++;
            }).start();
        }
    }
}";

/// Those that meet go on at once, and are held as long as others come to something new.
#[test]
fn who_meets_goes_on_at_once() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-directed-crowd");
    sandbox.class("Crowd.java", CROWD);
    let of = |seed: u32| spent_from(&sandbox, "Crowd", &seed.to_string())[0].1;
    let transitions: u64 = (0..6).map(of).sum();
    assert!(transitions < 3500, "{transitions} transitions");
}

#[test]
fn what_any_execution_shows_needs_no_aim() {
    let sandbox = sandbox("directed", RACE, "HandDelayQueueLate");
    let [(executions, transitions)] = spent(&sandbox, "HandDelayQueueLate")[..] else {
        panic!("one candidate")
    };
    assert!(executions == 1 && transitions <= 8, "{executions}, {transitions} transitions");
}

/// Plain heuristic search makes hundreds of thousands of transitions.
#[test]
fn what_is_rare_is_found_soon() {
    let sandbox = sandbox("directed", RARE, "EvictedWhileRead");
    let all = spent(&sandbox, "EvictedWhileRead");
    assert!(all.iter().all(|(_, transitions)| *transitions < 1000), "{all:?}");
}

/// The other thread spins until the one that is held goes on.
#[test]
fn a_thread_for_which_others_wait_is_let_go() {
    let sandbox = sandbox("directed", RARE, "PhaseMissed");
    let all = spent(&sandbox, "PhaseMissed");
    assert!(all.iter().all(|(_, transitions)| *transitions < 300), "{all:?}");
}

/// Hardly any execution reads the five values; search that goes from state to state has few.
const EXACT: &str = "
public class Exact {
    static volatile int v;
    static int x;
    public static void main(String[] args) {
        new Thread(() -> { if (v == 20 && v == 50 && v == 90 && v == 120 && v == 150) x = 1; }).start();
        for (int i = 0; i < 200; i++) v = i;
        x = 2;
    }
}";

#[test]
fn what_aiming_misses_plain_search_finds_in_its_turns() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-directed-exact");
    sandbox.class("Exact.java", EXACT);
    let (finished, report) = audit(&sandbox, "Exact", &["--deciders", "directed", "--time", "20"]);
    expect(&finished, 1, &[]);
    let [one] = with(&report, "witnessed")[..] else { panic!("one is witnessed: {report:#}") };
    assert_eq!(one["witness"]["by"], "directed search, by a turn of heuristic search");
    let transitions = one["directed"]["transitions"].as_u64().unwrap();
    // A turn of a thousand, which ends with the race, comes after two thousand.
    assert!((2000..3000).contains(&transitions), "{transitions} transitions");
}

/// It has fifteen schedules of at most eight steps, but two where threads are not switched at the
/// variable of another pair.
#[test]
fn no_schedule_is_tried_twice() {
    let sandbox = sandbox("directed", RACE, "LazyPlainStatic");
    let all = spent_on_witnessed(&sandbox, "LazyPlainStatic", 0);
    assert!(all.len() == 5 && transitions(&all) < 60, "{all:?}");
}

/// An execution in which one only spins is left before the other one is held for long.
#[test]
fn who_spins_is_not_waited_for() {
    let sandbox = sandbox("directed", RACE, "PetersonTurnPlain");
    let of = |seed| spent_on_witnessed(&sandbox, "PetersonTurnPlain", seed);
    let all: Vec<_> = [1, 3].into_iter().flat_map(of).collect();
    assert!(all.len() == 6 && transitions(&all) < 600, "{all:?}");
}

/// A race is told of its pair only when its schedule was executed again.
#[test]
fn what_may_be_the_race_is_looked_at_before_others_are_tried() {
    let sandbox = sandbox("directed", RACE, "JucSensePlain");
    let all = spent_on_witnessed(&sandbox, "JucSensePlain", 0);
    assert!(all.len() == 2 && all.iter().all(|(executions, _)| *executions < 6), "{all:?}");
}

/// Looked for is `a` first, and `b` is executed before it.
const TWO: &str = "
public class Two {
    static int a, b;
    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) new Thread(() -> { b = 1; a = 1; }).start();
    }
}";

#[test]
fn what_showed_the_race_of_another_pair_is_counted_for_that_one() {
    let sandbox = Sandbox::new(env!("CARGO_TARGET_TMPDIR"), "audit-directed-two");
    sandbox.class("Two.java", TWO);
    let all = spent(&sandbox, "Two");
    assert!(all.len() == 2 && all.iter().all(|spent| spent.0 == 1 && spent.1 > 0), "{all:?}");
}
